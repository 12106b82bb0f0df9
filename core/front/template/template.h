// What the files of template/ share.
#ifndef HD_TEMPLATE_H
#define HD_TEMPLATE_H

#include "front/check/expr/expr.h"

// ---- arguments.c --------------------------------------------------------------------------------

// Whether a struct template can have these arguments. false: *why says why not.
bool args_fit(struct check *c, const struct hd_template *t, const struct hd_targ *binds,
              const char **why);
// Without the names that typedefs gave to their types.
void args_make_plain(struct hd_arena *arena, struct hd_targ *args, int n);
struct hd_targ *args_copy(struct hd_arena *arena, const struct hd_targ *args, int n); // plain ones
// What nc makes needs the names of the arguments, and holds their types' memory.
void args_need(struct check *nc, const struct hd_targ *args, int n);

// A copy of arguments as they are, which args_same compares with others.
void args_keep(struct hd_arena *arena, struct hd_targ *to, const struct hd_targ *from, int n);
bool args_same(const struct hd_targ *kept, const struct hd_targ *args, int n);

// Under which an instance of a function template is a definition; `name`: of the instance, as
// template_instance_name gives it for plain arguments.
const char *template_instance_key(struct check *c, struct hd_template *t, const char *name,
                                  const struct hd_targ *args);

// ---- struct_template.c --------------------------------------------------------------------------

struct arguments { // as written
    struct hd_ast **v;
    int n;
    struct hd_range range;
};

struct hd_sym *struct_template_find(struct check *c, const char *name); // by key; or NULL
// A check of the template's text, around which template_bind declares the parameters in a space of
// their own (false: one has no value); results go into `arena`.
void template_check_begin(struct check *nc, struct check *c, const struct hd_template *t,
                          struct hd_arena *arena);
bool template_bind(struct check *c, const struct hd_template *t, struct hd_targ *binds,
                   const char **why);
void template_unbind(struct check *c);
// What the arguments say of each parameter, and the instance's name. NULL: reported.
const char *template_resolve(struct check *c, const struct hd_sym *sym,
                             const struct arguments *given, struct hd_targ *binds);
// The definitions that nc made are instances of the template `name`, whose text theirs is.
void instance_finish(struct check *nc, const char *name, struct hd_range range);
// Takes what was made back when it has errors: the next use says them again, once a cell.
bool instance_made_well(struct check *c, struct check *nc, struct hd_diag *before, int errors,
                        const char *name, struct hd_range where);
int instance_cell(const struct hd_front *front); // that it comes from: the running one, or 0

// The family of a template's partial specialisations, the arguments that one stands for, and the
// one that is meant for these arguments (its own in *bound; NULL: none, or several: reported).
const char *partial_base(struct check *c, const char *name);
struct hd_ast **pattern_of(const struct hd_template *t, int *n);
struct hd_template *pick_partial(struct check *c, struct hd_template *t, const struct hd_targ *args,
                                 const char *name, struct hd_range where, struct hd_targ **bound);

// ---- object.c -----------------------------------------------------------------------------------

// The variable that stands for the class object e as an argument of t. NULL: *why says why not.
struct hd_sym *template_object(struct check *c, const struct hd_template *t, struct hd_expr *e,
                               const char **why);

// ---- variable.c ---------------------------------------------------------------------------------

// The instance `name` of a variable template anew, in the check of its definition.
void variable_again(struct check *c, struct hd_template *t, struct hd_targ *binds, const char *name,
                    struct hd_range where);

// ---- member.c -----------------------------------------------------------------------------------

// Where the definition of m is written: in the template, or outside of it. NULL: nowhere.
struct hd_template *member_text(struct check *c, struct hd_method *m);
struct hd_ast *member_tree(struct hd_method *m, const struct hd_template *text);
struct hd_sym *member_define(struct check *nc, struct hd_method *m, struct hd_template *text);
struct hd_sym *static_member_define(struct check *nc, const struct hd_static *member,
                                    struct hd_range *range);

// ---- member_class.c -----------------------------------------------------------------------------

// The body of a class "List::Node" that is defined outside. NULL: it has none there.
const struct hd_spec *member_class_spec(struct check *c, const char *base);
// A member class template that is only declared in `outer`, as it is defined outside.
struct hd_ast *member_class_template(struct check *c, const struct hd_record *outer,
                                     struct hd_ast *ast);

// ---- constraint.c -------------------------------------------------------------------------------

// Why a constraint does not hold in c, where the parameters are declared; NULL: it does.
const char *constraint_fails(struct check *c, struct hd_ast *ast);

// ---- generics.c ---------------------------------------------------------------------------------

// Checking inside of a template, with a check of its own whose needs are the outer one's too.
void template_nested_begin(struct check *nc, struct check *c, struct hd_template *t,
                           struct hd_arena *arena);
void template_nested_end(struct check *nc);
// The function that an instance is, where its parameters are bound. NULL: reported.
struct hd_sym *template_instance_sym(struct check *nc, struct hd_template *t, const char *name);
// The instance with these arguments, for a call or a declaration. NULL: *why it cannot be.
struct hd_spec_inst *template_match_bound(struct check *c, struct hd_template *t,
                                          struct hd_targ *binds, struct hd_range where,
                                          const char **why);

// ---- declare.c ----------------------------------------------------------------------------------

// What an earlier declaration says of defaults.
void template_keep_defaults(struct check *c, const struct hd_ast *from, struct hd_ast *to);
// In the device's version of a text: `ast` is the second tree of what host code calls `name`.
bool template_give_device_ast(struct check *c, const char *name, struct hd_ast *ast);
struct hd_template *template_new(struct check *c, struct hd_ast *ast, const char *name);
void partial_declare(struct check *c, struct hd_ast *ast, const struct hd_qual *qual,
                     const char *name, struct hd_range range);

#endif
