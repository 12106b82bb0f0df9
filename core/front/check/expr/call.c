// Calls: of functions, through pointers, of templates and built-ins; their arguments; names that
// are not declared in C.
//
// Arguments are checked as written first (the parameter may be a reference), then converted to the
// parameters of the function that overload resolution chose; what goes through `...` is promoted.
//
// Example: `printf("%d\n", x)` in a kernel is an EX_BUILTIN of the row "printf" for device code; on
// the host it is an EX_CALL of the C library's function.
#include "front/check/array/array.h"
#include "front/names/library.h"

#include <string.h>

// ---- arguments ----------------------------------------------------------------------------------

void check_args(struct check *c, struct hd_ast **asts, int n, struct call_args *out) {
    asts_expand(c, &asts, &n);
    *out = (struct call_args){.asts = asts, .n = n};
    out->v = HD_NEW_ARRAY(c->arena, struct hd_expr *, n ? n : 1);
    for (int i = 0; i < n; i++) {
        if (asts[i]->kind == AST_INIT_LIST && asts[i]->op != TK_LBRACKET) continue;
        out->v[i] = check_expr(c, asts[i]);
        if (is_error(out->v[i])) out->failed = true;
    }
}

// Which argument of a CUDA function names a __device__ variable; -1: none.
static int symbol_argument(const char *name) {
    static const struct {
        const char *name;
        int argument;
    } rows[] = {
        {"cudaMemcpyToSymbol", 0},
        {"cudaMemcpyToSymbolAsync", 0},
        {"cudaGraphAddMemcpyNodeToSymbol", 4},
        {"cudaGraphAddMemcpyNodeFromSymbol", 5},
        {"cudaGraphMemcpyNodeSetParamsToSymbol", 1},
        {"cudaGraphMemcpyNodeSetParamsFromSymbol", 2},
        {"cudaGraphExecMemcpyNodeSetParamsToSymbol", 2},
        {"cudaGraphExecMemcpyNodeSetParamsFromSymbol", 3},
        {"cudaMemcpyFromSymbol", 1},
        {"cudaMemcpyFromSymbolAsync", 1},
        {"cudaGetSymbolAddress", 1},
        {"cudaGetSymbolSize", 1},
    };
    for (int i = 0; i < HD_COUNT(rows); i++)
        if (!strcmp(rows[i].name, name)) return rows[i].argument;
    return -1;
}

// The variable itself is meant, not its value.
static struct hd_expr *symbol_itself(struct check *c, struct hd_expr *e) {
    if (is_error(e)) return e;
    if (e->kind == EX_STRING) {
        struct hd_diag *d =
            hd_error(c->diags, e->range, "a variable is named by itself here, not by a text");
        hd_help(c->diags, d, "leave out the quotes");
        return expr_error(c, e->range);
    }
    if (e->kind == EX_VAR && (e->sym->storage == ST_DEVICE || e->sym->storage == ST_CONSTANT ||
                              e->sym->storage == ST_MANAGED))
        return check_cast(c, expr_address(c, e, e->range),
                          hd_type_ptr(hd_type_qual(hd_ty.void_, Q_CONST)), TK_LPAREN, e->range);
    return e;
}

// Which of the first arguments of a CUDA function are the places that it fills and copies.
static int place_arguments(const char *name) {
    if (!strcmp(name, "cudaMemset") || !strcmp(name, "cudaMemsetAsync")) return 1;
    return !strcmp(name, "cudaMemcpy") || !strcmp(name, "cudaMemcpyAsync") ? 2 : 0;
}

// `cudaMemset(&var, 0, 4)` for a device variable, which host code cannot name: nvcc takes the
// address of what the host has in its place, and the call fails.
static void check_places(struct check *c, const char *name, struct hd_ast **asts, int n, int places,
                         struct call_args *out) {
    c->symbol_arg = true;
    check_args(c, asts, n, out);
    c->symbol_arg = false;
    for (int i = 0; i < n; i++) {
        struct hd_expr *e = out->v[i], *place = e;
        while (place && place->kind == EX_CAST) place = place->a;
        bool whole = place && (place->kind == EX_ADDR || place->kind == EX_DECAY ||
                               place->type->kind == HD_TY_ARRAY);
        if (whole && place->kind == EX_ADDR) place = place->a;
        const struct hd_sym *var = place && !is_error(e) ? root_var(place) : NULL;
        if (!var) continue;
        if (i >= places || !whole) {
            if (check_var_side(c, var, e->range)) continue;
            out->v[i] = expr_error(c, e->range);
            out->failed = true;
        } else if (var->storage == ST_DEVICE || var->storage == ST_CONSTANT) {
            struct hd_diag *d = warn(c, e->range, "device-variable",
                                     "`%s` has another address for the host: with CUDA `%s` fails "
                                     "and changes nothing",
                                     var->name, name);
            help_on(c, d,
                    "use `cudaMemcpyToSymbol`, `cudaMemcpyFromSymbol` or the address that "
                    "`cudaGetSymbolAddress` tells");
        }
    }
}

