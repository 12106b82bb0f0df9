// Behind `A::`, and for arguments' sake, the functions of a namespace without a name are hidden by those of the namespace around it.
#include <cstdio>
namespace A {
struct T {};
int f(int) { return 1; }
int own(T, int) { return 1; }
template <typename X> int made(X) { return 1; }
namespace {
int f(double) { return 2; }
int own(T, double) { return 2; }
int made(double) { return 2; }
int only(int) { return 5; }
int declared(int);
int declared(int) { return 6; }
struct S { int v; void set(); };
}
int g() { return f(1.5) + 10 * made(1.5); }
}
void A::S::set() { v = 3; }
int k(int) { return 1; }
namespace { int k(double) { return 2; } }
int main() {
    A::S s;
    s.set();
    printf("%d %d %d %d %d %d %d\n", A::f(1.5), A::g(), A::only(1), own(A::T(), 1.5), A::made(1.5), A::declared(1), s.v);
    int (*p)(int) = A::f, (*q)(int) = A::only;
    printf("%d %d %d %d\n", k(1.5), ::k(1.5), p(1), q(1));
}
/* OUTPUT:
1 22 5 1 1 6 3
2 1 1 5
*/
