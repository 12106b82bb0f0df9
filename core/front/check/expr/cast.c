// Conversions: implicit ones (as by assignment, with messages), explicit ones, promotions, the
// usual arithmetic conversions, binding references, and how well an argument fits a parameter.
//
// C and CU differ in what they let pass: C takes mismatched pointers and integers with a warning,
// as gcc does; CU is C++'s rules, softened where textbook code leans on C (`void *` to `T *`,
// a function's address to `void *`, integer to enumeration: a warning that nvcc needs a cast).
//
// Example: `float f(float); f(1)` converts the constant to 1.0f; `int *p = &x` with `float x` is
// the error "cannot convert `float *` to `int *` in the initialisation of `p`".
#include "front/check/array/array.h"

#include <assert.h>
#include <string.h>

static bool has_ctors(const struct hd_type *t) {
    return is_record(t) && hd_record_is_complete(t->record) && t->record->has_ctors;
}

// ---- pointers
// ------------------------------------------------------------------------------------

enum ptr_fit {
    PTR_SAME,
    PTR_ADDS,
    PTR_DROPS,
    PTR_TO_BASE,
    PTR_TO_VOID,
    PTR_FROM_VOID,
    PTR_FUNCTION, // one to a function becomes `void *`
    PTR_SIGN,
    PTR_LOOSE, // SIMILAR_LOOSE: in device code only
    PTR_OTHER
};

static bool differ_in_sign(const struct hd_type *a, const struct hd_type *b) {
    return hd_type_is_integer(a) && hd_type_is_integer(b) && a->size == b->size &&
           a->kind != HD_TY_ENUM && b->kind != HD_TY_ENUM && a->kind != HD_TY_BOOL &&
           b->kind != HD_TY_BOOL;
}

static enum ptr_fit ptr_fit(const struct hd_type *from, const struct hd_type *to) {
    struct hd_type *a = from->base, *b = to->base;
    if (gives_up_promise(a, b)) return PTR_ADDS;
    enum similar similar = similar_fit(a, b);
    bool same = same_but_quals(a, b) || similar == SIMILAR_ADDS;
    if (!same && class_derives(a, b, NULL)) return lost_quals(a, b) ? PTR_DROPS : PTR_TO_BASE;
    if (!same && b->kind == HD_TY_VOID) {
        if (lost_quals(a, b)) return PTR_DROPS;
        return a->kind == HD_TY_FUNC ? PTR_FUNCTION : PTR_TO_VOID;
    }
    if (!same && a->kind == HD_TY_VOID) return lost_quals(a, b) ? PTR_DROPS : PTR_FROM_VOID;
    if (similar == SIMILAR_LOOSE) return PTR_LOOSE;
    if (!same) return differ_in_sign(a, b) ? PTR_SIGN : PTR_OTHER;
    if (lost_quals(a, b)) return PTR_DROPS;
    return quals_of(a) == quals_of(b) ? PTR_SAME : PTR_ADDS;
}

bool is_null_constant(const struct hd_expr *e) {
    if (e->type->kind == HD_TY_NULLPTR) return true;
    if (!const_is_zero(e)) return false;
    if (is_ptr(e->type)) return e->type->base->kind == HD_TY_VOID && !e->type->base->quals;
    return hd_type_is_integer(e->type) && !is_scoped_enum(e->type);
}

// ---- explicit conversion: no questions asked ----------------------------------------------------

// The cast of `e`, folded when e is a constant so that `(float)1` and `-1L` stay constants.
static struct hd_expr *cast_node(struct check *c, struct hd_expr *e, struct hd_type *to,
                                 enum hd_cast how) {
    struct hd_expr *cast = expr_cast(c, e, to, how);
    return e->kind == EX_CONST && how != CAST_VOID && how != CAST_SPLAT ? fold(c, cast) : cast;
}

static struct hd_expr *to_bool(struct check *c, struct hd_expr *e, struct hd_type *to) {
    if (e->type->kind == HD_TY_NULLPTR) return expr_int(c, to, 0, e->range);
    if (e->type->kind == HD_TY_MEMBER) return member_pointer_truth(c, e);
    return cast_node(c, e, to, CAST_BOOL);
}

static struct hd_expr *int_to(struct check *c, struct hd_expr *e, struct hd_type *to) {
    struct hd_type *from = e->type;
    if (hd_type_is_integer(to)) {
        bool is_enum = from->kind == HD_TY_ENUM || to->kind == HD_TY_ENUM;
        bool same_bits = from->size == to->size && from->kind != HD_TY_BOOL;
        return cast_node(c, e, to, is_enum && same_bits ? CAST_NOOP : CAST_INT);
    }
    if (hd_type_is_float(to)) return cast_node(c, e, to, CAST_INT_FLOAT);
    if (to->kind == HD_TY_COMPLEX)
        return cast_node(c, convert(c, e, to->base), to, CAST_REAL_COMPLEX);
    if (!is_ptr(to)) return NULL;
    if (const_is_zero(e)) return expr_null(c, to, e->range);
    e = convert(c, e, hd_type_is_signed(from) ? hd_ty.long_ : hd_ty.ulong_);
    return cast_node(c, e, to, CAST_INT_PTR);
}

static struct hd_expr *float_to(struct check *c, struct hd_expr *e, struct hd_type *to) {
    if (hd_type_is_integer(to)) return cast_node(c, e, to, CAST_FLOAT_INT);
    if (hd_type_is_float(to)) return cast_node(c, e, to, CAST_FLOAT);
    if (to->kind == HD_TY_COMPLEX)
        return cast_node(c, convert(c, e, to->base), to, CAST_REAL_COMPLEX);
    return NULL;
}

