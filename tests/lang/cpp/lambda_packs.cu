// Generic lambdas: nested, with packs, forwarding, with template parameters of their own.
// C++20
#include <cstdio>
#include <utility>
template <typename F, typename... A> auto call(F f, A... a) { return f(a...); }
int main() {
  auto add = [](auto a) { return [a](auto b) { return [a, b](auto c) { return a + b + c; }; }; };
  printf("%d\n", add(1)(2)(3));
  auto sum = [](auto... xs) { return (xs + ... + 0); };
  printf("%d %d\n", sum(), sum(1,2,3,4));
  auto fwd = [&](auto &&...xs) { return sum(std::forward<decltype(xs)>(xs)...); };
  printf("%d\n", fwd(4,5));
  auto t = []<typename T>(T x) { return sizeof(T); };
  printf("%zu\n", t('c'));
  printf("%d\n", call([](auto... x) { return (int)sizeof...(x); }, 1, 2.0, 'c'));
}

/* OUTPUT:
6
0 10
9
1
3
*/
