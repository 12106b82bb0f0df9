// What each message type does. `table` is the list: a new message is one row.
//
// Around every request a `busy` and an `idle` are published, its header their parent. Those that
// take time are handed to the thread that does them, which publishes both.
#include "kernel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- sending ------------------------------------------------------------------------------------

static size_t size_of(const json_t *json) { // of its strings, which are what is large
    size_t size = 0, i;
    const char *key;
    json_t *value;
    if (json_is_string(json)) return json_string_length(json);
    json_array_foreach((json_t *)json, i, value) size += size_of(value);
    json_object_foreach((json_t *)json, key, value) size += size_of(value);
    return size;
}

// A browser, and a notebook's file, would not survive it: what is too large is told of instead.
static json_t *bounded(const char *type, json_t *content) {
    size_t size = size_of(content);
    if (size <= WIRE_MOST) return content;
    char text[160];
    snprintf(
        text, sizeof text,
        "[%zu MB are not shown: a message may have %lld MB. Show a part of it, or save it in a "
        "file.]",
        size / 1000000, (long long)(WIRE_MOST / 1000000));
    json_t *data = json_object_get(content, "data");
    if (data && strncmp(type, "comm", 4) != 0) { // outputs
        data = json_pack("{s:s}", "text/plain", text);
        json_object_set_new(content, "data", data);
        if (json_object_get(content, "metadata"))
            json_object_set_new(content, "metadata", json_object());
        return content;
    }
    if (data) {
        json_object_set_new(content, "data", json_pack("{s:s}", "error", text));
        return content;
    }
    json_t *error = error_content("TooLarge", text, json_pack("[s]", text)), *kept;
    json_object_set_new(error, "status", json_string("error"));
    static const char *const keep[] = {"execution_count", "success", "command", "request_seq"};
    for (int i = 0; i < HD_COUNT(keep); i++)
        if ((kept = json_object_get(content, keep[i]))) json_object_set(error, keep[i], kept);
    if (!strcmp(type, "debug_reply")) {
        json_object_set_new(error, "success", json_false());
        json_object_set_new(error, "message", json_string(text));
    }
    json_decref(content);
    return error;
}

void publish(struct kernel *kernel, const struct request *parent, const char *type,
             json_t *content) {
    if (widgets_capture(kernel, parent, type, content)) return;
    content = bounded(type, content);
    struct packet *packet = wire_encode(kernel->wire, NULL, type, parent, type, content, NULL);
    channel_send(&kernel->channels[IOPUB], packet);
}

void publish_status(struct kernel *kernel, const struct request *parent, const char *state) {
    publish(kernel, parent, "status", json_pack("{s:s}", "execution_state", state));
}

void reply(struct kernel *kernel, const struct request *request, const char *type,
           json_t *content) {
    content = bounded(type, content);
    struct packet *packet = wire_encode(kernel->wire, request, NULL, request, type, content, NULL);
    channel_send(&kernel->channels[request->channel], packet);
}

void reply_error(struct kernel *kernel, const struct request *request, const char *name,
                 const char *why) {
    const char *end = strstr(request->type, "_request");
    if (!end) return;
    json_t *content = error_content(name, why, NULL);
    json_object_set_new(content, "status", json_string("error"));
    if (!strcmp(request->type, "execute_request")) {
        json_object_set_new(content, "execution_count", json_integer(kernel->executor.count));
        json_object_set_new(content, "user_expressions", json_object());
        json_object_set_new(content, "payload", json_array());
    }
    struct hd_buf type = {0};
    hd_buf_printf(&type, "%.*s_reply", (int)(end - request->type), request->type);
    reply(kernel, request, type.s, content);
    hd_buf_finish(&type);
}

// ---- what is answered at once -------------------------------------------------------------------

