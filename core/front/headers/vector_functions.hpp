/* CUDA's <vector_functions.hpp>: make_float4 and its kin are known without a header. */
#define __VECTOR_FUNCTIONS_HPP__
