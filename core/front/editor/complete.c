// hd_is_complete: can this input run as it stands, or will more lines follow?
//
// The input is preprocessed dry (nothing of the session changes, included files only give their
// macros) and parsed as a trial. It is incomplete when a comment, raw string, #if, macro call or
// bracket is open at its end, or when the parser's first complaint is about the end. Any other
// error makes it invalid, which callers treat as complete: running it shows the error. `if (x)
// f();` is complete, since at a prompt nothing tells whether an `else` will follow.
//
// Lines that are magics (%name, !command, ?name, name?) are complete by themselves; only the code
// after the last one counts. A cell magic (%%name) ends with an empty line.
//
// Example: "for (int i = 0; i < 3; i++) {" is incomplete with an indent of 4.
#include "front/editor/highlight.h"
#include "front/lex/pp.h"
#include "front/omp/omp.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define INDENT 4
#define MAX_NESTING 4096

static bool is_magic(const char *line, size_t len) {
    while (len && isspace((unsigned char)line[len - 1])) len--;
    while (len && isspace((unsigned char)*line)) line++, len--;
    if (len < 2) return false;
    if (*line == '!') return hd_is_shell_line(line, len);
    if (*line == '%') return isalpha((unsigned char)line[1]) || line[1] == '%';
    return hd_is_question(line, len);
}

static bool blank(const char *text, size_t len) {
    for (size_t i = 0; i < len; i++)
        if (!isspace((unsigned char)text[i])) return false;
    return true;
}

// Whether the last line is empty: the text ends with a newline and, before it, another one.
static bool ends_with_empty_line(const char *text, size_t len) {
    int newlines = 0;
    while (len && isspace((unsigned char)text[len - 1])) newlines += text[--len] == '\n';
    return newlines >= 2;
}

// Brackets open at the end; -1: one is closed that was not open, or with the wrong kind.
static int open_brackets(const struct hd_tokens *toks) {
    char stack[MAX_NESTING];
    int n = 0;
    for (int i = 0; i < toks->n; i++) {
        int kind = toks->v[i].kind;
        char open = kind == TK_LPAREN     ? '('
                    : kind == TK_LBRACKET ? '['
                    : kind == TK_LBRACE   ? '{'
                                          : 0;
        char close = kind == TK_RPAREN     ? '('
                     : kind == TK_RBRACKET ? '['
                     : kind == TK_RBRACE   ? '{'
                                           : 0;
        if (open) {
            if (n == MAX_NESTING) return -1;
            stack[n++] = open;
        } else if (close && (n == 0 || stack[--n] != close)) {
            return -1;
        }
    }
    return n;
}

struct trial { // what an unwinding leaves behind
    struct hd_front *front;
    struct hd_arena *arena;
    struct hd_source *source;
    struct hd_diags diags;
    int indent;
    enum hd_complete result;
};

static enum hd_complete parse_trial(struct trial *t) {
    struct hd_tokens toks;
    pp_run_dry(t->front, t->source, t->arena, &toks);
    int open = open_brackets(&toks);
    t->indent = open > 0 ? INDENT * open : 0;
    if (toks.incomplete || omp_is_open(&toks)) return HD_INCOMPLETE;
    if (open < 0 || t->diags.errors) return HD_INVALID;
    if (open > 0) return HD_INCOMPLETE;
    struct parser p;
    parse_init(&p, t->front, &toks, HD_LANG_CU);
    p.diags = &t->diags;
    p.arena = t->arena;
    p.cell = p.trial = true;
    while (parse_item(&p) && !p.errors && !t->diags.errors) continue;
    if (!p.errors && !t->diags.errors) return HD_COMPLETE;
    // `import torch`, `cd src`: what begins with a word that is none is not waited for
    bool unknown = p.hit_end && p.unknown_type && toks.n && toks.v[toks.n - 1].kind == TK_IDENT;
    return p.hit_end && !unknown ? HD_INCOMPLETE : HD_INVALID;
}

static void try_parse(void *trial) {
    struct trial *t = trial;
    t->result = parse_trial(t);
}

static enum hd_complete code_complete(struct hd_front *front, const char *text, size_t len,
                                      int *indent) {
    *indent = 0;
    if (blank(text, len)) return HD_COMPLETE;
    struct trial *t = hd_xcalloc(1, sizeof *t);
    struct hd_diags *diags = front->diags;
    enum hd_lang lang = front->lang;
    struct hd_arena *pp_arena = front->pp_arena;
    struct parser *parser = front->parser;
    t->front = front;
    t->arena = hd_arena_create();
    t->source = hd_source_add("<input>", NULL, text, len);
    t->source->lang = HD_LANG_CU;
    t->diags = (struct hd_diags){.arena = t->arena, .muted = true};
    front->diags = &t->diags;
    front->lang = HD_LANG_CU;
    t->result = HD_INVALID;
    hd_diags_protect(&t->diags, try_parse, t);
    enum hd_complete result = t->result;
    *indent = t->indent;
    front->diags = diags;
    front->lang = lang;
    front->pp_arena = pp_arena;
    front->parser = parser;
    hd_source_release(t->source);
    hd_arena_destroy(t->arena);
    free(t);
    struct shell_command shell;
    bool one_line = !memchr(text, '\n', len);
    if (result == HD_INCOMPLETE && one_line && front_shell_command(front, text, text + len, &shell))
        return HD_INVALID; // running it says so
    return result;
}

enum hd_complete hd_is_complete(struct hd_front *front, const char *text, size_t len, int *indent) {
    const char *end = text + len, *start = text, *first = text;
    *indent = 0;
    while (first < end && isspace((unsigned char)*first)) first++;
    if (end - first > 2 && first[0] == '%' && first[1] == '%')
        return ends_with_empty_line(text, len) ? HD_COMPLETE : HD_INCOMPLETE;
    for (const char *at = text; at < end;) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const char *next = newline ? newline + 1 : end;
        bool magic = is_magic(at, (size_t)(next - at));
        if (magic && code_complete(front, start, (size_t)(at - start), indent) == HD_COMPLETE)
            start = next;
        at = next;
    }
    return code_complete(front, start, (size_t)(end - start), indent);
}
