// What a `for` counts, and what the optimiser may know of it.
//
// Signed integers wrap, so the optimiser cannot take the counter of a loop for an index of 64 bits:
// each turn would extend it anew, and what it adds next waits for that. Two kinds of loops have a
// way out:
//
//   i < n, i++        the step cannot leave the range of i's type: it is said so (loop_counter)
//   j < n, j += step  it can, once, on its last turn. The counter has 64 bits here; a turn begins
//                     if it lies in the range *and* passes the test, one comparison. When that says
//                     no, a counter that has left the range is wrapped and the loop goes on, as the
//                     variable would have:
//
//       entry: wide = j
//       loop:  j = (int)wide; if (wide - INT_MIN < n - INT_MIN, unsigned) body
//              else if (wide == j) end, else entry
//       step:  wide += step
#include "gen/emit.h"

#include "front/front.h"

static bool sets(void *user, const struct hd_stmt *s, const struct hd_expr *e) {
    bool writes = e && (e->kind == EX_ASSIGN || e->kind == EX_COMPOUND || e->kind == EX_INCDEC);
    return writes && e->a->kind == EX_VAR && e->a->sym == user;
}

// Whether a step of `by` from where `i < bound` or `i <= bound` holds (down: > and >=) cannot leave
// the range of i's type: not by one step of 1 if the bound is a number of that type, nor by others
// if both are known.
static bool stays_in_range(const struct hd_type *type, const struct hd_expr *bound,
                           const struct hd_expr *by, bool equal, bool down) {
    struct hd_const step = {.kind = CONST_INT, .i = 1}, end;
    if (by && (!hd_const_eval(by, &step) || step.kind != CONST_INT || step.i < 0)) return false;
    if (step.i == 1 && !equal) return true;
    if (!hd_const_eval(bound, &end) || end.kind != CONST_INT || type->size > 4) return false;
    int64_t most = ((int64_t)1 << (8 * type->size - 1)) - 1, last = (int64_t)end.i;
    if (down) last = -1 - last; // as if all were turned round
    return step.i <= most && last + (equal ? 0 : -1) + (int64_t)step.i <= most;
}

static bool is_up(const struct hd_expr *step) {
    return step->op == TK_INC || step->op == TK_PLUS_ASSIGN || step->op == TK_PLUS;
}

static bool is_down(const struct hd_expr *step) {
    return step->op == TK_DEC || step->op == TK_MINUS_ASSIGN || step->op == TK_MINUS;
}

// The variable that a loop counts up to a bound or down to one, where its step cannot leave the
// range of its type: `i < n` and `i++`, `i <= 7` and `i += 2`.
struct hd_sym *loop_counter(const struct hd_stmt *s) {
    const struct hd_expr *step = s->step, *test = s->a;
    if (!step || !test || test->kind != EX_BINARY) return NULL;
    if (step->kind != EX_INCDEC && step->kind != EX_COMPOUND) return NULL;
    if (step->a->kind != EX_VAR || step->a->sym->storage != ST_LOCAL) return NULL;
    struct hd_sym *sym = step->a->sym;
    bool up = is_up(step), down = is_down(step);
    const struct hd_expr *i = test->a;
    if (i->kind != EX_LOAD || i->a->kind != EX_VAR || i->a->sym != sym) return NULL; // no cast
    if (!hd_type_is_integer(test->b->type) || !hd_type_is_signed(ty_value(test->b->type)))
        return NULL;
    bool equal = test->op == TK_LE || test->op == TK_GE;
    bool below = test->op == TK_LT || test->op == TK_LE;
    bool above = test->op == TK_GT || test->op == TK_GE;
    const struct hd_expr *by = step->kind == EX_COMPOUND ? step->b : NULL;
    if (!((up && below) || (down && above)) || sym->address_taken) return NULL;
    return stays_in_range(ty_value(i->type), test->b, by, equal, down) &&
                   !tree_find(s->body, sets, sym)
               ? sym
               : NULL;
}

// ---- wide counters ------------------------------------------------------------------------------

static bool is_int32(const struct hd_type *type) {
    return hd_type_is_integer(type) && hd_type_is_signed(ty_value(type)) && type->size == 4;
}

static bool speaks_against(void *user, const struct hd_stmt *s, const struct hd_expr *e) {
    if (s && (s->kind == STM_LABEL || s->kind == STM_CASE || s->kind == STM_DEFAULT)) return true;
    return sets(user, s, e); // else it would be entered, or counted, in the middle
}

static bool is_volatile(void *user, const struct hd_stmt *s, const struct hd_expr *e) {
    (void)user, (void)s;
    return e && e->kind == EX_LOAD && (e->a->type->quals & Q_VOLATILE);
}

