// Destructors in kernels: guards with early returns, loops and jumps, the same counts with one lane and with many.
#include <cstdio>
struct Guard {
    int *p; int v;
    __device__ Guard(int *q, int x) : p(q), v(x) { atomicAdd(p, 1); }
    __device__ ~Guard() { atomicAdd(p + 1, v); }
};
struct Acc {
    float s;
    __host__ __device__ Acc(float x = 0) : s(x) {}
    __host__ __device__ Acc(const Acc &o) : s(o.s) {}
    __host__ __device__ ~Acc() {}
    __host__ __device__ Acc operator+(const Acc &o) const { return Acc(s + o.s); }
};
__device__ int work(int *c, int i) {
    Guard g(c, i);
    if (i % 3 == 0) return i;
    for (int k = 0; k < i; k++) {
        Guard h(c + 2, 1);
        if (k == 4) break;
        if (k == 7) return k;
    }
    return -i;
}
__global__ void k(int *c, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Guard g(c + 4, i);
    if (i % 5 == 2) return;
    out[i] = work(c, i);
    Acc a(1.5f), b = a + Acc(i);
    out[i] += (int)b.s;
}
int main() {
    int *c, *out, n = 1000;
    cudaMallocManaged(&c, 8 * sizeof(int)); cudaMallocManaged(&out, n * sizeof(int));
    k<<<(n + 127) / 128, 128>>>(c, out, n);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    for (int i = 0; i < 8; i++) printf("%d ", c[i]);
    long s = 0; for (int i = 0; i < n; i++) s = s * 31 + out[i];
    printf("\n%ld\n", s);
}
/* OUTPUT:
no error
800 399600 2655 2655 1000 499500 0 0 
-4991433411675576308
*/
