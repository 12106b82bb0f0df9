// Groups of stores whose members are all computed in the same way stay in the order of memory:
//
//     out[i] = make_float4(0.25f * (a.x + b.x), 0.25f * (a.y + b.y), ...);
//     out[3 * i] = 255 - in[3 * i]; out[3 * i + 1] = 255 - in[3 * i + 1]; ...
//
// Taking the x of all threads, then the y, and putting them together again for the store would be
// shuffles only to undo shuffles: here the vectors a, b hold x y z w x y z w ... as they lie in
// memory, and one operation does all members at once. That is a *pack*: for each member the value
// that it gets, found by walking from the stores to the loads as long as all members do the same.
// Where they do not (`a.w` is copied, alpha is 255) packs are blended; what is the same for all
// members is repeated, and what has no order yet is zipped. A pack is made where it costs less
// than the members one by one, when all lanes are on. Its vectors are *chunks* of W elements, as
// many as there are members; element k of them is member k % n of thread k / n.
#include "gen/lanes/group.h"

#include <string.h>

#define MOST_DEPTH 16
#define MOST_PACKS 200 // of a group
#define MOST_ZIPPED 16

enum pack_kind { PACK_SAME, PACK_UNIFORM, PACK_MEMORY, PACK_OPERATION, PACK_BLEND, PACK_ZIP };

struct ln_pack {
    enum pack_kind kind;
    LLVMTypeRef type;
    LLVMValueRef v[MOST_MEMBERS]; // NULL: any value will do
    LLVMValueRef first;           // the first that is not NULL
    struct ln_pack *operand[4];   // PACK_BLEND: two
    int noperands;
    struct ln_group *group;        // PACK_MEMORY: the loads' group, else it is loaded at the store
    LLVMValueRef lowest;           // PACK_MEMORY: the load of the lowest address that is known
    int64_t before, begin;         // how far before it the thread's memory begins: there
    int from[MOST_MEMBERS], align; // which element of its memory a member is
};

struct packer {
    struct lanes *l;
    int n, node, count;
    int begin; // from this instruction of the node on nobody else writes, up to the last store
    struct hd_map *inside; // instructions that packs of this node do
    struct hd_map *saved;  // instruction -> "yes" or "no"
};

static struct ln_pack *walk(struct packer *p, LLVMValueRef *v, int depth);

static bool is_number(LLVMTypeRef type) {
    switch (LLVMGetTypeKind(type)) {
    case LLVMIntegerTypeKind: return LLVMGetIntTypeWidth(type) <= 64;
    case LLVMHalfTypeKind:
    case LLVMFloatTypeKind:
    case LLVMDoubleTypeKind: return true;
    default: return false;
    }
}

// ---- what members have in common ----------------------------------------------------------------

static bool is_elementwise(struct lanes *l, LLVMValueRef v) {
    if (!is_number(LLVMTypeOf(v))) return false;
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMUDiv: // lanes guard divisors, and packs do not
    case LLVMSDiv:
    case LLVMURem:
    case LLVMSRem:
    case LLVMFRem: return false;
    case LLVMFNeg:
    case LLVMICmp:
    case LLVMFCmp:
    case LLVMFreeze:
    case LLVMSelect: break;
    case LLVMCall: {
        if (!LLVMIsAFunction(LLVMGetCalledValue(v)) || !LLVMGetIntrinsicID(LLVMGetCalledValue(v)) ||
            !ln_has_vector_form(l, v))
            return false;
        for (unsigned i = 0; i < LLVMGetNumArgOperands(v); i++)
            if (LLVMTypeOf(LLVMGetOperand(v, i)) != LLVMTypeOf(v)) return false;
        return true;
    }
    default:
        if (!LLVMIsABinaryOperator(v) && !LLVMIsACastInst(v)) return false;
    }
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(v); i++)
        if (!is_number(LLVMTypeOf(LLVMGetOperand(v, i)))) return false;
    return true;
}

static bool is_here(struct packer *p, LLVMValueRef v) {
    struct ln_val *val = ln_val(p->l, v);
    return val && val->node == p->node && !val->hoisted && !val->special &&
           val->shape.kind == LN_VARYING;
}

