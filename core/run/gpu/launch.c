// Launches on a GPU: from hd_rt_launch with a device to cuLaunchKernel.
//
//     code (compiled and loaded at the first launch) -> limits -> arguments -> variables -> launch
//     -> remember
//
// Arguments: a pointer into a variable of the session becomes one into its mirror (transfer.c),
// after its contents went there; GPU memory stays as it is; any other memory of the host is an
// error before the launch, for the GPU would only say "illegal address" afterwards. Pointers inside
// of structures that are passed by value count too.
//
// Most launches repeat an earlier one: same kernel, same pointers, and nothing was allocated,
// freed, or touched by the host since (hd_transfer_generation). Then the translated arguments of
// that one are used again: no lock is taken and nothing looked up. That is what makes a launch in a
// loop cost little more than cuLaunchKernel itself.
#include "run/gpu/gpu.h"
#include "array/array.h"
#include "run/cudart/cudart.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct pointer { // a pointer among the parameters
    int param;
    uint32_t offset;       // in the parameter
    bool changes;          // what it points to may be written
    bool handle;           // it is an array's, whose elements are meant
    uint64_t host, device; // the last launch's value, and what became of it
};
struct hd_gpu_slot {    // what launches of a kernel on a device need
    struct hd_sym *sym; // NULL: it is an array expression's
    const char *name;   // for messages, interned
    uint64_t stub;
    struct hd_gpu_kernel *kernel;
    int nparams, npointers;
    struct pointer *pointers;
    char **own; // parameters with pointers in them: our copy; NULL: the caller's is used
    uint32_t *sizes;
    uint64_t
        generation; // hd_transfer_generation when the pointers were translated; 0: translate anew
    uint64_t *var_addresses; // what was written to the module's slots
    uint32_t *var_versions;
    int stubs;    // calls through pointers: how many there were to know; else -1
    int settings; // %config's, that it was compiled with
};

#define STUBS 65536
static struct hd_gpu_slot *by_stub[STUBS]; // of the device that was last used for it
static HD_VEC(struct hd_gpu_slot *) slots;
static HD_VEC(struct hd_gpu_kernel *) unloading; // dropped while they may be running
static bool lost;                                // a context is: only a new engine helps
static bool refuses_ptx;                         // the driver does, when libNVVM made it

static int settings_now(void) {
    return hd_engine.options.fastmath | hd_engine.options.ftz << 1 | hd_engine.options.fmad << 2 |
           hd_engine.options.maxreg << 3;
}

// A kernel that calls through pointers knows the functions that pointers led to when it was
// compiled.
static bool is_current(const struct hd_gpu_slot *s) {
    return s->settings == settings_now() && (s->stubs < 0 || s->stubs == hd_store_stub_count());
}

// ---- streams that mean a device -----------------------------------------------------------------

struct hd_gpu_device *hd_stream_device(void *stream, void **native) {
    uintptr_t n = (uintptr_t)stream;
    *native = NULL;
    if (n == HD_STREAM_CPU) return NULL;
    if (n == HD_STREAM_GPU || (n >= HD_STREAM_GPU_0 && n < HD_STREAM_GPU_0 + HD_MAX_GPUS)) {
        struct hd_gpu_device *now = hd_device_current();
        if (n == HD_STREAM_GPU && now) return now;
        struct hd_buf why = {0};
        struct hd_gpu_device *device =
            hd_device_gpu(n == HD_STREAM_GPU ? 0 : (int)(n - HD_STREAM_GPU_0), &why);
        if (device) return device;
        struct hd_fault fault = {.kind = "launch"};
        snprintf(fault.message, sizeof fault.message, "no GPU for this launch: %s",
                 hd_buf_str(&why));
        hd_buf_finish(&why);
        hd_guard_raise(&fault);
    }
    if (n <= 2) {
        *native = stream;
        return hd_device_current();
    }
    return hd_cudart_stream_device(stream, native);
}

// ---- errors -------------------------------------------------------------------------------------

static const char *sentence(int error) {
    switch (error) {
    case HD_CU_ILLEGAL_ADDRESS: return "made an illegal memory access";
    case HD_CU_MISALIGNED: return "accessed memory at an address that its type's alignment forbids";
    case HD_CU_ASSERT: return "failed an assertion";
    case HD_CU_LAUNCH_TIMEOUT: return "ran longer than this GPU allows (it drives a display)";
    case HD_CU_LAUNCH_FAILED:
        return "ended with a trap (`__trap`, a stack overflow, or an internal error)";
    case 714: return "overflowed its stack (endless recursion, or large local arrays)";
    case 715: return "executed an illegal instruction (`__trap`, or a call through a wild pointer)";
    case 717: return "used an address in the wrong kind of memory";
    case 718: return "jumped to an address that is no code";
    default: return "failed";
    }
}

