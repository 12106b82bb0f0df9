// Kernel launches on the CPU.
//
// Blocks are numbered linearly, x fastest, and handed out in chunks from one atomic counter to the
// caller and to the pool's workers. A worker runs one block at a time: a kernel without barriers is
// one call per block, which loops over the threads itself; a kernel with barriers gets a fiber per
// thread (block.c), and a cluster's blocks are begun together. A cooperative launch instead deals
// all blocks out at once, for they may wait for each other.
//
// Each worker runs inside hd_guard_catch. One that fails keeps its fault; `stop` then makes the
// others leave (at the next block, or from compiled code by the interrupt signal), and the caller
// raises the fault as if it had happened to itself. Of several blocks that fault the first in the
// grid's order is told, as it would be by one worker: the blocks before it may end before `stop`.
// How long a block took last time decides whether waking others is worth it at all.
//
// Shared memory ends where an unmapped page begins, so running over its end faults.
#include "cpu/internal.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define DEFAULT_STACK (256u << 10)
#define CHUNK_TO_HALT 8 // blocks, where the debugger may want to stop soon
#define ALONE_NS 15000  // what is shorter than this the caller does alone,
#define AWAKE_NS 4000   // or than this, where the workers are watching for work
// Threads and blocks that may be alive at once: what an H100 (132 multiprocessors) holds.
#define MAX_RESIDENT (132 * 2048)
#define MAX_BLOCKS (132 * 32)
#define EARLIER_NS 100000000    // what blocks before one that faulted may take
#define STACK_SPACE (8ul << 30) // addresses for the stacks of blocks that may wait for each other

static pthread_mutex_t launches =
    PTHREAD_MUTEX_INITIALIZER; // threads of user code may launch at the same time

#define TOLD_NS 1000 // what is shorter tells of what it costs to begin

static struct cost { // of a block, or of one unit of `work`, by kernel
    const void *fn;
    uint32_t nthreads;
    float ns;
} costs[256];

static struct cost *cost_of(const struct hd_launch_state *state) {
    uint64_t key[2] = {(uint64_t)(uintptr_t)state->launch->fn, state->nthreads};
    struct cost *cost = &costs[hd_hash(key, sizeof key) % HD_COUNT(costs)];
    if ((uint64_t)(uintptr_t)cost->fn != key[0] || cost->nthreads != state->nthreads)
        *cost =
            (struct cost){.fn = (void *)(uintptr_t)key[0], .nthreads = state->nthreads, .ns = 1e9f};
    return cost;
}

// Units of what a launch costs in one of its blocks.
static double units(const struct hd_launch_state *state) {
    double work = (double)state->launch->work;
    return work > 0 && state->total ? work / (double)state->total : 1;
}

static void note_cost(const struct hd_launch_state *state, int64_t took, uint64_t blocks) {
    struct cost *cost = cost_of(state);
    float ns = (float)((double)took / ((double)blocks * units(state)));
    if (!state->launch->work || took >= TOLD_NS || ns < cost->ns) cost->ns = ns;
}

// ---- faults -------------------------------------------------------------------------------------

void hd_launch_stop(struct hd_launch_state *state) {
    if (__atomic_exchange_n(&state->stop, 1, __ATOMIC_SEQ_CST)) return;
    atomic_fetch_add(&hd_guard_stopping, 1);
    hd_guard_kick();
}

static uint64_t linear_block(const uint32_t bid[3], const uint32_t grid[3]) {
    return bid[0] + (uint64_t)grid[0] * (bid[1] + (uint64_t)grid[1] * bid[2]);
}

// Whether the launch's blocks have an order in which one fault comes before another.
static bool is_ordered(const struct hd_launch_state *state) {
    return !state->parts && !state->cluster && state->room == 1 && !state->launch->watch;
}

static bool runs_earlier(const struct hd_worker *worker, void *arg) {
    struct hd_launch_state *state = arg;
    uint64_t at = atomic_load(&worker->at);
    return at && at <= state->total - atomic_load(&state->left_out);
}

static void await_earlier(struct hd_launch_state *state) {
    int64_t until = hd_now_ns() + EARLIER_NS;
    while (hd_pool_any(runs_earlier, state) && !state->stop && hd_now_ns() < until &&
           !atomic_load(&hd_guard_request))
        usleep(50);
}

