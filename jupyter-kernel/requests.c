// What each message type does. `table` is the list: a new message is one row.
//
// Around every request a `busy` and an `idle` are published, its header their parent. Those that
// take time are handed to the thread that does them, which publishes both.
#include "kernel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- sending ------------------------------------------------------------------------------------

void publish(struct kernel *kernel, const struct request *parent, const char *type,
             json_t *content) {
    if (widgets_capture(kernel, parent, type, content)) return;
    struct packet *packet = wire_encode(kernel->wire, NULL, type, parent, type, content, NULL);
    channel_send(&kernel->channels[IOPUB], packet);
}

void publish_status(struct kernel *kernel, const struct request *parent, const char *state) {
    publish(kernel, parent, "status", json_pack("{s:s}", "execution_state", state));
}

void reply(struct kernel *kernel, const struct request *request, const char *type,
           json_t *content) {
    struct packet *packet = wire_encode(kernel->wire, request, NULL, request, type, content, NULL);
    channel_send(&kernel->channels[request->channel], packet);
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

// ---- what others do -----------------------------------------------------------------------------

// Each shell answers its requests in their order.
static void to_desk(struct kernel *kernel, struct request *request) {
    if (request->channel == SHELL && subshell_of(request))
        subshell_take(kernel, request);
    else
        worker_add(&kernel->desk, request_ref(request));
}

static void take_execute(struct kernel *kernel, struct request *request) {
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
};

static const struct {
    const char *type;
    int flags;
    void (*handle)(struct kernel *kernel, struct request *request);
} table[] = {
    {"execute_request", ON_SHELL | ELSEWHERE, take_execute},
    {"complete_request", ON_SHELL | ELSEWHERE, to_desk},
    {"inspect_request", ON_SHELL | ELSEWHERE, to_desk},
    {"is_complete_request", ON_SHELL | ELSEWHERE, to_desk},
    {"history_request", ON_SHELL | ELSEWHERE, history_request},
    {"kernel_info_request", ON_SHELL | ON_CONTROL, answer_kernel_info},
    {"connect_request", ON_SHELL | ON_CONTROL, answer_connect},
    {"comm_info_request", ON_SHELL | ON_CONTROL, comm_info},
    {"comm_open", ON_SHELL, comm_open},
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

static void handle(struct kernel *kernel, struct request *request) {
    int flags = 0, i = 0;
    while (i < HD_COUNT(table) &&
           (strcmp(table[i].type, request->type) || !(table[i].flags & 1 << request->channel)))
        i++;
    if (i < HD_COUNT(table))
        flags = table[i].flags;
    else
        complain("a message of unknown type is ignored", request->type);
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
    if (channel == STDIN)
        input_answer(kernel, request);
    else if (!kernel->stopping)
        handle(kernel, request);
    request_unref(request);
}
