// The heap of user code: blocks that outlive the engine.
//
// They lie in the client's store, a file in memory that every engine maps at the same addresses,
// and so does what has to be known of them, apart from the blocks, where running over a block's end
// does not reach:
//
//     HEAP_LOW    blocks, in units of 64 KiB: a unit holds slots of one size (a *slab*), or begins
//                 a large block
//     META_LOW    record | a struct unit for each unit | a state for every 16 bytes of blocks
//
// What is allocated is what the state of a block's first 16 bytes says, two bytes. Taking a block
// and giving it back are one store of a state each, so the heap is whole at every instruction at
// which the process may be killed: the next engine reads the states (hd_heap_open) and makes the
// rest anew. What is not stored there, the lists of free slots, is this process's own: each thread
// keeps a few free slots of each size (struct cache), and fills up from the slabs under a lock.
//
//     malloc(40): class 2, slots of 48 bytes -> pop a slot of this thread's cache, state := 41
//     free(p):    state of p: 41 -> class 2; state := kept by this engine, push
//
// So a double free and a pointer into a block are told from others, and the bytes between the size
// that was asked for and the slot's end have a mark, which free looks at. New memory
// is zero, and so is what an earlier cell gave back: slots are cleared on their way from a slab to
// a cache. Writing to a block that was freed harms nothing but a block that has its place by now.
#include "cpu/heap/place.h"
#include "cpu/internal.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// A fault in here is one of the heap, and an interrupt waits until the caller has its block.
#define IN_HEAP __attribute__((section("heddle_heap"), noinline))
#define INLINE_IN_HEAP static inline __attribute__((always_inline))
extern const char __start_heddle_heap[], __stop_heddle_heap[];

#define HEAP_LOW HD_HEAP_LOW
#define META_LOW 0x2c0000000000ull
#define UNITS_AT 4096ull
#define STATES_AT (256ull << 20) // behind the units of the largest heap
#define MOST_UNITS ((STATES_AT - UNITS_AT) / sizeof(struct unit))
#define UNIT (64ul << 10)
#define PAGE 4096ul
#define STEP (64ul << 20) // made accessible at a time

enum {
    EXACT = 1024,               // up to here classes are multiples of 16
    MOST = 32768,               // up to here 4 classes for each power of two; beyond, units
    NCLASSES = EXACT / 16 + 20, // 64 and 4 for each of 5 powers of two
    CAP = 128,                  // slots of a class that a thread keeps
    FIRST_FILL = 8,             // how many it takes from a slab at first; twice as many each time
    DIRTY_KEPT = 1024,          // units of freed large blocks that keep their pages: 64 MiB
    SWEEP_AFTER = 16ul << 20,   // bytes of slots that went back to slabs, before empty ones go
};

#define MARKS 0xb7b7b7b7b7b7b7b7ull // of a block's end: no text, no small number

// States.
enum {
    NEVER = 0,        // a free slot that was never used: its bytes are zero
    LIVE = 1,         // + size: the start of a live block in a slot
    LARGE = 0x9000,   // the start of a live block of whole units
    FREED = 0xa000,   // a free slot with old contents
    KEPT = 0xa100,    // + epoch: a freed slot in a cache of this engine
    KEPT_NEW = 0xa200 // likewise, and zero
};

enum unit_kind { UNIT_FREE, UNIT_SLAB, UNIT_LARGE };
struct unit {
    uint8_t kind; // stored last when a unit is taken, first when it is given back
    uint8_t class;
    uint32_t units; // UNIT_LARGE: how many
    uint64_t bytes; // and what was asked for
};

struct record {
    uint64_t high;  // no unit from here on was ever used
    uint64_t epoch; // engines so far
};

struct note { // of a unit, this engine's
    uint32_t next;
    uint16_t scan; // no slot before this one is to be had
    bool listed;   // in partial[]
    bool dirty;    // UNIT_FREE: its pages may hold something
};

struct bin {
    uint16_t n, fill;
    void *slots[CAP];
};
struct cache {
    struct bin bins[NCLASSES];
};

uint64_t hd_heap_size; // 0: there is none yet
static struct {
    uint64_t nunits;
    uint64_t opened; // bytes that can be accessed
    struct note *notes;
    uint32_t partial[NCLASSES]; // slabs that may have free slots, by unit + 1
    uint64_t hint;              // no free unit lies below
    uint64_t used, limit;       // units
    uint64_t elsewhere;         // units' worth of device memory, which counts too
    uint64_t dirty, dropped;    // units; bytes
    uint8_t epoch;
    int fd;
    uint64_t at; // in the file
    pthread_key_t key;
} heap;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct cache executing;
static __thread struct cache *mine;
static uint16_t class_size[NCLASSES];
static uint32_t class_reciprocal[NCLASSES]; // of the size, for offsets in a unit: see slot_index