static void keep_fault(struct hd_launch_state *state, const struct hd_fault *fault,
                       enum hd_outcome outcome) {
    bool ordered = outcome == HD_FAULT && fault->in_kernel && is_ordered(state);
    uint64_t after = !ordered ? 0 : state->total - linear_block(fault->block, state->launch->grid);
    pthread_mutex_lock(&state->fault_lock);
    bool first = !atomic_load(&state->faulted);
    if (first || (ordered && after > atomic_load(&state->left_out))) {
        state->fault = *fault;
        state->outcome = outcome;
        atomic_store(&state->left_out, after);
        atomic_store(&state->faulted, 1);
    }
    pthread_mutex_unlock(&state->fault_lock);
    if (first && ordered) await_earlier(state);
    if (first || !ordered) hd_launch_stop(state);
}

struct hd_thread *hd_current_thread(void) {
    const struct hd_guard_thread *self = hd_self;
    if (!self || !self->worker) return NULL;
    if (self->worker->current) return &self->worker->current->t;
    return self->worker->block.thread;
}

bool hd_cpu_on_stack(const void *p) {
    const struct hd_guard_thread *self = hd_self;
    const char *at = p;
    if (at >= hd_user_stack.base && at < hd_user_stack.high) return true;
    if (!self) return false;
    if (at >= self->stack_low && at < self->stack_high) return true;
    if (!self->worker) return false;
    const struct hd_stacks *stacks = &self->worker->stacks;
    return stacks->base && at >= stacks->base &&
           at < stacks->base + stacks->slot * (size_t)stacks->cap;
}

bool hd_cpu_in_callers(const void *p, const void *frame) {
    const char *at = p, *from = frame;
    return from >= hd_user_stack.low && at > from && at < hd_user_stack.high;
}

void hd_launch_describe(const struct hd_guard_thread *self, struct hd_fault *fault) {
    struct hd_worker *worker = self->worker;
    if (!worker || !worker->state || fault->in_kernel || worker->state->launch->team) return;
    fault->in_kernel = true;
    const struct hd_block *block = worker->current ? &worker->current->crew->block : &worker->block;
    const struct hd_thread *thread = hd_current_thread();
    memcpy(fault->block, block->bid, sizeof fault->block);
    if (!fault->pc && !fault->loc && worker->current) fault->loc = worker->current->loc; // it waits
    if (!thread) return;
    memcpy(fault->thread, thread->tid, sizeof fault->thread);
    fault->has_thread = true;
}

void hd_launch_describe_address(const struct hd_guard_thread *self, struct hd_fault *fault) {
    const struct hd_worker *worker = self->worker;
    if (!worker->shared_end || !worker->state) return;
    uint64_t end = (uint64_t)(uintptr_t)worker->shared_end, over = fault->address - end;
    const struct hd_cpu_launch *launch = worker->state->launch;
    size_t size = launch->info.static_shared + launch->dyn_shared;
    if (over >= 4096) return;
    hd_fault_say(fault, fault->signal, "out-of-bounds access",
                 "%s past the end of the block's shared memory of %zu "
                 "bytes",
                 fault->is_write ? "write" : "read", size);
}

// ---- a worker's memory --------------------------------------------------------------------------

void hd_shared_finish(struct hd_worker *worker) {
    if (worker->shared_map) munmap(worker->shared_map, worker->shared_size + 4096);
    worker->shared_map = worker->shared_end = NULL;
    worker->shared_size = 0;
}

