// Containers of C++'s library (front/headers) as what they hold, for values at the prompt.
//
// Which record is one says the template that it was made of. Their memory is the program's and may
// be anything: it is read through hd_guard_read.
#include "run/display/container.h"

#include <string.h>

static const struct hd_field *field_named(const struct hd_record *record, const char *name) {
    for (int i = 0; i < record->nfields; i++)
        if (record->fields[i].name && strcmp(record->fields[i].name, name) == 0)
            return &record->fields[i];
    return NULL;
}

// A pointer's or a size's value in a field.
static bool word(const struct hd_record *record, const char *data, const char *name,
                 uint64_t *out) {
    const struct hd_field *f = field_named(record, name);
    return f && f->type->size == 8 && hd_guard_read(data + f->offset, out, 8);
}

static bool vector(const struct hd_record *record, const char *data, struct container *out) {
    uint64_t first, last;
    const struct hd_field *f = field_named(record, "__first");
    if (!f || f->type->kind != HD_TY_PTR || !word(record, data, "__first", &first) ||
        !word(record, data, "__last", &last))
        return false;
    uint64_t size = f->type->base->size;
    if (last < first || !size || (last - first) % size) return false;
    *out = (struct container){.kind = CONTAINER_SEQUENCE,
                              .element = f->type->base,
                              .at = first,
                              .n = (last - first) / size};
    return true;
}

// Thrust's vectors: a base has all there is.
static bool device_vector(const struct hd_record *record, const char *data, struct container *out) {
    const struct hd_field *base = record->nfields ? &record->fields[0] : NULL;
    return base && base->is_base && vector(base->type->record, data + base->offset, out);
}

static bool reference(const struct hd_record *record, const char *data, struct container *out) {
    uint64_t at;
    const struct hd_field *f = field_named(record, "__at");
    if (!f || f->type->kind != HD_TY_PTR || !word(record, data, "__at", &at)) return false;
    *out =
        (struct container){.kind = CONTAINER_ELEMENT, .element = f->type->base, .at = at, .n = 1};
    return true;
}

static bool tuple(const struct hd_record *record, const char *data, struct container *out) {
    (void)data;
    *out = (struct container){.kind = CONTAINER_TUPLE};
    return record->nfields == 2 && field_named(record, "__head") && field_named(record, "__tail");
}

static bool string(const struct hd_record *record, const char *data, struct container *out) {
    uint64_t first, count;
    const struct hd_field *f = field_named(record, "__first");
    if (!f || f->type->kind != HD_TY_PTR || !word(record, data, "__first", &first) ||
        !word(record, data, "__count", &count))
        return false;
    const struct hd_type *element = f->type->base;
    bool text = hd_type_is_integer(element) && element->size <= 4;
    *out = (struct container){.kind = text ? CONTAINER_STRING : CONTAINER_SEQUENCE,
                              .element = element,
                              .at = first,
                              .n = count};
    return true;
}

static bool array(const struct hd_record *record, const char *data, struct container *out) {
    const struct hd_field *f = field_named(record, "elements");
    if (!f || f->type->kind != HD_TY_ARRAY || f->type->len < 0) return false;
    *out = (struct container){.kind = CONTAINER_SEQUENCE,
                              .element = f->type->base,
                              .at = (uint64_t)(data + f->offset),
                              .n = (uint64_t)f->type->len};
    return true;
}

static bool pair(const struct hd_record *record, const char *data, struct container *out) {
    (void)data;
    *out = (struct container){.kind = CONTAINER_PAIR};
    return record->nfields == 2;
}

// A search tree (headers/heddle/tree.h): __link is {left, right, up, rank}, a node {link, value}.
enum { LINK_LEFT = 0, LINK_RIGHT = 8, LINK_UP = 16, LINK_SIZE = 32 };

static bool link_at(uint64_t node, int which, uint64_t *out) {
    return hd_guard_read((const char *)(node + (uint64_t)which), out, 8);
}

