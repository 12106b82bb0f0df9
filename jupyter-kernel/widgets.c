// Controls in notebooks: what the engine tells of `interact(f, slider(0, 10))` becomes ipywidgets'
// models, and a control that is moved runs the function again.
//
// A model is a comm with the target "jupyter.widget" and a state; its id is the comm's. A *panel*
// is a box with a model for each control and an Output model that holds what f showed, as a
// notebook's outputs. While f runs on behalf of a panel, `publish` hands its outputs to
// widgets_capture instead of to iopub, and they go out as the Output's new state: at most ten times
// a second, and when f ends.
//
// A control's new value is noted as soon as it arrives, on the shell thread; the run waits in the
// queue of cells. A panel runs with the values of then, so of several moves that came meanwhile
// only the last is run for. The message is answered (idle) behind the run, and a front-end sends
// the next value after that.
//
// Models live until the kernel ends. A page that is loaded again asks for all of them by the comm
// "jupyter.widget.control".
#include "kernel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

static const char controls_module[] = "@jupyter-widgets/controls",
                  base_module[] = "@jupyter-widgets/base",
                  output_module[] = "@jupyter-widgets/output";
enum { SPACING_MS = 100, MOST_TEXT = 1 << 18 };

void widgets_init(struct widgets *w) {
    pthread_mutex_init(&w->lock, NULL);
    w->models = json_object();
    w->panels = json_array();
}

void widgets_finish(struct widgets *w) {
    json_decref(w->models);
    json_decref(w->panels);
    json_decref(w->capture.outputs);
    json_decref(w->capture.event);
    pthread_mutex_destroy(&w->lock);
}

// ---- models (under the lock) --------------------------------------------------------------------

static void new_id(char id[33]) {
    unsigned char bytes[16];
    if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes)
        memcpy(bytes, &(uint64_t[2]){(uint64_t)hd_now_ns(), 1}, sizeof bytes);
    for (size_t i = 0; i < sizeof bytes; i++) snprintf(id + 2 * i, 3, "%02x", bytes[i]);
}

// "IPY_MODEL_<id>" of a new model. `kind`: "IntSlider" is an IntSliderModel with an IntSliderView.
static json_t *add_model(struct kernel *kernel, const struct request *parent, const char *module,
                         const char *kind, const char *view, json_t *state, char id[33]) {
    struct widgets *w = &kernel->widgets;
    const char *version = module == output_module ? "1.0.0" : "2.0.0";
    char own[33];
    if (!id) id = own;
    new_id(id);
    json_object_set_new(state, "_model_module", json_string(module));
    json_object_set_new(state, "_model_module_version", json_string(version));
    json_object_set_new(state, "_model_name", json_sprintf("%sModel", kind));
    bool style = view && !strcmp(view, "StyleView");
    json_object_set_new(state, "_view_module", json_string(style ? base_module : module));
    json_object_set_new(state, "_view_module_version", json_string(version));
    json_object_set_new(state, "_view_name",
                        view ? json_string(view) : json_sprintf("%sView", kind));
    json_object_set_new(w->models, id, state);
    comms_add(kernel, id, "jupyter.widget");
    struct packet *packet =
        wire_encode_with(kernel->wire, NULL, "comm_open", parent, "comm_open",
                         json_pack("{s:s, s:s, s:{s:O, s:[]}}", "comm_id", id, "target_name",
                                   "jupyter.widget", "data", "state", state, "buffer_paths"),
                         json_pack("{s:s}", "version", "2.1.0"), NULL);
    channel_send(&kernel->channels[IOPUB], packet);
    return json_sprintf("IPY_MODEL_%s", id);
}

static void update_model(struct kernel *kernel, const struct request *parent, const char *id,
                         const char *method, json_t *state) {
    publish(kernel, parent, "comm_msg",
            json_pack("{s:s, s:{s:s, s:o, s:[]}}", "comm_id", id, "data", "method", method, "state",
                      state, "buffer_paths"));
}

