// What the language wants to be a constant has no undefined behaviour, whether it stands in a call or not.
// RUN: heddle-engine --check FILE
// EXIT: 1
constexpr int sum = 2147483647 + 1;
// CHECK: the value of constexpr `sum` must be a constant
// CHECK: the sum does not fit in an integer of 32 bits
constexpr int negated = -(-2147483647 - 1);
// CHECK: the value of constexpr `negated` must be a constant
constexpr double inf = 1.0 / 0.0;
// CHECK: the value of constexpr `inf` must be a constant
// CHECK: division by zero
int x;
constexpr long number = (long)&x;
// CHECK: the value of constexpr `number` must be a constant
// CHECK: the number of an address is not known while compiling
const double y = 3;
static_assert(y == 3);
// CHECK: the condition of a static assertion must be a constant
// CHECK: `y` is `const`, but only `constexpr` makes it a constant here
struct M { int a; mutable int b; };
constexpr M m{1, 2};
static_assert(m.a == 1);
static_assert(m.b == 2);
// CHECK: the condition of a static assertion must be a constant
// CHECK: a mutable member of what lives outside of this evaluation
struct E { int v; ~E() {} };
constexpr E e{1};
// CHECK: `e` cannot be constexpr: `E` has a destructor of its own
int n;
void f() noexcept(n);
// CHECK: the condition of `noexcept` must be a constant
// CHECK: the value of `n` is not known while compiling
