// Cells, one after the other, on the main thread.
//
// A request gets, in this order: busy; execute_input; output as it comes; results and at most one
// error; execute_reply; idle. When a cell fails (and stop_on_error was not turned off), the cells
// that have arrived by then are answered with an error without being run: first all that waits in
// the socket is taken in, then the reply is sent, so a cell that a client sends after it has seen
// the failure runs. An interrupt aborts nothing but its cell.
//
// Between cells the loop also waits for the session: an engine that ends is replaced at once, and
// threads of earlier cells may print.
#include "kernel.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

struct cell { // how an execute_request wants to be run
    bool silent, store_history, stop_on_error;
    json_t *expressions;
};

static bool bool_of(const json_t *object, const char *key, bool otherwise) {
    json_t *value = json_object_get(object, key);
    return json_is_boolean(value) ? json_is_true(value) : otherwise;
}

// ---- the queue ----------------------------------------------------------------------------------

void execute_add(struct kernel *kernel, struct request *request) {
    struct executor *e = &kernel->executor;
    pthread_mutex_lock(&e->lock);
    HD_XPUSH(&e->queue, request_ref(request));
    pthread_mutex_unlock(&e->lock);
    uint64_t one = 1;
    while (write(e->wake, &one, sizeof one) < 0 && errno == EINTR) continue;
}

static struct request *next_request(struct executor *e) {
    struct request *request = NULL;
    pthread_mutex_lock(&e->lock);
    if (e->taken < e->queue.n) request = e->queue.v[e->taken++];
    if (e->taken == e->queue.n) e->queue.n = e->taken = 0;
    e->current = request;
    pthread_mutex_unlock(&e->lock);
    return request;
}

static void settle(struct executor *e, const struct request *request, bool failed) { // locked
    for (int i = 0; i < e->waiters.n; i++) {
        struct waiter *w = e->waiters.v[i];
        if (w->request == request) w->done = true, w->failed = failed;
    }
    pthread_cond_broadcast(&e->settled);
}

bool execute_if_idle(struct kernel *kernel, struct request *request, bool *failed) {
    struct executor *e = &kernel->executor;
    struct waiter waiter = {.request = request};
    pthread_mutex_lock(&e->lock);
    bool idle = !e->current && e->taken == e->queue.n;
    if (idle) {
        HD_XPUSH(&e->queue, request_ref(request));
        HD_XPUSH(&e->waiters, &waiter);
        uint64_t one = 1;
        while (write(e->wake, &one, sizeof one) < 0 && errno == EINTR) continue;
        while (!waiter.done && !kernel->stopping) pthread_cond_wait(&e->settled, &e->lock);
        for (int i = 0; i < e->waiters.n; i++)
            if (e->waiters.v[i] == &waiter) e->waiters.v[i] = e->waiters.v[--e->waiters.n];
    }
    pthread_mutex_unlock(&e->lock);
    *failed = waiter.failed;
    return idle;
}

void execute_interrupt(struct kernel *kernel) {
    struct executor *e = &kernel->executor;
    pthread_mutex_lock(&e->lock);
    e->interrupted = e->current || e->taken < e->queue.n;
    pthread_mutex_unlock(&e->lock);
    hd_session_interrupt(kernel->session);
    // The session passes it on while a cell runs.
    if (kernel->subshells.beside)
        hd_session_tell(kernel->session, json_pack("{s:s}", "op", "interrupt"));
}

bool execute_is_interrupted(struct kernel *kernel) {
    struct executor *e = &kernel->executor;
    pthread_mutex_lock(&e->lock);
    bool interrupted = e->interrupted;
    e->interrupted = false;
    pthread_mutex_unlock(&e->lock);
    return interrupted;
}

void execute_again_busy(struct kernel *kernel) {
    struct executor *e = &kernel->executor;
    pthread_mutex_lock(&e->lock);
    if (e->current) publish_status(kernel, e->current, "busy");
    pthread_mutex_unlock(&e->lock);
}

