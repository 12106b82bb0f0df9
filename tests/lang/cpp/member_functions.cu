// Pointers to member functions: calls, const, virtual ones, bases, comparisons, arrays, typedefs, overloads, templates, std::invoke and kin.
#include <cstdio>
#include <functional>
#include <algorithm>
#include <map>
#include <string>
#include <type_traits>
#include <vector>
struct S {
    int k;
    int f(int x) { return k + x; }
    int g(int x) const { return k * x; }
    int over(int x) { return x; }
    double over(double x) { return x * 2; }
    int over(int x) const { return -x; }
    static int st(int x) { return x; }
    std::string name(const std::string &a, std::string b) const { return a + b + std::to_string(k); }
    int &ref() { return k; }
    S &self() { return *this; }
    int lref() & { return 1; }
    int rref() && { return 2; }
    template <class T> T twice(T t) const { return t + t; }
    void nothing() { k++; }
    int def(int a, int b) { return a - b; }
};
struct Base { int b = 5; virtual ~Base() {} virtual int id(int x) const { return 100 + x; } int plain() { return b; } virtual int pure() = 0; };
struct Left { int l = 7; int left() { return l; } virtual int lv() { return 70; } };
struct Mid : Left, Base { int id(int x) const override { return 200 + x; } int pure() override { return 3; } int own() { return b + l; } };
struct Last : Mid { int id(int x) const override { return 300 + x; } int lv() override { return 71; } };
typedef int (S::*Fn)(int);
using Cfn = int (S::*)(int) const;
typedef void (S::*Action)();
template <class C, class R, class... A> R call(C &c, R (C::*p)(A...), A... a) { return (c.*p)(a...); }
template <class C, class R, class... A> R call(const C &c, R (C::*p)(A...) const, A... a) { return (c.*p)(a...); }
template <int (S::*F)(int)> int fixed(S &s, int x) { return (s.*F)(x); }
template <auto F> struct Caller { template <class O, class... A> static auto go(O &&o, A... a) { return (o.*F)(a...); } };
template <class T> struct traits { static constexpr int args = -1; };
template <class R, class C, class... A> struct traits<R (C::*)(A...)> { static constexpr int args = sizeof...(A); static constexpr bool is_const = false; using result = R; using cls = C; };
template <class R, class C, class... A> struct traits<R (C::*)(A...) const> { static constexpr int args = sizeof...(A); static constexpr bool is_const = true; using result = R; using cls = C; };
template <class F> struct lambda_traits : traits<decltype(&F::operator())> {};
template <class T> struct Box { T t; T get() const { return t; } void set(T x) { t = x; } template <class F> auto on(F f) { return (this->*f)(); } };
struct State { int n = 0; int a() { n += 1; return 1; } int b() { n += 10; return 2; } int c() { return 0; }
    using Step = int (State::*)(); static const Step steps[3];
    void run() { Step all[] = {&State::c, &State::a, &State::b}; int at = 1; while (at) { at = (this->*steps[at])(); at = at == 2 ? 2 : at; if (n > 30) at = 0; } printf("n %d %d\n", n, (this->*all[2])()); } };
