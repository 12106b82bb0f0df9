// Warp-synchronous code: kernels whose threads exchange values through memory without a barrier,
// because the 32 lanes of a warp ran in lockstep before Volta. Books are full of it:
//
//     if (t < 32) { volatile int *v = d; v[t] += v[t + 32]; v[t] += v[t + 16]; ... }
//
// Such a kernel is recognised here, from its typed tree, and then runs in lockstep in every tier:
// as vectors of whole warps, or as fibers that meet at each such access (cpu/launch/warp.c). Its
// accesses are volatile to the optimiser, so each happens where it is written (expr/access.c).
//
// What is looked for: a store to memory that threads share, and then, on some way through the code
// and with no barrier or warp operation between, a load that may read what another thread stored. A
// walk over the statements keeps the stores that no barrier has settled yet. Addresses are linear
// forms in bytes (constants times threadIdx, variables, and whatever else is opaque), and two of
// them are one thread's own business when
// - they are equal and differ from thread to thread, or
// - they differ by less than the step from one thread to the next (s[4 * t] and s[4 * t + 1]), or
// - only one thread gets there at all (`if (t == 0)`, `if (atomicCAS(&lock, 0, 1) == 0)`), or the
// one
//   that loads also stored it, or
// - they are elements of one array of arrays, and an index of each is the thread's own
//   (tile[k][t]), or is another by the conditions that led there (tile[t][i] and tile[j][i] where
//   j < i and i < t). Memory that threads share is __shared__ memory, what may point there, and
//   whatever
// is volatile. Kernels that spin on locks or flags order their accesses by these; of them only
// volatile memory that is not itself waited for counts.
//
// The same walk sees updates that are lost: `*sum += a[i];` where all threads of a block have one
// address, no atomic in it, and nothing says that only one of them gets there.
#include "gen/emit.h"
#include "gen/analysis/form.h"

#define MOST_NESTED 24 // operations in an index or a condition

#define MOST_PENDING 24
#define MOST_PINS 3
#define MOST_DIMENSIONS 4
#define MOST_DEPTH 8      // of calls that are followed
#define MOST_INITS 12     // variables that are initialised with each other
#define MOST_STEPS 100000 // expressions looked at

struct pin { // `threadIdx.x == 0`: what an index is where only one thread gets
    uint64_t key;
    struct form is;
};

struct access {
    struct form at;
    struct form index[MOST_DIMENSIONS]; // of an array of arrays, outermost first
    int ndims;
    struct pin pins[MOST_PINS];
    int npins;
    struct facts facts;
    hd_loc loc;
    uint64_t size;
    bool single; // by one thread of the warp at most
    bool is_volatile, is_atomic;
};

struct pending {
    struct access v[MOST_PENDING];
    int n;
    bool dead; // nothing gets here
};

struct scan {
    struct hd_arena *arena;
    struct hd_lockstep *out;
    struct hd_map writes;  // local struct hd_sym * -> number of places that write it
    struct hd_map inits;   // local struct hd_sym * -> the expression that it begins with
    struct hd_map binding; // parameter -> struct form *, while its function is walked
    struct hd_map varying; // local struct hd_sym * -> it differs between threads
    struct hd_map *shared; // pointers that may lead to shared memory
    struct hd_map spun;    // symbols that a loop waits for
    bool spins, changed;
    struct pending *now, *exits; // exits: of the innermost loop or switch
    struct pin pins[MOST_PINS];
    int npins;
    struct facts facts;
    int single, depth, steps;
    int doubt;    // inside of conditions that perhaps one thread alone fulfils
    hd_loc *lost; // a first update that is lost goes here; NULL: nobody asks
    struct hd_func *kernel;
};

static struct form form_of(struct scan *s, const struct hd_expr *e, int depth);
static struct form address_of(struct scan *s, const struct hd_expr *e, int depth);

// ---- the forms of expressions -------------------------------------------------------------------

static bool is_register(const struct hd_expr *e, const char *name) {
    return e->kind == EX_BUILTIN && e->builtin->lower == LOWER_SREG &&
           !strcmp(e->builtin->arg ? e->builtin->arg : e->builtin->name, name);
}

static bool is_index(const struct hd_expr *e) { return is_register(e, "threadIdx"); }

// threadIdx.x, blockDim.x ...: n is 0 for others.
static struct form register_form(const struct hd_expr *e) {
    struct form f = {0};
    if (e->kind != EX_MEMBER) return f;
    if (is_index(e->a)) return form_term(form_mix(2, e->offset), true, true);
    if (!is_register(e->a, "blockDim")) return f;
    f = form_term(form_mix(5, e->offset), false, false);
    f.v[0].dim = true;
    return f;
}

