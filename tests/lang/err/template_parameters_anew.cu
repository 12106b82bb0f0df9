// Where a template's parameter is known its name is not declared anew ([temp.local]p6).
// RUN: heddle-engine --check FILE
// EXIT: 1
template <class T> struct B { template <class T> int x(T t) { return 1; } };
// CHECK: `T` is a parameter of the template here: it cannot be declared anew
template <class T, int N> struct C { template <int N> struct D {}; int N2; };
// CHECK: `N` is a parameter of the template here
template <class T> void f(T t) { int T = 3; }
// CHECK: `T` is a parameter of the template here
template <class T> struct E { int T; };
// CHECK: `T` is a parameter of the template here
template <class T, class T> struct F {};
// CHECK: `T` is a parameter of the template here
template <int n> __global__ void k(int n) {}
// CHECK: `n` is a parameter of the template here
template <class T> struct G { void T(); };
// CHECK: `T` is a parameter of the template here
template <class T> struct Fine { template <class U> int x(U u) { return sizeof(T); } static T value; struct In { T t; } in; };
template <class T> T Fine<T>::value = 0;
template <class n> int second(n T) { return T; }
int T = 2, N = 3, n = T + N;
