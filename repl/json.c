// heddle --json: a session for other programs. One request a line comes in on standard input, one
// event a line goes out on standard output; both are JSON objects. doc/json.md is the reference.
//
//     {"id": 1, "op": "execute", "code": "1 + 1"}
//     {"event": "result", "id": 1, "count": 1, "text": "2", "type": "int", "value": 2, ...}
//     {"event": "done", "id": 1, "status": "ok", "count": 1, "us": 1900}
//
// A thread reads requests. What runs code is queued for the main thread, in order; questions and
// interrupts are answered at once, also while code runs. Lines are written whole, under a lock.
#include "repl.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ANSWER_MS = 10000, PROTOCOL = 1 };

struct server {
    struct hd_session *session;
    pthread_mutex_t lock; // of the queue
    pthread_cond_t changed;
    HD_VEC(json_t *) queue;
    HD_VEC(json_t *) inputs; // lines for standard input that nobody has asked for yet
    int asking;              // input requests that wait for a line
    bool ended;              // no more requests will come
    pthread_mutex_t out;     // of standard output
    json_t *id;              // of the running request, as its sender wrote it; borrowed
    struct hd_buf part[3];   // by stream: the beginning of a character whose rest is to come
    int exit_status;
    bool broken; // standard output cannot be written to
};

static struct server server = {.lock = PTHREAD_MUTEX_INITIALIZER,
                               .changed = PTHREAD_COND_INITIALIZER,
                               .out = PTHREAD_MUTEX_INITIALIZER};

// ---- events -------------------------------------------------------------------------------------

// Writes a line. Takes the reference.
static void put(json_t *event) {
    char *text = event ? json_dumps(event, JSON_COMPACT) : NULL;
    json_decref(event);
    if (!text) return;
    size_t len = strlen(text);
    text[len++] = '\n'; // in the place of the final NUL
    pthread_mutex_lock(&server.out);
    for (size_t at = 0; at < len && !server.broken;) {
        ssize_t n = write(1, text + at, len - at);
        if (n > 0) at += (size_t)n;
        if (n < 0 && errno != EINTR && errno != EAGAIN) server.broken = true;
    }
    pthread_mutex_unlock(&server.out);
    free(text);
    if (server.broken) hd_session_abandon(server.session);
}

// An event that answers `id`; `members` (stolen) follow.
static void put_event(const char *name, json_t *id, json_t *members) {
    json_t *event = json_pack("{s:s, s:O?}", "event", name, "id", id);
    json_object_update(event, members);
    json_decref(members);
    put(event);
}

static void put_problem(json_t *id, const char *fmt, const char *what) {
    put_event("reply", id,
              json_pack("{s:s, s:o}", "status", "error", "message", json_sprintf(fmt, what)));
}

// How many bytes at the end are a character of which the rest has not come.
static size_t unfinished(const char *s, size_t len) {
    for (size_t n = 1; n <= 3 && n <= len; n++) {
        unsigned char c = (unsigned char)s[len - n];
        if (c < 0x80) return 0;
        if (c < 0xC0) continue; // in the middle of one
        size_t whole = c >= 0xF0 ? 4 : c >= 0xE0 ? 3 : 2;
        return whole > n ? n : 0;
    }
    return 0;
}

static void put_output(int stream, const char *s, size_t len) {
    if (!len) return;
    json_t *members = json_object();
    hd_session_set_code(members, s, len); // text, or bytes
    json_t *text = json_object_get(members, "code");
    json_object_set(members, "text", text);
    json_object_del(members, "code");
    json_object_set_new(members, "stream", json_string(stream == 2 ? "stderr" : "stdout"));
    put_event("output", server.id, members);
}

static void flush_part(int stream) {
    struct hd_buf *part = &server.part[stream];
    put_output(stream, hd_buf_str(part), part->len);
    hd_buf_clear(part);
}

static void on_output(void *user, int stream, const char *data, size_t len) {
    struct hd_buf *part = &server.part[stream];
    hd_buf_add(part, data, len);
    size_t left = unfinished(part->s, part->len);
    char rest[4];
    memcpy(rest, part->s + part->len - left, left);
    put_output(stream, part->s, part->len - left);
    hd_buf_clear(part);
    hd_buf_add(part, rest, left);
}

static void want_input(int n);

