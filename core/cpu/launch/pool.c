// Worker threads: one per core, made when first needed, waiting between launches.
//
// A job is opened and closed by the caller; workers join while it is open. `state` is one word,
//
//     generation (32 bits) | closed (1 bit) | workers inside (31 bits)
//
// so that joining and closing are atomic against each other: a worker that wakes up late finds the
// job closed and the caller does not wait for it. That keeps tiny launches short: what the caller
// finishes by itself needs nobody. Idle workers watch the generation for some microseconds, then
// sleep on it (futex). Handing a job to those that watch costs a tenth of waking them: short jobs
// that follow each other closely are handed over too, of which one wakes them for the rest.
#include "cpu/internal.h"

#include <errno.h>
#include <linux/futex.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define CLOSED (1ull << 31)
#define SPIN_NS 20000
#define WORTH_WAKING 4 // short jobs, one closely after the other

static struct {
    int wanted;                 // 0: one per core
    int started;                // workers, without the caller
    struct hd_worker **workers; // [1 .. started]
    struct hd_worker caller;
    _Atomic uint64_t state;
    _Atomic uint32_t generation, done; // futex words
    atomic_int sleepers, helpers;
    _Atomic int64_t asked; // when a short job was last there,
    _Atomic int close_by;  // and how many were there that followed each other closely
    atomic_bool quit;
    hd_pool_fn *fn;
    void *arg;
    pthread_mutex_t lock; // of starting and stopping, against hd_pool_signal
} pool = {.lock = PTHREAD_MUTEX_INITIALIZER, .state = CLOSED};

static void futex_wait(_Atomic uint32_t *word, uint32_t value, int64_t ns) {
    struct timespec timeout = {.tv_sec = ns / 1000000000, .tv_nsec = ns % 1000000000};
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, ns ? &timeout : NULL, NULL, 0);
}

static void futex_wake(_Atomic uint32_t *word, int n) {
    syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, n, NULL, NULL, 0);
}

static int cores(void) {
    static int n;
    cpu_set_t set;
    if (!n)
        n = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set)
                                                        : (int)sysconf(_SC_NPROCESSORS_ONLN);
    return n > 0 ? n : 1;
}

int hd_cpu_threads(void) { return pool.wanted ? pool.wanted : cores(); }

// ---- workers ------------------------------------------------------------------------------------

static void wait_for_work(uint32_t seen) {
    int64_t until = hd_now_ns() + SPIN_NS;
    while (atomic_load(&pool.generation) == seen) {
        for (int i = 0;
             i < 32 && atomic_load_explicit(&pool.generation, memory_order_relaxed) == seen; i++)
            __builtin_ia32_pause();
        if (hd_now_ns() < until) continue;
        atomic_fetch_add(&pool.sleepers, 1);
        futex_wait(&pool.generation, seen, 0);
        atomic_fetch_sub(&pool.sleepers, 1);
    }
}

static bool enter(void) {
    uint64_t state = atomic_load(&pool.state);
    do {
        if (state & CLOSED || (int)(state & (CLOSED - 1)) >= atomic_load(&pool.helpers))
            return false;
    } while (!atomic_compare_exchange_weak(&pool.state, &state, state + 1));
    return true;
}

static void leave(void) {
    uint64_t state = atomic_fetch_sub(&pool.state, 1) - 1;
    if (!(state & CLOSED) || (state & (CLOSED - 1))) return;
    atomic_fetch_add(&pool.done, 1);
    futex_wake(&pool.done, 1);
}

static void *worker_main(void *arg) {
    struct hd_worker *worker = arg;
    worker->tid = hd_guard_register(ROLE_WORKER)->tid;
    uint32_t seen = atomic_load(&pool.generation) - 1;
    while (!atomic_load(&pool.quit)) {
        wait_for_work(seen);
        seen = atomic_load(&pool.generation);
        if (atomic_load(&pool.quit) || !enter()) continue;
        pool.fn(worker, pool.arg);
        leave();
    }
    hd_guard_unregister();
    return NULL;
}

static void free_worker(struct hd_worker *worker);

// With the signals open that faults and interrupts in user code come as.
bool hd_pool_thread(pthread_t *thread, void *(*fn)(void *), void *arg) {
    sigset_t blocked, before;
    sigfillset(&blocked);
    static const int open[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS};
    for (int i = 0; i < HD_COUNT(open); i++) sigdelset(&blocked, open[i]);
    sigdelset(&blocked, hd_interrupt_signal());
    pthread_sigmask(SIG_SETMASK, &blocked, &before);
    pthread_attr_t attr;
    pthread_attr_init(&attr);
    pthread_attr_setstacksize(&attr, 16 << 20);
    pthread_attr_setguardsize(&attr, 64 << 10);
    bool ok = !pthread_create(thread, &attr, fn, arg);
    pthread_attr_destroy(&attr);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return ok;
}

