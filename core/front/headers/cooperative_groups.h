/* Cooperative groups are C++ classes with member functions, which Heddle does not have yet. */
#ifndef COOPERATIVE_GROUPS_H_
#define COOPERATIVE_GROUPS_H_
#error "cooperative groups are not available: use __syncthreads() for a block, __syncwarp() for a warp, and __shfl_down_sync() or __reduce_add_sync() for sums over a warp"
#endif
