// What a call found to be right is not asked again by the next: what was freed, unregistered or destroyed between two calls is found out all the same,
// and so are arrays that are longer than the one before.
// CPU-ONLY: the words are ours.
// EXIT: 0
// CHECK: arrays 0 0, freed 13, longer 13, unregistered 0 13
// CHECK: stream 0 13, handle 0 1, plan 0 0 1, plans 0 1 0
// CHECK: transforms again 0 0 0 0, behind kernels 0 wrong, set 0 1.0 7.0, freed 4
// CHECK: vectors again 0 0 0, scalars 3 5, launched 0 wrong, moved 0 13, freed 13, other 0, leading 7, stream 13
// CHECK: 300 matrices, 3 times, failed 0
// ERROR: cublasSscal: the memory of `x` was freed before
// ERROR: cublasSscal: `x` needs 1028 bytes from there on, and its allocation has 1024
// ERROR: cublasSscal: `x` is host memory: copy it to memory of cudaMalloc
// ERROR: cublasSscal: the handle's stream was destroyed
// ERROR: cublasSscal: the handle 0x
// ERROR: cufftExecC2C: the plan 1 is none of cufftCreate or cufftPlan..., or was destroyed
// ERROR: cufftExecC2C: the memory of `idata` was freed before
// ERROR: cublasSgemv: `A` needs 256 bytes from there on, and its allocation has 252
// ERROR: cublasSgemv: the memory of `y` was freed before
// ERROR: cublasSgemv: lda (7) is less than m (8)
// ERROR: cublasSgemv: the handle's stream was destroyed
#include <cstdio>
#include <cstdlib>
#include <cublas_v2.h>
#include <cufft.h>

// One thread, so that it takes long.
__global__ void slowly(cufftComplex *p, int n, int turns, float value) {
    float x = value;
    for (int i = 0; i < turns; i++) x = x * 0.5f + value * 0.5f;
    for (int i = 0; i < n; i++) p[i] = {x, 0};
}

// The same transforms again and again: what the first calls found holds, until something changes.
void transforms() {
    const int n = 16;
    cufftComplex *a, *b;
    cudaMallocManaged(&a, n * sizeof *a);
    cudaMallocManaged(&b, n * sizeof *b);
    cufftHandle p;
    cufftPlan1d(&p, n, CUFFT_C2C, 1);
    auto fft = [&](cufftComplex *from, cufftComplex *to) { return (int)cufftExecC2C(p, from, to, CUFFT_FORWARD); };
    printf("transforms again %d %d %d %d, ", fft(a, b), fft(a, b), fft(b, a), fft(a, b));
    int wrong = 0;
    for (int i = 0; i < 20; i++) {
        slowly<<<1, 1>>>(a, n, 100000, (float)i);
        fft(a, b);
        wrong += b[0].x != (float)(n * i);
    }
    printf("behind kernels %d wrong, ", wrong);
    cufftComplex *c;
    cudaMallocManaged(&c, n * sizeof *c);
    for (int i = 0; i < n; i++) a[i] = {1, 0}, c[i] = {7, 0};
    int status = fft(c, b) + fft(a, b);
    float first = b[0].x / n;
    status += fft(c, b);
    printf("set %d %.1f %.1f, ", status, first, b[0].x / n);
    cudaFree(a);
    printf("freed %d\n", fft(a, b));
}

