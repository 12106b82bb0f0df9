// Values as text: what a C programmer would write to make them.
//
//     3   'a'   true   0.1   1.5 + 2i   RED   "text"   {.x = 1, .y = 2}   {1, 2, 3}   (float *)
//     0x300000000c00
//
// Everything is printed on one line if it fits the width; else structs get a line per member,
// matrices one per row with aligned columns, and long arrays are wrapped and cut in the middle.
// Memory that the program's pointers lead to may not be there: it is read through hd_guard_read.
// The amount printed is bounded by `budget`.
//
// Example: `float a[2][3] = {1, 2, 3};` prints
//     {{1.0, 2.0, 3.0},
//      {0.0, 0.0, 0.0}}
#include "run/array/array.h"
#include "run/display/container.h"
#include "run/run.h"

#include <dlfcn.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    DEFAULT_WIDTH = 100,
    SHOWN_WHOLE = 32,    // arrays of up to so many items are not cut
    DEFAULT_ITEMS = 5,   // else so many are shown at each end
    MANY_SCALARS = 1024, // an array of more is cut where a dimension has more than twice that
    DEEP_ITEMS = 3,      // at each end, of such an array of three dimensions or more
    MAX_STRING = 400,
    MAX_BUDGET = 4000, // scalars per value
    MAX_DEPTH = 12,
};

struct printer {
    const struct hd_value_options *options;
    int width, items;
    int whole; // arrays of up to so many items are not cut
    int budget;
    bool one_line; // no line breaks at all
    bool narrowed; // columns of a matrix were left out
    bool in_array; // how much of each dimension is shown was chosen
    bool direct;   // the object lies in the variable store: no need to ask whether it can be read
};

static void value(struct printer *p, struct hd_buf *out, const struct hd_type *type,
                  const char *data, int indent, int depth);

static bool get(const struct printer *p, const void *data, void *out, size_t size) {
    if (!p->direct) return hd_guard_read(data, out, size);
    memcpy(out, data, size);
    return true;
}

// ---- numbers ------------------------------------------------------------------------------------

// Digits without leading or trailing zeros, and the exponent of the first one (of 0: "0", 0).
struct decimal {
    char digits[64];
    int n, exponent;
    bool negative;
};

static void decimal_of(long double v, int precision, struct decimal *out) {
    char text[96];
    snprintf(text, sizeof text, "%.*Le", precision - 1, v);
    const char *p = text;
    *out = (struct decimal){.negative = *p == '-'};
    for (p += *p == '-'; *p && *p != 'e'; p++)
        if (*p != '.' && out->n < (int)sizeof out->digits - 1) out->digits[out->n++] = *p;
    out->exponent = *p == 'e' ? atoi(p + 1) : 0;
    while (out->n > 1 && out->digits[out->n - 1] == '0') out->n--;
    out->digits[out->n] = 0;
}

static void decimal_print(struct hd_buf *out, const struct decimal *d, bool point) {
    if (d->negative) hd_buf_putc(out, '-');
    if (d->exponent < -5 || d->exponent >= 16) {
        hd_buf_putc(out, d->digits[0]);
        if (d->n > 1) hd_buf_putc(out, '.');
        hd_buf_puts(out, d->digits + 1);
        hd_buf_printf(out, "e%+03d", d->exponent);
        return;
    }
    if (d->exponent < 0) {
        hd_buf_puts(out, "0.");
        for (int i = -1; i > d->exponent; i--) hd_buf_putc(out, '0');
        hd_buf_puts(out, d->digits);
        return;
    }
    for (int i = 0; i < d->n || i <= d->exponent; i++) {
        if (i == d->exponent + 1) hd_buf_putc(out, '.');
        hd_buf_putc(out, i < d->n ? d->digits[i] : '0');
    }
    if (point && d->n <= d->exponent + 1) hd_buf_puts(out, ".0");
}

static long double half_value(uint16_t bits, int mantissa) {
    int exponent_bits = 15 - mantissa, bias = (1 << (exponent_bits - 1)) - 1;
    int e = (bits >> mantissa) & ((1 << exponent_bits) - 1), m = bits & ((1 << mantissa) - 1);
    long double v;
    if (e == (1 << exponent_bits) - 1)
        v = m ? NAN : INFINITY;
    else if (e == 0)
        v = ldexpl((long double)m, 1 - bias - mantissa);
    else
        v = ldexpl((long double)(m + (1 << mantissa)), e - bias - mantissa);
    return bits & 0x8000 ? -v : v;
}

// Whether reading the text back gives v in a format of this kind.
static bool reads_back(const char *text, long double v, enum hd_type_kind kind) {
    switch (kind) {
    case HD_TY_FLOAT: return strtof(text, NULL) == (float)v;
    case HD_TY_DOUBLE: return strtod(text, NULL) == (double)v;
    case HD_TY_LDOUBLE: return strtold(text, NULL) == v;
    default: {
        long double ulp = ldexpl(1, ilogbl(v) - (kind == HD_TY_HALF ? 10 : 7));
        return fabsl(strtold(text, NULL) - v) < ulp / 2;
    }
    }
}

static void number(struct hd_buf *out, long double v, enum hd_type_kind kind, int digits,
                   bool point) {
    if (isnan(v)) {
        hd_buf_puts(out, signbit(v) ? "-nan" : "nan");
        return;
    }
    if (isinf(v)) {
        hd_buf_puts(out, v < 0 ? "-inf" : "inf");
        return;
    }
    struct decimal d;
    if (digits > 0) {
        decimal_of(v, digits > 40 ? 40 : digits, &d);
    } else {
        for (int precision = 1; precision <= 21; precision++) {
            char text[96];
            decimal_of(v, precision, &d);
            snprintf(text, sizeof text, "%.*Le", precision - 1, v);
            if (v == 0 || reads_back(text, v, kind)) break;
        }
    }
    decimal_print(out, &d, point);
}

