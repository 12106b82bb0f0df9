// container: what std::vector, string, map and their kin hold, as far as the program's memory has
// it.
#ifndef HD_CONTAINER_H
#define HD_CONTAINER_H

#include "run/run.h"

enum container_kind {
    CONTAINER_SEQUENCE, // n elements from `at` on
    CONTAINER_STRING,   // n characters from `at` on
    CONTAINER_BITS,     // n bits of the words from `at` on
    CONTAINER_PAIR,     // the record's two members
    CONTAINER_ELEMENT,  // one element, at `at`: what a reference stands for
    CONTAINER_NOTHING,  // an optional without value
    CONTAINER_TUPLE,    // the record's first member, then those of its second, and so on
    CONTAINER_PARTS,    // the record's `value`, where it has one, then those of its base
    CONTAINER_MAP,      // n nodes, the first one at `at`: pairs of key and value
    CONTAINER_SET       // the same of elements by themselves
};

struct container {
    enum container_kind kind;
    const struct hd_type *element;
    uint64_t at;
    uint64_t n;
    uint64_t before; // of a node: what stands before its element, which begins where it may
    bool is_tree;    // the nodes are a search tree's, else each one's first word leads to the next
    // Elements in blocks: `at` is the ring of their addresses. 0 blocks: in nodes.
    uint64_t blocks, position;
    unsigned shift; // a block has 1 << shift elements
};

// What the record at `data` holds. false: it is no container, or its memory makes no sense.
bool container_of(const struct hd_type *type, const char *data, struct container *out);
// Of a map or set: where the element of the node at hand lies, and the way to the next node.
const char *container_element(const struct container *c);
bool container_next(struct container *c);

#endif
