// What names/ gives: symbols, definitions and what depends on them (global.c, needs.c, refresh.c,
// space.c), and the built-in functions, variables and types (builtins.c, builtins.def, prelude.cu).
#ifndef HD_NAMES_H
#define HD_NAMES_H

#include "front/lex/tokens.h"
#include "front/parse/ast.h"
#include "front/type/type.h"

enum hd_sym_kind {
    SYM_VAR,
    SYM_FUNC,
    SYM_TYPEDEF,
    SYM_ENUM_CONST,
    SYM_TEMPLATE,
    SYM_STRUCT_TEMPLATE,
    SYM_BUILTIN,
    SYM_NAMESPACE, // a namespace or an alias of one: space
    SYM_USING,     // `using namespace`: space
    SYM_ALIAS,     // `using A::name`: target
    SYM_PACK       // a parameter pack: pack
};

enum hd_storage {
    ST_LOCAL,      // automatic; parameters too
    ST_GLOBAL,     // top-level variable: in the variable store
    ST_STATIC,     // static local: in the variable store too
    ST_EXTERN,     // declared, defined by a library (errno's kin: stdout, environ)
    ST_SHARED,     // __shared__: per block
    ST_DYN_SHARED, // extern __shared__ x[]
    ST_DEVICE,     // __device__ variable
    ST_CONSTANT,   // __constant__
    ST_MANAGED,    // __managed__
    ST_THREAD,     // _Thread_local
};

// What a name means. A symbol is immutable after its declaration was checked, except for the marked
// members.
struct hd_sym {
    enum hd_sym_kind kind;
    unsigned spec;    // SPEC_*
    const char *name; // interned; of the session's names the key, "A::name" (see struct hd_space)
    struct hd_type
        *type; // SYM_VAR, SYM_FUNC, SYM_TYPEDEF, SYM_ENUM_CONST. A reference variable: HD_TY_REF
    struct hd_range range; // where it was declared
    hd_loc declared;       // where first, as what stands before it in the text does not see it; 0:
                           // it was there before that text
    enum hd_storage storage;
    struct hd_def *def; // top-level: the definition that made it; else NULL
    bool used;          // [mutable]
    bool defined;       // [mutable] variables: has storage; functions: body is there
    bool address_taken; // [mutable] locals: lives in memory
    bool is_param;
    bool is_table;        // of a class with virtual functions: never changes
    bool has_initializer; // variables: declared with one
    bool
        reinitialise; // [mutable] a variable defined anew at its old address: write the initialiser
    bool keeps_value; // a variable checked again: storage and value of its earlier symbol stay
    struct hd_sym *before; // [mutable] a variable checked again whose struct has other members now:
                           // its earlier symbol, until the values are moved; else NULL
    const char *renewed; // a variable checked again: a struct that pointers in it lead to and whose
                         // members are others now; of one that is made anew, the struct that it
                         // has; else NULL
    const struct hd_type *renewed_from; // with it: its earlier type
    struct hd_def *made; // [mutable] a session's object whose destructor runs code: the variable
                         // that says whether it has been made (check/decl/object.c); else NULL
    bool is_hidden;      // part of another variable's definition: `r::__value`, `a::__made`
    bool has_parts;      // the value that the names of structured bindings are parts of
    bool ends_late;      // [mutable] the cell that takes its place destroys it: the storage stays
                         // until that has run
    bool after_end;      // [mutable] reinitialise: by code, which destroys what is there first
    bool is_result;      // the hidden variable that receives Out[n]
    bool is_anew;        // a variable checked again whose value cannot be kept (names/renewed.c)
    bool internal_linkage;
    bool is_noexcept;                // a prototype that says so
    bool only_value;                 // in a lambda: a constant around it, of which `value` is used
    bool not_captured;               // in a lambda: a variable around it that it does not capture
    bool is_template_value;          // stands for a template argument: it has no storage
    const struct hd_field *captured; // in a lambda: the closure's member that it is, or NULL
    struct hd_type *bound;           // a structured binding: its type, as decltype says it; or NULL
    const char *shown;    // an object that is a template argument: as messages show it; else NULL
    bool is_const_value;  // const or constexpr with a constant initialiser: value
    bool array_param;     // a parameter that was written as an array: sizeof warns
    bool tentative_array; // [mutable] `int a[];` at top level in C: one element unless the length
                          // comes later
    bool host_memory;     // [mutable] pointers: certainly from malloc and its kin (launches warn)
    bool device_memory;   // [mutable] pointers: from cudaMalloc (uses in host code warn)
    bool assigned;        // [mutable] locals: some assignment gives it a value that is not its own
    uint32_t reads;       // [mutable] locals: how many uses of the value, and the first of them
    struct hd_range first_read;
    uint32_t serial; // unique in the process; link name is "name.serial" for what we define
    uint32_t align;  // alignas, 0 default
    const char
        *link_name; // symbol name in object code: plain C name for externals, "name.serial" else
    union {
        struct hd_func *func;             // SYM_FUNC with a body (checked or skipped)
        const struct hd_builtin *builtin; // SYM_BUILTIN
        int64_t enum_value;               // SYM_ENUM_CONST (as the two's complement bits)
        struct hd_template *tmpl;         // SYM_TEMPLATE, SYM_STRUCT_TEMPLATE
        struct hd_pack *pack;             // SYM_PACK
        struct hd_space *space;           // SYM_NAMESPACE, SYM_USING
        const char *target;               // SYM_ALIAS: the key that it stands for, as `next` do
    };
    struct hd_const *value; // is_const_value
    uint64_t addr;        // [mutable] ST_GLOBAL..: address in the variable store, 0 until committed
    struct hd_init *init; // static-storage variables whose initialiser is constant; else NULL
    struct hd_expr *
        *defaults;       // functions: default arguments by parameter index (NULL entries), or NULL
    struct hd_sym *next; // overload set: the next function of the same name
    struct hd_sym *linked; // [mutable] declared here, defined in another file of the program: there
    struct hd_method *method; // member functions; without `static` their first parameter is `this`
    struct hd_sym *shadows;   // space.c
    struct hd_sym *twin;      // what device code has in its place, or NULL
    const struct hd_static *unmade; // the declaration of an instance's static data member, whose
                                    // definition is made when it is used; else NULL
    void *gen;                      // [mutable] gen/: per-module cache, valid for gen_epoch
    uint64_t gen_epoch;
    void *code;   // [mutable] run/: what is compiled of it (code.c)
    void *kernel; // [mutable] run/: kernels: what is compiled for the CPU (launch.c)
};

