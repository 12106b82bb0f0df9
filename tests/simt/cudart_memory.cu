// Allocations and copies of the runtime API are checked, with CUDA's error codes and a line that says more.
// CHECK: cudaMemcpy: 4096 bytes, but the destination has only 2048 from there (allocation of 2048 bytes, cudaMalloc at
// CHECK: past the end: cudaErrorInvalidValue
// CHECK: last: invalid argument, then no error
// CHECK: cudaMemcpy: the destination must be device memory
// CHECK: wrong way: cudaErrorInvalidValue
// CHECK: cudaFree: these 2048 bytes were freed before at
// CHECK: twice: cudaErrorInvalidValue
// CHECK: cudaMemcpy: the source lies in 2048 bytes that were freed at
// CHECK: freed: cudaErrorInvalidValue
// CHECK: 16 bytes into an allocation, not its start
// CHECK: inside: cudaErrorInvalidValue
// CHECK: host: cudaErrorInvalidValue
// CHECK: huge: cudaErrorMemoryAllocation
// CHECK: null: cudaSuccess
// CHECK: kind: cudaErrorInvalidMemcpyDirection
// CHECK: pitch 512, rows ok, too wide: cudaErrorInvalidPitchValue
// CHECK: symbol: 1 2 3 4
// CHECK: cudaMemcpyToSymbol: 32 bytes at offset 0, but `table` has only 16 bytes
// CHECK: symbol too small: cudaErrorInvalidValue
// CHECK: cudaMemcpyToSymbol: 8 bytes at offset 9, but `table` has only 16 bytes
// CHECK: symbol too far: cudaErrorInvalidValue
// CHECK: managed 42
// CHECK: types 2 3 1 0
// CHECK: handle: cudaErrorInvalidResourceHandle
// CHECK: unrecorded: cudaErrorInvalidResourceHandle
// CHECK: elapsed ok
// CHECK: device: cudaErrorInvalidDevice
// CHECK: threads: cudaErrorInvalidConfiguration
// CHECK: peek: cudaErrorInvalidConfiguration, get: cudaErrorInvalidConfiguration, get: cudaSuccess
// CHECK: props 32 1024 2147483647 64 9.0 49152
// CHECK: occupancy ok
// CHECK: launched 7
#include <stdio.h>
#include <stdlib.h>

__constant__ int table[4];
__device__ int seen[4];

__global__ void copy_table(void) { seen[threadIdx.x] = table[threadIdx.x]; }
__global__ void nothing(void) {}
__global__ void store(int *p, int value) { *p = value; }

static void say(const char *what, cudaError_t error)
{
    fflush(stdout);
    printf("%s: %s\n", what, cudaGetErrorName(error));
    fflush(stdout);
}

int main(void)
{
    char host[4096] = {0};
    char *d;
    cudaMalloc(&d, 2048);
    say("past the end", cudaMemcpy(d, host, 4096, cudaMemcpyHostToDevice));
    const char *last = cudaGetErrorString(cudaGetLastError());
    printf("last: %s, then %s\n", last, cudaGetErrorString(cudaGetLastError()));
    fflush(stdout);
    say("wrong way", cudaMemcpy(host, d, 16, cudaMemcpyHostToDevice));
    cudaFree(d);
    say("twice", cudaFree(d));
    say("freed", cudaMemcpy(host, d, 16, cudaMemcpyDeviceToHost));
    char *e;
    cudaMalloc(&e, 1024);
    say("inside", cudaFree(e + 16));
    say("host", cudaFree(host));
    void *huge;
    say("huge", cudaMalloc(&huge, 1ull << 50));
    say("null", cudaFree(NULL));
    say("kind", cudaMemcpy(e, host, 16, (cudaMemcpyKind)9));

    float *m, rows[3][5], back[3][5];
    size_t pitch;
    cudaMallocPitch(&m, &pitch, 5 * sizeof(float), 3);
    for (int i = 0; i < 15; i++) rows[i / 5][i % 5] = i;
    cudaMemcpy2D(m, pitch, rows, 20, 20, 3, cudaMemcpyHostToDevice);
    cudaMemcpy2D(back, 20, m, pitch, 20, 3, cudaMemcpyDeviceToHost);
    bool same = memcmp(rows, back, sizeof rows) == 0;
    printf("pitch %d, rows %s, too wide: %s\n", (int)pitch, same ? "ok" : "wrong",
           cudaGetErrorName(cudaMemcpy2D(m, 16, rows, 20, 20, 3, cudaMemcpyHostToDevice)));

    int values[8] = {1, 2, 3, 4}, got[4];
    cudaMemcpyToSymbol(table, values, 16);
    copy_table<<<1, 4>>>();
    cudaMemcpyFromSymbol(got, seen, 16);
    printf("symbol: %d %d %d %d\n", got[0], got[1], got[2], got[3]);
    fflush(stdout);
    say("symbol too small", cudaMemcpyToSymbol(table, values, 32));
    say("symbol too far", cudaMemcpyToSymbol(table, values, 8, 9));

    int *managed, *pinned;
    cudaMallocManaged(&managed, 4);
    store<<<1, 1>>>(managed, 42);
    cudaDeviceSynchronize();
    printf("managed %d\n", *managed);
    cudaMallocHost(&pinned, 64);
    cudaPointerAttributes a[4];
    cudaPointerGetAttributes(&a[0], e);
    cudaPointerGetAttributes(&a[1], managed);
    cudaPointerGetAttributes(&a[2], pinned);
    cudaPointerGetAttributes(&a[3], host);
    printf("types %d %d %d %d\n", a[0].type, a[1].type, a[2].type, a[3].type);
    cudaFreeHost(pinned);
    cudaFree(managed);

    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaStreamDestroy(stream);
    say("handle", cudaStreamSynchronize(stream));
    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    float ms = -1;
    say("unrecorded", cudaEventElapsedTime(&ms, start, stop));
    cudaEventRecord(start);
    nothing<<<1, 32>>>();
    cudaEventRecord(stop);
    cudaEventSynchronize(stop);
    cudaEventElapsedTime(&ms, start, stop);
    printf("elapsed %s\n", ms >= 0 && ms < 1000 ? "ok" : "wrong");
    say("device", cudaSetDevice(1));
    cudaGetLastError();
    int too_many = 2048;
    nothing<<<1, too_many>>>();
    say("threads", cudaPeekAtLastError());
    cudaError_t peek = cudaPeekAtLastError(), first = cudaGetLastError(), second = cudaGetLastError();
    printf("peek: %s, get: %s, get: %s\n", cudaGetErrorName(peek), cudaGetErrorName(first), cudaGetErrorName(second));

    cudaDeviceProp prop;
    cudaGetDeviceProperties(&prop, 0);
    printf("props %d %d %d %d %d.%d %d\n", prop.warpSize, prop.maxThreadsPerBlock, prop.maxGridSize[0],
           prop.maxThreadsDim[2], prop.major, prop.minor, (int)prop.sharedMemPerBlock);
    int grid, block, blocks;
    cudaOccupancyMaxPotentialBlockSize(&grid, &block, nothing);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nothing, 256, 0);
    printf("occupancy %s\n", block > 0 && block <= 1024 && grid > 0 && blocks == 8 ? "ok" : "wrong");
    int *out, value = 7, result = 0;
    cudaMalloc(&out, 4);
    void *args[] = {&out, &value};
    cudaLaunchKernel(store, dim3(1), dim3(1), args, 0, 0);
    cudaMemcpy(&result, out, 4, cudaMemcpyDeviceToHost);
    printf("launched %d\n", result);
    cudaDeviceReset();
    return 0;
}
