// The client of the engine: requests and their events, output, interrupts, and a new engine when
// one died.
//
// One thread at a time runs a request or pumps (`running` is the lock); hd_session_ask and
// hd_session_interrupt may come from others. Invariants:
// - Output is handed on before any event that the engine sent after it: each event is preceded by
//   emptying the pipes of what they hold at that moment (no more, or endless output would keep the
//   event back).
// - Every request ends with a status. When the engine dies, a new one gets the journal, and the
//   request ends with an `error` event of kind "engine" and a `done` that are made here.
//
//   hd_session_execute -> send; step, step, ... until `done`
//   step               -> next event (empty the pipes, handle) or wait for one, for output, or for
//   an interrupt
#include "session/session.h"
#include "session/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    CHUNK = 256 * 1024, // most output handed on at once
    OBEY_MS = 1000,     // how long an interrupt may take
    LOAD_MS = 20000,    // and an engine to load, once there is an interrupt for it
    REPEAT_MS =
        50, // how often it is sent until then: code that is still being compiled cannot take it
    GRACE_MS = 300, // between the end of the connection and the end of the process
    LOOK_MS =
        500, // how often to look whether a process died whose children keep the connection open
    RESTORE_MS = 20000,
    TRIES = 3,            // deaths in a row before something is given up
    MOST_FAILURES = 24,   // deaths in all while restoring; cells dropped per failure double
    MOST_INPUT = 1 << 20, // a longer one is not kept for the next engine's `In[n]`
    LAST_OUTPUT = 2000,   // kept of what an engine said that never started
};

struct hd_session {
    struct hd_session_options options;
    char *engine, *dump;
    struct process *process; // NULL: none; swapped under `lock`
    pthread_mutex_t lock;
    pthread_mutex_t running;
    json_int_t next_id; // under `lock`
    bool used;          // a request has run
    int store;
    int interrupt[2]; // self-pipe of hd_session_interrupt
    int epoll;        // hd_session_fd
    struct journal journal;
    char *chunk;
    struct hd_buf last_output;
    int bad_starts; // engines in a row that never said `ready`
    // The request that runs; id 0: none.
    json_int_t id;
    json_t *done;
    json_t *code;       // its text, borrowed
    json_t *last_words; // `dying` event
    bool exited, interrupted;
    bool started;            // the engine has said so: the request is not given to another
    int unbegun;             // engines that ended before they had
    bool retried;            // the request went to a second engine
    json_int_t count_before; // the journal's count when the request came
    int64_t obey_until;      // 0: no interrupt was sent
    int64_t looked_at;       // when the interrupt was last thought of
    int64_t starved;         // how long the engine had waited for a core by then, ns
    int64_t repeat_at;       // when to send it again
    volatile sig_atomic_t abandoned;
};

// ---- where the engine is ------------------------------------------------------------------------

static char *join(const char *folder, size_t len, const char *name) {
    struct hd_buf path = {0};
    hd_buf_add(&path, folder, len);
    hd_buf_printf(&path, "/%s", name);
    return path.s;
}

static char *find_in_path(const char *name) {
    const char *path = getenv("PATH");
    while (path && *path) {
        size_t len = strcspn(path, ":");
        char *candidate = join(path, len, name);
        if (len && access(candidate, X_OK) == 0) return candidate;
        free(candidate);
        path += len + (path[len] == ':');
    }
    return NULL;
}

static char *find_engine(const char *given, char **error) {
    struct hd_buf why = {0};
    if (given) {
        if (access(given, X_OK) == 0) return hd_xstrdup(given);
        hd_buf_printf(&why, "cannot start the engine `%s`: %s", given, strerror(errno));
        *error = why.s;
        return NULL;
    }
    static const char *const places[] = {"heddle-engine", "../libexec/heddle-engine",
                                         "../libexec/heddle/heddle-engine"};
    char self[4096];
    ssize_t len = readlink("/proc/self/exe", self, sizeof self - 1);
    if (len > 0) {
        self[len] = 0;
        size_t folder = (size_t)(strrchr(self, '/') - self);
        for (int i = 0; i < HD_COUNT(places); i++) {
            char *candidate = join(self, folder, places[i]);
            if (access(candidate, X_OK) == 0) return candidate;
            free(candidate);
        }
    }
    char *found = find_in_path("heddle-engine");
    if (found) return found;
    hd_buf_puts(&why, "cannot find `heddle-engine`: it is neither beside this program nor in PATH");
    *error = why.s;
    return NULL;
}

// ---- the process of the session -----------------------------------------------------------------

