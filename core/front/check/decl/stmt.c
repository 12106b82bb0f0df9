// Statements.
//
// Scopes are resolved here; a STM_BLOCK in the typed tree says only where variable-length arrays
// end. Labels belong to the function (or to one top-level statement of a cell) and are made when
// first named; what was named and never defined is reported at the end. A case belongs to the
// innermost switch wherever it stands in its body.
//
// Example: `if (int n = f()) g(n);` becomes a block with the STM_VAR of n and a STM_IF that loads
// it.
#include <stdlib.h>
#include <string.h>

#include "front/check/array/array.h"

static struct hd_stmt *stmt_new(struct check *c, enum hd_stmt_kind kind, const struct hd_ast *ast) {
    struct hd_stmt *s = HD_NEW(c->arena, struct hd_stmt);
    s->kind = kind;
    s->range = ast->range;
    s->loc = ast->loc ? ast->loc : ast->range.from;
    return s;
}

static struct hd_stmt *block_of(struct check *c, const struct hd_ast *ast, stmt_vec *list) {
    struct hd_stmt *s = stmt_new(c, STM_BLOCK, ast);
    s->list = list->v;
    s->nlist = list->n;
    return s;
}

// The variables of one declaration: their scope is that around it.
static struct hd_stmt *without_scope(struct hd_stmt *block) {
    block->range = (struct hd_range){0, 0};
    return block;
}

// ---- labels -------------------------------------------------------------------------------------

static struct hd_label *label_new(struct check *c, const char *name, hd_loc loc) {
    struct hd_label *label = HD_NEW(c->arena, struct hd_label);
    label->name = name;
    label->loc = loc;
    if (!c->labels) c->labels = space_new(c, SPACE_BLOCK);
    hd_map_set(&c->labels->names, name, label);
    HD_PUSH(c->arena, &c->label_list, label);
    return label;
}

struct hd_label *label_find(struct check *c, const char *name, hd_loc loc) {
    struct hd_label *label = c->labels ? hd_map_get(&c->labels->names, name) : NULL;
    return label ? label : label_new(c, name, loc);
}

static struct hd_range name_range(hd_loc loc, const char *name) {
    return (struct hd_range){loc, loc + (hd_loc)strlen(name)};
}

void labels_finish(struct check *c) {
    for (int i = 0; i < c->label_list.n; i++) {
        struct hd_label *label = c->label_list.v[i];
        if (!label->defined) {
            struct hd_diag *d = hd_error(c->diags, name_range(label->loc, label->name),
                                         "there is no label `%s` here", label->name);
            for (int k = 0; k < c->label_list.n; k++) {
                const struct hd_label *other = c->label_list.v[k];
                if (other->defined && hd_edit_distance(other->name, label->name, 2) <= 2) {
                    hd_help(c->diags, d, "did you mean `%s`?", other->name);
                    break;
                }
            }
        }
    }
}

static struct hd_stmt *check_label(struct check *c, struct hd_ast *ast) {
    struct hd_stmt *s = stmt_new(c, STM_LABEL, ast);
    struct hd_label *label = label_find(c, ast->name, ast->loc);
    if (label->defined) {
        struct hd_diag *d = hd_error(c->diags, name_range(ast->loc, ast->name),
                                     "label `%s` is defined twice", ast->name);
        hd_note(c->diags, d, name_range(label->loc, label->name), "the other one is here");
    }
    label->defined = true;
    label->loc = ast->loc;
    s->label = label;
    s->body =
        ast->nkids && ast->kids[0] ? check_stmt(c, ast->kids[0]) : stmt_new(c, STM_EMPTY, ast);
    return s;
}

static struct hd_stmt *check_goto(struct check *c, struct hd_ast *ast) {
    if (ast->name) {
        struct hd_stmt *s = stmt_new(c, STM_GOTO, ast);
        s->label = label_find(c, ast->name, ast->loc);
        if (c->func) c->func->has_loop = true; // it may go back
        return s;
    }
    struct hd_stmt *s = stmt_new(c, STM_GOTO_PTR, ast);
    s->a = check_rvalue(c, ast->kids[0]);
    if (!is_error(s->a) && !is_ptr(s->a->type)) {
        hd_error(c->diags, ast->kids[0]->range, "`goto *` needs the address of a label, not `%s`",
                 ty(c, s->a->type));
        return stmt_new(c, STM_EMPTY, ast);
    }
    if (c->func) c->func->has_goto_ptr = c->func->has_loop = true;
    return s;
}

// ---- blocks -------------------------------------------------------------------------------------

struct hidden_label {
    const char *name;
    struct hd_label *outer;
};

static bool is_empty_stmt(const struct hd_ast *s) {
    return s->kind == AST_EMPTY || (s->kind == AST_EXPR_STMT && !s->nkids);
}

