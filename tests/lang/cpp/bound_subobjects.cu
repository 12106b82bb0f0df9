// References to parts of temporaries behind subscripts, which keep the whole temporary; pointers keep nothing.
#include <cstdio>
struct End { ~End() { printf("\n"); } } at_end; // destroyed last
struct L { int id; L(int i=0):id(i){printf("L%d ",id);} L(const L&o):id(o.id+100){printf("c%d ",id);} ~L(){printf("~%d ",id);} };
struct P { L a; L b[2]; int n; L c[2][2]; };
P pack(int i){ return P{L(i),{L(i+1),L(i+2)},i,{{L(9),L(8)},{L(7),L(6)}}}; }
struct Q { P p; const L *q() const { return p.b; } };
int main(){
  { const L &g = pack(1).b[1]; printf("[%d]\n", g.id); }
  printf("\n");
  { const L &g = pack(1).c[1][0]; printf("[%d]\n", g.id); }
  printf("\n");
  { const L (&g)[2] = pack(1).c[1]; printf("[%d]\n", g[1].id); }
  printf("\n");
  { const L *g = pack(1).b; printf("[]\n"); (void)g; }
  printf("\n");
  printf("\n");
  { const int &g = pack(1).b[1].id; printf("[%d]\n", g); }
  printf("\n");
  { auto &&g = pack(1).b[1]; printf("[%d]\n", g.id); }
  printf("\n");
  static const L &g = pack(1).b[1]; printf("[%d]\n", g.id);
  printf("\n");
}
/* OUTPUT:
L1 L2 L3 L9 L8 L7 L6 [3]
~6 ~7 ~8 ~9 ~3 ~2 ~1 
L1 L2 L3 L9 L8 L7 L6 [7]
~6 ~7 ~8 ~9 ~3 ~2 ~1 
L1 L2 L3 L9 L8 L7 L6 [6]
~6 ~7 ~8 ~9 ~3 ~2 ~1 
L1 L2 L3 L9 L8 L7 L6 ~6 ~7 ~8 ~9 ~3 ~2 ~1 []


L1 L2 L3 L9 L8 L7 L6 [3]
~6 ~7 ~8 ~9 ~3 ~2 ~1 
L1 L2 L3 L9 L8 L7 L6 [3]
~6 ~7 ~8 ~9 ~3 ~2 ~1 
L1 L2 L3 L9 L8 L7 L6 [3]

~6 ~7 ~8 ~9 ~3 ~2 ~1 */
