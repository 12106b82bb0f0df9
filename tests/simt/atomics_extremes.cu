// atomicMin and atomicMax order unsigned and signed numbers of both sizes by their own rule, where the top bit is set, in
// global and in shared memory.
#include <stdio.h>

template <typename T> __global__ void extremes(const T *in, T *out) {
    __shared__ T low, high;
    int t = threadIdx.x;
    if (t == 0) low = high = in[0];
    __syncthreads();
    atomicMin(&low, in[t]);
    atomicMax(&high, in[t]);
    T before = atomicMin(out, in[t]), after = atomicMax(out + 1, in[t]);
    __syncthreads();
    if (t == 0) out[2] = low, out[3] = high;
    if (before < in[t] && *out > before) out[4] = 1; // never
    if (after > in[t] && out[1] < after) out[4] = 1;
}

template <typename T> int run(T top) {
    T *in, *out, low, high;
    int n = 64, bad = 0;
    cudaMallocManaged(&in, n * sizeof(T));
    cudaMallocManaged(&out, 5 * sizeof(T));
    for (int i = 0; i < n; i++) in[i] = (T)(i % 2 ? top + (T)(i * 3) : (T)(i * 5 + 1));
    low = high = in[0];
    for (int i = 0; i < n; i++) {
        if (in[i] < low) low = in[i];
        if (in[i] > high) high = in[i];
    }
    out[0] = out[1] = in[5];
    out[4] = 0;
    extremes<<<1, n>>>(in, out);
    cudaDeviceSynchronize();
    bad += out[0] != low || out[1] != high || out[2] != low || out[3] != high || out[4] != 0;
    cudaFree(in);
    cudaFree(out);
    return bad;
}

int main() {
    printf("%d %d", run<unsigned>(0x80000000u), run<int>((int)0x80000000u));
    // CHECK: 0 0 0 0
    printf(" %d %d\n", run<unsigned long long>(1ull << 63), run<long long>((long long)(1ull << 63)));
    return 0;
}
