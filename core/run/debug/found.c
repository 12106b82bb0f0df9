// `%debug` after a check: the input is run again, and the thread that the first finding names stops
// at its place.
//
// The place is a site, the last one that begins before what was found. Where the finding is at an
// element of a variable, which lies where it lay, the thread goes on until it comes to that element
// there.
#include "run/debug/debug.h"

#include "check/check.h"

#include <stdio.h>
#include <string.h>

static struct {
    int input; // number of the input that had it; 0: none
    hd_loc loc;
    bool device;
    struct dbg_thread_id id;
    char kernel[128], message[240];
    uint64_t address; // 0: any access
    bool looking, reached;
} found;

void dbg_mark(uint32_t site, bool on); // twin.c

void hd_debug_found(const struct hd_finding *f, hd_loc loc, const char *message) {
    if (hd_engine.count == found.input || !loc) return; // the first one counts
    struct hd_placed placed;
    found.input = hd_engine.count;
    found.loc = loc;
    found.device = f->a.device;
    memcpy(found.id.block, f->a.block, sizeof found.id.block);
    memcpy(found.id.thread, f->a.thread, sizeof found.id.thread);
    snprintf(found.kernel, sizeof found.kernel, "%s", f->a.kernel ? f->a.kernel : "");
    snprintf(found.message, sizeof found.message, "%s", message);
    found.address = f->address && hd_var_at(f->address, &placed) ? f->address : 0;
}

void dbg_found_forget(void) { found.input = 0; }

int dbg_found_input(void) { return found.input; }

void dbg_found_look(bool on) {
    found.looking = on;
    if (on) found.reached = false;
}

bool dbg_found_reached(void) { return found.reached; }

bool dbg_found_looks(void) { return found.looking && !found.reached; }

// The site of a function that the place belongs to; -1: none.
static int64_t site_of(const struct hd_twin_func *f) {
    const struct hd_func *func = f->func;
    int64_t best = -1;
    if (!func->body || func->sym->range.from > found.loc || func->body->range.to < found.loc)
        return -1;
    for (int i = 0; i < f->sites.n; i++)
        if (f->sites.v[i].loc <= found.loc &&
            (best < 0 || f->sites.v[i].loc >= dbg_sites[best].loc))
            best = f->sites.v[i].number;
    return best;
}

void dbg_found_mark(void) {
    if (!found.looking || found.reached) return;
    for (uint32_t i = 0; i < dbg_nsites; i++) {
        const struct hd_twin_func *f = dbg_sites[i].func;
        if (f && site_of(f) == (int64_t)i) dbg_mark(i, true);
    }
}

static bool is_there(const struct hd_frame *frame) {
    const struct hd_thread *t = frame->thread;
    if (!found.looking || found.reached || !dbg_sites[frame->site].func ||
        site_of(dbg_sites[frame->site].func) != (int64_t)frame->site || !t != !found.device)
        return false;
    return !t || ((!found.kernel[0] || !dbg.launch || !strcmp(found.kernel, dbg.launch->name)) &&
                  !memcmp(t->block->bid, found.id.block, sizeof found.id.block) &&
                  !memcmp(t->tid, found.id.thread, sizeof found.id.thread));
}

static bool arrive(void) {
    found.reached = true;
    snprintf(dbg.note, sizeof dbg.note, "%s", found.message);
    return true;
}

bool dbg_found_here(const struct hd_frame *frame) {
    return !found.address && is_there(frame) && arrive();
}

bool dbg_found_access(const char *addr, uint64_t size, const struct hd_frame *frame) {
    uint64_t at = (uint64_t)(uintptr_t)addr;
    return found.address && found.address >= at && found.address < at + size && is_there(frame) &&
           arrive();
}
