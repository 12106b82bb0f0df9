// Values in the Debug Adapter Protocol: scopes, variables and their parts, expressions, changes.
//
// What has parts gets a number, good until the thread goes on. It knows where the value lies and
// its path, the expression that means it: the parts' own paths are made of that, and a change of a
// part is an assignment to its path in the frame that it was shown for. Arrays are told by pages.
#include "array/array.h"
#include "run/debug/dap.h"
#include "run/display/container.h"
#include "run/display/display.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PAGE 100 // elements that are told at once, where the front-end does not say
#define LARGEST_PAGE 10000
#define MOST_NODES 10000 // of a map or list that are counted through

const char *dap_text(const json_t *object, const char *key) {
    return json_string_value(json_object_get(object, key));
}

int dap_number(const json_t *object, const char *key, int otherwise) {
    json_t *value = json_object_get(object, key);
    return json_is_integer(value) ? (int)json_integer_value(value) : otherwise;
}

static json_t *text_json(const struct hd_buf *buf) {
    return hd_json_text(buf->s ? buf->s : "", buf->len);
}

// ---- numbers ------------------------------------------------------------------------------------

struct ref {
    enum { REF_LOCALS, REF_SHARED, REF_GLOBALS, REF_ELEMENTS, REF_RECORD, REF_NODES, REF_ND } kind;
    int frame;
    const struct hd_type *type; // of an element, or of the record
    char *addr;
    int64_t len;
    int64_t first, end; // end > 0: a page, the elements from `first` on before `end`
    char *path;         // heap; NULL: of a scope, or it has none
    // An n-dimensional array, from this index on its first `dim` dimensions are chosen.
    struct hd_array *array;
    int dim;
    int64_t offset;
    struct container nodes;
};
static HD_VEC(struct ref) refs;
static HD_VEC(struct dbg_code *) results; // whose values are told of

static int add_ref(struct ref ref, const char *path) {
    if (path) ref.path = hd_xstrdup(path);
    HD_XPUSH(&refs, ref);
    return refs.n;
}

void dbg_dap_forget(void) {
    for (int i = 0; i < refs.n; i++) free(refs.v[i].path);
    for (int i = 0; i < results.n; i++) dbg_code_free(results.v[i]);
    refs.n = results.n = 0;
    dap_shown = NULL;
}

// ---- what has parts -----------------------------------------------------------------------------

static int64_t elements_at(const char *to, const struct hd_type *type) {
    uint64_t base, at = (uint64_t)(uintptr_t)to, end = at + type->size;
    size_t bytes;
    const char *kind;
    struct hd_placed placed;
    char byte;
    if (!to || !hd_guard_read(to, &byte, 1)) return 0;
    if (hd_cudart_allocation(at, &base, &bytes, &kind) || hd_heap_find(at, &base, &bytes))
        end = base + bytes;
    else if (hd_var_at(at, &placed))
        end = placed.addr + placed.size;
    return (int64_t)((end - at) / type->size);
}

static struct hd_array *array_at(const char *addr) {
    struct hd_array *array = NULL, copy;
    if (!hd_guard_read(addr, &array, sizeof array) || !array ||
        !hd_guard_read(array, &copy, sizeof copy) || copy.rank < 0 || copy.rank > HD_ARRAY_RANK)
        return NULL;
    return array;
}

