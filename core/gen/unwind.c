// Exceptions: which calls may throw, landing pads, `throw` and `try`.
//
// Nothing is paid before something is thrown. A call that may throw, in a scope with something to
// destroy or to catch, is an `invoke` whose second way is a landing pad; the unwinder finds it by
// tables (cpu/guard/exception.c). All else is made as in C: functions that let no exception out
// (they call nothing that may throw, or are noexcept) are `nounwind`, and what calls only such has
// no tables.
//
//     f->vla:  temporary -> local a -> try -> local b -> (the function)
//     landing pad: notes exception and selector -> ~temporary -> ~a -> which handler? -> ~b ->
//     resume
//
// Each scope has, once a call needs it, one block that does what leaving it means and goes on to
// that of the scope around (`unwinding`), and one landing pad for the calls directly in it.
//
// *Guards* are scopes of things that live on when all goes well: the members of an object whose
// constructor has not ended, memory from `new`. They are dropped from the list when all went well;
// temporaries made in the meantime stay, as copies, since their landing pads ran through the
// guards.
//
// A destructor that throws during all this, and what leaves a noexcept function, ends in
// std::terminate (SCOPE_TERMINATE).
#include "gen/emit.h"

#include "front/front.h"

// ---- what may throw -----------------------------------------------------------------------------

// A library's function throws nothing itself, but what it calls back may.
bool library_may_throw(const struct hd_sym *sym) {
    if (strcmp(sym->link_name, "__heddle_exception_throw_again") == 0) return true;
    const struct hd_type *type = sym->type;
    for (int i = 0; i < type->nparams; i++) {
        const struct hd_type *t = type->params[i];
        if (t->kind == HD_TY_PTR && t->base->kind == HD_TY_FUNC) return true;
    }
    return false;
}

enum { UNKNOWN, ASKING, NEVER, PERHAPS };

// *open: the answer rests on that of a function which is being asked about further out.
static bool body_throws(struct gen *g, struct hd_func *func, bool *open) {
    if (!func->body || func->has_throw || func->has_indirect_call) return true;
    intptr_t known = (intptr_t)hd_map_get(&g->throwing, (const char *)func);
    if (known == ASKING) *open = true;
    if (known != UNKNOWN) return known == PERHAPS;
    hd_map_set(&g->throwing, (const char *)func, (void *)(intptr_t)ASKING);
    bool throws = false, inner = false;
    for (int i = 0; i < func->ncalls && !throws; i++) {
        const struct hd_sym *callee = hd_linked(func->calls[i]);
        if (callee->kind != SYM_FUNC) continue;
        if (!callee->func)
            throws = library_may_throw(callee);
        else
            throws = !callee->func->is_noexcept && body_throws(g, callee->func, &inner);
    }
    hd_map_set(&g->throwing, (const char *)func,
               (void *)(intptr_t)(throws  ? PERHAPS
                                  : inner ? UNKNOWN
                                          : NEVER));
    *open = *open || inner;
    return throws;
}

bool may_throw(struct gen *g, struct hd_func *func) {
    bool open = false;
    if (g->gpu || func->is_noexcept) return false;
    bool throws = body_throws(g, func, &open);
    if (!throws) hd_map_set(&g->throwing, (const char *)func, (void *)(intptr_t)NEVER);
    return throws;
}

// ---- landing pads -------------------------------------------------------------------------------

static LLVMValueRef runtime(struct fn *f, const char *name, LLVMTypeRef result, LLVMTypeRef *types,
                            LLVMValueRef *args, unsigned n) {
    struct gen *g = f->g;
    LLVMTypeRef type = LLVMFunctionType(result, types, n, false);
    LLVMValueRef fn = extern_function(g, name, type, HD_REF_RUNTIME, f->loc);
    return LLVMBuildCall2(f->b, type, fn, args, n, "");
}

static LLVMValueRef personality(struct gen *g) {
    const char *name = "__gxx_personality_v0"; // LLVM knows its tables by this name; it is ours
    LLVMValueRef fn = LLVMGetNamedFunction(g->mod, name);
    if (fn) return fn;
    add_ref(g, name, HD_REF_RUNTIME, HD_HOST_CODE, NULL, NULL, 0);
    return LLVMAddFunction(g->mod, name, LLVMFunctionType(g->i32, NULL, 0, true));
}

LLVMValueRef type_info(struct gen *g, struct hd_type *type, hd_loc loc) {
    type = hd_type_unqual(type);
    const struct hd_type *root = type;
    while (root->kind == HD_TY_PTR || root->kind == HD_TY_ARRAY) root = root->base;
    int number = root->kind == HD_TY_RECORD ? (int)root->record->number : 0;
    const char *name = hd_printf(g->arena, "type:%s:%d", hd_type_str(g->arena, type), number);
    LLVMValueRef var = LLVMGetNamedGlobal(g->mod, name);
    if (var) return var;
    var = LLVMAddGlobal(g->mod, g->i8, name);
    add_ref(g, name, HD_REF_TYPE, HD_HOST_CODE, NULL, NULL, loc);
    g->job->refs.v[g->job->refs.n - 1].type = type;
    return var;
}

