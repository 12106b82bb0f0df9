// export: a session, or a notebook, as one CUDA C++ program. What its files share.
//
//     cells -> read.c: items -> version.c: which definition each of them means -> write.c: text
//
// An item is a definition, one declarator of a variable, a statement, a directive or a comment. A
// name can be defined again and again in a session; each statement saw the definitions as they were
// when it ran. So a name has *versions*: what it meant, and what everything that it used meant, at
// a time. Two times with the same closure are the same version. The last version keeps the name,
// the others are renamed `f_1`, `f_2`; versions that no statement saw are left out.
#ifndef HD_EXPORT_H
#define HD_EXPORT_H

#include "run/run.h"
#include "front/front.h"

typedef HD_VEC(const char *) ex_names; // interned

// ---- what is exported ---------------------------------------------------------------------------

struct ex_cell {
    const char *text;
    size_t len;
    int n;       // of In[n]; 0: none
    bool prose;  // text of a notebook: a comment
    bool failed; // it ended with an error: its statements become comments
};

struct ex_source { // what is said of where it comes from
    const struct ex_cell *cells;
    int ncells;
    const char *title;     // "heat.ipynb"
    const char *file;      // of the program, for the comment that says how to compile it
    struct hd_front *like; // the session whose include directories hold, or NULL
};

// ---- read.c -------------------------------------------------------------------------------------

enum ex_kind {
    ITEM_NOTE,    // a comment: prose, magics, what could not be read
    ITEM_INCLUDE, // text: the line
    ITEM_MACRO,   // #define; text: the line
    ITEM_UNDEF,
    ITEM_DEFINITION, // of anything but variables: text as it was written
    ITEM_VARIABLE,   // one declarator
    ITEM_AGAIN,      // the variable `of` entered again: it gets its first value again
    ITEM_STATEMENT,
    ITEM_SHOWN, // an expression whose value is shown
};

struct ex_edit { // a change to an item's text; positions are those of locations
    hd_loc at, to;
    const char *text;
};

struct ex_item {
    enum ex_kind kind;
    int index, cell; // in items; index of its cell
    const struct hd_source *source;
    struct hd_range range;        // of the text
    const char *lead;             // comments before it, or NULL
    const char *trail;            // a comment behind it in the same line, or NULL
    const char *text;             // ITEM_NOTE, ITEM_INCLUDE, ITEM_MACRO: instead of range
    hd_loc body;                  // functions: where the body begins, else 0
    ex_names defines, uses;       // of names of the session
    ex_names members;             // names that are members of a struct defined here: not renamed
    ex_names loops;               // what a `for` declares
    const struct hd_space *space; // the namespace that it stands in, or NULL
    HD_VEC(struct ex_edit) edits;
    bool failed;   // of a cell that failed
    bool launches; // holds a kernel launch
    bool kernel;   // defines one
    bool device;   // holds code for a GPU
    bool standard; // looks names up without std::
    // variables, and results that are used later
    const char *name;
    struct hd_type *type;
    struct hd_range spec, declr, init; // parts of the text; init: empty when there is none
    int init_op;      // TK_ASSIGN, TK_LPAREN (range with the parentheses), TK_LBRACE
    bool constant;    // its initialiser is a constant, or there is none
    bool deduced;     // auto
    bool apart;       // its struct is defined in the same declaration, which is written before it
    bool qualified;   // the declaration says const, static or where it is: its text is kept
    bool closure;     // its type is a lambda's, which has no name
    bool constructed; // by a constructor of its struct
    bool local;       // declared in main, at its place
    bool reached;     // kernels may reach it: an array or variable whose address goes further
    struct ex_item *of;
};

struct ex_plan {
    struct hd_arena *arena;
    struct hd_front *front; // of its own: the cells are checked again, and nothing runs
    const struct ex_source *from;
    HD_VEC(struct ex_item *) items;
    HD_VEC(const char *) headers;   // that names need, "stdio.h"
    struct hd_map known;            // names that the cells define: of namespaces by their keys
    struct hd_map inner;            // "area" -> ex_names: the keys of that word, "geo::area"
    struct hd_map words;            // "geo::area" -> "area", where the key is not the word
    struct hd_map fixed;            // keys of operators and members: they cannot be renamed
    HD_VEC(struct ex_item *) shown; // items whose values are results, in order
    struct hd_map shows;            // of Heddle's own functions: which are used (imshow)
    bool launches, devices;
    int problems; // cells that could not be read
};

bool ex_read(struct ex_plan *plan);
// What a name of an item's text means as a result: "Out[3]" for `_`, `__`, `_3` and `Out[3]`; NULL:
// it is none. *at is extended over the brackets.
const char *ex_result_named(struct ex_plan *plan, const struct ex_item *item, const char *name,
                            struct hd_range *at);
// Calls fn with each identifier of the text that may be a name of the session.
void ex_each_name(struct ex_plan *plan, const struct hd_source *source, struct hd_range range,
                  void (*fn)(void *user, const char *name, struct hd_range at, bool standard),
                  void *user);

// ---- version.c ----------------------------------------------------------------------------------

struct ex_version {                 // what a name meant at a time
    const char *name, *written;     // the key; the word by which the program has it
    HD_VEC(struct ex_item *) items; // that define it: overloads
    HD_VEC(int) closure;            // indices of all items it needs, itself included; sorted
    int order;                      // of the time at which it was last seen
    bool used, emitted, emitting;
    bool dropped; // a later one has its name, which cannot be changed
};

struct ex_version_list {
    HD_VEC(struct ex_version *) v;
};

struct ex_versions {
    struct ex_plan *plan;
    struct hd_map by_name; // -> struct ex_version_list *
    struct hd_map current; // name -> struct now *: while walking through the items
    int time;
};

void ex_versions_make(struct ex_versions *v, struct ex_plan *plan);
void ex_versions_restart(struct ex_versions *v);
void ex_versions_step(struct ex_versions *v, struct ex_item *item); // its definitions hold now
// A type as text, with or without a name that is declared, by the names that hold now. Arena.
const char *ex_type_text(struct ex_versions *v, const struct hd_type *type, const char *name);
// NULL: it is no name of the session at this time.
struct ex_version *ex_version_now(struct ex_versions *v, const char *name);

// ---- show.c -------------------------------------------------------------------------------------

struct ex_show {
    struct ex_plan *plan;
    struct ex_versions *versions; // for the names of types
    struct hd_buf functions;      // in the order in which they need each other
    struct hd_map made;
    bool digits; // the session says how many digits: `show_digits`
};
// The statement that prints the value of an expression as Heddle does. false: not of this type.
bool ex_show_value(struct ex_show *show, struct hd_buf *out, struct hd_type *type,
                   const char *expression);

// ---- write.c, magic.c ---------------------------------------------------------------------------

// Adds the program. *problems: how many cells could only be kept as comments.
void ex_export(struct hd_buf *out, const struct ex_source *source, int *problems);

#endif
