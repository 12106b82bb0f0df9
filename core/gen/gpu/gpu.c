// Kernels for GPUs: the module around them, their parameters, and where their variables are.
//
// A kernel's module has everything that it calls, as internal functions under names that PTX
// allows. Shared memory is in address space 3, constants of the module itself in 1 (global), what
// the loader fills in 4 (constant); code sees generic pointers, and the back end finds the space
// behind a cast again.
//
// A `__constant__` variable is memory of the module. Any other variable of the session is reached
// through a slot in constant memory that holds its address, so that all modules share it and a
// redefinition moves it at will.
//
// Function pointers have the same values as on the host: addresses of stubs. A call through one
// goes to a dispatcher, which compares it with the functions of that type that are known and calls
// the one it finds; often that is inlined. Example: `table[i](x)` becomes dispatch(table[i], x), a
// switch over the stubs of `square` and `cube`.
#include "gen/emit.h"

#include <ctype.h>

struct gpu_module {
    HD_VEC(struct hd_sym *) taken; // device functions whose address the module takes
    HD_VEC(struct dispatcher {
        struct hd_type *type;
        struct abi_sig *sig;
        LLVMValueRef fn;
        hd_loc loc;
    })
    dispatchers;
    struct hd_map globals; // struct hd_sym * -> its memory, or its slot
    LLVMValueRef dynamic;  // extern __shared__
};

void gpu_begin(struct gen *g) { g->gm = HD_NEW(g->arena, struct gpu_module); }

bool gpu_needs(struct fn *f, const char *what, int arch) {
    struct gen *g = f->g;
    if (g->gpu->arch >= arch) return true;
    struct hd_diag *d =
        hd_error(g->job->diags, (struct hd_range){f->loc, f->loc},
                 "`%s` needs compute capability %d.%d, and this GPU has %d.%d (sm_%d)", what,
                 arch / 10, arch % 10, g->gpu->arch / 10, g->gpu->arch % 10, g->gpu->arch);
    hd_help(g->job->diags, d, "compile for a newer GPU, or do without it");
    return false;
}

// ---- names --------------------------------------------------------------------------------------

const char *gpu_name(struct gen *g, const char *name) {
    char *base = hd_printf(g->arena, "%s", name && *name ? name : "function");
    for (char *p = base; *p; p++)
        if (!isalnum((unsigned char)*p) && *p != '_' && *p != '$') *p = '_';
    if (isdigit((unsigned char)*base)) base = hd_printf(g->arena, "_%s", base);
    const char *unique = base;
    for (int n = 1; LLVMGetNamedFunction(g->mod, unique) || LLVMGetNamedGlobal(g->mod, unique); n++)
        unique = hd_printf(g->arena, "%s$%d", base, n);
    return unique;
}

// ---- memory -------------------------------------------------------------------------------------

LLVMValueRef gpu_global(struct gen *g, LLVMTypeRef type, LLVMValueRef image, const char *name,
                        unsigned space, uint32_t align) {
    LLVMValueRef var = LLVMAddGlobalInAddressSpace(g->mod, image ? LLVMTypeOf(image) : type,
                                                   gpu_name(g, name), space);
    LLVMSetAlignment(var, align ? align : 1);
    if (!image) return var;
    LLVMSetInitializer(var, image);
    LLVMSetLinkage(var, LLVMInternalLinkage);
    if (space == 1) {
        LLVMSetGlobalConstant(var, true);
        LLVMSetUnnamedAddress(var, LLVMGlobalUnnamedAddr);
    }
    return var;
}

LLVMValueRef gpu_generic(struct gen *g, LLVMValueRef global) {
    return LLVMConstAddrSpaceCast(global, g->ptr);
}

static uint32_t sym_align(const struct hd_sym *sym) {
    uint32_t align = sym->align > ty_align(sym->type) ? sym->align : ty_align(sym->type);
    return sym->type->kind == HD_TY_ARRAY && sym->type->size >= 16 && align < 16 ? 16 : align;
}

LLVMValueRef gpu_shared(struct fn *f, struct hd_sym *sym) {
    struct gen *g = f->g;
    struct gpu_module *gm = g->gm;
    if (sym->storage == ST_DYN_SHARED) {
        g->gpu->dynamic_shared = true;
        if (!gm->dynamic)
            gm->dynamic = gpu_global(g, ty_bytes(g, 0), NULL, "dynamic_shared", 3, 16);
        return gpu_generic(g, gm->dynamic);
    }
    LLVMValueRef var = hd_map_get(&gm->globals, (const char *)sym);
    if (!var) {
        LLVMTypeRef type = ty_mem(g, sym->type);
        uint32_t align = sym_align(sym);
        var = gpu_global(g, type, LLVMGetUndef(type), sym->name, 3, align);
        hd_map_set(&gm->globals, (const char *)sym, var);
        g->gpu->static_shared =
            HD_ROUND_UP(g->gpu->static_shared, align) + (uint32_t)sym->type->size;
    }
    return gpu_generic(g, var);
}

