// Launches, as compiled host code asks for them: hd_rt_launch finds the kernel behind the stub,
// checks the configuration, compiles the kernel if this is its first launch here, and hands over to
// cpu/.
//
// A launch that is not valid sets the CUDA error (cudaGetLastError) in programs, which check it
// themselves; in cells it is also raised as the cell's error, because nobody checks there. So it is
// with a kernel that fails an assertion, traps or uses a bad address: a program goes on, as on a
// GPU, without its device (run/cudart/cudart.c).
#include "run/cudart/cudart.h"
#include "run/gpu/gpu.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct variant { // code for many lanes, for blocks of one shape
    uint32_t block[3];
    bool small_grid;
    uint32_t fold;        // blocks that it was to run together; 0: one
    int wanted, math;     // the settings it was made under
    struct hd_unit *unit; // NULL: it cannot be done (`why`)
    hd_block_fn *runner;
    struct hd_kernel_info info;
    const char *why;
};

struct hd_kernel { // what is compiled of a kernel for this machine
    struct hd_unit *unit;
    hd_block_fn *runner;
    struct hd_kernel_info info;
    struct hd_lockstep lockstep; // then there are vectors of whole warps from the first launch on
    hd_loc lost;      // an update that all threads of a block make at once; 0: none, or told
    bool full;        // optimised as far as it goes; else the quick way
    int math;         // the settings it was made under
    int64_t spent_ns; // in launches of the quick code
    HD_VEC(struct variant) variants;
    int last; // the variant that ran last, plus 1
    struct hd_checked_kernel *checked;
    struct hd_kernel_twin *twin; // for the debugger
    struct hd_tier *tier;        // its full code is made, or may be soon
};

// A kernel's first small launches run code that was optimised quickly (a few ms): it is rewritten
// at once when a launch is large, and by another thread (tier.c) when its launches have added up or
// one takes long.
#define LARGE_LAUNCH 100000 // threads
#define LONG_ENOUGH 2000000 // ns
#define LONG_LAUNCH 700000  // ns
#define LONG_BLOCK 3e6      // turns of loops in a block: 10 ms or more in quick code

#define MOST_VARIANTS 64
#define LONG_ROW 32      // threads: longer ones need no neighbours
#define MOST_FOLDED 4096 // threads of blocks that are run as one

// The last launch's kernel: most launches repeat it. Good until any kernel's code is dropped.
static struct {
    uint64_t stub;
    struct hd_sym *sym;
} recent;

void hd_kernel_drop(struct hd_sym *sym) {
    hd_gpu_launch_drop(sym);
    if (!sym->kernel) return;
    struct hd_kernel *kernel = sym->kernel;
    recent.stub = 0;
    sym->kernel = NULL;
    if (kernel->unit) hd_unit_release(kernel->unit);
    for (int i = 0; i < kernel->variants.n; i++)
        if (kernel->variants.v[i].unit) hd_unit_release(kernel->variants.v[i].unit);
    HD_FREE_VEC(&kernel->variants);
    hd_checked_kernel_destroy(kernel->checked);
    hd_kernel_twin_destroy(kernel->twin);
    if (kernel->tier) hd_tier_forget(kernel->tier);
    free(kernel);
}

bool hd_kernel_variant(const struct hd_sym *sym, struct hd_lanes *lanes) {
    const struct hd_kernel *kernel = sym->kernel;
    if (!kernel || !kernel->last) return false;
    const struct variant *v = &kernel->variants.v[kernel->last - 1];
    *lanes =
        (struct hd_lanes){.width = v->info.lanes, .small_grid = v->small_grid, .fold = v->fold};
    memcpy(lanes->block, v->block, sizeof lanes->block);
    return v->unit != NULL;
}

static _Noreturn void refuse(const char *kind, hd_loc loc, const char *message) {
    struct hd_fault fault = {.kind = kind, .loc = loc};
    snprintf(fault.message, sizeof fault.message, "%s", message);
    hd_guard_raise(&fault);
}

static bool wants_full(uint64_t threads) {
    return hd_engine.measuring || hd_engine.always_full || threads >= LARGE_LAUNCH;
}

static int math_settings(void) { return hd_engine.options.fastmath | hd_engine.options.fmad << 1; }

