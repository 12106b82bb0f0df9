// What was before: %history -g (inputs of all sessions at a terminal) and %undo (the newest
// definition is taken back).
//
// %undo enters again what the newest definition took the place of (before.c keeps its text), and
// forgets what was not there before; whatever uses it follows, as with any definition. What %undo
// defines is not undone by the next one, which goes further back.
//
// Example: `int f() { return 1; }`, `int f() { return 2; }`, `%undo`: f() is 1 again.
#include "gpu/gpu.h"
#include "run/gpu/gpu.h"
#include "run/magic/magic.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// ---- %history -g --------------------------------------------------------------------------------

static const char *history_path(void) {
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    if (state && *state == '/') return hd_printf(hd_engine.arena, "%s/heddle/history", state);
    return hd_printf(hd_engine.arena, "%s/.local/state/heddle/history", home ? home : "");
}

// A line of the terminal's history: \n is a newline, \\ a backslash (repl/history.c).
static void unescape(struct hd_buf *out, const char *s, size_t len) {
    hd_buf_clear(out);
    for (size_t i = 0; i < len; i++) {
        if (s[i] == '\\' && i + 1 < len)
            hd_buf_putc(out, s[++i] == 'n' ? '\n' : s[i]);
        else
            hd_buf_putc(out, s[i]);
    }
}

bool hd_magic_search_history(struct hd_run *run, const char *pattern) {
    char *text = NULL;
    size_t len = 0;
    bool glob = strpbrk(pattern, "*?[") != NULL;
    const char *path = history_path(), *wanted = hd_printf(hd_engine.arena, "*%s*", pattern);
    if (!hd_read_file(path, &text, &len))
        return hd_magic_fail(run, "there is no history yet: `%s` cannot be read: %s", path,
                             strerror(errno));
    struct hd_buf entry = {0}, shown = {0};
    int found = 0;
    for (const char *line = text, *end = text + len, *next; line < end; line = next) {
        const char *newline = memchr(line, '\n', (size_t)(end - line));
        next = newline ? newline + 1 : end;
        unescape(&entry, line, (size_t)((newline ? newline : end) - line));
        const char *input = hd_buf_str(&entry);
        bool fits = glob ? fnmatch(wanted, input, 0) == 0 : strstr(input, pattern) != NULL;
        if (!fits || strncmp(input, "%history", 8) == 0) continue;
        hd_buf_clear(&shown);
        hd_buf_visible(&shown, input, entry.len);
        hd_print("%s\n", hd_buf_str(&shown));
        found++;
    }
    if (!found) hd_print("No input of any session has `%s` in it.\n", pattern);
    hd_buf_finish(&entry);
    hd_buf_finish(&shown);
    free(text);
    return true;
}

// ---- %undo --------------------------------------------------------------------------------------

static HD_VEC(int) undoing; // serials of cells that %undo ran

static int restored_to; // serial of the newest cell that a new engine was given

void hd_undo_restored(void) { restored_to = hd_front_serial(hd_engine.front); }

static bool is_undoing(int serial) {
    for (int i = 0; i < undoing.n; i++)
        if (undoing.v[i] == serial) return true;
    return false;
}

static bool can_be_undone(const struct hd_def *def) {
    bool inner = def->text_space->kind == SPACE_RECORD || def->instance_of || def->is_result;
    return !def->system && !def->dead && def->cell > 0 && !inner && def->kind != DEF_SPACE &&
           def->name[0] != '[' && !is_undoing(def->cell);
}

static bool run_text(struct hd_run *run, const char *text) {
    struct hd_run inner = {
        .name = run->name, .code = text, .len = strlen(text), .lang = run->lang, .silent = true};
    hd_execute_text(&inner, false);
    HD_XPUSH(&undoing, hd_front_serial(hd_engine.front));
    run->status = inner.status;
    run->fault = inner.fault;
    return inner.status == HD_STATUS_OK;
}

bool hd_magic_undo(struct hd_run *run, const char *line, const char *body) {
    int n, newest = 0, at = 0;
    struct hd_def **defs = hd_defs(hd_engine.front, &n);
    const struct hd_macro *macro;
    for (int i = 0; i < n; i++)
        if (can_be_undone(defs[i]) && defs[i]->cell > newest) newest = defs[i]->cell;
    while ((macro = hd_macro_next(hd_engine.front, &at)))
        if (macro->cell > newest && !is_undoing(macro->cell)) newest = macro->cell;
    if (!newest) return hd_magic_fail(run, "there is no definition to take back");
    if (newest <= restored_to)
        return hd_magic_fail(run, "what was there before is not known any more: the engine was "
                                  "started anew; `%%reset NAME` forgets a definition");
    HD_VEC(struct hd_def *) gone = {0};
    struct hd_buf text = {0}, again = {0}, removed = {0};
    bool variables = false;
    for (int i = 0; i < n; i++) {
        struct hd_def *def = defs[i];
        if (!can_be_undone(def) || def->cell != newest) continue;
        const char *before = hd_before_own(def->name, newest);
        struct hd_buf *list = before ? &again : &removed;
        hd_buf_printf(list, "%s`%s`", list->len ? ", " : "", hd_def_plain(def));
        if (!before) HD_PUSH(hd_engine.arena, &gone, def);
        if (before)
            hd_buf_printf(&text, "%s%s\n", before,
                          strchr("};", before[strlen(before) - 1]) ? "" : ";");
        variables = variables || (before && def->kind == DEF_VAR);
    }
    at = 0;
    while ((macro = hd_macro_next(hd_engine.front, &at))) {
        if (macro->cell != newest) continue;
        const char *before = hd_before_own(macro->name, newest);
        struct hd_buf *list = before ? &again : &removed;
        hd_buf_printf(list, "%s`%s`", list->len ? ", " : "", macro->name);
        hd_buf_printf(&text, before ? "#undef %s\n%s\n" : "#undef %s\n", macro->name, before);
    }
    for (int i = 0; i < gone.n; i++) hd_def_remove(hd_engine.front, gone.v[i]);
    bool ok = !text.len || run_text(run, hd_strdup(hd_engine.arena, hd_buf_str(&text)));
    if (ok && again.len)
        hd_print("%s: as before%s\n", again.s,
                 variables ? ", with the value that it began with" : "");
    if (ok && removed.len) hd_print("%s: not defined any more\n", removed.s);
    hd_buf_finish(&text);
    hd_buf_finish(&again);
    hd_buf_finish(&removed);
    return ok;
}
