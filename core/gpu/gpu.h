// gpu: kernels on NVIDIA GPUs. From gen's module to PTX (libNVVM, or LLVM's own back end), and from
// there through the CUDA driver to a launch. Nothing of NVIDIA's is linked: libraries are looked
// for and opened when first needed.
//
// The layer knows neither cells nor the session; run/ gives it jobs (functions to compile) and
// tells it where variables are.
#ifndef HD_GPU_H
#define HD_GPU_H

#include "gen/gen.h"

// =================================================================================================
// Compilation: compile.c (the steps), nvvm_*.c (the writer), libnvvm.c, nvptx.c, cache.c
// =================================================================================================
//
//     struct hd_gpu_options options = {.arch = 90, .lineinfo = true};
//     struct hd_gpu_code *code = hd_gpu_compile(&job, &options);   // job: one HD_KERNEL_GPU item
//     and the rest
//     ... cuModuleLoadData(code->ptx), set the variables, cuModuleGetFunction(code->entry) ...
//     hd_gpu_code_destroy(code);

enum hd_gpu_backend { HD_GPU_ANY, HD_GPU_LIBNVVM, HD_GPU_LLVM };

extern struct hd_cache hd_ptx_cache; // cache.c: PTX by the text it was made from

struct hd_gpu_options {
    int arch;         // compute capability times ten: 75, 80, 90, 100, 120
    bool fast_math;   // approximate division, square root and functions; implies ftz
    bool ftz;         // denormal floats are zero
    bool no_fma;      // a * b + c is rounded twice
    int maxrregcount; // registers a thread may use, 0: no limit
    bool lineinfo;    // .loc lines: profilers and compute-sanitizer name lines of cells
    int max_ptx;      // highest PTX version (times ten: 83 is 8.3) that the driver takes; 0: any
    enum hd_gpu_backend backend;
};

// A variable of the source that the module refers to. What the loader has to do before the first
// launch of the module:
//   HD_GPU_VAR_SLOT      the module has 8 bytes of constant memory named `symbol`: write the
//   variable's device address
//                        (__device__ and __managed__ variables, and session variables that device
//                        code reads)
//   HD_GPU_VAR_CONSTANT  the module has its own copy, `size` bytes of constant memory named
//   `symbol`: write the
//                        variable's value, and again before a launch when it has changed since
//                        (__constant__)
enum hd_gpu_var_kind { HD_GPU_VAR_SLOT, HD_GPU_VAR_CONSTANT };

struct hd_gpu_var {
    struct hd_sym *sym;
    char *symbol; // in the PTX; look it up with cuModuleGetGlobal
    enum hd_gpu_var_kind kind;
    uint64_t size; // of the variable itself
};

struct hd_gpu_param { // as cuLaunchKernel's kernelParams want it: a pointer to `size` bytes
    uint32_t offset, size, align; // in the kernel's parameter memory
    bool pointer;                 // a device pointer
    bool const_pointee;           // ... to const: what it points to is not changed through it
};

struct hd_gpu_code {
    char *ptx;      // ends with a zero byte
    size_t ptx_len; // without it
    char *entry;    // name of the kernel in the PTX
    int arch;
    enum hd_gpu_backend backend; // that made it
    int ptx_version;             // times ten: 83 is 8.3
    bool from_cache;
    struct hd_gpu_param *params;
    int nparams;
    uint32_t param_bytes;
    struct hd_gpu_var *vars;
    int nvars;
    uint32_t static_shared; // bytes of __shared__ variables
    bool dynamic_shared;    // has `extern __shared__`
    bool cooperative;       // waits for the whole grid: must be launched cooperatively
    bool prints;            // device printf
    bool asserts;
    bool heap;      // malloc in device code
    bool indirect;  // calls through pointers, to the functions that job->pointees named
    bool recursive; // its stack cannot be known: set a generous limit
};

// Compiles job's kernel. NULL: reported to job->diags, with the line of the source where there is
// one.
struct hd_gpu_code *hd_gpu_compile(struct hd_gen_job *job, const struct hd_gpu_options *options);
void hd_gpu_code_destroy(struct hd_gpu_code *code); // NULL is fine
// The text that libNVVM gets (%nvvm). Heap, NULL: reported.
char *hd_gpu_nvvm_text(struct hd_gen_job *job, const struct hd_gpu_options *options);
char *hd_gpu_verify(const char *text,
                    int arch); // libNVVM's verifier on such a text; NULL: fine, else why not (heap)

