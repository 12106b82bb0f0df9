// Kernel launches: k<<<grid, block, shared, stream>>>(arguments).
//
// Grid and block become dim3 (a number n is dim3(n, 1, 1)), shared size_t, the stream cudaStream_t.
// What can be known at check time is reported here: too many threads in a block, zero sizes,
// missing arguments, memory of the host's stack or malloc.
//
// Example: `k<<<1, 2048>>>(p)` is an error: "a block has at most 1024 threads, and this one has
// 2048".
#include "front/check/expr/expr.h"

#include <string.h>

// A configuration that no device accepts: an error in a cell; a program may want to see what
// cudaGetLastError says.
static struct hd_diag *over_limit(struct check *c, struct hd_range range, const char *message) {
    bool cell = c->front->parser && c->front->parser->cell;
    if (cell) return hd_error(c->diags, range, "%s", message);
    return hd_warning(c->diags, range, "launch-limits", "%s", message);
}

enum { MAX_BLOCK_THREADS = 1024, MAX_BLOCK_Z = 64, MAX_GRID_YZ = 65535 };

// ---- dimensions ---------------------------------------------------------------------------------

static struct hd_expr *launch_dim(struct check *c, struct hd_ast *ast, const char *what) {
    struct hd_type *dim3 = named_type(c, "dim3");
    if (!dim3 || dim3->kind == HD_TY_ERROR) return expr_error(c, ast->range);
    if (ast->kind == AST_INIT_LIST) return check_construct(c, dim3, &ast, 1, ast->range);
    struct hd_expr *e = check_rvalue(c, ast);
    if (is_error(e) || hd_type_same(e->type, dim3)) return e;
    if (conversion_rank(c, e, dim3) == RANK_NONE) {
        struct hd_diag *d =
            hd_error(c->diags, ast->range, "%s must be a number or a `dim3`, not `%s`", what,
                     ty(c, e->type));
        hd_help(c->diags, d, "the launch reads `kernel<<<blocks, threads per block>>>(arguments)`");
        return expr_error(c, ast->range);
    }
    return convert_assign(c, e, dim3, what);
}

// The constant members of a dim3 made in place; -1 for those that are not known.
static void known_dims(const struct hd_expr *e, int64_t dims[3]) {
    for (int i = 0; i < 3; i++) dims[i] = -1;
    if (e->kind != EX_INIT || !is_record(e->type) || !e->init) return;
    for (int i = 0; i < e->init->nitems; i++) {
        const struct hd_init_item *item = &e->init->items[i];
        struct hd_const v;
        if (item->offset % 4 || item->offset > 8) continue;
        if (const_eval(item->value, &v) && v.kind == CONST_INT)
            dims[item->offset / 4] = (int64_t)v.i;
    }
}

static void check_dims(struct check *c, const struct hd_expr *e, bool block) {
    int64_t d[3];
    if (is_error(e)) return;
    known_dims(e, d);
    const char *what = block ? "a block" : "a grid", *unit = block ? "thread" : "block";
    for (int i = 0; i < 3; i++) {
        if (d[i] != 0) continue;
        struct hd_diag *zero = over_limit(
            c, e->range,
            hd_printf(c->arena, "%s needs at least one %s in each dimension, and its %c is 0", what,
                      unit, "xyz"[i]));
        if (!block)
            hd_help(c->diags, zero,
                    "`n / 256` is 0 for few elements: round up with `(n + 255) / 256`");
        return;
    }
    struct hd_diag *diag;
    if (!block) {
        for (int i = 1; i < 3; i++)
            if (d[i] > MAX_GRID_YZ)
                over_limit(c, e->range,
                           hd_printf(c->arena, "a grid's %c is at most %d, and this one is %lld",
                                     "xyz"[i], MAX_GRID_YZ, (long long)d[i]));
        return;
    }
    int64_t threads = 1;
    for (int i = 0; i < 3; i++)
        threads *= d[i] > 0 && d[i] <= (1 << 20) ? d[i] : d[i] > 0 ? 1 << 20 : 1;
    if (threads > MAX_BLOCK_THREADS) {
        diag =
            over_limit(c, e->range,
                       hd_printf(c->arena, "a block has at most %d threads, and this one has %lld",
                                 MAX_BLOCK_THREADS, (long long)threads));
        hd_help(c->diags, diag, "use more blocks of fewer threads: <<<(n + 255) / 256, 256>>>");
    } else if (d[2] > MAX_BLOCK_Z) {
        over_limit(c, e->range,
                   hd_printf(c->arena, "a block's z is at most %d, and this one is %lld",
                             MAX_BLOCK_Z, (long long)d[2]));
    }
}

