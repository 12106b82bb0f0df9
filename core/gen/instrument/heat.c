// Quick code of host functions: it counts, and can be left in the middle of a loop.
//
// A job with `heat` makes quick code. Its functions are called "NAME.q" and call each other as
// "NAME", which run/ lets lead to whatever code is the best at the time. Each counts its calls and
// the turns of its loops down in a struct hd_heat; below zero it calls
//
//     void *hd_rt_hot(struct hd_heat *heat, int32_t turn, void **frame)
//
// turn: -1 for a call, else the number of the jump back, counted as the text goes. What that
// returns, if not NULL, is the function "NAME.turnN" of another module (an item with `turn`): the
// full code, begun at that jump. It has the parameters of the function and takes the locals from
// where `frame` says that they are; what it returns is what the function returns.
//
// Both are made by the same walk over the same tree, so the allocas of one are those of the other;
// `shape`, a hash of them, is compared by run/. Locals that nothing but loads and stores refers to
// are copied, all others stay where they are: somebody may know their address. A value that is
// neither in memory nor a parameter, and that is needed behind the jump, cannot be taken along: the
// verifier finds it, and then there is no such entry.
#include "gen/emit.h"

#include <llvm-c/Analysis.h>

#define MOST_DEPTH 8 // of addresses that are offsets of each other

enum { FIRST_COUNT = 64 }; // then run/ knows how long a turn takes

// ---- which functions can have quick code --------------------------------------------------------

static bool label_address(void *user, const struct hd_stmt *s, const struct hd_expr *e) {
    return e && e->kind == EX_LABEL_ADDR;
}

static bool init_holds_labels(const struct hd_init *init) {
    for (int i = 0; init && i < init->nitems; i++)
        if (tree_find_expr(init->items[i].value, label_address, NULL)) return true;
    return false;
}

struct labels {
    struct hd_map tables; // struct hd_sym * of static tables of addresses
    int uses;             // of addresses of labels, and of such tables
    int jumps;            // those in the operand of a computed goto, or in a table
    bool stores;          // such an operand assigns something
};

static const struct hd_init *label_table(const struct hd_stmt *s) {
    if (!s || s->kind != STM_VAR || s->sym->storage != ST_STATIC) return NULL;
    const struct hd_init *init = s->var_init ? s->var_init : s->sym->init;
    return init_holds_labels(init) ? init : NULL;
}

static bool note_table(void *user, const struct hd_stmt *s, const struct hd_expr *e) {
    struct labels *l = user;
    if (label_table(s)) hd_map_set(&l->tables, (const char *)s->sym, s->sym);
    return false;
}

static bool count_uses(void *user, const struct hd_stmt *s, const struct hd_expr *e) {
    struct labels *l = user;
    if (!e) return false;
    bool table = e->kind == EX_VAR && hd_map_get(&l->tables, (const char *)e->sym);
    l->uses += e->kind == EX_LABEL_ADDR || table;
    l->stores = l->stores || e->kind == EX_ASSIGN || e->kind == EX_COMPOUND;
    return false;
}

static bool count_jumps(void *user, const struct hd_stmt *s, const struct hd_expr *e) {
    struct labels *l = user, here = {.tables = l->tables};
    const struct hd_init *table = label_table(s);
    for (int i = 0; table && table == s->var_init && i < table->nitems; i++)
        tree_find_expr(table->items[i].value, count_uses, &here);
    if (s && s->kind == STM_GOTO_PTR) {
        tree_find_expr(s->a, count_uses, &here);
        l->stores = l->stores || here.stores;
    }
    l->jumps += here.uses;
    return false;
}

// Addresses of labels belong to the code that they were taken in: they may be in tables that
// nothing but jumps looks into.
static bool keeps_labels(const struct hd_func *func) {
    struct labels l = {0};
    if (!func->has_goto_ptr && !func->nlabels) return false;
    tree_find(func->body, note_table, &l);
    struct labels all = {.tables = l.tables};
    tree_find(func->body, count_jumps, &l);
    tree_find(func->body, count_uses, &all);
    hd_map_finish(&l.tables);
    return all.uses != l.jumps || l.stores;
}

static bool ends_in_itself(void *user, const struct hd_stmt *s, const struct hd_expr *e) {
    const struct hd_func *func = user;
    if (!s || s->kind != STM_RETURN || !s->a) return false;
    const struct hd_expr *call = s->a;
    while (call->kind == EX_CAST) call = call->a;
    if (call->kind == EX_COND) return true; // one of its arms may be
    if (call->kind != EX_CALL) return false;
    const struct hd_expr *callee = call->a;
    while (callee->kind == EX_DECAY || callee->kind == EX_ADDR) callee = callee->a;
    return callee->kind == EX_FUNC && callee->sym == func->sym;
}

