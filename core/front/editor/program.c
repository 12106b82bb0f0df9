// Is a file a program, or a sequence of cells? It is a program when it, or a file of the user's
// that it includes, defines main.
//
// The text is preprocessed apart (nothing of the session changes) and its tokens are looked at:
// a definition is `main`, parameters in parentheses and `{`, outside of braces other than those of
// `extern "C"` and namespaces. A call in a cell, `main();`, is none, nor is what a comment or an
// #if hides; a file that defines main and calls it so is a sequence of cells.
//
// Example: `int mian() { ... }` and no main: the file runs as cells, which does nothing, and *near
// is the token `mian`.
#include "front/lex/pp.h"

#include <ctype.h>
#include <string.h>

static bool is_near_main(const char *name) {
    char lower[8];
    size_t n = strlen(name);
    if (n < 3 || n >= sizeof lower) return false;
    for (size_t i = 0; i <= n; i++) lower[i] = (char)tolower((unsigned char)name[i]);
    return hd_edit_distance(lower, "main", 1) <= 1;
}

// The index behind the bracket that closes the one at `at`.
static int behind(const struct hd_tokens *t, int at) {
    int open = t->v[at].kind, close = open == TK_LPAREN ? TK_RPAREN : TK_RBRACE;
    for (int depth = 0; at < t->n; at++) {
        depth += (t->v[at].kind == open) - (t->v[at].kind == close);
        if (depth == 0) return at + 1;
    }
    return t->n;
}

// Whether `int` or `void`, the name at `at` and its parameters are what a main has.
static bool like_main(const struct hd_tokens *t, int at, int end) {
    const struct hd_token *v = &t->v[at];
    if (at == 0 || (v[-1].kind != TK_INT && v[-1].kind != TK_VOID)) return false;
    if (at + 2 == end - 1 && v[2].kind == TK_RPAREN) return true;
    if (v[2].kind == TK_RPAREN || (v[2].kind == TK_VOID && v[3].kind == TK_RPAREN)) return true;
    return v[2].kind == TK_INT && v[3].kind == TK_IDENT && v[4].kind == TK_COMMA &&
           (v[5].kind == TK_CHAR || v[5].kind == TK_CONST);
}

static bool opens_nothing(const struct hd_tokens *t, int at) { // extern "C" {, namespace a {
    return at > 0 && (t->v[at - 1].kind == TK_STRING || t->v[at - 1].kind == TK_NAMESPACE ||
                      (at > 1 && t->v[at - 2].kind == TK_NAMESPACE));
}

// Behind the parameters: `{`, `noexcept {`, `-> int {`, `try {`.
static bool begins_body(const struct hd_tokens *t, int at) {
    while (at < t->n && (t->v[at].kind == TK_TRY || t->v[at].kind == TK_NOEXCEPT ||
                         t->v[at].kind == TK_ARROW || t->v[at].kind == TK_INT))
        at++;
    return at < t->n && t->v[at].kind == TK_LBRACE;
}

// main(...); where a declaration could stand.
static bool calls_main(const struct hd_tokens *t, int at, int end) {
    if (strcmp(t->v[at].text, "main") != 0 || end >= t->n || t->v[end].kind != TK_SEMI)
        return false;
    int before = at > 0 ? t->v[at - 1].kind : TK_SEMI;
    return before == TK_SEMI || before == TK_RBRACE;
}

static bool find_main(const struct hd_tokens *t, struct hd_range *near) {
    bool found = false;
    for (int at = 0; at + 1 < t->n;) {
        const struct hd_token *v = &t->v[at];
        if (v->kind == TK_LBRACE && !opens_nothing(t, at)) {
            at = behind(t, at);
        } else if (v->kind == TK_IDENT && v[1].kind == TK_LPAREN && !(v->flags & TF_SYSTEM)) {
            int end = behind(t, at + 1);
            bool defines = begins_body(t, end);
            if (calls_main(t, at, end)) return false;
            if (defines && !strcmp(v->text, "main")) found = true;
            if (defines && is_near_main(v->text) && like_main(t, at, end))
                *near = (struct hd_range){v->loc, v->loc + v->len};
            at = end;
        } else {
            at++;
        }
    }
    return found;
}

