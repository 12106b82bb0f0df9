// C++20: packs captured with an initialiser; `using` constructors by another name of the base.
#include <cstdio>
#include <string>
#include <utility>
struct M { int i; M(int i) : i(i) {} M(M &&o) : i(o.i) { o.i = -1; } M(const M &o) : i(o.i + 100) {} };
template <class... A> auto sum(A... a) { return [...b = a] { return (b + ... + 0); }; }
template <class... A> auto later(A &&...a) {
    return [... b = std::move(a)](auto f) { return f(b.i...); };
}
template <class... A> void more(A &...a) { [&... r = a](int n) { ((r += n), ...); }(10); }
template <class... A> auto twice(A... a) { return [n = sizeof...(a), ... b = a * 2](int k) { return (int)n * k + (b + ... + 0); }; }
struct Q { Q(int i, int j = 1) : i(i * j) {} int i; };
using QA = Q;
struct R : QA { using Q::Q; };
struct S : QA { using QA::QA; int extra = 4; };
template <class T> struct Base { Base(T t) : t(t) {} T t; };
template <class T> struct Der : Base<T> { using B = Base<T>; using B::B; };
template <class T> struct Der2 : Base<T> { using Base<T>::Base; };
int main() {
    printf("%d %d\n", sum(1, 2, 3)(), sum()());
    M x(1), y(2);
    printf("%d", later(std::move(x), std::move(y))([](int a, int b) { return a * 10 + b; }));
    printf(" %d %d\n", x.i, y.i);
    int p = 1;
    long q = 2;
    more(p, q);
    printf("%d %ld %d\n", p, q, twice(1, 2)(100));
    R r(5);
    S s(6, 7);
    Der<int> d(7);
    Der2<double> e(7.5);
    printf("%d %d %d %d %g\n", r.i, s.i, s.extra, d.t, e.t);
}
/* OUTPUT:
6 0
12 -1 -1
11 12 206
5 42 4 7 7.5
*/
