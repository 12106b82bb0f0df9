// Local classes: classes inside of functions and blocks.
//
// They live as lambdas do: their functions have no definitions of their own, but symbols that the
// function around them uses, and are checked where the class ends ([class.mem]: once it is
// complete, nested classes included). Each check of that function, and each instance of a template,
// makes a class of its own. Names are found in the function around, of which objects that live in
// its frame are out of reach ([class.local]).
//
// Symbols are called after the class's key, "f(int)::L", which is unique and the same whenever f is
// checked again: stubs of virtual functions are found by it, so objects of an earlier f follow.
#include "front/check/decl/decl.h"

void local_class_name(struct check *c, struct hd_record *r) {
    const struct hd_record *outer = r->outer;
    if (outer && outer->local_key) {
        r->local_key = hd_intern_str(hd_printf(c->arena, "%s::%s", outer->local_key, r->tag));
        return;
    }
    struct hd_func *f = c->func;
    const char *around = "";
    if (f && f->is_entry) // of a cell: there may be others like it
        around = hd_printf(c->arena, "cell %d", c->front->serial);
    else if (f)
        around = hd_printf(c->arena, "%s %s", f->sym->name, hd_type_str(c->arena, f->type));
    int number = f ? f->nlocal_classes++ : 0;
    const char *apart = number ? hd_printf(c->arena, "#%d", number) : "";
    r->local_key = hd_intern_str(hd_printf(c->arena, "%s::%s%s", around, r->tag, apart));
}

void local_class_functions(struct check *c, struct hd_record *r) {
    r->within_func = c->func ? c->func->ast : NULL;
    for (int i = 0; i < r->nmethods; i++) {
        struct hd_method *m = &r->methods[i];
        m->is_made = true;
        bool body = m->ast->nkids && m->ast->kids[0];
        if (!body && !m->is_pure && !m->is_deleted) {
            struct hd_diag *d = hd_error(c->diags, m->sym->range,
                                         "`%s` has no body, and functions of a local class cannot"
                                         " be defined elsewhere",
                                         m->name);
            hd_help(c->diags, d, "write the body here, or move `%s` out of the function", r->tag);
        }
        if (!body) continue;
        m->sym->defined = m->sym->internal_linkage = true;
        m->sym->func = function_new(c, m->ast, m->sym);
    }
    HD_PUSH(c->arena, &c->local_classes, r);
}

void local_class_bodies(struct check *c) {
    struct hd_space *around = c->scope;
    struct hd_record **v = c->local_classes.v;
    int n = c->local_classes.n;
    c->local_classes.v = NULL; // bodies may have local classes
    c->local_classes.n = c->local_classes.cap = 0;
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < v[i]->nmethods; k++) {
            struct hd_method *m = &v[i]->methods[k];
            c->scope = v[i]->space;
            if (m->sym->func) check_function_body(c, m->sym->func, m->ast);
        }
    }
    c->scope = around;
}

struct hd_expr *around_local_class(struct check *c, struct hd_sym *sym, struct hd_range range) {
    if (is_usable_constant(sym)) {
        struct hd_expr *e = expr_new(c, EX_CONST, hd_type_unqual(sym->type), range);
        e->value = sym->value;
        return e;
    }
    struct hd_diag *d = hd_error(
        c->diags, range,
        "`%s` is a variable of the function around: a local class has no access to it", sym->name);
    hd_help(c->diags, d, "hand it to the constructor, or write a lambda, which can capture it");
    note_on(c, d, sym->range, "`%s` is declared here", sym->name);
    return expr_error(c, range);
}
