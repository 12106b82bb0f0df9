// Loops that stream through memory in long steps, as the grid-stride loop does:
//
//     for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum
//     += x[i];
//
// One vector's turn of it touches a line of the cache here and the next one kilobytes further on:
// no hardware foresees that, and steps that are powers of two fall into few sets of the cache,
// which loses a line before the next vector comes for its other half. Two remedies: more lanes (a
// turn then uses up whole lines, and neighbours), and fetching what later turns will read
// (ln_prefetch). Both need the number of bytes by which an address moves from one turn of the loop
// to the next; it is found by walking from the address to the phis of the loop. How many lanes a
// kernel gets is decided here too (ln_registers).
#include "gen/lanes/lanes.h"

#include <string.h>

#define MOST_DEPTH 8 // of instructions between an address and the loop's phi

#define LONG_STEP 1024 // bytes; hardware follows shorter ones
#define LATENCY 1000   // of main memory, in operations
#define LINE 64        // bytes of a line of the cache
#define MOST_VALUES_2 \
    400 // that vary in a kernel whose vectors take two registers each; more would be spilled
#define MOST_VALUES_4 40  // the same of a loop, for four
#define MOST_VALUES_16 8  // and of a loop that streams, for sixteen, half of all that there are
#define MOST_KEPT_16 16   // registers of what such a loop keeps from turn to turn
#define MOST_OTHERS_16 60 // in the whole kernel, or making its code takes longer than it saves
#define MOST_FETCHED 16   // registers that are fetched ahead of their turn

enum step_kind { STEP_CONSTANT, STEP_COMPUTED, STEP_UNKNOWN };
struct step {
    enum step_kind kind;
    int64_t c;
    LLVMValueRef v;
}; // v: i64, made only where code is made

struct walk {
    struct lanes *l;
    int loop;
    bool emit, strides;
}; // strides: a phi of the loop takes large steps itself

static struct step constant(int64_t c) { return (struct step){.kind = STEP_CONSTANT, .c = c}; }
static const struct step unknown = {.kind = STEP_UNKNOWN};

static LLVMValueRef as_value(struct lanes *l, struct step s) {
    return s.kind == STEP_CONSTANT ? LLVMConstInt(l->i64, (uint64_t)s.c, true) : s.v;
}

static struct step sum(struct walk *w, struct step a, struct step b, bool minus) {
    if (a.kind == STEP_UNKNOWN || b.kind == STEP_UNKNOWN) return unknown;
    if (a.kind == STEP_CONSTANT && b.kind == STEP_CONSTANT)
        return constant(minus ? a.c - b.c : a.c + b.c);
    struct step s = {.kind = STEP_COMPUTED};
    if (w->emit)
        s.v = (minus ? LLVMBuildSub : LLVMBuildAdd)(w->l->b, as_value(w->l, a), as_value(w->l, b),
                                                    "");
    return s;
}

static struct step scaled(struct walk *w, struct step a, int64_t factor) {
    if (a.kind == STEP_UNKNOWN) return a;
    if (a.kind == STEP_CONSTANT) return constant(a.c * factor);
    if (w->emit)
        a.v = LLVMBuildMul(w->l->b, a.v, LLVMConstInt(w->l->i64, (uint64_t)factor, true), "");
    return a;
}

// by: the same in all turns
static struct step times(struct walk *w, struct step a, LLVMValueRef by) {
    if (a.kind == STEP_UNKNOWN || (a.kind == STEP_CONSTANT && !a.c)) return a;
    if (LLVMIsAConstantInt(by)) return scaled(w, a, LLVMConstIntGetSExtValue(by));
    if (ln_shape_of(w->l, by).kind != LN_UNIFORM) return unknown;
    struct step s = {.kind = STEP_COMPUTED};
    if (!w->emit) return s;
    LLVMValueRef factor = LLVMBuildIntCast2(w->l->b, ln_scalar(w->l, by), w->l->i64, true, "");
    s.v = LLVMBuildMul(w->l->b, as_value(w->l, a), factor, "");
    return s;
}

static bool is_zero(struct step s) { return s.kind == STEP_CONSTANT && !s.c; }

static struct step step_of(struct walk *w, LLVMValueRef v, int depth);

