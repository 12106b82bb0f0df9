#include "sim.h"
int verbose = 3;
__device__ float force(float x) { return x; }
void launch(const Params &p, float *d) {}
