// Programs of several files, from a command line to `main`.
//
//     set up (flags) -> find the file with main -> check the others -> check it, link, run
//
// Errors of all files are shown before anything stops. The file with `main` goes the way of every
// cell (hd_run_cell), which calls hd_program_link and hd_program_begin at their time.
//
// Example: `heddle main.cu kernels.cu -DN=4`: kernels.cu is checked in a front end of its own with
// the macro N, main.cu in the session's, to which the command line is a cell before it.
#include "run/program/program.h"
#include "run/gpu/gpu.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct hd_files hd_files;

struct source { // a file of the command line
    const struct hd_command_file *file;
    const struct hd_command *flags;
    char *text;
    size_t len;
    struct hd_file *apart; // NULL: the session's
    bool has_main;
};

struct program {
    struct hd_run *run;
    HD_VEC(struct source) sources;
    int main;           // index of the file with `main`, -1 none
    bool from_build;    // not a command line of the user's
    const char *chosen; // of several with `main` this one; NULL: there is one
};

static struct { // of the program that begins
    int main_serial;
} now;

static bool refuse(struct hd_run *run, const char *fmt, ...) HD_PRINTF(2, 3);

static bool refuse(struct hd_run *run, const char *fmt, ...) {
    struct hd_buf text = {0};
    va_list args;
    va_start(args, fmt);
    hd_buf_vprintf(&text, fmt, args);
    va_end(args);
    hd_report_error("program", "%s", hd_buf_str(&text));
    hd_buf_finish(&text);
    run->status = HD_STATUS_ERROR;
    return false;
}

// ---- flags --------------------------------------------------------------------------------------

static void add_define(struct hd_buf *out, const struct hd_command_macro *m) {
    const char *equals = strchr(m->text, '=');
    int len = equals ? (int)(equals - m->text) : (int)strlen(m->text);
    if (m->undefine)
        hd_buf_printf(out, "#undef %s\n", m->text);
    else
        hd_buf_printf(out, "#define %.*s %s\n", len, m->text, equals ? equals + 1 : "1");
}

// Where nothing is said the language is C++17, with what of C++20 does not disturb its programs.
static void add_standard(struct hd_buf *out, int standard) {
    static const struct {
        int standard;
        const char *value; // of __cplusplus
    } all[] = {{11, "201103L"}, {14, "201402L"}, {20, "202002L"}, {23, "202100L"}};
    for (int i = 0; i < HD_COUNT(all); i++)
        if (standard == all[i].standard)
            hd_buf_printf(out, "#undef __cplusplus\n#define __cplusplus %s\n", all[i].value);
    if (standard >= 20)
        hd_buf_puts(out, "#define __cpp_char8_t 201811L\n#define char8_t __char8_t\n");
}

// What the flags are as directives in front of the file's text.
void program_set_up_text(struct hd_buf *out, const struct hd_command *flags,
                         enum hd_file_kind kind) {
    if (kind == HD_FILE_CPP) hd_buf_puts(out, "#undef __CUDACC__\n#undef __NVCC__\n");
    if (kind != HD_FILE_C) add_standard(out, flags->standard);
    for (int i = 0; i < flags->macros.n; i++) add_define(out, &flags->macros.v[i]);
    for (int i = 0; i < flags->includes.n; i++)
        hd_buf_printf(out, "#include \"%s\"\n", flags->includes.v[i]);
}

// Libraries that are there without being loaded: the C library's, and what Heddle has of CUDA's.
static bool is_there(const char *name) {
    static const char *const names[] = {
        "m",          "c",     "dl",     "rt",     "pthread",   "util",          "stdc++",
        "gcc",        "gcc_s", "cuda",   "cudart", "cudadevrt", "cudart_static", "culibos",
        "nvToolsExt", "nvtx3", "curand", "cublas", "cublasLt",  "cufft",         "cusparse",
        "cusolver",   "nppc",  "nvrtc",  "gomp",   "stdc++fs",  "nvidia-ml"};
    for (int i = 0; i < HD_COUNT(names); i++)
        if (strcmp(name, names[i]) == 0) return true;
    return false;
}