struct hd_pack { // what a parameter pack stands for: template/pack.c
    struct hd_sym **v;
    int n;
    int at; // [mutable] the element that its name means now; -1: none
};

// The symbol that has the definition, which may be in another file of the same program.
static inline struct hd_sym *hd_linked(struct hd_sym *sym) {
    while (sym->linked) sym = sym->linked;
    return sym;
}

// The function that `sym` calls, wherever in the program its body is. NULL: there is none of ours.
static inline struct hd_func *hd_linked_func(struct hd_sym *sym) {
    sym = hd_linked(sym);
    return sym->kind == SYM_FUNC ? sym->func : NULL;
}

enum hd_def_kind {
    DEF_FUNC,
    DEF_VAR,
    DEF_TAG,
    DEF_TYPEDEF,
    DEF_TEMPLATE,
    DEF_MACRO,
    DEF_SPACE, // a namespace, or what `using` does to one: nothing that a listing of names shows
};

// A definition at top level, with what it was made from and what it needs. Dependencies are by
// *name*: a definition that looked `x` up (as variable, type, macro, or in vain) follows whatever
// `x` comes to mean.
struct hd_def {
    enum hd_def_kind kind;
    const char *name;            // interned: its key, "A::name"; one definition per declarator
    const char *family;          // interned, one of several under keys of their own (operators,
                                 // members, what `using` brings): the key that they share, or NULL
    struct hd_space *space;      // that has its name
    struct hd_space *text_space; // where its text stands: a member's may be inside of its struct
    struct hd_front *front;      // whose it is: of the session, or of a file of a program
    const struct hd_source *source;
    struct hd_range range;    // of the whole definition, from its first specifier to its `;` or `}`
    struct hd_arena *arena;   // its cell's (or refresh's) arena: trees, types, symbols
    int cell;                 // serial of the cell that it comes from
    struct hd_sym *sym;       // NULL for tags and macros
    struct hd_type *tag_type; // DEF_TAG
    const char **needs;       // names looked up at top level, sorted by pointer, unique
    int nneeds;
    struct hd_macro_use *macro_uses; // for replaying
    int nmacro_uses;
    struct hd_range device_range; // the text of its device version (hd_func.device_version); from
                                  // 0: it has none
    bool device_only;             // an #if on __CUDA_ARCH__ hides its text from host code
    struct hd_arena **holds; // arenas of the definitions that were found: kept while this one is
    int nholds;
    bool stale; // something it needs changed: refresh before use
    bool refreshing;
    bool broken;                  // the last refresh failed; sym is the old one
    bool dead;                    // superseded
    bool system;                  // from a system header or built in
    const char *changed;          // stale: the name whose change made it so
    hd_loc changed_at;            // where that was redefined
    struct hd_def *primary;       // overloads but the first: the set's first definition
    struct hd_def *next_overload; // further overloads of the set, each with a text of its own
    struct hd_def *sibling;       // ring of the definitions made by the same item
    struct hd_arena *home;        // that holds this struct
    hd_loc declared;              // of a tag: see hd_sym.declared
    int pack;                     // what was in force around the text, for checking it again
    bool no_contract;             // the same: #pragma STDC FP_CONTRACT OFF
    const char *instance_of;      // it was made of this template: the text is the template's
    struct hd_spec_inst *inst;    // an instance of a function template, or NULL
    const char *specialises; // `template <>` of a function: the template's key, interned; else NULL
    bool extern_c;
    bool is_result;   // Out[n], `_`
    int broken_in;    // serial of the cell that was told that it is broken
    uint32_t version; // counts refreshes and redefinitions of this name
};

