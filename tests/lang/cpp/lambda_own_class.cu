// A class template's own name in a lambda of its members, also where the lambda becomes a pointer to a function.
#include <cstdio>
template <typename A> struct S {
  A a; int (*f)(void *) = nullptr;
  void set() { f = [](void *p) -> int { return (int)((S *)p)->a; }; }
  template <class U> void set_scaled(U) { f = [](void *p) -> int { S *s = static_cast<S *>(p); return (int)(s->a * sizeof(U)); }; }
};
template <typename A> struct T {
  A a; int (*f)(const void *);
  explicit T(A x) : a(x) { f = [](const void *p) { const T &t = *(const T *)p; return int(t.a + sizeof(T) / sizeof(T)); }; }
};
int main() {
  S<int> s{3}; s.set(); printf("%d\n", s.f(&s));
  S<double> d{2.5}; d.set_scaled('c'); printf("%d ", d.f(&d)); d.set_scaled(1); printf("%d\n", d.f(&d));
  T<int> t(4); printf("%d\n", t.f(&t));
}
/* OUTPUT:
3
2 10
5
*/
