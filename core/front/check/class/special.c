// Special member functions and the lives of objects: copies, moves, assignments and destructors.
//
// What a class does without being told (C++ [class.copy], [class.dtor]) is no function of its own
// here: it is written out where it is used, member by member, so that whoever uses it needs what
// its members need, and follows when one of them changes. A class knows which of the six it has,
// which run code (`nontrivial`: else bytes are enough, as in C) and which must not be used
// (`deleted`); class_finish decides that when the members are known, and gives overload resolution
// the ones that were not declared.
//
// A glvalue of class type becomes a value in two steps: rvalue() loads it, and class_value, called
// by whoever initialises an object with it, makes a constructor's call of the load.
//
// Example: with `struct A { A(const A &); ~A(); }; struct B { A a[2]; int n; };`, `B x = y;` is
// EX_INIT { EX_EACH { A(y.a[i]) }, y.n }, and x's block ends with EX_EACH { x.a[i].~A() }.
#include <string.h>

#include "front/check/decl/decl.h"
#include "front/check/decl/init.h"

// ---- nodes --------------------------------------------------------------------------------------

struct hd_expr *expr_comma(struct check *c, struct hd_expr *a, struct hd_expr *b) {
    if (!a || !b) return a ? a : b;
    if (is_error(a)) return a;
    struct hd_expr *e = expr_new(c, EX_COMMA, b->type, b->range);
    e->a = a;
    e->b = b;
    e->is_lvalue = b->is_lvalue;
    e->is_xvalue = b->is_xvalue;
    return e;
}

static bool is_simple(const struct hd_expr *e) {
    if (e->kind == EX_MEMBER) return is_simple(e->a);
    return e->kind == EX_VAR || (e->kind == EX_DEREF && e->a->kind == EX_REFVAL) ||
           (e->kind == EX_DEREF && e->a->kind == EX_LOAD && e->a->a->kind == EX_VAR &&
            (e->a->a->type->quals & Q_CONST));
}

// A node of its own for every use: nodes are changed in place at times.
static struct hd_expr *again(struct check *c, struct hd_expr *e) {
    struct hd_expr *copy = expr_new(c, e->kind, e->type, e->range);
    *copy = *e;
    if (e->kind == EX_MEMBER || e->kind == EX_DEREF || e->kind == EX_LOAD) copy->a = again(c, e->a);
    return copy;
}

struct hd_expr *expr_once(struct check *c, struct hd_expr *lvalue, struct hd_expr **first) {
    *first = NULL;
    if (is_simple(lvalue)) return lvalue;
    struct hd_sym *at = sym_hidden(c, hd_type_ptr(lvalue->type), lvalue->range);
    *first = expr_assign(c, expr_var(c, at, lvalue->range), expr_address(c, lvalue, lvalue->range));
    at->type = hd_type_qual(at->type, Q_CONST);
    struct hd_expr *e = expr_deref(c, rvalue(c, expr_var(c, at, lvalue->range)), lvalue->range);
    e->is_xvalue = lvalue->is_xvalue;
    return e;
}

// A variable, member or element: its struct is the one that it says. Not `*this`, nor what a
// pointer or reference leads to.
bool expr_is_whole(const struct hd_expr *e) {
    while (e->kind == EX_MEMBER && !e->field->is_base) return true;
    return e->kind == EX_VAR || e->kind == EX_TEMP;
}

const struct hd_expr *expr_whole(const struct hd_expr *e) {
    while (e->kind == EX_MEMBER && e->field->is_base) e = e->a;
    return e;
}

// The member or base of what is known to be a whole object.
static struct hd_expr *expr_part(struct check *c, struct hd_expr *object,
                                 const struct hd_field *f) {
    bool ref = f->type->kind == HD_TY_REF;
    struct hd_type *type = ref ? hd_type_ptr(f->type->base) : f->declared ? f->declared : f->type;
    unsigned quals = object->type->quals & (Q_CONST | Q_VOLATILE);
    if (f->is_mutable) quals &= ~(unsigned)Q_CONST;
    if (!ref) type = hd_type_qual(type, quals);
    struct hd_expr *e = expr_new(c, EX_MEMBER, type, object->range);
    e->a = again(c, object);
    e->field = f;
    e->offset = f->offset;
    e->is_lvalue = true;
    e->is_xvalue = object->is_xvalue && !ref;
    e->is_bitfield = f->is_bits;
    return e;
}

