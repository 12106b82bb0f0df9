// Constant expressions over typed trees.
//
// hd_const_eval answers for every expression whether it is a constant and which: integers of any
// width, floating and complex numbers in the precision of their type, addresses of static objects
// plus an offset. Variables that are const (or constexpr) with constant initialisers count,
// elements of such arrays too; calls of constexpr functions are run by check/const/interp.c.
// Whether a context may use all of that (C is stricter than C++) is not asked here: gcc folds as
// much, and programs rely on it.
//
// Example: `sizeof(int) * 4 + (1 ? 2 : x)` is the integer 18; `&table[2].name` is an address: table
// + 16 bytes.
#include <complex.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "front/check/const/const.h"

__extension__ typedef unsigned __int128 u128;
enum { MAX_DEPTH = 3000 };

// ---- numbers ------------------------------------------------------------------------------------

hd_int128 const_wrap(const struct hd_type *type, hd_int128 value) {
    if (type->kind == HD_TY_BOOL) return value != 0;
    if (type->kind == HD_TY_ENUM && type->enumeration->underlying->kind == HD_TY_BOOL)
        return value != 0;
    unsigned bits = (unsigned)type->size * 8;
    if (bits == 0 || bits >= 128) return value;
    u128 v = (u128)value << (128 - bits);
    return hd_type_is_signed(type) ? (hd_int128)v >> (128 - bits) : (hd_int128)(v >> (128 - bits));
}

// To `digits` bits of precision with the least exponent `low` (of the leading bit), as binary16 and
// bfloat16 round.
static long double round_small(long double x, int digits, int low, long double largest) {
    if (x == 0 || !isfinite(x)) return x;
    int exp;
    frexpl(x, &exp);
    int lead = exp - 1 < low ? low : exp - 1;
    long double unit = ldexpl(1, lead - (digits - 1)), r = rintl(x / unit) * unit;
    return fabsl(r) > largest ? copysignl(INFINITY, x) : r;
}

static long double const_round(const struct hd_type *type, long double value) {
    switch (type->kind) {
    case HD_TY_FLOAT: return (float)value;
    case HD_TY_DOUBLE: return (double)value;
    case HD_TY_HALF: return round_small(value, 11, -14, 65504.0L);
    case HD_TY_BF16: return round_small(value, 8, -126, 3.3895313892515354759e38L);
    default: return value;
    }
}

static void const_zero(const struct hd_type *type, struct hd_const *out) {
    memset(out, 0, sizeof *out);
    if (hd_type_is_integer(type))
        out->kind = CONST_INT;
    else if (hd_type_is_float(type))
        out->kind = CONST_FLOAT;
    else if (type->kind == HD_TY_COMPLEX)
        out->kind = CONST_COMPLEX;
    else
        out->kind = CONST_ADDR;
}

static bool const_truth(const struct hd_const *v) {
    switch (v->kind) {
    case CONST_INT: return v->i != 0;
    case CONST_FLOAT: return v->f != 0;
    case CONST_COMPLEX: return v->f != 0 || v->im != 0;
    case CONST_ADDR: return v->sym || v->string || v->offset != 0;
    default: return false;
    }
}

static bool float_to_int(struct hd_const *v, const struct hd_type *to) {
    long double t = truncl(v->f);
    int bits = (int)to->size * 8 - hd_type_is_signed(to);
    long double limit = ldexpl(1, bits);
    if (!(t < limit) || !(t >= -limit)) return false;
    v->i = t < 0 ? (hd_int128)t : (hd_int128)(u128)t;
    v->i = const_wrap(to, v->i);
    v->kind = CONST_INT;
    return true;
}

static long double int_to_float(const struct hd_const *v, const struct hd_type *from) {
    return from->kind == HD_TY_UINT128 ? (long double)(u128)v->i : (long double)v->i;
}

