// Binary operators on values: arithmetic, shifts, comparisons, pointer arithmetic, && and ||, GNU
// vectors; and the warnings that go with them.
//
// The operands of an EX_BINARY have one type (shifts: each its promoted type); pointer sums are
// EX_PTR_ADD and EX_PTR_DIFF, so gen/ never sees a `+` on a pointer.
//
// Example: in a kernel `0.5 * x` with float x is computed in double, and a warning says to write
// `0.5f`.
#include "front/check/array/array.h"

#include <string.h>

enum { MOST_NESTED = 16 }; // operations of constants

static bool is_comparison(int op) {
    return op == TK_EQ || op == TK_NE || op == TK_LT || op == TK_GT || op == TK_LE || op == TK_GE;
}

static struct hd_expr *binary_node(struct check *c, int op, struct hd_expr *a, struct hd_expr *b,
                                   struct hd_type *type, struct hd_range range, hd_loc loc) {
    struct hd_expr *e = expr_new(c, EX_BINARY, type, range);
    e->op = (uint16_t)op;
    e->a = a;
    e->b = b;
    e->loc = loc;
    return e;
}

struct hd_expr *bad_operands(struct check *c, int op, const struct hd_expr *a,
                             const struct hd_expr *b, struct hd_range range, hd_loc loc) {
    const struct hd_type *x = a->type, *y = b->type;
    struct hd_diag *d = hd_error(c->diags, range, "`%s` does not work on `%s` and `%s`",
                                 tok_text(op), ty(c, x), ty(c, y));
    d->caret = loc;
    bool floats = hd_type_is_arith(x) && hd_type_is_arith(y);
    bool kernel = a->kind == EX_ADDR && a->a->kind == EX_FUNC && a->a->sym->spec & SPEC_GLOBAL;
    if (op == TK_SHL && kernel)
        hd_help(c->diags, d,
                "a kernel is launched with three of each: `%s<<<blocks, threads per block>>>(...)`",
                a->a->sym->name);
    else if (op == TK_PERCENT && floats)
        hd_help(c->diags, d, "the remainder of floating numbers is `fmod(a, b)` or `fmodf(a, b)`");
    else if (op == TK_CARET && floats)
        hd_help(c->diags, d, "`^` is exclusive or; a power is `pow(a, b)` or `powf(a, b)`");
    else if (c->lang == HD_LANG_CU && (a->kind == EX_DECAY || b->kind == EX_DECAY) &&
             (hd_type_is_arith(x) || hd_type_is_arith(y)))
        hd_help(c->diags, d, "`[:]` behind a C array stands for all of its elements: `v[:] + 1`");
    else if ((is_record(x) || is_record(y)) && c->lang == HD_LANG_CU)
        note_operators(c, d, op, a, b);
    else if (is_record(x) && x->record->is_vector && (is_record(y) || hd_type_is_arith(y)))
        hd_help(
            c->diags, d,
            "CUDA has no operators for its vector types: work on the members, as in `a.x %s b.x`",
            tok_text(op));
    else if (x->kind == HD_TY_VOID || y->kind == HD_TY_VOID)
        hd_help(c->diags, d, "a `void` expression has no value");
    else if (is_scoped_enum(x) || is_scoped_enum(y))
        hd_help(c->diags, d, "an enum class has no arithmetic: write `static_cast<int>(...)`");
    else if (is_ptr(x) && is_ptr(y) && op == TK_PLUS && unqual(x->base)->kind == HD_TY_CHAR)
        hd_help(c->diags, d, "texts are joined as `std::string(a) + b`, on the host");
    else if (is_ptr(x) && is_ptr(y) && op == TK_PLUS)
        hd_help(c->diags, d, "two addresses cannot be added; a missing `*` or index?");
    return expr_error(c, range);
}

// ---- warnings -----------------------------------------------------------------------------------

// `0.5`, `2 * M_PI`, `sqrt(2 * M_PI)`: nothing in it has a type that somebody chose.
static bool is_all_constant(const struct hd_expr *e, int depth) {
    switch (e->kind) {
    case EX_CONST: return true;
    case EX_CAST: // (double)2 is a choice
    case EX_UNARY: return depth < MOST_NESTED && is_all_constant(e->a, depth + 1);
    case EX_BINARY:
        return depth < MOST_NESTED && is_all_constant(e->a, depth + 1) &&
               is_all_constant(e->b, depth + 1);
    case EX_BUILTIN:
        for (int i = 0; i < e->nargs; i++)
            if (depth > MOST_NESTED || !is_all_constant(e->args[i], depth + 1)) return false;
        return e->nargs > 0 && e->type->kind == HD_TY_DOUBLE;
    default: return false;
    }
}

