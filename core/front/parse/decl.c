// Declarations, function definitions, static assertions, initialisers. Declarators are in declr.c.
#include "front/parse/parse.h"

#include <string.h>

// ---- initialisers -------------------------------------------------------------------------------

struct hd_ast *parse_initializer(struct parser *p) {
    return parse_is(p, TK_LBRACE) ? parse_init_list(p) : parse_assign(p);
}

static struct hd_ast *index_designator(struct parser *p) {
    const struct hd_token *open = parse_tok(p);
    struct hd_ast *n = parse_node(p, AST_INDEX_DESIGNATOR, 0);
    parse_advance(p);
    struct hd_ast *from = parse_conditional(p), *to = NULL;
    bool range = parse_accept(p, TK_ELLIPSIS);
    if (range) to = parse_conditional(p);
    parse_close(p, TK_RBRACKET, open);
    return parse_kids_of(p, n, range ? 2 : 1, from, to);
}

static struct hd_ast *member_designator(struct parser *p) {
    struct hd_ast *n = parse_node(p, AST_NAME, 0);
    n->name = parse_tok(p)->text;
    if (!parse_is(p, TK_IDENT))
        parse_fail(p, parse_after(p), "expected the name of a member, found %s", parse_found(p));
    parse_advance(p);
    return parse_done(p, n);
}

// `[` in a list: a lambda, unless what follows the `]` is a designator's.
static bool lambda_item(const struct parser *p) {
    int after = parse_kind_at(p, parse_next(p, parse_match(p, p->at)));
    return parse_cu(p) && parse_is(p, TK_LBRACKET) && after != TK_ASSIGN && after != TK_LBRACKET &&
           after != TK_DOT;
}

static struct hd_ast *init_item(struct parser *p) {
    bool old = parse_is(p, TK_IDENT) && parse_peek(p) == TK_COLON;
    if ((!old && !parse_is(p, TK_DOT) && !parse_is(p, TK_LBRACKET)) || lambda_item(p))
        return parse_initializer(p);
    struct hd_ast *n = parse_node(p, AST_DESIGNATED, 0);
    ast_vec kids = {0};
    bool array = false;
    if (old) {
        HD_PUSH(p->arena, &kids, member_designator(p));
        parse_advance(p);
    } else {
        while (parse_is(p, TK_DOT) || parse_is(p, TK_LBRACKET)) {
            array = parse_is(p, TK_LBRACKET);
            parse_accept(p, TK_DOT);
            struct hd_ast *one = array ? index_designator(p) : member_designator(p);
            HD_PUSH(p->arena, &kids, one);
            if (kids.n > MAX_DERIVS) parse_fail(p, n->range, "this designator is too long");
        }
        if (!parse_accept(p, TK_ASSIGN) && !parse_is(p, TK_LBRACE) &&
            !(array && p->lang == HD_LANG_C))
            parse_expect(p, TK_ASSIGN, "after the designator");
    }
    HD_PUSH(p->arena, &kids, parse_initializer(p));
    return parse_kids(p, n, &kids);
}

struct hd_ast *parse_init_list(struct parser *p) {
    const struct hd_token *open = parse_tok(p);
    struct hd_ast *n = parse_node(p, AST_INIT_LIST, 0);
    ast_vec kids = {0};
    bool no_gt = p->state->no_gt;
    p->state->no_gt = false;
    if (parse_enter(p)) parse_advance(p);
    while (!parse_is(p, TK_RBRACE) && !parse_is(p, TK_EOF)) {
        struct hd_ast *item = init_item(p);
        HD_PUSH(p->arena, &kids, parse_expansion(p, item));
        if (!parse_accept(p, TK_COMMA)) break;
    }
    if (!parse_is(p, TK_RBRACE) && !parse_is(p, TK_EOF) && kids.n) {
        struct hd_diag *diag = parse_fail(
            p, parse_after(p), "expected `,` or `}` in the initialiser, found %s", parse_found(p));
        parse_note(p, diag, parse_tok_range(open), "the list begins here");
    }
    p->state->no_gt = no_gt;
    parse_close(p, TK_RBRACE, open);
    parse_leave(p);
    return parse_kids(p, n, &kids);
}

