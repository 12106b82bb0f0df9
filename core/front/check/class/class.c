// Constructors: values and variables that are made by one, conversions through one, and what a
// constructor does before its body.
//
// A value made by a constructor is an EX_CALL that `constructs`: gen/ gives it the address of the
// object to be made, so a variable is constructed where it lives. A record without constructors is
// made from its members, as in C. What members get by themselves (their initial values, their own
// default constructors) comes first in a constructor's code, in the order of the members.
//
// Example: `struct P { float x, y; P(float a) : x(a), y(2 * a) {} };` with `P p = 3;` calls
// P::P(float) on p with 3.0f.
#include <string.h>

#include "front/check/decl/decl.h"
#include "front/check/decl/init.h"

// Implicit copies count where there is an object to copy.
static int ctors_of(struct check *c, const struct hd_record *r, bool implicit,
                    const struct call_args *args, struct hd_sym ***out) {
    bool object = args->n == 1 && args->v[0] && is_record(args->v[0]->type);
    int n = 0, all = r->nmethods + (object ? r->nimplicit : 0);
    *out = HD_NEW_ARRAY(c->arena, struct hd_sym *, r->nmethods + r->nimplicit + 1);
    for (int i = 0; i < all; i++)
        if (r->methods[i].is_ctor && !(implicit && r->methods[i].is_explicit))
            (*out)[n++] = r->methods[i].sym;
    int most = generics_named(c, r, NULL, n, out), k = n;
    for (int i = n; i < most; i++)
        if (!(implicit && (*out)[i]->method->is_explicit)) (*out)[k++] = (*out)[i];
    n = k;
    for (int i = 0; i < r->nusings; i++) { // inherited ones, but copies of the base
        struct hd_sym **more, **grown;
        int k = r->usings[i].name ? 0 : ctors_of(c, r->usings[i].base, implicit, args, &more);
        if (!k) continue;
        grown = HD_NEW_ARRAY(c->arena, struct hd_sym *, n + k + 1);
        memcpy(grown, *out, sizeof *grown * (size_t)n);
        for (int j = 0; j < k; j++)
            if (more[j]->method->special == SPECIAL_NONE ||
                (more[j]->method->special == SPECIAL_DEFAULT && more[j]->method->type->nparams))
                grown[n++] = more[j];
        *out = grown;
    }
    return n;
}

// The constructor that `T x;` calls; NULL: there is none.
static const struct hd_method *default_ctor(const struct hd_record *r) {
    for (int i = 0; i < r->nmethods; i++) {
        const struct hd_method *m = &r->methods[i];
        if (m->is_ctor && !m->is_deleted &&
            (m->type->nparams == 0 || (m->sym->defaults && m->sym->defaults[0])))
            return m;
    }
    for (int i = 0; i < r->ngeneric; i++) { // `template <class... A> S(A... args)`
        const struct hd_method *m = &r->generic[i];
        const struct hd_deriv *d = m->is_ctor ? function_deriv(m->ast->declr) : NULL;
        const struct hd_param *first = d && d->nparams ? &d->params[0] : NULL;
        bool pack = first && first->declr && first->declr->parameter_pack;
        if (d && !m->is_deleted && (!first || pack || first->init)) return m;
    }
    return NULL;
}

bool class_runs_code(const struct hd_type *type, int depth) {
    while (type->kind == HD_TY_ARRAY) type = type->base;
    if (type->kind != HD_TY_RECORD || depth > HD_MOST_LEVELS) return false;
    const struct hd_record *r = type->record;
    const struct hd_method *m = r->ctor_declared ? default_ctor(r) : NULL;
    if ((m && !m->is_trivial) || r->is_polymorphic) return true;
    for (int i = 0; i < r->nfields; i++)
        if (class_runs_code(r->fields[i].type, depth + 1)) return true;
    return false;
}

bool class_has_default(const struct hd_type *type) {
    const struct hd_method *m = type->record->ctor_declared ? default_ctor(type->record) : NULL;
    return m && !m->is_trivial;
}

bool class_is_aggregate(const struct hd_record *r) {
    if (r->has_ctors || r->is_polymorphic) return false;
    for (int i = 0; i < r->nfields; i++)
        if (r->fields[i].access != ACCESS_PUBLIC) return false;
    return true;
}

struct needed { // the default constructor of a member's or base's class, by an implicit one
    const struct hd_record *by;
    bool of_base;
    // out: why there is none, where it is not just not declared
    const struct hd_method *refused; // it is out of reach
    const struct hd_field *endless;  // this could not be destroyed
    const struct hd_field *variant;  // a union does not know how to make this
};

// Whether making one by itself is more than leaving bytes alone (C++ [class.default.ctor]p3).
static bool default_nontrivial(const struct hd_type *type, int depth) {
    while (type->kind == HD_TY_ARRAY) type = type->base;
    if (type->kind != HD_TY_RECORD || depth > HD_MOST_LEVELS) return false;
    const struct hd_record *r = type->record;
    const struct hd_method *m = r->ctor_declared ? default_ctor(r) : NULL;
    if (r->is_polymorphic ||
        (r->ctor_declared && !(m && m->ast && (m->ast->member & MEMBER_DEFAULT))))
        return true;
    for (int i = 0; i < r->nfields; i++)
        if (r->fields[i].init || default_nontrivial(r->fields[i].type, depth + 1)) return true;
    return false;
}

