// Of several bases the nearest one's overload is meant (C++ [over.ics.rank] 4.4): objects, pointers, references, members,
// operators, templates. A class's own member rather than one that `using` brings. Conversion functions by `& ` and `&&`.
// RUN: file
#include <cstdio>
struct A { int x; int operator<(int) const { return 1; } int operator<(const A &) const { return 3; } };
struct B : A {}; struct C : B {}; struct D : C { operator int() const { return 3; } };
int r(const A &) { return 1; } int r(const B &) { return 2; }
int v(A) { return 1; } int v(B) { return 2; }
int mixed(const A &) { return 1; } int mixed(B) { return 2; }
int p(const A *) { return 1; } int p(const B *) { return 2; } int p(const void *) { return 3; }
int pq(A *) { return 1; } int pq(const B *) { return 2; }
int rr(A &&) { return 1; } int rr(const B &) { return 2; }
int two(const A &, const A &) { return 1; } int two(const B &, const B &) { return 2; }
int mix(const A &, const B &) { return 1; } int mix(const B &, const B &) { return 2; }
int convert(long, const A &) { return 1; } int convert(double, const B &) { return 2; }
struct M { int f(const A &) { return 1; } int f(const B &) { return 2; } };
int operator<(const B &, int) { return 2; }
int operator<(const B &, const A &) { return 4; }
template <class T> int t(const A &, T) { return 1; }
template <class T> int t(const B &, T) { return 2; }
template <class T> struct T1 {}; template <class T> struct T2 : T1<T> {}; struct T3 : T2<int> {};
template <class T> int deduced(const T1<T> &) { return 1; }
template <class T> int deduced(const T2<T> &) { return 2; }
int member(int B::*) { return 1; } int member(int C::*) { return 2; }
struct F { friend int operator-(const F &, const F &) { return 1; } };
struct G : F { friend int operator-(const G &, const G &) { return 2; } };
struct H : G {}; template <class T> struct I : H { operator T() const { return 3; } };
struct O { virtual int h() const { return 5; } };
template <class T> struct P : O { virtual int h(int a = 15) const { return 16 + a; } using O::h; };
struct Q : P<int> { int up() { return P<int>::h(); } };
struct S { operator int() & { return 1; } operator int() && { return 2; } };
struct U { explicit operator bool() const { return true; } };
struct V { explicit operator bool() const { return false; } };
struct W : U, V {};
struct X : U, V { explicit operator bool() const { return U::operator bool() && !V::operator bool(); } };
int main() {
    B b; C c; D d;
    printf("%d %d %d %d %d %d %d %d %d %d\n", r(c), r(b), v(c), mixed(c), p(&c), pq(&c), rr(C()), two(c, d), two(c, b), mix(c, c));
    printf("%d %d %d %d %d %d %d\n", M().f(c), t(c, 1), deduced(T3()), b < 1, b < b, member(&A::x), c < d);
    H h; I<long> i; Q q; S s; W w; X x;
    printf("%d %d %d %d %d %d\n", h - i, i - h, q.h(), q.up(), (int)s, (int)S());
    printf("%d %d %d\n", w.U::operator bool(), w.V::operator bool(), x ? 1 : 0);
}
/* OUTPUT:
2 2 2 2 2 2 2 2 2 2
2 2 2 2 4 1 4
2 2 31 31 1 2
1 0 1
*/
