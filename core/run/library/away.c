// Calls on a GPU: to the real cuBLAS, cuFFT, cuRAND, cuSPARSE and cuSOLVER, loaded when first
// needed.
//
// What a program calls is a *gate*, a few instructions that jump to our own function while there is
// no GPU, and to library_route otherwise. Where a call goes is decided by its objects (handles,
// plans, generators, descriptors): they belong to the device that launches went to when they were
// made, as on GPUs, and so do all calls that get them. A table made from our headers
// (tools/library_calls.py) says of each parameter what it is, and the call is made again with
//
//     session arrays      their copies on the GPU, sent before as for a launch (gpu/transfer.c)
//     streams             the driver's
//     plans of cuFFT      the real numbers: ours are PLANS above them, apart from those of the CPU
//     scalars, results    as they are, or as arrays when the handle's pointer mode says so
//
// Descriptors keep pointers: the variables among them are remembered with the descriptor, and sent
// anew with each call that gets it.
//
// Every argument is a word in a register or on the stack (System V's ABI; no structure goes by
// value), so one function type calls them all. HEDDLE_CUDA_LIBRARIES names a folder that is looked
// through first.
#include "run/library/away.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "run/cudart/cudart.h"
#include "run/gpu/gpu.h"

enum { GATES = 1024, INTS = 6, FLOATS = 8, WORDS = 24, PLANS = 1 << 20 };

static struct away_library libraries[] = {
    {"cublasLt", "libcublasLt.so*", "nvidia-cublas", 1, 13, NULL, NULL}, // before its prefix
    {"cublas", "libcublas.so*", "nvidia-cublas", 1, 13, NULL, NULL},
    {"cusolver", "libcusolver.so*", "nvidia-cusolver", 1, 6, NULL, NULL},
    {"cufft", "libcufft.so*", "nvidia-cufft", 5, 6, NULL, NULL},
    {"curand", "libcurand.so*", "nvidia-curand", 203, 201, NULL, NULL},
    {"cusparse", "libcusparse.so*", "nvidia-cusparse", 1, 6, NULL, NULL},
};

static const struct call {
    const char *name, *letters;
} calls[] = {
// sorted by name
#include "library_calls.inc"
};

struct gate {
    const char *name, *letters;
    struct away_library *library;
    void *local, *real;
};

struct kept { // a session array in a descriptor
    uint64_t host, device;
    bool changes;
};

