// struct, union and enum specifiers.
//
// A tag is declared before its body is checked, so that members can point to the record itself. At
// top level a tag that the same cell has only declared so far is completed in place: pointers made
// before mean the same type. A tag of an earlier cell is superseded by a new type. Tags in a
// parameter list belong to the scope around it (C would forget them at the `)`; no program wants
// that).
//
// Example: `typedef struct node { struct node *next; } node;` declares the incomplete record,
// checks the member, lays the record out, and names it.
#include <limits.h>
#include <string.h>

#include "front/check/const/const.h"
#include "front/check/expr/expr.h"

static const char *keyword(enum hd_type_kind kind, bool is_union) {
    return kind == HD_TY_ENUM ? "enum" : is_union ? "union" : "struct";
}

static const char *keyword_of(const struct hd_type *t) {
    return keyword(t->kind, t->kind == HD_TY_RECORD && t->record->is_union);
}

static hd_loc place_of(const struct hd_type *t) {
    return t->kind == HD_TY_RECORD ? t->record->loc : t->enumeration->loc;
}

static void note_place(struct check *c, struct hd_diag *d, const struct hd_type *t) {
    struct hd_range range = {place_of(t), place_of(t)};
    note_on(c, d, range, "it was declared here");
}

// The space of the members' names: C has none.
static struct hd_space *members_space(struct check *c, const char *name) {
    if (c->lang != HD_LANG_CU || !name) return NULL;
    if (at_top(c)) return hd_space_in(c->front, space_enclosing(c->scope), name, SPACE_RECORD);
    struct hd_space *s = space_new(c, SPACE_RECORD);
    s->name = name;
    return s;
}

static struct hd_type *tag_new(struct check *c, const struct hd_spec *spec) {
    hd_loc loc = spec->name ? spec->name_range.from : spec->range.from;
    const char *name = declared_name(c, spec->name);
    if (spec->tag_kind != TK_ENUM) {
        struct hd_type *t = hd_type_record(c->arena, name, spec->tag_kind == TK_UNION);
        t->record->loc = loc;
        t->record->space = members_space(c, spec->name);
        t->record->is_local = !at_top(c);
        if (t->record->space && !t->record->space->session) t->record->space->record = t->record;
        return t;
    }
    struct hd_type *t = HD_NEW(c->arena, struct hd_type);
    *t = *hd_ty.uint_;
    t->kind = HD_TY_ENUM;
    t->arena = c->arena;
    t->unqual = t;
    t->ptr_to = NULL;
    t->qualified = NULL;
    t->enumeration = HD_NEW(c->arena, struct hd_enum);
    t->enumeration->tag = name;
    t->enumeration->home = space_enclosing(c->scope);
    t->enumeration->type = t;
    t->enumeration->underlying = hd_ty.uint_;
    t->enumeration->promoted = hd_ty.int_;
    t->enumeration->distinct = c->lang == HD_LANG_CU;
    t->enumeration->loc = loc;
    static uint32_t numbers;
    t->enumeration->is_local = !at_top(c);
    t->enumeration->number = __atomic_add_fetch(&numbers, 1, __ATOMIC_RELAXED);
    return t;
}

static void tag_declare(struct check *c, const char *name, struct hd_type *t) {
    if (at_top(c))
        global_declare_tag(c, declared_name(c, name), t);
    else
        space_declare_tag(c, name, t);
}

static bool same_kind(const struct hd_type *t, const struct hd_spec *spec) {
    if (spec->tag_kind == TK_ENUM) return t->kind == HD_TY_ENUM;
    return t->kind == HD_TY_RECORD && t->record->is_union == (spec->tag_kind == TK_UNION);
}

static struct hd_type *wrong_kind(struct check *c, const struct hd_spec *spec,
                                  const struct hd_type *t) {
    struct hd_diag *d = hd_error(c->diags, spec->name_range, "`%s` is %s %s, not %s %s", spec->name,
                                 t->kind == HD_TY_ENUM ? "an" : "a", keyword_of(t),
                                 spec->tag_kind == TK_ENUM ? "an" : "a",
                                 spec->tag_kind == TK_ENUM    ? "enum"
                                 : spec->tag_kind == TK_UNION ? "union"
                                                              : "struct");
    note_place(c, d, t);
    return hd_ty.error;
}

// A space from which `struct tag` declares what is missing further out. Of parameters that is a
// template's.
static bool is_around_classes(const struct hd_space *s) {
    return s->kind == SPACE_RECORD || s->is_prototype ||
           (s->kind == SPACE_PARAMS && !s->is_function);
}

