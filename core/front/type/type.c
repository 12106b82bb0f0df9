// Types: making them, comparing them, asking about them.
//
// Types are hash-consed only where it is cheap: `ptr_to` and `qualified` of a type cache the
// pointer to it and its qualified variants, in the arena of the type itself, so that a pointer to a
// cell's struct dies with the struct and `int *` lives for ever. Everything else (arrays,
// functions, references) is compared by structure; records and enumerations by identity of their
// description.
//
// A typedef's name is kept on a shallow copy ("size_t" rather than "unsigned long" in messages).
// Such a copy's `unqual` is the plain type, so an rvalue, which is always unqualified, has
// forgotten the name, and no comparison sees it. Copies are made of arithmetic and pointer types
// only: a record may still be completed, and a copy would miss that.
//
// Example: `const char *` is hd_type_ptr(hd_type_qual(hd_ty.char_, Q_CONST)): the same object each
// time.
#include <assert.h>
#include <string.h>

#include "front/check/check.h"

enum { ALL_QUALS = Q_CONST | Q_VOLATILE | Q_RESTRICT | Q_ATOMIC };

struct hd_types hd_ty;
static struct hd_arena *basic_arena;

static struct hd_type *type_new(struct hd_arena *arena, enum hd_type_kind kind, uint64_t size,
                                uint32_t align) {
    struct hd_type *t = HD_NEW(arena, struct hd_type);
    t->kind = kind;
    t->size = size;
    t->align = align;
    t->arena = arena;
    t->unqual = t;
    t->len = -1;
    return t;
}

static struct hd_type *make_va_list(void) {
    static const char *const names[] = {"gp_offset", "fp_offset", "overflow_arg_area",
                                        "reg_save_area"};
    struct hd_type *void_ptr = hd_type_ptr(hd_ty.void_);
    struct hd_type *types[] = {hd_ty.uint_, hd_ty.uint_, void_ptr, void_ptr};
    struct hd_type *t = hd_type_record(basic_arena, hd_intern_str("__va_list_tag"), false);
    t->record->fields = HD_NEW_ARRAY(basic_arena, struct hd_field, HD_COUNT(names));
    t->record->nfields = HD_COUNT(names);
    for (int i = 0; i < HD_COUNT(names); i++) {
        t->record->fields[i].name = hd_intern_str(names[i]);
        t->record->fields[i].type = types[i];
    }
    hd_record_layout(t->record, false, 0, 0);
    return hd_type_array(basic_arena, t, 1);
}

void hd_types_init(void) {
    if (basic_arena) return;
    basic_arena = hd_arena_create();
#define HD_BASIC_TYPE(field, kind, text, size, align) \
    hd_ty.field = type_new(basic_arena, kind, size, align);
#include "front/type/types.def"
    hd_ty.va_list = make_va_list();
}

// ---- making types -------------------------------------------------------------------------------

static struct hd_type *variant(struct hd_arena *arena, const struct hd_type *of) {
    struct hd_type *t = HD_NEW(arena, struct hd_type);
    *t = *of;
    t->arena = arena;
    t->ptr_to = NULL;
    t->qualified = NULL;
    return t;
}

struct hd_type *hd_type_ptr(struct hd_type *base) {
    if (base->kind == HD_TY_ERROR) return base;
    if (base->kind == HD_TY_REF) base = base->base;
    if (!base->ptr_to) {
        base->ptr_to = type_new(base->arena, HD_TY_PTR, 8, 8);
        base->ptr_to->base = base;
    }
    return base->ptr_to;
}

struct hd_type *hd_type_member(struct hd_arena *arena, struct hd_type *of, struct hd_type *base) {
    if (of->kind == HD_TY_ERROR || base->kind == HD_TY_ERROR) return hd_ty.error;
    struct hd_type *t = type_new(arena, HD_TY_MEMBER, base->kind == HD_TY_FUNC ? 16 : 8, 8);
    t->of = of->unqual;
    t->base = base;
    return t;
}

// Where the variant with these qualifiers is kept.
static struct hd_type **qualified(struct hd_type *type, unsigned quals) {
    if (!type->qualified)
        type->qualified = HD_NEW_ARRAY(type->arena, struct hd_type *, ALL_QUALS + 1);
    return &type->qualified[quals & ALL_QUALS];
}

