// heddle-engine --ptx FILE: every kernel of a file, compiled for a GPU; no GPU is needed.
//
// --emit says what is written for each: `ptx` (by libNVVM, or LLVM without it), `llvm` (by LLVM's back end), `nvvm` (the
// text that libNVVM gets), `verify` (whether libNVVM's own verifier takes it; nothing is written when it does).
// A name that the file defines for the CPU alone is no error. Example: heddle-engine --ptx life.cu --arch sm_90 > life.ptx
#include "gpu/gpu.h"
#include "run/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct emission {
    struct hd_gpu_options options;
    const char *what;
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
    if (strcmp(e->what, "verify") == 0) problem = hd_gpu_verify(text, e->options.arch);
    else fputs(text, stdout);
    if (problem) fprintf(stderr, "%s: libNVVM's verifier says: %s\n%s\n", func->sym->name, problem, text);
    bool ok = !problem;
    free(problem);
    free(text);
    return ok;
}

static bool emit_kernel(struct emission *e, struct hd_func *func, struct hd_diags *diags) {
    if (!func->body && !hd_func_body(hd_engine.front, func, diags)) return false;
    if (strcmp(e->what, "nvvm") == 0 || strcmp(e->what, "verify") == 0) return emit_text(e, func, diags);
    struct hd_gpu_code *code = hd_code_gpu(func, &e->options, diags);
    if (!code) return false;
    printf("// kernel %s\n%s\n", code->entry, code->ptx);
    hd_gpu_code_destroy(code);
    return true;
}

static void emit_symbol(struct emission *e, struct hd_sym *sym) {
    if (!sym || sym->kind != SYM_FUNC || !sym->func || !sym->func->is_kernel) return;
    struct hd_diags diags = {.arena = hd_engine.arena};
    e->kernels++;
    if (emit_kernel(e, sym->func, &diags)) return;
    e->failed++;
    print_diags(&diags);
    fprintf(stderr, "the kernel `%s` was not compiled\n", sym->name);
}

static void emit_all(struct emission *e, const struct hd_cell *cell) {
    for (int i = 0; i < cell->defs.n; i++) {
        const struct hd_def *def = cell->defs.v[i];
        for (struct hd_sym *sym = def->sym; sym; sym = sym->next) {
            emit_symbol(e, sym);
            if (sym->kind != SYM_TEMPLATE) continue;
            for (int k = 0; k < sym->tmpl->instances.n; k++) emit_symbol(e, sym->tmpl->instances.v[k]->sym);
        }
    }
}

int hd_ptx_file(const char *path, const char *arch, const char *what) {
    struct emission e = {.what = what, .options = {.lineinfo = true}};
    e.options.arch = atoi(arch + strcspn(arch, "0123456789"));
    if (strcmp(what, "llvm") == 0) e.options.backend = HD_GPU_LLVM;
    char *text;
    size_t len, n = strlen(path);
    if (e.options.arch < 50 || !hd_read_file(path, &text, &len)) {
        if (e.options.arch < 50) fprintf(stderr, "`%s` is no architecture: write sm_90 or the like\n", arch);
        else perror(path);
        return 2;
    }
    hd_engine.arena = hd_arena_create();
    struct hd_diags diags = {.arena = hd_engine.arena};
    hd_engine.diags = &diags;
    struct hd_source *source = hd_source_add(path, path, text, len);
    source->lang = n > 2 && strcmp(path + n - 2, ".c") == 0 ? HD_LANG_C : HD_LANG_CU;
    struct hd_cell cell;
    bool ok = hd_front_cell(hd_engine.front, source, true, &cell, &diags);
    if (ok) {
        hd_front_commit(hd_engine.front, &cell);
        emit_all(&e, &cell);
    } else {
        print_diags(&diags);
    }
    if (ok) fprintf(stderr, "%s: %d of %d kernels compiled for sm_%d\n", path, e.kernels - e.failed, e.kernels, e.options.arch);
    free(text);
    return !ok || e.failed ? 1 : 0;
}
