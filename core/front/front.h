// front: text to typed trees.
//
//   source -> pp.c (lex.c) tokens -> parse*.c syntax tree (ast) -> check*.c typed tree (expr, stmt,
//   func)
//
// A cell's top-level items are preprocessed as a whole, then parsed and checked one after the
// other, so the parser can always ask the scope whether a name is a type. The checker makes
// everything explicit (loads, conversions, decay, flattened initialisers, resolved overloads,
// instantiated generics), so that gen/ need not know the language's rules. Names with hd_ are used
// by other folders; the rest is front's own.
//
// Errors: reported to front->diags; a fatal one unwinds with hd_diags_abort to hd_front_cell. Nodes
// whose check failed have the type of kind HD_TY_ERROR and are never reported on again.
#ifndef HD_FRONT_H
#define HD_FRONT_H

#include "front/check/typed.h"
#include "front/names/names.h"

struct hd_cell { // one input, checked
    struct hd_arena *arena;
    struct hd_source *source;
    int serial;                    // counts all inputs, silent ones too
    struct hd_func *entry;         // the cell's statements, `void (void)`; NULL when it has none
    struct hd_sym *result;         // variable that the last expression goes to, or NULL
    bool result_is_lvalue_array;   // show it, but do not make it `_`
    struct hd_def *kept_result;    // the definition "Out[n]" of it, or NULL
    HD_VEC(struct hd_def *) defs;  // new definitions, in order (system headers' too)
    HD_VEC(struct hd_sym *) moved; // variables with `before`, `renewed` or `is_anew`
    struct hd_tokens tokens;
    bool has_main; // defines main
    bool warned_only;
};

struct hd_front_hooks { // what the session around it provides; all may be NULL
    void *user;
    // Whether a library that was loaded has a symbol, for lookups and messages.
    bool (*has_library_symbol)(void *user, const char *name);
    void (*on_item)(void *user,
                    const struct hd_ast *item); // each item of the user's own text, once parsed
    void (*on_macro_gone)(void *user, const struct hd_macro *old); // a cell has changed it
};

struct hd_front *hd_front_create(const struct hd_front_hooks *hooks);
void hd_front_destroy(struct hd_front *front);
// A program of several files has a front end for each, as each has a compiler elsewhere. Its name
// tells its functions' stubs apart from those of the session, whose unit is NULL.
void hd_front_set_unit(struct hd_front *front, const char *unit); // interned
const char *hd_front_unit(const struct hd_front *front);
// Reads a text of directives before anything else: what a command line defines and includes.
// false: reported.
bool hd_front_set_up(struct hd_front *front, const char *text, struct hd_diags *diags);
// What a name of another file of the program means has changed: its users here are stale.
void hd_front_touch(struct hd_front *front, const char *name);
// Of an external name as a linker sees it: "f(float *, int)", "N::V::scale(float)", of C "f", of a
// variable its name. NULL: it is this file's alone, or no function or variable.
const char *hd_link_key(struct hd_arena *arena, const struct hd_sym *sym);
// Whether it is a member of an instance of a struct template, of which each file may have one.
bool hd_is_of_instance(const struct hd_sym *sym);
// The function of a cell of definitions that was probably meant to be main. NULL: none.
const struct hd_def *hd_misspelt_main(const struct hd_cell *cell);
// Whether the file, or one of the user's that it includes, defines main. near: where the name of a
// function is that was probably meant to be main; from 0: none.
bool hd_defines_main(struct hd_front *front, struct hd_source *source, struct hd_range *near);
// The architecture that device code is for, as in sm_90: __CUDA_ARCH__ is ten times that. What
// looked at it is stale when it changes. Not within a cell.
enum { HD_DEFAULT_ARCH = 90 };
void hd_front_set_arch(struct hd_front *front, int arch);

// The next cell is In[n]: the value of its last expression is Out[n], and `_` until the next one's.
void hd_front_set_input(struct hd_front *front, int n);
// The values that are kept, oldest first, until they are given to hd_def_remove. The array lives
// until the next call.
struct hd_def **hd_front_results(struct hd_front *front, int *n);
// The cell failed when it ran: what it would have shown is no value.
void hd_front_drop_result(struct hd_front *front, struct hd_cell *cell);

// Preprocesses, parses and checks one input as a transaction. true: *cell is ready, and must be
// passed to hd_front_commit or hd_front_rollback. false: errors are in diags, and nothing has
// changed. program: a whole file (declarations only at top level; `main` is run by the caller).
bool hd_front_cell(struct hd_front *front, struct hd_source *source, bool program,
                   struct hd_cell *cell, struct hd_diags *diags);
// A cell without text, as hd_front_cell: its entry destroys those of the definitions that are
// objects which have been made, and whose destructors run code. The definitions stay.
bool hd_front_ends(struct hd_front *front, struct hd_source *source, struct hd_def **defs, int n,
                   struct hd_cell *cell, struct hd_diags *diags);
// The variable, a bool, that says whether the object `def` has been made and has to be destroyed;
// NULL: it needs no end.
struct hd_sym *hd_object_made(const struct hd_def *def);
// Cells are checked inside of a stopped function from here on, until `frame` is NULL: its variables
// are names around the cell's text, with storage at the addresses that they have. Such a cell
// defines nothing, and is rolled back.
struct hd_front_frame {
    struct hd_sym **names; // inner ones last
    int n;
    // Of a name that the function declares, but not where it is stopped: why it means nothing
    // there, as a whole sentence, or NULL.
    const char *(*elsewhere)(void *user, const char *name);
    void *user;
    bool device;              // the cell's code is device code
    struct hd_space *space;   // where the function stands, or NULL
    struct hd_record *record; // whose member it is, or NULL
};
void hd_front_set_frame(struct hd_front *front, const struct hd_front_frame *frame);
// Whether the cell being checked defines anything, so that it belongs into the journal.
bool hd_front_changed(const struct hd_front *front);
void hd_front_commit(struct hd_front *front, struct hd_cell *cell);
void hd_front_rollback(struct hd_front *front, struct hd_cell *cell);
// Frees arenas and sources that no live definition holds. `in_use`: arenas that running code needs.
void hd_front_collect(struct hd_front *front, struct hd_arena **in_use, int n);
size_t hd_front_bytes(struct hd_front *front);
// The next cell's serial: an engine that takes a session over numbers cells as the old one did.
void hd_front_set_serial(struct hd_front *front, int next);
int hd_front_serial(const struct hd_front *front); // of the newest cell
// Called with each definition that became stale or dead, so that run/ can drop its code.
void hd_front_on_stale(struct hd_front *front, void (*fn)(void *user, struct hd_def *def),
                       void *user);
// A dead cell: none of its definitions is live (its journal entry can go).
void hd_front_on_cell_dead(struct hd_front *front, void (*fn)(void *user, int cell), void *user);

enum hd_complete { HD_COMPLETE, HD_INCOMPLETE, HD_INVALID };
// Whether an input can be run as it stands; *indent gets the columns that a continuation line
// should start with.
enum hd_complete hd_is_complete(struct hd_front *front, const char *text, size_t len, int *indent);

// Checks an expression or a type in the session's scope without running it (inspection, %timeit's
// message).
struct hd_type *hd_type_of_text(struct hd_front *front, const char *text, struct hd_diags *diags);

#include "front/check/array/fused.h"
#include "front/check/cuda/shown.h"
#include "front/editor/asked.h"
#include "front/editor/highlight.h"
#include "front/names/library.h"

#endif
