// What the files that check expressions share: check/expr/build.c, check/expr/expr.c,
// check/expr/ops.c, check/expr/binary.c, check/class/member.c, check/expr/cast.c,
// check/class/construct.c, check/expr/access.c, check/expr/overload.c, check/expr/call.c,
// check/cuda/launch.c, check/expr/format.c, generics.c.
#ifndef HD_EXPR_H
#define HD_EXPR_H

#include "front/check/check.h"

// ---- small questions ----------------------------------------------------------------------------

static inline bool is_error(const struct hd_expr *e) { return e->type->kind == HD_TY_ERROR; }

static inline bool expr_is_xvalue(const struct hd_expr *e) { return e->is_xvalue; }

static inline bool is_ptr(const struct hd_type *t) { return t->kind == HD_TY_PTR; }

static inline bool is_record(const struct hd_type *t) { return t->kind == HD_TY_RECORD; }

static inline bool is_scoped_enum(const struct hd_type *t) {
    return t->kind == HD_TY_ENUM && t->enumeration && t->enumeration->scoped;
}

static inline bool is_void_ptr(const struct hd_type *t) {
    return t->kind == HD_TY_PTR && t->base->kind == HD_TY_VOID;
}

static inline bool is_func_ptr(const struct hd_type *t) {
    return t->kind == HD_TY_PTR && t->base->kind == HD_TY_FUNC;
}

static inline bool is_char_type(const struct hd_type *t) {
    return t->kind == HD_TY_CHAR || t->kind == HD_TY_SCHAR || t->kind == HD_TY_UCHAR;
}

static inline struct hd_type *bool_type(const struct check *c) {
    return c->lang == HD_LANG_CU ? hd_ty.bool_ : hd_ty.int_;
}

static inline struct hd_type *unqual(struct hd_type *t) { return hd_type_unqual(t); }

// ---- check/expr/build.c: making nodes, messages -------------------------------------------------

const char *ty(struct check *c, const struct hd_type *type); // its name, for messages
const char *tok_text(int tok);                               // spelling of a punctuator
// The source text of an expression when it is short and on one line; else "this expression"
// (without backquotes: the text comes in them).
const char *expr_text(struct check *c, const struct hd_expr *e);
// Says that `threadIdx` and its like have parts, where E is one as a whole; false: it is not.
bool help_parts(struct check *c, struct hd_diag *d, const struct hd_expr *e);
// A warning unless the code is a system header's (then NULL); help_on and note_on accept NULL.
struct hd_diag *warn(struct check *c, struct hd_range range, const char *flag, const char *fmt, ...)
    HD_PRINTF(4, 5);
void help_on(struct check *c, struct hd_diag *on, const char *fmt, ...) HD_PRINTF(3, 4);
void note_on(struct check *c, struct hd_diag *on, struct hd_range range, const char *fmt, ...)
    HD_PRINTF(4, 5);
struct hd_expr *expr_null(struct check *c, struct hd_type *ptr, struct hd_range range);
struct hd_expr *expr_cast(struct check *c, struct hd_expr *e, struct hd_type *to, enum hd_cast how);
struct hd_expr *expr_deref(struct check *c, struct hd_expr *ptr, struct hd_range range);
// A temporary that nobody ends, and that may turn out to be none.
struct hd_expr *expr_unended(struct check *c, struct hd_expr *value);
struct hd_expr *expr_temp(struct check *c,
                          struct hd_expr *value); // EX_TEMP: an lvalue that holds a value
struct hd_expr *expr_ptr_add(struct check *c, struct hd_expr *ptr, struct hd_expr *index,
                             struct hd_range range);
// Size of a type's object as an rvalue of type size_t; of run-time length too. Functions and void:
// 1 (GNU).
struct hd_expr *expr_size(struct check *c, struct hd_type *type, struct hd_range range);
bool const_is_zero(const struct hd_expr *e); // EX_CONST with value 0
const struct hd_sym *root_var(
    const struct hd_expr *e); // the variable that an lvalue is (part of), or NULL
struct hd_expr *drop_casts(const struct hd_expr *e); // without EX_CAST of kind NOOP
struct hd_type *named_type(struct check *c,
                           const char *name); // dim3, cudaStream_t ...; NULL: unknown

// ---- check/expr/access.c: host and device -------------------------------------------------------

enum { SIDE_HOST = 1, SIDE_DEVICE = 2 };
int side_of_code(const struct check *c);     // where the code being checked may run
int side_of_func(const struct hd_sym *func); // where a function may run; kernels: 0
// Reports a function that must not be called from here (kernel without launch, host from device
// ...).
bool check_call_side(struct check *c, const struct hd_sym *func, struct hd_range range);
bool check_builtin_side(struct check *c, const struct hd_builtin *row, struct hd_range range);
bool check_var_side(struct check *c, const struct hd_sym *var, struct hd_range range);

// ---- check/expr/expr.c --------------------------------------------------------------------------

struct hd_expr *expr_sym(struct check *c, struct hd_sym *sym, const struct hd_ast *ast);
struct hd_expr *name_unknown(struct check *c, const struct hd_ast *ast);
// What a name is tried for that is none in CUDA C; NULL: nothing known.
const char *name_tried_for(const char *name);
struct hd_expr *vla_size_expr(struct check *c, struct hd_type *type, struct hd_range range);
struct hd_expr *expr_string(struct check *c, struct hd_string *string, struct hd_range range);

// ---- check/expr/ops.c, check/expr/binary.c ------------------------------------------------------