// The record within `type` that cannot be made without values; NULL: none.
static const struct hd_record *without_default(struct check *c, const struct hd_type *type,
                                               struct needed *needed, int depth) {
    while (type->kind == HD_TY_ARRAY) type = type->base;
    if (type->kind != HD_TY_RECORD || depth > HD_MOST_LEVELS) return NULL;
    const struct hd_record *r = type->record;
    const struct hd_method *m = r->ctor_declared ? default_ctor(r) : NULL;
    if (r->ctor_declared && !m) return r;
    if (m && needed->by && !access_implicit(c, needed->by, m, needed->of_base)) {
        needed->refused = m;
        return r;
    }
    if (m && !(m->ast && (m->ast->member & MEMBER_DEFAULT))) return NULL;
    for (int i = 0; i < r->nfields; i++) {
        const struct hd_field *f = &r->fields[i];
        needed->by = r;
        needed->of_base = f->is_base;
        if (!r->is_union && class_cannot_end(c, r, f)) {
            needed->endless = f;
            return r;
        }
        if (f->init) continue;
        const struct hd_record *inner = NULL;
        if (!r->is_union)
            inner = without_default(c, f->type, needed, depth + 1);
        else if (default_nontrivial(f->type, 0) || without_default(c, f->type, needed, depth + 1))
            inner = r, needed->variant = f, needed->refused = NULL;
        if (inner) return inner;
    }
    return NULL;
}

bool class_abstract_ok(struct check *c, const struct hd_type *type, struct hd_range range) {
    while (type->kind == HD_TY_ARRAY) type = type->base;
    if (type->kind != HD_TY_RECORD || !type->record->is_abstract) return true;
    const struct hd_record *r = type->record;
    struct hd_diag *d = hd_error(
        c->diags, range, "`%s` is abstract: there are no objects of just this type", ty(c, type));
    for (int i = 0; i < r->nslots; i++)
        if (r->slots[i]->is_pure)
            note_on(c, d, r->slots[i]->sym->range, "`%s` is pure, and `%s` does not override it",
                    r->slots[i]->name, ty(c, type));
    return false;
}

// The type's own default constructor may be called here. false: reported.
static bool default_in_reach(struct check *c, const struct hd_type *type, struct hd_range range) {
    while (type->kind == HD_TY_ARRAY) type = type->base;
    const struct hd_record *r = type->kind == HD_TY_RECORD ? type->record : NULL;
    const struct hd_method *m = r && r->ctor_declared ? default_ctor(r) : NULL;
    return !m || access_function(c, r, m, !c->building_base, range);
}

bool class_default_ok(struct check *c, const struct hd_type *type, const char *name,
                      struct hd_range range) {
    if (!c->building_base && !class_abstract_ok(c, type, range)) return false;
    struct needed needed = {.by = NULL};
    const struct hd_record *r = c->lang == HD_LANG_CU ? without_default(c, type, &needed, 0) : NULL;
    if (!r) return default_in_reach(c, type, range);
    const char *t = r->tag ? r->tag : r->is_union ? "the union" : "the struct";
    const struct hd_field *culprit = needed.endless ? needed.endless : needed.variant;
    if (culprit) {
        const char *member = culprit->name ? culprit->name : ty(c, culprit->type);
        struct hd_diag *d =
            hd_error(c->diags, range,
                     "`%s` cannot be made without values: `%s` has no constructor of"
                     " its own",
                     name ? name : "this", t);
        note_on(c, d, culprit->range,
                needed.endless ? "for it could not destroy `%s`"
                               : "for it does not know whether to make `%s`",
                member);
        hd_help(
            c->diags, d,
            needed.endless
                ? "make the destructor of `%s` public"
                : "write a constructor and a destructor for it, which say what is done with `%s`",
            needed.endless ? ty(c, culprit->type) : member);
        return false;
    }
    if (needed.refused) {
        struct hd_diag *d =
            hd_error(c->diags, range, "`%s` cannot be made without values: `%s` cannot call `%s()`",
                     name ? name : "this", needed.by->tag ? needed.by->tag : "the struct", t);
        note_on(c, d, needed.refused->sym->range, "it is %s in `%s`",
                needed.refused->access == ACCESS_PRIVATE ? "private" : "protected", t);
        return false;
    }
    struct hd_diag *d =
        hd_error(c->diags, range, "`%s` needs values: `%s` has no constructor without parameters",
                 name ? name : "this", t);
    hd_help(c->diags, d, "give it some, as in `%s %s(...)`, or add `%s() {}` to the struct", t,
            name ? name : "x", t);
    note_on(c, d, (struct hd_range){r->loc, r->loc}, "`%s` is defined here", t);
    return false;
}

// base: the value of that base's part, or NULL.
static struct hd_expr *members_alone(struct check *c, struct hd_type *type, struct hd_expr *base,
                                     struct hd_range range) {
    struct build b = {.c = c, .root = hd_type_unqual(type)};
    const struct hd_record *r = type->record;
    struct base_tables tables = c->base_tables;
    bool is_part = tables.sym != NULL, shares = is_part || (r->reordered && c->building_base);
    if (!is_part && r->nvirtual) tables = class_own_tables(c, r);
    b.disordered = true;
    for (int i = 0; i < (r->is_union && r->nfields ? 1 : r->nfields); i++) {
        const struct hd_field *f = &r->fields[hd_field_written(r, i, false)];
        if (f->is_vptr || (f->is_virtual && is_part)) continue;
        c->building_base = f->is_base;
        c->base_tables = class_base_tables(r, tables, f);
        if (f->is_base && base && f->type->record == base->type->record)
            item_add(&b, f->offset, NULL, base);
        else if (f->init)
            item_default(&b, f, 0);
        else
            items_default(&b, f->type, f->offset);
    }
    c->building_base = false;
    c->base_tables.sym = NULL;
    if (!is_part) items_pointers(&b, r, 0);
    struct hd_expr *e = expr_new(c, EX_INIT, b.root, range);
    e->init = items_finish(&b);
    if (shares) init_is_part(e->init);
    return e;
}

