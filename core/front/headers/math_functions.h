/* CUDA's <math_functions.h>: they are known without a header. */