// The first failed assertion: "file:7: void k(int): block: [0,0,0], thread: [1,0,0] Assertion `x`
// failed."
static bool describe_assertion(struct hd_fault *fault) {
    const char *text = hd_gpu_assertions(), *end = strchr(text, '\n');
    const char *block = strstr(text, "block: ["), *thread = strstr(text, "thread: ["),
               *what = strstr(text, "Assertion `");
    unsigned b[3], t[3];
    if (!end || !block || !thread || !what || what > end) return false;
    if (sscanf(block, "block: [%u,%u,%u]", &b[0], &b[1], &b[2]) != 3) return false;
    if (sscanf(thread, "thread: [%u,%u,%u]", &t[0], &t[1], &t[2]) != 3) return false;
    int others = 0;
    for (const char *p = end + 1; (p = strstr(p, "Assertion `")); p++) others++;
    what += strlen("Assertion ");
    const char *close = memmem(what, (size_t)(end - what), "` failed", 8);
    int len = close ? (int)(close + 1 - what) : 0;
    const char *colon = memchr(text, ':', (size_t)(end - text));
    int name = colon ? (int)(colon - text) : 0, line = colon ? atoi(colon + 1) : 0;
    snprintf(fault->message, sizeof fault->message, "assertion %.*s failed at %.*s:%d", len, what,
             name, text, line);
    if (others)
        snprintf(fault->message + strlen(fault->message),
                 sizeof fault->message - strlen(fault->message), " (and in %d more thread%s)",
                 others, others > 1 ? "s" : "");
    memcpy(fault->block, b, sizeof b);
    memcpy(fault->thread, t, sizeof t);
    fault->in_kernel = fault->has_thread = true;
    fault->kind = "assertion failed";
    return true;
}

static const char *shape(const uint32_t dims[3], char *out, size_t n) {
    if (dims[1] == 1 && dims[2] == 1)
        snprintf(out, n, "%u", dims[0]);
    else
        snprintf(out, n, "dim3(%u, %u, %u)", dims[0], dims[1], dims[2]);
    return out;
}

static void add(struct hd_fault *fault, const char *fmt, ...) HD_PRINTF(2, 3);
static void add(struct hd_fault *fault, const char *fmt, ...) {
    size_t len = strlen(fault->message);
    va_list args;
    va_start(args, fmt);
    vsnprintf(fault->message + len, sizeof fault->message - len, fmt, args);
    va_end(args);
}

void hd_gpu_describe_loss(struct hd_fault *fault, int error, struct hd_gpu_device *device) {
    struct hd_gpu_blame who;
    char grid[48], block[48];
    bool known = hd_gpu_find_blame(&who), waiting = error == HD_CU_NOT_READY;
    memset(fault, 0, sizeof *fault);
    fault->kind = waiting ? "interrupted" : "GPU fault";
    lost = true;
    if (known) fault->loc = who.loc;
    if (known && who.device) device = who.device;
    if (error == HD_CU_ASSERT && !*hd_gpu_assertions())
        hd_gpu_sync(device, NULL, true, NULL, NULL); // makes the driver tell
    if (error == HD_CU_ASSERT && describe_assertion(fault)) {
        if (known) add(fault, ", in the kernel `%s`", who.kernel);
        return;
    }
    if (waiting && known)
        add(fault,
            "interrupted: the kernel `%s` was still running on the GPU, and only ending the engine stops it",
            who.kernel);
    else if (waiting)
        add(fault, "interrupted while the GPU was busy, which only ending the engine stops");
    else if (known)
        add(fault, "the kernel `%s` %s on gpu:%d, launched as <<<%s, %s>>>", who.kernel,
            sentence(error), device->number, shape(who.grid, grid, sizeof grid),
            shape(who.block, block, sizeof block));
    else
        add(fault, "a kernel %s on gpu:%d", sentence(error), device->number);
    if (known && !waiting && who.launches > 1)
        add(fault, " (one of the last %d launches there)", who.launches);
    if (known && who.others) add(fault, "; or it was %s", who.others_text);
    if (!waiting) add(fault, " (%s)", hd_gpu_error_name(error));
}

// Ends the engine; the client starts another one and restores the session.
static _Noreturn void end_engine(struct hd_fault *fault) {
    if (hd_engine.socket < 0) {
        hd_report_fault(fault);
        fflush(NULL);
        _exit(1);
    }
    hd_report_dying(fault);
    _exit(70);
}

int hd_gpu_failed(int error, struct hd_gpu_device *device, const char *what, hd_loc loc) {
    struct hd_fault fault = {.kind = "launch", .loc = loc};
    bool program = hd_engine.program_argv != NULL, ended = hd_gpu_error_is_sticky(error),
         waiting = error == HD_CU_NOT_READY;
    if (ended || waiting) {
        bool first = !lost;
        hd_gpu_describe_loss(&fault, error, device);
        if (program && !waiting) { // it reads the error, as it would elsewhere
            if (first) hd_cudart_notice("%s", fault.message);
            hd_cudart_set_error(error);
            return hd_cudart_lost(true);
        }
        if (hd_guard_running()) hd_guard_raise_fatal(&fault);
        end_engine(&fault);
    }
    struct hd_buf why = {0};
    hd_gpu_explain(&why, error, what);
    snprintf(fault.message, sizeof fault.message, "%s", hd_buf_str(&why));
    hd_buf_finish(&why);
    hd_cudart_set_error(error);
    if (program || !loc) {
        hd_cudart_notice("%s", fault.message);
        return error;
    }
    hd_guard_raise(&fault);
}

