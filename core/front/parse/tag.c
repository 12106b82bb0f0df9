// struct, union, class and enum: the word, the name, bases and the body.
//
// A member function's body is parsed behind the struct's `}`, where all members are known
// (member.c). A name that is only mentioned (`struct stat st;`) becomes a type where nothing else
// is called so.
#include "front/parse/parse.h"

#include <string.h>

// ---- struct, union ------------------------------------------------------------------------------

// One declarator of a member; false: it was a member function with its body, and the declaration is
// over.
static bool member_declarator(struct parser *p, struct members *m, struct hd_ast *declaration,
                              ast_vec *kids, int mark) {
    struct hd_ast *n = parse_node(p, AST_DECLARATOR_INIT, 0);
    n->kids = HD_NEW_ARRAY(p->arena, struct hd_ast *, 1);
    n->nkids = 1;
    n->declr = parse_declarator(p, DECLR_MEMBER, declaration->spec);
    n->name = n->declr->name;
    n->loc = n->declr->name ? n->declr->name_range.from : n->range.from;
    parse_not_tparam(p, n->name, n->declr->name_range);
    if (parse_cu(p) && !p->state->panic && parse_function_deriv(n->declr))
        return parse_member_function(p, m, declaration, n, mark);
    if (parse_cu(p) && (declaration->spec->flags & SPEC_TYPEDEF)) {
        if (n->declr->derivs)
            parse_declare(p, n->declr->name, NAME_TYPE);
        else
            parse_declare_alias(p, n->declr->name, declaration->spec);
    }
    if (parse_accept(p, TK_COLON)) n->declr->bits = parse_conditional(p);
    parse_attributes(p, &n->declr->attrs);
    if (parse_cu(p) && (parse_is(p, TK_ASSIGN) || parse_is(p, TK_LBRACE))) {
        n->op = parse_tok(p)->kind;
        parse_accept(p, TK_ASSIGN);
        n->kids[0] = parse_initializer(p);
    }
    HD_PUSH(p->arena, kids, parse_done(p, n));
    return true;
}

struct hd_ast *parse_member_declaration(struct parser *p, struct members *m) {
    int mark = parse_tall_begin(p);
    struct hd_ast *n = parse_node(p, AST_DECLARATION, 0);
    if (p->state->head) parse_take_head(n, p->state->head);
    p->state->head = NULL;
    n->tok_from = p->at;
    struct hd_spec *spec = n->spec = parse_spec(p, SPEC_MEMBER);
    ast_vec kids = {0};
    bool special = parse_cu(p) && (parse_is_ctor_at(p, p->at) || parse_is(p, TK_TILDE) ||
                                   parse_is(p, TK_OPERATOR));
    if (spec->base == BASE_NONE && !special && !p->state->panic && !(spec->flags & SPEC_FRIEND)) {
        struct hd_diag *diag =
            parse_fail(p, parse_here(p), "expected the type of a member, found %s", parse_found(p));
        if (parse_is(p, TK_EOF)) parse_help(p, diag, "is the `}` of the struct missing?");
    }
    while (!parse_is(p, TK_SEMI) && !parse_is(p, TK_EOF)) {
        if (!member_declarator(p, m, n, &kids, mark)) return NULL;
        if (!parse_accept(p, TK_COMMA)) break;
    }
    const char *name = kids.n ? kids.v[kids.n - 1]->declr->name : NULL;
    parse_semi(p, name ? "the member" : "the members", name);
    n->kids = kids.v;
    n->nkids = kids.n;
    n = parse_tall_done(p, n, mark);
    if (!(spec->flags & SPEC_FRIEND)) return n;
    HD_PUSH(p->arena, &m->friends, n);
    return NULL;
}

static void struct_body(struct parser *p, struct hd_spec *spec) {
    const struct hd_token *open = parse_tok(p);
    const char *outer = p->state->record;
    struct hd_space *outer_space = p->state->record_space;
    struct members m = {.spec = spec, .access = spec->is_class ? ACCESS_PRIVATE : ACCESS_PUBLIC};
    struct parse_scope scope;
    bool own = parse_cu(p) && spec->name; // in C the types inside are the space's around it
    if (own) parse_push(p, p->trial ? HD_NEW(p->arena, struct parse_scope) : &scope);
    p->state->record = spec->name;
    if (own && p->front && !p->trial && !p->state->blocks && !p->state->generic)
        p->state->record_space =
            hd_space_in(p->front, outer_space ? outer_space : p->space, spec->name, SPACE_RECORD);
    p->state->template_name = false;
    spec->has_body = true;
    spec->pack = p->pack;
    if (parse_enter(p)) parse_advance(p);
    while (!parse_is(p, TK_RBRACE) && !parse_is(p, TK_EOF)) {
        int start = p->at, before = m.list.n;
        for (int i = m.placed; i < before; i++) m.list.v[i]->access = (uint8_t)m.access;
        m.placed = before;
        if (parse_accept(p, TK_SEMI) || (parse_cu(p) && parse_member_special(p, &m))) continue;
        while (parse_is(p, TK_EXTENSION)) parse_advance(p);
        struct hd_ast *n = parse_is(p, TK_STATIC_ASSERT) ? parse_static_assert(p)
                                                         : parse_member_declaration(p, &m);
        if (p->state->panic) {
            if (p->at >= p->n || p->depth > MAX_DEPTH) break;
            parse_resync(p, start, false);
        } else if (n) {
            HD_PUSH(p->arena, &m.list, n);
        }
    }
    for (int i = m.placed; i < m.list.n; i++) m.list.v[i]->access = (uint8_t)m.access;
    parse_close(p, TK_RBRACE, open);
    parse_member_bodies(p, &m);
    if (own) parse_pop(p);
    p->state->record = outer;
    p->state->record_space = outer_space;
    parse_leave(p);
    // NULL is a body that is being parsed
    spec->members = m.list.v ? m.list.v : HD_NEW_ARRAY(p->arena, struct hd_ast *, 1);
    spec->nmembers = m.list.n;
    spec->friends = m.friends.v;
    spec->nfriends = m.friends.n;
}

