// Inline PTX against its definitions written in C: each row of the table is one instruction over many operands.
// CPU-ONLY: the stand-in does not know all of these instructions
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef uint32_t u32;
typedef uint64_t u64;
#define ROWS(X2) \
    X2(add, "add.u32 %0, %1, %2;", a + b) X2(sub, "sub.s32 %0, %1, %2;", a - b) X2(mullo, "mul.lo.s32 %0, %1, %2;", a * b) \
    X2(mulhi, "mul.hi.u32 %0, %1, %2;", (u32)((u64)a * b >> 32)) \
    X2(mulhis, "mul.hi.s32 %0, %1, %2;", (u32)((int64_t)(int)a * (int)b >> 32)) \
    X2(mad, "mad.lo.u32 %0, %1, %2, %3;", a * b + c) X2(madhi, "mad.hi.u32 %0, %1, %2, %3;", (u32)((u64)a * b >> 32) + c) \
    X2(mul24, "mul24.lo.u32 %0, %1, %2;", (a & 0xffffff) * (b & 0xffffff)) \
    X2(divu, "div.u32 %0, %1, %2;", a / b) X2(rem, "rem.s32 %0, %1, %2;", (u32)((int64_t)(int)a % (int)b)) \
    X2(minS, "min.s32 %0, %1, %2;", (int)a < (int)b ? a : b) X2(maxU, "max.u32 %0, %1, %2;", a > b ? a : b) \
    X2(absS, "abs.s32 %0, %1;", (int)a < 0 ? 0u - a : a) X2(neg, "neg.s32 %0, %1;", 0u - a) X2(notB, "not.b32 %0, %1;", ~a) \
    X2(andB, "and.b32 %0, %1, %2;", a & b) X2(orB, "or.b32 %0, %1, %2;", a | b) X2(xorB, "xor.b32 %0, %1, %2;", a ^ b) \
    X2(shl, "shl.b32 %0, %1, %3;", c > 31 ? 0 : a << c) X2(shr, "shr.u32 %0, %1, %3;", c > 31 ? 0 : a >> c) \
    X2(sar, "shr.s32 %0, %1, %3;", (u32)((int)a >> (c > 31 ? 31 : c))) \
    X2(lop3, "lop3.b32 %0, %1, %2, %3, 0x96;", a ^ b ^ c) X2(lop3b, "lop3.b32 %0, %1, %2, %3, 0xE8;", (a & b) | (a & c) | (b & c)) \
    X2(bfe, "bfe.u32 %0, %1, %2, %3;", bfe(a, b & 255, c & 255)) X2(bfes, "bfe.s32 %0, %1, %2, %3;", bfes(a, b & 255, c & 255)) \
    X2(bfi, "bfi.b32 %0, %1, %2, %3, 9;", bfi(a, b, c & 255, 9)) X2(bfi2, "bfi.b32 %0, %1, %2, 4, %3;", bfi(a, b, 4, c & 255)) \
    X2(brev, "brev.b32 %0, %1;", brev(a)) X2(popc, "popc.b32 %0, %1;", (u32)__builtin_popcount(a)) \
    X2(clz, "clz.b32 %0, %1;", a ? (u32)__builtin_clz(a) : 32) X2(prmt, "prmt.b32 %0, %1, %2, %3;", prmt(a, b, c)) \
    X2(prmtc, "prmt.b32 %0, %1, %2, 0x9073;", prmt(a, b, 0x9073)) \
    X2(shfl_, "shf.l.wrap.b32 %0, %1, %2, %3;", (u32)(((u64)b << 32 | a) << (c & 31) >> 32)) \
    X2(shfr, "shf.r.clamp.b32 %0, %1, %2, %3;", c >= 32 ? b : (u32)(((u64)b << 32 | a) >> c)) \
    X2(dp4a, "dp4a.u32.u32 %0, %1, %2, %3;", dp4a(a, b, c)) X2(sad, "sad.u32 %0, %1, %2, %3;", (a > b ? a - b : b - a) + c) \
    X2(setp, "{ .reg .pred p; setp.lt.s32 p, %1, %2; selp.u32 %0, %3, 7, p; }", (int)a < (int)b ? c : 7) \
    X2(setpor, "{ .reg .pred p, q; setp.gt.u32 q, %1, 99; setp.eq.or.u32 p, %1, %2, q; selp.b32 %0, 1, 0, p; }", (u32)(a == b || a > 99)) \
    X2(guard, "{ .reg .pred p; mov.u32 %0, %1; setp.ge.u32 p, %1, %2; @p mov.u32 %0, %2; @!p add.u32 %0, %0, %3; }", a >= b ? b : a + c) \
    X2(setu, "set.le.u32.s32 %0, %1, %2;", (int)a <= (int)b ? ~0u : 0) \
    X2(regs, "{ .reg .u32 t<3>; mov.u32 t0, %1; shl.b32 t1, t0, 3; add.u32 t2, t1, %2; xor.b32 %0, t2, t0; }", ((a << 3) + b) ^ a) \
    X2(pack, "{ .reg .b64 w; .reg .b32 lo, hi; mov.b64 w, {%1, %2}; shr.u64 w, w, 8; mov.b64 {lo, hi}, w; xor.b32 %0, lo, hi; }", \
       (u32)((((u64)b << 32 | a) >> 8) ^ (((u64)b << 32 | a) >> 40))) \
    X2(carry, "{ .reg .u32 h; add.cc.u32 %0, %1, %2; addc.u32 h, 0, 0; add.u32 %0, %0, h; }", a + b + (a + b < a)) \
    X2(borrow, "{ .reg .u32 h; sub.cc.u32 %0, %1, %2; subc.u32 h, 0, 0; xor.b32 %0, %0, h; }", (a - b) ^ (a < b ? ~0u : 0)) \
    X2(fadd, "add.f32 %0, %1, %2;", bits(as(a) + as(b))) X2(fmul, "mul.rn.f32 %0, %1, %2;", bits(as(a) * as(b))) \
    X2(fma_, "fma.rn.f32 %0, %1, %2, %3;", bits(fmaf(as(a), as(b), as(c)))) \
    X2(cvti, "cvt.rzi.s32.f32 %0, %1;", to_int(as(a))) X2(cvtr, "cvt.rni.s32.f32 %0, %1;", to_int(rintf(as(a)))) \
    X2(cvtf, "cvt.rn.f32.s32 %0, %1;", bits((float)(int)a)) X2(cvtu8, "cvt.u32.u8 %0, %1;", a & 255) \
    X2(cvts8, "cvt.s32.s8 %0, %1;", (u32)(int)(int8_t)a) X2(fneg, "neg.f32 %0, %1;", a ^ 0x80000000u) \
    X2(fcmp, "{ .reg .pred p; setp.gtu.f32 p, %1, %2; selp.u32 %0, 1, 0, p; }", (u32)!(as(a) <= as(b))) \
    X2(imm, "add.f32 %0, %1, 0f3F800000;", bits(as(a) + 1.0f)) X2(comment, "// nothing\n add.u32 %0, %1, 1; /* more */", a + 1)

