// What parse/ gives: the syntax tree. parse.c, expr.c, stmt.c, decl.c
//
#ifndef HD_AST_H
#define HD_AST_H

#include "front/lex/tokens.h"

// One node type, so that generics can be walked again for each instantiation. What the members mean
// is written beside each kind. `kids` are in source order; optional ones may be NULL.

enum hd_ast_kind {
    // expressions
    AST_NAME,   // name (identifier). kids: explicit template arguments when targs (AST_TYPE_NAME or
                // expr)
    AST_NUMBER, // tok (pp-number): value and type found by check_number
    AST_CHARACTER, // tok
    AST_STRING,    // toks, ntoks: adjacent literals, not yet joined
    AST_BOOL,      // op: 0 or 1 (true, false)
    AST_NULLPTR,
    AST_UNARY,  // op: TK_MINUS TK_PLUS TK_TILDE TK_NOT TK_STAR TK_AMP; kids[0]
    AST_PRE,    // op: TK_INC or TK_DEC
    AST_POST,   // op: TK_INC or TK_DEC
    AST_BINARY, // op: TK_PLUS ... TK_OR_OR; kids[0], kids[1]
    AST_ASSIGN, // op: TK_ASSIGN, TK_PLUS_ASSIGN ...
    AST_COND,   // kids[0] ? kids[1] (NULL for GNU ?:) : kids[2]
    AST_COMMA,
    AST_CALL,   // kids[0] called; kids[1..] arguments
    AST_LAUNCH, // kids[0] kernel; kids[1..4] grid, block, shared, stream (NULL when left out);
                // kids[5..] args
    AST_INDEX,  // kids[0][kids[1], ...]: several indices only of arrays (check/array), AST_SECTIONs
                // too
    AST_SECTION, // kids: start, stop, step, each or NULL; op TK_ELLIPSIS: `...`, TK_SCOPE: begins
                 // with `::`
    AST_MEMBER,  // kids[0].name; op: TK_DOT or TK_ARROW. With targs kids[1..]: template arguments
    AST_CAST,    // (type) kids[1]; kids[0] AST_TYPE_NAME; op: TK_LPAREN C cast, TK_STATIC_CAST ...,
                 // TK_IDENT functional cast T(x, ...) with kids[1..] or T{...} with an
                 // AST_INIT_LIST
    AST_SIZEOF,  // op: TK_SIZEOF, TK_ALIGNOF; kids[0]: expression or AST_TYPE_NAME. TK_ELLIPSIS:
                 // sizeof...(name)
    AST_EXPAND,  // kids[0]...: a pattern with packs in it, in any list
    AST_ELEMENT, // kids[0] for one element of its packs: `element` (template/pack.c makes it)
    AST_FOLD,    // (kids[0] op ... op kids[1]); one of the kids may be NULL
    AST_TRAIT,   // __is_same(T, U) ...: tok is the name; kids: AST_TYPE_NAME, expressions
    AST_NOEXCEPT,         // noexcept(kids[0])
    AST_REQUIRES,         // requires (declr: parameters) { kids }: expressions, AST_TYPE_NAME,
                          // AST_CONSTRAINT
    AST_CONSTRAINT,       // whether kids[0] can be checked and is true
    AST_COMPOUND_LITERAL, // kids[0] AST_TYPE_NAME, kids[1] AST_INIT_LIST
    AST_INIT_LIST,        // kids: items, each an expression, AST_INIT_LIST or AST_DESIGNATED
    AST_DESIGNATED, // kids[0..n-2]: designators (AST_NAME for .x, AST_INDEX_DESIGNATOR), kids[n-1]:
                    // value
    AST_INDEX_DESIGNATOR, // [kids[0]] or [kids[0] ... kids[1]]
    AST_GENERIC,    // kids[0] controlling; then pairs: AST_TYPE_NAME or NULL (default), expression
    AST_STMT_EXPR,  // ({ ... }) kids[0] AST_BLOCK
    AST_LABEL_ADDR, // &&name
    AST_VA_ARG,     // kids[0] list, kids[1] AST_TYPE_NAME
    AST_OFFSETOF,   // kids[0] AST_TYPE_NAME; kids[1..]: AST_NAME member, AST_INDEX_DESIGNATOR
    AST_TYPES_COMPATIBLE, // kids[0], kids[1]
    AST_CHOOSE_EXPR,      // kids[0..2]
    AST_NEW, // kids[0] AST_TYPE_NAME, kids[1] number of elements or NULL; op: 0, TK_LPAREN with the
             // arguments in kids[2..], TK_LBRACE with an AST_INIT_LIST in kids[2]; placement: an
             // AST_CALL without callee whose kids are what stands in `new (...)`
    AST_DELETE,       // kids[0]; op: TK_LBRACKET for delete[], or 0
    AST_LAMBDA,       // lambda
    AST_USER_LITERAL, // `4_km`: kids[0] the literal; name `operator""_km`; tok as written
    AST_CHECKED,      // checker's: an expression that must not be checked a second time
    AST_THROW,        // kids[0], or none: again

