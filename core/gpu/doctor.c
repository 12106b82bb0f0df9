// %doctor: what was looked for on this machine to run kernels on a GPU, what was found, and what to
// do about the rest. One line per thing: a mark (ok, or !! for what stands in the way), its name,
// what was found.
//
// Example:
//     ok  driver          /usr/lib/x86_64-linux-gnu/libcuda.so.1, CUDA 13.0
//     !!  /dev/nvidia0    no permission: add yourself to the group `video` and log in again
#include "gpu/gpu.h"

#include <dirent.h>
#include <errno.h>
#include <grp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void line(struct hd_buf *out, bool ok, const char *name, const char *fmt, ...)
    HD_PRINTF(4, 5);
static void line(struct hd_buf *out, bool ok, const char *name, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    hd_buf_printf(out, "%s  %-22s ", ok ? "ok" : "!!", name);
    hd_buf_vprintf(out, fmt, args);
    hd_buf_putc(out, '\n');
    va_end(args);
}

// ---- the machine --------------------------------------------------------------------------------

static void report_module(struct hd_buf *out) {
    char *text;
    size_t len;
    if (hd_read_file("/proc/driver/nvidia/version", &text, &len)) {
        text[strcspn(text, "\n")] = 0;
        char *at = strstr(text, "NVRM version:");
        at = at ? at + strlen("NVRM version:") : text;
        line(out, true, "kernel module", "%s", at + strspn(at, " "));
        free(text);
    } else if (access("/dev/dxg", F_OK) == 0) {
        line(out, true, "kernel module", "Windows' own, through /dev/dxg");
    } else {
        line(out, false, "kernel module",
             "none: /proc/driver/nvidia/version is not there; install NVIDIA's driver, or "
             "use a machine with a GPU");
    }
}

static void report_device_file(struct hd_buf *out, const char *path) {
    struct stat st;
    if (stat(path, &st) != 0) {
        bool uvm = strcmp(path, "/dev/nvidia-uvm") == 0;
        line(out, false, path, "%s%s", strerror(errno), uvm ? ": modprobe nvidia_uvm" : "");
        return;
    }
    const struct group *group = getgrgid(st.st_gid);
    if (access(path, R_OK | W_OK) == 0)
        line(out, true, path, "may be opened");
    else
        line(out, false, path, "no permission: add yourself to the group `%s` and log in again",
             group ? group->gr_name : "video");
}

static void report_device_files(struct hd_buf *out) {
    if (access("/dev/nvidiactl", F_OK) != 0) {
        line(out, false, "/dev/nvidiactl",
             "not there: no GPU is given to this machine (in a container: --gpus all)");
        return;
    }
    report_device_file(out, "/dev/nvidiactl");
    report_device_file(out, "/dev/nvidia-uvm");
    for (int i = 0; i < 64; i++) {
        char path[32];
        snprintf(path, sizeof path, "/dev/nvidia%d", i);
        if (access(path, F_OK) == 0) report_device_file(out, path);
    }
}

static void report_environment(struct hd_buf *out) {
    static const char *const names[] = {
        "CUDA_VISIBLE_DEVICES",    "CUDA_HOME",     "CUDA_PATH",         "CUDA_LAUNCH_BLOCKING",
        "CUDA_MPS_PIPE_DIRECTORY", "HEDDLE_DEVICE", "HEDDLE_CUDA_DRIVER"};
    for (int i = 0; i < HD_COUNT(names); i++) {
        const char *value = getenv(names[i]);
        if (!value) continue;
        bool hides = i == 0 && hd_gpu.ndevices == 0;
        line(out, !hides, names[i], "`%s`%s", value,
             hides ? ": it may hide every device; unset it" : "");
    }
}

// ---- the driver and its devices -----------------------------------------------------------------

static void report_driver(struct hd_buf *out) {
    if (hd_gpu.library[0])
        line(out, true, "driver", "%s, CUDA %d.%d, PTX up to %d.%d", hd_gpu.library,
             hd_gpu.version / 1000, hd_gpu.version / 10 % 100, hd_gpu_ptx_version() / 10,
             hd_gpu_ptx_version() % 10);
    if (hd_gpu.problem[0])
        line(out, false, "driver", "%s", hd_gpu.problem);
    else if (!hd_gpu.expected)
        line(out, false, "driver",
             "not looked for: neither /dev/nvidiactl nor /proc/driver/nvidia is there");
}

static bool is_slice(const struct hd_gpu_device *d) { // of a GPU that is divided (MIG)
    return strstr(d->name, "MIG") != NULL;
}

static void report_device(struct hd_buf *out, const struct hd_gpu_device *d) {
    static const char *const modes[] = {"shared", "exclusive (one thread)", "prohibited",
                                        "exclusive (one process)"};
    char name[16];
    snprintf(name, sizeof name, "gpu:%d", d->number);
    line(out, true, name, "%s, compute capability %d.%d, %.1f GiB, %d multiprocessors, bus %s",
         d->name, d->major, d->minor, (double)d->memory / (1 << 30), d->processors,
         d->bus[0] ? d->bus : "unknown");
    if (is_slice(d))
        line(out, true, "", "a MIG slice: the memory and multiprocessors named are the slice's");
    if (d->compute_mode > 0 && d->compute_mode < 4)
        line(out, d->compute_mode != 2, "", "its compute mode is %s", modes[d->compute_mode]);
    if (d->timeout)
        line(out, true, "", "it drives a display: kernels that run for seconds are stopped");
    if (!d->cooperative) line(out, true, "", "no cooperative launches (grid sync)");
    if (d->problem[0]) line(out, false, "", "%s", d->problem);
}

static void report_libraries(struct hd_buf *out) {
    char path[300];
    const char *slash = strrchr(hd_gpu.library, '/');
    if (!slash || getenv("HEDDLE_CUDA_DRIVER")) return;
    DIR *dir;
    snprintf(path, sizeof path, "%.*s", (int)(slash - hd_gpu.library), hd_gpu.library);
    dir = opendir(path);
    bool found = false;
    for (struct dirent *e; dir && (e = readdir(dir));)
        found = found || strncmp(e->d_name, "libnvidia-ptxjitcompiler.so", 27) == 0;
    if (dir) closedir(dir);
    line(out, found, "PTX compiler",
         found ? "libnvidia-ptxjitcompiler.so beside the driver"
               : "libnvidia-ptxjitcompiler.so is not beside the driver: reinstall the driver");
}

void hd_gpu_doctor(struct hd_buf *out) {
    bool any = hd_gpu_wait();
    report_driver(out);
    report_module(out);
    report_device_files(out);
    report_environment(out);
    if (hd_gpu.library[0]) report_libraries(out);
    for (int i = 0; i < hd_gpu.ndevices; i++) report_device(out, &hd_gpu.devices[i]);
    if (!any) line(out, false, "GPU", "none can be used: kernels run on the CPU");
}