static json_t *kernel_info(void) {
    // The editor's language by name where our extension is there (labextension), else C++ by its
    // type.
    json_t *language =
        json_pack("{s:s, s:s, s:s, s:s, s:s, s:{s:s, s:s}}", "name", "cuda", "version", "12",
                  "mimetype", "text/x-c++src", "file_extension", ".cu", "pygments_lexer", "cuda",
                  "codemirror_mode", "name", "CUDA", "mime", "text/x-c++src");
    json_t *links =
        json_pack("[{s:s, s:s}, {s:s, s:s}, {s:s, s:s}]", "text", "CUDA C++ Programming Guide",
                  "url", "https://docs.nvidia.com/cuda/cuda-c-programming-guide/", "text",
                  "CUDA Runtime API", "url", "https://docs.nvidia.com/cuda/cuda-runtime-api/",
                  "text", "C Reference", "url", "https://en.cppreference.com/w/c");
    return json_pack("{s:s, s:s, s:s, s:s, s:o, s:s, s:b, s:[s, s], s:o}", "status", "ok",
                     "protocol_version", PROTOCOL_VERSION, "implementation", "heddle",
                     "implementation_version", HD_VERSION, "language_info", language, "banner",
                     "Heddle " HD_VERSION
                     ": CUDA C, as you type it. `%help` for help, `name?` tells about a name.",
                     "debugger", 1, "supported_features", "debugger", "kernel subshells",
                     "help_links", links);
}

static void answer_kernel_info(struct kernel *kernel, struct request *request) {
    reply(kernel, request, "kernel_info_reply", kernel_info());
}

static void answer_connect(struct kernel *kernel, struct request *request) {
    const int *ports = kernel->connection.ports;
    reply(kernel, request, "connect_reply",
          json_pack("{s:s, s:i, s:i, s:i, s:i, s:i}", "status", "ok", "shell_port", ports[SHELL],
                    "iopub_port", ports[IOPUB], "stdin_port", ports[STDIN], "hb_port",
                    ports[HEARTBEAT], "control_port", ports[CONTROL]));
}

static void interrupt(struct kernel *kernel, struct request *request) {
    execute_interrupt(kernel);
    reply(kernel, request, "interrupt_reply", json_pack("{s:s}", "status", "ok"));
}

// Every client hears of it on iopub.
static void shut_down(struct kernel *kernel, struct request *request) {
    bool restart = json_is_true(json_object_get(request->content, "restart"));
    json_t *content = json_pack("{s:s, s:b}", "status", "ok", "restart", restart);
    publish(kernel, request, "shutdown_reply", json_incref(content));
    reply(kernel, request, "shutdown_reply", content);
}

// ---- who asks ----------------------------------------------------------------------------------

// `jupyter run p.cu` and its like hand over a file and wait: the text is a script, and a program in
// it is run. Where somebody sits, a program is defined, and told how it is run. Nothing in the
// protocol says which it is, but who types asks for more than execution (is this complete, what was
// typed before), a notebook's cells come with metadata, and what runs notebooks answers no input.
enum { MOST_INTERACTIVE = 1000 };

static void note_interactive(struct kernel *kernel, const struct request *request) {
    if (!kernel->interactive) kernel->interactive = json_object();
    if (json_object_size(kernel->interactive) < MOST_INTERACTIVE)
        json_object_set_new(kernel->interactive, request->session, json_true());
}

static bool is_script(struct kernel *kernel, const struct request *request) {
    if (json_object_size(request->metadata) > 0) note_interactive(kernel, request);
    return json_is_true(json_object_get(request->content, "allow_stdin")) &&
           json_object_size(kernel->interactive) < MOST_INTERACTIVE &&
           !json_object_get(kernel->interactive, request->session);
}

// ---- what others do -----------------------------------------------------------------------------

// Each shell answers its requests in their order.
static void to_desk(struct kernel *kernel, struct request *request) {
    if (request->channel == SHELL && subshell_of(request))
        subshell_take(kernel, request);
    else
        worker_add(&kernel->desk, request_ref(request));
}

static void take_execute(struct kernel *kernel, struct request *request) {
    request->from_script = is_script(kernel, request);
    if (subshell_of(request))
        subshell_take(kernel, request);
    else
        execute_add(kernel, request);
}

static void take_comm_msg(struct kernel *kernel, struct request *request) {
    if (!widgets_message(kernel, request)) to_desk(kernel, request);
}

static void answer_usage(struct kernel *kernel, struct request *request) {
    reply(kernel, request, "usage_reply", usage_content());
}

enum { MOST_COMPLAINTS = 20 };

