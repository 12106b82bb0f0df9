/* CUDA's <sm_61_intrinsics.h>: __dp4a and __dp2a are known without a header. */
#define __SM_61_INTRINSICS_H__
