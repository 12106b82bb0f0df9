// Unary operators, ++ and --, assignment, ?:, the comma, indexing, and conditions.
//
// In CU the results of assignment, pre-increment, ?: and the comma are lvalues where C++ says so;
// in C they are values.
//
// Example: `a[i] += 1.5` with `int *a` is COMPOUND(DEREF(PTR_ADD(a, i)), 1.5) computed in double.
#include "front/check/array/array.h"

#include <string.h>

// ---- what may be changed ------------------------------------------------------------------------

// Reports an operand of an assignment, ++ or -- that cannot be changed.
static bool modifiable(struct check *c, const struct hd_expr *e, const char *doing,
                       struct hd_range range) {
    struct hd_diag *d;
    if (is_error(e)) return false;
    if (!e->is_lvalue || (e->is_xvalue && !is_record(e->type))) {
        d = hd_error(c->diags, range, "cannot %s %s: it is a value, not a variable", doing,
                     expr_text(c, e));
        if (e->kind == EX_BINARY && e->op == TK_EQ)
            hd_help(c->diags, d, "did you mean `==`?");
        else if (e->kind == EX_CALL || e->kind == EX_CAST)
            hd_help(c->diags, d, "its result lives nowhere: store it in a variable first");
        return false;
    }
    if (e->type->kind == HD_TY_ARRAY) {
        d = hd_error(c->diags, range, "cannot %s %s: it is an array", doing, expr_text(c, e));
        hd_help(c->diags, d, "%s",
                is_char_type(unqual(e->type->base))
                    ? "copy a text with `strcpy` or `snprintf`"
                    : "assign its elements, or copy it with `memcpy`");
        return false;
    }
    if (e->type->quals & Q_CONST) {
        const struct hd_sym *var = root_var(e);
        d = hd_error(c->diags, range, "cannot %s %s: it is `const`", doing, expr_text(c, e));
        if (var && var->name && c->record && !strcmp(var->name, "this")) {
            if (c->func && c->func->sym->method && (c->func->sym->method->quals & Q_CONST))
                hd_help(c->diags, d,
                        "`%s` is a `const` member function, which does not change its object",
                        c->func->sym->method->name);
        } else if (var && var->name)
            note_on(c, d, var->range, "`%s` is declared here", var->name);
        return false;
    }
    if (!hd_type_is_complete(e->type) || e->type->kind == HD_TY_VOID) {
        hd_error(c->diags, range, "cannot %s %s: its type `%s` is not complete", doing,
                 expr_text(c, e), ty(c, e->type));
        return false;
    }
    return true;
}

// ---- unary --------------------------------------------------------------------------------------

static struct hd_expr *bad_operand(struct check *c, const struct hd_ast *ast,
                                   const struct hd_expr *e, const char *help) {
    struct hd_diag *d = hd_error(c->diags, ast->range, "`%s` does not work on `%s`",
                                 tok_text(ast->op), ty(c, e->type));
    d->caret = ast->loc;
    if (help)
        hd_help(c->diags, d, "%s", help);
    else
        note_operators(c, d, ast->op, e, NULL);
    return expr_error(c, ast->range);
}

static struct hd_expr *address_of(struct check *c, struct hd_ast *ast) {
    struct hd_ast *kid = ast->kids[0];
    struct hd_expr *member = member_address(c, ast);
    if (member) return member;
    struct hd_expr *e = kid->kind == AST_INDEX ? check_index(c, kid, true) : check_expr(c, kid);
    if (is_error(e)) return e;
    struct hd_expr *called = unary_operator(c, TK_AMP, e, ast);
    if (called) return called;
    if (e->kind == EX_FUNC && e->type->kind == HD_TY_AUTO)
        return e; // resolved where its target type is known
    if (e->type->kind == HD_TY_FUNC) return rvalue(c, e);
    if (is_rvalue(e)) {
        if (is_record(e->type) && c->lang == HD_LANG_C && e->kind == EX_MEMBER)
            e = expr_temp(c, e);
        else
            return bad_operand(c, ast, e,
                               "only a variable, an element or a function has an address");
    }
    if (e->is_bitfield) return bad_operand(c, ast, e, "a bit-field has no address of its own");
    struct hd_expr *at = expr_address(c, e, ast->range);
    if (at->kind != EX_ADDR) { // &*p is p: a new node, so that the range is the whole expression's
        struct hd_expr *copy = expr_new(c, at->kind, at->type, ast->range);
        *copy = *at;
        copy->range = ast->range;
        return copy;
    }
    at->loc = ast->loc;
    return at;
}

