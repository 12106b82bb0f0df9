// Operators of structs and enumerations: which function `a + b` calls.
//
// Candidates are the members of the left operand's struct that are named so, the functions named so
// at top level, of whatever cell, and templates. A top-level operator is a definition of its own
// for each set of parameter types, named "operator+(V, V)", so that operators of several structs,
// written in several cells, stand side by side; the family "operator+" (global.c) knows them all.
// When none fits, what the language itself says of the operands holds.
//
// Example: `2 * v` with `V operator*(float, const V &)` calls it with 2.0f and v.
#include <string.h>

#include "front/check/expr/expr.h"

// How many operands an operator can have; the object of a member is one of them.
static bool arity_ok(const char *op, int n) {
    if (!strcmp(op, "()")) return n >= 1;
    if (!strcmp(op, "!") || !strcmp(op, "~") || !strcmp(op, "->")) return n == 1;
    if (!strcmp(op, "+") || !strcmp(op, "-") || !strcmp(op, "*") || !strcmp(op, "&") ||
        !strcmp(op, "++") || !strcmp(op, "--"))
        return n == 1 || n == 2;
    return n == 2;
}

static bool is_own_type(const struct hd_type *t) {
    if (t->kind == HD_TY_REF) t = t->base;
    return t->kind == HD_TY_RECORD || t->kind == HD_TY_ENUM || t->kind == HD_TY_ERROR;
}

bool operator_head_ok(struct check *c, const struct hd_declr *declr, const struct hd_type *type,
                      int objects) {
    const char *op = declr->name + strlen("operator");
    struct hd_diag *d;
    if (op[0] == ' ') return true; // ` new`, ` delete[]`
    if (!arity_ok(op, type->nparams + objects)) {
        d = hd_error(c->diags, declr->name_range, "`operator%s` cannot have %d parameter%s here",
                     op, type->nparams, type->nparams == 1 ? "" : "s");
        if (objects) hd_help(c->diags, d, "the object itself is the left operand");
        return false;
    }
    if (objects) return true;
    bool member = !strcmp(op, "=") || !strcmp(op, "()") || !strcmp(op, "[]") || !strcmp(op, "->");
    if (member) {
        d = hd_error(c->diags, declr->name_range, "`operator%s` must be a member function", op);
        hd_help(c->diags, d,
                "declare it inside of the struct, where the object is the left operand");
        return false;
    }
    for (int i = 0; i < type->nparams; i++)
        if (is_own_type(type->params[i])) return true;
    d = hd_error(c->diags, declr->name_range,
                 "one of the operands of `operator%s` must be a struct or an enumeration", op);
    hd_help(c->diags, d, "what the operators of numbers and pointers do cannot be changed");
    return false;
}

typedef HD_VEC(struct hd_sym *) sym_vec;

// Without a struct among the operands only functions that take one of their enumerations count (C++
// 12.2.2.3): `e + 1` must not become a struct that is made from a number.
static bool takes_enum_of(const struct hd_sym *sym, const struct call_args *args) {
    bool any_enum = false;
    for (int i = 0; i < args->n; i++) {
        const struct hd_type *t = args->v[i] ? args->v[i]->type : hd_ty.error;
        if (t->kind == HD_TY_RECORD) return true;
        if (t->kind == HD_TY_ENUM && sym->kind == SYM_TEMPLATE) return true; // deduction tells
        any_enum = any_enum || t->kind == HD_TY_ENUM;
        for (int k = 0; sym->kind == SYM_FUNC && t->kind == HD_TY_ENUM && k < sym->type->nparams;
             k++) {
            struct hd_type *param = sym->type->params[k];
            if (hd_type_same_unqual(param->kind == HD_TY_REF ? param->base : param, t)) return true;
        }
    }
    return !any_enum;
}

static void add_in(struct check *c, struct hd_space *space, const char *name,
                   const struct call_args *args, sym_vec *out) {
    int n;
    const char *base = hd_space_key(c->front, space, name);
    struct hd_sym *sym =
        global_find(c->front, base, true); // templates; and whoever asks follows new ones
    for (; sym; sym = sym->next)
        if (sym->kind == SYM_TEMPLATE && takes_enum_of(sym, args)) HD_PUSH(c->arena, out, sym);
    const char **keys = global_family(c->front, base, &n);
    for (int i = 0; i < n; i++) {
        for (sym = global_find_quietly(c->front, keys[i]); sym; sym = sym->next)
            if (sym->kind == SYM_FUNC && sym->type->kind == HD_TY_FUNC && takes_enum_of(sym, args))
                HD_PUSH(c->arena, out, sym);
        keys = global_family(c->front, base, &n); // refreshing may have made it longer
    }
}

