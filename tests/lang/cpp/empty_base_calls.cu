// Constructors of bases run whatever lies where they do: members behind an empty base, the pointer to the table.
#include <cstdio>
struct B { B() { puts("B"); } };
struct G1 : B { int x = 1; };
struct G2 : B { int x; };
struct G3 : B { };
struct V { V() { puts("V"); } virtual int f() { return 1; } };
struct G4 : V { };
struct G5 : V { int f() override { return 2; } };
struct T { int v; T(int v = 9) : v(v) { printf("T%d ", v); } };
struct E1 : B { T t; };
struct E2 : B { int x; int y = 4; };
struct E3 : V, B { T t{3}; int z = 5; };
struct E4 { E2 e; int k = 6; };
int main() {
    puts("1"); { G1 a; }
    puts("2"); { G2 a; }
    puts("3"); { G3 a; }
    puts("4"); { G4 a; }
    puts("5"); { G5 a; }
    puts("new"); delete new G1; delete new G5;
    puts("value"); { G1 a = G1(); G5 b = G5(); G1 c{}; }
    puts("arr"); { G1 a[2]; G3 b[1]; }
    puts("more");
    { E1 a; printf("%d\n", a.t.v); }
    { E2 a{{}, 7}, b = {{}, 1, 2}; printf("%d %d %d %d\n", a.x, a.y, b.x, b.y); }
    { E3 a; printf("%d %d %d\n", a.t.v, a.z, a.f()); }
    { E4 a, b{{{}, 3}}, c[2]; printf("%d %d %d %d\n", a.e.y, b.e.x, b.k, c[1].e.y); }
    { E4 *p = new E4(); printf("%d\n", p->k); delete p; }
    static E2 s;
    static G5 g;
    printf("%d %d\n", s.y, g.f());
}
/* OUTPUT:
1
B
2
B
3
B
4
V
5
V
new
B
V
value
B
V
B
arr
B
B
B
more
B
T9 9
B
B
7 4 1 2
V
B
T3 3 5 1
B
B
B
B
4 3 6 4
B
6
B
V
4 2
*/