static json_t *add_control(struct kernel *kernel, const struct request *parent, json_t *control,
                           json_t *layout, char id[33]) {
    const char *kind = json_string_value(json_object_get(control, "kind"));
    json_t *name = json_object_get(control, "name"), *value = json_object_get(control, "value");
    json_t *state = json_pack("{s:O, s:O, s:b, s:n, s:b}", "description", name, "layout", layout,
                              "disabled", 0, "tooltip", "description_allow_html", 0);
    const char *style = "DescriptionStyle", *model = "Button";
    if (!strcmp(kind, "slider")) {
        bool whole = json_is_true(json_object_get(control, "whole"));
        const char *const from[] = {"low", "high", "step", "value"}, *const to[] = {"min", "max",
                                                                                    "step",
                                                                                    "value"};
        for (int i = 0; i < HD_COUNT(from); i++) {
            json_t *number = json_object_get(control, from[i]);
            json_object_set_new(state, to[i],
                                whole ? json_integer((json_int_t)json_number_value(number))
                                      : json_incref(number));
        }
        json_object_set_new(state, "readout", json_true());
        json_object_set_new(state, "readout_format", json_string(whole ? "d" : ".3g"));
        json_object_set_new(state, "continuous_update", json_true());
        json_object_set_new(state, "orientation", json_string("horizontal"));
        style = "SliderStyle";
        model = whole ? "IntSlider" : "FloatSlider";
    } else if (!strcmp(kind, "checkbox")) {
        json_object_set_new(state, "value", json_boolean(json_number_value(value) != 0));
        json_object_set_new(state, "indent", json_true());
        style = "CheckboxStyle";
        model = "Checkbox";
    } else if (!strcmp(kind, "menu")) {
        json_object_set(state, "_options_labels", json_object_get(control, "choices"));
        json_object_set_new(state, "index", json_integer((json_int_t)json_number_value(value)));
        model = "Dropdown";
    } else {
        json_object_set_new(state, "button_style", json_string(""));
        json_object_set_new(state, "icon", json_string(""));
        style = "ButtonStyle";
    }
    json_t *look =
        !strcmp(style, "ButtonStyle") ? json_object() : json_pack("{s:s}", "description_width", "");
    json_object_set_new(state, "style",
                        add_model(kernel, parent, controls_module, style, "StyleView", look, NULL));
    return add_model(kernel, parent, controls_module, model, NULL, state, id);
}

// ---- what f shows -------------------------------------------------------------------------------

static const char *string_at(const json_t *object, const char *key) {
    const char *s = json_string_value(json_object_get(object, key));
    return s ? s : "";
}

static const char *display_id(const json_t *content) {
    return string_at(json_object_get(content, "transient"), "display_id");
}

static void add_stream(struct capture *c, const json_t *content) {
    json_t *last = json_array_get(c->outputs, json_array_size(c->outputs) - 1);
    const char *name = string_at(content, "name"), *text = string_at(content, "text");
    c->text += strlen(text);
    if (c->text > MOST_TEXT) return;
    if (last && !strcmp(string_at(last, "output_type"), "stream") &&
        !strcmp(string_at(last, "name"), name)) {
        json_object_set_new(last, "text", json_sprintf("%s%s", string_at(last, "text"), text));
        return;
    }
    json_array_append_new(c->outputs, json_pack("{s:s, s:s, s:s}", "output_type", "stream", "name",
                                                name, "text", text));
}

static bool replace_display(struct capture *c, const json_t *content) {
    size_t i;
    json_t *output;
    const char *id = display_id(content);
    bool found = false;
    json_array_foreach(c->outputs, i, output) {
        if (!*id || strcmp(display_id(output), id) != 0) continue;
        json_object_set(output, "data", json_object_get(content, "data"));
        json_object_set(output, "metadata", json_object_get(content, "metadata"));
        found = true;
    }
    return found;
}

