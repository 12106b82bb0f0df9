// A fault in the code that came while the launch ran is placed like any other, with its thread.
// CPU-ONLY: a GPU does not say whose access it was.
// EXIT: 0
#include <stdio.h>
__global__ void walk(float *out, int turns, int last) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = i;
    for (int k = 0; k < turns; k++) s = s * 0.999f + k;
    if (blockIdx.x == last && threadIdx.x == 17) out = nullptr;
    out[i] = s; // ERROR: write at address
}
int main() {
    float *out;
    cudaMallocManaged(&out, 390 * 256 * sizeof(float));
    walk<<<390, 256>>>(out, 4000, 388);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
// ERROR: in block (388,0,0), thread (17,0,0)
// CHECK: cudaErrorIllegalAddress
