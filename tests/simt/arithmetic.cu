// Arithmetic in kernels is the host's: float stays float, double double; integers wrap, shift and divide alike; and the
// integer intrinsics give what plain C gives. Quick and fully optimised code agree bit for bit.
#include <stdio.h>
#include <string.h>
#include <math.h>
#include <stdint.h>

#define N 120000
struct result { float f[4]; double d[4]; int i[8]; unsigned u[10]; long long l[4]; };

__host__ __device__ unsigned noise(unsigned i) { i ^= i >> 16; i *= 0x7feb352du; i ^= i >> 15; i *= 0x846ca68bu; return i ^ i >> 16; }

__host__ __device__ void compute(unsigned i, struct result *r) {
    unsigned a = noise(i), b = noise(i + 77777), c = noise(a);
    float x = (float)(int)a / 65536, y = (float)(b % 1000 + 1) / 7;
    double p = (double)(int)a / 3, q = (double)b + 0.25;
    r->f[0] = x / y; r->f[1] = sqrtf(fabsf(x)); r->f[2] = x - floorf(x / y); r->f[3] = x > y ? x : -y;
    r->d[0] = p / q; r->d[1] = sqrt(fabs(p)); r->d[2] = (float)p + 0.1; r->d[3] = x + 0.1f;
    r->i[0] = (int)a / (int)(b % 100 + 1); r->i[1] = (int)a % (int)(b % 100 + 1); r->i[2] = (int)a >> b % 32; r->i[3] = (int)(a * b);
    r->i[4] = (signed char)a; r->i[5] = (short)b; r->i[6] = (int)x; r->i[7] = (a & 1 ? -1 : 1) * (int)(c >> 8);
    r->u[0] = a / (b | 1); r->u[1] = a % (b | 1); r->u[2] = a << b % 32; r->u[3] = a >> b % 32; r->u[4] = (unsigned char)a + (unsigned short)b;
    r->u[5] = a > b; r->u[6] = (a & b) | (~a ^ c); r->u[7] = ~a + 1; r->u[8] = (unsigned)(q * 0.5); r->u[9] = a < (unsigned)-1 ? a * 3 : 0;
    r->l[0] = (long long)(int)a * (int)b; r->l[1] = (long long)p << 3; r->l[2] = (long long)((uint64_t)a * b >> 7); r->l[3] = ((long long)(int)a << 20) / ((int)b | 1);
}
__global__ void on_device(struct result *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) compute(i, &out[i]);
}

static int popcount(uint64_t v) { int n = 0; for (; v; v &= v - 1) n++; return n; }
static unsigned reversed(unsigned v) { unsigned r = 0; for (int k = 0; k < 32; k++) r |= (v >> k & 1) << (31 - k); return r; }
__global__ void intrinsics(unsigned *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned a = noise(i) >> i % 33 % 32, b = noise(i + 5);
    uint64_t w = (uint64_t)a << 32 | b;
    unsigned *o = out + 12 * i;
    o[0] = __popc(a); o[1] = __clz(a); o[2] = __ffs(a); o[3] = __brev(a); o[4] = __byte_perm(a, b, 0x7160); o[5] = __funnelshift_l(a, b, i);
    o[6] = __funnelshift_r(a, b, i); o[7] = __mulhi((int)a, (int)b); o[8] = __umulhi(a, b); o[9] = __popcll(w) + __clzll(w) + __ffsll(w);
    o[10] = (unsigned)(__brevll(w) >> 32); o[11] = (unsigned)(__umul64hi(w, w * 3) ^ __mul64hi((long long)w, -7LL));
}
static int check_intrinsics(const unsigned *o, int i) {
    unsigned a = noise(i) >> i % 33 % 32, b = noise(i + 5), s = i & 31;
    uint64_t w = (uint64_t)a << 32 | b, ba = (uint64_t)b << 32 | a;
    int clz = a ? __builtin_clz(a) : 32, clzll = w ? __builtin_clzll(w) : 64;
    unsigned char by[8] = {a, a >> 8, a >> 16, a >> 24, b, b >> 8, b >> 16, b >> 24};
    int bad = o[0] != popcount(a) || o[1] != clz || o[2] != (a ? __builtin_ctz(a) + 1 : 0) || o[3] != reversed(a);
    bad |= o[4] != (by[0] | by[6] << 8 | by[1] << 16 | (unsigned)by[7] << 24);
    bad |= o[5] != (unsigned)(ba << s >> 32) || o[6] != (unsigned)(ba >> s);
    bad |= o[7] != (unsigned)((long long)(int)a * (int)b >> 32) || o[8] != (unsigned)((uint64_t)a * b >> 32);
    bad |= o[9] != popcount(w) + clzll + (w ? __builtin_ctzll(w) + 1 : 0) || o[10] != reversed(b);
    bad |= o[11] != (unsigned)((uint64_t)((unsigned __int128)w * (w * 3) >> 64) ^ (uint64_t)((__int128)(long long)w * -7 >> 64));
    return bad;
}

__global__ void precision(double *out) { // what is float stays float, what is double is double
    float f = 16777216.0f, third = 1.0f / 3;
    double d = 16777216.0;
    int i = threadIdx.x;
    out[8 * i] = f + 1.0f; out[8 * i + 1] = d + 1.0; out[8 * i + 2] = third; out[8 * i + 3] = 1.0 / 3; out[8 * i + 4] = f + 1.0;
    out[8 * i + 5] = 0.1f + 0.2f == 0.3f; out[8 * i + 6] = 0.1 + 0.2 == 0.3; out[8 * i + 7] = sinf(1e5f) - (float)sin(1e5);
}

int main() {
    struct result *out, want;
    cudaMallocManaged(&out, N * sizeof *out);
    for (int n = 500; n <= N; n += N - 500) {
        cudaMemset(out, 0, N * sizeof *out);
        on_device<<<(n + 127) / 128, 128>>>(out, n);
        cudaDeviceSynchronize();
        int bad[5] = {0};
        for (int i = 0; i < n; i++) {
            compute(i, &want);
            for (int k = 0; k < 4; k++) bad[0] += out[i].f[k] != want.f[k];
            for (int k = 0; k < 4; k++) bad[1] += out[i].d[k] != want.d[k];
            bad[2] += memcmp(out[i].i, want.i, sizeof want.i) != 0;
            bad[3] += memcmp(out[i].u, want.u, sizeof want.u) != 0;
            bad[4] += memcmp(out[i].l, want.l, sizeof want.l) != 0;
        }
        printf("%d: float %d double %d int %d unsigned %d long %d\n", n, bad[0], bad[1], bad[2], bad[3], bad[4]);
        intrinsics<<<(n + 127) / 128, 128>>>((unsigned *)out, n);
        cudaDeviceSynchronize();
        int wrong = 0;
        for (int i = 0; i < n; i++) wrong += check_intrinsics((unsigned *)out + 12 * i, i);
        printf("intrinsics %d\n", wrong);
    }
    double *d = (double *)out;
    precision<<<1, 4>>>(d);
    cudaDeviceSynchronize();
    printf("%.1f %.1f %.9f %.17f %.1f %g %g %d\n", d[8], d[9], d[10], d[11], d[12], d[13], d[14], fabs(d[15]) < 1e-6);
    return 0;
}
/* OUTPUT:
500: float 0 double 0 int 0 unsigned 0 long 0
intrinsics 0
120000: float 0 double 0 int 0 unsigned 0 long 0
intrinsics 0
16777216.0 16777217.0 0.333333343 0.33333333333333331 16777217.0 1 0 1
*/