INLINE_IN_HEAP struct record *record(void) { return (struct record *)META_LOW; }
INLINE_IN_HEAP struct unit *units(void) { return (struct unit *)(META_LOW + UNITS_AT); }
INLINE_IN_HEAP uint16_t *state_of(uint64_t addr) {
    return (uint16_t *)(META_LOW + STATES_AT) + (addr - HEAP_LOW) / 16;
}
INLINE_IN_HEAP uint64_t unit_address(uint64_t unit) { return HEAP_LOW + unit * UNIT; }

// What stands before is in memory before what comes after: a kill is between two instructions.
#define IN_ORDER() __atomic_signal_fence(__ATOMIC_SEQ_CST)

bool hd_in_user_heap(uint64_t pc) {
    return pc >= (uint64_t)(uintptr_t)__start_heddle_heap &&
           pc < (uint64_t)(uintptr_t)__stop_heddle_heap;
}

static IN_HEAP void complain(const char *kind, const char *what, const void *block, size_t size) {
    struct hd_fault fault = {0};
    hd_fault_say(&fault, 0, kind, what, block, size);
    hd_guard_raise(&fault);
}

// ---- classes and states -------------------------------------------------------------------------

INLINE_IN_HEAP int class_for(size_t size) {
    if (size <= EXACT) return (int)((size - 1) / 16);
    size_t last = size - 1;
    int log = 63 - __builtin_clzl(last);
    return EXACT / 16 + (log - 10) * 4 + (int)(last >> (log - 2) & 3);
}

INLINE_IN_HEAP bool is_live(uint16_t state) { return state != NEVER && state < FREED; }

// A mark of up to 7 bytes stands behind a block's end, as far as its slot has room: the upper bytes
// of a word whose lower ones are the block's. No branches: they would be mispredicted.
struct mark {
    void *at;
    uint64_t keep; // bits of the word that are the block's
};

INLINE_IN_HEAP struct mark mark_of(const void *block, size_t size, size_t room) {
    size_t bytes = room < 7 ? room : 7;
    uint64_t at = (uint64_t)block + size + bytes - 8;
    return (struct mark){(void *)at, ~0ull >> bytes * 8};
}

INLINE_IN_HEAP void write_mark(const void *block, size_t size, size_t room) {
    struct mark mark = mark_of(block, size, room);
    uint64_t word;
    memcpy(&word, mark.at, 8);
    word = (word & mark.keep) | (MARKS & ~mark.keep);
    memcpy(mark.at, &word, 8);
}

INLINE_IN_HEAP bool has_mark(const void *block, size_t size, size_t room) {
    struct mark mark = mark_of(block, size, room);
    uint64_t word;
    memcpy(&word, mark.at, 8);
    return ((word ^ MARKS) & ~mark.keep) == 0;
}

INLINE_IN_HEAP void set_state(uint64_t addr, int state) {
    IN_ORDER();
    *(volatile uint16_t *)state_of(addr) = (uint16_t)state;
    IN_ORDER();
}

// offset / size, for offsets of slots: (2^32 / size + 1) * offset is over the quotient by less than
// offset / 2^32.
INLINE_IN_HEAP uint16_t slot_index(uint64_t offset, int class) {
    return (uint16_t)(offset * class_reciprocal[class] >> 32);
}

// The slot becomes a live block. One that changes its size in place has its mark at every moment:
// that of the new size does not reach where the old one's is looked for, or is the same there.
INLINE_IN_HEAP void *take(void *slot, size_t slot_size, size_t size) {
    write_mark(slot, size, slot_size - size);
    set_state((uint64_t)slot, LIVE + (int)size);
    return slot;
}

// ---- units --------------------------------------------------------------------------------------

static void forget_pages(uint64_t from, uint64_t to) {
    if (to > from) madvise((void *)from, to - from, MADV_REMOVE);
}

static IN_HEAP void clean_units(uint64_t from, uint64_t n) {
    uint64_t low = unit_address(from);
    forget_pages(low, low + n * UNIT);
    uint64_t states = (uint64_t)state_of(low);
    forget_pages(states, states + n * UNIT / 8);
    for (uint64_t i = from; i < from + n; i++) {
        heap.dirty -= heap.notes[i].dirty;
        heap.notes[i].dirty = false;
    }
}

static IN_HEAP bool open_units(uint64_t end) {
    if (end > record()->high) record()->high = end;
    if (end * UNIT <= heap.opened) return true;
    uint64_t upto = HD_ROUND_UP(end * UNIT, STEP);
    if (upto > hd_heap_size) upto = hd_heap_size;
    if (mprotect((void *)(HEAP_LOW + heap.opened), upto - heap.opened, PROT_READ | PROT_WRITE))
        return false;
    heap.opened = upto;
    return true;
}