// The outputs as they are stored: what is transient is left out.
static json_t *stored_outputs(const struct capture *c) {
    json_t *list = json_array(), *output;
    size_t i;
    json_array_foreach(c->outputs, i, output) {
        json_t *copy = json_copy(output);
        json_object_del(copy, "transient");
        json_array_append_new(list, copy);
    }
    return list;
}

static void send_outputs(struct kernel *kernel, struct capture *c) {
    json_t *outputs = stored_outputs(c);
    json_t *model = json_object_get(kernel->widgets.models, c->panel);
    if (model) json_object_set(model, "outputs", outputs);
    update_model(kernel, c->parent, c->panel, "update", json_pack("{s:o}", "outputs", outputs));
    c->sent = hd_now_ns();
}

// The first run has failed: the cell gets what was shown, and there is no panel.
static void give_up(struct kernel *kernel, struct capture *c) {
    size_t i;
    json_t *output;
    json_t *outputs = c->outputs;
    c->on = false;
    c->outputs = NULL;
    json_array_foreach(outputs, i, output) {
        char type[40];
        snprintf(type, sizeof type, "%s", string_at(output, "output_type"));
        json_object_del(output, "output_type");
        publish(kernel, c->parent, type, json_incref(output));
    }
    json_decref(outputs);
    json_decref(c->event);
    c->event = NULL;
}

bool widgets_capture(struct kernel *kernel, const struct request *parent, const char *type,
                     json_t *content) {
    static const char *const taken[] = {"stream",       "display_data", "update_display_data",
                                        "clear_output", "error",        "execute_result"};
    struct widgets *w = &kernel->widgets;
    struct capture *c = &w->capture;
    bool known = false;
    for (int i = 0; i < HD_COUNT(taken); i++) known |= !strcmp(type, taken[i]);
    if (!known || !c->on || parent != c->parent) return false;
    pthread_mutex_lock(&w->lock);
    bool takes = c->on;
    if (takes && c->event && !strcmp(type, "error")) {
        give_up(kernel, c);
        takes = false;
    } else if (takes && !strcmp(type, "clear_output")) {
        c->clears = json_is_true(json_object_get(content, "wait"));
        if (!c->clears) json_array_clear(c->outputs);
    } else if (takes && !strcmp(type, "update_display_data")) {
        takes = replace_display(c, content);
    } else if (takes) {
        if (c->clears) json_array_clear(c->outputs);
        c->clears = false;
        if (!strcmp(type, "stream")) {
            add_stream(c, content);
        } else {
            json_t *output = json_copy(content);
            json_object_set_new(output, "output_type", json_string(type));
            json_array_append_new(c->outputs, output);
        }
    }
    if (takes && !c->event && hd_now_ns() - c->sent >= SPACING_MS * 1000000LL)
        send_outputs(kernel, c);
    pthread_mutex_unlock(&w->lock);
    if (takes) json_decref(content);
    return takes;
}

// ---- a panel ------------------------------------------------------------------------------------

// What those see who know no widgets: the first picture, and the text.
static json_t *plain_form(const struct capture *c, const json_t *outputs) {
    struct hd_buf text = {0};
    json_t *data = json_object(), *output, *part;
    const char *mime;
    size_t i;
    json_array_foreach(outputs, i, output) {
        hd_buf_puts(&text, string_at(output, "text"));
        json_t *shown = json_object_get(output, "data");
        hd_buf_puts(&text, string_at(shown, "text/plain"));
        json_object_foreach(shown, mime,
                            part) if (!strncmp(mime, "image/", 6) && !json_object_get(data, mime))
            json_object_set(data, mime, part);
    }
    json_object_set_new(data, "text/plain",
                        text.len ? json_stringn(text.s, text.len)
                                 : json_sprintf("interact(%s)", string_at(c->event, "name")));
    hd_buf_finish(&text);
    return data;
}

