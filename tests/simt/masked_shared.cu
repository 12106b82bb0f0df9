// Shared memory under masks: vectors that lie in it, that reach over its end or its beginning with lanes that are off, and that are
// longer than all of it, loaded and stored, in every element size.
#include <cstdio>

template <class T> __global__ void shift(const T *in, T *out, int n, int d, int turns) {
    extern __shared__ char memory[];
    T *s = (T *)memory;
    int t = threadIdx.x;
    if (t < n) s[t] = in[t];
    __syncthreads();
    for (int k = 0; k < turns; k++) {
        T x = 0;
        if (t + d < n && t + d >= 0 && t < n) x = s[t + d];
        __syncthreads();
        if (t < n && (t + k) % 3) s[t] = s[t] + x;
        __syncthreads();
        if (t + d < n && t + d >= 0 && t % 2) s[t + d] = s[t + d] - (T)1;
        __syncthreads();
    }
    if (t < n) out[t] = s[t];
}

template <class T> int wrong(int n, int d, int threads) {
    static T in[256], out[256], s[256], x[256];
    const int turns = 3;
    for (int t = 0; t < 256; t++) in[t] = (T)(t * 7 % 50), out[t] = 0;
    for (int t = 0; t < n; t++) s[t] = in[t];
    for (int k = 0; k < turns; k++) {
        for (int t = 0; t < threads; t++) x[t] = t + d < n && t + d >= 0 && t < n ? s[t + d] : 0;
        for (int t = 0; t < n; t++)
            if ((t + k) % 3) s[t] = s[t] + x[t];
        for (int t = 0; t < threads; t++)
            if (t + d < n && t + d >= 0 && t % 2) s[t + d] = s[t + d] - (T)1;
    }
    T *din, *dout;
    cudaMalloc(&din, sizeof in);
    cudaMalloc(&dout, sizeof out);
    cudaMemcpy(din, in, sizeof in, cudaMemcpyHostToDevice);
    int bad = 0;
    for (int round = 0; round < 3; round++) { // the code for many lanes comes with later launches
        cudaMemset(dout, 0, sizeof out);
        for (int i = 0; i < 4; i++) shift<T><<<1, threads, n * sizeof(T)>>>(din, dout, n, d, turns);
        cudaMemcpy(out, dout, sizeof out, cudaMemcpyDeviceToHost);
        for (int t = 0; t < n; t++) bad += out[t] != s[t];
    }
    cudaFree(din);
    cudaFree(dout);
    return bad;
}

template <class T> int all(const char *name) {
    int bad = 0;
    const int sizes[] = {1, 5, 16, 31, 32, 33, 64, 100, 128, 250, 256}, steps[] = {-40, -16, -1, 0, 1, 3, 17, 64, 130};
    for (int n : sizes)
        for (int d : steps) bad += wrong<T>(n, d, 256);
    if (bad) printf("%s: %d wrong\n", name, bad);
    return bad;
}

int main() {
    int bad = all<unsigned char>("bytes") + all<short>("shorts") + all<int>("ints") + all<float>("floats") + all<double>("doubles");
    return bad != 0;
}