// Whatever has no better form: equal trees have equal keys.
static struct form tree_form(struct scan *s, const struct hd_expr *e, int depth) {
    uint64_t key = form_mix((uint64_t)e->kind, e->op);
    bool varies = e->kind == EX_CALL || e->kind == EX_STMT_EXPR || is_index(e);
    const struct hd_expr *parts[3] = {e->a, e->b, e->c};
    if (e->sym) key = form_mix(key, (uint64_t)(uintptr_t)e->sym);
    if (e->kind == EX_MEMBER) key = form_mix(key, e->offset + 1);
    if (e->kind == EX_CONST && e->value->kind == CONST_INT)
        key = form_mix(key, (uint64_t)e->value->i);
    if (e->kind == EX_CALL) key = form_mix(key, (uint64_t)(uintptr_t)e);
    if (e->kind == EX_BUILTIN) {
        key = form_mix(key, (uint64_t)(uintptr_t)e->builtin);
        varies = varies || e->builtin->lower == LOWER_ATOMIC || e->builtin->lower == LOWER_SHFL ||
                 e->builtin->lower == LOWER_MATCH;
    }
    for (int i = 0; i < 3 + e->nargs; i++) {
        const struct hd_expr *part = i < 3 ? parts[i] : e->args[i - 3];
        if (!part) continue;
        struct form f =
            part->is_lvalue ? address_of(s, part, depth + 1) : form_of(s, part, depth + 1);
        varies = varies || form_differs(&f);
        key = form_mix(key, form_key(&f));
    }
    return form_term(key, varies, false);
}

static struct form variable_form(struct scan *s, const struct hd_sym *sym, int depth) {
    const struct form *bound = hd_map_get(&s->binding, (const char *)sym);
    intptr_t writes = (intptr_t)hd_map_get(&s->writes, (const char *)sym);
    if (bound && !writes) return *bound;
    const struct hd_expr *init = hd_map_get(&s->inits, (const char *)sym);
    if (init && !writes && !sym->address_taken && depth < MOST_INITS)
        return form_of(s, init, depth + 1);
    struct form f = form_term(form_mix(1, (uint64_t)(uintptr_t)sym),
                              hd_map_get(&s->varying, (const char *)sym) != NULL, false);
    if (sym->type->kind == HD_TY_PTR || sym->type->kind == HD_TY_REF) f.root = sym;
    return f;
}

static struct form load_form(struct scan *s, const struct hd_expr *e, int depth) {
    const struct hd_expr *a = e->a;
    if (a->kind == EX_VAR && a->sym->storage == ST_LOCAL) return variable_form(s, a->sym, depth);
    struct form f = register_form(a);
    if (f.n) return f;
    f = tree_form(s, e, depth);
    struct form at = address_of(s, a, depth + 1);
    f.v[0].varies = at.foreign || form_differs(&at); // members of local structs are not followed
    if (e->type->kind == HD_TY_PTR) f.root = at.root;
    return f;
}

static struct form binary_form(struct scan *s, const struct hd_expr *e, int depth) {
    struct form a = form_of(s, e->a, depth + 1), b = form_of(s, e->b, depth + 1);
    switch (e->op) {
    case TK_PLUS: return form_sum(a, b, 1);
    case TK_MINUS: return form_sum(a, b, -1);
    case TK_STAR: return form_product(a, b);
    case TK_SHL:
        if (!b.n && b.constant >= 0 && b.constant < 40)
            return form_product(a, form_constant((int64_t)1 << b.constant));
        break;
    default: break;
    }
    struct form f = tree_form(s, e, depth);
    // t % 32 and t & 31: the lane
    bool of_index = a.n == 1 && a.v[0].lane && a.v[0].times == 1;
    if (of_index && !b.n &&
        ((e->op == TK_PERCENT && b.constant == 32) || (e->op == TK_AMP && b.constant == 31)))
        f.v[0].lane = true;
    // t / 32 and t >> 5: the warp, the same in all its lanes
    if (e->op == TK_SLASH || e->op == TK_SHR) {
        f.v[0].many = true;
        if (of_index && !b.n && b.constant == (e->op == TK_SLASH ? 32 : 5)) f.v[0].varies = false;
    }
    return f;
}

static struct form form_of(struct scan *s, const struct hd_expr *e, int depth) {
    if (depth > MOST_NESTED) return form_term(form_mix(3, (uint64_t)(uintptr_t)e), true, false);
    switch (e->kind) {
    case EX_CONST:
        if (e->value->kind == CONST_INT) return form_constant((int64_t)e->value->i);
        break;
    case EX_CAST:
        if (e->cast == CAST_INT || e->cast == CAST_NOOP || e->cast == CAST_INT_PTR ||
            e->cast == CAST_PTR_INT)
            return form_of(s, e->a, depth + 1);
        break;
    case EX_BINARY: return binary_form(s, e, depth);
    case EX_PTR_ADD: {
        struct form step = form_of(s, e->b, depth + 1);
        int64_t size = e->type->kind == HD_TY_PTR ? (int64_t)e->type->base->size : 1;
        return form_sum(form_of(s, e->a, depth + 1), step, e->op == TK_MINUS ? -size : size);
    }
    case EX_DECAY:
    case EX_ADDR:
        if (e->a->kind != EX_FUNC) return address_of(s, e->a, depth + 1);
        break;
    case EX_REFVAL: return variable_form(s, e->sym, depth);
    case EX_LOAD: return load_form(s, e, depth);
    case EX_BUILTIN:
        if (is_register(e, "warpSize")) return form_constant(32);
        break;
    case EX_MEMBER: {
        struct form f = register_form(e);
        if (f.n) return f;
        break;
    }
    default: break;
    }
    return tree_form(s, e, depth);
}

