// What the words of a text are, while it is being typed: classes for colours, and the names that it
// declares with their types, for completion. The real lexer splits it; the session says what names
// mean.
//
// The text is seldom a whole program, so nothing is parsed: a name counts as declared when what
// stands before it reads like a type (`float *x`, `struct p q`, `dim3 grid(4)`, `int a, b`), as a
// type after `struct` or in a `typedef`, as a macro after `#define`. Scopes are not kept apart. A
// name that is declared nowhere and that the session does not know is "unknown"; when in doubt
// (directives, attributes, assembler, after `::`) a name has no class.
//
// Example: `__global__ void k(float *x)` gives keyword, type, kernel, type, variable.
#include "front/lex/pp.h"
#include "front/names/library.h"
#include "front/editor/highlight.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct words {
    struct hd_front *front;
    struct hd_arena *arena;
    const struct hd_source *source;
    const char *text; // source->text
    size_t len;
    const struct hd_token *t; // ends with TK_EOF
    int n, at;
    struct hd_map declared; // interned name -> struct hd_text_name *
    HD_VEC(struct hd_text_name *) names;
    HD_VEC(struct hd_span) spans;
    int depth, braces;      // of all brackets; of braces alone
    int start;              // token at which the statement or parameter begins
    int decl_depth;         // where declarators go on after a comma, -1: nowhere
    int decl_from, decl_to; // their specifiers' tokens
    int enum_depth;         // inside of the braces of an enum, else -1
    bool directive, define, kernel;
    int typedef_depth; // inside of a typedef: where it began, else -1
    int quiet; // depth down to which names are not judged (attributes, assembler), -1: judged
};

static size_t offset_of(const struct words *w, int i) { return w->t[i].loc - w->source->base; }

static void span(struct words *w, size_t from, size_t to, const char *class) {
    struct hd_span s = {(uint32_t)from, (uint32_t)to, class};
    if (to > from) HD_XPUSH(&w->spans, s);
}

static bool is_type_keyword(int kind) {
    switch (kind) {
    case TK_AUTO:
    case TK_AUTO_TYPE:
    case TK_CHAR:
    case TK_DOUBLE:
    case TK_FLOAT:
    case TK_INT:
    case TK_LONG:
    case TK_SHORT:
    case TK_SIGNED:
    case TK_UNSIGNED:
    case TK_VOID:
    case TK_BOOL:
    case TK_COMPLEX:
    case TK_INT128:
    case TK_UINT128:
    case TK_FLOAT128:
    case TK_FLOAT16:
    case TK_BF16:
    case TK_WCHAR:
    case TK_CHAR8:
    case TK_CHAR16:
    case TK_CHAR32:
    case TK_VA_LIST: return true;
    default: return false;
    }
}

static bool is_storage(int kind) { // specifiers that are no part of a type
    switch (kind) {
    case TK_STATIC:
    case TK_EXTERN:
    case TK_REGISTER:
    case TK_INLINE:
    case TK_TYPEDEF:
    case TK_CONSTEXPR:
    case TK_CONSTEVAL:
    case TK_CONSTINIT:
    case TK_GLOBAL:
    case TK_DEVICE:
    case TK_HOST:
    case TK_SHARED:
    case TK_CONSTANT:
    case TK_MANAGED:
    case TK_FORCEINLINE:
    case TK_THREAD_LOCAL:
    case TK_EXTENSION: return true;
    default: return false;
    }
}

static const char *class_of_session(struct hd_front *front, const char *name) {
    const struct hd_builtin *row = hd_builtin_find(name);
    struct hd_prelude prelude;
    struct hd_def *def = hd_def_find(front, name);
    if (def && !(def->system && row)) {
        bool generic = def->sym && def->sym->kind == SYM_STRUCT_TEMPLATE;
        if (def->kind == DEF_TAG || def->kind == DEF_TYPEDEF || generic) return "type";
        if (def->kind == DEF_VAR) return "variable";
        return def->sym && def->sym->spec & SPEC_GLOBAL         ? "kernel"
               : def->system && hd_prelude_find(name, &prelude) ? "builtin"
                                                                : "function";
    }
    if (hd_macro_find(front, name)) return "macro";
    if (row) return "builtin";
    if (hd_prelude_find(name, &prelude))
        return prelude.kind == HD_PRELUDE_TYPE ? "type" : "builtin";
    char kind;
    if (hd_header_find(name, &kind))
        return kind == 't' ? "type" : kind == 'm' ? "macro" : kind == 's' ? NULL : "function";
    return NULL;
}

