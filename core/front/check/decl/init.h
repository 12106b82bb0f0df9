// Building flattened initialisers: what check/decl/init.c (the walk over lists) and init_items.c
// (the items) share.
#ifndef HD_INIT_H
#define HD_INIT_H

#include "front/check/expr/expr.h"

struct item_mark {
    int from;
    struct item_mark *outer;
}; // where a designated item's own items begin
struct union_choice {
    const struct hd_type *type;
    uint64_t offset;
    int64_t member;
};

struct late_default { // a member's own initial value that names other members: when these are known
    const struct hd_field *field;
    uint64_t object; // offset of the one that it is a member of
};

struct build { // one initialiser
    struct check *c;
    struct hd_type *root;
    HD_VEC(struct hd_init_item) items; // value NULL: overridden by a later one
    struct item_mark *marks;           // kept right when an item is split
    HD_VEC(struct union_choice) unions;
    bool disordered; // designators were used, or members were filled first: items may override
                     // others
    bool failed;
    uint64_t end;                     // one past the last byte that any item sets
    int64_t root_len;                 // elements of a root array without a length
    uint64_t flex_end;                // end of a flexible array member's elements, 0 none
    HD_VEC(struct late_default) late; // in order
    bool direct; // `T x{...}`: the outermost list may take explicit constructors
    int depth;
};

void item_add(struct build *b, uint64_t offset, const struct hd_field *bits, struct hd_expr *value);
// A member's own initial value; the object is at `offset`.
void item_default(struct build *b, const struct hd_field *f, uint64_t offset);
void items_inline(struct build *b, uint64_t offset,
                  const struct hd_init *inner); // its items at `offset`
// Items within [offset, offset + size) are overridden, by a value of the type `by`; NULL: whatever
// they are.
void items_kill(struct build *b, uint64_t offset, uint64_t size, const struct hd_field *bits,
                const struct hd_type *by);
void items_repeat(struct build *b, int from, int64_t count, uint64_t stride);
void items_string(struct build *b, struct hd_type *type, uint64_t offset, struct hd_ast *ast);
bool init_is_string(const struct hd_ast *ast, const struct hd_type *array);
struct hd_init *items_finish(struct build *b);
// Fills and default member values. That there are such is for class_default_ok to say, before.
void items_default(struct build *b, struct hd_type *type, uint64_t offset);
void init_is_part(struct hd_init *init);
void items_pointers(struct build *b, const struct hd_record *r, uint64_t at); // to vtables
bool init_has_default(const struct hd_type *type, int depth);

#endif
