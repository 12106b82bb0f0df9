// Debug twins: code that says where it is (job->twin).
//
// A function's twin has a frame on the stack (struct hd_frame): who called it, at which statement
// it is, and where its variables are, all of which live in memory. Before each statement
//
//     frame.site = n; if (++count >= limit || marks[n]) hd_twin_at(&frame)
//
// so a twin runs until it has done a given number of statements, comes to a marked one, or steps.
// What it stores where others can see it is announced before (hd_twin_store: the old value is still
// there) and after (hd_twin_stored), and so is what it loads. Functions of headers have no frames.
//
// Example: `{ int t = a[i]; a[i] = t * t; }` has two sites, and a local that is visible from the
// end of its declaration to the block's end.
#include "gen/emit.h"

#include <stdlib.h>

static LLVMValueRef pointer_to(struct gen *g, const volatile void *p) {
    return LLVMConstIntToPtr(const_i64(g, (int64_t)(uintptr_t)p), g->ptr);
}

static void call_twin(struct fn *f, const char *name, LLVMValueRef *args, unsigned n) {
    struct gen *g = f->g;
    LLVMTypeRef types[3];
    for (unsigned i = 0; i < n; i++) types[i] = LLVMTypeOf(args[i]);
    LLVMTypeRef type = LLVMFunctionType(g->void_, types, n, false);
    LLVMValueRef fn = extern_function(g, name, type, HD_REF_RUNTIME, f->loc);
    LLVMBuildCall2(f->b, type, fn, args, n, "");
}

static LLVMValueRef in_frame(struct fn *f, LLVMBuilderRef b, uint64_t offset) {
    LLVMValueRef index = const_i64(f->g, (int64_t)offset);
    return LLVMBuildGEP2(b, f->g->i8, f->frame, &index, 1, "");
}

static bool is_users(const struct hd_func *func) {
    const struct hd_source *source = func->source;
    return source && !source->system && source->cell > 0;
}

void twin_begin(struct fn *f) {
    struct gen *g = f->g;
    struct hd_gen_twin *job = g->job->twin;
    if (!job || !is_users(f->func) || job->nsites >= job->room) return;
    struct hd_twin_func *t = hd_xcalloc(1, sizeof *t);
    t->func = f->func;
    t->device = f->device;
    t->next = job->funcs;
    job->funcs = t;
    f->twin = t;
    f->scope_end = f->func->body->range.to;
    // Its length is known at the end.
    f->frame = LLVMBuildArrayAlloca(f->ab, g->i8, const_i64(g, 0), "frame");
    LLVMSetAlignment(f->frame, 16);
    LLVMValueRef thread = f->thread ? f->thread : LLVMConstPointerNull(g->ptr);
    LLVMValueRef args[3] = {f->frame, thread, pointer_to(g, t)};
    call_twin(f, "hd_twin_enter", args, 3);
}

static void tell_of_stores(struct fn *f);

void twin_end(struct fn *f) {
    if (f->g->job->twin && f->device) tell_of_stores(f);
    if (!f->twin) return;
    uint64_t size = sizeof(struct hd_frame) + 8 * (uint64_t)f->twin->locals.n;
    LLVMSetOperand(f->frame, 0, const_i64(f->g, (int64_t)size));
}

void twin_leave(struct fn *f) {
    if (f->twin && !is_dead(f)) call_twin(f, "hd_twin_leave", &f->frame, 1);
}

// What an exception or longjmp has left lies dead on the stack: the innermost frame is this
// function's, or, where it has none, the one that was innermost when it began.
void twin_landed(struct fn *f) {
    struct gen *g = f->g;
    if (!g->job->twin || f->device || is_dead(f)) return;
    LLVMValueRef frame = f->twin ? f->frame : NULL;
    if (!frame && !f->caller_frame) {
        LLVMTypeRef type = LLVMFunctionType(g->ptr, NULL, 0, false);
        LLVMValueRef fn = extern_function(g, "hd_twin_top", type, HD_REF_RUNTIME, f->loc);
        f->caller_frame = LLVMBuildAlloca(f->ab, g->ptr, "caller");
        LLVMBuildStore(f->ab, LLVMBuildCall2(f->ab, type, fn, NULL, 0, ""), f->caller_frame);
    }
    if (!frame) frame = raw_load(f, g->ptr, f->caller_frame, 8);
    call_twin(f, "hd_twin_landed", &frame, 1);
}

