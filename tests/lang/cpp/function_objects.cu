// std::function, bind, hashes, owning and shared pointers: what g++ prints of the same program.
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <vector>
int add(int a, int b) { return a + b; }
struct Mul { int k; int operator()(int a) const { return a * k; } };
struct Big { int a[20]; std::string s; int operator()(int i) { return a[i] + (int)s.size(); } };
struct T { static int n; int v; T(int v = 0) : v(v) { n++; printf("T%d ", v); } T(const T &o) : v(o.v) { n++; } virtual ~T() { n--; printf("~T%d ", v); } };
int T::n = 0;
struct U : T { U(int v) : T(v) {} ~U() override { printf("~U "); } };
struct S : std::enable_shared_from_this<S> { int x = 4; std::shared_ptr<S> me() { return shared_from_this(); } };
struct Del { void operator()(int *p) const { printf("del %d\n", *p); delete p; } };
struct Node { int v; std::shared_ptr<Node> next; std::weak_ptr<Node> prev; Node(int v) : v(v) {} ~Node() { printf("~N%d ", v); } };
void closef(FILE *f) { printf("close\n"); fclose(f); }
int main() {
    std::function<int(int, int)> f = add; printf("%d\n", f(1, 2));
    std::function<int(int)> g; printf("%d\n", (bool)g); g = Mul{3}; printf("%d\n", g(4));
    Big b; for (int i = 0; i < 20; i++) b.a[i] = i; b.s = "four"; g = b; printf("%d\n", g(3)); auto h = g; g = nullptr; printf("%d %d\n", h(4), g == nullptr);
    int k = 10; h = [&k](int i) { k += i; return k; }; h(5); printf("%d\n", k);
    std::function<int(int)> fact = [&fact](int n) { return n < 2 ? 1 : n * fact(n - 1); }; printf("%d\n", fact(6));
    std::vector<std::function<int(int)>> fs; for (int i = 0; i < 3; i++) fs.push_back([i](int x) { return x * i; });
    for (auto &x : fs) printf("%d ", x(7)); printf("\n");
    std::function<void(const std::string &)> pr = [](const std::string &s) { printf("%s\n", s.c_str()); }; pr("hello");
    using namespace std::placeholders;
    auto bd = std::bind(add, _1, 10); printf("%d\n", bd(5)); auto sw = std::bind([](int a, int b) { return a - b; }, _2, _1); printf("%d\n", sw(1, 9));
    std::function<int(int)> bf = std::bind(add, 3, _1); printf("%d\n", bf(4)); int z = 1; auto br = std::bind([](int &r) { r++; }, std::ref(z)); br(); printf("%d\n", z);
    printf("%d %d\n", std::plus<>()(1, 2), std::greater<>()(2, 1)); printf("%g\n", std::multiplies<double>()(2.5, 2));
    printf("%zu %zu %zu %zu\n", std::hash<std::string>()("hello world"), std::hash<int>()(42), std::hash<double>()(1.5), std::hash<std::string>()(""));
    printf("%d\n", std::invoke(add, 1, 2)); printf("%d\n", std::not_fn([](int a) { return a > 0; })(3));
    { std::unique_ptr<T> p(new U(1)); auto q = std::move(p); printf("%d %d %d\n", (bool)p, q->v, T::n); q.reset(new T(2)); auto r = std::make_unique<T[]>(3); printf("%d\n", r[1].v); }
    printf("\n%d\n", T::n);
    { std::unique_ptr<int, Del> p(new int(5)); std::unique_ptr<FILE, void (*)(FILE *)> fp(fopen("/dev/null", "r"), closef); auto d = [](int *x) { printf("lam\n"); delete x; }; std::unique_ptr<int, decltype(d)> l(new int(3), d); printf("%d %d\n", (int)sizeof p, (int)sizeof fp); }
    std::weak_ptr<T> w; { auto p = std::make_shared<U>(7); std::shared_ptr<T> t = p; w = t; printf("%ld %d\n", t.use_count(), w.expired()); if (auto l = w.lock()) printf("%d %ld\n", l->v, l.use_count()); } printf("%d\n", w.expired());
    { std::shared_ptr<T> a(new U(8)), c; c = a; a.reset(); printf("%d %ld\n", c->v, c.use_count()); std::shared_ptr<int> al(c, &c->v); printf("%d %ld\n", *al, al.use_count()); std::shared_ptr<int> arr(new int[3], std::default_delete<int[]>()); std::shared_ptr<int[]> ar2(new int[4]); ar2[2] = 3; printf("%d\n", ar2[2]); }
    auto s = std::make_shared<S>(); { auto m = s->me(); printf("%ld %d\n", s.use_count(), m->x); }
    { auto n1 = std::make_shared<Node>(1); n1->next = std::make_shared<Node>(2); n1->next->prev = n1; printf("%d %ld\n", n1->next->prev.lock()->v, n1.use_count()); } printf("\n");
    std::shared_ptr<void> vp(new int(3), [](void *p) { printf("void del\n"); delete (int *)p; }); vp.reset();
    std::vector<std::unique_ptr<T>> vec; vec.push_back(std::make_unique<T>(1)); vec.emplace_back(new T(2)); vec.push_back(nullptr); printf("%d\n", vec[2] == nullptr); vec.erase(vec.begin()); printf("%d\n", vec[0]->v);
    std::function<std::unique_ptr<T>(int)> mk = [](int i) { return std::make_unique<T>(i); }; mk(4)->v++; printf("\n");
    std::shared_ptr<const T> ct = std::make_shared<T>(3); printf("%d\n", ct->v);
}
/*
3
0
12
7
8 1
15
720
0 7 14 
hello
15
8
7
2
3 1
5
5577293430985752569 42 4982507072649106663 6142509188972423790
3
0
T1 0 1 1
T2 ~U ~T1 T0 T0 T0 0
~T0 ~T0 ~T0 ~T2 
0
8 16
lam
close
del 5
T7 2 0
7 3
~U ~T7 1
T8 8 1
8 2
3
~U ~T8 2 4
1 1
~N1 ~N2 
void del
T1 T2 1
~T1 2
T4 ~T5 
T3 3
~T3 ~T2 */
