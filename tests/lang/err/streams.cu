// What does not print, and what to do about it.
// RUN: heddle-engine --check FILE
// EXIT: 1
#include <iostream>
#include <chrono>
struct P { int x, y; };
__global__ void k(int *out) {
    std::cout << out[threadIdx.x];
    // CHECK: `std::cout` is a host variable: device code cannot use it
    // CHECK: kernels print with `printf`
}
void f(P p, int n) {
    std::cout << p << std::endl;
    // CHECK: `<<` does not work on `std::ostream` and `P`
    // CHECK: print its members, or define `ostream &operator<<(ostream &out, const P &value)`
    // CHECK-NOT: note: there is
    std::cout >> n;
    // CHECK: `std::cout << value` prints, `std::cin >> variable` reads
    std::cin >> 5;
    // CHECK: `>>` does not work on `std::istream` and `int`
    float x = std::cin;
    // CHECK: cannot convert `std::istream` to `float`
}
struct S { int x; };
void g() { S::iterator i; }
// CHECK: `S::iterator` is not a type
