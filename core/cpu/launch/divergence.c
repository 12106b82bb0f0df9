// Why the threads of a block cannot go on, told with both places.
//
// CUDA's rules: all threads of a block must reach the same barrier; lanes named in a mask must
// execute the function. On a GPU breaking them hangs or gives garbage; here nobody is ready any
// more, and everybody's place is known:
//
//   96 of 128 threads wait at `__syncthreads` (line 4), but 32 at another one (line 9)
//   lane 0 of warp 1 waits in `__shfl_sync` (line 7) for lane 5, which waits at
//   `__syncthreads` (line 9)
#include "cpu/internal.h"

#include <stdio.h>
#include <string.h>

// "line 9", with the file's name if that is not the one around `near`.
static void place_text(hd_loc loc, hd_loc near, char *out, size_t size) {
    struct hd_place place, other;
    if (!hd_source_place(loc, &place))
        snprintf(out, size, "somewhere");
    else if (hd_source_place(near, &other) && other.source == place.source)
        snprintf(out, size, "line %d", place.line);
    else
        snprintf(out, size, "%s:%d", place.source->name, place.line);
}

struct place_name {
    char s[96];
};

static struct place_name place_name(hd_loc loc, hd_loc near) {
    struct place_name name;
    place_text(loc, near, name.s, sizeof name.s);
    return name;
}

_Noreturn void hd_crew_fault(struct hd_fiber *culprit, struct hd_fault *fault) {
    struct hd_guard_thread *self = hd_self;
    struct hd_worker *worker = self->worker;
    fault->in_kernel = true;
    fault->has_thread = true;
    memcpy(fault->block, culprit->crew->block.bid, sizeof fault->block);
    memcpy(fault->thread, culprit->t.tid, sizeof fault->thread);
    if (culprit != worker->current && !culprit->done) {
        struct hd_walk walk;
        hd_walk_fiber(&walk, culprit->sp);
        hd_walk_frames(self, &walk, fault);
        fault->pc = walk.pc;
    }
    hd_guard_raise(fault);
}

static void say_other(struct hd_fault *fault, const struct hd_fiber *f, const char *what) {
    snprintf(fault->other_message, sizeof fault->other_message, "thread (%u,%u,%u) %s", f->t.tid[0],
             f->t.tid[1], f->t.tid[2], what);
    fault->other_loc = f->done ? 0 : f->loc;
}

// The first thread for which test holds, counting all; NULL: none.
typedef bool thread_test(const struct hd_crew *crew, const struct hd_fiber *f);

static struct hd_fiber *find(struct hd_crew *crew, thread_test *test, uint32_t *count) {
    struct hd_fiber *first = NULL;
    uint32_t n = 0;
    for (uint32_t i = 0; i < crew->n; i++) {
        if (!test(crew, &crew->fibers[i])) continue;
        n++;
        if (!first) first = &crew->fibers[i];
    }
    if (count) *count = n;
    return first;
}

static bool at_barrier(const struct hd_crew *crew, const struct hd_fiber *f) {
    return crew->warps[f->t.linear / 32].barrier >> (f->t.linear % 32) & 1;
}

static bool at_first_barrier(const struct hd_crew *crew, const struct hd_fiber *f) {
    return at_barrier(crew, f) && f->loc == crew->loc;
}

static bool at_other_barrier(const struct hd_crew *crew, const struct hd_fiber *f) {
    return at_barrier(crew, f) && f->loc != crew->loc;
}

static bool has_returned(const struct hd_crew *crew, const struct hd_fiber *f) {
    return f->done && f->returned;
}

static bool at_grid(const struct hd_crew *crew, const struct hd_fiber *f) {
    return crew->warps[f->t.linear / 32].grid >> (f->t.linear % 32) & 1;
}

static bool in_group(const struct hd_crew *crew, const struct hd_fiber *f) {
    const struct hd_warp *warp = &crew->warps[f->t.linear / 32];
    for (int i = 0; i < warp->ngroups; i++)
        if (warp->groups[i].arrived >> (f->t.linear % 32) & 1) return true;
    return false;
}

