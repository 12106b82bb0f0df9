// Classes inside of class templates that are defined outside of them.
//
// Such a definition is kept by a name of its own, "List::Node {}", in the family of the member's
// name, as a member function's is. An instance of the outer template that comes to its declaration,
// `struct Node;`, takes the body from there; its checking then follows the definition, so that
// entering that anew makes the instance anew.
//
// Example: `template <class T> struct List { struct Node; Node *head; };`
//          `template <class T> struct List<T>::Node { T value; Node *next; };`
#include "front/template/template.h"

#include <string.h>

static const char *key_of(struct check *c, const char *base) {
    return hd_intern_str(hd_printf(c->arena, "%s {}", base));
}

static bool same_names(const struct hd_ast *a, const struct hd_ast *b) {
    for (int i = 0; i < a->ntparams; i++)
        if (a->tparams[i].name != b->tparams[i].name) return false;
    return a->ntparams == b->ntparams;
}

static const struct hd_ast *declared(const struct hd_spec *outer, const char *name) {
    for (int i = 0; outer && i < outer->nmembers; i++) {
        const struct hd_ast *m = outer->members[i];
        if (m->kind == AST_DECLARATION && m->spec->base == BASE_TAG && m->spec->name == name)
            return m->spec->has_body ? NULL : m;
    }
    return NULL;
}

// Where the class called so, "List::Node", is defined outside; NULL: nowhere.
static const struct hd_template *defined_outside(struct check *c, const char *base) {
    global_find(c->front, base, false); // to follow a definition that comes later
    const struct hd_sym *sym = global_find(c->front, key_of(c, base), true);
    return sym && sym->kind == SYM_STRUCT_TEMPLATE ? sym->tmpl : NULL;
}

const struct hd_spec *member_class_spec(struct check *c, const char *base) {
    const struct hd_template *t = defined_outside(c, hd_intern_str(base));
    return t ? t->ast->spec : NULL;
}

bool member_class_declare(struct check *c, struct hd_ast *ast) {
    const struct hd_spec *spec = ast->spec;
    const struct hd_name_part *part = spec->qual ? first_with_args(spec->qual) : NULL;
    if (!part || !spec->has_body || !ast->is_template) return false;
    struct hd_qual before = *spec->qual;
    struct hd_found found;
    struct hd_diag *d;
    int errors = c->diags->errors;
    before.nparts = (int)(part - before.parts);
    name_find(c, before.nparts || before.rooted ? &before : NULL, part->name, part->range,
              LOOK_NAMES, &found);
    struct hd_sym *sym = found.sym && found.sym->kind == SYM_STRUCT_TEMPLATE ? found.sym : NULL;
    struct hd_template *of = sym ? outside_template(c, sym, part, ast) : NULL;
    if (!of || !of->ast->spec) {
        if (c->diags->errors == errors)
            hd_error(c->diags, part->range,
                     "`%s<...>` is no struct template whose members could be defined", part->name);
        return true;
    }
    const struct hd_spec *outer = of->ast->spec;
    const char *base = sym->name;
    for (const struct hd_name_part *p = part + 1; p < before.parts + spec->qual->nparts; p++) {
        base = hd_printf(c->arena, "%s::%s", base, p->name);
        const struct hd_spec *inner = nested_spec(outer, p->name);
        outer = inner ? inner : member_class_spec(c, base);
    }
    const struct hd_ast *member = declared(outer, spec->name), *head = ast;
    while (head->head) head = head->head;
    if (!member || member->is_template != (ast->head != NULL)) {
        d = hd_error(c->diags, spec->name_range, "`%s` has no `struct %s;` to define", part->name,
                     spec->name);
        note_on(c, d, sym->range, "`%s` is declared here", part->name);
        return true;
    }
    if (!same_names(of->ast, head)) {
        d = hd_error(c->diags, spec->name_range,
                     "the template parameters of `%s` have other names here", part->name);
        hd_help(c->diags, d, "use the names that they have where `%s` is defined", part->name);
        note_on(c, d, sym->range, "`%s` is defined here", part->name);
        return true;
    }
    base = hd_intern_str(hd_printf(c->arena, "%s::%s", base, spec->name));
    outside_declare(c, ast, sym->name, base, key_of(c, base), of, sym);
    return true;
}

struct hd_spec *member_class_text(struct check *c, const struct hd_record *outer,
                                  struct hd_spec *spec) {
    const struct hd_instance *inst = instance_outermost(outer);
    if (!inst || !spec->name || spec->has_body || spec->base != BASE_TAG || spec->qual) return spec;
    const struct hd_template *t = defined_outside(c, outside_base(c, outer, spec->name));
    if (!t || t->ast->head || t->text_of != inst->tmpl) return spec;
    struct hd_spec *body = HD_NEW(c->arena, struct hd_spec);
    *body = *t->ast->spec;
    body->qual = NULL;
    return body;
}

struct hd_ast *member_class_template(struct check *c, const struct hd_record *outer,
                                     struct hd_ast *ast) {
    const struct hd_instance *inst = instance_outermost(outer);
    if (!inst || ast->spec->has_body || !ast->is_template || ast->spec->qual) return ast;
    const struct hd_template *t = defined_outside(c, outside_base(c, outer, ast->spec->name));
    if (!t || !t->ast->head || t->text_of != inst->tmpl) return ast;
    struct hd_ast *body = HD_NEW(c->arena, struct hd_ast);
    *body = *t->ast;
    body->head = NULL;
    body->spec = HD_NEW(c->arena, struct hd_spec);
    *body->spec = *t->ast->spec;
    body->spec->qual = NULL;
    template_keep_defaults(c, ast, body);
    return body;
}