static struct hd_expr *indirection(struct check *c, struct hd_ast *ast) {
    struct hd_expr *e = check_expr(c, ast->kids[0]);
    if (is_error(e)) return e;
    struct hd_expr *called = unary_operator(c, TK_STAR, e, ast);
    if (called) return called;
    e = rvalue(c, class_operand(c, e));
    if (is_error(e)) return e;
    if (!is_ptr(e->type)) {
        struct hd_diag *d = hd_error(c->diags, ast->range, "`*` needs a pointer, and %s is `%s`",
                                     expr_text(c, e), ty(c, e->type));
        d->caret = ast->loc;
        const struct hd_source *source = hd_source_at(ast->loc);
        if (source && ast->loc > source->base && source->text[ast->loc - source->base - 1] == '*')
            hd_help(c->diags, d,
                    "`**` is no operator here; a power is `pow(a, b)` or `powf(a, b)`");
        return expr_error(c, ast->range);
    }
    if (e->type->base->kind == HD_TY_VOID && c->lang == HD_LANG_CU)
        return bad_operand(
            c, ast, e, "what a `void *` points to has no type: cast it to a pointer to something");
    struct hd_expr *out = expr_deref(c, e, ast->range);
    out->loc = ast->loc;
    return out;
}

// __real__ and __imag__: the parts of a complex number lie in memory one after the other.
static struct hd_expr *complex_part(struct check *c, struct hd_ast *ast) {
    struct hd_expr *e = check_expr(c, ast->kids[0]);
    if (is_error(e)) return e;
    bool imag = ast->op == TK_IMAG;
    if (e->type->kind != HD_TY_COMPLEX) {
        if (!hd_type_is_arith(e->type)) return bad_operand(c, ast, e, "it takes a number");
        return imag ? convert(c, expr_int(c, hd_ty.int_, 0, ast->range), e->type) : e;
    }
    if (!e->is_lvalue && !imag) return convert(c, e, e->type->base);
    bool lvalue = e->is_lvalue;
    if (!lvalue) e = expr_temp(c, e);
    struct hd_type *part = hd_type_qual(unqual(e->type)->base, e->type->quals);
    struct hd_expr *at = expr_cast(c, expr_address(c, e, ast->range), hd_type_ptr(part), CAST_NOOP);
    if (imag) at = expr_ptr_add(c, at, expr_int(c, hd_ty.long_, 1, ast->range), ast->range);
    struct hd_expr *out = expr_deref(c, at, ast->range);
    return lvalue ? out : rvalue(c, out);
}

static struct hd_expr *conjugate(struct check *c, struct hd_expr *e, const struct hd_ast *ast) {
    struct hd_expr *temp = expr_temp(c, e);
    struct hd_type *base = e->type->base;
    struct hd_expr *at =
        expr_cast(c, expr_address(c, temp, ast->range), hd_type_ptr(base), CAST_NOOP);
    struct hd_expr *im = expr_deref(
        c, expr_ptr_add(c, at, expr_int(c, hd_ty.long_, 1, ast->range), ast->range), ast->range);
    struct hd_expr *neg = expr_new(c, EX_UNARY, base, ast->range);
    neg->op = TK_MINUS;
    neg->a = rvalue(c, im);
    struct hd_expr *again = expr_new(c, EX_VAR, e->type, ast->range);
    again->sym = temp->sym;
    again->is_lvalue = true;
    struct hd_expr *at2 =
        expr_cast(c, expr_address(c, again, ast->range), hd_type_ptr(base), CAST_NOOP);
    struct hd_expr *im2 = expr_deref(
        c, expr_ptr_add(c, at2, expr_int(c, hd_ty.long_, 1, ast->range), ast->range), ast->range);
    struct hd_expr *comma = expr_new(c, EX_COMMA, e->type, ast->range);
    comma->a = expr_assign(c, im2, neg);
    comma->b = rvalue(c, again);
    return comma;
}

static struct hd_expr *logical_not(struct check *c, struct hd_ast *ast) {
    struct hd_expr *written = check_expr(c, ast->kids[0]), *called = array_unary(c, written, ast);
    if (!called) called = unary_operator(c, TK_NOT, written, ast);
    if (called) return called;
    struct hd_expr *e = check_condition_of(c, ast->kids[0], written, "`!`");
    if (is_error(e)) return e;
    struct hd_expr *out = expr_new(c, EX_UNARY, bool_type(c), ast->range);
    out->op = TK_NOT;
    out->a = e;
    out->loc = ast->loc;
    return e->kind == EX_CONST ? fold(c, out) : out;
}