// Changes *v from one scalar type to another, as a conversion in C does.
bool const_convert(struct hd_const *v, const struct hd_type *from, const struct hd_type *to) {
    if (to->kind == HD_TY_BOOL) {
        *v = (struct hd_const){.kind = CONST_INT, .i = const_truth(v)};
        return true;
    }
    if (hd_type_is_integer(to)) {
        if (v->kind == CONST_FLOAT || v->kind == CONST_COMPLEX) return float_to_int(v, to);
        if (v->kind == CONST_INT)
            v->i = const_wrap(to, v->i);
        else if (!v->sym && !v->string)
            *v = (struct hd_const){.kind = CONST_INT, .i = const_wrap(to, v->offset)};
        else
            return to->size == 8; // an address as an integer: kept symbolic
        return true;
    }
    if (hd_type_is_float(to) || to->kind == HD_TY_COMPLEX) {
        const struct hd_type *real = to->kind == HD_TY_COMPLEX ? to->base : to;
        if (v->kind == CONST_ADDR) return false;
        long double im = v->kind == CONST_COMPLEX ? v->im : 0;
        if (v->kind == CONST_INT) v->f = int_to_float(v, from);
        v->f = const_round(real, v->f);
        v->im = to->kind == HD_TY_COMPLEX ? const_round(real, im) : 0;
        v->kind = to->kind == HD_TY_COMPLEX ? CONST_COMPLEX : CONST_FLOAT;
        return true;
    }
    if (to->kind == HD_TY_PTR || to->kind == HD_TY_NULLPTR || to->kind == HD_TY_REF) {
        if (v->kind == CONST_INT)
            *v = (struct hd_const){.kind = CONST_ADDR, .offset = (int64_t)v->i};
        return v->kind == CONST_ADDR;
    }
    return false;
}

static bool eval_shift_ok(const struct hd_type *type, const struct hd_const *count) {
    return count->kind == CONST_INT && count->i >= 0 && count->i < (hd_int128)type->size * 8;
}

static bool int_binary(int op, const struct hd_type *t, hd_int128 a, hd_int128 b, hd_int128 *r) {
    bool s = hd_type_is_signed(t);
    switch (op) {
    case TK_PLUS: *r = (hd_int128)((u128)a + (u128)b); break;
    case TK_MINUS: *r = (hd_int128)((u128)a - (u128)b); break;
    case TK_STAR: *r = (hd_int128)((u128)a * (u128)b); break;
    case TK_SLASH:
    case TK_PERCENT:
        if (b == 0) return false;
        if (!s)
            *r = op == TK_SLASH ? (hd_int128)((u128)a / (u128)b) : (hd_int128)((u128)a % (u128)b);
        else if (b == -1)
            *r = op == TK_SLASH ? (hd_int128)(-(u128)a) : 0;
        else
            *r = op == TK_SLASH ? a / b : a % b;
        break;
    case TK_AMP: *r = a & b; break;
    case TK_PIPE: *r = a | b; break;
    case TK_CARET: *r = a ^ b; break;
    case TK_SHL: *r = (hd_int128)((u128)a << b); break;
    case TK_SHR: *r = s ? a >> b : (hd_int128)((u128)a >> b); break;
    case TK_EQ: *r = a == b; return true;
    case TK_NE: *r = a != b; return true;
    case TK_LT: *r = s ? a < b : (u128)a < (u128)b; return true;
    case TK_GT: *r = s ? a > b : (u128)a > (u128)b; return true;
    case TK_LE: *r = s ? a <= b : (u128)a <= (u128)b; return true;
    case TK_GE: *r = s ? a >= b : (u128)a >= (u128)b; return true;
    default: return false;
    }
    *r = const_wrap(t, *r);
    return true;
}

static bool float_compare(int op, long double a, long double b, struct hd_const *out) {
    bool r;
    switch (op) {
    case TK_EQ: r = a == b; break;
    case TK_NE: r = a != b; break;
    case TK_LT: r = a < b; break;
    case TK_GT: r = a > b; break;
    case TK_LE: r = a <= b; break;
    case TK_GE: r = a >= b; break;
    default: return false;
    }
    *out = (struct hd_const){.kind = CONST_INT, .i = r};
    return true;
}

// Each operation once in its own precision, so that nothing is rounded twice.
static bool float_binary(int op, const struct hd_type *t, long double a, long double b,
                         struct hd_const *out) {
    if (float_compare(op, a, b, out)) return true;
    long double r;
#define COMPUTE(type)                             \
    (op == TK_PLUS    ? (type)((type)a + (type)b) \
     : op == TK_MINUS ? (type)((type)a - (type)b) \
     : op == TK_STAR  ? (type)((type)a * (type)b) \
                      : (type)((type)a / (type)b))
    if (op != TK_PLUS && op != TK_MINUS && op != TK_STAR && op != TK_SLASH) return false;
    if (t->kind == HD_TY_FLOAT)
        r = COMPUTE(float);
    else if (t->kind == HD_TY_DOUBLE)
        r = COMPUTE(double);
    else
        r = const_round(t, COMPUTE(long double));
#undef COMPUTE
    *out = (struct hd_const){.kind = CONST_FLOAT, .f = r};
    return true;
}