static bool is_operation(struct packer *p, LLVMValueRef v) {
    return LLVMIsAInstruction(v) && is_here(p, v) && is_elementwise(p->l, v);
}

static bool is_uniform(struct packer *p, LLVMValueRef v) {
    return ln_shape_of(p->l, v).kind == LN_UNIFORM;
}

static bool same_operation(struct packer *p, LLVMValueRef a, LLVMValueRef b) {
    if (!is_operation(p, b) || LLVMGetInstructionOpcode(a) != LLVMGetInstructionOpcode(b) ||
        LLVMGetNumOperands(a) != LLVMGetNumOperands(b))
        return false;
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(a); i++)
        if (LLVMTypeOf(LLVMGetOperand(a, i)) != LLVMTypeOf(LLVMGetOperand(b, i))) return false;
    switch (LLVMGetInstructionOpcode(a)) {
    case LLVMICmp: return LLVMGetICmpPredicate(a) == LLVMGetICmpPredicate(b);
    case LLVMFCmp: return LLVMGetFCmpPredicate(a) == LLVMGetFCmpPredicate(b);
    case LLVMCall: return LLVMGetCalledValue(a) == LLVMGetCalledValue(b);
    default: return true;
    }
}

static bool same_memory(struct packer *p, LLVMValueRef a, LLVMValueRef b) {
    struct sum x, y;
    if (!LLVMIsALoadInst(b)) return false;
    ln_take_apart(p->l, LLVMGetOperand(a, 0), &x);
    ln_take_apart(p->l, LLVMGetOperand(b, 0), &y);
    return ln_same_but_constant(&x, &y);
}

static bool alike(struct packer *p, LLVMValueRef a, LLVMValueRef b) {
    if (a == b) return true;
    if (is_uniform(p, a) || is_uniform(p, b)) return is_uniform(p, a) && is_uniform(p, b);
    if (LLVMIsALoadInst(a)) return same_memory(p, a, b);
    return is_operation(p, a) && same_operation(p, a, b);
}

// ---- packs --------------------------------------------------------------------------------------

static struct ln_pack *new_pack(struct packer *p, enum pack_kind kind, LLVMValueRef *v) {
    struct ln_pack *k = HD_NEW(p->l->arena, struct ln_pack);
    k->kind = kind;
    memcpy(k->v, v, sizeof k->v);
    for (int i = p->n - 1; i >= 0; i--)
        if (v[i]) k->first = v[i];
    k->type = LLVMTypeOf(k->first);
    p->count++;
    return k;
}

static int index_of(struct packer *p, LLVMValueRef inst) {
    const struct ln_node *node = &p->l->nodes[p->node];
    for (int i = 0; i < node->ninsts; i++)
        if (node->insts[i] == inst) return i;
    return -1;
}

static unsigned power_at_least(int64_t n) {
    unsigned power = 1;
    while (power < n) power *= 2;
    return power;
}

