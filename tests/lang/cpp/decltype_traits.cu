// decltype, trailing and deduced return types, traits as built-ins, forwarding. g++ prints the same with the library's names.
// GXX: -include data/traits.h
#include <cstdio>
template <class T> __host__ __device__ __add_rvalue_reference(T) declval() noexcept;
template <class T, class U> auto add(T a, U b) -> decltype(a + b) { return a + b; }
template <class T> auto sz(T t) -> decltype(t.size()) { return t.size(); }
template <class T> int sz(T *) { return -1; }
struct Z { int size() { return 7; } };
enum class E : unsigned char { A, B };
struct P { int x; double y; };
int &ref() { static int v = 5; return v; }
template <class F> decltype(auto) call(F f) { return f(); }
template <int... I> struct seq { static constexpr int n = sizeof...(I); static int sum() { return (I + ... + 0); } };
template <int N> using make = seq<__integer_pack(N)...>;
template <class T> struct is_c { static constexpr bool value = __is_class(T); };
template <class T> constexpr int kind() {
  if constexpr (__is_integral(T)) return 1;
  else if constexpr (__is_floating_point(T)) return 2;
  else return T::nothing;
}
template <class T> T &&fwd(__remove_reference(T) &t) { return static_cast<T &&>(t); }
template <class T> int lv(T &&) { return __is_lvalue_reference(T); }
template <class T> int pass(T &&t) { return lv(fwd<T>(t)); }
struct Q { Q(int, float) {} };
constexpr int fact(int n) { int r = 1; for (int i = 2; i <= n; i++) r *= i; return r; }
static_assert(fact(5) == 120);
template <unsigned N> struct Fib { static constexpr unsigned long value = Fib<N - 1>::value + Fib<N - 2>::value; };
template <> struct Fib<0> { static constexpr unsigned long value = 0; };
template <> struct Fib<1> { static constexpr unsigned long value = 1; };
int main() {
  printf("%d %d %d\n", __is_same(decltype(add(1, 2.0)), double), sz(Z()), sz((int *)0));
  printf("%d %d\n", (int)sizeof(__underlying_type(E)), __is_same(__underlying_type(E), unsigned char));
  int x = 3; const int cx = 4; int &r = x;
  printf("%d%d%d%d\n", __is_same(decltype(x), int), __is_same(decltype((x)), int &), __is_same(decltype(r), int &), __is_same(decltype(cx), const int));
  printf("%d%d\n", __is_same(decltype(ref()), int &), __is_same(decltype(1 + x), int));
  call(ref) = 9; printf("%d\n", ref());
  printf("%d %d\n", make<5>::n, make<5>::sum());
  printf("%d %d\n", kind<int>(), kind<float>());
  printf("%d %d %d\n", pass(x), pass(3), lv(cx));
  printf("%d%d%d%d\n", __is_constructible(Q, int, float), __is_constructible(Q, int), __is_constructible(int, double), __is_constructible(P));
  printf("%d%d%d\n", __is_convertible(int, double), __is_convertible(int *, double), __is_convertible(P, int));
  printf("%d%d%d\n", __is_trivially_copyable(P), __is_class(P), __is_enum(E));
  printf("%d %d\n", noexcept(x + 1), noexcept(ref()));
  printf("%lu\n", Fib<50>::value);
  decltype(auto) y = (x); y = 12; printf("%d\n", x);
  P p; printf("%d%d\n", __is_same(decltype(p.x), int), __is_same(decltype((p.x)), int &));
}
/* OUTPUT:
1 7 -1
1 1
1111
11
9
5 10
1 2
1 0 1
1011
100
111
1 0
12586269025
12
11
*/
