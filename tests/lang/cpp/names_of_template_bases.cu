// The types and templates of a base that is an instance of a class template are the derived class's too.
#include <cstdio>
#include <map>
#include <vector>
template <class T> struct C {
    template <int N> static constexpr int w = N * sizeof(T);
    template <int N> int g() { return N; }
    template <class U> using P = U *;
    template <class U> struct In { U u; int size() { return sizeof(U); } };
    typedef T type;
    using other = C<T *>;
    static constexpr int k = 3;
    enum kind { small, large };
};
struct D : C<char> {
    int f() { return g<5>() + this->g<2>() + w<6>; }
    P<int> p;
    type t;
    In<short> i;
    kind what = large;
    other *next = nullptr;
    int later(type x);
};
int D::later(type x) { return x + w<2> + In<long>().size(); }
struct Deeper : D { type again; int h() { return w<7> + k; } };
template <class T> struct E : C<T> {
    using Base = C<T>;
    using typename Base::type;
    type v;
    int f() { return Base::template w<6> + this->template g<4>(); }
};
struct Indexed : std::vector<int> {};
struct Both : C<int>, std::map<int, int> { mapped_type m = 4; C<int>::type n = 5; };
struct Numbers : std::vector<double> {
    using std::vector<double>::vector;
    iterator last() { return end() - 1; }
    value_type sum() const { value_type s = 0; for (const_iterator i = begin(); i != end(); ++i) s += *i; return s; }
};
int main() {
    D d{};
    printf("%d %zu %d %d %d\n", d.f(), sizeof(d.i), d.later(1), d.what, d.next == nullptr);
    printf("%d %d\n", C<char>::w<3>, D::w<4>);
    E<short> e{};
    Both b;
    Numbers n{1, 2.5};
    printf("%d %zu %d %d %d\n", e.f(), sizeof(e.v), Deeper().h(), b.m, b.n);
    Indexed x;
    x.push_back(8);
    printf("%g %g %d\n", *n.last(), n.sum(), x[0]);
}
/* OUTPUT:
13 2 11 1 1
3 4
16 2 10 4 5
2.5 3.5 8
*/
