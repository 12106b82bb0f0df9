// Graphs: work that is written down once and launched many times. A node keeps what a call of the
// runtime needs (a kernel's arguments are copied), and a launch makes these calls in an order that
// the edges allow, in the stream that it is given; so a graph runs wherever streams do.
//
// A conditional node's value is looked at when what comes before it has ended: the call that
// launches such a graph waits there.
//
// Example: BeginCapture(s); memcpyAsync(s); k<<<1, 32, 0, s>>>(p); EndCapture(s, &g);
// Instantiate(&e, g); GraphLaunch(e, s).
#include "run/cudart/graph.h"
#include "run/gpu/gpu.h"

#include <stdlib.h>
#include <string.h>

static struct hd_map graphs; // handle -> struct graph *; instances too

int hd_graph_fail_value(void) { return hd_cudart_fail(cudaErrorInvalidValue); }

struct graph *hd_graph_of(void *handle, bool exec) {
    hd_cudart_lock();
    struct graph *g = handle ? hd_map_get(&graphs, handle) : NULL;
    hd_cudart_unlock();
    return g && g->is_exec == exec ? g : NULL;
}

struct graph *hd_graph_new(bool exec) {
    struct graph *g = hd_xcalloc(1, sizeof *g);
    g->is_exec = exec;
    hd_cudart_lock();
    hd_map_set(&graphs, (const char *)g, g);
    hd_cudart_unlock();
    return g;
}

// What a node holds, besides the nodes before it.
static void let_go(struct node *n) {
    if (n->child) hd_graph_free(n->child);
    if (n->memory) hd_graph_memory_drop(n->memory);
    for (int i = 0; i < n->nbodies; i++) hd_graph_free(n->bodies[i]);
    free(n->bodies);
    free(n->args);
    free(n->kernel.params);
}

static void node_free(struct node *n) {
    let_go(n);
    HD_FREE_VEC(&n->before);
    free(n);
}

void hd_graph_free(struct graph *g) {
    hd_cudart_lock();
    hd_map_remove(&graphs, (const char *)g);
    hd_cudart_unlock();
    for (int i = 0; i < g->nodes.n; i++) node_free(g->nodes.v[i]);
    HD_FREE_VEC(&g->nodes);
    for (int i = 0; i < g->conditions.n; i++) hd_graph_condition_drop(g->conditions.v[i]);
    HD_FREE_VEC(&g->conditions);
    for (int i = 0; i < g->objects.n; i++) hd_graph_object_drop(g->objects.v[i], 1);
    HD_FREE_VEC(&g->objects);
    free(g);
}

bool hd_graph_is_node(const struct graph *g, const void *handle) {
    for (int i = 0; i < g->nodes.n; i++)
        if (g->nodes.v[i] == handle) return true;
    return false;
}

// The node behind a handle, in whichever graph it is; NULL: none.
struct node *hd_graph_node_of(void *handle) {
    const char *key;
    void *value;
    struct node *found = NULL;
    hd_cudart_lock();
    for (int i = 0; !found && (i = hd_map_next(&graphs, i, &key, &value)) > 0;)
        if (hd_graph_is_node(value, handle)) found = handle;
    hd_cudart_unlock();
    return found;
}

struct node *hd_graph_node_add(struct graph *g, enum node_kind kind) {
    struct node *n = hd_xcalloc(1, sizeof *n);
    n->kind = kind;
    n->graph = g;
    HD_XPUSH(&g->nodes, n);
    return n;
}

// ---- what nodes hold ----------------------------------------------------------------------------

