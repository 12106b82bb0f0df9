// Instructions of inline PTX that look at other threads: barriers, shuffles, votes, reductions, and
// matrices in the registers of a warp.
#include "gen/ptx/ptx.h"

#include <stdio.h>
#include <string.h>

static struct val place_of_asm(struct asm_text *t) {
    return val_scalar(const_i32(t->g, t->f->loc), hd_ty.uint_);
}
static struct val word(LLVMValueRef v) { return val_scalar(v, hd_ty.uint_); }

static bool is_zero(struct asm_text *t, int i) {
    LLVMValueRef v = ptx_raw(t, i);
    return LLVMIsAConstantInt(v) && LLVMConstIntGetZExtValue(v) == 0;
}

// bar.red.popc.u32 d, 0, p; bar.red.and.pred, bar.red.or.pred d, 0, p: __syncthreads_count and kin.
static void barrier_reduction(struct asm_text *t) {
    int op = ptx_has(t, "popc") ? 0 : ptx_has(t, "and") ? 1 : 2;
    if (!is_zero(t, 1) || t->noperands > 3) {
        ptx_fail(t, "a reduction is of all threads of the block, with barrier 0:", t->op);
        return;
    }
    LLVMValueRef p = ptx_sized(t, ptx_in(t, 2, "pred"), 32, false);
    struct val a[3] = {place_of_asm(t), val_scalar(p, hd_ty.int_),
                       val_scalar(const_i32(t->g, op), hd_ty.int_)};
    LLVMValueRef r = ptx_runtime(t, "hd_rt_barrier_red", hd_ty.int_, a, 3);
    if (op) r = LLVMBuildICmp(t->f->b, LLVMIntNE, r, const_i32(t->g, 0), "");
    ptx_out(t, r);
}

// bar.sync, bar.arrive NAME {, THREADS}, with or without `.cta`, `.aligned`; bar.warp.sync MASK.
// Without a count, number 0 is the barrier of __syncthreads.
void ptx_bar(struct asm_text *t) {
    struct val a[2] = {place_of_asm(t), word(const_i32(t->g, -1))};
    if (t->guard) {
        ptx_fail(t, "a guard before a barrier is not there yet:", t->op);
    } else if (ptx_has(t, "warp")) {
        a[1] = word(ptx_in(t, 0, "b32"));
        ptx_runtime(t, "hd_rt_syncwarp", hd_ty.void_, a, 2);
    } else if (ptx_has(t, "red")) {
        barrier_reduction(t);
    } else if (!ptx_has(t, "sync") && !ptx_has(t, "arrive")) {
        ptx_fail(t, "this form of a barrier is not there:", t->op);
    } else if (ptx_has(t, "sync") && t->noperands < 2 && (!t->noperands || (is_zero(t, 0)))) {
        ptx_runtime(t, "hd_rt_barrier", hd_ty.void_, a, 1);
    } else {
        struct val named[4] = {a[0], word(ptx_in(t, 0, "b32")),
                               word(t->noperands > 1 ? ptx_in(t, 1, "b32") : const_i32(t->g, 0)),
                               val_scalar(const_i32(t->g, ptx_has(t, "sync")), hd_ty.int_)};
        if (t->g->job->check) t->g->job->check->fences = true; // it orders some of the block
        ptx_runtime(t, "hd_rt_named_barrier", hd_ty.void_, named, 4);
    }
}

static LLVMValueRef lane_of(struct asm_text *t) {
    LLVMValueRef linear = context_load(t->f, t->g->i32, t->f->thread, HD_THREAD_LINEAR, false);
    return LLVMBuildAnd(t->f->b, linear, const_i32(t->g, 31), "");
}

