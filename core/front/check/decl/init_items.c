// The items of a flattened initialiser: adding, overriding, repeating, and what the whole of them
// amounts to.
//
// Items are stored in order, so a later one may override an earlier one; those that are overridden
// completely are dropped (C11 6.7.9p19). Values that are aggregates written in place (compound
// literals, T{...}) are flattened into the items. Zeros need no item when the object is zeroed
// first.
//
// Example: `int a[4] = {[0 ... 3] = 7, [1] = 0}` has an item at 0 repeated 4 times with stride 4,
// and one at 4.
#include <math.h>

#include "front/check/decl/init.h"

static uint64_t item_end(const struct hd_init_item *item) {
    uint64_t last = item->repeat > 1 ? (uint64_t)(item->repeat - 1) * item->stride : 0;
    return item->offset + last + item->value->type->size;
}

// Takes the elements of a repeated item that lie within [from, to) out of it; what is left may be
// two items.
static void split_repeat(struct build *b, int i, uint64_t from, uint64_t to) {
    struct hd_init_item item = b->items.v[i];
    int64_t size = (int64_t)item.value->type->size, stride = (int64_t)item.stride,
            base = (int64_t)item.offset;
    int64_t first = (int64_t)from <= base ? 0 : ((int64_t)from - base + stride - 1) / stride;
    int64_t end = (int64_t)to - size - base < 0 ? 0 : ((int64_t)to - size - base) / stride + 1;
    if (end > item.repeat) end = item.repeat;
    if (first >= end) return;
    b->items.v[i].repeat = first;
    if (first == 0) b->items.v[i].value = NULL;
    item.offset += (uint64_t)(end * stride);
    item.repeat -= end;
    if (item.repeat <= 0) return;
    HD_PUSH(b->c->arena, &b->items, item); // the rest goes behind its first part
    for (int k = b->items.n - 1; k > i + 1; k--) b->items.v[k] = b->items.v[k - 1];
    b->items.v[i + 1] = item;
    for (struct item_mark *m = b->marks; m; m = m->outer) m->from += m->from > i;
}

// Whether an object of the type has one of the class, or is one.
static bool has_object(const struct hd_type *type, const struct hd_record *r) {
    while (type->kind == HD_TY_ARRAY) type = type->base;
    if (type->kind != HD_TY_RECORD || type->record == r) return type->kind == HD_TY_RECORD;
    for (int i = 0; i < type->record->nfields; i++)
        if (has_object(type->record->fields[i].type, r)) return true;
    return false;
}

// What a constructor makes gives way to another value of that object only: members may lie where an
// empty base does, and the pointer to the table where a base's is.
static bool gives_way(const struct hd_init_item *item, const struct hd_type *by) {
    const struct hd_type *t = item->value->type;
    return !by || t->kind != HD_TY_RECORD || !t->record->has_ctors || has_object(by, t->record);
}

void items_kill(struct build *b, uint64_t offset, uint64_t size, const struct hd_field *bits,
                const struct hd_type *by) {
    if (!b->disordered || offset >= b->end) return;
    for (int i = 0; i < b->items.n; i++) {
        struct hd_init_item *item = &b->items.v[i];
        if (!item->value || item_end(item) <= offset || item->offset >= offset + size) continue;
        if (!gives_way(item, by)) continue;
        if (item->repeat > 1 && !bits && !item->bits)
            split_repeat(b, i, offset, offset + size);
        else if (bits ? item->bits == bits && item->offset == offset
                      : item->offset >= offset && item_end(item) <= offset + size)
            item->value = NULL;
    }
}

static bool is_reordered(const struct hd_type *type) {
    return type->kind == HD_TY_RECORD && type->record->reordered;
}

static const struct hd_init *written_in_place(const struct hd_expr *value) {
    if (value->kind == EX_INIT) return value->init;
    bool literal = value->kind == EX_LOAD && value->a->kind == EX_COMPOUND_LITERAL;
    return literal && hd_type_same_unqual(value->type, value->a->type) ? value->a->init : NULL;
}

void items_inline(struct build *b, uint64_t offset, const struct hd_init *inner) {
    for (int i = 0; i < inner->nitems; i++) {
        struct hd_init_item item = inner->items[i];
        item.offset += offset;
        if (item_end(&item) > b->end) b->end = item_end(&item);
        HD_PUSH(b->c->arena, &b->items, item);
    }
}

