// Checked code for many lanes: the announcements of gen/instrument/check.c as calls for a whole
// vector.
//
// hd_ck_access(thread, address, base, extent, what) gives the address, or a dummy's for an access
// that must not happen. Here it keeps its shape, so that neighbours stay neighbours, and what must
// not happen is taken from the mask of the instructions that use the address: the call gives the
// lanes that may go on (`good`). A uniform address is replaced by the dummy's as a whole.
//
//     good = hd_ck_lanes_affine(block, first thread, mask, &a[i0], 4, a, 0, what)
//     v = masked load of W floats at &a[i0], where mask & good
//
// Warp operations are widened where all lanes of the warp take part, and nowhere else: whoever
// does not come is to be found, which fibers do.
#include "gen/lanes/lanes.h"

#include <string.h>

#define LINE 64 // bytes of a line of the cache

bool ln_is_address(LLVMValueRef call) {
    return ln_is_call_of(call, "hd_ck_access") || ln_is_call_of(call, "hd_ck_inside");
}

static const char *const markers[] = {"hd_ck_access", "hd_ck_inside", "hd_ck_taken", "hd_ck_give",
                                      "hd_ck_use",    "hd_ck_fence",  "hd_ck_unset"};

bool ln_is_marker(const char *name) {
    for (int i = 0; i < HD_COUNT(markers); i++)
        if (!strcmp(markers[i], name)) return true;
    return false;
}

// ---- calls -----------------------------------------------------------------------------------

static LLVMValueRef call(struct lanes *l, const char *name, LLVMTypeRef result, LLVMValueRef *args,
                         int n) {
    LLVMTypeRef types[10];
    for (int i = 0; i < n; i++) types[i] = LLVMTypeOf(args[i]);
    LLVMTypeRef type = LLVMFunctionType(result, types, (unsigned)n, false);
    LLVMValueRef fn = LLVMGetNamedFunction(l->mod, name);
    if (!fn) fn = LLVMAddFunction(l->mod, name, type);
    return LLVMBuildCall2(l->b, type, fn, args, (unsigned)n, "");
}

static LLVMValueRef i64_const(struct lanes *l, uint64_t v) {
    return LLVMConstInt(l->i64, v, false);
}

static LLVMValueRef bits_of(struct lanes *l, LLVMValueRef mask) {
    return LLVMBuildIntCast2(l->b, ln_mask_bits(l, mask), l->i64, false, "");
}

static LLVMValueRef mask_of(struct lanes *l, LLVMValueRef bits) {
    LLVMTypeRef type = LLVMIntTypeInContext(l->ctx, (unsigned)l->w);
    bits = LLVMBuildIntCast2(l->b, bits, type, false, "");
    return LLVMBuildBitCast(l->b, bits, LLVMVectorType(l->i1, (unsigned)l->w), "");
}

static LLVMValueRef in_memory(struct lanes *l, LLVMValueRef vec) {
    LLVMValueRef memory = ln_alloca(l, LLVMTypeOf(vec), 64);
    LLVMSetAlignment(LLVMBuildStore(l->b, vec, memory), 64);
    return memory;
}

static bool is_uniform(struct lanes *l, LLVMValueRef v) {
    return ln_shape_of(l, v).kind == LN_UNIFORM;
}

static LLVMValueRef state_at(struct lanes *l, uint64_t offset) {
    LLVMValueRef at = i64_const(l, HD_BLOCK_CHECK), in = i64_const(l, offset);
    LLVMValueRef state =
        LLVMBuildLoad2(l->b, l->ptr, LLVMBuildGEP2(l->b, l->i8, l->block, &at, 1, ""), "");
    return offset ? LLVMBuildGEP2(l->b, l->i8, state, &in, 1, "") : state;
}

static void keep(struct lanes *l, struct hd_map *map, LLVMValueRef inst, LLVMValueRef mask) {
    LLVMValueRef slot = ln_alloca(l, LLVMTypeOf(mask), 0);
    LLVMBuildStore(l->b, mask, slot);
    hd_map_set(map, (const char *)inst, slot);
}

static void keep_good(struct lanes *l, LLVMValueRef inst, LLVMValueRef mask) {
    keep(l, &l->good, inst, mask);
}

// ---- addresses ---------------------------------------------------------------------------------

static void define_address(struct lanes *l, LLVMValueRef inst) { // the one that it was given
    LLVMValueRef addr = LLVMGetOperand(inst, 1);
    if (ln_shape_of(l, addr).kind == LN_VARYING)
        ln_define(l, inst, NULL, ln_vector(l, addr));
    else
        ln_define(l, inst, ln_scalar(l, addr), NULL);
}

