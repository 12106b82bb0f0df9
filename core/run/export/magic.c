// %export: the session's inputs, or a notebook's cells, as a program for nvcc.
//
//     %export heat.cu                all inputs
//     %export heat.cu 3-9 12         some
//     %export --makefile heat.cu     and a Makefile beside it
//     %export --from heat.ipynb heat.cu      a notebook, which is not run (`heddle --export` does
//     this)
#include "run/export/export.h"
#include "run/gpu/gpu.h"
#include "run/magic/magic.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef HD_VEC(struct ex_cell) cell_list;

static void add_input(int n, const char *code, void *user) {
    cell_list *cells = user;
    struct ex_cell cell = {.text = code, .len = strlen(code), .n = n, .failed = hd_input_failed(n)};
    HD_XPUSH(cells, cell);
}

// ---- notebooks ----------------------------------------------------------------------------------

// `source` is a text, or an array of lines.
static const char *joined(const json_t *source) {
    if (json_is_string(source)) return hd_strdup(hd_engine.arena, json_string_value(source));
    struct hd_buf text = {0};
    size_t i;
    json_t *line;
    json_array_foreach(source, i, line) hd_buf_puts(&text, json_string_value(line));
    const char *result = hd_strdup(hd_engine.arena, hd_buf_str(&text));
    hd_buf_finish(&text);
    return result;
}

static bool has_error(const json_t *outputs) {
    size_t i;
    json_t *output;
    json_array_foreach(outputs, i, output) {
        const char *type = json_string_value(json_object_get(output, "output_type"));
        if (type && strcmp(type, "error") == 0) return true;
    }
    return false;
}

// Cells begun by lines `// %%`; those that say `[markdown]` are prose, as Jupytext writes them.
static bool read_cells(struct hd_run *run, const char *path, cell_list *cells) {
    char *text;
    size_t len;
    if (!hd_read_file(path, &text, &len))
        return hd_magic_fail(run, "cannot read `%s`: %s", path, strerror(errno));
    const char *all = hd_strndup(hd_engine.arena, text, len), *end = all + strlen(all);
    free(text);
    for (const char *at = all, *next; at < end; at = next) {
        next = strstr(at + 1, "\n// %%");
        next = next ? next + 1 : end;
        bool marked = strncmp(at, "// %%", 5) == 0;
        const char *line = marked ? strchr(at, '\n') : at - 1;
        const char *prose = marked ? strstr(at, "[markdown]") : NULL;
        if (!line) break;
        struct ex_cell cell = {.text = line + 1, .n = cells->n + 1};
        cell.len = line + 1 < next ? (size_t)(next - line - 1) : 0;
        cell.prose = prose && prose < line;
        cell.text = hd_strndup(hd_engine.arena, cell.text, cell.len);
        HD_XPUSH(cells, cell);
    }
    return true;
}

static bool read_notebook(struct hd_run *run, const char *path, cell_list *cells) {
    size_t length = strlen(path);
    if (length < 6 || strcmp(path + length - 6, ".ipynb") != 0) return read_cells(run, path, cells);
    json_error_t error;
    json_t *notebook = json_load_file(path, 0, &error);
    json_t *list = json_object_get(notebook, "cells");
    if (!json_is_array(list)) {
        hd_magic_fail(run, "`%s` is not a notebook: %s", path,
                      notebook ? "it has no cells" : error.text);
        json_decref(notebook);
        return false;
    }
    size_t i;
    json_t *item;
    int count = 0; // of the cells that run, when they run one after the other
    json_array_foreach(list, i, item) {
        const char *type = json_string_value(json_object_get(item, "cell_type"));
        const char *text = joined(json_object_get(item, "source"));
        struct ex_cell cell = {.text = text, .len = strlen(text)};
        const json_t *run_as = json_object_get(item, "execution_count");
        cell.prose = !type || strcmp(type, "code") != 0;
        if (!cell.prose && text[strspn(text, " \t\n")]) count++;
        cell.n = json_is_integer(run_as) ? (int)json_integer_value(run_as) : count;
        cell.failed = has_error(json_object_get(item, "outputs"));
        HD_XPUSH(cells, cell);
    }
    json_decref(notebook);
    return true;
}

// ---- the Makefile -------------------------------------------------------------------------------

static const char makefile_mark[] = "# Written by Heddle";

static bool write_file(struct hd_run *run, const char *path, const char *text) {
    bool ok = hd_file_write(path, text, strlen(text), 0666, HD_FILE_SYNC);
    return ok || hd_magic_fail(run, "cannot write `%s`: %s", path, strerror(errno));
}