// ---- declarations -------------------------------------------------------------------------------

static const char *parse_asm_label(struct parser *p) {
    parse_advance(p);
    const struct hd_token *open = parse_tok(p);
    if (!parse_expect(p, TK_LPAREN, "after `asm`")) return NULL;
    const char *label = parse_joined_string(p);
    parse_close(p, TK_RPAREN, open);
    return label;
}

// `A::A`, `A<T>::A`
static bool parse_is_ctor(const struct hd_declr *declr) {
    const struct hd_qual *q = declr->qual;
    return q && q->nparts && q->parts[q->nparts - 1].name == declr->name;
}

static bool is_special(const struct hd_declr *declr) {
    return parse_is_ctor(declr) || declr->conversion || (declr->name && declr->name[0] == '~');
}

bool parse_has_auto_param(const struct hd_deriv *fn) {
    for (int i = 0; fn && i < fn->nparams; i++)
        if (fn->params[i].spec && fn->params[i].spec->base == BASE_AUTO) return true;
    return false;
}

// C++ has no implicit int; in C the checker warns.
static void missing_type(struct parser *p, struct hd_ast *declaration,
                         const struct hd_declr *declr) {
    struct hd_spec *spec = declaration->spec;
    if (spec->base != BASE_NONE || !parse_cu(p) || p->state->panic || is_special(declr)) return;
    struct hd_diag *diag;
    const char *name = declr->name ? declr->name : "it";
    if (parse_function_deriv(declr)) {
        diag = parse_report(p, declr->name_range, "`%s` has no return type", name);
        if (spec->flags & SPEC_GLOBAL)
            parse_help(p, diag, "a kernel returns nothing: write `__global__ void %s(...)`", name);
        else
            parse_help(p, diag, "write `void %s(...)`, or the type that it returns", name);
    } else {
        diag = parse_report(p, declr->name_range, "the declaration of `%s` has no type", name);
        parse_help(p, diag, "write a type in front of the name, or `auto`");
    }
    spec->base = BASE_ERROR;
}

static void initialiser(struct parser *p, struct hd_ast *d) {
    d->kids = HD_NEW_ARRAY(p->arena, struct hd_ast *, 1);
    d->nkids = 1;
    if (parse_is(p, TK_ASSIGN)) {
        d->op = TK_ASSIGN;
        parse_advance(p);
        d->kids[0] = parse_initializer(p);
    } else if (parse_cu(p) && parse_is(p, TK_LBRACE) && !parse_function_deriv(d->declr)) {
        d->op = TK_LBRACE;
        d->kids[0] = parse_init_list(p);
    } else if (parse_cu(p) && parse_is(p, TK_LPAREN)) {
        const struct hd_token *open = parse_tok(p);
        ast_vec args = {0};
        d->op = TK_LPAREN;
        parse_advance(p);
        parse_args(p, &args, TK_RPAREN, open);
        d->kids = args.v;
        d->nkids = args.n;
    }
}

void parse_params_into_scope(struct parser *p, const struct hd_ast *function) {
    for (int i = 0; i < function->ntparams; i++) parse_declare_tparam(p, &function->tparams[i]);
    const struct hd_deriv *fn = parse_function_deriv(function->declr);
    for (int i = 0; fn && i < fn->nparams; i++)
        if (fn->params[i].declr) parse_declare(p, fn->params[i].declr->name, NAME_OTHER);
}

// `= delete;`, and of a member outside of its class `= default;`.
static bool no_body_follows(const struct parser *p, const struct hd_declr *declr) {
    if (!parse_cu(p) || !parse_is(p, TK_ASSIGN)) return false;
    enum hd_tok word = parse_kind_at(p, parse_next(p, p->at));
    return word == TK_DELETE ||
           (word == TK_DEFAULT && (declr->qual || parse_is_comparison(declr->name)));
}

// What such a function does runs while compiling, and in kernels, where that of its members does.
void parse_default_comparison(struct parser *p, struct hd_ast *fn) {
    fn->member |= MEMBER_COMPARES;
    fn->spec->flags |= SPEC_CONSTEXPR;
    fn->kids = HD_NEW_ARRAY(p->arena, struct hd_ast *, 1);
    fn->kids[0] = parse_done(p, parse_node(p, AST_BLOCK, 0));
    fn->nkids = 1;
}

