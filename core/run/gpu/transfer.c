// Session arrays that move by themselves between the host's memory and the GPU's.
//
// A variable that a launch gets has a copy on the device, its mirror. The host's pages are
// protected by who has the newer contents:
//
//     ON_HOST     host may read and write     the copy is old (or not there)
//     ON_BOTH     host may read               both are the same; a write by the host makes it
//     ON_HOST ON_DEVICE   no access                   any access fetches the contents, then as
//     above
//
// A launch makes what it gets ON_BOTH, or ON_DEVICE if it may write to it. The protection's faults
// end in hd_transfer_fault (through cpu/guard/signals.c) before anything else is done with them, so
// every library that touches such memory finds it; system calls would fail instead (EFAULT), which
// is why cpu/guard/buffers.c prepares memory that is handed to them. Contents go through a second
// mapping of the store (hd_store_alias), so that nobody sees them half-written.
//
// Variables that share pages with others cannot be protected: they are small, and are compared with
// what they were at the last launch, sent when they differ, and fetched right after a launch that
// may have written to them. So is memory that was allocated while kernels ran on the CPU.
//
// Pointers inside a variable to other variables become pointers to their copies when it is sent,
// and are turned back when it is fetched; what they lead to goes along.
//
// Elements of arrays (core/array) that are large enough to have pages of their own go back and
// forth in the same way; what an expression computes anew is not sent first (hd_transfer_fresh).
//
// Example: float v[1000]; k<<<4, 256>>>(v); v[0] sends 4000 bytes at the launch, and fetches them
// at `v[0]`.
#include "run/gpu/gpu.h"
#include "array/array.h"
#include "run/cudart/cudart.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define PAGE 4096ull
#define LOGGED 2000

enum place { ON_HOST, ON_BOTH, ON_DEVICE };

struct hd_mirror {
    uint64_t base, size, from, to; // the variable, and its pages
    const char *name;
    bool paged; // has pages of its own, which can be protected
    bool in_store, in_heap;
    enum place place;
    struct hd_gpu_device *device;    // where the copy is, NULL: there is none
    uint64_t at;                     // its address
    uint32_t version;                // counts the host's changes
    char *shadow;                    // not paged: what was sent last
    bool fetch;                      // not paged: a launch has written to it
    uint32_t used_by;                // number of the last launch that got it
    struct hd_var_pointer *pointers; // inside of it
    int npointers;
    char *image;                        // its contents with these for the device
    HD_VEC(struct hd_mirror *) targets; // what they lead to
};

static pthread_mutex_t lock =
    PTHREAD_MUTEX_INITIALIZER; // never held while the host's protected pages are touched
static HD_VEC(struct hd_mirror *) mirrors; // sorted by base
static uint32_t launch_number;
static int to_fetch;
uint64_t hd_transfer_generation = 1;

// ---- what was moved -----------------------------------------------------------------------------

struct moved {
    const char *name; // interned
    const char *why;  // interned or constant: kernel, "read", "write"
    size_t bytes;
    int64_t ns, when;
    uint64_t pc; // of the host code that touched it, until the cell ends
    hd_loc loc;
    bool to_device;
};
static struct {
    struct moved v[LOGGED];
    int n;
    uint64_t total;
    int64_t first, spent;
} moved;

static void note(const struct hd_mirror *m, bool to_device, const char *why, uint64_t pc,
                 hd_loc loc, int64_t start) {
    int64_t now = hd_now_ns();
    if (moved.n == LOGGED) {
        memmove(moved.v, moved.v + LOGGED / 2, sizeof moved.v / 2);
        moved.n = LOGGED / 2;
    }
    if (!moved.first) moved.first = start;
    moved.spent += now - start;
    moved.total++;
    moved.v[moved.n++] = (struct moved){.name = m->name,
                                        .why = why,
                                        .bytes = m->size,
                                        .ns = now - start,
                                        .when = start,
                                        .pc = pc,
                                        .loc = loc,
                                        .to_device = to_device};
}

void hd_transfer_settle(void) { // the cell's code is about to go
    for (int i = moved.n - 1; i >= 0 && i > moved.n - 200; i--) {
        struct moved *t = &moved.v[i];
        const char *function;
        if (t->pc && !hd_jit_place(t->pc, &t->loc, &function)) t->loc = 0;
        t->pc = 0;
    }
}

int64_t hd_transfer_ns(void) { return moved.spent; }