// base: NULL, or the phi that it adds to
static struct step of_gep(struct walk *w, LLVMValueRef gep, LLVMValueRef base, int depth) {
    struct step s = base ? constant(0) : step_of(w, LLVMGetOperand(gep, 0), depth);
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(gep); i++) {
        LLVMValueRef index = LLVMGetOperand(gep, i);
        if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            type = LLVMStructGetTypeAtIndex(type, (unsigned)LLVMConstIntGetZExtValue(index));
            continue;
        }
        if (i > 1) type = LLVMGetElementType(type);
        int64_t unit = (int64_t)LLVMABISizeOfType(w->l->layout, type);
        struct step part = step_of(w, index, depth);
        if (base)
            part = is_zero(part) ? times(w, constant(1), index)
                                 : unknown; // what is added in every turn
        s = sum(w, s, scaled(w, part, unit), false);
    }
    return s;
}

// A phi of the loop: what is added to it on the way round.
static struct step of_phi(struct walk *w, LLVMValueRef phi, int depth) {
    struct lanes *l = w->l;
    LLVMValueRef next = NULL;
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        int from =
            (int)(intptr_t)hd_map_get(&l->last, (const char *)LLVMGetIncomingBlock(phi, i)) - 1;
        if (from < 0 || !ln_in_loop(l, from, w->loop)) continue;
        if (next) return unknown;
        next = LLVMGetIncomingValue(phi, i);
    }
    if (!next || !LLVMIsAInstruction(next)) return unknown;
    if (LLVMGetInstructionOpcode(next) == LLVMGetElementPtr && LLVMGetOperand(next, 0) == phi)
        return of_gep(w, next, phi, depth);
    if (LLVMGetInstructionOpcode(next) != LLVMAdd) return unknown;
    LLVMValueRef a = LLVMGetOperand(next, 0), b = LLVMGetOperand(next, 1),
                 added = a == phi   ? b
                         : b == phi ? a
                                    : NULL;
    if (!added || !is_zero(step_of(w, added, depth))) return unknown;
    struct step s = times(w, constant(1), added);
    w->strides = w->strides || s.kind == STEP_COMPUTED ||
                 (s.kind == STEP_CONSTANT && (s.c >= 64 || s.c <= -64));
    return s;
}

static struct step of_product(struct walk *w, LLVMValueRef v, int depth) {
    LLVMValueRef x = LLVMGetOperand(v, 0), y = LLVMGetOperand(v, 1);
    struct step a = step_of(w, x, depth), b = step_of(w, y, depth);
    if (is_zero(b)) return times(w, a, y);
    return is_zero(a) ? times(w, b, x) : unknown;
}

// By how much v is larger in the next turn of the loop.
static struct step step_of(struct walk *w, LLVMValueRef v, int depth) {
    struct lanes *l = w->l;
    struct ln_val *val = ln_val(l, v);
    if (!val || val->node < 0 || val->hoisted || val->special || !ln_in_loop(l, val->node, w->loop))
        return constant(0);
    if (depth > MOST_DEPTH) return unknown;
    depth++;
    int64_t c;
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMPHI: return l->loops[w->loop].header == val->node ? of_phi(w, v, depth) : unknown;
    case LLVMGetElementPtr: return of_gep(w, v, NULL, depth);
    case LLVMSExt:
    case LLVMZExt:
    case LLVMTrunc:
    case LLVMFreeze: return step_of(w, LLVMGetOperand(v, 0), depth);
    case LLVMOr:
        if (!LLVMGetIsDisjoint(v)) return unknown;
        // fall through
    case LLVMAdd:
    case LLVMSub:
        return sum(w, step_of(w, LLVMGetOperand(v, 0), depth),
                   step_of(w, LLVMGetOperand(v, 1), depth), LLVMGetInstructionOpcode(v) == LLVMSub);
    case LLVMMul: return of_product(w, v, depth);
    case LLVMShl:
        if (!LLVMIsAConstantInt(LLVMGetOperand(v, 1))) return unknown;
        c = LLVMConstIntGetSExtValue(LLVMGetOperand(v, 1));
        return c < 0 || c > 31 ? unknown
                               : scaled(w, step_of(w, LLVMGetOperand(v, 0), depth), 1ll << c);
    default: return unknown;
    }
}

static bool is_long(struct step s) {
    return s.kind == STEP_COMPUTED ||
           (s.kind == STEP_CONSTANT && (s.c >= LONG_STEP || s.c <= -LONG_STEP));
}

