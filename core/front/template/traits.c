// Questions about types (__is_same and its kin, parse/traits.def) and types made of types
// (__decay): what the headers of C++'s library are written with, as gcc and clang have them.
//
// Whether something can be constructed, assigned or converted is found by checking it on values
// that are never evaluated, with messages off.
//
// Example: `__is_constructible(pair, int, float)` asks whether `pair(int(), float())` compiles.
#include <string.h>

#include "front/check/expr/expr.h"

// ---- types of types -----------------------------------------------------------------------------

static struct hd_type *signedness(struct check *c, struct hd_type *t, bool is_signed,
                                  struct hd_range range) {
    static struct hd_type *const *const ints[][2] = {
        {&hd_ty.uchar, &hd_ty.schar},  {&hd_ty.ushort_, &hd_ty.short_},
        {&hd_ty.uint_, &hd_ty.int_},   {&hd_ty.ulong_, &hd_ty.long_},
        {&hd_ty.ullong, &hd_ty.llong}, {&hd_ty.uint128, &hd_ty.int128},
    };
    for (int i = 0; i < HD_COUNT(ints); i++)
        if (t->kind == (*ints[i][0])->kind || t->kind == (*ints[i][1])->kind)
            return hd_type_qual(*ints[i][is_signed], t->quals);
    for (int i = 0; i < HD_COUNT(ints) && hd_type_is_integer(t) && t->kind != HD_TY_BOOL; i++)
        if ((*ints[i][0])->size == t->size) return hd_type_qual(*ints[i][is_signed], t->quals);
    hd_error(c->diags, range, "`%s` is no integer type that could be signed or not", ty(c, t));
    return hd_ty.error;
}

static struct hd_type *without_quals(struct hd_type *t, unsigned quals) {
    if (t->kind == HD_TY_REF) return t;
    return hd_type_qual(hd_type_unqual(t), quals_of(t) & ~quals);
}

static struct hd_type *reference(struct check *c, struct hd_type *t, bool rvalue) {
    if (t->kind == HD_TY_VOID) return t;
    if (t->kind == HD_TY_REF)
        return rvalue || !t->rvalue_ref ? t : hd_type_ref(c->arena, t->base, false);
    return hd_type_ref(c->arena, t, rvalue);
}

struct hd_type *type_transform(struct check *c, enum hd_trait what, struct hd_type *t,
                               struct hd_range range) {
    struct hd_type *object = t->kind == HD_TY_REF ? t->base : t;
    if (t->kind == HD_TY_ERROR) return t;
    switch (what) {
    case TRAIT_UNDERLYING:
        if (t->kind == HD_TY_ENUM) return t->enumeration->underlying;
        hd_error(c->diags, range, "`%s` is no enumeration", ty(c, t));
        return hd_ty.error;
    case TRAIT_REMOVE_CV: return without_quals(t, Q_CONST | Q_VOLATILE);
    case TRAIT_REMOVE_CONST: return without_quals(t, Q_CONST);
    case TRAIT_REMOVE_VOLATILE: return without_quals(t, Q_VOLATILE);
    case TRAIT_REMOVE_REFERENCE: return object;
    case TRAIT_REMOVE_CVREF: return without_quals(object, Q_CONST | Q_VOLATILE);
    case TRAIT_REMOVE_POINTER: return is_ptr(t) ? t->base : t;
    case TRAIT_REMOVE_EXTENT: return t->kind == HD_TY_ARRAY ? t->base : t;
    case TRAIT_REMOVE_ALL_EXTENTS:
        while (t->kind == HD_TY_ARRAY) t = t->base;
        return t;
    case TRAIT_ADD_POINTER: return hd_type_ptr(object);
    case TRAIT_ADD_LVALUE: return reference(c, t, false);
    case TRAIT_ADD_RVALUE: return reference(c, t, true);
    case TRAIT_DECAY:
        if (object->kind == HD_TY_ARRAY) return hd_type_ptr(object->base);
        if (object->kind == HD_TY_FUNC) return hd_type_ptr(object);
        return without_quals(object, Q_CONST | Q_VOLATILE | Q_RESTRICT);
    case TRAIT_MAKE_SIGNED: return signedness(c, t, true, range);
    case TRAIT_MAKE_UNSIGNED: return signedness(c, t, false, range);
    default: return hd_ty.error;
    }
}

