// What the files of check/ share.
#ifndef HD_CHECKED_INTERNAL_H
#define HD_CHECKED_INTERNAL_H

#include "check/check.h"

#define HD_RUNTIME(name, type, parameters) type name parameters;
#include "check/check.def"

// Loops that the compiler makes vectors of.
#ifdef __x86_64__
#define WIDE                                                                     \
    __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default"), \
                   optimize("O3", "no-trapping-math")))
#else
#define WIDE
#endif

// ---- records
// ----------------------------------------------------------------------------------------- One
// word says who accessed a cell: slot of its phase in the page (2 bits), actor (21), thread (10),
// tick (16), site (12), state (3). An actor is a block of a launch; see order.c for ticks.

typedef uint64_t record;
enum record_state { STATE_NONE, STATE_ONE, STATE_SET, STATE_MANY, STATE_BLOCK = 6 };
#define STATE_MASK 3u
#define WORD_MASK 7u
#define BLOCK_SCOPE 4u   // an atomic that orders its block only;
#define FLAG_WRITE 4u    // of plain writes: volatile
#define CHANGED_WRITE 2u // of plain writes: after another value of the same thread's
#define MAX_ACTORS (1u << 21)
#define MAX_TICK 0xffffu
#define TICK_ROTATE 60000u // a block's ticks start again, as a new actor, beyond this
#define SITE_ELSEWHERE 0xfffu

static inline record make_record(uint32_t slot, uint32_t actor, uint32_t thread, uint32_t tick,
                                 uint32_t site, uint32_t state) {
    return (uint64_t)slot << 62 | (uint64_t)actor << 41 | (uint64_t)thread << 31 |
           (uint64_t)tick << 15 | (uint64_t)site << 3 | state;
}
static inline uint32_t record_slot(record r) { return (uint32_t)(r >> 62); }
static inline uint32_t record_actor(record r) { return (uint32_t)(r >> 41) & (MAX_ACTORS - 1); }
static inline bool same_block(record a, record b) { return (a ^ b) >> 41 == 0; }
static inline uint32_t record_thread(record r) { return (uint32_t)(r >> 31) & 1023; }
static inline uint32_t record_tick(record r) { return (uint32_t)(r >> 15) & MAX_TICK; }
static inline uint32_t record_site(record r) { return (uint32_t)(r >> 3) & 0xfff; }
static inline enum record_state record_state(record r) {
    return (r & WORD_MASK) == STATE_BLOCK ? STATE_BLOCK : (enum record_state)(r & STATE_MASK);
}

// Several accesses that no order connects: the word holds STATE_SET and the index of a set.
#define SET_ENTRIES 8
struct set_entry {
    record who;    // an example; its actor, warp and tick are those of all
    uint32_t mask; // lanes of the warp; 0: more warps of the block than there is room for
};
struct set {
    int n; // entries; -1: free
    uint32_t next_free;
    struct set_entry e[SET_ENTRIES];
};
struct set *set_at(record word);
record set_make(void);
void set_free(record word);

// ---- shadow.c
// ------------------------------------------------------------------------------------------

