// A vector's accesses and the shadow.
//
// They must come to the same as the lanes one after another (access.c), and mostly nothing is to be
// said: the words of neighbouring cells are compared and replaced in loops that the compiler makes
// vectors of. A cell for which that is not enough sends the whole vector to access.c, lane by lane.
//
// Most reads are of what others of the block, or of the grid, have read before, and leave no trace.
// A page has a word for each 64 bytes (`quiet`): which of its 16 cells are such for whom, a block
// at a tick or everybody in this launch. Whoever writes there clears it.
#include "check/vector.h"

#include <string.h>

#define MOST_PAGES 4 // that it is worth looking for lanes in together

// ---- one lane -----------------------------------------------------------------------------------

static bool one_lane(const struct vector *v, int lane, uint64_t base, uint64_t extent) {
    const struct block_state *b = v->block;
    uint64_t addr = address(v, lane);
    now.thread = v->first + (uint32_t)lane;
    now.lane = v->offset + (uint32_t)lane;
    now.tick = b->tick[now.thread] > b->base ? b->tick[now.thread] : b->base;
    return check_access(addr, base, extent, v->what, HD_WHAT_SIZE(v->what)) ==
           (void *)(uintptr_t)addr;
}

// ---- words --------------------------------------------------------------------------------------

// What a part of a vector is compared with: all its threads have the same tick, and know of each
// other what they did before `warp_base`.
struct view {
    record me;      // of the first lane
    uint64_t block; // me >> 41: slot and actor
    uint64_t warp;  // me >> 36
    uint64_t base, warp_base, tick;
    bool plain, apart; // apart: lanes of a warp are ordered by barriers alone
};

static inline uint64_t tick_of(record r) { return r >> 15 & MAX_TICK; }

// The word's accesses come before those of `me`, or are its own. Not for sets and "many".
static inline bool known(record r, record me, const struct view *v) {
    return ((r ^ me) >> 31 == 0) | ((r >> 41 == v->block) & (tick_of(r) < v->base)) |
           ((r >> 36 == v->warp) & (tick_of(r) < v->warp_base));
}

static inline bool word_passes(record r, record me, const struct view *v) {
    uint64_t state = r & WORD_MASK;
    bool one = state == STATE_ONE || state == (STATE_ONE | BLOCK_SCOPE);
    bool all = state == STATE_BLOCK && r >> 41 == v->block && tick_of(r) < v->base;
    return r == 0 || (one && known(r, me, v)) || all;
}

// What becomes of a word of reads; 0: not known here.
static inline record read_again(record r, record me, const struct view *v) {
    uint64_t state = r & WORD_MASK;
    uint64_t same = r >> 41 == v->block, slot = (r ^ me) >> 62 == 0;
    uint64_t one = state == STATE_ONE, block = state == STATE_BLOCK, many = state == STATE_MANY;
    uint64_t older = same & (tick_of(r) < v->base);
    uint64_t mine = (one & known(r, me, v)) | (block & older) | (r == 0);
    uint64_t keeps = (many & slot) | (block & same & (tick_of(r) == v->tick));
    uint64_t other = (one | block) & slot & v->plain;
    uint64_t to_many = other & !same;
    uint64_t to_block = other & same & (v->apart | ((r ^ me) >> 36 != 0));
    record clear = me & ~(record)WORD_MASK;
    return mine       ? me
           : keeps    ? r
           : to_many  ? clear | STATE_MANY
           : to_block ? clear | STATE_BLOCK
                      : 0;
}

#define CELLS 128 // most cells of a part: 32 lanes of 16 bytes

// Reads of n neighbouring cells, 1 << per of them each lane's. writes: the words of writes, or
// NULL. false: nothing was done.
WIDE static bool read_cells(record *restrict reads, const record *restrict writes, int n, int per,
                            const struct view *view, int *quiet) {
    record fresh[CELLS];
    struct view v = *view;
    uint64_t bad = 0, changed = 0, not_all = 0;
    for (int i = 0; i < n; i++) {
        record me = v.me + ((uint64_t)(i >> per) << 31), r = reads[i];
        fresh[i] = read_again(r, me, &v);
        bad |= fresh[i] == 0;
        changed |= (uint64_t)(fresh[i] != r) | (uint64_t)((r & WORD_MASK) == STATE_ONE);
        not_all |= (uint64_t)((r & WORD_MASK) != STATE_MANY);
    }
    if (writes)
        for (int i = 0; i < n; i++) {
            record me = v.me + ((uint64_t)(i >> per) << 31), w = writes[i];
            bad |= (uint64_t)!((w == 0) | known(w, me, &v));
            changed |= (uint64_t)!((w == 0) | ((w >> 41 == v.block) & (tick_of(w) < v.base)));
            not_all |= w;
        }
    if (bad) return false;
    *quiet = changed ? 0 : not_all ? 1 : 2;
    if (*quiet) return true;
    memcpy(reads, fresh, (size_t)n * sizeof *reads);
    return true;
}

