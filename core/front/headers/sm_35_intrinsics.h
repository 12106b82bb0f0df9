/* CUDA's <sm_35_intrinsics.h>: they are known without a header. */
#define __SM_35_INTRINSICS_H__
