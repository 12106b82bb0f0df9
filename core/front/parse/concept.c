// Concepts and constraints: `concept`, `requires` clauses and expressions, parameters that name a
// concept.
//
// A concept is a variable template whose value is an AST_CONSTRAINT: true where its expression can
// be checked and is true. What constrains a template is one expression in its node (`constraint`):
// that of its parameters, in their order, and that of its clause; a clause behind a function's
// parameters may name these and stays with the declarator (`requires_`).
//
// Example: `template <Num T> requires (sizeof(T) > 2) ...` has the constraint
// `Num<T> && (sizeof(T) > 2)`.
#include "front/parse/parse.h"

bool parse_concept_at(struct parser *p, int i, int *after) {
    struct parse_path path;
    if (!parse_cu(p) || (parse_kind_at(p, i) != TK_IDENT && parse_kind_at(p, i) != TK_SCOPE))
        return false;
    if (!parse_path_at(p, i, &path) || path.special || !path.leads.is_concept) return false;
    if (after) *after = path.after;
    return true;
}

static struct hd_ast *type_named(struct hd_arena *arena, const char *name, struct hd_range range) {
    struct hd_ast *n = HD_NEW(arena, struct hd_ast);
    n->kind = AST_TYPE_NAME;
    n->range = range;
    n->loc = range.from;
    n->spec = HD_NEW(arena, struct hd_spec);
    n->spec->base = BASE_NAME;
    n->spec->name = name;
    n->spec->range = n->spec->name_range = range;
    n->declr = HD_NEW(arena, struct hd_declr);
    n->declr->range = n->declr->name_range = range;
    return n;
}

static struct hd_ast *node(struct hd_arena *arena, enum hd_ast_kind kind, int op,
                           struct hd_ast *left, struct hd_ast *right) {
    struct hd_ast *n = HD_NEW(arena, struct hd_ast);
    n->kind = (uint16_t)kind;
    n->op = (uint16_t)op;
    n->range = (struct hd_range){left->range.from, right ? right->range.to : left->range.to};
    n->loc = left->loc;
    n->kids = HD_NEW_ARRAY(arena, struct hd_ast *, 2);
    n->kids[0] = left;
    n->kids[1] = right;
    n->nkids = 2;
    n->height = left->height + 1;
    if (right && right->height >= n->height) n->height = right->height + 1;
    return n;
}

struct hd_ast *hd_constraint_and(struct hd_arena *arena, struct hd_ast *a, struct hd_ast *b) {
    return !a ? b : !b ? a : node(arena, AST_BINARY, TK_AND_AND, a, b);
}

struct hd_ast *hd_constraint_on(struct hd_arena *arena, const struct hd_ast *concept,
                                struct hd_ast *type, bool is_pack) {
    struct hd_ast *n = HD_NEW(arena, struct hd_ast);
    *n = *concept;
    n->kids = HD_NEW_ARRAY(arena, struct hd_ast *, n->nkids);
    for (int i = 1; i < n->nkids; i++) n->kids[i] = concept->kids[i];
    n->kids[0] = type;
    return is_pack ? node(arena, AST_FOLD, TK_AND_AND, n, NULL) : n;
}

struct hd_ast *hd_constraint_on_name(struct hd_arena *arena, const struct hd_ast *concept,
                                     const char *name, bool is_pack) {
    return hd_constraint_on(arena, concept, type_named(arena, name, concept->range), is_pack);
}

struct hd_ast *hd_type_of_expr(struct hd_arena *arena, struct hd_ast *e, bool is_decltype) {
    struct hd_ast *type = type_named(arena, NULL, e->range);
    type->spec->base = BASE_TYPEOF;
    type->spec->is_decltype = is_decltype;
    type->spec->type_expr = e;
    return type;
}

// `Name`, `Name<int>`: an AST_NAME, whose first argument is missing.
struct hd_ast *parse_concept_name(struct parser *p) {
    struct parse_path path;
    struct hd_ast *n = parse_node(p, AST_NAME, 0);
    ast_vec args = {0};
    HD_PUSH(p->arena, &args, NULL);
    parse_path_at(p, p->at, &path);
    n->qual = parse_qual(p, &path);
    n->loc = parse_tok(p)->loc;
    n->name = parse_tok(p)->text;
    n->targs = true;
    parse_advance(p);
    if (parse_is(p, TK_LT)) parse_template_args(p, &args);
    n->kids = args.v;
    n->nkids = args.n;
    return parse_done(p, n);
}

static struct hd_ast *and_operand(struct parser *p) {
    struct hd_ast *left = parse_primary(p);
    while (parse_is(p, TK_AND_AND)) {
        struct hd_ast *n = parse_node_at(p, AST_BINARY, TK_AND_AND, left->range.from);
        parse_advance(p);
        left = parse_kids_of(p, n, 2, left, parse_primary(p));
    }
    return left;
}

struct hd_ast *parse_requires_clause(struct parser *p) {
    if (!parse_cu(p) || !parse_word(parse_tok(p), "requires")) return NULL;
    parse_advance(p);
    struct hd_ast *left = and_operand(p);
    while (parse_is(p, TK_OR_OR)) {
        struct hd_ast *n = parse_node_at(p, AST_BINARY, TK_OR_OR, left->range.from);
        parse_advance(p);
        left = parse_kids_of(p, n, 2, left, and_operand(p));
    }
    return left;
}