// Takes a kernel's arguments over. false: it is no kernel, or they are not there.
bool hd_graph_set_kernel(struct node *n, const struct cuda_kernel_node *p) {
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

static void node_copy(struct node *to, const struct node *from) {
    struct node keep = *to;
    if (from->memory) from->memory->refs++;
    let_go(to);
    *to = *from;
    to->graph = keep.graph;
    to->before.v = keep.before.v;
    to->before.n = keep.before.n;
    to->before.cap = keep.before.cap;
    to->is_disabled = keep.is_disabled;
    to->args = NULL;
    to->kernel.params = NULL;
    if (from->kind == NODE_KERNEL) hd_graph_set_kernel(to, &from->kernel);
    if (from->child) to->child = hd_graph_clone(from->child, false);
    if (from->nbodies) to->bodies = hd_xcalloc((size_t)from->nbodies, sizeof *to->bodies);
    for (int i = 0; i < from->nbodies; i++) {
        to->bodies[i] = hd_graph_clone(from->bodies[i], false);
        to->bodies[i]->is_body = true;
    }
    to->origin = (struct node *)(uintptr_t)from;
}

struct graph *hd_graph_clone(const struct graph *g, bool exec) {
    struct graph *copy = hd_graph_new(exec);
    for (int i = 0; i < g->conditions.n; i++) {
        g->conditions.v[i]->refs++;
        HD_XPUSH(&copy->conditions, g->conditions.v[i]);
    }
    for (int i = 0; i < g->objects.n; i++) {
        g->objects.v[i]->refs++;
        HD_XPUSH(&copy->objects, g->objects.v[i]);
    }
    for (int i = 0; i < g->nodes.n; i++) {
        node_copy(hd_graph_node_add(copy, g->nodes.v[i]->kind), g->nodes.v[i]);
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

// Whether a body of a conditional node is done (again), when what is before it has ended.
static int perform_bodies(struct node *n, void *stream) {
    for (bool again = true; again;) {
        int code = hd_cudaStreamSynchronize(stream);
        if (code) return code;
        unsigned value = *(volatile unsigned *)n->condition;
        unsigned body = n->condition_kind == CONDITION_SWITCH ? value : value == 0;
        bool none = n->condition_kind == CONDITION_WHILE ? !value : body >= (unsigned)n->nbodies;
        if (none) return 0;
        code = perform_all(n->bodies[n->condition_kind == CONDITION_WHILE ? 0 : body], stream);
        if (code) return code;
        again = n->condition_kind == CONDITION_WHILE;
    }
    return 0;
}

// Of a launch: a node's memory is in use from here on.
static int perform_alloc(struct node *n) {
    enum { AUTO_FREE = 1 };
    struct graph_memory *m = n->memory;
    if (m->in_use && !(n->graph->flags & AUTO_FREE)) {
        hd_cudart_notice("cudaGraphLaunch: memory that the launch before gave is not freed yet");
        return hd_graph_fail_value();
    }
    m->in_use = true;
    return 0;
}

static int perform_free(struct node *n, void *stream) {
    struct graph_memory *m = hd_graph_memory_at(n->freed);
    if (!m) return hd_cudaFreeAsync(n->freed, stream);
    m->in_use = false;
    return 0;
}

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
    case NODE_ALLOC: return perform_alloc(n);
    case NODE_FREE: return perform_free(n, stream);
    case NODE_CONDITIONAL: return perform_bodies(n, stream);
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
            int code = n->is_disabled ? 0 : perform(n, stream);
            if (code) return code;
        }
    }
    return 0;
}

// ---- making graphs ------------------------------------------------------------------------------

bool hd_graph_reaches(const struct node *from, const struct node *to) { // backwards
    if (from == to) return true;
    for (int i = 0; i < from->before.n; i++)
        if (hd_graph_reaches(from->before.v[i], to)) return true;
    return false;
}

// A new node with what it comes after. NULL: a handle is wrong.
struct node *hd_graph_node_explicit(void **out, void *graph, void *const *before, size_t n,
                                    enum node_kind kind) {
    struct graph *g = hd_graph_of(graph, false);
    if (!out || !g || (n && !before)) return NULL;
    for (size_t i = 0; i < n; i++)
        if (!hd_graph_is_node(g, before[i])) return NULL;
    struct node *node = hd_graph_node_add(g, kind);
    for (size_t i = 0; i < n; i++) HD_XPUSH(&node->before, (struct node *)before[i]);
    return node;
}

void hd_graph_node_drop(struct node *n) {
    struct graph *g = n->graph;
    for (int i = 0; i < g->nodes.n; i++) {
        if (g->nodes.v[i] != n) continue;
        memmove(&g->nodes.v[i], &g->nodes.v[i + 1],
                sizeof g->nodes.v[0] * (size_t)(--g->nodes.n - i));
        break;
    }
    node_free(n);
}