static bool reserve_shared(struct hd_worker *worker, size_t size) {
    if (worker->shared_map && worker->shared_size >= size) return true;
    hd_shared_finish(worker);
    size = HD_ROUND_UP(size + 1, 4096);
    char *map = mmap(NULL, size + 4096, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (map == MAP_FAILED) return false;
    mprotect(map + size, 4096, PROT_NONE);
    worker->shared_map = map;
    worker->shared_size = size;
    worker->shared_end = map + size;
    worker->filled_in = 0;
    return true;
}

static size_t shared_bytes(const struct hd_cpu_launch *launch) {
    return HD_ROUND_UP(HD_ROUND_UP((size_t)launch->info.shared_room, 16) + launch->dyn_shared, 128);
}

// What a block finds in its shared memory at first is what others left there, or this.
static void fill_shared(const struct hd_cpu_launch *launch, char *shared) {
    size_t size = shared_bytes(launch), used = (size_t)launch->info.shared_room;
    if (!size || launch->watch) return;
    hd_fill_unset(shared, size);
    for (int i = 0; i < launch->info.nmargins; i++)
        hd_margin_fill((uint64_t)(uintptr_t)shared + launch->info.margins[i].from,
                       (uint64_t)(uintptr_t)shared + launch->info.margins[i].to);
    if (launch->dyn_shared) used = HD_ROUND_UP(used, 16) + launch->dyn_shared;
    hd_margin_fill((uint64_t)(uintptr_t)shared + used, (uint64_t)(uintptr_t)shared + size);
}

uint64_t hd_shared_generation;

// Once in a cell: later launches of the kernel find what the earlier ones left, as on a GPU.
static void fill_first(struct hd_worker *worker, size_t size) {
    const struct hd_cpu_launch *launch = worker->state->launch;
    struct hd_kernel_info *last = &worker->filled;
    if (!size ||
        (worker->filled_in == hd_shared_generation && worker->filled_dyn == launch->dyn_shared &&
         last->shared_room == launch->info.shared_room &&
         !memcmp(last->margins, launch->info.margins, sizeof last->margins)))
        return;
    fill_shared(launch, worker->shared_end - size);
    worker->filled = launch->info;
    worker->filled_dyn = launch->dyn_shared;
    worker->filled_in = hd_shared_generation;
}

static void look_at_shared(const struct hd_cpu_launch *launch, const char *shared) {
    struct hd_shared_hit *told = launch->shared_hit;
    size_t size = shared_bytes(launch), used = (size_t)launch->info.shared_room;
    if (!size || launch->watch || !told) return;
    if (launch->dyn_shared) used = HD_ROUND_UP(used, 16) + launch->dyn_shared;
    uint64_t base = (uint64_t)(uintptr_t)shared;
    struct hd_margin_hit hit;
    for (int i = 0; i <= launch->info.nmargins; i++) {
        const struct hd_shared_margin *m = &launch->info.margins[i];
        uint64_t from = i < launch->info.nmargins ? m->from : used;
        uint64_t to = i < launch->info.nmargins ? m->to : size;
        if (!hd_margin_hit(base + from, base + to, &hit)) continue;
        if (__atomic_test_and_set(&told->hit, __ATOMIC_RELAXED)) return; // another worker tells
        told->end = (uint32_t)from;
        told->from = (uint32_t)(hit.from - base);
        told->to = (uint32_t)(hit.to - base);
        hd_margin_fill(base + from, base + to);
        return;
    }
}

static _Noreturn void no_memory(const char *what, size_t bytes) {
    struct hd_fault fault = {0};
    hd_fault_say(&fault, 0, "out of memory", "not enough memory for %s (%zu KiB)", what,
                 bytes >> 10);
    hd_guard_raise(&fault);
}

static void set_block(struct hd_block *block, struct hd_launch_state *state, char *shared) {
    const struct hd_cpu_launch *launch = state->launch;
    memcpy(block->bdim, launch->block, sizeof block->bdim);
    memcpy(block->gdim, launch->grid, sizeof block->gdim);
    block->nthreads = state->nthreads;
    block->shared = shared;
    block->dyn_shared = shared + HD_ROUND_UP((size_t)launch->info.shared_room, 16);
    block->shared_end = shared + shared_bytes(launch);
    block->thread = NULL;
    block->launch = state;
    block->check = NULL;
}

// Crews `first` to n - 1, of at most `room`. false: there is not that much memory.
static bool add_crews(struct hd_worker *worker, int first, int n, int room) {
    struct hd_launch_state *state = worker->state;
    int threads = (int)state->nthreads;
    if (!hd_stacks_reserve(&worker->stacks, n * threads, room * threads, state->stack_size))
        return false;
    if (n > worker->cap_crews) {
        int cap = n > 2 * worker->cap_crews ? n : 2 * worker->cap_crews;
        worker->crews = hd_xrealloc(worker->crews, (size_t)cap * sizeof *worker->crews);
        memset(worker->crews + worker->cap_crews, 0,
               (size_t)(cap - worker->cap_crews) * sizeof *worker->crews);
        worker->cap_crews = cap;
    }
    size_t size = shared_bytes(state->launch);
    worker->room = room;
    for (int i = first; i < n; i++) {
        if (!worker->crews[i]) worker->crews[i] = hd_xcalloc(1, sizeof **worker->crews);
        char *shared = worker->shared_end - (size_t)(i + 1) * size;
        set_block(&worker->crews[i]->block, state, shared);
        if (i) fill_shared(state->launch, shared);
        if (!hd_crew_setup(worker->crews[i], worker, i, shared)) return false;
    }
    return true;
}

static void reserve_crews(struct hd_worker *worker, int n, int room) {
    struct hd_launch_state *state = worker->state;
    if (!add_crews(worker, 0, n, room))
        no_memory("the stacks of a block's threads",
                  state->stack_size * state->nthreads * (size_t)n);
}

// ---- blocks -------------------------------------------------------------------------------------

static void place_block(uint32_t bid[3], const uint32_t grid[3], uint64_t linear) {
    bid[0] = (uint32_t)(linear % grid[0]);
    linear /= grid[0];
    bid[1] = (uint32_t)(linear % grid[1]);
    bid[2] = (uint32_t)(linear / grid[1]);
}

static void next_block(uint32_t bid[3], const uint32_t grid[3]) {
    if (++bid[0] < grid[0]) return;
    bid[0] = 0;
    if (++bid[1] < grid[1]) return;
    bid[1] = 0;
    bid[2]++;
}

static void place_next(uint32_t bid[3], const uint32_t grid[3], uint64_t step) {
    bid[0] += (uint32_t)step - 1; // of one row
    next_block(bid, grid);
}

static void begin_watched(const struct hd_launch_state *state, struct hd_block *block,
                          uint64_t linear) {
    const struct hd_cpu_watch *watch = state->launch->watch;
    if (!watch) return;
    if (watch->backwards) place_block(block->bid, state->launch->grid, state->total - 1 - linear);
    watch->block_begin(block);
}

static void end_watched(const struct hd_launch_state *state, struct hd_block *block) {
    if (state->launch->watch && block->check) state->launch->watch->block_end(block);
}

// Blocks of a kernel that spins may wait for blocks that have not begun.
bool hd_launch_more(struct hd_worker *worker) {
    struct hd_launch_state *state = worker->state;
    if (state->parts || state->cluster) return false; // all have begun
    if (worker->room < 2 || atomic_load(&state->next) >= state->total) return false;
    int slot = 0;
    while (slot < worker->ncrews && worker->crews[slot]->live) slot++;
    if (slot == worker->room) return false;
    if (slot == worker->ncrews && !add_crews(worker, slot, slot + 1, worker->room)) {
        worker->room = slot;
        return false;
    }
    uint64_t at = atomic_fetch_add(&state->next, 1);
    if (at >= state->total) return false;
    struct hd_block *block = &worker->crews[slot]->block;
    end_watched(state, block); // the one that the slot had
    place_block(block->bid, state->launch->grid, at);
    begin_watched(state, block, at);
    hd_crew_begin(worker->crews[slot]);
    if (slot == worker->ncrews) worker->ncrews++;
    return true;
}

// How many blocks, from `at` on, a call of such code runs; 0: none, they begin before it.
static uint64_t folded(const struct hd_kernel_info *info, uint64_t at) {
    if (info->fold <= 1) return 1;
    return at % info->fold ? 0 : info->fold;
}

static bool stopped(const struct hd_launch_state *state) {
    return state->stop || atomic_load_explicit(&hd_guard_request, memory_order_relaxed);
}

bool hd_launch_stops(const struct hd_block *block) { return stopped(block->launch); }

// The next chunk [*at, *end). What is being taken counts as the grid's first. Shares: a worker
// begins with its own and goes on with those behind it, then with the first ones; worker 0, which
// is always there, takes all of them in order, so that a fault finds everything before it done.
static bool take_chunk(struct hd_worker *worker, uint64_t *at, uint64_t *end) {
    struct hd_launch_state *state = worker->state;
    atomic_store(&worker->at, 1);
    for (int i = 0; i < state->nshares; i++) {
        struct hd_share *share = &state->shares[(worker->index + i) % state->nshares];
        if (atomic_load_explicit(&share->next, memory_order_relaxed) >= share->end) continue;
        *at = atomic_fetch_add(&share->next, state->chunk);
        *end = *at + state->chunk < share->end ? *at + state->chunk : share->end;
        if (*at < share->end) return true;
    }
    if (state->nshares) return false;
    *at = atomic_fetch_add(&state->next, state->chunk);
    *end = *at + state->chunk < state->total ? *at + state->chunk : state->total;
    return *at < state->total;
}

static void make_shares(struct hd_launch_state *state, struct hd_share *shares, int n) {
    state->shares = shares;
    state->nshares = n < HD_MOST_SHARES ? n : HD_MOST_SHARES;
    for (int i = 0; i < state->nshares; i++) {
        uint64_t from = state->total / (uint64_t)state->nshares * (uint64_t)i;
        atomic_store(&shares[i].next, from);
        if (i) shares[i - 1].end = from;
    }
    shares[state->nshares - 1].end = state->total;
}

// Whether the blocks from here on are to run other code.
static bool skips(struct hd_launch_state *state, uint64_t at) {
    const struct hd_cpu_watch *watch = state->launch->watch;
    if (!watch || !watch->skips || state->room > 1) return false;
    uint64_t to = watch->skips(at);
    if (to <= at) return false;
    state->skip_from = at;
    state->skip_to = to;
    return true;
}

static struct hd_snapshot *resumed(const struct hd_launch_state *state) {
    const struct hd_cpu_watch *watch = state->launch->watch;
    return watch && watch->resumes ? watch->resumes() : NULL;
}

static void run_chunks(struct hd_worker *worker) {
    struct hd_launch_state *state = worker->state;
    const struct hd_cpu_launch *launch = state->launch;
    bool fibers = launch->info.fibers;
    struct hd_block *block = fibers ? &worker->crews[0]->block : &worker->block;
    struct hd_cpu_better *better = launch->better;
    uint64_t at, end, count = 0, step = launch->info.fold > 1 ? launch->info.fold : 1;
    int64_t start = worker->index ? 0 : hd_now_ns();
    while (!(state->halt && *state->halt) && take_chunk(worker, &at, &end)) {
        place_block(block->bid, launch->grid, at);
        count += end - at;
        for (; at < end; at += step, place_next(block->bid, launch->grid, step)) {
            if (stopped(state) || at >= state->total - atomic_load(&state->left_out)) return;
            atomic_store_explicit(&worker->at, at + 1, memory_order_release);
            if (better && atomic_load_explicit(&better->there, memory_order_acquire) &&
                folded(&better->info, at)) {
                worker->fn = better->fn;
                step = folded(&better->info, at);
                if (fibers && !better->info.fibers) {
                    memcpy(worker->block.bid, block->bid, sizeof block->bid);
                    block = &worker->block;
                    fibers = false;
                }
                better = NULL;
            }
            if (skips(state, at)) return;
            struct hd_snapshot *snapshot = resumed(state);
            if (!snapshot) begin_watched(state, block, at);
            if (snapshot) {
                hd_crew_resume(worker, snapshot);
            } else if (fibers) {
                hd_crew_run(worker, 1);
            } else {
                block->thread = NULL;
                worker->fn(block, launch->args);
            }
            end_watched(state, block);
            for (int i = 1; fibers && i < worker->ncrews; i++) // begun by hd_launch_more
                end_watched(state, &worker->crews[i]->block);
        }
        if (worker->out.len) hd_printf_flush(worker);
    }
    if (!worker->index && count) note_cost(state, hd_now_ns() - start, count);
}

// A cooperative launch: part k of n has blocks k, k + n, k + 2n ...
static bool run_part(struct hd_worker *worker) {
    struct hd_launch_state *state = worker->state;
    int part = atomic_fetch_add(&state->next_part, 1);
    if (part >= state->parts) return false;
    int n = (int)((state->total - (uint64_t)part + (uint64_t)state->parts - 1) /
                  (uint64_t)state->parts);
    reserve_crews(worker, n, n);
    for (int i = 0; i < n; i++) {
        uint64_t linear = (uint64_t)part + (uint64_t)i * (uint64_t)state->parts;
        place_block(worker->crews[i]->block.bid, state->launch->grid, linear);
    }
    const struct hd_cpu_watch *watch = state->launch->watch;
    for (int i = 0; i < n && watch; i++) watch->block_begin(&worker->crews[i]->block);
    hd_crew_run(worker, n);
    for (int i = 0; i < n && watch; i++) watch->block_end(&worker->crews[i]->block);
    pthread_mutex_lock(&state->grid_lock);
    state->grid_left--;
    state->ended_block = (uint64_t)part + 1;
    pthread_cond_broadcast(&state->grid_cond);
    pthread_mutex_unlock(&state->grid_lock);
    return true;
}

// Clusters, in order: the blocks of each are the worker's crews, by rank.
static void run_clusters(struct hd_worker *worker) {
    struct hd_launch_state *state = worker->state;
    const struct hd_cpu_launch *launch = state->launch;
    const struct hd_cpu_watch *watch = launch->watch;
    uint32_t clusters[3], first[3], within[3];
    uint64_t at;
    for (int d = 0; d < 3; d++) clusters[d] = launch->grid[d] / launch->cluster[d];
    while (!stopped(state) && (at = atomic_fetch_add(&state->next, 1)) < state->total) {
        place_block(first, clusters, at);
        for (int i = 0; i < state->cluster; i++) {
            struct hd_block *block = &worker->crews[i]->block;
            place_block(within, launch->cluster, (uint64_t)i);
            for (int d = 0; d < 3; d++) block->bid[d] = first[d] * launch->cluster[d] + within[d];
            if (watch) watch->block_begin(block);
        }
        hd_crew_run(worker, state->cluster);
        for (int i = 0; i < state->cluster && watch; i++)
            watch->block_end(&worker->crews[i]->block);
        if (worker->out.len) hd_printf_flush(worker);
    }
}

// Only called between blocks of fibers that all wait for the grid, on the stack of one of them.
void hd_grid_wait(struct hd_worker *worker) {
    struct hd_launch_state *state = worker->state;
    pthread_mutex_lock(&state->grid_lock);
    uint32_t turn = state->grid_turn;
    if (++state->grid_waiting == state->parts) {
        state->grid_waiting = 0;
        state->grid_turn++;
        pthread_cond_broadcast(&state->grid_cond);
    }
    while (state->grid_turn == turn && !stopped(state) && !state->ended_block) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 5000000;
        if (until.tv_nsec >= 1000000000) until.tv_sec++, until.tv_nsec -= 1000000000;
        pthread_cond_timedwait(&state->grid_cond, &state->grid_lock, &until);
    }
    bool passed = state->grid_turn != turn;
    uint64_t ended = state->ended_block;
    pthread_mutex_unlock(&state->grid_lock);
    if (passed) return;
    hd_guard_check();
    if (ended) hd_grid_diverged(worker->current->crew, ended - 1);
}

