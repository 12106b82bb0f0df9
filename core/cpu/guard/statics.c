// Static locals with values that code computes: each is made once, by the thread that comes first.
//
//     if (!made && hd_rt_static_begin(&made)) { x = f(); hd_rt_static_end(&made, true); }
//
// The others wait meanwhile. When making it throws, it is not made, and the next one tries
// ([stmt.dcl]). A thread that comes back to what it is making itself goes on with what is there.
#include "cpu/internal.h"

#include <stdlib.h>
#include <time.h>

enum { LOOK_AGAIN = 10000000 }; // ns, whether the waiting is interrupted

struct making {
    bool *made;
    pthread_t by;
    struct making *next;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static struct making *all;

static struct making *find(const bool *made) {
    struct making *m = all;
    while (m && m->made != made) m = m->next;
    return m;
}

static void wait_for_change(void) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += LOOK_AGAIN;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&changed, &lock, &until);
}

bool hd_rt_static_begin(bool *made) {
    struct making *m;
    pthread_mutex_lock(&lock);
    while ((m = find(made)) && !pthread_equal(m->by, pthread_self()) && !hd_interrupt_flag)
        wait_for_change();
    bool ours = !m && !__atomic_load_n(made, __ATOMIC_RELAXED);
    if (ours) {
        m = hd_xmalloc(sizeof *m);
        *m = (struct making){made, pthread_self(), all};
        all = m;
    }
    pthread_mutex_unlock(&lock);
    return ours;
}

void hd_rt_static_end(bool *made, bool done) {
    pthread_mutex_lock(&lock);
    if (done) __atomic_store_n(made, true, __ATOMIC_RELEASE);
    for (struct making **at = &all, *m; (m = *at); at = &m->next) {
        if (m->made != made) continue;
        *at = m->next;
        free(m);
        break;
    }
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

void hd_statics_left(void) {
    pthread_mutex_lock(&lock);
    for (struct making **at = &all, *m; (m = *at);) {
        if (!pthread_equal(m->by, pthread_self())) {
            at = &m->next;
            continue;
        }
        *at = m->next;
        free(m);
    }
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}
