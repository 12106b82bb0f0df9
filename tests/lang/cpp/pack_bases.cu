// Packs of bases: using what each has, initialising each.
#include <cstdio>
template <typename... M> struct Mix : M... { using M::go...; Mix(M... m) : M(m)... {} Mix() {} };
struct M1 { int v = 1; int go(int) { return v; } }; struct M2 { int w = 2; int go(double) { return w; } };
template <class... Ts> struct overloaded : Ts... { using Ts::operator()...; };
template <class... Ts> overloaded(Ts...) -> overloaded<Ts...>;
template <typename T, template <typename> class... P> struct Host : P<T>... { T sum() { return (P<T>::val() + ...); } };
template <typename T> struct Pa { T val() { return 1; } }; template <typename T> struct Pb { T val() { return 2; } };
struct B1 { int f() { return 1; } int g() { return 2; } }; struct D1 : B1 { using B1::f, B1::g; int f(int) { return 3; } int g(int) { return 4; } };
int main() { Mix<M1, M2> m, k(M1{5}, M2{6}); printf("%d %d %d %d\n", m.go(1), m.go(1.0), k.go(1), k.go(1.0));
 auto o = overloaded{[](int) { return 1; }, [](double) { return 2; }, [](auto) { return 3; }}; printf("%d %d %d\n", o(1), o(2.0), o("x"));
 Host<int, Pa, Pb> h; printf("%d\n", h.sum()); D1 d; printf("%d %d %d %d\n", d.f(), d.f(1), d.g(), d.g(1)); }

/* OUTPUT:
1 2 5 6
1 2 3
3
1 3 2 4
*/