struct hd_expr *class_alone(struct check *c, struct hd_type *type, struct hd_range range) {
    return members_alone(c, type, NULL, range);
}

static bool inherits_from(const struct hd_record *r, const struct hd_record *maker) {
    for (int i = 0; i < r->nusings && r != maker; i++)
        if (!r->usings[i].name && inherits_from(r->usings[i].base, maker)) return true;
    return r == maker;
}

struct hd_expr *class_made_by(struct check *c, struct hd_type *type, struct hd_sym *ctor,
                              struct call_args *args, struct hd_range range) {
    const struct hd_record *r = type->record, *maker = ctor->method->record;
    for (int i = 0; i < r->nusings && r != maker; i++) {
        if (r->usings[i].name || !inherits_from(r->usings[i].base, maker)) continue;
        if (r->nvirtual) {
            struct hd_diag *d = hd_error(c->diags, range,
                                         "`%s` has virtual bases: its constructors are not"
                                         " inherited",
                                         ty(c, type));
            hd_help(c->diags, d, "write one that passes its arguments on");
            return expr_error(c, range);
        }
        struct hd_expr *base = class_made_by(c, r->usings[i].base->type, ctor, args, range);
        return is_error(base) ? base : members_alone(c, type, base, range);
    }
    return call_sym(c, ctor, NULL, args, range, range.from);
}

struct hd_expr *class_construct(struct check *c, struct hd_type *type, struct call_args *args,
                                struct hd_range range, bool implicit) {
    struct hd_record *r = type->record;
    struct hd_sym **list;
    struct callee callee;
    bool of_base = c->building_base;
    struct base_tables tables = c->base_tables;
    c->building_base = false;
    c->base_tables.sym = NULL;
    if (args->failed || (!of_base && !class_abstract_ok(c, type, range)))
        return expr_error(c, range);
    const struct hd_expr *only = args->n == 1 ? args->v[0] : NULL;
    if (only && !only->is_lvalue && is_record(only->type) && only->type->record == r)
        return class_value(c, args->v[0]); // made where it is to be
    int n = ctors_of(c, r, implicit, args, &list);
    if (args->n == 0 && !default_ctor(r)) {
        class_default_ok(c, type, NULL, range);
        return expr_error(c, range);
    }
    if (n == 0) {
        struct hd_diag *d = hd_error(
            c->diags, range, "`%s` has no constructor that could be used here", ty(c, type));
        note_on(c, d, (struct hd_range){r->loc, r->loc}, "it is defined here");
        return expr_error(c, range);
    }
    if (overload_pick_from(c, r->tag ? r->tag : "the constructor", list, n, args, range, false,
                           &callee) != 1)
        return expr_error(c, range);
    const struct hd_method *m = callee.sym->method;
    if (!m->is_deleted && !access_function(c, m->record, m, !of_base, range))
        return expr_error(c, range);
    if (m->is_trivial && !m->is_deleted && !args->n) {
        c->building_base = of_base;
        bool fine = class_default_ok(c, type, NULL, range);
        c->building_base = false;
        if (!fine) return expr_error(c, range);
        c->base_tables = tables;
        return members_alone(c, type, NULL, range);
    }
    c->base_tables = tables;
    return class_made_by(c, type, callee.sym, args, range);
}

struct hd_expr *class_default(struct check *c, struct hd_type *type, struct hd_range range) {
    struct call_args none = {.n = 0};
    return class_construct(c, type, &none, range, false);
}

struct hd_expr *class_from_asts(struct check *c, struct hd_type *type, struct hd_ast **asts, int n,
                                struct hd_range range) {
    struct call_args args;
    for (int i = 0; i < n; i++) {
        if (asts[i]->kind != AST_DESIGNATED) continue;
        struct hd_diag *d = hd_error(c->diags, asts[i]->range,
                                     "`%s` is made by its constructors: members cannot be named"
                                     " here",
                                     ty(c, type));
        hd_help(c->diags, d, "give the values that a constructor takes");
        return expr_error(c, range);
    }
    check_args(c, asts, n, &args);
    return class_construct(c, type, &args, range, false);
}

// ---- conversions --------------------------------------------------------------------------------

static struct hd_expr *convert_with(struct check *c, struct hd_expr *e, struct hd_type *to,
                                    bool look) {
    struct hd_sym **list;
    struct hd_ast *ast = HD_NEW(c->arena, struct hd_ast), *asts[1] = {ast};
    struct hd_expr *v[1] = {e}, *made = NULL;
    struct call_args args = {.asts = asts, .v = v, .n = 1};
    struct callee callee;
    ast->range = e->range;
    if (c->converting || c->lang != HD_LANG_CU || !is_record(to) ||
        !hd_record_is_complete(to->record) || !to->record->has_ctors)
        return NULL;
    c->converting = true; // one constructor, not a chain of them
    int n = ctors_of(c, to->record, true, &args, &list);
    int picked = n ? overload_pick_from(c, "", list, n, &args, e->range, true, &callee) : 0;
    if (picked == 1 && look)
        made = e;
    else if (picked == 1 && !callee.sym->method->is_deleted &&
             !access_function(c, to->record, callee.sym->method, true, e->range))
        made = expr_error(c, e->range);
    else if (picked == 1)
        made = class_abstract_ok(c, to, e->range)
                   ? class_made_by(c, to, callee.sym, &args, e->range)
                   : expr_error(c, e->range);
    else if (picked < 0)
        made = look ? e : expr_error(c, e->range);
    c->converting = false;
    return made;
}

