// thrust::cuda::vector and its kin: elements in memory of the device.
#pragma once
#include <thrust/device_vector.h>
#include <thrust/universal_vector.h>

namespace thrust {
namespace cuda {
template <typename T> using vector = thrust::device_vector<T>;
template <typename T> using universal_vector = thrust::universal_vector<T>;
}
}
