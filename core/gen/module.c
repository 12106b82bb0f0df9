// One job to one module: symbols, what they refer to, and the order in which functions are emitted.
//
// Everything that a module needs from outside is an external declaration with an entry in
// job->refs, made when it is first used. Functions of the job's own items get a body here; with
// `inline_only` the body is available_externally, so it is inlined but never emitted. Constants
// (string literals, const variables) are available_externally too: the optimiser folds their
// contents while their address stays the one in the variable store.
//
// Example: a job with items {main, HD_HOST_CODE} and {add, HD_HOST_CODE, inline_only} gives a
// module that defines "main.7", may inline "add.5", and refers to "add.5", "printf" and ".str.12".
#include "gen/emit.h"

#include <llvm-c/Analysis.h>
#include <stdatomic.h>
#include <stdlib.h>

static const char data_layout[] =
    "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";

static const char gpu_layout[] = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64";

const char *hd_gen_symbol(struct hd_arena *arena, const struct hd_sym *sym,
                          enum hd_flavour flavour) {
    static const char *const suffix[] = {"", ".dev", ".block", ".gpu", ".gpu"};
    return flavour == HD_HOST_CODE ? sym->link_name
                                   : hd_printf(arena, "%s%s", sym->link_name, suffix[flavour]);
}

void internal_error(struct gen *g, hd_loc loc, const char *what) {
    hd_error(g->job->diags, (struct hd_range){loc, loc}, "internal error in the code generator: %s",
             what);
}

void add_ref(struct gen *g, const char *symbol, enum hd_ref_kind kind, enum hd_flavour flavour,
             struct hd_sym *sym, struct hd_string *string, hd_loc loc) {
    LLVMValueRef value = LLVMGetNamedFunction(g->mod, symbol); // one per name
    if (!value) value = LLVMGetNamedGlobal(g->mod, symbol);
    const char *key = value ? (const char *)value : hd_intern_str(symbol);
    if (hd_map_get(&g->refs, key)) return;
    hd_map_set(&g->refs, key, g);
    symbol = hd_printf(g->job->arena, "%s", symbol);
    struct hd_ref ref = {.symbol = symbol,
                         .kind = kind,
                         .flavour = flavour,
                         .sym = sym,
                         .string = string,
                         .loc = loc};
    HD_PUSH(g->job->arena, &g->job->refs, ref);
}

LLVMAttributeRef enum_attr(struct gen *g, const char *name, uint64_t value) {
    return LLVMCreateEnumAttribute(g->ctx, LLVMGetEnumAttributeKindForName(name, strlen(name)),
                                   value);
}

// ---- functions ----------------------------------------------------------------------------------

static struct hd_type *promoted(struct hd_type *t) {
    const struct hd_type *v = ty_value(t);
    if (v->kind >= HD_TY_BOOL && v->kind <= HD_TY_USHORT) return hd_ty.int_;
    if (v->kind == HD_TY_FLOAT || v->kind == HD_TY_HALF || v->kind == HD_TY_BF16)
        return hd_ty.double_;
    return t;
}

static bool passes_alike(const struct hd_type *a, const struct hd_type *b) {
    a = ty_value(a);
    b = ty_value(b);
    if (hd_type_is_integer(a) && hd_type_is_integer(b)) return a->size == b->size;
    return (a->kind == HD_TY_PTR && b->kind == HD_TY_PTR) || hd_type_same_unqual(a, b);
}

struct abi_sig *func_sig(struct gen *g, struct hd_type *type, struct hd_type **arg_types, int nargs,
                         int nhidden, LLVMTypeRef *hidden) {
    if (!type->oldstyle) {
        if (nargs < type->nparams) nargs = type->nparams;
        struct hd_type **types = HD_NEW_ARRAY(g->arena, struct hd_type *, nargs + 1);
        for (int i = 0; i < nargs; i++)
            types[i] = i < type->nparams ? type->params[i] : arg_types[i];
        return abi_signature(g, type->base, types, nargs, type->nparams, type->variadic, nhidden,
                             hidden);
    }
    int n = arg_types ? nargs : type->nparams;
    struct hd_type **types = HD_NEW_ARRAY(g->arena, struct hd_type *, n + 1);
    // A K&R definition called with arguments that fit its parameters; others go as they are, as
    // through a `...`.
    bool known = n == type->nparams;
    for (int i = 0; known && arg_types && i < n; i++)
        known = passes_alike(promoted(arg_types[i]), promoted(type->params[i]));
    for (int i = 0; i < n; i++) types[i] = known ? promoted(type->params[i]) : arg_types[i];
    return abi_signature(g, type->base, types, n, n, !known && arg_types, nhidden, hidden);
}

