// Calls: of functions, through pointers, of the runtime and the C library; kernel launches.
//
// A direct call names the callee's code; its address elsewhere is the stub, which follows
// redefinitions. Device code passes its thread as a hidden first argument to device code only. What
// the C library has and a kernel may call (printf, malloc, assert) goes to the runtime there, which
// knows the thread. Library functions keep their names, so the optimiser knows what memcpy does.
// Example: in a kernel, `f(x)` calls "f.3.dev"(thread, x).
#include "gen/emit.h"

void pure_call(struct gen *g, LLVMValueRef call) {
    if (!call) return; // on a GPU it need not be one
    LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex, enum_attr(g, "memory", 0));
    LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex, enum_attr(g, "willreturn", 0));
    LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex, g->attr_nounwind);
}

struct val extern_call(struct fn *f, const char *name, enum hd_ref_kind kind, struct hd_type *ret,
                       struct val *args, int nargs, int nfixed, bool with_thread,
                       LLVMValueRef *call) {
    struct gen *g = f->g;
    struct hd_type **types = HD_NEW_ARRAY(g->arena, struct hd_type *, nargs + 1);
    for (int i = 0; i < nargs; i++) types[i] = args[i].type;
    if (g->gpu) {
        struct val out = val_none();
        if (call) *call = NULL;
        if (!gpu_library(f, name, args, nargs, ret, &out)) gpu_library_error(f, name);
        return out;
    }
    LLVMTypeRef hidden[1] = {g->ptr};
    LLVMValueRef thread[1] = {f->thread ? f->thread : LLVMConstPointerNull(g->ptr)};
    struct abi_sig *sig =
        abi_signature(g, ret, types, nargs, nfixed, nfixed < nargs, with_thread, hidden);
    LLVMValueRef fn = extern_function(g, name, sig->type, kind, f->loc);
    return abi_call(f, fn, sig, thread, args, NULL, call);
}

// ---- the callee ---------------------------------------------------------------------------------

static struct hd_sym *direct_callee(const struct hd_expr *e) {
    while (e->kind == EX_DECAY || e->kind == EX_ADDR || e->kind == EX_DEREF ||
           (e->kind == EX_CAST && e->cast == CAST_NOOP)) {
        if (e->kind == EX_CAST && !hd_type_same_unqual(e->type, e->a->type))
            return NULL; // called as another type
        if (e->kind == EX_DEREF && e->type->kind != HD_TY_FUNC) return NULL;
        e = e->a;
    }
    return e->kind == EX_FUNC ? hd_linked(e->sym) : NULL;
}

// What a kernel calls in place of a C library function.
static const struct device_name {
    const char *name, *runtime;
} device_names[] = {
    {"printf", "hd_rt_device_printf"}, {"malloc", "hd_rt_device_malloc"},
    {"free", "hd_rt_device_free"},     {"__assert_fail", "hd_rt_device_assert"},
    {"abort", "hd_rt_device_trap"},
};

static const struct device_name *device_name(const char *name) {
    for (int i = 0; i < HD_COUNT(device_names); i++)
        if (!strcmp(device_names[i].name, name)) return &device_names[i];
    return NULL;
}

static bool returns_twice(const char *name) {
    static const char *const names[] = {"setjmp",      "_setjmp", "sigsetjmp",
                                        "__sigsetjmp", "vfork",   "getcontext"};
    for (int i = 0; i < HD_COUNT(names); i++)
        if (!strcmp(names[i], name)) return true;
    return false;
}

static void never_returns(struct fn *f, LLVMValueRef call) {
    LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex, enum_attr(f->g, "noreturn", 0));
    LLVMBuildUnreachable(f->b);
    after_terminator(f);
}

static bool is_for_device(const struct hd_func *func) {
    return func->is_device && !func->is_host && !func->is_kernel;
}

// The host's code of a __host__ __device__ function that calls a __device__ one, as templates of
// libraries do: it may stand there, and is an error when it runs.
static LLVMValueRef no_host_code(struct fn *f, const struct hd_expr *e) {
    struct val loc = val_scalar(const_i32(f->g, e->loc), hd_ty.uint_);
    extern_call(f, "hd_rt_not_on_host", HD_REF_RUNTIME, hd_ty.void_, &loc, 1, 1, false, NULL);
    return LLVMConstPointerNull(f->g->ptr);
}