__host__ __device__ static float as(u32 v) { float f; memcpy(&f, &v, 4); return f; }
__host__ __device__ static u32 bits(float f) { u32 v; memcpy(&v, &f, 4); return v; }
static u32 to_int(float f) { return f != f ? 0 : f >= 2147483648.0f ? 0x7fffffffu : f <= -2147483648.0f ? 0x80000000u : (u32)(int)f; }
static u32 bfe(u32 a, u32 pos, u32 len) {
    u32 r = 0;
    for (u32 i = 0; i < len && i < 32; i++) r |= (pos + i <= 31 ? a >> (pos + i) & 1 : 0) << i;
    return r;
}
static u32 bfes(u32 a, u32 pos, u32 len) {
    u32 sign = len == 0 ? 0 : a >> (pos + len - 1 < 31 ? pos + len - 1 : 31) & 1, r = 0;
    for (u32 i = 0; i < 32; i++) r |= (i < len && pos + i <= 31 ? a >> (pos + i) & 1 : sign) << i;
    return r;
}
static u32 bfi(u32 a, u32 b, u32 pos, u32 len) {
    for (u32 i = 0; i < len && pos + i <= 31; i++) b = (b & ~(1u << (pos + i))) | (a >> i & 1) << (pos + i);
    return b;
}
static u32 brev(u32 a) { u32 r = 0; for (int i = 0; i < 32; i++) r |= (a >> i & 1) << (31 - i); return r; }
static u32 prmt(u32 a, u32 b, u32 c) {
    u64 both = (u64)b << 32 | a;
    u32 r = 0;
    for (int i = 0; i < 4; i++) {
        u32 code = c >> (4 * i) & 15, byte = (u32)(both >> (code & 7) * 8) & 255;
        if (code & 8) byte = byte & 128 ? 255 : 0;
        r |= byte << (8 * i);
    }
    return r;
}
static u32 dp4a(u32 a, u32 b, u32 c) { for (int i = 0; i < 4; i++) c += (a >> 8 * i & 255) * (b >> 8 * i & 255); return c; }