// ---- what can be done with values ---------------------------------------------------------------

// A value of the type, as std::declval gives it.
static struct hd_expr *value_of(struct check *c, struct hd_type *t, struct hd_range range) {
    bool ref = t->kind == HD_TY_REF;
    struct hd_expr *e = expr_deref(c, expr_null(c, hd_type_ptr(ref ? t->base : t), range), range);
    e->is_xvalue = !ref || t->rvalue_ref;
    return e;
}

struct quiet {
    bool muted;
    int errors;
    const struct hd_record *access_in;
};

// What is asked about types is asked from outside of all classes.
static struct quiet quiet_begin(struct check *c) {
    struct quiet q = {c->diags->muted, c->diags->errors, c->access_in};
    c->diags->muted = true;
    c->access_in = &access_nobody;
    c->unevaluated++;
    return q;
}

// Whether what was checked since then works.
static bool quiet_end(struct check *c, struct quiet q) {
    bool fine = c->diags->errors == q.errors;
    c->diags->muted = q.muted;
    c->diags->errors = q.errors;
    c->access_in = q.access_in;
    c->unevaluated--;
    return fine;
}

static bool may_throw(struct check *c, const struct hd_expr *e);

static bool dtor_throws(struct check *c, const struct hd_type *t) {
    while (t->kind == HD_TY_ARRAY) t = t->base;
    for (int i = 0; t->kind == HD_TY_RECORD && i < t->record->nmethods; i++)
        if (t->record->methods[i].is_dtor) return !declared_noexcept(c, t->record->methods[i].sym);
    for (int i = 0; t->kind == HD_TY_RECORD && i < t->record->nfields; i++)
        if (dtor_throws(c, t->record->fields[i].type)) return true;
    return false;
}

// Whether `T()` may end in an exception.
static bool default_throws(struct check *c, const struct hd_type *t, int depth) {
    while (t->kind == HD_TY_ARRAY) t = t->base;
    if (t->kind != HD_TY_RECORD || depth > HD_MOST_LEVELS) return false;
    const struct hd_record *r = t->record;
    for (int i = 0; i < r->nmethods; i++) {
        const struct hd_method *m = &r->methods[i];
        bool needs = m->type->nparams && !(m->sym->defaults && m->sym->defaults[0]);
        if (m->is_ctor && !needs && !(m->ast->member & MEMBER_DEFAULT))
            return !declared_noexcept(c, m->sym);
    }
    for (int i = 0; i < r->nfields; i++) {
        const struct hd_field *f = &r->fields[i];
        if (f->init ? may_throw(c, f->init) : default_throws(c, f->type, depth + 1)) return true;
    }
    return false;
}

static bool converts(struct check *c, struct hd_type *from, struct hd_type *to,
                     struct hd_range range) {
    if (to->kind == HD_TY_VOID || from->kind == HD_TY_VOID) return to->kind == from->kind;
    if (to->kind == HD_TY_ARRAY || to->kind == HD_TY_FUNC) return false;
    if (from->kind == HD_TY_FUNC) from = hd_type_ptr(from);
    struct quiet q = quiet_begin(c);
    struct hd_expr *e = value_of(c, from, range);
    bool fits = conversion_rank(c, e, to) < RANK_LOOSE;
    if (fits) {
        struct hd_expr *made = convert_assign(c, e, to, "a conversion");
        fits = made && !is_error(made);
    }
    return quiet_end(c, q) && fits;
}

static bool is_arith(const struct hd_type *t) {
    return hd_type_is_arith(t) && !(t->kind == HD_TY_ENUM && t->enumeration->scoped);
}

static bool destructible(struct check *c, const struct hd_type *t, struct hd_range range) {
    struct quiet q = quiet_begin(c);
    bool fits = class_ends_ok(c, t, false, range);
    return quiet_end(c, q) && fits;
}