static long double float_at(const char *data, enum hd_type_kind kind) {
    union {
        float f;
        double d;
        long double ld;
        uint16_t h;
    } u;
    switch (kind) {
    case HD_TY_FLOAT: return memcpy(&u, data, 4), (long double)u.f;
    case HD_TY_DOUBLE: return memcpy(&u, data, 8), (long double)u.d;
    case HD_TY_LDOUBLE: return memcpy(&u, data, 16), u.ld;
    default: return memcpy(&u, data, 2), half_value(u.h, kind == HD_TY_HALF ? 10 : 7);
    }
}

static hd_int128 int_at(const char *data, uint64_t size, bool is_signed) {
    hd_uint128 v = 0;
    memcpy(&v, data, size > 16 ? 16 : size);
    if (is_signed && size < 16) {
        int shift = 128 - 8 * (int)size;
        return (hd_int128)(v << shift) >> shift;
    }
    return (hd_int128)v;
}

static void print_int(struct hd_buf *out, hd_int128 v, bool is_signed) {
    char text[48];
    int at = sizeof text;
    hd_uint128 u = is_signed && v < 0 ? -(hd_uint128)v : (hd_uint128)v;
    do {
        text[--at] = (char)('0' + (int)(u % 10));
        u /= 10;
    } while (u);
    if (is_signed && v < 0) text[--at] = '-';
    hd_buf_add(out, text + at, sizeof text - (size_t)at);
}

// ---- characters and strings ---------------------------------------------------------------------

static void character(struct hd_buf *out, unsigned char c, char quote, bool digit_follows) {
    static const char from[] = "\a\b\f\n\r\t\v\\", to[] = "abfnrtv\\";
    const char *p = c ? strchr(from, c) : NULL;
    if (p)
        hd_buf_printf(out, "\\%c", to[p - from]);
    else if (c == (unsigned char)quote)
        hd_buf_printf(out, "\\%c", quote);
    else if (c == 0 && !digit_follows)
        hd_buf_puts(out, "\\0");
    else if (c < 32 || c == 127)
        hd_buf_printf(out, "\\%03o", c);
    else
        hd_buf_putc(out, (char)c);
}

static void string(struct hd_buf *out, const char *s, size_t len) {
    hd_buf_putc(out, '"');
    for (size_t i = 0; i < len;) {
        unsigned char c = (unsigned char)s[i];
        if (c < 128) {
            character(out, c, '"', i + 1 < len && s[i + 1] >= '0' && s[i + 1] <= '9');
            i++;
            continue;
        }
        uint32_t code;
        int n = hd_utf8_decode(s + i, len - i, &code);
        if (n > 1 && hd_utf8_visible(code) == code)
            hd_buf_add(out, s + i, (size_t)n);
        else
            for (int k = 0; k < n; k++)
                hd_buf_printf(out, "\\%03o", (unsigned char)s[i + (size_t)k]);
        i += (size_t)n;
    }
    hd_buf_putc(out, '"');
}

// char16_t, char32_t or wchar_t, which literals have a letter for.
static bool is_wide(const struct hd_type *t) { return t->size > 1 && hd_type_of_units(t) != t; }

// Characters of two or four bytes: what is no visible character is shown as its number.
static void wide_text(struct hd_buf *out, const struct hd_type *type, const char *s, size_t n,
                      char quote) {
    size_t width = (size_t)type->size;
    hd_buf_putc(out, width == 2 ? 'u' : hd_type_is_signed(type) ? 'L' : 'U');
    hd_buf_putc(out, quote);
    for (size_t i = 0; i < n; i++) {
        uint32_t code = 0, low = 0;
        memcpy(&code, s + i * width, width);
        if (width == 2 && code >= 0xd800 && code < 0xdc00 && i + 1 < n) { // a pair
            memcpy(&low, s + (i + 1) * width, width);
            if (low >= 0xdc00 && low < 0xe000) {
                code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
                i++;
            }
        }
        if (code < 128)
            character(out, (unsigned char)code, quote, false);
        else if (hd_utf8_visible(code) == code)
            hd_buf_utf8(out, code);
        else
            hd_buf_printf(out, code > 0xffff ? "\\U%08x" : "\\u%04x", code);
    }
    hd_buf_putc(out, quote);
}

// What a `char *` points to, as a literal. false: it cannot be read.
static bool pointed_string(struct hd_buf *out, uint64_t address) {
    char text[MAX_STRING + 1];
    size_t n = 0;
    while (n < MAX_STRING) {
        size_t chunk =
            64 - ((address + n) & 63); // never across a page of which only one half may be there
        if (chunk > MAX_STRING - n) chunk = MAX_STRING - n;
        if (!hd_guard_read((const void *)(address + n), text + n, chunk)) break;
        const char *end = memchr(text + n, 0, chunk);
        if (end) {
            string(out, text, (size_t)(end - text));
            return true;
        }
        n += chunk;
    }
    if (n == 0) return false;
    string(out, text, n);
    hd_buf_puts(out, "...");
    return true;
}

// ---- pointers -----------------------------------------------------------------------------------

