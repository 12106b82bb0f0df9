// cub::GridEvenShare: which elements each block of a grid works on. Shares are whole tiles and differ by one at most.
#pragma once
#include <cub/grid/grid_mapping.cuh>

namespace cub {

template <typename OffsetT> struct GridEvenShare {
    OffsetT num_items = 0;
    int grid_size = 0;
    OffsetT block_offset = 0, block_end = 0, block_stride = 0;

    __host__ __device__ void DispatchInit(OffsetT items, int max_grid_size, int tile_items) {
        block_offset = block_end = num_items = items;
        block_stride = __tile = tile_items;
        __tiles = items ? (items - 1) / tile_items + 1 : 0;
        grid_size = (int)(__tiles < (OffsetT)max_grid_size ? __tiles : (OffsetT)max_grid_size);
        __each = grid_size ? __tiles / grid_size : 0;
        __larger = grid_size ? __tiles % grid_size : 0;
    }
    template <int TILE_ITEMS> __device__ void BlockInit(int block_id, std::integral_constant<GridMappingStrategy, GRID_MAPPING_RAKE>) {
        OffsetT block = block_id, first = block * __each + (block < __larger ? block : __larger), tiles = __each + (block < __larger);
        block_stride = TILE_ITEMS;
        if (first >= __tiles) return;
        block_offset = first * __tile;
        block_end = first + tiles < __tiles ? (first + tiles) * __tile : num_items;
    }
    template <int TILE_ITEMS> __device__ void BlockInit(int block_id, std::integral_constant<GridMappingStrategy, GRID_MAPPING_STRIP_MINE>) {
        block_stride = (OffsetT)grid_size * TILE_ITEMS;
        block_offset = (OffsetT)block_id * TILE_ITEMS;
        block_end = num_items;
    }
    template <int TILE_ITEMS, GridMappingStrategy STRATEGY> __device__ void BlockInit() { BlockInit<TILE_ITEMS>(blockIdx.x, std::integral_constant<GridMappingStrategy, STRATEGY>()); }
    template <int TILE_ITEMS> __device__ void BlockInit(OffsetT offset, OffsetT end) {
        block_offset = offset;
        block_end = end;
        block_stride = TILE_ITEMS;
    }

  private:
    OffsetT __tile = 0, __tiles = 0, __each = 0, __larger = 0; // larger: blocks that have one tile more
};

} // namespace cub