// NULL: not known.
static const char *class_of_name(struct words *w, const char *name) {
    struct hd_text_name *own = hd_map_get(&w->declared, name);
    return own ? own->class : class_of_session(w->front, name);
}

// ---- declarations in the text -------------------------------------------------------------------

static bool is_pointer_token(int kind) {
    return kind == TK_STAR || kind == TK_AMP || kind == TK_AND_AND || kind == TK_CONST ||
           kind == TK_VOLATILE || kind == TK_RESTRICT;
}

// The token before i that is no `*`, `&` or qualifier; *stars: there were any.
static int before_declarator(const struct words *w, int i, bool *stars) {
    *stars = false;
    for (i--; i >= w->start && is_pointer_token(w->t[i].kind); i--)
        *stars |= w->t[i].kind == TK_STAR || w->t[i].kind == TK_AMP;
    return i;
}

static bool is_type_at(struct words *w, int i, bool stars) {
    const struct hd_token *t = &w->t[i];
    if (i < w->start) return i + 1 < w->at && w->t[w->start].kind == TK_CONST;
    if (is_type_keyword(t->kind)) return true;
    if (t->kind == TK_GT && i > w->start) { // array<float, 2> a
        while (i > w->start && w->t[i].kind != TK_LT) i--;
        return i > w->start && is_type_at(w, i - 1, stars);
    }
    if (t->kind == TK_RPAREN) return false;
    if (t->kind != TK_IDENT)
        return is_storage(t->kind) && t->kind != TK_FORCEINLINE && i > w->start;
    bool tagged = i > w->start && (w->t[i - 1].kind == TK_STRUCT || w->t[i - 1].kind == TK_UNION ||
                                   w->t[i - 1].kind == TK_ENUM);
    const char *class = class_of_name(w, t->text);
    if (tagged || (class && !strcmp(class, "type"))) return true;
    return !class && !stars &&
           i == w->start; // two names in a row: the first must be meant to be one
}

// The specifiers in tokens [from, to) as a type, then what stands in [more, name).
static char *type_text(struct words *w, int from, int to, int more, int name) {
    struct hd_buf out = {0};
    for (int pass = 0; pass < 2; pass++)
        for (int i = pass ? more : from; i < (pass ? name : to); i++) {
            if (is_storage(w->t[i].kind) || w->t[i].kind == TK_AMP || w->t[i].kind == TK_AND_AND)
                continue;
            if (out.len && w->t[i].kind != TK_STAR)
                hd_buf_putc(&out, ' ');
            else if (out.len && out.s[out.len - 1] != '*')
                hd_buf_putc(&out, ' ');
            hd_buf_add(&out, w->text + offset_of(w, i), w->t[i].len);
        }
    char *text = hd_strdup(w->arena, hd_buf_str(&out));
    hd_buf_finish(&out);
    return text;
}

static const char *declare(struct words *w, const char *name, const char *class, const char *type) {
    struct hd_text_name *n = HD_NEW(w->arena, struct hd_text_name);
    *n = (struct hd_text_name){name, class, type, ""};
    hd_map_set(&w->declared, name, n);
    HD_XPUSH(&w->names, n);
    return class;
}

// The brackets that follow name token i and are closed: an array's bounds, a function's parameters.
static const char *brackets_behind(struct words *w, int i) {
    int open = w->t[i + 1].kind, end = i + 1, depth = 0;
    for (int k = i + 1; k < w->n - 1 && (depth > 0 || w->t[k].kind == open); k++) {
        int kind = w->t[k].kind;
        if (kind == TK_SEMI || kind == TK_LBRACE) break;
        depth +=
            (kind == TK_LPAREN || kind == TK_LBRACKET) - (kind == TK_RPAREN || kind == TK_RBRACKET);
        if (depth > 0) continue;
        end = k + 1;
        if (open == TK_LPAREN) break;
    }
    if (end == i + 1) return "";
    size_t from = offset_of(w, i + 1), to = offset_of(w, end - 1) + w->t[end - 1].len;
    return hd_strndup(w->arena, w->text + from, to - from);
}

