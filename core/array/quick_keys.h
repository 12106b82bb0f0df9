// Quicksort of keys of one width: quick.c includes this for 32 and for 64 bits.
//
// KEY: the keys' type; BITS: their width; N(name): a name for this width. The rest are instructions
// of AVX-512 for it.
//
// What is sorted is elements that become keys as hd_quick_code says: in the first parting, which
// reads them, and back where the last step of all writes.
#include <string.h>

#define LANES (512 / BITS)
#define MOST_KEY ((KEY) - 1)
#define DIGIT(key, d) ((key) >> 11 * (d) & 2047)

// ---- a key at a time ----------------------------------------------------------------------------

static inline KEY N(key)(KEY x, const struct hd_quick_code *c) {
    if ((x & MOST_KEY >> 1) > (KEY)c->infinity) x = (KEY)c->quiet;
    return x ^ (KEY)c->turned ^ ((KEY)c->mirrored & (KEY) - (x >> (BITS - 1)));
}
static inline KEY N(element)(KEY k, const struct hd_quick_code *c) {
    k ^= (KEY)c->turned;
    return k ^ ((KEY)c->mirrored & (KEY) - (k >> (BITS - 1)));
}

FAST static void N(encode)(const KEY *from, KEY *to, int64_t n, const struct hd_quick_code *code) {
    const struct hd_quick_code c = *code; // which nothing that is stored could change
    for (int64_t i = 0; i < n; i++) to[i] = N(key)(from[i], &c);
}
FAST static void N(decode)(KEY *v, int64_t n, const struct hd_quick_code *code) {
    const struct hd_quick_code c = *code;
    for (int64_t i = 0; i < n; i++) v[i] = N(element)(v[i], &c);
}

static void N(insertion)(KEY *v, int64_t n) {
    for (int64_t i = 1; i < n; i++) {
        KEY x = v[i];
        int64_t j = i;
        for (; j > 0 && v[j - 1] > x; j--) v[j] = v[j - 1];
        v[j] = x;
    }
}

// Keys below the pivot stay in `v` (away: go to `other`), the rest go to `other` (stay); how many
// stay.
static int64_t N(split)(KEY *v, int64_t n, KEY pivot, KEY *other, bool away) {
    int64_t kept = 0;
    for (int64_t i = 0; i < n; i++) { // without a branch
        KEY x = v[i];
        v[kept] = x;
        other[i - kept] = x;
        kept += (x < pivot) != away;
    }
    return kept;
}

// What has been sorted is in `v`, or in `other` (away).
static void N(radix)(KEY *v, int64_t n, KEY *other, bool away) {
    enum { digits = (BITS + 10) / 11 };
    int64_t(*counts)[2048] = hd_xcalloc(digits, sizeof *counts);
    KEY *from = v, *to = other;
    for (int64_t i = 0; i < n; i++)
        for (int d = 0; d < digits; d++) counts[d][DIGIT(v[i], d)]++;
    for (int d = 0; d < digits; d++) {
        int64_t sum = 0, *c = counts[d];
        if (c[DIGIT(v[0], d)] == n) continue; // all alike
        for (int k = 0; k < 2048; k++) {
            int64_t here = c[k];
            c[k] = sum;
            sum += here;
        }
        for (int64_t i = 0; i < n; i++) to[c[DIGIT(from[i], d)]++] = from[i];
        KEY *swap = from;
        from = to;
        to = swap;
    }
    free(counts);
    if ((from == v) == away) memcpy(to, from, (size_t)n * sizeof *v);
}

// ---- with AVX-512 -------------------------------------------------------------------------------

INSIDE __m512i N(keys)(__m512i x, const struct hd_quick_code *c) {
    MASK none = LESS(ALL(c->infinity), _mm512_and_si512(x, ALL(MOST_KEY >> 1)));
    x = MOVE_SOME(x, none, ALL(c->quiet));
    __m512i mirrored = _mm512_and_si512(SIGNS(x), ALL(c->mirrored));
    return _mm512_xor_si512(_mm512_xor_si512(x, ALL(c->turned)), mirrored);
}
INSIDE __m512i N(elements)(__m512i k, const struct hd_quick_code *c) {
    k = _mm512_xor_si512(k, ALL(c->turned));
    return _mm512_xor_si512(k, _mm512_and_si512(SIGNS(k), ALL(c->mirrored)));
}