// ---- spaces: every place that holds names ------------------------------------------------------
// The session's spaces (the global one, namespaces, records at top level) are one object for each
// key and last as long as the session. What is declared in them stands in the session's tables
// under the space's key and the name ("A::Mode"), so that what depends on a name depends on a key.
// Blocks, templates' parameters and records inside functions have tables of their own.
enum hd_space_kind {
    SPACE_BLOCK,
    SPACE_PARAMS,
    SPACE_RECORD,
    SPACE_FRIEND, // where a friend's text stands in its class: the class's names are seen, what is
                  // declared belongs to the namespace (`stands_for`); nothing is kept here
    SPACE_NAMESPACE,
    SPACE_GLOBAL
};

struct hd_space {
    enum hd_space_kind kind;
    bool session;                // its names are the session's, under keys
    bool is_std;                 // namespace std: the C library's names are in it too
    bool is_inline;              // inline namespace: its names are the outer one's as well
    bool has_inline;             // has such a one in it
    bool is_unnamed;             // a namespace without a name: its names are the file's own
    const char *name;            // interned, the last component; NULL: the global one, blocks
    const char *key;             // session: "A::B"; NULL: the global one
    const char *directives;      // session: under which its `using namespace` are a family
    struct hd_space *outer;      // where a name is looked for that is not found here
    struct hd_space *stands_for; // a copy of that one, with template parameters around it, or that
                                 // of friends, whose namespace it is; or NULL
    struct hd_map names; // -> struct hd_sym *; session: the names' keys, made when asked for
    struct hd_map tags;  // -> struct hd_type *; session: empty
    HD_VEC(struct hd_space *) used;         // blocks: `using namespace`
    struct hd_record *record;               // of a record inside a function, and of a copy
    struct hd_space *live_next, *live_prev; // space.c: every one whose tables are to be finished
    bool is_prototype; // parameters of a declarator: tags declared here belong to the space outside
    bool is_function;
};

// The space named so inside of `outer`, made when it is first asked for.
struct hd_space *hd_space_in(struct hd_front *front, struct hd_space *outer, const char *name,
                             enum hd_space_kind kind);
