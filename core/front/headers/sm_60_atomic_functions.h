/* CUDA's <sm_60_atomic_functions.h>: they are known without a header. */
