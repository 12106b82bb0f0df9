/* CUDA's <builtin_types.h>: they are known without a header. */
