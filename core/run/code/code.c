// Compiled code: what is linked for which function, and when it goes.
//
// - Code is made when it is needed: a cell's entry with every function that it can reach and that
//   has none yet. Functions with loops, recursive ones, and whatever those call are `hot`:
//   optimised, with the bodies of what they call at hand for inlining. The rest, and the entry
//   itself, run once or rarely and take the fast path.
// - What is linked together is a unit. A symbol's code (sym_code) names its unit; units count the
//   symbols whose current code they hold and the units that call into them, and are released when
//   nothing is left and no user code runs.
// - A definition that becomes stale or dead loses its code at once; its stub goes back to the
//   resolver, which compiles the new meaning when it is called. Callers lose theirs too, because
//   they are stale as well.
#include "run/gpu/gpu.h"
#include "run/program/program.h"
#include "run/code/code.h"

enum { MOST_NESTED = 2000 }; // calls of functions by one another

// ---- units --------------------------------------------------------------------------------------

static void unit_check(struct hd_unit *unit) {
    if (unit->symbols > 0 || unit->callers > 0 || unit->queued) return;
    unit->queued = true;
    HD_XPUSH(&hd_engine.dying, unit);
}

static void unit_destroy(struct hd_unit *unit) {
    for (int i = 0; i < unit->uses.n; i++) {
        unit->uses.v[i]->callers--;
        unit_check(unit->uses.v[i]);
    }
    for (int i = 0; i < unit->hots.n; i++) {
        struct sym_code *of = unit->hots.v[i]->code;
        if (of) of->quick = NULL;
        hd_hot_forget(unit->hots.v[i]);
    }
    HD_FREE_VEC(&unit->hots);
    hd_code_release(unit->code);
    HD_FREE_VEC(&unit->uses);
    free(unit);
}

void hd_code_sweep(void) {
    hd_hot_cell_ends();
    if (hd_guard_user_threads() > 0) return; // threads that user code started may be running it
    for (int i = 0; i < hd_engine.dying.n; i++) { // grows while it runs
        struct hd_unit *unit = hd_engine.dying.v[i];
        unit->queued = false;
        if (unit->symbols == 0 && unit->callers == 0) unit_destroy(unit);
    }
    hd_engine.dying.n = 0;
}

void code_unit_use(struct hd_unit *unit, struct hd_unit *used) {
    if (unit == used) return;
    for (int i = 0; i < unit->uses.n; i++)
        if (unit->uses.v[i] == used) return;
    HD_XPUSH(&unit->uses, used);
    used->callers++;
}

// Quick code is called by its thunk.
void *code_callable(const struct sym_code *code) {
    return code->quick && !code->hot ? (void *)(uintptr_t)code->quick->thunk : code->address;
}

static void drop_code(struct hd_sym *sym) {
    code_drop_device_stubs(sym);
    struct sym_code *code = sym->code;
    if (!code) return;
    sym->code = NULL;
    if (code->stub) hd_stub_set(code->stub, NULL);
    if (code->quick) {
        code->quick->wanted = false;
        code->quick->code = NULL;
    }
    code->unit->symbols--;
    unit_check(code->unit);
    free(code);
}

static void set_code(struct hd_sym *sym, struct hd_unit *unit, bool hot) {
    void *address = hd_code_symbol(unit->code, sym->link_name);
    if (!address) return;
    struct sym_code *old = sym->code;
    uint64_t stub = old ? old->stub : 0;
    if (old) old->stub = 0;
    if (old && old->quick && !old->hot) { // those who call it by its thunk
        hd_thunk_set(old->quick->thunk, address);
        code_unit_use(old->unit, unit);
    }
    drop_code(sym);
    struct sym_code *code = hd_xcalloc(1, sizeof *code);
    *code = (struct sym_code){.unit = unit, .address = address, .hot = hot, .stub = stub};
    unit->symbols++;
    sym->code = code;
    if (stub) hd_stub_set(stub, address);
}