static bool complex_binary(int op, const struct hd_type *t, const struct hd_const *a,
                           const struct hd_const *b, struct hd_const *out) {
    long double complex x, y, r;
    memcpy(&x, (const long double[]){a->f, a->im},
           sizeof x); // not a + b * I, which makes NaNs of infinities
    memcpy(&y, (const long double[]){b->f, b->im}, sizeof y);
    switch (op) {
    case TK_PLUS: r = x + y; break;
    case TK_MINUS: r = x - y; break;
    case TK_STAR: r = x * y; break;
    case TK_SLASH: r = x / y; break;
    case TK_EQ: *out = (struct hd_const){.kind = CONST_INT, .i = x == y}; return true;
    case TK_NE: *out = (struct hd_const){.kind = CONST_INT, .i = x != y}; return true;
    default: return false;
    }
    *out = (struct hd_const){.kind = CONST_COMPLEX,
                             .f = const_round(t->base, creall(r)),
                             .im = const_round(t->base, cimagl(r))};
    return true;
}

static bool addr_binary(int op, const struct hd_const *a, const struct hd_const *b,
                        struct hd_const *out) {
    bool same = a->sym == b->sym && a->string == b->string;
    if (!same) { // an object's address is not null; of two objects nothing more is known than that
                 // they differ
        bool one_null =
            (!a->sym && !a->string && !a->offset) || (!b->sym && !b->string && !b->offset);
        bool objects = a->sym && b->sym && a->offset == 0 && b->offset == 0;
        if ((op != TK_EQ && op != TK_NE) || !(one_null || objects)) return false;
        *out = (struct hd_const){.kind = CONST_INT, .i = op == TK_NE};
        return true;
    }
    hd_int128 r;
    if (!int_binary(op, hd_ty.long_, a->offset, b->offset, &r)) return false;
    *out = (struct hd_const){.kind = CONST_INT, .i = r};
    return true;
}

// Integers that are addresses: address + n, address - n, address - address.
static bool symbolic_binary(int op, const struct hd_const *a, const struct hd_const *b,
                            struct hd_const *out) {
    if (op == TK_PLUS && a->kind == CONST_INT) return symbolic_binary(op, b, a, out);
    if ((op == TK_PLUS || op == TK_MINUS) && a->kind == CONST_ADDR && b->kind == CONST_INT) {
        *out = *a;
        out->offset += op == TK_PLUS ? (int64_t)b->i : -(int64_t)b->i;
        return true;
    }
    return false;
}

bool eval_binary(int op, const struct hd_type *type, const struct hd_const *a,
                 const struct hd_const *b, struct hd_const *out) {
    if (a->kind == CONST_ADDR && b->kind == CONST_ADDR) return addr_binary(op, a, b, out);
    if (a->kind == CONST_ADDR || b->kind == CONST_ADDR) return symbolic_binary(op, a, b, out);
    if (a->kind == CONST_COMPLEX || b->kind == CONST_COMPLEX)
        return type->kind == HD_TY_COMPLEX && complex_binary(op, type, a, b, out);
    if (a->kind == CONST_FLOAT && b->kind == CONST_FLOAT)
        return float_binary(op, type, a->f, b->f, out);
    if (a->kind != CONST_INT || b->kind != CONST_INT) return false;
    if ((op == TK_SHL || op == TK_SHR) && !eval_shift_ok(type, b)) return false;
    hd_int128 r;
    if (!int_binary(op, type, a->i, b->i, &r)) return false;
    *out = (struct hd_const){.kind = CONST_INT, .i = r};
    return true;
}

// ---- memory -------------------------------------------------------------------------------------

static bool read_bits(const uint8_t *bytes, const struct hd_type *type, const struct hd_field *f,
                      struct hd_const *out) {
    u128 unit = 0;
    memcpy(&unit, bytes,
           (f->bit_offset + f->bit_width + 7u) / 8); // a packed record may end inside the unit
    unit = unit << (128 - f->bit_offset - f->bit_width);
    bool s = hd_type_is_signed(type);
    hd_int128 v =
        s ? (hd_int128)unit >> (128 - f->bit_width) : (hd_int128)(unit >> (128 - f->bit_width));
    *out = (struct hd_const){.kind = CONST_INT, .i = v};
    return true;
}

