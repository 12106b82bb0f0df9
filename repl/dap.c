// `heddle --dap`: the Debug Adapter Protocol on standard input and output, for editors.
//
// A thread reads requests and hands them to the engine, which answers while code runs or is stopped
// (run/debug/dap.c); `launch` runs a file on the main thread once the client is configured. What
// the program prints becomes `output` events.
#include "repl.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ANSWER_MS = 20000, ENDING_MS = 1000, LONGEST_MESSAGE = 64 << 20 };

struct dap {
    struct hd_session *session;
    pthread_mutex_t writing, lock;
    pthread_cond_t changed;
    json_int_t seq;
    json_t *launch; // arguments
    bool configured, running, again, ended;
    int run; // number of the run
    int exit_status;
    bool quiet; // what runs is ours: its output is not the program's
};

static void send(struct dap *d, json_t *message) { // steals
    pthread_mutex_lock(&d->writing);
    json_object_set_new(message, "seq", json_integer(++d->seq));
    char *text = json_dumps(message, JSON_COMPACT);
    if (text) {
        printf("Content-Length: %zu\r\n\r\n%s", strlen(text), text);
        fflush(stdout);
    }
    free(text);
    pthread_mutex_unlock(&d->writing);
    json_decref(message);
}

static void send_event(struct dap *d, const char *name, json_t *body) {
    send(d, json_pack("{s:s, s:s, s:o}", "type", "event", "event", name, "body", body));
}

static void send_output(struct dap *d, const char *category, const char *text, size_t len) {
    json_t *string = json_stringn(text, len);
    if (!string) string = json_string("?\n"); // not UTF-8
    send_event(d, "output", json_pack("{s:s, s:o}", "category", category, "output", string));
}

static json_t *read_message(void) {
    char line[256];
    size_t len = 0;
    for (;;) {
        if (!fgets(line, sizeof line, stdin)) return NULL;
        if (!strncmp(line, "Content-Length:", 15)) len = (size_t)strtoul(line + 15, NULL, 10);
        if (!strcmp(line, "\r\n") || !strcmp(line, "\n")) break;
    }
    if (!len || len > LONGEST_MESSAGE) return NULL;
    char *text = hd_xmalloc(len + 1);
    json_t *message = fread(text, 1, len, stdin) == len ? json_loadb(text, len, 0, NULL) : NULL;
    free(text);
    return message;
}

// ---- what the engine says -----------------------------------------------------------------------

static void on_output(void *user, int stream, const char *data, size_t len) {
    if (((struct dap *)user)->quiet && stream != 2) return;
    send_output(user, stream == 2 ? "stderr" : "stdout", data, len);
}

static void on_event(void *user, const char *name, json_t *event) {
    struct dap *d = user;
    json_t *dap = json_object_get(event, "dap"), *line;
    if (!strcmp(name, "debug") && dap) {
        send_event(d, json_string_value(json_object_get(dap, "event")),
                   json_incref(json_object_get(dap, "body")));
        return;
    }
    const char *text = json_string_value(json_object_get(event, "plain"));
    if (text && (!strcmp(name, "diagnostic") || !strcmp(name, "notice")))
        send_output(d, "stderr", text, strlen(text));
    size_t i;
    if (!strcmp(name, "error"))
        json_array_foreach(json_object_get(event, "traceback"), i, line)
            send_output(d, "stderr", json_string_value(line), json_string_length(line));
    if (!strcmp(name, "result")) {
        const char *value =
            json_string_value(json_object_get(json_object_get(event, "data"), "text/plain"));
        if (value) send_output(d, "stdout", value, strlen(value));
        send_output(d, "stdout", "\n", 1);
    }
    if (!strcmp(name, "exit"))
        d->exit_status = (int)json_integer_value(json_object_get(event, "status"));
}

// ---- what the client asks -----------------------------------------------------------------------