static _Noreturn void refuse(hd_loc loc, const char *fmt, ...) HD_PRINTF(2, 3);
static _Noreturn void refuse(hd_loc loc, const char *fmt, ...) {
    struct hd_fault fault = {.kind = "launch", .loc = loc};
    va_list args;
    va_start(args, fmt);
    vsnprintf(fault.message, sizeof fault.message, fmt, args);
    va_end(args);
    hd_guard_raise(&fault);
}

// ---- waiting ------------------------------------------------------------------------------------

static struct {
    int64_t asked;
} patience;

static bool poll_interrupt(void *user) {
    (void)user;
    if (!hd_guard_interrupted()) return true;
    if (!patience.asked) patience.asked = hd_now_ns();
    return hd_now_ns() - patience.asked < 200000000; // what ends by itself does not cost the engine
}

static void say_lost_output(void) {
    if (hd_gpu_printf_lost())
        hd_notice(
            "some of what kernels printed is lost: more than fits in the buffer came at once; print less, or begin the "
            "session with cudaDeviceSetLimit(cudaLimitPrintfFifoSize, bytes)");
}

int hd_gpu_finish(void *native, struct hd_gpu_device *device, bool all) {
    patience.asked = 0;
    int error = hd_gpu_sync(device, native, all, poll_interrupt, NULL);
    if (!error) say_lost_output();
    if (!error && patience.asked) hd_rt_poll();
    return error;
}

int hd_gpu_settle(struct hd_gpu_device *device) {
    patience.asked = 0;
    return hd_gpu_flights() ? hd_gpu_sync(device, NULL, true, poll_interrupt, NULL) : 0;
}

int hd_gpu_finish_event(void *event) {
    patience.asked = 0;
    int64_t start = hd_now_ns();
    for (;;) {
        int error = hd_cu.cuEventQuery(event);
        if (error != HD_CU_NOT_READY) return error;
        if (hd_now_ns() - start < 100000) continue;
        if (!poll_interrupt(NULL)) return error;
        struct timespec pause = {.tv_nsec = 20000};
        nanosleep(&pause, NULL);
    }
}

static int64_t deadline;

static bool poll_deadline(void *user) {
    (void)user;
    return hd_now_ns() < deadline;
}

void hd_gpu_wait_all(void) {
    for (int i = 0; i < hd_gpu.ndevices && hd_gpu_flights(); i++) {
        struct hd_gpu_device *device = &hd_gpu.devices[i];
        int error = device->context ? hd_gpu_finish(NULL, device, true) : 0;
        if (error) hd_gpu_failed(error, device, "waiting for the GPU", 0);
    }
}

void hd_gpu_cell_ends(bool early) {
    if (hd_gpu_flights() == 0 && !lost) {
        for (int i = 0; i < unloading.n; i++) hd_gpu_unload(unloading.v[i]);
        unloading.n = 0;
        return;
    }
    for (int i = 0; i < hd_gpu.ndevices; i++) {
        struct hd_gpu_device *device = &hd_gpu.devices[i];
        if (!device->context || !hd_gpu_flights()) continue;
        deadline = hd_now_ns() + 300000000;
        int error = hd_gpu_sync(device, NULL, true, early ? poll_deadline : NULL, NULL);
        if (!error)
            say_lost_output();
        else
            hd_gpu_failed(error, device, "waiting for the GPU", 0);
    }
    // A program has seen the error, and goes on to its end; the session needs a new engine.
    if (lost && hd_engine.socket >= 0 && !hd_engine.program_argv) {
        struct hd_fault fault = {.kind = "GPU fault"};
        snprintf(fault.message, sizeof fault.message,
                 "an error on the GPU ended the program's context");
        end_engine(&fault);
    }
}

// ---- code ---------------------------------------------------------------------------------------

static void find_pointers(struct hd_gpu_slot *s, const struct hd_type *type, int param,
                          uint32_t offset, int depth) {
    if (depth > HD_MOST_LEVELS) return;
    bool handle = type->kind == HD_TY_NDARRAY;
    if (handle || type->kind == HD_TY_PTR || type->kind == HD_TY_REF) {
        if (type->base && type->base->kind == HD_TY_FUNC) return;
        bool changes = !type->base || !(type->base->quals & Q_CONST);
        s->pointers = realloc(s->pointers, sizeof *s->pointers * (size_t)(s->npointers + 1));
        s->pointers[s->npointers++] = (struct pointer){
            .param = param, .offset = offset, .changes = changes, .handle = handle, .host = 1};
    } else if (type->kind == HD_TY_ARRAY) {
        for (int64_t i = 0; i < type->len && i < 4096; i++)
            find_pointers(s, type->base, param, offset + (uint32_t)((uint64_t)i * type->base->size),
                          depth + 1);
    } else if (type->kind == HD_TY_RECORD && !type->record->is_union) {
        for (int i = 0; i < type->record->nfields; i++)
            if (!type->record->fields[i].is_bits)
                find_pointers(s, type->record->fields[i].type, param,
                              offset + (uint32_t)type->record->fields[i].offset, depth + 1);
    }
}