// ---- windows: reads that code looks at itself
// What the launch only reads is a window, from and room (check/skip.c): a read that is in it needs
// no call, so that a loop over such arrays stays a loop with everything in registers. The call
// that finds the window is a value like others; the optimiser takes it out of loops.

struct window {
    LLVMValueRef in; // i1: all lanes that are on are
    LLVMBasicBlockRef fast, go_on;
};

static LLVMValueRef field_of(struct lanes *l, LLVMValueRef window, uint64_t offset) {
    LLVMValueRef at = i64_const(l, offset);
    LLVMValueRef v =
        LLVMBuildLoad2(l->b, l->i64, LLVMBuildGEP2(l->b, l->i8, window, &at, 1, ""), "");
    unsigned kind = LLVMGetMDKindIDInContext(l->ctx, "invariant.load", 14);
    LLVMMetadataRef none = LLVMMDNodeInContext2(l->ctx, NULL, 0);
    LLVMSetMetadata(v, kind, LLVMMetadataAsValue(l->ctx, none));
    return v;
}

static LLVMValueRef find_window(struct lanes *l, LLVMValueRef base) {
    static const char *const attrs[] = {"nounwind", "willreturn", "memory", "speculatable"};
    LLVMValueRef args[2] = {l->block, base};
    LLVMValueRef window = call(l, "hd_ck_window", l->ptr, args, 2);
    for (int i = 0; i < HD_COUNT(attrs); i++) {
        unsigned kind = LLVMGetEnumAttributeKindForName(attrs[i], strlen(attrs[i]));
        LLVMAddAttributeAtIndex(LLVMGetNamedFunction(l->mod, "hd_ck_window"),
                                LLVMAttributeFunctionIndex,
                                LLVMCreateEnumAttribute(l->ctx, kind, 0));
    }
    unsigned kind = LLVMGetEnumAttributeKindForName("dereferenceable", 15);
    LLVMAddAttributeAtIndex(LLVMGetNamedFunction(l->mod, "hd_ck_window"), LLVMAttributeReturnIndex,
                            LLVMCreateEnumAttribute(l->ctx, kind, HD_WINDOW_SIZE));
    return window;
}

static LLVMValueRef add(struct lanes *l, LLVMValueRef v, int64_t n) {
    return n ? LLVMBuildAdd(l->b, v, i64_const(l, (uint64_t)n), "") : v;
}

static LLVMValueRef at_most(struct lanes *l, LLVMValueRef v, LLVMValueRef most) {
    return LLVMBuildICmp(l->b, LLVMIntULE, v, most, "");
}

static LLVMValueRef is_aligned(struct lanes *l, LLVMValueRef at, uint64_t low_bits) {
    return LLVMBuildIsNull(l->b, LLVMBuildAnd(l->b, at, i64_const(l, low_bits), ""), "");
}

