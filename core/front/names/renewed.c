// What becomes of a variable's value when a type that it is made of was defined anew.
//
// Example: `struct P { int x; };` is defined anew as `struct P { int x; float y; };`.
//
// - `P one; P few[3];` move: each member to its like, by name and type.
// - `P *p = &one;` keeps its bytes; `one` has moved, so p is set to where it is now.
// - `P *d; cudaMalloc(&d, n);` keeps its bytes; that the memory is laid out as before is said.
// - `P (*f)(P); int Q::*m;` keep their bytes: stubs and offsets mean the same.
// - `std::vector<P> v(3);` is made anew, which is said: only its own code could tell where the
//   memory that it owns holds a P.
//
// So memory that a program asked for stays as it is, and nothing here guesses what lies in it.
#include "front/names/global.h"

#include <stdlib.h>

enum question { CHANGED, LEADS, OWNS, OWNS_OF_LIBRARY };

struct asked {
    enum question what;
    const struct hd_type *to, *from;
};
struct walk { // through types that lead to each other, each of them once
    HD_VEC(struct asked) asked;
};

static bool is_asked(struct walk *w, enum question what, const struct hd_type *to,
                     const struct hd_type *from) {
    for (int i = 0; i < w->asked.n; i++) {
        const struct asked *a = &w->asked.v[i];
        if (a->what == what && a->to == to && a->from == from) return true;
    }
    HD_XPUSH(&w->asked, ((struct asked){what, to, from}));
    return false;
}

static bool is_whole(const struct hd_record *r) { return r->complete && !r->pending; }

// The struct that differs in `to`, as it is or where its pointers lead; NULL: none does.
static const char *changed(struct walk *w, const struct hd_type *to, const struct hd_type *from) {
    if (to == from || to->kind != from->kind) return NULL;
    switch (to->kind) {
    case HD_TY_PTR:
    case HD_TY_REF:
    case HD_TY_ARRAY: return changed(w, to->base, from->base);
    case HD_TY_RECORD: break;
    default: return NULL;
    }
    if (is_asked(w, CHANGED, to, from)) return NULL;
    const struct hd_record *a = to->record, *b = from->record;
    if (a == b || !is_whole(a) || !is_whole(b)) return NULL;
    for (int i = 0; i < a->nfields && i < b->nfields; i++) { // the innermost is to blame
        const char *tag = changed(w, a->fields[i].type, b->fields[i].type);
        if (tag) return tag;
    }
    return hd_type_same_shape(to, from) ? NULL : a->tag;
}

const struct hd_field *hd_renewed_field(const struct hd_record *from, const struct hd_field *field,
                                        int at) {
    if (!field->name) {
        if (at >= from->nfields) return NULL;
        const struct hd_field *same = &from->fields[at];
        return same->name || same->is_bits ? NULL : same;
    }
    for (int i = 0; i < from->nfields; i++)
        if (from->fields[i].name == field->name) return &from->fields[i];
    return NULL;
}

// The struct that a pointer in it leads to and that differs.
static const char *leads_to(struct walk *w, const struct hd_type *to, const struct hd_type *from) {
    if (to == from || to->kind != from->kind) return NULL;
    if (to->kind == HD_TY_PTR || to->kind == HD_TY_REF) return changed(w, to->base, from->base);
    if (to->kind == HD_TY_ARRAY) return leads_to(w, to->base, from->base);
    if (to->kind != HD_TY_RECORD || to->record == from->record) return NULL;
    if (is_asked(w, LEADS, to, from)) return NULL;
    for (int i = 0; i < to->record->nfields; i++) {
        const struct hd_field *field = &to->record->fields[i];
        const struct hd_field *old = hd_renewed_field(from->record, field, i);
        const char *tag = old ? leads_to(w, field->type, old->type) : NULL;
        if (tag) return tag;
    }
    return NULL;
}

static const char *owns(struct walk *w, const struct hd_type *to, const struct hd_type *from,
                        bool library, int depth);