static void use_slots(struct fn *f) {
    if (f->exception) return;
    f->exception = temp(f, f->g->ptr, 8);
    f->selector = temp(f, f->g->i32, 4);
    LLVMSetPersonalityFn(f->fn, personality(f->g));
    LLVMAddAttributeAtIndex(f->fn, LLVMAttributeFunctionIndex, enum_attr(f->g, "uwtable", 2));
}

struct place_in_code { // where code was being made before another part of the function is
    LLVMBasicBlockRef block, dead;
    struct vla_scope *vla;
    int conditional;
};

static struct place_in_code leave_for(struct fn *f, LLVMBasicBlockRef bb) {
    struct place_in_code here = {LLVMGetInsertBlock(f->b), f->dead, f->vla, f->conditional};
    f->dead = NULL;
    f->conditional = 0;
    LLVMPositionBuilderAtEnd(f->b, bb);
    return here;
}

static void come_back(struct fn *f, const struct place_in_code *here) {
    LLVMPositionBuilderAtEnd(f->b, here->block);
    f->dead = here->dead;
    f->vla = here->vla;
    f->conditional = here->conditional;
}

static void terminate_here(struct fn *f, bool unwinding) {
    LLVMTypeRef types[2] = {f->g->ptr, f->g->i32};
    LLVMValueRef args[2] = {raw_load(f, f->g->ptr, f->exception, 8), const_i32(f->g, unwinding)};
    runtime(f, "hd_rt_exception_terminate", f->g->void_, types, args, 2);
    LLVMBuildUnreachable(f->b);
}

static void resume_here(struct fn *f) {
    struct gen *g = f->g;
    LLVMTypeRef parts[2] = {g->ptr, g->i32},
                pair = LLVMStructTypeInContext(g->ctx, parts, 2, false);
    LLVMValueRef v = LLVMGetUndef(pair);
    v = LLVMBuildInsertValue(f->b, v, raw_load(f, g->ptr, f->exception, 8), 0, "");
    v = LLVMBuildInsertValue(f->b, v, raw_load(f, g->i32, f->selector, 4), 1, "");
    LLVMBuildResume(f->b, v);
}

void let_caught_go(struct fn *f) { runtime(f, "hd_rt_exception_end", f->g->void_, NULL, NULL, 0); }

static LLVMBasicBlockRef unwind_block(struct fn *f, struct vla_scope *s);

static void choose_handler(struct fn *f, struct vla_scope *s) {
    struct gen *g = f->g;
    const struct hd_stmt *attempt = s->block;
    s->handlers = HD_NEW_ARRAY(g->arena, LLVMBasicBlockRef, attempt->nlist + 1);
    for (int i = 0; i < attempt->nlist; i++) s->handlers[i] = new_block(f, "catch");
    for (int i = 0; i < attempt->nlist; i++) {
        const struct hd_sym *sym = attempt->list[i]->sym;
        if (!sym) {
            LLVMBuildBr(f->b, s->handlers[i]);
            return;
        }
        LLVMValueRef info = type_info(g, sym->type->base, attempt->loc);
        LLVMValueRef id = intrinsic(f, "llvm.eh.typeid.for", &g->ptr, 1, &info, 1);
        LLVMValueRef is =
            LLVMBuildICmp(f->b, LLVMIntEQ, raw_load(f, g->i32, f->selector, 4), id, "");
        LLVMBasicBlockRef next = new_block(f, "catch.next");
        LLVMBuildCondBr(f->b, is, s->handlers[i], next);
        LLVMPositionBuilderAtEnd(f->b, next);
    }
    LLVMBuildBr(f->b, unwind_block(f, s->outer));
}

