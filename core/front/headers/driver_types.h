/* CUDA's <driver_types.h>: cudaError_t and its kin are known without a header. */
#define __DRIVER_TYPES_H__