// *again: cells that their thread had written at the same tick, in lane order.
WIDE static bool write_cells(record *restrict writes, int n, int per, const struct view *view,
                             uint64_t *again) {
    record fresh[CELLS];
    struct view v = *view;
    uint64_t bad = 0, repeated = 0;
    for (int i = 0; i < n; i++) {
        record me = v.me + ((uint64_t)(i >> per) << 31), w = writes[i];
        bad |= (uint64_t)!((w == 0) | known(w, me, &v));
        uint64_t own = (w != 0) & ((w | CHANGED_WRITE) >> 15 == me >> 15);
        fresh[i] = me | (own ? w & CHANGED_WRITE : 0);
        repeated |= own & !(w & CHANGED_WRITE);
    }
    if (bad) return false;
    *again = repeated;
    memcpy(writes, fresh, (size_t)n * sizeof *writes);
    return true;
}

WIDE static bool words_pass(const record *restrict words, int n, int per, const struct view *view) {
    struct view v = *view;
    uint64_t bad = 0;
    for (int i = 0; i < n; i++)
        bad |= (uint64_t)!word_passes(words[i], v.me + ((uint64_t)(i >> per) << 31), &v);
    return !bad;
}

// ---- bytes that nobody has set ------------------------------------------------------------------

static void set_bytes(struct page *page, size_t at, size_t n) {
    for (; n && at % 8; at++, n--) page->unset[at / 8] &= (uint8_t)~(1u << at % 8);
    if (n >= 8) memset(page->unset + at / 8, 0, n / 8);
    at += n / 8 * 8;
    for (n %= 8; n; at++, n--) page->unset[at / 8] &= (uint8_t)~(1u << at % 8);
}

// ---- pages at hand ------------------------------------------------------------------------------

#define PAGES 256
static __thread struct {
    uint64_t number[PAGES]; // + 1; 0: empty
    struct page *page[PAGES];
    uint64_t check;
} at_hand;
static struct page *page_at_hand(uint64_t addr) {
    uint64_t number = addr >> PAGE_BITS;
    unsigned i = number % PAGES;
    if (at_hand.check != check_serial) {
        memset(&at_hand, 0, sizeof at_hand);
        at_hand.check = check_serial;
    }
    if (at_hand.number[i] == number + 1) return at_hand.page[i];
    struct page *page = page_find(addr);
    if (!page) return NULL;
    at_hand.page[i] = page;
    at_hand.number[i] = number + 1;
    return page;
}

static struct page *page_to_hand(uint64_t addr) {
    return page_get(addr) ? page_at_hand(addr) : NULL;
}

// ---- quiet cells --------------------------------------------------------------------------------
// Bits: 16 cells, 16 tick, 21 actor; 63: everybody in this phase.

#define QUIET_FOR_ALL (1ull << 63)
#define QUIET_WHO (~0ull << 16)

static inline uint64_t quiet_stamp(const struct block_state *b) {
    return 1ull << 62 | (uint64_t)b->actor << 32 | (uint64_t)b->base << 16;
}

// Of the cells of line `line` those in [from, to), bytes of the page.
static inline uint64_t quiet_cells(size_t line, size_t from, size_t to) {
    size_t begin = line * QUIET_BYTES, end = begin + QUIET_BYTES;
    size_t low = from > begin ? (from - begin) / 4 : 0;
    size_t high = to < end ? (to - begin + 3) / 4 : QUIET_BYTES / 4;
    return ((1ull << high) - 1) & ~((1ull << low) - 1);
}

static inline bool is_quiet(const struct page *page, const struct block_state *b, size_t from,
                            size_t to) {
    if (!page->any_quiet) return false;
    uint64_t stamp = quiet_stamp(b);
    for (size_t line = from / QUIET_BYTES; line <= (to - 1) / QUIET_BYTES; line++) {
        uint64_t word = __atomic_load_n(&page->quiet[line], __ATOMIC_RELAXED);
        uint64_t cells = quiet_cells(line, from, to), who = word & QUIET_WHO;
        if ((word & cells) != cells || (who != QUIET_FOR_ALL && who != stamp)) return false;
    }
    return true;
}

