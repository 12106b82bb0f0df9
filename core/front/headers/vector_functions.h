/* CUDA's <vector_functions.h>: make_float4 and its kin are known without a header. */
#define __VECTOR_FUNCTIONS_H__
