/* CUDA's <curand_discrete.h>: a part of <curand_kernel.h>. */
#include <curand_kernel.h>