    // types and declarations
    AST_TYPE_NAME,       // spec, declr (abstract)
    AST_DECLARATION,     // spec; kids: AST_DECLARATOR_INIT
    AST_DECLARATOR_INIT, // declr; kids[0]: initialiser or NULL; op: 0 none, TK_ASSIGN, TK_LPAREN
                         // (kids are the constructor's arguments), TK_LBRACE (kids[0] is an
                         // AST_INIT_LIST)
    AST_FUNCTION, // spec, declr; kids[0] body (AST_BLOCK), or NULL with body_from/body_to when it
                  // was skipped; kids[1..]: K&R parameter declarations; constructors: member
                  // initialisers (AST_DECLARATOR_INIT with a name). tparams when it is a
                  // template
    AST_STATIC_ASSERT, // kids[0] condition, kids[1] AST_STRING or NULL
    AST_EMPTY,
    AST_INSTANTIATION, // `template struct S<int>;`: spec. `template int f<int>(int);`: declr as
                       // well
    AST_USING,         // `using name = type;`: kids[0] AST_TYPE_NAME. `using A::name;`: qual, name.
                       // op TK_ENUM: `using enum A;`, all of it in qual
    AST_NAMESPACE,     // op 0: `namespace name {` (the items inside follow one by one); TK_INLINE;
                       // TK_ASSIGN: `namespace name = qual::...;`, whose last part is in qual too;
                       // TK_USING: `using namespace ...;`, all of it in qual
    AST_ASM, // file-scope or statement asm: toks of the template; asm_ops; op TK_VOLATILE or 0

    // statements
    AST_BLOCK,     // kids
    AST_EXPR_STMT, // kids[0]; op 0 when the final `;` is missing at the end of a cell: its value is
                   // shown
    AST_IF,        // kids: condition (or AST_DECLARATION), then, else or NULL; op TK_CONSTEXPR or
                   // TK_CONSTEVAL for those
    AST_WHILE,     // kids: condition, body
    AST_DO,        // kids: body, condition
    AST_FOR, // kids: init (AST_DECLARATION, AST_EXPR_STMT or NULL), condition, step, body; unroll
    AST_RANGE_FOR, // kids: AST_DECLARATION of the variable, what it loops over (may be an
                   // AST_INIT_LIST), body; unroll
    AST_SWITCH,    // kids: value, body
    AST_CASE,      // kids: from, to or NULL (GNU range), statement
    AST_DEFAULT,   // kids: statement
    AST_TRY,   // kids[0] AST_BLOCK, kids[1..] AST_CATCH; op TK_TRY: it is a function's whole body
    AST_CATCH, // kids[0] AST_BLOCK; param: what is caught, NULL: `...`
    AST_BREAK,
    AST_CONTINUE,
    AST_RETURN,      // kids[0] or NULL
    AST_GOTO,        // name, or kids[0] for goto *p
    AST_LABEL,       // name; kids[0]
    AST_LOCAL_LABEL, // __label__: name
};