static const char *argument_changed(struct walk *w, const struct hd_targ *to,
                                    const struct hd_targ *from) {
    if (to->npack != from->npack) return NULL;
    for (int i = 0; i < to->npack; i++) {
        const char *tag = argument_changed(w, &to->pack[i], &from->pack[i]);
        if (tag) return tag;
    }
    const struct hd_type *a = to->type, *b = from->type;
    if (!a || !b || to->is_value) return NULL;
    if (a->kind == HD_TY_FUNC && b->kind == HD_TY_FUNC) { // what std::function is called with
        for (int i = 0; i < a->nparams && i < b->nparams; i++) {
            const char *tag = changed(w, a->params[i], b->params[i]);
            if (tag) return tag;
        }
        return changed(w, a->base, b->base);
    }
    if (a->kind == b->kind && !hd_type_same_shape(a, b)) return changed(w, a, b);
    return owns(w, a, b, false, 1);
}

// Classes with a copy constructor or destructor of their own have memory of their own.
static bool has_own_code(const struct hd_record *r) {
    int own = 1 << SPECIAL_COPY | 1 << SPECIAL_MOVE | 1 << SPECIAL_DTOR;
    return r->nontrivial & r->declared & own;
}

// What lies in an object's memory, behind a pointer that it has.
static const char *memory_owns(struct walk *w, const struct hd_type *to, const struct hd_type *from,
                               bool library, int depth) {
    const char *tag = owns(w, to, from, library, depth + 1);
    return tag || hd_type_same_shape(to, from) ? tag : changed(w, to, from);
}

static const char *record_owns(struct walk *w, const struct hd_record *to,
                               const struct hd_record *from, bool library, int depth) {
    bool own_code = has_own_code(to) || has_own_code(from);
    if (library && own_code && to->instance && from->instance)
        for (int i = 0; i < to->instance->n && i < from->instance->n; i++) {
            const char *tag = argument_changed(w, &to->instance->args[i], &from->instance->args[i]);
            if (tag) return tag;
        }
    for (int i = 0; i < to->nfields; i++) {
        const struct hd_field *field = &to->fields[i], *old = hd_renewed_field(from, field, i);
        if (!old) continue;
        const char *tag = owns(w, field->type, old->type, library, depth + 1);
        if (!tag && own_code && field->type->kind == HD_TY_PTR && old->type->kind == HD_TY_PTR)
            tag = memory_owns(w, field->type->base, old->type->base, library, depth);
        if (tag) return tag;
    }
    return NULL;
}

// The struct that differs in what an object owns, so that it cannot be kept; NULL: it can be. In
// library: of a class of a header, of which no member is moved without the others.
static const char *owns(struct walk *w, const struct hd_type *to, const struct hd_type *from,
                        bool library, int depth) {
    if (to == from || to->kind != from->kind) return NULL;
    if (to->kind == HD_TY_ARRAY) {
        if (library && to->len != from->len) return "?"; // bytes in which objects are made
        return owns(w, to->base, from->base, library, depth + 1);
    }
    if (to->kind != HD_TY_RECORD || to->record == from->record) return NULL;
    if (is_asked(w, library ? OWNS_OF_LIBRARY : OWNS, to, from)) return NULL;
    const struct hd_record *a = to->record, *b = from->record;
    if (a->is_union) return (library || depth == 0) && !hd_type_same_shape(to, from) ? "?" : NULL;
    return record_owns(w, a, b, library || (a->def && a->def->system), depth);
}

enum renewal renewal_of(const struct hd_type *to, const struct hd_type *from, const char **tag) {
    *tag = NULL;
    if (!hd_type_same_names(to, from) && !hd_type_same_shape(to, from)) {
        const struct hd_type *a = to, *b = from;
        while (a->kind == HD_TY_ARRAY && b->kind == HD_TY_ARRAY) { // `P few[N]`, and N has changed
            a = a->base;
            b = b->base;
        }
        if (a == to || a->kind != HD_TY_RECORD || !hd_type_same_names(a, b)) return RENEWAL_NONE;
    }
    struct walk w = {0};
    *tag = owns(&w, to, from, false, 0);
    bool anew = *tag != NULL;
    if (anew && **tag == '?') *tag = changed(&w, to, from);
    if (!anew) *tag = leads_to(&w, to, from);
    HD_FREE_VEC(&w.asked);
    return anew ? RENEWAL_ANEW : hd_type_same_shape(to, from) ? RENEWAL_KEEPS : RENEWAL_MOVES;
}
