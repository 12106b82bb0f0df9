/* CUDA's <cuda_fp8.hpp>: a part of <cuda_fp8.h>. */
#include <cuda_fp8.h>
