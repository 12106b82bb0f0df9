// One kernel for each thing that code for a GPU can contain; tests/gpu/kernels.py compiles it for GPUs, and run on the CPU
// it must give what it gives on a GPU.
// NOT-FOR: sm_75 __reduce_max_sync
// CHECK: all alike
#include <assert.h>
#include <stdio.h>
#include <string.h>

struct pair { int a; float b; };
struct big { double v[6]; int tag; };
struct bits { unsigned low : 3, mid : 13, high : 16; signed char c : 5; };
__constant__ float weights[4] = {1, 2, 3, 4};
__device__ int counter = 5;
__device__ double table[3] = {0.5, 1.5, 2.5};
__managed__ int shared_with_host = 7;
__device__ const int primes[] = {2, 3, 5, 7, 11, 13};

__device__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
__device__ float square(float x) { return x * x; }
__device__ float half_of(float x) { return x / 2; }
__device__ struct big make(int i) { struct big b = {{1, 2, 3, 4, 5, 6}, i}; b.v[i % 6] = i; return b; }
__device__ struct pair swap(struct pair p) { struct pair q = {(int)p.b, (float)p.a}; return q; }
__device__ __noinline__ double sum_of(struct big b) { double s = 0; for (int i = 0; i < 6; i++) s += b.v[i]; return s + b.tag; }

__global__ void control(int n, int *out) {
    int s = 0;
    for (int i = 0; i < n; i++) {
        switch (i % 7) {
        case 0: s += 1; break;
        case 1: case 2: s += 2; // falls through
        case 3: s ^= i; break;
        default: if (i == 40) goto done; s -= 3;
        }
    }
done:
    do { s++; } while (s < 0);
    out[0] = s > 10 && n ? s : -s;
    out[1] = fib(n % 10);
}
__global__ void by_value(struct pair p, struct big b, bool flag, char c, short s, long long l, double *out) {
    struct pair q = swap(p);
    b.v[2] += c;
    out[0] = flag ? q.a + q.b : 0;
    out[1] = sum_of(b) + sum_of(make(s)) + l;
}
__global__ void memory(char *text, long *out) {
    struct bits f = {5, 100, 7, -3};
    f.mid += 3;
    char copy[32];
    memset(copy, 0, sizeof copy);
    strcpy(copy, text);
    volatile int v = (int)strlen(copy);
    memcpy(copy + 10, "end", 4);
    out[0] = f.low + f.mid + f.high + f.c + v + copy[11] + strcmp(copy, "abc") + primes[v % 6];
    counter += 1;
    shared_with_host += 2;
    out[1] = counter + (long)(table[1] * weights[2]) + shared_with_host;
}
__global__ void functions(float *out) {
    float (*f[2])(float) = {square, half_of};
    out[threadIdx.x] = f[threadIdx.x % 2](3.0f);
}
__global__ void warps(int *out) {
    extern __shared__ int all[];
    __shared__ float tile[8][8];
    int lane = threadIdx.x % 32;
    tile[lane / 8 % 8][lane % 8] = lane;
    all[threadIdx.x] = lane;
    int any = __syncthreads_or(lane == 3) + __syncthreads_count(lane < 4) / 2;
    int sum = lane;
    for (int d = 16; d; d /= 2) sum += __shfl_down_sync(~0u, sum, d);
    double wide = __shfl_xor_sync(~0u, lane * 0.5, 1);
    unsigned votes = __ballot_sync(~0u, lane & 1);
    int alike = __popc(__match_any_sync(~0u, lane / 4));
    __syncwarp();
    if (lane == 0) out[0] = sum + any + (int)(wide * 2) + __popc(votes) + alike + all[5] + (int)tile[1][2];
    if (lane == 0) out[1] = __all_sync(1, 1) + __any_sync(1, 0) + (__activemask() & 1);
}
__global__ void newer(int *out) { out[threadIdx.x] = __reduce_max_sync(~0u, (int)threadIdx.x); }
__global__ void atomics(int *i, unsigned *u, float *f, double *d, unsigned long long *l) {
    atomicAdd(i, 1); atomicSub(i, 2); atomicMax(i, 9); atomicMin(i + 1, -4); atomicXor(i, 1);
    atomicInc(u, 5); atomicDec(u + 1, 7); atomicExch(f + 1, 2.5f); atomicCAS(u, 1u, 7u);
    atomicAdd(f, 1.5f); atomicAdd(d, 0.25); atomicAdd(l, 3ull); atomicAnd(l + 1, 12ull);
    atomicAdd_block(i, 1); atomicAdd_system(f, 0.5f); atomicMax_block(i, 3); atomicCAS_system(l, 3ull, 4ull);
    __sync_fetch_and_add(i, 2); __atomic_store_n(i + 2, 4, 5); __atomic_fetch_or(u + 2, 8u, 0);
    i[3] = __atomic_load_n(i + 2, 2);
    __threadfence(); __threadfence_block(); __threadfence_system();
}
__global__ void arithmetic(int a, unsigned b, long long c, double *out) {
    float x = a + 0.5f, y = b;
    out[0] = sqrtf(x) + fabsf(-y) + floorf(x) + ceilf(y) + truncf(-x) + rintf(x) + roundf(x) + fminf(x, y) + copysignf(x, -y);
    out[1] = fma(out[0], 2.0, 1.0) + max(a, 3) + min(b, 7u) + abs(-a) + __mulhi(a << 20, 5000) + __umul64hi(c, 1ull << 40);
    out[2] = __clz(a) + __ffsll(c) + (__brev(b) >> 24) + __byte_perm(b, a, 0x4321) % 100 + __funnelshift_l(b, a, 5) % 100;
    out[3] = __float2int_rn(2.5f) + __double2ll_rd(-1.5) + (unsigned char)200.7f + __int_as_float(0x3f800000) + (a / 3) % 2 + (c >> 2);
    out[4] = (double)(__int128)c * 2 + (x < y) + (x != x) + -x + (a ? 1 : 2) + __fadd_rn(x, y) + __fdividef(y, 2.0f);
    int over;
    out[5] = __builtin_add_overflow(a, 2147483600, &over) + over;
}
__global__ void vectors(const float4 *__restrict__ in, float4 *out, const int *__restrict__ n) {
    float4 v = in[threadIdx.x], w = __ldg(&in[1]);
    v.x += w.y; v.w *= __ldg(n);
    out[threadIdx.x] = make_float4(v.w, v.z, v.y, v.x);
}
__global__ void speaks(int n) {
    printf("%d %s %.2f %lld %c\n", n, "words", 1.5f, 1ll << 40, 'x');
    assert(n > 0);
    int *p = (int *)malloc(16);
    if (p) p[0] = n;
    free(p);
    if (n < 0) __trap();
}
__global__ void __launch_bounds__(128, 4) bounded(float *p) { p[threadIdx.x] = clock64() > 0; }

