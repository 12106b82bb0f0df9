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

// The temporary itself, of what the variable is initialised with; NULL: it is bound to none.
static struct hd_expr *bound_temporary(const struct hd_type *type, const struct hd_init *init) {
    bool list = type->kind == HD_TY_RECORD && list_element(type);
    if ((type->kind != HD_TY_REF && !list) || !init || !init->nitems) return NULL;
    struct hd_expr *e = init->items[0].value;
    for (;;) {
        switch (e->kind) {
        case EX_TEMP: return e;
        case EX_ADDR:
        case EX_MEMBER:
        case EX_DECAY: e = e->a; break;
        case EX_COMMA: e = e->b; break;
        case EX_CAST:
            if (e->cast != CAST_NOOP) return NULL;
            e = e->a;
            break;
        case EX_INIT:
            if (!list || !e->init->nitems) return NULL;
            e = e->init->items[0].value;
            break;
        default: return NULL;
        }
    }
}

struct hd_expr *lifetime_end(const struct hd_sym *sym, const struct hd_init *init) {
    struct hd_expr *e = bound_temporary(sym->type, init), *end = e ? e->b : NULL;
    if (e) e->b = NULL;
    return end;
}

struct hd_sym *lifetime_static(struct check *c, const struct hd_sym *sym,
                               const struct hd_init *init, struct hd_init **value) {
    struct hd_expr *e = init && !init->constant ? bound_temporary(sym->type, init) : NULL;
    if (!e || !sym->name) return NULL;
    const char *name = hd_intern_str(hd_printf(c->arena, "%s::__value", sym->name));
    struct hd_sym *held = sym_new(c, SYM_VAR, name, e->type, e->range);
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
