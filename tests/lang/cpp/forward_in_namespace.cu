// `struct S;` in a namespace declares an S of its own, also where one is declared further out; the library's headers do so (own `ostream`).
#include <cstdio>
struct ostream { int o; };
struct S { int v; };
#include <iostream>
namespace N {
struct S;
struct K { S *s; };
struct S { int get() { return 3; } };
int f(K k) { return k.s->get(); }
struct O { struct ::S *s; };
}
int main() {
    N::S s;
    S outer{4};
    ostream o{5};
    std::cout << N::f({&s}) << " " << N::O{&outer}.s->v << " " << o.o << std::endl;
}
/* OUTPUT:
3 4 5
*/
