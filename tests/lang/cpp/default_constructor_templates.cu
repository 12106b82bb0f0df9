// A constructor template that takes no arguments is a default constructor.
// OUT: 0
// OUT: 2
// OUT: 0
// OUT: 0
// OUT: 0 3
// OUT: 0
// OUT: 0
// OUT: 0
// OUT: 0
#include <cstdio>
struct R { R *n, *p; };
template <class T> struct Node { R ring; T value; template <class... P> Node(P &&...parts) : value((P &&)parts...) {} };
template <class T> struct N2 { T v; template <class... P> N2(P &&...p) : v((P &&)p...) {} };
struct S { template <class... A> S(A... a) { printf("%d\n", (int)sizeof...(a)); } };
int main() { S s; S t(1, 2); S *u = new S(); S *w = new S; N2<int> n; N2<int> m(3); printf("%d %d\n", n.v, m.v); Node<int> *q = new Node<int>(); printf("%d\n", q->value); S a[2]; struct D : S {} d; }
