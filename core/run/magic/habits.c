// What people bring from IPython: where they are (%cd, %pwd), the environment (%env), files and
// scripts from cells (%%writefile, %%bash), earlier inputs again (%rerun), what is kept on disk
// (%cache), and what is meant by
// the magics that have no place here.
//
// Folder and environment belong to the engine, which runs the code; a new engine is told of both.
#include "gpu/gpu.h"
#include "run/magic/magic.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern char **environ;

// ---- %cache -------------------------------------------------------------------------------------

static struct hd_cache *const caches[] = {&hd_object_cache, &hd_ptx_cache};
static const char *const holds[] = {"machine code of functions and kernels",
                                    "PTX of kernels for GPUs"};

bool hd_magic_cache(struct hd_run *run, const char *line, const char *body) {
    char **args;
    int n = hd_magic_args(line, &args);
    bool clear = n > 0 && strcmp(args[0], "clear") == 0, found = n < 2;
    for (int i = 0; n > 1 && i < HD_COUNT(caches); i++)
        found = found || strcmp(args[1], caches[i]->name) == 0;
    if (n > 2 || (n && !clear) || !found)
        return hd_magic_fail(run, "%%cache shows what is kept on disk; `%%cache clear` removes it, "
                                  "`%%cache clear objects` or `ptx` one kind");
    if (!hd_engine.keeps_objects)
        hd_print("machine code is neither kept nor looked for: HEDDLE_CACHE is 0\n");
    for (int i = 0; i < HD_COUNT(caches); i++) {
        char path[512];
        int files;
        int64_t bytes;
        if (!hd_cache_folder(caches[i], path, sizeof path)) {
            hd_print("%-8s nothing is kept: there is no cache folder that is yours alone\n",
                     caches[i]->name);
            continue;
        }
        hd_cache_size(caches[i], &files, &bytes);
        bool gone = clear && (n < 2 || strcmp(args[1], caches[i]->name) == 0);
        if (gone) hd_cache_clear(caches[i]);
        hd_print("%-8s %s%d file%s, %.2f of at most %.0f MB: %s, in %s\n", caches[i]->name,
                 gone ? "removed " : "", files, files == 1 ? "" : "s", (double)bytes / 1e6,
                 (double)caches[i]->most_bytes / 1e6, holds[i], path);
    }
    return true;
}

// ---- folder -------------------------------------------------------------------------------------

static char *folder_before; // heap

static const char *folder_now(void) {
    char path[PATH_MAX];
    return hd_strdup(hd_engine.arena, getcwd(path, sizeof path) ? path : "?");
}

bool hd_magic_pwd(struct hd_run *run, const char *line, const char *body) {
    hd_print("%s\n", folder_now());
    return true;
}

bool hd_magic_cd(struct hd_run *run, const char *line, const char *body) {
    char **args;
    int n = hd_magic_args(line, &args);
    if (n > 1)
        return hd_magic_fail(run, "%%cd takes one folder; write a name with blanks in quotes");
    const char *to = n ? args[0] : "~", *home = getenv("HOME");
    if (strcmp(to, "-") == 0) {
        if (!folder_before) return hd_magic_fail(run, "there is no folder to go back to");
        to = folder_before;
    } else if (to[0] == '~' && (!to[1] || to[1] == '/') && home) {
        to = hd_printf(hd_engine.arena, "%s%s", home, to + 1);
    }
    const char *from = folder_now();
    if (chdir(to) != 0) return hd_magic_fail(run, "cannot go to `%s`: %s", to, strerror(errno));
    free(folder_before);
    folder_before = hd_xstrdup(from);
    hd_journal_option("folder", json_string(folder_now()));
    hd_print("%s\n", folder_now());
    return true;
}

// ---- environment --------------------------------------------------------------------------------

static json_t *changed; // what %env has set: name to value

