// What looks like a slip and is none: no word about it.
// RUN: heddle-engine --check FILE
// EXIT: 0
// CHECK-NOT: warning
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#define LIMIT 0.25
struct node { struct node *next; };

__device__ void line(int i) { printf("%d\n", i); }
__global__ void quiet(void) { printf("%d ", threadIdx.x); line(1); }
__global__ void row(void) { for (int i = 0; i < 3; i++) printf("%d ", i); printf("\n"); }
__global__ void text(const char *s) { printf("%s", s); }
__global__ void wait(volatile int *flag) { for (int i = 0; *flag == 0 && i < 1 << 30; i++); }
__global__ void sums(float *a, double scale)
{
    if (a[0] == 0.5f || a[1] == 0.1f) a[0] = 1;
    a[1] = a[0] * scale;
    a[2] = __shfl_xor_sync(0xffffffff, a[1], 1);
    for (unsigned i = 10; i-- > 0;) a[i] = 0;
}
// A kernel of a library function's name leaves that callable.
__global__ void log(float *a, float *b) { a[0] = log(b[0]) + logf(b[1]); }

int main(void)
{
    int n = 1000, s = 0, k = 0;
    int blocks = (n + 255) / 256 + n / 256 + 255 / 5;
    float *d, **table = (float **)malloc(8 * sizeof(float *)), *h = (float *)malloc(40);
    float *kept;
    s = +3;
    s=-3;
    s = -n;
    char *p = strdup("abc"), *q = p;
    for (; *q; q++);
    for (char *e = p; *e && e < q; e++) s++;
    for (k = 0; k < n && p[k]; k++);
    if (s == 1 || s == 2) s = 0;
    if (!s == 0 and not (s == 4)) s = 1;
    s = k ^ 2;
    s = 0x2 ^ 8;
    blocks += (int)ceil(n / 256.0) + (int)ceil((float)n / 256) + (int)floor(n / 4);
    cudaMalloc(&d, 10 * sizeof(*d));
    cudaMalloc((void **)&d, sizeof(float) * 10);
    cudaMemcpy(&kept, table, sizeof(kept), cudaMemcpyHostToHost);
    cudaMemset(d, 0, 10 * sizeof(float));
    memset(table, 0, sizeof(*table));
    memset(&kept, 0, sizeof(kept));
    int local[4];
    memset(local, 0, sizeof(local));
    size_t count = sizeof(local) / sizeof(local[0]);
    for (int i = 0, j = 3; i < j; i++, j--) s += i;
    row<<<1, 1>>>();
    if (h[0] == 0.5 || h[1] == LIMIT) s = 1;
    free(h);
    return blocks + s + (int)count;
}
