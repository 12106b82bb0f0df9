// Warp functions: shuffles, votes, matches, reductions, __syncwarp, __activemask.
//
// Lanes that execute the same function at the same place with the same mask form a group. A lane
// waits until all lanes of the mask that have not ended are in its group; the last one computes
// everybody's result. As PTX allows it, groups of one function and mask at different places are
// taken together, but only when nothing else can run.
//
// __activemask has no mask to wait for: lanes that reach one place wait until the rest of the warp
// cannot run any further, and those that are there together are the active ones. (A function of a
// header that calls it, `coalesced_threads`, has its caller's place told.) Accesses of code
// that relies on lockstep (gen/analysis/lockstep.c) are such places too.
#include "cpu/internal.h"

const char *const hd_warp_names[] = {
    [OP_SYNC] = "__syncwarp",
    [OP_SHFL_IDX] = "__shfl_sync",
    [OP_SHFL_UP] = "__shfl_up_sync",
    [OP_SHFL_DOWN] = "__shfl_down_sync",
    [OP_SHFL_XOR] = "__shfl_xor_sync",
    [OP_ALL] = "__all_sync",
    [OP_ANY] = "__any_sync",
    [OP_BALLOT] = "__ballot_sync",
    [OP_UNI] = "__uni_sync",
    [OP_MATCH_ANY] = "__match_any_sync",
    [OP_MATCH_ALL] = "__match_all_sync",
    [OP_ADD] = "__reduce_add_sync",
    [OP_MIN] = "__reduce_min_sync",
    [OP_MAX] = "__reduce_max_sync",
    [OP_AND] = "__reduce_and_sync",
    [OP_OR] = "__reduce_or_sync",
    [OP_XOR] = "__reduce_xor_sync",
    [OP_SMIN] = "__reduce_min_sync",
    [OP_SMAX] = "__reduce_max_sync",
};

#define FOR_LANES(lane, lanes)                                                                \
    for (uint32_t rest_ = (lanes), lane; rest_ && (lane = (uint32_t)__builtin_ctz(rest_), 1); \
         rest_ &= rest_ - 1)

static void shuffle(struct hd_crew *crew, int w, uint32_t lanes, int op) {
    struct hd_fiber *fibers = &crew->fibers[w * 32];
    const struct hd_cpu_watch *watch = crew->worker->state->launch->watch;
    FOR_LANES(lane, lanes) {
        struct hd_fiber *f = &fibers[lane];
        uint32_t width = (uint32_t)f->b, arg = (uint32_t)f->a;
        if (width < 1 || width > 32 || (width & (width - 1))) width = 32;
        uint32_t base = lane & ~(width - 1), last = base + width - 1, source = lane;
        switch (op) {
        case OP_SHFL_IDX: source = base | (arg & (width - 1)); break;
        case OP_SHFL_UP: source = arg <= lane - base ? lane - arg : lane; break;
        case OP_SHFL_DOWN: source = arg <= last - lane ? lane + arg : lane; break;
        default: source = (lane ^ arg) <= last ? lane ^ arg : lane; break;
        }
        // A lane that does not take part has nothing to give. CUDA leaves the result undefined;
        // GPUs give 0, and CUDA's own reduction sample adds it up.
        bool there = lanes >> source & 1;
        f->result = there ? fibers[source].value : 0;
        if (!there && watch && watch->absent)
            watch->absent(&crew->block, f->loc, (uint32_t)w * 32 + lane, source,
                          f->mask >> source & 1, hd_warp_names[op]);
    }
}

static uint32_t vote(uint32_t lanes, uint32_t set, int op) {
    switch (op) {
    case OP_ALL: return set == lanes;
    case OP_ANY: return set != 0;
    case OP_UNI: return set == 0 || set == lanes;
    default: return set;
    }
}

static void match(struct hd_fiber *fibers, uint32_t lanes, int op) {
    FOR_LANES(lane, lanes) {
        uint32_t same = 0;
        FOR_LANES(other, lanes) if (fibers[other].value == fibers[lane].value) same |= 1u << other;
        fibers[lane].result = op == OP_MATCH_ANY || same == lanes ? same : 0;
    }
}

static uint32_t combine(int op, uint32_t a, uint32_t b) {
    switch (op) {
    case OP_ADD: return a + b;
    case OP_MIN: return a < b ? a : b;
    case OP_MAX: return a > b ? a : b;
    case OP_SMIN: return (int32_t)a < (int32_t)b ? a : b;
    case OP_SMAX: return (int32_t)a > (int32_t)b ? a : b;
    case OP_AND: return a & b;
    case OP_OR: return a | b;
    default: return a ^ b;
    }
}