static bool load_library(struct hd_run *run, const struct hd_command *flags, const char *name) {
    struct hd_buf why = {0};
    bool ok = is_there(name) || hd_library_load(name, &why);
    for (int i = 0; !ok && i < flags->library_dirs.n; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/lib%s.so", flags->library_dirs.v[i], name);
        ok = hd_library_load(path, NULL);
    }
    hd_buf_finish(&why);
    if (!ok)
        refuse(
            run,
            "no library `lib%s.so` for `-l%s`; write `--` before arguments of the program that look"
            " like options",
            name, name);
    return ok;
}

static bool load_libraries(struct hd_run *run, const struct hd_command *flags, bool from_build) {
    for (int i = 0; i < flags->libraries.n; i++)
        if (!load_library(run, flags, flags->libraries.v[i])) return false;
    for (int i = 0; i < flags->objects.n; i++) {
        const char *path = flags->objects.v[i];
        if (!strstr(path, ".so") && from_build) continue; // its sources are there
        if (!strstr(path, ".so"))
            return refuse(run, "`%s` is compiled already: give the source that it was made of",
                          path);
        const char *full = strchr(path, '/') ? path : hd_printf(hd_engine.arena, "./%s", path);
        struct hd_buf why = {0};
        bool ok = hd_library_load(full, &why);
        if (!ok) refuse(run, "cannot load `%s`: %s", path, hd_buf_str(&why));
        hd_buf_finish(&why);
        if (!ok) return false;
    }
    return true;
}

// ---- files --------------------------------------------------------------------------------------

void program_forget(struct hd_file *file) {
    int n;
    file->current = false;
    struct hd_def **defs = hd_defs(file->front, &n);
    for (int i = 0; i < n; i++)
        if (!defs[i]->system && defs[i]->cell > 0) hd_def_remove(file->front, defs[i]);
}

void hd_files_forget(void) {
    for (int i = 0; i < hd_files.all.n; i++) program_forget(hd_files.all.v[i]);
}

static void next_serial(struct hd_front *front) {
    int serial = hd_front_serial(hd_engine.front);
    if (front != hd_engine.front) hd_front_set_serial(front, serial + 1);
}

static void took_serial(const struct hd_front *front) {
    if (hd_front_serial(front) > hd_front_serial(hd_engine.front))
        hd_front_set_serial(hd_engine.front, hd_front_serial(front) + 1);
}

static void cell_dead(void *user, int cell) { hd_vars_forget(cell); }

static struct hd_file *file_new(const char *path) {
    for (int i = 0; i < hd_files.all.n; i++)
        if (!strcmp(hd_files.all.v[i]->path, path)) program_forget(hd_files.all.v[i]);
    struct hd_file *file = program_file(path);
    file->current = true;
    return file;
}

struct hd_file *program_file(const char *path) {
    struct hd_file *file = hd_xcalloc(1, sizeof *file);
    file->path = hd_intern_str(path);
    file->front = hd_front_create(NULL);
    hd_front_set_unit(file->front, file->path);
    hd_front_on_stale(file->front, hd_code_stale, NULL);
    hd_front_on_cell_dead(file->front, cell_dead, NULL);
    HD_XPUSH(&hd_files.all, file);
    return file;
}

bool program_set_up(struct hd_file *file, const char *text, struct hd_diags *diags) {
    const char **added;
    int n;
    hd_include_dirs(hd_engine.front, &added, &n);
    for (int k = 0; k < n; k++) hd_include_dir_add(file->front, added[k]);
    if (!*text) return true;
    next_serial(file->front);
    bool ok = hd_front_set_up(file->front, text, diags);
    took_serial(file->front);
    return ok;
}

static bool set_up_apart(struct hd_file *file, const char *text, json_t *dirs) {
    size_t i;
    json_t *dir;
    json_array_foreach(dirs, i, dir) hd_include_dir_add(file->front, json_string_value(dir));
    struct hd_diags diags = {.arena = hd_engine.arena};
    bool ok = program_set_up(file, text, &diags);
    if (diags.first) hd_report_diags(&diags);
    return ok;
}

