// Commands as people type them, and the magics %debug and %break.
//
// A line that is no command is an expression, or a statement, in the stopped function. An empty
// line repeats the last command that moved a thread.
#include "run/debug/debug.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void dbg_display(const char *text); // show.c
void dbg_display_none(void);

typedef bool command_fn(struct hd_buf *out, const char *rest);

// ---- moving -------------------------------------------------------------------------------------

static bool command_step(struct hd_buf *out, const char *rest) {
    dbg_resume(DBG_STEP);
    return true;
}

static bool command_next(struct hd_buf *out, const char *rest) {
    dbg_resume(DBG_NEXT);
    return true;
}

static bool command_out(struct hd_buf *out, const char *rest) {
    dbg_resume(DBG_OUT);
    return true;
}

// The first line from there on at which the function can be stopped; 0: there is none.
static int line_from(const struct hd_twin_func *func, int line) {
    int best = 0;
    for (int i = 0; i < func->sites.n; i++) {
        int at = dbg_sites[func->sites.v[i].number].line;
        if (at >= line && (!best || at < best)) best = at;
    }
    return best;
}

static bool command_until(struct hd_buf *out, const char *rest) {
    int line = atoi(rest);
    if (line <= 0) {
        hd_buf_puts(out, "say which line: until 12\n");
        return false;
    }
    dbg.line = line_from(dbg.selected->func, line);
    if (!dbg.line) {
        hd_buf_printf(out, "`%s` has no statement at line %d or behind it\n",
                      dbg_func_name(dbg.selected), line);
        return false;
    }
    dbg_resume(DBG_UNTIL);
    return true;
}

static bool command_continue(struct hd_buf *out, const char *rest) {
    dbg_resume(DBG_GO);
    return true;
}

static bool moved(struct hd_buf *out, const char *why) {
    if (why) hd_buf_printf(out, "%s\n", why);
    return !why;
}

static bool command_barrier(struct hd_buf *out, const char *rest) {
    if (!dbg.thread) return moved(out, "this is host code: threads meet in kernels");
    dbg_resume(DBG_BARRIER);
    return true;
}

static bool command_back(struct hd_buf *out, const char *rest) {
    if (!strcmp(rest, "out")) return moved(out, dbg_back_out());
    if (*rest && strcmp(rest, "in")) return moved(out, "back, back in or back out");
    return moved(out, dbg_back(*rest != 0));
}

static bool command_reverse(struct hd_buf *out, const char *rest) {
    return moved(out, dbg_back_to_point());
}

static bool numbers(const char **text, uint32_t *v) {
    const char *p = *text;
    v[0] = v[1] = v[2] = 0;
    while (isspace((unsigned char)*p) || *p == '(') p++;
    if (!isdigit((unsigned char)*p)) return false;
    for (int d = 0; d < 3; d++) {
        char *end;
        v[d] = (uint32_t)strtoul(p, &end, 10);
        p = end;
        if (*p != ',') break;
        p++;
        while (*p == ' ') p++;
    }
    if (*p == ')') p++;
    *text = p;
    return true;
}

static bool command_thread(struct hd_buf *out, const char *rest) {
    struct dbg_thread_id id = {0};
    if (!dbg.thread) return moved(out, "this is host code: there are threads in kernels only");
    if (!*rest) return moved(out, dbg_thread_name(dbg.thread));
    memcpy(id.block, dbg.thread->block->bid, sizeof id.block);
    if (!numbers(&rest, id.thread))
        return moved(out, "say which: thread 17, or thread 3,0,0 17,0,0");
    uint32_t second[3];
    if (numbers(&rest, second)) {
        memcpy(id.block, id.thread, sizeof id.block);
        memcpy(id.thread, second, sizeof id.thread);
    }
    if (!memcmp(id.block, dbg.thread->block->bid, sizeof id.block)) {
        const uint32_t *bdim = dbg.thread->block->bdim;
        for (int d = 0; d < 3; d++)
            if (id.thread[d] >= bdim[d]) return moved(out, dbg_go_to_thread(&id));
        uint32_t linear = id.thread[0] + bdim[0] * (id.thread[1] + bdim[1] * id.thread[2]);
        struct hd_thread *t = hd_thread_beside(dbg.thread, linear);
        hd_loc at;
        if (t == dbg.thread) return moved(out, "this is that thread");
        struct hd_frame *frame = *hd_thread_frame(t);
        if (hd_thread_state(t, &at) != HD_THREAD_ENDED &&
            frame) { // it stands somewhere: look there
            dbg.thread = t;
            dbg.frame = dbg.selected = frame;
            dbg_show_frame(out, frame);
            hd_buf_putc(out, '\n');
            dbg_show_source(out, frame, 0, 2);
            return false;
        }
    }
    return moved(out, dbg_go_to_thread(&id));
}

