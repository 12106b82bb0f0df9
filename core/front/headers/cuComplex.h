/* CUDA's <cuComplex.h>: complex numbers as float2 and double2, for host code and kernels. */
#ifndef CU_COMPLEX_H_
#define CU_COMPLEX_H_
#include <math.h>

typedef float2 cuFloatComplex;

__host__ __device__ static __inline__ float cuCrealf(cuFloatComplex x) { return x.x; }
__host__ __device__ static __inline__ float cuCimagf(cuFloatComplex x) { return x.y; }
__host__ __device__ static __inline__ cuFloatComplex make_cuFloatComplex(float r, float i) {
    cuFloatComplex z;
    z.x = r;
    z.y = i;
    return z;
}
__host__ __device__ static __inline__ cuFloatComplex cuConjf(cuFloatComplex x) { return make_cuFloatComplex(x.x, -x.y); }
__host__ __device__ static __inline__ cuFloatComplex cuCaddf(cuFloatComplex x, cuFloatComplex y) { return make_cuFloatComplex(x.x + y.x, x.y + y.y); }
__host__ __device__ static __inline__ cuFloatComplex cuCsubf(cuFloatComplex x, cuFloatComplex y) { return make_cuFloatComplex(x.x - y.x, x.y - y.y); }
__host__ __device__ static __inline__ cuFloatComplex cuCmulf(cuFloatComplex x, cuFloatComplex y) { return make_cuFloatComplex(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x); }
/* Scaled by |y.x| + |y.y|, so that no intermediate value overflows. */
__host__ __device__ static __inline__ cuFloatComplex cuCdivf(cuFloatComplex x, cuFloatComplex y) {
    float s = 1.0f / (fabsf(y.x) + fabsf(y.y));
    float a = x.x * s, b = x.y * s, c = y.x * s, d = y.y * s;
    float n = 1.0f / (c * c + d * d);
    return make_cuFloatComplex((a * c + b * d) * n, (b * c - a * d) * n);
}
__host__ __device__ static __inline__ float cuCabsf(cuFloatComplex x) {
    float a = fabsf(x.x), b = fabsf(x.y);
    float big = a > b ? a : b, small = a > b ? b : a;
    if (big == 0.0f) return 0.0f;
    float t = small / big;
    return big * sqrtf(1.0f + t * t);
}
__host__ __device__ static __inline__ cuFloatComplex cuCfmaf(cuFloatComplex x, cuFloatComplex y, cuFloatComplex z) {
    return make_cuFloatComplex(x.x * y.x - x.y * y.y + z.x, x.x * y.y + x.y * y.x + z.y);
}

typedef double2 cuDoubleComplex;

__host__ __device__ static __inline__ double cuCreal(cuDoubleComplex x) { return x.x; }
__host__ __device__ static __inline__ double cuCimag(cuDoubleComplex x) { return x.y; }
__host__ __device__ static __inline__ cuDoubleComplex make_cuDoubleComplex(double r, double i) {
    cuDoubleComplex z;
    z.x = r;
    z.y = i;
    return z;
}
__host__ __device__ static __inline__ cuDoubleComplex cuConj(cuDoubleComplex x) { return make_cuDoubleComplex(x.x, -x.y); }
__host__ __device__ static __inline__ cuDoubleComplex cuCadd(cuDoubleComplex x, cuDoubleComplex y) { return make_cuDoubleComplex(x.x + y.x, x.y + y.y); }
__host__ __device__ static __inline__ cuDoubleComplex cuCsub(cuDoubleComplex x, cuDoubleComplex y) { return make_cuDoubleComplex(x.x - y.x, x.y - y.y); }
__host__ __device__ static __inline__ cuDoubleComplex cuCmul(cuDoubleComplex x, cuDoubleComplex y) { return make_cuDoubleComplex(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x); }
/* Scaled by |y.x| + |y.y|, so that no intermediate value overflows. */
__host__ __device__ static __inline__ cuDoubleComplex cuCdiv(cuDoubleComplex x, cuDoubleComplex y) {
    double s = 1.0 / (fabs(y.x) + fabs(y.y));
    double a = x.x * s, b = x.y * s, c = y.x * s, d = y.y * s;
    double n = 1.0 / (c * c + d * d);
    return make_cuDoubleComplex((a * c + b * d) * n, (b * c - a * d) * n);
}
__host__ __device__ static __inline__ double cuCabs(cuDoubleComplex x) {
    double a = fabs(x.x), b = fabs(x.y);
    double big = a > b ? a : b, small = a > b ? b : a;
    if (big == 0.0) return 0.0;
    double t = small / big;
    return big * sqrt(1.0 + t * t);
}
__host__ __device__ static __inline__ cuDoubleComplex cuCfma(cuDoubleComplex x, cuDoubleComplex y, cuDoubleComplex z) {
    return make_cuDoubleComplex(x.x * y.x - x.y * y.y + z.x, x.x * y.y + x.y * y.x + z.y);
}

typedef cuFloatComplex cuComplex;
__host__ __device__ static __inline__ cuComplex make_cuComplex(float x, float y) { return make_cuFloatComplex(x, y); }
__host__ __device__ static __inline__ cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex c) {
    return make_cuDoubleComplex((double)c.x, (double)c.y);
}
__host__ __device__ static __inline__ cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex c) {
    return make_cuFloatComplex((float)c.x, (float)c.y);
}
#endif