// How the value is told: *ref's kind and so on; false: it has no parts. *indexed: how many of them
// are elements.
static bool has_parts(const struct hd_type *t, char *addr, struct ref *ref, int64_t *indexed) {
    *indexed = 0;
    if (t->kind == HD_TY_ARRAY && t->len > 0 && t->base->size) {
        *ref = (struct ref){.kind = REF_ELEMENTS, .type = t->base, .addr = addr, .len = t->len};
        *indexed = t->len;
        return true;
    }
    if (t->kind == HD_TY_PTR && t->base->size && t->base->kind != HD_TY_FUNC) {
        char *to = NULL;
        hd_guard_read(addr, &to, sizeof to);
        *indexed = elements_at(to, t->base);
        *ref = (struct ref){.kind = REF_ELEMENTS, .type = t->base, .addr = to, .len = *indexed};
        return *indexed > 0;
    }
    if (t->kind == HD_TY_NDARRAY) {
        struct hd_array *array = array_at(addr);
        *ref = (struct ref){.kind = REF_ND, .type = t->base, .array = array};
        if (array && array->rank > 0) *indexed = array->shape[0];
        return *indexed > 0;
    }
    if (t->kind != HD_TY_RECORD) return false;
    struct container c;
    *ref = (struct ref){.kind = REF_RECORD, .type = t, .addr = addr};
    if (container_of(t, addr, &c)) {
        if (c.kind == CONTAINER_STRING || c.kind == CONTAINER_BITS || c.kind == CONTAINER_NOTHING)
            return false;
        if (c.kind == CONTAINER_SEQUENCE || c.kind == CONTAINER_ELEMENT) {
            *ref = (struct ref){.kind = REF_ELEMENTS,
                                .type = c.element,
                                .addr = (char *)(uintptr_t)c.at,
                                .len = (int64_t)c.n};
            *indexed = (int64_t)c.n;
            return c.n > 0;
        }
        if (c.kind == CONTAINER_MAP || c.kind == CONTAINER_SET) {
            *ref =
                (struct ref){.kind = REF_NODES, .type = c.element, .len = (int64_t)c.n, .nodes = c};
            *indexed = (int64_t)c.n;
            return c.n > 0;
        }
    }
    return t->record->nfields > 0;
}

bool dap_types_only;

// "ndarray<float, 2> [3 x 4]", "float * [256]": what the type does not tell.
static const char *with_shape(const char *type, const struct ref *ref, int64_t n) {
    struct hd_buf shape = {0};
    int rank = ref->kind == REF_ND ? ref->array->rank : 0;
    for (int i = 0; i < rank; i++)
        hd_buf_printf(&shape, "%s%lld", i ? " x " : "", (long long)ref->array->shape[i]);
    if (!rank) hd_buf_printf(&shape, "%lld", (long long)n);
    const char *text = hd_printf(hd_engine.arena, "%s [%s]", type, hd_buf_str(&shape));
    hd_buf_finish(&shape);
    return text;
}

// path: the expression that means it; NULL: there is none. With the front end locked.
static json_t *variable(const char *name, const struct hd_type *type, char *addr, const char *path,
                        int frame) {
    struct hd_buf value = {0};
    hd_value_summary(&value, type, addr, 200);
    struct ref ref;
    int64_t indexed;
    int number = 0;
    if (has_parts(type, addr, &ref, &indexed)) {
        ref.frame = frame;
        number = add_ref(ref, path);
    }
    const char *shown = hd_type_str(hd_engine.arena, type);
    if (dap_types_only && number && indexed > 0 && type->kind != HD_TY_ARRAY)
        shown = with_shape(shown, &ref, indexed);
    if (dap_types_only && !number && strcmp(shown, "int") != 0 && strcmp(shown, "bool") != 0)
        shown = hd_printf(hd_engine.arena, "%s = %s", shown, hd_buf_str(&value));
    json_t *v = json_pack("{s:s, s:o, s:s, s:i}", "name", name, "value", text_json(&value), "type",
                          shown, "variablesReference", number);
    if (path) json_object_set_new(v, "evaluateName", json_string(path));
    if (number && indexed > 0) json_object_set_new(v, "indexedVariables", json_integer(indexed));
    hd_buf_finish(&value);
    return v;
}

static void add_vars(json_t *list, const dbg_vars *vars, bool shared, int frame) {
    for (int i = vars->n - 1; i >= 0; i--) {
        const struct dbg_var *v = &vars->v[i];
        if ((v->kind == DBG_SHARED) == shared)
            json_array_insert_new(list, 0, variable(v->name, v->type, v->addr, v->name, frame));
    }
}

static void add_globals(json_t *list, int frame) {
    int n;
    struct hd_def **defs = hd_all_defs(&n);
    for (int i = 0; i < n; i++) {
        struct hd_sym *sym = defs[i]->sym;
        if (defs[i]->dead || defs[i]->system || !sym || sym->kind != SYM_VAR || !sym->addr ||
            !sym->name || !strcmp(sym->name, "_") || sym->type->kind == HD_TY_REF ||
            hd_def_find(hd_front_of(defs[i]), sym->name) != defs[i])
            continue;
        json_array_append_new(list,
                              variable(sym->name, sym->type, (char *)sym->addr, sym->name, frame));
    }
}

