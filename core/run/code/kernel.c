// Kernels' code, at once or in three steps of which the middle one runs on another thread; a host
// function's full code is made likewise; modules to look at.
#include "run/code/code.h"

enum { MOST_CALLS = 2000 }; // functions that call each other

void code_add_device_items(struct hd_gen_job *job, int *cap, struct hd_map *seen,
                           struct hd_func *func, int depth) {
    for (int i = 0; i < func->ncalls && depth < MOST_CALLS; i++) {
        struct hd_sym *callee = func->calls[i];
        if (callee->kind != SYM_FUNC || hd_map_get(seen, (const char *)callee)) continue;
        struct hd_sym *key = callee;
        struct hd_func *body = code_device_body_of(&callee, job->diags);
        if (!body || body->is_kernel) continue;
        hd_map_set(seen, (const char *)key, body);
        if (key != callee) hd_map_set(seen, (const char *)callee, body);
        code_add_item(job->arena, job, cap,
                      (struct hd_gen_item){.func = body, .flavour = HD_DEVICE_CODE});
        code_add_device_items(job, cap, seen, body, depth + 1);
    }
}

void code_device_options(struct hd_gen_job *job) {
    job->fast_math = hd_engine.options.fastmath;
    job->no_fma = !hd_engine.options.fmad || !hd_cpu_has_fma();
}

int code_gather_kernel(struct hd_gen_job *job, struct hd_func *func, int opt, struct hd_map *seen,
                       struct hd_diags *diags) {
    *job = (struct hd_gen_job){.arena = hd_engine.arena, .opt = opt, .debug = true, .diags = diags};
    code_device_options(job);
    int cap = 0;
    if (!(func = code_device_version(func, diags))) return 0;
    job->serial = func->sym->serial;
    code_add_item(job->arena, job, &cap,
                  (struct hd_gen_item){.func = func, .flavour = HD_KERNEL_CPU});
    code_add_device_items(job, &cap, seen, func, 0);
    return cap;
}

static void kernel_job(struct hd_gen_job *job, struct hd_func *func, int opt,
                       struct hd_diags *diags) {
    struct hd_map seen = {0};
    code_gather_kernel(job, func, opt, &seen, diags);
    hd_map_finish(&seen);
}

void hd_code_lockstep(struct hd_func *kernel, struct hd_lockstep *out, hd_loc *lost,
                      struct hd_diags *diags) {
    *lost = 0;
    struct hd_gen_job job;
    kernel_job(&job, kernel, 1, diags); // all that it calls has its body then
    if (job.nitems) hd_gen_lockstep(job.items[0].func, out, lost);
}

struct hd_unit *hd_code_kernel(struct hd_func *func, int opt, struct hd_lanes *lanes,
                               const char **no_lanes, struct hd_kernel_info *info, void **runner,
                               struct hd_diags *diags) {
    struct hd_gen_job job;
    kernel_job(&job, func, opt, diags);
    job.lanes = lanes;
    if (diags->errors > 0) return NULL;
    struct hd_unit *unit = code_link_job(&job, no_lanes);
    if (!unit) return NULL;
    *info = job.kernel;
    *runner = hd_code_symbol(unit->code, hd_gen_symbol(job.arena, func->sym, HD_KERNEL_CPU));
    unit->symbols = 1;
    return unit;
}

bool hd_unit_was_kept(const struct hd_unit *unit) { return unit->kept; }

struct hd_unit *hd_code_kept_kernel(struct hd_func *func, const struct hd_lanes *lanes,
                                    struct hd_kernel_info *info, void **runner) {
    struct hd_diags quiet = {.arena = hd_engine.arena};
    struct hd_gen_job job;
    struct hd_module module;
    struct hd_lanes wanted;
    kernel_job(&job, func, 1, &quiet);
    if (lanes) {
        wanted = *lanes;
        job.lanes = &wanted;
    }
    if (quiet.errors || !hd_gen_module(&job, &module)) return NULL;
    struct hd_unit *unit = code_link_object(&job, &module, true, NULL, NULL);
    if (!unit) return NULL;
    *info = job.kernel;
    *runner = hd_code_symbol(unit->code, hd_gen_symbol(job.arena, func->sym, HD_KERNEL_CPU));
    unit->symbols = 1;
    return unit;
}

// ---- a kernel's code in three steps -------------------------------------------------------------

struct hd_kernel_build {
    struct hd_gen_job job;
    struct hd_diags diags;
    struct hd_module module;
    struct hd_lanes lanes;
    struct linking linking;
    struct hd_buf error;
    LLVMMemoryBufferRef object;
    const char *symbol, *why;
};

