// Templates that use themselves as deeply as nvcc lets them.
#include <cstdio>
template <int N> struct F { static constexpr int v = F<N-1>::v + 1; }; template <> struct F<0> { static constexpr int v = 0; };
template <int N> constexpr int g() { if constexpr (N == 0) return 0; else return 1 + g<N-1>(); }
int main() { printf("%d %d\n", F<850>::v, g<800>()); }

/* OUTPUT:
850 800
*/
