// The top level of a cell or program.
//
// parse_item gives one top-level item after the other. Where C++ says "declaration if it can be
// one, else expression statement", the decision is made from the first tokens (parse_decl_at)
// before anything is consumed. The names an item declares are kept in the parser's own scopes until
// the item ends; from then on the session knows them, because each item is checked before the next
// one is parsed. hd_is_complete (`trial`) checks nothing, so there the names stay.
//
// Example: in `typedef float T; T f(T x) { return x * T(2); }` the second item finds T through
// check_classify, x through the scope of f, and takes `T(2)` for a functional cast because T is a
// type.
#include "front/check/check.h"
#include "front/parse/parse.h"

#include <assert.h>
#include <string.h>

// ---- nodes --------------------------------------------------------------------------------------
// ---- names --------------------------------------------------------------------------------------

// ---- #pragma unroll -----------------------------------------------------------------------------

// ---- top level ----------------------------------------------------------------------------------

void parse_init(struct parser *p, struct hd_front *front, const struct hd_tokens *toks,
                enum hd_lang lang) {
    memset(p, 0, sizeof *p);
    p->front = front;
    p->diags = front ? front->diags : NULL;
    p->toks = toks->v;
    p->n = toks->v ? toks->n : 0;
    p->lang = lang;
    p->space = front ? hd_space_global(front) : NULL;
}

void parse_begin(struct parser *p) {
    if (p->state) return;
    assert(p->arena && (p->diags || p->trial));
    if (!p->scratch) p->scratch = p->diags ? p->diags->arena : p->arena;
    struct parse_state *st = p->state = HD_NEW(p->scratch, struct parse_state);
    st->eof.kind = TK_EOF;
    st->eof.flags = TF_BOL;
    if (p->n > 0) {
        const struct hd_token *end = &p->toks[p->n - 1];
        st->eof.loc = st->eof.spelled = end->loc + end->len;
    }
    st->last = -1;
    st->unroll_at = -1;
    st->tok = &st->eof;
    parse_settle(p);
}

static void open_top(struct parser *p, bool extern_c, struct hd_space *space) {
    struct parse_state *st = p->state;
    if (st->nopen == MAX_OPEN) {
        parse_fail(p, parse_here(p), "too many nested `extern` and `namespace` blocks");
        return;
    }
    st->open[st->nopen].extern_c = extern_c;
    st->open[st->nopen].outer = p->space;
    st->open[st->nopen++].at = p->at;
    if (space) p->space = space;
    parse_advance(p);
}

static bool is_extern_c(const struct parser *p) {
    const struct parse_state *st = p->state;
    return p->extern_c || (st->nopen > 0 && st->open[st->nopen - 1].extern_c);
}

// `extern "C" {`: its items come one by one. false: it is something else.
static bool extern_block(struct parser *p) {
    if (!parse_is(p, TK_EXTERN) || parse_peek(p) != TK_STRING) return false;
    int string = parse_next(p, p->at);
    if (parse_kind_at(p, parse_next(p, string)) != TK_LBRACE)
        return false; // one declaration: a specifier
    bool c = p->toks[string].text_len == 1;
    parse_advance(p);
    parse_advance(p);
    open_top(p, c, NULL);
    return true;
}

static bool namespace_at(const struct parser *p) {
    return parse_is(p, TK_NAMESPACE) || (parse_is(p, TK_INLINE) && parse_peek(p) == TK_NAMESPACE);
}

// The space of a namespace inside of the one at hand.
static struct hd_space *inside(struct parser *p, const char *name) {
    if (!p->front || p->trial) return NULL;
    struct hd_space *outer = p->space ? p->space : hd_space_global(p->front);
    struct hd_space *space = space_open(p->front, outer, name);
    if (space->is_std && !(parse_tok(p)->flags & TF_SYSTEM)) waiting_all(p->front);
    return space;
}

