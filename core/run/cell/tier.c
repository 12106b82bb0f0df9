// Full code of kernels, made beside their first launches.
//
// A kernel's first launch runs quick code. When it takes longer than a moment, this thread makes
// the full code on another core; blocks that have not begun by then run it (cpu/launch/launch.c
// looks at tier->better), and so do later launches.
//
// A launch asks with a delay and withdraws when it ends, so that short launches never cause work.
// Only generating and linking need the front end (hd_front_lock); the optimiser's part does not. A
// tier whose kernel is dropped meanwhile (`owner` is NULL) is thrown away when it is made.
#include "run/run.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

static struct {
    pthread_mutex_t lock;
    pthread_cond_t asked;
    struct hd_tier *tier; // that was asked for last
    int64_t begin;        // when
    bool started, failed, sleeps;
} queue = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void make(struct hd_tier *tier, LLVMTargetMachineRef machine, bool lanes) {
    hd_front_lock();
    struct hd_kernel_build *build = NULL;
    if (tier->owner) build = hd_code_kernel_begin(tier->func, lanes ? &tier->lanes : NULL);
    hd_front_unlock();
    if (build) hd_code_kernel_make(build, machine);
    struct hd_kernel_info info = {0};
    void *runner = NULL;
    const char *why = "it does not compile";
    hd_front_lock();
    bool wanted = tier->owner != NULL, made = false;
    if (build) {
        struct hd_unit *unit = hd_code_kernel_end(build, wanted, &info, &runner, &why);
        made = unit != NULL;
        if (wanted) hd_kernel_made(tier, unit, &info, runner, lanes, why);
    }
    hd_front_unlock();
    if (lanes && wanted && build && !made) make(tier, machine, false);
}

// The tier to make now, or NULL.
static struct hd_tier *next_tier(void) {
    struct hd_tier *tier = NULL;
    pthread_mutex_lock(&queue.lock);
    while (!queue.tier) {
        queue.sleeps = true;
        pthread_cond_wait(&queue.asked, &queue.lock);
    }
    queue.sleeps = false;
    int64_t left = queue.begin - hd_now_ns();
    if (left <= 0) {
        tier = queue.tier;
        tier->state = TIER_MAKING;
        queue.tier = NULL;
    }
    pthread_mutex_unlock(&queue.lock);
    if (left > 0)
        nanosleep(&(struct timespec){.tv_nsec = left < 999999999 ? left : 999999999}, NULL);
    return tier;
}

static void *work(void *unused) {
    struct hd_buf error = {0};
    LLVMTargetMachineRef machine = hd_jit_new_machine(1, &error);
    hd_buf_finish(&error);
    for (;;) {
        struct hd_tier *tier = next_tier();
        if (!tier) continue;
        if (machine) make(tier, machine, tier->lanes_allowed);
        hd_front_lock();
        tier->state = TIER_ENDED;
        bool forgotten = !tier->owner && !atomic_load(&tier->users);
        hd_front_unlock();
        if (forgotten) free(tier);
    }
    return NULL;
}

static void start(void) {
    queue.started = hd_jit_thread(work, NULL);
    queue.failed = !queue.started;
}

bool hd_tier_ask(struct hd_tier *tier, int64_t delay_ns) {
    pthread_mutex_lock(&queue.lock);
    if (!queue.started && !queue.failed) start();
    bool ok = queue.started, fresh = tier->state == TIER_IDLE || tier->state == TIER_ASKED;
    if (ok && fresh) {
        if (queue.tier && queue.tier != tier) queue.tier->state = TIER_IDLE;
        queue.tier = tier;
        queue.begin = hd_now_ns() + delay_ns;
        tier->state = TIER_ASKED;
        if (queue.sleeps) pthread_cond_signal(&queue.asked);
    }
    pthread_mutex_unlock(&queue.lock);
    return ok;
}

void hd_tier_withdraw(struct hd_tier *tier) {
    pthread_mutex_lock(&queue.lock);
    if (queue.tier == tier) queue.tier = NULL;
    if (tier->state == TIER_ASKED) tier->state = TIER_IDLE;
    pthread_mutex_unlock(&queue.lock);
}

void hd_tier_forget(struct hd_tier *tier) {
    hd_tier_withdraw(tier);
    tier->owner = NULL;
    // A launch that ended in a fault never says that it has ended: then it stays.
    if (tier->state != TIER_MAKING && !atomic_load(&tier->users)) free(tier);
}
