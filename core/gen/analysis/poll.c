// Walking the typed tree, and what is decided by it: where compiled loops look for interrupts, and
// which loops spin.
//
// An interrupt is a signal; in compiled code it acts at once. A loop that spends its time in a
// library may never be seen outside it, so such loops (and recursive functions that call libraries)
// look at hd_interrupt_flag themselves. Plain loops pay nothing.
//
// A loop spins when it waits for another thread of its block: it reads a flag or tries a lock and
// makes no progress by itself, or it waits until time has passed. Such loops give way at their back
// edge. `while (atomicCAS(&lock, 0, 1) != 0);` and `while (clock64() < end);` spin; the retry loop
// of a home-made atomic (whose compare value is what was last read) and loops over a counter do
// not.
#include "gen/emit.h"

#include <string.h>

// ---- walking ------------------------------------------------------------------------------------

static bool find_init(const struct hd_init *init, stmt_visit_fn *fn, void *user) {
    for (int i = 0; init && i < init->nitems; i++)
        if (tree_find_expr(init->items[i].value, fn, user)) return true;
    return false;
}

bool tree_find_expr(const struct hd_expr *e, stmt_visit_fn *fn, void *user) {
    if (!e) return false;
    if (fn(user, NULL, e)) return true;
    if (tree_find_expr(e->a, fn, user) || tree_find_expr(e->b, fn, user) ||
        tree_find_expr(e->c, fn, user))
        return true;
    for (int i = 0; i < e->nargs; i++)
        if (tree_find_expr(e->args[i], fn, user)) return true;
    switch (e->kind) {
    case EX_STMT_EXPR: return tree_find(e->body, fn, user);
    case EX_COMPOUND_LITERAL:
    case EX_INIT: return find_init(e->init, fn, user);
    case EX_LAUNCH:
        return tree_find_expr(e->launch->grid, fn, user) ||
               tree_find_expr(e->launch->block, fn, user) ||
               tree_find_expr(e->launch->shared, fn, user) ||
               tree_find_expr(e->launch->stream, fn, user);
    default: return false;
    }
}

bool tree_find(const struct hd_stmt *s, stmt_visit_fn *fn, void *user) {
    if (!s) return false;
    if (fn(user, s, NULL)) return true;
    if (tree_find_expr(s->a, fn, user) || tree_find_expr(s->step, fn, user)) return true;
    if (find_init(s->var_init, fn, user)) return true;
    for (int i = 0; i < s->nlist; i++)
        if (tree_find(s->list[i], fn, user)) return true;
    if (s->assembly)
        for (int i = 0; i < s->assembly->noutputs + s->assembly->ninputs; i++)
            if (tree_find_expr(s->assembly->operands[i], fn, user)) return true;
    return tree_find(s->init, fn, user) || tree_find(s->body, fn, user) ||
           tree_find(s->otherwise, fn, user);
}

// ---- interrupts ---------------------------------------------------------------------------------

static bool may_leave(void *user, const struct hd_stmt *s, const struct hd_expr *e);

// Whether running the function may run library code. A function being looked at counts as one that
// does not.
static bool func_leaves(struct gen *g, struct hd_func *func) {
    enum { NO = 1, YES, LOOKING };
    intptr_t known = (intptr_t)hd_map_get(&g->externals, (const char *)func);
    if (known) return known == YES;
    hd_map_set(&g->externals, (const char *)func, (void *)LOOKING);
    bool leaves = func->body && tree_find(func->body, may_leave, g);
    hd_map_set(&g->externals, (const char *)func, (void *)(intptr_t)(leaves ? YES : NO));
    return leaves;
}

static bool may_leave(void *user, const struct hd_stmt *s, const struct hd_expr *e) {
    struct gen *g = user;
    if (!e) return false;
    if (e->kind == EX_LAUNCH) return true;
    if (e->kind == EX_BUILTIN) {
        switch (e->builtin->lower) {
        case LOWER_LIBC:
        case LOWER_RUNTIME:
        case LOWER_RUNTIME_CTX: return !(e->builtin->flags & BI_PURE);
        case LOWER_DEVICE_PRINTF: return true;
        default: return false;
        }
    }
    if (e->kind != EX_CALL) return false;
    const struct hd_expr *callee = e->a;
    while (callee->kind == EX_DECAY || callee->kind == EX_ADDR || callee->kind == EX_DEREF)
        callee = callee->a;
    if (callee->kind != EX_FUNC) return true; // a pointer: it may lead anywhere
    struct hd_func *func = hd_linked_func(callee->sym);
    if (func) return func_leaves(g, func);
    return !math_is_known(callee->sym->link_name);
}

