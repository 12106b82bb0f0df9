// Quicksort of keys of one width: quick.c includes this for 32 and for 64 bits.
//
// KEY: the keys' type; BITS: their width; N(name): a name for this width. The rest are instructions
// of AVX-512 for it.
#include <string.h>

#define LANES (512 / BITS)
#define DIGIT(key, d) ((key) >> 11 * (d) & 2047)

// ---- a key at a time ----------------------------------------------------------------------------

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

// One step of a bitonic network over vectors: key i is compared with key i ^ j, and the smaller one
// comes first where i & k is 0.
INSIDE void N(step)(__m512i *a, int vectors, int k, int j) {
    if (j >= LANES) {
        for (int r = 0; r < vectors; r++) {
            if (r & j / LANES) continue;
            __m512i *x = &a[r], *y = &a[r | j / LANES];
            __m512i low = MIN(*x, *y), high = MAX(*x, *y);
            bool rises = !(r * LANES & k);
            *x = rises ? low : high;
            *y = rises ? high : low;
        }
        return;
    }
    uint32_t first = 0, rising = 0;
    KEY partner[LANES];
    for (int i = 0; i < LANES; i++) {
        partner[i] = (KEY)(i ^ j);
        first |= (uint32_t)!(i & j) << i;
        rising |= (uint32_t)!(i & k) << i;
    }
    __m512i across = _mm512_loadu_si512(partner);
    for (int r = 0; r < vectors; r++) {
        __m512i other = PERMUTE(across, a[r]);
        uint32_t rises = k < LANES ? rising : r * LANES & k ? 0 : ~0u;
        a[r] = BLEND((MASK) ~(first ^ rises), MAX(a[r], other), MIN(a[r], other));
    }
}

INSIDE MASK N(below)(int64_t n) { return (MASK)(n >= LANES ? ~0u : n <= 0 ? 0 : (1u << n) - 1); }

INSIDE void N(network)(const KEY *v, int64_t n, KEY *to, int vectors) {
    __m512i a[8];
    const __m512i last = _mm512_set1_epi64(-1);
    for (int r = 0; r < vectors; r++)
        a[r] = LOAD_SOME(last, N(below)(n - r * LANES), v + r * LANES);
#pragma GCC unroll 8
    for (int k = 1; k < 8; k++)
#pragma GCC unroll 8
        for (int j = k - 1; j >= 0; j--)
            if (1 << k <= vectors * LANES) N(step)(a, vectors, 1 << k, 1 << j);
    for (int r = 0; r < vectors; r++) STORE_SOME(to + r * LANES, N(below)(n - r * LANES), a[r]);
}

WIDE static void N(few_wide)(const KEY *v, int64_t n, KEY *to) {
    if (n <= LANES)
        N(network)(v, n, to, 1);
    else if (n <= 2 * LANES)
        N(network)(v, n, to, 2);
    else if (n <= 4 * LANES)
        N(network)(v, n, to, 4);
    else
        N(network)(v, n, to, 8);
}

// As `split`. What is stored behind what counts is written over, or has been read already.
WIDE static int64_t N(split_wide)(KEY *v, int64_t n, KEY pivot, KEY *other, bool away) {
    int64_t kept = 0, i = 0;
    const __m512i p = ALL(pivot);
    const MASK flip = (MASK)(away ? -1 : 0);
    for (; i + LANES <= n; i += LANES) {
        __m512i x = _mm512_loadu_si512(v + i);
        MASK stays = (MASK)(LESS(x, p) ^ flip);
        _mm512_storeu_si512(v + kept, COMPRESS(stays, x));
        _mm512_storeu_si512(other + (i - kept), COMPRESS((MASK)~stays, x));
        kept += __builtin_popcount(stays);
    }
    for (; i < n; i++) {
        KEY x = v[i];
        v[kept] = x;
        other[i - kept] = x;
        kept += (x < pivot) != away;
    }
    return kept;
}

// ---- both ---------------------------------------------------------------------------------------

