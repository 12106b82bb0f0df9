// Questions to the engine from a thread of their own, so that no key ever waits for an answer:
// completion, signatures, colours, and whether a cell is complete.
//
// There is one place per kind of question. A new question takes the place of one that was not sent
// yet, since only the newest text matters; kinds are served in the order of `enum ask`. Answers are
// put in a queue, and the event descriptor becomes readable.
#include "repl.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum {
    WAIT_MS = 1000,
    MOST_TRIES = 20
}; // tries: an engine that is slow is not one of them, one that has ended is

struct question {
    bool waiting;
    char *s;
    size_t len, cursor;
    unsigned version;
};

struct asker {
    struct hd_session *session;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    struct question questions[ASK_COUNT];
    HD_VEC(struct answer) answers;
    bool leaving, knows;
    int event;
};

static const char *const names[ASK_COUNT] = {"status", "is_complete", "complete", "signature",
                                             "highlight"};

static json_t *ask_engine(struct asker *a, enum ask kind, const struct question *q) {
    json_t *reply = NULL;
    for (int tries = 0; tries < MOST_TRIES && !reply;) {
        int64_t begun = hd_now_ns();
        json_t *request =
            json_pack("{s:s, s:I}", "op", names[kind], "cursor", (json_int_t)q->cursor);
        hd_session_set_code(request, q->s ? q->s : "", q->len);
        reply = hd_session_ask(a->session, request, WAIT_MS);
        pthread_mutex_lock(&a->lock);
        bool stop = a->leaving || a->questions[kind].waiting;
        pthread_mutex_unlock(&a->lock);
        if (stop) break;
        if (reply || hd_now_ns() - begun >= (int64_t)WAIT_MS * 1000000) continue;
        tries++;
        nanosleep(&(struct timespec){0, 20000000}, NULL); // the engine is being replaced
    }
    return reply;
}

static int next_question(const struct asker *a) {
    for (int i = 0; i < ASK_COUNT; i++)
        if (a->questions[i].waiting) return i;
    return -1;
}

static void *serve(void *arg) {
    struct asker *a = arg;
    pthread_mutex_lock(&a->lock);
    for (;;) {
        int kind = next_question(a);
        if (a->leaving) break;
        if (kind < 0) {
            pthread_cond_wait(&a->wake, &a->lock);
            continue;
        }
        struct question q = a->questions[kind];
        a->questions[kind] = (struct question){0};
        pthread_mutex_unlock(&a->lock);
        json_t *reply = ask_engine(a, (enum ask)kind, &q);
        free(q.s);
        pthread_mutex_lock(&a->lock);
        if (reply) a->knows = true;
        struct answer answer = {(enum ask)kind, q.version, q.cursor, reply};
        HD_XPUSH(&a->answers, answer);
        if (eventfd_write(a->event, 1) != 0) continue; // it is readable already
    }
    pthread_mutex_unlock(&a->lock);
    return NULL;
}

struct asker *asker_create(struct hd_session *session) {
    struct asker *a = hd_xcalloc(1, sizeof *a);
    a->session = session;
    a->event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    pthread_mutex_init(&a->lock, NULL);
    pthread_cond_init(&a->wake, NULL);
    sigset_t all, old; // signals are the main thread's
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    int error = a->event < 0 ? -1 : pthread_create(&a->thread, NULL, serve, a);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    if (!error) return a;
    if (a->event >= 0) close(a->event);
    free(a);
    return NULL;
}

void asker_destroy(struct asker *a) {
    if (!a) return;
    pthread_mutex_lock(&a->lock);
    a->leaving = true;
    pthread_cond_signal(&a->wake);
    pthread_mutex_unlock(&a->lock);
    pthread_join(a->thread, NULL);
    for (int i = 0; i < ASK_COUNT; i++) free(a->questions[i].s);
    for (int i = 0; i < a->answers.n; i++) json_decref(a->answers.v[i].reply);
    HD_FREE_VEC(&a->answers);
    close(a->event);
    pthread_mutex_destroy(&a->lock);
    pthread_cond_destroy(&a->wake);
    free(a);
}

int asker_fd(const struct asker *a) { return a->event; }

void asker_ask(struct asker *a, enum ask kind, const char *s, size_t len, size_t cursor,
               unsigned version) {
    struct question q = {true, hd_xmalloc(len + 1), len, cursor, version};
    if (len) memcpy(q.s, s, len);
    pthread_mutex_lock(&a->lock);
    free(a->questions[kind].s);
    a->questions[kind] = q;
    pthread_cond_signal(&a->wake);
    pthread_mutex_unlock(&a->lock);
}

bool asker_take(struct asker *a, struct answer *answer) {
    eventfd_t count;
    pthread_mutex_lock(&a->lock);
    bool any = a->answers.n > 0;
    if (any) {
        *answer = a->answers.v[0];
        memmove(a->answers.v, a->answers.v + 1, sizeof *answer * (size_t)--a->answers.n);
    } else if (eventfd_read(a->event, &count) != 0) {
        any = false;
    }
    pthread_mutex_unlock(&a->lock);
    return any;
}

bool asker_knows_engine(struct asker *a) {
    pthread_mutex_lock(&a->lock);
    bool knows = a->knows;
    pthread_mutex_unlock(&a->lock);
    return knows;
}
