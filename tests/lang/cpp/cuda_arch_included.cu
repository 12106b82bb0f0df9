// __CUDA_ARCH__ in a header that is included twice, in extern "C", operators and overloads.
#include "data/sides.h"
#include "data/sides.h"
#include <cstdio>
#include <cmath>
HD int operator_test(int a);
struct P { int v; };
HD P operator+(P a, P b) {
#ifdef __CUDA_ARCH__
    return P{a.v + b.v + 100};
#else
    return P{a.v + b.v};
#endif
}
HD int operator_test(int a) {
#ifdef __CUDA_ARCH__
    return a * 2;
#else
    return a;
#endif
}
HD int ovl(int x) {
#ifdef __CUDA_ARCH__
    return 1;
#else
    return 2;
#endif
}
HD int ovl(float x) {
#ifdef __CUDA_ARCH__
    return 3;
#else
    return 4;
#endif
}
__global__ void k(int *o) { o[0] = inc_side(); o[1] = (P{1} + P{2}).v; o[2] = operator_test(5); o[3] = ovl(1); o[4] = ovl(1.0f); 
#ifdef __CUDA_ARCH__
 o[5] = only_d();
#endif
 o[6] = (int)(rsq(0.25f) * 10); }
int main() { int *o; cudaMallocManaged(&o, 64); k<<<1,1>>>(o); cudaDeviceSynchronize(); for (int i = 0; i < 7; i++) printf("%d ", o[i]); printf("| %d %d %d %d %d %d\n", inc_side(), (P{1} + P{2}).v, operator_test(5), ovl(1), ovl(1.f), (int)(rsq(0.25f) * 10)); }

/* OUTPUT:
1 103 10 1 3 11 20 | 0 3 5 2 4 20
*/
