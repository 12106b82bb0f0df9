// Arrays in files: NumPy's .npy and .npz (npy.c), lines of numbers, bytes alone, PNG (picture.c).
//
// Files are written whole or not at all. What is read must be of the type that the call names; the
// message for another says what the file holds. An .npz is a zip archive of .npy files, as they are
// or deflated.
#include "run/array/files.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <zlib.h>

static _Noreturn void file_failed(hd_loc loc, const char *what, const char *path) {
    hd_array_fail(loc, "file", "%s cannot be %s: %s", path, what, strerror(errno));
}

static void write_file(hd_loc loc, const char *path, const struct hd_buf *bytes) {
    if (!hd_file_write(path, hd_buf_str((struct hd_buf *)(uintptr_t)bytes), bytes->len, 0666, 0))
        file_failed(loc, "written", path);
}

// ---- lines of numbers ---------------------------------------------------------------------------

static void put_real(struct hd_buf *out, double v, bool single) {
    char text[64];
    for (int digits = single ? 6 : 15; digits <= 17; digits++) { // as few as give the number back
        snprintf(text, sizeof text, "%.*g", digits, v);
        double back = strtod(text, NULL);
        if (single ? (float)back == (float)v : back == v) break;
    }
    hd_buf_puts(out, v != v ? "nan" : text);
}

static double half_value(uint16_t bits) {
    int exponent = bits >> 10 & 31, fraction = bits & 1023;
    double v = exponent == 31 ? (fraction ? NAN : INFINITY)
               : exponent     ? ldexp(1024 + fraction, exponent - 25)
                              : ldexp(fraction, -24);
    return bits >> 15 ? -v : v;
}

static void put_item(struct hd_buf *out, const struct hd_array *a, const char *p) {
    union {
        int8_t c;
        uint8_t uc;
        int16_t s;
        uint16_t us;
        int32_t i;
        uint32_t u;
        int64_t l;
        uint64_t ul;
        float f[2];
        double d[2];
        uint16_t h;
    } v;
    memcpy(&v, p, a->size);
    switch (a->kind) {
    case HD_TY_BOOL:
    case HD_TY_UCHAR: hd_buf_printf(out, "%u", v.uc); break;
    case HD_TY_CHAR:
    case HD_TY_SCHAR: hd_buf_printf(out, "%d", v.c); break;
    case HD_TY_SHORT: hd_buf_printf(out, "%d", v.s); break;
    case HD_TY_USHORT: hd_buf_printf(out, "%u", v.us); break;
    case HD_TY_INT: hd_buf_printf(out, "%d", v.i); break;
    case HD_TY_UINT: hd_buf_printf(out, "%u", v.u); break;
    case HD_TY_LONG:
    case HD_TY_LLONG: hd_buf_printf(out, "%lld", (long long)v.l); break;
    case HD_TY_ULONG:
    case HD_TY_ULLONG: hd_buf_printf(out, "%llu", (unsigned long long)v.ul); break;
    case HD_TY_HALF: put_real(out, half_value(v.h), true); break;
    case HD_TY_FLOAT: put_real(out, (double)v.f[0], true); break;
    case HD_TY_DOUBLE: put_real(out, v.d[0], false); break;
    case HD_TY_COMPLEX: { // as Python writes it
        bool single = a->part == HD_TY_FLOAT;
        double re = single ? (double)v.f[0] : v.d[0], im = single ? (double)v.f[1] : v.d[1];
        hd_buf_putc(out, '(');
        put_real(out, re, single);
        if (!(im < 0) && !(im == 0 && 1 / im < 0)) hd_buf_putc(out, '+');
        put_real(out, im, single);
        hd_buf_puts(out, "j)");
        break;
    }
    default: break;
    }
}

