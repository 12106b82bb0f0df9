// run/gpu.h: what the files of run/ that deal with GPUs share: the device that launches go to, launches there, session
// arrays that move by themselves, and the runtime API's work on GPU memory.
#ifndef HD_RUN_GPU_H
#define HD_RUN_GPU_H

#include "run/run.h"
#include "gpu/gpu.h"

// ---- device.c: which device --------------------------------------------------------------------------------------

void hd_device_start(void);                      // the engine starts: begin to look for GPUs
struct hd_gpu_device *hd_device_current(void);   // where launches go; NULL: the CPU. Waits for the driver the first time
// A GPU by its number, ready to be used on the calling thread. NULL: why says what to do.
struct hd_gpu_device *hd_device_gpu(int number, struct hd_buf *why);
void hd_device_set(struct hd_gpu_device *device);
int hd_device_generation(void);                  // changes with the choice
void hd_device_announce(void);                   // says once that kernels run on the GPU
void hd_device_restore(json_t *options);
bool hd_magic_device(struct hd_run *run, const char *line, const char *body);
bool hd_magic_doctor(struct hd_run *run, const char *line, const char *body);
void hd_device_toolkit(bool full);               // prints what was found of the toolkit

// ---- magic_gpu.c: what a kernel becomes ------------------------------------------------------------------------------

bool hd_magic_ptx(struct hd_run *run, const char *line, const char *body);
bool hd_magic_nvvm(struct hd_run *run, const char *line, const char *body);
bool hd_magic_sass(struct hd_run *run, const char *line, const char *body);
bool hd_magic_resources(struct hd_run *run, const char *line, const char *body);
void hd_gpu_superseded(const struct hd_def *def); // keeps a kernel's text for %ptx --diff

#endif
