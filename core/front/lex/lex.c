// Text to tokens. Comments and splices (a backslash at the end of a line) vanish here; directives
// do not matter here, except that `#include` makes the next token a header's name.
//
// Invariants: a token never reaches past lx->end; every call advances or returns TK_EOF (TK_EOD);
// identifiers come with their keyword's kind. What is wrong with the text becomes a TK_OTHER token
// whose `text` says what it was (an opening quote, "/*", a stray byte ...), and lex_report explains
// it: the preprocessor does so when the token is used, so that text skipped by #if may hold
// anything.
//
// A splice inside a token is rare. The token is then lexed again from a copy of the text without
// splices, and the position mapped back (see relex).
//
// Example: `k<<<1, n>>>(x); // go` in a cell gives IDENT LAUNCH_OPEN NUMBER COMMA IDENT
// LAUNCH_CLOSE LPAREN ...
#include "front/lex/pp.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { C_START = 1, C_CONT = 2, C_DIGIT = 4, C_SPACE = 8, C_HIGH = 16 };

static uint8_t class_of[256];
static struct hd_map keywords[2]; // by enum hd_lang: interned name -> kind
static const char *punct_text[TK_COUNT];
static const char *s_include, *s_include_next, *s_import;
static pthread_once_t tables_once = PTHREAD_ONCE_INIT;

static const struct hd_keyword all_keywords[] = {
#define HD_KEYWORD(name, text, langs, help) {text, TK_##name, langs, help},
#define HD_KEYWORD_ALIAS(name, text, langs) {text, TK_##name, langs, NULL},
#include "front/lex/keywords.def"
#undef HD_KEYWORD
#undef HD_KEYWORD_ALIAS
};

const char *hd_punctuator(int kind) { return punct_text[kind]; }

const struct hd_keyword *hd_keywords(int *n) {
    *n = HD_COUNT(all_keywords);
    return all_keywords;
}