bool hd_magic_env(struct hd_run *run, const char *line, const char *body) {
    size_t len = 0;
    while (isalnum((unsigned char)line[len]) || line[len] == '_') len++;
    const char *name = hd_strndup(hd_engine.arena, line, len), *value = line + len;
    while (*value == ' ' || *value == '\t') value++;
    if (isdigit((unsigned char)*line) || (!len && *value))
        return hd_magic_fail(run, "`%s` cannot be a variable's name", line);
    if (!len) {
        for (char **entry = environ; *entry; entry++) hd_print("%s\n", *entry);
        return true;
    }
    if (!*value) {
        const char *now = getenv(name);
        if (!now) return hd_magic_fail(run, "the environment has no `%s`", name);
        hd_print("%s\n", now);
        return true;
    }
    if (*value == '=') value++;
    while (*value == ' ' || *value == '\t') value++;
    size_t n = strlen(value);
    while (n && isspace((unsigned char)value[n - 1])) n--;
    value = hd_strndup(hd_engine.arena, value, n);
    setenv(name, value, 1);
    if (!changed) changed = json_object();
    json_object_set_new(changed, name, hd_json_text(value, n));
    hd_journal_option("environment", json_incref(changed));
    hd_print("%s=%s\n", name, value);
    return true;
}

void hd_habits_restore(json_t *options) {
    const char *folder = json_string_value(json_object_get(options, "folder")), *name;
    if (folder && chdir(folder) != 0) hd_notice("cannot go to `%s`: %s", folder, strerror(errno));
    json_t *set = json_object_get(options, "environment"), *value;
    json_object_foreach(set, name, value) setenv(name, json_string_value(value), 1);
    if (set) changed = json_deep_copy(set);
}

// ---- cells that are no code ---------------------------------------------------------------------

bool hd_magic_writefile(struct hd_run *run, const char *line, const char *body) {
    char **args;
    int n = hd_magic_args(line, &args);
    bool append = n > 0 && (strcmp(args[0], "-a") == 0 || strcmp(args[0], "--append") == 0);
    if (n - append != 1 || !body)
        return hd_magic_fail(
            run, "write `%%%%writefile FILE` in a cell's first line, and the text below");
    const char *path = args[append];
    struct hd_buf text = {0};
    char *old = NULL;
    size_t len = 0;
    bool exists = hd_read_file(path, &old, &len);
    if (append && exists) hd_buf_add(&text, old, len);
    hd_buf_puts(&text, body);
    if (text.len && text.s[text.len - 1] != '\n') hd_buf_putc(&text, '\n');
    free(old);
    bool ok = hd_file_write(path, hd_buf_str(&text), text.len, 0666, HD_FILE_SYNC);
    hd_buf_finish(&text);
    if (!ok) return hd_magic_fail(run, "cannot write `%s`: %s", path, strerror(errno));
    hd_print("%s `%s`.\n", append && exists ? "Added to" : exists ? "Overwrote" : "Wrote", path);
    return true;
}

bool hd_magic_bash(struct hd_run *run, const char *line, const char *body) {
    struct hd_buf command = {0};
    hd_buf_puts(&command, "exec bash -c '");
    for (const char *p = body ? body : line; *p; p++)
        if (*p == '\'')
            hd_buf_puts(&command, "'\\''");
        else
            hd_buf_putc(&command, *p);
    hd_buf_puts(&command, "'");
    if (body) hd_buf_printf(&command, " bash %s", line);
    const char *text = hd_strdup(hd_engine.arena, hd_buf_str(&command));
    hd_buf_finish(&command);
    return hd_shell(run, text);
}

// ---- inputs again -------------------------------------------------------------------------------

struct again {
    struct hd_run *run;
    bool any;
};

static void run_again(int n, const char *code, void *user) {
    struct again *again = user;
    struct hd_run *run = again->run;
    if (run->status != HD_STATUS_OK) return; // one has failed
    const char *p = code;
    while (isspace((unsigned char)*p)) p++;
    if (strncmp(p, "%rerun", 6) == 0) return; // or it would never end
    again->any = true;
    size_t len = strlen(code);
    hd_print("%.*s%s", (int)len, code, len && code[len - 1] == '\n' ? "" : "\n");
    struct hd_run inner = {
        .name = run->name, .code = hd_strdup(hd_engine.arena, code), .len = len, .lang = run->lang};
    hd_execute_text(&inner, false);
    run->status = inner.status;
    run->fault = inner.fault;
}

bool hd_magic_rerun(struct hd_run *run, const char *line, const char *body) {
    char **args;
    int n = hd_magic_args(line, &args);
    struct again again = {run, false};
    char *last[] = {hd_printf(hd_engine.arena, "%d", hd_engine.count - 1), NULL};
    run->status = HD_STATUS_OK;
    if (n == 0 && hd_engine.count < 2) return hd_magic_fail(run, "there is no input to run again");
    if (!hd_each_input(run, n ? args : last, n ? n : 1, run_again, &again)) return false;
    if (!again.any)
        return hd_magic_fail(
            run, "there is no such input to run again; %%history -n shows those that there are");
    return run->status == HD_STATUS_OK;
}