// "&a[3]", "&p.x" for an address inside a variable of the session.
static bool inside_variable(struct hd_buf *out, uint64_t address) {
    if (!hd_engine.front || !hd_store_contains(address)) return false;
    int n;
    struct hd_def **defs = hd_all_defs(&n);
    for (int i = 0; i < n; i++) {
        const struct hd_sym *sym = defs[i]->sym;
        if (!sym || sym->kind != SYM_VAR || !sym->addr || sym->is_result) continue;
        const struct hd_type *type = sym->type;
        if (type->kind == HD_TY_REF || address < sym->addr || address >= sym->addr + type->size)
            continue;
        uint64_t offset = address - sym->addr;
        hd_buf_printf(out, "&%s", sym->name);
        for (;;) {
            if (type->kind == HD_TY_ARRAY && type->base->size) {
                hd_buf_printf(out, "[%llu]", (unsigned long long)(offset / type->base->size));
                offset %= type->base->size;
                type = type->base;
            } else if (type->kind == HD_TY_RECORD && !type->record->is_union) {
                const struct hd_field *found = NULL;
                for (int k = 0; k < type->record->nfields; k++) {
                    const struct hd_field *f = &type->record->fields[k];
                    if (f->name && !f->is_bits && offset >= f->offset &&
                        offset < f->offset + f->type->size)
                        found = f;
                }
                if (!found || (offset == 0 && found->offset == 0)) break;
                hd_buf_printf(out, ".%s", found->name);
                offset -= found->offset;
                type = found->type;
            } else {
                break;
            }
        }
        if (offset) hd_buf_printf(out, " + %llu bytes", (unsigned long long)offset);
        return true;
    }
    return false;
}

static void pointee(struct printer *p, struct hd_buf *out, const struct hd_type *type,
                    uint64_t address) {
    struct hd_buf text = {0};
    uint64_t base;
    size_t size;
    const char *kind;
    if (inside_variable(&text, address)) {
        hd_buf_printf(out, " (%s)", hd_buf_str(&text));
    } else if (hd_cudart_allocation(address, &base, &size, &kind)) {
        if (address == base)
            hd_buf_printf(out, " (%s memory, %zu bytes)", kind, size);
        else
            hd_buf_printf(out, " (%s memory, %zu into %zu bytes)", kind, (size_t)(address - base),
                          size);
    } else if (p->options->describe) {
        p->options->describe(p->options->user, out, type, address);
    }
    hd_buf_finish(&text);
}

// The name of the function at an address: ours through its stub, or a library's.
static const char *function_name(uint64_t address) {
    if (hd_store_contains(address)) {
        const struct hd_sym *sym = hd_stub_sym(address);
        if (sym && sym->name) return sym->name;
        return hd_stub_name(address);
    }
    Dl_info info;
    if (dladdr((void *)address, &info) && info.dli_sname && info.dli_saddr == (void *)address)
        return strncmp(info.dli_sname, "hd_cuda", 7) == 0 ? info.dli_sname + 3
                                                          : info.dli_sname; // our cudaMalloc
    return NULL;
}

static void pointer(struct printer *p, struct hd_buf *out, const struct hd_type *type,
                    uint64_t address) {
    if (!address) {
        hd_buf_puts(out, "NULL");
        return;
    }
    const struct hd_type *base = type->base;
    bool is_text = base->kind == HD_TY_CHAR;
    if (is_text && pointed_string(out, address)) return;
    hd_buf_putc(out, '(');
    hd_type_print(out, hd_type_unqual((struct hd_type *)(uintptr_t)type), NULL, HD_LANG_CU);
    hd_buf_puts(out, ") ");
    const char *name = base->kind == HD_TY_FUNC ? function_name(address) : NULL;
    if (name) {
        hd_buf_puts(out, name);
        return;
    }
    hd_buf_printf(out, "0x%llx", (unsigned long long)address);
    if (is_text)
        hd_buf_puts(out, " (not readable)");
    else if (base->kind != HD_TY_FUNC)
        pointee(p, out, type, address);
}

// ---- enumerations -------------------------------------------------------------------------------

static void enumeration(struct hd_buf *out, const struct hd_type *type, hd_int128 v) {
    const struct hd_enum *e = type->enumeration;
    for (int i = 0; i < e->nconstants; i++) {
        if (e->constants[i]->enum_value == (int64_t)v) {
            hd_buf_puts(out, e->constants[i]->name);
            return;
        }
    }
    // Flags: every constant a single bit, and together they make the value.
    size_t start = out->len;
    int64_t left = (int64_t)v;
    for (int i = 0; i < e->nconstants && left > 0; i++) {
        int64_t bit = e->constants[i]->enum_value;
        if (bit <= 0 || (bit & (bit - 1)) || !(left & bit)) continue;
        if (out->len > start) hd_buf_puts(out, " | ");
        hd_buf_puts(out, e->constants[i]->name);
        left &= ~bit;
    }
    if (left == 0 && out->len > start) return;
    if (out->len > start) {
        out->len = start;
        out->s[start] = 0;
    }
    hd_buf_putc(out, '(');
    hd_type_print(out, type->unqual ? type->unqual : type, NULL, HD_LANG_CU);
    hd_buf_puts(out, ") ");
    print_int(out, v, true);
}

// ---- scalars ------------------------------------------------------------------------------------

static void complex_number(struct printer *p, struct hd_buf *out, const struct hd_type *type,
                           const char *bytes) {
    enum hd_type_kind kind = type->base->kind;
    long double re = float_at(bytes, kind), im = float_at(bytes + type->base->size, kind);
    number(out, re, kind, p->options->digits, false);
    hd_buf_puts(out, signbit(im) && !isnan(im) ? " - " : " + ");
    number(out, isnan(im) ? NAN : fabsl(im), kind, p->options->digits, false);
    hd_buf_putc(out, 'i');
}

