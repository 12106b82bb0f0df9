// The threads of a block as fibers: who runs next, and barriers.
//
// A crew is a block whose threads are alive. Each warp has bit masks of its lanes (alive, ready,
// waiting at the barrier ...), and the crew a mask of the warps with ready lanes, so choosing the
// next thread is a few bit operations. A thread that must wait switches to the next ready one
// directly: first within its warp, then to the next warps, so a warp stays together as far as its
// code allows.
//
//     thread 0 .. 31 of warp 0 run to the barrier, then warp 1, ...; the last to arrive releases
//     all and goes on.
//
// A kernel that spins gets more crews per worker while all its threads wait: blocks may wait for
// blocks that have not begun. A cooperative launch has many crews per worker; a thread without a
// successor in its own crew goes to the next one. When nobody is ready: settle what may be settled
// (`__activemask`, grid barriers), else it is an error, and divergence.c says which.
#include "cpu/internal.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>

#define PATIENCE 16 // turns of all threads that only wait, until another block begins

static void fiber_main(void *arg);

static struct hd_fiber *lane_of(struct hd_crew *crew, int warp, uint32_t lanes) {
    return &crew->fibers[warp * 32 + __builtin_ctz(lanes)];
}

static void clear_ready(struct hd_crew *crew, uint32_t linear) {
    struct hd_warp *warp = &crew->warps[linear / 32];
    warp->ready &= ~(1u << (linear % 32));
    if (!warp->ready) crew->ready_warps &= ~(1u << (linear / 32));
}

void hd_crew_ready(struct hd_crew *crew, int warp, uint32_t lanes) {
    crew->warps[warp].ready |= lanes;
    if (lanes) crew->ready_warps |= 1u << warp;
}

// ---- choosing -----------------------------------------------------------------------------------

// The next ready thread of f's crew after f; fair: in strict rotation, so that nobody is passed
// over.
static struct hd_fiber *next_in_crew(struct hd_fiber *f, bool fair) {
    struct hd_crew *crew = f->crew;
    int w = (int)(f->t.linear / 32), lane = (int)(f->t.linear % 32);
    struct hd_warp *warp = &crew->warps[w];
    uint32_t above = lane < 31 ? warp->ready & ~0u << (lane + 1) : 0;
    if (above) return lane_of(crew, w, above);
    if (warp->ready && !fair) return lane_of(crew, w, warp->ready);
    if (!warp->ready && (warp->active | warp->lockstep) && hd_warp_settle(crew, w))
        return lane_of(crew, w, warp->ready);
    uint32_t others = crew->ready_warps & ~(1u << w), after = w < 31 ? others & ~0u << (w + 1) : 0;
    if (after) others = after;
    if (!others) return NULL;
    int next = __builtin_ctz(others);
    return lane_of(crew, next, crew->warps[next].ready);
}

static struct hd_fiber *next_crew(struct hd_worker *worker, int after) {
    for (int i = 1; i <= worker->ncrews; i++) {
        struct hd_crew *crew = worker->crews[(after + i) % worker->ncrews];
        if (!crew->ready_warps) continue;
        int warp = __builtin_ctz(crew->ready_warps);
        return lane_of(crew, warp, crew->warps[warp].ready);
    }
    return NULL;
}

static bool settle_all(struct hd_worker *worker) {
    bool any = false;
    for (int i = 0; i < worker->ncrews; i++) {
        struct hd_crew *crew = worker->crews[i];
        for (int w = 0; w < crew->nwarps; w++)
            any |= (crew->warps[w].active | crew->warps[w].lockstep) && hd_warp_settle(crew, w);
    }
    for (int i = 0; i < worker->ncrews && !any; i++) {
        struct hd_crew *crew = worker->crews[i];
        for (int w = 0; w < crew->nwarps; w++)
            any |= crew->warps[w].ngroups && hd_warp_merge(crew, w);
    }
    return any;
}

