// Access control: private and protected members (C++ [class.access]).
//
// What a name means is decided without it; then access_member asks whether the place at hand may
// use the member that was found: as a member of the class that it was named in, or of one of that
// class's accessible bases. The place is in a class when one of its member functions, a class
// inside of it, a lambda in one of these, or a definition outside (`int A::f()`) is being checked;
// and it is a friend's when the class has declared the function or class around it so. Code of our
// headers may use everything, and so may what shows values.
//
// Fields, functions and bases know their access; a record lists the other names that are not
// public.
#include <string.h>

#include "front/check/expr/expr.h"

enum { ACCESS_NONE = 3 };

static bool same_class(const struct hd_record *a, const struct hd_record *b) {
    return a == b || (a && b && a->space && a->space == b->space && a->space->session);
}

// ---- the place at hand --------------------------------------------------------------------------

typedef HD_VEC(const struct hd_record *) record_vec;

static void add_class(struct check *c, record_vec *out, const struct hd_record *r) {
    for (int level = 0; r && level < HD_MOST_LEVELS; level++) {
        bool had = false;
        for (int i = 0; i < out->n; i++) had = had || out->v[i] == r;
        if (!had) HD_PUSH(c->arena, out, r);
        if (r->within) add_class(c, out, r->within);
        r = r->outer;
    }
}

const struct hd_record access_nobody;

// The classes that the place is in, whatever way.
static void classes_around(struct check *c, record_vec *out) {
    if (c->access_in) {
        if (c->access_in != &access_nobody) add_class(c, out, c->access_in);
        return;
    }
    add_class(c, out, c->record);
    add_class(c, out, c->access_as);
    if (c->func && c->func->sym && c->func->sym->method)
        add_class(c, out, c->func->sym->method->record);
    for (const struct hd_space *s = c->scope; s; s = s->outer) {
        if (s->kind != SPACE_RECORD) continue;
        add_class(c, out, s->record ? s->record : space_record(c->front, s));
    }
}

static bool is_named(const struct hd_ast *function, const char *name, int nparams) {
    const struct hd_declr *declr = function ? function->declr : NULL;
    const struct hd_deriv *f = declr ? function_deriv(declr) : NULL;
    return f && declr->name == name && f->nparams == nparams;
}

// The functions that the place is in: of a lambda also the one around it.
static bool in_function(struct check *c, const record_vec *around, const char *name, int nparams) {
    if (!c->access_in && ((c->func && is_named(c->func->ast, name, nparams)) ||
                          (c->instantiating && is_named(c->instantiating->ast, name, nparams)) ||
                          is_named(c->item, name, nparams)))
        return true;
    for (int i = 0; i < around->n; i++)
        if (is_named(around->v[i]->within_func, name, nparams)) return true;
    return false;
}

// `friend T;` of a struct template's parameter.
static bool is_argument(const struct hd_record *of, const char *name, const struct hd_record *r) {
    const struct hd_instance *inst = of->instance;
    for (int i = 0; inst && i < inst->tmpl->ast->ntparams; i++)
        if (inst->tmpl->ast->tparams[i].name == name && inst->bound[i].type &&
            inst->bound[i].type->kind == HD_TY_RECORD)
            return same_class(inst->bound[i].type->record, r);
    return false;
}

static bool is_friend_class(struct check *c, const struct hd_record *of, const struct hd_spec *spec,
                            const struct hd_record *r) {
    if (own_name_of(r) == spec->name) return true;
    if (is_argument(of, spec->name, r)) return true;
    if (spec->base != BASE_NAME) return false;
    struct hd_found found; // a typedef
    struct hd_space *scope = c->scope;
    if (of->space && of->space->session) c->scope = of->space;
    bool known =
        space_find(c->front, c->scope, spec->name, LOOK_NAMES | LOOK_TAGS | LOOK_DECLARED, &found);
    c->scope = scope;
    return known && found.sym && found.sym->kind == SYM_TYPEDEF &&
           found.sym->type->kind == HD_TY_RECORD && same_class(found.sym->type->record, r);
}