struct hd_expr *check_unary(struct check *c, struct hd_ast *ast) {
    switch (ast->op) {
    case TK_AMP: return address_of(c, ast);
    case TK_STAR: return indirection(c, ast);
    case TK_NOT: return logical_not(c, ast);
    case TK_REAL:
    case TK_IMAG: return complex_part(c, ast);
    case TK_EXTENSION: return check_expr(c, ast->kids[0]);
    default: break;
    }
    struct hd_expr *e = check_expr(c, ast->kids[0]);
    if (is_error(e)) return e;
    struct hd_expr *called = array_unary(c, e, ast);
    if (!called) called = unary_operator(c, ast->op, e, ast);
    if (called) return called;
    if (ast->op == TK_PLUS && (called = closure_as_pointer(c, e))) return called;
    e = rvalue(c, class_operand(c, e));
    if (is_error(e)) return e;
    if (ast->op == TK_MINUS && is_half_pair(e->type)) {
        struct hd_expr *r = pair_call(c, "__hneg2", e, NULL, ast->range, ast->loc);
        if (r) return r;
    }
    bool vector = e->type->kind == HD_TY_VECTOR;
    struct hd_type *elem = vector ? e->type->base : e->type;
    if (is_ptr(e->type) && ast->op == TK_PLUS && c->lang == HD_LANG_CU) return e;
    if (!hd_type_is_arith(elem) || is_scoped_enum(elem))
        return bad_operand(c, ast, e,
                           is_record(elem) && elem->record->is_vector && c->lang == HD_LANG_C
                               ? "CUDA has no operators for its vector types: work on the members"
                               : NULL);
    if (ast->op == TK_TILDE && !hd_type_is_integer(elem)) {
        if (elem->kind == HD_TY_COMPLEX && !vector) return conjugate(c, e, ast);
        return bad_operand(c, ast, e, "`~` inverts the bits of an integer");
    }
    if (!vector) e = promote(c, e);
    if (ast->op == TK_PLUS) {
        struct hd_expr *copy = expr_new(c, e->kind, e->type, ast->range);
        *copy = *e;
        return copy;
    }
    struct hd_expr *out = expr_new(c, EX_UNARY, e->type, ast->range);
    out->op = ast->op;
    out->a = e;
    out->loc = ast->loc;
    return e->kind == EX_CONST ? fold(c, out) : out;
}

struct hd_expr *check_incdec(struct check *c, struct hd_ast *ast) {
    struct hd_expr *e = check_expr(c, ast->kids[0]);
    if (is_error(e)) return e;
    struct hd_expr *called = unary_operator(c, ast->op, e, ast);
    if (called) return called;
    if (!modifiable(c, e, ast->op == TK_INC ? "increment" : "decrement", ast->range))
        return expr_error(c, ast->range);
    struct hd_type *t = unqual(e->type);
    bool works = (hd_type_is_arith(t) && t->kind != HD_TY_ENUM) || is_ptr(t) ||
                 t->kind == HD_TY_VECTOR || (t->kind == HD_TY_ENUM && c->lang == HD_LANG_C);
    if (!works)
        return bad_operand(c, ast, e,
                           is_scoped_enum(t) || t->kind == HD_TY_ENUM
                               ? "an enumeration has no next value: write `(type)(x + 1)`"
                               : NULL);
    if (is_ptr(t) && !element_size_known(c, t, ast->range)) return expr_error(c, ast->range);
    if (is_ptr(t) && hd_type_is_vla(t->base) && !t->base->vla_size) {
        struct hd_expr *step = expr_int(c, hd_ty.long_, ast->op == TK_INC ? 1 : -1, ast->range);
        struct hd_expr *set = expr_assign(c, e, expr_ptr_add(c, rvalue(c, e), step, ast->range));
        if (ast->kind != AST_POST) return set;
        return expr_ptr_add(
            c, set, expr_int(c, hd_ty.long_, ast->op == TK_INC ? -1 : 1, ast->range), ast->range);
    }
    note_read(c, e);
    struct hd_expr *out = expr_new(c, EX_INCDEC, e->type, ast->range);
    out->op = ast->op;
    out->a = e;
    out->loc = ast->loc;
    out->is_post = ast->kind == AST_POST;
    out->is_lvalue = !out->is_post && c->lang == HD_LANG_CU;
    if (!out->is_lvalue) out->type = t;
    return out;
}

// ---- assignment ---------------------------------------------------------------------------------

