// ASM-FROM: sm_90
// Video instructions of inline PTX, arithmetic of bf16, dp2a, szext, min and max of NaN: against definitions in C.
// CPU-ONLY: the stand-in does not know these instructions
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef uint32_t u32;
typedef int64_t s64;
#define ROWS(X) \
    X(vadd2, "vadd2.u32.u32.u32.sat %0, %1, %2, %3;", simd(a, b, 2, 0, 0, 'a', 1)) X(vadd2s, "vadd2.s32.s32.s32.sat %0, %1, %2, %3;", simd(a, b, 2, 1, 1, 'a', 1)) \
    X(vadd4, "vadd4.u32.u32.u32 %0, %1, %2, %3;", simd(a, b, 4, 0, 0, 'a', 0)) X(vsub4, "vsub4.s32.s32.s32.sat %0, %1, %2, %3;", simd(a, b, 4, 1, 1, 's', 1)) \
    X(vsub2, "vsub2.u32.u32.u32 %0, %1, %2, %3;", simd(a, b, 2, 0, 0, 's', 0)) X(vavrg4, "vavrg4.u32.u32.u32 %0, %1, %2, %3;", simd(a, b, 4, 0, 0, 'v', 0)) \
    X(vavrg2, "vavrg2.s32.s32.s32 %0, %1, %2, %3;", simd(a, b, 2, 1, 1, 'v', 0)) X(vmin4, "vmin4.s32.s32.s32 %0, %1, %2, %3;", simd(a, b, 4, 1, 1, 'm', 0)) \
    X(vmax2, "vmax2.u32.u32.u32 %0, %1, %2, %3;", simd(a, b, 2, 0, 0, 'x', 0)) X(vabsdiff4, "vabsdiff4.u32.u32.u32 %0, %1, %2, %3;", simd(a, b, 4, 0, 0, 'd', 0)) \
    X(vset4, "vset4.u32.u32.lt %0, %1, %2, %3;", simd(a, b, 4, 0, 0, 'l', 0)) X(vset2, "vset2.s32.s32.ge %0, %1, %2, %3;", simd(a, b, 2, 1, 1, 'g', 0)) \
    X(sad4, "vabsdiff4.u32.u32.u32.add %0, %1, %2, %3;", sums(simd(a, b, 4, 0, 0, 'd', 0), 4) + c) \
    X(sad2, "vabsdiff2.u32.u32.u32.add %0, %1, %2, %3;", sums(simd(a, b, 2, 0, 0, 'd', 0), 2) + c) \
    X(vadd, "vadd.s32.s32.s32.sat %0, %1, %2;", simd(a, b, 1, 1, 1, 'a', 1)) X(vabsdiff, "vabsdiff.u32.u32.u32.add %0, %1, %2, %3;", (a > b ? a - b : b - a) + c) \
    X(vshl, "vshl.u32.u32.u32.clamp %0, %1, %3;", c > 31 ? 0 : a << c) X(vshr, "vshr.u32.u32.u32.wrap %0, %1, %3;", a >> (c & 31)) \
    X(vmax, "vmax.s32.s32.s32.min %0, %1, %2, %3;", least((int)a > (int)b ? a : b, c)) \
    X(dp2a, "dp2a.lo.u32.u32 %0, %1, %2, %3;", (a & 65535) * (b & 255) + (a >> 16) * (b >> 8 & 255) + c) \
    X(dp2as, "dp2a.hi.s32.s32 %0, %1, %2, %3;", (u32)((int16_t)a * (int8_t)(b >> 16) + (int16_t)(a >> 16) * (int8_t)(b >> 24)) + c) \
    X(szextu, "szext.clamp.u32 %0, %1, %3;", c >= 32 ? a : a & ((1u << c) - 1)) X(szexts, "szext.wrap.s32 %0, %1, %3;", signs(a, c & 31)) \
    X(bfadd, "add.rn.bf16x2 %0, %1, %2;", both(a, b, c, 'a')) X(bfmul, "mul.rn.bf16x2 %0, %1, %2;", both(a, b, c, 'm')) \
    X(bffma, "fma.rn.bf16x2 %0, %1, %2, %3;", both(a, b, c, 'f')) X(bfrelu, "fma.rn.relu.bf16x2 %0, %1, %2, %3;", both(a, b, c, 'r')) \
    X(bfmin, "min.bf16x2 %0, %1, %2;", both(a, b, c, 'l')) X(bfabs, "abs.bf16x2 %0, %1;", a & 0x7fff7fff) X(bfneg, "neg.bf16x2 %0, %1;", a ^ 0x80008000) \
    X(bfsub, "{ .reg .b16 x, y, z, h; mov.b32 {x, h}, %1; mov.b32 {y, h}, %2; sub.rn.bf16 z, x, y; cvt.u32.u16 %0, z; }", round_bf((double)bf(a) - (double)bf(b))) \
    X(maxnan, "max.NaN.f32 %0, %1, 0f7FC00000;", 0x7fffffff) X(max3, "max.f32 %0, %1, 0f7FC00000;", a)

