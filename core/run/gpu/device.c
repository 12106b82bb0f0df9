// Which device kernels run on: %device, %doctor, and the choice that a session starts with.
//
// The CPU is a device like any other. A session on a machine with a GPU starts on the GPU and says
// so once, in one line, with the first cell that runs after the driver was found; nothing waits for
// that but a launch. HEDDLE_DEVICE (cpu, gpu, gpu:1) chooses beforehand, %device at any time; the
// choice goes to the journal, so that an engine that replaces this one keeps it.
//
// Example: %device gpu:1 makes k<<<...>>>() run on the second GPU; k<<<1, 32, 0, cpu>>>() still
// runs on the CPU.
#include "run/gpu/gpu.h"
#include "run/library/library.h"
#include "run/cudart/cudart.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { AUTOMATIC = -2, CPU = -1 }; // or a GPU's number

static struct {
    int wanted;                   // AUTOMATIC, CPU, or a number
    bool decided;                 // `device` is what AUTOMATIC or a number came to
    struct hd_gpu_device *device; // NULL: the CPU
    bool announced, named;        // named: HEDDLE_DEVICE or %device said which
} choice = {.wanted = AUTOMATIC};

static void decide(struct hd_gpu_device *device) {
    choice.device = device;
    __atomic_store_n(&choice.decided, true, __ATOMIC_RELEASE);
}

// "cpu", "gpu", "gpu:1": AUTOMATIC for anything else.
static int parse(const char *text) {
    if (strcmp(text, "cpu") == 0) return CPU;
    if (strcmp(text, "gpu") == 0) return 0;
    if (strncmp(text, "gpu:", 4) == 0 && text[4]) {
        char *end;
        long n = strtol(text + 4, &end, 10);
        if (!*end && n >= 0 && n < 64) return (int)n;
    }
    return AUTOMATIC;
}

void hd_device_start(void) {
    const char *named = getenv("HEDDLE_DEVICE");
    int wanted = named ? parse(named) : AUTOMATIC;
    if (wanted != AUTOMATIC) {
        choice.wanted = wanted;
        choice.named = true;
        if (wanted == CPU) decide(NULL);
    }
    if (wanted == CPU) return; // %device looks for GPUs when it is asked
    hd_gpu_start();
    if (wanted == AUTOMATIC && !hd_gpu.expected) decide(NULL);
}

struct hd_gpu_device *hd_device_gpu(int number, struct hd_buf *why) {
    if (!hd_gpu_wait()) {
        hd_buf_puts(why, hd_gpu.problem[0]
                             ? hd_gpu.problem
                             : "no GPU was found on this machine: neither /dev/nvidiactl nor "
                               "/proc/driver/nvidia is there");
        return NULL;
    }
    for (int i = 0; i < hd_gpu.ndevices; i++) {
        struct hd_gpu_device *d = &hd_gpu.devices[i];
        if (d->number != number) continue;
        if (!d->problem[0] && hd_gpu_use(d)) return d;
        hd_buf_puts(why, d->problem);
        if (!d->unfit) d->problem[0] = 0; // a device that was busy may be free the next time
        return NULL;
    }
    hd_buf_printf(why, "there is no gpu:%d: this machine has %d GPU%s, gpu:0%s", number,
                  hd_gpu.ndevices, hd_gpu.ndevices == 1 ? "" : "s",
                  hd_gpu.ndevices > 1 ? " and so on; %device lists them" : " alone");
    return NULL;
}

// The first that can be used: an old one may come before a new one.
static struct hd_gpu_device *first_fit(struct hd_buf *why) {
    struct hd_gpu_device *device = hd_device_gpu(0, why);
    for (int i = 1; !device && i < hd_gpu.ndevices; i++) {
        struct hd_buf other = {0};
        device = hd_device_gpu(hd_gpu.devices[i].number, &other);
        hd_buf_finish(&other);
    }
    return device;
}

struct hd_gpu_device *hd_device_current(void) {
    if (__atomic_load_n(&choice.decided, __ATOMIC_ACQUIRE)) return choice.device;
    struct hd_buf why = {0};
    struct hd_gpu_device *device =
        choice.wanted == AUTOMATIC ? first_fit(&why) : hd_device_gpu(choice.wanted, &why);
    if (!device && (hd_gpu.expected || choice.named))
        hd_notice("no GPU: %s; kernels run on the CPU (%%doctor says what was looked for)",
                  hd_buf_str(&why));
    choice.announced = choice.announced || !device;
    hd_buf_finish(&why);
    decide(device);
    return device;
}

int hd_device_arch(void) {
    if (hd_engine.options.arch) return hd_engine.options.arch;
    const struct hd_gpu_device *d =
        __atomic_load_n(&choice.decided, __ATOMIC_ACQUIRE) ? choice.device : NULL;
    return d ? d->major * 10 + d->minor : HD_DEFAULT_ARCH;
}

void hd_device_announce(void) {
    if (choice.announced || choice.named || hd_engine.socket < 0 || hd_engine.restoring ||
        !hd_gpu.expected)
        return;
    if (!hd_gpu_looked()) return;
    struct hd_gpu_device *d = hd_device_current();
    if (choice.announced) return;
    choice.announced = true;
    if (d)
        hd_notice(
            "kernels run on gpu:%d, %s (compute capability %d.%d); %%device cpu runs them on the CPU",
            d->number, d->name, d->major, d->minor);
    hd_journal_option("device announced", json_true());
}