// Up to MOST_VECTORS vectors are sorted as a bitonic network sorts that many numbers. Key i is in
// vector i % vectors, so that most steps compare whole vectors; the rest of i is the key's lane,
// its lowest bits as the lane's highest, so that exchanging the lane's lowest bits with the
// vector's leaves the keys in order.
enum { N(MOST_VECTORS) = 16 };

INSIDE int N(part_of_lane)(int lane, int vectors) {
    int low = LANES / vectors; // how many lanes the highest bits are spread over
    return low > 1 ? lane % vectors * low + lane / vectors : lane;
}

INSIDE int N(lane_of_part)(int part, int vectors) {
    int low = LANES / vectors;
    return low > 1 ? part % low * vectors + part / low : part;
}

// Compares key i with i ^ apart; the smaller one comes where apart's highest bit is not.
INSIDE void N(step)(__m512i *a, int vectors, int apart) {
    int across = apart / vectors, other = apart % vectors;
    if (!across) {
#pragma GCC unroll 16
        for (int r = 0; r < vectors; r++) {
            if ((r ^ other) < r) continue;
            __m512i x = a[r], y = a[r ^ other];
            a[r] = MIN(x, y);
            a[r ^ other] = MAX(x, y);
        }
        return;
    }
    uint32_t larger = 0;
    KEY partner[LANES];
    for (int i = 0; i < LANES; i++) {
        int part = N(part_of_lane)(i, vectors);
        partner[i] = (KEY)N(lane_of_part)(part ^ across, vectors);
        larger |= (uint32_t)((part ^ across) < part) << i;
    }
    __m512i lanes = _mm512_loadu_si512(partner);
#pragma GCC unroll 16
    for (int r = 0; r < vectors; r++) {
        if ((r ^ other) < r) continue;
        __m512i x = a[r], y = a[r ^ other], for_x = PERMUTE(lanes, y), for_y = PERMUTE(lanes, x);
        a[r] = MASK_MAX(MIN(x, for_x), (MASK)larger, x, for_x);
        a[r ^ other] = MASK_MAX(MIN(y, for_y), (MASK)larger, y, for_y);
    }
}

INSIDE MASK N(below)(int64_t n) { return (MASK)(n >= LANES ? ~0u : n <= 0 ? 0 : (1u << n) - 1); }

// Exchanges the lowest bits of vectors and lanes.
INSIDE void N(turn)(__m512i *a, int vectors) {
#pragma GCC unroll 4
    for (int bit = 1; bit < 16; bit *= 2) {
        if (bit >= vectors || bit >= LANES) continue;
        KEY low[LANES], high[LANES];
        for (int i = 0; i < LANES; i++) {
            low[i] = (KEY)(i & bit ? (i ^ bit) + LANES : i);
            high[i] = (KEY)(i & bit ? i + LANES : i ^ bit);
        }
        __m512i lows = _mm512_loadu_si512(low), highs = _mm512_loadu_si512(high);
#pragma GCC unroll 16
        for (int r = 0; r < vectors; r++) {
            if (r & bit) continue;
            __m512i x = a[r], y = a[r | bit];
            a[r] = FROM_BOTH(x, lows, y);
            a[r | bit] = FROM_BOTH(x, highs, y);
        }
    }
}

INSIDE void N(network)(const KEY *v, int64_t n, KEY *to, int vectors,
                       const struct hd_quick_code *code) {
    const struct hd_quick_code c = *code;
    const __m512i last = ALL(MOST_KEY);
    const int apart = vectors > LANES ? vectors / LANES : 1; // of vectors that a turn left in order
    __m512i a[N(MOST_VECTORS)];
#pragma GCC unroll 16
    for (int r = 0; r < vectors; r++)
        a[r] = LOAD_SOME(last, N(below)(n - r * LANES), v + r * LANES);
#pragma GCC unroll 8
    for (int k = 1; k <= 8; k++) {
        if (1 << k > vectors * LANES) continue;
        N(step)(a, vectors, (1 << k) - 1);
#pragma GCC unroll 8
        for (int j = 6; j >= 0; j--)
            if (j < k - 1) N(step)(a, vectors, 1 << j);
    }
    N(turn)(a, vectors);
#pragma GCC unroll 16
    for (int r = 0; r < vectors; r++) {
        int at = (apart > 1 ? r % LANES * apart + r / LANES : r) * LANES;
        STORE_SOME(to + at, N(below)(n - at), N(elements)(a[r], &c));
    }
}

