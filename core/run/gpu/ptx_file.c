// heddle-engine --ptx FILE --arch sm_75,sm_90: every kernel of a file, compiled for GPUs; none is
// needed.
//
// --emit says what is written for each: `ptx` (by libNVVM, or LLVM without it), `llvm` (by LLVM's
// back end), `nvvm` (the text that libNVVM gets), `verify` (what libNVVM's own verifier says of
// that text), `resources` (what ptxas says of the PTX). A file with lines `// %%` is a sequence of
// cells, whose statements are checked but not run. Example: heddle-engine --ptx life.cu --arch
// sm_90 > life.ptx
#include "gpu/gpu.h"
#include "run/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct emission {
    struct hd_gpu_options options;
    const char *what;
    int archs[16], narchs;
    int kernels, failed;
};

static void print_diags(const struct hd_diags *diags) {
    struct hd_buf out = {0};
    for (struct hd_diag *d = diags->first; d; d = d->next) hd_diag_render(&out, d, false, 0);
    fputs(hd_buf_str(&out), stderr);
    hd_buf_finish(&out);
}

static bool emit_text(struct emission *e, struct hd_func *func, struct hd_diags *diags) {
    char *text = hd_code_nvvm(func, &e->options, diags), *problem = NULL;
    if (!text) return false;
    if (strcmp(e->what, "verify") == 0)
        problem = hd_gpu_verify(text, e->options.arch);
    else
        fputs(text, stdout);
    if (problem) fprintf(stderr, "%s: libNVVM's verifier says: %s\n", func->sym->name, problem);
    bool ok = !problem;
    free(problem);
    free(text);
    return ok;
}

static bool emit_resources(const struct hd_gpu_code *code) {
    struct hd_buf why = {0};
    struct hd_gpu_resources r;
    bool ok = hd_gpu_resources(code, &r, &why);
    if (ok)
        printf("%s sm_%d: %d registers, %d bytes shared, %d bytes local\n", code->entry, code->arch,
               r.registers, r.shared, r.stack);
    else
        fprintf(stderr, "%s sm_%d: %s\n", code->entry, code->arch, hd_buf_str(&why));
    hd_buf_finish(&why);
    return ok;
}

static bool emit_kernel(struct emission *e, struct hd_func *func, struct hd_diags *diags) {
    if (!func->body && !hd_func_body(hd_engine.front, func, diags)) return false;
    if (strcmp(e->what, "nvvm") == 0 || strcmp(e->what, "verify") == 0)
        return emit_text(e, func, diags);
    struct hd_gpu_code *code = hd_code_gpu(func, &e->options, diags);
    if (!code) return false;
    bool ok = true;
    if (strcmp(e->what, "resources") == 0)
        ok = emit_resources(code);
    else
        printf("// kernel %s sm_%d\n%s\n", code->entry, code->arch, code->ptx);
    hd_gpu_code_destroy(code);
    return ok;
}

static void emit_symbol(struct emission *e, struct hd_sym *sym) {
    if (!sym || sym->kind != SYM_FUNC || !sym->func || !sym->func->is_kernel) return;
    for (int i = 0; i < e->narchs; i++) {
        struct hd_diags diags = {.arena = hd_engine.arena};
        e->options.arch = e->archs[i];
        e->kernels++;
        if (emit_kernel(e, sym->func, &diags)) continue;
        e->failed++;
        print_diags(&diags);
        fprintf(stderr, "the kernel `%s` was not compiled for sm_%d\n", sym->name, e->options.arch);
    }
}

static void emit_all(struct emission *e, const struct hd_cell *cell) {
    for (int i = 0; i < cell->defs.n; i++) {
        const struct hd_def *def = cell->defs.v[i];
        for (struct hd_sym *sym = def->sym; sym; sym = sym->next) emit_symbol(e, sym);
    }
}

static bool parse_archs(struct emission *e, const char *text) {
    while (*text && e->narchs < HD_COUNT(e->archs)) {
        char *end;
        text += strcspn(text, "0123456789");
        long arch = strtol(text, &end, 10);
        if (end == text || arch < 50 || arch > 200) return false;
        e->archs[e->narchs++] = (int)arch;
        text = end + (*end == ',');
    }
    return e->narchs > 0;
}

static bool check_cell(struct emission *e, const char *path, const char *text, size_t len, int line,
                       bool program) {
    struct hd_diags diags = {.arena = hd_engine.arena};
    hd_engine.diags = &diags;
    struct hd_source *source = hd_source_add(path, path, text, len);
    source->first_line = line;
    source->lang = HD_LANG_CU;
    struct hd_cell cell;
    hd_front_set_arch(hd_engine.front, e->archs[0]);
    bool ok = hd_front_cell(hd_engine.front, source, program, &cell, &diags);
    if (ok) hd_front_commit(hd_engine.front, &cell);
    if (ok)
        emit_all(e, &cell);
    else
        print_diags(&diags);
    return ok;
}

int hd_ptx_file(const char *path, const char *arch, const char *what) {
    struct emission e = {.what = what, .options = {.lineinfo = true}};
    if (strcmp(what, "llvm") == 0) e.options.backend = HD_GPU_LLVM;
    char *text;
    size_t len;
    if (!parse_archs(&e, arch)) {
        fprintf(stderr, "`%s` is no architecture: write sm_90 or the like\n", arch);
        return 2;
    }
    if (!hd_read_file(path, &text, &len)) {
        perror(path);
        return 2;
    }
    hd_engine.arena = hd_arena_create();
    bool ok = true, cells = strstr(text, "\n// %%") != NULL;
    int line = 1;
    for (const char *at = text; ok && *at;) {
        const char *end = cells ? strstr(at, "\n// %%") : NULL;
        end = end ? end + 1 : text + len;
        ok = check_cell(&e, path, at, (size_t)(end - at), line, !cells);
        for (; at < end; at++) line += *at == '\n';
        at += strcspn(at, "\n") * cells; // the rest of the line that separates
    }
    if (ok) fprintf(stderr, "%s: %d of %d compiled\n", path, e.kernels - e.failed, e.kernels);
    free(text);
    return !ok || e.failed ? 1 : 0;
}
