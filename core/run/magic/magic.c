// Inputs that are not CUDA C: %magic lines, %%magic cells, !commands, ?name and name?.
//
// One table (magics.def). A cell may mix magics and code: a line that starts with % and a known
// name, or with !, where the code before it is complete, is a magic; the pieces of code around it
// run as cells of their own.
#include "run/array/array.h"
#include "run/gpu/gpu.h"
#include "run/magic/magic.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct magic {
    const char *name;
    bool (*fn)(struct hd_run *run, const char *line, const char *body);
    const char *usage, *help;
};

void hd_print(const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    vfprintf(stdout, fmt, args);
    va_end(args);
    fflush(stdout);
}

bool hd_magic_fail(struct hd_run *run, const char *fmt, ...) {
    struct hd_buf text = {0};
    va_list args;
    va_start(args, fmt);
    hd_buf_vprintf(&text, fmt, args);
    va_end(args);
    hd_report_error("magic", "%s", hd_buf_str(&text));
    hd_buf_finish(&text);
    run->status = HD_STATUS_ERROR;
    return false;
}

size_t magic_name_length(const char *s) {
    size_t n = 0;
    while (isalnum((unsigned char)s[n]) || s[n] == '_') n++;
    return n;
}

int hd_magic_args(const char *text, char ***args) {
    HD_VEC(char *) list = {0};
    for (const char *p = text; *p;) {
        while (isspace((unsigned char)*p)) p++;
        if (!*p) break;
        struct hd_buf word = {0};
        char quote = 0;
        const char *end = p + hd_name_length(p, strlen(p)); // `Vec<float, 4>`, with its blanks
        for (; *p && (quote || p < end || !isspace((unsigned char)*p)); p++) {
            if (quote && *p == quote)
                quote = 0;
            else if (!quote && (*p == '"' || *p == '\''))
                quote = *p;
            else
                hd_buf_putc(&word, *p);
        }
        HD_PUSH(hd_engine.arena, &list, hd_strdup(hd_engine.arena, hd_buf_str(&word)));
        hd_buf_finish(&word);
    }
    HD_PUSH(hd_engine.arena, &list, NULL);
    *args = list.v;
    return list.n - 1;
}

static bool magic_quit(struct hd_run *run, const char *line, const char *body) {
    char **args;
    int n = hd_magic_args(line, &args);
    hd_event("exit", json_pack("{s:i}", "status", n > 0 ? atoi(args[0]) : 0));
    return true;
}

static const struct magic *magics(int *n) {
    static const struct magic table[] = {
#define HD_MAGIC(name, fn, usage, help) {name, fn, usage, help},
#include "run/magic/magics.def"
    };
    *n = HD_COUNT(table);
    return table;
}

const char *hd_magic_name(int i, const char **usage, const char **help) {
    int n;
    const struct magic *table = magics(&n);
    if (i >= n) return NULL;
    *usage = table[i].usage;
    *help = table[i].help;
    return table[i].name;
}

// ---- shell commands -----------------------------------------------------------------------------

// ---- recognising --------------------------------------------------------------------------------

static const struct magic *find_magic(const char *name, size_t len) {
    int n;
    const struct magic *table = magics(&n);
    for (int i = 0; i < n; i++)
        if (strlen(table[i].name) == len && memcmp(table[i].name, name, len) == 0) return &table[i];
    return NULL;
}

static bool unknown_magic(struct hd_run *run, const char *name, size_t len) {
    int n;
    const struct magic *table = magics(&n);
    const char *given = hd_strndup(hd_engine.arena, name, len), *best = NULL,
               *instead = hd_magic_habit(given);
    if (instead) return hd_magic_fail(run, "there is no magic %%%s: %s", given, instead);
    int distance = 3;
    for (int i = 0; i < n; i++) {
        int d = hd_edit_distance(given, table[i].name, 3);
        if (d < distance) best = table[i].name, distance = d;
    }
    if (best) return hd_magic_fail(run, "there is no magic %%%s; did you mean %%%s?", given, best);
    return hd_magic_fail(run, "there is no magic %%%s; %%magic lists them", given);
}

