// The checker's own header: what check_*.c, type.c, global.c and front.c share. Not for other
// folders.
#ifndef HD_CHECK_H
#define HD_CHECK_H

#include "front/front.h"

// ---- front.c, global.c: the session's state -----------------------------------------------------

struct name_users { // definitions that looked a name up at top level
    HD_VEC(struct hd_def *) defs;
};

struct name_family { // functions that are overloads of each other, each a definition of its own
                     // name
    HD_VEC(const char *) keys; // "operator+(V, V)" ...; also those that are gone
};

struct txn_undo { // what a rollback restores
    enum {
        UNDO_NAME,
        UNDO_TAG,
        UNDO_MACRO,
        UNDO_STALE,
        UNDO_CHANGED,
        UNDO_REFRESH,
        UNDO_JOINED,
        UNDO_COMPLETED
    } kind;
    const char *name;
    void *old;            // previous struct hd_def * or struct hd_macro *; UNDO_JOINED: the
                          // struct hd_sym * that the overload was put behind; UNDO_COMPLETED:
                          // the struct hd_record * that it was
    struct hd_def *def;   // UNDO_STALE: became stale; UNDO_REFRESH: was refreshed
    struct hd_def *saved; // UNDO_REFRESH: what it was before
    hd_loc at;            // UNDO_CHANGED: where it had changed before
};

struct cell_mem { // an arena of trees with the arenas that its types point into
    struct hd_arena *arena;
    struct hd_source *source;         // released with it, or NULL
    HD_VEC(struct hd_source *) texts; // what it includes by itself: released too
    int cell;
    bool marked, in_journal;
    HD_VEC(struct cell_mem *) holds;
};

struct txn_waiting { // a template that was used before its body came
    struct hd_template *tmpl;
    struct hd_range where;
};

typedef HD_VEC(struct hd_stmt *) stmt_vec;

struct txn { // the cell being checked
    struct hd_cell *cell;
    HD_VEC(struct txn_undo) undo;
    int own_text; // where those of the cell's own text begin: what it includes by itself is before
    HD_VEC(struct txn_waiting) waiting;
    stmt_vec pending; // initialisers of refreshed variables, to run before the next item
    struct hd_func *entry;
};

struct space_directive { // `using namespace` of the session: where, what
    struct hd_space *scope, *used;
};

struct hd_front {
    struct hd_arena *arena; // session: prelude, never freed
    struct hd_diags *diags; // of the current request
    struct hd_front_hooks hooks;
    struct hd_map names;        // -> struct hd_def *: functions, variables, typedefs, templates
    struct hd_map tags;         // -> struct hd_def *: struct, union, enum
    struct hd_map macros;       // -> struct hd_macro *
    struct hd_map users;        // -> struct name_users *
    struct hd_map families;     // -> struct name_family *
    struct hd_map spaces;       // key -> struct hd_space *
    struct hd_space global;     // the global space: ask hd_space_global
    struct hd_type *entry_type; // void (void): of what a cell runs
    struct hd_sym *std;         // what `std` means
    HD_VEC(struct space_directive)
    directives;                      // each once, also those that are no more: space_tell_new
    const char *unit;                // the program's file that it is for; NULL: the session
    int input;                       // n of In[n], whose value is Out[n]; 0: of none
    HD_VEC(struct hd_def *) results; // the definitions "Out[n]", oldest first; dead ones among them
    struct hd_map sources;           // path -> struct header_cache * (pp_include.c)
    struct hd_map prelude;           // name -> struct prelude_item * (builtins.c)
    struct txn *txn;
    struct check *check;   // innermost item being checked
    struct parser *parser; // innermost parser
    struct hd_space
        *live_spaces;  // newest first; what an unwinding error left is released by spaces_release
    int serial;        // of the newest cell
    enum hd_lang lang; // of the current source
    HD_VEC(struct hd_def *) defs;   // every definition, in order; dead ones are removed by collect
    HD_VEC(struct cell_mem *) mems; // every arena but the session's
    struct hd_map mem_of;           // arena -> struct cell_mem *
    const struct hd_front_frame *frame; // the stopped function that cells are checked in, or NULL
    struct hd_space *frame_space;       // its names, while one is checked
    struct hd_map failed;               // name -> number of the input that would have defined it
    struct hd_map poisoned;             // names in text that did not parse: never "not declared"
    size_t collected_bytes;             // live bytes after the last collection
    int auto_including;                 // > 0 while a header is included by itself
    HD_VEC(const char *) ahead;         // headers that this cell needs before its own text
    bool again;                 // the last one was found too late: the cell starts again with it
    struct parser *cell_parser; // of the cell itself
    HD_VEC(const char *) include_dirs;
    void (*on_stale)(void *, struct hd_def *);
    void *on_stale_user;
    void (*on_cell_dead)(void *, int);
    void *on_cell_dead_user;
    struct pp *pp;             // pp.c's own
    struct hd_arena *pp_arena; // where pp_run puts tokens; NULL: the check's arena when replaying,
                               // the cell's, or the session's
    void *builtins;            // builtins.c's own
    int depth;                 // nested refreshes, includes of headers
    bool leads_to_renewed;     // a pointer was checked again whose struct is another now: refresh.c
    struct waiting *waiting;   // names/waiting.c's own
    bool lets_wait; // the cell is a program, whose headers of C++ are read when they are needed
};