static void check_call_args(struct check *c, const char *name, struct hd_ast **asts, int n,
                            struct call_args *out) {
    int symbol = name ? symbol_argument(name) : -1, places = name ? place_arguments(name) : 0;
    asts_expand(c, &asts, &n);
    if (places && c->lang == HD_LANG_CU && !c->symbol_arg) {
        check_places(c, name, asts, n, places, out);
        return;
    }
    if (symbol < 0 || symbol >= n || c->lang == HD_LANG_C) {
        check_args(c, asts, n, out);
        return;
    }
    bool outer = c->symbol_arg;
    c->symbol_arg = true;
    check_args(c, asts, n, out);
    c->symbol_arg = outer;
    for (int i = 0; i < n; i++) {
        struct hd_expr *e = out->v[i];
        if (!e || is_error(e)) continue;
        if (i == symbol)
            out->v[i] = symbol_itself(c, e);
        else if (root_var(e) && !check_var_side(c, root_var(e), e->range))
            out->v[i] = expr_error(c, e->range);
        if (is_error(out->v[i])) out->failed = true;
    }
}

// ---- conversion to the parameters ---------------------------------------------------------------

static const char *param_name(const struct hd_sym *func, int i) {
    if (func && has_this(func)) i++;
    if (!func || func->kind != SYM_FUNC || !func->func || i >= func->func->nparams ||
        !func->func->params)
        return NULL;
    return func->func->params[i] ? func->func->params[i]->name : NULL;
}

const char *signature_text(struct check *c, const char *name, const struct hd_type *type) {
    struct hd_buf buf = {0};
    hd_type_print(&buf, type, name, c->lang);
    char *text = hd_strdup(c->arena, hd_buf_str(&buf));
    hd_buf_finish(&buf);
    return text;
}

static struct hd_range param_range(const struct hd_sym *func, int i) {
    if (func && has_this(func)) i++;
    if (func && func->kind == SYM_FUNC && func->func && i < func->func->nparams &&
        func->func->params && func->func->params[i])
        return func->func->params[i]->range;
    return func ? func->range : (struct hd_range){0};
}

static bool from_system(const struct hd_sym *func) {
    return func && func->def && func->def->system;
}

bool takes_any_pointer(const struct hd_sym *func, const struct hd_type *param,
                       const struct hd_type *arg) {
    return from_system(func) && !strncmp(func->name, "cuda", 4) && is_ptr(param) &&
           is_void_ptr(param->base) && is_ptr(arg) && is_ptr(arg->base);
}

// cudaLaunchKernel and its kin are templates of the kernel's type elsewhere.
static bool takes_kernel(const struct hd_sym *func, const struct hd_type *param,
                         const struct hd_type *arg) {
    bool is_func = arg->kind == HD_TY_FUNC || (is_ptr(arg) && arg->base->kind == HD_TY_FUNC);
    return is_func && from_system(func) && !strncmp(func->name, "cuda", 4) && is_void_ptr(param);
}

static struct hd_expr *convert_arg(struct check *c, struct hd_expr *e, struct hd_ast *ast,
                                   struct hd_type *type, int i, struct hd_sym *func,
                                   const char *shown) {
    if (type->kind == HD_TY_ARRAY) type = hd_type_ptr(type->base);
    if (!e) {
        struct hd_type *object = type->kind == HD_TY_REF ? type->base : type;
        e = ast->kind == AST_INIT_LIST && ast->nkids && is_record(object)
                ? expr_init(c, check_init(c, unqual(object), ast, ast->range), ast->range)
                : check_construct(c, unqual(object), &ast, 1, ast->range);
    }
    if (is_error(e)) return e;
    if (takes_kernel(func, type, e->type) ||
        (e->type->kind != HD_TY_ARRAY && takes_any_pointer(func, type, e->type)))
        return convert(c, rvalue(c, e), type);
    const char *what = NULL;
    int rank = conversion_rank(c, e, type), errors = c->diags->errors;
    if (rank == RANK_NONE || rank == RANK_LOOSE) {
        const char *name = param_name(func, i);
        what = name ? hd_printf(c->arena, "argument %d (`%s`) of `%s`", i + 1, name, shown)
                    : hd_printf(c->arena, "argument %d of `%s`", i + 1, shown);
    }
    struct hd_expr *out = convert_assign(c, e, type, what);
    if (c->diags->errors > errors && !c->diags->muted && c->diags->last && func &&
        !from_system(func))
        note_on(c, c->diags->last, param_range(func, i), "`%s` is declared here",
                func_text(c, func, shown));
    return out;
}

static int least_args(const struct hd_type *type, const struct hd_sym *func) {
    int n = type->nparams;
    while (func && func->defaults && n > 0 && func->defaults[n - 1]) n--;
    return n;
}

