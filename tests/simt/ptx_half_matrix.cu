// ASM-FROM: sm_90
// Inline PTX: pairs of halves, conversions to halves, bfloat16 and tf32, saturated integers, 24 bits, matches, the predicate of shuffles, one thread
// elected, and products of matrices of tf32, 8-bit and 4-bit integers, each against its definition in C.
#include <cstdio>
#include <cuda_fp16.h>
#include <cuda_bf16.h>

__global__ void halves(const float *x, unsigned *o, int n) {
    int i = threadIdx.x;
    if (i >= n) return;
    unsigned a, b, r;
    asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(a) : "f"(x[i]), "f"(x[i + 1]));
    asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(b) : "f"(x[i + 2]), "f"(x[i + 3]));
    unsigned *p = o + i * 16;
    p[0] = a;
    asm("add.f16x2 %0, %1, %2;" : "=r"(p[1]) : "r"(a), "r"(b));
    asm("sub.f16x2 %0, %1, %2;" : "=r"(p[2]) : "r"(a), "r"(b));
    asm("mul.f16x2 %0, %1, %2;" : "=r"(p[3]) : "r"(a), "r"(b));
    asm("fma.rn.f16x2 %0, %1, %2, %1;" : "=r"(p[4]) : "r"(a), "r"(b));
    asm("max.f16x2 %0, %1, %2;" : "=r"(p[5]) : "r"(a), "r"(b));
    asm("neg.f16x2 %0, %1;" : "=r"(p[6]) : "r"(a));
    asm("abs.f16x2 %0, %1;" : "=r"(p[7]) : "r"(a));
    asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(p[8]) : "f"(x[i]), "f"(x[i + 1]));
    asm("cvt.rn.relu.bf16x2.f32 %0, %1, %2;" : "=r"(p[9]) : "f"(x[i]), "f"(x[i + 1]));
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(p[10]) : "f"(x[i]));
    asm("{.reg .b16 h; cvt.rn.bf16.f32 h, %1; cvt.u32.u16 %0, h;}" : "=r"(p[11]) : "f"(x[i]));
    asm("{.reg .b16 h; .reg .f32 f; cvt.rn.bf16.f32 h, %1; cvt.f32.bf16 f, h; mov.b32 %0, f;}" : "=r"(r) : "f"(x[i]));
    p[12] = r;
    asm("add.sat.f32 %0, %1, %2;" : "=f"(((float *)p)[13]) : "f"(x[i]), "f"(x[i + 1]));
    asm("fma.rn.sat.f32 %0, %1, %2, %1;" : "=f"(((float *)p)[14]) : "f"(x[i]), "f"(x[i + 1]));
}
static unsigned bits(float f) { unsigned u; memcpy(&u, &f, 4); return u; }
static float flt(unsigned u) { float f; memcpy(&f, &u, 4); return f; }
static unsigned h(float f) { return __half_as_ushort(__float2half_rn(f)); }
static float f(unsigned x) { return __half2float(__ushort_as_half(x)); }
static unsigned bf(float v) { unsigned u = bits(v); return (u + 0x7fff + (u >> 16 & 1)) >> 16; }
static unsigned two(unsigned low, unsigned high) { return low | high << 16; }

