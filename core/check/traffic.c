// Traffic of each place in the code, as a GPU would have it: while `hd_check_counting`, every
// access of a warp is a request.
//
// Global memory moves in sectors of 32 bytes: a request takes as many as its lanes' bytes lie in,
// and needs as few as these bytes would fill. Shared memory has 32 banks of 4 bytes, each of which
// gives one word at a step: a request takes as many steps as the busiest bank has words of its own
// to give. Accesses of 8 and 16 bytes come as halves and quarters of a warp. Atomics on one address
// are done one after another. A request with lanes missing is divergence, or the end of a block.
//
// Example: `s[32 * threadIdx.x]` has 32 lanes in one bank, 32 steps where one would do.
//
// Only launches that run whole warps are counted, on one worker.
#include "check/internal.h"

#include <string.h>

#define SECTOR 32
#define BANKS 32
#define WARP 32
#define MOST_BYTES 16 // of an access: what is larger is several

bool hd_check_counting;

static struct {
    HD_VEC(struct hd_check_traffic) all;
    bool scalar; // a launch ran one thread at a time
} traffic;

void traffic_reset(void) {
    traffic.all.n = 0;
    traffic.scalar = false;
}

void hd_check_count(bool on) {
    if (on) traffic_reset();
    hd_check_counting = on;
}

void traffic_alone(void) { traffic.scalar = true; }

int hd_check_traffic(const struct hd_check_traffic **out, bool *scalar) {
    *out = traffic.all.v;
    *scalar = traffic.scalar;
    return traffic.all.n;
}

static struct hd_check_traffic *entry_of(uint32_t site, enum hd_check_op op, bool shared) {
    static int last;
    for (int i = 0; i < traffic.all.n; i++) { // mostly the one after the last
        struct hd_check_traffic *t = &traffic.all.v[(last + i) % traffic.all.n];
        if (t->site != site || t->op != op || t->shared != shared) continue;
        last = (int)(t - traffic.all.v);
        return t;
    }
    struct hd_check_traffic t = {.site = site, .op = op, .shared = shared};
    HD_XPUSH(&traffic.all, t);
    return &traffic.all.v[last = traffic.all.n - 1];
}

static int add_once(uint64_t *seen, int n, uint64_t value) {
    for (int k = n; k-- > 0;)
        if (seen[k] == value) return n;
    seen[n] = value;
    return n + 1;
}

// The bytes that lanes ask for, each counted once, and the sectors that they lie in.
static void count_sectors(struct hd_check_traffic *t, const uint64_t *at, int n, uint64_t size) {
    uint64_t sectors[2 * WARP], addresses[WARP];
    int nsectors = 0, naddresses = 0;
    for (int i = 0; i < n; i++) {
        nsectors = add_once(sectors, nsectors, at[i] / SECTOR);
        nsectors = add_once(sectors, nsectors, (at[i] + size - 1) / SECTOR);
        naddresses = add_once(addresses, naddresses, at[i]);
    }
    t->did += (uint64_t)nsectors;
    t->needed += ((uint64_t)naddresses * size + SECTOR - 1) / SECTOR;
}

static void count_banks(struct hd_check_traffic *t, const uint64_t *at, int n, uint64_t size) {
    int together = size <= 4 ? WARP : (int)(BANKS * 4 / size);
    for (int from = 0; from < n; from += together) {
        uint64_t words[WARP];
        uint8_t busy[BANKS] = {0}, most = 0;
        int nwords = 0;
        for (int i = from; i < n && i < from + together; i++)
            for (uint64_t byte = 0; byte < size; byte += 4) {
                uint64_t word = (at[i] + byte) / 4;
                int before = nwords;
                if (nwords < WARP) nwords = add_once(words, nwords, word);
                if (nwords > before && ++busy[word % BANKS] > most) most = busy[word % BANKS];
            }
        t->did += most;
        t->needed++;
    }
}

// How many lanes update the address that most of them do.
static uint64_t most_at_one(const uint64_t *at, int n) {
    uint64_t most = 0;
    for (int i = 0; i < n; i++) {
        uint64_t same = 0;
        for (int k = 0; k < n; k++) same += at[k] == at[i];
        if (same > most) most = same;
    }
    return most;
}

void traffic_vector(const struct hd_block *block, uint32_t first, uint64_t mask,
                    const uint64_t *addrs, uint64_t from, int64_t stride, uint64_t what) {
    const struct block_state *b = block->check;
    uint64_t size = HD_WHAT_SIZE(what);
    enum hd_check_op op = HD_WHAT_OP(what);
    if (!size || size > MOST_BYTES) return;
    for (uint32_t k = 0; k < 64 && mask >> k; k += WARP) {
        uint64_t at[WARP];
        int n = 0;
        for (uint32_t rest = (uint32_t)(mask >> k); rest; rest &= rest - 1) {
            uint32_t lane = k + (uint32_t)__builtin_ctz(rest);
            at[n++] = addrs ? addrs[lane] : from + (uint64_t)(stride * lane);
        }
        if (!n) continue;
        bool shared = at[0] >= b->shared_from && at[0] < b->shared_to;
        struct hd_check_traffic *t = entry_of(HD_WHAT_SITE(what), op, shared);
        uint32_t left = b->nthreads - (first + k) / WARP * WARP;
        t->requests++;
        t->size = (uint32_t)size;
        t->lanes += (uint64_t)n;
        t->threads += left < WARP ? left : WARP;
        if (op == HD_CHECK_RMW || op == HD_CHECK_ATOMIC_STORE) t->in_turn += most_at_one(at, n);
        if (shared)
            count_banks(t, at, n, size);
        else
            count_sectors(t, at, n, size);
        t->one_address = (t->requests == 1 || t->one_address) && most_at_one(at, n) == (uint64_t)n;
        uint64_t step = n > 1 && at[1] > at[0] ? at[1] - at[0] : 0;
        for (int i = 2; i < n; i++)
            if (at[i] - at[i - 1] != step) step = 0;
        if (n > 1) t->step = t->requests == 1 || t->step == step ? step : 0;
    }
}
