// What is no warp-synchronous code, and gets no remark: a barrier inside of a library's function, one element of a row of its own per
// thread, what is done under a lock, rows that conditions keep apart.
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
__global__ void triangles(float *m) { // thread t writes row t > i, and reads rows up to i
    __shared__ float s[16][16];
    int t = threadIdx.x;
    for (int i = 0; i < 16; i++) s[i][t] = m[i * 16 + t];
    __syncthreads();
    for (int i = 0; i < 15; i++) {
        if (t > i) {
            for (int j = 0; j < i; j++) s[t][i] -= s[t][j] * s[j][i];
            s[t][i] /= s[i][i];
        }
        __syncthreads();
        if (i < t)
            for (int j = 0; j <= i; j++) s[i + 1][t] -= s[i + 1][j] * s[j][t];
        __syncthreads();
    }
    for (int i = 0; i < 16; i++) m[i * 16 + t] = s[i][t];
}
__global__ void triangles_left(float *m) {
    __shared__ float s[16][16];
    int t = threadIdx.x, i = 7;
    for (int k = 0; k < 16; k++) s[k][t] = m[k * 16 + t];
    __syncthreads();
    if (!(t > i)) return;
    for (int j = 0; j < 5; j++) {
        s[t][3] += s[t][j];
        int k = 0;
        while (k < i && j >= 0) {
            s[t][4] += s[k][4];
            k += 2;
        }
    }
    m[t] = s[t][4];
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
    for (int i = 0; i < 256; i++) m[i] = i / 16 == i % 16 ? 20 : i * 7 % 5;
    triangles<<<1, 16>>>(m);
    cudaDeviceSynchronize();
    float all = 0;
    for (int i = 0; i < 256; i++) all += m[i];
    printf("%.3f\n", all);
    triangles_left<<<1, 16>>>(m);
    cudaDeviceSynchronize();
    printf("%.3f\n", m[9]);
    locked<<<8, 64>>>();
    int n;
    cudaMemcpyFromSymbol(&n, counted, sizeof n);
    printf("%d\n", n);
    return 0;
}
/* OUTPUT:
2016
2.5 0.252106
473.899
115.110
512
*/
