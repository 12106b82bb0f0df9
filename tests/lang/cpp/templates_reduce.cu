// Reductions through nested templates, deduced and explicit launches, auto parameters, overload ranks.
/* OUTPUT:
1023.000000
3.500000 4.500000 7.500000
4 3 3 0.500000
1 2 3 4 5 6 
1 2.000000 3.000000 3.250000
int
double
str
ptr
double
int
ull
int
int
ok
7.000000
44
-3 -1
yes
22
*/
#include <stdio.h>
#include <assert.h>
template <typename T> __device__ __forceinline__ T warpReduceSum(T val) {
#pragma unroll
    for (int offset = warpSize / 2; offset > 0; offset /= 2)
        val += __shfl_down_sync(0xffffffff, val, offset);
    return val;
}
template <typename T> __device__ T blockReduceSum(T val) {
    static __shared__ T shared[32];
    int lane = threadIdx.x % warpSize, wid = threadIdx.x / warpSize;
    val = warpReduceSum<T>(val);
    if (lane == 0) shared[wid] = val;
    __syncthreads();
    val = (threadIdx.x < blockDim.x / warpSize) ? shared[lane] : (T)0;
    if (wid == 0) val = warpReduceSum(val);
    return val;
}
template <typename T, unsigned int blockSize>
__global__ void reduce6(const T *__restrict__ g_idata, T *__restrict__ g_odata, unsigned int n) {
    extern __shared__ int smem[];
    T *sdata = (T *)smem;
    unsigned int tid = threadIdx.x, i = blockIdx.x * (blockSize * 2) + tid,
                 gridSize = blockSize * 2 * gridDim.x;
    T mySum = 0;
    while (i < n) {
        mySum += g_idata[i];
        if (i + blockSize < n) mySum += g_idata[i + blockSize];
        i += gridSize;
    }
    sdata[tid] = mySum;
    __syncthreads();
    if (blockSize >= 512) {
        if (tid < 256) {
            sdata[tid] = mySum = mySum + sdata[tid + 256];
        }
        __syncthreads();
    }
    T tot = blockReduceSum(mySum);
    if (tid == 0) g_odata[blockIdx.x] = tot;
}
template <class T> void run(int size, int threads, int blocks, T *in, T *out) {
    int smemSize = threads * sizeof(T);
    switch (threads) {
    case 512: reduce6<T, 512><<<blocks, threads, smemSize>>>(in, out, size); break;
    case 256: reduce6<T, 256><<<dim3(blocks, 1, 1), threads, smemSize>>>(in, out, size); break;
    }
}
template <typename Op> __global__ void apply(float *x, Op op, int n) {
    int i = threadIdx.x;
    if (i < n) x[i] = op(x[i]);
}
__device__ float dsq(float x) {
    return x * x;
}
template <float (*f)(float)> __global__ void applyf(float *x, int n) {
    int i = threadIdx.x;
    if (i < n) x[i] = f(x[i]);
}
template <typename T> __host__ __device__ const T &tmin(const T &a, const T &b) {
    return b < a ? b : a;
}
template <typename T> __host__ __device__ void tswap(T &a, T &b) {
    T t = a;
    a = b;
    b = t;
}
template <typename T, size_t R, size_t C> void print2(const T (&m)[R][C]) {
    for (size_t i = 0; i < R; i++)
        for (size_t j = 0; j < C; j++) printf("%d ", (int)m[i][j]);
    printf("\n");
}
template <int D> __device__ int dims() {
    return D;
}
template <bool B, typename T> T sel(T a, T b) {
    return B ? a : b;
}
template <typename A, typename B> auto mixed(A a, B b) {
    return a * b;
}
template <typename A, typename B> auto mixed2(A a, B b) -> decltype(a + b) {
    return a + b;
}
__global__ void all(auto *p, auto v, int n) {
    int i = threadIdx.x;
    if (i < n) p[i] += v;
}
void overload(int) {
    printf("int\n");
}
void overload(double) {
    printf("double\n");
}
void overload(const char *) {
    printf("str\n");
}
template <typename T> void overload(T *) {
    printf("ptr\n");
}
void overload(unsigned long long) {
    printf("ull\n");
}
__device__ int fib(int n) {
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}
int main() {
    float *x;
    cudaMallocManaged(&x, 1024 * sizeof(float));
    float *o;
    cudaMallocManaged(&o, 64 * sizeof(float));
    for (int i = 0; i < 1024; i++) x[i] = i % 3;
    run(1024, 256, 1, x, o);
    cudaDeviceSynchronize();
    printf("%f\n", o[0]);
    applyf<dsq><<<1, 32>>>(x, 32);
    all<<<1, 4>>>(x, 1.5, 4);
    all<<<1, 4>>>(x, 2, 4);
    cudaDeviceSynchronize();
    printf("%f %f %f\n", x[0], x[1], x[2]);
    int a = 3, b = 4;
    tswap(a, b);
    printf("%d %d %d %f\n", a, b, tmin(a, b), tmin(1.5, 0.5));
    int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
    print2(m);
    printf("%d %f %f %f\n", sel<true>(1, 2), sel<false, float>(1, 2), mixed(2, 1.5f),
           mixed2(1, 2.25));
    overload(1);
    overload(1.0);
    overload("s");
    overload(&a);
    overload(1.0f);
    overload('c');
    overload(1ull);
    overload((short)2);
    bool bb = true;
    overload(bb);
    printf("%s\n", sizeof(mixed(1, 2)) == 4 ? "ok" : "bad");
    float q = 3;
    q += 0.5;
    const float &r = q * 2;
    printf("%f\n", r);
    unsigned char c = 200;
    c += 100;
    printf("%d\n", c);
    printf("%d %d\n", -7 / 2, -7 % 3);
    printf("%s\n", true ? "yes" : "no");
    int n = 5;
    int &ref = n;
    ref *= 2;
    (ref += 1) *= 2;
    printf("%d\n", n);
    return 0;
}
