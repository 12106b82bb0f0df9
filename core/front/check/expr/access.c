// Host and device: which code may call which function and touch which variable, with messages that
// say what to do.
//
// A function's own specifiers say where it runs; constexpr functions, functions with a body in a
// system header and __host__
// __device__ functions run on both sides. Code in a __host__ __device__ function may do what either
// side may: what it does wrong on one side is found where it is called.
//
// Example: `__global__ void k() { fopen("x", "r"); }` is an error: "`fopen` is a host function".
#include "front/check/expr/expr.h"
#include "front/names/library.h"

#include <string.h>

int side_of_code(const struct check *c) {
    const struct hd_func *f = c->func;
    if (!f) return c->lang == HD_LANG_CU && c->instantiating ? SIDE_HOST | SIDE_DEVICE : SIDE_HOST;
    if (f->is_kernel) return SIDE_DEVICE;
    if (f->is_device && f->is_host && c->host_version) return SIDE_HOST;
    if (f->is_device) return f->is_host ? SIDE_HOST | SIDE_DEVICE : SIDE_DEVICE;
    if (f->sym && (f->sym->spec & SPEC_CONSTEXPR)) return SIDE_HOST | SIDE_DEVICE;
    return SIDE_HOST;
}

int side_of_func(const struct hd_sym *f) {
    if (f->spec & SPEC_GLOBAL) return 0;
    if (f->spec & SPEC_DEVICE) return f->spec & SPEC_HOST ? SIDE_HOST | SIDE_DEVICE : SIDE_DEVICE;
    if (f->spec & SPEC_CONSTEXPR) return SIDE_HOST | SIDE_DEVICE;
    if (f->def && f->def->system && f->kind == SYM_FUNC && f->func) return SIDE_HOST | SIDE_DEVICE;
    return SIDE_HOST;
}

static const char *code_name(const struct check *c) {
    const struct hd_func *f = c->func;
    if (!f || f->is_entry || !f->sym || !f->sym->name) return NULL;
    return f->sym->name;
}

// What C++'s containers and streams hold is the host's memory, so that nvcc has no such function in
// device code, and here it would be the host's heap in a kernel.
static const char *const host_headers[] = {
    "vector",     "string",        "deque",         "list",     "forward_list", "map",
    "set",        "unordered_map", "unordered_set", "queue",    "stack",        "memory",
    "functional", "sstream",       "fstream",       "iostream", "ostream",      "istream",
    "thread",     "mutex",         "future",        "valarray", "any"};

// `std::vector<int>` of a member function whose class can be on the host only, else NULL.
static const char *host_class(struct check *c, const struct hd_sym *func) {
    const struct hd_source *source = hd_source_at(func->range.from);
    static const char ours[] = "<heddle>/";
    if (!func->method || !source || strncmp(source->name, ours, sizeof ours - 1)) return NULL;
    for (int i = 0; i < HD_COUNT(host_headers); i++)
        if (!strcmp(source->name + sizeof ours - 1, host_headers[i]))
            return ty(c, func->method->record->type);
    return NULL;
}

// One message for a function: its other uses of such classes come from the same slip.
static bool refuse_host_class(struct check *c, const char *class, struct hd_range range) {
    const struct hd_source *source = hd_source_at(range.from);
    if (c->told_host_class == c->func || !source || source->system) return true;
    c->told_host_class = c->func;
    const char *where = code_name(c);
    struct hd_diag *d = hd_error(c->diags, range,
                                 "`%s` lives in the host's memory: device code%s%s%s cannot use it",
                                 class, where ? " (`" : "", where ? where : "", where ? "`)" : "");
    hd_help(
        c->diags, d,
        "give the kernel a pointer to its elements (cudaMalloc, `thrust::device_vector`), or use "
        "an array of a fixed size, `int a[8]`");
    return false;
}

bool check_call_side(struct check *c, const struct hd_sym *func, struct hd_range range) {
    if (c->unevaluated || c->lang == HD_LANG_C || func->kind != SYM_FUNC) return true;
    int code = side_of_code(c), target = side_of_func(func);
    struct hd_diag *d;
    if (func->spec & SPEC_GLOBAL) {
        d = hd_error(c->diags, range, "`%s` is a kernel: launch it with `%s<<<grid, block>>>(...)`",
                     func->name, func->name);
        if (hd_header_of(func->name))
            hd_help(c->diags, d, "it hides the library's `%s`: give the kernel another name",
                    func->name);
        note_on(c, d, func->range, "`%s` is declared here", func->name);
        return false;
    }
    const char *class = code == SIDE_DEVICE && target & SIDE_HOST && func->def &&
                                func->def->system && !(func->spec & (SPEC_DEVICE | SPEC_CONSTEXPR))
                            ? host_class(c, func)
                            : NULL;
    if (class) return refuse_host_class(c, class, range);
    if (target & code) return true;
    // outside of functions a constant is made of it: `int a[warp_size()]`
    if ((!c->func || c->func->is_entry) && func->spec & SPEC_CONSTEXPR) return true;
    if (code & SIDE_DEVICE) {
        const char *where = code_name(c);
        d = hd_error(c->diags, range, "`%s` is a host function: device code%s%s%s cannot call it",
                     func->name, where ? " (`" : "", where ? where : "", where ? "`)" : "");
        if (!func->def || !func->def->system)
            hd_help(c->diags, d, "mark `%s` with `__device__` or `__host__ __device__`",
                    func->name);
        else if (!strcmp(func->name, "cudaDeviceSynchronize"))
            hd_help(c->diags, d,
                    "since CUDA 12 device code cannot wait for its launches: put what comes after "
                    "them into a kernel, and launch that into `cudaStreamTailLaunch`");
        else
            hd_help(c->diags, d,
                    "the C library is not there on a GPU, but for math, printf, malloc, memcpy and "
                    "assert");
    } else {
        d = hd_error(c->diags, range, "`%s` is a device function: host code cannot call it",
                     func->name);
        hd_help(c->diags, d, "call it from a kernel, or mark it `__host__ __device__`");
    }
    if (!func->def || !func->def->system)
        note_on(c, d, func->range, "`%s` is declared here", func->name);
    return false;
}

