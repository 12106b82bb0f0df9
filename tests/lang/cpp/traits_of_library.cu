// Traits of the library's own classes: what their members allow, and no more.
#include <vector>
#include <memory>
#include <type_traits>
#include <cstdio>
#include <functional>
#include <map>
#include <string>
#include <optional>
#include <tuple>
#include <variant>
#include <set>
#include <deque>
#include <list>
#include <unordered_map>
using U = std::unique_ptr<int>;
struct NoEq {}; struct NoDef { NoDef(int) {} };
template <class T, class = void> struct has_eq : std::false_type {};
template <class T> struct has_eq<T, std::void_t<decltype(std::declval<T>() == std::declval<T>())>> : std::true_type {};
template <class T, class = void> struct has_less : std::false_type {};
template <class T> struct has_less<T, std::void_t<decltype(std::declval<T>() < std::declval<T>())>> : std::true_type {};
#define P(...) printf("%d ", (int)(__VA_ARGS__))
int main() {
    P(std::is_copy_constructible_v<std::vector<U>>); P(std::is_copy_assignable_v<std::vector<U>>); P(std::is_move_constructible_v<std::vector<U>>);
    P(std::is_copy_constructible_v<std::map<int, U>>); P(std::is_copy_constructible_v<std::deque<U>>); P(std::is_copy_constructible_v<std::list<U>>);
    P(std::is_copy_constructible_v<std::optional<U>>); P(std::is_copy_constructible_v<std::tuple<int, U>>); P(std::is_copy_constructible_v<std::pair<int, U>>); P(std::is_copy_constructible_v<std::variant<int, U>>);
    P(std::is_copy_constructible_v<std::function<void()>>); P(std::is_constructible_v<std::function<void()>, U>); P(std::is_copy_constructible_v<U>); P(std::is_copy_constructible_v<std::shared_ptr<int>>);
    puts("");
    P(std::is_default_constructible_v<std::vector<NoDef>>); P(std::is_default_constructible_v<std::pair<NoDef, int>>); P(std::is_default_constructible_v<std::tuple<NoDef>>); P(std::is_default_constructible_v<std::optional<NoDef>>); P(std::is_default_constructible_v<std::variant<NoDef, int>>);
    P(std::is_constructible_v<std::string, int>); P(std::is_constructible_v<std::vector<int>, const char *>); P(std::is_convertible_v<const char *, std::string>);
    puts("");
    P(has_eq<std::vector<NoEq>>::value); P(has_eq<std::pair<NoEq, int>>::value); P(has_eq<std::tuple<NoEq>>::value); P(has_eq<std::map<int, NoEq>>::value); P(has_eq<NoEq>::value); P(has_less<std::vector<NoEq>>::value); P(has_eq<std::unordered_map<int,NoEq>>::value);
    P(has_less<std::string>::value); P(has_eq<std::shared_ptr<NoEq>>::value); P(has_less<std::variant<NoEq>>::value);
    puts("");
    P(std::is_invocable_v<std::less<>, NoEq, NoEq>); P(std::is_invocable_v<std::less<NoEq>, NoEq, NoEq>); P(std::is_invocable_v<std::hash<int>, int>); P(std::is_swappable_v<U>); P(std::is_nothrow_move_constructible_v<std::vector<int>>); P(std::is_nothrow_move_constructible_v<std::string>); P(std::is_nothrow_move_constructible_v<std::map<int,int>>); P(std::is_nothrow_copy_constructible_v<std::vector<int>>); P(std::is_trivially_copyable_v<std::pair<int,int>>); P(std::is_trivially_copyable_v<std::tuple<int>>); 
    puts("");
}
/* OUTPUT:
1 1 1 1 1 1 0 0 0 0 1 0 0 1 
1 0 0 1 0 0 0 1 
1 1 1 1 0 1 1 1 1 1 
0 1 1 1 1 1 1 0 0 0 
*/
