/* cg::inclusive_scan and cg::exclusive_scan: what the values of the ranks up to a thread's own (or before it) make together. */
#define _COOPERATIVE_GROUPS_SCAN_H
#ifndef COOPERATIVE_GROUPS_SCAN_H_
#define COOPERATIVE_GROUPS_SCAN_H_

#include <cooperative_groups/reduce.h>

namespace cooperative_groups {

template <unsigned int Size, class T, class F> CG_FN T __cg_scan(const __cg_tile_of_warp<Size> &tile, T a, F how)
{
    for (unsigned int d = 1; d < Size; d *= 2) {
        T b = tile.shfl_up(a, d);
        if (tile.thread_rank() >= d) a = how(b, a);
    }
    return a;
}
template <unsigned int Size, class T, class F> CG_FN T __cg_scan(const __cg_tile_of_warps<Size> &tile, T a, F how)
{
    for (unsigned int d = 1; d < 32; d *= 2) {
        T b = __cg_shuffle<T>::up(0xffffffffu, a, d, 32);
        if (__cg_lane() >= d) a = how(b, a);
    }
    T *place = tile.template __places<T>();
    if (__cg_lane() == 31) place[tile.__warp()] = a;
    tile.sync();
    T before = place[0];
    for (unsigned int i = 1; i < tile.__warp(); i++) before = how(before, place[i]);
    tile.sync();
    return tile.__warp() == 0 ? a : how(before, a);
}
template <class T, class F> CG_FN T __cg_scan(const coalesced_group &group, T a, F how)
{
    T r = a;
    for (unsigned int i = group.size() - 1; i > 0; i--) {
        T b = group.shfl(a, i - 1);
        if (i <= group.thread_rank()) r = how(b, r);
    }
    return r;
}
/* The value of the rank before; T() in the first thread. */
template <class G, class T> CG_FN T __cg_before(const G &group, T a)
{
    T r = group.shfl_up(a, 1);
    return group.thread_rank() == 0 ? T() : r;
}
template <unsigned int Size, class T> CG_FN T __cg_before_of(const __cg_tile_of_warps<Size> &tile, T a)
{
    T up = __cg_shuffle<T>::up(0xffffffffu, a, 1, 32), *place = tile.template __places<T>();
    if (__cg_lane() == 31) place[tile.__warp()] = a;
    tile.sync();
    T last = place[tile.__warp() == 0 ? 0 : tile.__warp() - 1];
    tile.sync();
    return tile.thread_rank() == 0 ? T() : __cg_lane() == 0 ? last : up;
}
template <unsigned int Size, class T> CG_FN T __cg_before_of(const __cg_tile_of_warp<Size> &tile, T a) { return __cg_before(tile, a); }
template <class T> CG_FN T __cg_before_of(const coalesced_group &group, T a) { return __cg_before(group, a); }
/* The value of one rank, in all threads. */
template <class G, class T> CG_FN T __cg_of_last(const G &group, T a) { return group.shfl(a, group.size() - 1); }

/* All values up to the thread's own. */
template <class G, class V, class F> CG_FN auto inclusive_scan(const G &group, V &&value, F &&how) -> decltype(how(value, value))
{
    typedef typename __cg_plain<decltype(how(value, value))>::type T;
    return __cg_scan(group, (T)value, how);
}
template <class G, class V> CG_FN typename __cg_plain<V>::type inclusive_scan(const G &group, V &&value)
{
    return inclusive_scan(group, value, plus<typename __cg_plain<V>::type>());
}
/* All values before the thread's own; the first thread gets T(). */
template <class G, class V, class F> CG_FN auto exclusive_scan(const G &group, V &&value, F &&how) -> decltype(how(value, value))
{
    return __cg_before_of(group, inclusive_scan(group, value, how));
}
template <class G, class V> CG_FN typename __cg_plain<V>::type exclusive_scan(const G &group, V &&value)
{
    return exclusive_scan(group, value, plus<typename __cg_plain<V>::type>());
}

/* ---- that start from what is in memory, and leave there what all make together: dst is a cuda::atomic or a cuda::atomic_ref ---- */

template <class G, class A, class T, class F> CG_FN T __cg_scan_start(const G &group, A &dst, T all, F how)
{
    T old = all;
    if (group.thread_rank() == group.size() - 1) old = __cg_update(dst, all, how);
    return __cg_of_last(group, old);
}
template <class G, class A, class V, class F>
CG_FN auto inclusive_scan_update(const G &group, A &dst, V &&value, F &&how) -> decltype(how(value, value))
{
    auto mine = inclusive_scan(group, value, how);
    return how(__cg_scan_start(group, dst, mine, how), mine);
}
template <class G, class A, class V> CG_FN auto inclusive_scan_update(const G &group, A &dst, V &&value)
{
    return inclusive_scan_update(group, dst, value, plus<typename __cg_plain<V>::type>());
}
template <class G, class A, class V, class F>
CG_FN auto exclusive_scan_update(const G &group, A &dst, V &&value, F &&how) -> decltype(how(value, value))
{
    auto mine = inclusive_scan(group, value, how), start = __cg_scan_start(group, dst, mine, how);
    auto before = __cg_before_of(group, mine);
    return group.thread_rank() == 0 ? start : how(start, before);
}
template <class G, class A, class V> CG_FN auto exclusive_scan_update(const G &group, A &dst, V &&value)
{
    return exclusive_scan_update(group, dst, value, plus<typename __cg_plain<V>::type>());
}

}

#endif