struct hd_expr *check_unary(struct check *c, struct hd_ast *ast);
struct hd_expr *check_incdec(struct check *c, struct hd_ast *ast);
struct hd_expr *check_assign(struct check *c, struct hd_ast *ast);
struct hd_expr *check_cond(struct check *c, struct hd_ast *ast);
struct hd_expr *check_comma(struct check *c, struct hd_ast *ast);
struct hd_expr *check_binary(struct check *c, struct hd_ast *ast);
struct hd_expr *check_index(struct check *c, struct hd_ast *ast, bool for_address);
struct hd_expr *expr_binary(struct check *c, int op, struct hd_expr *a, struct hd_expr *b,
                            struct hd_range range, hd_loc loc);
struct hd_expr *bad_operands(struct check *c, int op, const struct hd_expr *a,
                             const struct hd_expr *b, struct hd_range range, hd_loc loc);
void warn_double(struct check *c, const struct hd_expr *a, const struct hd_expr *b);
void warn_double_within(struct check *c, const struct hd_expr *e,
                        int depth); // before it becomes a float
void warn_constant_operand(struct check *c, int op, const struct hd_expr *b,
                           const struct hd_type *type);
// The common type of two pointers (or pointer and null) that are compared or chosen between; NULL:
// none, reported.
struct hd_type *common_pointer(struct check *c, struct hd_expr *a, struct hd_expr *b,
                               const char *doing, struct hd_range range);
bool element_size_known(struct check *c, const struct hd_type *ptr, struct hd_range range);

// ---- check/class/member_pointer.c ---------------------------------------------------------------

enum member_fit { // how a pointer to a member converts to another type of such pointers
    MEMBER_SAME,
    MEMBER_ADDS, // qualifiers
    MEMBER_DOWN, // to a member of a class derived from its own
    MEMBER_DROPS,
    MEMBER_UP, // only when asked for: to a member of a base
    MEMBER_OTHER,
};
enum member_fit member_pointer_fit(const struct hd_type *from, const struct hd_type *to);
// `&C::x`; NULL: that is no member with an offset.
// dynamic_cast and typeid (class/rtti.c).
struct hd_expr *check_dynamic_cast(struct check *c, struct hd_expr *e, struct hd_type *to,
                                   struct hd_range range);
struct hd_expr *check_typeid(struct check *c, struct hd_ast *ast);
struct hd_expr *type_info_address(struct check *c, struct hd_type *type, struct hd_range range);
struct hd_expr *member_address(struct check *c, struct hd_ast *ast);
// `.*`, `->*`; call: what calls it, or NULL. With a pointer to a function it is that call, and
// *call becomes NULL.
struct hd_expr *check_member_access(struct check *c, struct hd_ast *ast, struct hd_ast **call);
// ---- check/class/member_function.c: pointers to member functions
bool is_member_function(const struct hd_type *t); // a pointer to one
// `&C::f` of a class with such a member; NULL: it is static.
struct hd_expr *member_function_address(struct check *c, struct hd_ast *ast, const char *name,
                                        struct hd_record *named);
// `&C::f` of several functions, where a pointer of type `to` is wanted: the one that it means, or
// e.
struct hd_expr *member_function_settle(struct check *c, struct hd_expr *e,
                                       const struct hd_type *to);
// One of the named class's several functions of the name of this one, or an instance of a template:
// the type that it is converted to tells.
struct hd_expr *member_function_unsettled(struct check *c, const struct hd_record *named,
                                          struct hd_sym *one, const struct hd_ast *ast);
struct hd_expr *member_function_static(struct check *c, struct hd_expr *e,
                                       const struct hd_type *to);
struct hd_type *member_function_type(struct check *c, const struct hd_sym *func); // of its pointer
struct hd_expr *member_function_pointer(struct check *c, struct hd_sym *func,
                                        struct hd_range range);
bool member_function_fits(struct check *c, const struct hd_expr *e, const struct hd_type *to);
struct hd_expr *member_function_call(struct check *c, struct hd_expr *object, struct hd_expr *p,
                                     bool rvalue_object, struct hd_ast *ast);
struct hd_expr *member_function_moved(struct check *c, struct hd_expr *p, struct hd_type *to,
                                      int64_t by);
struct hd_expr *member_pointer_null(struct check *c, struct hd_type *type, struct hd_range range);
// One of the types is a pointer to a member. NULL: there is no such conversion, even when asked.
struct hd_expr *member_pointer_convert(struct check *c, struct hd_expr *e, struct hd_type *to);
struct hd_expr *member_pointer_truth(struct check *c, struct hd_expr *e); // e != nullptr
// The type of both, one of which is a pointer to a member. NULL: none.
struct hd_type *member_pointer_common(const struct hd_expr *a, const struct hd_expr *b);
struct hd_expr *member_pointer_compare(struct check *c, int op, struct hd_expr *a,
                                       struct hd_expr *b, struct hd_range range, hd_loc loc);

// ---- check/expr/cast.c --------------------------------------------------------------------------

// How well an argument (as written) fits a parameter's type, lower is better.
enum {
    RANK_EXACT,
    RANK_QUAL,
    RANK_UNDERLYING, // an enum's fixed type: better than what that promotes to (CWG 1601)
    RANK_PROMOTE,
    RANK_CONVERT,
    RANK_WEAK,
    RANK_RECORD,         // by a constructor or a conversion function; what follows the latter
    RANK_RECORD_PROMOTE, // decides between functions where it is the only one
    RANK_RECORD_CONVERT,
    RANK_LOOSE,
    RANK_ELLIPSIS,
    RANK_NONE
};
int conversion_rank(struct check *c, struct hd_expr *e, struct hd_type *to);
// The same type but for qualifiers of array elements and of the type itself.
// C's pointers become each other with a warning: in C, and in what headers of the system write out
// themselves. What their templates are asked about is C++.
static inline bool takes_pointers_as_c(const struct check *c) {
    return c->lang == HD_LANG_C || (c->system && !c->unevaluated && !c->instantiating && !c->bound);
}