// What was made on a GPU and lives.
struct object {
    uint64_t value;
    struct away_library *library; // of cuFFT: a plan, else a pointer
    struct hd_gpu_device *device;
    bool device_scalars; // its pointer mode
    void *stream, *native;
    HD_VEC(struct kept) kept;
    struct object *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct gate gates[GATES];
static int ngates;
static struct object *objects;

// ---- gates --------------------------------------------------------------------------------------

// Used by the instructions below, which are this file's own.
__attribute__((used)) static void *library_local[GATES];
__attribute__((used)) static uint64_t library_route(uint32_t index, const uint64_t *words,
                                                    const uint64_t *stack);
extern const char library_gates[];
char library_routed = 1;

enum { GATE_SIZE = 32 };
__asm__(".text\n"
        ".p2align 4\n"
        "library_gate_common:\n"
        "    pushq %rbp\n"
        "    movq %rsp, %rbp\n"
        "    subq $112, %rsp\n"
        "    movq %rdi, (%rsp)\n"
        "    movq %rsi, 8(%rsp)\n"
        "    movq %rdx, 16(%rsp)\n"
        "    movq %rcx, 24(%rsp)\n"
        "    movq %r8, 32(%rsp)\n"
        "    movq %r9, 40(%rsp)\n"
        "    movsd %xmm0, 48(%rsp)\n"
        "    movsd %xmm1, 56(%rsp)\n"
        "    movsd %xmm2, 64(%rsp)\n"
        "    movsd %xmm3, 72(%rsp)\n"
        "    movsd %xmm4, 80(%rsp)\n"
        "    movsd %xmm5, 88(%rsp)\n"
        "    movsd %xmm6, 96(%rsp)\n"
        "    movsd %xmm7, 104(%rsp)\n"
        "    movl %r11d, %edi\n"
        "    movq %rsp, %rsi\n"
        "    leaq 16(%rbp), %rdx\n"
        "    call library_route\n"
        "    leave\n"
        "    ret\n"
        ".p2align 5\n"
        "library_gates:\n"
        ".set library_gate_number, 0\n"
        ".rept 1024\n"
        ".p2align 5\n"
        "    cmpb $0, library_routed(%rip)\n"
        "    jne 1f\n"
        "    jmp *library_local + 8 * library_gate_number(%rip)\n"
        "1:  movl $library_gate_number, %r11d\n"
        "    jmp library_gate_common\n"
        ".set library_gate_number, library_gate_number + 1\n"
        ".endr\n");

static int by_name(const void *a, const void *b) {
    return strcmp(((const struct call *)a)->name, ((const struct call *)b)->name);
}

void *library_gate(const char *name, void *local) {
    struct call key = {.name = name};
    const struct call *c = bsearch(&key, calls, HD_COUNT(calls), sizeof *calls, by_name);
    struct away_library *library = NULL;
    for (int i = 0; i < HD_COUNT(libraries) && !library; i++)
        if (strncmp(name, libraries[i].prefix, strlen(libraries[i].prefix)) == 0)
            library = &libraries[i];
    // Generators of host memory stay on the host.
    if (!c || !library || !strpbrk(c->letters, "hHpng") || strstr(name, "GeneratorHost"))
        return NULL;
    pthread_mutex_lock(&lock);
    int i = 0;
    while (i < ngates && strcmp(gates[i].name, name) != 0) i++;
    if (i == ngates && ngates < GATES) {
        gates[i] = (struct gate){c->name, c->letters, library, local, NULL};
        library_local[i] = local;
        ngates++;
    }
    pthread_mutex_unlock(&lock);
    return i < GATES ? (void *)(uintptr_t)(library_gates + i * GATE_SIZE) : NULL;
}

// ---- the real libraries -------------------------------------------------------------------------

static const char *file_of(struct away_library *l) {
    char path[1024];
    const char *folder = getenv("HEDDLE_CUDA_LIBRARIES");
    if (l->file) return l->file;
    snprintf(path, sizeof path, "%s/%.*s", folder ? folder : "", (int)strlen(l->pattern) - 1,
             l->pattern);
    struct stat st;
    l->file = folder && stat(path, &st) == 0 ? hd_xstrdup(path) : hd_gpu_library_file(l->pattern);
    return l->file;
}

static bool open_library(struct away_library *l, const char *api, int number) {
    pthread_mutex_lock(&lock);
    const char *file = file_of(l);
    if (!l->handle && file) l->handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    const char *why = l->handle ? NULL : file ? dlerror() : "it was not found";
    pthread_mutex_unlock(&lock);
    if (why)
        hd_cudart_notice("%s: on gpu:%d this is done by NVIDIA's %.*s, and %s; `pip install %s` or "
                         "CUDA's toolkit has it, and %%device cpu does without",
                         api, number, (int)strcspn(l->pattern, "*"), l->pattern, why, l->package);
    return !why;
}

// Second versions first: they are what the headers' names stand for.
static void *real_of(struct gate *g) {
    char name[128];
    if (g->real || !g->library->handle) return g->real;
    size_t len = strlen(g->name);
    bool wide = len > 3 && strcmp(g->name + len - 3, "_64") == 0;
    snprintf(name, sizeof name, "%.*s_v2%s", (int)(wide ? len - 3 : len), g->name,
             wide ? "_64" : "");
    void *f = dlsym(g->library->handle, name);
    return g->real = f ? f : dlsym(g->library->handle, g->name);
}

void library_report_away(struct hd_buf *out, const char *prefix) {
    for (int i = 0; i < HD_COUNT(libraries); i++) {
        struct away_library *l = &libraries[i];
        if (strcmp(l->prefix, prefix) != 0) continue;
        const char *file = file_of(l);
        char *real = file ? realpath(file, NULL) : NULL;
        if (file)
            hd_buf_printf(out, "; on a GPU by %s\n", real ? real : file);
        else
            hd_buf_printf(out, "; on a GPU %.*s is missing: pip install %s\n",
                          (int)strcspn(l->pattern, "*"), l->pattern, l->package);
        free(real);
    }
}

// ---- objects ------------------------------------------------------------------------------------

static struct object *find(const struct away_library *l, uint64_t value) {
    pthread_mutex_lock(&lock);
    struct object *o = objects;
    while (o && (o->value != value || o->library != l)) o = o->next;
    pthread_mutex_unlock(&lock);
    return o;
}

static void forget(const struct away_library *l, uint64_t value) {
    pthread_mutex_lock(&lock);
    for (struct object **at = &objects; *at; at = &(*at)->next) {
        struct object *o = *at;
        if (o->value != value || o->library != l) continue;
        *at = o->next;
        HD_FREE_VEC(&o->kept);
        free(o);
        break;
    }
    pthread_mutex_unlock(&lock);
}

// ---- a call -------------------------------------------------------------------------------------

struct passed { // its arguments
    struct gate *gate;
    uint64_t ints[INTS], stack[WORDS];
    double floats[FLOATS];
    uint64_t *places[WORDS + INTS]; // of each argument
    int n;
    struct object *owner; // the first object among them
    struct object made;   // what the call is to make
    struct hd_gpu_device *device;
    bool arrays;        // some is an array of the device
    uint64_t attribute; // a value that was in host memory, which the call gets instead
};

static void take(struct passed *p, const uint64_t *words, const uint64_t *stack) {
    int ints = 0, floats = 0, more = 0;
    memcpy(p->ints, words, sizeof p->ints);
    memcpy(p->floats, words + INTS, sizeof p->floats);
    for (const char *c = p->gate->letters; *c; c++) {
        uint64_t *at = *c == 'f'     ? (uint64_t *)&p->floats[floats++]
                       : ints < INTS ? &p->ints[ints++]
                                     : &p->stack[more++];
        if (at >= p->stack && at < p->stack + WORDS) *at = stack[at - p->stack];
        p->places[p->n++] = at;
    }
}

static uint64_t call(const struct passed *p, const void *function) {
    const uint64_t *i = p->ints, *s = p->stack;
    const double *f = p->floats;
    uint64_t (*generic)(
        uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, double, double, double, double,
        double, double, double, double, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t,
        uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t,
        uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t);
    memcpy(&generic, &function, sizeof generic);
    return generic(i[0], i[1], i[2], i[3], i[4], i[5], f[0], f[1], f[2], f[3], f[4], f[5], f[6],
                   f[7], s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7], s[8], s[9], s[10], s[11],
                   s[12], s[13], s[14], s[15], s[16], s[17], s[18], s[19], s[20], s[21], s[22],
                   s[23]);
}

