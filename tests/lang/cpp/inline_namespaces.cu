// What stands in an inline namespace is defined and opened through the one around it, and found by arguments there; so is what
// stands beside bases, arguments of templates, parameters of functions and classes of members.
#include <cstdio>
namespace A {
  inline namespace v1 { namespace Q { int a = 1; } struct S { int k = 3; void m(); }; void f(); int h(S) { return 7; } enum E { e1, e2 }; extern int ext; }
  namespace Q { int b = 2; int both() { return a + b; } }
}
void A::f() { std::printf("A::f\n"); }
int A::ext = 12;
void A::S::m() { std::printf("m %d\n", k); }
namespace A { int after() { return Q::a * 10 + Q::b; } int op(E) { return 5; } }
namespace C { using namespace A; inline namespace w { using namespace A::Q; } namespace AA = A::v1; }
namespace B { inline namespace i1 { inline namespace i2 { namespace D { int deep = 4; } } } namespace D { int more = 5; } }
namespace B::D { int third = 6; }
namespace F { inline namespace g { struct X { friend int peek(X) { return 8; } friend int peek2(const X &); int z = 9; }; } int peek2(const X &x) { return 10; } }
namespace T { template <class U> struct Box { U u; }; }
namespace U { struct In {}; inline namespace uu { int adl(T::Box<In>) { return 11; } } int adl2(In *) { return 13; } int adl3(In (*)(int)) { return 14; } int adl4(int In::*) { return 15; } int adl5(const In (&)[2]) { return 16; } }
namespace G { enum class K { p, q }; inline namespace gi { int take(K k) { return 20 + (int)k; } } struct H { enum L { l1 = 4 }; friend int lf(L x) { return x + 1; } }; }
namespace W { struct Base {}; inline namespace wi { int of_base(const Base &) { return 17; } } }
struct Derived : W::Base {};
U::In fn(int) { return {}; }
int first() {
  std::printf("%d %d %d %d\n", A::Q::a, A::Q::b, A::Q::both(), A::v1::Q::b);
  A::f(); A::S s; s.m(); std::printf("%d %d %d\n", h(s), A::ext, A::v1::ext);
  std::printf("%d %d\n", A::after(), op(A::e2));
  std::printf("%d %d %d\n", C::a, C::b, C::AA::Q::b);
  std::printf("%d %d %d %d\n", B::D::deep, B::D::more, B::D::third, B::i1::i2::D::third);
  F::X x; std::printf("%d %d\n", peek(x), F::g::X().z);
  std::printf("%d %d %d %d\n", adl(T::Box<U::In>()), adl2(new U::In), adl3(fn), adl4((int U::In::*)nullptr));
  std::printf("%d\n", of_base(Derived()));
  U::In two[2]; std::printf("%d %d %d\n", adl5(two), take(G::K::q), lf(G::H::l1));
  return 0;
}
namespace D { inline namespace v1 { struct S; enum E : int; enum class F; template <class T> struct Box { int k = 1; }; template <class T> struct Out; template <class T> int fn(T) { return 1; } template <class T> constexpr int var = 1; struct N { struct In; static int st; void m(); }; } }
struct D::S { int k = 5; };
enum D::E : int { ea = 4 };
enum class D::F { fa = 6 };
template <> struct D::Box<int> { int k = 2; };
template <class T> struct D::Box<T *> { int k = 9; };
template <class T> struct D::Out { T t; int get() const { return 8; } };
template <> int D::fn(double) { return 2; }
template <> constexpr int D::var<int> = 7;
struct D::N::In { int z = 10; };
int D::N::st = 11;
void D::N::m() { std::printf("N::m %d\n", st); }
template struct D::Out<float>;
int main() {
  first();
  D::S s; D::v1::S t; std::printf("%d %d %d %d\n", s.k, t.k, D::ea, (int)D::F::fa);
  std::printf("%d %d %d %d %d\n", D::Box<int>().k, D::Box<char>().k, D::v1::Box<int *>().k, D::fn(1.0), D::fn(1));
  std::printf("%d %d %d %d\n", D::var<int>, D::var<char>, D::Out<int>{3}.get(), D::N::In().z);
  D::N().m();
}
/* OUTPUT:
1 2 3 2
A::f
m 3
7 12 12
12 5
1 2 2
4 5 6 6
8 9
11 13 14 15
17
16 21 5
5 5 4 6
2 1 9 2 1
7 1 8 10
N::m 11
*/
