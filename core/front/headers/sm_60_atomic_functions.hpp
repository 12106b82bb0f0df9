/* CUDA's <sm_60_atomic_functions.hpp>: atomics are known without a header. */
#define __SM_60_ATOMIC_FUNCTIONS_HPP__