static void watch(struct hd_session *s, int fd) {
    struct epoll_event event = {.events = EPOLLIN, .data.fd = fd};
    if (fd >= 0) epoll_ctl(s->epoll, EPOLL_CTL_ADD, fd, &event);
}

static void unwatch(struct hd_session *s, int fd) {
    if (fd >= 0) epoll_ctl(s->epoll, EPOLL_CTL_DEL, fd, NULL);
}

static void set_process(struct hd_session *s, struct process *p) {
    pthread_mutex_lock(&s->lock);
    struct process *old = s->process;
    s->process = p;
    pthread_mutex_unlock(&s->lock);
    if (old) {
        unwatch(s, old->wake);
        unwatch(s, old->out[0]);
        unwatch(s, old->out[1]);
        process_unref(old);
    }
    if (p) {
        watch(s, p->wake);
        watch(s, p->out[0]);
        watch(s, p->out[1]);
    }
}

static bool start(struct hd_session *s, struct hd_buf *why) {
    if (s->abandoned) {
        hd_buf_puts(why, "the session is ending");
        return false;
    }
    struct process_options options = {s->engine,
                                      s->dump,
                                      s->options.stdin_fd,
                                      s->store,
                                      s->options.merge_output,
                                      s->options.asks_for_input,
                                      s->options.line_output};
    struct process *p = process_start(&options, why);
    set_process(s, p);
    return p != NULL;
}

static json_int_t new_id(struct hd_session *s) {
    pthread_mutex_lock(&s->lock);
    json_int_t id = ++s->next_id;
    pthread_mutex_unlock(&s->lock);
    return id;
}

// ---- output -------------------------------------------------------------------------------------

// An engine that is not ready has run nothing: what it says is kept to explain why it does not
// start (the dynamic loader's complaint, most likely).
static void hand_on(struct hd_session *s, int stream, const char *data, size_t len) {
    if (!s->process->ready) {
        if (s->last_output.len < LAST_OUTPUT) hd_buf_add(&s->last_output, data, len);
    } else if (s->options.hooks.output) {
        s->options.hooks.output(s->options.hooks.user, stream, data, len);
    }
}

// The descriptor to wait on for output. Until `ready` was taken from the queue output waits in the
// pipe.
static int output_fd(const struct hd_session *s, int which) {
    return s->process->ready ? s->process->out[which] : -1;
}

// Hands on what one read gives, of at most `most` bytes; returns how much. A pipe without writers
// is closed.
static size_t read_output(struct hd_session *s, int which, size_t most) {
    struct process *p = s->process;
    if (p->out[which] < 0) return 0;
    ssize_t n = read(p->out[which], s->chunk, most < CHUNK ? most : CHUNK);
    if (n > 0) {
        hand_on(s, which + 1, s->chunk, (size_t)n);
        return (size_t)n;
    }
    if (n == 0) {
        unwatch(s, p->out[which]);
        close(p->out[which]);
        p->out[which] = -1;
    }
    return 0;
}

// What the pipes hold now.
static void empty_pipes(struct hd_session *s) {
    for (int which = 0; which < 2; which++) {
        int held = 0;
        if (s->process->out[which] < 0 || ioctl(s->process->out[which], FIONREAD, &held) != 0)
            continue;
        while (held > 0) {
            size_t n = read_output(s, which, (size_t)held);
            if (n == 0) break;
            held -= (int)n;
        }
    }
}

// ---- events -------------------------------------------------------------------------------------

static void send_event(struct hd_session *s, json_t *event) { // steals the reference
    const char *name = json_string_value(json_object_get(event, "event"));
    if (s->options.hooks.event && name) s->options.hooks.event(s->options.hooks.user, name, event);
    json_decref(event);
}

static void acknowledge(struct hd_session *s, const json_t *event) {
    json_t *sync = json_object_get(event, "sync");
    if (!sync) return;
    json_t *ack = json_pack("{s:s, s:O}", "op", "ack", "sync", sync);
    process_send(s->process, ack);
    json_decref(ack);
}

// The cell runs as In[count]. A count that does not go up is not one for the history.
static void note_start(struct hd_session *s, json_int_t count) {
    if (count <= s->journal.count) return;
    s->journal.count = count;
    char key[24];
    snprintf(key, sizeof key, "%lld", (long long)count);
    if (s->code && json_string_length(s->code) <= MOST_INPUT)
        json_object_set(s->journal.inputs, key, s->code);
    json_object_set_new(s->journal.failed, key, json_true()); // until it has ended well
}