static void text_encode(hd_loc loc, struct hd_array *a, const char *between, const char *head,
                        struct hd_buf *out) {
    if (a->rank > 2)
        hd_array_fail(loc, "shape", "lines of numbers have at most two dimensions, not shape %s",
                      hd_array_shape_text(a));
    if (a->kind == HD_TY_RECORD || a->kind == HD_TY_BF16)
        hd_array_fail(loc, "type", "elements of `%s` are not written as text",
                      array_type_name(a->kind, a->part));
    if (head) hd_buf_printf(out, "%s\n", head);
    int64_t rows = a->rank ? a->shape[0] : 1, columns = a->rank == 2 ? a->shape[1] : 1;
    for (int64_t i = 0; i < rows; i++) {
        for (int64_t j = 0; j < columns; j++) {
            int64_t at = (a->rank ? i * a->stride[0] : 0) + (a->rank == 2 ? j * a->stride[1] : 0);
            if (j) hd_buf_puts(out, between ? between : ",");
            put_item(out, a, a->data + at * (int64_t)a->size);
        }
        hd_buf_putc(out, '\n');
    }
}

struct lines {
    const struct wanted *w;
    const char *between; // NULL: commas, semicolons, blanks
    struct hd_buf items; // the elements
    int64_t rows, columns;
    long line;
};

static bool whole(const char *text, bool is_signed, int size, int64_t *out) {
    char *end;
    errno = 0;
    if (is_signed) {
        long long v = strtoll(text, &end, 10);
        long long limit = size == 8 ? INT64_MAX : ((long long)1 << (8 * size - 1)) - 1;
        *out = v;
        return end != text && !*end && !errno && v <= limit && v >= -limit - 1;
    }
    unsigned long long v = strtoull(text, &end, 10);
    *out = (int64_t)v;
    return end != text && !*end && !errno && *text != '-' && (size == 8 || !(v >> 8 * size));
}

static void add_item(struct lines *l, const char *text) {
    const struct wanted *w = l->w;
    char *end;
    double d;
    float f;
    int64_t n = 0;
    bool ok;
    switch (w->type.kind) {
    case HD_TY_FLOAT:
    case HD_TY_DOUBLE:
        d = strtod(text, &end);
        f = strtof(text, NULL);
        ok = end != text && !*end;
        if (ok) hd_buf_add(&l->items, w->type.size == 4 ? (char *)&f : (char *)&d, w->type.size);
        break;
    case HD_TY_BOOL:
    case HD_TY_UCHAR:
    case HD_TY_USHORT:
    case HD_TY_UINT:
    case HD_TY_ULONG:
    case HD_TY_ULLONG: ok = whole(text, false, (int)w->type.size, &n); break;
    default: ok = whole(text, true, (int)w->type.size, &n); break;
    }
    if (!ok) {
        bool real = w->type.kind == HD_TY_FLOAT || w->type.kind == HD_TY_DOUBLE;
        char shown[64];
        snprintf(shown, sizeof shown, "%s", text);
        long line = l->line;
        hd_buf_finish(&l->items);
        hd_array_fail(w->loc, "file", "%s, line %ld: `%s` is no %s%s", w->path, line, shown,
                      real ? "number" : array_type_name(w->type.kind, 0),
                      line == 1 ? "; the third argument says how many lines to skip" : "");
    }
    if (w->type.kind != HD_TY_FLOAT && w->type.kind != HD_TY_DOUBLE)
        hd_buf_add(&l->items, (char *)&n, w->type.size);
}

static void add_line(struct lines *l, char *p) {
    int64_t columns = 0;
    for (;;) {
        while (*p == ' ' || *p == '\t') p++;
        char *end = l->between ? strstr(p, l->between) : p + strcspn(p, ",; \t");
        char *next = end ? end + (l->between ? strlen(l->between) : *end ? 1 : 0) : NULL;
        bool last = !end || !*end;
        if (!end) end = p + strlen(p);
        if (!l->between && (*end == ' ' || *end == '\t')) { // blanks before a comma
            next = end + strspn(end, " \t");
            if (*next == ',' || *next == ';') next++;
            last = !*next;
        }
        char *stop = end;
        while (stop > p && isspace((unsigned char)stop[-1])) stop--;
        *stop = 0;
        add_item(l, p);
        columns++;
        if (last) break;
        p = next;
    }
    if (l->rows && columns != l->columns) {
        long line = l->line;
        long long before = l->columns;
        hd_buf_finish(&l->items);
        hd_array_fail(l->w->loc, "file", "%s, line %ld has %lld numbers, those before have %lld",
                      l->w->path, line, (long long)columns, before);
    }
    l->columns = columns;
    l->rows++;
}