static void take_code(struct hd_kernel *kernel, struct hd_unit *unit,
                      const struct hd_kernel_info *info, void *runner, bool full) {
    if (kernel->unit) hd_unit_release(kernel->unit);
    kernel->unit = unit;
    kernel->full = full;
    kernel->math = math_settings();
    kernel->info = *info;
    kernel->runner = (hd_block_fn *)(uintptr_t)runner;
}

// One thread at a time, into `kernel`. false: reported.
static bool compile(struct hd_kernel *kernel, struct hd_func *func, bool full,
                    struct hd_diags *diags) {
    if (hd_engine.dump) hd_gpu_dump(func);
    int64_t start = hd_now_ns();
    struct hd_kernel_info info;
    void *runner = NULL;
    hd_working_begin("compiling the kernel `%s`", func->sym->name);
    struct hd_unit *unit = hd_code_kernel(func, full ? 1 : 2, NULL, NULL, &info, &runner, diags);
    hd_engine.compile_ns += hd_now_ns() - start;
    hd_working_end();
    if (!unit) return false;
    take_code(kernel, unit, &info, runner, full);
    return true;
}

static bool is_small(const uint32_t *grid, const uint32_t *block) {
    for (int i = 0; i < 3; i++)
        if ((uint64_t)grid[i] * block[i] > INT32_MAX) return false;
    return true;
}

// Blocks whose rows are shorter than a vector, if there are many: how many side by side may be run
// as one (gen/lanes/fold.c).
static uint32_t fold_of(const uint32_t *grid, const uint32_t *block) {
    uint64_t x = block[0], threads = x * block[1] * block[2];
    uint64_t blocks = (uint64_t)grid[0] * grid[1] * grid[2];
    if (x == threads || x < 4 || (x & (x - 1)) || !is_small(grid, block)) return 0;
    uint64_t fold = LONG_ROW / x;
    while (fold > 1 && threads * fold > MOST_FOLDED) fold /= 2;
    if (fold <= 1 || grid[0] % fold || grid[0] * x > HD_FOLD_THREADS) return 0;
    return blocks / fold >= 16 * (uint64_t)hd_cpu_threads() ? (uint32_t)fold : 0;
}

static struct hd_lanes lanes_for(const uint32_t *grid, const uint32_t *block, bool folds) {
    struct hd_lanes lanes = {.width = hd_engine.options.lanes,
                             .small_grid = is_small(grid, block),
                             .fold = folds ? fold_of(grid, block) : 0};
    memcpy(lanes.block, block, sizeof lanes.block);
    return lanes;
}

static void add_variant(struct hd_kernel *kernel, const struct hd_lanes *lanes,
                        struct hd_unit *unit, const struct hd_kernel_info *info, void *runner,
                        const char *why) {
    struct variant v = {.small_grid = lanes->small_grid,
                        .fold = lanes->fold,
                        .wanted = lanes->width,
                        .math = math_settings(),
                        .unit = unit,
                        .runner = (hd_block_fn *)(uintptr_t)runner,
                        .info = *info,
                        .why = why};
    memcpy(v.block, lanes->block, sizeof v.block);
    HD_XPUSH(&kernel->variants, v);
    kernel->last = kernel->variants.n;
}

// The variant for this shape of blocks, made if need be. Its unit is NULL when there is none.
static struct variant *find_variant(struct hd_kernel *kernel, struct hd_func *func,
                                    const uint32_t *grid, const uint32_t *block, bool folds,
                                    struct hd_diags *diags) {
    struct hd_lanes lanes = lanes_for(grid, block, folds);
    for (int i = 0; i < kernel->variants.n; i++) {
        struct variant *v = &kernel->variants.v[i];
        bool together = v->fold == lanes.fold || (v->fold && v->info.fold <= 1);
        if (!memcmp(v->block, block, sizeof v->block) && v->small_grid == lanes.small_grid &&
            v->wanted == lanes.width && v->math == math_settings() && together) {
            kernel->last = i + 1;
            return v;
        }
    }
    if (kernel->variants.n == MOST_VARIANTS || !func) return NULL;
    int64_t start = hd_now_ns();
    const char *why = "it does not compile";
    struct hd_kernel_info info = {0};
    void *runner = NULL;
    hd_working_begin("compiling the kernel `%s`", func->sym->name);
    struct hd_unit *unit = hd_code_kernel(func, 1, &lanes, &why, &info, &runner, diags);
    hd_working_end();
    hd_engine.compile_ns += hd_now_ns() - start;
    if (getenv("HEDDLE_LANES_DEBUG"))
        fprintf(stderr, "[lanes: %s: %s, W = %d, %u blocks a call, %.1f ms]\n",
                func->sym->name ? func->sym->name : "?",
                unit  ? "made"
                : why ? why
                      : "?",
                unit ? info.lanes : 1, unit && info.fold ? info.fold : 1,
                (double)(hd_now_ns() - start) / 1e6);
    add_variant(kernel, &lanes, unit, &info, runner, why);
    return &kernel->variants.v[kernel->variants.n - 1];
}