// Of an lvalue.
static struct form address_of(struct scan *s, const struct hd_expr *e, int depth) {
    struct form f;
    if (depth > MOST_NESTED) return (struct form){.foreign = true};
    switch (e->kind) {
    case EX_VAR:
        f = form_constant(0);
        f.root = e->sym;
        f.foreign = e->sym->storage == ST_LOCAL;
        return f;
    case EX_DEREF: return form_of(s, e->a, depth + 1);
    case EX_MEMBER:
        if (!e->a->is_lvalue) return (struct form){.foreign = true};
        return form_sum(address_of(s, e->a, depth + 1), form_constant((int64_t)e->offset), 1);
    case EX_ASSIGN:
    case EX_COMPOUND:
    case EX_INCDEC: return address_of(s, e->a, depth + 1);
    default: return (struct form){.foreign = true};
    }
}

// ---- what is shared -----------------------------------------------------------------------------

static bool leads_to_shared(struct scan *s, const struct form *f) {
    const struct hd_sym *root = f->root;
    if (!root || f->foreign) return false;
    return root->storage == ST_SHARED || root->storage == ST_DYN_SHARED ||
           hd_map_get(s->shared, (const char *)root);
}

static void mark(struct scan *s, struct hd_map *map, const struct hd_sym *sym) {
    if (hd_map_get(map, (const char *)sym)) return;
    hd_map_set(map, (const char *)sym, (void *)sym);
    s->changed = true;
}

static void note_value(struct scan *s, const struct hd_sym *sym, const struct hd_expr *value) {
    if (!value || value->is_lvalue) return;
    struct form f = form_of(s, value, 0);
    if (form_differs(&f)) mark(s, &s->varying, sym);
    if (leads_to_shared(s, &f)) mark(s, s->shared, sym);
}

static const struct hd_func *callee_of(const struct hd_expr *e) {
    const struct hd_expr *callee = e->a;
    while (callee->kind == EX_DECAY || callee->kind == EX_ADDR || callee->kind == EX_DEREF)
        callee = callee->a;
    return callee->kind == EX_FUNC ? hd_linked_func(callee->sym) : NULL;
}

static bool note(void *user, const struct hd_stmt *stmt, const struct hd_expr *e) {
    struct scan *s = user;
    if (stmt) {
        if (stmt->kind == STM_VAR && stmt->var_init && stmt->var_init->nitems == 1 &&
            !stmt->var_init->items[0].offset)
            note_value(s, stmt->sym, stmt->var_init->items[0].value);
        return false;
    }
    if ((e->kind == EX_ASSIGN || e->kind == EX_COMPOUND) && e->a->kind == EX_VAR &&
        e->a->sym->storage == ST_LOCAL)
        note_value(s, e->a->sym, e->b);
    const struct hd_func *func = e->kind == EX_CALL ? callee_of(e) : NULL;
    for (int i = 0; func && i < func->nparams && i < e->nargs; i++)
        note_value(s, func->params[i], e->args[i]);
    return false;
}

static bool count_writes(void *user, const struct hd_stmt *stmt, const struct hd_expr *e) {
    struct scan *s = user;
    if (stmt && stmt->kind == STM_VAR && stmt->var_init && stmt->var_init->nitems == 1 &&
        !stmt->var_init->items[0].offset && !stmt->var_init->items[0].value->is_lvalue)
        hd_map_set(&s->inits, (const char *)stmt->sym, stmt->var_init->items[0].value);
    if (!e || (e->kind != EX_ASSIGN && e->kind != EX_COMPOUND && e->kind != EX_INCDEC))
        return false;
    if (e->a->kind != EX_VAR) return false;
    intptr_t n = (intptr_t)hd_map_get(&s->writes, (const char *)e->a->sym);
    hd_map_set(&s->writes, (const char *)e->a->sym, (void *)(n + 1));
    return false;
}

static bool note_spun(void *user, const struct hd_stmt *stmt, const struct hd_expr *e) {
    struct scan *s = user;
    if (e && e->kind == EX_LOAD) {
        struct form f = address_of(s, e->a, 0);
        if (f.root) hd_map_set(&s->spun, (const char *)f.root, (void *)f.root);
    }
    return false;
}

static bool find_spun(void *user, const struct hd_stmt *stmt, const struct hd_expr *e) {
    struct scan *s = user;
    if (!stmt || (stmt->kind != STM_WHILE && stmt->kind != STM_DO && stmt->kind != STM_FOR) ||
        !loop_spins(stmt))
        return false;
    s->spins = true;
    tree_find_expr(stmt->a, note_spun, s);
    return false;
}

static void add_pending(struct pending *p, const struct access *a) {
    for (int i = 0; i < p->n; i++)
        if (p->v[i].loc == a->loc && p->v[i].single == a->single) {
            facts_both(&p->v[i].facts, &a->facts);
            return;
        }
    if (p->n < MOST_PENDING) p->v[p->n++] = *a;
}