const State::Step State::steps[3] = {&State::c, &State::b, &State::a};
int main() {
    S s{3};
    const S cs{4};
    S *p = &s;
    Fn f = &S::f;
    Cfn g = &S::g;
    printf("%d %d %d %d\n", (s.*f)(1), (p->*f)(2), (cs.*g)(3), (p->*g)(4));
    Fn o1 = &S::over;
    double (S::*o2)(double) = &S::over;
    Cfn o3 = &S::over;
    printf("%d %g %d %d\n", (s.*o1)(5), (s.*o2)(1.5), (s.*o3)(6), (s.*static_cast<int (S::*)(int) const>(&S::over))(7));
    int (*st)(int) = &S::st;
    printf("%d %s\n", st(9), (s.*&S::name)("a", "b").c_str());
    (s.*&S::ref)() = 11;
    ((s.*&S::self)().*f)(0);
    int (S::*lr)() & = &S::lref;
    int (S::*rr)() && = &S::rref;
    printf("%d %d %d\n", s.k, (s.*lr)(), (S{1}.*rr)());
    double (S::*tw)(double) const = &S::twice;
    printf("%g\n", (s.*tw)(2.5));
    Fn null = nullptr, also{}, zero = 0;
    printf("%d %d %d %d %d %d\n", null == nullptr, !also, zero ? 1 : 0, f == &S::f, f != null, o1 == f);
    Mid m; Last l;
    Base *b = &m, *c = &l;
    int (Base::*id)(int) const = &Base::id;
    int (Mid::*mid)(int) const = &Base::id;
    int (Mid::*plain)() = &Base::plain;
    int (Mid::*pure)() = &Base::pure;
    int (Left::*lv)() = &Left::lv;
    printf("%d %d %d %d %d %d %d\n", (b->*id)(1), (c->*id)(2), (m.*mid)(3), (l.*mid)(4), (m.*plain)(), (l.*pure)(), (l.*lv)());
    int (Base::*back)() = static_cast<int (Base::*)()>(plain);
    printf("%d %d %d %d\n", (b->*back)(), back == &Base::plain, (l.*&Mid::own)(), (l.*&Mid::left)());
    bool pick = s.k > 3;
    int (Mid::*chosen)() = pick ? &Mid::own : static_cast<int (Mid::*)()>(&Base::plain);
    int (Last::*runtime)() = chosen;
    printf("%d\n", (l.*runtime)());
    printf("%d %d %d %d\n", call(s, &S::f, 1), call(cs, &S::g, 2), call<Mid, int>(m, &Mid::own), fixed<&S::f>(s, 5));
    printf("%d %d\n", Caller<&S::g>::go(cs, 6), Caller<&Mid::id>::go(l, 7));
    auto lambda = [](int a, double d, char c) { return d; };
    printf("%d %d %d %d %d\n", traits<Fn>::args, traits<Cfn>::is_const, lambda_traits<decltype(lambda)>::args, std::is_same<lambda_traits<decltype(lambda)>::result, double>::value, traits<int>::args);
    printf("%d %d %d %d\n", std::is_member_function_pointer<Fn>::value, std::is_member_function_pointer<int S::*>::value, std::is_member_object_pointer<int S::*>::value, std::is_member_pointer<Cfn>::value);
    Box<std::string> box{"boxed"};
    std::string (Box<std::string>::*got)() const = &Box<std::string>::get;
    printf("%s %s\n", (box.*got)().c_str(), box.on(&Box<std::string>::get).c_str());
    State state;
    state.run();
    printf("%d %d %d %s\n", std::invoke(&S::f, s, 1), std::invoke(&S::g, &cs, 2), std::invoke(&S::k, s), std::invoke(&S::name, s, "x", "y").c_str());
    auto mf = std::mem_fn(&S::f);
    auto mk = std::mem_fn(&S::k);
    printf("%d %d %d\n", mf(s, 2), mf(&s, 3), mk(s));
    std::function<int(S &, int)> fun = &S::f;
    std::function<int(const S *, int)> fun2 = &S::g;
    printf("%d %d\n", fun(s, 4), fun2(&cs, 5));
    auto bound = std::bind(&S::f, &s, std::placeholders::_1);
    printf("%d\n", bound(6));
    auto sub = std::bind(&S::def, s, std::placeholders::_2, std::placeholders::_1);
    printf("%d\n", sub(1, 10));
    std::map<std::string, Fn> table{{"f", &S::f}, {"over", &S::over}};
    for (auto &[name, fn] : table) printf("%s=%d ", name.c_str(), (s.*fn)(1));
    printf("\n");
    std::vector<S> all{{1}, {2}, {3}};
    std::for_each(all.begin(), all.end(), std::mem_fn(&S::nothing));
    int total = 0;
    for (auto &e : all) total += (e.*g)(10);
    std::vector<std::string> words{"a", "", "b", ""};
    printf("%d %d\n", total, (int)std::count_if(words.begin(), words.end(), std::mem_fn(&std::string::empty)));
    Action actions[2] = {&S::nothing, nullptr};
    for (Action a : actions) if (a) (s.*a)();
    printf("%d %s\n", s.k, std::is_same<std::invoke_result_t<decltype(&S::g), const S &, int>, int>::value ? "int" : "?");
    static constexpr Cfn constant = &S::g;
    printf("%d\n", (cs.*constant)(2));
}
/* OUTPUT:
4 5 12 12
5 3 -6 -7
9 ab3
11 1 2
5
1 1 0 1 1 0
201 302 203 304 5 3 71
5 1 12 7
12
12 8 12 16
24 307
1 1 3 1 -1
1 0 1 1
boxed boxed
n 42 2
12 8 11 xy11
13 14 11
15 20
17
9
f=12 over=1 
90 2
12 int
8
*/
