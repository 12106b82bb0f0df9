// %who and %whos: the names that the session has defined.
#include "run/array/array.h"
#include "run/gpu/gpu.h"
#include "run/magic/magic.h"

#include <string.h>

static const char *kind_of(const struct hd_def *def) {
    switch (def->kind) {
    case DEF_TAG:
    case DEF_TYPEDEF: return "type";
    case DEF_TEMPLATE:
        return def->sym && def->sym->kind == SYM_STRUCT_TEMPLATE ? "type" : "template";
    case DEF_MACRO: return "macro";
    case DEF_SPACE: return "namespace";
    case DEF_VAR: return "variable";
    case DEF_FUNC: return def->sym && def->sym->spec & SPEC_GLOBAL ? "kernel" : "function";
    }
    return "";
}

bool hd_def_is_shown(const struct hd_def *def) {
    if (!def->name || def->kind == DEF_SPACE || def->instance_of || def->is_result) return false;
    if (def->sym && (def->sym->kind == SYM_USING || def->sym->kind == SYM_ALIAS)) return false;
    bool member = def->family || // an operator or a member, or part of variables:
                  (def->sym && (def->sym->is_hidden || def->sym->has_parts)) ||
                  def->space->kind == SPACE_RECORD; // told with their struct
    return !def->system && !def->dead && def->name[0] != '_' && def->cell > 0 && !member;
}

// `kind` may also be the type of variables: %who float.
static bool is_of_kind(const struct hd_def *def, const char *kind) {
    if (strcmp(kind, kind_of(def)) == 0) return true;
    return def->kind == DEF_VAR && def->sym &&
           strcmp(hd_type_str(hd_engine.arena, def->sym->type), kind) == 0;
}

bool hd_magic_who(struct hd_run *run, const char *line, const char *body) {
    char **args;
    int n = hd_magic_args(line, &args), ndefs, shown = 0;
    struct hd_def **defs = hd_defs(hd_engine.front, &ndefs);
    for (int i = 0; i < ndefs; i++) {
        if (!hd_def_is_shown(defs[i]) || (n > 0 && !is_of_kind(defs[i], args[0]))) continue;
        if (shown++) hd_print("%s", shown % 8 == 1 ? "\n" : "  ");
        hd_print("%s", defs[i]->name);
    }
    if (shown)
        hd_print("\n");
    else if (n > 0)
        hd_print("No names of the kind or type `%s`.\n", args[0]);
    else
        hd_print("Nothing is defined yet.\n");
    return true;
}

bool hd_magic_whos(struct hd_run *run, const char *line, const char *body) {
    int ndefs, shown = 0;
    struct hd_def **defs = hd_defs(hd_engine.front, &ndefs);
    bool gpu = hd_device_current() != NULL;
    struct hd_value_options options = {.digits = hd_engine.options.digits, .width = 60, .items = 3};
    for (int i = 0; i < ndefs; i++) {
        struct hd_sym *sym = defs[i]->sym;
        if (!hd_def_is_shown(defs[i]) || defs[i]->kind != DEF_VAR || !sym->addr) continue;
        if (!shown++)
            hd_print("%-16s %-24s %12s  %s%s\n", "Name", "Type", "Bytes", gpu ? "Where   " : "",
                     "Value");
        struct hd_buf value = {0};
        uint64_t bytes = sym->type->size, at = sym->addr;
        const struct hd_array *a =
            sym->type->kind == HD_TY_NDARRAY ? *(struct hd_array *const *)at : NULL;
        if (a) at = (uint64_t)(uintptr_t)a->data;
        const char *where = gpu ? hd_transfer_place(at) : ""; // showing it fetches it
        if (sym->type->kind == HD_TY_NDARRAY) {
            hd_value_summary(&value, sym->type, (const void *)sym->addr, 60);
            bytes = a ? (uint64_t)a->count * a->size : 0;
        } else {
            hd_value_print(&value, sym->type, (const void *)sym->addr, &options);
        }
        char *newline = strchr(hd_buf_str(&value), '\n');
        if (newline) *newline = 0;
        hd_print("%-16s %-24s %12llu  %s%s%s\n", sym->name, hd_type_str(hd_engine.arena, sym->type),
                 (unsigned long long)bytes, gpu ? hd_printf(hd_engine.arena, "%-8s", where) : "",
                 hd_buf_str(&value), newline ? " ..." : "");
        hd_buf_finish(&value);
    }
    if (!shown) hd_print("There are no variables yet.\n");
    return true;
}