// ---- the item being checked ---------------------------------------------------------------------

// The tables of virtual functions for a part of an object: `word` words into what the variable or
// pointer leads to (check/class/hierarchy.c). No sym: none, or those of a whole object.
struct base_tables {
    struct hd_sym *sym;
    int64_t word;
};

struct loop_ctx {
    struct loop_ctx *outer;
    bool is_switch;
    struct hd_stmt *stmt;
    struct hd_type *switch_type;
};

// One per top-level item; nested when a refresh, a generic's instantiation, a prelude item or a
// header's body interrupts another (front->check points to the innermost; `outer` to the one it
// interrupts).
struct check {
    struct check *outer;
    struct hd_front *front;
    struct hd_diags *diags;
    struct hd_arena *arena; // of the results
    enum hd_lang lang;
    bool system; // header code: no warnings
    struct hd_source *source;
    struct hd_space *scope; // the innermost space
    struct hd_space *home;  // while a variable is declared outside of the space that has its name:
                            // that space; else NULL
    struct hd_func *func;   // being checked; the cell's entry for top-level statements
    struct hd_type *ret;    // its returned type (HD_TY_AUTO until the first return deduces it)
    struct loop_ctx *loops;
    struct hd_space *labels; // its names: -> struct hd_label *; NULL while there are none
    HD_VEC(struct hd_label *) label_list;
    const struct hd_func *immediate_in; // in whose `if consteval` we are: consteval calls stay
    int unevaluated;            // > 0 inside sizeof, typeof, _Generic's control: nothing is "used"
    bool recording;             // needs are recorded (into the three vectors below)
    HD_VEC(const char *) needs; // names looked up at top level (duplicates allowed)
    HD_VEC(struct hd_arena *) holds;
    struct hd_ast *item;                // the top-level item
    struct hd_range at;                 // the node being checked, for messages of global.c
    HD_VEC(struct hd_def *) made;       // definitions made by the item
    HD_VEC(struct hd_def *) superseded; // structs of earlier cells that the item defines anew
    HD_VEC(struct hd_sym *) unset;      // locals without initialiser that are read
    struct hd_def *overload;            // the overload that is checked again
    struct hd_def *refreshing; // the item is checked again for this definition and its siblings
    struct hd_template *instantiating; // with its bindings in the innermost scope
    bool shares_needs; // what it looks up decides something in the check around it, which needs it
    struct hd_space *bound; // parameters of the struct template whose instance is checked, or NULL
    bool default_argument;  // a default argument is being checked: its place is that of each call
    bool symbol_arg; // a __device__ variable is meant by its address: cudaMemcpyToSymbol and its
                     // kin, initialisers
    bool wants_constant;                   // an initialiser of constexpr: what is undefined is none
    const struct hd_func *told_host_class; // the function whose use of one was reported last
    const struct hd_ast *assigned; // the assignment whose left side is being checked, or NULL
    struct hd_ast *value_stmt;     // the statement whose value a statement expression gives
    struct hd_record *record;      // whose member is being checked, or NULL
    HD_VEC(struct hd_record *) local_classes; // whose functions' bodies are still to be checked
    int local_depth;                          // > 0 inside of a local class's own braces
    struct hd_record *access_as; // whose member's definition outside is being checked, or NULL
    // Whose implicit member function is being written out: it may use what that class may, wherever
    // it is needed. NULL: none.
    const struct hd_record *access_in;
    bool converting;                // through a constructor: not through a second one
    bool building_base;             // what is made next is a base's part of an object
    struct base_tables base_tables; // of that part, where it has virtual bases
    bool exact_call;                // the call at hand names its struct: `B::f()` is not virtual
    bool host_version;        // the item has another text in device code: this one is the host's
    bool device_version;      // and this is the other
    struct hd_def *versioned; // whose symbol got a device version
    int arrays;               // temporaries of arrays that were made so far: check/array/life.c
    uint32_t try_serial;      // of a symbol made when the innermost `try` began, or 0
    // The end of the definition that is checked, where that is not its first time, or of the
    // template whose instance is: what its text declares behind it is not seen (C++ [temp.nondep]).
    // 0: the text is being read, and nothing is behind.
    hd_loc ends;
};
// The program's own text declares it behind the definition that is being checked.
bool name_is_behind(const struct check *c, hd_loc declared);
// Where a name that was not found is declared behind; 0: nowhere.
hd_loc name_declared_behind(struct check *c, const struct hd_qual *qual, const char *name);

// An object that cannot be copied, as a cell's last expression: the variable itself is shown.
bool check_shows_variable(const struct hd_expr *e);

// ---- type.c, type/print.c -----------------------------------------------------------------------

extern _Thread_local enum hd_lang
    type_str_lang; // language that hd_type_str prints in; set by check_item
// A copy of `type` that messages call by the typedef's name (arithmetic and pointer types; others:
// `type` itself).
struct hd_type *type_named(struct hd_arena *arena, struct hd_type *type, const char *name);
// A copy with another alignment (attribute aligned on a typedef). Equal to `type` for every
// comparison.
struct hd_type *type_aligned(struct hd_arena *arena, struct hd_type *type, uint32_t align);
// Copies size and alignment of a type that was just completed to its qualified variants.
void type_completed(struct hd_type *type);
bool type_is_managed(const struct hd_type *type); // a texture reference, or an array of such
bool type_has_vla(const struct hd_type *type);    // variably modified: is a VLA or points to one

