// What the files of graphs share: their nodes and what they hold. graph.c makes, copies and
// launches them, graph_node.c reads and changes what nodes hold, graph_capture.c writes down what
// streams are told to do.
#ifndef HD_GRAPH_H
#define HD_GRAPH_H

#include "run/cudart/cudart.h"

enum node_kind { // cudaGraphNodeType
    NODE_KERNEL,
    NODE_MEMCPY,
    NODE_MEMSET,
    NODE_HOST,
    NODE_GRAPH,
    NODE_EMPTY,
    NODE_WAIT,
    NODE_RECORD,
    NODE_ALLOC = 10,
    NODE_FREE,
    NODE_CONDITIONAL = 13
};
enum copy_kind { COPY_1D, COPY_2D, COPY_3D };
enum { NOT_CAPTURING, CAPTURING, INVALIDATED };           // cudaStreamCaptureStatus
enum { CONDITION_IF, CONDITION_WHILE, CONDITION_SWITCH }; // cudaGraphConditionalNodeType

struct graph;

// Memory that a node gives. It is there from the node's making on, at one address, and goes with
// the last graph or instance that has such a node.
struct graph_memory {
    int refs;
    struct cuda_alloc_node given; // accessDescs is NULL
    bool in_use;                  // of a launch: given and not freed
};

// What a graph calls when it goes (cudaUserObjectCreate).
struct user_object {
    int refs;
    void *data;
    void (*destroy)(void *);
};

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
    struct graph_memory *memory; // of NODE_ALLOC; of NODE_FREE: what it frees, or NULL
    void *freed;                 // by NODE_FREE
    unsigned *condition;         // of NODE_CONDITIONAL: the handle's value, in managed memory
    int condition_kind;
    struct graph **bodies; // heap; the graphs are the node's
    int nbodies;
    bool is_disabled; // of an instance's node
};
struct graph {
    HD_VEC(struct node *) nodes;
    bool is_exec;
    unsigned long long flags; // of an instance: cudaGraphInstantiateFlags
    bool is_body;             // of a conditional node, which frees it
    HD_VEC(struct user_object *) objects;
    HD_VEC(struct condition *) conditions;
};
struct condition {   // a handle of cudaGraphConditionalHandleCreate
    unsigned *value; // managed memory
    unsigned initial;
    bool assigned; // at each launch
    int refs;
};

// The graph or instance behind a handle; NULL: none.
struct graph *hd_graph_of(void *handle, bool exec);
struct graph *hd_graph_new(bool exec);
void hd_graph_free(struct graph *g);
struct graph *hd_graph_clone(const struct graph *g, bool exec);
// The node behind a handle, in whichever graph it is; that of an instance that was made of `node`
// and is of this kind. NULL: none.
struct node *hd_graph_node_of(void *handle);
struct node *hd_graph_instance_of(void *exec, void *node, enum node_kind kind);
bool hd_graph_is_node(const struct graph *g, const void *handle);
struct node *hd_graph_node_add(struct graph *g, enum node_kind kind);
// A new node with what it comes after; NULL: a handle is wrong. Then gives its handle, or drops it.
struct node *hd_graph_node_explicit(void **out, void *graph, void *const *before, size_t n,
                                    enum node_kind kind);
void hd_graph_node_drop(struct node *n);
int hd_graph_node_give(void **out, struct node *n);
bool hd_graph_reaches(const struct node *from, const struct node *to); // backwards
// Takes a kernel's arguments over. false: it is no kernel, or they are not there.
bool hd_graph_set_kernel(struct node *n, const struct cuda_kernel_node *p);
bool hd_graph_fill_ok(const struct cuda_memset_node *p); // NULL: it is not

// graph_node.c
struct graph_memory *hd_graph_memory_new(const struct cuda_alloc_node *p, int *code);
struct graph_memory *hd_graph_memory_at(const void *p); // NULL: no graph's
void hd_graph_memory_drop(struct graph_memory *m);
void hd_graph_condition_drop(struct condition *c);
void hd_graph_object_drop(struct user_object *o, int count);
int hd_graph_fail_value(void); // cudaErrorInvalidValue

#endif
