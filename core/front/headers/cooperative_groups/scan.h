/* cg::inclusive_scan and cg::exclusive_scan: what the values of the ranks up to a thread's own (or before it) make together. */
#ifndef COOPERATIVE_GROUPS_SCAN_H_
#define COOPERATIVE_GROUPS_SCAN_H_

#include <cooperative_groups/reduce.h>

namespace cooperative_groups {

/* All values up to the thread's own. */
template <class T, class F> CG_FN T inclusive_scan(const thread_block_tile &tile, T a, F how)
{
    for (unsigned int d = 1; d < tile.size(); d *= 2) {
        T b = tile.shfl_up(a, d);
        if (tile.thread_rank() >= d) a = how(b, a);
    }
    return a;
}
template <class T, class F> CG_FN T inclusive_scan(const coalesced_group &group, T a, F how)
{
    T r = a;
    for (unsigned int i = group.size() - 1; i > 0; i--) {
        T b = group.shfl(a, (int)(i - 1));
        if (i <= group.thread_rank()) r = how(b, r);
    }
    return r;
}
template <class G, class T> CG_FN T inclusive_scan(const G &group, T a) { return inclusive_scan(group, a, plus<T>()); }
/* All values before the thread's own; the first thread gets T(). */
template <class T, class F> CG_FN T exclusive_scan(const thread_block_tile &tile, T a, F how)
{
    T r = tile.shfl_up(inclusive_scan(tile, a, how), 1);
    return tile.thread_rank() == 0 ? T() : r;
}
template <class T, class F> CG_FN T exclusive_scan(const coalesced_group &group, T a, F how)
{
    T r = group.shfl_up(inclusive_scan(group, a, how), 1);
    return group.thread_rank() == 0 ? T() : r;
}
template <class G, class T> CG_FN T exclusive_scan(const G &group, T a) { return exclusive_scan(group, a, plus<T>()); }

}

#endif