// Takes the reference.
static void handle(struct hd_session *s, json_t *event) {
    const char *name = json_string_value(json_object_get(event, "event"));
    if (!name) name = "";
    if (!strcmp(name, "ready")) {
        s->process->ready = true;
        s->obey_until = s->repeat_at = 0;
        s->bad_starts = 0;
        hd_buf_clear(&s->last_output);
    } else if (!strcmp(name, "journal")) {
        journal_apply(&s->journal, event);
    } else if (!strcmp(name, "dying")) {
        json_decref(s->last_words);
        s->last_words = json_incref(event);
    } else if (!strcmp(name, "done")) {
        json_int_t count = json_integer_value(json_object_get(event, "count"));
        if (count > s->journal.count) s->journal.count = count;
        const char *status = json_string_value(json_object_get(event, "status"));
        char key[24];
        snprintf(key, sizeof key, "%lld", (long long)count);
        if (status && !strcmp(status, "ok")) json_object_del(s->journal.failed, key);
        if (s->id && json_integer_value(json_object_get(event, "id")) == s->id && !s->done)
            s->done = json_incref(event);
    } else if (strcmp(name, "reply") != 0) { // a reply here came after its asker had given up
        json_int_t count = json_integer_value(json_object_get(event, "count"));
        if (!strcmp(name, "started")) {
            note_start(s, count);
            if (json_integer_value(json_object_get(event, "id")) == s->id) s->started = true;
        }
        if (!strcmp(name, "exit")) s->exited = true;
        if (!strcmp(name, "debug")) { // an interrupt has been obeyed: the code is stopped
            s->interrupted = false;
            s->obey_until = 0;
        }
        empty_pipes(s);
        if (s->options.hooks.event) s->options.hooks.event(s->options.hooks.user, name, event);
    }
    acknowledge(s, event);
    json_decref(event);
}

// ---- the end of an engine, and the next one -----------------------------------------------------

static const char *signal_words(int sig) {
    switch (sig) {
    case SIGSEGV: return "it crashed (SIGSEGV: a bad memory access)";
    case SIGBUS: return "it crashed (SIGBUS: a bad memory access)";
    case SIGILL: return "it crashed (SIGILL: an instruction that the processor does not have)";
    case SIGFPE: return "it crashed (SIGFPE: an arithmetic fault)";
    case SIGABRT:
        return "it aborted (SIGABRT): perhaps code that ran before has written past the end of a block from malloc";
    case SIGTRAP: return "it crashed (SIGTRAP)";
    case SIGKILL: return "it was killed (SIGKILL), most likely by the kernel for lack of memory";
    case SIGTERM: return "it was told to end (SIGTERM)";
    case SIGXCPU: return "it used up its limit of processor time (SIGXCPU)";
    default: return NULL;
    }
}

// Why it ended, in plain words. `killed`: we did it, because it was still there without a
// connection.
static void cause_of_end(struct hd_session *s, int status, bool killed, struct hd_buf *out) {
    const char *words = json_string_value(json_object_get(s->last_words, "message"));
    if (words) {
        hd_buf_puts(out, words);
    } else if (s->obey_until && s->interrupted) {
        hd_buf_puts(out, "it did not answer the interrupt within a second");
    } else if (killed) {
        hd_buf_puts(
            out,
            "it lost its connection; did the code close or write to a file descriptor that is not its own?");
    } else if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
        hd_buf_puts(out, "the code ended the process (or closed its connection)");
    } else if (WIFSIGNALED(status)) {
        const char *plain = signal_words(WTERMSIG(status));
        if (plain)
            hd_buf_puts(out, plain);
        else
            hd_buf_printf(out, "it was ended by signal %d (%s)", WTERMSIG(status),
                          strsignal(WTERMSIG(status)));
    } else {
        hd_buf_printf(out, "it ended with status %d", WEXITSTATUS(status));
    }
}

// Ends the process (it is dead or dying), and takes its last events and output. The session has no
// process afterwards.
static int bury(struct hd_session *s, bool *killed) {
    int status = process_finish(s->process, GRACE_MS, killed);
    for (bool ended = false; !ended;) {
        json_t *event = process_take(s->process, &ended);
        if (event) handle(s, event);
    }
    empty_pipes(s);
    set_process(s, NULL);
    return status;
}

enum restored { RESTORED, DIED, REFUSED };

static void drain_interrupts(struct hd_session *s) {
    char bytes[64];
    while (read(s->interrupt[0], bytes, sizeof bytes) > 0) continue;
}

// How long the engine's first thread, which runs the cells, has waited for a core, in ns: the
// second number of proc_pid_schedstat(5). 0: not known.
static int64_t starved_for(pid_t pid) {
    char path[64], text[128];
    snprintf(path, sizeof path, "/proc/%d/schedstat", (int)pid);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
    if (fd >= 0) close(fd);
    if (n <= 0) return 0;
    text[n] = 0;
    char *end;
    strtoll(text, &end, 10);
    return strtoll(end, NULL, 10);
}

