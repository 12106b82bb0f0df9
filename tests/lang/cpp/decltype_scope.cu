// `decltype(x)::name` as a value and as a type, `decltype(x)(...)` and `decltype(x){...}`.
#include <cstdio>
#include <type_traits>
#include <vector>
template <int N> struct num {
    static const int value = N;
    using next = num<(N < 6 ? N + 1 : N)>;
};
template <class T> T &&dv();
template <int N> num<N> made(num<N>) { return {}; }
template <class T> int twice(T t) { return decltype(t)::value * 2; }
template <class T> auto following(T t) {
    typename decltype(t)::next n;
    return decltype(n)::value;
}
template <class... T> int sum(T... t) { return (decltype(t)::value + ...); }
template <class V> auto first_of(const V &v) { return typename std::remove_reference<decltype(v)>::type::value_type{} + v[0]; }
template <int N> struct wrap { int a[N]; };
int main() {
    num<5> five;
    printf("%d %d %d\n", decltype(five)::value, decltype(made(num<7>{}))::value, decltype(five)::next::value);
    decltype(five)::next six;
    printf("%d %d %d %d\n", twice(five), following(five), sum(five, six, num<1>()), (int)sizeof(wrap<decltype(six)::value>));
    std::vector<float> v{1.5f, 2};
    decltype(v)::value_type total = 0;
    for (decltype(v)::size_type i = 0; i < v.size(); i++) total += v[i];
    printf("%g %g %d\n", total, first_of(v), std::is_same<decltype(v)::value_type, float>::value);
    int i = 3;
    printf("%g %d\n", decltype(total)(i) / 2, decltype(i){4} + decltype(i)());
    auto f = [](auto n) { return decltype(n)::value + 1; };
    printf("%d\n", f(six));
    return 0;
}
/* OUTPUT:
5 7 6
10 6 12 24
3.5 1.5 1
1.5 4
7
*/
