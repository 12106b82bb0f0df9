// The static data members of an instance are made when they are used ([temp.inst]p3): where their type
// GXX: -include data/emulated.h
// has no value by itself, in the order of use, behind the class and outside of it. (The order of the
// lines that initialisers print is not the standard's, which leaves it open.)
// OUT: registered one
// OUT: h(7)
// OUT: h(11)
// OUT: 4
// OUT: 0
// OUT: 14 3
// OUT: 2 20
// OUT: 2 4
// OUT: 3
// OUT: 2 100
// OUT: 25
// OUT: h(2)
// OUT: 20 5
// OUT: 4
// OUT: 5
// OUT: 2 4 6
#include <cstdio>
#include <string>
#include <map>
int h(int x) { printf("h(%d)\n", x); return 20; }
struct NoDefault { int v; NoDefault(int v) : v(v) {} };
template <class T> struct Single { static T instance; static T &get() { return instance; } static int other; };
template <class T> T Single<T>::instance;
template <class T> int Single<T>::other = 4;
template <class D> struct Registered { static bool reg; Registered() { (void)reg; } };
template <class D> bool Registered<D>::reg = (printf("registered %s\n", D::name()), true);
struct One : Registered<One> { static const char *name() { return "one"; } };
struct Two : Registered<Two> { static const char *name() { return "two"; } };
template <class T> struct Table { static const int t[4]; static const int n = 3; static int sum() { int s = 0; for (int i = 0; i < (int)(sizeof t / sizeof *t); i++) s += t[i]; return s; } };
template <class T> const int Table<T>::t[] = {1, 2, 3, sizeof(T)};
template <class T> struct Out { struct In { static int k; static std::map<int, std::string> m; }; static inline In in{}; };
template <class T> int Out<T>::In::k = h(7);
template <class T> std::map<int, std::string> Out<T>::In::m = {{1, "a"}, {2, "b"}};
template <class T, int N> struct Arr { static T a[N]; static constexpr int len = N; };
template <class T, int N> T Arr<T, N>::a[N] = {1, 2};
template <class T> struct Count { static int live; Count() { ++live; } ~Count() { --live; } };
template <class T> int Count<T>::live;
template <> int Count<char>::live = 100;
template <class T> struct Chain { static int a, b; };
template <class T> int Chain<T>::a = h(11) + b;
template <class T> int Chain<T>::b = 5;
template <class T> struct Dev { static constexpr float k[3] = {1, 2, 3}; static constexpr T two = 2; };
__global__ void kern(float *o) { o[threadIdx.x] = Dev<float>::k[threadIdx.x] * Dev<int>::two; }
template <class T> struct Fn { static int (*f)(int); static inline auto l = [](int x) { return x + 1; }; };
template <class T> int (*Fn<T>::f)(int) = h;
int main() {
    printf("%d\n", Single<NoDefault>::other);
    printf("%d\n", Single<int>::get());
    One o; One o2;
    printf("%d %d\n", Table<double>::sum(), Table<int>::n);
    printf("%zu %d\n", Out<int>::In::m.size(), Out<int>::In::k);
    printf("%d %d\n", Arr<int, 4>::a[1], Arr<int, 4>::len);
    Count<int> a, b; { Count<int> c; printf("%d\n", Count<int>::live); } printf("%d %d\n", Count<int>::live, Count<char>::live);
    printf("%d\n", Chain<int>::a);
    printf("%d %d\n", Fn<int>::f(2), Fn<int>::l(4));
    printf("%zu\n", sizeof(Single<NoDefault>::instance));
    auto p = &Chain<char>::b; printf("%d\n", *p);
    float *q; cudaMallocManaged(&q, 12); kern<<<1, 3>>>(q); cudaDeviceSynchronize(); printf("%g %g %g\n", q[0], q[1], q[2]);
}