// `struct tag` without a body.
static struct hd_type *tag_reference(struct check *c, struct hd_spec *spec) {
    struct hd_found found;
    int errors = c->diags->errors;
    if (!spec->name) return hd_ty.error; // the parser has told of it
    c->at = spec->name_range;
    name_find(c, spec->qual, spec->name, spec->name_range, LOOK_TAGS, &found);
    struct hd_type *t = found.tag;
    // `struct S;` declares it where it stands, whatever is called so further out ([dcl.type.elab]).
    bool here = c->item && c->item->kind == AST_DECLARATION && c->item->spec == spec &&
                !c->item->nkids && c->scope->kind == SPACE_NAMESPACE && !spec->qual &&
                !(spec->flags & SPEC_FRIEND);
    if (here && t && found.space && found.space != c->scope &&
        found.space != space_declaring(c->front, c->scope, spec->name))
        t = NULL;
    if (!t && spec->qual) {
        if (c->diags->errors == errors)
            hd_error(c->diags, spec->name_range, "`%s%s` is not declared", qual_text(c, spec->qual),
                     spec->name);
        return hd_ty.error;
    }
    if (!t) {
        struct hd_space *scope = c->scope; // C++ [basic.scope.pdecl]p7
        while (c->lang == HD_LANG_CU && !spec->alone && is_around_classes(c->scope))
            c->scope = c->scope->outer;
        t = tag_new(c, spec);
        tag_declare(c, spec->name, t);
        c->scope = scope;
    } else if (t->kind != HD_TY_ERROR && !same_kind(t, spec)) {
        return wrong_kind(c, spec, t);
    }
    return t;
}

// The type that a body defines: a new one, or the one that was declared before in the same scope.
static struct hd_type *tag_define(struct check *c, struct hd_spec *spec) {
    if (!spec->name) return tag_new(c, spec);
    struct hd_type *old = NULL;
    struct hd_def *def = NULL;
    if (!at_top(c)) {
        old = space_tag_here(c, spec->name);
    } else if (!c->refreshing) {
        def = hd_map_get(&c->front->tags, declared_name(c, spec->name));
        bool ours =
            def && !def->dead && global_in_this_cell(c->front, def) && c->arena != c->front->arena;
        if (!ours) def = global_completed_by_header(c, declared_name(c, spec->name));
        old = def ? def->tag_type : NULL;
    }
    if (old && !same_kind(old, spec)) {
        wrong_kind(c, spec, old);
        return tag_new(c, spec);
    }
    bool opaque = old && old->kind == HD_TY_ENUM && !old->enumeration->listed;
    if (old && hd_type_is_complete(old) && !opaque) {
        if (!def || def->system == c->system) {
            struct hd_diag *d = hd_error(c->diags, spec->name_range, "`%s %s` is defined twice",
                                         keyword_of(old), spec->name);
            note_on(c, d, (struct hd_range){place_of(old), place_of(old)},
                    "the other definition is here");
            return tag_new(c, spec);
        }
        old = NULL; // the user's own name wins over a header's
    }
    if (old) {
        if (def) global_complete_tag(c, def);
        if (old->kind == HD_TY_RECORD)
            old->record->loc = spec->name_range.from;
        else
            old->enumeration->loc = spec->name_range.from;
        return old;
    }
    struct hd_type *t = tag_new(c, spec);
    if (at_top(c)) global_drop_template(c, declared_name(c, spec->name), spec->name_range.from);
    tag_declare(c, spec->name, t);
    return t;
}

// ---- members ------------------------------------------------------------------------------------

struct member_default { // `int n = value;`
    int field;
    struct hd_ast *value;
};

struct members {
    struct hd_record *record;
    HD_VEC(struct hd_field) fields;
    HD_VEC(struct member_default) defaults;
    struct hd_space *names; // its names: -> a field's range
    bool last_flexible;
    uint8_t access; // of the declaration at hand
};

static void add_name(struct check *c, struct members *m, const char *name, struct hd_range *range) {
    struct hd_range *old = hd_map_get(&m->names->names, name);
    if (old) {
        struct hd_diag *d = hd_error(c->diags, *range, "member `%s` is declared twice", name);
        note_on(c, d, *old, "the other one is here");
        return;
    }
    hd_map_set(&m->names->names, name, range);
}

// The members of an anonymous struct or union are found as if they were the outer one's own.
static void add_inner_names(struct check *c, struct members *m, const struct hd_record *inner) {
    for (int i = 0; i < inner->nfields; i++) {
        struct hd_field *f = &inner->fields[i];
        if (f->name)
            add_name(c, m, f->name, &f->range);
        else if (f->type->kind == HD_TY_RECORD && !f->is_bits)
            add_inner_names(c, m, f->type->record);
    }
}

static void add_anonymous(struct check *c, struct members *m, struct hd_spec *spec,
                          struct hd_type *t) {
    if (t->kind != HD_TY_RECORD || spec->name || !t->record->complete) {
        if (t->kind == HD_TY_RECORD && !spec->has_body && !spec->name)
            warn(c, spec->range, "missing-declarations", "this declares no member");
        return;
    }
    struct hd_field f = {.type = t, .range = spec->range};
    struct attr_set set = {0};
    attrs_read(c, spec->attrs, &set);
    add_inner_names(c, m, t->record);
    HD_PUSH(c->arena, &m->fields, f);
}

