// Launches, as compiled host code asks for them: hd_rt_launch finds the kernel behind the stub, checks the
// configuration, compiles the kernel if this is its first launch here, and hands over to cpu/.
//
// A launch that is not valid sets the CUDA error (cudaGetLastError) in programs, which check it themselves; in
// cells it is also raised as the cell's error, because nobody checks there.
#include "run/run.h"
#include "front/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct hd_kernel {                  // what is compiled of a kernel for this machine
    struct hd_unit *unit;
    hd_block_fn *runner;
    struct hd_kernel_info info;
    bool full;                      // optimised as far as it goes; else the quick way
    int64_t spent_ns;               // in launches of the quick code
};

// A kernel's first small launches run code that was optimised quickly (a few ms): it is rewritten at once when a
// launch is large or when its launches have added up.
#define LARGE_LAUNCH 100000         // threads
#define LONG_ENOUGH 2000000         // ns

// The last launch's kernel: most launches repeat it. Good until any kernel's code is dropped.
static struct { uint64_t stub; struct hd_sym *sym; } recent;

void hd_kernel_drop(struct hd_sym *sym) {
    if (!sym->kernel) return;
    struct hd_kernel *kernel = sym->kernel;
    recent.stub = 0;
    sym->kernel = NULL;
    hd_unit_release(kernel->unit);
    free(kernel);
}

static _Noreturn void refuse(const char *kind, hd_loc loc, const char *message) {
    struct hd_fault fault = {.kind = kind, .loc = loc};
    snprintf(fault.message, sizeof fault.message, "%s", message);
    hd_guard_raise(&fault);
}

static bool wants_full(const struct hd_kernel *kernel, uint64_t threads) {
    return hd_engine.measuring || threads >= LARGE_LAUNCH || (kernel && kernel->spent_ns > LONG_ENOUGH);
}

static struct hd_kernel *compile(struct hd_func *func, bool full, struct hd_diags *diags) {
    int64_t start = hd_now_ns();
    struct hd_kernel *kernel = hd_xcalloc(1, sizeof *kernel);
    void *runner = NULL;
    kernel->full = full;
    hd_working_begin("compiling the kernel `%s`", func->sym->name);
    kernel->unit = hd_code_kernel(func, full ? 1 : 2, &kernel->info, &runner, diags);
    kernel->runner = (hd_block_fn *)(uintptr_t)runner;
    hd_engine.compile_ns += hd_now_ns() - start;
    hd_working_end();
    if (kernel->unit) return kernel;
    free(kernel);
    return NULL;
}

// The kernel's symbol with code, or NULL after reporting.
static struct hd_sym *prepare(uint64_t stub, uint64_t threads, struct hd_diags *diags) {
    if (recent.stub == stub && recent.sym) {
        struct hd_kernel *kernel = recent.sym->kernel;
        if (kernel->full || !wants_full(kernel, threads)) return recent.sym;
    }
    struct hd_sym *sym = hd_stub_sym(stub);
    if (!sym) return NULL;
    if (sym->def && sym->def->stale && !hd_def_refresh(hd_engine.front, sym->def, diags)) return NULL;
    sym = hd_sym_current(sym);
    struct hd_kernel *old = sym->kernel;
    bool full = wants_full(old, threads);
    if (!old || (full && !old->full)) {
        struct hd_func *func = sym->func;
        if (!func || !func->is_kernel) return NULL;
        if (!func->body && !hd_func_body(hd_engine.front, func, diags)) return NULL;
        struct hd_kernel *kernel = compile(func, full, diags);
        if (!kernel) return NULL;
        hd_kernel_drop(sym);
        sym->kernel = kernel;
    }
    recent.stub = sym ? stub : 0;
    recent.sym = sym;
    return sym;
}

static hd_block_fn *exact_code(void *user) {
    struct hd_sym *sym = user;
    hd_front_lock();
    struct hd_diags diags = {.arena = hd_engine.arena};
    struct hd_kernel *kernel = compile(sym->func, false, &diags);
    hd_block_fn *runner = kernel ? kernel->runner : NULL;
    if (kernel) hd_unit_release(kernel->unit); // it stays until the cell has ended
    free(kernel);
    hd_front_unlock();
    return runner;
}

void hd_rt_launch(void *kernel_stub, const uint32_t *grid, const uint32_t *block, size_t shared, void *stream, void **args,
                  uint32_t loc) {
    hd_front_lock();
    struct hd_diags diags = {.arena = hd_engine.arena};
    uint64_t threads = (uint64_t)grid[0] * grid[1] * grid[2] * block[0] * block[1] * block[2];
    struct hd_sym *sym = prepare((uint64_t)kernel_stub, threads, &diags);
    if (!sym) {
        if (diags.first) hd_report_diags(&diags);
        const char *name = hd_stub_at((uint64_t)kernel_stub, NULL);
        hd_front_unlock();
        char text[256];
        if (name) snprintf(text, sizeof text, "`%s` cannot be launched: it does not compile", name);
        else if (!kernel_stub) snprintf(text, sizeof text, "a null pointer to a kernel cannot be launched");
        else snprintf(text, sizeof text, "this pointer cannot be launched: it leads to no kernel");
        refuse("launch", loc, text);
    }
    struct hd_kernel *kernel = sym->kernel;
    if (kernel->info.indirect) hd_code_device_stubs();
    struct hd_cpu_launch launch = {.name = sym->name, .fn = kernel->runner, .info = kernel->info,
                                   .dyn_shared = shared, .args = args};
    if (kernel->full && !kernel->info.fibers) {
        launch.exact = exact_code;
        launch.exact_user = sym;
    }
    launch.cooperative = hd_launch_is_cooperative;
    hd_launch_is_cooperative = false; // also when this launch ends in a fault
    memcpy(launch.grid, grid, sizeof launch.grid);
    memcpy(launch.block, block, sizeof launch.block);
    char why[512];
    bool valid = hd_launch_check(grid, block, shared, kernel->info.static_shared, sym->name, why, sizeof why);
    hd_front_unlock();
    if (!valid) {
        if (hd_engine.program_argv) return; // the program reads cudaGetLastError
        refuse("launch", loc, why);
    }
    int64_t start = kernel->full ? 0 : hd_now_ns();
    hd_cpu_launch(&launch);
    if (start) kernel->spent_ns += hd_now_ns() - start;
}
