// Engines and distributions of thrust::random give the numbers that they give when nvcc compiles this.
/* OUTPUT:
48271 182605794
1463601970
84035
0.0277377721
4.5102957012227698
1 2 3 1 3 1 3 3 4 4 3 1 
427782 453290 766235 934333 
145279741515 798421914967 624261911143 746721222761 
98 80 48 52 
0.030575037 4.08408165 -3.04880095 4.84202909 
-0.454879327221 0.443810141921 0.346740451754 -0.311145280567 
45438212
15039276
7111994
281473885556995
1 1 2147483646
48271
*/
#include <thrust/random.h>
#include <cstdio>
int main() {
  thrust::default_random_engine g; printf("%u ", g()); printf("%u\n", g()); g.discard(1000); printf("%u\n", g());
  thrust::minstd_rand0 g0(5); printf("%u\n", g0());
  thrust::default_random_engine r(1234);
  thrust::uniform_real_distribution<float> u; printf("%.9g\n", u(r));
  thrust::uniform_real_distribution<double> ud(-2, 5); printf("%.17g\n", ud(r));
  thrust::uniform_int_distribution<int> ui(1, 6); for (int i = 0; i < 12; i++) printf("%d ", ui(r)); printf("\n");
  thrust::uniform_int_distribution<unsigned> uu(0, 1000000); for (int i = 0; i < 4; i++) printf("%u ", uu(r)); printf("\n");
  thrust::uniform_int_distribution<long long> ul(0, 1000000000000ll); for (int i = 0; i < 4; i++) printf("%lld ", ul(r)); printf("\n");
  thrust::uniform_int_distribution<short> us(-3, 100); for (int i = 0; i < 4; i++) printf("%d ", us(r)); printf("\n");
  thrust::normal_distribution<float> n(2, 3); for (int i = 0; i < 4; i++) printf("%.9g ", n(r)); printf("\n");
  thrust::normal_distribution<double> nd(0, 1); for (int i = 0; i < 4; i++) printf("%.12g ", nd(r)); printf("\n");
  thrust::taus88 t; printf("%u\n", t());
  thrust::ranlux24 l; printf("%u\n", (unsigned)l()); for (int i = 0; i < 100; i++) l(); printf("%u\n", (unsigned)l());
  thrust::ranlux48 l4; printf("%llu\n", (unsigned long long)l4());
  thrust::minstd_rand a(7), b(7); a.discard(10); for (int i = 0; i < 10; i++) b(); printf("%d %u %u\n", a == b, thrust::minstd_rand::min, thrust::minstd_rand::max);
  thrust::random::default_random_engine q(0); printf("%u\n", q());
}
