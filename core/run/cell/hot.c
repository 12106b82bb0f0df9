// Full code of host functions, made beside their quick code.
//
// Functions and cells begin with quick code (gen/instrument/heat.c), which is there at once and
// counts. When it has run for about a millisecond, this thread makes the full code on another core.
// Calls lead to it from then on (the function's thunk), and a loop that is still at it goes on in
// it: quick code asks hd_rt_hot at a jump back, and enters what that gives.
//
// Only generating and linking need the front end (hd_front_lock); the optimiser's part does not. A
// function that is defined anew while its code is made is no longer `wanted`: then what was made is
// thrown away. Requests that have not been begun are dropped when the cell ends (the trees of its
// statements go with it), and come again when the function runs again.
//
// HEDDLE_TIERS: 0 full code at once, as for %timeit; "eager" asks at the first occasion and waits,
// so that tests change code in the middle of everything.
#include "run/run.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LONG_ENOUGH 1000000 // ns in quick code that are worth full code
#define LOOK_EVERY 100000   // ns

static struct {
    pthread_mutex_t lock;
    pthread_cond_t asked, made;
    HD_VEC(struct hd_hot *) all; // in the order in which they were asked for
    bool started, failed, forked;
    unsigned cells, collections;
    enum { MODE_UNKNOWN, MODE_OFF, MODE_ON, MODE_EAGER } mode;
} queue = {.lock = PTHREAD_MUTEX_INITIALIZER,
           .asked = PTHREAD_COND_INITIALIZER,
           .made = PTHREAD_COND_INITIALIZER};

bool hd_hot_allowed(void) {
    if (queue.mode == MODE_UNKNOWN) {
        const char *tiers = getenv("HEDDLE_TIERS");
        queue.mode = !tiers                        ? MODE_ON
                     : strcmp(tiers, "0") == 0     ? MODE_OFF
                     : strcmp(tiers, "eager") == 0 ? MODE_EAGER
                                                   : MODE_ON;
    }
    return queue.mode != MODE_OFF && !hd_engine.dump && !hd_engine.measuring;
}

bool hd_hot_eager(void) { return queue.mode == MODE_EAGER; }

struct hd_hot *hd_hot_create(struct hd_func *func) {
    struct hd_hot *hot = hd_xcalloc(1, sizeof *hot);
    hot->func = func;
    hot->wanted = true;
    hot->cell = queue.cells - 1;
    if (!func->is_entry) hot->thunk = hd_thunk_create(NULL);
    return hot;
}

void hd_hot_begin(struct hd_hot *hot, struct hd_unit *unit, struct hd_heat *heat) {
    hot->unit = unit;
    hot->heat = heat;
    if (heat) heat->owner = hot;
}

static void withdraw(struct hd_hot *hot) { // with the queue locked
    if (hot->state != HOT_ASKED) return;
    int n = 0;
    for (int i = 0; i < queue.all.n; i++)
        if (queue.all.v[i] != hot) queue.all.v[n++] = queue.all.v[i];
    queue.all.n = n;
    hot->state = HOT_IDLE;
}

void hd_hot_forget(struct hd_hot *hot) {
    pthread_mutex_lock(&queue.lock);
    withdraw(hot);
    hot->wanted = false;
    hot->unit = NULL;
    bool busy = hot->state == HOT_MAKING; // then the thread that makes it frees it
    pthread_mutex_unlock(&queue.lock);
    hd_thunk_destroy(hot->thunk);
    hot->thunk = 0;
    if (!busy) free(hot);
}

void hd_hot_cell_ends(void) {
    pthread_mutex_lock(&queue.lock);
    for (int i = 0; i < queue.all.n; i++) queue.all.v[i]->state = HOT_IDLE;
    queue.all.n = 0;
    queue.cells++;
    pthread_mutex_unlock(&queue.lock);
}

void hd_hot_forked(void) { queue.forked = true; }

void hd_hot_collected(void) { queue.collections++; }

// ---- making it ----------------------------------------------------------------------------------

static struct hd_hot *next(void) {
    pthread_mutex_lock(&queue.lock);
    while (!queue.all.n) pthread_cond_wait(&queue.asked, &queue.lock);
    struct hd_hot *hot = queue.all.v[0];
    memmove(queue.all.v, queue.all.v + 1, sizeof *queue.all.v * (size_t)--queue.all.n);
    hot->state = HOT_MAKING;
    pthread_mutex_unlock(&queue.lock);
    return hot;
}