static int base_op(int op) {
    switch (op) {
    case TK_STAR_ASSIGN: return TK_STAR;
    case TK_SLASH_ASSIGN: return TK_SLASH;
    case TK_PERCENT_ASSIGN: return TK_PERCENT;
    case TK_PLUS_ASSIGN: return TK_PLUS;
    case TK_MINUS_ASSIGN: return TK_MINUS;
    case TK_SHL_ASSIGN: return TK_SHL;
    case TK_SHR_ASSIGN: return TK_SHR;
    case TK_AMP_ASSIGN: return TK_AMP;
    case TK_CARET_ASSIGN: return TK_CARET;
    default: return TK_PIPE;
    }
}

static struct hd_expr *assign_node(struct check *c, enum hd_expr_kind kind, struct hd_expr *a,
                                   struct hd_expr *b, const struct hd_ast *ast) {
    struct hd_expr *e =
        expr_new(c, kind, c->lang == HD_LANG_CU ? a->type : unqual(a->type), ast->range);
    if (kind == EX_COMPOUND) note_read(c, a);
    e->a = a;
    e->b = b;
    e->loc = ast->loc;
    e->is_lvalue = c->lang == HD_LANG_CU;
    e->is_bitfield = a->is_bitfield && e->is_lvalue;
    return e;
}

static struct hd_expr *simple_assign(struct check *c, struct hd_ast *ast) {
    const struct hd_ast *outer = c->assigned;
    c->assigned = ast;
    struct hd_expr *a = check_expr(c, ast->kids[0]), *b;
    c->assigned = outer;
    struct hd_ast *value = ast->kids[1];
    uint32_t reads = a->kind == EX_VAR ? a->sym->reads : 0;
    struct hd_expr *stored = array_assign_to(c, a, ast, 0);
    if (stored) return stored;
    if (is_record(a->type) && a->type->record->nmethods + a->type->record->nimplicit) {
        b = value->kind == AST_INIT_LIST ? NULL : check_expr(c, value);
        if (b && is_error(b)) return b;
        struct hd_expr *called = binary_operator(c, TK_ASSIGN, a, b, ast);
        if (called) return called;
        if (!b) b = check_construct(c, unqual(a->type), &value, 1, value->range);
    } else if (value->kind == AST_INIT_LIST)
        b = is_error(a) ? a : check_construct(c, unqual(a->type), &value, 1, value->range);
    else
        b = check_expr(c, value);
    if (is_error(a) || is_error(b) || !modifiable(c, a, "assign to", ast->range))
        return expr_error(c, ast->range);
    const char *what = a->kind == EX_VAR && a->sym->name
                           ? hd_printf(c->arena, "the assignment to `%s`", a->sym->name)
                           : "this assignment";
    b = convert_assign(c, b, a->type, what);
    if (is_error(b)) return b;
    if (a->kind == EX_VAR) note_value(c, a->sym, b);
    note_assigned(c, a, reads);
    return assign_node(c, EX_ASSIGN, a, b, ast);
}

static struct hd_expr *compound_pointer(struct check *c, struct hd_ast *ast, int op,
                                        struct hd_expr *a, struct hd_expr *b) {
    if ((op != TK_PLUS && op != TK_MINUS) || !hd_type_is_integer(b->type) ||
        is_scoped_enum(b->type))
        return bad_operands(c, ast->op, a, b, ast->range, ast->loc);
    if (!element_size_known(c, a->type, ast->range)) return expr_error(c, ast->range);
    struct hd_type *base = a->type->base;
    if (hd_type_is_vla(base) && !base->vla_size) {
        struct hd_expr *sum = expr_binary(c, op, rvalue(c, a), b, ast->range, ast->loc);
        return assign_node(c, EX_ASSIGN, a, sum, ast);
    }
    struct hd_expr *e = assign_node(c, EX_COMPOUND, a, convert(c, b, hd_ty.long_), ast);
    e->op = (uint16_t)op;
    e->compute_type = unqual(a->type);
    return e;
}