static bool wrong_number(struct check *c, const struct call_args *args, const struct hd_type *type,
                         struct hd_sym *func, const char *shown, struct hd_range where) {
    int least = least_args(type, func), most = type->nparams;
    bool few = args->n < least;
    struct hd_range at = few ? where : args->asts[most]->range;
    const char *missing = few ? param_name(func, args->n) : NULL;
    struct hd_diag *d;
    if (least == most || few)
        d = hd_error(c->diags, at, "`%s` takes %s%d argument%s, and %d %s given", shown,
                     type->variadic || least != most ? "at least " : "", least,
                     least == 1 ? "" : "s", args->n, args->n == 1 ? "is" : "are");
    else
        d = hd_error(c->diags, at, "`%s` takes at most %d arguments, and %d are given", shown, most,
                     args->n);
    if (func && from_system(func) && args->n == 1 && !strncmp(func->name, "cudaMalloc", 10))
        hd_help(c->diags, d,
                "it gives no pointer back: `float *p; %s(&p, bytes);` puts the address into `p`",
                func->name);
    else if (missing)
        hd_help(c->diags, d, "`%s` (`%s`) is missing", missing, ty(c, type->params[args->n]));
    if (func && !from_system(func))
        note_on(c, d, func->range, "`%s` is declared here", func_text(c, func, shown));
    else
        hd_help(c->diags, d, "it is declared as `%s`", signature_text(c, shown, type));
    return false;
}

// `cudaMemcpy(d, h, cudaMemcpyHostToDevice, n)`: a number where the enumeration belongs, which
// stands where a number does.
static bool are_swapped(struct check *c, const struct call_args *args, const struct hd_type *type,
                        const struct hd_sym *func) {
    if (!from_system(func) || c->lang != HD_LANG_CU || c->system) return false;
    int most = type->nparams < args->n ? type->nparams : args->n;
    for (int i = 0; i < most; i++) {
        const struct hd_type *wanted = type->params[i];
        if (wanted->kind != HD_TY_ENUM || !args->v[i] || args->v[i]->type->kind == HD_TY_ENUM ||
            !hd_type_is_integer(args->v[i]->type))
            continue;
        for (int j = 0; j < most; j++) {
            if (j == i || !args->v[j] || !hd_type_same_unqual(args->v[j]->type, wanted) ||
                !hd_type_is_integer(type->params[j]))
                continue;
            struct hd_diag *d = hd_error(c->diags, args->asts[j]->range,
                                         "argument %d of `%s` is a `%s`, which argument %d must be",
                                         j + 1, func->name, ty(c, wanted), i + 1);
            hd_help(c->diags, d, "swap the two");
            return true;
        }
    }
    return false;
}

bool convert_args(struct check *c, struct call_args *args, struct hd_type *type,
                  struct hd_sym *func, const char *shown, struct hd_range where,
                  struct hd_expr ***out, int *nout) {
    int most = type->nparams;
    bool counted = !type->oldstyle;
    if (counted && (args->n < least_args(type, func) || (args->n > most && !type->variadic)))
        return wrong_number(c, args, type, func, shown, where);
    if (!counted && func && func->defined && most && args->n != most)
        warn(c, where, "argument-count", "`%s` has %d parameters, and %d arguments are given",
             shown, most, args->n);
    if (counted && are_swapped(c, args, type, func)) return false;
    int n = counted && most > args->n ? most : args->n;
    struct hd_expr **v = HD_NEW_ARRAY(c->arena, struct hd_expr *, n ? n : 1);
    bool fine = true;
    for (int i = 0; i < n; i++) {
        if (i >= args->n) {
            v[i] = expr_copy(c, func->defaults[i], where); // it was checked where it stands;
            note_uses(c, v[i]);                            // this function evaluates it
            v[i] = class_argument(c, v[i]);
        } else if (i < most && counted) {
            v[i] = convert_arg(c, args->v[i], args->asts[i], type->params[i], i, func, shown);
            if (type->params[i]->kind != HD_TY_REF) v[i] = class_argument(c, v[i]);
        } else if (!args->v[i]) {
            hd_error(c->diags, args->asts[i]->range, "a braced list cannot go through `...`");
            v[i] = expr_error(c, args->asts[i]->range);
        } else {
            v[i] = promote_variadic(c, args->v[i]);
            if (is_byaddr(v[i]->type)) {
                hd_error(c->diags, v[i]->range,
                         "an object of type `%s` cannot go through `...`: pass one of its members",
                         ty(c, v[i]->type));
                v[i] = expr_error(c, v[i]->range);
            }
            if (i < most && !is_error(v[i]) && hd_type_is_scalar(v[i]->type) &&
                hd_type_is_scalar(type->params[i]))
                v[i] = convert(c, v[i], type->params[i]); // K&R: a 0 may stand for a null pointer
        }
        if (is_error(v[i])) fine = false;
    }
    *out = v;
    *nout = n;
    return fine;
}