bool const_read(const void *bytes, const struct hd_type *type, const struct hd_field *bits,
                struct hd_const *out) {
    memset(out, 0, sizeof *out);
    if (bits) return read_bits(bytes, type, bits, out);
    if (hd_type_is_integer(type)) {
        out->kind = CONST_INT;
        memcpy(&out->i, bytes, type->size);
        out->i = const_wrap(type, out->i);
        return true;
    }
    float f;
    double d;
    switch (type->kind) {
    case HD_TY_FLOAT:
        memcpy(&f, bytes, sizeof f);
        out->f = f;
        break;
    case HD_TY_DOUBLE:
        memcpy(&d, bytes, sizeof d);
        out->f = d;
        break;
    case HD_TY_LDOUBLE: memcpy(&out->f, bytes, 10); break;
    default: return false;
    }
    out->kind = CONST_FLOAT;
    return true;
}

static uint16_t half_bits(long double x) {
    uint16_t sign = signbit(x) ? 0x8000 : 0;
    x = fabsl(x);
    if (isnan(x)) return sign | 0x7e00;
    if (isinf(x)) return sign | 0x7c00;
    if (x == 0) return sign;
    int exp;
    frexpl(x, &exp);
    if (exp - 1 < -14) return sign | (uint16_t)ldexpl(x, 24);
    return (uint16_t)(sign | (uint16_t)(exp - 1 + 15) << 10 |
                      ((uint16_t)ldexpl(x, 11 - exp) & 0x3ff));
}

static bool write_float(uint8_t *bytes, const struct hd_type *type, long double v) {
    float f = (float)v;
    double d = (double)v;
    uint16_t h;
    switch (type->kind) {
    case HD_TY_FLOAT: memcpy(bytes, &f, sizeof f); return true;
    case HD_TY_DOUBLE: memcpy(bytes, &d, sizeof d); return true;
    case HD_TY_LDOUBLE: memcpy(bytes, &v, 10); return true;
    case HD_TY_HALF:
        h = half_bits(v);
        memcpy(bytes, &h, sizeof h);
        return true;
    case HD_TY_BF16: memcpy(bytes, (char *)&f + 2, 2); return true;
    default: return false;
    }
}

bool const_write(void *bytes, const struct hd_type *type, const struct hd_field *bits,
                 const struct hd_const *value) {
    if (bits) {
        u128 unit = 0, mask = (((u128)1 << (bits->bit_width - 1) << 1) - 1) << bits->bit_offset;
        size_t n = (bits->bit_offset + bits->bit_width + 7u) / 8;
        memcpy(&unit, bytes, n);
        unit = (unit & ~mask) | (((u128)value->i << bits->bit_offset) & mask);
        memcpy(bytes, &unit, n);
        return value->kind == CONST_INT;
    }
    switch (value->kind) {
    case CONST_INT: memcpy(bytes, &value->i, type->size > 16 ? 16 : type->size); return true;
    case CONST_FLOAT: return write_float(bytes, type, value->f);
    case CONST_COMPLEX:
        return write_float(bytes, type->base, value->f) &&
               write_float((uint8_t *)bytes + type->base->size, type->base, value->im);
    case CONST_ADDR:
        if (value->sym || value->string) return false;
        memcpy(bytes, &value->offset, type->size > 8 ? 8 : type->size);
        return true;
    default: return false;
    }
}

static bool is_const_object(const struct hd_sym *sym) {
    const struct hd_type *t = sym->type;
    while (t->kind == HD_TY_ARRAY) t = t->base;
    return ((t->quals & Q_CONST) || (sym->spec & SPEC_CONSTEXPR)) && !(t->quals & Q_VOLATILE);
}

static bool string_element(const struct hd_string *s, int64_t offset, const struct hd_type *type,
                           struct hd_const *out) {
    uint64_t size = s->type->base->size, bytes = (s->len + 1) * size;
    if (offset < 0 || (uint64_t)offset + type->size > bytes || !hd_type_is_integer(type))
        return false;
    return const_read((const char *)s->data + offset, type, NULL, out);
}

