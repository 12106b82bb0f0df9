// Graphs: work that is written down once and launched many times. A node keeps what a call of the
// runtime needs (a kernel's arguments are copied), and a launch makes these calls in an order that
// the edges allow, in the stream that it is given; so a graph runs wherever streams do.
//
// Capture: between cudaStreamBeginCapture and cudaStreamEndCapture the calls of a stream become
// nodes (hd_graph_captures asks, the functions of copy.c, stream.c and launch.c call
// hd_graph_note_...). Another stream joins by waiting for an event that was recorded in a capturing
// one.
//
// Example: BeginCapture(s); memcpyAsync(s); k<<<1, 32, 0, s>>>(p); EndCapture(s, &g);
// Instantiate(&e, g); GraphLaunch(e, s).
#include "run/cudart/cudart.h"
#include "run/gpu/gpu.h"

#include <stdlib.h>
#include <string.h>

enum node_kind { // cudaGraphNodeType
    NODE_KERNEL,
    NODE_MEMCPY,
    NODE_MEMSET,
    NODE_HOST,
    NODE_GRAPH,
    NODE_EMPTY,
    NODE_WAIT,
    NODE_RECORD
};
enum copy_kind { COPY_1D, COPY_2D, COPY_3D };
enum { NOT_CAPTURING, CAPTURING, INVALIDATED }; // cudaStreamCaptureStatus

struct node {
    enum node_kind kind;
    struct graph *graph;
    struct node *origin; // of an instance's node: the one that it was made of
    HD_VEC(struct node *) before;
    int mark;                       // of a walk
    struct cuda_kernel_node kernel; // kernelParams point into args
    unsigned char *args;            // heap
    int nparams;
    bool cooperative;
    enum copy_kind copy_kind;
    struct cuda_memcpy3d copy3d;
    void *dst;
    const void *src;
    size_t size, dpitch, spitch, rows;
    int direction;
    struct cuda_memset_node fill;
    struct cuda_host_node host;
    void *event;
    struct graph *child;
};
struct graph {
    HD_VEC(struct node *) nodes;
    bool is_exec;
};
struct capture { // of one stream
    struct graph *graph;
    void *origin;               // the stream that began it
    HD_VEC(struct node *) last; // what the next node comes after
    int status;
};
struct mark { // an event that was recorded in a capture
    struct graph *graph;
    HD_VEC(struct node *) last;
};

static struct hd_map graphs;   // handle -> struct graph *; instances too
static struct hd_map captures; // stream -> struct capture *
static struct hd_map marks;    // event -> struct mark *
static int ncaptures;

static int fail_value(void) { return hd_cudart_fail(cudaErrorInvalidValue); }

static struct graph *graph_of(void *handle, bool exec) {
    hd_cudart_lock();
    struct graph *g = handle ? hd_map_get(&graphs, handle) : NULL;
    hd_cudart_unlock();
    return g && g->is_exec == exec ? g : NULL;
}

static struct graph *graph_new(bool exec) {
    struct graph *g = hd_xcalloc(1, sizeof *g);
    g->is_exec = exec;
    hd_cudart_lock();
    hd_map_set(&graphs, (const char *)g, g);
    hd_cudart_unlock();
    return g;
}

static void graph_free(struct graph *g) {
    hd_cudart_lock();
    hd_map_remove(&graphs, (const char *)g);
    hd_cudart_unlock();
    for (int i = 0; i < g->nodes.n; i++) {
        struct node *n = g->nodes.v[i];
        if (n->child) graph_free(n->child);
        HD_FREE_VEC(&n->before);
        free(n->args);
        free(n->kernel.params);
        free(n);
    }
    HD_FREE_VEC(&g->nodes);
    free(g);
}

static bool is_node(const struct graph *g, const void *handle) {
    for (int i = 0; i < g->nodes.n; i++)
        if (g->nodes.v[i] == handle) return true;
    return false;
}

// The node behind a handle, in whichever graph it is; NULL: none.
static struct node *node_of(void *handle) {
    const char *key;
    void *value;
    struct node *found = NULL;
    hd_cudart_lock();
    for (int i = 0; !found && (i = hd_map_next(&graphs, i, &key, &value)) > 0;)
        if (is_node(value, handle)) found = handle;
    hd_cudart_unlock();
    return found;
}

