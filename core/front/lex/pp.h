// The preprocessor's own header: what pp*.c, lex.c and complete.c share. Not for other files.
//
// A source is lexed whole before it is preprocessed: `raw` tokens, directives included, identifiers
// already classified as keywords. Those of headers stay in the cache (struct header_cache) for the
// session. What is wrong with a raw token is said when it is used, so a text that #if skips may
// hold anything.
//
// Reading goes through two stacks: the files (struct pp_file) and, above them, the macro expansions
// that are being rescanned (struct pp_context). A macro is `busy` while one of its expansions is on
// the stack; its name read then gets TF_NO_EXPAND for good, which is what ends recursion.
#ifndef HD_PP_H
#define HD_PP_H

#include "front/check/check.h"

#define PP_MAX_FILES 200        // nested #include
#define PP_MAX_NESTED_ARGS 300  // nested expansion of arguments
#ifndef PP_MAX_PRODUCED         // fuzzers set a smaller one
#define PP_MAX_PRODUCED 4000000 // tokens that macros make in one run
#endif
#define PP_MAX_SOURCE (64u << 20) // bytes of a source

struct tokbuf { // pooled token list
    HD_VEC(struct hd_token) t;
    struct tokbuf *next;
};

// ---- lex.c --------------------------------------------------------------------------------------

// an identifier or a keyword: both can be macro names
static inline bool lex_is_name(const struct hd_token *t) {
    return t->kind == TK_IDENT || t->kind > TK_LAUNCH_CLOSE;
}
// Lexes source[from, to) with its directives into `out` (on the heap), TK_EOF at the end.
void lex_all(const struct hd_source *source, size_t from, size_t to, struct hd_arena *arena,
             struct tokbuf *out);
// Lexes a text that must be one single token. false: it is not.
bool lex_single(const char *text, size_t len, enum hd_lang lang, struct hd_arena *arena,
                struct hd_token *out);
// The tokens of a text without source (pragmas); places are taken from `like`.
void lex_text(const char *text, size_t len, enum hd_lang lang, struct hd_arena *arena,
              const struct hd_token *like, struct tokbuf *out);
// Unterminated literals and comments: reported when read, not when output. text is `"`, `'`, `R"`
// or "/*".
bool lex_is_unterminated(const struct hd_token *t);
void lex_report(struct hd_diags *diags, const struct hd_token *t); // what is wrong with a TK_OTHER
void lex_spell(struct hd_buf *out, const struct hd_token *t); // as it was written, without splices
struct hd_range lex_range(const struct hd_token *t);

// ---- pp_include.c: headers ----------------------------------------------------------------------

struct header_cache {
    struct hd_source *source;
    int64_t mtime, mtime_ns, size;
    const struct hd_token *raw; // with TK_EOF
    int nraw;
    const char *guard; // macro of its include guard, or NULL
    const char *once;  // name of the pseudo macro that #pragma once defines
};

struct found_header { // where a name was found
    char *path;       // arena; NULL for a built-in one
    const char *text; // built-in
    size_t len;
    int dir; // index in the search order; -1: beside the including file
    bool system;
    int64_t mtime, mtime_ns, size;
};

// ---- pp.c ---------------------------------------------------------------------------------------

struct pp_cond { // an open #if
    struct hd_range range;
    bool taken; // one of its groups was processed
    bool seen_else;
};

struct pp_file {
    const struct hd_source *source;
    const struct hd_token *v; // raw tokens
    int at;
    int conds;   // number of open conditions when it was entered
    int dir;     // where #include_next goes on
    bool cached; // v lives as long as the session
    int waits;   // behind it row waits - 1 of hd_embedded waits: this is what cannot; or 0
    const char *once;
    const char *name; // __FILE__ as set by #line, or NULL
    int line_delta;   // added to line numbers, set by #line
};

struct pp_context {
    const struct hd_token *v;
    int at, n;
    struct hd_macro *macro; // busy while this is on the stack, or NULL
    struct tokbuf *buf;     // goes back to the pool with the context
    struct hd_token use;    // direct: the macro's name where it was used
    bool direct;            // v is a macro's own body: tokens take their place from `use`
    bool barrier;           // reading stops at its end
};

struct omp_reduction { // declare reduction(name : type : combine) initializer(begin)
    const char *name, *type, *combine, *begin; // begin: NULL: none
};