__global__ void integers(int *o) {
    int i = threadIdx.x, v = (i - 16) * 70000003, r;
    int *p = o + i * 16;
    asm("cvt.sat.u8.s32 %0, %1;" : "=r"(p[0]) : "r"(v >> 20));
    asm("cvt.sat.s8.s32 %0, %1;" : "=r"(p[1]) : "r"(v >> 20));
    asm("cvt.sat.s16.s32 %0, %1;" : "=r"(p[2]) : "r"(v));
    asm("mad24.lo.s32 %0, %1, %2, %3;" : "=r"(p[3]) : "r"(v), "r"(i - 3), "r"(7));
    asm("mul24.hi.u32 %0, %1, %2;" : "=r"(p[4]) : "r"(v), "r"(v));
    asm("bmsk.clamp.b32 %0, %1, %2;" : "=r"(p[5]) : "r"(i), "r"(i / 2));
    asm("match.any.sync.b32 %0, %1, 0xffffffff;" : "=r"(p[6]) : "r"(i % 5));
    asm("{.reg .pred q; match.all.sync.b32 %0|q, %1, 0xffffffff; selp.s32 %0, %0, -1, q;}" : "=r"(p[7]) : "r"(i / 32));
    asm("{.reg .pred q; elect.sync %0|q, 0xffffffff; selp.s32 %0, %0, -1, q;}" : "=r"(p[8]));
    asm("{.reg .pred q; shfl.sync.up.b32 %0|q, %1, 3, 0x0, 0xffffffff; @!q mov.b32 %0, -1;}" : "=r"(p[9]) : "r"(i));
    asm("{.reg .pred q; shfl.sync.down.b32 %0|q, %1, 3, 0x181f, 0xffffffff; @!q mov.b32 %0, -1;}" : "=r"(p[10]) : "r"(i));
    asm("{.reg .pred q; shfl.sync.bfly.b32 %0|q, %1, 4, 0x181f, 0xffffffff; @!q mov.b32 %0, -1;}" : "=r"(r) : "r"(i));
    p[11] = r;
}

__global__ void product8(const int *a, const int *b, int *d) { // 16 x 32 times 32 x 8 of bytes; b by columns
    int g = threadIdx.x / 4, q = threadIdx.x % 4, c[4];
    asm("mma.sync.aligned.m16n8k32.row.col.s32.s8.u8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%10,%10,%10};"
        : "=r"(c[0]), "=r"(c[1]), "=r"(c[2]), "=r"(c[3])
        : "r"(a[g * 8 + q]), "r"(a[(g + 8) * 8 + q]), "r"(a[g * 8 + q + 4]), "r"(a[(g + 8) * 8 + q + 4]), "r"(b[g * 8 + q]), "r"(b[g * 8 + q + 4]), "r"(3));
    for (int i = 0; i < 4; i++) d[(g + i / 2 * 8) * 8 + 2 * q + i % 2] = c[i];
}
__global__ void product4(const int *a, const int *b, int *d) { // 8 x 32 times 32 x 8 of half bytes
    int g = threadIdx.x / 4, q = threadIdx.x % 4, c[2];
    asm("mma.sync.aligned.m8n8k32.row.col.s32.s4.s4.s32 {%0,%1}, {%2}, {%3}, {%4,%4};" : "=r"(c[0]), "=r"(c[1]) : "r"(a[g * 4 + q]), "r"(b[g * 4 + q]), "r"(0));
    for (int i = 0; i < 2; i++) d[g * 8 + 2 * q + i] = c[i];
}
__global__ void product32(const float *a, const float *b, float *d) { // 16 x 8 times 8 x 8 of tf32
    int g = threadIdx.x / 4, q = threadIdx.x % 4;
    float c[4] = {1, 2, 3, 4};
    asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
        : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
        : "r"(__float_as_uint(a[g * 8 + q])), "r"(__float_as_uint(a[(g + 8) * 8 + q])), "r"(__float_as_uint(a[g * 8 + q + 4])),
          "r"(__float_as_uint(a[(g + 8) * 8 + q + 4])), "r"(__float_as_uint(b[g * 8 + q])), "r"(__float_as_uint(b[g * 8 + q + 4])));
    for (int i = 0; i < 4; i++) d[(g + i / 2 * 8) * 8 + 2 * q + i % 2] = c[i];
}