static struct hd_expr *ptr_to(struct check *c, struct hd_expr *e, struct hd_type *to) {
    if (is_ptr(to)) {
        if (const_is_zero(e)) return expr_null(c, to, e->range);
        struct hd_expr *moved =
            is_record(e->type->base) && is_record(to->base) ? class_pointer(c, e, to) : NULL;
        return moved ? moved : expr_cast(c, e, to, CAST_NOOP);
    }
    if (!hd_type_is_integer(to)) return NULL;
    return convert(c, cast_node(c, e, hd_ty.ulong_, CAST_PTR_INT), to);
}

static struct hd_expr *vector_to(struct check *c, struct hd_expr *e, struct hd_type *to) {
    if (to->kind == HD_TY_VECTOR && e->type->kind != HD_TY_VECTOR && hd_type_is_arith(e->type))
        return expr_cast(c, convert(c, e, to->base), to, CAST_SPLAT);
    if (e->type->size == to->size && !is_record(e->type) && !is_record(to))
        return expr_cast(c, e, to, CAST_BITS);
    return NULL;
}

static struct hd_expr *convert_any(struct check *c, struct hd_expr *e, struct hd_type *to) {
    struct hd_type *from = e->type;
    if (to->kind == HD_TY_VOID) return expr_cast(c, e, to, CAST_VOID);
    if (from->kind == HD_TY_VECTOR || to->kind == HD_TY_VECTOR) return vector_to(c, e, to);
    if (to->kind == HD_TY_BOOL && hd_type_is_scalar(from)) return to_bool(c, e, to);
    if (to->kind == HD_TY_ENUM && to->enumeration->underlying->kind == HD_TY_BOOL &&
        hd_type_is_scalar(from))
        return cast_node(c, to_bool(c, e, hd_ty.bool_), to, CAST_NOOP);
    if (to->kind == HD_TY_MEMBER || from->kind == HD_TY_MEMBER)
        return member_pointer_convert(c, e, to);
    if (from->kind == HD_TY_NULLPTR) {
        if (is_ptr(to)) return expr_null(c, to, e->range);
        return hd_type_is_integer(to) ? expr_int(c, to, 0, e->range) : NULL;
    }
    if (to->kind == HD_TY_NULLPTR && is_null_constant(e)) return expr_null(c, to, e->range);
    if (hd_type_is_integer(from)) return int_to(c, e, to);
    if (hd_type_is_float(from)) return float_to(c, e, to);
    if (is_ptr(from)) return ptr_to(c, e, to);
    if (from->kind == HD_TY_COMPLEX) {
        if (to->kind == HD_TY_COMPLEX) return cast_node(c, e, to, CAST_COMPLEX);
        if (!hd_type_is_arith(to)) return NULL;
        return convert(c, cast_node(c, e, from->base, CAST_COMPLEX_REAL), to);
    }
    return NULL;
}

static const struct hd_expr *bitfield_of(const struct hd_expr *e);

// `float half = 1 / 2;`, `5 / 9 * (f - 32)`: constants whose quotient has lost its fraction.
static void warn_integer_division(struct check *c, const struct hd_expr *e) {
    if (e->kind == EX_BINARY && e->op == TK_STAR) {
        warn_integer_division(c, e->a);
        return;
    }
    struct hd_const a, b;
    if (e->kind != EX_BINARY || e->op != TK_SLASH || c->unevaluated) return;
    if (!const_eval(e->a, &a) || !const_eval(e->b, &b) || a.kind != CONST_INT ||
        b.kind != CONST_INT)
        return;
    long long x = (long long)a.i, y = (long long)b.i;
    if (y == 0 || (x == INT64_MIN && y == -1) || x % y == 0) return;
    struct hd_diag *d =
        warn(c, e->range, "integer-division",
             "this divides integers: the result is %lld, without its fraction", x / y);
    help_on(c, d, "write `%lld.0 / %lld`, or `%lld.0f / %lld` for a float", x, y, x, y);
}

struct hd_expr *convert(struct check *c, struct hd_expr *e, struct hd_type *to) {
    if (is_error(e)) return e;
    if (hd_type_is_integer(e->type) && (to->kind == HD_TY_FLOAT || to->kind == HD_TY_DOUBLE))
        warn_integer_division(c, e);
    if (to->kind == HD_TY_ERROR) return expr_error(c, e->range);
    to = unqual(to);
    e = rvalue(c, e);
    if (e->type ==
        to) // a converted bit-field is one no more: its width no longer decides promotions
        return bitfield_of(e) ? expr_cast(c, e, to, CAST_NOOP) : e;
    if (is_record(to) && is_record(e->type) && hd_type_same(e->type, to)) return e;
    if (to->kind == HD_TY_FLOAT && e->type->kind == HD_TY_DOUBLE) warn_double_within(c, e, 0);
    struct hd_expr *out = is_array(e) && to->kind != HD_TY_VOID ? array_convert(c, e, to, NULL)
                                                                : convert_any(c, e, to);
    if (out) return out;
    if (is_record(to) && hd_type_compatible(e->type, to)) return expr_cast(c, e, to, CAST_NOOP);
    hd_error(c->diags, e->range, "cannot convert `%s` to `%s`", ty(c, e->type), ty(c, to));
    return expr_error(c, e->range);
}

// ---- promotions ---------------------------------------------------------------------------------

// The bit-field whose value this is, or NULL.
static const struct hd_expr *bitfield_of(const struct hd_expr *e) {
    while (e->kind == EX_COMMA) e = e->b;
    if (e->kind == EX_LOAD || e->kind == EX_ASSIGN || e->kind == EX_COMPOUND ||
        e->kind == EX_INCDEC)
        e = e->a;
    return e->kind == EX_MEMBER && e->is_bitfield ? e : NULL;
}

