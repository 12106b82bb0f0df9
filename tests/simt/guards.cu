// Code for vectors that pass a guard whole (gen/lanes/full.c): each kernel against the host's loop, with sizes that
// end within a vector, at its end and behind it, and with guards in loops, behind returns and around others.
#include <stdio.h>

__global__ void ends(const int *a, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = a[i] * 3 + 1;
}

__global__ void returns(const int *a, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int v = a[i];
    if (v & 1) out[i] = v * 5; // depends on data: lanes differ behind the guard
    out[i] += v > 40 ? 7 : i;
}

__global__ void strides(const int *a, int *out, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int v = a[i];
        if (v % 7 == 3) continue;
        for (int k = 0; k < (v & 3); k++) v += k * i;
        out[i] = v;
        if (v % 11 == 5) break;
    }
}

__global__ void around(const int *a, int *out, int n) { // something comes before the guard and behind it
    int i = blockIdx.x * blockDim.x + threadIdx.x, v = i & 15;
    __shared__ int total;
    if (threadIdx.x == 0) total = 0;
    __syncthreads();
    if (i > 2 && i < n - 2) {
        v = a[i - 2] + a[i + 2];
        out[i] = v;
    } else if (i < n)
        out[i] = -v;
    atomicAdd(&total, v & 7);
    __syncthreads();
    if (i < n) out[n + i] = total + v;
}

__global__ void plane(const int *a, int *out, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x > 0 && x < w - 1 && y > 0 && y < h - 1)
        out[y * w + x] = a[y * w + x - 1] + a[y * w + x + 1] + a[(y - 1) * w + x] + a[(y + 1) * w + x];
}

__global__ void steps(const int *a, int *out, int n) { // fewer lanes in each turn, then none
    int t = threadIdx.x;
    for (int k = 0; k < t; k++) out[t] += a[k];
    if (t < n) {
        int v = out[t];
        while (v > 100) v -= 37;
        out[t] = v;
    }
}

int a[4096], out[8192], ref[8192];

void reset(int n) {
    for (int i = 0; i < 4096; i++) a[i] = (i * 37 + 11) % 101;
    for (int i = 0; i < 8192; i++) out[i] = ref[i] = i % 5;
}

int wrong(void) {
    for (int i = 0; i < 8192; i++)
        if (out[i] != ref[i]) return i + 1;
    return 0;
}

int main() {
    static const int sizes[] = {1, 31, 63, 64, 65, 128, 200, 255, 256, 257, 511, 1000, 2048};
    int bad = 0;
    for (int s = 0; s < 13; s++) {
        int n = sizes[s], blocks = (n + 255) / 256;
        reset(n);
        ends<<<blocks, 256>>>(a, out, n);
        for (int i = 0; i < n; i++) ref[i] = a[i] * 3 + 1;
        if (wrong()) printf("ends %d\n", n), bad++;
        reset(n);
        returns<<<blocks, 256>>>(a, out, n);
        for (int i = 0; i < n; i++) ref[i] = (a[i] & 1 ? a[i] * 5 : ref[i]) + (a[i] > 40 ? 7 : i);
        if (wrong()) printf("returns %d\n", n), bad++;
        for (int grid = 1; grid < 4; grid++) {
            reset(n);
            strides<<<grid, 96>>>(a, out, n);
            for (int t = 0; t < grid * 96; t++)
                for (int i = t; i < n; i += grid * 96) {
                    int v = a[i];
                    if (v % 7 == 3) continue;
                    for (int k = 0; k < (v & 3); k++) v += k * i;
                    ref[i] = v;
                    if (v % 11 == 5) break;
                }
            if (wrong()) printf("strides %d %d\n", n, grid), bad++;
        }
        reset(n);
        around<<<blocks, 256>>>(a, out, n);
        for (int b = 0; b < blocks; b++) {
            int total = 0;
            for (int pass = 0; pass < 2; pass++)
                for (int i = b * 256; i < b * 256 + 256; i++) {
                    int v = i > 2 && i < n - 2 ? a[i - 2] + a[i + 2] : i & 15;
                    if (!pass) total += v & 7;
                    if (pass && i < n) ref[n + i] = total + v;
                    if (!pass && i < n) ref[i] = i > 2 && i < n - 2 ? v : -v;
                }
        }
        if (wrong()) printf("around %d\n", n), bad++;
        int w = 3 + n % 61, h = n / w + 1;
        reset(n);
        plane<<<dim3((w + 15) / 16, (h + 7) / 8), dim3(16, 8)>>>(a, out, w, h);
        for (int y = 1; y < h - 1; y++)
            for (int x = 1; x < w - 1; x++)
                ref[y * w + x] = a[y * w + x - 1] + a[y * w + x + 1] + a[(y - 1) * w + x] + a[(y + 1) * w + x];
        if (wrong()) printf("plane %d\n", n), bad++;
        int t = n < 256 ? n : 256;
        reset(n);
        steps<<<1, 256>>>(a, out, t);
        for (int i = 0; i < 256; i++) {
            for (int k = 0; k < i; k++) ref[i] += a[k];
            while (i < t && ref[i] > 100) ref[i] -= 37;
        }
        if (wrong()) printf("steps %d\n", n), bad++;
    }
    printf("%d wrong\n", bad); // CHECK: 0 wrong
    return 0;
}