// ---- names/global.c, needs.c, refresh.c ---------------------------------------------------------

// Declares `sym` at top level under its name (merging with a compatible earlier declaration of the
// same cell or program: returns the surviving symbol; a function that differs in parameters joins
// the overload set in CU). A definition of an earlier cell is superseded and its dependents become
// stale.
struct hd_sym *global_declare(struct check *c, struct hd_sym *sym, enum hd_def_kind kind);
// A header's function of a name that the session has taken for itself, once it is known.
struct hd_sym *global_library(struct hd_front *front, const char *name);
// Declares a function whose overloads are definitions of their own (operators, member functions):
// sym->name tells them apart, `base` is what they have in common.
struct hd_sym *global_declare_member(struct check *c, struct hd_sym *sym, const char *base);
const char **global_family(struct hd_front *front, const char *base, int *n);
struct hd_sym *global_find_quietly(struct hd_front *front,
                                   const char *name); // NULL also when it no longer compiles
struct hd_type *global_declare_tag(struct check *c, const char *tag, struct hd_type *type);
void global_drop(struct hd_front *front, struct hd_def *def, hd_loc at); // nothing has its name now
void global_drop_tag(struct hd_front *front, struct hd_def *def,
                     hd_loc at); // something else gets its name
void global_drop_template(struct check *c, const char *name,
                          hd_loc at); // a struct gets the name of a struct template
// An instance of a function template, which `c` makes, under its key. One that is there goes; its
// users are stale already when it is.
void global_declare_instance(struct check *c, const char *key, struct hd_spec_inst *inst);
// A stale instance that is used by a pointer, without a call that decides: made again of what its
// template is now (hd_spec_inst.again), where its arguments are still there. false: it has errors.
bool template_instance_again(struct hd_front *front, struct hd_def *def, struct hd_diags *diags);
void global_withdraw(struct hd_front *front,
                     struct hd_def *def); // a definition that this cell made is taken back
struct hd_sym *global_find(struct hd_front *front, const char *name,
                           bool refresh);                   // by key; records the need
void global_need(struct hd_front *front, const char *name); // records it, without looking
struct hd_type *global_find_tag(struct hd_front *front, const char *name, bool refresh);
// `def`, a tag declared earlier in this cell, is now being defined by c->item: that is the text to
// replay.
void global_complete_tag(struct check *c, struct hd_def *def);
// The function of `set` that takes what one of `sym`'s takes, or NULL.
const struct hd_sym *global_function_like(const struct hd_sym *set, const struct hd_sym *sym);
// What an earlier cell's `using A::f;` brought and takes the same as `sym` (NULL: all of it) makes
// room.
void global_drop_brought(struct check *c, const char *name, const struct hd_sym *sym, hd_loc at);
// The struct that an earlier cell's system header only declared (`struct sigevent;` in <time.h>)
// and that this cell's header is about to define, or NULL. It is the same type; a rollback undoes
// it.
struct hd_def *global_completed_by_header(struct check *c, const char *tag);
// A struct that an earlier cell declared only is complete now; what both were before, for a
// rollback.
void global_note_completed(struct hd_front *front, struct hd_def *def, struct hd_def *saved,
                           struct hd_record *before);
// It is declared only, as it was.
void global_declared_only(struct hd_front *front, struct hd_def *def, const struct hd_def *saved,
                          const struct hd_record *before);
bool global_in_this_cell(struct hd_front *front, const struct hd_def *def);
// A header's functions join those of the headers that earlier cells included.
void mem_destroy(struct cell_mem *mem);
bool global_headers_join(struct check *c, const struct hd_def *old);
// Puts an overload behind the last of old's.
void global_join(struct check *c, struct hd_def *old, struct hd_sym *last, struct hd_sym *sym);
void global_note_macro(struct hd_front *front,
                       struct hd_macro *macro);                // defined or undefined by the cell
bool global_needs(const struct hd_def *def, const char *name); // it looked the name up
void global_macro_changed(struct hd_front *front, const char *name); // outside of any cell
// What an earlier cell looked up under this key may be something else now.
void global_name_changed(struct hd_front *front, const char *key, hd_loc at);
struct hd_def *global_current_def(struct check *c); // the one being built for c->item
struct hd_arena *global_arena(struct hd_front *front, struct hd_source *source,
                              int cell); // a cell's or refresh's
void global_finish_item(struct check *c, struct hd_range range, const struct hd_tokens *toks,
                        int from, int to);
// `def` got a device version from `toks`[from, to), checked in `c`: the text, its macros and the
// names that it needs are noted.
void global_add_device_text(struct check *c, struct hd_def *def, struct hd_range range,
                            const struct hd_tokens *toks, int from, int to);
// The function of that name and type which the cell (or the refreshed item) defines, or NULL;
// *def: its definition.
struct hd_sym *global_find_own(struct check *c, const char *name, const struct hd_type *type,
                               struct hd_def **def);
void global_commit(struct hd_front *front, struct txn *txn);
void global_rollback(struct hd_front *front, struct txn *txn);
void global_mark_journaled(struct hd_front *front, const struct hd_arena *arena);

