// Class template argument deduction: constructors, guides that are written, lists, copies, lambdas, new.
#include <cstdio>
#include <utility>
#include <vector>

template <typename T> struct Foo { T v; Foo(T x) : v(x) {} Foo(T x, int n) : v(x + n) {} };
template <typename T, typename U> struct Two { T a; U b; };
template <typename T, typename U> Two(T, U) -> Two<T, U>;
template <typename T, int N> struct Arr { T d[N]; Arr(const T (&a)[N]) { for (int i = 0; i < N; i++) d[i] = a[i]; } int size() const { return N; } };
template <typename T = float> struct Dflt { T v = T(2.5); };
template <typename T> struct View {
    using value_type = T;
    const T *p;
    int n;
    View(const value_type *p, int n) : p(p), n(n) {}
    template <typename C> View(const C &c) : p(c.data()), n((int)c.size()) {}
};
template <typename C> View(const C &) -> View<typename C::value_type>;
template <typename F> struct Defer {
    F f;
    explicit Defer(F f) : f(f) {}
    ~Defer() { f(); }
};
struct Text { const char *s; Text(const char *s) : s(s) {} };
template <typename T> struct Holder { T v; Holder(T v) : v(v) {} };
Holder(const char *) -> Holder<Text>;
template <class... Ts> struct overloaded : Ts... { using Ts::operator()...; };
template <class... Ts> overloaded(Ts...) -> overloaded<Ts...>;
template <typename... Ts> struct Pack { Pack(Ts...) {} static constexpr int n = sizeof...(Ts); };
namespace space { template <typename T> struct In { T v; In(T v) : v(v) {} In twice() const { return In(v * 2); } }; }

template <typename T> auto boxed(T x) { Foo f(x); return f; }

int main() {
    std::pair p(1, 2.5);
    std::vector v{1, 2, 3};
    std::vector w(4, 2.5);
    std::vector copy{v};
    std::vector from(v.begin(), v.end());
    printf("%d %g %zu %zu %g %zu %zu\n", p.first, p.second, v.size(), w.size(), w[3], copy.size(), from.size());
    Foo f(3.5);
    Foo g = 4;
    Foo h = f;
    const Foo k{'a', 1};
    Two tw{1, 'c'};
    printf("%g %d %g %c %d %c\n", f.v, g.v, h.v, k.v, tw.a, tw.b);
    auto q = Foo{7};
    auto z = Foo(2.0f);
    auto *n = new Foo(5L);
    printf("%d %zu %zu %ld\n", q.v, sizeof z, sizeof *n, n->v);
    delete n;
    int three_of[] = {1, 2, 3};
    Arr arr(three_of);
    int raw[] = {4, 5};
    Arr arr2(raw);
    Dflt d;
    Dflt e{};
    printf("%d %d %d %g %g\n", arr.size(), arr2.d[1], arr2.size(), d.v, e.v);
    View view(v);
    View other(raw, 2);
    printf("%d %d %d\n", view.n, other.p[1], (int)sizeof(*other.p));
    Holder text("hi");
    Holder number(3);
    printf("%s %d\n", text.v.s, number.v);
    auto o = overloaded{[](int) { return 1; }, [](double) { return 2; }, [](const char *) { return 3; }};
    printf("%d %d %d\n", o(1), o(2.0), o(""));
    Pack none;
    Pack three(1, 'c', 2.0);
    printf("%d %d\n", none.n, three.n);
    space::In in(21);
    printf("%d %g\n", in.twice().v, boxed(1.5).v);
    for (std::pair both : {std::pair(1, 'a'), std::pair(2, 'b')}) printf("%d%c ", both.first, both.second);
    Defer bye([&] { printf("bye %d\n", in.v); });
    printf("end\n");
}

/* OUTPUT:
1 2.5 3 4 2.5 3 3
3.5 4 3.5 b 1 c
7 4 8 5
3 5 2 2.5 2.5
3 5 4
hi 3
1 2 3
0 3
42 1.5
1a 2b end
bye 21
*/