static bool member_type_ok(struct check *c, struct members *m, struct hd_type **type,
                           const struct hd_declr *declr, bool is_last) {
    struct hd_type *t = *type;
    const char *name = declr->name ? declr->name : "this member";
    if (t->kind == HD_TY_ERROR) return false;
    if (t->kind == HD_TY_FUNC) {
        struct hd_diag *d = hd_error(c->diags, declr->range,
                                     "`%s` is a function, and a struct cannot hold one", name);
        hd_help(c->diags, d, "use a pointer: `(*%s)(...)`, or a function that takes the struct",
                name);
        return false;
    }
    if (t->kind == HD_TY_NDARRAY) { // a copy of the struct would not count as one that holds it
        struct hd_diag *d = hd_error(c->diags, declr->range,
                                     "`%s` is an `ndarray`, and a struct cannot hold one", name);
        hd_help(c->diags, d,
                "hold a pointer to its elements, `a.data`, and keep the array in a variable");
        return false;
    }
    if (type_has_vla(t)) {
        hd_error(c->diags, declr->range, "the length of array member `%s` must be a constant",
                 name);
        return false;
    }
    if (t->kind == HD_TY_AUTO) {
        hd_error(c->diags, declr->range, "a member cannot have type `auto`");
        return false;
    }
    if (hd_type_is_complete(t)) return class_abstract_ok(c, t, declr->range);
    if (t->kind == HD_TY_ARRAY && t->len < 0 && is_last && hd_type_is_complete(t->base))
        return true;
    struct hd_diag *d;
    if (t->kind == HD_TY_ARRAY && t->len < 0) {
        d = hd_error(c->diags, declr->range,
                     "only the last member of a struct can be an array without a length");
    } else if (t->kind == HD_TY_RECORD && t->record == m->record) {
        d = hd_error(c->diags, declr->range, "`%s` would contain itself", ty(c, t));
        hd_help(c->diags, d, "a pointer to it is possible: `%s *%s`", ty(c, t), name);
    } else {
        d = hd_error(c->diags, declr->range, "`%s` has type `%s`, which is not defined completely",
                     name, ty(c, t));
        if (t->kind == HD_TY_RECORD) note_place(c, d, t);
    }
    return false;
}

static bool read_width(struct check *c, struct hd_field *f, struct hd_declr *declr) {
    int64_t width;
    const char *name = declr->name ? declr->name : "unnamed bit-field";
    if (!check_const_int(c, declr->bits, "a bit-field's width", &width)) return false;
    if (!hd_type_is_integer(f->type)) {
        hd_error(c->diags, declr->range, "a bit-field has an integer type, not `%s`",
                 ty(c, f->type));
        return false;
    }
    int64_t most = f->type->kind == HD_TY_BOOL ? 1 : (int64_t)f->type->size * 8;
    if (width < 0 || width > most || (width == 0 && declr->name)) {
        hd_error(c->diags, declr->bits->range, "`%s` cannot have a width of %lld bits", name,
                 (long long)width);
        if (width > most)
            hd_help(c->diags, c->diags->last, "`%s` has %lld", ty(c, f->type), (long long)most);
        return false;
    }
    f->is_bits = true;
    f->bit_width = (uint8_t)width;
    return true;
}

// The initial value that a member has by itself. It may name all of the class's members, and is
// looked at when these are known.
static void read_default(struct check *c, struct hd_field *f, struct hd_ast *value) {
    bool text = value->kind == AST_STRING && f->type->kind == HD_TY_ARRAY; // `char name[8] = "a";`
    if (value->kind == AST_INIT_LIST || text) {
        struct hd_type *type = hd_type_unqual(f->type);
        bool whole = type->kind == HD_TY_RECORD || type->kind == HD_TY_ARRAY;
        if (whole) {
            struct hd_init *init = check_init(c, type, value, value->range);
            f->init = expr_new(c, EX_INIT, type, value->range);
            f->init->init = init;
        } else { // `int n{5};`
            f->init = check_construct(c, type, &value, 1, value->range);
        }
    } else if (f->type->kind == HD_TY_REF) {
        f->init = bind_ref(c, f->type, check_expr(c, value), "a member's initial value");
    } else {
        f->init = convert_assign(c, check_rvalue(c, value), hd_type_unqual(f->type),
                                 "a member's initial value");
    }
}

static void read_defaults(struct check *c, struct members *m) {
    struct hd_record *r = m->record;
    for (int i = 0; i < m->defaults.n; i++) {
        struct hd_field *f = &r->fields[m->defaults.v[i].field];
        struct hd_ast *value = m->defaults.v[i].value;
        space_push(c, SPACE_BLOCK);
        struct hd_sym *this =
            sym_new(c, SYM_VAR, hd_intern_str("this"), hd_type_ptr(r->type), value->range);
        this->is_param = this->defined = true;
        hd_map_set(&c->scope->names, this->name, this);
        read_default(c, f, value);
        if (expr_names(f->init, this)) f->init_this = this;
        space_pop(c);
    }
}