#define KERNEL(name, text, expected) __global__ void k_##name(const u32 *in, u32 *out, int n) { \
        int i = blockIdx.x * blockDim.x + threadIdx.x; \
        if (i < n) { u32 d = 0; asm volatile(text : "=r"(d) : "r"(in[i]), "r"(in[n + i]), "r"(in[2 * n + i])); out[i] = d; } } \
    static u32 h_##name(u32 a, u32 b, u32 c) { return expected; }
#define FKERNEL KERNEL
ROWS(KERNEL)

// What has other operands.
__global__ void more(u64 *out, float *fout, double *dout, int *smem_out) {
    __shared__ int tile[64];
    int t = threadIdx.x;
    u32 lane, tid, nt, lt;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    asm("mov.u32 %0, %%tid.x;\n\tmov.u32 %1, %%ntid.x;" : "=r"(tid), "=r"(nt));
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(lt));
    u64 w, prod;
    asm("mul.wide.u32 %0, %1, %2;" : "=l"(prod) : "r"(0xffffffffu), "r"(tid + 2));
    asm("{\n\t.reg .u64 a;\n\tadd.u64 a, %1, 5;\n\tmul.hi.u64 %0, a, %2;\n\t}" : "=l"(w) : "l"(prod << 31), "l"((u64)1 << 40));
    tile[t] = t * 3;
    asm volatile("bar.sync 0;" ::: "memory");
    int other, moved, sum;
    asm volatile("ld.shared.s32 %0, [%1+4];" : "=r"(other) : "l"(__cvta_generic_to_shared(&tile[(t + 7) % 63])) : "memory");
    asm volatile("shfl.sync.bfly.b32 %0, %1, 1, 0x1f, 0xffffffff;" : "=r"(moved) : "r"(t * 10));
    asm volatile("atom.global.add.s32 %0, [%1], %2;" : "=r"(sum) : "l"(smem_out), "r"(1) : "memory");
    asm volatile("red.global.max.s32 [%0], %1;" :: "l"(smem_out + 1), "r"(t) : "memory");
    u32 ballot;
    asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.sync.ballot.b32 %0, p, 0xffffffff; }" : "=r"(ballot) : "r"(t & 1));
    asm volatile("membar.gl;");
    float s, e, q;
    asm("rsqrt.approx.f32 %0, %1;" : "=f"(s) : "f"(4.0f + t));
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(e) : "f"((float)(t % 8)));
    asm("{ .reg .f32 x; mul.f32 x, %1, 0f40000000; add.f32 %0, x, 1.5; }" : "=f"(q) : "f"((float)t));
    double d = 1.0;
    asm("fma.rn.f64 %0, %1, %2, %0;" : "+d"(d) : "d"((double)t), "d"(0.25));
    u64 x = 0, y = 0;
    asm volatile("st.global.v2.u64 [%0], {%1, %2};" :: "l"(out + 64 * 8 + 2 * t), "l"((u64)t), "l"((u64)t * t) : "memory");
    asm volatile("ld.global.nc.L1::no_allocate.v2.u64 {%0, %1}, [%2];" : "=l"(x), "=l"(y) : "l"(out + 64 * 8 + 2 * t));
    out[t * 8] = prod; out[t * 8 + 1] = w; out[t * 8 + 2] = (u64)lane | (u64)tid << 16 | (u64)nt << 32;
    out[t * 8 + 3] = lt; out[t * 8 + 4] = ballot; out[t * 8 + 5] = x * 1000 + y; out[t * 8 + 6] = (u64)other; out[t * 8 + 7] = (u64)moved;
    fout[t * 3] = s; fout[t * 3 + 1] = e; fout[t * 3 + 2] = q;
    dout[t] = d;
}

