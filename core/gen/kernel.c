// Kernels on the CPU, one lane at a time.
//
// K.block(block, args) runs a block. Its body is the kernel as a function K.thread(block, thread,
// x, y, z, parameters): threadIdx comes as values, so that with the body inlined the loop over x is
// an ordinary loop the vectoriser likes; what does not change within a block (blockIdx, blockDim
// ...) is loaded as invariant. A kernel whose threads meet (barriers, warp operations, spinning)
// runs one thread per call, on a fiber of its own: block->thread says which.
//
// When no thread can reach another's locals and nothing is shared but global memory, the loops over
// threads are marked as parallel: CUDA's threads promise that, so no overlap of pointers needs to
// be checked.
//
// __shared__ variables have offsets in block->shared, given per kernel; device functions that are
// reached from the kernel are copied into its module, so that they see these offsets.
#include "gen/emit.h"

#include <llvm-c/IRReader.h>

// ---- what the kernel reaches --------------------------------------------------------------------

static void visit(struct gen *g, struct hd_func *func, struct hd_map *seen, func_vec *out) {
    if (hd_map_get(seen, (const char *)func)) return;
    hd_map_set(seen, (const char *)func, func);
    HD_PUSH(g->arena, out, func);
    for (int i = 0; i < func->ncalls; i++) {
        struct hd_func *callee = hd_linked_func(func->calls[i]);
        if (callee) visit(g, hd_device_func(callee), seen, out);
    }
}

void reachable(struct gen *g, struct hd_func *func, func_vec *out) {
    struct hd_map seen = {0};
    visit(g, func, &seen, out);
    hd_map_finish(&seen);
}

// a local that other code may reach through a pointer
static bool in_memory(const struct hd_sym *sym) {
    const struct hd_type *t = sym->type;
    if (sym->address_taken || t->kind == HD_TY_ARRAY) return true;
    if (t->kind != HD_TY_RECORD) return false;
    for (int i = 0; i < t->record->nfields; i++) {
        const struct hd_type *field = t->record->fields[i].type;
        if (field->kind == HD_TY_ARRAY ||
            (field->kind == HD_TY_RECORD && !field->record->is_vector))
            return true;
    }
    return false;
}

static bool exposes_local(void *user, const struct hd_stmt *s, const struct hd_expr *e) {
    if (s && s->kind == STM_VAR) return s->sym->storage == ST_LOCAL && in_memory(s->sym);
    if (!e) return false;
    if (e->kind == EX_TEMP || e->kind == EX_COMPOUND_LITERAL) return true;
    if (e->kind == EX_BUILTIN)
        return e->builtin->lower == LOWER_ALLOCA || e->builtin->lower == LOWER_ATOMIC;
    return false;
}

static bool is_parallel(const func_vec *funcs) {
    for (int i = 0; i < funcs->n; i++) {
        const struct hd_func *func = funcs->v[i];
        if (func->uses_vla || !func->body || tree_find(func->body, exposes_local, NULL))
            return false;
        for (int k = 0; k < func->nparams; k++)
            if (in_memory(func->params[k])) return false;
    }
    return true;
}

// A margin between variables, so that running over an end is seen (cpu/heap/margin.c). Checked code
// knows bounds exactly.
#define SHARED_MARGIN 16

static void place_shared(struct gen *g, const func_vec *funcs) {
    struct hd_kernel_info *info = &g->job->kernel;
    uint64_t size = 0, at = 0, end = 0; // without margins, with them; of the last variable
    bool dynamic = false;
    for (int i = 0; i < funcs->n; i++)
        for (int k = 0; k < funcs->v[i]->nshared; k++) {
            struct hd_sym *sym = funcs->v[i]->shared[k];
            dynamic = dynamic || sym->storage == ST_DYN_SHARED;
            if (sym->storage != ST_SHARED || hd_map_get(&g->shared, (const char *)sym)) continue;
            uint32_t align = sym->align > ty_align(sym->type) ? sym->align : ty_align(sym->type);
            if (sym->type->kind == HD_TY_ARRAY && align < 16) align = 16;
            size = HD_ROUND_UP(size, align);
            at = HD_ROUND_UP(at, align);
            hd_map_set(&g->shared, (const char *)sym, (void *)(uintptr_t)(at + 1));
            if (g->job->check)
                HD_PUSH(g->job->arena, &g->job->check->shared,
                        ((struct hd_gen_shared){sym, (uint32_t)at}));
            if (g->job->twin)
                HD_PUSH(g->job->arena, &g->job->twin->shared,
                        ((struct hd_gen_shared){sym, (uint32_t)at}));
            size += sym->type->size;
            end = at += sym->type->size;
            if (g->job->check || info->nmargins == HD_SHARED_MARGINS) continue;
            struct hd_shared_margin *margin = &info->margins[info->nmargins++];
            margin->from = (uint32_t)at;
            margin->to = (uint32_t)(at = HD_ROUND_UP(at + SHARED_MARGIN, 16));
        }
    if (!dynamic && info->nmargins && info->margins[info->nmargins - 1].to == at) {
        info->margins[--info->nmargins] = (struct hd_shared_margin){0}; // a page ends there
        at = end;
    }
    info->static_shared = (uint32_t)size;
    info->shared_room = (uint32_t)at;
}