// ---- one cell -----------------------------------------------------------------------------------

static enum hd_session_status run(struct execution *x, const char *code, size_t len,
                                  json_t *request) {
    json_object_set_new(request, "op", json_string("execute"));
    json_object_set_new(request, "color", json_true());
    json_object_set_new(request, "html", json_boolean(!x->evaluating && !x->silent && !x->beside));
    json_object_set_new(request, "debug", json_boolean(x->kernel->debugging && !x->evaluating));
    json_object_set_new(request, "stdin", json_boolean(x->allow_stdin && !x->evaluating));
    hd_session_set_code(request, code, len);
    json_t *done = NULL;
    hd_session_forget_interrupts(
        x->kernel->session); // `interrupted` tells show_started of those for this cell
    enum hd_session_status status = hd_session_execute(x->kernel->session, request, &done);
    json_t *count = json_object_get(done, "count");
    if (count) x->kernel->executor.count = (int)json_integer_value(count);
    json_decref(done);
    return status;
}

static json_t *failure(const struct execution *x, const char *otherwise) {
    json_t *result = x->error ? json_copy(x->error) : error_content("Error", otherwise, NULL);
    json_object_set_new(result, "status", json_string("error"));
    return result;
}

static json_t *evaluate(struct execution *x, const char *code) {
    x->evaluating = true;
    json_t *kept = x->error, *diagnostics = x->diagnostics;
    x->error = x->value = NULL;
    x->diagnostics = json_array();
    enum hd_session_status status =
        run(x, code, strlen(code),
            json_pack("{s:b, s:b, s:b}", "store_history", 0, "silent", 1, "value", 1));
    json_t *result;
    if (status == HD_SESSION_OK && x->value)
        result = json_pack("{s:s, s:O, s:{}}", "status", "ok", "data", x->value, "metadata");
    else
        result = failure(x, status == HD_SESSION_OK ? "the expression has no value"
                                                    : "the expression failed");
    json_decref(x->value);
    json_decref(x->error);
    json_decref(x->diagnostics);
    x->error = kept;
    x->diagnostics = diagnostics;
    x->value = NULL;
    x->evaluating = false;
    return result;
}

static json_t *evaluate_all(struct execution *x, json_t *expressions) {
    json_t *results = json_object(), *code;
    const char *name;
    json_object_foreach(expressions, name, code) {
        const char *text = json_string_value(code);
        json_object_set_new(results, name,
                            text ? evaluate(x, text)
                                 : failure(x, "an expression has to be a string"));
    }
    return results;
}

static json_t *reply_content(struct execution *x, const struct cell *cell, bool ok) {
    json_t *content = ok ? json_object() : failure(x, "the cell failed");
    if (ok) json_object_set_new(content, "status", json_string("ok"));
    json_object_set_new(content, "execution_count", json_integer(x->count));
    json_object_set_new(content, "user_expressions",
                        ok ? evaluate_all(x, cell->expressions) : json_object());
    json_object_set_new(content, "payload", ok ? json_incref(x->payload) : json_array());
    return content;
}

static bool is_cell(const struct request *request) {
    return !strcmp(request->type, "execute_request");
}

// The cells of "Run All" are sent one by one: through a browser and a server they arrive some
// milliseconds apart, and longer on a busy machine. What names its cell comes from there, and
// whoever pressed the key cannot have seen the failure so soon. Other clients may wait for the
// reply.
void execute_drain(struct kernel *kernel, const struct request *failed) {
    enum { QUIET_MS = 5, QUIET_NOTEBOOK_MS = 100 };
    bool notebook = json_object_get(failed->metadata, "cellId") != NULL;
    channel_drain(&kernel->channels[SHELL], notebook ? QUIET_NOTEBOOK_MS : QUIET_MS);
}

