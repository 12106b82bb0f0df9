// Member templates that are defined outside of their class, which write its arguments where the class does not.
#include <cstdio>
template <class E> struct expr { const E &self() const { return static_cast<const E &>(*this); } };
template <class T> struct V : expr<V<T>> { T x; template <class E> V &operator+=(const E &e); template <class E> V &operator=(const expr<E> &e); template <class E> V &set(const expr<E> &e); template <class E> int operator()(E a) const; };
template <class T> template <class E> V<T> &V<T>::operator+=(const E &e) { x += e; return *this; }
template <class T> template <class E> int V<T>::operator()(E a) const { return a; }
template <class T> template <class E> V<T> &V<T>::set(const expr<E> &e) { x = e.self().x; return *this; }
template <class T> template <class E> V<T> &V<T>::operator=(const expr<E> &e) { x = e.self().x + 1; return *this; }
int main() { V<int> a, b; V<double> c; c.x = 2.5; a.x = 3; a += 4; printf("%d %d\n", a.x, a(5)); b.set(a); printf("%d\n", b.x); b = c; printf("%d\n", b.x); }
/* OUTPUT:
7 5
7
3
*/