int hd_graph_node_give(void **out, struct node *n) {
    int code = HD_GIVE(out, n);
    if (code) hd_graph_node_drop(n);
    return code;
}

int hd_cudaGraphCreate(void **out, unsigned flags) {
    if (!out || flags) return hd_graph_fail_value();
    struct graph *g = hd_graph_new(false);
    int code = HD_GIVE(out, g);
    if (code) hd_graph_free(g);
    return code;
}

int hd_cudaGraphDestroy(void *graph) {
    struct graph *g = hd_graph_of(graph, false);
    if (!g || g->is_body) return hd_graph_fail_value();
    hd_graph_free(g);
    return 0;
}

int hd_cudaGraphClone(void **out, void *graph) {
    struct graph *g = hd_graph_of(graph, false);
    if (!out || !g) return hd_graph_fail_value();
    return HD_GIVE(out, hd_graph_clone(g, false));
}

int hd_cudaGraphAddKernelNode(void **out, void *graph, void *const *before, size_t n,
                              const struct cuda_kernel_node *p) {
    if (!p) return hd_graph_fail_value();
    struct node *node = hd_graph_node_explicit(out, graph, before, n, NODE_KERNEL);
    if (!node) return hd_graph_fail_value();
    if (hd_graph_set_kernel(node, p)) return hd_graph_node_give(out, node);
    hd_graph_node_drop(node);
    return hd_cudart_fail(cudaErrorInvalidDeviceFunction);
}

int hd_cudaGraphAddMemcpyNode(void **out, void *graph, void *const *before, size_t n,
                              const struct cuda_memcpy3d *p) {
    struct node *node = p ? hd_graph_node_explicit(out, graph, before, n, NODE_MEMCPY) : NULL;
    if (!node) return hd_graph_fail_value();
    node->copy_kind = COPY_3D;
    node->copy3d = *p;
    return hd_graph_node_give(out, node);
}

int hd_cudaGraphAddMemcpyNode1D(void **out, void *graph, void *const *before, size_t n, void *dst,
                                const void *src, size_t size, int kind) {
    if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault)
        return hd_cudart_fail(cudaErrorInvalidMemcpyDirection);
    struct node *node =
        dst && src && size ? hd_graph_node_explicit(out, graph, before, n, NODE_MEMCPY) : NULL;
    if (!node) return hd_graph_fail_value();
    node->dst = dst;
    node->src = src;
    node->size = size;
    node->direction = kind;
    return hd_graph_node_give(out, node);
}

bool hd_graph_fill_ok(const struct cuda_memset_node *p) {
    return p && p->dst && (p->element_size == 1 || p->element_size == 2 || p->element_size == 4);
}

int hd_cudaGraphAddMemsetNode(void **out, void *graph, void *const *before, size_t n,
                              const struct cuda_memset_node *p) {
    struct node *node =
        hd_graph_fill_ok(p) ? hd_graph_node_explicit(out, graph, before, n, NODE_MEMSET) : NULL;
    if (!node) return hd_graph_fail_value();
    node->fill = *p;
    return hd_graph_node_give(out, node);
}

int hd_cudaGraphAddHostNode(void **out, void *graph, void *const *before, size_t n,
                            const struct cuda_host_node *p) {
    struct node *node =
        p && p->fn ? hd_graph_node_explicit(out, graph, before, n, NODE_HOST) : NULL;
    if (!node) return hd_graph_fail_value();
    node->host = *p;
    return hd_graph_node_give(out, node);
}

int hd_cudaGraphAddEmptyNode(void **out, void *graph, void *const *before, size_t n) {
    struct node *node = hd_graph_node_explicit(out, graph, before, n, NODE_EMPTY);
    return node ? hd_graph_node_give(out, node) : hd_graph_fail_value();
}

