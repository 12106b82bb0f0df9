// Functions as people write them: `saxpy`, `my_reduce<float, 256>`, `geometry::area`.
//
// What they mean is asked of the front end. In text that is no longer the session's (the definition
// before the last) a variable is initialised with the name, and that is the function's address.
#include "run/run.h"

#include <string.h>

#define VARIABLE "__heddle_named"

struct hd_sym *hd_named_in(const struct hd_cell *cell) {
    const char *name = hd_intern_str(VARIABLE);
    for (int i = 0; i < cell->defs.n; i++) {
        const struct hd_sym *sym = cell->defs.v[i]->sym;
        struct hd_const value;
        if (cell->defs.v[i]->name == name && sym && sym->init && sym->init->nitems == 1 &&
            hd_const_eval(sym->init->items[0].value, &value) && value.kind == CONST_ADDR &&
            value.sym && value.sym->kind == SYM_FUNC)
            return value.sym;
    }
    return NULL;
}

const char *hd_naming_text(const char *name) {
    return hd_printf(hd_engine.arena, "auto " VARIABLE " = %s;\n", name);
}

struct hd_sym *hd_function_named(const char *name, const char **why) {
    struct hd_diags diags = {.arena = hd_engine.arena};
    struct hd_asked asked;
    *why = NULL;
    if (!hd_ask(hd_engine.front, name, NULL, HD_ASK_KNOWN, &asked, &diags)) return NULL;
    int at = 0;
    struct hd_def *def = asked.def ? asked.def : hd_def_overload(hd_engine.front, asked.key, &at);
    struct hd_sym *sym = asked.function;
    if (!sym && !asked.has_arguments && asked.qualified && def) sym = def->sym;
    if (sym && sym->kind != SYM_FUNC) sym = NULL;
    if (!sym && diags.first) *why = diags.first->message;
    hd_ask_done(hd_engine.front, &asked);
    return sym;
}