static struct hd_array *text_decode(const struct wanted *w, char *text, const char *between,
                                    long skip) {
    struct lines l = {.w = w, .between = between && *between ? between : NULL};
    int kind = w->type.kind;
    if (w->rank < 1 || w->rank > 2 || kind == HD_TY_COMPLEX || kind == HD_TY_RECORD ||
        kind == HD_TY_HALF || kind == HD_TY_BF16)
        hd_array_fail(w->loc, "type",
                      "lines of numbers are read as integers, float or double with rank 1 or 2");
    for (char *p = text; p && *p;) {
        char *end = strchr(p, '\n'), *next = end ? end + 1 : NULL;
        if (end) *end = 0;
        l.line++;
        char *first = p + strspn(p, " \t\r");
        char *tail = first + strlen(first);
        while (tail > first && tail[-1] == '\r') *--tail = 0;
        if (l.line > skip && *first && *first != '#') add_line(&l, first);
        p = next;
    }
    int64_t shape[2] = {l.rows, l.columns}, n = l.rows * l.columns;
    if (w->rank == 1 && l.rows > 1 && l.columns > 1) {
        hd_buf_finish(&l.items);
        hd_array_fail(w->loc, "shape", "%s has %lld lines of %lld numbers: read it with rank 2",
                      w->path, (long long)shape[0], (long long)shape[1]);
    }
    struct hd_array *a = hd_array_new(w->type, w->rank, w->rank == 1 ? &n : shape, w->loc);
    if (n) memcpy(a->data, hd_buf_str(&l.items), l.items.len);
    hd_buf_finish(&l.items);
    return a;
}

// ---- bytes alone --------------------------------------------------------------------------------

static struct hd_array *raw_decode(const struct wanted *w, const char *bytes, size_t n, int sizes,
                                   const int64_t *shape) {
    int64_t count = (int64_t)(n / w->type.size), all = w->type.size;
    if (!sizes && n % w->type.size)
        hd_array_fail(w->loc, "file", "%s has %zu bytes: these are no whole elements of %u bytes",
                      w->path, n, w->type.size);
    for (int i = 0; i < sizes; i++)
        if (shape[i] >= 0 && __builtin_mul_overflow(all, shape[i], &all)) all = INT64_MAX;
    if (sizes && all > (int64_t)n)
        hd_array_fail(w->loc, "file", "%s has %zu bytes, and elements of that shape take %lld",
                      w->path, n, (long long)all);
    struct hd_array *a = hd_array_new(w->type, w->rank, sizes ? shape : &count, w->loc);
    memcpy(a->data, bytes, (size_t)a->count * a->size);
    return a;
}

// ---- zip archives -------------------------------------------------------------------------------

static void put_number(struct hd_buf *out, uint64_t v, int bytes) {
    for (int i = 0; i < bytes; i++) hd_buf_putc(out, (char)(v >> 8 * i & 255));
}

static uint64_t number(const char *p, int bytes) {
    uint64_t v = 0;
    for (int i = bytes; i-- > 0;) v = v << 8 | (unsigned char)p[i];
    return v;
}

// What both a member's own header and its entry in the directory say.
static void member_head(struct hd_buf *out, uint32_t crc, size_t size, const char *name) {
    put_number(out, 20, 2); // version
    put_number(out, 0, 2);  // flags
    put_number(out, 0, 2);  // as it is
    put_number(out, 0, 2);
    put_number(out, 0x21, 2); // 1980-01-01, as NumPy's
    put_number(out, crc, 4);
    put_number(out, size, 4);
    put_number(out, size, 4);
    put_number(out, strlen(name) + 4, 2);
    put_number(out, 0, 2);
}

