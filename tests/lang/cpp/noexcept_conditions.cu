// The conditions of `noexcept` are read where they stand, also of templates and members; the C library's functions promise; std::function tells its type.
#include <cstdio>
#include <type_traits>
#include <utility>
#include <string>
#include <vector>
#include <map>
#include <functional>
#include <cmath>
#include <cstring>
#include <cstdlib>
template <class T> struct N { static constexpr bool v = sizeof(T) > 1; };
template <class T> struct W {
  T t;
  void f() noexcept(N<T>::v) {}
  void g() noexcept(noexcept(t.h()));
  void swap(W &o) noexcept(noexcept(std::swap(t, o.t))) { std::swap(t, o.t); }
  template <class U> void m(U) noexcept(sizeof(U) == 1) {}
  static constexpr bool quiet = sizeof(T) == 4;
  void late() noexcept(quiet_late) {}
  static constexpr bool quiet_late = sizeof(T) == 8;
};
struct H { void h() noexcept {} };
struct H2 { void h() {} long x; };
template <class T> void W<T>::g() noexcept(noexcept(t.h())) {}
template <class T> void free_(T) noexcept(N<T>::v) {}
template <class F> struct sig;
template <class R, class... A> struct sig<R(A...)> { static const char *n() { return "plain"; } };
template <class R, class... A> struct sig<R(A...) noexcept> { static const char *n() { return "noexcept"; } };
template <class T> const char *name(T *) { return sig<T>::n(); }
template <class T> const char *mname(T W<int>::*) { return sig<T>::n(); }
struct Base { virtual void v() noexcept; virtual ~Base() {} }; void Base::v() noexcept {}
struct Der : Base { void v() noexcept override {} };
double twice(double (*f)(double), double x) { return f(f(x)); }
struct Op { double (*f)(double); const char *n; };
typedef void (*Cb)(void *) noexcept;
struct Holder { Cb cb = nullptr; void (*plain)(void *) = nullptr; };
void cb(void *p) noexcept { *(int *)p = 3; }
template <class T, class = void> struct can : std::false_type {};
template <class T> struct can<T, std::void_t<decltype(std::declval<Holder &>().cb = std::declval<T>())>> : std::true_type {};
template <auto F> int call() { return noexcept(F(0)); }
int q1(int) noexcept { return 0; } int q2(int) { return 0; }
int main() {
  W<int> a{}; W<char> b{}; W<H> h; W<H2> h2; W<double> d;
  printf("%d %d %d %d\n", noexcept(a.f()), noexcept(b.f()), noexcept(h.g()), noexcept(h2.g()));
  printf("%d %d\n", noexcept(a.m('c')), noexcept(a.m(3)));
  printf("%d %d\n", noexcept(a.late()), noexcept(d.late()));
  printf("%d %d\n", noexcept(free_(1)), noexcept(free_('c')));
  printf("%d\n", noexcept(a.swap(a)));
  printf("%s %s %s %s\n", name(free_<int>), name(free_<char>), name(q1), name(q2));
  printf("%s %s\n", mname<void() noexcept>(&W<int>::f), mname<void()>(&W<int>::late));
  printf("%.3f %.3f\n", twice(std::sqrt, 16.0), twice(sqrt, 16.));
  Op ops[] = {{sin, "sin"}, {cos, "cos"}, {std::exp, "exp"}};
  for (auto &o : ops) printf("%s %.3f\n", o.n, o.f(0.5));
  std::map<std::string, double (*)(double)> m{{"sin", sin}, {"cos", cos}};
  printf("%.3f\n", m["cos"](0));
  std::vector<std::function<int(int)>> v{q1, q2, [](int x) noexcept { return x; }};
  printf("%zu\n", v.size());
  Holder ho; ho.cb = cb; ho.plain = cb; ho.plain = ho.cb; int x; ho.cb(&x); printf("%d %d\n", x, ho.plain == ho.cb);
  printf("%d %d\n", can<Cb>::value, can<void (*)(void *)>::value);
  printf("%d %d\n", call<q1>(), call<q2>());
  printf("%d %d\n", noexcept(std::declval<Der>().v()), noexcept(strlen("")));
  auto pf = &strlen; printf("%zu\n", pf("abc"));
  auto c = static_cast<int (*)(int)>(q1); printf("%d\n", noexcept(c(1)));
  auto r = reinterpret_cast<int (*)(int) noexcept>(q2); printf("%d\n", noexcept(r(1)));
  const bool t = true; auto pick = t ? q1 : q2; printf("%d\n", noexcept(pick(0)));
  int (*arr[])(int) noexcept = {q1, q1}; printf("%d\n", noexcept(arr[0](1)));
  auto lam = [&](int (*f)(int) noexcept) { return noexcept(f(2)); }; printf("%d\n", lam(q1));
  printf("%d %d\n", std::is_invocable_v<decltype(lam), int (*)(int)>, std::is_invocable_v<decltype(lam), int (*)(int) noexcept>);
  int arr2[] = {3, 1, 2}; qsort(arr2, 3, sizeof(int), [](const void *a, const void *b) { return *(int *)a - *(int *)b; }); printf("%d\n", arr2[0]);
  atexit([]() noexcept { puts("bye"); });
  printf("%d\n", (int)std::is_same_v<std::decay_t<decltype(q1)>, int (*)(int) noexcept>);
  printf("%d\n", (int)std::is_same_v<std::remove_pointer_t<decltype(&q1)>, int(int) noexcept>);
  std::function fn = q1; printf("%d\n", (int)std::is_same_v<decltype(fn), std::function<int(int)>>);
}
/* OUTPUT:
1 0 1 0
1 0
0 1
1 0
1
noexcept plain noexcept plain
noexcept plain
2.000 2.000
sin 0.479
cos 0.878
exp 1.649
1.000
3
3 1
1 0
1 0
1 1
3
0
1
0
1
1
0 1
1
1
1
1
bye
*/
