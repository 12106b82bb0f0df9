/* CUDA's <crt/host_defines.h>: __global__ and its kin are known without a header. */
#define __HOST_DEFINES_H__