INLINE_IN_HEAP uint64_t length_of(uint64_t unit) {
    const struct unit *u = &units()[unit];
    return u->kind == UNIT_FREE ? 0 : u->kind == UNIT_LARGE ? u->units : 1;
}

// The lowest n free units in a row, from a multiple of `align` on; heap.nunits: there are none.
static IN_HEAP uint64_t find_units(uint64_t n, uint64_t align) {
    uint64_t high = record()->high, i = heap.hint, length;
    while (i < high && (length = length_of(i))) i += length;
    heap.hint = i;
    for (;;) {
        uint64_t at = HD_ROUND_UP(i, align), end = at + n;
        length = 0;
        while (i < end && i < high && !(length = length_of(i))) i++;
        if (!length || i >= end || i >= high) return end <= heap.nunits ? at : heap.nunits;
        while (i < high && (length = length_of(i))) i += length;
    }
}

// n free units; they still count as free. heap.nunits: there is no room, or no memory.
static IN_HEAP uint64_t get_units(uint64_t n, uint64_t align) {
    if (n > heap.nunits || heap.used + heap.elsewhere + n > heap.limit) return heap.nunits;
    uint64_t at = find_units(n, align);
    if (at >= heap.nunits || !open_units(at + n)) return heap.nunits;
    return at;
}

static IN_HEAP void put_units(uint64_t from, uint64_t n) {
    if (from < heap.hint) heap.hint = from;
    heap.used -= n;
    for (uint64_t i = from; i < from + n; i++) {
        heap.dirty += !heap.notes[i].dirty;
        heap.notes[i].dirty = true;
    }
}

// Free units that hold something give their pages back.
static IN_HEAP void clean_all(void) {
    for (uint64_t i = heap.hint; i < record()->high && heap.dirty;) {
        uint64_t from = i;
        while (i < record()->high && units()[i].kind == UNIT_FREE && heap.notes[i].dirty) i++;
        if (i > from) clean_units(from, i - from);
        if (i == from) i += units()[i].kind == UNIT_FREE ? 1 : length_of(i);
    }
}

// ---- slabs --------------------------------------------------------------------------------------

static void list_slab(uint64_t unit, int class) {
    struct note *note = &heap.notes[unit];
    if (note->listed) return;
    note->listed = true;
    note->next = heap.partial[class];
    heap.partial[class] = (uint32_t)unit + 1;
}

static IN_HEAP bool new_slab(int class) {
    uint64_t unit = get_units(1, 1);
    if (unit >= heap.nunits) return false;
    if (heap.notes[unit].dirty) clean_units(unit, 1);
    heap.used++;
    units()[unit] = (struct unit){.class = (uint8_t)class};
    IN_ORDER();
    *(volatile uint8_t *)&units()[unit].kind = UNIT_SLAB;
    heap.notes[unit].scan = 0;
    list_slab(unit, class);
    return true;
}

// Kept by no cache of this engine and not live.
INLINE_IN_HEAP bool is_to_be_had(uint16_t state) {
    return state == NEVER || state == FREED || (state >= KEPT && (state & 255) != heap.epoch);
}

// Most slots are too small for a call.
INLINE_IN_HEAP void clear_slot(void *slot, size_t size) {
    typedef long pair __attribute__((vector_size(16)));
    if (size > 128) {
        memset(slot, 0, size);
        return;
    }
    for (pair *p = slot, *end = p + size / sizeof *p; p < end; p++) {
        *p = (pair){0};
        IN_ORDER(); // or it becomes the call
    }
}

// Fills the bin from one slab.
static IN_HEAP void fill_from(struct bin *bin, uint64_t unit, int class) {
    struct note *note = &heap.notes[unit];
    size_t size = class_size[class], nslots = UNIT / size, i = note->scan;
    int n = bin->n, want = bin->fill;
    uint64_t slot = unit_address(unit) + i * size;
    for (; i < nslots && n < want; i++, slot += size) {
        uint16_t *state = state_of(slot);
        if (!is_to_be_had(*state)) continue;
        if (*state != NEVER) clear_slot((void *)slot, size);
        *state = (uint16_t)(KEPT_NEW + heap.epoch);
        bin->slots[n++] = (void *)slot;
    }
    bin->n = (uint16_t)n;
    note->scan = (uint16_t)i;
    for (int low = 0, high = bin->n - 1; low < high; low++, high--) { // the lowest goes first
        void *slot = bin->slots[low];
        bin->slots[low] = bin->slots[high];
        bin->slots[high] = slot;
    }
    if (i < nslots) return;
    note->listed = false;
    heap.partial[class] = note->next;
}

