// Arrays in the checker. What the rest of the checker asks of them comes first, what this folder
// shares after it.
//
// An expression of arrays is checked as one of their elements: `lift` gives for each operand a tree
// of its element, the ordinary rules (expr_binary, overload_pick ...) make a tree of these, and
// `array_wrap` makes an array of that again: an EX_ARRAY, which takes in the operands' own. Where
// its value is needed, array_value makes a call of the run time.
#ifndef HD_CHECK_ARRAY_H
#define HD_CHECK_ARRAY_H

#include "front/check/array/fused.h"
#include "front/check/expr/expr.h"

static inline bool is_array(const struct hd_expr *e) { return e->type->kind == HD_TY_NDARRAY; }

// ---- lift.c -------------------------------------------------------------------------------------

// The expressions below are NULL when no operand is an array: then the language's own rules hold.
struct hd_expr *array_unary(struct check *c, struct hd_expr *e, struct hd_ast *ast);
struct hd_expr *array_binary(struct check *c, struct hd_expr *a, struct hd_expr *b,
                             struct hd_ast *ast);
struct hd_expr *array_cond(struct check *c, struct hd_expr *a, struct hd_expr *b, struct hd_expr *d,
                           struct hd_range range);
struct hd_expr *array_cast(struct check *c, struct hd_expr *e, struct hd_type *elem,
                           struct hd_range range);
struct hd_expr *array_value(struct check *c, struct hd_expr *e); // of EX_ARRAY; others as they are
struct hd_expr *array_convert(struct check *c, struct hd_expr *e, struct hd_type *to,
                              const char *what); // implicitly; NULL: neither is an array

// ---- call.c, reduce.c ---------------------------------------------------------------------------

// A call with arrays among its arguments. NULL: the function takes them as they are, or there are
// none.
struct hd_expr *array_call(struct check *c, struct hd_sym *sym, struct hd_ast *ast,
                           struct call_args *args);
struct hd_expr *array_member_call(struct check *c, const struct hd_expr *bound, struct hd_ast *ast);
struct hd_expr *array_not_called(struct check *c, const struct hd_expr *bound); // `a.sum`
// A call of an object's member function, or of an object, with arrays for its values. NULL: there
// are none, or the function takes them.
struct hd_expr *array_bound_call(struct check *c, const struct hd_expr *bound, struct hd_sym **list,
                                 int n, const struct call_args *args, struct hd_ast *ast);
// The call of a word with its arguments in their places (written.c); other calls as they are.
// NULL: reported.
struct hd_ast *array_word_call(struct check *c, struct hd_sym *sym, struct hd_ast *ast);
bool array_is_size(const struct hd_expr *e); // of `a.size`, which may be called, too

// ---- index.c ------------------------------------------------------------------------------------

struct hd_expr *array_index(struct check *c, struct hd_expr *a, struct hd_ast *ast);
// An assignment to `a`, which was checked; op 0: `=`. NULL: it is no array.
struct hd_expr *array_assign_to(struct check *c, struct hd_expr *a, struct hd_ast *ast, int op);
struct hd_expr *array_member(struct check *c, struct hd_expr *a, struct hd_ast *ast);
struct hd_expr *plain_index(struct check *c,
                            struct hd_ast *ast); // what stands in the brackets of a pointer

// ---- life.c -------------------------------------------------------------------------------------

struct hd_type *array_type_of(struct check *c, struct hd_ast **targs, int n, struct hd_range range);
bool array_element_ok(struct check *c, const struct hd_type *elem, struct hd_range range);
// A full expression, checked since c->arrays was `before`: its temporaries go at its end.
struct hd_expr *array_scope(struct check *c, struct hd_expr *e, int before);
struct hd_expr *array_returned(struct check *c, struct hd_expr *e, int before);
void array_init(struct check *c, struct hd_sym *sym, struct hd_init *init, int before);
struct hd_expr *array_result(struct check *c, struct hd_sym *sym, struct hd_expr *e, int before);
struct hd_expr *array_leave(struct check *c,
                            struct hd_sym *sym); // what is done where its scope ends
void array_params(struct check *c, struct hd_func *func,
                  stmt_vec *out); // parameters hold their arrays

// ---- shared by this folder ----------------------------------------------------------------------

