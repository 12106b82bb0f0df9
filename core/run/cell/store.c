// The variable store: memory that outlives the engine.
//
// The client owns a memfd; every engine maps its parts at the same addresses, so a pointer from one
// variable to another is still right after a restart. The first quarter, at HD_STORE_BASE, is told
// of here; the heap (cpu/heap/heap.c) has the second, device memory (cudart/memory.c) the third.
//
//     +0        stubs      code of 16 bytes each, made anew by every engine (private memory, not in
//     the memfd) +2 MiB    slots      8 bytes a stub: where it jumps (private) +4 MiB    literals
//     string literals, interned for good: {bytes, hash, align} and data, scanned at start;
//                          read-only here, written through a second mapping (`writable`)
//     +1 GiB    variables: chunks of small ones, and pages of their own for large ones, a gap after
//     each
//
// A stub is the address that `&f` gives: `lea r11, [self]; jmp *slot`. A slot without target leads
// to the resolver, which compiles the function that the stub's name means now; so function pointers
// follow redefinitions. Only what is in use can be accessed. An array, or what has 1 KiB or more,
// ends where its last page ends (but for alignment), and the pages after it are never accessible:
// running over its end is a fault, not another variable's new value. The bytes that are left, and
// some behind small variables, are margins (cpu/heap/margin.c).
#include "run/gpu/gpu.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <sys/stat.h>
#include <unistd.h>

#define STUB_SIZE 16
#define MAX_STUBS 65536
#define SLOTS_AT (2ull << 20)
#define LITERALS_AT (4ull << 20)
#define VARS_AT (1ull << 30)
#define SMALL 1024
#define PAGE 4096ull
#define GAP (16 * PAGE) // behind what has pages of its own
#define MOST_OWN 2000   // small arrays with a page each
#define LEAST_MARGIN 4  // behind a small variable
#define MOST_MARGIN 64ull
#define CHUNK (1ull << 20)
#define WORTH_GIVING_BACK (256u << 10) // a quicker way to zeros than writing them

struct literal { // precedes each literal's data
    uint32_t bytes, hash;
    uint32_t align, magic;
};
#define LITERAL_MAGIC 0x4c4954u

struct free_block {
    uint64_t addr, size;
};

static struct {
    uint64_t size;    // of the part with variables
    uint64_t heap_at; // offset in the file
    struct hd_store_part device, table;
    uint64_t next_var;            // the first page that was never used
    uint64_t chunk_at, chunk_end; // room for small variables
    uint64_t next_literal;
    uint64_t writable; // added to a literal's address: where it can be written
    int fd;
    HD_VEC(uint64_t) bins[SMALL / 16 + 2];
    HD_VEC(uint64_t) own_bins[SMALL / 16 + 1];
    int nown;
    HD_VEC(uint64_t) chunks; // where small variables are
    HD_VEC(struct free_block) large;
    uint64_t *literals; // open addressing: addresses of struct literal
    size_t nliterals, literal_cap;
    const char **stub_names, **stub_types;
    int nstubs, ready_stubs;
    bool is_open, settled;
    HD_VEC(struct free_block) claims; // whole pages
    uint64_t streams[HD_STREAMS];     // of the engine before
    uint64_t alias;    // added to a variable's address: where it can always be read and written
    struct hd_map own; // small variables with pages of their own, by address
} store;

void *(*hd_stub_resolver)(uint64_t stub);