static IN_HEAP bool refill(struct bin *bin, int class) {
    pthread_mutex_lock(&lock);
    bin->fill = bin->fill ? (bin->fill * 2 > CAP ? CAP : bin->fill * 2) : FIRST_FILL;
    while (!bin->n && (heap.partial[class] || new_slab(class)))
        fill_from(bin, heap.partial[class] - 1, class);
    pthread_mutex_unlock(&lock);
    return bin->n > 0;
}

// The slot, and perhaps others behind it in its slab, are to be had again.
INLINE_IN_HEAP void put_in_slab(uint64_t slot, int class) {
    uint64_t unit = (slot - HEAP_LOW) / UNIT;
    uint16_t at = slot_index(slot - unit_address(unit), class);
    if (at < heap.notes[unit].scan) heap.notes[unit].scan = at;
    list_slab(unit, class);
}

// The `n` slots that were kept longest go back to their slabs. With the lock.
static IN_HEAP void drop(struct bin *bin, int class, int n) {
    uint64_t lowest = (uint64_t)bin->slots[0]; // of a row of slots of one slab
    for (int i = 0; i < n; i++) {
        uint64_t slot = (uint64_t)bin->slots[i];
        uint16_t *state = state_of(slot);
        *state = *state >= KEPT_NEW ? NEVER : FREED;
        bool same = (slot - HEAP_LOW) / UNIT == (lowest - HEAP_LOW) / UNIT;
        if (!same) put_in_slab(lowest, class);
        if (!same || slot < lowest) lowest = slot;
    }
    put_in_slab(lowest, class);
    heap.dropped += (uint64_t)n * class_size[class];
    bin->n = (uint16_t)(bin->n - n);
    memmove(bin->slots, bin->slots + n, sizeof *bin->slots * bin->n);
}

static IN_HEAP void drop_all(struct cache *cache) {
    for (int class = 0; class < NCLASSES; class ++) {
        if (cache->bins[class].n) drop(&cache->bins[class], class, cache->bins[class].n);
        cache->bins[class].fill = 0;
    }
}

static void thread_ends(void *cache) {
    pthread_mutex_lock(&lock);
    drop_all(cache);
    pthread_mutex_unlock(&lock);
    mine = NULL;
    munmap(cache, sizeof(struct cache));
}