// Quick code, whose thunk is there already.
static void set_quick_code(struct hd_sym *sym, struct hd_unit *unit, struct hd_hot *hot,
                           struct hd_arena *arena) {
    void *address = hd_code_symbol(unit->code, hd_printf(arena, "%s.q", sym->link_name));
    drop_code(sym);
    struct sym_code *code = hd_xcalloc(1, sizeof *code);
    *code = (struct sym_code){.unit = unit, .address = address, .quick = hot};
    hot->code = code;
    unit->symbols++;
    sym->code = code;
    hd_thunk_set(hot->thunk, address);
}

// Full code in the place of quick code, while either may run.
void code_upgrade(struct hd_sym *sym, struct hd_unit *unit) {
    struct sym_code *code = sym->code;
    void *address = hd_code_symbol(unit->code, sym->link_name);
    struct hd_unit *quick = code->unit;
    hd_thunk_set(code->quick->thunk, address);
    code->quick->full = true;
    if (code->stub) hd_stub_set(code->stub, address);
    code_unit_use(quick, unit);
    code->unit = unit;
    code->address = address;
    code->hot = true;
    unit->symbols++;
    quick->symbols--;
    unit_check(quick);
}

static HD_VEC(struct hd_sym *) late; // objects that the cell destroys, then their storage goes

void hd_code_stale(void *user, struct hd_def *def) {
    hd_note_changed(def);
    if (def->dead) hd_before_keep(def);
    for (struct hd_sym *sym = def->sym; sym;
         sym = sym->next) { // functions and templates may be overloads of each other
        if (sym->kind == SYM_FUNC) {
            hd_kernel_drop(sym);
            drop_code(sym);
        } else if (sym->kind == SYM_VAR && def->dead &&
                   (def->name != hd_intern_str("_") || sym->is_result)) {
            if (sym->ends_late)
                HD_XPUSH(&late, sym);
            else
                hd_var_drop(sym);
        }
    }
}

void hd_code_drop_late(void) {
    for (int i = 0; i < late.n; i++) hd_var_drop(late.v[i]);
    late.n = 0;
}

// A specialisation that was made anew takes the place of `old` behind its stub.
void hd_code_replaced(struct hd_sym *old) {
    hd_kernel_drop(old);
    drop_code(old);
}

// ---- what a symbol means now --------------------------------------------------------------------

struct hd_sym *hd_sym_current(struct hd_sym *sym) {
    sym = hd_linked(sym);
    struct hd_def *def = sym->def;
    if (!def || !def->sym || (def->kind != DEF_FUNC && def->kind != DEF_TEMPLATE)) return sym;
    if (def->inst) { // a rollback may have taken the newest back
        for (struct hd_sym *s = def->inst->again; s && s->def && s->def->inst;
             s = s->def->inst->again)
            if (!s->def->dead) sym = s;
        return sym;
    }
    if (sym->kind != SYM_FUNC || sym->name != def->name)
        return sym; // `f<int>` is not the function `f` of the same type
    if (def->dead) {
        struct hd_def *now = hd_def_find(hd_front_of(def), sym->name);
        if (now && !now->dead && now->sym && (now->kind == DEF_FUNC || now->kind == DEF_TEMPLATE))
            def = now;
    }
    for (struct hd_sym *s = def->sym; s; s = s->next)
        if (s == sym) return sym;
    for (struct hd_sym *s = def->sym; s; s = s->next)
        if (s->kind == SYM_FUNC && hd_type_compatible(s->type, sym->type)) return s;
    return sym;
}

static bool is_ready(const struct hd_sym *sym, bool hot) {
    const struct sym_code *code = sym->code;
    return code && (code->hot || !hot);
}

// The function behind a symbol, up to date and with a body. NULL: an external function, or an error
// was reported.
struct hd_func *code_body_of(struct hd_sym **sym, struct hd_diags *diags) {
    struct hd_sym *s = hd_sym_current(*sym);
    if (s->def && s->def->stale) {
        if (!hd_def_refresh(hd_front_of(s->def), s->def, diags)) return NULL;
        s = hd_sym_current(s);
    }
    *sym = s;
    if (s->kind != SYM_FUNC || !s->defined || !s->func) return NULL;
    if (!s->func->body && !hd_func_body(s->func->front, s->func, diags)) return NULL;
    return s->func;
}

