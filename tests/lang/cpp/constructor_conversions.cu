// A parameter `P<W>` takes an object of a class with such a base, and a constructor's argument is made by a conversion function.
/* OUTPUT:
3 3 3 42
3 7 7
*/
#include <cstdio>

template <int W> struct P { int z; };
struct Three : P<3> {};
struct Deep : Three {};
template <typename T> struct Crtp { int v() const { return ((const T *)this)->w(); } };
struct User : Crtp<User> { int w() const { return 42; } };
template <int W> int take(const P<W> &) { return W; }
template <int W> int take_pointer(P<W> *) { return W; }
template <typename T> int any(const Crtp<T> &p) { return p.v(); }

struct F { float x, y; };
template <typename T> struct Reference {
    T f;
    operator T() const { return f; }
};
struct Box {
    float sum;
    Box() {}
    Box(const F &f) : sum(f.x + f.y) {}
};

int main() {
    Deep d;
    printf("%d %d %d %d\n", take(Three()), take(d), take_pointer(&d), any(User()));
    Reference<F> r{{1, 2}}, t{{3, 4}};
    Box a(r), b = Box(t), c;
    c = Box(t);
    printf("%g %g %g\n", a.sum, b.sum, c.sum);
}
