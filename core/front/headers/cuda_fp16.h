/* CUDA's <cuda_fp16.h>: the half type and its functions are, as far as they are supported, known without a header. */
#define __CUDA_FP16_H__
#include <heddle/half_raw.h>