// Saves the argument registers, asks for the target, and jumps there. r11 holds the stub's address.
// With unwind tables: a fault raised on the way is placed at the call.
void hd_stub_enter(void);
__asm__(
    ".text\n.globl hd_stub_enter\n.hidden hd_stub_enter\n.type hd_stub_enter,@function\nhd_stub_enter:\n"
    ".cfi_startproc\n  push %rbp\n.cfi_def_cfa_offset 16\n.cfi_offset %rbp,-16\n  mov %rsp,%rbp\n"
    ".cfi_def_cfa_register %rbp\n  and $-16,%rsp\n  sub $192,%rsp\n"
    "  mov %rdi,0(%rsp)\n  mov %rsi,8(%rsp)\n  mov %rdx,16(%rsp)\n  mov %rcx,24(%rsp)\n"
    "  mov %r8,32(%rsp)\n  mov %r9,40(%rsp)\n  mov %rax,48(%rsp)\n  mov %r10,56(%rsp)\n"
    "  movups %xmm0,64(%rsp)\n  movups %xmm1,80(%rsp)\n  movups %xmm2,96(%rsp)\n  movups %xmm3,112(%rsp)\n"
    "  movups %xmm4,128(%rsp)\n  movups %xmm5,144(%rsp)\n  movups %xmm6,160(%rsp)\n  movups %xmm7,176(%rsp)\n"
    "  mov %r11,%rdi\n  call hd_stub_missing\n  mov %rax,%r11\n"
    "  mov 0(%rsp),%rdi\n  mov 8(%rsp),%rsi\n  mov 16(%rsp),%rdx\n  mov 24(%rsp),%rcx\n"
    "  mov 32(%rsp),%r8\n  mov 40(%rsp),%r9\n  mov 48(%rsp),%rax\n  mov 56(%rsp),%r10\n"
    "  movups 64(%rsp),%xmm0\n  movups 80(%rsp),%xmm1\n  movups 96(%rsp),%xmm2\n  movups 112(%rsp),%xmm3\n"
    "  movups 128(%rsp),%xmm4\n  movups 144(%rsp),%xmm5\n  movups 160(%rsp),%xmm6\n  movups 176(%rsp),%xmm7\n"
    "  leave\n.cfi_def_cfa %rsp,8\n  jmp *%r11\n.cfi_endproc\n.size hd_stub_enter,.-hd_stub_enter\n");

__attribute__((used, visibility("hidden"))) void *hd_stub_missing(uint64_t stub) {
    return hd_stub_resolver(stub);
}

static void write_stubs(int until);

static uint64_t *slot_of(int i) { return (uint64_t *)(HD_STORE_BASE + SLOTS_AT) + i; }

static bool map_fixed(uint64_t at, uint64_t size, int prot, int flags, int fd, uint64_t offset) {
    void *p = mmap((void *)at, size, prot, flags | MAP_FIXED_NOREPLACE, fd, (off_t)offset);
    if (p == (void *)at) return true;
    if (p != MAP_FAILED) munmap(p, size);
    return false;
}

static void literal_index_add(uint64_t at, uint32_t hash) {
    if (store.nliterals * 2 >= store.literal_cap) {
        size_t cap = store.literal_cap ? store.literal_cap * 2 : 1024;
        uint64_t *bigger = hd_xcalloc(cap, sizeof *bigger);
        for (size_t i = 0; i < store.literal_cap; i++) {
            if (!store.literals[i]) continue;
            size_t k = ((struct literal *)store.literals[i])->hash & (cap - 1);
            while (bigger[k]) k = (k + 1) & (cap - 1);
            bigger[k] = store.literals[i];
        }
        free(store.literals);
        store.literals = bigger;
        store.literal_cap = cap;
    }
    size_t k = hash & (store.literal_cap - 1);
    while (store.literals[k]) k = (k + 1) & (store.literal_cap - 1);
    store.literals[k] = at;
    store.nliterals++;
}

#define STREAMS_AT (VARS_AT - PAGE) // addresses of the C library's streams, behind the literals

uint64_t hd_store_old_stream(int i) { return store.streams[i]; }

static void note_streams(void) {
    uint64_t *at = (uint64_t *)(HD_STORE_BASE + STREAMS_AT + store.writable);
    FILE *now[HD_STREAMS] = {stdin, stdout, stderr};
    for (int i = 0; i < HD_STREAMS; i++) {
        store.streams[i] = at[i];
        at[i] = (uint64_t)now[i];
    }
}

