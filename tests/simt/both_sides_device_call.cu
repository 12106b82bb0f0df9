// A __host__ __device__ template that calls what is for the device only: nvcc takes it with a warning, and host code may stand
// there as long as it does not run.
#include <cstdio>

template <class F> __host__ __device__ void each(int n, F f) {
    for (int i = 0; i < n; i++) f(i);
}
struct on_device {
    int *out;
    __device__ void operator()(int i) const { atomicAdd(&out[i], (int)threadIdx.x); }
};
struct triple { double x, y, z; };
__device__ triple make(double v) { return triple{v, v * 2, v * 3}; }
template <class T> __host__ __device__ double use(T v) {
    triple t = make(v);
    return t.x + t.z;
}
__global__ void kernel(int *out, double *sum) {
    each(3, on_device{out});
    if (threadIdx.x == 0) *sum = use(2);
}
int main(int argc, char **argv) {
    int *out;
    double *sum;
    cudaMallocManaged(&out, 3 * sizeof(int));
    cudaMallocManaged(&sum, sizeof *sum);
    kernel<<<1, 32>>>(out, sum);
    cudaDeviceSynchronize();
    printf("%d %d %d %g\n", out[0], out[1], out[2], *sum);
    if (argc > 1) each(3, on_device{out});
    if (argc > 1) printf("%g\n", use(2));
    return 0;
}
/* OUTPUT:
496 496 496 8
*/
