#include "sim.h"
#define SCALE 10
static int helper(int a) { return a * 100; }
namespace { int hidden = 7; }
__device__ float force(float x) { return x * coef[1] + SCALE; }
static __global__ void k(float *d, int n) { int i = threadIdx.x; if (i < n) d[i] = force(i); }
void launch(const Params &p, float *d) { k<<<1, 32>>>(d, p.n); cudaDeviceSynchronize(); if (verbose) printf("launched %d %d id %d\n", helper(p.n), hidden, next_id()); }
__host__ __device__ void Body::step(float dt) { x += v * dt; }
