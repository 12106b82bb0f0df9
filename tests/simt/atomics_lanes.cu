// Atomics where lanes diverge, meet at one address and use what they get: every width and operation, tickets that are
// all different, loops of compare-and-swap, locks by one thread of a warp.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 102400

struct cells {
    unsigned char u8[5];
    unsigned short u16[5], cas16;
    int i32[8];
    unsigned u32[8];
    unsigned long long u64[8];
    long long i64[2];
    float f32[3];
    double f64[2];
};

__global__ void widths(struct cells *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    __atomic_fetch_add(&c->u8[i % 5], 1, __ATOMIC_RELAXED);
    __atomic_fetch_xor(&c->u16[i % 5], (unsigned short)i, __ATOMIC_SEQ_CST);
    if (i % 3 == 0) { // under a mask
        atomicAdd(&c->i32[0], i), atomicSub(&c->i32[1], 2), atomicMin(&c->i32[2], -i), atomicMax(&c->i32[3], i);
        atomicAnd(&c->u32[0], ~(1u << (i & 7))), atomicOr(&c->u32[1], 1u << (i & 31)), atomicXor(&c->u32[2], i);
    } else {
        for (int k = 0; k < (i & 3); k++) {
            atomicAdd(&c->u64[k], 1ull << 33);
            atomicMax(&c->u64[4 + k], (unsigned long long)i << k);
        }
        atomicMin(&c->i64[0], -(long long)i << 35), atomicMax(&c->i64[1], (long long)i << 35);
    }
    atomicAdd(&c->f32[i % 3], 0.5f);
    atomicAdd(&c->f64[0], 0.25);
    if (i & 1) atomicAdd(&c->f64[1], (double)(i & 7));
    unsigned short old = c->cas16, seen;
    while ((seen = atomicCAS(&c->cas16, old, (unsigned short)(old + 3))) != old) old = seen;
    atomicInc(&c->u32[3], 999), atomicDec(&c->u32[4], 999);
}

__global__ void tickets(int *next, unsigned char *taken, int n, int mode) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, mine;
    if (i >= n) return;
    if (mode == 0) mine = atomicAdd(next, 1);
    else if (i % 7 < 3) mine = atomicAdd(next, 1);
    else mine = n + atomicAdd(next + 1 + i % 2, 1) * 2 + i % 2; // two counters
    taken[mine]++;
}

__global__ void append(const int *in, int *out, int *count, int n) { // compaction: places in any order
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        if (in[i] % 3 == 0) out[atomicAdd(count, 1)] = in[i];
}

__device__ float lowest(float *p, float v) { // a minimum of floats by compare-and-swap
    int *q = (int *)p, old = *q;
    while (__int_as_float(old) > v) {
        int seen = atomicCAS(q, old, __float_as_int(v));
        if (seen == old) break;
        old = seen;
    }
    return __int_as_float(old);
}
__global__ void minimum(const int *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) lowest(&out[in[i] & 3], (float)(in[i] % 1000) - 400.5f);
}

__device__ int lock, guarded[2];
__global__ void locked(void) {
    if (threadIdx.x % 32 == 0) {
        while (atomicCAS(&lock, 0, 1) != 0);
        guarded[0]++;
        guarded[1] += guarded[0];
        __threadfence();
        atomicExch(&lock, 0);
    }
}

__device__ unsigned finished;
__global__ void last_block(const int *in, int *part, int *total, int n) { // the block that comes last adds up
    __shared__ int sum, last;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&sum, in[i] & 1023);
    __syncthreads();
    if (threadIdx.x == 0) {
        part[blockIdx.x] = sum;
        __threadfence();
        last = atomicAdd(&finished, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last) return;
    for (int k = threadIdx.x; k < gridDim.x; k += blockDim.x) atomicAdd(total, part[k]);
    if (threadIdx.x == 0) finished = 0;
}

static int bad;
static void expect(const char *what, long long got, long long want) {
    if (got != want && bad++ < 5) printf("%s: %lld instead of %lld\n", what, got, want);
}

