// Exceptions: every kind of type and handler, what is destroyed on the way, through the library and through callbacks.
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>
#include <algorithm>
#include <map>
#include <new>
#include <exception>
#include <cstdlib>
struct T { const char *n; T(const char *n) : n(n) { printf("T %s\n", n); } T(const T &o) : n(o.n) { printf("T copy %s\n", n); } ~T() { printf("~T %s\n", n); } };
struct Base { virtual ~Base() {} virtual const char *who() const { return "Base"; } };
struct Mid : Base { const char *who() const override { return "Mid"; } };
struct Other { int z = 5; };
struct Leaf : Other, Mid { int v; Leaf(int v) : v(v) {} const char *who() const override { return "Leaf"; } };
struct Member { T a, b, c; Member(int k) : a("a"), b("b"), c("c") { if (k) throw k; } };
struct Throws { Throws(int k) { if (k == 3) throw std::runtime_error("third"); printf("made %d\n", k); } ~Throws() { puts("unmade"); } };
struct Agg { T a; Throws t; T b; };
struct D : Base { T t; D() try : t("dt") { throw 5; } catch (int e) { printf("ctor caught %d\n", e); } };
int ftry(int x) try { if (x) throw x; return 0; } catch (int e) { return e * 10; }
int cmp(const void *a, const void *b) { if (*(int*)a == 7) throw std::logic_error("seven"); return *(int *)a - *(int *)b; }
struct Counter { static int n; int id; Counter() : id(n++) { if (id == 5) throw id; } ~Counter() { printf("~C%d\n", id); } };
int Counter::n = 0;
void rethrows() { try { throw Leaf(3); } catch (Base &b) { printf("in %s\n", b.who()); throw; } }
void loop() { for (int i = 0; ; i++) { T t("loop"); if (i == 1) continue; if (i == 2) throw i; } }
template <class F> void run(F f) { try { f(); puts("no throw"); } catch (const std::exception &e) { printf("E %s\n", e.what()); } catch (int i) { printf("int %d\n", i); } catch (...) { puts("..."); } }
int main() {
    run([] { Member m(4); });
    run([] { Member m(0); });
    run([] { rethrows(); });
    try { rethrows(); } catch (const Other &o) { printf("other %d\n", o.z); }
    try { rethrows(); } catch (Leaf l) { printf("leaf %d %s\n", l.v, l.who()); }
    run([] { Agg a = {T("x"), Throws(3), T("y")}; });
    run([] { Agg a = {T("x"), Throws(1), T("y")}; });
    run([] { D d; });
    printf("%d %d\n", ftry(0), ftry(4));
    int v[6] = {3, 1, 7, 5, 2, 9};
    run([&] { qsort(v, 6, sizeof *v, cmp); });
    run([&] { std::sort(v, v + 6, [](int a, int b) -> bool { if (a == 9) throw std::out_of_range("nine"); return a < b; }); });
    Counter::n = 0; run([] { Counter c[8]; });
    Counter::n = 0; run([] { Counter *c = new Counter[8]; });
    Counter::n = 5; run([] { Counter *c = new Counter; });
    run([] { std::vector<int> v(3); v.at(5) = 1; });
    run([] { std::string s("abc"); s.at(9) = 1; });
    run([] { std::map<int, int> m; m.at(2) = 1; });
    run([] { std::stoi("zz"); });
    run([] { std::stoi("99999999999999"); });
    run([] { std::string s = (const char *)nullptr; });
    run([] { std::vector<int> v; v.reserve((size_t)-1); });
    run([] { loop(); });
    run([] { int *p = new int[(size_t)1 << 60]; printf("%p\n", (void*)p); });
    try { throw Leaf(1); } catch (Mid &m) { try { throw 4; } catch (int k) { printf("nested %d %s\n", k, m.who()); } printf("still %s\n", m.who()); }
    try { throw (const char *)"abc"; } catch (void *) { puts("void*"); } catch (const void *p) { printf("cv %s\n", (const char *)p); }
    Leaf *lp = new Leaf(9);
    try { throw lp; } catch (Base *b) { printf("%s\n", b->who()); } 
    try { throw nullptr; } catch (Base *b) { printf("null %d\n", b == nullptr); }
    try { throw std::string("str"); } catch (std::string &s) { s += "!"; puts(s.c_str()); }
    std::exception_ptr p;
    try { throw std::length_error("kept"); } catch (...) { p = std::current_exception(); }
    try { std::rethrow_exception(p); } catch (std::logic_error &e) { puts(e.what()); }
    auto p2 = std::make_exception_ptr(42);
    try { std::rethrow_exception(p2); } catch (int e) { printf("%d\n", e); }
    printf("%d\n", std::uncaught_exceptions());
    int x = 3; try { x = x > 2 ? throw 8 : 4; } catch (int e) { x = e; } printf("%d\n", x);
    printf("%d %d %d\n", noexcept(ftry(1)), noexcept(1 + 1), noexcept(throw 1));
    for (int i = 0; i < 3; i++) { try { if (i == 1) continue; T t("in"); if (i == 2) break; } catch (...) { } }
    try { try { T t("goto"); goto out; } catch (...) { } } catch (...) { }
out:
    try { throw 1; } catch (int) { T t("h"); try { throw 2; } catch (int e) { printf("e %d\n", e); } }
    return 0;
}
/* OUTPUT:
T a
T b
T c
~T c
~T b
~T a
int 4
T a
T b
T c
~T c
~T b
~T a
no throw
in Leaf
...
in Leaf
other 5
in Leaf
leaf 3 Leaf
T x
~T x
E third
T x
made 1
T y
~T y
unmade
~T x
no throw
T dt
~T dt
ctor caught 5
int 5
0 40
E seven
E nine
~C4
~C3
~C2
~C1
~C0
int 5
~C4
~C3
~C2
~C1
~C0
int 5
int 5
E vector::_M_range_check: __n (which is 5) >= this->size() (which is 3)
E basic_string::at: __n (which is 9) >= this->size() (which is 3)
E map::at
E stoi
E stoi
E basic_string: construction from null is not valid
E vector::reserve
T loop
~T loop
T loop
~T loop
T loop
~T loop
int 2
E std::bad_alloc
nested 4 Leaf
still Leaf
cv abc
Leaf
null 1
str!
kept
42
0
8
0 1 0
T in
~T in
T in
~T in
T goto
~T goto
T h
e 2
~T h
*/