const struct hd_sym *hd_gen_shared_before(struct hd_func *kernel, uint32_t offset) {
    struct hd_gen_job job = {.arena = hd_arena_create()};
    struct gen g = {.arena = job.arena, .job = &job};
    func_vec funcs = {0};
    const struct hd_sym *found = NULL;
    uint64_t best = 0;
    reachable(&g, kernel, &funcs);
    place_shared(&g, &funcs);
    for (int i = 0; i < funcs.n; i++)
        for (int k = 0; k < funcs.v[i]->nshared; k++) {
            const struct hd_sym *sym = funcs.v[i]->shared[k];
            uint64_t at = (uint64_t)(uintptr_t)hd_map_get(&g.shared, (const char *)sym);
            if (!at || at + sym->type->size - 1 > offset || at < best) continue;
            best = at;
            found = sym;
        }
    hd_map_finish(&g.shared);
    hd_arena_destroy(job.arena);
    return found;
}

// An access group is a distinct node without operands, which the C API cannot make; the parser can.
static LLVMMetadataRef make_group(struct gen *g) {
    static const char text[] = "!group = !{!0}\n!0 = distinct !{}\n";
    LLVMMemoryBufferRef buffer =
        LLVMCreateMemoryBufferWithMemoryRange(text, sizeof text - 1, "group", true);
    LLVMModuleRef module = NULL;
    char *message = NULL;
    if (LLVMParseIRInContext(g->ctx, buffer, &module, &message)) {
        LLVMDisposeMessage(message);
        return NULL;
    }
    LLVMValueRef node;
    LLVMGetNamedMetadataOperands(module, "group", &node);
    LLVMMetadataRef group = LLVMValueAsMetadata(node);
    LLVMDisposeModule(module);
    return group;
}

void plan_kernel(struct gen *g) {
    struct hd_kernel_info *info = &g->job->kernel;
    func_vec funcs = {0};
    reachable(g, g->kernel, &funcs);
    for (int i = 0; i < funcs.n; i++) {
        const struct hd_func *func = funcs.v[i];
        info->fibers =
            info->fibers || func->has_barrier || func->has_warp_op || func->has_indirect_call;
        info->indirect = info->indirect || func->has_indirect_call;
        info->launches = info->launches || func->has_launch;
        if (g->job->check && func->has_warp_op) g->job->check->warps = true;
        info->meets = info->meets || func->has_barrier || func->has_warp_op;
        info->yields = info->yields || (func->body && any_loop_spins(func->body, g->job->check));
        if (i && func->body) hd_map_set(&g->inside, (const char *)func, (void *)func);
    }
    if (!g->job->check)
        find_lockstep(g, g->kernel, &funcs, &info->lockstep, NULL); // it is a race there
    info->meets = info->meets || info->lockstep.relies;
    info->fibers = info->fibers || info->yields || info->lockstep.relies || g->job->twin;
    place_shared(g, &funcs);
    info->local_stack = (uint32_t)estimate_stack(g, g->kernel);
    if (g->job->opt && !info->fibers && !g->job->lanes && !g->job->check && is_parallel(&funcs)) {
        g->group = make_group(g);
    }
}

// ---- what a thread knows ------------------------------------------------------------------------

LLVMValueRef thread_block(struct fn *f) {
    if (f->block) return f->block;
    return context_load(f, f->g->ptr, f->thread, HD_THREAD_BLOCK, f->g->job->lanes != NULL);
}