// i1: nothing else is to be looked at. NULL: not known of such an access. A masked lane of an
// affine address counts as well: at the ends of arrays the long way is taken.
static LLVMValueRef is_in_window(struct lanes *l, LLVMValueRef inst, uint64_t what) {
    LLVMValueRef addr = LLVMGetOperand(inst, 1), base = LLVMGetOperand(inst, 2),
                 extent = LLVMGetOperand(inst, 3), from, room;
    struct ln_shape s = ln_shape_of(l, addr);
    uint64_t size = HD_WHAT_SIZE(what), low_bits = HD_WHAT_ALIGN(what) - 1, span = size;
    if (!size) return NULL;
    if (!ln_still(l, inst, &from, &room)) {
        if (HD_WHAT_OP(what) != HD_CHECK_READ || what & HD_WHAT_VOLATILE || base == addr ||
            !is_uniform(l, base) || !LLVMIsAConstantInt(extent))
            return NULL;
        LLVMValueRef window = find_window(l, ln_scalar(l, base));
        from = field_of(l, window, HD_WINDOW_FROM);
        room = field_of(l, window, HD_WINDOW_ROOM);
        if (!LLVMIsNull(extent)) { // a part of the object, or none of it
            LLVMValueRef begin = LLVMBuildPtrToInt(l->b, ln_scalar(l, base), l->i64, "");
            LLVMValueRef before = LLVMBuildSub(l->b, begin, from, "");
            LLVMValueRef end = LLVMBuildAdd(l->b, before, extent, "");
            LLVMValueRef part =
                LLVMBuildAnd(l->b, at_most(l, before, end), at_most(l, end, room), "");
            room = LLVMBuildSelect(l->b, part, extent, i64_const(l, 0), "");
            from = begin;
        }
    }
    if (s.kind == LN_VARYING) {
        LLVMValueRef at = LLVMBuildPtrToInt(l->b, ln_vector(l, addr), ln_vec_type(l, l->i64), "");
        LLVMValueRef most = ln_splat(l, add(l, room, -(int64_t)size));
        LLVMValueRef off = LLVMBuildSub(l->b, at, ln_splat(l, from), "");
        LLVMValueRef bad = LLVMBuildICmp(l->b, LLVMIntUGT, off, most, "");
        if (low_bits) {
            at = LLVMBuildAnd(l->b, at, ln_splat(l, i64_const(l, low_bits)), "");
            LLVMValueRef odd =
                LLVMBuildICmp(l->b, LLVMIntNE, at, LLVMConstNull(LLVMTypeOf(at)), "");
            bad = LLVMBuildOr(l->b, bad, odd, "");
        }
        if (l->mask) bad = LLVMBuildAnd(l->b, bad, l->mask, "");
        LLVMValueRef bits = ln_mask_bits(l, bad), none = LLVMBuildIsNull(l->b, bits, "");
        return LLVMBuildAnd(l->b, none, at_most(l, i64_const(l, size), room), "");
    }
    LLVMValueRef at = LLVMBuildPtrToInt(l->b, ln_scalar(l, addr), l->i64, "");
    if (s.kind == LN_AFFINE) { // the lanes are as aligned as the first
        if ((uint64_t)s.stride & low_bits) return NULL;
        int64_t last = s.stride * (l->w - 1);
        span += (uint64_t)(last < 0 ? -last : last);
        if (last < 0) at = add(l, at, last);
    }
    // One comparison: an offset that is not aligned is a large one when it is rotated. The limit
    // is the same for a whole loop.
    LLVMValueRef shift = i64_const(l, (uint64_t)__builtin_ctzll(low_bits + 1));
    LLVMValueRef limit = LLVMBuildLShr(l->b, add(l, room, -(int64_t)span), shift, "");
    LLVMValueRef some =
        LLVMBuildAnd(l->b, at_most(l, i64_const(l, span), room), is_aligned(l, from, low_bits), "");
    limit = LLVMBuildSelect(l->b, some, add(l, limit, 1), i64_const(l, 0), "");
    LLVMValueRef off = LLVMBuildSub(l->b, at, from, ""), args[3] = {off, off, shift};
    off = ln_call(l, "llvm.fshr", &l->i64, 1, args, 3);
    return LLVMBuildICmp(l->b, LLVMIntULT, off, limit, "");
}

static void count(struct lanes *l, LLVMValueRef counter, LLVMValueRef n) {
    LLVMValueRef before = LLVMBuildLoad2(l->b, l->i64, counter, "");
    LLVMBuildStore(l->b, LLVMBuildAdd(l->b, before, n, ""), counter);
}

void ln_checked_end(struct lanes *l) {
    if (l->counted)
        count(l, state_at(l, HD_CHECK_ACCESSES), LLVMBuildLoad2(l->b, l->i64, l->counted, ""));
}

// Vectors that are a part of a line, of blocks with short rows: the next block goes on with it, and
// checks leave no room for its loads to be foreseen.
static void fetch_next(struct lanes *l, LLVMValueRef addr) {
    struct ln_shape s = ln_shape_of(l, addr);
    if (s.kind != LN_AFFINE || s.stride <= 0 || s.stride * l->w >= LINE) return;
    LLVMValueRef next = i64_const(l, LINE);
    LLVMValueRef args[4] = {LLVMBuildGEP2(l->b, l->i8, ln_scalar(l, addr), &next, 1, ""),
                            LLVMConstInt(l->i32, 0, false), LLVMConstInt(l->i32, 3, false),
                            LLVMConstInt(l->i32, 1, false)};
    ln_call(l, "llvm.prefetch", &l->ptr, 1, args, 4);
}

