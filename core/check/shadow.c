// What is remembered of memory: pages of cells, made when they are touched.
//
// The table has two levels, by address: 18 bits, then 17, then a page of 4 KiB. A cell stands for 4
// bytes; the page's cells are split when something smaller is accessed there, so that `char` arrays
// are as exact as others. Of a cell up to four words are kept (internal.h), 8 bytes each, in arrays
// of the page that are made when they are needed. A record in a word names its phase by a slot of
// the page. When a new phase enters a page whose phases all came before it, the words are cleared:
// nothing in them can conflict any more. When one does not (another stream), it gets a slot of its
// own.
//
// Several workers may touch a page: they lock it. Pages are found without a lock and stay until the
// check ends.
//
// Example: 1 MiB of floats that one kernel reads takes 256 pages with 2 MiB of words.
#include "check/internal.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define TOP_BITS 18
#define MID_BITS 17

static struct page **top[1u << TOP_BITS];
bool shadow_shared;
static pthread_mutex_t slow;
static __thread int slow_depth;
static struct {
    HD_VEC(struct page *) all;
    HD_VEC(uint32_t) tops; // in use
} shadow;
size_t shadow_bytes, shadow_most; // now, and the most that it has been

static void count_bytes(size_t n) {
    size_t now_used = __atomic_add_fetch(&shadow_bytes, n, __ATOMIC_RELAXED);
    if (now_used > shadow_most) shadow_most = now_used;
}

#define SETS_IN_CHUNK 1024 // sets stay where they are: workers have pointers to them
#define MOST_CHUNKS 65536
static struct {
    struct set *chunks[MOST_CHUNKS];
    uint32_t n, first_free; // first_free: index + 1
} sets;

void slow_lock(void) {
    if (slow_depth++ == 0) pthread_mutex_lock(&slow);
}

void slow_unlock(void) {
    if (--slow_depth == 0) pthread_mutex_unlock(&slow);
}

// ---- sets ---------------------------------------------------------------------------------------

static struct set *set_number(uint32_t i) {
    return &sets.chunks[i / SETS_IN_CHUNK % MOST_CHUNKS][i % SETS_IN_CHUNK];
}

struct set *set_at(record word) { return set_number((uint32_t)(word >> 8)); }

record set_make(void) {
    slow_lock();
    uint32_t i;
    if (sets.first_free) {
        i = sets.first_free - 1;
        sets.first_free = set_number(i)->next_free;
    } else {
        i = sets.n++;
        struct set **chunk = &sets.chunks[i / SETS_IN_CHUNK % MOST_CHUNKS];
        if (!*chunk) *chunk = hd_xcalloc(SETS_IN_CHUNK, sizeof **chunk);
    }
    set_number(i)->n = 0;
    slow_unlock();
    return (uint64_t)i << 8 | STATE_SET;
}

void set_free(record word) {
    slow_lock();
    struct set *s = set_at(word);
    s->n = -1;
    s->next_free = sets.first_free;
    sets.first_free = (uint32_t)(word >> 8) + 1;
    slow_unlock();
}

static void drop(record word) {
    if (record_state(word) == STATE_SET) set_free(word);
}

// ---- memory
// Arrays of words come from chunks that are kept from check to check: the system takes longer to
// make memory than a check to use it.

#define CHUNK (4u << 20)
#define MOST_KEPT 128 // chunks
static struct {
    HD_VEC(char *) chunks;
    int used; // chunks in use, the last one up to `at`
    size_t at;
} pool;