// ---- conflicts ----------------------------------------------------------------------------------

static bool counts_as_shared(struct scan *s, const struct access *a) {
    if (a->at.foreign) return false;
    if (s->spins)
        return a->is_volatile && !(a->at.root && hd_map_get(&s->spun, (const char *)a->at.root));
    return a->is_volatile || leads_to_shared(s, &a->at);
}

static bool is_array(const struct hd_sym *sym) {
    return sym && (sym->storage == ST_SHARED || sym->storage == ST_DYN_SHARED);
}

static struct form pinned(const struct form *f, const struct pin *pins, int n) {
    struct form r = *f;
    for (int p = 0; p < n; p++)
        for (int i = 0; i < r.n; i++) {
            if (r.v[i].key != pins[p].key) continue;
            int64_t times = r.v[i].times;
            r.v[i] = r.v[--r.n];
            r = form_sum(r, pins[p].is, times);
            break;
        }
    return r;
}

// An index that both have and that is another in each thread: rows and columns do not overlap.
static bool own_row(const struct access *a, const struct access *b) {
    for (int i = 0; i < a->ndims && a->ndims == b->ndims; i++) {
        struct form d = form_sum(b->index[i], a->index[i], -1);
        if (!d.n && !d.constant && form_one_lane(&a->index[i])) return true;
        if (facts_separate(&a->index[i], &a->facts, &b->index[i], &b->facts)) return true;
    }
    return false;
}

// Whether b may touch what another thread of the warp's a has touched.
static bool may_meet(const struct access *a, const struct access *b) {
    if ((a->single && b->single) || (a->is_atomic && b->is_atomic)) return false;
    // Different arrays never meet; different pointers are mostly two buffers that change places.
    if (a->at.root != b->at.root || own_row(a, b)) return false;
    struct form d = form_sum(b->at, a->at, -1);
    if (!d.n && !d.constant) return !form_one_lane(&a->at);
    if (b->npins && form_differs(&a->at)) {
        struct form of_that_thread = pinned(&a->at, b->pins, b->npins);
        struct form rest = form_sum(pinned(&b->at, b->pins, b->npins), of_that_thread, -1);
        if (!rest.n && !rest.constant) return false;
    }
    int64_t step = INT64_MAX;
    for (int i = 0; i < a->at.n; i++) {
        int64_t times = a->at.v[i].times < 0 ? -a->at.v[i].times : a->at.v[i].times;
        if (a->at.v[i].varies && times < step) step = times;
    }
    if (form_differs(&d)) return true;
    if (d.n) {
        bool rows = !d.constant || d.constant >= 32 * step || -d.constant >= 32 * step;
        // whole blocks apart: s[k * blockDim.x + t]
        for (int i = 0; i < d.n; i++) rows = rows && d.v[i].dim;
        return !rows && (step == INT64_MAX || (uint64_t)step <= a->size);
    }
    int64_t distance = d.constant < 0 ? -d.constant : d.constant;
    if (step == INT64_MAX) return false;             // two places, the same for all threads
    return distance >= step && distance < 32 * step; // farther apart is another warp
}

static void do_access(struct scan *s, struct access a, bool loads, bool stores) {
    a.single = s->single > 0;
    a.npins = s->npins;
    memcpy(a.pins, s->pins, sizeof a.pins);
    a.facts = s->facts;
    if (s->now->dead || !counts_as_shared(s, &a)) return;
    for (int i = 0; loads && i < s->now->n; i++) {
        if (s->out->relies || !may_meet(&s->now->v[i], &a)) continue;
        *s->out = (struct hd_lockstep){true, s->now->v[i].loc, a.loc};
    }
    if (!stores) return;
    a.facts.v = HD_NEW_ARRAY(s->arena, struct form, a.facts.n + 1);
    for (int i = 0; i < a.facts.n; i++) a.facts.v[i] = s->facts.v[i];
    add_pending(s->now, &a);
}

// The indices of `a[i][j]` where a is an array itself.
static void note_indices(struct scan *s, const struct hd_expr *e, struct access *out) {
    const struct hd_expr *steps[MOST_DIMENSIONS];
    int n = 0;
    for (; e->kind == EX_DEREF && e->a->kind == EX_PTR_ADD && e->a->a->kind == EX_DECAY;
         e = e->a->a->a) {
        if (n == MOST_DIMENSIONS) return;
        steps[n++] = e->a;
    }
    if (e->kind != EX_VAR || !is_array(e->sym)) return;
    for (; n > 0; out->ndims++) {
        const struct hd_expr *step = steps[--n];
        struct form f = form_of(s, step->b, 0);
        out->index[out->ndims] = step->op == TK_MINUS ? form_sum(form_constant(0), f, -1) : f;
    }
}

static struct access access_to(struct scan *s, const struct hd_expr *lvalue, hd_loc loc) {
    struct access a = {.at = address_of(s, lvalue, 0),
                       .loc = loc,
                       .size = lvalue->type->size,
                       .is_volatile = lvalue->type->quals & Q_VOLATILE};
    note_indices(s, lvalue, &a);
    return a;
}

