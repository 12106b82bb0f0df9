/* CUDA's <sm_20_atomic_functions.h>: they are known without a header. */
#define __SM_20_ATOMIC_FUNCTIONS_H__
