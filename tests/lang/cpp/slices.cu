// Objects of a base made of objects of derived classes: in declarations, initialisers of members and bases, new, containers.
#include <cstdio>
#include <string>
#include <vector>
struct M { int a = 1; std::string s = "m"; };
struct D : M { int b = 2; };
struct PM { virtual int f() { return 1; } int a = 5; std::string s = "poly"; };
struct PD : PM { int f() override { return 2; } };
struct W : PM { W() {} W(const W &o) : PM(o) { a++; } W(W &&o) : PM(std::move(o)) { a += 10; } int f() override { return 3; } };
struct H : M { H() {} H(const H &o) : M(o), x(o.x) {} H(const D &o) : M{o} {} int x = 9; };
struct Keep { M m; PM p; Keep(const D &d, const PD &q) : m(d), p(q) {} };
int main() {
    D d; d.a = 7; d.s = "dd";
    M m(d), k = d, l{d}, n = M(d);
    printf("%d %d %d %d %s\n", m.a, k.a, l.a, n.a, m.s.c_str());
    PD q; q.a = 6;
    PM p(q), r = q, t{q};
    printf("%d%d %d%d %d%d %s\n", p.f(), p.a, r.f(), r.a, t.f(), t.a, p.s.c_str());
    W w, w2(w), w3 = std::move(w2);
    printf("%d %d %d\n", w2.a, w3.a, w3.f());
    H h; h.a = 4; h.x = 5; H h2 = h; H h3(d);
    printf("%d %d %d %s\n", h2.a, h2.x, h3.a, h3.s.c_str());
    Keep keep(d, q);
    printf("%d %d %d\n", keep.m.a, keep.p.a, keep.p.f());
    PM *np = new PM(q); M *nm = new M(d);
    printf("%d %d %d\n", np->f(), np->a, nm->a);
    std::vector<PM> v; v.push_back(q); v.emplace_back(q);
    printf("%d %d\n", v[1].a, v[0].f());
}
/* OUTPUT:
7 7 7 7 dd
16 16 16 poly
6 16 3
4 5 7 dd
7 6 1
1 6 7
6 1
*/