struct hd_expr *class_convert(struct check *c, struct hd_expr *e, struct hd_type *to) {
    struct hd_expr *made = convert_with(c, e, to, false);
    return made ? made : class_convert_by(c, e, to, false);
}

// ---- conversion functions -----------------------------------------------------------------------

static int count_conversions(const struct hd_record *r) {
    int n = 0;
    for (int i = 0; i < r->nmethods; i++) n += r->methods[i].is_conversion;
    for (int i = 0; i < r->ngeneric; i++) n += r->generic[i].is_conversion;
    for (int i = 0; i < r->nfields; i++)
        if (r->fields[i].is_base) n += count_conversions(r->fields[i].type->record);
    return n;
}

struct conversion { // the best conversion function of a struct and its bases, so far
    struct hd_sym *sym;
    struct hd_spec_inst *inst; // it is one, or NULL
    int rank;
    const struct hd_sym *other; // another function that does as well, or NULL
};

static void rank_conversion(struct check *c, const struct hd_expr *object, struct hd_type *to,
                            struct conversion one, struct conversion *best) {
    unsigned quals = quals_of(object->type) & (Q_CONST | Q_VOLATILE);
    const struct hd_method *m = one.sym->method;
    struct hd_type *ret = one.sym->type->base;
    struct hd_expr given = {.kind = EX_ERROR, .range = object->range};
    given.type = ret->kind == HD_TY_REF ? ret->base : ret;
    given.is_lvalue = ret->kind == HD_TY_REF;
    given.is_xvalue = ret->kind == HD_TY_REF && ret->rvalue_ref;
    bool same_record = is_record(given.type) && is_record(to) && given.type->record == to->record;
    if (is_record(to) && !same_record) return;
    int fits = same_record ? RANK_EXACT : conversion_rank(c, &given, to);
    if (m->is_explicit && fits > RANK_QUAL) return; // [over.match.conv]
    // What is asked of the object comes first, then what follows ([over.match.best]).
    bool value = is_rvalue(object);
    if (m->ref_qual == 2 ? !value : m->ref_qual == 1 && value && !(m->quals & Q_CONST)) return;
    bool adds = (m->quals & ~quals) || (value && m->ref_qual == 1);
    one.rank = fits + (adds ? RANK_NONE : 0);
    if (one.rank > best->rank || fits >= RANK_LOOSE) return;
    if (one.rank < best->rank)
        *best = one;
    else if (one.sym != best->sym && !one.inst == !best->inst)
        best->other = one.sym;
}

struct derived { // the classes on the way to a base
    const struct hd_record *record;
    const struct derived *outer;
};

// A function hides what a base has for the same type ([class.conv.fct]).
static bool is_hidden(const struct derived *d, const struct hd_method *m) {
    for (; d; d = d->outer)
        for (int i = 0; i < d->record->nmethods; i++)
            if (d->record->methods[i].is_conversion && d->record->methods[i].name == m->name)
                return true;
    return false;
}

// Functions come before templates that do as well.
static void conversion_in(struct check *c, const struct derived *d, const struct hd_expr *object,
                          struct hd_type *to, bool asked, struct conversion *best) {
    const struct hd_record *r = d->record;
    unsigned quals = quals_of(object->type) & (Q_CONST | Q_VOLATILE);
    for (int i = 0; i < r->nmethods + r->ngeneric; i++) {
        struct hd_method *m = i < r->nmethods ? &r->methods[i] : &r->generic[i - r->nmethods];
        struct conversion one = {.sym = m->sym};
        if (!m->is_conversion || (m->is_explicit && !asked) || (quals & ~m->quals)) continue;
        if (i < r->nmethods && is_hidden(d->outer, m)) continue;
        if (i >= r->nmethods) {
            one.inst = template_match_conversion(c, m->sym->tmpl, to, object->range);
            if (!one.inst) continue;
            one.sym = one.inst->sym;
        }
        rank_conversion(c, object, to, one, best);
    }
    for (int i = 0; i < r->nfields; i++)
        if (r->fields[i].is_base && !(r->fields[i].is_virtual && d->outer))
            conversion_in(c, &(struct derived){r->fields[i].type->record, d}, object, to, asked,
                          best);
}

static bool conversion_for(struct check *c, struct hd_expr *e, struct hd_type *to, bool asked,
                           struct conversion *best) {
    *best = (struct conversion){.rank = 2 * RANK_NONE};
    // A constructor that converts takes no argument that is converted by a function itself
    // ([over.best.ics]p4).
    if (c->lang != HD_LANG_CU || c->converting || !is_record(e->type) ||
        !hd_record_is_complete(e->type->record) || to->kind == HD_TY_AUTO ||
        !count_conversions(e->type->record) ||
        (is_record(to) && to->record == e->type->record)) // [class.conv.fct]p4
        return false;
    conversion_in(c, &(struct derived){e->type->record, NULL}, e, to, asked, best);
    return best->sym != NULL;
}

int class_conversion_rank(struct check *c, struct hd_expr *e, struct hd_type *to) {
    struct conversion best;
    bool any = conversion_for(c, e, to, false, &best);
    if (!any || count_conversions(e->type->record) > 1)
        return any || class_converts(c, e, to) ? RANK_RECORD : RANK_NONE;
    struct hd_type *ret = best.sym->type->base; // [over.ics.rank]/3.3: by the same function
    struct hd_expr given = {.kind = EX_ERROR, .range = e->range};
    given.type = ret->kind == HD_TY_REF ? ret->base : ret;
    given.is_lvalue = ret->kind == HD_TY_REF;
    int rank = conversion_rank(c, &given, to);
    return rank < RANK_PROMOTE    ? RANK_RECORD
           : rank == RANK_PROMOTE ? RANK_RECORD_PROMOTE
                                  : RANK_RECORD_CONVERT;
}

