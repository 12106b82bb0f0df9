// The memory of the CPU as a device: where it lies, and the table of what is allocated.
//
// Device, managed and pinned memory lives in one range of addresses that nothing else uses, so that
// host and device pointers can be told apart. The range is a part of the client's store, and so is
// a table with an entry for each live allocation, whose `live` is stored last and cleared first:
// the next engine reads it, whenever this one is killed (hd_cudart_adopt). Every allocation ends
// (rounded up to 256 bytes, CUDA's alignment) at the end of its last page and is followed by a page
// without access: running past the end faults in the kernel that does it. Freed ranges lose their
// pages and are not used again until the range of addresses has been gone through once, so that a
// use after free faults too, and can be named.
//
// With very many allocations alive (the kernel limits the number of mappings) further small ones
// come from shared chunks without such gaps.
//
// Example: cudaMalloc(&p, 1000): one page at 0x300000000000, p = 0x300000000c00 (1024 bytes before
// the page's end).
#include "run/cudart/cudart.h"
#include "run/cudart/heap.h"
#include "run/gpu/gpu.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define RANGE_BASE HD_DEVICE_LOW
#define PAGE 4096ull
#define ALIGNMENT 256ull
#define MAX_GUARDED 12000 // live allocations with a gap; two mappings each
#define CHUNK_SIZE (4ull << 20)
#define HUGE_PAGE (2ull << 20)
#define WORTH_HUGE_PAGES (4ull << 20)
#define SMALL (64ull << 10)    // at most this much may come from a chunk
#define MAX_FREED 65536        // remembered
#define MOST_MARGIN 64ull      // before a block (behind it, up to the next multiple of 256 bytes)
#define MOST_UNSET (1u << 20)  // at the start of a block, and less at its end, what was never set
#define LAST_UNSET (64u << 10) // does not read as zeros: filling all of a large one would be felt

struct entry { // of the table in the store
    uint64_t live;
    uint64_t base, size, from, to; // as in struct allocation
    uint64_t chunk;                // where the chunk that it lies in begins; 0: it has pages
    uint32_t kind, flags;
};
struct table {
    uint64_t cursor; // no address from here on was ever handed out
    uint64_t high;   // entries that were ever in use
    struct entry entries[];
};

