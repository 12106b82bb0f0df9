// Variables being declared: what check/decl/var.c, global.c, local.c and decl.c share.
#ifndef HD_DECL_VAR_H
#define HD_DECL_VAR_H

#include "front/check/decl/decl.h"

// One declarator of a variable while it is being declared.
struct var {
    struct hd_spec *spec;
    struct hd_declr *declr;
    struct hd_ast *ast; // AST_DECLARATOR_INIT
    struct hd_type *type;
    struct attr_set attrs;
    struct hd_init *init; // made already where the type was deduced from it
    bool has_init;
    int arrays;               // c->arrays before `init` was checked, plus 1
    const char *key;          // of an instance of a variable template: its key; or NULL
    struct hd_space *home;    // declared outside of its struct or namespace: that one; or NULL
    struct hd_type *bound;    // hd_sym.bound
    struct hd_type **deduced; // what `auto` was before in the declaration, or NULL; may be NULL
};

// ---- var.c --------------------------------------------------------------------------------------

bool var_has_auto(const struct hd_type *t);
void var_deduce(struct check *c, struct var *v);
struct hd_init *var_initialise(struct check *c, struct var *v, struct hd_sym *sym);
bool var_type_ok(struct check *c, const struct var *v, bool is_extern);
bool var_type_is_const(const struct hd_type *t);
void var_needs_value(struct check *c, const struct var *v);
void var_take_value(struct check *c, struct hd_sym *sym, const struct hd_init *init);
void var_make_constant(struct check *c, const struct var *v, const struct hd_sym *sym,
                       struct hd_init *init);
uint32_t var_alignment(const struct var *v);
void var_make_const(struct var *v);
void var_complete_array(struct hd_sym *sym, const struct hd_init *init);
void decl_add(struct check *c, stmt_vec *out, struct hd_stmt *s);
struct hd_stmt *global_init_stmt(struct check *c, struct hd_sym *sym, struct hd_init *init,
                                 struct hd_range range);

// ---- global.c -----------------------------------------------------------------------------------

void global_var(struct check *c, struct var *v, stmt_vec *out);
// What nobody would run cannot be asked of shared memory.
void var_shared_ok(struct check *c, struct var *v, bool dynamic);
// The definition of a static data member outside of its struct, or of a namespace's variable
// outside of that. false: reported.
bool global_outside(struct check *c, struct var *v);

// ---- local.c ------------------------------------------------------------------------------------

void local_var(struct check *c, struct var *v, stmt_vec *out);
// What is done once the object is there, so that its destructor runs when the program, or its life
// in the session, ends. NULL: nothing.
struct hd_stmt *var_at_end(struct check *c, struct hd_sym *sym, struct hd_range range);
void local_sizes(struct check *c, struct hd_type *type, stmt_vec *out);

#endif