// The members are neighbours in memory that each thread has for itself. All of it is read: between
// what is read anyway, or up to the end of an aligned word.
static struct ln_pack *from_memory(struct packer *p, LLVMValueRef *v) {
    struct lanes *l = p->l;
    struct ln_pack *k = new_pack(p, PACK_MEMORY, v);
    struct sum sums[MOST_MEMBERS];
    int64_t size = (int64_t)LLVMABISizeOfType(l->layout, k->type), low = INT64_MAX, high = 0,
            stride = size * p->n, begin = 0;
    bool aligned = false, together = true, late = true;
    if (!is_number(k->type) || !ln_loads_as_vector(l, k->type)) return NULL;
    k->group = ln_val(l, k->first)->group;
    for (int i = 0; i < p->n; i++) {
        if (!v[i]) continue;
        struct ln_shape s = ln_shape_of(l, LLVMGetOperand(v[i], 0));
        struct ln_val *at = ln_val(l, LLVMGetOperand(v[i], 0));
        if (!LLVMIsALoadInst(v[i]) || !is_here(p, v[i]) || s.kind != LN_AFFINE ||
            s.stride != stride || (at && at->local) || LLVMGetVolatile(v[i]) ||
            LLVMGetOrdering(v[i]) != LLVMAtomicOrderingNotAtomic)
            return NULL;
        ln_take_apart(l, LLVMGetOperand(v[i], 0), &sums[i]);
        if (sums[i].failed || !same_memory(p, k->first, v[i])) return NULL;
        if (sums[i].c < low) low = sums[i].c, k->lowest = v[i];
        if (sums[i].c + size > high) high = sums[i].c + size;
        together = together && k->group && ln_val(l, v[i])->group == k->group;
        late = late && index_of(p, v[i]) >= p->begin;
    }
    if (high - low > stride) return NULL;
    // Where a thread's memory begins: at the lowest member, or where an alignment says so.
    for (int i = 0; i < p->n; i++) {
        if (!v[i] || LLVMGetAlignment(v[i]) < power_at_least(stride)) continue;
        aligned = true;
        begin = sums[i].c;
    }
    if (aligned && (low < begin || high - begin > stride)) return NULL;
    if (!aligned && high - low != stride) return NULL;
    if (!aligned) begin = low;
    for (int i = 0; together && i < k->group->n; i++)
        together = k->group->member[i].type == k->type;
    if (!together && !late) return NULL;
    if (!together) k->group = NULL;
    k->begin = begin;
    k->before = low - begin;
    k->align = (int)LLVMGetAlignment(k->lowest);
    while (k->before % k->align) k->align /= 2;
    for (int i = 0; i < p->n; i++) {
        if (v[i] && (sums[i].c - begin) % size) return NULL;
        k->from[i] = v[i] ? (int)((sums[i].c - begin) / size) : i;
    }
    return k;
}

static struct ln_pack *from_operation(struct packer *p, LLVMValueRef *v, int depth) {
    struct ln_pack *k = new_pack(p, PACK_OPERATION, v);
    bool call = LLVMIsACallInst(k->first) != NULL;
    k->noperands = call ? (int)LLVMGetNumArgOperands(k->first) : LLVMGetNumOperands(k->first);
    if (k->noperands > HD_COUNT(k->operand)) return NULL;
    for (int o = 0; o < k->noperands; o++) {
        LLVMValueRef w[MOST_MEMBERS] = {NULL};
        for (int i = 0; i < p->n; i++)
            if (v[i]) w[i] = LLVMGetOperand(v[i], (unsigned)o);
        if (!(k->operand[o] = walk(p, w, depth + 1))) return NULL;
    }
    for (int i = 0; i < p->n; i++)
        if (v[i]) hd_map_set(p->inside, (const char *)v[i], k);
    return k;
}

static struct ln_pack *blended(struct packer *p, LLVMValueRef *v, LLVMValueRef first, int depth) {
    LLVMValueRef some[MOST_MEMBERS] = {NULL}, rest[MOST_MEMBERS] = {NULL};
    struct ln_pack *k = new_pack(p, PACK_BLEND, v);
    for (int i = 0; i < p->n; i++)
        if (v[i]) *(alike(p, first, v[i]) ? &some[i] : &rest[i]) = v[i];
    k->noperands = 2;
    k->operand[0] = walk(p, some, depth + 1);
    k->operand[1] = k->operand[0] ? walk(p, rest, depth + 1) : NULL;
    return k->operand[1] ? k : NULL;
}

// NULL: nothing that can be packed, or too much.
static struct ln_pack *walk(struct packer *p, LLVMValueRef *v, int depth) {
    bool same = true, uniform = true, together = true;
    LLVMValueRef first = NULL;
    for (int i = 0; i < p->n; i++) {
        if (!v[i]) continue;
        if (!first) first = v[i];
        if (LLVMTypeOf(v[i]) != LLVMTypeOf(first)) return NULL;
        same = same && v[i] == first;
        uniform = uniform && is_uniform(p, v[i]);
        together = together && alike(p, first, v[i]);
    }
    if (!is_number(LLVMTypeOf(first)) || p->count > MOST_PACKS || depth > MOST_DEPTH) return NULL;
    if (uniform) return new_pack(p, same ? PACK_SAME : PACK_UNIFORM, v);
    struct ln_pack *k = NULL;
    if (!together) {
        k = blended(p, v, first, depth);
    } else if (LLVMIsALoadInst(first)) {
        k = from_memory(p, v);
    } else if (!same && is_operation(p, first)) {
        k = from_operation(p, v, depth);
    }
    return k ? k : new_pack(p, same ? PACK_SAME : PACK_ZIP, v);
}