// One line that is a magic: without its newline.
static bool run_line(struct hd_run *run, const char *line) {
    run->status = HD_STATUS_OK;
    while (isspace((unsigned char)*line)) line++;
    if (hd_is_shell_line(line, strlen(line))) return hd_shell(run, line + 1);
    if (*line == '?') {
        int detail = line[1] == '?';
        const char *name = line + 1 + detail;
        while (*name == ' ' || *name == '%') name++;
        const char *text = hd_check_page(name);
        if (text && !hd_def_find(hd_engine.front, hd_intern_str(name))) {
            struct hd_buf out = {0};
            hd_buf_puts(&out, text);
            magic_page(&out);
            hd_buf_finish(&out);
            return true;
        }
        size_t n = hd_name_length(name, strlen(name));
        return magic_describe(run, n ? hd_strndup(hd_engine.arena, name, n) : name, detail);
    }
    if (*line == '%') {
        size_t n = magic_name_length(line + 1);
        if (n && line[1 + n] == '?')
            return magic_describe(run, hd_strndup(hd_engine.arena, line + 1, n),
                                  line[2 + n] == '?');
        const struct magic *magic = find_magic(line + 1, n);
        if (!magic) return unknown_magic(run, line + 1, n);
        const char *rest = line + 1 + n;
        while (*rest == ' ' || *rest == '\t') rest++;
        return magic->fn(run, rest, NULL);
    }
    size_t len = strlen(line);
    while (len > 0 && isspace((unsigned char)line[len - 1])) len--;
    size_t n = hd_help_name(line, len); // name?
    return magic_describe(run, hd_strndup(hd_engine.arena, line, n), len == n + 2);
}

static bool is_magic_line(const char *line, size_t len) {
    while (len > 0 && isspace((unsigned char)line[len - 1])) len--;
    while (len > 0 && isspace((unsigned char)*line)) line++, len--;
    if (len == 0) return false;
    if (*line == '!') return hd_is_shell_line(line, len);
    if (*line == '%') return len > 1 && isalpha((unsigned char)line[1]);
    return hd_is_question(line, len);
}

static bool run_code(struct hd_run *run, const char *text, size_t len, int line, bool last) {
    bool blank = true;
    for (size_t i = 0; i < len && blank; i++) blank = isspace((unsigned char)text[i]);
    if (blank) return true;
    struct hd_run piece = *run;
    piece.code = hd_strndup(hd_engine.arena, text, len);
    piece.len = len;
    piece.line_offset = run->line_offset + line - 1;
    hd_run_cell(&piece);
    run->status = piece.status;
    run->fault = piece.fault;
    run->exit_status = piece.exit_status;
    if (!last) hd_sync();
    return piece.status == HD_STATUS_OK;
}

static bool cell_magic(struct hd_run *run, const char *at) {
    size_t n = magic_name_length(at + 2);
    const struct magic *magic = find_magic(at + 2, n);
    if (!magic) return unknown_magic(run, at + 2, n);
    const char *rest = at + 2 + n;
    while (*rest == ' ' || *rest == '\t') rest++;
    const char *end = strchr(rest, '\n');
    const char *line = end ? hd_strndup(hd_engine.arena, rest, (size_t)(end - rest)) : rest;
    run->status = HD_STATUS_OK;
    return magic->fn(run, line, end ? end + 1 : "");
}

static bool is_cell_magic(const char *text, size_t len) {
    const char *first = text, *end = text + len;
    while (first < end && isspace((unsigned char)*first)) first++;
    return first + 2 < end && first[0] == '%' && first[1] == '%' &&
           isalpha((unsigned char)first[2]);
}

bool hd_magic_next(struct hd_front *front, const char *text, size_t len, struct hd_piece *piece) {
    const char *end = text + len, *at = text + piece->next, *start = at;
    if (at >= end) return false;
    piece->from = piece->next;
    piece->line = piece->next_line ? piece->next_line : 1;
    piece->magic = false;
    if (at == text && is_cell_magic(text, len)) {
        piece->magic = true;
        piece->to = piece->next = len;
        return true;
    }
    for (int line = piece->line; at < end; line++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        size_t n = (size_t)((newline ? newline : end) - at);
        int indent;
        bool first = at == start;
        if (is_magic_line(at, n) &&
            (first || hd_is_complete(front, start, (size_t)(at - start), &indent) == HD_COMPLETE)) {
            piece->magic = first;
            piece->to = (size_t)(at - text) + (first ? n : 0);
            piece->next = first ? (size_t)((newline ? newline + 1 : end) - text) : piece->to;
            piece->next_line = line + first;
            return true;
        }
        at = newline ? newline + 1 : end;
    }
    piece->to = piece->next = len;
    return true;
}

bool hd_magic(struct hd_run *run) {
    const char *text = run->code;
    struct hd_piece piece = {0};
    if (memchr(text, 0, run->len)) return false;
    if (is_cell_magic(text, run->len)) {
        while (isspace((unsigned char)*text)) text++;
        cell_magic(run, text);
        return true;
    }
    while (hd_magic_next(hd_engine.front, text, run->len, &piece)) {
        if (piece.from == 0 && piece.to == run->len && !piece.magic) return false;
        const char *from = text + piece.from;
        size_t len = piece.to - piece.from;
        bool ok = piece.magic ? run_line(run, hd_strndup(hd_engine.arena, from, len))
                              : run_code(run, from, len, piece.line, piece.next >= run->len);
        if (!ok || run->status != HD_STATUS_OK) return true;
    }
    return true;
}
