// Braced lists where a std::initializer_list is taken: constructors, assignments, arguments, nested; and where its elements do
// not fit, the other constructors.
// CHECK: vector 3 elements, 1 2 3
// CHECK: strings a bc, five times x, two numbers 7 7
// CHECK: assigned 4 5, inserted 4 7 8 5
// CHECK: map 1 2, set 1 2 3
// CHECK: sums 10 6.5, none 0
// CHECK: nested 1 2 | 3 |
// CHECK: structs 4 of 3
// CHECK: copies 2 3, from a function 9 8
// CHECK: own Bag of 3, of 2 arguments 30
// CHECK: traced 1 2 3, now gone 3 2 1
#include <cstdio>
#include <initializer_list>
#include <map>
#include <set>
#include <string>
#include <vector>

struct P {
    int a;
    float b;
};

struct Bag {
    int how;
    Bag(std::initializer_list<int> l) : how((int)l.size()) {}
    Bag(int a, const char *b) : how(a + (b ? 10 : 0)) {}
};

struct Traced {
    int id;
    Traced(int i) : id(i) { printf("%s%d", id == 1 ? "traced " : " ", id); }
    Traced(const Traced &) = delete;
    ~Traced() { printf(" %d", id); }
};

int sum(std::vector<int> v) {
    int s = 0;
    for (int i : v) s += i;
    return s;
}
double total(std::initializer_list<double> l) {
    double s = 0;
    for (double d : l) s += d;
    return s;
}
std::vector<int> make() { return {9, 8}; }
void look(std::initializer_list<Traced> l) { printf(", now gone"); }

int main() {
    std::vector<int> v{1, 2, 3};
    printf("vector %d elements, %d %d %d\n", (int)v.size(), v[0], v[1], v[2]);
    std::vector<std::string> w{"a", "bc"}, x{5, "x"};
    std::vector<int> two{7, 7};
    printf("strings %s %s, %s times %s, two numbers %d %d\n", w[0].c_str(), w[1].c_str(), x.size() == 5 ? "five" : "other",
           x[4].c_str(), two[0], two[1]);
    v = {4, 5};
    printf("assigned %d %d, ", v[0], v[1]);
    v.insert(v.begin() + 1, {7, 8});
    printf("inserted %d %d %d %d\n", v[0], v[1], v[2], v[3]);
    std::map<std::string, int> m{{"one", 1}, {"two", 2}};
    std::set<int> s{3, 1, 2, 3};
    printf("map %d %d, set", m["one"], m["two"]);
    for (int i : s) printf(" %d", i);
    printf("\nsums %d %g, none %d\n", sum({1, 2, 3, 4}), total({1, 2.5, 3}), sum({}));
    std::vector<std::vector<int>> nested{{1, 2}, {3}};
    printf("nested ");
    for (const std::vector<int> &row : nested) {
        for (int i : row) printf("%d ", i);
        printf("| ");
    }
    std::vector<P> ps = {{1, 2.5f}, {3, 4}};
    printf("\nstructs %g of %d\n", ps[1].b, ps[1].a);
    std::vector<int> more{v.begin(), v.end()}, same{more}, made = make();
    more = {2, 3};
    printf("copies %d %d, from a function %d %d\n", more[0], more[1], made[0], made[1]);
    Bag b{1, 2, 3}, c{20, "b"};
    printf("own Bag of %d, of 2 arguments %d\n", b.how, c.how);
    look({1, 2, 3});
    printf("\n");
}
