// thrust::optional
#pragma once
#include <optional>

namespace thrust {
using std::optional;
using std::nullopt;
using std::make_optional;
}
