// Using declarations of library functions: those of headers themselves, and a program's beside its own overloads.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>
using std::abs;
using std::exp;
using std::fmax;
using std::hypot;
using std::max;
using std::pow;
using std::sqrt;
using std::swap;
namespace A { int f(int) { return 1; } template <class T> int g(T) { return 10; } int h(int) { return 20; } }
namespace B { int f(const char *) { return 2; } int g(int, int) { return 11; } }
int f(double) { return 3; }
using A::f;
using B::f;
int g(char *) { return 12; }
using A::g;
using B::g;
using A::h;
namespace C { int f(char *, int) { return 30; } using A::f; int call() { return f(1) + f((char *)0, 1); } }
struct S { int v; };
void swap(S &a, S &) { a.v = 99; }
int max(S a, S b) { return a.v + b.v; }
double abs(S s) { return s.v < 0 ? -s.v : s.v; }
int main() {
    printf("%zu %zu %zu %zu\n", sizeof(std::hypot(0.5L, 3.0)), sizeof(hypot(3.0, 0.5L)), sizeof(hypot(0.5f, 3.0f)), sizeof(hypot(1.f, 2.f, 3.f)));
    printf("%zu %zu %zu %zu %zu\n", sizeof(pow(0.5f, 3.0f)), sizeof(fmax(0.5L, 3.0f)), sizeof(abs(-3L)), sizeof(sqrt(2.f)), sizeof(exp(1.f)));
    S a{1}, b{2};
    int x = 1, y = 2;
    swap(a, b);
    swap(x, y);
    printf("%d %d %d | %d %d %d | %d %d | %d %d %d | %d %d %g %g\n", f(1), f("x"), f(1.5), g(1.5f), g(1, 2), g((char *)0), h(1), C::call(), a.v, x, y, max(3, 4),
           max(a, b), abs(-2.5), abs(S{-7}));
    printf("%d %d\n", C::f(5), ::f("q"));
}
/* OUTPUT:
16 16 4 4
4 16 8 4 4
1 2 3 | 10 11 12 | 20 31 | 99 2 1 | 4 101 2.5 7
1 2
*/
