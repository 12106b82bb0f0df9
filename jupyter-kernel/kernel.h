// heddle-kernel: the session behind the Jupyter wire protocol.
//
// Threads, and what each owns:
//   main      the session: takes execute requests from the queue, runs them, publishes what they
//   say shell, control, iopub, stdin, heartbeat   one socket each (channel.c); others hand them
//   messages to send desk      completion, inspection, is_complete: asks the engine, also while a
//   cell runs history   the database
// A request is counted (request_ref) and read-only once it was decoded; an outgoing message belongs
// to one queue at a time.
#ifndef HD_KERNEL_H
#define HD_KERNEL_H

#include "session/session.h"
#include "wire.h"

#include <pthread.h>
#include <stdatomic.h>

struct kernel;

// ---- connection.c: the connection file ----------------------------------------------------------

enum channel_name { SHELL, CONTROL, IOPUB, STDIN, HEARTBEAT, CHANNELS };

struct connection {
    char *path; // of the file
    char *transport, *ip, *key, *scheme;
    int ports[CHANNELS]; // 0: any
    bool bound[CHANNELS];
    json_t *file; // as it was read
};

bool connection_read(struct connection *connection, const char *path,
                     struct hd_buf *why); // a missing file is made
bool connection_bind(struct connection *connection, int channel, void *socket, struct hd_buf *why);
void connection_unbind(struct connection *connection, int channel); // after its socket was closed
bool connection_write(const struct connection *connection,
                      struct hd_buf *why); // after ports were chosen
void connection_finish(struct connection *connection);

// ---- channel.c: one thread per socket -----------------------------------------------------------

struct channel {
    struct kernel *kernel;
    int name;
    void *socket;
    int wake; // eventfd: there is something to send, or to do
    bool running;
    pthread_t thread;
    pthread_mutex_t lock; // all below
    pthread_cond_t drained;
    HD_VEC(struct packet *) out;
    int drain; // ms: somebody waits for so long a silence
    bool closing;
};

bool channel_open(struct channel *channel, struct kernel *kernel, int name,
                  struct hd_buf *why);                             // binds
bool channel_start(struct channel *channel, struct hd_buf *why);   // its thread
void channel_send(struct channel *channel, struct packet *packet); // takes the packet
void channel_wake(struct channel *channel);
// Returns when all that had arrived was handed on, and nothing came for `quiet` ms.
void channel_drain(struct channel *channel, int quiet);
void channel_close(struct channel *channel); // sends what is queued, ends the thread

// ---- worker.c: a thread with a queue ------------------------------------------------------------

struct worker {
    struct kernel *kernel;
    void (*work)(struct kernel *kernel, void **items, int n); // all that was queued, in order
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    HD_VEC(void *) items;
    bool running, closing;
};

bool worker_start(struct worker *worker, struct kernel *kernel,
                  void (*work)(struct kernel *, void **, int));
void worker_add(struct worker *worker, void *item);
void worker_close(struct worker *worker);  // it ends after all items
void worker_finish(struct worker *worker); // and waits for that

// ---- output.c: what user code prints ------------------------------------------------------------

struct output {
    pthread_mutex_t lock;
    struct request *parent; // whose output it is; the last cell's between cells
    bool silent;
    struct stream {
        struct hd_buf pending; // not sent yet
        size_t shown;          // bytes of this cell that a viewer has to keep
        size_t line;           // of them in the line that a carriage return would overwrite
        struct hd_buf tail;    // the end of what was left out
        size_t left_out;
    } streams[2];
    int stream;             // the one with pending text
    int64_t last_sent, due; // ns
    bool more;              // pending text waits until `due`
    int switches;           // between the streams, in this interval
    struct hd_buf line;     // the unfinished last line: the prompt of an input
};

void output_init(struct output *output);
void output_finish(struct output *output);
void output_begin(struct kernel *kernel, struct request *parent, bool silent);      // a cell
void output_write(struct kernel *kernel, int stream, const char *data, size_t len); // 1 or 2
void output_flush(struct kernel *kernel); // before any other message of the cell
void output_end(struct kernel *kernel);   // of the cell: everything, and what was left out
int output_tick(
    struct kernel *kernel); // sends text whose time has come; ms until the next time, -1 never
char *output_take_line(
    struct kernel *kernel); // the unfinished last line, when it was not sent yet (heap)

// ---- execute.c: cells ---------------------------------------------------------------------------

struct waiter {
    const struct request *request;
    bool done, failed;
};