static struct node *node_add(struct graph *g, enum node_kind kind) {
    struct node *n = hd_xcalloc(1, sizeof *n);
    n->kind = kind;
    n->graph = g;
    HD_XPUSH(&g->nodes, n);
    return n;
}

// ---- what nodes hold ----------------------------------------------------------------------------

// Takes a kernel's arguments over. false: it is no kernel, or they are not there.
static bool set_kernel(struct node *n, const struct cuda_kernel_node *p) {
    enum { MOST = 512, ALIGN = 16 };
    size_t sizes[MOST], total = 0;
    if (!p->func || !hd_store_contains((uint64_t)p->func)) return false;
    hd_front_lock();
    struct hd_sym *sym = hd_stub_sym((uint64_t)p->func);
    if (sym) sym = hd_sym_current(sym);
    const struct hd_func *f = sym && sym->kind == SYM_FUNC ? sym->func : NULL;
    bool ok = f && f->is_kernel && f->nparams <= MOST;
    int count = ok ? f->nparams : 0;
    for (int i = 0; i < count; i++) {
        sizes[i] = f->type->params[i]->kind == HD_TY_REF ? 8 : f->type->params[i]->size;
        total += HD_ROUND_UP(sizes[i], (size_t)ALIGN);
    }
    hd_front_unlock();
    if (!ok || (count && !p->params)) return false;
    unsigned char *args = hd_xcalloc(1, total + ALIGN), *at = args;
    void **params = hd_xcalloc((size_t)count + 1, sizeof *params);
    for (int i = 0; i < count; i++) {
        memcpy(at, p->params[i], sizes[i]);
        params[i] = at;
        at += HD_ROUND_UP(sizes[i], (size_t)ALIGN);
    }
    free(n->args);
    free(n->kernel.params);
    n->kernel = *p;
    n->kernel.params = params;
    n->args = args;
    n->nparams = count;
    return true;
}

static struct graph *graph_clone(const struct graph *g, bool exec);

static void node_copy(struct node *to, const struct node *from) {
    struct node keep = *to;
    if (to->child) graph_free(to->child);
    *to = *from;
    to->graph = keep.graph;
    to->before.v = keep.before.v;
    to->before.n = keep.before.n;
    to->before.cap = keep.before.cap;
    to->args = NULL;
    to->kernel.params = NULL;
    free(keep.args);
    free(keep.kernel.params);
    if (from->kind == NODE_KERNEL) set_kernel(to, &from->kernel);
    if (from->child) to->child = graph_clone(from->child, false);
    to->origin = (struct node *)(uintptr_t)from;
}

static struct graph *graph_clone(const struct graph *g, bool exec) {
    struct graph *copy = graph_new(exec);
    for (int i = 0; i < g->nodes.n; i++) {
        node_copy(node_add(copy, g->nodes.v[i]->kind), g->nodes.v[i]);
        g->nodes.v[i]->mark = i;
    }
    for (int i = 0; i < g->nodes.n; i++) {
        const struct node *from = g->nodes.v[i];
        for (int k = 0; k < from->before.n; k++)
            HD_XPUSH(&copy->nodes.v[i]->before, copy->nodes.v[from->before.v[k]->mark]);
    }
    return copy;
}

// ---- launching ----------------------------------------------------------------------------------

static int perform_all(struct graph *g, void *stream);

