// Declarations: what check/decl/item.c (items), decl.c, var.h (variables) and func.c (functions)
// share.
#ifndef HD_DECL_H
#define HD_DECL_H

#include "front/check/expr/expr.h"

// The declarator that names a function, as opposed to a variable of function type reached through a
// typedef.
struct hd_deriv *function_deriv(const struct hd_declr *declr); // NULL: none
void function_item(struct check *c, struct hd_ast *ast,
                   struct hd_stmt **entry_stmt); // AST_FUNCTION at top level
// `int f(int);` at top level or in a block.
void prototype(struct check *c, struct hd_ast *ast, struct hd_type *type, struct hd_declr *declr,
               const struct hd_spec *spec);
// `auto [a, b] = ...`, check/decl/binding.c. An array's elements one by one; NULL: reported.
struct hd_ast *binding_copy_array(struct check *c, const struct hd_type *type, struct hd_ast *from);
// What each of the names stands for in the object that was declared for them. false: reported.
struct bound_part {
    struct hd_expr *e;
    struct hd_type *type; // as decltype says it
    bool by_value;        // a bit-field: nothing can refer to it
};
bool binding_parts(struct check *c, const struct hd_declr *declr, struct bound_part *parts);
struct hd_stmt *decl_stmt(struct check *c, enum hd_stmt_kind kind, struct hd_range range);

// lifetime.c: the temporaries that a local variable (a reference, a std::initializer_list, an
// aggregate with such members) is bound to live as long as that: what ends their lives is taken
// from the initialiser. NULL: there is nothing to do.
struct hd_expr *lifetime_end(struct check *c, const struct hd_init *init);
// The same for a variable with static storage: the variable that its i-th temporary becomes, and
// its own initialiser, to be done before; to be asked until it gives NULL.
// What lifetime_static made for that variable of the session, the i-th; NULL: no more.
struct hd_def *lifetime_held(struct check *c, const struct hd_def *def, int i);

// check/decl/object.c. Whether what is declared outlives the text that is being checked.
bool object_in_session(const struct check *c);
// What says, once a session's variable has its value, that it is there to be destroyed.
struct hd_stmt *object_made(struct check *c, struct hd_sym *sym, struct hd_range range);

// check/decl/vla.c: what initialises `sym`, an array whose length is not a constant. NULL:
// reported.
struct hd_expr *vla_fill(struct check *c, struct hd_sym *sym, struct hd_ast *ast);
// Its elements, made by their default constructor.
struct hd_expr *vla_default(struct check *c, struct hd_sym *sym, struct hd_range range);

struct hd_sym *lifetime_static(struct check *c, const struct hd_sym *sym,
                               const struct hd_init *init, int i, struct hd_init **value);

#endif