static const char *part_path(const char *path, const char *part) {
    if (!path) return NULL;
    bool plain = true; // a name and what follows it needs no brackets
    for (const char *p = path; *p && plain; p++)
        plain = isalnum((unsigned char)*p) || strchr("_.[]:", *p);
    return hd_printf(hd_engine.arena, plain ? "%s%s" : "(%s)%s", path, part);
}

static void add_fields(json_t *list, const struct ref *ref) {
    const struct hd_record *r = ref->type->record;
    for (int i = 0; i < r->nfields; i++) {
        const struct hd_field *f = &r->fields[i];
        const char *field = f->name ? f->name : f->is_base ? "base" : "";
        const char *path = f->name ? part_path(ref->path, hd_printf(hd_engine.arena, ".%s", field))
                                   : ref->path; // the members of what has no name are its own
        if (!f->bit_width) {
            json_array_append_new(
                list, variable(field, f->type, ref->addr + f->offset, path, ref->frame));
            continue;
        }
        struct hd_buf value = {0};
        hd_value_member(&value, f, ref->addr, 200);
        json_array_append_new(list, json_pack("{s:s, s:o, s:s, s:i, s:s*}", "name", field, "value",
                                              text_json(&value), "type",
                                              hd_type_str(hd_engine.arena, f->type),
                                              "variablesReference", 0, "evaluateName", path));
        hd_buf_finish(&value);
    }
}

// A row of an n-dimensional array, or an element.
static json_t *array_part(const struct ref *ref, int64_t i, const char *name) {
    const struct hd_array *a = ref->array;
    int64_t offset = ref->offset + i * a->stride[ref->dim];
    const char *index = ref->dim ? hd_printf(hd_engine.arena, ", %lld]", (long long)i) : name;
    const char *path = ref->path; // "A[1" with an open bracket, as far as it is chosen
    if (path)
        path = ref->dim ? hd_printf(hd_engine.arena, "%s%s", path, index) : part_path(path, index);
    if (ref->dim + 1 == a->rank)
        return variable(name, ref->type, a->data + offset * (int64_t)a->size, path, ref->frame);
    struct ref row = {.kind = REF_ND,
                      .frame = ref->frame,
                      .type = ref->type,
                      .array = ref->array,
                      .dim = ref->dim + 1,
                      .offset = offset};
    char *open = path ? hd_strdup(hd_engine.arena, path) : NULL;
    if (open) open[strlen(open) - 1] = 0;
    struct hd_buf value = {0};
    struct hd_array view = *a;
    view.rank = a->rank - row.dim;
    memmove(view.shape, a->shape + row.dim, (size_t)view.rank * sizeof *view.shape);
    memmove(view.stride, a->stride + row.dim, (size_t)view.rank * sizeof *view.stride);
    view.data = a->data + offset * (int64_t)a->size;
    struct hd_array *handle = &view;
    struct hd_type type = {.kind = HD_TY_NDARRAY,
                           .base = (struct hd_type *)(uintptr_t)ref->type,
                           .len = view.rank,
                           .size = sizeof handle,
                           .align = sizeof handle};
    type.unqual = &type;
    hd_array_count(&view);
    hd_value_summary(&value, &type, &handle, 200);
    json_t *v = json_pack("{s:s, s:o, s:s, s:i, s:I}", "name", name, "value", text_json(&value),
                          "type", hd_type_str(hd_engine.arena, ref->type), "variablesReference",
                          add_ref(row, open), "indexedVariables", (json_int_t)a->shape[row.dim]);
    hd_buf_finish(&value);
    return v;
}

// Where the front-end asks for all of many elements (JupyterLab does, VS Code does not), parts for
// so many of them each that there are at most PAGE.
static void add_pages(json_t *list, const struct ref *ref, int64_t first, int64_t end) {
    int64_t size = PAGE;
    while ((end - first + size - 1) / size > PAGE) size *= PAGE;
    for (int64_t from = first; from < end; from += size) {
        struct ref page = *ref;
        page.first = from;
        page.end = from + size < end ? from + size : end;
        char name[48];
        snprintf(name, sizeof name, "[%lld .. %lld]", (long long)from, (long long)page.end - 1);
        const char *type =
            hd_printf(hd_engine.arena, "%s [%lld]", hd_type_str(hd_engine.arena, ref->type),
                      (long long)(page.end - from));
        json_array_append_new(list,
                              json_pack("{s:s, s:s, s:s, s:i}", "name", name, "value", "", "type",
                                        type, "variablesReference", add_ref(page, ref->path)));
    }
}