static struct val call_library(struct fn *f, const struct hd_expr *e, struct hd_sym *sym,
                               struct val *args, LLVMValueRef into) {
    struct gen *g = f->g;
    const char *name = sym->link_name;
    LLVMValueRef call;
    struct val r;
    if (emit_array_request(f, e, name, args, &r)) return r;
    if (g->gpu) {
        r = val_none();
        if (gpu_library(f, name, args, e->nargs, e->type, &r)) return r;
        gpu_library_error(f, name);
        return val_scalar(LLVMGetUndef(ty_reg(g, e->type)), e->type);
    }
    const struct device_name *runtime = f->device ? device_name(name) : NULL;
    if (runtime) {
        int nfixed = sym->type->nparams < e->nargs ? sym->type->nparams : e->nargs;
        const char *target = runtime->runtime;
        if (g->job->check && f->thread) target = check_runtime_name(target);
        return extern_call(f, target, HD_REF_RUNTIME, e->type, args, e->nargs, nfixed, true, &call);
    }
    const char *checked = check_host_name(f, e, name);
    if (checked)
        return extern_call(f, checked, HD_REF_RUNTIME, e->type, args, e->nargs, e->nargs, false,
                           &call);
    if (g->job->check) check_library_call(f, e, name, args, e->nargs);
    bool pure = math_is_known(name) && (f->device || math_is_pure(name)) &&
                hd_type_is_float(e->type) && !sym->type->oldstyle;
    if (pure && math_call(f, name, args, e->nargs, e->type, true, &r)) return r;
    struct hd_type **types = HD_NEW_ARRAY(g->arena, struct hd_type *, e->nargs + 1);
    for (int i = 0; i < e->nargs; i++) types[i] = args[i].type;
    struct abi_sig *sig = func_sig(g, sym->type, types, e->nargs, 0, NULL);
    LLVMValueRef fn = fn_symbol(g, sym, false, e->loc);
    f->call_throws = library_may_throw(sym);
    bool stores = twin_library_call(f, name, args, e->nargs);
    r = abi_call(f, fn, sig, NULL, args, into, &call);
    if (stores) twin_stored(f, args[0].v);
    f->call_throws = false;
    check_dropped(f, e, name, &r);
    if (returns_twice(name)) {
        LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex,
                                 enum_attr(g, "returns_twice", 0));
        twin_landed(f);
    }
    if (sym->type->noreturn || (sym->spec & SPEC_NORETURN)) never_returns(f, call);
    return r;
}

// the value of a local variable that only its name can change
static bool is_register(const struct hd_expr *e) {
    while (e->kind == EX_CAST) e = e->a;
    return e->kind == EX_LOAD && e->a->kind == EX_VAR && e->a->sym->storage == ST_LOCAL &&
           !e->a->sym->address_taken;
}

// The language leaves the order of arguments open. gcc goes from the last to the first, and reads
// plain local variables after all the others: `printf("%d %d", i++, i)` shows 0 1. Programs have
// come to count on it. C++ has the object of a member function, and the left side of `<<`,
// evaluated first.
static void emit_args(struct fn *f, const struct hd_expr *e, struct val *args) {
    bool effects = false;
    for (int i = 0; i < e->nargs && e->nargs > 1 && !f->device; i++)
        effects = effects || has_effect(e->args[i]);
    if (!effects || e->in_order) {
        for (int i = 0; i < e->nargs; i++) args[i] = emit_expr(f, e->args[i]);
        return;
    }
    int first = e->left_first ? 1 : 0;
    if (first) args[0] = emit_expr(f, e->args[0]);
    for (int i = e->nargs - 1; i >= first; i--)
        if (!is_register(e->args[i])) args[i] = emit_expr(f, e->args[i]);
    for (int i = first; i < e->nargs; i++)
        if (is_register(e->args[i])) args[i] = emit_expr(f, e->args[i]);
}

