// Nodes of the syntax tree: made at the token at hand, finished with their range and height, and
// refused where the tree becomes deeper than whoever walks it can bear.
#include "front/parse/parse.h"

bool parse_enter(struct parser *p) {
    if (++p->depth <= MAX_DEPTH) return true;
    struct parse_state *st = p->state;
    if (st->told_deep && !st->panic) {
        p->errors++;
        st->panic = true;
        st->tok = &st->eof;
        p->at = p->n; // no second try
    }
    struct hd_diag *diag =
        parse_fail(p, parse_here(p), "nested too deeply: more than %d levels", MAX_DEPTH);
    parse_help(p, diag, "give an inner part a name of its own: a variable or a function");
    st->told_deep = true;
    return false;
}

struct hd_ast *parse_node_at(struct parser *p, enum hd_ast_kind kind, int op, hd_loc from) {
    struct hd_ast *n = HD_NEW(p->arena, struct hd_ast);
    n->kind = (uint16_t)kind;
    n->op = (uint16_t)op;
    n->tok =
        parse_tok(p) == &p->state->eof || parse_tok(p) == &p->state->edited ? NULL : parse_tok(p);
    n->loc = parse_tok(p)->loc;
    n->range.from = n->range.to = from;
    return n;
}

struct hd_ast *parse_node(struct parser *p, enum hd_ast_kind kind, int op) {
    return parse_node_at(p, kind, op, parse_tok(p)->loc);
}

static void set_height(struct parser *p, struct hd_ast *n, int height) {
    n->height = height;
    if (height > p->state->tallest) p->state->tallest = height;
    if (height <= MAX_HEIGHT) return;
    struct hd_diag *diag =
        parse_fail(p, n->range, "this is too long a chain: more than %d levels", MAX_HEIGHT);
    parse_help(p, diag, "split it into several statements");
}

struct hd_ast *parse_done(struct parser *p, struct hd_ast *n) {
    int height = 0;
    for (int i = 0; i < n->nkids; i++)
        if (n->kids[i] && n->kids[i]->height >= height) height = n->kids[i]->height + 1;
    n->range = parse_from(p, n->range.from);
    set_height(p, n, height);
    return n;
}

struct hd_ast *parse_kids(struct parser *p, struct hd_ast *n, const ast_vec *kids) {
    n->kids = kids->v;
    n->nkids = kids->n;
    return parse_done(p, n);
}

struct hd_ast *parse_kids_of(struct parser *p, struct hd_ast *n, int count, ...) {
    n->kids = HD_NEW_ARRAY(p->arena, struct hd_ast *, count);
    n->nkids = count;
    va_list args;
    va_start(args, count);
    for (int i = 0; i < count; i++) n->kids[i] = va_arg(args, struct hd_ast *);
    va_end(args);
    return parse_done(p, n);
}

struct hd_ast *parse_nothing(struct parser *p) {
    return parse_node_at(p, AST_EMPTY, 0, p->state->last_end);
}

int parse_tall_begin(struct parser *p) {
    int mark = p->state->tallest;
    p->state->tallest = 0;
    return mark;
}

struct hd_ast *parse_tall_done(struct parser *p, struct hd_ast *n, int mark) {
    n->range = parse_from(p, n->range.from);
    int height = p->state->tallest + 1;
    p->state->tallest = mark;
    set_height(p, n, height);
    return n;
}