// An access to neighbours in a loop that takes long steps: the loop, else 0. A loop that counts by
// one (`b[k * n + x]`) is none: other threads read the same again, from the cache.
static int streams(struct lanes *l, LLVMValueRef inst) {
    bool load = LLVMIsALoadInst(inst) != NULL;
    if (!load && !LLVMIsAStoreInst(inst)) return 0;
    LLVMValueRef p = LLVMGetOperand(inst, load ? 0 : 1);
    LLVMTypeRef type = load ? LLVMTypeOf(inst) : LLVMTypeOf(LLVMGetOperand(inst, 0));
    struct ln_shape s = ln_shape_of(l, p);
    struct ln_val *at = ln_val(l, p);
    if (s.kind != LN_AFFINE || s.stride != (int64_t)LLVMABISizeOfType(l->layout, type) ||
        (at && at->local))
        return 0;
    struct walk w = {.l = l, .loop = l->nodes[ln_val(l, inst)->node].loop};
    return w.loop && is_long(step_of(&w, p, 0)) && w.strides ? w.loop : 0;
}

static bool gathers(struct lanes *l, LLVMValueRef v) {
    return LLVMIsALoadInst(v) && ln_shape_of(l, LLVMGetOperand(v, 0)).kind == LN_VARYING;
}

static bool in_divergent_loop(struct lanes *l, int node) {
    for (int at = l->nodes[node].loop; at; at = l->loops[at].parent)
        if (l->loops[at].diverges) return true;
    return false;
}

// Two registers hide half of the latency of one operation behind the other, and four make whole
// lines of small elements. A small loop that streams takes as many as hold what it keeps: then a
// block goes through its stretch of memory in one go, line after line, where vectors of their own
// would each come to it once and find it gone. What speaks against it: lanes that wait for more
// others in loops that they leave at different times (and that go through memory: others cost
// little), and values that no longer fit into registers.
int ln_registers(struct lanes *l) {
    bool streaming = false, waits = false;
    int varying = 0, most = 0, wide = 0;
    int *in_loop = HD_NEW_ARRAY(l->arena, int, l->nloops),
        *kept = HD_NEW_ARRAY(l->arena, int, l->nloops);
    bool *streamed = HD_NEW_ARRAY(l->arena, bool, l->nloops);
    for (int i = 0; i < l->list.n; i++) {
        struct ln_val *val = l->list.v[i];
        if (!LLVMIsAInstruction(val->v)) continue;
        int loop = l->nodes[val->node].loop;
        int size = val->shape.kind != LN_VARYING                               ? 0
                   : LLVMGetTypeKind(LLVMTypeOf(val->v)) == LLVMDoubleTypeKind ? 2
                                                                               : 1;
        varying += size;
        if (loop) in_loop[loop] += size;
        if (loop && LLVMIsAPHINode(val->v)) kept[loop] += size;
        streamed[streams(l, val->v)] = true;
        waits = waits || (gathers(l, val->v) && in_divergent_loop(l, val->node));
    }
    for (int i = 1; i < l->nloops; i++) {
        most = in_loop[i] > most ? in_loop[i] : most;
        if (!streamed[i]) continue;
        streaming = true;
        int n = in_loop[i] > MOST_VALUES_16 ? 4 : MOST_KEPT_16 / (kept[i] ? kept[i] : 1);
        wide = !wide || n < wide ? n : wide;
    }
    if (waits || varying > MOST_VALUES_2) return 1;
    if (!streaming || most > MOST_VALUES_4) return 2;
    if (varying > MOST_OTHERS_16) return 4;
    return wide >= 16 ? 16 : wide >= 8 ? 8 : 4;
}

// ---- rows of their own --------------------------------------------------------------------------
// `for (k = row[r]; k < row[r + 1]; k++) sum += val[k] * x[col[k]]`: each thread goes through
// memory of its own, element by element, and as far as its data says. In vectors all loads are
// gathers, which take as long as loads one by one, and most lanes wait for the longest row: one
// thread after the other is four times as fast.

#define OPERATIONS_A_GATHER 2 // with more of them vectors gain more than the gathers lose

static bool is_innermost(struct lanes *l, int loop) {
    for (int k = 1; k < l->nloops; k++)
        if (l->loops[k].parent == loop) return false;
    return true;
}