// ---- what it costs ------------------------------------------------------------------------------
// In operations on a vector of W elements.

static int zip_cost(int n, int64_t size) {
    int stages = 0;
    while (1 << stages < n) stages++;
    return size < 4 ? 2 * n : n & (n - 1) ? n * n : n * stages;
}

static bool moves(const struct packer *p, const struct ln_pack *k) {
    for (int i = 0; i < p->n; i++)
        if (k->v[i] && k->from[i] != i) return true;
    return false;
}

// Whether nobody needs the member's value as such.
static bool is_saved(struct packer *p, LLVMValueRef v, int depth) {
    const char *known = hd_map_get(p->saved, (const char *)v);
    bool saved = depth <= MOST_DEPTH;
    if (known) return *known == 'y';
    for (LLVMUseRef use = LLVMGetFirstUse(v); use && saved; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        struct ln_val *val = ln_val(p->l, user);
        if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == v)
            saved = val && val->group && val->group->pack && val->node == p->node;
        else
            saved = hd_map_get(p->inside, (const char *)user) && is_saved(p, user, depth + 1);
    }
    hd_map_set(p->saved, (const char *)v, saved ? "yes" : "no");
    return saved;
}

struct cost {
    int packed, apart;
    struct hd_map seen;
};

static void add_cost(struct packer *p, struct ln_pack *k, struct cost *c) {
    int64_t size = (int64_t)LLVMABISizeOfType(p->l->layout, k->type);
    bool saved = false;
    switch (k->kind) {
    case PACK_SAME: c->packed += is_uniform(p, k->first) ? 0 : p->n; break;
    case PACK_UNIFORM: c->packed++; break;
    case PACK_ZIP: c->packed += zip_cost(p->n, size); break;
    case PACK_MEMORY:
        if (moves(p, k)) c->packed += p->n & (p->n - 1) ? 3 * p->n : p->n;
        for (int i = 0; i < p->n; i++) saved = saved || (k->v[i] && is_saved(p, k->v[i], 0));
        if (hd_map_get(&c->seen, (const char *)k->lowest)) break;
        hd_map_set(&c->seen, (const char *)k->lowest, k);
        if (saved) c->apart += zip_cost(p->n, size);
        break;
    case PACK_OPERATION:
        if (hd_map_get(&c->seen, (const char *)k->first)) break;
        c->packed += LLVMIsATruncInst(k->first) ? 2 * p->n : p->n;
        for (int i = 0; i < p->n; i++) {
            if (!k->v[i] || hd_map_get(&c->seen, (const char *)k->v[i])) continue;
            hd_map_set(&c->seen, (const char *)k->v[i], k);
            c->apart += !LLVMIsATruncInst(k->first) && !LLVMIsAZExtInst(k->first) &&
                        is_saved(p, k->v[i], 0); // part of shifting bytes in and out of words
        }
        break;
    case PACK_BLEND: c->packed += p->n; break;
    }
    for (int i = 0; i < k->noperands; i++) add_cost(p, k->operand[i], c);
}

static bool costs_less(struct packer *p, struct ln_pack *k) {
    struct hd_map saved = {0};
    p->saved = &saved;
    struct cost c = {.apart = zip_cost(p->n, (int64_t)LLVMABISizeOfType(p->l->layout, k->type))};
    add_cost(p, k, &c);
    hd_map_finish(&c.seen);
    hd_map_finish(&saved);
    return c.packed <= c.apart;
}

// ---- groups -------------------------------------------------------------------------------------

static bool writes(struct lanes *l, LLVMValueRef v, const struct ln_group *but) {
    if (LLVMIsAStoreInst(v)) {
        struct ln_val *at = ln_val(l, LLVMGetOperand(v, 1));
        return ln_val(l, v)->group != but && !(at && at->local);
    }
    return !LLVMIsALoadInst(v) && !ln_is_pure(l, v) && !(LLVMIsACallInst(v) && ln_makes_no_code(v));
}