static void add_elements(json_t *list, const struct ref *given, int64_t start, int count) {
    struct ref ref = *given; // the list of them grows
    char name[32];
    int64_t len = ref.kind == REF_ND ? ref.array->shape[ref.dim] : ref.len;
    if (ref.end) {
        start = ref.first;
        len = ref.end;
    }
    if (start < 0) start = 0;
    if (count <= 0 && len - start > PAGE) {
        add_pages(list, &ref, start, len);
        return;
    }
    if (count <= 0 || count > LARGEST_PAGE) count = PAGE;
    if (ref.kind == REF_NODES)
        for (int64_t i = 0; i < start && i < MOST_NODES; i++)
            if (!container_next(&ref.nodes)) return;
    for (int64_t i = start; i < start + (int64_t)count && i < len; i++) {
        snprintf(name, sizeof name, "[%lld]", (long long)i);
        json_t *part;
        if (ref.kind == REF_ND) {
            part = array_part(&ref, i, name);
        } else if (ref.kind == REF_NODES) {
            part = variable(name, ref.type, (char *)(uintptr_t)container_element(&ref.nodes), NULL,
                            ref.frame);
            if (!container_next(&ref.nodes)) i = len;
        } else {
            part = variable(name, ref.type, ref.addr + (uint64_t)i * ref.type->size,
                            part_path(ref.path, name), ref.frame);
        }
        json_array_append_new(list, part);
    }
}

// ---- scopes -------------------------------------------------------------------------------------

// NULL: the focus, or nobody.
static struct hd_thread *thread_of_frame(int id) {
    uint32_t number = (uint32_t)(id % DAP_AGAIN - DAP_OTHER_THREADS) / DAP_THREAD_FRAMES;
    if (id % DAP_AGAIN < DAP_OTHER_THREADS || !dbg.stopped || !dbg.thread) return NULL;
    return hd_thread_beside(dbg.thread, number);
}

static struct hd_frame *frame_of(int id) {
    struct hd_frame *frames[DAP_FRAMES];
    if (id <= 0 || !dbg.stopped) return dbg.stopped ? dbg.selected : NULL;
    struct hd_thread *t = thread_of_frame(id);
    id = t ? (id % DAP_AGAIN - DAP_OTHER_THREADS) % DAP_THREAD_FRAMES + 1 : id % DAP_AGAIN;
    int n = dbg_frames(t ? *hd_thread_frame(t) : dbg.frame, frames, HD_COUNT(frames));
    return id <= n ? frames[id - 1] : NULL;
}

void dap_focus(struct hd_thread *t) {
    if (!t || !dbg.stopped || t == dbg.thread || !*hd_thread_frame(t)) return;
    dbg.thread = t;
    dbg.frame = dbg.selected = *hd_thread_frame(t);
}

void dap_variables(struct dap_answer *a, const json_t *args) {
    int number = dap_number(args, "variablesReference", 0), start = dap_number(args, "start", 0);
    json_t *list = json_array();
    if (number <= 0 || number > refs.n) { // without a stop: the globals
        if (number) a->wrong = "that variable is gone: the thread has gone on";
        if (!number) add_globals(list, 0);
    } else {
        struct ref ref = refs.v[number - 1];
        struct hd_frame *frame = frame_of(ref.frame);
        dbg_vars vars;
        if (ref.kind == REF_RECORD) {
            add_fields(list, &ref);
        } else if (ref.kind == REF_ELEMENTS || ref.kind == REF_NODES || ref.kind == REF_ND) {
            add_elements(list, &ref, start, dap_number(args, "count", 0));
        } else if (ref.kind == REF_GLOBALS) {
            add_globals(list, ref.frame);
        } else if (frame) {
            dbg_frame_vars(frame, &vars);
            add_vars(list, &vars, ref.kind == REF_SHARED, ref.frame);
        }
    }
    a->body = json_pack("{s:o}", "variables", list);
}

