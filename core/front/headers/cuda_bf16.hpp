/* CUDA's <cuda_bf16.hpp>: a part of <cuda_bf16.h>. */
#include <cuda_bf16.h>
