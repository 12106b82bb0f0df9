// Members with parentheses: `a.sum(0)`, a word or any other function with the array in front; and
// calls of objects, `f(a)` of a lambda or of a struct with operator(), and of their member
// functions, which are lifted over arrays like functions.
#include "front/check/array/words.h"
#include "front/names/library.h"

#include <string.h>

static struct hd_ast *named(struct check *c, const char *name, struct hd_range range) {
    struct hd_ast *ast = HD_NEW(c->arena, struct hd_ast);
    ast->kind = AST_NAME;
    ast->name = hd_intern_str(name);
    ast->range = range;
    ast->loc = range.from;
    return ast;
}

// `args` with the object before them.
static struct call_args with_object(struct check *c, const struct call_args *plain,
                                    struct hd_expr *object, struct hd_ast *ast) {
    struct call_args args = *plain;
    args.n = plain->n + 1;
    args.v = HD_NEW_ARRAY(c->arena, struct hd_expr *, args.n);
    args.asts = HD_NEW_ARRAY(c->arena, struct hd_ast *, args.n);
    args.v[0] = object;
    args.asts[0] = ast->kids[0];
    for (int i = 0; i < plain->n; i++) {
        args.v[i + 1] = plain->v[i];
        args.asts[i + 1] = plain->asts[i];
    }
    return args;
}

struct hd_ast *array_word_call(struct check *c, struct hd_sym *sym, struct hd_ast *ast) {
    const char *name = sym->kind == SYM_BUILTIN ? sym->builtin->name : sym->name;
    if (!name) return ast;
    bool word = array_is_word(name) && (sym->kind == SYM_BUILTIN || !sym->def || sym->def->system);
    bool plain = sym->kind == SYM_BUILTIN && sym->builtin->lower != LOWER_ARRAY; // min(a, (b, c))
    for (int i = 1; i < ast->nkids && plain; i++)
        if (ast->kids[i]->kind == AST_COMMA) return ast;
    bool ours = !word && sym->def && sym->def->system && hd_is_array_word(name);
    return word || ours ? array_written(c, name, sym, false, ast) : ast;
}

static struct hd_sym *function_called(struct check *c, const char *name, struct hd_range range) {
    struct hd_found found = {0};
    name_look(c, named(c, name, range), &found);
    struct hd_sym *sym = found.sym;
    return sym && (sym->kind == SYM_FUNC || sym->kind == SYM_TEMPLATE || sym->kind == SYM_BUILTIN)
               ? sym
               : NULL;
}

static struct hd_expr *no_member(struct check *c, const char *name, struct hd_range range) {
    struct hd_diag *d = hd_error(c->diags, range, "an array has no member `%s`", name);
    const char *near = hd_suggest(c->front, name);
    if (near && array_is_word(near)) hd_help(c->diags, d, "did you mean `%s`?", near);
    return expr_error(c, range);
}

struct hd_expr *array_not_called(struct check *c, const struct hd_expr *bound) {
    const char *name = bound->sym->name;
    if (!array_is_word(name) && !function_called(c, name, bound->range))
        return no_member(c, name, bound->range);
    struct hd_diag *d = hd_error(c->diags, bound->range, "`%s` of an array is a function", name);
    hd_help(c->diags, d, "call it with `()`");
    return expr_error(c, bound->range);
}

struct hd_expr *array_member_call(struct check *c, const struct hd_expr *bound,
                                  struct hd_ast *ast) {
    const char *name = bound->sym->name;
    struct hd_range range = ast->kids[0]->range;
    struct hd_sym *sym = array_is_word(name) ? NULL : function_called(c, name, range);
    if (!sym && !array_is_word(name)) return no_member(c, name, range);
    struct call_args plain;
    ast = array_written(c, name, sym, true, ast);
    if (!ast) return expr_error(c, bound->range);
    check_args(c, ast->kids + 1, ast->nkids - 1, &plain);
    if (plain.failed) return expr_error(c, ast->range);
    struct call_args args = with_object(c, &plain, bound->a, ast);
    if (!sym) return array_builtin(c, name, ast, &args);
    struct hd_ast call = *ast; // `a.f(x)` is `f(a, x)`
    call.kids = HD_NEW_ARRAY(c->arena, struct hd_ast *, args.n + 1);
    call.nkids = args.n + 1;
    call.kids[0] = named(c, name, ast->kids[0]->range);
    memcpy(call.kids + 1, args.asts, sizeof *args.asts * (size_t)args.n);
    struct hd_ast *made = HD_NEW(c->arena, struct hd_ast);
    *made = call;
    struct hd_expr *e = array_call(c, sym, made, &args);
    return e ? e : call_with_args(c, sym, made, &args);
}

struct hd_expr *array_bound_call(struct check *c, const struct hd_expr *bound, struct hd_sym **list,
                                 int n, const struct call_args *args, struct hd_ast *ast) {
    struct hd_type *as = NULL;
    for (int i = 0; i < args->n; i++)
        if (args->v[i] && is_array(args->v[i]) && !as) as = element_type(args->v[i]);
    if (!as || (bound->a && !is_record(bound->a->type))) return NULL;
    for (int i = 0; i < n; i++)
        if (array_is_taken(list[i], args)) return NULL;
    struct lifted l;
    lift_begin(c, &l, ast->range, ast->kids[0]->range.from);
    struct call_args element = *args;
    element.v = HD_NEW_ARRAY(c->arena, struct hd_expr *, args->n + 1);
    struct hd_expr *object = bound->a ? lift_operand(c, &l, bound->a) : NULL, *e = NULL;
    for (int i = 0; i < args->n && !(e && is_error(e)); i++) {
        if (!args->v[i]) continue;
        struct hd_expr *v = args->v[i];
        if (n > 1) v = lift_literal(c, args->asts[i], v, as);
        e = element.v[i] = lift_operand(c, &l, v);
    }
    if (object && is_error(object)) e = object;
    if (e && is_error(e)) return array_wrap(c, &l, e);
    struct call_args all = object ? with_object(c, &element, object, ast) : element;
    struct callee callee;
    all.object = object != NULL;
    const char *shown = method_shown(c, bound->sym->method);
    if (overload_pick_from(c, shown, list, n, &all, ast->range, false, &callee) != 1)
        return array_wrap(c, &l, expr_error(c, ast->range));
    if (!object && has_this(callee.sym)) {
        array_wrap(c, &l, expr_error(c, ast->range));
        return NULL; // the ordinary call says what is missing
    }
    e = call_sym(c, callee.sym, object, &element, ast->range, ast->kids[0]->loc);
    if (!is_error(e) && e->type->kind == HD_TY_VOID) {
        hd_error(c->diags, ast->range, "`%s` returns nothing: there is no array of that", shown);
        e = expr_error(c, ast->range);
    }
    return array_wrap(c, &l, e);
}

bool array_is_size(const struct hd_expr *e) {
    while (e->kind == EX_CAST || e->kind == EX_LOAD) e = e->a;
    return e->kind == EX_CALL && e->a->kind == EX_FUNC && e->a->sym->name &&
           !strcmp(e->a->sym->name, "__heddle_array_size");
}