void warn_double(struct check *c, const struct hd_expr *a, const struct hd_expr *b) {
    if (c->system || c->unevaluated || !(side_of_code(c) & SIDE_DEVICE) || c->lang != HD_LANG_CU)
        return;
    const struct hd_expr *literal = b, *other = a;
    if (is_all_constant(a, 0)) literal = a, other = b;
    if (literal->type->kind != HD_TY_DOUBLE || other->type->kind != HD_TY_FLOAT ||
        !is_all_constant(literal, 0))
        return;
    const char *text = expr_text(c, literal);
    bool number = text[0] == '`' && strspn(text + 1, "-.0123456789eE") + 2 == strlen(text);
    struct hd_diag *d =
        warn(c, literal->range, "double-in-kernel",
             "%s is a double: this `float` arithmetic is done in double, which is slow on a GPU",
             number || text[0] == '`' ? text : "this constant");
    if (number)
        help_on(c, d, "write `%.*sf`", (int)strlen(text) - 2, text + 1);
    else if (literal->kind == EX_CONST)
        help_on(c, d, "give it the suffix `f`");
    else
        help_on(c, d, "write `(float)` before it, or the suffix `f` behind its constants");
}

static const struct hd_expr *before_widening(const struct hd_expr *e) {
    return e->kind == EX_CAST && e->a && e->a->type->kind == HD_TY_FLOAT ? e->a : e;
}

// A double value becomes a float: what was computed in double for the sake of a constant alone?
void warn_double_within(struct check *c, const struct hd_expr *e, int depth) {
    if (e->kind != EX_BINARY || e->type->kind != HD_TY_DOUBLE || depth > MOST_NESTED) return;
    warn_double(c, before_widening(e->a), before_widening(e->b));
    warn_double_within(c, e->a, depth + 1);
    warn_double_within(c, e->b, depth + 1);
}

void warn_constant_operand(struct check *c, int op, const struct hd_expr *b,
                           const struct hd_type *type) {
    if (b->kind != EX_CONST || b->value->kind != CONST_INT || !hd_type_is_integer(type) ||
        c->system)
        return;
    if ((op == TK_SLASH || op == TK_PERCENT) && b->value->i == 0)
        warn(c, b->range, "division-by-zero", "division by zero");
    if (op == TK_SHL || op == TK_SHR) {
        if (b->value->i < 0)
            warn(c, b->range, "shift-count", "the shift count is negative");
        else if (b->value->i >= (hd_int128)type->size * 8)
            warn(c, b->range, "shift-count", "the shift count is not below the %d bits of `%s`",
                 (int)type->size * 8, ty(c, type));
    }
}

// `u < 0` and `u >= 0` with an unsigned u.
static void warn_unsigned(struct check *c, int op, const struct hd_expr *a, const struct hd_expr *b,
                          struct hd_range range) {
    bool zero_right = const_is_zero(b) && b->kind == EX_CONST, zero_left = const_is_zero(a);
    if (zero_left && !zero_right) {
        const struct hd_expr *t = a;
        a = b;
        b = t;
        op = op == TK_LT   ? TK_GT
             : op == TK_GT ? TK_LT
             : op == TK_LE ? TK_GE
             : op == TK_GE ? TK_LE
                           : op;
    } else if (!zero_right) {
        return;
    }
    if (a->kind == EX_CONST || !hd_type_is_integer(a->type) || hd_type_is_signed(a->type)) return;
    if (a->type->kind == HD_TY_BOOL || a->type->kind == HD_TY_ENUM || c->instantiating ||
        c->bound || b->type->kind == HD_TY_ENUM)
        return;
    if (op != TK_LT && op != TK_GE) return;
    struct hd_diag *d = warn(c, range, "type-limits", "%s is unsigned: it is %s 0", expr_text(c, a),
                             op == TK_LT ? "never below" : "always at least");
    if (op == TK_GE)
        help_on(c, d, "make it signed, or count with `i-- > 0` as the condition and no third part");
}

static bool is_string_literal(const struct hd_expr *e) {
    return e->kind == EX_DECAY && e->a->kind == EX_STRING;
}

