// Conversion function templates, and casts to types that template arguments name.
// OUT: 8 8 80
// OUT: 3 3
// OUT: 1
// OUT: 16
// OUT: 45
// OUT: 6
// OUT: 5
// OUT: 5 7
// OUT: 7
// OUT: brace
// OUT: 012case
// OUT: 4 2
#include <cstdio>
namespace test0 {
struct Any { int v; template <class T> operator T() const { return T(v) * 2; } };
template <class T> struct Wrap { T v; template <class U> operator Wrap<U>() const { return {U(v)}; } operator T() const { return v; } };
struct Ptr { template <class T> operator T *() const { return nullptr; } };
int f(double d) { return d * 10; }
int run() { Any a{4}; int i = a; double d = a; printf("%d %g %d\n", i, d, f(a)); Wrap<int> w{3}; Wrap<double> x = w; printf("%g %d\n", x.v, (int)w); int *p = Ptr(); printf("%d\n", p == nullptr); printf("%d\n", static_cast<int>(a) + int(a)); return 0; }
}
namespace test1 {
template <int... I> struct seq { using type = seq; static constexpr int n = sizeof...(I); };
template <int N, int... I> struct mk : mk<N - 1, N - 1, I...> {};
template <int... I> struct mk<0, I...> { using type = seq<I...>; };
template <int... I> int sum(seq<I...>) { return (I + ... + 0); }
int run() { printf("%d\n", sum(mk<10>::type{})); printf("%d\n", sum(typename mk<4>::type())); printf("%d\n", mk<5>::type::n); return 0; }
}
namespace test2 {
template <int N> struct mk { struct type { int v; }; using num = int; template <class U> struct in { U u; }; enum { k = 3 }; static int f(int x) { return x + N; } };
int take(mk<4>::type t) { return t.v; }
int run() {
    printf("%d %d\n", take(mk<4>::type{5}), mk<4>::num(2.5) + mk<4>::f(1));
    printf("%d\n", mk<4>::in<int>{7}.u);
    if (mk<4>::k == 3) { printf("brace\n"); }
    for (int i = 0; i < mk<2>::k; i++) { printf("%d", i); }
    switch (3) { case mk<1>::k: { printf("case\n"); } }
    int x = mk<3>::num{4}; auto t = mk<3>::type{2}; printf("%d %d\n", x, t.v);
    return mk<3>::num{};
return 0; }
}
int main() { test0::run(); test1::run(); test2::run(); }