static IN_HEAP struct cache *my_cache(void) {
    if (mine || !hd_heap_size) return mine;
    void *cache = mmap(NULL, sizeof(struct cache), PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (cache == MAP_FAILED) return NULL;
    pthread_setspecific(heap.key, cache);
    return mine = cache;
}

// Slabs without a live block become free units.
static IN_HEAP void sweep(void) {
    for (int class = 0; class < NCLASSES; class ++) {
        uint32_t *link = &heap.partial[class];
        while (*link) {
            uint64_t unit = *link - 1;
            size_t size = class_size[class];
            bool empty = true;
            for (size_t i = 0; i < UNIT / size && empty; i++)
                empty = is_to_be_had(*state_of(unit_address(unit) + i * size));
            if (!empty) {
                link = &heap.notes[unit].next;
                continue;
            }
            *link = heap.notes[unit].next;
            heap.notes[unit].listed = false;
            *(volatile uint8_t *)&units()[unit].kind = UNIT_FREE;
            IN_ORDER();
            put_units(unit, 1);
        }
    }
    heap.dropped = 0;
}

void hd_heap_trim(void) {
    if (!hd_heap_size) return;
    pthread_mutex_lock(&lock);
    drop_all(&executing);
    if (heap.dropped > SWEEP_AFTER) sweep();
    if (heap.dirty) clean_all();
    pthread_mutex_unlock(&lock);
}

// ---- large blocks -------------------------------------------------------------------------------

// The mark must not cost another page.
INLINE_IN_HEAP size_t large_room(uint64_t bytes) {
    size_t room = -bytes & (PAGE - 1);
    return room;
}

static IN_HEAP void *get_large(size_t size, uint64_t align, bool zero) {
    uint64_t n = size / UNIT + (size % UNIT != 0);
    pthread_mutex_lock(&lock);
    uint64_t unit = get_units(n, align);
    if (unit >= heap.nunits) {
        pthread_mutex_unlock(&lock);
        return NULL;
    }
    uint64_t addr = unit_address(unit);
    heap.used += n;
    for (uint64_t i = unit; i < unit + n; i++) {
        if (!heap.notes[i].dirty) continue;
        heap.notes[i].dirty = false;
        heap.dirty--;
        if (zero) memset((void *)unit_address(i), 0, UNIT);
    }
    units()[unit] = (struct unit){.units = (uint32_t)n, .bytes = size};
    write_mark((void *)addr, size, large_room(size));
    IN_ORDER();
    *(volatile uint8_t *)&units()[unit].kind = UNIT_LARGE;
    set_state(addr, LARGE);
    pthread_mutex_unlock(&lock);
    return (void *)addr;
}

static IN_HEAP void put_large(uint64_t addr) {
    uint64_t unit = (addr - HEAP_LOW) / UNIT, n = units()[unit].units;
    pthread_mutex_lock(&lock);
    set_state(addr, FREED);
    *(volatile uint8_t *)&units()[unit].kind = UNIT_FREE;
    IN_ORDER();
    put_units(unit, n);
    if (heap.dirty > DIRTY_KEPT) clean_all();
    pthread_mutex_unlock(&lock);
}

// Makes a large block larger or smaller where it is.
static IN_HEAP bool resize_large(uint64_t addr, size_t size) {
    uint64_t unit = (addr - HEAP_LOW) / UNIT, had = units()[unit].units;
    uint64_t n = size / UNIT + (size % UNIT != 0);
    if (size <= MOST || unit + n > heap.nunits) return false;
    bool ok = true;
    pthread_mutex_lock(&lock);
    for (uint64_t i = unit + had; i < unit + n && ok; i++)
        ok = i >= record()->high || units()[i].kind == UNIT_FREE;
    ok = ok &&
         (n <= had || (heap.used + heap.elsewhere + n - had <= heap.limit && open_units(unit + n)));
    if (ok) {
        for (uint64_t i = unit + had; i < unit + n; i++) {
            heap.dirty -= heap.notes[i].dirty;
            heap.notes[i].dirty = false;
        }
        volatile struct unit *u = &units()[unit];
        write_mark((void *)addr, size, large_room(size));
        if (n > had) u->units = (uint32_t)n; // bytes are never more than the units have
        u->bytes = size;
        u->units = (uint32_t)n;
        heap.used += n > had ? n - had : 0;
        if (heap.hint > unit && heap.hint < unit + n) heap.hint = unit + n; // no middle of a block
        if (n < had) put_units(unit + n, had - n);
    }
    pthread_mutex_unlock(&lock);
    return ok;
}

// ---- blocks -------------------------------------------------------------------------------------

// A slot of the class, from this thread's cache; NULL: there is no memory.
static IN_HEAP void *slot_of_slab(int class) {
    struct cache *cache = my_cache();
    if (!cache) return NULL;
    struct bin *bin = &cache->bins[class];
    return bin->n || refill(bin, class) ? bin->slots[--bin->n] : NULL;
}

INLINE_IN_HEAP void *slot_for(int class) {
    struct cache *cache = mine;
    if (__builtin_expect(cache != NULL, true)) {
        struct bin *bin = &cache->bins[class];
        if (__builtin_expect(bin->n > 0, true)) return bin->slots[--bin->n];
    }
    return slot_of_slab(class);
}

static IN_HEAP void *get(size_t size) {
    size += !size; // the mark has no room before a block
    if (size > MOST) return get_large(size, 1, false);
    int class = class_for(size);
    void *slot = slot_for(class);
    return slot ? take(slot, class_size[class], size) : NULL;
}

static IN_HEAP void *malloc_otherwise(size_t size) {
    if (hd_heap_told) return hd_again_get(size, 0);
    void *block = hd_heap_size ? get(size) : malloc(size);
    if (!block) errno = ENOMEM;
    return block;
}

// Most blocks are small, so this is where programs spend their time.
IN_HEAP void *hd_user_malloc(size_t size) {
    if (__builtin_expect(size - 1 >= EXACT || !mine, false)) return malloc_otherwise(size);
    int class = (int)((size - 1) / 16);
    struct bin *bin = &mine->bins[class];
    if (__builtin_expect(!bin->n, false)) return malloc_otherwise(size);
    return take(bin->slots[--bin->n], 16 * ((size_t)class + 1), size);
}

IN_HEAP void *hd_heap_get_zero(size_t size) {
    if (hd_heap_told) return hd_again_get(size, 0);
    size += !size;
    if (size > MOST) return get_large(size, 1, true);
    int class = class_for(size);
    void *slot = slot_for(class);
    if (!slot) return NULL;
    if (*state_of((uint64_t)slot) < KEPT_NEW) memset(slot, 0, size);
    return take(slot, class_size[class], size);
}

IN_HEAP void *hd_heap_get_aligned(size_t size, size_t align) {
    if (hd_heap_told) return hd_again_get(size, align);
    if (align <= 16) return get(size);
    size += !size;
    size_t rounded = HD_ROUND_UP(size, align);
    if (rounded < size) return NULL;
    if (rounded > EXACT)
        while (rounded & (rounded - 1)) rounded += rounded & -rounded; // a power of two
    if (rounded > MOST || align > MOST)
        return get_large(size > MOST ? size : MOST + 1, align > UNIT ? align / UNIT : 1, false);
    int class = class_for(rounded);
    void *slot = slot_for(class);
    size_t least = class ? class_size[class - 1] + 1u : 1; // or free would take it for another's
    return slot ? take(slot, class_size[class], size < least ? least : size) : NULL;
}

bool hd_heap_find(uint64_t addr, uint64_t *base, size_t *size) {
    if (addr - HEAP_LOW >= hd_heap_size) return false;
    uint64_t unit = (addr - HEAP_LOW) / UNIT;
    if (unit >= record()->high) return false;
    const struct unit *u = &units()[unit];
    if (u->kind == UNIT_SLAB) {
        uint64_t slot = addr - (addr - unit_address(unit)) % class_size[u->class];
        uint16_t state = *state_of(slot);
        if (slot + class_size[u->class] > unit_address(unit) + UNIT || !is_live(state))
            return false;
        *base = slot;
        *size = state - LIVE;
        return addr < *base + *size || addr == *base;
    }
    // Of a large block: units before it that begin none.
    for (uint64_t i = unit + 1; i-- > 0;) {
        if (units()[i].kind == UNIT_FREE) continue;
        if (units()[i].kind != UNIT_LARGE || i + units()[i].units <= unit) return false;
        *base = unit_address(i);
        *size = units()[i].bytes;
        return *state_of(*base) == LARGE && addr < *base + *size;
    }
    return false;
}

// A pointer that free and realloc must not take: says why, as an error.
static IN_HEAP void refuse(void *block, const char *what) {
    uint64_t addr = (uint64_t)block, unit = (addr - HEAP_LOW) / UNIT, base;
    size_t size;
    if (hd_heap_find(addr, &base, &size))
        complain("invalid free",
                 "%p is no block of malloc or new: an address inside of a block is not freed",
                 block, 0);
    uint16_t state = addr % 16 ? NEVER : *state_of(addr);
    bool slab = units()[unit].kind == UNIT_SLAB;
    bool start = slab ? (addr - unit_address(unit)) % class_size[units()[unit].class] == 0 : true;
    if (!start || (state != FREED && state < KEPT) || state >= KEPT_NEW)
        complain("invalid free", "%p is no block of malloc or new", block, 0);
    complain(*what == 'f' ? "double free" : "use after free",
             *what == 'f' ? "the block at %p was freed before"
                          : "`realloc` of the block at %p, which was freed before",
             block, 0);
}

static IN_HEAP void overrun(void *block, size_t size) {
    complain("heap overrun",
             "the code has written past the end of the block at %p, which has %zu bytes", block,
             size);
}

// Bytes that were asked for.
INLINE_IN_HEAP size_t size_of(uint64_t addr, uint16_t state) {
    return state == LARGE ? units()[(addr - HEAP_LOW) / UNIT].bytes : (size_t)state - LIVE;
}

static IN_HEAP void put_otherwise(void *block) {
    if (hd_heap_told) {
        hd_again_put(block);
        return;
    }
    uint64_t addr = (uint64_t)block;
    uint16_t state = *state_of(addr);
    if (addr % 16 || !is_live(state)) {
        refuse(block, "free");
        return;
    }
    size_t size = size_of(addr, state);
    if (state == LARGE) {
        bool whole = has_mark(block, size, large_room(size));
        put_large(addr);
        if (!whole) overrun(block, size);
        return;
    }
    int class = class_for(size);
    bool whole = has_mark(block, size, class_size[class] - size);
    set_state(addr, KEPT + heap.epoch);
    struct cache *cache = my_cache();
    if (cache) {
        struct bin *bin = &cache->bins[class];
        if (bin->n == CAP) {
            pthread_mutex_lock(&lock);
            drop(bin, class, CAP / 2);
            pthread_mutex_unlock(&lock);
        }
        bin->slots[bin->n++] = block;
    }
    if (!whole) overrun(block, size);
}

INLINE_IN_HEAP void put(void *block) {
    uint64_t addr = (uint64_t)block;
    size_t size = (size_t)*state_of(addr) - LIVE;
    if (__builtin_expect(addr % 16 || size - 1 >= EXACT || !mine, false)) {
        put_otherwise(block);
        return;
    }
    size_t class = (size - 1) / 16, room = -size % 16;
    struct bin *bin = &mine->bins[class];
    if (__builtin_expect(bin->n == CAP || !has_mark(block, size, room), false)) {
        put_otherwise(block);
        return;
    }
    set_state(addr, KEPT + heap.epoch);
    bin->slots[bin->n++] = block;
}

IN_HEAP void hd_heap_put(void *block) { put(block); }

IN_HEAP void hd_user_free(void *block) {
    if (__builtin_expect(hd_heap_contains(block), true))
        put(block);
    else if (block)
        hd_free_foreign(block);
}

IN_HEAP size_t hd_heap_block_size(void *block) {
    uint64_t addr = (uint64_t)block;
    uint16_t state = *state_of(addr);
    return addr % 16 || !is_live(state) ? 0 : size_of(addr, state);
}

IN_HEAP void *hd_heap_resize(void *block, size_t size) {
    if (hd_heap_told) return hd_again_resize(block, size);
    size += !size;
    uint64_t addr = (uint64_t)block;
    uint16_t state = *state_of(addr);
    if (addr % 16 || !is_live(state)) refuse(block, "realloc");
    size_t had = size_of(addr, state);
    int class = state == LARGE ? -1 : class_for(had);
    size_t room = class < 0 ? large_room(had) : class_size[class] - had;
    if (!has_mark(block, had, room)) {
        hd_heap_put(block); // which complains
        return NULL;
    }
    if (class < 0 && resize_large(addr, size)) return block;
    if (class >= 0 && size <= MOST && class_for(size) == class)
        return take(block, class_size[class], size);
    void *to = get(size);
    if (!to) return NULL;
    memcpy(to, block, had < size ? had : size);
    hd_heap_put(block);
    return to;
}

// ---- blocks that are noted (again.c) ------------------------------------------------------------

// Without a cache, this thread's calls take the way on which it is looked at.
void hd_heap_tell(bool told) {
    hd_heap_told = told ? HD_HEAP_NOTES : 0;
    mine = told ? NULL : &executing;
}

static IN_HEAP size_t room_of(void *block, size_t size) {
    return *state_of((uint64_t)block) == LARGE ? large_room(size)
                                               : class_size[class_for(size)] - size;
}

IN_HEAP void hd_heap_mark(void *block) {
    size_t size = hd_heap_block_size(block);
    write_mark(block, size, room_of(block, size));
}

IN_HEAP bool hd_heap_is_whole(void *block) {
    size_t size = hd_heap_block_size(block);
    return has_mark(block, size, room_of(block, size));
}

IN_HEAP void hd_heap_put_quietly(void *block) {
    int told = hd_heap_told;
    if (told) hd_heap_tell(false);
    if (hd_heap_block_size(block)) hd_heap_mark(block);
    put(block);
    if (told) hd_heap_tell(true);
    hd_heap_told = told;
}

static void clear_part(char *copy, uint64_t at, uint64_t size, uint64_t from, uint64_t to) {
    if (from < at) from = at;
    if (to > at + size) to = at + size;
    if (from < to) memset(copy + (from - at), 0, to - from);
}

void hd_heap_clear_free(char *copy, uint64_t at, uint64_t size) {
    at += HEAP_LOW;
    for (uint64_t u = (at - HEAP_LOW) / UNIT; unit_address(u) < at + size;) {
        uint64_t from = unit_address(u);
        if (units()[u].kind == UNIT_LARGE) {
            u += units()[u].units;
            continue;
        }
        u++;
        if (units()[u - 1].kind == UNIT_FREE) {
            clear_part(copy, at, size, from, from + UNIT);
            continue;
        }
        uint64_t slot = class_size[units()[u - 1].class];
        for (uint64_t s = from; s + slot <= from + UNIT; s += slot)
            if (!is_live(*state_of(s))) clear_part(copy, at, size, s, s + slot);
    }
}

void hd_heap_each(void (*fn)(void *user, uint64_t at, uint64_t size), void *user) {
    uint64_t high = hd_heap_size ? record()->high : 0;
    for (uint64_t u = 0, n; u < high; u += n) {
        bool large = units()[u].kind == UNIT_LARGE;
        n = large ? units()[u].units : 1;
        if (units()[u].kind == UNIT_FREE) continue;
        uint64_t from = unit_address(u), slot = large ? n * UNIT : class_size[units()[u].class];
        for (uint64_t s = from; s + slot <= from + n * UNIT; s += slot)
            if (is_live(*state_of(s))) fn(user, s - HEAP_LOW, size_of(s, *state_of(s)));
    }
}

// ---- the store ----------------------------------------------------------------------------------

static bool map_at(uint64_t at, uint64_t size, int protection, uint64_t offset) {
    int flags = MAP_SHARED | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
    void *p = mmap((void *)at, size, protection, flags, heap.fd, (off_t)offset);
    if (p == (void *)at) return true;
    if (p != MAP_FAILED) munmap(p, size);
    return false;
}

// Walks what an earlier engine left: live blocks stay, all else gives its pages back.
static void adopt(void) {
    uint64_t high = record()->high, free_from = 0, i = 0;
    while (i < high) {
        struct unit *u = &units()[i];
        if (u->kind == UNIT_LARGE && *state_of(unit_address(i)) != LARGE) u->kind = UNIT_FREE;
        uint64_t n = length_of(i);
        if (!n) {
            i++;
            continue;
        }
        if (i > free_from) clean_units(free_from, i - free_from);
        if (u->kind == UNIT_SLAB) list_slab(i, u->class);
        heap.used += n;
        free_from = i += n;
    }
    if (high > free_from) clean_units(free_from, high - free_from);
    // Beyond what is said to be in use: of an engine that died while it was taking units.
    forget_pages(unit_address(high), HEAP_LOW + hd_heap_size);
}

uint64_t hd_heap_room(uint64_t size) { return size + STATES_AT + size / 8; }

bool hd_heap_open(int fd, uint64_t at, uint64_t size) {
    for (int class = 0; class < NCLASSES; class ++) {
        int over = class - EXACT / 16;
        class_size[class] =
            (uint16_t)(over < 0 ? 16 * (class + 1) : (5 + over % 4) << (8 + over / 4));
        class_reciprocal[class] = (uint32_t)((1ull << 32) / class_size[class]) + 1;
    }
    heap.fd = fd;
    heap.at = at;
    uint64_t nunits = size / UNIT;
    if (nunits > MOST_UNITS) nunits = MOST_UNITS;
    heap.notes = mmap(NULL, nunits * sizeof *heap.notes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (heap.notes == MAP_FAILED || pthread_key_create(&heap.key, thread_ends) ||
        !map_at(HEAP_LOW, size, PROT_NONE, at) ||
        !map_at(META_LOW, STATES_AT + size / 8, PROT_READ | PROT_WRITE, at + size))
        return false;
    madvise((void *)HEAP_LOW, size, MADV_DONTDUMP);
    madvise((void *)META_LOW, STATES_AT + size / 8, MADV_DONTDUMP);
    heap.nunits = nunits;
    heap.limit = nunits;
    heap.epoch = (uint8_t)record()->epoch++;
    mine = &executing;
    hd_heap_size = size;
    if (!record()->high) return true;
    if (!open_units(record()->high)) return false;
    adopt();
    return true;
}

uint64_t hd_heap_high(void) { return hd_heap_size ? record()->high * UNIT : 0; }

uint64_t hd_heap_used(void) { return heap.used * UNIT; }

void hd_heap_limit(uint64_t bytes) {
    uint64_t most = bytes / UNIT;
    heap.limit = most && most < heap.nunits ? most : heap.nunits;
}

bool hd_heap_allows(uint64_t bytes) {
    return heap.used + heap.elsewhere + bytes / UNIT <= heap.limit || !hd_heap_size;
}

void hd_heap_elsewhere(uint64_t bytes) { heap.elsewhere = bytes / UNIT; }

bool hd_heap_has_own_pages(const void *block) {
    return hd_heap_contains(block) && *state_of((uint64_t)(uintptr_t)block) == LARGE;
}

void *hd_heap_alias(const void *p) {
    static char *alias;
    if (!hd_heap_contains(p)) return NULL;
    if (!alias) {
        void *all = mmap(NULL, hd_heap_size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE,
                         heap.fd, (off_t)heap.at);
        if (all == MAP_FAILED) return NULL;
        madvise(all, hd_heap_size, MADV_DONTDUMP);
        alias = all;
    }
    return alias + ((uint64_t)(uintptr_t)p - HEAP_LOW);
}

int64_t hd_heap_place(const void *p) {
    return hd_heap_contains(p) ? (int64_t)(heap.at + ((uint64_t)(uintptr_t)p - HEAP_LOW)) : -1;
}

void hd_heap_forked(void) {
    if (!hd_heap_size) return;
    int flags = MAP_PRIVATE | MAP_NORESERVE | MAP_FIXED;
    mmap((void *)HEAP_LOW, hd_heap_size, PROT_NONE, flags, heap.fd, (off_t)heap.at);
    mprotect((void *)HEAP_LOW, heap.opened, PROT_READ | PROT_WRITE);
    mmap((void *)META_LOW, STATES_AT + hd_heap_size / 8, PROT_READ | PROT_WRITE, flags, heap.fd,
         (off_t)(heap.at + hd_heap_size));
    lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
}
