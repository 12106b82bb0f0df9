// The desk answers what the engine knows without running anything: completion, inspection, whether
// an input is complete. It asks from a thread of its own, so these are answered while a cell runs.
//
// Jupyter counts the cursor in code points, the engine in bytes.
#include "kernel.h"

#include <string.h>

enum { TIMEOUT_MS = 4000 };

struct code { // of a request
    const char *text;
    size_t len, cursor; // bytes
};

// Offset of the n-th code point.
static size_t to_bytes(const struct code *code, json_int_t n) {
    size_t at = 0;
    uint32_t c;
    for (; n > 0 && at < code->len; n--)
        at += (size_t)hd_utf8_decode(code->text + at, code->len - at, &c);
    return at;
}

static json_int_t to_points(const struct code *code, json_int_t bytes) {
    size_t n = bytes < 0 ? 0 : (size_t)bytes < code->len ? (size_t)bytes : code->len;
    return (json_int_t)hd_utf8_count(code->text, n);
}

static struct code code_of(const struct request *request) {
    json_t *text = json_object_get(request->content, "code"),
           *cursor = json_object_get(request->content, "cursor_pos");
    struct code code = {json_is_string(text) ? json_string_value(text) : "",
                        json_string_length(text), 0};
    code.cursor = json_is_integer(cursor) ? to_bytes(&code, json_integer_value(cursor)) : code.len;
    return code;
}

static json_t *ask(struct kernel *kernel, const char *op, const struct code *code,
                   json_t *members) {
    json_object_set_new(members, "op", json_string(op));
    json_object_set_new(members, "cursor", json_integer((json_int_t)code->cursor));
    hd_session_set_code(members, code->text, code->len);
    return hd_session_ask(kernel->session, members, TIMEOUT_MS);
}

static void complete(struct kernel *kernel, struct request *request) {
    struct code code = code_of(request);
    json_t *answer = ask(kernel, "complete", &code, json_object()), *match;
    json_t *matches = json_array(), *types = json_array();
    json_int_t start = (json_int_t)code.cursor, end = start;
    if (answer) {
        start = json_integer_value(json_object_get(answer, "start"));
        end = json_integer_value(json_object_get(answer, "end"));
    }
    start = to_points(&code, start);
    end = to_points(&code, end);
    size_t i;
    json_array_foreach(json_object_get(answer, "matches"), i, match) {
        json_t *text = json_object_get(match, "text"), *kind = json_object_get(match, "kind");
        json_t *signature = json_object_get(match, "signature");
        if (!text) continue;
        json_array_append(matches, text);
        json_t *type = json_pack("{s:I, s:I, s:O, s:O}", "start", start, "end", end, "text", text,
                                 "type", kind);
        if (type && json_string_length(signature)) json_object_set(type, "signature", signature);
        if (type) json_array_append_new(types, type);
    }
    json_decref(answer);
    reply(kernel, request, "complete_reply",
          json_pack("{s:s, s:o, s:I, s:I, s:{s:o}}", "status", "ok", "matches", matches,
                    "cursor_start", start, "cursor_end", end, "metadata",
                    "_jupyter_types_experimental", types));
}

static void inspect(struct kernel *kernel, struct request *request) {
    struct code code = code_of(request);
    json_int_t detail = json_integer_value(json_object_get(request->content, "detail_level"));
    json_t *answer = ask(kernel, "inspect", &code, json_pack("{s:I}", "detail", detail));
    json_t *text = json_object_get(answer, "text"), *html = json_object_get(answer, "html"),
           *data = json_object();
    bool found = json_is_true(json_object_get(answer, "found")) && json_is_string(text);
    if (found) json_object_set(data, "text/plain", text);
    if (found && json_is_string(html)) json_object_set(data, "text/html", html);
    json_decref(answer);
    reply(kernel, request, "inspect_reply",
          json_pack("{s:s, s:b, s:o, s:{}}", "status", "ok", "found", found, "data", data,
                    "metadata"));
}

static void is_complete(struct kernel *kernel, struct request *request) {
    struct code code = code_of(request);
    json_t *answer = ask(kernel, "is_complete", &code, json_object()), *content = json_object();
    const char *status = json_string_value(json_object_get(answer, "status"));
    json_t *indent = json_object_get(answer, "indent");
    json_object_set_new(content, "status", json_string(status ? status : "unknown"));
    if (status && !strcmp(status, "incomplete"))
        json_object_set(content, "indent", json_is_string(indent) ? indent : json_string(""));
    else
        json_object_set_new(content, "indent", json_string(""));
    json_decref(answer);
    reply(kernel, request, "is_complete_reply", content);
}

static const struct {
    const char *type;
    void (*answer)(struct kernel *kernel, struct request *request);
} questions[] = {
    {"complete_request", complete},       {"inspect_request", inspect},
    {"is_complete_request", is_complete}, {"comm_msg", comm_answer},
    {"debug_request", debug_answer},
};

void desk_answer(struct kernel *kernel, struct request *request) {
    publish_status(kernel, request, "busy");
    for (int k = 0; k < HD_COUNT(questions); k++)
        if (!kernel->stopping && !strcmp(questions[k].type, request->type))
            questions[k].answer(kernel, request);
    publish_status(kernel, request, "idle");
    execute_again_busy(kernel);
    request_unref(request);
}

void desk_work(struct kernel *kernel, void **items, int n) {
    for (int i = 0; i < n; i++) desk_answer(kernel, items[i]);
}
