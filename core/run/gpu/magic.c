// %ptx, %nvvm, %sass, %resources: what a kernel becomes on a GPU, on machines without one too.
//
// They share their options: --arch sm_90 (default: the current GPU's, else sm_80), --fast-math,
// --ftz, --maxreg N, --backend libnvvm|llvm. %ptx --diff compares with the kernel before the last
// change of it or of anything that it uses (before.c), which is checked and compiled once more in a
// transaction that is then dropped. A statement with array expressions means the kernels that these
// become. Examples: %resources saxpy 256 --arch sm_90, %ptx x * 2 + y
#include "run/array/array.h"
#include "run/gpu/gpu.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct request {
    struct hd_gpu_options options;
    const char *name;      // of the kernel
    const char *statement; // with array expressions, whose kernels are meant; NULL: `name`
    int block;             // %resources: threads, 0: several sizes
    size_t shared;         // %resources: dynamic shared memory
    bool diff;
};

// ---- options ------------------------------------------------------------------------------------

static const char *const known[] = {"--arch", "--maxreg", "--backend", "--fast-math",
                                    "--ftz",  "--diff",   "--shared"};

static bool unknown_option(struct hd_run *run, const char *magic, const char *option) {
    const char *near = NULL;
    int best = 3;
    for (int i = 0; i < HD_COUNT(known); i++) {
        int distance = hd_edit_distance(option, known[i], 3);
        if (distance < best) best = distance, near = known[i];
    }
    return hd_magic_fail(run, "%%%s has no option `%s`%s%s%s; %%help %s lists them", magic, option,
                         near ? ", did you mean `" : "", near ? near : "", near ? "`?" : "", magic);
}

static int arch_of(const char *text) {
    const char *digits = text;
    if (!strncmp(text, "sm_", 3))
        digits += 3;
    else if (!strncmp(text, "compute_", 8))
        digits += 8;
    char *end;
    long n = strtol(digits, &end, 10);
    return end > digits && !*end && n >= 50 && n <= 200 ? (int)n : 0;
}

static int default_arch(void) {
    const struct hd_gpu_device *device = hd_device_current();
    return device ? device->major * 10 + device->minor : 80;
}

static bool number(const char *text, long most, long *out) {
    char *end;
    *out = strtol(text, &end, 10);
    return isdigit((unsigned char)*text) && !*end && *out <= most;
}

// One option with its value. Returns how many words it took, 0: refused.
static int take_option(struct hd_run *run, const char *magic, char **args, int left,
                       struct request *r) {
    const char *option = args[0], *value = left > 1 ? args[1] : NULL;
    long n;
    if (!strcmp(option, "--fast-math")) return r->options.fast_math = true, 1;
    if (!strcmp(option, "--ftz")) return r->options.ftz = true, 1;
    if (!strcmp(option, "--diff") && !strcmp(magic, "ptx")) return r->diff = true, 1;
    bool takes_value = !strcmp(option, "--arch") || !strcmp(option, "--maxreg") ||
                       !strcmp(option, "--backend") ||
                       (!strcmp(option, "--shared") && !strcmp(magic, "resources"));
    if (!takes_value) return unknown_option(run, magic, option), 0;
    if (!value) return hd_magic_fail(run, "`%s` needs a value", option), 0;
    if (!strcmp(option, "--arch")) {
        r->options.arch = arch_of(value);
        if (r->options.arch) return 2;
        return hd_magic_fail(run, "`%s` is no architecture; write sm_80, sm_90 or the like", value),
               0;
    }
    if (!strcmp(option, "--backend")) {
        if (!strcmp(value, "llvm")) return r->options.backend = HD_GPU_LLVM, 2;
        if (!strcmp(value, "libnvvm")) return r->options.backend = HD_GPU_LIBNVVM, 2;
        return hd_magic_fail(run, "`%s` is no back end; there are libnvvm and llvm", value), 0;
    }
    bool shared = !strcmp(option, "--shared");
    if (!number(value, shared ? 1 << 20 : 255, &n))
        return hd_magic_fail(run, "`%s` needs %s, not `%s`", option,
                             shared ? "a number of bytes" : "a number of registers from 1 to 255",
                             value),
               0;
    if (shared)
        r->shared = (size_t)n;
    else
        r->options.maxrregcount = (int)n;
    return 2;
}

// The line from its i-th word on, where that is no name.
static const char *statement_at(const char *line, int i) {
    for (;; i--) {
        while (*line == ' ' || *line == '\t') line++;
        if (!i) break;
        while (*line && *line != ' ' && *line != '\t') line++;
    }
    return hd_magic_is_statement(line) ? line : NULL;
}

