// Only enumerations have constants to use, and they are seen in their scope.
// RUN: heddle-engine --check FILE
// EXIT: 1
struct S {};
using enum S;
// CHECK: `S` is no enumeration
enum class A { X };
using A::Y;
// CHECK: `A::Y` is not declared
int f() { using enum A; return (int)X; }
int g() { return X; }
// CHECK: `X` is not declared
