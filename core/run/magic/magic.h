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

// habits.c: rows of magics.def
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