// What of the last `passed` ns the engine could not use, since others had the cores.
static int64_t starved_since(struct hd_session *s, int64_t passed) {
    int64_t now = starved_for(s->process->pid), more = now - s->starved;
    s->starved = now;
    return more < 0 ? 0 : more < passed ? more : passed;
}

// Waits for the end of the restore request. An interrupt or too long a time ends the engine.
static enum restored await_restore(struct hd_session *s, json_int_t id, json_t *lost,
                                   bool *gave_up) {
    int64_t until = hd_now_ns() + (int64_t)RESTORE_MS * 1000000, looked_at = hd_now_ns();
    starved_since(s, 0);
    for (;;) {
        bool ended;
        json_t *event = process_take(s->process, &ended);
        if (ended) return DIED;
        if (event) {
            const char *name = json_string_value(json_object_get(event, "event"));
            bool ours = name && json_integer_value(json_object_get(event, "id")) == id &&
                        !strcmp(name, "done");
            json_t *more = json_object_get(event, "lost");
            const char *status = json_string_value(json_object_get(event, "status"));
            bool ok = !status || !strcmp(status, "ok");
            if (ours && more) json_array_extend(lost, more);
            handle(s, event);
            if (ours) return ok ? RESTORED : REFUSED;
            continue;
        }
        struct pollfd fds[] = {{s->process->wake, POLLIN, 0},
                               {s->interrupt[0], POLLIN, 0},
                               {output_fd(s, 0), POLLIN, 0},
                               {output_fd(s, 1), POLLIN, 0}};
        poll(fds, 4, LOOK_MS);
        if (fds[2].revents) read_output(s, 0, CHUNK);
        if (fds[3].revents) read_output(s, 1, CHUNK);
        int64_t now = hd_now_ns();
        until += starved_since(s, now - looked_at);
        looked_at = now;
        if (fds[1].revents || now > until) {
            drain_interrupts(s);
            *gave_up = true;
            kill(s->process->pid, SIGKILL);
        } else if (process_is_dead(s->process)) {
            kill(s->process->pid, SIGKILL);
            return DIED;
        }
    }
}

// Starts an engine and gives it the journal. After TRIES deaths the newest cells are dropped, ever
// more of them. lost, dropped: arrays of text to append to. False: *why says why no engine can be
// had.
static bool start_and_restore(struct hd_session *s, json_t *lost, json_t *dropped,
                              struct hd_buf *why) {
    int drop = 1;
    for (int failures = 0; failures < MOST_FAILURES; failures++) {
        if (s->bad_starts >= TRIES) {
            hd_buf_puts(why, "the engine cannot be started");
            const char *end = s->last_output.s + s->last_output.len,
                       *line; // the last line of what the engines said
            while (s->last_output.len && end > s->last_output.s && end[-1] == '\n') end--;
            for (line = end; s->last_output.len && line > s->last_output.s && line[-1] != '\n';)
                line--;
            if (s->last_output.len && end > line)
                hd_buf_printf(why, ": %.*s", (int)(end - line), line);
            s->bad_starts = 0; // the next request may try again
            return false;
        }
        if (!start(s, why)) return false;
        if (journal_is_empty(&s->journal)) return true;
        json_t *request = journal_request(&s->journal);
        json_int_t id = new_id(s);
        json_object_set_new(request, "id", json_integer(id));
        process_send(s->process, request);
        json_decref(request);
        bool gave_up = false;
        enum restored result = await_restore(s, id, lost, &gave_up);
        if (result == RESTORED) return true;
        bool killed;
        if (result == REFUSED) kill(s->process->pid, SIGKILL);
        bool was_ready = s->process->ready;
        bury(s, &killed);
        if (!was_ready && !gave_up) s->bad_starts++;
        if (was_ready && (gave_up || failures + 1 >= TRIES)) {
            journal_drop_newest(&s->journal, drop, dropped);
            drop *= 2;
        }
    }
    hd_buf_puts(why, "the engine ends again and again while the session is restored");
    return false;
}

static void list_names(struct hd_buf *out, const json_t *names) {
    size_t n = json_array_size(names), shown = n > 12 ? 10 : n;
    for (size_t i = 0; i < shown; i++)
        hd_buf_printf(out, "%s%s", i ? ", " : "", json_string_value(json_array_get(names, i)));
    if (shown < n) hd_buf_printf(out, " and %zu more", n - shown);
}