static struct hd_type *qual_array(struct hd_type *type, unsigned quals) {
    struct hd_type *elem = hd_type_qual(type->base, quals);
    if (elem == type->base) return type;
    struct hd_type **cache = qualified(type, quals);
    if (!*cache) {
        *cache = variant(type->arena, type);
        (*cache)->base = elem;
    }
    return *cache;
}

uint8_t hd_of_object(unsigned quals, int ref_qual) {
    int of = ref_qual == 1 ? OF_LVALUE : ref_qual ? OF_RVALUE : 0;
    if (quals & Q_CONST) of |= OF_CONST;
    if (quals & Q_VOLATILE) of |= OF_VOLATILE;
    return (uint8_t)of;
}

struct hd_type *hd_type_qual(struct hd_type *type, unsigned quals) {
    unsigned want = (type->quals | quals) & ALL_QUALS;
    if (type->kind == HD_TY_ARRAY && quals) return qual_array(type, quals);
    if (want == type->quals || type->kind == HD_TY_ERROR || type->kind == HD_TY_FUNC ||
        type->kind == HD_TY_REF)
        return type;
    // A named copy keeps its own variants, so that `const size_t` keeps the name.
    struct hd_type *holder = type->name || type->align != type->unqual->align ? type : type->unqual;
    struct hd_type **cache = qualified(holder, want);
    if (!*cache) {
        *cache = variant(holder->arena, holder);
        (*cache)->quals = (uint8_t)want;
        (*cache)->unqual = type->unqual;
    }
    return *cache;
}

struct hd_type *hd_type_unqual(struct hd_type *type) { return type->unqual; }

struct hd_type *type_named(struct hd_arena *arena, struct hd_type *type, const char *name) {
    bool plain = hd_type_is_arith(type) || type->kind == HD_TY_PTR;
    if (!plain || type->kind == HD_TY_ENUM) return type;
    struct hd_type *t = variant(arena, type);
    t->name = name;
    return t;
}

struct hd_type *type_aligned(struct hd_arena *arena, struct hd_type *type, uint32_t align) {
    if (!hd_type_is_complete(type) || type->align == align) return type;
    struct hd_type *t = variant(arena, type);
    t->align = align;
    return t;
}

void type_completed(struct hd_type *type) {
    for (int i = 0; type->qualified && i <= ALL_QUALS; i++) {
        if (type->qualified[i]) {
            type->qualified[i]->size = type->size;
            type->qualified[i]->align = type->align;
        }
    }
}

struct hd_type *hd_type_ref(struct hd_arena *arena, struct hd_type *base, bool rvalue) {
    if (base->kind == HD_TY_ERROR) return base;
    if (base->kind == HD_TY_REF) { // T& && collapses to T&
        rvalue = rvalue && base->rvalue_ref;
        base = base->base;
    }
    struct hd_type *t = type_new(arena, HD_TY_REF, 8, 8);
    t->base = base;
    t->rvalue_ref = rvalue;
    return t;
}

static void set_array_unqual(struct hd_arena *arena, struct hd_type *t) {
    if (t->base->unqual != t->base && t->base->unqual->kind == t->base->kind) {
        t->unqual = variant(arena, t);
        t->unqual->base = t->base->unqual;
        t->unqual->unqual = t->unqual;
    }
}

struct hd_type *hd_type_array(struct hd_arena *arena, struct hd_type *base, int64_t len) {
    if (base->kind == HD_TY_ERROR) return base;
    struct hd_type *t = type_new(arena, HD_TY_ARRAY, 0, base->align);
    t->base = base;
    t->len = len;
    if (len > 0 && !hd_type_is_vla(base)) t->size = (uint64_t)len * base->size;
    set_array_unqual(arena, t);
    return t;
}

struct hd_type *hd_type_vla(struct hd_arena *arena, struct hd_type *base, struct hd_expr *len) {
    if (base->kind == HD_TY_ERROR) return base;
    struct hd_type *t = type_new(arena, HD_TY_ARRAY, 0, base->align);
    t->base = base;
    t->vla_len = len;
    return t;
}

struct hd_type *hd_type_func(struct hd_arena *arena, struct hd_type *ret, struct hd_type **params,
                             int n, bool variadic, bool oldstyle) {
    struct hd_type *t = type_new(arena, HD_TY_FUNC, 0, 1);
    t->base = ret;
    t->params = HD_NEW_ARRAY(arena, struct hd_type *, n ? n : 1);
    for (int i = 0; i < n; i++) t->params[i] = params[i];
    t->nparams = n;
    t->variadic = variadic;
    t->oldstyle = oldstyle;
    return t;
}

