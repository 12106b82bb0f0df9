#pragma once
#include <thrust/detail/vector.h>
#include <thrust/system/cuda/memory_resource.h>
