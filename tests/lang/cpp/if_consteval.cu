// C++20, and `if consteval` of C++23: which side is taken while compiling, which when the code runs; what may be called there.
#include <cstdio>
consteval int square(int x) { return x * x; }
constexpr int f(int x) { if consteval { return square(x) + 1; } else { return x; } }
constexpr int g(int x) { if !consteval { return x; } return 2; }
constexpr int h(int x) {
    if not consteval { return 10; }
    else { int y = square(x); if (y > 4) { return square(y); } else { return y; } }
}
template <class T> constexpr T t(T x) { if consteval { return square(x); } else { if consteval { return 0; } return -x; } }
struct S { int v; constexpr S(int x) : v(0) { if consteval { v = square(x); } else { v = x; } } };
int main() {
    constexpr int a = f(3), b = g(3), c = h(3), d = t(3);
    int v = 3, size[f(2)];
    printf("%d %d %d %d %d\n", a, b, c, d, (int)(sizeof size / sizeof *size));
    printf("%d %d %d %d\n", f(v), g(v), h(v), t(v));
    constexpr S s(4);
    S r(v);
    printf("%d %d\n", s.v, r.v);
    if consteval { printf("never\n"); }
}
/* OUTPUT:
10 2 81 9 5
3 3 10 -3
16 3
*/