// The block of code that is run when a read is in its window; *slow: when not.
static struct window open_window(struct lanes *l, LLVMValueRef addr, LLVMValueRef in,
                                 LLVMValueRef bits, uint64_t what) {
    struct window w = {in, ln_block(l, "window"), ln_block(l, "")};
    LLVMBasicBlockRef slow = ln_block(l, "looked at");
    LLVMValueRef br = LLVMBuildCondBr(l->b, in, w.fast, slow);
    LLVMTypeRef i32 = l->i32;
    LLVMMetadataRef weights[3] = {LLVMMDStringInContext2(l->ctx, "branch_weights", 14),
                                  LLVMValueAsMetadata(LLVMConstInt(i32, 2000, false)),
                                  LLVMValueAsMetadata(LLVMConstInt(i32, 1, false))};
    LLVMMetadataRef node = LLVMMDNodeInContext2(l->ctx, weights, 3);
    LLVMSetMetadata(br, LLVMGetMDKindIDInContext(l->ctx, "prof", 4),
                    LLVMMetadataAsValue(l->ctx, node));
    LLVMPositionBuilderAtEnd(l->b, w.fast);
    if (!l->counted) {
        l->counted = ln_alloca(l, l->i64, 0);
        LLVMBuildStore(l->hb, i64_const(l, 0), l->counted);
    }
    count(l, l->counted, ln_call(l, "llvm.ctpop", &l->i64, 1, &bits, 1));
    fetch_next(l, addr);
    if (what & HD_WHAT_PLAIN_COPY) { // all of it has been set
        LLVMValueRef none = LLVMConstNull(ln_vec_type(l, l->i32));
        LLVMSetAlignment(LLVMBuildStore(l->b, none, state_at(l, HD_CHECK_COPIED)), 4);
    }
    LLVMBuildBr(l->b, w.go_on);
    LLVMPositionBuilderAtEnd(l->b, slow);
    return w;
}

// The result: what the call has given, or what it would have given in the window.
static LLVMValueRef either(struct lanes *l, LLVMBasicBlockRef *from, LLVMValueRef given,
                           LLVMValueRef in_window) {
    LLVMValueRef phi = LLVMBuildPhi(l->b, LLVMTypeOf(given), "");
    LLVMAddIncoming(phi, (LLVMValueRef[]){given, in_window}, from, 2);
    return phi;
}

static void close_window(struct lanes *l, const struct window *w, LLVMBasicBlockRef *from) {
    from[0] = LLVMGetInsertBlock(l->b);
    from[1] = w->fast;
    LLVMBuildBr(l->b, w->go_on);
    LLVMPositionBuilderAtEnd(l->b, w->go_on);
}

static void access(struct lanes *l, LLVMValueRef inst) {
    LLVMValueRef addr = LLVMGetOperand(inst, 1), base = LLVMGetOperand(inst, 2),
                 extent = LLVMGetOperand(inst, 3), what = LLVMGetOperand(inst, 4);
    struct ln_shape s = ln_shape_of(l, addr);
    LLVMValueRef bits = bits_of(l, ln_mask(l)), null = LLVMConstPointerNull(l->ptr);
    struct window w = {0};
    LLVMBasicBlockRef from[2];
    if (LLVMIsAConstantInt(what)) {
        uint64_t word = LLVMConstIntGetZExtValue(what);
        if (base != addr && !is_uniform(l, base)) { // both ways find them
            ln_vector(l, base);
            ln_vector(l, addr);
        }
        LLVMValueRef in = is_in_window(l, inst, word);
        if (in) w = open_window(l, addr, in, bits, word);
    }
    bool own = base == addr, simple = (own || is_uniform(l, base)) && is_uniform(l, extent);
    LLVMValueRef one_base = own || !is_uniform(l, base) ? null : ln_scalar(l, base);
    LLVMValueRef one_extent = is_uniform(l, extent) ? ln_scalar(l, extent) : i64_const(l, 0);
    what = ln_scalar(l, what);
    if (s.kind == LN_UNIFORM) {
        if (!simple) ln_fail(l, "one address from different objects");
        LLVMValueRef args[7] = {l->block, l->linear,  bits, ln_scalar(l, addr),
                                one_base, one_extent, what};
        LLVMValueRef p = call(l, "hd_ck_lanes_uniform", l->ptr, args, 7);
        if (w.in) {
            close_window(l, &w, from);
            p = either(l, from, p, ln_scalar(l, addr));
        }
        ln_define(l, inst, p, NULL);
        return;
    }
    LLVMValueRef good;
    if (s.kind == LN_AFFINE && simple) {
        LLVMValueRef args[8] = {
            l->block, l->linear,  bits, ln_scalar(l, addr), i64_const(l, (uint64_t)s.stride),
            one_base, one_extent, what};
        good = call(l, "hd_ck_lanes_affine", l->i64, args, 8);
    } else {
        LLVMValueRef bases = own || is_uniform(l, base) ? null : in_memory(l, ln_vector(l, base));
        LLVMValueRef extents = is_uniform(l, extent) ? null : in_memory(l, ln_vector(l, extent));
        LLVMValueRef args[9] = {l->block, l->linear, bits,    in_memory(l, ln_vector(l, addr)),
                                bases,    one_base,  extents, one_extent,
                                what};
        good = call(l, "hd_ck_lanes_each", l->i64, args, 9);
    }
    if (!w.in) {
        keep_good(l, inst, mask_of(l, good));
    } else { // neighbours are in the window as a whole: then they are loaded without a mask
        close_window(l, &w, from);
        LLVMValueRef all = LLVMConstAllOnes(l->i64);
        LLVMValueRef on = either(l, from, good, bits);
        if (s.kind == LN_AFFINE) keep(l, &l->loaded, inst, mask_of(l, either(l, from, good, all)));
        keep_good(l, inst, mask_of(l, on));
    }
    define_address(l, inst);
}