struct hd_type *hd_type_noexcept(struct hd_type *func, bool is_noexcept) {
    if (func->kind != HD_TY_FUNC || func->is_noexcept == is_noexcept) return func;
    if (!func->nothrow) {
        struct hd_type *t = func->nothrow = variant(func->arena, func);
        t->is_noexcept = is_noexcept;
        t->unqual = t;
        t->nothrow = func;
    }
    return func->nothrow;
}

struct hd_type *hd_type_complex(struct hd_type *base) {
    static struct hd_type *made[HD_TY_LDOUBLE + 1];
    base = base->unqual;
    assert(base->kind >= HD_TY_HALF && base->kind <= HD_TY_LDOUBLE);
    if (!made[base->kind]) {
        struct hd_type *t = type_new(basic_arena, HD_TY_COMPLEX, base->size * 2, base->align);
        t->base = base;
        made[base->kind] = t;
    }
    return made[base->kind];
}

struct hd_type *hd_type_vector(struct hd_arena *arena, struct hd_type *base, int64_t len) {
    base = base->unqual;
    uint64_t size = base->size * (uint64_t)len, align = 1;
    while (align < size && align < 64) align *= 2;
    struct hd_type *t = type_new(arena, HD_TY_VECTOR, size, (uint32_t)align);
    t->base = base;
    t->len = len;
    return t;
}

struct hd_type *hd_type_ndarray(struct hd_arena *arena, struct hd_type *elem, int rank) {
    struct hd_type *t = type_new(arena, HD_TY_NDARRAY, 8, 8);
    t->base = elem->unqual;
    t->len = rank;
    return t;
}

struct hd_type *hd_type_record(struct hd_arena *arena, const char *tag, bool is_union) {
    static uint32_t numbers;
    struct hd_type *t = type_new(arena, HD_TY_RECORD, 0, 0);
    t->record = HD_NEW(arena, struct hd_record);
    t->record->tag = tag;
    t->record->is_union = is_union;
    t->record->type = t;
    t->record->number = __atomic_add_fetch(&numbers, 1, __ATOMIC_RELAXED);
    return t;
}

// ---- asking -------------------------------------------------------------------------------------

struct hd_type *hd_type_of_units(const struct hd_type *t) {
    switch (t->kind) {
    case HD_TY_CHAR8: return hd_ty.uchar;
    case HD_TY_CHAR16: return hd_ty.ushort_;
    case HD_TY_CHAR32: return hd_ty.uint_;
    case HD_TY_WCHAR: return hd_ty.int_;
    default: return (struct hd_type *)(uintptr_t)t;
    }
}

bool hd_type_is_integer(const struct hd_type *t) {
    return (t->kind >= HD_TY_BOOL && t->kind <= HD_TY_UINT128) || t->kind == HD_TY_ENUM;
}

bool hd_type_is_float(const struct hd_type *t) {
    return t->kind >= HD_TY_HALF && t->kind <= HD_TY_LDOUBLE;
}

bool hd_type_is_arith(const struct hd_type *t) {
    return hd_type_is_integer(t) || hd_type_is_float(t) || t->kind == HD_TY_COMPLEX;
}

bool hd_type_is_scalar(const struct hd_type *t) {
    return hd_type_is_arith(t) || t->kind == HD_TY_PTR || t->kind == HD_TY_NULLPTR ||
           t->kind == HD_TY_MEMBER;
}

bool hd_type_is_signed(const struct hd_type *t) {
    switch (t->kind) {
    case HD_TY_CHAR:
    case HD_TY_SCHAR:
    case HD_TY_SHORT:
    case HD_TY_INT:
    case HD_TY_WCHAR:
    case HD_TY_LONG:
    case HD_TY_LLONG:
    case HD_TY_INT128: return true;
    case HD_TY_ENUM:
        return t->enumeration->underlying && hd_type_is_signed(t->enumeration->underlying);
    default: return false;
    }
}

bool hd_record_is_complete(const struct hd_record *r) {
    if (!r->complete && r->pending) r->pending->complete((struct hd_record *)r);
    return r->complete;
}