// The old engine knows more of what was lost than the new one: "`p` (device memory)" stands for
// "`p` (memory ...)".
static void name_once(json_t *lost) {
    for (size_t i = json_array_size(lost); i-- > 0;) {
        const char *text = json_string_value(json_array_get(lost, i)), *end = strstr(text, " (");
        size_t n = end ? (size_t)(end - text) : strlen(text);
        for (size_t k = 0; k < i; k++) {
            const char *before = json_string_value(json_array_get(lost, k));
            if (strncmp(before, text, n) != 0 || (before[n] && before[n] != ' ')) continue;
            json_array_remove(lost, i);
            break;
        }
    }
}

// The whole report of an engine's end, as one text.
static void write_report(struct hd_session *s, struct hd_buf *out, const char *message,
                         const json_t *lost, const json_t *dropped, bool restored) {
    const char *red = s->options.color ? "\033[1;31m" : "",
               *bold = s->options.color ? "\033[1m" : "";
    const char *reset = s->options.color ? "\033[0m" : "";
    json_t *trace = json_object_get(s->last_words, "traceback"), *line;
    bool told = restored && json_array_size(trace);
    if (!told) hd_buf_printf(out, "%serror:%s %s%s%s\n", red, reset, bold, message, reset);
    size_t i;
    json_array_foreach(trace, i, line) {
        const char *text = json_string_value(line);
        if (text)
            hd_buf_printf(out, "%s%s", text, *text && text[strlen(text) - 1] == '\n' ? "" : "\n");
    }
    if (!restored) return;
    hd_buf_printf(
        out, "      = note: %sa new engine has the definitions and variables of this session\n",
        told ? "the engine ended; " : "");
    if (json_array_size(lost)) {
        hd_buf_puts(out, "      = note: lost: ");
        list_names(out, lost);
        hd_buf_putc(out, '\n');
    }
    if (json_array_size(dropped)) {
        hd_buf_puts(out, "      = note: it could not start with these cells, which are dropped: ");
        list_names(out, dropped);
        hd_buf_putc(out, '\n');
    }
}

// The engine is gone: get a new one, report, and end the running request if there is one. False:
// there is none.
static bool recover(struct hd_session *s) {
    bool killed;
    struct process *p = s->process;
    process_ref(p);
    int status = bury(s, &killed);
    bool was_ready = p->ready;
    process_unref(p);
    if (!was_ready) s->bad_starts++;
    struct hd_buf message = {0}, why = {0}, text = {0};
    hd_buf_puts(&message, s->obey_until && s->interrupted ? "the engine was replaced: "
                                                          : "the engine ended: ");
    cause_of_end(s, status, killed, &message);
    json_t *lost = json_array(), *dropped = json_array();
    bool nothing_ran = !was_ready && !s->interrupted;
    bool retry =
        json_is_true(json_object_get(s->last_words, "retry")) && !s->retried && !s->interrupted;
    // Or it ended, idle, as the request was on its way.
    bool unbegun = was_ready && s->id && !s->started && !s->interrupted && s->unbegun++ < TRIES;
    retry = retry || unbegun;
    if (retry && s->id) s->journal.count = s->count_before; // it will be counted again
    json_array_extend(lost, json_object_get(s->last_words, "lost"));
    bool restored = start_and_restore(s, lost, dropped, &why);
    name_once(lost);
    if (!restored) {
        hd_buf_clear(&message);
        hd_buf_puts(&message, hd_buf_str(&why));
    }
    write_report(s, &text, hd_buf_str(&message), lost, dropped, restored);
    json_t *event = json_pack("{s:s, s:s, s:s, s:[s], s:o, s:o}", "event", "error", "kind",
                              "engine", "message", hd_buf_str(&message), "traceback",
                              hd_buf_str(&text), "lost", lost, "dropped", dropped);
    if (event && s->id && !unbegun) json_object_set_new(event, "id", json_integer(s->id));
    hd_buf_finish(&message);
    hd_buf_finish(&why);
    hd_buf_finish(&text);
    json_decref(s->last_words);
    s->last_words = NULL;
    if (restored && nothing_ran &&
        !s->done) { // it ended while it was loading: the request was never seen
        json_decref(event);
        return true;
    }
    if (event) send_event(s, event);
    s->retried = s->retried || !unbegun;
    if (s->id && !s->done && !(retry && restored))
        s->done = json_pack("{s:s, s:I, s:s, s:I}", "event", "done", "id", s->id, "status",
                            s->interrupted ? "interrupted" : "error", "count", s->journal.count);
    return restored;
}

// ---- running ------------------------------------------------------------------------------------

