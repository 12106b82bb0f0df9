/* CUDA's <sm_20_intrinsics.hpp>: votes are known without a header. */
#define __SM_20_INTRINSICS_HPP__