struct hd_expr *expr_field(struct check *c, struct hd_expr *object, const struct hd_field *f) {
    return f->is_virtual && !expr_is_whole(object) ? class_virtual_base(c, object, f)
                                                   : expr_part(c, object, f);
}

struct hd_expr *expr_each(struct check *c, struct hd_type *type, struct hd_expr *n, bool backwards,
                          struct hd_sym **index, struct hd_range range) {
    struct hd_expr *e = expr_new(c, EX_EACH, type, range);
    e->sym = *index = sym_hidden(c, hd_ty.ulong_, range);
    e->b = n;
    e->is_post = backwards;
    return e;
}

static struct hd_expr *element(struct check *c, struct hd_expr *array, struct hd_sym *index) {
    struct hd_expr *first = rvalue(c, again(c, array)),
                   *at = expr_ptr_add(c, first, rvalue(c, expr_var(c, index, array->range)),
                                      array->range);
    struct hd_expr *e = expr_deref(c, at, array->range);
    e->is_xvalue = array->is_xvalue;
    return e;
}

static struct hd_expr *length(struct check *c, const struct hd_type *array, struct hd_range range) {
    return expr_int(c, hd_ty.ulong_, array->len < 0 ? 0 : array->len, range);
}

struct hd_expr *class_build(struct check *c, struct hd_expr *lvalue, struct hd_expr *value) {
    if (is_error(value) || is_error(lvalue)) return expr_error(c, lvalue->range);
    struct hd_expr *e = expr_new(c, EX_BUILD, hd_ty.void_, lvalue->range);
    e->a = lvalue;
    e->b = value;
    return e;
}

// ---- what types are like ------------------------------------------------------------------------

bool class_is_nontrivial(const struct hd_type *t, enum hd_special what) {
    while (t->kind == HD_TY_ARRAY) t = t->base;
    return t->kind == HD_TY_RECORD && (t->record->nontrivial >> what & 1);
}

static bool is_deleted(const struct hd_type *t, enum hd_special what) {
    while (t->kind == HD_TY_ARRAY) t = t->base;
    return t->kind == HD_TY_RECORD && (t->record->deleted >> what & 1);
}

static bool has(unsigned bits, enum hd_special what) { return bits >> what & 1; }

// ---- a class's own ------------------------------------------------------------------------------

static enum hd_special special_of(const struct hd_method *m) {
    const struct hd_type *t = m->type->nparams ? m->type->params[0] : NULL;
    bool alone =
        m->type->nparams == 1 || (m->sym->defaults && m->type->nparams > 1 && m->sym->defaults[1]);
    bool assigns = !strcmp(m->name, "operator=");
    if (m->is_dtor) return SPECIAL_DTOR;
    if (m->is_ctor && (!t || (m->sym->defaults && m->sym->defaults[0]))) return SPECIAL_DEFAULT;
    if (!t || !alone || m->is_static || (!m->is_ctor && !assigns)) return SPECIAL_NONE;
    bool ref = t->kind == HD_TY_REF, moves = ref && t->rvalue_ref;
    if (ref) t = t->base;
    if (t->kind != HD_TY_RECORD || t->record != m->record || (!ref && m->is_ctor))
        return SPECIAL_NONE;
    if (m->is_ctor) return moves ? SPECIAL_MOVE : SPECIAL_COPY;
    return moves ? SPECIAL_MOVE_ASSIGN : SPECIAL_COPY_ASSIGN;
}

static const struct hd_method *dtor_of(const struct hd_record *r) {
    for (int i = 0; i < r->nmethods + r->nimplicit; i++)
        if (r->methods[i].is_dtor) return &r->methods[i];
    return NULL;
}

struct hd_sym *implicit_sym(struct check *c, struct hd_record *r, struct hd_method *m);

