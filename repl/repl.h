// Inside repl/: the shell's state, the line editor's parts, and what its files offer each other. Of
// core/ the terminal uses session.h, and of base the strings, UTF-8 and the clock.
//
//   term -> keys -> editor (text, layout, scan, paint, menu, history, theme) -> screen -> term
//   prompt.c is the loop around them: it waits for keys, the engine's answers (ask.c), the
//   session's events and signals.
#ifndef HD_REPL_H
#define HD_REPL_H

#include "session/session.h"

#include <signal.h>
#include <termios.h>

// ---- show.c: output, results and diagnostics on the terminal ------------------------------------

struct transient {      // transient.c: a line that is not output
    struct hd_buf text; // empty: there is none
    bool shown, below;  // below: in the line after the one that output stopped in
    int64_t drawn;
};

struct prompt;
struct failures;

struct shell {
    struct hd_session *session;
    struct prompt *prompt;     // the line editor, NULL without
    struct failures *failures; // where cells failed, NULL without a line editor
    bool interactive;          // prompts on a terminal
    bool color;                // for diagnostics
    bool color_results;        // standard output is a terminal that takes colours
    bool merged;               // standard output and error are the same file
    int columns;
    int count;        // n of the last In[n]
    bool mid_line[3]; // by descriptor: what was written last did not end a line
    bool broken;      // standard output cannot be written to
    bool shown;       // anything was written since this was cleared
    bool clear_next;  // clear_output(true): before the next output
    int lines;        // that the cell has written
    size_t written;   // bytes, ever
    int exit_status;  // of the last `exit` event
    struct transient transient;
    json_t *to_edit; // of %edit: the `edit` event, until the editor is opened
    // Reads a command for the debugger, in the middle of a request. False: there is none any more.
    bool (*read_command)(struct shell *shell, struct hd_buf *line);
    void *commands;   // its own
    char *next_input; // what %load and %edit put into the next input; heap, or NULL
};

void shell_write(struct shell *shell, int fd, const char *data, size_t len);
void shell_printf(struct shell *shell, int fd, const char *fmt, ...) HD_PRINTF(3, 4);
void shell_fresh_line(struct shell *shell, int fd); // ends a line that was begun
struct hd_session_hooks shell_hooks(struct shell *shell);
// Runs code; further members of the request may be given (stolen, may be NULL).
enum hd_session_status shell_run(struct shell *shell, const char *code, size_t len,
                                 json_t *members);

// ---- dap.c: heddle --dap
// -------------------------------------------------------------------------

int dap_serve(const char *engine);

// ---- input.c: whole inputs line by line, where there is no line editor --------------------------

enum input_end { INPUT_LINE, INPUT_EOF, INPUT_CLEARED };

struct input {
    struct shell *shell;
    bool prompt;           // a person is typing
    struct hd_buf pending; // read but not used
    size_t used;           // of pending
    bool eof;
    bool lost; // no engine could be had to ask about the input, and that was said: it is not run
};

// Reads lines until the engine says that they are complete. INPUT_EOF: nothing is left.
// INPUT_CLEARED: Ctrl-C.
enum input_end input_read(struct input *input, struct hd_buf *code);
// The next line as a command for the debugger. False: the input has ended.
bool input_command(struct input *input, struct hd_buf *line);
void input_finish(struct input *input);

// ---- transient.c: bars, and what the engine is at -----------------------------------------------

void transient_progress(struct shell *shell, const json_t *event);
void transient_working(struct shell *shell, const json_t *event);
void transient_erase(struct shell *shell); // before anything else is written to the terminal
void transient_again(struct shell *shell); // after it
void transient_end(struct shell *shell);   // the request is over

// ---- picture.c: pictures, and outputs that are replaced -----------------------------------------

void picture_ask(struct shell *shell,
                 json_t *request); // says in a request which pictures are wanted
void picture_show(struct shell *shell, const json_t *event, bool update);
void picture_clear(struct shell *shell, const json_t *event);

// ---- edit.c: texts in the user's editor ---------------------------------------------------------

