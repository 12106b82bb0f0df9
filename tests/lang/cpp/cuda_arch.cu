// __CUDA_ARCH__ is defined in device code and not in host code: functions compiled for both sides
// have two texts. What is printed is what a program that nvcc made for sm_90 prints.
#include <cstdio>

__host__ __device__ int side() {
#ifdef __CUDA_ARCH__
    return __CUDA_ARCH__;
#else
    return -1;
#endif
}

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 600
#define WHERE "device"
#else
#define WHERE "host"
#endif
__host__ __device__ const char *where() { return WHERE; }
__host__ __device__ int through() { return side() + 1; } // names no macro

template <typename T> __host__ __device__ T pick(T host, T device) {
#if __CUDA_ARCH__ >= 700
    return device;
#else
    return host;
#endif
}

struct Meter {
    int n;
    __host__ __device__ int scaled(int by) const {
#ifdef __CUDA_ARCH__
        return n * by + 1000;
#else
        return n * by;
#endif
    }
    __host__ __device__ int plain() const { return n; }
};

// Each side has its own text of the whole function.
#ifdef __CUDA_ARCH__
__device__ int chosen(int x) { return x * 2; }
#else
__device__ int chosen(int x) { return x * 3; }
#endif

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600
#else
__device__ double atomicAdd(double *address, double val) { return -1; }
#endif

#ifdef __CUDA_ARCH__
__device__ int device_only(int x) { return x + 7; }
#endif

// Each side may do what only it can.
__host__ __device__ void report(int *out) {
#ifdef __CUDA_ARCH__
    __shared__ int s;
    s = threadIdx.x;
    __syncthreads();
    *out = s + device_only(1);
#else
    FILE *f = stdout;
    fprintf(f, "on the host\n");
    *out = -2;
#endif
}

__global__ void k(int *out, double *sum)
#if __CUDA_ARCH__ >= 700
{
    out[0] = side();
    out[1] = through();
    out[2] = pick(1, 2);
    out[3] = Meter{5}.scaled(2);
    out[4] = Meter{5}.plain();
    out[5] = chosen(10);
    report(&out[6]);
    out[7] = where()[0];
    atomicAdd(sum, 1.5);
}
#else
{
    out[0] = -100;
}
#endif

template <int N> __global__ void generic(int *out) {
#if __CUDA_ARCH__ >= 900
    out[0] = N;
#elif defined(__CUDA_ARCH__)
    out[0] = -N;
#endif
}

typedef __host__ __device__ int (*function)(int);
__host__ __device__ int by_pointer(int x) {
#ifdef __CUDA_ARCH__
    return x + 1;
#else
    return x - 1;
#endif
}
__device__ int (*pointer)(int) = by_pointer;
__global__ void calls(int *out) {
    int (*f)(int) = by_pointer;
    out[0] = f(10);
    out[1] = pointer(20);
}

int main() {
    int *out;
    double *sum;
    cudaMallocManaged(&out, 16 * sizeof(int));
    cudaMallocManaged(&sum, sizeof(double));
    *sum = 0;
    k<<<1, 1>>>(out, sum);
    cudaDeviceSynchronize();
    for (int i = 0; i < 7; i++) printf("%d ", out[i]);
    printf("%c %g\n", out[7], *sum);
    generic<5><<<1, 1>>>(out);
    cudaDeviceSynchronize();
    printf("%d\n", out[0]);
    calls<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    printf("%d %d %d\n", out[0], out[1], by_pointer(10));
    report(out);
    Meter m = {5};
    printf("%d %d %d %d %d %s %d\n", side(), through(), pick(1, 2), m.scaled(2), m.plain(), where(),
           out[0]);
#ifdef __CUDA_ARCH__
    puts("never here");
#endif
    return 0;
}

/* OUTPUT:
900 901 2 1010 5 20 8 d 1.5
5
11 21 9
on the host
-1 0 1 10 5 host -2
*/