static bool leftmost(uint64_t *node) {
    uint64_t left;
    for (int steps = 0; steps < 10000; steps++) { // a tree is that high only if it is none
        if (!link_at(*node, LINK_LEFT, &left)) return false;
        if (!left) return true;
        *node = left;
    }
    return false;
}

// What the sorted containers have in common is their base.
static bool tree(const struct hd_record *record, const char *data, struct container *out) {
    if (!record->nfields || !record->fields[0].is_base) return false;
    const struct hd_field *f = field_named(record->fields[0].type->record, "tree");
    const struct hd_instance *inst =
        f && f->type->kind == HD_TY_RECORD ? f->type->record->instance : NULL;
    if (!inst || inst->n < 2 || !inst->args[1].type) return false;
    const struct hd_record *t = f->type->record;
    const struct hd_field *head = field_named(t, "head");
    uint64_t count;
    data += f->offset;
    if (!head || !word(t, data, "count", &count)) return false;
    uint64_t node = (uint64_t)data + head->offset, root;
    if (!link_at(node, LINK_LEFT, &root) || (root && !leftmost(&node))) return false;
    bool pairs = strstr(record->instance->name, "map") != NULL;
    *out = (struct container){.kind = pairs ? CONTAINER_MAP : CONTAINER_SET,
                              .element = inst->args[1].type,
                              .at = node,
                              .n = count,
                              .before = LINK_SIZE,
                              .is_tree = true};
    return true;
}

// A hashed container (headers/heddle/hashed.h): a chain of nodes {next, code, value}.
static bool hashed(const struct hd_record *record, const char *data, struct container *out) {
    const struct hd_field *f = field_named(record, "hashed");
    const struct hd_instance *inst =
        f && f->type->kind == HD_TY_RECORD ? f->type->record->instance : NULL;
    const struct hd_field *head = inst ? field_named(f->type->record, "head") : NULL;
    uint64_t first, count;
    if (!head || inst->n < 2 || !inst->args[1].type ||
        !word(f->type->record, data + f->offset, "count", &count) ||
        !hd_guard_read(data + f->offset + head->offset, &first, 8))
        return false;
    bool pairs = strstr(record->instance->name, "map") != NULL;
    *out = (struct container){.kind = pairs ? CONTAINER_MAP : CONTAINER_SET,
                              .element = inst->args[1].type,
                              .at = first,
                              .n = count,
                              .before = 16,
                              .is_tree = false};
    return true;
}

// std::list (headers/list): a ring of nodes {next, previous, value}, of which `end_` has no value.
static bool list(const struct hd_record *record, const char *data, struct container *out) {
    uint64_t end, first, count;
    const struct hd_instance *inst = record->instance;
    if (inst->n < 1 || !inst->args[0].type || !word(record, data, "end_", &end) ||
        !word(record, data, "count", &count) || !hd_guard_read((const char *)end, &first, 8))
        return false;
    *out = (struct container){.kind = CONTAINER_SET,
                              .element = inst->args[0].type,
                              .at = first,
                              .n = count,
                              .before = 16,
                              .is_tree = false};
    return true;
}

// std::forward_list: a chain of nodes {next, value} whose length is not kept.
static bool forward_list(const struct hd_record *record, const char *data, struct container *out) {
    enum { MOST_COUNTED = 1000000 };
    uint64_t first = 0, n = 0;
    const struct hd_instance *inst = record->instance;
    const struct hd_field *head = field_named(record, "__head");
    if (inst->n < 1 || !inst->args[0].type || !head ||
        !hd_guard_read(data + head->offset, &first, 8))
        return false;
    for (uint64_t at = first; at && n < MOST_COUNTED; n++)
        if (!hd_guard_read((const char *)at, &at, 8)) return false;
    *out = (struct container){.kind = CONTAINER_SET,
                              .element = inst->args[0].type,
                              .at = first,
                              .n = n,
                              .before = 8,
                              .is_tree = false};
    return true;
}

