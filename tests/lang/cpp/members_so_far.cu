// Members that a class's body names before its `}`: functions, templates and data that stand before, in decltype, sizeof,
// enumerators and trailing types.
#include <cstdio>
#include <vector>
#include <type_traits>
template <typename C> struct A {
    template <typename T> static char test(decltype(std::declval<T>().size()) *);
    template <typename T> static long test(...);
    enum { value = sizeof(test<C>(0)) == sizeof(char) };
};
template <typename C> struct B {
    template <typename T> static auto check(int) -> decltype(std::declval<T>().size(), std::true_type());
    template <typename> static std::false_type check(...);
    using type = decltype(check<C>(0));
    static constexpr bool value = type::value;
};
template <typename C> class D {
    typedef char yes[1]; typedef char no[2];
    template <typename T> static yes &test(typename T::iterator *);
    template <typename T> static no &test(...);
public:
    static const bool value = sizeof(test<C>(0)) == sizeof(yes);
};
struct E { template <class T> static T twice(T x) { return 2 * x; } static constexpr int n = 3; using type = decltype(twice<int>(0)); };
int first() {
    printf("%d %d %d %d %d %d\n", A<std::vector<int>>::value, A<int>::value, B<std::vector<int>>::value, B<int>::value, D<std::vector<int>>::value, D<int>::value);
    printf("%d\n", (int)std::is_same<E::type, int>::value);
    return 0;
}
struct F { int m; using t = decltype(m); int g() const; double g(); auto h() const -> decltype(g()) { return 1; } auto h2() -> decltype(this->g()) { return 2.5; } };
template <class T> struct Box { std::vector<T> v; 
  auto begin() const -> decltype(v.begin()) { return v.begin(); } auto end() const -> decltype(v.end()) { return v.end(); }
  auto begin() -> decltype(v.begin()) { return v.begin(); } auto end() -> decltype(v.end()) { return v.end(); }
  template <class U> auto scale(U u) const -> decltype(v[0] * u) { return v[0] * u; } 
  auto operator[](size_t i) -> decltype(v[i]) { return v[i]; } };
struct Conf { static constexpr int width() { return 8; } static const int w = 4; int data[w]; template <int N> static char (&pick(int))[N]; enum { K = sizeof(pick<5>(0)) }; 
   struct In { int q; static int s(); }; static In mk(); using Q = decltype(mk().q); };
int main() { first(); printf("%d %d %d\n", (int)std::is_same<F::t, int>::value, (int)std::is_same<decltype(((const F *)0)->h()), int>::value, (int)std::is_same<decltype(((F *)0)->h2()), double>::value);
  Box<int> b{{1, 2, 3}}; const Box<int> &cb = b; for (auto &x : b) x *= 2; for (auto &x : cb) printf("%d ", x); printf("%g %d %d\n", cb.scale(1.5), b[1], Conf::K); }
/* OUTPUT:
1 0 1 0 1 0
1
1 1 1
2 4 6 3 4 5
*/