static struct packer packer_of(struct lanes *l, struct ln_group *g, struct hd_map *inside) {
    struct packer p = {.l = l, .n = g->n, .inside = inside};
    p.node = ln_val(l, g->place)->node;
    p.begin = index_of(&p, g->place);
    while (p.begin > 0 && !writes(l, l->nodes[p.node].insts[p.begin - 1], g)) p.begin--;
    return p;
}

// The stores' values in the order of memory; false: they do not fill it with one kind of element.
static bool in_order(const struct ln_group *g, LLVMValueRef *v) {
    int size = g->member[0].size;
    if (g->n < 2 || g->n > MOST_ZIPPED || (int64_t)size * g->n != g->stride) return false;
    for (int i = 0; i < g->n; i++) {
        const struct member *m = &g->member[i];
        if (m->type != g->member[0].type || m->at % size || m->at / size >= g->n) return false;
        v[m->at / size] = LLVMGetOperand(m->inst, 0);
    }
    for (int i = 0; i < g->n; i++)
        if (!v[i]) return false;
    return is_number(g->member[0].type);
}

static void pack_node(struct lanes *l, const struct ln_node *node) {
    struct hd_map inside = {0};
    for (int pass = 0; pass < 2; pass++) // what all groups pack together is known in the second
        for (int i = 0; i < node->ninsts; i++) {
            LLVMValueRef v[MOST_MEMBERS] = {NULL};
            struct ln_group *g = ln_val(l, node->insts[i])->group;
            if (!g || g->load || g->place != node->insts[i]) continue;
            struct packer p = packer_of(l, g, &inside);
            if (!pass && in_order(g, v)) g->pack = walk(&p, v, 0);
            if (pass && g->pack && !costs_less(&p, g->pack)) g->pack = NULL;
        }
    hd_map_finish(&inside);
}

static void want(struct lanes *l, struct ln_pack *k) {
    struct ln_group *g = k->group;
    if (k->kind == PACK_MEMORY && g) {
        struct sum place;
        ln_take_apart(l, LLVMGetOperand(g->place, 0), &place);
        g->wanted = true;
        g->chunks_at = k->begin - (place.c + g->start);
    }
    for (int i = 0; i < k->noperands; i++) want(l, k->operand[i]);
}

void ln_packs(struct lanes *l) {
    for (int k = 0; k < l->n; k++) {
        bool any = false;
        const struct ln_node *node = &l->nodes[k];
        for (int i = 0; i < node->ninsts && !any; i++) any = ln_val(l, node->insts[i])->group;
        if (!any) continue;
        pack_node(l, node);
        for (int i = 0; i < node->ninsts; i++) {
            struct ln_group *g = ln_val(l, node->insts[i])->group;
            if (g && g->pack && g->place == node->insts[i]) want(l, g->pack);
        }
    }
}

// ---- code ---------------------------------------------------------------------------------------

static void repeated(struct lanes *l, LLVMValueRef v, int n, LLVMValueRef *chunks) {
    int index[LN_MOST_LANES];
    for (int c = 0; c < n; c++) {
        for (int i = 0; i < l->w; i++) index[i] = (c * l->w + i) / n;
        chunks[c] = ln_shuffled(l, v, NULL, index, l->w);
    }
}

// Whether chunks of such elements can be loaded and stored where some lanes are off.
static bool has_masks(const struct lanes *l, int64_t size) {
    return l->register_bits >= (size >= 4 ? 256 : 512);
}

