// Memory for compiled code and its data, from one range of addresses reserved at the start.
//
// The range lies just below the variable store, so that code reaches its own data and the store's
// first part with 32-bit displacements, and a program counter in our code is recognised by two
// comparisons, in signal handlers too.
//
//     code: 512 MiB, handed out by pages. Writable while an object is linked, then sealed: readable
//     and executable. data: 512 MiB, readable and writable. Small pieces (constants, offset tables)
//     share pages by size class.
//
// Of every ALIAS bytes of code the first APART stay empty: processors look branches up by the lower
// bits of their address (27 on Zen 4), and the stubs, through which function pointers call, lie in
// the first 2 MiB behind the range: a stub and its function would put each other out (qsort's calls
// of a comparison cost a fifth more).
//
// Freed pages are handed out again, lowest first, so what is resident stays proportional to what is
// alive. All of code is one kind of mapping and all of data another, so ten thousand objects do not
// make ten thousand mappings. Callers hold the JIT's lock.
#include "cpu/internal.h"

#include <string.h>
#include <sys/mman.h>

#define BASE 0x1fffc0000000ull // 1 GiB below HD_STORE_BASE
#define PAGE 4096ul
#define STEP 64 // pages made accessible at a time
#define ALIAS (128ul << 20)
#define APART (2ul << 20)

struct pages {
    uint8_t *base;
    uint64_t used[HD_CODE_PAGES / 64];
    size_t hint;   // no free page lies below
    size_t opened; // pages that were made accessible
};

static struct {
    uint64_t from, to; // of code
    struct pages code, data;
    uint8_t *free_small[6]; // pieces of 64 << i bytes, linked through their first word
} mem;

bool hd_mem_init(void) {
    if (mem.from) return true;
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    void *want = (void *)(uintptr_t)BASE;
    uint8_t *at = mmap(want, 2 * HD_CODE_SPACE, PROT_NONE, flags | MAP_FIXED_NOREPLACE, -1, 0);
    if (at == MAP_FAILED || at != want) {
        if (at != MAP_FAILED) munmap(at, 2 * HD_CODE_SPACE);
        at = mmap(NULL, 2 * HD_CODE_SPACE, PROT_NONE, flags, -1, 0);
        if (at == MAP_FAILED) return false;
    }
    madvise(at, 2 * HD_CODE_SPACE, MADV_NOHUGEPAGE);
    mem.code.base = at;
    mem.data.base = at + HD_CODE_SPACE;
    mem.from = (uint64_t)(uintptr_t)at;
    mem.to = mem.from + HD_CODE_SPACE;
    for (size_t first = 0; first < HD_CODE_PAGES; first += ALIAS / PAGE)
        memset(&mem.code.used[first / 64], 0xff, APART / PAGE / 8);
    return true;
}

bool hd_jit_contains(uint64_t pc) { return pc - mem.from < mem.to - mem.from; }

size_t hd_mem_page(uint64_t pc) { return (pc - mem.from) / PAGE; }

static bool is_used(const struct pages *p, size_t i) { return p->used[i / 64] >> (i % 64) & 1; }

// First page of n free ones in a row, marked as used; HD_CODE_PAGES: none.
static size_t take(struct pages *p, size_t n) {
    while (p->hint < HD_CODE_PAGES && p->used[p->hint / 64] == UINT64_MAX)
        p->hint = (p->hint / 64 + 1) * 64;
    while (p->hint < HD_CODE_PAGES && is_used(p, p->hint)) p->hint++;
    size_t run = 0;
    for (size_t i = p->hint; i < HD_CODE_PAGES; i++) {
        run = is_used(p, i) ? 0 : run + 1;
        if (run < n) continue;
        size_t first = i + 1 - n;
        for (size_t k = first; k <= i; k++) p->used[k / 64] |= 1ull << (k % 64);
        return first;
    }
    return HD_CODE_PAGES;
}

static void give(struct pages *p, size_t first, size_t n) {
    for (size_t k = first; k < first + n; k++) p->used[k / 64] &= ~(1ull << (k % 64));
    if (first < p->hint) p->hint = first;
    if (n >= STEP) madvise(p->base + first * PAGE, n * PAGE, MADV_DONTNEED);
}

// Pages [first, first + n) become accessible, with some more behind them. false: no memory.
static bool open_pages(struct pages *p, size_t first, size_t n, bool again) {
    size_t end = first + n;
    if (again && first < p->opened) {
        size_t upto = end < p->opened ? end : p->opened;
        if (mprotect(p->base + first * PAGE, (upto - first) * PAGE, PROT_READ | PROT_WRITE))
            return false;
    }
    if (end <= p->opened) return true;
    size_t upto = HD_ROUND_UP(end, STEP);
    if (mprotect(p->base + p->opened * PAGE, (upto - p->opened) * PAGE, PROT_READ | PROT_WRITE))
        return false;
    p->opened = upto;
    return true;
}

static uint8_t *take_open(struct pages *p, size_t size, bool again) {
    size_t n = (size + PAGE - 1) / PAGE;
    size_t first = take(p, n);
    if (first == HD_CODE_PAGES) return NULL;
    if (open_pages(p, first, n, again)) return p->base + first * PAGE;
    give(p, first, n);
    return NULL;
}

uint8_t *hd_mem_code(size_t size) { return take_open(&mem.code, size ? size : 1, true); }

bool hd_mem_seal(uint8_t *code, size_t size) {
    return mprotect(code, HD_ROUND_UP(size ? size : 1, PAGE), PROT_READ | PROT_EXEC) == 0;
}

void hd_mem_free_code(uint8_t *code, size_t size) {
    give(&mem.code, (size_t)(code - mem.code.base) / PAGE, ((size ? size : 1) + PAGE - 1) / PAGE);
}

// Size class of small data, -1: whole pages.
static int class_of(size_t size, size_t align) {
    if (align > size) size = align;
    for (int i = 0; i < HD_COUNT(mem.free_small); i++)
        if (size <= 64ul << i) return i;
    return -1;
}

bool hd_jit_is_data(uint64_t addr) {
    return mem.from && addr >= mem.from && addr < mem.from + 2 * HD_CODE_SPACE;
}

uint8_t *hd_mem_data(size_t size, size_t align) {
    int class = class_of(size, align);
    if (class < 0) return align > PAGE ? NULL : take_open(&mem.data, size, false);
    if (!mem.free_small[class]) {
        uint8_t *page = take_open(&mem.data, PAGE, false);
        if (!page) return NULL;
        for (size_t at = PAGE; at > 0;) {
            at -= 64ul << class;
            memcpy(page + at, &mem.free_small[class], sizeof(void *));
            mem.free_small[class] = page + at;
        }
    }
    uint8_t *piece = mem.free_small[class];
    memcpy(&mem.free_small[class], piece, sizeof(void *));
    return piece;
}

void hd_mem_free_data(uint8_t *data, size_t size, size_t align) {
    int class = class_of(size, align);
    if (class < 0) {
        give(&mem.data, (size_t)(data - mem.data.base) / PAGE, (size + PAGE - 1) / PAGE);
        return;
    }
    memcpy(data, &mem.free_small[class], sizeof(void *));
    mem.free_small[class] = data;
}