// Bytes from where a local array begins, as if it were not interleaved; *root: the array.
static LLVMValueRef offset_in(struct lanes *l, LLVMValueRef p, bool vector, LLVMValueRef *root) {
    LLVMValueRef sum = LLVMConstNull(vector ? ln_vec_type(l, l->i64) : l->i64);
    for (;; p = LLVMGetOperand(p, LLVMIsACallInst(p) ? 1 : 0)) {
        if (LLVMIsAGetElementPtrInst(p))
            sum = LLVMBuildAdd(l->b, sum, ln_gep_bytes(l, p, 1, vector), "");
        else if (!LLVMIsACallInst(p))
            break;
    }
    *root = p;
    return sum;
}

// hd_ck_inside(thread, address, low, total, what): compared here, told when it is outside.
static void inside(struct lanes *l, LLVMValueRef inst) {
    LLVMValueRef addr = LLVMGetOperand(inst, 1), low = LLVMGetOperand(inst, 2),
                 total = LLVMGetOperand(inst, 3), what = LLVMGetOperand(inst, 4);
    if (!LLVMIsAConstantInt(what) || !LLVMIsAConstantInt(total))
        ln_fail(l, "an access of unknown size");
    uint64_t size = HD_WHAT_SIZE(LLVMConstIntGetZExtValue(what));
    uint64_t most = LLVMConstIntGetZExtValue(total);
    struct ln_shape s = ln_shape_of(l, addr), low_shape = ln_shape_of(l, low);
    struct ln_val *val = ln_val(l, addr);
    LLVMValueRef lows = ln_vector(l, low), at, from, off; // both ways find it
    bool local = val && val->local, vector = s.kind == LN_VARYING || low_shape.kind == LN_VARYING;
    if (local) {
        LLVMValueRef array[2];
        at = offset_in(l, addr, vector, &array[0]);
        from = offset_in(l, low, vector, &array[1]);
        if (array[0] != array[1]) ln_fail(l, "an element of one of several arrays");
    } else {
        vector = vector || s.kind != low_shape.kind || s.stride != low_shape.stride;
        LLVMTypeRef type = vector ? ln_vec_type(l, l->i64) : l->i64;
        at = LLVMBuildPtrToInt(l->b, vector ? ln_vector(l, addr) : ln_scalar(l, addr), type, "");
        from = LLVMBuildPtrToInt(l->b, vector ? lows : ln_scalar(l, low), type, "");
    }
    off = LLVMBuildSub(l->b, at, from, "");
    LLVMValueRef limit = i64_const(l, most - size), in;
    in = most >= size
             ? LLVMBuildICmp(l->b, LLVMIntULE, off, vector ? ln_splat(l, limit) : limit, "")
             : LLVMConstNull(vector ? LLVMVectorType(l->i1, (unsigned)l->w) : l->i1);
    if (!vector) in = ln_splat(l, in);
    LLVMValueRef bad = LLVMBuildSelect(l->b, in, LLVMConstNull(LLVMTypeOf(in)), ln_mask(l), "");
    LLVMValueRef bits = bits_of(l, bad), none = LLVMBuildIsNull(l->b, bits, "");
    LLVMBasicBlockRef outside = ln_block(l, "outside"), go_on = ln_block(l, "");
    LLVMBuildCondBr(l->b, none, go_on, outside);
    LLVMPositionBuilderAtEnd(l->b, outside);
    from = LLVMBuildPtrToInt(l->b, lows, ln_vec_type(l, l->i64), "");
    at = LLVMBuildAdd(l->b, from, vector ? off : ln_splat(l, off), "");
    LLVMValueRef args[7] = {l->block,           l->linear, bits, in_memory(l, at),
                            in_memory(l, from), total,     what};
    call(l, "hd_ck_lanes_outside", l->void_, args, 7);
    LLVMBuildBr(l->b, go_on);
    LLVMPositionBuilderAtEnd(l->b, go_on);
    if (is_uniform(l, addr)) { // all of them are outside then, or none
        LLVMValueRef dummy = ln_alloca(l, LLVMArrayType2(l->i8, size ? size : 1), 64);
        ln_define(l, inst, LLVMBuildSelect(l->b, none, ln_scalar(l, addr), dummy, ""), NULL);
        return;
    }
    keep_good(l, inst, LLVMBuildNot(l->b, bad, ""));
    define_address(l, inst);
}