LLVMValueRef extern_function(struct gen *g, const char *name, LLVMTypeRef type,
                             enum hd_ref_kind kind, hd_loc loc) {
    LLVMValueRef fn = LLVMGetNamedFunction(g->mod, name);
    if (fn) return fn;
    fn = LLVMAddFunction(g->mod, name, type);
    LLVMAddAttributeAtIndex(fn, LLVMAttributeFunctionIndex, g->attr_nounwind);
    add_ref(g, name, kind, HD_HOST_CODE, NULL, NULL, loc);
    return fn;
}

static struct abi_sig *own_sig(struct gen *g, struct hd_func *func, bool device) {
    LLVMTypeRef hidden[1] = {g->ptr};
    return func_sig(g, func->type, NULL, 0, device && !g->gpu, hidden);
}

static void let_exceptions_out(LLVMValueRef fn) {
    unsigned nounwind = LLVMGetEnumAttributeKindForName("nounwind", 8);
    LLVMRemoveEnumAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, nounwind);
}

LLVMValueRef fn_symbol(struct gen *g, struct hd_sym *sym, bool device, hd_loc loc) {
    sym = hd_linked(sym);
    if (g->gpu && g->gpu->current) sym = g->gpu->current(sym);
    bool ours = sym->func != NULL;
    device = device && ours;
    LLVMValueRef fn = hd_map_get(&g->fns[device], (const char *)sym);
    if (fn) return fn;
    if (!ours) {
        fn = LLVMGetNamedFunction(g->mod, sym->link_name);
        if (!fn) {
            struct abi_sig *sig = func_sig(g, sym->type, NULL, 0, 0, NULL);
            fn = LLVMAddFunction(g->mod, sym->link_name, sig->type);
            if (!library_may_throw(sym))
                LLVMAddAttributeAtIndex(fn, LLVMAttributeFunctionIndex, g->attr_nounwind);
            if (sym->type->noreturn || (sym->spec & SPEC_NORETURN))
                LLVMAddAttributeAtIndex(fn, LLVMAttributeFunctionIndex,
                                        enum_attr(g, "noreturn", 0));
            abi_attributes(g, sig, fn, false);
        }
        add_ref(g, sym->link_name, HD_REF_EXTERN, HD_HOST_CODE, sym, NULL, loc);
    } else {
        bool inside =
            device && (g->gpu || hd_map_get(&g->inside, (const char *)hd_device_func(sym->func)));
        enum hd_flavour flavour = device ? HD_DEVICE_CODE : HD_HOST_CODE;
        const char *name = g->gpu ? gpu_name(g, sym->name) : hd_gen_symbol(g->arena, sym, flavour);
        if (inside && !g->gpu) name = hd_printf(g->arena, "%s.in", name);
        struct abi_sig *sig = own_sig(g, sym->func, device);
        fn = LLVMAddFunction(g->mod, name, sig->type);
        fn_attributes(g, fn, sym);
        if (!device && may_throw(g, sym->func)) let_exceptions_out(fn);
        abi_attributes(g, sig, fn, false);
        if (inside) {
            if (!g->job->twin) LLVMSetLinkage(fn, LLVMInternalLinkage); // pointers may lead there
            HD_PUSH(g->arena, &g->todo, hd_device_func(sym->func));
        } else {
            add_ref(g, name, HD_REF_CODE, flavour, sym, NULL, loc);
        }
    }
    hd_map_set(&g->fns[device], (const char *)sym, fn);
    return fn;
}