// A function that is noexcept as one that is not ([conv.fctptr]).
bool gives_up_promise(struct hd_type *from, const struct hd_type *to);
bool same_but_quals(const struct hd_type *a, const struct hd_type *b);
unsigned lost_quals(const struct hd_type *from, const struct hd_type *to);
enum similar {
    SIMILAR_NOT,
    SIMILAR_APART, // it does not convert
    SIMILAR_LOOSE, // it gains qualifiers, but levels in between are not const
    SIMILAR_ADDS,
    SIMILAR_SAME
};
// How what a pointer points to fits what the type of another pointer points to.
enum similar similar_fit(const struct hd_type *from, const struct hd_type *to);
// What both fit by SIMILAR_ADDS, or NULL.
struct hd_type *similar_common(struct hd_type *p, struct hd_type *q);
// A cast from pointer to pointer that loses qualifiers at a level that both have.
bool casts_away(const struct hd_type *from, const struct hd_type *to);
unsigned quals_of(const struct hd_type *t); // of the elements for arrays
// A record value from the values of its first members, the rest filled (dim3).
struct hd_expr *expr_record(struct check *c, struct hd_type *type, struct hd_expr **values, int n,
                            struct hd_range range);
// The name of several functions, or its address, of which the use has to say one; else NULL.
const struct hd_expr *overloaded_name(const struct hd_expr *e);
// The one of them that has the type that `to` points to; `e`: it is no such name, or none has.
struct hd_expr *overload_settle(struct check *c, struct hd_expr *e, struct hd_type *to);
// Reports that the use does not say which (`to`: what it wants, or NULL).
struct hd_expr *overload_unsettled(struct check *c, const struct hd_expr *name, struct hd_type *to,
                                   struct hd_range range);
// The function of an overload set or template that has this type; NULL: none. `targs`: the name
// with the template arguments that were given, or NULL.
struct hd_sym *overload_for_type(struct check *c, struct hd_sym *set, const struct hd_ast *targs,
                                 struct hd_type *func, struct hd_range where);

// ---- check/expr/call.c, check/expr/overload.c ---------------------------------------------------

struct call_args { // of one call
    struct hd_ast **asts;
    struct hd_expr **v; // as written; NULL: a braced list, checked when the parameter is known
    int n;
    bool failed;           // one of them has an error
    struct hd_ast **targs; // template arguments that were written, of a member
    int ntargs;
    bool has_targs;
    bool object; // v[0] is the object of member functions among the candidates
    int *groups; // words of arrays: the number of the written argument that each came from
};
// cudaMalloc(&p, n) and its kin take a pointer to any pointer.
bool takes_any_pointer(const struct hd_sym *func, const struct hd_type *param,
                       const struct hd_type *arg);
void check_args(struct check *c, struct hd_ast **asts, int n, struct call_args *out);
// What a call of a name means: the function to call, or a builtin's row with its signature.
struct callee {
    struct hd_sym *sym;           // SYM_FUNC, or NULL
    const struct hd_builtin *row; // when sym is NULL
    struct hd_type *type;         // HD_TY_FUNC
};
// Picks among the overload set that starts at sym (SYM_FUNC, SYM_TEMPLATE or SYM_BUILTIN). false:
// reported.
bool overload_pick(struct check *c, struct hd_sym *sym, const struct hd_ast *name,
                   struct call_args *args, struct hd_range where, bool launch, struct callee *out);
// Picks among these symbols. 1: found, 0: none fits (not reported when `quiet`), -1: reported.
int overload_pick_from(struct check *c, const char *shown, struct hd_sym **list, int n,
                       struct call_args *args, struct hd_range where, bool quiet,
                       struct callee *out);
// Converts the arguments to the parameters of a function of this type, adds defaults and promotes
// the rest. false: wrong number, reported. sym may be NULL (calls through pointers); shown: its
// name in messages.
bool convert_args(struct check *c, struct call_args *args, struct hd_type *type, struct hd_sym *sym,
                  const char *shown, struct hd_range where, struct hd_expr ***out, int *nout);
const char *signature_text(struct check *c, const char *name, const struct hd_type *type);

// The call of what `sym` means, with arguments that are checked already.
struct hd_expr *call_with_args(struct check *c, struct hd_sym *sym, struct hd_ast *ast,
                               struct call_args *args);
// A call of the function of that name with values that are checked already, which stands for all of
// `at`.
// A call of one of the functions of headers/heddle/new.h.
struct hd_expr *call_new_helper(struct check *c, const char *name, struct hd_expr **v, int n,
                                const struct hd_ast *at);
struct hd_expr *call_named(struct check *c, const char *name, struct hd_expr **values, int n,
                           const struct hd_ast *at);

// ---- check/expr/slips.c: what compiles and is hardly meant --------------------------------------

// Each warns, or says nothing. a and b: the operands as values, before they are brought to one
// type.
void slip_in_binary(struct check *c, const struct hd_ast *ast, const struct hd_expr *a,
                    const struct hd_expr *b);
void slip_in_condition(struct check *c, const struct hd_ast *ast); // `&&`, `||`, a comparison
void slip_in_quotient(struct check *c, const struct hd_ast *ast);
void slip_in_assignment(struct check *c, const struct hd_ast *ast);
void slip_in_for(struct check *c, const struct hd_ast *ast, const struct hd_ast *body); // is `;`
// A call of `name`; library: it is not the session's own function.
void slip_in_call(struct check *c, const char *name, const struct hd_ast *ast,
                  struct call_args *args, bool library);
void slip_in_format(struct check *c, const struct hd_expr *text, const char *name,
                    struct hd_range range);
void slip_at_end(struct check *c, const struct hd_func *func); // of its body
void slip_in_result(struct check *c, const struct hd_expr *e); // a cell's last expression

// ---- check/class/method.c: member functions -----------------------------------------------------

