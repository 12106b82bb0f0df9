// RUN: file -std=c++20
// A constructor whose clause does not hold is none, and none is made instead of it.
#include <cstdio>
#include <type_traits>
struct N { N() {} N(const N &) = delete; N(N &&) {} };
template <class T> struct O {
    T t;
    O() requires (std::is_default_constructible_v<T>) {}
    O(const O &o) requires (std::is_copy_constructible_v<T>) : t(o.t) {}
    O(O &&o) requires (std::is_move_constructible_v<T>) : t((T &&)o.t) {}
    O &operator=(const O &o) requires (std::is_copy_assignable_v<T>) { t = o.t; return *this; }
};
int first() {
    printf("%d %d %d %d\n", std::is_copy_constructible_v<O<N>>, std::is_copy_constructible_v<O<int>>, std::is_move_constructible_v<O<N>>, std::is_copy_assignable_v<O<N>>);
    O<int> a, b(a); O<N> c; O<N> d((O<N> &&)c); b = a; return 0;
}
struct NoDef { NoDef(int) {} };
template <class... T> struct part { part() {} part(int, const T &...) {} };
template <class... T> struct a1 : part<T...> { constexpr a1() requires((std::is_default_constructible_v<T> && ...)) : part<T...>() {} };
template <class... T> struct a2 : part<T...> { constexpr a2() requires((std::is_default_constructible_v<T> && ...)) : part<T...>() {} constexpr a2(const T &...v) : part<T...>(0, v...) {} };
template <class... T> struct a3 : part<T...> { constexpr a3() requires((std::is_default_constructible_v<T> && ...)) : part<T...>() {} a3(const a3 &) = default; };
template <class... T> struct a5; template <> struct a5<> { constexpr a5() {} };
template <class... T> struct a5 : part<T...> { constexpr a5() requires((std::is_default_constructible_v<T> && ...)) : part<T...>() {} };
int main() { first(); printf("%d %d %d %d\n", std::is_default_constructible_v<a1<NoDef>>, std::is_default_constructible_v<a2<NoDef>>, std::is_default_constructible_v<a3<NoDef>>, std::is_default_constructible_v<a5<NoDef>>); }
/* OUTPUT:
0 1 1 0
0 0 0 0
*/
