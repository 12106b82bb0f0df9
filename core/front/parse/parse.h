// The parser's own header: what its files share.
//
// The parser never goes back: ambiguities are settled by scanning ahead over token indices
// (parse_skip, parse_match), which changes nothing, and which is done once per statement or
// bracket, so that parsing takes time linear in the input for any nesting that the depth limit lets
// through.
//
// Errors use panic mode: after a reported error every look at the input answers "end of input", so
// that all functions return quickly and say nothing, until parse_resync moves to the next statement
// or item.
//
// Heights: every node is finished by parse_done, which knows how many levels are below it and
// refuses more than MAX_HEIGHT, so that whoever walks a tree recursively needs no limit of its own.
#ifndef HD_PARSE_H
#define HD_PARSE_H

#include "front/front.h"

enum { MAX_DEPTH = 256, MAX_HEIGHT = 2000, MAX_DERIVS = 250, MAX_OPEN = 256, MAX_PACK = 256 };

struct parse_name { // a name declared in a scope of the parser
    const char *name;
    enum name_class cls;
    bool is_pack;                 // a template's parameter pack
    bool is_tparam;               // a template's parameter
    struct parse_inner inner;     // what stands behind `name::`
    struct parse_name *in_bucket; // older names with the same hash; the first hit is the innermost
    struct parse_name *in_scope;  // declared before this one in the same scope
};

struct parse_scope {
    struct parse_scope *outer;
    struct parse_name *newest;
    int nused; // namespaces in use (state->used) when it was entered
};

struct parse_state {
    const struct hd_token *tok; // the current token: in the array, or one of the following
    struct hd_token eof;        // after the last token, and always while in panic
    struct hd_token
        edited;    // rest of a `>>` that was split, or a C++ keyword used as a name by a C header
    bool panic;    // an error was reported; see parse_resync
    bool no_gt;    // inside template arguments: `>` ends the expression
    bool in_index; // between the brackets of an index: `i::2` is a section
    bool template_name;      // template<> and explicit instantiation: `name<args>` declares
    bool told_deep;          // the depth limit was reported
    bool told_nested;        // a function inside another was reported: a `}` is missing anyway
    bool told_statement;     // said once that a program has no statements at top level
    int last;                // index of the last consumed token, -1 at the start
    hd_loc last_end;         // where it ends
    int tallest;             // height of the highest node finished since it was last reset
    int *match;              // partners of opening brackets, once needed (parse_match)
    int pragmas_done;        // pragmas before this index have had their effect
    int contract_at;         // index behind which FP_CONTRACT stands that changed last
    bool no_contract_before; // what was in force there
    int unroll_at;           // index of a `#pragma unroll` that waits for its loop, -1 none
    int pack_stack[MAX_PACK];
    int npack;
    struct { // open `extern "C" {` and `namespace {` at top level
        bool extern_c;
        int at;
        struct hd_space *outer; // around it
    } open[MAX_OPEN];
    int nopen;
    bool lambda, is_mutable;        // a lambda's parameters are at hand; `mutable` came behind them
    struct hd_ast *head;            // of the member template at hand, or NULL
    int types_of, types_before;     // decltype() so far, and before the last `->`
    struct hd_ast *trailing;        // the type after `->` of the declarator just parsed
    const char *record;             // the struct whose members are being parsed, or NULL
    struct hd_space *record_space;  // the space of these, at top level
    struct parse_inner declared_in; // what qualifies the declarator just parsed
    bool method;                    // a declarator of a member: `const` may follow its parameters
    bool type_name;                 // `typename` came before: what follows is a type
    bool generic;            // in a struct template: its member functions are no items of their own
    struct hd_ast **hoisted; // member and friend functions with bodies: items of their own, after
                             // their struct's
    int nhoisted, hoisted_taken, hoisted_cap;
    int blocks;           // open `{ ... }` of statements: structs in them are local
    const char *function; // the function whose body is being parsed, and its `{`
    const struct hd_token *function_open;
    HD_VEC(struct parse_inner) used; // by `using namespace` in the open scopes, and bases
    struct parse_name **buckets;     // hash table of the names in all open scopes
    int nbuckets, nnames;
};

typedef HD_VEC(struct hd_ast *) ast_vec;

