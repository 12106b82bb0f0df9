// Behind a kernel that waits for the host a program queues copies, fills, callbacks, events and releases and goes on; they
// are done in order when the kernel has ended. What CUDA reads at once (pageable memory) is read at once.
// CPU-ONLY: the stand-in for a GPU runs a launch to its end.
#include <stdio.h>
#include <string.h>

__global__ void waits(volatile int *flag) { while (*flag == 0) {} }
__global__ void doubles(int *p, int n) { for (int i = 0; i < n; i++) p[i] *= 2; }

__device__ int symbol[4];
static volatile int order[8], norder;
static void host_fn(void *p) { order[norder] = *(int *)p; norder = norder + 1; }
static void callback(cudaStream_t s, cudaError_t e, void *p) { order[norder] = *(int *)p + e; norder = norder + 1; }

int main() {
    volatile int *flag;
    int *d, *d2, *pinned, *out, pageable[64], one = 1, two = 2, three = 3;
    cudaMallocHost((void **)&flag, 64);
    cudaMalloc(&d, 4096);
    cudaMalloc(&d2, 4096);
    cudaMallocHost(&pinned, 4096);
    cudaMallocHost(&out, 4096);
    cudaStream_t a, b;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaEvent_t early, late, crossed;
    cudaEventCreate(&early);
    cudaEventCreate(&late);
    cudaEventCreate(&crossed);
    for (int i = 0; i < 64; i++) pageable[i] = 100 + i, pinned[i] = -1;
    flag[0] = flag[1] = 0;
    cudaMemset(d, 0, 4096);

    waits<<<1, 1, 0, a>>>(flag);
    cudaLaunchHostFunc(a, host_fn, &one);
    cudaMemcpyAsync(d, pageable, 16, cudaMemcpyHostToDevice, a);            // 100 .. 103, read now
    cudaMemcpyAsync(d + 4, pinned, 16, cudaMemcpyHostToDevice, a);          // read when its turn has come
    cudaMemset2DAsync(d + 8, 8, 1, 4, 2, a);                                // d[8], d[10]
    cudaMemcpy2DAsync(d + 12, 12, pageable + 8, 8, 4, 2, cudaMemcpyHostToDevice, a); // d[12] = 108, d[15] = 110
    cudaMemcpyToSymbolAsync(symbol, pageable + 20, 8, 4, cudaMemcpyHostToDevice, a);
    cudaEventRecord(early, a);
    doubles<<<1, 1, 0, a>>>(d, 2);
    cudaMemcpyAsync(out, d, 64, cudaMemcpyDeviceToHost, a);
    cudaMemcpyFromSymbolAsync(out + 16, symbol, 16, 0, cudaMemcpyDeviceToHost, a);
    cudaStreamAddCallback(a, callback, &two, 0);
    waits<<<1, 1, 0, a>>>(flag + 1); // holds up what comes now
    cudaEventRecord(late, a);
    cudaStreamWaitEvent(b, early, 0);
    doubles<<<1, 1, 0, b>>>(d + 64, 1);
    cudaMemsetAsync(d + 64, 3, 4, b);
    printf("async free %s\n", cudaGetErrorName(cudaFreeAsync(d2, b)));
    cudaEventRecord(crossed, b); // the last of its stream: nothing is left there when it is done
    int bad = cudaMemcpyAsync(d, pinned, 8192, cudaMemcpyHostToDevice, a), last = cudaGetLastError();
    printf("bad %s %s\n", cudaGetErrorName((cudaError_t)bad), cudaGetErrorName((cudaError_t)last));
    for (int i = 0; i < 64; i++) pageable[i] = 0, pinned[i] = 200 + i;
    printf("queued %s %s %s, %d\n", cudaGetErrorName(cudaStreamQuery(a)), cudaGetErrorName(cudaStreamQuery(b)),
           cudaGetErrorName(cudaEventQuery(early)), norder);

    flag[0] = 1;
    cudaEventSynchronize(crossed); // behind `early` only
    printf("crossed %s %s, %s\n", cudaGetErrorName(cudaEventQuery(early)), cudaGetErrorName(cudaEventQuery(late)),
           cudaGetErrorName(cudaStreamQuery(b)));
    while (norder < 2) {} // runs by itself, without a call of the runtime's
    printf("calls %d %d\n", order[0], order[1]);
    printf("copied %d %d, %d %d, %x %x %x, %d %d %d\n", out[0], out[2], out[4], out[7], out[8], out[9], out[10], out[12],
           out[13], out[15]);
    printf("symbol %d %d %d %d\n", out[16], out[17], out[18], out[19]);
    printf("waits still %s\n", cudaGetErrorName(cudaStreamQuery(a)));
    cudaLaunchHostFunc(a, host_fn, &three);
    flag[1] = 1;
    cudaStreamSynchronize(a);
    float ms = -1;
    int elapsed = cudaEventElapsedTime(&ms, early, late);
    printf("at the end %s, %d, %s %d\n", cudaGetErrorName(cudaEventQuery(late)), order[2], cudaGetErrorName((cudaError_t)elapsed),
           ms > 0);
    cudaMemcpy(out, d + 64, 4, cudaMemcpyDeviceToHost);
    printf("%x %s\n", out[0], cudaGetErrorName(cudaFree(d2)));

    // Fills and copies within device memory do not wait either when they are not Async; a copy to the host does.
    flag[0] = 0;
    waits<<<1, 1>>>(flag);
    cudaMemset(d, 1, 64);
    cudaMemset2D(d + 1, 8, 2, 4, 2);
    cudaMemcpy(d + 16, d, 64, cudaMemcpyDeviceToDevice);
    cudaMemcpy2D(d + 20, 8, d, 4, 4, 2, cudaMemcpyDeviceToDevice);
    printf("went on %s\n", cudaGetErrorName(cudaStreamQuery(0)));
    flag[0] = 1;
    cudaMemcpy(out, d, 128, cudaMemcpyDeviceToHost);
    printf("%x %x %x, %x %x %x %x\n", out[0], out[1], out[3], out[17], out[20], out[21], out[22]);
    return 0;
}
/* OUTPUT:
async free cudaSuccess
bad cudaErrorInvalidValue cudaErrorInvalidValue
queued cudaErrorNotReady cudaErrorNotReady cudaErrorNotReady, 0
crossed cudaSuccess cudaErrorNotReady, cudaSuccess
calls 1 2
copied 200 102, 200 203, 1010101 0 1010101, 108 0 110
symbol 0 120 121 0
waits still cudaErrorNotReady
at the end cudaSuccess, 3, cudaSuccess 1
3030303 cudaErrorInvalidValue
went on cudaErrorNotReady
1010101 2020202 2020202, 2020202 1010101 1010101 2020202
*/