static struct hd_gpu_slot *make_slot(const struct hd_func *func, const char *name,
                                     struct hd_gpu_kernel *kernel) {
    struct hd_gpu_slot *s = hd_xcalloc(1, sizeof *s);
    const struct hd_type *type = func->type;
    *s = (struct hd_gpu_slot){.name = name, .kernel = kernel, .nparams = type->nparams};
    s->settings = settings_now();
    s->stubs = kernel->code->indirect ? hd_store_stub_count() : -1;
    s->own = hd_xcalloc((size_t)s->nparams + 1, sizeof *s->own);
    s->sizes = hd_xcalloc((size_t)s->nparams + 1, sizeof *s->sizes);
    for (int i = 0; i < s->nparams; i++) {
        const struct hd_type *param = type->params[i];
        int before = s->npointers;
        s->sizes[i] = param->kind == HD_TY_REF ? 8 : (uint32_t)param->size;
        find_pointers(s, param, i, 0, 0);
        if (s->npointers > before) s->own[i] = hd_xcalloc(1, s->sizes[i] + 8u);
    }
    s->var_addresses = hd_xcalloc((size_t)kernel->code->nvars + 1, sizeof *s->var_addresses);
    s->var_versions = hd_xcalloc((size_t)kernel->code->nvars + 1, sizeof *s->var_versions);
    return s;
}

static void destroy_slot(struct hd_gpu_slot *s) {
    HD_XPUSH(&unloading, s->kernel); // it may be running
    for (int k = 0; k < s->nparams; k++) free(s->own[k]);
    free(s->own), free(s->sizes), free(s->pointers), free(s->var_addresses), free(s->var_versions),
        free(s);
}

static void drop_slot(int i) {
    struct hd_gpu_slot *s = slots.v[i];
    slots.v[i] = slots.v[--slots.n];
    uint64_t index = (s->stub - HD_STORE_BASE) / 16;
    if (index < STUBS && by_stub[index] == s) by_stub[index] = NULL;
    destroy_slot(s);
}

bool hd_gpu_launch_has(const struct hd_sym *sym) {
    for (int i = 0; i < slots.n; i++)
        if (slots.v[i]->sym == sym) return true;
    return false;
}

void hd_gpu_launch_drop(struct hd_sym *sym) {
    for (int i = slots.n - 1; i >= 0; i--)
        if (slots.v[i]->sym == sym) drop_slot(i);
}

static void options_for(struct hd_gpu_device *device, struct hd_gpu_options *options) {
    *options = (struct hd_gpu_options){0};
    options->arch = device->major * 10 + device->minor;
    options->max_ptx = hd_gpu_ptx_version();
    options->lineinfo = true;
    options->fast_math = hd_engine.options.fastmath;
    options->ftz = hd_engine.options.ftz;
    options->no_fma = !hd_engine.options.fmad;
    options->maxrregcount = hd_engine.options.maxreg;
}

static struct hd_gpu_slot *slot_of(struct hd_sym *sym, struct hd_gpu_device *device) {
    for (int i = 0; i < slots.n; i++) {
        if (slots.v[i]->sym != sym || slots.v[i]->kernel->device != device) continue;
        if (is_current(slots.v[i])) return slots.v[i];
        drop_slot(i--);
    }
    return NULL;
}

// The toolkit is newer than the driver: LLVM's own back end makes older PTX. Said once.
static void say_older(void) {
    static bool said;
    if (!said && hd_gpu_toolkit()->libnvvm)
        hd_notice(
            "the driver (CUDA %d.%d) does not take the PTX of %s: kernels are compiled by LLVM's own back end; update the "
            "driver, or choose an older toolkit with CUDA_HOME",
            hd_gpu.version / 1000, hd_gpu.version / 10 % 100, hd_gpu_toolkit()->libnvvm);
    said = true;
}

static struct hd_gpu_kernel *load(struct hd_func *func, struct hd_gpu_device *device,
                                  struct hd_diags *diags, struct hd_buf *why, int *error) {
    struct hd_gpu_options options;
    struct hd_gpu_kernel *kernel = NULL;
    for (bool again = true; again;) {
        options_for(device, &options);
        if (refuses_ptx) options.backend = HD_GPU_LLVM;
        struct hd_gpu_code *code = hd_code_gpu(func, &options, diags);
        if (!code) return NULL;
        bool by_llvm = code->backend == HD_GPU_LLVM;
        if (by_llvm) say_older();
        kernel = hd_gpu_load(device, code, error, why);
        again = *error == HD_CU_UNSUPPORTED_PTX && !by_llvm;
        if (again) refuses_ptx = true, why->len = 0;
    }
    return kernel;
}

static struct hd_gpu_slot *compile(struct hd_func *func, const char *name,
                                   struct hd_gpu_device *device, struct hd_diags *diags,
                                   struct hd_buf *why) {
    int64_t start = hd_now_ns();
    int error = 0;
    struct hd_gpu_kernel *kernel = load(func, device, diags, why, &error);
    hd_engine.compile_ns += hd_now_ns() - start;
    if (error && hd_gpu_error_is_sticky(error)) {
        hd_front_unlock();
        hd_gpu_failed(error, device, "loading a kernel", 0);
        hd_front_lock();
    }
    return kernel ? make_slot(func, name, kernel) : NULL;
}

