// The journal: what a new engine needs to become the old one. The engine feeds it with `journal`
// events, each sent after the cell that caused it was committed; the client keeps it in memory and
// sends it back as one `restore` request. Jansson's objects keep the order in which keys were first
// set, so an object keyed by serial is an ordered list with cheap removal.
//
//   {"event": "journal", "op": "cell", "serial": 7, "name": "In[3]", "code": "int n = 3;", "vars":
//   [...]} {"event": "journal", "op": "drop", "serial": 7}
#include "session/process.h"

#include <stdio.h>
#include <string.h>

void journal_init(struct journal *journal) {
    *journal = (struct journal){json_object(), json_object(), json_object(),
                                json_object(), json_object(), 0};
}

void journal_finish(struct journal *journal) {
    json_decref(journal->cells);
    json_decref(journal->stubs);
    json_decref(journal->options);
    json_decref(journal->inputs);
    json_decref(journal->failed);
    *journal = (struct journal){0};
}

// The event's members without those of the frame.
static json_t *entry_of(const json_t *event) {
    json_t *entry = json_copy((json_t *)event);
    json_object_del(entry, "event");
    json_object_del(entry, "id");
    json_object_del(entry, "op");
    json_object_del(entry, "sync");
    return entry;
}

static void apply_stub(struct journal *journal, const json_t *event) {
    const char *name = json_string_value(json_object_get(event, "name"));
    const char *type = json_string_value(json_object_get(event, "type"));
    if (!name) return;
    struct hd_buf key = {0};
    hd_buf_printf(&key, "%s %s", name, type ? type : "");
    if (json_is_integer(json_object_get(event, "addr")))
        json_object_set_new(journal->stubs, key.s, entry_of(event));
    else
        json_object_del(journal->stubs, key.s);
    hd_buf_finish(&key);
}

void journal_apply(struct journal *journal, const json_t *event) {
    const char *op = json_string_value(json_object_get(event, "op"));
    if (!op) return;
    char serial[24];
    snprintf(serial, sizeof serial, "%lld",
             (long long)json_integer_value(json_object_get(event, "serial")));
    if (!strcmp(op, "cell")) {
        json_object_set_new(journal->cells, serial, entry_of(event));
        json_int_t count = json_integer_value(json_object_get(event, "count"));
        if (count > journal->count) journal->count = count;
    } else if (!strcmp(op, "drop")) {
        json_object_del(journal->cells, serial);
    } else if (!strcmp(op, "vars")) {
        json_t *cell = json_object_get(journal->cells, serial);
        if (cell) json_object_set(cell, "vars", json_object_get(event, "vars"));
    } else if (!strcmp(op, "stub")) {
        apply_stub(journal, event);
    } else if (!strcmp(op, "option")) {
        const char *name = json_string_value(json_object_get(event, "name"));
        json_t *value = json_object_get(event, "value");
        if (name && value)
            json_object_set(journal->options, name, value);
        else if (name)
            json_object_del(journal->options, name);
    }
}

bool journal_is_empty(const struct journal *journal) {
    return !json_object_size(journal->cells) && !json_object_size(journal->stubs) &&
           !json_object_size(journal->options) && !journal->count;
}

static json_t *values_of(json_t *object) {
    json_t *values = json_array(), *value;
    const char *key;
    json_object_foreach(object, key, value) { json_array_append(values, value); }
    return values;
}

json_t *journal_request(const struct journal *journal) {
    return json_pack("{s:s, s:o, s:o, s:O, s:O, s:O, s:I}", "op", "restore", "cells",
                     values_of(journal->cells), "stubs", values_of(journal->stubs), "options",
                     journal->options, "inputs", journal->inputs, "failed", journal->failed,
                     "count", journal->count);
}

void journal_drop_newest(struct journal *journal, int n, json_t *names) {
    size_t size = json_object_size(journal->cells), keep = size > (size_t)n ? size - (size_t)n : 0,
           i = 0;
    json_t *kept = json_object(), *cell;
    const char *serial;
    json_object_foreach(journal->cells, serial, cell) {
        if (i++ < keep) {
            json_object_set(kept, serial, cell);
        } else {
            json_t *name = json_object_get(cell, "name");
            json_array_append_new(names, name ? json_incref(name) : json_string("a cell"));
        }
    }
    json_decref(journal->cells);
    journal->cells = kept;
}
