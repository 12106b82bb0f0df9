// Members of several bases that are named with their class, asked for their address, or shared by all objects.
// RUN: heddle-engine --check FILE
// EXIT: 1
struct A { int x; static int s; void f() {} enum { e = 1 }; };
struct B : A {};
struct C : A {};
struct D : B, C {};
struct Left { static int s; enum { n = 1 }; using t = int; struct in {}; static int g() { return 1; } int m() { return 1; } };
struct Right { static int s; enum { n = 2 }; using t = int; struct in {}; static int g() { return 2; } static int m(int) { return 2; } };
struct Sides : Left, Right {
    int i() { return Sides::n; }
    // CHECK: `n` is ambiguous: `Sides` has it from `Left` and `Right`
};
struct Named : Left, Right { using Right::s; using Right::n; using Right::t; using Right::g; };
void qualified(D *d, Sides *sides, Named *named) {
    d->D::f();
    // CHECK: `f` is ambiguous: `D` has it from `B` and `C`
    d->D::x = 1;
    // CHECK: `x` is ambiguous: `D` has it from `B` and `C`
    auto p = &D::x;
    // CHECK: `x` is ambiguous: `D` has it from `B` and `C`
    auto q = &D::f;
    // CHECK: `f` is ambiguous: `D` has it from `B` and `C`
    int size = sizeof(D::x);
    // CHECK: `x` is ambiguous: `D` has it from `B` and `C`
    d->A::x = 2;
    // CHECK: which `A` is meant is ambiguous: `D` has one from `B` and one from `C`
    d->A::s = d->A::e + d->e;
    sides->s = 1;
    // CHECK: `s` is ambiguous: `Sides` has it from `Left` and `Right`
    Sides::s = 1;
    // CHECK: `s` is ambiguous: `Sides` has it from `Left` and `Right`
    int n = sides->n;
    // CHECK: `n` is ambiguous: `Sides` has it from `Left` and `Right`
    Sides::t t;
    // CHECK: `t` is ambiguous: `Sides` has it from `Left` and `Right`
    Sides::in in;
    // CHECK: `in` is ambiguous: `Sides` has it from `Left` and `Right`
    sides->g();
    // CHECK: `g` is ambiguous: `Sides` has it from `Left` and `Right`
    Sides::g();
    // CHECK: `g` is ambiguous: `Sides` has it from `Left` and `Right`
    sides->m(1);
    // CHECK: `m` is ambiguous: `Sides` has it from `Left` and `Right`
    sides->Right::m(1), sides->Left::s = sides->Right::n;
    Named::t fine = named->n + named->g() + named->s;
}