// One that arrived before a cell failed. No count, as with ipykernel: JupyterLab shows "[ ]" then.
void execute_abort(struct kernel *kernel, struct request *request) {
    publish_status(kernel, request, "busy");
    reply(kernel, request, "execute_reply", json_pack("{ss}", "status", "aborted"));
    publish_status(kernel, request, "idle");
    pthread_mutex_lock(&kernel->executor.lock);
    settle(&kernel->executor, request, true);
    pthread_mutex_unlock(&kernel->executor.lock);
    request_unref(request);
}

// Of the same shell: what another one has asked for does not hang on this cell.
static bool is_next_to(const struct request *a, const struct request *b) {
    const char *one = subshell_of(a), *other = subshell_of(b);
    return one && other ? !strcmp(one, other) : one == other;
}

static void finish(struct execution *x, const struct cell *cell, enum hd_session_status status) {
    struct kernel *kernel = x->kernel;
    struct executor *e = &kernel->executor;
    bool ok = status == HD_SESSION_OK || status == HD_SESSION_EXITED;
    show_announce(x);
    const char *remark =
        ok && !x->silent && !x->request->from_script ? hd_session_main_remark(x->code) : NULL;
    if (remark) {
        output_write(kernel, 2, remark, strlen(remark));
        output_write(kernel, 2, "\n", 1);
    }
    output_end(kernel);
    if (!ok && !x->error) {
        x->error = error_content("Error", "the engine could not run the cell", NULL);
        if (!x->silent) publish(kernel, x->request, "error", json_incref(x->error));
    }
    widgets_cell_ended(kernel);
    json_t *content = reply_content(x, cell, ok);
    if (ok && !x->silent && cell->store_history) kept_add(&kernel->kept, x->count, x->code);
    if (!x->silent && cell->store_history)
        history_record(kernel, x->count, x->code, x->result ? json_string_value(x->result) : NULL);
    __typeof__(e->queue) aborted = {0};
    bool stops = !ok && status != HD_SESSION_INTERRUPTED && cell->stop_on_error;
    if (stops && !kernel->stopping) {
        execute_drain(kernel, x->request);
        pthread_mutex_lock(&e->lock);
        int kept = 0; // what is no cell stays
        for (; e->taken < e->queue.n; e->taken++) {
            struct request *queued = e->queue.v[e->taken];
            if (is_cell(queued) && is_next_to(queued, x->request))
                HD_XPUSH(&aborted, queued);
            else
                e->queue.v[kept++] = queued;
        }
        e->queue.n = kept;
        e->taken = 0;
        pthread_mutex_unlock(&e->lock);
    }
    reply(kernel, x->request, "execute_reply", content);
    pthread_mutex_lock(&e->lock); // after this no other thread says that we are busy
    e->current = NULL;
    e->interrupted = false;
    publish_status(kernel, x->request, "idle");
    settle(e, x->request, stops);
    pthread_mutex_unlock(&e->lock);
    for (int i = 0; i < aborted.n; i++) execute_abort(kernel, aborted.v[i]);
    HD_FREE_VEC(&aborted);
}

