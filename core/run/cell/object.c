// Ends the lives of a session's objects other than by defining their names anew, which the new
// cell's own code does (front/check/decl/object.c): for %reset, for values that are not kept any
// longer, and at the session's end.
//
// Example: `std::ofstream log("log.txt");`, and its last lines are in the file once the session
// ends.
#include "run/run.h"

#include <stdlib.h>

static bool is_made(const struct hd_def *def) {
    const struct hd_sym *made = hd_object_made(def);
    return made && made->addr && *(const bool *)made->addr;
}

static enum hd_status destroy(struct hd_def **defs, int n) {
    struct hd_run run = {.code = "", .name = "the end of objects", .lang = HD_LANG_CU};
    struct hd_diags diags = {.arena = hd_engine.arena, .stop = &hd_engine.interrupt_asked};
    struct hd_cell cell, *outer = hd_engine.cell;
    struct hd_source *source = hd_source_add(hd_intern_str(run.name), NULL, run.code, 0);
    source->lang = run.lang;
    run.status = HD_STATUS_INTERRUPTED;
    if (hd_front_ends(hd_engine.front, source, defs, n, &cell, &diags)) {
        hd_engine.cell = &cell;
        void *entry = cell.entry ? hd_code_entry(cell.entry, false, &diags) : NULL;
        if (entry) {
            hd_front_commit(hd_engine.front, &cell);
            hd_vars_moved(&cell);
        } else {
            hd_front_rollback(hd_engine.front, &cell);
            hd_vars_moved_back();
        }
        if (entry) hd_run_entry(&run, (void (*)(void))(uintptr_t)entry);
        if (run.status == HD_STATUS_ERROR) hd_report_fault(&run.fault);
        hd_engine.cell = outer;
    }
    if (diags.first) hd_report_diags(&diags);
    for (int i = 0; i < n; i++)
        if (defs[i]->sym) defs[i]->sym->ends_late = false; // its storage may go at once now
    hd_code_drop_late();
    return run.status;
}

bool hd_objects_end(struct hd_def **all, int n) {
    bool ok = true;
    HD_VEC(struct hd_def *) defs = {0};
    for (enum hd_status status = HD_STATUS_ERROR; status == HD_STATUS_ERROR;) {
        defs.n = 0;
        for (int i = n - 1; i >= 0; i--) // the last one first
            if (is_made(all[i])) HD_XPUSH(&defs, all[i]);
        if (defs.n == 0) break;
        status = destroy(defs.v, defs.n); // one that faults is not there any more
        ok = ok && status == HD_STATUS_OK;
    }
    HD_FREE_VEC(&defs);
    return ok;
}