static struct hd_expr *compound_assign(struct check *c, struct hd_ast *ast) {
    int op = base_op(ast->op);
    struct hd_expr *a = check_expr(c, ast->kids[0]), *b, *called;
    if ((called = array_assign_to(c, a, ast, op))) return called;
    bool list = ast->kids[1]->kind == AST_INIT_LIST && may_be_overloaded(c, a);
    b = list ? NULL : check_expr(c, ast->kids[1]);
    if (is_error(a) || (b && is_error(b))) return expr_error(c, ast->range);
    called = binary_operator(c, ast->op, a, b, ast);
    if (called) return called;
    b = b ? rvalue(c, class_operand(c, b)) : check_expr(c, ast->kids[1]);
    if (is_error(a) || is_error(b) || !modifiable(c, a, "assign to", ast->range))
        return expr_error(c, ast->range);
    if (is_ptr(a->type)) return compound_pointer(c, ast, op, a, b);
    if (is_half_pair(a->type)) {
        struct hd_expr *r = expr_binary(c, op, rvalue(c, a), b, ast->range, ast->loc);
        return is_error(r) ? r : assign_node(c, EX_ASSIGN, a, r, ast);
    }
    bool bits = op == TK_PERCENT || op == TK_AMP || op == TK_PIPE || op == TK_CARET ||
                op == TK_SHL || op == TK_SHR;
    struct hd_type *compute;
    struct hd_expr *x = expr_new(c, EX_LOAD, unqual(a->type), a->range),
                   *y = b; // stands for a's value: only its type counts
    x->a = a;
    if (a->type->kind == HD_TY_VECTOR) {
        compute = unqual(a->type);
        if (!hd_type_is_arith(b->type) && !hd_type_compatible(unqual(b->type), compute))
            return bad_operands(c, ast->op, a, b, ast->range, ast->loc);
        y = convert(c, b, compute);
        bits = bits && !hd_type_is_integer(compute->base);
    } else if (op == TK_SHL || op == TK_SHR) {
        if (!hd_type_is_integer(a->type) || !hd_type_is_integer(b->type) || is_scoped_enum(a->type))
            return bad_operands(c, ast->op, a, b, ast->range, ast->loc);
        compute = promote(c, x)->type;
        y = promote(c, b);
        bits = false;
    } else {
        warn_double(c, x, b);
        compute = usual_arith(c, &x, &y);
        bits = compute && bits && !hd_type_is_integer(compute);
    }
    if (!compute || bits) return bad_operands(c, ast->op, a, b, ast->range, ast->loc);
    warn_constant_operand(c, op, y, compute);
    struct hd_expr *e = assign_node(c, EX_COMPOUND, a, y, ast);
    e->op = (uint16_t)op;
    e->compute_type = compute;
    return e;
}

struct hd_expr *check_assign(struct check *c, struct hd_ast *ast) {
    if (ast->op != TK_ASSIGN) return compound_assign(c, ast);
    slip_in_assignment(c, ast);
    if (ast->kids[1]->kind == AST_INIT_LIST && ast->kids[1]->op == TK_LBRACKET)
        return check_expr(c, ast->kids[1]); // which says where such a list may stand
    return simple_assign(c, ast);
}

// ---- conditions, ?:, comma ----------------------------------------------------------------------

struct hd_expr *check_condition(struct check *c, struct hd_ast *ast, const char *where) {
    int before = c->arrays;
    return array_scope(c, check_condition_of(c, ast, check_expr(c, ast), where), before);
}

struct hd_expr *check_condition_of(struct check *c, struct hd_ast *ast, struct hd_expr *e,
                                   const char *where) {
    if (ast->kind == AST_ASSIGN && ast->op == TK_ASSIGN && !ast->parenthesized) {
        struct hd_diag *d = warn(c, ast->range, "assignment-in-condition",
                                 "this assigns, and the result is the condition");
        if (d) d->caret = ast->loc;
        help_on(c, d, "write `==` to compare, or put the assignment in parentheses if it is meant");
    }
    if (is_stream(e->type)) return stream_ok(c, e, ast);
    struct hd_expr *truth = is_record(e->type) ? class_convert_by(c, e, hd_ty.bool_, true) : NULL;
    e = truth ? truth : rvalue(c, e);
    if (is_error(e)) return e;
    if (e->type->kind == HD_TY_AUTO || !hd_type_is_scalar(e->type) || is_scoped_enum(e->type)) {
        struct hd_diag *d =
            hd_error(c->diags, ast->range, "%s needs a number or a pointer, not `%s`", where,
                     ty(c, e->type));
        if (is_scoped_enum(e->type)) hd_help(c->diags, d, "compare it with one of its values");
        if (is_array(e)) hd_help(c->diags, d, "`any(...)` or `all(...)` of it is one");
        return expr_error(c, ast->range);
    }
    if (e->kind == EX_ADDR && e->a->kind == EX_FUNC && ast->kind == AST_NAME) {
        struct hd_diag *d = warn(c, ast->range, "address",
                                 "`%s` is a function, and its address is never 0", ast->name);
        help_on(c, d, "call it: `%s(...)`", ast->name);
    }
    return e->type->kind == HD_TY_MEMBER ? member_pointer_truth(c, e) : e;
}

