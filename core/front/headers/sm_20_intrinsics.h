/* CUDA's <sm_20_intrinsics.h>: they are known without a header. */
