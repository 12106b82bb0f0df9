/* CUDA's <cuda_bf16.h>: __nv_bfloat16 and its functions are, as far as they are supported, known without a header. */
#define __CUDA_BF16_H__
#include <heddle/half_raw.h>
