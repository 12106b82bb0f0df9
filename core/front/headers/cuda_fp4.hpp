/* CUDA's <cuda_fp4.hpp>: a part of <cuda_fp4.h>. */
#include <cuda_fp4.h>