// Whether a shuffle's source lane is in the segment: its predicate (PTX, shfl.sync).
static LLVMValueRef inside(struct asm_text *t, int mode, int c, LLVMValueRef by) {
    LLVMBuilderRef b = t->f->b;
    struct gen *g = t->g;
    int segments = c >> 8 & 31;
    LLVMValueRef lane = lane_of(t), first = LLVMBuildAnd(b, lane, const_i32(g, segments), "");
    LLVMValueRef last = LLVMBuildOr(b, first, const_i32(g, c & 31 & ~segments), "");
    by = LLVMBuildAnd(b, by, const_i32(g, 31), "");
    if (mode == 1) return LLVMBuildICmp(b, LLVMIntSGE, LLVMBuildSub(b, lane, by, ""), last, "");
    LLVMValueRef from =
        mode == 2   ? LLVMBuildAdd(b, lane, by, "")
        : mode == 3 ? LLVMBuildXor(b, lane, by, "")
                    : LLVMBuildOr(b, first, LLVMBuildAnd(b, by, const_i32(g, ~segments), ""), "");
    return LLVMBuildICmp(b, LLVMIntSLE, from, last, "");
}

// shfl.sync.MODE.b32 d|p, a, b, c, mask: c holds the last lane and the segments' mask.
void ptx_shfl(struct asm_text *t) {
    static const char *const modes[] = {"idx", "up", "down", "bfly"};
    bool sync = ptx_has(t, "sync");
    uint64_t c = 0;
    int mode = 0;
    while (mode < 4 && !ptx_has(t, modes[mode])) mode++;
    if (mode == 4 || !ptx_constant_of(t, 3, &c)) {
        if (mode == 4) ptx_fail(t, "there is no such mode:", t->op);
        return;
    }
    if (t->guard) {
        ptx_fail(t, "a guard before a shuffle is not there yet:", t->op);
        return;
    }
    int width = 32 - (int)(c >> 8 & 31);
    struct val a[6] = {place_of_asm(t),
                       word(sync ? ptx_in(t, 4, "b32") : const_i32(t->g, -1)),
                       val_scalar(ptx_sized(t, ptx_in(t, 1, "b32"), 64, false), hd_ty.ulong_),
                       val_scalar(ptx_in(t, 2, "b32"), hd_ty.int_),
                       val_scalar(const_i32(t->g, width), hd_ty.int_),
                       val_scalar(const_i32(t->g, mode), hd_ty.int_)};
    LLVMValueRef by = a[3].v, got = ptx_runtime(t, "hd_rt_shfl", hd_ty.ulong_, a, 6);
    ptx_out(t, ptx_sized(t, got, 32, false));
    if (t->operands[0].second >= 0)
        ptx_set_register(t, t->operands[0].second, inside(t, mode, (int)c, by), false);
}

void ptx_vote(struct asm_text *t) {
    static const char *const modes[] = {"all", "any", "ballot", "uni"};
    int mode = 0;
    while (mode < 4 && !ptx_has(t, modes[mode])) mode++;
    if (mode == 4 || t->guard) {
        ptx_fail(t, "this vote is not there yet:", t->op);
        return;
    }
    LLVMValueRef p = ptx_sized(t, ptx_in(t, 1, "pred"), 32, false);
    struct val a[4] = {place_of_asm(t),
                       word(ptx_has(t, "sync") ? ptx_in(t, 2, "b32") : const_i32(t->g, -1)),
                       val_scalar(p, hd_ty.int_), val_scalar(const_i32(t->g, mode), hd_ty.int_)};
    LLVMValueRef r = ptx_runtime(t, "hd_rt_vote", hd_ty.uint_, a, 4);
    if (mode != 2) r = LLVMBuildICmp(t->f->b, LLVMIntNE, r, const_i32(t->g, 0), "");
    ptx_out(t, r);
}

void ptx_activemask(struct asm_text *t) {
    struct val a[2] = {place_of_asm(t), val_scalar(const_i32(t->g, 0), hd_ty.int_)};
    ptx_out(t, ptx_runtime(t, "hd_rt_activemask", hd_ty.uint_, a, 2));
}