void *shadow_take(size_t size) {
    slow_lock();
    if (!pool.used || pool.at + size > CHUNK) {
        if (pool.used == pool.chunks.n) {
            char *p = mmap(NULL, CHUNK, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
            if (p == MAP_FAILED) {
                slow_unlock();
                return NULL;
            }
            madvise(p, CHUNK, MADV_HUGEPAGE);
            HD_XPUSH(&pool.chunks, p);
        }
        pool.used++;
        pool.at = 0;
    }
    char *p = pool.chunks.v[pool.used - 1] + pool.at;
    pool.at += size;
    slow_unlock();
    count_bytes(size);
    return p;
}

static void *take(size_t size) {
    void *p = shadow_take(size);
    if (p) memset(p, 0, size);
    return p;
}

static void give_all_back(void) {
    pool.used = 0;
    pool.at = 0;
    while (pool.chunks.n > MOST_KEPT) munmap(pool.chunks.v[--pool.chunks.n], CHUNK);
}

// ---- pages --------------------------------------------------------------------------------------

static void forget_quiet(struct page *page) {
    if (page->any_quiet) memset(page->quiet, 0, sizeof page->quiet);
    page->any_quiet = false;
}

static struct page unset_page; // stands for one that is not there yet, of which no byte is set

// Where the page's address is kept. NULL: nowhere yet.
static struct page **slot_of(uint64_t n) {
    if (n >> (TOP_BITS + MID_BITS)) return NULL;
    struct page **mid = top[n >> MID_BITS];
    return mid ? &mid[n & ((1u << MID_BITS) - 1)] : NULL;
}

static bool all_unset(uint64_t addr) {
    struct page **slot = slot_of(addr >> PAGE_BITS);
    return slot && *slot == &unset_page;
}

struct page *page_touched(uint64_t addr) { return all_unset(addr) ? NULL : page_find(addr); }

struct page *page_find(uint64_t addr) {
    struct page **slot = slot_of(addr >> PAGE_BITS);
    struct page *page = slot ? __atomic_load_n(slot, __ATOMIC_ACQUIRE) : NULL;
    return page == &unset_page ? page_get(addr) : page;
}

static struct page **slot_make(uint64_t n) {
    if (!top[n >> MID_BITS]) { // not touched, it costs nothing
        void *p = mmap(NULL, sizeof(struct page *) << MID_BITS, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (p == MAP_FAILED) return NULL;
        __atomic_store_n(&top[n >> MID_BITS], p, __ATOMIC_RELEASE);
        HD_XPUSH(&shadow.tops, (uint32_t)(n >> MID_BITS));
    }
    return slot_of(n);
}

static struct page *page_make(uint64_t n) {
    struct page **slot = slot_make(n);
    if (!slot) return NULL;
    if (*slot && *slot != &unset_page) return *slot;
    struct page *page = take(HD_ROUND_UP(sizeof *page, LINE_BYTES));
    if (!page) return NULL;
    page->shift = 2;
    page->from = n << PAGE_BITS;
    if (*slot == &unset_page) {
        page_marks(page);
        memset(page->unset, 0xff, PAGE_SIZE / 8);
    }
    HD_XPUSH(&shadow.all, page);
    __atomic_store_n(slot, page, __ATOMIC_RELEASE);
    return page;
}

struct page *page_get(uint64_t addr) {
    uint64_t n = addr >> PAGE_BITS;
    struct page **slot = slot_of(n);
    struct page *page = slot ? __atomic_load_n(slot, __ATOMIC_ACQUIRE) : NULL;
    if ((page && page != &unset_page) || n >> (TOP_BITS + MID_BITS)) return page;
    slow_lock();
    page = page_make(n);
    slow_unlock();
    return page;
}

record *page_words(struct page *page, int which) {
    if (page->words[which]) return page->words[which];
    return page->words[which] = take((PAGE_SIZE >> page->shift) * sizeof(record));
}

static void clear_words(struct page *page, size_t from, size_t to) { // bytes
    size_t low = from >> page->shift, high = HD_ROUND_UP(to, 1u << page->shift) >> page->shift;
    for (int k = 0; k < WORDS; k++) {
        record *words = page->words[k];
        if (!words) continue;
        if (k != LAST_WRITE)
            for (size_t i = low; i < high; i++) drop(words[i]);
        memset(words + low, 0, (high - low) * sizeof *words);
    }
}

// Lines that nobody has come to have nothing to be cleared.
static void clear_lines(struct page *page, size_t first, size_t last) {
    uint64_t lines = lines_between(first, last);
    for (uint64_t rest = page->in_words & lines; rest; rest &= rest - 1) {
        size_t i = (size_t)__builtin_ctzll(rest);
        clear_words(page, i * LINE_BYTES, (i + 1) * LINE_BYTES);
        page->quiet[i] = 0;
    }
    page->in_words &= ~lines;
    page->compact &= ~lines;
}

static void clear_cells(struct page *page) { clear_lines(page, 0, PAGE_SIZE / LINE_BYTES - 1); }

void page_enter(struct page *page) {
    int slot = -1;
    bool any = false;
    for (int i = 0; i < PAGE_SLOTS; i++) {
        if (page->phase[i] == now.phase) slot = i;
        if (page->phase[i] && page->phase[i] != now.phase &&
            !phase_before(page->phase[i], now.phase))
            any = true;
    }
    if (any || slot >= 0) page_open(page, 0, PAGE_SIZE); // lines are of one phase
    if (slot < 0 && !any) {
        if (page->current) clear_cells(page);
        memset(page->phase, 0, sizeof page->phase);
        slot = 0;
    }
    for (int i = 0; i < PAGE_SLOTS && slot < 0; i++)
        if (!page->phase[i]) slot = i;
    if (slot < 0) { // more concurrent phases than slots: the oldest are forgotten
        clear_cells(page);
        memset(page->phase, 0, sizeof page->phase);
        slot = 0;
    }
    forget_quiet(page);
    page->phase[slot] = page->current = now.phase;
    page->slot = (uint8_t)slot;
}

static record copied(record word) { // for another cell
    if (record_state(word) != STATE_SET) return word;
    record again = set_make();
    *set_at(again) = *set_at(word);
    return again;
}

void page_split(struct page *page) {
    if (page->shift == 0) return;
    forget_quiet(page);
    for (int k = 0; k < WORDS; k++) {
        record *old = page->words[k];
        if (!old) continue;
        record *words = page->words[k] = take(PAGE_SIZE * sizeof *words); // the old one is lost
        if (!words) continue;
        for (size_t i = 0; i < PAGE_SIZE; i++)
            words[i] = k == LAST_WRITE || i % 4 == 0 ? old[i / 4] : copied(old[i / 4]);
    }
    page->shift = 0;
}

// ---- ranges -------------------------------------------------------------------------------------

static void forget_part(struct page *page, size_t from, size_t to) { // of a line
    if (from >= to) return; // nothing, perhaps at the page's end
    uint64_t line = 1ull << from / LINE_BYTES;
    if (!((page->compact | page->in_words) & line)) return;
    page_open(page, from, to);
    clear_words(page, from, to);
    page->quiet[from / LINE_BYTES] = 0;
}

static void forget_cells(struct page *page, size_t from, size_t to) {
    size_t low = HD_ROUND_UP(from, LINE_BYTES), high = to / LINE_BYTES * LINE_BYTES;
    if (low > high) {
        forget_part(page, from, to);
        return;
    }
    forget_part(page, from, low);
    if (high > low) clear_lines(page, low / LINE_BYTES, high / LINE_BYTES - 1);
    forget_part(page, high, to);
}

void shadow_forget(uint64_t from, uint64_t size) {
    for (uint64_t at = from, end = from + size; at < end;) {
        uint64_t page_end = (at | (PAGE_SIZE - 1)) + 1, to = page_end < end ? page_end : end;
        struct page *page = page_touched(at);
        if (page) forget_cells(page, at % PAGE_SIZE, (to - 1) % PAGE_SIZE + 1);
        at = to;
    }
}

void page_marks(struct page *page) {
    if (page->unset) return;
    page->unset = hd_xcalloc(1, PAGE_SIZE / 8);
    count_bytes(PAGE_SIZE / 8);
}

// A page that is not there yet, from its beginning to its end. true: that was all.
static bool poison_page(uint64_t at, bool unset) {
    uint64_t n = at >> PAGE_BITS;
    slow_lock();
    struct page **slot = unset && !(n >> (TOP_BITS + MID_BITS)) ? slot_make(n) : slot_of(n);
    bool done = slot && (!*slot || *slot == &unset_page);
    if (done) __atomic_store_n(slot, unset ? &unset_page : NULL, __ATOMIC_RELEASE);
    slow_unlock();
    return done;
}

void shadow_poison(uint64_t from, uint64_t size, bool unset) {
    for (uint64_t at = from, end = from + size; at < end;) {
        uint64_t page_end = (at | (PAGE_SIZE - 1)) + 1, to = page_end < end ? page_end : end;
        if (to - at == PAGE_SIZE && poison_page(at, unset)) {
            at = to;
            continue;
        }
        struct page *page = unset ? page_get(at) : page_find(at);
        size_t i = at % PAGE_SIZE, n = i + (to - at);
        at = to;
        if (!page || (!unset && !page->unset)) continue;
        page_lock(page);
        if (unset) forget_quiet(page);
        page_marks(page);
        for (; i < n && i % 8; i++)
            page->unset[i / 8] = unset ? (uint8_t)(page->unset[i / 8] | 1u << i % 8)
                                       : (uint8_t)(page->unset[i / 8] & ~(1u << i % 8));
        if (i + 8 <= n) memset(page->unset + i / 8, unset ? 0xff : 0, (n - i) / 8);
        for (i += (n - i) / 8 * 8; i < n; i++)
            page->unset[i / 8] = unset ? (uint8_t)(page->unset[i / 8] | 1u << i % 8)
                                       : (uint8_t)(page->unset[i / 8] & ~(1u << i % 8));
        page_unlock(page);
    }
}

static bool is_unset(uint64_t addr) {
    const struct page *page = page_find(addr);
    return page && page->unset && page->unset[addr % PAGE_SIZE / 8] >> addr % 8 & 1;
}

bool page_any_unset(const struct page *page, size_t at, size_t n) {
    for (; n && at % 8; at++, n--)
        if (page->unset[at / 8] >> at % 8 & 1) return true;
    for (uint64_t word; n >= 64; at += 64, n -= 64) {
        memcpy(&word, page->unset + at / 8, sizeof word);
        if (word) return true;
    }
    for (; n >= 8; at += 8, n -= 8)
        if (page->unset[at / 8]) return true;
    for (; n; at++, n--)
        if (page->unset[at / 8] >> at % 8 & 1) return true;
    return false;
}

bool shadow_any_unset(uint64_t from, uint64_t size) {
    for (uint64_t at = from, end = from + size; at < end;) {
        uint64_t page_end = (at | (PAGE_SIZE - 1)) + 1, to = page_end < end ? page_end : end;
        if (all_unset(at)) return true;
        const struct page *page = page_find(at);
        if (page && page->unset && page_any_unset(page, at % PAGE_SIZE, to - at)) return true;
        at = to;
    }
    return false;
}

void shadow_copy_unset(uint64_t to, uint64_t from, uint64_t size) {
    for (uint64_t at = from, end = from + size; at < end;) {
        uint64_t page_end = (at | (PAGE_SIZE - 1)) + 1, stop = page_end < end ? page_end : end;
        if (shadow_any_unset(at, stop - at))
            for (uint64_t i = at; i < stop; i++) shadow_poison(to + (i - from), 1, is_unset(i));
        else
            shadow_poison(to + (at - from), stop - at, false);
        at = stop;
    }
}

void shadow_pages(void (*visit)(struct page *page, uint64_t addr)) {
    for (int i = 0; i < shadow.all.n; i++) visit(shadow.all.v[i], shadow.all.v[i]->from);
}

void shadow_finish(void) {
    for (int i = 0; i < shadow.all.n; i++) {
        free(shadow.all.v[i]->unset);
    }
    for (int i = 0; i < shadow.tops.n; i++) {
        munmap(top[shadow.tops.v[i]], sizeof **top << MID_BITS);
        top[shadow.tops.v[i]] = NULL;
    }
    HD_FREE_VEC(&shadow.all);
    HD_FREE_VEC(&shadow.tops);
    give_all_back();
    for (int i = 0; i < MOST_CHUNKS && sets.chunks[i]; i++) free(sets.chunks[i]);
    memset(&shadow, 0, sizeof shadow);
    memset(&sets, 0, sizeof sets);
    shadow_bytes = shadow_most = 0;
}