int hd_cudaGraphAddChildGraphNode(void **out, void *graph, void *const *before, size_t n,
                                  void *child) {
    struct graph *g = hd_graph_of(child, false);
    struct node *node =
        g && child != graph ? hd_graph_node_explicit(out, graph, before, n, NODE_GRAPH) : NULL;
    if (!node) return hd_graph_fail_value();
    node->child = hd_graph_clone(g, false);
    return hd_graph_node_give(out, node);
}

int hd_cudaGraphAddDependencies(void *graph, void *const *from, void *const *to, size_t n) {
    struct graph *g = hd_graph_of(graph, false);
    if (!g || (n && (!from || !to))) return hd_graph_fail_value();
    for (size_t i = 0; i < n; i++)
        if (!hd_graph_is_node(g, from[i]) || !hd_graph_is_node(g, to[i]) ||
            hd_graph_reaches(from[i], to[i]))
            return hd_graph_fail_value();
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
    struct graph *g = hd_graph_of(graph, false);
    if (!g || !count) return hd_graph_fail_value();
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
    struct node *n = hd_graph_node_of(node);
    return n && type ? HD_GIVE(type, (int)n->kind) : hd_graph_fail_value();
}

int hd_cudaGraphKernelNodeGetParams(void *node, struct cuda_kernel_node *p) {
    struct node *n = hd_graph_node_of(node);
    if (!n || n->kind != NODE_KERNEL || !p) return hd_graph_fail_value();
    *p = n->kernel;
    return 0;
}

int hd_cudaGraphKernelNodeSetParams(void *node, const struct cuda_kernel_node *p) {
    struct node *n = hd_graph_node_of(node);
    if (!n || n->kind != NODE_KERNEL || !p) return hd_graph_fail_value();
    return hd_graph_set_kernel(n, p) ? 0 : hd_cudart_fail(cudaErrorInvalidDeviceFunction);
}

// ---- instances ----------------------------------------------------------------------------------

int hd_cudaGraphInstantiate(void **out, void *graph, unsigned long long flags) {
    struct graph *g = hd_graph_of(graph, false);
    if (!out || !g || flags > 15) return hd_graph_fail_value();
    struct graph *exec = hd_graph_clone(g, true);
    exec->flags = flags;
    return HD_GIVE(out, exec);
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
    struct graph *g = hd_graph_of(exec, true);
    if (!g) return hd_graph_fail_value();
    hd_graph_free(g);
    return 0;
}

int hd_cudaGraphUpload(void *exec, void *stream) {
    if (!hd_graph_of(exec, true)) return hd_graph_fail_value();
    return hd_cudart_stream_valid(stream) ? 0 : hd_cudart_fail(cudaErrorInvalidResourceHandle);
}

struct node *hd_graph_instance_of(void *exec, void *node, enum node_kind kind) {
    struct graph *g = hd_graph_of(exec, true);
    for (int i = 0; g && i < g->nodes.n; i++)
        if (g->nodes.v[i]->origin == node && g->nodes.v[i]->kind == kind) return g->nodes.v[i];
    return NULL;
}

int hd_cudaGraphExecKernelNodeSetParams(void *exec, void *node, const struct cuda_kernel_node *p) {
    struct node *n = hd_graph_instance_of(exec, node, NODE_KERNEL);
    if (!n || !p) return hd_graph_fail_value();
    return hd_graph_set_kernel(n, p) ? 0 : hd_cudart_fail(cudaErrorInvalidDeviceFunction);
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
    struct graph *e = hd_graph_of(exec, true), *g = hd_graph_of(graph, false);
    int result;
    if (!e || !g || !info) return hd_graph_fail_value();
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

// ---- launching an instance ---------------------------------------------------------------------

int hd_cudaGraphLaunch(void *exec, void *stream) {
    struct graph *g = hd_graph_of(exec, true);
    if (!g) return hd_graph_fail_value();
    if (!hd_cudart_stream_valid(stream)) return hd_cudart_fail(cudaErrorInvalidResourceHandle);
    if (hd_graph_captures(stream)) return hd_graph_note_graph(g, stream);
    for (int i = 0; i < g->conditions.n; i++)
        if (g->conditions.v[i]->assigned) *g->conditions.v[i]->value = g->conditions.v[i]->initial;
    return perform_all(g, stream);
}
