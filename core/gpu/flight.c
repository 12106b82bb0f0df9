// What runs on the GPUs: which launches have not ended, whose an error is, and waiting.
//
// Launches are asynchronous: an error in a kernel is told by a later call, whichever that is, and
// then the context is lost. To know whose it is, launches are remembered in groups (the same kernel
// from the same place, one after the other in a stream). When a stream goes over from one group to
// another, the GPU is told to write the number of the last launch of the old group to pinned memory
// once that has ended; the host reads that even when the context is lost. So a loop that launches
// one kernel costs nothing for this, and the group to blame is the first that is not behind its
// mark.
//
// Waiting polls, so that it can be interrupted. The driver prints what kernels printed when it
// synchronises (to stdout), and failed assertions (to stderr, one line a thread); the latter are
// caught for the error's message.
#include "gpu/gpu.h"

#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define GROUPS 256
#define MARKS 64
#define PER_THREAD ((void *)2) // CU_STREAM_PER_THREAD

struct group {
    struct hd_gpu_device *device;
    void *stream;
    const char *kernel;
    hd_loc loc;
    uint32_t grid[3], block[3];
    uint32_t first, last; // numbers of its launches
    bool asserts, prints;
};

struct stream_state {
    struct hd_gpu_device *device;
    void *stream;
    struct group *last;
    int mark;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
    struct group groups[GROUPS];
    int n;           // the ring's end; the oldest are dropped
    uint32_t number; // of the last launch
    struct stream_state streams[MARKS];
    int nstreams;
    volatile uint32_t *marks; // pinned
    uint64_t marks_at;        // as the GPU sees them
    bool no_marks;
    bool asserts, prints; // some launch in flight may
    HD_VEC(struct hd_gpu_kernel *)
    printers; // kernels that print and have been launched since the last wait
    HD_VEC(struct known {
        struct hd_gpu_device *device;
        void *stream;
    })
    known;
} flights;
static char assertions[8192];
static bool printf_lost;

// ---- launches -----------------------------------------------------------------------------------

static void make_marks(void) {
    void *p = NULL;
    bool ok = hd_cu.cuStreamWriteValue32 &&
              hd_cu.cuMemHostAlloc(&p, 4096, 2 | 1) == 0 && // mapped, portable
              hd_cu.cuMemHostGetDevicePointer(&flights.marks_at, p, 0) == 0;
    flights.no_marks = !ok;
    if (!ok) return;
    memset(p, 0, 4096);
    flights.marks = p;
}

static struct stream_state *state_of(struct hd_gpu_device *device, void *stream) {
    for (int i = 0; i < flights.nstreams; i++)
        if (flights.streams[i].stream == stream && flights.streams[i].device == device)
            return &flights.streams[i];
    if (flights.nstreams == MARKS) return NULL;
    struct stream_state *s = &flights.streams[flights.nstreams];
    *s = (struct stream_state){.device = device, .stream = stream, .mark = flights.nstreams++};
    return s;
}

static void new_group(struct stream_state *s, struct hd_gpu_device *device, void *stream,
                      const char *kernel, hd_loc loc, const uint32_t grid[3],
                      const uint32_t block[3], struct hd_gpu_kernel *code) {
    if (!flights.marks && !flights.no_marks) make_marks();
    if (s && s->last && flights.marks) {
        int error = hd_cu.cuStreamWriteValue32(stream, flights.marks_at + 4 * (uint64_t)s->mark,
                                               s->last->last, 0);
        if (error && !hd_gpu_error_is_sticky(error)) flights.no_marks = true;
    }
    if (flights.n == GROUPS) { // forget the oldest half
        int keep = GROUPS / 2;
        memmove(flights.groups, flights.groups + GROUPS - keep,
                sizeof *flights.groups * (size_t)keep);
        for (int i = 0; i < flights.nstreams; i++) {
            struct stream_state *t = &flights.streams[i];
            ptrdiff_t at = t->last ? t->last - flights.groups - (GROUPS - keep) : -1;
            t->last = at >= 0 ? &flights.groups[at] : NULL;
        }
        flights.n = keep;
    }
    struct group *g = &flights.groups[flights.n++];
    *g = (struct group){.device = device,
                        .stream = stream,
                        .kernel = kernel,
                        .loc = loc,
                        .first = flights.number,
                        .last = flights.number,
                        .asserts = code && code->code->asserts,
                        .prints = code && code->code->prints};
    memcpy(g->grid, grid, sizeof g->grid);
    memcpy(g->block, block, sizeof g->block);
    if (s) s->last = g;
    if (!code) return; // a library's
    flights.asserts = flights.asserts || code->code->asserts;
    flights.prints = flights.prints || code->code->prints;
    bool known = !code->printed;
    for (int i = 0; i < flights.printers.n && !known; i++) known = flights.printers.v[i] == code;
    if (!known) HD_XPUSH(&flights.printers, code);
}

