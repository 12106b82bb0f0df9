// Sorted containers that are asked by something else than their keys.
#include <cstdio>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
struct job { int id; const char *what; };
struct by_id {
    using is_transparent = void;
    bool operator()(const job &a, const job &b) const { return a.id < b.id; }
    bool operator()(const job &a, int b) const { return a.id < b; }
    bool operator()(int a, const job &b) const { return a < b.id; }
};
int main() {
    std::map<std::string, int, std::less<>> m{{"one", 1}, {"two", 2}, {"three", 3}};
    const auto &c = m;
    std::string_view two = "two and more";
    two = two.substr(0, 3);
    printf("%d %d %d\n", m.find(two)->second, c.find(two) != c.end(), m.find("none") == m.end());
    m.find(two)->second = 7;
    printf("%zu %zu %s %d\n", c.count("two"), m.count(two), m.lower_bound("p")->first.c_str(), m.at("two"));
    std::set<job, by_id> s{{3, "c"}, {1, "a"}, {2, "b"}};
    printf("%s %zu %d %s\n", s.find(2)->what, s.count(9), s.upper_bound(2)->id, s.find(job{1, ""})->what);
    std::multiset<std::string, std::greater<>> g{"x", "y", "x"};
    auto r = g.equal_range(std::string_view("x"));
    printf("%zu %d\n", g.count("x"), (int)std::distance(r.first, r.second));
    std::multimap<int, char> plain{{1, 'a'}, {1, 'b'}};
    printf("%zu %c\n", plain.count(1), plain.find(1)->second);
}
/* OUTPUT:
2 1 1
1 1 three 7
b 0 3 a
2 2
2 a
*/
