// Neighbours in memory that one thread touches one after the other, while the threads are farther
// apart: the members of a float4, a pixel's three bytes, the fields of a struct, in[2 * i] and
// in[2 * i + 1].
//
//     thread 0   thread 1   thread 2 ...        stride 4: wide loads of all of it, then shuffles
//     r g b a    r g b a    r g b a             give the vectors r r r ..., g g g ...
//
// Such accesses are found per node (ln_groups): addresses are taken apart into root + sum of
// (coefficient * value) + constant; what differs in the constant alone, by less than the stride,
// is a *group*. A group's loads are made where its first one stands, its stores where its last one
// does, unless something between may touch the same memory.
//
// The memory of W threads is read as words (`unit` bytes each, `words` of them a thread); word j of
// every thread is unzipped from it, and smaller members are shifted out. Groups of up to 8 bytes
// become one word a thread. Nothing is read that no thread touches, but for gaps between what is
// touched and the rest of an aligned word: neither can fault. Stores leave no gaps, or are masked.
// All this happens when all lanes are on; when some are off, each is served on its own.
//
// Loads from other pixels may stand between the stores of one, as in
//
//     out[3 * i] = 255 - in[3 * i]; out[3 * i + 1] = 255 - in[3 * i + 1]; ...
//
// Then a comparison of addresses before the first store tells whether the stores can wait for the
// last one: a thread's own memory must not overlap, at the same distance for all threads.
#include "gen/lanes/group.h"

#include <string.h>

#define MOST_DEPTH 8      // of sums that an address is taken apart into
#define MOST_ADDRESSES 12 // that are offsets of each other

#define MOST_STRIDE 64
#define MOST_WORDS 16

// ---- addresses ----------------------------------------------------------------------------------

static bool small_constant(LLVMValueRef v, int64_t *out) {
    if (!LLVMIsAConstantInt(v) || LLVMGetIntTypeWidth(LLVMTypeOf(v)) > 64) return false;
    *out = LLVMConstIntGetSExtValue(v);
    return *out < INT32_MAX && *out > INT32_MIN;
}

static void add_term(struct sum *s, LLVMValueRef v, enum extension ext, int64_t factor) {
    for (int i = 0; i < s->n; i++)
        if (s->term[i] == v && s->ext[i] == ext) {
            s->factor[i] += factor;
            return;
        }
    if (s->n == MOST_TERMS) {
        s->failed = true;
        return;
    }
    s->term[s->n] = v;
    s->ext[s->n] = ext;
    s->factor[s->n++] = factor;
}

// May the extension of v be that of its operands? In 64 bits it does not matter.
static bool splits(LLVMValueRef v, enum extension ext) {
    if (LLVMGetInstructionOpcode(v) == LLVMOr) return LLVMGetIsDisjoint(v);
    return ext == AS_IT_IS || (ext == SIGNED ? LLVMGetNSW(v) : LLVMGetNUW(v));
}

static void add_value(struct sum *s, LLVMValueRef v, enum extension ext, int64_t factor,
                      int depth) {
    int64_t c;
    if (LLVMIsAConstantInt(v)) {
        if (small_constant(v, &c) && (c >= 0 || ext != UNSIGNED))
            s->c += c * factor;
        else
            s->failed = true;
        return;
    }
    if (LLVMIsAInstruction(v) && depth < MOST_DEPTH) {
        LLVMOpcode op = LLVMGetInstructionOpcode(v);
        LLVMValueRef x = LLVMGetNumOperands(v) > 0 ? LLVMGetOperand(v, 0) : NULL,
                     y = LLVMGetNumOperands(v) > 1 ? LLVMGetOperand(v, 1) : NULL;
        if ((op == LLVMAdd || op == LLVMSub || op == LLVMOr) && splits(v, ext)) {
            add_value(s, x, ext, factor, depth + 1);
            add_value(s, y, ext, op == LLVMSub ? -factor : factor, depth + 1);
            return;
        }
        if (op == LLVMMul && small_constant(y, &c) && splits(v, ext)) {
            add_value(s, x, ext, factor * c, depth + 1);
            return;
        }
        if (op == LLVMShl && small_constant(y, &c) && c >= 0 && c < 30 && splits(v, ext)) {
            add_value(s, x, ext, factor * (1ll << c), depth + 1);
            return;
        }
        if ((op == LLVMSExt || op == LLVMZExt) && ext == AS_IT_IS) {
            add_value(s, x, op == LLVMSExt || LLVMGetNNeg(v) ? SIGNED : UNSIGNED, factor,
                      depth + 1);
            return;
        }
    }
    add_term(s, v, ext, factor);
}

void ln_take_apart(struct lanes *l, LLVMValueRef p, struct sum *s) {
    memset(s, 0, sizeof *s);
    for (int depth = 0; depth < MOST_ADDRESSES && LLVMIsAGetElementPtrInst(p); depth++) {
        LLVMTypeRef type = LLVMGetGEPSourceElementType(p);
        for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(p); i++) {
            LLVMValueRef index = LLVMGetOperand(p, i);
            if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
                unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
                s->c += (int64_t)LLVMOffsetOfElement(l->layout, type, field);
                type = LLVMStructGetTypeAtIndex(type, field);
                continue;
            }
            if (i > 1) type = LLVMGetElementType(type);
            bool wide = LLVMGetIntTypeWidth(LLVMTypeOf(index)) >= 64;
            add_value(s, index, wide ? AS_IT_IS : SIGNED,
                      (int64_t)LLVMABISizeOfType(l->layout, type), 0);
        }
        p = LLVMGetOperand(p, 0);
    }
    s->root = p;
}