static struct hd_expr *cond_node(struct check *c, struct hd_ast *ast, struct hd_expr *a,
                                 struct hd_expr *b, struct hd_expr *d, struct hd_type *type) {
    struct hd_expr *e = expr_new(c, EX_COND, type, ast->range);
    e->a = a;
    e->b = b;
    e->c = d;
    e->loc = ast->loc;
    return e;
}

// One of the two is an object: either it becomes the other's type, or that an object of the class
// (C++17 [expr.cond]p4). NULL: neither; error: both would do, which was reported.
static struct hd_type *cond_object(struct check *c, struct hd_ast *ast, struct hd_expr **object,
                                   struct hd_expr **other) {
    struct hd_type *type = (*object)->type, *t = (*other)->type;
    bool to = conversion_rank(c, *other, type) != RANK_NONE,
         from = conversion_rank(c, *object, t) != RANK_NONE;
    if (to && from) {
        struct hd_diag *d = hd_error(c->diags, ast->range,
                                     "the values of `?:` are `%s` and `%s`, and each can be "
                                     "converted to the other",
                                     ty(c, type), ty(c, t));
        hd_help(c->diags, d, "say which is meant: `%s(...)`", ty(c, type));
        return hd_ty.error;
    }
    if (to) *other = convert_assign(c, *other, type, NULL);
    if (from) *object = convert_assign(c, *object, t, NULL);
    return to ? type : from ? t : NULL;
}

// The common type of the two values of a ?:; converts them. NULL: reported.
static struct hd_type *cond_type(struct check *c, struct hd_ast *ast, struct hd_expr **b,
                                 struct hd_expr **d) {
    struct hd_type *x = (*b)->type, *y = (*d)->type, *t;
    if (x->kind == HD_TY_VOID || y->kind == HD_TY_VOID) {
        *b = convert(c, *b, hd_ty.void_);
        *d = convert(c, *d, hd_ty.void_);
        return hd_ty.void_;
    }
    if (hd_type_same_unqual(x, y) && !is_ptr(x) && !hd_type_is_integer(x)) return x;
    if (hd_type_same_unqual(x, y) && c->lang == HD_LANG_CU) return x;
    if (is_record(x) != is_record(y) && c->lang == HD_LANG_CU) {
        t = is_record(x) ? cond_object(c, ast, b, d) : cond_object(c, ast, d, b);
        if (t) return t->kind == HD_TY_ERROR ? NULL : t;
    }
    if ((is_ptr(x) || is_ptr(y)) && !is_record(x) && !is_record(y)) {
        t = common_pointer(c, *b, *d, "choosing between", ast->range);
        if (!t) return NULL;
        *b = convert(c, *b, t);
        *d = convert(c, *d, t);
        return t;
    }
    if (x->kind == HD_TY_MEMBER || y->kind == HD_TY_MEMBER) {
        t = member_pointer_common(*b, *d);
        if (t) *b = convert(c, *b, t);
        if (t) *d = convert(c, *d, t);
        if (t) return t;
    }
    t = usual_arith(c, b, d);
    if (t) return t;
    if (x->kind == HD_TY_VECTOR && y->kind == HD_TY_VECTOR && x->size == y->size) {
        *d = convert(c, *d, x);
        return x;
    }
    if (is_record(x) && is_record(y) && hd_type_compatible(x, y)) return x;
    if (is_record(x) && conversion_rank(c, *d, x) != RANK_NONE) {
        *d = convert_assign(c, *d, x, NULL);
        return x;
    }
    if (is_record(y) && conversion_rank(c, *b, y) != RANK_NONE) {
        *b = convert_assign(c, *b, y, NULL);
        return y;
    }
    struct hd_diag *diag =
        hd_error(c->diags, ast->range, "the two values of `?:` have no common type: `%s` and `%s`",
                 ty(c, x), ty(c, y));
    diag->caret = ast->loc;
    return NULL;
}

