/* cg::reduce(group, value, cg::plus<T>()) and its kin: every thread of a tile or of the threads that run together gets the result.
   In a warp's tile the values are joined by twos, in other groups in the order of ranks. */
#define _COOPERATIVE_GROUPS_REDUCE_H
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

template <class T> struct __cg_plain { typedef T type; };
template <class T> struct __cg_plain<T &> { typedef T type; };
template <class T> struct __cg_plain<const T> { typedef T type; };
template <class T> struct __cg_plain<const T &> { typedef T type; };

template <unsigned int Size, class T, class F> CG_FN T __cg_reduce(const __cg_tile_of_warp<Size> &tile, T a, F how)
{
    for (unsigned int d = Size / 2; d > 0; d /= 2) a = how(a, tile.shfl_xor(a, d));
    return a;
}
template <unsigned int Size, class T, class F> CG_FN T __cg_reduce(const __cg_tile_of_warps<Size> &tile, T a, F how)
{
    for (unsigned int d = 16; d > 0; d /= 2) a = how(a, __cg_shuffle<T>::bfly(0xffffffffu, a, d, 32));
    return tile.__join(a, how);
}
template <class T, class F> CG_FN T __cg_reduce(const coalesced_group &group, T a, F how)
{
    T r = group.shfl(a, 0);
    for (unsigned int i = 1; i < group.size(); i++) r = how(r, group.shfl(a, i));
    return r;
}

/* What the values of all threads make together: every thread gets it. */
template <class G, class V, class F> CG_FN auto reduce(const G &group, V &&value, F &&how) -> decltype(how(value, value))
{
    typedef typename __cg_plain<decltype(how(value, value))>::type T;
    return __cg_reduce(group, (T)value, how);
}

/* ---- into memory. Done when the group meets (cg::wait(group)), and here at once. ------------------------------------ */

template <class A, class T, class F> CG_FN T __cg_update(A &atomic, T value, F how)
{
    T old = atomic.load();
    while (!atomic.compare_exchange_weak(old, how(old, value))) {}
    return old;
}
/* dst = how(dst, what the values make together); dst is a cuda::atomic or a cuda::atomic_ref. */
template <class G, class A, class V, class F> CG_FN void reduce_update_async(const G &group, A &dst, V &&value, F &&how)
{
    auto all = reduce(group, value, how);
    if (group.thread_rank() == 0) __cg_update(dst, all, how);
}
template <class G, class A, class V, class F> CG_FN void reduce_store_async(const G &group, A &dst, V &&value, F &&how)
{
    auto all = reduce(group, value, how);
    if (group.thread_rank() == 0) dst.store(all);
}
template <class G, class T, class V, class F> CG_FN void reduce_store_async(const G &group, T *dst, V &&value, F &&how)
{
    auto all = reduce(group, value, how);
    if (group.thread_rank() == 0) *dst = all;
}

}

#endif
