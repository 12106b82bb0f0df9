// What is wrong with virtual bases, and what to do about it.
// RUN: heddle-engine --check FILE
// EXIT: 1
struct A { int n; virtual int f() { return 1; } };
struct B : virtual A { int f() override { return 2; } using A::A; };
struct C : virtual A { int f() override { return 3; } };
struct D : B, C {};
// CHECK: which `f` of its bases `D` has is ambiguous
// CHECK: override it here
struct E : B {};
void down(A *a, A &r) {
    E *e = static_cast<E *>(a);
    // CHECK: `A` is a virtual base of `E`: where the whole lies is only known at run time
    // CHECK: dynamic_cast finds it
    E &f = static_cast<E &>(r);
    // CHECK: `A` is a virtual base of `E`
    E *g = dynamic_cast<E *>(a);
}
struct P { int x; };
struct Q : virtual P {};
struct R : virtual P {};
struct S : Q, R, P {};
int twice(S &s) { return s.x; }
// CHECK: `x` is ambiguous
struct N { N(int) {} };
struct O : virtual N { O() : N(1) {} };
struct T : O {};
T t;
// CHECK: `t` needs values: `N` has no constructor without parameters
struct V { V(int) {} };
struct W : virtual V { using V::V; };
W w(1);
// CHECK: `W` has virtual bases: its constructors are not inherited
// CHECK: write one that passes its arguments on
