// The expression of #if and #elif: 64-bit integers, signed or unsigned, evaluated while it is read.
//
// Tokens come expanded from pp_next, except for the operand of `defined`. An operand that does not
// count (the right side of a decided && or ||, the branch of ?: not taken) is read with `skipping`
// > 0: then a division by zero is no error. After the first error the rest of the line is ignored
// and the condition is false.
//
// Example: `#if defined X && X > 2`: with X not defined, `X > 2` is read as `0 > 2`, and the result
// is 0.
#include "front/lex/pp.h"

#include <stdlib.h>
#include <string.h>

#define MAX_DEPTH 200

struct value {
    uint64_t v;
    bool is_unsigned;
};

struct expr {
    struct pp *pp;
    struct hd_token t; // the current token
    const struct hd_token *directive;
    int skipping;
    int depth;
    bool failed;
};

static struct value conditional(struct expr *e);

static struct value int_value(int64_t v) { return (struct value){(uint64_t)v, false}; }

static struct hd_diag *fail(struct expr *e, struct hd_range range, const char *fmt, ...)
    HD_PRINTF(3, 4);
static struct hd_diag *fail(struct expr *e, struct hd_range range, const char *fmt, ...) {
    struct hd_diag *d = NULL;
    if (!e->failed) {
        va_list args;
        va_start(args, fmt);
        d = hd_error(e->pp->diags, range, "%s", hd_vprintf(e->pp->diags->arena, fmt, args));
        va_end(args);
    }
    e->failed = true;
    e->t.kind = TK_EOD;
    return d;
}

static void advance(struct expr *e) {
    if (e->failed) return;
    if (e->t.kind != TK_EOD) pp_next(e->pp, &e->t);
    if (e->t.kind == TK_EOF) e->t.kind = TK_EOD;
}

// the current token, or the directive at the end of the line
static struct hd_range here(const struct expr *e) {
    return lex_range(e->t.kind == TK_EOD ? e->directive : &e->t);
}

// ---- operands -----------------------------------------------------------------------------------

static struct value number(struct expr *e) {
    const char *s = e->t.text;
    int base = 10;
    if (s[0] == '0' && (s[1] == 'x' || s[1] == 'X'))
        base = 16, s += 2;
    else if (s[0] == '0' && (s[1] == 'b' || s[1] == 'B'))
        base = 2, s += 2;
    else if (s[0] == '0')
        base = 8;
    uint64_t v = 0;
    const char *digits = s;
    for (;; s++) {
        int d = *s >= '0' && *s <= '9'                 ? *s - '0'
                : base == 16 && *s >= 'a' && *s <= 'f' ? *s - 'a' + 10
                : base == 16 && *s >= 'A' && *s <= 'F' ? *s - 'A' + 10
                                                       : -1;
        if (d < 0 || d >= base) break;
        if (__builtin_mul_overflow(v, (uint64_t)base, &v) ||
            __builtin_add_overflow(v, (uint64_t)d, &v)) {
            fail(e, lex_range(&e->t), "`%s` is too large: `#if` computes with 64 bits", e->t.text);
            return int_value(0);
        }
    }
    int us = 0, ls = 0;
    bool ok = s > digits;
    for (; *s && ok; s++) {
        if (*s == 'u' || *s == 'U')
            us++;
        else if (*s == 'l' || *s == 'L')
            ls++;
        else
            ok = false;
    }
    if (!ok || us > 1 || ls > 2) {
        bool floating = strpbrk(e->t.text, base == 16 ? ".pP" : ".eE") != NULL;
        fail(e, lex_range(&e->t),
             floating ? "`%s` is a floating-point number: `#if` computes with integers"
                      : "`%s` is not an integer",
             e->t.text);
        return int_value(0);
    }
    return (struct value){v, us || v >> 63};
}

