// Constraints: whether they hold, and which of two says more.
//
// A constraint holds where its expression can be checked and is true; what cannot be checked is no
// error. `&&` and `||` are looked at one operand after the other, so that what stands behind may
// rely on what stands before. Where two templates fit equally well, the one whose constraint
// implies the other's is meant ([temp.constr.order]): both are taken apart into atoms, through the
// concepts that they name; an atom is the same as another when it is the same place of the text
// with the same arguments.
//
// Example: `template <std::signed_integral T> f(T)` is meant before `template <std::integral T>
// f(T)`, since the one concept is the other `&&` something.
#include <string.h>

#include "front/template/template.h"

enum { MAX_NESTED = 512 }; // concepts in concepts

// ---- whether one holds --------------------------------------------------------------------------

static bool atom_holds(struct check *c, struct hd_ast *ast) {
    struct hd_diags *diags = c->diags;
    bool muted = diags->muted, holds = false;
    int errors = diags->errors;
    diags->muted = true;
    diags->errors = 0;
    c->unevaluated++;
    struct hd_expr *e = check_condition(c, ast, "a constraint");
    c->unevaluated--;
    struct hd_const value;
    if (!diags->errors && e && e->kind != EX_ERROR && const_required(c, e, &value))
        holds = value.kind == CONST_INT ? value.i != 0 : value.kind == CONST_ADDR;
    diags->muted = muted;
    diags->errors = errors;
    return holds;
}

bool constraint_holds(struct check *c, struct hd_ast *ast) {
    if (!ast) return true;
    if (ast->kind == AST_BINARY && ast->op == TK_AND_AND)
        return constraint_holds(c, ast->kids[0]) && constraint_holds(c, ast->kids[1]);
    if (ast->kind == AST_BINARY && ast->op == TK_OR_OR)
        return constraint_holds(c, ast->kids[0]) || constraint_holds(c, ast->kids[1]);
    return atom_holds(c, ast);
}

struct hd_expr *check_constraint(struct check *c, struct hd_ast *ast) {
    return expr_int(c, hd_ty.bool_, constraint_holds(c, ast->kids[0]), ast->range);
}

static bool requirement_holds(struct check *c, struct hd_ast *ast) {
    if (ast->kind == AST_CONSTRAINT) return constraint_holds(c, ast->kids[0]);
    struct hd_diags *diags = c->diags;
    bool muted = diags->muted;
    int errors = diags->errors;
    diags->muted = true;
    diags->errors = 0;
    c->unevaluated++;
    bool holds = ast->kind == AST_TYPE_NAME ? check_type_name(c, ast)->kind != HD_TY_ERROR
                                            : check_expr(c, ast)->kind != EX_ERROR;
    c->unevaluated--;
    holds = holds && !diags->errors;
    diags->muted = muted;
    diags->errors = errors;
    return holds;
}

// `requires (T a, T b) { a + b; }`
struct hd_expr *check_requires(struct check *c, struct hd_ast *ast) {
    struct hd_deriv *d = ast->declr->derivs;
    struct hd_diags *diags = c->diags;
    bool muted = diags->muted, holds = true;
    int errors = diags->errors;
    space_push(c, SPACE_BLOCK);
    c->scope->is_prototype = true;
    if (d) {
        struct hd_type **types = NULL;
        diags->muted = true;
        diags->errors = 0;
        check_params(c, d, true, &types);
        holds = !diags->errors;
        diags->muted = muted;
        diags->errors = errors;
    }
    for (int i = 0; i < ast->nkids && holds; i++) holds = requirement_holds(c, ast->kids[i]);
    space_pop(c);
    return expr_int(c, hd_ty.bool_, holds, ast->range);
}

static const char *text_of(struct check *c, const struct hd_ast *ast) {
    const struct hd_source *s = hd_source_at(ast->range.from);
    if (!s || !s->text || ast->range.to <= ast->range.from) return "it";
    return hd_printf(c->arena, "%.*s", (int)(ast->range.to - ast->range.from),
                     s->text + (ast->range.from - s->base));
}