static json_t *dirs_of(const struct hd_command *flags) {
    json_t *dirs = json_array();
    for (int i = 0; i < flags->dirs.n; i++)
        json_array_append_new(dirs, json_string(flags->dirs.v[i]));
    return dirs;
}

static bool set_up_session(const struct hd_command *flags, const char *text) {
    for (int i = 0; i < flags->dirs.n; i++) hd_include_dir_add(hd_engine.front, flags->dirs.v[i]);
    if (flags->dirs.n) {
        const char **dirs;
        int added;
        json_t *names = json_array();
        hd_include_dirs(hd_engine.front, &dirs, &added);
        for (int i = 0; i < added; i++) json_array_append_new(names, json_string(dirs[i]));
        hd_journal_option("include", names);
    }
    if (!*text) return true;
    struct hd_run run = {.mode = HD_MODE_PROGRAM, .silent = true, .lang = HD_LANG_CU};
    run.code = text;
    run.len = strlen(text);
    run.name = hd_intern_str("<command line>");
    return hd_run_cell(&run) == HD_STATUS_OK;
}

static bool set_up(struct source *s) {
    struct hd_buf text = {0};
    program_set_up_text(&text, s->flags, s->file->kind);
    bool ok;
    if (s->apart) {
        json_t *dirs = dirs_of(s->flags);
        s->apart->setup = json_pack("{s:s, s:s, s:o}", "file", s->apart->path, "text",
                                    hd_buf_str(&text), "dirs", dirs);
        ok = set_up_apart(s->apart, hd_buf_str(&text), dirs);
    } else {
        ok = set_up_session(s->flags, hd_strdup(hd_engine.arena, hd_buf_str(&text)));
    }
    hd_buf_finish(&text);
    return ok;
}

static enum hd_lang lang_of(const struct source *s) {
    return s->file->kind == HD_FILE_C ? HD_LANG_C : HD_LANG_CU;
}

static struct hd_source *source_new(const struct source *s) {
    const char *path = hd_intern_str(s->file->path);
    struct hd_source *source = hd_source_add(path, path, s->text, s->len);
    source->lang = lang_of(s);
    return source;
}

static bool read_file(struct hd_run *run, struct source *s) {
    if (hd_read_file(s->file->path, &s->text, &s->len)) return true;
    return refuse(run, "cannot read `%s`: %s", s->file->path, strerror(errno));
}

static void journal_file(const struct hd_file *file, const struct source *s) {
    if (hd_engine.socket < 0) return;
    json_t *entry =
        json_pack("{s:s, s:i, s:s, s:s, s:s, s:b, s:i, s:o, s:O}", "op", "cell", "serial",
                  file->serial, "name", file->path, "lang", lang_of(s) == HD_LANG_C ? "c" : "cu",
                  "path", file->path, "program", true, "count", hd_engine.count, "vars",
                  hd_vars_journal(file->serial), "setup", file->setup);
    hd_set_code(entry, s->text, s->len);
    hd_event("journal", entry);
}

bool program_check(struct hd_file *file, struct hd_source *source, struct hd_diags *diags) {
    file->cell = HD_NEW(hd_engine.arena, struct hd_cell);
    next_serial(file->front);
    bool ok = hd_front_cell(file->front, source, true, file->cell, diags);
    took_serial(file->front);
    if (!ok) return false;
    file->serial = file->cell->serial;
    ok = hd_cell_place(file->cell, diags);
    if (ok)
        hd_front_commit(file->front, file->cell);
    else
        hd_front_rollback(file->front, file->cell);
    return ok;
}

// Checks a file in its own front end. false: reported.
static bool check_apart(struct hd_file *file, struct hd_source *source, bool restoring) {
    struct hd_diags diags = {.arena = hd_engine.arena};
    if (!restoring) diags.stop = &hd_engine.interrupt_asked;
    hd_front_set_arch(file->front, hd_device_arch());
    bool ok = program_check(file, source, &diags);
    if (diags.first && !restoring) hd_report_diags(&diags);
    return ok;
}