static const char *declare_typed(struct words *w, int i, const char *class, const char *type) {
    int next = w->t[i + 1].kind;
    bool function = strcmp(class, "variable") != 0;
    declare(w, w->t[i].text, class, type);
    if (next == (function ? TK_LPAREN : TK_LBRACKET))
        w->names.v[w->names.n - 1]->after = brackets_behind(w, i);
    return class;
}

// `(` after a declared name: parameters, or the arguments of a constructor.
static bool opens_parameters(struct words *w, int i) {
    const struct hd_token *next = &w->t[i + 2];
    if (next->kind == TK_RPAREN || next->kind == TK_EOF)
        return w->braces == 0 || next->kind == TK_RPAREN;
    if (is_type_keyword(next->kind) || next->kind == TK_CONST || next->kind == TK_STRUCT)
        return true;
    if (next->kind != TK_IDENT) return false;
    const char *class = class_of_name(w, next->text);
    return class && !strcmp(class, "type") && w->t[i + 3].kind != TK_LPAREN;
}

// The class of name token i when its place declares it, else NULL.
static const char *declaration(struct words *w, int i) {
    const struct hd_token *t = &w->t[i], *before = i ? &w->t[i - 1] : NULL, *next = &w->t[i + 1];
    if (!before) return NULL;
    switch (before->kind) {
    case TK_STRUCT:
    case TK_UNION:
    case TK_ENUM:
    case TK_CLASS:
    case TK_TYPENAME: return declare(w, t->text, "type", NULL);
    case TK_USING: return next->kind == TK_ASSIGN ? declare(w, t->text, "type", NULL) : NULL;
    case TK_GOTO: return "plain";
    case TK_RBRACE: // struct { ... } name
        if (next->kind != TK_SEMI && next->kind != TK_COMMA && next->kind != TK_ASSIGN &&
            next->kind != TK_LBRACKET)
            return NULL;
        return declare(w, t->text, w->typedef_depth == w->depth ? "type" : "variable", NULL);
    default: break;
    }
    if (w->enum_depth == w->depth && (before->kind == TK_LBRACE || before->kind == TK_COMMA))
        return declare(w, t->text, "variable", "int");
    bool stars;
    int head = before_declarator(w, i, &stars);
    bool goes_on = w->decl_depth == w->depth && head == w->start - 1 && head >= 0 &&
                   w->t[head].kind == TK_COMMA &&
                   (next->kind == TK_COMMA || next->kind == TK_SEMI || next->kind == TK_ASSIGN ||
                    next->kind == TK_LBRACKET);
    if (goes_on)
        return declare_typed(w, i, "variable", type_text(w, w->decl_from, w->decl_to, head + 1, i));
    if (head < w->start || !is_type_at(w, head, stars)) return NULL;
    if (next->kind == TK_IDENT || next->kind == TK_SCOPE || (next->kind == TK_STAR && !stars))
        return NULL; // a type itself
    char *type = type_text(w, w->start, head + 1, head + 1, i);
    if (w->typedef_depth == w->depth) return declare(w, t->text, "type", NULL);
    if (next->kind == TK_LPAREN && opens_parameters(w, i))
        return declare_typed(w, i, w->kernel ? "kernel" : "function", type);
    w->decl_depth = w->depth;
    w->decl_from = w->start;
    w->decl_to = head + 1;
    return declare_typed(w, i, "variable", type);
}

// ---- classes ------------------------------------------------------------------------------------

static const char *class_of_identifier(struct words *w, int i) {
    const struct hd_token *t = &w->t[i], *before = i ? &w->t[i - 1] : NULL;
    if (before && (before->kind == TK_DOT || before->kind == TK_ARROW)) return "member";
    if (w->define && before && before->kind == TK_IDENT && !strcmp(before->text, "define"))
        return declare(w, t->text, "macro", NULL);
    const char *class = w->quiet < 0 && !w->directive ? declaration(w, i) : NULL;
    if (class) return class;
    class = class_of_name(w, t->text);
    if (class) return class;
    bool label = w->t[i + 1].kind == TK_COLON && i == w->start;
    bool scoped = w->t[i + 1].kind == TK_SCOPE || (before && before->kind == TK_SCOPE);
    if (w->quiet >= 0 || w->directive || label || scoped) return "plain";
    return "unknown";
}