void item_add(struct build *b, uint64_t offset, const struct hd_field *bits,
              struct hd_expr *value) {
    if (is_error(value)) {
        b->failed = true;
        return;
    }
    const struct hd_record *r = is_reordered(value->type) ? value->type->record : NULL;
    // What lies behind a base's data is another's, which may have been made before it.
    bool shares = value->type->kind == HD_TY_RECORD && (b->c->building_base || (r && r->nvirtual));
    items_kill(b, offset, shares ? value->type->record->data_size : value->type->size, bits,
               value->type);
    const struct hd_init *inner =
        bits || r || hd_type_is_scalar(value->type) ? NULL : written_in_place(value);
    if (inner) {
        items_inline(b, offset, inner);
        return;
    }
    struct hd_init_item item = {.offset = offset, .bits = bits, .value = value, .repeat = 1};
    if (item_end(&item) > b->end) b->end = item_end(&item);
    HD_PUSH(b->c->arena, &b->items, item);
}

// The items from index `from` on stand for the first of `count` elements that are `stride` bytes
// apart.
void items_repeat(struct build *b, int from, int64_t count, uint64_t stride) {
    if (count <= 1 || !stride) return; // of nothing: `T a[2][0]`
    int n = b->items.n;
    b->end += (uint64_t)(count - 1) * stride; // at most
    for (int i = from; i < n; i++) {
        struct hd_init_item item = b->items.v[i];
        if (!item.value) continue;
        if (item.repeat <= 1) {
            b->items.v[i].repeat = count;
            b->items.v[i].stride = stride;
            continue;
        }
        if (count > (1 << 20)) {
            hd_error(b->c->diags, item.value->range, "this initialiser is too large");
            b->failed = true;
            return;
        }
        for (int64_t k = 1; k < count; k++) {
            item.offset += stride;
            HD_PUSH(b->c->arena, &b->items, item);
        }
    }
}

// ---- strings ------------------------------------------------------------------------------------

bool init_is_string(const struct hd_ast *ast, const struct hd_type *array) {
    const struct hd_type *e = array->base;
    return ast->kind == AST_STRING && array->kind == HD_TY_ARRAY && hd_type_is_integer(e) &&
           e->kind != HD_TY_BOOL && e->kind != HD_TY_ENUM && e->size <= 4;
}

void items_string(struct build *b, struct hd_type *type, uint64_t offset, struct hd_ast *ast) {
    struct check *c = b->c;
    struct hd_string *s = check_string(c, ast);
    if (!s) {
        b->failed = true;
        return;
    }
    if (s->type->base->size != type->base->size) {
        hd_error(c->diags, ast->range,
                 "this string cannot initialise `%s`: its characters have another size",
                 ty(c, type));
        b->failed = true;
        return;
    }
    int64_t need = (int64_t)s->len + 1;
    struct hd_type *full = hd_type_unqual(type);
    if (type->len < 0) {
        full = hd_type_array(c->arena, hd_type_unqual(type->base), need);
        uint64_t end = offset + full->size;
        if (offset > 0 && end > b->flex_end) b->flex_end = end;
        if (b->root_len < need) b->root_len = need;
    } else if (need - 1 > type->len && c->lang == HD_LANG_CU) {
        struct hd_diag *d =
            hd_error(c->diags, ast->range, "the string is too long for `%s`", ty(c, type));
        hd_help(c->diags, d,
                "it needs %lld characters, its final zero included; `[]` takes as many as it has",
                (long long)need);
    } else if (need - 1 > type->len) {
        warn(c, ast->range, "string-too-long", "the string is too long for `%s` and is cut",
             ty(c, type));
    } else if (need > type->len && c->lang == HD_LANG_CU) {
        warn(c, ast->range, "string-too-long", "the string's final zero does not fit in `%s`",
             ty(c, type));
    }
    struct hd_expr *value = expr_new(c, EX_STRING, full, ast->range);
    value->string = s;
    value->is_lvalue = true;
    item_add(b, offset, NULL, value);
}

// ---- values that members have without being mentioned -------------------------------------------

bool init_has_default(const struct hd_type *type, int depth) {
    while (type->kind == HD_TY_ARRAY) type = type->base;
    if (type->kind == HD_TY_MEMBER) return true; // null is not zero
    if (type->kind != HD_TY_RECORD || depth > HD_MOST_LEVELS) return false;
    const struct hd_record *r = type->record;
    if (r->fill || class_has_default(type) || r->is_polymorphic) return true;
    for (int i = 0; i < r->nfields; i++) {
        if (r->fields[i].init || init_has_default(r->fields[i].type, depth + 1)) return true;
    }
    return false;
}

// ---- initial values that name other members -----------------------------------------------------