void hd_device_set(struct hd_gpu_device *device) {
    choice.wanted = device ? device->number : CPU;
    choice.named = choice.announced = true;
    decide(device);
}

void hd_device_restore(json_t *options) {
    const char *name = json_string_value(json_object_get(options, "device"));
    int wanted = name ? parse(name) : AUTOMATIC;
    if (json_object_get(options, "device announced")) choice.announced = true;
    if (wanted == AUTOMATIC) return;
    choice.wanted = wanted;
    choice.named = choice.announced = true;
    if (wanted == CPU)
        decide(NULL);
    else {
        choice.decided = false;
        hd_gpu_start();
    }
}

// ---- %device ------------------------------------------------------------------------------------

static const char *plain_size(size_t bytes) {
    double gib = (double)bytes / (1 << 30);
    return hd_printf(hd_engine.arena, gib < 10 ? "%.1f GiB" : "%.0f GiB", gib);
}

#pragma weak hd_gpu_toolkit

// %device's line; full: %doctor's list.
static void print_toolkit(bool full) {
    const struct hd_gpu_toolkit *t = hd_gpu_toolkit ? hd_gpu_toolkit() : NULL;
    if (!t || (!full && !t->libnvvm)) {
        hd_print("toolkit: no libNVVM was found: kernels are compiled by LLVM's own back end%s\n",
                 full ? "" : " (%doctor says where was looked)");
        return;
    }
    if (!full) {
        hd_print("toolkit: %s (IR %d.%d)%s%s\n", t->libnvvm, t->nvvm_ir[0], t->nvvm_ir[1],
                 t->problem ? "; " : "", t->problem ? t->problem : "");
        return;
    }
    const struct {
        const char *name, *path, *without;
    } parts[] = {
        {"libNVVM", t->libnvvm, "kernels are compiled by LLVM's own back end"},
        {"libdevice", t->libdevice, "kernels that call math functions need it"},
        {"ptxas", t->ptxas, "%resources needs it"},
        {"nvdisasm", t->nvdisasm, "%sass needs it or cuobjdump"},
        {"cuobjdump", t->cuobjdump, "%sass needs it or nvdisasm"},
    };
    for (int i = 0; i < HD_COUNT(parts); i++)
        hd_print(
            "%s  %-22s %s%s\n", parts[i].path ? "ok" : "--", parts[i].name,
            parts[i].path ? parts[i].path : "not found: ", parts[i].path ? "" : parts[i].without);
    if (t->problem) hd_print("!!  %-22s %s\n", "toolkit", t->problem);
    if (t->searched && !t->libnvvm) hd_print("looked for the toolkit in:\n%s", t->searched);
}

static void list_devices(void) {
    struct hd_gpu_device *now = hd_device_current();
    hd_gpu_start();
    hd_gpu_wait();
    for (int i = 0; i < hd_gpu.ndevices; i++) {
        const struct hd_gpu_device *d = &hd_gpu.devices[i];
        hd_print("%c gpu:%d  %s, compute capability %d.%d, %s, driver for CUDA %d.%d%s%s\n",
                 d == now ? '*' : ' ', d->number, d->name, d->major, d->minor,
                 plain_size(d->memory), hd_gpu.version / 1000, hd_gpu.version / 10 % 100,
                 d->problem[0] ? "; " : "", d->problem);
    }
    struct cuda_device_prop cpu;
    hd_cpu_properties(&cpu);
    hd_print("%c cpu    %s, %d threads, %s\n", now ? ' ' : '*', cpu.name, hd_cpu_threads(),
             plain_size(cpu.totalGlobalMem));
    if (!hd_gpu.ndevices)
        hd_print("no GPU: %s\n",
                 hd_gpu.problem[0] ? hd_gpu.problem : "nothing on this machine points to one");
    print_toolkit(false);
}

bool hd_magic_device(struct hd_run *run, const char *line, const char *body) {
    char **args;
    int n = hd_magic_args(line, &args);
    if (n == 0) {
        list_devices();
        return true;
    }
    int wanted = parse(args[0]);
    struct hd_gpu_device *device = NULL;
    struct hd_buf why = {0};
    if (n > 1 || wanted == AUTOMATIC)
        hd_buf_printf(
            &why,
            "`%s` is no device; %%device gpu, %%device gpu:1 and %%device cpu choose one, %%device lists them",
            line);
    else if (wanted != CPU) {
        hd_gpu_start();
        device = hd_device_gpu(wanted, &why);
    }
    if (why.len) {
        hd_report_error("magic", "%s", hd_buf_str(&why));
        run->status = HD_STATUS_ERROR;
    } else {
        hd_device_set(device);
        hd_journal_option(
            "device",
            json_string(device ? hd_printf(hd_engine.arena, "gpu:%d", device->number) : "cpu"));
        if (device)
            hd_print("kernels run on gpu:%d, %s\n", device->number, device->name);
        else
            hd_print("kernels run on the CPU\n");
    }
    hd_buf_finish(&why);
    return run->status == HD_STATUS_OK;
}

bool hd_magic_doctor(struct hd_run *run, const char *line, const char *body) {
    struct hd_buf out = {0};
    hd_gpu_start();
    hd_gpu_doctor(&out);
    hd_library_report(&out);
    hd_print("%s", hd_buf_str(&out));
    hd_buf_finish(&out);
    print_toolkit(true);
    return true;
}