// Of a pointer that constants were added to; where it starts from.
static LLVMValueRef start_of(struct lanes *l, LLVMValueRef p, int64_t *offset) {
    for (*offset = 0; LLVMIsAGetElementPtrInst(p); p = LLVMGetOperand(p, 0)) {
        LLVMTypeRef type = LLVMGetGEPSourceElementType(p);
        LLVMValueRef index = LLVMGetOperand(p, 1);
        if (LLVMGetNumOperands(p) != 2 || !LLVMIsAConstantInt(index)) break;
        *offset += LLVMConstIntGetSExtValue(index) * (int64_t)LLVMABISizeOfType(l->layout, type);
    }
    return p;
}

// Unrolling makes constants of indices: what is seen to be inside then need not be compared, and
// an array all of whose elements are so is no memory. Whether there was any.
bool ln_fold_insides(struct lanes *l) {
    LLVMValueRef inside = LLVMGetNamedFunction(l->mod, "hd_ck_inside");
    bool any = false;
    for (LLVMUseRef next, u = inside ? LLVMGetFirstUse(inside) : NULL; u; u = next) {
        LLVMValueRef call = LLVMGetUser(u);
        next = LLVMGetNextUse(u);
        int64_t at, low;
        LLVMValueRef total = LLVMGetOperand(call, 3), what = LLVMGetOperand(call, 4);
        LLVMValueRef root = start_of(l, LLVMGetOperand(call, 1), &at);
        if (root != start_of(l, LLVMGetOperand(call, 2), &low) || !LLVMIsAConstantInt(total) ||
            !LLVMIsAConstantInt(what))
            continue;
        uint64_t size = HD_WHAT_SIZE(LLVMConstIntGetZExtValue(what)),
                 most = LLVMConstIntGetZExtValue(total);
        if (size > most || (uint64_t)(at - low) > most - size) continue;
        LLVMReplaceAllUsesWith(call, LLVMGetOperand(call, 1));
        LLVMInstructionEraseFromParent(call);
        any = true;
    }
    return any;
}

static LLVMValueRef root_of(LLVMValueRef p) {
    while (LLVMIsAGetElementPtrInst(p) || LLVMIsAFreezeInst(p)) p = LLVMGetOperand(p, 0);
    return p;
}

static LLVMValueRef good_of(struct lanes *l, LLVMValueRef p) {
    LLVMValueRef all = NULL;
    for (p = root_of(p); LLVMIsACallInst(p) && ln_is_address(p);
         p = root_of(LLVMGetOperand(p, 1))) {
        LLVMValueRef slot = hd_map_get(&l->good, (const char *)p);
        if (!slot) continue;
        LLVMTypeRef type = LLVMVectorType(l->i1, (unsigned)l->w);
        LLVMValueRef good = LLVMBuildLoad2(l->b, type, slot, "");
        all = all ? LLVMBuildAnd(l->b, all, good, "") : good;
    }
    return all;
}

// Those that a load may read, whether they are on or not. NULL: the ones that are on and good.
LLVMValueRef ln_loaded(struct lanes *l, LLVMValueRef inst) {
    LLVMValueRef root = root_of(LLVMGetOperand(inst, 0));
    struct ln_shape s = ln_shape_of(l, LLVMGetOperand(inst, 0)), checked = ln_shape_of(l, root);
    if (s.kind != checked.kind || s.stride != checked.stride) return NULL; // other places of it
    LLVMValueRef slot = hd_map_get(&l->loaded, (const char *)root);
    LLVMTypeRef type = LLVMVectorType(l->i1, (unsigned)l->w);
    return slot ? LLVMBuildLoad2(l->b, type, slot, "") : NULL;
}

LLVMValueRef ln_good(struct lanes *l, LLVMValueRef inst) {
    LLVMOpcode op = LLVMGetInstructionOpcode(inst);
    LLVMValueRef all = NULL;
    if (op == LLVMLoad || op == LLVMAtomicRMW || op == LLVMAtomicCmpXchg)
        return good_of(l, LLVMGetOperand(inst, 0));
    if (op == LLVMStore) return good_of(l, LLVMGetOperand(inst, 1));
    if (op != LLVMCall) return NULL;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(inst); i++) {
        LLVMValueRef p = LLVMGetOperand(inst, i);
        if (LLVMTypeOf(p) != l->ptr) continue;
        LLVMValueRef good = good_of(l, p);
        if (good) all = all ? LLVMBuildAnd(l->b, all, good, "") : good;
    }
    return all;
}

