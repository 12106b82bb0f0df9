/* Floating-point numbers of 6 bits, as CUDA's <cuda_fp6.h> has them: e2m3 (at most 7.5) and e3m2 (at most 28), each in a byte. */
#ifndef __CUDA_FP6_H__
#define __CUDA_FP6_H__
#include <heddle/small_floats.h>

typedef __nv_fp8_storage_t __nv_fp6_storage_t;
typedef __nv_fp8x2_storage_t __nv_fp6x2_storage_t;
typedef __nv_fp8x4_storage_t __nv_fp6x4_storage_t;
typedef enum __nv_fp6_interpretation_t { __NV_E2M3, __NV_E3M2 } __nv_fp6_interpretation_t;

#define FP6_OF(x, kind, rounding) \
    (kind == __NV_E2M3 ? __small_of_double(x, 3, 0, 0x1f, 5, rounding) : __small_of_double(x, 2, -2, 0x1f, 5, rounding))
#define FP6_TO(x, kind) (kind == __NV_E2M3 ? __small_to_float(x, 3, 0, 5) : __small_to_float(x, 2, -2, 5))
SMALL_FUNCTIONS(fp6, FP6_TO, FP6_OF, __nv_fp6_storage_t, __nv_fp6x2_storage_t, __nv_fp6_interpretation_t, 8)
SMALL_CLASS(__nv_fp6_e2m3, __nv_fp6_storage_t, __NV_E2M3, 3, 0, 0x1f, 5)
SMALL_CLASS(__nv_fp6_e3m2, __nv_fp6_storage_t, __NV_E3M2, 2, -2, 0x1f, 5)
SMALL_CLASSES(__nv_fp6_e2m3, __nv_fp6x2_e2m3, __nv_fp6x4_e2m3, __nv_fp6x2_storage_t, __nv_fp6x4_storage_t, 8)
SMALL_CLASSES(__nv_fp6_e3m2, __nv_fp6x2_e3m2, __nv_fp6x4_e3m2, __nv_fp6x2_storage_t, __nv_fp6x4_storage_t, 8)
#undef FP6_OF
#undef FP6_TO
#endif