struct chunk {
    uint64_t from;
    size_t used;
    int live;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct {
    uint64_t from, to, cursor;     // the range; new allocations go to the cursor
    bool wrapped;                  // the range has been gone through once
    HD_VEC(struct allocation) all; // sorted by base; live and freed
    HD_VEC(struct chunk) chunks;
    int guarded, freed;
    size_t live_bytes;
    struct table *table;
    HD_VEC(uint32_t) free_entries;
    struct hd_store_part part;
    int fd;
    bool apart; // what is written no longer goes to the file
} heap;

void hd_cudart_lock(void) { pthread_mutex_lock(&mutex); }

void hd_cudart_unlock(void) { pthread_mutex_unlock(&mutex); }

// ---- the table ----------------------------------------------------------------------------------

// Index of the first allocation whose base is above addr.
static int above(uint64_t addr) {
    int low = 0, high = heap.all.n;
    while (low < high) {
        int mid = (low + high) / 2;
        if (heap.all.v[mid].base <= addr)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

struct allocation *heap_find(uint64_t addr) {
    int i = above(addr);
    if (i == 0) return NULL;
    struct allocation *a = &heap.all.v[i - 1];
    return addr <= a->base + a->size ? a : NULL;
}

static void insert(struct allocation a) {
    int i = above(a.base);
    if (i > 0 && heap.all.v[i - 1].base == a.base) { // a place in a chunk that was used before
        heap.all.v[i - 1] = a;
        return;
    }
    HD_XPUSH(&heap.all, a);
    memmove(&heap.all.v[i + 1], &heap.all.v[i], sizeof a * (size_t)(heap.all.n - 1 - i));
    heap.all.v[i] = a;
}

static void forget_freed(uint64_t from, uint64_t to) {
    int n = 0;
    for (int i = 0; i < heap.all.n; i++) {
        struct allocation *a = &heap.all.v[i];
        bool drop = a->freed && a->base >= from && a->base < to;
        heap.freed -= drop;
        if (!drop) heap.all.v[n++] = *a;
    }
    heap.all.n = n;
}

// ---- margins ------------------------------------------------------------------------------------

// [*before, a->base) and [a->base + a->size, *after) are nobody's (cpu/heap/margin.c).
static void margins(const struct allocation *a, uint64_t *before, uint64_t *after) {
    *after = a->base + HD_ROUND_UP(a->size, ALIGNMENT);
    *before = a->base;
    if (a->from) *before = a->base - a->from > MOST_MARGIN ? a->base - MOST_MARGIN : a->from;
}

static void fill_margins(const struct allocation *a) {
    uint64_t before, after;
    margins(a, &before, &after);
    hd_margin_fill(before, a->base);
    hd_margin_fill(a->base + a->size, after);
}

void heap_describe(const struct allocation *a, struct memory *out) {
    *out = (struct memory){.kind = a->kind,
                           .base = a->base,
                           .size = a->size,
                           .freed = a->freed,
                           .gpu = a->gpu,
                           .flags = a->flags,
                           .at = a->at,
                           .freed_at = a->freed_at};
}

bool heap_visit_margins(const struct allocation *a, hd_margin_visit *visit) {
    uint64_t before, after;
    struct memory m;
    if (a->freed || a->gpu) return false;
    margins(a, &before, &after);
    heap_describe(a, &m);
    return visit(&m, before, after);
}

bool hd_cudart_margins(hd_margin_visit *visit) {
    bool any = false;
    hd_cudart_lock();
    for (int i = 0; i < heap.all.n; i++) any |= heap_visit_margins(&heap.all.v[i], visit);
    hd_cudart_unlock();
    return any;
}

bool hd_cudart_margins_at(uint64_t addr, hd_margin_visit *visit) {
    hd_cudart_lock();
    const struct allocation *a = heap_find(addr);
    bool hit = a && heap_visit_margins(a, visit);
    hd_cudart_unlock();
    return hit;
}

// At the prompt: a program is given what a fresh process mostly sees on a GPU.
static void fill_unset(const struct allocation *a) {
    if (a->kind != MEMORY_DEVICE || hd_engine.program_argv) return;
    size_t first = a->size < MOST_UNSET ? a->size : MOST_UNSET, rest = a->size - first;
    size_t last = (rest < LAST_UNSET ? rest : LAST_UNSET) & ~(size_t)7;
    hd_fill_unset((void *)a->base, first);
    hd_fill_unset((void *)(a->base + a->size - last), last);
}

#define BY_CHANCE (256u << 10) // in a larger block a single word may hold the pattern as a value

static void unset_words(const struct allocation *a, uint64_t from, uint64_t to,
                        void (*visit)(uint64_t from, uint64_t size)) {
    struct hd_margin_hit stretch;
    for (; hd_unset_stretch(from, to, a->size > BY_CHANCE ? 8 : 4, &stretch); from = stretch.to)
        visit(stretch.from, stretch.to - stretch.from);
}

// The store's file has no pages where nobody has touched it.
static void unset_pages(uint64_t from, uint64_t to, void (*visit)(uint64_t from, uint64_t size)) {
    off_t to_file = (off_t)heap.part.at - (off_t)heap.from;
    from = HD_ROUND_UP(from, PAGE);
    to = to / PAGE * PAGE;
    while (from < to && !heap.apart) {
        off_t hole = lseek(heap.fd, (off_t)from + to_file, SEEK_HOLE);
        if (hole < 0 || (uint64_t)(hole - to_file) >= to) break;
        off_t data = lseek(heap.fd, hole, SEEK_DATA);
        uint64_t end =
            data < 0 || (uint64_t)(data - to_file) > to ? to : (uint64_t)(data - to_file);
        from = (uint64_t)(hole - to_file);
        visit(from, end - from);
        from = end;
    }
}

void hd_cudart_unset(void (*visit)(uint64_t from, uint64_t size)) {
    hd_cudart_lock();
    for (int i = 0; i < heap.all.n; i++) {
        const struct allocation *a = &heap.all.v[i];
        if (a->kind != MEMORY_DEVICE || a->freed || a->gpu) continue;
        uint64_t end = a->base + a->size, first = end - a->base > MOST_UNSET ? MOST_UNSET : a->size;
        uint64_t last = a->size - first < LAST_UNSET ? a->size - first : LAST_UNSET;
        unset_pages(a->base, end, visit);
        unset_words(a, a->base, a->base + first, visit);
        unset_words(a, end - (last & ~(uint64_t)7), end, visit);
    }
    hd_cudart_unlock();
}

void heap_fill(const struct allocation *a) {
    fill_margins(a);
    fill_unset(a);
}

// ---- address space ------------------------------------------------------------------------------

static void adopt(void);

static bool map_range(void) {
    if (heap.from) return true;
    struct hd_store_part table;
    heap.part = hd_store_device(&table, &heap.fd);
    int flags = MAP_SHARED | MAP_NORESERVE;
    void *entries = mmap(NULL, table.size, PROT_READ | PROT_WRITE, flags, heap.fd, (off_t)table.at);
    if (entries == MAP_FAILED) return false;
    void *p = mmap((void *)RANGE_BASE, heap.part.size, PROT_NONE, flags | MAP_FIXED_NOREPLACE,
                   heap.fd, (off_t)heap.part.at);
    if (p != (void *)RANGE_BASE) {
        if (p != MAP_FAILED) munmap(p, heap.part.size);
        munmap(entries, table.size);
        return false;
    }
    heap.table = entries;
    heap.from = RANGE_BASE;
    heap.to = heap.from + heap.part.size;
    if (!heap.table->cursor) heap.table->cursor = heap.from;
    heap.cursor = heap.table->cursor;
    adopt();
    return true;
}

static void drop_pages(uint64_t from, uint64_t to) {
    if (to <= from) return;
    madvise((void *)from, to - from, MADV_REMOVE);
    mprotect((void *)from, to - from, PROT_NONE);
}

// What another engine left: live allocations stay, all else gives its pages back.
static void adopt(void) {
    for (uint64_t i = 0; i < heap.table->high; i++) {
        const struct entry *e = &heap.table->entries[i];
        struct allocation a = {.base = e->base,
                               .size = e->size,
                               .from = e->from,
                               .to = e->to,
                               .kind = (uint8_t)e->kind,
                               .flags = e->flags,
                               .entry = (uint32_t)i};
        if (!e->live) {
            HD_XPUSH(&heap.free_entries, (uint32_t)i);
            continue;
        }
        insert(a);
        heap.live_bytes += a.size;
        if (!e->chunk) {
            heap.guarded++;
            mprotect((void *)a.from, a.to - a.from, PROT_READ | PROT_WRITE);
            fill_margins(&a);
            continue;
        }
        int k = 0;
        while (k < heap.chunks.n && heap.chunks.v[k].from != e->chunk) k++;
        if (k == heap.chunks.n) HD_XPUSH(&heap.chunks, (struct chunk){.from = e->chunk});
        size_t end = a.base + HD_ROUND_UP(a.size, ALIGNMENT) + ALIGNMENT - e->chunk;
        heap.chunks.v[k].live++;
        if (end > heap.chunks.v[k].used) heap.chunks.v[k].used = end;
    }
    for (int i = 0; i < heap.chunks.n; i++)
        mprotect((void *)heap.chunks.v[i].from, CHUNK_SIZE, PROT_READ | PROT_WRITE);
    uint64_t gap = heap.from;
    for (int i = 0; i < heap.all.n; i++) {
        const struct allocation *a = &heap.all.v[i];
        if (!a->from) fill_margins(a);
        uint64_t chunk = heap.table->entries[a->entry].chunk, from = chunk ? chunk : a->from;
        if (from > gap) madvise((void *)gap, from - gap, MADV_REMOVE);
        gap = chunk ? chunk + CHUNK_SIZE : a->to;
    }
    if (heap.cursor > gap) madvise((void *)gap, heap.cursor - gap, MADV_REMOVE);
    hd_heap_elsewhere(heap.live_bytes);
}

void hd_cudart_adopt(void) {
    hd_cudart_lock();
    map_range();
    hd_cudart_unlock();
}

void hd_cudart_forked(void) {
    if (!heap.from) return;
    int flags = MAP_PRIVATE | MAP_NORESERVE | MAP_FIXED;
    heap.apart = true;
    struct hd_store_part table;
    hd_store_device(&table, &heap.fd);
    mmap(heap.table, table.size, PROT_READ | PROT_WRITE, flags, heap.fd, (off_t)table.at);
    mmap((void *)heap.from, heap.to - heap.from, PROT_NONE, flags, heap.fd, (off_t)heap.part.at);
    for (int i = 0; i < heap.all.n; i++) {
        const struct allocation *a = &heap.all.v[i];
        if (!a->freed && !a->gpu && a->from)
            mprotect((void *)a->from, a->to - a->from, PROT_READ | PROT_WRITE);
    }
    for (int i = 0; i < heap.chunks.n; i++)
        mprotect((void *)heap.chunks.v[i].from, CHUNK_SIZE, PROT_READ | PROT_WRITE);
}

// Stores come in this order: a kill is between two of them.
#define IN_ORDER() __atomic_signal_fence(__ATOMIC_SEQ_CST)

static bool write_entry(struct allocation *a, uint64_t chunk) {
    if (heap.free_entries.n) {
        a->entry = heap.free_entries.v[--heap.free_entries.n];
    } else {
        if (sizeof(struct table) + (heap.table->high + 1) * sizeof(struct entry) > HD_DEVICE_TABLE)
            return false;
        a->entry = (uint32_t)heap.table->high++;
    }
    volatile struct entry *e = &heap.table->entries[a->entry];
    e->base = a->base;
    e->size = a->size;
    e->from = a->from;
    e->to = a->to;
    e->chunk = chunk;
    e->kind = a->kind;
    e->flags = a->flags;
    IN_ORDER();
    e->live = 1;
    return true;
}

static void clear_entry(const struct allocation *a) {
    *(volatile uint64_t *)&heap.table->entries[a->entry].live = 0;
    IN_ORDER();
    HD_XPUSH(&heap.free_entries, a->entry);
}

// A stretch of addresses without access, at least `span` long; 0: none.
static uint64_t take_addresses(uint64_t span) {
    if (!map_range()) return 0;
    if (!heap.wrapped) {
        if (heap.to - heap.cursor >= span) {
            uint64_t at = heap.cursor;
            heap.table->cursor = heap.cursor += span;
            return at;
        }
        heap.wrapped = true;
    }
    // Between the live ones, from the start.
    uint64_t at = heap.from;
    for (int i = 0; i < heap.all.n; i++) {
        struct allocation *a = &heap.all.v[i];
        if (a->freed || !a->from) continue;
        if (a->from >= at + span) break;
        at = a->to + PAGE;
    }
    for (int i = 0; i < heap.chunks.n; i++)
        if (heap.chunks.v[i].from < at + span && heap.chunks.v[i].from + CHUNK_SIZE > at)
            at = heap.chunks.v[i].from + CHUNK_SIZE + PAGE;
    if (at + span > heap.to) return 0;
    forget_freed(at, at + span);
    return at;
}

#ifndef MADV_COLLAPSE
#define MADV_COLLAPSE 25
#endif

// Files in memory have large pages only where the administrator allows it, but what is there can be
// put together (Linux 6.1). That takes the memory at once, as a GPU does, in a tenth of the time of
// taking it page by page. Where it does not work, it is as good without.
static void get_huge_pages(uint64_t at, uint64_t bytes) {
    uint64_t end = at + bytes / HUGE_PAGE * HUGE_PAGE;
    madvise((void *)at, bytes, MADV_HUGEPAGE);
    if (bytes > hd_cudart_free_memory() / 4) return;
    for (uint64_t page = at; page < end; page += HUGE_PAGE) *(volatile char *)page = 0;
    madvise((void *)at, end - at, MADV_COLLAPSE);
}

static bool from_pages(struct allocation *a) {
    // Kernels stream through large arrays, and with pages of 4 KiB would wait for address
    // translation.
    uint64_t bytes = HD_ROUND_UP(a->size, PAGE),
             align = bytes >= WORTH_HUGE_PAGES ? HUGE_PAGE : PAGE;
    uint64_t at = take_addresses(bytes + align);
    if (!at) return false;
    at = HD_ROUND_UP(at, align);
    if (mprotect((void *)at, bytes, PROT_READ | PROT_WRITE) != 0) return false;
    if (align == HUGE_PAGE) get_huge_pages(at, bytes);
    a->from = at;
    a->to = at + bytes;
    a->base = a->to - HD_ROUND_UP(a->size, ALIGNMENT);
    if (!write_entry(a, 0)) return false;
    heap.guarded++;
    return true;
}

static bool from_chunk(struct allocation *a) {
    size_t need = HD_ROUND_UP(a->size, ALIGNMENT) + ALIGNMENT;
    struct chunk *chunk = heap.chunks.n ? &heap.chunks.v[heap.chunks.n - 1] : NULL;
    if (!chunk || CHUNK_SIZE - chunk->used < need) {
        uint64_t at = take_addresses(CHUNK_SIZE + PAGE);
        if (!at || mprotect((void *)at, CHUNK_SIZE, PROT_READ | PROT_WRITE) != 0) return false;
        struct chunk fresh = {.from = at};
        HD_XPUSH(&heap.chunks, fresh);
        chunk = &heap.chunks.v[heap.chunks.n - 1];
    }
    a->base = chunk->from + chunk->used;
    if (!write_entry(a, chunk->from)) return false;
    chunk->used += need;
    chunk->live++;
    return true;
}

// The driver gives addresses again that it got back: what is known of them is out of date.
static void forget_overlapping(uint64_t from, uint64_t to) {
    int n = 0;
    for (int i = 0; i < heap.all.n; i++) {
        struct allocation *a = &heap.all.v[i];
        bool drop = a->freed && a->gpu && a->base < to && a->base + a->size > from;
        heap.freed -= drop;
        if (!drop) heap.all.v[n++] = *a;
    }
    heap.all.n = n;
}

void heap_release(struct allocation *a, hd_loc at) {
    a->freed = true;
    a->freed_at = at;
    heap.freed++;
    hd_transfer_change();
    if (!a->gpu) {
        clear_entry(a);
        hd_heap_elsewhere(heap.live_bytes -= a->size);
    }
    if (a->gpu) {
        // the driver has taken it back
    } else if (a->from) {
        heap.guarded--;
        drop_pages(a->from, a->to);
    } else {
        for (int i = 0; i < heap.chunks.n; i++) {
            struct chunk *c = &heap.chunks.v[i];
            if (a->base < c->from || a->base >= c->from + CHUNK_SIZE) continue;
            if (--c->live == 0) {
                drop_pages(c->from, c->from + CHUNK_SIZE);
                heap.chunks.v[i] = heap.chunks.v[--heap.chunks.n];
            }
            break;
        }
    }
    if (heap.freed > MAX_FREED) forget_freed(0, ~0ull);
}

bool heap_place(struct allocation *a) {
    if (!map_range() || !hd_heap_allows(a->size)) return false;
    bool chunk = heap.guarded >= MAX_GUARDED && a->size <= SMALL;
    if (!(chunk ? from_chunk(a) : from_pages(a))) return false;
    insert(*a);
    heap_fill(a);
    hd_heap_elsewhere(heap.live_bytes += a->size);
    return true;
}

void heap_add_gpu(struct allocation *a) {
    forget_overlapping(a->base, a->base + a->size);
    insert(*a);
    hd_transfer_change();
}

void heap_reset(void) {
    hd_transfer_change();
    for (uint64_t i = 0; heap.from && i < heap.table->high; i++) heap.table->entries[i].live = 0;
    IN_ORDER();
    if (heap.from) {
        heap.table->high = 0;
        mprotect((void *)heap.from, heap.to - heap.from, PROT_NONE);
        madvise((void *)heap.from, heap.cursor - heap.from, MADV_REMOVE);
    }
    heap.free_entries.n = 0;
    heap.cursor = heap.from;
    hd_heap_elsewhere(0);
    heap.wrapped = false;
    heap.all.n = heap.chunks.n = 0;
    heap.guarded = heap.freed = 0;
    heap.live_bytes = 0;
}

// ---- what others ask ----------------------------------------------------------------------------

const struct allocation *heap_next(int *at) {
    return *at < heap.all.n ? &heap.all.v[(*at)++] : NULL;
}

size_t hd_cudart_managed_memory(void) {
    size_t sum = 0;
    hd_cudart_lock();
    for (int i = 0; i < heap.all.n; i++) {
        const struct allocation *a = &heap.all.v[i];
        if (a->gpu && !a->freed && a->kind == MEMORY_MANAGED) sum += a->size;
    }
    hd_cudart_unlock();
    return sum;
}

bool heap_reaches(uint64_t addr) { return heap.from && addr >= heap.from && addr < heap.to; }

bool heap_near(uint64_t addr, struct allocation *out) {
    if (!heap_reaches(addr)) return false;
    int i = above(addr);
    // Before the start of the page that the next one begins in: an underrun of that one.
    if (i < heap.all.n && !heap.all.v[i].freed && heap.all.v[i].from &&
        addr >= heap.all.v[i].from - PAGE / 2)
        *out = heap.all.v[i];
    else if (i > 0)
        *out = heap.all.v[i - 1];
    else
        return false;
    return true;
}

bool hd_cudart_is_device(uint64_t addr) {
    return addr >= RANGE_BASE && addr < RANGE_BASE + (1ull << 44);
}
