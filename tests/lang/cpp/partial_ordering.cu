// Which function template is the more specialised one (C++ [temp.func.order]), with qualified names, packs, arrays, references
// and templates as parameters.
#include <tuple>
#include <cstdio>
#include <vector>
template <class T> int f(const T &) { return 1; }
template <class... Ts> int f(const std::tuple<Ts...> &) { return 2; }
template <class T> int g(T) { return 1; }
template <class... Ts> int g(Ts...) { return 2; }
template <class T, class... R> int h(T, R...) { return 1; }
template <class... Ts> int h(Ts...) { return 2; }
template <class T> int k(T *) { return 1; }
template <class T> int k(const T *) { return 2; }
template <class T> int m(const T &) { return 1; }
template <class T> int m(const std::vector<T> &) { return 2; }
template <class T> int m(const std::vector<std::vector<T>> &) { return 3; }
template <class A, class B> int p(const std::pair<A, B> &) { return 1; }
template <class A> int p(const std::pair<A, A> &) { return 2; }
template <class R, class... A> int q(R (*)(A...)) { return 2; }
template <class F> int q(F) { return 1; }
template <template <class...> class C, class... A> int r(const C<A...> &) { return 2; }
template <class F> int r(const F &) { return 1; }
template <class T, int N> int s(T (&)[N]) { return 2; }
template <class T> int s(T &) { return 1; }
template <class T> int u(T &&) { return 1; }
template <class T> int u(const T &) { return 2; }
int plain(int) { return 0; }
template <class T> struct box {};
template <class T, class A> int w(const std::vector<T, A> &) { return 1; }
template <class T> int w(const std::vector<T> &) { return 2; }
template <class... T> int x(const std::tuple<T...> &) { return 1; }
template <class... T> int x(std::tuple<box<T>...>) { return 2; }
template <class T> int y(T) { return 1; }
template <class T> int y(const volatile T *) { return 2; }
int main() {
    std::tuple<int, float> t;
    std::vector<int> v;
    std::vector<std::vector<int>> vv;
    const int *cp = 0;
    int *ip = 0, a[3];
    const int ci = 1;
    printf("%d %d %d %d %d %d\n", f(1), f(t), g(1), g(1, 2), h(1), h(1, 2));
    printf("%d %d %d %d %d\n", k(ip), k(cp), m(1), m(v), m(vv));
    printf("%d %d %d %d %d %d %d\n", p(std::make_pair(1, 2)), p(std::make_pair(1, 2.f)), q(plain), r(v), r(1), s(a), s(ip));
    printf("%d %d %d %d %d %d\n", u(1), u(ci), w(v), x(std::tuple<box<int>>()), x(t), y(plain));
    return 0;
}
/* OUTPUT:
1 2 1 2 1 1
1 2 1 2 3
2 1 2 2 1 2 1
1 2 2 2 1 1
*/
