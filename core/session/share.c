// The table of share.h. A shared array is a hidden variable `__heddle_shared_N` in the session, its
// elements' place in the store (the request `array`), and a mapping of those pages here.
#include "session/share.h"
#include "session/session.h"

#include <ctype.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { ANSWER_MS = 20000 };

struct hd_share_session {
    struct hd_session *session; // NULL: closed
    void (*output)(void *user, const char *text, size_t n);
    void *user;
    bool quiet; // runs code of this file
    char *failed;
    int refs; // of the opener and of shared arrays
    int count;
    pthread_mutex_t lock;   // of what follows
    struct hd_buf unpinned; // " __heddle_shared_3 ...": to go
};

struct hd_shared {
    struct hd_share_session *of;
    int refs, n;
    char *map;
    size_t mapped;
    struct hd_shared_view view;
    uint8_t code, bits;
    int64_t steps[HD_SHARE_RANK]; // strides in elements
};

static void session_drop(struct hd_share_session *s) {
    if (__atomic_sub_fetch(&s->refs, 1, __ATOMIC_ACQ_REL) > 0) return;
    pthread_mutex_destroy(&s->lock);
    hd_buf_finish(&s->unpinned);
    free(s->failed);
    free(s);
}

static void on_output(void *user, int stream, const char *data, size_t len) {
    (void)stream;
    struct hd_share_session *s = user;
    if (s->output && !s->quiet) s->output(s->user, data, len);
}

static void on_event(void *user, const char *name, json_t *event) {
    struct hd_share_session *s = user;
    bool is_error = !strcmp(name, "error");
    const char *severity = json_string_value(json_object_get(event, "severity"));
    if (!is_error && (strcmp(name, "diagnostic") || !severity || strcmp(severity, "error"))) return;
    const char *text = json_string_value(json_object_get(event, is_error ? "message" : "plain"));
    if (!s->failed && text) s->failed = hd_xstrdup(text);
}

// ---- the table ----------------------------------------------------------------------------------

static struct hd_share_session *share_open(const char *engine,
                                           void (*output)(void *, const char *, size_t), void *user,
                                           char **error) {
    struct hd_share_session *s = hd_xcalloc(1, sizeof *s);
    s->output = output;
    s->user = user;
    s->refs = 1;
    pthread_mutex_init(&s->lock, NULL);
    struct hd_session_options options = {
        .engine = engine, .stdin_fd = -1, .hooks = {s, on_output, on_event}};
    s->session = hd_session_create(&options, error);
    if (s->session) return s;
    session_drop(s);
    return NULL;
}

static void share_close(struct hd_share_session *s) {
    if (!s) return;
    hd_session_destroy(s->session);
    s->session = NULL;
    session_drop(s);
}

static bool execute(struct hd_share_session *s, const char *code, bool quiet, char **error) {
    json_t *request =
        json_pack("{s:s, s:b, s:b}", "op", "execute", "silent", quiet, "store_history", !quiet);
    hd_session_set_code(request, code, strlen(code));
    s->quiet = quiet;
    free(s->failed);
    s->failed = NULL;
    enum hd_session_status status = hd_session_execute(s->session, request, NULL);
    if (status == HD_SESSION_OK) return true;
    *error = s->failed ? s->failed : hd_xstrdup("the input did not end well");
    s->failed = NULL;
    return false;
}

static void let_go(struct hd_share_session *s) {
    pthread_mutex_lock(&s->lock);
    struct hd_buf names = s->unpinned;
    s->unpinned = (struct hd_buf){0};
    pthread_mutex_unlock(&s->lock);
    if (names.len) {
        struct hd_buf code = {0};
        char *unused = NULL;
        hd_buf_printf(&code, "%%reset%s", hd_buf_str(&names));
        execute(s, hd_buf_str(&code), true, &unused);
        free(unused);
        hd_buf_finish(&code);
    }
    hd_buf_finish(&names);
}

static int32_t share_run(struct hd_share_session *s, const char *code, char **error) {
    let_go(s);
    return execute(s, code, false, error);
}

static const struct hd_shared_view *share_view(const struct hd_shared *a) { return &a->view; }

static void share_release(struct hd_shared *a) {
    if (!a || __atomic_sub_fetch(&a->refs, 1, __ATOMIC_ACQ_REL) > 0) return;
    if (a->map) munmap(a->map, a->mapped);
    pthread_mutex_lock(&a->of->lock);
    hd_buf_printf(&a->of->unpinned, " __heddle_shared_%d", a->n);
    pthread_mutex_unlock(&a->of->lock);
    session_drop(a->of);
    free(a);
}

// Maps the pages from the lowest to the highest element.
static bool map(struct hd_shared *a, int64_t place, int64_t size) {
    int64_t low = 0, high = size;
    for (int i = 0; i < a->view.rank; i++) {
        int64_t reach = (a->view.shape[i] - 1) * a->view.strides[i];
        if (a->view.shape[i] == 0) return true; // no element
        *(reach < 0 ? &low : &high) += reach;
    }
    int64_t page = sysconf(_SC_PAGESIZE), from = (place + low) / page * page;
    a->mapped = (size_t)(place + high - from);
    void *p = mmap(NULL, a->mapped, PROT_READ | PROT_WRITE, MAP_SHARED,
                   hd_session_store(a->of->session), from);
    if (p == MAP_FAILED) return false;
    a->map = p;
    a->view.data = a->map + (place - from);
    return true;
}