// The innermost operand that does not hold.
static struct hd_ast *culprit(struct check *c, struct hd_ast *ast) {
    if (ast->kind != AST_BINARY || ast->op != TK_AND_AND) return ast;
    return culprit(c, constraint_holds(c, ast->kids[0]) ? ast->kids[1] : ast->kids[0]);
}

const char *constraint_fails(struct check *c, struct hd_ast *ast) {
    if (constraint_holds(c, ast)) return NULL;
    struct hd_ast *at = culprit(c, ast);
    struct check *user = c->outer ? c->outer : c;
    if (at->kind == AST_NAME && at->nkids && at->kids[0]->kind == AST_TYPE_NAME) {
        struct hd_diags *diags = c->diags;
        bool muted = diags->muted;
        int errors = diags->errors;
        diags->muted = true;
        struct hd_type *type = check_type_name(c, at->kids[0]);
        diags->muted = muted;
        diags->errors = errors;
        if (type->kind != HD_TY_ERROR)
            return hd_printf(user->arena, "`%s` does not satisfy the concept `%s`", ty(user, type),
                             at->name);
    }
    return hd_printf(user->arena, "the constraint `%s` does not hold", text_of(user, at));
}

// ---- of types that are deduced ------------------------------------------------------------------

void constraint_check_type(struct check *c, struct hd_ast *concept, struct hd_type *type,
                           struct hd_range range) {
    if (!concept || type->kind == HD_TY_ERROR || type->kind == HD_TY_AUTO) return;
    struct hd_ast *value = HD_NEW(c->arena, struct hd_ast);
    value->kind = AST_CHECKED;
    value->range = range;
    value->checked = expr_new(c, EX_CONST, type, range);
    struct hd_ast *on =
        hd_constraint_on(c->arena, concept, hd_type_of_expr(c->arena, value, false), false);
    if (constraint_holds(c, on)) return;
    struct hd_diag *d = hd_error(c->diags, range, "`%s` does not satisfy the concept `%s`",
                                 ty(c, type), concept->name);
    hd_help(c->diags, d, "the declaration asks for it: `%s auto`", concept->name);
}

// ---- which of two says more ---------------------------------------------------------------------

struct formula {
    int op; // TK_AND_AND, TK_OR_OR; 0: an atom,
    struct formula *left, *right;
    const struct hd_ast *place; // which is this text
    const char *of;             // in this concept's instance; NULL: in a template's own
};

static struct formula *formula_of(struct check *c, struct hd_ast *ast, const char *of, int depth);

static struct formula *of_concept(struct check *c, struct hd_ast *ast, int depth) {
    struct hd_found found;
    name_find(c, ast->qual, ast->name, ast->range, LOOK_NAMES, &found);
    if (!found.sym || !is_variable_template(found.sym) || !found.sym->tmpl->ast->is_concept)
        return NULL;
    struct hd_template *t = found.sym->tmpl;
    struct hd_targ *binds = HD_NEW_ARRAY(c->arena, struct hd_targ, t->ast->ntparams + 1);
    const struct arguments given = {ast->kids, ast->nkids, ast->range};
    const char *name = template_resolve(c, found.sym, &given, binds), *why = NULL;
    if (!name) return NULL;
    struct check nc;
    template_check_begin(&nc, c, t, c->arena);
    nc.instantiating = t;
    struct formula *f = template_bind(&nc, t, binds, &why)
                            ? formula_of(&nc, t->ast->kids[0]->kids[0]->kids[0], name, depth + 1)
                            : NULL;
    template_unbind(&nc);
    check_end(&nc);
    return f;
}

static struct formula *formula_of(struct check *c, struct hd_ast *ast, const char *of, int depth) {
    if (depth > MAX_NESTED) return NULL;
    struct formula *f = ast->kind == AST_NAME && ast->targs ? of_concept(c, ast, depth) : NULL;
    if (f) return f;
    f = HD_NEW(c->arena, struct formula);
    f->place = ast;
    f->of = of;
    if (ast->kind != AST_BINARY || (ast->op != TK_AND_AND && ast->op != TK_OR_OR)) return f;
    f->op = ast->op;
    f->left = formula_of(c, ast->kids[0], of, depth + 1);
    f->right = formula_of(c, ast->kids[1], of, depth + 1);
    return f->left && f->right ? f : NULL;
}

