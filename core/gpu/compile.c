// A kernel to PTX: generate, lower, tidy, write, compile; the table of contents of the compile
// side.
//
// Our own passes only tidy up (memory to registers, what is obviously equal): libNVVM runs the
// optimiser that nvcc runs, and measured, more passes before it cost time and made its code differ
// from nvcc's, for the worse (simplifycfg threads `if (t == 0) ... if (t == 7)` through each
// other). The text that libNVVM would get, with the options, is the key of the cache.
#include "gpu/compile.h"

#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/nvvm.h"

static const char tidy[] = "always-inline,function(sroa<modify-cfg>,early-cse<>)";

static void annotate(struct hd_module *m, const char *entry, const char *what, int value) {
    LLVMMetadataRef ops[3] = {LLVMValueAsMetadata(LLVMGetNamedFunction(m->module, entry)),
                              LLVMMDStringInContext2(m->context, what, strlen(what)),
                              LLVMValueAsMetadata(LLVMConstInt(LLVMInt32TypeInContext(m->context),
                                                               (unsigned)value, false))};
    LLVMMetadataRef node = LLVMMDNodeInContext2(m->context, ops, 3);
    LLVMAddNamedMetadataOperand(m->module, "nvvm.annotations",
                                LLVMMetadataAsValue(m->context, node));
}

static bool run_passes(struct hd_module *module, const char *passes, struct hd_diags *diags) {
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef error = LLVMRunPasses(module->module, passes, NULL, options);
    LLVMDisposePassBuilderOptions(options);
    if (!error) return true;
    char *message = LLVMGetErrorMessage(error);
    hd_error(diags, (struct hd_range){0, 0}, "internal error in the optimiser: %s", message);
    LLVMDisposeErrorMessage(message);
    return false;
}

static hd_loc place_of(const struct hd_gen_job *job) {
    return job->nitems ? job->items[0].func->sym->range.from : 0;
}

// Calls with long doubles (gen/gpu/math.c).
static bool has_long_double(const struct hd_module *module) {
    for (LLVMValueRef fn = LLVMGetFirstFunction(module->module); fn; fn = LLVMGetNextFunction(fn))
        if (!strncmp(LLVMGetValueName(fn), "hd_long_double.", 15) && LLVMGetFirstUse(fn))
            return true;
    return false;
}

// Those that are still there when branches that are never taken are gone: a macro chose among
// types.
static bool keeps_long_double(struct hd_gen_job *job, struct hd_module *module) {
    if (!has_long_double(module)) return false;
    if (run_passes(module, "function(simplifycfg)", job->diags) && !has_long_double(module))
        return false;
    hd_loc loc = place_of(job);
    hd_error(job->diags, (struct hd_range){loc, loc},
             "this kernel cannot run on a GPU: it uses `long double`");
    return true;
}

static bool generate(struct hd_gen_job *job, const struct hd_gpu_options *options,
                     struct hd_gen_gpu *gpu, struct hd_module *module) {
    job->no_fma = options->no_fma; // what is contracted is decided before libNVVM sees it
    struct hd_gen_gpu empty = {0}, *given = job->gpu;
    *gpu = given ? *given : empty;
    gpu->arch = options->arch;
    gpu->fast_math = options->fast_math;
    job->gpu = gpu;
    job->opt = 1;
    job->debug = options->lineinfo;
    bool ok = hd_gen_module(job, module);
    job->gpu = given;
    if (!ok) return false;
    hd_gpu_lower(module);
    if (options->maxrregcount > 0 && gpu->entry)
        annotate(module, gpu->entry, "maxnreg", options->maxrregcount);
    if (run_passes(module, tidy, job->diags) && !keeps_long_double(job, module)) return true;
    hd_module_destroy(module);
    return false;
}

static bool write_text(struct hd_gen_job *job, struct hd_module *module,
                       const struct hd_gpu_options *options, struct hd_buf *text) {
    const char *problem = NULL;
    if (nvvm_write(module->module, module->context, options->arch, options->lineinfo, job->arena,
                   text, &problem))
        return true;
    hd_loc loc = place_of(job);
    hd_error(job->diags, (struct hd_range){loc, loc}, "this kernel cannot run on a GPU: it uses %s",
             problem);
    return false;
}

static bool uses_libdevice(LLVMModuleRef module) {
    for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn; fn = LLVMGetNextFunction(fn))
        if (!LLVMCountBasicBlocks(fn) && !strncmp(LLVMGetValueName(fn), "__nv_", 5)) return true;
    return false;
}

// ---- the result ---------------------------------------------------------------------------------

static int ptx_version(const char *ptx) {
    const char *at = strstr(ptx, ".version ");
    int major = 0, minor = 0;
    if (at) sscanf(at, ".version %d.%d", &major, &minor);
    return major * 10 + minor;
}

