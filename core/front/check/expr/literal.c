// Literals: numbers, characters and strings as the preprocessor left them, to constants with a
// type.
//
// Numbers follow C11 6.4.4 with gnu11's additions (binary, imaginary, __int128-free: what does not
// fit 64 bits is an error). Characters and strings are decoded from UTF-8; their escapes are taken
// here, so a `\x` escape is a code unit and a `\u` escape a code point. A character is an int in C
// and a char in CU; strings are char [] and const char [].
//
// Example: `0xFFu` is 255 of type unsigned int; `"a" L"b"` is L"ab"; `1e3f` is 1000 of type float.
#include "front/check/expr/expr.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct hd_range tok_range(const struct hd_token *tok) {
    return (struct hd_range){tok->loc, tok->loc + tok->len};
}

// ---- integers -----------------------------------------------------------------------------------

struct int_suffix {
    int u, l, imaginary;
    bool bad;
};

static struct int_suffix int_suffix(const char *s) {
    struct int_suffix out = {0};
    for (; *s; s++) {
        switch (*s | 32) {
        case 'u': out.u++; break;
        case 'l': out.l++; break;
        case 'z': out.l++; break;
        case 'i':
        case 'j': out.imaginary++; break;
        default: out.bad = true;
        }
    }
    if (out.u > 1 || out.l > 2 || out.imaginary > 1) out.bad = true;
    return out;
}

// The first type of C11 6.4.4.1's list that holds the value.
static struct hd_type *int_type(struct check *c, uint64_t value, bool decimal,
                                struct int_suffix sfx, struct hd_range range) {
    bool may_signed = !sfx.u, may_unsigned = sfx.u || !decimal;
    if (sfx.l == 0 && may_signed && value <= INT32_MAX) return hd_ty.int_;
    if (sfx.l == 0 && may_unsigned && value <= UINT32_MAX) return hd_ty.uint_;
    if (may_signed && value <= INT64_MAX) return sfx.l == 2 ? hd_ty.llong : hd_ty.long_;
    if (!may_unsigned) {
        struct hd_diag *d =
            warn(c, range, "integer-constant", "this constant is so large that it is unsigned");
        help_on(c, d, "write it with the suffix `u`");
    }
    return sfx.l == 2 ? hd_ty.ullong : hd_ty.ulong_;
}

static int digit_of(char ch) {
    if (ch >= '0' && ch <= '9') return ch - '0';
    if ((ch | 32) >= 'a' && (ch | 32) <= 'f') return (ch | 32) - 'a' + 10;
    return 99;
}

static struct hd_expr *complex_const(struct check *c, struct hd_type *base, long double im,
                                     struct hd_range range) {
    struct hd_expr *e = expr_new(c, EX_CONST, hd_type_complex(base), range);
    e->value = HD_NEW(c->arena, struct hd_const);
    e->value->kind = CONST_COMPLEX;
    e->value->im = im;
    return e;
}

static struct hd_expr *integer(struct check *c, const char *text, struct hd_range range) {
    int base = 10;
    const char *s = text;
    if (s[0] == '0' && (s[1] | 32) == 'x')
        base = 16, s += 2;
    else if (s[0] == '0' && (s[1] | 32) == 'b')
        base = 2, s += 2;
    else if (s[0] == '0')
        base = 8;
    hd_uint128 value = 0;
    bool overflow = false;
    const char *digits = s;
    for (; digit_of(*s) < (base == 8 ? 10 : base); s++) {
        if (digit_of(*s) >= base) {
            struct hd_diag *d = hd_error(c->diags, range, "`%c` is not an octal digit", *s);
            hd_help(c->diags, d, "a number that begins with 0 is octal: leave out the 0");
            return expr_error(c, range);
        }
        value = value * (unsigned)base + (unsigned)digit_of(*s);
        if (value >> 64) {
            overflow = true;
            value &= UINT64_MAX;
        }
    }
    struct int_suffix sfx = int_suffix(s);
    if (s == digits || sfx.bad) {
        hd_error(c->diags, range, "`%s` is not a number: `%s` is no suffix of integers", text,
                 *s ? s : text);
        return expr_error(c, range);
    }
    if (overflow) {
        hd_error(c->diags, range, "`%s` does not fit any integer type (64 bits)", text);
        return expr_error(c, range);
    }
    if (sfx.imaginary) return complex_const(c, hd_ty.double_, (long double)(uint64_t)value, range);
    return expr_int(c, int_type(c, (uint64_t)value, base == 10, sfx, range), (hd_int128)value,
                    range);
}