void edit_event(struct shell *shell, const json_t *event);
// Opens what %edit asked for, when the request is over. true: code is to be run next. The terminal
// must be as the shell found it (not raw).
bool edit_next(struct shell *shell, struct hd_buf *code);
enum edited { EDIT_FAILED, EDIT_SAME, EDIT_CHANGED };
enum edited edit_text(struct shell *shell, struct hd_buf *text); // a failure has been told of

// ---- json.c -------------------------------------------------------------------------------------

// Serves requests from standard input until its end, with a session made of these options (without
// hooks). Returns the exit status.
int json_serve(struct hd_session_options *options);

// ---- kept.c: the inputs of a session that may be cut off ----------------------------------------

struct kept {
    char *path; // NULL: nothing is kept
    int fd;     // -1: nothing was yet
};

void kept_open(struct kept *kept, struct shell *shell); // says what was cut off before
void kept_add(struct kept *kept, int count, const char *code, size_t len); // that ran
void kept_close(struct kept *kept, bool cut_off);

// ---- transcript.c -------------------------------------------------------------------------------

int transcript_run(struct shell *shell, const char *path);

// ---- keys.c: bytes from a terminal to keys ------------------------------------------------------

enum { // key.code: a code point, or one of these
    KEY_ENTER = 0x110000,
    KEY_TAB,
    KEY_ESCAPE,
    KEY_BACKSPACE,
    KEY_UP,
    KEY_DOWN,
    KEY_LEFT,
    KEY_RIGHT,
    KEY_HOME,
    KEY_END,
    KEY_INSERT,
    KEY_DELETE,
    KEY_PAGE_UP,
    KEY_PAGE_DOWN,
    KEY_F1,
    KEY_F24 = KEY_F1 + 23,
    KEY_PASTE,   // keys->paste
    KEY_REPLY,   // keys->reply: what the terminal answered, from `ESC` on
    KEY_IGNORED, // known and of no use
};

enum { MOD_SHIFT = 1, MOD_ALT = 2, MOD_CTRL = 4, MOD_SUPER = 8 };

struct key {
    int code; // Ctrl-A is 'a' with MOD_CTRL
    unsigned mods;
    char bytes[4]; // of a typed character: as it came, also when it is no UTF-8
    int nbytes;
};

struct keys {
    struct hd_buf in; // read and not yet used
    size_t used;
    struct hd_buf paste; // of the last KEY_PASTE, newlines as \n
    struct hd_buf reply;
    bool pasting; // between the brackets of a paste
    bool expired; // nothing more comes of what is begun
};

void keys_feed(struct keys *keys, const char *bytes, size_t n);
bool keys_next(struct keys *keys, struct key *key); // false: more bytes are needed
int keys_patience(
    const struct keys *keys);        // ms to wait for the rest of what is begun, -1: nothing is
void keys_expire(struct keys *keys); // that time is over: what is there is all there is
void keys_finish(struct keys *keys);

// ---- text.c: the text being edited --------------------------------------------------------------

struct edit; // one step for undo

struct text {
    char *s; // NUL-terminated
    size_t len, cap, cursor;
    unsigned version; // goes up with every change
    HD_VEC(struct edit) edits;
    int applied;    // edits[0, applied) are in the text, the rest was undone
    unsigned group; // edits of one group are undone together
    void (*changed)(void *user, size_t at, size_t removed, size_t added);
    void *user;
};

void text_finish(struct text *text);
void text_set(struct text *text, const char *s,
              size_t len);          // another text; what was done before can be undone
void text_reset(struct text *text); // empty, nothing to undo
void text_replace(struct text *text, size_t at, size_t removed, const char *s,
                  size_t len); // the cursor after it
void text_insert(struct text *text, const char *s, size_t len);
bool text_undo(struct text *text);
bool text_redo(struct text *text);
size_t text_next(const struct text *text, size_t at); // the next grapheme's start
size_t text_prev(const struct text *text, size_t at);
void text_snap(struct text *text); // the cursor to a grapheme's start
size_t text_line_start(const struct text *text, size_t at);
size_t text_line_end(const struct text *text, size_t at); // its newline, or the end
size_t text_word_end(const struct text *text, size_t at); // emacs' forward-word
size_t text_word_start(const struct text *text, size_t at);
size_t text_blank_start(const struct text *text,
                        size_t at); // back over blanks and what is before them