bool ln_same_but_constant(const struct sum *a, const struct sum *b) {
    if (a->root != b->root || a->failed || b->failed) return false;
    int used[2] = {0};
    for (int i = 0; i < a->n; i++) used[0] += a->factor[i] != 0;
    for (int i = 0; i < b->n; i++) used[1] += b->factor[i] != 0;
    if (used[0] != used[1]) return false;
    for (int i = 0; i < a->n; i++) {
        if (!a->factor[i]) continue;
        int k = 0;
        while (k < b->n && (b->term[k] != a->term[i] || b->ext[k] != a->ext[i])) k++;
        if (k == b->n || b->factor[k] != a->factor[i]) return false;
    }
    return true;
}

// ---- groups -------------------------------------------------------------------------------------

static void look_at(struct lanes *l, LLVMValueRef inst, struct access *a) {
    a->inst = inst;
    a->load = LLVMIsALoadInst(inst) != NULL;
    a->address = LLVMGetOperand(inst, a->load ? 0 : 1);
    a->type = a->load ? LLVMTypeOf(inst) : LLVMTypeOf(LLVMGetOperand(inst, 0));
    a->size = (int)LLVMABISizeOfType(l->layout, a->type);
    ln_take_apart(l, a->address, &a->sum);
    struct ln_shape s = ln_shape_of(l, a->address);
    struct ln_val *at = ln_val(l, a->address);
    a->stride = s.stride;
    a->good = s.kind == LN_AFFINE && s.stride > a->size && s.stride <= MOST_STRIDE &&
              !(at && at->local) && ln_loads_as_vector(l, a->type) && !LLVMGetVolatile(inst) &&
              LLVMGetOrdering(inst) == LLVMAtomicOrderingNotAtomic && !a->sum.failed;
}

static bool is_local(struct lanes *l, LLVMValueRef address) {
    struct ln_val *at = ln_val(l, address);
    return at && at->local;
}

// Whether the instruction, which is not of the group, may touch what the accesses touch.
static bool conflicts(struct lanes *l, const struct access *const *group, int n,
                      LLVMValueRef inst) {
    bool load = LLVMIsALoadInst(inst) != NULL, store = LLVMIsAStoreInst(inst) != NULL;
    if (LLVMIsACallInst(inst) || LLVMIsAAtomicRMWInst(inst) || LLVMIsAAtomicCmpXchgInst(inst) ||
        LLVMIsAFenceInst(inst))
        return !ln_is_pure(l, inst) && !ln_makes_no_code(inst);
    if (!load && !store) return false;
    if (load && group[0]->load) return LLVMGetVolatile(inst);
    struct access other;
    look_at(l, inst, &other);
    if (is_local(l, other.address)) return false;
    if (load && ln_is_invariant(l, inst)) return false;
    for (int i = 0; i < n; i++) {
        const struct sum *s = &group[i]->sum;
        if (!ln_same_but_constant(s, &other.sum)) return true;
        if (s->c < other.sum.c + other.size && other.sum.c < s->c + group[i]->size) return true;
    }
    return false;
}

static unsigned lowest_bit(uint64_t v) { return (unsigned)(v & -v); }

// ---- what fits ----------------------------------------------------------------------------------

static bool whole_words(const struct ln_group *g, int unit, int64_t start) {
    if (g->stride % unit || g->stride / unit > MOST_WORDS) return false;
    for (int i = 0; i < g->n; i++)
        if ((g->member[i].at - start) % unit + g->member[i].size > unit) return false;
    return true;
}

// Where the memory begins so that members lie within words. When an address is known to be a
// multiple of the word's size, the memory may begin before the first member.
static bool choose_start(struct ln_group *g, int unit, int64_t *start) {
    *start = 0;
    if (whole_words(g, unit, 0)) return true;
    for (int i = 0; i < g->n; i++) {
        if ((int)g->member[i].align < unit || g->member[i].at % unit == 0) continue;
        *start = g->member[i].at % unit - unit;
        if (g->span - *start <= g->stride && whole_words(g, unit, *start)) return true;
    }
    return false;
}

static bool choose_words(struct ln_group *g) {
    int largest = 0, sizes = 0;
    uint64_t all = (uint64_t)g->stride;
    for (int i = 0; i < g->n; i++) {
        if (g->member[i].size > largest) largest = g->member[i].size;
        sizes |= g->member[i].size;
        all |= (uint64_t)g->member[i].at | (uint64_t)g->member[i].size;
    }
    int64_t start;
    g->unit = 0;
    for (int unit = largest > 4 ? 8 : 4; unit >= largest && unit >= 2 && !g->unit; unit /= 2) {
        if (unit < 4 && (g->stride <= 8 || sizes != unit)) break;
        if (choose_start(g, unit, &start)) g->unit = unit;
    }
    if (g->unit) {
        g->words = (int)(g->stride / g->unit);
        for (int i = 0; i < g->n; i++) g->member[i].at -= start;
        g->start += start;
        g->span -= start;
    } else if (g->stride <= 8) {
        g->element = (int)lowest_bit(all);
        g->unit = g->stride <= 2 ? 2 : g->stride <= 4 ? 4 : 8;
        g->words = 1;
    } else {
        return false;
    }
    g->align = 1;
    for (int i = 0; i < g->n; i++) {
        unsigned align = lowest_bit(g->member[i].align | (uint64_t)g->member[i].at);
        if (align > g->align) g->align = align;
    }
    return true;
}

