// Debug twins: the code of just those functions that a debugger stops in, with what they reach.
#include "run/code/code.h"

#include <string.h>

static bool is_users(const struct hd_func *func) {
    return func->source && !func->source->system && func->source->cell > 0;
}

// A header's function that calls the user's, a lambda say, or may do so through a pointer, is a
// part of a twin, though it has no frame.
static bool reaches_users(struct hd_func *func, struct hd_map *seen) {
    if (is_users(func) || func->has_indirect_call) return true;
    if (hd_map_get(seen, (const char *)func)) return false;
    hd_map_set(seen, (const char *)func, func);
    for (int i = 0; i < func->ncalls; i++) {
        struct hd_sym *sym = hd_sym_current(func->calls[i]);
        if (sym->kind == SYM_FUNC && sym->func && reaches_users(sym->func, seen)) return true;
    }
    return false;
}

bool code_calls_pointers(const struct hd_gen_job *job) {
    for (int i = 0; i < job->nitems; i++)
        if (job->items[i].func->has_indirect_call) return true;
    return false;
}

// The user's function that a stub leads to, of the kind asked for, when all that it needs compiles.
static struct hd_func *stub_func(uint64_t stub, bool device) {
    const char *text;
    bool for_device = false;
    if (!hd_stub_at(stub, &text)) return NULL;
    const char *type = hd_stub_type(text, &for_device);
    struct hd_diags quiet = {.arena = hd_engine.arena};
    struct hd_sym *sym = for_device == device ? hd_stub_sym(stub) : NULL;
    if (!sym) return NULL;
    struct hd_func *func = device ? code_device_body_of(&sym, &quiet) : code_body_of(&sym, &quiet);
    struct hd_map seen = {0};
    bool users = func && reaches_users(func, &seen);
    hd_map_finish(&seen);
    if (!users || func->is_kernel || (device && !func->is_device) ||
        strcmp(hd_type_str(hd_engine.arena, sym->type), type) != 0)
        return NULL;
    if (device) {
        struct hd_gen_job job = {.arena = hd_engine.arena, .diags = &quiet};
        int cap = 0;
        code_add_device_items(&job, &cap, &seen, func, 0);
        hd_map_finish(&seen);
    } else {
        struct plan plan = {.arena = hd_engine.arena, .diags = &quiet};
        struct planned top = {.func = func};
        code_plan_calls(&plan, &top, 0);
        if (!quiet.errors) code_link_reachable(&plan), code_link_plan(&plan, false, NULL);
        code_plan_finish(&plan);
    }
    return quiet.errors ? NULL : func;
}

static bool has_item(const struct hd_gen_job *job, const struct hd_func *func) {
    for (int i = 0; i < job->nitems; i++)
        if (job->items[i].func == func) return true;
    return false;
}

// What pointers lead to becomes a part of a twin that calls through some.
static void add_twin_pointees(struct hd_gen_job *job, int *cap, struct hd_map *seen, bool device) {
    if (!code_calls_pointers(job)) return;
    for (int i = 0; i < hd_store_stub_count(); i++) {
        struct hd_func *func = stub_func(hd_store_stub_address(i), device);
        if (!func || has_item(job, func)) continue;
        code_add_item(
            job->arena, job, cap,
            (struct hd_gen_item){.func = func, .flavour = device ? HD_DEVICE_CODE : HD_HOST_CODE});
        if (!device) continue;
        hd_map_set(seen, (const char *)func->sym, func);
        code_add_device_items(job, cap, seen, func, 0);
    }
}

static void note_twin_pointees(struct hd_gen_job *job, const struct hd_unit *unit, bool device) {
    enum hd_flavour flavour = device ? HD_DEVICE_CODE : HD_HOST_CODE;
    if (!code_calls_pointers(job)) return;
    for (int i = 0; i < hd_store_stub_count(); i++) {
        uint64_t stub = hd_store_stub_address(i);
        struct hd_func *func = stub_func(stub, device);
        if (!func || !has_item(job, func)) continue;
        const char *name = hd_gen_symbol(job->arena, func->sym, flavour);
        void *address = hd_code_symbol(unit->code, name);
        if (!address && device) // the kernel's copy
            address = hd_code_symbol(unit->code, hd_printf(job->arena, "%s.in", name));
        if (address) HD_XPUSH(&job->twin->pointees, ((struct hd_twin_pointee){stub, address}));
    }
}

