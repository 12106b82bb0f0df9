// run/gpu.h: what the files of run/ that deal with GPUs share: the device that launches go to,
// launches there, session arrays that move by themselves, and the runtime API's work on GPU memory.
#ifndef HD_RUN_GPU_H
#define HD_RUN_GPU_H

#include "run/run.h"
#include "gpu/gpu.h"

// ---- device.c: which device ---------------------------------------------------------------------

void hd_device_start(void); // the engine starts: begin to look for GPUs
struct hd_gpu_device *hd_device_current(
    void); // where launches go; NULL: the CPU. Waits for the driver the first time
// A GPU by its number, ready to be used on the calling thread. NULL: why says what to do.
struct hd_gpu_device *hd_device_gpu(int number, struct hd_buf *why);
void hd_device_set(struct hd_gpu_device *device);
int hd_device_arch(void);      // that kernels are for: 90 is sm_90, also for the CPU
void hd_device_announce(void); // says once that kernels run on the GPU
void hd_device_restore(json_t *options);
bool hd_magic_device(struct hd_run *run, const char *line, const char *body);
bool hd_magic_doctor(struct hd_run *run, const char *line, const char *body);

// ---- gpu/magic.c: what a kernel becomes ---------------------------------------------------------

bool hd_magic_ptx(struct hd_run *run, const char *line, const char *body);
bool hd_magic_nvvm(struct hd_run *run, const char *line, const char *body);
bool hd_magic_sass(struct hd_run *run, const char *line, const char *body);
bool hd_magic_resources(struct hd_run *run, const char *line, const char *body);

// before.c: definitions that others have taken the place of, for %ptx --diff and %undo.
void hd_before_keep(const struct hd_def *gone);
void hd_before_keep_macro(void *user, const struct hd_macro *gone);
// What `name` was before this cell defined it anew, and the cell that is from; NULL: nothing.
const char *hd_before_own(const char *name, int serial, int *cell);
void hd_before_go_back(bool on);       // meanwhile nothing is kept
void hd_before_drop(const char *name); // the newest that is kept of it, which is there again
// name: as it was written, `k<float>`. NULL: neither it nor what it uses has changed.
const char *hd_before_text(const struct hd_def *def, const char *name);

// ---- transfer.c: session arrays that move by themselves -----------------------------------------

struct hd_mirror;
extern HD_NEAR uint64_t
    hd_transfer_generation; // changes with anything that the next launch has to look at
static inline void hd_transfer_change(void) {
    hd_transfer_generation++;
    hd_cpu_change();
}
struct hd_mirror *hd_transfer_find(
    uint64_t addr);            // of the variable (or the CPU's memory) at addr; NULL: none
void hd_transfer_begin(void);  // a launch begins to gather what it needs
void hd_transfer_cancel(void); // and comes to nothing
// Where the variable's start is on the device; sends it when the host's contents are newer. 0:
// *error is a CUresult.
uint64_t hd_transfer_to(struct hd_mirror *m, struct hd_gpu_device *device, bool writes,
                        const char *kernel, hd_loc loc, int *error);
void hd_transfer_fresh(uint64_t addr, struct hd_gpu_device *device);
uint64_t hd_transfer_base(const struct hd_mirror *m);
// Where the newest contents of what lies at addr are: "cpu", "gpu:0", or "both".
const char *hd_transfer_place(uint64_t addr);
bool hd_transfer_is_lasting(const struct hd_mirror *m); // the host's next access is noticed
bool hd_transfer_wants_fetch(void); // hd_transfer_fetch has to be called once the launch has ended
int hd_transfer_fetch(void);
const void *hd_transfer_constant(struct hd_mirror *m, uint32_t *version);
void hd_transfer_constant_sent(struct hd_mirror *m, const char *kernel, hd_loc loc, int64_t start);
int hd_transfer_fault(uint64_t address, bool is_write, uint64_t pc, struct hd_fault *fault);
void hd_transfer_prepare(const void *address, size_t size, bool writes);
bool hd_transfer_host(const void *address, size_t size,
                      bool writes);   // before the driver gets the host's memory