// ---- enum ---------------------------------------------------------------------------------------

static void enum_body(struct parser *p, struct hd_spec *spec) {
    const struct hd_token *open = parse_tok(p);
    ast_vec list = {0};
    struct parse_scope scope; // the constants of an `enum class` are names in its body only
    bool own = spec->scoped_enum;
    if (own) parse_push(p, p->trial ? HD_NEW(p->arena, struct parse_scope) : &scope);
    spec->has_body = true;
    parse_advance(p);
    while (!parse_is(p, TK_RBRACE) && !parse_is(p, TK_EOF)) {
        struct hd_ast *n = parse_node(p, AST_DECLARATOR_INIT, 0);
        if (!parse_is(p, TK_IDENT)) {
            parse_fail(p, parse_here(p), "expected the name of an enumeration constant, found %s",
                       parse_found(p));
            break;
        }
        struct hd_declr *d = n->declr = HD_NEW(p->arena, struct hd_declr);
        n->name = d->name = parse_tok(p)->text;
        d->range = d->name_range = parse_here(p);
        parse_advance(p);
        parse_attributes(p, &d->attrs);
        struct hd_ast *value = NULL;
        if (parse_accept(p, TK_ASSIGN)) {
            value = parse_conditional(p);
            n->op = TK_ASSIGN;
        }
        parse_declare(p, d->name, NAME_OTHER);
        HD_PUSH(p->arena, &list, parse_kids_of(p, n, 1, value));
        if (!parse_accept(p, TK_COMMA)) break;
    }
    if (own) parse_pop(p);
    parse_close(p, TK_RBRACE, open);
    spec->members = list.v;
    spec->nmembers = list.n;
}

// Whether the struct whose `{` stands here has a function with a body.
static bool has_functions(struct parser *p) {
    int end = parse_match(p, p->at);
    bool head = false; // behind a `)`
    if (end >= p->n) return false;
    for (int i = parse_next(p, p->at); i < end; i = parse_next(p, i)) {
        int kind = parse_kind_at(p, i);
        if (kind == TK_LBRACE && head) return true;
        if (kind == TK_LPAREN || kind == TK_LBRACE || kind == TK_LBRACKET) i = parse_match(p, i);
        if (kind == TK_LPAREN)
            head = true;
        else if (kind == TK_SEMI || kind == TK_ASSIGN || kind == TK_LBRACE || kind == TK_STRUCT ||
                 kind == TK_UNION || kind == TK_CLASS || kind == TK_ENUM)
            head = false;
    }
    return false;
}

// In C++ a tag is a type name. A mere mention (`struct stat st;`) makes it one only where nothing
// has that name.
static void declare_tag(struct parser *p, const struct hd_spec *spec) {
    if (!parse_cu(p) || !spec->name || spec->qual) return;
    if (parse_declared_here(p, spec->name) && !parse_is(p, TK_LBRACE)) return;
    if (spec->has_body || parse_is(p, TK_LBRACE) || parse_is(p, TK_COLON) || parse_is(p, TK_SEMI) ||
        parse_classify(p, spec->name) == NAME_UNKNOWN)
        parse_declare_tag(p, spec->name, spec);
}