// *throws: whether that may end in an exception.
static bool constructible(struct check *c, struct hd_type **types, int n, struct hd_range range,
                          bool *throws) {
    struct hd_type *to = types[0];
    *throws = false;
    if (to->kind == HD_TY_VOID || to->kind == HD_TY_FUNC || to->kind == HD_TY_ERROR) return false;
    if (to->kind == HD_TY_ARRAY)
        return n == 1 && to->len >= 0 && constructible(c, &to->base, 1, range, throws);
    if (to->kind == HD_TY_REF) return n == 2 && converts(c, types[1], to, range);
    if (!is_record(to)) {
        if (n == 1) return true;
        if (n > 2) return false;
        if (converts(c, types[1], to, range)) return true;
        struct hd_type *from = types[1]->kind == HD_TY_REF ? types[1]->base : types[1];
        return to->kind == HD_TY_BOOL && (is_ptr(from) || is_arith(from)); // explicitly
    }
    if (!hd_type_is_complete(to)) return false;
    struct call_args args = {.n = n - 1};
    args.v = HD_NEW_ARRAY(c->arena, struct hd_expr *, n);
    args.asts = HD_NEW_ARRAY(c->arena, struct hd_ast *, n);
    struct quiet q = quiet_begin(c);
    bool own = false;
    for (int i = 1; i < n; i++) {
        args.v[i - 1] = value_of(c, types[i], range);
        args.asts[i - 1] = HD_NEW(c->arena, struct hd_ast);
        args.asts[i - 1]->range = range;
        const struct hd_type *of = types[i]->kind == HD_TY_REF ? types[i]->base : types[i];
        own = n == 2 && is_record(of) && of->record == to->record;
    }
    struct hd_expr *made = NULL;
    if (n == 1 && to->record->has_ctors && to->record->ngeneric) // a template may take nothing
        made = class_default_ok(c, to, NULL, range)
                   ? class_construct(c, hd_type_unqual(to), &args, range, false)
                   : NULL;
    else if (n == 1)
        made = class_default_ok(c, to, NULL, range)
                   ? args.v[0] ? args.v[0] : expr_int(c, hd_ty.int_, 0, range)
                   : NULL;
    else if (to->record->has_ctors)
        made = class_construct(c, hd_type_unqual(to), &args, range, false);
    else
        made = convert_assign(c, args.v[0], hd_type_unqual(to), "a conversion");
    if (own && !to->record->has_ctors) made = class_value(c, args.v[0]);
    bool fits = made && !is_error(made) && (n <= 2 || to->record->has_ctors) &&
                class_ends_ok(c, to, false, range);
    if (fits) *throws = n == 1 ? default_throws(c, to, 0) : may_throw(c, made);
    return quiet_end(c, q) && fits;
}

static bool assignable(struct check *c, struct hd_type *to, struct hd_type *from,
                       struct hd_range range, bool *throws) {
    *throws = false;
    bool lvalue = to->kind == HD_TY_REF && !to->rvalue_ref;
    struct hd_type *object = to->kind == HD_TY_REF ? to->base : to;
    if (object->kind == HD_TY_VOID || from->kind == HD_TY_VOID) return false;
    if (!is_record(object)) {
        if (!lvalue || (object->quals & Q_CONST) || object->kind == HD_TY_ARRAY ||
            object->kind == HD_TY_FUNC)
            return false;
        return converts(c, from, hd_type_unqual(object), range);
    }
    struct quiet q = quiet_begin(c);
    struct hd_expr *v[2] = {value_of(c, to, range), value_of(c, from, range)};
    struct hd_ast *asts[2] = {HD_NEW(c->arena, struct hd_ast), HD_NEW(c->arena, struct hd_ast)};
    asts[0]->range = asts[1]->range = range;
    struct call_args args = {.asts = asts, .v = v, .n = 2};
    struct hd_expr *made = operator_call(c, "operator=", &args, true, range, range.from);
    bool fits = made && !is_error(made);
    if (!made) {
        made = convert_assign(c, v[1], hd_type_unqual(object), "an assignment");
        fits = made && !is_error(made) && !(object->quals & Q_CONST);
    }
    if (fits) *throws = may_throw(c, made);
    return quiet_end(c, q) && fits;
}

// ---- questions ----------------------------------------------------------------------------------