static uint64_t literal_end(uint64_t at) {
    struct literal *l = (struct literal *)at;
    return HD_ROUND_UP(at + sizeof *l + l->bytes, 16);
}

static void scan_literals(void) {
    uint64_t at = HD_STORE_BASE + LITERALS_AT;
    while (((struct literal *)at)->magic == LITERAL_MAGIC) {
        literal_index_add(at, ((struct literal *)at)->hash);
        at = literal_end(at);
    }
    store.next_literal = at;
}

// The parts of the file, in this order: variables (with what stands before them), the heap, device
// memory, and the table of device memory. The last is what a quarter leaves beside the states of
// the heap.
static void divide(uint64_t size) {
    uint64_t quarter = size / 4;
    store.size = quarter;
    store.heap_at = quarter;
    store.device = (struct hd_store_part){2 * quarter + (hd_heap_room(quarter) - quarter), quarter};
    store.table = (struct hd_store_part){store.device.at + quarter, HD_DEVICE_TABLE};
}

struct hd_store_part hd_store_device(struct hd_store_part *table, int *fd) {
    *table = store.table;
    *fd = store.fd;
    return store.device;
}

void hd_store_values(struct hd_store_part *parts, int *fd) {
    *fd = store.fd;
    parts[0] = (struct hd_store_part){VARS_AT, store.next_var - (HD_STORE_BASE + VARS_AT)};
    parts[1] = (struct hd_store_part){store.heap_at, hd_heap_high()};
    parts[2] = store.device;
}

uint64_t hd_store_address(int part, uint64_t at) {
    if (part == 1) return HD_HEAP_LOW + (at - store.heap_at);
    return part == 2 ? HD_DEVICE_LOW + (at - store.device.at) : HD_STORE_BASE + at;
}

static bool map_store(int fd) {
    int shared = MAP_SHARED | MAP_NORESERVE;
    void *writable =
        mmap(NULL, VARS_AT - LITERALS_AT, PROT_READ | PROT_WRITE, shared, fd, LITERALS_AT);
    store.writable = (uint64_t)writable - (HD_STORE_BASE + LITERALS_AT);
    return writable != MAP_FAILED &&
           map_fixed(HD_STORE_BASE, LITERALS_AT, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) &&
           map_fixed(HD_STORE_BASE + LITERALS_AT, VARS_AT - LITERALS_AT, PROT_READ, shared, fd,
                     LITERALS_AT) &&
           map_fixed(HD_STORE_BASE + VARS_AT, store.size - VARS_AT, PROT_NONE, shared, fd,
                     VARS_AT) &&
           hd_heap_open(fd, store.heap_at, store.size);
}

bool hd_store_open(int fd, struct hd_buf *error) {
    struct stat st;
    if (fd < 0 && (fd = hd_memory_file(error)) < 0) return false;
    if (fstat(fd, &st) != 0) {
        hd_buf_printf(error, "cannot use the memory for variables: %s", strerror(errno));
        return false;
    }
    divide((uint64_t)st.st_size);
    store.fd = fd;
    if (!map_store(fd)) {
        hd_buf_printf(
            error, "cannot map the variable store of %llu GiB: %s%s",
            (unsigned long long)(st.st_size >> 30), strerror(errno),
            errno == ENOMEM
                ? "; it is address space only: `ulimit -v unlimited` lifts a limit on that"
                : "");
        return false;
    }
    madvise((void *)(HD_STORE_BASE + VARS_AT), store.size - VARS_AT, MADV_DONTDUMP);
    hd_guard_own_fd(fd);
    store.next_var = HD_STORE_BASE + VARS_AT;
    store.stub_names = hd_xcalloc(MAX_STUBS, sizeof(char *));
    store.stub_types = hd_xcalloc(MAX_STUBS, sizeof(char *));
    scan_literals();
    note_streams();
    store.is_open = true;
    return true;
}

