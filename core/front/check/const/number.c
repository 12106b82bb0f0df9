// Scalars of the constant evaluator: arithmetic as the machine does it, conversions, and their
// bytes in memory.
//
// Integers are kept in 128 bits, extended by their type; floating numbers are computed in the
// precision of their type, so that nothing is rounded twice. Whether a result is one that the
// language gives (signed overflow has none) is asked in check/const/const.c.
//
// Example: `(short)40000` is -25536, in memory 40 9c.
#include <complex.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "front/check/const/const.h"

__extension__ typedef unsigned __int128 u128;

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

void const_zero(const struct hd_type *type, struct hd_const *out) {
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

bool const_truth(const struct hd_const *v) {
    switch (v->kind) {
    case CONST_INT: return v->i != 0;
    case CONST_FLOAT: return v->f != 0;
    case CONST_COMPLEX: return v->f != 0 || v->im != 0;
    case CONST_ADDR: return hd_const_is_symbolic(v) || v->offset != 0;
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
    if (to->kind == HD_TY_MEMBER) return v->kind == CONST_INT || to->base->kind == HD_TY_FUNC;
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
    if (hd_type_is_integer(type) || type->kind == HD_TY_MEMBER) {
        out->kind = CONST_INT;
        memcpy(&out->i, bytes, type->size);
        if (type->kind == HD_TY_MEMBER) type = hd_ty.long_;
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
