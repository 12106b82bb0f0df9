// Functions of a program beside its classes that have the names of words for arrays; `get` of structured bindings.
#include <complex>
#include <cstdio>
#include <map>
#include <tuple>
#include <vector>
namespace geo {
struct P { float x, y; };
float norm(P p) { return p.x * p.x + p.y * p.y; }
float sum(const P &p) { return p.x + p.y; }
P max(P a, P b) { return a.x > b.x ? a : b; }
template <class T> struct Box { T v; };
template <class T> T mean(const Box<T> &b) { return b.v / 2; }
float dot(P a, P b) { return a.x * b.x + a.y * b.y; }
enum Kind { A, B };
int where(P p, int k) { return k; }
}
struct Own { int n; friend int prod(Own o) { return o.n * 10; } };
int main() {
    geo::P p{3, 4}, q{5, 6};
    printf("%g %g %g %g %g %d\n", norm(p), sum(p), max(p, q).x, mean(geo::Box<double>{5}), dot(p, q), where(p, 7));
    printf("%d %g\n", prod(Own{4}), norm(std::complex<double>(3, 4)));
    int get = 3, size = 2;
    auto [a, b] = std::make_tuple(1, 2.5);
    std::map<int, int> m{{1, 2}};
    for (auto &[k, v] : m) {
        int get = v + size;
        printf("%d %d\n", k, get);
    }
    printf("%d %g %d\n", a, b, get);
}
