// Kernels that kernels launch: order (children in their block's order, each with all that it launches; tails last), arguments of
// all kinds, streams, recursion, dynamic shared memory, templates and function pointers, and a child that fails.
// CPU-ONLY: on a GPU there are no launches from kernels
#include <cstdio>
#include <cstdlib>

__device__ int order[64], steps;
__global__ void note(int what) { if (threadIdx.x == 0) order[steps++] = what; }
__global__ void a() { note<<<1, 32>>>(2); order[steps++] = 1; }
__global__ void chain(int n)
{
    order[steps++] = 100 + n;
    if (n > 0) chain<<<1, 1, 0, cudaStreamTailLaunch>>>(n - 1);
    note<<<1, 1>>>(200 + n);
}
__global__ void parent()
{
    note<<<1, 1, 0, cudaStreamTailLaunch>>>(9);
    a<<<1, 1>>>();
    note<<<1, 1, 0, cudaStreamFireAndForget>>>(3);
    order[steps++] = 0;
}
static void show(const char *title)
{
    int h[64], n, zero = 0;
    cudaMemcpyFromSymbol(h, order, sizeof h);
    cudaMemcpyFromSymbol(&n, steps, sizeof n);
    cudaMemcpyToSymbol(steps, &zero, sizeof zero);
    printf("%s:", title);
    for (int i = 0; i < n; i++) printf(" %d", h[i]);
    printf("\n");
}

struct big { double v[5]; char tag; };
struct __align__(32) wide { float x[8]; };
template <class T> __global__ void sum(T *out, T a, const big b, char c, wide w, short s)
{
    extern __shared__ T part[];
    part[threadIdx.x] = (T)(a + b.v[threadIdx.x % 5] + c + w.x[threadIdx.x % 8] + s + b.tag);
    __syncthreads();
    if (threadIdx.x == 0) {
        T t = 0;
        for (unsigned i = 0; i < blockDim.x; i++) t += part[i];
        out[blockIdx.x] = t;
    }
}
__global__ void with_arguments(double *out)
{
    big b = {{1, 2, 3, 4, 5}, 7};
    wide w;
    for (int i = 0; i < 8; i++) w.x[i] = (float)i;
    if (threadIdx.x < 3) sum<<<2, 16, 16 * sizeof(double)>>>(out + 2 * threadIdx.x, threadIdx.x * 1000.0, b, 'A', w, (short)-3);
}
typedef void (*kernel_t)(int);
__global__ void by_pointer(kernel_t k) { k<<<dim3(1), dim3(1, 1, 1)>>>(5); }

// As NVIDIA's sample sorts: one thread, two children with streams of their own.
__global__ void quicksort(int *data, int left, int right, int depth)
{
    if (depth >= 16 || right - left <= 16) {
        for (int i = left; i <= right; ++i) {
            int least = i;
            for (int j = i + 1; j <= right; ++j) if (data[j] < data[least]) least = j;
            int t = data[i];
            data[i] = data[least];
            data[least] = t;
        }
        return;
    }
    int *l = data + left, *r = data + right, pivot = data[(left + right) / 2];
    while (l <= r) {
        int lv = *l, rv = *r;
        while (lv < pivot) lv = *++l;
        while (rv > pivot) rv = *--r;
        if (l <= r) { *l++ = rv; *r-- = lv; }
    }
    int nright = (int)(r - data), nleft = (int)(l - data);
    cudaStream_t s, s1;
    if (left < nright) {
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
        quicksort<<<1, 1, 0, s>>>(data, left, nright, depth + 1);
        cudaStreamDestroy(s);
    }
    if (nleft < right) {
        cudaStreamCreateWithFlags(&s1, cudaStreamNonBlocking);
        quicksort<<<1, 1, 0, s1>>>(data, nleft, right, depth + 1);
        cudaStreamDestroy(s1);
    }
}
__global__ void count_down(int *total, int depth)
{
    __syncthreads();
    if (threadIdx.x != 0) return;
    atomicAdd(total, 1);
    if (depth > 0) count_down<<<4, 64>>>(total, depth - 1);
    if (cudaGetLastError() != cudaSuccess) printf("a launch failed\n");
}
__global__ void heap(int *out)
{
    int *p;
    if (cudaMalloc(&p, 40) != cudaSuccess) return;
    p[threadIdx.x % 10] = threadIdx.x;
    out[threadIdx.x] = p[threadIdx.x % 10];
    cudaFree(p);
}
__global__ void fails(int *p) { p[1 << 20] = 1; }
__global__ void sets(int *p, int value) { *p = value; }
__global__ void launches_refused(int *p)
{
    sets<<<1, 1>>>(p, 3);
    sets<<<1, 4096>>>(p, 4);
    sets<<<0, 32>>>(p, 5);
}
__global__ void launches_failing(int *p) { fails<<<1, 1>>>(p); }

int main()
{
    parent<<<1, 1>>>();
    printf("%d\n", cudaDeviceSynchronize());
    show("order");
    chain<<<1, 1>>>(2);
    show("tails");
    double *out;
    cudaMallocManaged(&out, 6 * sizeof *out);
    with_arguments<<<1, 32>>>(out);
    cudaDeviceSynchronize();
    double want[3];
    for (int t = 0; t < 3; t++) {
        want[t] = 0;
        for (int i = 0; i < 16; i++) want[t] += t * 1000 + (i % 5 + 1) + 'A' + i % 8 - 3 + 7;
    }
    printf("%d\n", out[0] == want[0] && out[1] == want[0] && out[3] == want[1] && out[4] == want[2]);
    by_pointer<<<1, 1>>>(note);
    show("pointer");
    int n = 3000, *data;
    cudaMallocManaged(&data, n * sizeof *data);
    srand(5);
    for (int i = 0; i < n; i++) data[i] = rand() % 10000;
    quicksort<<<1, 1>>>(data, 0, n - 1, 0);
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int i = 1; i < n; i++) wrong += data[i] < data[i - 1];
    printf("%d\n", wrong);
    data[0] = 0;
    count_down<<<1, 64>>>(data, 4);
    cudaDeviceSynchronize();
    printf("%d\n", data[0]);
    heap<<<1, 32>>>(data);
    cudaDeviceSynchronize();
    printf("%d\n", data[31]);
    launches_refused<<<1, 1>>>(data); // what is refused on the device, the host does not see
    printf("%s", cudaGetErrorName(cudaGetLastError()));
    printf(" %s %d\n", cudaGetErrorName(cudaDeviceSynchronize()), data[0]);
    launches_failing<<<1, 1>>>(data);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
/* OUTPUT:
0
order: 0 1 2 3 9
tails: 102 202 101 201 100 200
1
pointer: 5
0
341
31
cudaSuccess cudaSuccess 3
cudaErrorIllegalAddress
*/
