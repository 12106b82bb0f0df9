// Pointers to members across bases that are not public, and members that two `using` bring.
// RUN: heddle-engine --check FILE
// EXIT: 1
struct A { int f() const { return 1; } int x; };
struct P : protected A {
    using A::f;
    using A::x;
    void inside() { int (P::*p)() const = &P::f; (void)p; }
};
struct Q : A { using A::f; };
int main() {
    int (Q::*q)() const = &Q::f;
    int (A::*a)() const = &P::f;
    int (P::*p)() const = &P::f;
    // CHECK: `A` is no public base of `P`
    int P::*m = &P::x;
    // CHECK: `A` is no public base of `P`
    (void)q, (void)a, (void)p, (void)m;
}
struct B1 { void h() {} void k(int) {} };
struct B2 { void h() {} void k(double) {} };
struct D : B1, B2 {
    using B1::h;
    using B2::h;
    using B1::k;
    using B2::k;
};
struct Own : B1, B2 {
    using B1::h;
    using B2::h;
    void h() {}
};
struct L : A { using A::f; };
struct R : L { using L::f; using A::f; };
void use(D &d, Own &o, R &r) {
    d.k(1);
    d.k(1.5);
    o.h();
    r.f();
    d.h();
    // CHECK: it is not clear which `B1::h` is meant for the arguments ()
}