// The body of r is read from now on (c->scope is its own), its member at this index is; all of it
// has been and its layout is known, so that all member functions are declared.
void class_forming(struct check *c, struct hd_record *r, struct hd_spec *spec);
void class_forming_at(struct hd_record *r, int member);
void methods_declare(struct check *c, struct hd_record *r);
// The record of c->scope is an instance of a struct template, and has a member function of that
// name that is no template: `template <> int R<float>::f()` defines it.
bool member_is_plain(struct check *c, const struct hd_ast *ast);
void member_item(struct check *c, struct hd_ast *ast); // the definition of a member function
struct hd_sym *method_define(struct check *c, struct hd_method *m,
                             struct hd_ast *ast);                 // m's, which ast is
struct hd_type *method_type(struct check *c, struct hd_ast *ast); // without `this`
// The name with what `operator T` is called here: AST_NAME, AST_MEMBER, AST_USING; no other
// changes.
struct hd_ast *check_settled(struct check *c, struct hd_ast *ast);
int generics_named(struct check *c, const struct hd_record *r, const char *name, int n,
                   struct hd_sym ***out);
struct hd_type *ctor_with_this(struct check *c, const struct hd_record *r, struct hd_type *type);
struct hd_type *with_this(struct check *c, const struct hd_record *r, struct hd_type *type,
                          unsigned quals); // of the object
// The definition that is in force. NULL: it no longer compiles, which was reported.
struct hd_sym *method_current(struct check *c, const struct hd_method *m);
const char *method_shown(struct check *c, const struct hd_method *m); // `S::f`, for messages
bool has_this(const struct hd_sym *func);                    // its first parameter is `this`
const struct hd_type *shown_type(const struct hd_sym *func); // without `this`
// Friend functions with bodies in the struct templates of the arguments' types.
int friends_associated(struct check *c, const struct call_args *args, const char *name,
                       struct hd_sym ***out);
static inline bool takes_object(const struct hd_sym *func) { // a member: the call has one for it
    return func->method && !func->method->is_friend;
}
// Its declaration, for messages; shown: the name of one that is no member.
const char *func_text(struct check *c, const struct hd_sym *func, const char *shown);
const char *operator_key(struct check *c, const char *name, const struct hd_type *type);
bool all_static(struct hd_sym **list, int n); // functions of a class; false for none
int methods_named(struct check *c, const struct hd_record *r, const char *name,
                  struct hd_sym ***out);
struct hd_sym *static_member(struct check *c, const struct hd_record *r, const char *name);
// A member function that is named and not yet called: an EX_FUNC of type `auto` with its object in
// `a`.
bool is_bound(const struct hd_expr *e);
struct hd_expr *not_called(struct check *c, const struct hd_expr *e, const struct hd_ast *ast);
struct hd_expr *member_of(struct check *c, struct hd_expr *object, struct hd_ast *ast);

// ---- check/class/call.c -------------------------------------------------------------------------

// A call of the function that overload resolution chose. object: of a member function, else NULL.
struct hd_expr *call_sym(struct check *c, struct hd_sym *sym, struct hd_expr *object,
                         struct call_args *args, struct hd_range range, hd_loc loc);
// A call of what is_bound.
struct hd_expr *call_bound(struct check *c, const struct hd_expr *f, struct hd_ast *ast);
// The value of the call e of a function that returns `ret`.
struct hd_expr *call_result(struct check *c, struct hd_expr *e, struct hd_type *ret,
                            struct hd_range range);
// A use of a function that is `= delete`, which is reported.
bool deleted_function(struct check *c, const struct hd_sym *func, struct hd_range range);

// ---- check/expr/operator.c ----------------------------------------------------------------------

// objects: 1 for a member. false: reported.
bool operator_head_ok(struct check *c, const struct hd_declr *declr, const struct hd_type *type,
                      int objects);
bool may_be_overloaded(const struct check *c, const struct hd_expr *e);
// NULL: no function for these operands, the language's own rules hold.
struct hd_expr *operator_call(struct check *c, const char *name, struct call_args *args,
                              bool members_only, struct hd_range range, hd_loc loc);
struct hd_expr *unary_operator(struct check *c, int op, struct hd_expr *a, struct hd_ast *ast);
struct hd_expr *binary_operator(struct check *c, int op, struct hd_expr *a, struct hd_expr *b,
                                struct hd_ast *ast);
struct hd_expr *call_operator(struct check *c, struct hd_expr *object, struct hd_ast *ast,
                              const char *name);
struct hd_expr *operator_by_name(struct check *c, struct hd_ast *ast);
void note_operators(struct check *c, struct hd_diag *d, int op, const struct hd_expr *a,
                    const struct hd_expr *b);

// check/class/lambda.c: what OpenMP's parallel regions become
struct hd_expr *omp_builtin(struct check *c, const char *name, struct call_args *args,
                            struct hd_ast *ast);
bool is_stream(const struct hd_type *type); // <iostream>'s ostream or istream
struct hd_expr *stream_ok(struct check *c, struct hd_expr *stream,
                          struct hd_ast *ast); // as a condition: nothing failed

// ---- check/class/class.c: constructors ----------------------------------------------------------

bool class_runs_code(const struct hd_type *type, int depth); // to make `T x;`
bool class_has_default(const struct hd_type *type);          // a record whose own constructor does
bool class_is_aggregate(const struct hd_record *r);          // C++17 [dcl.init.aggr]p1
bool class_default_ok(struct check *c, const struct hd_type *type, const char *name,
                      struct hd_range range); // `T x;` is possible; false: reported
