// min and max of two types are CUDA's own: `using namespace std` and <algorithm> do not take them away.
#include <algorithm>
#include <cstdio>
#include <string>
using namespace std;
__global__ void smallest(const unsigned *x, int n, unsigned *out) { unsigned best = x[0]; for (int i = 1; i < n; i++) best = min(best, x[i]); *out = min(best, n); }
struct Mark { int v; bool operator<(const Mark &o) const { return v < o.v; } };
int main() {
  dim3 grid(7);
  cudaDeviceProp prop;
  prop.maxGridSize[0] = 3;
  grid.x = min(grid.x, prop.maxGridSize[0]);
  unsigned long long wide = 9;
  printf("%u %llu %llu %lu\n", grid.x, max(wide, 12ll), min(wide, 4ull), min(8ul, 9ul));
  printf("%g %g %d\n", min(1.5f, 2.5), max(1.25f, 0.5f), max(3, 4));
  printf("%s %d %d\n", max(string("a"), string("b")).c_str(), min(Mark{4}, Mark{2}).v, max({3, 9, 4}));
  printf("%d %d\n", max<int>(2, 5u), std::min(5, 6));
  unsigned *x;
  cudaMallocManaged(&x, 4 * sizeof *x);
  x[0] = 9; x[1] = 5; x[2] = 8;
  smallest<<<1, 1>>>(x, 3, x + 3);
  cudaDeviceSynchronize();
  printf("%u\n", x[3]);
}
/* OUTPUT:
3 12 4 8
1.5 1.25 4
b 2 9
5 5
3
*/
