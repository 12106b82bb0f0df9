// Structured bindings: arrays, members, what has std::tuple_size; const, references, loops, conditions, lambdas, lives.
#include <cstdio>
#include <map>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

struct P { int x; float y; };
struct Bits { unsigned a : 3, b : 5; int c; };
struct Base { int m = 1, n = 2; };
struct Derived : Base { int sum() { auto &[a, b] = static_cast<Base &>(*this); return a + b; } };
struct T3 { int a; double b; char c; };
namespace std {
template <> struct tuple_size<T3> { static constexpr size_t value = 3; };
template <> struct tuple_element<0, T3> { using type = int; };
template <> struct tuple_element<1, T3> { using type = double; };
template <> struct tuple_element<2, T3> { using type = char; };
}
template <size_t I> auto get(const T3 &t) {
    if constexpr (I == 0) return t.a * 100;
    else if constexpr (I == 1) return t.b;
    else return t.c;
}
struct Own {
    int v[2] = {7, 8};
    template <size_t I> int &get() { return v[1 - I]; }
};
namespace std {
template <> struct tuple_size<Own> { static constexpr size_t value = 2; };
template <size_t I> struct tuple_element<I, Own> { using type = int; };
}
struct Noisy {
    int v;
    Noisy(int v) : v(v) {}
    Noisy(const Noisy &o) : v(o.v) { printf("copy %d\n", v); }
    ~Noisy() { printf("gone %d\n", v); }
};
struct Two { Noisy a, b; };
Two two() { return {Noisy(1), Noisy(2)}; }

template <typename T> auto swapped(T pair) { auto [a, b] = pair; return std::make_pair(b, a); }

P global{8, 9.5f};
static auto &[gx, gy] = global;

int main() {
    int a[3] = {1, 2, 3};
    auto [p, q, r] = a;
    auto &[s, t, u] = a;
    s = 10;
    printf("%d %d %d %d %d %d\n", p, q, r, a[0], t, u);
    int grid[2][2] = {{1, 2}, {3, 4}};
    auto [row0, row1] = grid;
    grid[1][0] = 30;
    printf("%d %d %zu\n", row0[1], row1[0], sizeof row0);
    P pt{4, 2.5f};
    auto [x, y] = pt;
    const auto &[cx, cy] = pt;
    auto &&[fx, fy] = P{6, 7};
    pt.x = 9;
    printf("%d %g %d %g %d %g\n", x, y, cx, cy, fx, fy);
    printf("%d %d %d %d\n", std::is_same<decltype(x), int>::value, std::is_same<decltype(cy), const float>::value,
           std::is_same<decltype((x)), int &>::value, std::is_same<decltype(fx), int>::value);
    std::map<std::string, int> m;
    m["a"] = 1;
    m["b"] = 2;
    for (auto &[k, v] : m) v *= 10;
    for (const auto &[k, v] : m) printf("%s %d\n", k.c_str(), v);
    auto [it, fresh] = m.insert({"c", 3});
    printf("%d %s\n", fresh, it->first.c_str());
    if (auto [at, ok] = m.insert({"c", 4}); !ok) printf("there: %d\n", at->second);
    std::vector<std::pair<int, char>> v = {{1, 'x'}, {2, 'y'}};
    for (auto [n, c] : v) printf("%d%c ", n, c);
    for (auto &[n, c] : v) n += 5;
    printf("%d\n", v[1].first);
    Bits bits{5, 17, 3};
    auto [b0, b1, b2] = bits;
    printf("%u %u %d\n", b0, b1, b2);
    Derived d;
    auto [bm, bn] = d;
    printf("%d %d %d\n", d.sum(), bm, bn);
    auto [ta, tb, tc] = T3{1, 2.5, 'z'};
    printf("%d %g %c\n", ta, tb, tc);
    Own own;
    auto &[o0, o1] = own;
    o0 = 70;
    printf("%d %d %d\n", own.v[1], o1, std::is_same<decltype(o0), int>::value);
    auto [w0, w1] = swapped(std::make_pair(1, 2.5));
    printf("%g %d\n", w0, w1);
    auto l = [q = q, &u](int k) { return q * k + u; };
    printf("%d\n", l(10));
    {
        auto [n1, n2] = two();
        printf("%d %d\n", n1.v, n2.v);
        const auto &[n3, n4] = two();
        printf("%d\n", n4.v);
    }
    gx = 80;
    printf("%d %g\n", global.x, gy);
    static auto [sx, sy] = P{3, 4};
    printf("%d %g\n", sx, sy);
}

/* OUTPUT:
1 2 3 10 2 3
2 3 8
4 2.5 9 2.5 6 7
1 1 1 1
a 10
b 20
1 c
there: 3
1x 2y 7
5 17 3
3 1 2
100 2.5 z
70 7 1
2.5 1
23
1 2
2
gone 2
gone 1
gone 2
gone 1
80 9.5
3 4
*/