static bool same(int line, bool yes) { if (!yes) printf("differs at line %d\n", line); return yes; }
int main() {
    double *d;
    cudaMallocManaged(&d, 4096);
    int *i = (int *)d;
    control<<<1, 1>>>(30, i); cudaDeviceSynchronize();
    bool ok = same(__LINE__, i[1] == 0);
    struct big b = {{1, 1, 1, 1, 1, 1}, 4};
    struct pair p = {3, 9.0f};
    by_value<<<1, 1>>>(p, b, true, 2, 3, 100, d); cudaDeviceSynchronize();
    ok = same(__LINE__, d[0] == 12 && d[1] == 135) && ok;
    char *text = (char *)(d + 100);
    strcpy(text, "abc");
    memory<<<1, 1>>>(text, (long *)d); cudaDeviceSynchronize();
    ok = same(__LINE__, ((long *)d)[0] == 5 + 103 + 7 - 3 + 3 + 'n' + 7 && ((long *)d)[1] == 6 + 4 + 9) && ok;
    functions<<<1, 2>>>((float *)d); cudaDeviceSynchronize();
    ok = same(__LINE__, ((float *)d)[0] == 9 && ((float *)d)[1] == 1.5f) && ok;
    warps<<<1, 32, 32 * sizeof(int)>>>(i); cudaDeviceSynchronize();
    ok = same(__LINE__, i[0] == 496 + 1 + 2 + 1 + 16 + 4 + 5 + 10 && i[1] == 2) && ok;
    newer<<<1, 32>>>(i); cudaDeviceSynchronize();
    ok = same(__LINE__, i[7] == 31) && ok;
    puts(ok ? "all alike" : "something differs");
    return !ok;
}
