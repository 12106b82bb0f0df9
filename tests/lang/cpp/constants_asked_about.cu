// Constants in what is only asked about get the bodies that they call.
#include <array>
#include <type_traits>
#include <utility>
#include <cstdio>
#include <string_view>
#include <limits>
#include <algorithm>
template <class T> constexpr int size_for(T t) { return t > 2 ? 8 : 4; }
template <int N> struct Size { static constexpr int value = N; template <class T> static constexpr int times(T t) { return N * t; } constexpr int plus(int k) const { return N + k; } };
template <class T> struct Traits { static constexpr bool wide() { return sizeof(T) > 4; } static constexpr int bits() { return int(sizeof(T)) * 8; } };
template <class T, std::enable_if_t<Traits<T>::wide(), int> = 0> const char *kind(T) { return "wide"; }
template <class T, std::enable_if_t<!Traits<T>::wide(), int> = 0> const char *kind(T) { return "narrow"; }
template <class T> auto twice(T t) -> decltype(std::array<T, size_for(1)>{}, t + t) { return t + t; }
template <class T> constexpr bool check() { return std::is_same_v<decltype(Size<Size<3>::times(2)>::value), const int>; }
template <class T> using Array = std::array<T, Traits<T>::bits()>;
template <class T> struct Holder { T data[Size<2>{}.plus(3)]; int more[std::max(2, size_for(T(5)))]; };
template <class... T> constexpr size_t total() { return (sizeof(T) + ... + 0); }
template <class T, class = std::void_t<decltype(Size<total<T, int>()>{})>> constexpr int chosen(int) { return 1; }
template <class T> constexpr int chosen(...) { return 2; }
constexpr bool starts(std::string_view s) { return s.substr(0, 2) == "ab"; }
int main() {
    printf("%s %s\n", kind(1), kind(2.0));
    printf("%d %d %zu %zu\n", twice(4), (int)check<int>(), Array<char>{}.size(), sizeof(Holder<short>));
    printf("%zu %zu\n", sizeof(decltype(std::array<int, size_for(3)>{})), sizeof(std::array<char, Size<size_for(3)>::times(2)>));
    printf("%d %zu %d\n", chosen<double>(0), sizeof(Size<Traits<long>::bits()>), (int)noexcept(size_for(2)));
    static_assert(sizeof(int[size_for(9)]) == 32 && starts("abc") && Size<4>{}.plus(1) == 5);
    if constexpr (Traits<decltype(size_for(1))>::wide()) puts("wide"); else puts("narrow");
    decltype(Size<std::numeric_limits<signed char>::max()>{}) s; printf("%d %d\n", s.value, (int)std::is_same_v<decltype(s), Size<127>>);
    enum { E = sizeof(char[size_for(1)]) + Traits<int>::bits() }; printf("%d\n", E);
}
/* OUTPUT:
narrow wide
8 1 8 44
32 16
1 1 0
narrow
127 1
36
*/