struct val emit_call(struct fn *f, const struct hd_expr *e, LLVMValueRef into) {
    struct gen *g = f->g;
    struct hd_sym *sym = direct_callee(e->a);
    LLVMValueRef callee = NULL;
    struct hd_type *type;
    if (sym) {
        type = sym->func ? sym->func->type : sym->type;
    } else {
        struct val fnptr = emit_expr(f, e->a);
        callee = fnptr.v;
        type = e->a->type;
        if (type->kind == HD_TY_PTR) type = type->base;
    }
    struct val *args = HD_NEW_ARRAY(g->arena, struct val, e->nargs + 1);
    struct hd_type **types = HD_NEW_ARRAY(g->arena, struct hd_type *, e->nargs + 1);
    emit_args(f, e, args);
    for (int i = 0; i < e->nargs; i++) types[i] = args[i].type = e->args[i]->type;
    at(f, e->loc);
    if (e->constructs) {
        args[0].v = into ? into : temp_for(f, e->type);
        args[0].align = 0;
        into = NULL;
    }
    struct val r;
    if (sym && !sym->func) {
        r = call_library(f, e, sym, args, into);
    } else {
        LLVMTypeRef hidden[1] = {g->ptr};
        LLVMValueRef thread[1] = {f->thread};
        if (sym && f->next_self && sym == f->func->sym)
            callee = f->next_self;
        else if (g->gpu && sym && gpu_prelude(f, sym, args, e->nargs, e->type, &r))
            return r;
        else if (sym && !f->device && is_for_device(sym->func))
            callee = no_host_code(f, e);
        else if (sym)
            callee = fn_symbol(g, sym, f->device, e->loc);
        bool with_thread =
            f->device && (!g->gpu || !sym); // on a GPU: the pointer, for the dispatcher
        struct abi_sig *sig = func_sig(g, type, types, e->nargs, with_thread, hidden);
        if (g->gpu && !sym) {
            thread[0] = callee;
            callee = gpu_dispatcher(f, type, sig);
        }
        if (sig->nargs > e->nargs) { // the checker has reported it
            internal_error(g, e->loc, "a call with too few arguments");
            return val_none();
        }
        if (g->job->check && !sym) check_escapes(f, e, args, e->nargs);
        if (!sym) callee = twin_callee(f, callee);
        f->call_throws = f->unwinds && (!sym || may_throw(g, hd_linked(sym)->func));
        r = abi_call(f, callee, sig, thread, args, into, NULL);
        f->call_throws = false;
    }
    if (e->constructs)
        return (struct val){
            .kind = VAL_MEM, .v = args[0].v, .align = ty_align(e->type), .type = e->type};
    if (r.kind == VAL_SCALAR) r.type = e->type;
    return r;
}

// ---- launches -----------------------------------------------------------------------------------

// Launches of one function take turns with their memory, which is theirs until the launch returns:
// a slot for each argument of each of a thousand launches would take LLVM's passes for ever.
static LLVMValueRef launch_slot(struct fn *f, uint64_t size) {
    enum { ALIGN = 16, LARGE = 4096 };
    struct gen *g = f->g;
    size = HD_ROUND_UP(size ? size : 1, 8);
    for (int i = 0; i < f->launch_slots.n; i++) {
        struct launch_slot *s = &f->launch_slots.v[i];
        if (s->used || s->size != size) continue;
        s->used = true;
        return s->slot;
    }
    LLVMValueRef slot = temp(f, ty_bytes(g, size), ALIGN);
    if (size < LARGE)
        HD_PUSH(g->arena, &f->launch_slots, ((struct launch_slot){slot, (uint32_t)size, true}));
    return slot;
}

static LLVMValueRef dim3_address(struct fn *f, const struct hd_expr *e) {
    struct hd_type *type = hd_type_unqual(e->type);
    if (ty_is_agg(type)) {
        struct place own = place_at(launch_slot(f, type->size), type);
        own.space = SPACE_LOCAL;
        emit_into(f, e, own);
        return own.addr;
    }
    struct val v = emit_expr(f, e);
    struct place p = place_of(f, v),
                 own = place_at(launch_slot(f, p.type->size), hd_type_unqual(p.type));
    access_copy(f, own.addr, own.align, p.addr, p.align, p.type->size,
                false); // it may be a variable
    return own.addr;
}