static void make(struct hd_hot *hot, LLVMTargetMachineRef machine) {
    hd_front_lock();
    unsigned collections = queue.collections;
    bool ends = hot->func && hot->func->is_entry; // with its cell
    unsigned cells = queue.cells;
    int64_t begin = hd_now_ns();
    struct hd_kernel_build *build = NULL;
    if (hot->wanted) build = hd_code_host_begin(hot);
    hd_front_unlock();
    if (build) hd_code_kernel_make(build, machine);
    hd_front_lock();
    bool good = collections == queue.collections && (!ends || cells == queue.cells);
    if (build) hd_code_host_end(build, hot->wanted && good ? hot : NULL);
    if (hot->wanted && !build) hot->failed = true;
    if (getenv("HEDDLE_TIERS_DEBUG"))
        fprintf(stderr, "[full code: %s, turn %d: %s, %.1f ms]\n",
                good && hot->wanted ? hot->func->sym->link_name : "?", hot->turn,
                !hot->wanted || !good ? "no longer wanted"
                : hot->failed         ? "failed"
                : hot->turn >= 0 && !hot->turns[atomic_load(&hot->nturns) - 1].code
                    ? "made, but for the turn"
                    : "made",
                (double)(hd_now_ns() - begin) / 1e6);
    pthread_mutex_lock(&queue.lock);
    hot->state = HOT_IDLE;
    bool forgotten = !hot->unit;
    pthread_cond_broadcast(&queue.made);
    pthread_mutex_unlock(&queue.lock);
    hd_front_unlock();
    if (forgotten) free(hot);
}

static void *work(void *unused) {
    struct hd_buf error = {0};
    LLVMTargetMachineRef machine = hd_jit_new_machine(1, &error);
    hd_buf_finish(&error);
    for (;;) {
        struct hd_hot *hot = next();
        make(hot, machine);
    }
    return NULL;
}

static void start(void) {
    queue.started = hd_jit_thread(work, NULL);
    queue.failed = !queue.started;
}

// ---- what quick code calls ----------------------------------------------------------------------

static _Thread_local void **frame_of_turn;

void **hd_rt_hot_frame(void) { return frame_of_turn; }

static void *code_at(const struct hd_hot *hot, int turn, bool *known) {
    int n = atomic_load_explicit(&hot->nturns, memory_order_acquire);
    for (int i = 0; i < n; i++) {
        if (hot->turns[i].turn != turn) continue;
        *known = true;
        return hot->turns[i].code;
    }
    return NULL;
}

// A child that user code forked has no such thread, and the lock may be held for ever there.
static void ask(struct hd_hot *hot, int turn) {
    if (queue.forked || pthread_mutex_trylock(&queue.lock) != 0) return;
    if (!queue.started && !queue.failed) start();
    if (queue.started && hot->state == HOT_IDLE && hot->wanted) {
        hot->turn = turn;
        hot->state = HOT_ASKED;
        HD_XPUSH(&queue.all, hot);
        pthread_cond_signal(&queue.asked);
    }
    while (queue.mode == MODE_EAGER && hot->state != HOT_IDLE) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_sec += 10;
        if (pthread_cond_timedwait(&queue.made, &queue.lock, &until)) break;
    }
    pthread_mutex_unlock(&queue.lock);
}

// How many more until it is called again.
static int next_count(struct hd_hot *hot, int64_t passed) {
    enum { MOST = 1 << 20 };
    if (queue.mode == MODE_EAGER) return hot->looks++ < 40 ? 0 : 1000;
    if (!hot->chunk) hot->chunk = 64;
    double chunk = passed > 0 ? (double)hot->chunk * LOOK_EVERY / (double)passed : MOST;
    if (chunk > hot->chunk * 16.0) chunk = hot->chunk * 16.0;
    hot->chunk = chunk < 1 ? 1 : chunk > MOST ? MOST : (int)chunk;
    return hot->chunk;
}

void *hd_rt_hot(struct hd_heat *heat, int32_t turn, void **frame) {
    enum { NEVER = INT32_MAX };
    struct hd_hot *hot = heat->owner;
    heat->count = NEVER;
    if (!hot || !hot->wanted || hot->failed) return NULL;
    bool known = false;
    void *code = turn >= 0 ? code_at(hot, turn, &known) : NULL;
    if (code) {
        frame_of_turn = frame;
        heat->count = 0; // it may be called again, and come here
        return code;
    }
    int64_t now = hd_now_ns(), passed = now - hot->last;
    hot->last = now;
    bool fresh = hot->cell != queue.cells; // time between cells does not count
    hot->cell = queue.cells;
    if (fresh) hot->chunk = 0;
    heat->count = next_count(hot, fresh ? 0 : passed);
    if (!fresh) hot->spent += passed;
    bool news = turn >= 0 && !known && atomic_load(&hot->nturns) < HOT_TURNS;
    if (!news) turn = -1;
    if (!news && (hot->full || hot->func->is_entry)) return NULL;
    if (hot->spent < LONG_ENOUGH && queue.mode != MODE_EAGER) return NULL;
    ask(hot, turn);
    if (queue.mode != MODE_EAGER || turn < 0) return NULL;
    frame_of_turn = frame;
    return code_at(hot, turn, &known);
}