// ---- tokens.c: the token at hand, those ahead, brackets -----------------------------------------

static inline const struct hd_token *parse_tok(const struct parser *p) { return p->state->tok; }
static inline bool parse_is(const struct parser *p, int kind) {
    return p->state->tok->kind == kind;
}
static inline bool parse_cu(const struct parser *p) { return p->lang == HD_LANG_CU; }
void parse_advance(struct parser *p);
void parse_settle(
    struct parser *p); // makes the token at p->at, or the next that counts, the current one
bool parse_accept(struct parser *p, int kind);
int parse_skip(const struct parser *p,
               int i); // first index from i on that is a token of the language
int parse_kind_at(const struct parser *p, int i);           // TK_EOF after the end
static inline int parse_next(const struct parser *p, int i) // the index after token i
{
    return parse_skip(p, i + 1);
}
static inline int parse_peek(const struct parser *p) // kind of the token after the current one
{
    return parse_is(p, TK_EOF) ? TK_EOF : parse_kind_at(p, parse_next(p, p->at));
}
int parse_match(const struct parser *p,
                int i);                 // index of the bracket that closes the one at i, or p->n
void parse_match_all(struct parser *p); // now, for all tokens
int parse_angle(const struct parser *p,
                int i); // the same for the `<` of template arguments; -1: it is none
int parse_angle_of(struct parser *p, int i, enum name_class cls); // behind a name of that class
// The index behind the `>` of the `<` at i: of the same token when more `>` are left.
int parse_after_angle(const struct parser *p, int i, bool sure);
bool parse_close_angle(struct parser *p); // consumes one `>`, splitting longer tokens

bool parse_word(const struct hd_token *tok, const char *text); // an identifier spelled so

// ---- parse.c ------------------------------------------------------------------------------------

void parse_begin(struct parser *p); // what is asked for items, bodies and names begins with it

// ---- node.c: nodes ------------------------------------------------------------------------------

bool parse_enter(
    struct parser *p); // one level deeper; false: too deep (reported). Always pair with
static inline void parse_leave(struct parser *p) { p->depth--; }

struct hd_ast *parse_node(struct parser *p, enum hd_ast_kind kind,
                          int op); // begins at the current token
struct hd_ast *parse_node_at(struct parser *p, enum hd_ast_kind kind, int op, hd_loc from);
struct hd_ast *parse_done(struct parser *p, struct hd_ast *node); // ends at the last one
struct hd_ast *parse_kids(struct parser *p, struct hd_ast *node,
                          const ast_vec *kids); // sets kids, then done
struct hd_ast *parse_kids_of(struct parser *p, struct hd_ast *node, int n, ...);
struct hd_ast *parse_nothing(struct parser *p); // stands for what could not be parsed
// Around something whose nodes hang in specifiers and declarators, not in kids.
int parse_tall_begin(struct parser *p);
struct hd_ast *parse_tall_done(struct parser *p, struct hd_ast *node, int mark);

// ---- name.c: scopes, qualified names ------------------------------------------------------------

void parse_push(struct parser *p, struct parse_scope *scope);
void parse_pop(struct parser *p);
void parse_declare(struct parser *p, const char *name, enum name_class cls); // NULL name: nothing
const struct parse_name *parse_find_name(const struct parser *p, const char *name); // or NULL
enum name_class parse_classify(struct parser *p, const char *name);
void parse_declare_tag(struct parser *p, const char *name, const struct hd_spec *spec);
// `using name = T;`, where spec is T: behind `name::` stands what is behind `T::`.
void parse_declare_alias(struct parser *p, const char *name, const struct hd_spec *spec);
void parse_declare_members(struct parser *p, struct hd_ast *const *members, int n);
// A name with all that qualifies it: `x`, `::x`, `A::B<int>::x`.
struct parse_path {
    int name;            // index of its last component: an identifier, or see special
    int bare;            // the index behind that,
    int after;           // and behind its template arguments
    int parts;           // components before the last
    bool rooted;         // begins with `::`
    bool template_word;  // `template` comes before the last
    bool ctor;           // the last two are the same: `A::A`
    bool special;        // the last is `operator` or `~`
    enum name_class cls; // of the last
    HD_VEC(const struct hd_spec *) around; // trees of the structs before the last but one
    struct parse_inner in;                 // what stands before the last,
    struct parse_inner leads;              // and what `::` after it would lead to
};
bool parse_path_at(struct parser *p, int i, struct parse_path *path); // false: no name begins here
// Whether the name at hand may have more than one component. A name that is being declared is not
// looked up for that: it would need what it replaces.
bool parse_may_be_qualified(const struct parser *p);
// The index of the `*` of `C::*` at i, else -1.
int parse_member_star_at(struct parser *p, int i);
// The index of the `::` of `decltype(...)::` at i, else -1.
int parse_decltype_scope_at(const struct parser *p, int i);
struct hd_qual *parse_qual(struct parser *p,
                           const struct parse_path *path); // up to the last component; or NULL