static struct hd_gpu_code *describe(const struct hd_gen_gpu *gpu,
                                    const struct hd_gpu_options *options, char *ptx) {
    struct hd_gpu_code *code = hd_xcalloc(1, sizeof *code);
    *code = (struct hd_gpu_code){
        .ptx = ptx,
        .ptx_len = strlen(ptx),
        .entry = hd_xstrdup(gpu->entry ? gpu->entry : ""),
        .arch = options->arch,
        .ptx_version = ptx_version(ptx),
        .nparams = gpu->params.n,
        .param_bytes = gpu->param_bytes,
        .nvars = gpu->vars.n,
        .static_shared = gpu->static_shared,
        .dynamic_shared = gpu->dynamic_shared,
        .cooperative = gpu->cooperative,
        .prints = gpu->prints,
        .asserts = gpu->asserts,
        .heap = gpu->heap,
        .indirect = gpu->indirect,
        .recursive = gpu->recursive,
    };
    code->params = hd_xcalloc((size_t)code->nparams + 1, sizeof *code->params);
    for (int i = 0; i < code->nparams; i++) {
        const struct hd_gen_gpu_param *p = &gpu->params.v[i];
        code->params[i] =
            (struct hd_gpu_param){p->offset, p->size, p->align, p->pointer, p->const_pointee};
    }
    code->vars = hd_xcalloc((size_t)code->nvars + 1, sizeof *code->vars);
    for (int i = 0; i < code->nvars; i++) {
        const struct hd_gen_gpu_var *v = &gpu->vars.v[i];
        enum hd_gpu_var_kind kind = v->slot ? HD_GPU_VAR_SLOT : HD_GPU_VAR_CONSTANT;
        code->vars[i] =
            (struct hd_gpu_var){v->sym, hd_xstrdup(v->symbol), kind, v->sym->type->size};
    }
    return code;
}

void hd_gpu_code_destroy(struct hd_gpu_code *code) {
    if (!code) return;
    for (int i = 0; i < code->nvars; i++) free(code->vars[i].symbol);
    free(code->vars);
    free(code->params);
    free(code->entry);
    free(code->ptx);
    free(code);
}

// ---- the two back ends --------------------------------------------------------------------------

static void report(struct hd_gen_job *job, const char *who, char *log) {
    hd_loc loc = place_of(job);
    for (char *p = log; p && *p; p++)
        if (*p == '\n' || *p == '\r') *p = ' ';
    hd_error(job->diags, (struct hd_range){loc, loc}, "%s does not compile this kernel: %s", who,
             log ? log : "it does not say why");
    free(log);
}

static char *with_libnvvm(struct hd_gen_job *job, struct hd_module *module,
                          const struct hd_gpu_options *options, bool *cached) {
    struct hd_buf text = {0};
    char *ptx = NULL, *log = NULL, tag[160];
    if (write_text(job, module, options, &text)) {
        snprintf(tag, sizeof tag, "%s %d %d%d%d%d %d", hd_libnvvm_version(), options->arch,
                 options->fast_math, options->ftz, options->no_fma, options->lineinfo,
                 options->maxrregcount);
        struct hd_cache_key key = hd_cache_key(hd_buf_str(&text), text.len, tag);
        size_t len;
        ptx = hd_ptx_get(key, &len);
        *cached = ptx != NULL;
        if (!ptx) {
            ptx = hd_libnvvm_compile(hd_buf_str(&text), text.len, options,
                                     uses_libdevice(module->module), &log);
            if (ptx)
                hd_ptx_put(key, ptx, strlen(ptx));
            else
                report(job, "libNVVM", log);
        }
    }
    hd_buf_finish(&text);
    return ptx;
}

static char *with_llvm(struct hd_gen_job *job, struct hd_module *module,
                       const struct hd_gpu_options *options) {
    char *log = NULL;
    char *ptx = hd_nvptx_compile(module, options, uses_libdevice(module->module), &log);
    if (!ptx) report(job, "LLVM's back end", log);
    return ptx;
}

struct hd_gpu_code *hd_gpu_compile(struct hd_gen_job *job, const struct hd_gpu_options *options) {
    struct hd_gen_gpu gpu;
    struct hd_module module;
    const char *why = "";
    bool cached = false, llvm = options->backend == HD_GPU_LLVM;
    if (!llvm && !hd_libnvvm_ready(options, &why)) {
        llvm = options->backend == HD_GPU_ANY;
        if (!llvm) {
            hd_error(job->diags, (struct hd_range){0, 0}, "%s", why);
            return NULL;
        }
    }
    if (!generate(job, options, &gpu, &module)) return NULL;
    char *ptx =
        llvm ? with_llvm(job, &module, options) : with_libnvvm(job, &module, options, &cached);
    struct hd_gpu_code *code = ptx ? describe(&gpu, options, ptx) : NULL;
    hd_module_destroy(&module);
    if (!code) return NULL;
    code->backend = llvm ? HD_GPU_LLVM : HD_GPU_LIBNVVM;
    code->from_cache = cached;
    bool too_new = !llvm && options->backend == HD_GPU_ANY && options->max_ptx &&
                   code->ptx_version > options->max_ptx;
    if (!too_new) return code;
    hd_gpu_code_destroy(code); // the driver is older than libNVVM, which is known from now on
    struct hd_gpu_options older = *options;
    older.backend = HD_GPU_LLVM;
    return hd_gpu_compile(job, &older);
}

char *hd_gpu_nvvm_text(struct hd_gen_job *job, const struct hd_gpu_options *options) {
    struct hd_gen_gpu gpu;
    struct hd_module module;
    if (!generate(job, options, &gpu, &module)) return NULL;
    struct hd_buf text = {0};
    bool ok = write_text(job, &module, options, &text);
    hd_module_destroy(&module);
    if (ok) return text.s;
    hd_buf_finish(&text);
    return NULL;
}