// The grapheme at `at`: where the next one starts. *width: columns when it is shown (tabs: 0);
// *shape: how.
enum shape {
    SHAPE_PLAIN,
    SHAPE_TAB,
    SHAPE_CONTROL,
    SHAPE_BAD,
    SHAPE_RICH
}; // RICH: terminals differ in its width
size_t grapheme_at(const char *s, size_t len, size_t at, int *width, enum shape *shape);
int text_columns(const char *s, size_t len); // of text without tabs and newlines

struct kill_ring {
    struct hd_buf items[32];
    int n, newest;
};
void kill_add(struct kill_ring *ring, const char *s, size_t len,
              int join); // join: 0 new, 1 after, -1 before the newest
const struct hd_buf *kill_get(const struct kill_ring *ring, int back); // NULL: empty
void kill_finish(struct kill_ring *ring);

// ---- scan.c: a quick look at C text -------------------------------------------------------------

enum class { // what a piece of text is; engine's answers name them
#define HD_CLASS(name, text, ...) CLASS_##name,
#include "theme.def"
    CLASS_COUNT
};

struct piece {
    size_t from, to;
    enum class class;
};

struct pieces {
    struct piece *v;
    int n, cap;
};

void scan_text(const char *s, size_t len,
               struct pieces *out); // in order, without overlaps; CLASS_PLAIN is left out

struct brackets { // what is open at a place
    int depth;
    size_t innermost;       // offset of the innermost open one, when depth > 0
    bool inside;            // a comment or literal
    bool continued;         // the text ends in a backslash
    char last, before_last; // the last two characters that are no blanks or comments, 0: none
};
struct brackets scan_brackets(const char *s, size_t len);
bool scan_is_complete(const char *s, size_t len); // as well as one can tell without a parser
// The partner of the bracket at `at`: its offset, `at` when it has none. False: there is no bracket
// at `at`.
bool scan_partner(const char *s, size_t len, size_t at, size_t *partner);
size_t scan_indent(const char *s,
                   size_t at); // columns that a line starting after s[0, at) should be indented by

// ---- paste.c ------------------------------------------------------------------------------------

// Text that starts with a prompt (`In [1]:`) is a session: leaves its inputs in s, a line below the
// other, without prompts and output, and returns their length. Other text stays as it is.
size_t paste_inputs(char *s, size_t len);

// ---- theme.c: colours ---------------------------------------------------------------------------

enum depth { DEPTH_NONE, DEPTH_16, DEPTH_256, DEPTH_TRUE };

enum { // flags beside a class in a style
    STYLE_ERROR = 1 << 8,
    STYLE_MATCH = 1 << 9,
    STYLE_CLASH = 1 << 10,
    STYLE_SELECTED = 1 << 11,
    STYLE_STRONG = 1 << 12,
};

struct theme {
    enum depth depth;
    bool light;
};

void theme_escape(const struct theme *theme, unsigned style,
                  struct hd_buf *out); // from plain to `style`

// ---- screen.c: the rows that belong to the editor -----------------------------------------------

struct glyph {
    uint32_t at, len; // in the row's text
    uint16_t width;
    uint16_t style;
    bool rich; // the terminal may disagree about its width
};

struct row {
    struct hd_buf text;
    struct glyph *glyphs;
    int n, cap;
    int width;
};

struct screen {
    int columns;
    struct row *rows, *drawn; // to be shown; on the terminal
    int nrows, ndrawn, cap_rows, cap_drawn;
    int row, col;       // where the cursor shall be
    int at_row, at_col; // where the terminal's is
    bool hide;          // the cursor shall not be seen
    bool colorless;     // classes make no difference
    bool hidden;
};