// Reads of [from, to) that have changed nothing. all: nor would anybody else's.
static void make_quiet(struct page *page, const struct block_state *b, size_t from, size_t to,
                       bool all) {
    if (b->uneven || b->sparse || page->shift != 2 || !now.plain) return;
    page->any_quiet = true;
    uint64_t stamp = all ? QUIET_FOR_ALL : quiet_stamp(b);
    for (size_t line = from / QUIET_BYTES; line <= (to - 1) / QUIET_BYTES; line++) {
        uint64_t word = page->quiet[line], cells = quiet_cells(line, from, to);
        if ((word & QUIET_WHO) == stamp)
            cells |= word;
        else if ((word & QUIET_WHO) == QUIET_FOR_ALL)
            continue;
        __atomic_store_n(&page->quiet[line], cells | stamp, __ATOMIC_RELAXED);
    }
}

// ---- a part of a vector -------------------------------------------------------------------------

// Whether lanes low to high have one tick, and what they know. view->me is of the first.
static bool see(const struct vector *v, int low, int high, struct view *view) {
    const struct block_state *b = v->block;
    uint32_t thread = v->first + (uint32_t)low, warp = thread / 32, tick = b->base;
    if (b->sparse || b->partial[warp]) return false;
    if (b->uneven) {
        uint32_t least = MAX_TICK, most = 0;
        for (int i = low; i <= high; i++) {
            uint32_t t = b->tick[v->first + (uint32_t)i];
            if (t < least) least = t;
            if (t > most) most = t;
        }
        if (least != most && most > b->base) return false;
        if (most > tick) tick = most;
    }
    now.thread = thread;
    now.tick = tick;
    *view = (struct view){.base = b->base,
                          .warp_base = b->warp_base[warp],
                          .tick = tick,
                          .plain = now.plain,
                          .apart = !now.warps};
    return true;
}

static void see_page(struct view *view, const struct page *page, uint64_t what) {
    view->me = access_record(page, what);
    view->block = view->me >> 41;
    view->warp = view->me >> 36;
}

// Ready for cells of such accesses in [addr, end)?
static bool fits(struct page *page, uint64_t addr, uint64_t end, uint64_t size, int *per) {
    if (page->current != now.phase) page_enter(page);
    page_open(page, addr - page->from, end - page->from);
    if (page->shift && (addr | size) & 3) return false;
    uint64_t cells = size >> page->shift;
    *per = 0;
    while (1ull << *per < cells) ++*per;
    return 1ull << *per == cells;
}

static int kept_in(enum hd_check_op op) {
    return op == HD_CHECK_READ ? LAST_READS : op == HD_CHECK_RMW ? LAST_UPDATES : LAST_WRITE;
}

static bool others_pass(const struct page *page, size_t i, int n, int per, enum hd_check_op op,
                        const struct view *view) {
    if (op != HD_CHECK_READ && page->words[LAST_READS] &&
        !words_pass(page->words[LAST_READS] + i, n, per, view))
        return false;
    if (op == HD_CHECK_RMW) return true; // other atomics are in order
    if (page->words[LAST_UPDATES] && !words_pass(page->words[LAST_UPDATES] + i, n, per, view))
        return false;
    return op == HD_CHECK_READ || !page->words[LAST_LOADS] ||
           words_pass(page->words[LAST_LOADS] + i, n, per, view);
}

