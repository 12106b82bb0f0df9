// Virtual bases in kernels: each thread makes, copies and ends a diamond of its own.
#include <cstdio>
__device__ int ended;
struct Top {
    int n;
    __device__ Top(int n) : n(n) {}
    __device__ virtual int f() const { return n; }
    __device__ virtual ~Top() {}
};
struct Left : virtual Top {
    int l;
    __device__ Left(int k) : Top(-1), l(n + k) {}
    __device__ int f() const override { return n * 10 + l; }
};
struct Right : virtual Top {
    int r;
    __device__ Right(int k) : Top(-2), r(n - k) {}
    __device__ ~Right() { atomicAdd(&ended, 1); }
};
struct Both : Left, Right {
    __device__ Both(int n) : Top(n), Left(1), Right(2) {}
};
__device__ int ask(const Top &t) { return t.f(); }
__global__ void all(int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Both b(i), c = b;
    Right *r = &c;
    r->n += 1000;
    Top *held = new Both(i + 1);
    out[i] = ask(b) + ask(*r) + static_cast<Top *>(r)->n + held->f() + b.r;
    delete held;
}
int main() {
    int *out;
    cudaMallocManaged(&out, 256 * sizeof *out);
    all<<<4, 64>>>(out);
    cudaDeviceSynchronize();
    for (int i : {0, 1, 100, 255}) printf("%d\n", out[i]);
    int n;
    cudaMemcpyFromSymbol(&n, ended, sizeof n);
    printf("%d\n", n);
}
/* OUTPUT:
11012
11047
14512
19937
768
*/