static const char *class_of_token(struct words *w, int i) {
    const struct hd_token *t = &w->t[i];
    switch (t->kind) {
    case TK_NUMBER: return "number";
    case TK_STRING:
    case TK_CHARACTER:
    case TK_HEADER: return "string";
    case TK_TRUE:
    case TK_FALSE:
    case TK_NULLPTR: return "number";
    case TK_IDENT: return class_of_identifier(w, i);
    case TK_OTHER: return lex_is_unterminated(t) ? t->text[0] == '/' ? "comment" : "string" : NULL;
    case TK_LAUNCH_OPEN:
    case TK_LAUNCH_CLOSE: return "kernel";
    default: break;
    }
    if (is_type_keyword(t->kind)) return "type";
    return t->kind > TK_LAUNCH_CLOSE ? "keyword" : NULL;
}

// Comments between two tokens.
static void put_comments(struct words *w, size_t from, size_t to) {
    const char *s = w->text;
    for (size_t i = from; i + 1 < to; i++) {
        if (s[i] != '/') continue;
        size_t end = i + 2;
        if (s[i + 1] == '/')
            while (end < to && (s[end] != '\n' || s[end - 1] == '\\')) end++;
        else if (s[i + 1] == '*') {
            while (end + 1 < to && !(s[end] == '*' && s[end + 1] == '/')) end++;
            end = end + 2 < to ? end + 2 : to;
        } else
            continue;
        span(w, i, end, "comment");
        i = end - 1;
    }
}

// What the next tokens need to know of this one.
static void follow(struct words *w, int i) {
    const struct hd_token *t = &w->t[i];
    switch (t->kind) {
    case TK_LBRACE:
        w->braces++;
        w->depth++;
        for (int k = i - 1; k >= w->start && w->enum_depth < 0; k--)
            if (w->t[k].kind == TK_ENUM) w->enum_depth = w->depth;
        w->kernel = false;
        w->decl_depth = -1;
        w->start = i + 1;
        break;
    case TK_LPAREN:
    case TK_LBRACKET:
        w->depth++;
        if (t->kind == TK_LPAREN) w->start = i + 1;
        break;
    case TK_RBRACE:
        if (w->enum_depth == w->depth) w->enum_depth = -1;
        if (w->braces) w->braces--;
        if (w->depth) w->depth--;
        w->start = i + 1;
        w->decl_depth = -1;
        break;
    case TK_RPAREN:
    case TK_RBRACKET:
        if (w->depth) w->depth--;
        if (w->quiet >= 0 && w->depth <= w->quiet) w->quiet = -1;
        if (t->kind == TK_RPAREN) w->start = i + 1;
        break;
    case TK_SEMI:
        w->start = i + 1;
        w->decl_depth = -1;
        w->kernel = false;
        if (w->typedef_depth >= w->depth) w->typedef_depth = -1;
        break;
    case TK_COMMA:
    case TK_COLON: w->start = i + 1; break;
    case TK_LT:
        if (i && w->t[i - 1].kind == TK_TEMPLATE) w->start = i + 1;
        break;
    case TK_GT:
        for (int k = i; k >= 0 && i - k < 40; k--)
            if (w->t[k].kind == TK_TEMPLATE) {
                w->start = i + 1;
                break;
            }
        break;
    case TK_TYPEDEF: w->typedef_depth = w->depth; break;
    case TK_GLOBAL: w->kernel = true; break;
    case TK_ATTRIBUTE:
    case TK_ASM:
    case TK_LAUNCH_BOUNDS:
    case TK_OFFSETOF:
        if (w->quiet < 0) w->quiet = w->depth;
        break;
    default: break;
    }
}

// A directive begins: `#` and its name.
static void put_directive(struct words *w, int i) {
    size_t to = offset_of(w, i) + w->t[i].len;
    const struct hd_token *name = &w->t[i + 1];
    w->directive = true;
    w->define = false;
    if (lex_is_name(name) && !(name->flags & TF_BOL)) {
        to = offset_of(w, i + 1) + name->len;
        w->define = !strcmp(name->text, "define");
        w->at++;
    }
    span(w, offset_of(w, i), to, "preprocessor");
}