enum hd_spec_flags { // storage classes, function specifiers and CUDA's
    SPEC_TYPEDEF = 1 << 0,
    SPEC_EXTERN = 1 << 1,
    SPEC_STATIC = 1 << 2,
    SPEC_AUTO = 1 << 3,
    SPEC_REGISTER = 1 << 4,
    SPEC_INLINE = 1 << 5,
    SPEC_NORETURN = 1 << 6,
    SPEC_THREAD = 1 << 7,
    SPEC_CONSTEXPR = 1 << 8,
    SPEC_GLOBAL = 1 << 9,
    SPEC_DEVICE = 1 << 10,
    SPEC_HOST = 1 << 11,
    SPEC_SHARED = 1 << 12,
    SPEC_CONSTANT = 1 << 13,
    SPEC_MANAGED = 1 << 14,
    SPEC_FORCEINLINE = 1 << 15,
    SPEC_NOINLINE = 1 << 16,
    SPEC_EXTERN_C = 1 << 17,
    SPEC_EXTENSION = 1 << 18,
    SPEC_GRID_CONSTANT = 1 << 19,
    SPEC_FRIEND = 1 << 20,
    SPEC_EXPLICIT = 1 << 21,
    SPEC_VIRTUAL = 1 << 22,
    SPEC_MUTABLE = 1 << 23,
    SPEC_CONSTEVAL = 1 << 24, // with SPEC_CONSTEXPR
    SPEC_CONSTINIT = 1 << 25,
};

enum hd_member_flags { // of an AST_FUNCTION or prototype in a struct, and of members defined
                       // outside
    MEMBER_INSIDE = 1, // written inside of its struct
    MEMBER_CTOR = 2,
    MEMBER_DEFAULT = 4,
    MEMBER_DELETED = 8,
    MEMBER_DTOR = 16,
    MEMBER_CONVERSION = 32, // declr->conversion is the type
    MEMBER_PURE = 64,
    MEMBER_OVERRIDE = 128,
    MEMBER_FINAL = 256,
    MEMBER_FRIEND = 1024,   // a friend function with its body, in a struct template
    MEMBER_COMPARES = 2048, // a comparison that is `= default`: check/class/comparison.c
    MEMBER_GUIDE = 512,     // no member: `Foo(T) -> Foo<T *>`, with the type in spec
};

enum hd_access { ACCESS_PUBLIC, ACCESS_PROTECTED, ACCESS_PRIVATE };

struct hd_base_spec {    // `: public virtual A::B<int>`
    struct hd_ast *type; // AST_TYPE_NAME
    enum hd_access access;
    bool is_virtual, is_pack; // is_pack: `Bases...`
    struct hd_range range;
};

enum hd_quals { Q_CONST = 1, Q_VOLATILE = 2, Q_RESTRICT = 4, Q_ATOMIC = 8 };

enum hd_spec_base { // what names the type
    BASE_NONE,      // nothing was written (K&R implicit int; `auto`-less constructors)
    BASE_WORDS,     // built-in type words: words
    BASE_TAG,       // struct, union, enum: tag_kind, name, members / enumerators when has_body
    BASE_NAME,      // a type name: name (typedef, record in C++ style, template type parameter)
    BASE_TYPEOF,    // typeof(kids) / decltype: type_expr is an expression or AST_TYPE_NAME
    BASE_AUTO,      // C++ auto or __auto_type
    BASE_ATOMIC,    // _Atomic(type): type_expr AST_TYPE_NAME
    BASE_ERROR,     // reported by the parser: the type is HD_TY_ERROR, nothing more is said
};

