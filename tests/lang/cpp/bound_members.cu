// Aggregates whose members are references or lists keep the temporaries that these are bound to.
#include <cstdio>
#include <initializer_list>
int alive;
struct Last { ~Last() { printf("%d are left\n", alive); } } last;
struct T {
    int v;
    T(int v) : v(v) { alive++; }
    T(const T &o) : v(o.v) { alive++; }
    ~T() { alive--; v = -1; }
};
struct Two { const T &a; T own; T &&b; };
struct Lists { std::initializer_list<T> l; int n; std::initializer_list<int> i; };
struct Deep { Two two; const int &n; };
int k = 3;
Two global = {T(1), T(2), T(3)};
Lists lists = {{T(4), T(5)}, 2, {k, k + 1}};
Deep deep[2] = {{{T(6), T(7), T(8)}, k + 1}, {{T(9), T(10), T(11)}, k + 2}};
void f() {
    Two t = {T(20), T(21), T(22)};
    Two u{T(30), T(31), T(32)};
    Lists l = {{T(40)}, 1, {1, 2}};
    Deep d[1] = {{{T(50), T(51), T(52)}, k * 2}};
    printf("%d %d %d %d %d %d ", t.a.v, t.b.v, u.a.v, l.l.begin()->v, d[0].two.b.v, d[0].n);
    static Two s = {T(60), T(61), T(62)};
    printf("%d %d %d ", s.a.v, s.own.v, s.b.v);
}
int main() {
    f();
    printf("%d\n", alive);
    f();
    printf("%d\n", alive);
    printf("%d %d %d %d %d\n", global.a.v, global.b.v, lists.l.begin()[1].v, lists.i.begin()[1], deep[1].two.a.v + deep[1].n);
}
/* OUTPUT:
20 22 30 40 52 6 60 61 62 14
20 22 30 40 52 6 60 61 62 14
1 3 5 4 14
0 are left
*/