// What was found of the toolkit, for %device and %doctor. Looks for it on the first call.
struct hd_gpu_toolkit {
    const char *libnvvm;                                  // path, or NULL
    int nvvm_ir[2];                                       // version of the IR that it takes
    int nvvm_max_arch;                                    // 0 unknown
    const char *libdevice, *ptxas, *nvdisasm, *cuobjdump; // paths, or NULL
    const char *problem;  // why libNVVM could not be used, one line; NULL: nothing wrong
    const char *searched; // where was looked, one place per line
};
const struct hd_gpu_toolkit *hd_gpu_toolkit(void);
// A library's file below the toolkit's folders ("libcublas.so*"); NULL: it is not there.
const char *hd_gpu_library_file(const char *pattern);

// ---- ptxas.c: what a kernel needs of a multiprocessor -------------------------------------------
struct hd_gpu_resources {
    int registers, shared, stack, spill_stores, spill_loads, barriers, constant;
}; // bytes; registers a thread
struct hd_gpu_occupancy {
    int blocks, warps, max_warps;
    const char *limit;
}; // on one multiprocessor
bool hd_gpu_resources(const struct hd_gpu_code *code, struct hd_gpu_resources *out,
                      struct hd_buf *why); // by ptxas
char *hd_gpu_sass(const struct hd_gpu_code *code,
                  struct hd_buf *why); // machine code as text (heap); NULL: why says so
// How many blocks of so many threads and bytes of dynamic shared memory fit. false: no such block
// or architecture.
bool hd_gpu_occupancy(int arch, const struct hd_gpu_resources *r, int block, size_t dynamic,
                      struct hd_gpu_occupancy *out);

// =================================================================================================
// The driver: driver.c (loading, devices), doctor.c (what was looked for and found)
// =================================================================================================
//
// libcuda.so.1 is opened on a thread of its own when the machine seems to have a GPU
// (hd_gpu_start), so that nothing waits for it; without one not even that happens. Whoever needs a
// device asks hd_gpu_wait first.

struct hd_cu_copy_2d { // CUDA_MEMCPY2D; memory types: 1 host, 2 device, 4 unified (either)
    size_t src_x, src_y;
    unsigned src_type;
    const void *src_host;
    uint64_t src;
    void *src_array;
    size_t src_pitch;
    size_t dst_x, dst_y;
    unsigned dst_type;
    void *dst_host;
    uint64_t dst;
    void *dst_array;
    size_t dst_pitch;
    size_t width, height;
};

struct hd_cu { // hd_cu.cuMemAlloc(&p, n): NULL when this driver lacks the function (and driver.def
               // says it may)
#define HD_CU(needed, name, symbol, parameters) int(*name) parameters;
#include "gpu/driver.def"
};
extern struct hd_cu hd_cu;

enum { // CUresult, as far as somebody asks for one
    HD_CU_INVALID_VALUE = 1,
    HD_CU_OUT_OF_MEMORY = 2,
    HD_CU_DEINITIALIZED = 4,
    HD_CU_STUB = 34,
    HD_CU_UNAVAILABLE = 46,
    HD_CU_NO_DEVICE = 100,
    HD_CU_INVALID_PTX = 218,
    HD_CU_UNSUPPORTED_PTX = 222,
    HD_CU_NO_BINARY = 209,
    HD_CU_JIT_MISSING = 221,
    HD_CU_INVALID_HANDLE = 400,
    HD_CU_NOT_READY = 600,
    HD_CU_ILLEGAL_ADDRESS = 700,
    HD_CU_OUT_OF_RESOURCES = 701,
    HD_CU_LAUNCH_TIMEOUT = 702,
    HD_CU_ASSERT = 710,
    HD_CU_MISALIGNED = 716,
    HD_CU_LAUNCH_FAILED = 719,
    HD_CU_COOPERATIVE_TOO_LARGE = 720,
    HD_CU_NOT_SUPPORTED = 801,
    HD_CU_UNKNOWN = 999,
};

struct hd_gpu_device {
    int number; // CUDA's ordinal
    int handle; // CUdevice
    char name[128];
    char bus[16];
    int major, minor; // compute capability
    size_t memory;
    int processors, clock_khz, max_threads, max_block[3], max_grid[3], shared, shared_optin, warp;
    int cooperative, managed, concurrent_managed, compute_mode,
        timeout;       // timeout: kernels may not run for long
    void *context;     // the primary one, once it is used
    char problem[512]; // why it cannot be used, one line that says what to do; "": nothing is known
    bool unfit;        // and that will not change
};

