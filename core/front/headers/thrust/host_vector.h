// thrust::host_vector: std::vector, as Thrust's other vectors see it.
#pragma once
#include <memory>
#include <thrust/detail/vector.h>

namespace thrust {

__THRUST_VECTOR(host_vector, __host_memory, std::allocator<T>)

}
