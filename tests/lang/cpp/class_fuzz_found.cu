// What random classes found: delegation in abstract classes, the choice among conversion functions, overloaded static members by
// address, assignment over private bases, what traits say of bases out of reach.
#include <cstdio>
#include <type_traits>
namespace delegates {
struct A { int x; A(int x) : x(x) {} A() : A(7) {} virtual int f() = 0; virtual ~A() {} };
struct B : A { B() {} int f() override { return x; } };
void run() { printf("%d\n", B().f()); }
}
namespace converts {
struct A { int x = 0; explicit operator bool() const { return x > 5; } operator int() const { return x; } };
struct A2 { int x = 3; explicit operator bool() const { return x > 5; } operator int() { return x; } };
struct A3 { int x = 3; explicit operator bool() { return x > 5; } operator int() const { return x; } };
struct B : A { B() { x = 3; } };
struct B2 : A2 { operator int() const { return 7; } };
struct P { int v; P(int v) : v(v) {} };
struct Q : P { Q(int v) : P(v) {} Q(const Q &o) : P(o.v + 100) {} };
void run() {
  A a; a.x = 3; printf("%d %d %d\n", a ? 1 : 2, !a, a && true); B b; printf("%d %d %d %d\n", b ? 1 : 2, !b, b || false, b + 1);
  A2 a2; A3 a3; const A3 c3; printf("%d %d %d\n", a2 ? 1 : 2, a3 ? 1 : 2, c3 ? 1 : 2);
  B2 b2; printf("%d %d %d\n", b2 ? 1 : 2, (int)b2, b2 * 2);
  Q q(a); printf("%d\n", q.v);
  printf("%d %d %d\n", std::is_convertible_v<A, P>, std::is_constructible_v<P, A>, std::is_constructible_v<Q, A>);
}
}
namespace statics {
struct A { static int h(int a) { return a; } int h(double) const { return 2; } static int k(int) { return 1; } static int k(double) { return 2; } };
void run() {
  int (*p)(int) = &A::h; int (A::*q)(double) const = &A::h; int (*r)(double) = &A::k, (*s)(int) = A::k; A a;
  printf("%d %d %d %d\n", p(1), (a.*q)(1), r(1), s(1)); printf("%d %d\n", a.h(2.5), a.h(2));
}
}
namespace assigns {
class C0 { public: int x = 0; C0 &operator=(const C0 &o) { x = o.x; printf(" C0="); return *this; } };
class C4 : C0 { public: int y = 1; };
struct C6 : C4 { int m = 3; };
struct C7 : private C4 { int m = 3; };
struct C9 : C0 { int m = 3; C9() {} C9(C9 &&) = default; C9 &operator=(C9 &&) = default; };
void run() { C7 e; e = C7(); C6 b, q; q.m = 9; b = q; C9 c, d; d.m = 7; c = static_cast<C9 &&>(d); printf(" %d %d\n", b.m, c.m); }
}
namespace reaches {
struct A { }; struct B : protected A { }; struct C : A { };
void run() { printf("%d %d %d %d %d\n", std::is_convertible_v<B *, A *>, std::is_convertible_v<B, A>, std::is_constructible_v<A, B>, std::is_convertible_v<C *, A *>, std::is_base_of_v<A, B>); }
}
int main() { delegates::run(); converts::run(); statics::run(); assigns::run(); reaches::run(); }
/* OUTPUT:
7
2 1 0
2 1 0 4
1 2 1
2 7 14
3
0 1 1
1 2 2 1
2 2
 C0= C0= C0= 9 7
0 0 0 1 1
*/
