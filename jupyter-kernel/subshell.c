// Subshells (JEP 91): a front-end asks on control for a second shell, and names it in the header of
// what it then sends on the shell channel (`subshell_id`). Each has a thread that answers its
// requests in their order, while those of the main shell wait for a cell that runs.
//
// A cell for a subshell is a cell as any when nothing else runs: it may define and is counted.
// While another runs, the engine runs it beside that one (core/run/io/beside.c), where functions
// may be called and variables looked at and changed; what cannot be done then ends in an error that
// says so. Completion and the like never wait for a cell.
#include "kernel.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

enum { MOST_SUBSHELLS = 100 };

struct subshell {
    char id[33];
    bool deleted; // its thread ends, or has ended
    struct worker worker;
};

void subshells_init(struct subshells *subshells) { pthread_mutex_init(&subshells->lock, NULL); }

void subshells_finish(struct subshells *subshells) {
    for (int i = 0; i < subshells->list.n; i++) {
        worker_finish(&subshells->list.v[i]->worker);
        free(subshells->list.v[i]);
    }
    HD_FREE_VEC(&subshells->list);
    pthread_mutex_destroy(&subshells->lock);
}

const char *subshell_of(const struct request *request) {
    return json_string_value(json_object_get(request->header, "subshell_id"));
}

static struct subshell *find(struct subshells *subshells, const char *id) { // locked
    for (int i = 0; id && i < subshells->list.n; i++)
        if (!subshells->list.v[i]->deleted && !strcmp(subshells->list.v[i]->id, id))
            return subshells->list.v[i];
    return NULL;
}

// ---- cells --------------------------------------------------------------------------------------

static bool is_cell(const struct request *request) {
    return !strcmp(request->type, "execute_request");
}

// Runs code beside the cell; what it shows is published once it has ended. false: it failed.
static bool run_code(struct execution *x, const char *code, size_t len) {
    json_t *ask = json_pack("{s:s}", "op", "beside"), *event;
    hd_session_set_code(ask, code, len);
    json_t *answer = hd_session_ask(x->kernel->session, ask, INT_MAX);
    size_t i;
    json_array_foreach(json_object_get(answer, "events"), i, event) {
        const char *name = json_string_value(json_object_get(event, "event"));
        if (name) show_to(x, name, event);
    }
    const char *status = json_string_value(json_object_get(answer, "status"));
    bool ok = status && !strcmp(status, "ok");
    if (!answer && !x->error) {
        x->error = error_content("EngineEnded", "the engine ended while this ran", NULL);
        if (!x->silent && !x->evaluating)
            publish(x->kernel, x->request, "error", json_incref(x->error));
    }
    json_decref(answer);
    return ok;
}

static json_t *failure(const struct execution *x, const char *otherwise) {
    json_t *content = x->error ? json_copy(x->error) : error_content("Error", otherwise, NULL);
    json_object_set_new(content, "status", json_string("error"));
    return content;
}

static void finish(struct execution *x) {
    json_decref(x->payload);
    json_decref(x->diagnostics);
    json_decref(x->bars);
    json_decref(x->error);
    json_decref(x->result);
    json_decref(x->value);
}

static struct execution begin(struct kernel *kernel, struct request *request) {
    return (struct execution){.kernel = kernel,
                              .request = request,
                              .beside = true,
                              .count = kernel->executor.count + 1, // 0 is none to JupyterLab
                              .payload = json_array(),
                              .diagnostics = json_array(),
                              .bars = json_object()};
}

static json_t *evaluate(struct kernel *kernel, struct request *request, const json_t *code) {
    struct execution x = begin(kernel, request);
    x.evaluating = true;
    bool ok =
        json_is_string(code) && run_code(&x, json_string_value(code), json_string_length(code));
    json_t *result;
    if (ok && x.value)
        result = json_pack("{s:s, s:O, s:{}}", "status", "ok", "data", x.value, "metadata");
    else
        result = failure(&x, ok ? "the expression has no value" : "the expression failed");
    finish(&x);
    return result;
}

static bool run_beside(struct kernel *kernel, struct request *request) {
    const json_t *content = request->content;
    json_t *code = json_object_get(content, "code"), *expression;
    struct execution x = begin(kernel, request);
    x.silent = json_is_true(json_object_get(content, "silent"));
    publish_status(kernel, request, "busy");
    show_announce(&x);
    atomic_fetch_add(&kernel->subshells.beside, 1);
    bool ok =
        json_is_string(code) && run_code(&x, json_string_value(code), json_string_length(code));
    json_t *answer = ok ? json_pack("{s:s}", "status", "ok") : failure(&x, "the request failed");
    json_t *results = json_object();
    const char *name;
    if (ok) json_object_foreach(json_object_get(content, "user_expressions"), name, expression) {
            json_object_set_new(results, name, evaluate(kernel, request, expression));
        }
    atomic_fetch_sub(&kernel->subshells.beside, 1);
    json_object_set_new(answer, "execution_count", json_integer(x.count));
    json_object_set_new(answer, "user_expressions", results);
    json_object_set_new(answer, "payload", json_array());
    bool stops = !ok && !json_is_false(json_object_get(content, "stop_on_error"));
    reply(kernel, request, "execute_reply", answer);
    publish_status(kernel, request, "idle");
    execute_again_busy(kernel);
    finish(&x);
    return !stops;
}