static void on_event(void *user, const char *name, json_t *event) {
    json_t *members = json_copy(event);
    json_object_del(members, "event");
    json_object_del(members, "id");
    json_object_del(members, "sync");
    if (!strcmp(name, "sync") || !strcmp(name, "ready")) {
        json_decref(members);
        return;
    }
    if (!strcmp(name, "exit"))
        server.exit_status = (int)json_integer_value(json_object_get(members, "status"));
    for (int stream = 1; stream <= 2; stream++) flush_part(stream);
    put_event(name, server.id, members);
    if (!strcmp(name, "input_request")) want_input(1);
}

// ---- standard input of user code ----------------------------------------------------------------

// The engine takes a line when it has asked for one; lines may come before. After the last request
// the input has ended.
static void give_input(void) {
    pthread_mutex_lock(&server.lock);
    while (server.asking && (server.inputs.n || server.ended)) {
        json_t *line = server.inputs.n ? server.inputs.v[0]
                                       : json_pack("{s:s, s:b}", "op", "input", "eof", true);
        if (server.inputs.n)
            memmove(server.inputs.v, server.inputs.v + 1,
                    sizeof *server.inputs.v * (size_t)--server.inputs.n);
        server.asking--;
        hd_session_tell(server.session, line);
    }
    pthread_mutex_unlock(&server.lock);
}

// n: so many more lines are waited for; 0: none.
static void want_input(int n) {
    pthread_mutex_lock(&server.lock);
    server.asking = n ? server.asking + n : 0;
    pthread_mutex_unlock(&server.lock);
    give_input();
}

// ---- requests that run code ---------------------------------------------------------------------

static const char *status_name(enum hd_session_status status) {
    switch (status) {
    case HD_SESSION_OK: return "ok";
    case HD_SESSION_ERROR: return "error";
    case HD_SESSION_INTERRUPTED: return "interrupted";
    case HD_SESSION_EXITED: return "exited";
    case HD_SESSION_LOST: return "lost";
    }
    return "error";
}

static enum hd_session_status run_execute(json_t *request) {
    json_t *reply = NULL, *inner = json_copy(request);
    json_object_del(inner, "id");
    if (!json_object_get(inner, "values")) json_object_set_new(inner, "values", json_true());
    int64_t start = hd_now_ns();
    want_input(0);
    enum hd_session_status status = hd_session_execute(server.session, inner, &reply);
    for (int stream = 1; stream <= 2; stream++) flush_part(stream);
    put_event("done", server.id,
              json_pack("{s:s, s:O?, s:I, s:O?}", "status", status_name(status), "count",
                        json_object_get(reply, "count"), "us",
                        (json_int_t)(hd_now_ns() - start) / 1000, "compile_us",
                        json_object_get(reply, "compile_us")));
    json_decref(reply);
    return status;
}

static enum hd_session_status run_restart(json_t *request) {
    bool keep = !json_is_false(json_object_get(request, "restore"));
    bool ok = hd_session_restart(server.session, keep);
    put_event("done", server.id, json_pack("{s:s}", "status", ok ? "ok" : "lost"));
    return ok ? HD_SESSION_OK : HD_SESSION_LOST;
}

static json_t *next_request(void) {
    pthread_mutex_lock(&server.lock);
    while (!server.queue.n && !server.ended) pthread_cond_wait(&server.changed, &server.lock);
    json_t *request = NULL;
    if (server.queue.n) {
        request = server.queue.v[0];
        memmove(server.queue.v, server.queue.v + 1,
                sizeof *server.queue.v * (size_t)--server.queue.n);
    }
    pthread_mutex_unlock(&server.lock);
    return request;
}

// ---- questions ----------------------------------------------------------------------------------

// What a request may ask for, and how it is answered.
static const struct {
    const char *op;
    enum { RUNS, ASKS, ACTS } how;
} ops[] = {
    {"execute", RUNS},  {"restart", RUNS},   {"check", ASKS},     {"is_complete", ASKS},
    {"complete", ASKS}, {"inspect", ASKS},   {"signature", ASKS}, {"highlight", ASKS},
    {"status", ASKS},   {"interrupt", ACTS}, {"input", ACTS},     {"quit", ACTS},
};

static void ask(json_t *request) {
    json_t *id = json_object_get(request, "id"), *inner = json_copy(request);
    json_object_del(inner, "id");
    json_t *reply = hd_session_ask(server.session, inner, ANSWER_MS);
    if (!reply) {
        put_problem(id, "the engine has not answered `%s`",
                    json_string_value(json_object_get(request, "op")));
        return;
    }
    json_t *members = json_copy(reply);
    json_object_del(members, "event");
    json_object_del(members, "id");
    put_event("reply", id, members);
    json_decref(reply);
}

