// Virtual functions of class templates, called through pointers that hide which class it is; a class over a lambda; the address of
// a static member template's function.
// CHECK: 12 -3 6 10
// CHECK: 3 5
#include <cstdio>

struct Base {
    virtual int go(int x) = 0;
    virtual ~Base() {}
};
template <typename F> struct Over : Base {
    F f;
    Over(F f) : f(f) {}
    int go(int x) override { return f(x); }
};
template <typename F> Base *over(F f) { return new Over<F>(f); }
struct Negative {
    int operator()(int x) const { return -x; }
};

template <typename T> struct Plain {
    virtual T go(T x) { return x; }
    virtual ~Plain() {}
};
template <typename T> struct Twice : Plain<T> {
    T go(T x) override { return Plain<T>::go(x) * 2; }
};

template <typename T> struct Holder {
    template <typename R> static R call(T x) { return (R)x; }
};
template <typename T, typename R> R (*address())(T) { return &Holder<T>::template call<R>; }

int main() {
    int k = 4;
    Base *a = over([=](int x) { return x * k; }), *b = over(Negative());
    Plain<float> *c = new Twice<float>;
    Plain<int> *d = new Twice<int>;
    printf("%d %d %g %d\n", a->go(3), b->go(3), c->go(3), d->go(5));
    delete a;
    delete b;
    delete c;
    delete d;
    float (*p)(int) = &Holder<int>::call<float>;
    printf("%g %g\n", p(3), address<int, double>()(5));
}
