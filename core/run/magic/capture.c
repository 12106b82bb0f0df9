// %%capture: the cell below runs, and what it prints and shows is kept instead of shown.
//
//   %%capture NAME     printed text becomes the variable NAME, a C string
//   %capture NAME      shows what was kept: text, pictures, tables, in their order
//
// While the cell runs, descriptors 1 and 2 are files, so that commands and libraries are captured
// as well, and events that show something are taken (hd_capture_takes). Errors and warnings of the
// cell are told as always; a cell that fails keeps what came until then. Captures may be nested:
// what the inner one shows again is the outer one's.
#include "run/magic/magic.h"

#include <ctype.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OUT, ERR, STREAMS };

struct capture {
    struct capture *outer;
    FILE *files[STREAMS]; // NULL: not captured
    int saved[STREAMS];
    off_t told[STREAMS]; // bytes that are in `shown`
    bool displays;
    json_t *shown; // {stream, text}, or a display's members
};

static struct capture *capture;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; // `capture` and what it holds
static json_t *kept;                                     // name -> shown

// ---- while the cell runs ------------------------------------------------------------------------

static void read_part(FILE *file, off_t from, struct hd_buf *text) {
    char bytes[4096];
    ssize_t n;
    while ((n = pread(fileno(file), bytes, sizeof bytes, from)) > 0) {
        hd_buf_add(text, bytes, (size_t)n);
        from += n;
    }
}

// What was printed since it was last looked at.
static void add_text(struct capture *c) {
    fflush(stdout);
    fflush(stderr);
    for (int i = 0; i < STREAMS; i++) {
        if (!c->files[i]) continue;
        struct hd_buf text = {0};
        read_part(c->files[i], c->told[i], &text);
        c->told[i] += (off_t)text.len;
        if (text.len)
            json_array_append_new(c->shown, json_pack("{s:i, s:o}", "stream", i, "text",
                                                      hd_json_text(text.s, text.len)));
        hd_buf_finish(&text);
    }
}

static const char *display_id(const json_t *members) {
    return json_string_value(json_object_get(json_object_get(members, "transient"), "display_id"));
}

// An animation is kept as its last picture.
static void update(struct capture *c, json_t *members) {
    const char *id = display_id(members), *other;
    json_t *item;
    size_t i;
    json_array_foreach(c->shown, i, item) {
        other = display_id(item);
        if (!id || !other || strcmp(id, other) != 0) continue;
        json_object_update(item, members);
        json_object_set_new(item, "event", json_string("display"));
    }
}

static void take(struct capture *c, const char *event, json_t *members) {
    add_text(c);
    if (!strcmp(event, "update_display"))
        update(c, members);
    else if (!strcmp(event, "clear_output"))
        json_array_clear(c->shown);
    else if (!strcmp(event, "display"))
        json_array_append(c->shown, members);
}

bool hd_capture_takes(const char *event, json_t *members) {
    static const char *const taken[] = {"display", "update_display", "clear_output", "progress"};
    bool takes = false;
    if (!capture) return false;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < HD_COUNT(taken); i++)
        takes |= capture && capture->displays && !strcmp(taken[i], event);
    if (takes) take(capture, event, members);
    pthread_mutex_unlock(&lock);
    if (takes) json_decref(members);
    return takes;
}

static void begin(struct capture *c) {
    fflush(stdout);
    fflush(stderr);
    for (int i = 0; i < STREAMS; i++) {
        if (!c->files[i]) continue;
        c->saved[i] = dup(i + 1);
        dup2(fileno(c->files[i]), i + 1);
    }
    pthread_mutex_lock(&lock);
    c->outer = capture;
    capture = c;
    pthread_mutex_unlock(&lock);
}

static void end(struct capture *c) {
    pthread_mutex_lock(&lock);
    add_text(c);
    capture = c->outer;
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < STREAMS; i++) {
        if (!c->files[i]) continue;
        dup2(c->saved[i], i + 1);
        close(c->saved[i]);
    }
}

// ---- showing it ---------------------------------------------------------------------------------