// The kernel behind the stub, up to date and with code. NULL: reported, or why says it.
static struct hd_gpu_slot *prepare(uint64_t stub, struct hd_gpu_device *device,
                                   struct hd_diags *diags, struct hd_buf *why) {
    struct hd_sym *sym = hd_stub_sym(stub);
    if (!sym) return NULL;
    if (sym->def && sym->def->stale && !hd_def_refresh(hd_front_of(sym->def), sym->def, diags))
        return NULL;
    sym = hd_sym_current(sym);
    struct hd_gpu_slot *s = slot_of(sym, device);
    if (s) return s;
    struct hd_func *func = sym->kind == SYM_FUNC ? sym->func : NULL;
    if (!func || !func->is_kernel) return NULL;
    if (!func->body && !hd_func_body(func->front, func, diags)) return NULL;
    s = compile(func, sym->name, device, diags, why);
    if (!s) return NULL;
    s->sym = sym;
    s->stub = stub;
    HD_XPUSH(&slots, s);
    return s;
}

struct hd_gpu_kernel *hd_gpu_kernel_of(struct hd_sym *sym, struct hd_gpu_device *device,
                                       struct hd_diags *diags, struct hd_buf *why) {
    struct hd_gpu_slot *s = prepare(hd_stub_for(sym, false), device, diags, why);
    return s ? s->kernel : NULL;
}

// Threads of the host launch one after the other: a slot has one copy of the parameters, and the
// transfers that a launch needs are one plan. Not held while anything is waited for.
static pthread_mutex_t launching = PTHREAD_MUTEX_INITIALIZER;

// Without success the lock is given back.
static void check_limits(const struct hd_gpu_slot *s, const uint32_t *grid, const uint32_t *block,
                         size_t shared, hd_loc loc, bool *ok) {
    char why[512];
    const struct hd_gpu_kernel *k = s->kernel;
    size_t fixed = (size_t)k->static_shared;
    bool fits = shared + fixed <= (size_t)k->device->shared_optin; // or: more than can be allowed
    *ok =
        hd_launch_check(grid, block, fits ? shared : 0, fits ? fixed : 0, s->name, why, sizeof why);
    if (*ok && !fits) {
        snprintf(
            why, sizeof why,
            "`%s` needs %zu bytes of shared memory a block (%d static, %zu dynamic), and this GPU has %d",
            s->name, shared + (size_t)k->static_shared, k->static_shared, shared,
            k->device->shared_optin);
        hd_cudart_set_error(cudaErrorInvalidValue);
        *ok = false;
    } else if (*ok && (uint64_t)block[0] * block[1] * block[2] > (uint64_t)k->max_threads) {
        snprintf(
            why, sizeof why,
            "`%s` can run with at most %d threads a block here (it uses %d registers), and this launch "
            "has %llu; use smaller blocks, or __launch_bounds__",
            s->name, k->max_threads, k->registers,
            (unsigned long long)block[0] * block[1] * block[2]);
        hd_cudart_set_error(701);
        *ok = false;
    }
    if (*ok) return;
    hd_transfer_cancel();
    pthread_mutex_unlock(&launching);
    if (!hd_engine.program_argv) refuse(loc, "%s", why);
}

// ---- arguments and variables --------------------------------------------------------------------

struct gather { // one launch's
    struct hd_gpu_slot *s;
    struct hd_gpu_device *device;
    hd_loc loc;
    bool lasting; // nothing has to be looked at again until something changes
    char problem[512];
    int error; // a CUresult
};

static void host_pointer(struct gather *g, int param, uint64_t value, const char *what) {
    snprintf(
        g->problem, sizeof g->problem,
        "argument %d of `%s` points to %s (0x%llx), which the GPU cannot reach; use a top-level array, cudaMallocManaged, or "
        "cudaMalloc and cudaMemcpy; or run it on the CPU with <<<..., 0, cpu>>>",
        param + 1, g->s->name, what, (unsigned long long)value);
}

static bool allow_peer(struct gather *g, int number) {
    if (!hd_cu.cuCtxEnablePeerAccess) return false;
    for (int i = 0; i < hd_gpu.ndevices; i++) {
        struct hd_gpu_device *other = &hd_gpu.devices[i];
        if (other->number != number) continue;
        if (!other->context) return false;
        int error = hd_cu.cuCtxEnablePeerAccess(other->context, 0);
        return error == 0 || error == 704; // it was before
    }
    (void)g;
    return false;
}