static bool write_makefile(struct hd_run *run, const char *program) {
    const char *slash = strrchr(program, '/'), *file = slash ? slash + 1 : program;
    const char *path =
        hd_printf(hd_engine.arena, "%sMakefile",
                  hd_strndup(hd_engine.arena, program, slash ? (size_t)(slash + 1 - program) : 0));
    const char *name = hd_strndup(hd_engine.arena, file, strcspn(file, "."));
    char *old;
    size_t len;
    if (hd_read_file(path, &old, &len)) {
        bool ours = strncmp(old, makefile_mark, strlen(makefile_mark)) == 0;
        free(old);
        if (!ours)
            return hd_magic_fail(
                run, "`%s` is there already, and not from Heddle: it is left as it is", path);
    }
    struct hd_buf out = {0};
    hd_buf_printf(&out,
                  "%s. `make` compiles, `make run` runs; `make ARCH=sm_90` for another GPU.\n"
                  "NVCC ?= nvcc\nARCH ?= native\nNVCCFLAGS ?= -O2 -arch=$(ARCH)\n",
                  makefile_mark);
    hd_buf_puts(&out, "LDLIBS =");
    for (int i = 0; i < hd_engine.libraries.n; i++) {
        const char *library = hd_engine.libraries.v[i].name;
        hd_buf_printf(&out, strchr(library, '/') ? " %s" : " -l%s", library); // NOLINT: constants
    }
    hd_buf_printf(&out,
                  "\n\n%s: %s\n\t$(NVCC) $(NVCCFLAGS) -o $@ $< $(LDLIBS)\n\n"
                  "run: %s\n\t./%s\n\nclean:\n\trm -f %s\n\n.PHONY: run clean\n",
                  name, file, name, name, name);
    bool ok = write_file(run, path, hd_buf_str(&out));
    hd_buf_finish(&out);
    if (ok) hd_print("Wrote `%s`.\n", path);
    return ok;
}

// ---- the magic ----------------------------------------------------------------------------------

bool hd_export(struct hd_run *run, const char *line) {
    char **args;
    int n = hd_magic_args(line, &args), at = 0;
    bool makefile = false, forced = false;
    const char *from = NULL;
    for (; at < n && args[at][0] == '-' && args[at][1]; at++) {
        if (strcmp(args[at], "--makefile") == 0)
            makefile = true;
        else if (strcmp(args[at], "-f") == 0)
            forced = true;
        else if (strcmp(args[at], "--from") == 0 && at + 1 < n)
            from = args[++at];
        else
            return hd_magic_fail(run, "%%export does not know `%s`; it takes --makefile and -f",
                                 args[at]);
    }
    if (at >= n) return hd_magic_fail(run, "%%export needs a file name: %%export FILE.cu [1-5 7]");
    const char *path = args[at++];
    size_t len = strlen(path);
    if (len < 4 || strcmp(path + len - 3, ".cu") != 0)
        return hd_magic_fail(run, "`%s`: the program is CUDA C++, so its name should end in .cu",
                             path);
    cell_list cells = {0};
    bool ok = from ? read_notebook(run, from, &cells)
                   : hd_each_input(run, args + at, n - at, add_input, &cells);
    struct hd_buf out = {0};
    int problems = 0;
    if (ok && !from && !forced && !hd_magic_may_write(run, path)) {
        HD_FREE_VEC(&cells);
        return run->status == HD_STATUS_OK;
    }
    if (ok) {
        const char *slash = strrchr(path, '/'), *title = from ? strrchr(from, '/') : NULL;
        struct ex_source source = {.cells = cells.v,
                                   .ncells = cells.n,
                                   .title = title  ? title + 1
                                            : from ? from
                                                   : "A session",
                                   .file = slash ? slash + 1 : path,
                                   .like = hd_engine.front};
        ex_export(&out, &source, &problems);
        ok = write_file(run, path, hd_buf_str(&out));
    }
    if (ok) hd_print("Wrote `%s`.\n", path);
    if (ok && problems)
        hd_notice("%d %s could not be read without errors: kept as %s", problems,
                  problems == 1 ? "cell" : "cells", problems == 1 ? "a comment" : "comments");
    if (ok && makefile) ok = write_makefile(run, path);
    hd_buf_finish(&out);
    HD_FREE_VEC(&cells);
    return ok;
}
