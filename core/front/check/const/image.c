// Constant initialisers as bytes, for the variable store; and objects that were made while
// compiling as initialisers: their bytes, and the addresses in them.
//
// Example: `struct { int n; const char *s; } x = {3, "hi"}` is 03 00 00 00, padding, and a
// relocation at offset 8.
#include <assert.h>
#include <string.h>

#include "front/check/const/const.h"

static void put_string(const struct hd_expr *value, uint8_t *at, size_t room) {
    const struct hd_string *s = value->string;
    size_t have = (s->len + 1) * s->type->base->size,
           n = value->type->size < have ? value->type->size : have;
    memcpy(at, s->data, n < room ? n : room);
}

static void put_value(const struct hd_init_item *item, uint64_t offset, const struct hd_const *v,
                      uint8_t *image, size_t size, hd_reloc_fn *reloc, void *user) {
    const struct hd_type *type = item->value->type;
    uint64_t bytes =
        item->bits ? (item->bits->bit_offset + item->bits->bit_width + 7u) / 8 : type->size;
    if (offset > size || bytes > size - offset) return;
    if (hd_const_is_symbolic(v)) {
        if (reloc) reloc(user, offset, v);
        return;
    }
    const_write(image + offset, type, item->bits, v);
}

void hd_init_image(const struct hd_init *init, void *image, size_t size, hd_reloc_fn *reloc,
                   void *user) {
    assert(init->constant);
    uint8_t *bytes = image;
    for (int i = 0; i < init->nitems; i++) {
        const struct hd_init_item *item = &init->items[i];
        bool is_string = item->value->kind == EX_STRING;
        struct hd_const v = {.kind = CONST_NONE};
        if (!is_string && !hd_const_eval(item->value, &v)) continue;
        for (int64_t k = 0; k < (item->repeat > 1 ? item->repeat : 1); k++) {
            uint64_t offset = item->offset + (uint64_t)k * item->stride;
            if (!is_string)
                put_value(item, offset, &v, bytes, size, reloc, user);
            else if (offset < size)
                put_string(item->value, bytes + offset, size - offset);
        }
    }
}

// ---- from objects -------------------------------------------------------------------------------

struct making {
    struct check *c;
    struct eval *ev;
    struct hd_range range;
    int depth;
};

enum { MAX_NESTED = 100 }; // temporaries that refer to each other

static bool all_zero(const uint8_t *bytes, uint64_t size) {
    for (uint64_t i = 0; i < size; i++)
        if (bytes[i]) return false;
    return true;
}

static struct hd_init *init_of_object(struct making *m, const struct object *o,
                                      struct hd_type *type);

static struct hd_expr *made_expr(struct making *m, enum hd_expr_kind kind, struct hd_type *type) {
    return expr_new(m->c, kind, type, m->range);
}

// A temporary that lives on because a constant refers to it: `const T &r = T(1);`, the elements of
// a std::initializer_list. A constant without a name.
static struct hd_sym *kept_temporary(struct making *m, const struct hd_const *at) {
    struct object *o = (struct object *)at->sym;
    struct hd_expr here = {.range = m->range};
    if (!place_object(m->ev, &here, at)) return NULL;
    if (object_variable(o) || m->depth >= MAX_NESTED || !at_top(m->c)) {
        not_const(m->ev, &here, "this refers to what lives while it is computed only");
        return NULL;
    }
    struct hd_type *type = at->sym->type;
    m->depth++;
    struct hd_init *init = init_of_object(m, o, type);
    m->depth--;
    if (!init) return NULL;
    struct hd_sym *sym = sym_hidden(m->c, hd_type_qual(type, Q_CONST), m->range);
    sym->storage = ST_STATIC;
    sym->spec = SPEC_CONSTEXPR;
    sym->defined = true;
    sym->link_name = hd_printf(m->c->arena, ".constant.%u", sym->serial);
    sym->init = init;
    sym->def = global_current_def(m->c);
    return sym;
}

static struct hd_expr *address_expr(struct making *m, const struct hd_const *at) {
    struct hd_type *bytes = hd_type_ptr(hd_ty.char_), *offset = hd_ty.long_;
    struct hd_sym *sym = at->sym;
    if (sym && memory_is_object(sym)) sym = kept_temporary(m, at);
    if (at->info) return type_info_address(m->c, at->info, m->range);
    if (!sym && !at->string) return NULL;
    struct hd_expr *e = made_expr(m,
                                  !sym                    ? EX_STRING
                                  : sym->kind == SYM_FUNC ? EX_FUNC
                                                          : EX_VAR,
                                  sym ? sym->type : at->string->type);
    e->is_lvalue = true;
    e->sym = sym;
    if (!sym) e->string = at->string;
    if (sym) note_use(m->c, sym);
    struct hd_expr *address = made_expr(m, EX_ADDR, hd_type_ptr(e->type));
    address->a = e;
    struct hd_expr *p = expr_cast(m->c, address, bytes, CAST_NOOP);
    if (at->offset == 0) return p;
    struct hd_expr *sum = made_expr(m, EX_PTR_ADD, bytes);
    sum->a = p;
    sum->b = expr_int(m->c, offset, at->offset, m->range);
    return sum;
}

