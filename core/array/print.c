// Arrays as text, as NumPy writes them: one format for all elements, columns that line up, the
// middle of large ones left out.
//
//     [[ 1.    0.5 ]
//      [10.    0.25]]
#include "array/internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct part { // how the numbers of an array are written; of complex ones, each of the two parts
    bool exponent;
    bool plus;                   // positive numbers have a sign
    int left, right, power;      // characters before the point, behind it, and of the exponent
    double largest, smallest;    // of the finite ones that are not 0; 0: there are none
    bool odd, negative_infinity; // what is not finite
};

struct layout {
    const struct hd_array *a;
    const struct hd_array_print *how;
    struct hd_buf *out;
    bool summarised;
    int edge, digits;
    struct part parts[2];
    int width; // of an item
    int line;  // columns
};

static int64_t signed_at(int kind, const char *p) {
    switch (kind) {
    case HD_TY_CHAR:
    case HD_TY_SCHAR: return *(const int8_t *)p;
    case HD_TY_SHORT: return *(const int16_t *)p;
    case HD_TY_INT: return *(const int32_t *)p;
    default: return *(const int64_t *)p;
    }
}

static uint64_t unsigned_at(int kind, const char *p) {
    switch (kind) {
    case HD_TY_UCHAR: return *(const uint8_t *)p;
    case HD_TY_USHORT: return *(const uint16_t *)p;
    case HD_TY_UINT: return *(const uint32_t *)p;
    default: return *(const uint64_t *)p;
    }
}

static double half_at(uint16_t bits, bool bfloat) {
    uint32_t word = (uint32_t)bits << 16;
    float f;
    if (bfloat) {
        memcpy(&f, &word, 4);
        return f;
    }
    int exponent = bits >> 10 & 31, fraction = bits & 1023;
    double v = exponent == 31 ? (fraction ? NAN : INFINITY)
               : exponent     ? ldexp(1024 + fraction, exponent - 25)
                              : ldexp(fraction, -24);
    return bits >> 15 ? -v : v;
}

static double float_at(int kind, const char *p) {
    float f;
    double d;
    uint16_t h;
    switch (kind) {
    case HD_TY_HALF:
    case HD_TY_BF16: memcpy(&h, p, 2); return half_at(h, kind == HD_TY_BF16);
    case HD_TY_FLOAT: memcpy(&f, p, 4); return f;
    case HD_TY_DOUBLE: memcpy(&d, p, 8); return d;
    default: {
        long double l;
        memcpy(&l, p, sizeof l);
        return (double)l;
    }
    }
}

static bool is_float(int kind) { return kind >= HD_TY_HALF && kind <= HD_TY_LDOUBLE; }

static bool is_signed(int kind) {
    return kind == HD_TY_CHAR || kind == HD_TY_SCHAR || kind == HD_TY_SHORT || kind == HD_TY_INT ||
           kind == HD_TY_LONG || kind == HD_TY_LLONG;
}

// To the nearest number of 16 bits, of two the even one.
static double rounded(int kind, double v) {
    int power;
    frexp(v, &power);
    int step = kind == HD_TY_BF16 ? power - 8 : power < -13 ? -24 : power - 11;
    return ldexp(rint(ldexp(v, -step)), step);
}

// Whether a number reads back as v.
static bool same_number(int kind, double back, double v) {
    if (kind == HD_TY_FLOAT) return (float)back == (float)v;
    if (kind == HD_TY_HALF || kind == HD_TY_BF16) return rounded(kind, back) == v;
    return back == v;
}

// v with as few digits as tell it from its neighbours, `most` behind the point at most; in
// positional or scientific form ("-1.25", "1.25e+00").
static void shortest(char *text, size_t n, int kind, double v, int most, bool exponent) {
    for (int digits = 0; digits <= most; digits++) {
        snprintf(text, n, exponent ? "%.*e" : "%.*f", digits, v);
        if (same_number(kind, strtod(text, NULL), v)) break;
    }
    char *end = text + strcspn(text, "e"), *point = strchr(text, '.');
    char tail[16];
    snprintf(tail, sizeof tail, "%s", end);
    while (point && end > point + 1 && end[-1] == '0') end--;
    snprintf(end, n - (size_t)(end - text), "%s%s", point ? "" : ".", tail);
}

// ---- numbers ------------------------------------------------------------------------------------