static int perform(struct node *n, void *stream) {
    switch (n->kind) {
    case NODE_KERNEL:
        return (n->cooperative ? hd_cudaLaunchCooperativeKernel : hd_cudaLaunchKernel)(
            n->kernel.func, n->kernel.grid, n->kernel.block, n->kernel.params, n->kernel.shared,
            stream);
    case NODE_MEMCPY:
        if (n->copy_kind == COPY_3D) return hd_cudaMemcpy3DAsync(&n->copy3d, stream);
        if (n->copy_kind == COPY_2D)
            return hd_cudaMemcpy2DAsync(n->dst, n->dpitch, n->src, n->spitch, n->size, n->rows,
                                        n->direction, stream);
        return hd_cudaMemcpyAsync(n->dst, n->src, n->size, n->direction, stream);
    case NODE_MEMSET: {
        struct cuda_memset_node f = n->fill;
        if (f.element_size == 1)
            return f.height > 1 ? hd_cudaMemset2DAsync(f.dst, f.pitch, (int)f.value, f.width,
                                                       f.height, stream)
                                : hd_cudaMemsetAsync(f.dst, (int)f.value, f.width, stream);
        return hd_cudart_fill_elements(&f, stream);
    }
    case NODE_HOST: return hd_cudaLaunchHostFunc(stream, n->host.fn, n->host.data);
    case NODE_GRAPH: return perform_all(n->child, stream);
    case NODE_WAIT: return hd_cudaStreamWaitEvent(stream, n->event, 0);
    case NODE_RECORD: return hd_cudaEventRecord(n->event, stream);
    case NODE_EMPTY: return 0;
    }
    return 0;
}

// Nodes whose predecessors are done, until all are. Graphs have no cycles (add_edge).
static int perform_all(struct graph *g, void *stream) {
    for (int i = 0; i < g->nodes.n; i++) g->nodes.v[i]->mark = 0;
    for (bool any = true; any;) {
        any = false;
        for (int i = 0; i < g->nodes.n; i++) {
            struct node *n = g->nodes.v[i];
            bool ready = !n->mark;
            for (int k = 0; ready && k < n->before.n; k++) ready = n->before.v[k]->mark != 0;
            if (!ready) continue;
            n->mark = 1;
            any = true;
            int code = perform(n, stream);
            if (code) return code;
        }
    }
    return 0;
}

// ---- making graphs ------------------------------------------------------------------------------

static bool reaches(const struct node *from, const struct node *to) { // backwards
    if (from == to) return true;
    for (int i = 0; i < from->before.n; i++)
        if (reaches(from->before.v[i], to)) return true;
    return false;
}

// A new node with what it comes after. NULL: a handle is wrong.
static struct node *explicit_node(void **out, void *graph, void *const *before, size_t n,
                                  enum node_kind kind) {
    struct graph *g = graph_of(graph, false);
    if (!out || !g || (n && !before)) return NULL;
    for (size_t i = 0; i < n; i++)
        if (!is_node(g, before[i])) return NULL;
    struct node *node = node_add(g, kind);
    for (size_t i = 0; i < n; i++) HD_XPUSH(&node->before, (struct node *)before[i]);
    return node;
}

static void node_drop(struct node *n) {
    struct graph *g = n->graph;
    for (int i = 0; i < g->nodes.n; i++) {
        if (g->nodes.v[i] != n) continue;
        memmove(&g->nodes.v[i], &g->nodes.v[i + 1],
                sizeof g->nodes.v[0] * (size_t)(--g->nodes.n - i));
        break;
    }
    HD_FREE_VEC(&n->before);
    free(n->args);
    free(n->kernel.params);
    free(n);
}

static int give_node(void **out, struct node *n) {
    int code = HD_GIVE(out, n);
    if (code) node_drop(n);
    return code;
}

int hd_cudaGraphCreate(void **out, unsigned flags) {
    if (!out || flags) return fail_value();
    struct graph *g = graph_new(false);
    int code = HD_GIVE(out, g);
    if (code) graph_free(g);
    return code;
}

int hd_cudaGraphDestroy(void *graph) {
    struct graph *g = graph_of(graph, false);
    if (!g) return fail_value();
    graph_free(g);
    return 0;
}

int hd_cudaGraphClone(void **out, void *graph) {
    struct graph *g = graph_of(graph, false);
    if (!out || !g) return fail_value();
    return HD_GIVE(out, graph_clone(g, false));
}

int hd_cudaGraphAddKernelNode(void **out, void *graph, void *const *before, size_t n,
                              const struct cuda_kernel_node *p) {
    if (!p) return fail_value();
    struct node *node = explicit_node(out, graph, before, n, NODE_KERNEL);
    if (!node) return fail_value();
    if (set_kernel(node, p)) return give_node(out, node);
    node_drop(node);
    return hd_cudart_fail(cudaErrorInvalidDeviceFunction);
}