void ptx_redux(struct asm_text *t) {
    static const char *const names[] = {"add", "min", "max", "and", "or", "xor"};
    int op = 0;
    while (op < 6 && !ptx_has(t, names[op])) op++;
    if (op == 6 || t->guard) {
        ptx_fail(t, "this reduction is not there yet:", t->op);
        return;
    }
    struct val a[5] = {place_of_asm(t), word(ptx_in(t, 2, "b32")), word(ptx_in(t, 1, "b32")),
                       val_scalar(const_i32(t->g, op), hd_ty.int_),
                       val_scalar(const_i32(t->g, ptx_is_signed(t->type)), hd_ty.int_)};
    ptx_out(t, ptx_runtime(t, "hd_rt_reduce", hd_ty.uint_, a, 5));
}

// match.any.sync d, a, mask; match.all.sync d|p, a, mask
void ptx_match(struct asm_text *t) {
    bool all = ptx_has(t, "all");
    if (t->guard) {
        ptx_fail(t, "a guard before a match is not there yet:", t->op);
        return;
    }
    LLVMValueRef same = all ? temp(t->f, t->g->i32, 4) : LLVMConstNull(t->g->ptr);
    struct val a[4] = {place_of_asm(t), word(ptx_in(t, 2, "b32")),
                       val_scalar(ptx_sized(t, ptx_use(t, 1), 64, false), hd_ty.ulong_),
                       val_scalar(same, hd_type_ptr(hd_ty.int_))};
    LLVMValueRef r = ptx_runtime(t, "hd_rt_match", hd_ty.uint_, a, 4);
    t->type = "b32";
    ptx_out(t, r);
    if (!all || t->operands[0].second < 0) return;
    LLVMValueRef p = raw_load(t->f, t->g->i32, same, 4);
    p = LLVMBuildICmp(t->f->b, LLVMIntNE, p, const_i32(t->g, 0), "");
    ptx_set_register(t, t->operands[0].second, p, false);
}

void ptx_trap(struct asm_text *t) {
    extern_call(t->f, "hd_rt_device_trap", HD_REF_RUNTIME, hd_ty.void_, NULL, 0, 0, true, NULL);
}

// ---- matrices in the registers of a warp --------------------------------------------------------

// elect.sync d|p, mask: the first lane of the mask is the one.
void ptx_elect(struct asm_text *t) {
    LLVMTypeRef i32 = t->g->i32;
    LLVMValueRef args[] = {ptx_in(t, 1, "b32"), LLVMConstNull(t->g->i1)};
    LLVMValueRef first = intrinsic(t->f, "llvm.cttz", &i32, 1, args, 2);
    t->type = "b32";
    ptx_out(t, first);
    LLVMValueRef p = LLVMBuildICmp(t->f->b, LLVMIntEQ, first, lane_of(t), "");
    if (t->operands[0].second >= 0) ptx_set_register(t, t->operands[0].second, p, false);
}

// The value that another lane has; v: i32 or i64
static LLVMValueRef from_lane(struct asm_text *t, LLVMValueRef v, LLVMValueRef lane) {
    unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(v));
    struct val a[6] = {place_of_asm(t),
                       word(const_i32(t->g, -1)),
                       val_scalar(ptx_sized(t, v, 64, false), hd_ty.ulong_),
                       val_scalar(lane, hd_ty.int_),
                       val_scalar(const_i32(t->g, 32), hd_ty.int_),
                       val_scalar(const_i32(t->g, 0), hd_ty.int_)};
    return ptx_sized(t, ptx_runtime(t, "hd_rt_shfl", hd_ty.ulong_, a, 6), width, false);
}

