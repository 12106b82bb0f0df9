// What nodes of graphs hold: read, changed in a graph and in an instance; nodes that give memory,
// nodes with a condition, objects that go with a graph, and a graph as a picture.
//
// Each node's parameters are set by one function (set_...), which the calls for graphs, for
// instances and cudaGraphNodeSetParams share.
#include "run/cudart/graph.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int fail_value(void) { return hd_graph_fail_value(); }

static struct node *typed(void *handle, enum node_kind kind) {
    struct node *n = hd_graph_node_of(handle);
    return n && n->kind == kind ? n : NULL;
}

// ---- copies -------------------------------------------------------------------------------------

static int set_copy(struct node *n, const struct cuda_memcpy3d *p) {
    if (!n || !p) return fail_value();
    n->copy_kind = COPY_3D;
    n->copy3d = *p;
    return 0;
}

static int set_copy_1d(struct node *n, void *dst, const void *src, size_t size, int kind) {
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

// Where a symbol's bytes begin; an error if it is no variable of the device, or has fewer.
static int symbol_bytes(const void *symbol, size_t size, size_t offset, char **at) {
    size_t most, end;
    if (hd_cudaGetSymbolSize(&most, symbol)) return cudaErrorInvalidSymbol;
    bool fits = !__builtin_add_overflow(offset, size, &end) && (!most || end <= most);
    *at = (char *)(uintptr_t)symbol + offset;
    return fits ? 0 : fail_value();
}

// A copy of one dimension is answered as one of three.
static void as_3d(const struct node *n, struct cuda_memcpy3d *out) {
    if (n->copy_kind == COPY_3D) {
        *out = n->copy3d;
        return;
    }
    bool flat = n->copy_kind == COPY_1D;
    *out = (struct cuda_memcpy3d){.kind = n->direction};
    out->src.ptr = (void *)(uintptr_t)n->src;
    out->src.pitch = flat ? n->size : n->spitch;
    out->src.xsize = out->dst.xsize = n->size;
    out->src.ysize = out->dst.ysize = flat ? 1 : n->rows;
    out->dst.ptr = n->dst;
    out->dst.pitch = flat ? n->size : n->dpitch;
    out->extent = (struct cuda_extent){n->size, flat ? 1 : n->rows, 1};
}

int hd_cudaGraphMemcpyNodeGetParams(void *node, struct cuda_memcpy3d *p) {
    struct node *n = typed(node, NODE_MEMCPY);
    if (!n || !p) return fail_value();
    as_3d(n, p);
    return 0;
}

int hd_cudaGraphMemcpyNodeSetParams(void *node, const struct cuda_memcpy3d *p) {
    return set_copy(typed(node, NODE_MEMCPY), p);
}

int hd_cudaGraphMemcpyNodeSetParams1D(void *node, void *dst, const void *src, size_t size,
                                      int kind) {
    return set_copy_1d(typed(node, NODE_MEMCPY), dst, src, size, kind);
}

int hd_cudaGraphMemcpyNodeSetParamsToSymbol(void *node, const void *symbol, const void *src,
                                            size_t size, size_t offset, int kind) {
    char *dst;
    int code = symbol_bytes(symbol, size, offset, &dst);
    return code ? code : set_copy_1d(typed(node, NODE_MEMCPY), dst, src, size, kind);
}

int hd_cudaGraphMemcpyNodeSetParamsFromSymbol(void *node, void *dst, const void *symbol,
                                              size_t size, size_t offset, int kind) {
    char *src;
    int code = symbol_bytes(symbol, size, offset, &src);
    return code ? code : set_copy_1d(typed(node, NODE_MEMCPY), dst, src, size, kind);
}

int hd_cudaGraphExecMemcpyNodeSetParams(void *exec, void *node, const struct cuda_memcpy3d *p) {
    return set_copy(hd_graph_instance_of(exec, node, NODE_MEMCPY), p);
}

int hd_cudaGraphExecMemcpyNodeSetParams1D(void *exec, void *node, void *dst, const void *src,
                                          size_t size, int kind) {
    return set_copy_1d(hd_graph_instance_of(exec, node, NODE_MEMCPY), dst, src, size, kind);
}

int hd_cudaGraphExecMemcpyNodeSetParamsToSymbol(void *exec, void *node, const void *symbol,
                                                const void *src, size_t size, size_t offset,
                                                int kind) {
    char *dst;
    int code = symbol_bytes(symbol, size, offset, &dst);
    return code ? code : hd_cudaGraphExecMemcpyNodeSetParams1D(exec, node, dst, src, size, kind);
}

int hd_cudaGraphExecMemcpyNodeSetParamsFromSymbol(void *exec, void *node, void *dst,
                                                  const void *symbol, size_t size, size_t offset,
                                                  int kind) {
    char *src;
    int code = symbol_bytes(symbol, size, offset, &src);
    return code ? code : hd_cudaGraphExecMemcpyNodeSetParams1D(exec, node, dst, src, size, kind);
}

int hd_cudaGraphAddMemcpyNodeToSymbol(void **out, void *graph, void *const *before, size_t n,
                                      const void *symbol, const void *src, size_t size,
                                      size_t offset, int kind) {
    char *dst;
    int code = symbol_bytes(symbol, size, offset, &dst);
    return code ? code : hd_cudaGraphAddMemcpyNode1D(out, graph, before, n, dst, src, size, kind);
}

int hd_cudaGraphAddMemcpyNodeFromSymbol(void **out, void *graph, void *const *before, size_t n,
                                        void *dst, const void *symbol, size_t size, size_t offset,
                                        int kind) {
    char *src;
    int code = symbol_bytes(symbol, size, offset, &src);
    return code ? code : hd_cudaGraphAddMemcpyNode1D(out, graph, before, n, dst, src, size, kind);
}

// ---- fills, calls, events, graphs ---------------------------------------------------------------

static int set_fill(struct node *n, const struct cuda_memset_node *p) {
    if (!n || !hd_graph_fill_ok(p)) return fail_value();
    n->fill = *p;
    return 0;
}

static int set_host(struct node *n, const struct cuda_host_node *p) {
    if (!n || !p || !p->fn) return fail_value();
    n->host = *p;
    return 0;
}

static int set_event(struct node *n, void *event) {
    if (!n || !event) return fail_value();
    n->event = event;
    return 0;
}

static int set_child(struct node *n, void *graph) {
    struct graph *g = hd_graph_of(graph, false);
    if (!n || !g || g == n->graph) return fail_value();
    struct graph *old = n->child;
    n->child = hd_graph_clone(g, false);
    if (old) hd_graph_free(old);
    return 0;
}

int hd_cudaGraphMemsetNodeGetParams(void *node, struct cuda_memset_node *p) {
    struct node *n = typed(node, NODE_MEMSET);
    return n && p ? hd_cudart_give(p, &n->fill, sizeof *p) : fail_value();
}

int hd_cudaGraphMemsetNodeSetParams(void *node, const struct cuda_memset_node *p) {
    return set_fill(typed(node, NODE_MEMSET), p);
}

int hd_cudaGraphExecMemsetNodeSetParams(void *exec, void *node, const struct cuda_memset_node *p) {
    return set_fill(hd_graph_instance_of(exec, node, NODE_MEMSET), p);
}

int hd_cudaGraphHostNodeGetParams(void *node, struct cuda_host_node *p) {
    struct node *n = typed(node, NODE_HOST);
    return n && p ? hd_cudart_give(p, &n->host, sizeof *p) : fail_value();
}

int hd_cudaGraphHostNodeSetParams(void *node, const struct cuda_host_node *p) {
    return set_host(typed(node, NODE_HOST), p);
}

int hd_cudaGraphExecHostNodeSetParams(void *exec, void *node, const struct cuda_host_node *p) {
    return set_host(hd_graph_instance_of(exec, node, NODE_HOST), p);
}

static int add_event(void **out, void *graph, void *const *before, size_t n, void *event,
                     enum node_kind kind) {
    struct node *node = event ? hd_graph_node_explicit(out, graph, before, n, kind) : NULL;
    if (!node) return fail_value();
    node->event = event;
    return hd_graph_node_give(out, node);
}

static int get_event(void *node, enum node_kind kind, void **event) {
    struct node *n = typed(node, kind);
    return n && event ? HD_GIVE(event, n->event) : fail_value();
}

int hd_cudaGraphAddEventRecordNode(void **out, void *graph, void *const *before, size_t n,
                                   void *event) {
    return add_event(out, graph, before, n, event, NODE_RECORD);
}

int hd_cudaGraphAddEventWaitNode(void **out, void *graph, void *const *before, size_t n,
                                 void *event) {
    return add_event(out, graph, before, n, event, NODE_WAIT);
}

int hd_cudaGraphEventRecordNodeGetEvent(void *node, void **event) {
    return get_event(node, NODE_RECORD, event);
}

int hd_cudaGraphEventWaitNodeGetEvent(void *node, void **event) {
    return get_event(node, NODE_WAIT, event);
}

int hd_cudaGraphEventRecordNodeSetEvent(void *node, void *event) {
    return set_event(typed(node, NODE_RECORD), event);
}

int hd_cudaGraphEventWaitNodeSetEvent(void *node, void *event) {
    return set_event(typed(node, NODE_WAIT), event);
}

int hd_cudaGraphExecEventRecordNodeSetEvent(void *exec, void *node, void *event) {
    return set_event(hd_graph_instance_of(exec, node, NODE_RECORD), event);
}

int hd_cudaGraphExecEventWaitNodeSetEvent(void *exec, void *node, void *event) {
    return set_event(hd_graph_instance_of(exec, node, NODE_WAIT), event);
}

int hd_cudaGraphChildGraphNodeGetGraph(void *node, void **graph) {
    struct node *n = typed(node, NODE_GRAPH);
    return n && graph ? HD_GIVE(graph, n->child) : fail_value();
}

int hd_cudaGraphExecChildGraphNodeSetParams(void *exec, void *node, void *graph) {
    return set_child(hd_graph_instance_of(exec, node, NODE_GRAPH), graph);
}

// What a launch is told besides its sizes is not kept: it changes no result here.
int hd_cudaGraphKernelNodeCopyAttributes(void *dst, void *src) {
    return typed(dst, NODE_KERNEL) && typed(src, NODE_KERNEL) ? 0 : fail_value();
}

int hd_cudaGraphKernelNodeSetAttribute(void *node, int attribute, const void *value) {
    struct node *n = typed(node, NODE_KERNEL);
    enum { COOPERATIVE = 2 };
    if (!n || !value) return fail_value();
    if (attribute == COOPERATIVE) n->cooperative = *(const int *)value != 0;
    return 0;
}

int hd_cudaGraphKernelNodeGetAttribute(void *node, int attribute, void *value) {
    struct node *n = typed(node, NODE_KERNEL);
    enum { COOPERATIVE = 2, VALUE_BYTES = 64 };
    if (!n || !value) return fail_value();
    memset(value, 0, VALUE_BYTES);
    if (attribute == COOPERATIVE) *(int *)value = n->cooperative;
    return 0;
}

// ---- memory -------------------------------------------------------------------------------------

static HD_VEC(struct graph_memory *) memories;
static struct {
    uint64_t used, reserved; // the most so far
} most;

static void count_memory(uint64_t *used, uint64_t *reserved) {
    *used = *reserved = 0;
    for (int i = 0; i < memories.n; i++) {
        if (memories.v[i]->in_use) *used += memories.v[i]->given.size;
        *reserved += memories.v[i]->given.size;
    }
    if (*used > most.used) most.used = *used;
    if (*reserved > most.reserved) most.reserved = *reserved;
}

struct graph_memory *hd_graph_memory_new(const struct cuda_alloc_node *p, int *code) {
    uint64_t used, reserved;
    void *at = NULL;
    *code = p->size ? hd_cudaMalloc(&at, p->size) : fail_value();
    if (*code) return NULL;
    struct graph_memory *m = hd_xcalloc(1, sizeof *m);
    m->given = *p;
    m->given.access = NULL;
    m->given.naccess = 0;
    m->given.p = at;
    m->refs = 1;
    hd_cudart_lock();
    HD_XPUSH(&memories, m);
    count_memory(&used, &reserved);
    hd_cudart_unlock();
    return m;
}

struct graph_memory *hd_graph_memory_at(const void *p) {
    struct graph_memory *found = NULL;
    if (!p || !memories.n) return NULL;
    hd_cudart_lock();
    for (int i = 0; i < memories.n; i++)
        if (memories.v[i]->given.p == p) found = memories.v[i];
    hd_cudart_unlock();
    return found;
}

void hd_graph_memory_drop(struct graph_memory *m) {
    if (--m->refs > 0) return;
    hd_cudart_lock();
    for (int i = 0; i < memories.n; i++)
        if (memories.v[i] == m) memories.v[i] = memories.v[--memories.n];
    hd_cudart_unlock();
    hd_cudaFree(m->given.p);
    free(m);
}

bool hd_graph_frees(void *p, int *code) {
    struct graph_memory *m = hd_graph_memory_at(p);
    if (!m) return false;
    *code = 0;
    if (!m->in_use) {
        hd_cudart_notice("cudaFree: no launch of its graph has given this memory, or it is freed");
        *code = fail_value();
    }
    m->in_use = false;
    return true;
}

int hd_cudaGraphAddMemAllocNode(void **out, void *graph, void *const *before, size_t n,
                                struct cuda_alloc_node *p) {
    int code;
    struct node *node = p ? hd_graph_node_explicit(out, graph, before, n, NODE_ALLOC) : NULL;
    if (!node) return fail_value();
    node->memory = hd_graph_memory_new(p, &code);
    if (!node->memory) {
        hd_graph_node_drop(node);
        return code;
    }
    p->p = node->memory->given.p;
    return hd_graph_node_give(out, node);
}

int hd_cudaGraphAddMemFreeNode(void **out, void *graph, void *const *before, size_t n, void *p) {
    struct node *node = p ? hd_graph_node_explicit(out, graph, before, n, NODE_FREE) : NULL;
    if (!node) return fail_value();
    node->freed = p;
    return hd_graph_node_give(out, node);
}

int hd_cudaGraphMemAllocNodeGetParams(void *node, struct cuda_alloc_node *p) {
    struct node *n = typed(node, NODE_ALLOC);
    return n && p ? hd_cudart_give(p, &n->memory->given, sizeof *p) : fail_value();
}

int hd_cudaGraphMemFreeNodeGetParams(void *node, void *p) {
    struct node *n = typed(node, NODE_FREE);
    return n && p ? HD_GIVE((void **)p, n->freed) : fail_value();
}

enum { USED_NOW, USED_MOST, RESERVED_NOW, RESERVED_MOST }; // cudaGraphMemAttributeType

int hd_cudaDeviceGetGraphMemAttribute(int device, int attribute, void *value) {
    uint64_t used, reserved;
    if (device < 0 || !value || attribute < USED_NOW || attribute > RESERVED_MOST)
        return fail_value();
    hd_cudart_lock();
    count_memory(&used, &reserved);
    hd_cudart_unlock();
    uint64_t values[] = {used, most.used, reserved, most.reserved};
    return HD_GIVE((uint64_t *)value, values[attribute]);
}

int hd_cudaDeviceSetGraphMemAttribute(int device, int attribute, void *value) {
    if (device < 0 || !value || *(uint64_t *)value) return fail_value(); // to zero alone
    if (attribute == USED_MOST)
        most.used = 0;
    else if (attribute == RESERVED_MOST)
        most.reserved = 0;
    else
        return fail_value();
    return 0;
}

// Memory goes with its graphs: there is none to spare.
int hd_cudaDeviceGraphMemTrim(int device) { return device < 0 ? fail_value() : 0; }

// ---- conditions ---------------------------------------------------------------------------------

int hd_cudaGraphConditionalHandleCreate(unsigned long long *out, void *graph, unsigned initial,
                                        unsigned flags) {
    enum { ASSIGN = 1, GLOBAL = 1 };
    struct graph *g = hd_graph_of(graph, false);
    void *value;
    if (!out || !g || flags > ASSIGN) return fail_value();
    int code = hd_cudaMallocManaged(&value, sizeof(unsigned), GLOBAL);
    if (code) return code;
    struct condition *c = hd_xcalloc(1, sizeof *c);
    *c = (struct condition){.value = value, .initial = initial, .assigned = flags, .refs = 1};
    *c->value = 0;
    HD_XPUSH(&g->conditions, c);
    return HD_GIVE(out, (unsigned long long)(uintptr_t)value);
}

void hd_graph_condition_drop(struct condition *c) {
    if (--c->refs > 0) return;
    hd_cudaFree(c->value);
    free(c);
}

static struct condition *condition_of(const struct graph *g, unsigned long long handle) {
    for (int i = 0; i < g->conditions.n; i++)
        if ((uintptr_t)g->conditions.v[i]->value == handle) return g->conditions.v[i];
    return NULL;
}

// The graph may be a body of the one that the handle was made for.
static bool is_condition(unsigned long long handle) {
    struct memory m;
    hd_cudart_find(handle, &m);
    return handle && m.base == handle && m.kind == MEMORY_MANAGED && m.size == sizeof(unsigned);
}

static int add_conditional(void **out, void *graph, void *const *before, size_t n,
                           struct cuda_condition_node *p) {
    struct graph *g = hd_graph_of(graph, false);
    bool sizes = p->kind == CONDITION_IF      ? p->size == 1 || p->size == 2
                 : p->kind == CONDITION_WHILE ? p->size == 1
                                              : p->kind == CONDITION_SWITCH && p->size > 0;
    if (!g || !sizes || (!condition_of(g, p->handle) && !is_condition(p->handle)))
        return fail_value();
    struct node *node = hd_graph_node_explicit(out, graph, before, n, NODE_CONDITIONAL);
    if (!node) return fail_value();
    node->condition = (unsigned *)(uintptr_t)p->handle;
    node->condition_kind = p->kind;
    node->nbodies = (int)p->size;
    node->bodies = hd_xcalloc(p->size, sizeof *node->bodies);
    for (unsigned i = 0; i < p->size; i++) {
        node->bodies[i] = hd_graph_new(false);
        node->bodies[i]->is_body = true;
    }
    p->graphs = (void **)node->bodies;
    return hd_graph_node_give(out, node);
}

// ---- nodes of any kind --------------------------------------------------------------------------

int hd_cudaGraphAddNode(void **out, void *graph, void *const *before, const void *edges, size_t n,
                        struct cuda_node *p) {
    (void)edges;
    if (!p) return fail_value();
    switch (p->type) {
    case NODE_KERNEL: return hd_cudaGraphAddKernelNode(out, graph, before, n, &p->kernel);
    case NODE_MEMCPY: return hd_cudaGraphAddMemcpyNode(out, graph, before, n, &p->memcpy.copy);
    case NODE_MEMSET: return hd_cudaGraphAddMemsetNode(out, graph, before, n, &p->memset);
    case NODE_HOST: return hd_cudaGraphAddHostNode(out, graph, before, n, &p->host);
    case NODE_GRAPH: return hd_cudaGraphAddChildGraphNode(out, graph, before, n, p->graph.graph);
    case NODE_EMPTY: return hd_cudaGraphAddEmptyNode(out, graph, before, n);
    case NODE_WAIT: return hd_cudaGraphAddEventWaitNode(out, graph, before, n, p->event);
    case NODE_RECORD: return hd_cudaGraphAddEventRecordNode(out, graph, before, n, p->event);
    case NODE_ALLOC: return hd_cudaGraphAddMemAllocNode(out, graph, before, n, &p->alloc);
    case NODE_FREE: return hd_cudaGraphAddMemFreeNode(out, graph, before, n, p->freed);
    case NODE_CONDITIONAL: return add_conditional(out, graph, before, n, &p->conditional);
    default: return fail_value();
    }
}

static int set_any(struct node *n, const struct cuda_node *p) {
    if (!n || !p || (int)n->kind != p->type) return fail_value();
    switch (n->kind) {
    case NODE_KERNEL:
        return hd_graph_set_kernel(n, &p->kernel) ? 0
                                                  : hd_cudart_fail(cudaErrorInvalidDeviceFunction);
    case NODE_MEMCPY: return set_copy(n, &p->memcpy.copy);
    case NODE_MEMSET: return set_fill(n, &p->memset);
    case NODE_HOST: return set_host(n, &p->host);
    case NODE_GRAPH: return set_child(n, p->graph.graph);
    case NODE_WAIT:
    case NODE_RECORD: return set_event(n, p->event);
    default: return fail_value();
    }
}

int hd_cudaGraphNodeSetParams(void *node, const struct cuda_node *p) {
    return set_any(hd_graph_node_of(node), p);
}

int hd_cudaGraphExecNodeSetParams(void *exec, void *node, const struct cuda_node *p) {
    return p ? set_any(hd_graph_instance_of(exec, node, (enum node_kind)p->type), p) : fail_value();
}

static struct node *switchable(void *exec, void *node) {
    enum node_kind kinds[] = {NODE_KERNEL, NODE_MEMSET, NODE_MEMCPY};
    struct node *n = NULL;
    for (int i = 0; !n && i < HD_COUNT(kinds); i++) n = hd_graph_instance_of(exec, node, kinds[i]);
    return n;
}

int hd_cudaGraphNodeSetEnabled(void *exec, void *node, unsigned enabled) {
    struct node *n = switchable(exec, node);
    if (!n) return fail_value();
    n->is_disabled = !enabled;
    return 0;
}

int hd_cudaGraphNodeGetEnabled(void *exec, void *node, unsigned *enabled) {
    struct node *n = switchable(exec, node);
    return n && enabled ? HD_GIVE(enabled, !n->is_disabled) : fail_value();
}

int hd_cudaGraphNodeFindInClone(void **out, void *node, void *clone) {
    struct graph *g = hd_graph_of(clone, false);
    for (int i = 0; out && g && i < g->nodes.n; i++)
        if (g->nodes.v[i]->origin == node) return HD_GIVE(out, g->nodes.v[i]);
    return fail_value();
}

int hd_cudaGraphDestroyNode(void *node) {
    struct node *n = hd_graph_node_of(node);
    if (!n || n->graph->is_exec) return fail_value();
    for (int i = 0; i < n->graph->nodes.n; i++) {
        struct node *other = n->graph->nodes.v[i];
        int kept = 0;
        for (int k = 0; k < other->before.n; k++)
            if (other->before.v[k] != n) other->before.v[kept++] = other->before.v[k];
        other->before.n = kept;
    }
    hd_graph_node_drop(n);
    return 0;
}

// ---- edges --------------------------------------------------------------------------------------

int hd_cudaGraphRemoveDependencies(void *graph, void *const *from, void *const *to,
                                   const void *edges, size_t n) {
    struct graph *g = hd_graph_of(graph, false);
    (void)edges;
    if (!g || (n && (!from || !to))) return fail_value();
    for (size_t i = 0; i < n; i++) {
        if (!hd_graph_is_node(g, from[i]) || !hd_graph_is_node(g, to[i])) return fail_value();
        struct node *behind = to[i];
        int kept = 0;
        for (int k = 0; k < behind->before.n; k++)
            if (behind->before.v[k] != from[i]) behind->before.v[kept++] = behind->before.v[k];
        if (kept == behind->before.n) return fail_value();
        behind->before.n = kept;
    }
    return 0;
}

enum { EDGE_BYTES = 8 }; // cudaGraphEdgeData, which is zero for edges that only order

// Room for *count at `out`, or none: how many there are.
struct listing {
    void **one, **two;
    unsigned char *edges;
    size_t room, n;
};

static void list_edge(struct listing *l, struct node *one, struct node *two) {
    if (l->n < l->room) {
        if (l->one) l->one[l->n] = one;
        if (l->two) l->two[l->n] = two;
        if (l->edges) memset(l->edges + l->n * EDGE_BYTES, 0, EDGE_BYTES);
    }
    l->n++;
}

static int list_end(const struct listing *l, size_t *count) {
    for (size_t i = l->n; i < l->room; i++) {
        if (l->one) l->one[i] = NULL;
        if (l->two) l->two[i] = NULL;
    }
    return HD_GIVE(count, (l->one || l->two) && l->room < l->n ? l->room : l->n);
}

int hd_cudaGraphGetEdges(void *graph, void **from, void **to, void *edges, size_t *count) {
    struct graph *g = hd_graph_of(graph, false);
    if (!g || !count || !from != !to) return fail_value();
    struct listing l = {from, to, edges, from ? *count : 0, 0};
    for (int i = 0; i < g->nodes.n; i++)
        for (int k = 0; k < g->nodes.v[i]->before.n; k++)
            list_edge(&l, g->nodes.v[i]->before.v[k], g->nodes.v[i]);
    return list_end(&l, count);
}

int hd_cudaGraphNodeGetDependencies(void *node, void **out, void *edges, size_t *count) {
    struct node *n = hd_graph_node_of(node);
    if (!n || !count) return fail_value();
    struct listing l = {out, NULL, edges, out ? *count : 0, 0};
    for (int i = 0; i < n->before.n; i++) list_edge(&l, n->before.v[i], NULL);
    return list_end(&l, count);
}

int hd_cudaGraphNodeGetDependentNodes(void *node, void **out, void *edges, size_t *count) {
    struct node *n = hd_graph_node_of(node);
    if (!n || !count) return fail_value();
    struct listing l = {out, NULL, edges, out ? *count : 0, 0};
    for (int i = 0; i < n->graph->nodes.n; i++)
        for (int k = 0; k < n->graph->nodes.v[i]->before.n; k++)
            if (n->graph->nodes.v[i]->before.v[k] == n) list_edge(&l, n->graph->nodes.v[i], NULL);
    return list_end(&l, count);
}

// ---- instances ----------------------------------------------------------------------------------

int hd_cudaGraphInstantiateWithParams(void **out, void *graph, struct cuda_instantiate *p) {
    if (!p) return fail_value();
    p->node = NULL;
    p->result = hd_cudaGraphInstantiate(out, graph, p->flags) ? 1 : 0;
    return p->result ? cudaErrorInvalidValue : 0;
}

int hd_cudaGraphExecGetFlags(void *exec, unsigned long long *flags) {
    struct graph *g = hd_graph_of(exec, true);
    return g && flags ? HD_GIVE(flags, g->flags) : fail_value();
}

// ---- objects that go with graphs ----------------------------------------------------------------

void hd_graph_object_drop(struct user_object *o, int count) {
    o->refs -= count;
    if (o->refs > 0) return;
    o->destroy(o->data);
    free(o);
}

int hd_cudaUserObjectCreate(void **out, void *data, void (*destroy)(void *), unsigned refs,
                            unsigned flags) {
    enum { NO_SYNC = 1 };
    if (!out || !destroy || !refs || flags != NO_SYNC) return fail_value();
    struct user_object *o = hd_xcalloc(1, sizeof *o);
    *o = (struct user_object){.refs = (int)refs, .data = data, .destroy = destroy};
    return HD_GIVE(out, o);
}

int hd_cudaUserObjectRetain(struct user_object *o, unsigned count) {
    if (!o || !count) return fail_value();
    o->refs += (int)count;
    return 0;
}

int hd_cudaUserObjectRelease(struct user_object *o, unsigned count) {
    if (!o || !count) return fail_value();
    hd_graph_object_drop(o, (int)count);
    return 0;
}

int hd_cudaGraphRetainUserObject(void *graph, struct user_object *o, unsigned count,
                                 unsigned flags) {
    enum { MOVE = 1 };
    struct graph *g = hd_graph_of(graph, false);
    if (!g || !o || !count || flags > MOVE) return fail_value();
    if (flags != MOVE) o->refs += (int)count;
    for (unsigned i = 0; i < count; i++) HD_XPUSH(&g->objects, o);
    return 0;
}

int hd_cudaGraphReleaseUserObject(void *graph, struct user_object *o, unsigned count) {
    struct graph *g = hd_graph_of(graph, false);
    unsigned found = 0;
    int kept = 0;
    for (int i = 0; g && i < g->objects.n; i++) found += g->objects.v[i] == o;
    if (!g || !o || !count || found < count) return fail_value();
    found = count;
    for (int i = 0; i < g->objects.n; i++)
        if (g->objects.v[i] != o || !found || !found--) g->objects.v[kept++] = g->objects.v[i];
    g->objects.n = kept;
    hd_graph_object_drop(o, (int)count);
    return 0;
}

// ---- a graph as a picture -----------------------------------------------------------------------

static void write_node(FILE *file, const struct graph *g, int at, const char *prefix) {
    static const char *const names[] = {"KERNEL", "MEMCPY", "MEMSET", "HOST",       "GRAPH",
                                        "EMPTY",  "WAIT",   "RECORD", "",           "",
                                        "ALLOC",  "FREE",   "",       "CONDITIONAL"};
    const struct node *n = g->nodes.v[at];
    fprintf(file, "\"%s%d\" [shape=%s, label=\"%d\\n%s", prefix, at,
            n->kind == NODE_KERNEL ? "octagon" : "box", at, names[n->kind]);
    if (n->kind == NODE_KERNEL) {
        hd_front_lock();
        struct hd_sym *sym = hd_stub_sym((uint64_t)n->kernel.func);
        fprintf(file, "\\n%s<<<(%u,%u,%u), (%u,%u,%u), %u>>>",
                sym && sym->name ? sym->name : "kernel", n->kernel.grid.x, n->kernel.grid.y,
                n->kernel.grid.z, n->kernel.block.x, n->kernel.block.y, n->kernel.block.z,
                n->kernel.shared);
        hd_front_unlock();
    } else if (n->kind == NODE_MEMCPY && n->copy_kind == COPY_1D) {
        fprintf(file, "\\n%zu bytes", n->size);
    } else if (n->kind == NODE_MEMSET) {
        fprintf(file, "\\n%zu x %zu of %u", n->fill.width, n->fill.height, n->fill.element_size);
    } else if (n->kind == NODE_ALLOC) {
        fprintf(file, "\\n%zu bytes", n->memory->given.size);
    }
    fprintf(file, "\"];\n");
    for (int k = 0; k < n->before.n; k++)
        for (int i = 0; i < g->nodes.n; i++)
            if (g->nodes.v[i] == n->before.v[k])
                fprintf(file, "\"%s%d\" -> \"%s%d\";\n", prefix, i, prefix, at);
}

static void write_graph(FILE *file, const struct graph *g, const char *prefix) {
    char inner[64];
    fprintf(file, "subgraph \"cluster_%s\" {\n", prefix);
    for (int i = 0; i < g->nodes.n; i++) {
        const struct node *n = g->nodes.v[i];
        write_node(file, g, i, prefix);
        if (strlen(prefix) > sizeof inner / 2) continue;
        snprintf(inner, sizeof inner, "%s%d_", prefix, i);
        if (n->child) write_graph(file, n->child, inner);
        for (int k = 0; k < n->nbodies; k++) {
            snprintf(inner, sizeof inner, "%s%d_%d_", prefix, i, k);
            write_graph(file, n->bodies[k], inner);
        }
    }
    fprintf(file, "}\n");
}

int hd_cudaGraphDebugDotPrint(void *graph, const char *path, unsigned flags) {
    struct graph *g = hd_graph_of(graph, false);
    (void)flags; // all is written
    if (!g || !path) return fail_value();
    FILE *file = fopen(path, "w");
    if (!file) return hd_cudart_fail(cudaErrorOperatingSystem);
    fprintf(file, "digraph dot {\n");
    write_graph(file, g, "graph_");
    fprintf(file, "}\n");
    return fclose(file) ? hd_cudart_fail(cudaErrorOperatingSystem) : 0;
}
