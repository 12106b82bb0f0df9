// What was before: %history -g (inputs of all sessions at a terminal), %undo (the newest definition
// is taken back) and %reset (all are).
//
// %undo enters again what the newest definition took the place of (before.c keeps its text), and
// forgets what was not there before; whatever uses it follows, as with any definition. What it puts
// back counts as of the cell that it was from, so that the next %undo goes further back.
//
// Example: `int f() { return 1; }`, `int f() { return 2; }`, `%undo`: f() is 1 again.
#include "gpu/gpu.h"
#include "run/gpu/gpu.h"
#include "run/magic/magic.h"
#include "run/program/program.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
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

// What %undo put back is of a new cell, and is meant to be of the one that it was from.
struct restored {
    const char *name;
    int serial, as;
};

static HD_VEC(struct restored) restored;

static int restored_to; // serial of the newest cell that a new engine was given

void hd_undo_restored(void) { restored_to = hd_front_serial(hd_engine.front); }

static int cell_of(const char *name, int serial) {
    for (int i = restored.n - 1; i >= 0; i--)
        if (restored.v[i].name == name && restored.v[i].serial == serial) return restored.v[i].as;
    return serial;
}

static int cell_of_def(const struct hd_def *def) { return cell_of(def->name, def->cell); }
static int cell_of_macro(const struct hd_macro *m) { return cell_of(m->name, m->cell); }

static bool can_be_undone(const struct hd_def *def) {
    bool inner = hd_space_is_in_class(def->text_space) || def->instance_of || def->is_result ||
                 (def->sym && (def->sym->is_hidden || def->sym->has_parts));
    bool using = def->sym && def->sym->kind == SYM_ALIAS;
    return !def->system && !def->dead && def->cell > 0 && !inner &&
           (def->kind != DEF_SPACE || using);
}

static bool run_text(struct hd_run *run, const char *text) {
    struct hd_run inner = {
        .name = run->name, .code = text, .len = strlen(text), .lang = run->lang, .silent = true};
    hd_before_go_back(true);
    hd_execute_text(&inner, false);
    hd_before_go_back(false);
    run->status = inner.status;
    run->fault = inner.fault;
    return inner.status == HD_STATUS_OK;
}

static bool is_own(const struct hd_macro *macro) { // no header's
    const struct hd_source *source = hd_source_at(macro->loc);
    return macro->cell > 0 && source && !source->system;
}

static int newest_cell(void) {
    int n, newest = 0, at = 0;
    struct hd_def **defs = hd_defs(hd_engine.front, &n);
    const struct hd_macro *macro;
    for (int i = 0; i < n; i++)
        if (can_be_undone(defs[i]) && cell_of_def(defs[i]) > newest) newest = cell_of_def(defs[i]);
    while ((macro = hd_macro_next(hd_engine.front, &at)))
        if (is_own(macro) && cell_of_macro(macro) > newest) newest = cell_of_macro(macro);
    return newest;
}

// What the newest cell defined, and the text that puts back what was there before.
struct undone {
    HD_VEC(struct hd_def *) gone;
    HD_VEC(struct restored) back;
    HD_VEC(const char *) texts;         // what one text defines comes back once
    struct hd_buf text, again, removed; // again, removed: the names, to be told
    bool variables;
};

// A type or a member inside of a struct's text, a constant in an enum's: it comes and goes with
// that.
static bool is_part(const struct hd_def *def) {
    bool constant = def->sym && def->sym->kind == SYM_ENUM_CONST;
    for (const struct hd_def *d = def->sibling; d != def; d = d->sibling)
        if (d->kind == DEF_TAG && (constant ? d->tag_type == def->sym->type && d->name[0] != '_'
                                            : d->name == def->space->key))
            return true;
    return false;
}

static const char *note(struct undone *u, const char *name, const struct hd_def *def, int newest) {
    int cell = 0;
    const char *before = hd_before_own(name, newest, &cell);
    struct hd_buf *list = before ? &u->again : &u->removed;
    const char *comma = list->len ? ", " : "";
    if (def && def->sym && def->sym->kind == SYM_USING)
        hd_buf_printf(list, "%s`using namespace %s`", comma, def->sym->space->key);
    else if (def && def->sym && def->sym->kind == SYM_ALIAS)
        hd_buf_printf(list, "%s`using %s`", comma, def->sym->target);
    else if (!def || !is_part(def))
        hd_buf_printf(list, "%s`%s`", comma, name);
    struct restored back = {.name = name, .as = cell_of(name, cell)};
    if (before) HD_PUSH(hd_engine.arena, &u->back, back);
    return before;
}

static void add_once(struct undone *u, const char *text) {
    for (int i = 0; i < u->texts.n; i++)
        if (!strcmp(u->texts.v[i], text)) return;
    HD_PUSH(hd_engine.arena, &u->texts, text);
    hd_buf_printf(&u->text, "%s%s\n", text, strchr("};", text[strlen(text) - 1]) ? "" : ";");
}

