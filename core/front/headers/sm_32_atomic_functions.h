/* CUDA's <sm_32_atomic_functions.h>: atomics on 64 bits are known without a header. */
#define __SM_32_ATOMIC_FUNCTIONS_H__