// The same as device code has it.
struct hd_func *code_device_version(struct hd_func *func, struct hd_diags *diags) {
    func = hd_device_func(func);
    return func->body || hd_func_body(func->front, func, diags) ? func : NULL;
}

// The kernel with __CUDA_ARCH__ as `arch` says, which may be another than it was checked for.
struct hd_func *code_for_arch(struct hd_func *func, int arch, struct hd_diags *diags) {
    hd_front_set_arch(func->front ? func->front : hd_engine.front, arch); // NULL: an array's loop
    struct hd_sym *sym = func->sym;
    if (!sym->def || !sym->def->stale) return func;
    if (sym->name != sym->def->name) {
        struct hd_diag *d =
            hd_error(diags, sym->range, "`%s` was made for another architecture", sym->name);
        hd_help(diags, d, "it looks at `__CUDA_ARCH__`: ask for one architecture at a time");
        return NULL;
    }
    func = code_body_of(&sym, diags);
    return func && func->is_kernel ? func : NULL;
}

struct hd_func *code_device_body_of(struct hd_sym **sym, struct hd_diags *diags) {
    struct hd_func *func = code_body_of(sym, diags);
    return func ? code_device_version(func, diags) : NULL;
}

// ---- what has to be compiled --------------------------------------------------------------------

bool code_too_long_to_inline(const struct hd_func *func) {
    return func->body->range.to - func->body->range.from > 4000;
}

bool code_is_small(const struct hd_func *func) {
    return func->body->range.to - func->body->range.from < 200;
}

static struct planned *plan_func(struct plan *plan, struct hd_sym *sym, bool hot, int depth);

void code_plan_calls(struct plan *plan, struct planned *p, int depth) {
    for (int i = 0; i < p->func->ncalls; i++) {
        struct hd_sym *callee = p->func->calls[i];
        if (callee->kind != SYM_FUNC) continue;
        struct planned *q =
            plan_func(plan, callee, p->hot || (p->func->has_loop && !p->once), depth + 1);
        if (q && q->on_path) p->hot = true; // recursion
    }
}

static struct planned *plan_func(struct plan *plan, struct hd_sym *sym, bool hot, int depth) {
    struct hd_func *func = code_body_of(&sym, plan->diags);
    if (!func || depth > MOST_NESTED) return NULL;
    if (func->is_kernel || (func->is_device && !func->is_host)) return NULL;
    struct planned *p = hd_map_get(&plan->seen, (const char *)sym);
    bool once = sym == plan->once && hd_gen_is_short(func);
    hot = hot || (func->has_loop && !once);
    if (p && (p->hot || !hot || p->on_path)) {
        p->hot = p->hot || hot;
        return p;
    }
    if (!p) {
        p = HD_NEW(plan->arena, struct planned);
        *p = (struct planned){.sym = sym, .func = func, .once = once};
        hd_map_set(&plan->seen, (const char *)sym, p);
        HD_PUSH(plan->arena, &plan->all, p);
    }
    p->hot = hot;
    p->on_path = true;
    code_plan_calls(plan, p, depth);
    if (p->hot && !hot)
        code_plan_calls(plan, p, depth); // found recursive: what it calls is hot as well
    p->on_path = false;
    p->ready = is_ready(sym, p->hot);
    return p;
}

// ---- making it ----------------------------------------------------------------------------------

// Generates, optimises and links a module. NULL: reported, or see optimise.
struct hd_unit *code_link_job(struct hd_gen_job *job, const char **no_lanes) {
    struct hd_module module;
    if (!hd_gen_module(job, &module)) return NULL;
    hd_dump_module(&module, "ir");
    return code_link_object(job, &module, false, NULL, no_lanes);
}

void code_add_item(struct hd_arena *arena, struct hd_gen_job *job, int *cap,
                   struct hd_gen_item item) {
    if (job->nitems == *cap) job->items = hd_vec_grow_arena(arena, job->items, cap, sizeof item);
    job->items[job->nitems++] = item;
}