struct lifted { // what an expression's operands come from
    struct hd_fused *fused;
    struct hd_func *outer, *inside; // c->func before and while elements are checked
};
void lift_begin(struct check *c, struct lifted *l, struct hd_range range, hd_loc loc);
void lift_end(struct check *c, struct lifted *l);
// The element of an operand (a scalar: its value). literal: it takes the type of `as`'s elements.
struct hd_expr *lift_operand(struct check *c, struct lifted *l, struct hd_expr *e);
// The object whose operator() a fold or scan calls, as an operand that the run time finds again.
struct hd_expr *lift_object(struct check *c, struct lifted *l, struct hd_expr *e);
// An operand whose elements are the numbers of their places: `e` is a call of the run time's index
// or count.
struct hd_expr *lift_index(struct check *c, struct lifted *l, struct hd_expr *e);
struct hd_expr *lift_literal(struct check *c, struct hd_ast *ast, struct hd_expr *e,
                             struct hd_type *as);
bool is_plain_literal(const struct hd_ast *ast);
struct hd_expr *array_wrap(struct check *c, struct lifted *l, struct hd_expr *element);
struct hd_type *element_type(const struct hd_expr *e);
void lift_finish(struct check *c, struct hd_fused *f);           // fills in what the kernel needs
struct hd_expr *fused_plan(struct check *c, struct hd_fused *f); // its address, as a void *
// The arguments that the run time gets for an expression: its plan, operands and scalars, behind
// `first`.
struct hd_expr *fused_call(struct check *c, const char *name, struct hd_fused *f,
                           struct hd_expr **first, int nfirst, struct hd_type *type);
// The address of that object as a void *; null: there is none.
struct hd_expr *fused_object(struct check *c, const struct hd_fused *f);

// A call of `__heddle_array_NAME`; values are converted to its parameters, further ones passed as
// they are.
struct hd_expr *array_rt(struct check *c, const char *name, struct hd_expr **values, int n,
                         struct hd_type *type, struct hd_range range);
struct hd_expr *array_loc(struct check *c, hd_loc loc);
struct hd_expr *array_int(struct check *c, int64_t value, struct hd_range range); // a long
// A value that is used again: expr_pin where it is evaluated first, pinned(that) elsewhere.
struct hd_expr *expr_pin(struct check *c, struct hd_expr *e);
struct hd_expr *pinned(struct check *c, const struct hd_expr *pin);
struct hd_expr *then_value(struct check *c, struct hd_expr *first, struct hd_expr *second,
                           struct hd_expr *value);
struct hd_expr *array_of_c(struct check *c, struct hd_expr *e,
                           struct hd_range range); // of a C array
// sum and its kin, over the axes; none: over all.
struct folded_axes {
    struct hd_expr *v[HD_FUSED_DIMS]; // longs
    int n;
    bool kept;            // as axes of length 1
    struct hd_expr *ddof; // var and std divide by n - ddof; NULL: by n
};
struct hd_expr *array_fold(struct check *c, const char *name, struct hd_expr *a,
                           struct folded_axes *axes, struct hd_range range);
// reduce(f, a): `apply` gives the tree of f(acc, item).
struct hd_expr *array_reduce(
    struct check *c, struct hd_expr *a, struct hd_expr *axis, struct hd_range range,
    struct hd_expr *(*apply)(void *user, struct lifted *l, struct hd_expr **v), void *user);
struct hd_expr *array_norm(struct check *c, struct hd_expr *a, struct hd_expr *axis,
                           struct hd_range range);
struct hd_type *array_of(struct check *c, struct hd_type *elem, int rank);
struct hd_expr *array_one_value(struct check *c, struct hd_expr *e); // of rank 0: its element
// sub.c: a call of a function of sub-arrays. NULL: it is none.
struct hd_expr *array_sub_call(struct check *c, struct hd_sym *sym, struct hd_ast *ast,
                               struct call_args *args);
struct hd_ast *array_written(struct check *c, const char *word, const struct hd_sym *sym,
                             bool member, struct hd_ast *call);
struct hd_expr *array_long(struct check *c, struct hd_expr *e, const char *what); // NULL: reported

enum { ARRAY_ALL_AXES = INT32_MAX };

#endif