struct hd_expr *check_cond(struct check *c, struct hd_ast *ast) {
    struct hd_expr *a = check_expr(c, ast->kids[0]);
    if (!is_array(a)) a = check_condition_of(c, ast->kids[0], a, "the condition of `?:`");
    struct hd_expr *b = ast->kids[1] ? check_expr(c, ast->kids[1]) : NULL,
                   *d = check_expr(c, ast->kids[2]);
    if (is_error(a) || (b && is_error(b)) || is_error(d)) return expr_error(c, ast->range);
    if (b && b->kind == EX_THROW && d->type->kind != HD_TY_VOID)
        b = throw_as(c, b, d);
    else if (b && d->kind == EX_THROW && b->type->kind != HD_TY_VOID)
        d = throw_as(c, d, b);
    if (is_array(a) && !b) {
        hd_error(c->diags, ast->range, "`?:` of an array needs both values");
        return expr_error(c, ast->range);
    }
    if (is_array(a)) {
        b = lift_literal(c, ast->kids[1], b, element_type(d));
        d = lift_literal(c, ast->kids[2], d, element_type(b));
        return array_cond(c, a, b, d, ast->range);
    }
    if (b && c->lang == HD_LANG_CU && b->is_lvalue && d->is_lvalue && !b->is_bitfield &&
        !d->is_bitfield && b->is_xvalue == d->is_xvalue && hd_type_same(b->type, d->type)) {
        struct hd_expr *e = cond_node(c, ast, a, b, d, b->type);
        e->is_lvalue = true;
        e->is_xvalue = b->is_xvalue;
        return e;
    }
    d = rvalue(c, d);
    if (!b) {
        struct hd_type *t = cond_type(c, ast, &a, &d);
        return t ? cond_node(c, ast, a, NULL, d, t) : expr_error(c, ast->range);
    }
    b = rvalue(c, b);
    struct hd_type *t = cond_type(c, ast, &b, &d);
    if (!t || is_error(b) || is_error(d)) return expr_error(c, ast->range);
    return class_value(c, cond_node(c, ast, a, b, d, t));
}

struct hd_expr *check_comma(struct check *c, struct hd_ast *ast) {
    struct hd_expr *e = check_expr(c, ast->kids[0]);
    check_unused(c, e, ast->kids[0]);
    for (int i = 1; i < ast->nkids; i++) {
        struct hd_expr *b = check_expr(c, ast->kids[i]);
        if (is_error(e) || is_error(b)) {
            e = expr_error(c, ast->range);
            continue;
        }
        struct hd_expr *comma = expr_new(c, EX_COMMA, b->type, ast->range);
        comma->a = convert(c, class_discard(c, e), hd_ty.void_);
        comma->is_lvalue = b->is_lvalue && c->lang == HD_LANG_CU;
        comma->is_xvalue = b->is_xvalue;
        comma->is_bitfield = b->is_bitfield && comma->is_lvalue;
        comma->b = comma->is_lvalue ? b : rvalue(c, b);
        comma->type = comma->b->type;
        comma->loc = ast->loc;
        e = comma;
    }
    return e;
}

// ---- indexing -----------------------------------------------------------------------------------

// A constant index outside an array whose length is known.
static void warn_bounds(struct check *c, const struct hd_expr *array, const struct hd_expr *index,
                        struct hd_range range, bool for_address) {
    if (array->kind != EX_DECAY || index->kind != EX_CONST || index->value->kind != CONST_INT ||
        c->unevaluated)
        return;
    const struct hd_type *t = array->a->type;
    if (t->kind != HD_TY_ARRAY || t->vla_len || t->len <= 1) return;
    hd_int128 i = index->value->i;
    if (i >= 0 && (i < t->len || (i == t->len && for_address))) return;
    struct hd_diag *d = warn(c, range, "array-bounds",
                             "index %lld is outside `%s`, which has %lld elements (0 to %lld)",
                             (long long)i, ty(c, t), (long long)t->len, (long long)t->len - 1);
    const struct hd_sym *var = root_var(array);
    if (var && var->name) note_on(c, d, var->range, "`%s` is declared here", var->name);
}

bool help_parts(struct check *c, struct hd_diag *d, const struct hd_expr *e) {
    const struct hd_expr *whole = e->kind == EX_LOAD ? e->a : e;
    if (whole->kind != EX_BUILTIN || !is_record(whole->type)) return false;
    hd_help(c->diags, d, "`%s` has three parts: write `%s.x`", whole->builtin->name,
            whole->builtin->name);
    return true;
}

// v[i] on a GNU vector: an element in memory.
static struct hd_expr *index_vector(struct check *c, struct hd_ast *ast, struct hd_expr *v) {
    struct hd_expr *i = check_rvalue(c, ast->kids[1]);
    if (is_error(i) || !hd_type_is_integer(i->type)) {
        if (!is_error(i))
            hd_error(c->diags, i->range, "an index must be an integer, not `%s`", ty(c, i->type));
        return expr_error(c, ast->range);
    }
    bool lvalue = v->is_lvalue;
    if (!lvalue) v = expr_temp(c, v);
    struct hd_type *elem = hd_type_qual(unqual(v->type)->base, v->type->quals);
    struct hd_expr *at = expr_cast(c, expr_address(c, v, ast->range), hd_type_ptr(elem), CAST_NOOP);
    struct hd_expr *out = expr_deref(c, expr_ptr_add(c, at, i, ast->range), ast->range);
    return lvalue ? out : rvalue(c, out);
}

