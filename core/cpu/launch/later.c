// Launches that the host does not wait for.
//
// A kernel that spins may wait for something that the host does after the launch. It runs on
// threads of its own, not on the caller's and the pool's, and the call that launches it returns
// when it has ended, or when all its threads have only waited for a while. So nearly every such
// launch is as if it were synchronous, and this one works:
//
//     waits<<<1, 1>>>(flag);  *flag = 1;  cudaDeviceSynchronize();
//
// A launch in flight is in order with others of its stream, and the default stream with all that
// are not made to be alone. What is launched behind it, spinning or not, becomes a flight too.
// Whoever wants to see results calls hd_cpu_finish, which raises a flight's fault; when a cell ends
// in another way hd_cpu_drop stops what is left.
#include "cpu/internal.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define STALL_NS 20000000 // of nothing but waiting, until the launch returns
#define POLL_US 500

struct flight {
    struct hd_launch_state state;
    struct hd_cpu_launch launch;
    void *stream;
    bool alone;
    uint64_t number;
    int wanted, running; // threads; running: that have not left it
    bool started, done;
    struct flight *next;
    void *blob;           // the arguments' values
    void (*task)(void *); // not NULL: this is no launch, but task(blob)
    uint64_t after;       // the number of one of another stream that comes before; 0: none
};