LLVMValueRef thread_index(struct fn *f, int dim) {
    const struct hd_lanes *lanes = f->g->job->lanes;
    if (f->tid[dim] && !lanes) return f->tid[dim];
    LLVMValueRef v =
        context_load(f, f->g->i32, f->thread, HD_THREAD_TID + 4 * (uint64_t)dim, lanes != NULL);
    if (!lanes) return v;
    return bounded(f, v, lanes->block[dim] * (lanes->fold && !dim ? lanes->fold : 1));
}

LLVMValueRef shared_address(struct fn *f, struct hd_sym *sym) {
    struct gen *g = f->g;
    if (!f->thread) {
        internal_error(g, f->loc, "shared memory outside of a kernel");
        return LLVMConstPointerNull(g->ptr);
    }
    if (sym->storage == ST_DYN_SHARED)
        return context_load(f, g->ptr, thread_block(f), HD_BLOCK_DYN_SHARED, true);
    uintptr_t offset = (uintptr_t)hd_map_get(&g->shared, (const char *)sym);
    if (!offset) {
        struct hd_diag *d =
            hd_error(g->job->diags, (struct hd_range){f->loc, f->loc},
                     "`%s` is shared memory of a function that the kernel does not call directly",
                     sym->name ? sym->name : "?");
        hd_help(g->job->diags, d, "declare it in the kernel and pass a pointer to it");
        offset = 1;
    }
    return byte_offset(f, context_load(f, g->ptr, thread_block(f), HD_BLOCK_SHARED, true),
                       offset - 1);
}

// ---- the runner ---------------------------------------------------------------------------------

struct runner {
    struct fn f;
    LLVMValueRef body, args, bdim[3];
    struct abi_sig *sig; // of the body
    struct val *params;
};

static LLVMMetadataRef hint(struct gen *g, const char *name, LLVMMetadataRef value) {
    LLVMMetadataRef ops[2] = {LLVMMDStringInContext2(g->ctx, name, strlen(name)), value};
    return LLVMMDNodeInContext2(g->ctx, ops, value ? 2 : 1);
}

// What the optimiser is told of a loop over threads: that it is parallel, and that it is short
// (1024 at most), so that unrolling it costs more time to compile than it ever saves.
static LLVMMetadataRef thread_loop(struct gen *g, bool innermost) {
    LLVMMetadataRef loop[4] = {LLVMTemporaryMDNode(g->ctx, NULL, 0)};
    unsigned n = 1;
    loop[n++] = hint(g, "llvm.loop.unroll.disable", NULL);
    if (g->group) loop[n++] = hint(g, "llvm.loop.parallel_accesses", g->group);
    if (g->group && innermost)
        loop[n++] = hint(g, "llvm.loop.interleave.count", LLVMValueAsMetadata(const_i32(g, 2)));
    LLVMMetadataRef node = LLVMMDNodeInContext2(g->ctx, loop, n);
    LLVMMetadataReplaceAllUsesWith(loop[0], node);
    return node;
}

static void load_params(struct runner *r) {
    struct fn *f = &r->f;
    struct gen *g = f->g;
    struct hd_func *func = g->kernel;
    r->params = HD_NEW_ARRAY(g->arena, struct val, func->nparams + 1);
    for (int i = 0; i < func->nparams; i++) {
        struct hd_type *type = func->type->params[i];
        LLVMValueRef addr = context_load(f, g->ptr, r->args, 8 * (uint64_t)i, true);
        if (type->kind == HD_TY_REF) { // kernels have no reference parameters; a pointer travels
            r->params[i] = val_scalar(raw_load(f, g->ptr, addr, 8), type);
            continue;
        }
        struct place p = place_at(addr, hd_type_unqual(type));
        p.space = g->job->check ? SPACE_CONTEXT : SPACE_ANY; // nobody else's
        p.any_alias = true;
        r->params[i] = access_load(f, p);
        bool plain = (!ty_is_fp(type) || g->job->lanes) && type->kind != HD_TY_BOOL &&
                     type->kind != HD_TY_VECTOR;
        if (r->params[i].kind == VAL_SCALAR && plain && LLVMIsALoadInst(r->params[i].v))
            set_md(g, r->params[i].v, MD_INVARIANT, LLVMMDNodeInContext2(g->ctx, NULL, 0));
    }
}