void screen_begin(struct screen *screen, int columns);
void screen_put(struct screen *screen, const char *s, size_t len,
                unsigned style); // cut at the right edge
void screen_glyph(struct screen *screen, const char *s, size_t len, int width, bool rich,
                  unsigned style);
void screen_newline(struct screen *screen);
void screen_show(struct screen *screen, const struct theme *theme, struct hd_buf *out);
void screen_erase(struct screen *screen,
                  struct hd_buf *out); // nothing is drawn any more; the cursor where it began
void screen_leave(struct screen *screen,
                  struct hd_buf *out); // the rows stay; the cursor on the line below
void screen_resized(struct screen *screen, int columns, int rows, bool reflows, struct hd_buf *out);
void screen_finish(struct screen *screen);

// ---- paint.c: the colours of the text -----------------------------------------------------------

struct paint {
    struct pieces local;   // of the quick scan
    struct pieces told;    // by the engine; moved along with edits
    unsigned told_version; // of the text that `told` is exactly right for
    struct hd_map names;   // what the engine last said of a name: class + 1
    struct pieces errors;  // ranges to underline
    uint8_t *classes;      // by byte of the text
    size_t cap;
};

void paint_told(struct paint *paint, const json_t *reply, const char *s, size_t len,
                unsigned version);
void paint_changed(struct paint *paint, size_t at, size_t removed, size_t added);
void paint_text(struct paint *paint, const struct text *text, size_t first,
                size_t end); // fills classes[first, end)
bool paint_is_error(const struct paint *paint, size_t at);
void paint_reset(struct paint *paint); // for another text
void paint_finish(struct paint *paint);

struct failures { // the newest cells that failed, and where
    struct failure {
        char *code;
        size_t len;
        struct pieces ranges;
    } list[32];
    int next;
    struct failure *current; // of the running cell
};
void failures_begin(struct failures *failures, const char *code, size_t len);
void failures_note(struct failures *failures, const char *source, int count, const json_t *event);
const struct pieces *failures_find(const struct failures *failures, const char *code, size_t len);
void failures_finish(struct failures *failures);

// ---- menu.c: completion -------------------------------------------------------------------------

struct match {
    char *text, *kind, *signature;
};

struct menu {
    bool open;
    bool loose; // the matches do not begin with what is typed: they agree otherwise
    HD_VEC(struct match) matches;
    int *shown; // indices of those that fit what is typed
    int nshown;
    int selected;        // of shown, -1 none
    int top;             // of the part that is visible
    size_t start;        // where the completed word begins
    struct hd_buf typed; // what was there before one was selected
};

void menu_set(struct menu *menu, const json_t *reply,
              const struct text *text);                             // the engine's answer
bool menu_filter(struct menu *menu, const char *typed, size_t len); // false: nothing is left
size_t menu_common(const struct menu *menu); // bytes that all shown begin with
void menu_move(struct menu *menu, int by, int page);
void menu_close(struct menu *menu);
void menu_draw(struct menu *menu, struct screen *screen, int indent, int most_rows);
void menu_finish(struct menu *menu);

// ---- history.c ----------------------------------------------------------------------------------

struct entry {
    char *s;
    size_t len;
    bool ours; // entered in this session
};

struct history {
    char *path;                // NULL: it cannot be kept
    HD_VEC(struct entry) list; // oldest first
    int64_t read_to;           // bytes of the file that are in the list
    uint64_t inode;
    int visits;        // sessions so far, this one included
    char trouble[160]; // why the file could not be written to, first; empty: it could
    bool told;
};

char *history_folder(void); // on the heap; NULL: there is none
void history_open(struct history *history);
void history_refresh(struct history *history); // what other sessions have entered
void history_add(struct history *history, const char *s, size_t len);
const char *history_trouble(struct history *history); // once; NULL: there is nothing to tell
int history_find(const struct history *history, int from, int step, const char *prefix,
                 size_t len); // -1: none
int history_search(const struct history *history, int from, int step, const char *part, size_t len,
                   size_t *at);
void history_close(struct history *history);