// A forked child must not write to its parent's variables.
void hd_store_forked(void) {
    mmap((void *)(HD_STORE_BASE + VARS_AT), store.size - VARS_AT, PROT_READ | PROT_WRITE,
         MAP_PRIVATE | MAP_NORESERVE | MAP_FIXED, store.fd, VARS_AT);
    hd_heap_forked();
    hd_cudart_forked();
}

// After a fault at a variable: user code has unmapped or protected its memory, which is still in
// the file.
bool hd_store_map_again(uint64_t addr, size_t size) {
    uint64_t from = addr & ~(PAGE - 1), to = HD_ROUND_UP(addr + size, PAGE);
    if (from < HD_STORE_BASE + VARS_AT || to > store.next_var) return false;
    int flags = MAP_SHARED | MAP_NORESERVE | MAP_FIXED;
    off_t offset = (off_t)(from - HD_STORE_BASE);
    return mmap((void *)from, to - from, PROT_READ | PROT_WRITE, flags, store.fd, offset) ==
           (void *)from;
}

// Likewise at a stub: all of them are made anew, and find their functions again when they are
// called.
bool hd_store_stubs_again(uint64_t addr) {
    if (addr < HD_STORE_BASE || addr >= HD_STORE_BASE + (uint64_t)store.ready_stubs * STUB_SIZE)
        return false;
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, n = store.ready_stubs;
    void *base = (void *)HD_STORE_BASE;
    if (mmap(base, LITERALS_AT, PROT_READ | PROT_WRITE, flags, -1, 0) != base) return false;
    store.ready_stubs = 0;
    write_stubs(n);
    return true;
}

bool hd_store_is_literal(uint64_t addr) {
    return addr >= HD_STORE_BASE + LITERALS_AT && addr < store.next_literal;
}

bool hd_store_contains(uint64_t addr) {
    return addr >= HD_STORE_BASE && addr < HD_STORE_BASE + store.size;
}

// ---- variables ----------------------------------------------------------------------------------

// Makes whole pages accessible at the end of what is used, and leaves a gap behind them. 0: the
// store is full.
static uint64_t new_pages(uint64_t bytes, uint64_t align) {
    if (!store.settled) hd_store_settle();
    uint64_t addr = HD_ROUND_UP(store.next_var, align > PAGE ? align : PAGE);
    uint64_t end = HD_STORE_BASE + store.size;
    if (bytes > store.size || addr + bytes + GAP > end) return 0;
    if (mprotect((void *)addr, bytes, PROT_READ | PROT_WRITE) != 0) return 0;
    store.next_var = addr + bytes + GAP;
    return addr;
}

static uint64_t alloc_small(uint64_t need) {
    if (store.bins[need / 16].n > 0) {
        uint64_t addr = store.bins[need / 16].v[--store.bins[need / 16].n];
        memset((void *)addr, 0, need);
        return addr;
    }
    if (store.chunk_at + need > store.chunk_end) {
        uint64_t chunk = new_pages(CHUNK, PAGE);
        if (!chunk) return 0;
        HD_XPUSH(&store.chunks, chunk);
        store.chunk_at = chunk;
        store.chunk_end = chunk + CHUNK;
    }
    uint64_t addr = store.chunk_at;
    store.chunk_at += need;
    return addr;
}

static size_t small_room(size_t size) { return HD_ROUND_UP(size + LEAST_MARGIN, 16); }

// The margins of a variable: [*before, addr) and [addr + size, *after).
void hd_store_margins(uint64_t addr, size_t size, uint64_t *before, uint64_t *after) {
    uint64_t end = addr + size, pages = HD_ROUND_UP(end, PAGE), base = addr / PAGE * PAGE;
    bool own = size >= SMALL || hd_map_get(&store.own, (const char *)addr);
    *before = !own ? addr : addr - base > MOST_MARGIN ? addr - MOST_MARGIN : base;
    *after = size >= SMALL ? end + MOST_MARGIN : addr + small_room(size);
    if (*after > pages) *after = pages;
}