static bool command_quit(struct hd_buf *out, const char *rest) {
    dbg.quits = true;
    return true;
}

// ---- looking ------------------------------------------------------------------------------------

enum { REPEATED = 4 }; // so many frames of a recursion at the same place are shown

static bool command_where(struct hd_buf *out, const char *rest) {
    int n = 0;
    const struct hd_frame *before = NULL;
    for (struct hd_frame *f = dbg.frame; f;) {
        int same = 0;
        for (struct hd_frame *g = f; g && g->func == f->func && g->site == f->site;
             g = dbg_caller(g))
            same++;
        for (int i = 0; i < same; i++, n++, f = dbg_caller(f)) {
            if (same > 2 * REPEATED && i >= REPEATED && f != dbg.selected) continue;
            hd_buf_printf(out, "%s#%d ", f == dbg.selected ? "->" : "  ", n);
            dbg_show_frame(out, f);
            hd_buf_putc(out, '\n');
            before = f;
        }
        if (same <= 2 * REPEATED) continue;
        hd_buf_printf(out, "   ... %d more calls of `%s` there\n", same - REPEATED,
                      dbg_func_name(before));
    }
    if (before && before->parent && !dbg_caller(before))
        hd_buf_puts(out, "  who called that was written over: something was stored beyond the end "
                         "of a local array\n");
    return false;
}

static void select_frame(struct hd_buf *out, struct hd_frame *frame) {
    dbg.selected = frame;
    dbg_show_frame(out, frame);
    hd_buf_putc(out, '\n');
    dbg_show_source(out, frame, 0, 2);
}

static bool command_up(struct hd_buf *out, const char *rest) {
    struct hd_frame *frame = dbg_caller(dbg.selected);
    if (!frame) return moved(out, "nobody called this");
    select_frame(out, frame);
    return false;
}

static bool command_down(struct hd_buf *out, const char *rest) {
    if (dbg.selected == dbg.frame) return moved(out, "this is the innermost frame");
    struct hd_frame *frame = dbg.frame;
    while (dbg_caller(frame) != dbg.selected) frame = dbg_caller(frame);
    select_frame(out, frame);
    return false;
}

static bool command_list(struct hd_buf *out, const char *rest) {
    dbg_show_source(out, dbg.selected, atoi(rest), 5);
    return false;
}

static bool command_print(struct hd_buf *out, const char *rest) {
    if (*rest) dbg_print(out, dbg.selected, rest);
    return false;
}

static bool command_display(struct hd_buf *out, const char *rest) {
    if (!*rest) {
        dbg_display_none();
        return false;
    }
    struct hd_buf value = {0};
    bool ok = dbg_print(&value, dbg.selected, rest);
    if (ok) dbg_display(rest);
    hd_buf_printf(out, "%s%s%s", ok ? rest : "", ok ? " = " : "", hd_buf_str(&value));
    hd_buf_finish(&value);
    return false;
}

static bool list_vars(struct hd_buf *out, unsigned kinds, const char *none) {
    dbg_vars vars;
    bool any = false;
    dbg_frame_vars(dbg.selected, &vars);
    for (int i = 0; i < vars.n; i++) {
        const struct dbg_var *v = &vars.v[i];
        if (!(kinds & 1u << v->kind)) continue;
        struct hd_buf value = {0};
        dbg_print_value(&value, v->type, v->addr);
        hd_buf_printf(out, "%s = %s\n", v->name, hd_buf_str(&value));
        hd_buf_finish(&value);
        any = true;
    }
    if (!any) hd_buf_printf(out, "%s\n", none);
    return false;
}