// ---- updates that are lost ----------------------------------------------------------------------

struct same_place {
    struct scan *s;
    uint64_t key;
};

static bool loads_place(void *user, const struct hd_stmt *stmt, const struct hd_expr *e) {
    const struct same_place *place = user;
    if (!e || e->kind != EX_LOAD) return false;
    struct form f = address_of(place->s, e->a, 0);
    return form_key(&f) == place->key;
}

// Locals are not followed here: what they hold may be one thread's own by the way it came there.
static bool is_followed(void *user, const struct hd_stmt *stmt, const struct hd_expr *e) {
    struct scan *s = user;
    if (!e || e->kind != EX_VAR || e->sym->storage != ST_LOCAL) return false;
    for (int i = 0; i < s->kernel->nparams; i++)
        if (s->kernel->params[i] == e->sym)
            return hd_map_get(&s->writes, (const char *)e->sym) != NULL;
    return true;
}

static bool is_everyones(const struct form *f) {
    if (f->foreign || form_differs(f) || !f->root) return false;
    switch (f->root->storage) {
    case ST_LOCAL: return f->root->type->kind == HD_TY_PTR; // a parameter
    case ST_GLOBAL:
    case ST_SHARED:
    case ST_DYN_SHARED:
    case ST_DEVICE:
    case ST_MANAGED: return true;
    default: return false;
    }
}

static void note_update(struct scan *s, const struct hd_expr *e) {
    if (!s->lost || *s->lost || s->now->dead || s->single || s->npins || s->doubt) return;
    struct same_place place = {s, 0};
    struct form at = address_of(s, e->a, 0);
    place.key = form_key(&at);
    if (!is_everyones(&at) || tree_find_expr(e->a, is_followed, s)) return;
    if (e->kind == EX_ASSIGN && !tree_find_expr(e->b, loads_place, &place)) return;
    *s->lost = e->loc;
}

static bool depends_on_data(void *user, const struct hd_stmt *stmt, const struct hd_expr *e) {
    if (!e || e->kind != EX_LOAD || e->a->kind != EX_DEREF) return false;
    struct form f = address_of(user, e->a, 0);
    return form_differs(&f);
}

// Whether many threads can have it true at once: `i < n`, `a[i] == wanted`.
static bool picks_many(struct scan *s, const struct hd_expr *e) {
    while (e->kind == EX_CAST) e = e->a;
    if (e->kind == EX_AND) return picks_many(s, e->a) && picks_many(s, e->b);
    if (e->kind == EX_BINARY &&
        (e->op == TK_LT || e->op == TK_GT || e->op == TK_LE || e->op == TK_GE))
        return true;
    return tree_find_expr(e, depends_on_data, s);
}

// ---- the walk -----------------------------------------------------------------------------------

static void walk(struct scan *s, const struct hd_stmt *stmt);
static void walk_expr(struct scan *s, const struct hd_expr *e);

static void merge(struct pending *into, const struct pending *from) {
    if (from->dead) return;
    if (into->dead) {
        *into = *from;
        return;
    }
    for (int i = 0; i < from->n; i++) add_pending(into, &from->v[i]);
}

static struct pending *copy(struct scan *s, const struct pending *p) {
    struct pending *r = HD_NEW(s->arena, struct pending);
    *r = *p;
    return r;
}

// ---- conditions that hold -----------------------------------------------------------------------

static bool may_change(void *user, const struct hd_stmt *stmt, const struct hd_expr *e) {
    struct scan *s = user;
    if (!e) return false;
    switch (e->kind) {
    case EX_CALL:
    case EX_STMT_EXPR:
    case EX_REFVAL: return true;
    case EX_LOAD:
        if (register_form(e->a).n) return false;
        if (e->a->kind != EX_VAR || e->a->sym->storage != ST_LOCAL || e->a->sym->address_taken)
            return true;
        if (hd_map_get(&s->writes, (const char *)e->a->sym)) return false; // see `changed`
        e = hd_map_get(&s->inits, (const char *)e->a->sym);
        return e && tree_find_expr(e, may_change, s);
    default: return false;
    }
}

static void learn(struct scan *s, const struct hd_expr *e, bool negated) {
    while (e->kind == EX_CAST) e = e->a;
    if (e->kind == EX_UNARY && e->op == TK_NOT) {
        learn(s, e->a, !negated);
    } else if (e->kind == (negated ? EX_OR : EX_AND)) {
        learn(s, e->a, negated);
        learn(s, e->b, negated);
    } else if (e->kind == EX_BINARY && hd_type_is_integer(e->a->type) &&
               !tree_find_expr(e, may_change, s)) {
        struct form a = form_of(s, e->a, 0), b = form_of(s, e->b, 0);
        struct form over = form_sum(a, b, -1), under = form_sum(b, a, -1), one = form_constant(1);
        struct form above = form_sum(over, one, -1), below = form_sum(under, one, -1);
        switch (e->op) {
        case TK_LT: facts_add(&s->facts, negated ? &over : &below); break;
        case TK_GE: facts_add(&s->facts, negated ? &below : &over); break;
        case TK_GT: facts_add(&s->facts, negated ? &under : &above); break;
        case TK_LE: facts_add(&s->facts, negated ? &above : &under); break;
        default: break;
        }
    }
}