static void each(struct layout *l, int dim, const char *p,
                 void (*visit)(struct layout *, const char *, void *), void *user) {
    const struct hd_array *a = l->a;
    if (dim == a->rank) {
        visit(l, p, user);
        return;
    }
    int64_t n = a->shape[dim], step = a->stride[dim] * (int64_t)a->size;
    bool cut = l->summarised && n > 2 * l->edge;
    for (int64_t i = 0; i < n; i++) {
        if (cut && i == l->edge) i = n - l->edge;
        each(l, dim + 1, p + i * step, visit, user);
    }
}

static int number_kind(const struct hd_array *a) {
    return a->kind == HD_TY_COMPLEX ? a->part : a->kind;
}

static void see_extent(struct layout *l, const char *p, void *user) {
    (void)user;
    for (int i = 0; i < 1 + (l->a->kind == HD_TY_COMPLEX); i++) {
        struct part *part = &l->parts[i];
        double v = float_at(number_kind(l->a), p + i * (int)(l->a->size / 2)), size = fabs(v);
        if (!isfinite(v)) {
            part->odd = true;
            part->negative_infinity = part->negative_infinity || v < 0;
        } else if (v != 0) {
            if (size > part->largest) part->largest = size;
            if (!(part->smallest > 0) || size < part->smallest) part->smallest = size;
        }
    }
}

static void see_digits(struct layout *l, const char *p, void *user) {
    (void)user;
    for (int i = 0; i < 1 + (l->a->kind == HD_TY_COMPLEX); i++) {
        struct part *part = &l->parts[i];
        double v = float_at(number_kind(l->a), p + i * (int)(l->a->size / 2));
        char text[400];
        if (!isfinite(v)) continue;
        shortest(text, sizeof text, number_kind(l->a), v, l->digits, part->exponent);
        int before = (int)strcspn(text, ".") + (part->plus && !signbit(v));
        int end = (int)strcspn(text, "e"), after = end - (int)strcspn(text, ".") - 1;
        if (before > part->left) part->left = before;
        if (after > part->right) part->right = after;
        if ((int)strlen(text) - end > part->power) part->power = (int)strlen(text) - end;
    }
}

// Numbers from here on are written with an exponent: more digits than the type has say nothing.
static double least_large(int kind) {
    return kind == HD_TY_FLOAT ? 1e6 : kind == HD_TY_DOUBLE || kind == HD_TY_LDOUBLE ? 1e8 : 1e3;
}

// As NumPy decides it (FloatingFormat).
static void lay_out(struct layout *l) {
    each(l, 0, l->a->data, see_extent, NULL);
    for (int i = 0; i < 2; i++) {
        struct part *p = &l->parts[i];
        p->plus = i == 1;
        double ratio = p->smallest > 0 ? p->largest / p->smallest : 0; // in their own precision
        if (number_kind(l->a) == HD_TY_HALF) ratio = round(ratio * 2) / 2;
        if (number_kind(l->a) == HD_TY_FLOAT) ratio = (double)(float)ratio;
        p->exponent = p->largest >= least_large(number_kind(l->a)) ||
                      (p->smallest > 0 && (p->smallest < 0.0001 || ratio > 1000));
    }
    each(l, 0, l->a->data, see_digits, NULL);
    for (int i = 0; i < 2; i++) {
        struct part *p = &l->parts[i];
        int room = p->right + p->power + 1, wanted = 3 + (p->plus || p->negative_infinity);
        if (p->odd && wanted > p->left + room) p->left = wanted - room;
    }
}

static void number_text(const struct layout *l, int i, struct hd_buf *out, double v) {
    const struct part *part = &l->parts[i];
    const char *sign = part->plus && (isnan(v) || !signbit(v)) ? "+" : "";
    char text[400];
    int left = part->left, right = part->right + part->power;
    if (!isfinite(v)) {
        snprintf(text, sizeof text, "%s%s", isinf(v) && v < 0 ? "-" : sign,
                 isnan(v) ? "nan" : "inf");
        hd_buf_printf(out, "%*s", left + 1 + right, text);
        return;
    }
    if (part->exponent && part->right) // all with the same number of digits
        snprintf(text, sizeof text, "%.*e", part->right, v);
    else
        shortest(text, sizeof text, number_kind(l->a), v, l->digits, part->exponent);
    int before = (int)strcspn(text, "."), after = (int)strlen(text) - before - 1;
    int pad = left - before - (int)strlen(sign), behind = right - after;
    hd_buf_printf(out, "%*s%s%s%*s", pad > 0 ? pad : 0, "", sign, text, behind > 0 ? behind : 0,
                  "");
}

// ---- items --------------------------------------------------------------------------------------