static int operations(struct lanes *l, LLVMValueRef v) { // that vectors make cheaper
    size_t len;
    if (ln_shape_of(l, v).kind != LN_VARYING || LLVMIsAPHINode(v) || LLVMIsALoadInst(v)) return 0;
    if (LLVMIsACastInst(v) || LLVMIsAGetElementPtrInst(v)) return 0;
    if (!LLVMIsACallInst(v)) return 1;
    if (ln_makes_no_code(v)) return 0;
    return strncmp(ln_callee(v, &len), "llvm.f", 6) ? 20 : 1;
}

static bool goes_through_a_row(struct lanes *l, int loop) {
    int gathered = 0, others = 0;
    bool steps = false;
    if (!l->loops[loop].diverges) return false;
    for (int i = 0; i < l->n; i++) {
        if (!ln_in_loop(l, i, loop)) continue;
        for (int k = 0; k < l->nodes[i].ninsts; k++) {
            LLVMValueRef v = l->nodes[i].insts[k];
            others += operations(l, v);
            if (!gathers(l, v)) continue;
            struct walk w = {.l = l, .loop = loop};
            struct step s = step_of(&w, LLVMGetOperand(v, 0), 0);
            int64_t size = (int64_t)LLVMABISizeOfType(l->layout, LLVMTypeOf(v));
            steps = steps || (s.kind == STEP_CONSTANT && (s.c == size || s.c == -size));
            gathered++;
        }
    }
    return steps && others <= OPERATIONS_A_GATHER * gathered;
}

bool ln_rows_apart(struct lanes *l) {
    bool any = false;
    for (int loop = 1; loop < l->nloops; loop++) {
        if (!is_innermost(l, loop)) continue;
        if (!goes_through_a_row(l, loop)) return false;
        any = true;
    }
    return any;
}

static int registers_of(const struct lanes *l) { // a vector of 32-bit elements
    int n = l->w * 32 / l->register_bits;
    return n > 1 ? n : 1;
}

static int turn_cost(struct lanes *l, int loop) { // in operations, roughly
    int pieces = registers_of(l), cost = 0;
    for (int i = 0; i < l->n; i++) {
        const struct ln_node *node = &l->nodes[i];
        if (!ln_in_loop(l, i, loop)) continue;
        for (int k = 0; k < node->ninsts; k++) {
            LLVMOpcode op = LLVMGetInstructionOpcode(node->insts[k]);
            bool by_lane = op == LLVMAtomicRMW || op == LLVMAtomicCmpXchg || op == LLVMCall ||
                           op == LLVMFDiv || op == LLVMSDiv;
            cost += by_lane                                             ? 2 * l->w
                    : ln_shape_of(l, node->insts[k]).kind == LN_VARYING ? pieces
                                                                        : 1;
        }
    }
    return cost > 0 ? cost : 1;
}

// Before a load of neighbours: has the lines fetched that the load will need some turns of its loop
// later.
void ln_prefetch(struct lanes *l, LLVMValueRef load) {
    struct walk w = {.l = l, .loop = streams(l, load), .emit = true};
    if (!w.loop) return;
    LLVMValueRef p = LLVMGetOperand(load, 0);
    struct step s = step_of(&w, p, 0);
    int turns = LATENCY / turn_cost(l, w.loop), pieces = registers_of(l),
        most = pieces < MOST_FETCHED ? MOST_FETCHED / pieces : 1;
    s = scaled(&w, s, turns > most ? most : turns < 1 ? 1 : turns);
    LLVMValueRef ahead = as_value(l, s), base = ln_scalar(l, p);
    int64_t bytes = (int64_t)LLVMABISizeOfType(l->layout, LLVMTypeOf(load)) * l->w;
    for (int64_t line = 0; line < bytes; line += LINE) {
        LLVMValueRef offset =
            LLVMBuildAdd(l->b, ahead, LLVMConstInt(l->i64, (uint64_t)line, false), "");
        LLVMValueRef args[4] = {LLVMBuildGEP2(l->b, l->i8, base, &offset, 1, ""),
                                LLVMConstInt(l->i32, 0, false), LLVMConstInt(l->i32, 3, false),
                                LLVMConstInt(l->i32, 1, false)};
        ln_call(l, "llvm.prefetch", &l->ptr, 1, args, 4);
    }
}