static bool calls_itself(const struct hd_func *func) {
    for (int i = 0; i < func->ncalls; i++)
        if (func->calls[i] == func->sym) return true;
    return false;
}

bool hd_gen_needs_full(const struct hd_func *func) {
    if (!func->body) return false;
    if (func->calls_setjmp || keeps_labels(func)) return true;
    // A recursion that is a loop to the optimiser takes no stack there.
    return calls_itself(func) && tree_find(func->body, ends_in_itself, (void *)func);
}

// ---- counting -----------------------------------------------------------------------------------

static LLVMTypeRef heat_type(struct gen *g) {
    LLVMTypeRef parts[] = {g->i32, g->i32, g->ptr};
    return LLVMStructTypeInContext(g->ctx, parts, 3, false);
}

static void set_heat(struct fn *f, uint32_t shape) {
    struct gen *g = f->g;
    LLVMValueRef parts[] = {const_i32(g, FIRST_COUNT), LLVMConstInt(g->i32, shape, false),
                            LLVMConstPointerNull(g->ptr)};
    LLVMSetInitializer(f->heat, LLVMConstStructInContext(g->ctx, parts, 3, false));
}

static LLVMValueRef heat_of(struct fn *f) {
    struct gen *g = f->g;
    if (f->heat) return f->heat;
    const char *name = hd_printf(g->arena, "%s.heat", f->func->sym->link_name);
    f->heat = LLVMAddGlobal(g->mod, heat_type(g), name);
    LLVMSetAlignment(f->heat, 8);
    LLVMSetVisibility(f->heat, LLVMHiddenVisibility);
    set_heat(f, 0);
    return f->heat;
}

static LLVMValueRef count_down(struct fn *f) { // i1: it is time to say so
    struct gen *g = f->g;
    LLVMValueRef heat = heat_of(f), count = raw_load(f, g->i32, heat, 8);
    count = LLVMBuildSub(f->b, count, const_i32(g, 1), "");
    raw_store(f, count, heat, 8);
    return LLVMBuildICmp(f->b, LLVMIntSLT, count, const_i32(g, 0), "");
}

static LLVMValueRef tell(struct fn *f, LLVMValueRef turn, LLVMValueRef frame) {
    struct gen *g = f->g;
    LLVMTypeRef params[] = {g->ptr, g->i32, g->ptr},
                type = LLVMFunctionType(g->ptr, params, 3, false);
    LLVMValueRef args[] = {heat_of(f), turn, frame};
    LLVMValueRef fn = extern_function(g, "hd_rt_hot", type, HD_REF_RUNTIME, f->loc);
    return LLVMBuildCall2(f->b, type, fn, args, 3, "");
}

void heat_call(struct fn *f) {
    if (!f->counts || f->func->is_entry) return;
    LLVMBasicBlockRef hot = new_block(f, "hot"), go_on = new_block(f, "hot.end");
    LLVMBuildCondBr(f->b, count_down(f), hot, go_on);
    LLVMPositionBuilderAtEnd(f->b, hot);
    tell(f, const_i32(f->g, -1), LLVMConstPointerNull(f->g->ptr));
    LLVMBuildBr(f->b, go_on);
    LLVMPositionBuilderAtEnd(f->b, go_on);
}

bool heat_turn(struct fn *f, LLVMBasicBlockRef to) {
    if (!f->counts && !f->from_turn) return false;
    int turn = f->nturns++;
    if (!f->counts) {
        if (turn + 1 == f->from_turn) f->turn_block = to;
        return false;
    }
    LLVMBasicBlockRef hot = new_block(f, "hot");
    LLVMBuildCondBr(f->b, count_down(f), hot, to);
    HD_PUSH(f->g->arena, &f->turns, ((struct turn){hot, to}));
    return true;
}

// ---- the frame ----------------------------------------------------------------------------------

typedef HD_VEC(LLVMValueRef) value_vec;

