// Explicit specialisations and instantiations of function templates.
//
// Which template is meant, and with which arguments, is deduced from the declaration as from a
// call, then compared with its type; of several that fit the more special one counts.
//
// Example: `template <> float add<float>(float a, float b) { ... }` is the instance `add<float>`,
// and `template float add(float, float);` makes it, body and all.
#include <string.h>

#include "front/template/template.h"

typedef HD_VEC(struct hd_sym *) sym_vec;

// Those of that name, of a class its member templates.
static sym_vec find_templates(struct check *c, const struct hd_declr *declr) {
    sym_vec out = {0};
    struct hd_found found;
    struct inner in = {0};
    if (!declr->name || (declr->qual && !check_qual(c, declr->qual, &in))) return out;
    const struct hd_record *r = in.record;
    for (int i = 0; r && i < r->ngeneric; i++)
        if (r->generic[i].name == declr->name) HD_PUSH(c->arena, &out, r->generic[i].sym);
    if (r) return out;
    name_find(c, declr->qual, declr->name, declr->name_range, LOOK_NAMES, &found);
    for (struct hd_sym *s = found.sym; s; s = s->next)
        if (s->kind == SYM_TEMPLATE) HD_PUSH(c->arena, &out, s);
    return out;
}

// What the specialisation says of the template's parameters. false: it is not one of it.
static bool specialises(struct check *c, const struct hd_sym *generic, const struct hd_declr *declr,
                        struct hd_expr **args, int nargs, struct hd_type *type,
                        struct hd_targ **binds, const char **why) {
    int n = generic->tmpl->ast->ntparams;
    *binds = HD_NEW_ARRAY(c->arena, struct hd_targ, n + 1);
    bool fits = template_deduce_args(c, generic->tmpl, declr->targs, declr->ntargs, args, NULL,
                                     nargs, *binds, why);
    for (int i = 0; i < n; i++) fits = fits && (*binds)[i].set;
    if (!fits) return false;
    struct check nc; // of several, the one that has this type
    struct hd_diags *diags = c->diags;
    bool muted = diags->muted;
    int errors = diags->errors;
    template_nested_begin(&nc, c, generic->tmpl, c->arena);
    diags->muted = true;
    struct hd_sym *sym = template_declare_binds(&nc, generic->tmpl, *binds, why)
                             ? template_instance_sym(&nc, generic->tmpl, generic->name)
                             : NULL;
    fits = sym && hd_type_compatible(sym->method ? sym->method->type : sym->type, type);
    diags->muted = muted;
    diags->errors = errors;
    template_nested_end(&nc);
    return fits;
}

// The template whose instance has the name and the type that are declared, and its arguments. what:
// "specialise". NULL: reported.
static struct hd_sym *template_meant(struct check *c, struct hd_spec *spec, struct hd_declr *declr,
                                     const char *what, struct hd_type **of,
                                     struct hd_targ **binds) {
    sym_vec generic = find_templates(c, declr);
    if (!generic.n) {
        hd_error(c->diags, declr->name_range, "there is no template `%s` to %s",
                 declr->name ? declr->name : "", what);
        return NULL;
    }
    struct hd_type *type = check_spec(c, spec);
    if (type->kind != HD_TY_ERROR) type = check_declarator(c, type, declr, spec);
    if (type->kind != HD_TY_FUNC) return NULL;
    *of = type;
    struct hd_expr **args = HD_NEW_ARRAY(c->arena, struct hd_expr *, type->nparams + 1);
    for (int i = 0; i < type->nparams; i++) {
        bool ref = type->params[i]->kind == HD_TY_REF;
        args[i] =
            expr_new(c, EX_ERROR, ref ? type->params[i]->base : type->params[i], declr->name_range);
        args[i]->is_lvalue = ref;
    }
    const char *why = NULL;
    struct hd_sym *picked = NULL;
    for (int i = 0; i < generic.n; i++) {
        struct hd_sym *s = generic.v[i];
        struct hd_targ *given = NULL;
        if (!specialises(c, s, declr, args, type->nparams, type, &given, &why)) continue;
        if (picked && template_order(s->tmpl, picked->tmpl, type->nparams) <= 0) continue;
        picked = s;
        *binds = given;
    }
    if (!picked) {
        struct hd_diag *d =
            hd_error(c->diags, declr->name_range, "this %s does not fit the template `%s`",
                     strcmp(what, "specialise") ? "instance" : "specialisation", declr->name);
        if (why) hd_help(c->diags, d, "%s", why);
        note_on(c, d, generic.v[0]->range, "the template is declared here");
    }
    return picked;
}

