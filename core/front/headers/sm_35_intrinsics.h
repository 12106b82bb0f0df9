/* CUDA's <sm_35_intrinsics.h>: they are known without a header. */
