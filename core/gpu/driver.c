// The CUDA driver: found, opened, its functions by name and version (driver.def), its devices,
// their contexts.
//
// A machine without a GPU must not pay for this, and one with a GPU must not wait: hd_gpu_start
// looks for the device files only (a few microseconds) and, if there are any, starts a thread that
// opens libcuda.so.1 and calls cuInit, which takes 0.1 to 2 seconds. Contexts (0.2 s more) are made
// when a device is first used, except for the one that a session starts on, which that thread makes
// as well.
//
// HEDDLE_CUDA_DRIVER names another library to open instead (tests bring a stand-in); empty: none,
// as if there were no GPU. Contexts are the primary ones, which libraries like cuBLAS use too.
//
// Example: hd_gpu_start(); ... if (hd_gpu_wait() && hd_gpu_use(&hd_gpu.devices[0]))
// hd_cu.cuMemAlloc(&p, 4096);
#include "gpu/gpu.h"

#include <dirent.h>
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct hd_cu hd_cu;
struct hd_gpu hd_gpu;

enum { NOT_STARTED, LOOKING, DONE };
static struct {
    pthread_mutex_t lock;
    pthread_cond_t done;
    int state;
} look = {.lock = PTHREAD_MUTEX_INITIALIZER, .done = PTHREAD_COND_INITIALIZER};
static pthread_mutex_t context_lock = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local struct hd_gpu_device *current; // of the calling thread

// ---- errors -------------------------------------------------------------------------------------

const char *hd_gpu_error_name(int error) {
    const char *name = NULL;
    if (hd_cu.cuGetErrorName && hd_cu.cuGetErrorName(error, &name) == 0 && name) return name;
    static _Thread_local char number[32];
    snprintf(number, sizeof number, "CUDA error %d", error);
    return number;
}

bool hd_gpu_error_is_sticky(int error) {
    switch (error) {
    case HD_CU_DEINITIALIZED:
    case 214: // uncorrectable ECC error
    case 220:
    case HD_CU_ILLEGAL_ADDRESS:
    case HD_CU_LAUNCH_TIMEOUT:
    case 709: // the context is destroyed
    case HD_CU_ASSERT:
    case 714:
    case 715:
    case HD_CU_MISALIGNED:
    case 717:
    case 718:
    case 721: // tensor memory was not given back
    case 226: // an error that the driver has contained: this process is out
    case HD_CU_LAUNCH_FAILED: return true;
    default: return false;
    }
}

static const char *module_version(char *out, size_t n) {
    char *text, *version;
    size_t len;
    snprintf(out, n, "not loaded");
    if (!hd_read_file("/proc/driver/nvidia/version", &text, &len)) return out;
    version = strstr(text, "Module");
    if (version) version += strspn(version + 6, " ") + 6;
    snprintf(out, n, "%.*s", version ? (int)strcspn(version, " \n") : 0, version ? version : "");
    free(text);
    return out;
}

