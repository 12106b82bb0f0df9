// program/: programs of several files, and what a command line as for a compiler asks for.
//
// Each file but the one with `main` has a front end of its own (a *file* below), as it has a
// compiler of its own elsewhere: statics, macros, types and templates are apart without any further
// rule. The file with `main` is checked in the session's, so that what a program defined is there
// after %run. link.c then joins them: a symbol that is declared in one and defined in another gets
// hd_sym.linked, which code generation and hd_sym_current follow.
#ifndef HD_PROGRAM_H
#define HD_PROGRAM_H

#include "run/run.h"

struct hd_file {       // a file of a program, checked apart from the session
    const char *path;  // interned, as it was given; its unit
    const char *label; // of the stubs: the path and a number, interned
    struct hd_front *front;
    struct hd_cell *cell;
    void (*entry)(void); // its statements: initialisers that need code; or NULL
    json_t *setup;       // what the journal says of its flags
    int serial;
    bool current; // of the program that was begun last
};

// What is to be done with the files.
enum hd_program_task {
    HD_PROGRAM_RUN,
    HD_PROGRAM_SYNTAX,   // all diagnostics, no run
    HD_PROGRAM_FILES,    // a listing of the files that are included, as for make
    HD_PROGRAM_OWN_FILES // without those of the system
};

// Runs a command line: words[0] is the first file or flag. run->code may hold the text of the only
// file. Sets run->status.
void hd_program_run(struct hd_run *run, const char *const *words, int n, enum hd_program_task task);
// The same from what a build has recorded (from.c): words choose among its programs.
void hd_program_from(struct hd_run *run, const char *from, const char *const *words, int n,
                     enum hd_program_task task);

// Called by hd_run_cell once the file with `main` is checked. false: reported.
bool hd_program_link(struct hd_diags *diags);
// Calls the files' entries, before that of the file with `main`.
void hd_program_begin(void);
// What could be meant by a name that is declared and defined nowhere: a help for the message, or
// NULL.
const char *hd_program_hint(const struct hd_sym *sym);

void hd_note_changed(struct hd_def *def); // it lost its code

// module.c: what compiled code calls, by its name; or NULL.
void *hd_module_symbol(const char *name);

extern struct hd_files { // of all programs that the session has seen and not forgotten
    HD_VEC(struct hd_file *) all;
} hd_files;
void hd_files_forget(void); // %reset

// program.c, also for module.c. A file whose front end is new; forget: its definitions are gone.
struct hd_file *program_file(const char *path);
void program_forget(struct hd_file *file);
// What the flags are as directives in front of a file's text; reads such a text.
void program_set_up_text(struct hd_buf *out, const struct hd_command *flags,
                         enum hd_file_kind kind);
bool program_set_up(struct hd_file *file, const char *text, struct hd_diags *diags);
// Checks a text in the file's front end, and gives its variables their places.
bool program_check(struct hd_file *file, struct hd_source *source, struct hd_diags *diags);
// link.c. Joins the fronts of the current files and the session's. false: reported.
bool hd_link(struct hd_diags *diags, int main_serial);
// list.c
void hd_list_files(const struct hd_command_file *file, const struct hd_cell *cell, bool system);
// from.c: what a build has recorded.
struct hd_records {
    HD_VEC(struct hd_command) all; // paths as seen from here
};
// Reads compile_commands.json, or asks `make` what it would do. false: error says why.
bool hd_records_read(const char *path, struct hd_records *out, struct hd_buf *error);
void hd_records_finish(struct hd_records *records);

#endif