static void changed(struct scan *s, const struct hd_expr *e) {
    if (e->kind != EX_VAR || e->sym->storage != ST_LOCAL) return;
    uint64_t key = form_mix(1, (uint64_t)(uintptr_t)e->sym);
    facts_forget(&s->facts, key);
    for (int i = 0; i < s->now->n; i++) facts_forget(&s->now->v[i].facts, key);
}

static void walk_call(struct scan *s, const struct hd_expr *e) {
    const struct hd_func *func = callee_of(e);
    if (!func || !func->body || s->depth == MOST_DEPTH) return;
    void **before = HD_NEW_ARRAY(s->arena, void *, func->nparams + 1);
    struct form *given = HD_NEW_ARRAY(s->arena, struct form, func->nparams + 1);
    for (int i = 0; i < func->nparams; i++) {
        before[i] = hd_map_get(&s->binding, (const char *)func->params[i]);
        given[i] = i < e->nargs && !e->args[i]->is_lvalue
                       ? form_of(s, e->args[i], 0)
                       : form_term(form_mix(4, (uint64_t)i), true, false);
    }
    for (int i = 0; i < func->nparams; i++)
        hd_map_set(&s->binding, (const char *)func->params[i], &given[i]);
    struct pending *exits = s->exits;
    int single = s->single, pins = s->npins, doubt = s->doubt, facts = s->facts.n;
    s->exits = NULL;
    s->depth++;
    walk(s, func->body);
    s->now->dead = false; // it returns
    s->depth--;
    s->exits = exits;
    s->single = single;
    s->npins = pins;
    s->doubt = doubt;
    facts_drop(&s->facts, facts);
    for (int i = 0; i < func->nparams; i++)
        hd_map_set(&s->binding, (const char *)func->params[i], before[i]);
}

// `p[...]`, `*p`: what has to be computed to know the place.
static void walk_place(struct scan *s, const struct hd_expr *e) {
    switch (e->kind) {
    case EX_VAR: return;
    case EX_MEMBER:
        if (e->a->is_lvalue)
            walk_place(s, e->a);
        else
            walk_expr(s, e->a);
        return;
    case EX_DEREF: walk_expr(s, e->a); return;
    default: walk_expr(s, e); return;
    }
}

static void walk_builtin(struct scan *s, const struct hd_expr *e) {
    for (int i = 0; i < e->nargs; i++) walk_expr(s, e->args[i]);
    switch (e->builtin->lower) {
    case LOWER_BARRIER:
    case LOWER_SYNCWARP:
    case LOWER_SHFL:
    case LOWER_VOTE:
    case LOWER_MATCH:
    case LOWER_REDUCE: s->now->n = 0; return;
    case LOWER_ATOMIC: {
        const struct hd_type *t = e->nargs ? e->args[0]->type : NULL;
        if (!t || t->kind != HD_TY_PTR) return;
        struct access a = {.at = form_of(s, e->args[0], 0), .loc = e->loc, .size = t->base->size};
        a.is_atomic = true;
        do_access(s, a, true, true);
        return;
    }
    default: return;
    }
}

static void walk_either(struct scan *s, const struct hd_expr *yes, const struct hd_expr *no) {
    struct pending *first = s->now, *second = copy(s, s->now);
    s->doubt++;
    walk_expr(s, yes);
    s->now = second;
    walk_expr(s, no);
    s->doubt--;
    merge(first, second);
    s->now = first;
}

static void walk_expr(struct scan *s, const struct hd_expr *e) {
    if (!e || ++s->steps > MOST_STEPS) return;
    switch (e->kind) {
    case EX_LOAD:
        walk_place(s, e->a);
        do_access(s, access_to(s, e->a, e->a->loc), true, false);
        return;
    case EX_ASSIGN:
        walk_expr(s, e->b);
        walk_place(s, e->a);
        note_update(s, e);
        do_access(s, access_to(s, e->a, e->loc), false, true);
        changed(s, e->a);
        return;
    case EX_COMPOUND:
    case EX_INCDEC:
        walk_place(s, e->a);
        walk_expr(s, e->b);
        note_update(s, e);
        do_access(s, access_to(s, e->a, e->loc), true, true);
        changed(s, e->a);
        return;
    case EX_AND:
    case EX_OR:
        walk_expr(s, e->a);
        walk_either(s, e->b, NULL);
        return;
    case EX_COND:
        walk_expr(s, e->a);
        walk_either(s, e->b, e->c);
        return;
    case EX_CALL:
        walk_expr(s, e->a);
        for (int i = 0; i < e->nargs; i++) walk_expr(s, e->args[i]);
        walk_call(s, e);
        return;
    case EX_BUILTIN: walk_builtin(s, e); return;
    case EX_STMT_EXPR: walk(s, e->body); return;
    case EX_ADDR:
    case EX_DECAY:
        if (e->a->is_lvalue) walk_place(s, e->a);
        return;
    default: break;
    }
    walk_expr(s, e->a);
    walk_expr(s, e->b);
    walk_expr(s, e->c);
    for (int i = 0; i < e->nargs; i++) walk_expr(s, e->args[i]);
}

