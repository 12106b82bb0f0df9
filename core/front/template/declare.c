// Declarations of struct, alias and variable templates and of their specialisations, partial and
// explicit ones.
#include <string.h>

#include "front/template/template.h"

// A struct of that name: of an earlier cell it goes.
static bool name_is_free(struct check *c, const char *name, const struct hd_spec *spec,
                         const struct hd_def *old) {
    struct hd_def *tag = hd_map_get(&c->front->tags, name);
    bool again = old && !old->dead && old->sym && old->sym->kind == SYM_STRUCT_TEMPLATE &&
                 !c->refreshing && global_in_this_cell(c->front, old) && old->system == c->system;
    if (again && old->sym->tmpl->ast->spec->has_body && spec->has_body) {
        struct hd_diag *d =
            hd_error(c->diags, spec->name_range, "the struct template `%s` is defined twice", name);
        note_on(c, d, old->sym->range, "the other declaration is here");
        return false;
    }
    if (c->refreshing || !tag || tag->dead || tag->system) return true;
    const struct hd_type *type = tag->tag_type;
    if (spec->targs && type->kind == HD_TY_RECORD && type->record->pending) return true;
    if (spec->targs || global_in_this_cell(c->front, tag)) {
        if (spec->targs && !global_in_this_cell(c->front, tag))
            return true; // an instance, which follows
        hd_loc at = tag->tag_type && tag->tag_type->kind == HD_TY_RECORD
                        ? tag->tag_type->record->loc
                        : tag->range.from;
        struct hd_diag *d = hd_error(c->diags, spec->name_range,
                                     spec->targs ? "`%s` was used before it is specialised"
                                                 : "`%s` is declared again as something else",
                                     name);
        note_on(c, d, (struct hd_range){at, at},
                spec->targs ? "it was made of this" : "the other declaration is here");
        return false;
    }
    global_drop_tag(c->front, tag, spec->name_range.from);
    return true;
}

// What an earlier declaration says of defaults.
void template_keep_defaults(struct check *c, const struct hd_ast *from, struct hd_ast *to) {
    if (from->ntparams != to->ntparams) return;
    struct hd_tparam *all = HD_NEW_ARRAY(c->arena, struct hd_tparam, to->ntparams + 1);
    for (int i = 0; i < to->ntparams; i++) {
        all[i] = to->tparams[i];
        if (!all[i].dflt) all[i].dflt = from->tparams[i].dflt;
    }
    to->tparams = all;
}

// Arguments as they are written, without blanks.
static const char *args_text(struct check *c, struct hd_ast **args, int n, int number) {
    struct hd_buf buf = {0};
    for (int i = 0; i < n; i++) {
        const struct hd_source *source = hd_source_at(args[i]->range.from);
        if (i) hd_buf_putc(&buf, ',');
        for (hd_loc at = args[i]->range.from;
             source && source->text && at < args[i]->range.to && at - source->base < source->len;
             at++)
            if (source->text[at - source->base] > ' ')
                hd_buf_putc(&buf, source->text[at - source->base]);
    }
    const char *text = hd_printf(c->arena, "%s#%d", hd_buf_str(&buf), number);
    hd_buf_finish(&buf);
    return text;
}

// The name of the instance that `template <> struct S<...>` defines. NULL: reported.
static const char *specialised_name(struct check *c, const struct hd_spec *spec) {
    struct hd_found found;
    name_find(c, spec->qual, spec->name, spec->name_range, LOOK_NAMES, &found);
    struct hd_sym *generic = found.sym && found.sym->kind == SYM_STRUCT_TEMPLATE ? found.sym : NULL;
    if (!generic) {
        hd_error(c->diags, spec->name_range, "there is no struct template `%s` to specialise",
                 spec->name);
        return NULL;
    }
    if (!spec->targs || !spec->has_body) {
        struct hd_diag *d =
            hd_error(c->diags, spec->name_range,
                     spec->targs ? "this specialisation has no body"
                                 : "the arguments of this specialisation are missing");
        hd_help(c->diags, d, "write `template <> struct %s<...> { ... };`", spec->name);
        return NULL;
    }
    const struct arguments given = {spec->targs, spec->ntargs, spec->name_range};
    return template_resolve(
        c, generic, &given,
        HD_NEW_ARRAY(c->arena, struct hd_targ, generic->tmpl->ast->ntparams + 1));
}

// In the device's version of a text: that is host code's template with other bodies.
bool template_give_device_ast(struct check *c, const char *name, struct hd_ast *ast) {
    struct hd_def *def = c->refreshing ? c->refreshing : hd_map_get(&c->front->names, name);
    if (!c->device_version || !def || def->dead || !def->sym ||
        def->sym->kind != SYM_STRUCT_TEMPLATE ||
        (!c->refreshing && !global_in_this_cell(c->front, def)))
        return false;
    def->sym->tmpl->device_ast = ast;
    c->versioned = def;
    return true;
}

struct hd_template *template_new(struct check *c, struct hd_ast *ast, const char *name) {
    struct hd_template *t = HD_NEW(c->arena, struct hd_template);
    *t = (struct hd_template){.ast = ast, .name = name, .lang = c->lang, .arena = c->arena};
    t->space = space_enclosing(c->scope);
    t->owner = c->record && c->scope->kind == SPACE_RECORD ? c->record : NULL;
    return t;
}

