// cuBLAS with 64-bit sizes: the functions whose names end in _64. tools/blas_wide.py makes each out
// of the header's declaration; it calls the function with 32-bit sizes, which OpenBLAS's are, too.
// Larger ones, whose arrays would have more than 2^31 elements in a row, are refused.
#include "run/library/blas/blas.h"

#include <limits.h>

#define NEED_NARROW(p)                                                                     \
    if ((p) > INT_MAX || (p) < INT_MIN)                                                    \
    return blas_invalid(api, #p " (%lld) is beyond 2^31 - 1, the most that the CPU takes", \
                        (long long)(p))

// The same sizes as 32-bit ones, by malloc; NULL: there are none, or one is beyond them (which was
// said, and *status tells).
static int *narrowed(const char *api, const char *what, const int64_t *sizes, int64_t n,
                     int *status) {
    if (n <= 0 || n > INT_MAX || !sizes || *status) return NULL;
    int64_t *kept = hd_xmalloc((size_t)n * sizeof *kept);
    int *out = hd_xmalloc((size_t)n * sizeof *out);
    bool right = library_scalar(api, what, sizes, kept, (size_t)n * sizeof *kept);
    if (!right) *status = BLAS_INVALID_VALUE;
    for (int64_t i = 0; i < n && right; i++) {
        out[i] = (int)kept[i];
        if (kept[i] == out[i]) continue;
        *status =
            blas_invalid(api, "%s[%lld] (%lld) is beyond 2^31 - 1, the most that the CPU takes",
                         what, (long long)i, (long long)kept[i]);
        right = false;
    }
    free(kept);
    if (right) return out;
    free(out);
    return NULL;
}
#include "blas_wide.inc"

const struct library_entry hd_cublas_wide[] = {WIDE_ENTRIES{NULL, NULL}};
