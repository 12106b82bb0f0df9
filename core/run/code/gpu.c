// A kernel's code for a GPU.
#include "run/gpu/gpu.h"
#include "run/code/code.h"

#include <string.h>

// The device functions that a pointer made on the host may lead to.
static void add_pointees(struct hd_gen_job *job, struct hd_gen_gpu *gpu, int *cap,
                         struct hd_map *seen) {
    int n = hd_store_stub_count();
    gpu->pointees = HD_NEW_ARRAY(job->arena, struct hd_sym *, n + 1);
    for (int i = 0; i < n; i++) {
        const char *text;
        bool device = false;
        if (!hd_stub_at(hd_store_stub_address(i), &text)) continue;
        const char *type = hd_stub_type(text, &device);
        struct hd_sym *sym = device ? hd_stub_sym(hd_store_stub_address(i)) : NULL;
        struct hd_diags quiet = {.arena = job->arena};
        struct hd_func *func = sym ? code_device_body_of(&sym, &quiet) : NULL;
        if (!func || !func->is_device || strcmp(hd_type_str(job->arena, sym->type), type) != 0)
            continue;
        gpu->pointees[gpu->npointees++] = sym;
        code_add_device_items(job, cap, seen, func, 0);
    }
}

static uint64_t device_stub(struct hd_sym *sym) { return hd_stub_for(sym, true); }

static bool gpu_job(struct hd_gen_job *job, struct hd_gen_gpu *gpu, struct hd_func *func,
                    struct hd_diags *diags) {
    *job = (struct hd_gen_job){
        .arena = hd_engine.arena, .opt = 1, .debug = true, .diags = diags, .gpu = gpu};
    *gpu = (struct hd_gen_gpu){.current = hd_sym_current, .stub = device_stub};
    struct hd_map seen = {0};
    int cap = 0;
    if (!(func = code_device_version(func, diags))) return false;
    code_add_item(job->arena, job, &cap,
                  (struct hd_gen_item){.func = func, .flavour = HD_KERNEL_GPU});
    code_add_device_items(job, &cap, &seen, func, 0);
    if (code_calls_pointers(job)) add_pointees(job, gpu, &cap, &seen);
    hd_map_finish(&seen);
    for (int i = 1; i < job->nitems; i++) job->items[i].flavour = HD_GPU_CODE;
    return diags->errors == 0;
}

struct hd_gpu_code *hd_code_gpu(struct hd_func *func, const struct hd_gpu_options *options,
                                struct hd_diags *diags) {
    struct hd_gen_job job;
    struct hd_gen_gpu gpu;
    func = code_for_arch(func, options->arch, diags);
    return func && gpu_job(&job, &gpu, func, diags) ? hd_gpu_compile(&job, options) : NULL;
}

char *hd_code_nvvm(struct hd_func *func, const struct hd_gpu_options *options,
                   struct hd_diags *diags) {
    struct hd_gen_job job;
    struct hd_gen_gpu gpu;
    func = code_for_arch(func, options->arch, diags);
    return func && gpu_job(&job, &gpu, func, diags) ? hd_gpu_nvvm_text(&job, options) : NULL;
}
