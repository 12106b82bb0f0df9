// `noexcept` is part of a function's type: traits, partial specialisations, deduction, conversions, overloads, the operator.
#include <cstdio>
#include <type_traits>
#include <functional>
#include <typeinfo>
#include <string>
template <class T> struct is_ne : std::false_type {};
template <class R, class... A> struct is_ne<R(A...) noexcept> : std::true_type {};
template <class R, class... A> struct is_ne<R (*)(A...) noexcept> : std::true_type {};
template <class C, class R, class... A> struct is_ne<R (C::*)(A...) noexcept> : std::true_type {};
template <class C, class R, class... A> struct is_ne<R (C::*)(A...) const noexcept> : std::true_type {};
template <class T> struct F { static constexpr int n = -1; };
template <class R, class... A> struct F<R(A...)> { static constexpr int n = sizeof...(A); };
template <class R, class... A> struct F<R(A...) noexcept> { static constexpr int n = 100 + sizeof...(A); };
template <class T> struct G { static constexpr int n = -1; };
template <class R, bool B, class... A> struct G<R(A...) noexcept(B)> { static constexpr int n = 10 * B + sizeof...(A); };
void f(int) noexcept; void f(int) noexcept {}
int g(int, int) { return 1; }
struct S { int a(int) noexcept { return 1; } int b(int) const noexcept { return 2; } int c() { return 3; } virtual void d() noexcept {} ~S() {} 
  static int st() noexcept { return 4; } };
template <class R, class... A> int ded(R (*)(A...)) { return 1; }
template <class R, class... A> int ded2(R (*)(A...)) { return 1; }
template <class R, class... A> int ded2(R (*)(A...) noexcept) { return 2; }
template <class R, class... A, bool B> int ded3(R (*)(A...) noexcept(B)) { return B; }
int ov(void (*)(int)) { return 1; }
int ov(void (*)(int) noexcept) { return 2; }
template <bool B> void cond() noexcept(B) {}
template <void (*P)(int)> int nt() { return 1; }
using NE = void(int) noexcept;
NE declared;
void declared(int) noexcept {}
int takes(int h(int) noexcept) { return noexcept(h(1)); }
int takes2(int h(int)) { return noexcept(h(1)); }
int fn(int) noexcept { return 1; }
int main() {
  printf("%d %d\n", is_ne<decltype(f)>::value, is_ne<decltype(g)>::value);
  printf("%d %d\n", is_ne<decltype(&f)>::value, is_ne<decltype(&g)>::value);
  printf("%d %d %d %d %d\n", is_ne<decltype(&S::a)>::value, is_ne<decltype(&S::b)>::value, is_ne<decltype(&S::c)>::value, is_ne<decltype(&S::d)>::value, is_ne<decltype(&S::st)>::value);
  printf("%d %d %d\n", F<void(int) noexcept>::n, F<void(int)>::n, F<decltype(g)>::n);
  printf("%d %d\n", G<void(int) noexcept>::n, G<void(int, int)>::n);
  printf("%d %d %d %d\n", ded(f), ded(g), ded2(f), ded2(g));
  printf("%d %d\n", ded3(f), ded3(g));
  printf("%d\n", ov(f));
  printf("%d %d\n", std::is_same_v<void(), void() noexcept>, std::is_convertible_v<void (*)() noexcept, void (*)()>);
  printf("%d %d\n", std::is_convertible_v<void (*)(), void (*)() noexcept>, std::is_assignable_v<void (*&)() noexcept, void (*)()>);
  printf("%d %d\n", is_ne<decltype(&cond<true>)>::value, is_ne<decltype(&cond<false>)>::value);
  void (*p)(int) = f; void (*q)(int) noexcept = f;
  printf("%d %d %d %d\n", noexcept(p(1)), noexcept(q(1)), noexcept(f(1)), noexcept(g(1, 1)));
  printf("%d %d\n", p == q, std::is_same_v<decltype(true ? p : q), void (*)(int)>);
  p = q;
  printf("%d\n", nt<f>());
  auto l = [](int) noexcept { return 1; }; auto m = [](int) { return 1; };
  printf("%d %d\n", is_ne<decltype(&decltype(l)::operator())>::value, is_ne<decltype(&decltype(m)::operator())>::value);
  int (*lp)(int) noexcept = l; int (*lq)(int) = l; (void)lp; (void)lq;
  printf("%d %d\n", is_ne<decltype(+l)>::value, is_ne<decltype(+m)>::value);
  printf("%s %s %s\n", typeid(&f).name(), typeid(&g).name(), typeid(q).name());
  S s; int (S::*mp)(int) = &S::a; int (S::*mq)(int) noexcept = &S::a; int (S::*mr)(int) const noexcept = &S::b;
  printf("%d %d %d\n", (s.*mp)(1), (s.*mq)(1), (s.*mr)(1));
  printf("%d %d %d\n", noexcept((s.*mp)(1)), noexcept((s.*mq)(1)), noexcept((s.*mr)(1)));
  void (&ra)(int) = f; void (&rb)(int) noexcept = f; ra(1); rb(1);
  printf("%d %d\n", noexcept(ra(1)), noexcept(rb(1)));
  printf("%d %d\n", is_ne<NE>::value, is_ne<decltype(declared)>::value);
  printf("%d %d %d\n", takes(fn), takes2(fn), std::is_same_v<decltype(takes), int(int (*)(int) noexcept)>);
  std::function<int(int)> sf = fn; printf("%d\n", sf(3));
  printf("%d %d\n", std::is_nothrow_invocable_v<decltype(fn), int>, std::is_nothrow_invocable_v<decltype(g), int, int>);
  printf("%d %d %d\n", std::is_function_v<NE>, std::is_member_function_pointer_v<decltype(&S::a)>, std::is_pointer_v<decltype(q)>);
  auto mf = std::mem_fn(&S::a); printf("%d\n", mf(s, 1));
  auto bb = std::bind(&S::b, &s, std::placeholders::_1); printf("%d\n", bb(1));
  printf("%d\n", std::invoke(&S::b, s, 2));
  printf("%d\n", std::is_same_v<std::invoke_result_t<decltype(&S::b), S &, int>, int>);
}
/* OUTPUT:
1 0
1 0
1 1 0 1 1
101 1 2
11 2
1 1 2 1
1 0
2
0 1
0 0
1 0
0 1 1 0
1 1
1
1 0
1 0
PDoFviE PFiiiE PDoFviE
1 1 2
0 1 1
0 1
1 1
1 0 1
1
1 0
1 1 1
1
2
2
1
*/
