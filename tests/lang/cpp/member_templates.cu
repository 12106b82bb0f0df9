// Member templates, inside and outside of their structs, and members of structs in struct templates. g++ prints the same.
#include <cstdio>
struct A {
  int n;
  A(int n) : n(n) {}
  template <class T> A(T *p, int k) : n(*p + k) {}
  template <class T> T get() const { return T(n) / 2; }
  template <class T, class U> void set(T a, U b);
  template <class T> static T twice(T x) { return x + x; }
  template <class U> struct rebind { U u; int f() { return (int)u + 1; } };
  template <class U> using ptr = U *;
  template <class U> U operator()(U x) { return x * n; }
  template <class U> static constexpr int size = sizeof(U);
};
template <class T, class U> void A::set(T a, U b) { n = a * b; }
template <class T> struct V {
  struct Node { T v; Node *next; T get() { return v; } T later(); };
  T a;
  template <class U> U as() const { return U(a); }
  template <class U> V<U> to();
  template <class F> void each(F f) { f(a); }
  static int count;
  static constexpr int k = sizeof(T);
  T plain(T x);
  template <class U> struct inner { T t; U u; };
  template <class U> struct inner<U *> { int p; };
};
template <class T> template <class U> V<U> V<T>::to() { V<U> r; r.a = U(a); return r; }
template <class T> T V<T>::plain(T x) { return x + a; }
template <class T> T V<T>::Node::later() { return v + 1; }
template <class T> int V<T>::count = 7;
void pr(double x) { printf("pr %g\n", x); }
template <class... B> struct over { int n = sizeof...(B); template <class... C> int m(C... c) { return n * 10 + sizeof...(c); } };
template <class T, class = void> struct has_type { static constexpr bool value = false; };
template <class... > using void_t = void;
template <class T> struct has_type<T, void_t<typename T::type>> { static constexpr bool value = true; };
struct WT { typedef int type; };
template <typename T> struct deep { template <typename U> struct x { template <typename W> static int f(W w) { return sizeof(T) + sizeof(U) + w; } }; };
template <typename T> int use(T t) { return t.template as<int>() + T::template inner<char>().t; }
int main() {
  int q = 5;
  A a(3), b(&q, 2);
  printf("%g %d %d\n", a.get<double>(), b.n, A::twice(4));
  a.set(2, 3.5); printf("%d %g\n", a.n, A::twice<double>(1));
  A::rebind<float> r; r.u = 2.5f; printf("%d\n", r.f());
  A::ptr<int> p = &q; printf("%d %d %d\n", *p, a(2), A::size<double>);
  V<int> v; v.a = 4; V<int>::Node n; n.v = 6; n.next = 0;
  printf("%d %d %g %g\n", n.get(), n.later(), v.as<double>(), v.to<float>().a);
  v.each(pr);
  printf("%d %d %d\n", V<int>::count, V<int>::k, v.plain(1));
  V<int>::count++; printf("%d %d\n", V<int>::count, V<char>::count);
  V<int>::inner<float> in; in.t = 1; in.u = 2.5f; V<int>::inner<float *> ip; ip.p = 3;
  printf("%d %g %d\n", in.t, in.u, ip.p);
  over<int, char> o; printf("%d\n", o.m(1, 2, 3));
  printf("%d %d\n", has_type<WT>::value, has_type<int>::value);
  printf("%d\n", deep<int>::x<char>::f(3));
}
/* OUTPUT:
1.5 7 8
7 2
3
5 14 8
6 7 4 4
pr 4
7 4 5
8 7
1 2.5 3
23
1 0
8
*/