static bool is_friend(struct check *c, const struct hd_record *of, const record_vec *around) {
    for (int i = 0; i < of->nfriends; i++) {
        const struct hd_ast *ast = of->friends[i];
        const struct hd_declr *declr = ast->kind == AST_FUNCTION ? ast->declr
                                       : ast->nkids              ? ast->kids[0]->declr
                                                                 : NULL;
        const struct hd_deriv *f = declr ? function_deriv(declr) : NULL;
        if (f && in_function(c, around, declr->name, f->nparams)) return true;
        for (int k = 0; !declr && k < around->n; k++)
            if (is_friend_class(c, of, ast->spec, around->v[k])) return true;
    }
    return false;
}

static bool inside_or_friend(struct check *c, const struct hd_record *r, const record_vec *around) {
    for (int i = 0; i < around->n; i++)
        if (same_class(around->v[i], r)) return true;
    return is_friend(c, r, around);
}

// ---- what a member is in a class ----------------------------------------------------------------

struct member { // that is asked for
    const char *name;
    const struct hd_record *declared_in;
    enum hd_access access;            // there
    const struct hd_record *object;   // nonstatic: the object's class; else NULL
    const struct hd_method *function; // it is one, or NULL
};

// The member's access as one of r's own, through bases and `using`. ACCESS_NONE: it is out of
// reach.
static int access_in(const struct hd_record *r, const struct member *m, int level) {
    int best = ACCESS_NONE;
    if (same_class(r, m->declared_in)) return m->access;
    for (int i = 0; i < r->nusings; i++)
        if (r->usings[i].name == m->name && m->name) return r->usings[i].access;
    for (int i = 0; i < r->nfields && level < HD_MOST_LEVELS; i++) {
        const struct hd_field *f = &r->fields[i];
        if (!f->is_base || f->is_indirect) continue;
        int in_base = access_in(f->type->record, m, level + 1);
        if (in_base == ACCESS_PRIVATE || in_base == ACCESS_NONE) continue;
        int here = f->access > in_base ? f->access : in_base;
        if (here < best) best = here;
    }
    return best;
}

static bool derives(const struct hd_record *d, const struct hd_record *b) {
    return same_class(d, b) || class_derives(d->type, b->type, NULL);
}

// A friend of a class derived from `named`.
static bool friend_of_derived(struct check *c, const struct hd_record *named,
                              const struct member *m, const record_vec *around) {
    for (int i = 0; i < c->front->defs.n; i++) {
        const struct hd_def *def = c->front->defs.v[i];
        if (def->dead || def->stale || def->kind != DEF_TAG || def->tag_type->kind != HD_TY_RECORD)
            continue;
        const struct hd_record *r = def->tag_type->record;
        if (r->complete && r->nfriends && derives(r, named) &&
            (!m->object || derives(m->object, r)) && is_friend(c, r, around))
            return true;
    }
    return false;
}

// C++ [class.access.base]p5, [class.protected].
static bool may_use(struct check *c, const struct hd_record *named, const struct member *m,
                    const record_vec *around, int level) {
    int access = access_in(named, m, 0);
    if (access == ACCESS_PUBLIC) return true;
    if (access != ACCESS_NONE && inside_or_friend(c, named, around)) return true;
    for (int i = 0; access == ACCESS_PROTECTED && i < around->n; i++)
        if (derives(around->v[i], named) && (!m->object || derives(m->object, around->v[i])))
            return true;
    for (int i = 0; i < named->nusings; i++) // it is the class's own by `using`
        if (m->name && named->usings[i].name == m->name) return false;
    if (access == ACCESS_PROTECTED && friend_of_derived(c, named, m, around)) return true;
    for (int i = 0; i < named->nfields && level < HD_MOST_LEVELS; i++) {
        const struct hd_field *f = &named->fields[i];
        if (!f->is_base || f->is_indirect || !derives(f->type->record, m->declared_in)) continue;
        bool open = f->access == ACCESS_PUBLIC || inside_or_friend(c, named, around);
        for (int k = 0; !open && f->access == ACCESS_PROTECTED && k < around->n; k++)
            open = derives(around->v[k], named);
        if (open && may_use(c, f->type->record, m, around, level + 1)) return true;
    }
    return false;
}