static void make_panel(struct kernel *kernel, struct capture *c) {
    struct widgets *w = &kernel->widgets;
    const struct request *parent = c->parent;
    json_t *children = json_array(), *ids = json_array(), *control, *outputs = stored_outputs(c);
    json_t *layout = add_model(kernel, parent, base_module, "Layout", NULL, json_object(), NULL);
    size_t i;
    char id[33], box[33];
    json_array_foreach(json_object_get(c->event, "controls"), i, control) {
        json_array_append_new(children, add_control(kernel, parent, control, layout, id));
        json_array_append_new(ids, json_string(id));
    }
    json_array_append_new(children, add_model(kernel, parent, output_module, "Output", NULL,
                                              json_pack("{s:O, s:s, s:O}", "layout", layout,
                                                        "msg_id", "", "outputs", outputs),
                                              id));
    json_decref(add_model(
        kernel, parent, controls_module, "VBox", NULL,
        json_pack("{s:o, s:O, s:s}", "children", children, "layout", layout, "box_style", ""),
        box));
    json_decref(layout);
    json_array_append_new(w->panels,
                          json_pack("{s:s, s:o, s:O, s:O, s:b}", "output", id, "controls", ids,
                                    "before", json_object_get(c->event, "before"), "after",
                                    json_object_get(c->event, "after"), "moved", 0));
    json_t *data = plain_form(c, outputs);
    json_decref(outputs);
    json_object_set_new(
        data, "application/vnd.jupyter.widget-view+json",
        json_pack("{s:i, s:i, s:s}", "version_major", 2, "version_minor", 0, "model_id", box));
    publish(kernel, parent, "display_data",
            json_pack("{s:o, s:{}, s:{}}", "data", data, "metadata", "transient"));
}

void widgets_event(struct kernel *kernel, const struct request *parent, json_t *event) {
    struct widgets *w = &kernel->widgets;
    struct capture *c = &w->capture;
    output_flush(kernel);
    pthread_mutex_lock(&w->lock);
    if (!json_is_true(json_object_get(event, "end"))) {
        if (c->on) {
            c->depth++; // a function with controls has called interact: its outputs are the outer's
        } else {
            c->event = json_incref(event);
            c->outputs = json_array();
            c->parent = parent;
            c->text = 0;
            c->clears = false;
            c->on = true;
        }
    } else if (c->depth) {
        c->depth--;
    } else if (c->on && c->event) {
        c->on = false;
        make_panel(kernel, c);
        json_decref(c->event);
        json_decref(c->outputs);
        c->event = c->outputs = NULL;
    }
    pthread_mutex_unlock(&w->lock);
}

void widgets_cell_ended(struct kernel *kernel) {
    struct widgets *w = &kernel->widgets;
    pthread_mutex_lock(&w->lock);
    if (w->capture.on && w->capture.event) give_up(kernel, &w->capture);
    w->capture.depth = 0;
    pthread_mutex_unlock(&w->lock);
}

// ---- running again ------------------------------------------------------------------------------

static double value_of(const json_t *model) {
    static const char *const keys[] = {"index", "value", "_presses"};
    for (int i = 0; i < HD_COUNT(keys); i++) {
        json_t *value = json_object_get(model, keys[i]);
        if (json_is_boolean(value)) return json_is_true(value);
        if (json_is_number(value)) return json_number_value(value);
    }
    return 0;
}

// The next panel that was moved: its code, with the values as they are now (heap).
static char *take_moved(struct widgets *w) {
    struct hd_buf code = {0};
    size_t i, k;
    json_t *panel, *id;
    pthread_mutex_lock(&w->lock);
    json_array_foreach(w->panels, i, panel) {
        if (!json_is_true(json_object_get(panel, "moved"))) continue;
        json_object_set_new(panel, "moved", json_false());
        hd_buf_puts(&code, string_at(panel, "before"));
        json_array_foreach(json_object_get(panel, "controls"), k, id) hd_buf_printf(
            &code, "%.17g, ", value_of(json_object_get(w->models, json_string_value(id))));
        hd_buf_puts(&code, string_at(panel, "after"));
        snprintf(w->capture.panel, sizeof w->capture.panel, "%s", string_at(panel, "output"));
        break;
    }
    pthread_mutex_unlock(&w->lock);
    return code.s;
}

