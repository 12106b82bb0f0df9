// <type_traits>, used for overloads. g++ prints the same.
#include <type_traits>
#include <cstdio>
template <class T, std::enable_if_t<std::is_integral<T>::value, int> = 0> int f(T) { return 1; }
template <class T, std::enable_if_t<std::is_floating_point_v<T>, int> = 0> int f(T) { return 2; }
template <class T> typename std::enable_if<std::is_pointer<T>::value, int>::type f(T) { return 3; }
struct S { int a; S(int x) : a(x) {} };
int twice(int x) { return 2 * x; }
int main() {
  printf("%d %d %d\n", f(1), f(1.0), f("x"));
  printf("%d%d%d%d\n", std::is_same_v<std::decay_t<int[3]>, int *>, std::is_same<std::remove_cv_t<const volatile int>, int>::value, std::is_default_constructible_v<S>, std::is_constructible<S, int>::value);
  printf("%d\n", std::is_same_v<std::common_type_t<int, float, char>, float>);
  printf("%d %d %d\n", (int)std::rank_v<int[2][3]>, (int)std::extent_v<int[2][3], 1>, std::conjunction_v<std::is_integral<int>, std::is_signed<int>>);
  printf("%d%d%d\n", std::is_invocable_v<int (*)(int), int>, std::is_invocable_v<int (*)(int), S>, std::is_same_v<std::invoke_result_t<decltype(&twice), int>, int>);
  printf("%d%d\n", std::true_type::value, std::integral_constant<int, 5>()());
  printf("%d%d\n", std::is_copy_constructible<S>::value, std::is_trivially_copyable_v<S>);
  std::conditional_t<(sizeof(int) > 2), long, char> z = 5; printf("%d\n", (int)sizeof z);
  std::make_unsigned_t<char> c = 200; printf("%d\n", c);
}
/* OUTPUT:
1 2 3
1101
1
2 3 1
101
15
11
8
200
*/