static LLVMValueRef loader_memory(struct gen *g, struct hd_sym *sym, LLVMTypeRef type,
                                  uint32_t align, bool slot) {
    const char *name = sym->name ? sym->name : "variable";
    LLVMValueRef var =
        gpu_global(g, type, NULL, slot ? hd_printf(g->arena, "%s$at", name) : name, 4, align);
    LLVMSetInitializer(var, LLVMConstNull(type));
    LLVMSetExternallyInitialized(var, true);
    struct hd_gen_gpu_var entry = {sym, hd_printf(g->job->arena, "%s", LLVMGetValueName(var)),
                                   slot};
    HD_PUSH(g->job->arena, &g->gpu->vars, entry);
    return var;
}

static bool is_table(const struct hd_sym *sym) { // a constant that can be part of the module
    bool storage =
        sym->storage == ST_GLOBAL || sym->storage == ST_STATIC || sym->storage == ST_DEVICE;
    return storage && sym->init && sym->init->constant && is_const_object(sym->type) &&
           sym->type->size <= 65536;
}

static LLVMValueRef bad_variable(struct fn *f, const struct hd_sym *sym, const char *why) {
    hd_error(f->g->job->diags, (struct hd_range){f->loc, f->loc}, "`%s` %s",
             sym->name ? sym->name : "?", why);
    return LLVMConstPointerNull(f->g->ptr);
}

LLVMValueRef gpu_variable(struct fn *f, struct hd_sym *sym) {
    struct gen *g = f->g;
    sym = hd_linked(sym);
    if (sym->storage == ST_EXTERN)
        return bad_variable(f, sym, "is a variable of a library, which a GPU cannot reach");
    LLVMValueRef var = hd_map_get(&g->gm->globals, (const char *)sym);
    if (!var) {
        if (sym->storage == ST_CONSTANT) {
            var = loader_memory(g, sym, ty_mem(g, sym->type), sym_align(sym), false);
        } else if (is_table(sym)) {
            LLVMValueRef image = image_constant(g, sym->init, sym->type->size, true, f->loc);
            var = gpu_global(g, NULL, image, sym->name, 1, sym_align(sym));
        } else {
            var = loader_memory(g, sym, LLVMPointerTypeInContext(g->ctx, 1), 8, true);
        }
        hd_map_set(&g->gm->globals, (const char *)sym, var);
    }
    if (sym->storage == ST_CONSTANT || is_table(sym)) return gpu_generic(g, var);
    LLVMValueRef at = LLVMBuildLoad2(f->b, LLVMPointerTypeInContext(g->ctx, 1), var, "");
    LLVMSetAlignment(at, 8);
    set_md(g, at, MD_INVARIANT, LLVMMDNodeInContext2(g->ctx, NULL, 0));
    return LLVMBuildAddrSpaceCast(f->b, at, g->ptr, "");
}

// ---- function pointers --------------------------------------------------------------------------

LLVMValueRef gpu_stub(struct gen *g, struct hd_sym *sym) {
    if (g->gpu->current) sym = g->gpu->current(sym);
    uint64_t address = g->gpu->stub ? g->gpu->stub(sym) : 0;
    bool known = false;
    for (int i = 0; i < g->gm->taken.n; i++) known = known || g->gm->taken.v[i] == sym;
    if (!known && sym->func && sym->func->is_device) HD_PUSH(g->arena, &g->gm->taken, sym);
    return LLVMConstIntToPtr(const_i64(g, (int64_t)address), g->ptr);
}

LLVMValueRef gpu_dispatcher(struct fn *f, struct hd_type *type, struct abi_sig *sig) {
    struct gen *g = f->g;
    struct gpu_module *gm = g->gm;
    g->gpu->indirect = true;
    for (int i = 0; i < gm->dispatchers.n; i++)
        if (hd_type_same(gm->dispatchers.v[i].type, type)) return gm->dispatchers.v[i].fn;
    LLVMValueRef fn = LLVMAddFunction(g->mod, gpu_name(g, "dispatch"), sig->type);
    fn_attributes(g, fn, NULL);
    abi_attributes(g, sig, fn, false);
    LLVMSetLinkage(fn, LLVMInternalLinkage);
    struct dispatcher d = {type, sig, fn, f->loc};
    HD_PUSH(g->arena, &gm->dispatchers, d);
    return fn;
}

