// Streams and events. On the CPU device work is done when it is issued, so a stream is always idle,
// and an event holds the moment when it was recorded; on a GPU they stand for the driver's. A
// stream belongs to the device that was current when it was made, an event to the device of the
// stream that it was last recorded in. Handles are checked: a destroyed one is an invalid resource
// handle, and its address is not given to another for a long time.
//
// Example: cudaEventRecord(a); kernel<<<...>>>(); cudaEventRecord(b); cudaEventElapsedTime(&ms, a,
// b).
#include "run/cudart/cudart.h"
#include "run/gpu/gpu.h"

#include <stdlib.h>
#include <string.h>

struct stream {
    unsigned flags;
    int priority;
    unsigned long long id;
    struct hd_gpu_device *device; // NULL: the CPU
    void *native;
    struct cuda_attribute_value *attributes; // ATTR_COUNT of them; NULL: none was asked for
};
struct event {
    unsigned flags;
    int64_t at;                   // when it was recorded, as the host saw it; 0: it was not
    struct hd_gpu_device *device; // of `native`
    void *native;
    bool on_gpu;     // was last recorded there
    uint64_t flight; // what stands for it behind launches in flight; it sets `at`. 0: none
};
enum {
    STREAM_NON_BLOCKING = 1,
    EVENT_DISABLE_TIMING = 2,
    LEAST_PRIORITY = 0,
    GREATEST_PRIORITY = -5
};
enum { ATTACH_GLOBAL = 1, ATTACH_HOST = 2, ATTACH_SINGLE = 4 };
enum { EVENT_INTERPROCESS = 4 }; // must be without timing

static struct hd_map streams, events; // keyed by the handle itself
static unsigned long long last_id = 1;
static _Atomic uint64_t taken; // handles that are none any more

static void *find(struct hd_map *map, void *handle) {
    hd_cudart_lock();
    void *found = handle ? hd_map_get(map, handle) : NULL;
    hd_cudart_unlock();
    return found;
}

static void add(struct hd_map *map, void *handle) {
    hd_cudart_lock();
    hd_map_set(map, handle, handle);
    hd_cudart_unlock();
}

static bool take(struct hd_map *map, void *handle) {
    hd_cudart_lock();
    bool found = handle && hd_map_get(map, handle);
    if (found) hd_map_remove(map, handle);
    taken++;
    hd_cudart_unlock();
    return found;
}

// Keeps the memory of destroyed handles from being used again until many more were destroyed. The
// caller does not hold the lock.
static void retire(void *handle) {
    enum { RETIRED = 4096 };
    static void *ring[RETIRED];
    static unsigned next;
    hd_cudart_lock();
    free(ring[next % RETIRED]);
    ring[next++ % RETIRED] = handle;
    hd_cudart_unlock();
}

static void drop_stream(struct stream *s) {
    if (s->native && hd_gpu_use(s->device)) {
        hd_gpu_stream_drop(s->native);
        hd_cu.cuStreamDestroy(s->native);
    }
    free(s->attributes);
    s->attributes = NULL;
    retire(s);
}

static void drop_event(struct event *e) {
    if (e->native && hd_gpu_use(e->device)) hd_cu.cuEventDestroy(e->native);
    if (!e->flight || hd_cpu_ended(e->flight)) retire(e); // else it will still be written to
}

static void drop_all(struct hd_map *map) {
    hd_cudart_lock();
    struct hd_map all = *map;
    *map = (struct hd_map){0};
    taken++;
    hd_cudart_unlock();
    const char *key;
    void *value;
    for (int i = 0; (i = hd_map_next(&all, i, &key, &value)) > 0;) {
        if (map == &streams)
            drop_stream(value);
        else
            drop_event(value);
    }
    hd_map_finish(&all);
}

void hd_cudart_streams_reset(void) {
    drop_all(&streams);
    drop_all(&events);
}