// __is_same and its kin: traits.def. 0: none.
enum hd_trait {
    TRAIT_NONE,
    TRAIT_SAME,
    TRAIT_VOID,
    TRAIT_INTEGRAL,
    TRAIT_FLOATING,
    TRAIT_ARITHMETIC,
    TRAIT_FUNDAMENTAL,
    TRAIT_SCALAR,
    TRAIT_OBJECT,
    TRAIT_POINTER,
    TRAIT_NULL_POINTER,
    TRAIT_MEMBER_POINTER,
    TRAIT_DATA_MEMBER_POINTER,
    TRAIT_REFERENCE,
    TRAIT_LVALUE_REFERENCE,
    TRAIT_RVALUE_REFERENCE,
    TRAIT_ARRAY,
    TRAIT_FUNCTION,
    TRAIT_CLASS,
    TRAIT_UNION,
    TRAIT_ENUM,
    TRAIT_SCOPED_ENUM,
    TRAIT_CONST,
    TRAIT_VOLATILE,
    TRAIT_SIGNED,
    TRAIT_UNSIGNED,
    TRAIT_EMPTY,
    TRAIT_TRIVIAL,
    TRAIT_LITERAL,
    TRAIT_AGGREGATE,
    TRAIT_POLYMORPHIC,
    TRAIT_VIRTUAL_DESTRUCTOR,
    TRAIT_UNIQUE_BYTES,
    TRAIT_ABSTRACT,
    TRAIT_FINAL,
    TRAIT_COMPLETE,
    TRAIT_TRIVIALLY_COPYABLE,
    TRAIT_TRIVIALLY_DESTRUCTIBLE,
    TRAIT_DESTRUCTIBLE,
    TRAIT_NOTHROW_DESTRUCTIBLE,
    TRAIT_NOTHROW_CONSTRUCTIBLE,
    TRAIT_NOTHROW_ASSIGNABLE,
    TRAIT_BASE_OF,
    TRAIT_CONVERTIBLE,
    TRAIT_CONSTRUCTIBLE,
    TRAIT_TRIVIALLY_CONSTRUCTIBLE,
    TRAIT_ASSIGNABLE,
    TRAIT_TRIVIALLY_ASSIGNABLE,
    TRAIT_ARRAY_RANK,
    TRAIT_ARRAY_EXTENT,
    TRAIT_INTEGER_PACK,
    TRAIT_UNDERLYING,
    TRAIT_REMOVE_CV,
    TRAIT_REMOVE_CONST,
    TRAIT_REMOVE_VOLATILE,
    TRAIT_REMOVE_REFERENCE,
    TRAIT_REMOVE_CVREF,
    TRAIT_REMOVE_POINTER,
    TRAIT_REMOVE_EXTENT,
    TRAIT_REMOVE_ALL_EXTENTS,
    TRAIT_ADD_POINTER,
    TRAIT_ADD_LVALUE,
    TRAIT_ADD_RVALUE,
    TRAIT_DECAY,
    TRAIT_MAKE_SIGNED,
    TRAIT_MAKE_UNSIGNED,
};

// What stands before the last component of a qualified name: `::`, `A::`, `A::B<int>::`.
struct hd_qual {
    bool rooted; // begins with `::`
    int nparts;
    struct hd_name_part {
        const char *name;      // interned; "decltype" with `of`
        struct hd_ast *of;     // `decltype(x)::`, only first: AST_TYPE_NAME, or NULL
        struct hd_ast **targs; // NULL: no template arguments; not NULL for `A<>`
        int ntargs;
        bool is_inline; // `namespace A::inline B {`
        struct hd_range range;
    } *parts;
    struct hd_range range;
};

struct hd_attr { // __attribute__((name(args))), [[name]], __launch_bounds__(...), alignas
    const char
        *name; // interned, without underscores around it: "aligned", "packed", "launch_bounds"
    struct hd_ast **args; // expressions or AST_TYPE_NAME
    int nargs;
    struct hd_range range;
    struct hd_attr *next;
};

struct hd_spec {    // declaration specifiers
    unsigned flags; // SPEC_*
    unsigned quals; // Q_*
    enum hd_spec_base base;
    struct { // BASE_WORDS: how often each word came
        uint8_t void_, bool_, char_, short_, int_, long_, signed_, unsigned_, float_, double_,
            complex_, imaginary_, int128_, float128_, half_, bf16_, va_list_, wchar_, char8_,
            char16_, char32_;
    } words;
    enum hd_tok tag_kind; // TK_STRUCT, TK_UNION, TK_ENUM
    const char *name;     // tag or type name; NULL for an anonymous tag
    struct hd_qual *qual; // BASE_NAME, BASE_TAG: what qualifies the name, or NULL
    bool has_body;
    bool scoped_enum; // enum class
    bool is_decltype; // BASE_TYPEOF: as decltype says it. BASE_AUTO: decltype(auto)
    bool is_class;    // `class`: members and bases are private unless said otherwise
    bool is_final;
    struct hd_ast *explicit_if; // SPEC_EXPLICIT: `explicit(condition)`, or NULL
    bool alone;                 // [mutable] `struct S;` in a class, which declares it there
    struct hd_base_spec *bases; // struct
    int nbases;
    struct hd_ast **friends; // struct: functions, and AST_DECLARATION of a class or of a prototype
    int nfriends;
    struct hd_ast **members; // struct: AST_DECLARATION (bit-field widths in the declarators),
                             // AST_STATIC_ASSERT;
    int nmembers;            // enum: AST_DECLARATOR_INIT with declr->name and kids[0] value or NULL
    enum hd_trait transform; // BASE_TYPEOF: what becomes of the type: __decay(T) ...
    struct hd_ast *type_expr; // BASE_TYPEOF, BASE_ATOMIC; enum's underlying type (AST_TYPE_NAME)
    struct hd_ast **targs;    // BASE_NAME with template arguments, not NULL for `S<>`; BASE_TAG: of
                              // `template <> struct S<int>`
    int ntargs;
    int pack; // #pragma pack in force at the struct's `{`, 0 none
    struct hd_attr *attrs;
    struct hd_ast *constraint; // BASE_AUTO: `Concept auto`, an AST_NAME without its first argument
    struct hd_range range;
    struct hd_range name_range;
};