bool needs_poll(struct gen *g, const struct hd_stmt *loop) {
    return tree_find(loop->body, may_leave, g) || tree_find_expr(loop->a, may_leave, g) ||
           tree_find_expr(loop->step, may_leave, g);
}

static bool reaches(struct hd_func *from, const struct hd_func *to, struct hd_map *seen) {
    for (int i = 0; i < from->ncalls; i++) {
        struct hd_func *next = hd_linked_func(from->calls[i]);
        if (next == to) return true;
        if (!next || hd_map_get(seen, (const char *)next)) continue;
        hd_map_set(seen, (const char *)next, next);
        if (reaches(next, to, seen)) return true;
    }
    return false;
}

bool function_needs_poll(struct gen *g, struct hd_func *func) {
    if (!func->ncalls || !func_leaves(g, func)) return false;
    struct hd_map seen = {0};
    bool recursive = reaches(func, func, &seen);
    hd_map_finish(&seen);
    return recursive;
}

void emit_poll(struct fn *f) {
    struct gen *g = f->g;
    LLVMValueRef flag = LLVMGetNamedGlobal(g->mod, "hd_interrupt_flag");
    if (!flag) {
        flag = LLVMAddGlobal(g->mod, g->i32, "hd_interrupt_flag");
        add_ref(g, "hd_interrupt_flag", HD_REF_RUNTIME, HD_HOST_CODE, NULL, NULL, f->loc);
    }
    LLVMValueRef set = raw_load(f, g->i32, flag, 4);
    LLVMSetVolatile(set, true);
    LLVMBasicBlockRef poll = new_block(f, "poll"), go_on = new_block(f, "poll.end");
    LLVMValueRef br = LLVMBuildCondBr(f->b, LLVMBuildIsNotNull(f->b, set, ""), poll, go_on);
    if (g->job->opt) {
        LLVMMetadataRef ops[3] = {LLVMMDStringInContext2(g->ctx, "branch_weights", 14),
                                  LLVMValueAsMetadata(const_i32(g, 1)),
                                  LLVMValueAsMetadata(const_i32(g, 100000))};
        set_md(g, br, MD_PROF, LLVMMDNodeInContext2(g->ctx, ops, 3));
    }
    LLVMPositionBuilderAtEnd(f->b, poll);
    struct val none;
    extern_call(f, "hd_rt_poll", HD_REF_RUNTIME, hd_ty.void_, &none, 0, 0, false, NULL);
    LLVMBuildBr(f->b, go_on);
    LLVMPositionBuilderAtEnd(f->b, go_on);
}

// ---- spinning -----------------------------------------------------------------------------------

static bool is_constant(const struct hd_expr *e, bool *zero) {
    struct hd_const c;
    if (!hd_const_eval(e, &c) || c.kind != CONST_INT) return false;
    *zero = c.i == 0;
    return true;
}

bool tries_lock(const struct hd_expr *e) {
    if (!e || e->kind != EX_BUILTIN) return false;
    const char *arg = e->builtin->arg ? e->builtin->arg : "";
    switch (e->builtin->lower) {
    case LOWER_ATOMIC_CAS:
    case LOWER_ATOMIC_EXCHANGE:
    case LOWER_SYNC_CAS: return true;
    case LOWER_ATOMIC: return !strcmp(arg, "cas") || !strcmp(arg, "exch");
    default: return false;
    }
}

// Reads or tries something that only another thread will change.
static bool waits(void *user, const struct hd_stmt *s, const struct hd_expr *e) {
    if (!e) return false;
    bool zero = false;
    if (e->kind == EX_LOAD) return e->a->type->quals & (Q_VOLATILE | Q_ATOMIC);
    if (e->kind != EX_BUILTIN) return false;
    const char *arg = e->builtin->arg ? e->builtin->arg : "";
    switch (e->builtin->lower) {
    case LOWER_ATOMIC_LOAD:
    case LOWER_ATOMIC_CAS:
    case LOWER_ATOMIC_EXCHANGE: return true;
    case LOWER_SYNC_CAS: return e->nargs > 1 && is_constant(e->args[1], &zero);
    case LOWER_ATOMIC:
        if (!strcmp(arg, "cas") || !strcmp(arg, "exch"))
            return e->nargs > 1 && is_constant(e->args[1], &zero);
        if (e->nargs < 2 || !is_constant(e->args[1], &zero)) return false;
        return zero && (!strcmp(arg, "add") || !strcmp(arg, "sub") || !strcmp(arg, "or") ||
                        !strcmp(arg, "xor") || !strcmp(arg, "max"));
    default: return false;
    }
}

