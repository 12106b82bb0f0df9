// Friends defined in classes know the classes' types, enumerators and static members, also of classes around.
#include <cstdio>
namespace p0 {
class M { public: struct Shape { int r; friend int f(const Shape &s) { return s.r; } }; };
namespace n { struct A { struct B { int r; struct C { int q; friend int g(C c) { return c.q; } }; friend bool operator==(const B &a, const B &b) { return a.r == b.r; } }; }; }
void run() { M::Shape s{1}; n::A::B b{2}, c{2}; n::A::B::C d{5}; printf("%d %d %d\n", f(s), b == c, g(d)); }
}
namespace p1 {
struct A{ using T=int; struct N { int z; }; enum { E = 4 }; friend T f(A, T x){return x + E;} friend int h(A, const N &n) { N m = n; return m.z; } };
void run() { printf("%d %d\n", f(A{}, 3), h(A{}, A::N{4})); }
}
int main() { p0::run(); puts(""); p1::run(); puts(""); }
/* OUTPUT:
1 1 5

7 4

*/