bool hd_cudart_stream_valid(void *stream) {
    static __thread struct {
        void *stream;
        uint64_t taken;
    } seen; // calls of libraries ask for the same one again and again
    if ((uintptr_t)stream <= 2) return true; // the default streams
    uint64_t before = taken;
    if (seen.stream == stream && seen.taken == before) return true;
    if (!find(&streams, stream)) return false;
    seen.stream = stream;
    seen.taken = before;
    return true;
}

struct hd_gpu_device *hd_cudart_stream_device(void *stream, void **native) {
    *native = NULL;
    if ((uintptr_t)stream <= 2) {
        *native = stream;
        return hd_device_current();
    }
    const struct stream *s = find(&streams, stream);
    if (!s) return hd_device_current();
    *native = s->native;
    return s->device;
}

bool hd_cudart_stream_alone(void *stream) {
    if ((uintptr_t)stream <= 2) return false;
    const struct stream *s = find(&streams, stream);
    return s && (s->flags & STREAM_NON_BLOCKING);
}

static void *order_of(void *stream) { return (uintptr_t)stream <= 1 ? NULL : stream; }

void hd_cudart_finish_cpu(void *stream) {
    hd_cpu_finish(order_of(stream), hd_cudart_stream_alone(stream), false);
}

bool hd_cudart_behind(void *stream) {
    return hd_cpu_in_flight(order_of(stream), hd_cudart_stream_alone(stream), false);
}

uint64_t hd_cudart_later(void (*run)(void *), void *data, void *stream, uint64_t after) {
    return hd_cpu_do_later(run, data, order_of(stream), hd_cudart_stream_alone(stream), after);
}

// Waits for the stream's work, wherever it is.
static int finish(void *stream) {
    hd_cudart_finish_cpu(stream);
    void *native;
    struct hd_gpu_device *device = hd_cudart_stream_device(stream, &native);
    if (!device) return 0;
    int error = hd_gpu_finish(native, device, false);
    return error ? hd_gpu_failed(error, device, "waiting for a stream", 0) : 0;
}

static int bad_handle(void) { return hd_cudart_fail(cudaErrorInvalidResourceHandle); }

// ---- streams ------------------------------------------------------------------------------------

int hd_cudaStreamCreateWithPriority(void **out, unsigned flags, int priority) {
    if (!out || flags > 1) return hd_cudart_fail(cudaErrorInvalidValue);
    struct stream *s = hd_xcalloc(1, sizeof *s);
    s->flags = flags;
    s->priority = priority > LEAST_PRIORITY      ? LEAST_PRIORITY
                  : priority < GREATEST_PRIORITY ? GREATEST_PRIORITY
                                                 : priority;
    s->device = hd_device_current();
    if (s->device) {
        int error = hd_gpu_use(s->device)
                        ? hd_cu.cuStreamCreateWithPriority(&s->native, flags, s->priority)
                        : HD_CU_UNAVAILABLE;
        if (error) {
            struct hd_gpu_device *device = s->device;
            free(s);
            return hd_gpu_failed(error, device, "cudaStreamCreate", 0);
        }
        hd_gpu_stream_add(s->device, s->native);
    }
    add(&streams, s);
    s->id = __atomic_add_fetch(&last_id, 1, __ATOMIC_RELAXED);
    hd_check_stream_made(s, flags & 1);
    int code = HD_GIVE(out, s);
    if (code) hd_cudaStreamDestroy(s);
    return code;
}

bool hd_cudart_has_streams(void) { return streams.n > 0; }

int hd_cudaStreamCreateWithFlags(void **out, unsigned flags) {
    return hd_cudaStreamCreateWithPriority(out, flags, 0);
}

int hd_cudaStreamCreate(void **out) { return hd_cudaStreamCreateWithPriority(out, 0, 0); }

int hd_cudaStreamDestroy(void *stream) {
    if (!take(&streams, stream)) return bad_handle();
    drop_stream(stream);
    return 0;
}

int hd_cudaStreamSynchronize(void *stream) {
    if (!hd_cudart_stream_valid(stream)) return bad_handle();
    int forbidden = hd_graph_forbids(stream);
    if (forbidden) return forbidden;
    hd_check_sync(HD_SYNC_STREAM, stream, NULL);
    return finish(stream);
}

