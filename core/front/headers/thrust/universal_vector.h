// thrust::universal_vector: elements in managed memory, which host and device reach by themselves.
#pragma once
#include <thrust/detail/vector.h>

namespace thrust {

__THRUST_VECTOR(universal_vector, __universal_memory, universal_allocator<T>)
template <typename T> using universal_host_pinned_vector = universal_vector<T>;

}
