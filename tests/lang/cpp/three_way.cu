// C++20: <=>, comparisons that are = default, operators made of others, <compare>: [class.compare], [over.match.oper], [cmp].
#include <compare>
#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <vector>
#include <algorithm>
#include <array>
#include <tuple>
#include <utility>
template <class T> struct Pt { T x, y; auto operator<=>(const Pt &) const = default; };
template <class T> struct Fr { T v; friend bool operator==(const Fr &, const Fr &) = default; friend auto operator<=>(const Fr &, const Fr &) = default; };
enum class Color { Red, Green }; enum Plain { P0, P1 };
struct All { int a[3]; Color c; std::string s; bool b; const char *p; auto operator<=>(const All &) const = default; };
struct Grid { int g[2][2]; bool operator==(const Grid &) const = default; };
struct Weak { int v; std::weak_ordering operator<=>(const Weak &o) const { return v / 10 <=> o.v / 10; } bool operator==(const Weak &o) const { return v / 10 == o.v / 10; } };
struct Mixed { int a; Weak w; auto operator<=>(const Mixed &) const = default; };
struct Dbl { double d; Weak w; auto operator<=>(const Dbl &) const = default; };
struct Noisy { int v; auto operator<=>(const Noisy &o) const { printf("[%d %d]", v, o.v); return v <=> o.v; } bool operator==(const Noisy &o) const { printf("(%d %d)", v, o.v); return v == o.v; } };
struct Two { Noisy a, b; auto operator<=>(const Two &) const = default; bool operator==(const Two &) const = default; };
struct Rel { int v; bool operator==(const Rel &) const = default; bool operator!=(const Rel &) const = default; auto operator<=>(const Rel &) const = default; bool operator<(const Rel &) const = default; bool operator>=(const Rel &) const = default; };
struct Ver { int major, minor; constexpr auto operator<=>(const Ver &) const = default; };
static_assert(Ver{1, 2} < Ver{1, 3} && Ver{2, 0} > Ver{1, 9} && Ver{1, 1} == Ver{1, 1} && Ver{1, 1} != Ver{1, 2});
struct Num { int v; Num(int v) : v(v) {} friend std::strong_ordering operator<=>(const Num &a, const Num &b) { return a.v <=> b.v; } friend bool operator==(const Num &a, const Num &b) { return a.v == b.v; } };
struct Empty { auto operator<=>(const Empty &) const = default; };
struct Out { int v; bool operator==(const Out &) const; }; bool Out::operator==(const Out &) const = default;
struct Base { int b; auto operator<=>(const Base &) const = default; }; struct Der : Base { int d; Der(int x, int y) : Base{x}, d(y) {} auto operator<=>(const Der &) const = default; };
struct NoOrder { int v; std::partial_ordering operator<=>(const NoOrder &o) const { if (v < 0 || o.v < 0) return std::partial_ordering::unordered; return v <=> o.v; } };
template <class T> const char *kind() { if constexpr (std::is_same_v<T, std::strong_ordering>) return "strong"; else if constexpr (std::is_same_v<T, std::weak_ordering>) return "weak"; else return "partial"; }
template <class T> constexpr int sgn(T o) { return o < 0 ? -1 : o > 0 ? 1 : 0; }
template <class T> void six(const T &a, const T &b) { printf("%d%d%d%d%d%d ", a < b, a > b, a <= b, a >= b, a == b, a != b); }
int main() {
    six(Pt<int>{1, 2}, Pt<int>{1, 3}); six(Pt<double>{1, 2}, Pt<double>{1, 0.0 / 0.0}); six(Fr<char>{'a'}, Fr<char>{'a'}); six(Num(3), Num(2)); six(Empty{}, Empty{}); six(Der(1, 2), Der(1, 1)); puts("");
    const char *t = "q"; All x{{1, 2, 3}, Color::Red, "ab", true, t}, y = x; six(x, y); y.s = "aa"; six(x, y); y = x; y.a[2] = 4; six(x, y); y = x; y.c = Color::Green; six(x, y); y = x; y.b = false; six(x, y); puts("");
    Grid g{{{1, 2}, {3, 4}}}, h = g; printf("%d ", g == h); h.g[1][0] = 0; printf("%d\n", g != h);
    six(Weak{11}, Weak{19}); six(Weak{11}, Weak{29}); printf("%s %s %s %s\n", kind<decltype(Mixed{} <=> Mixed{})>(), kind<decltype(Dbl{} <=> Dbl{})>(), kind<decltype(Pt<int>{} <=> Pt<int>{})>(), kind<decltype(Pt<float>{} <=> Pt<float>{})>());
    Two p{{1}, {2}}, q{{2}, {1}}; printf("%d ", p < q); printf("%d\n", p == q);
    six(Rel{1}, Rel{2}); Out o{1}, o2{1}; printf("%d %d\n", o == o2, Num(1) == 1); printf("%d %d %d %d\n", 1 < Num(2), Num(2) > 1, 5 == Num(5), 3 != Num(4));
    NoOrder n1{-1}, n2{2}; printf("%d %d %d %d\n", n1 < n2, n1 > n2, n1 <= n2, (n1 <=> n2) == std::partial_ordering::unordered);
    std::set<Pt<int>> set{{3, 1}, {1, 2}, {1, 1}}; for (auto &e : set) printf("(%d %d)", e.x, e.y); std::map<Num, int> m; m.emplace(2, 20); m.emplace(1, 10); for (auto &[k, v] : m) printf(" %d=%d", k.v, v); puts("");
    std::vector<Ver> vs{{2, 1}, {1, 5}, {1, 2}}; std::sort(vs.begin(), vs.end()); for (auto &v : vs) printf("%d.%d ", v.major, v.minor); printf("%d\n", std::max(vs[0], vs[1]).minor);
    int arr[2]; printf("%d %d %d %d %d\n", sgn(&arr[0] <=> &arr[1]), sgn('a' <=> 'b'), sgn(Color::Green <=> Color::Red), sgn(P0 <=> P1), sgn(true <=> false));
    printf("%d %d %d\n", sgn(std::string("a") <=> std::string("b")), sgn(std::vector<int>{1, 2} <=> std::vector<int>{1}), sgn(std::pair(1, 2) <=> std::pair(1, 3)));
    static_assert(std::is_same_v<decltype(std::pair(1, 2.0) <=> std::pair(1, 2.0)), std::partial_ordering> && std::is_same_v<decltype(std::string() <=> std::string()), std::strong_ordering>);
    static_assert(sgn(1 <=> 2) == -1 && (1.5 <=> 1.5) == 0 && std::is_gteq(3 <=> 2)); static_assert(std::three_way_comparable<int> && std::is_same_v<std::common_comparison_category_t<std::strong_ordering, std::weak_ordering>, std::weak_ordering>);
    std::array<int, 3> a1{1, 2, 3}, a2{1, 2, 4}; printf("%d %d\n", sgn(std::lexicographical_compare_three_way(a1.begin(), a1.end(), a2.begin(), a2.end())), sgn(std::compare_three_way()(4, 3)));
    std::partial_ordering po = std::weak_ordering::less; switch (sgn(2 <=> 1)) { case 1: puts("greater"); break; default: puts("?"); } printf("%d %d\n", po < 0, 0 > po); int i = 3; printf("%d\n", i<=>3 == 0 ? 1 : 0);
}
/* OUTPUT:
101001 000001 001110 010101 001110 010101 
001110 010101 101001 101001 010101 
1 1
001110 101001 weak partial strong partial
[1 2]1 (1 2)0
101001 1 1
1 1 1 1
0 0 0 1
(1 1)(1 2)(3 1) 1=10 2=20
1.2 1.5 2.1 5
-1 -1 1 -1 1
-1 1 -1
-1 1
greater
1 1
1
*/