void widgets_run(struct kernel *kernel, struct request *request) {
    struct widgets *w = &kernel->widgets;
    struct capture *c = &w->capture;
    for (char *code; !kernel->stopping && (code = take_moved(w)); free(code)) {
        output_begin(kernel, request, false);
        pthread_mutex_lock(&w->lock);
        c->outputs = json_array();
        c->parent = request;
        c->text = 0;
        c->clears = false;
        c->sent = hd_now_ns(); // the old outputs stay until there are others
        c->on = true;
        pthread_mutex_unlock(&w->lock);
        execute_aside(kernel, request, code);
        pthread_mutex_lock(&w->lock);
        c->on = false;
        send_outputs(kernel, c);
        json_decref(c->outputs);
        c->outputs = NULL;
        pthread_mutex_unlock(&w->lock);
    }
}

// ---- messages of front-ends ---------------------------------------------------------------------

// True: a control was moved.
static bool take_state(struct kernel *kernel, const struct request *request, const char *id,
                       json_t *model, json_t *data) {
    struct widgets *w = &kernel->widgets;
    const char *method = string_at(data, "method"), *key;
    json_t *state = json_object_get(data, "state"), *value, *panel, *control;
    bool click = !strcmp(method, "custom") &&
                 !strcmp(string_at(json_object_get(data, "content"), "event"), "click");
    if (!strcmp(method, "request_state"))
        update_model(kernel, request, id, "update", json_incref(model));
    if (click) {
        json_int_t presses = json_integer_value(json_object_get(model, "_presses"));
        json_object_set_new(model, "_presses", json_integer(presses + 1));
    } else if (strcmp(method, "update") != 0 || !json_is_object(state)) {
        return false;
    } else {
        json_object_foreach(state, key, value) json_object_set(model, key, value);
        update_model(kernel, request, id, "echo_update", json_incref(state));
    }
    size_t i, k;
    bool moved = false;
    json_array_foreach(w->panels, i, panel) {
        json_array_foreach(json_object_get(panel, "controls"), k, control) {
            if (strcmp(json_string_value(control), id) != 0) continue;
            json_object_set_new(panel, "moved", json_true());
            moved = true;
        }
    }
    return moved;
}

static void send_all_states(struct kernel *kernel, const struct request *request, const char *id) {
    json_t *states = json_object(), *state;
    const char *model;
    json_object_foreach(kernel->widgets.models, model, state) json_object_set_new(
        states, model,
        json_pack("{s:O, s:O, s:O, s:O}", "model_name", json_object_get(state, "_model_name"),
                  "model_module", json_object_get(state, "_model_module"), "model_module_version",
                  json_object_get(state, "_model_module_version"), "state", state));
    publish(kernel, request, "comm_msg",
            json_pack("{s:s, s:{s:s, s:o, s:[]}}", "comm_id", id, "data", "method", "update_states",
                      "states", states, "buffer_paths"));
}

bool widgets_message(struct kernel *kernel, struct request *request) {
    struct widgets *w = &kernel->widgets;
    const char *id = string_at(request->content, "comm_id");
    json_t *data = json_object_get(request->content, "data");
    pthread_mutex_lock(&w->lock);
    json_t *model = json_object_get(w->models, id);
    bool asks_all = !model && !strcmp(string_at(data, "method"), "request_states"), moved = false;
    if (model || asks_all) {
        publish_status(kernel, request, "busy");
        if (asks_all) send_all_states(kernel, request, id);
        if (model) moved = take_state(kernel, request, id, model, data);
        if (!moved) publish_status(kernel, request, "idle");
    }
    pthread_mutex_unlock(&w->lock);
    if (moved)
        execute_add(kernel, request);
    else if (model || asks_all)
        execute_again_busy(kernel);
    return model || asks_all;
}
