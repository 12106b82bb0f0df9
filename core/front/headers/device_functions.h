/* CUDA's <device_functions.h>: they are known without a header. */
