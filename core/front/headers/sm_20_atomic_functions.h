/* CUDA's <sm_20_atomic_functions.h>: they are known without a header. */