static struct hd_type *promoted_type(const struct hd_expr *e) {
    struct hd_type *t = e->type;
    if (is_scoped_enum(t)) return t;
    const struct hd_expr *bits = bitfield_of(e);
    bool as_its_enum = t->kind == HD_TY_ENUM && t->enumeration->distinct;
    if (bits && !as_its_enum && t->size <= 8) {
        int width = bits->field->bit_width;
        if (width < 32 || (width == 32 && hd_type_is_signed(t))) return hd_ty.int_;
        if (width == 32) return hd_ty.uint_;
    }
    if (t->kind == HD_TY_ENUM) return t->enumeration->promoted;
    t = hd_type_of_units(t);
    if (t->kind < HD_TY_INT) return hd_ty.int_;
    return t;
}

struct hd_expr *promote(struct check *c, struct hd_expr *e) {
    if (is_error(e) || !hd_type_is_integer(e->type)) return e;
    return convert(c, e, promoted_type(e));
}

static void no_value(struct check *c, const struct hd_expr *e) {
    struct hd_diag *d =
        hd_error(c->diags, e->range, "%s gives no value (its type is `void`)", expr_text(c, e));
    if (e->kind == EX_LAUNCH) hd_help(c->diags, d, "a kernel gives its results through pointers");
}

struct hd_expr *promote_variadic(struct check *c, struct hd_expr *e) {
    if (is_error(e)) return e;
    e = rvalue(c, e);
    switch (e->type->kind) {
    case HD_TY_HALF:
    case HD_TY_BF16:
    case HD_TY_FLOAT: return convert(c, e, hd_ty.double_);
    case HD_TY_NULLPTR: return expr_null(c, hd_type_ptr(hd_ty.void_), e->range);
    case HD_TY_VOID: no_value(c, e); return expr_error(c, e->range);
    case HD_TY_AUTO:
        hd_error(c->diags, e->range, "it is not clear which function `%s` means here",
                 e->sym ? e->sym->name : "this");
        return expr_error(c, e->range);
    default:
        if (is_scoped_enum(e->type)) return convert(c, e, e->type->enumeration->underlying);
        return promote(c, e);
    }
}

static struct hd_type *common_float(struct hd_type *a, struct hd_type *b) {
    bool fa = hd_type_is_float(a), fb = hd_type_is_float(b);
    if (!fa) return b;
    if (!fb) return a;
    if (a->kind <= HD_TY_BF16 && b->kind <= HD_TY_BF16 && a->kind != b->kind) return hd_ty.float_;
    return a->kind >= b->kind ? a : b;
}

static struct hd_type *common_int(struct hd_type *a, struct hd_type *b) {
    if (a->kind == b->kind) return unqual(a);
    bool sa = hd_type_is_signed(a), sb = hd_type_is_signed(b);
    struct hd_type *hi = a->kind > b->kind ? a : b, *lo = a->kind > b->kind ? b : a;
    if (sa == sb || !hd_type_is_signed(hi)) return unqual(hi);
    if (hi->size > lo->size) return unqual(hi);
    // A signed type of higher rank that cannot hold all values of the unsigned one.
    return hi->kind == HD_TY_LLONG  ? hd_ty.ullong
           : hi->kind == HD_TY_LONG ? hd_ty.ulong_
                                    : hd_ty.uint128;
}

struct hd_type *usual_arith(struct check *c, struct hd_expr **a, struct hd_expr **b) {
    struct hd_type *x = (*a)->type, *y = (*b)->type, *t;
    if (!hd_type_is_arith(x) || !hd_type_is_arith(y) || is_scoped_enum(x) || is_scoped_enum(y))
        return NULL;
    if (x->kind == HD_TY_COMPLEX || y->kind == HD_TY_COMPLEX) {
        struct hd_type *bx = x->kind == HD_TY_COMPLEX ? x->base : x,
                       *by = y->kind == HD_TY_COMPLEX ? y->base : y;
        t = hd_type_complex(unqual(common_float(bx, by)));
    } else if (hd_type_is_float(x) || hd_type_is_float(y)) {
        t = unqual(common_float(x, y));
    } else {
        t = common_int(promoted_type(*a), promoted_type(*b));
    }
    *a = convert(c, *a, t);
    *b = convert(c, *b, t);
    return t;
}

// ---- implicit conversion ------------------------------------------------------------------------

static struct hd_expr *cannot(struct check *c, struct hd_expr *e, struct hd_type *to,
                              const char *what, struct hd_diag **diag) {
    *diag = hd_error(c->diags, e->range, "cannot convert `%s` to `%s`%s%s", ty(c, e->type),
                     ty(c, to), what ? " in " : "", what ? what : "");
    if (hd_type_is_arith(to)) help_parts(c, *diag, e); // int i = threadIdx;
    return expr_error(c, e->range);
}

static const char *quals_text(unsigned quals) {
    return quals & Q_CONST ? quals & Q_VOLATILE ? "const volatile" : "const" : "volatile";
}

static bool is_string(const struct hd_expr *e) {
    e = drop_casts(e);
    return e->kind == EX_DECAY && e->a->kind == EX_STRING;
}

