// RUN: heddle-engine --check FILE
int f(int);
__global__ void k(int *);
void take(const void *);
void *returned() { return f; }
// CHECK: `int (*)(int)` becomes `void *` in the returned value: nvcc needs a cast here
void uses(void *p) {
    p = &f;
    // CHECK: `int (*)(int)` becomes `void *` in the assignment to `p`
    take(k);
    // CHECK: `void (*)(int *)` becomes `const void *` in argument 1 of `take`
    void *fine = (void *)f;
    cudaFuncAttributes a;
    cudaFuncGetAttributes(&a, k);
    // CHECK-NOT: argument 2
}
