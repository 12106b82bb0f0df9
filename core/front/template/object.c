// Template arguments that are objects: `template <Cfg c>` with `Cfg{5, true}` (C++20).
//
// The object is a constant of the session, whose name says its type and its bytes; so the same
// value is the same object, and everything that is known by its arguments' names works with it as
// with any variable. Messages show what it holds (hd_sym.shown).
//
// Example: `template <Cfg c> int f() { return c.n; }` and `f<Cfg{5, true}>()` make the variable
// "__value_<hash>" and the function "f<__value_<hash>>".
#include <string.h>

#include "front/check/const/const.h"
#include "front/template/template.h"

enum { MOST_SHOWN = 8 }; // elements of an array, in messages

// ---- as messages show it ------------------------------------------------------------------------

static void show_value(struct hd_buf *out, const struct hd_type *t, const uint8_t *bytes);

static void show_array(struct hd_buf *out, const struct hd_type *t, const uint8_t *bytes) {
    const struct hd_type *of = t->base;
    size_t n = strnlen((const char *)bytes, (size_t)t->size);
    if (of->kind == HD_TY_CHAR) {
        hd_buf_printf(out, "\"%.*s\"", (int)(n < 64 ? n : 64), (const char *)bytes);
        return;
    }
    hd_buf_putc(out, '{');
    for (int64_t i = 0; i < t->len && i < MOST_SHOWN; i++) {
        if (i) hd_buf_puts(out, ", ");
        show_value(out, of, bytes + (uint64_t)i * of->size);
    }
    hd_buf_puts(out, t->len > MOST_SHOWN ? ", ...}" : "}");
}

static void show_fields(struct hd_buf *out, const struct hd_record *r, const uint8_t *bytes) {
    bool first = true;
    hd_buf_putc(out, '{');
    for (int i = 0; i < r->nfields && !r->is_union; i++) {
        const struct hd_field *f = &r->fields[i];
        struct hd_const v;
        if (!first) hd_buf_puts(out, ", ");
        first = false;
        if (!f->is_bits)
            show_value(out, f->type, bytes + f->offset);
        else if (const_read(bytes + f->offset, f->type, f, &v))
            hd_buf_printf(out, "%lld", (long long)v.i);
    }
    hd_buf_putc(out, '}');
}

static void show_value(struct hd_buf *out, const struct hd_type *t, const uint8_t *bytes) {
    struct hd_const v;
    if (t->kind == HD_TY_ARRAY) {
        show_array(out, t, bytes);
    } else if (t->kind == HD_TY_RECORD) {
        show_fields(out, t->record, bytes);
    } else if (!const_read(bytes, t, NULL, &v)) {
        hd_buf_puts(out, "...");
    } else if (v.kind == CONST_FLOAT) {
        hd_buf_printf(out, "%Lg", v.f);
    } else if (t->kind == HD_TY_BOOL) {
        hd_buf_puts(out, v.i ? "true" : "false");
    } else {
        hd_buf_printf(out, "%lld", (long long)v.i);
    }
}

// ---- the object ---------------------------------------------------------------------------------

static void holds_address(void *user, uint64_t offset, const struct hd_const *v) {
    *(bool *)user = true;
}

// "__value_" and what tells values apart. A class that is defined anew has another number.
static const char *object_name(struct check *c, const struct hd_type *type, const uint8_t *bytes) {
    struct hd_buf key = {0};
    hd_type_print_key(&key, type, HD_LANG_CU);
    hd_buf_printf(&key, "#%u", (unsigned)type->record->number);
    uint64_t of_type = hd_hash(key.s, key.len), of_value = hd_hash(bytes, type->size);
    hd_buf_finish(&key);
    return hd_intern_str(hd_printf(c->arena, "__value_%016llx%016llx", (unsigned long long)of_type,
                                   (unsigned long long)of_value));
}

static struct hd_sym *declare(struct check *c, const struct hd_template *t, const char *name,
                              struct hd_expr *e, const uint8_t *bytes) {
    struct check nc;
    struct hd_type *type = unqual(e->type);
    template_check_begin(&nc, c, t, global_arena(c->front, NULL, instance_cell(c->front)));
    nc.scope = hd_space_global(c->front);
    nc.source = hd_source_at(t->ast->range.from);
    args_need(&nc, &(struct hd_targ){.type = type}, 1);
    struct hd_sym *sym = sym_new(&nc, SYM_VAR, name, hd_type_qual(type, Q_CONST), t->ast->range);
    struct hd_init *init = init_of_expr(&nc, type, e);
    struct hd_buf shown = {0};
    const_init(&nc, init, true, NULL, e->range);
    hd_type_print(&shown, type, NULL, HD_LANG_CU);
    show_value(&shown, type, bytes);
    sym->shown = hd_intern(shown.s, shown.len);
    hd_buf_finish(&shown);
    sym->storage = ST_GLOBAL;
    sym->spec = SPEC_CONSTEXPR;
    sym->defined = sym->has_initializer = sym->is_hidden = true;
    sym->init = init;
    sym = global_declare(&nc, sym, DEF_VAR);
    instance_finish(&nc, t->name, t->ast->range);
    check_end(&nc);
    return sym;
}

struct hd_sym *template_object(struct check *c, const struct hd_template *t, struct hd_expr *e,
                               const char **why) {
    struct hd_type *type = unqual(e->type);
    struct hd_init *init = init_of_expr(c, type, e);
    struct const_why *reason = const_why_new(c);
    if (!const_init(c, init, true, reason, e->range)) {
        *why =
            hd_printf(c->arena, "%s is not constant, and must be known when the code is compiled",
                      expr_text(c, e));
        return NULL;
    }
    uint8_t *bytes = hd_alloc(c->arena, type->size + 1);
    bool address = false;
    memset(bytes, 0, type->size + 1);
    hd_init_image(init, bytes, type->size, holds_address, &address);
    if (address) {
        *why = "an object that holds an address cannot be a template argument here";
        return NULL;
    }
    const char *name = object_name(c, type, bytes);
    struct hd_sym *found = global_find(c->front, name, true);
    return found ? found : declare(c, t, name, e, bytes);
}