// Pointer to pointer, where the types differ by more than added qualifiers.
static struct hd_expr *bad_pointer(struct check *c, struct hd_expr *e, struct hd_type *to,
                                   enum ptr_fit fit, const char *what) {
    struct hd_diag *d;
    const char *in = what ? " in " : "";
    what = what ? what : "";
    bool cu = !takes_pointers_as_c(c);
    if (fit == PTR_DROPS) {
        const char *lost = quals_text(lost_quals(e->type->base, to->base));
        if (is_string(e) || !cu) {
            d = warn(c, e->range, is_string(e) ? "write-strings" : "discarded-qualifiers",
                     "`%s` becomes `%s`%s%s: that drops `%s`", ty(c, e->type), ty(c, to), in, what,
                     lost);
            if (is_string(e))
                help_on(c, d, "string literals cannot be written to: use `const char *`");
            return convert(c, e, to);
        }
        struct hd_expr *bad = cannot(c, e, to, *what ? what : NULL, &d);
        hd_help(c->diags, d, "that would drop `%s`: what it points to must not be changed", lost);
        return bad;
    }
    if (fit == PTR_FROM_VOID || fit == PTR_FUNCTION) {
        if (cu) {
            d = warn(c, e->range, "implicit-void-pointer",
                     "`%s` becomes `%s`%s%s: nvcc needs a cast here", ty(c, e->type), ty(c, to), in,
                     what);
            help_on(c, d, "write `(%s)` before it", ty(c, to));
        }
        return convert(c, e, to);
    }
    if (!cu) {
        if (fit == PTR_OTHER || fit == PTR_LOOSE)
            warn(c, e->range, "incompatible-pointers",
                 "`%s` becomes `%s`%s%s: incompatible pointers", ty(c, e->type), ty(c, to), in,
                 what);
        return convert(c, e, to);
    }
    struct hd_type *safe = fit == PTR_LOOSE ? similar_common(e->type->base, to->base) : NULL;
    if (safe && side_of_code(c) == SIDE_DEVICE) {
        d = warn(c, e->range, "incompatible-pointers",
                 "`%s` becomes `%s`%s%s: nvcc takes that in device code only", ty(c, e->type),
                 ty(c, to), in, what);
        help_on(c, d, "`%s` is right everywhere", ty(c, hd_type_ptr(safe)));
        return convert(c, e, to);
    }
    struct hd_expr *bad = cannot(c, e, to, *what ? what : NULL, &d);
    if (safe)
        hd_help(c->diags, d, "declare it as `%s`: the pointers in between must not be changed",
                ty(c, hd_type_ptr(safe)));
    else if (is_ptr(e->type->base) && same_but_quals(e->type->base, to))
        hd_help(c->diags, d, "there is one `&` too many, or a `*` is missing before %s",
                expr_text(c, e));
    else if (e->kind == EX_ADDR && e->a->type->kind == HD_TY_ARRAY &&
             same_but_quals(e->a->type->base, to->base))
        hd_help(c->diags, d, "an array's name is its address already: leave out the `&`");
    else if (hd_type_is_float(e->type->base) && hd_type_is_float(to->base))
        hd_help(
            c->diags, d,
            "the numbers there have another size: declare both with the same type, `%s` or `%s`",
            ty(c, unqual(e->type->base)), ty(c, unqual(to->base)));
    else if (is_ptr(to->base) &&
             (same_but_quals(to->base, e->type) ||
              (to->base->base->kind == HD_TY_VOID && e->kind == EX_LOAD))) // cudaMalloc(d, ...)
        hd_help(c->diags, d, "the address of a pointer is needed: write `&` before %s",
                expr_text(c, e));
    return bad;
}

static struct hd_expr *assign_pointer(struct check *c, struct hd_expr *e, struct hd_type *to,
                                      const char *what) {
    if (is_null_constant(e)) return expr_null(c, to, e->range);
    struct hd_diag *d;
    if (is_ptr(e->type)) {
        enum ptr_fit fit = ptr_fit(e->type, to);
        if (fit == PTR_SAME || fit == PTR_ADDS || fit == PTR_TO_BASE || fit == PTR_TO_VOID)
            return convert(c, e, to);
        return bad_pointer(c, e, to, fit, what);
    }
    if (hd_type_is_integer(e->type) && takes_pointers_as_c(c)) {
        warn(c, e->range, "int-conversion", "`%s` becomes `%s`%s%s without a cast", ty(c, e->type),
             ty(c, to), what ? " in " : "", what ? what : "");
        return convert(c, e, to);
    }
    struct hd_expr *bad = cannot(c, e, to, what, &d);
    bool assigns = what && e->kind != EX_LOAD && hd_type_is_arith(to->base) &&
                   !strncmp(what, "the assignment", 14);
    if (assigns && hd_type_is_arith(e->type)) // x = 1;
        hd_help(c->diags, d,
                "a pointer holds an address: `*` before the name, or an index after "
                "it, means what it points to");
    else if (e->kind == EX_LOAD && same_but_quals(e->type, to->base))
        hd_help(c->diags, d, "its address is needed: write `&` before %s", expr_text(c, e));
    return bad;
}

static struct hd_expr *assign_from_pointer(struct check *c, struct hd_expr *e, struct hd_type *to,
                                           const char *what) {
    struct hd_diag *d;
    if (hd_type_is_integer(to) && takes_pointers_as_c(c)) {
        warn(c, e->range, "int-conversion", "`%s` becomes `%s`%s%s without a cast", ty(c, e->type),
             ty(c, to), what ? " in " : "", what ? what : "");
        return convert(c, e, to);
    }
    struct hd_expr *bad = cannot(c, e, to, what, &d);
    if (is_string(e) && hd_type_is_arith(to))
        hd_help(c->diags, d,
                unqual(to)->size == 1
                    ? "this is a text: one character goes between single quotes, as in 'a'"
                    : "this is a text: `atoi(\"5\")` and `atof(\"0.5\")` make numbers of one");
    else if (is_func_ptr(e->type) && e->kind == EX_ADDR)
        hd_help(c->diags, d, "%s is a function: call it with `()`", expr_text(c, e));
    else if (same_but_quals(e->type->base, to) ||
             (hd_type_is_arith(e->type->base) && hd_type_is_arith(to)))
        hd_help(c->diags, d,
                "it is a pointer: write `*` before it for what it points to, or an index after it");
    return bad;
}