// What a launch runs.
struct choice {
    struct hd_sym *sym;
    hd_block_fn *runner;
    struct hd_kernel_info info;
    bool full;
    struct hd_checked_kernel *checked; // then the code is there
    struct hd_kernel_twin *twin;       // likewise
};

void hd_kernel_made(struct hd_tier *tier, struct hd_unit *unit, const struct hd_kernel_info *info,
                    void *runner, bool lanes, const char *why) {
    struct hd_kernel *kernel = tier->owner;
    hd_block_fn *fn = (hd_block_fn *)(uintptr_t)runner;
    if (lanes) {
        int last = kernel->last;
        add_variant(kernel, &tier->lanes, unit, info, runner, why);
        kernel->variants.v[kernel->variants.n - 1].math = tier->math;
        if (!unit) kernel->last = last;
        if (getenv("HEDDLE_LANES_DEBUG"))
            fprintf(stderr, "[lanes: %s: %s, W = %d, while it runs]\n",
                    tier->func->sym->name ? tier->func->sym->name : "?", unit ? "made" : why,
                    unit ? info->lanes : 1);
    } else if (unit) {
        if (kernel->unit) hd_unit_release(kernel->unit);
        kernel->unit = unit;
        kernel->full = true;
        kernel->math = tier->math;
        kernel->info = *info;
        kernel->runner = fn;
    }
    if (!unit) return;
    tier->better.fn = fn;
    tier->better.info = *info;
    atomic_store_explicit(&tier->better.there, true, memory_order_release);
}

static bool uses_lanes(uint64_t threads_a_block) {
    return hd_engine.options.lanes != 1 && threads_a_block <= 1024;
}

// Whether the full code for such blocks is there.
static bool has_full(struct hd_kernel *kernel, const uint32_t *grid, const uint32_t *block,
                     bool folds) {
    if (uses_lanes((uint64_t)block[0] * block[1] * block[2])) {
        struct variant *v = find_variant(kernel, NULL, grid, block, folds, NULL);
        if (!v || v->unit) return v != NULL;
    }
    return kernel->full && kernel->math == math_settings();
}

// The full code for such blocks, if an earlier session has kept it.
static bool take_kept(struct hd_kernel *kernel, struct hd_func *func, const uint32_t *grid,
                      const uint32_t *block, bool folds) {
    struct hd_kernel_info info;
    void *runner = NULL;
    if (uses_lanes((uint64_t)block[0] * block[1] * block[2])) {
        struct hd_lanes lanes = lanes_for(grid, block, folds);
        struct hd_unit *unit = hd_code_kept_kernel(func, &lanes, &info, &runner);
        if (unit) {
            add_variant(kernel, &lanes, unit, &info, runner, NULL);
            return true;
        }
    }
    struct hd_unit *unit = hd_code_kept_kernel(func, NULL, &info, &runner);
    if (unit) take_code(kernel, unit, &info, runner, true);
    return unit != NULL;
}

// Ordinary code for it.
static bool ready(struct hd_kernel *kernel, struct hd_func *func, const uint32_t *grid,
                  const uint32_t *block, bool full, bool folds, struct choice *choice,
                  struct hd_diags *diags) {
    uint64_t nthreads = (uint64_t)block[0] * block[1] * block[2];
    if (!full) full = has_full(kernel, grid, block, folds);
    bool alone = hd_cpu_threads() == 1 ||
                 (kernel->tier && kernel->tier->state == TIER_ENDED); // nobody makes it meanwhile
    if (!full && alone && kernel->spent_ns > LONG_ENOUGH) full = true;
    if ((full || kernel->lockstep.relies) && nthreads && uses_lanes(nthreads)) {
        struct variant *v = find_variant(kernel, func, grid, block, folds, diags);
        if (v && v->unit) {
            choice->runner = v->runner;
            choice->info = v->info;
            choice->full = true;
            return true;
        }
    }
    if (!kernel->unit || (full && !kernel->full) || kernel->math != math_settings()) {
        if (!func || !compile(kernel, func, full, diags)) return false;
        if (!full && hd_unit_was_kept(kernel->unit) && take_kept(kernel, func, grid, block, folds))
            return ready(kernel, func, grid, block, true, folds, choice, diags);
    }
    choice->runner = kernel->runner;
    choice->info = kernel->info;
    choice->full = kernel->full;
    return true;
}