static bool command_args(struct hd_buf *out, const char *rest) {
    return list_vars(out, 1u << DBG_ARG, "it has no arguments");
}

static bool command_locals(struct hd_buf *out, const char *rest) {
    return list_vars(out, 1u << DBG_LOCAL | 1u << DBG_STATIC, "no variable is declared up to here");
}

static bool command_shared(struct hd_buf *out, const char *rest) {
    return list_vars(out, 1u << DBG_SHARED, "this function declares no shared memory");
}

static bool command_threads(struct hd_buf *out, const char *rest) {
    dbg_show_threads(out);
    return false;
}

static bool is_name(const char *text) {
    if (isdigit((unsigned char)*text)) return false;
    while (isalnum((unsigned char)*text) || *text == '_') text++;
    return !*text;
}

// An expression in several threads: compiled for each place that they stand at.
typedef HD_VEC(struct dbg_condition) site_codes;

static struct dbg_code *code_at(site_codes *codes, struct hd_frame *frame, const char *text,
                                struct hd_diags *diags) {
    for (int i = 0; i < codes->n; i++)
        if (codes->v[i].site == frame->site) return codes->v[i].code;
    struct dbg_code *code = dbg_compile(frame, text, false, diags);
    HD_XPUSH(codes, ((struct dbg_condition){frame->site, code}));
    return code;
}

// What the text is in a thread; NULL: it has a value, in *value.
static const char *in_thread(struct hd_frame *frame, const char *text, site_codes *codes,
                             struct hd_buf *value) {
    dbg_vars vars;
    dbg_frame_vars(frame, &vars);
    for (int k = 0; k < vars.n; k++)
        if (!strcmp(vars.v[k].name, text)) {
            hd_value_summary(value, vars.v[k].type, vars.v[k].addr, 60);
            return NULL;
        }
    struct hd_diags diags = {.arena = hd_engine.arena};
    struct dbg_code *code = is_name(text) ? NULL : code_at(codes, frame, text, &diags);
    if (!code || !dbg_code_type(code)) return "not declared there";
    struct hd_fault fault;
    hd_front_unlock();
    bool ok = dbg_code_run(code, frame, &fault);
    hd_front_lock();
    if (!ok) return hd_printf(hd_engine.arena, "%s", fault.message);
    hd_value_summary(value, dbg_code_type(code), dbg_code_value(code), 60);
    return NULL;
}

// What a variable or expression is in each of some threads.
struct lane {
    struct hd_thread *thread;
    const char *value; // NULL: it has none there
    const char *none;  // and why
};
typedef HD_VEC(struct lane) lane_list;

static const char *thread_label(const struct hd_thread *t) {
    return hd_printf(hd_engine.arena, "(%u,%u,%u)", t->tid[0], t->tid[1], t->tid[2]);
}

static void gather_lanes(lane_list *lanes, const char *expr, uint32_t from, uint32_t to) {
    site_codes codes = {0};
    struct hd_thread *t;
    for (uint32_t i = from; i < to && (t = hd_thread_beside(dbg.thread, i)); i++) {
        struct lane lane = {.thread = t};
        struct hd_buf value = {0};
        hd_loc at;
        struct hd_frame *frame = *hd_thread_frame(t);
        bool ended = hd_thread_state(t, &at) == HD_THREAD_ENDED;
        for (; frame && frame->func != dbg.selected->func; frame = frame->parent) continue;
        lane.none = ended ? "ended" : !frame ? "not begun" : in_thread(frame, expr, &codes, &value);
        if (!lane.none) lane.value = hd_strndup(hd_engine.arena, hd_buf_str(&value), value.len);
        hd_buf_finish(&value);
        HD_PUSH(hd_engine.arena, lanes, lane);
    }
    for (int i = 0; i < codes.n; i++) dbg_code_free(codes.v[i].code);
    HD_FREE_VEC(&codes);
}