// ---- decl/object.c ------------------------------------------------------------------------------

// `def`'s name is to mean something else: what destroys its object, if it is one of the session
// that has been made, goes before the item's own code.
void object_ends(struct check *c, struct hd_def *def);
void object_destroy(struct check *c, struct hd_def *def); // the same while the definition stays

// ---- pp.c ---------------------------------------------------------------------------------------

void pp_init(struct hd_front *front); // predefined macros; no diagnostics are needed
void pp_finish(struct hd_front *front);

// ---- space.c ------------------------------------------------------------------------------------

void spaces_finish(struct hd_front *front);               // at the session's end
struct hd_space *space_enclosing(struct hd_space *space); // the innermost that is the session's
struct hd_space *space_of_text(struct hd_space *space);   // that, or the one of friends
struct hd_space *space_namespace(struct hd_space *space); // the innermost namespace, or the global
// The record whose members the space holds; NULL: it is none, or not any more.
struct hd_record *space_record(struct hd_front *front, const struct hd_space *space);
void space_push(struct check *c, enum hd_space_kind kind);
void space_pop(struct check *c);
struct hd_space *space_new(struct check *c, enum hd_space_kind kind); // beside the chain
void space_finish(struct check *c, struct hd_space *space);           // NULL is fine
void spaces_release(struct hd_front *front, struct hd_space *level);  // those newer than `level`
bool at_top(const struct check *c); // what is declared here is the session's
struct hd_sym *sym_new(struct check *c, enum hd_sym_kind kind, const char *name,
                       struct hd_type *type,
                       struct hd_range range); // sets serial and link_name
struct hd_sym *sym_hidden(struct check *c, struct hd_type *type,
                          struct hd_range range);                   // unnamed local
struct hd_sym *space_find_local(struct check *c, const char *name); // not the session's
bool sym_is_automatic(const struct hd_sym *sym);                    // a variable of a frame
// A local class stands between the place at hand and `space`.
bool space_is_around_class(const struct check *c, const struct hd_space *space);
struct hd_sym *space_declare(struct check *c,
                             struct hd_sym *sym); // in c->scope; reports redeclaration
struct hd_type *space_tag_here(struct check *c, const char *name); // of the block; else NULL
void space_declare_tag(struct check *c, const char *name, struct hd_type *type);
void space_use(struct check *c, struct hd_space *used, struct hd_range range); // using namespace
const char *declared_name(struct check *c, const char *name); // the key at top level
// `pattern...` in a list of trees, or in a braced list, is written out. template/pack.c
void asts_expand(struct check *c, struct hd_ast ***asts, int *n);
struct hd_ast *list_expand(struct check *c, struct hd_ast *list);
struct hd_sym *pack_element(struct hd_sym *sym); // template/pack.c: what a pack's name means now

enum {
    LOOK_NAMES = 1,
    LOOK_TAGS = 2,
    LOOK_MEMBERS = 4,    // fields and member functions of records too
    LOOK_SPACES = 8,     // only what can stand before `::`
    LOOK_QUALIFIED = 16, // in this space alone (and by its `using namespace`)
    LOOK_DECLARED = 32,  // not the built-ins, and no header by itself
    LOOK_STALE = 64,     // definitions as they are, not refreshed
};
enum { FOUND_BESIDE = 8 };
struct hd_found {
    struct hd_sym *sym;
    struct hd_sym *beside[FOUND_BESIDE]; // further sets of functions, of spaces found with it
    int nbeside;
    struct hd_type *tag;
    struct hd_record *member_of; // it is a member of this record
    struct hd_space *space;      // that has it
    struct hd_space *also;       // ambiguous: another that has it, through `using namespace`
};
bool space_find(struct hd_front *front, struct hd_space *from, const char *name, unsigned what,
                struct hd_found *out);
// `space` or the inline namespace in it that declares `name`. NULL: none.
struct hd_space *space_declaring(struct hd_front *front, struct hd_space *space, const char *name);
// The key under which `space` has a name, with all that `using` says; where nothing is called so,
// the key that it would have.
const char *space_key_meant(struct hd_front *front, struct hd_space *space, const char *name);
typedef HD_VEC(struct hd_space *) space_vec; // each once
// The namespaces around c->scope, from the inside out, and what they use.
void spaces_visible(struct check *c, space_vec *out);
void space_add(struct check *c, space_vec *list, struct hd_space *space);
void space_add_set(struct check *c, space_vec *list, struct hd_space *space); // and its inline ones
// It has a function, variable or data member of that name, in itself or in a base:
// check/class/method.c
bool record_has_own(const struct hd_record *record, const char *name);
bool record_has_member(const struct hd_record *record, const char *name);

// ---- check/names.c: qualified names
// ---------------------------------------------------------------

// What people call a namespace, once they have said so: its components, a NULL behind them. NULL:
// nothing usual.
enum { MOST_ALIAS_PARTS = 2 };
const char *const *usual_alias_of(const char *name);

// What stands before the last `::`. One of them, or all NULL: it was reported.
struct inner {
    struct hd_space *space;   // a namespace or a record
    struct hd_record *record; // of that space
    struct hd_type *enumeration;
};
bool check_qual(struct check *c, const struct hd_qual *qual, struct inner *out);
// The same of a name that is declared again: out->space has it, which may be an inline namespace of
// the one that is named.
bool check_qual_of(struct check *c, const struct hd_qual *qual, const char *name,
                   struct inner *out);