int main() {
    enum { N = 4096 };
    u32 *in, *out;
    cudaMallocManaged(&in, 3 * N * sizeof *in);
    cudaMallocManaged(&out, N * sizeof *out);
    u32 seed = 12345;
    static const u32 odd[] = {0, 1, 2, 31, 32, 33, 0x7fffffff, 0x80000000, 0xffffffff, 0x3f800000, 0xc1200000, 255, 0x4b7fffff};
    int rows = 0, wrong = 0;
#define RUN(name, text, expected) \
    for (int i = 0; i < 3 * N; i++) { \
        seed = seed * 1664525u + 1013904223u; \
        u32 v = seed >> 3 ^ seed << 7; \
        in[i] = i % 5 == 0 ? odd[(v >> 4) % 13] : i % 7 == 0 ? v & 63 : v; \
        if (strstr(text, ".f32") && (in[i] >> 23 & 255) == 255) in[i] &= 0xbfffffff; /* no NaN */ \
        if ((strstr(text, "div") || strstr(text, "rem")) && i >= N && i < 2 * N && in[i] + 1 < 2) in[i] = 3; \
    } \
    k_##name<<<N / 128, 128>>>(in, out, N); \
    cudaDeviceSynchronize(); \
    rows++; \
    for (int i = 0, told = 0; i < N; i++) { \
        u32 want = h_##name(in[i], in[N + i], in[2 * N + i]); \
        if (out[i] == want || told++) continue; \
        wrong++; \
        printf("%s: %08x %08x %08x gives %08x instead of %08x\n", #name, in[i], in[N + i], in[2 * N + i], out[i], want); \
    }
    ROWS(RUN)
    printf("%d rows, %d wrong\n", rows, wrong);
    u64 *o;
    float *f;
    double *d;
    int *m;
    cudaMallocManaged(&o, 64 * 10 * sizeof *o); cudaMallocManaged(&f, 64 * 3 * sizeof *f); cudaMallocManaged(&d, 64 * sizeof *d); cudaMallocManaged(&m, 8);
    m[0] = m[1] = 0;
    more<<<1, 64>>>(o, f, d, m);
    cudaDeviceSynchronize();
    int bad = 0;
    for (int t = 0; t < 64; t++) {
        u64 p = 0xffffffffull * (u64)(t + 2), w = (u64)((unsigned __int128)((p << 31) + 5) * ((unsigned __int128)1 << 40) >> 64);
        bad += o[t * 8] != p || o[t * 8 + 1] != w || o[t * 8 + 2] != ((u64)(t & 31) | (u64)t << 16 | (u64)64 << 32);
        bad += o[t * 8 + 3] != (1u << (t & 31)) - 1 || o[t * 8 + 4] != 0xaaaaaaaau || o[t * 8 + 5] != (u64)(t * 1000 + t * t);
        bad += (int)o[t * 8 + 6] != ((t + 7) % 63 + 1) * 3 || (int)o[t * 8 + 7] != (t ^ 1) * 10;
        bad += fabsf(f[t * 3] - 1 / sqrtf(4.0f + t)) > 1e-6f || fabsf(f[t * 3 + 1] - exp2f((float)(t % 8))) > 1e-3f || f[t * 3 + 2] != 2.0f * t + 1.5f;
        bad += d[t] != 1 + t * 0.25;
    }
    printf("%d bad, %d, %d\n", bad, m[0], m[1]);
    return wrong || bad;
}
/* OUTPUT:
56 rows, 0 wrong
0 bad, 64, 63
*/
