// thrust::numeric_limits
#pragma once
#include <limits>

namespace thrust {
template <typename T> struct numeric_limits : std::numeric_limits<T> {};
}