// What a name means, qualified or not (qual NULL). false: nothing, or what qualifies it was
// reported (then c->diags has more errors).
bool name_find(struct check *c, const struct hd_qual *qual, const char *name, struct hd_range range,
               unsigned what, struct hd_found *out);
const char *qual_text(struct check *c, const struct hd_qual *qual); // "A::B::"
// The header of ours that has `std::name`; NULL: none, or that is not how it is qualified.
const char *std_header(const struct hd_qual *qual, const char *name);

// ---- check/decl/decl.c, check/decl/type.c: declarations -----------------------------------------

// Checks one top-level item or a declaration inside a function. At top level variables' run-time
// initialisers and statements are appended to the cell's entry.
void check_item(struct check *c, struct hd_ast *item, struct hd_stmt **entry_stmt);
struct hd_type *check_spec(struct check *c,
                           struct hd_spec *spec); // type of specifiers; HD_TY_ERROR reported
struct hd_type *check_declarator(struct check *c, struct hd_type *base, struct hd_declr *declr,
                                 const struct hd_spec *spec);
struct hd_type *type_decltype_auto(void);
struct hd_type *decltype_of(struct check *c, const struct hd_ast *ast, const struct hd_expr *e);
struct hd_type *type_transform(struct check *c, enum hd_trait what, struct hd_type *t,
                               struct hd_range range); // template/traits.c
struct hd_expr *check_trait(struct check *c, struct hd_ast *ast);
// template/constraint.c
struct hd_expr *check_requires(struct check *c, struct hd_ast *ast);
struct hd_expr *check_constraint(struct check *c, struct hd_ast *ast);
bool constraint_holds(struct check *c, struct hd_ast *ast); // NULL does
// Reports a deduced type that is not what `Concept auto` asks for. concept: NULL for plain `auto`.
void constraint_check_type(struct check *c, struct hd_ast *concept, struct hd_type *type,
                           struct hd_range range);
// Whether the member function `at` of a class template is one of this instance.
bool constraint_admits(struct check *c, struct hd_ast *const *members, int n, int at);
struct hd_expr *check_noexcept(struct check *c, struct hd_ast *ast);
struct hd_expr *check_user_literal(struct check *c, struct hd_ast *ast);    // user_literal.c
struct hd_type *check_type_name(struct check *c, struct hd_ast *type_name); // AST_TYPE_NAME
struct hd_type *check_param_type(struct check *c, struct hd_param *param);  // adjusted
int check_params(struct check *c, const struct hd_deriv *d, bool scoped, struct hd_type ***out);
struct hd_type *record_spec(
    struct check *c, struct hd_spec *spec); // check/decl/record.c: struct and union specifiers
void record_body(struct check *c, struct hd_type *type,
                 struct hd_spec *spec); // the members of a type that is declared
struct hd_type *enum_spec(struct check *c, struct hd_spec *spec);
// From here on names are looked for in the record first (c->record, c->scope: the caller keeps what
// they were). The result is for space_finish, after c->scope was set back.
struct hd_space *record_enter(struct check *c, struct hd_record *r);
void check_using(struct check *c, struct hd_ast *ast); // `using name = type;`, `using A::name;`
// What attributes say, of those that mean anything here.
struct attr_set {
    uint32_t aligned; // bytes, 0 none
    bool packed, noreturn, nothrow, constructor, destructor, has_fill, from_scalar, is_vector,
        managed, transparent;
    struct hd_ast
        *cleanup; // the function to call with a local variable's address when it goes, or NULL
    int64_t fill, vector_bytes;  // vector_bytes: 0 none
    const char *mode;            // "DI", "word" ... or NULL
    int max_threads, min_blocks; // __launch_bounds__
    uint32_t cluster[3];         // __cluster_dims__, 0 none
};
void attrs_read(struct check *c, const struct hd_attr *attrs, struct attr_set *out); // adds to *out
// Computes the byte sizes of the VLA types within `type` that have no vla_size yet: an expression
// to be evaluated where the type is written (declaration, cast, sizeof), or NULL when there is
// nothing to compute.
struct hd_expr *check_vla_sizes(struct check *c, struct hd_type *type);
// The end of a C file: `int a[];` that was not completed has one element.
void check_tentative(struct hd_cell *cell);
void check_static_assert(struct check *c, struct hd_ast *ast);
// A local declaration: appends STM_VAR and VLA size statements to `out`.
void check_decl(struct check *c, struct hd_ast *declaration, stmt_vec *out);
void check_namespace(struct check *c, struct hd_ast *ast); // AST_NAMESPACE
// A function definition or `using` inside a function.
void check_local_item(struct check *c, struct hd_ast *ast);
// Checks a function definition whose symbol is declared: fills func->body. ast: AST_FUNCTION.
bool check_function_body(struct check *c, struct hd_func *func, struct hd_ast *ast);
struct hd_func *function_new(struct check *c, struct hd_ast *ast, struct hd_sym *sym);
// In the device's version of a text: the function's body becomes the device version of `name`.
// false: host code does not have that function.
bool function_device_version(struct check *c, struct hd_ast *ast, const char *name,
                             struct hd_type *type);