// A scalar whose bytes were read.
static void scalar(struct printer *p, struct hd_buf *out, const struct hd_type *type,
                   const char *bytes) {
    switch (type->kind) {
    case HD_TY_BOOL: hd_buf_puts(out, bytes[0] ? "true" : "false"); break;
    case HD_TY_CHAR:
        hd_buf_putc(out, '\'');
        if ((unsigned char)bytes[0] >= 128)
            hd_buf_printf(out, "\\%03o", (unsigned char)bytes[0]);
        else
            character(out, (unsigned char)bytes[0], '\'', false);
        hd_buf_putc(out, '\'');
        break;
    case HD_TY_HALF:
    case HD_TY_BF16:
    case HD_TY_FLOAT:
    case HD_TY_DOUBLE:
    case HD_TY_LDOUBLE:
        number(out, float_at(bytes, type->kind), type->kind, p->options->digits, true);
        break;
    case HD_TY_COMPLEX: complex_number(p, out, type, bytes); break;
    case HD_TY_NULLPTR: hd_buf_puts(out, "nullptr"); break;
    case HD_TY_ENUM:
        enumeration(out, type, int_at(bytes, type->size, hd_type_is_signed(type)));
        break;
    case HD_TY_MEMBER: hd_type_print_member(out, type, (int64_t)int_at(bytes, 8, true)); break;
    case HD_TY_PTR: pointer(p, out, type, (uint64_t)int_at(bytes, 8, false)); break;
    default:
        if (is_wide(type))
            wide_text(out, type, bytes, 1, '\'');
        else if (hd_type_is_integer(type))
            print_int(out, int_at(bytes, type->size, hd_type_is_signed(type)),
                      hd_type_is_signed(type));
        else
            hd_buf_puts(out, "<no value>");
        break;
    }
}

static void bit_field(struct printer *p, struct hd_buf *out, const struct hd_field *f,
                      const char *data) {
    char bytes[16] = {0};
    uint64_t size = f->type->size > 16 ? 16 : f->type->size;
    if (!get(p, data + f->offset, bytes, size)) {
        // The storage unit may reach over the end of a packed struct: its bytes that hold the field
        // will do.
        size = (uint64_t)(f->bit_offset + f->bit_width + 7) / 8;
        if (size > 16 || !get(p, data + f->offset, bytes, size)) {
            hd_buf_puts(out, "<not readable>");
            return;
        }
    }
    hd_uint128 v;
    memcpy(&v, bytes, sizeof v);
    v >>= f->bit_offset;
    bool is_signed = hd_type_is_signed(f->type) && f->type->kind != HD_TY_BOOL;
    int shift = 128 - f->bit_width;
    v = is_signed ? (hd_uint128)((hd_int128)(v << shift) >> shift) : (v << shift) >> shift;
    scalar(p, out, f->type, (const char *)&v);
}

// ---- records ------------------------------------------------------------------------------------

static void spaces(struct hd_buf *out, int n) {
    for (int i = 0; i < n; i++) hd_buf_putc(out, ' ');
}

// The members; those of anonymous members are printed as if they were the record's own. *first:
// none was printed yet.
static void members(struct printer *p, struct hd_buf *out, const struct hd_record *record,
                    const char *data, bool plain, const char *separator, int indent, int depth,
                    bool *first) {
    for (int i = 0; i < record->nfields; i++) {
        const struct hd_field *f = &record->fields[i];
        if (!f->name && !f->is_bits && f->type->kind == HD_TY_RECORD) {
            members(p, out, f->type->record, data + f->offset, plain, separator, indent, depth,
                    first);
            continue;
        }
        if (!f->name) continue;
        if (!*first) hd_buf_puts(out, separator);
        *first = false;
        size_t start = out->len;
        if (!plain) hd_buf_printf(out, ".%s = ", f->name);
        if (f->is_bits)
            bit_field(p, out, f, data);
        else if (f->type->kind == HD_TY_ARRAY && f->type->len <= 0)
            hd_buf_puts(out, "{...}");
        else
            value(p, out, f->type, data + f->offset, indent + (int)(out->len - start), depth + 1);
    }
}

// float4, dim3: without the members' names.
static bool is_plain(const struct hd_record *record) {
    return record->is_vector || (record->tag && strcmp(record->tag, "dim3") == 0);
}

static void record_value(struct printer *p, struct hd_buf *out, const struct hd_type *type,
                         const char *data, int indent, int depth) {
    const struct hd_record *record = type->record;
    bool plain = is_plain(record);
    if (!record->complete) {
        hd_buf_puts(out, "<incomplete type>");
        return;
    }
    bool first = true, was_one_line = p->one_line, in_array = p->in_array;
    p->in_array = false;
    size_t start = out->len;
    int budget = p->budget;
    p->one_line = true;
    hd_buf_putc(out, '{');
    members(p, out, record, data, plain, ", ", indent, depth, &first);
    hd_buf_putc(out, '}');
    p->one_line = was_one_line;
    p->in_array = in_array;
    if (was_one_line || plain || indent + (int)(out->len - start) <= p->width) return;
    out->len = start; // too wide: a line each
    out->s[start] = 0;
    p->budget = budget;
    struct hd_buf separator = {0};
    hd_buf_puts(&separator, ",\n");
    spaces(&separator, indent + 1);
    first = true;
    p->in_array = false;
    hd_buf_putc(out, '{');
    members(p, out, record, data, plain, hd_buf_str(&separator), indent + 1, depth, &first);
    hd_buf_putc(out, '}');
    p->in_array = in_array;
    hd_buf_finish(&separator);
}

// ---- arrays -------------------------------------------------------------------------------------

// Which items are shown: [0, head) and [tail, len); tail == head when all are.
static void shown_part(const struct printer *p, int64_t len, int64_t *head, int64_t *tail) {
    bool all = len <= p->whole;
    *head = all ? len : p->items;
    *tail = all ? len : len - p->items;
}