// as: how it was declared `= default`, or NULL.
static void add_implicit(struct check *c, struct hd_record *r, enum hd_special what, bool deleted,
                         const struct hd_method *as) {
    struct hd_method *m = &r->methods[r->nmethods + r->nimplicit++];
    bool moves = what == SPECIAL_MOVE || what == SPECIAL_MOVE_ASSIGN;
    bool assigns = what == SPECIAL_COPY_ASSIGN || what == SPECIAL_MOVE_ASSIGN;
    struct hd_type *self = r->type, **params = HD_NEW_ARRAY(c->arena, struct hd_type *, 1);
    int n = what == SPECIAL_DEFAULT || what == SPECIAL_DTOR ? 0 : 1;
    params[0] = hd_type_ref(c->arena, moves ? self : hd_type_qual(self, Q_CONST), moves);
    struct hd_type *ret = assigns ? hd_type_ref(c->arena, self, false) : hd_ty.void_;
    const char *own = r->space ? r->space->name : "struct";
    *m = (struct hd_method){.record = r, .special = what, .is_implicit = true};
    m->name = assigns                ? hd_intern_str("operator=")
              : what == SPECIAL_DTOR ? hd_intern_str(hd_printf(c->arena, "~%s", own))
                                     : own;
    m->type = hd_type_func(c->arena, ret, params, n, false, false);
    m->is_ctor = what == SPECIAL_DEFAULT || what == SPECIAL_COPY || what == SPECIAL_MOVE;
    m->is_dtor = what == SPECIAL_DTOR;
    m->is_deleted = deleted;
    m->access = as ? as->access : ACCESS_PUBLIC;
    m->sym = implicit_sym(c, r, m);
    if (as) m->sym->range = as->sym->range;
}

const struct hd_method *class_special_of(const struct hd_record *r, enum hd_special what) {
    const struct hd_method *found = NULL;
    for (int i = 0; i < r->nmethods + r->nimplicit; i++) {
        const struct hd_method *m = &r->methods[i];
        if (m->special == what && (!found || found->access > m->access)) found = m;
    }
    bool moves = what == SPECIAL_MOVE || what == SPECIAL_MOVE_ASSIGN;
    return found || !moves ? found : class_special_of(r, what - 1); // moves copy
}

// Whether the class's own implicit function cannot call the one of this member's or base's class.
static bool refused(struct check *c, const struct hd_record *r, const struct hd_field *f,
                    enum hd_special what) {
    const struct hd_type *t = f->type;
    while (t->kind == HD_TY_ARRAY) t = t->base;
    if (t->kind != HD_TY_RECORD || !t->record->restricted) return false;
    const struct hd_method *m = class_special_of(t->record, what);
    return m && !access_implicit(c, r, m, f->is_base);
}

bool class_cannot_end(struct check *c, const struct hd_record *r, const struct hd_field *f) {
    return is_deleted(f->type, SPECIAL_DTOR) || refused(c, r, f, SPECIAL_DTOR);
}

// What the members' own say about that of the whole.
static void from_members(struct check *c, const struct hd_record *r, enum hd_special what,
                         bool *runs, bool *none) {
    for (int i = 0; i < r->nfields; i++) {
        const struct hd_field *f = &r->fields[i];
        bool ref = f->type->kind == HD_TY_REF;
        bool is_const = !ref && (quals_of(f->type) & Q_CONST);
        bool assigns = what == SPECIAL_COPY_ASSIGN || what == SPECIAL_MOVE_ASSIGN;
        if (class_is_nontrivial(f->type, what)) *runs = true;
        if (is_deleted(f->type, what) && !(what == SPECIAL_DEFAULT && f->init)) *none = true;
        if (assigns && (ref || (is_const && hd_type_is_scalar(f->type)))) *none = true;
        if (r->is_union && class_is_nontrivial(f->type, what)) *none = true;
        if (refused(c, r, f, what)) *none = true;
        if ((what == SPECIAL_COPY || what == SPECIAL_MOVE) && class_cannot_end(c, r, f))
            *none = true;
        if (what == SPECIAL_COPY && ref && f->type->rvalue_ref) *none = true;
    }
}

static bool suppressed(const struct hd_record *r, enum hd_special what) {
    unsigned copies = 1u << SPECIAL_COPY | 1u << SPECIAL_COPY_ASSIGN,
             moves = 1u << SPECIAL_MOVE | 1u << SPECIAL_MOVE_ASSIGN;
    if (what == SPECIAL_MOVE || what == SPECIAL_MOVE_ASSIGN)
        return r->declared & (copies | moves | 1u << SPECIAL_DTOR);
    return what == SPECIAL_DEFAULT && r->has_ctors;
}