// `namespace A {`, `namespace A::B {`, `namespace A::inline B {`, `inline namespace`, `namespace
// {`, `namespace a = A;`. What stands inside comes as items that follow.
struct hd_ast *parse_namespace(struct parser *p) {
    struct hd_ast *n = parse_node(p, AST_NAMESPACE, 0);
    if (parse_accept(p, TK_INLINE)) n->op = TK_INLINE;
    parse_advance(p);
    parse_attributes(p, &n->attrs);
    if (!parse_is(p, TK_IDENT)) {
        if (!parse_is(p, TK_LBRACE))
            parse_fail(p, parse_after(p), "expected `{` after `namespace`, found %s",
                       parse_found(p));
        if (p->state->panic) return NULL;
        n->name = hd_space_unnamed();
        n->space = p->space;
        open_top(p, is_extern_c(p), inside(p, n->name));
        return parse_done(p, n);
    }
    n->name = parse_tok(p)->text;
    n->loc = parse_tok(p)->loc;
    n->space = p->space;
    parse_advance(p);
    if (parse_accept(p, TK_ASSIGN)) {
        n->op = TK_ASSIGN;
        struct parse_inner inner;
        n->qual = parse_namespace_name(p, &inner);
        parse_semi(p, "the namespace alias", n->name);
        parse_declare(p, n->name, NAME_SPACE);
        if (p->scope) p->scope->newest->inner = inner;
        return parse_done(p, n);
    }
    struct hd_space *space = inside(p, n->name), *outer = p->space;
    HD_VEC(struct hd_name_part) more = {0};
    while (parse_is(p, TK_SCOPE) && (parse_peek(p) == TK_IDENT || parse_peek(p) == TK_INLINE)) {
        parse_advance(p);
        struct hd_name_part part = {.is_inline = parse_accept(p, TK_INLINE)};
        if (!parse_is(p, TK_IDENT)) {
            parse_fail(p, parse_after(p), "expected a name after `inline`, found %s",
                       parse_found(p));
            return parse_done(p, n);
        }
        part.name = parse_tok(p)->text;
        HD_PUSH(p->arena, &more, part);
        p->space = space;
        space = inside(p, parse_tok(p)->text);
        p->space = outer;
        parse_advance(p);
    }
    if (more.n) { // each a name inside of the one before it
        n->qual = HD_NEW(p->arena, struct hd_qual);
        n->qual->parts = more.v;
        n->qual->nparts = more.n;
    }
    if (p->trial) parse_declare(p, n->name, NAME_SPACE);
    if (!parse_is(p, TK_LBRACE))
        parse_fail(p, parse_after(p), "expected `{` after `namespace %s`, found %s", n->name,
                   parse_found(p));
    else
        open_top(p, is_extern_c(p), space);
    return parse_done(p, n);
}

// `name(...) {` : a function whose type was left out. C: also `name(a) int a; {`.
static bool untyped_function(struct parser *p) {
    if (!parse_is(p, TK_IDENT) || parse_peek(p) != TK_LPAREN) return false;
    int after = parse_next(p, parse_match(p, parse_next(p, p->at)));
    int kind = parse_kind_at(p, after);
    const char *near;
    if (kind == TK_LBRACE) return !p->cell || !parse_misspelt_at(p, p->at, &near);
    return p->lang == HD_LANG_C && after < p->n && parse_decl_at(p, after) &&
           parse_kind_at(p, parse_next(p, parse_next(p, p->at))) == TK_IDENT;
}

// A declaration of a C program may lack its type altogether: `x = 3;`, `f(a, b) { ... }`, `*p;`.
static bool implicit_int(struct parser *p) {
    if (p->lang != HD_LANG_C || p->cell) return false;
    if (parse_is(p, TK_ATTRIBUTE)) return true;
    if (parse_is(p, TK_STAR)) return parse_peek(p) == TK_IDENT || parse_peek(p) == TK_STAR;
    switch (parse_is(p, TK_IDENT) ? parse_peek(p) : TK_EOF) {
    case TK_LPAREN:
    case TK_SEMI:
    case TK_ASSIGN:
    case TK_LBRACKET:
    case TK_COMMA: return true;
    default: return false;
    }
}

