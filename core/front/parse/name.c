// Names as the parser knows them: the scopes of the item at hand, and what is behind `A::`.
//
// Only what a name is matters here (a type, a template, something else), because that decides how
// the text goes on. What the item has declared itself stands in scopes of the parser; all else is
// asked of the session (check_classify). `A::B<int>::x` is read ahead as a path, part by part, each
// leading to the space in which the next is looked for.
//
// Example: in `struct S { struct T { int v; } t; }; S::T x;` the path S::T leads from the session's
// S to its T, which is a type, so a declaration begins.
#include "front/parse/parse.h"

#include <string.h>

static struct parse_name **bucket(const struct parse_state *st, const char *name) {
    return &st->buckets[((uintptr_t)name >> 3) * 0x9E3779B1u >> 8 & (unsigned)(st->nbuckets - 1)];
}

// Four times as many buckets; names go back in the order in which they were declared.
static void grow_names(struct parser *p) {
    struct parse_state *st = p->state;
    struct parse_name **all = HD_NEW_ARRAY(p->scratch, struct parse_name *, st->nnames + 1);
    int n = 0;
    for (struct parse_scope *s = p->scope; s; s = s->outer)
        for (struct parse_name *e = s->newest; e; e = e->in_scope) all[n++] = e;
    st->nbuckets = st->nbuckets ? st->nbuckets * 4 : 32;
    st->buckets = HD_NEW_ARRAY(p->scratch, struct parse_name *, st->nbuckets);
    while (n-- > 0) {
        struct parse_name **b = bucket(st, all[n]->name);
        all[n]->in_bucket = *b;
        *b = all[n];
    }
}

void parse_push(struct parser *p, struct parse_scope *scope) {
    scope->outer = p->scope;
    scope->newest = NULL;
    scope->nused = p->state->used.n;
    p->scope = scope;
}

void parse_pop(struct parser *p) {
    for (struct parse_name *e = p->scope->newest; e; e = e->in_scope) {
        *bucket(p->state, e->name) = e->in_bucket;
        p->state->nnames--;
    }
    p->state->used.n = p->scope->nused;
    p->scope = p->scope->outer;
}

void parse_declare(struct parser *p, const char *name, enum name_class cls) {
    struct parse_state *st = p->state;
    if (!name || !p->scope) return;
    if (st->nnames >= st->nbuckets) grow_names(p);
    struct parse_name *e = HD_NEW(p->scratch, struct parse_name);
    struct parse_name **b = bucket(st, name);
    e->name = name;
    e->cls = cls;
    e->is_pack = e->is_tparam = false;
    e->inner = (struct parse_inner){0};
    e->in_bucket = *b;
    e->in_scope = p->scope->newest;
    *b = p->scope->newest = e;
    st->nnames++;
}

void parse_declare_tag(struct parser *p, const char *name, const struct hd_spec *spec) {
    parse_declare(p, name, NAME_TYPE);
    if (name && p->scope) p->scope->newest->inner.spec = spec;
}

const struct parse_name *parse_find_name(const struct parser *p, const char *name) {
    if (p->state->nbuckets)
        for (const struct parse_name *e = *bucket(p->state, name); e; e = e->in_bucket)
            if (e->name == name) return e;
    return NULL;
}

static enum name_class ask(struct parser *p, struct hd_space *space, const char *name,
                           bool qualified, struct parse_inner *inner) {
    *inner = (struct parse_inner){0};
    return check_classify(p->front, space, name, qualified, p->lang, inner);
}

static enum name_class member_class(struct parser *p, const struct parse_inner *in,
                                    const char *name, struct parse_inner *inner, int depth);

// Types and templates of a base that is a struct template's tree; its other names are found when
// they are checked.
static enum name_class in_used(struct parser *p, const struct parse_inner *used, const char *name,
                               struct parse_inner *inner) {
    if (!used->spec) return ask(p, used->space, name, true, inner);
    bool whole = used->spec->has_body && used->spec->members;
    enum name_class cls = whole ? member_class(p, used, name, inner, 0) : NAME_UNKNOWN;
    return cls == NAME_TYPE || cls == NAME_TEMPLATE ? cls : NAME_UNKNOWN;
}

