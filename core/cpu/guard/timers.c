// Timers whose signal would outlive the cell that set them.
//
// A signal from alarm, setitimer or timer_create ends the program that has no handler for it, and
// handlers are dropped with their cell (libc.c): a timer that was left running would end some later
// cell, which has nothing to do with it. So those that are still armed at the end of a cell are
// switched off, and that is said. Timers that start a thread (SIGEV_THREAD) or do nothing by
// themselves (SIGEV_NONE, timerfd) go on.
//
// Example: `alarm(2);` and, in the next cell, `sleep(3)`: the alarm is off, the sleep is whole.
#include "cpu/internal.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

static struct {
    pthread_mutex_t lock;
    HD_VEC(timer_t) v; // made by timer_create, with a signal
} made = {.lock = PTHREAD_MUTEX_INITIALIZER};

static int user_timer_create(clockid_t clock, struct sigevent *event, timer_t *timer) {
    int result = timer_create(clock, event, timer);
    bool signals =
        !event || event->sigev_notify == SIGEV_SIGNAL || event->sigev_notify == SIGEV_THREAD_ID;
    if (result != 0 || !signals || hd_guard_forked) return result;
    pthread_mutex_lock(&made.lock);
    HD_XPUSH(&made.v, *timer);
    pthread_mutex_unlock(&made.lock);
    return 0;
}

static int user_timer_delete(timer_t timer) {
    pthread_mutex_lock(&made.lock);
    for (int i = 0; i < made.v.n; i++)
        if (made.v.v[i] == timer) made.v.v[i--] = made.v.v[--made.v.n];
    pthread_mutex_unlock(&made.lock);
    return timer_delete(timer);
}

static bool is_armed(const struct itimerspec *left) {
    return left->it_value.tv_sec || left->it_value.tv_nsec;
}

// How many were armed.
static int drop_made(void) {
    int n = 0;
    pthread_mutex_lock(&made.lock);
    for (int i = 0; i < made.v.n; i++) {
        struct itimerspec left = {0};
        n += timer_gettime(made.v.v[i], &left) == 0 && is_armed(&left);
        timer_delete(made.v.v[i]);
    }
    made.v.n = 0;
    pthread_mutex_unlock(&made.lock);
    return n;
}

// silently: a program ends with its timers anyway.
void hd_timers_drop(bool silently) {
    static const __itimer_which_t kinds[] = {ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF};
    int n = made.v.n ? drop_made() : 0;
    for (int i = 0; i < HD_COUNT(kinds); i++) {
        struct itimerval left = {0}, none = {0};
        if (getitimer(kinds[i], &left) || (!left.it_value.tv_sec && !left.it_value.tv_usec))
            continue;
        setitimer(kinds[i], &none, NULL);
        n++;
    }
    if (n && !silently)
        fprintf(
            stderr,
            "%s still armed when the cell ended and %s off now: the signal would have ended a later "
            "cell\n",
            n > 1 ? "timers (alarm, setitimer, timer_create) were"
                  : "a timer (alarm, setitimer, timer_create) was",
            n > 1 ? "are" : "is");
}

typedef void any_fn(void);

void *hd_timers_replacement(const char *name) {
    if (strcmp(name, "timer_create") == 0) return (void *)(uintptr_t)(any_fn *)user_timer_create;
    if (strcmp(name, "timer_delete") == 0) return (void *)(uintptr_t)(any_fn *)user_timer_delete;
    return NULL;
}
