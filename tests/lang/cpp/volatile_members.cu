// Member functions of volatile objects: chosen by what the object is, as by const.
#include <stdio.h>
#include <type_traits>
struct V {
    int x;
    V() : x(1) {}
    V(const V &o) : x(o.x) {}
    V(const volatile V &o) : x(o.x + 1000) {}
    V &operator=(const V &o) {
        x = o.x;
        return *this;
    }
    void operator=(const V &o) volatile { x = o.x + 10; }
    void operator=(const volatile V &o) volatile { x = o.x + 20; }
    int which() { return 1; }
    int which() const { return 2; }
    int which() volatile { return 3; }
    int which() const volatile { return 4; }
    int shared() const volatile { return x; }
    int both() const { return 5; }
    int both() const volatile { return 6; }
    operator int() const volatile { return x; }
};
template <class T> struct Box {
    T value;
    __host__ __device__ T get() const volatile;
    __host__ __device__ void set(T v) volatile;
    __host__ __device__ void set(T v);
};
template <class T> T Box<T>::get() const volatile { return value; }
template <class T> void Box<T>::set(T v) volatile { value = v + 1; }
template <class T> void Box<T>::set(T v) { value = v; }
struct Base {
    virtual int f() volatile { return 1; }
    virtual int f() { return 2; }
};
struct Derived : Base {
    int f() volatile override { return 3; }
};
template <class T> const char *kind(T) { return "other"; }
template <class C> const char *kind(int (C::*)() volatile) { return "volatile"; }
template <class C> const char *kind(int (C::*)() const) { return "const"; }
int main() {
    V a;
    const V b;
    volatile V c;
    const volatile V d;
    printf("%d %d %d %d\n", a.which(), b.which(), c.which(), d.which());
    printf("%d %d %d %d\n", a.both(), b.both(), c.both(), d.both());
    a.x = 5;
    c = a;
    printf("%d\n", c.shared());
    c = d;
    printf("%d %d\n", c.x, (int)c);
    V e(c), f(a);
    printf("%d %d\n", e.x, f.x);
    volatile Box<int> v{};
    Box<int> p{};
    v.set(3), p.set(3);
    printf("%d %d\n", v.get(), p.get());
    Derived object;
    Base *base = &object;
    volatile Base *other = &object;
    printf("%d %d\n", base->f(), other->f());
    int (V::*m)() volatile = &V::which;
    int (V::*n)() const = &V::which;
    printf("%d %d %s %s\n", (a.*m)(), (b.*n)(), kind(m), kind(n));
    static_assert(!std::is_same<decltype(m), decltype(n)>::value, "");
}
/* OUTPUT:
1 2 3 4
5 5 6 6
15
21 21
1021 5
4 3
2 3
3 2 volatile const
*/
