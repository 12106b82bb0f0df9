// Constant evaluation has objects: classes, arrays, pointers, references, lambdas, the library's classes.
#include <cstdio>
#include <array>
#include <utility>
#include <tuple>
#include <string_view>
#include <algorithm>
#include <numeric>
#include <optional>
struct B { int x; constexpr B(int a) : x(a) {} constexpr int get() const { return x; } };
struct D : B { int arr[3]; int y = 5; constexpr D(int a, int b) : B(a), arr{1, 2, b} { y += b; } constexpr int &at(int i) { return arr[i]; } constexpr int sum() const { int s = x + y; for (int e : arr) s += e; return s; } };
constexpr D mk(int i) { D d(i, 2); d.at(1) = 7; D e = d; e.x++; return e; }
struct Q { int a = 1; int b[4] = {}; };
struct W { B b; int z; };
constexpr W mkw() { return W{B(3), 4}; }
constexpr int use() { Q q; q.b[2] = 4; auto l = [&](int k) { return q.b[2] + k; }; W w = mkw(); B &r = w.b; w = mkw(); for (int e : q.b) r.x += e; return l(3) + mk(3).get() + r.x; }
static_assert(mk(3).sum() == 4+7+1+7+2, "");
static_assert(use() == 7 + 4 + 7);
template <int N> struct V { int a[N]; };
V<mk(1).x + use()> vv;
static_assert(sizeof(vv) == 4 * 20);
constexpr int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static_assert(fib(20) == 6765);
constexpr std::array<int, 5> sorted() { std::array<int, 5> a = {5, 3, 1, 4, 2}; for (size_t i = 0; i < a.size(); i++) for (size_t j = i + 1; j < a.size(); j++) if (a[j] < a[i]) { int k = a[i]; a[i] = a[j]; a[j] = k; }; return a; }
constexpr auto so = sorted();
static_assert(so[0] == 1 && so[4] == 5 && so.front() == 1 && so.back() == 5);
constexpr auto tp = std::make_tuple(1, 2.5, 'c');
static_assert(std::get<0>(tp) == 1 && std::get<2>(tp) == 'c');
constexpr std::string_view sv = "hello";
static_assert(sv.size() == 5 && sv[1] == 'e' && sv.find('l') == 2 && sv.substr(1, 2) == "el");
constexpr int isum() { std::array<int, 4> a{1,2,3,4}; int s = 0; for (int x : a) s += x; return s; }
static_assert(isum() == 10);
constexpr std::optional<int> opt = 4;
static_assert(opt.has_value() && *opt == 4);
constexpr int sb() { auto [a, b] = std::pair<int,int>(3, 4); return a * 10 + b; }
static_assert(sb() == 34);
union U { int i; float f; constexpr U(int a) : i(a) {} constexpr U(float a) : f(a) {} };
constexpr U u1(3), u2(2.5f);
static_assert(u1.i == 3 && u2.f == 2.5f);
constexpr int il(std::initializer_list<int> l) { int s = 0; for (int x : l) s = s * 10 + x; return s; }
static_assert(il({1, 2, 3}) == 123);
constexpr int cs(int n) { switch (n) { case 1: return 10; case sb(): return 20; default: break; } return 30; }
static_assert(cs(34) == 20 && cs(1) == 10 && cs(0) == 30);
constexpr const char *name = "abc";
constexpr int len(const char *s) { const char *p = s; while (*p) p++; return p - s; }
static_assert(len(name) == 3 && len("four") == 4);
template <typename T> constexpr T pi_v = T(3.14159265358979);
static_assert(pi_v<int> == 3);
template <int N> constexpr auto squares = [] { std::array<int, N> a{}; for (int i = 0; i < N; i++) a[i] = i * i; return a; }();
static_assert(squares<8>[7] == 49);
struct S { static constexpr B origin{4}; static constexpr int tab[3] = {1, 2, 3}; };
template <class T> struct ST { static constexpr std::array<int, 3> t = {1, 2, 3}; static constexpr int get(int i) { return t[i]; } };
static_assert(ST<int>::t[1] == 2 && ST<float>::get(2) == 3);
struct Node { int v; const Node *next; };
constexpr Node n1{1, nullptr}, n2{2, &n1};
constexpr int walk(const Node *n) { int s = 0; for (; n; n = n->next) s += n->v; return s; }
static_assert(walk(&n2) == 3);
struct Lut { unsigned char v[256]; };
constexpr Lut make_lut() { Lut t{}; for (int i = 0; i < 256; i++) { int c = 0; for (int k = 0; k < 8; k++) c += i >> k & 1; t.v[i] = c; } return t; }
constexpr Lut lut = make_lut();
struct Vec { float x, y; constexpr Vec operator+(Vec o) const { return {x + o.x, y + o.y}; } constexpr float dot(const Vec &o) const { return x * o.x + y * o.y; } };
constexpr Vec va{1, 2}, vb = va + Vec{3, 4};
static_assert(vb.dot(va) == 16);
int main() {
    printf("%s %d %d\n", name, S::origin.get(), S::tab[2]);
    constexpr auto t = sorted();
    int arr[t[2]];
    printf("%zu\n", sizeof arr);
    for (int x : so) printf("%d ", x);
    printf("\n%d %d %d %g\n", lut.v[255], lut.v[7], squares<8>[7], vb.dot(va));
    printf("%d %d %g %d\n", *opt, u1.i, u2.f, walk(&n2));
    printf("%d %g %c %d\n", std::get<0>(tp), std::get<1>(tp), std::get<2>(tp), (int)sv.size());
    const D d = mk(3);
    printf("%d %d\n", d.sum(), use());
}
/* OUTPUT:
abc 4 3
12
1 2 3 4 5 
8 3 49 16
4 3 2.5 3
1 2.5 c 5
21 18
*/