struct executor {
    pthread_mutex_t lock; // queue, current
    HD_VEC(struct request *) queue;
    int taken; // of the queue
    int wake;  // eventfd
    struct request *current;
    bool interrupted;                // current is to be, and the session may not have begun it yet
    struct execution *running;       // main thread only
    atomic_int count;                // n of the newest In[n]
    HD_VEC(struct waiter *) waiters; // of requests that they have queued
    pthread_cond_t settled;
};

void execute_add(struct kernel *kernel, struct request *request); // takes a reference
// Runs it unless another is running or waits; returns when it is over. false: another is.
bool execute_if_idle(struct kernel *kernel, struct request *request, bool *failed);
void execute_abort(struct kernel *kernel, struct request *request); // a cell before it failed
void execute_drain(struct kernel *kernel,
                   const struct request *failed);   // what came with it is there
void execute_loop(struct kernel *kernel);           // until the kernel stops
void execute_interrupt(struct kernel *kernel);      // any thread
bool execute_is_interrupted(struct kernel *kernel); // it was asked for before the cell started
void execute_again_busy(struct kernel *kernel);     // a cell still runs: say so
struct hd_session_hooks execute_hooks(struct kernel *kernel);
void executor_finish(struct kernel *kernel);
// Runs code on behalf of a comm's message, between cells. Main thread.
void execute_aside(struct kernel *kernel, struct request *request, const char *code);

// ---- show.c: events of the engine ---------------------------------------------------------------

struct execution {
    struct kernel *kernel;
    struct request *request;
    bool silent, allow_stdin, announced; // execute_input was sent
    bool beside;                         // another cell runs, whose affair the session's output is
    const char *code;
    bool evaluating; // a user expression: `value` and `error` are taken, nothing is published
    json_t *value;
    json_t *payload;
    json_t *diagnostics; // errors of the compilation, as lines
    json_t *error;       // {ename, evalue, traceback}; the first one
    json_t *result;      // text of the result, for the history
    json_t *bars;        // progress bars that are shown
    int count;           // n of In[n]; what it will be until the engine says
};

void show_event(void *kernel, const char *name, json_t *event);
void show_to(struct execution *execution, const char *name, json_t *event);
void show_announce(struct execution *execution); // execute_input, once
json_t *error_content(const char *ename, const char *evalue,
                      json_t *traceback); // steals traceback, may be NULL

// ---- progress.c ---------------------------------------------------------------------------------

json_t *progress_content(struct execution *execution, const json_t *event,
                         bool *again); // of display_data

// ---- input.c: standard input --------------------------------------------------------------------

struct input {
    pthread_mutex_t lock;
    char *waiting; // msg_id of the input_request that is open
};

void input_ask(struct kernel *kernel, struct execution *execution, json_t *event);
void input_answer(struct kernel *kernel, struct request *reply); // on the stdin thread
void input_forget(struct kernel *kernel);                        // the cell ended

// ---- desk.c -------------------------------------------------------------------------------------

void desk_work(struct kernel *kernel, void **items, int n);
void desk_answer(struct kernel *kernel, struct request *request);

// ---- subshell.c: requests beside a cell that runs -----------------------------------------------

struct subshells {
    pthread_mutex_t lock;
    HD_VEC(struct subshell *) list;
    atomic_int beside; // requests that run beside a cell
};

void subshells_init(struct subshells *subshells);
void subshells_finish(struct subshells *subshells);
void subshell_create(struct kernel *kernel, struct request *request);
void subshell_delete(struct kernel *kernel, struct request *request);
void subshell_list(struct kernel *kernel, struct request *request);
const char *subshell_of(const struct request *request); // its id, or NULL: the main shell
void subshell_take(struct kernel *kernel, struct request *request); // of a subshell

// ---- debug.c
// -------------------------------------------------------------------------------------

void debug_answer(struct kernel *kernel, struct request *request);
void debug_show(struct kernel *kernel, const struct request *parent, const json_t *event);

// ---- history.c ----------------------------------------------------------------------------------

struct history;                     // owned by the history thread
struct history *history_open(void); // never NULL: in memory when there is no place for a file
void history_close(struct history *history);
bool history_place(struct hd_buf *path); // appends the database's path; false: no home folder
void history_work(struct kernel *kernel, void **items, int n);
// A line for the database; strings are copied.
void history_request(struct kernel *kernel, struct request *request);
void history_record(struct kernel *kernel, int line, const char *code, const char *output);

// ---- kept.c: the inputs of a kernel that is killed ----------------------------------------------

