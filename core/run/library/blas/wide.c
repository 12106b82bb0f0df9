// cuBLAS with 64-bit sizes: the functions whose names end in _64. tools/blas_wide.py makes each out
// of the header's declaration; it calls the function with 32-bit sizes, which OpenBLAS's are, too.
// Larger ones, whose arrays would have more than 2^31 elements in a row, are refused.
#include "run/library/blas/blas.h"

#include <limits.h>

#define NEED_NARROW(p)                                                                     \
    if ((p) > INT_MAX || (p) < INT_MIN)                                                    \
    return blas_invalid(api, #p " (%lld) is beyond 2^31 - 1, the most that the CPU takes", \
                        (long long)(p))
#include "blas_wide.inc"

const struct library_entry hd_cublas_wide[] = {WIDE_ENTRIES{NULL, NULL}};
