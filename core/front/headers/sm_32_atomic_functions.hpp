/* CUDA's <sm_32_atomic_functions.hpp>: atomics are known without a header. */
#define __SM_32_ATOMIC_FUNCTIONS_HPP__