int hd_cudaStreamQuery(void *stream) {
    if (!hd_cudart_stream_valid(stream)) return bad_handle();
    void *native;
    struct hd_gpu_device *device = hd_cudart_stream_device(stream, &native);
    int error = device && hd_gpu_use(device) ? hd_cu.cuStreamQuery(native) : 0;
    if (!error && hd_cudart_behind(stream)) error = HD_CU_NOT_READY;
    if (error == HD_CU_NOT_READY) return error; // an answer, not a failure
    return error ? hd_gpu_failed(error, device, "cudaStreamQuery", 0) : 0;
}

static void nothing(void *unused) { (void)unused; }

int hd_cudaStreamWaitEvent(void *stream, void *event, unsigned flags) {
    struct event *e = find(&events, event);
    if (!hd_cudart_stream_valid(stream) || !e) return bad_handle();
    if (flags > 1) return hd_cudart_fail(cudaErrorInvalidValue);
    int code;
    if (hd_graph_note_wait(stream, event, &code)) return code;
    hd_check_sync(HD_SYNC_STREAM_EVENT, stream, event);
    void *native;
    struct hd_gpu_device *device = hd_cudart_stream_device(stream, &native);
    if (!e->on_gpu && !device && e->flight && !hd_cpu_ended(e->flight)) {
        hd_cudart_later(nothing, NULL, stream, e->flight);
        return 0;
    }
    if (!e->on_gpu) return e->flight ? hd_cudaEventSynchronize(event) : 0;
    if (!device) return hd_cudaEventSynchronize(event); // the CPU's stream waits here
    int error =
        hd_gpu_use(device) ? hd_cu.cuStreamWaitEvent(native, e->native, 0) : HD_CU_UNAVAILABLE;
    return error ? hd_gpu_failed(error, device, "cudaStreamWaitEvent", 0) : 0;
}

int hd_cudaStreamGetPriority(void *stream, int *priority) {
    if (!priority) return hd_cudart_fail(cudaErrorInvalidValue);
    if (!hd_cudart_stream_valid(stream)) return bad_handle();
    const struct stream *s = find(&streams, stream);
    return HD_GIVE(priority, s ? s->priority : 0);
}

int hd_cudaStreamGetFlags(void *stream, unsigned *flags) {
    if (!flags) return hd_cudart_fail(cudaErrorInvalidValue);
    if (!hd_cudart_stream_valid(stream)) return bad_handle();
    const struct stream *s = find(&streams, stream);
    return HD_GIVE(flags, s ? s->flags : 0);
}

int hd_cudaStreamGetId(void *stream, unsigned long long *id) {
    if (!id) return hd_cudart_fail(cudaErrorInvalidValue);
    if (!hd_cudart_stream_valid(stream)) return bad_handle();
    const struct stream *s = find(&streams, stream);
    return HD_GIVE(id, s ? s->id : 1);
}

int hd_cudaStreamAddCallback(void *stream, void (*callback)(void *, int, void *), void *data,
                             unsigned flags) {
    if (!callback || flags) return hd_cudart_fail(cudaErrorInvalidValue);
    if (!hd_cudart_stream_valid(stream)) return bad_handle();
    if (hd_cudart_call_later(NULL, callback, data, stream)) return 0;
    int error = finish(stream); // then the callback's time has come
    callback(stream, error, data);
    return error;
}

int hd_cudaLaunchHostFunc(void *stream, void (*fn)(void *), void *data) {
    if (!fn) return hd_cudart_fail(cudaErrorInvalidValue);
    if (!hd_cudart_stream_valid(stream)) return bad_handle();
    if (hd_graph_captures(stream)) return hd_graph_note_host(fn, data, stream);
    if (hd_cudart_call_later(fn, NULL, data, stream)) return 0;
    int error = finish(stream);
    if (!error) fn(data);
    return error;
}