static void load_chunks(struct lanes *l, LLVMTypeRef type, int n, LLVMValueRef base, unsigned align,
                        LLVMValueRef *chunks) {
    int64_t size = (int64_t)LLVMABISizeOfType(l->layout, type), bytes = l->w * size;
    LLVMTypeRef vec = ln_vec_type(l, type), types[2] = {vec, l->ptr};
    LLVMValueRef on[MOST_MEMBERS];
    while (bytes % align) align /= 2;
    if (l->mask) repeated(l, l->mask, n, on);
    for (int k = 0; k < n; k++) {
        LLVMValueRef at = ln_at_offset(l, base, k * bytes);
        LLVMValueRef args[4] = {at, LLVMConstInt(l->i32, align, false), on[k], LLVMGetPoison(vec)};
        chunks[k] = l->mask ? ln_call(l, "llvm.masked.load", types, 2, args, 4)
                            : ln_plain_load(l, vec, at, align);
    }
}

// At the loads' place: as they lie in memory, for packs.
void ln_load_chunks(struct lanes *l, struct ln_group *g, LLVMValueRef base) {
    int size = g->member[0].size, n = (int)(g->stride / size);
    if (!g->wanted || n > MOST_MEMBERS || (l->mask && !has_masks(l, size))) return;
    unsigned align = g->align;
    while (g->chunks_at % align) align /= 2;
    base = ln_at_offset(l, base, g->chunks_at);
    load_chunks(l, g->member[0].type, n, base, align, g->chunk);
}

// Element i of chunk k is that of index from[...] of the same thread.
static void move_members(struct lanes *l, const struct ln_pack *k, int n, LLVMValueRef *chunks) {
    LLVMValueRef made[MOST_MEMBERS];
    int index[LN_MOST_LANES];
    for (int c = 0; c < n; c++) {
        made[c] = NULL;
        for (int s = 0; s < n; s++) {
            bool any = false;
            for (int i = 0; i < l->w; i++) {
                int at = c * l->w + i, from = at / n * n + k->from[at % n];
                index[i] = made[c] ? i : -1;
                if (from / l->w != s) continue;
                index[i] = (made[c] ? l->w : 0) + from % l->w;
                any = true;
            }
            if (any)
                made[c] = made[c] ? ln_shuffled(l, made[c], chunks[s], index, l->w)
                                  : ln_shuffled(l, chunks[s], NULL, index, l->w);
        }
    }
    memcpy(chunks, made, sizeof *made * (size_t)n);
}

static void of_uniforms(struct lanes *l, const struct ln_pack *k, int n, LLVMValueRef *chunks) {
    int index[LN_MOST_LANES];
    LLVMValueRef all = LLVMGetPoison(LLVMVectorType(k->type, (unsigned)n));
    for (int i = 0; i < n; i++)
        if (k->v[i])
            all = LLVMBuildInsertElement(l->b, all, ln_scalar(l, k->v[i]),
                                         LLVMConstInt(l->i32, (unsigned)i, false), "");
    for (int c = 0; c < n; c++) {
        for (int i = 0; i < l->w; i++) index[i] = (c * l->w + i) % n;
        chunks[c] = ln_shuffled(l, all, NULL, index, l->w);
    }
}

static LLVMValueRef operation(struct lanes *l, const struct ln_pack *k, LLVMValueRef *x) {
    LLVMOpcode op = LLVMGetInstructionOpcode(k->first);
    LLVMTypeRef type = ln_vec_type(l, k->type);
    switch (op) {
    case LLVMFNeg: return LLVMBuildFNeg(l->b, x[0], "");
    case LLVMFreeze: return LLVMBuildFreeze(l->b, x[0], "");
    case LLVMICmp: return LLVMBuildICmp(l->b, LLVMGetICmpPredicate(k->first), x[0], x[1], "");
    case LLVMFCmp: return LLVMBuildFCmp(l->b, LLVMGetFCmpPredicate(k->first), x[0], x[1], "");
    case LLVMSelect: return LLVMBuildSelect(l->b, x[0], x[1], x[2], "");
    case LLVMCall: {
        unsigned id = LLVMGetIntrinsicID(LLVMGetCalledValue(k->first));
        LLVMValueRef fn = LLVMGetIntrinsicDeclaration(l->mod, id, &type, 1);
        return LLVMBuildCall2(l->b, LLVMGlobalGetValueType(fn), fn, x, (unsigned)k->noperands, "");
    }
    default: break;
    }
    return LLVMIsACastInst(k->first) ? LLVMBuildCast(l->b, op, x[0], type, "")
                                     : LLVMBuildBinOp(l->b, op, x[0], x[1], "");
}

