// The room behind a base's data is another base's, which may have been made before it.
#include <cstdio>
struct Tr { int v; Tr(int v = 1) : v(v) { printf(" t%d", v); } };
struct C0 { int x = 1; C0() = default; C0(int a) { x = a; } ~C0() { printf(" ~%d", x); } };
struct C1 : C0 { C1(int a = 4) : C0(2) {} virtual int f() { return 500; } };
struct C4 : C0, C1 { Tr t; C4() = default; C4(int a) {} };
struct P { int p = 7; virtual int f() { return 5; } ~P() { printf(" P%d", p); } };
struct D : C0, P { int z = 3; };
struct E : C0, P { Tr t; E() {} };
struct F : C0, P { char q = 'q'; F() = default; F(const F &) = default; };
struct S { char c = 's'; ~S() { printf(" S%c", c); } };
struct G : S, C0, P { short w = 9; };
template <class T> void all() {
    printf("%s", "");
    { T a; }
    { T a{}; T b = a; }
    { T *h = new T[2]; delete[] h; }
    struct M { char before = 'b'; T m; T two[2]; };
    { M m; M n = m; }
    printf("\n");
}
int main() { all<C4>(); all<D>(); all<E>(); all<F>(); all<G>(); }
/* OUTPUT:
 t1 ~2 ~1 t1 ~2 ~1 ~2 ~1 t1 t1 ~2 ~1 ~2 ~1 t1 t1 t1 ~2 ~1 ~2 ~1 ~2 ~1 ~2 ~1 ~2 ~1 ~2 ~1
 P7 ~1 P7 ~1 P7 ~1 P7 ~1 P7 ~1 P7 ~1 P7 ~1 P7 ~1 P7 ~1 P7 ~1 P7 ~1
 t1 P7 ~1 t1 P7 ~1 P7 ~1 t1 t1 P7 ~1 P7 ~1 t1 t1 t1 P7 ~1 P7 ~1 P7 ~1 P7 ~1 P7 ~1 P7 ~1
 P7 ~1 P7 ~1 P7 ~1 P7 ~1 P7 ~1 P7 ~1 P7 ~1 P7 ~1 P7 ~1 P7 ~1 P7 ~1
 P7 ~1 Ss P7 ~1 Ss P7 ~1 Ss P7 ~1 Ss P7 ~1 Ss P7 ~1 Ss P7 ~1 Ss P7 ~1 Ss P7 ~1 Ss P7 ~1 Ss P7 ~1 Ss
*/
