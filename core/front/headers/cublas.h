/* The header of cuBLAS that programs include by its old name. */
#include <cublas_v2.h>