// The stub of a function's device code, with a body for the optimiser, which makes a direct call of
// it where it can.
static LLVMValueRef device_address(struct gen *g, struct hd_sym *sym, hd_loc loc) {
    const char *name = hd_printf(g->arena, "%s.dev.stub", sym->link_name);
    LLVMValueRef fn = LLVMGetNamedFunction(g->mod, name);
    if (fn) return fn;
    struct abi_sig *sig = own_sig(g, sym->func, true);
    LLVMValueRef target = fn_symbol(g, sym, true, loc);
    fn = LLVMAddFunction(g->mod, name, sig->type);
    fn_attributes(g, fn, sym);
    abi_attributes(g, sig, fn, false);
    LLVMSetLinkage(fn, LLVMAvailableExternallyLinkage);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(g->ctx);
    LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(g->ctx, fn, ""));
    unsigned n = LLVMCountParams(fn);
    LLVMValueRef *params = HD_NEW_ARRAY(g->arena, LLVMValueRef, n + 1);
    LLVMGetParams(fn, params);
    LLVMValueRef call = LLVMBuildCall2(b, sig->type, target, params, n, "");
    abi_attributes(g, sig, call, true);
    if (LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind)
        LLVMBuildRetVoid(b);
    else
        LLVMBuildRet(b, call);
    LLVMDisposeBuilder(b);
    add_ref(g, name, HD_REF_STUB, HD_DEVICE_CODE, sym, NULL, loc);
    return fn;
}

LLVMValueRef fn_address(struct gen *g, struct hd_sym *sym, bool device, hd_loc loc) {
    sym = hd_linked(sym);
    if (g->gpu) return gpu_stub(g, sym);
    if (device && sym->func && sym->func->is_device && !hd_device_func(sym->func)->nshared)
        return device_address(g, sym, loc);
    if (device) return fn_symbol(g, sym, device, loc);
    const char *name = hd_printf(g->arena, "%s.stub", sym->link_name);
    LLVMValueRef fn = LLVMGetNamedFunction(g->mod, name);
    if (fn) return fn;
    bool kernel = sym->func && sym->func->is_kernel; // its parameters never pass through the stub
    LLVMTypeRef type = kernel      ? LLVMFunctionType(g->void_, NULL, 0, false)
                       : sym->func ? own_sig(g, sym->func, false)->type
                                   : func_sig(g, sym->type, NULL, 0, 0, NULL)->type;
    fn = LLVMAddFunction(g->mod, name, type);
    add_ref(g, name, HD_REF_STUB, HD_HOST_CODE, sym, NULL, loc);
    return fn;
}

// ---- variables and literals ---------------------------------------------------------------------

bool is_const_object(const struct hd_type *t) {
    while (t->kind == HD_TY_ARRAY) t = t->base;
    return (t->quals & Q_CONST) && !(t->quals & (Q_VOLATILE | Q_ATOMIC));
}

LLVMValueRef var_symbol(struct gen *g, struct hd_sym *sym, hd_loc loc) {
    sym = hd_linked(sym);
    LLVMValueRef var = hd_map_get(&g->vars, (const char *)sym);
    if (var) return var;
    var = LLVMGetNamedGlobal(g->mod, sym->link_name);
    if (!var) {
        LLVMTypeRef type = sym->type->kind == HD_TY_REF ? g->ptr : ty_mem(g, sym->type);
        bool constant =
            g->job->opt && sym->init && sym->init->constant && is_const_object(sym->type) &&
            (sym->storage == ST_GLOBAL || sym->storage == ST_STATIC) && sym->type->size <= 65536;
        hd_map_set(&g->vars, (const char *)sym,
                   var); // an initialiser may refer to the variable itself
        LLVMValueRef image =
            constant ? image_constant(g, sym->init, sym->type->size, false, loc) : NULL;
        var = LLVMAddGlobal(g->mod, image ? LLVMTypeOf(image) : type, sym->link_name);
        if (image) {
            LLVMSetInitializer(var, image);
            LLVMSetGlobalConstant(var, true);
            LLVMSetLinkage(var, LLVMAvailableExternallyLinkage);
        }
        uint32_t align = sym->align > ty_align(sym->type) ? sym->align : ty_align(sym->type);
        LLVMSetAlignment(var, align);
    }
    hd_map_set(&g->vars, (const char *)sym, var);
    add_ref(g, sym->link_name, sym->storage == ST_EXTERN ? HD_REF_EXTERN : HD_REF_VAR, HD_HOST_CODE,
            sym, NULL, loc);
    return var;
}