static void respond(struct dap *d, const json_t *request, json_t *answer) { // steals answer
    json_t *message =
        json_pack("{s:s, s:O, s:O}", "type", "response", "request_seq",
                  json_object_get(request, "seq"), "command", json_object_get(request, "command"));
    bool ok = json_is_true(json_object_get(answer, "success"));
    json_object_set_new(message, "success", json_boolean(ok));
    json_t *body = json_object_get(answer, "body"), *why = json_object_get(answer, "message");
    if (body) json_object_set(message, "body", body);
    if (!ok)
        json_object_set_new(message, "message",
                            why ? json_incref(why) : json_string("the engine does not answer"));
    json_decref(answer);
    send(d, message);
}

static json_t *refused(const char *why) {
    return json_pack("{s:b, s:s}", "success", 0, "message", why);
}

static bool is_readable(const char *path) {
    char *text = NULL;
    size_t len;
    bool ok = path && hd_read_file(path, &text, &len);
    free(text);
    return ok;
}

static json_t *ask(struct dap *d, const char *command, json_t *args, int ms) {
    json_t *request = json_pack("{s:s, s:{s:s}}", "op", "debug", "request", "command", command);
    if (args) json_object_set(json_object_get(request, "request"), "arguments", args);
    return hd_session_ask(d->session, request, ms);
}

// A run that goes on or is stopped is to end; 0: none did when it was asked for. Another one may
// have begun since.
static json_t *end_program(struct dap *d, int run) {
    json_t *answer = run ? ask(d, "terminate", NULL, ENDING_MS) : NULL;
    bool stopped = json_is_true(json_object_get(json_object_get(answer, "body"), "stopped"));
    pthread_mutex_lock(&d->lock);
    if (run && d->running && d->run == run && !stopped) hd_session_interrupt(d->session);
    pthread_mutex_unlock(&d->lock);
    json_decref(answer);
    return json_pack("{s:b}", "success", 1);
}

static void take(struct dap *d, json_t *request) {
    const char *command = json_string_value(json_object_get(request, "command"));
    if (!command) return;
    bool launches = !strcmp(command, "launch"), restarts = !strcmp(command, "restart"),
         ends = !strcmp(command, "disconnect");
    json_t *args = json_object_get(request, "arguments"), *answer;
    json_t *again = restarts ? json_object_get(args, "arguments") : NULL; // changed meanwhile
    const char *path = launches ? json_string_value(json_object_get(args, "program")) : NULL;
    if (launches && !is_readable(path))
        answer = refused("launch needs `program`, a file that can be read");
    else if (restarts && !d->launch)
        answer = refused("nothing was launched");
    else if (restarts || !strcmp(command, "terminate"))
        answer = NULL; // below: first it is known that it was asked for
    else
        answer = ask(d, command, args, ends ? ENDING_MS : ANSWER_MS);
    bool ok = !answer || json_is_true(json_object_get(answer, "success"));
    pthread_mutex_lock(&d->lock);
    if (launches && ok) d->launch = args ? json_incref(args) : json_object();
    if (restarts && ok) {
        d->again = true;
        if (json_is_object(again) && json_object_get(again, "program")) {
            json_decref(d->launch);
            d->launch = json_incref(again);
        }
    }
    if (!strcmp(command, "configurationDone")) d->configured = true;
    if (ends) d->ended = true;
    int run = d->running ? d->run : 0;
    pthread_mutex_unlock(&d->lock);
    if (!answer) answer = end_program(d, run);
    respond(d, request, answer);
    if (!strcmp(command, "initialize")) send_event(d, "initialized", json_object());
    pthread_mutex_lock(&d->lock);
    pthread_cond_signal(&d->changed);
    pthread_mutex_unlock(&d->lock);
    if (ends) hd_session_abandon(d->session);
}

static void *read_requests(void *arg) {
    struct dap *d = arg;
    for (json_t *request; !d->ended && (request = read_message()); json_decref(request))
        take(d, request);
    pthread_mutex_lock(&d->lock);
    d->ended = true;
    pthread_cond_signal(&d->changed);
    pthread_mutex_unlock(&d->lock);
    hd_session_abandon(d->session);
    return NULL;
}

// ---- the program --------------------------------------------------------------------------------