static void decide(struct check *c, struct hd_record *r, enum hd_special what,
                   const struct hd_method *defaulted) {
    bool runs = false, none = false;
    bool copies = what == SPECIAL_COPY || what == SPECIAL_COPY_ASSIGN;
    if (suppressed(r, what) && !defaulted) {
        if (what != SPECIAL_DEFAULT && has(r->nontrivial, what - 1))
            r->nontrivial |= (uint8_t)(1u << what); // moves copy
        if (what != SPECIAL_DEFAULT && has(r->deleted, what - 1))
            r->deleted |= (uint8_t)(1u << what);
        return;
    }
    from_members(c, r, what, &runs, &none);
    if (copies && !defaulted &&
        (has(r->declared, SPECIAL_MOVE) || has(r->declared, SPECIAL_MOVE_ASSIGN)))
        none = true;
    if (r->is_polymorphic && what <= SPECIAL_MOVE_ASSIGN) runs = true;
    if (runs) r->nontrivial |= (uint8_t)(1u << what);
    if (none) r->deleted |= (uint8_t)(1u << what);
    bool moves = what == SPECIAL_MOVE || what == SPECIAL_MOVE_ASSIGN;
    if (what == SPECIAL_DEFAULT ? defaulted != NULL : !(moves && none && !defaulted))
        add_implicit(c, r, what, none, defaulted);
}

void class_finish(struct check *c, struct hd_record *r, struct hd_spec *spec) {
    if (c->lang != HD_LANG_CU) return;
    struct hd_method defaulted[SPECIALS + 1];
    unsigned is_defaulted = 0;
    int kept = 0;
    bool plain = true, virtual_dtor = false;
    for (int i = 0; i < r->nfields && plain; i++) {
        const struct hd_type *t = r->fields[i].type;
        while (t->kind == HD_TY_ARRAY) t = t->base;
        plain = !(t->kind == HD_TY_RECORD &&
                  (t->record->nontrivial || t->record->deleted || t->record->restricted)) &&
                t->kind != HD_TY_REF;
    }
    for (int i = 0; i < r->nmethods; i++) { // in order, so that pointers to those before stay right
        struct hd_method *m = &r->methods[i];
        m->special = special_of(m);
        if (m->special) {
            unsigned bit = 1u << m->special;
            bool is_default = m->ast && (m->ast->member & MEMBER_DEFAULT);
            if (is_default && m->is_virtual) virtual_dtor = true;
            r->declared |= (uint8_t)bit;
            if (m->access != ACCESS_PUBLIC) r->restricted |= (uint8_t)bit;
            if (m->is_deleted)
                r->deleted |= (uint8_t)bit;
            else if (is_default && m->special != SPECIAL_DEFAULT)
                defaulted[m->special] = *m, is_defaulted |= bit;
            else if (!(m->special == SPECIAL_DEFAULT && m->is_trivial))
                r->nontrivial |= (uint8_t)bit;
            if (is_default && !m->is_deleted && m->special != SPECIAL_DEFAULT) continue;
        }
        if (kept != i) {
            r->methods[kept] = *m;
            r->methods[kept].sym->method = &r->methods[kept];
        }
        kept++;
    }
    r->nmethods = kept;
    if (!plain || r->declared || r->nmethods || r->ngeneric || r->is_polymorphic) {
        if (!r->methods) r->methods = HD_NEW_ARRAY(c->arena, struct hd_method, SPECIALS);
        for (int what = SPECIAL_COPY; what <= SPECIAL_DTOR; what++)
            if (!has(r->declared, what) || has(is_defaulted, what))
                decide(c, r, what, has(is_defaulted, what) ? &defaulted[what] : NULL);
    }
    for (int i = 0; i < r->nimplicit; i++)
        if (r->methods[r->nmethods + i].is_dtor && virtual_dtor)
            r->methods[r->nmethods + i].is_virtual = true;
    unsigned calls = 1u << SPECIAL_COPY | 1u << SPECIAL_MOVE | 1u << SPECIAL_DTOR;
    r->by_address = r->nontrivial & calls;
}

// ---- values of glvalues -------------------------------------------------------------------------

