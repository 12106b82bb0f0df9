// Launches: grids and blocks in every dimension, many blocks, many launches, shared memory of all kinds, launches by
// macro, pointer, table and cudaLaunchKernel, from several threads, in streams; configurations that CUDA refuses.
#include <stdio.h>
#include <pthread.h>
#include <time.h>

__device__ int count;
__global__ void empty(void) {}
__global__ void tick(int *p) { if (threadIdx.x == 0) *p += 1; }
__global__ void dims(int *out) {
    int t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    int b = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    int n = blockDim.x * blockDim.y * blockDim.z;
    out[b * n + t] = (((blockIdx.z * 37 + blockIdx.y) * 37 + blockIdx.x) * 37 + threadIdx.z) * 37 + threadIdx.y * 7 + threadIdx.x;
    if (t == 0) atomicAdd(&count, 1);
}
__global__ void dims_sync(int *out) { // the same through shared memory
    __shared__ int s[1024];
    int t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z), n = blockDim.x * blockDim.y * blockDim.z;
    dim3 me = threadIdx;
    s[n - 1 - t] = me.z * 1000000 + me.y * 1000 + me.x;
    __syncthreads();
    int b = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    out[b * n + t] = s[t];
}

struct part { double d; char c; };
__global__ void carve(int n, int *out) { // several arrays in one piece of dynamic shared memory, beside static ones
    extern __shared__ char raw[];
    __shared__ int fixed[40];
    __shared__ char tag;
    double *d = (double *)raw;
    struct part *p = (struct part *)(d + n);
    int *i = (int *)(p + n);
    short *h = (short *)&i[n];
    int t = threadIdx.x;
    d[t] = t * 0.5; p[t].d = t; p[t].c = t; i[t] = t * 3; h[t] = -t; fixed[t % 40] = 9;
    if (t == 0) tag = 'x';
    __syncthreads();
    int o = n - 1 - t;
    out[blockIdx.x * n + t] = d[o] * 2 + p[o].d + p[o].c + i[o] + h[o] + fixed[t % 40] + (tag == 'x');
}
__global__ void large_shared(int n, int *out) {
    extern __shared__ int big[];
    for (int i = threadIdx.x; i < n; i += blockDim.x) big[i] = i ^ blockIdx.x;
    __syncthreads();
    int s = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) s += big[n - 1 - i] ^ blockIdx.x;
    atomicAdd(&out[blockIdx.x], s);
}
__global__ void scale(int *p, int n, int by) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) p[i] *= by;
}
__global__ void shift(int *p, int n, int by) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] += by;
}

#define LAUNCH(kernel, n, ...) do { kernel<<<((n) + 127) / 128, 128>>>(__VA_ARGS__); error = cudaGetLastError(); } while (0)

static int *out;
static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

static int shape(dim3 g, dim3 b) {
    int n = b.x * b.y * b.z, wrong = 0, k = 0;
    dims<<<g, b>>>(out);
    cudaDeviceSynchronize();
    for (int z = 0; z < g.z; z++) for (int y = 0; y < g.y; y++) for (int x = 0; x < g.x; x++)
        for (int tz = 0; tz < b.z; tz++) for (int ty = 0; ty < b.y; ty++) for (int tx = 0; tx < b.x; tx++)
            wrong += out[k++] != (((z * 37 + y) * 37 + x) * 37 + tz) * 37 + ty * 7 + tx;
    dims_sync<<<g, b>>>(out);
    cudaDeviceSynchronize();
    for (int i = 0; i < k; i++) {
        int t = n - 1 - i % n;
        wrong += out[i] != t / (b.x * b.y) * 1000000 + t / b.x % b.y * 1000 + t % b.x;
    }
    return wrong;
}

static const char *tried(dim3 g, dim3 b, size_t shared) {
    empty<<<g, b, shared>>>();
    return cudaGetErrorName(cudaGetLastError());
}

static void *in_thread(void *arg) {
    int *p = (int *)arg;
    for (int i = 0; i < 50; i++) {
        shift<<<4, 64>>>(p, 200, 1);
        cudaDeviceSynchronize();
    }
    return NULL;
}

