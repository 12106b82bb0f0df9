// Objects of constant evaluation, and the local variables that name them.
//
// An object is its bytes and, for each byte, what sort of scalar was stored there: a scalar may be
// read where one of its sort was stored, or where bytes of any type are (zeros, those of a constant
// of the session). An address has no bytes: where one is stored there is its number in the object's
// list of pointers. Objects whose life has ended are used again, with another number of their life,
// which addresses carry: so an address of a dead object is known as such.
//
// Constants of the session become objects when they are first read; addresses go on naming their
// symbols, since such an address is a constant itself.
//
// Example: `int x[2]; x[0] = 1;` is 01 00 00 00 .. .. .. .. with the sorts I4 I4 I4 I4 - - - -; to
// read x[1] is no constant expression.
#include <string.h>

#include "front/check/const/const.h"

struct object {
    struct hd_sym id; // first: what addresses of it name
    const struct hd_sym *of;
    uint8_t *bytes, *sorts;
    uint64_t size, room;
    uint32_t life;
    bool is_constant;
    HD_VEC(struct hd_const) pointers;
    struct object *next;
};

enum sort { // of a byte
    SORT_UNSET,
    SORT_ANY,
    SORT_BITS,    // has bits of a bit-field
    SORT_POINTER, // the first of 8 that are a number in the list of pointers
    SORT_REST,    // one of the others
    SORT_INT = 0x20,
    SORT_FLOAT = 0x40,
    SORT_BRAIN = 0x60,
    SORT_ADDRESS = 0x80,
    SORT_MEMBER = 0xa0, // these with the scalar's size
};
enum { LEAST_ROOM = 16 };

static const char object_mark[] = "<object>"; // the name of every object's symbol

bool memory_is_object(const struct hd_sym *sym) { return sym->name == object_mark; }

// ---- objects ------------------------------------------------------------------------------------

struct hd_arena *eval_arena(struct eval *ev) {
    if (!ev->arena) ev->arena = hd_arena_create();
    return ev->arena;
}

struct object *object_make(struct eval *ev, const struct hd_type *type, uint64_t size,
                           const struct hd_sym *of) {
    int log = 0;
    uint64_t room = LEAST_ROOM;
    for (; room < size && log < HD_COUNT(ev->unused) - 1; room *= 2) log++;
    if (room < size) return NULL;
    eval_arena(ev);
    struct object *o = ev->unused[log];
    if (o) {
        ev->unused[log] = o->next;
        memset(o->bytes, 0, size);
        memset(o->sorts, 0, size);
        o->pointers.n = 0;
    } else {
        if (hd_arena_bytes(ev->arena) + 2 * room > CONST_MEMORY) return NULL;
        o = HD_NEW(ev->arena, struct object);
        o->id.kind = SYM_VAR;
        o->id.name = object_mark;
        o->bytes = hd_alloc(ev->arena, 2 * room);
        o->sorts = o->bytes + room;
        o->room = room;
    }
    o->id.type = (struct hd_type *)type;
    o->of = of;
    o->size = size;
    o->is_constant = false;
    return o;
}

static void object_release(struct eval *ev, struct object *o) {
    int log = 0;
    for (uint64_t room = LEAST_ROOM; room < o->room; room *= 2) log++;
    o->life++;
    o->next = ev->unused[log];
    ev->unused[log] = o;
}

struct hd_const object_address(const struct object *o, int64_t offset, uint64_t size) {
    return (struct hd_const){.kind = CONST_ADDR,
                             .sym = (struct hd_sym *)&o->id,
                             .life = o->life,
                             .offset = offset,
                             .low = offset,
                             .high = offset + (int64_t)size};
}

const struct hd_sym *object_variable(const struct object *o) { return o->of; }
const uint8_t *object_bytes(const struct object *o) { return o->bytes; }

bool object_pointer(const struct object *o, int *i, uint64_t *offset, struct hd_const *out) {
    for (; o->pointers.n && (uint64_t)*i + 8 <= o->size; (*i)++) {
        uint64_t number;
        if (o->sorts[*i] != SORT_POINTER) continue;
        memcpy(&number, o->bytes + *i, sizeof number);
        *offset = (uint64_t)*i;
        *out = o->pointers.v[number];
        *i += 8;
        return true;
    }
    return false;
}

// ---- local variables ----------------------------------------------------------------------------

struct const_local *local_add(struct eval *ev, const struct hd_sym *sym, const void *owner,
                              struct object *o) {
    struct const_local local = {.sym = sym, .owner = owner, .object = o};
    HD_PUSH(ev->arena, &ev->locals, local);
    return &ev->locals.v[ev->locals.n - 1];
}