bool check_builtin_side(struct check *c, const struct hd_builtin *row, struct hd_range range) {
    if (c->unevaluated) return true;
    int code = side_of_code(c);
    int target =
        (row->flags & BI_HOST ? SIDE_HOST : 0) | (row->flags & BI_DEVICE ? SIDE_DEVICE : 0);
    if (code & target) return true;
    struct hd_diag *d;
    if (target & SIDE_DEVICE) {
        d = hd_error(c->diags, range, "`%s` exists only in device code", row->name);
        hd_help(c->diags, d,
                row->flags & BI_VARIABLE ? "host code runs once, not once per thread: use it in a "
                                           "`__global__` or `__device__` "
                                           "function"
                                         : "use it in a `__global__` or `__device__` function");
    } else {
        hd_error(c->diags, range, "`%s` exists only in host code", row->name);
    }
    return false;
}

static bool is_constant_data(const struct hd_sym *var) {
    if (var->is_const_value || (var->spec & SPEC_CONSTEXPR)) return true;
    return (quals_of(var->type) & Q_CONST) && !(quals_of(var->type) & Q_VOLATILE);
}

// Where a variable is, also one that another file of the program defines.
static enum hd_storage place_of(const struct hd_sym *var) {
    if (var->storage != ST_EXTERN) return var->storage;
    if (var->spec & SPEC_MANAGED || type_is_managed(var->type)) return ST_MANAGED;
    if (var->spec & SPEC_CONSTANT) return ST_CONSTANT;
    return var->spec & SPEC_DEVICE ? ST_DEVICE : ST_EXTERN;
}

static bool host_touches_device(struct check *c, const struct hd_sym *var, struct hd_range range) {
    const char *how = place_of(var) == ST_CONSTANT ? "__constant__" : "__device__";
    struct hd_diag *d =
        hd_error(c->diags, range, "`%s` is a `%s` variable: host code cannot use it directly",
                 var->name, how);
    if (place_of(var) == ST_CONSTANT)
        hd_help(c->diags, d, "set it with `cudaMemcpyToSymbol(%s, &value, sizeof(%s))`", var->name,
                var->name);
    else
        hd_help(c->diags, d,
                "copy with `cudaMemcpyToSymbol` or `cudaMemcpyFromSymbol`, or declare it "
                "`__managed__`");
    note_on(c, d, var->range, "`%s` is declared here", var->name);
    return false;
}

bool check_var_side(struct check *c, const struct hd_sym *var, struct hd_range range) {
    if (c->unevaluated || c->lang == HD_LANG_C || var->type->kind == HD_TY_ERROR) return true;
    int code = side_of_code(c);
    switch (place_of(var)) {
    case ST_DEVICE:
    case ST_CONSTANT:
        if (code == SIDE_HOST && !c->symbol_arg) return host_touches_device(c, var, range);
        return true;
    case ST_GLOBAL:
    case ST_EXTERN:
    case ST_THREAD: break;
    case ST_SHARED:
        if (code != SIDE_HOST) return true;
        hd_error(c->diags, range, "`%s` is `__shared__` memory: host code cannot use it",
                 var->name);
        note_on(c, c->diags->last, var->range, "`%s` is declared here", var->name);
        return false;
    default: return true;
    }
    if (code != SIDE_DEVICE || is_constant_data(var)) return true;
    struct hd_diag *d =
        hd_error(c->diags, range, "`%s` is a host variable: device code cannot use it", var->name);
    if (is_stream(var->type->kind == HD_TY_REF ? var->type->base : var->type))
        hd_help(c->diags, d, "kernels print with `printf`");
    else if (space_find_local(
                 c, hd_intern_str("#closure"))) // `[=]` copies variables of functions only
        hd_help(c->diags, d, "let the lambda keep a copy: `[%s = %s]`", var->name, var->name);
    else
        hd_help(
            c->diags, d,
            "pass it as an argument, or declare it `__device__`, `__constant__` or `__managed__`");
    if (!var->def || !var->def->system)
        note_on(c, d, var->range, "`%s` is declared here", var->name);
    return false;
}