// All threads that are left wait for the grid: the worker waits for the others. A cluster is all
// that its worker has.
static bool pass_grid(struct hd_worker *worker) {
    struct hd_crew *waiting = NULL, *ended = NULL;
    bool cluster = worker->state->cluster;
    for (int i = 0; i < worker->ncrews; i++) {
        struct hd_crew *crew = worker->crews[i];
        if (crew->at_grid != crew->live) return false;
        if (crew->live)
            waiting = crew;
        else
            ended = crew;
    }
    if (!waiting) return false;
    if (ended && !cluster)
        hd_grid_diverged(waiting, ended->block.bid[0] +
                                      (uint64_t)ended->block.gdim[0] *
                                          (ended->block.bid[1] +
                                           (uint64_t)ended->block.gdim[1] * ended->block.bid[2]));
    if (!cluster) hd_grid_wait(worker);
    const struct hd_cpu_watch *watch = worker->state->launch->watch;
    if (watch) watch->grid();
    hd_guard_check();
    for (int i = 0; i < worker->ncrews; i++) {
        struct hd_crew *crew = worker->crews[i];
        crew->at_grid = 0;
        for (int w = 0; w < crew->nwarps; w++) {
            hd_crew_ready(crew, w, crew->warps[w].grid);
            crew->warps[w].grid = 0;
        }
    }
    return true;
}

// Who runs when f cannot go on. NULL: all threads have ended.
static struct hd_fiber *successor(struct hd_fiber *f) {
    struct hd_worker *worker = f->crew->worker;
    struct hd_fiber *next = next_in_crew(f, false);
    if (!next) next = next_crew(worker, f->crew->number);
    if (next) return next;
    if (settle_all(worker) || pass_grid(worker))
        return next_crew(worker, f->crew->number - 1 + worker->ncrews);
    for (int i = 0; i < worker->ncrews; i++)
        if (worker->crews[i]->live) hd_crew_stuck(worker->crews[i]);
    return NULL;
}

// ---- switching ----------------------------------------------------------------------------------

static void switch_to(struct hd_fiber *f, struct hd_fiber *next) {
    struct hd_worker *worker = f->crew->worker;
    worker->current = next;
#ifdef HD_ASAN
    void *fake = NULL;
    char *low = hd_stack_low(&worker->stacks, next->index),
         *top = hd_stack_top(&worker->stacks, next->index);
    __sanitizer_start_switch_fiber(f->done ? NULL : &fake, low, (size_t)(top - low));
    hd_fiber_switch(&f->sp, next->sp);
    __sanitizer_finish_switch_fiber(fake, NULL, NULL);
#else
    // Threads mostly run in order, and each touches a stack of its own: fetch that of the one after
    // next now.
    const char *soon = next[1].sp;
    __builtin_prefetch(soon);
    __builtin_prefetch(soon + 64);
    __builtin_prefetch(soon + 128);
    __builtin_prefetch(&next[2]);
    hd_fiber_switch(&f->sp, next->sp);
#endif
}

void hd_crew_wait(struct hd_fiber *f) {
    // The way of nearly all waits, kept short: the next lane of the warp is ready.
    uint32_t lane = f->t.linear % 32, ready = f->warp->ready & ~(1u << lane),
             above = ready & ~1u << lane;
    f->warp->ready = ready;
    if (above) {
        switch_to(f, f + (__builtin_ctz(above) - (int)lane));
        return;
    }
    if (!ready) f->crew->ready_warps &= ~(1u << (f->t.linear / 32));
    if (++f->crew->worker->yields % 512 == 0) hd_guard_check();
    struct hd_fiber *next = successor(f);
    if (next != f) switch_to(f, next);
}

// Lanes that only spin do not hold up those that wait for the rest of the warp.
static void spins(struct hd_fiber *f) {
    struct hd_warp *warp = f->warp;
    if (!(warp->active | warp->lockstep)) return;
    warp->spun |= 1u << (f->t.linear % 32);
    if (!(warp->ready & ~warp->spun)) hd_warp_settle(f->crew, (int)(f->t.linear / 32));
}