static uint64_t translate(struct gather *g, const struct pointer *p, uint64_t value) {
    if (!value) return 0;
    if (hd_store_contains(value) && !hd_store_is_variable(value)) {
        if (hd_store_is_literal(value)) host_pointer(g, p->param, value, "a string literal");
        return value; // a stub: a function pointer in disguise
    }
    struct hd_mirror *m = hd_transfer_find(value);
    if (m) {
        if (!hd_transfer_is_lasting(m)) g->lasting = false;
        uint64_t at = hd_transfer_to(m, g->device, p->changes, g->s->name, g->loc, &g->error);
        return at ? at + (value - hd_transfer_base(m)) : 0;
    }
    struct memory mem;
    char byte;
    hd_cudart_find(value, &mem);
    if (mem.gpu && !mem.freed) {
        if (mem.gpu - 1 != g->device->number && mem.kind == MEMORY_DEVICE &&
            !allow_peer(g, mem.gpu - 1))
            snprintf(
                g->problem, sizeof g->problem,
                "argument %d of `%s` points to memory of gpu:%d, which gpu:%d cannot reach; copy it with cudaMemcpyPeer",
                p->param + 1, g->s->name, mem.gpu - 1, g->device->number);
        return value;
    }
    if (mem.gpu && mem.freed)
        snprintf(g->problem, sizeof g->problem,
                 "argument %d of `%s` points to %zu bytes of device memory that were freed",
                 p->param + 1, g->s->name, mem.size);
    else if (mem.nowhere)
        host_pointer(g, p->param, value, "memory of the CPU that is in no allocation");
    else if (hd_guard_read((const void *)value, &byte, 1))
        host_pointer(g, p->param, value, "memory of the host");
    return value; // whatever it is, the GPU will tell
}

static uint64_t translate_handle(struct gather *g, const struct pointer *p, uint64_t value) {
    struct hd_array a;
    if (!value) {
        snprintf(
            g->problem, sizeof g->problem,
            "argument %d of `%s` is an array variable that has no array yet: give it one, as in "
            "`a = zeros(10)`",
            p->param + 1, g->s->name);
        return 0;
    }
    if (!hd_guard_read((const void *)value, &a, sizeof a)) return value;
    a.data = (char *)(uintptr_t)translate(g, p, (uint64_t)(uintptr_t)a.data);
    return g->error || g->problem[0] ? 0 : hd_handle_to(g->device, &a, &g->error);
}

static void gather_arguments(struct gather *g, void **args) {
    struct hd_gpu_slot *s = g->s;
    for (int i = 0; i < s->npointers && !g->error && !g->problem[0]; i++) {
        struct pointer *p = &s->pointers[i];
        if (i == 0 || s->pointers[i - 1].param != p->param)
            memcpy(s->own[p->param], args[p->param], s->sizes[p->param]);
        memcpy(&p->host, s->own[p->param] + p->offset, 8);
        p->device = p->handle ? translate_handle(g, p, p->host) : translate(g, p, p->host);
        memcpy(s->own[p->param] + p->offset, &p->device, 8);
    }
}

// Into the module's memory, and there before any stream's kernel reads it.
static int put(struct gather *g, uint64_t to, const void *from, size_t size) {
    int error = hd_gpu_settle(g->device);
    if (!error) error = hd_cu.cuMemcpyHtoD(to, from, size);
    return error ? error : hd_cu.cuStreamSynchronize(NULL);
}

static void gather_variable(struct gather *g, int i) {
    struct hd_gpu_slot *s = g->s;
    const struct hd_gpu_var *var = &s->kernel->code->vars[i];
    uint64_t addr = hd_var_place(var->sym);
    struct hd_mirror *m = addr ? hd_transfer_find(addr) : NULL;
    if (!m) {
        snprintf(g->problem, sizeof g->problem,
                 "`%s` uses the variable `%s`, which has no place in memory", s->name,
                 var->sym->name ? var->sym->name : "?");
        return;
    }
    if (!hd_transfer_is_lasting(m)) g->lasting = false;
    if (var->kind == HD_GPU_VAR_CONSTANT) {
        uint32_t version;
        int64_t start = hd_now_ns();
        const void *contents = hd_transfer_constant(m, &version);
        if (version == s->var_versions[i]) return;
        g->error = put(g, s->kernel->vars[i], contents, var->size);
        if (!g->error) hd_transfer_constant_sent(m, s->name, g->loc, start);
        s->var_versions[i] = version;
        return;
    }
    bool changes = !(var->sym->type->quals & Q_CONST);
    uint64_t at = hd_transfer_to(m, g->device, changes, s->name, g->loc, &g->error);
    if (g->error || at == s->var_addresses[i]) return;
    g->error = put(g, s->kernel->vars[i], &at, sizeof at);
    s->var_addresses[i] = at;
}

// ---- the launch ---------------------------------------------------------------------------------

// Launches between hd_gpu_timing_begin and _end, for %time and %timeit.
static struct {
    bool on, each;
    int64_t launches;
    double ms;
    struct hd_gpu_device *device; // of the events
    void *begin, *end;
} timing;

static bool timing_events(struct hd_gpu_device *device) {
    if (timing.begin && timing.device == device) return true;
    timing.device = device;
    timing.begin = timing.end = NULL; // another device's are left to its context
    return hd_cu.cuEventCreate(&timing.begin, 0) == 0 && hd_cu.cuEventCreate(&timing.end, 0) == 0;
}

static int timed_launch(struct hd_gpu_kernel *k, const uint32_t *grid, const uint32_t *block,
                        size_t shared, void *native, void **parameters, bool cooperative) {
    timing.launches++;
    bool events = timing_events(k->device) && timing.each;
    if (events) hd_cu.cuEventRecord(timing.begin, native);
    int error = hd_gpu_launch(k, grid, block, shared, native, parameters, cooperative);
    if (error || !events) return error;
    hd_cu.cuEventRecord(timing.end, native);
    error = hd_gpu_finish_event(timing.end);
    float ms = 0;
    if (!error && hd_cu.cuEventElapsedTime(&ms, timing.begin, timing.end) == 0)
        timing.ms += (double)ms;
    return error;
}