// `this->n`: its place in the object.
static bool own_member(const struct hd_expr *e, const struct hd_sym *this, uint64_t *offset) {
    if (e->kind == EX_MEMBER && !e->is_bitfield && own_member(e->a, this, offset)) {
        *offset += e->offset;
        return true;
    }
    if (e->kind != EX_DEREF) return false;
    const struct hd_expr *p = drop_casts(e->a);
    *offset = 0;
    return p->kind == EX_LOAD && p->a->kind == EX_VAR && p->a->sym == this;
}

// The value with those that the members before it got in place of their names. NULL: one has none.
static struct hd_expr *with_values(struct build *b, struct hd_expr *e, const struct hd_sym *this,
                                   uint64_t object) {
    uint64_t offset;
    if (!e || !expr_names(e, this)) return e;
    if (e->kind == EX_LOAD && own_member(e->a, this, &offset)) {
        for (int i = b->items.n - 1; i >= 0; i--) {
            const struct hd_init_item *item = &b->items.v[i];
            if (item->value && item->offset == object + offset && item->repeat <= 1 &&
                hd_type_same_unqual(item->value->type, e->type))
                return expr_copy(b->c, item->value, item->value->range);
        }
        return NULL;
    }
    if (e->kind == EX_VAR) return NULL;
    struct hd_expr *copy = HD_NEW(b->c->arena, struct hd_expr);
    *copy = *e;
    if ((e->a && !(copy->a = with_values(b, e->a, this, object))) ||
        (e->b && !(copy->b = with_values(b, e->b, this, object))) ||
        (e->c && !(copy->c = with_values(b, e->c, this, object))) || e->kind == EX_INIT)
        return NULL;
    if (e->nargs) copy->args = HD_NEW_ARRAY(b->c->arena, struct hd_expr *, e->nargs);
    for (int i = 0; i < e->nargs; i++)
        if (!(copy->args[i] = with_values(b, e->args[i], this, object))) return NULL;
    return copy;
}

void item_default(struct build *b, const struct hd_field *f, uint64_t offset) {
    struct late_default late = {f, offset};
    if (f->init_this) {
        HD_PUSH(b->c->arena, &b->late, late);
        return;
    }
    struct hd_expr *value = expr_copy(b->c, f->init, f->init->range);
    note_uses(b->c, value); // it was checked with its class
    item_add(b, offset + f->offset, f->is_bits ? f : NULL, value);
}

static bool has_item(const struct build *b, uint64_t from, uint64_t size) {
    for (int i = 0; i < b->items.n; i++)
        if (b->items.v[i].value && b->items.v[i].offset >= from &&
            b->items.v[i].offset < from + size)
            return true;
    return false;
}

static void items_late(struct build *b, int first) {
    for (int i = first; i < b->late.n; i++) {
        const struct hd_field *f = b->late.v[i].field;
        uint64_t object = b->late.v[i].object;
        if (has_item(b, object + f->offset, f->type->size)) continue; // it was given
        struct hd_expr *value = with_values(b, f->init, f->init_this, object);
        if (value) {
            note_uses(b->c, value);
            item_add(b, object + f->offset, f->is_bits ? f : NULL, value);
            continue;
        }
        struct hd_diag *d = hd_error(b->c->diags, f->init->range,
                                     "the initial value of `%s` needs the object itself, which is"
                                     " made without a constructor",
                                     f->name ? f->name : "this member");
        hd_help(b->c->diags, d, "write a constructor: an empty one will do");
        b->failed = true;
    }
    b->late.n = first;
}

static bool makes_several(const struct build *b, int from) {
    int n = 0;
    for (int i = from; i < b->items.n; i++)
        n += b->items.v[i].value && b->items.v[i].value->constructs;
    return n > 1;
}

