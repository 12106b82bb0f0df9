/* cg::memcpy_async: copies that a group makes together and waits for. They are made at once. */
#define _COOPERATIVE_GROUPS_MEMCPY_ASYNC
#ifndef COOPERATIVE_GROUPS_MEMCPY_ASYNC_H_
#define COOPERATIVE_GROUPS_MEMCPY_ASYNC_H_

#include <cuda/barrier>

namespace cooperative_groups {

/* Copies `size` bytes. */
template <class G, class T, class Size> CG_FN void memcpy_async(const G &group, T *dst, const T *src, Size size)
{
    cuda::__copy_bytes(dst, src, size, group.thread_rank(), group.size());
}
/* Copies as many elements as both sides have. */
template <class G, class T, class D, class S> CG_FN void memcpy_async(const G &group, T *dst, D to, const T *src, S from)
{
    size_t n = (size_t)to < (size_t)from ? (size_t)to : (size_t)from;
    cuda::__copy_bytes(dst, src, n * sizeof(T), group.thread_rank(), group.size());
}
/* Waits for the group's copies. */
template <class G> CG_FN void wait(const G &group) { group.sync(); }
/* Waits for all but the last N. */
template <unsigned int N, class G> CG_FN void wait_prior(const G &group) { group.sync(); }

}

#endif
