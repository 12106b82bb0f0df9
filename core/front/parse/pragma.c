// What `#pragma` says to the parser: pack, STDC FP_CONTRACT, unroll.
//
// Pragmas are tokens that the grammar passes over; each has its effect when the token behind it
// becomes the current one. `#pragma unroll` waits for its loop.
#include "front/parse/parse.h"

#include <string.h>

static const char *pragma_text(const struct hd_token *t, size_t *len) {
    const char *s = t->text ? t->text : "", *end = s + (t->text ? t->text_len : 0);
    while (s < end && (*s == ' ' || *s == '\t')) s++;
    while (end > s && (end[-1] == ' ' || end[-1] == '\t' || end[-1] == '\r' || end[-1] == '\n'))
        end--;
    *len = (size_t)(end - s);
    return s;
}

static bool skip_word(const char **s, size_t *len, const char *word) {
    size_t n = strlen(word);
    if (*len < n || memcmp(*s, word, n) != 0) return false;
    if (*len > n && ((*s)[n] == '_' || ((*s)[n] >= '0' && (*s)[n] <= '9') ||
                     ((*s)[n] >= 'a' && (*s)[n] <= 'z')))
        return false;
    *s += n, *len -= n;
    while (*len > 0 && (**s == ' ' || **s == '\t' || **s == '(' || **s == ',')) ++*s, --*len;
    return true;
}

// #pragma pack(n), pack(push), pack(push, n), pack(pop), pack(); an identifier after push is
// ignored.
static void pragma_pack(struct parser *p, const char *s, size_t len) {
    struct parse_state *st = p->state;
    bool push = skip_word(&s, &len, "push");
    bool pop = !push && skip_word(&s, &len, "pop");
    if (push && st->npack == MAX_PACK)
        parse_fail(p, parse_here(p), "more than %d `#pragma pack(push)` are open", MAX_PACK);
    else if (push)
        st->pack_stack[st->npack++] = p->pack;
    if (pop && st->npack > 0) p->pack = st->pack_stack[--st->npack];
    int value = 0;
    bool digits = false;
    for (size_t i = 0; i < len && value < 1000; i++)
        if (s[i] >= '0' && s[i] <= '9') value = value * 10 + (s[i] - '0'), digits = true;
    if (digits)
        p->pack =
            value == 1 || value == 2 || value == 4 || value == 8 || value == 16 ? value : p->pack;
    else if (!push && !pop)
        p->pack = 0;
}

// What it says inside of a function holds for the whole of it, and outside for what follows; nvcc
// passes it over.
static void pragma_contract(struct parser *p, bool off) {
    struct parse_state *st = p->state;
    if (st->contract_at != p->at) {
        st->contract_at = p->at;
        st->no_contract_before = p->no_contract;
    }
    p->no_contract = off;
}

void parse_pragma_effect(struct parser *p, int i) {
    size_t len;
    const char *s = pragma_text(&p->toks[i], &len);
    if (skip_word(&s, &len, "pack"))
        pragma_pack(p, s, len);
    else if (skip_word(&s, &len, "STDC") && skip_word(&s, &len, "FP_CONTRACT"))
        pragma_contract(p, len == 3 && !memcmp(s, "OFF", 3));
    else if (skip_word(&s, &len, "unroll") || skip_word(&s, &len, "nounroll"))
        p->state->unroll_at = i;
    else if (skip_word(&s, &len, "GCC") && skip_word(&s, &len, "unroll"))
        p->state->unroll_at = i;
}

// The factor is text in one token: a number, or an expression, which is lexed and parsed here and
// now.
static struct hd_ast *pragma_expr(struct parser *p, const struct hd_token *pragma, const char *text,
                                  size_t len) {
    struct hd_source *source = HD_NEW(p->arena, struct hd_source);
    source->name = "#pragma";
    source->text = hd_strndup(p->arena, text, len);
    source->len = len;
    source->base = pragma->loc;
    source->lang = p->lang;
    struct lexer lx;
    lex_init(&lx, source, 0, len, p->arena, NULL);
    HD_VEC(struct hd_token) toks = {0};
    for (struct hd_token t; (t = lex_next(&lx)).kind != TK_EOF && toks.n < 1000;) {
        t.loc = t.spelled = pragma->loc;
        t.len = pragma->len;
        HD_PUSH(p->arena, &toks, t);
    }
    struct hd_token end = {.kind = TK_EOF, .loc = pragma->loc, .spelled = pragma->loc};
    HD_PUSH(p->arena, &toks, end);
    struct parser saved = *p;
    struct parse_state saved_state = *p->state;
    p->toks = toks.v;
    p->n = toks.n - 1;
    p->at = 0;
    p->state->pragmas_done = 0;
    p->state->last = -1; // of those tokens
    parse_settle(p);
    struct hd_ast *expr = parse_conditional(p);
    if (!parse_is(p, TK_EOF))
        parse_report(p, parse_tok_range(pragma), "`#pragma unroll` takes one constant expression");
    int errors = p->errors;
    bool panic = p->state->panic;
    *p = saved;
    *p->state = saved_state;
    p->errors = errors;
    return panic ? NULL : expr;
}

void parse_take_unroll(struct parser *p, struct hd_ast *loop, int pragma) {
    if (pragma < 0) return;
    size_t len;
    const struct hd_token *t = &p->toks[pragma];
    const char *s = pragma_text(t, &len);
    skip_word(&s, &len, "GCC");
    if (skip_word(&s, &len, "nounroll")) {
        loop->unroll = 1;
        return;
    }
    skip_word(&s, &len, "unroll");
    while (len > 0 && (s[len - 1] == ')' || s[len - 1] == ' ') && !memchr(s, '(', len)) len--;
    int value = 0;
    size_t i = 0;
    while (i < len && s[i] >= '0' && s[i] <= '9' && value < 100000)
        value = value * 10 + (s[i++] - '0');
    if (len == 0)
        loop->unroll = -1;
    else if (i == len)
        loop->unroll = value < 1 ? 1 : value;
    else
        loop->unroll_expr = pragma_expr(p, t, s, len);
}