void twin_at(struct fn *f, hd_loc loc) {
    struct gen *g = f->g;
    struct hd_gen_twin *job = g->job->twin;
    if (!f->twin || !loc || is_dead(f) || job->nsites >= job->room) return;
    at(f, loc);
    uint32_t n = job->first + job->nsites++;
    HD_XPUSH(&f->twin->sites, ((struct hd_twin_site){loc, n}));
    LLVMBuildStore(f->b, const_i32(g, n), in_frame(f, f->b, offsetof(struct hd_frame, site)));
    LLVMValueRef count = pointer_to(g, job->count);
    LLVMValueRef now = LLVMBuildAdd(f->b, raw_load(f, g->i64, count, 8), const_i64(g, 1), "");
    raw_store(f, now, count, 8);
    LLVMValueRef limit = raw_load(f, g->i64, pointer_to(g, job->limit), 8),
                 mark = raw_load(f, g->i8, pointer_to(g, job->marks + n), 1);
    LLVMSetVolatile(limit, true);
    LLVMSetVolatile(mark, true);
    LLVMValueRef due = LLVMBuildICmp(f->b, LLVMIntUGE, now, limit, "");
    due = LLVMBuildOr(f->b, due, LLVMBuildIsNotNull(f->b, mark, ""), "");
    LLVMBasicBlockRef stop = new_block(f, "stop"), go = new_block(f, "go");
    LLVMBuildCondBr(f->b, due, stop, go);
    LLVMPositionBuilderAtEnd(f->b, stop);
    call_twin(f, "hd_twin_at", &f->frame, 1);
    LLVMBuildBr(f->b, go);
    LLVMPositionBuilderAtEnd(f->b, go);
}

static LLVMValueRef flag(struct fn *f, const volatile bool *flag) {
    LLVMValueRef set = raw_load(f, f->g->i8, pointer_to(f->g, flag), 1);
    LLVMSetVolatile(set, true);
    return LLVMBuildIsNotNull(f->b, set, "");
}

// Loops of headers' functions are left for an interrupt too: the stop is in the user's statement
// that has called them.
void twin_turn(struct fn *f) {
    struct gen *g = f->g;
    if (!g->job->twin || f->twin || is_dead(f)) return;
    LLVMBasicBlockRef stop = new_block(f, "stop"), go = new_block(f, "go");
    LLVMBuildCondBr(f->b, flag(f, g->job->twin->pause), stop, go);
    LLVMPositionBuilderAtEnd(f->b, stop);
    LLVMValueRef thread = f->thread ? f->thread : LLVMConstPointerNull(g->ptr);
    call_twin(f, "hd_twin_turn", &thread, 1);
    LLVMBuildBr(f->b, go);
    LLVMPositionBuilderAtEnd(f->b, go);
}

// Statements that begin with something else than what they do first: loops say so where they do it.
void twin_statement(struct fn *f, const struct hd_stmt *s) {
    switch (s->kind) {
    case STM_EXPR:
        if (s->a) twin_at(f, s->loc);
        break;
    case STM_VAR:
        if (s->var_init && s->sym->storage == ST_LOCAL && s->sym->name) twin_at(f, s->loc);
        break;
    case STM_IF:
    case STM_SWITCH:
    case STM_BREAK:
    case STM_CONTINUE:
    case STM_RETURN:
    case STM_GOTO:
    case STM_GOTO_PTR:
    case STM_ASM:
    case STM_GLOBAL_INIT:
    case STM_RESULT: twin_at(f, s->loc); break;
    default: break;
    }
}

