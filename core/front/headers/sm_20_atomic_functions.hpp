/* CUDA's <sm_20_atomic_functions.hpp>: atomics are known without a header. */
#define __SM_20_ATOMIC_FUNCTIONS_HPP__