struct const_local *local_find(struct eval *ev, const struct hd_sym *sym, const void *owner) {
    for (int i = ev->locals.n - 1; i >= ev->frame->locals; i--) {
        struct const_local *l = &ev->locals.v[i];
        if (l->sym == sym && l->owner == owner) return l;
    }
    return NULL;
}

void locals_end(struct eval *ev, int from) {
    while (ev->locals.n > from) {
        struct const_local *l = &ev->locals.v[--ev->locals.n];
        if (!l->borrowed) object_release(ev, l->object);
    }
}

// ---- places -------------------------------------------------------------------------------------

static bool is_const_object(const struct hd_sym *sym) {
    if (sym->is_table) return true;
    const struct hd_type *t = sym->type;
    while (t->kind == HD_TY_ARRAY) t = t->base;
    return ((t->quals & Q_CONST) || (sym->spec & SPEC_CONSTEXPR)) && !(t->quals & Q_VOLATILE);
}

// [expr.const]p4: of what is only `const`, the integers.
static bool is_usable(struct eval *ev, const struct hd_expr *e, const struct hd_sym *sym) {
    if (!ev->must || sym->kind != SYM_VAR || (sym->spec & SPEC_CONSTEXPR) || sym->is_table ||
        (sym->def && sym->def->system) || hd_type_is_integer(sym->type) ||
        sym->type->kind == HD_TY_REF || !is_const_object(sym))
        return true;
    return not_const(ev, e, "`%s` is `const`, but only `constexpr` makes it a constant here",
                     sym->name ? sym->name : "this object");
}

static struct object *constant_object(struct eval *ev, const struct hd_expr *e,
                                      const struct hd_sym *sym) {
    for (int i = ev->globals.n - 1; i >= 0; i--)
        if (ev->globals.v[i].sym == sym) return ev->globals.v[i].object;
    if (sym->kind != SYM_VAR || !sym->init || !sym->init->constant || !is_const_object(sym)) {
        not_const(ev, e, "the value of `%s` is not known while compiling",
                  sym->name ? sym->name : "this object");
        return NULL;
    }
    if (!is_usable(ev, e, sym)) return NULL;
    struct object *o = object_make(ev, sym->type, sym->init->type->size, sym);
    if (!o) return NULL;
    struct hd_const at = object_address(o, 0, o->size);
    HD_PUSH(ev->arena, &ev->globals, ((struct const_local){.sym = sym, .object = o}));
    if (!eval_init(ev, sym->init, &at)) return NULL;
    o->is_constant = true;
    return o;
}

struct object *place_object(struct eval *ev, const struct hd_expr *e, const struct hd_const *at) {
    if (!at->sym) {
        not_const(ev, e, "this is %s", at->offset ? "an address and no object" : "a null pointer");
        return NULL;
    }
    if (!memory_is_object(at->sym)) return constant_object(ev, e, at->sym);
    struct object *o = (struct object *)at->sym;
    if (o->life == at->life) return o;
    not_const(ev, e, "this is used after the end of its life");
    return NULL;
}

static bool outside(struct eval *ev, const struct hd_expr *e, const struct hd_const *at,
                    uint64_t size) {
    int64_t unit = size ? (int64_t)size : 1;
    if (at->high > at->low && (at->high - at->low) % unit == 0 && at->high - at->low > unit)
        return not_const(ev, e, "element %lld lies outside of an array of %lld",
                         (long long)((at->offset - at->low) / unit),
                         (long long)((at->high - at->low) / unit));
    return not_const(ev, e, "this lies outside of its object");
}

// The part of an object at a place. NULL: said why.
static struct object *part(struct eval *ev, const struct hd_expr *e, const struct hd_const *at,
                           uint64_t size) {
    struct object *o = place_object(ev, e, at);
    if (!o) return NULL;
    int64_t low = 0, high = (int64_t)o->size;
    if (at->high > at->low && at->low >= 0 && at->high <= high) {
        low = at->low;
        high = at->high;
    }
    if (at->offset >= low && at->offset + (int64_t)size <= high) return o;
    outside(ev, e, at, size);
    return NULL;
}

// ---- scalars ------------------------------------------------------------------------------------

static uint8_t sort_of(const struct hd_type *type) {
    uint8_t size = (uint8_t)(type->size & 0x1f);
    if (hd_type_is_integer(type)) return SORT_INT | size;
    switch (type->kind) {
    case HD_TY_BF16: return SORT_BRAIN | size;
    case HD_TY_COMPLEX: return (uint8_t)(SORT_FLOAT | type->base->size);
    case HD_TY_MEMBER: return SORT_MEMBER | size;
    case HD_TY_PTR:
    case HD_TY_NULLPTR:
    case HD_TY_REF: return SORT_ADDRESS | size;
    default: return SORT_FLOAT | size;
    }
}