// ---- floating numbers ---------------------------------------------------------------------------

static locale_t c_locale(void) {
    static locale_t
        locale; // user code may change the process's locale: the decimal point must not follow
    if (!locale) locale = newlocale(LC_ALL_MASK, "C", NULL);
    return locale;
}

// The type that a suffix means, or NULL.
static struct hd_type *float_suffix(const char *s, bool *imaginary) {
    char buf[8] = {0};
    int n = 0;
    for (; *s; s++) {
        char ch = (char)(*s >= 'A' && *s <= 'Z' ? *s | 32 : *s);
        if ((ch == 'i' || ch == 'j') && !*imaginary)
            *imaginary = true;
        else if (n < 6)
            buf[n++] = ch;
        else
            return NULL;
    }
    if (!n || !strcmp(buf, "f64") || !strcmp(buf, "d") || !strcmp(buf, "f32x"))
        return hd_ty.double_;
    if (!strcmp(buf, "f") || !strcmp(buf, "f32")) return hd_ty.float_;
    if (!strcmp(buf, "l") || !strcmp(buf, "f64x") || !strcmp(buf, "w") || !strcmp(buf, "q") ||
        !strcmp(buf, "f128"))
        return hd_ty.ldouble;
    if (!strcmp(buf, "f16")) return hd_ty.half;
    if (!strcmp(buf, "bf16")) return hd_ty.bf16;
    return NULL;
}

static struct hd_expr *floating(struct check *c, const char *text, struct hd_range range) {
    char *end;
    long double value = strtold_l(text, &end, c_locale());
    bool imaginary = false;
    struct hd_type *type = end == text ? NULL : float_suffix(end, &imaginary);
    if (!type) {
        hd_error(c->diags, range, "`%s` is not a number: `%s` is no suffix of floating constants",
                 text, end);
        return expr_error(c, range);
    }
    if (type == hd_ty.double_) value = strtod_l(text, NULL, c_locale());
    if (type->kind <= HD_TY_FLOAT) value = strtof_l(text, NULL, c_locale());
    if (value > 1 && value == value * 2)
        warn(c, range, "overflow", "`%s` is too large for `%s`: it becomes infinity", text,
             ty(c, type));
    if (imaginary) return complex_const(c, type, value, range);
    struct hd_expr *e = expr_new(c, EX_CONST, type, range);
    e->value = HD_NEW(c->arena, struct hd_const);
    e->value->kind = CONST_FLOAT;
    e->value->f = value;
    return e;
}

struct hd_expr *check_number(struct check *c, const struct hd_token *tok) {
    const char *text = tok->text;
    struct hd_range range = tok_range(tok);
    if (strchr(text, '\'')) {
        char *plain = hd_strdup(c->arena, text), *to = plain;
        for (const char *s = text; *s; s++)
            if (*s != '\'') *to++ = *s;
        *to = 0;
        text = plain;
    }
    bool hex = text[0] == '0' && (text[1] | 32) == 'x';
    bool is_float = strchr(text, '.') || (hex ? strpbrk(text, "pP") : strpbrk(text, "eE")) != NULL;
    if (!is_float && !hex && (strchr(text, 'f') || strchr(text, 'F')) && !strchr(text, 'x')) {
        struct hd_diag *d =
            hd_error(c->diags, range, "`%s` is not a number: integers have no suffix `f`", text);
        hd_help(c->diags, d, "write a decimal point before the `f`: `1.0f`");
        return expr_error(c, range);
    }
    return is_float ? floating(c, text, range) : integer(c, text, range);
}

// ---- escapes ------------------------------------------------------------------------------------

struct reader {
    struct check *c;
    const char *s, *end;
    struct hd_range range;
    int prefix;
    bool unit; // the value read last is a code unit (from \x or octal), not a code point
};

static uint32_t read_hex(struct reader *r, int max, const char *what) {
    uint64_t value = 0;
    int n = 0;
    for (; r->s < r->end && n < max && digit_of(*r->s) < 16; n++) {
        value = value * 16 + (unsigned)digit_of(*r->s++);
        if (value > UINT32_MAX) value = UINT32_MAX;
    }
    if (n == 0 || (max <= 8 && n < max))
        hd_error(r->c->diags, r->range, "`\\%s` needs %s hexadecimal digits", what,
                 max == 4   ? "4"
                 : max == 8 ? "8"
                            : "some");
    return (uint32_t)value;
}