static void check_widths(struct cells *c, int n) {
    struct cells w;
    memset(&w, 0, sizeof w);
    w.u32[0] = ~0u;
    *c = w;
    widths<<<(n + 99) / 100, 100>>>(c, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) {
        w.u8[i % 5]++, w.u16[i % 5] ^= i;
        if (i % 3 == 0) {
            w.i32[0] = (int)((unsigned)w.i32[0] + i), w.i32[1] -= 2, w.i32[2] = min(w.i32[2], -i), w.i32[3] = max(w.i32[3], i);
            w.u32[0] &= ~(1u << (i & 7)), w.u32[1] |= 1u << (i & 31), w.u32[2] ^= i;
        } else {
            for (int k = 0; k < (i & 3); k++) w.u64[k] += 1ull << 33, w.u64[4 + k] = max(w.u64[4 + k], (unsigned long long)i << k);
            w.i64[0] = min(w.i64[0], -(long long)i << 35), w.i64[1] = max(w.i64[1], (long long)i << 35);
        }
        w.f32[i % 3] += 0.5f, w.f64[0] += 0.25, w.f64[1] += i & 1 ? i & 7 : 0;
        w.u32[3] = w.u32[3] >= 999 ? 0 : w.u32[3] + 1, w.u32[4] = w.u32[4] == 0 ? 999 : w.u32[4] - 1;
    }
    expect("cas16", c->cas16, (unsigned short)(3 * n));
    for (int k = 0; k < 8; k++) expect("i32", c->i32[k], w.i32[k]), expect("u32", c->u32[k], w.u32[k]), expect("u64", c->u64[k], w.u64[k]);
    for (int k = 0; k < 5; k++) expect("u8", c->u8[k], w.u8[k]), expect("u16", c->u16[k], w.u16[k]);
    for (int k = 0; k < 3; k++) expect("f32", c->f32[k] * 2, w.f32[k] * 2);
    for (int k = 0; k < 2; k++) expect("f64", c->f64[k] * 4, w.f64[k] * 4), expect("i64", c->i64[k], w.i64[k]);
}

int main() {
    struct cells *c;
    unsigned char *taken;
    int *in, *out, *next;
    float *low;
    cudaMallocManaged(&c, sizeof *c);
    cudaMallocManaged(&taken, 4 * N);
    cudaMallocManaged(&in, N * sizeof(int));
    cudaMallocManaged(&out, N * sizeof(int));
    cudaMallocManaged(&next, 64);
    cudaMallocManaged(&low, 64);
    for (int i = 0; i < N; i++) in[i] = (int)((unsigned)i * 2654435761u >> 8);
    check_widths(c, 1234);
    check_widths(c, N);
    printf("widths\n");
    for (int k = 0; k < 4; k++) {
        int n = k < 2 ? 1000 : N - 50, sum = 0;
        memset(taken, 0, 4 * N);
        memset(next, 0, 64);
        tickets<<<(n + 63) / 64, 64>>>(next, taken, n, k % 2);
        cudaDeviceSynchronize();
        for (int i = 0; i < 4 * N; i++) sum += taken[i], bad += taken[i] > 1;
        expect("tickets", sum, n);
    }
    printf("tickets\n");
    for (int blocks = 3; blocks < 900; blocks += 800) {
        long long sum = 0, want = 0;
        int kept = 0;
        memset(next, 0, 64);
        append<<<blocks, 128>>>(in, out, next, N);
        cudaDeviceSynchronize();
        for (int i = 0; i < N; i++) kept += in[i] % 3 == 0, want += in[i] % 3 == 0 ? in[i] : 0;
        for (int i = 0; i < next[0]; i++) sum += out[i];
        expect("kept", next[0], kept);
        expect("sum of what was kept", sum, want);
    }
    printf("append\n");
    for (int n = 500; n <= N; n += N - 500) {
        float want[4] = {1e9f, 1e9f, 1e9f, 1e9f};
        for (int k = 0; k < 4; k++) low[k] = 1e9f;
        minimum<<<(n + 255) / 256, 256>>>(in, low, n);
        cudaDeviceSynchronize();
        for (int i = 0; i < n; i++) want[in[i] & 3] = min(want[in[i] & 3], (float)(in[i] % 1000) - 400.5f);
        for (int k = 0; k < 4; k++) expect("minimum", low[k] * 2, want[k] * 2);
    }
    printf("minimum\n");
    int counted[2];
    locked<<<40, 128>>>();
    cudaMemcpyFromSymbol(counted, guarded, sizeof counted);
    expect("locked", counted[0], 160);
    expect("sums under the lock", counted[1], 160 * 161 / 2);
    printf("locks\n");
    for (int n = 700; n <= N; n += N - 700) {
        int want = 0;
        next[0] = 0;
        last_block<<<(n + 127) / 128, 128>>>(in, out, next, n);
        cudaDeviceSynchronize();
        for (int i = 0; i < n; i++) want += in[i] & 1023;
        expect("last block", next[0], want);
    }
    printf("last block\n%d wrong\n", bad);
}
/* OUTPUT:
widths
tickets
append
minimum
locks
last block
0 wrong
*/