static struct {
    HD_VEC(struct hd_store_part) list;
    int most;
} touched;

void hd_store_touch(int most) {
    touched.list.n = 0;
    touched.most = most;
}

int hd_store_touched(const struct hd_store_part **list) {
    *list = touched.list.v;
    return touched.list.n;
}

static void touch(uint64_t from, uint64_t to) {
    struct hd_store_part part = {from - HD_STORE_BASE, to - from};
    if (touched.most && touched.list.n <= touched.most) HD_XPUSH(&touched.list, part);
}

static uint64_t with_margins(uint64_t addr, size_t size) {
    uint64_t before, after;
    if (!addr) return 0;
    hd_store_margins(addr, size, &before, &after);
    touch(before, after);
    hd_margin_fill(before, addr);
    hd_margin_fill(addr + size, after);
    return addr;
}

static uint64_t alloc_large(size_t size, size_t align) {
    if (align < 64) align = 64;
    uint64_t pages = HD_ROUND_UP(size, PAGE), used = HD_ROUND_UP(size, align);
    if (used > pages) pages = HD_ROUND_UP(used, PAGE);
    for (int i = 0; i < store.large.n; i++) {
        struct free_block b = store.large.v[i];
        if (b.size != pages || b.addr % (align > PAGE ? align : PAGE)) continue;
        store.large.v[i] = store.large.v[--store.large.n];
        return b.addr + pages - used; // its pages were given back: zero
    }
    uint64_t base = new_pages(pages, align);
    return base ? base + pages - used : 0;
}

uint64_t hd_store_alloc(size_t size, size_t align) {
    bool small = size < SMALL && align <= 16;
    return with_margins(small ? alloc_small(small_room(size)) : alloc_large(size, align), size);
}

// Arrays, over whose ends code runs, and what a GPU works on, so that its neighbours are not
// protected with it.
uint64_t hd_store_alloc_own(size_t size, size_t align) {
    if (size >= SMALL || align > 16) return hd_store_alloc(size, align);
    uint64_t used = HD_ROUND_UP(size ? size : 1, 16), addr;
    if (store.own_bins[used / 16].n > 0) {
        addr = store.own_bins[used / 16].v[--store.own_bins[used / 16].n];
        memset((void *)addr, 0, used);
    } else if (store.nown >= MOST_OWN && !hd_gpu.expected) {
        return hd_store_alloc(size, align);
    } else {
        uint64_t base = new_pages(PAGE, PAGE);
        if (!base) return 0;
        store.nown++;
        addr = base + PAGE - used;
    }
    hd_map_set(&store.own, (const char *)addr, (void *)(uintptr_t)used);
    return with_margins(addr, size);
}

bool hd_store_has_own_pages(uint64_t addr, size_t size) {
    return size >= SMALL || hd_map_get(&store.own, (const char *)addr);
}

bool hd_store_protect(uint64_t from, uint64_t to, int protection) {
    return mprotect((void *)from, to - from, protection) == 0;
}

void *hd_store_alias(uint64_t addr) {
    if (!store.alias) {
        void *p = mmap(NULL, store.size - VARS_AT, PROT_READ | PROT_WRITE,
                       MAP_SHARED | MAP_NORESERVE, store.fd, VARS_AT);
        if (p == MAP_FAILED) return NULL;
        madvise(p, store.size - VARS_AT, MADV_DONTDUMP);
        store.alias = (uint64_t)p - (HD_STORE_BASE + VARS_AT);
    }
    return (void *)(addr + store.alias);
}

bool hd_store_is_variable(uint64_t addr) {
    return addr >= HD_STORE_BASE + VARS_AT && addr < store.next_var;
}

static bool in_chunk(uint64_t addr) {
    for (int i = 0; i < store.chunks.n; i++)
        if (addr - store.chunks.v[i] < CHUNK) return true;
    return false;
}