// Whether a type is shown as a row of plain numbers: their number, type and distance.
static bool is_row(const struct hd_type *type, int64_t *len, const struct hd_type **item) {
    if (type->kind == HD_TY_ARRAY || type->kind == HD_TY_VECTOR) {
        *len = type->len;
        *item = type->base;
        return type->len > 0 && (hd_type_is_arith(*item) || (*item)->kind == HD_TY_ENUM) &&
               (*item)->kind != HD_TY_CHAR;
    }
    if (type->kind != HD_TY_RECORD || !is_plain(type->record) || !type->record->complete)
        return false;
    const struct hd_record *record = type->record;
    for (int i = 0; i < record->nfields; i++)
        if (record->fields[i].is_bits || record->fields[i].type != record->fields[0].type)
            return false;
    *len = record->nfields;
    *item = record->nfields ? record->fields[0].type : NULL;
    return *item && hd_type_is_arith(*item) && (*item)->size * (uint64_t)*len <= type->size;
}

static bool is_matrix(const struct hd_type *type) {
    int64_t len;
    const struct hd_type *item;
    return type->kind == HD_TY_ARRAY && type->len > 0 && is_row(type->base, &len, &item);
}

static void char_array(struct printer *p, struct hd_buf *out, const struct hd_type *type,
                       const char *data) {
    char text[4096];
    size_t unit = type->base->size, len = (size_t)type->len * unit,
           shown = len > sizeof text ? sizeof text : len;
    if (!get(p, data, text, shown)) {
        hd_buf_puts(out, "<not readable>");
        return;
    }
    while (shown > 0 && text[shown - 1] == 0)
        shown--; // what zeros are left at the end is not worth showing
    if (is_wide(type->base))
        wide_text(out, type->base, text, (shown + unit - 1) / unit, '"');
    else
        string(out, text, shown);
    if (len > sizeof text) hd_buf_puts(out, "...");
}

// The items of an array that are shown, as texts; where the rest is left out stands "...".
struct items {
    struct hd_buf *text;
    int *width; // of a text in one line
    int n, widest, total;
    bool tall; // some text has several lines
};

static void items_add(struct items *items, struct hd_buf *text) {
    int width = (int)hd_utf8_count(hd_buf_str(text), text->len);
    items->tall |= memchr(text->s, '\n', text->len) != NULL;
    items->widest = width > items->widest ? width : items->widest;
    items->total += width + 2;
    items->width[items->n] = width;
    items->text[items->n++] = *text;
}

static void items_of(struct printer *p, struct items *items, const struct hd_type *type,
                     const char *data, int indent, int depth) {
    int64_t head, tail;
    shown_part(p, type->len, &head, &tail);
    size_t most = (size_t)(head + (type->len - tail) + 2);
    items->text = hd_xcalloc(most, sizeof *items->text);
    items->width = hd_xcalloc(most, sizeof *items->width);
    for (int64_t i = 0; i < type->len; i++) {
        struct hd_buf text = {0};
        if ((i == head && tail > head) || p->budget <= 0) {
            hd_buf_puts(&text, "...");
            items_add(items, &text);
            if (p->budget <= 0) return;
            text = (struct hd_buf){0};
            i = tail;
        }
        value(p, &text, type->base, data + (uint64_t)i * type->base->size, indent + 1, depth + 1);
        hd_buf_str(&text);
        items_add(items, &text);
    }
}

// Each on its own line (per_line 1), or so many in a line, in columns; 0: as many as there is room
// for.
static void put_items(struct hd_buf *out, const struct printer *p, const struct items *items,
                      int indent, int per_line) {
    int column = indent + 1;
    for (int i = 0; i < items->n; i++) {
        bool breaks =
            i > 0 && (per_line ? i % per_line == 0 : column + 1 + items->width[i] + 1 > p->width);
        if (i > 0 && !breaks) hd_buf_putc(out, ' '), column++;
        if (breaks) {
            hd_buf_putc(out, '\n');
            spaces(out, indent + 1);
            column = indent + 1;
        }
        if (per_line > 1) spaces(out, items->widest - items->width[i]);
        hd_buf_add(out, hd_buf_str(&items->text[i]), items->text[i].len);
        if (i + 1 < items->n) hd_buf_putc(out, ',');
        column += items->width[i] + 1;
    }
}

static void list(struct printer *p, struct hd_buf *out, const struct hd_type *type,
                 const char *data, int indent, int depth) {
    const struct hd_type *item = type->base;
    bool nested =
        item->kind == HD_TY_ARRAY || item->kind == HD_TY_RECORD || item->kind == HD_TY_VECTOR;
    struct items items = {0};
    items_of(p, &items, type, data, indent, depth);
    int room = p->width - indent, columns = room / (items.widest + 2);
    bool even = hd_type_is_arith(item) && item->kind != HD_TY_ENUM && columns > 1 &&
                items.widest <= 2 * (items.total / items.n - 2) + 4;
    int per_line = items.n;
    if (p->one_line || (!items.tall && items.total <= room))
        per_line = 0;
    else if (nested || items.tall)
        per_line = 1;
    else if (even)
        per_line = columns;
    else
        per_line = 0;
    int width = p->width;
    if (p->one_line) p->width = INT_MAX;
    hd_buf_putc(out, '{');
    put_items(out, p, &items, indent, per_line);
    hd_buf_putc(out, '}');
    p->width = width;
    for (int i = 0; i < items.n; i++) hd_buf_finish(&items.text[i]);
    free(items.text);
    free(items.width);
}

