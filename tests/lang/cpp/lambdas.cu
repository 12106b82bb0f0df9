// Lambdas: captures, generic ones, mutable, as function pointers, nested. g++ prints the same.
#include <cstdio>
struct Acc { int t; int run(int n) { auto add = [this](int x) { t += x; return t; }; add(n); return add(1); }
  int all(int n) { auto f = [=](int x) { return t * x + n; }; return f(2); } };
template <class F, class... A> auto call(F f, A... a) { return f(a...); }
template <class F> __global__ void kern(F f, int *p, int n) { int i = threadIdx.x; if (i < n) p[i] = f(i); }
int apply(int (*f)(int), int x) { return f(x); }
auto make(int k) { return [k](auto x) { return x * k; }; }
auto counter() { return [n = 0]() mutable { return ++n; }; }
template <class T> T tw(T x) { auto g = [&](T y) { return x + y; }; return g(x); }
int main() {
  int a = 2, b = 3;
  auto f = [a, &b](int x) { b++; return a * x + b; };
  printf("%d %d\n", f(10), b);
  auto g = [=] { return a + b; };
  a = 100; printf("%d\n", g());
  auto h = [&](auto x, auto y) { a += 1; return x + y; };
  printf("%g %d %d\n", h(1, 2.5), h(1, 2), a);
  printf("%d\n", [](int x) { return x + 1; }(4));
  Acc acc{5}; printf("%d %d\n", acc.run(3), acc.all(7));
  printf("%d %g\n", call([](int x, int y) { return x - y; }, 9, 4), call([](double d) -> float { return d / 2; }, 3.0));
  printf("%d\n", apply([](int x) { return x * x; }, 7));
  int (*fp)(int) = [](int x) { return -x; }; printf("%d\n", fp(3));
  auto m = make(3); printf("%d %g\n", m(4), m(1.5));
  auto c = counter(); c(); printf("%d\n", c());
  printf("%d\n", tw(21));
  auto nest = [&](int x) { auto in = [&, x](int y) { return a + x + y; }; return in(1); };
  printf("%d\n", nest(2));
  auto copy = f; printf("%d\n", copy(1));
  int arr[3] = {3, 1, 2}; auto less = [](int p, int q) { return p < q; };
  for (int i = 0; i < 3; i++) for (int j = i + 1; j < 3; j++) if (less(arr[j], arr[i])) { int t = arr[i]; arr[i] = arr[j]; arr[j] = t; }
  printf("%d %d %d\n", arr[0], arr[1], arr[2]);
  auto init = [v = a * 2, &r = b] { r = 50; return v; }; printf("%d", init()); printf(" %d\n", b);
  auto facs = [](auto self, int n) -> int { return n < 2 ? 1 : n * self(self, n - 1); }; printf("%d\n", facs(facs, 5));
}
/* OUTPUT:
24 3
6
3.5 3 100
5
9 17
5 1.5
49
-3
12 4.5
2
42
105
7
1 2 3
204 50
120
*/
