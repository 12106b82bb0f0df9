// thrust::tbb::vector: elements on the host.
#pragma once
#include <thrust/host_vector.h>

namespace thrust {
namespace tbb {
template <typename T> using vector = thrust::host_vector<T>;
}
}