static struct hd_init *init_of_object(struct making *m, const struct object *o,
                                      struct hd_type *type) {
    struct check *c = m->c;
    HD_VEC(struct hd_init_item) items = {0};
    struct hd_init *init = HD_NEW(c->arena, struct hd_init);
    uint8_t *bytes = hd_alloc(c->arena, type->size + 1);
    memcpy(bytes, object_bytes(o), type->size);
    struct hd_const at;
    uint64_t offset;
    HD_PUSH(c->arena, &items, ((struct hd_init_item){.repeat = 1}));
    for (int i = 0; object_pointer(o, &i, &offset, &at);) {
        struct hd_expr *value = address_expr(m, &at);
        if (!value) return NULL;
        memset(bytes + offset, 0, 8);
        HD_PUSH(c->arena, &items,
                ((struct hd_init_item){.offset = offset, .value = value, .repeat = 1}));
    }
    init->type = type;
    init->constant = true;
    init->items = items.v;
    init->nitems = items.n;
    if (all_zero(bytes, type->size)) {
        init->items++;
        init->nitems--;
        return init;
    }
    struct hd_string *image = HD_NEW(c->arena, struct hd_string);
    image->data = bytes;
    image->len = type->size;
    image->type = hd_type_array(c->arena, hd_type_qual(hd_ty.char_, Q_CONST), (int64_t)type->size);
    struct hd_expr *e = made_expr(m, EX_STRING, image->type);
    e->is_lvalue = true;
    e->string = image;
    init->items[0].value = e;
    init->covers = true;
    return init;
}

// A constexpr object has a value in all its parts.
static bool all_set(struct eval *ev, const struct hd_expr *here, const struct object *o,
                    const struct hd_type *type, uint64_t offset, const char *name) {
    if (type->kind == HD_TY_ARRAY) {
        for (int64_t i = 0; i < type->len; i++)
            if (!all_set(ev, here, o, type->base, offset + (uint64_t)i * type->base->size, name))
                return false;
        return true;
    }
    if (type->kind != HD_TY_RECORD)
        return object_is_set(o, offset) ||
               not_const(ev, here,
                         name ? "its member `%s` is not given a value" : "it is not given a value",
                         name);
    const struct hd_record *r = type->record;
    for (int i = 0; i < r->nfields && !r->is_union; i++) {
        const struct hd_field *f = &r->fields[i];
        if (f->is_bits ? !f->name : f->is_base && f->type->record->is_empty) continue;
        uint64_t at = offset + f->offset + (f->is_bits ? f->bit_offset / 8 : 0);
        if (!all_set(ev, here, o, f->type, at, f->name ? f->name : name)) return false;
    }
    return true;
}

static bool whole_object(struct making *m, struct hd_init *init, bool must) {
    struct eval *ev = m->ev;
    struct object *o = object_make(ev, init->type, init->type->size, NULL);
    struct hd_expr here = {.range = m->range};
    if (!o) return not_const(ev, &here, "this takes too much memory");
    struct hd_const at = object_address(o, 0, init->type->size);
    if (!eval_init(ev, init, &at) || !cleanups_run(ev, 0)) return false;
    if (must && !all_set(ev, &here, o, init->type, 0, NULL)) return false;
    struct hd_init *made = init_of_object(m, o, init->type);
    if (made) *init = *made;
    return made != NULL;
}

static bool scalar(struct making *m, struct hd_init *init) {
    struct hd_init_item *item = &init->items[0];
    struct hd_const v;
    if (init->nitems != 1 || item->bits || !eval_value(m->ev, item->value, &v) ||
        v.kind == CONST_NONE || !cleanups_run(m->ev, 0))
        return false;
    if (hd_const_is_symbolic(&v)) {
        if (item->value->type->kind != HD_TY_PTR) return false;
        struct hd_expr *e = address_expr(m, &v);
        if (!e) return false;
        item->value = expr_cast(m->c, e, item->value->type, CAST_NOOP);
    } else {
        struct hd_expr *e = constant_value(m->c, item->value, &v);
        if (e->kind != EX_CONST) return false;
        item->value = e;
    }
    init->constant = true;
    return true;
}

bool const_init(struct check *c, struct hd_init *init, bool must, struct const_why *why,
                struct hd_range range) {
    struct const_frame root;
    struct eval ev;
    eval_begin(&ev, &root, must);
    ev.why = why;
    ev.manifest = true;
    struct making m = {.c = c, .ev = &ev, .range = range};
    const struct hd_type *t = init->type;
    bool is_scalar = hd_type_is_scalar(t) || t->kind == HD_TY_REF;
    bool ok = !hd_type_is_vla(t) && (is_scalar ? scalar(&m, init) : whole_object(&m, init, must));
    eval_end(&ev);
    return ok;
}

struct hd_expr *const_now(struct check *c, const struct hd_sym *sym, struct hd_expr *call) {
    const struct hd_sym *around = c->func ? c->func->sym : NULL;
    if (call->constructs || c->unevaluated || (around && around->spec & SPEC_CONSTEVAL) ||
        (c->func && c->immediate_in == c->func))
        return call;
    struct hd_init *init = HD_NEW(c->arena, struct hd_init);
    init->type = hd_type_unqual(call->type);
    init->items = HD_NEW(c->arena, struct hd_init_item);
    *init->items = (struct hd_init_item){.value = call, .repeat = 1};
    init->nitems = 1;
    bool scalar = hd_type_is_scalar(call->type), object = call->type->kind == HD_TY_RECORD;
    struct hd_const v;
    struct const_why *why = object ? const_why_new(c) : NULL;
    if (scalar ? const_must(call, &v) : object && const_init(c, init, true, why, call->range)) {
        if (scalar) return constant_value(c, call, &v);
        struct hd_expr *e = expr_new(c, EX_INIT, init->type, call->range);
        e->init = init;
        return e;
    }
    if (!scalar && !object) return call; // a reference, or nothing
    struct hd_diag *d = hd_error(c->diags, call->range,
                                 "`%s` is consteval: a call of it must be a constant", sym->name);
    if (scalar)
        const_explain(c, d, call);
    else
        const_why_tell(c, d, why);
    return expr_error(c, call->range);
}
