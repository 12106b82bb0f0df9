// Every atomic on global and shared memory, for every type it has; old values; loops on compare-and-swap.
// The same counts in a small launch (quick code) and in a large one (fully optimised code, several cores).
#include <stdio.h>
#include <limits.h>
#include <float.h>

typedef unsigned long long u64;
struct cell { int i[8]; unsigned u[10]; u64 l[10]; float f[4]; double d[4]; long long s[4]; };
__device__ struct cell cell;

__device__ float atomic_max_float(float *p, float v) { // on the bits, as textbooks do it
    int *bits = (int *)p, old = *bits, seen;
    do {
        seen = old;
        if (__int_as_float(seen) >= v) break;
        old = atomicCAS(bits, seen, __float_as_int(v));
    } while (seen != old);
    return __int_as_float(old);
}
__device__ double atomic_add_double(double *address, double v) { // the CUDA guide's
    u64 *bits = (u64 *)address, old = *bits, assumed;
    do {
        assumed = old;
        old = atomicCAS(bits, assumed, __double_as_longlong(v + __longlong_as_double(assumed)));
    } while (assumed != old);
    return __longlong_as_double(old);
}
__device__ unsigned char atomic_add_char(unsigned char *p, int v) {
    unsigned *word = (unsigned *)((size_t)p & ~3ul), shift = ((size_t)p & 3) * 8, old = *word, seen;
    do {
        seen = old;
        unsigned next = (seen & ~(0xffu << shift)) | (((seen >> shift) + v & 0xff) << shift);
        old = atomicCAS(word, seen, next);
    } while (seen != old);
    return old >> shift;
}

__device__ void everything(struct cell *c, int i) {
    atomicAdd(&c->i[0], i % 7); atomicSub(&c->i[1], 2); atomicMin(&c->i[2], -i); atomicMax(&c->i[3], i - 50);
    atomicAnd(&c->i[4], ~(1 << i % 3)); atomicOr(&c->i[5], 1 << i % 20); atomicXor(&c->i[6], i);
    atomicAdd(&c->u[0], 3u); atomicSub(&c->u[1], 1u); atomicMin(&c->u[2], 4000000000u - i); atomicMax(&c->u[3], 4000000000u + i % 100);
    atomicInc(&c->u[4], 99); atomicDec(&c->u[5], 49); atomicAnd(&c->u[6], 0xffff0000u | i << 31); atomicOr(&c->u[7], 0x80000000u >> i % 4);
    atomicXor(&c->u[8], 1u << i % 32); atomicExch(&c->u[9], 77u);
    atomicAdd(&c->l[0], 1ull << 32 | 1); atomicMin(&c->l[1], (u64)i << 40 | 1ull << 63); atomicMax(&c->l[2], (u64)(i % 64) << 50);
    atomicAnd(&c->l[3], ~(1ull << i % 50)); atomicOr(&c->l[4], 1ull << i % 60); atomicXor(&c->l[5], (u64)i << 33);
    atomicExch(&c->l[6], 1ull << 60);
    for (u64 old = c->l[7], seen;; ) { seen = old; old = atomicCAS(&c->l[7], seen, seen + (1ull << 34)); if (old == seen) break; }
    atomicAdd(&c->f[0], 0.25f); atomicExch(&c->f[1], -2.5f); atomic_max_float(&c->f[2], i % 1000 * 0.5f);
    atomicAdd(&c->d[0], 0.125); atomic_add_double(&c->d[1], 0.5);
    atomicMin(&c->s[0], -(long long)i << 33); atomicMax(&c->s[1], (long long)(i % 512) << 33);
    atomic_add_char((unsigned char *)&c->s[2] + 1, 1);
    atomicAdd_block(&c->i[7], 1); atomicAdd_system(&c->i[7], 1);
}

__global__ void on_global(struct cell *c) { everything(c, blockIdx.x * blockDim.x + threadIdx.x); }
__global__ void on_device(void) { everything(&cell, blockIdx.x * blockDim.x + threadIdx.x); }
__global__ void on_shared(struct cell *out, struct cell start) {
    __shared__ struct cell c;
    if (threadIdx.x == 0) c = start;
    __syncthreads();
    everything(&c, threadIdx.x);
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = c;
}

__global__ void tickets(int *next, int *seen) { seen[atomicAdd(next, 1)] = blockIdx.x * blockDim.x + threadIdx.x; }
__global__ void wrapping(unsigned *inc, unsigned *dec, int *old) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&old[atomicInc(inc, 9)], 1);
    atomicAdd(&old[16 + atomicDec(dec, 4)], 1);
    __shared__ unsigned w, z; // an atomic operation on a local variable is a trap on a GPU
    if (i == 0) { w = 100, z = 0; old[30] = atomicInc(&w, 9) * 1000 + w; old[31] = atomicDec(&z, 5) * 1000 + z; }
}
__global__ void histogram(const unsigned char *data, int n, int *bins) {
    __shared__ int s[64];
    for (int i = threadIdx.x; i < 64; i += blockDim.x) s[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&s[data[i] % 64], 1);
    __syncthreads();
    for (int i = threadIdx.x; i < 64; i += blockDim.x) atomicAdd(&bins[i], s[i]);
}