static struct hd_expr *convert_object(struct check *c, struct hd_sym *function, struct hd_expr *e) {
    struct call_args none = {.n = 0};
    if (e->kind == EX_LOAD && is_record(e->type)) e = e->a;
    return call_sym(c, function, e, &none, e->range, e->range.from);
}

struct hd_expr *class_convert_by(struct check *c, struct hd_expr *e, struct hd_type *to,
                                 bool asked) {
    struct conversion best;
    if (!conversion_for(c, e, to, asked, &best)) return NULL;
    if (best.other) {
        struct hd_diag *d = hd_error(c->diags, e->range, "`%s` can become `%s` in several ways",
                                     ty(c, e->type), ty(c, to));
        const struct hd_method *m = best.sym->method;
        hd_help(c->diags, d, "say which: `x.%s::%s()`", ty(c, m->record->type), m->name);
        note_on(c, d, best.sym->range, "by `%s`", best.sym->name);
        note_on(c, d, best.other->range, "by `%s`", best.other->name);
        return expr_error(c, e->range);
    }
    if (best.inst && !(best.sym = template_called(c, best.inst, e->range)))
        return expr_error(c, e->range);
    struct hd_expr *got = convert_object(c, best.sym, e);
    return is_error(got) ? got : convert_assign(c, got, to, "a conversion");
}

struct operand { // of a built-in operator: the conversion functions to scalars
    unsigned quals;
    struct hd_method *only;
    bool several;
};

static void operand_in(const struct derived *d, struct operand *o) {
    const struct hd_record *r = d->record;
    for (int i = 0; i < r->nmethods; i++) {
        struct hd_method *m = &r->methods[i];
        struct hd_type *t = m->type->base;
        if (!m->is_conversion || m->is_explicit || is_hidden(d->outer, m)) continue;
        if (o->quals & (Q_CONST | Q_VOLATILE) & ~m->quals) continue;
        if (!hd_type_is_scalar(t->kind == HD_TY_REF ? t->base : t)) continue;
        bool other = o->only && (o->only->record != r || o->only->name != m->name);
        if (other) o->several = true;
        if (!o->only || !m->quals) o->only = m;
    }
    for (int i = 0; i < r->nfields; i++)
        if (r->fields[i].is_base && !(r->fields[i].is_virtual && d->outer))
            operand_in(&(struct derived){r->fields[i].type->record, d}, o);
}

// What the struct converts to, when that is one scalar type.
struct hd_expr *class_operand(struct check *c, struct hd_expr *e) {
    if (c->lang != HD_LANG_CU || !is_record(e->type)) return e;
    struct operand o = {.quals = quals_of(e->type)};
    operand_in(&(struct derived){e->type->record, NULL}, &o);
    return o.only && !o.several ? convert_object(c, o.only->sym, e) : e;
}

bool class_converts(struct check *c, struct hd_expr *e, struct hd_type *to) {
    bool muted = c->diags->muted;
    int errors = c->diags->errors;
    struct conversion best;
    c->diags->muted = true;
    bool fits = convert_with(c, e, to, true) != NULL || conversion_for(c, e, to, false, &best);
    c->diags->muted = muted;
    c->diags->errors = errors;
    return fits;
}

// ---- before a constructor's body ----------------------------------------------------------------

// Whether `init` of a constructor's list is for this base.
static bool is_for_base(struct check *c, const struct hd_ast *init, const struct hd_field *f) {
    if (init->spec) {
        int *saved =
            init->element ? HD_NEW_ARRAY(c->arena, int, element_packs(init->element) + 1) : NULL;
        if (saved) element_enter(init->element, saved);
        struct hd_type *t = check_spec(c, init->spec);
        if (saved) element_leave(init->element, saved);
        return t->kind == HD_TY_RECORD && t->record == f->type->record;
    }
    if (init->name == own_name_of(f->type->record)) return true;
    struct hd_found found; // a typedef of it
    return name_find(c, NULL, init->name, init->range, LOOK_NAMES | LOOK_TAGS, &found) &&
           found.sym && found.sym->kind == SYM_TYPEDEF && found.sym->type->kind == HD_TY_RECORD &&
           found.sym->type->record == f->type->record;
}

static struct hd_ast *init_of_base(struct check *c, const struct hd_ast *fn,
                                   const struct hd_field *f) {
    for (int i = 1; i < fn->nkids; i++)
        if (fn->kids[i] && is_for_base(c, fn->kids[i], f)) return fn->kids[i];
    return NULL;
}

static struct hd_ast *init_of(const struct hd_ast *fn, const char *name) {
    for (int i = 1; i < fn->nkids; i++)
        if (fn->kids[i] && fn->kids[i]->name == name) return fn->kids[i];
    return NULL;
}

static struct hd_expr *value_of_init(struct check *c, struct hd_type *type, struct hd_init *init,
                                     struct hd_range range) {
    if (!init || !init->type || init->type->kind == HD_TY_ERROR) return expr_error(c, range);
    if (init->nitems == 1 && hd_type_is_scalar(type)) return init->items[0].value;
    if (init->nitems == 1 && is_record(type) && type->record->nvirtual &&
        is_record(init->items[0].value->type) && init->items[0].value->type->record == type->record)
        return init->items[0].value; // nothing around it must be touched
    if (init->nitems == 0 && hd_type_is_scalar(type))
        return convert(c, expr_int(c, hd_ty.int_, 0, range), type);
    struct hd_expr *e = expr_new(c, EX_INIT, hd_type_unqual(type), range);
    e->init = init;
    return e;
}

