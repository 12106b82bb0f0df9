// What log.c (accesses that wait) and repeat.c (blocks that do what the one before did) share.
#ifndef HEDDLE_CHECK_LOG_H
#define HEDDLE_CHECK_LOG_H

#include "check/internal.h"

struct lanes { // of a vector, those that are on
    uint64_t mask, from, size, what;
    int64_t stride;
    const uint64_t *addrs; // or NULL
    uint32_t first;
};

static inline uint64_t address(const struct lanes *l, int lane) {
    return l->addrs ? l->addrs[lane] : l->from + (uint64_t)(l->stride * lane);
}

static inline struct logged log_entry(const struct lanes *l, uint64_t base, uint64_t extent) {
    return (struct logged){.mask = l->mask,
                           .from = l->from,
                           .base = base,
                           .extent = extent,
                           .what = l->what,
                           .stride = l->stride,
                           .first = l->first};
}

// Notes an access that has been looked at, and what it sets. false: it takes the long way.
bool log_enter(struct block_state *b, const struct lanes *l, uint64_t base, uint64_t extent);
void log_set(struct block_state *b, const struct lanes *l); // what it writes, if it does

// ---- repeat.c

bool repeat_begin(struct block_state *b); // a block begins; true: its shared memory's shadow is as
                                          // at a block's beginning
void repeat_barrier(struct block_state *b);
void repeat_record(struct block_state *b, const struct lanes *l, uint64_t base, uint64_t extent);
void repeat_record_row(struct block_state *b, const struct logged *row);
void repeat_spoil(struct block_state *b); // what this block does cannot be expected of the next
// Whether this access is what `b->expected` says. Then nothing is left to do.
bool repeat_is_expected(struct block_state *b, const struct lanes *l, uint64_t base,
                        uint64_t extent);
void repeat_surprise(struct block_state *b); // the block does something else

#endif
