// What checked code announces that runs many threads at once (gen/lanes/checked.c).
//
// A vector's accesses come in one call: first thread, the lanes that are on, addresses. What need
// not be looked at now (log.c, skip.c) or leaves no trace is done first; the rest is compared with
// the shadow, the lanes of a warp at a time (vector.c).
//
// Lanes store at the same time, so "a write of the value that is there already" is not known at the
// next access as with one thread: what is to be known is noted (`asks`), and code tells what it has
// stored when there is something.
#include "check/vector.h"

#include <string.h>

// ---- what was there before a store --------------------------------------------------------------

struct ask {
    uint64_t addr;
    uint32_t size;
    int finding, lane; // finding 0: has the thread changed its own write?
    uint8_t bytes[16];
    bool changed; // it has
};
static __thread struct {
    struct ask v[4 * 64];
    int n;
    uint64_t addr[64]; // of the store
    uint64_t lanes;
} asked;

bool asks_of_lanes(uint64_t addr, uint32_t size, int finding_number) {
    if (!now.vector) return false;
    if (asked.n == HD_COUNT(asked.v) || size > 16) return true;
    if (!finding_number) { // of two cells of an access the first is asked for
        const struct ask *last = asked.n ? &asked.v[asked.n - 1] : NULL;
        if (last && last->lane == (int)now.lane && !last->finding) return true;
    }
    struct ask *ask = &asked.v[asked.n++];
    *ask = (struct ask){addr, size, finding_number, (int)now.lane, {0}, false};
    memcpy(ask->bytes, (void *)(uintptr_t)addr, size);
    now.block->asks = 1;
    return true;
}

// What lane `lane` found there: what an earlier lane has stored, or what was there before.
static const void *found_by(const struct ask *ask, const char *values, uint32_t size) {
    for (int k = ask->lane - 1; k >= 0; k--)
        if (asked.lanes >> k & 1 && asked.addr[k] == asked.addr[ask->lane])
            return values + (uint64_t)k * size;
    return ask->bytes;
}

// An earlier lane has, of the same store: then its two values are not both what this lane writes.
static bool changed_before(const struct ask *ask) {
    for (const struct ask *other = asked.v; other < ask; other++)
        if (other->changed && overlap(other->addr, other->size, ask->addr, ask->size)) return true;
    return false;
}

static void settle(const struct ask *ask, bool same) {
    if (ask->finding)
        finding_same(ask->finding, same);
    else if (!same)
        mark_changed(ask->addr);
}

// Records that were stored in pieces: all of them are there now.
static void settle_rest(void) {
    for (int i = 0; i < asked.n; i++) {
        const struct ask *ask = &asked.v[i];
        settle(ask, !memcmp((void *)(uintptr_t)ask->addr, ask->bytes, ask->size));
    }
    asked.n = 0;
}

void hd_ck_lanes_stored(struct hd_block *block, const char *values, uint32_t size) {
    int kept = 0;
    block->check->asks = 0;
    for (int i = 0; i < asked.n; i++) {
        struct ask *ask = &asked.v[i];
        if (ask->size != size || ask->addr != asked.addr[ask->lane]) continue;
        const char *value = values + (uint64_t)ask->lane * size;
        bool same = !memcmp(found_by(ask, values, size), value, size);
        ask->changed = !ask->finding && !same;
        settle(ask, same && !(ask->finding && changed_before(ask)));
    }
    for (int i = 0; i < asked.n; i++) {
        const struct ask *ask = &asked.v[i];
        if (ask->size != size || ask->addr != asked.addr[ask->lane]) asked.v[kept++] = *ask;
    }
    asked.n = kept;
}

// ---- traffic ------------------------------------------------------------------------------------

