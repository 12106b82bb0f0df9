/* CUDA's <device_double_functions.h>: they are known without a header. */
