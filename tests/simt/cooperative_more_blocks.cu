// A grid of more blocks than the machine has processors for, that all wait for each other: blocks are fibers.
// CPU-ONLY: a GPU has room for as many as its multiprocessors hold
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void passed_on(int *x, int rounds) {
    cg::grid_group grid = cg::this_grid();
    int i = grid.thread_rank(), n = grid.size();
    for (int r = 0; r < rounds; r++) {
        int next = x[(i + 33) % n];
        grid.sync();
        x[i] = next + 1;
        grid.sync();
    }
}
int main() {
    int n = 100 * 64, rounds = 5, *x, wrong = 0;
    cudaMallocManaged(&x, n * sizeof *x);
    for (int i = 0; i < n; i++) x[i] = i;
    void *args[] = {&x, &rounds};
    printf("%s\n", cudaGetErrorName(cudaLaunchCooperativeKernel((void *)passed_on, dim3(100), dim3(64), args, 0, 0)));
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) wrong += x[i] != (i + 33 * rounds) % n + rounds;
    printf("%d wrong\n", wrong);
    printf("%s\n", cudaGetErrorName(cudaLaunchCooperativeKernel((void *)passed_on, dim3(1 << 20), dim3(64), args, 0, 0)));
}
/* OUTPUT:
cudaSuccess
0 wrong
cudaErrorCooperativeLaunchTooLarge
*/
