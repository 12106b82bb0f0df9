// The address of one of several member functions is looked for in the class that is named: its own and those that `using` brings, and
// what may be used is asked of the one that is meant.
#include <cstdio>
struct A { int x = 1; int g(char a) const { return x + a; } int g(long a) { return x - (int)a; } static int s(char) { return 10; } };
struct B : A { int g(int) { return 5; } int g() const { return 6; } using A::g; static int s(int) { return 20; } using A::s; };
struct C : B {};
struct One : A { using A::s; };
class P { protected: int h(char a) const { return a; } public: int h() const { return 7; } static int h(long) { return 8; } };
struct Q : P { int own() { int (Q::*p)() const = &Q::h; return (this->*p)(); } };
int main() {
  C c; B b; Q q;
  int (B::*p)() const = &B::g; int (B::*r)(int) = &B::g; int (A::*t)(char) const = &B::g; int (C::*u)(long) = &C::g;
  printf("%d %d %d %d\n", (b.*p)(), (b.*r)(1), (b.*t)(2), (c.*u)(3));
  int (*v)(char) = &B::s; int (*w)(int) = &C::s; auto only = &One::s;
  printf("%d %d %d\n", v(1), w(1), only('c'));
  int (P::*y)() const = &P::h; int (*z)(long) = &P::h;
  printf("%d %d %d\n", (q.*y)(), z(1), q.own());
}
/* OUTPUT:
6 5 3 -2
10 20 10
7 8 7
*/