// Those tokens of a text that no #if may hide and that are in no directive.
static void tokens_outside(const struct hd_source *source, struct hd_arena *arena,
                           struct hd_tokens *out) {
    HD_VEC(struct hd_token) all = {0};
    struct lexer lx;
    int conditions = 0;
    lex_init(&lx, source, 0, source->len, arena, NULL);
    struct hd_token t = lex_next(&lx);
    while (t.kind != TK_EOF) {
        if (t.kind == TK_HASH && t.flags & TF_BOL) {
            t = lex_next(&lx);
            if (t.text && !strncmp(t.text, "if", 2)) conditions++;
            if (t.text && !strcmp(t.text, "endif")) conditions--;
            while (t.kind != TK_EOF && !(t.flags & TF_BOL)) t = lex_next(&lx);
            continue;
        }
        if (conditions == 0) HD_PUSH(arena, &all, t);
        t = lex_next(&lx);
    }
    HD_PUSH(arena, &all, t);
    out->v = all.v;
    out->n = all.n - 1;
}

struct main_search {
    struct hd_front *front;
    struct hd_source *source;
    struct hd_arena *arena;
    struct hd_range *near;
    bool found;
};

static void search_main(void *user) {
    struct main_search *m = user;
    struct hd_tokens toks;
    struct hd_range ignored;
    tokens_outside(m->source, m->arena, &toks); // enough for nearly all, and reads no header
    m->found = find_main(&toks, &ignored);
    if (m->found) return;
    pp_run_apart(m->front, m->source, m->arena, &toks);
    m->found = find_main(&toks, m->near);
}

// The same letters in another order or case, or one of them twice: not `gain` or `min`.
static bool is_slip_of_main(const char *name) {
    bool seen[4] = {false};
    for (const char *s = name; *s; s++) {
        const char *at = strchr("main", tolower((unsigned char)*s));
        if (!at) return false;
        seen[at - "main"] = true;
    }
    return tolower((unsigned char)name[0]) == 'm' && seen[1] && seen[2] && seen[3] &&
           is_near_main(name) && strcmp(name, "main") != 0;
}

// What its parameters are says find_main of a file; here types are known.
static bool is_typed_like_main(const struct hd_type *t) {
    bool result = t->base->kind == HD_TY_INT || t->base->kind == HD_TY_VOID;
    return result && !t->variadic &&
           (t->nparams == 0 || (t->nparams >= 2 && t->params[0]->kind == HD_TY_INT &&
                                t->params[1]->kind == HD_TY_PTR));
}

const struct hd_def *hd_misspelt_main(const struct hd_cell *cell) {
    const struct hd_def *found = NULL;
    for (int i = 0; i < cell->defs.n && !cell->entry; i++) {
        const struct hd_def *def = cell->defs.v[i];
        const struct hd_sym *sym = def->kind == DEF_FUNC ? def->sym : NULL;
        if (!sym || !sym->func || def->source->system || !is_slip_of_main(sym->name) ||
            !is_typed_like_main(sym->type))
            continue;
        int named = 0;
        for (int k = 0; k < cell->tokens.n; k++)
            named += cell->tokens.v[k].kind == TK_IDENT && cell->tokens.v[k].text == sym->name;
        if (named == 1) found = def; // nobody here calls it
    }
    return found;
}

bool hd_defines_main(struct hd_front *front, struct hd_source *source, struct hd_range *near) {
    struct hd_arena *arena = hd_arena_create();
    struct hd_diags quiet = {.arena = arena, .muted = true}, *outer = front->diags;
    struct main_search m = {front, source, arena, near, false};
    *near = (struct hd_range){0, 0};
    front->diags = &quiet;
    hd_diags_protect(&quiet, search_main, &m);
    front->diags = outer;
    if (m.found) *near = (struct hd_range){0, 0};
    hd_arena_destroy(arena);
    return m.found;
}