static void call_body(struct runner *r, LLVMValueRef thread, LLVMValueRef *index) {
    LLVMValueRef hidden[5] = {r->f.block, thread, index[0], index[1], index[2]};
    abi_call(&r->f, r->body, r->sig, hidden, r->params, NULL, NULL);
}

static void index_store(struct fn *f, LLVMValueRef index, LLVMValueRef thread, int dim,
                        bool tells) {
    context_store(f, index, thread, HD_THREAD_TID + 4 * (uint64_t)dim);
    if (tells) LLVMSetVolatile(LLVMGetLastInstruction(LLVMGetInsertBlock(f->b)), true);
}

// for z, y, x: set the thread's index, run it. Blocks have at least one thread, so the loops test
// at their ends.
static void loop_over_threads(struct runner *r) {
    struct fn *f = &r->f;
    struct gen *g = f->g;
    LLVMValueRef thread = temp(f, ty_bytes(g, HD_THREAD_SIZE), 8), zero = const_i32(g, 0),
                 one = const_i32(g, 1);
    context_store(f, f->block, thread, HD_THREAD_BLOCK);
    context_store(f, LLVMConstPointerNull(g->ptr), thread, HD_THREAD_FIBER);
    // Fully optimised code keeps its thread in registers; other code tells where it is, so that a
    // fault can be placed.
    bool tells = g->job->opt != 1;
    if (tells) context_store(f, thread, f->block, HD_BLOCK_THREAD);
    LLVMBasicBlockRef heads[3], before = LLVMGetInsertBlock(f->b);
    LLVMValueRef index[3], row = zero;
    static const char *const names[3] = {"x", "y", "z"};
    for (int d = 2; d >= 0; d--) {
        heads[d] = new_block(f, names[d]);
        LLVMBuildBr(f->b, heads[d]);
        LLVMPositionBuilderAtEnd(f->b, heads[d]);
        index[d] = LLVMBuildPhi(f->b, g->i32, names[d]);
        LLVMAddIncoming(index[d], &zero, &before, 1);
        if (d == 1) {
            row = LLVMBuildAdd(f->b, LLVMBuildMul(f->b, index[2], r->bdim[1], ""), index[1], "");
            row = LLVMBuildMul(f->b, row, r->bdim[0], "");
        }
        if (d) index_store(f, index[d], thread, d, tells);
        before = heads[d];
    }
    index_store(f, index[0], thread, 0, tells);
    context_store(f, LLVMBuildAdd(f->b, row, index[0], ""), thread, HD_THREAD_LINEAR);
    call_body(r, thread, index);
    for (int d = 0; d < 3; d++) {
        LLVMBasicBlockRef end = LLVMGetInsertBlock(f->b),
                          next = new_block(f, d < 2 ? "next" : "done");
        LLVMValueRef step = LLVMBuildNUWAdd(f->b, index[d], one, "");
        LLVMAddIncoming(index[d], &step, &end, 1);
        LLVMValueRef more = LLVMBuildICmp(f->b, LLVMIntULT, step, r->bdim[d], "");
        LLVMValueRef br = LLVMBuildCondBr(f->b, more, heads[d], next);
        if (g->job->opt) set_md(g, br, MD_LOOP, thread_loop(g, d == 0));
        LLVMPositionBuilderAtEnd(f->b, next);
    }
}

static void run_one_thread(struct runner *r) {
    struct fn *f = &r->f;
    struct gen *g = f->g;
    LLVMValueRef thread = context_load(f, g->ptr, f->block, HD_BLOCK_THREAD, false), index[3];
    for (int d = 0; d < 3; d++)
        index[d] = context_load(f, g->i32, thread, HD_THREAD_TID + 4 * (uint64_t)d, false);
    call_body(r, thread, index);
}

static void attribute_param(struct gen *g, LLVMValueRef fn, unsigned index, uint64_t bytes) {
    LLVMAddAttributeAtIndex(fn, index, enum_attr(g, "noalias", 0));
    LLVMAddAttributeAtIndex(fn, index, enum_attr(g, "nonnull", 0));
    LLVMAddAttributeAtIndex(fn, index, enum_attr(g, "noundef", 0));
    if (bytes) LLVMAddAttributeAtIndex(fn, index, enum_attr(g, "dereferenceable", bytes));
}