static struct hd_expr *launch_shared(struct check *c, struct hd_ast *ast) {
    struct hd_expr *e = check_rvalue(c, ast);
    if (is_error(e) || hd_type_is_arith(e->type))
        return convert_assign(c, e, hd_ty.ulong_, "the launch");
    struct hd_diag *d =
        hd_error(c->diags, ast->range, "the third launch parameter is a number of bytes, not `%s`",
                 ty(c, e->type));
    hd_help(c->diags, d, "it is the size of dynamic shared memory; the stream comes fourth");
    return expr_error(c, ast->range);
}

// `cpu`, `gpu`, `gpu1` where nothing else has that name: the stream of a device. 0: it is none.
static uint64_t device_stream(struct check *c, const struct hd_ast *ast) {
    const char *name = ast->kind == AST_NAME && !ast->qual && !ast->targs ? ast->name : NULL;
    if (!name || (strcmp(name, "cpu") != 0 && strncmp(name, "gpu", 3) != 0)) return 0;
    bool numbered = name[0] == 'g' && name[3] >= '0' && name[3] <= '9' && !name[4];
    if ((name[0] == 'g' && name[3] && !numbered) || name_lookup(c, ast)) return 0;
    return name[0] == 'c' ? HD_STREAM_CPU
           : numbered     ? HD_STREAM_GPU_0 + (uint64_t)(name[3] - '0')
                          : HD_STREAM_GPU;
}

static struct hd_expr *launch_stream(struct check *c, struct hd_ast *ast) {
    struct hd_type *type = named_type(c, "cudaStream_t");
    uint64_t device = type ? device_stream(c, ast) : 0;
    if (device) {
        struct hd_expr *e = expr_null(c, type, ast->range);
        e->value->offset = (int64_t)device;
        return e;
    }
    struct hd_expr *e = check_rvalue(c, ast);
    if (!type || is_error(e)) return e;
    return convert_assign(c, e, type, "the launch's stream");
}

// ---- arguments ----------------------------------------------------------------------------------

// Memory that certainly is the host's: a GPU cannot reach it.
static void warn_host_pointer(struct check *c, const struct hd_expr *arg, const char *kernel,
                              int i) {
    const struct hd_expr *e = drop_casts(arg);
    const struct hd_sym *var = NULL;
    const char *what = NULL;
    if (e->kind == EX_DECAY && e->a->kind == EX_VAR && e->a->sym->storage == ST_LOCAL) {
        var = e->a->sym;
        what = "an array on the host's stack";
    } else if (e->kind == EX_ADDR && root_var(e->a) && root_var(e->a)->storage == ST_LOCAL &&
               e->a->kind != EX_DEREF && (e->a->kind == EX_VAR || e->a->kind == EX_MEMBER)) {
        var = root_var(e->a);
        what = "the address of a variable on the host's stack";
    } else if (e->kind == EX_LOAD && e->a->kind == EX_VAR && e->a->sym->host_memory) {
        var = e->a->sym;
        what = "memory from the host's malloc";
    }
    if (!var || !var->name || !is_ptr(arg->type)) return;
    struct hd_diag *d =
        warn(c, arg->range, "host-pointer",
             "argument %d of the kernel `%s` is %s: a GPU cannot reach it", i + 1, kernel, what);
    help_on(c, d,
            "allocate with `cudaMalloc` and copy with `cudaMemcpy`, or use `cudaMallocManaged`");
    note_on(c, d, var->range, "`%s` is declared here", var->name);
}

static bool not_a_kernel(struct check *c, const struct hd_sym *sym, const struct hd_ast *ast) {
    struct hd_diag *d =
        hd_error(c->diags, ast->kids[0]->range,
                 "`%s` is not a kernel: only `__global__` functions are launched", sym->name);
    bool returns =
        sym->type && sym->type->kind == HD_TY_FUNC && sym->type->base->kind != HD_TY_VOID;
    hd_help(c->diags, d,
            returns ? "call it as `%s(...)`; a kernel is declared `__global__ void`"
                    : "declare it `__global__ void %s(...)`, or call it without <<<>>>",
            sym->name);
    note_on(c, d, sym->range, "`%s` is declared here", sym->name);
    return false;
}

