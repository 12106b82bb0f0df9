// One function: entry, parameters, locals, the end.
//
// The entry block holds allocas alone and jumps to the body, so that an alloca made anywhere in the
// function is static. Locals are made on first use (a `goto` or `switch` may jump over a
// declaration). After every jump a new block is opened; it stays empty, and costs nothing, unless a
// label or a case follows. Falling off the end of a function that returns a value returns zero: C
// allows it when nobody looks.
#include "gen/emit.h"

// ---- blocks -------------------------------------------------------------------------------------

LLVMBasicBlockRef new_block(struct fn *f, const char *name) {
    return LLVMAppendBasicBlockInContext(f->g->ctx, f->fn, name);
}

bool is_dead(struct fn *f) {
    LLVMBasicBlockRef bb = LLVMGetInsertBlock(f->b);
    return bb == f->dead && !LLVMGetFirstInstruction(bb);
}

static void end_block(struct fn *f, LLVMBasicBlockRef to) { // leaves the current block for `to`
    LLVMBasicBlockRef bb = LLVMGetInsertBlock(f->b);
    if (is_dead(f)) {
        LLVMDeleteBasicBlock(bb);
        f->dead = NULL;
    } else {
        LLVMBuildBr(f->b, to);
    }
}

void start_block(struct fn *f, LLVMBasicBlockRef bb) {
    end_block(f, bb);
    LLVMMoveBasicBlockAfter(bb, LLVMGetLastBasicBlock(f->fn));
    LLVMPositionBuilderAtEnd(f->b, bb);
}

void after_terminator(struct fn *f) {
    f->dead = new_block(f, "");
    LLVMPositionBuilderAtEnd(f->b, f->dead);
}

void jump(struct fn *f, LLVMBasicBlockRef bb) {
    if (is_dead(f)) return;
    LLVMBuildBr(f->b, bb);
    after_terminator(f);
}

// ---- memory of the frame ------------------------------------------------------------------------

LLVMValueRef temp(struct fn *f, LLVMTypeRef type, uint32_t align) {
    LLVMValueRef slot = LLVMBuildAlloca(f->ab, type, "");
    LLVMSetAlignment(slot, align ? align : 1);
    return slot;
}

LLVMValueRef temp_for(struct fn *f, const struct hd_type *type) {
    return temp(f, ty_mem(f->g, type), ty_align(type));
}

// A variable without a value begins as zero where the optimiser runs: from an undefined one it
// would conclude that the place cannot be reached, and the function would run on into whatever
// stands behind it. (`int *p; *p = 3;` is a null pointer then.)
static void begin_as_zero(struct fn *f, const struct hd_sym *sym, LLVMValueRef slot) {
    bool optimised = f->g->job->opt || f->g->job->heat;
    if (f->g->gpu || !optimised || sym->kind != SYM_VAR || sym->is_param || sym->has_initializer)
        return;
    LLVMTypeRef type = LLVMGetAllocatedType(slot);
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    bool number =
        kind == LLVMIntegerTypeKind || kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind;
    if (kind == LLVMPointerTypeKind || (number && !f->device))
        LLVMBuildStore(f->ab, LLVMConstNull(type), slot);
}

LLVMValueRef local_slot(struct fn *f, struct hd_sym *sym) {
    LLVMValueRef slot = hd_map_get(&f->locals, (const char *)sym);
    if (slot) return slot;
    const struct hd_type *type = sym->type;
    if (f->func && sym == f->func->returned && f->sret) {
        hd_map_set(&f->locals, (const char *)sym, f->sret);
        return f->sret;
    }
    if (type->kind == HD_TY_REF || (type->kind == HD_TY_ARRAY && hd_type_is_vla(type))) {
        slot = temp(f, f->g->ptr, 8); // of the object
    } else {
        uint32_t align = sym->align > ty_align(type) ? sym->align : ty_align(type);
        if (type->kind == HD_TY_ARRAY && type->size >= 16 && align < 16) align = 16;
        slot = temp(f, ty_mem(f->g, type), align);
        begin_as_zero(f, sym, slot);
    }
    if (f->g->job->lanes && f->g->job->lanes->shapes &&
        sym->name) { // `@` ends the name: LLVM may add digits
        const char *name = hd_printf(f->g->arena, "%s@", sym->name);
        LLVMSetValueName2(slot, name, strlen(name));
    }
    hd_map_set(&f->locals, (const char *)sym, slot);
    return slot;
}

// ---- begin and end ------------------------------------------------------------------------------