// ldmatrix.sync.aligned.m8n8.xN{.trans}.shared.b16 {d...}, [row]: lane 8 m + r says where row r of
// matrix m is. Of a matrix of 8 x 8 halves lane l gets (l / 4, 2 (l % 4)) and the one right of it;
// transposed (2 (l % 4), l / 4) and the one below.
void ptx_ldmatrix(struct asm_text *t) {
    struct operand *d = &t->operands[0];
    LLVMBuilderRef b = t->f->b;
    struct gen *g = t->g;
    int n = d->kind == OP_VECTOR ? d->nparts : 1;
    if (!ptx_has(t, "m8n8") || strcmp(t->type, "b16")) {
        ptx_fail(t, "of the matrices only m8n8 of b16 are there:", t->op);
        return;
    }
    LLVMValueRef at = ptx_address(t, 1), lane = lane_of(t), loaded[8];
    if (t->failed) return;
    at = LLVMBuildPtrToInt(b, at, ptx_int_of(t, 64), "");
    LLVMValueRef slow = LLVMBuildLShr(b, lane, const_i32(g, 2), ""),
                 quick = LLVMBuildAnd(b, lane, const_i32(g, 3), "");
    for (int m = 0; m < n; m++) {
        LLVMValueRef first = const_i32(g, 8 * m), parts[2];
        if (!ptx_has(t, "trans")) {
            LLVMValueRef row = from_lane(t, at, LLVMBuildAdd(b, first, slow, ""));
            LLVMValueRef by = LLVMBuildShl(b, LLVMBuildZExt(b, quick, ptx_int_of(t, 64), ""),
                                           const_i64(g, 2), "");
            LLVMValueRef p = LLVMBuildIntToPtr(b, LLVMBuildAdd(b, row, by, ""), g->ptr, "");
            loaded[m] = ptx_load_bytes(t, p, 4, NULL);
            continue;
        }
        for (int k = 0; k < 2; k++) {
            LLVMValueRef r = LLVMBuildAdd(b, LLVMBuildShl(b, quick, const_i32(g, 1), ""),
                                          const_i32(g, 8 * m + k), "");
            LLVMValueRef by =
                LLVMBuildShl(b, LLVMBuildZExt(b, slow, ptx_int_of(t, 64), ""), const_i64(g, 1), "");
            LLVMValueRef p =
                LLVMBuildIntToPtr(b, LLVMBuildAdd(b, from_lane(t, at, r), by, ""), g->ptr, "");
            parts[k] = ptx_sized(t, ptx_load_bytes(t, p, 2, NULL), 32, false);
        }
        loaded[m] = LLVMBuildOr(b, parts[0], LLVMBuildShl(b, parts[1], const_i32(g, 16), ""), "");
    }
    for (int m = 0; m < n; m++) {
        if (d->kind == OP_VECTOR)
            ptx_set_register(t, d->parts[m], loaded[m], false);
        else
            ptx_out(t, loaded[m]);
    }
}

// Half h (0, 1) of a word as a float.
static LLVMValueRef half_of(struct asm_text *t, LLVMValueRef v, int h, bool bfloat) {
    LLVMBuilderRef b = t->f->b;
    if (bfloat) { // the upper half of a float
        v = h ? LLVMBuildAnd(b, v, const_i32(t->g, (int64_t)0xffff0000), "")
              : LLVMBuildShl(b, v, const_i32(t->g, 16), "");
        return LLVMBuildBitCast(b, v, t->g->f32, "");
    }
    if (h) v = LLVMBuildLShr(b, v, const_i32(t->g, 16), "");
    return LLVMBuildFPExt(b, LLVMBuildBitCast(b, ptx_sized(t, v, 16, false), t->g->f16, ""),
                          t->g->f32, "");
}

// How the elements of a matrix lie in registers of 32 bits.
static const struct element {
    const char *type;
    int packed; // in a register
    char kind;  // Half, Bfloat, Tf32, Double, Integer, bits (1)
} elements[] = {{"f16", 2, 'h'}, {"bf16", 2, 'b'}, {"tf32", 1, 't'},
                {"f64", 1, 'd'}, {"s8", 4, 'i'},   {"u8", 4, 'i'},
                {"s4", 8, 'i'},  {"u4", 8, 'i'},   {"b1", 32, '1'}};