static void add_member(struct check *c, struct members *m, struct hd_spec *spec,
                       struct hd_type *base, struct hd_ast *di, bool is_last) {
    struct hd_declr *declr = di->declr;
    struct hd_field f = {.name = declr->name,
                         .range = declr->name ? declr->name_range : declr->range,
                         .is_mutable = spec->flags & SPEC_MUTABLE};
    f.type = check_declarator(c, base, declr, spec);
    if (!member_type_ok(c, m, &f.type, declr, is_last)) f.type = hd_ty.error;
    struct attr_set set = {0};
    if (!spec->has_body) attrs_read(c, spec->attrs, &set);
    attrs_read(c, declr->attrs, &set);
    f.align = set.aligned;
    f.packed = set.packed;
    if (declr->bits && f.type->kind != HD_TY_ERROR && !read_width(c, &f, declr))
        f.type = hd_ty.error;
    f.access = m->access;
    if (di->nkids && di->kids[0] && f.type->kind != HD_TY_ERROR) {
        struct member_default later = {m->fields.n, di->kids[0]};
        if (c->lang == HD_LANG_C)
            hd_error(c->diags, di->kids[0]->range, "C has no initial values for members");
        else
            HD_PUSH(c->arena, &m->defaults, later);
        f.init = expr_error(c, di->kids[0]->range); // until that
    }
    HD_PUSH(c->arena, &m->fields, f);
    m->record->fields = m->fields.v; // what follows in the body may name it
    m->record->nfields = m->fields.n;
    if (f.name) {
        struct hd_range *range = HD_NEW(c->arena, struct hd_range);
        *range = f.range;
        add_name(c, m, f.name, range);
    }
}

// `using B::f;`, `using B::B;`: types and data of a base are found anyway.
static void add_using(struct check *c, struct hd_record *r, struct hd_ast *ast) {
    struct inner in;
    if (!check_qual(c, ast->qual, &in)) return;
    if (!in.record || !class_derives(r->type, in.record->type, NULL)) {
        hd_error(c->diags, ast->range, "`using` in a struct names members of its bases");
        return;
    }
    ast = check_settled(c, ast);
    const char *last = ast->qual->nparts ? ast->qual->parts[ast->qual->nparts - 1].name : NULL;
    bool ctors = ast->name == own_name_of(in.record) || ast->name == last; // [class.qual]
    if (!ctors) access_used(c, in.record, ast->name, ast->range);
    if (!ctors && !record_has_member(in.record, ast->name)) {
        check_using(c, ast);
        return;
    }
    struct hd_using_member *grown = HD_NEW_ARRAY(c->arena, struct hd_using_member, r->nusings + 1);
    if (r->nusings) memcpy(grown, r->usings, sizeof *grown * (size_t)r->nusings);
    grown[r->nusings++] =
        (struct hd_using_member){ctors ? NULL : ast->name, in.record, ast->access};
    r->usings = grown;
    if (ctors) r->has_ctors = true;
}

// `using Bases::f...;`: of each
static void add_usings(struct check *c, struct hd_record *r, struct hd_ast *ast) {
    if (ast->op != TK_ELLIPSIS) {
        add_using(c, r, ast);
        return;
    }
    struct hd_spec spec = {.qual = ast->qual};
    struct hd_param like = {.spec = &spec, .range = ast->range};
    int n;
    struct hd_element *all = param_elements(c, &like, &n);
    for (int i = 0; i < n; i++) {
        struct hd_element *one = element_at(all, i);
        int *saved = HD_NEW_ARRAY(c->arena, int, element_packs(one) + 1);
        element_enter(one, saved);
        add_using(c, r, ast);
        element_leave(one, saved);
    }
}

static void add_members(struct check *c, struct members *m, struct hd_ast *ast, bool is_last) {
    if (ast->kind == AST_STATIC_ASSERT) {
        check_static_assert(c, ast);
    } else if (ast->kind == AST_USING && ast->qual && ast->op != TK_ENUM) {
        add_usings(c, m->record, ast);
        for (int i = 0; i < ast->nkids; i++) {
            ast->kids[i]->access = ast->access;
            add_usings(c, m->record, ast->kids[i]);
        }
    } else if (ast->kind == AST_USING) {
        check_using(c, ast);
    } else if (ast->kind == AST_DECLARATION && (ast->is_template || ast->is_specialisation)) {
        if (!at_top(c))
            hd_error(c->diags, ast->range, "templates are declared at top level");
        else if (ast->nkids)
            variable_template_declare(c, ast);
        else
            struct_template_declare(c, ast);
    } else if (ast->kind == AST_DECLARATION) {
        if (ast->spec->flags & SPEC_TYPEDEF && c->lang == HD_LANG_CU) {
            stmt_vec none = {0};
            check_decl(c, ast, &none);
            return;
        }
        bool only_declared = !ast->nkids && !ast->spec->has_body;
        ast->spec->alone = only_declared;
        struct hd_type *base =
            check_spec(c, only_declared ? member_class_text(c, m->record, ast->spec) : ast->spec);
        if ((ast->spec->flags & SPEC_STATIC) && c->lang == HD_LANG_CU && m->record->tag &&
            at_top(c)) {
            check_static_member(c, m->record, ast, base);
            return;
        }
        if (ast->spec->flags & (SPEC_STATIC | SPEC_TYPEDEF | SPEC_EXTERN)) {
            hd_error(c->diags, ast->spec->range, "a member cannot be `%s`",
                     ast->spec->flags & SPEC_STATIC   ? "static"
                     : ast->spec->flags & SPEC_EXTERN ? "extern"
                                                      : "typedef");
            return;
        }
        m->access = ast->access;
        if (ast->nkids == 0) add_anonymous(c, m, ast->spec, base);
        for (int i = 0; i < ast->nkids; i++)
            add_member(c, m, ast->spec, base, ast->kids[i], is_last && i == ast->nkids - 1);
    }
}

