/* CUDA's <curand_philox4x32_x.h>: a part of <curand_kernel.h>. */
#include <curand_kernel.h>
