// Standard input. When user code reads it, the engine sends `input_request`; the client that runs
// the cell gets an input_request on its stdin channel, and its input_reply goes back to the engine
// as an `input` request.
//
// The unfinished line that was printed last (`printf("Name: ")`) becomes the prompt, unless it is
// on the screen already. A reply to a request that nobody waits for any more (the cell was
// interrupted) is dropped.
#include "kernel.h"

#include <stdlib.h>
#include <string.h>

void input_ask(struct kernel *kernel, struct execution *x, json_t *event) {
    char *prompt = output_take_line(kernel), *id;
    show_announce(x);
    json_t *content = json_pack("{s:s, s:b}", "prompt", prompt, "password",
                                json_is_true(json_object_get(event, "password")));
    struct packet *packet =
        wire_encode(kernel->wire, x->request, NULL, x->request, "input_request", content, &id);
    pthread_mutex_lock(&kernel->input.lock);
    free(kernel->input.waiting);
    kernel->input.waiting = id;
    pthread_mutex_unlock(&kernel->input.lock);
    channel_send(&kernel->channels[STDIN], packet);
    free(prompt);
}

// Clients may name the request that they answer; one that names another answers too late.
static bool take_waiting(struct input *input, const struct request *reply) {
    const char *parent = json_string_value(json_object_get(reply->parent, "msg_id"));
    pthread_mutex_lock(&input->lock);
    bool ours =
        input->waiting && (!parent || !strcmp(parent, input->waiting) || !strstr(parent, "_"));
    if (ours) {
        free(input->waiting);
        input->waiting = NULL;
    }
    pthread_mutex_unlock(&input->lock);
    return ours;
}

void input_answer(struct kernel *kernel, struct request *reply) {
    json_t *value = json_object_get(reply->content, "value");
    if (strcmp(reply->type, "input_reply") != 0 || !take_waiting(&kernel->input, reply)) return;
    const char *text = json_is_string(value) ? json_string_value(value) : "\x04";
    json_t *request = json_pack("{s:s}", "op", "input");
    if (!strcmp(text, "\x04"))
        json_object_set_new(request, "eof", json_true()); // Ctrl-D
    else
        json_object_set_new(request, "text", json_sprintf("%s\n", text));
    hd_session_tell(kernel->session, request);
}

void input_forget(struct kernel *kernel) {
    pthread_mutex_lock(&kernel->input.lock);
    free(kernel->input.waiting);
    kernel->input.waiting = NULL;
    pthread_mutex_unlock(&kernel->input.lock);
}