LLVMValueRef string_symbol(struct gen *g, struct hd_string *s, hd_loc loc) {
    LLVMValueRef var = hd_map_get(&g->strings, (const char *)s);
    if (var) return var;
    if (g->gpu) {
        size_t width = s->type->base->size ? s->type->base->size : 1;
        LLVMValueRef text = LLVMConstStringInContext2(g->ctx, s->data, (s->len + 1) * width, true);
        var = gpu_generic(g, gpu_global(g, NULL, text, "str", 1, (uint32_t)width));
        hd_map_set(&g->strings, (const char *)s, var);
        return var;
    }
    static atomic_uint
        counter; // names must differ between modules: the linker keeps what it has resolved
    const char *name = hd_printf(g->arena, ".str.%u", atomic_fetch_add(&counter, 1) + 1);
    size_t unit = s->type->base->size ? s->type->base->size : 1, bytes = (s->len + 1) * unit;
    var = LLVMAddGlobal(g->mod, ty_bytes(g, bytes), name);
    LLVMSetGlobalConstant(var, true);
    LLVMSetAlignment(var, (unsigned)unit);
    if (g->job->opt) {
        LLVMSetInitializer(var, LLVMConstStringInContext2(g->ctx, s->data, bytes, true));
        LLVMSetLinkage(var, LLVMAvailableExternallyLinkage);
    }
    hd_map_set(&g->strings, (const char *)s, var);
    add_ref(g, name, HD_REF_STRING, HD_HOST_CODE, NULL, s, loc);
    return var;
}

LLVMValueRef hidden_constant(struct gen *g, LLVMValueRef image, uint32_t align) {
    if (g->gpu) return gpu_generic(g, gpu_global(g, NULL, image, "table", 1, align));
    LLVMValueRef var = LLVMAddGlobal(g->mod, LLVMTypeOf(image), "");
    LLVMSetInitializer(var, image);
    LLVMSetGlobalConstant(var, true);
    LLVMSetLinkage(var, LLVMPrivateLinkage);
    LLVMSetUnnamedAddress(var, LLVMGlobalUnnamedAddr);
    LLVMSetAlignment(var, align);
    return var;
}

struct image { // relocations of an initialiser, in the order of their offsets
    struct gen *g;
    HD_VEC(struct image_reloc {
        uint64_t offset;
        struct hd_const value;
    })
    relocs;
};

static void note_reloc(void *user, uint64_t offset, const struct hd_const *value) {
    struct image *image = user;
    HD_PUSH(image->g->arena, &image->relocs, ((struct image_reloc){offset, *value}));
}

static int by_offset(const void *a, const void *b) {
    uint64_t x = ((const struct image_reloc *)a)->offset,
             y = ((const struct image_reloc *)b)->offset;
    return x < y ? -1 : x > y;
}

static LLVMValueRef reloc_value(struct gen *g, const struct hd_const *value, bool device,
                                hd_loc loc) {
    LLVMValueRef base = LLVMConstPointerNull(g->ptr);
    if (value->string)
        base = string_symbol(g, value->string, loc);
    else if (value->info)
        base = type_info(g, value->info, loc);
    else if (value->sym && value->sym->kind == SYM_FUNC)
        base = fn_address(g, value->sym, device, loc);
    else if (value->sym && g->gpu)
        hd_error(g->job->diags, (struct hd_range){loc, loc},
                 "the address of `%s` cannot be part of a constant on the GPU",
                 value->sym->name ? value->sym->name : "?");
    else if (value->sym)
        base = var_symbol(g, value->sym, loc);
    else
        return LLVMConstIntToPtr(const_i64(g, value->offset), g->ptr);
    if (!value->offset) return base;
    LLVMValueRef index = const_i64(g, value->offset);
    return LLVMConstGEP2(g->i8, base, &index, 1);
}