// `while (i < n); { ... }`: the block is not the loop's.
static void warn_detached_body(struct check *c, const struct hd_ast *loop,
                               const struct hd_ast *next) {
    const char *what = loop->kind == AST_WHILE ? "while" : "for";
    const struct hd_ast *body = loop->kind == AST_WHILE ? loop->kids[1]
                                : loop->kind == AST_FOR ? loop->kids[3]
                                                        : NULL;
    if (!body || !is_empty_stmt(body) || next->kind != AST_BLOCK) return;
    struct hd_diag *d =
        warn(c, body->range, "empty-body",
             "the `;` is the whole body of this `%s`: the block after it is not repeated", what);
    help_on(c, d, "remove the `;`");
}

struct hd_stmt *check_block(struct check *c, struct hd_ast *ast, bool own_scope) {
    stmt_vec list = {0};
    HD_VEC(struct hidden_label) hidden = {0}; // what __label__ of this block hides
    if (own_scope) space_push(c, SPACE_BLOCK);
    for (int i = 0; i < ast->nkids; i++) {
        struct hd_ast *kid = ast->kids[i];
        if (kid->kind == AST_LOCAL_LABEL) {
            struct hidden_label h = {kid->name,
                                     c->labels ? hd_map_get(&c->labels->names, kid->name) : NULL};
            HD_PUSH(c->arena, &hidden, h);
            label_new(c, kid->name, kid->loc);
        } else if (kid->kind == AST_DECLARATION) {
            check_decl(c, kid, &list);
        } else {
            struct hd_stmt *s = check_stmt(c, kid);
            if (s->kind != STM_EMPTY) HD_PUSH(c->arena, &list, s);
            if (i + 1 < ast->nkids) warn_detached_body(c, kid, ast->kids[i + 1]);
        }
    }
    for (int i = hidden.n - 1; i >= 0; i--) {
        if (hidden.v[i].outer)
            hd_map_set(&c->labels->names, hidden.v[i].name, hidden.v[i].outer);
        else
            hd_map_remove(&c->labels->names, hidden.v[i].name);
    }
    if (own_scope) space_pop(c);
    return block_of(c, ast, &list);
}

// ---- conditions ---------------------------------------------------------------------------------

// The condition of if, while, for or switch, which may be a declaration: its STM_VARs go to `out`
// and the variable's value is the condition.
static struct hd_expr *condition(struct check *c, struct hd_ast *ast, const char *where,
                                 stmt_vec *out) {
    if (ast->kind != AST_DECLARATION) return check_condition(c, ast, where);
    check_decl(c, ast, out);
    const struct hd_declr *declr = ast->nkids ? ast->kids[0]->declr : NULL;
    struct hd_sym *sym = declr && declr->name ? space_find_local(c, declr->name) : NULL;
    if (!sym || sym->kind != SYM_VAR) return expr_error(c, ast->range);
    struct hd_expr *e = expr_var(c, sym, ast->range), *truth = NULL;
    if (is_record(e->type)) truth = class_convert_by(c, e, hd_ty.bool_, true);
    e = truth ? truth : rvalue(c, e);
    if (!is_error(e) && !hd_type_is_scalar(e->type)) {
        hd_error(c->diags, ast->range, "%s needs a number or a pointer, not `%s`", where,
                 ty(c, e->type));
        return expr_error(c, ast->range);
    }
    return e->type->kind == HD_TY_MEMBER ? convert(c, e, hd_ty.bool_) : e;
}

static struct hd_stmt *with_decls(struct check *c, struct hd_ast *ast, stmt_vec *decls,
                                  struct hd_stmt *s) {
    if (decls->n == 0) return s;
    HD_PUSH(c->arena, decls, s);
    return block_of(c, ast, decls);
}

static struct hd_stmt *scoped(struct check *c, struct hd_ast *ast) {
    space_push(c, SPACE_BLOCK);
    struct hd_stmt *s = check_stmt(c, ast);
    space_pop(c);
    return s;
}

// `if (x); f();` is hardly ever meant.
static void warn_empty_body(struct check *c, const struct hd_ast *body, const char *what) {
    if (!is_empty_stmt(body)) return;
    struct hd_diag *d =
        warn(c, body->range, "empty-body", "the `;` is the whole body of this `%s`", what);
    help_on(c, d, "remove it, or write {} if nothing is to be done");
}