// ---- stores: what was stored, when it is asked for --------------------------------------------

void ln_stored(struct lanes *l, LLVMValueRef store) {
    LLVMValueRef root = root_of(LLVMGetOperand(store, 1)), value = LLVMGetOperand(store, 0);
    LLVMTypeRef type = LLVMTypeOf(value);
    if (!LLVMIsACallInst(root) || !ln_is_address(root)) return;
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind == LLVMStructTypeKind || kind == LLVMVectorTypeKind || kind == LLVMArrayTypeKind ||
        (kind == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) % 8))
        return;
    LLVMValueRef asks = LLVMBuildLoad2(l->b, l->i32, state_at(l, HD_CHECK_ASKS), "");
    LLVMBasicBlockRef tell = ln_block(l, "tell"), go_on = ln_block(l, "");
    LLVMValueRef values = ln_vector(l, value);
    LLVMBuildCondBr(l->b, LLVMBuildIsNull(l->b, asks, ""), go_on, tell);
    LLVMPositionBuilderAtEnd(l->b, tell);
    uint64_t size = LLVMABISizeOfType(l->layout, type);
    LLVMValueRef args[3] = {l->block, in_memory(l, values), LLVMConstInt(l->i32, size, false)};
    call(l, "hd_ck_lanes_stored", l->void_, args, 3);
    LLVMBuildBr(l->b, go_on);
    LLVMPositionBuilderAtEnd(l->b, go_on);
}

// ---- what a kernel writes ----------------------------------------------------------------------

enum { MOST_STEPS = 64 };

// The parameter whose value v is, -1: memory of the block or of the thread, -2: not known.
// K.lane(block, args, thread): a parameter is loaded from where args[i] points.
static int source_of(LLVMValueRef kernel, LLVMValueRef v) {
    if (LLVMIsAFreezeInst(v)) return source_of(kernel, LLVMGetOperand(v, 0));
    if (LLVMIsAAllocaInst(v)) return -1;
    if (!LLVMIsALoadInst(v)) return -2;
    LLVMValueRef at = LLVMGetOperand(v, 0);
    if (LLVMIsAGetElementPtrInst(at) && LLVMGetOperand(at, 0) == LLVMGetParam(kernel, 0)) return -1;
    if (!LLVMIsALoadInst(at)) return -2;
    LLVMValueRef args = LLVMGetOperand(at, 0), own = LLVMGetParam(kernel, 1);
    if (args == own) return 0;
    if (!LLVMIsAGetElementPtrInst(args) || LLVMGetOperand(args, 0) != own ||
        LLVMGetNumIndices(args) != 1)
        return -2;
    LLVMValueRef index = LLVMGetOperand(args, 1);
    LLVMTypeRef unit = LLVMGetGEPSourceElementType(args);
    if (!LLVMIsAConstantInt(index)) return -2;
    uint64_t i = LLVMConstIntGetZExtValue(index);
    if (LLVMGetTypeKind(unit) == LLVMPointerTypeKind) return i < 64 ? (int)i : -2;
    if (LLVMGetTypeKind(unit) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(unit) != 8) return -2;
    return i % 8 == 0 && i / 8 < 64 ? (int)(i / 8) : -2;
}

// false: it may be anything.
static bool add_sources(LLVMValueRef kernel, LLVMValueRef v, uint64_t *params, int *steps) {
    if (++*steps > MOST_STEPS) return false;
    if (LLVMIsASelectInst(v))
        return add_sources(kernel, LLVMGetOperand(v, 1), params, steps) &&
               add_sources(kernel, LLVMGetOperand(v, 2), params, steps);
    if (LLVMIsAPHINode(v)) {
        for (unsigned i = 0; i < LLVMCountIncoming(v); i++) {
            LLVMValueRef in = LLVMGetIncomingValue(v, i);
            if (in != v && !add_sources(kernel, in, params, steps)) return false;
        }
        return true;
    }
    int source = source_of(kernel, v);
    if (source >= 0) *params |= 1ull << source;
    return source > -2;
}

static bool is_shared_base(LLVMValueRef kernel, LLVMValueRef base) {
    while (LLVMIsAGetElementPtrInst(base)) base = LLVMGetOperand(base, 0);
    return LLVMIsALoadInst(base) && source_of(kernel, base) == -1;
}

