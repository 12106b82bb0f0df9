// NumPy's .npy format: a magic number, a Python dictionary that says type, order and shape, padded
// to a multiple of 64 bytes, and the elements.
//
//     "\x93NUMPY" 1 0 <2 bytes: length> "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4),
//     }"
//
// Elements of another byte order are turned round; columns first become rows first.
#include "run/array/files.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct dtype {
    const char *name; // NumPy's, without the byte order
    uint16_t kind, part;
    const char *c; // the same in C
} dtypes[] = {
    {"b1", HD_TY_BOOL, 0, "bool"},
    {"i1", HD_TY_SCHAR, 0, "signed char"},
    {"i1", HD_TY_CHAR, 0, "char"},
    {"u1", HD_TY_UCHAR, 0, "unsigned char"},
    {"i2", HD_TY_SHORT, 0, "short"},
    {"u2", HD_TY_USHORT, 0, "unsigned short"},
    {"i4", HD_TY_INT, 0, "int"},
    {"u4", HD_TY_UINT, 0, "unsigned int"},
    {"i8", HD_TY_LONG, 0, "long"},
    {"u8", HD_TY_ULONG, 0, "unsigned long"},
    {"i8", HD_TY_LLONG, 0, "long long"},
    {"u8", HD_TY_ULLONG, 0, "unsigned long long"},
    {"f2", HD_TY_HALF, 0, "half"},
    {"f4", HD_TY_FLOAT, 0, "float"},
    {"f8", HD_TY_DOUBLE, 0, "double"},
    {"c8", HD_TY_COMPLEX, HD_TY_FLOAT, "float _Complex"},
    {"c16", HD_TY_COMPLEX, HD_TY_DOUBLE, "double _Complex"},
};

static const struct dtype *dtype_of(int kind, int part) {
    for (int i = 0; i < HD_COUNT(dtypes); i++)
        if (dtypes[i].kind == kind && dtypes[i].part == part) return &dtypes[i];
    return NULL;
}

const char *array_type_name(int kind, int part) {
    const struct dtype *t = dtype_of(kind, part);
    return t ? t->c : kind == HD_TY_BF16 ? "__nv_bfloat16" : "a struct";
}

// ---- writing ------------------------------------------------------------------------------------

void npy_encode(hd_loc loc, struct hd_array *a, struct hd_buf *out) {
    const struct dtype *t = dtype_of(a->kind, a->part);
    if (!t)
        hd_array_fail(
            loc, "type",
            "NumPy has no type for elements of `%s`: save `.astype<float>()`, or the bytes "
            "alone with tofile",
            array_type_name(a->kind, a->part));
    char head[400];
    int n = snprintf(head, sizeof head, "{'descr': '%c%s', 'fortran_order': False, 'shape': (",
                     a->size == 1 ? '|' : '<', t->name);
    for (int i = 0; i < a->rank; i++)
        n += snprintf(head + n, sizeof head - (size_t)n, "%s%lld%s", i ? " " : "",
                      (long long)a->shape[i], i + 1 < a->rank || a->rank == 1 ? "," : "");
    n += snprintf(head + n, sizeof head - (size_t)n, "), }");
    int length = n + 1; // with the newline, and padded
    while ((10 + length) % 64) length++;
    hd_buf_add(out, "\x93NUMPY\x01\x00", 8);
    hd_buf_putc(out, (char)(length & 255));
    hd_buf_putc(out, (char)(length >> 8));
    hd_buf_add(out, head, (size_t)n);
    for (int i = n; i < length - 1; i++) hd_buf_putc(out, ' ');
    hd_buf_putc(out, '\n');
    a = hd_array_packed(a, loc);
    hd_buf_add(out, a->data, (size_t)a->count * a->size);
}

// ---- reading ------------------------------------------------------------------------------------

struct header {
    char descr[64];
    bool fortran;
    int rank;
    int64_t shape[64];
};

// The value behind a key of the dictionary.
static const char *value_of(const char *text, const char *key) {
    const char *p = strstr(text, key);
    if (!p) return NULL;
    p += strlen(key);
    while (*p == ' ' || *p == ':') p++;
    return p;
}