static bool counts(const struct hd_expr *e) { // a bound on a counter: the loop makes progress
    while (e && (e->kind == EX_CAST || (e->kind == EX_UNARY && e->op == TK_NOT))) e = e->a;
    if (!e) return false;
    if (e->kind == EX_AND || e->kind == EX_OR) return counts(e->a) || counts(e->b);
    return e->kind == EX_BINARY &&
           (e->op == TK_LT || e->op == TK_GT || e->op == TK_LE || e->op == TK_GE);
}

static bool reads_clock(void *user, const struct hd_stmt *s, const struct hd_expr *e) {
    const char *text = s && s->assembly ? s->assembly->text : NULL;
    if (text && (strstr(text, "clock") || strstr(text, "globaltimer"))) return true;
    return e && e->kind == EX_BUILTIN &&
           (e->builtin->lower == LOWER_CLOCK || e->builtin->lower == LOWER_GLOBALTIMER);
}

// More than looking at the clock and computing with local variables.
static bool does_more(void *user, const struct hd_stmt *s, const struct hd_expr *e) {
    if (s) return s->kind == STM_WHILE || s->kind == STM_DO || s->kind == STM_FOR;
    if (e->kind == EX_BUILTIN)
        return !reads_clock(NULL, NULL, e) && e->builtin->lower != LOWER_SREG;
    bool sets = e->kind == EX_ASSIGN || e->kind == EX_COMPOUND || e->kind == EX_INCDEC;
    if (sets) return e->a->kind != EX_VAR || e->a->sym->storage != ST_LOCAL;
    return e->kind == EX_CALL || e->kind == EX_LAUNCH;
}

// Waits until so much time has passed: threads wait side by side, not one after the other.
static bool waits_for_time(const struct hd_stmt *loop) {
    if (tree_find_expr(loop->a, reads_clock, NULL)) return true;
    return !loop->step && tree_find(loop->body, reads_clock, NULL) &&
           !tree_find(loop->body, does_more, NULL);
}

bool loop_spins(const struct hd_stmt *loop) {
    if (tree_find_expr(loop->a, waits, NULL) || waits_for_time(loop)) return true;
    if (loop->step || counts(loop->a)) return false;
    return tree_find(loop->body, waits, NULL);
}

// `while (*flag == 0) {}`, with a flag that is not volatile: nvcc reads it once. A check lets the
// others go on meanwhile, so that whoever writes it is found to race.
static bool reads_memory(void *user, const struct hd_stmt *s, const struct hd_expr *e) {
    if (!e || e->kind != EX_LOAD) return false;
    const struct hd_expr *from = e->a;
    return from->kind != EX_VAR || from->sym->storage != ST_LOCAL;
}

static bool has_effects(void *user, const struct hd_stmt *s, const struct hd_expr *e) {
    if (!e || (e->kind == EX_BUILTIN && e->builtin->lower == LOWER_SREG)) return false;
    return e->kind == EX_ASSIGN || e->kind == EX_COMPOUND || e->kind == EX_INCDEC ||
           e->kind == EX_CALL || e->kind == EX_BUILTIN || e->kind == EX_LAUNCH;
}

bool stmt_is_empty(const struct hd_stmt *s) {
    return s->kind == STM_EMPTY || (s->kind == STM_BLOCK && !s->nlist);
}

bool loop_idles(const struct hd_stmt *loop) {
    return loop->a && !loop->step && stmt_is_empty(loop->body) &&
           !tree_find_expr(loop->a, has_effects, NULL) &&
           tree_find_expr(loop->a, reads_memory, NULL);
}

static bool spinning(void *user, const struct hd_stmt *s, const struct hd_expr *e) {
    if (!s || (s->kind != STM_WHILE && s->kind != STM_DO && s->kind != STM_FOR)) return false;
    return loop_spins(s) || (user && loop_idles(s));
}

bool any_loop_spins(const struct hd_stmt *body, bool checked) {
    return tree_find(body, spinning, checked ? &checked : NULL);
}
