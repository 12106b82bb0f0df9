/* cuRAND's host API is a library of its own, which Heddle does not have. */
#ifndef CURAND_H_
#define CURAND_H_
#error "the host API of cuRAND (curandCreateGenerator ...) is not available: draw the numbers in a kernel, with curand_init and curand_uniform of <curand_kernel.h>"
#endif
