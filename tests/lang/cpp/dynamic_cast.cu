// dynamic_cast and typeid of objects of classes with virtual functions: down, up, across, to void, hidden and doubled bases, null, in constructors.
#include <cstdio>
#include <iostream>
#include <memory>
#include <string>
#include <typeinfo>
#include <vector>

struct Shape {
    virtual ~Shape() {}
    virtual double area() const = 0;
};
struct Named {
    std::string name = "n";
    virtual ~Named() = default;
};
struct Circle : Shape, Named {
    double r;
    Circle(double r) : r(r) { name = "circle"; }
    double area() const override { return 3 * r * r; }
};
struct Square : Shape {
    double a;
    Square(double a) : a(a) {}
    double area() const override { return a * a; }
};
struct Red : Square {
    using Square::Square;
};

struct Base0 { virtual ~Base0() {} int b = 0; };
struct Left : Base0 { int l = 1; };
struct Right : Base0 { int r = 2; };
struct Both : Left, Right { int x = 3; };
class Hidden : Left, public Right {
public:
    Right *right() { return this; }
    Left *left() { return this; }
};

struct Ctor {
    Ctor() { kind(); }
    virtual ~Ctor() { kind(); }
    void kind();
};
struct Sub : Ctor {
    Sub() { kind(); }
    ~Sub() { kind(); }
};
void Ctor::kind() { printf("%s %d\n", typeid(*this) == typeid(Ctor) ? "Ctor" : "Sub", dynamic_cast<Sub *>(this) != nullptr); }

template <class T> struct Holder : Shape {
    T v;
    Holder(T v) : v(v) {}
    double area() const override { return v; }
};

int main() {
    std::vector<std::unique_ptr<Shape>> all;
    all.emplace_back(new Circle(2));
    all.push_back(std::make_unique<Square>(3));
    all.push_back(std::make_unique<Red>(4));
    all.push_back(std::make_unique<Holder<int>>(5));
    for (auto &s : all) {
        if (auto *c = dynamic_cast<Circle *>(s.get())) printf("circle %g\n", c->r);
        if (const Square *q = dynamic_cast<const Square *>(s.get())) printf("square %g\n", q->a);
        printf("%d %d %d\n", typeid(*s) == typeid(Circle), typeid(*s) == typeid(Square), typeid(*s) == typeid(Holder<int>));
        Named *n = dynamic_cast<Named *>(s.get());
        std::cout << (n ? n->name : std::string("none")) << "\n";
        if (n) printf("%d\n", dynamic_cast<Shape *>(n) == s.get());
        printf("%d\n", dynamic_cast<void *>(s.get()) == (void *)s.get());
        try {
            Red &r = dynamic_cast<Red &>(*s);
            printf("red %g\n", r.area());
        } catch (const std::bad_cast &e) {
            printf("%s\n", e.what());
        }
    }
    Both both;
    Left *l = &both;
    Right *r = dynamic_cast<Right *>(l);
    printf("%d %d %d\n", r == static_cast<Right *>(&both), r->r, dynamic_cast<Both *>(r) == &both);
    Base0 *b = l;
    printf("%d %d %d\n", dynamic_cast<Left *>(b) == l, dynamic_cast<Right *>(b) == r, dynamic_cast<Both *>(b) == &both);
    Base0 *br = r;
    printf("%d %d %d\n", dynamic_cast<Left *>(br) == l, dynamic_cast<Right *>(br) == r, dynamic_cast<Both *>(br) == &both);
    printf("%d\n", dynamic_cast<void *>(br) == (void *)&both);
    Hidden h;
    printf("%d %d\n", dynamic_cast<Left *>(h.right()) != nullptr, dynamic_cast<Hidden *>(h.left()) != nullptr);
    printf("%d\n", dynamic_cast<Hidden *>(h.right()) == &h);
    Shape *none = nullptr;
    printf("%d\n", dynamic_cast<Circle *>(none) == nullptr);
    try {
        printf("%s\n", typeid(*none).name());
    } catch (std::bad_typeid &e) {
        printf("%s\n", e.what());
    }
    printf("%s %s\n", typeid(both).name(), typeid(*l).name());
    { Sub s; }
    std::shared_ptr<Shape> sp = std::make_shared<Red>(2);
    if (auto q = std::dynamic_pointer_cast<Square>(sp)) printf("%ld %g\n", q.use_count(), q->area());
    printf("%d\n", std::dynamic_pointer_cast<Circle>(sp) == nullptr);
}
/* OUTPUT:
circle 2
1 0 0
circle
1
1
std::bad_cast
square 3
0 1 0
none
1
std::bad_cast
square 4
0 0 0
none
1
red 16
0 0 1
none
1
std::bad_cast
1 2 1
1 1 1
1 1 1
1
0 0
1
1
std::bad_typeid
4Both 4Both
Ctor 0
Sub 1
Sub 1
Ctor 0
2 4
1
*/
