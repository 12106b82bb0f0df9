#pragma once
#include <cub/block/block_radix_sort.cuh>