static uint32_t read_escape(struct reader *r) {
    char ch = *r->s++;
    switch (ch) {
    case 'a': return '\a';
    case 'b': return '\b';
    case 'f': return '\f';
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    case 'v': return '\v';
    case 'e':
    case 'E': return 27;
    case 'x': r->unit = true; return read_hex(r, 1 << 20, "x");
    case 'u':
    case 'U': {
        uint32_t point = read_hex(r, ch == 'u' ? 4 : 8, ch == 'u' ? "u" : "U");
        if (point <= 0x10FFFF && !(point >= 0xD800 && point < 0xE000)) return point;
        hd_error(r->c->diags, r->range, "`\\%c%x` is not a character", ch, point);
        return '?';
    }
    default: break;
    }
    if (ch >= '0' && ch <= '7') {
        uint32_t value = (uint32_t)(ch - '0');
        for (int n = 1; n < 3 && r->s < r->end && *r->s >= '0' && *r->s <= '7'; n++)
            value = value * 8 + (uint32_t)(*r->s++ - '0');
        r->unit = true;
        return value;
    }
    if (!strchr("'\"?\\%", ch) || !ch)
        warn(r->c, r->range, "escape", "unknown escape `\\%c`", ch >= ' ' && ch < 127 ? ch : '?');
    return (unsigned char)ch;
}

static void skip_splices(struct reader *r) {
    for (;;) {
        if (r->end - r->s >= 2 && r->s[0] == '\\' && r->s[1] == '\n')
            r->s += 2;
        else if (r->end - r->s >= 3 && r->s[0] == '\\' && r->s[1] == '\r' && r->s[2] == '\n')
            r->s += 3;
        else
            return;
    }
}

// The next code point or unit; false at the end. Narrow literals are read byte by byte.
static bool read_char(struct reader *r, uint32_t *value) {
    skip_splices(r);
    if (r->s >= r->end) return false;
    r->unit = false;
    if (*r->s == '\\' && r->s + 1 < r->end) {
        r->s++;
        *value = read_escape(r);
    } else if (r->prefix == 0 || r->prefix == '8') {
        r->unit = true;
        *value = (unsigned char)*r->s++;
    } else {
        r->s += hd_utf8_decode(r->s, (size_t)(r->end - r->s), value);
    }
    return true;
}

static int unit_size(int prefix) {
    return prefix == 'L' || prefix == 'U' ? 4 : prefix == 'u' ? 2 : 1;
}

// u8"..." has a type of its own since C++20.
static struct hd_type *utf8_type(const struct check *c) {
    static const char *asked;
    if (!asked) asked = hd_intern_str("__cpp_char8_t");
    return hd_macro_find(c->front, asked) ? hd_ty.char8 : hd_ty.char_;
}

static struct hd_type *unit_type(const struct check *c, int prefix) {
    if (prefix == '8') return utf8_type(c);
    if (c->lang == HD_LANG_CU)
        return prefix == 'L'   ? hd_ty.wchar
               : prefix == 'U' ? hd_ty.char32
               : prefix == 'u' ? hd_ty.char16
                               : hd_ty.char_;
    return prefix == 'L'   ? hd_ty.int_
           : prefix == 'U' ? hd_ty.uint_
           : prefix == 'u' ? hd_ty.ushort_
                           : hd_ty.char_;
}

static void check_unit(struct reader *r, uint32_t value) {
    uint64_t max = unit_size(r->prefix) == 4   ? UINT32_MAX
                   : unit_size(r->prefix) == 2 ? UINT16_MAX
                                               : UINT8_MAX;
    if (r->unit && value > max)
        hd_error(r->c->diags, r->range,
                 "an escape gives %u, which does not fit a character of %d bits", value,
                 unit_size(r->prefix) * 8);
}

// ---- characters ---------------------------------------------------------------------------------