void hd_thread_signal(pid_t tid, int sig) { syscall(SYS_tgkill, getpid(), tid, sig); }

int hd_pool_ready(int helpers) {
    if (helpers > hd_cpu_threads() - 1) helpers = hd_cpu_threads() - 1;
    if (helpers <= pool.started) return helpers;
    pthread_mutex_lock(&pool.lock);
    pool.workers = hd_xrealloc(pool.workers, ((size_t)helpers + 1) * sizeof *pool.workers);
    while (pool.started < helpers) {
        struct hd_worker *worker = hd_xcalloc(1, sizeof *worker);
        worker->index = pool.started + 1;
        if (!hd_pool_thread(&worker->thread, worker_main, worker)) {
            free(worker);
            break;
        }
        pool.workers[++pool.started] = worker;
    }
    pthread_mutex_unlock(&pool.lock);
    return helpers < pool.started ? helpers : pool.started;
}

static void free_worker(struct hd_worker *worker) {
    for (int i = 0; i < worker->cap_crews; i++) {
        if (worker->crews[i]) free(worker->crews[i]->fibers);
        free(worker->crews[i]);
    }
    free(worker->crews);
    hd_stacks_finish(&worker->stacks);
    hd_shared_finish(worker);
    hd_buf_finish(&worker->out);
    free(worker);
}

void hd_cpu_set_threads(int n) {
    if (n < 0) n = 0;
    if (n > 1024) n = 1024;
    pthread_mutex_lock(&pool.lock);
    atomic_store(&pool.quit, true);
    atomic_fetch_add(&pool.generation, 1);
    futex_wake(&pool.generation, INT32_MAX);
    for (int i = 1; i <= pool.started; i++) {
        pthread_join(pool.workers[i]->thread, NULL);
        free_worker(pool.workers[i]);
    }
    pool.started = 0;
    pool.wanted = n;
    atomic_store(&pool.quit, false);
    pthread_mutex_unlock(&pool.lock);
}

bool hd_pool_expects(int helpers) {
    int64_t at = hd_now_ns(), before = atomic_exchange(&pool.asked, at);
    bool is_close = at - before < SPIN_NS;
    int close_by = is_close ? atomic_fetch_add(&pool.close_by, 1) : 0;
    if (!is_close) atomic_store(&pool.close_by, 0);
    return pool.started - atomic_load(&pool.sleepers) >= helpers || close_by >= WORTH_WAKING;
}

struct hd_worker *hd_pool_caller(void) { return &pool.caller; }

bool hd_pool_any(bool (*is)(const struct hd_worker *worker, void *arg), void *arg) {
    pthread_mutex_lock(&pool.lock);
    bool any = is(&pool.caller, arg);
    for (int i = 1; i <= pool.started && !any; i++) any = is(pool.workers[i], arg);
    pthread_mutex_unlock(&pool.lock);
    return any;
}

// ---- jobs ---------------------------------------------------------------------------------------

void hd_pool_open(hd_pool_fn *fn, void *arg, int helpers) {
    pool.fn = fn;
    pool.arg = arg;
    atomic_store(&pool.helpers, helpers);
    uint32_t generation = atomic_load(&pool.generation) + 1;
    atomic_store(&pool.state, (uint64_t)generation << 32);
    atomic_store(&pool.generation, generation);
    if (atomic_load(&pool.sleepers)) futex_wake(&pool.generation, helpers);
}

static bool is_anybody_inside(void) {
    return atomic_load_explicit(&pool.state, memory_order_relaxed) & (CLOSED - 1);
}

void hd_pool_close(void) {
    uint64_t state = atomic_fetch_or(&pool.state, CLOSED);
    int64_t until = 0;
    while (state & (CLOSED - 1)) {
        uint32_t seen = atomic_load(&pool.done);
        state = atomic_load(&pool.state);
        if (!(state & (CLOSED - 1))) break;
        if (!until) until = hd_now_ns() + SPIN_NS;
        if (hd_now_ns() < until) {
            for (int i = 0; i < 32 && is_anybody_inside(); i++) __builtin_ia32_pause();
            continue;
        }
        futex_wait(&pool.done, seen, 5000000);
    }
}

void hd_pool_signal(int sig) {
    if (!(atomic_load(&pool.state) & (CLOSED - 1))) return;
    pthread_mutex_lock(&pool.lock);
    for (int i = 1; i <= pool.started; i++) {
        pid_t tid = pool.workers[i]->tid;
        if (tid) hd_thread_signal(tid, sig);
    }
    pthread_mutex_unlock(&pool.lock);
}