// Stores must write every byte of the words that they write, each once.
static bool covers(struct lanes *l, const struct ln_group *g) {
    uint64_t bytes = 0;
    for (int i = 0; i < g->n; i++) {
        uint64_t some = ((2ull << (g->member[i].size - 1)) - 1) << g->member[i].at;
        if (bytes & some) return false;
        bytes |= some;
    }
    if (g->stride == 64 ? !~bytes : bytes == (1ull << g->stride) - 1) return true;
    if (g->words == 1 || g->unit < 4 || l->register_bits < 512) return false;
    uint64_t word = (1ull << g->unit) - 1;
    for (int k = 0; k < g->words; k++) {
        uint64_t some = bytes >> (k * g->unit) & word;
        if (some && some != word) return false;
    }
    return g->n * 2 >= g->words;
}

// Gathers take about as long as four loads and shuffles for a vector of 32-bit elements.
static bool pays(struct lanes *l, const struct ln_group *g) {
    bool gathered = true;
    for (int i = 0; i < g->n; i++) gathered = gathered && g->member[i].size >= 4;
    if (!g->load) return true;
    return g->words <= 4 || g->n * (gathered ? 3 : 8) >= g->words;
}

static void make_group(struct lanes *l, const struct access *const *accesses, int n,
                       const struct access *const *crossed, int ncrossed) {
    struct ln_group *g = HD_NEW(l->arena, struct ln_group);
    int64_t low = accesses[0]->sum.c, high = low;
    g->load = accesses[0]->load;
    g->stride = accesses[0]->stride;
    g->n = n;
    for (int i = 0; i < n; i++) {
        const struct access *a = accesses[i];
        if (a->sum.c < low) low = a->sum.c;
        if (a->sum.c + a->size > high) high = a->sum.c + a->size;
    }
    for (int i = 0; i < n; i++) {
        const struct access *a = accesses[i];
        g->member[i] = (struct member){.inst = a->inst,
                                       .type = a->type,
                                       .at = a->sum.c - low,
                                       .size = a->size,
                                       .align = LLVMGetAlignment(a->inst)};
    }
    const struct access *place = accesses[g->load ? 0 : n - 1];
    g->place = place->inst;
    g->start = low - place->sum.c;
    g->span = high - low;
    if (!choose_words(g) || !pays(l, g) || (!g->load && !covers(l, g))) return;
    for (int i = 0; i < ncrossed; i++)
        g->crossing[g->ncrossing++] =
            (struct crossing){crossed[i]->address, crossed[i]->size, low - accesses[0]->sum.c};
    for (int i = 0; i < n; i++) ln_val(l, accesses[i]->inst)->group = g;
}

// An address that can be computed anywhere in the node, from what was there before.
static bool is_early(struct lanes *l, LLVMValueRef v, int node, int depth) {
    struct ln_val *val = ln_val(l, v);
    if (!val || val->node != node || val->hoisted || val->special || LLVMIsAPHINode(v) ||
        LLVMIsAAllocaInst(v))
        return true;
    if (depth > MOST_DEPTH || val->shape.kind == LN_VARYING) return false;
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMGetElementPtr:
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMShl:
    case LLVMOr:
    case LLVMSExt:
    case LLVMZExt: break;
    default: return false;
    }
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(v); i++)
        if (!is_early(l, LLVMGetOperand(v, i), node, depth + 1)) return false;
    return true;
}

// Stores may wait for a load that keeps its distance from them in all threads.
static bool can_cross(struct lanes *l, const struct access *store, const struct access *load) {
    struct ln_shape s = ln_shape_of(l, load->address);
    return s.kind == LN_AFFINE && s.stride == store->stride && !LLVMGetVolatile(load->inst) &&
           LLVMGetOrdering(load->inst) == LLVMAtomicOrderingNotAtomic &&
           !is_local(l, load->address) &&
           is_early(l, load->address, ln_val(l, load->inst)->node, 0);
}