void hd_store_free(uint64_t addr, size_t size) {
    uint64_t before, after;
    hd_store_margins(addr, size, &before, &after);
    touch(before, after);
    if (size < SMALL) {
        size_t room = small_room(size);
        if (hd_map_get(&store.own, (const char *)addr)) {
            hd_map_remove(&store.own, (const char *)addr);
            HD_XPUSH(&store.own_bins[HD_ROUND_UP(size ? size : 1, 16) / 16], addr);
        } else if (addr / PAGE == (addr + room - 1) / PAGE || in_chunk(addr)) {
            // (Else it may be at the end of a page of its own, from before a restart.)
            HD_XPUSH(&store.bins[room / 16], addr);
        }
        return;
    }
    uint64_t base = addr / PAGE * PAGE, pages = HD_ROUND_UP(addr + size, PAGE) - base;
    madvise((void *)base, pages, MADV_REMOVE);
    HD_XPUSH(&store.large, ((struct free_block){base, pages}));
}

bool hd_store_claim(uint64_t addr, size_t size) {
    uint64_t base = addr / PAGE * PAGE, end = HD_ROUND_UP(addr + (size ? size : 1), PAGE);
    if (addr < HD_STORE_BASE + VARS_AT || end > HD_STORE_BASE + store.size) return false;
    if (mprotect((void *)base, end - base, PROT_READ | PROT_WRITE) != 0) return false;
    if (end + GAP > store.next_var) store.next_var = end + GAP;
    with_margins(addr, size);
    HD_XPUSH(&store.claims, ((struct free_block){base, end - base}));
    return true;
}

static int by_address(const void *a, const void *b) {
    uint64_t x = ((const struct free_block *)a)->addr, y = ((const struct free_block *)b)->addr;
    return x < y ? -1 : x > y;
}

// Pages that no variable has claimed hold what an engine left that died before its cell was in the
// journal: they go back to the system, and are zero for whoever has them next.
void hd_store_settle(void) {
    uint64_t gap = HD_STORE_BASE + VARS_AT;
    if (store.claims.n)
        qsort(store.claims.v, (size_t)store.claims.n, sizeof *store.claims.v, by_address);
    for (int i = 0; i < store.claims.n; i++) {
        struct free_block claim = store.claims.v[i];
        if (claim.addr > gap) madvise((void *)gap, claim.addr - gap, MADV_REMOVE);
        if (claim.addr + claim.size > gap) gap = claim.addr + claim.size;
    }
    madvise((void *)gap, HD_STORE_BASE + store.size - gap, MADV_REMOVE);
    HD_FREE_VEC(&store.claims);
    store.settled = true;
}

void hd_store_zero(uint64_t addr, size_t size) {
    uint64_t from = HD_ROUND_UP(addr, PAGE), to = (addr + size) & ~(PAGE - 1);
    // A GPU may have the newer contents of pages, which then are not to be taken away unseen.
    if (size < WORTH_GIVING_BACK || hd_gpu.expected ||
        madvise((void *)from, to - from, MADV_REMOVE) != 0) {
        memset((void *)addr, 0, size);
        return;
    }
    memset((void *)addr, 0, from - addr);
    memset((void *)to, 0, addr + size - to);
}

// ---- literals -----------------------------------------------------------------------------------

uint64_t hd_store_string(const void *data, size_t bytes, size_t align) {
    if (align < 16) align = 16;
    uint32_t hash = (uint32_t)hd_hash(data, bytes);
    for (size_t k = hash; store.literal_cap; k++) {
        uint64_t at = store.literals[k & (store.literal_cap - 1)];
        if (!at) break;
        struct literal *l = (struct literal *)at;
        if (l->hash == hash && l->bytes == bytes && memcmp(l + 1, data, bytes) == 0)
            return (uint64_t)(l + 1);
    }
    uint64_t at = store.next_literal;
    if (at + sizeof(struct literal) + bytes + 32 > HD_STORE_BASE + STREAMS_AT) return 0;
    struct literal *l = (struct literal *)(at + store.writable);
    memcpy(l + 1, data, bytes);
    *l = (struct literal){
        .bytes = (uint32_t)bytes, .hash = hash, .align = 16, .magic = LITERAL_MAGIC};
    store.next_literal = literal_end(at);
    literal_index_add(at, hash);
    return at + sizeof *l;
}

