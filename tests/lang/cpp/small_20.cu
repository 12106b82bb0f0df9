// C++20: attributes before case labels, new T[]{...}, explicit(condition).
#include <cstdio>
#include <type_traits>
int f(int x) {
    switch (x) {
    [[likely]] case 1: return 10;
    [[unlikely]] case 2:
    [[unlikely]] case 3: return 20;
    [[unlikely]] default: return 0;
    }
}
struct P { int x, y; };
struct N { int v; N(int x) : v(x) {} ~N() { printf("~%d ", v); } };
template <class T> struct A { T v; explicit(sizeof(T) > 4) A(T x) : v(x) {} explicit(sizeof(T) <= 4) operator bool() const { return true; } };
template <class... T> int total(T... t) { int *p = new int[]{t...}, s = 0; for (unsigned i = 0; i < sizeof...(t); i++) s += p[i]; delete[] p; return s; }
int main() {
    if (f(1) > 5) [[likely]] puts("y"); else [[unlikely]] puts("n");
    for (int i = 0; i < 5; i++) [[likely]] printf("%d ", f(i));
    while (false) [[unlikely]] {}
    puts("");
    int *a = new int[]{1, 2, 3}; printf("%d %d\n", a[0], a[2]); delete[] a;
    int *b = new int[5]{1, 2}; printf("%d %d\n", b[1], b[4]); delete[] b;
    auto q = new P[]{{1, 2}, {3, 4}}; printf("%d\n", q[1].x); delete[] q;
    char *s = new char[]{"hello"}; puts(s); delete[] s;
    N *n = new N[]{1, 2, 3}; printf("%d\n", n[2].v); delete[] n; puts("");
    double *d = new double[]{1, 2.5}; printf("%g\n", d[1]); delete[] d;
    printf("%d\n", total(1, 2, 3, 4));
    A<int> x = 3; A<double> y(2.0);
    printf("%d %d\n", std::is_convertible_v<int, A<int>>, std::is_convertible_v<double, A<double>>);
    bool z = y; printf("%d %d %d\n", z, std::is_convertible_v<A<int>, bool>, (bool)x);
}
/* OUTPUT:
y
0 10 20 20 0 
1 3
2 0
3
hello
3
~3 ~2 ~1 
2.5
10
1 0
1 0 1
*/
