// Capture: between cudaStreamBeginCapture and cudaStreamEndCapture the calls of a stream become
// nodes of a graph (hd_graph_captures asks, the functions of copy.c, stream.c and launch.c call
// hd_graph_note_...). Another stream joins by waiting for an event that was recorded in a capturing
// one.
#include "run/cudart/graph.h"

#include <stdlib.h>

struct capture { // of one stream
    struct graph *graph;
    void *origin;               // the stream that began it
    HD_VEC(struct node *) last; // what the next node comes after
    int status;
    bool is_given; // the graph was there before (cudaStreamBeginCaptureToGraph)
};
struct mark { // an event that was recorded in a capture
    struct graph *graph;
    HD_VEC(struct node *) last;
};

static struct hd_map captures; // stream -> struct capture *
static struct hd_map marks;    // event -> struct mark *
static int ncaptures;

static struct capture *capture_of(void *stream) {
    if (!ncaptures || (uintptr_t)stream <= 1) return NULL;
    hd_cudart_lock();
    struct capture *c = hd_map_get(&captures, stream);
    hd_cudart_unlock();
    return c;
}

bool hd_graph_captures(void *stream) { return ncaptures > 0 && capture_of(stream); }

int hd_graph_forbids(void *stream) {
    struct capture *c = capture_of(stream);
    if (!c) return 0;
    c->status = INVALIDATED;
    return hd_cudart_fail(cudaErrorStreamCaptureUnsupported);
}

static void capture_join(void *stream, struct graph *graph, void *origin) {
    struct capture *c = hd_xcalloc(1, sizeof *c);
    c->graph = graph;
    c->origin = origin;
    c->status = CAPTURING;
    hd_cudart_lock();
    hd_map_set(&captures, stream, c);
    ncaptures++;
    hd_cudart_unlock();
}

// The stream's next node. NULL: its capture has failed before.
static struct node *captured(void *stream, enum node_kind kind) {
    struct capture *c = capture_of(stream);
    if (!c || c->status != CAPTURING) return NULL;
    struct node *n = hd_graph_node_add(c->graph, kind);
    for (int i = 0; i < c->last.n; i++) HD_XPUSH(&n->before, c->last.v[i]);
    c->last.n = 0;
    HD_XPUSH(&c->last, n);
    return n;
}

static int invalidated(void) { return hd_cudart_fail(cudaErrorStreamCaptureInvalidated); }

int hd_graph_note_copy(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width,
                       size_t rows, int kind, void *stream) {
    struct node *n = captured(stream, NODE_MEMCPY);
    if (!n) return invalidated();
    n->copy_kind = rows == 1 ? COPY_1D : COPY_2D;
    n->dst = dst;
    n->src = src;
    n->size = width;
    n->dpitch = dpitch;
    n->spitch = spitch;
    n->rows = rows;
    n->direction = kind;
    return 0;
}

int hd_graph_note_copy3d(const struct cuda_memcpy3d *p, void *stream) {
    struct node *n = captured(stream, NODE_MEMCPY);
    if (!n) return invalidated();
    n->copy_kind = COPY_3D;
    n->copy3d = *p;
    return 0;
}

int hd_graph_note_fill(void *p, size_t pitch, int value, size_t width, size_t rows, void *stream) {
    struct node *n = captured(stream, NODE_MEMSET);
    if (!n) return invalidated();
    n->fill = (struct cuda_memset_node){p, pitch, (unsigned)value, 1, width, rows};
    return 0;
}

int hd_graph_note_host(void (*fn)(void *), void *data, void *stream) {
    struct node *n = captured(stream, NODE_HOST);
    if (!n) return invalidated();
    n->host = (struct cuda_host_node){fn, data};
    return 0;
}

int hd_graph_note_kernel(const void *func, const uint32_t *grid, const uint32_t *block,
                         size_t shared, void **args, bool cooperative, void *stream) {
    struct node *n = captured(stream, NODE_KERNEL);
    if (!n) return invalidated();
    struct cuda_kernel_node p = {.func = (void *)(uintptr_t)func,
                                 .grid = {grid[0], grid[1], grid[2]},
                                 .block = {block[0], block[1], block[2]},
                                 .shared = (unsigned)shared,
                                 .params = args};
    n->cooperative = cooperative;
    return hd_graph_set_kernel(n, &p) ? 0 : hd_cudart_fail(cudaErrorInvalidDeviceFunction);
}

int hd_graph_note_graph(const struct graph *g, void *stream) {
    struct node *n = captured(stream, NODE_GRAPH);
    if (!n) return invalidated();
    n->child = hd_graph_clone(g, false);
    return 0;
}

