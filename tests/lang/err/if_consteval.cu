// `if consteval`: braces, and consteval functions on the other side, are what g++ and nvcc ask for.
// RUN: heddle-engine --check FILE
// EXIT: 1
consteval int square(int x) { return x * x; }
// CHECK: error: `square` is consteval: a call of it must be a constant
// CHECK: note: the value of `x` is not known while compiling
constexpr int f(int x) { if consteval { return 1; } else { return square(x); } }
// CHECK: error: `{` must follow `if consteval`
constexpr int g(int x) { if consteval return 1; return 2; }
// CHECK: error: `{` must follow the `else` of `if consteval`
constexpr int h(int x) { if consteval { return 1; } else return 2; }
// CHECK: error: `square` is consteval: a call of it must be a constant
// CHECK: note: the value of `y` is not known while compiling
constexpr int i(int x) { if consteval { auto q = [](int y) { return square(y); }; return q(x); } return 0; }
int k(int x) { if consteval { auto q = [=] { return x; }; return q(); } return 0; }