LLVMValueRef image_constant(struct gen *g, const struct hd_init *init, uint64_t size, bool device,
                            hd_loc loc) {
    char *bytes = hd_alloc(g->arena, size + 1);
    struct image image = {.g = g};
    hd_init_image(init, bytes, size, note_reloc, &image);
    if (!image.relocs.n) {
        uint64_t i = 0;
        while (i < size && !bytes[i]) i++;
        return i == size ? LLVMConstNull(ty_bytes(g, size))
                         : LLVMConstStringInContext2(g->ctx, bytes, size, true);
    }
    if (image.relocs.n)
        qsort(image.relocs.v, (size_t)image.relocs.n, sizeof *image.relocs.v, by_offset);
    LLVMValueRef *parts = HD_NEW_ARRAY(g->arena, LLVMValueRef, image.relocs.n * 2 + 1);
    unsigned n = 0;
    uint64_t done = 0;
    for (int i = 0; i < image.relocs.n; i++) {
        const struct image_reloc *reloc = &image.relocs.v[i];
        if (reloc->offset < done || reloc->offset + 8 > size) continue;
        if (reloc->offset > done)
            parts[n++] =
                LLVMConstStringInContext2(g->ctx, bytes + done, reloc->offset - done, true);
        parts[n++] = reloc_value(g, &reloc->value, device, loc);
        done = reloc->offset + 8;
    }
    if (done < size)
        parts[n++] = LLVMConstStringInContext2(g->ctx, bytes + done, size - done, true);
    return LLVMConstStructInContext(g->ctx, parts, n, true);
}

// ---- the job ------------------------------------------------------------------------------------

static void make_attributes(struct gen *g) {
    g->attr_nounwind = enum_attr(g, "nounwind", 0);
    g->attr_nullok = enum_attr(g, "null_pointer_is_valid", 0);
    g->attr_frame = LLVMCreateStringAttribute(g->ctx, "frame-pointer", 13, "all", 3);
    g->attr_probe = LLVMCreateStringAttribute(g->ctx, "probe-stack", 11, "inline-asm", 10);
    // Kernels are made of independent threads, so the widest registers pay; host loops keep the
    // CPU's own preference.
    g->attr_tune = LLVMCreateStringAttribute(g->ctx, "prefer-vector-width", 19, "512", 3);
}

static LLVMMetadataRef tbaa_type(struct gen *g, const char *name, LLVMMetadataRef parent) {
    LLVMMetadataRef ops[3] = {LLVMMDStringInContext2(g->ctx, name, strlen(name)), parent,
                              LLVMValueAsMetadata(const_i64(g, 0))};
    return LLVMMDNodeInContext2(g->ctx, ops, parent ? 3 : 1);
}

// The tree of types that may not alias: `char` may be anything, the context of a thread is nothing
// else.
static void make_tbaa(struct gen *g) {
    static const char *const names[TB_COUNT] = {
        "char", "bool",  "short",  "int",         "long",    "int128", "half",
        "bf16", "float", "double", "long double", "pointer", "context"};
    LLVMMetadataRef root = tbaa_type(g, "heddle", NULL), chr = NULL;
    for (int i = 0; i < TB_COUNT; i++) {
        LLVMMetadataRef type = tbaa_type(g, names[i], i == TB_CHAR || i == TB_CONTEXT ? root : chr);
        if (i == TB_CHAR) chr = type;
        LLVMMetadataRef ops[3] = {type, type, LLVMValueAsMetadata(const_i64(g, 0))};
        g->tbaa[i] = LLVMMDNodeInContext2(g->ctx, ops, 3);
    }
}

// ---- recursion ----------------------------------------------------------------------------------

struct recursion {
    struct hd_sym *self;
    int calls, size;
};

static bool count_calls(void *user, const struct hd_stmt *s, const struct hd_expr *e) {
    struct recursion *r = user;
    if (e && e->kind == EX_CALL) {
        const struct hd_expr *callee = e->a;
        while (callee->kind == EX_DECAY || callee->kind == EX_ADDR) callee = callee->a;
        if (callee->kind == EX_FUNC && callee->sym == r->self) r->calls++;
    }
    if (s && (s->kind == STM_FOR || s->kind == STM_WHILE || s->kind == STM_DO)) r->size += 100;
    return ++r->size > 100;
}