static json_t *scope(const char *name, const char *hint, int number) {
    json_t *s =
        json_pack("{s:s, s:i, s:b}", "name", name, "variablesReference", number, "expensive", 0);
    if (hint) json_object_set_new(s, "presentationHint", json_string(hint));
    return s;
}

void dap_scopes(struct dap_answer *a, const json_t *args) {
    int id = dap_number(args, "frameId", 0);
    struct hd_frame *frame = frame_of(id);
    if (!frame) {
        a->wrong = "there is no such frame";
        return;
    }
    dap_shown = thread_of_frame(id);
    json_t *list = json_array();
    struct ref ref = {.kind = REF_LOCALS, .frame = id};
    json_array_append_new(list, scope("Locals", "locals", add_ref(ref, NULL)));
    ref.kind = REF_SHARED;
    if (frame->thread && frame->func->func->nshared)
        json_array_append_new(list, scope("Shared", NULL, add_ref(ref, NULL)));
    ref.kind = REF_GLOBALS;
    json_array_append_new(list, scope("Globals", "globals", add_ref(ref, NULL)));
    a->body = json_pack("{s:o}", "scopes", list);
}

// ---- expressions --------------------------------------------------------------------------------

static void trim(struct hd_buf *out) {
    while (out->len && out->s[out->len - 1] == '\n') out->s[--out->len] = 0;
}

// A command of the terminal.
static void run_command(struct dap_answer *a, const char *text, bool focus) {
    struct hd_buf out = {0};
    a->goes_on = dbg_command(&out, text);
    trim(&out);
    a->body = json_pack("{s:o, s:i}", "result", text_json(&out), "variablesReference", 0);
    hd_buf_finish(&out);
}

// The value, which stays until the thread goes on: its parts can be asked for. short: on one line.
static void evaluate(struct dap_answer *a, struct hd_frame *frame, int id, const char *text,
                     bool is_short) {
    struct hd_buf out = {0};
    struct dbg_code *code = dbg_evaluate(&out, frame, text);
    trim(&out);
    if (!code) {
        a->wrong = hd_printf(hd_engine.arena, "%s", hd_buf_str(&out));
        hd_buf_finish(&out);
        return;
    }
    const struct hd_type *type = dbg_code_type(code);
    if (!type) {
        a->body = json_pack("{s:s, s:i}", "result", "", "variablesReference", 0);
        dbg_code_free(code);
    } else {
        json_t *v = variable("", type, dbg_code_value(code), text, id);
        json_object_del(v, "name");
        json_object_del(v, "evaluateName");
        json_t *value = is_short ? json_incref(json_object_get(v, "value")) : text_json(&out);
        json_object_set_new(v, "result", value);
        json_object_del(v, "value");
        a->body = v;
        HD_XPUSH(&results, code);
    }
    hd_buf_finish(&out);
}

void dap_evaluate(struct dap_answer *a, const json_t *args) {
    const char *text = dap_text(args, "expression"), *context = dap_text(args, "context");
    int id = dap_number(args, "frameId", 0);
    struct hd_frame *frame = frame_of(id);
    if (!text || !frame) {
        a->wrong = text ? "nothing is stopped" : "evaluate needs `expression`";
        return;
    }
    bool focus = !strncmp(text, "focus ", 6), repl = context && !strcmp(context, "repl");
    if (focus) text = hd_printf(hd_engine.arena, "thread %s", text + 6);
    struct hd_thread *thread = dbg.thread;
    struct hd_frame *selected = dbg.selected, *top = dbg.frame;
    dap_evaluated++;
    dap_focus(thread_of_frame(id));
    dbg.selected = frame;
    if (focus || (repl && dbg_is_command(text)))
        run_command(a, text, focus);
    else
        evaluate(a, frame, id, text,
                 context && (!strcmp(context, "hover") || !strcmp(context, "watch")));
    if (a->goes_on || focus) return;
    dbg.thread = thread;
    dbg.frame = top;
    dbg.selected = selected;
}

static void assign(struct dap_answer *a, struct hd_frame *frame, int id, const char *path,
                   const char *value) {
    evaluate(a, frame, id, hd_printf(hd_engine.arena, "%s = (%s)", path, value), true);
    if (a->wrong) return;
    json_object_set(a->body, "value", json_object_get(a->body, "result"));
    json_object_del(a->body, "result");
}

