/* CUDA's <sm_20_intrinsics.h>: they are known without a header. */
#define __SM_20_INTRINSICS_H__