WIDE static void N(few_wide)(const KEY *v, int64_t n, KEY *to, const struct hd_quick_code *code) {
    if (n <= LANES)
        N(network)(v, n, to, 1, code);
    else if (n <= 2 * LANES)
        N(network)(v, n, to, 2, code);
    else if (n <= 4 * LANES)
        N(network)(v, n, to, 4, code);
    else if (n <= 8 * LANES)
        N(network)(v, n, to, 8, code);
    else
        N(network)(v, n, to, 16, code);
}

// As `split`, of elements that lie in `from`, which may be `v` (raw), or of keys that lie in `v`.
// What is stored behind what counts is written over, or has been read already.
INSIDE int64_t N(split_some)(const KEY *from, KEY *v, int64_t n, KEY pivot, KEY *other, bool away,
                             bool raw, const struct hd_quick_code *code) {
    // Several at once: the CPU waits for a register that it compressed into before.
    enum { AT_ONCE = 4 };
    const struct hd_quick_code c = *code;
    const __m512i p = ALL(pivot);
    const MASK flip = (MASK)(away ? -1 : 0);
    int64_t kept = 0, i = 0;
    for (; i + AT_ONCE * LANES <= n; i += AT_ONCE * LANES) {
        __m512i x[AT_ONCE];
        MASK stays[AT_ONCE];
#pragma GCC unroll 4
        for (int k = 0; k < AT_ONCE; k++) {
            x[k] = _mm512_loadu_si512(from + i + k * LANES);
            if (raw) x[k] = N(keys)(x[k], &c);
            stays[k] = (MASK)(LESS(x[k], p) ^ flip);
        }
#pragma GCC unroll 4
        for (int k = 0; k < AT_ONCE; k++) {
            _mm512_storeu_si512(v + kept, COMPRESS(stays[k], x[k]));
            _mm512_storeu_si512(other + (i + k * LANES - kept), COMPRESS((MASK)~stays[k], x[k]));
            kept += __builtin_popcount(stays[k]);
        }
    }
    for (; i < n; i += LANES) {
        MASK here = N(below)(n - i);
        __m512i x = LOAD_SOME(ALL(0), here, from + i);
        if (raw) x = N(keys)(x, &c);
        MASK stays = (MASK)((LESS(x, p) ^ flip) & here), goes = (MASK)(~stays & here);
        STORE_SOME(v + kept, N(below)(__builtin_popcount(stays)), COMPRESS(stays, x));
        STORE_SOME(other + (i - kept), N(below)(__builtin_popcount(goes)), COMPRESS(goes, x));
        kept += __builtin_popcount(stays);
    }
    return kept;
}

WIDE static int64_t N(split_wide)(KEY *v, int64_t n, KEY pivot, KEY *other, bool away) {
    return N(split_some)(v, v, n, pivot, other, away, false, &hd_quick_keys);
}
WIDE static int64_t N(split_raw)(const KEY *from, KEY *v, int64_t n, KEY pivot, KEY *other,
                                 bool away, const struct hd_quick_code *code) {
    return N(split_some)(from, v, n, pivot, other, away, true, code);
}

// ---- both ---------------------------------------------------------------------------------------

static int64_t N(parted)(KEY *v, int64_t n, KEY pivot, KEY *other, bool away) {
    return hd_quick_is_wide() ? N(split_wide)(v, n, pivot, other, away)
                              : N(split)(v, n, pivot, other, away);
}

static int64_t N(most_few)(void) { return hd_quick_is_wide() ? N(MOST_VECTORS) * LANES : 24; }

// Sorts keys of v into elements in `to`.
static void N(few)(const KEY *v, int64_t n, KEY *to, const struct hd_quick_code *code) {
    if (hd_quick_is_wide()) {
        N(few_wide)(v, n, to, code);
    } else {
        memmove(to, v, (size_t)n * sizeof *v);
        N(insertion)(to, n);
        N(decode)(to, n, code);
    }
}

// About the middle of the keys that elements have: that of some that lie apart.
static KEY N(middle)(const KEY *v, int64_t n, const struct hd_quick_code *code) {
    KEY some[64];
    int64_t many = n < 4096 ? 16 : HD_COUNT(some), apart = n / many;
    for (int i = 0; i < many; i++) some[i] = N(key)(v[i * apart + apart / 2], code);
    N(few)(some, many, some, &hd_quick_keys);
    return some[many / 2];
}