static void run_share(void *arg) {
    struct hd_worker *worker = arg;
    struct hd_launch_state *state = worker->state;
    const struct hd_cpu_launch *launch = state->launch;
    size_t size = shared_bytes(launch);
    int most = state->parts
                   ? (int)((state->total + (uint64_t)state->parts - 1) / (uint64_t)state->parts)
               : state->cluster ? state->cluster
                                : state->room;
    if (!reserve_shared(worker, size * (size_t)most)) no_memory("shared memory", size >> 10);
    set_block(&worker->block, state, worker->shared_end - size);
    fill_first(worker, size);
    worker->fn = launch->fn;
    if (state->parts) { // a part whose worker was not there in time is another's
        while (!stopped(state) && run_part(worker)) {}
    } else if (state->cluster) {
        reserve_crews(worker, state->cluster, state->cluster);
        run_clusters(worker);
    } else {
        if (launch->info.fibers) reserve_crews(worker, 1, state->room);
        run_chunks(worker);
    }
    look_at_shared(launch, worker->shared_end - size);
    for (int i = 1; launch->info.fibers && i < worker->ncrews && !stopped(state); i++)
        look_at_shared(launch, worker->crews[i]->block.shared);
}

void hd_launch_participate(struct hd_worker *worker, void *arg) {
    struct hd_launch_state *state = arg;
    struct hd_guard_thread *self = hd_self;
    if (stopped(state)) return;
    worker->state = state;
    worker->current = NULL;
    worker->ncrews = 0;
    worker->progress = ~0ull;
    memset(&worker->fault, 0, sizeof worker->fault);
    self->stop = &state->stop;
    self->worker = worker;
    enum hd_outcome outcome = hd_guard_catch(run_share, worker, &worker->fault, NULL);
    atomic_store(&worker->at, 0);
    self->worker = NULL;
    self->stop = NULL;
    worker->current = NULL;
    worker->state = NULL;
    if (worker->out.len) hd_printf_flush(worker);
    if (outcome != HD_RAN) keep_fault(state, &worker->fault, outcome);
}

