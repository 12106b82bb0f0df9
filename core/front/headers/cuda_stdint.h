/* CUDA's <cuda_stdint.h>: a part of <stdint.h>. */
#include <stdint.h>