// The std::initializer_list of elements that are all of one type; NULL: they are not, or its header
// is missing (template/guide.c).
struct hd_type *list_type(struct check *c, struct hd_expr *const *v, int n, struct hd_range at);
// check/class/list.c: braced lists. The T of a std::initializer_list<T>, or of a reference to one;
// NULL: it is none.
struct hd_type *list_element(const struct hd_type *type);
// What a braced list is as an argument for a parameter of the type: enum rank.
int list_rank(struct check *c, struct hd_ast *list, struct hd_type *type);
// A std::initializer_list, or an object made by a constructor that takes one. NULL: the elements
// are to be a constructor's arguments.
struct hd_expr *class_from_list(struct check *c, struct hd_type *type, struct hd_ast *list);
// An object of `type` by that constructor, its own or one that it inherits.
struct hd_expr *class_made_by(struct check *c, struct hd_type *type, struct hd_sym *ctor,
                              struct call_args *args, struct hd_range range);
struct hd_expr *class_construct(struct check *c, struct hd_type *type, struct call_args *args,
                                struct hd_range range, bool implicit);
struct hd_expr *class_default(struct check *c, struct hd_type *type, struct hd_range range);
struct hd_expr *class_from_asts(struct check *c, struct hd_type *type, struct hd_ast **asts, int n,
                                struct hd_range range);
struct hd_expr *class_convert(struct check *c, struct hd_expr *e, struct hd_type *to); // or NULL
// How well a class object converts by its conversion functions to a type that is no class.
int class_conversion_rank(struct check *c, struct hd_expr *e, struct hd_type *to);
// An object can be of just this type. false: reported.
bool class_abstract_ok(struct check *c, const struct hd_type *type, struct hd_range range);
bool class_converts(struct check *c, struct hd_expr *e, struct hd_type *to);
// `= default` outside of the class: the function copies or moves; what it does.
bool class_default_copies(const struct hd_method *m);
void class_default_body(struct check *c, struct hd_func *func, stmt_vec *out);
void class_epilogue(struct check *c, struct hd_func *func, stmt_vec *out);
void class_prologue(struct check *c, struct hd_func *func, struct hd_ast *fn, stmt_vec *out);

// ---- check/class/special.c: what classes do without being told ---------------------------------

void class_finish(struct check *c, struct hd_record *r, struct hd_spec *spec); // members are known
// Whether a function declared so throws nothing (traits.c).
bool is_noexcept(struct check *c, const struct hd_sym *sym, const struct hd_deriv *d);
// Where something stands in a member function's head: `this` is a name there.
void declare_this(struct check *c, const struct hd_record *r, unsigned quals,
                  struct hd_range range);
bool promises(struct check *c, const struct hd_deriv *d); // `noexcept`, and its condition holds
// The same where the function's own names are meant: behind its parameters, in its class.
bool promises_here(struct check *c, const struct hd_sym *sym, const struct hd_deriv *d);
bool template_promises(struct check *c, const struct hd_spec_inst *inst, const struct hd_deriv *d);
bool declared_noexcept(struct check *c, const struct hd_sym *sym);
// The type of an expression; of a function's name with `noexcept`, where that was declared.
struct hd_type *function_type(struct check *c, const struct hd_expr *e);
bool is_explicit(struct check *c, const struct hd_spec *spec);
// comparison.c: comparisons that are `= default`. *type: what <=> returns, AUTO where that is not
// written.
struct hd_ast *comparison_body(struct check *c, struct hd_func *func, const struct hd_ast *ast,
                               struct hd_type **type);
// `a <=> b` of numbers and pointers; NULL: they are none.
struct hd_expr *expr_three_way(struct check *c, struct hd_expr *a, struct hd_expr *b,
                               const struct hd_ast *ast);
struct hd_expr *three_way_turned(struct check *c, struct hd_expr *e, const struct hd_ast *ast);
struct hd_expr *three_way_of_library(struct check *c, struct hd_expr *a, struct hd_expr *b,
                                     const struct hd_ast *ast); // NULL: it is not the library's
// exception.c
struct hd_expr *check_throw(struct check *c, struct hd_ast *ast);
// A `throw` as a value of the type and kind of `other`: `c ? throw x : other`.
struct hd_expr *throw_as(struct check *c, struct hd_expr *thrown, const struct hd_expr *other);
struct hd_stmt *check_try(struct check *c, struct hd_ast *ast);
// The block that a function's prologue belongs to: that of its function-try-block, or its body.
struct hd_stmt *function_tried(struct check *c, const struct hd_func *func, struct hd_stmt *body);
// e; should an exception leave it, undo is done.
struct hd_expr *expr_guarded(struct check *c, struct hd_expr *e, struct hd_expr *undo);
// From here on an exception that leaves the block destroys the object. NULL: nothing to destroy.
struct hd_stmt *guard_stmt(struct check *c, struct hd_expr *object, struct hd_range range);
// The elements that an EX_EACH has made are destroyed. first: a pointer to the first; NULL: they
// are its value.
void each_guard(struct check *c, struct hd_expr *each, struct hd_expr *first);
void init_guard(struct check *c, struct hd_init *init); // the same for the items of an initialiser
bool class_is_nontrivial(const struct hd_type *t, enum hd_special what); // of arrays: of elements
// The value of a glvalue of class type: a copy, or what a move constructor makes. Others as they
// are; loads of such glvalues (rvalue()) become values here, where it is known that one is needed.
struct hd_expr *class_value(struct check *c, struct hd_expr *e);
// An object of the type may be destroyed here (arrays: its elements). false: reported.
bool class_ends_ok(struct check *c, const struct hd_type *type, bool of_base,
                   struct hd_range range);
// Whether no implicit function of r could destroy its member or base.
bool class_cannot_end(struct check *c, const struct hd_record *r, const struct hd_field *f);
// The special member function, or NULL: it is none, or that of a class that is bytes.
const struct hd_method *class_special_of(const struct hd_record *r, enum hd_special what);
// What ends the life of the object. NULL: nothing is to be done.
struct hd_expr *class_destroy(struct check *c, struct hd_expr *lvalue);
// Made from what its members are by themselves; it has virtual bases and no constructor that says.
struct hd_expr *class_alone(struct check *c, struct hd_type *type, struct hd_range range);
struct hd_expr *class_destroy_as(struct check *c, struct hd_expr *lvalue, bool of_base);
// The member or base f of a whole object; tables: those that the object has now.
struct hd_expr *class_end_part(struct check *c, struct hd_expr *object, const struct hd_field *f,
                               struct base_tables tables);