// What an argument that is an object stands for. cuFFT's are numbers of 32 bits.
static uint64_t object_value(const struct passed *p, int i) {
    return p->gate->letters[i] == 'p' ? (uint32_t)*p->places[i] : *p->places[i];
}

// false: the call must not be made, which was said.
static bool find_objects(struct passed *p) {
    const char *letters = p->gate->letters;
    bool foreign = false;
    for (int i = 0; i < p->n; i++) {
        if (!strchr("hHp", letters[i]) || !object_value(p, i)) continue;
        struct object *o = find(p->gate->library, object_value(p, i));
        foreign = foreign || !o;
        if (o && !p->owner) p->owner = o;
    }
    if (!p->owner || !foreign) return true;
    hd_cudart_notice(
        "%s: gpu:%d is where the handle was made, and another of its arguments was not; "
        "make all on one device",
        p->gate->name, p->owner->device->number);
    return false;
}

static bool refuse_array(const struct passed *p, int i, const char *what) {
    hd_cudart_notice("%s: argument %d is %s, which gpu:%d cannot reach: use a top-level array, or "
                     "copy it to memory of cudaMalloc",
                     p->gate->name, i + 1, what, p->device->number);
    return false;
}

// The array's place on the device, its contents there.
static bool send_array(struct passed *p, int i, bool changes, int *error) {
    uint64_t value = *p->places[i];
    struct memory m;
    if (!value) return true;
    p->arrays = true;
    struct hd_mirror *mirror = hd_transfer_find(value);
    if (mirror) {
        uint64_t at = hd_transfer_to(mirror, p->device, changes, p->gate->name, 0, error);
        if (*error) return false;
        *p->places[i] = at + (value - hd_transfer_base(mirror));
        // A call that makes or sets an object leaves the pointer there.
        struct object *keeper = p->gate->letters[0] == 'n'             ? &p->made
                                : strstr(p->gate->name, "Set") != NULL ? p->owner
                                                                       : NULL;
        struct kept kept = {value, *p->places[i], changes};
        if (keeper) HD_XPUSH(&keeper->kept, kept);
        return true;
    }
    hd_cudart_find(value, &m);
    if (m.freed) return refuse_array(p, i, "memory that was freed");
    if (m.gpu) return true;
    if (m.kind == MEMORY_HOST) return refuse_array(p, i, "memory of the host");
    if (m.nowhere) return refuse_array(p, i, "memory that is in no allocation");
    return true;
}