static bool choose(struct hd_kernel *kernel, struct hd_func *func, const uint32_t *grid,
                   const uint32_t *block, bool full, struct choice *choice,
                   struct hd_diags *diags) {
    if (hd_debug_wants(func)) {
        choice->twin = hd_kernel_twin(&kernel->twin, func, diags);
        choice->full = true;
        return choice->twin != NULL;
    }
    if (hd_check_on) {
        choice->checked = hd_checked_prepare(&kernel->checked, func, grid, block, diags);
        choice->full = true;
        return choice->checked != NULL;
    }
    return ready(kernel, func, grid, block, full, true, choice, diags);
}

// The tier that a launch of quick code goes with, asked to begin when the launch takes long. NULL:
// it stays with its code.
static struct hd_tier *ask_for_full(const struct hd_sym *sym, const struct hd_cpu_launch *launch) {
    struct hd_kernel *kernel = sym->kernel;
    struct hd_lanes lanes = lanes_for(launch->grid, launch->block, true);
    if (launch->cooperative || launch->cluster[0] || launch->info.yields || hd_cpu_threads() == 1 ||
        hd_engine.dump || kernel->variants.n == MOST_VARIANTS)
        return NULL;
    struct hd_tier *tier = kernel->tier;
    if (tier &&
        (tier->math != math_settings() || memcmp(&tier->lanes, &lanes, sizeof lanes) != 0)) {
        hd_tier_forget(tier);
        tier = kernel->tier = NULL;
    }
    if (!tier) {
        kernel->tier = tier = hd_xcalloc(1, sizeof *tier);
        tier->func = sym->func;
        tier->lanes = lanes;
        tier->better.fold = lanes.fold;
        tier->math = math_settings();
        tier->owner = kernel;
        tier->lanes_allowed =
            uses_lanes((uint64_t)lanes.block[0] * lanes.block[1] * lanes.block[2]);
    }
    bool now = kernel->spent_ns > LONG_ENOUGH;
    return hd_tier_ask(tier, now ? 0 : LONG_LAUNCH) ? tier : NULL;
}

// Said once for each kernel and for each time that it is defined.
static void remark_lockstep(const struct hd_func *func, const struct hd_lockstep *found,
                            struct hd_diags *diags) {
    struct hd_diag *d = hd_warning(
        diags, (struct hd_range){found->load, found->load}, "warp-synchronous",
        "`%s` reads here what another thread of the warp may have stored, with no barrier between",
        func->sym->name ? func->sym->name : "the kernel");
    hd_note(diags, d, (struct hd_range){found->store, found->store}, "stored here");
    hd_help(diags, d,
            "it relies on the 32 threads of a warp running in lockstep, as they do here and did on "
            "GPUs before Volta; put `__syncwarp()` before this line, or `__syncthreads()` if other "
            "warps store it");
}

// Likewise, at the prompt, where nobody has asked for a check.
static void remark_lost(const struct hd_func *func, hd_loc loc, uint32_t threads,
                        struct hd_diags *diags) {
    struct hd_diag *d =
        hd_warning(diags, (struct hd_range){loc, loc}, "lost-update",
                   "all %u threads of a block of `%s` may update this one element at once, each "
                   "with what it had read before: on a GPU updates get lost",
                   threads, func->sym->name ? func->sym->name : "the kernel");
    hd_help(diags, d,
            "use an atomic, such as atomicAdd(&x, 1), or sums of threads that are put together "
            "behind barriers; `%%check` shows who meets whom");
}