// The cells of lanes low to high, which are neighbours in one page. false: nothing was done.
static bool pass_cells(const struct vector *v, struct page *page, int low, int high,
                       const struct view *seen) {
    enum hd_check_op op = HD_WHAT_OP(v->what);
    uint64_t size = HD_WHAT_SIZE(v->what), addr = address(v, low), again = 0;
    int lanes = high - low + 1, per;
    if (!fits(page, addr, addr + size * (size_t)lanes, size, &per) || lanes << per > CELLS)
        return false;
    size_t at = addr & (PAGE_SIZE - 1), i = at >> page->shift, total = size * (size_t)lanes;
    int n = lanes << per;
    struct view view = *seen;
    see_page(&view, page, v->what);
    record *own = page_words(page, kept_in(op));
    if (!own || !others_pass(page, i, n, per, op, &view)) return false;
    if (op != HD_CHECK_WRITE) { // updates are kept like reads
        const record *writes = page->words[LAST_WRITE];
        if (page->unset && page_any_unset(page, at, total)) return false;
        int quiet;
        if (!read_cells(own + i, writes ? writes + i : NULL, n, per, &view, &quiet)) return false;
        if (op == HD_CHECK_RMW)
            page_stir(page, at, at + total);
        else if (quiet)
            make_quiet(page, v->block, at, at + total, quiet == 2);
        return true;
    }
    if (v->what & HD_WHAT_PLAIN_COPY && any_copied(v->block, v->offset + (uint32_t)high + 1))
        return false;
    if (!write_cells(own + i, n, per, &view, &again)) return false;
    page_stir(page, at, at + total);
    for (int k = LAST_READS; k < WORDS; k++)
        if (page->words[k]) memset(page->words[k] + i, 0, (size_t)n * sizeof(record));
    if (page->unset) set_bytes(page, at, total);
    for (int lane = low; again && lane <= high; lane++) {
        now.lane = v->offset + (uint32_t)lane;
        if (!(own[i + (size_t)((lane - low) << per)] & CHANGED_WRITE))
            ask_same(address(v, lane), (uint32_t)size, 0);
    }
    return true;
}

// ---- cells at equal distances
// The words are brought together, and go back to where they belong: structures' members, every
// third byte of a picture.

static void gather(record *out, const record *words, size_t i, size_t step, int n) {
    for (int k = 0; k < n; k++) out[k] = words[i + (size_t)k * step];
}

static void scatter(const record *in, record *words, size_t i, size_t step, int n) {
    for (int k = 0; k < n; k++) words[i + (size_t)k * step] = in[k];
}

static bool others_pass_apart(const struct page *page, size_t i, size_t step, int n,
                              enum hd_check_op op, const struct view *view) {
    record words[MOST];
    for (int k = LAST_READS; k < WORDS; k++) {
        if (!page->words[k] || (k == LAST_READS && op == HD_CHECK_READ) ||
            (k != LAST_READS && op == HD_CHECK_RMW) || (k == LAST_LOADS && op == HD_CHECK_READ))
            continue;
        gather(words, page->words[k], i, step, n);
        if (!words_pass(words, n, 0, view)) return false;
    }
    return true;
}

static bool any_unset_apart(const struct page *page, size_t at, uint64_t size, uint64_t stride,
                            int n) {
    for (int k = 0; k < n; k++)
        if (page_any_unset(page, at + (size_t)k * stride, size)) return true;
    return false;
}

// One cell of each of the lanes low to high, in one page. false: nothing was done.
static bool pass_apart(const struct vector *v, struct page *page, int low, int high,
                       const struct view *seen) {
    enum hd_check_op op = HD_WHAT_OP(v->what);
    uint64_t size = HD_WHAT_SIZE(v->what), addr = address(v, low), again = 0;
    uint64_t stride = (uint64_t)v->stride, cell = 1ull << page->shift;
    int n = high - low + 1, per, quiet;
    if (!fits(page, addr, address(v, high) + size, size, &per) || per || stride < cell ||
        stride & (cell - 1))
        return false;
    size_t at = addr & (PAGE_SIZE - 1), i = at >> page->shift, step = stride >> page->shift;
    size_t end = at + (size_t)(n - 1) * stride + size;
    struct view view = *seen;
    see_page(&view, page, v->what);
    record *own = page_words(page, kept_in(op)), fresh[MOST], writes[MOST];
    if (!own || !others_pass_apart(page, i, step, n, op, &view)) return false;
    gather(fresh, own, i, step, n);
    if (op != HD_CHECK_WRITE) {
        const record *last = page->words[LAST_WRITE];
        if (page->unset && any_unset_apart(page, at, size, stride, n)) return false;
        if (last) gather(writes, last, i, step, n);
        if (!read_cells(fresh, last ? writes : NULL, n, 0, &view, &quiet)) return false;
        scatter(fresh, own, i, step, n);
        if (op == HD_CHECK_RMW) page_stir(page, at, end);
        return true;
    }
    if (v->what & HD_WHAT_PLAIN_COPY && any_copied(v->block, v->offset + (uint32_t)high + 1))
        return false;
    if (!write_cells(fresh, n, 0, &view, &again)) return false;
    scatter(fresh, own, i, step, n);
    page_stir(page, at, end);
    for (int k = LAST_READS; k < WORDS; k++)
        for (int lane = 0; page->words[k] && lane < n; lane++)
            page->words[k][i + (size_t)lane * step] = 0;
    for (int lane = 0; page->unset && lane < n; lane++)
        set_bytes(page, at + (size_t)lane * stride, size);
    for (int lane = low; again && lane <= high; lane++) {
        now.lane = v->offset + (uint32_t)lane;
        if (!(fresh[lane - low] & CHANGED_WRITE)) ask_same(address(v, lane), (uint32_t)size, 0);
    }
    return true;
}

