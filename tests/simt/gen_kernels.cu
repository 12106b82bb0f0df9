// What the emitter makes of kernels: indices in every dimension, shared memory in device functions, structs by value,
// atomics on shared and global memory, spin locks, early returns before barriers, recursion, function pointers.
#include <stdio.h>
#include <string.h>

struct particle { float3 p; float m; int tag[2]; };
struct pair { double a; int b; };

__device__ int counter;
__constant__ float weights[4] = {1, 2, 3, 4};
__managed__ int managed[8];
__device__ int lock_word, locked_sum;

__global__ void indices(int *out, int nx, int ny) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    out[(z * ny + y) * nx + x] = x + 100 * y + 10000 * z;
}

__device__ float block_sum(float v) {
    __shared__ float part[256];
    part[threadIdx.x] = v;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
        __syncthreads();
    }
    float r = part[0];
    __syncthreads();
    return r;
}
__global__ void sums(float *out, int n) {
    __shared__ int scale;
    extern __shared__ float dyn[];
    if (threadIdx.x == 0) scale = 2;
    dyn[threadIdx.x] = threadIdx.x;
    __syncthreads();
    float a = block_sum(dyn[threadIdx.x] * scale), b = block_sum(1.0f);
    if (threadIdx.x == 0) out[blockIdx.x] = a + 1000 * b;
}

__global__ void by_value(struct particle q, struct pair r, float *out, bool flag, char c, long long big) {
    q.p.x += threadIdx.x; // each thread has its own copy
    q.tag[1] += 1;
    r.b *= 2;
    if (flag) out[threadIdx.x] = q.p.x + q.m + q.tag[1] + (float)r.a + r.b + c + (float)(big >> 32);
}

__global__ void histogram(const unsigned char *data, int n, int *out) {
    __shared__ int local[16];
    if (threadIdx.x < 16) local[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&local[data[i] & 15], 1);
    __syncthreads();
    if (threadIdx.x < 16) atomicAdd(&out[threadIdx.x], local[threadIdx.x]);
}

__global__ void atomics(unsigned *u, int *i, float *f, double *d, unsigned long long *l) {
    atomicAdd(&u[0], 2u); atomicInc(&u[1], 9); atomicDec(&u[2], 5); atomicOr(&u[3], 1u << (threadIdx.x & 31));
    atomicAnd(&u[4], ~(1u << (threadIdx.x & 15))); atomicXor(&u[5], threadIdx.x);
    atomicMin(&i[0], (int)threadIdx.x - 5); atomicMax(&i[1], (int)threadIdx.x); atomicSub(&i[2], 3);
    atomicAdd(&f[0], 0.5f); atomicAdd(&d[0], 0.25); atomicAdd(&l[0], 1ull << 33); atomicMax(&l[1], (unsigned long long)threadIdx.x << 40);
    int old = *(volatile int *)&i[3], seen;
    do { seen = old; old = atomicCAS(&i[3], seen, seen + 7); } while (old != seen);
    atomicExch(&f[1], 3.5f);
}

__global__ void locked(int times) {
    for (int k = 0; k < times; k++) {
        while (atomicCAS(&lock_word, 0, 1) != 0) {}
        locked_sum = locked_sum + 1;
        __threadfence();
        atomicExch(&lock_word, 0);
    }
}

__global__ void leave_early(int *out, int n) {
    int i = threadIdx.x;
    if (i >= n) return;
    __syncthreads();
    out[i] = __syncthreads_count(i % 3 == 0);
}

__device__ int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }
__device__ float half_of(float x) { return x / 2; }
__device__ float square(float x) { return x * x; }
__global__ void calls(float *out, int which) {
    float (*f)(float) = which ? square : half_of;
    out[threadIdx.x] = f((float)threadIdx.x) + fact(threadIdx.x % 5) + weights[threadIdx.x % 4];
    atomicAdd(&counter, 1);
    if (threadIdx.x < 8) managed[threadIdx.x] = threadIdx.x * 3;
}

__global__ void warp(int *out, float *fout) {
    int lane = threadIdx.x & 31, v = threadIdx.x;
    int sum = v;
    for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffffu, sum, d);
    unsigned odd = __ballot_sync(0xffffffffu, v & 1);
    float g = __shfl_sync(0xffffffffu, v * 0.5f, 3);
    double h = __shfl_xor_sync(0xffffffffu, (double)v, 1);
    int up = __shfl_up_sync(0xffffffffu, v, 2, 8);
    if (lane == 0) { out[v / 32] = sum; out[8 + v / 32] = __popc(odd); }
    fout[v] = g + (float)h + up + __any_sync(0xffffffffu, v == 40) * 1000;
}

__global__ void math(float *f, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) f[i] = fmaf(sqrtf(f[i]), 2.0f, fabsf(-1.0f)) + fminf(f[i], 3.0f) + (int)f[i] % 3 + __float2int_rn(2.5f) + __clz(i + 1);
}