// The same product again and again, and all that may have changed in between.
__global__ void slowly_one(float *p, int turns, float value) {
    float x = value;
    for (int i = 0; i < turns; i++) x = x * 0.5f + value * 0.5f;
    p[0] = x;
}
void products() {
    cublasHandle_t h;
    cublasCreate(&h);
    float *A, *x, *y, *z, alpha = 1, zero = 0;
    cudaMallocManaged(&A, 256);
    cudaMallocManaged(&x, 256);
    cudaMallocManaged(&y, 256);
    cudaMallocManaged(&z, 256);
    for (int i = 0; i < 64; i++) A[i] = i % 9 == 0, x[i] = y[i] = 0;
    x[0] = 1;
    auto gemv = [&](float *A, float *x, float *y, int lda = 8) { return (int)cublasSgemv(h, CUBLAS_OP_N, 8, 8, &alpha, A, lda, x, 1, &zero, y, 1); };
    int first = gemv(A, x, y), second = gemv(A, x, y);
    printf("vectors again %d %d %d, ", first, second, gemv(A, x, y));
    alpha = 3;
    gemv(A, x, y);
    printf("scalars %g ", y[0]);
    alpha = 5;
    gemv(A, x, y);
    printf("%g, ", y[0]);
    alpha = 1;
    int wrong = 0;
    for (int i = 0; i < 20; i++) { // each waits for what was launched before it
        slowly_one<<<1, 1>>>(x, 100000, (float)i);
        gemv(A, x, y);
        wrong += y[0] != (float)i;
    }
    printf("launched %d wrong, ", wrong);
    printf("moved %d %d, ", gemv(A, x, z), gemv(A + 1, x, y));
    gemv(A, x, y);
    cudaFree(y);
    printf("freed %d, ", gemv(A, x, y));
    printf("other %d, leading %d, ", gemv(A, x, z), gemv(A, x, z, 7));
    cudaStream_t s;
    cudaStreamCreate(&s);
    gemv(A, x, z);
    cublasSetStream(h, s);
    cudaStreamDestroy(s);
    printf("stream %d\n", gemv(A, x, z));
}

int main() {
    cublasHandle_t h;
    cublasCreate(&h);
    float two = 2, *x, *y, *host = (float *)malloc(4096);
    cudaMalloc(&x, 1024);
    cudaMalloc(&y, 1024);
    cudaMemset(y, 0, 1024);
    auto scal = [&](float *p, int n) { return (int)cublasSscal(h, n, &two, p, 1); };
    printf("arrays %d %d, ", scal(x, 256), scal(y, 256));
    cudaFree(x);
    printf("freed %d, ", scal(x, 256));
    scal(y, 256);
    printf("longer %d, ", scal(y, 257));
    cudaHostRegister(host, 4096, 0);
    printf("unregistered %d ", scal(host, 256));
    cudaHostUnregister(host);
    printf("%d\n", scal(host, 256));
    cudaStream_t s;
    cudaStreamCreate(&s);
    cublasSetStream(h, s);
    printf("stream %d ", scal(y, 256));
    cudaStreamDestroy(s);
    printf("%d, ", scal(y, 256));
    cublasSetStream(h, 0);
    printf("handle %d ", scal(y, 256));
    cublasDestroy(h);
    printf("%d, ", scal(y, 256));
    cufftHandle p, q;
    cufftPlan1d(&p, 16, CUFFT_C2C, 1);
    cufftPlan1d(&q, 16, CUFFT_C2C, 1);
    auto fft = [&](cufftHandle plan) { return (int)cufftExecC2C(plan, (cufftComplex *)y, (cufftComplex *)y, CUFFT_FORWARD); };
    printf("plan %d %d ", fft(p), fft(p));
    cufftDestroy(p);
    printf("%d, ", fft(p));
    printf("plans %d ", fft(q));
    printf("%d ", fft(p));
    printf("%d\n", fft(q));
    transforms();
    products();
    // OpenBLAS reads past the ends of all of these, more than are remembered at a time.
    cublasCreate(&h);
    const int n = 300, m = 33;
    static cuComplex *A[n];
    cuComplex one = {1, 0}, zero = {0, 0}, *u, *v;
    cudaMalloc(&u, 4096);
    cudaMalloc(&v, 4096);
    int failed = 0;
    for (int i = 0; i < n; i++) {
        size_t bytes = m * m * sizeof(cuComplex) + 255 & ~255ull;
        cudaMalloc(&A[i], bytes);
        A[i] += bytes / sizeof(cuComplex) - m * m;
    }
    for (int round = 0; round < 3; round++)
        for (int i = 0; i < n; i++)
            for (int k = 0; k < 5; k++) failed += cublasCgemv(h, k % 2 ? CUBLAS_OP_N : CUBLAS_OP_T, m, m, &one, A[i], m, u, 1, &zero, v, 1) != 0;
    printf("%d matrices, 3 times, failed %d\n", n, failed);
}