// The group that begins with access `first` of the node.
static void find_group(struct lanes *l, const struct ln_node *node, struct access *all, int first) {
    const struct access *group[MOST_MEMBERS];
    const struct access *lead = &all[first];
    int64_t low = lead->sum.c, high = low + lead->size;
    HD_VEC(LLVMValueRef) passed = {0}; // what a load that joins has to be moved before
    const struct access *crossed[MOST_CROSSED];
    int n = 0, ncrossed = 0, crossed_by_last = 0;
    group[n++] = lead;
    for (int i = first + 1; i < node->ninsts && n < MOST_MEMBERS; i++) {
        struct access *a = &all[i];
        LLVMValueRef inst = node->insts[i];
        if (a->good && a->load == lead->load && !ln_val(l, inst)->group &&
            a->stride == lead->stride && ln_same_but_constant(&a->sum, &lead->sum)) {
            int64_t from = a->sum.c < low ? a->sum.c : low,
                    to = a->sum.c + a->size > high ? a->sum.c + a->size : high;
            if (to - from <= lead->stride) {
                bool free = true;
                const struct access *one[1] = {a};
                for (int k = 0; k < passed.n && free; k++)
                    free = !conflicts(l, one, 1, passed.v[k]);
                if (free) {
                    group[n++] = a;
                    crossed_by_last = ncrossed;
                    low = from;
                    high = to;
                    continue;
                }
            }
        }
        if (lead->load) {
            if (LLVMIsAStoreInst(inst))
                HD_PUSH(l->arena, &passed, inst);
            else if (conflicts(l, group, n, inst))
                break;
        } else if (conflicts(l, group, n, inst)) {
            if (!LLVMIsALoadInst(inst) || ncrossed == MOST_CROSSED || !can_cross(l, lead, a)) break;
            crossed[ncrossed++] = a;
        }
    }
    make_group(l, group, n, crossed, crossed_by_last);
}

void ln_groups(struct lanes *l) {
    for (int k = 0; k < l->n; k++) {
        const struct ln_node *node = &l->nodes[k];
        struct access *all = NULL;
        for (int i = 0; i < node->ninsts; i++) {
            LLVMValueRef inst = node->insts[i];
            if (!LLVMIsALoadInst(inst) && !LLVMIsAStoreInst(inst)) continue;
            if (!all) all = HD_NEW_ARRAY(l->arena, struct access, node->ninsts);
            look_at(l, inst, &all[i]);
        }
        for (int i = 0; i < node->ninsts && all; i++)
            if (all[i].good && !ln_val(l, node->insts[i])->group) find_group(l, node, all, i);
    }
}

// ---- code ---------------------------------------------------------------------------------------

static LLVMTypeRef int_type(struct lanes *l, int bytes) {
    return LLVMIntTypeInContext(l->ctx, (unsigned)bytes * 8);
}

static LLVMTypeRef word_vector(struct lanes *l, const struct ln_group *g) {
    return LLVMVectorType(int_type(l, g->unit), (unsigned)l->w);
}

LLVMValueRef ln_at_offset(struct lanes *l, LLVMValueRef p, int64_t offset) {
    LLVMValueRef index = LLVMConstInt(l->i64, (uint64_t)offset, true);
    return offset ? LLVMBuildGEP2(l->b, l->i8, p, &index, 1, "") : p;
}

LLVMValueRef ln_shuffled(struct lanes *l, LLVMValueRef a, LLVMValueRef b, const int *index, int n) {
    LLVMValueRef *order = HD_NEW_ARRAY(l->arena, LLVMValueRef, n);
    for (int i = 0; i < n; i++)
        order[i] =
            index[i] < 0 ? LLVMGetPoison(l->i32) : LLVMConstInt(l->i32, (unsigned)index[i], false);
    return LLVMBuildShuffleVector(l->b, a, b ? b : LLVMGetPoison(LLVMTypeOf(a)),
                                  LLVMConstVector(order, (unsigned)n), "");
}

LLVMValueRef ln_plain_load(struct lanes *l, LLVMTypeRef type, LLVMValueRef p, unsigned align) {
    LLVMValueRef v = LLVMBuildLoad2(l->b, type, p, "");
    LLVMSetAlignment(v, align);
    return v;
}

static LLVMValueRef group_load(struct lanes *l, const struct ln_group *g, LLVMTypeRef type,
                               LLVMValueRef p, unsigned align) {
    LLVMValueRef v = ln_plain_load(l, type, p, align);
    ln_keep_invariant(l, v, g->member[0].inst);
    return v;
}

// Word `word` of each thread. The list has the memory in order, `words` words a thread; vectors of
// W words. Halving the list by taking the even or the odd words needs the fewest shuffles.
static LLVMValueRef unzip(struct lanes *l, LLVMValueRef *list, int words, int word) {
    int index[LN_MOST_LANES];
    if (words == 1) return list[0];
    if (words % 2 == 0) {
        LLVMValueRef half[MOST_WORDS / 2];
        for (int i = 0; i < l->w; i++) index[i] = 2 * i + word % 2;
        for (int k = 0; k < words / 2; k++)
            half[k] = ln_shuffled(l, list[2 * k], list[2 * k + 1], index, l->w);
        return unzip(l, half, words / 2, word / 2);
    }
    LLVMValueRef found = NULL;
    for (int k = 0; k < words; k++) { // vector k has words k * W to k * W + W - 1
        bool any = false;
        for (int i = 0; i < l->w; i++) {
            int at = i * words + word - k * l->w;
            index[i] = !found || at >= l->w ? -1 : i;
            if (at < 0 || at >= l->w) continue;
            index[i] = found ? l->w + at : at;
            any = true;
        }
        if (any)
            found = found ? ln_shuffled(l, found, list[k], index, l->w)
                          : ln_shuffled(l, list[k], NULL, index, l->w);
    }
    return found;
}