// One address that all of `lanes` read, in one cell each way. false: nothing was done.
static bool pass_uniform(const struct vector *v, struct page *page, int low,
                         const struct view *seen) {
    uint64_t size = HD_WHAT_SIZE(v->what), addr = address(v, low);
    int per;
    if (!fits(page, addr, addr + size, size, &per)) return false;
    size_t at = addr & (PAGE_SIZE - 1), i = at >> page->shift;
    struct view view = *seen;
    see_page(&view, page, v->what);
    view.me &= ~((uint64_t)1023 << 31); // no thread in particular: what all of them know
    view.me |= (uint64_t)(v->first / 32 * 32) << 31;
    if (page->unset && page_any_unset(page, at, size)) return false;
    record *own = page_words(page, LAST_READS);
    if (!own) return false;
    for (int k = 0; k < 1 << per; k++) {
        record w = page->words[LAST_WRITE] ? page->words[LAST_WRITE][i + (size_t)k] : 0;
        record u = page->words[LAST_UPDATES] ? page->words[LAST_UPDATES][i + (size_t)k] : 0;
        uint64_t base = view.base > view.warp_base ? view.base : view.warp_base;
        bool of_warp = w >> 36 == view.warp && tick_of(w) < base;
        if (w && !of_warp && !(w >> 41 == view.block && tick_of(w) < view.base)) return false;
        if (u) return false;
    }
    record me = access_record(page, v->what);
    bool changed = false, many = !page->words[LAST_WRITE];
    for (int k = 0; k < 1 << per; k++) {
        record old = own[i + (size_t)k];
        if (!add_group(page, &own[i + (size_t)k], me, v->lanes << (v->first & 31))) return false;
        changed |= own[i + (size_t)k] != old || record_state(old) == STATE_SET;
        many = many && record_state(old) == STATE_MANY;
    }
    if (!changed) make_quiet(page, v->block, at, at + size, many);
    return true;
}

// Whether [from, to) is within what `base` leads to, memory that is compared.
enum where { INSIDE, NOT_COMPARED, ELSEWHERE };
static enum where where_is(uint64_t from, uint64_t to, uint64_t base, uint64_t extent,
                           const struct page *page) {
    if (to < from) return ELSEWHERE;
    if (extent) {
        if (from < base || to - base > extent) return ELSEWHERE;
        if (page && page->current == now.phase) return INSIDE; // then it is no stack
        return hd_cpu_on_stack((void *)(uintptr_t)from) ? NOT_COMPARED : INSIDE;
    }
    const struct hd_object *o = object_find(base);
    if (!o || o->freed || o->kind == HD_OBJECT_HOST || from < o->from || to > o->from + o->size)
        return ELSEWHERE;
    return o->kind == HD_OBJECT_OTHER ? NOT_COMPARED : INSIDE;
}

// ---- lanes that go anywhere
// Counters of a histogram, elements that a list names: mostly the block, or everybody, has been
// there before, and the word stays as it is.

static inline bool stays(record r, const struct view *v) {
    uint64_t state = r & WORD_MASK;
    return (state == STATE_MANY && r >> 62 == v->me >> 62) ||
           (state == STATE_BLOCK && r >> 41 == v->block && tick_of(r) == v->tick);
}