static void count_sectors(const struct vector *v) {
    struct block_state *b = v->block;
    uint64_t size = HD_WHAT_SIZE(v->what), first = address(v, __builtin_ctz(v->lanes));
    uint64_t seen[MOST], n = 0, distinct = 0;
    if (!size || size > 16 || (first >= b->shared_from && first < b->shared_to)) return;
    uint64_t last = 0;
    for (uint32_t rest = v->lanes; rest; rest &= rest - 1) {
        uint64_t at = address(v, __builtin_ctz(rest)), sector = at / SECTOR, k = 0;
        distinct += !distinct || at != last;
        last = at;
        while (k < n && seen[n - 1 - k] != sector) k++;
        if (k == n) seen[n++] = sector;
    }
    b->requests++;
    b->lanes += (uint64_t)__builtin_popcount(v->lanes);
    b->sectors += n;
    b->needed += (distinct * size + SECTOR - 1) / SECTOR;
}

// The log of shared memory has nothing of these any more.
static void open_log(struct hd_block *block, uint64_t mask, const uint64_t *addrs, uint64_t from,
                     int64_t stride, uint64_t size) {
    const struct block_state *b = block->check;
    uint64_t begin = ~0ull, end = 0;
    if (addrs) {
        for (uint64_t rest = mask; rest; rest &= rest - 1) {
            uint64_t at = addrs[__builtin_ctzll(rest)];
            if (at + size <= b->shared_from || at >= b->shared_to) continue;
            if (at < begin) begin = at;
            if (at + size > end) end = at + size;
        }
        if (!end) return;
    } else {
        begin = from + (uint64_t)stride * (uint64_t)__builtin_ctzll(mask);
        end = from + (uint64_t)stride * (63 - (uint64_t)__builtin_clzll(mask));
        if (end < begin) {
            uint64_t swap = begin;
            begin = end;
            end = swap;
        }
        end += size;
        if (begin >= b->shared_to || end <= b->shared_from) return;
    }
    if (begin < b->shared_from || end > b->shared_to || !size)
        log_close(block);
    else
        log_open(block, begin, end);
}

static uint64_t check_vector(struct hd_block *block, uint32_t first, uint64_t mask,
                             const uint64_t *addrs, uint64_t from, int64_t stride,
                             const uint64_t *bases, uint64_t base, const uint64_t *extents,
                             uint64_t extent, uint64_t what) {
    if (!hd_check_on || !mask) return mask;
    if (asked.n) settle_rest();
    turn_enter(block);
    now.block = block->check;
    if (!now.block->log_closed) open_log(block, mask, addrs, from, stride, HD_WHAT_SIZE(what));
    if (HD_WHAT_OP(what) != HD_CHECK_READ) {
        if (what & HD_WHAT_PLAIN_COPY) now.block->copied_some = true; // for what it copies
    } else if (what & HD_WHAT_PLAIN_COPY) {
        clear_copied(now.block);
    }
    count_accesses(1); // numbers the access
    uint64_t count = count_lanes(mask);
    now.block->accesses += count - 1;
    count_touches(now.block, addrs ? addrs[__builtin_ctzll(mask)] : from, HD_WHAT_OP(what), count);
    now.vector = true;
    uint64_t good = 0;
    for (uint32_t k = 0; k < 64 && mask >> k; k += MOST) {
        if (!(uint32_t)(mask >> k)) continue;
        struct vector v = {.block = now.block,
                           .what = what,
                           .first = first + k,
                           .offset = k,
                           .lanes = (uint32_t)(mask >> k),
                           .addr = addrs ? addrs + k : NULL,
                           .from = from + (uint64_t)(stride * k),
                           .stride = stride};
        if (hd_check_tracing) count_sectors(&v);
        good |= (uint64_t)vector_check(&v, bases ? bases + k : NULL, base,
                                       extents ? extents + k : NULL, extent)
                << k;
    }
    now.vector = false;
    enum turn_answer turn = turn_settles(block);
    for (int i = 0; turn == TURN_IS_ANOTHERS && i < asked.n; i++) settle(&asked.v[i], true);
    if (turn == TURN_IS_ANOTHERS) asked.n = 0;
    for (int i = 0; turn == TURN_IS_OURS && i < asked.n; i++)
        memcpy(asked.v[i].bytes, (void *)(uintptr_t)asked.v[i].addr, asked.v[i].size);
    if (asked.n) {
        asked.lanes = mask;
        for (uint64_t rest = mask; rest; rest &= rest - 1) {
            int k = __builtin_ctzll(rest);
            asked.addr[k] = addrs ? addrs[k] : from + (uint64_t)(stride * k);
        }
    }
    return good;
}