// ---- editor.c, commands.c: keys to changes, and the picture -------------------------------------

enum outcome { // of a key, for the loop
    OUTCOME_NONE,
    OUTCOME_ENTER,
    OUTCOME_EOF,
    OUTCOME_CLEARED,
    OUTCOME_SUSPEND,
    OUTCOME_EXTERNAL,
    OUTCOME_COMPLETE,
    OUTCOME_REDRAW,
    OUTCOME_KEYS,
};

struct vrow {        // a row of the text at the present width
    size_t from, to; // to: without the newline
    bool first;      // of its line
    bool last;
};

struct layout {
    struct vrow *v;
    int n, cap;
    int indent; // columns before the text
    int width;  // columns for the text
};

void layout_text(struct layout *layout, const char *s, size_t len, int columns, int indent);
int layout_row(const struct layout *layout, size_t at); // the row that shows a cursor at `at`
int layout_column(const struct layout *layout, const char *s, int row, size_t at);
size_t layout_offset(const struct layout *layout, const char *s, int row, int column);

struct editor {
    struct text text;
    struct keys keys;
    struct layout layout;
    struct screen screen;
    struct paint paint;
    struct menu menu;
    struct history *history;
    struct kill_ring kills;
    struct theme theme;
    int columns, rows;         // of the terminal
    char prompt[32], more[32]; // before the first line, before the others
    const char *banner;        // above the prompt, or NULL
    const char *tip;           // below an empty cell, or NULL
    char *hint;                // the signature being typed (heap), or NULL
    size_t hint_from, hint_to; // its active parameter
    size_t hint_at;            // cursor for which it was asked
    char *message;             // shown below until the next key; heap
    int top;                   // first row of the text that is visible
    int goal;                  // column that vertical moves aim at, -1: none
    int history_at;            // entry that is shown; history->list.n: none
    struct hd_buf draft;       // the text before history was entered
    struct hd_buf prefix;      // what entries must start with
    bool walking;              // the last key moved through history
    char *offer;               // suggested for the first cell while it is empty (heap), or NULL
    struct {
        bool on, failed;
        struct hd_buf pattern, before; // before: the text to come back to
        size_t before_cursor;
        int at;       // entry that is shown, or list.n
        size_t match; // offset of the match in it
    } search;
    int last, now; // what the last key did, and this one: enum last
    int yank_back; // how far Alt-Y has gone
    size_t yank_from, yank_to;
    int arg_back;     // entry that Alt-. took from
    bool ctrl_x;      // Ctrl-X was typed
    bool quoted;      // Ctrl-Q: the next key is inserted as it is
    bool final;       // drawn for the last time: no menu, no hint, not scrolled
    bool pasted;      // something in the text was: nothing is suggested for it
    bool deleted;     // the last change took something away: nor until more is typed
    struct {          // indentation that came by itself, in the line that was begun last
        bool on, was; // nothing but blanks was typed since: before this key, before the last
        size_t from, to;
        size_t at; // what of it was typed as well
    } soft;
};

void editor_init(struct editor *editor, struct history *history);
void editor_finish(struct editor *editor);
void editor_start(struct editor *editor, int count, // a new, empty cell In[count]
                  const char *mode);                // that stands in the prompt, or NULL
void editor_load(struct editor *editor, const char *s, size_t len); // a text to start from
enum outcome editor_key(struct editor *editor, const struct key *key);
void editor_newline(struct editor *editor); // with its indentation
void editor_complete(struct editor *editor, const json_t *reply);
void editor_hint(struct editor *editor, const json_t *reply, size_t cursor); // reply NULL: none
void editor_say(struct editor *editor, const char *text);                    // NULL: nothing
void editor_draw(struct editor *editor, struct hd_buf *out);
void editor_resized(struct editor *editor, int columns, int rows, bool reflows, struct hd_buf *out);
bool editor_wants_hint(const struct editor *editor);
void editor_keys_help(struct hd_buf *out); // the list of keys