struct hd_space *record_enter(struct check *c, struct hd_record *r) {
    struct hd_space *space = r->space, *copy = NULL;
    c->record = r;
    if (!space) return NULL;
    if (!space->session && !r->complete) {
        space->outer = c->scope;
    } else if (!space->session) { // of a local class, whose own space stays where it was
        copy = space_new(c, SPACE_RECORD);
        copy->name = space->name;
        copy->record = r;
        copy->outer = c->scope;
        space = copy;
    } else if (!c->scope->session || c->bound) { // template parameters are between it and its own
        copy = space_new(c, SPACE_RECORD);
        copy->session = true;
        copy->name = space->name;
        copy->key = space->key;
        copy->stands_for = space;
        copy->record = r;
        copy->outer = c->scope;
        space = copy;
    }
    c->scope = space;
    return copy;
}

// C++03's PODs: nothing of a derived struct is put into their padding.
static bool is_plain_data(const struct hd_record *r, const struct hd_spec *spec) {
    unsigned copies = 1u << SPECIAL_COPY | 1u << SPECIAL_COPY_ASSIGN | 1u << SPECIAL_DTOR;
    bool plain =
        !r->has_ctors && !r->is_polymorphic && !(r->nontrivial & copies) && !(r->declared & copies);
    for (int i = 0; i < r->nfields && plain; i++) {
        const struct hd_type *ft = r->fields[i].type;
        while (ft->kind == HD_TY_ARRAY) ft = ft->base;
        plain = !r->fields[i].is_base && !r->fields[i].access && ft->kind != HD_TY_REF &&
                (ft->kind != HD_TY_RECORD || ft->record->data_size == ft->size);
    }
    return plain;
}

static void add_base(struct check *c, struct members *m, const struct hd_base_spec *spec) {
    struct hd_type *type = unqual(check_type_name(c, spec->type));
    struct hd_diag *d;
    if (type->kind == HD_TY_ERROR) return;
    const char *why = !is_record(type)                       ? "only a struct can be a base"
                      : type->record->is_union               ? "a union cannot be a base"
                      : !hd_record_is_complete(type->record) ? "it is declared but not defined"
                      : type->record->is_final               ? "it is `final`"
                      : m->record->is_union                  ? "a union has no bases"
                                                             : NULL;
    for (int i = 0; !why && i < m->fields.n; i++)
        if (m->fields.v[i].type->record == type->record) why = "it is a base already";
    if (why) {
        d = hd_error(c->diags, spec->range, "`%s` cannot be a base here", ty(c, type));
        hd_help(c->diags, d, "%s", why);
        return;
    }
    struct hd_field f = {
        .type = type, .range = spec->range, .is_base = true, .access = (uint8_t)spec->access};
    f.is_virtual = spec->is_virtual;
    HD_PUSH(c->arena, &m->fields, f);
    if (type->record->is_polymorphic || f.is_virtual) m->record->is_polymorphic = true;
}

// All virtual bases, direct ones and those of bases, each once and before what derives from it
// ([class.base.init]/13). Their access is the best of the ways to them.
static void collect_virtual(struct check *c, struct members *to, const struct hd_field *f,
                            unsigned access, bool is_direct) {
    if (f->access > access) access = f->access;
    for (int i = 0; i < f->type->record->nfields; i++) {
        const struct hd_record *of = f->type->record;
        const struct hd_field *inner = &of->fields[hd_field_written(of, i, true)];
        if (inner->is_base && !inner->is_indirect) collect_virtual(c, to, inner, access, false);
    }
    int at = 0;
    while (f->is_virtual && at < to->fields.n && to->fields.v[at].type->record != f->type->record)
        at++;
    if (!f->is_virtual) return;
    if (at == to->fields.n) {
        struct hd_field add = *f;
        add.is_indirect = true;
        add.access = (uint8_t)access;
        HD_PUSH(c->arena, &to->fields, add);
    }
    if (access < to->fields.v[at].access) to->fields.v[at].access = (uint8_t)access;
    if (!is_direct) return;
    to->fields.v[at].is_indirect = false;
    to->fields.v[at].range = f->range;
}

static void put_virtual_first(struct check *c, struct members *m) {
    struct members all = {.record = m->record};
    for (int i = 0; i < m->fields.n; i++)
        collect_virtual(c, &all, &m->fields.v[i], ACCESS_PUBLIC, true);
    m->record->nvirtual = all.fields.n;
    if (!all.fields.n) return;
    for (int i = 0; i < m->fields.n; i++)
        if (!m->fields.v[i].is_virtual) HD_PUSH(c->arena, &all.fields, m->fields.v[i]);
    m->fields.n = 0;
    for (int i = 0; i < all.fields.n; i++) HD_PUSH(c->arena, &m->fields, all.fields.v[i]);
}

