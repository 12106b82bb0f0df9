// Members of class templates inside of class templates, and such classes themselves, defined outside of them.
#include <cstdio>
template <class T> struct A {
    template <class U> struct B {
        U u;
        B(U u);
        ~B();
        int f() const;
        template <class V> int g(V v);
        template <class V, int N = 3> V h(V v);
        B &operator+=(const B &other);
        static U twice(U u);
        static int n;
        static const int size;
        struct Inner { int i; int get(); };
        template <class V> struct Deep { V v; U both(); };
    };
    template <class U> struct N;
    template <class U, int K = 2> struct M;
    static const int k;
    template <class U> int h(U u);
    template <class U> U made(const N<U> &n);
};
template <class T> template <class U> A<T>::B<U>::B(U u) : u(u) { n++; }
template <class T> template <class U> A<T>::B<U>::~B() { n -= 10; }
template <class X> template <class Y> int A<X>::B<Y>::f() const { return sizeof(X) * 100 + sizeof(Y); }
template <class T> template <class U> template <class V> int A<T>::B<U>::g(V v) { return sizeof(T) + sizeof(U) + sizeof(V) + (int)(v + u); }
template <class T> template <class U> template <class V, int N> V A<T>::B<U>::h(V v) { return v * N; }
template <class T> template <class U> typename A<T>::template B<U> &A<T>::B<U>::operator+=(const B &other) { u += other.u; return *this; }
template <class T> template <class U> U A<T>::B<U>::twice(U u) { return u + u; }
template <class T> template <class U> int A<T>::B<U>::n = 7 * sizeof(U);
template <class T> template <class U> const int A<T>::B<U>::size = sizeof(T) + 1;
template <class T> template <class U> int A<T>::B<U>::Inner::get() { return i + (int)sizeof(U); }
template <class T> template <class U> template <class V> U A<T>::B<U>::Deep<V>::both() { return (U)v / 2; }
template <class T> template <class U> struct A<T>::N {
    T t;
    U u;
    int z = 5;
    U sum() const;
};
template <class T> template <class U> U A<T>::N<U>::sum() const { return t + u + z; }
template <class T> template <class U, int K> struct A<T>::M { U all[K]; int count() const { return K; } };
template <class T> const int A<T>::k = sizeof(T) * 2;
template <class T> template <class U> int A<T>::h(U u) { return (int)u + 1; }
template <class T> template <class U> U A<T>::made(const N<U> &n) { return n.sum() * 2; }
int main() {
    {
        A<int>::B<double> b(1.5), c(2);
        b += c;
        printf("%d %d %d %g %d\n", b.f(), b.g('a'), b.h(4), b.u, A<int>::B<double>::n);
        printf("%d %g\n", b.h<int, 10>(4), b.twice(2.25));
    }
    printf("%d %d %d\n", A<int>::B<double>::n, A<char>::B<short>::n, A<short>::B<int>::size);
    A<int>::B<char>::Inner i{3};
    A<int>::B<double>::Deep<int> d{5};
    printf("%d %g\n", i.get(), d.both());
    A<char>::N<int> n{1, 2};
    A<char> a;
    printf("%d %d %d %d %d\n", n.z, n.sum(), A<short>::k, a.h(4.5), a.made(n));
    A<int>::M<int> m;
    A<int>::M<char, 9> m9;
    printf("%d %d %zu\n", m.count(), m9.count(), sizeof(m9));
}
/* OUTPUT:
408 113 12 3.5 58
40 4.5
38 14 3
4 2.5
5 8 4 5 16
2 9 9
*/