// A constant that loses its value on the way is worth a word.
static void warn_overflow(struct check *c, const struct hd_expr *e, struct hd_type *to) {
    if (e->kind != EX_CONST || e->value->kind != CONST_INT || !hd_type_is_integer(to) || c->system)
        return;
    if (to->kind == HD_TY_BOOL || to->kind == HD_TY_ENUM || to->size >= e->type->size ||
        to->size >= 8)
        return;
    hd_int128 v = e->value->i, span = (hd_int128)1 << (to->size * 8);
    if (v >= -(span >> 1) && v < span) return;
    warn(c, e->range, "overflow", "%lld does not fit `%s`: it becomes %lld", (long long)v,
         ty(c, to),
         hd_type_is_signed(to) ? (long long)(((v & (span - 1)) ^ (span >> 1)) - (span >> 1))
                               : (long long)(v & (span - 1)));
}

static struct hd_expr *assign_arith(struct check *c, struct hd_expr *e, struct hd_type *to,
                                    const char *what) {
    struct hd_diag *d;
    bool from_enum = is_scoped_enum(e->type), to_enum = is_scoped_enum(to);
    if (from_enum || to_enum) {
        struct hd_expr *bad = cannot(c, e, to, what, &d);
        hd_help(c->diags, d, "an enum class converts only when asked: write `static_cast<%s>(...)`",
                ty(c, to));
        return bad;
    }
    if (to->kind == HD_TY_ENUM && c->lang == HD_LANG_CU && !c->system) {
        d = warn(c, e->range, "int-to-enum", "`%s` becomes `%s`: nvcc needs a cast here",
                 ty(c, e->type), ty(c, to));
        help_on(c, d, "write `(%s)` before it", ty(c, to));
    }
    warn_overflow(c, e, to);
    return convert(c, e, to);
}

// dim3 from a number; dim3 from uint3 and the like; through a constructor.
static struct hd_expr *assign_record(struct check *c, struct hd_expr *e, struct hd_type *to) {
    if (has_ctors(to)) return class_convert(c, e, to);
    if (!is_record(to) || !to->record->from_scalar || c->lang != HD_LANG_CU) return NULL;
    if (hd_type_is_arith(e->type) && !is_scoped_enum(e->type))
        return expr_record(c, to, &e, 1, e->range);
    if (!is_record(e->type) || e->type->record->nfields != to->record->nfields) return NULL;
    struct hd_expr *temp = expr_temp(c, e), *values[8];
    int n = to->record->nfields;
    if (n > 8) return NULL;
    for (int i = 0; i < n; i++) {
        const struct hd_field *f = &e->type->record->fields[i];
        if (!hd_type_is_integer(f->type) || f->is_bits) return NULL;
        struct hd_expr *m = expr_new(c, EX_MEMBER, f->type, e->range);
        m->a = i == 0 ? temp : expr_new(c, EX_VAR, e->type, e->range);
        m->a->sym = temp->sym;
        m->a->is_lvalue = m->is_lvalue = true;
        m->field = f;
        m->offset = f->offset;
        values[i] = m;
    }
    return expr_record(c, to, values, n, e->range);
}

const struct hd_expr *overloaded_name(const struct hd_expr *e) {
    const struct hd_expr *name = e->kind == EX_ADDR ? e->a : e;
    if (name->kind != EX_FUNC || name->is_settled || !name->sym || name->sym->method) return NULL;
    return name->sym->kind != SYM_FUNC || name->sym->next || name->beside ? name : NULL;
}

struct hd_expr *overload_settle(struct check *c, struct hd_expr *e, struct hd_type *to) {
    const struct hd_expr *name = overloaded_name(e);
    if (!name) return member_function_static(c, e, to);
    if (!is_func_ptr(to)) return e;
    struct hd_sym *set = name->sym;
    struct hd_sym *found = overload_for_type(c, set, name->targs, to->base, e->range);
    for (struct hd_sym **more = name->beside; more && *more; more++) {
        struct hd_sym *other = overload_for_type(c, *more, name->targs, to->base, e->range);
        if (other && found && other != found) {
            struct hd_diag *d = hd_error(c->diags, e->range, "`%s` is ambiguous here", set->name);
            note_on(c, d, found->range, "this one fits");
            note_on(c, d, other->range, "and this one");
            return expr_error(c, e->range);
        }
        if (!found) found = other;
    }
    if (!found) return e;
    if (deleted_function(c, found, e->range)) return expr_error(c, e->range);
    struct hd_expr *f = expr_new(c, EX_FUNC, found->type, e->range);
    f->sym = found;
    f->is_settled = true;
    note_use(c, found);
    return rvalue(c, f);
}

struct hd_expr *overload_unsettled(struct check *c, const struct hd_expr *name, struct hd_type *to,
                                   struct hd_range range) {
    const char *text = name->sym->name;
    struct hd_diag *d =
        to ? hd_error(c->diags, range, "no `%s` has the type `%s`", text, ty(c, to))
           : hd_error(c->diags, range, "`%s` is several functions: which one is not said", text);
    if (!to) help_on(c, d, "give the variable its type, or cast: `(int (*)(float))%s`", text);
    for (const struct hd_sym *s = name->sym; s; s = s->next) note_on(c, d, s->range, "this is one");
    for (struct hd_sym **more = name->beside; more && *more; more++)
        note_on(c, d, (*more)->range, "this is one");
    return expr_error(c, range);
}

// A loaded object is bound itself.
static struct hd_expr *as_object(struct hd_expr *e) {
    return e->kind == EX_LOAD && is_record(e->type) ? e->a : e;
}

