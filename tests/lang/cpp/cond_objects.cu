// ?: of an object and what converts to it, or what it converts to.
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <functional>
struct Num { int v; Num(int v) : v(v) {} };
struct Wrap { int v; operator int() const { return v; } };
struct P { int *p; operator int *() const { return p; } };
struct Base { int b = 1; };
struct Der : Base { int d = 2; };
int main(int argc, char **) {
    bool t = argc == 1, f = !t;
    std::string s = "text";
    std::string a = t ? s : "lit", b = f ? s : "lit", c = t ? "lit" : s, d = (t ? "" : s) + s;
    printf("%s %s %s %s\n", a.c_str(), b.c_str(), c.c_str(), d.c_str());
    printf("%d %d\n", (t ? Num(1) : 5).v, (f ? Num(1) : 5).v);
    Wrap w{7};
    printf("%d %d %zu\n", t ? w : 3, f ? w : 3, sizeof(t ? w : 3L));
    int x = 4;
    P p{&x};
    printf("%d %d\n", *(t ? p : &x), (f ? p : (int *)0) == nullptr);
    Base base;
    Der der;
    printf("%d\n", (t ? base : der).b);
    std::optional<int> o = t ? std::optional<int>(3) : std::nullopt, o2 = f ? std::make_optional(3) : std::nullopt;
    printf("%d %d\n", *o, o2.has_value());
    std::unique_ptr<int> u = f ? std::make_unique<int>(3) : nullptr;
    printf("%d\n", u == nullptr);
    std::function<int(int)> g = t ? std::function<int(int)>([](int k) { return k + 1; }) : nullptr;
    printf("%d\n", g(1));
    std::string_view v = t ? std::string_view("view") : "other";
    printf("%.*s\n", (int)v.size(), v.data());
    const std::string &r = t ? s : std::string("tmp");
    printf("%s %zu\n", r.c_str(), (f ? s : "four").size());
    printf("%c\n", *(t ? s.c_str() : nullptr));
}
/* OUTPUT:
text lit lit text
1 5
7 3 8
4 1
1
3 0
1
2
view
text 4
t
*/
