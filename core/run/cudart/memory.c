// Device memory on the CPU device: allocation, and what is known of an address.
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
#include "run/gpu/gpu.h"

#include <pthread.h>
#include <stdio.h>
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

struct allocation {
    uint64_t base; // what the program was given
    size_t size;
    uint64_t from, to; // pages, without the gap; 0 when it lies in a chunk
    uint8_t kind;      // enum memory_kind
    uint8_t gpu;       // the GPU's number + 1; 0: memory of the CPU as a device
    bool freed;
    unsigned flags;
    hd_loc at, freed_at;
    uint32_t entry;
};

struct chunk {
    uint64_t from;
    size_t used;
    int live;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct {
    uint64_t from, to, cursor;            // the range; new allocations go to the cursor
    bool wrapped;                         // the range has been gone through once
    HD_VEC(struct allocation) all;        // sorted by base; live and freed
    HD_VEC(struct allocation) registered; // cudaHostRegister
    HD_VEC(struct chunk) chunks;
    int guarded, freed;
    size_t live_bytes;
    struct table *table;
    HD_VEC(uint32_t) free_entries;
    struct hd_store_part part;
    int fd;
} heap;

void hd_cudart_lock(void) { pthread_mutex_lock(&mutex); }

void hd_cudart_unlock(void) { pthread_mutex_unlock(&mutex); }

// ---- how much there is --------------------------------------------------------------------------

static size_t read_number(const char *path, const char *key) {
    char *text;
    size_t len, value = 0;
    if (!hd_read_file(path, &text, &len)) return 0;
    const char *p = key ? strstr(text, key) : text;
    if (p) value = strtoull(p + (key ? strlen(key) : 0), NULL, 10);
    free(text);
    return value;
}

static size_t group_limit(void) // of the container, 0 none
{
    size_t limit = read_number("/sys/fs/cgroup/memory.max", NULL);
    if (!limit) limit = read_number("/sys/fs/cgroup/memory/memory.limit_in_bytes", NULL);
    return limit > (1ull << 60) ? 0 : limit;
}

size_t hd_cudart_total_memory(void) {
    size_t total = (size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE),
           limit = group_limit();
    return limit && limit < total ? limit : total;
}

size_t hd_cudart_free_memory(void) {
    size_t available = read_number("/proc/meminfo", "MemAvailable:") * 1024, limit = group_limit();
    size_t total = hd_cudart_total_memory();
    if (limit) {
        size_t used = read_number("/sys/fs/cgroup/memory.current", NULL);
        if (used < limit && limit - used < available) available = limit - used;
    }
    return available && available < total ? available : total;
}

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

static struct allocation *find(uint64_t addr) // that addr is in, or just one past the end of
{
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

// [*before, a->base) and [a->base + a->size, *after) are nobody's (cpu/margin.c).
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

static void describe(const struct allocation *a, struct memory *out) {
    *out = (struct memory){.kind = a->kind,
                           .base = a->base,
                           .size = a->size,
                           .freed = a->freed,
                           .gpu = a->gpu,
                           .flags = a->flags,
                           .at = a->at,
                           .freed_at = a->freed_at};
}

static bool visit_margins(const struct allocation *a, hd_margin_visit *visit) {
    uint64_t before, after;
    struct memory m;
    if (a->freed || a->gpu) return false;
    margins(a, &before, &after);
    describe(a, &m);
    return visit(&m, before, after);
}

bool hd_cudart_margins(hd_margin_visit *visit) {
    bool any = false;
    hd_cudart_lock();
    for (int i = 0; i < heap.all.n; i++) any |= visit_margins(&heap.all.v[i], visit);
    hd_cudart_unlock();
    return any;
}

bool hd_cudart_margins_at(uint64_t addr, hd_margin_visit *visit) {
    hd_cudart_lock();
    const struct allocation *a = find(addr);
    bool hit = a && visit_margins(a, visit);
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

static void release(struct allocation *a, hd_loc at) {
    heap.live_bytes -= a->size;
    a->freed = true;
    a->freed_at = at;
    heap.freed++;
    hd_transfer_generation++;
    if (!a->gpu) {
        clear_entry(a);
        hd_heap_elsewhere(heap.live_bytes);
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

// ---- a cell that may be run again ---------------------------------------------------------------
// The debugger goes back in host code by running it again (run/debug/host.c). Until it has ended,
// the n-th allocation is where it was the first time, and what is freed keeps its place and pages.

static struct {
    bool on;
    HD_VEC(uint64_t) taken; // bases, since the cell began
    int next;
    HD_VEC(uint64_t) freed;
} noted;

static struct allocation *noted_at(uint64_t base) {
    struct allocation *a = find(base);
    return a && a->base == base && !a->gpu ? a : NULL;
}

static void forbid(struct allocation *a, bool forbidden) {
    a->freed = forbidden;
    if (a->from)
        mprotect((void *)a->from, a->to - a->from, forbidden ? PROT_NONE : PROT_READ | PROT_WRITE);
}

static void release_later(struct allocation *a, hd_loc at) {
    HD_XPUSH(&noted.freed, a->base);
    forbid(a, true);
    a->freed_at = at;
    hd_transfer_generation++;
}

// Under the lock. The same allocation as last time, in *out; false: there was none, or another.
static bool taken_again(struct allocation *out) {
    struct allocation *a = noted.next < noted.taken.n ? noted_at(noted.taken.v[noted.next]) : NULL;
    if (!a || a->size != out->size || a->kind != out->kind) {
        for (int i = noted.next; i < noted.taken.n; i++) HD_XPUSH(&noted.freed, noted.taken.v[i]);
        noted.taken.n = noted.next;
        return false;
    }
    noted.next++;
    forbid(a, false);
    a->at = out->at;
    fill_margins(a);
    fill_unset(a);
    *out = *a;
    return true;
}

static void unfree(void) {
    for (int i = 0; i < noted.freed.n; i++) {
        struct allocation *a = noted_at(noted.freed.v[i]);
        if (a) forbid(a, false);
    }
    noted.freed.n = 0;
}

void hd_cudart_note(bool on) {
    hd_cudart_lock();
    for (int i = noted.next; i < noted.taken.n; i++) HD_XPUSH(&noted.freed, noted.taken.v[i]);
    noted.on = on;
    for (int i = 0; i < noted.freed.n; i++) {
        struct allocation *a = noted_at(noted.freed.v[i]);
        if (!a) continue;
        hd_loc at = a->freed_at;
        forbid(a, false);
        release(a, at);
    }
    HD_FREE_VEC(&noted.freed);
    HD_FREE_VEC(&noted.taken);
    noted.next = 0;
    hd_cudart_unlock();
}

// What was taken since can be used no more until it is taken again.
void hd_cudart_rewind(void) {
    hd_cudart_lock();
    unfree();
    for (int i = 0; i < noted.taken.n; i++) {
        struct allocation *a = noted_at(noted.taken.v[i]);
        if (a) forbid(a, true);
    }
    noted.next = 0;
    hd_cudart_unlock();
}

// ---- allocating ---------------------------------------------------------------------------------

static int allocate(const char *api, void **out, size_t size, enum memory_kind kind,
                    unsigned flags) {
    if (!out) return hd_cudart_fail(cudaErrorInvalidValue);
    if (size == 0) return HD_GIVE(out, NULL);
    struct allocation a = {
        .size = size, .kind = (uint8_t)kind, .flags = flags, .at = hd_cudart_caller()};
    struct hd_gpu_device *gpu = hd_device_current();
    if (gpu) {
        int error = hd_gpu_allocate(gpu, api, kind, size, flags, &a.base);
        if (error) return error;
        a.gpu = (uint8_t)(gpu->number + 1);
        hd_cudart_lock();
        forget_overlapping(a.base, a.base + size);
        insert(a);
        hd_transfer_generation++;
        hd_cudart_unlock();
        int code = HD_GIVE(out, (void *)a.base);
        if (code) hd_cudaFree((void *)a.base);
        return code;
    }
    if (size > (1ull << 47) || (size >= (16u << 20) && size > hd_cudart_free_memory())) {
        hd_cudart_notice("%s: %zu bytes asked for, %zu are free", api, size,
                         hd_cudart_free_memory());
        return hd_cudart_fail(cudaErrorMemoryAllocation);
    }
    hd_cudart_lock();
    if (noted.on && taken_again(&a)) {
        hd_cudart_unlock();
        return HD_GIVE(out, (void *)a.base);
    }
    bool ok = map_range() && hd_heap_allows(size) &&
              (heap.guarded >= MAX_GUARDED && size <= SMALL ? from_chunk(&a) : from_pages(&a));
    if (ok) {
        insert(a);
        fill_margins(&a);
        fill_unset(&a);
        hd_heap_elsewhere(heap.live_bytes += size);
        if (noted.on) {
            HD_XPUSH(&noted.taken, a.base);
            noted.next = noted.taken.n;
        }
    }
    hd_cudart_unlock();
    if (!ok) return hd_cudart_fail(cudaErrorMemoryAllocation);
    if (kind == MEMORY_DEVICE)
        hd_check_allocated(a.base, size); // host code may set the other kinds
    int code = HD_GIVE(out, (void *)a.base);
    if (code) hd_cudaFree((void *)a.base);
    return code;
}

static void place_text(hd_loc loc, char *out, size_t n) {
    struct hd_place place;
    if (loc && hd_source_place(loc, &place))
        snprintf(out, n, " at %s:%d", place.source->name, place.line);
    else if (n)
        out[0] = 0;
}

static const char *allocator_of(int kind) {
    return kind == MEMORY_MANAGED  ? "cudaMallocManaged"
           : kind == MEMORY_PINNED ? "cudaMallocHost"
                                   : "cudaMalloc";
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

static int free_memory(const char *api, void *p, bool pinned) {
    if (!p) return 0;
    hd_loc at = hd_cudart_caller();
    hd_check_settle();
    hd_cudart_lock();
    struct allocation *a = find((uint64_t)p), copy = {0};
    bool ok = a && !a->freed && a->base == (uint64_t)p && (a->kind == MEMORY_PINNED) == pinned;
    if (a) copy = *a;
    if (ok) visit_margins(a, hd_margins_freed);
    if (ok && noted.on)
        release_later(a, at);
    else if (ok)
        release(a, at);
    hd_cudart_unlock();
    if (ok) hd_cudart_pool_freed(p);
    if (ok && copy.gpu) return hd_gpu_release(copy.gpu - 1, api, copy.kind, copy.base);
    if (ok) {
        hd_transfer_drop(copy.base);
        hd_check_freed(copy.base, copy.size);
        return 0;
    }
    char where[128], there[128];
    place_text(copy.at, where, sizeof where);
    place_text(copy.freed_at, there, sizeof there);
    if (!copy.base)
        hd_cudart_notice("%s: %p was not given by %s", api, p,
                         pinned ? "cudaMallocHost" : "cudaMalloc");
    else if (copy.freed)
        hd_cudart_notice("%s: these %zu bytes were freed before%s (%s%s)", api, copy.size, there,
                         allocator_of(copy.kind), where);
    else if (copy.base != (uint64_t)p)
        hd_cudart_notice("%s: %p is %zu bytes into an allocation, not its start", api, p,
                         (size_t)((uint64_t)p - copy.base));
    else
        hd_cudart_notice("%s: this memory comes from %s%s, which %s frees", api,
                         allocator_of(copy.kind), where, pinned ? "cudaFree" : "cudaFreeHost");
    return hd_cudart_fail(cudaErrorInvalidValue);
}

int hd_cudaMalloc(void **out, size_t size) {
    return allocate("cudaMalloc", out, size, MEMORY_DEVICE, 0);
}

int hd_cudaMallocAsync(void **out, size_t size, void *stream) {
    return hd_cudaMallocFromPoolAsync(out, size, hd_cudart_pool(), stream);
}

int hd_cudaMallocManaged(void **out, size_t size, unsigned flags) {
    if (flags != 1 && flags != 2) return hd_cudart_fail(cudaErrorInvalidValue);
    if (size == 0) return hd_cudart_fail(cudaErrorInvalidValue);
    return allocate("cudaMallocManaged", out, size, MEMORY_MANAGED, 0);
}

int hd_cudaMallocHost(void **out, size_t size, unsigned flags) {
    if (flags & ~7u) return hd_cudart_fail(cudaErrorInvalidValue);
    return allocate("cudaMallocHost", out, size, MEMORY_PINNED, flags);
}

int hd_cudaHostAlloc(void **out, size_t size, unsigned flags) {
    if (flags & ~7u) return hd_cudart_fail(cudaErrorInvalidValue);
    return allocate("cudaHostAlloc", out, size, MEMORY_PINNED, flags);
}

int hd_cudaFree(void *p) {
    int code;
    hd_cpu_finish(NULL, false, true); // as CUDA's does
    if (hd_graph_frees(p, &code)) return code;
    return free_memory("cudaFree", p, false);
}

int hd_cudaFreeAsync(void *p, void *stream) {
    int code;
    if (!hd_cudart_stream_valid(stream)) return hd_cudart_fail(cudaErrorInvalidResourceHandle);
    if (hd_graph_captures(stream)) return hd_graph_note_free(p, stream);
    if (hd_graph_frees(p, &code)) return code;
    if (hd_cudart_free_later(p, stream)) return 0;
    hd_cudart_finish_cpu(stream);
    return free_memory("cudaFreeAsync", p, false);
}

void hd_cudart_release(void *p) { free_memory("cudaFreeAsync", p, false); }

int hd_cudaFreeHost(void *p) {
    hd_cpu_finish(NULL, false, true);
    return free_memory("cudaFreeHost", p, true);
}

int hd_cudaMallocPitch(void **out, size_t *pitch, size_t width, size_t height) {
    if (!out || !pitch) return hd_cudart_fail(cudaErrorInvalidValue);
    size_t row = HD_ROUND_UP(width, 512), bytes;
    if (row < width || __builtin_mul_overflow(row, height, &bytes))
        return hd_cudart_fail(cudaErrorMemoryAllocation);
    if (HD_GIVE(pitch, row)) return cudaErrorInvalidValue;
    return allocate("cudaMallocPitch", out, bytes, MEMORY_DEVICE, 0);
}

int hd_cudaMalloc3D(struct cuda_pitched *out, struct cuda_extent extent) {
    if (!out) return hd_cudart_fail(cudaErrorInvalidValue);
    size_t row = HD_ROUND_UP(extent.width, 512), bytes;
    if (row < extent.width || __builtin_mul_overflow(row, extent.height, &bytes) ||
        __builtin_mul_overflow(bytes, extent.depth, &bytes))
        return hd_cudart_fail(cudaErrorMemoryAllocation);
    void *p = NULL;
    int code = allocate("cudaMalloc3D", &p, bytes, MEMORY_DEVICE, 0);
    if (!code && (code = HD_GIVE(out, p, row, extent.width, extent.height))) hd_cudaFree(p);
    return code;
}

int hd_cudaHostRegister(void *p, size_t size, unsigned flags) {
    if (!p || !size || (flags & ~15u)) return hd_cudart_fail(cudaErrorInvalidValue);
    struct allocation a = {
        .base = (uint64_t)p, .size = size, .kind = MEMORY_REGISTERED, .flags = flags};
    bool taken = false;
    hd_cudart_lock();
    for (int i = 0; i < heap.registered.n; i++) {
        struct allocation *r = &heap.registered.v[i];
        if (r->base < a.base + size && a.base < r->base + r->size) taken = true;
    }
    struct hd_gpu_device *gpu = hd_device_current();
    if (gpu) a.gpu = (uint8_t)(gpu->number + 1);
    if (!taken) HD_XPUSH(&heap.registered, a);
    hd_cudart_unlock();
    int error = gpu && !taken ? hd_gpu_register(gpu, p, size, flags) : 0;
    if (error) {
        hd_cudaHostUnregister(p);
        return error;
    }
    return taken ? hd_cudart_fail(cudaErrorHostMemoryAlreadyRegistered) : 0;
}

int hd_cudaHostUnregister(void *p) {
    if (!p) return hd_cudart_fail(cudaErrorInvalidValue);
    bool found = false;
    int gpu = 0;
    hd_cudart_lock();
    for (int i = 0; i < heap.registered.n && !found; i++) {
        if (heap.registered.v[i].base != (uint64_t)p) continue;
        gpu = heap.registered.v[i].gpu;
        heap.registered.v[i] = heap.registered.v[--heap.registered.n];
        found = true;
    }
    hd_cudart_unlock();
    if (found && gpu) hd_gpu_unregister(gpu - 1, p);
    return found ? 0 : hd_cudart_fail(cudaErrorHostMemoryNotRegistered);
}

void hd_cudart_memory_reset(void) {
    hd_cudart_pools_reset();
    for (int i = 0; i < heap.all.n; i++) {
        struct allocation *a = &heap.all.v[i];
        if (a->gpu && !a->freed)
            hd_gpu_release(a->gpu - 1, "cudaDeviceReset", a->kind, a->base);
        else if (!a->freed)
            hd_transfer_drop(a->base);
    }
    hd_cudart_lock();
    hd_transfer_generation++;
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
    heap.all.n = heap.registered.n = heap.chunks.n = 0;
    heap.guarded = heap.freed = 0;
    heap.live_bytes = 0;
    hd_cudart_unlock();
}

// ---- what is known of an address ----------------------------------------------------------------

// A variable of the session that holds addr: __device__ and __constant__ ones are device memory.
static void find_variable(uint64_t addr, struct memory *out) {
    out->kind = MEMORY_VARIABLE;
    if (!hd_engine.front) return;
    int n;
    hd_front_lock();
    struct hd_def **defs = hd_all_defs(&n);
    for (int i = 0; i < n && !out->name; i++) {
        const struct hd_sym *sym = defs[i]->sym;
        if (!sym || sym->kind != SYM_VAR || !sym->addr) continue;
        uint64_t size = sym->type->kind == HD_TY_REF ? 8 : sym->type->size;
        if (addr < sym->addr || addr > sym->addr + size || (addr == sym->addr + size && size))
            continue;
        out->base = sym->addr;
        out->size = size;
        out->name = sym->name;
        out->device_variable = sym->storage == ST_DEVICE || sym->storage == ST_CONSTANT;
    }
    hd_front_unlock();
}

void hd_cudart_find(uint64_t addr, struct memory *out) {
    *out = (struct memory){.kind = MEMORY_HOST};
    if (hd_store_contains(addr)) {
        find_variable(addr, out);
        return;
    }
    hd_cudart_lock();
    const struct allocation *a = find(addr);
    for (int i = 0; i < heap.registered.n && !a; i++) {
        const struct allocation *r = &heap.registered.v[i];
        if (addr >= r->base && addr < r->base + r->size) a = r;
    }
    if (a)
        describe(a, out);
    else if (heap.from && addr >= heap.from && addr < heap.to)
        *out = (struct memory){.kind = MEMORY_DEVICE, .nowhere = true};
    hd_cudart_unlock();
}

static const char *kind_text(enum memory_kind kind) {
    switch (kind) {
    case MEMORY_DEVICE: return "device";
    case MEMORY_MANAGED: return "managed";
    case MEMORY_PINNED: return "pinned host";
    case MEMORY_REGISTERED: return "registered host";
    default: return "host";
    }
}

bool hd_cudart_allocation(uint64_t addr, uint64_t *base, size_t *size, const char **kind) {
    struct memory m;
    if (hd_store_contains(addr)) return false;
    hd_cudart_find(addr, &m);
    if (m.kind == MEMORY_HOST || m.freed || m.nowhere || addr >= m.base + m.size) return false;
    *base = m.base;
    *size = m.size;
    *kind = kind_text(m.kind);
    return true;
}

bool hd_cudart_describe(uint64_t addr, char *out, size_t n) {
    hd_cudart_lock();
    struct allocation a = {0};
    if (heap.from && addr >= heap.from && addr < heap.to) {
        int i = above(addr);
        // Before the start of the page that the next one begins in: an underrun of that one.
        if (i < heap.all.n && !heap.all.v[i].freed && heap.all.v[i].from &&
            addr >= heap.all.v[i].from - PAGE / 2)
            a = heap.all.v[i];
        else if (i > 0)
            a = heap.all.v[i - 1];
    }
    hd_cudart_unlock();
    if (!a.base) return false;
    char where[128], there[128];
    place_text(a.at, where, sizeof where);
    place_text(a.freed_at, there, sizeof there);
    const char *by = allocator_of(a.kind);
    if (a.freed && addr < a.base + a.size)
        snprintf(out, n, "inside %zu bytes that were freed%s (%s%s)", a.size, there, by, where);
    else if (addr < a.base)
        snprintf(out, n, "%zu bytes before %zu bytes of %s memory (%s%s)", (size_t)(a.base - addr),
                 a.size, kind_text(a.kind), by, where);
    else if (addr >= a.base + a.size)
        snprintf(out, n, "%zu bytes past the end of %zu bytes of %s memory (%s%s)",
                 (size_t)(addr - a.base - a.size), a.size, kind_text(a.kind), by, where);
    else
        snprintf(out, n, "%zu bytes into %zu bytes of %s memory (%s%s)", (size_t)(addr - a.base),
                 a.size, kind_text(a.kind), by, where);
    return true;
}

bool hd_cudart_is_device(uint64_t addr) {
    return addr >= RANGE_BASE && addr < RANGE_BASE + (1ull << 44);
}

void hd_cudart_explain(struct hd_fault *fault) {
    char text[384];
    if (fault->has_address && fault->is_write && hd_store_is_literal(fault->address)) {
        fault->kind = "write to a string literal";
        snprintf(
            fault->message, sizeof fault->message,
            "write to a string literal, which is read-only: use an array, as in `char text[] = \"...\"`");
        return;
    }
    if (fault->has_address && hd_store_stubs_again(fault->address)) {
        fault->kind = "unmapped code";
        snprintf(
            fault->message, sizeof fault->message,
            "call through a function pointer whose code had been unmapped or protected (munmap, mprotect); it is back "
            "now");
        return;
    }
    struct memory m;
    hd_cudart_find(fault->address, &m);
    if (fault->has_address && m.kind == MEMORY_VARIABLE && m.size &&
        fault->address - m.base < m.size && hd_store_map_again(m.base, m.size)) {
        fault->kind = "unmapped variable";
        snprintf(
            fault->message, sizeof fault->message,
            "%s of `%s`, whose memory the code had unmapped or protected (munmap, mprotect); it is back now",
            fault->is_write ? "write" : "read", m.name ? m.name : "?");
        return;
    }
    if (!fault->has_address || !hd_cudart_describe(fault->address, text, sizeof text)) return;
    bool freed = strncmp(text, "inside", 6) == 0;
    fault->kind = freed ? "use after free" : "out-of-bounds access";
    snprintf(fault->message, sizeof fault->message, "%s out of bounds: 0x%llx is %s",
             fault->is_write ? "write" : "read", (unsigned long long)fault->address, text);
    if (freed)
        snprintf(fault->message, sizeof fault->message, "%s of freed memory: 0x%llx is %s",
                 fault->is_write ? "write" : "read", (unsigned long long)fault->address, text);
}

static bool on_device(const struct memory *m) {
    return m->kind == MEMORY_VARIABLE ? m->device_variable || !m->size : m->kind != MEMORY_HOST;
}

static bool on_host(const struct memory *m) {
    return m->kind == MEMORY_VARIABLE ? !m->device_variable : m->kind != MEMORY_DEVICE;
}

int hd_cudart_direction(const void *dst, const void *src) {
    struct memory to, from;
    if (!dst || !src) return -1;
    hd_cudart_find((uint64_t)dst, &to);
    hd_cudart_find((uint64_t)src, &from);
    if (to.nowhere || from.nowhere || to.freed || from.freed) return -1;
    if (!on_host(&to)) return on_host(&from) ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToDevice;
    return on_host(&from) ? cudaMemcpyHostToHost : cudaMemcpyDeviceToHost;
}

int hd_cudart_check(const char *api, const char *side, const void *p, size_t size, bool device,
                    bool host) {
    if (size == 0) return 0;
    if (!p) {
        hd_cudart_notice("%s: the %s is a null pointer", api, side);
        return cudaErrorInvalidValue;
    }
    struct memory m;
    hd_cudart_find((uint64_t)p, &m);
    char where[128], there[128];
    place_text(m.at, where, sizeof where);
    place_text(m.freed_at, there, sizeof there);
    if (m.freed) {
        hd_cudart_notice("%s: the %s lies in %zu bytes that were freed%s (%s%s)", api, side, m.size,
                         there, allocator_of(m.kind), where);
        return cudaErrorInvalidValue;
    }
    if (m.nowhere) {
        hd_cudart_notice("%s: the %s %p is in no allocation", api, side, p);
        return cudaErrorInvalidValue;
    }
    if (device && !on_device(&m)) {
        hd_cudart_notice("%s: the %s must be device memory, but %p is host memory", api, side, p);
        return cudaErrorInvalidValue;
    }
    if (host && !on_host(&m)) {
        hd_cudart_notice("%s: the %s must be host memory, but %p is device memory", api, side, p);
        return cudaErrorInvalidValue;
    }
    if (!m.size) return 0;
    size_t room = m.base + m.size - (uint64_t)p;
    if (size <= room) return 0;
    if (m.name)
        hd_cudart_notice("%s: %zu bytes, but the %s `%s` has only %zu from there", api, size, side,
                         m.name, room);
    else
        hd_cudart_notice(
            "%s: %zu bytes, but the %s has only %zu from there (allocation of %zu bytes, %s%s)",
            api, size, side, room, m.size, allocator_of(m.kind), where);
    return cudaErrorInvalidValue;
}
