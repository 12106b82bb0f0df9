/* CUDA's <curand_poisson.h>: a part of <curand_kernel.h>. */
#define CURAND_POISSON_H_
#include <curand_kernel.h>