struct hd_gpu {
    int ndevices; // 0 until hd_gpu_wait returned true
    struct hd_gpu_device *devices;
    int version;       // of the driver: 13000 is CUDA 13.0
    char library[256]; // path of libcuda.so.1, "" when it could not be opened
    char problem[512]; // why there is no GPU, one line that says what to do; "": no trace of one
                       // was found
    bool expected;     // something on this machine says that there is a GPU
};
extern struct hd_gpu hd_gpu;

void hd_gpu_start(void);  // begins to look, on a thread of its own
bool hd_gpu_wait(void);   // until that is done. true: there is a device
bool hd_gpu_looked(void); // that is done; never waits
// Makes the device the calling thread's current one, with its context. false: device->problem says
// why.
bool hd_gpu_use(struct hd_gpu_device *device);
int hd_gpu_ptx_version(void);             // the highest that this driver takes, times ten
const char *hd_gpu_error_name(int error); // "CUDA_ERROR_ILLEGAL_ADDRESS"
bool hd_gpu_error_is_sticky(int error);   // the context is lost: only a new process helps
// One line that says what a failed call means and what to do. `what` was tried: "starting the
// driver".
void hd_gpu_explain(struct hd_buf *out, int error, const char *what);
void hd_gpu_doctor(struct hd_buf *out); // %doctor's report

// =================================================================================================
// Launching: load.c (modules on a device), flight.c (what runs there, and what went wrong)
// =================================================================================================

struct hd_gpu_kernel { // a kernel's module, loaded on a device
    struct hd_gpu_device *device;
    struct hd_gpu_code *code; // its own
    void *module, *function;
    uint64_t *vars; // where code->vars[i] lies in the module
    int static_shared, max_threads, registers;
    uint64_t printed;    // where it counts the bytes that it prints; 0: it does not print
    int dynamic_allowed; // bytes that were asked for with cuFuncSetAttribute
    void
        *met; // an event after its last launch, for kernels in which the grid meets; NULL: none yet
};

// Takes the code over. NULL: *error is the CUresult and `why` says it in one line.
struct hd_gpu_kernel *hd_gpu_load(struct hd_gpu_device *device, struct hd_gpu_code *code,
                                  int *error, struct hd_buf *why);
void hd_gpu_unload(struct hd_gpu_kernel *kernel); // NULL is fine; must not be running
// Starts it: parameters as cuLaunchKernel takes them. Raises the limit of dynamic shared memory as
// needed.
int hd_gpu_launch(struct hd_gpu_kernel *kernel, const uint32_t grid[3], const uint32_t block[3],
                  size_t shared, void *stream, void **parameters, bool cooperative);
// How many blocks of it the device holds at once, which a cooperative launch may not exceed; -1:
// not known.
int hd_gpu_most_blocks(const struct hd_gpu_kernel *kernel, const uint32_t block[3], size_t shared);

struct hd_gpu_blame { // who caused an error
    const char *kernel;
    hd_loc loc; // of the launch
    uint32_t grid[3], block[3];
    int launches; // of that kernel at that place that can be meant
    int others;   // further kernels that can be meant as well
    char others_text[160];
    struct hd_gpu_device *device;
};
// Remembers a launch; cheap, for it happens at each. kernel: interned.
void hd_gpu_flight(struct hd_gpu_device *device, void *stream, const char *kernel, hd_loc loc,
                   const uint32_t grid[3], const uint32_t block[3], struct hd_gpu_kernel *code);
bool hd_gpu_flies_elsewhere(void); // on other streams than the one without a name
int hd_gpu_flights(void);          // launches that are not known to have ended
bool hd_gpu_find_blame(
    struct hd_gpu_blame *blame); // after an error: whose it is. false: nothing was running
// A stream that is no default one, so that waiting for a device can look at it.
void hd_gpu_stream_add(struct hd_gpu_device *device, void *stream);
void hd_gpu_stream_drop(void *stream);
// Waits until everything on the device has ended (stream NULL with `all`) or the stream's work has.
// `poll` is called in between and may leave; it returns false to give up (HD_CU_NOT_READY). Device
// printf's output is in stdout then.
int hd_gpu_sync(struct hd_gpu_device *device, void *stream, bool all, bool (*poll)(void *user),
                void *user);
// What the driver said of failed assertions during the last hd_gpu_sync, one per line; "" when
// nothing.
const char *hd_gpu_assertions(void);
bool hd_gpu_printf_lost(void); // and whether device printf's buffer was too small, once

#endif
