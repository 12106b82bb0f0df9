// Functions that are `= delete` beside others of their name; `= default` outside of the class.
#include <cstdio>
#include <string>
#include <type_traits>
#include <utility>
void f(int) = delete;
void f(double d) { printf("f %g\n", d); }
void f(long) = delete;
template <class T> T g(T x) = delete;
template <> int g<int>(int x) { return x; }
template <class T> T h(T x) { return x; }
template <> int h<int>(int x) = delete;
template <class T> auto calls(T x) -> decltype(f(x), true) { return true; }
bool calls(...) { return false; }
struct S {
    void m(int) = delete;
    int m(double) { return 1; }
    template <class T> int k(T) = delete;
    int k(int i) { return i; }
    static void st(char) = delete;
    static int st(int i) { return i + 1; }
};
struct Plain {
    std::string s;
    int k, list[3];
    std::string two[2];
    Plain();
    Plain(int i);
    Plain(const Plain &);
    Plain(Plain &&) noexcept;
    Plain &operator=(const Plain &);
    Plain &operator=(Plain &&) noexcept;
    ~Plain();
};
Plain::Plain() = default;
Plain::Plain(int i) : s("a long text that is not kept in the object"), k(i), list{i, i + 1, i + 2}, two{"one", "two"} {}
Plain::Plain(const Plain &) = default;
Plain::Plain(Plain &&) noexcept = default;
Plain &Plain::operator=(const Plain &) = default;
Plain &Plain::operator=(Plain &&) noexcept = default;
Plain::~Plain() = default;
struct Base { std::string name = "base"; virtual ~Base(); virtual int id() const { return 1; } };
Base::~Base() = default;
struct Derived : Base { std::string more; Derived(std::string m) : more(std::move(m)) {} Derived(const Derived &o); int id() const override { return 2; } };
Derived::Derived(const Derived &o) = default;
template <class T> struct Box { T t; Box(T t) : t(t) {} Box(const Box &); ~Box(); };
template <class T> Box<T>::Box(const Box &) = default;
template <class T> Box<T>::~Box() = default;
int main() {
    f(1.5);
    f(2.5f);
    printf("%d %g\n", g(3), h(2.5));
    printf("%d %d\n", calls(1.5), calls(1));
    S s;
    printf("%d %d %d\n", s.m(1.5), s.k(4), S::st(5));
    Plain a(3), b(a), c;
    c = b;
    Plain d(std::move(a));
    b = std::move(d);
    printf("%s %d %d %d %s %s\n", c.s.c_str(), c.k, c.list[0], c.list[2], c.two[0].c_str(), c.two[1].c_str());
    printf("%zu %zu %s %s\n", a.s.size(), d.s.size(), b.s.c_str(), b.two[1].c_str());
    printf("%d %d\n", std::is_nothrow_move_constructible<Plain>::value, std::is_trivially_copyable<Plain>::value);
    Derived x("x"), y(x);
    Base *p = &y;
    printf("%s %s %d\n", y.name.c_str(), y.more.c_str(), p->id());
    Box<std::string> q("boxed"), r(q);
    printf("%s\n", r.t.c_str());
}
/* OUTPUT:
f 1.5
f 2.5
3 2.5
1 0
1 4 6
a long text that is not kept in the object 3 3 5 one two
0 0 a long text that is not kept in the object two
1 0
base x 2
boxed
*/