struct hd_kernel_build *hd_code_kernel_begin(struct hd_func *func, const struct hd_lanes *lanes) {
    struct hd_arena *arena = hd_arena_create(), *outer = hd_engine.arena;
    struct hd_kernel_build *build = HD_NEW(arena, struct hd_kernel_build);
    build->diags.arena = build->linking.arena = arena;
    hd_engine.arena = arena;
    kernel_job(&build->job, func, 1, &build->diags);
    if (lanes) {
        build->lanes = *lanes;
        build->job.lanes = &build->lanes;
    }
    bool ok = !build->diags.errors && hd_gen_module(&build->job, &build->module) &&
              code_resolve_all(&build->linking, &build->job);
    hd_engine.arena = outer;
    if (ok) {
        build->symbol = hd_gen_symbol(arena, func->sym, HD_KERNEL_CPU);
        return build;
    }
    hd_module_destroy(&build->module);
    hd_arena_destroy(arena);
    return NULL;
}

bool hd_code_kernel_make(struct hd_kernel_build *build, LLVMTargetMachineRef machine) {
    struct keeping k;
    code_look_for_kept(&k, &build->job, &build->module, machine);
    if (k.kept || !code_optimise(&build->job, &build->module, machine, &build->why)) {
        hd_module_destroy(&build->module);
        build->object = k.object;
        return k.kept;
    }
    build->object = hd_jit_object(machine, &build->module, &build->error);
    code_keep(&k, &build->job, build->object);
    return build->object != NULL;
}

struct hd_unit *hd_code_kernel_end(struct hd_kernel_build *build, bool wanted,
                                   struct hd_kernel_info *info, void **runner, const char **why) {
    struct hd_code *code = NULL;
    struct hd_unit *unit = NULL;
    if (build->object && wanted)
        code =
            hd_jit_load(hd_engine.jit, build->object, code_resolve, &build->linking, &build->error);
    else if (build->object)
        LLVMDisposeMemoryBuffer(build->object);
    if (code) {
        unit = hd_xcalloc(1, sizeof *unit);
        unit->code = code;
        unit->symbols = 1;
        *info = build->job.kernel;
        *runner = hd_code_symbol(code, build->symbol);
    }
    *why = build->why; // a constant
    hd_buf_finish(&build->error);
    hd_arena_destroy(build->diags.arena);
    return unit;
}

// ---- a host function's full code, likewise
// -------------------------------------------------------

// Bodies for inlining: of what the function calls, within two calls, and small ones beyond. Nothing
// is checked or made current here: that is for the thread that runs cells.
static void carry(struct hd_gen_job *job, int *cap, struct hd_map *seen, struct hd_func *func,
                  intptr_t levels) {
    for (int i = 0; i < func->ncalls; i++) {
        if (func->calls[i]->kind != SYM_FUNC) continue;
        struct hd_sym *sym = hd_sym_current(func->calls[i]);
        struct hd_func *callee = sym->kind == SYM_FUNC && sym->defined ? sym->func : NULL;
        bool stale = sym->def && (sym->def->stale || sym->def->dead);
        if (!callee || !callee->body || stale || !sym->code || code_too_long_to_inline(callee))
            continue;
        if (callee->is_kernel || (callee->is_device && !callee->is_host)) continue;
        intptr_t before = (intptr_t)hd_map_get(seen, (const char *)sym);
        if (before > levels) continue;
        hd_map_set(seen, (const char *)sym, (void *)(levels + 1));
        if (!before)
            code_add_item(
                job->arena, job, cap,
                (struct hd_gen_item){.func = callee, .flavour = HD_HOST_CODE, .inline_only = true});
        intptr_t left = code_is_small(callee) ? levels : levels - 1;
        if (left >= 0) carry(job, cap, seen, callee, left);
    }
}

struct hd_kernel_build *hd_code_host_begin(struct hd_hot *hot) {
    struct hd_func *func = hot->func;
    const struct sym_code *code = func->sym->code;
    bool stale = func->sym->def && (func->sym->def->stale || func->sym->def->dead);
    if (stale || (!func->is_entry && (!code || code->quick != hot))) return NULL;
    struct hd_arena *arena = hd_arena_create();
    struct hd_kernel_build *build = HD_NEW(arena, struct hd_kernel_build);
    struct hd_map seen = {0};
    int cap = 0;
    build->diags.arena = build->linking.arena = arena;
    build->job =
        (struct hd_gen_job){.arena = arena, .opt = 1, .debug = true, .diags = &build->diags};
    struct hd_gen_item item = {.func = func, .flavour = HD_HOST_CODE, .turn = hot->turn + 1};
    // A long function's code for calls comes when it is called: made twice, it would come late.
    item.only_turn =
        func->is_entry || hot->full || (hot->turn >= 0 && code_too_long_to_inline(func));
    code_add_item(arena, &build->job, &cap, item);
    hd_map_set(&seen, (const char *)func->sym, (void *)(intptr_t)100);
    carry(&build->job, &cap, &seen, func, 1);
    hd_map_finish(&seen);
    if (hd_gen_module(&build->job, &build->module)) return build;
    hd_arena_destroy(arena);
    return NULL;
}

