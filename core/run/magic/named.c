// Functions as people write them: `saxpy`, `my_reduce<float, 256>`, `geometry::area`.
//
// A plain name is looked up. Anything else is what the language says it is: the text initialises a
// variable in a cell that is then dropped, and the variable's initialiser is the function's
// address.
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
    *why = NULL;
    if (!strchr(name, '<') && !strchr(name, ':')) return NULL;
    if (strpbrk(name, ";{}\n")) return NULL; // no name, whatever it is
    struct hd_diags diags = {.arena = hd_engine.arena};
    const char *text = hd_naming_text(name);
    struct hd_source *source =
        hd_source_add(hd_intern_str("<inspection>"), NULL, text, strlen(text));
    struct hd_cell cell;
    struct hd_sym *sym = NULL;
    if (hd_front_cell(hd_engine.front, source, false, &cell, &diags)) {
        sym = hd_named_in(&cell);
        hd_front_rollback(hd_engine.front, &cell);
    } else if (diags.first) {
        *why = diags.first->message;
    }
    return sym;
}
