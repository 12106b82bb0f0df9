#pragma once
#include <thrust/mr/memory_resource.h>

namespace thrust {
namespace mr {

// How a pool takes memory from where it comes, and what it keeps.
struct pool_options {
    size_t min_blocks_per_chunk, min_bytes_per_chunk, max_blocks_per_chunk, max_bytes_per_chunk;
    size_t smallest_block_size, largest_block_size, alignment;
    bool cache_oversized;
    size_t cached_size_cutoff_factor, cached_alignment_cutoff_factor;
    static bool __power(size_t x) { return x && (x & (x - 1)) == 0; }
    bool validate() const {
        return __power(smallest_block_size) && __power(largest_block_size) && __power(alignment) && max_bytes_per_chunk && max_blocks_per_chunk &&
               min_blocks_per_chunk <= max_blocks_per_chunk && min_bytes_per_chunk <= max_bytes_per_chunk && smallest_block_size <= largest_block_size &&
               min_blocks_per_chunk * smallest_block_size <= max_bytes_per_chunk && min_blocks_per_chunk * largest_block_size >= min_bytes_per_chunk &&
               max_blocks_per_chunk * largest_block_size >= min_bytes_per_chunk && max_blocks_per_chunk * smallest_block_size <= max_bytes_per_chunk &&
               alignment <= smallest_block_size;
    }
};

}
}