// An engine that is still loading has the request in its socket: it is told when it is ready, and
// its second begins then.
static void check_interrupt(struct hd_session *s, bool asked) {
    if (s->abandoned) kill(s->process->pid, SIGKILL);
    if (asked) {
        drain_interrupts(s);
        s->interrupted = true;
        s->repeat_at = 0;
    }
    if (!s->interrupted) {
        s->looked_at = hd_now_ns();
        return;
    }
    int64_t now = hd_now_ns(), passed = now - s->looked_at;
    int64_t starved = starved_since(s, passed);
    s->looked_at = now;
    // We were stopped meanwhile (Ctrl-Z), and the engine too, or the machine slept.
    bool stopped = passed > 4 * (int64_t)REPEAT_MS * 1000000;
    if (s->obey_until) s->obey_until += stopped ? passed : starved;
    bool ready = s->process->ready;
    if (ready && now >= s->repeat_at) {
        s->repeat_at = now + (int64_t)REPEAT_MS * 1000000;
        json_t *request = json_pack("{s:s}", "op", "interrupt");
        process_send(s->process, request);
        json_decref(request);
    }
    if (!s->obey_until) s->obey_until = now + (int64_t)(ready ? OBEY_MS : LOAD_MS) * 1000000;
    if (now >= s->obey_until) kill(s->process->pid, SIGKILL);
}

static int time_to_wait(struct hd_session *s) {
    if (!s->interrupted) return LOOK_MS;
    if (!s->process->ready) return REPEAT_MS;
    int64_t next = s->repeat_at < s->obey_until ? s->repeat_at : s->obey_until;
    int64_t left = (next - hd_now_ns()) / 1000000 + 1;
    return left < 1 ? 1 : left > LOOK_MS ? LOOK_MS : (int)left;
}

// Handles one event, or waits for something to happen. *gone: the engine is.
static void step(struct hd_session *s, bool *gone) {
    bool ended;
    json_t *event = process_take(s->process, &ended);
    *gone = ended;
    if (event) {
        const char *name = json_string_value(json_object_get(event, "event"));
        if (name && !strcmp(name, "done")) empty_pipes(s);
        handle(s, event);
    }
    if (event || ended) return;
    struct pollfd fds[] = {{s->process->wake, POLLIN, 0},
                           {output_fd(s, 0), POLLIN, 0},
                           {output_fd(s, 1), POLLIN, 0},
                           {s->interrupt[0], POLLIN, 0}};
    int n = poll(fds, 4, time_to_wait(s));
    check_interrupt(s, fds[3].revents != 0);
    if (fds[0].revents) return; // empties the pipes itself, in the right order
    if (fds[1].revents) read_output(s, 0, CHUNK);
    if (fds[2].revents) read_output(s, 1, CHUNK);
    if (n == 0 && process_is_dead(s->process)) *gone = true;
}

// What came between requests. False: no engine can be had.
static bool catch_up(struct hd_session *s) {
    for (;;) {
        bool ended;
        json_t *event = process_take(s->process, &ended);
        if (ended) {
            if (!recover(s)) return false;
            continue;
        }
        if (!event) break;
        handle(s, event);
    }
    if (s->process->ready) empty_pipes(s);
    return true;
}

static enum hd_session_status status_of(struct hd_session *s) {
    const char *status = json_string_value(json_object_get(s->done, "status"));
    if (s->exited) return HD_SESSION_EXITED;
    if (status && !strcmp(status, "ok")) return HD_SESSION_OK;
    if (status && !strcmp(status, "interrupted")) return HD_SESSION_INTERRUPTED;
    return HD_SESSION_ERROR;
}

// No engine: one more attempt to start one; otherwise the reason is reported.
static bool ensure_process(struct hd_session *s) {
    if (s->process) return true;
    json_t *lost = json_array(), *dropped = json_array();
    struct hd_buf why = {0}, text = {0};
    bool ok = start_and_restore(s, lost, dropped, &why);
    if (!ok) {
        write_report(s, &text, hd_buf_str(&why), lost, dropped, false);
        json_t *event = json_pack("{s:s, s:s, s:s, s:[s]}", "event", "error", "kind", "engine",
                                  "message", hd_buf_str(&why), "traceback", hd_buf_str(&text));
        if (event) send_event(s, event);
    }
    json_decref(lost);
    json_decref(dropped);
    hd_buf_finish(&why);
    hd_buf_finish(&text);
    return ok;
}

