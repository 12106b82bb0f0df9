// Virtual functions in kernels: objects made on the device, called from vector code, deleted there.
#include <cstdio>
struct Op { __host__ __device__ virtual float run(float x) const = 0; __host__ __device__ virtual ~Op() {} };
struct Add : Op { float k; __host__ __device__ Add(float k) : k(k) {} __host__ __device__ float run(float x) const override { return x + k; } };
struct Mul : Op { float k; __host__ __device__ Mul(float k) : k(k) {} __host__ __device__ float run(float x) const override { return x * k; } };
__global__ void make(Op **ops) { ops[0] = new Add(1); ops[1] = new Mul(3); }
__global__ void apply(Op **ops, float *v, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) v[i] = ops[i % 2]->run(v[i]); }
__global__ void drop(Op **ops) { delete ops[0]; delete ops[1]; }
int main() {
    Op **ops; float *v; cudaMallocManaged(&ops, 16); cudaMallocManaged(&v, 400);
    for (int i = 0; i < 100; i++) v[i] = i;
    make<<<1, 1>>>(ops); apply<<<4, 32>>>(ops, v, 100); drop<<<1, 1>>>(ops);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    float s = 0; for (int i = 0; i < 100; i++) s += v[i]; printf("%g\n", s);
    Mul m(2); Op &o = m; printf("%g\n", o.run(4));
}
/* OUTPUT:
no error
10000
8
*/
