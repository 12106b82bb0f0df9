// Virtual bases: made once, by the most derived class; casts, virtual calls, copies and ends across them.
#include <cstdio>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

struct Ios { // as streams have it
    std::string name;
    int state = 0;
    explicit Ios(const char *n = "default") : name(n) { printf("Ios(%s)\n", n); }
    Ios(const Ios &o) : name(o.name + "'"), state(o.state) {}
    virtual ~Ios() { printf("~Ios(%s)\n", name.c_str()); }
    virtual const char *what() const { return "ios"; }
    bool good() const { return !state; }
};
class In : virtual public Ios {
  protected:
    int got = 0;
  public:
    In() : Ios("in") { printf("In %s %s\n", what(), name.c_str()); }
    ~In() { printf("~In %s\n", what()); }
    const char *what() const override { return "in"; }
    In &operator>>(int &x) { x = ++got; state = x > 1; return *this; }
};
class Out : virtual public Ios {
  public:
    Out() : Ios("out") {}
    Out &operator<<(int x) { printf("%s: %d\n", name.c_str(), x); return *this; }
};
class Both : public In, public Out {
  public:
    std::vector<int> kept{1, 2};
    explicit Both(const char *n) : Ios(n) { got = 10; }
    const char *what() const override { return "both"; }
};
class Whole final : public Both { // names the virtual base that it does not mention among its own
  public:
    Whole() : Ios("whole"), Both("both") {}
    Whole(int n) : Whole() { kept.push_back(n); }
};

// Dominance: what a virtual base has is hidden where one of the ways to it hides it.
struct Top { int n = 1; virtual int f() { return 1; } virtual int g() { return f() + 10; } int plain() { return 1; } enum { value = 1 }; };
struct Left : virtual Top { int f() override { return 2; } int plain() { return 2; } };
struct Right : virtual Top {};
struct Bottom : Left, Right { int g() override { return Left::g() + 100; } };

template <class B> struct Mixin : virtual B { int mixed() { return this->n + 5; } };
struct Mixed : Mixin<Top>, Left {};
template <class... B> struct AllOf : virtual B... { int sum() { return (B::n + ...); } };
struct P1 { int n = 3; }; struct P2 { int n = 4; };

struct Throws : virtual Ios { std::string tail = "t"; Throws() : Ios("throws") { throw 7; } };

struct Plain : virtual P1 { Plain() = default; Plain(const Plain &); };
Plain::Plain(const Plain &) = default;

int takes(const Top &t) { return t.n; }
int takes(const P1 &p) { return p.n; }

int main() {
    {
        Whole w(3);
        int x;
        w >> x;
        printf("%d %d %s %zu\n", x, w.good(), w.what(), w.kept.size());
        w << x;
        Ios &ios = w;
        In *in = &w;
        Out *out = &w;
        printf("%d %d %d\n", static_cast<Ios *>(in) == static_cast<Ios *>(out), dynamic_cast<Out *>(in) == out, dynamic_cast<Whole *>(&ios) == &w);
        printf("%s %s\n", out->what(), ios.what());
        Whole copy = w;
        printf("%s %zu\n", copy.name.c_str(), copy.kept.size());
        std::unique_ptr<Ios> held = std::make_unique<Whole>();
        std::shared_ptr<Out> shared = std::make_shared<Both>("shared");
        copy = *dynamic_cast<Whole *>(held.get());
        printf("%s\n", copy.name.c_str());
    }
    Bottom b;
    Right &r = b;
    b.n = 8;
    printf("%d %d %d %d %d %d\n", b.f(), r.f(), r.g(), b.plain(), r.n, (int)Bottom::value);
    int Top::*n = &Top::n;
    int (Top::*f)() = &Top::f;
    printf("%d %d %d\n", b.*n, (b.*f)(), takes(b));
    Right *none = nullptr;
    printf("%d\n", static_cast<Top *>(none) == nullptr);
    Mixed m;
    m.n = 20;
    printf("%d %d\n", m.mixed(), m.g());
    AllOf<P1, P2> all;
    printf("%d\n", all.sum());
    Plain p, q = p;
    q.n++;
    printf("%d %d\n", takes(p), takes(q));
    try { Throws t; } catch (int e) { printf("%d\n", e); }
    try { throw Bottom(); } catch (Top &t) { printf("%d\n", t.g()); }
    std::vector<Bottom> many(3);
    many[1].n = 5;
    many.resize(100);
    printf("%d %d\n", many[1].n, many[99].f());
    auto later = [b] { return b.n; };
    printf("%d %d\n", later(), (int)(sizeof(Bottom) > sizeof(Left)));
    printf("%d %d %d\n", std::is_base_of<Top, Bottom>::value, std::is_convertible<Bottom *, Top *>::value, std::is_polymorphic<Plain>::value);
}
/* OUTPUT:
Ios(whole)
In in whole
11 0 both 3
whole: 11
1 1 1
both both
whole' 3
Ios(whole)
In in whole
Ios(shared)
In in shared
whole
~In in
~Ios(shared)
~In in
~Ios(whole)
~In in
~Ios(whole)
~In in
~Ios(whole)
2 2 112 2 8 1
8 2 8
1
25 12
7
3 4
Ios(throws)
~Ios(throws)
7
112
5 2
8 1
1 1 0
*/
