// Conditions: `if`, loops, ?:, && and ||. The one place that decides what a condition does to
// control flow (with several lanes: branch where it is uniform, narrow fn->mask where it varies).
//
// Example: `if (a && !b)` is two branches and no value: emit_branch(a && !b, then, else) branches
// on a to a block that branches on b with its targets swapped.
#include "gen/emit.h"

static bool is_comparison(int op) {
    return op == TK_EQ || op == TK_NE || op == TK_LT || op == TK_GT || op == TK_LE || op == TK_GE;
}

// An expression that is zero exactly when e is: drops conversions that keep zero apart from the
// rest.
static const struct hd_expr *strip(const struct hd_expr *e) {
    for (;;) {
        if (e->kind == EX_CAST && e->cast == CAST_BOOL)
            e = e->a;
        else if (e->kind == EX_CAST && e->cast == CAST_INT && e->a->type->size <= e->type->size &&
                 hd_type_is_integer(e->a->type))
            e = e->a;
        else if (e->kind == EX_BUILTIN && e->builtin->lower == LOWER_EXPECT && e->nargs == 2 &&
                 hd_type_is_integer(e->type))
            e = e->args[0];
        else
            return e;
    }
}

LLVMValueRef emit_cond(struct fn *f, const struct hd_expr *e) {
    e = strip(e);
    if (e->kind == EX_UNARY && e->op == TK_NOT) return LLVMBuildNot(f->b, emit_cond(f, e->a), "");
    if (e->kind == EX_BINARY && is_comparison(e->op) && e->type->kind != HD_TY_VECTOR) {
        struct val v = emit_expr(f, e);
        return to_bool(f, v);
    }
    if (e->kind == EX_AND || e->kind == EX_OR) {
        struct val v = emit_logical(f, e);
        return to_bool(f, v);
    }
    struct val v = emit_expr(f, e);
    at(f, e->loc);
    return to_bool(f, v);
}

// __builtin_expect around the condition: 1 likely, -1 unlikely, 0 nothing said.
static int expectation(const struct hd_expr *e) {
    int sign = 1;
    for (;;) {
        if (e->kind == EX_CAST && (e->cast == CAST_BOOL || e->cast == CAST_INT)) {
            e = e->a;
        } else if (e->kind == EX_UNARY && e->op == TK_NOT) {
            e = e->a;
            sign = -sign;
        } else if (e->kind == EX_BUILTIN && e->builtin->lower == LOWER_EXPECT && e->nargs >= 2) {
            struct hd_const c;
            if (!hd_const_eval(e->args[1], &c) || c.kind != CONST_INT) return 0;
            return c.i ? sign : -sign;
        } else {
            return 0;
        }
    }
}

void weigh(struct fn *f, LLVMValueRef br, int likely) {
    struct gen *g = f->g;
    if (!likely || !g->job->opt) return;
    LLVMMetadataRef ops[3] = {LLVMMDStringInContext2(g->ctx, "branch_weights", 14),
                              LLVMValueAsMetadata(const_i32(g, likely > 0 ? 2000 : 1)),
                              LLVMValueAsMetadata(const_i32(g, likely > 0 ? 1 : 2000))};
    set_md(g, br, MD_PROF, LLVMMDNodeInContext2(g->ctx, ops, 3));
}

void emit_branch(struct fn *f, const struct hd_expr *e, LLVMBasicBlockRef yes,
                 LLVMBasicBlockRef no) {
    int likely = expectation(e);
    e = strip(e);
    if (e->kind == EX_UNARY && e->op == TK_NOT) {
        emit_branch(f, e->a, no, yes);
        return;
    }
    if (e->kind == EX_AND || e->kind == EX_OR) {
        LLVMBasicBlockRef next = new_block(f, e->kind == EX_AND ? "and" : "or");
        if (e->kind == EX_AND)
            emit_branch(f, e->a, next, no);
        else
            emit_branch(f, e->a, yes, next);
        LLVMPositionBuilderAtEnd(f->b, next);
        f->conditional++;
        emit_branch(f, e->b, yes, no);
        f->conditional--;
        return;
    }
    LLVMValueRef bit = emit_cond(f, e);
    at(f, e->loc);
    if (LLVMIsAConstantInt(bit)) {
        LLVMBuildBr(f->b, LLVMConstIntGetZExtValue(bit) ? yes : no);
        return;
    }
    weigh(f, LLVMBuildCondBr(f->b, bit, yes, no), likely);
}