static enum name_class unqualified(struct parser *p, const char *name, struct parse_inner *inner) {
    const struct parse_name *e = parse_find_name(p, name);
    if (e) {
        *inner = e->inner;
        return e->cls;
    }
    enum name_class cls = ask(p, p->space, name, false, inner);
    for (int i = p->state->used.n - 1; i >= 0 && cls == NAME_UNKNOWN; i--)
        cls = in_used(p, &p->state->used.v[i], name, inner);
    return cls;
}

enum name_class parse_classify(struct parser *p, const char *name) {
    struct parse_inner inner;
    return unqualified(p, name, &inner);
}

// ---- qualified names ----------------------------------------------------------------------------

static void alias_leads(struct parser *p, const struct hd_spec *within, const struct hd_ast *type,
                        struct parse_inner *inner);

// What `name` is in a struct template's bases, whose names are looked up where the template was
// written. NAME_OTHER: nothing, or what it is depends on arguments.
static enum name_class base_class(struct parser *p, const struct parse_inner *in, const char *name,
                                  struct parse_inner *inner, int depth) {
    for (int i = 0; i < in->spec->nbases && in->home && depth < HD_MOST_LEVELS; i++) {
        const struct hd_spec *base = in->spec->bases[i].type->spec;
        const struct hd_qual *q = base ? base->qual : NULL;
        struct parse_inner leads = {.space = q && q->rooted ? hd_space_global(p->front) : in->home};
        if (!base || base->base != BASE_NAME || !base->name) continue;
        bool qualified = q && q->rooted;
        for (int k = 0; q && k < q->nparts && leads.space; k++, qualified = true)
            if (q->parts[k].of || !q->parts[k].name ||
                ask(p, leads.space, q->parts[k].name, qualified, &leads) == NAME_UNKNOWN)
                leads = (struct parse_inner){0};
        if (!leads.space) continue;
        ask(p, leads.space, base->name, qualified, &leads);
        enum name_class cls = NAME_OTHER;
        if (leads.spec)
            cls = member_class(p, &leads, name, inner, depth + 1);
        else if (leads.space)
            cls = ask(p, leads.space, name, true, inner);
        if (cls == NAME_TYPE || cls == NAME_TEMPLATE) return cls;
    }
    *inner = (struct parse_inner){0};
    return NAME_OTHER;
}

// The constants of an enumeration, the members of an anonymous struct or union: they count as the
// struct's own.
static bool has_inner(const struct hd_spec *tag, const char *name) {
    bool constants = tag->tag_kind == TK_ENUM && !tag->scoped_enum;
    for (int i = 0; tag->has_body && i < tag->nmembers; i++) {
        const struct hd_ast *m = tag->members[i];
        if (constants && m->declr->name == name) return true;
        if (tag->tag_kind == TK_ENUM || m->kind != AST_DECLARATION) continue;
        for (int k = 0; k < m->nkids; k++)
            if (m->kids[k]->declr && m->kids[k]->declr->name == name) return true;
        if (!m->nkids && m->spec->base == BASE_TAG && !m->spec->name && has_inner(m->spec, name))
            return true;
    }
    return false;
}

