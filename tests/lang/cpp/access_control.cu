// Access: members, friends (functions, classes, templates), nested classes, lambdas, derived classes, using; friends with bodies in class templates.
#include <cstdio>
#include <vector>
#include <string>
class A {
    int x = 3;
    static int count;
    enum { K = 5 };
    typedef int Num;
    struct Node { int v; Node *next; };
    Node *head = nullptr;
    Node *make(int v);
    A(int, int) {}
public:
    A() { count++; }
    static A two() { return A(1, 2); }
    int get() const { return x; }
    bool same(const A &o) const { return x == o.x; }
    friend int peek(const A &a);
    friend class Pal;
    template <typename T> friend class Box;
    template <typename T> friend T take(const A &, T);
    friend bool operator==(const A &a, const A &b) { return a.x == b.x; }
    class Inner { int z = 9; public: int look(const A &a) { return a.x + K + z; } };
    auto lam() { return [this](int k) { return x + k; }; }
    using Public = Num;
protected:
    int y = 4;
    int prot() { return y; }
    static int sprot() { return 8; }
};
int A::count = 0;
A::Node *A::make(int v) { return new Node{v, head}; }
int peek(const A &a) { auto l = [&] { return a.x * 10; }; return l() + A::K; }
class Pal { public: int f(A &a) { a.x++; return a.x + A::count; } struct In { int g(A &a) { return a.x; } }; };
template <typename T> class Box { public: int f(const A &a) { return a.x + (int)sizeof(A::Num); } };
template <typename T> T take(const A &a, T t) { return a.x + t; }
struct B : A { int g() { return y + prot() + sprot(); } int h(B &o) { return o.y; } using A::prot; };
struct C : B { int k(C &c) { B &b = *this; return c.y + B::prot(); } };
class D : A { public: using A::get; int z() { return y + get(); } A *up() { return this; } };
template <typename T> class Vec { T d[3]; int n = 3; template <typename U> friend class Vec;
 public: Vec(T a = T()) { for (auto &x : d) x = a; } template <typename U> Vec(const Vec<U> &o) : n(o.n) { for (int i = 0; i < 3; i++) d[i] = o.d[i]; }
 friend Vec operator+(const Vec &a, const Vec &b) { Vec r; for (int i = 0; i < 3; i++) r.d[i] = a.d[i] + b.d[i]; return r; }
 friend Vec operator*(T s, const Vec &b) { Vec r; for (int i = 0; i < 3; i++) r.d[i] = s * b.d[i]; return r; }
 friend bool operator==(const Vec &a, const Vec &b) { return a.d[0] == b.d[0]; }
 friend T dot(const Vec &a, const Vec &b) { T r = T(); for (int i = 0; i < a.n; i++) r += a.d[i] * b.d[i]; return r; }
 friend void swap(Vec &a, Vec &b) { for (int i = 0; i < 3; i++) { T t = a.d[i]; a.d[i] = b.d[i]; b.d[i] = t; } }
 T operator[](int i) const { return d[i]; } };
template <typename D> class Crtp { friend D; int v = 6; protected: int self() { return static_cast<D *>(this)->impl(); } public: int call() { return self(); } };
class Der : public Crtp<Der> { friend class Crtp<Der>; int impl() { return v + 1; } };
class Single { Single() {} int n = 12; public: static Single &get() { static Single s; return s; } int num() const { return n; } Single(const Single &) = delete; };
class Tree { struct N { int k; N *l = nullptr, *r = nullptr; N(int k) : k(k) {} }; N *root = nullptr; void add(N *&n, int k) { if (!n) n = new N(k); else add(k < n->k ? n->l : n->r, k); } int sum(const N *n) const { return n ? n->k + sum(n->l) + sum(n->r) : 0; }
 public: void add(int k) { add(root, k); } int sum() const { return sum(root); } };
class Shape { protected: double w, h; public: Shape(double a, double b) : w(a), h(b) {} virtual double area() const = 0; virtual ~Shape() {} };
class Rect : public Shape { public: Rect(double a, double b) : Shape(a, b) {} double area() const override { return w * h; } };
class Tri : public Shape { using Shape::Shape; public: Tri(double a) : Shape(a, a) {} private: double area() const override { return w * h / 2; } };
int main() {
    A a; B b; C c; D d; Pal p; Box<int> bx; A::Inner in;
    printf("%d %d %d %d %d %d %d\n", a.get(), peek(a), b.g(), b.h(b), b.prot(), c.k(c), d.get());
    printf("%d %d %g %d %d %d\n", p.f(a), bx.f(a), take(a, 1.5), in.look(a), a == a, a.lam()(4));
    Vec<int> v(2), w(3); Vec<double> x = v; Vec<int> s = v + w;
    printf("%d %g %d %d %d %d\n", s[1], x[2], (5 * v)[0], v == w, dot(v, w), (int)(2 * x == x));
    swap(v, w); printf("%d %d\n", v[0], w[0]);
    Der e; printf("%d %d %d\n", e.call(), Single::get().num(), d.z());
    Tree t; t.add(3); t.add(1); t.add(7); printf("%d\n", t.sum());
    Rect r(2, 3); Shape *sh = &r; Tri tr(4); Shape &st = tr; printf("%g %g\n", sh->area(), st.area());
    A::Public num = 4; printf("%d %d\n", num, A::two().get());
}

/* OUTPUT:
3 35 16 4 4 8 3
8 7 4.5 17 1 7
5 2 10 0 18 0
3 2
7 12 7
11
6 8
4 3
*/