// What a template sees only by its operands' namespaces stays if it is in one of them.
static void drop_behind(struct check *c, const struct call_args *args, sym_vec *list) {
    int n = 0;
    for (int i = 0; i < list->n; i++) {
        struct hd_sym *sym = list->v[i];
        if (!function_is_behind(c, sym) || is_associated(c, sym, args)) list->v[n++] = sym;
    }
    list->n = n;
}

// Those of the spaces around, and of the operands' namespaces.
static void add_free(struct check *c, const char *name, const struct call_args *args,
                     sym_vec *out) {
    space_vec spaces = {0};
    spaces_visible(c, &spaces);
    spaces_associated(c, args, &spaces);
    for (int i = 0; i < spaces.n; i++) add_in(c, spaces.v[i], name, args, out);
    drop_behind(c, args, out);
    struct hd_sym **friends;
    int n = friends_associated(c, args, name, &friends);
    for (int i = 0; i < n; i++) HD_PUSH(c->arena, out, friends[i]);
}

// What is named so, for operands of these types. args->v[0] is the left one.
static void collect(struct check *c, const char *name, const struct call_args *args,
                    bool members_only, sym_vec *out) {
    const struct hd_type *t = args->v[0] ? args->v[0]->type : NULL;
    struct hd_sym **list;
    int n = t && t->kind == HD_TY_RECORD ? methods_named(c, t->record, name, &list) : 0;
    for (int i = 0; i < n; i++) HD_PUSH(c->arena, out, list[i]);
    if (!members_only) add_free(c, name, args, out);
}

bool may_be_overloaded(const struct check *c, const struct hd_expr *e) {
    return c->lang == HD_LANG_CU && e &&
           (e->type->kind == HD_TY_RECORD || e->type->kind == HD_TY_ENUM);
}

struct hd_expr *operator_call(struct check *c, const char *name, struct call_args *args,
                              bool members_only, struct hd_range range, hd_loc loc) {
    sym_vec all = {0};
    name = hd_intern_str(name);
    args->object = true;
    collect(c, name, args, members_only, &all);
    if (!all.n) return NULL;
    struct callee callee;
    int picked = overload_pick_from(c, name, all.v, all.n, args, range, true, &callee);
    if (picked == 0) return NULL;
    if (picked < 0) return expr_error(c, range);
    struct call_args rest = {.asts = args->asts + 1, .v = args->v + 1, .n = args->n - 1};
    struct hd_expr *e = takes_object(callee.sym)
                            ? call_sym(c, callee.sym, args->v[0], &rest, range, loc)
                            : call_sym(c, callee.sym, NULL, args, range, loc);
    struct hd_expr *call = e->kind == EX_DEREF ? e->a : e;
    if (call->kind == EX_CALL && (!strcmp(name, "operator<<") || !strcmp(name, "operator>>")))
        call->left_first = true; // since C++17: `cout << pop() << pop()` prints in order
    return e;
}

static void one_arg(struct call_args *args, int i, struct hd_expr *e, struct hd_ast *ast) {
    args->v[i] = e;
    args->asts[i] = ast;
}

struct hd_expr *unary_operator(struct check *c, int op, struct hd_expr *a, struct hd_ast *ast) {
    if (!may_be_overloaded(c, a)) return NULL;
    struct hd_expr *v[2];
    struct hd_ast *asts[2];
    struct call_args args = {.asts = asts, .v = v, .n = 1};
    one_arg(&args, 0, a, ast->kids[0]);
    if (ast->kind == AST_POST) { // told apart from `++x` by an argument
        args.n = 2;
        one_arg(&args, 1, expr_int(c, hd_ty.int_, 0, ast->range), ast->kids[0]);
    }
    return operator_call(c, hd_printf(c->arena, "operator%s", tok_text(op)), &args, false,
                         ast->range, ast->loc);
}

// ---- operators made of others -------------------------------------------------------------------

static struct hd_expr *called(struct check *c, const char *name, struct hd_expr *a,
                              struct hd_expr *b, struct hd_ast *ast, bool turned) {
    struct hd_expr *v[2] = {turned ? b : a, turned ? a : b};
    struct hd_ast *asts[2] = {ast->kids[turned], ast->kids[!turned]};
    struct call_args args = {.asts = asts, .v = v, .n = 2};
    return operator_call(c, name, &args, false, ast->range, ast->loc);
}

