// What a namespace has itself and what one without a name in it has are two things, which an unqualified name does not tell apart.
// RUN: heddle-engine --check FILE
// EXIT: 1
namespace A {
int x = 1;
int f(int) { return 1; }
struct S {};
namespace {
int x = 2;
int f(int) { return 2; }
struct S {};
int again = 1;
// CHECK: error: `A::{anonymous}::again` is defined twice
int again = 2;
}
// CHECK: error: `x` is ambiguous
int use_x() { return x; }
// CHECK: error: it is not clear which `A::f` is meant for the arguments (int)
// CHECK: help: write the namespace of the one that you mean before it
int use_f() { return f(1); }
// CHECK: error: `S` is ambiguous
S s;
}
int main() { return A::x + A::f(1) + sizeof(A::S); }