// What has become of the turn that was asked for, for hd_rt_hot.
static void publish_turn(struct hd_hot *hot, const struct hd_gen_item *item, struct hd_code *code,
                         struct hd_arena *arena) {
    int n = atomic_load(&hot->nturns);
    if (!item->turn || n == HOT_TURNS) return;
    bool fits = code && item->turn_ok && hot->heat && item->shape == hot->heat->shape;
    const char *name = hd_printf(arena, "%s.turn%d", hot->func->sym->link_name, item->turn - 1);
    hot->turns[n].turn = item->turn - 1;
    hot->turns[n].code = fits ? hd_code_symbol(code, name) : NULL;
    atomic_store_explicit(&hot->nturns, n + 1, memory_order_release);
}

// hot: NULL where it is no longer wanted.
void hd_code_host_end(struct hd_kernel_build *build, struct hd_hot *hot) {
    const struct hd_gen_item *item = &build->job.items[0];
    struct hd_arena *arena = build->diags.arena, *outer = hd_engine.arena;
    struct hd_code *code = NULL;
    hd_engine.arena = arena;
    if (build->object && hot && code_resolve_all(&build->linking, &build->job))
        code =
            hd_jit_load(hd_engine.jit, build->object, code_resolve, &build->linking, &build->error);
    else if (build->object)
        LLVMDisposeMemoryBuffer(build->object);
    if (hot) publish_turn(hot, item, code, arena);
    if (hot && !code) hot->failed = true;
    if (code) {
        struct hd_unit *unit = hd_xcalloc(1, sizeof *unit);
        unit->code = code;
        for (int i = 0; i < build->linking.uses.n; i++)
            code_unit_use(unit, build->linking.uses.v[i]);
        code_unit_use(hot->unit, unit);
        struct sym_code *own = hot->func->sym->code;
        if (!item->only_turn && own && own->quick == hot && !own->hot)
            code_upgrade(hot->func->sym, unit);
    }
    hd_engine.arena = outer;
    hd_buf_finish(&build->error);
    hd_arena_destroy(arena);
}

struct hd_unit *hd_code_checked_kernel(struct hd_func *func, struct hd_gen_check *check,
                                       struct hd_lanes *lanes, const char **no_lanes,
                                       struct hd_kernel_info *info, void **runner,
                                       struct hd_diags *diags) {
    struct hd_gen_job job;
    kernel_job(&job, func, 1, diags);
    job.check = check;
    job.lanes = lanes;
    check->first = hd_check_next_site();
    struct hd_unit *unit = diags->errors > 0 ? NULL : code_link_job(&job, no_lanes);
    if (!unit) return NULL;
    hd_check_add_sites(check->sites.v, check->sites.n);
    *info = job.kernel;
    *runner = hd_code_symbol(unit->code, hd_gen_symbol(job.arena, func->sym, HD_KERNEL_CPU));
    unit->symbols = 1;
    return unit;
}

bool hd_code_module(struct hd_func *func, enum hd_flavour flavour, int opt, struct hd_lanes *lanes,
                    struct hd_module *out, struct hd_diags *diags) {
    struct hd_gen_job job;
    if (flavour == HD_KERNEL_CPU) {
        kernel_job(&job, func, opt, diags);
        job.lanes = lanes;
    } else {
        job = (struct hd_gen_job){
            .arena = hd_engine.arena, .opt = opt, .debug = false, .diags = diags};
        int cap = 0;
        code_add_item(job.arena, &job, &cap,
                      (struct hd_gen_item){.func = func, .flavour = flavour});
        struct plan plan = {.arena = hd_engine.arena, .diags = diags};
        struct planned top = {.func = func, .hot = true};
        if (flavour == HD_HOST_CODE) code_plan_calls(&plan, &top, 0);
        for (int i = 0; i < plan.all.n; i++) {
            struct planned *p = plan.all.v[i];
            if (p->func != func && !code_too_long_to_inline(p->func))
                code_add_item(job.arena, &job, &cap,
                              (struct hd_gen_item){
                                  .func = p->func, .flavour = HD_HOST_CODE, .inline_only = true});
        }
        hd_map_finish(&plan.seen);
    }
    job.debug = lanes && lanes->shapes;
    if (diags->errors > 0 || !hd_gen_module(&job, out)) return false;
    const char *why;
    if (code_optimise(&job, out, hd_jit_machine(hd_engine.jit, opt), &why)) return true;
    hd_module_destroy(out);
    return false;
}