// What `name` is among the members of a struct whose tree this is.
static enum name_class member_class(struct parser *p, const struct parse_inner *in,
                                    const char *name, struct parse_inner *inner, int depth) {
    const struct hd_spec *spec = in->spec;
    *inner = (struct parse_inner){0};
    if (spec->tag_kind != TK_ENUM && spec->has_body && !spec->members)
        return unqualified(p, name, inner); // its body is being parsed
    for (int i = 0; i < spec->nmembers && spec->tag_kind != TK_ENUM; i++) {
        const struct hd_ast *m = spec->members[i];
        if (m->kind == AST_USING && m->name == name) {
            if (!m->qual && m->nkids) alias_leads(p, spec, m->kids[0], inner);
            return !m->qual || m->is_type ? NAME_TYPE : NAME_OTHER;
        }
        if (m->kind == AST_FUNCTION && m->name == name)
            return m->is_template ? NAME_TEMPLATE : NAME_OTHER;
        if (m->kind != AST_DECLARATION) continue;
        if (m->spec->base == BASE_TAG && m->spec->name == name) {
            inner->spec = m->spec;
            return NAME_TYPE;
        }
        bool anonymous = m->spec->base == BASE_TAG && (m->spec->tag_kind == TK_ENUM || !m->nkids);
        if (anonymous && (m->spec->tag_kind == TK_ENUM || !m->spec->name) &&
            has_inner(m->spec, name))
            return NAME_OTHER;
        for (int k = 0; k < m->nkids; k++)
            if (m->kids[k]->name == name)
                return m->spec->flags & SPEC_TYPEDEF ? NAME_TYPE
                       : m->is_template              ? NAME_TEMPLATE
                                                     : NAME_OTHER;
    }
    // `struct A : B {}`: what B has is asked when it is checked
    enum name_class cls = base_class(p, in, name, inner, depth);
    return cls == NAME_OTHER && spec->nbases && !spec->nmembers ? NAME_UNKNOWN : cls;
}

// The class of component `name` behind `in`, and what it leads to itself.
static enum name_class component(struct parser *p, const struct parse_inner *in, bool first,
                                 bool known, const char *before, const char *name,
                                 struct parse_inner *leads) {
    if (first) return unqualified(p, name, leads);
    if (in->spec) return member_class(p, in, name, leads, 0);
    if (in->space) return ask(p, in->space, name, true, leads);
    *leads = (struct parse_inner){0};
    if (before && hd_built_in_member(before, name)) return NAME_TEMPLATE; // random::normal<double>
    return known ? NAME_OTHER : NAME_UNKNOWN; // depends on template parameters: no type, says C++
}

// What stands behind the `::` of a type that spec names.
static void spec_leads(struct parser *p, const struct hd_spec *spec, struct parse_inner *inner) {
    struct parse_inner in = {0};
    const struct hd_qual *q = spec->qual;
    bool first = true;
    *inner = in;
    if (spec->base != BASE_NAME || !spec->name) return;
    if (q && q->rooted) {
        in.space = p->front ? hd_space_global(p->front) : NULL;
        first = false;
    }
    for (int i = 0; q && i < q->nparts; i++) {
        if (q->parts[i].of) return; // decltype
        component(p, &in, first, true, NULL, q->parts[i].name, inner);
        in = *inner;
        first = false;
    }
    component(p, &in, first, true, NULL, spec->name, inner);
}

// Inside of the struct with the tree `within` that type may be a name of another member.
static void alias_leads(struct parser *p, const struct hd_spec *within, const struct hd_ast *type,
                        struct parse_inner *inner) {
    const struct hd_spec *spec = type->spec;
    if (!spec || (type->declr && type->declr->derivs)) return;
    for (int i = 0; !spec->qual && i < within->nmembers; i++) {
        const struct hd_ast *m = within->members[i];
        if (m->kind != AST_DECLARATION || m->spec->base != BASE_TAG || m->spec->name != spec->name)
            continue;
        inner->spec = m->spec;
        return;
    }
    spec_leads(p, spec, inner);
}

void parse_declare_alias(struct parser *p, const char *name, const struct hd_spec *spec) {
    struct parse_inner leads;
    spec_leads(p, spec, &leads);
    parse_declare(p, name, NAME_TYPE);
    if (name && p->scope) p->scope->newest->inner = leads;
}

int parse_decltype_scope_at(const struct parser *p, int i) {
    if (parse_kind_at(p, i) != TK_DECLTYPE || p->lang != HD_LANG_CU) return -1;
    int open = parse_next(p, i);
    if (parse_kind_at(p, open) != TK_LPAREN) return -1;
    int scope = parse_next(p, parse_match(p, open));
    return parse_kind_at(p, scope) == TK_SCOPE ? scope : -1;
}

