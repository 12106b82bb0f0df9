// What is wrong with new and delete, and what to do about it.
// RUN: heddle-engine --check FILE
// EXIT: 1
#include <stddef.h>
struct Sized { int n; Sized(int n) : n(n) {} };
struct Unknown;
struct alignas(64) Line { float v[16]; };
__global__ void k(int *out) {
    Sized *s = new Sized(3);
    // CHECK: `Sized::Sized(int)` is a host function: device code (`k`) cannot call it
    out[0] = s->n;
}
void f(int rows, int columns) {
    int *a = new int[-1];
    // CHECK: the number of elements cannot be negative
    int *b = new int[2.5];
    // CHECK: a number of elements is an integer, not `double`
    auto grid = new int[rows][columns];
    // CHECK: only the first number of elements may be computed at run time
    // CHECK: make one dimension of it
    Unknown *u = new Unknown;
    // CHECK: the size of `Unknown` is not known
    void *v = new void;
    // CHECK: `new` cannot make a `void`
    int *listed = new int[2]{1, 2, 3};
    // CHECK: the array has 2 elements, and 3 are listed
    Sized *s = new Sized[3];
    // CHECK: `Sized` has no constructor without parameters
    Line *l = new Line;
    a = new float[3];
    // CHECK: cannot convert `float *` to `int *`
    delete rows;
    // CHECK: `delete` takes a pointer that `new` gave, not `int`
}
auto nothing = new Nothing(3);
// CHECK: unknown type name `Nothing`
// CHECK-NOT: needs a value to deduce
int *there = new (3) int;
// CHECK: `new (...)` takes the address of the memory to use
int *empty = new int[];
// CHECK: `new` needs the number of elements between the brackets
int *none = new;
// CHECK: expected a type after `new`, found `;`
__device__ void on_device() {
    Line *l = new Line;
    // CHECK: `new` gives memory aligned to 16 bytes, but `Line` needs 64
    // CHECK: in kernels take some more bytes
    (void)l;
}