// cudaMallocAsync of a stream that is captured.
int hd_graph_note_alloc(void **out, size_t size, void *stream) {
    int code;
    struct cuda_alloc_node p = {.size = size};
    struct graph_memory *m = hd_graph_memory_new(&p, &code);
    if (!m) return code;
    struct node *n = captured(stream, NODE_ALLOC);
    if (!n) hd_graph_memory_drop(m);
    if (!n) return invalidated();
    n->memory = m;
    return HD_GIVE(out, m->given.p);
}

int hd_graph_note_free(void *p, void *stream) {
    struct node *n = captured(stream, NODE_FREE);
    if (!n) return invalidated();
    n->freed = p;
    return 0;
}

int hd_graph_note_record(void *event, void *stream) {
    struct capture *c = capture_of(stream);
    if (!c || c->status != CAPTURING) return invalidated();
    hd_cudart_lock();
    struct mark *m = hd_map_get(&marks, event);
    if (!m) hd_map_set(&marks, event, m = hd_xcalloc(1, sizeof *m));
    hd_cudart_unlock();
    m->graph = c->graph;
    m->last.n = 0;
    for (int i = 0; i < c->last.n; i++) HD_XPUSH(&m->last, c->last.v[i]);
    return 0;
}

static void *origin_of(const struct graph *graph) {
    const char *stream;
    void *value, *origin = NULL;
    hd_cudart_lock();
    for (int i = 0; !origin && (i = hd_map_next(&captures, i, &stream, &value)) > 0;)
        if (((struct capture *)value)->graph == graph) origin = ((struct capture *)value)->origin;
    hd_cudart_unlock();
    return origin;
}

bool hd_graph_note_wait(void *stream, void *event, int *code) {
    if (!ncaptures) return false;
    hd_cudart_lock();
    struct mark *m = hd_map_get(&marks, event);
    hd_cudart_unlock();
    struct capture *c = capture_of(stream);
    void *origin = m && m->graph ? origin_of(m->graph) : NULL;
    *code = 0;
    if (!origin) { // recorded outside
        if (c) *code = hd_cudart_fail(cudaErrorStreamCaptureIsolation);
        return c != NULL;
    }
    if (!c) {
        capture_join(stream, m->graph, origin);
        c = capture_of(stream);
    }
    if (!c) *code = hd_cudart_fail(cudaErrorStreamCaptureImplicit);
    if (c && c->graph != m->graph) *code = hd_cudart_fail(cudaErrorStreamCaptureMerge);
    for (int i = 0; !*code && i < m->last.n; i++) {
        bool known = false;
        for (int k = 0; k < c->last.n; k++) known = known || c->last.v[k] == m->last.v[i];
        if (!known) HD_XPUSH(&c->last, m->last.v[i]);
    }
    return true;
}

int hd_cudaStreamBeginCapture(void *stream, int mode) {
    if (mode < 0 || mode > 2) return hd_graph_fail_value();
    if ((uintptr_t)stream <= 1) return hd_cudart_fail(cudaErrorStreamCaptureUnsupported);
    if (!hd_cudart_stream_valid(stream)) return hd_cudart_fail(cudaErrorInvalidResourceHandle);
    if (capture_of(stream)) return hd_cudart_fail(cudaErrorIllegalState);
    capture_join(stream, hd_graph_new(false), stream);
    return 0;
}

int hd_cudaStreamIsCapturing(void *stream, int *status) {
    if (!status) return hd_graph_fail_value();
    if (!hd_cudart_stream_valid(stream)) return hd_cudart_fail(cudaErrorInvalidResourceHandle);
    struct capture *c = capture_of(stream);
    return HD_GIVE(status, c ? c->status : NOT_CAPTURING);
}

// Takes the graph's captures away. Whether all that was captured elsewhere led back to `stream`,
// and whether none of them had failed.
static void capture_end(struct graph *graph, const struct capture *own, bool *joined, bool *valid) {
    HD_VEC(void *) streams = {0};
    const char *stream;
    void *value;
    hd_cudart_lock();
    for (int i = 0; (i = hd_map_next(&captures, i, &stream, &value)) > 0;)
        if (((struct capture *)value)->graph == graph)
            HD_XPUSH(&streams, (void *)(uintptr_t)stream);
    for (int i = 0; i < streams.n; i++) {
        struct capture *c = hd_map_get(&captures, streams.v[i]);
        *valid = *valid && c->status == CAPTURING;
        for (int k = 0; k < c->last.n; k++) {
            bool found = false;
            for (int j = 0; j < own->last.n; j++)
                found = found || hd_graph_reaches(own->last.v[j], c->last.v[k]);
            *joined = *joined && found;
        }
    }
    for (int i = 0; i < streams.n; i++) {
        struct capture *c = hd_map_get(&captures, streams.v[i]);
        hd_map_remove(&captures, streams.v[i]);
        ncaptures--;
        HD_FREE_VEC(&c->last);
        free(c);
    }
    hd_cudart_unlock();
    HD_FREE_VEC(&streams);
}

