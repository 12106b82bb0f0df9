// The evaluator of constant expressions, over typed trees: what the files of check/const share.
//
//   number.c   scalars: arithmetic, conversions, their bytes
//   memory.c   objects, what may be read and written in them, local variables
//   const.c    expressions: values, places, objects made in place
//   interp.c   statements and calls of functions
//   math.c     functions whose results are known: built-ins, the C library's mathematics
//   text.c     the C library's functions over memory and text
//   why.c      the reason why something is no constant, for messages
//   image.c    an object as an initialiser, an initialiser as bytes
//
// A scalar is a struct hd_const. A class or an array is never a value: it is made in an object, at
// the place that it is for. A pointer is an object, an offset and the bounds of the array that it
// points into; the object is named by a symbol of its own, so that a local variable of two calls is
// two objects. Every byte of an object knows what sort of scalar was stored in it, so that reading
// what was not set, or the member of a union that is not the active one, is no constant.
//
// Whoever fails says why with not_const (kept only while a message is prepared) and returns false;
// nothing is undone, since an evaluation that failed is dropped as a whole.
#ifndef HD_CONST_H
#define HD_CONST_H

#include "front/check/expr/expr.h"

struct object;
struct const_why;

struct const_place {             // an lvalue
    struct hd_const at;          // CONST_ADDR
    const struct hd_field *bits; // bit-field, or NULL
    bool is_mutable;             // part of a mutable member
};

struct const_frame { // a call; the outermost one stands for the expression that is asked for
    struct const_frame *outer;
    const struct hd_func *func; // NULL: the outermost
    const struct hd_expr *call;
    const struct hd_const *into; // where a class goes that it returns, or NULL
    const struct hd_stmt *seek;  // a switch is looking for this case
    struct hd_const result;
    int locals; // where its own begin in eval.locals
};

struct const_local {          // a local variable or temporary
    const struct hd_sym *sym; // NULL: a temporary of `owner`
    const void *owner;        // the expression that made it, or NULL
    struct object *object;
    int64_t offset;
    bool borrowed; // lives in an object of the caller
};

struct eval {                  // one evaluation
    struct const_frame *frame; // innermost call
    struct hd_arena *arena;    // of objects; made when the first is
    struct const_why *why;     // gets the reason; NULL: nobody asks
    bool must;                 // the language wants a constant: nothing undefined, all the steps
    bool manifest;             // std::is_constant_evaluated()
    long steps;                // left
    int depth, calls;
    const char *stack; // where the machine's stack was
    HD_VEC(struct const_local) locals;
    HD_VEC(const struct hd_expr *) cleanups; // what is done when scopes end, newest last
    HD_VEC(struct const_local) globals;      // constants of the session as objects
    struct object *unused[32];               // by the logarithm of their room
};

enum {
    CONST_STEPS_ASKED = 200000, // of an expression that may as well be computed when the code runs
    CONST_STEPS = 33554432,     // g++'s -fconstexpr-ops-limit
    CONST_CALLS = 512,          // and its -fconstexpr-depth
    CONST_STACK = 6 << 20,      // bytes of our own stack
    CONST_MEMORY = 256 << 20,
};

// ---- number.c -----------------------------------------------------------------------------------

bool eval_binary(int op, const struct hd_type *type, const struct hd_const *a,
                 const struct hd_const *b,
                 struct hd_const *out); // operands of one type; shifts too
bool const_convert(struct hd_const *value, const struct hd_type *from, const struct hd_type *to);
hd_int128 const_wrap(const struct hd_type *type, hd_int128 value);
void const_zero(const struct hd_type *type, struct hd_const *out);
bool const_truth(const struct hd_const *v);
// Scalars in memory, little-endian. Pointers that name a symbol are not read or written here.
bool const_read(const void *bytes, const struct hd_type *type, const struct hd_field *bits,
                struct hd_const *out);
bool const_write(void *bytes, const struct hd_type *type, const struct hd_field *bits,
                 const struct hd_const *value);

// ---- memory.c -----------------------------------------------------------------------------------