const struct hd_record *access_naming(struct check *c, const struct hd_record *r) {
    record_vec around = {0};
    classes_around(c, &around);
    for (int i = 0; i < around.n; i++)
        if (around.v[i]->complete && derives(around.v[i], r)) return around.v[i];
    return r;
}

// ---- questions ----------------------------------------------------------------------------------

static bool in_header(const struct check *c, struct hd_range at) {
    const struct hd_source *source = hd_source_at(at.from);
    return c->access_in != &access_nobody && (c->system || (source && source->system));
}

static const char *class_name(const struct hd_record *r) {
    return r->tag ? r->tag : r->typedef_name ? r->typedef_name : "this class";
}

static const char *access_word(int access) {
    return access == ACCESS_PROTECTED ? "protected" : "private";
}

static bool report(struct check *c, const struct hd_record *named, const struct member *m,
                   struct hd_range at, struct hd_range declared) {
    const struct hd_record *of = m->declared_in;
    const char *name = m->name ? m->name : own_name_of(of);
    struct hd_diag *d;
    if (m->function && m->function->is_ctor) {
        d = hd_error(c->diags, at, "the constructor of `%s` that this needs is %s", name,
                     access_word(m->access));
    } else if (m->function && m->function->is_dtor) {
        d = hd_error(c->diags, at,
                     "the destructor of `%s` is %s: nobody else can end such an object",
                     own_name_of(of), access_word(m->access));
    } else if (m->access != ACCESS_PUBLIC) {
        d = hd_error(c->diags, at, "`%s` is a %s member of `%s`", name, access_word(m->access),
                     class_name(of));
    } else {
        d = hd_error(c->diags, at, "`%s` is out of reach here: `%s` has its base `%s` for itself",
                     name, class_name(named), class_name(of));
        hd_help(c->diags, d, "write `public` before the base, or `using %s::%s;` in a public part",
                class_name(of), name);
    }
    if (m->access == ACCESS_PRIVATE && of->is_class)
        hd_help(c->diags, d,
                "call a public member function, or write `public:` before it: in a `class` all is"
                " private until then");
    else if (m->access == ACCESS_PRIVATE)
        hd_help(c->diags, d, "call a public member function, or make this a `friend` of `%s`",
                class_name(of));
    else if (m->access == ACCESS_PROTECTED)
        hd_help(c->diags, d, "`%s` and what derives from it can use it, through objects of theirs",
                class_name(of));
    if (declared.from) note_on(c, d, declared, "`%s` is declared here", name);
    return false;
}

// ---- members that come from several bases -------------------------------------------------------

struct subobjects { // those that have a name, or are of a class
    const char *name;
    const struct hd_record *of;
    HD_VEC(const struct hd_record *) found, seen; // seen: virtual bases
    HD_VEC(const struct hd_record *)
    whole; // of those found: the innermost virtual base that each
           // is, or is part of; NULL: none
    struct hd_arena *arena;
};

static bool has_one(const struct hd_record *const *v, int n, const struct hd_record *r) {
    for (int i = 0; i < n; i++)
        if (same_class(v[i], r)) return true;
    return false;
}

