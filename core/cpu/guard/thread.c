// Threads that user code starts with pthread_create or thrd_create.
//
// Each gets what the executing thread has: an alternate signal stack and a place to unwind to. A
// fault in one ends it and, with a request, the code that runs on the executing thread; exit() does
// the same. They are not waited for: they run on when the cell that started them has ended, until
// they return or are interrupted.
#include "cpu/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static struct {
    pthread_mutex_t lock;
    struct hd_guard_thread *first;
    pthread_key_t key; // its destructor sees every way in which a thread may end
    pthread_once_t once;
} threads = {.lock = PTHREAD_MUTEX_INITIALIZER, .once = PTHREAD_ONCE_INIT};
static atomic_int count, napart;
atomic_int hd_threads_age;

static void thread_ended(void *arg) {
    struct hd_guard_thread *self = arg;
    self->unwind = NULL;
    pthread_mutex_lock(&threads.lock);
    for (struct hd_guard_thread **at = &threads.first; *at; at = &(*at)->next) {
        if (*at != self) continue;
        *at = self->next;
        break;
    }
    pthread_mutex_unlock(&threads.lock);
    atomic_fetch_sub(&count, 1);
    hd_guard_unregister();
}

static void make_key(void) { pthread_key_create(&threads.key, thread_ended); }

static void add_thread(struct hd_guard_thread *self) {
    pthread_mutex_lock(&threads.lock);
    self->next = threads.first;
    threads.first = self;
    pthread_mutex_unlock(&threads.lock);
    pthread_setspecific(threads.key, self);
}

struct start {
    void *(*fn)(void *);
    int (*thrd_fn)(void *);
    void *arg, *result;
    int age;
};

static void run_thread(void *arg) {
    struct start *start = arg;
    if (start->fn)
        start->result = start->fn(start->arg);
    else
        start->result = (void *)(intptr_t)start->thrd_fn(start->arg);
    hd_thread_locals_end();
}

static void *thread_main(void *arg) {
    struct start start = *(struct start *)arg;
    free(arg);
    struct hd_guard_thread *self = hd_guard_register(ROLE_USER);
    self->age = start.age;
    add_thread(self);
    struct hd_fault fault = {0};
    enum hd_outcome outcome = hd_guard_catch(run_thread, &start, &fault, NULL);
    if (outcome != HD_RAN) hd_guard_release_streams();
    if ((outcome == HD_FAULT || outcome == HD_POISONED) && !hd_guard_running()) {
        fprintf(stderr, "a thread has ended: %s\n", fault.message);
        if (outcome == HD_POISONED) _exit(70); // the heap is gone: the client starts another engine
    }
    return outcome == HD_RAN ? start.result : NULL;
}

static int start_thread(pthread_t *id, const pthread_attr_t *attr, struct start start) {
    pthread_once(&threads.once, make_key);
    struct start *copy = hd_xmalloc(sizeof *copy);
    *copy = start;
    copy->age = atomic_load(&hd_threads_age);
    atomic_fetch_add(&count, 1);
    int error = pthread_create(id, attr, thread_main, copy);
    if (!error) return 0;
    atomic_fetch_sub(&count, 1);
    free(copy);
    return error;
}

int hd_user_pthread_create(pthread_t *id, const pthread_attr_t *attr, void *(*fn)(void *),
                           void *arg) {
    return start_thread(id, attr, (struct start){.fn = fn, .arg = arg});
}

bool hd_thread_call(void *(*fn)(void *), void *arg) {
    pthread_t thread;
    if (start_thread(&thread, NULL, (struct start){.fn = fn, .arg = arg})) return false;
    pthread_join(thread, NULL);
    return true;
}

struct apart {
    void (*fn)(void *);
    void *arg;
};

static void *apart_main(void *arg) {
    struct apart apart = *(struct apart *)arg;
    free(arg);
    struct hd_guard_thread *self = hd_guard_register(ROLE_USER);
    self->apart = true;
    self->age = atomic_load(&hd_threads_age);
    add_thread(self);
    apart.fn(apart.arg);
    hd_guard_release_streams();
    atomic_fetch_sub(&napart, 1);
    return NULL;
}

bool hd_thread_apart(void (*fn)(void *), void *arg) {
    pthread_once(&threads.once, make_key);
    struct apart *apart = hd_xmalloc(sizeof *apart);
    *apart = (struct apart){fn, arg};
    atomic_fetch_add(&count, 1);
    atomic_fetch_add(&napart, 1);
    pthread_t thread;
    if (hd_pool_thread(&thread, apart_main, apart)) {
        pthread_detach(thread);
        return true;
    }
    atomic_fetch_sub(&count, 1);
    atomic_fetch_sub(&napart, 1);
    free(apart);
    return false;
}

int hd_threads_apart(void) { return atomic_load(&napart); }

int hd_user_thrd_create(unsigned long *id, int (*fn)(void *), void *arg) {
    pthread_t thread;
    int error = start_thread(&thread, NULL, (struct start){.thrd_fn = fn, .arg = arg});
    *id = thread;
    return error ? 2 : 0; // thrd_error, thrd_success
}

int hd_guard_user_threads(void) { return atomic_load(&count); }

bool hd_threads_signal(int sig) {
    if (!atomic_load(&count)) return false;
    bool any = false;
    int age = atomic_load(&hd_threads_age), registered = 0;
    pthread_mutex_lock(&threads.lock);
    for (struct hd_guard_thread *t = threads.first; t; t = t->next) {
        registered++;
        if (t->age == age) continue;
        any = true;
        syscall(SYS_tgkill, getpid(), t->tid, sig);
    }
    pthread_mutex_unlock(&threads.lock);
    return any || registered != atomic_load(&count); // some are about to begin
}

// In the main thread of a program it means: wait for the others, then end.
_Noreturn void hd_user_pthread_exit(void *value) {
    struct hd_guard_thread *self = hd_self;
    if (!self || self->role != ROLE_EXEC || !self->unwind) pthread_exit(value);
    while (hd_guard_user_threads()) {
        struct timespec pause = {.tv_nsec = 1000000};
        nanosleep(&pause, NULL);
        hd_guard_check();
    }
    hd_user_exit(0);
}

_Noreturn void hd_user_thrd_exit(int value) { hd_user_pthread_exit((void *)(intptr_t)value); }