// What to do about an error, by its code; the rest of a sentence.
static const char *remedy(int error) {
    switch (error) {
    case HD_CU_OUT_OF_MEMORY:
        return "the GPU's memory is full: free some with `cudaFree` or `%reset`; `nvidia-smi` shows who else uses it";
    case HD_CU_STUB:
        return "this libcuda.so.1 is the toolkit's stub: take the `stubs` folder out of LD_LIBRARY_PATH";
    case 36: return "the driver is too old for this: update it";
    case HD_CU_UNAVAILABLE:
        return "the GPU is busy: another process has it for itself (exclusive compute mode); end that one, or choose "
               "another with %device gpu:1";
    case HD_CU_NO_DEVICE:
        return getenv("CUDA_VISIBLE_DEVICES")
                   ? "no device is visible: CUDA_VISIBLE_DEVICES hides them; unset it and start again"
                   : "no device is visible: is a GPU in this machine, and may you open /dev/nvidia0? %doctor looks closer";
    case HD_CU_NO_BINARY: return "the code does not fit this GPU's architecture: please report it";
    case HD_CU_INVALID_PTX:
        return "the driver rejects the PTX: please report it with %ptx's output";
    case HD_CU_JIT_MISSING:
        return "the driver's PTX compiler (libnvidia-ptxjitcompiler.so) is missing: reinstall the driver";
    case HD_CU_UNSUPPORTED_PTX:
        return "the driver is older than the toolkit whose PTX it got: update the driver, or use an older toolkit "
               "(CUDA_HOME)";
    case 223:
        return "the driver's PTX compiler is switched off: unset CUDA_DISABLE_PTX_JIT and CUDA_DISABLE_JIT";
    case 304:
        return "the operating system refused it: is memory that can be locked limited (ulimit -l), or are there too many "
               "open files (ulimit -n)?";
    case HD_CU_INVALID_HANDLE:
        return "this stream or event was destroyed, or belongs to another GPU";
    case 805:
    case 806:
    case 807:
    case 808:
    case 809:
    case 810:
        return "the multi-process server (MPS) does not take this process: see its logs, or unset CUDA_MPS_PIPE_DIRECTORY";
    case HD_CU_OUT_OF_RESOURCES:
        return "it needs more registers or shared memory than a block can have: use smaller blocks";
    case 800: return "not permitted: another user's process, or a container's rules, forbid it";
    case 802:
        return "the system is not ready: the fabric manager does not run (systemctl start nvidia-fabricmanager)";
    case 803:
        return "the driver's library and its kernel module do not match: reboot after the update (in a container: restart it)";
    case 804:
        return "this compatibility library does not support this GPU: use the driver's own libcuda.so.1";
    case HD_CU_UNKNOWN:
        return "the driver could not be started: /dev/nvidia-uvm may be missing (modprobe nvidia_uvm), or the machine "
               "was suspended; %doctor looks closer";
    default: return NULL;
    }
}

void hd_gpu_explain(struct hd_buf *out, int error, const char *what) {
    const char *help = remedy(error), *text = NULL;
    if (help) {
        hd_buf_printf(out, "%s failed: %s (%s)", what, help, hd_gpu_error_name(error));
        return;
    }
    if (hd_cu.cuGetErrorString) hd_cu.cuGetErrorString(error, &text);
    hd_buf_printf(out, "%s failed: %s (%s); %%doctor says what was found", what,
                  text ? text : "unknown error", hd_gpu_error_name(error));
}

static void say(char *out, size_t n, int error, const char *what) {
    struct hd_buf text = {0};
    hd_gpu_explain(&text, error, what);
    snprintf(out, n, "%s", hd_buf_str(&text));
    hd_buf_finish(&text);
}

// ---- the library --------------------------------------------------------------------------------

static bool looks_like_a_gpu(void) {
    const char *named = getenv("HEDDLE_CUDA_DRIVER");
    if (named) return *named != 0;
    return access("/dev/nvidiactl", F_OK) == 0 ||
           access("/proc/driver/nvidia/version", F_OK) == 0 ||
           access("/dev/dxg", F_OK) == 0; // Windows' subsystem for Linux
}

static void *open_driver(void) {
    const char *named = getenv("HEDDLE_CUDA_DRIVER");
    static const char *const places[] = {"libcuda.so.1", "/usr/lib/wsl/lib/libcuda.so.1",
                                         "/usr/local/nvidia/lib64/libcuda.so.1",
                                         "/run/opengl-driver/lib/libcuda.so.1"};
    if (named) return dlopen(named, RTLD_NOW | RTLD_LOCAL);
    void *handle = NULL;
    for (int i = 0; !handle && i < HD_COUNT(places); i++)
        handle = dlopen(places[i], RTLD_NOW | RTLD_LOCAL);
    return handle;
}

static void say_missing(void) {
    char module[64];
    module_version(module, sizeof module);
    bool loaded = strcmp(module, "not loaded") != 0;
    const char *named = getenv("HEDDLE_CUDA_DRIVER");
    if (named)
        snprintf(hd_gpu.problem, sizeof hd_gpu.problem,
                 "HEDDLE_CUDA_DRIVER names `%s`, which cannot be opened: %s", named, dlerror());
    else
        snprintf(
            hd_gpu.problem, sizeof hd_gpu.problem,
            loaded
                ? "the NVIDIA kernel module %s is loaded, but libcuda.so.1 is not here: install the driver's "
                  "library of that version (in a container: start it with --gpus all)"
                : "libcuda.so.1 is not here: install NVIDIA's driver%.0s",
            module);
}