// A small function that calls itself is unrolled: its calls of itself go to an inlined copy, whose
// calls go to the function. That halves the calls, and what the two calls of a Fibonacci function
// have in common is found.
static void emit_recursive(struct gen *g, struct hd_func *func, LLVMValueRef fn) {
    struct recursion r = {.self = func->sym};
    bool plain = g->job->opt && func->ncalls && !func->type->variadic && !func->type->oldstyle &&
                 !func->uses_vla && !func->calls_setjmp && !func->has_goto_ptr &&
                 !(func->sym->spec & SPEC_NOINLINE);
    bool big = plain && tree_find(func->body, count_calls, &r);
    if (plain && !big && r.calls > 0 && r.calls <= 4) {
        LLVMValueRef copy = LLVMAddFunction(g->mod, "", LLVMGlobalGetValueType(fn));
        LLVMSetLinkage(copy, LLVMInternalLinkage);
        fn_attributes(g, copy, NULL);
        if (may_throw(g, func)) let_exceptions_out(copy);
        abi_attributes(g, own_sig(g, func, false), copy, false);
        LLVMAddAttributeAtIndex(copy, LLVMAttributeFunctionIndex, enum_attr(g, "alwaysinline", 0));
        g->next_self = fn;
        emit_function(g, func, HD_HOST_CODE, copy);
        g->next_self = copy;
    }
    emit_function(g, func, HD_HOST_CODE, fn);
}

static void emit_copy(struct gen *g, struct hd_func *func) {
    LLVMValueRef fn = hd_map_get(&g->fns[1], (const char *)func->sym);
    if (func->body && !LLVMCountBasicBlocks(fn))
        emit_function(g, func, g->gpu ? HD_GPU_CODE : HD_DEVICE_CODE, fn);
}

// A function of the host with another name.
static LLVMValueRef named_copy(struct gen *g, struct hd_func *func, const char *name) {
    struct abi_sig *sig = own_sig(g, func, false);
    LLVMValueRef fn = LLVMAddFunction(g->mod, name, sig->type);
    fn_attributes(g, fn, NULL);
    if (may_throw(g, func)) let_exceptions_out(fn);
    abi_attributes(g, sig, fn, false);
    return fn;
}

static void emit_quick(struct gen *g, struct hd_func *func) {
    const char *name = hd_printf(g->arena, "%s.q", func->sym->link_name);
    if (LLVMGetNamedFunction(g->mod, name)) return;
    emit_function(g, func, HD_HOST_CODE, named_copy(g, func, name));
}

static void emit_turn(struct gen *g, struct hd_gen_item *item) {
    struct hd_func *func = item->func;
    const char *name = hd_printf(g->arena, "%s.turn%d", func->sym->link_name, item->turn - 1);
    LLVMValueRef fn = named_copy(g, func, name);
    g->next_turn = item;
    emit_function(g, func, HD_HOST_CODE, fn);
    if (!item->turn_ok) heat_drop(fn);
}

static void emit_items(struct gen *g) {
    struct hd_gen_job *job = g->job;
    for (int i = 0; i < job->nitems; i++)
        if (job->items[i].flavour == HD_KERNEL_CPU) g->kernel = job->items[i].func;
    if (g->kernel) plan_kernel(g);
    if (g->gpu) gpu_begin(g);
    for (int i = 0; i < job->nitems; i++) {
        const struct hd_gen_item *item = &job->items[i];
        struct hd_func *func = item->func;
        if (!func->body || item->flavour == HD_GPU_CODE)
            continue; // GPU code is copied when it is referred to
        if (item->flavour == HD_KERNEL_GPU) {
            gpu_kernel(g, func);
            continue;
        }
        if (item->flavour == HD_KERNEL_CPU) {
            emit_kernel(g, func, item->inline_only);
            continue;
        }
        bool device = item->flavour == HD_DEVICE_CODE;
        if (device && hd_map_get(&g->inside, (const char *)func))
            continue; // copied when the kernel refers to it
        if (job->heat && !func->is_entry) {
            emit_quick(g, func);
            continue;
        }
        if (item->turn) emit_turn(g, &job->items[i]);
        if (item->only_turn) continue;
        LLVMValueRef fn = fn_symbol(g, func->sym, device, func->sym->range.from);
        if (LLVMCountBasicBlocks(fn)) continue;
        if (device || item->inline_only)
            emit_function(g, func, item->flavour, fn);
        else
            emit_recursive(g, func, fn);
        if (item->inline_only) LLVMSetLinkage(fn, LLVMAvailableExternallyLinkage);
    }
    int done = 0;
    do { // the dispatchers of a GPU's function pointers may refer to further functions
        for (; done < g->todo.n; done++) emit_copy(g, g->todo.v[done]);
        if (g->gpu) gpu_finish(g);
    } while (done < g->todo.n);
}