// All threads have given way a few times since one began or ended: they may wait for a block that
// has not begun. Each time that happens their number doubles.
static void begin_more(struct hd_worker *worker) {
    worker->turns = 0;
    sched_yield(); // what they wait for may need this core
    int more = worker->ncrews;
    while (more-- && hd_launch_more(worker)) {}
}

// All threads wait, in loops or at barriers, for what none of them does: told by checks, which know
// that nothing has changed for so long.
#define DEADLOCK_NS 1000000000
#define DEADLOCK_LOOKS 32 // all threads have had their turns in between, on a busy machine too

static void look_for_deadlock(struct hd_worker *worker, struct hd_fiber *f) {
    const struct hd_cpu_watch *watch = worker->state->launch->watch;
    if (!watch || !watch->progress) return;
    uint64_t progress = watch->progress();
    int64_t time = hd_now_ns();
    if (progress != worker->progress) {
        worker->progress = progress;
        worker->stuck_since = time;
        worker->stuck_looks = 0;
    } else if (++worker->stuck_looks > DEADLOCK_LOOKS && time - worker->stuck_since > DEADLOCK_NS) {
        hd_deadlock(f);
    }
}

static void yield(struct hd_fiber *f) {
    struct hd_worker *worker = f->crew->worker;
    spins(f);
    if (++worker->yields % 256 == 0) {
        hd_guard_check();
        if (worker->yields % 65536 == 0) {
            sched_yield();
            look_for_deadlock(worker, f);
        }
    }
    struct hd_fiber *next = next_in_crew(f, true);
    // The rotation goes through all crews before it comes back to the first threads of this one.
    if (worker->ncrews > 1 && (!next || next->t.linear < f->t.linear))
        next = next_crew(worker, f->crew->number);
    if (!next)
        next = lane_of(f->crew, (int)(f->t.linear / 32), f->crew->warps[f->t.linear / 32].ready);
    if (next->index <= f->index) {
        __atomic_store_n(&worker->rounds, worker->rounds + 1, __ATOMIC_RELAXED);
        if (++worker->turns >= PATIENCE) {
            begin_more(worker);
            look_for_deadlock(worker, f); // by the clock: a busy machine keeps us long there
        }
    }
    if (next != f) switch_to(f, next);
}

void hd_rt_yield(struct hd_thread *t) {
    static __thread uint32_t calls;
    if (t && t->fiber)
        yield(t->fiber);
    else if (++calls % 256 == 0) {
        hd_guard_check();
        sched_yield();
    }
}

// ---- for the debugger ---------------------------------------------------------------------------

struct hd_frame **hd_thread_frame(struct hd_thread *t) { return &t->fiber->frame; }

enum hd_thread_state hd_thread_state(struct hd_thread *t, hd_loc *at) {
    struct hd_fiber *f = t->fiber;
    bool ready = f->warp->ready >> (t->linear % 32) & 1;
    *at = ready || f->done ? 0 : f->loc;
    return f->done ? HD_THREAD_ENDED : ready ? HD_THREAD_READY : HD_THREAD_WAITS;
}

struct hd_thread *hd_thread_beside(struct hd_thread *t, uint32_t linear) {
    struct hd_crew *crew = t->fiber->crew;
    return linear < crew->n ? &crew->fibers[linear].t : NULL;
}

struct hd_thread *hd_launch_thread(struct hd_thread *t, int nth, uint32_t linear) {
    const struct hd_worker *worker = t->fiber->crew->worker;
    if (nth >= worker->ncrews || linear >= worker->crews[nth]->n) return NULL;
    return &worker->crews[nth]->fibers[linear].t;
}

uint64_t hd_launch_left(const struct hd_thread *t) {
    const struct hd_launch_state *state = t->fiber->crew->worker->state;
    uint64_t begun = atomic_load(&state->next);
    return begun < state->total ? state->total - begun : 0;
}

void hd_thread_switch(struct hd_thread *from, struct hd_thread *to) {
    if (from != to) switch_to(from->fiber, to->fiber);
}

// ---- beginning and ending -----------------------------------------------------------------------