void lanes_again(struct hd_block *block, const struct logged *e, const uint64_t *addrs) {
    struct block_state *b = block->check;
    bool vector = now.vector;
    uint64_t what = e->what & ~(uint64_t)HD_WHAT_PLAIN_COPY; // the value is where it belongs
    check_vector(block, e->first, e->mask, addrs, e->from, e->stride, NULL, e->base, NULL,
                 e->extent, what);
    now.vector = vector;
    uint64_t count = count_lanes(e->mask); // they have been counted
    b->accesses -= count;
    b->touched[HD_WHAT_OP(what) == HD_CHECK_READ ? 3 : 4] -= count;
}

void *hd_ck_lanes_uniform(struct hd_block *block, uint32_t first, uint64_t mask, char *addr,
                          char *base, uint64_t extent, uint64_t what) {
    uint64_t from = (uint64_t)(uintptr_t)addr;
    if (!hd_check_on || !mask) return addr;
    if (hd_check_counting) traffic_vector(block, first, mask, NULL, from, 0, what);
    if (log_affine(block, first, mask, from, 0, (uint64_t)(uintptr_t)base, extent, what))
        return addr;
    if (skip_read(block, mask, from, 0, (uint64_t)(uintptr_t)base, extent, what)) return addr;
    if (vector_is_quiet(block, mask, from, 0, (uint64_t)(uintptr_t)base, extent, what)) return addr;
    uint64_t good = check_vector(block, first, mask, NULL, from, 0, NULL, (uint64_t)(uintptr_t)base,
                                 NULL, extent, what);
    return good == mask ? addr : use_dummy(HD_WHAT_SIZE(what));
}

static inline __attribute__((always_inline)) uint64_t check_affine(struct hd_block *block,
                                                                   uint32_t first, uint64_t mask,
                                                                   uint64_t from, int64_t stride,
                                                                   uint64_t base, uint64_t extent,
                                                                   uint64_t what) {
    if (!hd_check_on || !mask) return mask;
    const struct block_state *b = block->check;
    if (!b->log_closed && b->shared_to > b->shared_from &&
        log_affine(block, first, mask, from, stride, base, extent, what))
        return mask;
    if (HD_WHAT_OP(what) == HD_CHECK_READ &&
        (skip_read(block, mask, from, stride, base, extent, what) ||
         vector_is_quiet(block, mask, from, stride, base, extent, what)))
        return mask;
    if (!asked.n && vector_passes_in_lines(block, first, mask, from, stride, base, extent, what))
        return mask;
    return check_vector(block, first, mask, NULL, from, stride, NULL, base, NULL, extent, what);
}

uint64_t hd_ck_lanes_affine(struct hd_block *block, uint32_t first, uint64_t mask, char *addr,
                            int64_t stride, char *base, uint64_t extent, uint64_t what) {
    if (hd_check_on && hd_check_counting)
        traffic_vector(block, first, mask, NULL, (uint64_t)(uintptr_t)addr, stride, what);
    return check_affine(block, first, mask, (uint64_t)(uintptr_t)addr, stride,
                        (uint64_t)(uintptr_t)base, extent, what);
}

// Addresses that the code does not know to be at equal distances (`3 * i` may wrap, a block has
// rows of 16 threads) mostly are, or are so in a few stretches of lanes.
#define MOST_STRETCHES 4
// Loads as the code's stores were: others would wait for these.
WIDE static uint64_t unevenness(const uint64_t *addrs, int n, uint64_t stride) {
    uint64_t bad = 0, expected = addrs[0];
    for (int k = 0; k <= n; k++, expected += stride) bad |= addrs[k] ^ expected;
    return bad;
}