// What follows in this item is seen from there (a member's definition outside of its struct).
void parse_enter_inner(struct parser *p, const struct parse_path *path);
bool parse_declared_here(struct parser *p, const char *name); // in the innermost scope

// ---- pragma.c -----------------------------------------------------------------------------------

void parse_pragma_effect(struct parser *p, int i); // of the pragma at i
void parse_take_unroll(struct parser *p, struct hd_ast *loop, int pragma);

// ---- error.c ------------------------------------------------------------------------------------

struct hd_range parse_tok_range(const struct hd_token *tok);
struct hd_range parse_here(const struct parser *p);  // the current token
struct hd_range parse_after(const struct parser *p); // just behind the last consumed token
struct hd_range parse_from(const struct parser *p,
                           hd_loc from);         // from there to the last consumed token
const char *parse_found(const struct parser *p); // "`x`", "the end of the input"

// Each gives NULL while errors are quiet (panic, trial); parse_note and parse_help take that.
struct hd_diag *parse_report(struct parser *p, struct hd_range range, const char *fmt, ...)
    HD_PRINTF(3, 4);
const char *parse_spelling(int kind); // of a token that has only one, `and` being `&&`; or NULL
const char *parse_specifier_meant(const char *word); // `__global__` for `_global__`; or NULL
struct hd_diag *parse_fail(struct parser *p, struct hd_range range, const char *fmt,
                           ...) // and panics
    HD_PRINTF(3, 4);
void parse_stop(struct parser *p); // panics without another message
void parse_note(struct parser *p, struct hd_diag *diag, struct hd_range range, const char *fmt, ...)
    HD_PRINTF(4, 5);
void parse_help(struct parser *p, struct hd_diag *diag, const char *fmt, ...) HD_PRINTF(3, 4);
void parse_warn(struct parser *p, struct hd_range range, const char *flag, const char *help,
                const char *fmt, ...) HD_PRINTF(5, 6);
bool parse_expect(struct parser *p, int kind, const char *where); // "expected `(` after `if`"
bool parse_close(struct parser *p, int kind,
                 const struct hd_token *open); // names the bracket it belongs to
bool parse_semi(struct parser *p, const char *what, const char *name); // `;` after WHAT [`NAME`]
void parse_resync(struct parser *p, int start,
                  bool top); // ends the panic; start: where the statement began
const char *parse_suggest(struct parser *p, const char *name, bool types_only);

// ---- ahead.c: what begins at a token ------------------------------------------------------------

enum spec_where { SPEC_DECL, SPEC_PARAM, SPEC_MEMBER, SPEC_TYPE_NAME };

bool parse_attribute_at(const struct parser *p, int i);
bool parse_type_at(struct parser *p, int i); // a type name, where an expression may stand as well
bool parse_type_arg_at(struct parser *p, int i); // the same for template arguments
bool parse_decl_at(struct parser *p, int i); // a declaration, where a statement may stand as well
bool parse_params_at(struct parser *p, int i, bool is_void); // i: `(` after a declarator's name
bool parse_simple_type_at(struct parser *p, int i);          // one token that names a type
bool parse_unknown_type_at(struct parser *p, int i, enum spec_where where);
bool parse_concept_auto_at(struct parser *p, int i);    // `C auto`
bool parse_transform_at(const struct parser *p, int i); // a trait that makes a type
enum hd_trait parse_trait_at(const struct parser *p, int i, bool *makes_type);

// ---- spec.c: specifiers, attributes -------------------------------------------------------------

