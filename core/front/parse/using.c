// `using A::f;`, `using T = int;`, and the names of namespaces.
#include "front/parse/parse.h"

#include <string.h>

struct hd_qual *parse_namespace_name(struct parser *p, struct parse_inner *leads) {
    struct parse_path path;
    *leads = (struct parse_inner){0};
    if (!parse_path_at(p, p->at, &path) || path.special) {
        parse_fail(p, parse_after(p), "expected the name of a namespace, found %s", parse_found(p));
        return NULL;
    }
    path.parts++; // the last one too
    *leads = path.leads;
    struct hd_qual *q = HD_NEW(p->arena, struct hd_qual);
    q->rooted = path.rooted;
    q->parts = HD_NEW_ARRAY(p->arena, struct hd_name_part, path.parts);
    q->range = parse_here(p);
    parse_accept(p, TK_SCOPE);
    while (parse_is(p, TK_IDENT)) {
        q->parts[q->nparts].name = parse_tok(p)->text;
        q->parts[q->nparts++].range = parse_here(p);
        parse_advance(p);
        if (q->nparts == path.parts || !parse_accept(p, TK_SCOPE)) break;
    }
    q->range = parse_from(p, q->range.from);
    return q;
}

// using std::min;
static void using_name(struct parser *p, struct hd_ast *n) {
    struct parse_path path;
    bool type = parse_accept(p, TK_TYPENAME);
    if (!parse_path_at(p, p->at, &path) || !(path.parts || path.rooted)) {
        bool directive = parse_is(p, TK_IDENT) && parse_peek(p) == TK_IDENT &&
                         hd_edit_distance(parse_tok(p)->text, "namespace", 3) <= 3;
        struct hd_diag *diag = parse_fail(
            p, parse_after(p), "expected a qualified name after `using`, found %s", parse_found(p));
        if (directive) parse_help(p, diag, "did you mean `namespace`?");
        return;
    }
    n->qual = parse_qual(p, &path);
    n->loc = parse_tok(p)->loc;
    if (parse_is(p, TK_OPERATOR)) {
        n->name = parse_operator_name(p, &n->conversion);
        return;
    }
    if (!parse_is(p, TK_IDENT)) return; // reported
    n->name = parse_tok(p)->text;
    parse_advance(p);
    n->is_type = type || path.ctor || path.cls == NAME_TYPE;
    parse_declare(p, n->name,
                  n->is_type                 ? NAME_TYPE
                  : path.cls == NAME_UNKNOWN ? NAME_OTHER
                                             : path.cls);
    if (p->scope && n->name) p->scope->newest->inner = path.leads;
}

// using A::f, Bs::g...; - those but the first are the first one's kids.
static void using_names(struct parser *p, struct hd_ast *n) {
    ast_vec more = {0};
    using_name(p, n);
    if (parse_accept(p, TK_ELLIPSIS)) n->op = TK_ELLIPSIS;
    while (!p->state->panic && parse_accept(p, TK_COMMA)) {
        struct hd_ast *next = parse_node(p, AST_USING, 0);
        using_name(p, next);
        if (parse_accept(p, TK_ELLIPSIS)) next->op = TK_ELLIPSIS;
        HD_PUSH(p->arena, &more, parse_done(p, next));
    }
    if (more.n) parse_kids(p, n, &more);
}

struct hd_ast *parse_using(struct parser *p) {
    struct hd_ast *n = parse_node(p, AST_USING, 0);
    int mark = parse_tall_begin(p);
    parse_advance(p);
    bool named = parse_is(p, TK_IDENT);
    if (named && (parse_peek(p) == TK_ASSIGN || parse_attribute_at(p, parse_next(p, p->at)))) {
        n->name = parse_tok(p)->text;
        n->loc = parse_tok(p)->loc;
        parse_advance(p);
        parse_attributes(p, &n->attrs); // `using X [[deprecated]] = int;`
        parse_expect(p, TK_ASSIGN, "the alias's name");
        struct hd_ast *type = parse_type_name(p);
        parse_semi(p, "the type name", n->name);
        parse_kids_of(p, n, 1, type);
        if (type && type->spec && !(type->declr && type->declr->derivs))
            parse_declare_alias(p, n->name, type->spec);
        else
            parse_declare(p, n->name, NAME_TYPE);
        return parse_tall_done(p, n, mark);
    }
    if (parse_accept(p, TK_NAMESPACE)) {
        n->kind = AST_NAMESPACE;
        n->op = TK_USING;
        struct parse_inner leads;
        n->qual = parse_namespace_name(p, &leads);
        if (leads.space && p->state->function) HD_PUSH(p->scratch, &p->state->used, leads);
    } else if (parse_accept(p, TK_ENUM)) {
        struct parse_inner leads;
        n->op = TK_ENUM;
        n->qual = parse_namespace_name(p, &leads);
    } else {
        using_names(p, n);
    }
    parse_semi(p, "`using`", NULL);
    return parse_tall_done(p, n, mark);
}
