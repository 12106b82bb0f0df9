// What programs print of copies and moves in containers, and idioms: CRTP, type erasure, visitors, expression templates.
#include <cstdio>
#include <cstring>
#include <deque>
#include <functional>
#include <iostream>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>
struct L { int id; L(int i) : id(i) { printf("+%d ", id); } L(const L &o) : id(o.id) { printf("c%d ", id); } L(L &&o) noexcept : id(o.id) { o.id = -o.id; printf("m%d ", id); } L &operator=(const L &o) { id = o.id; printf("=%d ", id); return *this; } L &operator=(L &&o) noexcept { id = o.id; o.id = -99; printf("<%d ", id); return *this; } ~L() { printf("-%d ", id); } bool operator<(const L &o) const { return id < o.id; } bool operator==(const L &o) const { return id == o.id; } };
template <class D> struct Crtp { int run() { return static_cast<D *>(this)->impl() * 2; } friend bool operator!=(const D &a, const D &b) { return !(a == b); } };
struct Ca : Crtp<Ca> { int v; explicit Ca(int v) : v(v) {} int impl() { return v; } bool operator==(const Ca &o) const { return v == o.v; } };
class Any { struct Base { virtual ~Base() = default; virtual void show(std::ostream &) const = 0; virtual std::unique_ptr<Base> clone() const = 0; }; template <class T> struct Of : Base { T v; Of(T v) : v(std::move(v)) {} void show(std::ostream &o) const override { o << v; } std::unique_ptr<Base> clone() const override { return std::make_unique<Of>(v); } }; std::unique_ptr<Base> p; public: template <class T> Any(T v) : p(std::make_unique<Of<T>>(std::move(v))) {} Any(const Any &o) : p(o.p->clone()) {} Any(Any &&) = default; friend std::ostream &operator<<(std::ostream &o, const Any &a) { a.p->show(o); return o; } };
template <class... Ts> struct overloaded : Ts... { using Ts::operator()...; }; template <class... Ts> overloaded(Ts...) -> overloaded<Ts...>;
template <class... A> void log(const char *level, const A &...a) { std::ostringstream o; o << '[' << level << ']'; ((o << ' ' << a), ...); std::cout << o.str() << '\n'; }
struct Tag0 {}; struct Tag1 : Tag0 {}; int disp(Tag0) { return 0; } int disp(Tag1) { return 1; }
template <class T> auto size_of(const T &t, int) -> decltype(t.size()) { return t.size(); } template <class T> size_t size_of(const T &, long) { return 1; }
L make(int i) { L l(i); return l; } L pass(L l) { return l; }
struct Handle { FILE *f = nullptr; const char *n; explicit Handle(const char *n) : n(n) { printf("open %s\n", n); } Handle(Handle &&o) : n(std::exchange(o.n, nullptr)) {} Handle &operator=(Handle &&o) { std::swap(n, o.n); return *this; } ~Handle() { if (n) printf("close %s\n", n); } };
template <class E> struct Expr { const E &self() const { return static_cast<const E &>(*this); } };
struct Vec : Expr<Vec> { std::vector<double> d; Vec(std::initializer_list<double> l) : d(l) {} template <class E> Vec(const Expr<E> &e) : d(e.self().size()) { for (size_t i = 0; i < d.size(); i++) d[i] = e.self()[i]; } double operator[](size_t i) const { return d[i]; } size_t size() const { return d.size(); } };
template <class A, class B> struct Sum : Expr<Sum<A, B>> { const A &a; const B &b; Sum(const A &a, const B &b) : a(a), b(b) {} double operator[](size_t i) const { return a[i] + b[i]; } size_t size() const { return a.size(); } };
template <class A, class B> Sum<A, B> operator+(const Expr<A> &a, const Expr<B> &b) { return {a.self(), b.self()}; }
int main() {
  { std::list<L> l; l.push_back(1); l.emplace_front(2); l.insert(std::next(l.begin()), 3); puts(" list"); l.sort(); puts(" sorted"); l.remove(L(2)); puts(" removed"); auto c = l; puts(" copied"); } puts("");
  { std::deque<L> d; for (int i = 0; i < 4; i++) d.push_back(i); d.emplace_front(9); d.pop_back(); puts(" deque"); puts(" erased"); d.insert(d.begin() + 1, L(7)); puts(" inserted"); } puts("");
  { std::map<int, L> m; m.emplace(1, 10); m.insert({2, L(20)}); puts(" map"); m.insert_or_assign(1, L(11)); puts(" ioa"); m.try_emplace(3, 30); puts(" copied"); m.erase(2); puts(" erased"); } puts("");
  { std::set<L> s; s.insert(3); s.insert(L(1)); s.emplace(2); s.emplace(2); puts(" set"); } puts("");
  { std::optional<L> o; o = L(5); puts(" opt"); o = L(6); puts(" again"); o.emplace(7); puts(" emplace"); auto p = o; p.reset(); puts(" reset"); } puts("");
  { std::variant<int, L, std::string> v = L(4); puts(" var"); v = std::string("s"); puts(" string"); v = L(8); puts(""); v.emplace<1>(9); puts(" emplaced"); auto w = v; v = w; puts(" assigned"); } puts("");
  { std::pair<L, L> p(1, 2); auto q = p; q = std::move(p); puts(" pair"); std::tuple<L, int> t(3, 4); auto u = t; std::get<0>(u) = L(5); puts(" tuple"); auto [x, y] = u; printf("%d %d\n", x.id, y); } puts("");
  { L a = make(1); puts(" nrvo"); L b = pass(a); puts(" pass"); L c = pass(std::move(b)); puts(" moved"); a = make(3); puts(" assigned"); std::swap(a, c); puts(" swapped"); } puts("");
  { std::function<int()> f; { L l(50); f = [l] { return l.id; }; puts(" fn"); } auto g = f; printf("%d", g()); } puts("");
  { auto s = std::make_shared<L>(60); std::weak_ptr<L> w = s; auto t = s; printf("%ld ", s.use_count()); s.reset(); t.reset(); printf("%d ", (int)w.expired()); } puts("");
  { std::unordered_map<std::string, L> m; m.emplace("a", 1); m.insert({"b", 2}); m.try_emplace("c", 3); puts(" umap"); } puts("");
  printf("%d %d %d\n", Ca(4).run(), Ca(1) != Ca(2), disp(Tag1()));
  std::vector<Any> as{1, 2.5, std::string("str")}; auto bs = as; for (auto &a : bs) std::cout << a << ' '; std::cout << '\n';
  std::variant<int, double, std::string> vs[] = {1, 2.5, "x"}; for (auto &v : vs) std::visit(overloaded{[](int i) { printf("int %d ", i); }, [](double d) { printf("dbl %g ", d); }, [](const std::string &s) { printf("str %s ", s.c_str()); }}, v); puts("");
  log("info", "n =", 3, 'c', 2.5, std::string("end")); printf("%zu %zu\n", size_of(std::string("abc"), 0), size_of(3, 0));
  { Handle a("a"), b("b"); a = std::move(b); Handle c = std::move(a); }
  Vec p{1, 2, 3}, q{10, 20, 30}; Vec r = p + q + p; printf("%g %g %g\n", r[0], r[1], r[2]);
}
/* OUTPUT:
+1 m1 --1 +2 +3 m3 --3  list
 sorted
+2 -2 -2  removed
c1 c3  copied
-1 -3 -1 -3 
+0 m0 -0 +1 m1 --1 +2 m2 --2 +3 m3 --3 +9 -3  deque
 erased
+7 m7 m9 <7 --99 --7  inserted
-9 -7 -0 -1 -2 
+10 +20 m20 m20 --20 --20  map
+11 <11 --99  ioa
+30  copied
-20  erased
-30 -11 
+3 m3 --3 +1 m1 --1 +2 +2 -2  set
-3 -2 -1 
+5 m5 --5  opt
+6 <6 --99  again
-6 +7  emplace
c7 -7  reset
-7 
+4 m4 --4  var
-4  string
+8 m8 --8 
-8 +9  emplaced
c9 =9  assigned
-9 -9 
+1 +2 c1 c2 <1 <2  pair
+3 c3 +5 <5 --99  tuple
c5 5 4
-5 -5 -3 -2 -1 --99 --99 
+1  nrvo
c1 m1 --1  pass
m1 m1 --1  moved
+3 <3 --99  assigned
m3 <1 <3 --99  swapped
-3 --1 -1 
+50 c50 m50 --50  fn
-50 c50 50-50 -50 
+60 2 -60 1 
+1 +2 m2 --2 +3  umap
-3 -2 -1 
8 1 1
1 2.5 str 
int 1 dbl 2.5 str x 
[info] n = 3 c 2.5 end
3 1
open a
open b
close b
close a
12 24 36
*/