static void look_for(struct subobjects *s, const struct hd_record *r, const struct hd_record *whole,
                     int level) {
    if (s->name ? hd_record_declares(r, s->name) : same_class(r, s->of)) {
        HD_PUSH(s->arena, &s->found, r);
        HD_PUSH(s->arena, &s->whole, whole);
        return;
    }
    for (int i = 0; i < r->nfields && level < HD_MOST_LEVELS; i++) {
        const struct hd_field *f = &r->fields[i];
        if (!f->is_base || f->is_indirect) continue;
        if (f->is_virtual && has_one(s->seen.v, s->seen.n, f->type->record)) continue;
        if (f->is_virtual) HD_PUSH(s->arena, &s->seen, f->type->record);
        look_for(s, f->type->record, f->is_virtual ? f->type->record : whole, level + 1);
    }
}

// A part of a virtual base of something that was found as well, which hides it.
static bool is_dominated(const struct subobjects *s, int at) {
    const struct hd_record *whole = s->whole.v[at];
    for (int i = 0; i < s->found.n && whole && s->name; i++)
        for (int k = 0; k < s->found.v[i]->nfields; k++) {
            const struct hd_field *f = &s->found.v[i]->fields[k];
            if (f->is_virtual && same_class(f->type->record, whole)) return true;
        }
    return false;
}

// How many of r's subobjects, or r itself, declare the name where nothing hides it, or (no name)
// are of the class. *from: of the class in which they meet, two direct bases that lead to one.
static int subobjects_with(struct check *c, const struct hd_record *r, const char *name,
                           const struct hd_record *of, const struct hd_record *from[2], int level) {
    struct subobjects s = {.name = name, .of = of, .arena = c->arena};
    const struct hd_record *via[2] = {NULL, NULL};
    int n = 0, ways = 0;
    look_for(&s, r, NULL, level);
    for (int i = 0; i < s.found.n; i++) n += !is_dominated(&s, i);
    if (n < 2) return n;
    for (int i = 0; i < r->nfields && !from[0]; i++) {
        const struct hd_field *f = &r->fields[i];
        if (!f->is_base || f->is_indirect) continue;
        if (!subobjects_with(c, f->type->record, name, of, from, level + 1)) continue;
        via[ways > 0] = f->type->record;
        ways++;
    }
    if (via[1] && !from[0]) from[0] = via[0], from[1] = via[1];
    return n;
}

// Two classes among r and its bases have members of that name that do not hide each other.
static bool come_from_two(struct check *c, const struct hd_record *r, const char *name,
                          const struct hd_record *from[2]) {
    struct subobjects s = {.name = name, .arena = c->arena};
    look_for(&s, r, NULL, 0);
    for (int i = 0; i < s.found.n; i++) {
        const struct hd_record *one = s.found.v[i];
        if (is_dominated(&s, i) || (from[0] && same_class(one, from[0]))) continue;
        from[from[0] != NULL] = one;
        if (from[1]) return true;
    }
    return false;
}

// C++ [class.member.lookup]p11: an object has the member once for each such base.
bool access_ambiguous(struct check *c, const struct hd_record *named, const char *name, bool shared,
                      struct hd_range at) {
    const struct hd_record *from[2] = {NULL, NULL};
    if (c->lang != HD_LANG_CU || in_header(c, at)) return false;
    if (shared ? hd_record_declares(named, name) || !come_from_two(c, named, name, from)
               : subobjects_with(c, named, name, NULL, from, 0) < 2)
        return false;
    const struct hd_source *source = from[0] ? hd_source_at(from[0]->loc) : NULL;
    if (!from[0] || (source && source->system)) return false;
    struct hd_diag *d = hd_error(c->diags, at, "`%s` is ambiguous: `%s` has it from `%s` and `%s`",
                                 name, class_name(named), class_name(from[0]), class_name(from[1]));
    hd_help(c->diags, d, "say which: `%s::%s`", class_name(from[0]), name);
    return true;
}

static bool allowed(struct check *c, const struct hd_record *named, const struct member *m,
                    struct hd_range at, struct hd_range declared) {
    record_vec around = {0};
    if (access_in(named, m, 0) == ACCESS_PUBLIC) return true;
    if (c->lang != HD_LANG_CU || in_header(c, at)) return true;
    classes_around(c, &around);
    return may_use(c, named, m, &around, 0) || report(c, named, m, at, declared);
}

