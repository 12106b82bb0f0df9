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
#include "run/array/array.h"
#include "cpu/exception.h"
#include "math/math.h"
#include "run/gpu/gpu.h"
#include "run/library/library.h"
#include "run/program/program.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct hd_unit {
    struct hd_code *code;
    int symbols;                  // sym_code entries that point here
    int callers;                  // units that link to it
    bool queued;                  // in hd_engine.dying
    bool kept;                    // by an earlier session
    HD_VEC(struct hd_hot *) hots; // of the functions whose quick code it has
    HD_VEC(struct hd_unit *) uses;
};

struct sym_code { // hd_sym.code (heap)
    struct hd_unit *unit;
    void *address;
    bool hot;
    struct hd_hot *quick; // of the quick code that it has or had; or NULL
    uint64_t stub;        // whose slot leads here, or 0
};

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

static void unit_use(struct hd_unit *unit, struct hd_unit *used) {
    if (unit == used) return;
    for (int i = 0; i < unit->uses.n; i++)
        if (unit->uses.v[i] == used) return;
    HD_XPUSH(&unit->uses, used);
    used->callers++;
}

static struct { // device functions that a pointer may lead to, compiled by themselves
    HD_VEC(struct device_stub {
        uint64_t stub;
        struct hd_sym *sym;
        struct hd_unit *unit;
    })
    all;
    int seen; // stubs that have been looked at
} device_stubs;

static void drop_device_stubs(const struct hd_sym *sym) {
    for (int i = device_stubs.all.n - 1; i >= 0; i--) {
        struct device_stub stub = device_stubs.all.v[i];
        if (stub.sym != sym) continue;
        hd_stub_set(stub.stub, NULL);
        device_stubs.all.v[i] = device_stubs.all.v[--device_stubs.all.n];
        device_stubs.seen = 0;
        if (stub.unit) hd_unit_release(stub.unit);
    }
}

// Quick code is called by its thunk.
static void *callable(const struct sym_code *code) {
    return code->quick && !code->hot ? (void *)(uintptr_t)code->quick->thunk : code->address;
}