// A line each; neighbours that have no value for one reason are one line.
static void list_lanes(struct hd_buf *out, const lane_list *lanes, bool values) {
    for (int i = 0, next; i < lanes->n; i = next) {
        const struct lane *l = &lanes->v[i];
        next = i + 1;
        if (l->value && !values) continue;
        while (l->none && next < lanes->n && lanes->v[next].none &&
               !strcmp(l->none, lanes->v[next].none) && lanes->v[next].thread != dbg.thread &&
               l->thread != dbg.thread)
            next++;
        hd_buf_printf(out, "%s%s", l->thread == dbg.thread ? "->" : "  ", thread_label(l->thread));
        if (next > i + 1) hd_buf_printf(out, " to %s", thread_label(lanes->v[next - 1].thread));
        hd_buf_printf(out, "  %s\n", l->value ? l->value : l->none);
    }
}

// Short values of many threads: rows of 4 to 32 as they fit, each named by its first thread; rows
// without a value are not drawn.
enum { FEW_LANES = 16, WIDEST_CELL = 20, TABLE_COLUMNS = 100 };

static bool any_value(const lane_list *lanes, int from, int to) {
    for (int i = from; i < to && i < lanes->n; i++)
        if (lanes->v[i].value) return true;
    return false;
}

static bool draw_lanes(struct hd_buf *out, const lane_list *lanes) {
    int cell = 1, label = 0, values = 0;
    for (int i = 0; i < lanes->n; i++) {
        const char *value = lanes->v[i].value;
        int width = value ? (int)hd_utf8_count(value, strlen(value)) : 1;
        int name = (int)strlen(thread_label(lanes->v[i].thread));
        if (width > cell) cell = width;
        if (name > label) label = name;
        values += value != NULL;
    }
    if (values <= FEW_LANES || cell > WIDEST_CELL) return false;
    int row = 32;
    while (row > 4 && label + 2 + row * (cell + 2) > TABLE_COLUMNS) row /= 2;
    for (int i = 0; i < lanes->n; i++) {
        const struct lane *l = &lanes->v[i];
        if (!any_value(lanes, i / row * row, i / row * row + row)) continue;
        if (i % row == 0) hd_buf_printf(out, "  %-*s", label, thread_label(l->thread));
        const char *value = l->value ? l->value : "-";
        int pad = cell - (int)hd_utf8_count(value, strlen(value));
        hd_buf_printf(out, " %*s%s%s", pad, "", l->thread == dbg.thread ? ">" : " ", value);
        if (i % row == row - 1 || i == lanes->n - 1) hd_buf_putc(out, '\n');
    }
    list_lanes(out, lanes, false);
    return true;
}

static bool table(struct hd_buf *out, const char *expr, uint32_t from, uint32_t to) {
    if (!dbg.thread) return moved(out, "this is host code: there are threads in kernels only");
    if (!*expr) return moved(out, "say which variable");
    lane_list lanes = {0};
    gather_lanes(&lanes, expr, from, to);
    if (!draw_lanes(out, &lanes)) list_lanes(out, &lanes, true);
    return false;
}

static bool command_warp(struct hd_buf *out, const char *rest) {
    uint32_t first = dbg.thread ? dbg.thread->linear / 32 * 32 : 0;
    return table(out, rest, first, first + 32);
}

static bool command_block(struct hd_buf *out, const char *rest) {
    return table(out, rest, 0, dbg.thread ? dbg.thread->block->nthreads : 0);
}

// ---- watching -----------------------------------------------------------------------------------

static bool command_watch(struct hd_buf *out, const char *rest) {
    if (!strcmp(rest, "-d")) {
        dbg_watches_forget();
        return false;
    }
    if (!*rest) {
        for (int i = 0; i < dbg.watches.n; i++)
            hd_buf_printf(out, "%d  %s\n", dbg.watches.v[i].number, dbg.watches.v[i].text);
        return false;
    }
    struct dbg_watch w;
    const char *wrong = dbg_watch_of(dbg.selected, rest, &w);
    if (wrong)
        hd_buf_printf(out, "`%s` cannot be watched: %s\n", rest, wrong);
    else
        hd_buf_printf(out, "watch %d: %s\n", dbg_watch_add(&w)->number, rest);
    return false;
}

