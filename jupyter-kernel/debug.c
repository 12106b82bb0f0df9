// The Jupyter debug protocol: Debug Adapter Protocol messages inside of `debug_request` on control,
// which the engine answers (core/run/debug/dap.c), also while a cell runs or is stopped. What it
// says by itself becomes `debug_event` on iopub.
//
// Cells may be stopped in once a front-end has attached: before, nobody would let them go on.
#include "kernel.h"

#include <string.h>

enum { TIMEOUT_MS = 20000 };

static json_int_t next_seq(struct kernel *kernel) {
    return (json_int_t)atomic_fetch_add(&kernel->debug_seq, 1) + 1;
}

static void publish_event(struct kernel *kernel, const struct request *parent, const char *name,
                          json_t *body) {
    publish(kernel, parent, "debug_event",
            json_pack("{s:s, s:s, s:I, s:o}", "type", "event", "event", name, "seq",
                      next_seq(kernel), "body", body));
}

void debug_answer(struct kernel *kernel, struct request *request) {
    const json_t *content = request->content;
    const char *command = json_string_value(json_object_get(content, "command"));
    json_t *ask =
        json_pack("{s:s, s:{s:s}}", "op", "debug", "request", "command", command ? command : "");
    json_t *args = json_object_get(content, "arguments"), *seq = json_object_get(content, "seq");
    if (args) json_object_set(json_object_get(ask, "request"), "arguments", args);
    json_t *answer = hd_session_ask(kernel->session, ask, TIMEOUT_MS);
    bool ok = json_is_true(json_object_get(answer, "success"));
    json_t *body = json_object_get(answer, "body"), *why = json_object_get(answer, "message");
    json_t *response = json_pack("{s:s, s:O?, s:s, s:I, s:b, s:O?}", "type", "response",
                                 "request_seq", seq, "command", command ? command : "", "seq",
                                 next_seq(kernel), "success", ok, "body", body);
    if (!ok)
        json_object_set_new(response, "message",
                            why ? json_incref(why) : json_string("the engine does not answer"));
    if (ok && command && (!strcmp(command, "attach") || !strcmp(command, "launch")))
        kernel->debugging = true;
    if (command && !strcmp(command, "disconnect")) kernel->debugging = false;
    reply(kernel, request, "debug_reply", response);
    // JupyterLab builds its list of filters when this comes, from what it was told before: as of
    // ipykernel, it comes when the front-end has attached.
    if (ok && command && !strcmp(command, "attach"))
        publish_event(kernel, request, "initialized", json_object());
    json_decref(answer);
}

void debug_show(struct kernel *kernel, const struct request *parent, const json_t *event) {
    json_t *dap = json_object_get(event, "dap"), *body = json_object_get(dap, "body");
    const char *name = json_string_value(json_object_get(dap, "event"));
    if (!name) return;
    const char *text = json_string_value(json_object_get(body, "output"));
    if (text && !strcmp(name, "output")) output_write(kernel, 1, text, strlen(text));
    output_flush(kernel);
    publish_event(kernel, parent, name, body ? json_incref(body) : json_object());
}
