// Modules: device code that a program has as text while it runs. NVRTC compiles it
// (front/headers/nvrtc.h), the driver's calls load it and launch what is in it (cuda.h).
//
// There are no machine code and no PTX here. What NVRTC gives instead is an *image*: a line that
// tells how the text was compiled, and the text. It may be copied, written to a file and loaded by
// another process, as PTX may. A module is a file of a program (program.h) that is linked with no
// other; its functions are stubs, as `&kernel` is, and go the way of every launch.
//
//     nvrtcCompileProgram -> __heddle_module_make -> image -> cuModuleLoadData
//         -> __heddle_module_load -> __heddle_module_find("saxpy") -> cudaLaunchKernel
//
// Strings that come in are copies that the headers have made, so that a pointer that leads nowhere
// is the program's fault, at its place. What goes out stays as long as the engine.
#include "run/cudart/cudart.h"
#include "run/gpu/gpu.h"
#include "run/program/program.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MARK "//heddle-module " // what an image begins with; cuda.h looks for it, too

struct text { // as nvrtc.h has it
    const char *text, *name;
    const char *const *options, *const *names, *const *headers, *const *header_names;
    int noptions, nnames, nheaders;
};

struct module {
    char *image, *log;
    struct hd_file *file;   // NULL: it does not compile, or is unloaded
    json_t *how;            // name, options, names (expressions), headers by name
    HD_VEC(uint64_t) named; // what the expressions mean: functions' stubs
    bool taken;             // some call has loaded it
};

static HD_VEC(struct module) modules; // a handle is an index, plus 1

// ---- an image -----------------------------------------------------------------------------------

static json_t *strings(const char *const *all, int n) {
    json_t *list = json_array();
    for (int i = 0; i < n; i++) json_array_append_new(list, hd_json_text(all[i], strlen(all[i])));
    return list;
}

static json_t *how_of(const struct text *t) {
    json_t *headers = json_object();
    for (int i = 0; i < t->nheaders; i++)
        json_object_set_new(headers, t->header_names[i],
                            hd_json_text(t->headers[i], strlen(t->headers[i])));
    return json_pack("{s:o, s:o, s:o, s:o}", "name", hd_json_text(t->name, strlen(t->name)),
                     "options", strings(t->options, t->noptions), "names",
                     strings(t->names, t->nnames), "headers", headers);
}

static char *image_of(const json_t *how, const char *text) {
    char *line = json_dumps(how, JSON_COMPACT | JSON_ENSURE_ASCII);
    struct hd_buf image = {0};
    hd_buf_printf(&image, MARK "%s\n", line ? line : "{}");
    hd_buf_puts(&image, text);
    free(line);
    char *result = hd_xstrdup(hd_buf_str(&image));
    hd_buf_finish(&image);
    return result;
}

// What follows the first line; *how is the caller's. NULL: it is no image.
static const char *image_read(const char *image, json_t **how) {
    size_t mark = strlen(MARK);
    const char *end = strncmp(image, MARK, mark) == 0 ? strchr(image, '\n') : NULL;
    *how = end ? json_loadb(image + mark, (size_t)(end - image) - mark, 0, NULL) : NULL;
    return *how ? end + 1 : NULL;
}

// ---- headers that are given as text -------------------------------------------------------------

// The front end reads headers from files: these lie in a folder of their own meanwhile.
static bool write_header(const char *dir, const char *name, const char *text) {
    if (strstr(name, "..") || *name == '/') return false;
    char path[4096];
    if (snprintf(path, sizeof path, "%s/%s", dir, name) >= (int)sizeof path) return false;
    for (char *slash = path + strlen(dir) + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = 0;
        bool ok = mkdir(path, 0700) == 0 || errno == EEXIST;
        *slash = '/';
        if (!ok) return false;
    }
    return hd_file_write(path, text, strlen(text), 0600, 0);
}

static void remove_headers(const char *dir, json_t *headers) {
    const char *name;
    json_t *text;
    json_object_foreach(headers, name, text) {
        char path[4096];
        if (snprintf(path, sizeof path, "%s/%s", dir, name) >= (int)sizeof path) continue;
        for (char *end = path + strlen(path); end > path + strlen(dir); end = strrchr(path, '/')) {
            *end = 0;
            if (remove(path)) break;
        }
    }
    rmdir(dir);
}

// ---- compiling ----------------------------------------------------------------------------------

static void say(struct hd_buf *log, const struct hd_diags *diags) {
    for (const struct hd_diag *d = diags->first; d; d = d->next)
        hd_diag_render(log, d, false, hd_engine.options.columns);
}

static struct hd_source *source_of(const char *name, const char *text) {
    struct hd_source *source = hd_source_add(name, name, text, strlen(text));
    source->lang = HD_LANG_CU;
    return source;
}

