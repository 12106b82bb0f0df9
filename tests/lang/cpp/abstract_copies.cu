// Objects whose base is abstract are copied, moved and cloned; the base by itself is not.
#include <cstdio>
#include <memory>
#include <vector>
struct Base {
    virtual ~Base() = default;
    virtual std::unique_ptr<Base> clone() const = 0;
    virtual void say() const = 0;
};
template <class D> struct Cloned : Base {
    std::unique_ptr<Base> clone() const override { return std::make_unique<D>(static_cast<const D &>(*this)); }
};
struct X : Cloned<X> {
    int v = 3;
    void say() const override { printf("X%d\n", v); }
};
struct Shape { virtual ~Shape() = default; virtual int area() const = 0; int id = 7; };
struct Mid : Shape { std::vector<int> sides; };
struct Square : Mid {
    Square(int a) { sides = {a, a}; }
    int area() const override { return sides[0] * sides[1]; }
};
struct Written : Mid {
    Written() {}
    Written(const Written &o) : Mid(o) { id++; }
    int area() const override { return id; }
};
int main() {
    X x;
    x.v = 8;
    auto c = x.clone();
    c->say();
    X y(x), z = static_cast<X &&>(y);
    z.say();
    Square s(3), t = s, u = std::move(s);
    u = t;
    printf("%d %d %d\n", t.area(), u.area(), u.id);
    std::vector<Square> many(2, t);
    many.push_back(Square(5));
    printf("%d %d\n", many[1].area(), many[2].area());
    Written w, w2 = w;
    printf("%d\n", w2.area());
    Shape *p = new Square(t);
    printf("%d\n", p->area());
    delete p;
}
/* OUTPUT:
X8
X8
9 9 7
9 25
8
9
*/
