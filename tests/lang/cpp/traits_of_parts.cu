// What traits say of the types of the library whose parts decide: g++ says the same.
#include <cstdio>
#include <vector>
#include <string>
#include <optional>
#include <variant>
#include <tuple>
#include <functional>
#include <utility>
#include <type_traits>
#include <map>
struct NoOp {};
template <class F, class A, class B, class = void> struct can : std::false_type {};
template <class F, class A, class B> struct can<F, A, B, std::void_t<decltype(std::declval<F>()(std::declval<A>(), std::declval<B>()))>> : std::true_type {};
template <class A, class B, class = void> struct eq : std::false_type {};
template <class A, class B> struct eq<A, B, std::void_t<decltype(std::declval<A>() == std::declval<B>())>> : std::true_type {};
#define P(...) printf("%s %d\n", #__VA_ARGS__, (int)(__VA_ARGS__))
int main() {
  P(can<std::plus<>, int, int>::value); P(can<std::plus<>, NoOp, NoOp>::value); P(can<std::less<>, NoOp, int>::value);
  P(can<std::equal_to<>, std::string, const char*>::value); P(can<std::multiplies<>, std::string, int>::value);
  P(eq<std::optional<NoOp>, std::optional<NoOp>>::value); P(eq<std::optional<int>, std::optional<int>>::value);
  P(eq<std::optional<int>, int>::value); P(eq<std::vector<NoOp>, std::vector<NoOp>>::value);
  P(noexcept(std::declval<std::vector<int>&>().swap(std::declval<std::vector<int>&>())));
  P(std::is_nothrow_swappable<std::vector<int>>::value); P(std::is_nothrow_swappable<std::string>::value);
  P(std::is_trivially_copyable<std::optional<int>>::value); P(std::is_trivially_destructible<std::optional<int>>::value);
  P(std::is_trivially_copyable<std::variant<int, float>>::value); P(std::is_trivially_destructible<std::variant<int,float>>::value);
  P(std::is_trivially_copyable<std::pair<int,float>>::value); P(std::is_trivially_destructible<std::pair<int,float>>::value);
  P(std::is_trivially_copy_constructible<std::pair<int,float>>::value);
  P(std::is_trivially_copy_constructible<std::tuple<int,float>>::value);
  P(std::is_trivially_copyable<std::tuple<int,float>>::value); P(std::is_trivially_destructible<std::tuple<int,float>>::value);
  P(std::is_trivially_copy_assignable<std::tuple<int,float>>::value);
  P(std::is_trivially_copyable<std::optional<std::string>>::value); P(std::is_trivially_destructible<std::variant<std::string,float>>::value);
  P(std::is_assignable<std::pair<const int,int>&, std::pair<const int,int>>::value);
  P(std::is_copy_assignable<std::pair<const int,int>>::value);
  P(std::is_assignable<std::pair<int,int>&, std::pair<short,int>>::value);
  P(std::is_nothrow_move_constructible<std::vector<int>>::value); P(std::is_nothrow_move_constructible<std::string>::value);
  P(std::is_nothrow_move_constructible<std::map<int,int>>::value);
  P(std::is_invocable<std::plus<>, NoOp, int>::value); P(std::is_invocable<std::function<int(int)>, const char*>::value);
  P(std::is_constructible<std::function<int(int)>, int>::value);
  P(std::is_convertible<std::optional<int>, bool>::value);

  std::optional<int> none, one = 1, two = 2;
  P(none < one); P(one < none); P(one < two); P(none <= none); P(one >= none); P(one != two); P(none != none); P(two > one);
  P(one < 2); P(2 < one); P(one <= 1); P(1 >= one); P(none < 0); P(0 < none); P(none >= 0); P(one != 1); P(1 != two);
  P(none < std::nullopt); P(std::nullopt < one); P(one <= std::nullopt); P(std::nullopt >= none); P(one > std::nullopt);
  std::variant<int, float> v = 2.5f, w = v, x; x = v; v = 7;
  P(std::get<1>(w) == 2.5f && std::get<float>(x) == 2.5f); P(std::get<0>(v));
  std::variant<std::string, int> s = "text", t = s; s = 5; t = std::move(s);
  P(std::get<1>(t));
  std::pair<const int, int> *made = new std::pair<const int, int>(std::pair<int, short>(1, 2)); P(made->second); delete made;
  P(std::is_constructible<std::pair<int, NoOp>, std::pair<int, int>>::value); P(std::is_constructible<std::tuple<int, NoOp>, std::tuple<int, int>>::value);
  P(std::is_assignable<std::tuple<int, NoOp> &, std::tuple<int, int>>::value); P(std::is_constructible<std::tuple<int, double>, std::tuple<short, float>>::value);
}
/* OUTPUT:
can<std::plus<>, int, int>::value 1
can<std::plus<>, NoOp, NoOp>::value 0
can<std::less<>, NoOp, int>::value 0
can<std::equal_to<>, std::string, const char*>::value 1
can<std::multiplies<>, std::string, int>::value 0
eq<std::optional<NoOp>, std::optional<NoOp>>::value 0
eq<std::optional<int>, std::optional<int>>::value 1
eq<std::optional<int>, int>::value 1
eq<std::vector<NoOp>, std::vector<NoOp>>::value 1
noexcept(std::declval<std::vector<int>&>().swap(std::declval<std::vector<int>&>())) 1
std::is_nothrow_swappable<std::vector<int>>::value 1
std::is_nothrow_swappable<std::string>::value 1
std::is_trivially_copyable<std::optional<int>>::value 1
std::is_trivially_destructible<std::optional<int>>::value 1
std::is_trivially_copyable<std::variant<int, float>>::value 1
std::is_trivially_destructible<std::variant<int,float>>::value 1
std::is_trivially_copyable<std::pair<int,float>>::value 0
std::is_trivially_destructible<std::pair<int,float>>::value 1
std::is_trivially_copy_constructible<std::pair<int,float>>::value 1
std::is_trivially_copy_constructible<std::tuple<int,float>>::value 1
std::is_trivially_copyable<std::tuple<int,float>>::value 0
std::is_trivially_destructible<std::tuple<int,float>>::value 1
std::is_trivially_copy_assignable<std::tuple<int,float>>::value 0
std::is_trivially_copyable<std::optional<std::string>>::value 0
std::is_trivially_destructible<std::variant<std::string,float>>::value 0
std::is_assignable<std::pair<const int,int>&, std::pair<const int,int>>::value 0
std::is_copy_assignable<std::pair<const int,int>>::value 0
std::is_assignable<std::pair<int,int>&, std::pair<short,int>>::value 1
std::is_nothrow_move_constructible<std::vector<int>>::value 1
std::is_nothrow_move_constructible<std::string>::value 1
std::is_nothrow_move_constructible<std::map<int,int>>::value 1
std::is_invocable<std::plus<>, NoOp, int>::value 0
std::is_invocable<std::function<int(int)>, const char*>::value 0
std::is_constructible<std::function<int(int)>, int>::value 0
std::is_convertible<std::optional<int>, bool>::value 0
none < one 1
one < none 0
one < two 1
none <= none 1
one >= none 1
one != two 1
none != none 0
two > one 1
one < 2 1
2 < one 0
one <= 1 1
1 >= one 1
none < 0 1
0 < none 0
none >= 0 0
one != 1 0
1 != two 1
none < std::nullopt 0
std::nullopt < one 1
one <= std::nullopt 0
std::nullopt >= none 1
one > std::nullopt 1
std::get<1>(w) == 2.5f && std::get<float>(x) == 2.5f 1
std::get<0>(v) 7
std::get<1>(t) 5
made->second 2
std::is_constructible<std::pair<int, NoOp>, std::pair<int, int>>::value 0
std::is_constructible<std::tuple<int, NoOp>, std::tuple<int, int>>::value 0
std::is_assignable<std::tuple<int, NoOp> &, std::tuple<int, int>>::value 0
std::is_constructible<std::tuple<int, double>, std::tuple<short, float>>::value 1
*/