// The reverse: from word j of each thread in list[j] to the memory.
void ln_zip(struct lanes *l, LLVMValueRef *list, int words) {
    int index[LN_MOST_LANES];
    if (words == 1) return;
    if (words % 2 == 0) {
        LLVMValueRef even[MOST_WORDS / 2], odd[MOST_WORDS / 2];
        for (int k = 0; k < words / 2; k++) even[k] = list[2 * k], odd[k] = list[2 * k + 1];
        ln_zip(l, even, words / 2);
        ln_zip(l, odd, words / 2);
        for (int k = 0; k < words; k++) {
            for (int i = 0; i < l->w; i++)
                index[i] = (i % 2 ? l->w : 0) + (k % 2) * (l->w / 2) + i / 2;
            list[k] = ln_shuffled(l, even[k / 2], odd[k / 2], index, l->w);
        }
        return;
    }
    LLVMValueRef made[MOST_WORDS];
    for (int k = 0; k < words; k++) {
        made[k] = NULL;
        for (int j = 0; j < words; j++) {
            for (int i = 0; i < l->w; i++) {
                int word = k * l->w + i;
                index[i] = word % words == j ? (made[k] ? l->w : 0) + word / words
                           : made[k]         ? i
                                             : -1;
            }
            made[k] = made[k] ? ln_shuffled(l, made[k], list[j], index, l->w)
                              : ln_shuffled(l, list[j], NULL, index, l->w);
        }
    }
    memcpy(list, made, sizeof *list * (size_t)words);
}

// One word for each thread, of the bytes that it touches.
static LLVMValueRef load_packed(struct lanes *l, const struct ln_group *g, LLVMValueRef base) {
    int64_t total = (l->w - 1) * g->stride + g->span;
    if (total == (int64_t)l->w * g->unit)
        return group_load(l, g, word_vector(l, g), base, g->align);
    int e = g->element, n = (int)total / e, part = 1, index[LN_MOST_LANES * 8];
    while (part * 2 <= n) part *= 2;
    LLVMTypeRef type = LLVMVectorType(int_type(l, e), (unsigned)part);
    LLVMValueRef first = group_load(l, g, type, base, g->align), last = NULL;
    if (part < n)
        last = group_load(l, g, type, ln_at_offset(l, base, (int64_t)(n - part) * e), (unsigned)e);
    int each = g->unit / e;
    for (int i = 0; i < l->w * each; i++) {
        int at = i % each * e < g->span ? (int)(i / each * g->stride) / e + i % each : -1;
        index[i] = at < part ? at : part + at - (n - part);
    }
    LLVMValueRef all = ln_shuffled(l, first, last, index, l->w * each);
    return LLVMBuildBitCast(l->b, all, word_vector(l, g), "");
}

static LLVMValueRef const_mask(struct lanes *l, const bool *on) {
    LLVMValueRef flags[LN_MOST_LANES];
    for (int i = 0; i < l->w; i++) flags[i] = LLVMConstInt(l->i1, on[i], false);
    return LLVMConstVector(flags, (unsigned)l->w);
}

// The last thread's last word, of which it touches a part only.
static LLVMValueRef last_word(struct lanes *l, const struct ln_group *g, LLVMValueRef base) {
    LLVMTypeRef type = int_type(l, g->unit);
    LLVMValueRef word = LLVMConstNull(type);
    for (int i = 0; i < g->n; i++) {
        const struct member *m = &g->member[i];
        if (m->at / g->unit != g->span / g->unit) continue;
        LLVMValueRef p = ln_at_offset(l, base, (l->w - 1) * g->stride + m->at);
        LLVMValueRef v = group_load(l, g, int_type(l, m->size), p, m->align);
        v = LLVMBuildZExt(l->b, v, type, "");
        v = LLVMBuildShl(l->b, v, LLVMConstInt(type, (uint64_t)(m->at % g->unit) * 8, false), "");
        word = LLVMBuildOr(l->b, word, v, "");
    }
    return word;
}

static void load_words(struct lanes *l, const struct ln_group *g, LLVMValueRef base,
                       LLVMValueRef *list) {
    LLVMTypeRef vec = word_vector(l, g);
    int64_t total = (l->w - 1) * g->stride + g->span, n = total / g->unit;
    bool part = total % g->unit;
    if (part && (int)g->align >= g->unit) n++, part = false;
    for (int k = 0; k < g->words; k++) {
        int64_t left = n - (int64_t)k * l->w;
        unsigned align = lowest_bit(g->align | (uint64_t)(l->w * g->unit));
        LLVMValueRef p = ln_at_offset(l, base, (int64_t)k * l->w * g->unit);
        if (left >= l->w) {
            list[k] = group_load(l, g, vec, p, align);
        } else if (left <= 0) {
            list[k] = LLVMGetPoison(vec);
        } else {
            bool on[LN_MOST_LANES];
            for (int i = 0; i < l->w; i++) on[i] = i < left;
            LLVMValueRef args[4] = {p, LLVMConstInt(l->i32, align, false), const_mask(l, on),
                                    LLVMGetPoison(vec)};
            list[k] = ln_call(l, "llvm.masked.load", (LLVMTypeRef[]){vec, l->ptr}, 2, args, 4);
        }
        if (part && left >= 0 && left < l->w)
            list[k] = LLVMBuildInsertElement(l->b, list[k], last_word(l, g, base),
                                             LLVMConstInt(l->i32, (uint64_t)left, false), "");
    }
}