// The scalar at `offset` of a constant object, from its initialiser.
static bool init_element(struct eval *ev, const struct hd_init *init, int64_t offset,
                         const struct hd_type *type, const struct hd_field *bits,
                         struct hd_const *out) {
    if (offset < 0 || (uint64_t)offset + type->size > init->type->size || !hd_type_is_scalar(type))
        return false;
    for (int i = init->nitems - 1; i >= 0; i--) { // the last one wins
        const struct hd_init_item *item = &init->items[i];
        int64_t at = offset - (int64_t)item->offset;
        if (item->repeat > 1 && at >= 0 && item->stride &&
            at / (int64_t)item->stride < item->repeat)
            at %= (int64_t)item->stride;
        uint64_t size = item->value->type->size;
        if (at <= -(int64_t)type->size || at >= (int64_t)size) continue;
        if (item->value->kind == EX_STRING) {
            if (at >= (int64_t)(item->value->string->len * item->value->string->type->base->size))
                break; // the padding
            return string_element(item->value->string, at, type, out);
        }
        if (bits || item->bits) {
            if (!bits || !item->bits || bits->bit_offset != item->bits->bit_offset || at != 0)
                continue;
        } else if (at != 0 || size != type->size) {
            return false;
        }
        return eval_value(ev, item->value, out);
    }
    const_zero(type, out);
    return true;
}

static bool load(struct eval *ev, const struct const_place *place, const struct hd_type *type,
                 struct hd_const *out) {
    const struct hd_sym *sym = place->at.sym;
    bool is_object = false;
    bool ok = ev->frame && interp_load(ev, place, type, out, &is_object);
    if (is_object) return ok;
    if (place->at.string)
        return !place->bits && string_element(place->at.string, place->at.offset, type, out);
    if (!sym || sym->kind != SYM_VAR) return false;
    if (sym->is_const_value && sym->value && place->at.offset == 0 && !place->bits &&
        hd_type_is_scalar(sym->type) && type->size == sym->type->size) {
        *out = *sym->value;
        return true;
    }
    return sym->init && sym->init->constant && is_const_object(sym) &&
           init_element(ev, sym->init, place->at.offset, type, place->bits, out);
}

// ---- lvalues ------------------------------------------------------------------------------------

bool eval_place(struct eval *ev, const struct hd_expr *e, struct const_place *out) {
    memset(out, 0, sizeof *out);
    out->at.kind = CONST_ADDR;
    struct hd_const value;
    bool truth;
    switch (e->kind) {
    case EX_VAR:
    case EX_COMPOUND_LITERAL:
    case EX_TEMP:
        if (ev->frame && interp_local(ev, e, out)) return true;
        if (e->kind == EX_TEMP || (e->kind == EX_COMPOUND_LITERAL && e->sym->storage == ST_LOCAL))
            return false;
        out->at.sym = e->sym;
        return true;
    case EX_FUNC: out->at.sym = e->sym; return true;
    case EX_STRING: out->at.string = e->string; return true;
    case EX_DEREF:
        if (!eval_value(ev, e->a, &out->at)) return false;
        return const_convert(&out->at, e->a->type, e->a->type);
    case EX_MEMBER:
        if (!e->a->is_lvalue || !eval_place(ev, e->a, out)) return false;
        out->at.offset += (int64_t)e->offset;
        out->bits = e->is_bitfield ? e->field : NULL;
        return true;
    case EX_COND:
        return e->b && eval_truth(ev, e->a, &truth) && eval_place(ev, truth ? e->b : e->c, out);
    case EX_COMMA: return eval_value(ev, e->a, &value) && eval_place(ev, e->b, out);
    case EX_ASSIGN:
    case EX_COMPOUND: return ev->frame && interp_effect(ev, e, &value) && eval_place(ev, e->a, out);
    case EX_INCDEC:
        return ev->frame && !e->is_post && interp_effect(ev, e, &value) &&
               eval_place(ev, e->a, out);
    default: return false;
    }
}

// ---- values -------------------------------------------------------------------------------------

static bool eval_unary(struct eval *ev, const struct hd_expr *e, struct hd_const *out) {
    if (!eval_value(ev, e->a, out)) return false;
    if (e->op == TK_NOT) {
        *out = (struct hd_const){.kind = CONST_INT, .i = !const_truth(out)};
        return true;
    }
    if (out->kind == CONST_INT) {
        hd_int128 v = e->op == TK_MINUS   ? (hd_int128)(-(u128)out->i)
                      : e->op == TK_TILDE ? ~out->i
                                          : out->i;
        out->i = const_wrap(e->type, v);
        return true;
    }
    if (e->op == TK_TILDE && out->kind == CONST_COMPLEX) { // the conjugate, as in gcc
        out->im = -out->im;
        return true;
    }
    if (e->op != TK_MINUS || (out->kind != CONST_FLOAT && out->kind != CONST_COMPLEX)) return false;
    out->f = -out->f;
    out->im = -out->im;
    return true;
}