bool hd_type_is_complete(const struct hd_type *t) {
    switch (t->kind) {
    case HD_TY_VOID:
    case HD_TY_FUNC:
    case HD_TY_AUTO:
    case HD_TY_TPARAM: return false;
    case HD_TY_ARRAY: return (t->len >= 0 || t->vla_len) && hd_type_is_complete(t->base);
    case HD_TY_RECORD: return hd_record_is_complete(t->record);
    case HD_TY_ENUM: return t->enumeration->complete;
    default: return true;
    }
}

bool hd_type_is_vla(const struct hd_type *t) {
    for (; t->kind == HD_TY_ARRAY; t = t->base) {
        if (t->vla_len) return true;
    }
    return false;
}

bool type_is_managed(const struct hd_type *t) {
    while (t->kind == HD_TY_ARRAY) t = t->base;
    return t->kind == HD_TY_RECORD && hd_record_is_complete(t->record) && t->record->managed;
}

bool type_has_vla(const struct hd_type *t) {
    for (; t; t = t->base) {
        if (t->kind == HD_TY_ARRAY ? t->vla_len != NULL
                                   : t->kind != HD_TY_PTR && t->kind != HD_TY_REF)
            return t->kind == HD_TY_ARRAY;
    }
    return false;
}

// ---- comparing ----------------------------------------------------------------------------------

static bool same_params(const struct hd_type *a, const struct hd_type *b) {
    if (a->nparams != b->nparams || a->variadic != b->variadic || a->oldstyle != b->oldstyle)
        return false;
    for (int i = 0; i < a->nparams; i++) {
        if (!hd_type_same(a->params[i], b->params[i])) return false;
    }
    return true;
}

bool hd_type_same_unqual(const struct hd_type *a, const struct hd_type *b) {
    if (a == b || a->unqual == b->unqual) return true;
    if (a->kind != b->kind) return false;
    switch (a->kind) {
    case HD_TY_PTR: return hd_type_same(a->base, b->base);
    case HD_TY_MEMBER: return hd_type_same(a->base, b->base) && hd_type_same_unqual(a->of, b->of);
    case HD_TY_REF: return a->rvalue_ref == b->rvalue_ref && hd_type_same(a->base, b->base);
    case HD_TY_COMPLEX: return a->base == b->base;
    case HD_TY_ARRAY:
        if (a->vla_len || b->vla_len)
            return a->vla_len && b->vla_len && hd_type_same_unqual(a->base, b->base);
        return a->len == b->len && hd_type_same_unqual(a->base, b->base);
    case HD_TY_NDARRAY:
    case HD_TY_VECTOR: return a->len == b->len && hd_type_same(a->base, b->base);
    case HD_TY_FUNC:
        return a->of_object == b->of_object && a->is_noexcept == b->is_noexcept &&
               hd_type_same(a->base, b->base) && same_params(a, b);
    case HD_TY_RECORD: return a->record == b->record;
    case HD_TY_ENUM: return a->enumeration == b->enumeration;
    case HD_TY_TPARAM: return a->name == b->name;
    default: return true; // basic types: one per kind
    }
}

static unsigned top_quals(const struct hd_type *t) {
    while (t->kind == HD_TY_ARRAY) t = t->base;
    return t->quals;
}

bool hd_type_same(const struct hd_type *a, const struct hd_type *b) {
    return a == b || (top_quals(a) == top_quals(b) && hd_type_same_unqual(a, b));
}

bool hd_type_serves_as(const struct hd_type *a, const struct hd_type *b) {
    if (a->kind == HD_TY_FUNC && b->kind == HD_TY_FUNC && a->is_noexcept && !b->is_noexcept)
        return a->of_object == b->of_object && hd_type_same(a->base, b->base) && same_params(a, b);
    return hd_type_same(a, b);
}

static bool compatible_func(const struct hd_type *a, const struct hd_type *b) {
    if (a->is_noexcept != b->is_noexcept || !hd_type_compatible(a->base, b->base)) return false;
    if (a->oldstyle ||
        b->oldstyle) // C11 6.7.6.3p15: arguments are promoted, so their types are checked by nobody
        return !(a->variadic || b->variadic) &&
               (!a->nparams || !b->nparams || a->nparams == b->nparams);
    if (a->nparams != b->nparams || a->variadic != b->variadic) return false;
    for (int i = 0; i < a->nparams; i++) {
        const struct hd_type *p = a->params[i], *q = b->params[i];
        if (!hd_type_compatible(p->kind == HD_TY_REF ? p : p->unqual,
                                q->kind == HD_TY_REF ? q : q->unqual))
            return false;
    }
    return true;
}

