// Inputs as such: %history, %save, %load, %run.
#include "run/magic/magic.h"
#include "run/program/program.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool hd_each_input(struct hd_run *run, char **args, int n, void (*fn)(int, const char *, void *),
                   void *user) {
    int last = hd_engine.inputs.n;
    if (hd_engine.count > 0 && last >= hd_engine.count)
        last = hd_engine.count - 1; // not the magic itself
    for (int k = 0; k < (n ? n : 1); k++) {
        int from = 1, to = last;
        char *end = NULL;
        if (n) {
            from = to = (int)strtol(args[k], &end, 10);
            if (*end == '-' || *end == ':') {
                to = *++end ? (int)strtol(end, &end, 10) : last; // 3- is all from there on
            }
            if (*end || from < 1)
                return hd_magic_fail(run, "`%s` is not a range of inputs; write 3 or 1-5", args[k]);
        }
        for (int i = from; i <= to && i <= last; i++)
            if (hd_engine.inputs.v[i - 1]) fn(i, hd_engine.inputs.v[i - 1], user);
    }
    return true;
}

static void show_input(int n, const char *code, void *user) {
    bool *numbered = user;
    struct hd_buf text = {0};
    hd_buf_visible(&text, code, strlen(code));
    if (*numbered) hd_print("%4d: ", n);
    hd_print("%s%s", hd_buf_str(&text), text.len && text.s[text.len - 1] == '\n' ? "" : "\n");
    hd_buf_finish(&text);
}

bool hd_magic_history(struct hd_run *run, const char *line, const char *body) {
    char **args;
    int n = hd_magic_args(line, &args);
    bool numbered = n > 0 && strcmp(args[0], "-n") == 0;
    if (n > 0 && strcmp(args[0], "-g") == 0) {
        const char *pattern = strstr(line, "-g") + 2;
        while (isspace((unsigned char)*pattern)) pattern++;
        return hd_magic_search_history(run, pattern);
    }
    if (n > numbered && !isdigit((unsigned char)*args[numbered]))
        return hd_magic_fail(run, "`%s` is not a range of inputs; `%%history -g %s` searches",
                             args[numbered], *args[numbered] == '-' ? "TEXT" : args[numbered]);
    return hd_each_input(run, args + numbered, n - numbered, show_input, &numbered);
}

struct saving {
    struct hd_buf text, left_out; // left_out: the numbers of inputs that failed
    int cells;
};

// What `%time f(3)` and `%%time` run is code of the session like any other.
static const char *without_time(const char *code) {
    static const char word[] = "%time";
    const char *p = code + (code[0] == '%' && code[1] == '%');
    if (strncmp(p, word, sizeof word - 1) != 0) return code;
    p += sizeof word - 1;
    if (p - code == sizeof word) return *p == '\n' ? p + 1 : code;
    return *p == ' ' ? p + 1 : code;
}

static void save_input(int n, const char *code, void *user) {
    struct saving *saving = user;
    code = without_time(code);
    if (code[0] == '%' || hd_is_shell_line(code, strlen(code)) || code[0] == '?') return;
    if (hd_input_failed(n)) {
        hd_buf_printf(&saving->left_out, "%s%d", saving->left_out.len ? ", " : "", n);
        return;
    }
    saving->cells++;
    hd_buf_printf(&saving->text, "// %%%% In[%d]\n%s\n", n, code);
}

bool hd_magic_save(struct hd_run *run, const char *line, const char *body) {
    char **args;
    int n = hd_magic_args(line, &args);
    bool adds = n > 0 && strcmp(args[0], "-a") == 0;
    bool forced = n > 0 && strcmp(args[0], "-f") == 0, option = adds || forced;
    args += option, n -= option;
    if (n < 1) return hd_magic_fail(run, "%%save needs a file name: %%save FILE [1-5 7]");
    struct saving saving = {0};
    char *before = NULL;
    size_t len = 0;
    if (adds && hd_read_file(args[0], &before, &len)) hd_buf_add(&saving.text, before, len);
    free(before);
    bool ok = hd_each_input(run, args + 1, n - 1, save_input, &saving);
    if (ok && !saving.cells)
        ok = hd_magic_fail(
            run, "there is no such input to save; %%history -n shows those that there are");
    else if (ok && !option && !hd_magic_may_write(run, args[0]))
        ok = run->status == HD_STATUS_OK, saving.cells = 0, saving.left_out.len = 0;
    else if (ok && !hd_file_write(args[0], saving.text.s, saving.text.len, 0666, HD_FILE_SYNC))
        ok = hd_magic_fail(run, "cannot write `%s`: %s", args[0], strerror(errno));
    if (ok && saving.cells)
        hd_print("Wrote `%s`. (%d input%s for %%run; for nvcc: %%export)\n", args[0], saving.cells,
                 saving.cells == 1 ? "" : "s");
    if (ok && saving.left_out.len)
        hd_print("Left out, because they ended with an error: %s\n", hd_buf_str(&saving.left_out));
    hd_buf_finish(&saving.left_out);
    hd_buf_finish(&saving.text);
    return ok;
}

bool hd_magic_export(struct hd_run *run, const char *line, const char *body) {
    return hd_export(run, line);
}

bool hd_magic_load(struct hd_run *run, const char *line, const char *body) {
    char **args, *text;
    size_t len;
    if (hd_magic_args(line, &args) != 1) return hd_magic_fail(run, "%%load needs a file name");
    if (!hd_read_file(args[0], &text, &len))
        return hd_magic_fail(run, "cannot read `%s`: %s", args[0], strerror(errno));
    json_t *e = json_object();
    hd_set_code(e, text, len);
    json_object_set(e, "text", json_object_get(e, "code"));
    hd_event("set_next_input", e);
    free(text);
    return true;
}

bool hd_magic_edit(struct hd_run *run, const char *line, const char *body) {
    return hd_edit(run, line);
}

bool hd_magic_run(struct hd_run *run, const char *line, const char *body) {
    char **args;
    int n = hd_magic_args(line, &args);
    if (n < 1) return hd_magic_fail(run, "%%run needs a file name: %%run FILE... [flags] [args]");
    struct hd_run inner = {0};
    int count = hd_engine.count;
    hd_program_run(&inner, (const char *const *)args, n, HD_PROGRAM_RUN);
    hd_engine.count = count;
    hd_engine.program_argv = NULL;
    hd_cudart_found();
    run->status = inner.status == HD_STATUS_EXITED ? HD_STATUS_OK : inner.status;
    if (inner.status == HD_STATUS_EXITED && inner.exit_status != 0)
        hd_notice("`%s` ended with status %d", args[0], inner.exit_status);
    return run->status == HD_STATUS_OK;
}
