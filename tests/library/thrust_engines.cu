// The ten-thousandth number of each engine, as Thrust's documentation says it.
/* OUTPUT:
1111111
*/
#include <thrust/random.h>
#include <cstdio>
template <typename E> void t(unsigned long long tenthousandth) { E e; for (int i = 0; i < 9999; i++) e(); printf("%d", e() == tenthousandth); }
int main() { t<thrust::ranlux48>(88229545517833); t<thrust::ranlux24>(9901578); t<thrust::taus88>(3535848941); t<thrust::minstd_rand>(399268537); t<thrust::minstd_rand0>(1043618065); t<thrust::ranlux24_base>(7937952); t<thrust::ranlux48_base>(192113843633948); puts(""); }