// The variable that a loop counts by steps that may leave the range of an int; NULL: none.
static struct hd_sym *counted_widely(const struct hd_stmt *s) {
    const struct hd_expr *step = s->step, *test = s->a;
    if (s->kind != STM_FOR || !step || step->kind != EX_COMPOUND || step->a->kind != EX_VAR ||
        !(is_up(step) || is_down(step)) || !test || test->kind != EX_BINARY || loop_counter(s))
        return NULL;
    struct hd_sym *sym = step->a->sym;
    const struct hd_expr *j = test->a;
    if (sym->storage != ST_LOCAL || sym->address_taken || j->kind != EX_LOAD ||
        j->a->kind != EX_VAR || j->a->sym != sym || (sym->type->quals & Q_VOLATILE))
        return NULL;
    bool ordered = test->op == TK_LT || test->op == TK_LE || test->op == TK_GT || test->op == TK_GE;
    if (!ordered || !is_int32(j->type) || !is_int32(test->b->type) || !is_int32(step->b->type) ||
        step->b->kind == EX_CONST || // LLVM sees to these
        has_effect(test->b) || has_effect(step->b) || tree_find_expr(test->b, is_volatile, NULL))
        return NULL;
    return tree_find(s->body, speaks_against, sym) ? NULL : sym;
}

static LLVMValueRef sext64(struct fn *f, LLVMValueRef v) {
    return LLVMBuildSExt(f->b, v, f->g->i64, "");
}

// The memory is there in quick code too, as the two have the same frame (heat.c).
struct wide_counter wide_begin(struct fn *f, const struct hd_stmt *s) {
    struct gen *g = f->g;
    struct wide_counter none = {0}, wide = {0};
    if (f->device || f->volatile_locals || f->twin || g->gpu || g->job->check ||
        !(wide.sym = counted_widely(s)))
        return none;
    wide.slot = temp(f, g->i64, 8);
    if (g->job->opt != 1) return none;
    wide.entry = new_block(f, "loop.entry");
    start_block(f, wide.entry);
    raw_store(f, sext64(f, raw_load(f, g->i32, local_slot(f, wide.sym), 4)), wide.slot, 8);
    return wide;
}

static LLVMValueRef from_end(struct fn *f, LLVMValueRef v, bool down) {
    if (down) return LLVMBuildSub(f->b, const_i64(f->g, INT32_MAX), v, "");
    return LLVMBuildSub(f->b, v, const_i64(f->g, INT32_MIN), "");
}

void wide_test(struct fn *f, const struct wide_counter *wide, const struct hd_expr *test,
               LLVMBasicBlockRef yes, LLVMBasicBlockRef no) {
    struct gen *g = f->g;
    LLVMValueRef counter = raw_load(f, g->i64, wide->slot, 8);
    LLVMValueRef wrapped = LLVMBuildTrunc(f->b, counter, g->i32, "");
    raw_store(f, wrapped, local_slot(f, wide->sym), 4);
    LLVMValueRef bound = sext64(f, emit_expr(f, test->b).v);
    bool down = test->op == TK_GT || test->op == TK_GE;
    bool equal = test->op == TK_LE || test->op == TK_GE;
    LLVMValueRef goes = LLVMBuildICmp(f->b, equal ? LLVMIntULE : LLVMIntULT,
                                      from_end(f, counter, down), from_end(f, bound, down), "");
    LLVMBasicBlockRef out = new_block(f, "loop.out");
    LLVMBuildCondBr(f->b, goes, yes, out);
    LLVMMoveBasicBlockAfter(out, LLVMGetInsertBlock(f->b));
    LLVMPositionBuilderAtEnd(f->b, out);
    LLVMValueRef ended = LLVMBuildICmp(f->b, LLVMIntEQ, counter, sext64(f, wrapped), "");
    weigh(f, LLVMBuildCondBr(f->b, ended, no, wide->entry), 1);
}

void wide_step(struct fn *f, const struct wide_counter *wide, const struct hd_expr *step) {
    struct gen *g = f->g;
    LLVMValueRef by = sext64(f, emit_expr(f, step->b).v);
    at(f, step->loc);
    LLVMValueRef counter = raw_load(f, g->i64, wide->slot, 8);
    bool down = is_down(step);
    raw_store(
        f, down ? LLVMBuildNSWSub(f->b, counter, by, "") : LLVMBuildNSWAdd(f->b, counter, by, ""),
        wide->slot, 8);
}

// A subscript that is such a counter, or one and a constant, with 64 bits; NULL: it is not. As in
// emit_index, what is added does not wrap.
LLVMValueRef wide_index(struct fn *f, const struct hd_expr *e) {
    struct hd_const c;
    if (e->kind == EX_CAST && hd_type_is_integer(e->type) && e->type->size == 8 &&
        is_int32(e->a->type))
        return wide_index(f, e->a);
    if (e->kind == EX_BINARY && (e->op == TK_PLUS || e->op == TK_MINUS) && is_int32(e->type) &&
        is_int32(e->b->type) && hd_const_eval(e->b, &c) && c.kind == CONST_INT) {
        LLVMValueRef v = wide_index(f, e->a), by = const_i64(f->g, (int64_t)c.i);
        if (!v) return NULL;
        return e->op == TK_PLUS ? LLVMBuildNSWAdd(f->b, v, by, "")
                                : LLVMBuildNSWSub(f->b, v, by, "");
    }
    if (e->kind != EX_LOAD || e->a->kind != EX_VAR) return NULL;
    for (const struct loop *loop = f->loops; loop; loop = loop->outer)
        if (loop->wide && loop->wide->sym == e->a->sym)
            return raw_load(f, f->g->i64, loop->wide->slot, 8);
    return NULL;
}