int hd_cudaStreamAttachMemAsync(void *stream, void *p, size_t size, unsigned flags) {
    if (!hd_cudart_stream_valid(stream)) return bad_handle();
    struct memory m;
    hd_cudart_find((uint64_t)p, &m);
    bool known = flags == ATTACH_GLOBAL || flags == ATTACH_HOST || flags == ATTACH_SINGLE;
    bool whole = !size || (m.base == (uint64_t)p && m.size == size);
    return known && whole && m.kind == MEMORY_MANAGED && !m.freed
               ? 0
               : hd_cudart_fail(cudaErrorInvalidValue);
}

// ---- events -------------------------------------------------------------------------------------

int hd_cudaEventCreateWithFlags(void **out, unsigned flags) {
    if (!out || flags > 7 || (flags & EVENT_INTERPROCESS && !(flags & EVENT_DISABLE_TIMING)))
        return hd_cudart_fail(cudaErrorInvalidValue);
    struct event *e = hd_xcalloc(1, sizeof *e);
    e->flags = flags;
    add(&events, e);
    int code = HD_GIVE(out, e);
    if (code) hd_cudaEventDestroy(e);
    return code;
}

int hd_cudaEventCreate(void **out, unsigned flags) {
    return hd_cudaEventCreateWithFlags(out, flags);
}

// An event behind a launch in flight happens when its turn has come.
static void happens(void *task) {
    struct event *e = *(struct event **)task;
    __atomic_store_n(&e->at, hd_now_ns(), __ATOMIC_RELAXED);
}

static bool is_pending(const struct event *e) { return e->flight && !hd_cpu_ended(e->flight); }

int hd_cudaEventRecord(void *event, void *stream) {
    struct event *e = find(&events, event);
    if (!e || !hd_cudart_stream_valid(stream)) return bad_handle();
    if (hd_graph_captures(stream)) return hd_graph_note_record(event, stream);
    hd_check_sync(HD_SYNC_RECORD, stream, event);
    void *native;
    struct hd_gpu_device *device = hd_cudart_stream_device(stream, &native);
    e->at = hd_now_ns();
    e->on_gpu = device != NULL;
    e->flight = 0;
    if (!device && hd_cudart_behind(stream)) {
        struct event **task = hd_xmalloc(sizeof *task);
        *task = e;
        e->flight = hd_cudart_later(happens, task, stream, 0);
    }
    if (!device) return 0;
    int error = hd_gpu_use(device) ? 0 : HD_CU_UNAVAILABLE;
    if (!error && e->native && e->device != device) {
        hd_cu.cuEventDestroy(e->native);
        e->native = NULL;
    }
    if (!error && !e->native) error = hd_cu.cuEventCreate(&e->native, e->flags & 7);
    e->device = device;
    if (!error) error = hd_cu.cuEventRecord(e->native, native);
    if (error) e->on_gpu = false, e->at = 0; // it is as if it had never been recorded
    return error ? hd_gpu_failed(error, device, "cudaEventRecord", 0) : 0;
}

int hd_cudaEventRecordWithFlags(void *event, void *stream, unsigned flags) {
    if (flags > 1) return hd_cudart_fail(cudaErrorInvalidValue);
    return hd_cudaEventRecord(event, stream);
}

int hd_cudaEventQuery(void *event) {
    struct event *e = find(&events, event);
    if (!e) return bad_handle();
    if (is_pending(e)) return HD_CU_NOT_READY;
    if (e->flight) hd_cpu_finish_flight(e->flight); // raises what it ended with
    int error = e->on_gpu && hd_gpu_use(e->device) ? hd_cu.cuEventQuery(e->native) : 0;
    if (!error || error == HD_CU_NOT_READY) return error;
    return hd_gpu_failed(error, e->device, "cudaEventQuery", 0);
}

int hd_cudaEventSynchronize(void *event) {
    struct event *e = find(&events, event);
    if (!e) return bad_handle();
    if (e->flight) hd_cpu_finish_flight(e->flight);
    hd_check_sync(HD_SYNC_EVENT, NULL, event);
    if (!e->on_gpu || !hd_gpu_use(e->device)) return 0;
    int error = hd_gpu_finish_event(e->native);
    return error ? hd_gpu_failed(error, e->device, "cudaEventSynchronize", 0) : 0;
}