void hd_gpu_flight(struct hd_gpu_device *device, void *stream, const char *kernel, hd_loc loc,
                   const uint32_t grid[3], const uint32_t block[3], struct hd_gpu_kernel *code) {
    pthread_mutex_lock(&lock);
    struct stream_state *s = state_of(device, stream);
    flights.number++;
    struct group *g = s ? s->last : NULL;
    if (g && g->kernel == kernel && g->loc == loc)
        g->last = flights.number;
    else
        new_group(s, device, stream, kernel, loc, grid, block, code);
    pthread_mutex_unlock(&lock);
}

int hd_gpu_flights(void) { return flights.n; }

bool hd_gpu_flies_elsewhere(void) {
    bool any = false;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < flights.n; i++) any = any || flights.groups[i].stream;
    pthread_mutex_unlock(&lock);
    return any;
}

static void landed(struct hd_gpu_device *device, void *stream, bool all) {
    pthread_mutex_lock(&lock);
    int n = 0;
    for (int i = 0; i < flights.nstreams; i++) flights.streams[i].last = NULL;
    flights.asserts = flights.prints = false;
    for (int i = 0; i < flights.n; i++) {
        struct group *g = &flights.groups[i];
        if (g->device == device && (all || g->stream == stream)) continue;
        flights.groups[n] = *g;
        struct stream_state *s = state_of(g->device, g->stream);
        if (s) s->last = &flights.groups[n];
        flights.asserts = flights.asserts || g->asserts;
        flights.prints = flights.prints || g->prints;
        n++;
    }
    flights.n = n;
    pthread_mutex_unlock(&lock);
}

static uint32_t mark_of(const struct group *g) {
    struct stream_state *s = state_of(g->device, g->stream);
    return s && flights.marks ? flights.marks[s->mark] : 0;
}

bool hd_gpu_find_blame(struct hd_gpu_blame *blame) {
    *blame = (struct hd_gpu_blame){0};
    pthread_mutex_lock(&lock);
    const struct group *candidates[GROUPS];
    int n = 0;
    for (int i = 0; i < flights.n; i++) {
        const struct group *g = &flights.groups[i];
        uint32_t done = mark_of(g);
        bool later = false; // a stream's first group that is not behind its mark is the one
        for (int k = 0; k < n && !flights.no_marks; k++)
            later =
                later || (candidates[k]->stream == g->stream && candidates[k]->device == g->device);
        if ((int32_t)(g->last - done) > 0 && !later) candidates[n++] = g;
    }
    if (n) {
        const struct group *g = candidates[0];
        *blame = (struct hd_gpu_blame){.kernel = g->kernel,
                                       .loc = g->loc,
                                       .launches = (int)(g->last - g->first) + 1,
                                       .others = n - 1,
                                       .device = g->device};
        memcpy(blame->grid, g->grid, sizeof blame->grid);
        memcpy(blame->block, g->block, sizeof blame->block);
        size_t len = 0;
        for (int i = 1; i < n && len + 80 < sizeof blame->others_text; i++)
            len += (size_t)snprintf(blame->others_text + len, sizeof blame->others_text - len,
                                    "%s`%.60s`", i > 1 ? ", " : "", candidates[i]->kernel);
    }
    pthread_mutex_unlock(&lock);
    return n > 0;
}

void hd_gpu_stream_add(struct hd_gpu_device *device, void *stream) {
    pthread_mutex_lock(&lock);
    struct known known = {device, stream};
    HD_XPUSH(&flights.known, known);
    pthread_mutex_unlock(&lock);
}

void hd_gpu_stream_drop(void *stream) {
    pthread_mutex_lock(&lock);
    for (int i = 0; i < flights.known.n; i++)
        if (flights.known.v[i].stream == stream)
            flights.known.v[i] = flights.known.v[--flights.known.n];
    for (int i = 0; i < flights.nstreams; i++)
        if (flights.streams[i].stream == stream && !flights.streams[i].last)
            flights.streams[i].device = NULL,
            flights.streams[i].stream = &flights; // its mark is not used again
    pthread_mutex_unlock(&lock);
}

// ---- what the driver prints ---------------------------------------------------------------------

struct capture {
    int file, saved;
};

static bool capture_begin(struct capture *c) {
    *c = (struct capture){-1, -1};
    if (!flights.asserts) return false;
    c->file = memfd_create("assertions", MFD_CLOEXEC);
    c->saved = dup(2);
    if (c->file < 0 || c->saved < 0 || dup2(c->file, 2) < 0) {
        if (c->file >= 0) close(c->file);
        if (c->saved >= 0) close(c->saved);
        return false;
    }
    return true;
}