static void dispatch_to(struct gen *g, struct dispatcher *d, struct hd_sym *sym, LLVMBuilderRef b,
                        LLVMValueRef choice) {
    LLVMValueRef target = fn_symbol(g, sym, true, d->loc), *params, *args;
    unsigned n = LLVMCountParams(d->fn), k = 0, skip = d->sig->sret;
    LLVMBasicBlockRef bb = LLVMAppendBasicBlockInContext(g->ctx, d->fn, "");
    LLVMAddCase(choice, const_i64(g, (int64_t)g->gpu->stub(sym)), bb);
    LLVMPositionBuilderAtEnd(b, bb);
    params = HD_NEW_ARRAY(g->arena, LLVMValueRef, n + 1);
    args = HD_NEW_ARRAY(g->arena, LLVMValueRef, n + 1);
    LLVMGetParams(d->fn, params);
    for (unsigned i = 0; i < n; i++)
        if (i != skip) args[k++] = params[i];
    struct abi_sig *sig = func_sig(g, sym->func->type, NULL, 0, 0, NULL);
    LLVMValueRef call = LLVMBuildCall2(b, sig->type, target, args, k, "");
    abi_attributes(g, sig, call, true);
    if (LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind)
        LLVMBuildRetVoid(b);
    else
        LLVMBuildRet(b, call);
}

// Whether a call through the pointer may end in the function: they pass and return alike. The types
// themselves differ where a virtual function overrides another (`this`, a covariant result).
static bool leads_to(struct gen *g, const struct dispatcher *d, const struct hd_sym *sym) {
    if (!sym->func || !sym->func->is_device || !hd_device_func(sym->func)->body) return false;
    if (hd_type_same(d->type, sym->func->type)) return true;
    LLVMTypeRef own = func_sig(g, sym->func->type, NULL, 0, 0, NULL)->type;
    unsigned n = LLVMCountParamTypes(own), skip = d->sig->sret, k = 0;
    if (LLVMCountParams(d->fn) != n + 1) return false;
    LLVMTypeRef *types = HD_NEW_ARRAY(g->arena, LLVMTypeRef, n + 1);
    LLVMGetParamTypes(own, types);
    for (unsigned i = 0; i <= n; i++)
        if (i != skip && LLVMTypeOf(LLVMGetParam(d->fn, i)) != types[k++]) return false;
    return LLVMGetReturnType(own) == LLVMGetReturnType(d->sig->type);
}

static void fill_dispatcher(struct gen *g, struct dispatcher *d) {
    LLVMBuilderRef b = LLVMCreateBuilderInContext(g->ctx);
    LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(g->ctx, d->fn, "entry");
    LLVMBasicBlockRef none = LLVMAppendBasicBlockInContext(g->ctx, d->fn, "none");
    LLVMPositionBuilderAtEnd(b, entry);
    LLVMValueRef address = LLVMBuildPtrToInt(b, LLVMGetParam(d->fn, d->sig->sret), g->i64, "");
    LLVMValueRef choice = LLVMBuildSwitch(b, address, none, 4);
    for (int i = 0; i < g->gm->taken.n; i++)
        if (leads_to(g, d, g->gm->taken.v[i])) dispatch_to(g, d, g->gm->taken.v[i], b, choice);
    LLVMPositionBuilderAtEnd(b, none);
    unsigned id = LLVMLookupIntrinsicID("llvm.trap", 9);
    LLVMBuildCall2(b, LLVMIntrinsicGetType(g->ctx, id, NULL, 0),
                   LLVMGetIntrinsicDeclaration(g->mod, id, NULL, 0), NULL, 0, "");
    LLVMBuildUnreachable(b);
    LLVMDisposeBuilder(b);
}

static void take_pointees(struct gen *g) {
    for (int i = 0; i < g->gpu->npointees; i++) gpu_stub(g, g->gpu->pointees[i]);
    g->gpu->npointees = 0;
}

// Called when all functions so far have bodies; done when it needs no further one.
void gpu_finish(struct gen *g) {
    struct gpu_module *gm = g->gm;
    int before = g->todo.n;
    if (gm->dispatchers.n) take_pointees(g);
    for (int i = 0; i < gm->dispatchers.n; i++)
        for (int k = 0; k < gm->taken.n; k++)
            if (leads_to(g, &gm->dispatchers.v[i], gm->taken.v[k]))
                fn_symbol(g, gm->taken.v[k], true, gm->dispatchers.v[i].loc);
    if (g->todo.n > before) return;
    for (int i = 0; i < gm->dispatchers.n; i++)
        if (!LLVMCountBasicBlocks(gm->dispatchers.v[i].fn))
            fill_dispatcher(g, &gm->dispatchers.v[i]);
    hd_map_finish(&gm->globals);
}

// ---- the kernel ---------------------------------------------------------------------------------

