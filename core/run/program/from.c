// Command lines that a build has recorded: compile_commands.json, or what `make` says that it would
// do.
//
// Example: `heddle --from Makefile bfs -- graph.txt` runs the program that make links as `bfs`.
#include "run/program/program.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// ---- words --------------------------------------------------------------------------------------

typedef HD_VEC(const char *) word_list;

// The words of a shell's command, quotes taken off. Stops behind `&&`, `;` or `|`: returns what is
// left.
static const char *shell_words(const char *s, word_list *out) {
    struct hd_arena *arena = hd_engine.arena;
    out->n = 0;
    for (;;) {
        while (*s == ' ' || *s == '\t') s++;
        if (!*s) return s;
        if (*s == ';' || *s == '&' || *s == '|') return s + 1 + (s[1] == *s);
        struct hd_buf word = {0};
        char quote = 0;
        for (; *s && (quote || !strchr(" \t;&|", *s)); s++) {
            if (quote == *s)
                quote = 0;
            else if (!quote && (*s == '"' || *s == '\''))
                quote = *s;
            else if (*s == '\\' && s[1] && quote != '\'')
                hd_buf_putc(&word, *++s);
            else
                hd_buf_putc(&word, *s);
        }
        HD_PUSH(arena, out, hd_strdup(arena, hd_buf_str(&word)));
        hd_buf_finish(&word);
    }
}

static bool is_compiler(const char *word) {
    static const char *const names[] = {"nvcc",    "gcc", "g++",  "cc",    "c++",    "clang",
                                        "clang++", "icc", "icpc", "mpicc", "mpicxx", "mpic++"};
    const char *slash = strrchr(word, '/'), *base = slash ? slash + 1 : word;
    for (int i = 0; i < HD_COUNT(names); i++) {
        size_t n = strlen(names[i]);
        if (!strncmp(base, names[i], n) && (!base[n] || base[n] == '-')) return true; // g++-13
    }
    return false;
}

// A path in `dir` as seen from the current directory.
static const char *path_in(const char *dir, const char *path) {
    char here[4096];
    struct hd_arena *arena = hd_engine.arena;
    const char *full =
        path[0] == '/' || !dir || !*dir ? path : hd_printf(arena, "%s/%s", dir, path);
    if (full[0] != '/' || !getcwd(here, sizeof here)) return full;
    size_t n = strlen(here);
    if (strncmp(full, here, n) != 0 || full[n] != '/') return full;
    return full[n + 1] ? full + n + 1 : ".";
}

static void add_command(struct hd_records *out, const char *dir, const word_list *words) {
    int first = 0; // behind what stands before the compiler: `VAR=1 ccache nvcc ...`
    while (first < words->n && !is_compiler(words->v[first])) first++;
    if (first == words->n || first > 3) return;
    struct hd_command c;
    const char *wrong, *why;
    if (!hd_command_read(&c, words->v + first + 1, words->n - first - 1, HD_COMMAND_RECORD, &wrong,
                         &why)) {
        hd_command_finish(&c);
        return;
    }
    for (int i = 0; i < c.files.n; i++) c.files.v[i].path = path_in(dir, c.files.v[i].path);
    for (int i = 0; i < c.dirs.n; i++) c.dirs.v[i] = path_in(dir, c.dirs.v[i]);
    for (int i = 0; i < c.includes.n; i++) c.includes.v[i] = path_in(dir, c.includes.v[i]);
    for (int i = 0; i < c.objects.n; i++) c.objects.v[i] = path_in(dir, c.objects.v[i]);
    for (int i = 0; i < c.library_dirs.n; i++)
        c.library_dirs.v[i] = path_in(dir, c.library_dirs.v[i]);
    if (c.output) c.output = path_in(dir, c.output);
    HD_XPUSH(&out->all, c);
}

static void add_text(struct hd_records *out, const char *dir, const char *text) {
    word_list words = {0};
    while (*text) {
        text = shell_words(text, &words);
        if (words.n == 2 && !strcmp(words.v[0], "cd"))
            dir = words.v[1][0] == '/' || !dir
                      ? words.v[1]
                      : hd_printf(hd_engine.arena, "%s/%s", dir, words.v[1]);
        else if (words.n)
            add_command(out, dir, &words);
    }
}