static struct hd_stmt *check_if_constexpr(struct check *c, struct hd_ast *ast) {
    struct hd_expr *e = check_condition(c, ast->kids[0], "`if constexpr`");
    struct hd_const v;
    if (is_error(e)) return stmt_new(c, STM_EMPTY, ast);
    if (!const_required(c, e, &v)) {
        struct hd_diag *d = hd_error(c->diags, ast->kids[0]->range,
                                     "the condition of `if constexpr` must be a constant");
        const_explain(c, d, e);
        return stmt_new(c, STM_EMPTY, ast);
    }
    bool truth = v.kind == CONST_INT     ? v.i != 0
                 : v.kind == CONST_FLOAT ? v.f != 0
                                         : v.sym || v.string || v.offset;
    struct hd_ast *taken = truth ? ast->kids[1] : ast->nkids > 2 ? ast->kids[2] : NULL;
    return taken ? scoped(c, taken) : stmt_new(c, STM_EMPTY, ast);
}

// The side of `if consteval` that only runs while compiling may call consteval functions with what
// is no constant here.
static struct hd_stmt *branch(struct check *c, struct hd_ast *ast, bool immediate) {
    const struct hd_func *outer = c->immediate_in;
    if (immediate) c->immediate_in = c->func;
    struct hd_stmt *s = scoped(c, ast);
    c->immediate_in = outer;
    return s;
}

static struct hd_stmt *check_if(struct check *c, struct hd_ast *ast) {
    if (ast->op == TK_CONSTEXPR) return check_if_constexpr(c, ast);
    struct hd_stmt *s = stmt_new(c, STM_IF, ast);
    stmt_vec decls = {0};
    space_push(c, SPACE_BLOCK);
    s->a = condition(c, ast->kids[0], "`if`", &decls);
    if (ast->nkids < 3 || !ast->kids[2]) warn_empty_body(c, ast->kids[1], "if");
    bool asks = ast->op == TK_CONSTEVAL, negated = asks && ast->kids[0]->kind == AST_UNARY;
    s->body = branch(c, ast->kids[1], asks && !negated);
    if (ast->nkids > 2 && ast->kids[2]) s->otherwise = branch(c, ast->kids[2], negated);
    space_pop(c);
    return with_decls(c, ast, &decls, s);
}

// ---- loops --------------------------------------------------------------------------------------

static void read_unroll(struct check *c, struct hd_ast *ast, struct hd_stmt *s) {
    s->unroll = ast->unroll;
    int64_t n;
    if (ast->unroll_expr && check_const_int(c, ast->unroll_expr, "`#pragma unroll`'s factor", &n))
        s->unroll = n < 1 ? 1 : n > 4096 ? 4096 : (int)n;
}

static struct hd_stmt *loop_body(struct check *c, struct hd_ast *body, struct hd_stmt *loop) {
    struct loop_ctx ctx = {.outer = c->loops, .stmt = loop};
    c->loops = &ctx;
    struct hd_stmt *s = scoped(c, body);
    c->loops = ctx.outer;
    if (c->func) c->func->has_loop = true, c->func->nloops++;
    return s;
}

static struct hd_stmt *check_while(struct check *c, struct hd_ast *ast) {
    struct hd_stmt *s = stmt_new(c, STM_WHILE, ast);
    read_unroll(c, ast, s);
    stmt_vec decls = {0};
    space_push(c, SPACE_BLOCK);
    s->a = condition(c, ast->kids[0], "`while`", &decls);
    s->body = loop_body(c, ast->kids[1], s);
    space_pop(c);
    if (decls.n == 0) return s;
    // while (T x = e) body: for (;;) { T x = e; if (x) body else break; }
    struct hd_stmt *test = stmt_new(c, STM_IF, ast);
    test->a = s->a;
    test->body = s->body;
    test->otherwise = stmt_new(c, STM_BREAK, ast);
    s->kind = STM_FOR;
    s->a = NULL;
    s->body = with_decls(c, ast, &decls, test);
    return s;
}

static struct hd_stmt *check_do(struct check *c, struct hd_ast *ast) {
    struct hd_stmt *s = stmt_new(c, STM_DO, ast);
    read_unroll(c, ast, s);
    s->body = loop_body(c, ast->kids[0], s);
    s->a = check_condition(c, ast->kids[1], "`while`");
    return s;
}

static bool has_effect(const struct hd_expr *e) {
    switch (e->kind) {
    case EX_ASSIGN:
    case EX_COMPOUND:
    case EX_INCDEC:
    case EX_CALL:
    case EX_BUILTIN:
    case EX_LAUNCH:
    case EX_STMT_EXPR:
    case EX_ERROR:
    case EX_VA_ARG:
    case EX_TEMP:
    case EX_EACH:
    case EX_GUARDED:
    case EX_THROW:
    case EX_COND:
    case EX_AND:
    case EX_OR:
    case EX_COMMA:
    case EX_CONST: return true;
    case EX_DEREF: // what a call refers to: `++iterator`
        return e->a->kind == EX_CALL;
    case EX_CAST: return e->cast == CAST_VOID || has_effect(e->a);
    default: return false;
    }
}