void hd_rt_array_savez(unsigned loc, const char *path, int n, ...) {
    struct hd_buf out = {0}, directory = {0};
    va_list args;
    va_start(args, n);
    for (int i = 0; i < n; i++) {
        const char *name = va_arg(args, const char *);
        struct hd_array *a = hd_array_must(va_arg(args, void *), loc);
        struct hd_buf file = {0};
        npy_encode(loc, a, &file);
        size_t at = out.len;
        uint32_t crc = (uint32_t)crc32_z(0, (const unsigned char *)hd_buf_str(&file), file.len);
        put_number(&out, 0x04034b50, 4);
        member_head(&out, crc, file.len, name);
        hd_buf_printf(&out, "%s.npy", name);
        hd_buf_add(&out, hd_buf_str(&file), file.len);
        put_number(&directory, 0x02014b50, 4);
        put_number(&directory, 20, 2);
        member_head(&directory, crc, file.len, name);
        put_number(&directory, 0, 2);
        put_number(&directory, 0, 2);
        put_number(&directory, 0, 2);
        put_number(&directory, (uint64_t)0600 << 16, 4);
        put_number(&directory, at, 4);
        hd_buf_printf(&directory, "%s.npy", name);
        hd_buf_finish(&file);
        if (out.len >= UINT32_MAX)
            hd_array_fail(loc, "file", "%s would have more than 4 GiB: save the arrays one by one",
                          path);
    }
    va_end(args);
    size_t at = out.len;
    hd_buf_add(&out, hd_buf_str(&directory), directory.len);
    put_number(&out, 0x06054b50, 4);
    put_number(&out, 0, 4);
    put_number(&out, (uint64_t)n, 2);
    put_number(&out, (uint64_t)n, 2);
    put_number(&out, directory.len, 4);
    put_number(&out, at, 4);
    put_number(&out, 0, 2);
    hd_buf_finish(&directory);
    write_file(loc, path, &out);
    hd_buf_finish(&out);
}

// A member's sizes and place, from its entry in the directory (also with 64 bits).
static bool member_at(const char *entry, const char *end, uint64_t *packed, uint64_t *size,
                      uint64_t *at) {
    *packed = number(entry + 20, 4);
    *size = number(entry + 24, 4);
    *at = number(entry + 42, 4);
    const char *p = entry + 46 + number(entry + 28, 2), *stop = p + number(entry + 30, 2);
    if (stop > end) return false;
    for (; p + 4 <= stop; p += 4 + number(p + 2, 2)) {
        if (number(p, 2) != 1) continue;
        const char *v = p + 4;
        uint64_t *const fields[] = {size, packed, at};
        for (int i = 0; i < 3; i++) {
            if (*fields[i] != UINT32_MAX || v + 8 > stop) continue;
            *fields[i] = number(v, 8);
            v += 8;
        }
    }
    return true;
}

static char *inflated(const char *bytes, size_t n, size_t size) {
    char *out = hd_xmalloc(size + 1);
    z_stream z = {.next_in = (unsigned char *)(uintptr_t)bytes, .next_out = (unsigned char *)out};
    bool ok = inflateInit2(&z, -15) == Z_OK; // without a header
    if (!ok) return NULL;
    size_t in = 0, done = 0;
    int status = Z_OK;
    while (status == Z_OK) {
        z.avail_in = n - in > UINT32_MAX / 2 ? UINT32_MAX / 2 : (uInt)(n - in);
        z.avail_out = size - done > UINT32_MAX / 2 ? UINT32_MAX / 2 : (uInt)(size - done);
        size_t had_in = z.avail_in, had_out = z.avail_out;
        status = inflate(&z, Z_NO_FLUSH);
        in += had_in - z.avail_in;
        done += had_out - z.avail_out;
        if (had_in == z.avail_in && had_out == z.avail_out) break;
    }
    inflateEnd(&z);
    if (status == Z_STREAM_END && done == size) return out;
    free(out);
    return NULL;
}

