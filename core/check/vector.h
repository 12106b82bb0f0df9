// What lanes.c and vector.c share: accesses of several threads at once.
#ifndef HD_CHECKED_VECTOR_H
#define HD_CHECKED_VECTOR_H

#include "check/internal.h"

#define MOST 32 // lanes of a part: those of one warp
#define SECTOR 32

struct vector { // the part of a vector that is in one warp
    struct block_state *block;
    uint64_t what;
    uint32_t first;       // its first thread
    uint32_t offset;      // ... as a lane of the vector
    uint32_t lanes;       // those that are on, as bits
    const uint64_t *addr; // of the part's lanes; NULL: `from` and `stride`
    uint64_t from;
    int64_t stride;
};
static inline uint64_t address(const struct vector *v, int lane) {
    return v->addr ? v->addr[lane] : v->from + (uint64_t)(v->stride * lane);
}

// Compares and notes an access. The lanes that may do it. bases, extents: of each, or NULL.
uint32_t vector_check(const struct vector *v, const uint64_t *bases, uint64_t base,
                      const uint64_t *extents, uint64_t extent);
// Reads that are known to leave no trace: of neighbours by all lanes, or of one address.
bool vector_is_quiet(struct hd_block *block, uint64_t mask, uint64_t from, int64_t stride,
                     uint64_t base, uint64_t extent, uint64_t what);
// All lanes that are on, side by side, without more ado.
bool vector_passes_in_lines(struct hd_block *block, uint32_t first, uint64_t mask, uint64_t from,
                            int64_t stride, uint64_t base, uint64_t extent, uint64_t what);

#endif