static struct hd_stmt *check_for(struct check *c, struct hd_ast *ast) {
    struct hd_stmt *s = stmt_new(c, STM_FOR, ast);
    struct hd_ast *init = ast->kids[0], *cond = ast->kids[1], *step = ast->kids[2],
                  *body = ast->kids[3];
    read_unroll(c, ast, s);
    stmt_vec inits = {0}, decls = {0};
    space_push(c, SPACE_BLOCK);
    if (init && init->kind == AST_DECLARATION)
        check_decl(c, init, &inits);
    else if (init)
        s->init = check_stmt(c, init);
    if (inits.n == 1)
        s->init = inits.v[0];
    else if (inits.n > 1)
        s->init = without_scope(block_of(c, ast, &inits));
    if (cond && cond->kind == AST_EXPR_STMT) cond = cond->nkids ? cond->kids[0] : NULL;
    if (cond && cond->kind != AST_EMPTY) s->a = condition(c, cond, "`for`", &decls);
    if (step) {
        int before = c->arrays;
        s->step = class_discard(c, check_expr(c, step));
        if (!has_effect(s->step)) {
            struct hd_diag *d = warn(c, step->range, "unused-value", "this step changes nothing");
            help_on(c, d, "`i + 2` computes a value, `i += 2` changes `i`");
        }
        s->step = array_scope(c, s->step, before);
    }
    if (is_empty_stmt(body)) slip_in_for(c, ast, body);
    s->body = loop_body(c, body, s);
    space_pop(c);
    if (decls.n) { // for (...; T x = e; ...): test at the start of the body
        struct hd_stmt *test = stmt_new(c, STM_IF, ast);
        test->a = s->a;
        test->body = s->body;
        test->otherwise = stmt_new(c, STM_BREAK, ast);
        s->a = NULL;
        s->body = with_decls(c, ast, &decls, test);
    }
    return s;
}

static struct hd_stmt *check_jump(struct check *c, struct hd_ast *ast) {
    bool is_break = ast->kind == AST_BREAK;
    struct loop_ctx *ctx = c->loops;
    while (ctx && ctx->is_switch && !is_break) ctx = ctx->outer;
    if (!ctx) {
        struct hd_diag *d = hd_error(c->diags, ast->range, "`%s` outside of a loop%s",
                                     is_break ? "break" : "continue", is_break ? " or switch" : "");
        if (c->loops == NULL && c->func && !c->func->is_entry)
            hd_help(c->diags, d, "`return` leaves the function");
        return stmt_new(c, STM_EMPTY, ast);
    }
    return stmt_new(c, is_break ? STM_BREAK : STM_CONTINUE, ast);
}

// ---- switch -------------------------------------------------------------------------------------

static struct loop_ctx *innermost_switch(struct check *c) {
    struct loop_ctx *ctx = c->loops;
    while (ctx && !ctx->is_switch) ctx = ctx->outer;
    return ctx;
}

static int by_from(const void *a, const void *b) {
    const struct hd_case *x = *(const struct hd_case *const *)a,
                         *y = *(const struct hd_case *const *)b;
    if (x->from != y->from) return x->from < y->from ? -1 : 1;
    return (x->stmt->loc > y->stmt->loc) - (x->stmt->loc < y->stmt->loc);
}

static void report_duplicates(struct check *c, struct hd_stmt *s) {
    int n = 0;
    for (struct hd_case *k = s->cases; k; k = k->next) n++;
    if (n < 2) return;
    struct hd_case **sorted = HD_NEW_ARRAY(c->arena, struct hd_case *, n);
    n = 0;
    for (struct hd_case *k = s->cases; k; k = k->next) sorted[n++] = k;
    qsort(sorted, (size_t)n, sizeof *sorted, by_from);
    struct hd_case *widest = sorted[0];
    for (int i = 1; i < n; i++) {
        if (sorted[i]->from <= widest->to) {
            struct hd_case *later = sorted[i]->stmt->loc > widest->stmt->loc ? sorted[i] : widest;
            struct hd_case *earlier = later == widest ? sorted[i] : widest;
            struct hd_diag *d =
                hd_error(c->diags, later->stmt->range, "this switch has a case for %lld already",
                         (long long)sorted[i]->from);
            d->range.to = later->stmt->loc + 4;
            hd_note(c->diags, d, (struct hd_range){earlier->stmt->loc, earlier->stmt->loc + 4},
                    "it is here");
        }
        if (sorted[i]->to > widest->to) widest = sorted[i];
    }
}

