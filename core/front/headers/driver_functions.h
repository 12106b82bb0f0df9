/* CUDA's <driver_functions.h>: make_cudaExtent and its kin are known without a header. */
#define __DRIVER_FUNCTIONS_H__