// What the two kinds of code have in common: memory of locals, and of parameters that are copies.
static uint32_t list_frame(struct fn *f, value_vec *frame) {
    struct gen *g = f->g;
    uint32_t shape = (uint32_t)f->nturns;
    for (LLVMValueRef i = LLVMGetFirstInstruction(f->entry); i; i = LLVMGetNextInstruction(i)) {
        if (!LLVMIsAAllocaInst(i)) continue;
        LLVMTypeRef type = LLVMGetAllocatedType(i);
        LLVMTypeKind kind = LLVMGetTypeKind(type);
        uint64_t length = kind == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type)
                          : kind == LLVMArrayTypeKind ? LLVMGetArrayLength2(type)
                                                      : 0;
        shape = shape * 31 + (uint32_t)kind;
        shape = shape * 31 + (uint32_t)length;
        shape = shape * 31 + LLVMGetAlignment(i);
        HD_PUSH(g->arena, frame, i);
    }
    unsigned byval = LLVMGetEnumAttributeKindForName("byval", 5);
    for (unsigned i = 0; i < LLVMCountParams(f->fn); i++)
        if (LLVMGetEnumAttributeAtIndex(f->fn, i + 1, byval))
            HD_PUSH(g->arena, frame, LLVMGetParam(f->fn, i));
    return shape * 31 + (uint32_t)frame->n;
}

static LLVMValueRef slot_of(struct fn *f, LLVMBuilderRef b, LLVMValueRef frame, int i) {
    LLVMValueRef index = const_i64(f->g, i);
    return LLVMBuildGEP2(b, f->g->ptr, frame, &index, 1, "");
}

static LLVMValueRef own_call(struct fn *f, LLVMValueRef code) {
    unsigned n = LLVMCountParams(f->fn);
    LLVMValueRef *args = HD_NEW_ARRAY(f->g->arena, LLVMValueRef, n + 1);
    LLVMGetParams(f->fn, args);
    LLVMValueRef call = LLVMBuildCall2(f->b, f->sig->type, code, args, n, "");
    abi_attributes(f->g, f->sig, call, true);
    return call;
}

// Where all turns that are hot come together.
static void leave_for_full(struct fn *f) {
    struct gen *g = f->g;
    value_vec frame = {0};
    bool can_leave = !f->sig->variadic;
    set_heat(f, list_frame(f, &frame));
    LLVMValueRef turn = temp(f, g->i32, 4), slots;
    slots = temp(f, LLVMArrayType2(g->ptr, (uint64_t)frame.n + 1), 8);
    LLVMBasicBlockRef all = new_block(f, "hot.turn"), enter = new_block(f, "hot.enter"),
                      back = new_block(f, "hot.back");
    for (int i = 0; i < f->turns.n; i++) {
        LLVMMoveBasicBlockAfter(f->turns.v[i].hot, LLVMGetLastBasicBlock(f->fn));
        LLVMPositionBuilderAtEnd(f->b, f->turns.v[i].hot);
        raw_store(f, const_i32(g, i), turn, 4);
        LLVMBuildBr(f->b, all);
    }
    LLVMMoveBasicBlockAfter(all, LLVMGetLastBasicBlock(f->fn));
    LLVMPositionBuilderAtEnd(f->b, all);
    for (int i = 0; i < frame.n && can_leave; i++)
        raw_store(f, frame.v[i], slot_of(f, f->b, slots, i), 8);
    LLVMValueRef which = raw_load(f, g->i32, turn, 4);
    LLVMValueRef code = tell(f, can_leave ? which : const_i32(g, -1), slots);
    LLVMBuildCondBr(f->b, LLVMBuildIsNull(f->b, code, ""), back, enter);
    LLVMPositionBuilderAtEnd(f->b, enter);
    LLVMValueRef result = own_call(f, code);
    if (LLVMGetTypeKind(LLVMTypeOf(result)) == LLVMVoidTypeKind)
        LLVMBuildRetVoid(f->b);
    else
        LLVMBuildRet(f->b, result);
    LLVMPositionBuilderAtEnd(f->b, back);
    LLVMValueRef sw = LLVMBuildSwitch(f->b, which, f->turns.v[0].to, (unsigned)f->turns.n);
    for (int i = 1; i < f->turns.n; i++) LLVMAddCase(sw, const_i32(g, i), f->turns.v[i].to);
}

// ---- entries ------------------------------------------------------------------------------------

static bool is_plain_use(LLVMValueRef user, LLVMValueRef slot) {
    if (LLVMIsALoadInst(user)) return !LLVMGetVolatile(user);
    return LLVMIsAStoreInst(user) && !LLVMGetVolatile(user) && LLVMGetOperand(user, 0) != slot;
}

static bool is_memory_intrinsic(LLVMValueRef call) {
    return LLVMIsAMemIntrinsic(call) && LLVMIsNull(LLVMGetOperand(call, 3)); // not volatile
}