// A pointer as a transparent union: the union with that member. NULL: `to` is none.
static struct hd_expr *transparent_union(struct check *c, struct hd_expr *e, struct hd_type *to) {
    bool fits = is_record(to) && to->record->transparent && to->record->nfields > 0 &&
                (is_ptr(e->type) || is_null_constant(e));
    if (!fits || !is_ptr(to->record->fields[0].type)) return NULL;
    struct hd_expr *value = convert(c, e, to->record->fields[0].type);
    struct hd_expr *out = expr_new(c, EX_INIT, to, e->range);
    out->init = init_of_expr(c, to, value);
    return out;
}

struct hd_expr *convert_assign(struct check *c, struct hd_expr *e, struct hd_type *to,
                               const char *what) {
    if (is_error(e) || to->kind == HD_TY_ERROR) return is_error(e) ? e : expr_error(c, e->range);
    if (to->kind == HD_TY_REF) return bind_ref(c, to, e, what);
    struct hd_expr *written = as_object(e);
    e = member_function_settle(c, overload_settle(c, rvalue(c, e), to), to);
    to = unqual(to);
    struct hd_expr *plain = closure_pointer(c, e, to);
    if (plain || is_error(e)) return plain ? plain : e;
    struct hd_type *from = e->type;
    struct hd_diag *d;
    if (is_record(from) && is_record(to) && from->record == to->record) return class_value(c, e);
    bool upwards = is_ptr(from) && is_ptr(to) && is_record(from->base) && is_record(to->base) &&
                   class_derives(from->base, to->base, NULL);
    if (upwards && !access_base(c, from->base->record, to->base->record, e->range))
        return expr_error(c, e->range);
    bool part = is_record(to) && class_derives(from, to, NULL); // its base's
    if (part && !access_base(c, from->record, to->record, e->range)) return expr_error(c, e->range);
    if (part) return class_value(c, rvalue(c, class_base(c, written, to->record)));
    if (is_record(from) && !(has_ctors(to))) {
        struct hd_expr *got = class_convert_by(c, written, to, false);
        if (got) return got;
    }
    if (from == to || to->kind == HD_TY_AUTO) return e;
    struct hd_expr *array = array_convert(c, e, to, what);
    if (array) return array;
    if (from->kind == HD_TY_VOID && to->kind != HD_TY_VOID) {
        no_value(c, e);
        return expr_error(c, e->range);
    }
    if (from->kind == HD_TY_AUTO && e->kind == EX_FUNC) {
        hd_error(c->diags, e->range, "no `%s` has the type `%s`", e->sym->name, ty(c, to));
        return expr_error(c, e->range);
    }
    if (is_ptr(to)) return assign_pointer(c, e, to, what);
    struct hd_expr *in_union = transparent_union(c, e, to);
    if (in_union) return in_union;
    if (has_ctors(to) && !hd_type_compatible(from, to)) {
        struct hd_expr *made = class_convert(c, written, to);
        return made ? made : cannot(c, e, to, what, &d);
    }
    if (is_ptr(from) && to->kind != HD_TY_BOOL && to->kind != HD_TY_NULLPTR)
        return assign_from_pointer(c, e, to, what);
    if (hd_type_is_arith(from) && hd_type_is_arith(to)) return assign_arith(c, e, to, what);
    if (to->kind == HD_TY_BOOL && hd_type_is_scalar(from)) return convert(c, e, to);
    if (to->kind == HD_TY_MEMBER &&
        (from->kind == HD_TY_MEMBER ? member_pointer_fit(from, to) <= MEMBER_DOWN
                                    : is_null_constant(e))) {
        if (from->kind == HD_TY_MEMBER && class_derives(to->of, from->of, NULL) &&
            !access_base(c, to->of->record, from->of->record, e->range))
            return expr_error(c, e->range);
        return convert(c, e, to);
    }
    if (from->kind == HD_TY_NULLPTR && to->kind == HD_TY_NULLPTR) return e;
    if (to->kind == HD_TY_NULLPTR && is_null_constant(e)) return convert(c, e, to);
    if ((is_record(to) || to->kind == HD_TY_VECTOR) && hd_type_compatible(from, to))
        return convert(c, e, to);
    if (from->kind == HD_TY_VECTOR && to->kind == HD_TY_VECTOR && from->size == to->size &&
        c->lang == HD_LANG_C)
        return convert(c, e, to);
    struct hd_expr *record = assign_record(c, e, to);
    if (record) return record;
    if (to->kind == HD_TY_VOID) return convert(c, e, to);
    return cannot(c, e, to, what, &d);
}

// ---- references ---------------------------------------------------------------------------------

// The reference refers to the object itself, not to a temporary.
static bool binds_directly(const struct hd_expr *e, const struct hd_type *ref) {
    if (e->type->kind == HD_TY_FUNC) return true;
    if (!e->is_lvalue || e->is_bitfield) return false;
    if (ref->rvalue_ref) return e->is_xvalue;
    return !e->is_xvalue ||
           ((quals_of(ref->base) & Q_CONST) && !(quals_of(ref->base) & Q_VOLATILE));
}

// A reference to what the object's type converts to by qualifiers alone (`const int *const &` and
// an `int *`): g++ refers to the object (CWG 2352), nvcc's device code to a temporary.
static bool binds_similar(struct check *c, const struct hd_expr *e, const struct hd_type *ref) {
    enum similar fit = similar_fit(e->type, ref->base);
    return (fit == SIMILAR_SAME || fit == SIMILAR_ADDS) && binds_directly(e, ref) &&
           (side_of_code(c) & SIDE_HOST) && c->lang == HD_LANG_CU;
}

