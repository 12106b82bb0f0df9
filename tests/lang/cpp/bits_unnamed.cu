// Bit-fields without a name in CUDA C.
#include <stdio.h>
struct A {
    int a : 3;
    int : 0;
    int b : 3;
};
struct B {
    int : 5;
    int x;
};
struct C {
    char c;
    int : 17;
    char d;
};
struct D {
    unsigned a : 5;
    unsigned : 3;
    unsigned b : 8;
};
struct E {
    int : 4;
};
union U {
    int : 8;
    char c;
};
struct F {
    char a;
    long : 0;
    char b;
};
struct G {
    int : 32;
    int a;
    short : 0;
    char x;
};
int main() {
    struct A a = {1, 2};
    struct B b = {7};
    struct C c = {'x', 'y'};
    struct D d = {3, 200};
    struct F f = {'p', 'q'};
    struct G g = {5, 'z'};
    union U u = {'u'};
    printf("%zu %zu %zu %zu %zu %zu %zu %zu\n", sizeof a, sizeof b, sizeof c, sizeof d,
           sizeof(struct E), sizeof u, sizeof f, sizeof g);
    printf("%d %d %d %c %c %d %d %c %c %d %c %c\n", a.a, a.b, b.x, c.c, c.d, d.a, d.b, f.a, f.b,
           g.a, g.x, u.c);
    struct D e = d;
    e.b++;
    printf("%d %d\n", e.a, e.b);
    printf("%d\n", (int)((char *)&f.b - (char *)&f));
}

/* OUTPUT:
8 8 5 4 1 1 9 12
1 2 7 x y 3 200 p q 5 z u
3 201
8
*/
