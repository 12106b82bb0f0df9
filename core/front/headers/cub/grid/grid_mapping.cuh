// How blocks of a grid share tiles: stretches one after the other, or tile by tile in turn.
#pragma once
#include <cub/detail/common.h>

namespace cub {
enum GridMappingStrategy { GRID_MAPPING_RAKE, GRID_MAPPING_STRIP_MINE, GRID_MAPPING_DYNAMIC };
}