struct hd_expr **function_defaults(struct check *c, const struct hd_type *type,
                                   const struct hd_declr *declr);
// A static data member: a variable `S::name`.
void check_static_member(struct check *c, struct hd_record *record, struct hd_ast *declaration,
                         struct hd_type *base);

// ---- check/decl/init.c --------------------------------------------------------------------------

// Initialiser for an object of `type` (whose array length it may complete: see init->type). ast:
// expression, AST_INIT_LIST, or NULL with `args` for constructor syntax.
struct hd_init *check_init(struct check *c, struct hd_type *type, struct hd_ast *ast,
                           struct hd_range where);
// `T x{value}` and `T{value}`: an enumeration whose type is fixed takes an integer there (C++17).
struct hd_init *check_init_direct(struct check *c, struct hd_type *type, struct hd_ast *list,
                                  struct hd_range where);
struct hd_init *check_init_args(struct check *c, struct hd_type *type, struct hd_ast **args, int n,
                                struct hd_range where); // T x(a, b)
struct hd_init *init_default(
    struct check *c, struct hd_type *type); // `T x;`: what members get by themselves, or NULL
struct hd_init *init_of_expr(struct check *c, struct hd_type *type,
                             struct hd_expr *value); // one item

// ---- check/decl/stmt.c --------------------------------------------------------------------------

struct hd_stmt *check_stmt(struct check *c, struct hd_ast *ast); // never NULL (STM_EMPTY)
struct hd_stmt *check_block(struct check *c, struct hd_ast *ast, bool own_scope);
struct hd_label *label_find(struct check *c, const char *name,
                            hd_loc loc); // made when new; goto, &&name
void labels_finish(struct check *c);     // reports labels that were used but not defined
bool stmt_falls_through(const struct hd_stmt *stmt); // can control reach what follows it?
// Reports jumps past initialisations in a body. device: it is no code of the host's.
void check_jumps(struct check *c, const struct hd_stmt *body, bool device);

// ---- check/expr/expr.c, check/expr/call.c, check/expr/cast.c ------------------------------------

// As written: lvalues stay lvalues, arrays and functions are not decayed.
struct hd_expr *check_expr(struct check *c, struct hd_ast *ast);
// check_expr, then lvalue-to-rvalue, array and function decay.
struct hd_expr *check_rvalue(struct check *c, struct hd_ast *ast);
struct hd_expr *check_condition(struct check *c, struct hd_ast *ast,
                                const char *where); // scalar; warns on `a = b`
struct hd_expr *check_condition_of(struct check *c, struct hd_ast *ast, struct hd_expr *e,
                                   const char *where); // e: of ast
struct hd_expr *rvalue(struct check *c, struct hd_expr *e);
// Implicit conversion of rvalue e, as if by assignment; `what` completes "cannot convert ... in
// <what>".
struct hd_expr *convert_assign(struct check *c, struct hd_expr *e, struct hd_type *to,
                               const char *what);
struct hd_expr *convert(struct check *c, struct hd_expr *e,
                        struct hd_type *to); // explicit, no diagnostics
struct hd_expr *check_cast(struct check *c, struct hd_expr *e, struct hd_type *to, int op,
                           struct hd_range range);
struct hd_expr *bind_ref(struct check *c, struct hd_type *ref, struct hd_expr *e,
                         const char *what);                           // pointer
struct hd_expr *promote(struct check *c, struct hd_expr *e);          // integer promotions
struct hd_expr *promote_variadic(struct check *c, struct hd_expr *e); // default argument promotions
struct hd_type *usual_arith(struct check *c, struct hd_expr **a,
                            struct hd_expr **b); // converts both; NULL: error
bool is_null_constant(const struct hd_expr *e);
struct hd_expr *expr_new(struct check *c, enum hd_expr_kind kind, struct hd_type *type,
                         struct hd_range range);
struct hd_expr *expr_int(struct check *c, struct hd_type *type, hd_int128 value,
                         struct hd_range range);
struct hd_expr *expr_error(struct check *c, struct hd_range range);
struct hd_expr *expr_var(struct check *c, struct hd_sym *sym,
                         struct hd_range range); // handles references
struct hd_expr *expr_address(struct check *c, struct hd_expr *lvalue, struct hd_range range);
struct hd_expr *expr_assign(struct check *c, struct hd_expr *lvalue, struct hd_expr *value);
struct hd_expr *check_number(struct check *c, const struct hd_token *tok);
struct hd_expr *check_character(struct check *c, const struct hd_token *tok);
struct hd_string *check_string(struct check *c,
                               const struct hd_ast *ast); // joins adjacent literals
struct hd_expr *check_call(struct check *c, struct hd_ast *ast);
struct hd_expr *check_launch(struct check *c, struct hd_ast *ast);
bool is_display(
    const struct hd_expr *e); // a call of display, plot and their kin: check/cuda/display.c
struct hd_expr *check_member(struct check *c, struct hd_ast *ast);
// Functional cast or declaration T(args), T{args}.
struct hd_expr *check_construct(struct check *c, struct hd_type *type, struct hd_ast **args, int n,
                                struct hd_range range);
bool is_half_pair(const struct hd_type *t); // half2, __nv_bfloat162
struct hd_expr *pair_call(struct check *c, const char *name, struct hd_expr *a, struct hd_expr *b,
                          struct hd_range range,
                          hd_loc loc);                    // NULL: no such function of a's type