// Only what all members allow is allowed.
static void keep_flags(const struct ln_pack *k, int n, LLVMValueRef to) {
    if (!LLVMIsAInstruction(to) || !LLVMCanValueUseFastMathFlags(to)) return;
    LLVMFastMathFlags flags = LLVMGetFastMathFlags(k->first);
    for (int i = 0; i < n; i++)
        if (k->v[i]) flags &= LLVMGetFastMathFlags(k->v[i]);
    LLVMSetFastMathFlags(to, flags);
}

static void make(struct lanes *l, const struct ln_pack *k, int n, LLVMValueRef *chunks) {
    LLVMValueRef x[4][MOST_MEMBERS], args[4];
    int index[LN_MOST_LANES];
    for (int i = 0; i < k->noperands; i++) make(l, k->operand[i], n, x[i]);
    switch (k->kind) {
    case PACK_SAME:
        if (ln_shape_of(l, k->first).kind == LN_UNIFORM)
            for (int c = 0; c < n; c++) chunks[c] = ln_vector(l, k->first);
        else
            repeated(l, ln_vector(l, k->first), n, chunks);
        return;
    case PACK_UNIFORM: of_uniforms(l, k, n, chunks); return;
    case PACK_ZIP:
        for (int i = 0; i < n; i++)
            chunks[i] = k->v[i] ? ln_vector(l, k->v[i]) : LLVMGetPoison(ln_vec_type(l, k->type));
        ln_zip(l, chunks, n);
        return;
    case PACK_MEMORY:
        if (k->group)
            memcpy(chunks, k->group->chunk, sizeof *chunks * (size_t)n);
        else
            load_chunks(l, k->type, n,
                        ln_at_offset(l, ln_scalar(l, LLVMGetOperand(k->lowest, 0)), -k->before),
                        (unsigned)k->align, chunks);
        move_members(l, k, n, chunks);
        return;
    case PACK_BLEND:
        for (int c = 0; c < n; c++) {
            for (int i = 0; i < l->w; i++)
                index[i] = i + (k->operand[0]->v[(c * l->w + i) % n] ? 0 : l->w);
            chunks[c] = ln_shuffled(l, x[0][c], x[1][c], index, l->w);
        }
        return;
    case PACK_OPERATION:
        for (int c = 0; c < n; c++) {
            for (int i = 0; i < k->noperands; i++) args[i] = x[i][c];
            chunks[c] = operation(l, k, args);
            keep_flags(k, n, chunks[c]);
        }
        return;
    }
}

static bool can_make(struct lanes *l, const struct ln_pack *k) {
    if (l->mask && k->kind == PACK_MEMORY &&
        !has_masks(l, (int64_t)LLVMABISizeOfType(l->layout, k->type)))
        return false;
    for (int i = 0; i < k->noperands; i++)
        if (!can_make(l, k->operand[i])) return false;
    return true;
}

// base: of the memory of all threads
bool ln_store_packed(struct lanes *l, const struct ln_group *g, LLVMValueRef base) {
    LLVMValueRef chunks[MOST_MEMBERS], on[MOST_MEMBERS];
    int64_t size = g->member[0].size, bytes = l->w * size;
    unsigned align = g->align;
    if (!g->pack || (l->mask && !has_masks(l, size)) || !can_make(l, g->pack)) return false;
    make(l, g->pack, g->n, chunks);
    while (bytes % align) align /= 2;
    if (l->mask) repeated(l, l->mask, g->n, on);
    for (int c = 0; c < g->n; c++) {
        LLVMValueRef at = ln_at_offset(l, base, c * bytes);
        LLVMTypeRef types[2] = {LLVMTypeOf(chunks[c]), l->ptr};
        LLVMValueRef args[4] = {chunks[c], at, LLVMConstInt(l->i32, align, false), on[c]};
        if (l->mask)
            ln_call(l, "llvm.masked.store", types, 2, args, 4);
        else
            LLVMSetAlignment(LLVMBuildStore(l->b, chunks[c], at), align);
    }
    return true;
}