static struct hd_stmt *check_switch(struct check *c, struct hd_ast *ast) {
    struct hd_stmt *s = stmt_new(c, STM_SWITCH, ast);
    stmt_vec decls = {0};
    space_push(c, SPACE_BLOCK);
    struct hd_ast *value = ast->kids[0];
    struct hd_expr *e = value->kind == AST_DECLARATION ? condition(c, value, "`switch`", &decls)
                                                       : check_number_wanted(c, value);
    if (!is_error(e) && !hd_type_is_integer(e->type)) {
        struct hd_diag *d =
            hd_error(c->diags, value->range, "`switch` needs an integer, not `%s`", ty(c, e->type));
        if (hd_type_is_float(e->type)) hd_help(c->diags, d, "compare floating numbers with `if`");
        e = expr_error(c, value->range);
    }
    struct loop_ctx ctx = {
        .outer = c->loops, .is_switch = true, .stmt = s, .switch_type = hd_ty.error};
    if (!is_error(e)) {
        if (e->type->kind == HD_TY_ENUM) e = convert(c, e, e->type->enumeration->underlying);
        s->a = promote(c, e);
        ctx.switch_type = s->a->type;
    } else {
        s->a = e;
    }
    c->loops = &ctx;
    s->body = scoped(c, ast->kids[1]);
    c->loops = ctx.outer;
    space_pop(c);
    report_duplicates(c, s);
    return with_decls(c, ast, &decls, s);
}

// A case's value in the switch's type.
static bool case_value(struct check *c, struct hd_ast *ast, struct hd_type *type, hd_int128 *out) {
    struct hd_expr *e = check_number_wanted(c, ast);
    if (is_error(e) || type->kind == HD_TY_ERROR) return false;
    struct hd_const v;
    if (!hd_type_is_integer(e->type) || !const_required(c, e, &v) || v.kind != CONST_INT) {
        struct hd_diag *d = hd_error(c->diags, ast->range, "a case must be an integer constant");
        if (hd_type_is_float(e->type) || is_ptr(e->type))
            hd_help(c->diags, d, "compare with `if` instead");
        const_explain(c, d, e);
        return false;
    }
    if (e->type->kind == HD_TY_ENUM) e = convert(c, e, e->type->enumeration->underlying);
    if (!const_required(c, convert(c, e, type), &v)) return false;
    *out = v.i;
    return true;
}

static struct hd_stmt *case_body(struct check *c, struct hd_ast *ast, int i) {
    return ast->nkids > i && ast->kids[i] ? check_stmt(c, ast->kids[i])
                                          : stmt_new(c, STM_EMPTY, ast);
}

static struct hd_stmt *check_case(struct check *c, struct hd_ast *ast) {
    struct loop_ctx *ctx = innermost_switch(c);
    struct hd_stmt *s = stmt_new(c, STM_CASE, ast);
    if (!ctx) {
        hd_error(c->diags, (struct hd_range){ast->loc, ast->loc + 4}, "`case` outside of a switch");
        check_rvalue(c, ast->kids[0]);
        return case_body(c, ast, 2);
    }
    struct hd_case *k = HD_NEW(c->arena, struct hd_case);
    bool ok = case_value(c, ast->kids[0], ctx->switch_type, &k->from);
    k->to = k->from;
    if (ast->kids[1]) ok = case_value(c, ast->kids[1], ctx->switch_type, &k->to) && ok;
    k->stmt = s;
    s->the_case = k;
    if (ok && k->to < k->from) {
        warn(c, ast->kids[0]->range, "empty-range", "this range of cases is empty");
        ok = false;
    }
    if (ok) {
        k->next = ctx->stmt->cases;
        ctx->stmt->cases = k;
    }
    s->body = case_body(c, ast, 2);
    return s;
}

static struct hd_stmt *check_default(struct check *c, struct hd_ast *ast) {
    struct loop_ctx *ctx = innermost_switch(c);
    if (!ctx) {
        hd_error(c->diags, (struct hd_range){ast->loc, ast->loc + 7},
                 "`default` outside of a switch");
        return case_body(c, ast, 0);
    }
    struct hd_stmt *s = stmt_new(c, STM_DEFAULT, ast);
    if (ctx->stmt->dflt) {
        struct hd_diag *d = hd_error(c->diags, (struct hd_range){ast->loc, ast->loc + 7},
                                     "this switch has a `default` already");
        hd_note(c->diags, d, (struct hd_range){ctx->stmt->dflt->loc, ctx->stmt->dflt->loc + 7},
                "it is here");
    }
    ctx->stmt->dflt = s;
    s->body = case_body(c, ast, 0);
    return s;
}

// ---- return -------------------------------------------------------------------------------------