// What is kept of a cell of 4 bytes, or of one. The arrays of a page are made when there is
// something to be kept in them: memory that a kernel only reads takes half.
enum { LAST_WRITE, LAST_READS, LAST_UPDATES, LAST_LOADS, WORDS };
#define PAGE_BITS 12
#define PAGE_SIZE 4096u
#define PAGE_SLOTS 4
#define LINE_BYTES 64
#define QUIET_BYTES LINE_BYTES
struct page {
    uint32_t current;           // phase that was entered last
    uint32_t phase[PAGE_SLOTS]; // 0: unused
    uint64_t from;              // its first byte
    uint8_t slot;               // of `current`
    uint8_t shift;              // log2 of a cell's bytes: 2, or 0
    uint8_t lock;               // of all of this, while several workers run
    bool any_quiet;
    uint64_t compact, in_words;         // bits of lines, see lines.c
    struct layer *layers, *more_layers; // of lines that are compact; NULL: none
    record *words[WORDS]; // the last plain write; the plain reads since that no later one
                          // covers; the same of atomic updates and loads; NULL: none
    uint8_t *unset;       // a bit per byte: nobody has written it; NULL: no bit is set
    uint64_t quiet[PAGE_SIZE / QUIET_BYTES]; // see vector.c; 0: nothing is known
};
static inline void page_stir(struct page *page, size_t from, size_t to) { // [from, to) was written
    if (!page->any_quiet) return;
    for (size_t i = from / QUIET_BYTES; i <= (to - 1) / QUIET_BYTES; i++)
        __atomic_store_n(&page->quiet[i], 0, __ATOMIC_RELAXED);
}
static inline uint64_t lines_between(size_t first, size_t last) { // as bits
    return (last == 63 ? ~0ull : (1ull << (last + 1)) - 1) & ~((1ull << first) - 1);
}
void lines_write_out(struct page *page, uint64_t lines);
// The first of the bytes of compact lines in [addr, addr + size) that were written, 0: none was.
// *who: a write there.
uint64_t lines_written(const struct page *page, uint64_t addr, uint64_t size, record *who);
// Before the words of [from, to) are used, bytes of the page. It may make the cells smaller.
static inline void page_open(struct page *page, size_t from, size_t to) {
    uint64_t lines = lines_between(from / LINE_BYTES, (to - 1) / LINE_BYTES);
    if (page->compact & lines) lines_write_out(page, lines);
    page->in_words |= lines;
}
struct page *page_find(uint64_t addr);            // NULL: not there yet
struct page *page_touched(uint64_t addr);         // NULL too where all that is known is that
                                                  // nobody has set it
struct page *page_get(uint64_t addr);             // NULL: no memory left for it
void page_enter(struct page *page);               // for the running phase
void page_split(struct page *page);               // cells of one byte from now on
record *page_words(struct page *page, int which); // NULL: no memory
void shadow_forget(uint64_t from, uint64_t size); // as if it had never been touched
void page_marks(struct page *page);               // makes page->unset
void shadow_poison(uint64_t from, uint64_t size, bool unset);
void shadow_copy_unset(uint64_t to, uint64_t from, uint64_t size);
bool shadow_any_unset(uint64_t from, uint64_t size);
bool page_any_unset(const struct page *page, size_t at, size_t n);
void *shadow_take(size_t size); // for the rest of the check, with any contents; NULL: no memory
void shadow_pages(void (*visit)(struct page *page, uint64_t addr));
void shadow_finish(void);
extern size_t shadow_bytes, shadow_most;
extern bool shadow_shared; // several workers run: pages are locked

static inline void page_lock(struct page *page) {
    if (!shadow_shared) return;
    while (__atomic_test_and_set(&page->lock, __ATOMIC_ACQUIRE)) __builtin_ia32_pause();
}
static inline void page_unlock(struct page *page) {
    if (shadow_shared) __atomic_clear(&page->lock, __ATOMIC_RELEASE);
}
// Whatever is rare and belongs to all workers: findings, sets, new pages. May be nested.
void slow_lock(void);
void slow_unlock(void);

// ---- lines.c
// -------------------------------------------------------------------------------------------

// A vector whose lanes access elements at equal distances of at most a line, thread after thread.
#define MOST_STRIDE LINE_BYTES
struct side_by_side {
    uint64_t begin, end;               // bytes
    uint64_t origin;                   // where thread 0's element would be
    uint64_t stride, size, what, base; // base: ticks of the block below are before it
    uint64_t pattern;                  // lines_pattern, where there are gaps
    bool writes;
};
uint64_t lines_pattern(uint64_t stride, uint64_t size); // bytes of a line, from an element's on
// true: done. false: nothing was done. second: the page after it, where the vector goes on, or
// NULL.
bool lines_pass(const struct side_by_side *v, struct page *page, struct page *second);

// ---- order.c
// -------------------------------------------------------------------------------------------