struct val emit_logical(struct fn *f, const struct hd_expr *e) {
    struct gen *g = f->g;
    LLVMBasicBlockRef yes = new_block(f, "l.yes"), no = new_block(f, "l.no"),
                      end = new_block(f, "l.end");
    emit_branch(f, e, yes, no);
    LLVMPositionBuilderAtEnd(f->b, yes);
    LLVMBuildBr(f->b, end);
    LLVMPositionBuilderAtEnd(f->b, no);
    LLVMBuildBr(f->b, end);
    LLVMMoveBasicBlockAfter(yes, LLVMGetLastBasicBlock(f->fn));
    LLVMMoveBasicBlockAfter(no, yes);
    LLVMMoveBasicBlockAfter(end, no);
    LLVMPositionBuilderAtEnd(f->b, end);
    LLVMValueRef bit = LLVMBuildPhi(f->b, g->i1, "");
    LLVMValueRef values[2] = {LLVMConstInt(g->i1, 1, false), LLVMConstInt(g->i1, 0, false)};
    LLVMAddIncoming(bit, values, (LLVMBasicBlockRef[]){yes, no}, 2);
    return bool_val(f, bit, e->type);
}

static LLVMValueRef join(struct fn *f, LLVMValueRef a, LLVMValueRef b, LLVMBasicBlockRef *from) {
    LLVMValueRef phi = LLVMBuildPhi(f->b, LLVMTypeOf(a), "");
    LLVMAddIncoming(phi, (LLVMValueRef[]){a, b}, from, 2);
    return phi;
}

static struct val arm(struct fn *f, const struct hd_expr *e, struct hd_type *type,
                      LLVMBasicBlockRef *from) {
    struct val v = val_none();
    if (type->kind == HD_TY_VOID) {
        emit_drop(f, e);
    } else {
        v = emit_expr(f, e);
        if (v.kind == VAL_NONE && !ty_is_agg(type))
            v = convert(f, val_scalar(const_i32(f->g, 0), hd_ty.int_), type);
        if (v.kind != VAL_MEM && ty_is_agg(type)) {
            struct place p = place_of(f, v);
            v = (struct val){.kind = VAL_MEM, .v = p.addr, .align = p.align, .type = type};
        }
    }
    *from = LLVMGetInsertBlock(f->b);
    return v;
}

struct val emit_select(struct fn *f, const struct hd_expr *e) {
    LLVMBasicBlockRef yes = new_block(f, "c.yes"), no = new_block(f, "c.no"),
                      end = new_block(f, "c.end"), from[2];
    struct val cond = val_none(), b, c;
    if (e->b) {
        emit_branch(f, e->a, yes, no);
    } else { // GNU a ?: c
        cond = emit_expr(f, e->a);
        LLVMBuildCondBr(f->b, to_bool(f, cond), yes, no);
    }
    f->conditional++;
    LLVMPositionBuilderAtEnd(f->b, yes);
    if (e->b) {
        b = arm(f, e->b, e->type, &from[0]);
    } else {
        b = e->type->kind == HD_TY_VOID ? val_none() : convert(f, cond, e->type);
        from[0] = LLVMGetInsertBlock(f->b);
    }
    LLVMBuildBr(f->b, end);
    LLVMMoveBasicBlockAfter(no, LLVMGetLastBasicBlock(f->fn));
    LLVMPositionBuilderAtEnd(f->b, no);
    c = arm(f, e->c, e->type, &from[1]);
    f->conditional--;
    LLVMBuildBr(f->b, end);
    LLVMMoveBasicBlockAfter(end, LLVMGetLastBasicBlock(f->fn));
    LLVMPositionBuilderAtEnd(f->b, end);
    struct val v = b;
    v.type = e->type;
    if (b.kind == VAL_NONE || c.kind == VAL_NONE) return val_none();
    v.v = join(f, b.v, c.v, from);
    if (v.kind == VAL_COMPLEX) v.im = join(f, b.im, c.im, from);
    if (c.align && (!v.align || c.align < v.align)) v.align = c.align;
    v.any_alias = b.any_alias || c.any_alias;
    if (b.space != c.space) v.space = SPACE_ANY;
    v.object = (struct object){0};
    if (f->g->job->check && v.kind == VAL_SCALAR && LLVMTypeOf(v.v) == f->g->ptr) {
        LLVMValueRef none = const_i64(f->g, 0);
        bool known = b.object.base && b.object.extent && c.object.base && c.object.extent;
        v.object.base =
            join(f, b.object.base ? b.object.base : b.v, c.object.base ? c.object.base : c.v, from);
        v.object.extent = known ? join(f, b.object.extent, c.object.extent, from) : none;
    }
    return v;
}