// A value that nobody takes: an object that must be destroyed becomes a temporary.
struct hd_expr *expr_settled(struct check *c,
                             struct hd_expr *e); // an error where it is a template's name
struct hd_expr *class_discard(struct check *c, struct hd_expr *e);
struct hd_expr *class_argument(struct check *c, struct hd_expr *value); // passed by address
struct hd_expr *class_special(struct check *c, struct hd_method *m, struct hd_expr *object,
                              struct hd_expr *from, struct base_tables tables,
                              struct hd_range range); // a call of an implicit one
struct hd_expr *class_build(struct check *c, struct hd_expr *lvalue, struct hd_expr *value);
struct hd_expr *expr_each(struct check *c, struct hd_type *type, struct hd_expr *n, bool backwards,
                          struct hd_sym **index, struct hd_range range); // without its body
struct hd_expr *expr_comma(struct check *c, struct hd_expr *a, struct hd_expr *b); // a NULL: b
// e, a static member that was asked of an object, which is evaluated before it.
struct hd_expr *expr_beside(struct check *c, struct hd_expr *object, struct hd_expr *e);
// An object of what init has; an error where there is none.
struct hd_expr *expr_init(struct check *c, struct hd_init *init, struct hd_range range);
// The same object again: an expression that is evaluated once, in *first (NULL: not needed).
struct hd_expr *expr_once(struct check *c, struct hd_expr *lvalue, struct hd_expr **first);
struct hd_expr *expr_field(struct check *c, struct hd_expr *object, const struct hd_field *f);
// With temporaries of its own; `at`: where the default argument `e` is evaluated.
struct hd_expr *expr_copy(struct check *c, struct hd_expr *e, struct hd_range at);
bool is_default_argument(const struct check *c); // that is checked: its caller is not known yet
// What __builtin_LINE() and its kin are.
struct hd_expr *expr_caller(struct check *c, enum hd_caller what, struct hd_range at);
bool expr_names(const struct hd_expr *e, const struct hd_sym *sym); // somewhere in it
// What a member gets by itself, in a constructor that has the object in `this`.
struct hd_expr *expr_default(struct check *c, const struct hd_field *f, struct hd_sym *this);
static inline bool is_rvalue(const struct hd_expr *e) { return !e->is_lvalue || e->is_xvalue; }
static inline bool is_byaddr(const struct hd_type *t) {
    return t->kind == HD_TY_RECORD && t->record->by_address;
}

// ---- check/class/hierarchy.c: bases and virtual functions --------------------------------------

bool class_derives(const struct hd_type *d, const struct hd_type *b, uint64_t *offset);
bool class_has_virtual(const struct hd_record *r); // functions; it or a base
bool class_derives_virtually(const struct hd_record *d, const struct hd_record *b);
struct hd_expr *class_base(struct check *c, struct hd_expr *object, const struct hd_record *base);
// The virtual base f of the object, whatever it is a part of.
struct hd_expr *class_virtual_base(struct check *c, struct hd_expr *object,
                                   const struct hd_field *f);
struct hd_type *class_tables_type(void);
struct hd_expr *class_tables(struct check *c, struct base_tables t, int64_t word); // their address
struct base_tables class_own_tables(struct check *c, const struct hd_record *r);
struct base_tables class_base_tables(const struct hd_record *r, struct base_tables tables,
                                     const struct hd_field *base);
// The object's pointers to its tables are set; NULL: it has none.
struct hd_expr *class_point(struct check *c, const struct hd_record *r, struct hd_expr *object,
                            struct base_tables tables);
// A hidden local for the tables that an object of class r has now; *set: what gives it that value.
struct hd_sym *class_tables_now(struct check *c, const struct hd_record *r, struct hd_expr *object,
                                struct hd_expr **set);
// Without the conversions to bases that the language makes by itself, or that are written out.
const struct hd_expr *expr_whole(const struct hd_expr *e);
bool expr_is_whole(const struct hd_expr *e); // it is no part of an object that derives from it
// A pointer to a struct as one to its base, or back. NULL: neither.
struct hd_expr *class_pointer(struct check *c, struct hd_expr *p, struct hd_type *to);
void class_virtuals(struct check *c, struct hd_record *r); // when its functions are known
void class_set_pointers(struct check *c, const struct hd_record *r, struct hd_expr *object,
                        stmt_vec *out);                               // to the tables
struct hd_expr *class_whole(struct check *c, struct hd_expr *object); // its address, of a base's
// The function that the object's table has for m, and the address to call it with.
int class_slot_word(const struct hd_method *m); // its word in a table, from the part's first
struct hd_expr *class_virtual(struct check *c, const struct hd_method *m, struct hd_type *type,
                              struct hd_expr *object, struct hd_expr **self);
const char *own_name_of(const struct hd_record *r); // check/class/method.c
// Through a conversion function: explicit ones too where `asked`. NULL: there is none.
struct hd_expr *class_convert_by(struct check *c, struct hd_expr *e, struct hd_type *to,
                                 bool asked);
struct hd_expr *class_operand(struct check *c, struct hd_expr *e); // of a built-in operator

// ---- check/class/access.c: private and protected ------------------------------------------------

// Whether a member of the class `named`, in which it was looked for, may be used here. false:
// reported.
bool access_function(struct check *c, const struct hd_record *named, const struct hd_method *m,
                     bool has_object, struct hd_range at);
// Whether an object of class `named` has the member more than once; of one that objects share
// (static, a type, a constant): whether several bases have one. Reported.
bool access_ambiguous(struct check *c, const struct hd_record *named, const char *name, bool shared,
                      struct hd_range at);
