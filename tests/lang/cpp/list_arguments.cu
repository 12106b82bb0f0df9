// Braced lists as arguments ([over.ics.list]), lists of objects without a constructor of no parameters, and a nested class named as a
// template that a using directive brings: what g++ prints of the same program.
#include <cstdio>
#include <iterator>
#include <map>
#include <string>
#include <typeindex>
#include <utility>
#include <vector>
using namespace std;
struct point { int x, y; };
struct named { string name; int n; named(const char *name, int n) : name(name), n(n) {} };
struct whole { int a; whole(int x) : a(x) {} bool operator<(const whole &o) const { return a < o.a; } };
const char *f(int) { return "int"; }
const char *f(point) { return "point"; }
const char *g(int) { return "int"; }
const char *g(named) { return "named"; }
const char *h(double) { return "double"; }
const char *h(const vector<int> &) { return "vector"; }
const char *k(whole) { return "whole"; }
const char *k(const named &) { return "named"; }
struct range {
    int n;
    struct iterator {
        int i;
        iterator(int i) : i(i) {}
        int operator*() const { return i; }
        iterator operator++(int) { iterator old = *this; i++; return old; }
        iterator &operator++() { ++i; return *this; }
        bool operator!=(const iterator &other) const { return i != other.i; }
    };
    iterator begin() { return iterator(0); }
    iterator end() { return iterator(n); }
};
int main() {
    printf("%s %s %s %s\n", f({1}), f({1, 2}), g({5}), g({"a", 1}));
    printf("%s %s %s %s\n", h({}), h({1, 2, 3}), k({1}), k({"b", 2}));
    vector<whole> v{{1}, {2}};
    vector<pair<whole, int>> w{{1, 2}, {3, 4}};
    map<whole, int> m{{whole(1), 10}, {whole(2), 20}};
    map<type_index, string> names{{typeid(int), "int"}, {typeid(double), "double"}};
    printf("%d %d %d %s\n", v[1].a, w[1].first.a, m.at(whole(2)), names.at(typeid(double)).c_str());
    for (int x : range{3}) printf("%d ", x);
    puts("");
}
/* OUTPUT:
int point int named
double vector whole named
2 3 20 double
0 1 2 
*/