static uint64_t width(const struct hd_type *type, const struct hd_field *bits) {
    return bits ? (bits->bit_offset + bits->bit_width + 7u) / 8 : type->size;
}

bool object_is_set(const struct object *o, uint64_t offset) {
    return offset < o->size && o->sorts[offset] != SORT_UNSET;
}

static bool unset(struct eval *ev, const struct hd_expr *e, const struct object *o, uint8_t sort) {
    if (sort != SORT_UNSET)
        return not_const(ev, e, "this is not what was stored here: another member of a union?");
    if (o->of && o->of->name && hd_type_is_scalar(o->of->type))
        return not_const(ev, e, "`%s` is read before it is given a value", o->of->name);
    if (o->of && o->of->name)
        return not_const(ev, e, "this part of `%s` is read before it is given a value",
                         o->of->name);
    return not_const(ev, e, "this is read before it is given a value");
}

static bool object_load(struct eval *ev, const struct hd_expr *e, const struct object *o,
                        int64_t offset, const struct hd_type *type, const struct hd_field *bits,
                        struct hd_const *out) {
    const uint8_t *sorts = o->sorts + offset, *bytes = o->bytes + offset;
    uint64_t size = width(type, bits);
    if (sorts[0] == SORT_POINTER && type->size == 8 && !bits) {
        uint64_t number;
        memcpy(&number, bytes, sizeof number);
        *out = o->pointers.v[number];
        return true;
    }
    uint8_t want = bits ? SORT_BITS : sort_of(type);
    uint64_t first = bits ? bits->bit_offset / 8 : 0; // before it may be another member
    for (uint64_t i = first; i < size; i += size - first > 1 ? size - first - 1 : 1)
        if (sorts[i] != want && sorts[i] != SORT_ANY) return unset(ev, e, o, sorts[i]);
    if (bits || sort_of(type) < SORT_ADDRESS || type->kind == HD_TY_MEMBER)
        return const_read(bytes, type, bits, out);
    *out = (struct hd_const){.kind = CONST_ADDR};
    memcpy(&out->offset, bytes, sizeof out->offset);
    return true;
}

static bool string_element(const struct hd_string *s, int64_t offset, const struct hd_type *type,
                           struct hd_const *out) {
    uint64_t size = s->type->base->size, bytes = (s->len + 1) * size;
    if (offset < 0 || (uint64_t)offset + type->size > bytes || !hd_type_is_integer(type))
        return false;
    return const_read((const char *)s->data + offset, type, NULL, out);
}

bool place_load(struct eval *ev, const struct hd_expr *e, const struct const_place *place,
                const struct hd_type *type, struct hd_const *out) {
    const struct hd_const *at = &place->at;
    const struct hd_sym *sym = at->sym;
    if (at->string)
        return (!place->bits && string_element(at->string, at->offset, type, out)) ||
               outside(ev, e, at, type->size);
    if (sym && sym->kind == SYM_VAR && sym->is_const_value && sym->value && at->offset == 0 &&
        !place->bits && hd_type_is_scalar(sym->type) && type->size == sym->type->size) {
        *out = *sym->value;
        return is_usable(ev, e, sym);
    }
    if (place->is_mutable && sym && !memory_is_object(sym))
        return not_const(ev, e, "a mutable member of what lives outside of this evaluation");
    struct object *o = part(ev, e, at, width(type, place->bits));
    return o && object_load(ev, e, o, at->offset, type, place->bits, out);
}

// An object that may be written.
static struct object *writable(struct eval *ev, const struct hd_expr *e, const struct hd_const *at,
                               uint64_t size) {
    struct object *o = part(ev, e, at, size);
    if (!o || !o->is_constant) return o;
    not_const(ev, e, "`%s` lives outside of this evaluation: it cannot be changed here",
              o->of && o->of->name ? o->of->name : "this object");
    return NULL;
}

