// Variable templates: `template <typename T> constexpr T pi = T(3.14);`, whose instance `pi<float>`
// is a variable with that name.
#include <string.h>

#include "front/template/template.h"

// `template <typename T> constexpr T pi = T(3.14);`, and its specialisations.
void variable_template_declare(struct check *c, struct hd_ast *ast) {
    struct hd_ast *di = ast->kids[0];
    struct hd_declr *declr = di->declr;
    if (!declr->name) return;
    if (ast->is_template && declr->targs) {
        partial_declare(c, ast, declr->qual, declr->name, declr->name_range);
        return;
    }
    const char *name = declared_name(c, declr->name);
    if (ast->is_specialisation) {
        struct hd_found found;
        int errors = c->diags->errors;
        name_find(c, declr->qual, declr->name, declr->name_range, LOOK_NAMES, &found);
        if (!found.sym || found.sym->kind != SYM_STRUCT_TEMPLATE || !found.sym->tmpl->ast->nkids ||
            !declr->targs) {
            if (c->diags->errors == errors)
                hd_error(c->diags, declr->name_range,
                         "there is no variable template `%s` to specialise", declr->name);
            return;
        }
        const struct arguments given = {declr->targs, declr->ntargs, declr->name_range};
        name = template_resolve(
            c, found.sym, &given,
            HD_NEW_ARRAY(c->arena, struct hd_targ, found.sym->tmpl->ast->ntparams + 1));
        if (!name) return;
        name = hd_intern_str(hd_printf(c->arena, "template %s", name));
    }
    struct hd_sym *sym = sym_new(c, SYM_STRUCT_TEMPLATE, name, hd_ty.auto_, declr->name_range);
    sym->defined = true;
    sym->tmpl = template_new(c, ast, name);
    sym->tmpl->def = global_declare(c, sym, DEF_TEMPLATE)->def;
}

bool is_variable_template(const struct hd_sym *sym) {
    return sym && sym->kind == SYM_STRUCT_TEMPLATE && sym->tmpl->ast->kind == AST_DECLARATION &&
           sym->tmpl->ast->nkids > 0;
}

// The variable `pi<float>`, made in nc. NULL: reported.
static struct hd_sym *build_variable(struct check *nc, struct hd_template *t, struct hd_targ *binds,
                                     const char *name, struct hd_range where) {
    struct hd_sym *special =
        struct_template_find(nc, hd_intern_str(hd_printf(nc->arena, "template %s", name)));
    struct hd_template *text = t;
    struct hd_targ *bound = args_copy(nc->arena, binds, t->ast->ntparams);
    const char *why = NULL;
    args_need(nc, bound, t->ast->ntparams);
    struct_template_find(nc, template_name(t));
    if (special) {
        text = special->tmpl;
    } else {
        struct hd_targ *own = NULL;
        struct hd_template *partial = pick_partial(nc, t, bound, name, where, &own);
        if (partial) {
            text = partial;
            bound = args_copy(nc->arena, own, partial->ast->ntparams);
        }
    }
    nc->source = hd_source_at(text->ast->range.from);
    template_bind(nc, text, bound, &why);
    struct hd_sym *sym = variable_instance(nc, text->ast, name);
    template_unbind(nc);
    return sym;
}

void variable_again(struct check *c, struct hd_template *t, struct hd_targ *binds, const char *name,
                    struct hd_range where) {
    struct hd_space *scope = c->scope, *bound = c->bound;
    build_variable(c, t, binds, name, where);
    c->scope = scope;
    c->bound = bound;
}

struct hd_sym *variable_template_instance(struct check *c, struct hd_sym *sym,
                                          struct hd_ast **targs, int ntargs,
                                          struct hd_range range) {
    const struct arguments given = {targs, ntargs, range};
    struct hd_front *front = c->front;
    struct hd_template *t = sym->tmpl;
    struct hd_targ *binds = HD_NEW_ARRAY(c->arena, struct hd_targ, t->ast->ntparams + 1);
    const char *name = template_resolve(c, sym, &given, binds);
    if (!name) return NULL;
    struct hd_sym *found = global_find(front, name, true);
    if (found) return found->type->kind == HD_TY_ERROR ? NULL : found;
    if (template_too_deep(c, t, range)) return NULL;
    struct hd_diag *before = c->diags->last;
    int errors = c->diags->errors;
    struct check nc;
    template_check_begin(&nc, c, t, global_arena(front, NULL, instance_cell(front)));
    nc.func = c->func ? front->txn ? front->txn->entry : NULL : NULL;
    struct hd_sym *made = build_variable(&nc, t, binds, name, range);
    struct hd_tokens none = {0};
    global_finish_item(&nc, t->ast->range, &none, 0, 0);
    for (int i = 0; i < nc.made.n; i++) {
        nc.made.v[i]->instance_of = t->name;
        nc.made.v[i]->source = nc.source;
    }
    bool ok = instance_made_well(c, &nc, before, errors, name, range) && made;
    check_end(&nc);
    if (ok) global_find(front, name, false); // now c needs it
    return ok ? made : NULL;
}