static struct hd_expr *member_value(struct check *c, struct hd_expr *from) {
    if (from->type->kind == HD_TY_ARRAY && class_is_nontrivial(from->type, SPECIAL_COPY)) {
        struct hd_sym *index;
        struct hd_expr *each =
            expr_each(c, hd_type_unqual(from->type), length(c, from->type, from->range), false,
                      &index, from->range);
        each->a = member_value(c, element(c, from, index));
        each_guard(c, each, NULL);
        return is_error(each->a) ? each->a : each;
    }
    if (from->type->kind == HD_TY_ARRAY || !is_record(from->type)) {
        struct hd_expr *e = expr_new(c, EX_LOAD, unqual(from->type), from->range);
        e->a = from;
        return e;
    }
    return class_value(c, rvalue(c, from));
}

// tables: of a part of an object, where it has virtual bases, which the whole has made.
static struct hd_expr *class_copy_members(struct check *c, struct hd_type *type,
                                          struct hd_expr *from, struct base_tables tables) {
    bool is_part = tables.sym != NULL;
    if (!is_part && type->record->nvirtual) tables = class_own_tables(c, type->record);
    struct hd_expr *first, *src = expr_once(c, from, &first);
    const struct hd_record *r = type->record;
    struct build b = {.c = c, .root = hd_type_unqual(type)};
    const struct hd_record *outer = c->access_in;
    if (r->is_union) return expr_comma(c, first, rvalue(c, src));
    c->access_in = r;
    for (int i = 0; i < r->nfields; i++) {
        const struct hd_field *f = &r->fields[hd_field_written(r, i, false)];
        if ((f->is_bits && !f->name) || f->is_vptr || (f->is_virtual && is_part)) continue;
        if (f->is_base && f->type->record->is_empty && !class_is_nontrivial(f->type, SPECIAL_COPY))
            continue; // its byte may be another's
        struct hd_expr *part = expr_field(c, src, f);
        c->building_base = f->is_base;
        c->base_tables = class_base_tables(r, tables, f);
        struct hd_expr *value = member_value(c, part);
        struct hd_expr *made = value;
        while (made->kind == EX_COMMA) made = made->b;
        if (f->is_base && r->reordered && made->kind == EX_INIT) init_is_part(made->init);
        item_add(&b, f->offset, f->is_bits ? f : NULL, value);
    }
    c->building_base = false;
    c->base_tables.sym = NULL;
    c->access_in = outer;
    if (!is_part) items_pointers(&b, r, 0);
    if (b.failed) return expr_error(c, from->range);
    struct hd_expr *e = expr_new(c, EX_INIT, b.root, from->range);
    e->init = items_finish(&b);
    if (is_part) init_is_part(e->init);
    return expr_comma(c, first, e);
}

static struct hd_expr *copy_of(struct check *c, struct hd_expr *from) {
    struct hd_type *type = unqual(from->type);
    struct hd_ast *ast = HD_NEW(c->arena, struct hd_ast), *asts[1] = {ast};
    struct hd_expr *v[1] = {from};
    struct call_args args = {.asts = asts, .v = v, .n = 1};
    ast->range = from->range;
    return class_construct(c, type, &args, from->range, true);
}

struct hd_expr *class_value(struct check *c, struct hd_expr *e) {
    if (!is_record(e->type) || is_error(e)) return e;
    const struct hd_record *r = e->type->record;
    unsigned copies = 1u << SPECIAL_COPY | 1u << SPECIAL_MOVE;
    if (!((r->nontrivial | r->deleted | r->restricted) & copies)) return e;
    switch (e->kind) {
    case EX_LOAD: return e->a->kind == EX_TEMP && e->a->is_post ? e : copy_of(c, e->a);
    case EX_COMMA: e->b = class_value(c, e->b); return is_error(e->b) ? e->b : e;
    case EX_COND:
        if (e->b) e->b = class_value(c, e->b);
        e->c = class_value(c, e->c);
        return is_error(e->c) || (e->b && is_error(e->b)) ? expr_error(c, e->range) : e;
    default: return e->is_lvalue ? copy_of(c, e) : e;
    }
}

struct hd_expr *class_argument(struct check *c, struct hd_expr *value) {
    if (is_error(value) || !is_record(value->type)) return value;
    if (!is_byaddr(value->type))
        return class_ends_ok(c, value->type, false, value->range) ? value
                                                                  : expr_error(c, value->range);
    struct hd_expr *temp = expr_temp(c, value);
    temp->is_post = true; // it is the argument itself
    struct hd_expr *load = expr_new(c, EX_LOAD, unqual(value->type), value->range);
    load->a = temp;
    return load;
}