// ---- long rows: the first partings, by all cores ------------------------------------------------

enum { N(STRETCHES) = 64, N(STRETCH) = 1 << 16, N(WAYS) = 8 };

// Into WAYS parts at once: what is below pivot[0], what is below pivot[1] ..., the rest.
struct N(parting) {
    const KEY *v;
    KEY *to, pivot[N(WAYS) - 1];
    int64_t n;
    const struct hd_quick_code *code;
    int stretches;
    int64_t sizes[N(STRETCHES)][N(WAYS)], at[N(STRETCHES)][N(WAYS)]; // of each stretch's parts
};

static int64_t N(stretch)(const struct N(parting) * p, int k) {
    return k < p->stretches ? p->n / p->stretches * k : p->n;
}

WIDE static void N(count_stretch)(struct hd_block *block, void **args) {
    struct N(parting) *p = args[0];
    int k = (int)block->bid[0];
    int64_t *sizes = p->sizes[k], from = N(stretch)(p, k), n = N(stretch)(p, k + 1) - from, i = 0,
            sum = 0;
    const struct hd_quick_code c = *p->code;
    const KEY *v = p->v + from;
    __m512i pivot[N(WAYS) - 1], below[N(WAYS) - 1]; // how many were seen in each lane
#pragma GCC unroll 8
    for (int w = 0; w < N(WAYS) - 1; w++) {
        pivot[w] = ALL(p->pivot[w]);
        below[w] = ALL(0);
    }
    for (; i + LANES <= n; i += LANES) {
        __m512i x = N(keys)(_mm512_loadu_si512(v + i), &c);
#pragma GCC unroll 8
        for (int w = 0; w < N(WAYS) - 1; w++)
            below[w] = ADD_SOME(below[w], LESS(x, pivot[w]), below[w], ALL(1));
    }
    MASK rest = N(below)(n - i);
    __m512i x = N(keys)(LOAD_SOME(ALL(0), rest, v + i), &c);
#pragma GCC unroll 8
    for (int w = 0; w < N(WAYS) - 1; w++) {
        int64_t before = sum;
        below[w] = ADD_SOME(below[w], (MASK)(LESS(x, pivot[w]) & rest), below[w], ALL(1));
        sizes[w] = (sum = (int64_t)SUM(below[w])) - before;
    }
    sizes[N(WAYS) - 1] = n - sum;
}

// Nothing is written behind what goes there: the next stretch's may have come before.
// The lanes of `here` to the ways' ends. with_room: something may be written behind these.
INSIDE void N(send)(__m512i x, MASK here, const __m512i *pivot, KEY **to, bool with_room) {
    MASK below[N(WAYS)];
    __m512i part[N(WAYS)]; // all before the first is stored, see split_some
#pragma GCC unroll 8
    for (int w = 0; w < N(WAYS); w++) {
        below[w] = w < N(WAYS) - 1 ? (MASK)(LESS(x, pivot[w]) & here) : here;
        part[w] = COMPRESS(w ? (MASK)(below[w] & ~below[w - 1]) : below[w], x);
    }
#pragma GCC unroll 8
    for (int w = 0; w < N(WAYS); w++) {
        int count = __builtin_popcount(below[w]) - (w ? __builtin_popcount(below[w - 1]) : 0);
        if (with_room)
            _mm512_storeu_si512(to[w], part[w]);
        else
            STORE_SOME(to[w], N(below)(count), part[w]);
        to[w] += count;
    }
}

WIDE static void N(send_stretch)(struct hd_block *block, void **args) {
    const struct N(parting) *p = args[0];
    int k = (int)block->bid[0];
    int64_t from = N(stretch)(p, k), n = N(stretch)(p, k + 1) - from;
    const struct hd_quick_code c = *p->code;
    const KEY *v = p->v + from, *end = v + n;
    KEY *to[N(WAYS)];
    const KEY *ends[N(WAYS)];
    __m512i pivot[N(WAYS) - 1];
#pragma GCC unroll 8
    for (int w = 0; w < N(WAYS); w++) {
        to[w] = p->to + p->at[k][w];
        ends[w] = to[w] + p->sizes[k][w];
        if (w < N(WAYS) - 1) pivot[w] = ALL(p->pivot[w]);
    }
    while (v < end) {
        int64_t room = end - v; // which the shortest of all ways has
        for (int w = 0; w < N(WAYS); w++) room = ends[w] - to[w] < room ? ends[w] - to[w] : room;
        for (; room >= LANES; room -= LANES, v += LANES)
            N(send)(N(keys)(_mm512_loadu_si512(v), &c), (MASK)~0, pivot, to, true);
        MASK here = N(below)(end - v);
        N(send)(N(keys)(LOAD_SOME(ALL(0), here, v), &c), here, pivot, to, false);
        v += LANES;
    }
}