struct hand { // a thread that runs flights
    struct hd_worker worker;
    struct flight *flight;
    struct hand *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
uint64_t hd_cpu_changes = 1;
static struct flight *flights; // in the order in which they were launched
static struct hand *hands;
static uint64_t last_number;

static bool in_order(const void *a, bool a_alone, const void *b, bool b_alone) {
    return a == b || (!a && !b_alone) || (!b && !a_alone);
}

static void start_flights(void);

static void *hand_main(void *arg) {
    struct hand *hand = arg;
    hand->worker.tid = hd_guard_register(ROLE_WORKER)->tid;
    pthread_mutex_lock(&lock);
    for (;;) {
        while (!hand->flight) pthread_cond_wait(&changed, &lock);
        struct flight *f = hand->flight;
        pthread_mutex_unlock(&lock);
        if (f->task)
            f->task(f->blob);
        else
            hd_launch_participate(&hand->worker, &f->state);
        pthread_mutex_lock(&lock);
        hand->flight = NULL;
        if (!--f->running) {
            f->done = true;
            start_flights();
        }
        pthread_cond_broadcast(&changed);
    }
    return NULL;
}

static struct hand *idle_hand(void) {
    for (struct hand *h = hands; h; h = h->next)
        if (!h->flight) return h;
    struct hand *h = hd_xcalloc(1, sizeof *h);
    h->worker.index = 1; // not the caller
    if (!hd_pool_thread(&h->worker.thread, hand_main, h)) {
        free(h);
        return NULL;
    }
    h->next = hands;
    return hands = h;
}

// Flights that nothing earlier holds up any more begin; behind one that has failed nothing does.
// With the lock.
static void start_flights(void) {
    for (struct flight *f = flights; f; f = f->next) {
        if (f->started) continue;
        bool held = false;
        for (struct flight *e = flights; e != f; e = e->next)
            held = held ||
                   ((!e->done || atomic_load(&e->state.faulted)) &&
                    (e->number == f->after || in_order(e->stream, e->alone, f->stream, f->alone)));
        if (held) continue;
        f->started = true;
        for (int i = 0; i < f->wanted; i++) {
            struct hand *h = idle_hand();
            if (!h) break;
            f->running++;
            h->flight = f;
        }
        f->done = !f->running; // no thread could be made
        if (f->state.parts) f->state.parts = f->state.grid_left = f->running;
        pthread_cond_broadcast(&changed);
    }
}

static struct flight *first_done(void) {
    struct flight *f = flights;
    while (f && !f->done) f = f->next;
    return f;
}

static void forget(struct flight *f) {
    struct flight **at = &flights;
    while (*at != f) at = &(*at)->next;
    *at = f->next;
    if (f->state.stop && f->started) atomic_fetch_sub(&hd_guard_stopping, 1);
    pthread_cond_destroy(&f->state.grid_cond);
    pthread_mutex_destroy(&f->state.grid_lock);
    pthread_mutex_destroy(&f->state.fault_lock);
    free(f->blob);
    free(f);
}

// Takes flights that have ended from the list. false: *fault is what one of them ended with, *lost
// who is told if that is no error of the cell.
static bool collect(struct hd_fault *fault, enum hd_outcome *outcome,
                    void (**lost)(const struct hd_fault *)) {
    pthread_mutex_lock(&lock);
    bool ok = true;
    struct flight *f;
    while (ok && (f = first_done())) {
        if (atomic_load(&f->state.faulted)) {
            *fault = f->state.fault;
            *outcome = f->state.outcome;
            *lost = f->launch.lost;
            ok = false;
        }
        forget(f);
    }
    pthread_mutex_unlock(&lock);
    return ok;
}

static void collect_or_raise(void) {
    struct hd_fault fault;
    enum hd_outcome outcome;
    void (*lost)(const struct hd_fault *);
    while (!collect(&fault, &outcome, &lost)) {
        hd_guard_check();
        if (outcome != HD_FAULT) continue;
        if (!lost || !hd_launch_loses_device(&fault)) hd_guard_raise_as(&fault, outcome);
        hd_cpu_drop(); // nothing runs on a lost device
        lost(&fault);
    }
}

// What a flight has done so far; waits: its threads do nothing but wait now, turn after turn.
struct look {
    uint64_t done, turns;
    bool ended;
};

static struct look look_at(uint64_t number) {
    struct look look = {.ended = true, .turns = UINT64_MAX};
    pthread_mutex_lock(&lock);
    for (struct flight *f = flights; f; f = f->next) {
        if (f->number != number) continue;
        look.ended = f->done;
        look.done = atomic_load(&f->state.next);
        for (struct hand *h = hands; h; h = h->next) {
            if (h->flight != f) continue;
            look.done += __atomic_load_n(&h->worker.ended, __ATOMIC_RELAXED);
            uint64_t turns = __atomic_load_n(&h->worker.rounds, __ATOMIC_RELAXED);
            if (turns < look.turns) look.turns = turns;
        }
        if (!f->started) look.turns = UINT64_MAX; // queued: nothing to wait for here
    }
    pthread_mutex_unlock(&lock);
    return look;
}

// Puts a flight at the end. Its number, and whether it has started.
static uint64_t add_flight(struct flight *f, void *stream, bool alone, bool *started) {
    pthread_mutex_init(&f->state.grid_lock, NULL);
    pthread_mutex_init(&f->state.fault_lock, NULL);
    pthread_cond_init(&f->state.grid_cond, NULL);
    f->stream = stream;
    f->alone = alone;
    pthread_mutex_lock(&lock);
    uint64_t number = f->number = ++last_number;
    struct flight **end = &flights;
    while (*end) end = &(*end)->next;
    *end = f;
    hd_cpu_change();
    start_flights();
    *started = f->started;
    pthread_mutex_unlock(&lock);
    return number;
}

uint64_t hd_cpu_do_later(void (*run)(void *), void *data, void *stream, bool alone,
                         uint64_t after) {
    struct flight *f = hd_xcalloc(1, sizeof *f);
    bool started;
    f->task = run;
    f->blob = data;
    f->wanted = 1;
    f->after = after;
    return add_flight(f, stream, alone, &started);
}

void hd_cpu_launch_later(const struct hd_cpu_launch *launch, const size_t *sizes, int nargs,
                         void *stream, bool alone) {
    struct flight *f = hd_xcalloc(1, sizeof *f);
    size_t at = (size_t)nargs * sizeof(void *), total = at;
    for (int i = 0; i < nargs; i++) total = HD_ROUND_UP(total, 64) + sizes[i];
    char *blob = f->blob = aligned_alloc(64, HD_ROUND_UP(total + 1, 64));
    if (!blob) abort();
    f->launch = *launch;
    f->launch.args = (void **)(void *)blob;
    f->launch.exact = NULL; // it would run on the caller's worker
    for (int i = 0; i < nargs; i++) {
        at = HD_ROUND_UP(at, 64);
        memcpy(blob + at, launch->args[i], sizes[i]);
        f->launch.args[i] = blob + at;
        at += sizes[i];
    }
    f->state.launch = &f->launch;
    hd_launch_plan(&f->state);
    f->wanted = hd_cpu_threads();
    if ((uint64_t)f->wanted > f->state.total) f->wanted = (int)f->state.total;
    bool started;
    uint64_t number = add_flight(f, stream, alone, &started);
    if (!started) return;
    struct look before = look_at(number);
    int64_t since = hd_now_ns();
    while (!before.ended) {
        usleep(POLL_US);
        hd_guard_check();
        struct look now = look_at(number);
        if (now.ended || now.done != before.done) {
            before = now;
            since = hd_now_ns();
        } else if (now.turns != UINT64_MAX && now.turns > before.turns + 1 &&
                   hd_now_ns() - since > STALL_NS) {
            break;
        }
    }
    collect_or_raise();
}

bool hd_cpu_idle(void) { return !__atomic_load_n(&flights, __ATOMIC_RELAXED); }

bool hd_cpu_in_flight(const void *stream, bool alone, bool all) {
    if (!__atomic_load_n(&flights, __ATOMIC_RELAXED)) return false;
    bool found = false;
    pthread_mutex_lock(&lock);
    for (struct flight *f = flights; f; f = f->next)
        found = found || (!f->done && (all || in_order(f->stream, f->alone, stream, alone)));
    pthread_mutex_unlock(&lock);
    return found;
}

bool hd_cpu_ended(uint64_t number) { return look_at(number).ended; }

void hd_cpu_finish_flight(uint64_t number) {
    if (!__atomic_load_n(&flights, __ATOMIC_RELAXED)) return;
    collect_or_raise();
    while (!hd_cpu_ended(number)) {
        usleep(POLL_US);
        hd_guard_check();
        collect_or_raise();
    }
}

void hd_cpu_finish(const void *stream, bool alone, bool all) {
    if (!__atomic_load_n(&flights, __ATOMIC_RELAXED)) return;
    collect_or_raise();
    while (hd_cpu_in_flight(stream, alone, all)) {
        usleep(POLL_US);
        hd_guard_check();
        collect_or_raise();
    }
    collect_or_raise();
}

void hd_cpu_drop(void) {
    if (!__atomic_load_n(&flights, __ATOMIC_RELAXED)) return;
    pthread_mutex_lock(&lock);
    for (struct flight *f = flights; f; f = f->next) {
        if (!f->started)
            f->done = f->started = true;
        else if (!f->done && !f->task)
            hd_launch_stop(&f->state);
    }
    while (flights) {
        struct flight *f = first_done();
        if (f)
            forget(f);
        else
            pthread_cond_wait(&changed, &lock);
    }
    pthread_mutex_unlock(&lock);
}

void hd_later_signal(int sig) {
    if (!__atomic_load_n(&flights, __ATOMIC_RELAXED)) return;
    pthread_mutex_lock(&lock);
    for (struct hand *h = hands; h; h = h->next)
        if (h->flight && h->worker.tid) hd_thread_signal(h->worker.tid, sig);
    pthread_mutex_unlock(&lock);
}