// A name expression is the value of a variable: `(void *)(scale<float>)` has the address of a
// function, once overloads and template arguments are settled. 0: it is no function's (variables
// are found by their names).
static uint64_t function_named(struct hd_file *file, const char *expression) {
    static int serial;
    struct hd_diags diags = {.arena = hd_engine.arena};
    const char *name = hd_printf(hd_engine.arena, "__heddle_named_%d", ++serial);
    const char *text =
        hd_printf(hd_engine.arena, "static void *const %s = (void *)(%s);\n", name, expression);
    if (!program_check(file, source_of(file->path, text), &diags)) return 0;
    struct hd_def *def = hd_def_find(file->front, hd_intern_str(name));
    uint64_t place = def && def->sym ? hd_var_place(def->sym) : 0, value = 0;
    if (place) hd_guard_read((void *)(uintptr_t)place, &value, sizeof value);
    return hd_stub_sym(value) ? value : 0;
}

static bool set_up(struct module *m, const struct hd_command *flags, const char *dir,
                   struct hd_diags *diags) {
    if (dir) hd_include_dir_add(m->file->front, dir);
    for (int i = 0; i < flags->dirs.n; i++) hd_include_dir_add(m->file->front, flags->dirs.v[i]);
    hd_front_set_arch(m->file->front, flags->arch ? flags->arch : hd_device_arch());
    struct hd_buf text = {0};
    hd_buf_puts(&text, "#define __CUDACC_RTC__ 1\n");
    program_set_up_text(&text, flags, HD_FILE_CUDA);
    bool ok = program_set_up(m->file, hd_strdup(hd_engine.arena, hd_buf_str(&text)), diags);
    hd_buf_finish(&text);
    return ok;
}

static bool check(struct module *m, const struct hd_command *flags, const char *name,
                  const char *text, struct hd_buf *log) {
    char dir[] = "/tmp/heddle-module-XXXXXX";
    json_t *headers = json_object_get(m->how, "headers"), *content;
    bool given = json_object_size(headers) > 0, ok = !given || mkdtemp(dir);
    const char *header;
    json_object_foreach(headers, header, content) ok =
        ok && write_header(dir, header, json_string_value(content));
    if (!ok) hd_buf_puts(log, "error: the headers cannot be written to a folder in /tmp\n");
    struct hd_diags diags = {.arena = hd_engine.arena, .stop = &hd_engine.interrupt_asked};
    char *kept = hd_xstrdup(text); // a source keeps its text
    ok = ok && set_up(m, flags, given ? dir : NULL, &diags) &&
         program_check(m->file, source_of(hd_intern_str(name), kept), &diags);
    say(log, &diags);
    if (given) remove_headers(dir, headers);
    void (*entry)(void) = NULL;
    if (ok && m->file->cell->entry)
        entry = (void (*)(void))(uintptr_t)hd_code_entry(m->file->cell->entry, false, &diags);
    m->file->cell = NULL;
    if (!ok) return false;
    size_t i;
    json_t *expression;
    json_array_foreach(json_object_get(m->how, "names"), i, expression)
        HD_XPUSH(&m->named, function_named(m->file, json_string_value(expression)));
    m->file->cell = NULL;
    if (entry) {
        hd_front_unlock();
        entry();
        hd_front_lock();
    }
    return true;
}

// Compiles a text as a new module. Its handle; negative: it does not compile, and its log says why.
static int make(json_t *how, const char *text) {
    struct module m = {.how = how};
    struct hd_buf log = {0};
    const char *name = json_string_value(json_object_get(how, "name"));
    if (!name || !*name) name = "default_program";
    hd_front_lock();
    m.file = program_file(hd_printf(hd_engine.arena, "%s:%d", name, modules.n + 1));
    json_t *options = json_object_get(how, "options");
    int n = (int)json_array_size(options);
    const char **words = HD_NEW_ARRAY(hd_engine.arena, const char *, n + 2);
    words[0] = hd_strdup(hd_engine.arena, "module.cu"); // a command line has a file
    for (int i = 0; i < n; i++)
        words[i + 1] = json_string_value(json_array_get(options, (size_t)i));
    struct hd_command flags;
    const char *wrong, *why;
    bool ok = hd_command_read(&flags, words, n + 1, HD_COMMAND_RECORD, &wrong, &why);
    if (ok)
        ok = check(&m, &flags, name, text, &log);
    else
        hd_buf_printf(&log, "error: option `%s`: %s\n", wrong, why);
    hd_command_finish(&flags);
    if (!ok) {
        program_forget(m.file);
        m.file = NULL;
    }
    m.image = image_of(how, text);
    m.log = hd_xstrdup(hd_buf_str(&log));
    hd_buf_finish(&log);
    HD_XPUSH(&modules, m);
    int handle = modules.n;
    hd_front_unlock();
    return ok ? handle : -handle;
}

static int module_make(const struct text *t) { return make(how_of(t), t->text); }

// The image (0) or the log (1) of a module.
static const char *module_text(int handle, int which) {
    hd_front_lock();
    bool known = handle > 0 && handle <= modules.n;
    const char *text = !known  ? NULL
                       : which ? modules.v[handle - 1].log
                               : modules.v[handle - 1].image;
    hd_front_unlock();
    return text;
}

