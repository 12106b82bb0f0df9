// C++20: template arguments that are objects and floating numbers.
#include <cstdio>
#include <cstddef>
#include <algorithm>
#include <type_traits>
struct Cfg{int n; float f; bool b = true; };
template<double d> struct S{ static constexpr double v=d*2; };
template<auto x> struct Au{ static constexpr auto v=x; };
template<auto... x> constexpr auto sum=(x+...);
template<size_t N> struct FS { char s[N]; constexpr FS(const char (&a)[N]) { for (size_t i = 0; i < N; i++) s[i] = a[i]; } };
template<FS name> struct Named { static const char *get() { return name.s; } };
template<FS name> void hello() { printf("hello %s %zu\n", name.s, sizeof name.s); }
namespace ns { struct Tile { int x, y; constexpr int area() const { return x * y; } }; template<Tile t = Tile{2, 3}> struct Op { int buf[t.area()]; int get() const { return t.area(); } }; }
template<ns::Tile t> int take(ns::Op<t> &) { return t.x; }
template<class T, T v> struct C2 { static constexpr T value = v; };
struct I { int i; constexpr I(int i) : i(i) {} constexpr bool operator==(const I &) const = default; };
template<I a> int fi() { return a.i; }
template<float f> float half() { return f / 2; }
enum class E { a, b };
struct Mixed { E e; int arr[3]; };
template<Mixed m> int mixed() { int s = 0; for (int x : m.arr) s += x; return s + (m.e == E::b ? 1000 : 0); }
template<Cfg c> struct Same {};
int main(){ printf("%f %c %d\n",S<1.5>::v,Au<'c'>::v,sum<1,2,3>);
 printf("%s\n", Named<"abc">::get()); hello<"world">();
 ns::Op<> op; ns::Op<ns::Tile{4, 5}> op2; printf("%d %d %d %d %zu\n", op.get(), op2.get(), take(op), take(op2), sizeof op2);
 printf("%d %f %d\n", C2<int, 3>::value, C2<double, 0.5>::value, C2<I, I(9)>::value.i);
 printf("%d %f %f\n", fi<I(3)>() + fi<4>(), half<3.0f>(), half<1.f>());
 printf("%d\n", mixed<Mixed{E::b, {1, 2, 3}}>());
 constexpr Cfg cc{1, 2.f}; printf("%d %d\n", std::is_same_v<Same<cc>, Same<Cfg{1, 2.f, true}>>, std::is_same_v<Same<cc>, Same<Cfg{1, 3.f}>>);
 printf("%d\n", std::is_same_v<S<0.1>, S<0.2>>);
 printf("%f\n", Au<2.5f>::v);
}
/* OUTPUT:
3.000000 c 6
abc
hello world 6
6 20 2 4 80
3 0.500000 9
7 1.500000 0.500000
1006
1 0
0
2.500000
*/
