// C++20: concepts, requires clauses and expressions, constrained parameters and `auto`.
#include <cstdio>
#include <concepts>
template <typename T> concept Num = requires(T t) { t + t; { t * t } -> std::same_as<T>; };
template <typename T> concept Sized = sizeof(T) == 4 || std::integral<T>;
template <Num T> T add(T a, T b) { return a + b; }
template <class T> requires Sized<T> int f(T) { return 1; }
template <class T> requires (!Sized<T>) int f(T) { return 2; }
template <class T> int g(T) requires std::floating_point<T> { return 3; }
template <class T> int g(T) requires std::integral<T> { return 4; }
template <class T> int h(T) { return 5; }
template <std::integral T> int h(T) { return 6; }
template <std::signed_integral T> int h(T) { return 7; }
auto k(std::integral auto x, auto y) { return x + y; }
template <Num T> struct Box { T t; int f() requires std::integral<T> { return 1; } int f() { return 2; } };
template <class T> struct Z { static constexpr int v = 0; }; template <std::integral T> struct Z<T> { static constexpr int v = 1; };
struct NoAdd {};
template <class T> concept HasX = requires(T t) { typename T::type; t.x; requires sizeof(T) > 2; { t.x } noexcept -> std::convertible_to<int>; };
struct HX { using type = int; int x; };
template <class T, class U> concept Both = std::same_as<T, U>;
template <Both<int> T> int b(T) { return 9; }
int main() { printf("%d %g\n", add(1, 2), add(1.5, 2.0)); printf("%d %d %d\n", f(1), f(2.0), f('c')); printf("%d %d\n", g(1.f), g(1)); printf("%d %d %d\n", h(1.0), h(1u), h(1)); printf("%g\n", k(1, 2.5)); Box<int> bi{1}; Box<double> bd{1}; printf("%d %d %d %d\n", bi.f(), bd.f(), Z<int>::v, Z<float>::v); printf("%d %d %d\n", Num<int>, Num<NoAdd>, HasX<HX>); printf("%d\n", b(1)); std::integral auto q = 5; printf("%d\n", q); if constexpr (requires { bi.t; }) puts("yes"); auto l = []<class T>(T t) requires std::integral<T> { return t + 1; }; printf("%d\n", l(3)); }
/* OUTPUT:
3 3.5
1 2 1
3 4
5 6 7
3.5
1 2 1 0
1 0 1
9
5
yes
4
*/
