// Arrays of arrays without elements, as members and alone: nothing is made, nothing is set twice.
#include <cstdio>
struct L { int id; L(int i = 0) : id(i) {} L(const L &o) : id(o.id + 100) {} ~L() { printf("~%d ", id); } };
struct End { ~End() { printf("\n"); } } at_end; // destroyed last
struct P { L a; L b[2]; int n; L c[2][0]; };
int main() { P p = {L(1), {L(2), L(3)}, 4, {}}; P q = p; printf("%d %d %d\n", q.b[1].id, q.n, (int)sizeof p); L z[0]; L y[3][0]; printf("%d\n", (int)sizeof y); }
/* OUTPUT:
103 4 16
0
~103 ~102 ~101 ~3 ~2 ~1 
*/
