// Signed overflow in subscripts and in the steps of loops wraps too, on the host and in kernels, in first launches and in
// later ones, in one lane and in many: what g++ -fwrapv prints.
// CPU-ONLY: a thread of a GPU that waits in these loops takes minutes.
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

__host__ __device__ int square(const signed char *a, int i) { return a[i * i]; }
__host__ __device__ int squares(const signed char *a, int from, int to) {
    int s = 0;
    for (int i = from; i < to; i++) s = s * 3 + a[i * i];
    return s;
}
__host__ __device__ int sum_of_three(const signed char *a, int i) { return a[i + i + 2 + 5]; } // i = INT_MAX: a[5]
__host__ __device__ int by_three(int n) {
    int c = 0;
    for (int i = n; i < INT_MAX; i += 3) {
        c = i;
        if (i < 0) break;
    }
    return c;
}
__host__ __device__ int by_some(int lo, int hi, int by) {
    int c = 0;
    for (int i = lo; i < hi; i += by) {
        if (i < lo) return -c;
        if (++c > 50) break;
    }
    return c;
}
__host__ __device__ long widened(int lo, int hi) {
    long s = 0;
    for (int i = lo; i < hi; i += 5) {
        s += (long)i;
        if (s < -100) break;
    }
    return s;
}
__host__ __device__ int up_to(int n) {
    int c = 0;
    for (int i = n; i <= INT_MAX; i++) {
        if (i < 0) return -c;
        c++;
    }
    return c;
}
__host__ __device__ int down_to(int n, int last) {
    int c = 0;
    for (int i = n; i >= last; i--) {
        if (i > 0) return -c;
        c++;
    }
    return c;
}
__host__ __device__ int in_the_body(int n) {
    int c = 0;
    for (int i = 0; i < n; i++) {
        if (c == 3) i = INT_MAX;
        if (i < 0) return c;
        if (++c > 9) break;
    }
    return -c;
}
__host__ __device__ int unsigned_bound(unsigned n) {
    int c = 0;
    for (int i = INT_MAX - 4; i < n; i++) {
        if (i < 0) return c;
        c++;
    }
    return -1;
}
__host__ __device__ int known(const signed char *a) { // these stay in range
    int s = 0;
    for (int i = 90; i >= 0; i -= 7) s += a[i] + i;
    for (int i = 0; i <= 100; i += 4) s += a[i] - i;
    return s;
}

__host__ __device__ void all(const signed char *a, long *out, int t) {
    out[0] = square(a, 70000 + t);
    out[1] = squares(a, 69990 + t, 70040);
    out[2] = sum_of_three(a, INT_MAX - t / 40);
    out[3] = by_three(INT_MAX - 10 - t);
    out[4] = by_some(INT_MAX - 10 - t, INT_MAX, 8);
    out[5] = widened(INT_MAX - 12 - t, INT_MAX);
    out[6] = up_to(INT_MAX - t % 9);
    out[7] = down_to(INT_MIN + t % 7, INT_MIN);
    out[8] = in_the_body(INT_MAX);
    out[9] = unsigned_bound(UINT_MAX);
    out[10] = known(a);
}
#define N 32
#define EACH 11
#ifdef __CUDACC__
__global__ void k(const signed char *a, long *out) { all(a, out + EACH * threadIdx.x, threadIdx.x); }
#endif

int main() {
    signed char *a;
    long *out, want[EACH * N];
    cudaMallocManaged(&a, 1u << 31);
    cudaMallocManaged(&out, sizeof want);
    for (int i = 69990; i < 70040; i++) {
        unsigned w = (unsigned)i * (unsigned)i;
        if (w < 1u << 31) a[w] = i % 100;
    }
    for (int i = 0; i < 120; i++) a[i] = i;
    unsigned long sum = 0;
    for (int t = 0; t < N; t++) all(a, want + EACH * t, t);
    for (int t = 0; t < N; t++)
        for (int i = 0; i < EACH; i++) sum = sum * 31 + (unsigned long)want[EACH * t + i];
    for (int i = 0; i < EACH; i++) printf("%ld %ld\n", want[i], want[EACH * 7 + i]);
    printf("%lx\n", sum);
#ifdef __CUDACC__
    int bad = 0;
    for (int r = 0; r < 4; r++) {
        for (int i = 0; i < EACH * N; i++) out[i] = -77;
        k<<<r < 2 ? 1 : 8000, N>>>(a, out);
        if (cudaDeviceSynchronize()) return 1;
        for (int i = 0; i < EACH * N; i++) bad += out[i] != want[i];
    }
    printf("%d differ\n", bad);
#else
    printf("0 differ\n");
#endif
    return 0;
}
/* OUTPUT:
0 7
-1750258495 -367923930
5 5
-2147483647 -2147483648
-2 -3
-2147483634 -2147483648
-1 -8
-1 -1
4 4
5 5
1248 1248
a78077d0e60375df
0 differ
*/
