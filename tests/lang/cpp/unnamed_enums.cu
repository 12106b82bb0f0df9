// Unnamed enumerations as arguments of templates (C++11 [temp.arg.type]).
#include <cstdio>
#include <cstddef>
#include <utility>
enum { A = 3, B }; template <class T> int sz(T t) { return (int)t + (int)sizeof(T); } struct S { enum { X = 7, Y }; enum : char { Z = 2 }; };
template <class T> struct W { T v; }; template <class T> T mx(T a, T b) { return a < b ? b : a; }
int main(){ printf("%d %d %d\n", sz(A), sz(S::X), sz(S::Z)); enum { L = 1 }; printf("%d\n", sz(L)); W<decltype(A)> w{B}; printf("%d %d\n", (int)w.v, (int)mx(A, B)); struct { int q; } u{4}; auto l = [](auto x) { return x.q; }; printf("%d\n", l(u)); }
/* OUTPUT:
7 11 3
5
4 4
4
*/