static LLVMValueRef emit_body(struct gen *g, struct hd_func *func, struct abi_sig **sig) {
    LLVMTypeRef hidden[5] = {g->ptr, g->ptr, g->i32, g->i32, g->i32};
    *sig = func_sig(g, func->type, NULL, 0, 5, hidden);
    LLVMValueRef body = LLVMAddFunction(
        g->mod, hd_printf(g->arena, "%s.thread", func->sym->link_name), (*sig)->type);
    fn_attributes(g, body, NULL);
    abi_attributes(g, *sig, body, false);
    attribute_param(g, body, 1, HD_BLOCK_SIZE);
    LLVMAddAttributeAtIndex(body, LLVMAttributeFunctionIndex, enum_attr(g, "alwaysinline", 0));
    LLVMAddAttributeAtIndex(body, LLVMAttributeFunctionIndex,
                            LLVMCreateStringAttribute(g->ctx, "heddle-body", 11, "", 0));
    LLVMSetLinkage(body, LLVMInternalLinkage);
    emit_function(g, func, HD_KERNEL_CPU, body);
    return body;
}

// K.lane(block, args, thread): the kernel for the thread that `thread` describes, from which
// lanes.c makes K.block.
static void emit_lane(struct gen *g, struct hd_func *func) {
    struct runner r = {0};
    struct fn *f = &r.f;
    struct hd_lanes *lanes = g->job->lanes;
    r.body = emit_body(g, func, &r.sig);
    f->func = func;
    f->flavour = HD_KERNEL_CPU;
    f->device = true;
    f->sig = abi_signature(g, hd_ty.void_, NULL, 0, 0, false, 3,
                           (LLVMTypeRef[]){g->ptr, g->ptr, g->ptr});
    lanes->source = hd_printf(g->job->arena, "%s.lane", func->sym->link_name);
    lanes->target = hd_gen_symbol(g->job->arena, func->sym, HD_KERNEL_CPU);
    LLVMValueRef fn = LLVMAddFunction(g->mod, lanes->source, f->sig->type);
    fn_attributes(g, fn, NULL);
    LLVMAddAttributeAtIndex(fn, LLVMAttributeFunctionIndex, g->attr_tune);
    attribute_param(g, fn, 1, HD_BLOCK_SIZE);
    attribute_param(g, fn, 2, 0);
    fn_begin(f, g, fn, func->sym->range.from, func->sym->name ? func->sym->name : "kernel");
    f->block = LLVMGetParam(fn, 0);
    r.args = LLVMGetParam(fn, 1);
    load_params(&r);
    LLVMValueRef zero = const_i32(g, 0), index[3] = {zero, zero, zero};
    call_body(&r, LLVMGetParam(fn, 2), index);
    LLVMBuildRetVoid(f->b);
    fn_end(f);
}

void emit_kernel(struct gen *g, struct hd_func *func, bool inline_only) {
    if (g->job->lanes) {
        emit_lane(g, func);
        return;
    }
    struct runner r = {0};
    struct fn *f = &r.f;
    r.body = emit_body(g, func, &r.sig);
    f->func = func;
    f->flavour = HD_KERNEL_CPU;
    f->device = true;
    f->sig = abi_signature(g, hd_ty.void_, NULL, 0, 0, false, 2, (LLVMTypeRef[]){g->ptr, g->ptr});
    LLVMValueRef fn =
        LLVMAddFunction(g->mod, hd_gen_symbol(g->arena, func->sym, HD_KERNEL_CPU), f->sig->type);
    fn_attributes(g, fn, NULL);
    LLVMAddAttributeAtIndex(fn, LLVMAttributeFunctionIndex, g->attr_tune);
    attribute_param(g, fn, 1, HD_BLOCK_SIZE);
    attribute_param(g, fn, 2, 0);
    if (inline_only) LLVMSetLinkage(fn, LLVMAvailableExternallyLinkage);
    fn_begin(f, g, fn, func->sym->range.from, func->sym->name ? func->sym->name : "kernel");
    f->block = LLVMGetParam(fn, 0);
    r.args = LLVMGetParam(fn, 1);
    for (int d = 0; d < 3; d++) r.bdim[d] = block_dim(f, f->block, d);
    load_params(&r);
    if (g->job->kernel.fibers)
        run_one_thread(&r);
    else
        loop_over_threads(&r);
    LLVMBuildRetVoid(f->b);
    fn_end(f);
}