bool hd_crew_setup(struct hd_crew *crew, struct hd_worker *worker, int number, char *shared) {
    uint32_t n = crew->block.nthreads;
    if (crew->cap < (int)n) {
        free(crew->fibers);
        crew->fibers = aligned_alloc(64, (n + 2) * sizeof *crew->fibers); // two more: see switch_to
        crew->cap = 0;
        if (!crew->fibers) return false;
        memset(crew->fibers + n, 0, 2 * sizeof *crew->fibers);
        crew->cap = (int)n;
    }
    crew->worker = worker;
    crew->number = number;
    crew->n = n;
    crew->nwarps = (int)((n + 31) / 32);
    for (uint32_t i = 0; i < n; i++) {
        struct hd_fiber *f = &crew->fibers[i];
        *f = (struct hd_fiber){.crew = crew, .index = number * (int)n + (int)i};
        f->t.linear = i;
        f->t.tid[0] = i % crew->block.bdim[0];
        f->t.tid[1] = i / crew->block.bdim[0] % crew->block.bdim[1];
        f->t.tid[2] = i / crew->block.bdim[0] / crew->block.bdim[1];
        f->t.block = &crew->block;
        f->t.fiber = f;
        f->warp = &crew->warps[i / 32];
    }
    for (int w = 0; w < crew->nwarps; w++) {
        uint32_t left = n - (uint32_t)w * 32;
        crew->warps[w].exists = left >= 32 ? ~0u : (1u << left) - 1;
    }
    return true;
}

static void reset(struct hd_crew *crew) {
    crew->live = crew->n;
    crew->waiting = crew->at_grid = crew->returned = crew->ended = 0;
    crew->votes = 0;
    if (crew->named) memset(crew->named, 0, HD_NAMED_BARRIERS * sizeof *crew->named);
    crew->ready_warps = crew->nwarps == 32 ? ~0u : (1u << crew->nwarps) - 1;
    for (int w = 0; w < crew->nwarps; w++) {
        struct hd_warp *warp = &crew->warps[w];
        warp->alive = warp->ready = warp->exists;
        warp->barrier = warp->active = warp->grid = warp->lockstep = warp->spun = 0;
        warp->ngroups = 0;
    }
    for (uint32_t i = 0; i < crew->n; i++) {
        struct hd_fiber *f = &crew->fibers[i];
        f->done = false;
        f->returned = 0;
        f->frame = NULL;
#ifdef HD_ASAN // the frames of the thread that had this stack before never returned
        char *low = hd_stack_low(&crew->worker->stacks, f->index);
        __asan_unpoison_memory_region(
            low, (size_t)(hd_stack_top(&crew->worker->stacks, f->index) - low));
#endif
        f->sp = hd_fiber_prepare(hd_stack_top(&crew->worker->stacks, f->index), fiber_main, f);
    }
}

void hd_crew_begin(struct hd_crew *crew) { reset(crew); }

static void run_from(struct hd_worker *worker, struct hd_fiber *first) {
    worker->turns = 0;
    worker->current = first;
#ifdef HD_ASAN
    void *fake;
    char *low = hd_stack_low(&worker->stacks, first->index),
         *top = hd_stack_top(&worker->stacks, first->index);
    __sanitizer_start_switch_fiber(&fake, low, (size_t)(top - low));
    hd_fiber_switch(&worker->scheduler, first->sp);
    __sanitizer_finish_switch_fiber(fake, NULL, NULL);
#else
    hd_fiber_switch(&worker->scheduler, first->sp);
#endif
    worker->current = NULL;
}

void hd_crew_run(struct hd_worker *worker, int ncrews) {
    worker->ncrews = ncrews;
    for (int i = 0; i < ncrews; i++) reset(worker->crews[i]);
    run_from(worker, &worker->crews[0]->fibers[0]);
}

void hd_crew_resume(struct hd_worker *worker, struct hd_snapshot *snapshot) {
    worker->ncrews = 1;
    run_from(worker, hd_snapshot_restore(snapshot, worker->state));
}

static void release(struct hd_crew *crew);