// ---- finding ------------------------------------------------------------------------------------

static int above(uint64_t addr) {
    int low = 0, high = mirrors.n;
    while (low < high) {
        int mid = (low + high) / 2;
        if (mirrors.v[mid]->base <= addr)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

static struct hd_mirror *find(uint64_t addr) { // one past the end counts too
    int i = above(addr);
    struct hd_mirror *m = i > 0 ? mirrors.v[i - 1] : NULL;
    return m && addr <= m->base + m->size ? m : NULL;
}

static struct hd_mirror *find_page(uint64_t addr) {
    int i = above(addr);
    struct hd_mirror *m = i > 0 ? mirrors.v[i - 1] : NULL;
    if (m && m->paged && addr >= m->from && addr < m->to) return m;
    m = i < mirrors.n ? mirrors.v[i] : NULL; // before the variable's start, on its first page
    return m && m->paged && addr >= m->from && addr < m->to ? m : NULL;
}

static struct hd_mirror *add(struct hd_mirror m) {
    struct hd_mirror *copy = hd_xmalloc(sizeof *copy);
    *copy = m;
    int i = above(m.base);
    HD_XPUSH(&mirrors, copy);
    memmove(&mirrors.v[i + 1], &mirrors.v[i], sizeof copy * (size_t)(mirrors.n - 1 - i));
    mirrors.v[i] = copy;
    return copy;
}

struct hd_mirror *hd_transfer_find(uint64_t addr) {
    pthread_mutex_lock(&lock);
    struct hd_mirror *m = find(addr), fresh = {0};
    pthread_mutex_unlock(&lock);
    if (m) return m;
    struct hd_placed var;
    struct memory mem;
    struct hd_array array;
    if (hd_array_owner(addr, &array)) {
        fresh = (struct hd_mirror){.base = (uint64_t)(uintptr_t)array.data,
                                   .size = (uint64_t)array.count * array.size,
                                   .name = hd_intern_str(hd_printf(hd_engine.arena, "array %s",
                                                                   hd_array_shape_text(&array))),
                                   .paged = hd_heap_has_own_pages(array.memory)};
        if (!fresh.size) fresh.size = 1; // of no elements
        fresh.in_heap = hd_heap_alias(array.data) != NULL;
        fresh.paged = fresh.paged && fresh.in_heap;
        fresh.from = (uint64_t)(uintptr_t)array.memory / PAGE * PAGE;
        fresh.to = HD_ROUND_UP(fresh.base + fresh.size, PAGE);
    } else if (hd_store_is_variable(addr)) {
        if (!hd_var_at(addr, &var) || !var.size || !hd_store_alias(var.addr)) return NULL;
        fresh = (struct hd_mirror){.base = var.addr,
                                   .size = var.size,
                                   .name = hd_intern_str(var.name ? var.name : "?"),
                                   .paged = hd_store_has_own_pages(var.addr, var.size),
                                   .in_store = true};
        fresh.from = var.addr / PAGE * PAGE;
        fresh.to = HD_ROUND_UP(var.addr + var.size, PAGE);
        fresh.npointers = hd_var_pointers(var.addr, &fresh.pointers);
    } else {
        hd_cudart_find(addr, &mem); // memory of the CPU as a device
        if (mem.kind == MEMORY_HOST || mem.kind == MEMORY_VARIABLE || mem.freed || mem.nowhere ||
            mem.gpu || !mem.size)
            return NULL;
        fresh = (struct hd_mirror){.base = mem.base, .size = mem.size, .name = "memory of the CPU"};
    }
    pthread_mutex_lock(&lock);
    m = add(fresh);
    pthread_mutex_unlock(&lock);
    return m;
}

// ---- moving -------------------------------------------------------------------------------------

static void *contents(const struct hd_mirror *m) {
    if (m->in_heap) return hd_heap_alias((const void *)m->base);
    return m->in_store ? hd_store_alias(m->base) : (void *)m->base;
}

static bool may_be_protected(uint64_t address) {
    return hd_store_is_variable(address) || hd_heap_alias((const void *)address);
}

static void set_place(struct hd_mirror *m, enum place place) {
    static const int protection[] = {PROT_READ | PROT_WRITE, PROT_READ, PROT_NONE};
    if (m->place == place) return;
    m->place = place;
    hd_transfer_change();
    if (m->paged) hd_store_protect(m->from, m->to, protection[place]);
}

// Memory of arrays that are gone, for the next ones of their size: cuMemFree waits for the device,
// and expressions leave an array behind each. Only while all work is on one stream, in whose order
// the memory changes hands.
enum { SPARES = 8 };
static struct spare {
    struct hd_gpu_device *device;
    uint64_t at, size;
} spares[SPARES];
static int next_spare;

static void free_spare(struct spare *s) {
    if (s->at && hd_gpu_use(s->device)) hd_cu.cuMemFree(s->at);
    *s = (struct spare){0};
}

static bool keep_spare(const struct hd_mirror *m) {
    if (!m->in_heap || hd_gpu_flies_elsewhere()) return false;
    struct spare *s = &spares[next_spare++ % SPARES];
    free_spare(s);
    *s = (struct spare){m->device, m->at, m->size};
    return true;
}

static bool take_spare(struct hd_mirror *m, struct hd_gpu_device *device) {
    if (!m->in_heap || hd_gpu_flies_elsewhere()) return false;
    for (int i = 0; i < SPARES; i++) {
        if (!spares[i].at || spares[i].device != device || spares[i].size != m->size) continue;
        m->at = spares[i].at;
        m->device = device;
        spares[i] = (struct spare){0};
        return true;
    }
    return false;
}

static void drop_copy(struct hd_mirror *m) {
    if (m->at && m->device && hd_gpu_use(m->device) && !keep_spare(m)) hd_cu.cuMemFree(m->at);
    m->at = 0;
    m->device = NULL;
    hd_transfer_change();
}

static void turn_back(const struct hd_mirror *m, char *at) {
    uint64_t value;
    memcpy(&value, at, sizeof value);
    for (int i = 0; i < m->targets.n; i++) {
        const struct hd_mirror *t = m->targets.v[i];
        if (!t->at || value < t->at || value > t->at + t->size) continue;
        value = t->base + (value - t->at);
        memcpy(at, &value, sizeof value);
        return;
    }
}

static int fetch(struct hd_mirror *m, const char *why, uint64_t pc) {
    int64_t start = hd_now_ns();
    if (!hd_gpu_use(m->device)) return HD_CU_UNAVAILABLE;
    int error = hd_cu.cuMemcpyDtoH(contents(m), m->at, m->size);
    if (error) return error;
    for (int i = 0; i < m->npointers; i++)
        turn_back(m, (char *)contents(m) + m->pointers[i].offset);
    note(m, false, why, pc, 0, start);
    return 0;
}

static int send(struct hd_mirror *m, const char *why, hd_loc loc) {
    int64_t start = hd_now_ns();
    int error = hd_cu.cuMemcpyHtoD(m->at, m->image ? m->image : contents(m), m->size);
    if (!error)
        error = hd_cu.cuStreamSynchronize(
            NULL); // it may be on its way, and streams that wait for nothing do not wait
    if (error) return error;
    note(m, true, why, 0, loc, start);
    if (m->paged) return 0;
    if (!m->shadow) m->shadow = hd_xmalloc(m->size);
    memcpy(m->shadow, contents(m), m->size);
    return 0;
}

// Makes room by giving up copies that the launch in hand does not need.
static bool evict(struct hd_gpu_device *device) {
    bool any = false;
    for (int i = 0; i < mirrors.n; i++) {
        struct hd_mirror *m = mirrors.v[i];
        if (!m->at || m->device != device || m->used_by == launch_number) continue;
        if (m->place == ON_DEVICE && fetch(m, "room", 0) != 0) continue;
        drop_copy(m);
        set_place(m, ON_HOST);
        any = true;
    }
    return any;
}

static int allocate(struct hd_mirror *m, struct hd_gpu_device *device) {
    if (m->at && m->device == device) return 0;
    if (m->at) { // on another GPU: by way of the host
        int error = m->place == ON_DEVICE ? fetch(m, "another GPU", 0) : 0;
        if (error) return error;
        drop_copy(m);
        set_place(m, ON_HOST);
        if (!hd_gpu_use(device)) return HD_CU_UNAVAILABLE;
    }
    if (take_spare(m, device)) return 0;
    int error = hd_cu.cuMemAlloc(&m->at, m->size);
    if (error == HD_CU_OUT_OF_MEMORY) {
        for (int i = 0; i < SPARES; i++)
            if (spares[i].device == device) free_spare(&spares[i]);
        if (hd_gpu_use(device)) error = hd_cu.cuMemAlloc(&m->at, m->size);
    }
    if (error == HD_CU_OUT_OF_MEMORY && evict(device)) error = hd_cu.cuMemAlloc(&m->at, m->size);
    if (error)
        m->at = 0;
    else
        m->device = device;
    return error;
}

void hd_transfer_begin(void) { launch_number++; }

static void add_target(struct hd_mirror *m, struct hd_mirror *target) {
    for (int i = 0; i < m->targets.n; i++)
        if (m->targets.v[i] == target) return;
    HD_XPUSH(&m->targets, target);
}

// What the variable's pointers lead to goes to the device first; the image gets their addresses
// there. While the device has the newer contents, it is what they led to when they were sent.
static int send_targets(struct hd_mirror *m, struct hd_gpu_device *device, const char *kernel,
                        hd_loc loc) {
    int error = 0;
    if (m->place == ON_DEVICE) {
        for (int i = 0; i < m->targets.n && !error; i++)
            if (m->targets.v[i]->used_by != launch_number)
                hd_transfer_to(m->targets.v[i], device, true, kernel, loc, &error);
        return error;
    }
    if (!m->image) m->image = hd_xmalloc(m->size);
    memcpy(m->image, contents(m), m->size);
    for (int i = 0; i < m->npointers && !error; i++) {
        uint64_t value, at;
        memcpy(&value, m->image + m->pointers[i].offset, sizeof value);
        struct hd_mirror *target =
            value && hd_store_is_variable(value) ? hd_transfer_find(value) : NULL;
        if (!target) continue;
        add_target(m, target);
        bool again = target->used_by == launch_number && target->at && target->device == device;
        at = again ? target->at
                   : hd_transfer_to(target, device, m->pointers[i].changes, kernel, loc, &error);
        value = at + (value - target->base);
        memcpy(m->image + m->pointers[i].offset, &value, sizeof value);
    }
    return error;
}

static bool is_there(const struct hd_mirror *m, const struct hd_gpu_device *device) {
    if (!m->at || m->device != device) return false;
    return m->paged ? m->place != ON_HOST
                    : m->shadow && memcmp(m->shadow, contents(m), m->size) == 0;
}

uint64_t hd_transfer_to(struct hd_mirror *m, struct hd_gpu_device *device, bool writes,
                        const char *kernel, hd_loc loc, int *error) {
    pthread_mutex_lock(&lock);
    m->used_by = launch_number;
    bool had = m->at && m->device == device, settled = is_there(m, device);
    pthread_mutex_unlock(&lock);
    *error =
        settled ? 0 : hd_gpu_settle(device); // the driver would wait as well, deaf to interrupts
    pthread_mutex_lock(&lock);
    if (!*error) *error = allocate(m, device);
    pthread_mutex_unlock(&lock);
    if (!*error && m->npointers) *error = send_targets(m, device, kernel, loc);
    pthread_mutex_lock(&lock);
    if (!*error && m->paged) {
        if (m->place == ON_HOST) {
            set_place(m, ON_BOTH); // a thread that writes from here on makes it ON_HOST again
            pthread_mutex_unlock(&lock);
            pthread_mutex_lock(&lock);
            *error = send(m, kernel, loc);
            if (*error) set_place(m, ON_HOST);
        }
        if (!*error && writes) set_place(m, ON_DEVICE);
    } else if (!*error) {
        if (!had || !m->shadow || memcmp(m->shadow, contents(m), m->size) != 0) {
            m->version++;
            *error = send(m, kernel, loc);
        }
        if (!*error && writes && !m->fetch) m->fetch = true, to_fetch++;
    }
    uint64_t at = *error ? 0 : m->at;
    pthread_mutex_unlock(&lock);
    return at;
}

uint64_t hd_transfer_base(const struct hd_mirror *m) { return m->base; }

// All of it is about to be written on the device, in one piece: what it holds need not go there.
void hd_transfer_fresh(uint64_t addr, struct hd_gpu_device *device) {
    struct hd_mirror *m = hd_transfer_find(addr);
    if (!m || !m->paged) return;
    pthread_mutex_lock(&lock);
    m->used_by = launch_number;
    if (m->place == ON_HOST && allocate(m, device) == 0) set_place(m, ON_DEVICE);
    pthread_mutex_unlock(&lock);
}

const char *hd_transfer_place(uint64_t addr) {
    pthread_mutex_lock(&lock);
    const struct hd_mirror *m = find(addr);
    enum place place = !m || !m->at ? ON_HOST : m->fetch ? ON_DEVICE : m->place;
    int number = m && m->device ? m->device->number : 0;
    pthread_mutex_unlock(&lock);
    return place == ON_HOST   ? "cpu"
           : place == ON_BOTH ? "both"
                              : hd_printf(hd_engine.arena, "gpu:%d", number);
}

bool hd_transfer_is_lasting(const struct hd_mirror *m) { return m->paged; }

bool hd_transfer_wants_fetch(void) { return to_fetch > 0; }

int hd_transfer_fetch(void) {
    int error = 0;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < mirrors.n && to_fetch; i++) {
        struct hd_mirror *m = mirrors.v[i];
        if (!m->fetch) continue;
        m->fetch = false;
        to_fetch--;
        int e = error ? error : fetch(m, "after the launch", 0);
        if (!e && m->shadow) memcpy(m->shadow, contents(m), m->size);
        error = e;
    }
    pthread_mutex_unlock(&lock);
    return error;
}

// The launch that was begun will not be: what it would have written to is not fetched afterwards,
// when the host may have changed it.
void hd_transfer_cancel(void) {
    pthread_mutex_lock(&lock);
    for (int i = 0; i < mirrors.n && to_fetch; i++) {
        struct hd_mirror *m = mirrors.v[i];
        if (!m->fetch || m->used_by != launch_number) continue;
        m->fetch = false;
        to_fetch--;
    }
    pthread_mutex_unlock(&lock);
}

// For __constant__ variables, whose copies are in the modules: the contents and their version.
const void *hd_transfer_constant(struct hd_mirror *m, uint32_t *version) {
    pthread_mutex_lock(&lock);
    if (m->paged) {
        if (m->place == ON_HOST) set_place(m, ON_BOTH), m->version++;
    } else if (!m->shadow || memcmp(m->shadow, contents(m), m->size) != 0) {
        if (!m->shadow) m->shadow = hd_xmalloc(m->size);
        memcpy(m->shadow, contents(m), m->size);
        m->version++;
    }
    *version = m->version;
    pthread_mutex_unlock(&lock);
    return contents(m);
}

void hd_transfer_constant_sent(struct hd_mirror *m, const char *kernel, hd_loc loc, int64_t start) {
    note(m, true, kernel, 0, loc, start);
}

// ---- the host touches it ------------------------------------------------------------------------

static bool patient(void *user) {
    (void)user;
    return !hd_guard_interrupted();
}

// In the signal handler.
int hd_transfer_fault(uint64_t address, bool is_write, uint64_t pc, struct hd_fault *fault) {
    if (!may_be_protected(address)) return 0;
    pthread_mutex_lock(&lock);
    struct hd_mirror *m = find_page(address);
    if (!m) {
        pthread_mutex_unlock(&lock);
        return 0;
    }
    int error = 0;
    if (m->place == ON_DEVICE) {
        error = hd_gpu_sync(m->device, NULL, true, patient, NULL);
        if (!error) error = fetch(m, is_write ? "write" : "read", pc);
    }
    bool known = m->place != ON_HOST || !is_write; // else another thread was here before
    if (!error && is_write && m->place != ON_HOST)
        set_place(m, ON_HOST);
    else if (!error && m->place == ON_DEVICE)
        set_place(m, ON_BOTH);
    pthread_mutex_unlock(&lock);
    (void)known;
    if (!error) return 1;
    hd_gpu_describe_loss(fault, error, m->device);
    return 2;
}

void hd_transfer_prepare(const void *address, size_t size, bool writes) {
    uint64_t at = (uint64_t)address, end = at + size;
    if (!size || !mirrors.n || !may_be_protected(at)) return;
    int i = above(at) - 1;
    for (i = i < 0 ? 0 : i; i < mirrors.n && mirrors.v[i]->base < end; i++) {
        const struct hd_mirror *m = mirrors.v[i];
        if (!m->paged || at >= m->base + m->size || m->place == ON_HOST ||
            (m->place == ON_BOTH && !writes))
            continue;
        volatile char *p = (volatile char *)m->base; // the fault does the rest
        char c = *p;
        if (writes) *p = c;
    }
}

bool hd_transfer_host(const void *address, size_t size, bool writes) {
    if (mirrors.n == 0 || !may_be_protected((uint64_t)address)) return true;
    hd_transfer_prepare(address, size, writes);
    return true;
}

void hd_transfer_drop(uint64_t addr) {
    if (!mirrors.n) return;
    pthread_mutex_lock(&lock);
    int i = above(addr) - 1;
    if (i >= 0 && mirrors.v[i]->base == addr) {
        struct hd_mirror *m = mirrors.v[i];
        drop_copy(m);
        set_place(m, ON_HOST);
        if (m->fetch) to_fetch--;
        for (int k = 0; k < mirrors.n; k++)
            for (int t = mirrors.v[k]->targets.n - 1; t >= 0; t--)
                if (mirrors.v[k]->targets.v[t] == m)
                    mirrors.v[k]->targets.v[t] = mirrors.v[k]->targets.v[--mirrors.v[k]->targets.n];
        HD_FREE_VEC(&m->targets);
        free(m->pointers);
        free(m->image);
        memmove(&mirrors.v[i], &mirrors.v[i + 1], sizeof m * (size_t)(mirrors.n - 1 - i));
        mirrors.n--;
        free(m->shadow);
        free(m);
    }
    pthread_mutex_unlock(&lock);
}

void hd_transfer_array_leaves(const struct hd_array *a) {
    if (!mirrors.n) return;
    hd_transfer_change(); // another handle may have its place
    if (a->memory) hd_transfer_drop((uint64_t)(uintptr_t)a->data);
}

void hd_transfer_lost(json_t *list) {
    for (int i = 0; i < mirrors.n; i++) {
        const struct hd_mirror *m = mirrors.v[i];
        if (m->place == ON_DEVICE || m->fetch)
            json_array_append_new(
                list, json_sprintf(m->in_heap ? "%s (its newest values were only on the GPU)"
                                              : "`%s` (its newest values were only on the GPU)",
                                   m->name));
    }
}

// ---- %transfers ---------------------------------------------------------------------------------

static const char *place_words(const struct moved *t) {
    struct hd_place place;
    if (!t->loc || !hd_source_place(t->loc, &place)) return "";
    return hd_printf(hd_engine.arena, " at %s:%d", place.source->name, place.line);
}

static const char *reason(const struct moved *t) {
    if (t->to_device) return hd_printf(hd_engine.arena, "launch of `%s`%s", t->why, place_words(t));
    if (strcmp(t->why, "read") == 0 || strcmp(t->why, "write") == 0)
        return hd_printf(hd_engine.arena, "host %s%s", t->why, place_words(t));
    return t->why;
}

static const char *amount(size_t bytes) {
    static const char *const units[] = {"B", "KiB", "MiB", "GiB"};
    double n = (double)bytes;
    int i = 0;
    for (; n >= 1024 && i < 3; i++) n /= 1024;
    return hd_printf(hd_engine.arena, i && n < 100 ? "%.1f %s" : "%.0f %s", n, units[i]);
}

bool hd_magic_transfers(struct hd_run *run, const char *line, const char *body) {
    char **args;
    int n = hd_magic_args(line, &args), last = 20;
    if (n > 0 && strcmp(args[0], "-c") == 0) {
        moved.n = 0;
        return true;
    }
    if (n > 0) last = atoi(args[0]) > 0 ? atoi(args[0]) : last;
    if (!moved.n) {
        hd_print("Nothing has been moved between host and GPU yet.\n");
        return true;
    }
    hd_print("%-16s %-10s %10s %10s %12s  %s\n", "Name", "To", "Size", "Time", "Speed", "Why");
    size_t in = 0, out = 0;
    for (int i = 0; i < moved.n; i++) {
        const struct moved *t = &moved.v[i];
        *(t->to_device ? &in : &out) += t->bytes;
        if (i < moved.n - last) continue;
        hd_print("%-16s %-10s %10s %7.1f us %7.2f GB/s  %s\n", t->name,
                 t->to_device ? "GPU" : "host", amount(t->bytes), (double)t->ns * 1e-3,
                 t->ns ? (double)t->bytes / (double)t->ns : 0, reason(t));
    }
    hd_print("%s to the GPU, %s back, %.3f ms in all\n", amount(in), amount(out),
             (double)moved.spent * 1e-6);
    size_t managed = hd_cudart_managed_memory();
    if (managed)
        hd_print("managed memory (%s) is moved by the driver, page by page\n", amount(managed));
    return true;
}
