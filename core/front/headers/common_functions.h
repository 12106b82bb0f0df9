/* CUDA's <common_functions.h>: they are known without a header. */
