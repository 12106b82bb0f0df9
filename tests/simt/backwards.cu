// Lanes whose neighbours in memory run backwards, some of them off: loads, stores and sums of several sizes keep lane and
// element together.
#include <stdio.h>

template <typename T> __global__ void backwards(const T *in, T *out, T *sums, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, back = n - 1 - t;
    if (t >= n) return;
    T x = in[t];
    if ((int)x % 3 != 0) out[back] = x;
    if ((int)x % 5 == 1) sums[back] += in[back] + x;
    if (t % 7 == 2) {
        T y = in[back];
        out[back] = y + 1;
    }
}

template <typename T> int run() {
    const int n = 1000;
    T *in, *out, *sums;
    int bad = 0;
    cudaMallocManaged(&in, n * sizeof(T));
    cudaMallocManaged(&out, n * sizeof(T));
    cudaMallocManaged(&sums, n * sizeof(T));
    for (int round = 0; round < 20; round++) {
        for (int i = 0; i < n; i++) in[i] = (T)((i * 37 + round) % 113), out[i] = 0, sums[i] = (T)(i % 50);
        backwards<<<1000, 128>>>(in, out, sums, n);
        cudaDeviceSynchronize();
        for (int t = 0; t < n; t++) {
            int back = n - 1 - t, x = (int)in[t];
            T want = (T)(t % 7 == 2 ? in[back] + 1 : x % 3 != 0 ? x : 0);
            T sum = (T)(x % 5 == 1 ? back % 50 + in[back] + x : back % 50);
            bad += out[back] != want || sums[back] != sum;
        }
    }
    return bad;
}

int main() {
    // CHECK: 0 0 0 0 0
    printf("%d %d %d %d %d\n", run<int>(), run<float>(), run<double>(), run<short>(), run<unsigned char>());
    return 0;
}