static enum hd_session_status run_request(struct hd_session *s, json_t *request) {
    if (s->abandoned || !ensure_process(s) || !catch_up(s)) return HD_SESSION_LOST;
    json_int_t id = new_id(s);
    json_object_set_new(request, "id", json_integer(id));
    if (!json_object_get(request, "op")) json_object_set_new(request, "op", json_string("execute"));
    if (!json_object_get(request, "color"))
        json_object_set_new(request, "color", json_boolean(s->options.color));
    s->id = id;
    s->exited = s->interrupted = s->retried = s->started = false;
    s->unbegun = 0;
    s->count_before = s->journal.count;
    s->code = json_object_get(request, "code");
    s->obey_until = 0;
    process_send(s->process, request);
    while (!s->done) {
        bool gone;
        step(s, &gone);
        if (s->abandoned && !s->done) return HD_SESSION_LOST;
        if (!gone) continue;
        if (!recover(s)) return HD_SESSION_LOST;
        if (!s->done)
            process_send(s->process, request); // that engine ended before it saw the request
    }
    return status_of(s);
}

// With `running` held, which is let go.
static enum hd_session_status execute(struct hd_session *s, json_t *request, json_t **reply) {
    s->used = true;
    enum hd_session_status status = run_request(s, request);
    if (reply) *reply = json_incref(s->done);
    json_decref(s->done);
    json_decref(request);
    s->done = NULL;
    s->code = NULL;
    s->id = 0;
    s->obey_until = 0;
    s->interrupted = false;
    pthread_mutex_unlock(&s->running);
    return status;
}

enum hd_session_status hd_session_execute(struct hd_session *s, json_t *request, json_t **reply) {
    pthread_mutex_lock(&s->running);
    return execute(s, request, reply);
}

json_t *hd_session_ask(struct hd_session *s, json_t *request, int timeout_ms) {
    pthread_mutex_lock(&s->lock);
    struct process *p = s->process;
    if (p) process_ref(p);
    pthread_mutex_unlock(&s->lock);
    json_t *reply = NULL;
    if (p) {
        json_int_t id = new_id(s);
        json_object_set_new(request, "id", json_integer(id));
        reply = process_ask(p, request, id, timeout_ms);
        process_unref(p);
    }
    json_decref(request);
    return reply;
}

void hd_session_tell(struct hd_session *s, json_t *request) {
    pthread_mutex_lock(&s->lock);
    struct process *p = s->process;
    if (p) process_ref(p);
    pthread_mutex_unlock(&s->lock);
    if (p) {
        process_send(p, request);
        process_unref(p);
    }
    json_decref(request);
}

void hd_session_abandon(struct hd_session *s) {
    s->abandoned = true;
    hd_session_interrupt(s);
}

void hd_session_interrupt(struct hd_session *s) {
    int kept = errno;
    if (write(s->interrupt[1], "i", 1) < 0) errno = kept; // full: one is on its way
    errno = kept;
}

void hd_session_forget_interrupts(struct hd_session *s) { drain_interrupts(s); }

void hd_session_set_code(json_t *request, const char *code, size_t len) {
    if (hd_utf8_valid(code, len)) {
        json_object_set_new(request, "code", json_stringn(code, len));
        return;
    }
    struct hd_buf text = {0}; // one code point per byte
    for (size_t i = 0; i < len; i++) hd_buf_utf8(&text, (unsigned char)code[i]);
    json_object_set_new(request, "code", json_stringn(hd_buf_str(&text), text.len));
    json_object_set_new(request, "bytes", json_true());
    hd_buf_finish(&text);
}

const char *hd_session_main_remark(const char *code) {
    for (const char *at = code; (at = strstr(at, "int main")); at++) {
        const char *open = at + 8 + strspn(at + 8, " ");
        if ((at > code && at[-1] != '\n') || *open != '(')
            continue; // in another line, or not this name
        bool none = open[1] == ')' || !strncmp(open, "(void)", 6);
        const char *body = strchr(open, '{');
        if (!body || strstr(body, "main(")) continue;
        return none ? "main is defined; `main()` runs it" : "main is defined; `main(0, 0)` runs it";
    }
    return NULL;
}

// ---- create, restart, destroy -------------------------------------------------------------------

struct hd_session *hd_session_create(const struct hd_session_options *options, char **error) {
    *error = NULL;
    char *engine = find_engine(options->engine, error);
    if (!engine) return NULL;
    struct hd_session *s = hd_xcalloc(1, sizeof *s);
    struct hd_buf why = {0};
    s->options = *options;
    s->engine = engine;
    s->dump = options->dump ? hd_xstrdup(options->dump) : NULL;
    s->interrupt[0] = s->interrupt[1] = s->epoll = -1;
    s->chunk = hd_xmalloc(CHUNK);
    pthread_mutex_init(&s->lock, NULL);
    pthread_mutex_init(&s->running, NULL);
    journal_init(&s->journal);
    s->store = hd_memory_file(&why);
    if (s->store < 0) goto failed;
    s->epoll = epoll_create1(EPOLL_CLOEXEC);
    if (s->epoll < 0 || pipe2(s->interrupt, O_CLOEXEC | O_NONBLOCK) != 0) {
        hd_buf_printf(&why, "cannot open a pipe: %s", strerror(errno));
        goto failed;
    }
    if (start(s, &why)) return s;
failed:
    *error = why.s;
    hd_session_destroy(s);
    return NULL;
}

