/* The header of cuBLAS under the name by which the headers of other libraries include it. */
#include <cublas_v2.h>