// ---- the file with main -------------------------------------------------------------------------

static bool find_main(struct program *p) {
    struct hd_range near;
    p->main = -1;
    for (int i = 0; i < p->sources.n; i++) {
        struct source *s = &p->sources.v[i];
        s->has_main = hd_defines_main(s->apart->front, source_new(s), &near);
        if (!s->has_main) continue;
        if (p->chosen && strcmp(s->file->path, p->chosen) != 0) { // another program's
            program_forget(s->apart);
            free(s->text);
            memmove(s, s + 1, sizeof *s * (size_t)(--p->sources.n - i));
            i--;
            continue;
        }
        if (p->main >= 0)
            return refuse(
                p->run, "both `%s` and `%s` define `main`: a program has one; leave the other out",
                p->sources.v[p->main].file->path, s->file->path);
        p->main = i;
    }
    if (p->main >= 0) return true;
    if (p->chosen) return refuse(p->run, "no `main` in a file `%s`", p->chosen);
    return refuse(p->run, "none of these %d files defines `main`, where a program starts",
                  p->sources.n);
}

static void run_main(struct program *p, bool errors) {
    struct source *s = &p->sources.v[p->main];
    struct hd_run *run = p->run;
    run->code = s->text;
    run->len = s->len;
    run->name = run->path = hd_intern_str(s->file->path);
    run->lang = lang_of(s);
    run->mode = HD_MODE_PROGRAM;
    run->several = true;
    if (!errors) {
        hd_run_cell(run);
        return;
    }
    struct hd_diags diags = {.arena = hd_engine.arena};
    struct hd_cell cell;
    if (hd_front_cell(hd_engine.front, source_new(s), true, &cell, &diags))
        hd_front_rollback(hd_engine.front, &cell);
    hd_report_diags(&diags);
    run->status = HD_STATUS_ERROR;
}

static void run_several(struct program *p) {
    for (int i = 0; i < hd_files.all.n; i++) hd_files.all.v[i]->current = false;
    for (int i = 0; i < p->sources.n; i++) {
        struct source *s = &p->sources.v[i];
        if (!read_file(p->run, s)) return;
        s->apart = file_new(s->file->path);
        if (!set_up(s)) {
            p->run->status = HD_STATUS_ERROR;
            return;
        }
    }
    if (!find_main(p)) return;
    struct source *main_file = &p->sources.v[p->main];
    program_forget(main_file->apart); // it was made to look for `main`
    main_file->apart = NULL;
    bool ok = set_up(main_file);
    for (int i = 0; i < p->sources.n; i++) {
        struct source *s = &p->sources.v[i];
        if (!s->apart) continue;
        if (check_apart(s->apart, source_new(s), false))
            journal_file(s->apart, s);
        else
            ok = false;
    }
    run_main(p, !ok);
}

static void run_one(struct program *p) {
    struct source *s = &p->sources.v[0];
    struct hd_run *run = p->run;
    if (run->path && strcmp(run->path, s->file->path) != 0) run->code = NULL;
    if (!set_up(s)) {
        run->status = HD_STATUS_ERROR;
        return;
    }
    if (!run->code) {
        if (!read_file(run, s)) return;
        run->code = s->text;
        run->len = s->len;
    }
    if (!run->name) run->name = hd_intern_str(s->file->path);
    if (!run->path) run->path = s->file->path;
    run->lang = lang_of(s);
    hd_execute_text(run, true);
}

bool hd_program_link(struct hd_diags *diags) {
    now.main_serial = hd_engine.cell->serial;
    if (!hd_link(diags, now.main_serial)) return false;
    for (int i = 0; i < hd_files.all.n; i++) {
        struct hd_file *f = hd_files.all.v[i];
        if (!f->current || !f->cell || !f->cell->entry) continue;
        f->entry = (void (*)(void))(uintptr_t)hd_code_entry(f->cell->entry, false, diags);
        if (!f->entry) return false;
    }
    return true;
}