static struct hd_ast *no_statement_here(struct parser *p) {
    struct parse_state *st = p->state;
    struct hd_range range = parse_here(p);
    if (parse_is(p, TK_ELSE) || parse_is(p, TK_RPAREN) || parse_is(p, TK_RBRACKET)) {
        parse_fail(p, range, "expected a declaration, found %s", parse_found(p));
        return NULL;
    }
    const char *word = parse_is(p, TK_IDENT) && parse_cu(p) ? parse_tok(p)->text : NULL;
    const char *meant =
        word && parse_classify(p, word) == NAME_UNKNOWN ? parse_specifier_meant(word) : NULL;
    if (meant) {
        parse_help(p, parse_fail(p, range, "unknown word `%s`", word), "did you mean `%s`?", meant);
        return NULL;
    }
    if (parse_is(p, TK_IDENT) &&
        parse_peek(p) == TK_IDENT) { // `real f(real x)` where `real` is a variable
        parse_fail(p, range, "`%s` is no type, and a declaration begins with one",
                   parse_tok(p)->text);
        return NULL;
    }
    if (!st->told_statement) {
        struct hd_diag *diag =
            parse_fail(p, range, "a program has statements only inside functions");
        parse_help(p, diag,
                   "move it into a function; at the prompt and in cells it could stand here");
        st->told_statement = true;
        return NULL;
    }
    p->errors++;
    st->panic = true;
    st->tok = &st->eof;
    return NULL;
}

static struct hd_ast *top_item(struct parser *p) {
    if (extern_block(p)) return NULL;
    if (namespace_at(p)) return parse_namespace(p);
    switch (parse_tok(p)->kind) {
    case TK_TEMPLATE: return parse_template(p);
    case TK_EXTERN:
        if (parse_cu(p) && parse_peek(p) == TK_TEMPLATE) return parse_template(p);
        break;
    case TK_USING: return parse_using(p);
    case TK_STATIC_ASSERT: return parse_static_assert(p);
    case TK_ASM: return parse_asm(p);
    case TK_EXTENSION:
        if (parse_kind_at(p, parse_next(p, p->at)) == TK_STATIC_ASSERT) {
            parse_advance(p);
            return parse_static_assert(p);
        }
        break;
    default: break;
    }
    bool friend = p->replay && parse_word(parse_tok(p), "friend");
    if (friend || parse_decl_at(p, p->at) || parse_guide_at(p) || untyped_function(p) ||
        implicit_int(p))
        return parse_declaration(p, DECL_TOP);
    if (p->cell) return parse_stmt(p, true);
    return no_statement_here(p);
}

// What an item with errors still declares, so that later uses of its names stay quiet.
static struct hd_ast *salvage(struct parser *p, struct hd_ast *item, bool broken) {
    if (!item) return NULL;
    if (item->kind == AST_FUNCTION) {
        struct hd_ast *d = parse_node_at(p, AST_DECLARATOR_INIT, 0, item->range.from);
        d->declr = item->declr;
        d->kids = HD_NEW_ARRAY(p->arena, struct hd_ast *, 1);
        d->nkids = 1;
        item->kind = AST_DECLARATION;
        item->declr = NULL;
        item->kids = HD_NEW_ARRAY(p->arena, struct hd_ast *, 1);
        item->kids[0] = d;
        item->nkids = 1;
        return item;
    }
    if (item->kind != AST_DECLARATION || item->is_template)
        return item->kind == AST_DECLARATION && !broken ? item : NULL;
    bool keep = (!broken && item->spec->base != BASE_AUTO) ||
                (item->spec->base == BASE_TAG && item->spec->has_body);
    struct hd_spec *spec = HD_NEW(p->arena, struct hd_spec);
    *spec = *item->spec;
    if (!keep) spec->base = BASE_ERROR;
    spec->attrs = NULL;
    item->spec = spec;
    for (int i = 0; i < item->nkids; i++) {
        struct hd_ast *d = item->kids[i];
        d->op = 0;
        d->nkids = 1;
        d->kids = HD_NEW_ARRAY(p->arena, struct hd_ast *, 1);
        if (broken) d->declr->derivs = NULL, d->declr->attrs = NULL, d->declr->bits = NULL;
    }
    return item;
}