int main() {
    cudaError_t error = cudaSuccess;
    cudaMallocManaged(&out, 2000000 * sizeof(int));
    printf("shapes %d %d %d %d %d %d\n", shape(1, 1), shape(dim3(3, 2, 4), dim3(5, 3, 2)), shape(7, 33), shape(1, 1024),
           shape(dim3(2, 2), dim3(16, 64)), shape(dim3(20, 20, 4), dim3(4, 4, 8)));
    printf("again %d %d %d %d\n", shape(dim3(1, 1, 3), dim3(1, 16, 64)), shape(dim3(1, 9), dim3(2, 2, 2)), shape(3, 31), shape(1000, 100));

    double start = now();
    empty<<<1 << 20, 256>>>();
    empty<<<dim3(1024, 1024), dim3(16, 16)>>>();
    empty<<<dim3(1, 65535, 4), 1>>>();
    cudaDeviceSynchronize();
    printf("empty blocks %s\n", now() - start < 3 ? "fast" : "slow");
    start = now();
    *out = 0;
    for (int i = 0; i < 100000; i++) tick<<<1, 32>>>(out);
    cudaDeviceSynchronize();
    printf("launches %d %s\n", *out, now() - start < 4 ? "fast" : "slow");

    for (int large = 0; large < 2; large++) {
        int n = 96, blocks = large ? 1100 : 2, wrong = 0;
        carve<<<blocks, n, n * (sizeof(double) + sizeof(struct part) + sizeof(int) + sizeof(short))>>>(n, out);
        cudaDeviceSynchronize();
        for (int i = 0; i < blocks * n; i++) wrong += out[i] != (n - 1 - i % n) * 5 + 10;
        printf("carve %d\n", wrong);
    }
    const int ints = 25000;
    cudaMemset(out, 0, 1000 * sizeof(int));
    large_shared<<<2, 128, ints * sizeof(int)>>>(ints, out);
    printf("large shared %s %d", cudaGetErrorName(cudaGetLastError()), out[0]);
    cudaFuncSetAttribute(large_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, ints * sizeof(int));
    large_shared<<<2, 128, ints * sizeof(int)>>>(ints, out);
    printf(" %s", cudaGetErrorName(cudaGetLastError()));
    cudaDeviceSynchronize();
    printf(" %d %d", out[0], out[1]);
    large_shared<<<800, 128, ints * sizeof(int)>>>(ints, out);
    cudaDeviceSynchronize();
    printf(" %d %d\n", out[1], out[799]);

    for (int i = 0; i < 1000; i++) out[i] = i;
    void (*table[])(int *, int, int) = {scale, shift, scale};
    for (int k = 0; k < 3; k++) table[k]<<<8, 128>>>(out, 1000, k + 2);
    LAUNCH(shift, 1000, out, 1000, 5);
    int n = 1000, by = 2;
    void *args[] = {&out, &n, &by};
    cudaLaunchKernel((void *)scale, dim3(4), dim3(64), args, 0, 0);
    error = cudaLaunchCooperativeKernel((void *)shift, dim3(8), dim3(125), args, 0, 0);
    cudaDeviceSynchronize();
    printf("ways %d %d %d\n", out[0], out[999], error);

    pthread_t threads[4];
    cudaMemset(out, 0, 4000);
    for (int k = 0; k < 4; k++) pthread_create(&threads[k], NULL, in_thread, out + 200 * k);
    for (int k = 0; k < 4; k++) pthread_join(threads[k], NULL);
    int wrong = 0;
    for (int i = 0; i < 800; i++) wrong += out[i] != 50;
    printf("host threads %d\n", wrong);

    cudaStream_t streams[3];
    cudaEvent_t begin, end;
    float ms = -1;
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    cudaEventRecord(begin);
    for (int k = 0; k < 3; k++) cudaStreamCreate(&streams[k]);
    for (int r = 0; r < 10; r++)
        for (int k = 0; k < 3; k++) shift<<<2, 100, 0, streams[k]>>>(out + 200 * k, 200, k);
    for (int k = 0; k < 3; k++) cudaStreamSynchronize(streams[k]);
    cudaStreamWaitEvent(streams[0], begin, 0);
    cudaEventRecord(end, streams[1]);
    cudaEventSynchronize(end);
    cudaEventElapsedTime(&ms, begin, end);
    for (int k = 0; k < 3; k++) cudaStreamDestroy(streams[k]);
    printf("streams %d %d %d %d %d\n", out[0], out[200], out[599], cudaEventQuery(end) == cudaSuccess, ms >= 0 && ms < 5000);

    printf("%s\n", tried(1, 1025, 0));
    printf("%s\n", tried(0, 32, 0));
    printf("%s\n", tried(1, 0, 0));
    printf("%s\n", tried(1, dim3(1, 1, 65), 0));
    printf("%s\n", tried(1, dim3(32, 32, 2), 0));
    printf("%s\n", tried(dim3(1, 65536), 1, 0));
    printf("%s\n", tried(1, 1, 49153));
    printf("%s\n", tried(1, 1, 1 << 20));
    printf("%s\n", tried(1, 1024, 49152));
    printf("%s\n", cudaGetErrorName(cudaLaunchKernel((void *)&n, dim3(1), dim3(1), args, 0, 0)));
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    printf("%s\n", cudaGetErrorName(cudaPeekAtLastError()));
    return 0;
}
/* OUTPUT:
shapes 0 0 0 0 0 0
again 0 0 0 0
empty blocks fast
launches 100000 fast
carve 0
carve 0
large shared cudaErrorInvalidValue 0 cudaSuccess 312487500 312487500 624975000 312487500
ways 36 16020 0
host threads 0
streams 50 60 70 1 1
cudaErrorInvalidConfiguration
cudaErrorInvalidConfiguration
cudaErrorInvalidConfiguration
cudaErrorInvalidConfiguration
cudaErrorInvalidConfiguration
cudaErrorInvalidConfiguration
cudaErrorInvalidValue
cudaErrorInvalidValue
cudaSuccess
cudaErrorInvalidDeviceFunction
cudaErrorInvalidDeviceFunction
cudaSuccess
*/