// Such a function has an empty body: what `= default` means is written out when that is checked.
static struct hd_ast *no_body(struct parser *p, struct hd_ast *function) {
    struct hd_ast *block = parse_node(p, AST_BLOCK, 0);
    parse_advance(p);
    function->member |= parse_is(p, TK_DELETE) ? MEMBER_DELETED : MEMBER_DEFAULT;
    if ((function->member & MEMBER_DEFAULT) && parse_is_comparison(function->name))
        parse_default_comparison(p, function);
    parse_advance(p);
    parse_semi(p, "the function", function->name);
    return parse_done(p, block);
}

// n: the AST_DECLARATION so far, which becomes the AST_FUNCTION.
struct hd_ast *parse_function_definition(struct parser *p, struct hd_ast *n, struct hd_declr *declr,
                                         int mark) {
    struct parse_state *st = p->state;
    struct parse_scope scope;
    ast_vec kids = {0};
    n->kind = AST_FUNCTION;
    n->declr = declr;
    n->name = declr->name;
    n->loc = declr->name_range.from;
    parse_push(p, &scope);
    if (parse_is_ctor(declr)) n->member |= MEMBER_CTOR;
    parse_special_member(n, declr);
    parse_params_into_scope(p, n);
    HD_PUSH(p->arena, &kids, NULL);
    if (no_body_follows(p, declr)) {
        kids.v[0] = no_body(p, n);
        parse_pop(p);
        n->kids = kids.v;
        n->nkids = kids.n;
        return parse_tall_done(p, n, mark);
    }
    struct hd_ast *attempt = parse_function_try(p);
    if ((n->member & MEMBER_CTOR) && parse_is(p, TK_COLON)) parse_member_inits(p, &kids);
    while (!st->panic && !parse_is(p, TK_LBRACE) && parse_decl_at(p, p->at)) // K&R
        HD_PUSH(p->arena, &kids, parse_declaration(p, DECL_LOCAL));
    const struct hd_token *open = parse_tok(p);
    bool skip = p->skip_bodies && !attempt && (open->flags & TF_SYSTEM) && !n->is_template &&
                !n->is_specialisation && !declr->qual && !(n->member & MEMBER_INSIDE);
    if (skip && parse_is(p, TK_LBRACE)) {
        n->body_toks = p->toks;
        n->body_from = p->at;
        parse_skip_braces(p);
        n->body_to = st->last + 1;
    } else if (parse_is(p, TK_LBRACE)) {
        const char *outer = st->function;
        const struct hd_token *outer_open = st->function_open;
        st->function = declr->name;
        st->function_open = open;
        kids.v[0] = parse_function_tried(p, attempt, parse_function_block(p, n));
        st->function = outer;
        st->function_open = outer_open;
    } else {
        parse_expect(p, TK_LBRACE, "at the start of the function's body");
    }
    parse_pop(p);
    n->kids = kids.v;
    n->nkids = kids.n;
    return parse_tall_done(p, n, mark);
}

static bool body_follows(struct parser *p, const struct hd_declr *declr) {
    const struct hd_deriv *fn = parse_function_deriv(declr);
    if (!fn || p->state->panic) return false;
    if (parse_is(p, TK_LBRACE) || (parse_cu(p) && parse_is(p, TK_TRY)) ||
        no_body_follows(p, declr) || (parse_is(p, TK_COLON) && parse_is_ctor(declr)))
        return true;
    return fn->oldstyle && fn->nparams > 0 && !parse_is(p, TK_SEMI) && parse_decl_at(p, p->at);
}

static void no_nested_function(struct parser *p, const struct hd_declr *declr) {
    struct parse_state *st = p->state;
    if (st->told_nested) { // they all follow from one missing `}`
        p->errors++;
        parse_skip_braces(p);
        return;
    }
    struct hd_diag *diag =
        parse_report(p, declr->name_range, "`%s` cannot be defined inside another function",
                     declr->name ? declr->name : "a function");
    if (st->function && st->function_open)
        parse_note(p, diag, parse_tok_range(st->function_open),
                   "the body of `%s` begins here; is its `}` missing?", st->function);
    else
        parse_help(p, diag, "move it out, to the top level");
    st->told_nested = true;
    parse_skip_braces(p);
}

