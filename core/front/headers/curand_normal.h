/* CUDA's <curand_normal.h>: a part of <curand_kernel.h>. */
#include <curand_kernel.h>