// ---- stubs --------------------------------------------------------------------------------------

static void write_stubs(int until) {
    uint64_t page = (HD_STORE_BASE + (uint64_t)store.ready_stubs * STUB_SIZE) & ~(PAGE - 1);
    uint64_t end = HD_ROUND_UP(HD_STORE_BASE + (uint64_t)until * STUB_SIZE, PAGE);
    mprotect((void *)page, end - page, PROT_READ | PROT_WRITE);
    int last = (int)((end - HD_STORE_BASE) / STUB_SIZE);
    for (int i = store.ready_stubs; i < last; i++) {
        uint8_t *p = (uint8_t *)(HD_STORE_BASE + (uint64_t)i * STUB_SIZE);
        int32_t to_slot = (int32_t)((uint64_t)slot_of(i) - ((uint64_t)p + 13));
        memcpy(p, "\x4c\x8d\x1d\xf9\xff\xff\xff\xff\x25",
               9); // lea r11, [rip - 7]; jmp *[rip + to_slot]
        memcpy(p + 9, &to_slot, 4);
        memset(p + 13, 0xcc, 3);
        *slot_of(i) = (uint64_t)hd_stub_enter;
    }
    mprotect((void *)page, end - page, PROT_READ | PROT_EXEC);
    store.ready_stubs = last;
}

static uint64_t stub_add(int i, const char *name, const char *type) {
    if (i >= store.ready_stubs) write_stubs(i + 1);
    store.stub_names[i] = hd_intern_str(name);
    store.stub_types[i] = hd_intern_str(type);
    if (i >= store.nstubs) store.nstubs = i + 1;
    return HD_STORE_BASE + (uint64_t)i * STUB_SIZE;
}

uint64_t hd_store_stub(const char *name, const char *type) {
    name = hd_intern_str(name);
    type = hd_intern_str(type);
    for (int i = store.nstubs - 1; i >= 0; i--)
        if (store.stub_names[i] == name && store.stub_types[i] == type)
            return HD_STORE_BASE + (uint64_t)i * STUB_SIZE;
    if (store.nstubs == MAX_STUBS) return 0;
    return stub_add(store.nstubs, name, type);
}

int hd_store_stub_count(void) { return store.nstubs; }

uint64_t hd_store_stub_address(int i) { return HD_STORE_BASE + (uint64_t)i * STUB_SIZE; }

bool hd_store_restore_stub(const char *name, const char *type, uint64_t addr) {
    uint64_t i = (addr - HD_STORE_BASE) / STUB_SIZE;
    if (addr < HD_STORE_BASE || i >= MAX_STUBS) return false;
    stub_add((int)i, name, type);
    return true;
}

void hd_stub_set(uint64_t stub, const void *target) {
    uint64_t i = (stub - HD_STORE_BASE) / STUB_SIZE;
    *slot_of((int)i) = target ? (uint64_t)target : (uint64_t)hd_stub_enter;
}

const char *hd_stub_at(uint64_t addr, const char **type) {
    uint64_t i = (addr - HD_STORE_BASE) / STUB_SIZE;
    if (addr < HD_STORE_BASE || i >= (uint64_t)store.nstubs || addr % STUB_SIZE) return NULL;
    if (type) *type = store.stub_types[i];
    return store.stub_names[i];
}

const char *hd_stub_name(uint64_t addr) {
    const char *name = hd_stub_at(addr, NULL), *behind = name ? strchr(name, HD_STUB_UNIT) : NULL;
    return behind ? behind + 1 : name;
}