int hd_cudaStreamEndCapture(void *stream, void **out) {
    struct capture *c = hd_cudart_stream_valid(stream) ? capture_of(stream) : NULL;
    if (!out && !(c && c->is_given)) return hd_graph_fail_value(); // whoever gave it has it
    if (!hd_cudart_stream_valid(stream)) return hd_cudart_fail(cudaErrorInvalidResourceHandle);
    if (!c) return hd_cudart_fail(cudaErrorIllegalState);
    if (c->origin != stream) return hd_cudart_fail(cudaErrorStreamCaptureUnmatched);
    struct graph *graph = c->graph;
    bool joined = true, valid = true, is_given = c->is_given;
    capture_end(graph, c, &joined, &valid);
    int code = !valid    ? cudaErrorStreamCaptureInvalidated
               : !joined ? cudaErrorStreamCaptureUnjoined
                         : 0;
    if (!code && !out) return 0;
    if (!code) return HD_GIVE(out, graph);
    if (!is_given) hd_graph_free(graph);
    if (out) *out = NULL;
    return hd_cudart_fail(code);
}

// Nodes that a stream's next one comes after.
static bool read_last(struct capture *c, void *const *nodes, size_t n, bool set) {
    for (size_t i = 0; i < n; i++)
        if (!hd_graph_is_node(c->graph, nodes[i])) return false;
    if (set) c->last.n = 0;
    for (size_t i = 0; i < n; i++) HD_XPUSH(&c->last, (struct node *)nodes[i]);
    return true;
}

int hd_cudaStreamBeginCaptureToGraph(void *stream, void *graph, void *const *nodes,
                                     const void *edges, size_t n, int mode) {
    (void)edges;
    struct graph *g = hd_graph_of(graph, false);
    if (!g || mode < 0 || mode > 2 || (n && !nodes)) return hd_graph_fail_value();
    if ((uintptr_t)stream <= 1) return hd_cudart_fail(cudaErrorStreamCaptureUnsupported);
    if (!hd_cudart_stream_valid(stream)) return hd_cudart_fail(cudaErrorInvalidResourceHandle);
    if (capture_of(stream)) return hd_cudart_fail(cudaErrorIllegalState);
    for (size_t i = 0; i < n; i++)
        if (!hd_graph_is_node(g, nodes[i])) return hd_graph_fail_value();
    capture_join(stream, g, stream);
    struct capture *c = capture_of(stream);
    c->is_given = true;
    read_last(c, nodes, n, true);
    return 0;
}

int hd_cudaStreamGetCaptureInfo(void *stream, int *status, unsigned long long *id, void **graph,
                                void ***nodes, void **edges, size_t *n) {
    if (!status) return hd_graph_fail_value();
    if (!hd_cudart_stream_valid(stream)) return hd_cudart_fail(cudaErrorInvalidResourceHandle);
    struct capture *c = capture_of(stream);
    int code = HD_GIVE(status, c ? c->status : NOT_CAPTURING);
    if (code || !c || c->status != CAPTURING) return code;
    if (id) *id = (unsigned long long)(uintptr_t)c->graph;
    if (graph) *graph = c->graph;
    if (nodes) *nodes = (void **)c->last.v;
    if (edges) *edges = NULL;
    if (n) *n = (size_t)c->last.n;
    return 0;
}

int hd_cudaStreamUpdateCaptureDependencies(void *stream, void *const *nodes, const void *edges,
                                           size_t n, unsigned flags) {
    struct capture *c = capture_of(stream);
    (void)edges;
    if (!c || c->status != CAPTURING) return hd_cudart_fail(cudaErrorIllegalState);
    if (flags > 1 || (n && !nodes) || !read_last(c, nodes, n, flags == 1))
        return hd_graph_fail_value();
    return 0;
}

int hd_cudaThreadExchangeStreamCaptureMode(int *mode) {
    static _Thread_local int current;
    if (!mode || *mode < 0 || *mode > 2) return hd_graph_fail_value();
    int before = current;
    current = *mode;
    *mode = before;
    return 0;
}
