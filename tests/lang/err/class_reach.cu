// Bases that cannot be reached, abstract members, explicit conversions to other types, overloaded members without a type.
// RUN: heddle-engine --check FILE
// EXIT: 1
struct A { int x = 1; };
struct B : protected A { virtual ~B() {} };
void by_reference(const A &);
void by_value(A);
template <class T> void look(const T &) {}
struct Pure { virtual void f() = 0; Pure(int = 0) {} };
struct Holds {
    Pure p;
    // CHECK: `Pure` is abstract
};
struct E { explicit operator bool() const { return true; } };
struct S { static int k(int); static int k(double); int m(); static int m(int); };
struct I { operator int() const { return 1; } };
struct J { operator int() const { return 2; } };
struct Both : I, J {};
void f(B b, E e, Both both) {
    by_reference(b);
    // CHECK: `A` is no public base of `B`
    by_value(b);
    // CHECK: `A` is no public base of `B`
    look<A>(b);
    // CHECK: `A` is no public base of `B`
    A a = b;
    // CHECK: `A` is no public base of `B`
    A *p = dynamic_cast<A *>(&b);
    // CHECK: `A` is no public base of `B`
    A *q = static_cast<A *>(&b);
    // CHECK: `A` is no public base of `B`
    int n = (int)e;
    // CHECK: cannot turn `E` into `int`
    auto k = &S::k;
    // CHECK: `k` cannot be deduced
    auto m = &S::m;
    // CHECK: `m` cannot be deduced
    int sum = both + 1;
    // CHECK: Both
    Pure made = 3;
    // CHECK: `Pure` is abstract
}