// Finds the kernel's code. false: reported.
static bool prepare(uint64_t stub, const uint32_t *grid, const uint32_t *block,
                    struct choice *choice, struct hd_diags *diags) {
    uint64_t threads = (uint64_t)grid[0] * grid[1] * grid[2] * block[0] * block[1] * block[2];
    struct hd_sym *sym = recent.stub == stub ? recent.sym : NULL;
    if (!sym) {
        sym = hd_stub_sym(stub);
        if (!sym) return false;
        if (sym->def && sym->def->stale && !hd_def_refresh(hd_front_of(sym->def), sym->def, diags))
            return false;
        sym = hd_sym_current(sym);
    }
    struct hd_func *func = sym->func;
    if (!func || !func->is_kernel) return false;
    if (!func->body && !hd_func_body(func->front, func, diags)) return false;
    struct hd_kernel *kernel = sym->kernel, *fresh = NULL;
    if (!kernel) {
        kernel = fresh = hd_xcalloc(1, sizeof *kernel);
        hd_code_lockstep(func, &kernel->lockstep, &kernel->lost, diags);
        if (kernel->lockstep.relies && !hd_check_on)
            remark_lockstep(func, &kernel->lockstep, diags);
    }
    uint32_t together = block[0] * block[1] * block[2];
    if (kernel->lost && together > 1 && !hd_check_on && !hd_engine.program_argv) {
        remark_lost(func, kernel->lost, together, diags);
        kernel->lost = 0;
    }
    choice->sym = sym;
    if (!choose(kernel, func, grid, block, wants_full(threads), choice, diags)) {
        if (!fresh) return false;
        HD_FREE_VEC(&fresh->variants);
        free(fresh);
        return false;
    }
    sym->kernel = kernel;
    recent.stub = stub;
    recent.sym = sym;
    return true;
}

static hd_block_fn *exact_code(void *user, struct hd_kernel_info *info) {
    struct hd_sym *sym = user;
    hd_front_lock();
    struct hd_diags diags = {.arena = hd_engine.arena};
    struct hd_kernel kernel = {0};
    hd_block_fn *runner = NULL;
    if (compile(&kernel, sym->func, false, &diags)) {
        runner = kernel.runner;
        *info = kernel.info;
        hd_unit_release(kernel.unit); // it stays until the cell has ended
    }
    hd_front_unlock();
    return runner;
}

bool hd_kernel_ordinary(struct hd_sym *sym, struct hd_cpu_launch *launch) {
    hd_front_lock();
    struct hd_diags diags = {.arena = hd_engine.arena};
    struct choice choice = {0};
    bool ok =
        sym->kernel &&
        ready(sym->kernel, sym->func, launch->grid, launch->block, true, false, &choice, &diags) &&
        !choice.info.yields;
    if (ok && choice.info.indirect) hd_code_device_stubs();
    hd_front_unlock();
    if (!ok) return false;
    launch->fn = choice.runner;
    launch->info = choice.info;
    launch->exact = choice.info.fibers ? NULL : exact_code;
    launch->exact_user = sym;
    launch->watch = NULL;
    launch->shared_hit = NULL;
    return true;
}

// The program learns of it by the next call that uses the device; people read it now.
static void lose_device(const struct hd_fault *fault) {
    static const struct {
        const char *kind;
        int code;
    } codes[] = {{"assertion failed", cudaErrorAssert},
                 {"trap", cudaErrorLaunchFailure},
                 {"stack overflow", cudaErrorLaunchFailure}};
    int code = cudaErrorIllegalAddress;
    for (int i = 0; i < HD_COUNT(codes); i++)
        if (strcmp(fault->kind, codes[i].kind) == 0) code = codes[i].code;
    hd_cudart_set_error(code);
    struct hd_fault explained = *fault; // what a cell's fault is told when the cell ends
    hd_cudart_explain(&explained);
    hd_front_lock();
    hd_report_loss(&explained, hd_cudaGetErrorName(code));
    hd_front_unlock();
}

