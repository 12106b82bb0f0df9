// Streams and events on the CPU device. Work is done when it is issued, so a stream is always idle, and an event
// holds the moment when it was recorded. Handles are checked: a destroyed one is an invalid resource handle.
//
// Example: cudaEventRecord(a); kernel<<<...>>>(); cudaEventRecord(b); cudaEventElapsedTime(&ms, a, b).
#include "run/cudart.h"

#include <stdlib.h>

struct stream {
    unsigned flags;
    int priority;
    unsigned long long id;
};
struct event {
    unsigned flags;
    int64_t at;     // 0: not recorded
};
enum { EVENT_DISABLE_TIMING = 2, LEAST_PRIORITY = 0, GREATEST_PRIORITY = -5 };

static struct hd_map streams, events; // keyed by the handle itself
static unsigned long long last_id = 1;

static void *find(struct hd_map *map, void *handle)
{
    hd_cudart_lock();
    void *found = handle ? hd_map_get(map, handle) : NULL;
    hd_cudart_unlock();
    return found;
}

static void add(struct hd_map *map, void *handle)
{
    hd_cudart_lock();
    hd_map_set(map, handle, handle);
    hd_cudart_unlock();
}

static bool take(struct hd_map *map, void *handle)
{
    hd_cudart_lock();
    bool found = handle && hd_map_get(map, handle);
    if (found) hd_map_remove(map, handle);
    hd_cudart_unlock();
    return found;
}

static void drop_all(struct hd_map *map)
{
    const char *key;
    void *value;
    for (int i = 0; (i = hd_map_next(map, i, &key, &value)) > 0;) free(value);
    hd_map_finish(map);
    *map = (struct hd_map){0};
}

void hd_cudart_streams_reset(void)
{
    hd_cudart_lock();
    drop_all(&streams);
    drop_all(&events);
    hd_cudart_unlock();
}

bool hd_cudart_stream_valid(void *stream)
{
    return (uintptr_t)stream <= 2 || find(&streams, stream); // 0, 1, 2: the default streams
}

static int bad_handle(void)
{
    return hd_cudart_fail(cudaErrorInvalidResourceHandle);
}

// ---- streams -----------------------------------------------------------------------------------------------------------

int hd_cudaStreamCreateWithPriority(void **out, unsigned flags, int priority)
{
    if (!out || flags > 1) return hd_cudart_fail(cudaErrorInvalidValue);
    struct stream *s = hd_xcalloc(1, sizeof *s);
    s->flags = flags;
    s->priority = priority > LEAST_PRIORITY      ? LEAST_PRIORITY
                  : priority < GREATEST_PRIORITY ? GREATEST_PRIORITY
                                                 : priority;
    add(&streams, s);
    s->id = __atomic_add_fetch(&last_id, 1, __ATOMIC_RELAXED);
    return HD_GIVE(out, s);
}

int hd_cudaStreamCreateWithFlags(void **out, unsigned flags)
{
    return hd_cudaStreamCreateWithPriority(out, flags, 0);
}

int hd_cudaStreamCreate(void **out)
{
    return hd_cudaStreamCreateWithPriority(out, 0, 0);
}

int hd_cudaStreamDestroy(void *stream)
{
    if (!take(&streams, stream)) return bad_handle();
    free(stream);
    return 0;
}

int hd_cudaStreamSynchronize(void *stream)
{
    return hd_cudart_stream_valid(stream) ? 0 : bad_handle();
}

int hd_cudaStreamQuery(void *stream)
{
    return hd_cudart_stream_valid(stream) ? 0 : bad_handle();
}

int hd_cudaStreamWaitEvent(void *stream, void *event, unsigned flags)
{
    if (!hd_cudart_stream_valid(stream) || !find(&events, event)) return bad_handle();
    return flags > 1 ? hd_cudart_fail(cudaErrorInvalidValue) : 0;
}

