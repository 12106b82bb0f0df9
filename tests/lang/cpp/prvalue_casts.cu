// A cast to the same class makes another object, also where copying runs no code.
// OUT: 0 1
// OUT: 0 1
// OUT: 1 1
// OUT: 2
// OUT: 2
// OUT: rv 101
// OUT: 0 101
// OUT: 0 102
// OUT: rv 102
// OUT: 0 101
// OUT: q 3
// OUT: q 5
// OUT: q 5
// OUT: q 5
// OUT: 0 5
// OUT: 5
#include <cstdio>
struct S { int v; S(int v) : v(v) {} S(const S &o) : v(o.v + 100) {} S(S &&o) : v(o.v + 1000) {} };
struct Q { const int a; int b; };
void g(S &&s) { printf("rv %d\n", s.v); }
template <class U> struct lv { enum { v = 0 }; }; template <class U> struct lv<U &> { enum { v = 1 }; }; template <class U> void h(U &&u) { printf("%d %d\n", (int)lv<U>::v, u.v); u.v++; }
void k(Q &&q) { printf("q %d\n", q.a); }
template <class T> struct W { template <class I> static void go(I i) { k(T(*i)); } };
int main() { struct Z { int v; } z{1}; h(Z(z)); h((Z)z); h(z); printf("%d\n", z.v); auto &&rr = Z(z); rr.v = 50; printf("%d\n", z.v); S s(1); const S c(2); g(S(s)); h(S(s)); h(S(c)); g((S)c); h(static_cast<S>(s)); Q q{3, 4}; const Q cq{5, 6}; k(Q(q)); k(Q(cq)); k((Q)cq); W<Q>::go(&cq); int i = 5; h(S(i)); auto f = [](int &&x) { return x; }; printf("%d\n", f(int(i))); }
