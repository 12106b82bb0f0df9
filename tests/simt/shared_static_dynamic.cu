// Static and dynamic shared memory of one block do not overlap, whatever the static one's size, and are aligned for their types.
// RUN: file
#include <cstdio>
#include <cstdint>
template <int N> __global__ void both(int *wrong) {
    __shared__ unsigned char fixed[N];
    extern __shared__ double more[];
    unsigned char *bytes = (unsigned char *)more;
    for (int i = threadIdx.x; i < N; i += blockDim.x) fixed[i] = 170;
    for (int i = threadIdx.x; i < 200; i += blockDim.x) bytes[i] = 85;
    __syncthreads();
    for (int i = threadIdx.x; i < N; i += blockDim.x) atomicAdd(wrong, fixed[i] != 170);
    for (int i = threadIdx.x; i < 200; i += blockDim.x) atomicAdd(wrong, bytes[i] != 85);
    if (threadIdx.x == 0) atomicAdd(wrong, (int)((uintptr_t)more % 16));
}
int main() {
    int *wrong;
    cudaMallocManaged(&wrong, sizeof(int));
    *wrong = 0;
    both<1><<<2, 64, 200>>>(wrong);
    both<15><<<2, 64, 200>>>(wrong);
    both<16><<<2, 64, 200>>>(wrong);
    both<17><<<2, 64, 200>>>(wrong);
    both<31><<<2, 33, 200>>>(wrong);
    both<1000><<<2, 100, 200>>>(wrong);
    cudaDeviceSynchronize();
    // CHECK: 0 wrong
    printf("%d wrong\n", *wrong);
}