int hd_cudaGraphAddMemcpyNode(void **out, void *graph, void *const *before, size_t n,
                              const struct cuda_memcpy3d *p) {
    struct node *node = p ? explicit_node(out, graph, before, n, NODE_MEMCPY) : NULL;
    if (!node) return fail_value();
    node->copy_kind = COPY_3D;
    node->copy3d = *p;
    return give_node(out, node);
}

int hd_cudaGraphAddMemcpyNode1D(void **out, void *graph, void *const *before, size_t n, void *dst,
                                const void *src, size_t size, int kind) {
    if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault)
        return hd_cudart_fail(cudaErrorInvalidMemcpyDirection);
    struct node *node =
        dst && src && size ? explicit_node(out, graph, before, n, NODE_MEMCPY) : NULL;
    if (!node) return fail_value();
    node->dst = dst;
    node->src = src;
    node->size = size;
    node->direction = kind;
    return give_node(out, node);
}

static bool fill_ok(const struct cuda_memset_node *p) {
    return p && p->dst && (p->element_size == 1 || p->element_size == 2 || p->element_size == 4);
}

int hd_cudaGraphAddMemsetNode(void **out, void *graph, void *const *before, size_t n,
                              const struct cuda_memset_node *p) {
    struct node *node = fill_ok(p) ? explicit_node(out, graph, before, n, NODE_MEMSET) : NULL;
    if (!node) return fail_value();
    node->fill = *p;
    return give_node(out, node);
}

int hd_cudaGraphAddHostNode(void **out, void *graph, void *const *before, size_t n,
                            const struct cuda_host_node *p) {
    struct node *node = p && p->fn ? explicit_node(out, graph, before, n, NODE_HOST) : NULL;
    if (!node) return fail_value();
    node->host = *p;
    return give_node(out, node);
}

int hd_cudaGraphAddEmptyNode(void **out, void *graph, void *const *before, size_t n) {
    struct node *node = explicit_node(out, graph, before, n, NODE_EMPTY);
    return node ? give_node(out, node) : fail_value();
}

int hd_cudaGraphAddChildGraphNode(void **out, void *graph, void *const *before, size_t n,
                                  void *child) {
    struct graph *g = graph_of(child, false);
    struct node *node =
        g && child != graph ? explicit_node(out, graph, before, n, NODE_GRAPH) : NULL;
    if (!node) return fail_value();
    node->child = graph_clone(g, false);
    return give_node(out, node);
}

int hd_cudaGraphAddDependencies(void *graph, void *const *from, void *const *to, size_t n) {
    struct graph *g = graph_of(graph, false);
    if (!g || (n && (!from || !to))) return fail_value();
    for (size_t i = 0; i < n; i++)
        if (!is_node(g, from[i]) || !is_node(g, to[i]) || reaches(from[i], to[i]))
            return fail_value();
    for (size_t i = 0; i < n; i++)
        HD_XPUSH(&((struct node *)to[i])->before, (struct node *)from[i]);
    return 0;
}

int hd_cudaGraphAddDependencies_edges(void *graph, void *const *from, void *const *to,
                                      const void *data, size_t n) {
    return hd_cudaGraphAddDependencies(graph, from, to, n);
}

// Room for *count nodes at `out`, or none: how many there are.
static int list_nodes(void *graph, void **out, size_t *count, bool roots) {
    struct graph *g = graph_of(graph, false);
    if (!g || !count) return fail_value();
    size_t n = 0, room = *count;
    for (int i = 0; i < g->nodes.n; i++) {
        if (roots && g->nodes.v[i]->before.n) continue;
        if (out && n < room) out[n] = g->nodes.v[i];
        n++;
    }
    for (size_t i = n; out && i < room; i++) out[i] = NULL;
    return HD_GIVE(count, out && room < n ? room : n);
}

int hd_cudaGraphGetNodes(void *graph, void **out, size_t *count) {
    return list_nodes(graph, out, count, false);
}

int hd_cudaGraphGetRootNodes(void *graph, void **out, size_t *count) {
    return list_nodes(graph, out, count, true);
}