enum hd_deriv_kind {
    DERIV_POINTER,
    DERIV_REF,
    DERIV_RVALUE_REF,
    DERIV_ARRAY,
    DERIV_FUNCTION,
    DERIV_MEMBER, // `C::*`
};

struct hd_param {           // of a function declarator
    struct hd_spec *spec;   // NULL for a K&R identifier list entry
    struct hd_declr *declr; // may be abstract
    struct hd_ast *init;    // default argument, or NULL
    struct hd_type *type;   // checker's: adjusted type with its qualifiers, as last checked
    struct hd_range range;
};

// One step of a declarator, in the order in which the type is built up *from the specifier
// outwards*: `int *a[3]` has POINTER then ARRAY: the type is array of 3 of (pointer to (int)).
struct hd_deriv {
    enum hd_deriv_kind kind;
    unsigned quals;           // of the pointer; of array parameters; of a member function's object
    struct hd_ast *of;        // pointer to a member: AST_TYPE_NAME of its class
    struct hd_ast *size;      // array; NULL for []
    bool is_static, star;     // [static n], [*]
    uint8_t ref_qual;         // of a member function: 1 for `&`, 2 for `&&`
    bool is_noexcept, throws; // `noexcept`, `noexcept(false)`
    struct hd_ast *noexcept_if; // its condition, where it is not just a word
    struct hd_param *params;    // function
    int nparams;
    struct hd_ast *trailing;  // a function's `-> type` that may name its parameters; or NULL
    struct hd_ast *requires_; // a function's clause, or NULL
    bool variadic, oldstyle;  // oldstyle: () in C or an identifier list
    struct hd_attr *attrs;
    struct hd_range range;
    struct hd_deriv *next;
};

struct hd_binding { // `auto [a, b] = ...`: one of the names
    const char *name;
    struct hd_range range;
};

struct hd_declr {     // declarator
    const char *name; // NULL: abstract
    struct hd_range name_range;
    struct hd_deriv *derivs; // see above
    struct hd_ast *bits;     // bit-field width, or NULL
    const char *asm_label;   // asm("name"), interned, or NULL
    struct hd_attr *attrs;
    bool parameter_pack;
    struct hd_qual *qual;  // `S::`, `N::` before the name, or NULL
    struct hd_ast **targs; // `f<int>` of an explicit specialisation, with is_specialisation
    int ntargs;
    bool is_operator;            // `operator+`: the name
    struct hd_ast *conversion;   // `operator T`: AST_TYPE_NAME of T
    struct hd_binding *bindings; // `auto [a, b]`; name: "[a, b]", the object's that they are in
    int nbindings;
    struct hd_range range;
};

struct hd_tparam { // template parameter
    const char *name;
    bool is_type, is_pack;
    bool is_template;          // a template: what it takes is
    struct hd_tparam *tparams; // these
    int ntparams;
    struct hd_spec *spec; // of a value parameter
    struct hd_declr *declr;
    struct hd_ast *dflt;       // default: AST_TYPE_NAME or expression; of a template AST_TYPE_NAME
    struct hd_ast *constraint; // `Concept T`: the expression that must hold; or NULL
    struct hd_range range;
};

struct hd_capture { // of a lambda
    const char *name;
    bool by_ref, is_this, star_this, is_pack;
    struct hd_ast *init; // `[name = init]`, or NULL
    struct hd_range range;
};

struct hd_lambda {
    enum hd_tok all; // TK_ASSIGN: [=], TK_AMP: [&], 0: only what is listed
    struct hd_capture *captures;
    int n;
    bool is_mutable;
    struct hd_ast *fn; // AST_FUNCTION "operator()"; is_template with `auto` parameters
};