void note_use(struct check *c, struct hd_sym *sym);       // records calls, globals in c->func
void note_uses(struct check *c, const struct hd_expr *e); // of all that an expression refers to
void check_printf_format(struct check *c, const struct hd_expr *call); // -Wformat, printf and scanf
// Warns when an expression statement does nothing (`a == b;`). Called for AST_EXPR_STMT whose value
// is not shown.
void check_unused(struct check *c, const struct hd_expr *e, const struct hd_ast *stmt);
// A variable got this value (initialised or assigned): notes pointers from malloc for the launch
// warning.
void note_value(struct check *c, struct hd_sym *sym, const struct hd_expr *value);
// A local's value is used; it is assigned (`reads`: how often it had been used before the assigned
// value was checked).
void note_read(struct check *c, const struct hd_expr *e);
void note_assigned(struct check *c, const struct hd_expr *e, uint32_t reads);

// ---- check/const/const.c: constant expressions --------------------------------------------------

// What is to be an integer: a class object by its conversion function.
struct hd_expr *check_number_wanted(struct check *c, struct hd_ast *ast);
// An integer constant expression (array size, case, bit-field width ...). false: reported with
// `what`.
bool check_const_int(struct check *c, struct hd_ast *ast, const char *what, int64_t *out);
bool const_eval(const struct hd_expr *e, struct hd_const *out); // = hd_const_eval
// The same where the language wants a constant: nothing undefined, and all the steps.
bool const_must(const struct hd_expr *e, struct hd_const *out);
bool const_required(struct check *c, const struct hd_expr *e,
                    struct hd_const *out); // C is not so strict
// Notes on `d`: why it is none.
void const_explain(struct check *c, struct hd_diag *d, const struct hd_expr *e);
// A call of a consteval function: its value, but inside of others.
struct hd_expr *const_now(struct check *c, const struct hd_sym *sym, struct hd_expr *call);
// Computes an initialiser of any type; it is a constant one then. `must`: as const_must does.
// false: it is none, and as it was; `why`, unless NULL, knows the reason.
struct const_why;
bool const_init(struct check *c, struct hd_init *init, bool must, struct const_why *why,
                struct hd_range range);
struct const_why *const_why_new(struct check *c);
void const_why_tell(struct check *c, struct hd_diag *d,
                    const struct const_why *why); // notes on `d`
// EX_CONST for the value of `e`, but for the address of something.
struct hd_expr *constant_value(struct check *c, struct hd_expr *e, const struct hd_const *v);
bool const_may_call(const struct hd_sym *sym);            // a function that is run while compiling
struct hd_expr *fold(struct check *c, struct hd_expr *e); // EX_CONST if it is constant, else e

// ---- generics.c ---------------------------------------------------------------------------------

void templates_finish(struct check *c); // at a cell's end: reports templates without a body
struct hd_sym *template_declare(struct check *c, struct hd_ast *ast);
// `template <> float add<float>(...)` (ast->is_specialisation). NULL: reported.
struct hd_sym *template_specialise(struct check *c, struct hd_ast *ast);
void template_instantiate(struct check *c, const struct hd_ast *ast); // `template int f<int>(int);`

// ---- struct_template.c: struct templates --------------------------------------------------------

// `template <...> struct S { ... };`, `template <> struct S<int> { ... };`
void struct_template_declare(struct check *c, struct hd_ast *ast);
// `template <...> using name = type;`, `template <...> constexpr T name = value;`
void alias_template_declare(struct check *c, struct hd_ast *ast);
void variable_template_declare(struct check *c, struct hd_ast *ast);
bool is_variable_template(const struct hd_sym *sym);
// The variable that `name<args>` means, made when it is first asked for. NULL: reported.
struct hd_sym *variable_template_instance(struct check *c, struct hd_sym *sym,
                                          struct hd_ast **targs, int ntargs, struct hd_range range);
// check/decl/global.c: the variable of that name which the declaration makes. NULL: reported.
struct hd_sym *variable_instance(struct check *c, struct hd_ast *ast, const char *name);
// The type that `S<args>` means, made when it is first asked for. HD_TY_ERROR: reported.
// `template struct S<int>;`: the class and all its member functions are made.
void struct_template_instantiate(struct check *c, const struct hd_spec *spec);
struct hd_type *struct_template_type(struct check *c, struct hd_sym *sym, struct hd_ast **targs,
                                     int ntargs, struct hd_range range);
// guide.c: class template argument deduction. The class template that specifiers without template
// arguments name; NULL: none.
struct hd_sym *class_template_named(struct check *c, const struct hd_spec *spec);
// The type that the template is for these values (which get replaced where they must not be
// checked a second time). HD_TY_ERROR: reported.
struct hd_type *class_template_deduce(struct check *c, struct hd_sym *sym, struct hd_ast ***asts,
                                      int *n, bool braces, struct hd_range where);
