// front: text to typed trees.
//
//   source -> pp.c (lex.c) tokens -> parse*.c syntax tree (ast) -> check*.c typed tree (expr, stmt, func)
//
// A cell's top-level items are preprocessed as a whole, then parsed and checked one after the other, so the
// parser can always ask the scope whether a name is a type. The checker makes everything explicit (loads,
// conversions, decay, flattened initialisers, resolved overloads, instantiated generics), so that gen/ need
// not know the language's rules. Names with hd_ are used by other folders; the rest is front's own.
//
// Errors: reported to front->diags; a fatal one unwinds with hd_diags_abort to hd_front_cell. Nodes whose
// check failed have the type of kind HD_TY_ERROR and are never reported on again.
#ifndef HD_FRONT_H
#define HD_FRONT_H

#include "base/base.h"

struct hd_ast;
struct hd_def;
struct hd_expr;
struct hd_field;
struct hd_front;
struct hd_func;
struct hd_macro;
struct hd_record;
struct hd_scope;
struct hd_stmt;
struct hd_sym;
struct hd_type;
struct hd_builtin;

// ======================================================================================================
// Tokens: lex.c
// ======================================================================================================

enum hd_tok {
#define HD_TOKEN(name, text) TK_##name,
#include "front/tokens.def"
    TK_COUNT
};

enum { // hd_token.flags
    TF_BOL = 1,        // first on its line
    TF_SPACE = 2,      // white space before it
    TF_NO_EXPAND = 4,  // a macro name that must not be expanded again
    TF_SYSTEM = 8,     // spelled in a system header
};

struct hd_token {
    uint8_t kind;        // enum hd_tok
    uint8_t flags;
    uint16_t prefix;     // string and char literals: 0, 'L', 'u', 'U', or '8' for u8
    uint32_t len;        // bytes of spelling at `loc`; for tokens made by macros, of the macro's use
    hd_loc loc;          // in the file: for tokens from a macro's body the place where the macro was used
    hd_loc spelled;      // where it was really spelled (macro body), equal to loc otherwise
    const char *text;    // interned spelling of identifiers, keywords, punctuators, pp-numbers;
                         // string and character literals: contents as spelled between the quotes (arena,
                         // text_len); raw strings with \\, " and newlines escaped; digit separators removed
    uint32_t text_len;
    struct hd_macro *macro; // the outermost macro whose expansion made it, or NULL
};

// Lexes one token at *at. Comments and splices are skipped. Unterminated things are reported once.
// Used by the preprocessor and (through hd_lex_raw) by highlighting.
struct lexer {
    const struct hd_source *source;
    size_t at, end;         // byte offsets
    bool in_directive;      // newlines end the directive: TK_EOD is returned
    bool header_name;       // next token may be <...> or "..." after #include
    struct hd_diags *diags; // NULL: silent
    struct hd_arena *arena;
    bool bol, space;
    bool cuda;              // <<< and >>> are tokens
};
void lex_init(struct lexer *lx, const struct hd_source *source, size_t from, size_t to, struct hd_arena *arena,
              struct hd_diags *diags);
struct hd_token lex_next(struct lexer *lx);
int lex_keyword(const char *interned, enum hd_lang lang); // token kind, or TK_IDENT

// ======================================================================================================
// Preprocessor: pp.c, pp_expr.c, pp_include.c
// ======================================================================================================

struct hd_macro {
    const char *name;         // interned
    bool function_like, variadic, builtin;
    const char **params;      // interned; the last is __VA_ARGS__ or the GNU name when variadic
    int nparams;
    struct hd_token *body;
    int nbody;
    hd_loc loc;               // of the name in #define; 0 for predefined ones
    int cell;                 // serial of the cell that defined it
    bool undefined;           // an #undef recorded in a transaction
    bool cu_only;             // predefined in cells and .cu files only
    bool has_paste;           // its body has a ##
    uint32_t busy;            // pp.c: number of the run in which it is being expanded
    struct hd_arena *arena;   // that holds it
};

// Which macros were looked at while making the tokens: sorted by token index.
struct hd_macro_use {
    int token;                 // index of the first token made after it
    const char *name;
    struct hd_macro *macro;    // NULL: tested (#ifdef, or identifier in #if) and not defined
    bool directive;            // by an #if or its kin
};

struct hd_tokens {
    struct hd_token *v;        // ends with TK_EOF
    int n;                     // without the TK_EOF
    HD_VEC(struct hd_macro_use) uses;
    HD_VEC(struct hd_source *) included; // every file that was included, in order
    bool incomplete;           // text ended inside a comment, string, #if, or macro call's parentheses
};

// Preprocesses source[from, to). Defines macros into front's current transaction (or the session's table
// when there is none). `replay`: macros are looked up as definition `replay` saw them unless a later cell
// redefined them, and #define directives inside stay local.
void pp_run(struct hd_front *front, const struct hd_source *source, size_t from, size_t to,
            const struct hd_def *replay, struct hd_tokens *out);
struct hd_macro *hd_macro_find(struct hd_front *front, const char *name); // NULL when not defined
// Directories searched for <...>: those added by %include, CUDA's, the compiler's multiarch list.
void hd_include_dir_add(struct hd_front *front, const char *dir);
int hd_include_dirs(struct hd_front *front, const char ***dirs);
// Predefined macros as text (-D lines), for tests.
const char *hd_predefined_macros(enum hd_lang lang);
// Headers that Heddle brings itself: stddef.h, stdarg.h, cuda_runtime.h ... NULL if it has none so named.
const char *hd_builtin_header(const char *name, size_t *len);
const char *hd_builtin_header_name(int i); // of all of them; NULL after the last

// ======================================================================================================
// Syntax tree: parse.c, parse_expr.c, parse_stmt.c, parse_decl.c
// ======================================================================================================
// One node type, so that generics can be walked again for each instantiation. What the members mean is
// written beside each kind. `kids` are in source order; optional ones may be NULL.