struct hd_asm_operand {
    const char *name;
    const char *constraint;
    struct hd_ast *expr;
    bool output;
};

struct hd_ast {
    uint16_t kind; // enum hd_ast_kind
    uint16_t op;   // enum hd_tok or as said above
    int nkids;
    struct hd_ast **kids;
    struct hd_range range;
    hd_loc loc;                 // the operator's or name's place: where the caret goes
    int height;                 // levels of nodes below this one (bounded by the parser)
    const char *name;           // interned
    const struct hd_token *tok; // first token, for numbers and characters the token itself
    struct hd_spec *spec;
    struct hd_declr *declr;
    struct hd_qual *qual;      // AST_NAME: what qualifies it, or NULL. AST_USING, AST_NAMESPACE
    struct hd_space *space;    // top-level items: where they stand
    int tok_from, tok_to;      // top-level items: indices into the cell's tokens, half open
    struct hd_tparam *tparams; // templates (ntparams may be 0 with is_template, for `auto`
    int ntparams;              // parameters)
    int ntoks;                 // AST_STRING, AST_ASM: tok[0..ntoks-1]
    struct hd_ast *constraint; // templates: what must hold of the arguments; or NULL
    struct hd_ast *head;   // templates: the `template <...>` around this one's, of a member that is
                           // defined outside of its struct template; or NULL
    struct hd_attr *attrs; // of a statement or label
    uint16_t member;       // of a function or prototype in a struct: MEMBER_*
    uint8_t access;        // of a struct's members: enum hd_access
    bool is_type : 1;      // AST_USING of a qualified name: a type's, as far as can be told
    bool is_template : 1;
    bool targs : 1;             // AST_NAME, AST_MEMBER: explicit template arguments are in kids
    bool associated : 1;        // AST_NAME of a call: what stands beside the arguments' classes,
                                // nothing else
    bool parenthesized : 1;     // (a = b): no warning
    bool is_concept : 1;        // a variable template
    bool is_specialisation : 1; // template<> ...: is_template is false; the template arguments are
                                // in declr->targs
    bool no_contract : 1;       // AST_FUNCTION: #pragma STDC FP_CONTRACT OFF holds for it
    union {                     // by kind
        struct hd_ast *conversion; // AST_NAME, AST_MEMBER, AST_USING of `operator T`: AST_TYPE_NAME
                                   // of T, which says what it is called (check_settled)
        struct hd_element *element; // AST_ELEMENT
        struct hd_expr *checked;    // AST_CHECKED
        struct hd_lambda *lambda;   // AST_LAMBDA
        struct hd_param *param;     // AST_CATCH
        int named; // AST_CALL: arguments by names behind the others (check/array/written.c)
        struct {   // AST_FUNCTION with a skipped body: the token array, and the body's tokens in
                   // it, from its `{` up to and with its `}`
            const struct hd_token *body_toks;
            int body_from, body_to;
        };
        struct {                        // AST_FOR, AST_RANGE_FOR, AST_WHILE, AST_DO
            struct hd_ast *unroll_expr; // #pragma unroll N with a constant expression
            int unroll;                 // 0 none, -1 full, n factor (#pragma unroll)
        };
        struct { // AST_NEW
            struct hd_ast *placement;
            bool nothrow;
            bool counts_list; // `new T[]{...}`, kids[1] is NULL
        };
        struct { // AST_ASM
            struct hd_asm_operand *asm_ops;
            const char **asm_clobbers;
            int nasm_ops, nasm_clobbers;
        };
    };
};