static struct hd_expr *deduced_return(struct check *c, struct hd_expr *e, struct hd_ast *ast) {
    struct hd_type *t = e ? hd_type_unqual(e->type) : hd_ty.void_;
    if (e) class_ends_ok(c, t, false, e->range);
    struct hd_func *f = c->func;
    if (c->ret->kind == HD_TY_AUTO) {
        c->ret = t;
        function_returns(c, f, t);
    } else if (!hd_type_same_unqual(c->ret, t)) {
        hd_error(c->diags, ast->range,
                 "`auto` was deduced as `%s` by an earlier return, and this one returns `%s`",
                 ty(c, c->ret), ty(c, t));
    }
    return e;
}

// The local variable or parameter that is returned by its name, or NULL.
static struct hd_sym *returned_local(struct check *c, const struct hd_expr *e) {
    if (!is_record(e->type) || !c->func || c->func->is_entry) return NULL;
    if (e->kind == EX_DEREF && e->a->kind == EX_REFVAL && e->a->sym->type->rvalue_ref &&
        e->a->sym->storage == ST_LOCAL)
        return NULL; // C++20 moves from it, C++17 does not
    if (e->kind != EX_VAR || e->sym->kind != SYM_VAR || e->sym->storage != ST_LOCAL) return NULL;
    return e->type->quals & Q_VOLATILE ? NULL : e->sym;
}

static bool ref_to_auto(const struct hd_type *t) {
    return t->kind == HD_TY_REF && t->base->kind == HD_TY_AUTO;
}

// `decltype(auto) f()`, `auto &f()`, `auto &&f()`: the first return statement says what it is.
static void deduce_reference(struct check *c, struct hd_ast *value) {
    struct hd_func *f = c->func;
    bool forwards = c->ret->kind == HD_TY_REF && c->ret->rvalue_ref;
    unsigned quals = c->ret->kind == HD_TY_REF ? c->ret->base->quals : 0;
    if (value->kind == AST_INIT_LIST) return;
    c->unevaluated++;
    struct hd_expr *e = check_expr(c, value);
    c->unevaluated--;
    struct hd_type *t = hd_ty.error;
    if (!is_error(e) && c->ret->kind != HD_TY_REF)
        t = decltype_of(c, value, e);
    else if (!is_error(e))
        t = hd_type_ref(c->arena, hd_type_qual(e->type, quals),
                        forwards && (!e->is_lvalue || expr_is_xvalue(e)));
    if (t->kind != HD_TY_REF) t = hd_type_unqual(t);
    c->ret = t;
    function_returns(c, f, t);
}

static struct hd_stmt *return_value(struct check *c, struct hd_ast *ast, struct hd_stmt *s) {
    struct hd_ast *value = ast->kids[0];
    if (ref_to_auto(c->ret) || c->ret == type_decltype_auto()) deduce_reference(c, value);
    const char *name = c->func && c->func->sym ? c->func->sym->name : "this function";
    if (c->ret->kind == HD_TY_REF) {
        struct hd_expr *e = check_expr(c, value);
        if (!is_error(e)) s->a = bind_ref(c, c->ret, e, "the returned value");
        return s;
    }
    if (c->ret->kind != HD_TY_AUTO && !class_ends_ok(c, c->ret, false, value->range)) return s;
    if (value->kind == AST_INIT_LIST) { // return {1, 2};
        if (c->func) c->func->returns_others = true;
        if (hd_type_is_complete(c->ret) || hd_type_is_scalar(c->ret)) {
            struct hd_init *init = check_init(c, hd_type_unqual(c->ret), value, value->range);
            s->a = expr_new(c, EX_INIT, hd_type_unqual(c->ret), value->range);
            s->a->init = init;
            if (hd_type_is_scalar(c->ret))
                s->a = init->nitems ? init->items[0].value
                                    : convert(c, expr_int(c, hd_ty.int_, 0, value->range),
                                              hd_type_unqual(c->ret));
        } else {
            hd_error(c->diags, value->range, "`%s` cannot return a braced list", name);
        }
        return s;
    }
    int before = c->arrays;
    struct hd_expr *e = check_expr(c, value);
    struct hd_sym *local = returned_local(c, e);
    if (local) { // it is about to go: it is moved, not copied
        struct hd_expr *moved = expr_new(c, e->kind, e->type, e->range);
        *moved = *e;
        moved->is_xvalue = true;
        e = moved;
        bool whole = hd_type_same_unqual(e->type, c->ret) || c->ret->kind == HD_TY_AUTO;
        if (whole && is_byaddr(e->type) && !local->is_param && e->kind == EX_VAR) {
            if (!c->func->returned) c->func->returned = local;
            if (c->func->returned != local) c->func->returns_others = true;
            s->sym = local;
        }
    }
    if (!s->sym && c->func) c->func->returns_others = true;
    e = rvalue(c, e);
    if (is_error(e) || c->ret->kind == HD_TY_ERROR) return s;
    if (c->lang == HD_LANG_CU && c->ret->kind != HD_TY_VOID &&
        (!is_array(e) || c->ret->kind == HD_TY_NDARRAY || c->ret->kind == HD_TY_AUTO))
        e = array_returned(c, e, before);
    if (c->ret->kind == HD_TY_AUTO || (c->func && c->func->sym->type->base == hd_ty.auto_)) {
        s->a = deduced_return(c, class_value(c, e), ast);
        return s;
    }
    if (c->ret->kind != HD_TY_VOID) {
        s->a = convert_assign(c, e, hd_type_unqual(c->ret), "the returned value");
        return s;
    }
    s->a = convert(c, class_discard(c, e), hd_ty.void_);
    if (e->type->kind == HD_TY_VOID) return s;
    struct hd_diag *d =
        c->lang == HD_LANG_C
            ? warn(c, value->range, "return-type", "`%s` returns void, but a value is returned",
                   name)
            : hd_error(c->diags, value->range, "`%s` returns void, but a value is returned", name);
    if (c->func && c->func->is_kernel) help_on(c, d, "a kernel gives its results through pointers");
    return s;
}