void hd_program_begin(void) {
    for (int i = 0; i < hd_files.all.n; i++) {
        struct hd_file *f = hd_files.all.v[i];
        void (*entry)(void) = f->current ? f->entry : NULL;
        f->entry = NULL;
        f->cell = NULL;
        if (entry) entry();
    }
}

bool hd_program_restore(json_t *cell) {
    json_t *setup = json_object_get(cell, "setup");
    if (!setup) return false;
    struct hd_file *file = file_new(json_string_value(json_object_get(setup, "file")));
    file->setup = json_incref(setup);
    set_up_apart(file, json_string_value(json_object_get(setup, "text")),
                 json_object_get(setup, "dirs"));
    size_t len;
    const char *lang = json_string_value(json_object_get(cell, "lang"));
    const char *code = hd_get_code(cell, &len);
    struct hd_source *source = hd_source_add(file->path, file->path, code, len);
    source->lang = lang && !strcmp(lang, "c") ? HD_LANG_C : HD_LANG_CU;
    hd_front_set_serial(hd_engine.front, (int)json_integer_value(json_object_get(cell, "serial")));
    check_apart(file, source, true);
    file->cell = NULL;
    return true;
}

void hd_program_restored(void) {
    struct hd_diags diags = {.arena = hd_engine.arena};
    if (hd_files.all.n) hd_link(&diags, 0);
}

// ---- tasks --------------------------------------------------------------------------------------

// All diagnostics of the files, or a list of what they include; nothing runs.
static void only_check(struct program *p, enum hd_program_task task) {
    bool ok = true;
    for (int i = 0; i < p->sources.n; i++) {
        struct source *s = &p->sources.v[i];
        if (!read_file(p->run, s)) return;
        s->apart = file_new(s->file->path);
        struct hd_diags diags = {.arena = hd_engine.arena};
        struct hd_cell cell;
        struct hd_range near;
        bool fine = set_up(s);
        struct hd_source *source = source_new(s);
        bool whole = p->sources.n > 1 || s->file->kind != HD_FILE_CUDA ||
                     hd_defines_main(s->apart->front, source, &near);
        if (fine && (fine = hd_front_cell(s->apart->front, source, whole, &cell, &diags))) {
            if (task != HD_PROGRAM_SYNTAX) hd_list_files(s->file, &cell, task == HD_PROGRAM_FILES);
            hd_front_rollback(s->apart->front, &cell);
        }
        if (diags.first) hd_report_diags(&diags);
        ok = ok && fine;
        s->apart->current = false;
    }
    p->run->status = ok ? HD_STATUS_OK : HD_STATUS_ERROR;
}

// How the kernels of a program are compiled, which may be other than the session says.
static void set_options(const struct hd_command *flags) {
    if (flags->arch) hd_engine.options.arch = flags->arch;
    if (flags->fmad_off) hd_engine.options.fmad = 0;
    if (flags->fast_math) hd_engine.options.fastmath = 1;
}

static void run_sources(struct hd_run *run, struct program *p, enum hd_program_task task,
                        const struct hd_command *flags) {
    struct hd_options session = hd_engine.options;
    set_options(flags);
    for (int i = 0; i < p->sources.n; i++) set_options(p->sources.v[i].flags);
    run->status = HD_STATUS_ERROR;
    if (task != HD_PROGRAM_RUN) {
        only_check(p, task);
    } else if (load_libraries(run, flags, p->from_build)) {
        if (p->sources.n > 1)
            run_several(p);
        else
            run_one(p);
        bool host_only = p->sources.n == 1 && p->sources.v[0].file->kind == HD_FILE_CPP;
        host_only = host_only || (p->sources.n > 1 && p->main >= 0 &&
                                  p->sources.v[p->main].file->kind == HD_FILE_CPP);
        struct hd_command none = {0};
        if (host_only) set_up_session(&none, "#define __CUDACC__ 1\n#define __NVCC__ 1\n");
    }
    for (int i = 0; i < p->sources.n; i++) free(p->sources.v[i].text);
    HD_FREE_VEC(&p->sources);
    hd_engine.options.arch = session.arch;
    hd_engine.options.fmad = session.fmad;
    hd_engine.options.fastmath = session.fastmath;
}

