/* The header of cuBLAS under the name by which the headers of other libraries include it. */
#define CUBLAS_API_H_
#include <cublas_v2.h>
