// thrust::device_vector: elements in memory of the device, which algorithms work on there; `v[i]` and assignments copy.
#pragma once
#include <thrust/detail/vector.h>
#include <thrust/device_ptr.h>

namespace thrust {

__THRUST_VECTOR(device_vector, __device_memory, device_allocator<T>)

}
