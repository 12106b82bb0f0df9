// Inside repl/: the shell's state, and what its files offer each other. Of core/ the terminal uses session.h, and of
// base the strings and the clock.
#ifndef HD_REPL_H
#define HD_REPL_H

#include "base/base.h"
#include "session/session.h"

// ---- show.c: output, results and diagnostics on the terminal ------------------------------------------------------

struct transient {          // transient.c: a line that is not output
    struct hd_buf text;     // empty: there is none
    bool shown, below;      // below: in the line after the one that output stopped in
    int64_t drawn;
};

struct shell {
    struct hd_session *session;
    bool interactive;       // prompts on a terminal
    bool color;             // for diagnostics
    bool color_results;     // standard output is a terminal that takes colours
    bool merged;            // standard output and error are the same file
    int columns;
    int count;              // n of the last In[n]
    bool mid_line[3];       // by descriptor: what was written last did not end a line
    bool broken;            // standard output cannot be written to
    bool shown;             // anything was written since this was cleared
    int exit_status;        // of the last `exit` event
    struct transient transient;
    json_t *to_edit;        // of %edit: the `edit` event, until the editor is opened
};

void shell_write(struct shell *shell, int fd, const char *data, size_t len);
void shell_printf(struct shell *shell, int fd, const char *fmt, ...) HD_PRINTF(3, 4);
void shell_fresh_line(struct shell *shell, int fd); // ends a line that was begun
struct hd_session_hooks shell_hooks(struct shell *shell);
// Runs code; further members of the request may be given (stolen, may be NULL).
enum hd_session_status shell_run(struct shell *shell, const char *code, size_t len, json_t *members);

// ---- input.c: lines and whole inputs ------------------------------------------------------------------------------

enum input_end { INPUT_LINE, INPUT_EOF, INPUT_CLEARED };

struct input {
    struct shell *shell;
    bool prompt;            // a person is typing
    struct hd_buf pending;  // read but not used
    size_t used;            // of pending
    bool eof;
};

// Reads lines until the engine says that they are complete. INPUT_EOF: nothing is left. INPUT_CLEARED: Ctrl-C.
enum input_end input_read(struct input *input, struct hd_buf *code);
void input_finish(struct input *input);

// ---- transient.c: bars, and what the engine is at ------------------------------------------------------------------

void transient_progress(struct shell *shell, const json_t *event);
void transient_working(struct shell *shell, const json_t *event);
void transient_erase(struct shell *shell); // before anything else is written to the terminal
void transient_again(struct shell *shell); // after it
void transient_end(struct shell *shell);   // the request is over

// ---- edit.c: texts in the user's editor ----------------------------------------------------------------------------

void edit_event(struct shell *shell, const json_t *event);
// Opens what %edit asked for, when the request is over. true: code is to be run next. The terminal must be as the
// shell found it (not raw).
bool edit_next(struct shell *shell, struct hd_buf *code);
enum edited { EDIT_FAILED, EDIT_SAME, EDIT_CHANGED };
enum edited edit_text(struct shell *shell, struct hd_buf *text); // a failure has been told of

// ---- transcript.c -------------------------------------------------------------------------------------------------

int transcript_run(struct shell *shell, const char *path);

#endif