// ---- compile_commands.json ----------------------------------------------------------------------

static bool read_json(const char *path, struct hd_records *out, struct hd_buf *error) {
    json_error_t why;
    json_t *list = json_load_file(path, 0, &why), *entry;
    size_t i, k;
    if (!json_is_array(list)) {
        if (list)
            hd_buf_puts(error, "it is no list of commands, as compile_commands.json is");
        else
            hd_buf_printf(error, "line %d: %s", why.line, why.text);
        json_decref(list);
        return false;
    }
    json_array_foreach(list, i, entry) {
        const char *command = json_string_value(json_object_get(entry, "command"));
        const char *dir = json_string_value(json_object_get(entry, "directory"));
        if (dir) dir = hd_strdup(hd_engine.arena, dir);
        if (command) {
            add_text(out, dir, command);
            continue;
        }
        word_list words = {0};
        json_t *word;
        json_array_foreach(json_object_get(entry, "arguments"), k, word) HD_PUSH(
            hd_engine.arena, &words,
            hd_strdup(hd_engine.arena, json_string_value(word) ? json_string_value(word) : ""));
        if (words.n) add_command(out, dir, &words);
    }
    for (int n = 0; n < out->all.n; n++) out->all.v[n].compiles_only = true;
    json_decref(list);
    return true;
}

// ---- make ---------------------------------------------------------------------------------------

static const char *quoted(const char *s) {
    struct hd_buf buf = {0};
    hd_buf_putc(&buf, '\'');
    for (; *s; s++) *s == '\'' ? hd_buf_puts(&buf, "'\\''") : hd_buf_putc(&buf, *s);
    hd_buf_putc(&buf, '\'');
    const char *text = hd_strdup(hd_engine.arena, hd_buf_str(&buf));
    hd_buf_finish(&buf);
    return text;
}

// Lines that end in a backslash go on.
static bool next_line(FILE *in, struct hd_buf *line) {
    int c = EOF;
    hd_buf_clear(line);
    while ((c = getc(in)) != EOF) {
        if (c == '\n' && line->len && line->s[line->len - 1] == '\\')
            line->s[--line->len] = 0;
        else if (c == '\n')
            return true;
        else
            hd_buf_putc(line, (char)c);
    }
    return line->len > 0;
}

static bool read_make(const char *path, struct hd_records *out, struct hd_buf *error) {
    const char *slash = strrchr(path, '/');
    const char *dir = slash ? hd_strndup(hd_engine.arena, path, (size_t)(slash - path)) : ".";
    FILE *in = popen(hd_printf(hd_engine.arena, "make -n -B -w -C %s -f %s 2>&1", quoted(dir),
                               quoted(slash ? slash + 1 : path)),
                     "r");
    if (!in) {
        hd_buf_puts(error, strerror(errno));
        return false;
    }
    struct hd_buf line = {0}, last = {0};
    while (next_line(in, &line)) {
        const char *text = hd_buf_str(&line), *enter = strstr(text, ": Entering directory '");
        if (enter) {
            enter = strchr(enter, '\'') + 1;
            dir = hd_strndup(hd_engine.arena, enter, strcspn(enter, "'"));
        } else if (*text) {
            hd_buf_clear(&last);
            hd_buf_puts(&last, text);
            add_text(out, dir, text);
        }
    }
    hd_buf_finish(&line);
    int status = pclose(in);
    if (!out->all.n && status != 0) hd_buf_printf(error, "make says: %s", hd_buf_str(&last));
    hd_buf_finish(&last);
    return out->all.n > 0 || status == 0;
}

bool hd_records_read(const char *path, struct hd_records *out, struct hd_buf *error) {
    size_t n = strlen(path);
    if (access(path, R_OK) != 0) {
        hd_buf_puts(error, strerror(errno));
        return false;
    }
    return n > 5 && !strcmp(path + n - 5, ".json") ? read_json(path, out, error)
                                                   : read_make(path, out, error);
}

void hd_records_finish(struct hd_records *records) {
    for (int i = 0; i < records->all.n; i++) hd_command_finish(&records->all.v[i]);
    HD_FREE_VEC(&records->all);
}
