// Scalars as text: numbers, characters and strings, pointers and what they lead to, enumerations,
// bit-fields.
//
// A floating number has as many digits as tell it from its neighbours of the same type: 0.1f is
// 0.1. A `char *` is the text that it points to, another pointer is its type and address with the
// variable or value that is there, or a function's name. Memory that a pointer leads to may not be
// there: it is read through hd_guard_read.
#include "run/display/printer.h"
#include "run/run.h"

#include <dlfcn.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

double hd_value_half(uint16_t bits, bool bfloat) {
    return (double)half_value(bits, bfloat ? 7 : 10);
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

void value_string(struct hd_buf *out, const char *s, size_t len) {
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
bool value_is_wide(const struct hd_type *t) { return t->size > 1 && hd_type_of_units(t) != t; }

// Characters of two or four bytes: what is no visible character is shown as its number.
void value_wide(struct hd_buf *out, const struct hd_type *type, const char *s, size_t n,
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
            value_string(out, text, (size_t)(end - text));
            return true;
        }
        n += chunk;
    }
    if (n == 0) return false;
    value_string(out, text, n);
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
const char *value_function(uint64_t address) {
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
    const char *name = base->kind == HD_TY_FUNC ? value_function(address) : NULL;
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
void value_scalar(struct printer *p, struct hd_buf *out, const struct hd_type *type,
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
        if (value_is_wide(type))
            value_wide(out, type, bytes, 1, '\'');
        else if (hd_type_is_integer(type))
            print_int(out, int_at(bytes, type->size, hd_type_is_signed(type)),
                      hd_type_is_signed(type));
        else
            hd_buf_puts(out, "<no value>");
        break;
    }
}

void value_bits(struct printer *p, struct hd_buf *out, const struct hd_field *f, const char *data) {
    char bytes[16] = {0};
    uint64_t size = f->type->size > 16 ? 16 : f->type->size;
    if (!value_get(p, data + f->offset, bytes, size)) {
        // The storage unit may reach over the end of a packed struct: its bytes that hold the field
        // will do.
        size = (uint64_t)(f->bit_offset + f->bit_width + 7) / 8;
        if (size > 16 || !value_get(p, data + f->offset, bytes, size)) {
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
    value_scalar(p, out, f->type, (const char *)&v);
}
