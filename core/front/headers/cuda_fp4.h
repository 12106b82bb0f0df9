/* Floating-point numbers of 4 bits, as CUDA's <cuda_fp4.h> has them: e2m1 (2 bits of exponent; 0, 0.5, 1, 1.5, 2, 3, 4, 6). */
#ifndef __CUDA_FP4_H__
#define __CUDA_FP4_H__
#include <heddle/small_floats.h>

typedef __nv_fp8_storage_t __nv_fp4_storage_t;
typedef __nv_fp8_storage_t __nv_fp4x2_storage_t;
typedef __nv_fp8x2_storage_t __nv_fp4x4_storage_t;
typedef enum __nv_fp4_interpretation_t { __NV_E2M1 } __nv_fp4_interpretation_t;

#define FP4_OF(x, kind, rounding) __small_of_double(x, 1, 0, 7, 3, rounding)
#define FP4_TO(x, kind) __small_to_float(x, 1, 0, 3)
SMALL_FUNCTIONS(fp4, FP4_TO, FP4_OF, __nv_fp4_storage_t, __nv_fp4x2_storage_t, __nv_fp4_interpretation_t, 4)
SMALL_CLASS(__nv_fp4_e2m1, __nv_fp4_storage_t, __NV_E2M1, 1, 0, 7, 3)
SMALL_CLASSES(__nv_fp4_e2m1, __nv_fp4x2_e2m1, __nv_fp4x4_e2m1, __nv_fp4x2_storage_t, __nv_fp4x4_storage_t, 4)
#undef FP4_OF
#undef FP4_TO
#endif