struct formulas { // on the stack of those who add to it
    const struct formula *f;
    const struct formulas *rest;
};

static bool is_known(const struct formulas *known, const struct formula *f) {
    if (f->op == TK_AND_AND) return is_known(known, f->left) && is_known(known, f->right);
    if (f->op == TK_OR_OR) return is_known(known, f->left) || is_known(known, f->right);
    for (; known; known = known->rest)
        if (known->f->place == f->place && known->f->of == f->of) return true;
    return false;
}

// Whether `goal` holds in each way in which all of `list` and of what is known do.
static bool implies(const struct formulas *list, const struct formulas *known,
                    const struct formula *goal) {
    if (!list) return is_known(known, goal);
    const struct formula *f = list->f;
    const struct formulas *rest = list->rest;
    if (is_known(known, f)) // concepts that are made of others say the same many times
        return implies(rest, known, goal);
    struct formulas left = {f->left, rest}, right = {f->right, rest};
    if (f->op == TK_AND_AND) {
        right.rest = &left;
        return implies(&right, known, goal);
    }
    if (f->op == TK_OR_OR) return implies(&left, known, goal) && implies(&right, known, goal);
    struct formulas more = {f, known};
    return is_known(&more, goal) || implies(rest, &more, goal);
}

static struct hd_ast *all_of(struct check *c, struct hd_ast *ast) {
    const struct hd_deriv *d = ast->declr ? function_deriv(ast->declr) : NULL;
    return hd_constraint_and(c->arena, ast->constraint, d ? d->requires_ : NULL);
}

static struct formula *formula_for(struct check *c, struct hd_template *t,
                                   const struct hd_targ *binds, struct hd_ast *all) {
    struct hd_diags *diags = c->diags;
    bool muted = diags->muted;
    int errors = diags->errors, n = t->ast->ntparams;
    struct hd_targ *own = HD_NEW_ARRAY(c->arena, struct hd_targ, n + 1);
    if (n) memcpy(own, binds, sizeof *own * (size_t)n);
    for (int i = 0; i < n; i++) own[i].set = true;
    const char *why = NULL;
    struct check nc;
    diags->muted = true;
    template_check_begin(&nc, c, t, c->arena);
    nc.instantiating = t;
    nc.shares_needs = true;
    struct formula *f = template_bind(&nc, t, own, &why) ? formula_of(&nc, all, NULL, 0) : NULL;
    template_unbind(&nc);
    check_end(&nc);
    diags->muted = muted;
    diags->errors = errors;
    return f;
}

static int order(const struct formula *a, const struct formula *b) {
    if (!a || !b) return 0;
    const struct formulas x = {a, NULL}, y = {b, NULL};
    bool ab = implies(&x, NULL, b), ba = implies(&y, NULL, a);
    return ab == ba ? 0 : ab ? 1 : -1;
}

int constraint_order(struct check *c, struct hd_template *a, const struct hd_targ *as,
                     struct hd_template *b, const struct hd_targ *bs) {
    struct hd_ast *x = all_of(c, a->ast), *y = all_of(c, b->ast);
    if (!x || !y) return !x == !y ? 0 : x ? 1 : -1;
    return order(formula_for(c, a, as, x), formula_for(c, b, bs, y));
}

// Of a class template's instance that is made: its functions without parameters of their own are
// members where their clauses hold, and the one that says more of two with the same head.
bool constraint_admits(struct check *c, struct hd_ast *const *members, int n, int at) {
    const struct hd_deriv *d = function_deriv(members[at]->declr);
    struct hd_ast *own = d ? d->requires_ : NULL;
    if (own && !constraint_holds(c, own)) return false;
    struct formula *mine = own ? formula_of(c, own, NULL, 0) : NULL;
    for (int i = 0; i < n; i++) {
        struct hd_ast *m = members[i];
        if (i == at || m->kind != AST_FUNCTION || m->is_template || m->name != members[at]->name)
            continue;
        d = function_deriv(m->declr);
        if (!d || !d->requires_ || !template_same_head(m, members[at]) ||
            !constraint_holds(c, d->requires_))
            continue;
        if (!own || order(formula_of(c, d->requires_, NULL, 0), mine) > 0) return false;
    }
    return true;
}
