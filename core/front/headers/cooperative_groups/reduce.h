/* cg::reduce(group, value, cg::plus<T>()) and its kin: every thread of a tile or of the threads that run together gets the result.
   In a tile the values are joined by twos, in other groups in the order of ranks. */
#ifndef COOPERATIVE_GROUPS_REDUCE_H_
#define COOPERATIVE_GROUPS_REDUCE_H_

#include <cooperative_groups.h>

namespace cooperative_groups {

#define CG_OPERATION(name, ...) \
    template <typename T = void> struct name { \
        template <class V> __host__ __device__ __inline__ V operator()(V a, V b) const { return __VA_ARGS__; } \
    };
/* The sum. */
CG_OPERATION(plus, a + b)
/* The smallest. */
CG_OPERATION(less, b < a ? b : a)
/* The largest. */
CG_OPERATION(greater, a < b ? b : a)
/* All bits that are in each. */
CG_OPERATION(bit_and, a & b)
/* All bits that are in any. */
CG_OPERATION(bit_or, a | b)
/* Bits that are in an odd number of them. */
CG_OPERATION(bit_xor, a ^ b)
#undef CG_OPERATION

template <typename T, typename F> __device__ __inline__ T reduce(const thread_block_tile &tile, T a, F how)
{
    for (unsigned int d = tile.size() / 2; d > 0; d /= 2) {
        T b = tile.shfl_xor(a, d);
        a = how(a, b);
    }
    return a;
}
template <typename T, typename F> __device__ __inline__ T reduce(const coalesced_group &group, T a, F how)
{
    T r = group.shfl(a, 0);
    for (unsigned int i = 1; i < group.size(); i++) r = how(r, group.shfl(a, (int)i));
    return r;
}

}

#endif
