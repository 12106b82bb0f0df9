// Tuples, complete pairs, index sequences: what g++ prints of the same program, numbers of copies and moves included.
#include <cstdio>
#include <tuple>
#include <utility>
#include <string>
struct C { int v; static int copies, moves; C(int v = 0) : v(v) {} C(const C &o) : v(o.v) { copies++; } C(C &&o) : v(o.v) { moves++; } C &operator=(const C &o) { v = o.v; copies += 100; return *this; } C &operator=(C &&o) { v = o.v; moves += 100; return *this; } bool operator<(const C &o) const { return v < o.v; } bool operator==(const C &o) const { return v == o.v; } };
int C::copies = 0; int C::moves = 0;
void say(const char *s) { printf("%s %d %d\n", s, C::copies, C::moves); C::copies = C::moves = 0; }
std::tuple<int, std::string> two() { return {3, "three"}; }
std::tuple<int, float, double> three() { return std::make_tuple(1, 2.f, 3.0); }
int main() {
    C a(1), b(2);
    std::tuple<C, C> t(a, b); say("ctor");
    std::tuple<C, C> u(C(3), C(4)); say("ctor move");
    t = u; say("assign"); t = std::move(u); say("move assign");
    auto m = std::make_tuple(a, C(5), 7); say("make");
    auto cat = std::tuple_cat(t, std::move(m), std::make_pair(1, 2.5)); say("cat");
    printf("%d %g %d\n", (int)std::tuple_size<decltype(cat)>::value, std::get<6>(cat), std::get<4>(cat));
    int x; std::string s; std::tie(x, s) = two(); printf("%d %s\n", x, s.c_str());
    std::tie(x, std::ignore) = two();
    std::tie(a, b) = std::make_pair(C(7), C(8)); say("tie"); printf("%d %d\n", a.v, b.v);
    int y = 1; std::tie(x, y) = std::make_tuple(y, x); printf("%d %d\n", x, y);
    printf("%d\n", std::apply([](int a, float b, double c) { return (int)(a + b + c); }, three()));
    printf("%g %d\n", std::get<double>(three()), std::get<int>(three()));
    printf("%d %d %d\n", std::make_tuple(1, 2) < std::make_tuple(1, 3), std::make_tuple(1, 2) == std::make_tuple(1, 2), std::tie(x, y) > std::tie(y, x));
    std::pair<int, std::string> p = {1, "x"};
    std::pair<C, C> pc(std::piecewise_construct, std::forward_as_tuple(3), std::forward_as_tuple()); say("piecewise"); printf("%d\n", pc.first.v);
    auto pm = std::make_pair(std::move(pc.first), b); say("make_pair");
    std::pair<C, C> p2 = pm; say("pair copy"); p2 = std::move(pm); say("pair move assign"); std::swap(p2, pm); say("swap");
    std::pair<double, long> conv = std::make_pair(1.5f, 3); printf("%g %ld\n", conv.first, conv.second);
    printf("%d %d\n", (int)std::make_index_sequence<5>::size(), (int)sizeof(std::tuple<char, int, char, double>));
    static_assert(std::is_same_v<std::tuple_element_t<1, std::tuple<int, float>>, float>);
    static_assert(std::is_base_of_v<std::true_type, std::is_integral<int>>);
    std::tuple<> e; std::tuple<int> one(5); std::tuple<int> one2 = one; printf("%d\n", std::get<0>(one2)); (void)e;
    std::tuple<double, double> fromi = std::make_tuple(1, 2); printf("%g\n", std::get<1>(fromi));
    const auto &ct = one; printf("%d\n", std::get<0>(ct)); std::get<0>(one) = 9; printf("%d\n", std::get<0>(one));
    int ar[] = {1,2}; int &ref = std::get<0>(std::forward_as_tuple(ar[0])); ref = 8; printf("%d\n", ar[0]);
}
/*
ctor 2 0
ctor move 0 2
assign 200 0
move assign 0 200
make 1 1
cat 2 2
7 2.5 7
3 three
tie 0 202
7 8
1 3
6
3 1
1 1 0
piecewise 0 0
3
make_pair 1 1
pair copy 2 0
pair move assign 0 200
swap 0 402
1.5 3
5 24
5
2
5
9
8
*/