bool access_function(struct check *c, const struct hd_record *named, const struct hd_method *m,
                     bool has_object, struct hd_range at) {
    const struct member asked = {m->is_ctor || m->is_dtor ? NULL : m->name, m->record,
                                 (enum hd_access)m->access,
                                 has_object && !m->is_static ? named : NULL, m};
    if (m->is_friend) return true;
    return allowed(c, named, &asked, at, m->sym->range);
}

// Whether an implicit member function of the class may use the special one of a member's or a
// base's class.
bool access_implicit(struct check *c, const struct hd_record *within, const struct hd_method *m,
                     bool of_base) {
    if (m->access == ACCESS_PUBLIC || c->lang != HD_LANG_CU) return true;
    const struct member asked = {NULL, m->record, (enum hd_access)m->access,
                                 of_base ? NULL : m->record, m};
    record_vec around = {0};
    const struct hd_record *outer = c->access_in;
    c->access_in = within;
    classes_around(c, &around);
    bool fine = may_use(c, m->record, &asked, &around, 0);
    c->access_in = outer;
    return fine;
}

// The base of r that has the field itself.
static const struct hd_record *owner_of(const struct hd_record *r, const struct hd_field *field,
                                        const struct hd_field **found) {
    for (int i = 0; i < r->nfields; i++) {
        const struct hd_field *f = &r->fields[i];
        if (f == field || (f->name && f->name == field->name && !f->is_base)) {
            *found = f;
            return r;
        }
        const struct hd_field *inner;
        bool unnamed = !f->name && !f->is_base && f->type->kind == HD_TY_RECORD;
        if (unnamed && owner_of(f->type->record, field, &inner)) {
            *found = f; // of an anonymous union: as that is
            return r;
        }
    }
    const struct hd_field *base;
    for (int i = 0; (base = hd_base_at(r, &i));) {
        const struct hd_record *of = owner_of(base->type->record, field, found);
        if (of) return of;
    }
    return NULL;
}

bool access_field(struct check *c, const struct hd_record *named, const struct hd_field *field,
                  struct hd_range at) {
    const struct hd_field *own = field;
    const struct hd_record *of = owner_of(named, field, &own);
    if (!of) return true;
    const struct member asked = {field->name, of, (enum hd_access)own->access, named, NULL};
    return allowed(c, named, &asked, at, field->range);
}

bool access_name(struct check *c, const struct hd_record *named, struct hd_space *space,
                 const char *name, struct hd_range at, struct hd_range declared) {
    const struct hd_record *of =
        space && space->kind == SPACE_RECORD ? space_record(c->front, space) : NULL;
    struct member asked = {name, of, ACCESS_PUBLIC, NULL, NULL};
    if (!of || !of->complete || !named->complete || (named == of && !of->nnamed)) return true;
    for (int i = 0; i < of->nnamed; i++)
        if (of->named[i].name == name) asked.access = (enum hd_access)of->named[i].access;
    return !derives(named, of) || allowed(c, named, &asked, at, declared);
}

bool access_static(struct check *c, const struct hd_record *named, const struct hd_sym *variable,
                   const struct hd_ast *ast) {
    struct hd_space *space = variable->unmade ? variable->unmade->record->space
                             : variable->def  ? variable->def->space
                                              : NULL;
    return access_name(c, named, space, ast->name, ast->range, variable->range);
}

bool access_used(struct check *c, const struct hd_record *base, const char *name,
                 struct hd_range at) {
    struct hd_sym **list;
    uint64_t offset;
    int n = methods_named(c, base, name, &list);
    for (int i = 0; i < n; i++)
        if (!access_function(c, base, list[i]->method, false, at)) return false;
    const struct hd_field *f = n ? NULL : hd_record_field(base, name, &offset);
    if (!f && !n) {
        struct hd_found found;
        return !base->space ||
               !space_find(c->front, base->space, name,
                           LOOK_NAMES | LOOK_TAGS | LOOK_QUALIFIED | LOOK_DECLARED, &found) ||
               access_name(c, base, found.space, name, at, (struct hd_range){0, 0});
    }
    if (!f) return true;
    const struct hd_field *own = f;
    const struct hd_record *of = owner_of(base, f, &own);
    const struct member asked = {name, of ? of : base, (enum hd_access)own->access, NULL, NULL};
    return allowed(c, base, &asked, at, f->range);
}

