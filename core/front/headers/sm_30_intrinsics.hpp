/* CUDA's <sm_30_intrinsics.hpp>: shuffles are known without a header. */
#define __SM_30_INTRINSICS_HPP__
