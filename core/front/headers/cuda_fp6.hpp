/* CUDA's <cuda_fp6.hpp>: a part of <cuda_fp6.h>. */
#include <cuda_fp6.h>
