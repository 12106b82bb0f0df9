// What is remembered of memory: pages of cells, made when they are touched.
//
// The table has two levels, by address: 18 bits, then 17, then a page of 4 KiB. A cell (16 bytes)
// stands for 4 bytes; the page's cells are split when something smaller is accessed there, so that
// `char` arrays are as exact as others. A record in a cell names its phase by a slot of the page.
// When a new phase enters a page whose phases all came before it, the cells are cleared: nothing in
// them can conflict any more. When one does not (another stream), it gets a slot of its own.
//
// Example: 1 MiB of floats touched by one kernel takes 256 pages, 4.1 MiB.
#include "check/internal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define TOP_BITS 18
#define MID_BITS 17

static struct page **top[1u << TOP_BITS];
static struct {
    HD_VEC(struct page *) all;
    HD_VEC(uint32_t) tops; // in use
} shadow;
size_t shadow_bytes;

static struct {
    HD_VEC(struct set) all;
    uint32_t first_free; // index + 1
} sets;

// ---- sets
// --------------------------------------------------------------------------------------------

struct set *set_at(record word) { return &sets.all.v[word >> 8 & 0xffffffff]; }

record set_make(void) {
    uint32_t i;
    if (sets.first_free) {
        i = sets.first_free - 1;
        sets.first_free = sets.all.v[i].next_free;
    } else {
        struct set fresh = {0};
        HD_XPUSH(&sets.all, fresh);
        i = (uint32_t)sets.all.n - 1;
    }
    sets.all.v[i].n = 0;
    return (uint64_t)i << 8 | STATE_SET;
}

void set_free(record word) {
    struct set *s = set_at(word);
    s->n = -1;
    s->next_free = sets.first_free;
    sets.first_free = (uint32_t)(word >> 8 & 0xffffffff) + 1;
}

static void drop(record word) {
    if (record_state(word) == STATE_SET) set_free(word);
}

// ---- pages
// -------------------------------------------------------------------------------------------

struct page *page_find(uint64_t addr) {
    uint64_t n = addr >> PAGE_BITS;
    if (n >> (TOP_BITS + MID_BITS)) return NULL;
    struct page **mid = top[n >> MID_BITS];
    return mid ? mid[n & ((1u << MID_BITS) - 1)] : NULL;
}

static size_t cell_count(const struct page *page) { return PAGE_SIZE >> page->shift; }

