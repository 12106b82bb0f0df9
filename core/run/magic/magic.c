// Inputs that are not CUDA C: %magic lines, %%magic cells, !commands, ?name and name?.
//
// One table (magics.def). A cell may mix magics and code: a line that starts with % and a known
// name, or with !, where the code before it is complete, is a magic; the pieces of code around it
// run as cells of their own.
#include "run/array/array.h"
#include "run/magic/magic.h"
#include "run/program/program.h"
#include "run/gpu/gpu.h"

#include <ctype.h>
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

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

#define fail hd_magic_fail

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

static size_t name_length(const char *s) {
    size_t n = 0;
    while (isalnum((unsigned char)s[n]) || s[n] == '_') n++;
    return n;
}

// The end of `name<...>` at p, whose arguments may hold blanks; p: there is none.
static const char *template_arguments_end(const char *p) {
    const char *s = p + name_length(p);
    while (s > p && s[0] == ':' && s[1] == ':') s += 2 + name_length(s + 2);
    if (s == p || *s != '<') return p;
    int open = 0;
    for (; *s; s++) {
        open += *s == '<' || *s == '(' ? 1 : *s == '>' || *s == ')' ? -1 : 0;
        if (open == 0) return s + 1;
    }
    return p;
}

int hd_magic_args(const char *text, char ***args) {
    HD_VEC(char *) list = {0};
    for (const char *p = text; *p;) {
        while (isspace((unsigned char)*p)) p++;
        if (!*p) break;
        struct hd_buf word = {0};
        char quote = 0;
        const char *arguments = template_arguments_end(p);
        for (; *p && (quote || p < arguments || !isspace((unsigned char)*p)); p++) {
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

// ---- the session's names ------------------------------------------------------------------------

static const char *kind_of(const struct hd_def *def) {
    switch (def->kind) {
    case DEF_TAG:
    case DEF_TYPEDEF: return "type";
    case DEF_TEMPLATE:
        return def->sym && def->sym->kind == SYM_STRUCT_TEMPLATE ? "type" : "template";
    case DEF_MACRO: return "macro";
    case DEF_SPACE: return "namespace";
    case DEF_VAR: return "variable";
    case DEF_FUNC: return def->sym && def->sym->spec & SPEC_GLOBAL ? "kernel" : "function";
    }
    return "";
}

bool hd_def_is_shown(const struct hd_def *def) {
    if (!def->name || def->kind == DEF_SPACE || def->instance_of || def->is_result) return false;
    bool member = strchr(def->name, '(') ||            // an operator or a member function,
                  strstr(def->name, " =") ||           // or a static member's value,
                  (def->sym && def->sym->is_hidden) || // or part of a variable:
                  def->space->kind == SPACE_RECORD;    // told with their struct
    return !def->system && !def->dead && def->name[0] != '_' && def->name[0] != '[' &&
           def->cell > 0 && !member;
}

// `kind` may also be the type of variables: %who float.
static bool is_of_kind(const struct hd_def *def, const char *kind) {
    if (strcmp(kind, kind_of(def)) == 0) return true;
    return def->kind == DEF_VAR && def->sym &&
           strcmp(hd_type_str(hd_engine.arena, def->sym->type), kind) == 0;
}

static bool magic_who(struct hd_run *run, const char *line, const char *body) {
    char **args;
    int n = hd_magic_args(line, &args), ndefs, shown = 0;
    struct hd_def **defs = hd_defs(hd_engine.front, &ndefs);
    for (int i = 0; i < ndefs; i++) {
        if (!hd_def_is_shown(defs[i]) || (n > 0 && !is_of_kind(defs[i], args[0]))) continue;
        if (shown++) hd_print("%s", shown % 8 == 1 ? "\n" : "  ");
        hd_print("%s", defs[i]->name);
    }
    if (shown)
        hd_print("\n");
    else if (n > 0)
        hd_print("No names of the kind or type `%s`.\n", args[0]);
    else
        hd_print("Nothing is defined yet.\n");
    return true;
}

static bool magic_whos(struct hd_run *run, const char *line, const char *body) {
    int ndefs, shown = 0;
    struct hd_def **defs = hd_defs(hd_engine.front, &ndefs);
    struct hd_value_options options = {.digits = hd_engine.options.digits, .width = 60, .items = 3};
    for (int i = 0; i < ndefs; i++) {
        struct hd_sym *sym = defs[i]->sym;
        if (!hd_def_is_shown(defs[i]) || defs[i]->kind != DEF_VAR || !sym->addr) continue;
        if (!shown++) hd_print("%-16s %-24s %12s  %s\n", "Name", "Type", "Bytes", "Value");
        struct hd_buf value = {0};
        uint64_t bytes = sym->type->size;
        if (sym->type->kind == HD_TY_NDARRAY) {
            hd_value_summary(&value, sym->type, (const void *)sym->addr, 60);
            const struct hd_array *a = *(struct hd_array *const *)sym->addr;
            bytes = a ? (uint64_t)a->count * a->size : 0;
        } else {
            hd_value_print(&value, sym->type, (const void *)sym->addr, &options);
        }
        char *newline = strchr(hd_buf_str(&value), '\n');
        if (newline) *newline = 0;
        hd_print("%-16s %-24s %12llu  %s%s\n", sym->name, hd_type_str(hd_engine.arena, sym->type),
                 (unsigned long long)bytes, hd_buf_str(&value), newline ? " ..." : "");
        hd_buf_finish(&value);
    }
    if (!shown) hd_print("There are no variables yet.\n");
    return true;
}

// ---- inputs -------------------------------------------------------------------------------------

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
                return fail(run, "`%s` is not a range of inputs; write 3 or 1-5", args[k]);
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

static bool magic_history(struct hd_run *run, const char *line, const char *body) {
    char **args;
    int n = hd_magic_args(line, &args);
    bool numbered = n > 0 && strcmp(args[0], "-n") == 0;
    if (n > 0 && strcmp(args[0], "-g") == 0) {
        const char *pattern = strstr(line, "-g") + 2;
        while (isspace((unsigned char)*pattern)) pattern++;
        return hd_magic_search_history(run, pattern);
    }
    if (n > numbered && !isdigit((unsigned char)*args[numbered]))
        return fail(run, "`%s` is not a range of inputs; `%%history -g %s` searches",
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

static bool magic_save(struct hd_run *run, const char *line, const char *body) {
    char **args;
    int n = hd_magic_args(line, &args);
    bool adds = n > 0 && strcmp(args[0], "-a") == 0;
    bool forced = n > 0 && strcmp(args[0], "-f") == 0, option = adds || forced;
    args += option, n -= option;
    if (n < 1) return fail(run, "%%save needs a file name: %%save FILE [1-5 7]");
    struct saving saving = {0};
    char *before = NULL;
    size_t len = 0;
    if (adds && hd_read_file(args[0], &before, &len)) hd_buf_add(&saving.text, before, len);
    free(before);
    bool ok = hd_each_input(run, args + 1, n - 1, save_input, &saving);
    if (ok && !saving.cells)
        ok = fail(run, "there is no such input to save; %%history -n shows those that there are");
    else if (ok && !option && !hd_magic_may_write(run, args[0]))
        ok = run->status == HD_STATUS_OK, saving.cells = 0, saving.left_out.len = 0;
    else if (ok && !hd_file_write(args[0], saving.text.s, saving.text.len, 0666, HD_FILE_SYNC))
        ok = fail(run, "cannot write `%s`: %s", args[0], strerror(errno));
    if (ok && saving.cells)
        hd_print("Wrote `%s`. (%d input%s for %%run; for nvcc: %%export)\n", args[0], saving.cells,
                 saving.cells == 1 ? "" : "s");
    if (ok && saving.left_out.len)
        hd_print("Left out, because they ended with an error: %s\n", hd_buf_str(&saving.left_out));
    hd_buf_finish(&saving.left_out);
    hd_buf_finish(&saving.text);
    return ok;
}

static bool magic_export(struct hd_run *run, const char *line, const char *body) {
    return hd_export(run, line);
}

static bool magic_load(struct hd_run *run, const char *line, const char *body) {
    char **args, *text;
    size_t len;
    if (hd_magic_args(line, &args) != 1) return fail(run, "%%load needs a file name");
    if (!hd_read_file(args[0], &text, &len))
        return fail(run, "cannot read `%s`: %s", args[0], strerror(errno));
    json_t *e = json_object();
    hd_set_code(e, text, len);
    json_object_set(e, "text", json_object_get(e, "code"));
    hd_event("set_next_input", e);
    free(text);
    return true;
}

static bool magic_edit(struct hd_run *run, const char *line, const char *body) {
    return hd_edit(run, line);
}

static bool magic_run(struct hd_run *run, const char *line, const char *body) {
    char **args;
    int n = hd_magic_args(line, &args);
    if (n < 1) return fail(run, "%%run needs a file name: %%run FILE... [flags] [args]");
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

// ---- libraries ----------------------------------------------------------------------------------

bool hd_library_load(const char *name, struct hd_buf *error) {
    for (int i = 0; i < hd_engine.libraries.n; i++)
        if (strcmp(hd_engine.libraries.v[i].name, name) == 0) return true;
    void *handle = NULL;
    static const char *const forms[] = {"%s",         "lib%s.so",   "lib%s.so.0",
                                        "lib%s.so.1", "lib%s.so.2", "lib%s.so.3",
                                        "lib%s.so.4", "lib%s.so.5", "lib%s.so.6"};
    for (int i = strchr(name, '/') || strstr(name, ".so") ? 0 : 1; !handle && i < HD_COUNT(forms);
         i++) {
        char file[512];
        snprintf(file, sizeof file, forms[i], name); // NOLINT: the forms are constants
        handle = dlopen(file, RTLD_NOW | RTLD_GLOBAL);
        if (i == 0) break;
    }
    if (!handle) {
        if (error) hd_buf_puts(error, dlerror());
        return false;
    }
    HD_XPUSH(&hd_engine.libraries,
             ((struct hd_library){.name = hd_xstrdup(name), .handle = handle}));
    return true;
}

// What a new engine is told again. Steals value.
void hd_journal_option(const char *name, json_t *value) {
    if (hd_engine.socket < 0)
        json_decref(value);
    else
        hd_event("journal",
                 json_pack("{s:s, s:s, s:o}", "op", "option", "name", name, "value", value));
}

static bool magic_lib(struct hd_run *run, const char *line, const char *body) {
    char **args;
    int n = hd_magic_args(line, &args);
    for (int i = 0; i < n; i++) {
        struct hd_buf why = {0};
        if (!hd_library_load(args[i], &why)) {
            fail(
                run,
                "no library `%s`: neither lib%s.so nor lib%s.so.0 to .6 is in the loader's path; give its full "
                "path, or install it",
                args[i], args[i], args[i]);
            hd_buf_finish(&why);
            return false;
        }
    }
    if (n == 0)
        for (int i = 0; i < hd_engine.libraries.n; i++)
            hd_print("%s\n", hd_engine.libraries.v[i].name);
    if (n > 0) {
        json_t *names = json_array();
        for (int i = 0; i < hd_engine.libraries.n; i++)
            json_array_append_new(names, json_string(hd_engine.libraries.v[i].name));
        hd_journal_option("libraries", names);
    }
    return true;
}

static bool magic_include(struct hd_run *run, const char *line, const char *body) {
    char **args;
    int n = hd_magic_args(line, &args);
    for (int i = 0; i < n; i++) hd_include_dir_add(hd_engine.front, args[i]);
    const char **dirs;
    int added, ndirs = hd_include_dirs(hd_engine.front, &dirs, &added);
    if (n > 0) {
        json_t *names = json_array();
        for (int i = 0; i < added; i++) json_array_append_new(names, json_string(dirs[i]));
        hd_journal_option("include", names);
    }
    for (int i = 0; n == 0 && i < ndirs; i++) hd_print("%s\n", dirs[i]);
    return true;
}

// ---- inspection ---------------------------------------------------------------------------------

// Words that are names, of templates with their arguments, are not; what has an operator, a call or
// a section in it is. Options may follow.
bool hd_magic_is_statement(const char *line) {
    char **args;
    int n = hd_magic_args(line, &args);
    for (int i = 0; i < n; i++) {
        const char *p = args[i], *end = template_arguments_end(p);
        if (p[0] == '-' && (p[1] == '-' || name_length(p + 1))) return false;
        if (end == p)
            while (*p && (p[name_length(p)] == ':' || name_length(p)))
                p += name_length(p) + !name_length(p);
        else
            p = end;
        if (*p) return true;
    }
    return false;
}

static struct hd_func *named_function(struct hd_run *run, const char *line, const char *magic) {
    char **args;
    if (hd_magic_args(line, &args) == 1) return hd_magic_function(run, args[0]);
    hd_magic_fail(run, "%%%s needs the name of a function: %%%s NAME", magic, magic);
    return NULL;
}

// Of a template's instances the first one is shown: says so, and what the others are called.
static struct hd_sym *first_instance(const struct hd_template *t) {
    struct hd_sym *first = NULL;
    struct hd_buf others = {0};
    struct hd_def *def;
    for (int at = 0; (def = hd_template_instance(hd_engine.front, t, &at));) {
        struct hd_sym *sym = def->sym;
        if (!sym->func) continue;
        if (first) hd_buf_printf(&others, "%s`%s`", others.len ? ", " : "", sym->name);
        if (!first) first = sym;
    }
    if (others.len)
        hd_print("note: this is `%s`; `%s` has other instances, which are shown by name: %s\n",
                 first->name, t->name, hd_buf_str(&others));
    hd_buf_finish(&others);
    return first;
}

struct hd_func *hd_magic_function(struct hd_run *run, const char *name) {
    const char *base = hd_strndup(hd_engine.arena, name, strcspn(name, "<"));
    struct hd_def *def = hd_def_find(hd_engine.front, base);
    struct hd_diags diags = {.arena = hd_engine.arena};
    if (def && def->stale && !hd_def_refresh(hd_engine.front, def, &diags)) {
        hd_report_diags(&diags);
        run->status = HD_STATUS_ERROR;
        return NULL;
    }
    const char *why = NULL;
    struct hd_sym *named = hd_function_named(name, &why);
    if (named && named->func) return named->func;
    if (why) return fail(run, "`%s` names no function: %s", name, why), NULL;
    struct hd_sym *sym = def ? def->sym : NULL;
    struct hd_sym *made = sym && sym->kind == SYM_TEMPLATE ? first_instance(sym->tmpl) : NULL;
    if (made) sym = made;
    if (def && def->sym && def->kind != DEF_TEMPLATE) sym = def->sym;
    if (!sym || sym->kind != SYM_FUNC || !sym->func) {
        const char *near = hd_suggest(hd_engine.front, name);
        fail(run, "`%s` is not a function with a body%s%s%s", name, near ? "; did you mean `" : "",
             near ? near : "", near ? "`?" : "");
        return NULL;
    }
    return sym->func;
}

static enum hd_flavour flavour_of(const struct hd_func *func) {
    return func->is_kernel                     ? HD_KERNEL_CPU
           : func->is_device && !func->is_host ? HD_DEVICE_CODE
                                               : HD_HOST_CODE;
}

static void show_module(struct hd_module *module, bool assembly) {
    struct hd_buf out = {0};
    if (assembly) {
        hd_jit_assembly(hd_engine.jit, module, 1, &out);
    } else {
        char *text = LLVMPrintModuleToString(module->module);
        hd_buf_puts(&out, text);
        LLVMDisposeMessage(text);
    }
    hd_module_destroy(module);
    hd_print("%s", hd_buf_str(&out));
    hd_buf_finish(&out);
}

static bool show_function(struct hd_func *func, bool assembly) {
    struct hd_diags diags = {.arena = hd_engine.arena};
    struct hd_module module;
    struct hd_lanes lanes; // the variant that was launched last
    bool variant = func->is_kernel && hd_kernel_variant(func->sym, &lanes), made = false;
    if (variant) made = hd_code_module(func, HD_KERNEL_CPU, 1, &lanes, &module, &diags);
    if (!made && !hd_code_module(func, flavour_of(func), 1, NULL, &module, &diags)) {
        hd_report_diags(&diags);
        return false;
    }
    show_module(&module, assembly);
    return true;
}

// What an array expression has become, for lanes where that can be done, as it runs.
static bool show_fused(void *assembly, const char *title, struct hd_func *kernel) {
    struct hd_diags diags = {.arena = hd_engine.arena};
    struct hd_module module;
    struct hd_lanes lanes = hd_fused_lanes();
    bool made =
        lanes.width != 1 && hd_code_module(kernel, HD_KERNEL_CPU, 1, &lanes, &module, &diags);
    if (!made && !hd_code_module(kernel, HD_KERNEL_CPU, 1, NULL, &module, &diags)) {
        hd_report_diags(&diags);
        return false;
    }
    hd_print("%s %s\n", assembly ? "#" : ";", title);
    show_module(&module, assembly != NULL);
    return true;
}

static bool show_code(struct hd_run *run, const char *line, bool assembly) {
    if (hd_magic_is_statement(line))
        return hd_told_kernels(run, line, show_fused, assembly ? &assembly : NULL);
    struct hd_func *func = named_function(run, line, assembly ? "asm" : "llvm");
    if (!func) return false;
    bool shown = show_function(func, assembly);
    if (!shown) run->status = HD_STATUS_ERROR;
    return shown;
}

static bool magic_llvm(struct hd_run *run, const char *line, const char *body) {
    return show_code(run, line, false);
}

static bool magic_asm(struct hd_run *run, const char *line, const char *body) {
    return show_code(run, line, true);
}

static bool magic_shapes(struct hd_run *run, const char *line, const char *body) {
    while (isspace((unsigned char)*line)) line++;
    size_t len = strcspn(line, " \t(");
    struct hd_func *func =
        named_function(run, hd_printf(hd_engine.arena, "%.*s", (int)len, line), "shapes");
    if (!func) return false;
    struct hd_diags diags = {.arena = hd_engine.arena};
    const char *problem = hd_show_shapes(func, line + len, &diags);
    if (!problem) return true;
    if (*problem) return fail(run, "%s", problem);
    hd_report_diags(&diags);
    run->status = HD_STATUS_ERROR;
    return false;
}

static bool magic_specs(struct hd_run *run, const char *line, const char *body) {
    char **args;
    if (hd_magic_args(line, &args) != 1)
        return fail(run, "%%specs needs the name of a generic function");
    struct hd_def *def = hd_def_find(hd_engine.front, args[0]);
    if (!def || !def->sym || def->sym->kind != SYM_TEMPLATE)
        return fail(run, "`%s` is not a generic function", args[0]);
    struct hd_template *t = def->sym->tmpl;
    int n = 0;
    for (int at = 0; (def = hd_template_instance(hd_engine.front, t, &at)); n++) {
        struct hd_sym *sym = def->sym;
        struct hd_buf out = {0};
        hd_type_print(&out, sym->type, sym->name, HD_LANG_CU);
        hd_print("%s%s\n", hd_buf_str(&out),
                 sym->code || sym->kernel || hd_gpu_launch_has(sym) ? "" : "   (not compiled yet)");
        hd_buf_finish(&out);
    }
    if (n == 0) hd_print("`%s` has not been used yet.\n", args[0]);
    return true;
}

// ---- settings, help -----------------------------------------------------------------------------

// `left`, and `text` beside it from column `at` on (below it where `left` is longer), broken
// between words to the terminal's width.
static void print_beside(const char *left, int at, const char *text) {
    int most = hd_engine.options.columns > 0 ? hd_engine.options.columns - 1 : INT_MAX,
        column = (int)strlen(left);
    struct hd_buf out = {0};
    if (at > most / 2) at = 4;
    hd_buf_puts(&out, left);
    if (column >= at && at > 0) column = most; // the first word goes below
    for (const char *word = text; *word;) {
        int len = (int)strcspn(word, " ");
        bool first = word == text;
        if (!first && column + 1 + len <= most) {
            hd_buf_printf(&out, " %.*s", len, word);
            column += 1 + len;
        } else {
            bool below = !first || column == most;
            hd_buf_printf(&out, "%s%*s%.*s", below ? "\n" : "", below ? at : at - column, "", len,
                          word);
            column = at + len;
        }
        word += len;
        word += strspn(word, " ");
    }
    hd_print("%s\n", hd_buf_str(&out));
    hd_buf_finish(&out);
}

struct setting {
    const char *name;
    int *value;
    int low, high;
    const char *help;
};

static struct setting *settings(int *n) {
    static struct setting table[] = {
        {"threads", &hd_engine.options.threads, 0, 4096,
         "CPU threads for kernels; 0: one per core"},
        {"digits", &hd_engine.options.digits, 0, 36,
         "significant digits of floating values; 0: the shortest exact form"},
        {"width", &hd_engine.options.width, 0, 10000,
         "columns of printed values; 0: as wide as the terminal"},
        {"lanes", &hd_engine.options.lanes, 0, 64,
         "threads that a CPU core runs at once: a power of two; 0: as fits the kernel; 1: one"},
        {"fastmath", &hd_engine.options.fastmath, 0, 1,
         "1 (math fast): kernels use quick functions, as with -use_fast_math; 0 (math precise): those of CUDA's usual bounds"},
        {"fmad", &hd_engine.options.fmad, 0, 1,
         "1: kernels round a * b + c once; 0: twice, as with -fmad=false"},
        {"ftz", &hd_engine.options.ftz, 0, 1, "1: denormal floats are zero in kernels on GPUs"},
        {"maxreg", &hd_engine.options.maxreg, 0, 255,
         "registers a thread of a kernel on a GPU may use; 0: no limit"},
        {"items", &hd_engine.options.items, 0, 100000,
         "array items shown at each end; 0: up to 32 are shown whole, else 5"},
    };
    *n = HD_COUNT(table);
    return table;
}

void hd_settings_restore(json_t *options) {
    int count;
    struct setting *table = settings(&count);
    for (int i = 0; i < count; i++) {
        json_t *value = json_object_get(options, table[i].name);
        if (!json_is_integer(value)) continue;
        *table[i].value = (int)json_integer_value(value);
        if (table[i].value == &hd_engine.options.threads) hd_cpu_set_threads(*table[i].value);
    }
    json_t *check = json_object_get(options, "check");
    if (json_is_integer(check)) hd_engine.check_all = json_integer_value(check) != 0;
    hd_device_restore(options);
    hd_debug_restore(options);
    hd_habits_restore(options);
    size_t k;
    json_t *dir;
    json_array_foreach(json_object_get(options, "include"), k, dir)
        hd_include_dir_add(hd_engine.front, json_string_value(dir));
}

// `math fast` and `math precise` are `fastmath 1` and `fastmath 0`.
static bool spell_math(struct hd_run *run, int n, char **args) {
    static char name[] = "fastmath", on[] = "1", off[] = "0";
    if (n < 1 || strcmp(args[0], "math") != 0) return true;
    args[0] = name;
    if (n < 2) return true;
    const char *word = args[1][0] == '=' ? args[1] + 1 : args[1];
    bool fast = strcmp(word, "fast") == 0;
    if (!fast && strcmp(word, "precise") != 0)
        return fail(run, "math is fast or precise, not `%s`", word);
    args[1] = fast ? on : off;
    return true;
}

static bool magic_config(struct hd_run *run, const char *line, const char *body) {
    char **args, *end;
    int n = hd_magic_args(line, &args), count;
    struct setting *table = settings(&count);
    if (!spell_math(run, n, args)) return false;
    for (int i = 0; i < count; i++) {
        struct setting *s = &table[i];
        if (n > 0 && strcmp(args[0], s->name) != 0) continue;
        if (n < 2) {
            print_beside(hd_printf(hd_engine.arena, "%-8s %6d", s->name, *s->value), 18, s->help);
            if (n == 0) continue;
            return true;
        }
        long value = strtol(args[1][0] == '=' ? args[1] + 1 : args[1], &end, 10);
        if (*end || value < s->low || value > s->high)
            return fail(run, "%s must be a number from %d to %d", s->name, s->low, s->high);
        if (s->value == &hd_engine.options.lanes && (value & (value - 1)))
            return fail(
                run, "lanes must be a power of two up to 64, or 0 for as many as fit the kernel");
        *s->value = (int)value;
        if (s->value == &hd_engine.options.threads) hd_cpu_set_threads((int)value);
        hd_journal_option(s->name, json_integer(value));
        return true;
    }
    if (n == 0) return true;
    const char *best = NULL;
    for (int i = 0; i < count; i++)
        if (hd_edit_distance(args[0], table[i].name, 3) <= 2) best = table[i].name;
    return fail(run, "there is no setting `%s`%s%s%s; %%config lists them", args[0],
                best ? "; did you mean `" : "", best ? best : "", best ? "`?" : "");
}

static const struct magic *magics(int *n);

static bool magic_magic(struct hd_run *run, const char *line, const char *body) {
    int n;
    const struct magic *table = magics(&n);
    int columns = hd_engine.options.columns, at = columns == 0 || columns >= 120 ? 49
                                                  : columns >= 60                ? 25
                                                  : columns >= 30                ? 8
                                                                                 : 2;
    for (int i = 0; i < n; i++)
        print_beside(hd_printf(hd_engine.arena, "%%%s %s", table[i].name, table[i].usage), at,
                     table[i].help);
    print_beside("!command", at, "runs a shell command");
    print_beside("?name or name?", at, "what is known of a name");
    return true;
}

static void page(const struct hd_buf *text) {
    if (hd_engine.socket < 0) {
        hd_print("%s", text->s);
        return;
    }
    hd_event("page", json_pack("{s:{s:s}, s:s}", "data", "text/plain", text->s, "text", text->s));
}

static bool describe(struct hd_run *run, const char *name, int detail) {
    struct hd_buf out = {0};
    if (!hd_describe(&out, name, detail)) {
        const char *near = hd_suggest(hd_engine.front, hd_intern_str(name));
        hd_buf_finish(&out);
        return fail(run, "nothing is known of `%s`%s%s%s", name, near ? "; did you mean `" : "",
                    near ? near : "", near ? "`?" : "");
    }
    page(&out);
    hd_buf_finish(&out);
    return true;
}

// A chapter of the manual, a part of one, what a check's finding means, or what a name is.
static bool magic_help(struct hd_run *run, const char *line, const char *body) {
    const char *markdown = hd_manual_find(*line ? line : "README"), *finding = hd_check_page(line);
    if (!markdown && !finding) return describe(run, line, 0);
    struct hd_buf text = {0};
    if (markdown)
        hd_manual_text(&text, markdown, hd_engine.options.columns);
    else
        hd_buf_puts(&text, finding);
    if (markdown && hd_engine.socket >= 0)
        hd_event("page", json_pack("{s:{s:s, s:s}, s:s}", "data", "text/plain", hd_buf_str(&text),
                                   "text/markdown", markdown, "text", hd_buf_str(&text)));
    else
        page(&text);
    hd_buf_finish(&text);
    return true;
}

static bool magic_pinfo(struct hd_run *run, const char *line, const char *body) {
    return *line ? describe(run, line, 0) : fail(run, "%%pinfo needs a name");
}

static bool magic_pinfo2(struct hd_run *run, const char *line, const char *body) {
    return *line ? describe(run, line, 1) : fail(run, "%%pinfo2 needs a name");
}

static bool magic_quit(struct hd_run *run, const char *line, const char *body) {
    char **args;
    int n = hd_magic_args(line, &args);
    hd_event("exit", json_pack("{s:i}", "status", n > 0 ? atoi(args[0]) : 0));
    return true;
}

static bool magic_timeit(struct hd_run *run, const char *line, const char *body) {
    return hd_timeit(run, line, body);
}

static bool magic_debug(struct hd_run *run, const char *line, const char *body) {
    return hd_debug(run, line, body);
}

static bool magic_break(struct hd_run *run, const char *line, const char *body) {
    return hd_debug_break(run, line, body);
}

static bool magic_check(struct hd_run *run, const char *line, const char *body) {
    return hd_checked(run, line, body);
}

static bool magic_touched(struct hd_run *run, const char *line, const char *body) {
    struct hd_run inner = *run;
    inner.code = body ? body : line;
    inner.len = strlen(inner.code);
    inner.line_offset = body ? 1 : 0;
    hd_check_tracing = true;
    hd_check_once(run, &inner);
    hd_check_tracing = false;
    hd_touched_show();
    return inner.status == HD_STATUS_OK;
}

static bool magic_traffic(struct hd_run *run, const char *line, const char *body) {
    struct hd_run inner = *run;
    bool json = !strncmp(line, "--json", 6) && (!line[6] || isspace((unsigned char)line[6]));
    if (json) line += 6;
    while (isspace((unsigned char)*line)) line++;
    inner.code = body ? body : line;
    inner.len = strlen(inner.code);
    inner.line_offset = body ? 1 : 0;
    hd_check_count(true);
    hd_check_once(run, &inner);
    hd_check_count(false);
    hd_traffic_show(json);
    return inner.status == HD_STATUS_OK;
}

static bool magic_time(struct hd_run *run, const char *line, const char *body) {
    return hd_time(run, line, body);
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

static pid_t shell_pid;

static void run_shell(struct hd_run *run, void (*entry)(void)) {
    (void)entry;
    fflush(stdout);
    shell_pid = fork();
    if (shell_pid == 0) { // a command ends on Ctrl-C, whatever the engine does with it
        static const int own[] = {SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGHUP};
        sigset_t none;
        sigemptyset(&none);
        for (int i = 0; i < HD_COUNT(own); i++) signal(own[i], SIG_DFL);
        sigprocmask(SIG_SETMASK, &none, NULL);
        execl("/bin/sh", "sh", "-c", (const char *)run->driver_data, (char *)NULL);
        _exit(127);
    }
    int status = 0, asked = 0; // asked: milliseconds since it was first told to end
    for (int ms = 1; waitpid(shell_pid, &status, WNOHANG) == 0; ms = ms < 16 ? 2 * ms : 20) {
        struct timespec pause = {0, ms * 1000000L};
        nanosleep(&pause, NULL);
        if (!hd_interrupt_flag) continue;
        if (asked == 0)
            kill(shell_pid, SIGINT);
        else if (asked > 300)
            kill(shell_pid, asked > 500 ? SIGKILL : SIGTERM);
        asked += ms;
    }
    run->exit_status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

bool hd_shell(struct hd_run *run, const char *command) {
    run->driver = run_shell;
    run->driver_data = (void *)command;
    hd_run_driver(run);
    run->driver = NULL;
    if (run->status == HD_STATUS_INTERRUPTED) kill(shell_pid, SIGTERM);
    if (run->status == HD_STATUS_OK && run->exit_status != 0)
        hd_notice("the command ended with status %d", run->exit_status);
    run->exit_status = 0;
    return run->status == HD_STATUS_OK;
}

// ---- recognising --------------------------------------------------------------------------------

static const struct magic *find_magic(const char *name, size_t len) {
    int n;
    const struct magic *table = magics(&n);
    for (int i = 0; i < n; i++)
        if (strlen(table[i].name) == len && memcmp(table[i].name, name, len) == 0) return &table[i];
    return NULL;
}

// The same with `struct::member`.
static size_t scoped_length(const char *s) {
    size_t n = (size_t)(template_arguments_end(s) - s); // `Vec<float, 4>`
    if (!n) n = name_length(s);
    while (n && s[n] == ':' && s[n + 1] == ':') n += 2 + name_length(s + n + 2);
    return n;
}

static bool unknown_magic(struct hd_run *run, const char *name, size_t len) {
    int n;
    const struct magic *table = magics(&n);
    const char *given = hd_strndup(hd_engine.arena, name, len), *best = NULL,
               *instead = hd_magic_habit(given);
    if (instead) return fail(run, "there is no magic %%%s: %s", given, instead);
    int distance = 3;
    for (int i = 0; i < n; i++) {
        int d = hd_edit_distance(given, table[i].name, 3);
        if (d < distance) best = table[i].name, distance = d;
    }
    if (best) return fail(run, "there is no magic %%%s; did you mean %%%s?", given, best);
    return fail(run, "there is no magic %%%s; %%magic lists them", given);
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
            page(&out);
            hd_buf_finish(&out);
            return true;
        }
        return describe(run, hd_strndup(hd_engine.arena, name, scoped_length(name)), detail);
    }
    if (*line == '%') {
        size_t n = name_length(line + 1);
        if (n && line[1 + n] == '?')
            return describe(run, hd_strndup(hd_engine.arena, line + 1, n), line[2 + n] == '?');
        const struct magic *magic = find_magic(line + 1, n);
        if (!magic) return unknown_magic(run, line + 1, n);
        const char *rest = line + 1 + n;
        while (*rest == ' ' || *rest == '\t') rest++;
        return magic->fn(run, rest, NULL);
    }
    size_t len = strlen(line);
    while (len > 0 && isspace((unsigned char)line[len - 1])) len--;
    size_t n = hd_help_name(line, len); // name?
    return describe(run, hd_strndup(hd_engine.arena, line, n), len == n + 2);
}

static bool is_magic_line(const char *line, size_t len) {
    while (len > 0 && isspace((unsigned char)line[len - 1])) len--;
    while (len > 0 && isspace((unsigned char)*line)) line++, len--;
    if (len == 0) return false;
    if (*line == '!') return hd_is_shell_line(line, len);
    if (*line == '%') return len > 1 && isalpha((unsigned char)line[1]);
    if (*line == '?')
        return len > 1 && (isalnum((unsigned char)line[len - 1]) || line[len - 1] == '_' ||
                           line[len - 1] == '>');
    return hd_help_name(line, len) > 0;
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
    size_t n = name_length(at + 2);
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