// Those of `lanes`, all in this page, that change nothing and conflict with nothing.
static uint32_t staying_lanes(const struct vector *v, struct page *page, uint32_t lanes,
                              const struct view *seen) {
    enum hd_check_op op = HD_WHAT_OP(v->what);
    uint64_t size = HD_WHAT_SIZE(v->what), unaligned = HD_WHAT_ALIGN(v->what) - 1;
    int per = 0;
    if (page->current != now.phase || !page->words[kept_in(op)]) return 0;
    for (uint32_t rest = lanes; rest; rest &= rest - 1) {
        uint64_t addr = address(v, __builtin_ctz(rest)), end = addr + size;
        if (end > page->from + PAGE_SIZE) end = page->from + PAGE_SIZE;
        if (!fits(page, addr, end, size, &per)) return 0;
    }
    const record *own = page->words[kept_in(op)], *writes = page->words[LAST_WRITE],
                 *others = page->words[op == HD_CHECK_READ ? LAST_UPDATES : LAST_READS];
    if (!own) return 0;
    struct view view = *seen;
    now.thread = v->first;
    see_page(&view, page, v->what);
    uint32_t good = 0;
    for (uint32_t rest = lanes; rest; rest &= rest - 1) {
        int lane = __builtin_ctz(rest);
        uint64_t addr = address(v, lane);
        size_t at = addr & (PAGE_SIZE - 1), i = at >> page->shift;
        record me = view.me + ((uint64_t)lane << 31);
        bool ok = !(addr & unaligned) && at + size <= PAGE_SIZE;
        for (size_t k = i; ok && k < i + (1u << per); k++)
            ok = stays(own[k], &view) && (!writes || !writes[k] || known(writes[k], me, &view)) &&
                 (!others || word_passes(others[k], me, &view));
        if (ok && page->unset) ok = !page_any_unset(page, at, size);
        good |= (uint32_t)ok << lane;
    }
    return good;
}

// The same for lanes in several pages of one object.
static uint32_t quiet_lanes(const struct vector *v, uint64_t base, uint64_t extent,
                            const struct view *view) {
    uint64_t size = HD_WHAT_SIZE(v->what), from = base, room = extent;
    if (!extent) {
        const struct hd_object *o = object_find(base);
        if (!o || o->freed || o->kind == HD_OBJECT_HOST || o->kind == HD_OBJECT_OTHER) return 0;
        from = o->from;
        room = o->size;
    }
    if (!size || room < size) return 0;
    uint32_t good = 0, rest = 0;
    for (uint32_t left = v->lanes; left; left &= left - 1) {
        int lane = __builtin_ctz(left);
        rest |= (uint32_t)(address(v, lane) - from <= room - size) << lane;
    }
    for (int pages = 0; rest && pages < MOST_PAGES; pages++) {
        uint64_t number = address(v, __builtin_ctz(rest)) >> PAGE_BITS;
        uint32_t here = 0;
        for (uint32_t left = rest; left; left &= left - 1) {
            int lane = __builtin_ctz(left);
            here |= (uint32_t)(address(v, lane) >> PAGE_BITS == number) << lane;
        }
        rest &= ~here;
        struct page *page = page_at_hand(number << PAGE_BITS);
        if (!page) continue;
        page_lock(page);
        good |= staying_lanes(v, page, here, view);
        page_unlock(page);
    }
    return good;
}

// ---- lanes side by side -------------------------------------------------------------------------

// Neighbours, all of them on, at equal distances: as lines (lines.c). from: of the first, `thread`;
// lane: of the vector, the last.
static inline bool pass_lines(struct block_state *b, struct page *page, uint64_t what,
                              uint32_t thread, int lanes, int lane, uint64_t from,
                              uint64_t stride) {
    uint64_t size = HD_WHAT_SIZE(what);
    enum hd_check_op op = HD_WHAT_OP(what);
    if (lanes == 1) stride = size;
    if (stride < size || stride > MOST_STRIDE || !size) return false;
    if (stride != size && (size & (size - 1) || size > 16)) return false; // one may be in two lines
    if (op > HD_CHECK_WRITE || b->uneven || b->sparse) return false;
    static __thread uint64_t known_stride, known_size, pattern;
    if (stride != size && (stride != known_stride || size != known_size))
        pattern = lines_pattern(known_stride = stride, known_size = size);
    struct side_by_side s = {.begin = from,
                             .pattern = pattern,
                             .end = from + (uint64_t)(lanes - 1) * stride + size,
                             .origin = from - thread * stride,
                             .stride = stride,
                             .size = size,
                             .what = what,
                             .base = b->base,
                             .writes = op == HD_CHECK_WRITE};
    if (s.begin < b->shared_to && s.end > b->shared_from) return false;
    if (s.writes && what & HD_WHAT_PLAIN_COPY && any_copied(b, (uint32_t)lane + 1)) return false;
    struct page *second = NULL;
    if ((s.end - 1) >> PAGE_BITS != from >> PAGE_BITS && !(second = page_to_hand(s.end - 1)))
        return false;
    return lines_pass(&s, page, second);
}