static bool command_why(struct hd_buf *out, const char *rest) {
    if (!*rest) return moved(out, "say what: why a[3]");
    return moved(out, dbg_why(out, rest));
}

// ---- breakpoints --------------------------------------------------------------------------------

static void list_points(struct hd_buf *out) {
    for (int i = 0; i < dbg_points.n; i++) {
        const struct dbg_point *p = dbg_points.v[i];
        hd_buf_printf(out, "%d  %s%s%s", p->number, p->where, p->condition ? " if " : "",
                      p->condition ? p->condition : "");
        if (p->hits) hd_buf_printf(out, "  (hit %d time%s)", p->hits, p->hits == 1 ? "" : "s");
        hd_buf_putc(out, '\n');
    }
    if (!dbg_points.n) hd_buf_puts(out, "no breakpoints\n");
}

static void journal_points(void) {
    json_t *list = json_array();
    for (int i = 0; i < dbg_points.n; i++) {
        const struct dbg_point *p = dbg_points.v[i];
        if (p->client) continue;
        json_array_append_new(list, json_sprintf("%s%s%s", p->where, p->condition ? " if " : "",
                                                 p->condition ? p->condition : ""));
    }
    hd_journal_option("breakpoints", list);
}

void hd_debug_restore(json_t *options) {
    size_t i;
    json_t *item;
    const char *why;
    dbg_dap_restore(options);
    json_array_foreach(json_object_get(options, "breakpoints"), i, item)
        dbg_point_add(json_string_value(item), false, &why);
}

// false: *why says what is wrong.
static bool breakpoints(struct hd_buf *out, const char *rest, const char **why) {
    if (!*rest) {
        list_points(out);
        return true;
    }
    if (!strncmp(rest, "-d", 2) && (!rest[2] || isspace((unsigned char)rest[2]))) {
        int number = atoi(rest + 2);
        *why = hd_printf(hd_engine.arena, "there is no breakpoint %d", number);
        if (!dbg_point_remove(number)) return false;
        journal_points();
        return true;
    }
    struct dbg_point *p = dbg_point_add(rest, true, why);
    if (!p) return false;
    journal_points();
    hd_buf_printf(out, "breakpoint %d: %s%s%s\n", p->number, p->where, p->condition ? " if " : "",
                  p->condition ? p->condition : "");
    return true;
}

static bool command_break(struct hd_buf *out, const char *rest) {
    const char *why;
    if (!breakpoints(out, rest, &why)) hd_buf_printf(out, "%s\n", why);
    return false;
}

bool hd_debug_break(struct hd_run *run, const char *line, const char *body) {
    struct hd_buf out = {0};
    const char *why;
    bool ok = breakpoints(&out, line, &why);
    if (out.len) hd_print("%s", out.s);
    hd_buf_finish(&out);
    return ok || hd_magic_fail(run, "%s", why);
}

// ---- commands -----------------------------------------------------------------------------------

static bool command_help(struct hd_buf *out, const char *rest);

static const struct command {
    const char *name, *short_name;
    command_fn *run;
    const char *usage, *help;
} commands[] = {
#define DBG_COMMAND(name, short_name, function, usage, help) \
    {name, short_name, function, usage, help},
#include "run/debug/commands.def"
};

static bool command_help(struct hd_buf *out, const char *rest) {
    for (int i = 0; i < HD_COUNT(commands); i++) {
        const struct command *c = &commands[i];
        hd_buf_printf(out, "%-17s %-3s %s%s%s\n", c->name, c->short_name ? c->short_name : "",
                      c->usage, *c->usage ? ": " : "", c->help);
    }
    hd_buf_puts(out, "Anything else is evaluated where the thread stands. Enter repeats.\n");
    return false;
}

