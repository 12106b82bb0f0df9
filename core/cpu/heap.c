// malloc and free of user code: a cache of small blocks in front of the C library's heap.
//
// The engine has several threads, so glibc's heap takes a lock for every block that its own cache
// of seven a size does not hold; a program compiled by gcc has one thread and pays nothing. Blocks
// that user code frees are kept here, in a list a size, and handed out again. They are ordinary
// blocks of the C library all the time: what `strdup` returned can be freed here, and a library may
// free what came from here.
//
//     free(p): p -> bin of its size        malloc(40): that bin, else the C library
//
// Only the thread that runs cells has the cache. As in glibc, the link in a free block is mangled
// and its second word is a key, so that a double free and a write to a freed block are noticed;
// here both are errors after which the session goes on, for the heap itself is whole.
#include "cpu/internal.h"

#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

// A fault in here is one of the heap, not of the engine: trace.c asks for the place.
#define IN_HEAP __attribute__((section("heddle_heap"), noinline))
extern const char __start_heddle_heap[], __stop_heddle_heap[];

enum { NBINS = 33, MOST = 24 + 16 * (NBINS - 1) }; // usable sizes 24, 40, ... 536
#define MOST_KEPT (64ul << 20)                     // bytes; beyond, all is given back

// The engine's own ranges of addresses: variables (run/store.c) and device memory
// (run/cudart/memory.c).
#define STORE_LOW 0x200000000000ull
#define STORE_SIZE (1ull << 38)
#define DEVICE_LOW 0x300000000000ull
#define DEVICE_SIZE (1ull << 44)

struct piece {
    uintptr_t next; // mangled
    uintptr_t key;
};

static struct {
    struct piece *bins[NBINS];
    size_t kept;
    uintptr_t key;
} cache;
static __thread bool has_cache;

// glibc's word before a block: its size with the header, a multiple of 16, and three flags.
static inline size_t header(const void *block) {
    uintptr_t before = (uintptr_t)block - sizeof(size_t);
    return *(const size_t *)before;
}

#if !defined __SANITIZE_ADDRESS__ && defined __GLIBC__
// Whether a block's header says what glibc's would: the 8 bytes more than were asked for, rounded
// up, or 16 more than that, since a free block whose rest would be too small for another is not
// cut.
static bool header_fits(const void *block, size_t asked) {
    size_t least = HD_ROUND_UP(asked + 8, 16), is = header(block) & ~(size_t)7;
    return is == least || is == least + 16;
}
#endif

void hd_heap_init(void) {
#if !defined __SANITIZE_ADDRESS__ && defined __GLIBC__
    // Only where blocks look as expected.
    void *small = malloc(24), *other = malloc(100);
    has_cache = small && other && header_fits(small, 24) && header_fits(other, 100) &&
                getrandom(&cache.key, sizeof cache.key, 0) == sizeof cache.key;
    free(other);
    free(small);
#endif
}

static uintptr_t mangle(const struct piece *piece, uintptr_t next) {
    return next ^ ((uintptr_t)piece >> 12) ^ cache.key;
}

static IN_HEAP void give_back(void) {
    for (int i = 0; i < NBINS; i++)
        for (struct piece *piece = cache.bins[i], *next; piece; piece = next) {
            next = (struct piece *)mangle(piece, piece->next);
            cache.bins[i] = next;
            piece->key = 0;
            if ((uintptr_t)next % 16) cache.bins[i] = next = NULL;
            free(piece);
        }
    cache.kept = 0;
}

bool hd_in_user_heap(uint64_t pc) {
    return pc >= (uint64_t)(uintptr_t)__start_heddle_heap &&
           pc < (uint64_t)(uintptr_t)__stop_heddle_heap;
}

void hd_heap_trim(void) {
    if (has_cache && cache.kept > MOST_KEPT / 16) give_back();
}

static IN_HEAP void complain(int bin, const char *kind, const char *what, void *block) {
    if (bin >= 0) cache.bins[bin] = NULL; // its links cannot be trusted any more
    struct hd_fault fault = {0};
    hd_fault_say(&fault, 0, kind, what, block);
    hd_guard_raise(&fault);
}