// ---- building calls -----------------------------------------------------------------------------

static struct hd_expr *call_node(struct check *c, struct hd_expr *callee, struct hd_type *type,
                                 struct hd_expr **args, int nargs, const struct hd_ast *ast) {
    struct hd_type *ret = type->base;
    if (ret->kind == HD_TY_ERROR) return expr_error(c, ast->range);
    if (ret->kind == HD_TY_AUTO) {
        struct hd_diag *d = hd_error(c->diags, ast->range,
                                     "what this call returns is not known yet: its type is `auto`");
        hd_help(c->diags, d, "write the type that the function returns");
        return expr_error(c, ast->range);
    }
    bool ref = ret->kind == HD_TY_REF;
    if (!ref && ret->kind != HD_TY_VOID && !hd_type_is_complete(ret)) {
        hd_error(c->diags, ast->range, "this call returns `%s`, which is not defined", ty(c, ret));
        return expr_error(c, ast->range);
    }
    if (callee->kind == EX_FUNC && nargs && !strcmp(callee->sym->name, "cudaMalloc")) {
        const struct hd_expr *to = drop_casts(args[0]);
        if (to->kind == EX_ADDR && to->a->kind == EX_VAR && is_ptr(to->a->type))
            to->a->sym->device_memory = true;
    }
    struct hd_expr *e =
        expr_new(c, EX_CALL, ref ? hd_type_ptr(ret->base) : unqual(ret), ast->range);
    e->a = callee;
    e->args = args;
    e->nargs = nargs;
    e->loc = ast->kids[0]->range.from;
    if (!ref) return e;
    e = expr_deref(c, e, ast->range);
    e->is_xvalue = ret->rvalue_ref;
    return e;
}

static void note_row(struct check *c, const struct hd_builtin *row) {
    if (!c->func || c->unevaluated) return;
    if (row->flags & BI_BARRIER) c->func->has_barrier = true;
    if (row->lower == LOWER_BREAKPOINT) c->func->has_breakpoint = true;
    if (row->flags & BI_WARP) c->func->has_warp_op = true;
    if (row->lower == LOWER_SETJMP) c->func->calls_setjmp = true;
}

static int type_class(const struct hd_type *t) {
    switch (t->kind) {
    case HD_TY_VOID: return 0;
    case HD_TY_PTR:
    case HD_TY_NULLPTR: return 5;
    case HD_TY_HALF:
    case HD_TY_BF16:
    case HD_TY_FLOAT:
    case HD_TY_DOUBLE:
    case HD_TY_LDOUBLE: return 8;
    case HD_TY_COMPLEX: return 9;
    case HD_TY_RECORD: return t->record->is_union ? 13 : 12;
    default: return 1;
    }
}

// Built-ins that the checker answers itself. NULL: not one of them.
// `__builtin_LINE()` and its kin.
static struct hd_expr *caller_of(struct check *c, const struct hd_builtin *row,
                                 struct hd_range range) {
    static const struct {
        const char *arg;
        enum hd_caller what;
    } kinds[] = {{"line", CALLER_LINE},
                 {"column", CALLER_COLUMN},
                 {"file", CALLER_FILE},
                 {"function", CALLER_FUNCTION},
                 {"signature", CALLER_SIGNATURE}};
    for (int i = 0; i < HD_COUNT(kinds); i++)
        if (!strcmp(row->arg, kinds[i].arg)) return expr_caller(c, kinds[i].what, range);
    return NULL;
}

static struct hd_expr *special_builtin(struct check *c, const struct hd_builtin *row,
                                       struct call_args *args, const struct hd_ast *ast) {
    if (row->lower == LOWER_CONSTANT_P) {
        if (args->n != 1 || !args->v[0]) return NULL;
        struct hd_const known;
        struct hd_expr *e = rvalue(c, args->v[0]);
        bool constant =
            const_eval(e, &known) && (known.kind != CONST_ADDR || known.string || !known.sym);
        return constant || at_top(c) ? expr_int(c, hd_ty.int_, constant, ast->range) : NULL;
    }
    if (row->lower == LOWER_VA_START && c->func && c->func->type && !c->func->type->variadic &&
        !c->unevaluated) {
        hd_error(c->diags, ast->range, "va_start needs a function with `...` in its parameters");
        return expr_error(c, ast->range);
    }
    if (row->lower != LOWER_SPECIAL) return NULL;
    if (!strcmp(row->name, "__builtin_classify_type"))
        return expr_int(c, hd_ty.int_,
                        args->n && args->v[0] ? type_class(rvalue(c, args->v[0])->type) : 0,
                        ast->range);
    if (!row->arg) return NULL;
    return caller_of(c, row, ast->range);
}

static struct hd_expr *bad_builtin(struct check *c, const struct hd_expr *arg,
                                   struct hd_range range, const char *fmt, ...) HD_PRINTF(4, 5);