int hd_cudaStreamGetPriority(void *stream, int *priority)
{
    if (!priority) return hd_cudart_fail(cudaErrorInvalidValue);
    if (!hd_cudart_stream_valid(stream)) return bad_handle();
    const struct stream *s = find(&streams, stream);
    return HD_GIVE(priority, s ? s->priority : 0);
}

int hd_cudaStreamGetFlags(void *stream, unsigned *flags)
{
    if (!flags) return hd_cudart_fail(cudaErrorInvalidValue);
    if (!hd_cudart_stream_valid(stream)) return bad_handle();
    const struct stream *s = find(&streams, stream);
    return HD_GIVE(flags, s ? s->flags : 0);
}

int hd_cudaStreamGetId(void *stream, unsigned long long *id)
{
    if (!id) return hd_cudart_fail(cudaErrorInvalidValue);
    if (!hd_cudart_stream_valid(stream)) return bad_handle();
    const struct stream *s = find(&streams, stream);
    return HD_GIVE(id, s ? s->id : 1);
}

int hd_cudaStreamAddCallback(void *stream, void (*callback)(void *, int, void *), void *data, unsigned flags)
{
    if (!callback || flags) return hd_cudart_fail(cudaErrorInvalidValue);
    if (!hd_cudart_stream_valid(stream)) return bad_handle();
    callback(stream, 0, data);
    return 0;
}

int hd_cudaLaunchHostFunc(void *stream, void (*fn)(void *), void *data)
{
    if (!fn) return hd_cudart_fail(cudaErrorInvalidValue);
    if (!hd_cudart_stream_valid(stream)) return bad_handle();
    fn(data);
    return 0;
}

int hd_cudaStreamAttachMemAsync(void *stream, void *p, size_t size, unsigned flags)
{
    if (!hd_cudart_stream_valid(stream)) return bad_handle();
    struct memory m;
    hd_cudart_find((uint64_t)p, &m);
    return m.kind == MEMORY_MANAGED && !m.freed ? 0 : hd_cudart_fail(cudaErrorInvalidValue);
}

// ---- events ---------------------------------------------------------------------------------------------------------------

int hd_cudaEventCreateWithFlags(void **out, unsigned flags)
{
    if (!out || flags > 7) return hd_cudart_fail(cudaErrorInvalidValue);
    struct event *e = hd_xcalloc(1, sizeof *e);
    e->flags = flags;
    add(&events, e);
    return HD_GIVE(out, e);
}

int hd_cudaEventCreate(void **out, unsigned flags)
{
    return hd_cudaEventCreateWithFlags(out, flags);
}

int hd_cudaEventRecord(void *event, void *stream)
{
    struct event *e = find(&events, event);
    if (!e || !hd_cudart_stream_valid(stream)) return bad_handle();
    e->at = hd_now_ns();
    return 0;
}

int hd_cudaEventRecordWithFlags(void *event, void *stream, unsigned flags)
{
    if (flags > 1) return hd_cudart_fail(cudaErrorInvalidValue);
    return hd_cudaEventRecord(event, stream);
}

int hd_cudaEventQuery(void *event)
{
    return find(&events, event) ? 0 : bad_handle();
}

int hd_cudaEventSynchronize(void *event)
{
    return find(&events, event) ? 0 : bad_handle();
}

int hd_cudaEventDestroy(void *event)
{
    if (!take(&events, event)) return bad_handle();
    free(event);
    return 0;
}

int hd_cudaEventElapsedTime(float *ms, void *start, void *end)
{
    if (!ms) return hd_cudart_fail(cudaErrorInvalidValue);
    const struct event *a = find(&events, start), *b = find(&events, end);
    if (!a || !b || ((a->flags | b->flags) & EVENT_DISABLE_TIMING)) return bad_handle();
    if (!a->at || !b->at) {
        hd_cudart_notice("cudaEventElapsedTime: the %s event was never recorded", a->at ? "second" : "first");
        return bad_handle();
    }
    return HD_GIVE(ms, (float)((double)(b->at - a->at) * 1e-6));
}