// A member of a struct template's instance: `template void S<int>::f();` false: of that name it has
// templates only.
static bool instantiate_members(struct check *c, struct hd_record *r, const char *name) {
    bool found = false;
    for (int i = 0; i < r->nmethods; i++) {
        if (r->methods[i].name != name) continue;
        instance_method(c, &r->methods[i]);
        found = true;
    }
    for (int i = 0; i < r->ngeneric && !found; i++)
        if (r->generic[i].name == name) return false;
    return true;
}

void template_instantiate(struct check *c, const struct hd_ast *ast) {
    struct hd_declr *declr = ast->declr;
    struct hd_type *type;
    struct hd_targ *binds = NULL;
    struct inner in;
    c->at = declr->name_range;
    if (declr->qual && !check_qual(c, declr->qual, &in)) return;
    if (declr->qual && in.record && !declr->targs && instantiate_members(c, in.record, declr->name))
        return;
    struct hd_sym *generic = template_meant(c, ast->spec, declr, "instantiate", &type, &binds);
    const char *why = NULL;
    if (generic && (generic->spec ^ ast->spec->flags) & SPEC_GLOBAL) {
        bool kernel = generic->spec & SPEC_GLOBAL;
        struct hd_diag *d =
            hd_error(c->diags, declr->name_range,
                     kernel ? "`%s` is a template of kernels: `__global__` is missing"
                            : "`%s` is a template of functions, not of kernels",
                     generic->name);
        if (kernel) hd_help(c->diags, d, "write `template __global__ void %s...`", declr->name);
        note_on(c, d, generic->range, "the template is here");
        return;
    }
    struct hd_spec_inst *inst =
        generic ? template_match_bound(c, generic->tmpl, binds, declr->name_range, &why) : NULL;
    if (inst) template_use(c, inst, declr->name_range);
}

struct hd_sym *template_specialise(struct check *c, struct hd_ast *ast) {
    struct hd_declr *declr = ast->declr;
    struct hd_type *type;
    struct hd_targ *binds = NULL;
    struct hd_sym *generic = template_meant(c, ast->spec, declr, "specialise", &type, &binds);
    if (!generic) return NULL;
    struct hd_template one = *generic->tmpl; // the same parameters with another tree
    one.ast = ast;
    const char *name = template_instance_name(
        generic->tmpl, args_copy(c->arena, binds, generic->tmpl->ast->ntparams), HD_LANG_CU);
    if (c->device_version && function_device_version(c, ast, name, type)) return NULL;
    struct hd_sym *sym = template_instance_sym(c, &one, name);
    if (!sym) return NULL;
    sym->spec |= generic->spec & (SPEC_GLOBAL | SPEC_DEVICE | SPEC_HOST);
    sym->def = NULL;
    struct hd_func *func = sym->func;
    bool body = ast->nkids && ast->kids[0];
    if (!body) { // only declared here
        sym->func = NULL;
        sym->defined = false;
    }
    sym = global_declare(c, sym, DEF_FUNC);
    if (sym->def) sym->def->specialises = generic->tmpl->name;
    if (!body) return sym;
    if (!sym->func) { // it was declared before
        sym->func = func;
        func->sym = sym;
        sym->defined = true;
        sym->spec |= ast->spec->flags & (SPEC_GLOBAL | SPEC_DEVICE | SPEC_HOST);
    }
    check_function_body(c, sym->func, ast);
    return sym;
}
