// What a call found to be right is not asked again by the next: what was freed, unregistered or destroyed between two calls is found out all the same,
// and so are arrays that are longer than the one before.
// CPU-ONLY: the words are ours.
// EXIT: 0
// CHECK: arrays 0 0, freed 13, longer 13, unregistered 0 13
// CHECK: stream 0 13, handle 0 1, plan 0 0 1, plans 0 1 0
// CHECK: 300 matrices, 3 times, failed 0
// ERROR: cublasSscal: the memory of `x` was freed before
// ERROR: cublasSscal: `x` needs 1028 bytes from there on, and its allocation has 1024
// ERROR: cublasSscal: `x` is host memory: copy it to memory of cudaMalloc
// ERROR: cublasSscal: the handle's stream was destroyed
// ERROR: cublasSscal: the handle 0x
// ERROR: cufftExecC2C: the plan 1 is none of cufftCreate or cufftPlan..., or was destroyed
#include <cstdio>
#include <cstdlib>
#include <cublas_v2.h>
#include <cufft.h>

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