static struct hd_expr *bad_builtin(struct check *c, const struct hd_expr *arg,
                                   struct hd_range range, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    hd_error(c->diags, arg ? arg->range : range, "%s", hd_vprintf(c->arena, fmt, args));
    va_end(args);
    return expr_error(c, range);
}

// What the signatures of builtins.def cannot say: integers of any type, objects that one
// instruction can handle.
static struct hd_expr *check_builtin_types(struct check *c, const struct hd_expr *e,
                                           struct hd_range range) {
    const struct hd_builtin *row = e->builtin;
    bool whole = row->types && !strcmp(row->types, "*");
    if (row->lower == LOWER_OVERFLOW && !strcmp(row->signature, "bool(...)")) {
        if (e->nargs != 3)
            return bad_builtin(c, NULL, range, "`%s` takes 3 arguments, and %d %s given", row->name,
                               e->nargs, e->nargs == 1 ? "is" : "are");
        for (int i = 0; i < 2; i++)
            if (!is_error(e->args[i]) && !hd_type_is_integer(e->args[i]->type))
                return bad_builtin(c, e->args[i], range, "`%s` works on integers, not on `%s`",
                                   row->name, hd_type_str(c->arena, e->args[i]->type));
        const struct hd_type *to = e->args[2]->type;
        if (!is_error(e->args[2]) &&
            (to->kind != HD_TY_PTR || !hd_type_is_integer(to->base) || to->base->quals & Q_CONST))
            return bad_builtin(c, e->args[2], range,
                               "the result of `%s` goes to an integer variable's address, not `%s`",
                               row->name, hd_type_str(c->arena, to));
        return NULL;
    }
    bool rmw = row->lower == LOWER_SYNC_RMW;
    if (!whole || (!rmw && row->lower != LOWER_SYNC_CAS && row->lower != LOWER_ATOMIC_LOAD &&
                   row->lower != LOWER_ATOMIC_STORE && row->lower != LOWER_ATOMIC_EXCHANGE &&
                   row->lower != LOWER_ATOMIC_CAS))
        return NULL;
    if (e->nargs < 1 || is_error(e->args[0]) || e->args[0]->type->kind != HD_TY_PTR) return NULL;
    const struct hd_type *t = e->args[0]->type->base;
    bool sum = rmw && row->arg && (strstr(row->arg, "add") || strstr(row->arg, "sub"));
    if (rmw && !hd_type_is_integer(t) && !(sum && (t->kind == HD_TY_PTR || hd_type_is_float(t))))
        return bad_builtin(c, e->args[0], range, "`%s` changes %s, not `%s`", row->name,
                           sum ? "a number or a pointer" : "an integer", hd_type_str(c->arena, t));
    if (t->size > 16 || !t->size || (t->size & (t->size - 1)))
        return bad_builtin(c, e->args[0], range,
                           "`%s` works on 1, 2, 4, 8 or 16 bytes, and `%s` has %llu", row->name,
                           hd_type_str(c->arena, t), (unsigned long long)t->size);
    return NULL;
}

static struct hd_expr *call_builtin(struct check *c, const struct callee *callee,
                                    struct call_args *args, struct hd_ast *ast) {
    const struct hd_builtin *row = callee->row;
    if (row->lower == LOWER_OMP) return omp_builtin(c, row->name, args, ast);
    if (row->lower == LOWER_DISPLAY) return check_display(c, row, args, ast);
    struct hd_expr *special = special_builtin(c, row, args, ast);
    if (special) return special;
    struct hd_expr *e = expr_new(c, EX_BUILTIN, unqual(callee->type->base), ast->range);
    if (!convert_args(c, args, callee->type, NULL, row->name, ast->range, &e->args, &e->nargs))
        return expr_error(c, ast->range);
    e->builtin = row;
    e->sig_type = callee->type;
    e->loc = ast->kids[0]->range.from;
    struct hd_expr *bad = check_builtin_types(c, e, ast->range);
    if (bad) return bad;
    note_row(c, row);
    check_printf_format(c, e);
    slip_in_call(c, row->name, ast, args, true);
    return e;
}

static struct hd_expr *call_function(struct check *c, const struct callee *callee,
                                     struct call_args *args, struct hd_ast *ast) {
    struct hd_sym *sym = callee->sym;
    if (sym->method) return call_sym(c, sym, NULL, args, ast->range, ast->kids[0]->loc);
    if (deleted_function(c, sym, ast->range)) return expr_error(c, ast->range);
    if (!check_call_side(c, sym, ast->kids[0]->range)) return expr_error(c, ast->range);
    struct hd_expr **v;
    int n;
    if (!convert_args(c, args, callee->type, sym, sym->name, ast->range, &v, &n))
        return expr_error(c, ast->range);
    note_use(c, sym);
    struct hd_expr *f = expr_new(c, EX_FUNC, callee->type, ast->kids[0]->range);
    f->sym = sym;
    struct hd_expr *e = call_node(c, f, callee->type, v, n, ast);
    if (e->kind == EX_CALL) check_printf_format(c, e);
    slip_in_call(c, sym->name, ast, args, from_system(sym));
    return sym->spec & SPEC_CONSTEVAL ? const_now(c, sym, e) : e;
}