// false: the session is to end.
static bool act(json_t *request, const char *op) {
    json_t *id = json_object_get(request, "id");
    if (!strcmp(op, "quit")) return false;
    if (!strcmp(op, "interrupt")) {
        hd_session_interrupt(server.session);
        put_event("reply", id, json_pack("{s:s}", "status", "ok"));
    } else {
        json_t *inner = json_copy(request);
        json_object_del(inner, "id");
        pthread_mutex_lock(&server.lock);
        HD_XPUSH(&server.inputs, inner);
        pthread_mutex_unlock(&server.lock);
        give_input();
    }
    return true;
}

static bool take(const char *line, size_t len) {
    json_error_t error;
    json_t *request = json_loadb(line, len, JSON_ALLOW_NUL, &error);
    json_t *id = json_object_get(request, "id");
    const char *op = json_string_value(json_object_get(request, "op"));
    int i = 0;
    while (op && i < HD_COUNT(ops) && strcmp(ops[i].op, op) != 0) i++;
    bool on = true;
    if (!json_is_object(request)) {
        put_problem(NULL, "the line is not a JSON object: %s",
                    request ? "another value" : error.text);
    } else if (!op) {
        put_problem(id, "a request needs %s", "\"op\", for example \"execute\"");
    } else if (i == HD_COUNT(ops)) {
        put_problem(id, "there is no op `%s`; doc/json.md lists them", op);
    } else if (ops[i].how == RUNS) {
        pthread_mutex_lock(&server.lock);
        HD_XPUSH(&server.queue, json_incref(request));
        pthread_cond_signal(&server.changed);
        pthread_mutex_unlock(&server.lock);
    } else if (ops[i].how == ASKS) {
        ask(request);
    } else {
        on = act(request, op);
    }
    json_decref(request);
    return on;
}

static void *read_requests(void *arg) {
    struct hd_buf line = {0};
    char chunk[1 << 16];
    bool on = true;
    while (on) {
        ssize_t n = read(0, chunk, sizeof chunk);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) break;
        for (const char *p = chunk, *end = chunk + n; p < end && on;) {
            const char *newline = memchr(p, '\n', (size_t)(end - p));
            hd_buf_add(&line, p, (size_t)((newline ? newline : end) - p));
            p = newline ? newline + 1 : end;
            bool blank = newline && strspn(hd_buf_str(&line), " \t\r") == line.len;
            if (newline && !blank) on = take(line.s, line.len);
            if (newline) hd_buf_clear(&line);
        }
    }
    if (on && line.len) take(line.s, line.len); // the last line may have no newline
    hd_buf_finish(&line);
    pthread_mutex_lock(&server.lock);
    server.ended = true;
    if (!on) { // quit: what is queued does not run
        for (int i = 0; i < server.queue.n; i++) json_decref(server.queue.v[i]);
        server.queue.n = 0;
    }
    pthread_cond_signal(&server.changed);
    pthread_mutex_unlock(&server.lock);
    if (!on) hd_session_abandon(server.session);
    give_input();
    return NULL;
}

int json_serve(struct hd_session_options *options) {
    options->hooks = (struct hd_session_hooks){.output = on_output, .event = on_event};
    options->stdin_fd = -1;
    options->asks_for_input = true;
    options->color = false;
    char *error;
    server.session = hd_session_create(options, &error);
    if (!server.session) {
        put(json_pack("{s:s, s:s}", "event", "fatal", "message", error));
        free(error);
        return 1;
    }
    put(json_pack("{s:s, s:s, s:i}", "event", "ready", "version", HD_VERSION, "protocol",
                  PROTOCOL));
    pthread_t reader;
    if (pthread_create(&reader, NULL, read_requests, NULL) != 0) return 1;
    pthread_detach(reader); // it may wait for input for ever
    int result = 0;
    for (json_t *request; (request = next_request()); json_decref(request)) {
        server.id = json_object_get(request, "id");
        const char *op = json_string_value(json_object_get(request, "op"));
        enum hd_session_status status =
            !strcmp(op, "execute") ? run_execute(request) : run_restart(request);
        server.id = NULL;
        if (status == HD_SESSION_EXITED) result = server.exit_status;
        if (status == HD_SESSION_LOST) result = 1;
        if (status == HD_SESSION_EXITED || status == HD_SESSION_LOST || server.broken) {
            json_decref(request);
            break;
        }
    }
    if (!server.broken) hd_session_finish(server.session);
    hd_session_destroy(server.session);
    for (int i = 1; i <= 2; i++) hd_buf_finish(&server.part[i]);
    return server.ended && result == 1 && server.broken ? 0 : result;
}