static inline void *take(int bin) {
    struct piece *piece = cache.bins[bin];
    if (!piece) return NULL;
    uintptr_t next = mangle(piece, piece->next);
    if (__builtin_expect(next % 16 != 0 || piece->key != cache.key, false)) {
        complain(bin, "heap corruption", "the block at %p was written to after it had been freed",
                 piece);
        return NULL;
    }
    cache.bins[bin] = (struct piece *)next;
    cache.kept -= 32 + 16 * (size_t)bin;
    piece->key = 0;
    return piece;
}

static inline int bin_for(size_t size) { return size <= 24 ? 0 : (int)((size - 9) / 16); }

IN_HEAP void *hd_user_malloc(size_t size) {
    if (has_cache && size <= MOST) {
        void *block = take(bin_for(size));
        if (block) return block;
    }
    void *block = malloc(size);
    if (!block && has_cache && cache.kept) {
        give_back();
        block = malloc(size);
    }
    return block;
}

IN_HEAP void *hd_user_calloc(size_t n, size_t size) {
    size_t bytes;
    if (has_cache && !__builtin_mul_overflow(n, size, &bytes) && bytes <= MOST) {
        void *block = take(bin_for(bytes));
        if (block) return memset(block, 0, bytes);
    }
    return calloc(n, size);
}

static IN_HEAP bool is_cached(const struct piece *block, int bin) {
    for (const struct piece *piece = cache.bins[bin]; piece;) {
        if (piece == block) return true;
        uintptr_t next = mangle(piece, piece->next);
        if (next % 16) return false;
        piece = (const struct piece *)next;
    }
    return false;
}

// The bin of a block, -1: not one that is kept here.
static inline int bin_of(const void *block) {
    size_t size =
        header(block) & ~(size_t)5; // neither the flag of other arenas nor that of the block before
    if ((uintptr_t)block % 16 || size % 16 || size < 32 || size > MOST + 8) return -1;
    return (int)((size - 32) / 16);
}

// What cannot be a block of malloc, by where it is: free and realloc would bring the engine down.
// NULL: it may be one.
static inline const char *foreign(const void *block) {
    uintptr_t at = (uintptr_t)block;
    if (__builtin_expect(at - STORE_LOW < STORE_SIZE, false))
        return "%p is the address of a variable: only what malloc or new gave is freed";
    if (__builtin_expect(at - DEVICE_LOW < DEVICE_SIZE, false))
        return "%p is device memory: cudaFree gives that back";
    char *p = (char *)(uintptr_t)block;
    if (__builtin_expect(p >= hd_user_stack.low && p < hd_user_stack.high, false))
        return "%p is the address of a local variable: only what malloc or new gave is freed";
    if (__builtin_expect(at % 16 != 0, false))
        return "%p is no block of malloc or new: an address inside of a block is not freed";
    return NULL;
}

IN_HEAP void hd_user_free(void *block) {
    const char *what = foreign(block);
    if (__builtin_expect(what != NULL, false)) complain(-1, "invalid free", what, block);
    int bin = has_cache && block ? bin_of(block) : -1;
    if (bin < 0) {
        free(block);
        return;
    }
    struct piece *piece = block;
    if (__builtin_expect(piece->key == cache.key, false) && is_cached(piece, bin))
        complain(-1, "double free", "the block at %p was freed before", block);
    piece->next = mangle(piece, (uintptr_t)cache.bins[bin]);
    piece->key = cache.key;
    cache.bins[bin] = piece;
    cache.kept += 32 + 16 * (size_t)bin;
    if (__builtin_expect(cache.kept > MOST_KEPT, false)) give_back();
}

IN_HEAP void *hd_user_realloc(void *block, size_t size) {
    const char *what = foreign(block);
    if (__builtin_expect(what != NULL, false)) complain(-1, "invalid free", what, block);
    int bin = has_cache && block ? bin_of(block) : -1;
    if (bin >= 0 && ((struct piece *)block)->key == cache.key && is_cached(block, bin))
        complain(-1, "use after free", "`realloc` of the block at %p, which was freed before",
                 block);
    if (!block) return hd_user_malloc(size);
    return realloc(block, size);
}
