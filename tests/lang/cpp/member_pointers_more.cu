// Pointers to data members in templates, containers, namespaces, as arguments of templates, in constant expressions.
#include <cstdio>
#include <vector>
#include <algorithm>
#include <map>
#include <string>
#include <functional>
namespace N { struct S { int a; int b; struct In { int z; }; }; template <class T> struct V { T x, y; T V::*pick(bool f) { return f ? &V::x : &V::y; } static constexpr T V::*first = &V::x; }; }
template <class T, class M> struct By { M T::*m; bool operator()(const T &a, const T &b) const { return a.*m < b.*m; } };
template <class T, class M> By<T, M> by(M T::*m) { return {m}; }
template <class T, class R> std::vector<R> column(const std::vector<T> &v, R T::*m) { std::vector<R> r; for (auto &x : v) r.push_back(x.*m); return r; }
template <class C, class... T> int total(C &c, T C::*...m) { return (0 + ... + (int)(c.*m)); }
template <class T> auto size_of(T T::value_type::*) -> int { return 1; }
template <class C> int which(int C::*) { return 1; }
template <class C> int which(double C::*) { return 2; }
template <class T> int which(T) { return 3; }
struct Derived : N::S { int mem = 21; double d; using Base = N::S; int Base::*mine() { return &Base::b; } int sum() { int Derived::*p = &Derived::a; return this->*p + (*this).*mine(); } };
struct Reg { const char *name; double Derived::*field; } regs[] = {{"d", &Derived::d}};
struct Ptr { N::S *s; N::S *operator->() { return s; } int &operator->*(int N::S::*m) { return s->*m; } };
using IntOf = int N::S::*;
IntOf choose(int i) { static const IntOf t[] = {&N::S::a, &N::S::b}; return t[i]; }
int (N::S::*paren) = &N::S::b;
int N::S::*const cp = &N::S::a;
int N::S::*fn(int N::S::*q = &N::S::b) { return q; }
template <class T, T N::S::*P> struct Acc { static T &of(N::S &s) { return s.*P; } };
template <int Derived::*P> int of_derived(Derived &d) { return d.*P; }
template <int N::S::*P = nullptr> int maybe(N::S &s) { if constexpr (P == nullptr) return -1; else return s.*P; }
int main() {
  N::V<float> v{1.5f, 2.5f}; printf("%g %g %g\n", v.*v.pick(true), v.*v.pick(false), v.*N::V<float>::first);
  std::vector<N::S> l = {{3, 1}, {1, 2}, {2, 3}};
  std::sort(l.begin(), l.end(), by(&N::S::a)); for (auto &s : l) printf("%d ", s.a);
  std::sort(l.begin(), l.end(), by(&N::S::b)); for (auto &s : l) printf("%d ", s.b); puts("");
  for (int x : column(l, &N::S::a)) printf("%d ", x); puts("");
  printf("%d\n", total(l[0], &N::S::a, &N::S::b));
  Derived d; d.a = 4; d.b = 5; d.d = 6; printf("%d %d %d %d\n", which(&Derived::a), which(&Derived::d), which(3), d.sum());
  printf("%s %g\n", regs[0].name, d.*regs[0].field);
  Ptr p{&l[0]}; p->*&N::S::a = 9; printf("%d\n", l[0].a);
  printf("%d %d %d %d %d\n", l[0].*choose(1), l[0].*paren, l[0].*cp, l[0].*fn(), Acc<int, &N::S::a>::of(l[0]));
  std::map<std::string, int N::S::*> names = {{"a", &N::S::a}, {"b", &N::S::b}}; printf("%d %d\n", l[1].*names["b"], names["zz"] == nullptr);
  std::function<int(N::S &)> f = &N::S::b; printf("%d\n", f(l[1]));
  std::vector<int> out(3); std::transform(l.begin(), l.end(), out.begin(), std::mem_fn(&N::S::b)); printf("%d %d\n", out[0], out[2]);
  N::S::In in{3}; int N::S::In::*pz = &N::S::In::z; printf("%d %d\n", in.*pz, sizeof(in.*pz) == 4);
  int x = 3, y = 4; int *py = &y; printf("%d %g\n", x * *py, 1.*2);
  switch (int k = l[0].*paren; k) { default: printf("%d\n", k); }
  while (int N::S::*w = nullptr) puts("never");
  auto g = [](auto &o, auto m) -> decltype(auto) { return (o.*m); }; g(l[0], &N::S::b) = 31; printf("%d\n", l[0].b);
  const auto &cl = l[0]; printf("%d\n", (int)std::is_same_v<decltype((cl.*cp)), const int &>);
  static_assert(sizeof(IntOf) == 8); static_assert(&N::S::a != &N::S::b); constexpr IntOf k = &N::S::b; static_assert(k == &N::S::b && k);
  constexpr N::S cs{7, 8}; static_assert(cs.*k == 8);
  printf("%d %d %d %d\n", of_derived<&Derived::mem>(d), maybe(l[0]), maybe<nullptr>(l[0]), maybe<&N::S::a>(l[0]));
}
/* OUTPUT:
1.5 2.5 1.5
1 2 3 1 2 3 
3 1 2 
4
1 2 3 9
d 6
9
1 1 9 1 9
2 1
2
1 3
3 1
12 2
1
31
1
21 -1 -1 9
*/