// std::deque (headers/deque): a ring of blocks of up to 512 bytes.
static bool deque(const struct hd_record *record, const char *data, struct container *out) {
    const struct hd_field *held = field_named(record, "held");
    const struct hd_instance *inst = record->instance;
    const struct hd_type *element = inst->n > 0 ? inst->args[0].type : NULL;
    if (!held || held->type->kind != HD_TY_RECORD || !element || !element->size) return false;
    const struct hd_record *blocks = held->type->record;
    *out = (struct container){.kind = CONTAINER_SET, .element = element};
    data += held->offset;
    while (element->size << (out->shift + 1) <= 512) out->shift++;
    bool known = word(blocks, data, "ring", &out->at) &&
                 word(blocks, data, "blocks", &out->blocks) &&
                 word(blocks, data, "from", &out->position) && word(blocks, data, "count", &out->n);
    return known && (out->n == 0 || (out->blocks & (out->blocks - 1)) == 0);
}

// A pointer `first` and a number of elements `count`.
static bool counted(const struct hd_record *record, const char *data, const char *first,
                    const char *count, struct container *out) {
    const struct hd_field *f = field_named(record, first);
    *out = (struct container){.kind = CONTAINER_SEQUENCE};
    if (!f || f->type->kind != HD_TY_PTR || !f->type->base->size) return false;
    out->element = f->type->base;
    return word(record, data, first, &out->at) && word(record, data, count, &out->n);
}

static bool span(const struct hd_record *record, const char *data, struct container *out) {
    return counted(record, data, "__first", "__count", out);
}

static bool valarray(const struct hd_record *record, const char *data, struct container *out) {
    return counted(record, data, "__held", "__count", out);
}

// std::optional (headers/optional): a place {union {nothing, value}, engaged}.
static bool optional(const struct hd_record *record, const char *data, struct container *out) {
    const struct hd_field *place = field_named(record, "place");
    if (!place || place->type->kind != HD_TY_RECORD) return false;
    const struct hd_record *r = place->type->record;
    const struct hd_field *engaged = field_named(r, "engaged");
    const struct hd_instance *inst = record->instance;
    bool is_there;
    if (!engaged || inst->n < 1 || !inst->args[0].type ||
        !hd_guard_read(data + place->offset + engaged->offset, &is_there, 1))
        return false;
    *out = (struct container){.kind = is_there ? CONTAINER_ELEMENT : CONTAINER_NOTHING,
                              .element = inst->args[0].type,
                              .at = (uint64_t)(data + place->offset),
                              .n = is_there};
    return true;
}

// std::variant (headers/variant): the bytes of the value, and its type's number, in bases that lie
// where the variant does.
static bool variant(const struct hd_record *record, const char *data, struct container *out) {
    uint64_t which;
    const struct hd_targ *types = &record->instance->args[0];
    const struct hd_record *place = record;
    while (place->nfields && place->fields[0].is_base) place = place->fields[0].type->record;
    if (!word(place, data, "which", &which) || record->instance->n != 1 || !types->pack)
        return false;
    bool holds = which < (uint64_t)types->npack && types->pack[which].type;
    *out = (struct container){.kind = holds ? CONTAINER_ELEMENT : CONTAINER_NOTHING,
                              .element = holds ? types->pack[which].type : NULL,
                              .at = (uint64_t)data,
                              .n = holds};
    return true;
}

// A member stands for the whole: of an adaptor its container, of a pointer's owner the pointer.
static bool member(const struct hd_record *record, const char *data, const char *name,
                   struct container *out) {
    const struct hd_field *f = field_named(record, name);
    if (!f) return false;
    *out = (struct container){
        .kind = CONTAINER_ELEMENT, .element = f->type, .at = (uint64_t)(data + f->offset), .n = 1};
    return true;
}
static bool adaptor(const struct hd_record *record, const char *data, struct container *out) {
    return member(record, data, "c", out);
}
static bool shared(const struct hd_record *record, const char *data, struct container *out) {
    return member(record, data, "at", out);
}
static bool unique(const struct hd_record *record, const char *data, struct container *out) {
    const struct hd_field *f = field_named(record, "owned");
    return f && f->type->kind == HD_TY_RECORD &&
           member(f->type->record, data + f->offset, "at", out);
}

