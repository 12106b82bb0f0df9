// A thread that works through a queue. It gets all that has gathered at once, so that the database
// can write many lines in one transaction.
#include "kernel.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

static void *work(void *arg) {
    struct worker *worker = arg;
    for (;;) {
        pthread_mutex_lock(&worker->lock);
        while (worker->items.n == 0 && !worker->closing)
            pthread_cond_wait(&worker->changed, &worker->lock);
        __typeof__(worker->items) items = worker->items;
        memset(&worker->items, 0, sizeof worker->items);
        pthread_mutex_unlock(&worker->lock);
        if (items.n == 0) return NULL;
        worker->work(worker->kernel, items.v, items.n);
        HD_FREE_VEC(&items);
    }
}

bool worker_start(struct worker *worker, struct kernel *kernel,
                  void (*function)(struct kernel *, void **, int)) {
    *worker = (struct worker){.kernel = kernel, .work = function};
    pthread_mutex_init(&worker->lock, NULL);
    pthread_cond_init(&worker->changed, NULL);
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    worker->running = pthread_create(&worker->thread, NULL, work, worker) == 0;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    return worker->running;
}

void worker_add(struct worker *worker, void *item) {
    pthread_mutex_lock(&worker->lock);
    HD_XPUSH(&worker->items, item);
    pthread_cond_signal(&worker->changed);
    pthread_mutex_unlock(&worker->lock);
}

void worker_close(struct worker *worker) {
    pthread_mutex_lock(&worker->lock);
    worker->closing = true;
    pthread_cond_signal(&worker->changed);
    pthread_mutex_unlock(&worker->lock);
}

void worker_finish(struct worker *worker) {
    if (!worker->kernel) return;
    if (worker->running) {
        worker_close(worker);
        pthread_join(worker->thread, NULL);
    }
    pthread_mutex_destroy(&worker->lock);
    pthread_cond_destroy(&worker->changed);
    worker->kernel = NULL;
}