// A pointer that is known to hold one function (a template's function argument) is called directly.
static struct hd_expr *known_function(struct check *c, struct hd_expr *f) {
    if (f->kind == EX_ADDR && f->a->kind == EX_FUNC) return f->a;
    struct hd_const known;
    if (f->kind != EX_LOAD || f->a->kind != EX_VAR || !f->a->sym->is_const_value) return NULL;
    if (!const_eval(f, &known) || known.kind != CONST_ADDR || !known.sym ||
        known.sym->kind != SYM_FUNC)
        return NULL;
    struct hd_expr *e = expr_new(c, EX_FUNC, known.sym->type, f->range);
    e->sym = known.sym;
    note_use(c, known.sym);
    return e;
}

static struct hd_expr *call_value(struct check *c, struct hd_ast *ast) {
    struct hd_ast *kid = ast->kids[0];
    if (kid->kind == AST_MEMBER && kid->name && kid->name[0] == '~') return check_dtor_call(c, ast);
    bool pointed = kid->kind == AST_BINARY && (kid->op == TK_DOT_STAR || kid->op == TK_ARROW_STAR);
    struct hd_ast *call = ast;
    struct hd_expr *f = kid->kind == AST_MEMBER ? check_member(c, kid)
                        : pointed               ? check_member_access(c, kid, &call)
                                                : check_expr(c, kid);
    if (is_bound(f)) return call_bound(c, f, ast);
    if (!call) return f;
    if (is_record(f->type) && c->lang == HD_LANG_CU) {
        struct hd_expr *called = call_operator(c, f, ast, "operator()");
        if (called) return called;
    }
    f = rvalue(c, f);
    struct call_args args;
    check_args(c, ast->kids + 1, ast->nkids - 1, &args);
    if (is_error(f) || args.failed) return expr_error(c, ast->range);
    if (ast->nkids == 1 && array_is_size(f)) return f; // `a.size()`, as of C++'s containers
    if (!is_func_ptr(f->type)) {
        struct hd_diag *d = hd_error(c->diags, ast->range, "%s is `%s`, which cannot be called",
                                     expr_text(c, f), ty(c, f->type));
        if (is_ptr(f->type))
            hd_help(c->diags, d, "an element is taken with brackets: `a[1]`");
        else if (is_record(f->type) && c->lang == HD_LANG_CU)
            hd_help(c->diags, d, "a struct with a member function `operator()` can be");
        return expr_error(c, ast->range);
    }
    struct hd_expr *direct = known_function(c, f);
    struct hd_type *type = direct ? direct->type : f->type->base;
    const char *text = expr_text(c, f),
               *shown = text[0] == '`' ? hd_strndup(c->arena, text + 1, strlen(text) - 2) : "this";
    if (direct && !check_call_side(c, direct->sym, ast->kids[0]->range))
        return expr_error(c, ast->range);
    struct hd_expr **v;
    int n;
    if (!convert_args(c, &args, type, direct ? direct->sym : NULL, shown, ast->range, &v, &n))
        return expr_error(c, ast->range);
    if (!direct && c->func && !c->unevaluated) c->func->has_indirect_call = true;
    return call_node(c, direct ? direct : f, type, v, n, ast);
}

// ---- names that are not declared ----------------------------------------------------------------

// C: a function that is called before it is declared returns int; a known library function gets its
// header.
static struct hd_sym *implicit_function(struct check *c, struct hd_ast *name) {
    const char *header = hd_header_of(name->name);
    struct hd_diag *d;
    if (header && front_include_now(c->front, header)) {
        struct hd_sym *sym = global_find(c->front, name->name, true);
        if (sym && sym->kind == SYM_FUNC) {
            d = warn(c, name->range, "implicit-function", "`%s` is used without a declaration",
                     name->name);
            help_on(c, d, "add `#include <%s>`", header);
            return sym;
        }
    }
    d = warn(c, name->range, "implicit-function",
             "`%s` is not declared: it is taken to return `int`", name->name);
    const char *near = d ? hd_suggest(c->front, name->name) : NULL;
    if (near) help_on(c, d, "did you mean `%s`?", near);
    struct hd_type *type = hd_type_func(c->arena, hd_ty.int_, NULL, 0, false, true);
    struct hd_sym *sym = sym_new(c, SYM_FUNC, name->name, type, name->range);
    sym->link_name = sym->name;
    sym->spec = SPEC_EXTERN;
    return global_declare(c, sym, DEF_FUNC);
}