static struct hd_array *zip_decode(const struct wanted *w, const char *bytes, size_t n,
                                   const char *name) {
    const char *end = bytes + n, *tail = n >= 22 ? end - 22 : NULL;
    while (tail && tail > bytes && end - tail < 66000 && number(tail, 4) != 0x06054b50) tail--;
    if (!tail || number(tail, 4) != 0x06054b50)
        hd_array_fail(w->loc, "file", "%s is no .npz file", w->path);
    uint64_t count = number(tail + 10, 2), from = number(tail + 16, 4);
    struct hd_buf names = {0};
    const char *p = from < n ? bytes + from : end;
    char member[300];
    for (uint64_t i = 0; i < count && p + 46 <= end && number(p, 4) == 0x02014b50; i++) {
        uint64_t length = number(p + 28, 2), packed, size, at;
        if (p + 46 + length > end || !member_at(p, end, &packed, &size, &at)) break;
        snprintf(member, sizeof member, "%.*s", (int)length, p + 46);
        size_t stem = strlen(member);
        if (stem > 4 && !strcmp(member + stem - 4, ".npy")) member[stem - 4] = 0;
        hd_buf_printf(&names, "%s%s", i ? ", " : "", member);
        bool wanted = name && !strcmp(member, name);
        int method = (int)number(p + 10, 2);
        p += 46 + length + number(p + 30, 2) + number(p + 32, 2);
        if (!wanted) continue;
        const char *head = at + 30 <= n ? bytes + at : NULL;
        uint64_t skip = head ? 30 + number(head + 26, 2) + number(head + 28, 2) : 0;
        bool inside = head && at + skip <= n && packed <= n - at - skip;
        char *data = inside && method == 8 ? inflated(head + skip, packed, size) : NULL;
        if (!inside || (method == 8 && !data) || (method && method != 8))
            hd_array_fail(w->loc, "file", "`%s` of %s is damaged", name, w->path);
        hd_buf_finish(&names);
        char text[400];
        snprintf(text, sizeof text, "`%s` of %s", name, w->path);
        struct hd_array *a = npy_decode(w, text, data ? data : head + skip, size);
        free(data);
        return a;
    }
    char all[500];
    snprintf(all, sizeof all, "%s", hd_buf_str(&names));
    hd_buf_finish(&names);
    hd_array_fail(w->loc, "file",
                  name ? "%s has no array `%s`; it holds %s" : "%s: which array? %sit holds %s",
                  w->path, name ? name : "", all);
}

// ---- the calls ----------------------------------------------------------------------------------

// What the end of its name says that a file is; NumPy's own where that says nothing.
static int format_of(const char *path) {
    static const struct {
        const char *end;
        int format;
    } ends[] = {{".png", ARRAY_FILE_IMAGE}, {".csv", ARRAY_FILE_TEXT}, {".txt", ARRAY_FILE_TEXT}};
    const char *dot = strrchr(path, '.');
    for (int i = 0; dot && i < HD_COUNT(ends); i++)
        if (!strcasecmp(dot, ends[i].end)) return ends[i].format;
    return ARRAY_FILE_NPY;
}

void hd_rt_array_save(unsigned loc, int format, const char *path, struct hd_array *a,
                      const char *between, const char *head) {
    struct hd_buf out = {0};
    hd_array_must(a, loc);
    if (format == ARRAY_FILE_NPY) format = format_of(path);
    switch (format) {
    case ARRAY_FILE_NPY: npy_encode(loc, a, &out); break;
    case ARRAY_FILE_TEXT: text_encode(loc, a, between, head, &out); break;
    case ARRAY_FILE_RAW:
        a = hd_array_packed(a, loc);
        hd_buf_add(&out, a->data, (size_t)a->count * a->size);
        break;
    default: picture_encode(loc, path, a, &out); break;
    }
    write_file(loc, path, &out);
    hd_buf_finish(&out);
}

void *hd_rt_array_load(unsigned loc, int format, const char *path, const char *part, long skip,
                       int kind, int of, int size, int rank, int sizes, ...) {
    struct wanted w = {loc, path, {(uint16_t)kind, (uint16_t)of, (uint32_t)size}, rank};
    int64_t shape[HD_ARRAY_RANK];
    va_list args;
    va_start(args, sizes);
    for (int i = 0; i < sizes; i++) shape[i] = va_arg(args, long);
    va_end(args);
    char *text;
    size_t n;
    if (!hd_read_file(path, &text, &n)) file_failed(loc, "read", path);
    struct hd_array *a;
    bool numpy = n > 6 && (!memcmp(text, "\x93NUMPY", 6) || number(text, 4) == 0x04034b50);
    if (format == ARRAY_FILE_NPY && !numpy && !part) format = format_of(path);
    switch (format) {
    case ARRAY_FILE_NPY: {
        bool zip = n > 4 && number(text, 4) == 0x04034b50;
        a = zip || part ? zip_decode(&w, text, n, part) : npy_decode(&w, path, text, n);
        break;
    }
    case ARRAY_FILE_TEXT: a = text_decode(&w, text, part, skip); break;
    case ARRAY_FILE_RAW: a = raw_decode(&w, text, n, sizes, shape); break;
    default: a = picture_decode(&w, text, n); break;
    }
    free(text);
    return a;
}