enum hd_ast_kind {
    // expressions
    AST_NAME,        // name (identifier). kids: explicit template arguments when targs (AST_TYPE_NAME or expr)
    AST_NUMBER,      // tok (pp-number): value and type found by check_number
    AST_CHARACTER,   // tok
    AST_STRING,      // toks, ntoks: adjacent literals, not yet joined
    AST_BOOL,        // op: 0 or 1 (true, false)
    AST_NULLPTR,
    AST_UNARY,       // op: TK_MINUS TK_PLUS TK_TILDE TK_NOT TK_STAR TK_AMP; kids[0]
    AST_PRE,         // op: TK_INC or TK_DEC
    AST_POST,        // op: TK_INC or TK_DEC
    AST_BINARY,      // op: TK_PLUS ... TK_OR_OR; kids[0], kids[1]
    AST_ASSIGN,      // op: TK_ASSIGN, TK_PLUS_ASSIGN ...
    AST_COND,        // kids[0] ? kids[1] (NULL for GNU ?:) : kids[2]
    AST_COMMA,
    AST_CALL,        // kids[0] called; kids[1..] arguments
    AST_LAUNCH,      // kids[0] kernel; kids[1..4] grid, block, shared, stream (NULL when left out); kids[5..] args
    AST_INDEX,       // kids[0][kids[1]]
    AST_MEMBER,      // kids[0].name; op: TK_DOT or TK_ARROW
    AST_CAST,        // (type) kids[1]; kids[0] AST_TYPE_NAME; op: TK_LPAREN C cast, TK_STATIC_CAST ...,
                     // TK_IDENT functional cast T(x, ...) with kids[1..] or T{...} with an AST_INIT_LIST
    AST_SIZEOF,      // op: TK_SIZEOF, TK_ALIGNOF; kids[0]: expression or AST_TYPE_NAME
    AST_COMPOUND_LITERAL, // kids[0] AST_TYPE_NAME, kids[1] AST_INIT_LIST
    AST_INIT_LIST,   // kids: items, each an expression, AST_INIT_LIST or AST_DESIGNATED
    AST_DESIGNATED,  // kids[0..n-2]: designators (AST_NAME for .x, AST_INDEX_DESIGNATOR), kids[n-1]: value
    AST_INDEX_DESIGNATOR, // [kids[0]] or [kids[0] ... kids[1]]
    AST_GENERIC,     // kids[0] controlling; then pairs: AST_TYPE_NAME or NULL (default), expression
    AST_STMT_EXPR,   // ({ ... }) kids[0] AST_BLOCK
    AST_LABEL_ADDR,  // &&name
    AST_VA_ARG,      // kids[0] list, kids[1] AST_TYPE_NAME
    AST_OFFSETOF,    // kids[0] AST_TYPE_NAME; kids[1..]: AST_NAME member, AST_INDEX_DESIGNATOR
    AST_TYPES_COMPATIBLE, // kids[0], kids[1]
    AST_CHOOSE_EXPR, // kids[0..2]
    AST_NEW,         // kids[0] AST_TYPE_NAME, kids[1] number of elements or NULL; op: 0, TK_LPAREN with the arguments in
                     // kids[2..], TK_LBRACE with an AST_INIT_LIST in kids[2]
    AST_DELETE,      // kids[0]; op: TK_LBRACKET for delete[], or 0
    AST_LAMBDA,      // reserved
    AST_THROW,       // reserved (an error is reported)

    // types and declarations
    AST_TYPE_NAME,   // spec, declr (abstract)
    AST_DECLARATION, // spec; kids: AST_DECLARATOR_INIT
    AST_DECLARATOR_INIT, // declr; kids[0]: initialiser or NULL; op: 0 none, TK_ASSIGN, TK_LPAREN (kids are the
                     // constructor's arguments), TK_LBRACE (kids[0] is an AST_INIT_LIST)
    AST_FUNCTION,    // spec, declr; kids[0] body (AST_BLOCK), or NULL with body_from/body_to when it was
                     // skipped; kids[1..]: K&R parameter declarations; constructors: member initialisers
                     // (AST_DECLARATOR_INIT with a name). tparams when it is a template
    AST_STATIC_ASSERT, // kids[0] condition, kids[1] AST_STRING or NULL
    AST_EMPTY,
    AST_USING,       // `using name = type;` (kids[0] AST_TYPE_NAME); using namespace gives AST_EMPTY
    AST_ASM,         // file-scope or statement asm: toks of the template; asm_ops; op TK_VOLATILE or 0

    // statements
    AST_BLOCK,       // kids
    AST_EXPR_STMT,   // kids[0]; op 0 when the final `;` is missing at the end of a cell: its value is shown
    AST_IF,          // kids: condition (or AST_DECLARATION), then, else or NULL; op TK_CONSTEXPR for if constexpr
    AST_WHILE,       // kids: condition, body
    AST_DO,          // kids: body, condition
    AST_FOR,         // kids: init (AST_DECLARATION, AST_EXPR_STMT or NULL), condition, step, body; unroll
    AST_RANGE_FOR,   // kids: AST_DECLARATION of the variable, what it loops over (may be an AST_INIT_LIST), body; unroll
    AST_SWITCH,      // kids: value, body
    AST_CASE,        // kids: from, to or NULL (GNU range), statement
    AST_DEFAULT,     // kids: statement
    AST_BREAK,
    AST_CONTINUE,
    AST_RETURN,      // kids[0] or NULL
    AST_GOTO,        // name, or kids[0] for goto *p
    AST_LABEL,       // name; kids[0]
    AST_LOCAL_LABEL, // __label__: name
};

enum hd_spec_flags { // storage classes, function specifiers and CUDA's
    SPEC_TYPEDEF = 1 << 0, SPEC_EXTERN = 1 << 1, SPEC_STATIC = 1 << 2, SPEC_AUTO = 1 << 3,
    SPEC_REGISTER = 1 << 4, SPEC_INLINE = 1 << 5, SPEC_NORETURN = 1 << 6, SPEC_THREAD = 1 << 7,
    SPEC_CONSTEXPR = 1 << 8, SPEC_GLOBAL = 1 << 9, SPEC_DEVICE = 1 << 10, SPEC_HOST = 1 << 11,
    SPEC_SHARED = 1 << 12, SPEC_CONSTANT = 1 << 13, SPEC_MANAGED = 1 << 14, SPEC_FORCEINLINE = 1 << 15,
    SPEC_NOINLINE = 1 << 16, SPEC_EXTERN_C = 1 << 17, SPEC_EXTENSION = 1 << 18, SPEC_GRID_CONSTANT = 1 << 19,
    SPEC_FRIEND = 1 << 20, SPEC_EXPLICIT = 1 << 21,
};

