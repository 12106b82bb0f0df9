// A pack that is named in a lambda's body only, as a type: the fold or expansion around it takes it.
#include <cstdio>
struct A { static constexpr int v = 1; };
struct B { static constexpr int v = 2; };
template <class P> int g(int x) { return P::v * x; }
template <class... P> int sum() {
    int all = 0;
    ([&] { all += g<P>(10) + P::v; }(), ...);
    return all;
}
int digits(int a, int b, int c) { return a * 100 + b * 10 + c; }
template <class... P> int listed() { return digits([] { P p; return p.v + (int)sizeof(P); }()...); }
int main() { printf("%d %d %d\n", sum<A, B>(), sum<B>(), listed<B, A, B>()); }
/* OUTPUT:
33 22 323
*/