int hd_cudaGraphNodeGetType(void *node, int *type) {
    struct node *n = node_of(node);
    return n && type ? HD_GIVE(type, (int)n->kind) : fail_value();
}

int hd_cudaGraphKernelNodeGetParams(void *node, struct cuda_kernel_node *p) {
    struct node *n = node_of(node);
    if (!n || n->kind != NODE_KERNEL || !p) return fail_value();
    *p = n->kernel;
    return 0;
}

int hd_cudaGraphKernelNodeSetParams(void *node, const struct cuda_kernel_node *p) {
    struct node *n = node_of(node);
    if (!n || n->kind != NODE_KERNEL || !p) return fail_value();
    return set_kernel(n, p) ? 0 : hd_cudart_fail(cudaErrorInvalidDeviceFunction);
}

// ---- instances ----------------------------------------------------------------------------------

int hd_cudaGraphInstantiate(void **out, void *graph, unsigned long long flags) {
    struct graph *g = graph_of(graph, false);
    if (!out || !g || flags > 15) return fail_value();
    return HD_GIVE(out, graph_clone(g, true));
}

int hd_cudaGraphInstantiateWithFlags(void **out, void *graph, unsigned long long flags) {
    return hd_cudaGraphInstantiate(out, graph, flags);
}

int hd_cudaGraphInstantiate_log(void **out, void *graph, void **node, char *log, size_t size) {
    if (node) *node = NULL;
    if (log && size) *log = 0;
    return hd_cudaGraphInstantiate(out, graph, 0);
}

int hd_cudaGraphExecDestroy(void *exec) {
    struct graph *g = graph_of(exec, true);
    if (!g) return fail_value();
    graph_free(g);
    return 0;
}

int hd_cudaGraphUpload(void *exec, void *stream) {
    if (!graph_of(exec, true)) return fail_value();
    return hd_cudart_stream_valid(stream) ? 0 : hd_cudart_fail(cudaErrorInvalidResourceHandle);
}

static struct node *instance_of(void *exec, void *node, enum node_kind kind) {
    struct graph *g = graph_of(exec, true);
    for (int i = 0; g && i < g->nodes.n; i++)
        if (g->nodes.v[i]->origin == node && g->nodes.v[i]->kind == kind) return g->nodes.v[i];
    return NULL;
}

int hd_cudaGraphExecKernelNodeSetParams(void *exec, void *node, const struct cuda_kernel_node *p) {
    struct node *n = instance_of(exec, node, NODE_KERNEL);
    if (!n || !p) return fail_value();
    return set_kernel(n, p) ? 0 : hd_cudart_fail(cudaErrorInvalidDeviceFunction);
}

int hd_cudaGraphExecMemcpyNodeSetParams1D(void *exec, void *node, void *dst, const void *src,
                                          size_t size, int kind) {
    struct node *n = instance_of(exec, node, NODE_MEMCPY);
    if (!n || !dst || !src || !size) return fail_value();
    if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault)
        return hd_cudart_fail(cudaErrorInvalidMemcpyDirection);
    n->copy_kind = COPY_1D;
    n->dst = dst;
    n->src = src;
    n->size = size;
    n->direction = kind;
    return 0;
}

int hd_cudaGraphExecMemsetNodeSetParams(void *exec, void *node, const struct cuda_memset_node *p) {
    struct node *n = instance_of(exec, node, NODE_MEMSET);
    if (!n || !fill_ok(p)) return fail_value();
    n->fill = *p;
    return 0;
}

int hd_cudaGraphExecHostNodeSetParams(void *exec, void *node, const struct cuda_host_node *p) {
    struct node *n = instance_of(exec, node, NODE_HOST);
    if (!n || !p || !p->fn) return fail_value();
    n->host = *p;
    return 0;
}

