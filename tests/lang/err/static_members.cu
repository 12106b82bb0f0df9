// What `static` and `virtual` cannot stand before or together; the second line of a broken template argument ended the engine.
// RUN: heddle-engine --check FILE
// EXIT: 1
struct A { static A() {} };
struct B { int x; static ~B() {} };
struct C { static operator int() { return 1; } };
struct D { virtual D() {} };
struct E { static virtual int f() { return 1; } };
struct F { static int f() const { return 1; } };
struct G { static int operator+(G) { return 1; } };
struct H { static void *operator new(unsigned long n) { return 0; } static int g() { return 1; } int h() const & { return 1; } };
template <class T> struct R { T v() const { return T(1); } };
template <> int R< struct >::v() const { return 1; }
int main() { return H::g(); }
// CHECK: :4:19: error: a constructor cannot be `static`
// CHECK: :5:26: error: a destructor cannot be `static`
// CHECK: :6:19: error: a conversion cannot be `static`: it is of an object
// CHECK: :7:20: error: a constructor cannot be `virtual`
// CHECK: :8:31: error: a member function cannot be `static` and `virtual`
// CHECK: :9:23: error: a `static` member function has no object that `const` or `&` could be about
// CHECK: :10:23: error: an operator cannot be `static`: it is of an object
// CHECK: :13:26: error: expected a name or `{` after `struct`, found `>`
