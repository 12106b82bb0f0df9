/* CUDA's <sm_32_intrinsics.hpp>: __ldg and its kin are known without a header. */
#define __SM_32_INTRINSICS_HPP__