void hd_warn_left(hd_loc barrier, uint32_t left, uint32_t threads, hd_loc where) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static uint32_t said[64];
    static int nsaid;
    pthread_mutex_lock(&lock);
    bool known = nsaid == HD_COUNT(said);
    for (int i = 0; i < nsaid; i++) known |= said[i] == barrier;
    if (!known) said[nsaid++] = barrier;
    pthread_mutex_unlock(&lock);
    if (known) return;
    char how[160] = "ended";
    if (where > 1) snprintf(how, sizeof how, "returned (%s)", place_name(where, barrier).s);
    fprintf(stderr,
            "%s: warning: %u of %u threads had already %s when the others reached `__syncthreads` "
            "(%s): CUDA leaves this undefined\n",
            place_name(barrier, 0).s, left, threads, how, place_name(barrier, barrier).s);
    fflush(stderr);
}

void hd_warn_ended(struct hd_crew *crew) {
    const struct hd_fiber *gone = find(crew, has_returned, NULL);
    hd_warn_left(crew->loc, crew->returned + crew->ended, crew->n, gone ? gone->returned : 0);
}

_Noreturn void hd_barrier_diverged(struct hd_crew *crew) {
    uint32_t here = 0, there = 0;
    struct hd_fiber *first = find(crew, at_first_barrier, &here),
                    *other = find(crew, at_other_barrier, &there);
    struct hd_fault fault = {.loc = first->loc};
    struct place_name place = place_name(first->loc, first->loc);
    hd_fault_say(
        &fault, 0, "barrier divergence",
        "%u of %u threads wait at `__syncthreads` (%s), but %u at another one (%s): all threads of a "
        "block must reach the same barrier",
        here, crew->n, place.s, there, place_name(other->loc, first->loc).s);
    say_other(&fault, other, "waits at the other barrier");
    hd_crew_fault(first, &fault);
}

_Noreturn void hd_grid_diverged(struct hd_crew *crew, uint64_t ended_block) {
    struct hd_fiber *first = find(crew, at_grid, NULL);
    const uint32_t *grid = crew->block.gdim;
    struct hd_fault fault = {.loc = first->loc};
    hd_fault_say(&fault, 0, "barrier divergence",
                 "the grid waits at its barrier (%s), but block (%llu,%llu,%llu) has already ended",
                 place_name(first->loc, first->loc).s, (unsigned long long)(ended_block % grid[0]),
                 (unsigned long long)(ended_block / grid[0] % grid[1]),
                 (unsigned long long)(ended_block / grid[0] / grid[1]));
    hd_crew_fault(first, &fault);
}

_Noreturn void hd_mask_misses(struct hd_fiber *f, uint32_t loc, uint32_t mask, int op) {
    struct hd_fault fault = {.loc = loc};
    hd_fault_say(&fault, 0, "warp mask",
                 "lane %u calls `%s` with mask 0x%08x, which does not name that lane itself",
                 f->t.linear % 32, hd_warp_names[op], mask);
    hd_crew_fault(f, &fault);
}

_Noreturn void hd_named_barrier_wrong(struct hd_fiber *f, uint32_t name, uint32_t threads) {
    struct hd_fault fault = {.loc = f->loc};
    if (name >= HD_NAMED_BARRIERS)
        hd_fault_say(&fault, 0, "barrier", "a block has barriers 0 to %d: there is no %u",
                     HD_NAMED_BARRIERS - 1, name);
    else if (threads > f->crew->n)
        hd_fault_say(&fault, 0, "barrier divergence",
                     "barrier %u waits for %u threads, and the block has %u", name, threads,
                     f->crew->n);
    else
        hd_fault_say(&fault, 0, "barrier",
                     "barrier %u is for %u threads: the number must be a multiple of 32", name,
                     threads);
    hd_crew_fault(f, &fault);
}

_Noreturn void hd_named_barrier_differs(struct hd_fiber *f, uint32_t name, uint32_t threads,
                                        uint32_t others) {
    struct hd_fault fault = {.loc = f->loc};
    hd_fault_say(&fault, 0, "barrier divergence",
                 "this thread says that barrier %u is for %u threads, others that it is for %u",
                 name, threads, others);
    hd_crew_fault(f, &fault);
}

// The barrier with a name that a thread waits at. NULL: it does not.
static const struct hd_named_barrier *named_barrier(const struct hd_crew *crew,
                                                    const struct hd_fiber *f) {
    for (int i = 0; crew->named && i < HD_NAMED_BARRIERS; i++)
        if (crew->named[i].lanes[f->t.linear / 32] >> (f->t.linear % 32) & 1)
            return &crew->named[i];
    return NULL;
}

