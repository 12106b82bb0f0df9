/* CUDA's <curand_poisson.h>: a part of <curand_kernel.h>. */
#include <curand_kernel.h>