// A module of an image: a new one each time, for its variables are its own. 0: it is no image, or
// does not compile here.
static int module_load(const char *image) {
    int found = 0;
    hd_front_lock();
    for (int i = 0; !found && i < modules.n; i++) {
        struct module *m = &modules.v[i];
        if (m->taken || !m->file || strcmp(m->image, image) != 0) continue;
        m->taken = true;
        found = i + 1;
    }
    hd_front_unlock();
    if (found) return found;
    json_t *how;
    const char *text = image_read(image, &how);
    int made = text ? make(how, text) : 0;
    if (made < 0) fputs(module_text(-made, 1), stderr);
    if (made <= 0) return 0;
    hd_front_lock();
    modules.v[made - 1].taken = true;
    hd_front_unlock();
    return made;
}

static void module_unload(int handle) {
    hd_front_lock();
    struct module *m = handle > 0 && handle <= modules.n ? &modules.v[handle - 1] : NULL;
    if (m && m->file) program_forget(m->file);
    if (m) m->file = NULL;
    hd_front_unlock();
}

// ---- finding ------------------------------------------------------------------------------------

// The plain name in one that is mangled as C++'s are: "scale" of "_Z5scalePff", of "_ZN1A5scaleEv".
// NULL: it is not mangled so.
static const char *demangled(const char *name) {
    if (strncmp(name, "_Z", 2) != 0) return NULL;
    const char *p = name + 2 + (name[2] == 'N'), *found = NULL;
    while (isdigit((unsigned char)*p)) {
        char *end;
        size_t n = strtoul(p, &end, 10);
        if (strlen(end) < n) return NULL;
        found = hd_printf(hd_engine.arena, "%.*s", (int)n, end);
        p = end + n;
    }
    return found;
}

// The module's kernel or variable of that name, if there is one only.
static struct hd_sym *only_one(struct hd_file *file, const char *name, bool variable) {
    int n, found = 0;
    struct hd_def **defs = hd_defs(file->front, &n);
    struct hd_sym *result = NULL;
    for (int i = 0; i < n; i++) {
        if (defs[i]->system || strcmp(hd_def_plain(defs[i]), name) != 0) continue;
        for (struct hd_sym *s = defs[i]->sym; s; s = s->next) {
            bool fits = variable ? s->kind == SYM_VAR
                                 : s->kind == SYM_FUNC && s->func && s->func->is_kernel;
            if (!fits || s == result) continue;
            result = s;
            found++;
        }
    }
    return found == 1 ? result : NULL;
}

// A kernel as a launch takes it, or the address of a variable and its size. NULL: the module has
// none of that name.
static void *module_find(int handle, const char *name, int variable, size_t *size) {
    hd_front_lock();
    struct module *m = handle > 0 && handle <= modules.n ? &modules.v[handle - 1] : NULL;
    uint64_t found = 0;
    json_t *names = m ? json_object_get(m->how, "names") : NULL;
    for (int i = 0; m && m->file && !variable && i < m->named.n; i++)
        if (!strcmp(json_string_value(json_array_get(names, (size_t)i)), name))
            found = m->named.v[i];
    if (m && m->file && !found) {
        while (variable && (*name == '&' || *name == ' ')) name++; // as a name expression has it
        const char *plain = demangled(name), *colon = strrchr(name, ':');
        struct hd_sym *sym = only_one(m->file, plain ? plain : colon ? colon + 1 : name, variable);
        if (sym) found = variable ? hd_var_place(sym) : hd_stub_for(sym, false);
        if (sym && variable) *size = (size_t)sym->type->size;
    }
    hd_front_unlock();
    return (void *)(uintptr_t)found;
}

// A launch's arguments in one block, laid out as a struct of them: where each begins. false: the
// kernel has more than `most`, or the block is shorter.
static int module_arguments(const void *kernel, char *block, size_t size, void **args, int most) {
    hd_front_lock();
    struct hd_sym *sym = hd_stub_sym((uint64_t)(uintptr_t)kernel);
    const struct hd_func *func = sym && sym->kind == SYM_FUNC ? sym->func : NULL;
    bool ok = func && func->nparams <= most;
    size_t at = 0;
    for (int i = 0; ok && i < func->nparams; i++) {
        const struct hd_type *type = func->type->params[i];
        at = HD_ROUND_UP(at, (size_t)(type->align ? type->align : 1));
        ok = at + (size_t)type->size <= size;
        args[i] = block + at;
        at += (size_t)type->size;
    }
    hd_front_unlock();
    return ok;
}

void *hd_module_symbol(const char *name) {
    static const struct {
        const char *name;
        void *address;
    } all[] = {
        {"make", (void *)(uintptr_t)module_make},
        {"text", (void *)(uintptr_t)module_text},
        {"load", (void *)(uintptr_t)module_load},
        {"unload", (void *)(uintptr_t)module_unload},
        {"find", (void *)(uintptr_t)module_find},
        {"arguments", (void *)(uintptr_t)module_arguments},
    };
    const char *prefix = "__heddle_module_";
    if (strncmp(name, prefix, strlen(prefix)) != 0) return NULL;
    for (int i = 0; i < HD_COUNT(all); i++)
        if (!strcmp(name + strlen(prefix), all[i].name)) return all[i].address;
    return NULL;
}