// `: public A, private virtual N::B<int>`
static void base_list(struct parser *p, struct hd_spec *spec) {
    HD_VEC(struct hd_base_spec) bases = {0};
    int errors = p->errors;
    parse_advance(p);
    do {
        struct hd_base_spec base = {.access = spec->is_class ? ACCESS_PRIVATE : ACCESS_PUBLIC};
        hd_loc from = parse_tok(p)->loc;
        for (;; parse_advance(p)) {
            const struct hd_token *t = parse_tok(p);
            if (t->kind == TK_PUBLIC || t->kind == TK_PRIVATE || parse_word(t, "protected"))
                base.access = parse_access(t);
            else if (parse_word(t, "virtual"))
                base.is_virtual = true;
            else
                break;
        }
        struct hd_ast *n = parse_node(p, AST_TYPE_NAME, 0);
        struct parse_path path;
        if (parse_path_at(p, p->at, &path) && (path.leads.space || path.leads.spec))
            HD_PUSH(p->scratch, &p->state->used, path.leads); // its types are the struct's too
        n->spec = parse_spec(p, SPEC_TYPE_NAME);
        if (n->spec->base == BASE_NONE)
            parse_fail(p, parse_here(p), "expected the name of a struct, found %s", parse_found(p));
        n->declr = HD_NEW(p->arena, struct hd_declr);
        n->declr->range = parse_after(p);
        base.type = parse_done(p, n);
        base.is_pack = parse_accept(p, TK_ELLIPSIS);
        base.range = parse_from(p, from);
        HD_PUSH(p->arena, &bases, base);
    } while (!p->state->panic && parse_accept(p, TK_COMMA));
    spec->bases = bases.v;
    spec->nbases = bases.n;
    if (parse_is(p, TK_LBRACE)) return;
    if (p->errors == errors)
        parse_fail(p, parse_after(p), "expected `{` behind the bases, found %s", parse_found(p));
    else
        parse_stop(p); // class A: pass
}

void parse_spec_args(struct parser *p, struct hd_spec *spec) {
    ast_vec args = {0};
    parse_template_args(p, &args);
    spec->targs = args.n ? args.v : HD_NEW_ARRAY(p->arena, struct hd_ast *, 1);
    spec->ntargs = args.n;
}

void parse_tag(struct parser *p, struct hd_spec *spec) {
    const struct hd_token *word = parse_tok(p);
    spec->base = BASE_TAG;
    spec->tag_kind = (enum hd_tok)word->kind;
    parse_advance(p);
    if (word->kind == TK_ENUM && parse_cu(p) && (parse_is(p, TK_CLASS) || parse_is(p, TK_STRUCT))) {
        spec->scoped_enum = true;
        parse_advance(p);
    }
    parse_attributes(p, &spec->attrs);
    struct parse_path path;
    if (parse_may_be_qualified(p) && parse_path_at(p, p->at, &path) && !path.special)
        spec->qual = parse_qual(p, &path);
    if (parse_is(p, TK_IDENT)) {
        spec->name = parse_tok(p)->text;
        spec->name_range = parse_here(p);
        parse_advance(p);
        bool friend = spec->flags & SPEC_FRIEND; // `friend class Box<int>;`
        if ((p->state->template_name || friend) && parse_is(p, TK_LT)) parse_spec_args(p, spec);
        parse_attributes(p, &spec->attrs);
    }
    if (parse_cu(p) && parse_word(parse_tok(p), "final")) {
        spec->is_final = true;
        parse_advance(p);
    }
    spec->is_class = word->kind == TK_CLASS;
    bool body = parse_is(p, TK_LBRACE) || parse_is(p, TK_COLON);
    struct parse_scope *scope = spec->qual && spec->name && body
                                    ? HD_NEW(p->arena, struct parse_scope)
                                    : NULL; // `struct A::B { ... }` sees what A has
    struct hd_space *around = p->space;
    if (scope) {
        parse_push(p, scope);
        parse_enter_inner(p, &path);
        parse_declare_tag(p, spec->name, spec);
    }
    // its functions are looked for by its name: one without gets one that no program says
    if (!spec->name && parse_cu(p) && word->kind != TK_ENUM && parse_is(p, TK_LBRACE) &&
        has_functions(p))
        spec->name = hd_intern_str(hd_printf(p->arena, "__unnamed%u", (unsigned)word->loc));
    bool known_friend = spec->flags & SPEC_FRIEND && !body && spec->name && !spec->qual &&
                        parse_classify(p, spec->name) == NAME_TYPE; // it stays what it is
    if (!known_friend) declare_tag(p, spec);
    int used = p->state->used.n;     // with the bases' names
    int base = parse_next(p, p->at); // `int {` is not the functional cast that it is elsewhere
    if (parse_is(p, TK_COLON) && word->kind == TK_ENUM &&
        (parse_type_at(p, base) || parse_simple_type_at(p, base))) {
        parse_advance(p);
        spec->type_expr = parse_type_name(p);
    } else if (parse_is(p, TK_COLON) && word->kind != TK_ENUM && spec->name && parse_cu(p)) {
        int next = parse_next(p, p->at), kind = parse_kind_at(p, next);
        if (kind == TK_PUBLIC || kind == TK_PRIVATE || kind == TK_IDENT || kind == TK_SCOPE ||
            kind == TK_TYPENAME)
            base_list(p, spec);
    }
    if (parse_is(p, TK_LBRACE)) {
        if (word->kind == TK_ENUM)
            enum_body(p, spec);
        else
            struct_body(p, spec);
        parse_attributes(p, &spec->attrs);
    } else if (!spec->name) {
        parse_fail(p, parse_after(p), "expected a name or `{` after `%s`, found %s", word->text,
                   parse_found(p));
    }
    if (scope) parse_pop(p);
    p->space = around;
    p->state->used.n = used;
    if (word->kind == TK_CLASS) spec->tag_kind = TK_STRUCT;
}
