// A kernel that traps, fails an assertion or uses a bad address takes the device away: the launch itself, and what asks for the last error
// before any other call, know nothing of it yet; then every call that uses the device returns that error, and cudaGetLastError
// does not reset it. Calls that need no device go on working, and cudaDeviceReset gives it back.
// RUN: file
// CPU-ONLY: the process cannot have its GPU back
#include <assert.h>
#include <stdio.h>

__device__ int word;
__device__ int endless(volatile int *p) { return p[0] ? endless(p) + p[1] : 0; }
__global__ void fails(int how, int *bad) {
    if (how == 1) __trap();
    if (how == 2) bad[threadIdx.x] = 1;
    if (how == 3) word = bad[blockIdx.x * 64 + threadIdx.x + 0x60000000000ll]; // no shadow of a sanitizer lies there
    int two[2] = {1, 2};
    if (how == 4) word = endless(two);
    assert(how == 5);
}
__global__ void writes() { word = 5; }
static int failures;
#define IS(want, ...) is(__LINE__, #__VA_ARGS__, want, __VA_ARGS__)
static void is(int line, const char *call, int want, int got) {
    if (got == want) return;
    failures++;
    printf("line %d: %s gives %d instead of %d\n", line, call, got, want);
}

int main() {
    static const int codes[] = {cudaErrorAssert, cudaErrorLaunchFailure, cudaErrorIllegalAddress, cudaErrorIllegalAddress,
                                cudaErrorLaunchFailure};
    for (int how = 0; how < 5; how++) {
        int code = codes[how], n = 0, host = 0;
        void *p, *q = NULL;
        cudaStream_t s, t;
        cudaEvent_t e, f;
        float ms;
        cudaMalloc(&p, 64);
        cudaStreamCreate(&s);
        cudaEventCreate(&e);
        cudaSetDevice(9);
        IS(cudaErrorInvalidDevice, cudaPeekAtLastError());
        fails<<<4, 64>>>(how, NULL);
        IS(cudaErrorInvalidDevice, cudaGetLastError()); // the launch is not waited for
        IS(0, cudaGetLastError());
        writes<<<1, 1>>>(); // too late, but nobody has said so
        IS(0, cudaGetLastError());
        IS(0, cudaLaunchKernel((const void *)writes, dim3(1), dim3(1), NULL, 0, 0));
        switch (how) {
        case 0: IS(code, cudaDeviceSynchronize()); break;
        case 2: IS(code, cudaStreamSynchronize(s)); break;
        case 3: IS(code, cudaEventRecord(e)); break;
        default: IS(code, cudaMemcpy(&host, p, 4, cudaMemcpyDeviceToHost)); break;
        }
        IS(code, cudaPeekAtLastError());
        IS(code, cudaGetLastError());
        IS(0, cudaGetLastError()); // until a call returns it again (an H200 with CUDA 13.0)
        IS(code, cudaMalloc(&q, 64));
        IS(code, cudaMallocManaged(&q, 64));
        IS(code, cudaMallocHost(&q, 64));
        IS(code, cudaFree(p));
        IS(code, cudaFree(NULL));
        IS(code, cudaMemcpy(&host, p, 4, cudaMemcpyDeviceToHost));
        IS(code, cudaMemcpy(&host, p, 4, (cudaMemcpyKind)77));
        IS(code, cudaMemcpyFromSymbol(&host, word, 4));
        IS(code, cudaMemset(p, 0, 4));
        IS(code, cudaStreamCreate(&t));
        IS(code, cudaStreamSynchronize(s));
        IS(code, cudaStreamQuery(s));
        IS(code, cudaStreamDestroy(s));
        IS(code, cudaEventCreate(&f));
        IS(code, cudaEventRecord(e));
        IS(code, cudaEventSynchronize(e));
        IS(code, cudaEventElapsedTime(&ms, e, e));
        IS(code, cudaThreadSynchronize());
        IS(code, cudaLaunchKernel((const void *)writes, dim3(1), dim3(1), NULL, 0, 0));
        writes<<<1, 1>>>();
        IS(code, cudaGetLastError());
        IS(0, host);
        IS(1, q == NULL);
        IS(0, cudaGetDeviceCount(&n));
        IS(0, cudaGetDevice(&n));
        IS(0, cudaRuntimeGetVersion(&n));
        IS(0, cudaDeviceReset());
        IS(0, cudaGetLastError());
        IS(0, cudaMemcpyFromSymbol(&host, word, 4));
        IS(how ? 5 : 0, host); // nothing has run meanwhile
        writes<<<1, 1>>>();
        IS(0, cudaDeviceSynchronize());
        IS(cudaErrorInvalidValue, cudaFree(p));
        IS(cudaErrorInvalidValue, cudaGetLastError());
        IS(0, cudaMalloc(&q, 64));
    }
    // ERROR: error: assertion `how == 5` failed, in block (
    // ERROR: calls that use the device return cudaErrorAssert, until cudaDeviceReset()
    // ERROR: error: the kernel called `__trap`, in block (
    // ERROR: calls that use the device return cudaErrorLaunchFailure, until cudaDeviceReset()
    // ERROR: error: null pointer write at address 0x
    // ERROR: calls that use the device return cudaErrorIllegalAddress, until cudaDeviceReset()
    // ERROR: where nothing is
    // ERROR: calls that use the device return cudaErrorIllegalAddress, until cudaDeviceReset()
    // ERROR: is used up: endless recursion
    // ERROR: calls that use the device return cudaErrorLaunchFailure, until cudaDeviceReset()
    // EXIT: 0
    // CHECK: 0 failures
    printf("%d failures\n", failures);
    return failures > 0;
}