static bool is_object(const struct hd_type *t) {
    return t->kind != HD_TY_REF && t->kind != HD_TY_FUNC && t->kind != HD_TY_VOID;
}

static const struct hd_type *element_of(const struct hd_type *t) {
    while (t->kind == HD_TY_ARRAY) t = t->base;
    return t;
}

#define BIT(special) (1u << (special))
enum {
    COPIES = BIT(SPECIAL_COPY) | BIT(SPECIAL_MOVE) | BIT(SPECIAL_COPY_ASSIGN) |
             BIT(SPECIAL_MOVE_ASSIGN) | BIT(SPECIAL_DTOR)
};

// Virtual functions make all but the destructor more than bytes ([class.dtor]/8).
static bool trivial(const struct hd_type *t, unsigned whats) {
    t = element_of(t);
    if (t->kind == HD_TY_REF || t->kind == HD_TY_FUNC || t->kind == HD_TY_VOID) return false;
    if (t->kind != HD_TY_RECORD) return true;
    bool has_table = t->record->is_polymorphic && whats & ~BIT(SPECIAL_DTOR);
    return !((t->record->nontrivial | t->record->deleted) & whats) && !has_table;
}

static bool derives(const struct hd_record *from, const struct hd_record *base, int depth) {
    if (from == base) return true;
    for (int i = 0; i < from->nfields && depth < HD_MOST_LEVELS; i++) {
        const struct hd_field *f = &from->fields[i];
        if (f->is_base && is_record(f->type) && derives(f->type->record, base, depth + 1))
            return true;
    }
    return false;
}

static bool is_basic(const struct hd_type *t) {
    return (hd_type_is_integer(t) && t->kind != HD_TY_ENUM) || hd_type_is_float(t);
}

static bool has_virtual_dtor(const struct hd_record *r) {
    for (int i = 0; i < r->nslots; i++)
        if (r->slots[i]->is_dtor) return true;
    return false;
}

// Do two values that are equal have the same bytes? So no real numbers, and no padding.
static bool has_unique_bytes(const struct hd_type *t) {
    if (t->kind == HD_TY_ARRAY) return has_unique_bytes(t->base);
    if (t->kind != HD_TY_RECORD) return is_object(t) && !hd_type_is_float(t);
    uint64_t used = 0;
    const struct hd_record *r = t->record;
    for (int i = 0; i < r->nfields; i++) {
        if (r->fields[i].is_bits || !has_unique_bytes(r->fields[i].type)) return false;
        used += r->fields[i].type->size;
    }
    uint64_t wanted = t->size * (uint64_t)(r->is_union ? r->nfields : 1);
    return !r->is_polymorphic && r->nfields > 0 && used == wanted;
}

