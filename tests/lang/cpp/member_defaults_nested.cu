// Initial values of members of members, of arrays, in lists.
#include <initializer_list>
#include <cstdio>
struct S { int n = 7; int h = n * 2; int k = h + n; };
struct Q { S s; int z = s.k; S t{3}; };
struct Arr { int a[3] = {1,2,3}; int b = a[1]; Arr() {} };
int main() { S a[2] = {{1}}; printf("%d %d %d\n", a[0].k, a[1].k, a[1].n); S b[2]{{1,2},{4}}; printf("%d %d\n", b[0].k, b[1].k); Q q; Q r{{2}}; printf("%d %d %d %d\n", q.z, q.t.k, r.z, r.t.h); S *p = new S; S *pp = new S{5}; printf("%d %d\n", p->k, pp->k); Arr x; printf("%d\n", x.b); S c = {.h = 4}; printf("%d\n", c.k); 
 for (auto [u, v, w] : {S{1}, S{2}}) printf("%d%d%d ", u, v, w); printf("\n"); static S st; static S su{8}; printf("%d %d\n", st.k, su.k); }
S g; S gg{2};

/* OUTPUT:
3 21 7
3 12
21 9 6 6
21 15
2
11
123 246 
21 24
*/