void ln_written(LLVMModuleRef mod, LLVMValueRef kernel, struct hd_gen_check *check) {
    LLVMValueRef access = LLVMGetNamedFunction(mod, "hd_ck_access");
    check->written = 0;
    check->writes_known =
        !LLVMGetNamedFunction(mod, "hd_ck_range") && !LLVMGetNamedFunction(mod, "hd_ck_malloc");
    for (LLVMUseRef u = access ? LLVMGetFirstUse(access) : NULL; u && check->writes_known;
         u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        check->writes_known = LLVMIsACallInst(user) && LLVMGetCalledValue(user) == access &&
                              LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)) == kernel;
        if (!check->writes_known) break;
        LLVMValueRef what = LLVMGetOperand(user, 4), base = LLVMGetOperand(user, 2);
        bool known = LLVMIsAConstantInt(what);
        uint64_t op = known ? LLVMConstIntGetZExtValue(what) : 0;
        if (known && (HD_WHAT_OP(op) == HD_CHECK_READ || HD_WHAT_OP(op) == HD_CHECK_ATOMIC_LOAD))
            continue;
        int steps = 0;
        check->writes_known =
            is_shared_base(kernel, base) || add_sources(kernel, base, &check->written, &steps);
    }
}

// ---- the rest ----------------------------------------------------------------------------------

static void use(struct lanes *l, LLVMValueRef inst) {
    LLVMValueRef unset = LLVMGetOperand(inst, 1), what = LLVMGetOperand(inst, 2);
    if (LLVMIsAConstantInt(unset) && LLVMIsNull(unset)) return;
    LLVMValueRef v = ln_vector(l, unset), none = LLVMConstNull(LLVMTypeOf(ln_mask(l)));
    LLVMValueRef bad = LLVMBuildICmp(l->b, LLVMIntNE, v, LLVMConstNull(LLVMTypeOf(v)), "");
    if (l->mask) bad = LLVMBuildSelect(l->b, l->mask, bad, none, "");
    LLVMValueRef bits = bits_of(l, bad);
    LLVMBasicBlockRef tell = ln_block(l, "unset"), go_on = ln_block(l, "");
    LLVMBuildCondBr(l->b, LLVMBuildIsNull(l->b, bits, ""), go_on, tell);
    LLVMPositionBuilderAtEnd(l->b, tell);
    LLVMValueRef args[4] = {l->block, l->linear, bits, ln_scalar(l, what)};
    call(l, "hd_ck_lanes_use", l->void_, args, 4);
    LLVMBuildBr(l->b, go_on);
    LLVMPositionBuilderAtEnd(l->b, go_on);
}

bool ln_checked_call(struct lanes *l, LLVMValueRef inst, const char *name) {
    LLVMTypeRef words = ln_vec_type(l, l->i32);
    if (!strcmp(name, "hd_ck_access")) {
        access(l, inst);
    } else if (!strcmp(name, "hd_ck_inside")) {
        inside(l, inst);
    } else if (!strcmp(name, "hd_ck_taken")) {
        LLVMValueRef v = LLVMBuildLoad2(l->b, words, state_at(l, HD_CHECK_COPIED), "");
        LLVMSetAlignment(v, 4);
        if (l->mask) v = LLVMBuildSelect(l->b, l->mask, v, LLVMConstNull(words), "");
        ln_define(l, inst, NULL, v);
    } else if (!strcmp(name, "hd_ck_give")) {
        LLVMValueRef v = ln_vector(l, LLVMGetOperand(inst, 1));
        LLVMSetAlignment(LLVMBuildStore(l->b, v, state_at(l, HD_CHECK_COPIED)), 4);
    } else if (!strcmp(name, "hd_ck_use")) {
        use(l, inst);
    } else if (!strcmp(name, "hd_ck_unset")) {
        LLVMValueRef args[4] = {l->block, l->linear, bits_of(l, ln_mask(l)),
                                ln_scalar(l, LLVMGetOperand(inst, 1))};
        call(l, "hd_ck_lanes_use", l->void_, args, 4);
    } else if (!strcmp(name, "hd_ck_fence")) {
        LLVMValueRef args[4] = {l->block, l->linear, bits_of(l, ln_mask(l)),
                                ln_scalar(l, LLVMGetOperand(inst, 1))};
        call(l, "hd_ck_lanes_fence", l->void_, args, 4);
    } else {
        return false;
    }
    return true;
}

void ln_checked_barrier(struct lanes *l) { call(l, "hd_ck_lanes_barrier", l->void_, &l->block, 1); }

void ln_checked_warp(struct lanes *l) {
    if (l->mask || l->w % 32) ln_fail(l, "a warp operation that not all lanes may reach");
    LLVMValueRef args[3] = {l->block, l->linear, LLVMConstInt(l->i32, (unsigned)l->w, false)};
    call(l, "hd_ck_lanes_warp", l->void_, args, 3);
}