static bool at_end_of_items(struct parser *p) {
    struct parse_state *st = p->state;
    while (!st->panic) {
        if (parse_is(p, TK_SEMI)) {
            parse_advance(p);
        } else if (parse_is(p, TK_RBRACE) && st->nopen > 0) {
            p->space = st->open[--st->nopen].outer;
            parse_advance(p);
        } else if (parse_is(p, TK_RBRACE)) {
            struct hd_diag *diag = parse_report(p, parse_here(p), "this `}` closes nothing");
            parse_help(p, diag, "take it out, or look for a missing `{` above");
            parse_advance(p);
        } else {
            break;
        }
    }
    if (!parse_is(p, TK_EOF)) return false;
    if (st->nopen > 0 && !st->panic) {
        const struct hd_token *open = &p->toks[st->open[--st->nopen].at];
        struct hd_diag *diag =
            parse_fail(p, parse_after(p), "expected `}` before the end of the input");
        parse_note(p, diag, parse_tok_range(open), "to close this `{`");
    }
    return true;
}

bool parse_has_hoisted(const struct parser *p) {
    return p->state && p->state->hoisted_taken < p->state->nhoisted;
}

void parse_restart(struct parser *p, int at) {
    parse_begin(p);
    p->at = at;
    p->state->nhoisted = p->state->hoisted_taken = 0;
    p->state->pragmas_done = at;
    parse_settle(p);
}

struct hd_ast *parse_item(struct parser *p) {
    parse_begin(p);
    if (p->state->hoisted_taken < p->state->nhoisted)
        return p->state->hoisted[p->state->hoisted_taken++];
    for (;;) {
        if (at_end_of_items(p)) return NULL;
        struct parse_state *st = p->state;
        struct parse_scope own;
        int from = p->at, errors = p->errors;
        p->unknown_type = false;
        p->depth = 0;
        p->item_pack = p->pack;
        p->item_no_contract = p->no_contract;
        p->item_extern_c = is_extern_c(p);
        struct hd_space *space = p->space;
        st->tallest = 0;
        if (!p->trial || !p->scope)
            parse_push(p, p->trial ? HD_NEW(p->arena, struct parse_scope) : &own);
        st->nhoisted = st->hoisted_taken = 0;
        st->record = NULL;
        bool member = p->replay && space && space->kind == SPACE_RECORD;
        int nopen = st->nopen;
        struct hd_ast *item = member ? parse_member_text(p) : top_item(p);
        if (st->nopen == nopen) p->space = space; // a qualified name may have led elsewhere
        bool broken = st->panic;
        if (broken) parse_resync(p, from, true);
        if (p->errors > errors) {
            item = salvage(p, item, broken);
            st->nhoisted = 0;
        }
        if (!p->trial) parse_pop(p);
        assert(p->at > from || st->panic);
        if (item && !(p->trial && st->panic)) {
            item->tok_from = from;
            item->tok_to = st->last + 1;
            item->space = space;
            return item;
        }
    }
}

struct hd_ast *parse_function_body(struct parser *p, struct hd_ast *function) {
    if (function->kids[0] || !function->body_toks) return function->kids[0];
    p->toks = function->body_toks;
    p->n = function->body_to;
    p->at = function->body_from;
    p->state = NULL;
    p->skip_bodies = false;
    parse_begin(p);
    p->depth = 0;
    int errors = p->errors;
    struct parse_scope scope;
    parse_push(p, &scope);
    parse_params_into_scope(p, function);
    p->state->function = function->declr->name;
    p->state->function_open = parse_tok(p);
    struct hd_ast *body = parse_block(p);
    parse_pop(p);
    if (p->errors > errors) return NULL;
    function->kids[0] = body;
    return body;
}