static int64_t N(parted)(KEY *v, int64_t n, KEY pivot, KEY *other, bool away) {
    return hd_quick_is_wide() ? N(split_wide)(v, n, pivot, other, away)
                              : N(split)(v, n, pivot, other, away);
}

static int64_t N(most_few)(void) { return hd_quick_is_wide() ? 8 * LANES : 24; }

static void N(few)(const KEY *v, int64_t n, KEY *to) {
    if (hd_quick_is_wide()) {
        N(few_wide)(v, n, to);
    } else {
        memmove(to, v, (size_t)n * sizeof *v);
        N(insertion)(to, n);
    }
}

// About the middle of the keys: that of some that lie apart.
static KEY N(middle)(const KEY *v, int64_t n) {
    KEY some[64];
    int64_t many = n < 4096 ? 16 : HD_COUNT(some), apart = n / many;
    for (int i = 0; i < many; i++) some[i] = v[i * apart + apart / 2];
    if (hd_quick_is_wide())
        N(few_wide)(some, many, some);
    else
        N(insertion)(some, many);
    return some[many / 2];
}

// ---- long rows: the first partings, by all cores ------------------------------------------------

enum { N(STRETCHES) = 64, N(STRETCH) = 1 << 16, N(WAYS) = 8 };

// Into WAYS parts at once: what is below pivot[0], what is below pivot[1] ..., the rest.
struct N(parting) {
    const KEY *v;
    KEY *to, pivot[N(WAYS) - 1];
    int64_t n;
    int stretches;
    int64_t at[N(STRETCHES)][N(WAYS)]; // of each stretch: how many there are, then where they go
};

static int64_t N(stretch)(const struct N(parting) * p, int k) {
    return k < p->stretches ? p->n / p->stretches * k : p->n;
}

WIDE static void N(count_stretch)(struct hd_block *block, void **args) {
    struct N(parting) *p = args[0];
    int k = (int)block->bid[0];
    int64_t below[N(WAYS) - 1] = {0}, *at = p->at[k], from = N(stretch)(p, k);
    int64_t n = N(stretch)(p, k + 1) - from;
    for (int64_t i = 0; i < n; i += LANES) {
        MASK here = N(below)(n - i);
        __m512i x = LOAD_SOME(ALL(0), here, p->v + from + i);
#pragma GCC unroll 8
        for (int w = 0; w < N(WAYS) - 1; w++)
            below[w] += __builtin_popcount((MASK)(LESS(x, ALL(p->pivot[w])) & here));
    }
    at[0] = below[0];
    for (int w = 1; w < N(WAYS); w++) at[w] = (w < N(WAYS) - 1 ? below[w] : n) - below[w - 1];
}