static const struct hd_ast *plain_comparison(const struct hd_ast *ast) {
    return ast->kind == AST_BINARY && is_comparison(ast->op) && !ast->parenthesized ? ast : NULL;
}

// What the tree's shape says about a likely slip.
static void warn_precedence(struct check *c, const struct hd_ast *ast) {
    if (c->system) return;
    const struct hd_ast *l = plain_comparison(ast->kids[0]), *r = plain_comparison(ast->kids[1]);
    struct hd_diag *d;
    if (is_comparison(ast->op) && ast->op != TK_EQ && ast->op != TK_NE && l && l->op != TK_EQ &&
        l->op != TK_NE) {
        d = warn(c, ast->range, "chained-comparison",
                 "this compares the result of a comparison (0 or 1)");
        help_on(c, d, "to test a range write `a < b && b < c`");
    }
    if ((ast->op == TK_AMP || ast->op == TK_PIPE || ast->op == TK_CARET) && !l != !r) {
        d = warn(c, ast->range, "parentheses", "`%s` binds tighter than `%s`",
                 tok_text((l ? l : r)->op), tok_text(ast->op));
        help_on(c, d, "put the `%s` into parentheses", tok_text(ast->op));
    }
}

// ---- pointers -----------------------------------------------------------------------------------

bool element_size_known(struct check *c, const struct hd_type *ptr, struct hd_range range) {
    const struct hd_type *base = ptr->base;
    bool sizeless = base->kind == HD_TY_VOID || base->kind == HD_TY_FUNC; // gcc counts bytes in C
    if (sizeless && c->lang == HD_LANG_CU) {
        struct hd_diag *d = hd_error(
            c->diags, range, "what a `%s` points to has no size: there is no arithmetic with it",
            ty(c, ptr));
        hd_help(c->diags, d,
                base->kind == HD_TY_VOID ? "to count bytes cast it to `char *`"
                                         : "call the function with `()`");
        return false;
    }
    if (sizeless || hd_type_is_complete(base) || hd_type_is_vla(base)) return true;
    hd_error(c->diags, range, "`%s` is not defined: the size of its elements is not known",
             ty(c, base));
    return false;
}

static struct hd_expr *negated(struct check *c, struct hd_expr *e) {
    e = convert(c, e, hd_ty.long_);
    struct hd_expr *n = expr_new(c, EX_UNARY, hd_ty.long_, e->range);
    n->op = TK_MINUS;
    n->a = e;
    return e->kind == EX_CONST ? fold(c, n) : n;
}

static struct hd_expr *pointer_sum(struct check *c, int op, struct hd_expr *a, struct hd_expr *b,
                                   struct hd_range range, hd_loc loc) {
    if (is_ptr(a->type) && is_ptr(b->type)) {
        if (op != TK_MINUS) return bad_operands(c, op, a, b, range, loc);
        bool related = same_but_quals(a->type->base, b->type->base) ||
                       (side_of_code(c) == SIDE_DEVICE &&
                        similar_fit(a->type->base, b->type->base) != SIMILAR_NOT);
        if (!related && c->lang == HD_LANG_CU) return bad_operands(c, op, a, b, range, loc);
        if (!element_size_known(c, a->type, range)) return expr_error(c, range);
        struct hd_expr *e = expr_new(c, EX_PTR_DIFF, hd_ty.long_, range);
        e->a = a;
        e->b = convert(c, b, a->type);
        e->loc = loc;
        struct hd_type *base = a->type->base;
        if (!hd_type_is_vla(base) || base->vla_size) return e;
        e->a = convert(c, a, hd_type_ptr(hd_ty.char_));
        e->b = convert(c, b, hd_type_ptr(hd_ty.char_));
        return expr_binary(c, TK_SLASH, e, convert(c, expr_size(c, base, range), hd_ty.long_),
                           range, loc);
    }
    struct hd_expr *ptr = is_ptr(a->type) ? a : b, *index = is_ptr(a->type) ? b : a;
    if (!hd_type_is_integer(index->type) || is_scoped_enum(index->type) ||
        (op == TK_MINUS && ptr == b))
        return bad_operands(c, op, a, b, range, loc);
    if (!element_size_known(c, ptr->type, range)) return expr_error(c, range);
    struct hd_expr *e = expr_ptr_add(c, ptr, op == TK_MINUS ? negated(c, index) : index, range);
    e->loc = loc;
    return e;
}

