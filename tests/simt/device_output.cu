// What kernels print and allocate: every conversion of device printf, its order within a thread; malloc and free; clocks.
#include <stdio.h>
#include <string.h>

__global__ void formats(const char *name, int *p) {
    printf("%d %5d|%-5d|%05d %+d %i %u %x %#X %o\n", -1, 42, 42, 42, 7, -8, 4000000000u, 255, 255, 8);
    printf("%ld %lld %llu %zu %hd %hhd %c %s %.3s %10s|%-10s|\n", -1L, 1LL << 40, ~0ULL, sizeof(double), (short)70000, (char)300, 'x', name, name,
           name, "left");
    printf("%f %.2f %8.3f %e %g %G %a %5.1f%%\n", 1.5f, 3.14159, 2.0 / 3, 12345.678, 1e-10, 1e20, 1.0, 99.5);
    printf("%6d|%-4d|%.3f %p\n", 1, 2, 0.12345, (void *)0x1234);
    printf("no newline,");
    printf(" %s\n", p == NULL ? "null" : "set");
    int n = printf("%d %d\n", 1, 2);
    printf("%d arguments, %lu\n", n, sizeof n);
}

__global__ void in_order(void) { // one thread's lines keep their order
    if (threadIdx.x == 5)
        for (int k = 0; k < 4; k++) printf("line %d of thread %d\n", k, threadIdx.x);
}
__global__ void by_thread(void) {
    __shared__ int turn;
    if (threadIdx.x == 0) turn = 0;
    for (int k = 0; k < blockDim.x; k++) {
        __syncthreads();
        if (k == threadIdx.x) printf("%d%c", threadIdx.x, k == blockDim.x - 1 ? '\n' : ' ');
    }
}

__global__ void allocate(int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, n = i % 13 + 1, sum = 0;
    int *a = (int *)malloc(n * sizeof(int));
    if (!a) return;
    for (int k = 0; k < n; k++) a[k] = k * i;
    int *b = (int *)malloc(64);
    memset(b, 0, 64);
    memcpy(b, a, sizeof(int));
    for (int k = 0; k < n; k++) sum += a[k];
    out[i] = sum + b[0] + b[15];
    free(b);
    free(a);
}
struct item { int value; struct item *next; };
__global__ void list(int *out) { // a list that one thread makes and all threads read
    __shared__ struct item *head;
    if (threadIdx.x == 0) {
        head = NULL;
        for (int k = 0; k < 10; k++) {
            struct item *it = (struct item *)malloc(sizeof *it);
            it->value = k;
            it->next = head;
            head = it;
        }
    }
    __syncthreads();
    int s = 0;
    for (struct item *it = head; it; it = it->next) s = s * 2 + it->value;
    out[blockIdx.x * blockDim.x + threadIdx.x] = s;
    __syncthreads();
    if (threadIdx.x == 0) while (head) { struct item *it = head; head = it->next; free(it); }
}
__global__ void clocks(int *out) {
    long long a = clock64();
    unsigned t = clock();
    unsigned long long g;
    __nanosleep(1000);
    float x = threadIdx.x;
    for (int k = 0; k < 1000; k++) x = sinf(x) + 1;
    long long b = clock64();
    out[threadIdx.x] = b > a && (unsigned)clock() - t < 1u << 31 && x > 0;
}

int main() {
    char *name;
    int *out, bad = 0;
    cudaMallocManaged(&name, 10);
    cudaMallocManaged(&out, 110000 * sizeof(int));
    strcpy(name, "abcdef");
    formats<<<1, 1>>>(name, NULL);
    cudaDeviceSynchronize();
    in_order<<<2, 8>>>();
    by_thread<<<1, 40>>>();
    cudaDeviceSynchronize();
    for (int blocks = 2; blocks < 2000; blocks += 1600) {
        allocate<<<blocks, 64>>>(out);
        cudaDeviceSynchronize();
        for (int i = 0; i < blocks * 64; i++) bad += out[i] != (i % 13 + 1) * (i % 13) / 2 * i;
        list<<<blocks, 64>>>(out);
        cudaDeviceSynchronize();
        for (int i = 0; i < blocks * 64; i++) bad += out[i] != 8194;
    }
    printf("allocate %d\n", bad);
    bad = 0;
    clocks<<<1, 64>>>(out);
    cudaDeviceSynchronize();
    for (int i = 0; i < 64; i++) bad += !out[i];
    printf("clocks %d\n", bad);
    return 0;
}
/* OUTPUT:
-1    42|42   |00042 +7 -8 4000000000 ff 0XFF 10
-1 1099511627776 18446744073709551615 8 4464 44 x abcdef abc     abcdef|left      |
1.500000 3.14    0.667 1.234568e+04 1e-10 1E+20 0x1p+0  99.5%
     1|2   |0.123 0x1234
no newline, null
1 2
2 arguments, 4
line 0 of thread 5
line 1 of thread 5
line 2 of thread 5
line 3 of thread 5
line 0 of thread 5
line 1 of thread 5
line 2 of thread 5
line 3 of thread 5
0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39
allocate 0
clocks 0
*/