// The value that `member(args)` or `member{args}` gives.
static struct hd_expr *given(struct check *c, struct hd_type *type, struct hd_ast *init) {
    struct hd_ast expanded = *init;
    asts_expand(c, &expanded.kids, &expanded.nkids);
    init = &expanded;
    if (type->kind == HD_TY_ARRAY && init->op == TK_LPAREN && init->nkids > 0) {
        struct hd_diag *d =
            hd_error(c->diags, init->range, "an array is not initialised with parentheses");
        hd_help(c->diags, d, "use braces: `%s{1, 2, 3}`", init->name);
        return expr_error(c, init->range);
    }
    if (init->nkids == 0 && type->kind != HD_TY_ARRAY)
        return check_construct(c, hd_type_unqual(type), NULL, 0, init->range);
    struct hd_init *made;
    if (init->nkids == 0) {
        struct build b = {.c = c, .root = hd_type_unqual(type)};
        items_default(&b, b.root, 0);
        made = items_finish(&b);
    } else if (init->op == TK_LBRACE) {
        made = check_init_direct(c, hd_type_unqual(type), init->kids[0], init->range);
    } else {
        made = check_init_args(c, hd_type_unqual(type), init->kids, init->nkids, init->range);
    }
    return value_of_init(c, type, made, init->range);
}

static void put(struct check *c, stmt_vec *out, struct hd_expr *lvalue, struct hd_expr *value,
                struct hd_range range) {
    if (is_error(value) || is_error(lvalue)) return;
    struct hd_stmt *s = decl_stmt(c, STM_EXPR, range);
    if (lvalue->type->kind == HD_TY_ARRAY || is_record(lvalue->type))
        s->a = class_build(c, lvalue, value);
    else
        s->a = expr_assign(c, lvalue, value);
    HD_PUSH(c->arena, out, s);
}

static struct hd_expr *member_here(struct check *c, struct hd_sym *this, const struct hd_field *f,
                                   struct hd_range range) {
    struct hd_expr *object = expr_deref(c, rvalue(c, expr_var(c, this, range)), range);
    struct hd_type *type =
        f->type->kind == HD_TY_REF ? hd_type_ptr(f->type->base) : hd_type_unqual(f->type);
    struct hd_expr *e = expr_new(c, EX_MEMBER, type, range);
    e->a = object;
    e->field = f;
    e->offset = f->offset;
    e->is_lvalue = true;
    e->is_bitfield = f->is_bits;
    return e;
}

// An anonymous union, whose members a constructor and a destructor may leave alone.
static bool is_variant(const struct hd_field *f) {
    return !f->name && !f->is_base && f->type->kind == HD_TY_RECORD && f->type->record->is_union;
}

// The room behind a base can be that of one which has been made before it.
static struct hd_expr *without_zero(struct hd_expr *value) {
    struct hd_expr *made = value;
    while (made->kind == EX_COMMA) made = made->b;
    if (made->kind != EX_INIT) return value;
    const struct hd_init_item *item = made->init->items;
    if (made == value && made->init->nitems == 1 && is_record(item->value->type) &&
        hd_type_same_unqual(item->value->type, value->type))
        return item->value;
    init_is_part(made->init);
    return value;
}

// What ends a member or base again, should an exception come before the whole is made.
static struct hd_stmt *guard_member(struct check *c, struct hd_sym *this, const struct hd_field *f,
                                    struct base_tables tables, struct hd_range range) {
    struct hd_expr *made = member_here(c, this, f, range);
    struct hd_stmt *guard =
        f->type->kind == HD_TY_REF || f->is_bits ? NULL : guard_stmt(c, made, range);
    if (guard && tables.sym)
        guard->a = expr_comma(c, class_point(c, f->type->record, made, tables), guard->a);
    return guard;
}

static void init_member(struct check *c, const struct hd_ast *fn, struct hd_sym *this,
                        const struct hd_field *f, stmt_vec *out) {
    struct hd_ast *init = f->is_base ? init_of_base(c, fn, f)
                          : f->name  ? init_of(fn, f->name)
                                     : NULL;
    struct base_tables tables = c->base_tables;
    c->building_base = f->is_base;
    struct hd_range range = init ? init->range : fn->declr->name_range;
    struct hd_expr *value = NULL;
    if (f->type->kind == HD_TY_ERROR) return;
    if (!is_variant(f) && !class_ends_ok(c, f->type, f->is_base, range)) return;
    if (f->type->kind == HD_TY_REF) {
        if (!init && f->init) {
            value = expr_default(c, f, this);
            note_uses(c, value);
        } else if (!init || init->nkids != 1 || init->kids[0]->kind == AST_INIT_LIST) {
            struct hd_diag *d =
                hd_error(c->diags, range, "the reference `%s` must be bound to something", f->name);
            hd_help(c->diags, d, "begin the constructor with `: %s(...)`", f->name);
            return;
        }
        if (!value) {
            struct hd_expr *e = check_expr(c, init->kids[0]);
            value = is_error(e) ? e : bind_ref(c, f->type, e, "an initialiser");
        }
    } else if (init) {
        value = given(c, f->type, init);
    } else if (f->init) {
        value = expr_default(c, f, this);
        note_uses(c, value);
    } else if (!is_variant(f) && !class_default_ok(c, f->type, f->name, range)) {
        return;
    } else if (init_has_default(f->type, 0)) {
        value = value_of_init(c, f->type, init_default(c, hd_type_unqual(f->type)), range);
    }
    if (!value) return;
    if (f->is_base && this->type->base->record->reordered) value = without_zero(value);
    put(c, out, member_here(c, this, f, range), value, range);
    struct hd_stmt *guard = guard_member(c, this, f, tables, range);
    if (guard) HD_PUSH(c->arena, out, guard);
}

