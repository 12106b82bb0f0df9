// Bodies within struct templates that depend on __CUDA_ARCH__: device code runs its own, in members, constructors,
// operators, definitions outside and specialisations; what nvcc compiles prints the same on a GPU.
// RUN: file
#include <stdio.h>
#ifdef __CUDA_ARCH__
#define SIDE 1
#else
#define SIDE 2
#endif

template <typename T, int N> struct Vec {
    T v[N] = {};
    __host__ __device__ Vec() {
        for (int i = 0; i < N; i++) v[i] = SIDE * 10;
    }
    __host__ __device__ static T side() { return SIDE; }
    __host__ __device__ T at(int i) const {
#if __CUDA_ARCH__ >= 700
        return v[i] + 100;
#else
        return v[i] + 200;
#endif
    }
    __host__ __device__ T operator()(T x) {
#ifdef __CUDA_ARCH__
        T y = x * 3;
        return y + side();
#else
        return x;
#endif
    }
    __host__ __device__ T outside(T x) const;
    __host__ T host_only() { return SIDE; }
    __device__ T device_only() { return SIDE; }
};
template <typename T, int N> __host__ __device__ T Vec<T, N>::outside(T x) const {
#ifdef __CUDA_ARCH__
    return x + N;
#else
    return x - N;
#endif
}
template <> struct Vec<char, 1> {
    __host__ __device__ int at(int i) { return i + SIDE * 1000; }
};

template <typename T> __host__ __device__ int all() {
    Vec<T, 3> v;
    Vec<char, 1> c;
    return (int)(v.at(1) * 10000 + v(5) * 100 + v.outside(9) + c.at(3) * 3);
}
__global__ void k(int *out) {
    Vec<long, 2> v;
    out[0] = all<int>();
    out[1] = all<float>();
    out[2] = (int)v.device_only();
}
int main() {
    int *out;
    cudaMallocManaged(&out, 12);
    k<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    Vec<long, 2> v;
    printf("%d %d %d\n%d %d %ld\n", out[0], out[1], out[2], all<int>(), all<float>(), v.host_only());
    return 0;
}
/* OUTPUT:
1104621 1104621 1
2206515 2206515 2
*/
