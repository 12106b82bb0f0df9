// Launches that take long enough for the full code to come while they run: blocks before and after have the same results, with
// barriers (fibers, then regions), warp operations, shared memory and printf; the same launched again, and in other shapes.
#include <stdio.h>

__global__ void walk(const int *in, int *out, int n, int turns) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned v = in[i % n];
    float f = 0;
    for (int k = 0; k < turns; k++) {
        v = v * 1664525u + 1013904223u + in[(v >> 8) % n];
        f = f * 0.5f + (v >> 24);
    }
    out[i] = (int)(v ^ (unsigned)(f * 16));
}
__global__ void meet(const int *in, int *out, int n, int turns) {
    __shared__ int s[192];
    int t = threadIdx.x;
    s[t] = in[(blockIdx.x * 192 + t) % n];
    for (int k = 0; k < turns; k++) {
        __syncthreads();
        int v = s[(t + k) % 192] * 3 + s[(t * 7) % 192];
        __syncthreads();
        s[t] = v ^ k;
    }
    int sum = s[t];
    for (int d = 16; d; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
    out[blockIdx.x * 192 + t] = sum;
}
__global__ void say(int *out, int turns) {
    int s = threadIdx.x;
    for (int k = 0; k < turns; k++) s = s * 5 + k % 7;
    if (threadIdx.x == 0 && blockIdx.x == 340) printf("block %d\n", blockIdx.x);
    out[blockIdx.x * blockDim.x + threadIdx.x] = s;
}

static unsigned sum(const int *p, int n) {
    unsigned h = 7;
    for (int i = 0; i < n; i++) h = h * 31 + p[i];
    return h;
}

int main() {
    int *in, *out, n = 1009;
    cudaMallocManaged(&in, n * 4);
    cudaMallocManaged(&out, 400000 * 4);
    for (int i = 0; i < n; i++) in[i] = i * i * 7 + 3;
    unsigned first[3];
    for (int round = 0; round < 4; round++) {
        unsigned got[3];
        walk<<<400, 192>>>(in, out, n, 1500);
        cudaDeviceSynchronize();
        got[0] = sum(out, 400 * 192);
        for (int i = 0; i < 400 * 192; i += 4999) {
            unsigned v = in[i % n];
            float f = 0;
            for (int k = 0; k < 1500; k++) {
                v = v * 1664525u + 1013904223u + in[(v >> 8) % n];
                f = f * 0.5f + (v >> 24);
            }
            if (out[i] != (int)(v ^ (unsigned)(f * 16))) printf("walk: %d is %d\n", i, out[i]);
        }
        meet<<<400, 192>>>(in, out, n, 60);
        cudaDeviceSynchronize();
        got[1] = sum(out, 400 * 192);
        walk<<<1200, 64>>>(in, out, n, 1500); // another shape of blocks, the same threads
        cudaDeviceSynchronize();
        got[2] = sum(out, 400 * 192);
        for (int k = 0; k < 3 && round; k++)
            if (got[k] != first[k]) printf("round %d: %d differs\n", round, k);
        for (int k = 0; k < 3 && !round; k++) first[k] = got[k];
        if (got[0] != got[2]) printf("shapes differ\n");
    }
    say<<<350, 128>>>(out, 5000);
    cudaDeviceSynchronize();
}
/* OUTPUT:
block 340
*/
