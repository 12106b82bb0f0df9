// Built-ins of kernels: thread indices, barriers, warp operations, device output.
//
// A kernel knows its thread (struct hd_thread *) and, in the kernel's own body, its indices as
// values; everything that involves other threads is a call of the runtime, with the place in the
// source so that divergence can be reported. In the host flavour of a __host__ __device__ function
// the C function of the same name is called instead. Example: __shfl_down_sync(m, x, 1) is
// hd_rt_shfl(thread, loc, m, bits of x, 1, 32, 2) and back to x's type.
#include "gen/emit.h"

bool is_simt(enum hd_builtin_lower lower) {
    switch (lower) {
    case LOWER_RUNTIME_CTX:
    case LOWER_SREG:
    case LOWER_BARRIER:
    case LOWER_SYNCWARP:
    case LOWER_FENCE:
    case LOWER_ATOMIC:
    case LOWER_SHFL:
    case LOWER_VOTE:
    case LOWER_MATCH:
    case LOWER_ACTIVEMASK:
    case LOWER_REDUCE:
    case LOWER_CLOCK:
    case LOWER_GLOBALTIMER:
    case LOWER_DEVICE_PRINTF:
    case LOWER_DEVICE_ASSERT: return true;
    default: return false;
    }
}

// ---- special registers --------------------------------------------------------------------------

enum sreg { SREG_THREAD, SREG_BLOCK, SREG_BLOCK_DIM, SREG_GRID_DIM, SREG_WARP_SIZE };

static enum sreg which_register(const struct hd_expr *e) {
    const char *name = e->builtin->arg ? e->builtin->arg : e->builtin->name;
    if (!strcmp(name, "threadIdx")) return SREG_THREAD;
    if (!strcmp(name, "blockIdx")) return SREG_BLOCK;
    if (!strcmp(name, "blockDim")) return SREG_BLOCK_DIM;
    if (!strcmp(name, "gridDim")) return SREG_GRID_DIM;
    return SREG_WARP_SIZE;
}

static LLVMValueRef register_part(struct fn *f, enum sreg reg, int dim) {
    struct gen *g = f->g;
    static const char *const names[] = {"tid", "ctaid", "ntid", "nctaid"};
    if (g->gpu) return gpu_register(f, names[reg], dim);
    if (!f->thread)
        return const_i32(g, reg == SREG_BLOCK_DIM || reg == SREG_GRID_DIM); // host: one thread
    if (g->job->check && f->func == g->kernel && (reg == SREG_THREAD || reg == SREG_BLOCK))
        g->job->check->dims |= (uint8_t)(1u << dim);
    if (g->job->check && reg == SREG_GRID_DIM) g->job->check->any_grid = true;
    if (reg == SREG_THREAD) return thread_index(f, dim);
    if (reg == SREG_BLOCK_DIM) return block_dim(f, thread_block(f), dim);
    static const uint64_t base[] = {0, HD_BLOCK_BID, HD_BLOCK_BDIM, HD_BLOCK_GDIM};
    LLVMValueRef v = context_load(f, g->i32, thread_block(f), base[reg] + 4 * (uint64_t)dim, true);
    const struct hd_lanes *lanes = g->job->lanes;
    if (!lanes || !lanes->small_grid) return v;
    uint32_t most = lanes->fold && !dim ? HD_FOLD_THREADS : INT32_MAX;
    return bounded(f, v, most / lanes->block[dim] + (reg == SREG_GRID_DIM));
}

LLVMValueRef ptx_register(struct fn *f, int which, int dim) {
    static const enum sreg order[] = {SREG_THREAD, SREG_BLOCK, SREG_BLOCK_DIM, SREG_GRID_DIM};
    return register_part(f, order[which], dim);
}

bool sreg_member(struct fn *f, const struct hd_expr *e, struct val *out) {
    const struct hd_expr *a = e->a;
    if (e->kind != EX_MEMBER) return false;
    if (a->kind == EX_LOAD) a = a->a;
    if (a->kind != EX_BUILTIN || a->builtin->lower != LOWER_SREG || e->offset > 8 || e->offset % 4)
        return false;
    at(f, e->loc);
    *out = val_scalar(register_part(f, which_register(a), (int)(e->offset / 4)),
                      hd_type_unqual(e->type));
    return true;
}

