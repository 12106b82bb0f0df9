/* CUDA's <sm_32_intrinsics.h>: they are known without a header. */