bool access_field(struct check *c, const struct hd_record *named, const struct hd_field *field,
                  struct hd_range at);
// A static data member, a type, a constant, which `space` has.
bool access_name(struct check *c, const struct hd_record *named, struct hd_space *space,
                 const char *name, struct hd_range at, struct hd_range declared);
// The class around that an unqualified name of r's was looked for in: r, or one derived from it.
bool access_static(struct check *c, const struct hd_record *named, const struct hd_sym *variable,
                   const struct hd_ast *ast); // a static data member, be it made or not
const struct hd_record *access_naming(struct check *c, const struct hd_record *r);
extern const struct hd_record access_nobody; // check.access_in: outside of everything
// Whether an implicit member function of `within` may use the special one of a member's or a base's
// class.
bool access_implicit(struct check *c, const struct hd_record *within, const struct hd_method *m,
                     bool of_base);
// What `using B::name;` names in B.
bool access_used(struct check *c, const struct hd_record *base, const char *name,
                 struct hd_range at);
bool base_is_ambiguous(struct check *c, const struct hd_record *derived,
                       const struct hd_record *base, struct hd_range at);
bool access_base(struct check *c, const struct hd_record *derived, const struct hd_record *base,
                 struct hd_range at);
// Notes friends and the access of what is no field or function.
void access_declare(struct check *c, struct hd_record *r, const struct hd_spec *spec);

// ---- check/class/local.c: classes inside of functions
// ------------------------------------------

void local_class_name(struct check *c, struct hd_record *r); // before its functions are declared
void local_class_functions(struct check *c, struct hd_record *r); // once they are
void local_class_bodies(struct check *c); // of those that wait for it, when the class has ended
// A variable of the function around the class at hand: its value where that is a constant.
struct hd_expr *around_local_class(struct check *c, struct hd_sym *sym, struct hd_range range);

// ---- check/class/lambda.c -----------------------------------------------------------------------

struct hd_expr *check_lambda(struct check *c, struct hd_ast *ast);
struct hd_expr *captured_expr(struct check *c, struct hd_sym *sym, struct hd_range range);
// What a variable with static storage, named with `::`, is in an OpenMP region that copies it; or
// NULL.
struct hd_expr *closure_copy(struct check *c, const struct hd_sym *sym, struct hd_range range);
// The names that a closure's function finds around it, in a space of their own.
void closure_enter(struct check *nc, struct hd_record *r);
bool closure_is_plain(const struct hd_type *from, const struct hd_type *to); // converts to it
struct hd_expr *closure_pointer(struct check *c, const struct hd_expr *e, const struct hd_type *to);
// The pointer that `+lambda` means. NULL: there is none.
struct hd_expr *closure_as_pointer(struct check *c, const struct hd_expr *e);
// A constant whose value may be used without its object (C++ [expr.const]: of an integer, or
// constexpr).
bool is_usable_constant(const struct hd_sym *sym);
void template_name_autos(struct check *c, struct hd_ast *ast); // `auto` parameters: generics.c
// What func returns became known.
void function_returns(struct check *c, struct hd_func *func, struct hd_type *type);
void template_hold(struct check *c, const struct hd_arena *what); // c's results point into it

// ---- check/class/new.c: new and delete ----------------------------------------------------------

struct hd_expr *check_new(struct check *c, struct hd_ast *ast);
struct hd_expr *check_delete(struct check *c, struct hd_ast *ast);
struct hd_expr *allocation_by_name(struct check *c, const char *name, struct call_args *args,
                                   struct hd_ast *ast);
struct hd_expr *check_dtor_call(struct check *c, struct hd_ast *ast); // `p->~T()`

struct hd_stmt *check_range_for(struct check *c, struct hd_ast *ast); // check/decl/range_for.c

// ---- check/cuda/display.c -----------------------------------------------------------------------

// A call of a row whose lowering is DISPLAY.
struct hd_expr *check_display(struct check *c, const struct hd_builtin *row, struct call_args *args,
                              struct hd_ast *ast);

// ---- generics.c ---------------------------------------------------------------------------------

// Deduces arguments for a call (nargs < 0: from explicit arguments alone) and checks the
// declaration that results; the body is checked by template_use once it was picked.
// asts (or NULL): of the arguments; a braced list is no expression (NULL in args).
// NULL: not viable (why: in *why, for the list of candidates; nothing is reported).
struct hd_spec_inst *template_match(struct check *c, struct hd_template *t, struct hd_ast **targs,
                                    int ntargs, struct hd_expr **args, struct hd_ast **asts,
                                    int nargs, struct hd_range where, const char **why);
// The instance of a conversion function template that makes `to` (C++ [temp.deduct.conv]), or NULL.
struct hd_spec_inst *template_match_conversion(struct check *c, struct hd_template *t,
                                               struct hd_type *to, struct hd_range where);
bool template_deduce_conversion(struct check *c, struct hd_template *t, struct hd_type *to,
                                struct hd_targ *binds);
// The function that was picked, with its body checked. NULL: that has errors, which were reported.
struct hd_sym *template_use(struct check *c, struct hd_spec_inst *inst, struct hd_range where);
// The same for a call, which is perhaps only asked about.
struct hd_sym *template_called(struct check *c, struct hd_spec_inst *inst, struct hd_range where);
// Whether the body is looked into where a call of it stands ([temp.inst]p5): always where it runs;
// in what is only asked about, for a result that is deduced. Constants get the bodies that they
// need by themselves (const/interp.c).
bool template_asks_body(struct check *c, const struct hd_sym *func, const struct hd_type *type,
                        const struct hd_ast *ast);