static int hex_digit(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

// One character or escape at *p; `wide` literals hold code points, others bytes.
static uint32_t character(const char **p, const char *end, bool wide) {
    const char *s = *p;
    uint32_t c;
    if (*s != '\\' || s + 1 >= end) {
        int n = wide ? hd_utf8_decode(s, (size_t)(end - s), &c) : 1;
        if (!wide) c = (unsigned char)*s;
        *p = s + n;
        return c;
    }
    static const char names[] = "abfnrtve", values[] = "\a\b\f\n\r\t\v\033";
    const char *known = strchr(names, s[1]);
    if (known) {
        *p = s + 2;
        return (unsigned char)values[known - names];
    }
    if (s[1] >= '0' && s[1] <= '7') {
        c = 0;
        for (s++; s < end && s < *p + 4 && *s >= '0' && *s <= '7'; s++)
            c = c * 8 + (uint32_t)(*s - '0');
    } else if (s[1] == 'x' || s[1] == 'u' || s[1] == 'U') {
        c = 0;
        for (s += 2; s < end && hex_digit(*s) >= 0; s++) c = c << 4 | (uint32_t)hex_digit(*s);
    } else {
        c = (unsigned char)s[1];
        s += 2;
    }
    *p = s;
    return c;
}

static struct value character_constant(struct expr *e) {
    const char *p = e->t.text, *end = p + e->t.text_len;
    bool wide = e->t.prefix && e->t.prefix != '8';
    uint32_t v = 0;
    int n = 0;
    if (p == end) {
        fail(e, lex_range(&e->t), "empty character constant");
        return int_value(0);
    }
    for (; p < end; n++) {
        uint32_t c = character(&p, end, wide);
        v = wide ? c : v << 8 | (c & 0xFF);
    }
    if (wide) return int_value(e->t.prefix == 'L' ? (int32_t)v : (int64_t)v);
    return int_value(n == 1 ? (int64_t)(signed char)v : (int64_t)(int32_t)v);
}

// `defined X` or `defined(X)`; `defined` is the current token.
static struct value defined(struct expr *e) {
    struct pp *pp = e->pp;
    struct hd_token name, close = {0};
    struct hd_range range = lex_range(&e->t);
    pp_pull(pp, &name);
    bool paren = name.kind == TK_LPAREN;
    if (paren) pp_pull(pp, &name);
    if (!lex_is_name(&name)) {
        fail(e, range, "`defined` needs a macro's name");
        return int_value(0);
    }
    if (paren) pp_pull(pp, &close);
    if (paren && close.kind != TK_RPAREN) {
        fail(e, lex_range(&name), "`defined(%s` needs a closing `)`", name.text);
        return int_value(0);
    }
    struct hd_macro *m = pp_find(pp, name.text, name.macro ? 0 : name.spelled);
    pp_use(pp, name.text, m, true);
    advance(e);
    return int_value(m != NULL);
}

static struct value name(struct expr *e) {
    struct hd_token t = e->t;
    if (t.text == e->pp->s_defined) return defined(e);
    advance(e);
    if (t.kind == TK_TRUE) return int_value(1);
    if (t.kind == TK_FALSE) return int_value(0);
    if (!(t.flags & TF_NO_EXPAND) && !pp_find(e->pp, t.text, 0)) pp_use(e->pp, t.text, NULL, true);
    if (e->t.kind == TK_LPAREN && !e->skipping) {
        fail(e, lex_range(&t), "`%s` is not a macro, and `#if` cannot call functions", t.text);
    } else if (e->t.kind ==
               TK_LPAREN) { // an operand that does not count: its parentheses are skipped
        int depth = 0;
        do {
            depth += e->t.kind == TK_LPAREN ? 1 : e->t.kind == TK_RPAREN ? -1 : 0;
            advance(e);
        } while (depth && e->t.kind != TK_EOD);
    }
    return int_value(0);
}

static struct value unary(struct expr *e) {
    struct value v = {0};
    int op = e->t.kind;
    if (++e->depth > MAX_DEPTH) {
        fail(e, lex_range(e->directive), "this condition is nested too deeply");
    } else if (op == TK_NUMBER) {
        v = number(e);
        advance(e);
    } else if (op == TK_CHARACTER) {
        v = character_constant(e);
        advance(e);
    } else if (op == TK_LPAREN) {
        struct hd_range open = lex_range(&e->t);
        advance(e);
        v = conditional(e);
        if (e->t.kind == TK_COMMA) fail(e, here(e), "a comma cannot stand in `#if`");
        if (e->t.kind != TK_RPAREN) fail(e, open, "this `(` has no closing `)`");
        advance(e);
    } else if (op == TK_MINUS || op == TK_PLUS || op == TK_TILDE || op == TK_NOT) {
        advance(e);
        v = unary(e);
        if (op == TK_MINUS) v.v = -v.v;
        if (op == TK_TILDE) v.v = ~v.v;
        if (op == TK_NOT) v = int_value(!v.v);
    } else if (lex_is_name(&e->t)) {
        v = name(e);
    } else if (op == TK_EOD) {
        fail(e, lex_range(e->directive), "the condition of `#%s` is not complete",
             e->directive->text);
    } else {
        struct hd_buf text = {0};
        lex_spell(&text, &e->t);
        fail(e, here(e), "`%s` cannot stand here in `#%s`", hd_buf_str(&text), e->directive->text);
        hd_buf_finish(&text);
    }
    e->depth--;
    return v;
}

// ---- operators ----------------------------------------------------------------------------------

static int precedence(int op) {
    switch (op) {
    case TK_STAR:
    case TK_SLASH:
    case TK_PERCENT: return 10;
    case TK_PLUS:
    case TK_MINUS: return 9;
    case TK_SHL:
    case TK_SHR: return 8;
    case TK_LT:
    case TK_GT:
    case TK_LE:
    case TK_GE: return 7;
    case TK_EQ:
    case TK_NE: return 6;
    case TK_AMP: return 5;
    case TK_CARET: return 4;
    case TK_PIPE: return 3;
    case TK_AND_AND: return 2;
    case TK_OR_OR: return 1;
    default: return 0;
    }
}

static struct value shift(int op, struct value a, struct value b) {
    bool left = op == TK_SHL;
    uint64_t n = b.v;
    if (!b.is_unsigned && (int64_t)b.v < 0) n = -b.v, left = !left;
    if (left)
        a.v = n >= 64 ? 0 : a.v << n;
    else if (a.is_unsigned)
        a.v = n >= 64 ? 0 : a.v >> n;
    else
        a.v = (uint64_t)((int64_t)a.v >> (n >= 64 ? 63 : n));
    return a;
}

static struct value divide(struct expr *e, int op, struct value a, struct value b, bool is_unsigned,
                           struct hd_range range) {
    struct value r = {0, is_unsigned};
    if (!b.v) {
        if (!e->skipping) fail(e, range, "division by zero in `#%s`", e->directive->text);
    } else if (is_unsigned) {
        r.v = op == TK_SLASH ? a.v / b.v : a.v % b.v;
    } else if ((int64_t)b.v == -1) {
        r.v = op == TK_SLASH ? -a.v : 0;
    } else {
        r.v =
            (uint64_t)(op == TK_SLASH ? (int64_t)a.v / (int64_t)b.v : (int64_t)a.v % (int64_t)b.v);
    }
    return r;
}

static struct value apply(struct expr *e, int op, struct value a, struct value b,
                          struct hd_range range) {
    bool u = a.is_unsigned || b.is_unsigned;
    bool less = u ? a.v < b.v : (int64_t)a.v < (int64_t)b.v;
    switch (op) {
    case TK_STAR: return (struct value){a.v * b.v, u};
    case TK_SLASH:
    case TK_PERCENT: return divide(e, op, a, b, u, range);
    case TK_PLUS: return (struct value){a.v + b.v, u};
    case TK_MINUS: return (struct value){a.v - b.v, u};
    case TK_SHL:
    case TK_SHR: return shift(op, a, b);
    case TK_LT: return int_value(less);
    case TK_GE: return int_value(!less);
    case TK_GT: return int_value(!less && a.v != b.v);
    case TK_LE: return int_value(less || a.v == b.v);
    case TK_EQ: return int_value(a.v == b.v);
    case TK_NE: return int_value(a.v != b.v);
    case TK_AMP: return (struct value){a.v & b.v, u};
    case TK_CARET: return (struct value){a.v ^ b.v, u};
    case TK_PIPE: return (struct value){a.v | b.v, u};
    case TK_AND_AND: return int_value(a.v && b.v);
    default: return int_value(a.v || b.v);
    }
}

static struct value binary(struct expr *e, int least) {
    struct value a = unary(e);
    for (;;) {
        int op = e->t.kind, level = precedence(op);
        struct hd_range range = lex_range(&e->t);
        if (!level || level < least || e->failed) return a;
        bool decided = (op == TK_AND_AND && !a.v) || (op == TK_OR_OR && a.v);
        e->skipping += decided;
        advance(e);
        struct value b = binary(e, level + 1);
        e->skipping -= decided;
        a = apply(e, op, a, b, range);
    }
}

static struct value conditional(struct expr *e) {
    struct value test = binary(e, 1);
    if (e->t.kind != TK_QUESTION || e->failed) return test;
    if (++e->depth > MAX_DEPTH) {
        fail(e, lex_range(e->directive), "this condition is nested too deeply");
        return test;
    }
    advance(e);
    e->skipping += !test.v;
    struct value a = conditional(e);
    e->skipping -= !test.v;
    if (e->t.kind != TK_COLON) fail(e, here(e), "`?` in `#%s` needs a `:`", e->directive->text);
    advance(e);
    e->skipping += test.v != 0;
    struct value b = conditional(e);
    e->skipping -= test.v != 0;
    e->depth--;
    return (struct value){test.v ? a.v : b.v, a.is_unsigned || b.is_unsigned};
}

bool pp_condition(struct pp *pp, const struct hd_token *directive) {
    struct expr e = {.pp = pp, .directive = directive};
    bool in_if = pp->in_if, in_directive = pp->in_directive;
    int base = pp->ctx.n;
    pp->in_if = pp->in_directive = true;
    advance(&e);
    struct value v = conditional(&e);
    if (e.t.kind == TK_ASSIGN) {
        struct hd_diag *d = fail(&e, here(&e), "`=` cannot stand in `#%s`", directive->text);
        if (d) hd_help(pp->diags, d, "did you mean `==`?");
    } else if (e.t.kind != TK_EOD) {
        struct hd_buf text = {0};
        lex_spell(&text, &e.t);
        fail(&e, here(&e), "an operator is missing before `%s`", hd_buf_str(&text));
        hd_buf_finish(&text);
    }
    while (pp->ctx.n > base) pp_pop_context(pp);
    pp->pending = 0;
    pp->in_if = in_if;
    pp->in_directive = in_directive;
    return !e.failed && v.v != 0;
}