// `%cd` or `%env` before the program. false: it did not work, and was told.
static bool run_magic(struct dap *d, const char *magic, const char *rest) {
    struct hd_buf line = {0};
    hd_buf_printf(&line, "%s %s", magic, rest);
    json_t *request = json_pack("{s:s, s:b}", "op", "execute", "color", 0);
    hd_session_set_code(request, hd_buf_str(&line), line.len);
    hd_buf_finish(&line);
    d->quiet = true;
    enum hd_session_status status = hd_session_execute(d->session, request, NULL);
    d->quiet = false;
    return status == HD_SESSION_OK;
}

// Where the program runs, and its environment.
static bool prepare(struct dap *d, const json_t *launch) {
    const char *folder = json_string_value(json_object_get(launch, "cwd")), *name;
    json_t *value;
    if (folder && *folder && !run_magic(d, "%cd", folder)) return false;
    json_object_foreach(json_object_get(launch, "env"), name, value) {
        struct hd_buf setting = {0};
        const char *text = json_string_value(value);
        hd_buf_printf(&setting, "%s=%s", name, text ? text : "");
        run_magic(d, "%env", hd_buf_str(&setting));
        hd_buf_finish(&setting);
    }
    return true;
}

static int run_program(struct dap *d, json_t *launch) {
    const char *path = json_string_value(json_object_get(launch, "program"));
    char *text = NULL;
    size_t len, i;
    json_t *arg;
    if (!hd_read_file(path, &text, &len)) return 2;
    if (!prepare(d, launch)) {
        free(text);
        return 2;
    }
    json_t *argv = json_pack("[s]", path);
    json_array_foreach(json_object_get(launch, "args"), i, arg) json_array_append(argv, arg);
    bool stops = !json_is_true(json_object_get(launch, "noDebug"));
    json_t *request = json_pack("{s:s, s:s, s:s, s:o, s:b, s:b}", "op", "execute", "mode", "file",
                                "path", path, "argv", argv, "debug", stops, "color", 0);
    hd_session_set_code(request, text, len);
    free(text);
    d->exit_status = 0;
    enum hd_session_status status = hd_session_execute(d->session, request, NULL);
    return status == HD_SESSION_OK || status == HD_SESSION_EXITED ? d->exit_status : 1;
}

// Launches what was asked for, as often as that, until the client leaves. With the lock held.
static void serve_launches(struct dap *d) {
    bool begins = true;
    while (!d->ended) {
        if (!d->launch || !d->configured || !(begins || d->again)) {
            pthread_cond_wait(&d->changed, &d->lock);
            continue;
        }
        json_t *launch = json_incref(d->launch);
        begins = d->again = false;
        d->running = true;
        d->run++;
        hd_session_forget_interrupts(d->session); // they were for the run before
        pthread_mutex_unlock(&d->lock);
        int status = run_program(d, launch);
        json_decref(launch);
        pthread_mutex_lock(&d->lock);
        d->running = false;
        if (d->again) continue;
        pthread_mutex_unlock(&d->lock);
        send_event(d, "exited", json_pack("{s:i}", "exitCode", status));
        send_event(d, "terminated", json_object());
        pthread_mutex_lock(&d->lock);
    }
}

int dap_serve(const char *engine) {
    struct dap d = {.writing = PTHREAD_MUTEX_INITIALIZER,
                    .lock = PTHREAD_MUTEX_INITIALIZER,
                    .changed = PTHREAD_COND_INITIALIZER};
    struct hd_session_options options = {
        .engine = engine, .stdin_fd = -1, .line_output = true, .hooks = {&d, on_output, on_event}};
    char *error;
    d.session = hd_session_create(&options, &error);
    if (!d.session) {
        fprintf(stderr, "heddle: %s\n", error);
        free(error);
        return 1;
    }
    pthread_t reader;
    pthread_create(&reader, NULL, read_requests, &d);
    pthread_mutex_lock(&d.lock);
    serve_launches(&d);
    pthread_mutex_unlock(&d.lock);
    pthread_join(reader, NULL);
    hd_session_destroy(d.session);
    json_decref(d.launch);
    return 0;
}