// Where an exception that leaves s goes: what is done then, and on to the scope around.
static LLVMBasicBlockRef unwind_block(struct fn *f, struct vla_scope *s) {
    LLVMBasicBlockRef *known = s ? &s->unwinding : &f->resume;
    if (*known) return *known;
    *known = new_block(f, s ? "unwind" : "resume");
    struct place_in_code here = leave_for(f, *known);
    struct vla_scope last = {.kind = SCOPE_TERMINATE, .on_throw = true}, *around;
    switch (s ? s->kind : SCOPE_TERMINATE) {
    case SCOPE_TRY: choose_handler(f, s); break;
    case SCOPE_TERMINATE:
        if (s)
            terminate_here(f, s->on_throw);
        else
            resume_here(f);
        break;
    case SCOPE_CATCH:
        let_caught_go(f);
        LLVMBuildBr(f->b, unwind_block(f, s->outer));
        break;
    case SCOPE_THROWING:
        runtime(f, "hd_rt_exception_free", f->g->void_, &f->g->ptr, &s->memory, 1);
        LLVMBuildBr(f->b, unwind_block(f, s->outer));
        break;
    case SCOPE_CLEANUP:
        around = HD_NEW(f->g->arena, struct vla_scope);
        *around = last;
        if (s->saved)
            restore_stack(f, s);
        else
            clean_scope(f, s, around);
        if (!is_dead(f)) LLVMBuildBr(f->b, unwind_block(f, s->outer));
        break;
    }
    if (is_dead(f)) LLVMDeleteBasicBlock(LLVMGetInsertBlock(f->b));
    come_back(f, &here);
    return *known;
}

static bool matters(const struct vla_scope *s) { return !s->saved; }

// The landing pad of calls made now; NULL: an exception may leave the function as it is.
static LLVMBasicBlockRef landing_block(struct fn *f) {
    struct gen *g = f->g;
    struct vla_scope *s = f->vla;
    while (s && !matters(s)) s = s->outer;
    if (!s) return NULL;
    struct vla_scope *end = s; // g++ destroys nothing on the way out of a noexcept function
    while (end && end->kind != SCOPE_TERMINATE && end->kind != SCOPE_TRY) end = end->outer;
    if (end && end->kind == SCOPE_TERMINATE) s = end;
    if (s->landing) return s->landing;
    s->landing = new_block(f, "landing");
    use_slots(f);
    struct place_in_code here = leave_for(f, s->landing);
    LLVMTypeRef parts[2] = {g->ptr, g->i32},
                pair = LLVMStructTypeInContext(g->ctx, parts, 2, false);
    LLVMValueRef pad = LLVMBuildLandingPad(f->b, pair, NULL, 0, "");
    bool all = false, cleanup = false;
    for (const struct vla_scope *k = s; k && !all; k = k->outer) {
        if (k->kind == SCOPE_TERMINATE) all = true;
        if (k->kind != SCOPE_TRY) {
            cleanup = cleanup || (matters(k) && !all);
            continue;
        }
        for (int i = 0; i < k->block->nlist && !all; i++) {
            const struct hd_sym *sym = k->block->list[i]->sym;
            if (sym)
                LLVMAddClause(pad, type_info(g, sym->type->base, k->block->loc));
            else
                all = true;
        }
    }
    if (all) LLVMAddClause(pad, LLVMConstPointerNull(g->ptr));
    LLVMSetCleanup(pad, cleanup && !all);
    raw_store(f, LLVMBuildExtractValue(f->b, pad, 0, ""), f->exception, 8);
    raw_store(f, LLVMBuildExtractValue(f->b, pad, 1, ""), f->selector, 4);
    twin_landed(f);
    LLVMBuildBr(f->b, unwind_block(f, s));
    come_back(f, &here);
    return s->landing;
}

LLVMValueRef build_call(struct fn *f, LLVMTypeRef type, LLVMValueRef callee, LLVMValueRef *args,
                        unsigned n) {
    LLVMBasicBlockRef landing = f->call_throws && f->unwinds ? landing_block(f) : NULL;
    if (!landing) return LLVMBuildCall2(f->b, type, callee, args, n, "");
    LLVMBasicBlockRef after = new_block(f, "");
    bool dead = is_dead(f);
    LLVMValueRef call = LLVMBuildInvoke2(f->b, type, callee, args, n, after, landing, "");
    LLVMPositionBuilderAtEnd(f->b, after);
    if (dead) f->dead = NULL;
    return call;
}

// ---- scopes -------------------------------------------------------------------------------------

static struct vla_scope *push(struct fn *f, enum scope_kind kind, const struct hd_stmt *block) {
    struct vla_scope *s = HD_NEW(f->g->arena, struct vla_scope);
    *s = (struct vla_scope){.outer = f->vla, .block = block, .kind = kind};
    f->vla = s;
    return s;
}

void unwind_begin(struct fn *f) {
    struct hd_func *func = f->func;
    if (f->device || f->g->gpu) return;
    f->unwinds = func->has_cleanups;
    bool open = false;
    if (!func->is_noexcept || !body_throws(f->g, func, &open)) return;
    f->unwinds = true;
    push(f, SCOPE_TERMINATE, NULL);
}

struct vla_scope *push_guard(struct fn *f, const struct hd_expr *cleanup) {
    struct vla_scope *s = push(f, SCOPE_CLEANUP, NULL);
    s->cleanup = cleanup;
    s->on_throw = true;
    return s;
}

