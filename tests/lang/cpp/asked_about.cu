// What is only asked about (traits, decltype, sizeof, noexcept, requires) does not look into bodies, as
// C++ has it ([temp.inst]): one that would not compile says nothing.
#include <cstdio>
#include <type_traits>
struct N { N() {} N(const N &) = delete; };
template <class T> struct A { T t; A() {} A(const A &o) : t(o.t) {} };
template <class T> struct B { T t; B() {} B(const B &o) { t.nothing(); } };
template <class T> struct C { template <class U> C(U u) { u.nothing(); } };
template <class T> struct D { T t; D &operator=(const D &o) { t = o.t.foo; return *this; } };
template <class T> struct E { T t; void f() { t.nothing(); } ~E() { } };
template <class T> struct F { void operator()(T t) const { t.nothing(); } };
template <class T> struct G { auto operator()(T t) const { return t + 1; } };
struct H { template <class T> H(const T &t) { t.zip(); } template <class T> operator T *() const { return T::zip(); } };
template <class T> int free_function(T t) { return t.nothing(); }
template <class T> int promised(T t) noexcept(sizeof(T) == 4) { return t.nothing(); }
template <class T> auto deduced(T t) { return t * 2.5; }
template <class T> constexpr int constant(T t) { return t + 1; }
template <class T> class Matrix {
  public:
    T data[2];
    Matrix() : data{} {}
    T norm() const { return data[0].nothing(); }
    Matrix inverse() const { return data[0].invert(); }
    static int rank() { return T::rank; }
    template <class U> operator Matrix<U>() const { return data[0].template as<U>(); }
};
template <class T> struct Unused {
    T t;
    Unused(T t) : t(t.start()) {}
    ~Unused() {}
    virtual int go() { return 3; }
};
struct Once {
    int n = 4;
    template <class T> int twice(T t) { return n * t; }
};
int main() {
    printf("%zu %zu %d %d\n", sizeof(free_function(1)), sizeof(deduced(1)), noexcept(promised(1)), noexcept(promised('c')));
    printf("%d %d\n", std::is_same_v<decltype(deduced(1)), double>, (int)sizeof(char[constant(6)]));
    printf("%d %d %d\n", std::is_same_v<decltype(Matrix<int>().norm()), int>, std::is_convertible_v<Matrix<int>, Matrix<char>>, (int)sizeof(Matrix<float>().inverse()));
    printf("%d %d\n", (int)sizeof(Matrix<int>::rank()), std::is_constructible_v<Unused<int>, int>);
    Once once; // first asked about, then called
    printf("%d %d\n", (int)sizeof(once.twice(2)), once.twice(2));
    printf("%zu %d\n", sizeof(once.twice(2.5)), once.twice(2.5));
    printf("%d %d %d %d\n", std::is_copy_constructible_v<A<N>>, std::is_copy_constructible_v<B<int>>, std::is_constructible_v<C<int>, int>, std::is_copy_assignable_v<D<int>>);
    printf("%d %d %d\n", std::is_invocable_v<F<int>, int>, std::is_default_constructible_v<A<N>>, std::is_invocable_r_v<int, G<int>, int>);
    printf("%d %d %d\n", std::is_convertible_v<int, H>, std::is_convertible_v<H, N *>, std::is_constructible_v<B<int>, B<int> &&>);
}
/* OUTPUT:
4 8 1 0
1 7
1 1 8
4 1
4 8
4 10
1 1 1 1
1 1 1
1 1 1
*/