// A variable that the debugger can show from here on; in memory of its own, which is `slot`.
void twin_local(struct fn *f, struct hd_sym *sym, LLVMValueRef slot, hd_loc from) {
    if (!f->twin || !sym->name) return;
    for (int i = 0; i < f->twin->locals.n; i++) // its declaration is emitted twice
        if (f->twin->locals.v[i].sym == sym) return;
    const struct hd_type *t = sym->type;
    struct hd_twin_local local = {.sym = sym, .from = from, .to = f->scope_end};
    local.by_pointer = t->kind == HD_TY_REF || (t->kind == HD_TY_ARRAY && hd_type_is_vla(t));
    bool ready = LLVMIsAAllocaInst(slot) || LLVMIsAArgument(slot);
    LLVMBuilderRef b = ready ? f->ab : f->b;
    if (ready && LLVMIsAAllocaInst(slot) && !sym->is_param && !local.by_pointer &&
        t->size <= 1 << 16) // the same each time that it runs
        LLVMBuildMemSet(b, slot, LLVMConstInt(f->g->i8, 0, false),
                        const_i64(f->g, (int64_t)t->size), 1);
    LLVMValueRef place = in_frame(f, b, sizeof(struct hd_frame) + 8 * (uint64_t)f->twin->locals.n);
    LLVMBuildStore(b, slot, place);
    HD_XPUSH(&f->twin->locals, local);
}

// Of a function's own memory it is told only when somebody wants to know.
static void announce(struct fn *f, const char *name, LLVMValueRef addr, LLVMValueRef *args,
                     unsigned n) {
    LLVMBasicBlockRef go = NULL;
    if (is_private(addr)) {
        LLVMBasicBlockRef tell = new_block(f, "tell");
        go = new_block(f, "go");
        LLVMBuildCondBr(f->b, flag(f, f->g->job->twin->locals), tell, go);
        LLVMPositionBuilderAtEnd(f->b, tell);
    }
    call_twin(f, name, args, n);
    if (!go) return;
    LLVMBuildBr(f->b, go);
    LLVMPositionBuilderAtEnd(f->b, go);
}

// What a header's function does is done by the user's statement that has called it.
static bool is_headers(const struct fn *f, LLVMValueRef addr) {
    return f->g->job->twin && !f->twin && f->device && f->thread && !is_private(addr);
}

static void announce_bytes(struct fn *f, bool stores, LLVMValueRef addr, LLVMValueRef size) {
    LLVMValueRef args[3] = {addr, size, f->twin ? f->frame : f->thread};
    if (f->twin)
        announce(f, stores ? "hd_twin_store" : "hd_twin_load", addr, args, 3);
    else if (is_headers(f, addr))
        call_twin(f, stores ? "hd_twin_store_by" : "hd_twin_load_by", args, 3);
}

void twin_store(struct fn *f, LLVMValueRef addr, uint64_t size) {
    if (size) announce_bytes(f, true, addr, const_i64(f->g, (int64_t)size));
}

void twin_stored(struct fn *f, LLVMValueRef addr) {
    if (f->twin)
        announce(f, "hd_twin_stored", addr, &f->frame, 1);
    else if (is_headers(f, addr))
        call_twin(f, "hd_twin_stored_by", &f->thread, 1);
}

// Of an address that is made of locals only the rest is of interest: values come from elsewhere.
void twin_load(struct fn *f, LLVMValueRef addr, uint64_t size) {
    if (f->addressing && is_private(addr)) return;
    if (size) announce_bytes(f, false, addr, const_i64(f->g, (int64_t)size));
}

static bool is_one_of(const char *name, const char *const *names, int n) {
    for (int i = 0; i < n; i++)
        if (!strcmp(names[i], name)) return true;
    return false;
}

static bool copies(const char *name) {
    static const char *const names[] = {"memcpy", "memmove", "__builtin_memcpy",
                                        "__builtin_memmove"};
    return is_one_of(name, names, HD_COUNT(names));
}

static bool sets(const char *name) {
    static const char *const names[] = {"memset", "__builtin_memset"};
    return is_one_of(name, names, HD_COUNT(names));
}