// What a conversion function to a reference gives; NULL: there is none for this one.
static struct hd_expr *refers_by(struct check *c, struct hd_expr *e, struct hd_type *ref) {
    struct hd_type *base = ref->base;
    bool value = ref->rvalue_ref || (quals_of(base) & Q_CONST);
    for (int i = 0; i < e->type->record->nmethods; i++) {
        struct hd_method *m = &e->type->record->methods[i];
        struct hd_type *t = m->type->base;
        if (!m->is_conversion || m->is_explicit || t->kind != HD_TY_REF || value) continue;
        if (!same_but_quals(t->base, base) || lost_quals(t->base, base)) continue;
        struct call_args none = {.n = 0};
        return call_sym(c, m->sym, e, &none, e->range, e->range.from);
    }
    return NULL;
}

// What e is can be referred to as `base`: but for qualifiers, and a function's `noexcept`.
static bool is_same_object(struct check *c, const struct hd_expr *e, struct hd_type *base) {
    if (base->kind != HD_TY_FUNC || e->type->kind != HD_TY_FUNC)
        return same_but_quals(e->type, base);
    struct hd_type *type = function_type(c, e);
    return same_but_quals(base->is_noexcept ? type : hd_type_noexcept(type, false), base);
}

struct hd_expr *bind_ref(struct check *c, struct hd_type *ref, struct hd_expr *e,
                         const char *what) {
    struct hd_type *base = ref->base;
    struct hd_diag *d;
    e = as_object(e);
    if (is_error(e) || base->kind == HD_TY_ERROR) return is_error(e) ? e : expr_error(c, e->range);
    if (is_record(base) && class_derives(e->type, base, NULL)) {
        if (!access_base(c, e->type->record, base->record, e->range))
            return expr_error(c, e->range);
        e = class_base(c, e, base->record);
    }
    bool same = is_same_object(c, e, base);
    if (!same && is_record(e->type)) {
        struct hd_expr *got = refers_by(c, e, ref);
        if (got) return bind_ref(c, ref, got, what);
    }
    if (same && binds_directly(e, ref)) {
        if (!lost_quals(e->type, base)) {
            struct hd_expr *at =
                e->type->kind == HD_TY_FUNC ? rvalue(c, e) : expr_address(c, e, e->range);
            return at->type->base == base ? at : convert(c, at, hd_type_ptr(base));
        }
        d = hd_error(c->diags, e->range, "cannot bind `%s` to `%s`%s%s", ty(c, e->type), ty(c, ref),
                     what ? " in " : "", what ? what : "");
        hd_help(c->diags, d, "%s is %s: take it as `const %s &`", expr_text(c, e),
                quals_text(lost_quals(e->type, base)), ty(c, unqual(base)));
        return expr_error(c, e->range);
    }
    if (!same && binds_similar(c, e, ref))
        return convert(c, expr_address(c, e, e->range), hd_type_ptr(base));
    bool to_const = (quals_of(base) & Q_CONST) && !(quals_of(base) & Q_VOLATILE);
    if (!to_const && !ref->rvalue_ref) {
        d = hd_error(c->diags, e->range, "cannot bind `%s` to `%s`%s%s", ty(c, e->type), ty(c, ref),
                     what ? " in " : "", what ? what : "");
        if (e->is_bitfield)
            hd_help(c->diags, d, "a bit-field has no address of its own");
        else if (same || is_rvalue(e))
            hd_help(c->diags, d,
                    "`%s` needs a variable: %s is a value; `const %s &` takes values too",
                    ty(c, ref), expr_text(c, e), ty(c, unqual(base)));
        else
            hd_help(c->diags, d, "the variable must have the type `%s`", ty(c, unqual(base)));
        return expr_error(c, e->range);
    }
    bool related = same || similar_fit(e->type, base) != SIMILAR_NOT;
    if (related && !is_rvalue(e) && ref->rvalue_ref && !e->is_bitfield) {
        d = hd_error(c->diags, e->range, "cannot bind the variable %s to `%s`", expr_text(c, e),
                     ty(c, ref));
        hd_help(c->diags, d, "`std::move(...)` says that its contents may be taken");
        return expr_error(c, e->range);
    }
    struct hd_expr *value =
        base->kind == HD_TY_ARRAY ? e : convert_assign(c, e, unqual(base), what);
    if (is_error(value)) return value;
    struct hd_expr *at = expr_address(c, expr_temp(c, value), e->range);
    return convert(c, at, hd_type_ptr(base));
}

// ---- ranks --------------------------------------------------------------------------------------

static int rank_ref(struct check *c, struct hd_expr *e, struct hd_type *ref) {
    struct hd_type *base = ref->base;
    e = as_object(e);
    bool same = is_same_object(c, e, base);
    bool to_const = quals_of(base) & Q_CONST;
    if (class_derives(e->type, base, NULL)) { // as the base's part would bind, and a bit worse
        bool fits = binds_directly(e, ref) || to_const || (ref->rvalue_ref && is_rvalue(e));
        return !fits || lost_quals(e->type, base) ? RANK_NONE : RANK_PROMOTE;
    }
    if (same && binds_directly(e, ref)) {
        if (lost_quals(e->type, base)) return RANK_NONE;
        if (base->kind == HD_TY_FUNC && !base->is_noexcept && function_type(c, e)->is_noexcept)
            return RANK_QUAL;
        return RANK_EXACT; // which of two references adds less: overload.c
    }
    if (!same && binds_similar(c, e, ref)) return RANK_QUAL;
    if (!to_const && !ref->rvalue_ref) return RANK_NONE;
    bool related = same || similar_fit(e->type, base) != SIMILAR_NOT;
    if (!is_rvalue(e) && ref->rvalue_ref && related) return RANK_NONE;
    if (same) return RANK_EXACT;
    return conversion_rank(c, e, unqual(base));
}