static struct hd_type *qualified_base(struct hd_type *base, unsigned quals) {
    return hd_type_ptr(hd_type_qual(base, quals));
}

struct hd_type *common_pointer(struct check *c, struct hd_expr *a, struct hd_expr *b,
                               const char *doing, struct hd_range range) {
    struct hd_type *x = a->type, *y = b->type;
    struct hd_diag *d;
    if (is_ptr(x) && is_ptr(y)) {
        struct hd_type *p = x->base, *q = y->base;
        unsigned quals = (quals_of(p) | quals_of(q)) & (Q_CONST | Q_VOLATILE);
        if (same_but_quals(p, q)) {
            if (p->kind == HD_TY_FUNC) return x;
            return qualified_base(p->kind == HD_TY_ARRAY && p->len < 0 ? q : p, quals);
        }
        if (p->kind == HD_TY_FUNC && q->kind == HD_TY_FUNC && p->is_noexcept != q->is_noexcept &&
            same_but_quals(hd_type_noexcept(p, false), hd_type_noexcept(q, false)))
            return p->is_noexcept ? y : x; // [expr.type]: what both convert to
        if (is_null_constant(a)) return y;
        if (is_null_constant(b)) return x;
        struct hd_type *met = c->lang == HD_LANG_CU ? similar_common(p, q) : NULL;
        if (met) return hd_type_ptr(met);
        if (class_derives(p, q, NULL)) return qualified_base(q, quals);
        if (class_derives(q, p, NULL)) return qualified_base(p, quals);
        if (p->kind == HD_TY_VOID || q->kind == HD_TY_VOID)
            return qualified_base(hd_ty.void_, quals);
        if (takes_pointers_as_c(c)) {
            warn(c, range, "incompatible-pointers", "%s pointers to different types: `%s` and `%s`",
                 doing, ty(c, x), ty(c, y));
            return qualified_base(hd_ty.void_, quals);
        }
        d = hd_error(c->diags, range, "%s pointers to different types: `%s` and `%s`", doing,
                     ty(c, x), ty(c, y));
        hd_help(c->diags, d, "cast one of them if this is meant");
        return NULL;
    }
    struct hd_expr *other = is_ptr(x) ? b : a;
    struct hd_type *ptr = is_ptr(x) ? x : y;
    if (is_null_constant(other)) return ptr;
    if (hd_type_is_integer(other->type) && takes_pointers_as_c(c)) {
        warn(c, range, "int-conversion", "%s a pointer and an integer: `%s` and `%s`", doing,
             ty(c, x), ty(c, y));
        return ptr;
    }
    d = hd_error(c->diags, range, "%s a pointer and something else: `%s` and `%s`", doing, ty(c, x),
                 ty(c, y));
    if (same_but_quals(ptr->base, other->type))
        hd_help(c->diags, d, "write `*` before the pointer for what it points to");
    return NULL;
}

// ---- vectors ------------------------------------------------------------------------------------

static struct hd_type *lane_int(const struct hd_type *t) {
    switch (t->size) {
    case 1: return hd_ty.schar;
    case 2: return hd_ty.short_;
    case 4: return hd_ty.int_;
    default: return hd_ty.long_;
    }
}

static struct hd_expr *vectors(struct check *c, int op, struct hd_expr *a, struct hd_expr *b,
                               struct hd_range range, hd_loc loc) {
    struct hd_type *t = a->type->kind == HD_TY_VECTOR ? a->type : b->type;
    if (a->type->kind != HD_TY_VECTOR && hd_type_is_arith(a->type)) a = convert(c, a, t);
    if (b->type->kind != HD_TY_VECTOR && hd_type_is_arith(b->type)) b = convert(c, b, t);
    if (a->type->kind != b->type->kind || a->type->size != b->type->size ||
        a->type->base->size != b->type->base->size)
        return bad_operands(c, op, a, b, range, loc);
    if (!hd_type_compatible(a->type, b->type)) b = convert(c, b, a->type);
    bool bits = op == TK_PERCENT || op == TK_AMP || op == TK_PIPE || op == TK_CARET ||
                op == TK_SHL || op == TK_SHR;
    if (bits && !hd_type_is_integer(t->base)) return bad_operands(c, op, a, b, range, loc);
    struct hd_type *result =
        is_comparison(op) ? hd_type_vector(c->arena, lane_int(t->base), t->len) : t;
    return binary_node(c, op, a, b, result, range, loc);
}