void dap_set_expression(struct dap_answer *a, const json_t *args) {
    const char *text = dap_text(args, "expression"), *value = dap_text(args, "value");
    int id = dap_number(args, "frameId", 0);
    struct hd_frame *frame = frame_of(id);
    if (frame && text && value)
        assign(a, frame, id, text, value);
    else
        a->wrong = frame ? "setExpression needs `expression` and `value`" : "nothing is stopped";
}

// The expression that means a part of what has that number. NULL: none does.
static const char *path_of(int number, const char *name, int *frame) {
    *frame = 0;
    if (number <= 0 || number > refs.n) return name;
    const struct ref *ref = &refs.v[number - 1];
    *frame = ref->frame;
    if (ref->kind <= REF_GLOBALS) return name;
    if (ref->kind == REF_NODES || !ref->path) return NULL;
    if (ref->kind == REF_RECORD)
        return part_path(ref->path, hd_printf(hd_engine.arena, ".%s", name));
    if (ref->kind == REF_ND && ref->dim)
        return hd_printf(hd_engine.arena, "%s, %s", ref->path, name + (*name == '['));
    return part_path(ref->path, name);
}

void dap_set_variable(struct dap_answer *a, const json_t *args) {
    const char *name = dap_text(args, "name"), *value = dap_text(args, "value");
    int id;
    const char *path = name ? path_of(dap_number(args, "variablesReference", 0), name, &id) : NULL;
    struct hd_frame *frame = path ? frame_of(id) : NULL;
    if (dbg.stopped && frame && value)
        assign(a, frame, id, path, value);
    else
        a->wrong = !dbg.stopped ? "nothing is stopped"
                   : !name      ? "setVariable needs `name` and `value`"
                           : "this one is in memory of a container: assign to it by an expression";
}

// What could stand at the end of `text`.
void dap_completions(struct dap_answer *a, const json_t *args) {
    const char *text = dap_text(args, "text");
    int column = dap_number(args, "column", 1) - 1;
    size_t len = text ? strlen(text) : 0, cursor = column > 0 ? (size_t)column : 0;
    json_t *found = hd_complete_reply(text ? text : "", cursor < len ? cursor : len), *match;
    json_int_t start = json_integer_value(json_object_get(found, "start")),
               end = json_integer_value(json_object_get(found, "end"));
    json_t *list = json_array();
    size_t i;
    json_array_foreach(json_object_get(found, "matches"), i, match) {
        json_t *target = json_pack("{s:s, s:I, s:I}", "label", dap_text(match, "text"), "start",
                                   start, "length", end - start);
        if (target) json_array_append_new(list, target);
    }
    json_decref(found);
    a->body = json_pack("{s:o}", "targets", list);
}

// ---- watching -----------------------------------------------------------------------------------

void dap_data_breakpoint_info(struct dap_answer *a, const json_t *args) {
    const char *name = dap_text(args, "name");
    int id, number = dap_number(args, "variablesReference", 0);
    const char *path = name ? path_of(number, name, &id) : NULL;
    if (!number) id = dap_number(args, "frameId", 0);
    struct hd_frame *frame = path ? frame_of(id) : NULL;
    struct dbg_watch watch;
    const char *wrong = frame ? dbg_watch_of(frame, path, &watch) : "nothing is stopped";
    if (wrong) {
        a->body = json_pack("{s:n, s:s}", "dataId", "description", wrong);
        return;
    }
    a->body = json_pack("{s:s, s:s, s:[s], s:b}", "dataId", dbg_watch_name(&watch), "description",
                        path, "accessTypes", "write", "canPersist", 0);
}

void dap_set_data_breakpoints(struct dap_answer *a, const json_t *args) {
    json_t *list = json_array(), *item;
    size_t i;
    dbg_watches_forget();
    json_array_foreach(json_object_get(args, "breakpoints"), i, item) {
        const char *data = dap_text(item, "dataId");
        bool ok = data && dbg_watch_named(data);
        json_t *entry = json_pack("{s:b}", "verified", ok);
        if (!ok) json_object_set_new(entry, "message", json_string("it is not known here"));
        json_array_append_new(list, entry);
    }
    a->body = json_pack("{s:o}", "breakpoints", list);
}