// How many columns at the left and at the right are shown of a matrix that is too wide.
static void fit_columns(const struct printer *p, const int *widths, int64_t ncols, int indent,
                        int64_t *head, int64_t *tail, bool cut) {
    int room = p->width - indent - 3; // the braces, and a comma or brace after the row
    int used = cut ? 5 : 0;
    for (int64_t c = 0; c < ncols; c++) used += widths[c] + (c > 0 ? 2 : 0);
    if (used <= room) return;
    used = 5;
    int64_t left = 0, right = 0;
    while (left + right < ncols) {
        bool at_left = left <= right;
        int width = widths[at_left ? left : ncols - 1 - right] + 2;
        if (used + width - 2 > room && left > 0) break;
        used += width;
        if (at_left)
            left++;
        else
            right++;
    }
    *head = left;
    *tail = ncols - right;
}

// Rows under each other, columns aligned to the right; columns that have no room are left out in
// the middle.
static void matrix(struct printer *p, struct hd_buf *out, const struct hd_type *type,
                   const char *data, int indent) {
    const struct hd_type *row = type->base, *item;
    int64_t row_head, row_tail, head, tail, row_len;
    is_row(row, &row_len, &item);
    shown_part(p, type->len, &row_head, &row_tail);
    shown_part(p, row_len, &head, &tail);
    int64_t ncols = head + (row_len - tail), nrows = row_head + (type->len - row_tail);
    struct hd_buf *cells = hd_xcalloc((size_t)(nrows * ncols), sizeof *cells);
    int *widths = hd_xcalloc((size_t)ncols, sizeof *widths);
    for (int64_t r = 0; r < nrows; r++) {
        int64_t y = r < row_head ? r : row_tail + (r - row_head);
        for (int64_t c = 0; c < ncols; c++) {
            int64_t x = c < head ? c : tail + (c - head);
            struct hd_buf *cell = &cells[r * ncols + c];
            value(p, cell, item, data + (uint64_t)y * row->size + (uint64_t)x * item->size, 0, 1);
            int wide = (int)hd_utf8_count(hd_buf_str(cell), cell->len);
            if (wide > widths[c]) widths[c] = wide;
        }
    }
    int64_t left = head, right = head; // of the cells: those before and from
    fit_columns(p, widths, ncols, indent, &left, &right, tail > head);
    bool narrowed = right > left;
    p->narrowed |= narrowed;
    bool gap = narrowed || tail > head;
    hd_buf_putc(out, '{');
    for (int64_t r = 0; r < nrows; r++) {
        if (r > 0) {
            hd_buf_puts(out, ",\n");
            spaces(out, indent + 1);
        }
        if (r == row_head) {
            hd_buf_puts(out, "...,\n");
            spaces(out, indent + 1);
        }
        hd_buf_putc(out, '{');
        for (int64_t c = 0; c < ncols; c++) {
            struct hd_buf *cell = &cells[r * ncols + c];
            if (c == left && gap) hd_buf_puts(out, c > 0 ? ", ..." : "...");
            if (c < left || c >= right) {
                if (c > 0) hd_buf_puts(out, ", ");
                spaces(out, widths[c] - (int)hd_utf8_count(hd_buf_str(cell), cell->len));
                hd_buf_puts(out, hd_buf_str(cell));
            }
            hd_buf_finish(cell);
        }
        hd_buf_putc(out, '}');
    }
    hd_buf_putc(out, '}');
    free(cells);
    free(widths);
}

static bool is_cut(const struct printer *p, const struct hd_type *type) {
    for (; type->kind == HD_TY_ARRAY; type = type->base) {
        int64_t head, tail;
        shown_part(p, type->len, &head, &tail);
        if (tail > head && type->base->kind != HD_TY_CHAR) return true;
    }
    return false;
}

// A few float4, which fit a line: they are not shown as a matrix.
static bool is_short_list(const struct printer *p, const struct hd_type *type, int indent) {
    int64_t len;
    const struct hd_type *item;
    is_row(type->base, &len, &item);
    return type->base->kind != HD_TY_ARRAY && indent + 2 + type->len * (len * 6 + 2) <= p->width;
}

// How much is shown of each dimension, when the user has not said it: less of large arrays and of
// arrays of structs.
static void choose_items(struct printer *p, const struct hd_type *type) {
    if (p->options->items > 0) return;
    int dimensions = 0;
    int64_t scalars = 1;
    const struct hd_type *item = type;
    for (; item->kind == HD_TY_ARRAY && item->len > 0; item = item->base) {
        dimensions++;
        scalars = scalars > MANY_SCALARS ? scalars : scalars * item->len;
    }
    bool many = scalars > MANY_SCALARS,
         records = item->kind == HD_TY_RECORD && !is_plain(item->record);
    p->items = many && dimensions > 2 ? DEEP_ITEMS : DEFAULT_ITEMS;
    p->whole = many || records ? 2 * p->items : SHOWN_WHOLE;
}

static void array(struct printer *p, struct hd_buf *out, const struct hd_type *type,
                  const char *data, int indent, int depth) {
    if (type->vla_len || type->len < 0) {
        hd_buf_puts(out, "<array whose length is not known>");
        return;
    }
    if (type->len == 0)
        hd_buf_puts(out, "{}");
    else if (type->base->kind == HD_TY_CHAR || is_wide(type->base))
        char_array(p, out, type, data);
    else if (is_matrix(type) && !p->one_line && p->items <= 40 && !is_short_list(p, type, indent))
        matrix(p, out, type, data, indent);
    else
        list(p, out, type, data, indent, depth);
    if (depth > 0 || p->one_line || !(p->narrowed || is_cut(p, type))) return;
    struct hd_buf shape = {0};
    hd_type_print(&shape, hd_type_unqual((struct hd_type *)(uintptr_t)type), NULL, HD_LANG_CU);
    const char *newline = memrchr(out->s, '\n', out->len), *last = newline ? newline + 1 : out->s;
    size_t column = hd_utf8_count(last, (size_t)(out->s + out->len - last));
    bool fits = (int)(column + shape.len) + 5 <= p->width;
    hd_buf_printf(out, "%s// %s", fits ? "  " : "\n", hd_buf_str(&shape));
    hd_buf_finish(&shape);
}