void items_default(struct build *b, struct hd_type *type, uint64_t offset) {
    if (!init_has_default(type, 0)) return;
    if (type->kind == HD_TY_ARRAY && type->len < 1) return; // no element is made
    b->disordered = true;
    if (type->kind == HD_TY_ARRAY) {
        int from = b->items.n, late = b->late.n;
        items_default(b, type->base, offset);
        items_late(b, late);
        if (makes_several(b, from) && type->base->kind == HD_TY_RECORD) { // each is made as a whole
            struct hd_range range = {type->base->record->loc, type->base->record->loc};
            struct hd_init_item whole = {.offset = offset, .repeat = 1};
            whole.value = class_alone(b->c, hd_type_unqual(type->base), range);
            b->items.n = from;
            HD_PUSH(b->c->arena, &b->items, whole);
        }
        items_repeat(b, from, type->len, type->base->size);
        return;
    }
    if (type->kind == HD_TY_MEMBER) {
        item_add(b, offset, NULL, member_pointer_null(b->c, type, (struct hd_range){0, 0}));
        return;
    }
    const struct hd_record *r = type->record, *outer = b->c->access_in;
    bool is_base = b->c->building_base; // which making the value forgets
    if (class_has_default(type)) {
        b->c->access_in = r; // who asks for this has asked class_default_ok
        struct hd_expr *value =
            class_default(b->c, hd_type_unqual(type), (struct hd_range){r->loc, r->loc});
        b->c->access_in = outer;
        b->c->building_base = is_base;
        item_add(b, offset, NULL, value);
        return;
    }
    if (r->reordered) {
        struct hd_expr *value =
            class_alone(b->c, hd_type_unqual(type), (struct hd_range){r->loc, r->loc});
        b->c->building_base = is_base;
        item_add(b, offset, NULL, value);
        return;
    }
    for (int i = 0; i < (r->is_union && r->nfields ? 1 : r->nfields); i++) {
        const struct hd_field *f = &r->fields[i];
        uint64_t at = offset + f->offset;
        b->c->building_base = f->is_base;
        if (f->init)
            item_default(b, f, offset);
        else if (f->is_vptr)
            continue;
        else if (r->fill && hd_type_is_integer(f->type))
            item_add(b, at, NULL, expr_int(b->c, hd_type_unqual(f->type), r->fill, f->range));
        else
            items_default(b, f->type, at);
    }
    b->c->building_base = false;
    items_pointers(b, r, offset);
}

// ---- the whole ----------------------------------------------------------------------------------

static bool is_plain_zero(const struct hd_const *v) {
    switch (v->kind) {
    case CONST_INT: return v->i == 0;
    case CONST_FLOAT: return v->f == 0 && !signbit(v->f);
    case CONST_ADDR: return !hd_const_is_symbolic(v) && v->offset == 0;
    default: return false;
    }
}

// Objects are made in the order of the members, whatever order the items came in: those that a list
// does not mention were put first.
static void in_member_order(struct hd_init_item *v, int n) {
    bool makes = false;
    for (int i = 0; i < n && !makes; i++)
        makes = v[i].value->constructs || v[i].value->type->kind == HD_TY_RECORD;
    for (int i = 1; i < n && makes; i++) {
        struct hd_init_item item = v[i];
        int k = i;
        for (; k > 0 && v[k - 1].offset > item.offset; k--) v[k] = v[k - 1];
        v[k] = item;
    }
}

// Of a base whose room is shared with others in the whole object: no more than its members is set.
void init_is_part(struct hd_init *init) {
    init->covers = true;
    init->constant = false;
}

struct hd_init *items_finish(struct build *b) {
    struct check *c = b->c;
    struct hd_init *init = HD_NEW(c->arena, struct hd_init);
    items_late(b, 0);
    if (b->root->kind == HD_TY_MEMBER && !b->items.n) items_default(b, b->root, 0);
    init->type = b->root;
    if (b->root->kind == HD_TY_ARRAY && b->root->len < 0 && !b->root->vla_len)
        init->type = hd_type_array(c->arena, b->root->base, b->root_len);
    if (b->flex_end > init->type->size && init->type->kind == HD_TY_RECORD) {
        struct hd_type *grown =
            HD_NEW(c->arena, struct hd_type); // the object is larger than its type
        *grown = *init->type;
        grown->size = HD_ROUND_UP(b->flex_end, grown->align);
        grown->ptr_to = NULL;
        init->type = grown;
    }
    bool aggregate = !hd_type_is_scalar(b->root) && b->root->kind != HD_TY_REF;
    bool bits = false;
    uint64_t bytes = 0;
    int n = 0;
    init->constant = !b->failed;
    for (int i = 0; i < b->items.n; i++) {
        struct hd_init_item *item = &b->items.v[i];
        struct hd_const v;
        if (!item->value) continue;
        if (item->value->kind != EX_STRING) {
            bool known = hd_const_eval(item->value, &v);
            if (c->wants_constant && c->lang == HD_LANG_CU)
                known = known && const_must(item->value, &v);
            if (known && aggregate && !b->disordered && is_plain_zero(&v)) continue;
            if (known) item->value = constant_value(c, item->value, &v);
            init->constant = init->constant && known;
        }
        bits = bits || item->bits;
        bytes += item->value->type->size * (uint64_t)(item->repeat > 1 ? item->repeat : 1);
        b->items.v[n++] = *item;
    }
    if (b->disordered && !is_reordered(b->root)) in_member_order(b->items.v, n);
    init->items = b->items.v;
    init->nitems = n;
    init->covers = n > 0 && !bits && !b->disordered && bytes == init->type->size;
    if (b->root->kind == HD_TY_REF) init->covers = n == 1;
    init_guard(c, init);
    return init;
}
