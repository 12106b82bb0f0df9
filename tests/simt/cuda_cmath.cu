// <cuda/cmath>'s integer arithmetic in kernels and on the host.
#include <cstdio>
#include <cuda/cmath>
__global__ void k(int *out) {
    int i = threadIdx.x;
    out[i] = cuda::ceil_div(i, 3) * 10000 + cuda::round_up(i, 4u) * 100 + cuda::round_down(i, (short)4) + cuda::ilog2(i + 1) * 1000000;
}
int main() {
    int *out;
    cudaMallocManaged(&out, 12 * sizeof(int));
    k<<<1, 12>>>(out);
    cudaDeviceSynchronize();
    for (int i = 0; i < 12; i++) printf("%d ", out[i]);
    printf("\n%u %d %lld\n", cuda::ceil_div(0xffffffffu, 2), cuda::ilog10(1000), cuda::round_up(10ll, 3));
}
/* OUTPUT:
0 1010400 1010400 2010400 2020404 2020804 2020804 3030804 3030808 3031208 3041208 3041208 
2147483648 3 12
*/
