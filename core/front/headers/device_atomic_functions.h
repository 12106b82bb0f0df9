/* CUDA's <device_atomic_functions.h>: atomicAdd and its kin are known without a header. */
#define __DEVICE_ATOMIC_FUNCTIONS_H__