static bool ask_one(struct check *c, enum hd_trait what, struct hd_type *t, struct hd_range range) {
    const struct hd_type *e = element_of(t);
    const struct hd_record *r = is_record(t) ? t->record : NULL;
    if (r) hd_type_is_complete(t);
    switch (what) {
    case TRAIT_VOID: return t->kind == HD_TY_VOID;
    case TRAIT_INTEGRAL: return hd_type_is_integer(t) && t->kind != HD_TY_ENUM;
    case TRAIT_FLOATING: return hd_type_is_float(t) && t->kind > HD_TY_BF16;
    case TRAIT_ARITHMETIC:
        return (hd_type_is_integer(t) && t->kind != HD_TY_ENUM) ||
               (hd_type_is_float(t) && t->kind > HD_TY_BF16);
    case TRAIT_FUNDAMENTAL: return is_basic(t) || t->kind == HD_TY_VOID || t->kind == HD_TY_NULLPTR;
    case TRAIT_SCALAR: return is_object(t) && hd_type_is_scalar(t);
    case TRAIT_OBJECT: return is_object(t);
    case TRAIT_POINTER: return is_ptr(t);
    case TRAIT_MEMBER_POINTER: return t->kind == HD_TY_MEMBER;
    case TRAIT_DATA_MEMBER_POINTER: return t->kind == HD_TY_MEMBER && !is_member_function(t);
    case TRAIT_NULL_POINTER: return t->kind == HD_TY_NULLPTR;
    case TRAIT_REFERENCE: return t->kind == HD_TY_REF;
    case TRAIT_LVALUE_REFERENCE: return t->kind == HD_TY_REF && !t->rvalue_ref;
    case TRAIT_RVALUE_REFERENCE: return t->kind == HD_TY_REF && t->rvalue_ref;
    case TRAIT_ARRAY: return t->kind == HD_TY_ARRAY;
    case TRAIT_FUNCTION: return t->kind == HD_TY_FUNC;
    case TRAIT_CLASS: return r && !r->is_union;
    case TRAIT_UNION: return r && r->is_union;
    case TRAIT_ENUM: return t->kind == HD_TY_ENUM;
    case TRAIT_SCOPED_ENUM: return t->kind == HD_TY_ENUM && t->enumeration->scoped;
    case TRAIT_CONST: return t->kind != HD_TY_REF && (quals_of(t) & Q_CONST);
    case TRAIT_VOLATILE: return t->kind != HD_TY_REF && (quals_of(t) & Q_VOLATILE);
    case TRAIT_SIGNED:
        return t->kind != HD_TY_ENUM && is_basic(t) &&
               (hd_type_is_float(t) || hd_type_is_signed(t));
    case TRAIT_UNSIGNED:
        return t->kind != HD_TY_ENUM && hd_type_is_integer(t) && !hd_type_is_signed(t);
    case TRAIT_EMPTY: return r && !r->is_union && r->nfields == 0 && !r->is_polymorphic;
    case TRAIT_TRIVIAL: return trivial(t, COPIES | BIT(SPECIAL_DEFAULT)) && !class_runs_code(e, 0);
    case TRAIT_LITERAL: return !(r && r->is_polymorphic) && is_object(t);
    case TRAIT_AGGREGATE: return t->kind == HD_TY_ARRAY || (r && class_is_aggregate(r));
    case TRAIT_POLYMORPHIC: return r && class_has_virtual(r);
    case TRAIT_VIRTUAL_DESTRUCTOR: return r && has_virtual_dtor(r);
    case TRAIT_UNIQUE_BYTES: return trivial(t, COPIES & ~BIT(SPECIAL_NONE)) && has_unique_bytes(t);
    case TRAIT_ABSTRACT: return r && r->is_abstract;
    case TRAIT_FINAL: return r && r->is_final;
    case TRAIT_COMPLETE: return hd_type_is_complete(t);
    case TRAIT_TRIVIALLY_COPYABLE: return trivial(t, COPIES & ~BIT(SPECIAL_NONE));
    case TRAIT_TRIVIALLY_DESTRUCTIBLE:
        if (is_record(element_of(t)) && has_virtual_dtor(element_of(t)->record)) return false;
        return t->kind == HD_TY_REF || (trivial(t, BIT(SPECIAL_DTOR)) && destructible(c, t, range));
    case TRAIT_NOTHROW_DESTRUCTIBLE:
        if (dtor_throws(c, t)) return false; // fall through
    case TRAIT_DESTRUCTIBLE:
        return t->kind == HD_TY_REF || (is_object(t) && destructible(c, t, range));
    default: break;
    }
    (void)c;
    return false;
}

static bool ask(struct check *c, enum hd_trait what, struct hd_type **types, int n,
                struct hd_range range) {
    struct hd_type *a = types[0], *b = n > 1 ? types[1] : NULL;
    bool throws;
    switch (what) {
    case TRAIT_SAME: return b && hd_type_same(a, b);
    case TRAIT_BASE_OF:
        return b && is_record(a) && is_record(b) && hd_type_is_complete(b) &&
               derives(b->record, a->record, 0) && !a->record->is_union;
    case TRAIT_CONVERTIBLE: return b && converts(c, a, b, range);
    case TRAIT_CONSTRUCTIBLE: return constructible(c, types, n, range, &throws);
    case TRAIT_NOTHROW_CONSTRUCTIBLE:
        return constructible(c, types, n, range, &throws) && !throws && !dtor_throws(c, a);
    case TRAIT_TRIVIALLY_CONSTRUCTIBLE:
        return constructible(c, types, n, range, &throws) &&
               (n == 1 ? trivial(a, BIT(SPECIAL_DEFAULT)) && !class_runs_code(element_of(a), 0)
                       : trivial(a, BIT(SPECIAL_COPY) | BIT(SPECIAL_MOVE)));
    case TRAIT_ASSIGNABLE: return b && assignable(c, a, b, range, &throws);
    case TRAIT_NOTHROW_ASSIGNABLE: return b && assignable(c, a, b, range, &throws) && !throws;
    case TRAIT_TRIVIALLY_ASSIGNABLE:
        return b && assignable(c, a, b, range, &throws) &&
               trivial(a->kind == HD_TY_REF ? a->base : a,
                       BIT(SPECIAL_COPY_ASSIGN) | BIT(SPECIAL_MOVE_ASSIGN));
    default: return ask_one(c, what, a, range);
    }
}

