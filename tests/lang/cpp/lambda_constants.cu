// Constants around a lambda: integers and constexpr are used as values, other constants are captured.
// CHECK: 10
// CHECK: 26
// CHECK: 11
// CHECK: 207
// CHECK: 5.5 1099511627776
// CHECK: 8
// CHECK: 14
// CHECK: 2 3 
#include <cstdio>
#include <algorithm>
template <typename F> int call(F f) { return f(2); }
enum E { A = 3, B = 5 };
int main() {
  const int n = 3; constexpr int m = 4; constexpr float w = 1.5f; const float v = 2.5f; const E e = B; const unsigned char c = 200; const long big = 1L << 40;
  printf("%d\n", call([](int x) { return x * n + m; }));
  printf("%d\n", call([=](int x) { int a[n] = {1, 2, 3}; int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s * m + x; }));
  printf("%d\n", call([&](int x) { return std::max(x, n) + (int)(w * 2) + (int)(v * 2); }));
  printf("%d\n", call([&](int x) { return x + e + c; }));
  auto g = [=] { auto h = [=] { return n + v; }; return h(); };
  printf("%g %ld\n", g(), [] { return big; }());
  const int *p = &n; const int k = *p + 1; 
  printf("%d\n", call([=](int x) { return x * k; }));
  struct S { int q; }; const S s = {7};
  printf("%d\n", call([=](int x) { return x * s.q; }));
  for (int i = 0; i < 2; i++) { const int j = i; printf("%d ", call([=](int x) { return x + j; })); }
  printf("\n");
}