static struct hd_expr *narrow_character(struct check *c, struct reader *r) {
    uint32_t value, all = 0;
    int n = 0;
    while (read_char(r, &value)) {
        char utf8[4];
        check_unit(r, value);
        if (r->unit || value < 0x80) {
            all = all << 8 | (value & 0xFF);
            n++;
        } else {
            int len = hd_utf8_encode(utf8, value);
            for (int i = 0; i < len; i++) all = all << 8 | (unsigned char)utf8[i];
            n += len;
        }
    }
    if (n == 0) {
        hd_error(c->diags, r->range, "a character literal needs a character between its quotes");
        return expr_error(c, r->range);
    }
    if (n == 1 && c->lang == HD_LANG_CU)
        return convert(c, expr_int(c, hd_ty.char_, (signed char)all, r->range),
                       r->prefix == '8' ? utf8_type(c) : hd_ty.char_);
    if (n == 1) return expr_int(c, hd_ty.int_, (signed char)all, r->range);
    struct hd_diag *d = warn(c, r->range, "multichar",
                             n > 4 ? "too many characters in a character literal"
                                   : "several characters in a character literal");
    help_on(c, d, "a text goes between double quotes");
    return expr_int(c, hd_ty.int_, (int32_t)all, r->range);
}

struct hd_expr *check_character(struct check *c, const struct hd_token *tok) {
    struct reader r = {c, tok->text, tok->text + tok->text_len, tok_range(tok), tok->prefix, false};
    if (r.prefix == 0 || r.prefix == '8') return narrow_character(c, &r);
    uint32_t value = 0, more;
    if (!read_char(&r, &value)) {
        hd_error(c->diags, r.range, "a character literal needs a character between its quotes");
        return expr_error(c, r.range);
    }
    check_unit(&r, value);
    if (read_char(&r, &more))
        hd_error(c->diags, r.range, "a wide character literal holds one character");
    else if (!r.unit && r.prefix == 'u' && value > UINT16_MAX)
        hd_error(c->diags, r.range, "this character does not fit 16 bits");
    struct hd_type *type = unit_type(c, r.prefix);
    return expr_int(c, type, r.prefix == 'L' ? (hd_int128)(int32_t)value : (hd_int128)value,
                    r.range);
}

// ---- strings ------------------------------------------------------------------------------------

static size_t put_unit(char *data, size_t at, int size, uint32_t value) {
    memcpy(data + at * (size_t)size, &value, (size_t)size); // little-endian
    return at + 1;
}

static size_t put_char(struct reader *r, char *data, size_t at, uint32_t value) {
    int size = unit_size(r->prefix);
    check_unit(r, value);
    if (r->unit || size == 4) return put_unit(data, at, size, value);
    if (size == 2) {
        if (value <= UINT16_MAX) return put_unit(data, at, 2, value);
        at = put_unit(data, at, 2, 0xD800 + ((value - 0x10000) >> 10));
        return put_unit(data, at, 2, 0xDC00 + ((value - 0x10000) & 0x3FF));
    }
    char utf8[4];
    int n = hd_utf8_encode(utf8, value);
    memcpy(data + at, utf8, (size_t)n);
    return at + (size_t)n;
}

struct hd_string *check_string(struct check *c, const struct hd_ast *ast) {
    const struct hd_token *toks = ast->tok;
    int ntoks = ast->ntoks > 0 ? ast->ntoks : 1, prefix = 0;
    size_t max = 1;
    for (int i = 0; i < ntoks; i++) {
        max += toks[i].text_len;
        if (!toks[i].prefix || toks[i].prefix == prefix) continue;
        if (prefix && prefix != '8' && toks[i].prefix != '8')
            hd_error(c->diags, tok_range(&toks[i]),
                     "strings of different kinds stand side by side (L, u, U)");
        if (!prefix || prefix == '8') prefix = toks[i].prefix;
    }
    int size = unit_size(prefix);
    char *data = hd_alloc(c->arena, max * (size_t)size);
    size_t len = 0;
    for (int i = 0; i < ntoks; i++) {
        struct reader r = {
            c, toks[i].text, toks[i].text + toks[i].text_len, tok_range(&toks[i]), prefix, false};
        uint32_t value;
        while (read_char(&r, &value)) len = put_char(&r, data, len, value);
    }
    struct hd_string *string = HD_NEW(c->arena, struct hd_string);
    struct hd_type *unit = unit_type(c, prefix);
    if (c->lang == HD_LANG_CU) unit = hd_type_qual(unit, Q_CONST);
    string->data = data;
    string->len = len;
    string->type = hd_type_array(c->arena, unit, (int64_t)len + 1);
    return string;
}