static void vector(struct printer *p, struct hd_buf *out, const struct hd_type *type,
                   const char *data, int indent, int depth) {
    hd_buf_putc(out, '{');
    for (int64_t i = 0; i < type->len; i++) {
        if (i) hd_buf_puts(out, ", ");
        value(p, out, type->base, data + (uint64_t)i * type->base->size, indent, depth + 1);
    }
    hd_buf_putc(out, '}');
}

struct element {
    struct printer *p;
    const struct hd_type *type;
};

static void element(void *user, struct hd_buf *out, const char *data) {
    const struct element *e = user;
    bool one_line = e->p->one_line;
    e->p->one_line = true;
    value(e->p, out, e->type, data, 0, 1);
    e->p->one_line = one_line;
}

static void ndarray(struct printer *p, struct hd_buf *out, const struct hd_type *type,
                    const char *data) {
    struct element e = {p, type->base};
    struct hd_array_print how = {
        .digits = p->options->digits, .edge = p->options->items, .item = element, .user = &e};
    if (p->width < 75) how.width = p->width;
    hd_array_value(out, data, &how, p->one_line);
}

// ---- containers of C++'s library ----------------------------------------------------------------

static void pair_value(struct printer *p, struct hd_buf *out, const struct hd_type *type,
                       const char *data, const char *separator, int indent, int depth) {
    const struct hd_field *f = type->record->fields;
    size_t start = out->len;
    value(p, out, f[0].type, data + f[0].offset, indent, depth + 1);
    hd_buf_puts(out, separator);
    value(p, out, f[1].type, data + f[1].offset, indent + (int)(out->len - start), depth + 1);
}

// {key: value, ...}; of many the first ones.
static void tree_value(struct printer *p, struct hd_buf *out, struct container *c, int indent,
                       int depth) {
    uint64_t most = (uint64_t)p->whole, shown = 0;
    const struct hd_type *type = c->element;
    for (bool more = c->n > 0; more && shown < most && shown < c->n && p->budget > 0; shown++) {
        if (shown) hd_buf_puts(out, ", ");
        const char *data = container_element(c);
        if (c->kind == CONTAINER_MAP && type->kind == HD_TY_RECORD && type->record->nfields == 2)
            pair_value(p, out, type, data, ": ", indent, depth);
        else
            value(p, out, type, data, indent, depth + 1);
        more = shown + 1 < c->n && container_next(c);
    }
    if (shown < c->n) hd_buf_printf(out, ", ... (%llu in all)", (unsigned long long)c->n);
}

// {a, b, c}: a tuple is its first value and a tuple of the rest.
static void tuple_value(struct printer *p, struct hd_buf *out, const struct hd_type *type,
                        const char *data, int indent, int depth) {
    while (type->kind == HD_TY_RECORD && type->record->nfields == 2) {
        const struct hd_field *f = type->record->fields;
        value(p, out, f[0].type, data + f[0].offset, indent, depth + 1);
        data += f[1].offset;
        type = f[1].type;
        if (type->kind == HD_TY_RECORD && type->record->nfields == 2) hd_buf_puts(out, ", ");
    }
}

// The same of std::tuple, whose values lie in its bases.
static void parts_value(struct printer *p, struct hd_buf *out, const struct hd_type *type,
                        const char *data, int indent, int depth) {
    bool first = true;
    while (type) {
        const struct hd_record *r = type->record;
        const struct hd_field *base = NULL;
        for (int i = 0; i < r->nfields; i++) {
            const struct hd_field *f = &r->fields[i];
            if (f->is_base) base = f;
            if (!f->name || strcmp(f->name, "value") != 0) continue;
            if (!first) hd_buf_puts(out, ", ");
            first = false;
            value(p, out, f->type, data + f->offset, indent, depth + 1);
        }
        type = base ? base->type : NULL;
        data += base ? base->offset : 0;
    }
}

static bool container_value(struct printer *p, struct hd_buf *out, const struct hd_type *type,
                            const char *data, int indent, int depth) {
    struct container c;
    if (!container_of(type, data, &c)) return false;
    bool direct = p->direct, one_line = p->one_line;
    if (c.kind != CONTAINER_PAIR && c.kind != CONTAINER_TUPLE && c.kind != CONTAINER_PARTS)
        p->direct = false;
    if (c.kind == CONTAINER_SEQUENCE) {
        struct hd_type items = {.kind = HD_TY_ARRAY,
                                .base = (struct hd_type *)(uintptr_t)c.element,
                                .len = (int64_t)c.n,
                                .size = c.n * c.element->size,
                                .align = c.element->align};
        items.unqual = &items;
        value(p, out, &items, (const char *)c.at, indent, depth);
    } else if (c.kind == CONTAINER_ELEMENT) {
        value(p, out, c.element, (const char *)c.at, indent, depth);
    } else if (c.kind == CONTAINER_NOTHING) {
        hd_buf_puts(out, "nullopt");
    } else if (c.kind == CONTAINER_STRING) {
        char text[MAX_STRING];
        size_t width = (size_t)c.element->size;
        size_t n = c.n < sizeof text / width ? c.n : sizeof text / width;
        if (n && !hd_guard_read((const char *)c.at, text, n * width)) n = 0;
        if (width == 1)
            string(out, text, n);
        else
            wide_text(out, c.element, text, n, '"');
        if (c.n > n) hd_buf_printf(out, "... (%llu characters)", (unsigned long long)c.n);
    } else {
        p->one_line = true;
        hd_buf_putc(out, '{');
        if (c.kind == CONTAINER_PAIR)
            pair_value(p, out, type, data, ", ", indent + 1, depth);
        else if (c.kind == CONTAINER_TUPLE)
            tuple_value(p, out, type, data, indent + 1, depth);
        else if (c.kind == CONTAINER_PARTS)
            parts_value(p, out, type, data, indent + 1, depth);
        else
            tree_value(p, out, &c, indent + 1, depth);
        hd_buf_putc(out, '}');
    }
    p->direct = direct;
    p->one_line = one_line;
    return true;
}