// Lines of failed assertions go to `assertions`, others where they were meant to go.
static void capture_end(struct capture *c) {
    fflush(stderr);
    dup2(c->saved, 2);
    off_t size = lseek(c->file, 0, SEEK_END);
    if (size > 0) {
        char *text = hd_xmalloc((size_t)size + 1);
        ssize_t n = pread(c->file, text, (size_t)size, 0);
        text[n > 0 ? n : 0] = 0;
        size_t len = strlen(assertions);
        for (char *line = text, *next; *line; line = next) {
            next = strchr(line, '\n') ? strchr(line, '\n') + 1 : line + strlen(line);
            size_t bytes = (size_t)(next - line);
            if (memmem(line, bytes, "Assertion `", 11) && len + bytes + 1 < sizeof assertions) {
                memcpy(assertions + len, line, bytes);
                assertions[len += bytes] = 0;
            } else if (!memmem(line, bytes, "Assertion `", 11) && write(2, line, bytes) < 0) {
                break;
            }
        }
        free(text);
    }
    close(c->file);
    close(c->saved);
}

const char *hd_gpu_assertions(void) { return assertions; }

bool hd_gpu_printf_lost(void) {
    bool lost = printf_lost;
    printf_lost = false;
    return lost;
}

// After a wait: whether more was printed than the driver's buffer holds.
static void count_printed(struct hd_gpu_device *device) {
    uint64_t sum = 0, zero = 0;
    size_t room = 0;
    pthread_mutex_lock(&lock);
    for (int i = flights.printers.n - 1; i >= 0; i--) {
        const struct hd_gpu_kernel *k = flights.printers.v[i];
        uint64_t bytes = 0;
        if (k->device != device) continue;
        if (hd_cu.cuMemcpyDtoH(&bytes, k->printed, sizeof bytes) == 0 && bytes)
            hd_cu.cuMemcpyHtoD(k->printed, &zero, sizeof zero);
        sum += bytes;
        flights.printers.v[i] = flights.printers.v[--flights.printers.n];
    }
    pthread_mutex_unlock(&lock);
    if (sum && hd_cu.cuCtxGetLimit(&room, 1) == 0 && sum > room)
        printf_lost = true; // CU_LIMIT_PRINTF_FIFO_SIZE
}

// ---- waiting ------------------------------------------------------------------------------------

static int query(struct hd_gpu_device *device, void *stream, bool all) {
    int error = hd_cu.cuStreamQuery(stream);
    if (error || !all) return error;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < flights.known.n && !error; i++)
        if (flights.known.v[i].device == device)
            error = hd_cu.cuStreamQuery(flights.known.v[i].stream);
    for (int i = 0; i < flights.nstreams && !error;
         i++) { // the one that each thread has without asking
        const struct stream_state *s = &flights.streams[i];
        if (s->last && s->device == device && s->stream == PER_THREAD)
            error = hd_cu.cuStreamQuery(PER_THREAD);
    }
    pthread_mutex_unlock(&lock);
    return error;
}

static int wait_for(struct hd_gpu_device *device, void *stream, bool all, bool (*poll)(void *),
                    void *user) {
    int64_t start = hd_now_ns();
    for (;;) {
        int error = query(device, stream, all);
        if (error != HD_CU_NOT_READY) return error;
        int64_t waited = hd_now_ns() - start;
        if (waited < 100000) continue; // short kernels: as soon as can be
        if (poll && !poll(user)) return HD_CU_NOT_READY;
        if (waited < 1000000)
            sched_yield();
        else {
            struct timespec pause = {.tv_nsec = waited < 20000000 ? 20000 : 200000};
            nanosleep(&pause, NULL);
        }
    }
}

int hd_gpu_sync(struct hd_gpu_device *device, void *stream, bool all, bool (*poll)(void *user),
                void *user) {
    if (!hd_gpu_use(device)) return HD_CU_UNAVAILABLE;
    struct capture capture;
    bool prints = flights.prints, captured = capture_begin(&capture);
    if (prints) fflush(stdout);
    int error = wait_for(device, stream, all, poll, user);
    if (error != HD_CU_NOT_READY) { // prints what is left
        int last = prints || all || error ? hd_cu.cuCtxSynchronize() : 0;
        if (!error) error = last;
    }
    if (captured) capture_end(&capture);
    if (prints) fflush(stdout);
    if (!error && prints) count_printed(device);
    if (!error) landed(device, stream, all || !stream);
    return error;
}
