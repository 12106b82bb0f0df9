/* CUDA's <device_atomic_functions.hpp>: atomics are known without a header. */
#define __DEVICE_ATOMIC_FUNCTIONS_HPP__