// From a kernel: the arguments stand in one piece, behind their offsets, and are copied
// (runtime.def).
static void device_launch(struct fn *f, const struct hd_expr *e, const struct val launch[5]) {
    enum { ALIGN = 16 };
    struct gen *g = f->g;
    uint64_t *offsets = HD_NEW_ARRAY(g->arena, uint64_t, e->nargs + 1),
             size = HD_ROUND_UP((uint64_t)e->nargs * 8, ALIGN);
    for (int i = 0; i < e->nargs; i++) {
        const struct hd_type *type = hd_type_unqual(e->args[i]->type);
        size = HD_ROUND_UP(size, ty_align(type) > ALIGN ? ty_align(type) : ALIGN);
        offsets[i] = size;
        size += type->size;
    }
    LLVMValueRef all = temp(f, ty_bytes(g, size ? size : 1), ALIGN);
    for (int i = 0; i < e->nargs; i++) {
        struct hd_type *type = hd_type_unqual(e->args[i]->type);
        struct place p = place_at(byte_offset(f, all, offsets[i]), type);
        p.space = SPACE_LOCAL;
        if (p.align > ALIGN) p.align = ALIGN;
        if (ty_is_agg(type))
            emit_into(f, e->args[i], p);
        else
            access_store(f, p, emit_expr(f, e->args[i]));
        raw_store(f, LLVMConstInt(LLVMInt64TypeInContext(g->ctx), offsets[i], false),
                  byte_offset(f, all, (uint64_t)i * 8), 8);
    }
    at(f, e->loc);
    struct val args[9] = {launch[0],
                          launch[1],
                          launch[2],
                          launch[3],
                          launch[4],
                          val_scalar(all, hd_type_ptr(hd_ty.void_)),
                          val_scalar(const_i32(g, (unsigned)size), hd_ty.uint_),
                          val_scalar(const_i32(g, (unsigned)e->nargs), hd_ty.uint_),
                          val_scalar(const_i32(g, e->loc), hd_ty.uint_)};
    extern_call(f, "hd_rt_device_launch", HD_REF_RUNTIME, hd_ty.void_, args, 9, 9, true, NULL);
}

struct val emit_launch(struct fn *f, const struct hd_expr *e) {
    struct gen *g = f->g;
    const struct hd_launch *l = e->launch;
    if (f->device && g->gpu) {
        struct hd_diag *d =
            hd_error(g->job->diags, e->range,
                     "launches from kernels are for the CPU: on a GPU there are none");
        hd_help(g->job->diags, d, "choose `%%device cpu`, or launch it from the host");
        return val_none();
    }
    bool *used = HD_NEW_ARRAY(g->arena, bool, f->launch_slots.n + 1); // by a launch around this one
    int nused = f->launch_slots.n;
    for (int i = 0; i < nused; i++) used[i] = f->launch_slots.v[i].used;
    struct hd_sym *sym = direct_callee(e->a);
    struct val kernel =
        sym ? val_scalar(fn_address(g, sym, false, e->loc), e->a->type) : emit_expr(f, e->a);
    LLVMValueRef grid = dim3_address(f, l->grid), block = dim3_address(f, l->block);
    LLVMValueRef shared =
        l->shared ? convert(f, emit_expr(f, l->shared), hd_ty.ulong_).v : const_i64(g, 0);
    struct hd_type *pointer = hd_type_ptr(hd_ty.void_);
    LLVMValueRef stream = LLVMConstPointerNull(g->ptr);
    if (l->stream) {
        struct val s = emit_expr(f, l->stream);
        stream = s.kind == VAL_SCALAR ? convert(f, s, pointer).v : stream;
    }
    if (f->thread) {
        device_launch(f, e,
                      (struct val[5]){val_scalar(kernel.v, pointer), val_scalar(grid, pointer),
                                      val_scalar(block, pointer), val_scalar(shared, hd_ty.ulong_),
                                      val_scalar(stream, pointer)});
        return val_none();
    }
    LLVMValueRef list = launch_slot(f, (uint64_t)e->nargs * 8);
    LLVMValueRef *slots = HD_NEW_ARRAY(g->arena, LLVMValueRef, e->nargs + 1);
    for (int i = 0; i < e->nargs; i++) {
        struct hd_type *type = hd_type_unqual(e->args[i]->type);
        bool ordinary = ty_align(type) <= 16;
        LLVMValueRef slot =
            ordinary ? launch_slot(f, type->size) : temp(f, ty_mem(g, type), ty_align(type));
        struct place p = place_at(slot, type);
        p.space = SPACE_LOCAL;
        if (ty_is_agg(type))
            emit_into(f, e->args[i], p);
        else
            access_store(f, p, emit_expr(f, e->args[i]));
        slots[i] = p.addr;
    }
    at(f, e->loc);
    for (int i = 0; i < e->nargs; i++)
        raw_store(f, slots[i], byte_offset(f, list, (uint64_t)i * 8), 8);
    struct val args[7] = {
        val_scalar(kernel.v, pointer),
        val_scalar(grid, pointer),
        val_scalar(block, pointer),
        val_scalar(shared, hd_ty.ulong_),
        val_scalar(stream, pointer),
        val_scalar(list, pointer),
        val_scalar(const_i32(g, e->loc), hd_ty.uint_),
    };
    extern_call(f, "hd_rt_launch", HD_REF_RUNTIME, hd_ty.void_, args, 7, 7, false, NULL);
    for (int i = 0; i < f->launch_slots.n; i++) f->launch_slots.v[i].used = i < nused && used[i];
    return val_none();
}
