// `using` brings the functions of inline namespaces too; addresses and casts choose among all that directives and `using` bring.
#include <cstdio>
namespace V {
inline namespace W { int f(int a) { return 1; } template <typename T> T h(T a) { return a + 1; } }
int f(double d) { return 2; }
inline namespace X { int f(int a, int b) { return 3; } }
}
using ::V::f;
using V::h;
namespace Q { using V::f; int f(const char *) { return 4; } }
namespace A { int g(int a) { return 1; } }
namespace B { int g(int a, int b) { return 2; } }
using namespace A;
using namespace B;
int plain(int) { return 5; }
int plain(int, int) { return 6; }
int take(int (*p)(int, int)) { return p(1, 2); }
int main() {
    printf("%d %d %d, %d %d %d %d\n", f(1), f(1.5), f(1, 2), Q::f(1), Q::f(1.5), Q::f(1, 2), Q::f("s"));
    { using V::f; printf("%d %d %d\n", f(1), f(1.5), f(1, 2)); }
    int (*a)(int, int) = &V::f, (*b)(int) = f, (*c)(const char *) = Q::f;
    printf("%d %d %d %d\n", a(1, 2), b(2), c("s"), h(4));
    int (*p)(int, int) = g, (*q)(int) = &g;
    auto r = (int (*)(int, int))g;
    auto s = static_cast<int (*)(int, int)>(&::g);
    printf("%d %d %d %d %d\n", p(1, 2), q(1), r(1, 2), s(1, 2), take(g));
    auto t = (int (*)(int, int))plain;
    auto u = static_cast<int (*)(int, int)>(plain);
    auto v = (int (*)(int))(int (*)(int, int))plain;
    printf("%d %d %d\n", t(1, 2), u(1, 2), (void *)v == (void *)t);
}
/* OUTPUT:
1 2 3, 1 2 3 4
1 2 3
3 1 4 5
2 1 2 2 2
6 6 1
*/