// A run of lanes, at equal distances, of which something is known.
static bool pass_run(const struct vector *v, int low, int high, uint64_t base, uint64_t extent,
                     const struct view *view) {
    uint64_t size = HD_WHAT_SIZE(v->what), from = address(v, low), to = address(v, high) + size;
    enum hd_check_op op = HD_WHAT_OP(v->what);
    bool lone = low == high;
    if ((from | (lone ? 0 : (uint64_t)v->stride)) & (HD_WHAT_ALIGN(v->what) - 1)) return false;
    bool read = v->stride == 0 && op == HD_CHECK_READ && !lone;
    bool next = read || lone || v->stride == (int64_t)size;
    if (!next && v->stride <= 0) return false;
    struct page *page = page_at_hand(from);
    enum where where = where_is(from, to, base ? base : from, extent, page);
    if (where == NOT_COMPARED) return true;
    if (where != INSIDE || (!page && !(page = page_to_hand(from)))) return false;
    if (!read && pass_lines(v->block, page, v->what, v->first + (uint32_t)low, high - low + 1,
                            (int)v->offset + high, from, (uint64_t)v->stride))
        return true;
    if (from >> PAGE_BITS != (to - 1) >> PAGE_BITS) return false;
    page_lock(page);
    now.thread = v->first + (uint32_t)low;
    bool passes = read   ? pass_uniform(v, page, low, view)
                  : next ? pass_cells(v, page, low, high, view)
                         : pass_apart(v, page, low, high, view);
    page_unlock(page);
    return passes;
}

// Addresses that the code does not know to be at equal distances (`3 * i` may wrap, a row of
// threads ends) mostly are so in a few runs of lanes. Lanes low to `high`, the first such run, of
// what is on.
static int end_of_run(const struct vector *v, uint32_t lanes, int low, int64_t *stride) {
    int high = low;
    *stride = (int64_t)HD_WHAT_SIZE(v->what);
    if (low == MOST - 1 || !(lanes >> (low + 1) & 1)) return low;
    *stride = (int64_t)(address(v, low + 1) - address(v, low));
    while (high < MOST - 1 && lanes >> (high + 1) & 1 &&
           (int64_t)(address(v, high + 1) - address(v, high)) == *stride)
        high++;
    return high;
}

static uint32_t lanes_between(int low, int high) { return (2u << high) - (1u << low); }

// One lane, which is no part of a run.
static bool pass_lane(const struct vector *v, int lane, uint64_t base, uint64_t extent,
                      const struct view *view) {
    uint64_t size = HD_WHAT_SIZE(v->what), at = address(v, lane);
    if (!size || at & (HD_WHAT_ALIGN(v->what) - 1) ||
        at >> PAGE_BITS != (at + size - 1) >> PAGE_BITS)
        return false;
    struct page *page = page_at_hand(at);
    if (!page || where_is(at, at + size, base, extent, page) != INSIDE) return false;
    page_lock(page);
    now.thread = v->first + (uint32_t)lane;
    bool passes = pass_cells(v, page, lane, lane, view);
    page_unlock(page);
    return passes;
}

// The lanes that may go on, as bits. They are done in order: which of two writes comes first
// counts.
uint32_t vector_check(const struct vector *v, const uint64_t *bases, uint64_t base,
                      const uint64_t *extents, uint64_t extent) {
    enum hd_check_op op = HD_WHAT_OP(v->what);
    int first = __builtin_ctz(v->lanes), last = 31 - __builtin_clz(v->lanes);
    bool simple = op <= HD_CHECK_WRITE && !(v->what & HD_WHAT_VOLATILE);
    if (op == HD_CHECK_RMW) // of device scope, where nothing is handed over by them
        simple = now.plain && HD_WHAT_SCOPE(v->what) != HD_SCOPE_BLOCK;
    struct view view;
    if (simple && !see(v, first, last, &view)) simple = false;
    bool runs = simple && !bases && !extents && HD_WHAT_SIZE(v->what);
    uint32_t good = 0;
    for (uint32_t rest = v->lanes; rest;) {
        struct vector part = *v;
        int low = __builtin_ctz(rest), high = low;
        if (runs) high = end_of_run(v, rest, low, &part.stride);
        part.lanes = lanes_between(low, high);
        part.addr = NULL;
        part.from = address(v, low) - (uint64_t)part.stride * (uint64_t)low;
        bool all = part.lanes == v->lanes;
        if (runs && (high > low || all) && pass_run(&part, low, high, base, extent, &view)) {
            good |= part.lanes;
            rest &= ~part.lanes;
            continue;
        }
        if (runs && op != HD_CHECK_WRITE && first < last && rest == v->lanes) {
            good = quiet_lanes(v, base ? base : address(v, low), extent, &view);
            rest &= ~good;
            if (good) continue;
        }
        rest &= ~part.lanes;
        for (uint32_t each = part.lanes; each; each &= each - 1) {
            int lane = __builtin_ctz(each);
            uint64_t b = bases ? bases[lane] : base ? base : address(v, lane);
            uint64_t e = extents ? extents[lane] : extent;
            if ((simple && pass_lane(v, lane, b, e, &view)) || one_lane(v, lane, b, e))
                good |= 1u << lane;
        }
    }
    return good;
}

