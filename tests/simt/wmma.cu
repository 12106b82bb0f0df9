// Fragments of matrices (mma.h): every shape and type, both layouts, against sums of products written out; a tiled product as
// NVIDIA's sample has it; elements changed one by one; int8 saturation.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <mma.h>
using namespace nvcuda;

template <int M, int N, int K, class AB, class C, class S, class LA, class LB>
__global__ void one(const S *a, const S *b, const C *c, C *d, int lda, int ldb, int ldc, wmma::layout_t layout)
{
    wmma::fragment<wmma::matrix_a, M, N, K, AB, LA> fa;
    wmma::fragment<wmma::matrix_b, M, N, K, AB, LB> fb;
    wmma::fragment<wmma::accumulator, M, N, K, C> fc;
    wmma::load_matrix_sync(fa, a, lda);
    wmma::load_matrix_sync(fb, b, ldb);
    wmma::load_matrix_sync(fc, c, ldc, layout);
    wmma::mma_sync(fc, fa, fb, fc);
    wmma::store_matrix_sync(d, fc, ldc, layout);
}

static int small() { return rand() % 15 - 7; }
template <int M, int N, int K, class AB, class C, class S, class LA, class LB> static void check(const char *name, bool a_col, bool b_col)
{
    S *a, *b;
    C *c, *d;
    int lda = (a_col ? M : K) + 8, ldb = (b_col ? K : N) + 16;
    cudaMallocManaged(&a, 64 * 64 * sizeof *a);
    cudaMallocManaged(&b, 64 * 64 * sizeof *b);
    cudaMallocManaged(&c, 64 * 64 * sizeof *c);
    cudaMallocManaged(&d, 64 * 64 * sizeof *d);
    for (int col = 0; col < 2; col++) {
        int ldc = col ? M + 4 : N + 8, wrong = 0;
        for (int i = 0; i < 64 * 64; i++) {
            a[i] = (S)(float)small();
            b[i] = (S)(float)small();
            c[i] = (C)(float)small();
            d[i] = (C)(float)99;
        }
        one<M, N, K, AB, C, S, LA, LB><<<1, 32>>>(a, b, c, d, lda, ldb, ldc, col ? wmma::mem_col_major : wmma::mem_row_major);
        if (cudaDeviceSynchronize()) printf("%s failed\n", name);
        for (int i = 0; i < M; i++)
            for (int j = 0; j < N; j++) {
                int at = col ? j * ldc + i : i * ldc + j;
                double want = (double)(float)c[at];
                for (int k = 0; k < K; k++) want += (double)(float)a[a_col ? k * lda + i : i * lda + k] * (double)(float)b[b_col ? j * ldb + k : k * ldb + j];
                wrong += (double)(float)d[at] != want;
            }
        if (wrong) printf("%s: %d wrong\n", name, wrong);
    }
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
    cudaFree(d);
}
template <int M, int N, int K, class AB, class C, class S> static void layouts(const char *name)
{
    check<M, N, K, AB, C, S, wmma::row_major, wmma::row_major>(name, false, false);
    check<M, N, K, AB, C, S, wmma::row_major, wmma::col_major>(name, false, true);
    check<M, N, K, AB, C, S, wmma::col_major, wmma::row_major>(name, true, false);
}

// Each warp has a tile of C.
__global__ void product(const half *a, const half *b, const float *c, float *d, int m, int n, int k, float alpha, float beta)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / warpSize, column = blockIdx.y * blockDim.y + threadIdx.y;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum, fc;
    wmma::fill_fragment(sum, 0.0f);
    for (int i = 0; i < k; i += 16) {
        if (row * 16 >= m || column * 16 >= n) continue;
        wmma::load_matrix_sync(fa, a + row * 16 * k + i, k);
        wmma::load_matrix_sync(fb, b + i + column * 16 * k, k);
        wmma::mma_sync(sum, fa, fb, sum);
    }
    if (row * 16 < m && column * 16 < n) {
        wmma::load_matrix_sync(fc, c + column * 16 + row * 16 * n, n, wmma::mem_row_major);
        for (int i = 0; i < fc.num_elements; i++) fc.x[i] = alpha * sum.x[i] + beta * fc.x[i];
        wmma::store_matrix_sync(d + column * 16 + row * 16 * n, fc, n, wmma::mem_row_major);
    }
}
__global__ void rounded(float *x) { x[threadIdx.x] = wmma::__float_to_tf32(x[threadIdx.x]); }

int main()
{
    layouts<16, 16, 16, half, float, half>("half, float");
    layouts<16, 16, 16, half, half, half>("half, half");
    layouts<32, 8, 16, half, float, half>("half 32x8");
    layouts<8, 32, 16, half, float, half>("half 8x32");
    layouts<16, 16, 16, __nv_bfloat16, float, __nv_bfloat16>("bfloat16");
    layouts<32, 8, 16, __nv_bfloat16, float, __nv_bfloat16>("bfloat16 32x8");
    layouts<16, 16, 8, wmma::precision::tf32, float, float>("tf32");
    layouts<16, 16, 16, signed char, int, signed char>("signed char");
    layouts<8, 32, 16, signed char, int, signed char>("signed char 8x32");
    layouts<8, 8, 4, double, double, double>("double");
    int m = 64, n = 96, k = 80, wrong = 0;
    half *a, *b;
    float *c, *d, *x;
    cudaMallocManaged(&a, m * k * sizeof *a);
    cudaMallocManaged(&b, n * k * sizeof *b);
    cudaMallocManaged(&c, m * n * sizeof *c);
    cudaMallocManaged(&d, m * n * sizeof *d);
    cudaMallocManaged(&x, 32 * sizeof *x);
    for (int i = 0; i < m * k; i++) a[i] = (half)(float)(rand() % 3);
    for (int i = 0; i < n * k; i++) b[i] = (half)(float)(rand() % 3);
    for (int i = 0; i < m * n; i++) c[i] = (float)(rand() % 3);
    product<<<dim3(1, 2), dim3(128, 4)>>>(a, b, c, d, m, n, k, 2.0f, 0.5f);
    printf("%d\n", cudaDeviceSynchronize());
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int p = 0; p < k; p++) sum += (float)a[i * k + p] * (float)b[j * k + p];
            wrong += d[i * n + j] != 2.0f * sum + 0.5f * c[i * n + j];
        }
    printf("%d wrong\n", wrong);
    for (int i = 0; i < 32; i++) x[i] = 1.0f + i / 4096.0f;
    rounded<<<1, 32>>>(x);
    cudaDeviceSynchronize();
    printf("%.9g %.9g %.9g\n", x[1], x[2], x[31]);
}
/* OUTPUT:
0
0 wrong
1 1.00097656 1.0078125
*/
