// Initial values of members: they see all of the class, and the object itself.
#include <cstdio>
struct S { int n = 7; int h = n * 2; int k = h + n; };
struct T { int a = 1; int b = a + f(); int f() const { return 10; } T() {} T(int x) : a(x) {} };
template <typename U> struct W { U v = U(3); U w = v * twice(); U twice() { return U(2); } W() {} };
struct O { struct In { int x = 5; int y = x; int get() { return y + K; } }; In in; int z = in.x + 1; static const int K = 9; int &r = z; O() {} };
struct N { N *self = this; int q{4}; N() {} };
int main() { S s; S t{1}; S u{1, 5}; T a, b(4); W<float> w; O o; N n; printf("%d %d %d %d %d %d %d %d %d %g %d %d %d %d\n", s.n, s.h, s.k, t.h, t.k, u.h, u.k, a.b, b.b, w.w, o.z, o.in.get(), &o.r == &o.z, n.self == &n); 
 S arr[3]; printf("%d %d\n", arr[2].k, S{2}.k); }

/* OUTPUT:
7 14 21 2 3 5 6 11 14 6 6 14 1 1
21 6
*/