// A lane of the group's mask has run to its end and never came. One that has returned before is
// none of those that have to ("all non-exited threads named in mask").
static void tell_missed(struct hd_crew *crew, int w, uint32_t gone, uint32_t lanes, int op) {
    const struct hd_cpu_watch *watch = crew->worker->state->launch->watch;
    const struct hd_fiber *fibers = &crew->fibers[w * 32];
    if (!watch || !watch->missed) return;
    uint32_t first = (uint32_t)w * 32;
    FOR_LANES(lane, gone) {
        if (!fibers[lane].done || fibers[lane].returned) continue;
        uint32_t there = (uint32_t)__builtin_ctz(lanes);
        watch->missed(&crew->block, fibers[there].loc, first + there, first + lane,
                      hd_warp_names[op]);
        return;
    }
}

// Group i of the warp is complete: its lanes get their results and are ready.
static void complete(struct hd_crew *crew, int w, int i) {
    struct hd_warp *warp = &crew->warps[w];
    struct hd_fiber *fibers = &crew->fibers[w * 32];
    uint32_t lanes = warp->groups[i].arrived, gone = warp->groups[i].mask & ~lanes;
    int op = warp->groups[i].op;
    const struct hd_cpu_watch *watch = crew->worker->state->launch->watch;
    if (watch) watch->warp(&crew->block, w, lanes, warp->exists);
    warp->groups[i] = warp->groups[--warp->ngroups];
    if (op >= OP_SHFL_IDX && op <= OP_SHFL_XOR) {
        shuffle(crew, w, lanes, op);
    } else if (op >= OP_ALL && op <= OP_UNI) {
        uint32_t set = 0;
        FOR_LANES(lane, lanes) if (fibers[lane].value) set |= 1u << lane;
        uint32_t result = vote(lanes, set, op);
        FOR_LANES(lane, lanes) fibers[lane].result = result;
    } else if (op == OP_MATCH_ANY || op == OP_MATCH_ALL) {
        match(fibers, lanes, op);
    } else if (op >= OP_ADD) {
        uint32_t first = (uint32_t)__builtin_ctz(lanes), result = (uint32_t)fibers[first].value;
        FOR_LANES(lane, lanes & (lanes - 1))
        result = combine(op, result, (uint32_t)fibers[lane].value);
        FOR_LANES(lane, lanes) fibers[lane].result = result;
    }
    if (gone) tell_missed(crew, w, gone, lanes, op);
    hd_crew_ready(crew, w, lanes);
}

static uint64_t rendezvous(struct hd_thread *t, uint32_t loc, uint32_t mask, int op, uint64_t value,
                           int a, int b) {
    struct hd_fiber *f = t ? t->fiber : NULL;
    if (!f) {
        struct hd_fault fault = {.loc = loc};
        hd_fault_say(&fault, 0, "internal error",
                     "a kernel that was compiled without fibers reached `%s`", hd_warp_names[op]);
        hd_guard_raise(&fault);
    }
    struct hd_crew *crew = f->crew;
    int w = (int)(t->linear / 32);
    struct hd_warp *warp = &crew->warps[w];
    uint32_t bit = 1u << (t->linear % 32);
    if (!(mask & bit)) hd_mask_misses(f, loc, mask, op);
    f->mask = mask;
    mask &= warp->exists;
    f->loc = loc;
    f->op = (uint8_t)op;
    f->value = value;
    f->a = a;
    f->b = b;
    int i = 0;
    while (i < warp->ngroups &&
           (warp->groups[i].loc != loc || warp->groups[i].mask != mask || warp->groups[i].op != op))
        i++;
    if (i == warp->ngroups)
        warp->groups[warp->ngroups++] =
            (struct warp_group){.loc = loc, .mask = mask, .op = (uint8_t)op};
    warp->groups[i].arrived |= bit;
    if (warp->groups[i].arrived == (mask & warp->alive))
        complete(crew, w, i);
    else
        hd_crew_wait(f);
    return f->result;
}

void hd_warp_left(struct hd_crew *crew, int w) {
    struct hd_warp *warp = &crew->warps[w];
    for (int i = warp->ngroups - 1; i >= 0; i--)
        if (warp->groups[i].arrived == (warp->groups[i].mask & warp->alive)) complete(crew, w, i);
}

bool hd_warp_merge(struct hd_crew *crew, int w) {
    struct hd_warp *warp = &crew->warps[w];
    for (int i = 0; i < warp->ngroups; i++) {
        struct warp_group *g = &warp->groups[i];
        uint32_t all = 0;
        for (int k = 0; k < warp->ngroups; k++)
            if (warp->groups[k].op == g->op && warp->groups[k].mask == g->mask)
                all |= warp->groups[k].arrived;
        if (all != (g->mask & warp->alive)) continue;
        int op = g->op;
        uint32_t mask = g->mask;
        for (int k = warp->ngroups - 1; k > i; k--)
            if (warp->groups[k].op == op && warp->groups[k].mask == mask)
                warp->groups[k] = warp->groups[--warp->ngroups];
        warp->groups[i].arrived = all;
        complete(crew, w, i);
        return true;
    }
    return false;
}