struct hd_spec *parse_spec(struct parser *p, enum spec_where where);
void parse_attributes(struct parser *p, struct hd_attr **list);
struct hd_ast *parse_decltype(struct parser *p); // at the word: AST_TYPE_NAME
bool parse_statement_word(const char *word);     // return, while ...

// ---- tag.c: struct, union, enum -----------------------------------------------------------------

void parse_tag(struct parser *p, struct hd_spec *spec);       // from the word on
void parse_spec_args(struct parser *p, struct hd_spec *spec); // template arguments of its name

// ---- declr.c: declarators -----------------------------------------------------------------------

enum declr_mode { DECLR_NAMED, DECLR_INIT, DECLR_MEMBER, DECLR_PARAM, DECLR_ABSTRACT };

struct hd_declr *parse_declarator(struct parser *p, enum declr_mode mode,
                                  const struct hd_spec *spec);
struct hd_ast *parse_type_name(struct parser *p);
// Of `new`; count: what the first `[]` holds, or NULL; *counts_list: it holds nothing, and a list
// in braces follows.
struct hd_ast *parse_new_type(struct parser *p, struct hd_ast **count, bool *counts_list);
void parse_move_trailing(struct parser *p, struct hd_ast *declaration, struct hd_declr *declr);
struct hd_deriv *parse_function_deriv(const struct hd_declr *declr); // when it declares a function
// For lambdas: from `(` on; what may come behind it.
bool parse_param(struct parser *p, struct hd_param *param); // false: an error was reported
struct hd_deriv *parse_function_suffix(struct parser *p, int *count);
void parse_after_params(struct parser *p, struct hd_deriv *d);

// ---- decl.c: declarations, initialisers ---------------------------------------------------------

enum decl_where { DECL_TOP, DECL_LOCAL, DECL_FOR, DECL_CONDITION };

bool parse_guide_at(const struct parser *p); // `Foo(T) -> Foo<T>;`
bool parse_is_comparison(const char *name);  // `operator==`, `operator<=>` and their kin
void parse_default_comparison(struct parser *p, struct hd_ast *fn); // its body is the checker's
bool parse_has_auto_param(const struct hd_deriv *fn);               // which makes a template of it
struct hd_ast *parse_function_definition(struct parser *p, struct hd_ast *declaration,
                                         struct hd_declr *declr, int mark);
struct hd_ast *parse_declaration(struct parser *p,
                                 enum decl_where where); // FOR, CONDITION: without `;`
struct hd_ast *parse_generic_declaration(
    struct parser *p, const struct hd_ast *tmpl); // at top level; tmpl: its parameters, or NULL
struct hd_ast *parse_initializer(struct parser *p);
struct hd_ast *parse_init_list(struct parser *p);
struct hd_ast *parse_static_assert(struct parser *p);
void parse_params_into_scope(struct parser *p, const struct hd_ast *function);

// ---- using.c ------------------------------------------------------------------------------------

struct hd_ast *parse_using(struct parser *p);
// All of it, also its last component; leads: to its space.
struct hd_qual *parse_namespace_name(struct parser *p, struct parse_inner *leads);

// ---- parse.c ------------------------------------------------------------------------------------

struct hd_ast *parse_namespace(struct parser *p);

// ---- template.c ---------------------------------------------------------------------------------

struct hd_ast *parse_template(struct parser *p);
void parse_take_head(struct hd_ast *n, const struct hd_ast *head);
void parse_declare_tparam(struct parser *p, const struct hd_tparam *t);
// Reports a name that is declared anew where it is a template's parameter (C++ [temp.local]p6).
void parse_not_tparam(struct parser *p, const char *name, struct hd_range range);

// ---- lambda.c -----------------------------------------------------------------------------------

struct hd_ast *parse_lambda(struct parser *p);
void parse_lambda_params(struct parser *p, struct hd_ast *fn); // `<typename T>`
bool parse_bracket_list(struct parser *p); // `[1, 2]` among arguments and indices
struct hd_ast *parse_bracketed(struct parser *p);

// ---- member.c: member functions, operators ------------------------------------------------------