// ---- the operators ------------------------------------------------------------------------------

static struct hd_expr *compare(struct check *c, int op, struct hd_expr *a, struct hd_expr *b,
                               struct hd_range range, hd_loc loc) {
    bool equality = op == TK_EQ || op == TK_NE;
    if (a->type->kind == HD_TY_MEMBER || b->type->kind == HD_TY_MEMBER)
        return member_pointer_compare(c, op, a, b, range, loc);
    if (is_ptr(a->type) || is_ptr(b->type)) {
        if (is_string_literal(a) || is_string_literal(b)) {
            struct hd_diag *d =
                warn(c, range, "string-compare", "this compares addresses, not texts");
            help_on(c, d, "write `strcmp(a, b) %s 0`", tok_text(op));
        }
        struct hd_type *t = common_pointer(c, a, b, "comparing", range);
        if (!t) return expr_error(c, range);
        return binary_node(c, op, convert(c, a, t), convert(c, b, t), bool_type(c), range, loc);
    }
    bool nulls = a->type->kind == HD_TY_NULLPTR || b->type->kind == HD_TY_NULLPTR;
    if (nulls && is_null_constant(a) && is_null_constant(b) && equality)
        return expr_int(c, bool_type(c), op == TK_EQ, range);
    if (is_scoped_enum(a->type) && hd_type_same_unqual(a->type, b->type)) {
        struct hd_type *t = a->type->enumeration->underlying;
        return binary_node(c, op, convert(c, a, t), convert(c, b, t), bool_type(c), range, loc);
    }
    warn_unsigned(c, op, a, b, range);
    warn_double(c, a, b);
    struct hd_expr *x = a, *y = b;
    struct hd_type *t = usual_arith(c, &a, &b);
    if (!t || (t->kind == HD_TY_COMPLEX && !equality)) return bad_operands(c, op, x, y, range, loc);
    return binary_node(c, op, a, b, bool_type(c), range, loc);
}

static struct hd_expr *shift(struct check *c, int op, struct hd_expr *a, struct hd_expr *b,
                             struct hd_range range, hd_loc loc) {
    if (!hd_type_is_integer(a->type) || !hd_type_is_integer(b->type) || is_scoped_enum(a->type) ||
        is_scoped_enum(b->type))
        return bad_operands(c, op, a, b, range, loc);
    a = promote(c, a);
    b = promote(c, b);
    warn_constant_operand(c, op, b, a->type);
    return binary_node(c, op, a, b, a->type, range, loc);
}

static struct hd_expr *arithmetic(struct check *c, int op, struct hd_expr *a, struct hd_expr *b,
                                  struct hd_range range, hd_loc loc) {
    struct hd_expr *x = a, *y = b;
    struct hd_type *t = usual_arith(c, &a, &b);
    bool ints = op == TK_PERCENT || op == TK_AMP || op == TK_PIPE || op == TK_CARET;
    if (!t || (ints && !hd_type_is_integer(t))) return bad_operands(c, op, x, y, range, loc);
    warn_constant_operand(c, op, b, t);
    return binary_node(c, op, a, b, t, range, loc);
}

// half2 and __nv_bfloat162 have operators, as in cuda_fp16.h: they are calls of the functions that
// do the same.
static const struct {
    int op;
    const char *name;
} pair_functions[] = {
    {TK_PLUS, "__hadd2"}, {TK_MINUS, "__hsub2"}, {TK_STAR, "__hmul2"}, {TK_SLASH, "__h2div"},
    {TK_EQ, "__hbeq2"},   {TK_NE, "__hbne2"},    {TK_LT, "__hblt2"},   {TK_LE, "__hble2"},
    {TK_GT, "__hbgt2"},   {TK_GE, "__hbge2"},
};

bool is_half_pair(const struct hd_type *t) {
    if (!is_record(t) || !t->record->tag) return false;
    return !strcmp(t->record->tag, "__half2") || !strcmp(t->record->tag, "__nv_bfloat162");
}

