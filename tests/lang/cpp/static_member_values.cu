// Static data members whose values code computes: of structs, of instances, variable templates.
// OUT: h(5)
// OUT: h(6)
// OUT: h(1)
// OUT: Q()
// OUT: h(2)
// OUT: h(3)
// OUT: 20
// OUT: 3 hello
// OUT: 7 6 6
// OUT: 9
// OUT: 20 20
// OUT: 20 20
// OUT: ~Q
#include <cstdio>
#include <vector>
#include <string>
int h(int x) { printf("h(%d)\n", x); return 20; }
template <class T> struct A { static inline int made = h(1); };
template <class T> struct B { static std::vector<T> list; static std::string name; };
template <class T> std::vector<T> B<T>::list = {1, 2, 3};
template <class T> std::string B<T>::name("hello");
template <class T> struct C { static int count; static int next() { return ++count; } };
template <class T> int C<T>::count = 5;
template <class T> struct D { static T *self; static T obj; };
template <class T> T D<T>::obj; 
template <class T> T *D<T>::self = &D<T>::obj;
struct Q { int v; Q() : v(9) { printf("Q()\n"); } ~Q() { printf("~Q\n"); } };
template <class T> T var = T(h(2));
template <class T> const int lut[3] = {h(3), 1, 2};
struct P { static int z; static inline int y = h(5); }; int P::z = h(6);
int main() { printf("%d\n", A<int>::made); printf("%zu %s\n", B<int>::list.size(), B<int>::name.c_str());
 printf("%d %d %d\n", C<int>::next(), C<int>::next(), C<float>::next()); printf("%d\n", D<Q>::self->v); printf("%g %d\n", var<double>, lut<int>[0]); printf("%d %d\n", P::z, P::y); }