// The first node that is other than the instance's; NULL: none. *result: why.
static struct node *differs(const struct graph *exec, const struct graph *g, int *result) {
    enum { TOPOLOGY = 2, TYPE = 3 };
    *result = exec->nodes.n == g->nodes.n ? 0 : TOPOLOGY;
    if (*result) return g->nodes.n ? g->nodes.v[0] : NULL;
    for (int i = 0; i < g->nodes.n; i++) {
        const struct node *a = exec->nodes.v[i], *b = g->nodes.v[i];
        *result = a->kind != b->kind ? TYPE : a->before.n != b->before.n ? TOPOLOGY : 0;
        if (*result) return g->nodes.v[i];
    }
    return NULL;
}

int hd_cudaGraphExecUpdate(void *exec, void *graph, struct cuda_graph_update *info) {
    struct graph *e = graph_of(exec, true), *g = graph_of(graph, false);
    int result;
    if (!e || !g || !info) return fail_value();
    struct node *at = differs(e, g, &result);
    *info = (struct cuda_graph_update){.result = result, .node = at};
    if (result) return hd_cudart_fail(cudaErrorGraphExecUpdateFailure);
    for (int i = 0; i < g->nodes.n; i++) node_copy(e->nodes.v[i], g->nodes.v[i]);
    return 0;
}

int hd_cudaGraphExecUpdate_node(void *exec, void *graph, void **node, int *result) {
    struct cuda_graph_update info = {0};
    int code = hd_cudaGraphExecUpdate(exec, graph, &info);
    if (node) *node = info.node;
    if (result) *result = info.result;
    return code;
}

// ---- capture ------------------------------------------------------------------------------------

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

static void capture_join(void *stream, struct capture *from, struct graph *graph, void *origin) {
    struct capture *c = hd_xcalloc(1, sizeof *c);
    c->graph = graph;
    c->origin = origin;
    c->status = CAPTURING;
    (void)from;
    hd_cudart_lock();
    hd_map_set(&captures, stream, c);
    ncaptures++;
    hd_cudart_unlock();
}

// The stream's next node. NULL: its capture has failed before.
static struct node *captured(void *stream, enum node_kind kind) {
    struct capture *c = capture_of(stream);
    if (!c || c->status != CAPTURING) return NULL;
    struct node *n = node_add(c->graph, kind);
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
    return set_kernel(n, &p) ? 0 : hd_cudart_fail(cudaErrorInvalidDeviceFunction);
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
        capture_join(stream, NULL, m->graph, origin);
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
    if (mode < 0 || mode > 2) return fail_value();
    if ((uintptr_t)stream <= 1) return hd_cudart_fail(cudaErrorStreamCaptureUnsupported);
    if (!hd_cudart_stream_valid(stream)) return hd_cudart_fail(cudaErrorInvalidResourceHandle);
    if (capture_of(stream)) return hd_cudart_fail(cudaErrorIllegalState);
    capture_join(stream, NULL, graph_new(false), stream);
    return 0;
}

int hd_cudaStreamIsCapturing(void *stream, int *status) {
    if (!status) return fail_value();
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
                found = found || reaches(own->last.v[j], c->last.v[k]);
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
    if (!out) return fail_value();
    if (!hd_cudart_stream_valid(stream)) return hd_cudart_fail(cudaErrorInvalidResourceHandle);
    struct capture *c = capture_of(stream);
    if (!c) return hd_cudart_fail(cudaErrorIllegalState);
    if (c->origin != stream) return hd_cudart_fail(cudaErrorStreamCaptureUnmatched);
    struct graph *graph = c->graph;
    bool joined = true, valid = true;
    capture_end(graph, c, &joined, &valid);
    int code = !valid    ? cudaErrorStreamCaptureInvalidated
               : !joined ? cudaErrorStreamCaptureUnjoined
                         : 0;
    if (!code) return HD_GIVE(out, graph);
    graph_free(graph);
    *out = NULL;
    return hd_cudart_fail(code);
}

int hd_cudaGraphLaunch(void *exec, void *stream) {
    struct graph *g = graph_of(exec, true);
    if (!g) return fail_value();
    if (!hd_cudart_stream_valid(stream)) return hd_cudart_fail(cudaErrorInvalidResourceHandle);
    if (!hd_graph_captures(stream)) return perform_all(g, stream);
    struct node *n = captured(stream, NODE_GRAPH);
    if (!n) return invalidated();
    n->child = graph_clone(g, false);
    return 0;
}
