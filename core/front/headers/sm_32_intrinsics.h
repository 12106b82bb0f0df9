/* CUDA's <sm_32_intrinsics.h>: they are known without a header. */
#define __SM_32_INTRINSICS_H__