// Of lanes in step those go on that are behind the others in the code: where ways join again, so do
// the lanes.
static bool settle_lockstep(struct hd_crew *crew, int w) {
    struct hd_warp *warp = &crew->warps[w];
    struct hd_fiber *fibers = &crew->fibers[w * 32];
    uint32_t first = UINT32_MAX, lanes = 0;
    FOR_LANES(lane, warp->lockstep) {
        uint32_t at = (uint32_t)fibers[lane].a;
        if (at < first) lanes = 0;
        if (at <= first) lanes |= 1u << lane;
        first = at < first ? at : first;
    }
    warp->lockstep &= ~lanes;
    hd_crew_ready(crew, w, lanes);
    return true;
}

bool hd_warp_settle(struct hd_crew *crew, int w) {
    struct hd_warp *warp = &crew->warps[w];
    struct hd_fiber *fibers = &crew->fibers[w * 32];
    warp->spun = 0;
    if (warp->lockstep) return settle_lockstep(crew, w);
    uint32_t lanes = warp->active;
    warp->active = 0;
    FOR_LANES(lane, lanes) {
        uint32_t same = 0;
        FOR_LANES(other, lanes) {
            if (fibers[other].loc == fibers[lane].loc && fibers[other].a == fibers[lane].a)
                same |= 1u << other;
        }
        fibers[lane].result = same;
    }
    hd_crew_ready(crew, w, lanes);
    return lanes != 0;
}

// ---- what compiled kernels call -----------------------------------------------------------------

void hd_rt_syncwarp(struct hd_thread *t, uint32_t loc, uint32_t mask) {
    rendezvous(t, loc, mask, OP_SYNC, 0, 0, 0);
}

uint64_t hd_rt_shfl(struct hd_thread *t, uint32_t loc, uint32_t mask, uint64_t value, int lane,
                    int width, int op) {
    return rendezvous(t, loc, mask, OP_SHFL_IDX + op, value, lane, width);
}

uint32_t hd_rt_vote(struct hd_thread *t, uint32_t loc, uint32_t mask, int predicate, int op) {
    return (uint32_t)rendezvous(t, loc, mask, OP_ALL + op, predicate != 0, 0, 0);
}

uint32_t hd_rt_match(struct hd_thread *t, uint32_t loc, uint32_t mask, uint64_t value, int *all) {
    uint32_t result =
        (uint32_t)rendezvous(t, loc, mask, all ? OP_MATCH_ALL : OP_MATCH_ANY, value, 0, 0);
    if (all) *all = result != 0;
    return result;
}

uint32_t hd_rt_activemask(struct hd_thread *t, uint32_t loc, int place) {
    struct hd_fiber *f = t ? t->fiber : NULL;
    if (!f) return 1;
    f->loc = loc;
    f->a = place;
    f->crew->warps[t->linear / 32].active |= 1u << (t->linear % 32);
    hd_crew_wait(f);
    return (uint32_t)f->result;
}

void hd_rt_lockstep(struct hd_thread *t, uint32_t point) {
    struct hd_fiber *f = t ? t->fiber : NULL;
    if (!f) return;
    f->a = (int)point;
    f->warp->lockstep |= 1u << (t->linear % 32);
    hd_crew_wait(f);
}

uint32_t hd_rt_reduce(struct hd_thread *t, uint32_t loc, uint32_t mask, uint32_t value, int op,
                      int is_signed) {
    int which = OP_ADD + op;
    if (is_signed && which == OP_MIN) which = OP_SMIN;
    if (is_signed && which == OP_MAX) which = OP_SMAX;
    return (uint32_t)rendezvous(t, loc, mask, which, value, 0, 0);
}

// ---- what code for many lanes calls -------------------------------------------------------------

// The block is run again, thread by thread, to say more (launch.c).
void hd_rt_lanes_diverged(uint32_t loc) {
    struct hd_fault fault = {.loc = loc};
    hd_fault_say(&fault, 0, "warp mask",
                 "lanes of a warp disagree about who takes part in a warp function");
    hd_guard_raise(&fault);
}

void hd_rt_lanes_left(uint32_t loc, uint32_t left, uint32_t threads, uint32_t where) {
    hd_warn_left(loc, left, threads, where);
}

void hd_rt_lanes_match(const uint64_t *values, uint32_t active, int all, uint32_t *results) {
    FOR_LANES(lane, active) {
        uint32_t same = 0;
        FOR_LANES(other, active) if (values[other] == values[lane]) same |= 1u << other;
        results[lane] = !all || same == active ? same : 0;
    }
}
