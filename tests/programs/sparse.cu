// RUN: program
// A sparse matrix (CSR) times a vector: a row per thread, and a row per warp with shuffles; then conjugate gradients.
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

struct csr { int n, nnz, *row, *col; float *val; };

__global__ void spmv_scalar(struct csr a, const float *x, float *y) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= a.n) return;
    float sum = 0;
    for (int k = a.row[r]; k < a.row[r + 1]; k++) sum += a.val[k] * x[a.col[k]];
    y[r] = sum;
}
__global__ void spmv_warp(struct csr a, const float *x, float *y) {
    int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
    if (r >= a.n) return; // whole warps
    float sum = 0;
    for (int k = a.row[r] + lane; k < a.row[r + 1]; k += 32) sum += a.val[k] * x[a.col[k]];
    for (int d = 16; d > 0; d >>= 1) sum += __shfl_down_sync(0xffffffff, sum, d);
    if (lane == 0) y[r] = sum;
}
__global__ void dot(const float *x, const float *y, int n, double *out) {
    __shared__ double part[128];
    double s = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) s += (double)x[i] * y[i];
    part[threadIdx.x] = s;
    for (int k = 64; k > 0; k /= 2) {
        __syncthreads();
        if (threadIdx.x < k) part[threadIdx.x] += part[threadIdx.x + k];
    }
    if (threadIdx.x == 0) atomicAdd(out, part[0]);
}
__global__ void axpy(float a, const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}
__global__ void scale_add(float b, const float *r, float *p, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] = r[i] + b * p[i];
}

template <typename T> T *array(size_t n) {
    T *p = NULL;
    if (cudaMallocManaged(&p, n * sizeof(T)) != cudaSuccess) exit(1);
    return p;
}
static double *sum;
static double dotted(const float *x, const float *y, int n) {
    *sum = 0;
    dot<<<16, 128>>>(x, y, n, sum);
    cudaDeviceSynchronize();
    return *sum;
}

static struct csr laplace(int side) { // the five-point stencil
    struct csr a = {side * side, 0};
    a.row = array<int>(a.n + 1);
    a.col = array<int>(5 * a.n);
    a.val = array<float>(5 * a.n);
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++) {
            static const int near[5][2] = {{0, -1}, {-1, 0}, {0, 0}, {1, 0}, {0, 1}};
            a.row[y * side + x] = a.nnz;
            for (int k = 0; k < 5; k++) {
                int u = x + near[k][0], v = y + near[k][1];
                if (u < 0 || v < 0 || u >= side || v >= side) continue;
                a.col[a.nnz] = v * side + u;
                a.val[a.nnz++] = k == 2 ? 4.0f : -1.0f;
            }
        }
    a.row[a.n] = a.nnz;
    return a;
}

int main(void) {
    const int side = 32;
    struct csr a = laplace(side);
    int n = a.n, blocks = (n + 127) / 128, warps = (n * 32 + 127) / 128, bad = 0;
    float *x = array<float>(n), *y = array<float>(n), *z = array<float>(n), *r = array<float>(n), *p = array<float>(n);
    sum = array<double>(1);
    for (int i = 0; i < n; i++) x[i] = (i * 7 % 11) - 5;
    spmv_scalar<<<blocks, 128>>>(a, x, y);
    spmv_warp<<<warps, 128>>>(a, x, z);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) {
        float want = 0;
        for (int k = a.row[i]; k < a.row[i + 1]; k++) want += a.val[k] * x[a.col[k]];
        bad += y[i] != want || z[i] != want;
    }
    printf("%d rows, %d elements, %d wrong\n", n, a.nnz, bad);
    for (int i = 0; i < n; i++) x[i] = 0, r[i] = p[i] = 1;
    double rr = dotted(r, r, n), start = rr;
    int rounds = 0;
    while (rr > 1e-10 * start && rounds < 1000) {
        if (rounds % 8 == 7) spmv_warp<<<warps, 128>>>(a, p, y);
        else spmv_scalar<<<blocks, 128>>>(a, p, y);
        float alpha = (float)(rr / dotted(p, y, n));
        axpy<<<blocks, 128>>>(alpha, p, x, n);
        axpy<<<blocks, 128>>>(-alpha, y, r, n);
        double next = dotted(r, r, n);
        scale_add<<<blocks, 128>>>((float)(next / rr), r, p, n);
        rr = next;
        rounds++;
    }
    spmv_scalar<<<blocks, 128>>>(a, x, y);
    cudaDeviceSynchronize();
    double worst = 0;
    for (int i = 0; i < n; i++) worst = fmax(worst, fabs(y[i] - 1));
    printf("solved: %s, in few rounds: %s\n", worst < 1e-2 ? "yes" : "no", rounds < 200 ? "yes" : "no");
    return bad != 0;
}
/* OUTPUT:
1024 rows, 4992 elements, 0 wrong
solved: yes, in few rounds: yes
*/
