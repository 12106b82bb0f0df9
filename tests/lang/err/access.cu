// Private and protected members are used only where C++ lets them be.
// RUN: heddle-engine --check FILE
// EXIT: 1
class A {
    int x;
    void f();
    static int s;
    typedef int Num;
    struct Node {};
    enum { K = 1 };
    A(int);
    ~A();
public:
    A();
    int y;
protected:
    int p;
    void g();
    static int sp;
};
void outside(A *a) {
    a->x = 1;
    // CHECK: `x` is a private member of `A`
    // CHECK: call a public member function, or write `public:` before it
    // CHECK: `x` is declared here
    a->f();
    // CHECK: `f` is a private member of `A`
    a->p = 2;
    // CHECK: `p` is a protected member of `A`
    // CHECK: `A` and what derives from it can use it
    a->g();
    // CHECK: `g` is a protected member of `A`
    A::s = 3;
    // CHECK: `s` is a private member of `A`
    a->s = 3;
    // CHECK: `s` is a private member of `A`
    A::Num n;
    // CHECK: `Num` is a private member of `A`
    A::Node node;
    // CHECK: `Node` is a private member of `A`
    int k = A::K;
    // CHECK: `K` is a private member of `A`
    A other(3);
    // CHECK: the constructor of `A` that this needs is private
    // CHECK: the destructor of `A` is private: nobody else can end such an object
    A::sp = 1;
    // CHECK: `sp` is a protected member of `A`
}
struct B : A {
    int ok() { return p + sp; }
    int other(A &a) { return a.p; }
    // CHECK: `p` is a protected member of `A`
    int priv() { return x; }
    // CHECK: `x` is a private member of `A`
};
class C : B {};
class D { B b; };
struct E { int open; };
class F : E { public: using E::open; };
class G : E {};
void bases(C *c, F *f, G *g, D *d) {
    c->ok();
    // CHECK: `ok` is out of reach here: `C` has its base `B` for itself
    B *b = c;
    // CHECK: `B` is no public base of `C`
    const E &e = *g;
    // CHECK: `E` is no public base of `G`
    f->open = 1;
    g->open = 1;
    // CHECK: `open` is out of reach here
    d->b.ok();
    // CHECK: `b` is a private member of `D`
}
template <typename T> class Box { T v; public: Box(T v) : v(v) {} };
void boxes(Box<int> box) {
    box.v = 3;
    // CHECK: `v` is a private member of `Box<int>`
}