template <typename T, int N> __global__ void fill(T *out, T v) {
    T local[N];
    for (int k = 0; k < N; k++) local[k] = v + (T)k;
    T s = 0;
    for (int k = 0; k < N; k++) s += local[(k + threadIdx.x) % N] * (k + 1);
    out[threadIdx.x] = s;
}

template <typename T> static T *managed_array(int n) {
    T *p;
    cudaMallocManaged(&p, n * sizeof(T));
    memset(p, 0, n * sizeof(T));
    return p;
}

int main() {
    int *out = managed_array<int>(4096);
    float *fo = managed_array<float>(4096);
    indices<<<dim3(2, 3, 2), dim3(4, 2, 3)>>>(out, 8, 6);
    cudaDeviceSynchronize();
    int bad = 0;
    for (int z = 0; z < 6; z++) for (int y = 0; y < 6; y++) for (int x = 0; x < 8; x++) bad += out[(z * 6 + y) * 8 + x] != x + 100 * y + 10000 * z;
    printf("indices %d\n", bad);
    sums<<<3, 128, 128 * sizeof(float)>>>(fo, 3);
    cudaDeviceSynchronize();
    printf("sums %g %g\n", fo[0], fo[2]);
    struct particle q = {{1, 2, 3}, 10, {5, 6}};
    struct pair r = {0.5, 20};
    by_value<<<1, 4>>>(q, r, fo, true, 3, 7LL << 32);
    cudaDeviceSynchronize();
    printf("by value %g %g\n", fo[0], fo[3]);
    unsigned char *data = managed_array<unsigned char>(10000);
    for (int i = 0; i < 10000; i++) data[i] = (unsigned char)(i * i);
    int *h = managed_array<int>(16), want[16] = {0};
    for (int i = 0; i < 10000; i++) want[data[i] & 15]++;
    histogram<<<7, 64>>>(data, 10000, h);
    cudaDeviceSynchronize();
    printf("histogram %d\n", memcmp(h, want, sizeof want));
    unsigned *u = managed_array<unsigned>(8);
    int *iv = managed_array<int>(8);
    double *d = managed_array<double>(2);
    unsigned long long *l = managed_array<unsigned long long>(2);
    u[4] = 0xffffffff;
    fo[0] = fo[1] = 0;
    atomics<<<4, 100>>>(u, iv, fo, d, l);
    cudaDeviceSynchronize();
    printf("atomics %u %u %u %x %x %u %d %d %d %d %g %g %g %llu %llu\n", u[0], u[1], u[2], u[3], u[4], u[5], iv[0], iv[1], iv[2],
           iv[3], fo[0], fo[1], d[0], l[0] >> 33, l[1] >> 40);
    locked<<<4, 33>>>(10);
    cudaDeviceSynchronize();
    int total;
    cudaMemcpyFromSymbol(&total, locked_sum, sizeof total);
    printf("locked %d\n", total);
    leave_early<<<1, 64>>>(out, 40);
    cudaDeviceSynchronize();
    printf("early %d %d\n", out[0], out[39]);
    calls<<<1, 16>>>(fo, 1);
    cudaDeviceSynchronize();
    float w[4] = {10, 20, 30, 40};
    printf("calls %g %g", fo[3], fo[9]);
    cudaMemcpyToSymbol(weights, w, sizeof w);
    calls<<<1, 16>>>(fo, 0);
    cudaDeviceSynchronize();
    cudaMemcpyFromSymbol(&total, counter, sizeof total);
    printf(" %g %g %d %d\n", fo[3], fo[9], total, managed[7]);
    warp<<<1, 64>>>(out, fo);
    cudaDeviceSynchronize();
    printf("warp %d %d %d %g %g %g\n", out[0], out[1], out[9], fo[0], fo[5], fo[63]);
    for (int i = 0; i < 1000; i++) fo[i] = i;
    math<<<8, 128>>>(fo, 1000);
    cudaDeviceSynchronize();
    printf("math %g %g %g\n", fo[0], fo[100], fo[999]);
    fill<float, 8><<<1, 8>>>(fo, 1.5f);
    fill<int, 5><<<1, 8>>>(out, 3);
    cudaDeviceSynchronize();
    printf("fill %g %g %d %d\n", fo[0], fo[7], out[0], out[7]);
    return 0;
}
/* OUTPUT:
indices 0
sums 144256 144256
by value 68.5 71.5
histogram 0
atomics 800 0 2 ffffffff ffff0000 0 -5 99 -1200 2800 200 3.5 100 400 99
locked 1320
early 14 14
calls 19 107 47.5 48.5 32 21
warp 496 1520 16 2.5 8.5 1140.5
math 34 52 91.2139
fill 222 194 85 70
*/