static struct hd_expr *call_unknown(struct check *c, struct hd_ast *ast) {
    struct hd_ast *name = ast->kids[0];
    struct call_args args;
    struct callee callee;
    check_args(c, ast->kids + 1, ast->nkids - 1, &args);
    if (c->lang == HD_LANG_CU && !name->qual && !args.failed &&
        overload_pick_associated(c, name, &args, ast->range, &callee))
        return callee.sym ? call_function(c, &callee, &args, ast) : expr_error(c, ast->range);
    name_unknown(c, name);
    return expr_error(c, ast->range);
}

// The builtin behind a library function that no library can provide, or NULL.
static const struct hd_builtin *compiled_in(const struct hd_sym *sym) {
    static const char *const names[] = {"setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp", "alloca"};
    for (int i = 0; i < HD_COUNT(names); i++)
        if (!strcmp(sym->name, names[i])) {
            bool here = sym->func && sym->func->body;
            return from_system(sym) || (names[i][0] == 'a' && !here) ? hd_builtin_find(names[i])
                                                                     : NULL;
        }
    return NULL;
}

// A function that stands beside an argument's class has the name of something built in (`max`, or
// `norm` of arrays): what C++ finds is meant.
static bool hides_builtin(struct check *c, const struct hd_sym *sym, const struct hd_ast *name,
                          struct call_args *args, struct hd_range where, struct callee *out) {
    bool any = false;
    if (c->lang != HD_LANG_CU || sym->kind != SYM_BUILTIN || name->qual) return false;
    for (int i = 0; i < args->n; i++) {
        if (args->v[i] && args->v[i]->type->kind == HD_TY_NDARRAY) return false;
        any = any || (args->v[i] && is_record(args->v[i]->type));
    }
    any = any || takes_iterators(args);
    struct hd_diags *diags = c->diags;
    bool muted = diags->muted;
    int errors = diags->errors;
    diags->muted = true;
    bool found = any && overload_pick_associated(c, name, args, where, out) && out->sym &&
                 diags->errors == errors;
    diags->muted = muted;
    diags->errors = errors;
    return found;
}

// `operator=(o)` and `B::operator=(o)` in a member function: an assignment operator is always a
// member, also where the class has the implicit one only, which has no name to find.
static struct hd_expr *call_assignment(struct check *c, const struct hd_ast *ast) {
    const struct hd_ast *name = ast->kids[0];
    struct hd_ast *self = HD_NEW(c->arena, struct hd_ast),
                  *member = HD_NEW(c->arena, struct hd_ast),
                  *call = HD_NEW(c->arena, struct hd_ast);
    *self = (struct hd_ast){
        .kind = AST_NAME, .name = hd_intern_str("this"), .range = name->range, .loc = name->loc};
    *member = *name;
    member->kind = AST_MEMBER;
    member->op = TK_ARROW;
    member->kids = HD_NEW_ARRAY(c->arena, struct hd_ast *, 1);
    member->kids[0] = self;
    member->nkids = 1;
    *call = *ast;
    call->kids = HD_NEW_ARRAY(c->arena, struct hd_ast *, ast->nkids);
    memcpy(call->kids, ast->kids, sizeof *call->kids * (size_t)ast->nkids);
    call->kids[0] = member;
    return call_value(c, call);
}

static bool any_array(const struct call_args *args) {
    for (int i = 0; i < args->n; i++)
        if (args->v[i] && is_array(args->v[i])) return true;
    return false;
}