static struct val whole_register(struct fn *f, const struct hd_expr *e) {
    struct gen *g = f->g;
    enum sreg reg = which_register(e);
    if (reg == SREG_WARP_SIZE) return val_scalar(const_int(g, e->type, 32), e->type);
    struct place p = place_at(temp(f, ty_bytes(g, 12), 4), hd_type_unqual(e->type));
    for (int i = 0; i < 3; i++)
        raw_store(f, register_part(f, reg, i), byte_offset(f, p.addr, 4 * (uint64_t)i), 4);
    p.space = SPACE_LOCAL;
    p.any_alias = true;
    return access_load(f, p);
}

// ---- runtime calls ------------------------------------------------------------------------------

static struct val loc_arg(struct fn *f, const struct hd_expr *e) {
    return val_scalar(const_i32(f->g, e->loc), hd_ty.uint_);
}

static struct val int_arg(struct fn *f, int64_t v) {
    return val_scalar(const_i32(f->g, v), hd_ty.int_);
}

static struct val runtime(struct fn *f, const char *name, struct hd_type *ret, struct val *args,
                          int n) {
    return extern_call(f, name, HD_REF_RUNTIME, ret, args, n, n, true, NULL);
}

static struct val barrier(struct fn *f, const struct hd_expr *e, struct val *args) {
    const char *op = e->builtin->arg ? e->builtin->arg : "";
    struct val a[3] = {loc_arg(f, e)};
    if (!strcmp(op, "grid")) return runtime(f, "hd_rt_grid_sync", hd_ty.void_, a, 1);
    if (!strcmp(op, "cluster")) return runtime(f, "hd_rt_cluster_sync", hd_ty.void_, a, 1);
    if (!*op) return runtime(f, "hd_rt_barrier", hd_ty.void_, a, 1);
    a[1] = convert(f, args[0], hd_ty.int_);
    a[2] = int_arg(f, !strcmp(op, "count") ? 0 : !strcmp(op, "and") ? 1 : 2);
    return convert(f, runtime(f, "hd_rt_barrier_red", hd_ty.int_, a, 3), e->type);
}

static struct val mask_arg(struct fn *f, const struct hd_expr *e, struct val *args) {
    return e->nargs ? convert(f, args[0], hd_ty.uint_)
                    : val_scalar(const_i32(f->g, -1), hd_ty.uint_);
}

static struct val as_word(struct fn *f, struct val v) {
    return val_scalar(bits_of(f, v, 64), hd_ty.ulong_);
}

static struct val shuffle(struct fn *f, const struct hd_expr *e, struct val *args) {
    static const char *const ops[] = {"idx", "up", "down", "xor"};
    int op = 0;
    while (op < 3 && strcmp(ops[op], e->builtin->arg)) op++;
    struct val a[6] = {loc_arg(f, e),
                       mask_arg(f, e, args),
                       as_word(f, convert(f, args[1], e->type)),
                       convert(f, args[2], hd_ty.int_),
                       e->nargs > 3 ? convert(f, args[3], hd_ty.int_) : int_arg(f, 32),
                       int_arg(f, op)};
    struct val r = runtime(f, "hd_rt_shfl", hd_ty.ulong_, a, 6);
    return val_of_bits(f, r.v, e->type);
}

static struct val vote(struct fn *f, const struct hd_expr *e, struct val *args) {
    static const char *const ops[] = {"all", "any", "ballot", "uni"};
    int op = 0;
    while (op < 3 && strcmp(ops[op], e->builtin->arg)) op++;
    struct val predicate =
        val_scalar(LLVMBuildZExt(f->b, to_bool(f, args[1]), f->g->i32, ""), hd_ty.int_);
    struct val a[4] = {loc_arg(f, e), mask_arg(f, e, args), predicate, int_arg(f, op)};
    return convert(f, runtime(f, "hd_rt_vote", hd_ty.uint_, a, 4), e->type);
}

static struct val match(struct fn *f, const struct hd_expr *e, struct val *args) {
    struct hd_type *pointer = hd_type_ptr(hd_ty.int_);
    struct val a[4] = {
        loc_arg(f, e), mask_arg(f, e, args), as_word(f, args[1]),
        val_scalar(e->nargs > 2 ? args[2].v : LLVMConstPointerNull(f->g->ptr), pointer)};
    return convert(f, runtime(f, "hd_rt_match", hd_ty.uint_, a, 4), e->type);
}

