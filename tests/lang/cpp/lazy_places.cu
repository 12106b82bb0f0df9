// Instances that are needed for the first time in each kind of place: values, arrays, containers, bases, exceptions, traits.
#include <cstdio>
#include <vector>
#include <map>
#include <memory>
#include <tuple>
#include <optional>
#include <array>
#include <type_traits>
template <int K> struct D { int by = K; int get() const { return by; } };
template <int K> struct C { int v; C() : v(K) {} C(int x) : v(x + K) {} ~C() { printf("~%d ", v); } operator int() const { return v; } };
template <int K> struct B { virtual ~B() {} virtual int f() const { return K; } };
template <int K> struct E : B<K> { int f() const override { return K + 1; } };
template <int K> struct S { static const int n = K; enum { e = K + 1 }; using type = D<K>; static int g() { return K; } };
template <int K> D<K> mk() { return {}; }
template <int K> int take(D<K> d = {}) { return d.by; }
template <int K> int takec(C<K> c) { return c; }
template <class T> T dflt() { return T(); }
struct H { D<40> a; D<41> b[2]; std::array<D<42>, 2> c; };
D<50> glob; D<51> globs[2]; static C<52> sc; const D<53> cd{};
int main() {
  printf("%d %d %d %d\n", glob.by, globs[1].by, sc.v, cd.by);
  std::vector<D<1>> v(3); printf("%d ", v[2].by); std::vector<D<2>> w; w.resize(2); w.push_back({}); w.emplace_back(); printf("%d %d ", w[2].by, w[3].by);
  std::map<int, D<3>> m; printf("%d ", m[5].by); std::pair<D<4>, int> p; printf("%d ", p.first.by); std::tuple<D<5>, C<6>> t; printf("%d %d\n", std::get<0>(t).by, std::get<1>(t).v);
  auto u = std::make_unique<D<7>>(); printf("%d ", u->by); auto s = std::make_shared<C<8>>(1); printf("%d ", s->v); std::optional<D<9>> o; o.emplace(); printf("%d ", o->by); std::array<D<10>, 2> a; printf("%d\n", a[1].by);
  printf("%d %d %d %d\n", mk<11>().by, take<12>(), takec<13>(5), dflt<D<14>>().by);
  printf("%d %d %d %d\n", S<15>::n, S<16>::e, S<17>::g(), S<18>::type().by);
  B<19> *b = new E<19>; printf("%d ", b->f()); delete b; const B<20> &r = E<20>(); printf("%d ", r.f()); E<21> e; B<21> *q = &e; printf("%d\n", q->f());
  H h; printf("%d %d %d ", h.a.by, h.b[1].by, h.c[1].by); H h2 = {}; printf("%d %d ", h2.a.by, h2.b[0].by); H *h3 = new H(); printf("%d\n", h3->c[0].by);
  int x = true ? C<22>() : C<22>(1); printf("%d ", x); auto l = [d = D<23>()] { return d.by; }; printf("%d ", l()); auto l2 = [](D<24> d) { return d.by; }; printf("%d\n", l2({}));
  printf("%zu %d %d %d\n", sizeof(E<25>), (int)std::is_polymorphic<E<26>>::value, (int)std::is_base_of<B<27>, E<27>>::value, (int)std::is_trivially_destructible<C<28>>::value);
  printf("%d %d\n", (int)std::is_convertible<C<29>, int>::value, (int)std::is_default_constructible<D<30>>::value);
  D<31> loc[2]; D<32> loc2 = D<32>(); D<33> loc3{}; static D<34> st[2]; printf("%d %d %d %d\n", loc[1].by, loc2.by, loc3.by, st[1].by);
  C<35> *cp = new C<35>[2]; printf("%d ", cp[1].v); delete[] cp; try { throw D<36>(); } catch (const D<36> &d) { printf("%d ", d.by); } try { throw E<37>(); } catch (B<37> &bb) { printf("%d\n", bb.f()); }
  { C<60> c1; C<61> c2[2]; (void)c1; (void)c2; } printf(".\n"); for (auto d : {D<38>(), D<38>()}) printf("%d ", d.by); int sum = C<39>(1) + C<40>(2); printf("%d\n", sum);
}
/* OUTPUT:
50 51 52 53
1 2 2 3 4 5 6
7 9 9 10
11 12 18 14
~18 15 17 17 18
20 21 22
40 41 42 40 41 42
~22 22 23 24
8 1 1 0
1 1
31 32 33 34
35 ~35 ~35 36 38
~61 ~61 ~60 .
38 38 ~42 ~40 82
~9 ~6 ~52 */