static void thread_done(struct hd_fiber *f) {
    struct hd_crew *crew = f->crew;
    struct hd_worker *worker = crew->worker;
    int w = (int)(f->t.linear / 32);
    f->done = true;
    worker->turns = 0;
    __atomic_store_n(&worker->ended, worker->ended + 1, __ATOMIC_RELAXED);
    crew->live--;
    if (f->returned)
        crew->returned++;
    else
        crew->ended++;
    crew->warps[w].alive &= ~(1u << (f->t.linear % 32));
    clear_ready(crew, f->t.linear);
    if (crew->warps[w].ngroups) hd_warp_left(crew, w);
    if (crew->waiting && crew->waiting == crew->live) release(crew);
    struct hd_fiber *next = successor(f);
    if (next) switch_to(f, next);
    worker->current = NULL;
#ifdef HD_ASAN
    struct hd_guard_thread *self = hd_self;
    __sanitizer_start_switch_fiber(NULL, self->stack_low,
                                   (size_t)(self->stack_high - self->stack_low));
#endif
    hd_fiber_switch(&f->sp, worker->scheduler);
}

static void fiber_main(void *arg) {
    struct hd_fiber *f = arg;
    __sanitizer_finish_switch_fiber(NULL, NULL, NULL);
    const struct hd_cpu_launch *launch = f->crew->worker->state->launch;
    f->crew->block.thread = &f->t;
    f->crew->worker->fn(&f->crew->block, launch->args);
    thread_done(f);
}

// ---- barriers -----------------------------------------------------------------------------------

// Everybody who is left has arrived.
static void release(struct hd_crew *crew) {
    if (crew->mixed) hd_barrier_diverged(crew);
    const struct hd_cpu_watch *watch = crew->worker->state->launch->watch;
    if (watch) {
        if (crew->returned || crew->ended) watch->left(&crew->block, crew->loc, crew->ended);
        watch->barrier(&crew->block);
    } else if (crew->returned || crew->ended) {
        hd_warn_ended(crew); // they no longer count
    }
    crew->result = crew->votes;
    crew->votes = 0;
    crew->arrived = crew->waiting;
    crew->waiting = 0;
    for (int w = 0; w < crew->nwarps; w++) {
        hd_crew_ready(crew, w, crew->warps[w].barrier);
        crew->warps[w].barrier = 0;
    }
    if (crew->worker->state->stop || atomic_load_explicit(&hd_guard_request, memory_order_relaxed))
        hd_guard_check();
}

static void arrive(struct hd_fiber *f, uint32_t loc) {
    struct hd_crew *crew = f->crew;
    if (!crew->waiting) {
        crew->loc = loc;
        crew->mixed = false;
    } else if (crew->loc != loc) {
        crew->mixed = true;
    }
    f->loc = loc;
    f->warp->barrier |= 1u << (f->t.linear % 32);
    if (++crew->waiting == crew->live)
        release(crew); // f itself never stopped being ready
    else
        hd_crew_wait(f);
}

static struct hd_fiber *fiber_of(struct hd_thread *t) {
    if (t && t->fiber) return t->fiber;
    struct hd_fault fault = {0};
    hd_fault_say(&fault, 0, "internal error",
                 "a kernel that was compiled without barriers reached one");
    hd_guard_raise(&fault);
}

void hd_rt_barrier(struct hd_thread *t, uint32_t loc) { arrive(fiber_of(t), loc); }

int hd_rt_barrier_red(struct hd_thread *t, uint32_t loc, int predicate, int op) {
    struct hd_fiber *f = fiber_of(t);
    struct hd_crew *crew = f->crew;
    crew->votes += predicate != 0;
    // The result stays until all have arrived at the next barrier, so all have read it by then.
    arrive(f, loc);
    if (op == 0) return (int)crew->result;
    return op == 1 ? crew->result == crew->arrived : crew->result != 0;
}