// The namespace that `namespace name {` in `outer` opens: one that is there may stand in an inline
// namespace.
struct hd_space *space_open(struct hd_front *front, struct hd_space *outer, const char *name);
struct hd_space *hd_space_global(struct hd_front *front);
// Of the friends whose text stands in the class `record`.
struct hd_space *hd_space_of_friends(struct hd_front *front, struct hd_space *record);
bool hd_space_in_std(const struct hd_space *space);      // std, or a namespace in it
bool hd_space_is_in_class(const struct hd_space *space); // a member's or friend's text there
// What stands for the name of a namespace without one, which no text can spell.
const char *hd_space_unnamed(void);
// Whether directives in `in` lead to that space; in_use: those at top level.
bool hd_space_brings(struct hd_front *front, struct hd_space *in, const struct hd_space *space);
bool hd_space_in_use(struct hd_front *front, const struct hd_space *space);
// The key of a name that is declared in a session's space.
const char *hd_space_key(struct hd_front *front, struct hd_space *space, const char *name);

// Looks a name up through the local scopes, the transaction, the session, the built-ins and, in CU,
// the common C headers (which are included by themselves). Refreshes a stale definition first.
// Records the need. NULL: not declared.
struct hd_sym *hd_lookup(struct hd_front *front, const char *name);
struct hd_type *hd_lookup_tag(struct hd_front *front, const char *name);
// "did you mean": the nearest visible name or NULL.
const char *hd_suggest(struct hd_front *front, const char *name);

// What the session knows at top level, for %who, completion, journal. Iteration order: definition
// order.
struct hd_def **hd_defs(struct hd_front *front,
                        int *n); // live user definitions; valid until the next cell
struct hd_def *hd_def_find(struct hd_front *front,
                           const char *name); // newest live one of any kind, or NULL
// The functions that share a plain name and are definitions of their own (`operator+`,
// `V::length`): the live ones. *at begins as 0; NULL after the last.
struct hd_def *hd_def_overload(struct hd_front *front, const char *name, int *at);
const char *hd_def_plain(const struct hd_def *def);  // its key without what qualifies it
const char *hd_def_called(const struct hd_def *def); // the same of its family's, if it has one
// The member of the earlier struct that `field`, which is the new one's number `at`, was; of
// unnamed ones, the one at the same place. Or NULL.
const struct hd_field *hd_renewed_field(const struct hd_record *from, const struct hd_field *field,
                                        int at);
bool hd_def_refresh(struct hd_front *front, struct hd_def *def,
                    struct hd_diags *diags);                    // true: up to date
void hd_def_remove(struct hd_front *front, struct hd_def *def); // %reset: dependents become stale

// Built-in functions, variables and types: builtins.c, builtins.def, prelude.cu

enum hd_builtin_lower {
#define HD_LOWER(name) LOWER_##name,
#include "front/names/lowerings.def"
};

enum {
    BI_HOST = 1,
    BI_DEVICE = 2,
    BI_PURE = 4,
    BI_BARRIER = 8,
    BI_WARP = 16,
    BI_VARIABLE = 32,
    BI_GENERIC = 64
};

// One row of builtins.def. A name may have several rows: overloads.
struct hd_builtin {
    const char *name;
    const char *signature; // "float(float, float)"; "T" is any type of `types`: see builtins.def
    const char
        *types; // "int,float": what T stands for; "*": taken from the first argument; NULL: no T
    unsigned flags;              // BI_*
    enum hd_builtin_lower lower; // how gen/ emits it
    const char *arg;  // what the lowering needs: an intrinsic's or runtime function's name
    const char *help; // one line
};
const struct hd_builtin *hd_builtins(int *n);               // the whole table
const struct hd_builtin *hd_builtin_find(const char *name); // first row of that name, or NULL
const struct hd_builtin *hd_builtin_next(
    const struct hd_builtin *row); // the next overload, or NULL
// Every name that the embedded CUDA declarations know (completion): NULL after the last.
const char *hd_prelude_name(int i);
// What the embedded declarations say of a name, without loading it. text: its item, from the
// declaration's first word.
enum hd_prelude_kind { HD_PRELUDE_TYPE, HD_PRELUDE_FUNCTION, HD_PRELUDE_CONSTANT };
struct hd_prelude {
    enum hd_prelude_kind kind;
    const char *text;
    size_t len;
};
bool hd_prelude_find(const char *name, struct hd_prelude *out);
// The item around that byte of hd_prelude_text; kind is left alone. false: between items.
bool hd_prelude_at(size_t at, struct hd_prelude *out);
// Declarations in CUDA C for types, constants and functions that are known without a header (dim3,
// float4, cudaError_t, cudaMalloc ...): embedded text, parsed name by name when first used.
extern const char hd_prelude_text[];

#endif