enum hd_member_flags { // of an AST_FUNCTION or prototype in a struct, and of members defined outside
    MEMBER_INSIDE = 1,   // written inside of its struct
    MEMBER_CTOR = 2, MEMBER_DEFAULT = 4, MEMBER_DELETED = 8,
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

struct hd_attr {              // __attribute__((name(args))), [[name]], __launch_bounds__(...), alignas
    const char *name;         // interned, without underscores around it: "aligned", "packed", "launch_bounds"
    struct hd_ast **args;     // expressions or AST_TYPE_NAME
    int nargs;
    struct hd_range range;
    struct hd_attr *next;
};

struct hd_spec {              // declaration specifiers
    unsigned flags;           // SPEC_*
    unsigned quals;           // Q_*
    enum hd_spec_base base;
    struct {                  // BASE_WORDS: how often each word came
        uint8_t void_, bool_, char_, short_, int_, long_, signed_, unsigned_, float_, double_, complex_, imaginary_,
            int128_, float128_, half_, bf16_, va_list_;
    } words;
    enum hd_tok tag_kind;     // TK_STRUCT, TK_UNION, TK_ENUM
    const char *name;         // tag or type name; NULL for an anonymous tag
    bool global;              // BASE_NAME: `::name` or `std::name`
    const char *member_of;    // BASE_NAME without template arguments: the struct written before it, `S::name`, or NULL
    bool has_body;
    bool scoped_enum;         // enum class
    struct hd_ast **members;  // struct: AST_DECLARATION (bit-field widths in the declarators), AST_STATIC_ASSERT;
    int nmembers;             // enum: AST_DECLARATOR_INIT with declr->name and kids[0] value or NULL
    struct hd_ast *type_expr; // BASE_TYPEOF, BASE_ATOMIC; enum's underlying type (AST_TYPE_NAME)
    struct hd_ast **targs;    // BASE_NAME with template arguments, not NULL for `S<>`; BASE_TAG: of `template <> struct S<int>`
    int ntargs;
    int pack;                 // #pragma pack in force at the struct's `{`, 0 none
    struct hd_attr *attrs;
    struct hd_range range;
    struct hd_range name_range;
};

enum hd_deriv_kind { DERIV_POINTER, DERIV_REF, DERIV_RVALUE_REF, DERIV_ARRAY, DERIV_FUNCTION };

struct hd_param {             // of a function declarator
    struct hd_spec *spec;     // NULL for a K&R identifier list entry
    struct hd_declr *declr;   // may be abstract
    struct hd_ast *init;      // default argument, or NULL
    struct hd_type *type;     // checker's: adjusted type with its qualifiers, as last checked
    struct hd_range range;
};

// One step of a declarator, in the order in which the type is built up *from the specifier outwards*:
// `int *a[3]` has POINTER then ARRAY: the type is array of 3 of (pointer to (int)).
struct hd_deriv {
    enum hd_deriv_kind kind;
    unsigned quals;           // of the pointer; of array parameters; of a member function's object
    struct hd_ast *size;      // array; NULL for []
    bool is_static, star;     // [static n], [*]
    struct hd_param *params;  // function
    int nparams;
    bool variadic, oldstyle;  // oldstyle: () in C or an identifier list
    struct hd_attr *attrs;
    struct hd_range range;
    struct hd_deriv *next;
};

struct hd_declr {             // declarator
    const char *name;         // NULL: abstract
    struct hd_range name_range;
    struct hd_deriv *derivs;  // see above
    struct hd_ast *bits;      // bit-field width, or NULL
    const char *asm_label;    // asm("name"), interned, or NULL
    struct hd_attr *attrs;
    bool parameter_pack;
    struct hd_ast **targs;    // `f<int>` of an explicit specialisation, with is_specialisation; `S<T>` of S<T>::f
    int ntargs;
    const char *scope;        // the struct whose member it is: written `S::` before the name, or around it; or NULL
    bool is_operator;         // `operator+`: the name
    struct hd_range range;
};

struct hd_tparam {            // template parameter
    const char *name;
    bool is_type;
    struct hd_spec *spec;     // of a value parameter
    struct hd_declr *declr;
    struct hd_ast *dflt;      // default: AST_TYPE_NAME or expression
    struct hd_range range;
};

struct hd_asm_operand { const char *name; const char *constraint; struct hd_ast *expr; bool output; };

struct hd_ast {
    uint16_t kind;            // enum hd_ast_kind
    uint16_t op;              // enum hd_tok or as said above
    int nkids;
    struct hd_ast **kids;
    struct hd_range range;
    hd_loc loc;               // the operator's or name's place: where the caret goes
    const char *name;         // interned
    const struct hd_token *tok; // first token, for numbers and characters the token itself
    int ntoks;                // AST_STRING, AST_ASM: tok[0..ntoks-1]
    struct hd_spec *spec;
    struct hd_declr *declr;
    struct hd_tparam *tparams; // templates (ntparams may be 0 with is_template, for `auto` parameters)
    int ntparams;
    bool is_template, targs;  // targs: AST_NAME has explicit template arguments in kids
    bool global, standard;    // AST_NAME: `::name` or `std::name`, so that no local of that name is meant; the latter
    bool parenthesized;       // (a = b): no warning
    int unroll;               // AST_FOR, AST_WHILE, AST_DO: 0 none, -1 full, n factor (#pragma unroll)
    struct hd_ast *unroll_expr; // #pragma unroll N with a constant expression
    bool is_specialisation;   // template<> ...: is_template is false; the template arguments are in declr->targs
    const char *scope;        // AST_NAME: `Color` in `Color::Red`, else NULL. spec: of the scope when it is `S<float>`
    unsigned member;          // AST_FUNCTION: MEMBER_*
    int height;               // levels of nodes below this one (bounded by the parser)
    int tok_from, tok_to;     // top-level items: indices into the cell's tokens, half open
    const struct hd_token *body_toks; // AST_FUNCTION with a skipped body: the token array ...
    int body_from, body_to;   // ... and the body's tokens in it, from its `{` up to and with its `}`
    struct hd_asm_operand *asm_ops; // AST_ASM
    int nasm_ops, nasm_clobbers;
    const char **asm_clobbers;
    struct hd_attr *attrs;    // of a statement or label
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
    bool skip_bodies;          // bodies of functions in system headers are skipped (see AST_FUNCTION)
    bool hit_end;              // an error was found at the end of the tokens: the input may be incomplete
    int pack;                  // #pragma pack value, 0 none
    bool extern_c;             // inside of an `extern "C" {` that is not part of the tokens
    bool replay;               // the text of one definition: member functions in a struct have texts of their own
    const char *member_of;     // the text is a member function, written inside of this struct; else NULL
    int item_pack;             // of the item that parse_item gave last: pack where it began,
    bool item_extern_c;        // and whether it was inside of `extern "C" {`
    int errors;                // syntax errors found, the quiet ones of a trial too
    struct parse_state *state; // parse*.c's own
};
// parse_init clears *p (diags: front's); the caller then sets arena, and cell, trial, skip_bodies as needed.
// Conditions of if, while, for and switch may be an AST_DECLARATION; `if (init; cond)` is a block around the if.
// An item with syntax errors: a function is returned as its prototype (AST_DECLARATION), a variable with
// BASE_ERROR, so that uses of the name stay quiet.
void parse_init(struct parser *p, struct hd_front *front, const struct hd_tokens *toks, enum hd_lang lang);
struct hd_ast *parse_item(struct parser *p); // NULL at the end; after an error it resynchronises and goes on
struct hd_ast *parse_function_body(struct parser *p, struct hd_ast *function); // parses a skipped body
// Asked of check.c: is this name (not declared in a local scope of the parser) a type or a template?
enum name_class { NAME_OTHER, NAME_TYPE, NAME_TEMPLATE, NAME_UNKNOWN };
enum name_class check_classify(struct hd_front *front, const char *name, enum hd_lang lang);
enum name_class check_classify_std(struct hd_front *front, const char *name); // of `std::name`
bool check_is_poisoned(const struct hd_front *front, const char *name); // its declaration had an error: using it is none
void check_poison(struct hd_front *front, const char *name);
// The names of a struct's members, for the scope of a member function that is written outside.
void check_each_member(struct hd_front *front, const char *tag, void (*each)(void *user, const char *name), void *user);

// Prints a syntax tree as s-expressions (--dump=ast).
void hd_ast_print(struct hd_buf *out, const struct hd_ast *ast);

// ======================================================================================================
// Types: type.c, layout.c
// ======================================================================================================

enum hd_type_kind {
    HD_TY_ERROR, HD_TY_VOID, HD_TY_BOOL,
    HD_TY_CHAR, HD_TY_SCHAR, HD_TY_UCHAR, HD_TY_SHORT, HD_TY_USHORT, HD_TY_INT, HD_TY_UINT, HD_TY_LONG,
    HD_TY_ULONG, HD_TY_LLONG, HD_TY_ULLONG, HD_TY_INT128, HD_TY_UINT128, // integers stay in this order
    HD_TY_HALF, HD_TY_BF16, HD_TY_FLOAT, HD_TY_DOUBLE, HD_TY_LDOUBLE,    // floating types stay in this order
    HD_TY_COMPLEX,   // base: float, double or long double
    HD_TY_NULLPTR,
    HD_TY_ENUM,      // enumeration
    HD_TY_PTR,       // base
    HD_TY_REF,       // base; only as the type of variables, parameters, returns and fields, never of an hd_expr
    HD_TY_ARRAY,     // base, len (-1: incomplete) or vla_len
    HD_TY_FUNC,      // base: returned type; params, variadic, oldstyle
    HD_TY_RECORD,    // struct or union: record
    HD_TY_VECTOR,    // GNU vector_size: base, len
    HD_TY_AUTO,      // placeholder until deduced
    HD_TY_TPARAM,    // template type parameter, only while deducing
};

struct hd_type {
    enum hd_type_kind kind;
    uint8_t quals;              // Q_*
    bool rvalue_ref;            // HD_TY_REF: &&
    bool variadic, oldstyle;    // HD_TY_FUNC
    bool noreturn;              // HD_TY_FUNC
    uint32_t align;             // bytes; 0 while incomplete
    uint64_t size;              // bytes; 0 for void, functions and incomplete types
    struct hd_type *base;
    int64_t len;                // array, vector: elements; -1 incomplete
    struct hd_expr *vla_len;    // array of run-time length: its (already checked) length expression
    struct hd_sym *vla_size;    // hidden local that holds the *byte size* of the VLA type, set where declared
    struct hd_type **params;    // HD_TY_FUNC (adjusted: arrays and functions are pointers; references kept)
    int nparams;
    struct hd_record *record;
    struct hd_enum *enumeration;
    const char *name;           // HD_TY_TPARAM; a typedef's name when it was reached through one (for messages)
    struct hd_type *unqual;     // the unqualified variant (itself when unqualified)
    struct hd_type *ptr_to;     // cache: pointer to this
    struct hd_type *qualified[16]; // cache, on the unqualified variant
    struct hd_arena *arena;     // that holds it; pointers to it and qualified variants live there too
};

struct hd_field {
    const char *name;           // NULL: unnamed bit-field or anonymous struct/union
    struct hd_type *type;       // bit-fields: of their storage unit
    struct hd_type *declared;   // bit-fields: as written, when that is not `type`; else NULL
    uint64_t offset;            // bytes, of the storage unit for bit-fields
    bool is_bits;
    uint32_t align;             // _Alignas or attribute aligned on the member, 0 none
    bool packed;                // attribute packed on the member: byte-aligned
    uint8_t bit_offset, bit_width; // within the storage unit of `type`'s size, little-endian numbering
    struct hd_range range;
    struct hd_expr *init;       // default member initialiser or NULL (later)
};

struct hd_record {
    const char *tag;            // NULL: anonymous
    bool is_union, complete, packed, is_vector; // is_vector: float4 and kin
    struct hd_field *fields;
    int nfields;
    struct hd_type *type;       // unqualified type of this record
    struct hd_def *def;         // top-level definition or NULL for local ones
    hd_loc loc;
    const char *typedef_name;   // for anonymous ones: the first typedef that names it
    int64_t fill;               // value of members not given by a constructor T(a): 1 for dim3, else 0
    bool from_scalar;           // dim3: an integer converts implicitly
    bool transparent;           // union of pointers that any of them converts to (glibc's sockets)
    bool flexible;              // ends with a flexible array member
    struct hd_method *methods;  // its member functions, in order: check_method.c
    int nmethods;
    const char **statics;       // names of its static data members, which are variables `S::name`
    int nstatics;
    bool has_ctors;             // constructors were declared: no value is made without one
    uint32_t number;            // unique in the process
    struct hd_instance *instance; // of a struct template, or NULL
};

struct hd_method {              // a member function as its struct declares it
    const char *name;           // "length", "operator+"; of constructors the struct's own
    struct hd_sym *sym;         // the declaration; check_method.c finds the definition that is in force
    struct hd_type *type;       // without `this`
    struct hd_record *record;
    struct hd_ast *ast;
    bool is_static, is_const, is_ctor, is_explicit, is_deleted;
    bool asked;                 // of a struct template: a use was checked before its definition
    bool is_trivial;            // a default constructor that leaves all to the members
};

struct hd_enum {
    const char *tag;
    const char *typedef_name; // for anonymous ones: the first typedef that names it
    bool complete, scoped;
    struct hd_type *underlying;
    struct hd_sym **constants;
    int nconstants;
    struct hd_type *type;
    struct hd_def *def;
    hd_loc loc;
};

struct hd_types { // the basic types, one of each per process
#define HD_BASIC_TYPE(field, kind, name, size, align) struct hd_type *field;
#include "front/types.def"
    struct hd_type *va_list;
};
// hd_ty.va_list is __builtin_va_list: the ABI's array of one struct __va_list_tag (gp_offset, fp_offset,
// overflow_arg_area, reg_save_area), so that decay and passing work as for any array.
extern struct hd_types hd_ty; // ready after hd_types_init
void hd_types_init(void);     // idempotent

struct hd_type *hd_type_ptr(struct hd_type *base);
struct hd_type *hd_type_qual(struct hd_type *type, unsigned quals); // adds; arrays: on their elements
struct hd_type *hd_type_unqual(struct hd_type *type);
struct hd_type *hd_type_ref(struct hd_arena *arena, struct hd_type *base, bool rvalue);
struct hd_type *hd_type_array(struct hd_arena *arena, struct hd_type *base, int64_t len);
struct hd_type *hd_type_vla(struct hd_arena *arena, struct hd_type *base, struct hd_expr *len);
struct hd_type *hd_type_func(struct hd_arena *arena, struct hd_type *ret, struct hd_type **params, int n,
                             bool variadic, bool oldstyle);
struct hd_type *hd_type_complex(struct hd_type *base);
struct hd_type *hd_type_vector(struct hd_arena *arena, struct hd_type *base, int64_t len);
struct hd_type *hd_type_record(struct hd_arena *arena, const char *tag, bool is_union);
// Lays out a record whose fields have types (and bit_width); sets size, align, offsets: SysV ABI, gcc's rules for
// packed, aligned and #pragma pack (pack: 0 none).
void hd_record_layout(struct hd_record *record, bool packed, uint32_t min_align, int pack);
// Finds a member, also inside anonymous members; *offset gets the byte offset from the record's start.
const struct hd_field *hd_record_field(const struct hd_record *record, const char *name, uint64_t *offset);

bool hd_type_same(const struct hd_type *a, const struct hd_type *b);        // identical
bool hd_type_same_unqual(const struct hd_type *a, const struct hd_type *b); // but for top-level qualifiers
bool hd_type_compatible(const struct hd_type *a, const struct hd_type *b);  // C11 6.2.7
bool hd_type_is_integer(const struct hd_type *t);   // bool, chars, enums, int128 included
bool hd_type_is_float(const struct hd_type *t);     // real floating types
bool hd_type_is_arith(const struct hd_type *t);     // integer, floating, complex
bool hd_type_is_scalar(const struct hd_type *t);    // arithmetic, pointer, nullptr
bool hd_type_is_signed(const struct hd_type *t);
bool hd_type_is_complete(const struct hd_type *t);
bool hd_type_is_vla(const struct hd_type *t);       // itself or an element type has run-time length
// As a C programmer writes it: "const char *", "int (*)(float, ...)", "struct point" (C) or "point" (CU),
// "float [4][4]". With a name: "float x[4]".
void hd_type_print(struct hd_buf *out, const struct hd_type *type, const char *name, enum hd_lang lang);
const char *hd_type_str(struct hd_arena *arena, const struct hd_type *type);

// ======================================================================================================
// Symbols and definitions: global.c, scope.c
// ======================================================================================================

enum hd_sym_kind { SYM_VAR, SYM_FUNC, SYM_TYPEDEF, SYM_ENUM_CONST, SYM_TEMPLATE, SYM_STRUCT_TEMPLATE, SYM_BUILTIN };

enum hd_storage {
    ST_LOCAL,        // automatic; parameters too
    ST_GLOBAL,       // top-level variable: in the variable store
    ST_STATIC,       // static local: in the variable store too
    ST_EXTERN,       // declared, defined by a library (errno's kin: stdout, environ)
    ST_SHARED,       // __shared__: per block
    ST_DYN_SHARED,   // extern __shared__ x[]
    ST_DEVICE,       // __device__ variable
    ST_CONSTANT,     // __constant__
    ST_MANAGED,      // __managed__
    ST_THREAD,       // _Thread_local
};

// What a name means. A symbol is immutable after its declaration was checked, except for the marked members.
struct hd_sym {
    enum hd_sym_kind kind;
    const char *name;            // interned source name
    struct hd_type *type;        // SYM_VAR, SYM_FUNC, SYM_TYPEDEF, SYM_ENUM_CONST. A reference variable: HD_TY_REF
    struct hd_range range;       // where it was declared
    struct hd_def *def;          // top-level: the definition that made it; else NULL
    enum hd_storage storage;
    unsigned spec;               // SPEC_*
    bool used;                   // [mutable]
    bool defined;                // [mutable] variables: has storage; functions: body is there
    bool address_taken;          // [mutable] locals: lives in memory
    bool is_param;
    bool has_initializer;        // variables: declared with one
    bool reinitialise;           // [mutable] a variable defined anew at its old address: write the initialiser
    bool keeps_value;            // a variable checked again: storage and value of its earlier symbol stay
    bool is_result;              // the hidden variable that receives Out[n]
    bool internal_linkage;
    bool is_const_value;         // const or constexpr with a constant initialiser: value
    bool array_param;            // a parameter that was written as an array: sizeof warns
    bool tentative_array;        // [mutable] `int a[];` at top level in C: one element unless the length comes later
    bool host_memory;            // [mutable] pointers: certainly from malloc and its kin (launches warn)
    bool device_memory;          // [mutable] pointers: from cudaMalloc (uses in host code warn)
    bool assigned;               // [mutable] locals: some assignment gives it a value that is not its own
    uint32_t reads;              // [mutable] locals: how many uses of the value, and the first of them
    struct hd_range first_read;
    uint32_t serial;             // unique in the process; link name is "name.serial" for what we define
    const char *link_name;       // symbol name in object code: plain C name for externals, "name.serial" else
    union {
        struct hd_func *func;    // SYM_FUNC with a body (checked or skipped)
        const struct hd_builtin *builtin; // SYM_BUILTIN
        int64_t enum_value;      // SYM_ENUM_CONST (as the two's complement bits)
        struct hd_template *tmpl; // SYM_TEMPLATE, SYM_STRUCT_TEMPLATE
    };
    struct hd_const *value;      // is_const_value
    uint64_t addr;               // [mutable] ST_GLOBAL..: address in the variable store, 0 until committed
    uint32_t align;              // alignas, 0 default
    struct hd_init *init;        // static-storage variables whose initialiser is constant; else NULL
    struct hd_expr **defaults;   // functions: default arguments by parameter index (NULL entries), or NULL
    struct hd_sym *next;         // overload set: the next function of the same name
    struct hd_method *method;    // member functions; without `static` their first parameter is `this`
    struct hd_sym *shadows;      // scope.c
    void *gen;                   // [mutable] gen/: per-module cache, valid for gen_epoch
    uint64_t gen_epoch;
    void *code;                  // [mutable] run/: what is compiled of it (code.c)
    void *kernel;                // [mutable] run/: kernels: what is compiled for the CPU (launch.c)
};

enum hd_def_kind { DEF_FUNC, DEF_VAR, DEF_TAG, DEF_TYPEDEF, DEF_TEMPLATE, DEF_MACRO };

// A definition at top level, with what it was made from and what it needs. Dependencies are by *name*: a
// definition that looked `x` up (as variable, type, macro, or in vain) follows whatever `x` comes to mean.
struct hd_def {
    enum hd_def_kind kind;
    const char *name;            // interned; of the first declarator for DEF_VAR groups: one def per declarator
    const struct hd_source *source;
    struct hd_range range;       // of the whole definition, from its first specifier to its `;` or `}`
    struct hd_arena *arena;      // its cell's (or refresh's) arena: trees, types, symbols
    int cell;                    // serial of the cell that it comes from
    struct hd_sym *sym;          // NULL for tags and macros
    struct hd_type *tag_type;    // DEF_TAG
    const char **needs;          // names looked up at top level, sorted by pointer, unique
    int nneeds;
    struct hd_macro_use *macro_uses; // for replaying
    int nmacro_uses;
    struct hd_arena **holds;     // arenas of the definitions that were found: kept while this one is
    int nholds;
    bool stale;                  // something it needs changed: refresh before use
    bool refreshing;
    bool broken;                 // the last refresh failed; sym is the old one
    bool dead;                   // superseded
    bool system;                 // from a system header or built in
    const char *changed;         // stale: the name whose change made it so
    hd_loc changed_at;           // where that was redefined
    struct hd_def *primary;      // overloads but the first: the set's first definition
    struct hd_def *next_overload; // further overloads of the set, each with a text of its own
    struct hd_def *sibling;      // ring of the definitions made by the same item
    struct hd_arena *home;       // that holds this struct
    int pack;                    // what was in force around the text, for checking it again
    const char *member_of;       // the text is a member function, written inside of this struct
    const char *instance_of;     // it was made of this struct template: the text is the template's
    bool extern_c;
    int broken_in;               // serial of the cell that was told that it is broken
    uint32_t version;            // counts refreshes and redefinitions of this name
};

// ---- scopes: locals while checking a function; the innermost first -----------------------------------------
struct hd_scope {
    struct hd_scope *outer;
    struct hd_map names;         // -> struct hd_sym *
    struct hd_map tags;          // -> struct hd_type *
    struct hd_scope *live_next, *live_prev; // scope.c: every scope whose maps are to be finished
    bool is_prototype;           // parameters of a declarator: tags declared here belong to the scope outside
    bool is_function;
};

// Looks a name up through the local scopes, the transaction, the session, the built-ins and, in CU, the common
// C headers (which are included by themselves). Refreshes a stale definition first. Records the need. NULL:
// not declared.
struct hd_sym *hd_lookup(struct hd_front *front, const char *name);
struct hd_sym *hd_lookup_global(struct hd_front *front, const char *name); // past all locals
// What std::name is: functions of C++'s headers are named __std_name there, so that a program may have its own of that name beside
// them. Without `std::` they are found where nothing else has the name.
struct hd_sym *hd_lookup_std(struct hd_front *front, const char *name, bool refresh);
struct hd_type *hd_lookup_tag(struct hd_front *front, const char *name);
// "did you mean": the nearest visible name or NULL.
const char *hd_suggest(struct hd_front *front, const char *name);

// What the session knows at top level, for %who, completion, journal. Iteration order: definition order.
struct hd_def **hd_defs(struct hd_front *front, int *n); // live user definitions; valid until the next cell
struct hd_def *hd_def_find(struct hd_front *front, const char *name); // newest live one of any kind, or NULL
bool hd_def_refresh(struct hd_front *front, struct hd_def *def, struct hd_diags *diags); // true: up to date
void hd_def_remove(struct hd_front *front, struct hd_def *def); // %reset: dependents become stale

// ======================================================================================================
// Typed tree
// ======================================================================================================

struct hd_const { // value of a constant expression
    enum { CONST_NONE, CONST_INT, CONST_FLOAT, CONST_COMPLEX, CONST_ADDR } kind;
    hd_int128 i;                 // CONST_INT: the value, sign- or zero-extended by its type
    long double f, im;           // CONST_FLOAT, CONST_COMPLEX
    struct hd_sym *sym;          // CONST_ADDR: address of this variable or function, or of
    struct hd_string *string;    //   this literal; both NULL: an integer address
    int64_t offset;              // CONST_ADDR: bytes
};

struct hd_string { // a string literal
    const void *data;            // elements, with the terminating zero
    size_t len;                  // elements without it
    struct hd_type *type;        // array of const char (CU) or char (C), wchar_t ...
    uint64_t addr;               // [mutable] in the literal pool, 0 until placed
};

enum hd_expr_kind {
    EX_ERROR,
    EX_CONST,      // value (int, float, complex, nullptr and integer-to-pointer constants)
    EX_STRING,     // string; lvalue of array type
    EX_VAR,        // sym; lvalue. A reference variable is EX_DEREF of EX_REFVAL
    EX_REFVAL,     // sym: the pointer held by a reference variable; rvalue of pointer type
    EX_FUNC,       // sym; function designator
    EX_DEREF,      // *a; lvalue
    EX_ADDR,       // &a; a is an lvalue or EX_FUNC
    EX_MEMBER,     // a.field; lvalue if a is. field, offset (from a's start, anonymous members included)
    EX_LOAD,       // lvalue a to rvalue (type unqualified). Bit-fields, volatile and _Atomic are done here
    EX_DECAY,      // array lvalue a to pointer to its first element
    EX_UNARY,      // op: TK_MINUS, TK_TILDE, TK_NOT (logical: result bool in CU, int in C); a
    EX_BINARY,     // op: + - * / % << >> & | ^ == != < > <= >=; a and b have the same type (shifts: own types),
                   // comparisons give int (C) or bool (CU); pointers: == != < > on equal types
    EX_PTR_ADD,    // a pointer, b integer (converted to ptrdiff_t): a + b elements
    EX_PTR_DIFF,   // a - b in elements; type ptrdiff_t
    EX_AND, EX_OR, // && ||; operands scalar
    EX_COND,       // a ? b : c; a scalar; lvalue when b and c are lvalues in CU. b NULL: GNU a ?: c
    EX_COMMA,      // a, b
    EX_ASSIGN,     // lvalue a = b (b has a's unqualified type). CU: lvalue; C: rvalue
    EX_COMPOUND,   // a op= b: computed in compute_type: a = (T)((compute_type)a op b); pointers: op is + or -
    EX_INCDEC,     // op: TK_INC, TK_DEC; is_post; a lvalue
    EX_CAST,       // a to type; cast says how
    EX_CALL,       // a: callee (EX_FUNC, or rvalue of pointer to function); args (converted, promoted)
    EX_BUILTIN,    // builtin row; args converted to its signature. sig_type is the chosen signature
    EX_LAUNCH,     // a: kernel (EX_FUNC or pointer to kernel); launch
    EX_STMT_EXPR,  // body; value is the last expression statement's
    EX_COMPOUND_LITERAL, // sym (a hidden local, or global at top level), init; lvalue
    EX_TEMP,       // rvalue a stored in the hidden local sym; lvalue (for references, members of rvalues)
    EX_VA_ARG,     // a: rvalue pointer to struct __va_list_tag (the decayed va_list); type
    EX_VLA_SIZE,   // sizeof of a VLA type: sym holds it
    EX_LABEL_ADDR, // label
    EX_INIT,       // aggregate rvalue from init (T{...}, constructor call): type is the record
};

enum hd_cast { // EX_CAST
    CAST_NOOP,        // same representation (pointer to pointer, enum to its underlying type)
    CAST_INT,         // integer to integer: trunc, sext or zext by a's type
    CAST_BOOL,        // scalar to bool: != 0
    CAST_INT_FLOAT, CAST_FLOAT_INT, CAST_FLOAT, // conversions; FLOAT between widths
    CAST_INT_PTR, CAST_PTR_INT,
    CAST_REAL_COMPLEX, CAST_COMPLEX_REAL, CAST_COMPLEX,
    CAST_VOID,        // evaluate and drop
    CAST_BITS,        // vectors of equal size
    CAST_SPLAT,       // scalar to vector
};

enum { // cudaStream_t values that stand for a device (`cpu`, `gpu`, `gpu1` as a launch's stream)
    HD_STREAM_CPU = 0x10, HD_STREAM_GPU = 0x11, HD_STREAM_GPU_0 = 0x20,
};

struct hd_launch {
    struct hd_expr *grid, *block; // of type dim3
    struct hd_expr *shared;       // size_t, or NULL
    struct hd_expr *stream;       // cudaStream_t, or NULL
};

struct hd_expr {
    enum hd_expr_kind kind;
    uint16_t op;                  // enum hd_tok
    bool is_lvalue, is_bitfield, is_post, parenthesized;
    bool left_first;              // EX_CALL: args[0] is evaluated before the others (`a << b`, an object before its arguments)
    bool constructs;              // EX_CALL of a constructor: args[0] stands for the address of the value that it makes
    enum hd_cast cast;
    struct hd_type *type;
    struct hd_range range;
    hd_loc loc;
    struct hd_expr *a, *b, *c;
    struct hd_sym *sym;
    struct hd_expr **args;
    int nargs;
    union {
        struct hd_const *value;
        struct hd_string *string;
        struct { const struct hd_field *field; uint64_t offset; };
        struct hd_type *compute_type;
        struct { const struct hd_builtin *builtin; struct hd_type *sig_type; };
        struct hd_launch *launch;
        struct hd_stmt *body;
        struct hd_init *init;
        struct hd_label *label;
    };
};

// A flattened initialiser: zero the object (unless `covers`), then store each item.
struct hd_init {
    struct hd_type *type;         // array lengths completed
    bool covers;                  // the items leave no byte of the object unset
    bool constant;                // all values are constants or addresses (see hd_init_image)
    int nitems;
    struct hd_init_item {
        uint64_t offset;          // bytes from the object's start
        const struct hd_field *bits; // bit-field or NULL
        struct hd_expr *value;    // rvalue of the item's type; a string literal filling a char array is an
                                  // EX_STRING lvalue of the array's type (cut or padded with zeros)
        int64_t repeat;           // [a ... b]: stored `repeat` times, `stride` bytes apart; 1 otherwise
        uint64_t stride;
    } *items;
};

enum hd_stmt_kind {
    STM_BLOCK, STM_EXPR, STM_IF, STM_WHILE, STM_DO, STM_FOR, STM_SWITCH, STM_CASE, STM_DEFAULT, STM_BREAK,
    STM_CONTINUE, STM_RETURN, STM_GOTO, STM_GOTO_PTR, STM_LABEL, STM_VAR, STM_ASM, STM_EMPTY,
    STM_GLOBAL_INIT,  // cells: run-time initialisation of the top-level variable sym, in order
    STM_RESULT,       // cells: a is stored in sym (the result variable) and shown
};

struct hd_label { const char *name; bool defined, address_taken; hd_loc loc; void *gen; uint64_t gen_epoch; };

struct hd_case { hd_int128 from, to; struct hd_stmt *stmt; struct hd_case *next; }; // stmt: STM_CASE

struct hd_asm {
    const char *text;             // template
    const char **constraints;     // outputs first
    struct hd_expr **operands;    // outputs: lvalues; inputs: rvalues
    const char **names;
    int noutputs, ninputs;
    const char **clobbers;
    int nclobbers;
    bool is_volatile;
};

struct hd_stmt {
    enum hd_stmt_kind kind;
    struct hd_range range;
    hd_loc loc;
    struct hd_expr *a;            // condition, value, or expression; STM_VAR: the call of its cleanup function, or NULL
    struct hd_expr *step;         // STM_FOR
    struct hd_stmt *init;         // STM_FOR (a STM_BLOCK without scope when it declares several)
    struct hd_stmt *body, *otherwise; // IF: then, else; CASE, DEFAULT, LABEL: the statement after it
    struct hd_stmt **list;        // STM_BLOCK
    int nlist;
    struct hd_sym *sym;           // STM_VAR, STM_GLOBAL_INIT, STM_RESULT
    struct hd_init *var_init;     // STM_VAR, STM_GLOBAL_INIT: NULL when not initialised. VLAs: sym->type is a VLA
    struct hd_case *cases;        // STM_SWITCH
    struct hd_stmt *dflt;         // STM_SWITCH: its STM_DEFAULT, or NULL
    struct hd_case *the_case;     // STM_CASE
    struct hd_label *label;
    struct hd_asm *assembly;
    int unroll;                   // loops: 0 none, -1 full, n factor
    void *gen;                    // [mutable] gen/: basic block of STM_CASE and STM_DEFAULT
};
// A reference variable's STM_VAR has an init whose only item is of pointer type (the address bound).
// A VLA's STM_VAR comes after a STM_EXPR that sets the type's vla_size variable (bytes).

struct hd_func {
    struct hd_sym *sym;
    struct hd_type *type;         // HD_TY_FUNC
    struct hd_sym **params;       // locals; unnamed ones too (name NULL)
    int nparams;
    struct hd_stmt *body;         // NULL until checked (system headers: see hd_func_body)
    struct hd_ast *ast;           // kept for skipped bodies
    struct hd_sym **calls;        // functions referred to (called or address taken), unique
    int ncalls;
    struct hd_sym **globals;      // variables with static storage referred to, unique
    int nglobals;
    struct hd_sym **shared;       // __shared__ variables declared in it
    int nshared;
    struct hd_label **labels;     // whose address is taken
    int nlabels;
    bool is_kernel, is_device, is_host; // __host__ __device__: both
    bool has_loop, has_barrier, has_warp_op, has_goto_ptr, calls_setjmp, uses_vla, has_indirect_call;
    bool is_entry;                // a cell's own code
    int max_threads, min_blocks;  // __launch_bounds__, 0 none
    struct hd_source *source;
    struct hd_arena *arena;
};

// What an instance of a struct template was made of: struct_template.c.
struct hd_instance {
    const char *name;             // the template's
    struct hd_template *tmpl;     // whose text it is: the template, or one for just these arguments
    int n;
    struct hd_type **types;       // by parameter index, NULL for value parameters
    int64_t *values;
    struct hd_sym **functions;    // value parameters that are functions
};

// A function template (also one with `auto` parameters) and the specialisations made of it. Struct templates have no
// list: their instances are definitions, named like "Vec<float, 4>".
struct hd_template {
    struct hd_ast *ast;           // AST_FUNCTION; of a struct AST_DECLARATION
    struct hd_def *def;
    enum hd_lang lang;
    struct hd_arena *arena;       // that instances are made in
    HD_VEC(struct hd_spec_inst *) instances;
    const char *failed;           // structs: the instance that had errors last,
    int failed_in;                // serial of the newest cell then,
    const struct hd_diags *failed_told; // and who knows them
    HD_VEC(struct hd_spec_inst *) dropped; // to be used for others in a later cell: the running one may still look at them
};
struct hd_spec_inst {             // a specialisation: an instance of a template (generics.c)
    struct hd_type **types;       // by parameter index, NULL for value parameters
    int64_t *values;
    struct hd_sym **functions;    // value parameters that are functions
    hd_loc *type_locs;            // a record's number or where an enum was declared, for types may be freed and come again
    struct hd_sym *sym;           // SYM_FUNC, named like "add<float>"
    struct hd_arena *arena;       // its own, held by the template and by its users
    int made_in;                  // its arena's number, unique
    int checking_in;              // serial of the newest cell while its body is checked; 0: it is not
    int dropped_in;               // serial of the newest cell then
    struct inst_dep *deps;        // what the names that it looked up meant: it is dropped when one changed
    int ndeps;
    bool checked;                 // the body was checked, or is being checked
};

// Checks the body of a function whose body was skipped (system headers). false: it has errors (in diags).
bool hd_func_body(struct hd_front *front, struct hd_func *func, struct hd_diags *diags);

// Constant initialisers as bytes. `size` bytes at image are zeroed and filled; addresses are reported through
// `reloc` (at offset: address of value->sym or value->string plus value->offset, 8 bytes). init->constant.
typedef void hd_reloc_fn(void *user, uint64_t offset, const struct hd_const *value);
void hd_init_image(const struct hd_init *init, void *image, size_t size, hd_reloc_fn *reloc, void *user);
bool hd_const_eval(const struct hd_expr *expr, struct hd_const *out); // false: not constant

void hd_func_print(struct hd_buf *out, const struct hd_func *func); // --dump=types

// ======================================================================================================
// Built-in functions, variables and types: builtins.c, builtins.def, prelude.cu
// ======================================================================================================

enum hd_builtin_lower {
#define HD_LOWER(name) LOWER_##name,
#include "front/lowerings.def"
};

enum { BI_HOST = 1, BI_DEVICE = 2, BI_PURE = 4, BI_BARRIER = 8, BI_WARP = 16, BI_VARIABLE = 32, BI_GENERIC = 64 };

// One row of builtins.def. A name may have several rows: overloads.
struct hd_builtin {
    const char *name;
    const char *signature;        // "float(float, float)"; "T" is any type of `types`: see builtins.def
    const char *types;            // "int,float": what T stands for; "*": taken from the first argument; NULL: no T
    unsigned flags;               // BI_*
    enum hd_builtin_lower lower;  // how gen/ emits it
    const char *arg;              // what the lowering needs: an intrinsic's or runtime function's name
    const char *help;             // one line
};
const struct hd_builtin *hd_builtins(int *n);            // the whole table
const struct hd_builtin *hd_builtin_find(const char *name); // first row of that name, or NULL
const struct hd_builtin *hd_builtin_next(const struct hd_builtin *row); // the next overload, or NULL
// Every name that the embedded CUDA declarations know (completion): NULL after the last.
const char *hd_prelude_name(int i);
// What the embedded declarations say of a name, without loading it. text: its item, from the declaration's first word.
enum hd_prelude_kind { HD_PRELUDE_TYPE, HD_PRELUDE_FUNCTION, HD_PRELUDE_CONSTANT };
struct hd_prelude { enum hd_prelude_kind kind; const char *text; size_t len; };
bool hd_prelude_find(const char *name, struct hd_prelude *out);
// Declarations in CUDA C for types, constants and functions that are known without a header (dim3, float4,
// cudaError_t, cudaMalloc ...): embedded text, parsed name by name when first used.
extern const char hd_prelude_text[];

// ======================================================================================================
// The front end of a session: front.c
// ======================================================================================================

struct hd_cell { // one input, checked
    struct hd_arena *arena;
    struct hd_source *source;
    int serial;                   // counts all inputs, silent ones too
    struct hd_func *entry;        // the cell's statements, `void (void)`; NULL when it has none
    struct hd_sym *result;        // variable that the last expression goes to, or NULL
    bool result_is_lvalue_array;  // show it, but do not make it `_`
    HD_VEC(struct hd_def *) defs; // new definitions, in order (system headers' too)
    struct hd_tokens tokens;
    bool has_main;                // defines main
    bool warned_only;
};

struct hd_front_hooks { // what the session around it provides; all may be NULL
    void *user;
    // Whether a library that was loaded has a symbol, for lookups and messages.
    bool (*has_library_symbol)(void *user, const char *name);
    void (*on_item)(void *user, const struct hd_ast *item); // each item of the user's own text, once parsed
};

struct hd_front *hd_front_create(const struct hd_front_hooks *hooks);
void hd_front_destroy(struct hd_front *front);

// Preprocesses, parses and checks one input as a transaction. true: *cell is ready, and must be passed to
// hd_front_commit or hd_front_rollback. false: errors are in diags, and nothing has changed.
// program: a whole file (declarations only at top level; `main` is run by the caller).
bool hd_front_cell(struct hd_front *front, struct hd_source *source, bool program, struct hd_cell *cell,
                   struct hd_diags *diags);
void hd_front_commit(struct hd_front *front, struct hd_cell *cell);
void hd_front_rollback(struct hd_front *front, struct hd_cell *cell);
// Frees arenas and sources that no live definition holds. `in_use`: arenas that running code needs.
void hd_front_collect(struct hd_front *front, struct hd_arena **in_use, int n);
size_t hd_front_bytes(struct hd_front *front);
// Called with each definition that became stale or dead, so that run/ can drop its code.
void hd_front_on_stale(struct hd_front *front, void (*fn)(void *user, struct hd_def *def), void *user);
// A dead cell: none of its definitions is live (its journal entry can go).
void hd_front_on_cell_dead(struct hd_front *front, void (*fn)(void *user, int cell), void *user);

enum hd_complete { HD_COMPLETE, HD_INCOMPLETE, HD_INVALID };
// Whether an input can be run as it stands; *indent gets the columns that a continuation line should start with.
enum hd_complete hd_is_complete(struct hd_front *front, const char *text, size_t len, int *indent);

// Checks an expression or a type in the session's scope without running it (inspection, %timeit's message).
struct hd_type *hd_type_of_text(struct hd_front *front, const char *text, struct hd_diags *diags);

#endif
