/* CUDA's <curand_discrete.h>: a part of <curand_kernel.h>. */
#define CURANDDISCRETE_H_
#include <curand_kernel.h>
