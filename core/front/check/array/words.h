// Words of the vocabulary: what the files that check their calls share. A word is a row of
// names/builtins.def and of a table here (call.c, made.c); its function gets the checked arguments.
#ifndef HD_CHECK_ARRAY_WORDS_H
#define HD_CHECK_ARRAY_WORDS_H

#include "front/check/array/array.h"

struct call {
    struct check *c;
    const char *name;
    struct hd_ast *ast; // AST_CALL
    struct call_args *args;
    struct hd_type *given; // zeros<double>(n): double; else NULL
    int number;            // of the row
    struct hd_range range;
    bool failed;
};

bool array_is_word(const char *name);
struct hd_expr *array_builtin(struct check *c, const char *name, struct hd_ast *ast,
                              struct call_args *args); // a call of the word `name`
// Whether the function has arrays for its parameters where arrays are given.
bool array_is_taken(const struct hd_sym *sym, const struct call_args *args);

// Reports and gives an error's node.
struct hd_expr *word_fail(struct call *k, const char *help, const char *fmt, ...) HD_PRINTF(3, 4);
bool word_count(struct call *k, int least, int most); // of arguments; false: reported
struct hd_ast *word_ast(struct call *k, int i);
struct hd_expr *word_arg(struct call *k, int i);
struct hd_expr *word_array(struct call *k, int i); // an argument as an array; NULL: reported
struct hd_expr *word_long(struct call *k, int i, const char *what); // NULL: reported
struct hd_expr *word_axis(struct call *k, int i);                   // all axes where it is left out
struct hd_expr *word_loc(struct call *k);
struct hd_expr *word_value(struct call *k, struct hd_expr *e);
struct hd_expr *word_int(struct call *k, int v);
// A call of the run time: the place, then n values.
struct hd_expr *word_rt(struct call *k, const char *name, struct hd_type *type, int n, ...);
// ... whose last arguments are a count and the longs from argument `from` on.
struct hd_expr *word_list(struct call *k, const char *name, struct hd_expr **first, int n, int from,
                          const char *what, struct hd_type *type);
struct hd_type *word_type(struct call *k, struct hd_type *otherwise); // f<T>(...); NULL: reported
// A new array with the sizes from argument `from` on.
struct hd_expr *word_make(struct call *k, struct hd_type *elem, int zero, int from);
struct hd_expr *word_scalar(struct call *k, struct hd_expr *e); // an array of rank 0 as its value

// The three numbers that say what an element is.
void word_type_args(struct check *c, const struct hd_type *elem, struct hd_range range,
                    struct hd_expr **out);

// written.c: the value of an argument by its name that has no place among the others
// (`keepdims=true`). NULL: it is not given.
struct hd_ast *word_key(struct call *k, const char *name);
bool word_flag(struct call *k, const char *name, bool otherwise, bool *out); // false: reported

struct hd_expr *word_constant(struct call *k, int v, struct hd_type *as);
struct hd_expr *word_filled(struct call *k, struct hd_expr *to, struct hd_expr *v);

// Rows of the table in call.c. create.c:
struct hd_expr *word_zeros(struct call *k);
struct hd_expr *word_empty(struct call *k);
struct hd_expr *word_ones(struct call *k);
struct hd_expr *word_full(struct call *k);
struct hd_expr *word_like(struct call *k);
struct hd_expr *word_arange(struct call *k);
struct hd_expr *word_linspace(struct call *k);
struct hd_expr *word_eye(struct call *k);
// shape.c:
struct hd_expr *word_view(struct call *k);
struct hd_expr *word_reshape(struct call *k);
struct hd_expr *word_ravel(struct call *k);
struct hd_expr *word_transpose(struct call *k);
struct hd_expr *word_flip(struct call *k);
struct hd_expr *word_roll(struct call *k);
struct hd_expr *word_diagonal(struct call *k);
struct hd_expr *word_broadcast(struct call *k);
struct hd_expr *word_join(struct call *k);
// element.c:
struct hd_expr *word_copy(struct call *k);
struct hd_expr *word_astype(struct call *k);
struct hd_expr *word_fill(struct call *k);
struct hd_expr *word_where(struct call *k);
struct hd_expr *word_nonzero(struct call *k);
struct hd_expr *word_clip(struct call *k);
struct hd_expr *word_isclose(struct call *k);
struct hd_expr *word_fold(struct call *k);
// whole.c:
struct hd_expr *word_typed(struct call *k);

struct hd_expr *array_file(struct call *k); // files.c: words for files. NULL: it is none of them
// made.c: further words. NULL: it is none of them.
struct hd_expr *array_made(struct call *k);

#endif
