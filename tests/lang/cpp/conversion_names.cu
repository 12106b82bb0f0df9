// Conversion functions are called by the type that they give, however it is spelled, and member
// templates stand beside functions of their name that are defined outside of their struct, too.
#include <cstdio>
using real = double;
enum Color { red, green };
struct S {
    unsigned v;
    operator unsigned() const;
    operator real() const;
    explicit operator const char *() const;
    operator Color() const;
    operator unsigned long long() const { return v + 7; }
};
S::operator unsigned int() const { return v; }
S::operator double() const { return v + 0.5; }
S::operator char const *() const { return "text"; }
S::operator enum Color() const { return green; }
struct B { virtual operator unsigned() const { return 1; } virtual ~B() {} };
struct D : B { operator unsigned int() const override { return 2; } };
struct U : S { using S::operator unsigned int; using S::operator double; using word = int; operator word() const; int f() { return operator word() + operator int(); } };
U::operator int() const { return 9; }
template <class T> struct Q {
    T v;
    operator T() const;
    operator T *();
    operator bool() const { return v != T(); }
    template <class V> explicit operator Q<V>() const;
};
template <class E> Q<E>::operator E() const { return v; }
template <class E> Q<E>::operator E *() { return &v; }
template <class T> template <class V> Q<T>::operator Q<V>() const { return Q<V>{V(v) + V(1)}; }
template <> Q<char>::operator char() const { return 'z'; }
namespace n { struct X { int a; operator int() const; operator X *(); }; }
n::X::operator int() const { return a; }
n::X::operator X *() { return this; }
template <class T> struct Two { T v; int f(); template <class V> int f(); template <class V> int g(V); int g(int); };
template <class T> int Two<T>::f() { return 1; }
template <class T> template <class V> int Two<T>::f() { return 2; }
template <class T> template <class V> int Two<T>::g(V) { return 3; }
template <class T> int Two<T>::g(int) { return 4; }
int main() {
    S s{3};
    unsigned a = s;
    printf("%u %g %u %u %g %g %s %d %llu\n", a, (double)s, s.operator unsigned int(), s.operator unsigned(),
           s.operator real(), s.operator double(), (const char *)s, (int)s.operator Color(), s.operator long long unsigned());
    auto p = &S::operator real;
    printf("%g\n", (s.*p)());
    D d;
    B &b = d;
    printf("%u %u\n", (unsigned)b, b.operator unsigned int());
    U u;
    u.v = 4;
    printf("%d %u %g\n", u.f(), u.operator unsigned(), u.operator real());
    Q<int> q{5};
    Q<float> f{1.5f};
    Q<char> c{'a'};
    printf("%d %d %d %g %g %c\n", q.operator int(), *q.operator int *(), (bool)q, f.operator float(), (double)*(float *)f, c.operator char());
    Q<double> w = (Q<double>)q;
    printf("%g\n", w.v);
    Two<int> two;
    printf("%d %d %d %d\n", two.f(), two.template f<char>(), two.g('a'), two.g(1));
    n::X x{8};
    printf("%d %d\n", int(x), x.operator n::X *()->a);
}
/* OUTPUT:
3 3.5 3 3 3.5 3.5 text 1 10
3.5
2 2
18 4 4.5
5 5 1 1.5 1.5 z
6
1 2 3 4
8 8
*/