static void item_text(struct layout *l, struct hd_buf *out, const char *p) {
    const struct hd_array *a = l->a;
    if (a->kind == HD_TY_BOOL) {
        hd_buf_puts(out, *p ? "true" : "false");
    } else if (is_float(a->kind)) {
        number_text(l, 0, out, float_at(a->kind, p));
    } else if (a->kind == HD_TY_COMPLEX) {
        struct hd_buf im = {0};
        number_text(l, 0, out, float_at(a->part, p));
        number_text(l, 1, &im, float_at(a->part, p + a->size / 2));
        int n = (int)im.len, end = n;
        while (end > 0 && im.s[end - 1] == ' ') end--;
        hd_buf_printf(out, "%.*sj%*s", end, hd_buf_str(&im), n - end, "");
        hd_buf_finish(&im);
    } else if (is_signed(a->kind)) {
        hd_buf_printf(out, "%lld", (long long)signed_at(a->kind, p));
    } else if (a->kind >= HD_TY_UCHAR && a->kind <= HD_TY_ULLONG) {
        hd_buf_printf(out, "%llu", (unsigned long long)unsigned_at(a->kind, p));
    } else if (l->how->item) {
        l->how->item(l->how->user, out, p);
    } else {
        hd_buf_puts(out, "?");
    }
}

static void measure(struct layout *l, const char *p, void *user) {
    struct hd_buf buf = {0};
    item_text(l, &buf, p);
    if ((int)buf.len > l->width) l->width = (int)buf.len;
    hd_buf_finish(&buf);
}

static int put_item(struct layout *l, const char *p) {
    struct hd_buf buf = {0};
    item_text(l, &buf, p);
    const char *text = hd_buf_str(&buf);
    int pad = l->width - (int)buf.len;
    if (pad < 0) pad = 0;
    hd_buf_printf(l->out, "%*s%s", pad, "", text);
    int n = pad + (int)buf.len;
    hd_buf_finish(&buf);
    return n;
}

static void put_row(struct layout *l, const char *p, int64_t n, int64_t step, int indent) {
    int column = indent;
    bool cut = l->summarised && n > 2 * l->edge, first = true;
    for (int64_t i = 0; i < n; i++) {
        bool dots = cut && i == l->edge;
        if (dots) i = n - l->edge - 1;
        int w = dots ? 3 : l->width;
        if (!first && column + 1 + w > l->line) {
            while (l->out->len && l->out->s[l->out->len - 1] == ' ') l->out->s[--l->out->len] = 0;
            hd_buf_printf(l->out, "\n%*s", indent, "");
            column = indent;
        } else if (!first) {
            hd_buf_putc(l->out, ' ');
            column++;
        }
        if (dots)
            hd_buf_puts(l->out, "..."), column += 3;
        else
            column += put_item(l, p + i * step);
        first = false;
    }
}

static void put(struct layout *l, int dim, const char *p) {
    const struct hd_array *a = l->a;
    int64_t n = a->shape[dim], step = a->stride[dim] * (int64_t)a->size;
    hd_buf_putc(l->out, '[');
    if (dim == a->rank - 1) {
        put_row(l, p, n, step, dim + 1);
    } else {
        bool cut = l->summarised && n > 2 * l->edge;
        for (int64_t i = 0; i < n; i++) {
            if (i) {
                for (int k = dim; k < a->rank - 1; k++) hd_buf_putc(l->out, '\n');
                hd_buf_printf(l->out, "%*s", dim + 1, "");
            }
            if (cut && i == l->edge) {
                hd_buf_puts(l->out, "...");
                i = n - l->edge - 1;
                continue;
            }
            put(l, dim + 1, p + i * step);
        }
    }
    hd_buf_putc(l->out, ']');
}

void hd_array_text(struct hd_buf *out, const struct hd_array *a, const struct hd_array_print *how) {
    if (!a) {
        hd_buf_puts(out, "no array yet");
        return;
    }
    struct layout l = {.a = a, .how = how, .out = out};
    l.edge = how->edge ? how->edge : 3;
    l.digits = how->digits ? how->digits : 8;
    l.line = (how->width ? how->width : 75) - a->rank; // room for the brackets
    l.summarised = a->count > (how->threshold ? how->threshold : 1000);
    if (!a->count) {
        hd_buf_puts(out, "[]");
        if (a->rank > 1) hd_buf_printf(out, " with shape %s", hd_array_shape_text(a));
        return;
    }
    if (is_float(a->kind) || a->kind == HD_TY_COMPLEX) lay_out(&l);
    l.width = a->kind == HD_TY_BOOL && a->rank ? 5 : 0; // `false`
    each(&l, 0, a->data, measure, NULL);
    if (a->rank)
        put(&l, 0, a->data);
    else
        item_text(&l, out, a->data);
}