struct kept {
    int fd; // locked; -1: nothing is kept
    char *path;
    char *offer; // what the first cell says of a kernel that was killed, or NULL
};

void kept_open(struct kept *kept, const char *connection_file);
void kept_add(struct kept *kept, int count, const char *code); // it ran without an error
void kept_close(struct kept *kept, bool told); // told: by a shutdown_request, so nothing is kept

// ---- comm.c -------------------------------------------------------------------------------------

struct comms {
    pthread_mutex_t lock;
    json_t *open; // id -> target
};

void comms_init(struct comms *comms);
void comms_add(struct kernel *kernel, const char *id, const char *target); // one that we opened
void comms_finish(struct comms *comms);
void comm_open(struct kernel *kernel, struct request *request);
void comm_msg(struct kernel *kernel, struct request *request);
void comm_close(struct kernel *kernel, struct request *request);
void comm_info(struct kernel *kernel, struct request *request);
void comm_answer(struct kernel *kernel, struct request *request); // desk: what a comm_msg asked for

// ---- widgets.c: controls, and what is shown below them ------------------------------------------

struct widgets {
    pthread_mutex_t lock; // all below
    json_t *models;       // id -> state
    json_t *panels;       // [{output, controls: [ids], before, after, moved}]
    struct capture {      // what is shown on behalf of a panel
        _Atomic bool on;
        const struct request *parent; // of what is taken
        json_t *event;                // the first run: what the panel will be made of; else NULL
        json_t *outputs;              // as in a notebook, with `transient`
        char panel[33];               // whose run it is (the Output model), behind the first run
        bool clears;                  // with the next output
        int depth;                    // of interact inside of interact
        size_t text;                  // bytes
        int64_t sent;                 // ns
    } capture;
};

void widgets_init(struct widgets *widgets);
void widgets_finish(struct widgets *widgets);
void widgets_event(struct kernel *kernel, const struct request *parent, json_t *event);
void widgets_cell_ended(struct kernel *kernel);
// Takes what is published on behalf of a panel (and the reference to content); false: others'
// affair.
bool widgets_capture(struct kernel *kernel, const struct request *parent, const char *type,
                     json_t *content);
bool widgets_message(struct kernel *kernel, struct request *request); // a comm_msg; false: not ours
void widgets_run(struct kernel *kernel, struct request *request);     // the panels that were moved

// ---- usage.c
// -------------------------------------------------------------------------------------

json_t *usage_content(void); // of usage_reply: processor and memory, ours with the engine's

// ---- requests.c: which message goes where -------------------------------------------------------

void requests_take(struct kernel *kernel, int channel, struct frame *frames,
                   int n); // takes the frames
void publish(struct kernel *kernel, const struct request *parent, const char *type,
             json_t *content); // steals
void publish_status(struct kernel *kernel, const struct request *parent, const char *state);
void reply(struct kernel *kernel, const struct request *request, const char *type,
           json_t *content); // steals
// The reply to whatever it asks for, when that is a request.
void reply_error(struct kernel *kernel, const struct request *request, const char *name,
                 const char *why);

// ---- kernel.c -----------------------------------------------------------------------------------

struct kernel {
    struct connection connection;
    struct wire *wire;
    void *context; // ZeroMQ's
    struct channel channels[CHANNELS];
    struct worker desk, history_thread;
    struct history *history;
    struct hd_session *session;
    struct executor executor;
    struct subshells subshells;
    struct output output;
    struct input input;
    struct comms comms;
    struct widgets widgets;
    struct pace {               // of displays; main thread
        double bytes, messages; // that may be shown at once
        int64_t at;             // ns
    } pace;
    atomic_int debug_seq;
    _Atomic bool debugging; // a front-end has attached: cells may be stopped in
    _Atomic bool stopping;
    _Atomic bool told_to_end; // by a shutdown_request
    struct kept kept;
    json_t *interactive; // sessions of clients that somebody sits at (requests.c); shell's thread
    int parent;          // pidfd of the process that started us, or -1
    int parent_pid;      // looked at each second where there are no pidfds; 0: none
};

// Runs until it is told to end; returns the exit status.
int kernel_run(const char *connection_file, const char *engine);
void kernel_stop(struct kernel *kernel); // any thread

// ---- install.c ----------------------------------------------------------------------------------

struct install {
    enum { PLACE_USER, PLACE_SYS_PREFIX, PLACE_PREFIX } place;
    const char *prefix, *name, *display_name;
};
int install_kernel(const struct install *options); // exit status
int uninstall_kernel(const struct install *options);

#endif