void hd_gpu_timing_begin(bool each) {
    timing.on = true;
    timing.each = each;
    timing.launches = 0;
    timing.ms = 0;
}

bool hd_gpu_timing_end(struct hd_gpu_timing *out) {
    timing.on = false;
    *out = (struct hd_gpu_timing){.launches = timing.launches, .kernel_ms = timing.ms};
    return timing.launches > 0;
}

void hd_gpu_timing_mark(void) {
    struct hd_gpu_device *device = hd_device_current();
    timing.launches = 0;
    if (!device || !hd_gpu_use(device) || !timing_events(device)) return;
    hd_gpu_finish(NULL, device, true);
    hd_cu.cuEventRecord(timing.begin, NULL);
}

double hd_gpu_timing_since(void) {
    float ms = 0;
    if (!timing.launches || !timing.begin || !hd_gpu_use(timing.device)) return -1;
    if (hd_cu.cuEventRecord(timing.end, NULL)) return -1;
    int error = hd_gpu_finish(NULL, timing.device, true);
    if (error) hd_gpu_failed(error, timing.device, "timing", 0);
    return hd_cu.cuEventElapsedTime(&ms, timing.begin, timing.end) ? -1 : (double)ms;
}

static int go(struct hd_gpu_slot *s, void *native, const uint32_t *grid, const uint32_t *block,
              size_t shared, void **args, hd_loc loc) {
    struct hd_gpu_kernel *k = s->kernel;
    void *parameters[s->nparams + 1];
    for (int i = 0; i < s->nparams; i++) parameters[i] = s->own[i] ? s->own[i] : args[i];
    bool cooperative = hd_launch_is_cooperative;
    hd_launch_is_cooperative = false;
    hd_gpu_flight(k->device, native, s->name, loc, grid, block, k);
    if (__builtin_expect(timing.on, 0))
        return timed_launch(k, grid, block, shared, native, parameters, cooperative);
    return hd_gpu_launch(k, grid, block, shared, native, parameters, cooperative);
}

static void too_large(const struct hd_gpu_slot *s, const uint32_t *grid, const uint32_t *block,
                      size_t shared, hd_loc loc) {
    char why[512], most[64] = "fewer blocks";
    int blocks = hd_gpu_most_blocks(s->kernel, block, shared);
    if (blocks >= 0)
        snprintf(most, sizeof most, "%d block%s of %u threads", blocks, blocks == 1 ? "" : "s",
                 block[0] * block[1] * block[2]);
    snprintf(
        why, sizeof why,
        "`%s` is launched cooperatively, so all of its blocks have to be on the GPU at once: %s fit there, and "
        "this launch has %llu; use fewer blocks, and let each thread do more in a loop",
        s->name, most, (unsigned long long)grid[0] * grid[1] * grid[2]);
    hd_cudart_set_error(HD_CU_COOPERATIVE_TOO_LARGE);
    if (!hd_engine.program_argv) refuse(loc, "%s", why);
    hd_cudart_notice("%s", why);
}

static void after(struct hd_gpu_slot *s, int error, void *native, hd_loc loc) {
    if (error) {
        hd_gpu_failed(error, s->kernel->device,
                      hd_printf(hd_engine.arena, "launching `%s`", s->name), loc);
        return;
    }
    if (!hd_transfer_wants_fetch()) return;
    error = hd_gpu_finish(native, s->kernel->device, false);
    if (!error) error = hd_transfer_fetch();
    if (error) hd_gpu_failed(error, s->kernel->device, "fetching what the kernel has written", loc);
}

static void gather(struct gather *g, void **args) {
    struct hd_gpu_slot *s = g->s;
    s->generation = 0;
    gather_arguments(g, args);
    for (int i = 0; i < s->kernel->code->nvars && !g->error && !g->problem[0]; i++)
        gather_variable(g, i);
    if (g->error || g->problem[0]) hd_transfer_cancel();
    if (g->lasting && !g->error && !g->problem[0]) s->generation = hd_transfer_generation;
}

static bool as_before(const struct hd_gpu_slot *s, void **args) {
    if (s->generation != hd_transfer_generation) return false;
    for (int i = 0; i < s->npointers; i++) {
        const struct pointer *p = &s->pointers[i];
        uint64_t value;
        memcpy(&value, (char *)args[p->param] + p->offset, 8);
        if (value != p->host) return false;
    }
    // What lies around pointers in structures may differ: they are few, so look.
    for (int i = 0; i < s->nparams; i++)
        if (s->own[i] && s->sizes[i] > 8) return false;
    return true;
}

static inline bool within(const struct hd_gpu_kernel *k, const uint32_t *grid,
                          const uint32_t *block, size_t shared) {
    uint64_t threads = (uint64_t)block[0] * block[1] * block[2];
    return threads && threads <= (uint64_t)k->max_threads && block[2] <= 64 && grid[0] && grid[1] &&
           grid[2] && grid[0] <= 0x7fffffff && grid[1] <= 65535 && grid[2] <= 65535 &&
           shared <= (size_t)k->dynamic_allowed;
}

