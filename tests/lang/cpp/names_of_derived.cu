// A class with bases is a type within itself, though something else has its name further out: C++'s library must not mind a
// program's functions `map` and `set`.
#include <cstdio>
#include <map>
#include <set>
#include <string>

int shape(int x) { return x + 1; }
template <class F> int map(F f, int x) { return f(x); }
template <class T> T set(T x) { return x; }

namespace geo {
struct base { int n = 1; };
template <class T> struct holder { T t{}; };
struct shape : base {
    shape() {}
    shape(const shape &other) : base(other) { n = other.n * 2; }
    shape &operator=(const shape &) = default;
    static int of(const shape &s) { return s.n; }
};
template <class T> struct list : holder<T> {
    list() {}
    list(const list &other) : holder<T>(other) {}
    list &add(T x) { this->t += x; return *this; }
    bool same(list other) const { return this->t == other.t; }
};
}

int list(int) { return 9; }

int main()
{
    geo::shape a, b(a);
    geo::list<int> l;
    l.add(3).add(4);
    std::map<std::string, int> m{{"a", 1}, {"b", 2}}, n(m);
    std::set<int> s{3, 1, 2};
    printf("%d %d %d %d\n", geo::shape::of(b), shape(1), l.t, l.same(l));
    printf("%d %d %zu %d %d\n", n["b"], map([](int x) { return x * 2; }, 4), s.size(), set(5), list(0));
}
/* OUTPUT:
2 2 7 1
2 8 3 5 9
*/