static bool tries(void *user, const struct hd_stmt *stmt, const struct hd_expr *e) {
    return tries_lock(e);
}

// Whether at most one thread of a warp has it true: `t == 0`, `!t`, `lane == 3 && ...`. negated:
// has it false.
static bool pick(struct scan *s, const struct form *d) { // where d is 0
    int of_index = -1;
    for (int i = 0; i < d->n; i++) {
        if (d->v[i].varies && !d->v[i].lane) return false;
        if (d->v[i].lane) of_index = i;
    }
    if (of_index < 0) return false;
    const struct term *t = &d->v[of_index];
    if ((t->times == 1 || t->times == -1) && s->npins < MOST_PINS) {
        struct form rest = *d;
        rest.v[of_index] = rest.v[--rest.n];
        s->pins[s->npins++] =
            (struct pin){t->key, form_sum(form_constant(0), rest, t->times == 1 ? -1 : 1)};
    }
    return true;
}

static bool picks_one(struct scan *s, const struct hd_expr *e, bool negated) {
    while (e->kind == EX_CAST) e = e->a;
    if (e->kind == EX_UNARY && e->op == TK_NOT) {
        const struct hd_expr *a = e->a;
        while (a->kind == EX_CAST) a = a->a;
        if (a->kind == EX_BINARY || a->kind == EX_UNARY || a->kind == EX_AND || a->kind == EX_OR)
            return picks_one(s, a, !negated);
        struct form f = form_of(s, a, 0);
        return !negated && pick(s, &f);
    }
    if (e->kind == (negated ? EX_OR : EX_AND)) {
        bool first = picks_one(s, e->a, negated), second = picks_one(s, e->b, negated);
        return first || second;
    }
    if (e->kind != EX_BINARY) {
        struct form f = form_of(s, e, 0);
        return negated && pick(s, &f);
    }
    struct form d = form_sum(form_of(s, e->a, 0), form_of(s, e->b, 0), -1);
    if (e->op == (negated ? TK_NE : TK_EQ)) return pick(s, &d);
    // t < 1, and its opposite t > 0: unsigned, or nobody
    if (d.n != 1 || d.v[0].times != 1) return false;
    if (e->op == (negated ? TK_GE : TK_LT) && d.constant == -1)
        d.constant = 0;
    else if (e->op != (negated ? TK_GT : TK_LE) || d.constant)
        return false;
    return pick(s, &d);
}

static bool always_leaves(const struct hd_stmt *stmt) {
    if (!stmt) return false;
    if (stmt->kind == STM_BLOCK) return stmt->nlist && always_leaves(stmt->list[stmt->nlist - 1]);
    return stmt->kind == STM_RETURN;
}

// `if (atomicExch(&lock, 1) == 0)`: what is done there is done by who has the lock.
static bool takes_lock(const struct hd_expr *e) { return tree_find_expr(e, tries, NULL); }

static void walk_if(struct scan *s, const struct hd_stmt *stmt) {
    walk_expr(s, stmt->a);
    struct pending *yes = s->now, *no = copy(s, s->now);
    int pins = s->npins, single = s->single, doubt = s->doubt, facts = s->facts.n;
    bool doubtful = !picks_many(s, stmt->a);
    s->doubt += doubtful;
    s->single += picks_one(s, stmt->a, false) || takes_lock(stmt->a);
    learn(s, stmt->a, false);
    walk(s, stmt->body);
    s->single = single;
    s->npins = pins;
    facts_drop(&s->facts, facts);
    s->now = no;
    bool others = picks_one(s, stmt->a, true);
    s->single += others;
    learn(s, stmt->a, true);
    walk(s, stmt->otherwise);
    merge(yes, s->now);
    s->now = yes;
    if (!doubtful || !always_leaves(stmt->body)) s->doubt = doubt;
    // `if (t != 0) return;`: what follows in this function is done by one
    bool leaves = always_leaves(stmt->body);
    if (!leaves) facts_drop(&s->facts, facts);
    if (others && leaves) return;
    s->single = single;
    s->npins = pins;
}

static void walk_loop(struct scan *s, const struct hd_stmt *stmt) {
    struct pending exits = {.dead = true}, *outer = s->exits;
    walk(s, stmt->init);
    s->exits = &exits;
    for (int turn = 0; turn < 2; turn++) {
        if (stmt->kind != STM_DO) {
            walk_expr(s, stmt->a);
            if (turn && stmt->a) merge(&exits, s->now); // a loop that never runs hides no exchange
        }
        int facts = s->facts.n;
        if (stmt->kind != STM_DO && stmt->a) learn(s, stmt->a, false);
        walk(s, stmt->body);
        facts_drop(&s->facts, facts);
        walk_expr(s, stmt->step);
        if (stmt->kind == STM_DO) {
            s->now->dead = false;
            walk_expr(s, stmt->a);
            merge(&exits, s->now);
        }
        s->now->dead = false; // by `continue`
    }
    *s->now = exits;
    s->exits = outer;
}