// The definition of one that was only asked about so far, for a constant that calls it.
const struct hd_sym *template_definition(const struct hd_sym *sym);
// deduce.c
struct hd_deriv *function_deriv(const struct hd_declr *declr); // check/decl/func.c
// Binds what explicit arguments and a call (nargs < 0: none) determine. false: does not fit, *why
// says how.
bool template_deduce_args(struct check *c, struct hd_template *t, struct hd_ast **targs, int ntargs,
                          struct hd_expr **args, struct hd_ast **asts, int nargs,
                          struct hd_targ *binds, const char **why);
// One explicit argument for a parameter.
bool template_bind_explicit(struct check *c, const struct hd_template *t, const struct hd_tparam *p,
                            struct hd_ast *arg, struct hd_targ *out, const char **why);
// The arguments of t's parameters with which `pattern` (a list of template arguments as written) is
// `args`. false: there are none.
bool template_deduce_pattern(struct check *c, struct hd_template *t, struct hd_ast **pattern,
                             int npattern, const struct hd_targ *args, int nargs,
                             struct hd_targ *binds);
// > 0: a is more specialised than b, < 0: b is; 0: neither. pattern.c
int template_order(const struct hd_template *a, const struct hd_template *b, int nargs);
// > 0: the constraint of a with these arguments says more than b's, < 0: b's does, 0: neither.
int constraint_order(struct check *c, struct hd_template *a, const struct hd_targ *as,
                     struct hd_template *b, const struct hd_targ *bs);
int template_order_lists(const struct hd_template *a, struct hd_ast **as, int na,
                         const struct hd_template *b, struct hd_ast **bs, int nb);
// The same declaration but for the names of the parameters.
bool template_same_head(const struct hd_ast *a, const struct hd_ast *b);
bool template_same_args(const struct hd_ast *a, struct hd_ast **as, int na, const struct hd_ast *b,
                        struct hd_ast **bs, int nb);

// struct_template.c: members that are defined outside, for member_class.c
const struct hd_name_part *first_with_args(const struct hd_qual *qual); // NULL: none has any
struct hd_template *outside_template(struct check *c, struct hd_sym *sym,
                                     const struct hd_name_part *part, const struct hd_ast *ast);
void outside_declare(struct check *c, struct hd_ast *ast, const char *name, const char *base,
                     const char *key, struct hd_template *of, const struct hd_sym *sym);
const struct hd_spec *nested_spec(const struct hd_spec *spec, const char *name);
// member_class.c: `template <class T> struct List<T>::Node { ... };`. false: ast is something else.
bool member_class_declare(struct check *c, struct hd_ast *ast);
// What `struct Node;` among the members of `outer` is: the definition outside, else itself.
struct hd_spec *member_class_text(struct check *c, const struct hd_record *outer,
                                  struct hd_spec *spec);

// pack.c
struct hd_sym *pack_new(struct check *c, const char *name, int n, struct hd_range range);
struct hd_element;
void element_enter(const struct hd_element *e, int *saved); // saved: one for each of its packs
void element_leave(const struct hd_element *e, const int *saved);
int element_packs(const struct hd_element *e);
// Of a parameter that is a pack. NULL: reported.
struct hd_element *param_elements(struct check *c, const struct hd_param *p, int *n);
struct hd_element *element_at(struct hd_element *all, int i);
struct hd_expr *check_element(struct check *c, struct hd_ast *ast);
struct hd_expr *check_pack_size(struct check *c, struct hd_ast *ast);
struct hd_expr *check_fold(struct check *c, struct hd_ast *ast);
// generics.c: what struct_template.c uses too.
const char *template_name(const struct hd_template *t);
void template_find_outside(struct check *c, struct hd_template *t); // a member's body
bool template_bind_list(struct check *c, const struct hd_template *t, struct hd_ast **targs,
                        int ntargs, struct hd_targ *binds, const char **why);
// The space around a template's parameters, and one for these; and back.
void template_enter(struct check *nc, const struct hd_template *t);
void template_leave(struct check *nc);
// struct_template.c: the space of a record, with the parameters of the templates around it (named
// as in `head`, where that is not NULL).
const struct hd_instance *instance_around(const struct hd_record *r); // that it is in; or NULL
const struct hd_instance *instance_outermost(const struct hd_record *r);
// The family of a member's definitions outside of its struct.
const char *outside_base(struct check *c, const struct hd_record *r, const char *member);
const char *outside_base_of(struct check *c, const struct hd_method *m);
// Whether that definition has a `template <...>` of its own besides those of r and around it.
bool outside_is_template(const struct hd_template *text, const struct hd_record *r);
void owner_enter(struct check *nc, struct hd_record *r, const struct hd_ast *head);
bool template_declare_binds(struct check *nc, const struct hd_template *t, struct hd_targ *binds,
                            const char **why);
const char *template_instance_name(const struct hd_template *t, const struct hd_targ *binds,
                                   enum hd_lang lang);
bool template_too_deep(struct check *c, const struct hd_template *t, struct hd_range where);
void template_note_use(struct check *c, struct hd_diag *from, const char *name,
                       struct hd_range where);

void spaces_associated(struct check *c, const struct call_args *args, space_vec *out);
bool takes_iterators(const struct call_args *args); // of std, as pointers
bool function_is_behind(const struct check *c, const struct hd_sym *s);
bool is_associated(struct check *c, const struct hd_sym *s, const struct call_args *args);
// A name that is found by its arguments' types alone. false: no function is.
bool overload_pick_associated(struct check *c, const struct hd_ast *name, struct call_args *args,
                              struct hd_range where, struct callee *out);
// What the name of an AST_NAME means. false: nothing, or it was reported.
bool name_look(struct check *c, const struct hd_ast *ast, struct hd_found *out);
struct hd_sym *name_lookup(struct check *c, const struct hd_ast *ast); // NULL: no symbol
// A member of r by its name alone, or as `r::name`.
struct hd_expr *member_name(struct check *c, struct hd_record *r, struct hd_ast *ast);

#endif
