// Members that an object has from several bases; what is static, a type or hidden, or named with its base, is none of these.
// RUN: heddle-engine --check FILE
// EXIT: 1
struct A {
    int x;
    static int s;
    void f() {}
    enum { e = 1 };
    typedef int t;
};
int A::s;
struct B : A {};
struct C : A {};
struct D : B, C {
    int g() { return B::x + C::x; }
};
struct E : D {
    int g() { return x; }
    // CHECK: `x` is ambiguous: `E` has it from `B` and `C`
    int h() {
        t q = e;
        s = q;
        return C::x;
    }
};
struct P { int same; void call(int) {} };
struct Q { int same; void call(double) {} };
struct PQ : P, Q {};
struct Own : P, Q { int same; using P::call; using Q::call; };
struct Hidden : B { int x; };
struct Half : Hidden, C {};
__global__ void kernel(PQ *p) {
    p->same = 1;
    // CHECK: `same` is ambiguous: `PQ` has it from `P` and `Q`
}
int main() {
    D d;
    d.f();
    // CHECK: `f` is ambiguous: `D` has it from `B` and `C`
    d.s = D::e;
    d.B::f();
    d.B::x = 1;
    PQ pq;
    pq.call(1);
    // CHECK: `call` is ambiguous: `PQ` has it from `P` and `Q`
    pq.P::call(1);
    Own o;
    o.same = 2;
    o.call(1), o.call(1.5);
    Half half;
    half.x = 3;
    // CHECK: `x` is ambiguous: `Half` has it from `Hidden` and `C`
    Hidden hidden;
    hidden.x = 4;
}
struct Twice : A, Hidden {};
void take(A &);
void take_const(const A &);
void take_value(A);
void conversions(Twice &t, Hidden &h) {
    A *p = &t;
    // CHECK: which `A` is meant is ambiguous: `Twice` has one from `A` and one from `Hidden`
    A &r = t;
    // CHECK: which `A` is meant is ambiguous
    take(t);
    // CHECK: which `A` is meant is ambiguous
    take_const(t);
    // CHECK: which `A` is meant is ambiguous
    take_value(t);
    // CHECK: which `A` is meant is ambiguous
    A part = t;
    // CHECK: which `A` is meant is ambiguous
    part = t;
    // CHECK: which `A` is meant is ambiguous
    p = static_cast<A *>(&t);
    // CHECK: which `A` is meant is ambiguous
    take(static_cast<A &>(t));
    // CHECK: which `A` is meant is ambiguous
    p = (A *)&t;
    // CHECK: which `A` is meant is ambiguous
    Twice *down = static_cast<Twice *>(p);
    // CHECK: which `A` is meant is ambiguous
    take(h);
    A &fine = (Hidden &)t;
}
// A virtual base is hidden by what overrides it; the same class elsewhere in the object, not.
struct V0 { int x; virtual int f() { return 300; } };
struct V1 : virtual V0 { virtual int f() { return 600; } };
struct V2 : V0 {};
struct V3 : virtual V1, virtual V0, virtual V2 {
    // CHECK: error: `f` is ambiguous
    int g() { return f(); }
};
struct V4 : virtual V0 {}; struct V5 : V4, V1 { int g() { return f(); } };
struct V6 : virtual V4, virtual V1 { int g() { return f(); } };
