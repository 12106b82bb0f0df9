// A block in the middle of its run, kept so that it can go on from there once more.
//
// What a block is besides memory: the crew with its masks, the fibers, what lies on their stacks,
// and shared memory. All of it comes back to the addresses where it was, for frames hold pointers
// to each other. The thread that asks is one of these fibers: its context is saved as if it were
// about to wait, and when the block goes on it comes back from the same call once more.
//
// Example: `s = hd_snapshot_take(t)`, and when the launch has been left, hd_snapshot_fits(s), and
// hd_cpu_watch.resumes gives it.
#include "cpu/internal.h"

#include <stdlib.h>
#include <string.h>

#define LARGEST (64u << 20) // bytes; a block that is larger runs from its beginning

struct hd_snapshot {
    struct hd_worker *worker;
    struct hd_crew *crew;
    struct hd_fiber *current; // that asked for it
    char *stacks;             // where the worker's begin
    size_t slot;
    uint64_t heap_calls; // so far: what was freed since does not come back
    bool resumed;
    struct hd_crew its_crew;
    struct hd_fiber *fibers;
    struct hd_named_barrier *named; // or NULL
    char *shared;
    size_t shared_size;
    char *bytes; // of the stacks, one after the other
};

static size_t stack_bytes(const struct hd_worker *worker, const struct hd_fiber *f) {
    return f->done ? 0 : (size_t)(hd_stack_top(&worker->stacks, f->index) - (char *)f->sp);
}

static void *copy_of(const void *from, size_t size) {
    void *copy = hd_xmalloc(size + 1);
    memcpy(copy, from, size);
    return copy;
}

// With the context of the thread that asks saved, below what it has on its stack.
static void copy_block(void *arg) {
    struct hd_snapshot *s = arg;
    struct hd_crew *crew = s->crew;
    size_t size = 0;
    for (uint32_t i = 0; i < crew->n; i++) size += stack_bytes(s->worker, &crew->fibers[i]);
    if (size > LARGEST) return;
    s->its_crew = *crew;
    s->fibers = copy_of(crew->fibers, crew->n * sizeof *crew->fibers);
    if (crew->named) s->named = copy_of(crew->named, HD_NAMED_BARRIERS * sizeof *crew->named);
    s->shared_size = (size_t)(s->worker->shared_end - crew->block.shared);
    s->shared = copy_of(crew->block.shared, s->shared_size);
    char *to = s->bytes = hd_xmalloc(size + 1);
    for (uint32_t i = 0; i < crew->n; i++) {
        size_t n = stack_bytes(s->worker, &crew->fibers[i]);
        memcpy(to, crew->fibers[i].sp, n);
        to += n;
    }
}

void hd_snapshot_drop(struct hd_snapshot *s) {
    if (!s) return;
    free(s->fibers);
    free(s->named);
    free(s->shared);
    free(s->bytes);
    free(s);
}

struct hd_snapshot *hd_snapshot_take(struct hd_thread *t, bool *resumed) {
    struct hd_fiber *f = t->fiber;
    struct hd_worker *worker = f->crew->worker;
    *resumed = false;
#ifdef HD_ASAN // knows of frames that would come back
    return NULL;
#endif
    if (worker->ncrews != 1 || worker->room > 1 || worker->state->parts) return NULL;
    struct hd_snapshot *s = hd_xcalloc(1, sizeof *s);
    s->worker = worker;
    s->crew = f->crew;
    s->current = f;
    s->stacks = worker->stacks.base;
    s->slot = worker->stacks.slot;
    s->heap_calls = hd_device_heap_calls();
    hd_call_on_stack((void *volatile *)&f->sp, NULL, copy_block, s);
    *resumed = s->resumed;
    if (s->bytes) return s;
    hd_snapshot_drop(s);
    return NULL;
}

bool hd_snapshot_fits(const struct hd_snapshot *s) {
    return s->heap_calls == hd_device_heap_calls() && s->worker->stacks.base == s->stacks &&
           s->worker->stacks.slot == s->slot && s->crew->fibers == s->its_crew.fibers &&
           s->crew->n == s->its_crew.n && s->crew->named == s->its_crew.named;
}

struct hd_fiber *hd_snapshot_restore(struct hd_snapshot *s, struct hd_launch_state *state) {
    struct hd_crew *crew = s->crew;
    *crew = s->its_crew;
    crew->block.launch = state;
    memcpy(crew->fibers, s->fibers, crew->n * sizeof *crew->fibers);
    if (s->named) memcpy(crew->named, s->named, HD_NAMED_BARRIERS * sizeof *crew->named);
    memcpy(crew->block.shared, s->shared, s->shared_size);
    const char *from = s->bytes;
    for (uint32_t i = 0; i < crew->n; i++) {
        size_t n = stack_bytes(s->worker, &crew->fibers[i]);
        memcpy(crew->fibers[i].sp, from, n);
        from += n;
    }
    s->resumed = true;
    return s->current;
}
