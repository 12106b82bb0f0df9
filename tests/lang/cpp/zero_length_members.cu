// Arrays of arrays without elements, as members and alone: nothing is made, nothing is set twice.
#include <cstdio>
#include <cstring>
#include <new>
struct L { int id; L(int i = 0) : id(i) {} L(const L &o) : id(o.id + 100) {} ~L() { printf("~%d ", id); } };
struct End { ~End() { printf("\n"); } } at_end; // destroyed last
struct P { L a; L b[2]; int n; L c[2][0]; };
struct Q { int n; L c[3][0][2]; L d[0]; };
template <class T> void beyond() { // nothing is written behind the object
  alignas(16) unsigned char room[64]; memset(room, 7, sizeof room);
  T *t = new (room) T{}; T *u = new (room + 32) T(*t); int other = 0;
  for (size_t i = sizeof(T); i < 32; i++) other += (room[i] != 7) + (room[32 + i] != 7);
  u->~T(); t->~T(); printf("%d\n", other);
}
int main() { beyond<P>(); beyond<Q>();  P p = {L(1), {L(2), L(3)}, 4, {}}; P q = p; printf("%d %d %d\n", q.b[1].id, q.n, (int)sizeof p); L z[0]; L y[3][0]; printf("%d\n", (int)sizeof y); }
/* OUTPUT:
~100 ~100 ~100 ~0 ~0 ~0 0
0
103 4 16
0
~103 ~102 ~101 ~3 ~2 ~1 
*/