static LLVMValueRef as_type(struct lanes *l, LLVMValueRef v, LLVMTypeRef type) {
    LLVMTypeRef vec = ln_vec_type(l, type);
    if (LLVMGetTypeKind(type) == LLVMPointerTypeKind) return LLVMBuildIntToPtr(l->b, v, vec, "");
    return LLVMBuildBitCast(l->b, v, vec, "");
}

static void wide_load(struct lanes *l, const struct ln_group *g, LLVMValueRef base,
                      LLVMValueRef *values) {
    LLVMValueRef list[MOST_WORDS], words[MOST_WORDS] = {NULL};
    if (g->element)
        list[0] = load_packed(l, g, base);
    else
        load_words(l, g, base, list);
    for (int i = 0; i < g->n; i++) {
        const struct member *m = &g->member[i];
        int64_t word = m->at / g->unit;
        if (!words[word]) words[word] = unzip(l, list, g->words, (int)word);
        LLVMValueRef v = words[word];
        LLVMValueRef shift =
            LLVMConstInt(int_type(l, g->unit), (uint64_t)(m->at % g->unit) * 8, false);
        if (m->at % g->unit) v = LLVMBuildLShr(l->b, v, ln_splat(l, shift), "");
        v = LLVMBuildTrunc(l->b, v, ln_vec_type(l, int_type(l, m->size)), "");
        values[i] = as_type(l, v, m->type);
    }
}

static LLVMValueRef as_word(struct lanes *l, const struct ln_group *g, const struct member *m,
                            LLVMValueRef v) {
    LLVMTypeRef small = ln_vec_type(l, int_type(l, m->size));
    v = LLVMGetTypeKind(m->type) == LLVMPointerTypeKind ? LLVMBuildPtrToInt(l->b, v, small, "")
                                                        : LLVMBuildBitCast(l->b, v, small, "");
    v = LLVMBuildZExt(l->b, v, word_vector(l, g), "");
    LLVMValueRef shift = LLVMConstInt(int_type(l, g->unit), (uint64_t)(m->at % g->unit) * 8, false);
    return m->at % g->unit ? LLVMBuildShl(l->b, v, ln_splat(l, shift), "") : v;
}

static void wide_store(struct lanes *l, const struct ln_group *g, LLVMValueRef base,
                       LLVMValueRef *values) {
    LLVMValueRef words[MOST_WORDS] = {NULL};
    LLVMTypeRef vec = word_vector(l, g);
    uint64_t written = 0;
    for (int i = 0; i < g->n; i++) {
        int64_t word = g->member[i].at / g->unit;
        LLVMValueRef v = as_word(l, g, &g->member[i], values[i]);
        words[word] = words[word] ? LLVMBuildOr(l->b, words[word], v, "") : v;
        written |= 1ull << word;
    }
    if (g->element && g->stride != g->unit) {
        int e = g->element, each = (int)g->stride / e, index[LN_MOST_LANES * 8];
        LLVMTypeRef bytes = LLVMVectorType(int_type(l, e), (unsigned)(l->w * g->unit / e));
        LLVMValueRef all = LLVMBuildBitCast(l->b, words[0], bytes, "");
        for (int i = 0; i < l->w * each; i++) index[i] = i / each * (g->unit / e) + i % each;
        all = ln_shuffled(l, all, NULL, index, l->w * each);
        LLVMSetAlignment(LLVMBuildStore(l->b, all, base), g->align);
        return;
    }
    for (int k = 0; k < g->words; k++)
        if (!words[k]) words[k] = LLVMGetPoison(vec);
    ln_zip(l, words, g->words);
    unsigned align = lowest_bit(g->align | (uint64_t)(l->w * g->unit));
    for (int k = 0; k < g->words; k++) {
        LLVMValueRef p = ln_at_offset(l, base, (int64_t)k * l->w * g->unit);
        bool some[LN_MOST_LANES], all = true;
        for (int i = 0; i < l->w; i++) {
            some[i] = written >> ((k * l->w + i) % g->words) & 1;
            all = all && some[i];
        }
        if (all) {
            LLVMSetAlignment(LLVMBuildStore(l->b, words[k], p), align);
        } else {
            LLVMValueRef args[4] = {words[k], p, LLVMConstInt(l->i32, align, false),
                                    const_mask(l, some)};
            ln_call(l, "llvm.masked.store", (LLVMTypeRef[]){vec, l->ptr}, 2, args, 4);
        }
    }
}

// ---- some lanes only ----------------------------------------------------------------------------

static bool by_gather(struct lanes *l, const struct ln_group *g) {
    for (int i = 0; i < g->n; i++)
        if (g->member[i].size < 4) return false;
    return l->register_bits >= (g->load ? 256 : 512);
}

