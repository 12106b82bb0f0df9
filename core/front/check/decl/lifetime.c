// Temporaries that live as long as the variable that is bound to them (C++17 [class.temporary]p6):
// what a reference refers to, and the elements of a std::initializer_list.
//
// A local variable's temporary is destroyed where the variable is. That of a variable with static
// storage is a variable itself: the reference `r` at the prompt refers to `r::__value`, which stays
// as long as `r` does.
//
// Example: `const std::string &r = a + b;` `auto list = {a, b};`
#include "front/check/decl/decl.h"
#include "front/check/decl/init.h"

static struct hd_expr *in_items(const struct hd_init *init, bool ends);

// The first temporary that the value is bound to, itself or by a part of it; NULL: none. ends: one
// that is to be destroyed.
static struct hd_expr *in_value(struct hd_expr *e, bool ends) {
    for (;;) {
        switch (e->kind) {
        case EX_TEMP: return !ends || e->b ? e : NULL;
        case EX_ADDR:
        case EX_DEREF: // of an array's element, or of what stands for a base
        case EX_PTR_ADD:
        case EX_MEMBER:
        case EX_DECAY: e = e->a; break;
        case EX_COMMA: e = e->b; break;
        case EX_CAST:
            if (e->cast != CAST_NOOP) return NULL;
            e = e->a;
            break;
        case EX_INIT: return in_items(e->init, ends); // a list, or an aggregate with references
        default: return NULL;
        }
    }
}

// Whether what lies there keeps what it points to: a reference, or a list's pointer to its
// elements. Other pointers do not, though their value may look alike (`const T *p = f().array`).
static bool keeps(const struct hd_type *type, uint64_t offset) {
    while (type->kind == HD_TY_ARRAY && type->base->size) {
        offset %= type->base->size;
        type = type->base;
    }
    if (type->kind == HD_TY_REF || list_element(type)) return true;
    for (int i = 0; type->kind == HD_TY_RECORD && i < type->record->nfields; i++) {
        const struct hd_field *f = &type->record->fields[i];
        uint64_t size = f->type->kind == HD_TY_REF ? hd_ty.ulong_->size : f->type->size;
        if (offset >= f->offset && offset - f->offset < size)
            return keeps(f->type, offset - f->offset);
    }
    return false;
}

static struct hd_expr *in_items(const struct hd_init *init, bool ends) {
    struct hd_expr *found = NULL;
    for (int i = 0; init && !init->constant && i < init->nitems && !found; i++) {
        const struct hd_init_item *item = &init->items[i];
        enum hd_type_kind kind = item->value->type->kind;
        if (kind == HD_TY_PTR ? keeps(init->type, item->offset)
                              : kind == HD_TY_RECORD || kind == HD_TY_ARRAY)
            found = in_value(item->value, ends);
    }
    return found;
}

struct hd_expr *lifetime_end(struct check *c, const struct hd_init *init) {
    struct hd_expr *e, *end = NULL;
    while ((e = in_items(init, true))) {
        end = end ? expr_comma(c, e->b, end) : e->b;
        e->b = NULL;
    }
    return end;
}

static const char *held_name(struct check *c, const char *name, int i) {
    return hd_intern_str(i ? hd_printf(c->arena, "%s::__value%d", name, i + 1)
                           : hd_printf(c->arena, "%s::__value", name));
}

struct hd_def *lifetime_held(struct check *c, const struct hd_def *def, int i) {
    bool may = def->sym && def->sym->kind == SYM_VAR && !def->sym->is_hidden;
    struct hd_def *held = may ? hd_map_get(&c->front->names, held_name(c, def->name, i)) : NULL;
    return held && !held->dead && held->cell == def->cell ? held : NULL;
}

struct hd_sym *lifetime_static(struct check *c, const struct hd_sym *sym,
                               const struct hd_init *init, int i, struct hd_init **value) {
    struct hd_expr *e = sym->name ? in_items(init, false) : NULL;
    if (!e) return NULL;
    struct hd_sym *held = sym_new(c, SYM_VAR, held_name(c, sym->name, i), e->type, e->range);
    held->is_hidden = true;
    held->storage = sym->storage;
    held->internal_linkage = sym->internal_linkage;
    held->defined = held->has_initializer = true;
    if (held->storage == ST_GLOBAL || held->storage == ST_MANAGED)
        held = global_declare(c, held, DEF_VAR);
    *value = init_of_expr(c, e->type, e->a);
    e->kind = EX_VAR;
    e->sym = held;
    e->a = e->b = NULL;
    note_use(c, held);
    return held;
}