// ---- the launch ---------------------------------------------------------------------------------

// Sets total, chunk, parts; returns how many workers should help.
int hd_launch_plan(struct hd_launch_state *state) {
    const struct hd_cpu_launch *launch = state->launch;
    state->total = (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
    state->nthreads = launch->block[0] * launch->block[1] * launch->block[2];
    state->room = 1;
    size_t wanted = launch->info.local_stack + 32768u;
    state->stack_size = wanted > DEFAULT_STACK ? wanted : DEFAULT_STACK;
    uint32_t of_cluster = launch->cluster[0] * launch->cluster[1] * launch->cluster[2];
    if (of_cluster > 1 && launch->info.fibers) {
        state->cluster = (int)of_cluster;
        state->total /= of_cluster;
    }
    uint64_t others = (uint64_t)hd_cpu_threads() - 1;
    if (others > state->total - 1) others = state->total - 1;
    if (launch->watch && launch->watch->alone) others = 0;
    if (launch->cooperative && launch->info.fibers) {
        if (state->total * state->nthreads > MAX_RESIDENT) {
            struct hd_fault fault = {0};
            hd_fault_say(&fault, 0, "launch",
                         "a cooperative launch of %llu threads is too large: all of them must be "
                         "alive at once, and at most %d can be",
                         (unsigned long long)(state->total * state->nthreads), MAX_RESIDENT);
            hd_guard_raise(&fault);
        }
        int helpers = others ? hd_pool_ready((int)others) : 0;
        state->parts = state->grid_left = helpers + 1;
        return helpers;
    }
    state->chunk = state->total / ((others + 1) * 16);
    if (state->chunk < 1) state->chunk = 1;
    if (state->chunk > 1024) state->chunk = 1024;
    uint32_t fold = launch->better ? launch->better->fold : launch->info.fold;
    if (fold > 1) state->chunk = HD_ROUND_UP(state->chunk, fold);
    if (launch->info.yields && state->nthreads && !state->cluster) {
        uint64_t room = MAX_RESIDENT / state->nthreads;
        if (room > MAX_BLOCKS) room = MAX_BLOCKS;
        state->room = room < state->total ? (int)room : (int)state->total;
        state->chunk = 1;
        size_t fits = STACK_SPACE / ((size_t)state->room * state->nthreads);
        if (launch->info.local_stack && fits < state->stack_size)
            state->stack_size = fits > wanted ? fits : wanted;
    }
    double ns = (double)cost_of(state)->ns * (double)state->total * units(state);
    if (!others || ns < AWAKE_NS || (ns < ALONE_NS && !hd_pool_expects((int)others))) return 0;
    return hd_pool_ready((int)others);
}

// A fault in code that keeps its threads in registers: the block is run again by code that tells
// which thread it was.
static void find_thread(struct hd_launch_state *state) {
    struct hd_cpu_launch again = *state->launch;
    struct hd_fault *fault = &state->fault;
    again.fn = again.exact(again.exact_user, &again.info);
    again.better = NULL;
    if (!again.fn) return;
    uint64_t linear = linear_block(fault->block, again.grid);
    uint32_t fold = state->launch->better ? state->launch->better->fold : state->launch->info.fold;
    if (linear + fold > state->total) fold = 1; // quick code, beside better code
    struct hd_launch_state second = {.launch = &again,
                                     .next = linear,
                                     .total = linear + (fold > 1 ? fold : 1),
                                     .chunk = 1,
                                     .quiet = true};
    second.nthreads = state->nthreads;
    second.room = 1;
    second.stack_size = state->stack_size;
    pthread_mutex_init(&second.fault_lock, NULL);
    hd_launch_participate(hd_pool_caller(), &second);
    pthread_mutex_destroy(&second.fault_lock);
    if (second.stop) atomic_fetch_sub(&hd_guard_stopping, 1);
    if (second.outcome != HD_FAULT || !second.fault.has_thread ||
        strcmp(second.fault.kind, fault->kind) != 0)
        return;
    *fault = second.fault;
}

// What a GPU, too, ends the kernel for, and not the program. (It does not know of divisions by zero
// and the like: there the program's results would be others than on a GPU, with nobody to tell.)
bool hd_launch_loses_device(const struct hd_fault *fault) {
    return fault->in_kernel &&
           (fault->signal == SIGSEGV || !strcmp(fault->kind, "assertion failed") ||
            !strcmp(fault->kind, "trap"));
}

// A launch by a thread of a parallel region: that thread runs all of its blocks.
static void launch_inside(const struct hd_cpu_launch *launch) {
    struct hd_worker *worker = hd_self->worker;
    struct hd_launch_state *around = worker->state;
    struct hd_launch_state state = {.launch = launch};
    state.total = (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
    state.nthreads = launch->block[0] * launch->block[1] * launch->block[2];
    if (launch->info.fibers || launch->info.yields || shared_bytes(launch)) {
        struct hd_fault fault = {.loc = 0};
        hd_fault_say(&fault, 0, "launch",
                     "a kernel with barriers or shared memory cannot be launched in a parallel "
                     "region: launch it before or after");
        hd_guard_raise(&fault);
    }
    struct hd_block block = {.nthreads = 0};
    set_block(&block, &state, worker->shared_end);
    uint64_t step = launch->info.fold > 1 ? launch->info.fold : 1;
    for (uint64_t at = 0; at < state.total && !stopped(around); at += step) {
        place_block(block.bid, launch->grid, at);
        block.thread = NULL;
        launch->fn(&block, launch->args);
    }
    hd_guard_check();
}

static struct { // blocks that run other code than the rest of their launch
    pthread_mutex_t lock;
    struct hd_launch_state *state; // or NULL
} plain = {.lock = PTHREAD_MUTEX_INITIALIZER};

static bool is_first(const struct hd_worker *worker, void *arg) {
    uint64_t at = atomic_load(&worker->at), *first = arg;
    if (at > 1 && at - 1 < *first) *first = at - 1;
    return false;
}

void hd_cpu_halt(void) {
    pthread_mutex_lock(&plain.lock);
    struct hd_launch_state *state = plain.state;
    if (state && !state->stop) {
        struct hd_fault fault = {.kind = "halt"};
        fault.address = atomic_load(&state->next);
        hd_pool_any(is_first, &fault.address);
        keep_fault(state, &fault, HD_FAULT);
    }
    pthread_mutex_unlock(&plain.lock);
}

static void hold_plain(struct hd_launch_state *state) {
    pthread_mutex_lock(&plain.lock);
    plain.state = state;
    pthread_mutex_unlock(&plain.lock);
}

// The grid's blocks [first, end).
static void run_blocks(const struct hd_cpu_launch *launch, struct hd_launch_state *state,
                       uint64_t first, uint64_t end) {
    state->launch = launch;
    atomic_store(&state->next, first);
    pthread_mutex_init(&state->grid_lock, NULL);
    pthread_mutex_init(&state->fault_lock, NULL);
    pthread_cond_init(&state->grid_cond, NULL);
    int helpers = hd_launch_plan(state);
    if (end < state->total) state->total = end;
    if (state->halt && state->chunk > CHUNK_TO_HALT) state->chunk = CHUNK_TO_HALT;
    if (!state->total || !state->nthreads) return;
    while (pthread_mutex_trylock(&launches)) {
        hd_guard_check();
        usleep(100);
    }
    if (state->halt) hold_plain(state);
    struct hd_share shares[HD_MOST_SHARES];
    if (launch->shares && helpers && !first && is_ordered(state))
        make_shares(state, shares, helpers + 1);
    if (helpers) hd_pool_open(hd_launch_participate, state, helpers);
    hd_launch_participate(hd_pool_caller(), state);
    if (helpers) hd_pool_close();
    if (state->halt) hold_plain(NULL);
    if (state->stop) atomic_fetch_sub(&hd_guard_stopping, 1);
    if (state->outcome == HD_FAULT && state->fault.in_kernel && !state->fault.has_thread &&
        launch->exact)
        find_thread(state);
    pthread_mutex_unlock(&launches);
    pthread_cond_destroy(&state->grid_cond);
    pthread_mutex_destroy(&state->grid_lock);
    pthread_mutex_destroy(&state->fault_lock);
}

// Returns up to which block they have run.
static uint64_t run_plain(const struct hd_cpu_watch *watch, struct hd_launch_state *state,
                          uint64_t from, uint64_t to) {
    state->halt = watch->halt;
    state->quiet = watch->quiet && *watch->quiet;
    run_blocks(watch->plain, state, from, to);
    uint64_t next = atomic_load(&state->next);
    return next < state->total ? next : state->total;
}

// The grid from block `first` on. false: it is to be run again, from another *first.
static bool run_grid(const struct hd_cpu_launch *launch, uint64_t *first) {
    const struct hd_cpu_watch *watch = launch->watch;
    struct hd_launch_state state = {.skip_to = 0}, skipped = {.skip_to = 0};
    run_blocks(launch, &state, *first, UINT64_MAX);
    bool skips = state.skip_to && !atomic_load(&state.faulted);
    uint64_t total = state.total;
    if (skips) {
        *first = run_plain(watch, &skipped, state.skip_from, state.skip_to);
        state = skipped;
    }
    int request = atomic_load(&hd_guard_request);
    bool interrupted =
        state.outcome == HD_INTERRUPTED; // then somebody may have asked for more than that
    if (atomic_load(&state.faulted) && state.outcome == HD_FAULT && watch && watch->again &&
        watch->again(&state.fault, first))
        return false;
    if (atomic_load(&state.faulted) && (!interrupted || request == REQUEST_INTERRUPT)) {
        if (!launch->survived || state.outcome != HD_FAULT || !hd_launch_loses_device(&state.fault))
            hd_guard_raise_as(&state.fault, state.outcome);
        *launch->survived = state.fault;
        return true;
    }
    if (!skips) return true;
    watch->skipped(*first);
    hd_guard_check();
    return *first >= total;
}

void hd_cpu_launch(const struct hd_cpu_launch *launch) {
    struct hd_guard_thread *self = hd_self;
    if (self && self->worker) {
        launch_inside(launch);
        return;
    }
    assert(self && self->unwind);
    uint64_t first = 0;
    while (!run_grid(launch, &first)) continue;
    hd_guard_check();
}

void *hd_cpu_children(const struct hd_thread *t) { return t->block->launch->launch->children; }