// The members of an anonymous struct or union that the constructor names. False: it names none.
static bool init_inside(struct check *c, const struct hd_ast *fn, struct hd_sym *this,
                        const struct hd_field *f, stmt_vec *out) {
    bool any = false;
    for (int i = 0;
         !f->name && !f->is_base && f->type->kind == HD_TY_RECORD && i < f->type->record->nfields;
         i++) {
        struct hd_field *inner = HD_NEW(c->arena, struct hd_field);
        *inner = f->type->record->fields[i];
        inner->offset += f->offset;
        if (inner->name && init_of(fn, inner->name)) {
            init_member(c, fn, this, inner, out);
            any = true;
        } else if (!inner->name) {
            any = init_inside(c, fn, this, inner, out) || any;
        }
    }
    return any;
}

static bool names_ok(struct check *c, const struct hd_record *r, const struct hd_ast *fn) {
    bool fine = true;
    for (int i = 1; i < fn->nkids; i++) {
        const struct hd_ast *init = fn->kids[i];
        uint64_t offset;
        bool found = hd_record_field((struct hd_record *)r, init->name, &offset) != NULL,
             again = init_of(fn, init->name) != init;
        const char *near = NULL;
        for (int k = 0; k < r->nfields; k++) {
            if (r->fields[k].name && hd_edit_distance(r->fields[k].name, init->name, 2) <= 2)
                near = r->fields[k].name;
        }
        for (int k = 0; k < r->nfields && !found; k++)
            if (r->fields[k].is_base && is_for_base(c, init, &r->fields[k])) found = true;
        if (found && !again) continue;
        fine = false;
        struct hd_diag *d;
        if (again) {
            hd_error(c->diags, init->range, "`%s` is initialised twice", init->name);
            continue;
        }
        d = hd_error(c->diags, init->range, "`%s` has no member `%s` to initialise", ty(c, r->type),
                     init->name);
        if (near) hd_help(c->diags, d, "did you mean `%s`?", near);
    }
    return fine;
}

// The members that must be destroyed behind a destructor's body, by whatever way it is left.
void class_epilogue(struct check *c, struct hd_func *func, stmt_vec *out) {
    struct hd_record *r = func->sym->method->record;
    struct hd_sym *this = func->params[0];
    struct base_tables tables = {NULL, 0};
    struct hd_expr *self =
        expr_deref(c, rvalue(c, expr_var(c, this, func->sym->range)), func->sym->range);
    if (r->nvirtual) { // whoever ends a part has pointed it to its tables
        struct hd_stmt *s = decl_stmt(c, STM_EXPR, func->sym->range);
        tables.sym = class_tables_now(c, r, self, &s->a);
        HD_PUSH(c->arena, out, s);
    } else if (r->is_polymorphic) {
        class_set_pointers(c, r, self, out);
    }
    for (int i = 0; i < r->nfields && !r->is_union; i++) {
        const struct hd_field *f = &r->fields[hd_field_written(r, i, false)];
        if (f->is_virtual) continue;
        bool ends = !is_variant(f) && class_ends_ok(c, f->type, f->is_base, func->sym->range);
        if (!ends || !class_is_nontrivial(f->type, SPECIAL_DTOR)) continue;
        struct hd_expr *object =
            expr_deref(c, rvalue(c, expr_var(c, this, func->sym->range)), func->sym->range);
        struct hd_stmt *s = decl_stmt(c, STM_CLEANUP, func->sym->range);
        s->a = class_end_part(c, object, f, tables);
        func->has_cleanups = true;
        if (s->a && !is_error(s->a)) HD_PUSH(c->arena, out, s);
    }
}

static struct hd_ast *in_element(struct check *c, struct hd_ast *ast, struct hd_element *e) {
    struct hd_ast *node = HD_NEW(c->arena, struct hd_ast);
    if (ast->kind == AST_INIT_LIST) {
        *node = *ast;
        node->kids = HD_NEW_ARRAY(c->arena, struct hd_ast *, ast->nkids + 1);
        for (int i = 0; i < ast->nkids; i++) node->kids[i] = in_element(c, ast->kids[i], e);
        return node;
    }
    *node = (struct hd_ast){
        .kind = AST_ELEMENT, .range = ast->range, .loc = ast->loc, .nkids = 1, .element = e};
    node->kids = HD_NEW(c->arena, struct hd_ast *);
    node->kids[0] = ast;
    return node;
}

// `: Bases(args)...` written out.
static struct hd_ast *inits_expanded(struct check *c, struct hd_ast *fn) {
    struct hd_ast **kids = fn->kids + 1;
    int n = fn->nkids - 1;
    if (n <= 0) return fn;
    asts_expand(c, &kids, &n);
    if (kids == fn->kids + 1) return fn;
    struct hd_ast *copy = HD_NEW(c->arena, struct hd_ast);
    *copy = *fn;
    copy->nkids = n + 1;
    copy->kids = HD_NEW_ARRAY(c->arena, struct hd_ast *, n + 1);
    copy->kids[0] = fn->kids[0];
    for (int i = 0; i < n; i++) {
        struct hd_element *e = kids[i]->kind == AST_ELEMENT ? kids[i]->element : NULL;
        struct hd_ast *init = copy->kids[i + 1] = e ? HD_NEW(c->arena, struct hd_ast) : kids[i];
        if (!e) continue;
        *init = *kids[i]->kids[0];
        init->name = hd_intern_str(hd_printf(c->arena, "%s#%d", init->name, i)); // each its own
        init->element = e;
        struct hd_ast **args = init->kids;
        init->kids = HD_NEW_ARRAY(c->arena, struct hd_ast *, init->nkids + 1);
        for (int k = 0; k < init->nkids; k++) init->kids[k] = in_element(c, args[k], e);
    }
    return copy;
}

