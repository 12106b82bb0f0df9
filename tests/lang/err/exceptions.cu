// What is wrong with `throw`, `try` and `catch`, and what to do about it.
// RUN: heddle-engine --check FILE
// EXIT: 1
__global__ void k() { throw 1; }
// CHECK: device code does not support exceptions
// CHECK: write an error code to memory, or use `assert` or `__trap`
__host__ __device__ int hd(int x) { try { return x; } catch (...) { return 0; } }
// CHECK: device code does not support exceptions
struct Open;
struct Abstract { virtual int f() = 0; };
void f(int x) {
    try { x = 1; } catch (Open &o) { }
    // CHECK: a handler cannot catch `Open`
    try { x = 1; } catch (Abstract a) { }
    // CHECK: `Abstract` is abstract: it can only be caught by reference
    // CHECK: write `const Abstract &`
    try { x = 1; } catch (int &&a) { }
    // CHECK: a handler cannot catch by `&&`
    throw f(1);
    // CHECK: a `void` cannot be thrown
}
