// What a stop looks like: the source around it, with the values of the line's variables beside it,
// and where all the threads are.
#include "run/debug/debug.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool dbg_why_show(struct hd_buf *out); // why.c

#define COLUMN 44 // of the values, unless the line is longer
#define AROUND 2

static const char *tint(const char *code) { return hd_engine.options.color ? code : ""; }

const char *dbg_thread_name(struct hd_thread *t) {
    static char text[96];
    if (!t) return "the host";
    const uint32_t *b = t->block->bid;
    snprintf(text, sizeof text, "block (%u,%u,%u), thread (%u,%u,%u)", b[0], b[1], b[2], t->tid[0],
             t->tid[1], t->tid[2]);
    return text;
}

static bool mentions(const char *line, size_t len, const char *name) {
    size_t n = strlen(name);
    for (size_t i = 0; i + n <= len; i++) {
        if (memcmp(line + i, name, n) != 0) continue;
        bool left = i == 0 || !(isalnum((unsigned char)line[i - 1]) || line[i - 1] == '_');
        bool right = i + n == len || !(isalnum((unsigned char)line[i + n]) || line[i + n] == '_');
        if (left && right) return true;
    }
    return false;
}

// Of a pointer what it points to, where that has a name.
static void add_value(struct hd_buf *out, const struct dbg_var *v) {
    struct hd_buf text = {0};
    hd_value_summary(&text, v->type, v->addr, 60);
    const char *s = hd_buf_str(&text), *open = strrchr(s, '(');
    if (v->type->kind == HD_TY_PTR && open && open > s && text.s[text.len - 1] == ')' &&
        open[1] == '&')
        hd_buf_printf(out, "%.*s", (int)(strlen(open) - 2), open + 1);
    else
        hd_buf_puts(out, s);
    hd_buf_finish(&text);
}

// `n = 8, i = 0`, of what the line mentions. Where that is more than `room` columns (0: any number
// will do), the longest values stay away.
static void add_values(struct hd_buf *out, const dbg_vars *vars, const char *line, size_t len,
                       int room) {
    HD_VEC(const char *) values = {0};
    int columns = 0;
    for (int i = 0; i < vars->n; i++) {
        const struct dbg_var *v = &vars->v[i];
        if (!mentions(line, len, v->name)) continue;
        struct hd_buf text = {0};
        hd_buf_printf(&text, "%s = ", v->name);
        add_value(&text, v);
        HD_PUSH(hd_engine.arena, &values, hd_strndup(hd_engine.arena, text.s, text.len));
        columns += (int)hd_utf8_count(text.s, text.len) + 2;
        hd_buf_finish(&text);
    }
    bool all = true;
    while (room && columns > room && values.n > 1) {
        int longest = 0;
        for (int i = 1; i < values.n; i++)
            if (strlen(values.v[i]) > strlen(values.v[longest])) longest = i;
        columns -= (int)hd_utf8_count(values.v[longest], strlen(values.v[longest])) + 2;
        if (all) columns += (int)strlen("...") + 2;
        all = false;
        values.n--;
        memmove(&values.v[longest], &values.v[longest + 1],
                sizeof *values.v * (size_t)(values.n - longest));
    }
    for (int i = 0; i < values.n; i++) hd_buf_printf(out, "%s%s", i ? ", " : "", values.v[i]);
    if (!all) hd_buf_puts(out, ", ...");
}

void dbg_show_source(struct hd_buf *out, const struct hd_frame *frame, int line, int around) {
    struct hd_place place;
    if (!hd_source_place(dbg_loc(frame), &place)) return;
    dbg_vars vars;
    dbg_frame_vars(frame, &vars);
    const struct hd_source *source = place.source;
    if (!line) line = place.line;
    int number = source->first_line;
    const char *at = source->text, *end = source->text + source->len;
    for (; at <= end; number++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t len = (size_t)((stop ? stop : end) - at);
        bool here = number == place.line;
        if (number >= line - around && number <= line + around && (at < end || len)) {
            struct hd_buf values = {0};
            int width = (int)hd_utf8_count(at, len), column = width < COLUMN ? COLUMN : width + 2;
            int room = hd_engine.options.columns - column - (int)strlen("->   1 | // ");
            if (here) add_values(&values, &vars, at, len, hd_engine.options.columns ? room : 0);
            hd_buf_printf(out, "%s%s%4d%s | %.*s", here ? tint("\033[1m") : "", here ? "->" : "  ",
                          number, here ? tint("\033[0m") : "", (int)len, at);
            if (values.len)
                hd_buf_printf(out, "%*s%s// %s%s", column - width, "", tint("\033[36m"), values.s,
                              tint("\033[0m"));
            hd_buf_putc(out, '\n');
            hd_buf_finish(&values);
        }
        if (!stop) break;
        at = stop + 1;
    }
}

static const char *source_name(const struct hd_frame *frame) {
    const struct hd_source *source = dbg_sites[frame->site].source;
    return source ? source->name : "?";
}