static bool eval_cast(struct eval *ev, const struct hd_expr *e, struct hd_const *out) {
    if (!eval_value(ev, e->a, out)) return false;
    switch (e->cast) {
    case CAST_VOID:
    case CAST_BITS:
    case CAST_SPLAT: return e->cast == CAST_VOID;
    case CAST_NOOP:
        if (!hd_type_is_scalar(e->type)) return false;
        return const_convert(out, e->a->type, e->type);
    default: return const_convert(out, e->a->type, e->type);
    }
}

static int64_t step_size(const struct hd_type *element) {
    if (element->kind == HD_TY_VOID || element->kind == HD_TY_FUNC) return 1;
    return hd_type_is_vla(element) ? 0 : (int64_t)element->size;
}

bool const_offset(struct hd_const *addr, const struct hd_type *element,
                  const struct hd_const *index) {
    int64_t size = step_size(element), bytes;
    if (index->kind != CONST_INT || addr->kind != CONST_ADDR ||
        (size == 0 && hd_type_is_vla(element)))
        return false;
    return !__builtin_mul_overflow((int64_t)index->i, size, &bytes) &&
           !__builtin_add_overflow(addr->offset, bytes, &addr->offset);
}

static bool eval_pointer_op(struct eval *ev, const struct hd_expr *e, struct hd_const *out) {
    struct hd_const a, b;
    if (!eval_value(ev, e->a, &a) || !eval_value(ev, e->b, &b)) return false;
    const_convert(&a, e->a->type, e->a->type);
    if (e->kind == EX_PTR_ADD) {
        *out = a;
        return const_offset(out, e->type->base, &b);
    }
    int64_t size = step_size(e->a->type->base);
    if (a.kind != CONST_ADDR || b.kind != CONST_ADDR || a.sym != b.sym || a.string != b.string ||
        size <= 0)
        return false;
    *out = (struct hd_const){.kind = CONST_INT, .i = (a.offset - b.offset) / size};
    return true;
}

bool eval_truth(struct eval *ev, const struct hd_expr *e, bool *out) {
    struct hd_const v;
    if (!eval_value(ev, e, &v) || v.kind == CONST_NONE) return false;
    *out = const_truth(&v);
    return true;
}

static bool eval_logic(struct eval *ev, const struct hd_expr *e, struct hd_const *out) {
    bool a, b;
    if (!eval_truth(ev, e->a, &a)) return false;
    if (a == (e->kind == EX_AND) && !eval_truth(ev, e->b, &b)) return false;
    *out = (struct hd_const){.kind = CONST_INT, .i = a == (e->kind == EX_AND) ? b : a};
    return true;
}

static bool eval_cond(struct eval *ev, const struct hd_expr *e, struct hd_const *out) {
    struct hd_const cond;
    if (!eval_value(ev, e->a, &cond)) return false;
    if (!e->b && const_truth(&cond)) {
        *out = cond;
        return const_convert(out, e->a->type, e->type);
    }
    return eval_value(ev, const_truth(&cond) ? e->b : e->c, out);
}

static bool eval_ref(struct eval *ev, const struct hd_sym *sym, struct hd_const *out) {
    if (ev->frame && interp_ref(ev, sym, out)) return true;
    return sym->init && sym->init->constant && sym->init->nitems == 1 &&
           eval_value(ev, sym->init->items[0].value, out);
}

