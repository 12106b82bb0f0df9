/* CUDA's <curand_uniform.h>: a part of <curand_kernel.h>. */
#define CURAND_UNIFORM_H_
#include <curand_kernel.h>
