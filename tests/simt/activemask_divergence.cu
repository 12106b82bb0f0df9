// CPU-ONLY: threads need not stay together behind a branch, and __activemask says who happens to be there
// __activemask under divergence, and the aggregated increment that relies on it. Small launches (quick code), then large ones.
#include <stdio.h>

#define FULL 0xffffffffu

__global__ void divergence(int *out) {
    int t = threadIdx.x, lane = t % 32, ok = 1;
    unsigned m;
    if (lane < 10) m = __activemask();
    else m = ~__activemask();
    ok &= m == 0x3ff;
    switch (lane % 4) {
    case 0: ok &= __activemask() == 0x11111111; break;
    case 1: ok &= __activemask() == 0x22222222; break;
    default: ok &= __activemask() == 0xcccccccc;
    }
    ok &= __activemask() == FULL;
    // an aggregated increment: one lane acts for all that are active
    if (lane % 3 == 0) {
        unsigned active = __activemask();
        int leader = __ffs(active) - 1, sum = 0;
        if (lane == leader) sum = __popc(active);
        sum = __shfl_sync(active, sum, leader);
        ok &= sum == 11;
    }
    out[blockIdx.x * blockDim.x + t] = ok;
}

int main() {
    int *out;
    cudaMallocManaged(&out, 1200000 * sizeof(int));
    for (int blocks = 2; blocks < 1200; blocks += 1100) {
        cudaMemset(out, 0, 1200000 * sizeof(int));
        divergence<<<blocks, 96>>>(out);
        cudaDeviceSynchronize();
        int wrong = 0;
        for (int i = 0; i < blocks * 96; i++) wrong += out[i] != 1;
        printf("%d blocks: %d wrong\n", blocks, wrong);
    }
}
/* OUTPUT:
2 blocks: 0 wrong
1102 blocks: 0 wrong
*/