struct clock { // what is known of other blocks: (actor, thread or all) -> ticks below are known
    uint32_t n, cap, actors;
    bool all; // too much to be kept: everything of the running phase
    struct clock_entry {
        uint32_t key; // actor << 11 | thread + 1, or | 0 for the whole block; + 1, 0: empty
        uint32_t tick;
    } *e;
};
struct block_state {          // of a block that runs; hd_block.check
    uint32_t copied[64];      // [lane]: bits of the bytes that a copied read found unset
    uint32_t asks;            // not 0: checked code says what it has stored (lanes.c)
    uint64_t accesses;        // counted by lanes.c and by code, not yet by access.c
    struct block_state *next; // of those that are spare
    bool uneven;              // some ticks are above `base`
    uint64_t sectors, needed, requests, lanes; // see hd_check_counted
    uint64_t touched[6]; // of global and of shared memory: reads, writes, updates
    uint32_t actor, linear;
    uint32_t base; // ticks below are known to all of the block
    uint32_t most; // the highest tick
    uint32_t nthreads;
    uint16_t tick[1024];
    uint16_t warp_base[32];    // the same for a warp
    bool partial[32];          // `known` is in use
    uint16_t (*known)[32][32]; // [warp][lane][lane]
    bool sparse;               // some of these are in use:
    struct clock clock;        // of all threads, since the last barrier
    struct clock *own;         // [thread]
    struct clock *fenced[2];   // [scope: device, block][thread]: what a fence has made visible
    struct clock block_fenced[2];
    struct clock *named;             // [name]: what those that have come to a named barrier know
    uint64_t shared_from, shared_to; // its shared memory
    // log.c: accesses to it since the last barrier that are not in the shadow yet; log_closed: all
    // that follow up to the next are.
    struct log *log;
    uint32_t logged, log_room; // room: entries that the stretch may have yet; 0: not known
    bool log_closed, replaying;
    struct past *past;             // repeat.c: what the block before did
    const struct logged *expected; // that this block does next; NULL: nothing is
    bool records;                  // for the next block
    bool copied_some;              // of `copied`, some word may not be 0
    bool keeps_copied;             // a part of an access is checked: the others' words stay
};
struct phase { // a launch, the stretch between two grid barriers of it, or the host between two
               // events
    uint32_t stream, seq;
    uint32_t *known; // [nstreams then]: of each stream, how far it is known
    uint32_t nknown;
    bool host;
    const char *copy; // a copy: the function, and where it was called
    hd_loc loc;
    const char *kernel;
    uint32_t grid[3], block[3];
    uint32_t first_site;
    struct {
        uint32_t n, cap;
        uint32_t *real;
    } aliases; // actors beyond the blocks, see TICK_ROTATE
    uint32_t nblocks;
};
extern __thread struct running {
    uint64_t check; // check_serial when this was set
    uint32_t phase; // its number
    struct phase *info;
    struct block_state *block, *spare; // spare: of a block that has ended
    uint32_t thread, tick;
    uint32_t lane; // of the vector that runs; 0: one thread at a time
    bool vector;   // lanes.c is asking
    bool syncs;    // fences have been seen: clocks are kept
    bool plain;    // the launch has no fences: only barriers and warp operations order its threads
    bool warps;    // it has warp operations
    bool turn, turn_wanted; // see turn.c: this worker runs alone, or wants to
} now;

struct phase *phase_at(uint32_t number);
bool phase_before(uint32_t earlier, uint32_t later); // all of it comes before all of the other
void phase_block(const struct phase *phase, uint32_t actor, uint32_t out[3]);
void enter_thread(const struct hd_thread *t); // sets `now`
void order_launch(const struct hd_check_launch *launch);
void order_launch_end(void);
extern uint32_t order_host_sites; // the first site of the host code that runs
void order_host(void);            // the host's own code runs
void order_begin(void);
void order_finish(void);
bool is_ordered(const struct page *page, record r); // before what `now` does
bool lane_ordered(uint32_t actor, uint32_t thread, uint32_t tick);
void order_release(uint64_t addr); // an atomic write at addr
void order_acquire(uint64_t addr);
bool order_has_fenced(void);   // the running thread has
uint32_t order_acquired(void); // blocks of which the running thread knows something
extern const struct hd_cpu_watch order_watch;

// ---- host.c
// ----------------------------------------------------------------------------------------------

bool host_find(uint64_t addr, struct hd_object *out);        // the block that addr is in
bool host_block_before(uint64_t end, struct hd_object *out); // that ends there
void host_finish(void);

// ---- copies.c
// --------------------------------------------------------------------------------------------

extern bool copies_stale;
void copies_launched(const char *kernel);                      // at the end of a launch
void copies_host(uint64_t addr, uint64_t size, uint64_t what); // an access, when copies_stale
void copies_finish(void);
void copies_forget(uint64_t host, uint64_t size); // that array is gone
static inline bool overlap(uint64_t a, uint64_t n, uint64_t b, uint64_t m) {
    return a < b + m && b < a + n;
}
bool order_streams(void); // others than the default one are in use
void order_copy(const struct hd_check_copy *copy);
void mark_range(uint64_t addr, uint64_t size, enum hd_check_op op); // what `now` does