static void find_undone(struct undone *u, int newest) {
    int n, at = 0;
    struct hd_def **defs = hd_defs(hd_engine.front, &n);
    const struct hd_macro *macro;
    for (int i = 0; i < n; i++) {
        struct hd_def *def = defs[i];
        if (!can_be_undone(def) || cell_of_def(def) != newest) continue;
        const char *before = note(u, def->name, def, newest);
        if (before)
            add_once(u, before);
        else
            HD_PUSH(hd_engine.arena, &u->gone, def);
        u->variables = u->variables || (before && def->sym && def->sym->kind == SYM_VAR);
    }
    while ((macro = hd_macro_next(hd_engine.front, &at))) {
        if (!is_own(macro) || cell_of_macro(macro) != newest) continue;
        const char *before = note(u, macro->name, NULL, newest);
        hd_buf_printf(&u->text, before ? "#undef %s\n%s\n" : "#undef %s\n", macro->name, before);
    }
}

bool hd_magic_undo(struct hd_run *run, const char *line, const char *body) {
    int newest = newest_cell();
    if (!newest) return hd_magic_fail(run, "there is no definition to take back");
    if (newest <= restored_to)
        return hd_magic_fail(run, "what was there before is not known any more: the engine was "
                                  "started anew; `%%reset NAME` forgets a definition");
    struct undone u = {.variables = false};
    find_undone(&u, newest);
    hd_objects_end(u.gone.v, u.gone.n);
    for (int i = 0; i < u.gone.n; i++) hd_forget(u.gone.v[i]);
    bool ok = !u.text.len || run_text(run, hd_strdup(hd_engine.arena, hd_buf_str(&u.text)));
    for (int i = 0; ok && i < u.back.n; i++) {
        u.back.v[i].serial = hd_front_serial(hd_engine.front);
        HD_XPUSH(&restored, u.back.v[i]);
        hd_before_drop(u.back.v[i].name);
    }
    if (ok && u.again.len)
        hd_print("%s: as before%s\n", u.again.s,
                 u.variables ? ", with the value that it began with" : "");
    if (ok && u.removed.len) hd_print("%s: not defined any more\n", u.removed.s);
    hd_buf_finish(&u.text);
    hd_buf_finish(&u.again);
    hd_buf_finish(&u.removed);
    return ok;
}

// ---- questions, %reset --------------------------------------------------------------------------

struct question {
    const char *text;
    bool sure;
};

static void read_answer(struct hd_run *run, void (*entry)(void)) {
    char typed[80] = "", *line = NULL;
    struct question *question = run->driver_data;
    printf("%s (y/[n]) ", question->text);
    fflush(stdout);
    if (hd_input_allowed()) {
        line = hd_input_line();
    } else if (!fgets(typed, sizeof typed, stdin)) {
        clearerr(stdin); // Ctrl-D and Ctrl-C are a no
        printf("\n");
    }
    char first = line ? *line : *typed;
    question->sure = first == 'y' || first == 'Y';
    free(line);
}

// Whether somebody is there who can be asked: a terminal, or a notebook that lets cells ask.
static bool can_ask(void) {
    return hd_input_allowed() || (hd_engine.options.can_edit && isatty(0));
}

// Says `otherwise` after a no.
static bool is_sure(struct hd_run *run, const char *text, const char *otherwise) {
    struct question question = {.text = text};
    run->driver = read_answer;
    run->driver_data = &question;
    hd_run_driver(run);
    run->driver = NULL;
    if (run->status == HD_STATUS_OK && !question.sure) hd_print("%s\n", otherwise);
    return run->status == HD_STATUS_OK && question.sure;
}

bool hd_magic_may_write(struct hd_run *run, const char *path) {
    struct stat file;
    if (!can_ask() || stat(path, &file) != 0 || !S_ISREG(file.st_mode)) return true;
    return is_sure(run, hd_printf(hd_engine.arena, "`%s` is there already. Write over it?", path),
                   "It stays as it is.");
}

bool hd_magic_reset(struct hd_run *run, const char *line, const char *body) {
    char **args;
    int n = hd_magic_args(line, &args), ndefs;
    bool ask = can_ask();
    for (; n > 0 && args[0][0] == '-'; args++, n--) {
        if (strcmp(args[0], "-f") != 0)
            return hd_magic_fail(run, "write `%%reset`, `%%reset -f` (nothing is asked) or "
                                      "`%%reset NAME ...`");
        ask = false;
    }
    if (n == 0 && ask && !is_sure(run, "Forget everything that was defined?", "Everything stays."))
        return run->status == HD_STATUS_OK;
    for (int i = 0; i < n; i++) {
        struct hd_def *def = hd_def_named(hd_engine.front, args[i]);
        if (!def || def->system)
            return hd_magic_fail(run, "`%s` is not defined in this session", args[i]);
        hd_objects_end(&def, 1);
        hd_forget(def);
    }
    struct hd_def **defs = hd_defs(hd_engine.front, &ndefs);
    if (n == 0) hd_objects_end(defs, ndefs);
    defs = hd_defs(hd_engine.front, &ndefs);
    for (int i = ndefs - 1; n == 0 && i >= 0; i--)
        if (!defs[i]->system && defs[i]->cell > 0) hd_def_remove(hd_engine.front, defs[i]);
    if (n == 0) {
        hd_files_forget();
        hd_macros_remove(hd_engine.front);
        hd_cudart_reset();
    }
    hd_collect(NULL);
    return true;
}
