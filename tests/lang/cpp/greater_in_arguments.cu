// Operators with > in template arguments: brackets of all kinds protect them, `>=` is never their end.
#include <cstdio>
#include <type_traits>
#include <vector>
template <typename T> struct N { static const int n = sizeof(T); };
template <int K> struct Z { static const int n = K; };
template <int A, int B> struct Y { static const int n = A * 10 + B; };
template <int K, bool = K >= 3> struct X { static const int n = 1; };
template <int K> struct X<K, true> { static const int n = 2; };
template <typename T, typename std::enable_if<sizeof(T) >= 4, int>::type = 0> int big(T) { return 1; }
template <typename T, typename std::enable_if<(sizeof(T) < 4), int>::type = 0> int big(T) { return 0; }
template <typename F> int run(F f) { return f(); }
template <bool B = noexcept(1 > 0)> int ne() { return B; }
template <int K = alignof(decltype(1 > 0))> int al() { return K; }
template <typename A, typename B> auto shr(A a, B b) -> N<decltype(a >> b)> { return {}; }
// in a class
template <typename T> struct W { N<decltype(T() > 0)> m; N<std::integral_constant<bool, T() >= 0>> k; int f() noexcept(noexcept(T() > 1)) { return 1; } };
struct V { int d; }; 
int main() {
  int d = 5, arr[8] = {};
  printf("%d %d %d\n", N<decltype(d >> 1)>::n, N<N<decltype(d >> 1)>>::n, N<decltype(d > 1)>::n);
  printf("%d %d %d\n", Z<3 >= 2>::n, Y<3 >= 2, 4>::n, Y<1, 7 >= 8>::n);
  printf("%d %d\n", X<2>::n, X<3>::n);
  printf("%d %d\n", big('c'), big(1));
  printf("%d %d %d\n", Z<sizeof(d >> 1)>::n, Z<sizeof(arr[1 > 0])>::n, Z<alignof(int[(3 > 2)])>::n);
  printf("%d %d %d\n", ne(), al(), (int)sizeof(shr(1ll, 2)));
  printf("%d %d\n", (int)std::is_same<decltype(d >> 1), int>::value, (int)std::is_same<decltype((d >= 1)), bool>::value);
  printf("%d\n", Z<int(3 > 2)>::n); printf("%d\n", Z<static_cast<int>(3 > 2)>::n); printf("%d %d %d\n", Z<int() + 3>::n, Z<int() >= 0>::n, Z<(int() & 3)>::n);
  printf("%d\n", (int)std::is_same<decltype(d > 1 ? 1.0 : 2), double>::value);
  std::vector<decltype(d >> 1)> v(3 >> 1); printf("%d\n", (int)v.size());
  printf("%d\n", (int)sizeof(W<int>)); W<int> w; printf("%d\n", w.f());
  printf("%d\n", run([&] { return d > 3 ? d >> 1 : 0; })); printf("%d\n", 4);
  printf("%d %d\n", Z<__builtin_offsetof(V, d) >= 0>::n, Z<1 ? 3 : 2>::n);
  alignas(8 >> 1) int q = 1; alignas(decltype(d >> 1)) int q2 = 2; printf("%d\n", q + q2);
  static_assert(std::is_same<decltype(1 >> 1), int>::value && 2 >= 1, "");
  __typeof__(d >> 1) t = 3; N<__typeof__(d >> 1)> t2; printf("%d %d\n", t, (int)sizeof t2);
}
/* OUTPUT:
4 1 1
1 14 10
1 2
0 1
4 4 4
1 1 1
1 1
1
1
3 1 0
1
1
2
1
2
4
1 3
3
3 1
*/