static bool set_arch(struct request *r) {
    if (!r->options.arch) r->options.arch = default_arch();
    hd_front_set_arch(hd_engine.front, r->options.arch); // until the next cell
    return true;
}

static bool parse(struct hd_run *run, const char *magic, const char *line, struct request *r) {
    char **args;
    int n = hd_magic_args(line, &args);
    *r = (struct request){.options = {.fast_math = hd_engine.options.fastmath,
                                      .ftz = hd_engine.options.ftz,
                                      .no_fma = !hd_engine.options.fmad,
                                      .maxrregcount = hd_engine.options.maxreg}};
    for (int i = 0; i < n;) {
        if (args[i][0] == '-') {
            int words = take_option(run, magic, args + i, n - i, r);
            if (!words) return false;
            i += words;
            continue;
        }
        uint32_t block[3];
        if (!r->name && (r->statement = statement_at(line, i))) return set_arch(r);
        if (!r->name)
            r->name = args[i];
        else if (!strcmp(magic, "resources") && !r->block && hd_parse_block(args[i], block))
            r->block = (int)(block[0] * block[1] * block[2]);
        else if (!strcmp(magic, "resources") && !r->block)
            return hd_magic_fail(run, "`%s` is no block size: a block has 1 to 1024 threads",
                                 args[i]);
        else
            return hd_magic_fail(run, "%%%s takes one kernel, and `%s` is a second", magic,
                                 args[i]);
        i++;
    }
    if (!r->name)
        return hd_magic_fail(run, "%%%s needs the name of a kernel: %%%s NAME", magic, magic);
    return set_arch(r);
}

static struct hd_func *kernel_of(struct hd_run *run, const char *magic, const struct request *r) {
    struct hd_func *func = hd_magic_function(run, r->name);
    if (!func || func->is_kernel) return func;
    hd_magic_fail(run, "`%s` is not a kernel; %%%s shows kernels, %%asm and %%llvm any function",
                  r->name, magic);
    return NULL;
}

static struct hd_gpu_code *compile(struct hd_run *run, struct hd_func *func,
                                   const struct hd_gpu_options *options) {
    struct hd_diags diags = {.arena = hd_engine.arena};
    struct hd_gpu_code *code = hd_code_gpu(func, options, &diags);
    if (diags.first) hd_report_diags(&diags);
    if (!code) run->status = HD_STATUS_ERROR;
    return code;
}

void hd_gpu_dump(struct hd_func *kernel) {
    bool nvvm = strstr(hd_engine.dump, "nvvm") != NULL, ptx = strstr(hd_engine.dump, "ptx") != NULL;
    if (!nvvm && !ptx) return;
    struct hd_gpu_options options = {.arch = 80};
    struct hd_diags diags = {.arena = hd_engine.arena};
    char *text = nvvm ? hd_code_nvvm(kernel, &options, &diags) : NULL;
    struct hd_gpu_code *code = ptx ? hd_code_gpu(kernel, &options, &diags) : NULL;
    if (text) hd_print("%s", text);
    if (code) hd_print("%s", code->ptx);
    if (diags.first) hd_report_diags(&diags);
    free(text);
    hd_gpu_code_destroy(code);
}

// ---- differences --------------------------------------------------------------------------------

static char *previous_ptx(struct hd_run *run, const struct request *r) {
    const struct hd_def *def = hd_def_named(hd_engine.front, r->name);
    const char *text = def ? hd_before_text(def, r->name) : NULL;
    if (!text) {
        hd_magic_fail(run,
                      "`%s` and what it uses were defined once only: there is nothing to compare "
                      "it with",
                      r->name);
        return NULL;
    }
    struct hd_diags diags = {.arena = hd_engine.arena};
    text = hd_printf(hd_engine.arena, "%s%s", text, hd_naming_text(r->name));
    struct hd_source *source = hd_source_add("the definition before", NULL, text, strlen(text));
    struct hd_cell cell;
    char *ptx = NULL;
    source->lang = HD_LANG_CU;
    if (hd_front_cell(hd_engine.front, source, false, &cell, &diags)) {
        struct hd_sym *sym = hd_named_in(&cell);
        struct hd_gpu_code *code =
            sym && sym->func ? hd_code_gpu(sym->func, &r->options, &diags) : NULL;
        if (code) ptx = hd_xstrdup(code->ptx);
        hd_gpu_code_destroy(code);
        hd_front_rollback(hd_engine.front, &cell);
    }
    if (!ptx && diags.first) hd_report_diags(&diags);
    if (!ptx)
        hd_magic_fail(run, "what `%s` was before the last change does not compile any more",
                      r->name);
    return ptx;
}