struct page *page_get(uint64_t addr) {
    uint64_t n = addr >> PAGE_BITS;
    if (n >> (TOP_BITS + MID_BITS)) return NULL;
    struct page **mid = top[n >> MID_BITS];
    if (!mid) { // not touched, it costs nothing
        void *p = mmap(NULL, sizeof *mid << MID_BITS, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (p == MAP_FAILED) return NULL;
        mid = top[n >> MID_BITS] = p;
        HD_XPUSH(&shadow.tops, (uint32_t)(n >> MID_BITS));
    }
    struct page **slot = &mid[n & ((1u << MID_BITS) - 1)];
    if (*slot) return *slot;
    struct page *page = calloc(1, sizeof *page);
    if (page) page->cells = calloc(PAGE_SIZE >> 2, sizeof *page->cells);
    if (!page || !page->cells) {
        free(page);
        return NULL;
    }
    page->shift = 2;
    shadow_bytes += sizeof *page + (PAGE_SIZE >> 2) * sizeof *page->cells;
    HD_XPUSH(&shadow.all, page);
    return *slot = page;
}

static void clear_cells(struct page *page) {
    size_t n = cell_count(page);
    for (size_t i = 0; i < n; i++) {
        drop(page->cells[i].read);
        if (!page->atomics) continue;
        drop(page->atomics[i].update);
        drop(page->atomics[i].load);
    }
    memset(page->cells, 0, n * sizeof *page->cells);
    if (page->atomics) memset(page->atomics, 0, n * sizeof *page->atomics);
}

void page_enter(struct page *page) {
    int slot = -1;
    bool any = false;
    for (int i = 0; i < PAGE_SLOTS; i++) {
        if (page->phase[i] == now.phase) slot = i;
        if (page->phase[i] && page->phase[i] != now.phase &&
            !phase_before(page->phase[i], now.phase))
            any = true;
    }
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
    struct cell *cells = hd_xcalloc(PAGE_SIZE, sizeof *cells);
    struct atomic_cell *atomics = page->atomics ? hd_xcalloc(PAGE_SIZE, sizeof *atomics) : NULL;
    for (size_t i = 0; i < PAGE_SIZE; i++) {
        const struct cell *c = &page->cells[i / 4];
        bool first = i % 4 == 0;
        cells[i].write = c->write;
        cells[i].read = first ? c->read : copied(c->read);
        if (!atomics) continue;
        const struct atomic_cell *a = &page->atomics[i / 4];
        atomics[i].update = first ? a->update : copied(a->update);
        atomics[i].load = first ? a->load : copied(a->load);
    }
    shadow_bytes += PAGE_SIZE * sizeof *cells;
    shadow_bytes -= (PAGE_SIZE >> 2) * sizeof *cells;
    free(page->cells);
    free(page->atomics);
    page->cells = cells;
    page->atomics = atomics;
    page->shift = 0;
}

bool page_atomics(struct page *page) {
    if (page->atomics) return true;
    page->atomics = calloc(cell_count(page), sizeof *page->atomics);
    if (page->atomics) shadow_bytes += cell_count(page) * sizeof *page->atomics;
    return page->atomics != NULL;
}

// ---- ranges
// ------------------------------------------------------------------------------------------

static void forget_cells(struct page *page, size_t from, size_t to) {
    if (from == 0 && to == PAGE_SIZE) {
        clear_cells(page);
        return;
    }
    for (size_t i = from >> page->shift; i < HD_ROUND_UP(to, 1u << page->shift) >> page->shift;
         i++) {
        drop(page->cells[i].read);
        page->cells[i] = (struct cell){0};
        if (!page->atomics) continue;
        drop(page->atomics[i].update);
        drop(page->atomics[i].load);
        page->atomics[i] = (struct atomic_cell){0};
    }
}

void shadow_forget(uint64_t from, uint64_t size) {
    for (uint64_t at = from, end = from + size; at < end;) {
        uint64_t page_end = (at | (PAGE_SIZE - 1)) + 1, to = page_end < end ? page_end : end;
        struct page *page = page_find(at);
        if (page) forget_cells(page, at % PAGE_SIZE, (to - 1) % PAGE_SIZE + 1);
        at = to;
    }
}

void shadow_poison(uint64_t from, uint64_t size, bool unset) {
    for (uint64_t at = from, end = from + size; at < end;) {
        uint64_t page_end = (at | (PAGE_SIZE - 1)) + 1, to = page_end < end ? page_end : end;
        struct page *page = unset ? page_get(at) : page_find(at);
        size_t i = at % PAGE_SIZE, n = i + (to - at);
        at = to;
        if (!page || (!unset && !page->poisoned)) continue;
        page->poisoned |= unset;
        for (; i < n && i % 8; i++)
            page->unset[i / 8] = unset ? (uint8_t)(page->unset[i / 8] | 1u << i % 8)
                                       : (uint8_t)(page->unset[i / 8] & ~(1u << i % 8));
        if (i + 8 <= n) memset(page->unset + i / 8, unset ? 0xff : 0, (n - i) / 8);
        for (i += (n - i) / 8 * 8; i < n; i++)
            page->unset[i / 8] = unset ? (uint8_t)(page->unset[i / 8] | 1u << i % 8)
                                       : (uint8_t)(page->unset[i / 8] & ~(1u << i % 8));
    }
}

static bool is_unset(uint64_t addr) {
    const struct page *page = page_find(addr);
    return page && page->poisoned && page->unset[addr % PAGE_SIZE / 8] >> addr % 8 & 1;
}

void shadow_copy_unset(uint64_t to, uint64_t from, uint64_t size) {
    bool any = false;
    for (uint64_t at = from & ~(uint64_t)(PAGE_SIZE - 1); at < from + size && !any;
         at += PAGE_SIZE) {
        const struct page *page = page_find(at);
        any = page && page->poisoned;
    }
    if (!any) {
        shadow_poison(to, size, false);
        return;
    }
    for (uint64_t i = 0; i < size; i++) shadow_poison(to + i, 1, is_unset(from + i));
}

void shadow_finish(void) {
    for (int i = 0; i < shadow.all.n; i++) {
        free(shadow.all.v[i]->cells);
        free(shadow.all.v[i]->atomics);
        free(shadow.all.v[i]);
    }
    for (int i = 0; i < shadow.tops.n; i++) {
        munmap(top[shadow.tops.v[i]], sizeof **top << MID_BITS);
        top[shadow.tops.v[i]] = NULL;
    }
    HD_FREE_VEC(&shadow.all);
    HD_FREE_VEC(&shadow.tops);
    HD_FREE_VEC(&sets.all);
    memset(&shadow, 0, sizeof shadow);
    memset(&sets, 0, sizeof sets);
    shadow_bytes = 0;
}