static int rank_pointer(struct check *c, struct hd_expr *e, struct hd_type *from,
                        struct hd_type *to) {
    if (is_null_constant(e)) // `(void *)0` is also the pointer that it says
        return is_ptr(from) && from->base->kind == HD_TY_VOID && to->base->kind == HD_TY_VOID
                   ? RANK_QUAL
                   : RANK_CONVERT;
    if (!is_ptr(from))
        return c->lang == HD_LANG_C && hd_type_is_integer(from) ? RANK_LOOSE : RANK_NONE;
    switch (ptr_fit(from, to)) {
    case PTR_SAME: return RANK_EXACT;
    case PTR_ADDS: return RANK_QUAL;
    case PTR_TO_BASE: return RANK_PROMOTE; // rather than to `void *`
    case PTR_TO_VOID: return RANK_CONVERT; // rather than to bool
    case PTR_FROM_VOID:
    case PTR_FUNCTION: return RANK_LOOSE;
    case PTR_DROPS:
        return is_string(e) || e->kind == EX_STRING || c->lang == HD_LANG_C ? RANK_LOOSE
                                                                            : RANK_NONE;
    default: return c->lang == HD_LANG_C ? RANK_LOOSE : RANK_NONE;
    }
}

static int rank_member_pointer(const struct hd_expr *e, const struct hd_type *from,
                               const struct hd_type *to) {
    if (from->kind != HD_TY_MEMBER) return is_null_constant(e) ? RANK_CONVERT : RANK_NONE;
    switch (member_pointer_fit(from, to)) {
    case MEMBER_SAME: return RANK_EXACT;
    case MEMBER_ADDS: return RANK_QUAL;
    case MEMBER_DOWN: return RANK_CONVERT;
    default: return RANK_NONE;
    }
}

// The type that an argument as written has as an rvalue.
static struct hd_type *value_type(struct check *c, const struct hd_expr *e) {
    if (e->type->kind == HD_TY_ARRAY) return hd_type_ptr(e->type->base);
    if (e->type->kind == HD_TY_FUNC) return hd_type_ptr(function_type(c, e));
    return unqual(e->type);
}

int conversion_rank(struct check *c, struct hd_expr *e, struct hd_type *to) {
    if (!e || is_error(e)) return RANK_EXACT;
    if (to->kind == HD_TY_REF) return rank_ref(c, e, to);
    struct hd_type *from = value_type(c, e);
    to = unqual(to);
    if (from == to) return RANK_EXACT;
    if (e->type->kind == HD_TY_AUTO && is_member_function(to))
        return member_function_fits(c, e, to) ? RANK_EXACT : RANK_NONE;
    if (e->type->kind == HD_TY_AUTO) return is_func_ptr(to) ? RANK_CONVERT : RANK_NONE;
    if (closure_is_plain(from, to)) return RANK_CONVERT;
    if (is_array(e) || to->kind == HD_TY_NDARRAY) {
        if (is_ptr(to) && is_array(e) && same_but_quals(e->type->base, to->base))
            return RANK_CONVERT;
        return hd_type_same_unqual(from, to) ? RANK_EXACT : RANK_NONE;
    }
    if (is_ptr(to) && !is_record(from)) return rank_pointer(c, e, from, to);
    if (is_record(to) && to->record->transparent && is_ptr(from)) return RANK_CONVERT;
    if (is_record(to) && class_derives(from, to, NULL)) return RANK_PROMOTE; // as a reference
    if (is_record(from) && !is_record(to)) return class_conversion_rank(c, e, to);
    if (has_ctors(to) && !(is_record(from) && from->record == to->record))
        return class_converts(c, e, to) ? RANK_RECORD : RANK_NONE;
    if (is_record(to) && is_record(from) && from->record != to->record && class_converts(c, e, to))
        return RANK_RECORD; // by a conversion function
    if (to->kind == HD_TY_MEMBER) return rank_member_pointer(e, from, to);
    if (from->kind == HD_TY_MEMBER) return to->kind == HD_TY_BOOL ? RANK_WEAK : RANK_NONE;
    if (is_ptr(from)) {
        if (to->kind == HD_TY_BOOL) return RANK_WEAK;
        return c->lang == HD_LANG_C && hd_type_is_integer(to) ? RANK_LOOSE : RANK_NONE;
    }
    if (is_scoped_enum(from) || is_scoped_enum(to)) return RANK_NONE;
    if (hd_type_is_arith(from) && hd_type_is_arith(to)) {
        if (from->kind == HD_TY_COMPLEX && to->kind != HD_TY_COMPLEX && c->lang == HD_LANG_CU)
            return RANK_NONE; // `abs(z)` is not that of the real part
        if (to->kind == HD_TY_ENUM) return RANK_LOOSE;
        if (from->kind == HD_TY_ENUM && from->enumeration->fixed &&
            to == unqual(from->enumeration->underlying))
            return RANK_UNDERLYING;
        if (hd_type_is_integer(from) && to == promoted_type(e)) return RANK_PROMOTE;
        if (from->kind < HD_TY_DOUBLE && hd_type_is_float(from) && to->kind == HD_TY_DOUBLE)
            return RANK_PROMOTE;
        return RANK_CONVERT;
    }
    if (from->kind == HD_TY_NULLPTR && to->kind == HD_TY_BOOL) return RANK_WEAK;
    if ((is_record(to) || to->kind == HD_TY_VECTOR) && hd_type_compatible(from, to))
        return RANK_EXACT;
    if (is_record(to) && to->record->from_scalar && c->lang == HD_LANG_CU) {
        if (hd_type_is_arith(from)) return RANK_RECORD;
        if (is_record(from) && from->record->nfields == to->record->nfields) return RANK_RECORD;
    }
    return RANK_NONE;
}