// C++ [conv.ptr]p3, [class.member.lookup]p13: an object has the base more than once; reported.
bool base_is_ambiguous(struct check *c, const struct hd_record *derived,
                       const struct hd_record *base, struct hd_range at) {
    const struct hd_record *from[2] = {NULL, NULL};
    if (c->lang != HD_LANG_CU || in_header(c, at)) return false;
    if (subobjects_with(c, derived, NULL, base, from, 0) > 1 && from[0]) {
        struct hd_diag *d = hd_error(
            c->diags, at,
            "which `%s` is meant is ambiguous: `%s` has one from `%s` and one from `%s`",
            class_name(base), class_name(derived), class_name(from[0]), class_name(from[1]));
        if (!same_class(from[0], base))
            hd_help(c->diags, d, "convert to `%s` first", class_name(from[0]));
        return true;
    }
    return false;
}

bool access_base(struct check *c, const struct hd_record *derived, const struct hd_record *base,
                 struct hd_range at) {
    const struct member asked = {NULL, base, ACCESS_PUBLIC, NULL, NULL};
    record_vec around = {0};
    if (c->lang != HD_LANG_CU || in_header(c, at)) return true;
    if (base_is_ambiguous(c, derived, base, at)) return false;
    if (access_in(derived, &asked, 0) == ACCESS_PUBLIC) return true;
    classes_around(c, &around);
    if (may_use(c, derived, &asked, &around, 0)) return true;
    struct hd_diag *d = hd_error(c->diags, at, "`%s` is no public base of `%s`", class_name(base),
                                 class_name(derived));
    hd_help(c->diags, d, "write `public %s` where `%s` names its bases", class_name(base),
            class_name(derived));
    return false;
}

// ---- declarations -------------------------------------------------------------------------------

typedef HD_VEC(struct hd_named) named_vec;

static void note_named(struct check *c, named_vec *all, const char *name, unsigned access) {
    struct hd_named one = {name, (uint8_t)access};
    if (name) HD_PUSH(c->arena, all, one);
}

void access_declare(struct check *c, struct hd_record *r, const struct hd_spec *spec) {
    r->friends = spec->friends;
    r->nfriends = spec->nfriends;
    r->is_class = spec->is_class;
    named_vec all = {0};
    for (int i = 0; i < spec->nmembers; i++) {
        const struct hd_ast *ast = spec->members[i];
        if (ast->kind == AST_USING) note_named(c, &all, ast->name, ast->access);
        for (int k = 0; ast->kind == AST_USING && ast->qual && k < ast->nkids; k++)
            note_named(c, &all, ast->kids[k]->name, ast->access);
        if (ast->kind != AST_DECLARATION) continue;
        const struct hd_spec *inner = ast->spec;
        if (inner->base == BASE_TAG && (inner->has_body || !ast->nkids) && !inner->qual)
            note_named(c, &all, inner->name, ast->access);
        if (inner->base == BASE_TAG && inner->tag_kind == TK_ENUM && inner->has_body &&
            !inner->scoped_enum)
            for (int k = 0; k < inner->nmembers; k++)
                note_named(c, &all, inner->members[k]->declr->name, ast->access);
        bool named = (inner->flags & (SPEC_STATIC | SPEC_TYPEDEF)) || ast->is_template;
        for (int k = 0; named && k < ast->nkids; k++)
            note_named(c, &all, ast->kids[k]->declr->name, ast->access);
    }
    r->named = all.v;
    r->nnamed = all.n;
}