void guide_declare(struct check *c, struct hd_ast *ast); // `template <...> Foo(T) -> Foo<T *>;`
// `template <typename T> T S<T>::f() { ... }`. false: it is no member of a struct template.
bool struct_template_member(struct check *c, struct hd_ast *ast);
// `template <typename U> void S::f(U x) { ... }` of a struct that is no template's.
void generic_outside(struct check *c, struct hd_record *r, struct hd_ast *ast);
// An instance was made before the definition of its static member came.
void static_member_given(struct check *c, struct hd_record *r, struct hd_template *outside);
// The variable that a static data member of an instance is, made when it is first used (C++
// [temp.inst]p3). NULL: reported.
struct hd_sym *static_member_made(struct check *c, const struct hd_static *member);
// Inside of an instance the template's name means the instance; with arguments the template.
struct hd_sym *template_behind(struct check *c, struct hd_sym *sym);
// The definition of an instance's member function, made when it is first asked for. NULL: reported.
struct hd_sym *instance_method(struct check *c, struct hd_method *m);
// Checks an instance or one of its member functions again, whose definition is c->refreshing. Gets
// its text's range.
void instance_again(struct check *c, struct hd_def *def, struct hd_range *range);

// ---- builtins.c, prelude ------------------------------------------------------------------------

// A symbol for a built-in name: a table row (SYM_BUILTIN), a prelude declaration (parsed now, in
// CU), or, with front->lang CU, a common C library name (its header is included now). NULL: none.
struct hd_sym *builtin_lookup(struct hd_front *front, const char *name);
// The key "Out[n]" of what `__`, `___` or `_7` means where nothing else has that name; or NULL.
const char *result_key(struct hd_front *front, const char *name);
void builtins_finish(struct hd_front *front);
struct hd_type *builtin_lookup_tag(struct hd_front *front, const char *name);
// The type of a row's signature; `alt` picks among the types that T stands for (see builtins.def).
struct hd_type *builtin_signature(struct hd_front *front, const struct hd_builtin *row, int alt);
int builtin_alternatives(const struct hd_builtin *row); // how many types T stands for; 1 without T
// Overload resolution among the rows of a name for arguments of these (decayed rvalue) types: *row
// gets the best row, the result is its signature with T replaced (convert the arguments to it).
// where: BI_HOST or BI_DEVICE, 0 any. NULL: no row fits (*row is then the first one, for the
// message). Never ambiguous: the earlier row wins. In CU a name that a *system header* declares
// (sqrt, abs, printf in device code) and that has rows for `where` means the rows when it is
// called, so that sqrt(2.0f) is a float; its address is the header's function.
struct hd_type *builtin_resolve(struct hd_front *front, const struct hd_builtin *first,
                                struct hd_type **args, int nargs, int where,
                                const struct hd_builtin **row);
// The SYM_BUILTIN of a name that has a row for device code, also when a header's declaration hides
// it; or NULL.
struct hd_sym *builtin_overloaded(struct hd_front *front, const char *name);
// The library's function of a name that the session has for itself; NULL: there is none.
struct hd_sym *builtin_behind(struct hd_front *front, const char *name);
bool builtin_is_type(struct hd_front *front, const char *name);

// ---- front.c ------------------------------------------------------------------------------------

// Opens the transaction of a cell, until hd_front_commit or hd_front_rollback.
void front_begin(struct hd_front *front, struct hd_source *source, struct hd_cell *cell,
                 struct hd_diags *diags);
void check_begin(struct check *c, struct hd_front *front, struct hd_arena *arena,
                 struct hd_source *source);
void check_end(struct check *c);
// Calls fn with errors going to `diags`. What an unwinding error leaves open is closed: the
// innermost item, the parser and the scopes are those of before. false: one has unwound.
bool front_protect(struct hd_front *front, struct hd_diags *diags, void (*fn)(void *user),
                   void *user);
// Parses and checks text at top level into the session arena (prelude) or the current cell
// (headers).
bool front_include_now(struct hd_front *front,
                       const char *header); // as if #include <header> came first
void front_include_text(struct hd_front *front,
                        const char *header); // the same in any case: it waited until now
void front_include_ahead(struct hd_front *front,
                         const char *header); // starts the cell again with it, unless it has

// ---- waiting.c ----------------------------------------------------------------------------------

void waiting_create(struct hd_front *front);
void waiting_destroy(struct hd_front *front);
void waiting_begin(struct hd_front *front); // a transaction
void waiting_rollback(struct hd_front *front);
// Row `row` of hd_embedded was included at `token` of the cell: it waits from there on.
void waiting_include(struct hd_front *front, int row, int token);
void waiting_read(struct hd_front *front, int row); // its text is in the tokens
// A header that is read at once includes it. true: it waits already, and is read later.
bool waiting_whole(struct hd_front *front, int row);
// Reads the headers that wait and declare `name` in std: to be called before it is looked up there.
void waiting_find(struct hd_front *front, const char *name);
bool waiting_has(struct hd_front *front, const char *name); // one was included, if not read
// The header that declares `std::name`, whether it was included or not. NULL: none.
const char *waiting_header_of(const char *name);
void waiting_all(struct hd_front *front);    // reads all that wait
void waiting_finish(struct hd_front *front); // reads those that headers wanted whole

// ---- auto_include.c -----------------------------------------------------------------------------

// Includes the headers of the C library's macros (NULL, INT_MAX, assert ...) that the text of an
// input uses; `late`: the text is that of a header, which has been read.
void auto_include_macros(struct hd_front *front, const struct hd_source *source, bool late);

#endif
