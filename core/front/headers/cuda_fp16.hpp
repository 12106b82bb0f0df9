/* CUDA's <cuda_fp16.hpp>: a part of <cuda_fp16.h>. */
#include <cuda_fp16.h>