bool parse_path_at(struct parser *p, int i, struct parse_path *path) {
    bool cu = p->lang == HD_LANG_CU, first = true, known = true;
    *path = (struct parse_path){0};
    if (cu && parse_kind_at(p, i) == TK_SCOPE) {
        path->rooted = true;
        path->in.space = p->front ? hd_space_global(p->front) : NULL;
        first = false;
        i = parse_next(p, i);
    }
    int scope = cu && !path->rooted ? parse_decltype_scope_at(p, i) : -1;
    if (scope >= 0) {
        path->parts = 1;
        first = known = false;
        i = parse_next(p, scope);
    }
    for (const char *before = NULL;; path->parts++) {
        path->template_word = path->parts && parse_kind_at(p, i) == TK_TEMPLATE;
        if (path->template_word) i = parse_next(p, i); // A::template f
        path->name = i;
        path->bare = path->after = parse_next(p, i);
        int kind = i == p->at ? parse_tok(p)->kind : parse_kind_at(p, i); // a keyword may be a name
        if (kind != TK_IDENT) {
            path->special = true;
            return !first &&
                   (parse_kind_at(p, i) == TK_OPERATOR || parse_kind_at(p, i) == TK_TILDE);
        }
        struct parse_inner leads;
        const char *name = p->toks[i].text;
        path->cls = component(p, &path->in, first, known, before, name, &leads);
        bool own = path->in.spec && path->in.spec->name != name && path->cls == NAME_TYPE;
        path->ctor = before == name && !own; // `num<0>::next::next` is a member's member
        path->leads = leads;
        if (!cu) return true;
        if (parse_kind_at(p, path->bare) == TK_LT &&
            (path->cls == NAME_TYPE || path->cls == NAME_TEMPLATE || path->cls == NAME_UNKNOWN ||
             path->template_word || !known)) {
            int after = parse_after_angle(p, path->bare,
                                          path->cls == NAME_TYPE || path->cls == NAME_TEMPLATE ||
                                              path->template_word);
            if (after >= 0 && (path->cls == NAME_TYPE || path->cls == NAME_TEMPLATE ||
                               path->template_word || parse_kind_at(p, after) == TK_SCOPE))
                path->after = after;
        }
        int next = parse_next(p, path->after);
        if (parse_kind_at(p, path->after) != TK_SCOPE || parse_kind_at(p, next) == TK_STAR)
            return true;
        if (p->state->in_index && path->cls == NAME_OTHER) return true; // a[i::2]
        known = path->cls != NAME_UNKNOWN;
        if (path->in.spec) HD_PUSH(p->arena, &path->around, path->in.spec);
        path->in = leads;
        before = name;
        first = false;
        i = next;
    }
}

int parse_member_star_at(struct parser *p, int i) {
    struct parse_path path;
    int kind = parse_kind_at(p, i), next = parse_next(p, i), behind = parse_kind_at(p, next);
    if (p->lang != HD_LANG_CU || (kind != TK_IDENT && kind != TK_SCOPE)) return -1;
    if (kind == TK_IDENT && behind != TK_SCOPE && behind != TK_LT) return -1;
    if (!parse_path_at(p, i, &path) || path.special) return -1;
    int star = parse_next(p, path.after);
    return parse_kind_at(p, path.after) == TK_SCOPE && parse_kind_at(p, star) == TK_STAR ? star
                                                                                         : -1;
}

bool parse_may_be_qualified(const struct parser *p) {
    int next = parse_peek(p);
    return parse_cu(p) && (parse_is(p, TK_SCOPE) || next == TK_SCOPE || next == TK_LT ||
                           parse_decltype_scope_at(p, p->at) >= 0);
}

struct hd_qual *parse_qual(struct parser *p, const struct parse_path *path) {
    if (!path->rooted && !path->parts) return NULL;
    struct hd_qual *q = HD_NEW(p->arena, struct hd_qual);
    hd_loc from = parse_tok(p)->loc;
    q->rooted = path->rooted;
    q->parts = HD_NEW_ARRAY(p->arena, struct hd_name_part, path->parts + 1);
    if (q->rooted) parse_advance(p);
    while (q->nparts < path->parts && !p->state->panic) {
        struct hd_name_part *part = &q->parts[q->nparts++];
        if (parse_is(p, TK_TEMPLATE)) parse_advance(p);
        part->name = parse_tok(p)->text;
        part->range = parse_here(p);
        if (parse_is(p, TK_DECLTYPE))
            part->of = parse_decltype(p);
        else
            parse_advance(p);
        if (parse_is(p, TK_LT)) {
            ast_vec args = {0};
            parse_template_args(p, &args);
            part->targs = args.n ? args.v : HD_NEW_ARRAY(p->arena, struct hd_ast *, 1);
            part->ntargs = args.n;
            part->range = parse_from(p, part->range.from);
        }
        if (!parse_is(p, TK_SCOPE))
            parse_expect(p, TK_SCOPE, "in a qualified name");
        else
            parse_advance(p);
    }
    if (parse_is(p, TK_TEMPLATE)) parse_advance(p);
    q->range = parse_from(p, from);
    return q;
}