static struct hd_stmt *check_return(struct check *c, struct hd_ast *ast) {
    struct hd_stmt *s = stmt_new(c, STM_RETURN, ast);
    if (!c->func || c->func->is_entry) {
        struct hd_diag *d = hd_error(c->diags, ast->range, "`return` outside of a function");
        hd_help(c->diags, d, "an expression without `;` at the end of the input shows its value");
        return stmt_new(c, STM_EMPTY, ast);
    }
    if (ast->nkids && ast->kids[0]) return return_value(c, ast, s);
    if (c->ret->kind == HD_TY_AUTO) {
        deduced_return(c, NULL, ast);
    } else if (c->ret->kind != HD_TY_VOID && c->ret->kind != HD_TY_ERROR) {
        const char *message = "`%s` returns `%s`, so a value is needed here";
        if (c->lang == HD_LANG_C)
            warn(c, ast->range, "return-type", message, c->func->sym->name, ty(c, c->ret));
        else
            hd_error(c->diags, ast->range, message, c->func->sym->name, ty(c, c->ret));
    }
    return s;
}

// ---- asm ----------------------------------------------------------------------------------------

// Whether an operand can be what its constraint asks for, as far as the assembler's own checks come
// too late.
static bool check_asm_operand(struct check *c, const struct hd_asm_operand *op,
                              const struct hd_expr *e) {
    if (is_error(e)) return false;
    const struct hd_type *t = e->type;
    if (op->output && !e->is_lvalue) {
        hd_error(c->diags, op->expr->range, "an output of `asm` must be a variable");
        return false;
    }
    bool memory = strpbrk(op->constraint, "mgoV") != NULL;
    bool fits = hd_type_is_scalar(t) || t->kind == HD_TY_ENUM || t->kind == HD_TY_VECTOR ||
                (t->kind == HD_TY_RECORD && t->size <= 16 && t->size && !(t->size & (t->size - 1)));
    if (!memory && (!fits || t->kind == HD_TY_COMPLEX)) {
        struct hd_diag *d = hd_error(c->diags, op->expr->range,
                                     "a value of type `%s` does not fit in a register for `asm`",
                                     hd_type_str(c->arena, t));
        hd_help(c->diags, d, "use the constraint \"%sm\": the operand's memory",
                op->output ? "=" : "");
        return false;
    }
    struct hd_const value;
    if (!op->output && *op->constraint && strspn(op->constraint, "inI") == strlen(op->constraint) &&
        !const_eval(e, &value)) {
        hd_error(c->diags, op->expr->range, "the constraint \"%s\" needs a constant",
                 op->constraint);
        return false;
    }
    return true;
}