static void drop_code(struct hd_sym *sym) {
    drop_device_stubs(sym);
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
        unit_use(old->unit, unit);
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
static void upgrade_code(struct hd_sym *sym, struct hd_unit *unit) {
    struct sym_code *code = sym->code;
    void *address = hd_code_symbol(unit->code, sym->link_name);
    struct hd_unit *quick = code->unit;
    hd_thunk_set(code->quick->thunk, address);
    code->quick->full = true;
    if (code->stub) hd_stub_set(code->stub, address);
    unit_use(quick, unit);
    code->unit = unit;
    code->address = address;
    code->hot = true;
    unit->symbols++;
    quick->symbols--;
    unit_check(quick);
}

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
            hd_var_drop(sym);
        }
    }
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
static struct hd_func *body_of(struct hd_sym **sym, struct hd_diags *diags) {
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
static struct hd_func *device_version(struct hd_func *func, struct hd_diags *diags) {
    func = hd_device_func(func);
    return func->body || hd_func_body(func->front, func, diags) ? func : NULL;
}

// The kernel with __CUDA_ARCH__ as `arch` says, which may be another than it was checked for.
static struct hd_func *for_arch(struct hd_func *func, int arch, struct hd_diags *diags) {
    hd_front_set_arch(func->front ? func->front : hd_engine.front, arch); // NULL: an array's loop
    struct hd_sym *sym = func->sym;
    if (!sym->def || !sym->def->stale) return func;
    if (sym->name != sym->def->name) {
        struct hd_diag *d =
            hd_error(diags, sym->range, "`%s` was made for another architecture", sym->name);
        hd_help(diags, d, "it looks at `__CUDA_ARCH__`: ask for one architecture at a time");
        return NULL;
    }
    func = body_of(&sym, diags);
    return func && func->is_kernel ? func : NULL;
}

static struct hd_func *device_body_of(struct hd_sym **sym, struct hd_diags *diags) {
    struct hd_func *func = body_of(sym, diags);
    return func ? device_version(func, diags) : NULL;
}

// ---- what has to be compiled --------------------------------------------------------------------

struct plan {
    bool quick;                // functions begin with quick code
    const struct hd_sym *once; // a function that runs once only: main
    struct hd_arena *arena;
    struct hd_diags *diags;
    struct hd_map seen; // sym -> struct planned *
    HD_VEC(struct planned *) all;
};
struct planned {
    struct hd_sym *sym;
    struct hd_func *func;
    bool hot, ready, on_path, once; // once: it runs once, and not for long
    struct hd_hot *quick;           // made for this plan, not yet the unit's
    int near; // levels of calls that are still worth following from here, plus 1
};

static bool too_long_to_inline(const struct hd_func *func) {
    return func->body->range.to - func->body->range.from > 4000;
}

static bool is_small(const struct hd_func *func) {
    return func->body->range.to - func->body->range.from < 200;
}

static struct planned *plan_func(struct plan *plan, struct hd_sym *sym, bool hot, int depth);

static void plan_calls(struct plan *plan, struct planned *p, int depth) {
    for (int i = 0; i < p->func->ncalls; i++) {
        struct hd_sym *callee = p->func->calls[i];
        if (callee->kind != SYM_FUNC) continue;
        struct planned *q =
            plan_func(plan, callee, p->hot || (p->func->has_loop && !p->once), depth + 1);
        if (q && q->on_path) p->hot = true; // recursion
    }
}

static struct planned *plan_func(struct plan *plan, struct hd_sym *sym, bool hot, int depth) {
    struct hd_func *func = body_of(&sym, plan->diags);
    if (!func || depth > 2000) return NULL;
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
    plan_calls(plan, p, depth);
    if (p->hot && !hot) plan_calls(plan, p, depth); // found recursive: what it calls is hot as well
    p->on_path = false;
    p->ready = is_ready(sym, p->hot);
    return p;
}

// ---- linking ------------------------------------------------------------------------------------

// The executable exports no names of its own; these are what compiled code may ask for besides the
// device's runtime.
static void *own_address(const char *name) {
    static const struct {
        const char *name;
        void *address;
    } own[] = {
        {"hd_interrupt_flag", (void *)&hd_interrupt_flag},
        {"hd_interact", (void *)(uintptr_t)hd_interact},
        {"hd_progress", (void *)(uintptr_t)hd_progress},
        {"hd_rt_hot", (void *)(uintptr_t)hd_rt_hot},
        {"hd_rt_hot_frame", (void *)(uintptr_t)hd_rt_hot_frame},
        {"hd_rt_launch", (void *)(uintptr_t)hd_rt_launch},
        {"hd_rt_device_launch", (void *)(uintptr_t)hd_rt_device_launch},
        {"hd_twin_at", (void *)(uintptr_t)hd_twin_at},
        {"hd_twin_turn", (void *)(uintptr_t)hd_twin_turn},
        {"hd_twin_enter", (void *)(uintptr_t)hd_twin_enter},
        {"hd_twin_leave", (void *)(uintptr_t)hd_twin_leave},
        {"hd_twin_store", (void *)(uintptr_t)hd_twin_store},
        {"hd_twin_stored", (void *)(uintptr_t)hd_twin_stored},
        {"hd_twin_load", (void *)(uintptr_t)hd_twin_load},
        {"hd_twin_callee", (void *)(uintptr_t)hd_twin_callee},
        {"hd_rt_breakpoint", (void *)(uintptr_t)hd_rt_breakpoint},
        {"hd_rt_show", (void *)(uintptr_t)hd_rt_show},
        {"hd_rt_not_yet", (void *)(uintptr_t)hd_rt_not_yet},
        {"__heddle_array_fused", (void *)(uintptr_t)hd_rt_fused},
        {"__heddle_array_fused_into", (void *)(uintptr_t)hd_rt_fused_into},
        {"__heddle_array_fold", (void *)(uintptr_t)hd_rt_fold},
        {"__heddle_array_sub", (void *)(uintptr_t)hd_rt_sub},
        {"__heddle_array_scan_by", (void *)(uintptr_t)hd_rt_scan_by},
        {"__heddle_array_save", (void *)(uintptr_t)hd_rt_array_save},
        {"__heddle_array_savez", (void *)(uintptr_t)hd_rt_array_savez},
        {"__heddle_array_load", (void *)(uintptr_t)hd_rt_array_load},
    };
    bool ours = strncmp(name, "hd_", 3) == 0 || strncmp(name, "__heddle_", 9) == 0;
    for (int i = 0; ours && i < HD_COUNT(own); i++)
        if (strcmp(name, own[i].name) == 0) return own[i].address;
    void *symbol = ours ? hd_array_symbol(name) : NULL;
    return symbol || !ours ? symbol : hd_exception_symbol(name);
}

uint64_t hd_extern_address(const char *name) {
    void *p = own_address(name);
    if (!p) p = hd_cudart_symbol(name);
    if (!p) p = hd_library_symbol(name);
    if (!p) p = hd_input_symbol(name);
    if (!p) p = hd_cpu_replacement(name);
    if (!p) p = dlsym(RTLD_DEFAULT, name);
    for (int i = 0; !p && i < hd_engine.libraries.n; i++)
        p = dlsym(hd_engine.libraries.v[i].handle, name);
    if (!p) p = hd_compiler_support(name);
    return (uint64_t)p;
}

struct plan;

struct linking { // names that are new in each cell are not interned: that would grow for ever
    struct link_symbol {
        const char *name;
        uint64_t address;
    } *table;   // open addressing
    size_t cap; // a power of two
    HD_VEC(struct hd_unit *) uses;
    struct hd_arena *arena;
    struct plan *plan; // what is being made: its thunks are there; or NULL
};

static struct link_symbol *find_symbol(const struct linking *l, const char *name) {
    size_t i = hd_hash(name, strlen(name)) & (l->cap - 1);
    while (l->table[i].name && strcmp(l->table[i].name, name) != 0) i = (i + 1) & (l->cap - 1);
    return &l->table[i];
}

static uint64_t resolve(void *user, const char *symbol) {
    uint64_t address = find_symbol(user, symbol)->address;
    return address ? address : (uint64_t)hd_check_runtime(symbol); // what gen/lanes asks for
}

static uint64_t runtime_address(const char *name) {
    void *p = own_address(name);
    if (!p) p = hd_cpu_runtime(name);
    if (!p) p = hd_math_symbol(name);
    if (!p) p = hd_check_runtime(name);
    if (!p) p = hd_devmath_symbol(name);
    if (!p) p = dlsym(RTLD_DEFAULT, name);
    if (!p) p = hd_compiler_support(name);
    return (uint64_t)p;
}

static uint64_t ref_address(struct linking *l, struct hd_ref *ref, struct hd_diags *diags) {
    switch (ref->kind) {
    case HD_REF_VAR: return hd_var_place(ref->sym);
    case HD_REF_STRING: return hd_string_place(ref->string);
    case HD_REF_STUB:
        if (!ref->sym->func && !hd_sym_current(ref->sym)->func &&
            !hd_extern_address(ref->sym->link_name))
            return 0;
        return hd_stub_for(hd_sym_current(ref->sym), ref->flavour == HD_DEVICE_CODE);
    case HD_REF_RUNTIME: return runtime_address(ref->symbol);
    case HD_REF_ONCE: return (uint64_t)(uintptr_t)&ref->sym->once;
    case HD_REF_TYPE: return (uint64_t)(uintptr_t)hd_type_info_of(ref->type);
    case HD_REF_EXTERN: return hd_extern_address(ref->symbol);
    case HD_REF_CODE: {
        struct hd_sym *sym = hd_sym_current(ref->sym);
        struct sym_code *code = sym->code;
        const struct planned *p = l->plan ? hd_map_get(&l->plan->seen, (const char *)sym) : NULL;
        if (p && p->quick) return p->quick->thunk;
        if (!code) return 0;
        HD_PUSH(l->arena, &l->uses, code->unit);
        return (uint64_t)(uintptr_t)callable(code);
    }
    }
    return 0;
}

static bool resolve_all(struct linking *l, struct hd_gen_job *job) {
    bool ok = true;
    for (l->cap = 16; l->cap < (size_t)job->refs.n * 2; l->cap *= 2) continue;
    l->table = HD_NEW_ARRAY(l->arena, struct link_symbol, l->cap);
    for (int i = 0; i < job->refs.n; i++) {
        struct hd_ref *ref = &job->refs.v[i];
        uint64_t addr = ref_address(l, ref, job->diags);
        if (addr) {
            *find_symbol(l, ref->symbol) = (struct link_symbol){ref->symbol, addr};
            continue;
        }
        ok = false;
        struct hd_range at = {ref->loc, ref->loc};
        const char *name = ref->sym && ref->sym->name ? ref->sym->name : ref->symbol;
        if (ref->kind == HD_REF_VAR) {
            hd_var_no_room(job->diags, at, ref->sym);
            continue;
        }
        if (ref->kind == HD_REF_STRING) {
            hd_error(job->diags, at, "no room for `%s` in the variable store", name);
            continue;
        }
        if (ref->kind == HD_REF_CODE && job->diags->errors > 0) continue; // why was said
        struct hd_diag *d = hd_error(job->diags, at, "`%s` is declared but defined nowhere", name);
        if (ref->sym && ref->sym->range.from)
            hd_note(job->diags, d, ref->sym->range, "its declaration");
        const char *hint = hd_program_hint(ref->sym);
        if (hint)
            hd_help(job->diags, d, "%s", hint);
        else
            hd_help(job->diags, d, "define `%s`, or load the library that has it with %%lib", name);
    }
    return ok;
}

// Optimises a module. false: reported, or code for many lanes cannot be made (*why).
static bool optimise(struct hd_gen_job *job, struct hd_module *module, LLVMTargetMachineRef machine,
                     const char **why) {
    if (!job->lanes) return hd_gen_optimise(module, machine, job->opt, job->diags);
    job->lanes->vector_bits = hd_cpu_vector_bits();
    if (!hd_gen_lanes(module, job, machine, why)) return false;
    hd_gen_restore_places(module->module);
    return true;
}

// ---- objects, made or kept ----------------------------------------------------------------------

// What is told of a kernel's code after it was generated: kept with the object.
struct kept_info {
    int32_t lanes, fibers;
};
struct keeping {
    bool wanted, kept; // kept: it was there
    struct hd_cache_key key;
    int64_t start;
    LLVMMemoryBufferRef object;
};

#define WORTH_KEEPING 2000000 // ns that it takes to make

// Looks for the object of a module that the optimiser has not seen.
static void look_for_kept(struct keeping *k, struct hd_gen_job *job, const struct hd_module *module,
                          LLVMTargetMachineRef machine) {
    *k = (struct keeping){.start = hd_now_ns()};
    if (!hd_engine.keeps_objects || hd_engine.dump || job->check || job->twin) return;
    struct hd_lanes *lanes = job->lanes;
    if (lanes && (lanes->shapes || getenv("HEDDLE_LANES_DEBUG"))) return;
    struct hd_buf options = {0};
    hd_buf_printf(&options, "%d%d%d", job->opt, job->fast_math, job->no_fma);
    if (lanes) lanes->vector_bits = hd_cpu_vector_bits();
    if (lanes)
        hd_buf_printf(&options, " %d %ux%ux%u %d %d", lanes->width, lanes->block[0],
                      lanes->block[1], lanes->block[2], lanes->small_grid, lanes->vector_bits);
    k->wanted = true;
    k->key = hd_kept_key(module, machine, hd_buf_str(&options));
    hd_buf_finish(&options);
    struct kept_info info;
    k->object = hd_kept_object(k->key, &info, sizeof info);
    k->kept = k->object != NULL;
    if (!k->kept) return;
    job->kernel.lanes = info.lanes;
    job->kernel.fibers = info.fibers;
}

// Quick code of a kernel is the sign that its full code may be there as well. So it is written when
// that is, and a launch that is done soon writes nothing.
static struct {
    pthread_mutex_t lock;
    int next;
    struct waiting {
        uint32_t kernel; // hd_sym.serial; 0: nothing
        struct hd_cache_key key;
        struct kept_info info;
        LLVMMemoryBufferRef object;
    } all[32];
} waiting = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void keep_later(const struct waiting *w) {
    pthread_mutex_lock(&waiting.lock);
    struct waiting *slot = &waiting.all[waiting.next++ % HD_COUNT(waiting.all)];
    if (slot->object) LLVMDisposeMemoryBuffer(slot->object);
    *slot = *w;
    pthread_mutex_unlock(&waiting.lock);
}

static void keep_what_waits(uint32_t kernel) {
    pthread_mutex_lock(&waiting.lock);
    for (int i = 0; i < HD_COUNT(waiting.all); i++) {
        struct waiting *w = &waiting.all[i];
        if (!w->object || w->kernel != kernel) continue;
        hd_keep_object(w->key, w->object, &w->info, sizeof w->info);
        LLVMDisposeMemoryBuffer(w->object);
        *w = (struct waiting){0};
    }
    pthread_mutex_unlock(&waiting.lock);
}

static void keep(const struct keeping *k, const struct hd_gen_job *job,
                 LLVMMemoryBufferRef object) {
    if (!k->wanted || !object) return;
    int64_t took = hd_now_ns() - k->start;
    bool all = hd_engine.keeps_all_objects;
    struct waiting w = {
        .kernel = job->serial, .key = k->key, .info = {job->kernel.lanes, job->kernel.fibers}};
    if (job->opt == 2 && !all) {
        w.object = LLVMCreateMemoryBufferWithMemoryRangeCopy(LLVMGetBufferStart(object),
                                                             LLVMGetBufferSize(object), "quick");
        keep_later(&w);
        return;
    }
    if (took < WORTH_KEEPING && !all) return;
    hd_keep_object(k->key, object, &w.info, sizeof w.info);
    if (job->serial) keep_what_waits(job->serial);
}

// The object of a job's module, which it takes over. NULL: reported; or see optimise.
static LLVMMemoryBufferRef make_object(struct hd_gen_job *job, struct hd_module *module,
                                       bool only_kept, struct keeping *k, const char **no_lanes,
                                       struct hd_buf *why) {
    LLVMMemoryBufferRef object = NULL;
    LLVMTargetMachineRef machine = hd_jit_machine(hd_engine.jit, job->opt);
    bool aside = !job->lanes && !hd_engine.dump && hd_jit_is_long(module);
    *k = (struct keeping){0};
    if (job->opt || aside) look_for_kept(k, job, module, machine);
    if (k->kept || only_kept) {
        hd_module_destroy(module);
        return k->object;
    }
    if (aside) {
        object = hd_jit_compile_aside(module, job->opt, job->diags, why);
    } else if (optimise(job, module, machine, no_lanes)) {
        if (job->opt) hd_dump_module(module, "opt");
        hd_dump_assembly(module, job->opt);
        object = hd_jit_compile(hd_engine.jit, module, job->opt, why);
    } else {
        hd_module_destroy(module);
        return NULL;
    }
    if (!object && !job->diags->stopped)
        hd_error(job->diags, (struct hd_range){0, 0}, "cannot compile: %s", hd_buf_str(why));
    keep(k, job, object);
    return object;
}

static struct hd_unit *link_object(struct hd_gen_job *job, struct hd_module *module, bool only_kept,
                                   struct plan *plan, const char **no_lanes) {
    struct linking l = {.arena = job->arena, .plan = plan};
    struct keeping k;
    struct hd_unit *unit = NULL;
    struct hd_buf why = {0};
    if (!resolve_all(&l, job)) {
        hd_module_destroy(module);
        return NULL;
    }
    LLVMMemoryBufferRef object = make_object(job, module, only_kept, &k, no_lanes, &why);
    struct hd_code *code = object ? hd_jit_load(hd_engine.jit, object, resolve, &l, &why) : NULL;
    if (code) {
        unit = hd_xcalloc(1, sizeof *unit);
        unit->code = code;
        unit->kept = k.kept;
        for (int i = 0; i < l.uses.n; i++) unit_use(unit, l.uses.v[i]);
    } else if (object) {
        hd_error(job->diags, (struct hd_range){0, 0}, "cannot link: %s", hd_buf_str(&why));
    }
    hd_buf_finish(&why);
    return unit;
}

// Generates, optimises and links a module. NULL: reported, or see optimise.
static struct hd_unit *link_job(struct hd_gen_job *job, const char **no_lanes) {
    struct hd_module module;
    if (!hd_gen_module(job, &module)) return NULL;
    hd_dump_module(&module, "ir");
    return link_object(job, &module, false, NULL, no_lanes);
}

static void add_item(struct hd_arena *arena, struct hd_gen_job *job, int *cap,
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
        int left = is_small(p->func) ? levels : levels - 1;
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
static struct hd_unit *link_plan(struct plan *plan, bool hot, struct hd_func *entry) {
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
        if (!p->ready && p->hot == hot) add_item(plan->arena, &job, &cap, item);
        item.inline_only = true;
        if (p->ready && hot && p->near && (p->hot || plan->quick) && !too_long_to_inline(p->func))
            add_item(plan->arena, &job, &cap, item);
    }
    if (entry)
        add_item(plan->arena, &job, &cap,
                 (struct hd_gen_item){.func = entry, .flavour = HD_HOST_CODE});
    bool any = entry != NULL;
    for (int i = 0; i < job.nitems; i++) any = any || !job.items[i].inline_only;
    if (!any || !hd_gen_module(&job, &module)) return NULL;
    hd_dump_module(&module, "ir");
    struct hd_unit *unit = link_object(&job, &module, false, plan, NULL);
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
static void plan_quick(struct plan *plan) {
    for (int i = 0; i < plan->all.n && plan->quick; i++) {
        struct planned *p = plan->all.v[i];
        p->ready = is_ready(p->sym, false);
        p->hot = hd_gen_needs_full(p->func);
        if (!p->ready && !p->hot) p->quick = hd_hot_create(p->func);
    }
}

static void plan_finish(struct plan *plan) {
    for (int i = 0; i < plan->all.n; i++)
        if (plan->all.v[i]->quick) hd_hot_forget(plan->all.v[i]->quick);
    hd_map_finish(&plan->seen);
}

static bool link_reachable(struct plan *plan) {
    link_plan(plan, true, NULL);
    return plan->diags->errors == 0;
}

void *hd_code_entry(struct hd_func *entry, bool optimise, struct hd_diags *diags) {
    struct plan plan = {.arena = hd_engine.arena,
                        .diags = diags,
                        .quick = !optimise && hd_hot_allowed() && !hd_gen_needs_full(entry)};
    bool once = plan.quick || (!optimise && !hd_engine.dump && hd_gen_is_short(entry)),
         hot = optimise || (entry->has_loop && !once);
    struct planned top = {.func = entry, .hot = hot, .once = once};
    plan_calls(&plan, &top, 0);
    plan_quick(&plan);
    void *address = NULL;
    // What a hot entry calls is hot, and goes with it.
    if (diags->errors == 0 && (hot || link_reachable(&plan))) {
        struct hd_unit *unit = link_plan(&plan, hot, entry);
        if (unit && diags->errors == 0) {
            address = hd_code_symbol(unit->code, entry->sym->link_name);
            unit_check(unit); // goes after the run unless functions were linked with it
        }
    }
    plan_finish(&plan);
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
        plan_calls(&plan, &top, 0);
    else
        plan_func(&plan, main_sym, false, 0);
    for (int i = 0; i < plan.all.n; i++)
        add_item(plan.arena, &job, &cap,
                 (struct hd_gen_item){.func = plan.all.v[i]->func, .flavour = HD_HOST_CODE});
    if (entry)
        add_item(plan.arena, &job, &cap,
                 (struct hd_gen_item){.func = entry, .flavour = HD_HOST_CODE});
    struct hd_unit *unit = diags->errors > 0 || !job.nitems ? NULL : link_job(&job, NULL);
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
// the program looks at the clock.
static bool is_small_program(const struct plan *plan) {
    enum { MOST_TEXT = 20000 };
    int64_t text = 0;
    for (int i = 0; i < plan->all.n; i++) {
        const struct hd_func *func = plan->all.v[i]->func;
        if (func->body) text += func->body->range.to - func->body->range.from;
    }
    return text < MOST_TEXT && !hd_hot_eager();
}

void *hd_code_for(struct hd_sym *sym, bool hot, struct hd_diags *diags) {
    struct plan plan = {.arena = hd_engine.arena, .diags = diags, .quick = hd_hot_allowed()};
    if (!hot) plan.once = hd_sym_current(sym);
    struct planned *p = plan_func(&plan, sym, hot, 0);
    plan.quick = plan.quick && !(hd_engine.program_argv && is_small_program(&plan));
    plan_quick(&plan);
    void *address = NULL;
    if (p && diags->errors == 0 && link_reachable(&plan)) {
        link_plan(&plan, false, NULL);
        struct sym_code *code = p->sym->code;
        if (code) address = callable(code);
    }
    plan_finish(&plan);
    return address;
}

// ---- kernels and inspection ---------------------------------------------------------------------

static void add_device_items(struct hd_gen_job *job, int *cap, struct hd_map *seen,
                             struct hd_func *func, int depth) {
    for (int i = 0; i < func->ncalls && depth < 2000; i++) {
        struct hd_sym *callee = func->calls[i];
        if (callee->kind != SYM_FUNC || hd_map_get(seen, (const char *)callee)) continue;
        struct hd_sym *key = callee;
        struct hd_func *body = device_body_of(&callee, job->diags);
        if (!body || body->is_kernel) continue;
        hd_map_set(seen, (const char *)key, body);
        if (key != callee) hd_map_set(seen, (const char *)callee, body);
        add_item(job->arena, job, cap,
                 (struct hd_gen_item){.func = body, .flavour = HD_DEVICE_CODE});
        add_device_items(job, cap, seen, body, depth + 1);
    }
}

static void device_options(struct hd_gen_job *job) {
    job->fast_math = hd_engine.options.fastmath;
    job->no_fma = !hd_engine.options.fmad || !hd_cpu_has_fma();
}

static int gather_kernel(struct hd_gen_job *job, struct hd_func *func, int opt, struct hd_map *seen,
                         struct hd_diags *diags) {
    *job = (struct hd_gen_job){.arena = hd_engine.arena, .opt = opt, .debug = true, .diags = diags};
    device_options(job);
    int cap = 0;
    if (!(func = device_version(func, diags))) return 0;
    job->serial = func->sym->serial;
    add_item(job->arena, job, &cap, (struct hd_gen_item){.func = func, .flavour = HD_KERNEL_CPU});
    add_device_items(job, &cap, seen, func, 0);
    return cap;
}

static void kernel_job(struct hd_gen_job *job, struct hd_func *func, int opt,
                       struct hd_diags *diags) {
    struct hd_map seen = {0};
    gather_kernel(job, func, opt, &seen, diags);
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
    struct hd_unit *unit = link_job(&job, no_lanes);
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
    struct hd_unit *unit = link_object(&job, &module, true, NULL, NULL);
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
              resolve_all(&build->linking, &build->job);
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
    look_for_kept(&k, &build->job, &build->module, machine);
    if (k.kept || !optimise(&build->job, &build->module, machine, &build->why)) {
        hd_module_destroy(&build->module);
        build->object = k.object;
        return k.kept;
    }
    build->object = hd_jit_object(machine, &build->module, &build->error);
    keep(&k, &build->job, build->object);
    return build->object != NULL;
}

struct hd_unit *hd_code_kernel_end(struct hd_kernel_build *build, bool wanted,
                                   struct hd_kernel_info *info, void **runner, const char **why) {
    struct hd_code *code = NULL;
    struct hd_unit *unit = NULL;
    if (build->object && wanted)
        code = hd_jit_load(hd_engine.jit, build->object, resolve, &build->linking, &build->error);
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
        if (!callee || !callee->body || stale || !sym->code || too_long_to_inline(callee)) continue;
        if (callee->is_kernel || (callee->is_device && !callee->is_host)) continue;
        intptr_t before = (intptr_t)hd_map_get(seen, (const char *)sym);
        if (before > levels) continue;
        hd_map_set(seen, (const char *)sym, (void *)(levels + 1));
        if (!before)
            add_item(
                job->arena, job, cap,
                (struct hd_gen_item){.func = callee, .flavour = HD_HOST_CODE, .inline_only = true});
        intptr_t left = is_small(callee) ? levels : levels - 1;
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
    item.only_turn = func->is_entry || hot->full || (hot->turn >= 0 && too_long_to_inline(func));
    add_item(arena, &build->job, &cap, item);
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
    if (build->object && hot && resolve_all(&build->linking, &build->job))
        code = hd_jit_load(hd_engine.jit, build->object, resolve, &build->linking, &build->error);
    else if (build->object)
        LLVMDisposeMemoryBuffer(build->object);
    if (hot) publish_turn(hot, item, code, arena);
    if (hot && !code) hot->failed = true;
    if (code) {
        struct hd_unit *unit = hd_xcalloc(1, sizeof *unit);
        unit->code = code;
        for (int i = 0; i < build->linking.uses.n; i++) unit_use(unit, build->linking.uses.v[i]);
        unit_use(hot->unit, unit);
        struct sym_code *own = hot->func->sym->code;
        if (!item->only_turn && own && own->quick == hot && !own->hot)
            upgrade_code(hot->func->sym, unit);
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
    struct hd_unit *unit = diags->errors > 0 ? NULL : link_job(&job, no_lanes);
    if (!unit) return NULL;
    hd_check_add_sites(check->sites.v, check->sites.n);
    *info = job.kernel;
    *runner = hd_code_symbol(unit->code, hd_gen_symbol(job.arena, func->sym, HD_KERNEL_CPU));
    unit->symbols = 1;
    return unit;
}

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

static bool calls_pointers(const struct hd_gen_job *job) {
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
    struct hd_func *func = device ? device_body_of(&sym, &quiet) : body_of(&sym, &quiet);
    struct hd_map seen = {0};
    bool users = func && reaches_users(func, &seen);
    hd_map_finish(&seen);
    if (!users || func->is_kernel || (device && !func->is_device) ||
        strcmp(hd_type_str(hd_engine.arena, sym->type), type) != 0)
        return NULL;
    if (device) {
        struct hd_gen_job job = {.arena = hd_engine.arena, .diags = &quiet};
        int cap = 0;
        add_device_items(&job, &cap, &seen, func, 0);
        hd_map_finish(&seen);
    } else {
        struct plan plan = {.arena = hd_engine.arena, .diags = &quiet};
        struct planned top = {.func = func};
        plan_calls(&plan, &top, 0);
        if (!quiet.errors) link_reachable(&plan), link_plan(&plan, false, NULL);
        plan_finish(&plan);
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
    if (!calls_pointers(job)) return;
    for (int i = 0; i < hd_store_stub_count(); i++) {
        struct hd_func *func = stub_func(hd_store_stub_address(i), device);
        if (!func || has_item(job, func)) continue;
        add_item(
            job->arena, job, cap,
            (struct hd_gen_item){.func = func, .flavour = device ? HD_DEVICE_CODE : HD_HOST_CODE});
        if (!device) continue;
        hd_map_set(seen, (const char *)func->sym, func);
        add_device_items(job, cap, seen, func, 0);
    }
}

static void note_twin_pointees(struct hd_gen_job *job, const struct hd_unit *unit, bool device) {
    enum hd_flavour flavour = device ? HD_DEVICE_CODE : HD_HOST_CODE;
    if (!calls_pointers(job)) return;
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
    int cap = gather_kernel(&job, func, 0, &seen, diags);
    job.twin = twin;
    if (!diags->errors) add_twin_pointees(&job, &cap, &seen, true);
    hd_map_finish(&seen);
    struct hd_unit *unit = diags->errors > 0 ? NULL : link_job(&job, NULL);
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
    plan_calls(&plan, &top, 0);
    *out = HD_NEW_ARRAY(hd_engine.arena, struct hd_func *, plan.all.n + 1);
    for (int i = 0; i < plan.all.n; i++) (*out)[i] = plan.all.v[i]->func;
    hd_map_finish(&plan.seen);
    return plan.all.n;
}

struct hd_unit *hd_code_twin_entry(struct hd_func *entry, struct hd_gen_twin *twin, void **address,
                                   struct hd_diags *diags) {
    struct plan plan = {.arena = hd_engine.arena, .diags = diags};
    struct planned top = {.func = entry};
    plan_calls(&plan, &top, 0);
    struct hd_unit *unit = NULL;
    plan.quick = hd_hot_allowed();
    plan_quick(&plan);
    if (diags->errors == 0 && link_reachable(&plan)) {
        link_plan(&plan, false, NULL); // what pointers lead to, and headers
        struct hd_gen_job job = {
            .arena = hd_engine.arena, .debug = true, .diags = diags, .twin = twin};
        int cap = 0;
        add_item(job.arena, &job, &cap,
                 (struct hd_gen_item){.func = entry, .flavour = HD_HOST_CODE});
        for (int i = 0; i < plan.all.n; i++) {
            struct hd_map seen = {0};
            struct hd_func *func = plan.all.v[i]->func;
            if (func != entry && reaches_users(func, &seen))
                add_item(job.arena, &job, &cap,
                         (struct hd_gen_item){.func = func, .flavour = HD_HOST_CODE});
            hd_map_finish(&seen);
        }
        add_twin_pointees(&job, &cap, NULL, false);
        unit = diags->errors > 0 ? NULL : link_job(&job, NULL);
        if (unit) note_twin_pointees(&job, unit, false);
    }
    plan_finish(&plan);
    if (!unit) return NULL;
    *address = hd_code_symbol(unit->code, entry->sym->link_name);
    unit->symbols = 1;
    return unit;
}

struct hd_unit *hd_code_device_entry(struct hd_func *entry, void **address,
                                     struct hd_diags *diags) {
    struct hd_gen_job job = {.arena = hd_engine.arena, .debug = true, .diags = diags};
    device_options(&job);
    struct hd_map seen = {0};
    int cap = 0;
    add_item(job.arena, &job, &cap, (struct hd_gen_item){.func = entry, .flavour = HD_DEVICE_CODE});
    add_device_items(&job, &cap, &seen, entry, 0);
    hd_map_finish(&seen);
    struct hd_unit *unit = diags->errors > 0 ? NULL : link_job(&job, NULL);
    if (!unit) return NULL;
    *address = hd_code_symbol(unit->code, hd_gen_symbol(job.arena, entry->sym, HD_DEVICE_CODE));
    unit->symbols = 1;
    return unit;
}

// The device functions that a pointer made on the host may lead to.
static void add_pointees(struct hd_gen_job *job, struct hd_gen_gpu *gpu, int *cap,
                         struct hd_map *seen) {
    int n = hd_store_stub_count();
    gpu->pointees = HD_NEW_ARRAY(job->arena, struct hd_sym *, n + 1);
    for (int i = 0; i < n; i++) {
        const char *text;
        bool device = false;
        if (!hd_stub_at(hd_store_stub_address(i), &text)) continue;
        const char *type = hd_stub_type(text, &device);
        struct hd_sym *sym = device ? hd_stub_sym(hd_store_stub_address(i)) : NULL;
        struct hd_diags quiet = {.arena = job->arena};
        struct hd_func *func = sym ? device_body_of(&sym, &quiet) : NULL;
        if (!func || !func->is_device || strcmp(hd_type_str(job->arena, sym->type), type) != 0)
            continue;
        gpu->pointees[gpu->npointees++] = sym;
        add_device_items(job, cap, seen, func, 0);
    }
}

static uint64_t device_stub(struct hd_sym *sym) { return hd_stub_for(sym, true); }

static bool gpu_job(struct hd_gen_job *job, struct hd_gen_gpu *gpu, struct hd_func *func,
                    struct hd_diags *diags) {
    *job = (struct hd_gen_job){
        .arena = hd_engine.arena, .opt = 1, .debug = true, .diags = diags, .gpu = gpu};
    *gpu = (struct hd_gen_gpu){.current = hd_sym_current, .stub = device_stub};
    struct hd_map seen = {0};
    int cap = 0;
    if (!(func = device_version(func, diags))) return false;
    add_item(job->arena, job, &cap, (struct hd_gen_item){.func = func, .flavour = HD_KERNEL_GPU});
    add_device_items(job, &cap, &seen, func, 0);
    if (calls_pointers(job)) add_pointees(job, gpu, &cap, &seen);
    hd_map_finish(&seen);
    for (int i = 1; i < job->nitems; i++) job->items[i].flavour = HD_GPU_CODE;
    return diags->errors == 0;
}

struct hd_gpu_code *hd_code_gpu(struct hd_func *func, const struct hd_gpu_options *options,
                                struct hd_diags *diags) {
    struct hd_gen_job job;
    struct hd_gen_gpu gpu;
    func = for_arch(func, options->arch, diags);
    return func && gpu_job(&job, &gpu, func, diags) ? hd_gpu_compile(&job, options) : NULL;
}

char *hd_code_nvvm(struct hd_func *func, const struct hd_gpu_options *options,
                   struct hd_diags *diags) {
    struct hd_gen_job job;
    struct hd_gen_gpu gpu;
    func = for_arch(func, options->arch, diags);
    return func && gpu_job(&job, &gpu, func, diags) ? hd_gpu_nvvm_text(&job, options) : NULL;
}

static void compile_device_stub(uint64_t stub) {
    bool device;
    const char *text, *type;
    if (!hd_stub_at(stub, &text)) return;
    type = hd_stub_type(text, &device);
    if (!device) return;
    for (int i = 0; i < device_stubs.all.n; i++)
        if (device_stubs.all.v[i].stub == stub) return;
    struct hd_diags diags = {.arena = hd_engine.arena};
    struct hd_sym *sym = hd_stub_sym(stub);
    struct hd_func *func = sym ? device_body_of(&sym, &diags) : NULL;
    if (!func || !func->is_device || strcmp(hd_type_str(hd_engine.arena, sym->type), type) != 0)
        return;
    struct hd_gen_job job = {.arena = hd_engine.arena, .opt = 1, .debug = true, .diags = &diags};
    device_options(&job);
    struct hd_map seen = {0};
    int cap = 0;
    hd_map_set(&seen, (const char *)sym, func);
    add_item(job.arena, &job, &cap, (struct hd_gen_item){.func = func, .flavour = HD_DEVICE_CODE});
    add_device_items(&job, &cap, &seen, func, 0);
    hd_map_finish(&seen);
    struct hd_unit *unit = diags.errors ? NULL : link_job(&job, NULL);
    if (!unit) return; // a call says so
    unit->symbols = 1;
    HD_XPUSH(&device_stubs.all, ((struct device_stub){stub, sym, unit}));
    hd_stub_set(stub,
                hd_code_symbol(unit->code, hd_gen_symbol(job.arena, func->sym, HD_DEVICE_CODE)));
}

void hd_code_device_stubs(void) {
    while (device_stubs.seen < hd_store_stub_count())
        compile_device_stub(hd_store_stub_address(device_stubs.seen++));
}

void hd_unit_release(struct hd_unit *unit) {
    unit->symbols--;
    unit_check(unit);
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
        add_item(job.arena, &job, &cap, (struct hd_gen_item){.func = func, .flavour = flavour});
        struct plan plan = {.arena = hd_engine.arena, .diags = diags};
        struct planned top = {.func = func, .hot = true};
        if (flavour == HD_HOST_CODE) plan_calls(&plan, &top, 0);
        for (int i = 0; i < plan.all.n; i++) {
            struct planned *p = plan.all.v[i];
            if (p->func != func && !too_long_to_inline(p->func))
                add_item(job.arena, &job, &cap,
                         (struct hd_gen_item){
                             .func = p->func, .flavour = HD_HOST_CODE, .inline_only = true});
        }
        hd_map_finish(&plan.seen);
    }
    job.debug = lanes && lanes->shapes;
    if (diags->errors > 0 || !hd_gen_module(&job, out)) return false;
    const char *why;
    if (optimise(&job, out, hd_jit_machine(hd_engine.jit, opt), &why)) return true;
    hd_module_destroy(out);
    return false;
}

// The stub resolver: a function pointer is called whose function has no code (any more).
void *hd_code_resolve_stub(uint64_t stub) {
    hd_front_lock();
    struct hd_arena *arena = hd_engine.arena;
    struct hd_diags diags = {.arena = arena};
    const char *type, *name = hd_stub_at(stub, &type);
    if (name) name = hd_stub_name(stub);
    struct hd_sym *sym = hd_stub_sym(stub);
    struct hd_fault fault = {.kind = "function pointer"};
    void *address = NULL;
    bool device = false;
    if (name) type = hd_stub_type(type, &device);
    if (sym && sym->def && sym->def->stale &&
        !hd_def_refresh(hd_front_of(sym->def), sym->def, &diags))
        sym = NULL;
    if (sym) sym = hd_sym_current(sym);
    if (!name)
        snprintf(fault.message, sizeof fault.message,
                 "call of a function pointer that leads nowhere");
    else if (sym && strcmp(hd_type_str(arena, sym->type), type) != 0)
        snprintf(fault.message, sizeof fault.message,
                 "a function pointer of type `%s` leads to `%s`, which now has type `%s`", type,
                 name, hd_type_str(arena, sym->type));
    else if (sym && sym->func && sym->func->is_kernel)
        snprintf(fault.message, sizeof fault.message,
                 "`%s` is a kernel: launch it with <<<grid, block>>>", name);
    else if (sym && !device)
        address = hd_code_for(sym, true, &diags);
    else if (sym && hd_current_thread()) // what a launch could compile was
        snprintf(fault.message, sizeof fault.message,
                 "the device function `%s` that a pointer leads to does not compile", name);
    else if (sym)
        snprintf(fault.message, sizeof fault.message,
                 "`%s` is a device function: host code cannot call it", name);
    if (address) {
        struct sym_code *code = hd_sym_current(sym)->code;
        code->stub = stub;
        hd_stub_set(stub, address);
    } else if (!fault.message[0] && !(sym && sym->func) && !diags.first &&
               (address = (void *)(uintptr_t)hd_extern_address(sym ? sym->link_name : name))) {
        hd_stub_set(stub, address); // a library's
    } else if (!fault.message[0]) {
        snprintf(fault.message, sizeof fault.message,
                 "the function `%s` that a pointer leads to %s", name,
                 diags.errors ? "no longer compiles" : "is not there any more");
    }
    if (diags.first) hd_report_diags(&diags);
    hd_front_unlock();
    if (!address) hd_guard_raise(&fault);
    return address;
}
