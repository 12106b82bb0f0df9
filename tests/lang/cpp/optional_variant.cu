// optional, variant, any, string_view: what g++ prints of the same program, copies and moves included.
#include <cstdio>
#include <optional>
#include <variant>
#include <any>
#include <string>
#include <string_view>
struct T { static int n; int v; T(int v = 0) : v(v) { n++; } T(const T &o) : v(o.v) { n++; printf("copy "); } T(T &&o) : v(o.v) { n++; printf("move "); } T &operator=(const T &o) { v = o.v; printf("assign "); return *this; } T &operator=(T &&o) { v = o.v; printf("massign "); return *this; } ~T() { n--; } };
int T::n = 0;
std::optional<int> half(int x) { if (x % 2) return std::nullopt; return x / 2; }
std::optional<std::string> name(bool b) { if (b) return "Ann"; return {}; }
int main() {
    auto a = half(4), b = half(3); printf("%d %d %d %d\n", a.has_value(), *a, (bool)b, b.value_or(9));
    printf("%s %d\n", name(true)->c_str(), (int)name(true).value().size());
    { std::optional<T> o; o = T(3); printf("%d\n", o->v); std::optional<T> p = o; printf("%d\n", p->v); p = o; p.reset(); o.emplace(7); std::swap(o, p); printf("%d %d\n", (bool)o, p->v); auto q = std::move(p); printf("%d\n", T::n); }
    printf("%d\n", T::n);
    printf("%d %d %d %d\n", a == 2, b == std::nullopt, a < 5, b < a); if (auto h = half(8)) printf("%d\n", *h);
    std::variant<int, double, std::string> v; printf("%zu %d\n", v.index(), std::get<0>(v)); v = 2.5; printf("%zu %g\n", v.index(), std::get<double>(v)); v = "str"; printf("%zu %s\n", v.index(), std::get<std::string>(v).c_str());
    v = std::string("longer string that allocates"); auto w = v; printf("%d %d\n", std::holds_alternative<std::string>(w), w == v); if (auto *p = std::get_if<int>(&v)) printf("no\n"); if (auto *p = std::get_if<2>(&v)) printf("%s\n", p->c_str());
    std::visit([](auto &x) { printf("visit %d\n", (int)sizeof x > 8); }, v); v = 3; std::visit([](auto &&x) { printf("visit %d\n", (int)sizeof x); }, v);
    printf("%s\n", std::visit([](auto &&x) -> std::string { if constexpr (std::is_same_v<std::decay_t<decltype(x)>, std::string>) return x; else return std::to_string(x); }, w).c_str());
    std::variant<std::monostate, T> m; printf("%zu\n", m.index()); m = T(4); m.emplace<1>(5); printf("%d\n", std::get<1>(m).v); { auto n = m; auto k = std::move(n); m = k; } printf("%d\n", T::n);
    std::variant<int, float> x = 1, y = 2.5f; std::visit([](auto a, auto b) { printf("%g\n", (double)(a + b)); }, x, y); printf("%d %d\n", x < y, x == y);
    std::variant<bool, std::string, double> z = "abc"; printf("%zu\n", z.index()); printf("%d\n", (int)std::variant_size_v<decltype(z)>);
    std::any an = 5; printf("%d %d\n", std::any_cast<int>(an), std::any_cast<double>(&an) == nullptr); an = std::string("any"); printf("%s %d\n", std::any_cast<std::string &>(an).c_str(), an.has_value()); std::any an2 = an; an.reset(); printf("%d %s\n", an.has_value(), std::any_cast<std::string>(an2).c_str());
    std::string_view sv = "hello world"; printf("%.*s %zu %d\n", 5, sv.data(), sv.find("wor"), sv.substr(6) == "world"); std::string st(sv.substr(0, 5)); sv = st; printf("%s %d %zu\n", st.c_str(), sv < "help", sv.rfind('l')); sv.remove_prefix(1); printf("%zu %c %zu\n", sv.size(), sv[0], sv.find_first_of("xyzo")); st += sv; printf("%s %d\n", st.c_str(), st == sv);
    auto print = [](std::string_view s) { printf("[%.*s]", (int)s.size(), s.data()); }; print(st); print("lit"); print(st + "x"); printf("\n");
    printf("%s\n", (std::string("a") + std::string("b") + 'c' + "d" + st).c_str());
    printf("%d %d\n", (int)sizeof(std::optional<int>), (int)sizeof(std::variant<char, double>));
}
/*
1 2 0 9
Ann 3
move 3
copy 3
assign move 0 7
move 2
0
1 1 1 1
4
0 0
1 2.5
2 str
1 1
longer string that allocates
visit 1
visit 4
longer string that allocates
0
move 5
copy move assign 1
3.5
1 0
1
3
5 1
any 1
0 any
hello 6 1
hello 1 3
4 e 3
helloello 0
[helloello][lit][helloellox]
abcdhelloello
8 16
*/