static bool bits(const struct hd_record *record, const char *data, struct container *out) {
    const struct hd_field *f = field_named(record, "words");
    const struct hd_instance *inst = record->instance;
    if (!f || inst->n < 1 || inst->args[0].value < 0) return false;
    *out = (struct container){.kind = CONTAINER_BITS,
                              .at = (uint64_t)(data + f->offset),
                              .n = (uint64_t)inst->args[0].value};
    return true;
}

static bool parts(const struct hd_record *record, const char *data, struct container *out) {
    (void)data;
    *out = (struct container){.kind = CONTAINER_PARTS};
    return record->nfields > 0;
}

bool container_of(const struct hd_type *type, const char *data, struct container *out) {
    static const struct {
        const char *name;
        bool (*read)(const struct hd_record *record, const char *data, struct container *out);
    } rows[] = {
        {"std::vector", vector},
        {"std::array", array},
        {"std::pair", pair},
        {"std::map", tree},
        {"std::multimap", tree},
        {"std::set", tree},
        {"std::multiset", tree},
        {"std::unordered_map", hashed},
        {"std::unordered_multimap", hashed},
        {"std::unordered_set", hashed},
        {"std::unordered_multiset", hashed},
        {"std::list", list},
        {"std::forward_list", forward_list},
        {"std::deque", deque},
        {"std::basic_string", string},
        {"std::bitset", bits},
        {"std::basic_string_view", string},
        {"std::span", span},
        {"std::initializer_list", span},
        {"std::valarray", valarray},
        {"std::optional", optional},
        {"std::variant", variant},
        {"std::stack", adaptor},
        {"std::queue", adaptor},
        {"std::priority_queue", adaptor},
        {"std::shared_ptr", shared},
        {"std::weak_ptr", shared},
        {"std::unique_ptr", unique},
        {"std::complex", pair},
        {"std::tuple", parts},
        {"thrust::host_vector", device_vector},
        {"thrust::device_vector", device_vector},
        {"thrust::universal_vector", device_vector},
        {"thrust::device_reference", reference},
        {"thrust::tuple", tuple},
    };
    const struct hd_record *record = type->record;
    if (!record->complete) return false;
    if (!record->instance) return false;
    for (int i = 0; i < HD_COUNT(rows); i++)
        if (strcmp(rows[i].name, record->instance->name) == 0)
            return rows[i].read(record, data, out);
    return false;
}

const char *container_element(const struct container *c) {
    if (c->blocks) {
        uint64_t block = 0, mask = ((uint64_t)1 << c->shift) - 1;
        uint64_t slot = c->at + ((c->position >> c->shift) & (c->blocks - 1)) * 8;
        hd_guard_read((const char *)slot, &block, 8);
        return (const char *)(block + (c->position & mask) * c->element->size);
    }
    uint64_t align = c->element->align ? c->element->align : 1;
    return (const char *)(c->at + HD_ROUND_UP(c->before, align));
}

bool container_next(struct container *c) {
    uint64_t next, up;
    if (c->blocks) return ++c->position, true;
    if (!c->is_tree) return hd_guard_read((const char *)c->at, &c->at, 8) && c->at;
    if (!link_at(c->at, LINK_RIGHT, &next)) return false;
    if (next) {
        c->at = next;
        return leftmost(&c->at);
    }
    for (int steps = 0; steps < 10000; steps++) {
        if (!link_at(c->at, LINK_UP, &up) || !up || !link_at(up, LINK_RIGHT, &next)) return false;
        bool was_right = next == c->at;
        c->at = up;
        if (!was_right) return true;
    }
    return false;
}