// The bases come first, and the one that shares its table before the others (Itanium ABI 2.4).
static void add_bases(struct check *c, struct members *m, const struct hd_spec *spec) {
    for (int i = 0; i < spec->nbases; i++) {
        struct hd_base_spec *base = &spec->bases[i];
        struct hd_param like = {
            .spec = base->type->spec, .declr = base->type->declr, .range = base->range};
        int n = 0;
        struct hd_element *all = base->is_pack ? param_elements(c, &like, &n) : NULL;
        if (!base->is_pack) add_base(c, m, base);
        for (int k = 0; k < n; k++) {
            struct hd_element *one = element_at(all, k);
            int *saved = HD_NEW_ARRAY(c->arena, int, element_packs(one) + 1);
            element_enter(one, saved);
            add_base(c, m, base);
            element_leave(one, saved);
        }
    }
    bool virtual = false;
    for (int i = 0; i < spec->nmembers; i++)
        if (spec->members[i]->kind == AST_FUNCTION &&
            (spec->members[i]->spec->flags & SPEC_VIRTUAL))
            virtual = true;
    put_virtual_first(c, m);
    bool shares = false; // another base's table
    for (int i = m->record->nvirtual; i < m->fields.n; i++)
        shares = shares || m->fields.v[i].type->record->is_polymorphic;
    if ((virtual || m->record->nvirtual) && !shares) {
        struct hd_field f = {.name = hd_intern_str("__vptr"),
                             .type = hd_type_ptr(hd_ty.void_),
                             .range = spec->name_range,
                             .is_vptr = true};
        HD_PUSH(c->arena, &m->fields, f);
        for (int i = m->fields.n - 1; i > 0; i--) m->fields.v[i] = m->fields.v[i - 1];
        m->fields.v[0] = f;
    }
    for (int i = 0; i < m->fields.n && m->record->is_polymorphic; i++) {
        struct hd_field f = m->fields.v[i];
        if (!f.is_base || f.is_virtual || !f.type->record->is_polymorphic) continue;
        m->record->reordered = i > m->record->nvirtual;
        for (int k = i; k > m->record->nvirtual; k--) m->fields.v[k] = m->fields.v[k - 1];
        m->fields.v[m->record->nvirtual] = f;
        break;
    }
    if (m->record->nvirtual) m->record->reordered = true;
    m->record->is_polymorphic = m->record->is_polymorphic || virtual;
    m->record->fields = m->fields.v;
    m->record->nfields = m->fields.n;
}

static bool names_something(const struct hd_ast *ast) {
    if (!ast || ast->kind == AST_NAME || ast->kind == AST_CALL || ast->kind == AST_MEMBER)
        return ast != NULL;
    for (int i = 0; i < ast->nkids; i++)
        if (names_something(ast->kids[i])) return true;
    return false;
}

// An empty constructor runs code when an initial value may need the object.
static void constructors_run(struct hd_record *r, const struct members *m) {
    bool names = false;
    for (int i = 0; i < m->defaults.n; i++)
        names = names || names_something(m->defaults.v[i].value);
    for (int i = 0; i < r->nmethods && names; i++)
        if (!(r->methods[i].ast->member & MEMBER_DEFAULT)) r->methods[i].is_trivial = false;
}

void record_body(struct check *c, struct hd_type *t, struct hd_spec *spec) {
    struct members m = {.record = t->record, .names = space_new(c, SPACE_BLOCK)};
    struct hd_record *outer = c->record;
    bool local = c->lang == HD_LANG_CU && !at_top(c);
    c->local_depth += local;
    if (local && c->func && c->func->sym) { // it may use what the function around it may
        t->record->within = c->func->sym->method ? c->func->sym->method->record : NULL;
        t->record->within_func = c->func->ast;
    }
    if (!t->record->outer && c->scope->kind == SPACE_RECORD) t->record->outer = outer;
    struct hd_space *around = c->scope, *copy = record_enter(c, t->record);
    t->record->is_final = spec->is_final;
    if (c->lang == HD_LANG_CU) access_declare(c, t->record, spec);
    add_bases(c, &m, spec);
    int last = spec->nmembers - 1;
    while (last > 0 && spec->members[last]->kind == AST_FUNCTION) last--;
    if (c->lang == HD_LANG_CU) class_forming(c, t->record, spec);
    for (int i = 0; i < spec->nmembers; i++) {
        if (t->record->forming) class_forming_at(t->record, i);
        add_members(c, &m, spec->members[i], i == last && !t->record->is_union && m.fields.n > 0);
    }
    space_finish(c, m.names);
    struct attr_set set = {0};
    attrs_read(c, spec->attrs, &set);
    struct hd_record *r = t->record;
    r->fields = m.fields.v;
    r->nfields = m.fields.n;
    r->fill = set.fill;
    r->from_scalar = set.from_scalar;
    r->is_vector = set.is_vector;
    r->managed = set.managed;
    r->transparent = set.transparent && r->is_union;
    hd_record_layout(r, set.packed, set.aligned, spec->pack);
    if (r->levels > HD_MOST_LEVELS) {
        hd_error(c->diags, spec->name_range, "structs lie in each other more than %d levels deep",
                 HD_MOST_LEVELS);
        r->levels = 1; // said once
    }
    r->is_empty = c->lang == HD_LANG_CU && !r->is_polymorphic && !r->is_union;
    for (int i = 0; i < r->nfields; i++)
        r->is_empty = r->is_empty && r->fields[i].is_base && r->fields[i].type->record->is_empty;
    if (t->size == 0 && c->lang == HD_LANG_CU) { // C++: distinct objects have distinct addresses
        t->size = t->align;
        type_completed(t);
    }
    if (c->lang == HD_LANG_CU) methods_declare(c, r);
    constructors_run(r, &m);
    class_finish(c, r, spec);
    if (r->local_key) local_class_functions(c, r);
    if (c->lang == HD_LANG_CU) class_virtuals(c, r);
    read_defaults(c, &m);
    if (is_plain_data(r, spec)) r->data_size = t->size;
    space_finish(c, copy);
    c->scope = around;
    c->record = outer;
    c->local_depth -= local;
    if (local && !c->local_depth) local_class_bodies(c);
}