// Which threads of a warp have come does not matter, only how many (PTX, barrier{.cta}).
void hd_rt_named_barrier(struct hd_thread *t, uint32_t loc, uint32_t name, uint32_t threads,
                         int wait) {
    struct hd_fiber *f = fiber_of(t);
    struct hd_crew *crew = f->crew;
    if (!crew->named) crew->named = hd_xcalloc(HD_NAMED_BARRIERS, sizeof *crew->named);
    struct hd_named_barrier *barrier = &crew->named[name % HD_NAMED_BARRIERS];
    uint32_t wanted = threads ? threads : crew->n;
    f->loc = loc;
    if (name >= HD_NAMED_BARRIERS || wanted > crew->n || wanted % 32)
        hd_named_barrier_wrong(f, name, wanted);
    if (barrier->arrived && barrier->wanted != wanted)
        hd_named_barrier_differs(f, name, wanted, barrier->wanted);
    barrier->wanted = wanted;
    const struct hd_cpu_watch *watch = crew->worker->state->launch->watch;
    bool complete = ++barrier->arrived == wanted;
    uint32_t bit = 1u << (t->linear % 32), *lanes = &barrier->lanes[t->linear / 32];
    if (wait) *lanes |= bit;
    if (watch && watch->named)
        watch->named(&crew->block, name, t->linear, complete ? barrier->lanes : NULL);
    else if (watch && complete)
        watch->barrier(&crew->block);
    if (!complete) {
        if (wait) hd_crew_wait(f);
        return;
    }
    *lanes &= ~bit; // it runs
    for (int w = 0; w < crew->nwarps; w++) hd_crew_ready(crew, w, barrier->lanes[w]);
    *barrier = (struct hd_named_barrier){0};
}

void hd_rt_return(struct hd_thread *t, uint32_t loc) {
    if (t && t->fiber) t->fiber->returned = loc ? loc : 1;
}

static void wait_for_crews(struct hd_fiber *f) {
    f->crew->at_grid++;
    f->warp->grid |= 1u << (f->t.linear % 32);
    hd_crew_wait(f);
}

void hd_rt_grid_sync(struct hd_thread *t, uint32_t loc) {
    struct hd_fiber *f = fiber_of(t);
    f->loc = loc;
    if (!f->crew->worker->state->parts) {
        struct hd_fault fault = {.loc = loc};
        hd_fault_say(&fault, 0, "grid barrier",
                     "a grid barrier needs a cooperative launch "
                     "(`cudaLaunchCooperativeKernel`)");
        hd_crew_fault(f, &fault);
    }
    wait_for_crews(f);
}

// ---- clusters -----------------------------------------------------------------------------------

void hd_rt_cluster_sync(struct hd_thread *t, uint32_t loc) {
    struct hd_fiber *f = fiber_of(t);
    if (!f->crew->worker->state->cluster) {
        arrive(f, loc);
        return;
    }
    f->loc = loc;
    wait_for_crews(f);
}

uint32_t hd_rt_cluster_dim(struct hd_thread *t, int dim) {
    uint32_t n = t->block->launch->launch->cluster[dim % 3];
    return n ? n : 1;
}

// Blocks of a cluster have their shared memory one below the other, by rank (add_crews).
void *hd_rt_cluster_map(struct hd_thread *t, const void *p, uint32_t rank) {
    struct hd_fiber *f = fiber_of(t);
    int n = f->crew->worker->state->cluster;
    if (n < 1) n = 1;
    if (rank >= (uint32_t)n) {
        struct hd_fault fault = {0};
        hd_fault_say(&fault, 0, "cluster", "the cluster has %d blocks: there is no block %u in it",
                     n, rank);
        hd_crew_fault(f, &fault);
    }
    ptrdiff_t size =
        n > 1 ? f->crew->worker->crews[0]->block.shared - f->crew->worker->crews[1]->block.shared
              : 0;
    return (char *)p + ((ptrdiff_t)f->crew->number - (ptrdiff_t)rank) * size;
}

uint32_t hd_rt_cluster_owner(struct hd_thread *t, const void *p) {
    struct hd_fiber *f = fiber_of(t);
    const struct hd_worker *worker = f->crew->worker;
    for (int i = 0; i < worker->state->cluster; i++)
        if ((const char *)p >= worker->crews[i]->block.shared) return (uint32_t)i;
    return 0;
}