// Bodies that have code already are carried for inlining only: those within two calls of what is
// made, and small ones whatever the number. All that can be reached would be most of a large
// program, in each of its modules.
static void mark_near(struct plan *plan, const struct hd_func *func, int levels) {
    for (int i = 0; i < func->ncalls; i++) {
        struct planned *p = hd_map_get(&plan->seen, (const char *)hd_sym_current(func->calls[i]));
        if (!p || !p->ready || p->near > levels) continue;
        p->near = levels + 1;
        int left = code_is_small(p->func) ? levels : levels - 1;
        if (left >= 0) mark_near(plan, p->func, left);
    }
}

// The quick code that `hot` is of has been linked.
static void take_quick(struct plan *plan, struct hd_hot *hot, struct hd_unit *unit) {
    const char *name = hd_printf(plan->arena, "%s.heat", hot->func->sym->link_name);
    HD_XPUSH(&unit->hots, hot);
    hd_hot_begin(hot, unit, hd_code_symbol(unit->code, name));
}

// Links what `plan` says at one temperature; `entry` goes with it if given.
struct hd_unit *code_link_plan(struct plan *plan, bool hot, struct hd_func *entry) {
    struct hd_gen_job job = {.arena = plan->arena, .opt = hot, .debug = true, .diags = plan->diags};
    struct hd_module module;
    int cap = 0;
    job.heat = plan->quick && !hot;
    for (int i = 0; i < plan->all.n && hot; i++) {
        const struct planned *p = plan->all.v[i];
        if (!p->ready && p->hot) mark_near(plan, p->func, 1);
    }
    if (entry && hot) mark_near(plan, entry, 1);
    for (int i = 0; i < plan->all.n; i++) {
        struct planned *p = plan->all.v[i];
        struct hd_gen_item item = {.func = p->func, .flavour = HD_HOST_CODE};
        if (!p->ready && p->hot == hot) code_add_item(plan->arena, &job, &cap, item);
        item.inline_only = true;
        if (p->ready && hot && p->near && (p->hot || plan->quick) &&
            !code_too_long_to_inline(p->func))
            code_add_item(plan->arena, &job, &cap, item);
    }
    if (entry)
        code_add_item(plan->arena, &job, &cap,
                      (struct hd_gen_item){.func = entry, .flavour = HD_HOST_CODE});
    bool any = entry != NULL;
    for (int i = 0; i < job.nitems; i++) any = any || !job.items[i].inline_only;
    if (!any || !hd_gen_module(&job, &module)) return NULL;
    hd_dump_module(&module, "ir");
    struct hd_unit *unit = code_link_object(&job, &module, false, plan, NULL);
    for (int i = 0; unit && i < plan->all.n; i++) {
        struct planned *p = plan->all.v[i];
        if (p->ready || p->hot != hot) continue;
        if (p->quick) {
            take_quick(plan, p->quick, unit);
            set_quick_code(p->sym, unit, p->quick, plan->arena);
            p->quick = NULL;
        } else {
            set_code(p->sym, unit, hot);
        }
        p->ready = true;
    }
    if (unit && entry && job.heat) take_quick(plan, hd_hot_create(entry), unit);
    return unit;
}

// Where there is quick code, all that has none of any kind gets it, but for what must be full.
void code_plan_quick(struct plan *plan) {
    for (int i = 0; i < plan->all.n && plan->quick; i++) {
        struct planned *p = plan->all.v[i];
        p->ready = is_ready(p->sym, false);
        p->hot = hd_gen_needs_full(p->func);
        if (!p->ready && !p->hot) p->quick = hd_hot_create(p->func);
    }
}

void code_plan_finish(struct plan *plan) {
    for (int i = 0; i < plan->all.n; i++)
        if (plan->all.v[i]->quick) hd_hot_forget(plan->all.v[i]->quick);
    hd_map_finish(&plan->seen);
}

bool code_link_reachable(struct plan *plan) {
    code_link_plan(plan, true, NULL);
    return plan->diags->errors == 0;
}