static void set_arguments(const char *name, const char *const *words, int n) {
    hd_engine.program_argc = n + 1;
    hd_engine.program_argv = hd_xcalloc((size_t)n + 2, sizeof(char *));
    hd_engine.program_argv[0] = hd_xstrdup(name);
    for (int i = 0; i < n; i++) hd_engine.program_argv[i + 1] = hd_xstrdup(words[i]);
}

void hd_program_run(struct hd_run *run, const char *const *words, int n,
                    enum hd_program_task task) {
    struct hd_command command;
    const char *wrong, *why;
    if (!hd_command_read(&command, words, n, HD_COMMAND_RUN, &wrong, &why)) {
        refuse(run, "`%s`: %s; arguments of the program go behind `--`", wrong, why);
    } else if (!command.files.n) {
        refuse(run, "no file to run is among the words");
    } else {
        struct program p = {.run = run, .main = -1};
        for (int i = 0; i < command.files.n; i++)
            HD_XPUSH(&p.sources, ((struct source){.file = &command.files.v[i], .flags = &command}));
        set_arguments(command.files.v[0].path, words + command.args, n - command.args);
        run_sources(run, &p, task, &command);
    }
    hd_command_finish(&command);
}

// ---- what a build has recorded ------------------------------------------------------------------

static const char *last_part(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool same_stem(const char *a, const char *b) {
    const char *x = last_part(a), *y = last_part(b), *dx = strrchr(x, '.'), *dy = strrchr(y, '.');
    size_t n = dx ? (size_t)(dx - x) : strlen(x), m = dy ? (size_t)(dy - y) : strlen(y);
    return n == m && strncmp(x, y, n) == 0;
}

static void add_source(struct program *p, const struct hd_command *record, int i) {
    for (int k = 0; k < p->sources.n; k++)
        if (!strcmp(p->sources.v[k].file->path, record->files.v[i].path)) return;
    HD_XPUSH(&p->sources, ((struct source){.file = &record->files.v[i], .flags = record}));
}

// The sources of an object file that is linked.
static bool add_object(struct program *p, const struct hd_records *records, const char *object) {
    const struct hd_command *best = NULL;
    int file = 0;
    for (int i = 0; i < records->all.n; i++) {
        const struct hd_command *c = &records->all.v[i];
        for (int k = 0; c->compiles_only && k < c->files.n; k++) {
            bool exact = c->output && !strcmp(c->output, object);
            if (!exact && (best || !same_stem(c->output ? c->output : c->files.v[k].path, object)))
                continue;
            best = c;
            file = k;
            if (exact) goto found;
        }
    }
found:
    if (best) add_source(p, best, file);
    return best != NULL || strstr(object, ".so") != NULL;
}

static bool makes(const struct hd_command *record, const char *name) {
    if (record->output && !strcmp(last_part(record->output), last_part(name))) return true;
    for (int i = 0; i < record->files.n; i++)
        if (!strcmp(record->files.v[i].path, name)) return true;
    for (int i = 0; i < record->objects.n; i++)
        if (same_stem(record->objects.v[i], name)) return true;
    return false;
}

// The record that links the program that is meant. NULL: none; *more: several, one is to be named.
static const struct hd_command *linking(const struct hd_records *records, const char *name,
                                        struct hd_buf *more) {
    const struct hd_command *found = NULL;
    int n = 0;
    for (int i = 0; i < records->all.n; i++) {
        const struct hd_command *c = &records->all.v[i];
        if (c->compiles_only || (!c->files.n && !c->objects.n) || (name && !makes(c, name)))
            continue;
        found = c;
        hd_buf_printf(more, "%s`%s`", n++ ? ", " : "", c->output ? c->output : "a.out");
    }
    return n == 1 ? found : NULL;
}

void hd_program_from(struct hd_run *run, const char *from, const char *const *words, int n,
                     enum hd_program_task task) {
    struct hd_records records = {0};
    struct hd_buf text = {0};
    struct program p = {.run = run, .main = -1, .from_build = true};
    int args = n > 0 && !strcmp(words[0], "--") ? 1 : n > 0 ? 1 : 0;
    const char *name = n > 0 && strcmp(words[0], "--") != 0 ? words[0] : NULL;
    if (name && n > 1 && !strcmp(words[1], "--")) args++;
    run->code = NULL;
    if (!hd_records_read(from, &records, &text)) {
        refuse(run, "cannot take files from `%s`: %s", from, hd_buf_str(&text));
    } else {
        const char *missing = NULL;
        const struct hd_command *link = linking(&records, name, &text);
        if (link) {
            for (int i = 0; i < link->files.n; i++) add_source(&p, link, i);
            for (int i = 0; i < link->objects.n; i++)
                if (!add_object(&p, &records, link->objects.v[i])) missing = link->objects.v[i];
        } else if (text.len == 0) {
            for (int i = 0; i < records.all.n; i++)
                for (int k = 0; k < records.all.v[i].files.n; k++)
                    add_source(&p, &records.all.v[i], k);
            p.chosen = name;
        }
        if (missing) {
            refuse(run, "`%s` does not say what `%s` is made of", from, missing);
        } else if (!p.sources.n && text.len) {
            refuse(run, "`%s` makes several programs, %s: name one behind it", from,
                   hd_buf_str(&text));
        } else if (!p.sources.n) {
            refuse(run, "`%s` says nothing of CUDA, C or C++ files", from);
        } else {
            run->path = run->name = NULL;
            set_arguments(name ? name : p.sources.v[0].file->path, words + args, n - args);
            run_sources(run, &p, task, link ? link : p.sources.v[0].flags);
        }
    }
    hd_buf_finish(&text);
    HD_FREE_VEC(&p.sources);
    hd_records_finish(&records);
}

// ---- all files ----------------------------------------------------------------------------------

struct hd_def **hd_all_defs(int *n) {
    static HD_VEC(struct hd_def *) all;
    struct hd_def **defs = hd_defs(hd_engine.front, n);
    if (!hd_files.all.n) return defs;
    all.n = 0;
    for (int i = 0; i < *n; i++) HD_XPUSH(&all, defs[i]);
    for (int f = 0; f < hd_files.all.n; f++) {
        int count;
        defs = hd_defs(hd_files.all.v[f]->front, &count);
        for (int i = 0; i < count; i++) HD_XPUSH(&all, defs[i]);
    }
    *n = all.n;
    return all.v;
}

struct hd_front *hd_front_of(const struct hd_def *def) {
    return def->front ? def->front : hd_engine.front;
}

struct hd_front *hd_front_of_unit(const char *unit) {
    for (int i = hd_files.all.n - 1; i >= 0; i--)
        if (!strcmp(hd_files.all.v[i]->path, unit)) return hd_files.all.v[i]->front;
    return NULL;
}

// ---- what follows what --------------------------------------------------------------------------

static struct {
    HD_VEC(const char *) names;
    HD_VEC(struct hd_front *) fronts; // whose it was, by the same index
} changed;

void hd_note_changed(struct hd_def *def) {
    if (!hd_files.all.n || def->system) return;
    HD_XPUSH(&changed.names, def->name);
    HD_XPUSH(&changed.fronts, hd_front_of(def));
}

void hd_names_changed(void) {
    for (int i = 0; i < changed.names.n; i++) { // grows while it runs
        for (int k = -1; k < hd_files.all.n; k++) {
            struct hd_front *front = k < 0 ? hd_engine.front : hd_files.all.v[k]->front;
            struct hd_def *def =
                front == changed.fronts.v[i] ? NULL : hd_def_find(front, changed.names.v[i]);
            if (def && def->sym && def->sym->linked && !def->stale)
                hd_front_touch(front, changed.names.v[i]);
        }
    }
    changed.names.n = changed.fronts.n = 0;
}
