/* CUDA's <cuda_fp16.h>: the half type and its functions are, as far as they are supported, known without a header. */
#include <heddle/half_raw.h>