// `order < 0`, and `0 < order` where it was made the other way round.
static struct hd_expr *order_tested(struct check *c, int op, struct hd_expr *order, bool turned,
                                    struct hd_ast *ast) {
    struct hd_expr *zero = expr_int(c, hd_ty.int_, 0, ast->range);
    struct hd_expr *a = turned ? zero : order, *b = turned ? order : zero;
    if (is_error(order)) return order;
    struct hd_expr *e =
        called(c, hd_printf(c->arena, "operator%s", tok_text(op)), a, b, ast, false);
    return e ? e : expr_binary(c, op, rvalue(c, a), rvalue(c, b), ast->range, ast->loc);
}

// Of the class's `<=> = default`, which brings == with it ([class.compare.default]).
static bool equals_by_order(struct check *c, const struct hd_expr *a) {
    const struct hd_type *t = unqual(a->type);
    for (int i = 0; is_record(t) && i < t->record->nmethods; i++)
        if (t->record->methods[i].ast && (t->record->methods[i].ast->member & MEMBER_COMPARES) &&
            !strcmp(t->record->methods[i].name, "operator<=>"))
            return true;
    struct hd_expr *v[1] = {(struct hd_expr *)(uintptr_t)a};
    struct call_args args = {.v = v, .n = 1};
    struct hd_sym **friends;
    int n = is_record(t) ? friends_associated(c, &args, hd_intern_str("operator<=>"), &friends) : 0;
    for (int i = 0; i < n; i++)
        if (friends[i]->method && friends[i]->method->ast &&
            (friends[i]->method->ast->member & MEMBER_COMPARES))
            return true;
    return false;
}

// C++20 [over.match.oper]: `a != b` is `!(a == b)`, `a == b` may be `b == a`, and orders are told
// by
// <=>. NULL: by nothing.
static struct hd_expr *rewritten(struct check *c, int op, struct hd_expr *a, struct hd_expr *b,
                                 struct hd_ast *ast) {
    struct hd_expr *e = NULL;
    if (op == TK_SPACESHIP) {
        if ((e = called(c, "operator<=>", a, b, ast, true))) return three_way_turned(c, e, ast);
        return three_way_of_library(c, a, b, ast);
    }
    bool equality = op == TK_EQ || op == TK_NE;
    if (!equality && op != TK_LT && op != TK_GT && op != TK_LE && op != TK_GE) return NULL;
    if (op == TK_NE) e = called(c, "operator==", a, b, ast, false);
    if (equality && !e) e = called(c, "operator==", a, b, ast, true);
    if (e) {
        if (op == TK_EQ || is_error(e) || !hd_type_is_scalar(e->type)) return e;
        struct hd_expr *not = expr_new(c, EX_UNARY, hd_ty.bool_, ast->range);
        not->op = TK_NOT;
        not->a = rvalue(c, e);
        return not;
    }
    if (equality && !equals_by_order(c, a)) return NULL;
    for (int turned = 0; turned < 2; turned++)
        if ((e = called(c, "operator<=>", a, b, ast, turned)))
            return order_tested(c, op, e, turned, ast);
    return NULL;
}

struct hd_expr *binary_operator(struct check *c, int op, struct hd_expr *a, struct hd_expr *b,
                                struct hd_ast *ast) {
    if (!may_be_overloaded(c, a) && !may_be_overloaded(c, b)) return NULL;
    struct hd_expr *v[2];
    struct hd_ast *asts[2];
    struct call_args args = {.asts = asts, .v = v, .n = 2};
    one_arg(&args, 0, a, ast->kids[0]);
    one_arg(&args, 1, b, ast->kids[1]);
    struct hd_expr *e = operator_call(c, hd_printf(c->arena, "operator%s", tok_text(op)), &args,
                                      op == TK_ASSIGN, ast->range, ast->loc);
    return e ? e : rewritten(c, op, a, b, ast);
}

// `f(a, b)` on an object; NULL: its struct has no operator().
struct hd_expr *call_operator(struct check *c, struct hd_expr *object, struct hd_ast *ast,
                              const char *name) {
    struct hd_sym **list;
    name = hd_intern_str(name);
    int n = methods_named(c, object->type->record, name, &list);
    if (!n) return NULL;
    struct hd_expr f = {.kind = EX_FUNC, .type = hd_ty.auto_, .sym = list[0], .a = object};
    struct hd_ast call = *ast, named = *ast->kids[0];
    call.kids = HD_NEW_ARRAY(c->arena, struct hd_ast *, ast->nkids);
    memcpy(call.kids, ast->kids, sizeof *ast->kids * (size_t)ast->nkids);
    call.kids[0] = &named;
    if (named.kind ==
        AST_NAME) { // `table<8>[i]`: the arguments are the object's, not the operator's
        named.qual = NULL;
        named.targs = false;
        named.nkids = 0;
    }
    return call_bound(c, &f, &call);
}