static struct val reduce(struct fn *f, const struct hd_expr *e, struct val *args) {
    static const char *const ops[] = {"add", "min", "max", "and", "or", "xor"};
    int op = 0;
    while (op < 5 && strcmp(ops[op], e->builtin->arg)) op++;
    bool is_signed = hd_type_is_signed(ty_value(args[1].type));
    struct val a[5] = {loc_arg(f, e), mask_arg(f, e, args), convert(f, args[1], hd_ty.uint_),
                       int_arg(f, op), int_arg(f, is_signed)};
    return convert(f, runtime(f, "hd_rt_reduce", hd_ty.uint_, a, 5), e->type);
}

static struct val with_thread(struct fn *f, const struct hd_expr *e, struct val *args,
                              const char *name, const char *host) {
    int nfixed = e->sig_type && e->sig_type->nparams < e->nargs ? e->sig_type->nparams : e->nargs;
    LLVMValueRef call;
    if (f->thread && f->g->job->check) name = check_runtime_name(name);
    if (f->thread)
        return extern_call(f, name, HD_REF_RUNTIME, e->type, args, e->nargs, nfixed, true, &call);
    return extern_call(f, host, HD_REF_EXTERN, e->type, args, e->nargs, nfixed, false, &call);
}

static struct val fence(struct fn *f, const struct hd_expr *e) {
    bool block = e->builtin->arg && !strcmp(e->builtin->arg, "block");
    if (f->g->job->check && f->thread) check_fence(f, block ? HD_SCOPE_BLOCK : HD_SCOPE_DEVICE);
    LLVMBuildFence(f->b, LLVMAtomicOrderingSequentiallyConsistent, block,
                   ""); // a block runs on one core
    return val_none();
}

struct val emit_simt(struct fn *f, const struct hd_expr *e, struct val *args) {
    struct val none, v;
    struct val loc = loc_arg(f, e);
    if (f->g->gpu && e->builtin->lower != LOWER_SREG) return gpu_simt(f, e, args);
    switch (e->builtin->lower) {
    case LOWER_SREG: return whole_register(f, e);
    case LOWER_ATOMIC: return emit_atomic(f, e, args);
    case LOWER_FENCE: return fence(f, e);
    case LOWER_CLOCK:
        return convert(
            f, extern_call(f, "hd_rt_clock", HD_REF_RUNTIME, hd_ty.long_, &none, 0, 0, false, NULL),
            e->type);
    case LOWER_GLOBALTIMER:
        return convert(f,
                       extern_call(f, "hd_rt_globaltimer", HD_REF_RUNTIME, hd_ty.long_, &none, 0, 0,
                                   false, NULL),
                       e->type);
    case LOWER_DEVICE_PRINTF: return with_thread(f, e, args, "hd_rt_device_printf", "printf");
    case LOWER_DEVICE_ASSERT:
        return with_thread(f, e, args, "hd_rt_device_assert", "__assert_fail");
    case LOWER_RUNTIME_CTX: {
        const char *name = e->builtin->arg ? e->builtin->arg : e->builtin->name;
        v = with_thread(f, e, args, name, e->builtin->name);
        if (v.kind == VAL_SCALAR) v.type = e->type;
        return v;
    }
    default: break;
    }
    if (!f->thread) { // host flavour of a __host__ __device__ function: it is alone
        bool warp_value = e->builtin->lower == LOWER_SHFL || e->builtin->lower == LOWER_REDUCE;
        if (warp_value) return convert(f, args[1], e->type);
        if (e->type->kind == HD_TY_VOID) return val_none();
        return convert(f, val_scalar(const_i32(f->g, 1), hd_ty.int_), e->type);
    }
    switch (e->builtin->lower) {
    case LOWER_BARRIER: return barrier(f, e, args);
    case LOWER_SYNCWARP: {
        struct val a[2] = {loc, mask_arg(f, e, args)};
        return runtime(f, "hd_rt_syncwarp", hd_ty.void_, a, 2);
    }
    case LOWER_SHFL: return shuffle(f, e, args);
    case LOWER_VOTE: return vote(f, e, args);
    case LOWER_MATCH: return match(f, e, args);
    case LOWER_ACTIVEMASK: {
        struct val place = e->nargs ? args[0] : val_scalar(const_i32(f->g, 0), hd_ty.int_);
        struct val a[2] = {loc, place};
        return convert(f, runtime(f, "hd_rt_activemask", hd_ty.uint_, a, 2), e->type);
    }
    default: return reduce(f, e, args);
    }
}