// A template's name that nothing chooses an instance for.
struct hd_expr *expr_settled(struct check *c, struct hd_expr *e) {
    if (e->type->kind != HD_TY_AUTO) return e;
    const char *name = e->kind == EX_FUNC && e->sym ? e->sym->name : NULL;
    struct hd_diag *d =
        name ? hd_error(c->diags, e->range, "`%s` is a function template: which function is meant?",
                        name)
             : hd_error(c->diags, e->range, "which instance of the template is meant here?");
    hd_help(c->diags, d, "call it, or name its types: `%s<int>`; `%s?` tells about it",
            name ? name : "f", name ? name : "f");
    return expr_error(c, e->range);
}

struct hd_expr *class_discard(struct check *c, struct hd_expr *e) {
    e = expr_settled(c, e);
    if (is_error(e) || e->is_lvalue) return e;
    if (!class_is_nontrivial(e->type, SPECIAL_DTOR)) {
        bool object = e->kind != EX_LOAD || e->a->kind == EX_TEMP;
        return !object || class_ends_ok(c, e->type, false, e->range) ? e : expr_error(c, e->range);
    }
    bool ended = e->kind == EX_LOAD && (e->a->kind != EX_TEMP || e->a->b || e->a->is_post);
    return ended ? e->a : expr_temp(c, e);
}

// ---- the end of a life --------------------------------------------------------------------------

// Parts that have virtual bases are as in an object of their own while they end.
static struct hd_expr *end_part(struct check *c, const struct hd_record *r, struct hd_expr *object,
                                const struct hd_field *f, struct base_tables tables) {
    struct hd_expr *part = expr_part(c, object, f), *set = NULL;
    tables = class_base_tables(r, tables, f);
    if (tables.sym) set = class_point(c, f->type->record, part, tables);
    struct hd_expr *end = class_destroy(c, part);
    return end ? expr_comma(c, set, end) : NULL;
}

struct hd_expr *class_end_part(struct check *c, struct hd_expr *object, const struct hd_field *f,
                               struct base_tables tables) {
    return end_part(c, object->type->record, object, f, tables);
}

static struct hd_expr *destroy_members(struct check *c, struct hd_expr *object, bool is_part) {
    const struct hd_record *r = object->type->record, *outer = c->access_in;
    struct hd_expr *all = NULL, *set = NULL;
    struct base_tables tables = {NULL, 0};
    if (r->nvirtual && is_part)
        tables.sym = class_tables_now(c, r, object, &set);
    else if (r->nvirtual)
        tables = class_own_tables(c, r);
    c->access_in = r;
    for (int i = r->nfields - 1; i >= 0 && !r->is_union; i--) {
        const struct hd_field *f = &r->fields[hd_field_written(r, i, false)];
        if (!class_is_nontrivial(f->type, SPECIAL_DTOR) || f->is_virtual) continue;
        all = expr_comma(c, all, end_part(c, r, object, f, tables));
    }
    c->access_in = outer;
    return all ? expr_comma(c, set, all) : NULL;
}

static struct hd_expr *destroy_virtual(struct check *c, struct hd_expr *object) {
    const struct hd_record *r = object->type->record, *outer = c->access_in;
    struct hd_expr *all = NULL;
    c->access_in = r;
    for (int i = r->nfields - 1; i >= 0; i--) {
        const struct hd_field *f = &r->fields[i];
        if (!f->is_virtual || !class_is_nontrivial(f->type, SPECIAL_DTOR)) continue;
        all = expr_comma(c, all, end_part(c, r, object, f, class_own_tables(c, r)));
    }
    c->access_in = outer;
    return all;
}

static struct hd_expr *as_mutable(struct check *c, struct hd_expr *e) {
    if (!(quals_of(e->type) & Q_CONST)) return e;
    struct hd_expr *copy = again(c, e);
    if (e->type->kind == HD_TY_RECORD) copy->type = hd_type_unqual(e->type);
    return copy;
}