// `struct A::B { ... }`: enters A, in which B has been declared. false: reported.
static bool enter_outer(struct check *c, const struct hd_spec *spec) {
    struct inner in;
    struct hd_found found;
    if (!check_qual_of(c, spec->qual, spec->name, &in)) return false;
    if (in.space) space_find(c->front, in.space, spec->name, LOOK_TAGS | LOOK_QUALIFIED, &found);
    if (!in.space || !in.space->session || !found.tag) {
        struct hd_diag *d = hd_error(c->diags, spec->name_range, "`%s` has no `%s %s` to define",
                                     qual_text(c, spec->qual),
                                     spec->tag_kind == TK_ENUM ? "enum" : "struct", spec->name);
        hd_help(c->diags, d, "declare it there first: `%s %s;`",
                spec->tag_kind == TK_ENUM ? "enum" : "struct", spec->name);
        return false;
    }
    c->scope = in.space;
    c->record = in.record;
    return true;
}

struct hd_type *record_spec(struct check *c, struct hd_spec *spec) {
    struct hd_space *around = c->scope;
    struct hd_record *outer = c->record;
    if (!spec->has_body) return tag_reference(c, spec);
    if (spec->qual && !enter_outer(c, spec)) return hd_ty.error;
    struct hd_type *t = tag_define(c, spec);
    record_body(c, t, spec);
    c->scope = around;
    c->record = outer;
    return t;
}

// ---- enumerations -------------------------------------------------------------------------------

static struct hd_type *fitting_type(hd_int128 low, hd_int128 high, bool packed) {
    if (packed && low >= 0 && high <= UCHAR_MAX) return hd_ty.uchar;
    if (packed && low >= SCHAR_MIN && high <= SCHAR_MAX) return hd_ty.schar;
    if (packed && low >= 0 && high <= USHRT_MAX) return hd_ty.ushort_;
    if (packed && low >= SHRT_MIN && high <= SHRT_MAX) return hd_ty.short_;
    if (low >= 0) return high <= UINT_MAX ? hd_ty.uint_ : hd_ty.ulong_;
    return low >= INT_MIN && high <= INT_MAX ? hd_ty.int_ : hd_ty.long_;
}

static bool holds(const struct hd_type *t, hd_int128 low, hd_int128 high) {
    return const_wrap(t, low) == low && const_wrap(t, high) == high;
}

// C++17 [conv.prom]: the values of an enum without a fixed type become the first of these types
// that holds them all. (LLP64's long long adds nothing to long here.)
static struct hd_type *promoted_enum(const struct hd_enum *e, hd_int128 low, hd_int128 high) {
    struct hd_type *types[] = {hd_ty.int_, hd_ty.uint_, hd_ty.long_, hd_ty.ulong_};
    struct hd_type *u = hd_type_of_units(e->underlying);
    if (e->fixed || !e->distinct) return u->kind < HD_TY_INT ? hd_ty.int_ : u;
    for (int i = 0; i < HD_COUNT(types); i++)
        if (holds(types[i], low, high)) return types[i];
    return u;
}

// The type of an enumerator before the closing brace (C++17 [dcl.enum]p5): its initialiser's, or
// that of the one before unless the value is too large for it. C's are int where that fits.
static struct hd_type *type_so_far(const struct hd_enum *e, struct hd_type *like, hd_int128 value) {
    struct hd_type *larger[] = {hd_ty.int_, hd_ty.uint_, hd_ty.long_, hd_ty.ulong_};
    if (e->fixed) return e->underlying;
    if (e->distinct && holds(like, value, value)) return like;
    for (int i = 0; i < HD_COUNT(larger); i++) {
        bool wider = e->distinct ? larger[i]->kind > like->kind : larger[i] != hd_ty.uint_;
        if (wider && holds(larger[i], value, value)) return larger[i];
    }
    return hd_ty.long_;
}

struct enumerators { // what has been seen of an enum's list
    hd_int128 next, low, high;
    struct hd_type *type; // of the last one
};

static void check_enum_value(struct check *c, const struct hd_enum *e, const char *name,
                             hd_int128 value, struct hd_range range) {
    if (value < LLONG_MIN || value > (hd_int128)ULLONG_MAX) {
        hd_error(c->diags, range, "the value of `%s` does not fit in 64 bits", name);
    } else if (e->fixed && e->distinct && !holds(e->underlying, value, value)) {
        struct hd_diag *d = hd_error(c->diags, range, "the value of `%s` does not fit `%s`", name,
                                     ty(c, e->underlying));
        hd_help(c->diags, d, "give the enum a larger type after its `:`");
    }
}