int hd_cudaEventDestroy(void *event) {
    if (!take(&events, event)) return bad_handle();
    drop_event(event);
    return 0;
}

int hd_cudaEventElapsedTime(float *ms, void *start, void *end) {
    if (!ms) return hd_cudart_fail(cudaErrorInvalidValue);
    const struct event *a = find(&events, start), *b = find(&events, end);
    if (!a || !b || ((a->flags | b->flags) & EVENT_DISABLE_TIMING)) return bad_handle();
    if (is_pending(a) || is_pending(b)) return hd_cudart_fail(HD_CU_NOT_READY);
    if (!a->at || !b->at) {
        hd_cudart_notice("cudaEventElapsedTime: the %s event was never recorded",
                         a->at ? "second" : "first");
        return bad_handle();
    }
    if (a->on_gpu && b->on_gpu && a->device == b->device && hd_gpu_use(a->device)) {
        float elapsed = 0;
        int error = hd_cu.cuEventElapsedTime(&elapsed, a->native, b->native);
        if (error == HD_CU_NOT_READY) return hd_cudart_fail(error);
        if (error) return hd_gpu_failed(error, a->device, "cudaEventElapsedTime", 0);
        return HD_GIVE(ms, elapsed);
    }
    return HD_GIVE(ms, (float)((double)(b->at - a->at) * 1e-6));
}

// ---- attributes ---------------------------------------------------------------------------------

enum {
    ATTR_WINDOW = 1,
    ATTR_WAITING = 3,
    ATTR_PRIORITY = 8,
    ATTR_DOMAINS = 9,
    ATTR_DOMAIN = 10,
    ATTR_COUNT
};

// What was set for a stream: wishes, of no effect but the priority's number.
static struct cuda_attribute_value of_default[ATTR_COUNT]; // the default streams'

static struct cuda_attribute_value *attribute(void *stream, int attr) {
    if (attr != ATTR_WINDOW && attr != ATTR_WAITING && attr != ATTR_PRIORITY &&
        attr != ATTR_DOMAINS && attr != ATTR_DOMAIN)
        return NULL;
    if ((uintptr_t)stream <= 2) return &of_default[attr];
    struct stream *s = find(&streams, stream);
    if (!s->attributes) s->attributes = hd_xcalloc(ATTR_COUNT, sizeof *s->attributes);
    if (attr == ATTR_PRIORITY) memcpy(&s->attributes[attr], &s->priority, sizeof s->priority);
    return &s->attributes[attr];
}

int hd_cudaStreamSetAttribute(void *stream, int attr, const struct cuda_attribute_value *value) {
    if (!hd_cudart_stream_valid(stream)) return hd_cudart_fail(cudaErrorInvalidResourceHandle);
    struct cuda_attribute_value copied, *to = attribute(stream, attr);
    if (!to || !hd_guard_read(value, &copied, sizeof copied))
        return hd_cudart_fail(cudaErrorInvalidValue);
    if (attr == ATTR_PRIORITY && (uintptr_t)stream > 2) {
        struct stream *s = find(&streams, stream);
        memcpy(&s->priority, &copied, sizeof s->priority);
    }
    *to = copied;
    return 0;
}

int hd_cudaStreamGetAttribute(void *stream, int attr, struct cuda_attribute_value *value) {
    if (!hd_cudart_stream_valid(stream)) return hd_cudart_fail(cudaErrorInvalidResourceHandle);
    const struct cuda_attribute_value *from = attribute(stream, attr);
    if (!from || !value) return hd_cudart_fail(cudaErrorInvalidValue);
    return hd_cudart_give(value, from, sizeof *value);
}

int hd_cudaStreamCopyAttributes(void *dst, void *src) {
    if (!hd_cudart_stream_valid(dst) || !hd_cudart_stream_valid(src))
        return hd_cudart_fail(cudaErrorInvalidResourceHandle);
    for (int i = ATTR_WINDOW; i < ATTR_COUNT; i++) {
        const struct cuda_attribute_value *from = attribute(src, i);
        if (from) hd_cudaStreamSetAttribute(dst, i, from);
    }
    return 0;
}