// ---- Jupyter's own ------------------------------------------------------------------------------

void dap_inspect_variables(struct dap_answer *a, const json_t *args) {
    json_t *list = json_array();
    if (!dbg.stopped) dbg_dap_forget();
    add_globals(list, 0);
    a->body = json_pack("{s:o}", "variables", list);
}

// The variable of that name where the thread is, or of the session.
static bool find_variable(const char *name, int id, struct hd_type **type, char **addr) {
    struct hd_frame *frame = frame_of(id);
    dbg_vars vars = {0};
    if (frame) dbg_frame_vars(frame, &vars);
    for (int i = vars.n - 1; i >= 0; i--)
        if (!strcmp(vars.v[i].name, name)) {
            *type = vars.v[i].type;
            *addr = vars.v[i].addr;
            return true;
        }
    struct hd_def *def = hd_def_named(hd_engine.front, name);
    if (!def || def->dead || !def->sym || def->sym->kind != SYM_VAR || !def->sym->addr)
        return false;
    *type = def->sym->type;
    *addr = (char *)def->sym->addr;
    return true;
}

void dap_rich_inspect(struct dap_answer *a, const json_t *args) {
    const char *name = dap_text(args, "variableName");
    struct hd_type *type;
    char *addr;
    if (!name || !find_variable(name, dap_number(args, "frameId", 0), &type, &addr)) {
        a->body = json_pack("{s:{}, s:{}}", "data", "metadata");
        return;
    }
    int64_t n = 0;
    struct ref ref;
    if (type->kind == HD_TY_PTR && has_parts(type, addr, &ref, &n)) { // what it points to
        addr = ref.addr;
        type = hd_type_array(hd_engine.arena, type->base, n < LARGEST_PAGE ? n : LARGEST_PAGE);
    }
    json_t *metadata = NULL, *data = hd_picture_of(type, addr, name, &metadata);
    if (!data) data = hd_value_data(type, addr);
    a->body =
        json_pack("{s:o, s:o}", "data", data, "metadata", metadata ? metadata : json_object());
}

// A variable of the session is declared by a cell. NULL: it is there; else why not.
static const char *declare_global(const char *name, struct hd_type *type) {
    struct hd_buf code = {0};
    hd_type_print(&code, hd_type_unqual(type), name, HD_LANG_CU);
    hd_buf_putc(&code, ';');
    struct hd_source *text = hd_source_add(hd_intern_str("<debugger>"), NULL, code.s, code.len);
    struct hd_diags diags = {.arena = hd_engine.arena};
    struct hd_cell *cell = HD_NEW(hd_engine.arena, struct hd_cell);
    hd_buf_finish(&code);
    if (!hd_front_cell(hd_engine.front, text, false, cell, &diags))
        return "its type has no name outside of the function";
    if (!hd_cell_place(cell, &diags)) {
        hd_front_rollback(hd_engine.front, cell);
        return "there is no room for it";
    }
    hd_front_commit(hd_engine.front, cell);
    hd_vars_moved(cell);
    hd_names_changed();
    return NULL;
}

void dap_copy_to_globals(struct dap_answer *a, const json_t *args) {
    const char *from = dap_text(args, "srcVariableName"), *to = dap_text(args, "dstVariableName");
    struct hd_type *type;
    char *addr;
    if (!from || !to || !find_variable(from, dap_number(args, "srcFrameId", 0), &type, &addr)) {
        a->wrong = "there is no such variable";
        return;
    }
    struct hd_def *def = hd_def_named(hd_engine.front, to);
    bool there = def && !def->dead && def->sym && def->sym->kind == SYM_VAR && def->sym->addr &&
                 hd_type_same_unqual(def->sym->type, type);
    if (!there && def && !def->dead)
        a->wrong = hd_printf(hd_engine.arena, "`%s` is something else already", to);
    else if (!there)
        a->wrong = declare_global(to, type);
    if (a->wrong) return;
    def = hd_def_named(hd_engine.front, to);
    memcpy((void *)(uintptr_t)def->sym->addr, addr, type->size);
    dbg_undo_keep((const char *)(uintptr_t)def->sym->addr, type->size);
}
