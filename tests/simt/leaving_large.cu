// Threads that leave a loop with a barrier at different times, in a launch whose first block runs as vectors already: those that are gone do
// nothing more behind it. CPU-ONLY-MESSAGES: a GPU does not notice.
#include <stdio.h>
#include <string.h>

__global__ void turns(int *out)
{
    int t = threadIdx.x;
    for (int r = 0; r <= t % 8; r++) {
        __syncthreads();
        atomicAdd(&out[blockIdx.x], 1);
    }
}

__global__ void guard(int *out, int n)
{
    int t = threadIdx.x;
    if (t >= n) return;
    __syncthreads();
    atomicAdd(&out[blockIdx.x], 1);
}

int main()
{
    int *out, bad = 0;
    cudaMallocManaged(&out, 1024 * sizeof *out);
    guard<<<1024, 128>>>(out, 100);
    cudaDeviceSynchronize();
    for (int b = 0; b < 1024; b++) bad += out[b] != 100;
    printf("%d\n", bad); // OUTPUT: 0
    memset(out, 0, 1024 * sizeof *out);
    turns<<<1024, 128>>>(out);
    cudaDeviceSynchronize();
    for (int b = 0; b < 1024; b++) bad += out[b] != 16 * 36;
    printf("%d\n", bad); // OUTPUT: 0
}