bool place_store(struct eval *ev, const struct hd_expr *e, const struct const_place *place,
                 const struct hd_type *type, const struct hd_const *value) {
    const struct hd_const *at = &place->at;
    uint64_t size = width(type, place->bits);
    struct object *o = writable(ev, e, at, size);
    if (!o) return false;
    uint8_t *sorts = o->sorts + at->offset, *bytes = o->bytes + at->offset;
    if (hd_const_is_symbolic(value)) {
        if (size != 8 || place->bits) return not_const(ev, e, "an address has no bits of its own");
        uint64_t number = (uint64_t)o->pointers.n;
        if (sorts[0] == SORT_POINTER) {
            memcpy(&number, bytes, sizeof number);
            o->pointers.v[number] = *value;
            return true;
        }
        HD_PUSH(ev->arena, &o->pointers, *value);
        memcpy(bytes, &number, sizeof number);
        memset(sorts, SORT_REST, 8);
        sorts[0] = SORT_POINTER;
        return true;
    }
    for (uint64_t i = place->bits ? place->bits->bit_offset / 8 : size; i < size; i++) {
        if (sorts[i] != SORT_BITS && sorts[i] != SORT_ANY) bytes[i] = 0;
        sorts[i] = SORT_BITS;
    }
    if (!place->bits) memset(sorts, sort_of(type), size);
    return const_write(bytes, type, place->bits, value);
}

// ---- whole objects ------------------------------------------------------------------------------

bool place_zero(struct eval *ev, const struct hd_expr *e, const struct hd_const *at,
                uint64_t size) {
    struct object *o = writable(ev, e, at, size);
    if (!o) return false;
    memset(o->bytes + at->offset, 0, size);
    memset(o->sorts + at->offset, SORT_ANY, size);
    return true;
}

bool place_bytes(struct eval *ev, const struct hd_expr *e, const struct hd_const *at,
                 const void *bytes, uint64_t size) {
    struct object *o = writable(ev, e, at, size);
    if (!o) return false;
    memcpy(o->bytes + at->offset, bytes, size);
    memset(o->sorts + at->offset, SORT_ANY, size);
    return true;
}

bool place_untyped(struct eval *ev, const struct hd_expr *e, const struct hd_const *at,
                   uint64_t size) {
    struct object *o = size ? writable(ev, e, at, size) : NULL;
    for (uint64_t i = 0; o && i < size; i++) {
        uint8_t *sort = &o->sorts[at->offset + (int64_t)i];
        if (*sort >= SORT_INT && *sort < SORT_ADDRESS) *sort = SORT_ANY;
    }
    return o || size == 0;
}

bool place_byte(struct eval *ev, const struct hd_expr *e, const struct hd_const *at, uint8_t *out) {
    struct hd_const v;
    if (at->string) {
        if (!string_element(at->string, at->offset, hd_ty.uchar, &v)) return outside(ev, e, at, 1);
        *out = (uint8_t)v.i;
        return true;
    }
    struct object *o = part(ev, e, at, 1);
    if (!o) return false;
    uint8_t sort = o->sorts[at->offset];
    if (sort == SORT_POINTER || sort == SORT_REST)
        return not_const(ev, e, "an address has no bytes while compiling");
    *out = o->bytes[at->offset];
    return sort != SORT_UNSET || unset(ev, e, o, sort);
}

bool place_copy(struct eval *ev, const struct hd_expr *e, const struct hd_const *to,
                const struct hd_const *from, const struct hd_type *type) {
    uint64_t size = type->size;
    if (type->kind == HD_TY_RECORD) // behind a base's data may stand members of what it is part of
        size = type->record->is_empty ? 0 : type->record->data_size;
    return place_move(ev, e, to, from, size);
}

bool place_move(struct eval *ev, const struct hd_expr *e, const struct hd_const *to,
                const struct hd_const *from, uint64_t size) {
    if (size == 0) return true;
    if (from->string) {
        const struct hd_string *s = from->string;
        uint64_t have = (s->len + 1) * s->type->base->size;
        if (from->offset < 0 || (uint64_t)from->offset + size > have)
            return outside(ev, e, from, size);
        return place_bytes(ev, e, to, (const char *)s->data + from->offset, size);
    }
    struct object *source = part(ev, e, from, size), *o = writable(ev, e, to, size);
    if (!source || !o) return false;
    memmove(o->bytes + to->offset, source->bytes + from->offset, size);
    memmove(o->sorts + to->offset, source->sorts + from->offset, size);
    ev->steps -= (long)(size / 64);
    for (uint64_t i = 0; source->pointers.n && i + 8 <= size;
         i++) { // each place has its own number
        uint64_t number, mine = (uint64_t)o->pointers.n;
        if (o->sorts[to->offset + (int64_t)i] != SORT_POINTER) continue;
        memcpy(&number, o->bytes + to->offset + i, sizeof number);
        struct hd_const pointer = source->pointers.v[number];
        HD_PUSH(ev->arena, &o->pointers, pointer);
        memcpy(o->bytes + to->offset + i, &mine, sizeof mine);
        i += 7;
    }
    return true;
}