bool class_ends_ok(struct check *c, const struct hd_type *type, bool of_base,
                   struct hd_range range) {
    const struct hd_type *t = type;
    while (t->kind == HD_TY_ARRAY) t = t->base;
    if (t->kind != HD_TY_RECORD || c->lang != HD_LANG_CU) return true;
    const struct hd_record *r = t->record;
    if (is_deleted(t, SPECIAL_DTOR)) {
        struct hd_diag *d =
            hd_error(c->diags, range, "`%s` cannot be destroyed: its destructor is deleted",
                     ty(c, (struct hd_type *)t));
        const struct hd_method *m = dtor_of(r);
        for (int i = 0; m && m->is_implicit && i < r->nfields; i++)
            if (class_cannot_end(c, r, &r->fields[i]))
                note_on(c, d, r->fields[i].range, "this cannot be destroyed by it");
        return false;
    }
    if (!(r->restricted >> SPECIAL_DTOR & 1)) return true;
    const struct hd_method *m = dtor_of(r);
    return !m || access_function(c, r, m, !of_base, range);
}

struct hd_expr *class_destroy(struct check *c, struct hd_expr *lvalue) {
    return class_destroy_as(c, lvalue, lvalue->kind == EX_MEMBER && lvalue->field->is_base);
}

struct hd_expr *class_destroy_as(struct check *c, struct hd_expr *lvalue, bool of_base) {
    struct hd_type *t = lvalue->type;
    struct hd_range range = lvalue->range;
    if (!class_ends_ok(c, t, of_base, range)) return expr_error(c, range);
    if (!class_is_nontrivial(t, SPECIAL_DTOR)) return NULL;
    struct hd_expr *first, *object = expr_once(c, lvalue, &first);
    if (t->kind == HD_TY_ARRAY) {
        struct hd_sym *index;
        struct hd_expr *n = hd_type_is_vla(t)
                                ? expr_binary(c, TK_SLASH, vla_size_expr(c, t, range),
                                              expr_size(c, t->base, range), range, range.from)
                                : length(c, t, range);
        struct hd_expr *each = expr_each(c, hd_ty.void_, n, true, &index, range);
        each->a = class_destroy(c, element(c, object, index));
        return expr_comma(c, first, each);
    }
    const struct hd_method *m = dtor_of(t->record);
    object = as_mutable(c, object);
    struct hd_expr *behind = t->record->nvirtual && !of_base ? destroy_virtual(c, object) : NULL;
    if (!m || m->is_implicit)
        return expr_comma(c, first, expr_comma(c, destroy_members(c, object, of_base), behind));
    struct call_args none = {.n = 0};
    c->exact_call = true;
    struct hd_expr *end = call_sym(c, m->sym, object, &none, range, range.from);
    return expr_comma(c, first, expr_comma(c, end, behind));
}

// ---- assignment ---------------------------------------------------------------------------------

static struct hd_expr *assign_member(struct check *c, struct hd_expr *to, struct hd_expr *from,
                                     enum hd_special what) {
    if (to->type->kind == HD_TY_ARRAY) {
        if (!class_is_nontrivial(to->type, what)) {
            struct hd_expr *load = expr_new(c, EX_LOAD, unqual(to->type), from->range);
            load->a = from;
            struct hd_expr *e = expr_new(c, EX_ASSIGN, to->type, to->range);
            e->a = to;
            e->b = load;
            return expr_cast(c, e, hd_ty.void_, CAST_VOID);
        }
        struct hd_sym *index;
        struct hd_expr *each =
            expr_each(c, hd_ty.void_, length(c, to->type, to->range), false, &index, to->range);
        each->a = assign_member(c, element(c, to, index), element(c, from, index), what);
        return each;
    }
    if (is_record(to->type) && class_is_nontrivial(to->type, what)) {
        struct hd_ast *ast = HD_NEW(c->arena, struct hd_ast), *kids[2] = {ast, ast};
        struct hd_ast *at = HD_NEW(c->arena, struct hd_ast);
        ast->range = at->range = to->range;
        at->kids = kids;
        at->nkids = 2;
        struct hd_expr *e = binary_operator(c, TK_ASSIGN, to, from, at);
        return e ? e : expr_error(c, to->range);
    }
    struct hd_expr *e = expr_new(c, EX_ASSIGN, unqual(to->type), to->range);
    e->a = to;
    e->b = rvalue(c, from);
    return e;
}