static void N(for_stretches)(struct N(parting) * p, hd_block_fn *fn) {
    void *args[] = {p};
    struct hd_cpu_launch launch = {.name = "sort",
                                   .fn = fn,
                                   .grid = {(uint32_t)p->stretches, 1, 1},
                                   .block = {1, 1, 1},
                                   .args = args};
    hd_cpu_launch(&launch);
}

// Parts the keys of v's elements into `other`, which is as long; sizes[w]: how many are in each
// part. false: nearly all would be in one.
static bool N(part_by_all)(const KEY *v, int64_t n, KEY *other, int64_t sizes[N(WAYS)],
                           const struct hd_quick_code *code) {
    struct N(parting) p = {.v = v, .to = other, .n = n, .code = code};
    KEY some[N(MOST_VECTORS) * LANES];
    int64_t apart = n / HD_COUNT(some), at = 0;
    for (int i = 0; i < HD_COUNT(some); i++) some[i] = N(key)(v[i * apart + apart / 2], code);
    N(few_wide)(some, HD_COUNT(some), some, &hd_quick_keys);
    for (int w = 1; w < N(WAYS); w++) p.pivot[w - 1] = some[w * HD_COUNT(some) / N(WAYS)];
    p.stretches = (int)(n / N(STRETCH) < N(STRETCHES) ? n / N(STRETCH) : N(STRETCHES));
    N(for_stretches)(&p, N(count_stretch));
    for (int w = 0; w < N(WAYS); w++) {
        sizes[w] = -at;
        for (int k = 0; k < p.stretches; k++) {
            p.at[k][w] = at;
            at += p.sizes[k][w];
        }
        sizes[w] += at;
        if (sizes[w] > n / 2) return false;
    }
    N(for_stretches)(&p, N(send_stretch));
    return true;
}

// ---- sorting ------------------------------------------------------------------------------------

// Rows of a long one that others sort.
struct N(pieces) {
    const struct hd_quick_code *code;
    int64_t least, most; // sizes of a row that is left
    int n;
    struct N(piece) {
        KEY *v, *other;
        int64_t n;
        bool away;
    } v[MOST_PIECES];
};

// Sorts into elements what `raw` holds, which may be v, or the keys in v (raw is NULL). `other` is
// as long, and free. What has been sorted is in `v`, or in `other` (away). depth: how often rows
// may be parted before the pivots are known to be bad.
static void N(sort)(const KEY *raw, KEY *v, int64_t n, KEY *other, bool away, int depth,
                    struct N(pieces) * left, const struct hd_quick_code *code) {
    while (n > N(most_few)()) {
        if (left && n <= left->most && n >= left->least && left->n < MOST_PIECES) {
            left->v[left->n++] = (struct N(piece)){v, other, n, away};
            return;
        }
        if (!depth-- || (!hd_quick_is_wide() && n >= 1024 && !left)) {
            N(radix)(v, n, other, away);
            N(decode)(away ? other : v, n, code);
            return;
        }
        int64_t sizes[N(WAYS)];
        if (left && hd_quick_is_wide() && n >= 4 * N(STRETCH) &&
            N(part_by_all)(raw ? raw : v, n, other, sizes, raw ? code : &hd_quick_keys)) {
            for (int w = 0; w < N(WAYS); w++) { // all are in `other`, and sorted from there
                N(sort)(NULL, other, sizes[w], v, !away, depth, left, code);
                v += sizes[w];
                other += sizes[w];
            }
            return;
        }
        KEY pivot = raw ? N(middle)(raw, n, code) : N(middle)(v, n, &hd_quick_keys);
        int64_t kept = raw ? N(split_raw)(raw, v, n, pivot, other, away, code)
                           : N(parted)(v, n, pivot, other, away);
        int64_t gone = n - kept;
        raw = NULL;
        if (away ? kept == n : gone == n) { // the pivot is the least: its like are parted instead
            KEY *to = away ? other : v;
            v = away ? v : other;
            other = to;
            away = true;
            kept = pivot == MOST_KEY ? 0 : N(parted)(v, n, pivot + 1, other, true);
            const KEY element = N(element)(pivot, code);
            for (int64_t i = 0; i < n - kept; i++) other[i] = element;
            other += n - kept;
            n = kept;
            continue;
        }
        N(sort)(NULL, other, gone, v + kept, !away, depth, left, code);
        other += gone;
        n = kept;
    }
    N(few)(v, n, away ? other : v, code);
}

