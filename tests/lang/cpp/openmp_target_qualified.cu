// Variables named with `::` in a target region are the copies that their plain names are.
// GXX: -fopenmp
#include <stdio.h>
#include <omp.h>
int g = 1, k = 1;
namespace ns { int h = 2, q = 7; struct S { static int s; static double d; int m; int f() { int r = 0;
#pragma omp target map(from: r)
 { S::s += 5; s += 1; r = s; } return r; } }; int S::s = 3; double S::d = 1.5; }
template <class T> struct V { static T v; }; template <class T> T V<T>::v = 9;
template <class T> int tf(T x) {
  int r = 0;
  #pragma omp target map(from: r)
  { ns::h += x; ::g += 1; r = ns::h * 100 + ::g; }
  return r;
}
int main() {
  #pragma omp target
  { ::g = 10; g += 5; ns::h = 20; ns::S::s = 30; ns::S::d = 2; printf("%d %d %d %g\n", g, ns::h, ns::S::s, ns::S::d); }
  printf("%d %d %d %g\n", g, ns::h, ns::S::s, ns::S::d);
  #pragma omp target map(tofrom: k)
  { ::k = 10; k += 5; 
    #pragma omp parallel num_threads(2)
    {
      #pragma omp critical
      { ns::q += 1; ::k++; }
    }
    printf("q %d\n", ns::q); }
  printf("%d %d\n", k, ns::q);
  ns::S s; printf("%d\n", s.f()); printf("%d\n", ns::S::s);
  printf("%d %d\n", tf(1), tf(2.0)); printf("%d\n", tf(3));
  printf("%d %d\n", ns::h, g);
  #pragma omp parallel num_threads(2)
  {
    #pragma omp single
    { ns::h = 50; ::g = 60; }
  }
  printf("%d %d\n", ns::h, g);
}
/* OUTPUT:
15 20 30 2
1 2 3 1.5
q 9
17 7
9
3
302 402
502
2 1
50 60
*/
