/* CUDA's <device_types.h>: they are known without a header. */
