// Templates that use each other 800 levels deep, in time and memory that grow little faster than the depth: classes, their bases' members, functions, variables.
#include <cstdio>
template <int N> struct S { static const int v = S<N - 1>::v + 1; };
template <> struct S<0> { static const int v = 0; };
template <int N> struct B : B<N - 1> { int m() const { return B<N - 1>::m() + 1; } };
template <> struct B<0> { int m() const { return 0; } int last = 7; };
template <int N> int f() { if constexpr (N == 0) return 0; else return f<N - 1>() + 1; }
template <int N> int g() { return g<N - 1>() + 1; }
template <> int g<0>() { return 0; }
template <int N> constexpr int w = w<N - 1> + 1;
template <> constexpr int w<0> = 0;
template <int N> auto a() { if constexpr (N == 0) return 0; else return a<N - 1>() + 1; }
constexpr int h(int n) { return n == 0 ? 0 : h(n - 1) + 1; }
int main() {
    constexpr int c = h(500);
    B<800> b;
    printf("%d %d %d %d %d %d %d %d\n", S<800>::v, b.m(), b.last, f<800>(), g<800>(), w<800>, a<800>(), c);
}
/* OUTPUT:
800 800 7 800 800 800 800 500
*/
