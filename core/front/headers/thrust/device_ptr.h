// Pointers to device memory.
#pragma once
#include <thrust/detail/core.h>