struct lines {
    const char **v;
    int *len;
    uint64_t *hash;
    int n;
};

// Lines are alike when they differ in the numbers of registers and labels alone.
static uint64_t shape_of(const char *s, int len) {
    char text[256];
    int n = 0;
    for (int i = 0; i < len && n < (int)sizeof text; i++) {
        bool digit = isdigit((unsigned char)s[i]);
        bool numbered = digit && n &&
                        (text[n - 1] == '#' ||
                         (isalpha((unsigned char)text[n - 1]) && memchr(s, '%', (size_t)i)) ||
                         text[n - 1] == '_');
        if (!numbered)
            text[n++] = s[i];
        else if (text[n - 1] != '#')
            text[n++] = '#';
    }
    return hd_hash(text, (size_t)n);
}

static struct lines split(const char *ptx) {
    struct lines l = {0};
    int most = 1;
    for (const char *p = ptx; *p; p++) most += *p == '\n';
    l.v = HD_NEW_ARRAY(hd_engine.arena, const char *, most);
    l.len = HD_NEW_ARRAY(hd_engine.arena, int, most);
    l.hash = HD_NEW_ARRAY(hd_engine.arena, uint64_t, most);
    for (const char *p = ptx; *p;) {
        int len = (int)strcspn(p, "\n");
        bool noise =
            !len || !strncmp(p, "//", 2) || !strncmp(p, "\t.reg", 5) || !strncmp(p, "\t.loc", 5);
        if (!noise) l.v[l.n] = p, l.len[l.n] = len, l.hash[l.n] = shape_of(p, len), l.n++;
        p += len + (p[len] == '\n');
    }
    return l;
}

static void print_line(struct hd_buf *out, char mark, const char *s, int len) {
    hd_buf_putc(out, mark);
    for (int i = 0; i < len; i++) hd_buf_putc(out, s[i]);
    hd_buf_putc(out, '\n');
}

// The longest common subsequence, by the usual table; a kernel has some hundred lines.
static bool print_diff(struct hd_buf *out, const char *before, const char *after) {
    struct lines a = split(before), b = split(after);
    size_t width = (size_t)b.n + 1;
    if ((size_t)(a.n + 1) * width > 50u << 20) {
        hd_buf_puts(out, "the kernels are too long to compare\n");
        return true;
    }
    uint16_t *table = hd_xcalloc((size_t)(a.n + 1) * width, sizeof *table);
    for (int i = a.n - 1; i >= 0; i--)
        for (int k = b.n - 1; k >= 0; k--) {
            uint16_t down = table[(size_t)(i + 1) * width + (size_t)k],
                     right = table[(size_t)i * width + (size_t)k + 1];
            bool same = a.hash[i] == b.hash[k];
            table[(size_t)i * width + (size_t)k] =
                same           ? (uint16_t)(table[(size_t)(i + 1) * width + (size_t)k + 1] + 1)
                : down > right ? down
                               : right;
        }
    bool any = false;
    for (int i = 0, k = 0; i < a.n || k < b.n;) {
        if (i < a.n && k < b.n && a.hash[i] == b.hash[k]) {
            print_line(out, ' ', b.v[k], b.len[k]);
            i++, k++;
            continue;
        }
        any = true;
        bool drop = k == b.n || (i < a.n && table[(size_t)(i + 1) * width + (size_t)k] >=
                                                table[(size_t)i * width + (size_t)k + 1]);
        if (drop)
            print_line(out, '-', a.v[i], a.len[i]), i++;
        else
            print_line(out, '+', b.v[k], b.len[k]), k++;
    }
    free(table);
    return any;
}

// ---- the magics ---------------------------------------------------------------------------------

// Shows one kernel: of a name, or each that an array expression becomes.
typedef bool show_fn(struct hd_run *run, struct request *r, struct hd_func *kernel);

struct showing {
    struct hd_run *run;
    struct request *r;
    show_fn *show;
};

static bool show_loop(void *user, const char *title, struct hd_func *kernel) {
    struct showing *s = user;
    hd_print("// %s\n", title);
    return s->show(s->run, s->r, kernel);
}