// The parser over one array of tokens. Top-level items are asked for one by one.
struct parser {
    struct hd_front *front;
    struct hd_diags *diags;
    struct hd_arena *arena;
    const struct hd_token *toks;
    int n, at;
    enum hd_lang lang;
    struct parse_scope *scope; // names declared in the functions being parsed (NULL at top level)
    int depth;                 // nesting, limited
    bool cell;                 // top-level statements are allowed
    bool trial;                // hd_is_complete: errors unwind quietly
    bool skip_bodies;  // bodies of functions in system headers are skipped (see AST_FUNCTION)
    bool unknown_type; // the statement began with an unknown type: how it goes on is not told of
    bool hit_end;      // an error was found at the end of the tokens: the input may be incomplete
    int pack;          // #pragma pack value, 0 none
    bool no_contract;  // #pragma STDC FP_CONTRACT OFF is in force
    bool extern_c;     // inside of an `extern "C" {` that is not part of the tokens
    bool replay; // the text of one definition: member functions in a struct have texts of their own
    struct hd_space *space;    // where the items stand; a record: the text is one of its member
                               // functions, written inside of it
    int item_pack;             // of the item that parse_item gave last: pack where it began,
    bool item_no_contract;     // and no_contract,
    bool item_extern_c;        // whether it was inside of `extern "C" {`,
    int errors;                // syntax errors found, the quiet ones of a trial too
    struct parse_state *state; // parse*.c's own, and
    struct hd_arena *scratch;  // what no tree keeps: it ends with the command, not with the cell
};
// parse_init clears *p (diags: front's); the caller then sets arena, and cell, trial, skip_bodies
// as needed. Conditions of if, while, for and switch may be an AST_DECLARATION; `if (init; cond)`
// is a block around the if. An item with syntax errors: a function is returned as its prototype
// (AST_DECLARATION), a variable with BASE_ERROR, so that uses of the name stay quiet.
// Constraints as trees (parse/concept.c): of two, either of which may be NULL; of a concept's name
// without its first argument, with that one; `decltype(e)` or `typeof(e)`.
struct hd_ast *hd_constraint_and(struct hd_arena *arena, struct hd_ast *a, struct hd_ast *b);
struct hd_ast *hd_constraint_on(struct hd_arena *arena, const struct hd_ast *concept,
                                struct hd_ast *type, bool is_pack);
struct hd_ast *hd_constraint_on_name(struct hd_arena *arena, const struct hd_ast *concept,
                                     const char *name, bool is_pack);
struct hd_ast *hd_type_of_expr(struct hd_arena *arena, struct hd_ast *e, bool is_decltype);
void parse_init(struct parser *p, struct hd_front *front, const struct hd_tokens *toks,
                enum hd_lang lang);
// All tokens as one name, AST_NAME. NULL: they are none, or it was reported.
struct hd_ast *parse_whole_name(struct parser *p);
// Goes on at token `at`; what an earlier item left to be given is dropped.
void parse_restart(struct parser *p, int at);
bool parse_has_hoisted(const struct parser *p); // member functions of the last item follow
struct hd_ast *parse_item(
    struct parser *p); // NULL at the end; after an error it resynchronises and goes on
struct hd_ast *parse_function_body(struct parser *p,
                                   struct hd_ast *function); // parses a skipped body
const char *parse_instead_of(const char *name); // help for a word of another language, or NULL
// What a name is, as far as the parser must know it.
enum name_class { NAME_OTHER, NAME_TYPE, NAME_TEMPLATE, NAME_UNKNOWN, NAME_SPACE };
// What `name::` leads to. All empty: nothing is known of it (it depends on a template's
// parameters).
struct parse_inner {
    struct hd_space *space;     // a namespace or a record of the session
    const struct hd_spec *spec; // a struct template, or a record of this very item: its tree
    struct hd_space *home;      // of a struct template of the session: where it was written
    bool is_concept;            // the name is a concept's, and nothing is in it
};
// Asked of check/decl/classify.c: what is this name (not declared in a local scope of the parser),
// seen from `space`? qualified: it is looked for in `space` alone. inner: what `name::` leads to.
enum name_class check_classify(struct hd_front *front, struct hd_space *space, const char *name,
                               bool qualified, enum hd_lang lang, struct parse_inner *inner);
// "space::name" where that is a built-in name, else NULL (names/builtins.c).
const char *hd_built_in_member(const char *space, const char *name);
bool hd_is_std_name(const char *name); // C++'s library has `std::name` (names/auto_include.c)
// What to write instead of that name alone (names/space.c). front may be NULL.
const char *hd_std_advice(struct hd_front *front, struct hd_arena *arena, const char *name);
const char *hd_std_near(const char *name); // the name there that is nearest to this one, or NULL
// The number n of the input In[n] that failed and would have defined that name; 0: none.
int front_failed_input(const struct hd_front *front, const char *name);
bool check_is_poisoned(const struct hd_front *front,
                       const char *name); // its declaration had an error: using it is none
// Prints a syntax tree as s-expressions (--dump=ast).
void hd_ast_print(struct hd_buf *out, const struct hd_ast *ast);

#endif
