// Warnings for what bites students; none of them stops the program.
// RUN: heddle-engine --check FILE
// EXIT: 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__global__ void half(float *x, int n)
{
    unsigned i = threadIdx.x;
    // CHECK: warning: `0.5` is a double: this `float` arithmetic is done in double
    // CHECK: write `0.5f`
    x[i] = x[i] * 0.5;
    x[i] = x[i] * 0.5f;
    // CHECK-NOT: `0.25` is a double
    double exact = x[i] + 0.25;
    x[i] = (float)exact;
    // CHECK: warning: `i` is unsigned: it is never below 0
    if (i < 0) x[i] = 0;
}

size_t length(float a[10])
{
    // CHECK: warning: `a` is a parameter: an array there is a pointer
    return sizeof(a);
}

int main(void)
{
    int n = 3, m = 4;
    char name[8] = "abc";
    float local[4];
    // CHECK: warning: this assigns, and the result is the condition
    // CHECK: write `==` to compare
    if (n = 3) m = 1;
    // CHECK: warning: this statement has no effect
    // CHECK: did you mean `=`?
    n == 4;
    // CHECK: warning: this compares addresses, not texts
    // CHECK: strcmp
    if (name == "abc") m = 2;
    // CHECK: warning: this compares the result of a comparison
    if (0 < n < 5) m = 3;
    // CHECK: warning: `==` binds tighter than `&`
    if (n & 1 == 0) m = 4;
    // CHECK: warning: division by zero
    n = 5 / 0;
    // CHECK: warning: index 4 is outside `float [4]`, which has 4 elements (0 to 3)
    local[4] = 1;
    // CHECK: warning: `%d` takes an `int`, and the argument is `double`
    // CHECK: write `%f`
    printf("%d\n", 1.5);
    // CHECK: warning: `%s` has no argument
    printf("%d %s\n", n);
    // CHECK: warning: this argument is never used
    printf("%d\n", n, m);
    // CHECK: warning: `%d` takes an `int`, and the argument is `unsigned long`
    printf("%d\n", strlen(name));
    // CHECK: warning: `%d` takes an `int *`, and the argument is `int`
    // CHECK: write `&`
    scanf("%d", n);
    // CHECK: warning: argument 1 of the kernel `half` is an array on the host's stack
    half<<<1, 4>>>(local, 4);
    float *h = (float *)malloc(16);
    // CHECK: warning: argument 1 of the kernel `half` is memory from the host's malloc
    half<<<1, 4>>>(h, 4);
    // CHECK: warning: `void *` becomes `int *`
    // CHECK: nvcc needs a cast here
    int *p = malloc(8);
    if ((n = m)) return 0;
    return p == NULL;
}
