/* <math.h>: the system's. In C++ isnan and its kin are functions, as C++'s <cmath> has them: they
   are built in, for host and device code. */
#include_next <math.h>
#if defined(__CUDACC__) || defined(__cplusplus)
#undef fpclassify
#undef isfinite
#undef isinf
#undef isnan
#undef isnormal
#undef signbit
#undef isgreater
#undef isgreaterequal
#undef isless
#undef islessequal
#undef islessgreater
#undef isunordered
#endif