static bool read_header(const char *text, struct header *h) {
    const char *descr = value_of(text, "'descr'"), *order = value_of(text, "'fortran_order'"),
               *shape = value_of(text, "'shape'");
    if (!descr || !order || !shape || *shape != '(') return false;
    h->descr[0] = 0;
    if (*descr == '\'') {
        size_t n = strcspn(descr + 1, "'");
        if (n >= sizeof h->descr) return false;
        memcpy(h->descr, descr + 1, n);
        h->descr[n] = 0;
    }
    h->fortran = strncmp(order, "True", 4) == 0;
    h->rank = 0;
    for (const char *p = shape + 1; *p && *p != ')';) {
        if (!isdigit((unsigned char)*p)) {
            p++;
            continue;
        }
        char *end;
        if (h->rank == HD_COUNT(h->shape)) return false;
        h->shape[h->rank++] = strtoll(p, &end, 10);
        p = end;
    }
    return true;
}

static void turn_round(char *p, int64_t n, size_t size) {
    for (int64_t i = 0; i < n; i++, p += size)
        for (size_t k = 0; k < size / 2; k++) {
            char c = p[k];
            p[k] = p[size - 1 - k];
            p[size - 1 - k] = c;
        }
}

// What the file holds, in the words of a call that reads it.
static void refuse(const struct wanted *w, const char *from, const struct header *h) {
    struct hd_array shape = {.rank = h->rank > HD_ARRAY_RANK ? HD_ARRAY_RANK : h->rank};
    memcpy(shape.shape, h->shape, sizeof shape.shape);
    const struct dtype *is = NULL;
    for (int i = 0; i < HD_COUNT(dtypes) && !is; i++)
        if (strcmp(dtypes[i].name, h->descr + (h->descr[0] != 0)) == 0) is = &dtypes[i];
    if (!is)
        hd_array_fail(w->loc, "type",
                      "%s holds elements of NumPy's type %s: there is none like that here", from,
                      h->descr[0] ? h->descr : "of several fields");
    if (h->rank > HD_ARRAY_RANK)
        hd_array_fail(w->loc, "shape", "%s has %d dimensions, and an array has at most %d", from,
                      h->rank, HD_ARRAY_RANK);
    hd_array_fail(
        w->loc, "type",
        "%s holds elements of `%s`, shape %s: read it as `load<%s, %d>`, and convert that", from,
        is->c, hd_array_shape_text(&shape), is->c, h->rank);
}

struct hd_array *npy_decode(const struct wanted *w, const char *from, const char *bytes, size_t n) {
    const unsigned char *p = (const unsigned char *)bytes;
    size_t at = 10, length = 0;
    if (n < 12 || memcmp(bytes, "\x93NUMPY", 6) != 0)
        hd_array_fail(w->loc, "file", "%s is no .npy file", from);
    if (p[6] == 1) {
        length = p[8] | (size_t)p[9] << 8;
    } else {
        at = 12;
        length = p[8] | (size_t)p[9] << 8 | (size_t)p[10] << 16 | (size_t)p[11] << 24;
    }
    struct header h = {.rank = 0};
    char *text = length <= n - at ? hd_xmalloc(length + 1) : NULL;
    if (text) {
        memcpy(text, bytes + at, length);
        text[length] = 0;
    }
    bool ok = text && read_header(text, &h);
    free(text);
    if (!ok) hd_array_fail(w->loc, "file", "%s has no header that can be read", from);
    const struct dtype *t = dtype_of(w->type.kind, w->type.part);
    if (!t || strcmp(t->name, h.descr + (h.descr[0] != 0)) != 0 || h.rank != w->rank)
        refuse(w, from, &h);
    int64_t there = (int64_t)(n - at - length), count = w->type.size;
    for (int i = 0; i < h.rank; i++)
        if (__builtin_mul_overflow(count, h.shape[i], &count)) count = INT64_MAX;
    if (there < count)
        hd_array_fail(w->loc, "file", "%s ends early: %lld of %lld bytes of elements are there",
                      from, (long long)there, (long long)count);
    int64_t shape[HD_ARRAY_RANK];
    for (int i = 0; i < h.rank; i++) shape[i] = h.shape[h.fortran ? h.rank - 1 - i : i];
    struct hd_array *a = hd_array_new(w->type, h.rank, shape, w->loc);
    memcpy(a->data, bytes + at + length, (size_t)a->count * a->size);
    if (h.descr[0] == '>') {
        bool parts = w->type.kind == HD_TY_COMPLEX;
        turn_round(a->data, a->count * (parts ? 2 : 1), parts ? a->size / 2 : a->size);
    }
    if (!h.fortran || h.rank < 2) return a;
    struct hd_array *view = hd_array_view(a, w->loc);
    for (int i = 0; i < h.rank; i++) {
        view->shape[i] = a->shape[h.rank - 1 - i];
        view->stride[i] = a->stride[h.rank - 1 - i];
    }
    return hd_array_packed(view, w->loc);
}
