// Comms: channels that a front-end's extension opens to something in the kernel.
//
// Through the target "heddle.session" an extension asks what the session knows: a
// comm_msg with data {"op": "complete" | "inspect" | "is_complete" | "status" | "variables", ...}
// (members as in core/session/protocol.md) is answered by a comm_msg with the engine's reply. Those
// of widgets are widgets.c's. A comm for another target is closed at once, as the protocol asks.
#include "kernel.h"

#include <string.h>

// "jupyter.widget": a front-end that was loaded again takes up a model that is there (widgets.c).
static const char *const targets[] = {"heddle.session", "jupyter.widget", "jupyter.widget.control"};
enum { TIMEOUT_MS = 4000 };

void comms_init(struct comms *comms) {
    pthread_mutex_init(&comms->lock, NULL);
    comms->open = json_object();
}

void comms_finish(struct comms *comms) {
    json_decref(comms->open);
    pthread_mutex_destroy(&comms->lock);
}

static const char *string_of(const struct request *request, const char *key) {
    return json_string_value(json_object_get(request->content, key));
}

static bool is_open(struct kernel *kernel, const char *id) {
    pthread_mutex_lock(&kernel->comms.lock);
    bool open = id && json_object_get(kernel->comms.open, id);
    pthread_mutex_unlock(&kernel->comms.lock);
    return open;
}

static void publish_close(struct kernel *kernel, const struct request *request, const char *id) {
    publish(kernel, request, "comm_close", json_pack("{s:s, s:{}}", "comm_id", id, "data"));
}

void comm_open(struct kernel *kernel, struct request *request) {
    const char *id = string_of(request, "comm_id"), *name = string_of(request, "target_name");
    if (!id) return;
    bool known = false;
    for (int i = 0; i < HD_COUNT(targets); i++) known |= name && !strcmp(name, targets[i]);
    if (known)
        comms_add(kernel, id, name);
    else
        publish_close(kernel, request, id);
}

void comms_add(struct kernel *kernel, const char *id, const char *name) {
    pthread_mutex_lock(&kernel->comms.lock);
    json_object_set_new(kernel->comms.open, id, json_string(name));
    pthread_mutex_unlock(&kernel->comms.lock);
}

void comm_close(struct kernel *kernel, struct request *request) {
    const char *id = string_of(request, "comm_id");
    pthread_mutex_lock(&kernel->comms.lock);
    if (id) json_object_del(kernel->comms.open, id);
    pthread_mutex_unlock(&kernel->comms.lock);
}

void comm_answer(struct kernel *kernel, struct request *request) {
    static const char *const ops[] = {"complete", "inspect", "is_complete", "status", "variables"};
    const char *id = string_of(request, "comm_id");
    json_t *data = json_object_get(request->content, "data"), *answer = NULL;
    const char *op = json_string_value(json_object_get(data, "op"));
    if (!is_open(kernel, id)) {
        if (id) publish_close(kernel, request, id);
        return;
    }
    for (int i = 0; op && i < HD_COUNT(ops); i++)
        if (!strcmp(ops[i], op))
            answer = hd_session_ask(kernel->session, json_copy(data), TIMEOUT_MS);
    if (answer) {
        json_object_del(answer, "event");
        json_object_del(answer, "id");
    } else {
        answer = json_pack("{s:s}", "error",
                           op ? "the session does not answer that" : "`op` says what is asked");
    }
    publish(kernel, request, "comm_msg", json_pack("{s:s, s:o}", "comm_id", id, "data", answer));
}

void comm_info(struct kernel *kernel, struct request *request) {
    const char *wanted = string_of(request, "target_name"), *id;
    json_t *comms = json_object(), *name;
    pthread_mutex_lock(&kernel->comms.lock);
    json_object_foreach(kernel->comms.open, id,
                        name) if (!wanted || !*wanted || !strcmp(wanted, json_string_value(name)))
        json_object_set_new(comms, id, json_pack("{s:O}", "target_name", name));
    pthread_mutex_unlock(&kernel->comms.lock);
    reply(kernel, request, "comm_info_reply",
          json_pack("{s:s, s:o}", "status", "ok", "comms", comms));
}