// The operator's name as a function: `operator+(a, b)`.
struct hd_expr *operator_by_name(struct check *c, struct hd_ast *ast) {
    struct call_args args;
    check_args(c, ast->kids + 1, ast->nkids - 1, &args);
    if (args.failed) return expr_error(c, ast->range);
    sym_vec all = {0};
    struct callee callee;
    struct inner in;
    const struct hd_ast *f = ast->kids[0];
    if (!f->qual)
        add_free(c, f->name, &args, &all);
    else if (!check_qual(c, f->qual, &in))
        return expr_error(c, ast->range);
    else if (in.space && !in.record)
        add_in(c, in.space, f->name, &args, &all);
    if (!all.n) {
        struct hd_expr *memory = allocation_by_name(c, f->name, &args, ast);
        if (memory) return memory;
        hd_error(c->diags, ast->range, "there is no function `%s`", ast->kids[0]->name);
        return expr_error(c, ast->range);
    }
    if (overload_pick_from(c, ast->kids[0]->name, all.v, all.n, &args, ast->range, false,
                           &callee) != 1)
        return expr_error(c, ast->range);
    return call_sym(c, callee.sym, NULL, &args, ast->range, ast->kids[0]->loc);
}

bool is_stream(const struct hd_type *type) {
    const char *tag = is_record(type) ? type->record->tag : NULL;
    if (!tag || (strcmp(tag, "std::ostream") && strcmp(tag, "std::istream"))) return false;
    const struct hd_source *source = hd_source_at(type->record->loc);
    return source && source->system;
}

struct hd_expr *stream_ok(struct check *c, struct hd_expr *stream, struct hd_ast *ast) {
    struct hd_ast *kids[1] = {ast}, not = *ast;
    not.kids = kids;
    not.nkids = 1;
    struct hd_expr *failed = unary_operator(c, TK_NOT, stream, &not);
    if (!failed || is_error(failed)) return expr_error(c, ast->range);
    struct hd_expr *e = expr_new(c, EX_UNARY, hd_ty.bool_, ast->range);
    e->op = TK_NOT;
    e->a = rvalue(c, failed);
    e->loc = ast->loc;
    return e;
}

// What the operator is defined for, below a message about operands that it is not defined for.
void note_operators(struct check *c, struct hd_diag *d, int op, const struct hd_expr *a,
                    const struct hd_expr *b) {
    if (c->lang != HD_LANG_CU || (!is_record(a->type) && !(b && is_record(b->type)))) return;
    if (b && is_stream(a->type)) {
        const char *shown = ty(c, hd_type_unqual(b->type));
        bool prints = op == TK_SHL && !strcmp(a->type->record->tag, "std::ostream");
        if (prints && is_record(b->type))
            hd_help(
                c->diags, d,
                "print its members, or define `ostream &operator<<(ostream &out, const %s &value)`",
                shown);
        else
            hd_help(c->diags, d, "`std::cout << value` prints, `std::cin >> variable` reads");
        return;
    }
    if (b && help_parts(c, d, is_record(a->type) ? a : b)) return; // blockIdx.x * blockDim
    sym_vec all = {0};
    struct hd_expr *v[1] = {(struct hd_expr *)a};
    struct call_args args = {.v = v, .n = 1};
    const char *name = hd_intern_str(hd_printf(c->arena, "operator%s", tok_text(op)));
    collect(c, name, &args, false, &all);
    for (int i = 0; i < all.n && i < 6; i++) {
        const struct hd_sym *s = all.v[i];
        if (s->kind == SYM_FUNC) note_on(c, d, s->range, "there is `%s`", func_text(c, s, name));
    }
    bool plain = (is_record(a->type) || hd_type_is_arith(a->type)) &&
                 (!b || is_record(b->type) || hd_type_is_arith(b->type));
    if (all.n || !plain) return;
    struct hd_type *own = hd_type_unqual(is_record(a->type) ? a->type : b->type);
    if (!own->record->tag && !own->record->typedef_name) return;
    const char *t = ty(c, own), *x = ty(c, hd_type_unqual(a->type)),
               *y = b ? ty(c, hd_type_unqual(b->type)) : "";
    const char *what =
        own->record->is_vector
            ? "CUDA has no operators for its vector types: work on the members, or define one"
            : "it can be defined";
    if (op == TK_INC || op == TK_DEC) {
        hd_help(c->diags, d, "%s: `__host__ __device__ %s &operator%s(%s &a) { ...; return a; }`",
                what, t, tok_text(op), t);
        return;
    }
    hd_help(c->diags, d,
            b ? "%s: `__host__ __device__ %s %s(%s a, %s b) { ... }`"
              : "%s: `__host__ __device__ %s %s(%s a) { ... }`",
            what, t, name, x, y);
}