// `out = 3`, `n + 1` and `list[2]` mean the variables.
static bool is_expression(const struct command *c, const char *rest, bool apart) {
    static const char operators[] = "=[.(+-*/%<>&|^?,;!";
    if (!*rest || !strchr(operators, *rest)) return false;
    if (!apart || !*c->usage) return true;
    return rest[0] == '=' || rest[strspn(rest, "+-*/%<>&|^")] == '='; // an assignment
}

static bool moves(command_fn *run) {
    return run == command_step || run == command_next || run == command_out ||
           run == command_barrier || run == command_continue || run == command_back ||
           run == command_reverse || run == command_list;
}

// What a line means. NULL: it is no command; *rest: what follows the command's name.
static const struct command *command_of(const char *text, const char **rest) {
    size_t n = 0;
    while (isalpha((unsigned char)text[n]) ||
           (n && text[n] == '-' && isalpha((unsigned char)text[n + 1])))
        n++;
    *rest = text + n;
    while (isspace((unsigned char)**rest)) (*rest)++;
    for (int i = 0; i < HD_COUNT(commands) && n; i++) {
        const struct command *c = &commands[i];
        bool is = (strlen(c->name) == n && !strncmp(c->name, text, n)) ||
                  (c->short_name && strlen(c->short_name) == n && !strncmp(c->short_name, text, n));
        if (is) return is_expression(c, *rest, *rest > text + n) ? NULL : c;
    }
    return NULL;
}

bool dbg_is_command(const char *line) {
    const char *rest;
    while (isspace((unsigned char)*line)) line++;
    return !*line || *line == '%' || command_of(line, &rest);
}

bool dbg_command(struct hd_buf *out, const char *line) {
    static char last[200];
    while (isspace((unsigned char)*line)) line++;
    size_t len = strlen(line);
    while (len && isspace((unsigned char)line[len - 1])) len--;
    const char *text = hd_strndup(hd_engine.arena, line, len), *rest;
    bool magic = *text == '%';
    if (magic) text++;
    if (!*text) text = hd_strdup(hd_engine.arena, last);
    const struct command *c = command_of(text, &rest);
    if (c) {
        if (moves(c->run)) snprintf(last, sizeof last, "%s", text);
        return c->run(out, rest);
    }
    if (magic)
        hd_buf_printf(out, "`%%%.*s` is no command of the debugger: `help` lists them\n",
                      (int)strcspn(text, " \t"), text);
    else if (*text)
        dbg_print(out, dbg.selected, text);
    return false;
}

// ---- completion ---------------------------------------------------------------------------------

void hd_debug_names(void (*add)(void *user, const char *name, const struct hd_type *type,
                                const char *help),
                    void *user, bool at_start) {
    if (!dbg.stopped) return;
    for (int i = 0; i < HD_COUNT(commands) && at_start; i++)
        add(user, commands[i].name, NULL, commands[i].help);
    dbg_vars vars;
    dbg_frame_vars(dbg.selected, &vars);
    for (int i = 0; i < vars.n; i++) add(user, vars.v[i].name, vars.v[i].type, NULL);
    struct hd_sym **targs = dbg.selected->func->func->targs;
    for (int i = 0; targs && targs[i]; i++)
        add(user, targs[i]->name, targs[i]->kind == SYM_TYPEDEF ? NULL : targs[i]->type, NULL);
}

struct hd_type *hd_debug_type(const char *name) {
    if (!dbg.stopped) return NULL;
    dbg_vars vars;
    dbg_frame_vars(dbg.selected, &vars);
    for (int i = vars.n - 1; i >= 0; i--)
        if (!strcmp(vars.v[i].name, name)) return vars.v[i].type;
    return NULL;
}

// ---- %debug -------------------------------------------------------------------------------------

static int last_failed(void) {
    for (int i = hd_engine.ends.n; i > 0; i--)
        if (hd_engine.ends.v[i - 1] == HD_INPUT_STOPPED && i <= hd_engine.inputs.n &&
            hd_engine.inputs.v[i - 1] && strncmp(hd_engine.inputs.v[i - 1], "%debug\n", 7) &&
            strcmp(hd_engine.inputs.v[i - 1], "%debug"))
            return i;
    return 0;
}

