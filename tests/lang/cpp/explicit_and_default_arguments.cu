// nullptr where the template arguments are given; default arguments that call functions.
#include <cstdio>
template <typename T, bool EX> __global__ void scan(const T *in, T *out, T *sums, int n) { if (threadIdx.x < n) out[threadIdx.x] = in[threadIdx.x] + (sums ? 1 : 0) + EX; }
inline __host__ __device__ int half_of(int x) { return x / 2; }
int2 sum2(int2 a, int2 border = make_int2(1, 1), int k = half_of(8)) { return make_int2(a.x + border.x + k, a.y + border.y); }
int main() {
    int *a, *b; cudaMallocManaged(&a, 16); cudaMallocManaged(&b, 16);
    for (int i = 0; i < 4; i++) a[i] = i;
    scan<int, true><<<1, 4>>>(a, b, nullptr, 4);
    cudaDeviceSynchronize();
    int2 s = sum2(make_int2(2, 3));
    printf("%d %d %d\n", b[3], s.x, s.y);
}
/* OUTPUT:
4 7 4
*/