void fn_attributes(struct gen *g, LLVMValueRef fn, const struct hd_sym *sym) {
    LLVMAddAttributeAtIndex(fn, LLVMAttributeFunctionIndex, g->attr_nounwind);
    if (g->gpu) {
        LLVMAddAttributeAtIndex(fn, LLVMAttributeFunctionIndex, enum_attr(g, "convergent", 0));
    } else {
        LLVMAddAttributeAtIndex(fn, LLVMAttributeFunctionIndex, g->attr_nullok);
        LLVMAddAttributeAtIndex(fn, LLVMAttributeFunctionIndex, g->attr_frame);
        LLVMAddAttributeAtIndex(fn, LLVMAttributeFunctionIndex, g->attr_probe);
    }
    if (!sym) return;
    const char *inlining = NULL;
    if (sym->spec & SPEC_NOINLINE)
        inlining = "noinline";
    else if (sym->spec & SPEC_FORCEINLINE)
        inlining = "alwaysinline";
    else if (sym->spec & SPEC_INLINE)
        inlining = "inlinehint";
    if (inlining)
        LLVMAddAttributeAtIndex(fn, LLVMAttributeFunctionIndex, enum_attr(g, inlining, 0));
    if (sym->func && sym->func->calls_setjmp)
        LLVMAddAttributeAtIndex(fn, LLVMAttributeFunctionIndex, enum_attr(g, "noinline", 0));
}

void fn_begin(struct fn *f, struct gen *g, LLVMValueRef fn, hd_loc loc, const char *name) {
    f->g = g;
    f->fn = fn;
    f->lanes = 1;
    f->b = LLVMCreateBuilderInContext(g->ctx);
    f->ab = LLVMCreateBuilderInContext(g->ctx);
    f->entry = new_block(f, "entry");
    f->body = new_block(f, "body");
    LLVMPositionBuilderAtEnd(f->ab, f->entry);
    LLVMPositionBuilderBefore(f->ab, LLVMBuildBr(f->ab, f->body));
    LLVMPositionBuilderAtEnd(f->b, f->body);
    debug_function(f, loc, name);
}

void fn_end(struct fn *f) {
    LLVMDisposeBuilder(f->b);
    LLVMDisposeBuilder(f->ab);
    hd_map_finish(&f->locals);
    hd_map_finish(&f->tracked);
    hd_map_finish(&f->guesses);
    hd_map_finish(&f->arrays);
    hd_map_finish(&f->marks);
    hd_map_finish(&f->passed);
    hd_map_finish(&f->unset);
    hd_map_finish(&f->labels);
    hd_map_finish(&f->cases);
    hd_map_finish(&f->label_scope);
}

// ---- parameters ---------------------------------------------------------------------------------

static void bind_params(struct fn *f) {
    struct hd_func *func = f->func;
    for (int i = 0; i < func->nparams && i < f->sig->nargs; i++) {
        struct hd_sym *sym = func->params[i];
        struct val v = abi_receive(f, &f->sig->args[i]);
        bool shared = f->flavour == HD_KERNEL_CPU && f->sig->args[i].by_address;
        if (v.kind == VAL_MEM && sym->type->kind != HD_TY_COMPLEX && v.align >= sym->align &&
            !shared) {
            hd_map_set(&f->locals, (const char *)sym, v.v); // memory of its own
            twin_local(f, sym, v.v, f->func->body->range.from);
            continue;
        }
        if (v.kind == VAL_MEM && sym->type->kind == HD_TY_COMPLEX) {
            struct place p = place_at(v.v, sym->type->unqual ? sym->type->unqual : sym->type);
            p.any_alias = true;
            v = access_load(f, p);
        }
        bool same = func->type->oldstyle ? hd_type_same_unqual(v.type, sym->type) : true;
        if (!same) v = convert(f, v, hd_type_unqual(sym->type)); // K&R: passed promoted
        struct place p = place_at(local_slot(f, sym), sym->type);
        p.space = SPACE_LOCAL;
        if (f->g->job->check) p.sym = sym;
        access_store(f, p, v);
        twin_local(f, sym, p.addr, f->func->body->range.from);
    }
}

static LLVMValueRef hidden_param(struct fn *f, int i) {
    return LLVMGetParam(f->fn, (unsigned)(f->sig->sret + i));
}

static void bind_hidden(struct fn *f) {
    if (f->sig->sret) f->sret = LLVMGetParam(f->fn, 0);
    if (f->flavour == HD_DEVICE_CODE) {
        f->thread = hidden_param(f, 0);
    } else if (f->flavour == HD_KERNEL_CPU) {
        f->block = hidden_param(f, 0);
        f->thread = hidden_param(f, 1);
        for (int i = 0; i < 3; i++) f->tid[i] = hidden_param(f, 2 + i);
    }
}

