// Jumps past the initialisation of a variable: g++ refuses them, nvcc also; a `case` in device code gets a warning.
// RUN: heddle-engine --check FILE
// EXIT: 1
struct S { int a; __host__ __device__ S() : a(3) {} ~S() {} };
void one(int k) {
    switch (k) {
    case 0: int x = 4; break;
    case 1: x = 3; break;
    }
}
void several(int k) {
    switch (k) {
    case 0: S s; break;
    default: break;
    }
    switch (k) {
    case 0: int a = 1, b = 2; a += b; break;
    case 1: break;
    }
}
void ahead(int k) {
    if (k) goto end;
    int y = 2;
    y++;
end:;
}
void into(int k) {
    if (k) goto inside;
    for (int i = 0; i < k; i++) {
    inside:
        k--;
    }
}
__global__ void kernel(int k, int *o) {
    switch (k) {
    case 0: int x = 4; o[0] = x; break;
    case 1: o[0] = 5; break;
    }
    if (k) goto end;
    int y = 2;
    o[1] = y;
end:;
}
template <typename T> void in_template(T k) {
    switch (k) {
    case 0: T x = 4; break;
    case 1: break;
    }
}
void uses() { in_template(3); }
// These are right.
void fine(int k) {
    switch (k) {
    case 0: int x; x = 4; break;
    case 1: x = 3; break;
    }
    switch (k) {
    case 0: { int z = 3; k = z; } break;
    case 1:;
    }
    switch (int w = k) {
    case 0: k = w; break;
    case 1: static int once = 3; k = once; break;
    default: break;
    }
    if (k) goto end;
    { int y = 2; k = y; }
end:;
again:
    int back = k;
    if (back--) {
        k = back;
        goto again;
    }
    for (int i = 0; i < k; i++) {
        int inner = i;
        if (inner) goto next;
        k--;
    next:;
    }
}
// CHECK: :8:5: error: this `case` jumps past the initialisation of `x`
// CHECK: help: put braces around the statements of the case that declares it
// CHECK: :7:17: note: `x` lives from here
// CHECK: :14:5: error: this `case` jumps past the initialisation of `s`
// CHECK: :18:5: error: this `case` jumps past the initialisation of `a`
// CHECK: :22:12: error: this `goto` jumps past the initialisation of `y`
// CHECK: :28:12: error: this `goto` jumps past the initialisation of `i`
// CHECK: :37:5: warning: this `case` jumps past the initialisation of `x`
// CHECK: :39:12: error: this `goto` jumps past the initialisation of `y`
// CHECK: :47:5: error: this `case` jumps past the initialisation of `x`