// Nobody knows the address of the memory at `p` but the instructions that are seen here.
static bool is_own(LLVMValueRef p, int depth) {
    for (LLVMUseRef use = LLVMGetFirstUse(p); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsAGetElementPtrInst(user) && LLVMGetOperand(user, 0) == p && depth < MOST_DEPTH) {
            if (!is_own(user, depth + 1)) return false;
        } else if (!is_plain_use(user, p) && !is_memory_intrinsic(user)) {
            return false;
        }
    }
    return true;
}

static bool gets_stack_pointer(LLVMValueRef slot) {
    for (LLVMUseRef use = LLVMGetFirstUse(slot); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use), value;
        if (!LLVMIsAStoreInst(user) || LLVMGetOperand(user, 1) != slot) continue;
        value = LLVMGetOperand(user, 0);
        if (LLVMIsAIntrinsicInst(value) && LLVMGetIntrinsicID(LLVMGetCalledValue(value)) ==
                                               LLVMLookupIntrinsicID("llvm.stacksave", 14))
            return true;
    }
    return false;
}

// Stores that begin a local as zero: it has a value already.
static void drop_first_stores(struct fn *f, LLVMValueRef slot) {
    for (LLVMUseRef use = LLVMGetFirstUse(slot), next; use; use = next) {
        next = LLVMGetNextUse(use);
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMGetInstructionParent(user) == f->entry) LLVMInstructionEraseFromParent(user);
    }
}

static void take_local(struct fn *f, LLVMValueRef slot, LLVMValueRef place) {
    enum { MOST_COPIED = 65536 };
    LLVMTypeRef type = LLVMGetAllocatedType(slot);
    uint64_t size = LLVMABISizeOfType(LLVMGetModuleDataLayout(f->g->mod), type);
    unsigned align = LLVMGetAlignment(slot);
    drop_first_stores(f, slot);
    if (gets_stack_pointer(slot)) { // freed is what this frame allocates
        LLVMTypeRef overload = f->g->ptr;
        unsigned id = LLVMLookupIntrinsicID("llvm.stacksave", 14);
        LLVMValueRef save = LLVMGetIntrinsicDeclaration(f->g->mod, id, &overload, 1);
        LLVMTypeRef save_type = LLVMGlobalGetValueType(save);
        LLVMBuildStore(f->ab, LLVMBuildCall2(f->ab, save_type, save, NULL, 0, ""), slot);
    } else if (size > MOST_COPIED || !is_own(slot, 0)) {
        LLVMReplaceAllUsesWith(slot, place);
    } else {
        LLVMBuildMemCpy(f->ab, slot, align, place, align, const_i64(f->g, (int64_t)size));
    }
}

static void enter_turn(struct fn *f) {
    struct gen *g = f->g;
    value_vec frame = {0};
    f->item->shape = list_frame(f, &frame);
    LLVMPositionBuilderBefore(f->ab, LLVMGetBasicBlockTerminator(f->entry));
    LLVMTypeRef type = LLVMFunctionType(g->ptr, NULL, 0, false);
    LLVMValueRef get = extern_function(g, "hd_rt_hot_frame", type, HD_REF_RUNTIME, f->loc);
    LLVMValueRef slots = LLVMBuildCall2(f->ab, type, get, NULL, 0, "");
    LLVMValueRef *places = HD_NEW_ARRAY(g->arena, LLVMValueRef, frame.n + 1);
    for (int i = 0; i < frame.n; i++) {
        places[i] = LLVMBuildLoad2(f->ab, g->ptr, slot_of(f, f->ab, slots, i), "");
        if (LLVMIsAAllocaInst(frame.v[i]))
            take_local(f, frame.v[i], places[i]);
        else
            LLVMReplaceAllUsesWith(frame.v[i], places[i]);
    }
    LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(f->entry));
    LLVMPositionBuilderAtEnd(f->ab, f->entry);
    if (f->turn_block)
        LLVMBuildBr(f->ab, f->turn_block);
    else
        LLVMBuildUnreachable(f->ab);
    f->item->turn_ok = f->turn_block && !LLVMVerifyFunction(f->fn, LLVMReturnStatusAction);
}

void heat_end(struct fn *f) {
    if (f->turns.n) leave_for_full(f);
    if (f->from_turn) enter_turn(f);
}

// What could not be begun there has no body any more.
void heat_drop(LLVMValueRef fn) {
    LLVMReplaceAllUsesWith(fn, LLVMGetUndef(LLVMTypeOf(fn)));
    LLVMDeleteFunction(fn);
}
