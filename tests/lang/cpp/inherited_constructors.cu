// Constructors that are inherited also convert and take lists; what they make is an object of the derived class.
#include <cstdio>
#include <initializer_list>
#include <string>
#include <vector>
struct B {
    int i;
    B(int i) : i(i) {}
    B(std::initializer_list<int> l) : i(0) { for (int x : l) i += x * 10; }
};
struct D : B { using B::B; int extra = 4; };
struct E : D { using D::D; int more = 5; };
struct Numbers : std::vector<double> { using std::vector<double>::vector; std::string name = "n"; };
int take(D d) { return d.i * 100 + d.extra; }
int deep(const E &e) { return e.i * 100 + e.extra * 10 + e.more; }
int main() {
    printf("%d %d %d\n", take(5), take({1, 2}), take(D{3}));
    printf("%d %d\n", deep(6), deep({1, 1, 1}));
    D d = 7, e{7}, f(7);
    printf("%d %d %d %d %d\n", d.i, d.extra, e.i, f.i, e.extra);
    Numbers n{1, 2.5}, m(3, 2.0), k{4};
    printf("%zu %zu %zu %g %s\n", n.size(), m.size(), k.size(), n[1], k.name.c_str());
}
/* OUTPUT:
504 3004 3004
645 3045
7 4 70 7 4
2 3 1 2.5 n
*/