// Nothing but a name can stand here, so that each `<` begins template arguments.
struct hd_ast *parse_whole_name(struct parser *p) {
    parse_begin(p);
    struct parse_path path = {.rooted = parse_is(p, TK_SCOPE)};
    for (int i = path.rooted ? parse_next(p, p->at) : p->at; parse_kind_at(p, i) == TK_IDENT;) {
        int after = parse_next(p, i);
        if (parse_kind_at(p, after) == TK_LT) after = parse_after_angle(p, after, true);
        if (after < 0 || parse_kind_at(p, after) != TK_SCOPE) break;
        path.parts++;
        i = parse_next(p, after);
    }
    struct hd_ast *n = parse_node(p, AST_NAME, 0);
    ast_vec args = {0};
    n->qual = parse_qual(p, &path);
    n->loc = parse_tok(p)->loc;
    if (parse_is(p, TK_OPERATOR)) {
        n->name = parse_operator_name(p, &n->conversion);
    } else if (parse_is(p, TK_TILDE)) {
        n->name = parse_dtor_name(p);
    } else if (parse_is(p, TK_IDENT)) {
        n->name = parse_tok(p)->text;
        parse_advance(p);
    }
    n->targs = n->name && parse_is(p, TK_LT);
    if (n->targs) parse_template_args(p, &args);
    return n->name && !p->state->panic && parse_is(p, TK_EOF) ? parse_kids(p, n, &args) : NULL;
}

static void declare_member(struct parser *p, const struct hd_ast *m) {
    if (m->kind == AST_FUNCTION && !(m->member & MEMBER_CTOR))
        parse_declare(p, m->name, m->is_template ? NAME_TEMPLATE : NAME_OTHER);
    if (m->kind == AST_USING && !m->qual && m->nkids && m->kids[0]->spec &&
        !(m->kids[0]->declr && m->kids[0]->declr->derivs))
        parse_declare_alias(p, m->name, m->kids[0]->spec);
    else if (m->kind == AST_USING)
        parse_declare(p, m->name, !m->qual || m->is_type ? NAME_TYPE : NAME_OTHER);
    if (m->kind != AST_DECLARATION) return;
    bool type = m->spec->flags & SPEC_TYPEDEF;
    for (int k = 0; k < m->nkids; k++)
        parse_declare(p, m->kids[k]->name,
                      type             ? NAME_TYPE
                      : m->is_template ? NAME_TEMPLATE
                                       : NAME_OTHER);
    if (m->spec->base == BASE_TAG && m->spec->name && (m->spec->has_body || !m->nkids))
        parse_declare_tag(p, m->spec->name, m->spec);
}

void parse_declare_members(struct parser *p, struct hd_ast *const *members, int n) {
    for (int i = 0; i < n; i++) declare_member(p, members[i]);
}

void parse_enter_inner(struct parser *p, const struct parse_path *path) {
    const struct parse_inner *inner = &path->in;
    for (int i = 0; i < path->around.n; i++)
        parse_declare_members(p, path->around.v[i]->members, path->around.v[i]->nmembers);
    if (inner->space) p->space = inner->space;
    if (inner->spec && inner->spec->members)
        parse_declare_members(p, inner->spec->members, inner->spec->nmembers);
}

bool parse_declared_here(struct parser *p, const char *name) {
    for (struct parse_name *e = p->scope ? p->scope->newest : NULL; e; e = e->in_scope)
        if (e->name == name) return true;
    return false;
}