static void execute(struct kernel *kernel, struct request *request) {
    struct executor *e = &kernel->executor;
    const json_t *content = request->content;
    struct cell cell = {.silent = bool_of(content, "silent", false),
                        .stop_on_error = bool_of(content, "stop_on_error", true),
                        .expressions = json_object_get(content, "user_expressions")};
    cell.store_history = bool_of(content, "store_history", true) && !cell.silent;
    json_t *code = json_object_get(content, "code");
    struct execution x = {.kernel = kernel,
                          .request = request,
                          .silent = cell.silent,
                          .count = e->count + (cell.store_history && json_is_string(code)),
                          .allow_stdin = bool_of(content, "allow_stdin", true),
                          .payload = json_array(),
                          .diagnostics = json_array(),
                          .bars = json_object(),
                          .code = json_is_string(code) ? json_string_value(code) : ""};
    publish_status(kernel, request, "busy");
    output_begin(kernel, request, cell.silent);
    e->running = &x;
    enum hd_session_status status = HD_SESSION_ERROR;
    if (kernel->kept.offer && !cell.silent && json_is_string(code)) {
        show_announce(&x);
        output_write(kernel, 2, kernel->kept.offer, strlen(kernel->kept.offer));
        free(kernel->kept.offer);
        kernel->kept.offer = NULL;
    }
    if (json_is_string(code)) {
        json_t *members =
            json_pack("{s:b, s:b, s:s}", "store_history", cell.store_history, "silent", cell.silent,
                      "mode", request->from_script ? "script" : "cell");
        status = run(&x, x.code, json_string_length(code), members);
    } else {
        x.announced = true;
        x.error = error_content("BadRequest", "an execute_request needs `code`, a string", NULL);
        if (!x.silent) publish(kernel, request, "error", json_incref(x.error));
    }
    input_forget(kernel);
    finish(&x, &cell, status);
    e->running = NULL;
    json_decref(x.payload);
    json_decref(x.diagnostics);
    json_decref(x.bars);
    json_decref(x.error);
    json_decref(x.result);
}

void execute_aside(struct kernel *kernel, struct request *request, const char *code) {
    struct executor *e = &kernel->executor;
    struct execution x = {.kernel = kernel,
                          .request = request,
                          .count = e->count,
                          .announced = true,
                          .payload = json_array(),
                          .diagnostics = json_array(),
                          .bars = json_object(),
                          .code = code};
    e->running = &x;
    run(&x, code, strlen(code), json_pack("{s:b, s:b}", "store_history", 0, "silent", 1));
    output_end(kernel);
    e->running = NULL;
    json_decref(x.payload);
    json_decref(x.diagnostics);
    json_decref(x.bars);
    json_decref(x.error);
    json_decref(x.result);
}

static void execute_comm(struct kernel *kernel, struct request *request) {
    struct executor *e = &kernel->executor;
    widgets_run(kernel, request);
    pthread_mutex_lock(&e->lock);
    e->current = NULL;
    e->interrupted = false;
    publish_status(kernel, request, "idle");
    pthread_mutex_unlock(&e->lock);
}

// ---- the loop -----------------------------------------------------------------------------------

static void on_output(void *user, int stream, const char *data, size_t len) {
    struct kernel *kernel = user;
    struct execution *x = kernel->executor.running;
    if (x && x->evaluating) return;
    if (x) show_announce(x); // output may come before the event that says that the cell has started
    output_write(kernel, stream, data, len);
}

struct hd_session_hooks execute_hooks(struct kernel *kernel) {
    return (struct hd_session_hooks){kernel, on_output, show_event};
}

void execute_loop(struct kernel *kernel) {
    struct executor *e = &kernel->executor;
    while (!kernel->stopping) {
        struct request *request = next_request(e);
        if (request) {
            if (is_cell(request))
                execute(kernel, request);
            else
                execute_comm(kernel, request);
            request_unref(request);
            continue;
        }
        struct pollfd fds[] = {{e->wake, POLLIN, 0}, {hd_session_fd(kernel->session), POLLIN, 0}};
        poll(fds, 2, -1);
        uint64_t count;
        if (fds[0].revents && read(e->wake, &count, sizeof count) < 0) continue;
        if (fds[1].revents) hd_session_pump(kernel->session);
    }
    pthread_mutex_lock(&e->lock);
    pthread_cond_broadcast(&e->settled); // who waits sees that the kernel stops
    pthread_mutex_unlock(&e->lock);
}

void executor_finish(struct kernel *kernel) {
    struct executor *e = &kernel->executor;
    for (int i = e->taken; i < e->queue.n; i++) request_unref(e->queue.v[i]);
    HD_FREE_VEC(&e->queue);
    HD_FREE_VEC(&e->waiters);
    pthread_cond_destroy(&e->settled);
    pthread_mutex_destroy(&e->lock);
    if (e->wake >= 0) close(e->wake);
}