static void gather(struct lanes *l, const struct ln_group *g, LLVMValueRef base,
                   LLVMValueRef *values) {
    LLVMValueRef mask = ln_mask(l);
    for (int i = 0; i < g->n; i++) {
        const struct member *m = &g->member[i];
        LLVMValueRef offsets = ln_iota(l, l->i64, g->stride), p = ln_at_offset(l, base, m->at);
        LLVMValueRef ptrs = LLVMBuildGEP2(l->b, l->i8, p, &offsets, 1, "");
        LLVMValueRef align = LLVMConstInt(l->i32, m->align, false);
        LLVMTypeRef vec = ln_vec_type(l, m->type), types[2] = {vec, LLVMTypeOf(ptrs)};
        if (g->load) {
            LLVMValueRef args[4] = {ptrs, align, mask, LLVMGetPoison(vec)};
            values[i] = ln_call(l, "llvm.masked.gather", types, 2, args, 4);
        } else {
            LLVMValueRef args[4] = {values[i], ptrs, align, mask};
            ln_call(l, "llvm.masked.scatter", types, 2, args, 4);
        }
    }
}

// while (bits) { lane = lowest bit; its members, through memory; clear it }
static void lane_by_lane(struct lanes *l, const struct ln_group *g, LLVMValueRef base,
                         LLVMValueRef bits, LLVMValueRef *values) {
    LLVMValueRef memory[MOST_MEMBERS];
    for (int i = 0; i < g->n; i++) {
        memory[i] = ln_alloca(l, LLVMArrayType2(g->member[i].type, (uint64_t)l->w), 64);
        if (!g->load) LLVMSetAlignment(LLVMBuildStore(l->b, values[i], memory[i]), 64);
    }
    struct ln_turns turns;
    ln_turns_begin(l, bits, &turns);
    LLVMValueRef lane = turns.lane;
    LLVMValueRef offset =
        LLVMBuildMul(l->b, lane, LLVMConstInt(l->i64, (uint64_t)g->stride, false), "");
    LLVMValueRef own = LLVMBuildGEP2(l->b, l->i8, base, &offset, 1, "");
    for (int i = 0; i < g->n; i++) {
        const struct member *m = &g->member[i];
        LLVMValueRef slot = LLVMBuildGEP2(l->b, m->type, memory[i], &lane, 1, ""),
                     p = ln_at_offset(l, own, m->at);
        LLVMValueRef v = LLVMBuildLoad2(l->b, m->type, g->load ? p : slot, "");
        if (g->load) LLVMSetAlignment(v, m->align);
        LLVMValueRef store = LLVMBuildStore(l->b, v, g->load ? slot : p);
        if (!g->load) LLVMSetAlignment(store, m->align);
    }
    ln_turns_end(l, &turns);
    for (int i = 0; i < g->n && g->load; i++)
        values[i] = ln_plain_load(l, ln_vec_type(l, g->member[i].type), memory[i], 64);
}

static void some_lanes(struct lanes *l, const struct ln_group *g, LLVMValueRef base,
                       LLVMValueRef bits, LLVMValueRef *values) {
    if (by_gather(l, g))
        gather(l, g, base, values);
    else
        lane_by_lane(l, g, base, bits, values);
}

static void all_lanes(struct lanes *l, const struct ln_group *g, LLVMValueRef base,
                      LLVMValueRef *values) {
    if (g->load)
        wide_load(l, g, base, values);
    else
        wide_store(l, g, base, values);
}

// ---- stores that wait ---------------------------------------------------------------------------

static void compute_early(struct lanes *l, LLVMValueRef v) {
    struct ln_val *val = ln_val(l, v);
    if (!val || val->node != l->node || val->hoisted || val->special || LLVMIsAPHINode(v) ||
        LLVMIsAAllocaInst(v) || (val->stamp == l->stamp && (val->scalar || val->vec)))
        return;
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(v); i++)
        compute_early(l, LLVMGetOperand(v, i));
    ln_widen(l, v);
}

// Before the first store: all lanes are on, and no load between touches what a store of its own
// thread writes.
static LLVMValueRef can_wait(struct lanes *l, const struct ln_group *g, LLVMValueRef first) {
    LLVMBuilderRef b = l->b;
    LLVMValueRef ok = LLVMConstInt(l->i1, 1, false);
    if (l->mask) {
        LLVMValueRef bits = ln_mask_bits(l, l->mask);
        ok = LLVMBuildICmp(b, LLVMIntEQ, bits, LLVMConstAllOnes(LLVMTypeOf(bits)), "");
    }
    LLVMValueRef start = LLVMBuildPtrToInt(b, ln_scalar(l, first), l->i64, "");
    for (int i = 0; i < g->ncrossing; i++) {
        const struct crossing *c = &g->crossing[i];
        compute_early(l, c->address);
        LLVMValueRef at = LLVMBuildPtrToInt(b, ln_scalar(l, c->address), l->i64, "");
        // apart when at - (start + after) is not in (-size, span)
        LLVMValueRef less = LLVMConstInt(l->i64, (uint64_t)(c->after - c->size + 1), true);
        at = LLVMBuildSub(b, LLVMBuildSub(b, at, start, ""), less, "");
        LLVMValueRef most = LLVMConstInt(l->i64, (uint64_t)(g->span + c->size - 1), false);
        ok = LLVMBuildAnd(b, ok, LLVMBuildICmp(b, LLVMIntUGE, at, most, ""), "");
    }
    return ok;
}

