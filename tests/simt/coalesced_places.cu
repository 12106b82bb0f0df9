// coalesced_threads() at two places of a kernel gives two groups, of the threads that are at each.
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void labels(int *hist, int n) {
  auto grid = cg::this_grid();
  for (auto i = grid.thread_rank(); i < n; i += grid.size()) {
    if (i % 3 == 0) {
      auto g = cg::coalesced_threads();
      hist[i] = g.size();
    } else { auto b = cg::coalesced_threads(); hist[i] = b.size(); }
  }
}
__global__ void labels2(int *hist, int n) {
  int i = threadIdx.x;
    if (i % 3 == 0) {
      auto g = cg::coalesced_threads();
      auto l = cg::labeled_partition(g, (int)(i % 2));
      hist[i] = l.size();
    } else { auto b = cg::coalesced_threads(); hist[i] = b.size(); }
}
int main() {
   int *h; cudaMallocManaged(&h, 4000); labels<<<1,64>>>(h, 200); cudaDeviceSynchronize(); for (int i = 0; i < 200; i++) printf("%d ", h[i]); puts("");
  labels2<<<1,64>>>(h, 200); cudaDeviceSynchronize(); for (int i = 0; i < 64; i++) printf("%d ", h[i]); puts("");
}
/* OUTPUT:
11 21 21 11 21 21 11 21 21 11 21 21 11 21 21 11 21 21 11 21 21 11 21 21 11 21 21 11 21 21 11 21 21 11 21 21 11 21 21 11 21 21 11 21 21 11 21 21 11 21 21 11 21 21 11 21 21 11 21 21 11 21 21 11 22 22 10 22 22 10 22 22 10 22 22 10 22 22 10 22 22 10 22 22 10 22 22 10 22 22 10 22 22 10 22 22 11 21 21 11 21 21 11 21 21 11 21 21 11 21 21 11 21 21 11 21 21 11 21 21 11 21 21 11 21 21 11 21 21 11 21 21 11 21 21 11 21 21 11 21 21 11 21 21 11 21 21 11 21 21 11 21 21 11 21 21 11 21 21 11 22 22 10 22 22 10 22 22 10 22 22 10 22 22 10 22 22 10 22 22 10 22 22 10 22 22 10 22 22 10 22 22 3 5 5 3 5 5 3 5 
6 21 21 5 21 21 6 21 21 5 21 21 6 21 21 5 21 21 6 21 21 5 21 21 6 21 21 5 21 21 6 21 21 6 21 21 5 21 21 6 21 21 5 21 21 6 21 21 5 21 21 6 21 21 5 21 21 6 21 21 5 21 21 6 
*/
