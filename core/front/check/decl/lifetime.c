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

// The first temporary that the value is bound to; NULL: none. ends: one that is to be destroyed.
static struct hd_expr *in_value(struct hd_expr *e, bool ends) {
    for (;;) {
        switch (e->kind) {
        case EX_TEMP: return !ends || e->b ? e : NULL;
        case EX_ADDR:
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

static struct hd_expr *in_items(const struct hd_init *init, bool ends) {
    struct hd_expr *found = NULL;
    for (int i = 0; init && !init->constant && i < init->nitems && !found; i++) {
        const struct hd_type *type = init->items[i].value->type;
        if (type->kind == HD_TY_PTR || type->kind == HD_TY_RECORD || type->kind == HD_TY_ARRAY)
            found = in_value(init->items[i].value, ends);
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

struct hd_sym *lifetime_static(struct check *c, const struct hd_sym *sym,
                               const struct hd_init *init, int i, struct hd_init **value) {
    struct hd_expr *e = sym->name ? in_items(init, false) : NULL;
    if (!e) return NULL;
    const char *name = hd_printf(c->arena, i ? "%s::__value%d" : "%s::__value", sym->name, i + 1);
    struct hd_sym *held = sym_new(c, SYM_VAR, hd_intern_str(name), e->type, e->range);
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
