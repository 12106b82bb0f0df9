/* CUDA's <vector_types.h>: float4, int2, dim3 and their kin are known without a header. */
#define __VECTOR_TYPES_H__