static struct stretch {
    uint64_t mask, from;
    int64_t stride;
} *stretches_of(const uint64_t *addrs, uint64_t mask, int *n) {
    static __thread struct stretch found[MOST_STRETCHES];
    for (*n = 0; mask; ++*n) {
        int low = __builtin_ctzll(mask), high = 63 - __builtin_clzll(mask), k = low;
        uint64_t stride = high > low ? addrs[low + 1] - addrs[low] : 0;
        if (*n == MOST_STRETCHES) return NULL;
        if (high > low && !unevenness(addrs + low, high - low, stride)) k = high;
        while (k < high && addrs[k + 1] - addrs[k] == stride) k++;
        uint64_t lanes = k == 63 ? ~0ull : (1ull << (k + 1)) - 1;
        found[*n] =
            (struct stretch){mask & lanes, addrs[low] - stride * (uint64_t)low, (int64_t)stride};
        mask &= ~lanes;
    }
    return found;
}

uint64_t hd_ck_lanes_each(struct hd_block *block, uint32_t first, uint64_t mask,
                          const uint64_t *addrs, const uint64_t *bases, char *base,
                          const uint64_t *extents, uint64_t extent, uint64_t what) {
    if (!hd_check_on || !mask) return mask;
    if (hd_check_counting) traffic_vector(block, first, mask, addrs, 0, 0, what);
    if (!bases && !extents) {
        uint64_t from = (uint64_t)(uintptr_t)base, good = 0;
        if (skip_reads(block, mask, addrs, from, extent, what)) return mask;
        int n;
        const struct stretch *s = stretches_of(addrs, mask, &n);
        if ((!s || n > 1) && log_each(block, first, mask, addrs, from, extent, what)) return mask;
        if (s && (n == 1 || (HD_WHAT_OP(what) == HD_CHECK_READ && !(what & HD_WHAT_VOLATILE)))) {
            struct block_state *b = block->check;
            if (what & HD_WHAT_PLAIN_COPY) clear_copied(b);
            b->keeps_copied = true;
            for (int i = 0; i < n; i++)
                good |= check_affine(block, first, s[i].mask, s[i].from, s[i].stride, from, extent,
                                     what);
            b->keeps_copied = false;
            return good;
        }
    }
    return check_vector(block, first, mask, addrs, 0, 0, bases, (uint64_t)(uintptr_t)base, extents,
                        extent, what);
}

static void enter_lane(struct hd_block *block, uint32_t thread) {
    struct hd_thread t = {.linear = thread, .block = block};
    enter_thread(&t);
}

void hd_ck_lanes_outside(struct hd_block *block, uint32_t first, uint64_t bad,
                         const uint64_t *addrs, const uint64_t *lows, uint64_t total,
                         uint64_t what) {
    if (!hd_check_on) return;
    for (; bad; bad &= bad - 1) {
        int lane = __builtin_ctzll(bad);
        enter_lane(block, first + (uint32_t)lane);
        report_outside(addrs[lane], lows[lane], total, what);
    }
}

void hd_ck_lanes_use(struct hd_block *block, uint32_t first, uint64_t mask, uint64_t what) {
    if (!hd_check_on) return;
    for (; mask; mask &= mask - 1) {
        enter_lane(block, first + (uint32_t)__builtin_ctzll(mask));
        report_unset(what);
    }
}

void hd_ck_lanes_fence(struct hd_block *block, uint32_t first, uint64_t mask, uint32_t scope) {
    for (; mask; mask &= mask - 1) {
        struct hd_thread t = {.linear = first + (uint32_t)__builtin_ctzll(mask), .block = block};
        hd_ck_fence(&t, scope);
    }
}

// All lanes of a vector, one warp or two, which are all there is of them.
void hd_ck_lanes_warp(struct hd_block *block, uint32_t first, uint32_t lanes) {
    if (!hd_check_on) return;
    for (uint32_t k = 0; k < lanes; k += 32)
        order_watch.warp(block, (int)((first + k) / 32), ~0u, ~0u);
}

void hd_ck_lanes_barrier(struct hd_block *block) {
    if (!hd_check_on) return;
    if (asked.n) settle_rest();
    order_watch.barrier(block);
}
