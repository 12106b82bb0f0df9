// A kernel that waits for the host: its launch returns, the host sets a flag, and the points where a program waits for it
// wait. Launches behind it on its stream come after it, those on other streams do not wait. Events happen when it has ended.
// CPU-ONLY: the stand-in for a GPU runs a launch to its end.
#include <stdio.h>

__global__ void waits(volatile int *flag, volatile int *out, int value) {
    while (*flag == 0) {}
    *out = value + *flag;
}

__global__ void answers(volatile int *question, volatile int *answer, int n) { // a kernel that stays, and a mailbox
    for (int k = 1; k <= n; k++) {
        while (*question != k) {}
        answer[threadIdx.x + 1] = k * 10 + threadIdx.x;
        __syncthreads();
        if (threadIdx.x == 0) answer[0] = k;
    }
}

__global__ void adds(int *p, int v) { *p = *p * 10 + v; }

__global__ void sets(volatile int *flag, int v) { *flag = v; }

__global__ void faults(volatile int *flag) {
    while (*flag == 0) {}
    *(volatile int *)16 = 1;
}

int main(int argc, char **argv) {
    int *p;
    cudaMallocManaged(&p, 4096);
    volatile int *flag = p, *out = p + 1;
    cudaStream_t a, b;
    cudaEvent_t before, after;
    float ms = -1;

    waits<<<1, 1>>>(flag, out, 5);
    printf("returned, %d\n", *out);
    *flag = 2;
    cudaDeviceSynchronize();
    printf("ended, %d\n", *out);

    *flag = *out = 0;
    waits<<<3, 64>>>(flag, out, 7);
    adds<<<1, 1>>>(p + 1, 3); // behind it
    adds<<<1, 1>>>(p + 1, 4);
    printf("queued, %d\n", *out);
    *flag = 1;
    int got = 0;
    cudaMemcpy(&got, p + 1, sizeof got, cudaMemcpyDeviceToHost); // waits for all three
    printf("in order, %d\n", got);

    *flag = *out = 0;
    waits<<<1, 1>>>(flag, out, 7);
    adds<<<1, 1>>>(p + 1, 5);
    *flag = 1;
    while (*out != 85) {} // the one behind begins by itself

    *flag = *out = p[2] = 0;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaEventCreate(&before);
    cudaEventCreate(&after);
    cudaEventRecord(before, a);
    waits<<<1, 32, 0, a>>>(flag, out, 100);
    cudaEventRecord(after, a);
    int busy = cudaStreamQuery(a), free_ = cudaStreamQuery(b), early = cudaEventQuery(after), first = cudaEventQuery(before);
    int none = cudaEventElapsedTime(&ms, before, after);
    cudaGetLastError();
    adds<<<1, 1, 0, b>>>(p + 2, 9); // does not wait
    cudaStreamSynchronize(b);
    printf("streams: %s %s, events: %s %s %s, %d\n", cudaGetErrorName((cudaError_t)busy), cudaGetErrorName((cudaError_t)free_),
           cudaGetErrorName((cudaError_t)first), cudaGetErrorName((cudaError_t)early), cudaGetErrorName((cudaError_t)none), p[2]);
    sets<<<1, 1, 0, b>>>(flag, 11); // another kernel sets the flag
    cudaEventSynchronize(after);
    cudaEventElapsedTime(&ms, before, after);
    printf("by a kernel, %d %d %s\n", *out, ms > 0, cudaGetErrorName(cudaStreamQuery(a)));

    for (int i = 0; i < 40; i++) p[i] = 0;
    answers<<<1, 33>>>(flag, p + 2, 4);
    for (int k = 1; k <= 4; k++) {
        *flag = k;
        while (((volatile int *)p)[2] != k) {}
        printf("answer %d %d\n", p[3], p[35]);
    }
    cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));

    *flag = 0;
    faults<<<1, 1>>>(flag);
    printf("before the fault\n");
    fflush(stdout);
    *flag = 1;
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    return 0;
}
// ERROR: null pointer write at address 0x10, in block (0,0,0), thread (0,0,0)
// EXIT: 0
/* OUTPUT:
returned, 0
ended, 7
queued, 0
in order, 834
streams: cudaErrorNotReady cudaSuccess, events: cudaSuccess cudaErrorNotReady cudaErrorNotReady, 9
by a kernel, 111 1 cudaSuccess
answer 10 42
answer 20 52
answer 30 62
answer 40 72
cudaSuccess
before the fault
cudaErrorIllegalAddress
*/
