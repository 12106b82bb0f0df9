// Pointers to member functions in kernels: constants, arguments of templates, members of objects, chosen by data.
#include <cstdio>
struct Op { float k; __host__ __device__ float add(float x) const { return x + k; } __host__ __device__ float mul(float x) const { return x * k; } };
template <float (Op::*F)(float) const> __global__ void fixed(const float *in, float *out, Op op, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = (op.*F)(in[i]);
}
template <class F> __device__ float apply(const Op &op, F f, float x) { return (op.*f)(x); }
__global__ void chosen(const float *in, float *out, Op op, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float (Op::*f)(float) const = i % 2 ? &Op::mul : &Op::add;
    out[i] = (op.*f)(in[i]) + apply(op, &Op::add, 1);
}
struct Shape { __device__ virtual int sides() const { return 0; } int tag = 1; };
struct Square : Shape { __device__ int sides() const override { return 4; } };
__global__ void virtuals(int *out) {
    Square q;
    const Shape *s = &q;
    int (Shape::*f)() const = &Shape::sides;
    out[threadIdx.x] = (s->*f)() + (q.*f)();
}
int main() {
    const int n = 6;
    float *in, *out, h[n];
    int *d, e[2];
    cudaMallocManaged(&in, sizeof h);
    cudaMallocManaged(&out, sizeof h);
    cudaMallocManaged(&d, sizeof e);
    for (int i = 0; i < n; i++) in[i] = i;
    Op op{3};
    fixed<&Op::add><<<1, n>>>(in, out, op, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) printf("%g ", out[i]);
    fixed<&Op::mul><<<1, n>>>(in, out, op, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) printf("%g ", out[i]);
    chosen<<<1, n>>>(in, out, op, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) printf("%g ", out[i]);
    virtuals<<<1, 2>>>(d);
    cudaDeviceSynchronize();
    printf("%d %d\n", d[0], d[1]);
}
/* OUTPUT:
3 4 5 6 7 8 0 3 6 9 12 15 7 7 9 13 11 19 8 8
*/
