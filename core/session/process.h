// Inside session/: one engine process with its socket, pipes and reader thread (process.c), and the
// journal (journal.c). session.c puts them together.
#ifndef HD_SESSION_PROCESS_H
#define HD_SESSION_PROCESS_H

#include "base/base.h"
#include <jansson.h>
#include <pthread.h>
#include <sys/types.h>

// ---- process.c ----------------------------------------------------------------------------------

struct process_options {
    const char *path; // of the engine
    const char *dump; // or NULL
    int stdin_fd;     // -1: /dev/null
    int store_fd;
    bool merge_output;
    bool asks_for_input, line_output;
};

struct process {
    pid_t pid;
    int sock;
    int out[2]; // read ends of its standard output and error, non-blocking; -1: closed, or merged
                // into the first
    int wake;   // eventfd: readable while the queue may hold something
    bool ready; // it said so (set by the thread that takes from the queue)
    int refs;   // guarded by lock
    pthread_t reader;
    pthread_mutex_t lock;       // queue, ended, asks, refs
    pthread_mutex_t write_lock; // frames are written whole
    pthread_cond_t answered;
    struct ask *asks; // waiting for replies
    HD_VEC(json_t *) queue;
    int taken;  // of the queue
    bool ended; // end of file: nothing will be queued any more
};

struct process *process_start(const struct process_options *options,
                              struct hd_buf *why); // NULL: why
bool process_send(struct process *p, const json_t *request);
// The next event (new reference), or NULL. *ended: nothing is left and the connection is gone.
json_t *process_take(struct process *p, bool *ended);
// Sends a request and waits for the event `reply` with its id; NULL: it took too long, or the
// engine is gone.
json_t *process_ask(struct process *p, const json_t *request, json_int_t id, int timeout_ms);
bool process_is_dead(struct process *p); // without reaping it
// Waits up to grace_ms for its end, then kills it. *killed: had to. Returns waitpid's status; the
// pipes stay.
int process_finish(struct process *p, int grace_ms, bool *killed);
void process_ref(struct process *p);
void process_unref(struct process *p); // the last one closes all descriptors

// ---- journal.c ----------------------------------------------------------------------------------

struct journal {
    json_t *cells;   // by serial as text, in the order in which they were committed
    json_t *stubs;   // by name and type
    json_t *options; // by name
    json_t *inputs;  // what was entered, by the n of In[n] as text
    json_t *failed;  // the same n: those that run or have ended with an error
    json_int_t count;
};

void journal_init(struct journal *journal);
void journal_finish(struct journal *journal);
void journal_apply(struct journal *journal, const json_t *event);
bool journal_is_empty(const struct journal *journal);
json_t *journal_request(const struct journal *journal); // {"op": "restore", ...}, new reference
void journal_drop_newest(struct journal *journal, int n, json_t *names); // appends their names

#endif