static bool at_named(const struct hd_crew *crew, const struct hd_fiber *f) {
    return named_barrier(crew, f) != NULL;
}

static const char *where_name(const struct hd_crew *crew, const struct hd_fiber *f) {
    if (at_barrier(crew, f)) return "waits at `__syncthreads`";
    if (at_grid(crew, f)) return "waits for the grid";
    if (at_named(crew, f)) return "waits at a barrier with a number";
    return "waits in another warp function";
}

// A group of lanes that waits for a lane that waits elsewhere.
static void explain_group(struct hd_crew *crew, int w, const struct warp_group *g) {
    const struct hd_warp *warp = &crew->warps[w];
    uint32_t missing = g->mask & warp->alive & ~g->arrived;
    if (!missing) return;
    struct hd_fiber *here = &crew->fibers[w * 32 + __builtin_ctz(g->arrived)];
    struct hd_fiber *there = &crew->fibers[w * 32 + __builtin_ctz(missing)];
    struct hd_fault fault = {.loc = g->loc};
    char what[128];
    bool group = in_group(crew, there);
    if (group)
        snprintf(what, sizeof what, "waits in `%s`", hd_warp_names[there->op]);
    else
        snprintf(what, sizeof what, "%s", where_name(crew, there));
    hd_fault_say(
        &fault, 0, "warp divergence",
        "lane %u of warp %d waits in `%s` (%s) for lane %u, which its mask 0x%08x names, but that lane %s (%s)",
        here->t.linear % 32, w, hd_warp_names[g->op], place_name(g->loc, g->loc).s,
        there->t.linear % 32, g->mask, what, place_name(there->loc, g->loc).s);
    say_other(&fault, there, what);
    hd_crew_fault(here, &fault);
}

const char *hd_thread_waits(const struct hd_thread *t) {
    return where_name(t->fiber->crew, t->fiber);
}

_Noreturn void hd_deadlock(struct hd_fiber *f) {
    struct hd_fault fault = {0};
    struct hd_thread *culprit = f->crew->worker->state->launch->watch->deadlock(&f->t, &fault);
    hd_crew_fault(culprit->fiber, &fault);
}

static bool is_elsewhere(const struct hd_crew *crew, const struct hd_fiber *f) {
    return !f->done && !at_named(crew, f);
}

_Noreturn static void explain_named(struct hd_crew *crew, struct hd_fiber *here) {
    const struct hd_named_barrier *barrier = named_barrier(crew, here);
    struct hd_fiber *other = find(crew, is_elsewhere, NULL);
    struct hd_fault fault = {.loc = here->loc};
    hd_fault_say(&fault, 0, "barrier divergence",
                 "barrier %d (%s) waits for %u threads, %u have come, and the others never will",
                 (int)(barrier - crew->named), place_name(here->loc, here->loc).s, barrier->wanted,
                 barrier->arrived);
    if (other) say_other(&fault, other, where_name(crew, other));
    hd_crew_fault(here, &fault);
}

_Noreturn void hd_crew_stuck(struct hd_crew *crew) {
    for (int w = 0; w < crew->nwarps; w++)
        for (int i = 0; i < crew->warps[w].ngroups; i++)
            explain_group(crew, w, &crew->warps[w].groups[i]);
    struct hd_fiber *named = find(crew, at_named, NULL);
    if (named) explain_named(crew, named);
    uint32_t here = 0, there = 0;
    struct hd_fiber *first = find(crew, at_barrier, &here), *other = find(crew, at_grid, &there);
    if (!first) first = other;
    struct hd_fault fault = {.loc = first ? first->loc : 0};
    hd_fault_say(&fault, 0, "barrier divergence",
                 "%u of %u threads wait at `__syncthreads` (%s), but %u wait for the grid "
                 "(%s)",
                 here, crew->n, place_name(fault.loc, fault.loc).s, there,
                 place_name(other ? other->loc : 0, fault.loc).s);
    if (other) say_other(&fault, other, "waits for the grid");
    hd_crew_fault(first ? first : &crew->fibers[0], &fault);
}