// ---- what has no place here ---------------------------------------------------------------------

const char *hd_magic_habit(const char *name) {
    static const struct {
        const char *name, *instead;
    } habits[] = {
        {"matplotlib", "pictures need no preparation: `plot(x, y, n)`, `imshow(a)`"},
        {"pylab", "pictures need no preparation: `plot(x, y, n)`, `imshow(a)`"},
        {"load_ext", "nothing needs to be loaded: %magic lists all there is"},
        {"cu", "cells are CUDA C++ already: write the code alone"},
        {"cuda", "cells are CUDA C++ already: write the code alone"},
        {"cpp", "cells are CUDA C++ already: write the code alone"},
        {"nvcc", "nothing needs to be compiled; `%export FILE.cu` makes a program for nvcc"},
        {"autoreload", "what is defined anew is used at once, also by what was defined before"},
        {"pip", "that is Python's; `!pip ...` runs it, and %lib loads a C library"},
        {"conda", "that is Python's; `!conda ...` runs it, and %lib loads a C library"},
        {"python", "cells are CUDA C++; `!python3 -c '...'` runs Python"},
        {"prun", "%timeit times; %shapes and %resources say what a kernel's time goes to"},
        {"lprun", "%timeit times; %shapes and %resources say what a kernel's time goes to"},
        {"nvprof", "%timeit times a launch, %transfers lists what moved between host and GPU"},
        {"ncu", "%resources, %shapes and %traffic look at a kernel, %timeit times it"},
        {"precision", "write `%config digits 4`"},
        {"pdb", "%debug STATEMENT stops in it; after a fault %debug goes to its line and thread"},
        {"why",
         "the debugger answers that: `%debug k<<<...>>>(a)` stops in the kernel, `until` and "
         "`out` go on, `why a[3]` lists the stores that made the value"},
        {"step", "%debug STATEMENT stops at its first line; there `step` is a command"},
        {"next", "%debug STATEMENT stops at its first line; there `next` is a command"},
        {"watch", "%debug STATEMENT stops in it; there `watch a[5]` stops at the stores to it"},
        {"recall", "%edit 3 opens input 3 for editing, %rerun 3 runs it again"},
        {"rep", "%edit 3 opens input 3 for editing, %rerun 3 runs it again"},
        {"hist", "write %history"},
        {"ls", "write !ls"},
        {"cat", "write !cat FILE"},
        {"system", "write !command"},
        {"sx", "write !command"},
        {"xdel", "%reset NAME forgets one name"},
        {"del", "%reset NAME forgets one name"},
        {"reset_selective", "%reset NAME ... forgets some names"},
        {"store", "%save FILE keeps the inputs, %run FILE runs them in another session"},
        {"notebook", "%export FILE.cu writes the session as one program, %save FILE as cells"},
        {"macro", "%save FILE 3-5 keeps inputs, %run FILE runs them"},
        {"pycat", "write !cat FILE"},
        {"more", "write !less FILE"},
        {"man", "write !man NAME; ?NAME tells of functions and types"},
        {"mkdir", "write !mkdir DIR"},
        {"rm", "write !rm FILE"},
        {"cp", "write !cp FROM TO"},
        {"mv", "write !mv FROM TO"},
        {"alias", "write !command"},
        {"clear", "Ctrl-L clears the screen"},
        {"cls", "Ctrl-L clears the screen"},
        {"paste", "paste as it is: a terminal's paste is one cell"},
        {"cpaste", "paste as it is: a terminal's paste is one cell"},
        {"psource", "write NAME??"},
        {"pfile", "write NAME??"},
        {"pdoc", "write NAME?"},
        {"pdef", "write NAME?"},
        {"sh", "write %%bash"},
        {"script", "write %%bash"},
        {"file", "write %%writefile FILE"},
        {"who_ls", "write %who"},
        {"exit", "write %quit"},
    };
    for (int i = 0; i < HD_COUNT(habits); i++)
        if (strcmp(habits[i].name, name) == 0) return habits[i].instead;
    return NULL;
}