// Of `%check STATEMENT` the statement. The result: of `%%check`, what stands below it.
static const char *without_check(const char **line) {
    static const char word[] = "%check";
    const char *p = *line;
    bool cell = p[0] == '%' && p[1] == '%';
    if (strncmp(p + cell, word, sizeof word - 1) != 0) return NULL;
    p += cell + sizeof word - 1;
    const char *stop = cell ? strchr(p, '\n') : NULL;
    while (!stop && isspace((unsigned char)*p)) p++;
    if (!stop && !strncmp(p, "--json", 6)) p += 6;
    *line = p;
    return stop ? stop + 1 : NULL;
}

// Runs a text under the debugger. The result: whether it came to what a check has found.
static bool run_asked(struct hd_run *run, struct hd_run *inner, const char *line, const char *body,
                      const char *script, bool again, bool finding) {
    *inner = *run;
    inner->code = body ? body : line;
    inner->len = strlen(inner->code);
    inner->line_offset = body ? 1 : 0;
    dbg.asked = true;
    dbg.script = script;
    dbg.post_mortem = again;
    dbg.begins_in_cell = body != NULL;
    dbg_found_look(finding);
    if (!again || body || !hd_magic(inner)) hd_run_cell(inner); // again: as `%time f(0)` was
    bool reached = dbg_found_reached();
    dbg_found_look(false);
    dbg.asked = dbg.begins_in_cell = dbg.post_mortem = false;
    dbg.script = NULL;
    run->status = inner->status;
    run->exit_status = inner->exit_status;
    run->fault = inner->fault;
    return reached;
}

bool hd_debug(struct hd_run *run, const char *line, const char *body) {
    const char *script = body && *line ? body : NULL;
    if (script) body = NULL;
    if (!dbg_can_ask() && !script)
        return hd_magic_fail(
            run, "this front-end cannot be asked for the debugger's commands: write them "
                 "below `%%%%debug STATEMENT`, a line each");
    bool again = !body && !*line;
    int failed = again ? last_failed() : 0, checked = again ? dbg_found_input() : 0;
    bool finding = checked > failed && checked <= hd_engine.inputs.n;
    if (finding) failed = checked;
    if (again && !failed)
        return hd_magic_fail(run,
                             "no input has failed while it ran: %%debug STATEMENT runs one and "
                             "stops in it");
    if (again) {
        line = hd_engine.inputs.v[failed - 1];
        if (!strncmp(line, "%debug ", 7)) line += 7;
        body = without_check(&line);
        static const char *const begins_with[] = {
            [DBG_AS_NOW] = "; it begins with the values that are there now",
            [DBG_BLOCKS_AS_NOW] = "; memory that was given back or allocated since is as it is now",
            [DBG_AS_BEFORE] = "",
        };
        hd_notice("In[%d] is run again, up to %s%s", failed,
                  finding ? "what was found" : "its fault", begins_with[dbg_values_undo(failed)]);
    }
    struct hd_run inner;
    bool reached = run_asked(run, &inner, line, body, script, again, finding);
    if (inner.status == HD_STATUS_OK && !dbg.stops)
        hd_notice(finding && !reached ? "that thread has not come to that place this time"
                  : again             ? "it has not failed this time"
                          : "nothing in it is a function or kernel of the session: it was not "
                            "stopped");
    return inner.status == HD_STATUS_OK;
}

void hd_debug_finding(struct hd_run *run) {
    if (!dbg.attached || !dbg.findings || !dbg_can_ask() || dbg_found_input() != hd_engine.count)
        return;
    struct hd_run inner;
    const char *line = hd_strndup(hd_engine.arena, run->code, run->len);
    const char *body = without_check(&line);
    dbg_values_undo(hd_engine.count);
    hd_notice("it is run again, up to what was found");
    run_asked(run, &inner, line, body, NULL, true, true);
    dbg_found_forget();
}
