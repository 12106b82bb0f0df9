// Evaluating typed trees: what check/const/const.c (values), check/const/math.c (functions with
// known results), check/const/interp.c (constexpr functions) and check/const/image.c (bytes of
// initialisers) share.
#ifndef HD_CONST_H
#define HD_CONST_H

#include "front/check/expr/expr.h"

struct eval {                  // one evaluation
    struct const_frame *frame; // innermost constexpr call, or NULL: a plain constant expression
    struct hd_arena *arena;    // of objects; made when the first function is called
    long steps;                // left
    int depth;
};

struct const_place {    // an lvalue
    struct hd_const at; // CONST_ADDR; sym may be an object's identity (check/const/interp.c)
    const struct hd_field *bits; // bit-field, or NULL
};

bool eval_value(struct eval *ev, const struct hd_expr *e, struct hd_const *out);
bool eval_place(struct eval *ev, const struct hd_expr *e, struct const_place *out);
bool eval_truth(struct eval *ev, const struct hd_expr *e, bool *out);
bool eval_binary(int op, const struct hd_type *type, const struct hd_const *a,
                 const struct hd_const *b,
                 struct hd_const *out); // operands of one type; shifts too
bool const_convert(struct hd_const *value, const struct hd_type *from, const struct hd_type *to);
hd_int128 const_wrap(const struct hd_type *type, hd_int128 value);
bool const_offset(struct hd_const *addr, const struct hd_type *element,
                  const struct hd_const *index);

// Scalars in memory, little-endian. Pointers are not read or written here.
bool const_read(const void *bytes, const struct hd_type *type, const struct hd_field *bits,
                struct hd_const *out);
bool const_write(void *bytes, const struct hd_type *type, const struct hd_field *bits,
                 const struct hd_const *value);

bool const_builtin(struct eval *ev, const struct hd_expr *call, struct hd_const *out);
bool const_libc(struct eval *ev, const struct hd_expr *call, struct hd_const *out);

// check/const/interp.c: false: not constant (or too long).
bool interp_call(struct eval *ev, const struct hd_expr *call, struct hd_const *out);
bool interp_stmt_expr(struct eval *ev, const struct hd_expr *e, struct hd_const *out);
bool interp_effect(struct eval *ev, const struct hd_expr *e,
                   struct hd_const *out); // assignments, ++, --
bool interp_local(struct eval *ev, const struct hd_expr *e,
                  struct const_place *out); // EX_VAR, temporaries
bool interp_ref(struct eval *ev, const struct hd_sym *sym, struct hd_const *out);
bool interp_load(struct eval *ev, const struct const_place *place, const struct hd_type *type,
                 struct hd_const *out, bool *is_object);
bool interp_is_object(const struct hd_sym *sym);

#endif