static const struct element *element_named(const char *type) {
    for (int i = 0; i < HD_COUNT(elements); i++)
        if (!strcmp(type, elements[i].type)) return &elements[i];
    return NULL;
}

static LLVMValueRef element_of(struct asm_text *t, const struct element *e, LLVMValueRef v, int h) {
    LLVMBuilderRef b = t->f->b;
    int width = 32 / e->packed;
    if (e->kind == 'd') return LLVMBuildBitCast(b, v, t->g->f64, "");
    if (e->kind == 'h' || e->kind == 'b') return half_of(t, v, h, e->kind == 'b');
    if (e->kind == 't') // the low bits of a float do not count
        return LLVMBuildBitCast(b, LLVMBuildAnd(b, v, const_i32(t->g, (int64_t)0xffffe000), ""),
                                t->g->f32, "");
    v = LLVMBuildShl(b, v, const_i32(t->g, 32 - width * (h + 1)), "");
    return e->type[0] == 's' ? LLVMBuildAShr(b, v, const_i32(t->g, 32 - width), "")
                             : LLVMBuildLShr(b, v, const_i32(t->g, 32 - width), "");
}

static LLVMValueRef register_of(struct asm_text *t, const struct operand *o, int i) {
    int reg = o->kind == OP_REGISTER ? o->reg : o->parts[i];
    LLVMValueRef v = reg >= 0 ? t->registers[reg].v : NULL;
    return v ? v : const_i32(t->g, 0);
}