// history and search keys: recall.c
enum outcome recall_key(struct editor *editor, const struct key *key); // while searching
void recall_start_search(struct editor *editor);
void recall_move(struct editor *editor, int step, bool prefix);
void recall_argument(struct editor *editor);
// How the newest cell that begins with the whole text goes on, while the cursor is at the text's
// end; 0: nothing is suggested. *rest lies in the history. For an empty text it is the offer.
size_t recall_rest(const struct editor *editor, const char **rest);

// ---- term.c -------------------------------------------------------------------------------------

struct term {
    int in, out;
    bool raw;
    struct termios cooked; // as the user had it
    int columns, rows;
    struct theme theme;
    bool asked, answered; // its background, and what it is
    int64_t asked_at;
    bool reflows; // it wraps lines anew when its width changes
    bool gone;    // it cannot be read from or written to
};

enum { // term_signals
    SIGNAL_RESIZE = 1,
    SIGNAL_CONTINUED = 2,
    SIGNAL_STOP = 4,
    SIGNAL_END = 8,
    SIGNAL_INTERRUPT = 16,
};

bool term_open(struct term *term, bool colors); // false: nothing that an editor could work on
void term_raw(struct term *term);
void term_cooked(struct term *term);
void term_break(struct term *term,
                bool on);             // in raw mode: Ctrl-C is a signal, as while a cell runs
bool term_measure(struct term *term); // true: its size has changed
void term_write(struct term *term, struct hd_buf *out); // all of it, and clears it
void term_ask(struct term *term);
bool term_take_reply(struct term *term, const char *reply); // true: the colours have changed
int term_signal_fd(void); // readable when term_signals has something to tell
unsigned term_signals(int *end_signal);
void term_note_interrupt(void);
void term_watch_signals(bool editing);
void term_suspend(struct term *term);    // stops the process group; returns when it goes on
void term_run_begins(struct term *term); // until it ends what is typed is kept, over Ctrl-Z too
void term_run_ended(struct term *term);
void term_run_interrupted(void);            // in the signal handler: what was typed ahead goes
size_t term_typed_ahead(const char **text); // what a stop took out of the terminal, once
void term_settle(struct term *term, struct keys *keys); // waits a little for answers that are due

// ---- ask.c: questions to the engine from a thread of their own ----------------------------------

enum ask { ASK_STATUS, ASK_COMPLETE_CHECK, ASK_COMPLETE, ASK_SIGNATURE, ASK_HIGHLIGHT, ASK_COUNT };

struct asker;

struct answer {
    enum ask kind;
    unsigned version; // of the text it is about
    size_t cursor;
    json_t *reply; // NULL: none came
};

struct asker *asker_create(struct hd_session *session);
void asker_destroy(struct asker *asker);
int asker_fd(const struct asker *asker);
// Asks; a question of the same kind that was not sent yet is replaced.
void asker_ask(struct asker *asker, enum ask kind, const char *s, size_t len, size_t cursor,
               unsigned version);
bool asker_take(struct asker *asker, struct answer *answer); // false: nothing has come
bool asker_knows_engine(struct asker *asker);                // it has answered once

// ---- prompt.c: the loop around the editor -------------------------------------------------------

struct prompt *prompt_create(struct shell *shell); // NULL: this terminal takes no editor
void prompt_destroy(struct prompt *prompt);
enum input_end prompt_read(struct prompt *prompt, struct hd_buf *code);
// Suggests a text for the first cell, until one has been entered.
void prompt_offer(struct prompt *prompt, const char *text);
enum input_end prompt_command(struct prompt *prompt, struct hd_buf *line);
void prompt_show_cell(struct prompt *prompt, const char *s, size_t len); // that is going to run
void prompt_run_begins(struct prompt *prompt); // a cell runs: the terminal is its
void prompt_run_ended(struct prompt *prompt, enum hd_session_status status);
void prompt_step_aside(
    struct prompt *prompt); // something is to be written while a cell is being typed
void prompt_interrupted(struct prompt *prompt);     // from the signal handler
int prompt_end_signal(const struct prompt *prompt); // the signal that ended the session, or 0

#endif