// Only arrays have sections and take several indices; C arrays are such arrays then.
static bool has_section(const struct hd_ast *ast) {
    for (int i = 1; i < ast->nkids; i++)
        if (ast->kids[i]->kind == AST_SECTION) return true;
    return false;
}

// `Out[3]`, the value of input 3. NULL: it is an index of something else.
static struct hd_expr *kept_value(struct check *c, const struct hd_ast *ast) {
    const struct hd_ast *name = ast->kids[0];
    struct hd_found found;
    if (name->kind != AST_NAME || name->qual || strcmp(name->name, "Out") != 0) return NULL;
    if (ast->nkids != 2 || c->lang != HD_LANG_CU || name_look(c, name, &found)) return NULL;
    struct hd_expr *n = rvalue(c, check_expr(c, ast->kids[1]));
    struct hd_const known;
    if (is_error(n)) return n;
    if (!const_eval(n, &known) || known.kind != CONST_INT) {
        hd_error(c->diags, ast->kids[1]->range,
                 "`Out[...]` needs a constant: values of inputs have different types");
        return expr_error(c, ast->range);
    }
    struct hd_ast value = *name;
    value.name = hd_intern_str(hd_printf(c->arena, "Out[%lld]", (long long)known.i));
    value.range = ast->range;
    if (name_look(c, &value, &found)) return check_expr(c, &value);
    struct hd_diag *d = hd_error(c->diags, ast->range, "there is no `%s`", value.name);
    hd_help(
        c->diags, d,
        "an input has a value when its last expression has no `;` behind it; old ones and long arrays are not kept");
    return expr_error(c, ast->range);
}

struct hd_expr *check_index(struct check *c, struct hd_ast *ast, bool for_address) {
    struct hd_expr *kept = kept_value(c, ast);
    if (kept) return kept;
    struct hd_expr *a = check_expr(c, ast->kids[0]);
    if (a->type->kind == HD_TY_VECTOR) return index_vector(c, ast, a);
    if (is_array(a)) return array_index(c, a, ast);
    if (a->type->kind == HD_TY_ARRAY && c->lang == HD_LANG_CU && has_section(ast))
        return array_index(c, array_of_c(c, a, a->range), ast);
    if (is_record(a->type)) {
        struct hd_ast call = *ast; // a[i] is a.operator[](i)
        struct hd_expr *called = call_operator(c, a, &call, "operator[]");
        if (called) return called;
    }
    if (is_error(a)) return a;
    a = rvalue(c, class_operand(c, a));
    struct hd_expr *b = plain_index(c, ast);
    if (is_error(a) || is_error(b)) return expr_error(c, ast->range);
    if (!is_ptr(a->type) && is_ptr(b->type)) {
        struct hd_expr *swap = a;
        a = b;
        b = swap;
    }
    struct hd_diag *d;
    if (!is_ptr(a->type)) {
        d = hd_error(c->diags, ast->range, "%s is `%s`, which has no elements to index",
                     expr_text(c, a), ty(c, a->type));
        if (is_record(a->type) && a->type->record->is_vector)
            hd_help(c->diags, d, "its members are .x, .y, .z, .w");
        return expr_error(c, ast->range);
    }
    if (!hd_type_is_integer(b->type) || is_scoped_enum(b->type)) {
        d = hd_error(c->diags, b->range, "an index must be an integer, not `%s`", ty(c, b->type));
        if (hd_type_is_float(b->type))
            hd_help(c->diags, d, "write `(int)` before it to cut off the fraction");
        else
            help_parts(c, d, b); // p[threadIdx]
        return expr_error(c, ast->range);
    }
    if (is_void_ptr(a->type) || is_func_ptr(a->type)) {
        d = hd_error(c->diags, ast->range, "%s is `%s`: what it points to has no elements",
                     expr_text(c, a), ty(c, a->type));
        if (is_void_ptr(a->type))
            hd_help(c->diags, d, "cast it to a pointer to the element's type first");
        return expr_error(c, ast->range);
    }
    if (!element_size_known(c, a->type, ast->range)) return expr_error(c, ast->range);
    warn_bounds(c, a, b, ast->range, for_address);
    struct hd_expr *out = expr_deref(c, expr_ptr_add(c, a, b, ast->range), ast->range);
    out->loc = ast->loc;
    return out;
}