void *hd_code_entry(struct hd_func *entry, bool optimise, struct hd_diags *diags) {
    struct plan plan = {.arena = hd_engine.arena,
                        .diags = diags,
                        .quick = !optimise && hd_hot_allowed() && !hd_gen_needs_full(entry)};
    bool once = plan.quick || (!optimise && !hd_engine.dump && hd_gen_is_short(entry)),
         hot = optimise || (entry->has_loop && !once);
    struct planned top = {.func = entry, .hot = hot, .once = once};
    code_plan_calls(&plan, &top, 0);
    code_plan_quick(&plan);
    void *address = NULL;
    // What a hot entry calls is hot, and goes with it.
    if (diags->errors == 0 && (hot || code_link_reachable(&plan))) {
        struct hd_unit *unit = code_link_plan(&plan, hot, entry);
        if (unit && diags->errors == 0) {
            address = hd_code_symbol(unit->code, entry->sym->link_name);
            unit_check(unit); // goes after the run unless functions were linked with it
        }
    }
    code_plan_finish(&plan);
    return address;
}

// All that it reaches, checked, as one module that goes after the run. main_sym: what is asked for
// in its place.
void *hd_code_checked_host(struct hd_func *entry, struct hd_sym *main_sym, struct hd_diags *diags) {
    struct plan plan = {.arena = hd_engine.arena, .diags = diags};
    struct hd_gen_check check = {.first = hd_check_next_site()};
    struct hd_gen_job job = {
        .arena = plan.arena, .debug = true, .diags = diags, .check = &check, .opt = 1};
    struct planned top = {.func = entry};
    void *address = NULL;
    int cap = 0;
    if (entry)
        code_plan_calls(&plan, &top, 0);
    else
        plan_func(&plan, main_sym, false, 0);
    for (int i = 0; i < plan.all.n; i++)
        code_add_item(plan.arena, &job, &cap,
                      (struct hd_gen_item){.func = plan.all.v[i]->func, .flavour = HD_HOST_CODE});
    if (entry)
        code_add_item(plan.arena, &job, &cap,
                      (struct hd_gen_item){.func = entry, .flavour = HD_HOST_CODE});
    struct hd_unit *unit = diags->errors > 0 || !job.nitems ? NULL : code_link_job(&job, NULL);
    if (unit) {
        hd_check_add_sites(check.sites.v, check.sites.n);
        hd_check_host_sites(check.first);
        hd_check_streams = check.streams;
        hd_check_host_writes = check.host_writes;
        const struct hd_sym *sym = entry ? entry->sym : hd_sym_current(main_sym);
        address = hd_code_symbol(unit->code, hd_gen_symbol(plan.arena, sym, HD_HOST_CODE));
        unit_check(unit);
    }
    hd_map_finish(&plan.seen);
    return address;
}

// A program runs once, and its full code is made in a fraction of a second: then it is there before
// the program looks at the clock. A loop takes about 5 ms, however short its text is.
static bool is_small_program(const struct plan *plan) {
    enum { MOST_TEXT = 20000, MOST_LOOPS = 60 };
    int64_t text = 0, loops = 0;
    for (int i = 0; i < plan->all.n; i++) {
        const struct hd_func *func = plan->all.v[i]->func;
        if (func->body) text += func->body->range.to - func->body->range.from;
        loops += func->nloops;
    }
    return text < MOST_TEXT && loops < MOST_LOOPS && !hd_hot_eager();
}

void *hd_code_for(struct hd_sym *sym, bool hot, struct hd_diags *diags) {
    struct plan plan = {.arena = hd_engine.arena, .diags = diags, .quick = hd_hot_allowed()};
    if (!hot) plan.once = hd_sym_current(sym);
    struct planned *p = plan_func(&plan, sym, hot, 0);
    plan.quick = plan.quick && !(hd_engine.program_argv && is_small_program(&plan));
    code_plan_quick(&plan);
    void *address = NULL;
    if (p && diags->errors == 0 && code_link_reachable(&plan)) {
        code_link_plan(&plan, false, NULL);
        struct sym_code *code = p->sym->code;
        if (code) address = code_callable(code);
    }
    code_plan_finish(&plan);
    return address;
}

void hd_unit_release(struct hd_unit *unit) {
    unit->symbols--;
    unit_check(unit);
}
