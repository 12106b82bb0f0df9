// `interact(f, slider(0, 10))` of user code (front/headers/interact.h): a function with controls in
// the front-end, which has it run again with other values.
//
// The header keeps f and the controls in an object on the session's heap, so they outlive the
// engine. Here the front-end is told of it, in an event with the code that runs the object again;
// another event says that the first run is over. Where nobody knows these events f has simply run.
#include "run/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHOICES = 24, TEXT = 200, MOST = 64 };

struct control { // as interact.h has it
    int kind, whole;
    double low, high, step, value;
    const char *name;
    const char *choices[CHOICES];
    int nchoices;
};

// A user's text, which may lead anywhere.
static json_t *read_text(const char *from, const char *otherwise) {
    char text[TEXT];
    size_t n = 0;
    while (from && n < sizeof text - 1 && hd_guard_read(from + n, text + n, 1) && text[n]) n++;
    text[n] = 0;
    return n ? hd_json_text(text, n) : json_string(otherwise);
}

static json_t *control_json(const struct control *c, const char *parameter) {
    static const char *const kinds[] = {"slider", "checkbox", "menu", "button"};
    int kind = c->kind >= 0 && c->kind < HD_COUNT(kinds) ? c->kind : 0;
    json_t *json = json_pack("{s:s, s:o, s:f}", "kind", kinds[kind], "name",
                             read_text(c->name, parameter), "value", c->value);
    if (kind == 0) {
        json_object_set_new(json, "whole", json_boolean(c->whole));
        json_object_set_new(json, "low", json_real(c->low));
        json_object_set_new(json, "high", json_real(c->high));
        json_object_set_new(json, "step", json_real(c->step));
    }
    if (kind == 2) {
        json_t *choices = json_array();
        for (int i = 0; i < c->nchoices && i < CHOICES; i++)
            json_array_append_new(choices, read_text(c->choices[i], ""));
        json_object_set_new(json, "choices", choices);
    }
    return json;
}

void hd_interact(void *object, const struct control *controls, int n, const void *function) {
    fflush(stdout);
    if (!object) {
        hd_event("interact", json_pack("{s:b}", "end", 1));
        hd_sync();
        return;
    }
    struct hd_sym *sym = function ? hd_stub_sym((uint64_t)function) : NULL;
    const struct hd_func *func = sym && sym->kind == SYM_FUNC ? sym->func : NULL;
    json_t *list = json_array();
    for (int i = 0; i < n && i < MOST; i++) {
        struct control c;
        if (!hd_guard_read(controls + i, &c, sizeof c)) break;
        const char *parameter = func && i < func->nparams ? func->params[i]->name : NULL;
        char letter[2] = {(char)('a' + i % 26), 0};
        json_array_append_new(list, control_json(&c, parameter ? parameter : letter));
    }
    hd_event("interact",
             json_pack("{s:o, s:s, s:o, s:s}", "before",
                       json_string("{ const double __values[] = {"), "name",
                       sym && sym->name ? sym->name : "", "controls", list, "after",
                       hd_printf(hd_engine.arena, "0}; __heddle_again((void *)%p, __values); }",
                                 object)));
    hd_sync();
}