static void make_tables(void) {
    for (int c = 0; c < 256; c++) {
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
        if (letter) class_of[c] = C_START | C_CONT;
        if (c >= '0' && c <= '9') class_of[c] = C_DIGIT | C_CONT;
        if (c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f') class_of[c] = C_SPACE;
        if (c >= 0x80) class_of[c] = C_HIGH;
    }
#define HD_TOKEN(name, text)                                           \
    {                                                                  \
        const char *spelling = (text);                                 \
        if (spelling) punct_text[TK_##name] = hd_intern_str(spelling); \
    }
#include "front/lex/tokens.def"
    for (int i = 0; i < HD_COUNT(all_keywords); i++) {
        const struct hd_keyword *k = &all_keywords[i];
        const char *name = hd_intern_str(k->name);
        if (k->langs & 1) hd_map_set(&keywords[HD_LANG_C], name, (void *)(intptr_t)k->kind);
        if (k->langs & 2) hd_map_set(&keywords[HD_LANG_CU], name, (void *)(intptr_t)k->kind);
    }
    s_include = hd_intern_str("include");
    s_include_next = hd_intern_str("include_next");
    s_import = hd_intern_str("import");
}

int lex_keyword(const char *interned, enum hd_lang lang) {
    pthread_once(&tables_once, make_tables);
    void *kind = hd_map_get(&keywords[lang], interned);
    return kind ? (int)(intptr_t)kind : TK_IDENT;
}

void lex_init(struct lexer *lx, const struct hd_source *source, size_t from, size_t to,
              struct hd_arena *arena, struct hd_diags *diags) {
    pthread_once(&tables_once, make_tables);
    *lx = (struct lexer){.source = source,
                         .at = from,
                         .end = to,
                         .arena = arena,
                         .diags = diags,
                         .bol = true,
                         .cuda = source->lang == HD_LANG_CU};
    if (lx->end > source->len) lx->end = source->len;
    if (from == 0 && lx->end >= 3 && memcmp(source->text, "\xEF\xBB\xBF", 3) == 0)
        lx->at = 3; // byte order mark
}

static uint8_t class_at(const struct lexer *lx, size_t p) {
    return p < lx->end ? class_of[(unsigned char)lx->source->text[p]] : 0;
}

static char char_at(const struct lexer *lx, size_t p) {
    return p < lx->end ? lx->source->text[p] : 0;
}

// Length of the splice at p: a backslash, perhaps blanks, and a newline or the end of the text. 0:
// none.
static size_t splice_at(const struct lexer *lx, size_t p) {
    if (char_at(lx, p) != '\\') return 0;
    size_t q = p + 1;
    while (class_at(lx, q) & C_SPACE) q++;
    if (q >= lx->end) return lx->end == lx->source->len ? q - p : 0;
    return lx->source->text[q] == '\n' ? q + 1 - p : 0;
}

// ---- white space and comments -------------------------------------------------------------------

// p is after `//`: the position of the newline that ends the comment.
static size_t skip_line_comment(const struct lexer *lx, size_t p) {
    const char *s = lx->source->text;
    for (;;) {
        const char *nl = p < lx->end ? memchr(s + p, '\n', lx->end - p) : NULL;
        if (!nl) return lx->end;
        size_t q = (size_t)(nl - s), r = q;
        while (r > p && class_of[(unsigned char)s[r - 1]] & C_SPACE) r--;
        if (r == p || s[r - 1] != '\\') return q;
        p = q + 1;
    }
}

// p is after the opening: the position after the closing one, or 0 when there is none.
static size_t skip_block_comment(const struct lexer *lx, size_t p) {
    const char *s = lx->source->text;
    for (;;) {
        const char *star = p < lx->end ? memchr(s + p, '*', lx->end - p) : NULL;
        if (!star) return 0;
        p = (size_t)(star - s) + 1;
        size_t q = p, n;
        while ((n = splice_at(lx, q))) q += n;
        if (char_at(lx, q) == '/') return q + 1;
    }
}

// false: an unterminated comment starts at lx->at.
static bool skip_space(struct lexer *lx) {
    for (;;) {
        char c = char_at(lx, lx->at);
        size_t n;
        if (class_of[(unsigned char)c] & C_SPACE) {
            lx->at++;
        } else if (c == '\n') {
            if (lx->in_directive) return true;
            lx->bol = true;
            lx->at++;
        } else if (c == '/') {
            size_t q = lx->at + 1;
            while ((n = splice_at(lx, q))) q += n;
            if (char_at(lx, q) == '/') {
                lx->at = skip_line_comment(lx, q + 1);
            } else if (char_at(lx, q) == '*') {
                size_t end = skip_block_comment(lx, q + 1);
                if (!end) return false;
                lx->at = end;
            } else {
                return true;
            }
        } else if (c == '\\' && (n = splice_at(lx, lx->at))) {
            lx->at += n;
            continue; // not white space
        } else {
            return true;
        }
        lx->space = true;
    }
}

// ---- identifiers --------------------------------------------------------------------------------

// C11 D.1, without the invisible characters that make two different names look alike.
static bool is_name_char(uint32_t c, bool first) {
    static const struct {
        uint32_t from, to;
    } ranges[] = {
        {0xA8, 0xA8},     {0xAA, 0xAA},     {0xAF, 0xAF},     {0xB2, 0xB5},     {0xB7, 0xBA},
        {0xBC, 0xBE},     {0xC0, 0xD6},     {0xD8, 0xF6},     {0xF8, 0x167F},   {0x1681, 0x180D},
        {0x180F, 0x1FFF}, {0x203F, 0x2040}, {0x2054, 0x2054}, {0x2070, 0x218F}, {0x2460, 0x24FF},
        {0x2776, 0x2793}, {0x2C00, 0x2DFF}, {0x2E80, 0x2FFF}, {0x3004, 0x3007}, {0x3021, 0x302F},
        {0x3031, 0xD7FF}, {0xF900, 0xFD3D}, {0xFD40, 0xFDCF}, {0xFDF0, 0xFE44}, {0xFE47, 0xFFEF}};
    if (first && ((c >= 0x300 && c <= 0x36F) || (c >= 0x1DC0 && c <= 0x1DFF) ||
                  (c >= 0x20D0 && c <= 0x20FF) || (c >= 0xFE20 && c <= 0xFE2F)))
        return false;
    for (int i = 0; i < HD_COUNT(ranges); i++)
        if (c >= ranges[i].from && c <= ranges[i].to) return true;
    return c >= 0x10000 && c <= 0xEFFFD && (c & 0xFFFF) <= 0xFFFD;
}

// A universal character name at p. Returns its length, 0 when it is none.
static size_t ucn_at(const struct lexer *lx, size_t p, uint32_t *c) {
    char kind = char_at(lx, p + 1);
    if (char_at(lx, p) != '\\' || (kind != 'u' && kind != 'U')) return 0;
    size_t n = kind == 'u' ? 4 : 8;
    *c = 0;
    for (size_t i = 0; i < n; i++) {
        char d = char_at(lx, p + 2 + i);
        int v = d >= '0' && d <= '9'   ? d - '0'
                : d >= 'a' && d <= 'f' ? d - 'a' + 10
                : d >= 'A' && d <= 'F' ? d - 'A' + 10
                                       : -1;
        if (v < 0) return 0;
        *c = *c << 4 | (uint32_t)v;
    }
    return n + 2;
}

static void set_name(struct lexer *lx, struct hd_token *t, const char *s, size_t len) {
    t->text = hd_intern(s, len);
    t->text_len = (uint32_t)len;
    t->kind = (uint8_t)lex_keyword(t->text, lx->cuda ? HD_LANG_CU : HD_LANG_C);
}

// An identifier with characters beyond ASCII or \u1234. Returns its end, `at` when there is none.
static size_t scan_wide_name(struct lexer *lx, size_t at, struct hd_token *t) {
    struct hd_buf name = {0};
    size_t p = at;
    while (p < lx->end) {
        uint32_t c;
        size_t n;
        uint8_t class = class_at(lx, p);
        if (class & C_CONT) {
            hd_buf_putc(&name, lx->source->text[p++]);
            continue;
        }
        if (class & C_HIGH) {
            n = (size_t)hd_utf8_decode(lx->source->text + p, lx->end - p, &c);
            if (n < 2) break;
        } else if (!(n = ucn_at(lx, p, &c))) {
            break;
        }
        if (!is_name_char(c, name.len == 0)) break;
        hd_buf_utf8(&name, c);
        p += n;
    }
    if (p > at) set_name(lx, t, name.s, name.len);
    hd_buf_finish(&name);
    return p;
}

// ---- literals -----------------------------------------------------------------------------------

static size_t bad(struct hd_token *t, const char *what, size_t end) {
    t->kind = TK_OTHER;
    t->text = hd_intern_str(what);
    t->text_len = (uint32_t)strlen(what);
    return end;
}

static const char *keep(struct lexer *lx, const char *s, size_t len) {
    return lx->arena ? hd_strndup(lx->arena, s, len) : s;
}

// p is at the opening quote. *spliced: the literal holds a splice and was not read.
static size_t scan_quoted(struct lexer *lx, size_t p, struct hd_token *t, bool *spliced) {
    const char *s = lx->source->text;
    char quote = s[p];
    size_t from = ++p;
    bool nul = false;
    for (;; p++) {
        if (p >= lx->end || s[p] == '\n') return bad(t, quote == '"' ? "\"" : "'", p);
        if (s[p] == quote) break;
        if (s[p] == '\\') {
            if (splice_at(lx, p)) {
                *spliced = true;
                return p;
            }
            if (p + 1 < lx->end) p++;
        }
        nul |= s[p] == 0;
    }
    if (nul) return bad(t, "", p + 1);
    t->kind = quote == '"' ? TK_STRING : TK_CHARACTER;
    t->text = keep(lx, s + from, p - from);
    t->text_len = (uint32_t)(p - from);
    return p + 1;
}

// R"delimiter( ... )delimiter" with p at the quote. The contents are kept as an ordinary literal
// would spell them.
static size_t scan_raw(struct lexer *lx, size_t p, struct hd_token *t) {
    const char *s = lx->source->text;
    size_t open = p + 1;
    while (open < lx->end && open - p <= 17 && !strchr("()\\ \t\n", s[open])) open++;
    if (char_at(lx, open) != '(' || open - p > 17) return bad(t, "R(", open);
    size_t ndelim = open - p - 1, q = open + 1;
    for (;; q++) {
        const char *close = q < lx->end ? memchr(s + q, ')', lx->end - q) : NULL;
        if (!close) return bad(t, "R\"", lx->end);
        q = (size_t)(close - s);
        if (lx->end - q > ndelim + 1 && memcmp(s + q + 1, s + p + 1, ndelim) == 0 &&
            s[q + 1 + ndelim] == '"')
            break;
    }
    struct hd_buf text = {0};
    for (size_t i = open + 1; i < q; i++) {
        if (s[i] == '\r' && s[i + 1] == '\n') continue;
        if (s[i] == '\n')
            hd_buf_puts(&text, "\\n");
        else if (s[i] == 0)
            hd_buf_puts(&text, "\\000");
        else {
            if (s[i] == '\\' || s[i] == '"') hd_buf_putc(&text, '\\');
            hd_buf_putc(&text, s[i]);
        }
    }
    t->kind = TK_STRING;
    t->text = lx->arena ? hd_strndup(lx->arena, hd_buf_str(&text), text.len)
                        : hd_intern(hd_buf_str(&text), text.len);
    t->text_len = (uint32_t)text.len;
    hd_buf_finish(&text);
    return q + ndelim + 2;
}

// An identifier, or a literal with a prefix.
static size_t scan_name(struct lexer *lx, size_t at, struct hd_token *t, bool *spliced) {
    const char *s = lx->source->text;
    size_t p = at;
    while (class_at(lx, p) & C_CONT) p++;
    char c = char_at(lx, p);
    if (class_at(lx, p) & C_HIGH || (c == '\\' && !splice_at(lx, p)))
        return scan_wide_name(lx, at, t);
    size_t n = p - at;
    if ((c == '"' || c == '\'') && n <= 3) {
        size_t enc = n;
        bool raw = lx->cuda && c == '"' && s[p - 1] == 'R';
        if (raw) enc--;
        uint16_t prefix = enc == 1 && (s[at] == 'L' || s[at] == 'u' || s[at] == 'U')
                              ? (uint16_t)s[at]
                          : enc == 2 && s[at] == 'u' && s[at + 1] == '8' ? '8'
                                                                         : 0;
        if (prefix || (raw && enc == 0)) {
            t->prefix = prefix;
            return raw ? scan_raw(lx, p, t) : scan_quoted(lx, p, t, spliced);
        }
    }
    set_name(lx, t, s + at, n);
    return p;
}

static size_t scan_number(struct lexer *lx, size_t at, struct hd_token *t) {
    const char *s = lx->source->text;
    size_t p = at;
    bool separators = false;
    for (;;) {
        char c = char_at(lx, p), next = char_at(lx, p + 1);
        if ((c == 'e' || c == 'E' || c == 'p' || c == 'P') && (next == '+' || next == '-'))
            p += 2;
        else if (class_at(lx, p) & C_CONT || c == '.')
            p++;
        else if (c == '\'' && lx->cuda && class_at(lx, p + 1) & C_CONT)
            separators = true, p += 2;
        else
            break;
    }
    t->kind = TK_NUMBER;
    t->text_len = (uint32_t)(p - at);
    if (!separators) {
        t->text = hd_intern(s + at, p - at);
        return p;
    }
    struct hd_buf digits = {0};
    for (size_t i = at; i < p; i++)
        if (s[i] != '\'') hd_buf_putc(&digits, s[i]);
    t->text = hd_intern(digits.s, digits.len);
    t->text_len = (uint32_t)digits.len;
    hd_buf_finish(&digits);
    return p;
}

// ---- punctuators --------------------------------------------------------------------------------

static size_t punct(struct hd_token *t, int kind, size_t at, size_t len) {
    t->kind = (uint8_t)kind;
    t->text = punct_text[kind];
    t->text_len = (uint32_t)len;
    return at + len;
}

static size_t digraph(struct hd_token *t, int kind, size_t at, const char *text) {
    t->kind = (uint8_t)kind;
    t->text = hd_intern_str(text);
    t->text_len = (uint32_t)strlen(text);
    return at + t->text_len;
}

// Behind `<<` or `>`, blanks and then `what`: as old code writes a launch, `k << <1, 32>> >(p)`.
static size_t spaced(struct lexer *lx, size_t at, char what) {
    while (char_at(lx, at) == ' ' || char_at(lx, at) == '\t') at++;
    return char_at(lx, at) == what ? at + 1 : 0;
}

// `operator<< <T>` names an instance of that operator and opens no launch.
static bool after_operator(const struct lexer *lx, size_t at) {
    static const char word[] = "operator";
    const char *text = lx->source->text;
    const size_t len = sizeof word - 1;
    while (at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\t')) at--;
    if (at < len || memcmp(text + at - len, word, len)) return false;
    char before = at > len ? text[at - len - 1] : ' ';
    bool word_goes_on = (before >= 'a' && before <= 'z') || (before >= 'A' && before <= 'Z') ||
                        (before >= '0' && before <= '9') || before == '_';
    return !word_goes_on;
}

static size_t scan_less(struct lexer *lx, size_t at, struct hd_token *t, char b, char c) {
    size_t end = b == '<' && lx->cuda && c != '=' ? spaced(lx, at + 2, '<') : 0;
    if (end && char_at(lx, end) != '<' && char_at(lx, end) != '=' && !after_operator(lx, at)) {
        lx->launch = true;
        return punct(t, TK_LAUNCH_OPEN, at, end - at);
    }
    if (b == '<') return c == '=' ? punct(t, TK_SHL_ASSIGN, at, 3) : punct(t, TK_SHL, at, 2);
    if (b == '=' && c == '>' && lx->cuda) return punct(t, TK_SPACESHIP, at, 3);
    if (b == '=') return punct(t, TK_LE, at, 2);
    if (b == '%') return digraph(t, TK_LBRACE, at, "<%");
    if (b == ':') { // in C++ `<::` is `<` and `::`
        char d = char_at(lx, at + 3);
        if (!(lx->cuda && c == ':' && d != ':' && d != '>'))
            return digraph(t, TK_LBRACKET, at, "<:");
    }
    return punct(t, TK_LT, at, 1);
}

static size_t scan_greater(struct lexer *lx, size_t at, struct hd_token *t, char b, char c) {
    size_t end = lx->launch ? spaced(lx, at + 1, '>') : 0;
    if (end) end = spaced(lx, end, '>');
    if (end || (b == '>' && c == '>' && lx->cuda)) {
        lx->launch = false;
        return punct(t, TK_LAUNCH_CLOSE, at, end ? end - at : 3);
    }
    if (b == '>') return c == '=' ? punct(t, TK_SHR_ASSIGN, at, 3) : punct(t, TK_SHR, at, 2);
    return b == '=' ? punct(t, TK_GE, at, 2) : punct(t, TK_GT, at, 1);
}

static size_t scan_percent(struct lexer *lx, size_t at, struct hd_token *t, char b, char c) {
    if (b == '=') return punct(t, TK_PERCENT_ASSIGN, at, 2);
    if (b == '>') return digraph(t, TK_RBRACE, at, "%>");
    if (b == ':')
        return c == '%' && char_at(lx, at + 3) == ':' ? digraph(t, TK_HASH_HASH, at, "%:%:")
                                                      : digraph(t, TK_HASH, at, "%:");
    return punct(t, TK_PERCENT, at, 1);
}

// Returns `at` when no punctuator starts there.
static size_t scan_punct(struct lexer *lx, size_t at, struct hd_token *t) {
    char a = char_at(lx, at), b = char_at(lx, at + 1), c = char_at(lx, at + 2);
#define ONE(kind) return punct(t, TK_##kind, at, 1)
#define TWO(ch, kind) \
    if (b == (ch)) return punct(t, TK_##kind, at, 2)
    switch (a) {
    case '(': ONE(LPAREN);
    case ')': ONE(RPAREN);
    case '[': ONE(LBRACKET);
    case ']': ONE(RBRACKET);
    case '{': ONE(LBRACE);
    case '}': ONE(RBRACE);
    case ';': lx->launch = false; ONE(SEMI);
    case ',': ONE(COMMA);
    case '~': ONE(TILDE);
    case '?': ONE(QUESTION);
    case '.':
        if (b == '.' && c == '.') return punct(t, TK_ELLIPSIS, at, 3);
        if (b == '*' && lx->cuda) return punct(t, TK_DOT_STAR, at, 2);
        ONE(DOT);
    case '-':
        if (b == '>' && c == '*' && lx->cuda) return punct(t, TK_ARROW_STAR, at, 3);
        TWO('>', ARROW);
        TWO('-', DEC);
        TWO('=', MINUS_ASSIGN);
        ONE(MINUS);
    case '+':
        TWO('+', INC);
        TWO('=', PLUS_ASSIGN);
        ONE(PLUS);
    case '&':
        TWO('&', AND_AND);
        TWO('=', AMP_ASSIGN);
        ONE(AMP);
    case '|':
        TWO('|', OR_OR);
        TWO('=', PIPE_ASSIGN);
        ONE(PIPE);
    case '*': TWO('=', STAR_ASSIGN); ONE(STAR);
    case '/': TWO('=', SLASH_ASSIGN); ONE(SLASH);
    case '^': TWO('=', CARET_ASSIGN); ONE(CARET);
    case '!': TWO('=', NE); ONE(NOT);
    case '=': TWO('=', EQ); ONE(ASSIGN);
    case '#': TWO('#', HASH_HASH); ONE(HASH);
    case ':':
        if (b == '>') return digraph(t, TK_RBRACKET, at, ":>");
        if (b == ':' && lx->cuda) return punct(t, TK_SCOPE, at, 2);
        ONE(COLON);
    case '<': return scan_less(lx, at, t, b, c);
    case '>': return scan_greater(lx, at, t, b, c);
    case '%': return scan_percent(lx, at, t, b, c);
    default: return at;
    }
#undef ONE
#undef TWO
}

// ---- tokens -------------------------------------------------------------------------------------

// A byte or character that starts no token; runs of invalid bytes and of NULs are one token.
static size_t scan_stray(struct lexer *lx, size_t at, struct hd_token *t) {
    const char *s = lx->source->text;
    uint32_t c;
    if (s[at] == 0) {
        size_t p = at;
        while (p < lx->end && s[p] == 0) p++;
        return bad(t, "", p);
    }
    size_t n = (size_t)hd_utf8_decode(s + at, lx->end - at, &c), p = at + n;
    t->kind = TK_OTHER;
    t->text = hd_intern(s + at, n);
    t->text_len = (uint32_t)n;
    while (n == 1 && class_at(lx, p) & C_HIGH && hd_utf8_decode(s + p, lx->end - p, &c) == 1) p++;
    return p;
}

// `<...>` or "..." after #include. Returns `at` when neither is there.
static size_t scan_header(struct lexer *lx, size_t at, struct hd_token *t) {
    const char *s = lx->source->text;
    char open = char_at(lx, at);
    if (open != '<' && open != '"') return at;
    size_t p = at + 1;
    while (p < lx->end && s[p] != '\n' && s[p] != (open == '<' ? '>' : '"')) p++;
    if (p >= lx->end || s[p] == '\n') return at;
    t->kind = open == '<' ? TK_HEADER : TK_STRING;
    t->text = hd_intern(s + at + 1, p - at - 1);
    t->text_len = (uint32_t)(p - at - 1);
    return p + 1;
}

// Reads the token at `at` (not white space, not the end). Returns its end.
static size_t scan_token(struct lexer *lx, size_t at, struct hd_token *t, bool *spliced) {
    uint8_t class = class_at(lx, at);
    char c = lx->source->text[at];
    size_t end;
    if (class & C_START) return scan_name(lx, at, t, spliced);
    if (class & C_DIGIT || (c == '.' && class_at(lx, at + 1) & C_DIGIT))
        return scan_number(lx, at, t);
    if (c == '"' || c == '\'') return scan_quoted(lx, at, t, spliced);
    if ((class & C_HIGH || c == '\\') && (end = scan_wide_name(lx, at, t)) > at) return end;
    if ((end = scan_punct(lx, at, t)) > at) return end;
    return scan_stray(lx, at, t);
}

// The token at `at` has a splice inside or at its end: lexes it from a copy without splices.
static size_t relex(struct lexer *lx, size_t at, struct hd_token *t) {
    const char *s = lx->source->text;
    struct hd_buf clean = {0};
    struct {
        size_t *v;
        int n, cap;
    } where = {0};
    char quote = 0;
    bool done = false;
    for (size_t p = at, n; p < lx->end && s[p] != '\n' && !done; p++) {
        while ((n = splice_at(lx, p))) p += n;
        if (p >= lx->end || s[p] == '\n') break;
        if (!quote && class_at(lx, p) & C_SPACE) break;
        if (!quote && (s[p] == '"' || s[p] == '\'')) {
            quote = s[p];
        } else if (quote &&
                   s[p] == '\\') { // an escape: its next character does not end the literal
            hd_buf_putc(&clean, s[p]);
            HD_XPUSH(&where, p);
            p++;
            while ((n = splice_at(lx, p))) p += n;
            if (p >= lx->end || s[p] == '\n') break;
        } else {
            done = quote && s[p] == quote;
        }
        hd_buf_putc(&clean, s[p]);
        HD_XPUSH(&where, p);
    }
    struct hd_source text = {.text = hd_buf_str(&clean), .len = clean.len};
    struct lexer inner = *lx;
    inner.source = &text;
    inner.end = clean.len;
    bool spliced = false;
    *t = (struct hd_token){.flags = t->flags};
    size_t end = clean.len ? scan_token(&inner, 0, t, &spliced) : 0;
    size_t result = end ? where.v[end - 1] + 1 : at + 1;
    if (!lx->arena && (t->kind == TK_STRING || t->kind == TK_CHARACTER))
        t->text = hd_intern(t->text, t->text_len);
    hd_buf_finish(&clean);
    HD_FREE_VEC(&where);
    return result;
}

struct hd_token lex_next(struct lexer *lx) {
    struct hd_token t = {0};
    bool comment_ends = skip_space(lx);
    t.flags = (uint8_t)((lx->bol ? TF_BOL : 0) | (lx->space ? TF_SPACE : 0) |
                        (lx->source->system ? TF_SYSTEM : 0));
    size_t at = lx->at, end;
    bool header = lx->header_name;
    lx->header_name = false;
    if (!comment_ends) {
        end = bad(&t, "/*", lx->end);
    } else if (at >= lx->end || (lx->in_directive && lx->source->text[at] == '\n')) {
        t.kind = at >= lx->end && !lx->in_directive ? TK_EOF : TK_EOD;
        t.text = "";
        end = at;
    } else if (header && (end = scan_header(lx, at, &t)) > at) {
        // read
    } else {
        bool spliced = false;
        end = scan_token(lx, at, &t, &spliced);
        if (spliced || (char_at(lx, end) == '\\' && t.kind != TK_STRING && t.kind != TK_CHARACTER &&
                        t.kind != TK_OTHER && splice_at(lx, end)))
            end = relex(lx, at, &t);
    }
    t.loc = t.spelled = lx->source->base + (hd_loc)at;
    t.len = (uint32_t)(end - at);
    lx->at = end;
    if (t.kind != TK_EOF && t.kind != TK_EOD) lx->bol = lx->space = false;
    if (t.kind == TK_OTHER && lx->diags) lex_report(lx->diags, &t);
    return t;
}

void lex_all(const struct hd_source *source, size_t from, size_t to, struct hd_arena *arena,
             struct tokbuf *out) {
    struct lexer lx;
    lex_init(&lx, source, from, to, arena, NULL);
    out->t.n = 0;
    struct hd_token before = {0};
    for (;;) {
        struct hd_token t = lex_next(&lx);
        HD_XPUSH(&out->t, t);
        if (t.kind == TK_EOF) break;
        if (before.kind == TK_HASH && before.flags & TF_BOL && t.kind == TK_IDENT)
            lx.header_name = t.text == s_include || t.text == s_include_next || t.text == s_import;
        before = t;
    }
}

bool lex_single(const char *text, size_t len, enum hd_lang lang, struct hd_arena *arena,
                struct hd_token *out) {
    struct hd_source source = {.text = text, .len = len, .lang = lang};
    struct lexer lx;
    lex_init(&lx, &source, 0, len, arena, NULL);
    *out = lex_next(&lx);
    return lx.at == len && out->kind != TK_EOF && out->kind != TK_OTHER && !(out->flags & TF_SPACE);
}

void lex_text(const char *text, size_t len, enum hd_lang lang, struct hd_arena *arena,
              const struct hd_token *like, struct tokbuf *out) {
    struct hd_source source = {.text = text, .len = len, .lang = lang};
    struct lexer lx;
    lex_init(&lx, &source, 0, len, arena, NULL);
    for (;;) {
        struct hd_token t = lex_next(&lx);
        if (t.kind == TK_EOF) return;
        t.loc = like->loc;
        t.len = like->len;
        t.spelled = like->spelled;
        t.macro = like->macro;
        t.flags = (uint8_t)((t.flags & TF_SPACE) | (like->flags & TF_SYSTEM));
        HD_XPUSH(&out->t, t);
    }
}

// ---- what tokens say ----------------------------------------------------------------------------

struct hd_range lex_range(const struct hd_token *t) {
    return (struct hd_range){t->loc, t->loc + t->len};
}

bool lex_is_unterminated(const struct hd_token *t) {
    if (t->kind != TK_OTHER) return false;
    const char *s = t->text;
    return s[0] == '"' || s[0] == '\'' || (s[0] == '/' && s[1] == '*') || (s[0] == 'R' && s[1]);
}

static void report_character(struct hd_diags *diags, const struct hd_token *t) {
    static const struct {
        uint32_t c;
        const char *name, *use;
    } lookalikes[] = {
        {0xA0, "no-break space", "a plain space"},
        {0x2018, "left quote", "`'`"},
        {0x2019, "right quote", "`'`"},
        {0x201C, "left double quote", "`\"`"},
        {0x201D, "right double quote", "`\"`"},
        {0x2013, "dash", "`-`"},
        {0x2014, "dash", "`-`"},
        {0x2212, "minus sign", "`-`"},
        {0xD7, "times sign", "`*`"},
        {0x2026, "ellipsis", "`...`"},
        {0x200B, "zero-width space", "nothing"},
        {0xFEFF, "byte order mark", "nothing"},
        {0x202F, "narrow space", "a plain space"},
        {0x3000, "wide space", "a plain space"},
        {0xFF1B, "wide semicolon", "`;`"},
        {0x37E, "question mark", "`;`"},
    };
    uint32_t c;
    if (hd_utf8_decode(t->text, t->text_len, &c) == 1) {
        struct hd_diag *d = hd_error(diags, lex_range(t), "invalid UTF-8 in the source text");
        hd_help(diags, d, "save the text as UTF-8");
        return;
    }
    for (int i = 0; i < HD_COUNT(lookalikes); i++) {
        if (lookalikes[i].c != c) continue;
        struct hd_diag *d =
            hd_error(diags, lex_range(t), "stray U+%04X (%s)", c, lookalikes[i].name);
        hd_help(diags, d, "it looks alike, but C needs %s here", lookalikes[i].use);
        return;
    }
    hd_error(diags, lex_range(t), "the character `%s` (U+%04X) has no meaning here", t->text, c);
}

static void report_stray(struct hd_diags *diags, const struct hd_token *t) {
    static const struct {
        char c;
        const char *help;
    } uses[] = {
        {'@', "kernels are marked with `__global__` and functions of kernels with `__device__`; "
              "a product of matrices is `matmul(a, b)`"},
        {'`', "a text goes between double quotes"},
        {'$', "`!echo $NAME` and `%env NAME` show a variable of the environment"},
        {'\\', "a line break is written `\\n` inside of a text"},
    };
    struct hd_diag *d = hd_error(diags, lex_range(t), "stray `%s`", t->text);
    for (int i = 0; i < HD_COUNT(uses); i++)
        if (t->text[0] == uses[i].c) hd_help(diags, d, "%s", uses[i].help);
}

void lex_report(struct hd_diags *diags, const struct hd_token *t) {
    struct hd_range range = lex_range(t);
    struct hd_diag *d;
    switch (t->text[0]) {
    case '"':
        d = hd_error(diags, range, "this string has no closing `\"` on its line");
        hd_help(diags, d, "write `\\n` for a line break inside a string");
        break;
    case '\'': hd_error(diags, range, "this character has no closing `'` on its line"); break;
    case 'R':
        if (t->text[1] == '(')
            hd_error(diags, range, "a raw string starts with `R\"(`");
        else
            hd_error(diags, range, "this raw string is never closed");
        break;
    case '/':
        range.to = range.from + 2;
        d = hd_error(diags, range, "this comment is never closed");
        hd_help(diags, d, "end it with `*/`");
        break;
    case 0: hd_error(diags, range, "the source text holds a NUL byte"); break;
    default:
        if (t->text[0] & 0x80)
            report_character(diags, t);
        else if (t->text[0] > 0x20 && t->text[0] < 0x7F)
            report_stray(diags, t);
        else
            hd_error(diags, range, "stray control character (code %d)", t->text[0]);
    }
}

void lex_spell(struct hd_buf *out, const struct hd_token *t) {
    if (t->kind == TK_STRING || t->kind == TK_CHARACTER) {
        char quote = t->kind == TK_STRING ? '"' : '\'';
        if (t->prefix)
            hd_buf_puts(out, t->prefix == '8'   ? "u8"
                             : t->prefix == 'L' ? "L"
                             : t->prefix == 'u' ? "u"
                                                : "U");
        hd_buf_putc(out, quote);
        hd_buf_add(out, t->text, t->text_len);
        hd_buf_putc(out, quote);
    } else if (t->kind == TK_HEADER) {
        hd_buf_putc(out, '<');
        hd_buf_add(out, t->text, t->text_len);
        hd_buf_putc(out, '>');
    } else if (t->text && t->kind != TK_PRAGMA && t->kind != TK_PLACEMARKER) {
        hd_buf_puts(out, t->text);
    }
}