static void set_pointers(struct check *c, const struct hd_record *r, struct hd_expr *object,
                         struct base_tables tables, stmt_vec *out) {
    if (!tables.sym) {
        class_set_pointers(c, r, object, out);
        return;
    }
    struct hd_stmt *s = decl_stmt(c, STM_EXPR, object->range);
    s->a = class_point(c, r, object, tables);
    HD_PUSH(c->arena, out, s);
}

// `void **tables = given ? given : own; if (!given) { the virtual bases are made }`. The tables.
static struct hd_sym *init_virtual(struct check *c, struct hd_func *func, struct hd_ast *fn,
                                   stmt_vec *out) {
    const struct hd_record *r = func->sym->method->record;
    struct hd_range range = func->sym->range;
    struct hd_sym *this = func->params[0], *given = func->params[func->nparams - 1];
    struct base_tables own = class_own_tables(c, r);
    struct hd_sym *tables = sym_hidden(c, class_tables_type(), range);
    struct hd_expr *choice = expr_new(c, EX_COND, class_tables_type(), range);
    choice->a = convert(c, rvalue(c, expr_var(c, given, range)), hd_ty.bool_);
    choice->b = rvalue(c, expr_var(c, given, range));
    choice->c = class_tables(c, own, 0);
    struct hd_stmt *s = decl_stmt(c, STM_EXPR, range), *whole = decl_stmt(c, STM_IF, range);
    s->a = expr_assign(c, expr_var(c, tables, range), choice);
    HD_PUSH(c->arena, out, s);
    stmt_vec make = {0}, guards = {0};
    for (int i = 0; i < r->nfields && !r->is_abstract; i++) {
        const struct hd_field *f = &r->fields[i];
        if (!f->is_virtual) continue;
        struct base_tables part = class_base_tables(r, own, f);
        struct hd_stmt *guard = guard_member(c, this, f, part, range);
        c->base_tables = part;
        init_member(c, fn, this, f, &make);
        c->base_tables = (struct base_tables){NULL, 0};
        if (guard) HD_PUSH(c->arena, &guards, guard);
    }
    c->building_base = false;
    whole->a = convert(c, rvalue(c, expr_var(c, given, range)), hd_ty.bool_);
    whole->body = decl_stmt(c, STM_EMPTY, range);
    whole->otherwise = decl_stmt(c, STM_BLOCK, range);
    whole->otherwise->list = make.v;
    whole->otherwise->nlist = make.n;
    if (make.n) HD_PUSH(c->arena, out, whole);
    for (int i = 0; i < guards.n; i++) { // of a whole object only
        struct hd_expr *end = expr_new(c, EX_COND, hd_ty.void_, range);
        end->a = convert(c, rvalue(c, expr_var(c, given, range)), hd_ty.bool_);
        end->b = expr_cast(c, expr_int(c, hd_ty.int_, 0, range), hd_ty.void_, CAST_VOID);
        end->c = convert(c, guards.v[i]->a, hd_ty.void_);
        guards.v[i]->a = end;
        HD_PUSH(c->arena, out, guards.v[i]);
    }
    struct hd_expr *self = expr_deref(c, rvalue(c, expr_var(c, this, range)), range);
    set_pointers(c, r, self, (struct base_tables){tables, 0}, out);
    return tables;
}

void class_prologue(struct check *c, struct hd_func *func, struct hd_ast *fn, stmt_vec *out) {
    fn = inits_expanded(c, fn);
    const struct hd_record *r = func->sym->method->record;
    struct hd_sym *this = func->params[0];
    if (fn->nkids == 2 && !fn->kids[1]->spec &&
        fn->kids[1]->name == own_name_of(r)) { // another constructor does it
        struct hd_ast *init = fn->kids[1];
        c->building_base = true; // also of an abstract class
        if (r->nvirtual) c->base_tables.sym = func->params[func->nparams - 1];
        struct hd_expr *value = given(c, r->type, init);
        c->building_base = false;
        c->base_tables = (struct base_tables){NULL, 0};
        struct hd_expr *object =
            expr_deref(c, rvalue(c, expr_var(c, this, init->range)), init->range);
        put(c, out, object, value, init->range);
        struct hd_stmt *guard = guard_stmt(c, object, init->range);
        if (guard) HD_PUSH(c->arena, out, guard);
        return;
    }
    if (!names_ok(c, r, fn)) return;
    struct hd_expr *self =
        expr_deref(c, rvalue(c, expr_var(c, this, func->sym->range)), func->sym->range);
    bool pointed = false;
    struct base_tables tables = {NULL, 0};
    if (r->nvirtual) tables.sym = init_virtual(c, func, fn, out);
    for (int i = 0; i < r->nfields; i++) {
        const struct hd_field *f = &r->fields[hd_field_written(r, i, false)];
        if (!f->is_base && !f->is_vptr && !pointed) { // once the bases are there
            set_pointers(c, r, self, tables, out);
            pointed = true;
        }
        if ((f->is_bits && !f->name) || f->is_vptr || f->is_virtual) continue;
        if (r->is_union && !f->init && !(f->name && init_of(fn, f->name))) continue;
        c->base_tables = class_base_tables(r, tables, f);
        if (!init_inside(c, fn, this, f, out)) init_member(c, fn, this, f, out);
    }
    c->building_base = false;
    c->base_tables = (struct base_tables){NULL, 0};
    if (!pointed) set_pointers(c, r, self, tables, out);
}