struct hd_unit *hd_code_twin_kernel(struct hd_func *func, struct hd_gen_twin *twin,
                                    struct hd_kernel_info *info, void **runner,
                                    struct hd_diags *diags) {
    struct hd_gen_job job;
    struct hd_map seen = {0};
    int cap = code_gather_kernel(&job, func, 0, &seen, diags);
    job.twin = twin;
    if (!diags->errors) add_twin_pointees(&job, &cap, &seen, true);
    hd_map_finish(&seen);
    struct hd_unit *unit = diags->errors > 0 ? NULL : code_link_job(&job, NULL);
    if (!unit) return NULL;
    note_twin_pointees(&job, unit, true);
    *info = job.kernel;
    *runner = hd_code_symbol(unit->code, hd_gen_symbol(job.arena, func->sym, HD_KERNEL_CPU));
    unit->symbols = 1;
    return unit;
}

int hd_code_reached(struct hd_func *entry, struct hd_func ***out, struct hd_diags *diags) {
    struct plan plan = {.arena = hd_engine.arena, .diags = diags};
    struct planned top = {.func = entry};
    code_plan_calls(&plan, &top, 0);
    *out = HD_NEW_ARRAY(hd_engine.arena, struct hd_func *, plan.all.n + 1);
    for (int i = 0; i < plan.all.n; i++) (*out)[i] = plan.all.v[i]->func;
    hd_map_finish(&plan.seen);
    return plan.all.n;
}

struct hd_unit *hd_code_twin_entry(struct hd_func *entry, struct hd_gen_twin *twin, void **address,
                                   struct hd_diags *diags) {
    struct plan plan = {.arena = hd_engine.arena, .diags = diags};
    struct planned top = {.func = entry};
    code_plan_calls(&plan, &top, 0);
    struct hd_unit *unit = NULL;
    plan.quick = hd_hot_allowed();
    code_plan_quick(&plan);
    if (diags->errors == 0 && code_link_reachable(&plan)) {
        code_link_plan(&plan, false, NULL); // what pointers lead to, and headers
        struct hd_gen_job job = {
            .arena = hd_engine.arena, .debug = true, .diags = diags, .twin = twin};
        int cap = 0;
        code_add_item(job.arena, &job, &cap,
                      (struct hd_gen_item){.func = entry, .flavour = HD_HOST_CODE});
        for (int i = 0; i < plan.all.n; i++) {
            struct hd_map seen = {0};
            struct hd_func *func = plan.all.v[i]->func;
            if (func != entry && reaches_users(func, &seen))
                code_add_item(job.arena, &job, &cap,
                              (struct hd_gen_item){.func = func, .flavour = HD_HOST_CODE});
            hd_map_finish(&seen);
        }
        add_twin_pointees(&job, &cap, NULL, false);
        unit = diags->errors > 0 ? NULL : code_link_job(&job, NULL);
        if (unit) note_twin_pointees(&job, unit, false);
    }
    code_plan_finish(&plan);
    if (!unit) return NULL;
    *address = hd_code_symbol(unit->code, entry->sym->link_name);
    unit->symbols = 1;
    return unit;
}

struct hd_unit *hd_code_device_entry(struct hd_func *entry, void **address,
                                     struct hd_diags *diags) {
    struct hd_gen_job job = {.arena = hd_engine.arena, .debug = true, .diags = diags};
    code_device_options(&job);
    struct hd_map seen = {0};
    int cap = 0;
    code_add_item(job.arena, &job, &cap,
                  (struct hd_gen_item){.func = entry, .flavour = HD_DEVICE_CODE});
    code_add_device_items(&job, &cap, &seen, entry, 0);
    hd_map_finish(&seen);
    struct hd_unit *unit = diags->errors > 0 ? NULL : code_link_job(&job, NULL);
    if (!unit) return NULL;
    *address = hd_code_symbol(unit->code, hd_gen_symbol(job.arena, entry->sym, HD_DEVICE_CODE));
    unit->symbols = 1;
    return unit;
}