void dbg_show_frame(struct hd_buf *out, const struct hd_frame *frame) {
    if (frame->func->func->is_entry)
        hd_buf_printf(out, "%s:%d", source_name(frame), dbg_line(frame));
    else
        hd_buf_printf(out, "`%s` at %s:%d", dbg_func_name(frame), source_name(frame),
                      dbg_line(frame));
    if (frame->thread) hd_buf_printf(out, ", %s", dbg_thread_name(frame->thread));
}

static void show_displays(struct hd_buf *out);

void dbg_show_stop(struct hd_buf *out) {
    static struct hd_thread *last_thread;
    static const struct hd_twin_func *last_func;
    static int last_stops;
    struct hd_frame *frame = dbg.frame;
    bool step = dbg.reason && (!strcmp(dbg.reason, "step") || !strcmp(dbg.reason, "back"));
    bool whole = !step || frame->thread != last_thread || frame->func != last_func ||
                 dbg.stops <= last_stops;
    bool why = dbg_why_show(out);
    last_thread = frame->thread;
    last_func = frame->func;
    last_stops = dbg.stops;
    if (dbg.note[0]) hd_buf_printf(out, "%s\n", dbg.note);
    if (dbg.fault.kind) hd_buf_printf(out, "%s\n", dbg.fault.message);
    if (why || (dbg.attached && hd_engine.can_debug && !dbg.script))
        return; // a front-end shows the rest itself
    if (whole) {
        bool says = !step && strcmp(dbg.reason, "entry") && strcmp(dbg.reason, "thread");
        if (says) hd_buf_printf(out, "%s: ", dbg.reason);
        dbg_show_frame(out, frame);
        hd_buf_putc(out, '\n');
    }
    dbg_show_source(out, frame, 0, whole ? AROUND : 0);
    show_displays(out);
}

// ---- displays -----------------------------------------------------------------------------------

static HD_VEC(char *) displays;

void dbg_display(const char *text) { HD_XPUSH(&displays, hd_xstrdup(text)); }

void dbg_display_none(void) {
    for (int i = 0; i < displays.n; i++) free(displays.v[i]);
    displays.n = 0;
}

static void show_displays(struct hd_buf *out) {
    for (int i = 0; i < displays.n; i++) {
        struct hd_buf value = {0};
        bool ok = dbg_print(&value, dbg.frame, displays.v[i]);
        if (ok) hd_buf_printf(out, "%s = %s", displays.v[i], hd_buf_str(&value));
        hd_buf_finish(&value);
    }
}

// ---- threads ------------------------------------------------------------------------------------

dbg_groups dbg_thread_groups(void) {
    dbg_groups groups = {0};
    struct hd_block *block = dbg.thread->block;
    for (uint32_t i = 0; i < block->nthreads; i++) {
        struct hd_thread *t = hd_thread_beside(dbg.thread, i);
        hd_loc at;
        enum hd_thread_state state = hd_thread_state(t, &at);
        struct hd_frame *frame = *hd_thread_frame(t);
        if (state == HD_THREAD_READY) at = frame ? dbg_loc(frame) : 0;
        int k = 0;
        while (k < groups.n && !(groups.v[k].state == (int)state && groups.v[k].at == at)) k++;
        if (k == groups.n)
            HD_PUSH(hd_engine.arena, &groups, ((struct dbg_group){(int)state, at, 0, i, i}));
        groups.v[k].n++;
        groups.v[k].last = i;
    }
    return groups;
}

const char *dbg_group_does(const struct dbg_group *g) {
    if (g->state == HD_THREAD_ENDED) return "ended";
    if (g->state == HD_THREAD_WAITS) return "waiting for the others";
    if (!g->at) return "not begun";
    return g->state == HD_THREAD_READY && g->first != dbg.thread->linear ? "ready to go on"
                                                                         : "stopped";
}

void dbg_show_threads(struct hd_buf *out) {
    if (!dbg.thread) {
        hd_buf_puts(out, "the host\n");
        return;
    }
    struct hd_block *block = dbg.thread->block;
    dbg_groups groups = dbg_thread_groups();
    uint64_t total = 1;
    for (int d = 0; d < 3; d++) total *= dbg.launch->grid[d];
    hd_buf_printf(out, "block (%u,%u,%u), %llu of %llu\n", block->bid[0], block->bid[1],
                  block->bid[2], (unsigned long long)dbg.block + 1, (unsigned long long)total);
    for (int k = 0; k < groups.n; k++) {
        const struct dbg_group *g = &groups.v[k];
        struct hd_place place;
        hd_buf_printf(out, "%s%5u thread%s ",
                      dbg.thread->linear >= g->first && dbg.thread->linear <= g->last &&
                              g->n == 1 && g->first == dbg.thread->linear
                          ? "->"
                          : "  ",
                      g->n, g->n == 1 ? " " : "s");
        if (g->n == 1)
            hd_buf_printf(out, "%u", g->first);
        else
            hd_buf_printf(out, "%u to %u", g->first, g->last);
        hd_buf_printf(out, ": %s", dbg_group_does(g));
        if (g->at && hd_source_place(g->at, &place)) {
            const char *line = place.line_text;
            size_t n = place.line_len;
            while (n && (*line == ' ' || *line == '\t')) line++, n--;
            hd_buf_printf(out, " at %s:%d: %.*s", place.source->name, place.line, (int)n, line);
        }
        hd_buf_putc(out, '\n');
    }
}