// The length of the name of a magic that starts at s ("%time"), or of the whole line for `!`; 0:
// none does.
static size_t magic_length(const char *s, size_t len) {
    const char *newline = memchr(s, '\n', len);
    size_t line = newline ? (size_t)(newline - s) : len, n = 1;
    if (line < 2) return 0;
    if (*s == '!') return hd_is_shell_line(s, line) ? line : 0;
    if (*s == '?') return 1;
    if (*s != '%') return 0;
    if (s[1] == '%') n = 2;
    size_t name = n;
    while (n < line && (isalnum((unsigned char)s[n]) || s[n] == '_')) n++;
    return n > name ? n : 0;
}

// Whether the rest of a magic's line is code.
static bool takes_code(const char *s, size_t len) {
    return memmem(s, len, "time", 4) != NULL || *s == '?';
}

static void put_token(struct words *w, int i) {
    const struct hd_token *t = &w->t[i];
    size_t at = offset_of(w, i);
    if (t->flags & TF_BOL) w->directive = w->define = false;
    if (t->kind == TK_HASH && t->flags & TF_BOL) {
        put_directive(w, i);
        return;
    }
    size_t magic = t->flags & TF_BOL && w->depth == 0 ? magic_length(w->text + at, w->len - at) : 0;
    if (magic) {
        span(w, at, at + magic, "magic");
        const char *newline = memchr(w->text + at, '\n', w->len - at);
        size_t end = newline && !takes_code(w->text + at, magic) ? (size_t)(newline - w->text)
                     : newline                                   ? at + magic
                                                                 : w->len;
        if (takes_code(w->text + at, magic)) end = at + magic;
        while (w->t[w->at + 1].kind != TK_EOF && offset_of(w, w->at + 1) < end) w->at++;
        w->start = w->at + 1;
        return;
    }
    const char *class = class_of_token(w, i);
    if (class && strcmp(class, "plain") != 0) span(w, at, at + t->len, class);
    if (!w->directive)
        follow(w, i);
    else
        w->start = i + 1;
}

static void read_words(struct words *w, struct hd_front *front, const char *text, size_t len,
                       struct hd_arena *arena, struct tokbuf *tokens, struct hd_source *source) {
    *w = (struct words){
        .front = front, .arena = arena, .source = source, .text = source->text, .len = len};
    lex_all(source, 0, len, arena, tokens);
    struct hd_token end = tokens->t.v[tokens->t.n - 1];
    for (int i = 0; i < 4; i++) HD_XPUSH(&tokens->t, end); // looking ahead never leaves the array
    w->t = tokens->t.v;
    w->n = tokens->t.n - 4;
    w->decl_depth = w->enum_depth = w->quiet = w->typedef_depth = -1;
    size_t last = 0;
    for (w->at = 0; w->at < w->n - 1; w->at++) {
        put_comments(w, last, offset_of(w, w->at));
        put_token(w, w->at);
        last = offset_of(w, w->at) + w->t[w->at].len;
    }
    put_comments(w, last, len);
}

static void finish(struct words *w, struct tokbuf *tokens, struct hd_source *source) {
    HD_FREE_VEC(&w->spans);
    HD_FREE_VEC(&w->names);
    hd_map_finish(&w->declared);
    HD_FREE_VEC(&tokens->t);
    hd_source_release(source);
}

int hd_highlight(struct hd_front *front, const char *text, size_t len, struct hd_arena *arena,
                 struct hd_span **out) {
    struct words w;
    struct tokbuf tokens = {0};
    struct hd_source *source = hd_source_add("<input>", NULL, text, len);
    source->lang = HD_LANG_CU;
    read_words(&w, front, text, len, arena, &tokens, source);
    int n = w.spans.n;
    *out = HD_NEW_ARRAY(arena, struct hd_span, n + 1);
    if (n) memcpy(*out, w.spans.v, sizeof **out * (size_t)n);
    finish(&w, &tokens, source);
    return n;
}

int hd_text_names(struct hd_front *front, const char *text, size_t len, struct hd_arena *arena,
                  struct hd_text_name **out) {
    struct words w;
    struct tokbuf tokens = {0};
    struct hd_source *source = hd_source_add("<input>", NULL, text, len);
    source->lang = HD_LANG_CU;
    read_words(&w, front, text, len, arena, &tokens, source);
    int n = w.names.n;
    *out = HD_NEW_ARRAY(arena, struct hd_text_name, n + 1);
    for (int i = 0; i < n; i++) (*out)[i] = *w.names.v[i];
    finish(&w, &tokens, source);
    return n;
}
