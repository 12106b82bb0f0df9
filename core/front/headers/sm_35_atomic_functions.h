/* CUDA's <sm_35_atomic_functions.h>: atomics on 64 bits are known without a header. */
#define __SM_35_ATOMIC_FUNCTIONS_H__