struct later_body {
    struct hd_ast *fn;
    int at;
}; // at: its `:` or `{`
struct members { // of one struct
    struct hd_spec *spec;
    ast_vec list;
    HD_VEC(struct later_body) bodies;
    ast_vec friends;
    enum hd_access access;
    int placed; // members of the list that know their access
};
enum hd_access parse_access(const struct hd_token *t); // public, private, protected
void parse_special_member(struct hd_ast *n, const struct hd_declr *declr);
const char *parse_dtor_name(struct parser *p); // at `~`
// At `operator`: "operator+", "operator new[]"; with `conversion` also "operator T", whose type
// goes there. NULL: reported.
const char *parse_operator_name(struct parser *p, struct hd_ast **conversion);
bool parse_member_special(
    struct parser *p, struct members *m); // access specifiers, what is not supported: dealt with
void parse_member_template(struct parser *p, struct members *m); // at `template`; parse/template.c
// NULL: it was a function, which is among the members already. tag.c
struct hd_ast *parse_member_declaration(struct parser *p, struct members *m);
bool parse_member_function(struct parser *p, struct members *m, struct hd_ast *declaration,
                           struct hd_ast *declarator,
                           int mark);                          // its parameters were parsed
bool parse_is_ctor_at(const struct parser *p, int i);          // the struct's own name and `(`
void parse_member_bodies(struct parser *p, struct members *m); // behind the struct's `}`
void parse_member_inits(struct parser *p, ast_vec *kids);      // from `:` on
struct hd_ast *parse_member_text(
    struct parser *p); // the whole text is a member function of p->space

// ---- concept.c ----------------------------------------------------------------------------------

bool parse_concept_at(struct parser *p, int i, int *after); // a concept's name, with arguments
struct hd_ast *parse_concept_name(struct parser *p);
struct hd_ast *parse_requires_clause(struct parser *p); // NULL: none is here
struct hd_ast *parse_requires_expr(struct parser *p);
struct hd_ast *parse_concept(struct parser *p, struct hd_ast *head);

// ---- primary.c: primary expressions, arguments --------------------------------------------------

struct hd_ast *parse_primary(struct parser *p);
void parse_args(struct parser *p, ast_vec *args, int close,
                const struct hd_token *open);                             // up to and with close
struct hd_ast *parse_expansion(struct parser *p, struct hd_ast *pattern); // `pattern...`, or it
void parse_template_args(struct parser *p, ast_vec *args); // from `<` up to and with `>`
struct hd_ast *parse_string(struct parser *p);
const char *parse_joined_string(struct parser *p); // adjacent literals as one interned text
bool parse_lift_gt(struct parser *p);          // at a bracket: what state->no_gt is behind it again
struct hd_ast *parse_broken(struct hd_ast *n); // stands for what has an error

// ---- expr.c: operators --------------------------------------------------------------------------

struct hd_ast *parse_expr(struct parser *p); // with commas
struct hd_ast *parse_assign(struct parser *p);
struct hd_ast *parse_conditional(struct parser *p);
struct hd_ast *parse_cast(struct parser *p);  // a cast, or what binds more tightly
int parse_precedence(const struct parser *p); // of the token as a binary operator; 0: it is none

// ---- literal.c ----------------------------------------------------------------------------------

// A number; a string or character with the suffix that touches it, if there is one; `""_x` behind
// `operator`.
struct hd_ast *parse_number(struct parser *p);
struct hd_ast *parse_suffixed(struct parser *p, struct hd_ast *literal);
const char *parse_literal_operator(struct parser *p);

// ---- stmt.c -------------------------------------------------------------------------------------

struct hd_ast *parse_stmt(struct parser *p, bool top); // top: a cell's own statement
struct hd_ast *parse_block(struct parser *p);          // { ... } with a scope of its own
// `try` in front of a function's body (NULL: it is not there), and the body with its handlers.
struct hd_ast *parse_function_try(struct parser *p);
struct hd_ast *parse_function_block(struct parser *p, struct hd_ast *fn);
struct hd_ast *parse_function_tried(struct parser *p, struct hd_ast *attempt, struct hd_ast *block);
struct hd_ast *parse_asm(struct parser *p);
bool parse_misspelt_at(struct parser *p, int i, const char **near); // `whlie (...) {` at i
void parse_skip_braces(struct parser *p);                           // over a balanced { ... }

#endif
