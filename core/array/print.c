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

struct layout {
    const struct hd_array *a;
    const struct hd_array_print *how;
    struct hd_buf *out;
    bool summarised, exponent;
    int edge, digits, left, right; // of a decimal number: characters before the point and after it
    int width;                     // of an item
    int line;                      // columns
    bool measuring;
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

// The fewest digits that read back as the same number of its type, cut to the wanted precision.
static int decimals(const struct layout *l, int kind, double v, char *text, size_t n) {
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(text, n, "%.*e", digits - 1, v);
        double back = strtod(text, NULL);
        bool same = kind == HD_TY_FLOAT  ? (float)back == (float)v
                    : kind == HD_TY_HALF ? fabs(back - v) <= fabs(v) * 0x1p-12
                    : kind == HD_TY_BF16 ? fabs(back - v) <= fabs(v) * 0x1p-9
                                         : back == v;
        if (same) return digits;
    }
    return 17;
}

// ---- numbers ------------------------------------------------------------------------------------

struct extent { // of all finite elements
    double largest, smallest;
    bool negative, special;
};

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

static void see_extent(struct layout *l, const char *p, void *user) {
    struct extent *e = user;
    int kind = l->a->kind, parts = 1;
    if (kind == HD_TY_COMPLEX) kind = l->a->part, parts = 2;
    for (int i = 0; i < parts; i++) {
        double v = float_at(kind, p + i * (int)(l->a->size / 2));
        if (i == 0) v = float_at(kind, p);
        e->special = e->special || !isfinite(v);
        e->negative = e->negative || signbit(v);
        if (!isfinite(v) || v == 0) continue;
        if (fabs(v) > e->largest) e->largest = fabs(v);
        if (e->smallest == 0 || fabs(v) < e->smallest) e->smallest = fabs(v);
    }
}

static void see_digits(struct layout *l, const char *p, void *user) {
    int kind = l->a->kind, parts = 1;
    if (kind == HD_TY_COMPLEX) kind = l->a->part, parts = 2;
    for (int i = 0; i < parts; i++) {
        double v = float_at(kind, p + (i ? l->a->size / 2 : 0));
        char text[64];
        if (!isfinite(v)) {
            int w = isnan(v) ? 3 : signbit(v) ? 4 : 3;
            if (w > l->width) l->width = w;
            continue;
        }
        int n = decimals(l, kind, v, text, sizeof text), power = 0;
        if (v != 0) power = atoi(strchr(text, 'e') + 1);
        if (l->exponent) {
            if (n - 1 > l->right) l->right = n - 1 > l->digits ? l->digits : n - 1;
            if (1 + signbit(v) > l->left) l->left = 1 + (signbit(v) != 0);
            continue;
        }
        int after = n - 1 - power;
        if (after > l->digits) after = l->digits;
        if (after > l->right) l->right = after;
        snprintf(text, sizeof text, "%.*f", l->digits, v);
        int before = (int)(strchr(text, '.') ? strchr(text, '.') - text : (long)strlen(text));
        if (before > l->left) l->left = before;
    }
}

static int number_text(const struct layout *l, char *out, size_t n, double v, bool plus) {
    const char *sign = plus && !signbit(v) ? "+" : "";
    if (isnan(v)) return snprintf(out, n, "%snan", plus ? "+" : "");
    if (isinf(v)) return snprintf(out, n, "%sinf", signbit(v) ? "-" : sign);
    if (l->exponent) return snprintf(out, n, "%s%.*e", sign, l->right, v);
    // as many digits as tell it from its neighbours, then blanks
    char digits[64];
    int kind = l->a->kind == HD_TY_COMPLEX ? l->a->part : l->a->kind;
    int own = decimals(l, kind, v, digits, sizeof digits) - 1;
    if (v != 0) own -= atoi(strchr(digits, 'e') + 1);
    own = own < 0 ? 0 : own > l->right ? l->right : own;
    int len = snprintf(out, n, "%s%.*f", sign, own, v);
    if (!own) out[len++] = '.';
    for (int i = len; i < len + l->right - own; i++) out[i] = ' ';
    out[len + l->right - own] = 0;
    return len + l->right - own;
}

// ---- items --------------------------------------------------------------------------------------

static void item_text(struct layout *l, struct hd_buf *out, const char *p) {
    const struct hd_array *a = l->a;
    char text[128], im[128];
    if (a->kind == HD_TY_BOOL) {
        hd_buf_puts(out, *p ? "true" : "false");
    } else if (is_float(a->kind)) {
        number_text(l, text, sizeof text, float_at(a->kind, p), false);
        hd_buf_puts(out, text);
    } else if (a->kind == HD_TY_COMPLEX) {
        number_text(l, text, sizeof text, float_at(a->part, p), false);
        int n = number_text(l, im, sizeof im, float_at(a->part, p + a->size / 2), true), end = n;
        while (end > 0 && im[end - 1] == ' ') end--;
        hd_buf_printf(out, "%s%.*sj%*s", text, end, im, n - end, "");
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
    l.line = how->width ? how->width : 75;
    l.summarised = a->count > (how->threshold ? how->threshold : 1000);
    if (!a->count) {
        hd_buf_puts(out, "[]");
        if (a->rank > 1) hd_buf_printf(out, " with shape %s", hd_array_shape_text(a));
        return;
    }
    if (is_float(a->kind) || a->kind == HD_TY_COMPLEX) {
        struct extent e = {0};
        each(&l, 0, a->data, see_extent, &e);
        l.exponent = e.largest >= 1e16 || (e.smallest && e.smallest < 1e-4) ||
                     (e.smallest && e.largest / e.smallest > 1000 &&
                      (e.largest >= 1e8 || e.smallest < 1e-4));
        each(&l, 0, a->data, see_digits, NULL);
    }
    l.width = 0;
    each(&l, 0, a->data, measure, NULL);
    if (a->rank)
        put(&l, 0, a->data);
    else
        item_text(&l, out, a->data);
}