__host__ __device__ static u32 least(u32 a, u32 b) { return (int)a < (int)b ? a : b; }
static u32 signs(u32 a, u32 n) { return n == 0 ? 0 : (u32)((int)(a << (32 - n)) >> (32 - n)); }
static u32 simd(u32 a, u32 b, int n, int sa, int sd, char op, int sat) {
    u32 r = 0;
    int w = 32 / n;
    for (int i = 0; i < n; i++) {
        s64 mask = (s64)((1ull << w) - 1), x = (s64)(a >> (w * i % 32)) & mask, y = (s64)(b >> (w * i % 32)) & mask;
        if (sa && x >> (w - 1)) x -= mask + 1;
        if (sa && y >> (w - 1)) y -= mask + 1;
        s64 v = op == 'a' ? x + y : op == 's' ? x - y : op == 'v' ? (x + y + (x + y >= 0)) >> 1 : op == 'm' ? (x < y ? x : y) : op == 'x' ? (x > y ? x : y)
              : op == 'd' ? (x > y ? x - y : y - x) : op == 'l' ? x < y : x >= y;
        s64 most = sd ? mask >> 1 : mask, low = sd ? -most - 1 : 0;
        if (sat) v = v > most ? most : v < low ? low : v;
        r |= (u32)(v & mask) << (w * i % 32);
    }
    return r;
}
static u32 sums(u32 v, int n) { u32 s = 0; for (int i = 0; i < n; i++) s += n == 4 ? v >> 8 * i & 255 : v >> 16 * i & 65535; return s; }
static float bf(u32 v) { float f; v <<= 16; memcpy(&f, &v, 4); return f; }
static u32 round_bf(double d) { // to odd with 24 bits, then to the nearest
    float f = (float)d;
    u32 u;
    memcpy(&u, &f, 4);
    if (f != f) return 0x7fff;
    if ((double)f != d && !isinf(f) && !(u & 1)) u += ((double)f < d) == (f > 0) || (f == 0) ? 1 : -1;
    return (u + 0x7fff + (u >> 16 & 1)) >> 16;
}
static u32 one(u32 a, u32 b, u32 c, char op) {
    double x = bf(a), y = bf(b), z = bf(c);
    if (op == 'l') return round_bf(fmin(x, y));
    u32 r = round_bf(op == 'a' ? x + y : op == 'm' ? x * y : x * y + z);
    return op == 'r' && bf(r) < 0 ? 0 : r;
}
static u32 both(u32 a, u32 b, u32 c, char op) { return one(a & 65535, b & 65535, c & 65535, op) | one(a >> 16, b >> 16, c >> 16, op) << 16; }

#define KERNEL(name, text, expected) __global__ void k_##name(const u32 *in, u32 *out, int n) { \
        int i = blockIdx.x * blockDim.x + threadIdx.x; \
        if (i < n) { u32 d = 0; asm volatile(text : "=r"(d) : "r"(in[i]), "r"(in[n + i]), "r"(in[2 * n + i])); out[i] = d; } } \
    static u32 h_##name(u32 a, u32 b, u32 c) { (void)a; (void)b; (void)c; return expected; }
