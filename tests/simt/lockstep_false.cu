// What is no warp-synchronous code, and gets no remark: a barrier inside of a library's function, one element of a row of its own per
// thread, what is done under a lock.
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void groups(float *out) {
    __shared__ float s[64];
    cg::thread_block cta = cg::this_thread_block();
    int t = threadIdx.x;
    s[t] = t;
    cg::sync(cta);
    for (int d = 32; d > 0; d >>= 1) {
        if (t < d) s[t] += s[t + d];
        cg::sync(cta);
    }
    if (t == 0) *out = s[0];
}
__global__ void columns(float *m) {
    __shared__ float row[16][16];
    int idx;
    if (threadIdx.x < 16)
        idx = threadIdx.x;
    else
        idx = threadIdx.x - 16;
    if (threadIdx.x < 16) {
        for (int i = 0; i < 16; i++) row[i][idx] = m[i * 16 + idx];
        for (int i = 1; i < 16; i++)
            for (int j = 0; j < i; j++) row[i][idx] -= 0.5f * row[j][idx];
        for (int i = 0; i < 16; i++) m[i * 16 + idx] = row[i][idx];
    }
}
__device__ int lock = 0;
__device__ volatile int counted = 0;
__global__ void locked() {
    bool done = false;
    while (!done) {
        if (atomicExch(&lock, 1) == 0) {
            counted = counted + 1;
            __threadfence();
            atomicExch(&lock, 0);
            done = true;
        }
    }
}
int main() {
    float *m;
    cudaMallocManaged(&m, 256 * sizeof(float));
    groups<<<1, 64>>>(m);
    cudaDeviceSynchronize();
    printf("%g\n", *m);
    for (int i = 0; i < 256; i++) m[i] = i % 7;
    columns<<<1, 32>>>(m);
    cudaDeviceSynchronize();
    printf("%g %g\n", m[17], m[255]);
    locked<<<8, 64>>>();
    int n;
    cudaMemcpyFromSymbol(&n, counted, sizeof n);
    printf("%d\n", n);
    return 0;
}
/* OUTPUT:
2016
2.5 0.252106
512
*/