// ---- locals.c
// --------------------------------------------------------------------------------------------

uint32_t local_object(uint64_t addr, struct hd_object *out);  // the size of an element; 0: none
bool local_copied(uint64_t to, uint64_t from, uint64_t size); // that is all: a stack's memory
void local_set(uint64_t addr); // the whole local has been; 0: all of them
void local_access(uint64_t addr, uint64_t size, uint64_t what); // by the host, perhaps to one
void locals_finish(void);

// ---- trace.c
// ---------------------------------------------------------------------------------------------

void trace_reset(void);
void trace_launch(const struct hd_check_launch *launch);
void trace_block(const struct block_state *b); // it ends
void trace_launch_end(void);
void trace_touch(uint64_t addr, uint64_t size, uint64_t what); // by the running thread
// traffic.c
void traffic_reset(void);
void traffic_alone(void); // a launch begins that is not counted
void traffic_vector(const struct hd_block *block, uint32_t first, uint64_t mask,
                    const uint64_t *addrs, uint64_t from, int64_t stride, uint64_t what);
static inline void count_touches(struct block_state *b, uint64_t addr, enum hd_check_op op,
                                 uint64_t n) {
    static const uint8_t kinds[] = {0, 1, 2, 0, 1};
    b->touched[(addr >= b->shared_from && addr < b->shared_to ? 3 : 0) + kinds[op]] += n;
}

// ---- skip.c
// ---------------------------------------------------------------------------------------------

void skip_launch(const struct hd_check_launch *launch);
// A vector's reads need no further look.
bool skip_read(struct hd_block *block, uint64_t mask, uint64_t from, int64_t stride, uint64_t base,
               uint64_t extent, uint64_t what);
bool skip_reads(struct hd_block *block, uint64_t mask, const uint64_t *addrs, uint64_t base,
                uint64_t extent, uint64_t what);
// Whether what code has just noted for a write (`copied`) says that bytes of it are not set, in one
// of the first lanes.
static inline bool any_copied(const struct block_state *b, uint32_t lanes) {
    uint32_t any = 0;
    for (uint32_t i = 0; i < lanes; i += 8)
        for (int k = 0; k < 8; k++) any |= b->copied[i + k];
    return any != 0;
}
static inline void clear_copied(struct block_state *b) {
    if (!b->copied_some || b->keeps_copied) return;
    __builtin_memset(b->copied, 0, sizeof b->copied);
    b->copied_some = false;
}

static inline uint32_t lanes_up_to(uint64_t mask) { return 64 - (uint32_t)__builtin_clzll(mask); }
static inline uint64_t count_lanes(uint64_t mask) { // mostly they are neighbours
    uint64_t run = mask >> __builtin_ctzll(mask);
    return run & (run + 1) ? (uint64_t)__builtin_popcountll(run) : lanes_up_to(run);
}

static inline void count_reads(struct block_state *b, uint64_t mask, uint64_t addr, uint64_t what) {
    uint64_t n = count_lanes(mask);
    b->accesses += n;
    count_touches(b, addr, HD_CHECK_READ, n);
    if (what & HD_WHAT_PLAIN_COPY) clear_copied(b);
}

// ---- log.c
// -------------------------------------------------------------------------------------------

struct logged { // an access of a vector
    uint64_t mask, from, base, extent, what;
    int64_t stride;
    uint32_t first, offsets; // offsets: of lanes at no equal distances, + 1, or 0
};
// true: noted, the read or write needs no further look.
bool log_affine(struct hd_block *block, uint32_t first, uint64_t mask, uint64_t from,
                int64_t stride, uint64_t base, uint64_t extent, uint64_t what);
bool log_each(struct hd_block *block, uint32_t first, uint64_t mask, const uint64_t *addrs,
              uint64_t base, uint64_t extent, uint64_t what);
void log_open(struct hd_block *block, uint64_t begin, uint64_t end);
bool log_begin(struct block_state *b);  // a block does; true: its shadow is as at the beginning
void log_forget(struct block_state *b); // at a barrier
void log_end(struct hd_block *block);
void repeat_end(struct block_state *b); // a block ends
// Whether all of shared memory from `from` on had been set when the block before asked: 1 or 0; -1:
// not known.
int repeat_still(struct block_state *b, uint64_t from, uint64_t size);
void repeat_record_still(struct block_state *b, uint64_t from, uint64_t size, bool set);
static inline void log_close(struct hd_block *block) { // until the next barrier
    const struct block_state *b = block->check;
    if (b && !b->log_closed && !b->replaying) log_end(block);
}