static bool send_kept(const struct passed *p, const struct object *o, bool changes, int *error) {
    for (int k = 0; k < o->kept.n; k++) {
        const struct kept *kept = &o->kept.v[k];
        struct hd_mirror *mirror = hd_transfer_find(kept->host);
        uint64_t at = mirror ? hd_transfer_to(mirror, p->device, changes && kept->changes,
                                              p->gate->name, 0, error)
                             : 0;
        if (*error) return false;
        if (mirror && at + (kept->host - hd_transfer_base(mirror)) == kept->device) continue;
        hd_cudart_notice("%s: an array of a descriptor has moved since that was made: make the "
                         "descriptor anew",
                         p->gate->name);
        return false;
    }
    return true;
}

// The value of an attribute: the address of a session array becomes that on the device, and stays
// with the descriptor.
static bool send_attribute(struct passed *p, int i, int *error) {
    uint64_t *place = p->places[i];
    if (*p->places[i + 1] != sizeof p->attribute ||
        !hd_guard_copy(&p->attribute, (const void *)(uintptr_t)*place, sizeof p->attribute, NULL) ||
        !hd_transfer_find(p->attribute))
        return true;
    p->places[i] = &p->attribute;
    bool right = send_array(p, i, true, error);
    p->places[i] = place;
    *place = (uint64_t)(uintptr_t)&p->attribute;
    return right;
}

// Memory that the library itself reads or writes on the host.
static void bring_home(const struct passed *p, int i) {
    hd_transfer_prepare((const void *)(uintptr_t)*p->places[i], 1, true);
}

static bool translate(struct passed *p, int *error) {
    for (int i = 0; i < p->n; i++) {
        char c = p->gate->letters[i];
        bool on_device = p->owner && p->owner->device_scalars;
        struct object *o;
        switch (c) {
        case 'd':
        case 'D':
            if (!send_array(p, i, c == 'D', error)) return false;
            break;
        case 's':
        case 'S':
            if (!on_device)
                bring_home(p, i);
            else if (!send_array(p, i, c == 'S', error))
                return false;
            break;
        case 'o': bring_home(p, i); break;
        case 'b':
            if (!send_attribute(p, i, error)) return false;
            break;
        case 'h':
        case 'H':
            o = find(p->gate->library, *p->places[i]);
            if (o && !send_kept(p, o, c == 'H', error)) return false;
            break;
        case 'p': *p->places[i] -= PLANS; break;
        case 't': {
            void *native;
            void *stream = (void *)(uintptr_t)*p->places[i];
            if (!hd_cudart_stream_valid(stream)) {
                hd_cudart_notice("%s: %p is no stream", p->gate->name, stream);
                return false;
            }
            if (hd_cudart_stream_device(stream, &native) != p->device && native) {
                hd_cudart_notice("%s: the stream is not of gpu:%d", p->gate->name,
                                 p->device->number);
                return false;
            }
            p->made.stream = stream;
            p->made.native = native;
            *p->places[i] = (uint64_t)(uintptr_t)native;
            break;
        }
        default: break;
        }
    }
    return true;
}