static int same(const struct cell *a, const struct cell *b) {
    int ok = 1;
#define SAME(what, n) for (int k = 0; k < n; k++) if (a->what[k] != b->what[k]) { ok = 0; printf(#what "[%d] differs\n", k); }
    SAME(i, 8) SAME(u, 10) SAME(l, 10) SAME(f, 4) SAME(d, 4) SAME(s, 4)
    return ok;
}
static struct cell start_values(void) {
    struct cell c = {{0, 0, INT_MAX, INT_MIN, 0xff, 0, 0, 0}, {0, 0, UINT_MAX, 0, 0, 0, 0xffffffffu}, {0, ~0ull, 0, ~0ull}, {0}, {0}, {LLONG_MAX, LLONG_MIN}};
    return c;
}
static struct cell expected(int n) {
    struct cell c = start_values();
    for (int i = 0; i < n; i++) {
        c.i[0] += i % 7; c.i[1] -= 2; c.i[2] = min(c.i[2], -i); c.i[3] = max(c.i[3], i - 50); c.i[4] &= ~(1 << i % 3);
        c.i[5] |= 1 << i % 20; c.i[6] ^= i; c.i[7] += 2; c.u[0] += 3; c.u[1]--; c.u[2] = min(c.u[2], 4000000000u - i);
        c.u[3] = max(c.u[3], 4000000000u + i % 100); c.u[4] = c.u[4] >= 99 ? 0 : c.u[4] + 1;
        c.u[5] = c.u[5] == 0 || c.u[5] > 49 ? 49 : c.u[5] - 1; c.u[6] &= 0xffff0000u | i << 31; c.u[7] |= 0x80000000u >> i % 4;
        c.u[8] ^= 1u << i % 32; c.u[9] = 77; c.l[0] += 1ull << 32 | 1; c.l[1] = min(c.l[1], (u64)i << 40 | 1ull << 63);
        c.l[2] = max(c.l[2], (u64)(i % 64) << 50); c.l[3] &= ~(1ull << i % 50); c.l[4] |= 1ull << i % 60; c.l[5] ^= (u64)i << 33;
        c.l[6] = 1ull << 60; c.l[7] += 1ull << 34; c.f[0] += 0.25f; c.f[1] = -2.5f; c.f[2] = fmaxf(c.f[2], i % 1000 * 0.5f);
        c.d[0] += 0.125; c.d[1] += 0.5; c.s[0] = min(c.s[0], -(long long)i << 33); c.s[1] = max(c.s[1], (long long)(i % 512) << 33);
        ((unsigned char *)&c.s[2])[1]++;
    }
    return c;
}

int main() {
    struct cell *c, start = start_values(), want, got;
    cudaMallocManaged(&c, 1100 * sizeof *c);
    for (int blocks = 2; blocks < 1000; blocks += 900) {
        int n = blocks * 128;
        *c = start;
        on_global<<<blocks, 128>>>(c);
        cudaDeviceSynchronize();
        want = expected(n);
        printf("global %d: %d\n", n, same(c, &want));
        cudaMemcpyToSymbol(cell, &start, sizeof start);
        on_device<<<blocks, 128>>>();
        cudaMemcpyFromSymbol(&got, cell, sizeof got);
        printf("device %d: %d\n", n, same(&got, &want));
        want = expected(128);
        on_shared<<<blocks, 128>>>(c, start);
        cudaDeviceSynchronize();
        int right = 0;
        for (int b = 0; b < blocks; b++) right += same(&c[b], &want);
        printf("shared %d: %d\n", n, right);
    }
    int *next, *seen, *mark, n = 120000;
    cudaMallocManaged(&next, 64 * sizeof(int));
    cudaMallocManaged(&seen, n * sizeof(int));
    cudaMallocManaged(&mark, n * sizeof(int));
    for (int size = 120; size <= n; size *= 1000) {
        *next = 0;
        cudaMemset(mark, 0, n * sizeof(int));
        tickets<<<size / 120, 120>>>(next, seen);
        cudaDeviceSynchronize();
        int twice = 0;
        for (int i = 0; i < size; i++) twice += mark[seen[i]]++ != 0;
        printf("tickets %d %d\n", *next, twice);
        unsigned *u = (unsigned *)mark;
        u[0] = u[1] = 0;
        cudaMemset(next, 0, 64 * sizeof(int));
        wrapping<<<size / 120, 120>>>(&u[0], &u[1], next);
        cudaDeviceSynchronize();
        printf("wrapping %u %u %d %d %d %d %d %d\n", u[0], u[1], next[0], next[9], next[16], next[20], next[30], next[31]);
    }
    unsigned char *data;
    int wrong = 0, bins[64] = {0};
    cudaMallocManaged(&data, n);
    for (int i = 0; i < n; i++) bins[(data[i] = i * i >> 3) % 64]++;
    for (int blocks = 3; blocks < 1000; blocks += 996) {
        cudaMemset(next, 0, 64 * sizeof(int));
        histogram<<<blocks, 130>>>(data, n, next);
        cudaDeviceSynchronize();
        for (int i = 0; i < 64; i++) wrong += next[i] != bins[i];
    }
    printf("histogram %d\n", wrong);
    return 0;
}
/* OUTPUT:
global 256: 1
device 256: 1
shared 256: 2
global 115456: 1
device 115456: 1
shared 115456: 902
tickets 120 0
wrapping 0 0 12 12 24 24 100000 5
tickets 120000 0
wrapping 0 0 12000 12000 24000 24000 100000 5
histogram 0
*/