// `{ e } noexcept -> Concept<...>;`
static void compound(struct parser *p, ast_vec *kids) {
    const struct hd_token *open = parse_tok(p);
    parse_advance(p);
    struct hd_ast *e = parse_expr(p);
    parse_close(p, TK_RBRACE, open);
    HD_PUSH(p->arena, kids, e);
    if (parse_is(p, TK_NOEXCEPT)) {
        struct hd_ast *n = parse_node(p, AST_NOEXCEPT, 0), *k;
        parse_advance(p);
        k = parse_node_at(p, AST_CONSTRAINT, 0, n->range.from);
        HD_PUSH(p->arena, kids, parse_kids_of(p, k, 1, parse_kids_of(p, n, 1, e)));
    }
    if (!parse_accept(p, TK_ARROW)) return;
    if (!parse_concept_at(p, p->at, NULL)) {
        struct hd_diag *d =
            parse_fail(p, parse_here(p), "expected a concept after `->`, found %s", parse_found(p));
        parse_help(p, d, "`-> std::same_as<int>` asks for the type `int`");
        return;
    }
    struct hd_ast *n = parse_node(p, AST_CONSTRAINT, 0), *concept = parse_concept_name(p);
    struct hd_ast *operand = HD_NEW(p->arena, struct hd_ast);
    *operand = *e;
    operand->parenthesized = true; // decltype((e))
    struct hd_ast *type = hd_type_of_expr(p->arena, operand, true);
    HD_PUSH(p->arena, kids,
            parse_kids_of(p, n, 1, hd_constraint_on(p->arena, concept, type, false)));
}

static void requirement(struct parser *p, ast_vec *kids) {
    if (parse_is(p, TK_LBRACE)) {
        compound(p, kids);
    } else if (parse_word(parse_tok(p), "requires")) {
        struct hd_ast *n = parse_node(p, AST_CONSTRAINT, 0);
        parse_advance(p);
        HD_PUSH(p->arena, kids, parse_kids_of(p, n, 1, parse_conditional(p)));
    } else if (parse_is(p, TK_TYPENAME)) {
        HD_PUSH(p->arena, kids, parse_type_name(p));
    } else {
        HD_PUSH(p->arena, kids, parse_expr(p));
    }
    if (!p->state->panic) parse_semi(p, "the requirement", NULL);
}

struct hd_ast *parse_requires_expr(struct parser *p) {
    struct hd_ast *n = parse_node(p, AST_REQUIRES, 0);
    struct parse_scope scope;
    ast_vec kids = {0};
    int count = 0;
    bool no_gt = p->state->no_gt;
    p->state->no_gt = false;
    parse_advance(p);
    parse_push(p, p->trial ? HD_NEW(p->arena, struct parse_scope) : &scope);
    n->declr = HD_NEW(p->arena, struct hd_declr);
    if (parse_is(p, TK_LPAREN)) {
        n->declr->derivs = parse_function_suffix(p, &count);
        n->declr->derivs->range = n->range;
        parse_params_into_scope(p, n);
    }
    const struct hd_token *open = parse_tok(p);
    if (parse_expect(p, TK_LBRACE, "after `requires`")) {
        while (!p->state->panic && !parse_is(p, TK_RBRACE) && !parse_is(p, TK_EOF))
            requirement(p, &kids);
        if (!p->state->panic) parse_close(p, TK_RBRACE, open);
    }
    parse_pop(p);
    p->state->no_gt = no_gt;
    if (!kids.n && !p->state->panic)
        parse_report(p, n->range, "`requires` needs at least one requirement between the braces");
    return parse_kids(p, n, &kids);
}

struct hd_ast *parse_concept(struct parser *p, struct hd_ast *head) {
    struct hd_ast *n = parse_node(p, AST_DECLARATION, 0), *d, *k;
    int mark = parse_tall_begin(p);
    parse_take_head(n, head);
    parse_advance(p);
    n->spec = HD_NEW(p->arena, struct hd_spec);
    n->spec->flags = SPEC_CONSTEXPR;
    n->spec->base = BASE_WORDS;
    n->spec->words.bool_ = 1;
    n->spec->range = parse_here(p);
    d = parse_node(p, AST_DECLARATOR_INIT, TK_ASSIGN);
    d->declr = HD_NEW(p->arena, struct hd_declr);
    d->declr->range = d->declr->name_range = parse_here(p);
    if (!parse_is(p, TK_IDENT)) {
        parse_expect(p, TK_IDENT, "after `concept`");
        return NULL;
    }
    d->name = d->declr->name = parse_tok(p)->text;
    parse_advance(p);
    if (!parse_expect(p, TK_ASSIGN, "after the concept's name")) return NULL;
    if (n->head || !n->is_template || n->constraint)
        parse_report(p, d->declr->range, "a concept is a template that nothing constrains");
    k = parse_node(p, AST_CONSTRAINT, 0);
    parse_kids_of(p, k, 1, parse_conditional(p));
    parse_kids_of(p, d, 1, k);
    n->kids = HD_NEW_ARRAY(p->arena, struct hd_ast *, 1);
    n->kids[0] = d;
    n->nkids = 1;
    n->is_concept = true;
    parse_semi(p, "the concept", d->name);
    return parse_tall_done(p, n, mark);
}
