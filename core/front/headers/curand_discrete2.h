/* CUDA's <curand_discrete2.h>: a part of <curand_kernel.h>. */
#define CURAND_DISCRETE_H_
#include <curand_kernel.h>
