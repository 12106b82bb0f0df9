/* CUDA's <curand_globals.h>: a part of <curand_kernel.h>. */
#include <curand_kernel.h>
