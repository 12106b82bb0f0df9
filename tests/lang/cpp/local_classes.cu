// Local classes with member functions, virtual ones too, in functions, templates, lambdas and member functions.
#include <cstdio>
#include <vector>
#include <memory>
#include <functional>
#include <algorithm>
#include <string>
#include <map>
struct Shape { virtual double area() const = 0; virtual const char *name() const { return "shape"; } virtual ~Shape() { printf("~Shape\n"); } };
std::unique_ptr<Shape> make(double r) {
  struct Circle : Shape { double r; explicit Circle(double r) : r(r) {} double area() const override { return 3*r*r; } ~Circle() override { printf("~Circle %g\n", r); } };
  return std::make_unique<Circle>(r);
}
std::unique_ptr<Shape> make(int s) {
  struct Circle : Shape { int s; Circle(int s) : s(s) {} double area() const override { return s*s; } const char *name() const override { return "sq"; } };
  return std::unique_ptr<Shape>(new Circle(s));
}
auto counter() { struct C { int n = 0; int next() { return ++n; } static const char *who() { return "C"; } enum { K = 5 }; typedef int value_type; }; return C{}; }
template <class T> struct Visit { T go(T x) { struct Add { T by; T operator()(T v) const { return v + by; } }; Add a{x}; return a(1) + Add{2}(x); } };
struct Outer { int secret() { struct In { int get(const Outer &o) const { return o.x * k(); } static int k() { return 3; } }; return In().get(*this); } private: int x = 14; };
int fact(int n) { struct F { int run(int k) { struct G { int dec(int v) { return v - 1; } }; return k < 2 ? 1 : k * F().run(G().dec(k)); } }; return F().run(n); }
template <class... Ts> int total(Ts... ts) { struct Acc { int s = 0; Acc &operator<<(int v) { s += v; return *this; } }; Acc a; (a << ... << ts); return a.s; }
int main() {
  { auto a = make(2.0), b = make(3); printf("%g %s %g %s\n", a->area(), a->name(), b->area(), b->name()); }
  auto c = counter(); c.next(); printf("%d %s %d\n", c.next(), c.who(), 5);
  printf("%d %g\n", Visit<int>().go(4), Visit<double>().go(1.5));
  printf("%d %d %d\n", Outer().secret(), fact(5), total(1, 2, 3));
  const int N = 4; static int hits = 0; enum Color { R, G = 7 };
  struct Local { int a[N]; int sum() const { int s = G; for (int i = 0; i < N; i++) s += a[i]; hits++; return s; } bool operator<(const Local &o) const { return sum() < o.sum(); } };
  std::vector<Local> v{{{4, 3, 2, 1}}, {{1, 1, 1, 1}}, {{0, 0, 0, 9}}};
  std::sort(v.begin(), v.end());
  for (auto &l : v) printf("%d ", l.sum());
  printf("hits %d\n", hits > 0);
  struct ByLen { bool operator()(const std::string &a, const std::string &b) const { return a.size() != b.size() ? a.size() < b.size() : a < b; } };
  std::map<std::string, int, ByLen> m{{"ccc", 1}, {"a", 2}, {"bb", 3}};
  for (auto &[k, x] : m) printf("%s=%d ", k.c_str(), x);
  puts("");
  struct Noisy { int id; Noisy(int i) : id(i) { printf("+%d ", id); } Noisy(const Noisy &o) : id(o.id + 10) { printf("c%d ", id); } ~Noisy() { printf("-%d ", id); } };
  { std::vector<Noisy> w; w.reserve(3); w.emplace_back(1); w.push_back(Noisy(2)); auto z = w; }
  puts("");
  std::function<int(int)> f; { struct Mul { int k; int operator()(int x) const { return x * k; } }; f = Mul{6}; } printf("%d\n", f(7));
  for (int i = 0; i < 2; i++) { struct Once { Once() { static int n = 0; printf("once %d\n", ++n); } }; Once o; }
  auto lam = [](auto x) { struct H { decltype(x) v; decltype(x) twice() { return v + v; } }; return H{x}.twice(); };
  printf("%d %g\n", lam(4), lam(1.25));
  struct Node { int v; std::unique_ptr<Node> next; Node(int v, std::unique_ptr<Node> n) : v(v), next(std::move(n)) {} int sum() const { return v + (next ? next->sum() : 0); } };
  auto list = std::make_unique<Node>(1, std::make_unique<Node>(2, nullptr)); printf("%d\n", list->sum());
  struct Base1 { int b = 1; virtual int f() { return b; } virtual ~Base1() {} }; struct Der : Base1 { int f() override { auto g = [this](auto k) { return b + k; }; return g(10) + Base1::f(); } };
  Der d; Base1 &br = d; printf("%d\n", br.f());
  try { struct Err { int code; const char *what() const { return "err"; } }; throw Err{4}; } catch (...) { puts("caught"); }
}
/* OUTPUT:
12 shape 9 sq
~Shape
~Circle 2
~Shape
2 C 5
11 6
42 120 6
11 16 17 hits 1
a=2 bb=3 ccc=1 
+1 +2 c12 -2 c11 c22 -11 -22 -1 -12 
42
once 1
once 2
8 2.5
3
12
caught
*/