static void store_alone(struct lanes *l, const struct ln_group *g, LLVMValueRef inst) {
    struct ln_group one = {.stride = g->stride, .n = 1};
    for (int i = 0; i < g->n; i++)
        if (g->member[i].inst == inst) one.member[0] = g->member[i];
    one.member[0].at = 0;
    LLVMValueRef value = ln_vector(l, LLVMGetOperand(inst, 0));
    some_lanes(l, &one, ln_scalar(l, LLVMGetOperand(inst, 1)), ln_mask_bits(l, ln_mask(l)), &value);
}

static void store_or_wait(struct lanes *l, struct ln_group *g, LLVMValueRef inst) {
    bool last = inst == g->place;
    if (g->decided == LN_ALONE) {
        store_alone(l, g, inst);
        return;
    }
    if (g->decided == LN_TOGETHER) {
        LLVMValueRef own = ln_scalar(l, LLVMGetOperand(inst, 1));
        if (last && !ln_store_packed(l, g, ln_at_offset(l, own, g->start)))
            ln_fail(l, "stores that cannot wait"); // asked about only where they are packed
        return;
    }
    if (inst == g->member[0].inst) g->waits = can_wait(l, g, LLVMGetOperand(inst, 1));
    LLVMValueRef p = ln_scalar(l, LLVMGetOperand(inst, 1)), values[MOST_MEMBERS];
    ln_vector(l, LLVMGetOperand(inst, 0));
    for (int i = 0; i < g->n && last; i++)
        values[i] = ln_vector(l, LLVMGetOperand(g->member[i].inst, 0));
    LLVMBasicBlockRef now = ln_block(l, "now"), done = ln_block(l, "group"),
                      together = last ? ln_block(l, "together") : done;
    LLVMBuildCondBr(l->b, g->waits, together, now);
    if (last) {
        LLVMPositionBuilderAtEnd(l->b, together);
        wide_store(l, g, ln_at_offset(l, p, g->start), values);
        LLVMBuildBr(l->b, done);
    }
    LLVMPositionBuilderAtEnd(l->b, now);
    store_alone(l, g, inst);
    LLVMBuildBr(l->b, done);
    LLVMPositionBuilderAtEnd(l->b, done);
}

LLVMValueRef ln_group_asks(struct lanes *l, LLVMValueRef inst) {
    const struct ln_group *g = LLVMIsAStoreInst(inst) ? ln_val(l, inst)->group : NULL;
    if (!g || !g->ncrossing || !g->pack || l->mask || g->decided || inst != g->member[0].inst)
        return NULL;
    return can_wait(l, g, LLVMGetOperand(inst, 1));
}

void ln_group_decide(struct lanes *l, LLVMValueRef inst, bool together) {
    ln_val(l, inst)->group->decided = together ? LN_TOGETHER : LN_ALONE;
}

void ln_group_decided(struct lanes *l, LLVMValueRef inst) {
    ln_val(l, inst)->group->decided = LN_OPEN;
}

bool ln_group_access(struct lanes *l, LLVMValueRef inst) {
    struct ln_group *g = ln_val(l, inst)->group;
    if (!g) return false;
    if (g->ncrossing) {
        store_or_wait(l, g, inst);
        return true;
    }
    if (inst != g->place) return true;
    LLVMValueRef values[2][MOST_MEMBERS];
    LLVMValueRef base =
        ln_at_offset(l, ln_scalar(l, LLVMGetOperand(inst, g->load ? 0 : 1)), g->start);
    if (!g->load && ln_store_packed(l, g, base)) return true;
    for (int i = 0; i < g->n && !g->load; i++)
        values[0][i] = values[1][i] = ln_vector(l, LLVMGetOperand(g->member[i].inst, 0));
    if (g->load) ln_load_chunks(l, g, base);
    if (!l->mask) {
        all_lanes(l, g, base, values[0]);
    } else {
        LLVMValueRef bits = ln_mask_bits(l, l->mask);
        LLVMBasicBlockRef from[2] = {ln_block(l, "all"), ln_block(l, "some")},
                          done = ln_block(l, "group");
        LLVMValueRef every =
            LLVMBuildICmp(l->b, LLVMIntEQ, bits, LLVMConstAllOnes(LLVMTypeOf(bits)), "");
        LLVMBuildCondBr(l->b, every, from[0], from[1]);
        LLVMPositionBuilderAtEnd(l->b, from[0]);
        all_lanes(l, g, base, values[0]);
        LLVMBuildBr(l->b, done);
        from[0] = LLVMGetInsertBlock(l->b);
        LLVMPositionBuilderAtEnd(l->b, from[1]);
        some_lanes(l, g, base, bits, values[1]);
        LLVMBuildBr(l->b, done);
        from[1] = LLVMGetInsertBlock(l->b);
        LLVMPositionBuilderAtEnd(l->b, done);
        for (int i = 0; i < g->n && g->load; i++) {
            LLVMValueRef phi = LLVMBuildPhi(l->b, LLVMTypeOf(values[0][i]), "");
            LLVMAddIncoming(phi, &values[0][i], &from[0], 1);
            LLVMAddIncoming(phi, &values[1][i], &from[1], 1);
            values[0][i] = phi;
        }
    }
    for (int i = 0; i < g->n && g->load; i++) ln_define(l, g->member[i].inst, NULL, values[0][i]);
    return true;
}
