// Values of instances that nobody has needed before: T(), T{}, new T(): their members' own initialisers count.
#include <cstdio>
template <typename T> struct Inc { T by = 1; __host__ __device__ T operator()(T x) const { return x + by; } };
template <typename T, typename A> struct Wrap { A a; T operator()(T x) const { return a(x); } };
template <class F> int go(F f) { return f(5); }
int main() {
  printf("%d\n", go(Inc<int>()));
  printf("%d\n", go(Wrap<int, Inc<int>>()));
  printf("%g\n", Wrap<float, Inc<float>>()(2));
  Wrap<double, Inc<double>> w = Wrap<double, Inc<double>>(); printf("%g\n", w(1));
  Inc<long> *p = new Inc<long>(); printf("%ld\n", p->by); Inc<short> *q = new Inc<short>; printf("%d\n", q->by);
  Inc<char> arr[2]; printf("%d\n", arr[1].by); Inc<unsigned> v{}; printf("%u\n", v.by); auto x = Inc<unsigned char>{}; printf("%d\n", x.by);
  static Inc<unsigned short> st; printf("%d\n", st.by); 
  Wrap<int, Inc<int>> *pp = new Wrap<int, Inc<int>>[2]; printf("%d\n", pp[1].a.by);
}
/* OUTPUT:
6
6
3
2
1
1
1
1
1
1
1
*/