// Asks the engine to end, and ends it when it does not within half a second.
static void end_process(struct hd_session *s) {
    if (!s->process) return;
    json_t *request = json_pack("{s:s}", "op", "shutdown");
    process_send(s->process, request);
    json_decref(request);
    bool killed;
    process_finish(s->process, 500, &killed);
    set_process(s, NULL);
}

int hd_session_store(const struct hd_session *s) { return s->store; }

bool hd_session_restart(struct hd_session *s, bool restore) {
    pthread_mutex_lock(&s->running);
    drain_interrupts(s); // one that came after a cell's end would end the restoring
    if (s->process) {
        kill(s->process->pid, SIGKILL);
        bool killed;
        process_finish(s->process, GRACE_MS, &killed);
        if (restore) // journal entries that were on their way
            for (bool ended = false; !ended;) {
                json_t *event = process_take(s->process, &ended);
                const char *name = json_string_value(json_object_get(event, "event"));
                if (name && !strcmp(name, "journal")) journal_apply(&s->journal, event);
                json_decref(event);
            }
        set_process(s, NULL);
    }
    if (!restore) {
        journal_finish(&s->journal);
        journal_init(&s->journal);
        struct hd_buf unused = {0};
        int store = hd_memory_file(&unused);
        if (store >= 0) {
            close(s->store);
            s->store = store;
        }
        hd_buf_finish(&unused);
    }
    s->bad_starts = 0;
    bool ok = ensure_process(s);
    pthread_mutex_unlock(&s->running);
    return ok;
}

bool hd_session_revive(struct hd_session *s, int wait_ms) {
    nanosleep(&(struct timespec){wait_ms / 1000, wait_ms % 1000 * 1000000L}, NULL);
    pthread_mutex_lock(&s->running);
    json_t *lost = json_array(), *dropped = json_array();
    struct hd_buf why = {0};
    bool ok = !s->abandoned && (s->process || start_and_restore(s, lost, dropped, &why));
    int64_t until = hd_now_ns() + (int64_t)LOAD_MS * 1000000;
    while (ok && !s->process->ready) {
        bool ended;
        json_t *event = process_take(s->process, &ended);
        if (event) {
            handle(s, event);
        } else if (ended || hd_now_ns() > until) {
            bool killed;
            kill(s->process->pid, SIGKILL);
            bury(s, &killed);
            ok = false;
        } else {
            poll(&(struct pollfd){s->process->wake, POLLIN, 0}, 1, LOOK_MS);
        }
    }
    json_decref(lost);
    json_decref(dropped);
    hd_buf_finish(&why);
    pthread_mutex_unlock(&s->running);
    return ok;
}

void hd_session_finish(struct hd_session *s) {
    if (!s->used || s->abandoned || !s->process || process_is_dead(s->process)) return;
    if (pthread_mutex_trylock(&s->running) != 0) return; // its cell is still busy
    drain_interrupts(s);
    execute(s,
            json_pack("{s:s, s:s, s:b, s:b}", "mode", "end", "code", "", "silent", 1, "stdin", 0),
            NULL);
}

void hd_session_destroy(struct hd_session *s) {
    if (!s) return;
    end_process(s);
    journal_finish(&s->journal);
    json_decref(s->last_words);
    hd_buf_finish(&s->last_output);
    if (s->store >= 0) close(s->store);
    if (s->epoll >= 0) close(s->epoll);
    for (int i = 0; i < 2; i++)
        if (s->interrupt[i] >= 0) close(s->interrupt[i]);
    pthread_mutex_destroy(&s->lock);
    pthread_mutex_destroy(&s->running);
    free(s->chunk);
    free(s->engine);
    free(s->dump);
    free(s);
}

int hd_session_option(const struct hd_session *s, const char *name) {
    return (int)json_integer_value(json_object_get(s->journal.options, name));
}

int hd_session_fd(struct hd_session *s) { return s->epoll; }

bool hd_session_pump(struct hd_session *s) {
    if (pthread_mutex_trylock(&s->running) != 0) return true;
    drain_interrupts(s);
    bool ok = !s->process || catch_up(s);
    pthread_mutex_unlock(&s->running);
    return ok;
}
