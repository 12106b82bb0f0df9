// Explicit specialisations of members and of one of several templates, declared first and without <...>; deduction from braced lists.
#include <cstdio>
#include <initializer_list>
template <class T> int pick(T) { return 1; }
template <class T> int pick(T *) { return 2; }
template <class T> int pick(T, T) { return 3; }
template <> int pick(int *) { return 20; }
template <> int pick<>(char) { return 10; }
template <> int pick(double, double) { return 30; }
template <class A, class B = int> struct Tr { static const char *name(); static int n; int size() const; template <class U> U as() const { return U(1); } };
template <class A, class B> const char *Tr<A, B>::name() { return "any"; }
template <class A, class B> int Tr<A, B>::n = 1;
template <class A, class B> int Tr<A, B>::size() const { return sizeof(A); }
template <> const char *Tr<int>::name() { return "int"; }
template <> const char *Tr<float, float>::name() { return "ff"; }
template <> int Tr<char>::n = 77;
template <> int Tr<double>::size() const { return -8; }
namespace ns { template <class T> struct S { void f(); int g(int) const { return 1; } int g(double) const { return 2; } }; template <class T> void S<T>::f() { puts("S"); } template <> void S<long>::f() { puts("S<long>"); } template <> int S<long>::g(double) const { return 22; } }
template <class T, int N> int sum(const T (&a)[N]) { int s = N * 1000; for (int i = 0; i < N; i++) s += (int)a[i]; return s; }
template <class T, int N, int M> int mat(const T (&a)[N][M]) { return N * 100 + M * 10 + (int)a[0][0]; }
template <class T> T total(std::initializer_list<T> l) { T s{}; for (auto x : l) s += x; return s; }
template <class T> int len(const T &, std::initializer_list<T> l) { return (int)l.size(); }
template <class T> struct Poly { T c[4]; int n; template <int N> Poly(const T (&a)[N]) : n(N) { for (int i = 0; i < N; i++) c[i] = a[i]; } T at(T x) const { T r = 0; for (int i = n; i-- > 0;) r = r * x + c[i]; return r; } };
int main() {
  int i; int *p = &i;
  printf("%d %d %d %d %d %d\n", pick(1), pick(p), pick((double *)0), pick('c'), pick(1, 2), pick(1.0, 2.0));
  printf("%s %s %s %d %d %d %d\n", Tr<int>::name(), Tr<float>::name(), Tr<float, float>::name(), Tr<int>::n, Tr<char>::n, Tr<double>().size(), Tr<float>().size());
  ns::S<int>().f(); ns::S<long>().f(); printf("%d %d %d\n", ns::S<int>().g(1.0), ns::S<long>().g(1.0), ns::S<long>().g(1));
  printf("%d %d %d %d\n", sum({1, 2, 3}), sum({1.5, 2.5}), mat({{1, 2, 3}, {4, 5, 6}}), mat<float>({{7}, {8}}));
  printf("%d %g %d\n", total({1, 2, 3}), total({0.5, 0.25}), len(1.0, {1.0, 2.0, 3.0}));
  Poly<float> q({1, 2, 3}); printf("%g\n", q.at(2));
}
/* OUTPUT:
1 20 2 10 3 30
int any ff 1 77 -8 4
S
S<long>
2 22 1
3006 2003 231 217
6 0.75 3
17
*/
