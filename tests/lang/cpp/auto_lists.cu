// `auto x = {...}` is a std::initializer_list; members that are operators with template arguments written out.
#include <cstdio>
#include <cstring>
#include <initializer_list>
#include <string>
#include <type_traits>
auto global = {4, 5, 6};
const auto words = {"one", "three"};
template <class F> void dispatch(int n, F f) {
    switch (n) {
    case 1: f.template operator()<1>(); break;
    case 2: f.template operator()<2>(); break;
    }
}
struct Op {
    int base = 10;
    template <int N> int operator()() const { return base + N; }
    template <class T> T operator()(T a, T b) const { return a + b; }
    bool operator<(int x) const { return base < x; }
    template <class T> T operator[](T i) const { return i + base; }
};
template <class T> T total(std::initializer_list<T> list) {
    T sum = T();
    for (const T &x : list) sum += x;
    return sum;
}
int main() {
    auto il = {1, 2, 3};
    static_assert(std::is_same<decltype(il), std::initializer_list<int>>::value, "");
    printf("%d %zu %d\n", total(il), il.size(), total(global));
    auto one = {2.5};
    auto direct{7};
    static_assert(std::is_same<decltype(direct), int>::value, "");
    printf("%g %d\n", *one.begin(), direct);
    size_t length = 0;
    for (auto w : words) length += strlen(w);
    printf("%zu\n", length);
    std::string a = "ab", b = "c";
    auto strings = {a, b, std::string("def")};
    printf("%s\n", total(strings).c_str());
    int n = 4;
    auto computed = {n, n * n, direct};
    printf("%d\n", computed.begin()[1]);
    for (auto row : {1, 2}) printf("%d ", row);
    printf("\n");

    auto l = []<int N>() { return N * 2; };
    printf("%d %d\n", l.operator()<3>(), l.template operator()<4>());
    dispatch(2, [&]<int N>() { printf("size %d of %d\n", N * 10, n); });
    Op op, *p = &op;
    printf("%d %d %d %d\n", op.operator()<5>(), p->operator()<6>(), op.operator()(1, 2), op.operator()<long>(1, 2) == 3);
    printf("%d %d %d\n", op.operator<(11), op.operator[]<long>(1) == 11, (op.operator<(3) || op < 30));
}
/* OUTPUT:
6 3 15
2.5 7
8
abcdef
16
1 2 
6 8
size 20 of 4
15 16 3 1
1 1 1
*/