// mma.sync.aligned.mMn8kK.row.col.D.A.B.C {d}, {a}, {b}, {c}: M 16 or 8. With g = lane / 4, q =
// lane % 4 and e elements in a register, a register of A has the columns e q ... e q + e - 1 of row
// g (or g + 8, every other register), the next ones those 4 e columns further; one of B these rows
// of column g; C and D have the columns 2 q, 2 q + 1 of row g, then of g + 8.
void ptx_mma(struct asm_text *t) {
    LLVMBuilderRef b = t->f->b;
    struct gen *g = t->g;
    const struct operand *o = t->operands;
    bool popc = t->nparts > 8 && ptx_has(t, "popc");      // .xor.popc, .and.popc
    char **types = t->parts + t->nparts - (popc ? 6 : 4); // D, A, B, C
    int m = 0, k = 0;
    for (int i = 1; i < t->nparts && !m; i++)
        if (sscanf(t->parts[i], "m%dn8k%d", &m, &k) != 2) m = 0;
    bool whole = t->nparts >= 9 && t->nparts <= MOST_PARTS && !strcmp(types[0], types[3]);
    const struct element *ea = whole ? element_named(types[1]) : NULL,
                         *eb = whole ? element_named(types[2]) : NULL;
    bool bits = ea && ea->kind == '1', doubles = ea && ea->kind == 'd';
    bool wide = whole && strcmp(types[0], "f16") != 0, integers = ea && (ea->kind == 'i' || bits);
    bool fits = bits == popc && ea && eb && ea->packed == eb->packed && ea->kind == eb->kind &&
                t->noperands == 4 && !ptx_has(t, "satfinite") && (wide || ea->kind == 'h') &&
                !strcmp(types[0], integers  ? "s32"
                                  : doubles ? "f64"
                                  : wide    ? "f32"
                                            : "f16");
    int rows = m == 16 ? 2 : 1, nb = fits ? k / (4 * ea->packed) : 0, na = nb * rows,
        nc = wide ? 2 * rows : rows;
    fits = fits &&
           (m == 16 ? nb == 1 || nb == 2 || (nb == 4 && doubles)
                    : m == 8 && nb == 1 && (integers || doubles)) &&
           k == nb * 4 * ea->packed;
    const int counts[] = {nc, na, nb, nc};
    for (int i = 0; i < 4 && fits; i++)
        fits = o[i].kind == OP_VECTOR ? o[i].nparts == counts[i]
                                      : o[i].kind == OP_REGISTER && counts[i] == 1;
    if (!fits) {
        ptx_fail(
            t,
            "of the matrix products m16n8 of f16, bf16, tf32, and m16n8 and m8n8 of f64, 8-bit "
            "and 4-bit integers and bits are there:",
            t->op);
        return;
    }
    LLVMValueRef lane = lane_of(t), sum[4], d[4];
    LLVMValueRef quad = LLVMBuildAnd(b, lane, const_i32(g, 28), ""); // 4 g
    LLVMValueRef column =
        LLVMBuildShl(b, LLVMBuildAnd(b, lane, const_i32(g, 3), ""), const_i32(g, 3), "");
    for (int i = 0; i < 2 * rows; i++) {
        LLVMValueRef v = register_of(t, &o[3], wide ? i : i / 2);
        sum[i] = integers  ? v
                 : doubles ? LLVMBuildBitCast(b, ptx_sized(t, v, 64, false), g->f64, "")
                 : wide    ? LLVMBuildBitCast(b, v, g->f32, "")
                           : half_of(t, v, i & 1, false);
    }
    LLVMTypeRef real = doubles ? g->f64 : g->f32;
    for (int p = 0; p < nb * 4; p++) { // the columns of A from e p on
        LLVMValueRef left[2], right[2];
        LLVMValueRef from = LLVMBuildAdd(b, quad, const_i32(g, p % 4), "");
        for (int r = 0; r < rows; r++)
            left[r] = from_lane(t, register_of(t, &o[1], p / 4 * rows + r), from);
        for (int c = 0; c < 2; c++)
            right[c] = from_lane(t, register_of(t, &o[2], p / 4),
                                 LLVMBuildAdd(b, column, const_i32(g, 4 * c + p % 4), ""));
        for (int i = 0; i < 2 * rows && bits; i++) {
            LLVMValueRef x = left[i / 2], y = right[i & 1];
            x = ptx_has(t, "xor") ? LLVMBuildXor(b, x, y, "") : LLVMBuildAnd(b, x, y, "");
            sum[i] = LLVMBuildAdd(b, sum[i], intrinsic1(t->f, "llvm.ctpop", x), "");
        }
        for (int h = 0; h < ea->packed && !bits; h++)
            for (int i = 0; i < 2 * rows; i++) {
                LLVMValueRef x = element_of(t, ea, left[i / 2], h),
                             y = element_of(t, eb, right[i & 1], h);
                sum[i] = integers ? LLVMBuildAdd(b, sum[i], LLVMBuildMul(b, x, y, ""), "")
                                  : intrinsic(t->f, "llvm.fma", &real, 1,
                                              (LLVMValueRef[]){x, y, sum[i]}, 3);
            }
    }
    for (int i = 0; i < 2 * rows; i++) d[i] = ptx_bits(t, sum[i]);
    for (int i = 0; i < rows && !wide; i++) {
        LLVMValueRef l = ptx_bits(t, LLVMBuildFPTrunc(b, sum[2 * i], g->f16, "")),
                     h = ptx_bits(t, LLVMBuildFPTrunc(b, sum[2 * i + 1], g->f16, ""));
        d[i] = LLVMBuildOr(b, ptx_sized(t, l, 32, false),
                           LLVMBuildShl(b, ptx_sized(t, h, 32, false), const_i32(g, 16), ""), "");
    }
    for (int i = 0; i < nc; i++)
        ptx_set_register(t, o[0].kind == OP_VECTOR ? o[0].parts[i] : o[0].reg, d[i], false);
}

// The place of the highest bit that is not the sign; shiftamt: how far it is from the top.