static struct hd_sym *enum_constant(struct check *c, struct hd_type *t, struct hd_ast *ast,
                                    struct enumerators *seen) {
    struct hd_declr *declr = ast->declr;
    struct hd_enum *enumeration = t->enumeration;
    struct hd_range where = declr->name_range;
    if (ast->nkids && ast->kids[0]) {
        struct hd_expr *e = check_number_wanted(c, ast->kids[0]);
        struct hd_const value;
        where = ast->kids[0]->range;
        if (is_error(e)) {
            seen->next = 0;
        } else if (hd_type_is_integer(e->type) && const_required(c, e, &value) &&
                   value.kind == CONST_INT) {
            seen->next = value.i;
            seen->type = e->type->kind == HD_TY_ENUM ? e->type->enumeration->promoted : e->type;
        } else {
            struct hd_diag *d = hd_error(
                c->diags, where, "the value of `%s` must be an integer constant", declr->name);
            const_explain(c, d, e);
        }
    }
    check_enum_value(c, enumeration, declr->name, seen->next, where);
    seen->type = type_so_far(enumeration, seen->type, seen->next);
    const char *name = enumeration->scoped ? declr->name : declared_name(c, declr->name);
    struct hd_sym *sym = sym_new(c, SYM_ENUM_CONST, name, seen->type, declr->name_range);
    sym->enum_value = (int64_t)seen->next;
    if (seen->next < seen->low) seen->low = seen->next;
    if (seen->next > seen->high) seen->high = seen->next;
    seen->next++;
    return sym;
}

static void declare_constant(struct check *c, struct hd_sym *sym) {
    if (at_top(c)) {
        global_declare(c, sym, DEF_VAR);
        return;
    }
    struct hd_space *inner = c->scope;
    while (c->scope->is_prototype) c->scope = c->scope->outer;
    space_declare(c, sym);
    c->scope = inner;
}

static void set_underlying(struct hd_type *t, struct hd_type *underlying) {
    t->enumeration->underlying = underlying;
    t->size = underlying->size;
    t->align = underlying->align;
    type_completed(t);
}

static struct hd_type *enum_type(struct check *c, struct hd_spec *spec, struct hd_type *fixed) {
    struct hd_type *t = spec->has_body ? tag_define(c, spec) : tag_reference(c, spec);
    if (t->kind != HD_TY_ENUM || (!spec->has_body && !fixed)) return t;
    struct hd_enum *e = t->enumeration;
    e->scoped = spec->scoped_enum || e->scoped;
    if (fixed) {
        e->fixed = true;
        set_underlying(t, fixed);
        e->promoted = promoted_enum(e, 0, 0);
        e->complete = true;
    }
    if (!spec->has_body) return t;
    struct enumerators seen = {.type = hd_ty.int_};
    e->listed = true;
    e->constants = HD_NEW_ARRAY(c->arena, struct hd_sym *, spec->nmembers ? spec->nmembers : 1);
    if (e->scoped)
        space_push(c, SPACE_BLOCK); // the constants see each other; outside they are `tag::name`
    for (int i = 0; i < spec->nmembers; i++) {
        struct hd_sym *sym = enum_constant(c, t, spec->members[i], &seen);
        e->constants[e->nconstants++] = sym;
        if (e->scoped)
            space_declare(c, sym);
        else
            declare_constant(c, sym);
    }
    if (e->scoped) space_pop(c);
    if (!fixed) {
        struct attr_set set = {0};
        attrs_read(c, spec->attrs, &set);
        set_underlying(t, fitting_type(seen.low, seen.high, set.packed));
        e->promoted = promoted_enum(e, seen.low, seen.high);
        e->complete = true;
    }
    for (int i = 0; i < e->nconstants; i++) { // from the closing brace on
        if (e->distinct)
            e->constants[i]->type = t;
        else if (e->constants[i]->type != hd_ty.int_)
            e->constants[i]->type = e->underlying;
    }
    return t;
}

struct hd_type *enum_spec(struct check *c, struct hd_spec *spec) {
    struct hd_type *fixed = NULL;
    if (spec->type_expr) {
        fixed = hd_type_unqual(check_type_name(c, spec->type_expr));
        if (!hd_type_is_integer(fixed) && fixed->kind != HD_TY_ERROR)
            hd_error(c->diags, spec->type_expr->range,
                     "an enum's type is an integer type, not `%s`", ty(c, fixed));
        if (!hd_type_is_integer(fixed) || fixed->kind == HD_TY_ENUM) fixed = hd_ty.int_;
    } else if (spec->scoped_enum) {
        fixed = hd_ty.int_;
    }
    struct hd_space *around = c->scope;
    struct hd_record *outer = c->record;
    if (spec->qual && spec->has_body && !enter_outer(c, spec)) return hd_ty.error;
    struct hd_type *t = enum_type(c, spec, fixed);
    c->scope = around;
    c->record = outer;
    return t;
}
