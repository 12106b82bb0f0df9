// A grid barrier without a cooperative launch.
// CPU-ONLY: there the launch is made a cooperative one.
// EXIT: 1
// ERROR: a grid barrier needs a cooperative launch (`cudaLaunchCooperativeKernel`)
#include <cooperative_groups.h>
#include <stdio.h>
using namespace cooperative_groups;

__global__ void rotate(int *a, int *b, int steps)
{
    grid_group grid = this_grid();
    int i = grid.thread_rank(), n = grid.size();
    for (int s = 0; s < steps; s++) {
        b[i] = a[(i + 1) % n] + 1;
        grid.sync();
        a[i] = b[i];
        grid.sync();
    }
    if (i == 0) printf("%d %d %d\n", (int)grid.num_blocks(), n, grid.is_valid());
}

int main()
{
    int *a, *b, steps = 5, n = 256;
    cudaMallocManaged(&a, n * sizeof(int));
    cudaMallocManaged(&b, n * sizeof(int));
    for (int i = 0; i < n; i++) a[i] = i;
    void *args[] = {&a, &b, &steps};
    cudaError_t error = cudaSuccess; rotate<<<4, 64>>>(a, b, steps);
    cudaDeviceSynchronize();
    int ok = error == cudaSuccess;
    for (int i = 0; i < n; i++) ok = ok && a[i] == (i + steps) % n + steps;
    printf("%d\n", ok);
    return 0;
}
