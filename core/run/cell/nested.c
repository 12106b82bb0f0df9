// Kernels that threads of kernels launch (dynamic parallelism, as CUDA 12 has it: nothing on the
// device waits for them).
//
// A launch is noted with its arguments, and runs on the host's thread when the grid that it came
// from has ended: before whatever the host does next in the stream, after what the thread did
// before. So launches of one block are in order, whatever their stream. A grid is complete when all
// that it launched is; what went to cudaStreamTailLaunch begins only then. A stack gives that
// order: the children of a grid, each followed by its own, and below them the grid's tails.
//
// Example: G launches A, tail T, B; A launches C. They run as G A C B T.
#include "run/cudart/cudart.h"
#include "run/run.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define TAIL_STREAM ((void *)3) // cudaStreamTailLaunch

struct child {
    void *kernel, *stream;
    uint32_t grid[3], block[3], n, loc;
    size_t shared;
    uint64_t arguments[]; // offsets from here, then the arguments
};
struct hd_children {
    pthread_mutex_t lock;         // workers note launches
    HD_VEC(struct child *) noted; // by the grid that runs
    HD_VEC(struct child *) stack; // the last one is next
    struct child *running;
};

static _Thread_local struct hd_children mine = {.lock = PTHREAD_MUTEX_INITIALIZER};

struct hd_children *hd_children_begin(void) {
    // What a launch that ended in a fault has left behind.
    for (int i = 0; i < mine.noted.n; i++) free(mine.noted.v[i]);
    for (int i = 0; i < mine.stack.n; i++) free(mine.stack.v[i]);
    mine.noted.n = mine.stack.n = 0;
    return &mine;
}

void hd_rt_device_launch(struct hd_thread *t, void *kernel, const uint32_t *grid,
                         const uint32_t *block, size_t shared, void *stream, const void *arguments,
                         uint32_t size, uint32_t n, uint32_t loc) {
    struct hd_children *children = hd_cpu_children(t);
    struct child *c = hd_xmalloc(sizeof *c + size);
    *c = (struct child){.kernel = kernel, .stream = stream, .n = n, .loc = loc, .shared = shared};
    memcpy(c->grid, grid, sizeof c->grid);
    memcpy(c->block, block, sizeof c->block);
    memcpy(c->arguments, arguments, size);
    pthread_mutex_lock(&children->lock);
    HD_XPUSH(&children->noted, c);
    pthread_mutex_unlock(&children->lock);
}

static void push_noted(struct hd_children *all) {
    for (int tail = 1; tail >= 0; tail--)
        for (int i = all->noted.n - 1; i >= 0; i--)
            if ((all->noted.v[i]->stream == TAIL_STREAM) == (tail == 1))
                HD_XPUSH(&all->stack, all->noted.v[i]);
    all->noted.n = 0;
}

void hd_children_run(struct hd_children *all, hd_child_run *run, void *stream) {
    if (!all->noted.n) return;
    for (push_noted(all); all->stack.n; push_noted(all)) {
        struct child *c = all->stack.v[all->stack.n - 1];
        void *args[1024];
        for (uint32_t i = 0; i < c->n && i < HD_COUNT(args); i++)
            args[i] = (char *)c->arguments + c->arguments[i];
        all->stack.n--;
        free(all->running); // the one before; a fault leaves from `run`
        all->running = c;
        // What a launch on the device is refused for is told there, and the host never sees it. A
        // fault is one of the device.
        int before = hd_cudart_take_error();
        run(c->kernel, c->grid, c->block, c->shared, stream, args, c->loc, all);
        if (hd_cudart_lost(false)) continue;
        int code = hd_cudart_take_error();
        if (code) hd_cudart_notice("a kernel's launch failed: %s", hd_cudaGetErrorString(code));
        hd_cudart_fail(before);
    }
}