static void walk_switch(struct scan *s, const struct hd_stmt *stmt) {
    struct pending exits = {.dead = true}, *outer = s->exits;
    walk_expr(s, stmt->a);
    struct pending *before = copy(s, s->now);
    s->exits = &exits;
    s->doubt++;
    walk(s, stmt->body);
    s->doubt--;
    merge(s->now, &exits);
    merge(s->now, before);
    s->exits = outer;
}

static void walk(struct scan *s, const struct hd_stmt *stmt) {
    if (!stmt || ++s->steps > MOST_STEPS) return;
    switch (stmt->kind) {
    case STM_BLOCK:
        for (int i = 0; i < stmt->nlist; i++) walk(s, stmt->list[i]);
        return;
    case STM_IF: walk_if(s, stmt); return;
    case STM_WHILE:
    case STM_DO:
    case STM_FOR: walk_loop(s, stmt); return;
    case STM_SWITCH: walk_switch(s, stmt); return;
    case STM_BREAK:
        if (s->exits) merge(s->exits, s->now);
        s->now->dead = true;
        return;
    case STM_RETURN:
        walk_expr(s, stmt->a);
        s->now->dead = true;
        return;
    case STM_CASE:
    case STM_DEFAULT:
    case STM_LABEL: // whoever comes here from elsewhere has seen other conditions
        s->facts.holding = 0;
        s->now->dead = false;
        walk(s, stmt->body);
        return;
    case STM_VAR:
        for (int i = 0; stmt->var_init && i < stmt->var_init->nitems; i++)
            walk_expr(s, stmt->var_init->items[i].value);
        return;
    case STM_ASM:
        for (int i = 0; i < stmt->assembly->noutputs + stmt->assembly->ninputs; i++)
            walk_expr(s, stmt->assembly->operands[i]);
        if (stmt->assembly->meets) s->now->n = 0;
        return;
    default: walk_expr(s, stmt->a); return;
    }
}

// ---- the kernel as a whole ----------------------------------------------------------------------

static bool touches_shared(void *user, const struct hd_stmt *stmt, const struct hd_expr *e) {
    if (!e) return false;
    if (e->kind == EX_VAR && is_array(e->sym)) return true;
    return e->is_lvalue && e->type && (e->type->quals & Q_VOLATILE);
}

static void look(struct scan *s, struct hd_func *kernel, const func_vec *funcs) {
    for (int i = 0; i < funcs->n; i++) tree_find(funcs->v[i]->body, count_writes, s);
    for (int turn = 0; turn < 20; turn++) {
        s->changed = false;
        for (int i = 0; i < funcs->n; i++) tree_find(funcs->v[i]->body, note, s);
        if (!s->changed) break;
    }
    for (int i = 0; i < funcs->n; i++) tree_find(funcs->v[i]->body, find_spun, s);
    for (int i = 0; i < funcs->n; i++) // locks, tickets
        if (s->spins || tree_find(funcs->v[i]->body, tries, NULL)) s->lost = NULL;
    struct pending now = {0};
    s->now = &now;
    walk(s, kernel->body);
}

void find_lockstep(struct gen *g, struct hd_func *kernel, const func_vec *funcs,
                   struct hd_lockstep *out, hd_loc *lost) {
    bool any = lost != NULL;
    *out = (struct hd_lockstep){0};
    for (int i = 0; i < funcs->n; i++)
        any = any || tree_find(funcs->v[i]->body, touches_shared, NULL);
    if (!any) return;
    struct form facts[MOST_FACTS];
    struct scan s = {.arena = g->arena,
                     .out = out,
                     .facts.v = facts,
                     .shared = &g->lockstep_pointers,
                     .kernel = kernel,
                     .lost = lost};
    look(&s, kernel, funcs);
    hd_map_finish(&s.writes);
    hd_map_finish(&s.inits);
    hd_map_finish(&s.binding);
    hd_map_finish(&s.varying);
    hd_map_finish(&s.spun);
}

// Whether what a pointer leads to may be memory through which the threads of a warp exchange
// values: asked where code is made for it.
bool lockstep_pointer(struct gen *g, const struct hd_expr *e) {
    struct scan s = {.arena = g->arena, .shared = &g->lockstep_pointers};
    struct form f = form_of(&s, e, 0);
    return leads_to_shared(&s, &f);
}

void hd_gen_lockstep(struct hd_func *kernel, struct hd_lockstep *out, hd_loc *lost) {
    struct gen g = {.arena = hd_arena_create()};
    func_vec funcs = {0};
    reachable(&g, kernel, &funcs);
    *lost = 0;
    find_lockstep(&g, kernel, &funcs, out, lost);
    hd_map_finish(&g.lockstep_pointers);
    hd_arena_destroy(g.arena);
}