// Symbols that turned out to be defined here are no references.
static void drop_own_refs(struct gen *g) {
    struct hd_gen_job *job = g->job;
    int n = 0;
    for (int i = 0; i < job->refs.n; i++) {
        LLVMValueRef fn = job->refs.v[i].kind == HD_REF_CODE
                              ? LLVMGetNamedFunction(g->mod, job->refs.v[i].symbol)
                              : NULL;
        bool own =
            fn && LLVMCountBasicBlocks(fn) && LLVMGetLinkage(fn) != LLVMAvailableExternallyLinkage;
        if (!own) job->refs.v[n++] = job->refs.v[i];
    }
    job->refs.n = n;
}

static void finish_gen(struct gen *g) {
    if (g->dib) LLVMDisposeDIBuilder(g->dib);
    struct hd_map *maps[] = {&g->throwing, &g->fns[0],    &g->fns[1],           &g->vars,
                             &g->strings,  &g->refs,      &g->shared,           &g->files,
                             &g->inside,   &g->externals, &g->lockstep_pointers};
    for (int i = 0; i < HD_COUNT(maps); i++) hd_map_finish(maps[i]);
    hd_arena_destroy(g->arena);
    free(g);
}

static void verify(struct gen *g) {
    char *message = NULL;
    if (LLVMVerifyModule(g->mod, LLVMReturnStatusAction, &message)) {
        const char *name = g->job->nitems ? g->job->items[0].func->sym->link_name : "?";
        hd_loc loc = g->job->nitems ? g->job->items[0].func->sym->range.from : 0;
        char *line = hd_printf(g->job->diags->arena, "bad code for `%s`: %s", name, message);
        for (char *p = line; *p; p++)
            if (*p == '\n') *p = ' ';
        internal_error(g, loc, line);
    }
    LLVMDisposeMessage(message);
}

static void emit_module(void *user) {
    struct gen *g = user;
    struct hd_gen_job *job = g->job;
    int errors = job->diags->errors;
    LLVMSetTarget(g->mod, g->gpu ? "nvptx64-nvidia-cuda" : "x86_64-pc-linux-gnu");
    LLVMSetDataLayout(g->mod, g->gpu ? gpu_layout : data_layout);
    types_init(g);
    make_attributes(g);
    if (job->opt) make_tbaa(g);
    debug_init(g);
    emit_items(g);
    if (g->dib) LLVMDIBuilderFinalize(g->dib);
    if (g->gpu) gpu_link_library(g);
    drop_own_refs(g);
#ifndef NDEBUG
    if (job->diags->errors == errors) verify(g);
#else
    (void)verify, (void)errors;
#endif
}

bool hd_gen_module(struct hd_gen_job *job, struct hd_module *out) {
    hd_types_init();
    struct gen *g = hd_xcalloc(1, sizeof *g);
    g->job = job;
    g->gpu = job->gpu;
    g->arena = hd_arena_create();
    g->ctx = LLVMContextCreate();
    g->mod = LLVMModuleCreateWithNameInContext("heddle", g->ctx);
    *out = (struct hd_module){g->ctx, g->mod, false};
    memset(&job->refs, 0, sizeof job->refs);
    memset(&job->kernel, 0, sizeof job->kernel);
    int errors = job->diags->errors;
    hd_diags_protect(job->diags, emit_module, g);
    for (int i = 0; i < job->nitems && !g->gpu; i++)
        out->contracts = out->contracts || job->items[i].flavour != HD_HOST_CODE;
    finish_gen(g);
    if (job->diags->errors == errors) return true;
    hd_module_destroy(out);
    return false;
}

void hd_module_destroy(struct hd_module *module) {
    if (module->module) LLVMDisposeModule(module->module);
    if (module->context) LLVMContextDispose(module->context);
    *module = (struct hd_module){NULL, NULL, false};
}