// g++ destroys the temporaries that came before it first, then what was made of them.
struct vla_scope *insert_guard(struct fn *f, struct vla_scope *below,
                               const struct hd_expr *cleanup) {
    struct vla_scope *guard = HD_NEW(f->g->arena, struct vla_scope), **from = &f->vla;
    *guard = (struct vla_scope){.outer = below, .cleanup = cleanup, .on_throw = true};
    for (struct vla_scope *s = f->vla; s != below; s = s->outer) {
        struct vla_scope *copy = HD_NEW(f->g->arena, struct vla_scope);
        *copy = *s;
        copy->landing = copy->unwinding = NULL;
        *from = copy;
        from = &copy->outer;
    }
    *from = guard;
    return guard;
}

void end_guards(struct fn *f, struct vla_scope *outer) {
    struct vla_scope **from = &f->vla;
    bool below = false;
    for (struct vla_scope *s = f->vla; s != outer; s = s->outer) below = below || s->on_throw;
    if (!below) return;
    for (struct vla_scope *s = f->vla; s != outer; s = s->outer) {
        if (s->on_throw) continue;
        struct vla_scope *copy = HD_NEW(f->g->arena, struct vla_scope);
        *copy = *s;
        copy->landing = copy->unwinding = NULL;
        *from = copy;
        from = &copy->outer;
    }
    *from = outer;
}

// ---- throw, try ---------------------------------------------------------------------------------

void emit_throw(struct fn *f, const struct hd_expr *e) {
    struct gen *g = f->g;
    LLVMTypeRef types[4] = {g->ptr, g->ptr, g->ptr, g->i32};
    LLVMValueRef args[4];
    unsigned n = 0;
    const char *name = "hd_rt_exception_rethrow";
    struct vla_scope *outer = f->vla;
    if (e->a) {
        struct hd_type *type = hd_type_unqual(e->a->type);
        LLVMValueRef size = const_i64(g, (int64_t)type->size);
        LLVMValueRef memory = runtime(f, "hd_rt_exception_new", g->ptr, &g->i64, &size, 1);
        struct vla_scope *s = push(f, SCOPE_THROWING, NULL);
        s->memory = memory;
        s->on_throw = true;
        struct place p = place_at(memory, type);
        if (ty_is_agg(type))
            emit_into(f, e->a, p);
        else
            access_store(f, p, emit_expr(f, e->a));
        end_guards(f, outer);
        name = "hd_rt_exception_throw";
        args[n++] = memory;
        args[n++] = type_info(g, type, e->loc);
        args[n++] = e->b ? emit_expr(f, e->b).v : LLVMConstPointerNull(g->ptr);
        args[n++] = const_i32(g, e->loc);
    }
    at(f, e->loc);
    LLVMTypeRef type = LLVMFunctionType(g->void_, types, n, false);
    LLVMValueRef fn = LLVMGetNamedFunction(g->mod, name);
    if (!fn) {
        fn = LLVMAddFunction(g->mod, name, type);
        add_ref(g, name, HD_REF_RUNTIME, HD_HOST_CODE, NULL, NULL, e->loc);
        LLVMAddAttributeAtIndex(fn, LLVMAttributeFunctionIndex, enum_attr(g, "noreturn", 0));
        LLVMAddAttributeAtIndex(fn, LLVMAttributeFunctionIndex, enum_attr(g, "cold", 0));
    }
    f->call_throws = true;
    build_call(f, type, fn, args, n);
    f->call_throws = false;
    LLVMBuildUnreachable(f->b);
    after_terminator(f);
}

static void emit_handler(struct fn *f, struct hd_stmt *s) {
    struct gen *g = f->g;
    struct vla_scope *outer = f->vla;
    LLVMValueRef flight = raw_load(f, g->ptr, f->exception, 8);
    LLVMValueRef caught = runtime(f, "hd_rt_exception_catch", g->ptr, &g->ptr, &flight, 1);
    if (s->sym) raw_store(f, caught, local_slot(f, s->sym), 8);
    push(f, SCOPE_CATCH, s);
    emit_stmt(f, s->body);
    f->vla = outer;
    if (!is_dead(f)) let_caught_go(f);
}

void emit_try(struct fn *f, struct hd_stmt *s) {
    if (!f->unwinds) {
        emit_stmt(f, s->body);
        return;
    }
    struct vla_scope *outer = f->vla, *scope = push(f, SCOPE_TRY, s);
    emit_stmt(f, s->body);
    f->vla = outer;
    LLVMBasicBlockRef end = new_block(f, "try.end");
    jump(f, end);
    for (int i = 0; scope->handlers && i < s->nlist; i++) {
        start_block(f, scope->handlers[i]);
        emit_handler(f, s->list[i]);
        jump(f, end);
    }
    start_block(f, end);
}
