/* CUDA's <crt/device_functions.h>: they are known without a header. */