static bool show(struct hd_run *run, const char *name) {
    json_t *shown = json_object_get(kept, name), *item;
    if (!shown)
        return hd_magic_fail(run,
                             "nothing was captured as `%s`: `%%%%capture %s` in a cell's first "
                             "line, code below",
                             name, name);
    size_t i;
    json_array_foreach(shown, i, item) {
        const char *event = json_string_value(json_object_get(item, "event"));
        json_t *text = json_object_get(item, "text");
        fflush(stdout);
        if (event) {
            hd_event(event, json_deep_copy(item));
            hd_sync();
            continue;
        }
        bool is_error = json_integer_value(json_object_get(item, "stream")) == ERR;
        fwrite(json_string_value(text), 1, json_string_length(text), is_error ? stderr : stdout);
    }
    return true;
}

// ---- the magic ----------------------------------------------------------------------------------

static bool is_name(const char *s) {
    if (!isalpha((unsigned char)*s) && *s != '_') return false;
    while (isalnum((unsigned char)*s) || *s == '_') s++;
    return !*s;
}

struct wish {
    const char *name; // NULL: none
    bool without[STREAMS], no_display;
};

static bool read_wish(struct wish *wish, const char *line) {
    char **args;
    int n = hd_magic_args(line, &args);
    for (int i = 0; i < n; i++) {
        if (!strcmp(args[i], "--no-stdout"))
            wish->without[OUT] = true;
        else if (!strcmp(args[i], "--no-stderr"))
            wish->without[ERR] = true;
        else if (!strcmp(args[i], "--no-display"))
            wish->no_display = true;
        else if (!wish->name && is_name(args[i]))
            wish->name = args[i];
        else
            return false;
    }
    return true;
}

static void add_literal(struct hd_buf *code, const struct hd_buf *text) {
    for (size_t i = 0; i < text->len; i++) {
        unsigned char c = (unsigned char)text->s[i];
        if (c == '"' || c == '\\' || c == '?')
            hd_buf_printf(code, "\\%c", c);
        else if (c < 32 || c >= 127)
            hd_buf_printf(code, "\\%03o", (unsigned)c);
        else
            hd_buf_putc(code, (char)c);
    }
}

static bool define(struct hd_run *run, const char *name, const struct capture *c) {
    struct hd_buf text = {0}, code = {0};
    if (c->files[OUT]) read_part(c->files[OUT], 0, &text);
    hd_buf_printf(&code, "const char *%s = \"", name);
    add_literal(&code, &text);
    hd_buf_puts(&code, "\";");
    struct hd_run definition = {.name = run->name,
                                .code = hd_strdup(hd_engine.arena, code.s),
                                .len = code.len,
                                .lang = run->lang};
    hd_buf_finish(&text);
    hd_buf_finish(&code);
    hd_execute_text(&definition, false);
    if (definition.status == HD_STATUS_OK) return true;
    run->status = definition.status;
    run->fault = definition.fault;
    return false;
}

bool hd_magic_capture(struct hd_run *run, const char *line, const char *body) {
    struct wish wish = {0};
    if (!read_wish(&wish, line) || (!body && !wish.name))
        return hd_magic_fail(
            run, "write `%%%%capture` or `%%%%capture NAME` in a cell's first line, code below; "
                 "`%%capture NAME` shows what was kept");
    if (!body) return show(run, wish.name);
    struct capture c = {.displays = !wish.no_display, .shown = json_array()};
    bool ok = true;
    for (int i = 0; i < STREAMS; i++) {
        bool told_there = i == ERR && hd_engine.socket < 0; // without a client errors are
        if (!wish.without[i] && !told_there) ok = (c.files[i] = tmpfile()) && ok;
    }
    if (ok) {
        struct hd_run inner = {.name = run->name,
                               .code = body,
                               .len = strlen(body),
                               .lang = run->lang,
                               .line_offset = run->line_offset + 1,
                               .silent = true};
        begin(&c);
        hd_execute_text(&inner, false);
        end(&c);
        run->status = inner.status;
        run->fault = inner.fault;
        ok = inner.status == HD_STATUS_OK;
        if (wish.name && (ok || json_array_size(c.shown))) { // of what failed: as far as it came
            if (!kept) kept = json_object();
            json_object_set(kept, wish.name, c.shown);
            ok = define(run, wish.name, &c) && ok;
        }
    } else {
        hd_magic_fail(run, "cannot keep output: %s", strerror(errno));
    }
    for (int i = 0; i < STREAMS; i++)
        if (c.files[i]) fclose(c.files[i]);
    json_decref(c.shown);
    return ok;
}