static void value(struct printer *p, struct hd_buf *out, const struct hd_type *type,
                  const char *data, int indent, int depth) {
    if (depth > MAX_DEPTH || p->budget <= 0) {
        hd_buf_puts(out, "...");
        return;
    }
    switch (type->kind) {
    case HD_TY_RECORD:
        if (!container_value(p, out, type, data, indent, depth))
            record_value(p, out, type, data, indent, depth);
        return;
    case HD_TY_ARRAY: {
        int items = p->items, whole = p->whole;
        if (!p->in_array) choose_items(p, type);
        bool in_array = p->in_array;
        p->in_array = true;
        array(p, out, type, data, indent, depth);
        p->in_array = in_array;
        p->items = items;
        p->whole = whole;
        return;
    }
    case HD_TY_VECTOR: vector(p, out, type, data, indent, depth); return;
    case HD_TY_NDARRAY: ndarray(p, out, type, data); return;
    case HD_TY_FUNC: {
        const char *name = function_name((uint64_t)data);
        hd_buf_puts(out, name ? name : "<function>");
        return;
    }
    case HD_TY_REF: {
        uint64_t target;
        bool direct = p->direct;
        if (!get(p, data, &target, 8)) break;
        p->direct = hd_store_contains(target);
        value(p, out, type->base, (const char *)target, indent, depth + 1);
        p->direct = direct;
        return;
    }
    case HD_TY_VOID:
    case HD_TY_AUTO:
    case HD_TY_TPARAM:
    case HD_TY_ERROR: hd_buf_puts(out, "<no value>"); return;
    default: {
        char bytes[32] __attribute__((aligned(16))) = {0};
        p->budget--;
        if (!get(p, data, bytes, type->size > 32 ? 32 : type->size)) break;
        scalar(p, out, type, bytes);
        return;
    }
    }
    hd_buf_puts(out, "<not readable>");
}

// ---- what others call ---------------------------------------------------------------------------

static void start(struct printer *p, const struct hd_value_options *options, const void *data) {
    static const struct hd_value_options defaults;
    if (!options) options = &defaults;
    *p = (struct printer){.options = options, .budget = MAX_BUDGET};
    p->width = options->width > 0 ? options->width : DEFAULT_WIDTH;
    p->items = options->items > 0 ? options->items : DEFAULT_ITEMS;
    if (p->items > 1000) p->items = 1000;
    p->whole = options->items > 0 ? 2 * p->items : SHOWN_WHOLE;
    if (p->items > DEFAULT_ITEMS) p->budget = 40000;
    p->direct = hd_store_contains((uint64_t)data);
}

void hd_value_print(struct hd_buf *out, const struct hd_type *type, const void *data,
                    const struct hd_value_options *options) {
    struct printer p;
    struct hd_buf text = {0}; // on its own, so that widths count from the value's first column
    start(&p, options, data);
    value(&p, &text, type, data, 0, 0);
    hd_buf_add(out, hd_buf_str(&text), text.len);
    hd_buf_finish(&text);
}

double hd_value_half(uint16_t bits, bool bfloat) {
    return (double)half_value(bits, bfloat ? 7 : 10);
}

// Appends text that may take so many columns, cut if it is longer.
static void add_cut(struct hd_buf *out, const char *s, size_t len, int columns) {
    size_t at = 0;
    int used = 0;
    bool cut = (int)hd_utf8_count(s, len) > columns;
    while (at < len) {
        uint32_t code;
        int n = hd_utf8_decode(s + at, len - at, &code), wide = hd_utf8_width(code);
        if (cut && used + wide > columns - 3) break;
        hd_buf_add(out, s + at, (size_t)n);
        at += (size_t)n;
        used += wide;
    }
    if (cut) hd_buf_puts(out, "...");
}

static void start_summary(struct printer *p, const struct hd_value_options *options,
                          const void *data) {
    start(p, options, data);
    p->one_line = true;
    p->budget = 200;
}

void hd_value_member(struct hd_buf *out, const struct hd_field *field, const void *data,
                     int columns) {
    struct printer p;
    struct hd_buf text = {0};
    struct hd_value_options options = {.items = 3};
    start_summary(&p, &options, data);
    if (field->is_bits)
        bit_field(&p, &text, field, data);
    else
        value(&p, &text, field->type, (const char *)data + field->offset, 0, 1);
    add_cut(out, hd_buf_str(&text), text.len, columns);
    hd_buf_finish(&text);
}

void hd_value_summary(struct hd_buf *out, const struct hd_type *type, const void *data,
                      int columns) {
    struct printer p;
    struct hd_buf text = {0};
    struct hd_value_options options = {.items = 3};
    start_summary(&p, &options, data);
    value(&p, &text, type, data, 0, 0);
    add_cut(out, hd_buf_str(&text), text.len, columns);
    hd_buf_finish(&text);
}