// Launches, gives the lock back, and tells what went wrong.
static void go_and_tell(struct hd_gpu_slot *s, void *native, const uint32_t *grid,
                        const uint32_t *block, size_t shared, void **args, hd_loc loc) {
    int error = go(s, native, grid, block, shared, args, loc);
    pthread_mutex_unlock(&launching);
    if (error == HD_CU_COOPERATIVE_TOO_LARGE)
        too_large(s, grid, block, shared, loc);
    else
        after(s, error, native, loc);
}

static _Noreturn void cannot(uint64_t stub, hd_loc loc, struct hd_diags *diags,
                             struct hd_buf *why) {
    const char *name = hd_stub_name(stub);
    if (diags->first) hd_report_diags(diags);
    char text[512];
    if (why->len)
        snprintf(text, sizeof text, "%s", hd_buf_str(why));
    else if (name)
        snprintf(text, sizeof text, "`%s` cannot be launched: it does not compile for the GPU",
                 name);
    else if (!stub)
        snprintf(text, sizeof text, "a null pointer to a kernel cannot be launched");
    else
        snprintf(text, sizeof text, "this pointer cannot be launched: it leads to no kernel");
    hd_buf_finish(why);
    hd_front_unlock();
    refuse(loc, "%s", text);
}

void hd_gpu_rt_launch(struct hd_gpu_device *device, void *native, uint64_t stub,
                      const uint32_t *grid, const uint32_t *block, size_t shared, void **args,
                      uint32_t loc) {
    uint64_t index = (stub - HD_STORE_BASE) / 16;
    pthread_mutex_lock(&launching);
    struct hd_gpu_slot *s = stub >= HD_STORE_BASE && index < STUBS ? by_stub[index] : NULL;
    if (s && s->kernel->device == device && is_current(s) && as_before(s, args) &&
        within(s->kernel, grid, block, shared) && hd_gpu_use(device)) {
        go_and_tell(s, native, grid, block, shared, args, loc);
        return;
    }
    pthread_mutex_unlock(&launching);
    hd_front_lock();
    struct hd_diags diags = {.arena = hd_engine.arena};
    struct hd_buf why = {0};
    if (!hd_gpu_use(device)) hd_buf_puts(&why, device->problem);
    s = why.len ? NULL : prepare(stub, device, &diags, &why);
    if (!s) cannot(stub, loc, &diags, &why);
    by_stub[index] = s;
    struct gather g = {.s = s, .device = device, .loc = loc, .lasting = true};
    pthread_mutex_lock(&launching);
    hd_transfer_begin();
    gather(&g, args);
    hd_front_unlock();
    bool valid = !g.problem[0];
    if (valid) check_limits(s, grid, block, shared, loc, &valid);
    if (valid && !g.error) {
        go_and_tell(s, native, grid, block, shared, args, loc);
        return;
    }
    if (valid || g.problem[0]) pthread_mutex_unlock(&launching);
    if (g.problem[0]) refuse(loc, "%s", g.problem);
    if (valid) hd_gpu_failed(g.error, device, "sending the kernel's data to the GPU", loc);
}

// ---- kernels without a name ---------------------------------------------------------------------

struct hd_gpu_slot *hd_gpu_own_make(struct hd_func *func, const char *name,
                                    struct hd_gpu_device *device, struct hd_diags *diags,
                                    struct hd_buf *why) {
    return hd_gpu_use(device) ? compile(func, hd_intern_str(name), device, diags, why) : NULL;
}

bool hd_gpu_own_fits(const struct hd_gpu_slot *s, const struct hd_gpu_device *device) {
    return s->kernel->device == device && is_current(s);
}

void hd_gpu_own_destroy(struct hd_gpu_slot *s) {
    if (s) destroy_slot(s);
}

bool hd_gpu_own_launch(struct hd_gpu_slot *s, const uint32_t *grid, const uint32_t *block,
                       void **args, uint64_t fresh, uint64_t reads, hd_loc loc,
                       struct hd_buf *why) {
    struct hd_gpu_device *device = s->kernel->device;
    struct gather g = {.s = s, .device = device, .loc = loc, .lasting = true};
    if (!hd_gpu_use(device)) return hd_buf_puts(why, device->problem), false;
    if (!within(s->kernel, grid, block, 0))
        return hd_buf_puts(why, "it needs more registers than the GPU has"), false;
    hd_front_lock();
    pthread_mutex_lock(&launching);
    hd_transfer_begin();
    if (fresh) hd_transfer_fresh(fresh, device);
    for (int i = 0; i < s->npointers; i++)
        if (i < 64 && reads >> i & 1) s->pointers[i].changes = false;
    gather(&g, args);
    hd_front_unlock();
    if (!g.problem[0] && !g.error) {
        go_and_tell(s, NULL, grid, block, 0, args, loc);
        return true;
    }
    pthread_mutex_unlock(&launching);
    if (g.problem[0]) return hd_buf_puts(why, g.problem), false;
    hd_gpu_failed(g.error, device, "sending the elements of arrays to the GPU", loc);
    return true;
}