static void fall_off(struct fn *f) {
    if (is_dead(f)) {
        LLVMBasicBlockRef bb = LLVMGetInsertBlock(f->b);
        LLVMDeleteBasicBlock(bb);
        return;
    }
    twin_leave(f);
    LLVMTypeRef type = LLVMGetReturnType(f->sig->type);
    if (type == f->g->void_)
        LLVMBuildRetVoid(f->b);
    else
        LLVMBuildRet(f->b, LLVMConstNull(type));
}

// Device functions that are shorter (characters of source) are part of what calls them when
// products and sums are contracted: operators of vector types and the like.
#define SMALL_BODY 1500

void emit_function(struct gen *g, struct hd_func *func, enum hd_flavour flavour, LLVMValueRef fn) {
    struct fn f = {.func = func, .flavour = flavour, .device = flavour != HD_HOST_CODE};
    f.next_self = g->next_self;
    g->next_self = NULL;
    f.counts = g->job->heat && flavour == HD_HOST_CODE;
    f.item = g->next_turn;
    f.from_turn = f.item ? f.item->turn : 0;
    g->next_turn = NULL;
    LLVMTypeRef hidden[5] = {g->ptr, g->ptr, g->i32, g->i32, g->i32};
    int nhidden = flavour == HD_DEVICE_CODE ? 1 : flavour == HD_KERNEL_CPU ? 5 : 0;
    if (flavour == HD_KERNEL_GPU)
        f.sig = gpu_kernel_sig(g, func);
    else
        f.sig = func_sig(g, func->type, NULL, 0, nhidden, hidden);
    f.contract = f.device && !g->job->no_fma && !func->no_contract;
    f.volatile_locals = func->calls_setjmp;
    f.fibers = f.device && g->job->kernel.fibers;
    hd_loc loc = func->sym->range.from;
    fn_begin(&f, g, fn, loc, func->sym->name ? func->sym->name : func->sym->link_name);
    bind_hidden(&f);
    if (func->uses_vla || func->has_cleanups) find_vla_scopes(&f, func->body, NULL);
    twin_begin(&f);
    bind_params(&f);
    unwind_begin(&f);
    bool is_copy =
        f.next_self &&
        f.next_self == hd_map_get(&g->fns[0], (const char *)func->sym); // of a recursive one
    if (!g->gpu && !is_copy && function_needs_poll(g, func)) emit_poll(&f);
    if (g->job->check) check_function(&f);
    heat_call(&f);
    emit_stmt(&f, func->body);
    if (!func->is_entry && func->type->base->kind == HD_TY_VOID) // its closing brace
        twin_at(&f, func->body->range.to ? func->body->range.to - 1 : 0);
    fall_off(&f);
    emit_goto_block(&f);
    twin_end(&f);
    heat_end(&f);
    if (g->job->check) check_leaves(&f);
    if (flavour != HD_HOST_CODE && !g->gpu)
        LLVMAddAttributeAtIndex(fn, LLVMAttributeFunctionIndex, g->attr_tune);
    if (flavour == HD_DEVICE_CODE && func->body->range.to - func->body->range.from < SMALL_BODY)
        LLVMAddAttributeAtIndex(fn, LLVMAttributeFunctionIndex,
                                LLVMCreateStringAttribute(g->ctx, "heddle-small", 12, "", 0));
    fn_end(&f);
}

// ---- how much stack a thread may need -----------------------------------------------------------

static bool add_local(void *user, const struct hd_stmt *s, const struct hd_expr *e) {
    uint64_t *total = user;
    if (s && s->kind == STM_VAR && s->sym && s->sym->storage == ST_LOCAL)
        *total += s->sym->type->size + 8;
    if (e && (e->kind == EX_CALL || e->kind == EX_TEMP || e->kind == EX_INIT ||
              e->kind == EX_COMPOUND_LITERAL))
        *total += e->type->size + 16;
    return false;
}

uint64_t estimate_stack(struct gen *g, struct hd_func *kernel) {
    func_vec funcs = {0};
    reachable(g, kernel, &funcs);
    uint64_t total = 0;
    for (int i = 0; i < funcs.n; i++) {
        struct hd_func *func = funcs.v[i];
        if (func->has_indirect_call || func->uses_vla) return 0;
        for (int k = 0; k < func->ncalls; k++) { // of a function seen before: perhaps recursion
            struct hd_func *callee = hd_linked_func(func->calls[k]);
            for (int j = 0; j <= i && callee; j++)
                if (hd_device_func(callee) == funcs.v[j] &&
                    (j == i || hd_device_func(callee) == kernel))
                    return 0;
        }
        total += 256;
        for (int k = 0; k < func->nparams; k++) total += func->params[k]->type->size + 8;
        if (func->body) tree_find(func->body, add_local, &total);
    }
    return total;
}