static bool look(struct hd_shared *a, json_t *reply, char **error) {
    const char *message = json_string_value(json_object_get(reply, "message"));
    json_t *shape = json_object_get(reply, "shape"), *strides = json_object_get(reply, "strides");
    const char *type = json_string_value(json_object_get(reply, "type"));
    if (!shape || json_array_size(shape) > HD_SHARE_RANK) {
        *error = hd_xstrdup(message ? message : "the engine does not answer");
        return false;
    }
    a->code = (uint8_t)json_integer_value(json_object_get(reply, "code"));
    a->bits = (uint8_t)json_integer_value(json_object_get(reply, "bits"));
    snprintf(a->view.type, sizeof a->view.type, "%s", type ? type : "");
    a->view.rank = (int32_t)json_array_size(shape);
    for (int i = 0; i < a->view.rank; i++) {
        a->view.shape[i] = json_integer_value(json_array_get(shape, (size_t)i));
        a->view.strides[i] = json_integer_value(json_array_get(strides, (size_t)i));
        a->steps[i] = a->view.strides[i] / (a->bits / 8);
    }
    if (map(a, json_integer_value(json_object_get(reply, "place")), a->bits / 8)) return true;
    *error = hd_xstrdup("the session's memory cannot be mapped");
    return false;
}

static struct hd_shared *share_share(struct hd_share_session *s, const char *expression,
                                     char **error) {
    let_go(s);
    int n = ++s->count;
    struct hd_buf code = {0};
    char name[40];
    snprintf(name, sizeof name, "__heddle_shared_%d", n);
    hd_buf_printf(&code, "auto %s = %s;", name, expression);
    bool ok = execute(s, hd_buf_str(&code), true, error);
    hd_buf_finish(&code);
    if (!ok) return NULL;
    struct hd_shared *a = hd_xcalloc(1, sizeof *a);
    *a = (struct hd_shared){.of = s, .refs = 1, .n = n};
    __atomic_add_fetch(&s->refs, 1, __ATOMIC_ACQ_REL);
    json_t *reply =
        hd_session_ask(s->session, json_pack("{s:s, s:s}", "op", "array", "name", name), ANSWER_MS);
    ok = look(a, reply, error);
    json_decref(reply);
    if (ok) return a;
    share_release(a);
    return NULL;
}

static void delete_tensor(struct hd_dl_managed *t) {
    share_release(t->owner);
    free(t);
}

static struct hd_dl_managed *share_tensor(struct hd_shared *a) {
    struct hd_dl_managed *t = calloc(1, sizeof *t);
    if (!t) return NULL;
    __atomic_add_fetch(&a->refs, 1, __ATOMIC_ACQ_REL);
    t->tensor = (struct hd_dl_tensor){a->view.data,  1,        0, a->view.rank, a->code, a->bits, 1,
                                      a->view.shape, a->steps, 0};
    t->owner = a;
    t->deleter = delete_tensor;
    return t;
}

// ---- the other way ------------------------------------------------------------------------------

static const struct {
    uint8_t code, bits;
    const char *name;
} c_types[] = {{0, 8, "signed char"},
               {0, 16, "short"},
               {0, 32, "int"},
               {0, 64, "long"},
               {1, 8, "unsigned char"},
               {1, 16, "unsigned short"},
               {1, 32, "unsigned"},
               {1, 64, "unsigned long"},
               {2, 16, "half"},
               {2, 32, "float"},
               {2, 64, "double"},
               {4, 16, "__nv_bfloat16"},
               {5, 64, "float _Complex"},
               {5, 128, "double _Complex"},
               {6, 8, "bool"}};

static void copy_in(char *to, const struct hd_dl_tensor *t, int dim, const char *from) {
    int64_t size = t->bits / 8, inside = size;
    if (dim == t->rank) {
        memcpy(to, from, (size_t)size);
        return;
    }
    for (int i = dim + 1; i < t->rank; i++) inside *= t->shape[i];
    int64_t step = t->strides ? t->strides[dim] * size : inside;
    for (int64_t i = 0; i < t->shape[dim]; i++)
        copy_in(to + i * inside, t, dim + 1, from + i * step);
}

static int32_t share_put(struct hd_share_session *s, const char *name, const struct hd_dl_tensor *t,
                         char **error) {
    const char *type = NULL;
    for (int i = 0; i < HD_COUNT(c_types); i++)
        if (c_types[i].code == t->code && c_types[i].bits == t->bits) type = c_types[i].name;
    bool is_name = *name && !isdigit((unsigned char)*name);
    for (const char *p = name; *p; p++)
        is_name = is_name && (isalnum((unsigned char)*p) || *p == '_');
    if (!is_name || !type || t->lanes != 1 || t->device_type != 1 || t->rank < 1 ||
        t->rank > HD_SHARE_RANK) {
        *error = hd_xstrdup(!is_name              ? "this is not a name for a variable"
                            : t->device_type != 1 ? "the tensor is not on the CPU"
                            : type                ? "arrays have 1 to 8 dimensions"
                                                  : "arrays have no elements of this type");
        return false;
    }
    struct hd_buf code = {0};
    hd_buf_printf(&code, "auto %s = empty<%s>(", name, type);
    for (int i = 0; i < t->rank; i++)
        hd_buf_printf(&code, "%s%lld", i ? ", " : "", (long long)t->shape[i]);
    hd_buf_puts(&code, ");");
    bool ok = execute(s, hd_buf_str(&code), false, error);
    hd_buf_finish(&code);
    struct hd_shared *to = ok ? share_share(s, name, error) : NULL;
    if (!to) return false;
    copy_in(to->view.data, t, 0, (const char *)t->data + t->byte_offset);
    share_release(to);
    return true;
}

static void share_forget(char *error) { free(error); }

__attribute__((visibility("default"))) const struct hd_share_table *hd_share_table(void) {
    static const struct hd_share_table table = {
        HD_SHARE_VERSION, share_open,   share_close,   share_run, share_share,
        share_view,       share_tensor, share_release, share_put, share_forget,
    };
    return &table;
}
