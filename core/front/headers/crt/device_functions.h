/* CUDA's <crt/device_functions.h>: they are known without a header. */
#define __DEVICE_FUNCTIONS_H__
