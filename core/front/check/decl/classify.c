// What the parser asks: is this name a type, a template, a namespace?
//
// Nothing is refreshed for that: a stale definition is still of the same kind, and the
// prelude's index knows its types. Looking is needing all the same: a text that was parsed with `T`
// as a type follows when T becomes something else.
#include "front/check/check.h"

bool check_is_poisoned(const struct hd_front *front, const char *name) {
    return hd_map_get(&front->poisoned, name) != NULL;
}

static enum name_class of_type(const struct hd_type *type, struct parse_inner *inner) {
    if (type && type->kind == HD_TY_RECORD) inner->space = type->record->space;
    return NAME_TYPE;
}

static enum name_class of_sym(const struct hd_sym *sym, struct parse_inner *inner) {
    switch (sym->kind) {
    case SYM_TYPEDEF: return of_type(sym->type, inner);
    case SYM_NAMESPACE: inner->space = sym->space; return NAME_SPACE;
    case SYM_TEMPLATE: return NAME_TEMPLATE;
    case SYM_STRUCT_TEMPLATE:
        inner->is_concept = sym->tmpl->ast->is_concept;
        if (is_variable_template(sym)) return NAME_TEMPLATE;
        inner->spec = sym->tmpl->ast->kind == AST_USING ? NULL : sym->tmpl->ast->spec;
        inner->home = sym->def ? sym->def->space : NULL;
        return NAME_TYPE;
    case SYM_FUNC: // an overload set may hold templates
        for (const struct hd_sym *s = sym->next; s; s = s->next)
            if (s->kind == SYM_TEMPLATE) return NAME_TEMPLATE;
        return NAME_OTHER;
    default: return NAME_OTHER;
    }
}

static bool is_generic(const struct hd_record *record, const char *name) {
    for (int i = 0; i < record->ngeneric; i++)
        if (record->generic[i].name == name) return true;
    return false;
}

enum name_class check_classify(struct hd_front *front, struct hd_space *space, const char *name,
                               bool qualified, enum hd_lang lang, struct parse_inner *inner) {
    struct hd_found found;
    bool cu = lang == HD_LANG_CU;
    unsigned what = LOOK_NAMES | LOOK_DECLARED | LOOK_STALE;
    if (cu) what |= LOOK_TAGS | LOOK_MEMBERS;
    if (qualified) what |= LOOK_QUALIFIED;
    struct hd_space *global = hd_space_global(front);
    if (!space) space = global;
    if (front->frame_space && space == global && !qualified) space = front->frame_space;
    space_find(front, space, name, what, &found);
    // A member's name hides what is outside, and a function or variable the tag of its name.
    if (found.member_of) return is_generic(found.member_of, name) ? NAME_TEMPLATE : NAME_OTHER;
    if (found.sym) return of_sym(found.sym, inner);
    if (found.tag) return of_type(found.tag, inner);
    if (qualified && space->kind != SPACE_GLOBAL && !space->is_std) return NAME_UNKNOWN;
    struct hd_sym *sym = cu && hd_map_get(&front->prelude, name) && !builtin_is_type(front, name)
                             ? builtin_lookup(front, name)
                             : NULL;
    if (sym) return of_sym(sym, inner);
    if (builtin_is_type(front, name)) return NAME_TYPE;
    const struct hd_builtin *row = hd_builtin_find(name);
    if (row && row->lower == LOWER_ARRAY && cu) return NAME_TEMPLATE; // zeros<double>(n)
    if (!row && !qualified && result_key(front, name)) return NAME_OTHER;
    return row ? NAME_OTHER : NAME_UNKNOWN;
}