struct pp {
    struct hd_front *front;
    struct hd_arena *arena;          // of the run's results
    struct hd_arena *perm;           // cached headers: the session's
    struct hd_source *predefined[2]; // the macros of C, and of CUDA C++
    struct hd_diags *diags;
    enum hd_lang lang;
    struct hd_tokens *out;
    HD_VEC(struct hd_token) toks; // heap; copied to the arena at the end
    HD_VEC(struct hd_macro_use) uses;
    HD_VEC(struct pp_file) files;
    HD_VEC(struct pp_cond) conds;
    HD_VEC(struct pp_context) ctx;
    HD_VEC(struct hd_source *) included;
    struct tokbuf *pool;          // free buffers
    HD_VEC(struct tokbuf *) bufs; // all buffers
    struct tokbuf raw;            // of the main source
    struct hd_map local;          // overlay when defines stay local: -> struct hd_macro *
    bool is_local;
    bool device;          // as device code sees it: hd_macro.device counts
    struct hd_map pushed; // #pragma push_macro: -> struct pushed_macro *
    const struct hd_def *replay;
    struct hd_map seen; // replay: name -> macro then seen, or &pp_not_defined; in a cell's second
                        // run the macros that its first one changed, as they were before
    bool dry;           // tokens of included files are dropped
    bool in_directive, in_if, peeking;
    bool bad_bytes;   // invalid UTF-8 or NUL was reported
    bool defining_cu; // predefined macros for CU only
    bool predefining;
    int stop_level; // files.n at whose end TK_EOF is returned
    uint32_t run;   // number of this run; macro->busy == run: its expansion is on the stack
    int nbusy;
    int nested_args;
    uint8_t pending; // TF_SPACE, TF_BOL of macros that expanded to nothing
    long produced;
    unsigned counter;                            // __COUNTER__
    const char *date, *time;                     // of this run
    struct hd_macro *arch;                       // what __CUDA_ARCH__ is in device code
    HD_VEC(const char *) omp_own;                // variables with a value in each thread,
    HD_VEC(const char *) omp_devices;            // that `declare target` put on devices, and
    HD_VEC(struct omp_reduction) omp_reductions; // reductions that were declared (omp/)
    const char *s_defined, *s_Pragma, *s_va_args, *s_va_opt;
    const char *builtin_names[32];
    HD_VEC(const char *) dirs; // search order after the added directories; [0] NULL: Heddle's own
    HD_VEC(const char *) all_dirs; // for hd_include_dirs
};

struct pp *pp_of(struct hd_front *front);
// Preprocesses for hd_is_complete: nothing of the session changes.
void pp_run_apart(struct hd_front *front, const struct hd_source *source, struct hd_arena *arena,
                  struct hd_tokens *out); // the same with the tokens of included files
void pp_run_dry(struct hd_front *front, const struct hd_source *source, struct hd_arena *arena,
                struct hd_tokens *out);

struct tokbuf *pp_buf(struct pp *pp);
void pp_buf_free(struct pp *pp, struct tokbuf *buf);
void pp_count(struct pp *pp, int tokens,
              const struct hd_token *at); // against the limit on produced tokens
static inline void pp_put(struct pp *pp, struct tokbuf *buf, struct hd_token t) {
    if (++pp->produced > PP_MAX_PRODUCED) pp_count(pp, 0, &t);
    HD_XPUSH(&buf->t, t);
}
void pp_pull(struct pp *pp, struct hd_token *t); // next token, not expanded
void pp_next(struct pp *pp, struct hd_token *t); // next token, expanded
void pp_push_context(struct pp *pp, struct pp_context ctx);
void pp_pop_context(struct pp *pp);
void pp_push_token(struct pp *pp, struct hd_token t); // read again, or in place of what was read
void pp_expand_list(struct pp *pp, const struct hd_token *v, int n,
                    struct tokbuf *out); // on their own
bool pp_next_is_paren(struct pp *pp);    // reads a `(` if it comes next

struct hd_macro *pp_find(struct pp *pp, const char *name, hd_loc spelled);
void pp_use(struct pp *pp, const char *name, struct hd_macro *macro, bool directive);
void pp_set_macro(struct pp *pp, struct hd_macro *macro); // defines or undefines
struct hd_arena *pp_macro_arena(struct pp *pp);
bool pp_same_macro(const struct hd_macro *a, const struct hd_macro *b); // but for their places
int pp_serial(struct pp *pp);
void pp_enter(struct pp *pp, struct pp_file file);

// ---- pp_macro.c: definitions and expansion ------------------------------------------------------

// `#define`: v[0..n) is the rest of its line; cached: v lives as long as the session.
void pp_define(struct pp *pp, const struct hd_token *directive, const struct hd_token *v, int n,
               bool cached);
void pp_undef_name(struct pp *pp, const char *name, hd_loc loc);
// Replaces `name`, a use of m. false: a function-like name without a call, to be kept as it is.
bool pp_expand(struct pp *pp, struct hd_macro *m, const struct hd_token *name);

// ---- pp_directive.c -----------------------------------------------------------------------------

// Obeys the directive at f->v[f->at] (its `#`). true: *t is a TK_PRAGMA token to deliver.
bool pp_directive(struct pp *pp, struct hd_token *t);
bool pp_pragma_operator(struct pp *pp,
                        struct hd_token *t); // _Pragma("...") whose name was read into *t
void pp_unterminated_ifs(struct pp *pp, int down_to);
int pp_line_end(const struct pp_file *f,
                int at); // index of the first token after the directive's line

// ---- pp_expr.c ----------------------------------------------------------------------------------

bool pp_condition(struct pp *pp, const struct hd_token *directive); // reads to the end of the line

// ---- pp_builtin.c -------------------------------------------------------------------------------

void pp_builtin_init(struct pp *pp);
bool pp_builtin_expand(struct pp *pp, struct hd_macro *m,
                       const struct hd_token *name); // as pp_expand
const char *pp_predefined_text(
    bool cu_only); // #define lines for both languages, or those for CU only

// ---- pp_include.c -------------------------------------------------------------------------------

void pp_include_init(struct pp *pp);
bool pp_find_header(struct pp *pp, const char *name, bool quoted, bool next,
                    struct found_header *found);
void pp_include(struct pp *pp, const struct hd_token *directive, bool next, bool import);
// Reads a header's name from tokens that macros made: `"..."` or `< ... >`. NULL: neither.
const char *pp_header_of_tokens(struct pp *pp, const struct hd_token *v, int n, bool *quoted);

#endif
