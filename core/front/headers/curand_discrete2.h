/* CUDA's <curand_discrete2.h>: a part of <curand_kernel.h>. */
#include <curand_kernel.h>