static struct hd_type *type_of_arg(struct check *c, struct hd_ast *ast) {
    if (ast->kind != AST_ELEMENT) return check_type_name(c, ast);
    int *saved = HD_NEW_ARRAY(c->arena, int, element_packs(ast->element) + 1);
    element_enter(ast->element, saved);
    struct hd_type *t = type_of_arg(c, ast->kids[0]);
    element_leave(ast->element, saved);
    return t;
}

static struct hd_expr *array_trait(struct check *c, const struct hd_ast *ast, struct hd_type *t) {
    int64_t rank = 0, at = 0, extent = 0;
    if (ast->op == TRAIT_ARRAY_EXTENT && ast->nkids > 1 &&
        !check_const_int(c, ast->kids[1], "a dimension", &at))
        return expr_error(c, ast->range);
    for (; t->kind == HD_TY_ARRAY; t = t->base, rank++)
        if (rank == at) extent = t->len < 0 ? 0 : t->len;
    return expr_int(c, hd_ty.ulong_, ast->op == TRAIT_ARRAY_RANK ? rank : extent, ast->range);
}

struct hd_expr *check_trait(struct check *c, struct hd_ast *ast) {
    struct hd_ast **kids = ast->kids;
    int n = ast->nkids, errors = c->diags->errors;
    if (ast->op == TRAIT_INTEGER_PACK) {
        hd_error(c->diags, ast->range, "`%s` is a pack: write `...` behind it", ast->name);
        return expr_error(c, ast->range);
    }
    bool extent = ast->op == TRAIT_ARRAY_EXTENT;
    asts_expand(c, &kids, &n);
    struct hd_type **types = HD_NEW_ARRAY(c->arena, struct hd_type *, n + 1);
    for (int i = 0; i < (extent && n ? 1 : n); i++) types[i] = type_of_arg(c, kids[i]);
    if (n == 0 || c->diags->errors > errors) {
        if (n == 0) hd_error(c->diags, ast->range, "`%s` asks about a type", ast->name);
        return expr_error(c, ast->range);
    }
    for (int i = 0; i < n && !extent; i++)
        if (types[i]->kind == HD_TY_ERROR) return expr_error(c, ast->range);
    if (extent || ast->op == TRAIT_ARRAY_RANK) return array_trait(c, ast, types[0]);
    return expr_int(c, hd_ty.bool_, ask(c, (enum hd_trait)ast->op, types, n, ast->range),
                    ast->range);
}

// ---- noexcept -----------------------------------------------------------------------------------

static bool may_throw(struct check *c, const struct hd_expr *e);

// Whether the condition of `of`, which must be a constant, is true; errors are told.
static bool condition_holds(struct check *c, struct hd_ast *ast, const char *of) {
    bool muted = c->diags->muted;
    int errors = c->diags->errors;
    struct hd_const known;
    c->diags->muted = true;
    c->unevaluated++;
    struct hd_expr *e = check_rvalue(c, ast);
    c->unevaluated--;
    bool is_known = !is_error(e) && const_required(c, e, &known);
    c->diags->muted = muted;
    c->diags->errors = errors;
    if (!is_error(e) && !is_known) {
        const_explain(
            c, hd_error(c->diags, ast->range, "the condition of `%s` must be a constant", of), e);
    }
    return is_known && known.kind == CONST_INT && known.i;
}

