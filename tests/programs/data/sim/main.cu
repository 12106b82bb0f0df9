#include "sim.h"
#include <cstdlib>
int verbose = 1;
static int helper(int a) { return a + 1; }
__constant__ float coef[4] = {1, 2, 3, 4};
int main(int argc, char **argv) {
    Params p = {N, 0.5f};
    float *d, h[N];
    cudaMalloc(&d, N * sizeof(float));
    cudaMemset(d, 0, N * sizeof(float));
    launch(p, d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++) printf("%g ", h[i]);
    printf("\n");
    Body b(3); b.step(2.f);
    int v[3] = {1,2,3};
    printf("%d %d %g count %d id %d %d args", helper(1), c_sum(v, 3), b.x, Body::count, next_id(), verbose);
    for (int i = 1; i < argc; i++) printf(" %s", argv[i]);
    printf("\n");
    util::report("x", b.x);
    cudaFree(d);
    return 0;
}
