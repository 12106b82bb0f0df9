#include <cstdio>
#include <cstdlib>
#include <vector>
#include "kernels.cuh"
#include "util.h"
#ifndef N
#define N 64
#endif
static __global__ void helper(int *p) { p[threadIdx.x] += 1; }
int main(int argc, char **argv) { app::Timer t; t.start(); float *x; cudaMallocManaged(&x, N * sizeof(float)); for (int i = 0; i < N; i++) x[i] = i; app::launch_scale(x, 4.f, N); cudaDeviceSynchronize(); int *tab = make_table(8); int *d; cudaMallocManaged(&d, 32); for (int i = 0; i < 8; i++) d[i] = tab[i]; helper<<<1, 8>>>(d); cudaDeviceSynchronize(); printf("%g %d %d %d N=%d argc=%d %s\n", x[10], d[7], app::g_verbose, t.stop() >= 0, N, argc, argc > 1 ? argv[1] : "-"); free(tab); return 0; }
