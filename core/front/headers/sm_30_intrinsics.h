/* CUDA's <sm_30_intrinsics.h>: shuffles and votes are known without a header. */
#define __SM_30_INTRINSICS_H__
