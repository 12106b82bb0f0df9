// A destructor is trivial beside virtual functions, unless it is virtual itself or something in the class has one that is not.
#include <cstdio>
#include <type_traits>
struct A { virtual int f() const { return 1; } };
struct B : A { int x; int f() const override { return 2; } };
struct C { B b[2]; };
struct D { virtual ~D() {} }; struct E : D {}; struct F { virtual ~F() = default; }; struct G { virtual int g() = 0; protected: ~G() = default; };
struct H { virtual int h() { return 0; } D d; }; struct I { ~I() = default; virtual void i() {} };
struct V : virtual A {}; struct X { virtual ~X() = delete; };
union U { int i; float f; };
template <class T> void show() {
  printf("%d%d%d%d%d%d ", std::is_trivially_destructible_v<T>, std::is_trivially_copyable_v<T>, std::is_trivially_copy_constructible_v<T>, std::is_trivially_move_assignable_v<T>, std::is_trivially_default_constructible_v<T>, std::is_trivial_v<T>);
}
int main() {
  show<A>(); show<B>(); show<C>(); show<D>(); show<E>(); show<F>(); printf("\n");
  show<H>(); show<I>(); show<V>(); show<U>(); show<A[3]>(); show<int>(); printf("%d%d\n", std::is_trivially_destructible_v<G>, std::is_trivially_destructible_v<X>);
}
/* OUTPUT:
100000 100000 100000 000000 000000 000000 
000000 100000 100000 111111 100000 111111 00
*/
