// RUN: heddle-engine --check FILE
// EXIT: 1
constexpr int f(int x) { while (1) x++; return x; }
constexpr int g() { for (;;) ; }
constexpr int y = f(1), z = g();
// CHECK: this takes more than 33554432 steps
// CHECK: in the call `f(
// CHECK: this takes more than 33554432 steps
// CHECK: in the call `g()`