// `template <typename T> struct S<T *> { ... };`, `template <typename T> constexpr int v<T *> = 1;`
void partial_declare(struct check *c, struct hd_ast *ast, const struct hd_qual *qual,
                     const char *plain, struct hd_range range) {
    struct hd_found found;
    int errors = c->diags->errors;
    name_find(c, qual, plain, range, LOOK_NAMES, &found);
    struct hd_sym *generic = found.sym ? template_behind(c, found.sym) : NULL;
    if (!generic || generic->kind != SYM_STRUCT_TEMPLATE || generic->tmpl->ast->kind == AST_USING) {
        if (c->diags->errors == errors)
            hd_error(c->diags, range, "there is no template `%s` to specialise", plain);
        return;
    }
    struct hd_template *primary = generic->tmpl;
    struct hd_template *t = template_new(c, ast, primary->name);
    t->primary = primary;
    const char *base = partial_base(c, primary->name);
    int n, np = 0, k;
    struct hd_ast **pattern = pattern_of(t, &np);
    global_family(c->front, base, &n);
    for (int i = 0; i < n; i++) { // the same again
        const struct hd_def *def =
            hd_map_get(&c->front->names, global_family(c->front, base, &n)[i]);
        if (!def || def->dead || !def->sym || !def->sym->tmpl || def->refreshing) continue;
        struct hd_ast **other = pattern_of(def->sym->tmpl, &k);
        if (!template_same_args(def->sym->tmpl->ast, other, k, ast, pattern, np)) continue;
        if (template_give_device_ast(c, def->name, ast)) return;
        bool had = def->sym->tmpl->ast->nkids || def->sym->tmpl->ast->spec->has_body;
        if (!ast->nkids && !ast->spec->has_body) return;
        if (had && global_in_this_cell(c->front, def)) {
            struct hd_diag *d =
                hd_error(c->diags, range, "this specialisation of `%s` is defined twice", plain);
            note_on(c, d, def->sym->range, "the other definition is here");
            return;
        }
        struct hd_sym *sym = sym_new(c, SYM_STRUCT_TEMPLATE, def->name, hd_ty.auto_, range);
        sym->tmpl = t;
        t->def = global_declare_member(c, sym, base)->def;
        return;
    }
    struct hd_sym *sym =
        sym_new(c, SYM_STRUCT_TEMPLATE,
                hd_intern_str(hd_printf(c->arena, "%s(%s)", base, args_text(c, pattern, np, n))),
                hd_ty.auto_, range);
    sym->tmpl = t;
    t->def = global_declare_member(c, sym, base)->def;
}

// `template <...> struct N::S { ... };`: enters N, in which S has been declared. false: reported.
static bool enter_qualified(struct check *c, const struct hd_spec *spec) {
    struct inner in;
    struct hd_found found = {0};
    if (!check_qual_of(c, spec->qual, spec->name, &in)) return false;
    if (in.space) space_find(c->front, in.space, spec->name, LOOK_NAMES | LOOK_QUALIFIED, &found);
    if (!in.space || !in.space->session || !found.sym || found.sym->kind != SYM_STRUCT_TEMPLATE) {
        hd_error(c->diags, spec->name_range, "`%s` has no struct template `%s` to define",
                 qual_text(c, spec->qual), spec->name);
        return false;
    }
    c->scope = in.space;
    c->record = in.record;
    return true;
}

static void declare_here(struct check *c, struct hd_ast *ast);

void struct_template_declare(struct check *c, struct hd_ast *ast) {
    struct hd_spec *spec = ast->spec;
    struct hd_space *around = c->scope;
    struct hd_record *outer = c->record;
    if (!spec->name || c->lang != HD_LANG_CU) return;
    if (member_class_declare(c, ast)) return;
    if (outer && !spec->has_body && !spec->targs) ast = member_class_template(c, outer, ast);
    bool qualified = spec->qual && ast->is_template && !spec->targs;
    if (!qualified || enter_qualified(c, spec)) declare_here(c, ast);
    c->scope = around;
    c->record = outer;
}

static void declare_here(struct check *c, struct hd_ast *ast) {
    struct hd_spec *spec = ast->spec;
    if (ast->is_template && spec->targs) {
        partial_declare(c, ast, spec->qual, spec->name, spec->name_range);
        return;
    }
    const char *name =
        ast->is_specialisation ? specialised_name(c, spec) : declared_name(c, spec->name);
    if (name && template_give_device_ast(c, name, ast)) return;
    const struct hd_def *old = name ? hd_map_get(&c->front->names, name) : NULL;
    bool known = old && !old->dead && old->sym && old->sym->kind == SYM_STRUCT_TEMPLATE;
    if (!name || !name_is_free(c, name, spec, old) || (known && !spec->has_body && !c->refreshing))
        return;
    if (known && !ast->is_specialisation && !c->refreshing && global_in_this_cell(c->front, old))
        template_keep_defaults(c, old->sym->tmpl->ast, ast);
    struct hd_sym *sym = sym_new(c, SYM_STRUCT_TEMPLATE, name, hd_ty.auto_, spec->name_range);
    sym->defined = spec->has_body;
    sym->tmpl = template_new(c, ast, name);
    if (known && global_in_this_cell(c->front, old)) sym->declared = old->sym->declared;
    sym->tmpl->def = global_declare(c, sym, DEF_TEMPLATE)->def;
}

void alias_template_declare(struct check *c, struct hd_ast *ast) {
    const char *name = declared_name(c, ast->name);
    struct hd_range range = {ast->loc, ast->loc + (hd_loc)strlen(ast->name)};
    if (!at_top(c)) {
        hd_error(c->diags, ast->range, "templates are declared at top level");
        return;
    }
    struct hd_sym *sym = sym_new(c, SYM_STRUCT_TEMPLATE, name, hd_ty.auto_, range);
    sym->defined = true;
    sym->tmpl = template_new(c, ast, name);
    sym->tmpl->def = global_declare(c, sym, DEF_TEMPLATE)->def;
}