bool memory_is_object(const struct hd_sym *sym);
// An object without a value. NULL: too large.
struct hd_arena *eval_arena(struct eval *ev);
struct object *object_make(struct eval *ev, const struct hd_type *type, uint64_t size,
                           const struct hd_sym *of);
struct hd_const object_address(const struct object *o, int64_t offset, uint64_t size);
const struct hd_sym *object_variable(const struct object *o); // NULL: a temporary
const uint8_t *object_bytes(const struct object *o);
// What is at `i` >= 0: the offset of a pointer and itself. false: there are no more.
bool object_pointer(const struct object *o, int *i, uint64_t *offset, struct hd_const *out);
bool object_is_set(const struct object *o, uint64_t offset);

struct const_local *local_add(struct eval *ev, const struct hd_sym *sym, const void *owner,
                              struct object *o);
struct const_local *local_find(struct eval *ev, const struct hd_sym *sym, const void *owner);
void locals_end(struct eval *ev, int from); // those from there on

// The object that an address means: also of a constant of the session. NULL: said why.
struct object *place_object(struct eval *ev, const struct hd_expr *e, const struct hd_const *at);
bool place_load(struct eval *ev, const struct hd_expr *e, const struct const_place *place,
                const struct hd_type *type, struct hd_const *out);
bool place_store(struct eval *ev, const struct hd_expr *e, const struct const_place *place,
                 const struct hd_type *type, const struct hd_const *value);
bool place_zero(struct eval *ev, const struct hd_expr *e, const struct hd_const *at, uint64_t size);
bool place_bytes(struct eval *ev, const struct hd_expr *e, const struct hd_const *at,
                 const void *bytes, uint64_t size);
bool place_copy(struct eval *ev, const struct hd_expr *e, const struct hd_const *to,
                const struct hd_const *from, const struct hd_type *type);
bool place_move(struct eval *ev, const struct hd_expr *e, const struct hd_const *to,
                const struct hd_const *from, uint64_t size);
// What was copied there as bytes may be read as any type.
bool place_untyped(struct eval *ev, const struct hd_expr *e, const struct hd_const *at,
                   uint64_t size);
bool place_byte(struct eval *ev, const struct hd_expr *e, const struct hd_const *at, uint8_t *out);

// ---- const.c ------------------------------------------------------------------------------------

bool eval_value(struct eval *ev, const struct hd_expr *e, struct hd_const *out); // scalars, void
bool eval_truth(struct eval *ev, const struct hd_expr *e, bool *out);
bool eval_into(struct eval *ev, const struct hd_expr *e, const struct hd_const *at); // any type
bool eval_init(struct eval *ev, const struct hd_init *init, const struct hd_const *at);
bool eval_drop(struct eval *ev, const struct hd_expr *e); // its effects only
// What is undefined is no constant here.
bool is_strict(const struct eval *ev);
void eval_begin(struct eval *ev, struct const_frame *root, bool must);
void eval_end(struct eval *ev);

// ---- interp.c -----------------------------------------------------------------------------------

bool interp_call(struct eval *ev, const struct hd_expr *call, const struct hd_const *into,
                 struct hd_const *out);
bool interp_stmt_expr(struct eval *ev, const struct hd_expr *e, const struct hd_const *into,
                      struct hd_const *out);
// Runs the cleanups from `mark` on: the end of a full expression or a scope.
bool cleanups_run(struct eval *ev, int mark);

// ---- math.c -------------------------------------------------------------------------------------

bool const_builtin(struct eval *ev, const struct hd_expr *call, struct hd_const *out);
bool const_libc(struct eval *ev, const struct hd_expr *call, const struct hd_sym *sym,
                struct hd_const *out);

// ---- text.c -------------------------------------------------------------------------------------

bool const_memory(struct eval *ev, const char *name, const struct hd_expr *call, struct hd_const *v,
                  int n, struct hd_const *out);

// ---- why.c --------------------------------------------------------------------------------------

// The first reason is kept, with the calls that lead there. Always false.
bool not_const(struct eval *ev, const struct hd_expr *at, const char *fmt, ...) HD_PRINTF(3, 4);

#endif
