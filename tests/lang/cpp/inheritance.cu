// Bases, virtual functions, layout, CRTP, hidden names, conversion functions.
#include <cstdio>
struct Shape {
    const char *name;
    Shape(const char *n) : name(n) { printf("Shape(%s) ", n); }
    virtual ~Shape() { printf("~Shape(%s) ", name); }
    virtual double area() const = 0;
    virtual void show() const { printf("[%s %g] ", name, area()); }
    int id = 7;
};
struct Circle : public Shape {
    double r;
    Circle(double r) : Shape("circle"), r(r) {}
    double area() const override { return 3 * r * r; }
};
class Square : public Shape {
    double a;
public:
    explicit Square(double a) : Shape("square"), a(a) {}
    ~Square() { printf("~Square "); }
    double area() const override { return a * a; }
    void show() const override { printf("<sq> "); Shape::show(); }
};
struct A { int a = 1; virtual int f() { return a; } virtual ~A() = default; };
struct B { int b = 2; virtual int g() { return b; } int plain() { return b * 10; } };
struct C : A, B { int c = 3; int f() override { return c + a; } int g() override { return c * b; } };
struct D : C { int g() override { return C::g() + 100; } };
struct Empty {};
struct E1 : Empty { int x; };
struct E2 : Empty { Empty e; int x; };
struct E3 : Empty, E1 { char c; };
struct P1 { int i; char c; };
struct P2 : P1 { char d; };
struct N1 { N1() {} int i; char c; };
struct N2 : N1 { char d; };
template <class T> struct Crtp { int twice() { return 2 * static_cast<T *>(this)->value(); } };
struct Val : Crtp<Val> { int value() { return 21; } };
struct Base { int x; Base(int x) : x(x) {} void hid(int) { printf("Base::hid "); } typedef long type; static int cnt; enum { K = 5 }; };
int Base::cnt = 4;
struct Der : Base { using Base::Base; type t = 9; Der(int a, int b) : Base(a), t(b) {} void hid(double) { printf("Der::hid "); } };
struct Frac { int n, d; operator double() const { return (double)n / d; } explicit operator bool() const { return n != 0; } };
struct Str { const char *s; operator const char *() const { return s; } };
double half(double x) { return x / 2; }
void take(const A &a) { printf("take %d ", a.a); }
int main() {
    { Circle c(2); c.show(); Shape &s = c; s.show(); printf("%g\n", s.area()); }
    printf("\n");
    Shape *v[2] = {new Circle(1), new Square(3)};
    for (Shape *s : v) s->show();
    for (Shape *s : v) delete s;
    printf("\n");
    D d; A *pa = &d; B *pb = &d; C *pc = &d;
    printf("%d %d %d %d %d\n", pa->f(), pb->g(), pc->g(), pb->plain(), d.plain());
    C copy = d; printf("%d %d %d\n", copy.g(), static_cast<B &>(copy).g(), static_cast<D *>(pb)->c);
    *pa = A(); printf("%d %d\n", pa->f(), d.a);
    take(d);
    B *null = nullptr; pc = nullptr; null = pc; printf("%d\n", null == nullptr);
    printf("%zu %zu %zu %zu %zu %zu %zu %zu\n", sizeof(Empty), sizeof(E1), sizeof(E2), sizeof(E3), sizeof(P2), sizeof(N2), sizeof(C), sizeof(D));
    Val w; printf("%d\n", w.twice());
    Der q(1, 2); q.hid(3); q.Base::hid(3); printf("%d %ld %d %d %d\n", q.x, q.t, q.cnt, Der::K, (int)sizeof(Der::type));
    Frac f{3, 4}; double x = f; printf("%g %g %g %d %g\n", x, half(f), f + 1, f ? 1 : 0, (double)f);
    if (f) printf("yes "); if (!f) printf("no ");
    Str s{"hello"}; printf("%s %c\n", (const char *)s, s[1]);
    A *heap = new D; delete heap;
    A *arr = new A[2]; delete[] arr;
}
/* OUTPUT:
Shape(circle) [circle 12] [circle 12] 12
~Shape(circle) 
Shape(circle) Shape(square) [circle 3] <sq> [square 9] ~Shape(circle) ~Square ~Shape(square) 
4 106 106 20 20
6 6 3
4 1
take 1 1
1 4 8 12 12 8 32 32
42
Der::hid Base::hid 1 2 4 5 8
0.75 0.375 1.75 1 0.75
yes hello e
*/