enum {
    ON_SHELL = 1 << SHELL,
    ON_CONTROL = 1 << CONTROL,
    ELSEWHERE = 1 << 8, // another thread says busy and idle
    ENDS = 1 << 9,      // the kernel, when it is answered
    PERSON = 1 << 10,   // only clients that somebody sits at send it
};

static const struct {
    const char *type;
    int flags;
    void (*handle)(struct kernel *kernel, struct request *request);
} table[] = {
    {"execute_request", ON_SHELL | ELSEWHERE, take_execute},
    {"complete_request", ON_SHELL | ELSEWHERE | PERSON, to_desk},
    {"inspect_request", ON_SHELL | ELSEWHERE | PERSON, to_desk},
    {"is_complete_request", ON_SHELL | ELSEWHERE | PERSON, to_desk},
    {"history_request", ON_SHELL | ELSEWHERE | PERSON, history_request},
    {"kernel_info_request", ON_SHELL | ON_CONTROL, answer_kernel_info},
    {"connect_request", ON_SHELL | ON_CONTROL, answer_connect},
    {"comm_info_request", ON_SHELL | ON_CONTROL | PERSON, comm_info},
    {"comm_open", ON_SHELL | PERSON, comm_open},
    {"comm_msg", ON_SHELL | ELSEWHERE, take_comm_msg},
    {"comm_close", ON_SHELL, comm_close},
    {"debug_request", ON_CONTROL | ELSEWHERE, to_desk},
    {"usage_request", ON_CONTROL, answer_usage},
    {"create_subshell_request", ON_CONTROL, subshell_create},
    {"delete_subshell_request", ON_CONTROL, subshell_delete},
    {"list_subshell_request", ON_CONTROL, subshell_list},
    {"interrupt_request", ON_SHELL | ON_CONTROL, interrupt},
    {"shutdown_request", ON_SHELL | ON_CONTROL | ENDS, shut_down},
};

// Into the log of whoever started us, where a client gone mad must not fill the disk.
static void complain(const char *what, const char *detail) {
    static atomic_int complaints;
    int n = atomic_fetch_add(&complaints, 1);
    if (n < MOST_COMPLAINTS) fprintf(stderr, "heddle-kernel: %s: %.60s\n", what, detail);
    if (n == MOST_COMPLAINTS - 1) fprintf(stderr, "heddle-kernel: no more of these are reported\n");
}

// What nobody would wait for is told in the log alone.
static void refuse_size(struct kernel *kernel, struct request *request) {
    char text[128];
    snprintf(text, sizeof text, "a message of %zu MiB is not taken: %lld MiB is the most",
             request->too_large >> 20, (long long)(WIRE_MOST >> 20));
    fprintf(stderr, "heddle-kernel: %s\n", text);
    publish_status(kernel, request, "busy");
    reply_error(kernel, request, "MessageTooLarge", text);
    publish_status(kernel, request, "idle");
    execute_again_busy(kernel);
}

static void handle(struct kernel *kernel, struct request *request) {
    int flags = 0, i = 0;
    while (i < HD_COUNT(table) &&
           (strcmp(table[i].type, request->type) || !(table[i].flags & 1 << request->channel)))
        i++;
    if (i < HD_COUNT(table))
        flags = table[i].flags;
    else
        complain("a message of unknown type is ignored", request->type);
    if (flags & PERSON && request->channel == SHELL) note_interactive(kernel, request);
    if (flags & ELSEWHERE) {
        table[i].handle(kernel, request);
        return;
    }
    publish_status(kernel, request, "busy");
    if (flags) table[i].handle(kernel, request);
    publish_status(kernel, request, "idle");
    if (flags & ENDS) kernel->told_to_end = true;
    if (flags & ENDS)
        kernel_stop(kernel);
    else
        execute_again_busy(kernel);
}

void requests_take(struct kernel *kernel, int channel, struct frame *frames, int n) {
    enum wire_error error;
    struct request *request = wire_decode(kernel->wire, frames, n, &error);
    if (!request) {
        complain("a message is dropped", wire_error_text(error));
        return;
    }
    request->channel = channel;
    if (request->too_large)
        refuse_size(kernel, request);
    else if (channel == STDIN)
        input_answer(kernel, request);
    else if (!kernel->stopping)
        handle(kernel, request);
    request_unref(request);
}