struct hd_expr *pair_call(struct check *c, const char *name, struct hd_expr *a, struct hd_expr *b,
                          struct hd_range range, hd_loc loc) {
    struct hd_sym *sym = hd_lookup(c->front, hd_intern_str(name));
    while (sym && !(sym->kind == SYM_FUNC && hd_type_same_unqual(sym->type->params[0], a->type)))
        sym = sym->next;
    if (!sym) return NULL;
    note_use(c, sym);
    struct hd_expr *f = expr_new(c, EX_FUNC, sym->type, range);
    f->sym = sym;
    struct hd_expr *e = expr_new(c, EX_CALL, unqual(sym->type->base), range);
    e->a = f;
    e->args = HD_NEW_ARRAY(c->arena, struct hd_expr *, 2);
    e->args[0] = a;
    e->args[1] = b;
    e->nargs = b ? 2 : 1;
    e->loc = loc;
    return e;
}

static struct hd_expr *pairs(struct check *c, int op, struct hd_expr *a, struct hd_expr *b,
                             struct hd_range range, hd_loc loc) {
    struct hd_expr *e = NULL;
    for (int i = 0; i < HD_COUNT(pair_functions); i++)
        if (pair_functions[i].op == op && hd_type_same_unqual(a->type, b->type))
            e = pair_call(c, pair_functions[i].name, a, b, range, loc);
    return e ? e : bad_operands(c, op, a, b, range, loc);
}

struct hd_expr *expr_binary(struct check *c, int op, struct hd_expr *a, struct hd_expr *b,
                            struct hd_range range, hd_loc loc) {
    if (is_error(a) || is_error(b)) return expr_error(c, range);
    if (is_half_pair(a->type)) return pairs(c, op, a, b, range, loc);
    if (a->type->kind == HD_TY_VECTOR || b->type->kind == HD_TY_VECTOR)
        return vectors(c, op, a, b, range, loc);
    switch (op) {
    case TK_PLUS:
    case TK_MINUS:
        if (is_ptr(a->type) || is_ptr(b->type)) return pointer_sum(c, op, a, b, range, loc);
        return arithmetic(c, op, a, b, range, loc);
    case TK_SHL:
    case TK_SHR: return shift(c, op, a, b, range, loc);
    default:
        if (is_comparison(op)) return compare(c, op, a, b, range, loc);
        return arithmetic(c, op, a, b, range, loc);
    }
}

static struct hd_expr *logical(struct check *c, struct hd_ast *ast) {
    const char *where = ast->op == TK_AND_AND ? "`&&`" : "`||`";
    slip_in_condition(c, ast);
    struct hd_expr *a = check_expr(c, ast->kids[0]), *b = check_expr(c, ast->kids[1]);
    struct hd_expr *called = is_error(a) || is_error(b) ? NULL : array_binary(c, a, b, ast);
    if (!called && !is_error(a) && !is_error(b)) called = binary_operator(c, ast->op, a, b, ast);
    if (called) return called;
    a = check_condition_of(c, ast->kids[0], a, where);
    b = check_condition_of(c, ast->kids[1], b, where);
    if (is_error(a) || is_error(b)) return expr_error(c, ast->range);
    struct hd_expr *e =
        expr_new(c, ast->op == TK_AND_AND ? EX_AND : EX_OR, bool_type(c), ast->range);
    e->a = a;
    e->b = b;
    e->loc = ast->loc;
    return e;
}

struct hd_expr *check_binary(struct check *c, struct hd_ast *ast) {
    if (ast->op == TK_AND_AND || ast->op == TK_OR_OR) return logical(c, ast);
    if (ast->op == TK_DOT_STAR || ast->op == TK_ARROW_STAR)
        return check_member_access(c, ast, NULL);
    struct hd_expr *a = check_expr(c, ast->kids[0]), *b = check_expr(c, ast->kids[1]);
    warn_precedence(c, ast);
    slip_in_condition(c, ast);
    slip_in_quotient(c, ast);
    if (is_error(a) || is_error(b)) return expr_error(c, ast->range);
    struct hd_expr *called = array_binary(c, a, b, ast);
    if (!called) called = binary_operator(c, ast->op, a, b, ast);
    if (called) return called;
    a = rvalue(c, class_operand(c, a));
    b = rvalue(c, class_operand(c, b));
    if (is_error(a) || is_error(b)) return expr_error(c, ast->range);
    if (ast->op == TK_SPACESHIP) {
        struct hd_expr *order = expr_three_way(c, a, b, ast);
        return order ? order : bad_operands(c, ast->op, a, b, ast->range, ast->loc);
    }
    slip_in_binary(c, ast, a, b);
    return expr_binary(c, ast->op, a, b, ast->range, ast->loc);
}