bool promises(struct check *c, const struct hd_deriv *d) {
    if (!d->is_noexcept) return false;
    return !d->noexcept_if || condition_holds(c, d->noexcept_if, "noexcept");
}

// [except.spec]: what the declaration says; destructors throw nothing unless it says so.
bool is_noexcept(struct check *c, const struct hd_sym *sym, const struct hd_deriv *d) {
    if (sym->method && sym->method->is_dtor && !(d && (d->throws || d->noexcept_if))) return true;
    return d && promises(c, d);
}

bool is_explicit(struct check *c, const struct hd_spec *spec) {
    if (!(spec->flags & SPEC_EXPLICIT)) return false;
    return !spec->explicit_if || condition_holds(c, spec->explicit_if, "explicit");
}

bool promises_here(struct check *c, const struct hd_sym *sym, const struct hd_deriv *d) {
    struct hd_type **types;
    space_push(c, SPACE_BLOCK);
    c->scope->is_prototype = true;
    if (sym->method && sym->method->record && !sym->method->is_static)
        declare_this(c, sym->method->record, sym->method->quals, sym->range);
    check_params(c, d, true, &types);
    bool holds = promises(c, d);
    space_pop(c);
    return holds;
}

static bool promises_there(struct check *c, const struct hd_sym *sym, const struct hd_deriv *d) {
    if (sym->def && sym->def->inst && sym->def->inst->tmpl)
        return template_promises(c, sym->def->inst, d);
    struct hd_record *r = sym->method ? sym->method->record : NULL, *outer = c->record;
    struct hd_space *around = c->scope, *there = r && r->space ? r->space
                                                 : sym->func   ? sym->func->space
                                                               : NULL;
    if (there) c->scope = there;
    if (r) c->record = r;
    bool holds = promises_here(c, sym, d);
    c->scope = around;
    c->record = outer;
    return holds;
}

bool declared_noexcept(struct check *c, const struct hd_sym *sym) {
    if (!sym) return false;
    if ((sym->method && sym->method->is_implicit) || sym->is_noexcept) return true;
    if (sym->kind == SYM_FUNC && sym->func && sym->func->is_noexcept) return true;
    if (sym->kind == SYM_FUNC && sym->func && sym->func->body) return false;
    const struct hd_ast *ast = sym->method                          ? sym->method->ast
                               : sym->kind == SYM_FUNC && sym->func ? sym->func->ast
                                                                    : NULL;
    const struct hd_deriv *d = ast ? function_deriv(ast->declr) : NULL;
    return d && d->noexcept_if ? promises_there(c, sym, d) : is_noexcept(c, sym, d);
}

struct hd_type *function_type(struct check *c, const struct hd_expr *e) {
    bool asks = e->kind == EX_FUNC && e->type->kind == HD_TY_FUNC && c->lang == HD_LANG_CU;
    return asks && declared_noexcept(c, e->sym) ? hd_type_noexcept(e->type, true) : e->type;
}

static bool calls_nothrow(struct check *c, const struct hd_expr *f) {
    const struct hd_type *t = is_ptr(f->type) ? f->type->base : f->type;
    return t->is_noexcept || (f->kind == EX_FUNC && declared_noexcept(c, f->sym));
}

static bool may_throw(struct check *c, const struct hd_expr *e) {
    if (!e) return false;
    if (e->kind == EX_THROW) return true;
    if (e->kind == EX_CALL && !calls_nothrow(c, e->a)) return true;
    for (int i = 0; i < e->nargs; i++)
        if (may_throw(c, e->args[i])) return true;
    for (int i = 0; e->kind == EX_INIT && i < e->init->nitems; i++)
        if (may_throw(c, e->init->items[i].value)) return true;
    return may_throw(c, e->a) || may_throw(c, e->b) || may_throw(c, e->c);
}

struct hd_expr *check_noexcept(struct check *c, struct hd_ast *ast) {
    c->unevaluated++;
    struct hd_expr *e = class_discard(c, check_expr(c, ast->kids[0]));
    c->unevaluated--;
    if (is_error(e)) return e;
    return expr_int(c, hd_ty.bool_, !may_throw(c, e), ast->range);
}