// `struct s { ... }` and then something that cannot be a declarator: the `;` was forgotten.
static bool body_without_semicolon(struct parser *p, const struct hd_spec *spec) {
    if (spec->base != BASE_TAG || !spec->has_body) return false;
    const struct hd_token *t = parse_tok(p);
    switch (t->kind) {
    case TK_STAR:
    case TK_LPAREN:
    case TK_SEMI:
    case TK_AMP:
    case TK_AND_AND:
    case TK_LBRACE:
    case TK_ASSIGN: return false;
    case TK_IDENT:
        return (t->flags & TF_BOL) &&
               (parse_classify(p, t->text) == NAME_TYPE || parse_peek(p) == TK_IDENT);
    default: return true;
    }
}

static const char *tag_word(const struct hd_spec *spec) {
    return spec->tag_kind == TK_ENUM    ? "the enum"
           : spec->tag_kind == TK_UNION ? "the union"
                                        : "the struct";
}

static void init_declarator(struct parser *p, struct hd_ast *n, struct hd_ast *d) {
    bool can_init = !(n->spec->flags & SPEC_TYPEDEF);
    d->declr = HD_NEW(p->arena, struct hd_declr); // in case of an error further on
    struct hd_declr *declr = d->declr =
        parse_declarator(p, can_init ? DECLR_INIT : DECLR_NAMED, n->spec);
    parse_move_trailing(p, n, declr);
    if (parse_is(p, TK_ASM)) declr->asm_label = parse_asm_label(p);
    parse_attributes(p, &declr->attrs);
    missing_type(p, n, declr);
    const struct hd_deriv *fn = parse_function_deriv(declr);
    if (fn && parse_has_auto_param(fn)) n->is_template = true;
    d->name = declr->name;
    d->loc = declr->name ? declr->name_range.from : d->range.from;
    if (!declr->qual) parse_not_tparam(p, declr->name, declr->name_range);
    bool type = n->spec->flags & SPEC_TYPEDEF, tmpl = n->ntparams || n->is_specialisation;
    if (type && !declr->derivs)
        parse_declare_alias(p, declr->name, n->spec);
    else
        parse_declare(p, declr->name, type ? NAME_TYPE : tmpl ? NAME_TEMPLATE : NAME_OTHER);
    for (int i = 0; i < declr->nbindings; i++)
        parse_declare(p, declr->bindings[i].name, NAME_OTHER);
}

static void declaration_end(struct parser *p, const struct hd_ast *n) {
    const struct hd_ast *d = n->nkids ? n->kids[n->nkids - 1] : NULL;
    const char *name = d ? d->declr->name : NULL;
    bool function =
        parse_is(p, TK_LBRACE) ||
        (!parse_is(p, TK_EOF) && !(parse_tok(p)->flags & TF_BOL) && parse_decl_at(p, p->at));
    if (d && d->op == TK_LPAREN && function) {
        struct hd_diag *diag =
            parse_fail(p, parse_after(p), "expected `;` after the declaration of `%s`, found %s",
                       name, parse_found(p));
        parse_help(p, diag, "for a function, give each parameter a type");
        return;
    }
    parse_semi(p, "the declaration of", name ? name : "this type");
}

// `Foo(T) -> Foo<T *>;`: what class template argument deduction asks.
bool parse_guide_at(const struct parser *p) {
    int i = p->at;
    if (parse_word(parse_tok(p), "explicit")) i = parse_next(p, i);
    int open = parse_next(p, i);
    if (!parse_cu(p) || parse_kind_at(p, i) != TK_IDENT || parse_kind_at(p, open) != TK_LPAREN)
        return false;
    int arrow = parse_next(p, parse_match(p, open)), to = parse_next(p, arrow);
    return parse_kind_at(p, arrow) == TK_ARROW && parse_kind_at(p, to) == TK_IDENT &&
           p->toks[to].text == p->toks[i].text;
}

