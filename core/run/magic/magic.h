// What magic/ gives to the rest of run/: arguments, messages, and an input's pieces.
#ifndef HD_MAGIC_H
#define HD_MAGIC_H

#include "run/run.h"

// A cell may mix code and magic lines. One piece of it: code, or a line (or, for %%name, all) that
// is a magic.
struct hd_piece {
    bool magic;
    size_t from, to; // bytes of the input
    int line;        // of its first line, from 1
    size_t next;     // where the search goes on
    int next_line;
};
// The next piece; *piece is zeroed before the first. A line is a magic only where the code before
// it is complete, which `front` knows: ask again when that code has run. false: there is no more.
bool hd_magic_next(struct hd_front *front, const char *text, size_t len, struct hd_piece *piece);

// Calls fn with number and text of each input that `args` (1-5 7) names; with all when there are
// none, but for the one that is running. false: reported.
bool hd_each_input(struct hd_run *run, char **args, int n, void (*fn)(int, const char *, void *),
                   void *user);
bool hd_input_failed(int n); // In[n] ended with an error

bool hd_magic_may_write(struct hd_run *run, const char *path); // asks where a file is there already

bool hd_shell(struct hd_run *run, const char *command); // runs it in /bin/sh

// magic.c
size_t magic_name_length(const char *s);

// names.c: rows of magics.def
bool hd_magic_who(struct hd_run *run, const char *line, const char *body);
bool hd_magic_whos(struct hd_run *run, const char *line, const char *body);
// inputs.c
bool hd_magic_history(struct hd_run *run, const char *line, const char *body);
bool hd_magic_save(struct hd_run *run, const char *line, const char *body);
bool hd_magic_export(struct hd_run *run, const char *line, const char *body);
bool hd_magic_load(struct hd_run *run, const char *line, const char *body);
bool hd_magic_edit(struct hd_run *run, const char *line, const char *body);
bool hd_magic_run(struct hd_run *run, const char *line, const char *body);
// library.c
bool hd_magic_lib(struct hd_run *run, const char *line, const char *body);
bool hd_magic_include(struct hd_run *run, const char *line, const char *body);
// inspect.c
bool hd_magic_llvm(struct hd_run *run, const char *line, const char *body);
bool hd_magic_asm(struct hd_run *run, const char *line, const char *body);
bool hd_magic_shapes(struct hd_run *run, const char *line, const char *body);
bool hd_magic_specs(struct hd_run *run, const char *line, const char *body);
bool hd_magic_touched(struct hd_run *run, const char *line, const char *body);
bool hd_magic_traffic(struct hd_run *run, const char *line, const char *body);
// settings.c
bool hd_magic_config(struct hd_run *run, const char *line, const char *body);
// help.c
bool hd_magic_magic(struct hd_run *run, const char *line, const char *body);
bool hd_magic_help(struct hd_run *run, const char *line, const char *body);
bool hd_magic_pinfo(struct hd_run *run, const char *line, const char *body);
bool hd_magic_pinfo2(struct hd_run *run, const char *line, const char *body);
// `left`, and `text` beside it from column `at` on (below it where `left` is longer), broken
// between words to the terminal's width.
void magic_beside(const char *left, int at, const char *text);
void magic_page(const struct hd_buf *text);                            // for a pager
bool magic_describe(struct hd_run *run, const char *name, int detail); // name?, name??
// habits.c
bool hd_magic_cache(struct hd_run *run, const char *line, const char *body);
bool hd_magic_pwd(struct hd_run *run, const char *line, const char *body);
bool hd_magic_cd(struct hd_run *run, const char *line, const char *body);
bool hd_magic_env(struct hd_run *run, const char *line, const char *body);
bool hd_magic_writefile(struct hd_run *run, const char *line, const char *body);
bool hd_magic_bash(struct hd_run *run, const char *line, const char *body);
bool hd_magic_rerun(struct hd_run *run, const char *line, const char *body);
bool hd_def_is_shown(const struct hd_def *def); // %who does
// past.c
bool hd_magic_reset(struct hd_run *run, const char *line, const char *body);
bool hd_magic_undo(struct hd_run *run, const char *line, const char *body);
void hd_undo_restored(void); // a new engine has what the last one had
bool hd_magic_capture(struct hd_run *run, const char *line, const char *body);
bool hd_magic_search_history(struct hd_run *run, const char *pattern); // %history -g
void hd_habits_restore(json_t *options); // what a new engine is told: folder, environment
// What to do instead of a magic of IPython that is not here; NULL: it is none.
const char *hd_magic_habit(const char *name);

bool hd_export(struct hd_run *run, const char *line); // export/magic.c: %export

#endif