struct hd_expr *check_call(struct check *c, struct hd_ast *ast) {
    struct hd_ast *name = ast->kids[0];
    if (name->kind != AST_NAME) return call_value(c, ast);
    name = check_settled(c, name);
    if (c->lang == HD_LANG_CU && !strcmp(name->name, "operator=") && !name->associated &&
        space_find_local(c, hd_intern_str("this")))
        return call_assignment(c, ast);
    struct hd_found found;
    int errors = c->diags->errors;
    if (name->associated) return call_unknown(c, ast);
    bool named_operator = c->lang == HD_LANG_CU && !strncmp(name->name, "operator", 8) &&
                          !(name->name[8] == '_' || name->name[8] == '"' ||
                            (name->name[8] >= '0' && name->name[8] <= 'z'));
    name_look(c, name, &found);
    struct hd_sym *sym = found.sym;
    if (c->diags->errors > errors && !sym) return expr_error(c, ast->range);
    if (found.member_of) {
        struct hd_expr *member = member_name(c, found.member_of, name);
        if (is_bound(member)) return call_bound(c, member, ast);
        return is_error(member) ? member : call_value(c, ast);
    }
    if (named_operator) return operator_by_name(c, ast);
    if (!sym && found.tag)
        return check_construct(c, unqual(found.tag), ast->kids + 1, ast->nkids - 1, ast->range);
    if (!sym && c->lang == HD_LANG_C) sym = implicit_function(c, name);
    if (!sym) return call_unknown(c, ast);
    if (sym->kind == SYM_TYPEDEF)
        return check_construct(c, unqual(sym->type), ast->kids + 1, ast->nkids - 1, ast->range);
    bool variable = sym->kind == SYM_VAR || sym->kind == SYM_ENUM_CONST ||
                    (sym->kind == SYM_BUILTIN && (sym->builtin->flags & BI_VARIABLE)) ||
                    is_variable_template(sym);
    if (variable) return call_value(c, ast);
    struct call_args args;
    if (c->lang == HD_LANG_CU && !(ast = array_word_call(c, sym, ast)))
        return expr_error(c, name->range);
    check_call_args(c, sym->name, ast->kids + 1, ast->nkids - 1, &args);
    if (sym->kind == SYM_FUNC && sym->type->kind == HD_TY_ERROR) return expr_error(c, ast->range);
    bool kernel = sym->kind == SYM_FUNC && !sym->next && sym->spec & SPEC_GLOBAL;
    bool taken =
        c->system && sym->def && !sym->def->system && !sym->method && sym->kind == SYM_FUNC;
    if ((kernel || taken) && !name->qual) { // a kernel `memset`: memset(p, 0, n) is not it
        struct hd_sym *library = builtin_behind(c->front, sym->name);
        bool word =
            library && library->kind == SYM_BUILTIN && library->builtin->lower == LOWER_ARRAY;
        if (library && (!word || any_array(&args))) sym = library;
    }
    if (sym->kind == SYM_FUNC && !sym->next && (sym->spec & SPEC_GLOBAL) &&
        !check_call_side(c, sym, name->range))
        return expr_error(c, ast->range);
    if (args.failed) return expr_error(c, ast->range);
    struct hd_sym **friends; // those of the arguments' classes win over what is built in
    struct callee callee = {0};
    int n = sym->kind == SYM_BUILTIN && !name->qual
                ? friends_associated(c, &args, name->name, &friends)
                : 0;
    if (n && overload_pick_from(c, name->name, friends, n, &args, ast->range, true, &callee) == 1)
        return call_sym(c, callee.sym, NULL, &args, ast->range, name->loc);
    if (hides_builtin(c, sym, name, &args, ast->range, &callee))
        return call_function(c, &callee, &args, ast);
    struct hd_expr *lifted = c->lang == HD_LANG_CU ? array_call(c, sym, ast, &args) : NULL;
    return lifted ? lifted : call_with_args(c, sym, ast, &args);
}

struct hd_expr *call_with_args(struct check *c, struct hd_sym *sym, struct hd_ast *ast,
                               struct call_args *args) {
    struct callee callee = {0};
    if (sym->kind == SYM_FUNC && compiled_in(sym)) {
        callee.row = compiled_in(sym);
        callee.type = builtin_signature(c->front, callee.row, 0);
    } else if (!overload_pick(c, sym, ast->kids[0], args, ast->range, false, &callee)) {
        return expr_error(c, ast->range);
    }
    return callee.sym ? call_function(c, &callee, args, ast) : call_builtin(c, &callee, args, ast);
}

struct hd_expr *call_named(struct check *c, const char *text, struct hd_expr **values, int n,
                           const struct hd_ast *at) {
    struct hd_ast *ast = HD_NEW(c->arena, struct hd_ast), *name = HD_NEW(c->arena, struct hd_ast);
    struct call_args args = {.v = values, .n = n};
    struct callee callee = {0};
    name->kind = AST_NAME;
    name->name = hd_intern_str(text);
    name->range = (struct hd_range){at->range.from, at->range.from};
    name->loc = at->range.from;
    ast->kind = AST_CALL;
    ast->range = at->range;
    ast->loc = at->range.from;
    ast->nkids = n + 1;
    ast->kids = HD_NEW_ARRAY(c->arena, struct hd_ast *, n + 1);
    ast->kids[0] = name;
    for (int i = 0; i < n; i++) {
        ast->kids[i + 1] = HD_NEW(c->arena, struct hd_ast);
        ast->kids[i + 1]->range = values[i]->range;
    }
    args.asts = ast->kids + 1;
    struct hd_sym *sym = hd_lookup(c->front, name->name);
    bool own = sym && sym->def && !sym->def->system && hd_header_of(name->name);
    struct hd_sym *library = own ? builtin_behind(c->front, name->name) : NULL;
    if (library) sym = library; // `new` needs malloc, whatever the program calls so
    if (!sym || (sym->kind != SYM_FUNC && sym->kind != SYM_TEMPLATE && sym->kind != SYM_BUILTIN)) {
        hd_error(c->diags, at->range,
                 "this needs the function `%s`, and that name means something else here", text);
        return expr_error(c, at->range);
    }
    if (!overload_pick(c, sym, name, &args, at->range, false, &callee))
        return expr_error(c, at->range);
    return callee.sym ? call_function(c, &callee, &args, ast)
                      : call_builtin(c, &callee, &args, ast);
}