ROWS(KERNEL)

__global__ void rest(unsigned *o, const char *given) {
    __shared__ unsigned counter[2];
    unsigned t = threadIdx.x, v, w;
    if (t < 2) counter[t] = 5;
    __syncthreads();
    unsigned at = (unsigned)__cvta_generic_to_shared(counter);
    asm volatile("atom.shared.inc.u32 %0, [%1], 9;" : "=r"(v) : "r"(at) : "memory");
    asm volatile("red.shared.dec.u32 [%0], 40;" : : "r"(at + 4) : "memory");
    asm volatile("{ .reg .pred p; setp.lt.u32 p, %1, 40; bar.red.popc.u32 %0, 0, p; }" : "=r"(v) : "r"(t));
    asm volatile("{ .reg .pred p, q; setp.lt.u32 p, %1, 40; bar.red.and.pred q, 0, p; selp.u32 %0, 1, 0, q; }" : "=r"(w) : "r"(t));
    unsigned long long policy;
    asm("createpolicy.fractional.L2::evict_last.b64 %0, 1.0;" : "=l"(policy));
    asm("ld.global.L2::cache_hint.b32 %0, [%1], %2;" : "=r"(at) : "l"(given), "l"(policy));
    unsigned rank, blocks, id;
    asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    asm("mov.u32 %0, %%cluster_nctarank;" : "=r"(blocks));
    asm("mov.u32 %0, %%clusterid.x;" : "=r"(id));
    __syncthreads();
    if (t == 0) {
        unsigned *p = o + blockIdx.x * 16, local = 3;
        p[0] = counter[0]; p[1] = counter[1]; p[2] = v; p[3] = w; p[4] = at; p[5] = rank; p[6] = blocks; p[7] = id;
        p[8] = __isShared(counter) * 100 + __isGlobal(counter) * 10 + __isLocal(counter);
        p[9] = __isShared(o) * 100 + __isGlobal(o) * 10 + __isLocal(o);
        p[10] = __isShared(&local) * 100 + __isGlobal(&local) * 10 + __isLocal(&local);
    }
}

int main() {
    const int N = 4096;
    u32 *in, *out, seed = 1;
    int wrong = 0, rows = 0;
    cudaMallocManaged(&in, 3 * N * 4);
    cudaMallocManaged(&out, N * 4);
#define RUN(name, text, expected) \
    for (int i = 0; i < 3 * N; i++) { \
        seed = seed * 1664525u + 1013904223u; \
        in[i] = i % 7 == 0 ? seed >> 8 & 63 : i % 11 == 0 ? seed | 0x80808080u : seed ^ seed >> 13; \
        if (strstr(text, "bf16")) in[i] = (in[i] & 0x83ff83ffu) | 0x3c003c00u; \
        if (strstr(text, ".f32") && (in[i] >> 23 & 255) == 255) in[i] &= 0xbfffffff; \
    } \
    k_##name<<<N / 128, 128>>>(in, out, N); \
    cudaDeviceSynchronize(); \
    rows++; \
    for (int i = 0, told = 0; i < N; i++) { \
        u32 want = h_##name(in[i], in[N + i], in[2 * N + i]); \
        if (out[i] == want || (strstr(text, "NaN") && (out[i] & 0x7f800000) == 0x7f800000) || told++) continue; \
        wrong++; \
        printf("%s: %08x %08x %08x gives %08x instead of %08x\n", #name, in[i], in[N + i], in[2 * N + i], out[i], want); \
    }
    ROWS(RUN)
    printf("%d rows, %d wrong\n", rows, wrong);
    in[0] = 77;
    rest<<<2, 64>>>(out, (const char *)in);
    cudaDeviceSynchronize();
    for (int b = 0; b < 2; b++)
        for (int i = 0; i < 11; i++) printf("%u%c", out[b * 16 + i], i == 10 ? '\n' : ' ');
}
/* OUTPUT:
33 rows, 0 wrong
9 23 40 0 77 0 1 0 100 10 1
9 23 40 0 77 0 1 1 100 10 1
*/