// Of the C library what device code has. true: it stores to its first argument.
bool twin_library_call(struct fn *f, const char *name, struct val *args, int nargs) {
    if (!f->g->job->twin || !f->device || nargs < 3 || !(copies(name) || sets(name))) return false;
    LLVMValueRef size = convert(f, args[2], hd_ty.ulong_).v;
    if (copies(name)) announce_bytes(f, false, args[1].v, size);
    announce_bytes(f, true, args[0].v, size);
    return true;
}

// ---- device code: nothing is stored that is not told of
// ------------------------------------------ Going back puts memory back to what it was, so each
// store has to be known before it is done: also of what is emitted as a copy, as a call's result,
// as an instruction of its own.

static const char *callee_of(LLVMValueRef call) {
    size_t len;
    LLVMValueRef fn = LLVMIsACallInst(call) ? LLVMIsAFunction(LLVMGetCalledValue(call)) : NULL;
    return fn ? LLVMGetValueName2(fn, &len) : "";
}

// Where an instruction stores; NULL: nowhere. *size: of an instruction that says it itself.
static LLVMValueRef stores_to(struct fn *f, LLVMValueRef i, LLVMValueRef *size) {
    LLVMValueRef v = NULL, addr = NULL;
    const char *name = callee_of(i);
    if (LLVMIsAStoreInst(i)) {
        v = LLVMGetOperand(i, 0);
        addr = LLVMGetOperand(i, 1);
    } else if (LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i)) {
        addr = LLVMGetOperand(i, 0);
        v = LLVMGetOperand(i, 1);
    } else if (copies(name) || sets(name) || !strncmp(name, "llvm.mem", 8)) {
        *size = LLVMGetOperand(i, 2);
        return LLVMGetOperand(i, 0);
    }
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(f->g->mod);
    if (v) *size = const_i64(f->g, (int64_t)LLVMStoreSizeOfType(layout, LLVMTypeOf(v)));
    return addr;
}

// The count of statements.
static bool is_ours(LLVMValueRef addr) {
    return LLVMIsAConstantExpr(addr) && LLVMGetConstOpcode(addr) == LLVMIntToPtr;
}

enum { NEAR = 24 }; // instructions, from where it was told of a store to that

static bool is_told(LLVMValueRef i, LLVMValueRef addr) {
    for (int k = 0; k < NEAR && (i = LLVMGetPreviousInstruction(i)); k++)
        if (!strncmp(callee_of(i), "hd_twin_store", 13) && LLVMGetOperand(i, 0) == addr)
            return true;
    return false;
}

static void tell_of_stores(struct fn *f) {
    struct gen *g = f->g;
    LLVMBuilderRef outer = f->b;
    f->b = LLVMCreateBuilderInContext(g->ctx);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f->fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            LLVMValueRef size = NULL, addr = stores_to(f, i, &size);
            if (!addr || is_private(addr) || is_ours(addr) || is_told(i, addr)) continue;
            LLVMPositionBuilderBefore(f->b, i);
            if (LLVMTypeOf(size) != g->i64) size = LLVMBuildZExt(f->b, size, g->i64, "");
            LLVMValueRef args[2] = {addr, size};
            call_twin(f, "hd_twin_wrote", args, 2);
        }
    LLVMDisposeBuilder(f->b);
    f->b = outer;
}

// Of a function that a pointer leads to, the twin, where it has one.
LLVMValueRef twin_callee(struct fn *f, LLVMValueRef pointer) {
    struct gen *g = f->g;
    if (!g->job->twin) return pointer;
    LLVMTypeRef type = LLVMFunctionType(g->ptr, &g->ptr, 1, false);
    LLVMValueRef fn = extern_function(g, "hd_twin_callee", type, HD_REF_RUNTIME, f->loc);
    return LLVMBuildCall2(f->b, type, fn, &pointer, 1, "");
}

void twin_breakpoint(struct fn *f) {
    if (f->twin) call_twin(f, "hd_rt_breakpoint", NULL, 0);
}
