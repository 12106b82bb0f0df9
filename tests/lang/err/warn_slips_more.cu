// Slips that compile and are hardly meant: each is a warning that says what to write.
// RUN: heddle-engine --check FILE
// EXIT: 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

__device__ float gauss(float x)
{
    // CHECK: warning: `sqrt(2 * M_PI)` is a double: this `float` arithmetic is done in double
    // CHECK: write `(float)` before it
    return exp(-0.5f * x * x) / sqrt(2 * M_PI);
}

__global__ void old(int *a)
{
    // CHECK: warning: `__shfl_down` is not in CUDA for GPUs since sm_70: nvcc refuses it
    // CHECK: `__shfl_down_sync(0xffffffff, value, delta)`
    a[0] += __shfl_down(a[1], 16);
    // CHECK: warning: `__any` is not in CUDA
    a[1] = __any(a[0]);
}

// CHECK: warning: nothing in this kernel prints `\n`: the threads' texts run together
// CHECK: end the text with `\n`
__global__ void hello(void) { printf("hello from %d", threadIdx.x); }

__global__ void compare(float *a)
{
    // CHECK: warning: no `float` is exactly `0.1`: this is always false
    // CHECK: write `0.1f`
    if (a[0] == 0.1) a[0] = 1;
    // CHECK: warning: `i` is unsigned: it is always at least 0
    // CHECK: count with `i-- > 0`
    for (unsigned i = 10; i >= 0; i--) a[i] = 0;
}

int main(void)
{
    int n = 1000, t = 256, s = 0;
    float *d, *h = (float *)malloc(40);
    // CHECK: warning: this divides integers before the `+`: the result is 0
    // CHECK: `/` binds tighter than `+`: write `(n + 255) / 256`
    int blocks = (n + 255 / 256);
    // CHECK: warning: this divides integers before the `-`: the result is 0 unless `t` is 1
    // CHECK: write `(n + t - 1) / t`
    blocks = (n + t - 1 / t);
    // CHECK: warning: this divides integers, which rounds down before `ceil` sees it
    // CHECK: write `(n + 255) / 256`, which rounds up without it
    blocks = ceil(n / 256);
    // CHECK: warning: this divides integers, which rounds down before `ceil` sees it
    // CHECK: write `(n + m - 1) / m`
    blocks = ceil((float)(n / t));
    // CHECK: warning: `=+` is `=` and then a `+` of the value
    // CHECK: write `+=` to add
    s =+ 3;
    // CHECK: warning: `=!` is
    // CHECK: write `!=` to compare
    if ((s =! 3)) s = 1;
    // CHECK: warning: the `;` is the whole body of this `for`: the loop does nothing
    for (int i = 0; i < n; i++); s++;
    // CHECK: warning: this number is a condition of its own, which always holds
    // CHECK: write `s == 2`
    if (s == 1 || 2) s = 0;
    // CHECK: warning: `!` binds tighter than `==`: 0 or 1 is compared
    if (!s == 3) s = 0;
    // CHECK: warning: `^` is exclusive or, no power: this is 10
    // CHECK: write `1 << 8`
    s = 2 ^ 8;
    // CHECK: warning: `d` is a pointer: this is its own size, 8
    // CHECK: `sizeof(*d)`
    cudaMalloc(&d, sizeof(d));
    // CHECK: warning: `cudaMalloc` writes the new address to where `d` points, not to `d`
    // CHECK: write `&d`
    cudaMalloc((void **)d, 40);
    // CHECK: warning: this is where the pointer `d` stands, not what it points to
    // CHECK: write `d`
    cudaMemcpy(&d, h, 40, cudaMemcpyHostToDevice);
    // CHECK: warning: `h` is a pointer: this is its own size, 8
    memset(h, 0, sizeof(h));
    // CHECK: warning: `h` is a pointer: this is no number of elements
    int count = sizeof(h) / sizeof(h[0]);
    // CHECK: warning: this number is not used
    // CHECK: in a number it is a point
    double half; half = 0,5;
    return blocks + s + count + half;
}
