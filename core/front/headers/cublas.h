/* The header of cuBLAS that programs include by its old name. */
#define CUBLAS_H_
#include <cublas_v2.h>