static bool show_kernels(struct hd_run *run, const char *magic, const char *line, show_fn *show) {
    struct request r;
    if (!parse(run, magic, line, &r)) return false;
    if (r.statement && r.diff)
        return hd_magic_fail(
            run, "--diff compares a kernel with its definition before, and `%s` is none",
            r.statement);
    if (r.statement) {
        r.name = "the loop";
        struct showing s = {run, &r, show};
        return hd_told_kernels(run, r.statement, show_loop, &s);
    }
    struct hd_func *func = kernel_of(run, magic, &r);
    return func && show(run, &r, func);
}

static bool show_ptx(struct hd_run *run, struct request *r, struct hd_func *func) {
    struct hd_gpu_code *code = compile(run, func, &r->options);
    if (!code) return false;
    char *before = r->diff ? previous_ptx(run, r) : NULL;
    if (before) {
        struct hd_buf out = {0};
        if (print_diff(&out, before, code->ptx))
            hd_print("%s", hd_buf_str(&out));
        else
            hd_print("the PTX of `%s` is the same as before\n", r->name);
        hd_buf_finish(&out);
        free(before);
    } else if (!r->diff) {
        hd_print("%s", code->ptx);
    }
    hd_gpu_code_destroy(code);
    return run->status != HD_STATUS_ERROR;
}

bool hd_magic_ptx(struct hd_run *run, const char *line, const char *body) {
    return show_kernels(run, "ptx", line, show_ptx);
}

static bool show_nvvm(struct hd_run *run, struct request *r, struct hd_func *func) {
    struct hd_diags diags = {.arena = hd_engine.arena};
    char *text = hd_code_nvvm(func, &r->options, &diags);
    if (diags.first) hd_report_diags(&diags);
    if (text)
        hd_print("%s", text);
    else
        run->status = HD_STATUS_ERROR;
    free(text);
    return text != NULL;
}

bool hd_magic_nvvm(struct hd_run *run, const char *line, const char *body) {
    return show_kernels(run, "nvvm", line, show_nvvm);
}

static bool show_sass(struct hd_run *run, struct request *r, struct hd_func *func) {
    r->options.lineinfo = true;
    struct hd_gpu_code *code = compile(run, func, &r->options);
    if (!code) return false;
    struct hd_buf why = {0};
    char *sass = hd_gpu_sass(code, &why);
    if (sass)
        hd_print("%s", sass);
    else
        hd_magic_fail(run, "%s", hd_buf_str(&why));
    free(sass);
    hd_buf_finish(&why);
    hd_gpu_code_destroy(code);
    return sass != NULL;
}

bool hd_magic_sass(struct hd_run *run, const char *line, const char *body) {
    return show_kernels(run, "sass", line, show_sass);
}

static void print_occupancy(const struct request *r, const struct hd_gpu_resources *used,
                            int block) {
    struct hd_gpu_occupancy o;
    if (!hd_gpu_occupancy(r->options.arch, used, block, r->shared, &o)) return;
    hd_print("  blocks of %-4d    %d a multiprocessor: %d of %d warps (%d %%), limited by %s\n",
             block, o.blocks, o.warps, o.max_warps, (o.warps * 100 + o.max_warps / 2) / o.max_warps,
             o.limit);
}

static bool show_resources(struct hd_run *run, struct request *r, struct hd_func *func) {
    struct hd_gpu_code *code = compile(run, func, &r->options);
    if (!code) return false;
    struct hd_buf why = {0};
    struct hd_gpu_resources used;
    bool ok = hd_gpu_resources(code, &used, &why);
    if (!ok) hd_magic_fail(run, "%s", hd_buf_str(&why));
    hd_buf_finish(&why);
    hd_gpu_code_destroy(code);
    if (!ok) return false;
    hd_print("%s on sm_%d\n", r->name, r->options.arch);
    hd_print("  registers         %d a thread\n", used.registers);
    hd_print("  shared memory     %d bytes a block%s\n", used.shared,
             r->shared ? "" : ", without dynamic");
    if (r->shared) hd_print("  dynamic           %zu bytes a block\n", r->shared);
    hd_print("  local memory      %d bytes a thread\n", used.stack);
    hd_print("  spills            %d bytes stored, %d bytes loaded\n", used.spill_stores,
             used.spill_loads);
    static const int sizes[] = {64, 128, 256, 512, 1024};
    if (r->block) print_occupancy(r, &used, r->block);
    for (int i = 0; !r->block && i < HD_COUNT(sizes); i++) print_occupancy(r, &used, sizes[i]);
    return true;
}

bool hd_magic_resources(struct hd_run *run, const char *line, const char *body) {
    return show_kernels(run, "resources", line, show_resources);
}