void hd_transfer_drop(uint64_t addr); // the variable or allocation that begins there is gone
struct hd_array;
void hd_transfer_array_leaves(const struct hd_array *a); // and is freed
void hd_transfer_lost(json_t *list); // adds the names of those whose newest contents are on a GPU
void hd_vars_lost_on_gpu(json_t *list); // and of variables that point to memory of a GPU; vars.c
void hd_transfer_settle(void);          // the cell has ended
int64_t hd_transfer_ns(void);           // spent so far
bool hd_magic_transfers(struct hd_run *run, const char *line, const char *body);

// ---- gpu/launch.c: launches on a GPU ------------------------------------------------------------

#define HD_MAX_GPUS 16
// The device that a launch's stream means: NULL is the CPU. *native: the driver's stream.
struct hd_gpu_device *hd_stream_device(void *stream, void **native);
void hd_gpu_rt_launch(struct hd_gpu_device *device, void *native, uint64_t stub,
                      const uint32_t *grid, const uint32_t *block, size_t shared, void **args,
                      uint32_t loc);
void hd_gpu_launch_drop(struct hd_sym *sym);      // its code is no longer right
bool hd_gpu_launch_has(const struct hd_sym *sym); // it is loaded on a GPU
// The kernel's code on the device, loaded. NULL: reported to diags, or why says it.
struct hd_gpu_kernel *hd_gpu_kernel_of(struct hd_sym *sym, struct hd_gpu_device *device,
                                       struct hd_diags *diags, struct hd_buf *why);
// A kernel that no name leads to, an array expression's: its code on a device. NULL: as above.
struct hd_gpu_slot;
struct hd_gpu_slot *hd_gpu_own_make(struct hd_func *func, const char *name,
                                    struct hd_gpu_device *device, struct hd_diags *diags,
                                    struct hd_buf *why);
bool hd_gpu_own_fits(const struct hd_gpu_slot *s, const struct hd_gpu_device *device);
void hd_gpu_own_destroy(struct hd_gpu_slot *s); // NULL is fine
// Launches it. fresh: the address of an array whose elements it all sets, or 0. reads: bit i: what
// the i-th pointer among the parameters leads to stays as it is. false: it was not launched, for
// what stands in `why`.
bool hd_gpu_own_launch(struct hd_gpu_slot *s, const uint32_t *grid, const uint32_t *block,
                       void **args, uint64_t fresh, uint64_t reads, hd_loc loc, struct hd_buf *why);
// handles.c: where a copy of `a`, whose elements are on the device already, is. 0: *error.
uint64_t hd_handle_to(struct hd_gpu_device *device, const struct hd_array *a, int *error);
// The session's kernel-compilation options (%config and the like).
int hd_gpu_finish(void *native, struct hd_gpu_device *device,
                  bool all);                     // waits, interruptibly; a CUresult
int hd_gpu_finish_event(void *event);            // likewise
int hd_gpu_settle(struct hd_gpu_device *device); // all of it, before a copy that the driver would
                                                 // wait with; leaves no frame
// What to do about a CUresult: in programs it becomes the CUDA error and is returned; in cells what
// no code could handle is raised. An error that has lost the context replaces the engine when the
// cell ends or at once.
int hd_gpu_failed(int error, struct hd_gpu_device *device, const char *what, hd_loc loc);
void hd_gpu_describe_loss(struct hd_fault *fault, int error, struct hd_gpu_device *device);
void hd_gpu_wait_all(void); // for what the cell has launched, interruptibly
void hd_gpu_cell_ends(
    bool early); // the same when it ended early, but not for long; may end the engine

struct hd_gpu_timing {
    int64_t launches, compile_ns;
    double kernel_ms;
};
void hd_gpu_timing_begin(bool each); // each: kernels are timed one by one (%time)
void hd_gpu_timing_mark(void);       // a loop of launches begins
double hd_gpu_timing_since(
    void); // and has ended: its milliseconds on the GPU; negative: there is none
bool hd_gpu_timing_end(struct hd_gpu_timing *out); // false: nothing ran on a GPU

#endif
