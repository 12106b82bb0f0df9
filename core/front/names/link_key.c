// What a linker knows a name by: functions of C++ with their parameters' types, those of C and
// variables without.
//
// Example: `extern "C" void f(int)` is "f", `namespace N { void f(float *) }` is "N::f(float *)".
#include "front/check/check.h"

#include <string.h>

static bool is_c(const struct hd_sym *sym) {
    if (sym->spec & SPEC_EXTERN_C) return true;
    const struct hd_def *def = sym->def;
    return def && (def->extern_c || (def->source && def->source->lang == HD_LANG_C));
}

static bool is_const(const struct hd_type *t) {
    while (t->kind == HD_TY_ARRAY) t = t->base;
    return (t->quals & Q_CONST) != 0;
}

static bool is_in_unnamed(const struct hd_sym *sym) {
    const struct hd_space *s = sym->def ? sym->def->space : NULL;
    while (s && !s->is_unnamed) s = s->outer;
    return s != NULL;
}

// An instance of a function template is made by each file for itself, unless it has no body.
static bool is_instance(const struct hd_sym *sym) {
    const struct hd_spec_inst *inst = sym->def ? sym->def->inst : NULL;
    return inst && inst->tmpl && !(sym->spec & SPEC_STATIC);
}

bool hd_is_of_instance(const struct hd_sym *sym) {
    const struct hd_record *r = NULL;
    if (sym->method)
        r = sym->method->record;
    else if (sym->kind == SYM_VAR && sym->def && sym->def->space->kind == SPACE_RECORD)
        r = space_record(sym->def->front, sym->def->space);
    return r && r->instance;
}

const char *hd_link_key(struct hd_arena *arena, const struct hd_sym *sym) {
    bool own = sym->internal_linkage && !is_instance(sym);
    if (!sym->name || own || (is_in_unnamed(sym) && !is_c(sym))) return NULL;
    if (sym->kind != SYM_VAR && sym->kind != SYM_FUNC) return NULL;
    const char *plain = sym->def ? hd_def_plain(sym->def) : sym->name;
    if (sym->kind == SYM_VAR) {
        bool member = sym->def && sym->def->space->kind == SPACE_RECORD;
        own = is_const(sym->type) && !member && !(sym->spec & SPEC_EXTERN) && !is_c(sym);
        return own || sym->storage == ST_DYN_SHARED ? NULL : is_c(sym) ? plain : sym->name;
    }
    if (sym->method || (sym->def && sym->def->family)) return sym->name; // it has the types
    if (is_c(sym)) return plain;
    struct hd_buf buf = {0};
    hd_buf_printf(&buf, "%s(", sym->name);
    for (int i = 0; i < sym->type->nparams; i++) {
        if (i) hd_buf_puts(&buf, ", ");
        hd_type_print_key(&buf, hd_type_unqual(sym->type->params[i]), HD_LANG_CU);
    }
    hd_buf_puts(&buf, sym->type->variadic ? ", ...)" : ")");
    const char *key = hd_strdup(arena, hd_buf_str(&buf));
    hd_buf_finish(&buf);
    return key;
}