// Under a name that this driver does not export: the driver's own directory of functions may have
// it.
static void *ask_for(void *handle, const char *name) {
    int (*get)(const char *, void **, int, uint64_t, int *) = NULL;
    *(void **)&get = dlsym(handle, "cuGetProcAddress_v2");
    void *at = NULL;
    int found =
        0; // CU_GET_PROC_ADDRESS_SUCCESS; 11.2 is the version whose prototypes stand in driver.def
    return get && get(name, &at, 11020, 0, &found) == 0 && found == 0 ? at : NULL;
}

static bool load_functions(void *handle) {
    static const struct {
        const char *name, *symbol;
        void **at;
        bool needed;
    } table[] = {
#define HD_CU(needed, name, symbol, parameters) {#name, #symbol, (void **)&hd_cu.name, needed},
#include "gpu/driver.def"
    };
    const char *missing = NULL;
    for (int i = 0; i < HD_COUNT(table); i++) {
        *table[i].at = dlsym(handle, table[i].symbol);
        if (!*table[i].at) *table[i].at = ask_for(handle, table[i].name);
        if (!*table[i].at && table[i].needed && !missing) missing = table[i].symbol;
    }
    if (!missing) return true;
    snprintf(hd_gpu.problem, sizeof hd_gpu.problem,
             "the driver %s is too old: it lacks %s; version 11.2 or newer is needed, so update it",
             hd_gpu.library, missing);
    return false;
}

// ---- devices ------------------------------------------------------------------------------------

static int attribute(int which, int device) {
    int value = 0;
    return hd_cu.cuDeviceGetAttribute(&value, which, device) == 0 ? value : 0;
}

static bool describe_device(struct hd_gpu_device *d, int number) {
    *d = (struct hd_gpu_device){.number = number};
    if (hd_cu.cuDeviceGet(&d->handle, number) != 0) return false;
    hd_cu.cuDeviceGetName(d->name, sizeof d->name - 1, d->handle);
    hd_cu.cuDeviceTotalMem(&d->memory, d->handle);
    if (hd_cu.cuDeviceGetPCIBusId) hd_cu.cuDeviceGetPCIBusId(d->bus, sizeof d->bus, d->handle);
    d->major = attribute(75, d->handle);
    d->minor = attribute(76, d->handle);
    d->max_threads = attribute(1, d->handle);
    for (int i = 0; i < 3; i++) {
        d->max_block[i] = attribute(2 + i, d->handle);
        d->max_grid[i] = attribute(5 + i, d->handle);
    }
    d->shared = attribute(8, d->handle);
    d->warp = attribute(10, d->handle);
    d->clock_khz = attribute(13, d->handle);
    d->processors = attribute(16, d->handle);
    d->timeout = attribute(17, d->handle);
    d->compute_mode = attribute(20, d->handle);
    d->managed = attribute(83, d->handle);
    d->concurrent_managed = attribute(89, d->handle);
    d->cooperative = attribute(95, d->handle);
    d->shared_optin = attribute(97, d->handle);
    if (d->major < 7 || (d->major == 7 && d->minor < 5))
        snprintf(
            d->problem, sizeof d->problem,
            "`%s` has compute capability %d.%d, and Heddle's kernels need 7.5 (Turing) or newer",
            d->name, d->major, d->minor);
    else if (d->compute_mode == 2)
        snprintf(
            d->problem, sizeof d->problem,
            "`%s` forbids computing (its compute mode is Prohibited): nvidia-smi -c 0 allows it",
            d->name);
    d->unfit = d->problem[0] != 0;
    return true;
}

static void find_devices(void) {
    int count = 0, error = hd_cu.cuInit(0);
    hd_cu.cuDriverGetVersion(&hd_gpu.version);
    if (error) {
        say(hd_gpu.problem, sizeof hd_gpu.problem, error, "starting the GPU driver");
        return;
    }
    if (hd_gpu.version < 11020) {
        snprintf(hd_gpu.problem, sizeof hd_gpu.problem,
                 "the GPU driver is for CUDA %d.%d, and version 11.2 or newer is needed: update it",
                 hd_gpu.version / 1000, hd_gpu.version / 10 % 100);
        return;
    }
    error = hd_cu.cuDeviceGetCount(&count);
    if (error || count < 1) {
        say(hd_gpu.problem, sizeof hd_gpu.problem, error ? error : HD_CU_NO_DEVICE,
            "looking for GPUs");
        return;
    }
    struct hd_gpu_device *devices = hd_xcalloc((size_t)count, sizeof *devices);
    int n = 0;
    for (int i = 0; i < count; i++) n += describe_device(&devices[n], i);
    hd_gpu.devices = devices;
    hd_gpu.ndevices = n;
    if (!n)
        snprintf(hd_gpu.problem, sizeof hd_gpu.problem,
                 "the driver lists %d GPUs and describes none: reboot", count);
}