// Nothing is written behind what goes there: the next stretch's may have come before.
WIDE static void N(send_stretch)(struct hd_block *block, void **args) {
    const struct N(parting) *p = args[0];
    int k = (int)block->bid[0];
    int64_t from = N(stretch)(p, k), n = N(stretch)(p, k + 1) - from;
    KEY *to[N(WAYS)];
    for (int w = 0; w < N(WAYS); w++) to[w] = p->to + p->at[k][w];
    for (int64_t i = 0; i < n; i += LANES) {
        MASK rest = N(below)(n - i);
        __m512i x = LOAD_SOME(ALL(0), rest, p->v + from + i);
#pragma GCC unroll 8
        for (int w = 0; w < N(WAYS); w++) {
            MASK some = w < N(WAYS) - 1 ? (MASK)(LESS(x, ALL(p->pivot[w])) & rest) : rest;
            int count = __builtin_popcount(some);
            rest = (MASK)(rest & ~some);
            STORE_SOME(to[w], N(below)(count), COMPRESS(some, x));
            to[w] += count;
        }
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

// Parts v into `other`, which is as long; sizes[w]: how many are in each part. false: nearly all
// would be in one.
static bool N(part_by_all)(const KEY *v, int64_t n, KEY *other, int64_t sizes[N(WAYS)]) {
    struct N(parting) p = {.v = v, .to = other, .n = n};
    KEY some[8 * LANES];
    int64_t apart = n / HD_COUNT(some), at = 0;
    for (int i = 0; i < HD_COUNT(some); i++) some[i] = v[i * apart + apart / 2];
    N(few_wide)(some, HD_COUNT(some), some);
    for (int w = 1; w < N(WAYS); w++) p.pivot[w - 1] = some[w * LANES];
    p.stretches = (int)(n / N(STRETCH) < N(STRETCHES) ? n / N(STRETCH) : N(STRETCHES));
    N(for_stretches)(&p, N(count_stretch));
    for (int w = 0; w < N(WAYS); w++) {
        sizes[w] = -at;
        for (int k = 0; k < p.stretches; k++) {
            int64_t here = p.at[k][w];
            p.at[k][w] = at;
            at += here;
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
    int64_t least, most; // sizes of a row that is left
    int n;
    struct N(piece) {
        KEY *v, *other;
        int64_t n;
        bool away;
    } v[MOST_PIECES];
};

// `other` is as long, and free. What has been sorted is in `v`, or in `other` (away). depth: how
// often rows may be parted before the pivots are known to be bad.
static void N(sort)(KEY *v, int64_t n, KEY *other, bool away, int depth, struct N(pieces) * left) {
    while (n > N(most_few)()) {
        if (left && n <= left->most && n >= left->least && left->n < MOST_PIECES) {
            left->v[left->n++] = (struct N(piece)){v, other, n, away};
            return;
        }
        if (!depth-- || (!hd_quick_is_wide() && n >= 1024 && !left)) {
            N(radix)(v, n, other, away);
            return;
        }
        int64_t sizes[N(WAYS)];
        if (left && hd_quick_is_wide() && n >= 4 * N(STRETCH) &&
            N(part_by_all)(v, n, other, sizes)) { // all are in `other`, and sorted from there
            for (int w = 0; w < N(WAYS); w++) {
                N(sort)(other, sizes[w], v, !away, depth, left);
                v += sizes[w];
                other += sizes[w];
            }
            return;
        }
        KEY pivot = N(middle)(v, n);
        int64_t kept = N(parted)(v, n, pivot, other, away), gone = n - kept;
        if (away ? kept == n : gone == n) { // the pivot is the least: its like are parted instead
            KEY *to = away ? other : v;
            v = away ? v : other;
            other = to;
            away = true;
            if (pivot == (KEY)-1) {
                memcpy(other, v, (size_t)n * sizeof *v);
                return;
            }
            kept = N(parted)(v, n, pivot + 1, other, true);
            other += n - kept; // there they are where they belong
            n = kept;
            continue;
        }
        N(sort)(other, gone, v + kept, !away, depth, left);
        other += gone;
        n = kept;
    }
    N(few)(v, n, away ? other : v);
}

static int N(depth)(int64_t n) { return 2 * (64 - __builtin_clzll((uint64_t)n | 1)); }

static void N(sort_piece)(struct hd_block *block, void **args) {
    const struct N(pieces) *left = args[0];
    const struct N(piece) *p = &left->v[block->bid[0]];
    N(sort)(p->v, p->n, p->other, p->away, N(depth)(p->n), NULL);
}

void N(hd_quick_sort_)(KEY *v, int64_t n, KEY *spare) {
    int threads = n < LONG_ROW || hd_current_thread() ? 1 : hd_cpu_threads();
    if (threads < 2) {
        N(sort)(v, n, spare, false, N(depth)(n), NULL);
        return;
    }
    struct N(pieces) left = {.most = n / (2 * threads) + 1, .least = n / (32 * threads)};
    void *args[] = {&left};
    N(sort)(v, n, spare, false, N(depth)(n), &left);
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
        KEY pivot = N(middle)(v, n), *low = v, *high = spare;
        int64_t lows = N(parted)(v, n, pivot, spare, false);
        if (!lows) { // the pivot is the least: its like are parted instead
            if (pivot == (KEY)-1) {
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
    N(few)(v, n, v);
    out[0] = v[at];
    out[1] = at + 1 < n ? v[at + 1] : has_next ? next : v[at];
}

#undef LANES
#undef DIGIT