// The kernel: EX_FUNC, or a pointer to one. NULL: reported. *func is its symbol when it is known.
static struct hd_expr *launch_target(struct check *c, struct hd_ast *ast, struct call_args *args,
                                     struct hd_sym **func) {
    struct hd_ast *name = ast->kids[0];
    *func = NULL;
    struct hd_sym *sym = name->kind == AST_NAME ? name_lookup(c, name) : NULL;
    if (name->kind == AST_NAME && !sym) {
        name_unknown(c, name);
        return NULL;
    }
    if (!sym || (sym->kind != SYM_FUNC && sym->kind != SYM_TEMPLATE)) {
        if (sym && sym->kind == SYM_BUILTIN && !(sym->builtin->flags & BI_VARIABLE)) {
            hd_error(c->diags, name->range, "`%s` is not a kernel: it is built in", sym->name);
            return NULL;
        }
        struct hd_expr *e = check_rvalue(c, name);
        if (is_error(e)) return NULL;
        if (e->kind == EX_ADDR && e->a->kind == EX_FUNC) {
            *func = e->a->sym;
            e = e->a;
        } else if (!is_func_ptr(e->type)) {
            hd_error(c->diags, name->range, "%s is `%s`, which cannot be launched", expr_text(c, e),
                     ty(c, e->type));
            return NULL;
        }
        if (*func && !((*func)->spec & SPEC_GLOBAL)) return not_a_kernel(c, *func, ast), NULL;
        return e;
    }
    if (sym->type && sym->type->kind == HD_TY_ERROR) return NULL;
    if (!sym->next && !(sym->spec & SPEC_GLOBAL)) return not_a_kernel(c, sym, ast), NULL;
    struct callee callee;
    if (args->failed || !overload_pick(c, sym, name, args, ast->range, true, &callee)) return NULL;
    *func = callee.sym;
    if (!(callee.sym->spec & SPEC_GLOBAL)) return not_a_kernel(c, callee.sym, ast), NULL;
    if (deleted_function(c, callee.sym, ast->range)) return NULL;
    struct hd_expr *e = expr_new(c, EX_FUNC, callee.type, name->range);
    e->sym = callee.sym;
    return e;
}

struct hd_expr *check_launch(struct check *c, struct hd_ast *ast) {
    struct hd_launch *launch = HD_NEW(c->arena, struct hd_launch);
    int errors = c->diags->errors;
    if ((side_of_code(c) & SIDE_DEVICE) && !c->unevaluated && c->func) c->func->has_launch = true;
    launch->grid = launch_dim(c, ast->kids[1], "the grid");
    launch->block = launch_dim(c, ast->kids[2], "the block");
    check_dims(c, launch->grid, false);
    check_dims(c, launch->block, true);
    if (ast->kids[3]) launch->shared = launch_shared(c, ast->kids[3]);
    if (ast->kids[4]) launch->stream = launch_stream(c, ast->kids[4]);
    struct call_args args;
    check_args(c, ast->kids + 5, ast->nkids - 5, &args);
    struct hd_sym *func;
    struct hd_expr *target = launch_target(c, ast, &args, &func);
    if (!target || args.failed) return expr_error(c, ast->range);
    struct hd_expr *e = expr_new(c, EX_LAUNCH, hd_ty.void_, ast->range);
    e->a = target;
    e->launch = launch;
    e->loc = ast->loc ? ast->loc : ast->range.from;
    struct hd_type *type = target->type->kind == HD_TY_FUNC ? target->type : target->type->base;
    const char *shown = func ? func->name : "the kernel";
    if (!convert_args(c, &args, type, func, shown, ast->range, &e->args, &e->nargs))
        return expr_error(c, ast->range);
    if (func)
        note_use(c, func);
    else if (c->func && !c->unevaluated)
        c->func->has_indirect_call = true;
    for (int i = 0; i < e->nargs; i++) warn_host_pointer(c, e->args[i], shown, i);
    return c->diags->errors > errors ? expr_error(c, ast->range) : e;
}