// One thread's access, without a vector.
bool check_thread(uint64_t addr, uint64_t base, uint64_t extent, uint64_t what) {
    struct vector v = {
        .block = now.block, .what = what, .first = now.thread, .lanes = 1, .from = addr};
    return vector_check(&v, NULL, base, NULL, extent) != 0;
}

// ---- a whole vector -----------------------------------------------------------------------------

bool vector_is_quiet(struct hd_block *block, uint64_t mask, uint64_t from, int64_t stride,
                     uint64_t base, uint64_t extent, uint64_t what) {
    struct block_state *b = block->check;
    uint64_t size = HD_WHAT_SIZE(what), count = count_lanes(mask);
    if (!hd_check_on || HD_WHAT_OP(what) != HD_CHECK_READ || what & HD_WHAT_VOLATILE) return false;
    if (b->uneven || b->sparse || !mask) return false;
    uint64_t low = 0, last = 0;
    if (stride) {
        low = (uint64_t)__builtin_ctzll(mask);
        last = 63 - (uint64_t)__builtin_clzll(mask);
        if (stride != (int64_t)size || last - low + 1 != count) return false;
    }
    from += low * (uint64_t)stride;
    uint64_t to = from + (last - low) * (uint64_t)stride + size;
    if (from >> PAGE_BITS != (to - 1) >> PAGE_BITS || from & (HD_WHAT_ALIGN(what) - 1))
        return false;
    struct page *page = page_at_hand(from);
    if (!page || page->current != now.phase || page->shift != 2) return false;
    now.block = b;
    if (where_is(from, to, base ? base : from, extent, page) != INSIDE) return false;
    if (!is_quiet(page, b, from & (PAGE_SIZE - 1), ((to - 1) & (PAGE_SIZE - 1)) + 1)) return false;
    b->accesses += count;
    count_touches(b, from, HD_CHECK_READ, count);
    uint64_t sectors = (to - 1) / SECTOR - from / SECTOR + 1;
    if (from < b->shared_from || from >= b->shared_to) {
        b->sectors += sectors;
        b->needed += sectors;
        b->requests++;
        b->lanes += count;
    }
    if (what & HD_WHAT_PLAIN_COPY) clear_copied(b);
    return true;
}

bool vector_passes_in_lines(struct hd_block *block, uint32_t first, uint64_t mask, uint64_t from,
                            int64_t stride, uint64_t base, uint64_t extent, uint64_t what) {
    struct block_state *b = block->check;
    uint64_t low = (uint64_t)__builtin_ctzll(mask), high = 63 - (uint64_t)__builtin_clzll(mask);
    if (hd_check_tracing || __atomic_load_n(&turns_wanted, __ATOMIC_RELAXED) ||
        what & HD_WHAT_VOLATILE || HD_WHAT_OP(what) > HD_CHECK_WRITE || stride <= 0 ||
        ((from | (uint64_t)stride) & (HD_WHAT_ALIGN(what) - 1)) ||
        mask >> low != ~0ull >> (63 - (high - low)))
        return false;
    for (uint64_t warp = (first + low) / 32; warp <= (first + high) / 32; warp++)
        if (b->partial[warp]) return false;
    now.block = b;
    uint64_t begin = from + low * (uint64_t)stride,
             end = from + high * (uint64_t)stride + HD_WHAT_SIZE(what);
    struct page *page = page_at_hand(begin);
    if (!page || where_is(begin, end, base ? base : begin, extent, page) != INSIDE ||
        !pass_lines(b, page, what, first + (uint32_t)low, (int)(high - low) + 1, (int)high, begin,
                    (uint64_t)stride))
        return false;
    b->accesses += high - low + 1;
    count_touches(b, begin, HD_WHAT_OP(what), high - low + 1);
    if (!(what & HD_WHAT_PLAIN_COPY)) return true;
    if (HD_WHAT_OP(what) == HD_CHECK_READ)
        clear_copied(b);
    else
        b->copied_some = true; // for what it copies
    return true;
}