int main() {
    int wrong = 0, n = 32;
    float *x;
    unsigned *o;
    cudaMallocManaged(&x, 64 * sizeof(float));
    cudaMallocManaged(&o, 4096);
    for (int i = 0; i < 64; i++) x[i] = (i * 37 % 64 - 31) * (i % 3 ? 0.3f : 1.7f);
    halves<<<1, 32>>>(x, o, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) {
        unsigned a[2] = {h(x[i + 1]), h(x[i])}, b[2] = {h(x[i + 3]), h(x[i + 2])}, *p = o + i * 16;
        unsigned want[15] = {};
        for (int k = 0; k < 2; k++) {
            float u = f(a[k]), v = f(b[k]), w = x[i + 1 - k];
            unsigned all[10] = {a[k], h(u + v), h(u - v), h(u * v), h(u * v + u), h(u > v ? u : v), a[k] ^ 0x8000, a[k] & 0x7fff, bf(w), bf(w < 0 ? 0 : w)};
            for (int j = 0; j < 10; j++) want[j] |= all[j] << 16 * k;
        }
        want[10] = (bits(x[i]) + 0x1000) & 0xffffe000;
        want[11] = bf(x[i]);
        want[12] = bf(x[i]) << 16;
        float sum = x[i] + x[i + 1], product = fmaf(x[i], x[i + 1], x[i]);
        want[13] = bits(sum < 0 ? 0 : sum > 1 ? 1 : sum);
        want[14] = bits(product < 0 ? 0 : product > 1 ? 1 : product);
        for (int j = 0; j < 15; j++)
            if (p[j] != want[j] && wrong++ < 5) printf("halves %d %d: %x, not %x\n", i, j, p[j], want[j]);
    }
    int *io = (int *)o;
    integers<<<1, 32>>>(io);
    cudaDeviceSynchronize();
    for (int i = 0; i < 32; i++) {
        int v = (i - 16) * 70000003, w = v >> 20, *p = io + i * 16;
        long long low = (v << 8) >> 8;
        unsigned long long u = v & 0xffffff;
        unsigned same = 0;
        for (int k = 0; k < 32; k++) same |= (unsigned)(k % 5 == i % 5) << k;
        int want[12] = {w < 0 ? 0 : w > 255 ? 255 : w, w < -128 ? -128 : w > 127 ? 127 : w, v < -32768 ? -32768 : v > 32767 ? 32767 : v, (int)(low * (i - 3) + 7), (int)(u * u >> 16),
                        (int)(((1ull << i / 2) - 1) << i), (int)same, -1, i == 0 ? 0 : -1, i < 3 ? -1 : i - 3, i % 8 > 4 ? -1 : i + 3, i % 8 > 3 ? i - 4 : i + 4};
        for (int j = 0; j < 12; j++)
            if (p[j] != want[j] && wrong++ < 10) printf("integers %d %d: %d, not %d\n", i, j, p[j], want[j]);
    }
    int *a, *b, *d;
    cudaMallocManaged(&a, 512);
    cudaMallocManaged(&b, 512);
    cudaMallocManaged(&d, 512);
    for (int i = 0; i < 128; i++) a[i] = i * 2654435761u, b[i] = i * 40503u * 65539u;
    product8<<<1, 32>>>(a, b, d);
    cudaDeviceSynchronize();
    for (int i = 0; i < 128; i++) {
        int s = 3;
        for (int k = 0; k < 32; k++) s += ((signed char *)a)[i / 8 * 32 + k] * ((unsigned char *)b)[i % 8 * 32 + k];
        if (d[i] != s && wrong++ < 15) printf("bytes %d: %d, not %d\n", i, d[i], s);
    }
    product4<<<1, 32>>>(a, b, d);
    cudaDeviceSynchronize();
    for (int i = 0; i < 64; i++) {
        int s = 0;
        for (int k = 0; k < 32; k++) s += ((a[i / 8 * 4 + k / 8] << (28 - k % 8 * 4)) >> 28) * ((b[i % 8 * 4 + k / 8] << (28 - k % 8 * 4)) >> 28);
        if (d[i] != s && wrong++ < 20) printf("half bytes %d: %d, not %d\n", i, d[i], s);
    }
    float *fa = (float *)a, *fb = (float *)b, *fd = (float *)d;
    for (int i = 0; i < 128; i++) fa[i] = i % 9 - 4 + 0.5f, fb[i] = i % 7 + 0.25f;
    product32<<<1, 32>>>(fa, fb, fd);
    cudaDeviceSynchronize();
    for (int i = 0; i < 128; i++) {
        float s = i / 8 < 8 ? i % 2 + 1 : i % 2 + 3;
        for (int k = 0; k < 8; k++) s += fa[i / 8 * 8 + k] * fb[i % 8 * 8 + k];
        if (fd[i] != s && wrong++ < 25) printf("tf32 %d: %g, not %g\n", i, fd[i], s);
    }
    printf("%d wrong\n", wrong);
}
/* OUTPUT:
0 wrong
*/