static struct hd_ast *guide(struct parser *p, struct hd_ast *n, int mark) {
    int count = 0;
    if (parse_word(parse_tok(p), "explicit")) parse_advance(p);
    n->kind = AST_FUNCTION;
    n->member |= MEMBER_GUIDE;
    n->is_template = true;
    n->declr = HD_NEW(p->arena, struct hd_declr);
    n->name = n->declr->name = parse_tok(p)->text;
    n->loc = parse_tok(p)->loc;
    n->declr->name_range = parse_here(p);
    parse_advance(p);
    n->declr->derivs = parse_function_suffix(p, &count);
    n->declr->range = parse_from(p, n->range.from);
    n->kids = HD_NEW_ARRAY(p->arena, struct hd_ast *, 1);
    n->nkids = 1;
    n->spec = HD_NEW(p->arena, struct hd_spec);
    if (p->state->trailing) n->spec = p->state->trailing->spec;
    p->state->trailing = NULL;
    parse_semi(p, "the deduction guide of", n->name);
    return parse_tall_done(p, n, mark);
}

// tmpl: carries the template parameters, or NULL.
static struct hd_ast *declaration(struct parser *p, enum decl_where where,
                                  const struct hd_ast *tmpl) {
    struct parse_state *st = p->state;
    int mark = parse_tall_begin(p);
    struct hd_ast *n = parse_node(p, AST_DECLARATION, 0);
    ast_vec kids = {0};
    if (tmpl) parse_take_head(n, tmpl);
    if (where == DECL_TOP && parse_guide_at(p)) return guide(p, n, mark);
    n->spec = parse_spec(p, SPEC_DECL);
    if (where == DECL_TOP && p->item_extern_c) n->spec->flags |= SPEC_EXTERN_C;
    if (parse_is(p, TK_SEMI) || st->panic || body_without_semicolon(p, n->spec)) {
        if (where == DECL_TOP || where == DECL_LOCAL)
            parse_semi(p, tag_word(n->spec), n->spec->name);
        return parse_tall_done(p, n, mark);
    }
    do {
        struct hd_ast *d = parse_node(p, AST_DECLARATOR_INIT, 0);
        HD_PUSH(p->arena, &kids, d);
        n->kids = kids.v;
        n->nkids = kids.n;
        init_declarator(p, n, d);
        if (kids.n == 1 && body_follows(p, d->declr)) {
            if (where == DECL_TOP) return parse_function_definition(p, n, d->declr, mark);
            no_nested_function(p, d->declr);
            return parse_tall_done(p, n, mark);
        }
        initialiser(p, d);
        parse_done(p, d);
    } while (!st->panic && where != DECL_CONDITION && parse_accept(p, TK_COMMA));
    parse_tall_done(p, n, mark);
    if (where == DECL_TOP || where == DECL_LOCAL) declaration_end(p, n);
    n->range = parse_from(p, n->range.from);
    return n;
}

struct hd_ast *parse_declaration(struct parser *p, enum decl_where where) {
    return declaration(p, where, NULL);
}

struct hd_ast *parse_generic_declaration(struct parser *p, const struct hd_ast *tmpl) {
    return declaration(p, DECL_TOP, tmpl);
}

struct hd_ast *parse_static_assert(struct parser *p) {
    struct hd_ast *n = parse_node(p, AST_STATIC_ASSERT, 0), *text = NULL;
    const char *word = parse_tok(p)->text;
    parse_advance(p);
    const struct hd_token *open = parse_tok(p);
    if (!parse_expect(p, TK_LPAREN, hd_printf(p->scratch, "after `%s`", word))) return n;
    struct hd_ast *condition = parse_conditional(p);
    if (parse_accept(p, TK_COMMA)) {
        if (parse_is(p, TK_STRING))
            text = parse_string(p);
        else
            parse_fail(p, parse_after(p), "expected the message as a string, found %s",
                       parse_found(p));
    }
    parse_close(p, TK_RPAREN, open);
    parse_kids_of(p, n, 2, condition, text);
    parse_semi(p, "the static assertion", NULL);
    return n;
}
