// What is wrong with bases and virtual functions, and what to do about it.
// RUN: heddle-engine --check FILE
// EXIT: 1
struct A { virtual int f() const = 0; virtual void g() final {} int x; };
struct B : A { int f() { return 1; } };
B b;
// CHECK: `B` is abstract
// CHECK: `f` is pure, and `B` does not override it
struct C : A { int f() const override { return 1; } void g() {} };
// CHECK: `g` is `final`: it cannot be overridden
struct D : A { int h() override { return 1; } int f() const { return 2; } };
// CHECK: `h` is marked `override`, but overrides nothing
struct E final {};
struct F : E {};
// CHECK: `E` cannot be a base here
// CHECK: it is `final`
struct N { N(const N &) = delete; N() {} };
struct O { N n; };
void copies() {
    O o;
    O p = o;
    // CHECK: `O` cannot be copied
    // CHECK: its member `n` cannot be
    E e;
    A *a = &e;
    // CHECK: cannot convert `E *` to `A *`
    e.A::x = 3;
    // CHECK: `A::` is no base of `E`
}
