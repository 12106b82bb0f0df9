/* CUDA's <sm_60_atomic_functions.h>: they are known without a header. */
#define __SM_60_ATOMIC_FUNCTIONS_H__