// ---- wait.c
// ---------------------------------------------------------------------------------------------

void wait_launch(const struct hd_check_launch *launch);
void wait_access(uint64_t addr, uint64_t what); // of a kernel with loops that wait, by `now`
void wait_finish(void);

// ---- unseen.c
// -------------------------------------------------------------------------------------------

void unseen_finish(void);

// ---- turn.c
// ----------------------------------------------------------------------------------------------

extern int turns_wanted;                // one worker at a time
void turn_launch(void);                 // before a launch
void turn_block_begins(void);           // on its worker
void turn_block_ends(void);             //
void turn_wait(struct hd_block *block); // until no other worker is running
void turn_want(void);                   // a write that conflicts is being announced
enum turn_answer { TURN_NOT_WANTED, TURN_IS_OURS, TURN_IS_ANOTHERS };
// Then: TURN_IS_OURS once the others' stores are all done; TURN_IS_ANOTHERS: nothing can be said of
// this write.
enum turn_answer turn_settles(struct hd_block *block);
static inline void turn_enter(struct hd_block *block) { // at each announcement
    if (__atomic_load_n(&turns_wanted, __ATOMIC_RELAXED) && !now.turn) turn_wait(block);
}

// ---- access.c, object.c
// ----------------------------------------------------------------------------------

void access_reset(void);
void settle_same(void);
void report_host(enum hd_finding_kind kind, uint64_t what, uint64_t addr,
                 const char *message); // the store that was announced last has happened
record access_record(const struct page *page, uint64_t what); // of `now`
// The address to use, as in check.def, for `now`.
void *check_access(uint64_t addr, uint64_t base, uint64_t extent, uint64_t what, uint64_t size);
void ask_same(uint64_t addr, uint32_t size, int finding_number);
void mark_changed(uint64_t addr);
void *report_outside(uint64_t addr, uint64_t from, uint64_t total, uint64_t what);
void report_unset(uint64_t what);
void count_accesses(uint64_t n);
uint64_t access_settle(void); // a block has ended: its accesses
// What is known to be set there, and no more; whether something is not.
bool check_marks(uint64_t addr, uint64_t size, uint64_t what);
bool check_thread(uint64_t addr, uint64_t base, uint64_t extent, uint64_t what); // of `now`
bool add_group(const struct page *page, record *s, record me, uint32_t lanes);
void *use_dummy(uint64_t size);
extern uint64_t check_serial; // of checks so far: what a worker remembers of an earlier one is gone
// An access that was not remembered when it happened (log.c).
// addrs: of its lanes, or NULL.
void lanes_again(struct hd_block *block, const struct logged *entry, const uint64_t *addrs);
bool asks_of_lanes(uint64_t addr, uint32_t size, int finding_number); // lanes.c: took it over
// Whether [addr, addr + size) is in the object that base is in. NULL or the object; *known: of
// base.
const struct hd_object *object_find(uint64_t addr);
void object_clear(void); // what was asked before may have changed
void object_name(const struct hd_object *o, char *out, size_t n);
void object_element(const struct hd_object *o, const struct hd_check_site *site, uint64_t addr,
                    uint32_t size, char *out, size_t n);
void object_finish(void);
extern struct hd_check_launch kept_launch;
extern const void *kept_frame; // of what launched it

// ---- cover.c
// ---------------------------------------------------------------------------------------------

void cover_begin(void);
void cover_block(uint64_t linear, uint64_t accesses);    // it has ended
void cover_launch(const struct hd_check_launch *launch); // it has ended

// ---- find.c
// ----------------------------------------------------------------------------------------------

void finding_same(int number, bool same); // the store that was asked about
struct hd_finding *finding(enum hd_finding_kind kind, uint32_t site, uint32_t other);
void finding_reset(void);
uint32_t site_of_record(const struct page *page, record r);
void party_now(struct hd_party *p, uint32_t site, enum hd_check_op op);
void party_record(struct hd_party *p, const struct page *page, record r, const char *did);
const char *op_text(enum hd_check_op op);

#endif
