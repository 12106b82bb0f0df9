// Destructors called by name: virtual ones by what the object is, qualified ones as they say; operator new by name; conversions to classes without constructors; pointers of lambdas by +; lists of texts.
#include <cstdio>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <vector>
namespace p0 {
struct B { int n; B(int n) : n(n) { printf("B%d ", n); } virtual ~B() { printf("~B%d ", n); } }; struct X { int q = 1; virtual ~X() { printf("~X "); } };
struct D : X, B { D(int n) : B(n) {} ~D() override { printf("~D%d ", n); } }; struct I : D { int pad[5]; using D::D; };
void run() { alignas(16) char buf[200]; B *b = new (buf) D(3); b->~B(); puts(""); b = new (buf) I(4); b->~B(); puts(""); D *d = new (buf) D(5); d->B::~B(); puts(""); d->~D(); puts(""); std::vector<D> v; v.emplace_back(1); v.emplace_back(2); puts("v"); v.clear(); puts(""); std::optional<I> o; o.emplace(7); o.reset(); puts(""); B &r = *new (buf) I(9); r.~B(); puts(""); I x(8); const B &cr = x; std::shared_ptr<B> sp = std::make_shared<I>(6); sp.reset(); puts(""); typedef B T; T *t = new I(3); t->~T(); puts("end"); X *px = new (buf) I(11); px->~X(); puts(""); }
}
namespace p1 {
struct P { int x, y; }; struct Q { int k; operator P() const { return P{k, k + 1}; } }; struct E { operator std::string() const { return "e"; } };
struct D2 : P { int z; };
void run() { Q q{4}; P a = P(q); P b = (P)q; P c = static_cast<P>(q); P d(q); P e = q; P f = q; printf("%d %d %d %d %d %d\n", a.y, b.y, c.y, d.y, e.y, f.y); printf("%s %s\n", std::string(E{}).c_str(), ((std::string)E{}).c_str()); P g = P(P{7, 8}); printf("%d\n", g.x); void *r = ::operator new(10); ::operator delete(r); int *z = static_cast<int *>(operator new[](8)); operator delete[](z); }
}
namespace p2 {

void run() { auto f = +[](int x) { return x + 1; }; int (*g)(int) = f; printf("%d\n", g(2)); }
}
namespace p3 {

void run() { for (auto s : {"a", "bcd"}) printf("%s ", s); for (std::string s : {"a", "bcd"}) printf("%s ", s.c_str()); for (const char *s : {"x", "yz"}) printf("%s ", s); auto l = {"p", "qrs"}; for (auto s : l) printf("%s %d ", s, (int)l.size()); }
}
int main() { p0::run(); puts(""); p1::run(); puts(""); p2::run(); puts(""); p3::run(); puts(""); }
/* OUTPUT:
B3 ~D3 ~B3 ~X 
B4 ~D4 ~B4 ~X 
B5 ~B5 
~D5 ~B5 ~X 
B1 B2 ~D1 ~B1 ~X v
~D1 ~B1 ~X ~D2 ~B2 ~X 
B7 ~D7 ~B7 ~X 
B9 ~D9 ~B9 ~X 
B8 B6 ~D6 ~B6 ~X 
B3 ~D3 ~B3 ~X end
B11 ~D11 ~B11 ~X 
~D8 ~B8 ~X 
5 5 5 5 5 5
e e
7

3

a bcd a bcd x yz p 2 qrs 2 
*/
