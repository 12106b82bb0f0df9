// Kernels that take references (to managed memory, as nvcc has it), constants that device functions make outside of functions, and the calls of dependent
// launches, which have nothing to wait for here.
// RUN: file
#include <stdio.h>
struct Counter {
    int hits, limit;
    __host__ __device__ bool full() const { return hits >= limit; }
};
__global__ void count(Counter &c, const int &step) {
    if (!c.full()) atomicAdd(&c.hits, step);
}
template <class T> __global__ void add(T &sum, const T *from) { atomicAdd(&sum, from[threadIdx.x]); }

static constexpr __device__ int warp() { return 32; }
template <int I, class T> struct Tile {
    static constexpr int n = I * 4 / warp();
    T x[n] = {};
};
__constant__ int factors[warp() / 8] = {1, 2, 3, 4};
struct Fixed {
    static constexpr int n = warp() / 16;
    int x[n];
};
__global__ void tiles(int *out) {
    Tile<16, float> t;
    cudaGridDependencySynchronize();
    out[threadIdx.x] = factors[threadIdx.x] * (int)(sizeof(t.x) / sizeof(t.x[0])) + (int)sizeof(Fixed::x);
    cudaTriggerProgrammaticLaunchCompletion();
}

int main() {
    Counter *c;
    int *step, *out;
    float *sum, *from;
    cudaMallocManaged(&c, sizeof *c);
    cudaMallocManaged(&step, 4);
    cudaMallocManaged(&out, 16);
    cudaMallocManaged(&sum, 4);
    cudaMallocManaged(&from, 128);
    *c = {0, 1000};
    *step = 2;
    for (int i = 0; i < 32; i++) from[i] = i;
    *sum = 0.5f;
    count<<<2, 64>>>(*c, *step);
    add<<<1, 32>>>(*sum, from);
    tiles<<<1, 4>>>(out);
    cudaDeviceSynchronize();
    printf("%d %g %d %d %d %d\n", c->hits, *sum, out[0], out[1], out[2], out[3]);
}
/* OUTPUT:
256 496.5 10 12 14 16
*/