static struct hd_stmt *check_asm(struct check *c, struct hd_ast *ast) {
    struct hd_stmt *s = stmt_new(c, STM_ASM, ast);
    struct hd_asm *a = HD_NEW(c->arena, struct hd_asm);
    struct hd_string *text = check_string(c, ast);
    int n = ast->nasm_ops;
    a->text = text ? text->data : "";
    a->constraints = HD_NEW_ARRAY(c->arena, const char *, n ? n : 1);
    a->operands = HD_NEW_ARRAY(c->arena, struct hd_expr *, n ? n : 1);
    a->names = HD_NEW_ARRAY(c->arena, const char *, n ? n : 1);
    a->is_volatile = ast->op == TK_VOLATILE;
    bool ok = true;
    int k = 0;
    for (int outputs = 1; outputs >= 0; outputs--) {
        for (int i = 0; i < n; i++) {
            const struct hd_asm_operand *op = &ast->asm_ops[i];
            if (op->output != (bool)outputs) continue;
            bool memory =
                !op->output && strpbrk(op->constraint, "m") && !strpbrk(op->constraint, "rgi");
            struct hd_expr *e =
                op->output || memory ? check_expr(c, op->expr) : check_rvalue(c, op->expr);
            ok = check_asm_operand(c, op, e) && ok;
            if (op->output && !is_error(e) && e->kind == EX_VAR) e->sym->assigned = true;
            if (op->output && !is_error(e) && e->kind == EX_VAR && strchr(op->constraint, 'm'))
                e->sym->address_taken = true;
            a->constraints[k] = op->constraint;
            a->names[k] = op->name;
            a->operands[k++] = e;
            *(op->output ? &a->noutputs : &a->ninputs) += 1;
        }
    }
    if (c->func && (c->func->is_device || c->func->is_kernel)) {
        static const char *const with_warp[] = {"shfl",     "vote",     "match",    "activemask",
                                                "bar.warp", "ldmatrix", "mma.sync", "redux"};
        for (int i = 0; i < HD_COUNT(with_warp); i++)
            if (strstr(a->text, with_warp[i])) a->meets = c->func->has_warp_op = true;
        if (strstr(a->text, "bar.") || strstr(a->text, "barrier."))
            a->meets = c->func->has_barrier = true;
    }
    a->clobbers = ast->asm_clobbers;
    a->nclobbers = ast->nasm_clobbers;
    s->assembly = a;
    return ok ? s : stmt_new(c, STM_EMPTY, ast);
}

// ---- all ----------------------------------------------------------------------------------------

static struct hd_stmt *value_stmt(struct check *c, struct hd_ast *ast, struct hd_expr *e) {
    struct hd_stmt *s = stmt_new(c, STM_EXPR, ast);
    s->a = e->is_lvalue && (e->type->quals & Q_VOLATILE) && e->type->kind != HD_TY_ARRAY
               ? rvalue(c, e) // reading it is an effect
               : e;
    return s;
}

static struct hd_stmt *check_expr_stmt(struct check *c, struct hd_ast *ast) {
    if (!ast->nkids || !ast->kids[0]) return stmt_new(c, STM_EMPTY, ast);
    int before = c->arrays;
    struct hd_expr *e = check_expr(c, ast->kids[0]);
    if (is_error(e)) return stmt_new(c, STM_EMPTY, ast);
    check_unused(c, e, ast);
    if (ast == c->value_stmt) return value_stmt(c, ast, e); // of a statement expression
    if (is_array(e)) e = convert(c, array_value(c, e), hd_ty.void_);
    e = array_scope(c, e, before);
    if (e->is_lvalue && (e->type->quals & Q_VOLATILE) && e->type->kind != HD_TY_ARRAY)
        e = rvalue(c, e); // reading it is an effect
    struct hd_stmt *s = stmt_new(c, STM_EXPR, ast);
    s->a = ast == c->value_stmt ? class_value(c, e) : class_discard(c, e);
    return s;
}

static struct hd_stmt *check_decl_stmt(struct check *c, struct hd_ast *ast) {
    stmt_vec list = {0};
    check_decl(c, ast, &list);
    return list.n == 1 ? list.v[0] : without_scope(block_of(c, ast, &list));
}

struct hd_stmt *check_stmt(struct check *c, struct hd_ast *ast) {
    c->at = ast->range;
    switch (ast->kind) {
    case AST_BLOCK: return check_block(c, ast, true);
    case AST_EXPR_STMT: return check_expr_stmt(c, ast);
    case AST_IF: return check_if(c, ast);
    case AST_WHILE: return check_while(c, ast);
    case AST_DO: return check_do(c, ast);
    case AST_FOR: return check_for(c, ast);
    case AST_RANGE_FOR: return check_range_for(c, ast);
    case AST_SWITCH: return check_switch(c, ast);
    case AST_TRY: return check_try(c, ast);
    case AST_CASE: return check_case(c, ast);
    case AST_DEFAULT: return check_default(c, ast);
    case AST_BREAK:
    case AST_CONTINUE: return check_jump(c, ast);
    case AST_RETURN: return check_return(c, ast);
    case AST_GOTO: return check_goto(c, ast);
    case AST_LABEL: return check_label(c, ast);
    case AST_ASM: return check_asm(c, ast);
    case AST_DECLARATION: return check_decl_stmt(c, ast);
    case AST_STATIC_ASSERT: check_static_assert(c, ast); break;
    case AST_USING:
    case AST_NAMESPACE:
    case AST_FUNCTION: check_local_item(c, ast); break;
    case AST_LOCAL_LABEL: label_new(c, ast->name, ast->loc); break;
    default: break;
    }
    return stmt_new(c, STM_EMPTY, ast);
}