static void *look_thread(void *arg) {
    (void)arg;
    void *handle = open_driver();
    struct link_map *map = NULL;
    if (!handle) {
        say_missing();
    } else {
        if (dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0 && map)
            snprintf(hd_gpu.library, sizeof hd_gpu.library, "%s", map->l_name);
        if (load_functions(handle)) find_devices();
    }
    pthread_mutex_lock(&look.lock);
    look.state = DONE;
    pthread_cond_broadcast(&look.done);
    pthread_mutex_unlock(&look.lock);
    if (hd_gpu.ndevices && !hd_gpu.devices[0].problem[0])
        hd_gpu_use(&hd_gpu.devices[0]); // so that nobody waits for it
    return NULL;
}

void hd_gpu_start(void) {
    pthread_mutex_lock(&look.lock);
    bool first = look.state == NOT_STARTED;
    hd_gpu.expected = looks_like_a_gpu();
    if (first) look.state = hd_gpu.expected ? LOOKING : DONE;
    pthread_mutex_unlock(&look.lock);
    if (!first || !hd_gpu.expected) return;
    pthread_t thread;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    if (pthread_create(&thread, NULL, look_thread, NULL) == 0)
        pthread_detach(thread);
    else
        look_thread(NULL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

bool hd_gpu_looked(void) { return __atomic_load_n(&look.state, __ATOMIC_ACQUIRE) == DONE; }

bool hd_gpu_wait(void) {
    if (!hd_gpu_looked()) {
        hd_gpu_start();
        pthread_mutex_lock(&look.lock);
        while (look.state != DONE) pthread_cond_wait(&look.done, &look.lock);
        pthread_mutex_unlock(&look.lock);
    }
    return hd_gpu.ndevices > 0;
}

// ---- contexts -----------------------------------------------------------------------------------

bool hd_gpu_use(struct hd_gpu_device *device) {
    if (current == device) return true;
    pthread_mutex_lock(&context_lock);
    int error = 0;
    char what[192];
    snprintf(what, sizeof what, "using `%s`", device->name);
    if (!device->context && !device->problem[0])
        error = hd_cu.cuDevicePrimaryCtxRetain(&device->context, device->handle);
    if (!error && device->context) error = hd_cu.cuCtxSetCurrent(device->context);
    if (error) {
        say(device->problem, sizeof device->problem, error, what);
        device->context = NULL;
    }
    bool ok = device->context != NULL;
    pthread_mutex_unlock(&context_lock);
    if (ok) current = device;
    // What may pass (memory that others hold) is tried again the next time.
    if (!ok && (error == HD_CU_OUT_OF_MEMORY || error == HD_CU_UNAVAILABLE)) return false;
    return ok;
}

// What is newer than the table is guessed: minor versions went along so far. When the driver
// refuses it after all, LLVM's own back end makes the code (run/gpu/launch.c).
int hd_gpu_ptx_version(void) {
    static const struct {
        int cuda, ptx;
    } table[] = {
        {12090, 88}, {12080, 87}, {12070, 86}, {12050, 85}, {12040, 84}, {12030, 83},
        {12020, 82}, {12010, 81}, {12000, 80}, {11080, 78}, {11070, 77}, {11060, 76},
        {11050, 75}, {11040, 74}, {11030, 73}, {11020, 72},
    };
    if (hd_gpu.version >= 13000) return hd_gpu.version / 1000 * 10 - 40 + hd_gpu.version / 10 % 10;
    for (int i = 0; i < HD_COUNT(table); i++)
        if (hd_gpu.version >= table[i].cuda) return table[i].ptx;
    return 71;
}
