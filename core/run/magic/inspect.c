// What became of code: %llvm, %asm, %shapes, %specs; and what a launch touched and costs: %touched,
// %traffic.
//
// A function is named as people write it, a template's instance with its arguments; one that
// nothing has used is made to be looked at. What is no name is a statement, whose array expressions
// are meant.
#include "run/array/array.h"
#include "run/gpu/gpu.h"
#include "run/magic/magic.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// Words that are names, of templates with their arguments, are not; what has an operator, a call or
// a section in it is. Options may follow.
bool hd_magic_is_statement(const char *line) {
    char **args;
    int n = hd_magic_args(line, &args);
    for (int i = 0; i < n; i++) {
        const char *p = args[i];
        if (p[0] == '-' && (p[1] == '-' || magic_name_length(p + 1))) return false;
        bool word = !p[magic_name_length(p)]; // `32x32`
        if (!word && p[hd_name_length(p, strlen(p))]) return true;
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
    struct hd_def *def = hd_def_named(hd_engine.front, name);
    struct hd_diags diags = {.arena = hd_engine.arena};
    if (def && def->stale && !hd_def_refresh(hd_engine.front, def, &diags)) {
        hd_report_diags(&diags);
        run->status = HD_STATUS_ERROR;
        return NULL;
    }
    const char *why = NULL;
    struct hd_sym *named = hd_function_named(name, &why);
    if (named && named->func) return named->func;
    if (why) return hd_magic_fail(run, "`%s` names no function: %s", name, why), NULL;
    struct hd_sym *sym = def ? def->sym : NULL;
    struct hd_sym *made = sym && sym->kind == SYM_TEMPLATE ? first_instance(sym->tmpl) : NULL;
    if (made) sym = made;
    if (def && def->sym && def->kind != DEF_TEMPLATE) sym = def->sym;
    if (!sym || sym->kind != SYM_FUNC || !sym->func) {
        const char *near = hd_suggest(hd_engine.front, name);
        hd_magic_fail(run, "`%s` is not a function with a body%s%s%s", name,
                      near ? "; did you mean `" : "", near ? near : "", near ? "`?" : "");
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

bool hd_magic_llvm(struct hd_run *run, const char *line, const char *body) {
    return show_code(run, line, false);
}

bool hd_magic_asm(struct hd_run *run, const char *line, const char *body) {
    return show_code(run, line, true);
}

bool hd_magic_shapes(struct hd_run *run, const char *line, const char *body) {
    while (isspace((unsigned char)*line)) line++;
    size_t len = strcspn(line, " \t(");
    struct hd_func *func =
        named_function(run, hd_printf(hd_engine.arena, "%.*s", (int)len, line), "shapes");
    if (!func) return false;
    struct hd_diags diags = {.arena = hd_engine.arena};
    const char *problem = hd_show_shapes(func, line + len, &diags);
    if (!problem) return true;
    if (*problem) return hd_magic_fail(run, "%s", problem);
    hd_report_diags(&diags);
    run->status = HD_STATUS_ERROR;
    return false;
}

bool hd_magic_specs(struct hd_run *run, const char *line, const char *body) {
    char **args;
    if (hd_magic_args(line, &args) != 1)
        return hd_magic_fail(run, "%%specs needs the name of a generic function");
    struct hd_def *def = hd_def_named(hd_engine.front, args[0]);
    if (!def || !def->sym || def->sym->kind != SYM_TEMPLATE)
        return hd_magic_fail(run, "`%s` is not a generic function", args[0]);
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

bool hd_magic_touched(struct hd_run *run, const char *line, const char *body) {
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

bool hd_magic_traffic(struct hd_run *run, const char *line, const char *body) {
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
