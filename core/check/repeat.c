// Blocks that do with their shared memory what the block before did.
//
// Whether accesses to shared memory are in bounds, meet others and read what was set depends on
// nothing but themselves: threads, places, sizes and barriers of this block. Most blocks of a
// launch access theirs alike. So what a block's vectors have done, and log.c has found nothing in,
// is written down, and the worker's next block is compared with it, access by access:
//
//     block 7:  w 0..31   barrier   r 0..31  r 31..0   w 0..31          written down
//     block 8:  w 0..31   barrier   r 0..31  r 31..0   w 0..31          as expected: nothing is
//     noted block 9:  w 0..31   barrier   r 0..31  r 15..0   ...              a surprise
//
// At a surprise the log is told of what has been as expected, and the block goes on as any other.
// What a beginning of a sequence without findings does has no findings either, so a block may end
// before.
//
// Accesses that take the long way are not written down: blocks with them are all looked at. So is a
// launch where surprises are the rule. Whether a value that is copied has been set depends on more
// than the places (`copied`), and is asked as ever.
#include "check/log.h"

#include <stdlib.h>
#include <string.h>

#define MOST_PAST 4096
#define MOST_ADDRS 32768
#define MOST_SURPRISES 6 // in a row

// Entries that are no access: mask 0 is the end of a stretch (ended: of the block), `what` STILL a
// question of hd_ck_still.
#define STILL ~0ull

struct past {
    struct logged v[MOST_PAST];
    uint64_t addrs[MOST_ADDRS]; // of lanes at no equal distances
    uint32_t n, naddrs;
    uint32_t phase, surprises;
    uint64_t shared_from, shared_to;
    bool whole; // up to the end of a block
};

// Shared memory of which the shadow is as at a block's beginning.
static __thread uint64_t fresh_from, fresh_to;

bool repeat_begin(struct block_state *b) {
    bool fresh = fresh_to && fresh_from == b->shared_from && fresh_to == b->shared_to;
    fresh_from = fresh_to = 0;
    if (b->shared_to <= b->shared_from || !kept_launch.plain || hd_check_tracing ||
        hd_check_counting)
        return false;
    if (!b->past) b->past = calloc(1, sizeof *b->past);
    struct past *past = b->past;
    if (!past) return false;
    if (past->phase != now.phase || past->shared_from != b->shared_from ||
        past->shared_to != b->shared_to) {
        past->whole = fresh = false;
        past->surprises = 0;
        past->phase = now.phase;
        past->shared_from = b->shared_from;
        past->shared_to = b->shared_to;
    }
    if (past->whole) {
        b->expected = past->v;
    } else if (past->surprises < MOST_SURPRISES) {
        past->n = past->naddrs = 0;
        b->records = true;
    }
    return fresh;
}

void repeat_end(struct block_state *b) {
    struct past *past = b->past;
    if (b->records) {
        past->v[past->n] = (struct logged){.offsets = 1};
        past->whole = true;
    } else if (b->expected) {
        past->surprises = 0;
        fresh_from = b->shared_from;
        fresh_to = b->shared_to;
    }
    b->records = false;
    b->expected = NULL;
}

void repeat_spoil(struct block_state *b) {
    if (!b->records) return;
    b->records = false;
    b->past->surprises++;
}

// ---- writing down -------------------------------------------------------------------------------

// The place of the next entry, which leaves room for one more; NULL: there is none.
static struct logged *next_entry(struct block_state *b) {
    struct past *past = b->past;
    if (past->n < MOST_PAST - 1) return &past->v[past->n++];
    repeat_spoil(b);
    past->surprises = MOST_SURPRISES; // the others are as long
    return NULL;
}

void repeat_record_row(struct block_state *b, const struct logged *row) {
    struct logged *entry = next_entry(b);
    if (entry) *entry = *row;
}

void repeat_record(struct block_state *b, const struct lanes *l, uint64_t base, uint64_t extent) {
    struct past *past = b->past;
    struct logged entry = log_entry(l, base, extent);
    if (l->addrs) {
        uint32_t n = 64 - (uint32_t)__builtin_clzll(l->mask);
        if (past->naddrs + n > MOST_ADDRS) {
            repeat_spoil(b);
            past->surprises = MOST_SURPRISES;
            return;
        }
        memcpy(past->addrs + past->naddrs, l->addrs, n * sizeof *l->addrs);
        entry.offsets = past->naddrs + 1;
        past->naddrs += n;
    }
    repeat_record_row(b, &entry);
}

void repeat_record_still(struct block_state *b, uint64_t from, uint64_t size, bool set) {
    if (!b->records) return;
    repeat_record_row(
        b, &(struct logged){.mask = 1, .from = from, .extent = size, .what = STILL, .first = set});
}

// ---- comparing ----------------------------------------------------------------------------------

WIDE static bool same_places(const uint64_t *a, const uint64_t *b, uint64_t mask) {
    uint64_t other = 0;
    for (int k = 0, n = 64 - __builtin_clzll(mask); k < n; k++)
        other |= mask >> k & 1 ? a[k] ^ b[k] : 0;
    return !other;
}

bool repeat_is_expected(struct block_state *b, const struct lanes *l, uint64_t base,
                        uint64_t extent) {
    const struct logged *e = b->expected;
    if (!b->log_room) return false; // ticks differ
    if (((e->mask ^ l->mask) | (e->what ^ l->what) | (e->first ^ l->first) | (e->base ^ base) |
         (e->extent ^ extent)) != 0)
        return false;
    if (l->addrs ? !e->offsets || !same_places(b->past->addrs + e->offsets - 1, l->addrs, l->mask)
                 : e->offsets || e->from != l->from || e->stride != l->stride)
        return false;
    bool writes = HD_WHAT_OP(l->what) == HD_CHECK_WRITE;
    if (l->what & HD_WHAT_PLAIN_COPY) {
        if (writes && b->copied_some && any_copied(b, lanes_up_to(l->mask))) return false;
        if (writes)
            b->copied_some = true; // for what it copies
        else
            clear_copied(b);
    }
    now.block = b;
    uint64_t count = count_lanes(l->mask);
    b->accesses += count;
    b->touched[writes ? 4 : 3] += count;
    b->expected++;
    return true;
}

int repeat_still(struct block_state *b, uint64_t from, uint64_t size) {
    const struct logged *e = b->expected;
    if (!e) return -1;
    if (e->what == STILL && e->mask && e->from == from && e->extent == size) {
        b->expected++;
        return (int)e->first;
    }
    repeat_surprise(b);
    return -1;
}

void repeat_barrier(struct block_state *b) {
    if (b->records) {
        struct logged *entry = next_entry(b);
        if (entry) *entry = (struct logged){0};
    } else if (!b->expected->mask && !b->expected->offsets) {
        b->expected++;
    } else {
        repeat_surprise(b);
    }
}

void repeat_surprise(struct block_state *b) {
    struct past *past = b->past;
    const struct logged *stop = b->expected, *stretch = past->v;
    b->expected = NULL;
    past->whole = false;
    past->surprises++;
    for (const struct logged *e = past->v; e < stop; e++)
        if (!e->mask) stretch = e + 1;
    for (const struct logged *e = past->v; e < stop; e++) {
        struct lanes l = {e->mask, e->from,   HD_WHAT_SIZE(e->what),
                          e->what, e->stride, e->offsets ? past->addrs + e->offsets - 1 : NULL,
                          e->first};
        if (!e->mask || e->what == STILL) continue;
        if (e < stretch)
            log_set(b, &l);
        else
            log_enter(b, &l, e->base, e->extent);
    }
}