static int N(depth)(int64_t n) { return 2 * (64 - __builtin_clzll((uint64_t)n | 1)); }

static void N(sort_piece)(struct hd_block *block, void **args) {
    const struct N(pieces) *left = args[0];
    const struct N(piece) *p = &left->v[block->bid[0]];
    N(sort)(NULL, p->v, p->n, p->other, p->away, N(depth)(p->n), NULL, left->code);
}

// Large ones come first: what is left at the end is short.
static int N(by_size)(const void *a, const void *b) {
    int64_t x = ((const struct N(piece) *)a)->n, y = ((const struct N(piece) *)b)->n;
    return (y > x) - (y < x);
}

void N(hd_quick_sort_)(const KEY *from, KEY *v, int64_t n, KEY *spare,
                       const struct hd_quick_code *code) {
    const KEY *raw = from;
    if (!hd_quick_is_wide() || n <= N(most_few)()) {
        N(encode)(from, v, n, code);
        raw = NULL;
    }
    int threads = n < LONG_ROW || hd_current_thread() ? 1 : hd_cpu_threads();
    if (threads < 2) {
        N(sort)(raw, v, n, spare, false, N(depth)(n), NULL, code);
        return;
    }
    struct N(pieces)
        left = {.code = code, .most = n / (2 * threads) + 1, .least = n / (32 * threads)};
    void *args[] = {&left};
    N(sort)(raw, v, n, spare, false, N(depth)(n), &left, code);
    qsort(left.v, (size_t)left.n, sizeof *left.v, N(by_size));
    struct hd_cpu_launch launch = {.name = "sort",
                                   .fn = N(sort_piece),
                                   .grid = {(uint32_t)left.n, 1, 1},
                                   .block = {1, 1, 1},
                                   .args = args};
    if (left.n) hd_cpu_launch(&launch);
}

static KEY N(least)(const KEY *v, int64_t n) {
    KEY least = v[0];
    for (int64_t i = 1; i < n; i++) least = v[i] < least ? v[i] : least;
    return least;
}

// The keys that come at places `at` and at + 1 (if there is one). Their order is lost.
void N(hd_quick_select_)(KEY *v, int64_t n, int64_t at, KEY *spare, KEY out[2]) {
    KEY next = 0;
    bool has_next = false;
    for (int depth = N(depth)(n); n > N(most_few)();) {
        if (!depth--) {
            N(radix)(v, n, spare, false);
            out[0] = v[at];
            out[1] = at + 1 < n ? v[at + 1] : has_next ? next : v[at];
            return;
        }
        KEY pivot = N(middle)(v, n, &hd_quick_keys), *low = v, *high = spare;
        int64_t lows = N(parted)(v, n, pivot, spare, false);
        if (!lows) { // the pivot is the least: its like are parted instead
            if (pivot == MOST_KEY) {
                out[0] = out[1] = pivot;
                return;
            }
            low = spare;
            high = v;
            lows = N(parted)(low, n, pivot + 1, high, false);
            if (at < lows) {
                out[0] = pivot;
                out[1] = at + 1 < lows ? pivot : at + 1 < n ? N(least)(high, n - lows) : pivot;
                if (at + 1 == n && has_next) out[1] = next;
                return;
            }
        }
        if (at < lows) {
            if (at + 1 == lows) {
                next = N(least)(high, n - lows);
                has_next = true;
            }
            v = low;
            spare = high;
            n = lows;
        } else {
            spare = low;
            v = high;
            at -= lows;
            n -= lows;
        }
    }
    N(few)(v, n, v, &hd_quick_keys);
    out[0] = v[at];
    out[1] = at + 1 < n ? v[at + 1] : has_next ? next : v[at];
}

#undef LANES
#undef MOST_KEY
#undef DIGIT