bool hd_type_compatible(const struct hd_type *a, const struct hd_type *b) {
    if (a == b || a->kind == HD_TY_ERROR || b->kind == HD_TY_ERROR) return true;
    if (top_quals(a) != top_quals(b)) return false;
    if (a->kind != b->kind) {
        if (a->kind == HD_TY_ENUM && !a->enumeration->distinct && a->enumeration->underlying)
            return a->enumeration->underlying->kind == b->kind;
        if (b->kind == HD_TY_ENUM && !b->enumeration->distinct && b->enumeration->underlying)
            return b->enumeration->underlying->kind == a->kind;
        return false;
    }
    switch (a->kind) {
    case HD_TY_PTR: return hd_type_compatible(a->base, b->base);
    case HD_TY_REF: return a->rvalue_ref == b->rvalue_ref && hd_type_compatible(a->base, b->base);
    case HD_TY_ARRAY:
        return hd_type_compatible(a->base, b->base) &&
               (a->vla_len || b->vla_len || a->len < 0 || b->len < 0 || a->len == b->len);
    case HD_TY_FUNC: return compatible_func(a, b);
    default: return hd_type_same_unqual(a, b);
    }
}

static bool same_names(const struct hd_type *a, const struct hd_type *b, int depth) {
    if (hd_type_same_unqual(a, b)) return true;
    if (depth > HD_MOST_LEVELS || a->kind != b->kind) return false;
    switch (a->kind) {
    case HD_TY_REF:
        if (a->rvalue_ref != b->rvalue_ref) return false; // fall through
    case HD_TY_PTR: return same_names(a->base, b->base, depth + 1);
    case HD_TY_MEMBER:
        return same_names(a->base, b->base, depth + 1) && same_names(a->of, b->of, depth + 1);
    case HD_TY_ARRAY: return a->len == b->len && same_names(a->base, b->base, depth + 1);
    case HD_TY_ENUM: return a->size == b->size;
    case HD_TY_FUNC:
        if (a->nparams != b->nparams || a->variadic != b->variadic ||
            a->is_noexcept != b->is_noexcept)
            return false;
        for (int i = 0; i < a->nparams; i++)
            if (!same_names(a->params[i], b->params[i], depth + 1)) return false;
        return same_names(a->base, b->base, depth + 1);
    case HD_TY_RECORD:
        return a->record->tag == b->record->tag && a->record->is_union == b->record->is_union;
    default: return false;
    }
}

bool hd_type_same_names(const struct hd_type *a, const struct hd_type *b) {
    return same_names(a, b, 0);
}

static bool same_shape(const struct hd_type *a, const struct hd_type *b, int depth) {
    if (hd_type_same_unqual(a, b)) return true;
    if (depth > HD_MOST_LEVELS || a->kind != b->kind || a->size != b->size) return false;
    switch (a->kind) {
    case HD_TY_PTR:
    case HD_TY_REF: return same_names(a, b, depth); // wherever it leads
    case HD_TY_MEMBER: return same_names(a, b, depth) && same_shape(a->of, b->of, depth + 1);
    case HD_TY_ARRAY: return a->len == b->len && same_shape(a->base, b->base, depth + 1);
    case HD_TY_ENUM: return true;
    case HD_TY_FUNC: return same_names(a, b, depth);
    case HD_TY_RECORD:
        if (a->record == b->record) return true;
        if (a->record->nfields != b->record->nfields || a->record->is_union != b->record->is_union)
            return false;
        for (int i = 0; i < a->record->nfields; i++) {
            const struct hd_field *x = &a->record->fields[i], *y = &b->record->fields[i];
            if (x->name != y->name || x->offset != y->offset || x->is_bits != y->is_bits ||
                x->bit_offset != y->bit_offset || x->bit_width != y->bit_width)
                return false;
            if (!same_shape(x->type, y->type, depth + 1)) return false;
        }
        return true;
    default: return false;
    }
}

bool hd_type_same_shape(const struct hd_type *a, const struct hd_type *b) {
    return same_shape(a, b, 0);
}
