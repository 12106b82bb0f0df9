// Deduction through alias templates and from derived classes.
#include <cstdio>
typedef unsigned long size_t2;
template <class T, T... I> struct IS { };
template <size_t... I> using XS = IS<size_t, I...>;
template <size_t... I> int f(XS<I...>) { return sizeof...(I); }
template <size_t... I> int g(IS<size_t, I...>) { return sizeof...(I); }
template <class T, T... I> int h(IS<T, I...>) { return sizeof...(I); }
template <class P, size_t... I> int k(P &&p, IS<size_t, I...>) { return sizeof...(I); }
template <class P, size_t... I> int k2(P &&p, XS<I...>) { return sizeof...(I); }
int main() { printf("%d %d %d\n", f(IS<size_t, 1, 2>()), g(IS<size_t,1,2,3>()), h(IS<int, 1>()));
printf("%d %d\n", k(1, IS<size_t,1,2,3>()), k2(1, IS<size_t,1,2,3>())); 
 }
template <class T> struct Base { T v; };
template <class T> struct Mid : Base<T> {};
struct Leaf : Mid<float> {};
template <class T> int bsz(const Base<T> &b) { return sizeof(T); }
template <class T> int psz(Base<T> *b) { return sizeof(T); }
template <class T> int vsz(Base<T> b) { return sizeof(T); }
struct Run { Run() { Leaf l; Mid<double> m; printf("%d %d %d %d\n", bsz(l), bsz(m), psz(&l), vsz(m)); } } run;
/*
4 8 4 8
2 3 1
3 3
*/