static bool eval_kind(struct eval *ev, const struct hd_expr *e, struct hd_const *out) {
    struct hd_const a, b;
    struct const_place place;
    switch (e->kind) {
    case EX_CONST: *out = *e->value; return true;
    case EX_REFVAL: return eval_ref(ev, e->sym, out);
    case EX_FUNC:
    case EX_ADDR:
    case EX_DECAY:
        if (!eval_place(ev, e->kind == EX_FUNC ? e : e->a, &place) || place.bits) return false;
        *out = place.at;
        return true;
    case EX_LOAD: return eval_place(ev, e->a, &place) && load(ev, &place, e->a->type, out);
    case EX_UNARY: return eval_unary(ev, e, out);
    case EX_BINARY:
        return eval_value(ev, e->a, &a) && eval_value(ev, e->b, &b) &&
               eval_binary(e->op, e->a->type, &a, &b, out);
    case EX_PTR_ADD:
    case EX_PTR_DIFF: return eval_pointer_op(ev, e, out);
    case EX_AND:
    case EX_OR: return eval_logic(ev, e, out);
    case EX_COND: return eval_cond(ev, e, out);
    case EX_COMMA: return eval_value(ev, e->a, &a) && eval_value(ev, e->b, out);
    case EX_CAST: return eval_cast(ev, e, out);
    case EX_BUILTIN: return const_builtin(ev, e, out);
    case EX_CALL:
        if (e->constructs) return false;
        return interp_call(ev, e, out);
    case EX_STMT_EXPR: return ev->frame && interp_stmt_expr(ev, e, out);
    case EX_ASSIGN:
    case EX_COMPOUND:
    case EX_INCDEC: return ev->frame && interp_effect(ev, e, out);
    case EX_INIT: // a scalar in braces: int{3}
        if (!hd_type_is_scalar(e->type)) return false;
        const_zero(e->type, out);
        return e->init->nitems == 0 || eval_value(ev, e->init->items[0].value, out);
    default: return false;
    }
}

bool eval_value(struct eval *ev, const struct hd_expr *e, struct hd_const *out) {
    if (ev->depth >= MAX_DEPTH || --ev->steps < 0) return false;
    ev->depth++;
    bool ok = eval_kind(ev, e, out);
    ev->depth--;
    return ok;
}

bool hd_const_eval(const struct hd_expr *expr, struct hd_const *out) {
    if (expr->type->kind == HD_TY_ERROR || expr->type->kind == HD_TY_VOID) return false;
    struct eval ev = {.steps = 2000000};
    bool ok = eval_value(&ev, expr, out) && out->kind != CONST_NONE;
    if (ok && out->kind == CONST_ADDR && out->sym && out->sym->kind == SYM_VAR) {
        enum hd_storage st = out->sym->storage;
        ok = st != ST_LOCAL && st != ST_SHARED && st != ST_DYN_SHARED && st != ST_THREAD &&
             !interp_is_object(out->sym);
    }
    hd_arena_destroy(ev.arena);
    return ok;
}

bool const_eval(const struct hd_expr *e, struct hd_const *out) { return hd_const_eval(e, out); }

// ---- for the checker ----------------------------------------------------------------------------

struct hd_expr *fold(struct check *c, struct hd_expr *e) {
    struct hd_const v;
    if (e->kind == EX_CONST || e->is_lvalue || !hd_type_is_scalar(e->type) || !hd_const_eval(e, &v))
        return e;
    if (v.kind == CONST_ADDR && (v.sym || v.string)) return e;
    if ((v.kind == CONST_ADDR) != (e->type->kind == HD_TY_PTR || e->type->kind == HD_TY_NULLPTR))
        return e;
    struct hd_expr *k = expr_new(c, EX_CONST, e->type, e->range);
    k->loc = e->loc;
    k->parenthesized = e->parenthesized;
    k->value = HD_NEW(c->arena, struct hd_const);
    *k->value = v;
    return k;
}

bool check_const_int(struct check *c, struct hd_ast *ast, const char *what, int64_t *out) {
    struct hd_expr *e = check_rvalue(c, ast);
    if (is_error(e)) return false;
    if (!hd_type_is_integer(e->type)) {
        hd_error(c->diags, ast->range, "%s must be an integer, not `%s`", what, ty(c, e->type));
        return false;
    }
    struct hd_const v;
    if (!hd_const_eval(e, &v) || v.kind != CONST_INT) {
        struct hd_diag *d = hd_error(c->diags, ast->range, "%s must be a constant", what);
        hd_help(c->diags, d,
                "a number, a macro, an enum constant or a `const` variable with a constant value");
        return false;
    }
    bool fits =
        hd_type_is_signed(e->type) ? v.i >= INT64_MIN && v.i <= INT64_MAX : (u128)v.i <= UINT64_MAX;
    if (!fits) {
        hd_error(c->diags, ast->range, "%s does not fit in 64 bits", what);
        return false;
    }
    *out = (int64_t)v.i;
    return true;
}
