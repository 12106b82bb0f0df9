// What lex/ gives: tokens (lex.c), and the preprocessor's arrays of them (pp.c, pp_expr.c,
// pp_include.c).
#ifndef HD_TOKENS_H
#define HD_TOKENS_H

#include "base/base.h"
#include "front/forward.h"

enum hd_tok {
#define HD_TOKEN(name, text) TK_##name,
#include "front/lex/tokens.def"
    TK_COUNT
};

enum {                // hd_token.flags
    TF_BOL = 1,       // first on its line
    TF_SPACE = 2,     // white space before it
    TF_NO_EXPAND = 4, // a macro name that must not be expanded again
    TF_SYSTEM = 8,    // spelled in a system header
    TF_OMP = 16,      // what a directive of OpenMP became
};

struct hd_token {
    uint8_t kind; // enum hd_tok
    uint8_t flags;
    uint16_t prefix; // string and char literals: 0, 'L', 'u', 'U', or '8' for u8
    uint32_t len;    // bytes of spelling at `loc`; for tokens made by macros, of the macro's use
    hd_loc loc; // in the file: for tokens from a macro's body the place where the macro was used
    hd_loc spelled;   // where it was really spelled (macro body), equal to loc otherwise
    const char *text; // interned spelling of identifiers, keywords, punctuators, pp-numbers;
                      // string and character literals: contents as spelled between the quotes
                      // (arena, text_len); raw strings with \\, " and newlines escaped; digit
                      // separators removed
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
    bool cuda;   // <<< and >>> are tokens
    bool launch; // after <<<
};
void lex_init(struct lexer *lx, const struct hd_source *source, size_t from, size_t to,
              struct hd_arena *arena, struct hd_diags *diags);
struct hd_token lex_next(struct lexer *lx);
int lex_keyword(const char *interned, enum hd_lang lang); // token kind, or TK_IDENT

struct hd_keyword { // a row of keywords.def
    const char *name;
    enum hd_tok kind;
    int langs;        // 1: C files, 2: cells and .cu files, 3: both
    const char *help; // one line; NULL: another spelling of the last one before it of that kind
};
const struct hd_keyword *hd_keywords(int *n);
const char *hd_punctuator(int kind); // "&&"; NULL: it is none

// Preprocessor: pp.c, pp_expr.c, pp_include.c

struct hd_macro {
    const char *name; // interned
    bool function_like, variadic, builtin;
    const char **params; // interned; the last is __VA_ARGS__ or the GNU name when variadic
    int nparams;
    struct hd_token *body;
    int nbody;
    hd_loc loc;              // of the name in #define; 0 for predefined ones
    int cell;                // serial of the cell that defined it
    bool undefined;          // an #undef recorded in a transaction
    bool cu_only;            // predefined in cells and .cu files only
    bool programs_only;      // the system's C headers do not see it: __cplusplus
    bool has_paste;          // its body has a ##
    uint32_t busy;           // pp.c: number of the run in which it is being expanded
    struct hd_macro *device; // [mutable] what the name means in device code, where that differs:
                             // __CUDA_ARCH__, and what an #if on it defines; else NULL
    struct hd_arena *arena;  // that holds it
};

// Which macros were looked at while making the tokens: sorted by token index.
struct hd_macro_use {
    int token; // index of the first token made after it
    const char *name;
    struct hd_macro *macro; // NULL: tested (#ifdef, or identifier in #if) and not defined
    bool directive;         // by an #if or its kin
};

struct hd_tokens {
    struct hd_token *v; // ends with TK_EOF
    int n;              // without the TK_EOF
    HD_VEC(struct hd_macro_use) uses;
    HD_VEC(struct hd_source *) included; // every file that was included, in order
    bool two_sided;  // device code may see other tokens: __CUDA_ARCH__ or the like was looked at
    bool incomplete; // text ended inside a comment, string, #if, or macro call's parentheses
};

// Preprocesses source[from, to). Defines macros into front's current transaction (or the session's
// table when there is none). `replay`: macros are looked up as definition `replay` saw them unless
// a later cell redefined them, and #define directives inside stay local. Returns the arena that the
// tokens are in; directives of OpenMP are still among them (omp_rewrite).
struct hd_arena *pp_run(struct hd_front *front, const struct hd_source *source, size_t from,
                        size_t to, const struct hd_def *replay, struct hd_tokens *out);
// The same text as nvcc's second pass sees it, with __CUDA_ARCH__ defined. Without `replay` the
// text is the cell's, whose first run is done: macros are those from before the cell, and what
// #define then differs is noted in the session's macros (hd_macro.device).
struct hd_arena *pp_run_device(struct hd_front *front, const struct hd_source *source, size_t from,
                               size_t to, const struct hd_def *replay, struct hd_tokens *out);
struct hd_macro *hd_macro_find(struct hd_front *front, const char *name); // NULL when not defined
// Every macro that is defined, in any order: *at begins as 0; NULL after the last.
struct hd_macro *hd_macro_next(struct hd_front *front, int *at);
void hd_macros_remove(struct hd_front *front); // %reset: those of the session's own text
// Directories searched for <...>: those added by %include, CUDA's, the compiler's multiarch list.
void hd_include_dir_add(struct hd_front *front, const char *dir);
int hd_include_dirs(struct hd_front *front, const char ***dirs, int *added); // added: of %include
// Headers that Heddle brings itself: stddef.h, stdarg.h, cuda_runtime.h ... NULL if it has none so
// named.
const char *hd_builtin_header(const char *name, size_t *len);
const char *hd_builtin_header_name(int i); // of all of them; NULL after the last

#endif