struct abi_sig *gpu_kernel_sig(struct gen *g, struct hd_func *func) {
    struct abi_sig *sig = HD_NEW(g->arena, struct abi_sig);
    struct hd_type *type = func->type;
    sig->ret = (struct abi_arg){.kind = ABI_NONE, .type = hd_ty.void_};
    sig->args = HD_NEW_ARRAY(g->arena, struct abi_arg, type->nparams + 1);
    sig->nargs = sig->nfixed = type->nparams;
    LLVMTypeRef *params = HD_NEW_ARRAY(g->arena, LLVMTypeRef, type->nparams + 1);
    int n = 0;
    for (int i = 0; i < type->nparams; i++) {
        struct hd_type *param =
            i < func->nparams ? func->params[i]->type : type->params[i]; // with `restrict`
        const struct hd_type *t = ty_value(param);
        struct abi_arg arg = {
            .kind = ABI_SCALAR, .type = param, .part = {ty_reg(g, t)}, .nparts = 1, .first = n};
        if (ty_is_agg(t) || t->kind == HD_TY_COMPLEX || t->kind == HD_TY_VECTOR) {
            arg.kind = t->size ? ABI_MEMORY : ABI_NONE;
            arg.align = ty_align(t);
        }
        arg.zext = t->kind == HD_TY_BOOL;
        if (arg.kind != ABI_NONE) params[n++] = arg.kind == ABI_MEMORY ? g->ptr : arg.part[0];
        sig->args[i] = arg;
    }
    sig->type = LLVMFunctionType(g->void_, params, (unsigned)n, false);
    return sig;
}

static void describe_params(struct gen *g, struct hd_func *func) {
    struct hd_gen_gpu *gpu = g->gpu;
    for (int i = 0; i < func->type->nparams; i++) {
        const struct hd_type *t = ty_value(func->type->params[i]);
        bool ref = t->kind == HD_TY_REF, pointer = ref || t->kind == HD_TY_PTR;
        uint32_t size = ref ? 8 : (uint32_t)t->size, align = ref ? 8 : ty_align(t);
        gpu->param_bytes = HD_ROUND_UP(gpu->param_bytes, align);
        struct hd_gen_gpu_param param = {gpu->param_bytes, size, align, pointer,
                                         pointer && (t->base->quals & Q_CONST)};
        HD_PUSH(g->job->arena, &gpu->params, param);
        gpu->param_bytes += size;
    }
}

static void annotate(struct gen *g, LLVMValueRef fn, const char *what, int value) {
    LLVMMetadataRef ops[3] = {LLVMValueAsMetadata(fn),
                              LLVMMDStringInContext2(g->ctx, what, strlen(what)),
                              LLVMValueAsMetadata(const_i32(g, value))};
    LLVMMetadataRef node = LLVMMDNodeInContext2(g->ctx, ops, 3);
    LLVMAddNamedMetadataOperand(g->mod, "nvvm.annotations", LLVMMetadataAsValue(g->ctx, node));
}

static bool calls_itself(struct hd_func *func, struct hd_map *state) { // 1: on the path, 2: done
    uintptr_t seen = (uintptr_t)hd_map_get(state, (const char *)func);
    if (seen) return seen == 1;
    hd_map_set(state, (const char *)func, (void *)1);
    for (int i = 0; i < func->ncalls; i++) {
        struct hd_func *callee = hd_linked_func(func->calls[i]);
        if (callee && calls_itself(callee, state)) return true;
    }
    hd_map_set(state, (const char *)func, (void *)2);
    return false;
}

// What lies behind a pointer parameter that is const and restrict is not written while the kernel
// runs.
static void read_only_params(struct gen *g, struct abi_sig *sig, LLVMValueRef fn) {
    for (int i = 0; i < sig->nargs; i++) {
        const struct hd_type *t = sig->args[i].type;
        if (t->kind != HD_TY_PTR || !(t->quals & Q_RESTRICT) || !(t->base->quals & Q_CONST))
            continue;
        LLVMAddAttributeAtIndex(fn, (unsigned)sig->args[i].first + 1, enum_attr(g, "readonly", 0));
    }
}

void gpu_kernel(struct gen *g, struct hd_func *func) {
    struct abi_sig *sig = gpu_kernel_sig(g, func);
    g->gpu->entry = hd_printf(g->job->arena, "%s", gpu_name(g, func->sym->name));
    LLVMValueRef fn = LLVMAddFunction(g->mod, g->gpu->entry, sig->type);
    fn_attributes(g, fn, NULL);
    abi_attributes(g, sig, fn, false);
    read_only_params(g, sig, fn);
    describe_params(g, func);
    emit_function(g, func, HD_KERNEL_GPU, fn);
    annotate(g, fn, "kernel", 1);
    if (func->max_threads) annotate(g, fn, "maxntidx", func->max_threads);
    if (func->min_blocks) annotate(g, fn, "minctasm", func->min_blocks);
    struct hd_map state = {0};
    g->gpu->recursive = calls_itself(func, &state);
    hd_map_finish(&state);
}