// The call was a success: what that means for objects.
static void remember(struct passed *p, const uint64_t *before) {
    const char *letters = p->gate->letters, *mode = strchr(letters, 'm'),
               *stream = strchr(letters, 't');
    if (letters[0] == 'n') {
        void *where = (void *)(uintptr_t)before[0];
        struct object *o = hd_xmalloc(sizeof *o);
        *o = p->made;
        memset(&p->made.kept, 0, sizeof p->made.kept);
        o->library = p->gate->library;
        o->device = p->device;
        if (strcmp(o->library->prefix, "cufft") == 0) {
            int plan;
            memcpy(&plan, where, sizeof plan);
            plan += PLANS;
            memcpy(where, &plan, sizeof plan);
            o->value = (uint32_t)plan;
        } else {
            memcpy(&o->value, where, sizeof o->value);
        }
        pthread_mutex_lock(&lock);
        o->next = objects;
        objects = o;
        pthread_mutex_unlock(&lock);
    } else if (strstr(p->gate->name, "Destroy") || strstr(p->gate->name, "destroy")) {
        forget(p->gate->library, letters[0] == 'p' ? (uint32_t)before[0] : before[0]);
    } else if (mode) {
        p->owner->device_scalars = (int)before[mode - letters] == 1;
    } else if (stream) {
        p->owner->stream = p->made.stream;
        p->owner->native = p->made.native;
    }
}

static uint64_t settle(struct passed *p, uint64_t status) {
    static const uint32_t one[3] = {1, 1, 1};
    void *native = p->owner ? p->owner->native : NULL;
    if (p->arrays || (p->owner && strpbrk(p->gate->letters, "H")))
        hd_gpu_flight(p->device, native, p->gate->name, 0, one, one, NULL);
    if (!hd_transfer_wants_fetch()) return status;
    int error = hd_gpu_finish(native, p->device, false);
    if (!error) error = hd_transfer_fetch();
    if (error) hd_gpu_failed(error, p->device, p->gate->name, 0);
    return error ? (uint64_t)p->gate->library->failed : status;
}

static uint64_t call_real(struct passed *p) {
    struct gate *g = p->gate;
    uint64_t before[WORDS + INTS];
    int error = 0;
    if (!hd_gpu_use(p->device)) {
        hd_cudart_notice("%s: %s", g->name, p->device->problem);
        return (uint64_t)g->library->missing;
    }
    if (!open_library(g->library, g->name, p->device->number)) return (uint64_t)g->library->missing;
    const void *real = real_of(g);
    if (!real) {
        hd_cudart_notice("%s: %s has no such function", g->name, g->library->file);
        return (uint64_t)g->library->failed;
    }
    for (int i = 0; i < p->n; i++) before[i] = *p->places[i];
    hd_front_lock();
    hd_transfer_begin();
    bool right = translate(p, &error);
    hd_front_unlock();
    if (error) hd_gpu_failed(error, p->device, g->name, 0);
    if (!right) {
        HD_FREE_VEC(&p->made.kept);
        return (uint64_t)g->library->failed;
    }
    uint64_t status = call(p, real);
    if ((uint32_t)status == 0) remember(p, before);
    HD_FREE_VEC(&p->made.kept);
    return settle(p, status);
}

// The stream as the session knows it, which the library does not.
static uint64_t give_stream(const struct passed *p) {
    return library_result(p->gate->name, (void *)(uintptr_t)p->ints[1], &p->owner->stream,
                          sizeof(void *))
               ? 0
               : (uint64_t)p->gate->library->failed;
}

static uint64_t library_route(uint32_t index, const uint64_t *words, const uint64_t *stack) {
    struct passed p = {.gate = &gates[index]};
    take(&p, words, stack);
    if (p.gate->letters[0] == 'n') {
        p.device = hd_device_current();
        if (!p.device && hd_gpu.ndevices == 0 && !objects) library_routed = 0;
        // The object's pointer is checked by the function that makes it here.
        if (!p.device || !p.ints[0]) return call(&p, p.gate->local);
    }
    if (p.gate->letters[0] == 'g') p.device = hd_device_current();
    if (!find_objects(&p)) return (uint64_t)p.gate->library->failed;
    if (p.owner) p.device = p.owner->device;
    if (!p.device) return call(&p, p.gate->local);
    if (strstr(p.gate->name, "GetStream")) return give_stream(&p);
    return call_real(&p);
}