// Those that have arrived behind a cell that failed, in this subshell. Takes them.
static void abort_rest(struct kernel *kernel, const struct request *failed, void **items, int n) {
    execute_drain(kernel, failed);
    pthread_mutex_lock(&kernel->subshells.lock);
    struct subshell *s = find(&kernel->subshells, subshell_of(failed));
    __typeof__(s->worker.items) aborted = {0}, kept = {0};
    if (s) {
        pthread_mutex_lock(&s->worker.lock);
        for (int i = 0; i < s->worker.items.n; i++) {
            struct request *queued = s->worker.items.v[i];
            if (is_cell(queued))
                HD_XPUSH(&aborted, (void *)queued);
            else
                HD_XPUSH(&kept, (void *)queued);
        }
        HD_FREE_VEC(&s->worker.items);
        s->worker.items.v = kept.v;
        s->worker.items.n = kept.n;
        s->worker.items.cap = kept.cap;
        pthread_mutex_unlock(&s->worker.lock);
    }
    pthread_mutex_unlock(&kernel->subshells.lock);
    for (int i = 0; i < n; i++) {
        if (is_cell(items[i]))
            execute_abort(kernel, items[i]);
        else
            desk_answer(kernel, items[i]);
    }
    for (int i = 0; i < aborted.n; i++) execute_abort(kernel, aborted.v[i]);
    HD_FREE_VEC(&aborted);
}

static void work(struct kernel *kernel, void **items, int n) {
    for (int i = 0; i < n; i++) {
        struct request *request = items[i];
        if (!is_cell(request) || kernel->stopping) {
            desk_answer(kernel, request);
            continue;
        }
        bool failed = false;
        if (!execute_if_idle(kernel, request, &failed)) failed = !run_beside(kernel, request);
        if (failed && !kernel->stopping) {
            abort_rest(kernel, request, items + i + 1, n - i - 1);
            n = i + 1;
        }
        request_unref(request);
    }
}

void subshell_take(struct kernel *kernel, struct request *request) {
    const char *id = subshell_of(request);
    pthread_mutex_lock(&kernel->subshells.lock);
    struct subshell *s = find(&kernel->subshells, id);
    if (s) worker_add(&s->worker, request_ref(request));
    pthread_mutex_unlock(&kernel->subshells.lock);
    if (s) return;
    publish_status(kernel, request, "busy");
    reply_error(kernel, request, "UnknownSubshell", "there is no such subshell");
    publish_status(kernel, request, "idle");
    execute_again_busy(kernel);
}

// ---- on control ---------------------------------------------------------------------------------

static int count_live(const struct subshells *subshells) {
    int n = 0;
    for (int i = 0; i < subshells->list.n; i++) n += !subshells->list.v[i]->deleted;
    return n;
}

void subshell_create(struct kernel *kernel, struct request *request) {
    struct subshell *s = hd_xcalloc(1, sizeof *s);
    unsigned char random[16];
    if (getrandom(random, sizeof random, 0) != sizeof random) memset(random, 0, sizeof random);
    for (int i = 0; i < 16; i++) {
        s->id[2 * i] = "0123456789abcdef"[random[i] >> 4];
        s->id[2 * i + 1] = "0123456789abcdef"[random[i] & 15];
    }
    pthread_mutex_lock(&kernel->subshells.lock);
    bool ok = count_live(&kernel->subshells) < MOST_SUBSHELLS && !find(&kernel->subshells, s->id) &&
              worker_start(&s->worker, kernel, work);
    if (ok) HD_XPUSH(&kernel->subshells.list, s);
    pthread_mutex_unlock(&kernel->subshells.lock);
    if (ok) {
        reply(kernel, request, "create_subshell_reply",
              json_pack("{s:s, s:s}", "status", "ok", "subshell_id", s->id));
        return;
    }
    free(s);
    reply_error(kernel, request, "TooManySubshells", "no more subshells can be made; delete some");
}

// What it has been asked for is still answered.
void subshell_delete(struct kernel *kernel, struct request *request) {
    const char *id = json_string_value(json_object_get(request->content, "subshell_id"));
    pthread_mutex_lock(&kernel->subshells.lock);
    struct subshell *s = find(&kernel->subshells, id);
    if (s) {
        s->deleted = true;
        worker_close(&s->worker);
    }
    pthread_mutex_unlock(&kernel->subshells.lock);
    if (s)
        reply(kernel, request, "delete_subshell_reply", json_pack("{s:s}", "status", "ok"));
    else
        reply_error(kernel, request, "UnknownSubshell", "there is no such subshell");
}

void subshell_list(struct kernel *kernel, struct request *request) {
    json_t *ids = json_array();
    pthread_mutex_lock(&kernel->subshells.lock);
    for (int i = 0; i < kernel->subshells.list.n; i++)
        if (!kernel->subshells.list.v[i]->deleted)
            json_array_append_new(ids, json_string(kernel->subshells.list.v[i]->id));
    pthread_mutex_unlock(&kernel->subshells.lock);
    reply(kernel, request, "list_subshell_reply",
          json_pack("{s:s, s:o}", "status", "ok", "subshell_id", ids));
}