// The compilation was stopped by an interrupt, which is on its way to this thread too.
static void leave_interrupted(void) {
    hd_front_unlock();
    for (int ms = 0; ms < 1000; ms++) {
        hd_rt_poll();
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    hd_front_lock();
}

// It may wait for the host, or comes behind one that does.
static void launch_later(const struct hd_sym *sym, const struct hd_cpu_launch *launch, void *stream,
                         bool alone) {
    const struct hd_func *func = sym->func;
    size_t sizes[1024];
    int n = func->nparams < HD_COUNT(sizes) ? func->nparams : HD_COUNT(sizes);
    for (int i = 0; i < n; i++) {
        const struct hd_type *type = func->type->params[i];
        sizes[i] = type->kind == HD_TY_REF ? sizeof(void *) : type->size;
    }
    hd_cpu_launch_later(launch, sizes, n, stream, alone);
}

// A block ends in the code that it begins with: one that is known to be long has full code made for
// it. The arguments are the program's memory, which may be none: not to be read with the lock.
static bool is_long(const struct hd_func *func, const uint32_t *grid, const uint32_t *block,
                    void **args) {
    if (!func->has_loop || !args) return false;
    hd_front_unlock();
    double turns = hd_gen_turns(func, args, grid, block);
    hd_front_lock();
    return turns * block[0] * block[1] * block[2] > LONG_BLOCK;
}

// The blocks of a kernel's clusters: what the launch says, or else its declaration.
static void take_cluster(const struct hd_sym *sym, uint32_t cluster[3]) {
    const struct hd_func *func =
        sym && sym->kind == SYM_FUNC && sym->func ? hd_device_func(sym->func) : NULL;
    bool said = hd_launch_cluster[0] && hd_launch_cluster[1] && hd_launch_cluster[2];
    memset(cluster, 0, 3 * sizeof *cluster);
    if (said || (func && func->cluster[0]))
        memcpy(cluster, said ? hd_launch_cluster : func->cluster, 3 * sizeof *cluster);
    if (cluster[0] * cluster[1] * cluster[2] == 1) memset(cluster, 0, 3 * sizeof *cluster);
    memset(hd_launch_cluster, 0, sizeof hd_launch_cluster);
}

// What follows no clusters refuses them. NULL: fine.
static const char *no_clusters(const uint32_t cluster[3], bool gpu, bool checked, bool stopped) {
    if (!cluster[0]) return NULL;
    return gpu       ? "clusters of several blocks run on the CPU only (`%device cpu`)"
           : checked ? "a kernel that runs in clusters is not checked: run it without `%check`"
           : stopped ? "a kernel that runs in clusters cannot be stepped"
                     : NULL;
}

static void launch_one(void *kernel_stub, const uint32_t *grid, const uint32_t *block,
                       size_t shared, void *stream, void **args, uint32_t loc,
                       struct hd_children *children) {
    void *native;
    if (hd_graph_captures(stream)) {
        bool cooperative = hd_launch_is_cooperative;
        hd_launch_is_cooperative = false;
        hd_graph_note_kernel(kernel_stub, grid, block, shared, args, cooperative, stream);
        return;
    }
    struct hd_gpu_device *device = hd_stream_device(stream, &native);
    if (device) {
        if (hd_engine.program_argv && hd_cudart_lost(false)) {
            hd_launch_is_cooperative = false;
            return;
        }
        uint32_t cluster[3];
        hd_front_lock();
        take_cluster(hd_stub_sym((uint64_t)kernel_stub), cluster);
        hd_front_unlock();
        const char *why = no_clusters(cluster, true, false, false);
        if (why) refuse("launch", loc, why);
        hd_gpu_rt_launch(device, native, (uint64_t)kernel_stub, grid, block, shared, args, loc);
        return;
    }
    bool program = hd_engine.program_argv != NULL;
    if (hd_cudart_lost(false)) {
        hd_launch_is_cooperative = false;
        return;
    }
    if (hd_check_on) hd_cpu_finish(NULL, false, true); // what is checked runs alone, on one worker
    hd_checked_uses_device();
    hd_front_lock();
    struct hd_diags diags = {.arena = hd_engine.arena, .stop = &hd_engine.interrupt_asked};
    struct choice choice = {0};
    if (!prepare((uint64_t)kernel_stub, grid, block, &choice, &diags)) {
        if (diags.stopped) leave_interrupted();
        if (diags.first) hd_report_diags(&diags);
        const char *name = hd_stub_name((uint64_t)kernel_stub);
        hd_front_unlock();
        char text[256];
        if (name)
            snprintf(text, sizeof text, "`%s` cannot be launched: it does not compile", name);
        else if (!kernel_stub)
            snprintf(text, sizeof text, "a null pointer to a kernel cannot be launched");
        else
            snprintf(text, sizeof text, "this pointer cannot be launched: it leads to no kernel");
        refuse("launch", loc, text);
    }
    if (!choice.full && is_long(hd_device_func(choice.sym->func), grid, block, args)) {
        struct choice full = {.sym = choice.sym};
        if (ready(full.sym->kernel, full.sym->func, grid, block, true, true, &full, &diags))
            choice = full;
    }
    if (diags.first) hd_report_diags(&diags);
    struct hd_sym *sym = choice.sym;
    if (choice.info.indirect) hd_code_device_stubs();
    uint32_t cluster[3];
    take_cluster(sym, cluster);
    const char *without = no_clusters(cluster, false, choice.checked, choice.twin);
    if (without) {
        hd_front_unlock();
        refuse("launch", loc, without);
    }
    struct hd_cpu_launch launch = {.name = sym->name,
                                   .fn = choice.runner,
                                   .info = choice.info,
                                   .dyn_shared = shared,
                                   .args = args};
    if (choice.checked) {
        hd_checked_code(choice.checked, &launch);
        choice.info = launch.info;
    } else if (choice.full && !choice.info.fibers) {
        launch.exact = exact_code;
        launch.exact_user = sym;
    }
    launch.children = children;
    if (choice.twin) {
        launch.exact = NULL;
        hd_debug_launch(choice.twin, sym, &launch, loc);
        choice.info = launch.info;
        if (choice.info.indirect) hd_code_device_stubs();
    }
    launch.cooperative = hd_launch_is_cooperative;
    hd_launch_is_cooperative = false; // also when this launch ends in a fault
    memcpy(launch.grid, grid, sizeof launch.grid);
    memcpy(launch.block, block, sizeof launch.block);
    memcpy(launch.cluster, cluster, sizeof launch.cluster);
    char why[512];
    bool valid = hd_launch_check(grid, block, shared, choice.info.static_shared, sym->name, why,
                                 sizeof why) &&
                 hd_launch_check_cluster(grid, launch.cluster, sym->name, why, sizeof why);
    if (choice.checked && valid) {
        launch.watch = hd_checked_begin(choice.checked, &launch, stream, loc);
        if (launch.info.indirect) hd_code_device_stubs();
    }
    struct hd_tier *tier = choice.full || !valid ? NULL : ask_for_full(sym, &launch);
    if (tier) {
        launch.better = &tier->better;
        atomic_fetch_add(&tier->users, 1);
        launch.exact = exact_code;
        launch.exact_user = sym;
    }
    hd_front_unlock();
    if (!valid) {
        if (program) { // it reads cudaGetLastError
            hd_check_launch_failed(loc, why, hd_cudaGetErrorName(hd_cudart_last_error()));
            return;
        }
        refuse("launch", loc, why);
    }
    bool alone = hd_cudart_stream_alone(stream);
    void *order = (uintptr_t)stream <= 1 ? NULL : stream; // both names of the default stream
    if (choice.info.launches)
        hd_cpu_finish(order, alone, false); // its children run when it has ended
    if (!choice.checked && !choice.twin && !choice.info.launches &&
        (choice.info.yields || hd_cpu_in_flight(order, alone, false))) {
        launch.lost = program ? lose_device : NULL;
        launch_later(sym, &launch, order, alone);
        return;
    }
    int64_t start = choice.full ? 0 : hd_now_ns();
    struct hd_fault fault = {0};
    struct hd_shared_hit shared_hit = {0};
    launch.shared_hit = &shared_hit;
    if (program) launch.survived = &fault;
    if (choice.twin) hd_cpu_finish(NULL, false, true);
    hd_cpu_launch(&launch);
    if (choice.twin && fault.kind && !strcmp(fault.kind, "again")) hd_guard_raise(&fault);
    if (choice.checked) hd_check_launch_end();
    if (choice.twin) hd_debug_launched();
    if (fault.kind) lose_device(&fault);
    hd_margins_launched(sym->func, args, loc, &shared_hit);
    if (tier) {
        hd_tier_withdraw(tier);
        atomic_fetch_sub(&tier->users, 1);
    }
    struct hd_kernel *kernel = sym->kernel;
    if (start && kernel) kernel->spent_ns += hd_now_ns() - start;
}

void hd_rt_launch(void *kernel, const uint32_t *grid, const uint32_t *block, size_t shared,
                  void *stream, void **args, uint32_t loc) {
    struct hd_children *children = hd_children_begin();
    launch_one(kernel, grid, block, shared, stream, args, loc, children);
    hd_children_run(children, launch_one, stream);
}
