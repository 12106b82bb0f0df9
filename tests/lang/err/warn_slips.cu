// Slips that compile: each is one warning (the last an error), and what is alike and right is none.
// RUN: heddle-engine --check FILE
// EXIT: 1
#include <stdio.h>

__global__ void k(float *x) { x[threadIdx.x] = 1; }

float average(const float *v, int n)
{
    // CHECK: warning: `sum` is used here, but nothing gives it a value
    // CHECK: declare it with one: `sum = ...`
    float sum;
    for (int i = 0; i < n; i++) sum += v[i];
    return sum / n;
}

float total(const float *v, int n)
{
    // CHECK: warning: `again` is used here
    float again;
    for (int i = 0; i < n; i++) again = again + v[i];
    return again;
}

int fine(int n)
{
    int a, b, c, *p, later;
    scanf("%d", &a);
    p = &b;
    *p = 3;
    for (c = 0; c < n; c++) later = c;
    // CHECK-NOT: `a` is used
    // CHECK-NOT: `b` is used
    // CHECK-NOT: `later` is used
    return a + b + c + later + sizeof p;
}

int main(void)
{
    float *d, host[4], *m;
    cudaMalloc(&d, sizeof host);
    k<<<1, 4>>>(d);
    cudaMemcpy(&host[1], &d[1], 4, cudaMemcpyDeviceToHost);
    // CHECK: warning: `d` points to device memory: host code cannot use it on a GPU
    // CHECK: copy it with `cudaMemcpy` first
    printf("%f\n", d[0]);
    d = host;
    d[1] = 3;
    cudaMallocManaged(&m, 16);
    m[0] = 1;
    // CHECK: warning: this divides integers: the result is 0, without its fraction
    // CHECK: write `5.0 / 9`
    double celsius = 5 / 9 * (host[0] - 32);
    // CHECK-NOT: result is 3
    float six = 12 / 4 + 7 / 2.0;
    int i = 0;
    // CHECK: warning: the `;` is the whole body of this `while`: the block after it is not repeated
    while (i < 0);
    {
        i++;
    }
    // CHECK: warning: this value is not used: a comma gives only what follows it
    // CHECK: `dim3 grid(2, 3)`
    dim3 grid = (2, 3);
    // CHECK: error: a grid needs at least one block
    // CHECK: round up
    k<<<0, 32>>>(m);
    return i + six + celsius + grid.x;
}