static struct hd_expr *assign_members(struct check *c, struct hd_expr *to, struct hd_expr *from,
                                      enum hd_special what) {
    const struct hd_record *r = to->type->record;
    struct hd_expr *first, *second, *all, *dst = expr_once(c, to, &first),
                                          *src = expr_once(c, from, &second);
    if (!class_is_nontrivial(to->type, what) || r->is_union) {
        struct hd_expr *e = expr_new(c, EX_ASSIGN, to->type, to->range);
        e->a = to;
        e->b = rvalue(c, from);
        e->is_lvalue = true;
        return e;
    }
    const struct hd_record *outer = c->access_in;
    all = expr_comma(c, second, first);
    c->access_in = r;
    for (int i = 0; i < r->nfields; i++) {
        const struct hd_field *f = &r->fields[hd_field_written(r, i, true)];
        bool skip = (f->is_bits && !f->name) || f->type->kind == HD_TY_REF || f->is_vptr ||
                    f->is_indirect || // its base does it
                    (f->is_base && f->type->record->is_empty);
        if (skip) continue;
        struct hd_expr *one = assign_member(c, expr_field(c, dst, f), expr_field(c, src, f), what);
        if (is_error(one)) {
            c->access_in = outer;
            return one;
        }
        all = expr_comma(c, all, one);
    }
    c->access_in = outer;
    dst = again(c, dst);
    dst->is_xvalue = false;
    return expr_comma(c, all, dst);
}

struct hd_expr *class_special(struct check *c, struct hd_method *m, struct hd_expr *object,
                              struct hd_expr *from, struct base_tables tables,
                              struct hd_range range) {
    struct hd_type *type = m->record->type;
    switch (m->special) {
    case SPECIAL_COPY:
    case SPECIAL_MOVE:
        if (!class_is_nontrivial(type, m->special)) {
            struct hd_expr *load = expr_new(c, EX_LOAD, type, range);
            load->a = from;
            note_read(c, from);
            return load;
        }
        return class_copy_members(c, type, from, tables);
    case SPECIAL_COPY_ASSIGN:
    case SPECIAL_MOVE_ASSIGN: return assign_members(c, object, from, m->special);
    case SPECIAL_DTOR: {
        struct hd_expr *e = class_destroy(c, object);
        return e ? e : expr_cast(c, expr_int(c, hd_ty.int_, 0, range), hd_ty.void_, CAST_VOID);
    }
    default: return expr_error(c, range);
    }
}

// ---- `= default` outside of the class -----------------------------------------------------------

bool class_default_copies(const struct hd_method *m) {
    return m && m->special >= SPECIAL_COPY && m->special <= SPECIAL_MOVE_ASSIGN;
}

void class_default_body(struct check *c, struct hd_func *func, stmt_vec *out) {
    const struct hd_method *m = func->sym->method;
    struct hd_range range = func->sym->range;
    struct hd_expr *this = rvalue(c, expr_var(c, func->params[0], range));
    struct hd_expr *object = expr_deref(c, this, range);
    struct hd_expr *from = expr_var(c, func->params[1], range);
    bool assigns = m->special == SPECIAL_COPY_ASSIGN || m->special == SPECIAL_MOVE_ASSIGN;
    struct hd_stmt *s = decl_stmt(c, assigns ? STM_RETURN : STM_EXPR, range);
    from->is_xvalue = m->special == SPECIAL_MOVE || m->special == SPECIAL_MOVE_ASSIGN;
    if (assigns) {
        struct hd_expr *done = assign_members(c, object, from, m->special);
        s->a = is_error(done) ? done : bind_ref(c, c->ret, done, "the result");
    } else {
        struct base_tables tables = {NULL, 0};
        s->a = class_build(c, object, class_copy_members(c, m->record->type, from, tables));
        if (!is_error(s->a) && m->record->nvirtual) {
            struct hd_expr *part = expr_new(c, EX_COND, hd_ty.void_, range);
            tables.sym = func->params[func->nparams - 1];
            part->a = convert(c, rvalue(c, expr_var(c, tables.sym, range)), hd_ty.bool_);
            part->b = class_build(c, object, class_copy_members(c, m->record->type, from, tables));
            part->c = s->a;
            s->a = part;
        }
    }
    if (!is_error(s->a)) HD_PUSH(c->arena, out, s);
}
