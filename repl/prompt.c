// The loop around the editor: it waits for keys, for the engine's answers, for the session's own
// events and for signals, and draws when no key is waiting to be read.
//
// The terminal is raw only while a cell is typed; a running cell has it as the user set it up. Keys
// are read one byte at a time (pastes in large pieces), so that what was typed ahead stays in the
// terminal for the program that runs next.
//
// Nothing waits for the engine but two keys: Enter (is the cell complete?) and Tab. They wait until
// it has answered, however slow or busy the machine is, so that what the keys behind them do never
// depends on that; only Ctrl-C ends the wait (await).
#include "repl.h"

#include <ctype.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum {
    LOADING_MS = 50,
    ANSWER_MS = 300,
    BREAK_MS = 1000,
    DRAW_NS = 30000000,
    TWO_SECONDS_MS = 2000,
    TIP_SESSIONS = 5,
    PIECE = 65536,
    LOOK_NS = 250000000,
    QUIET_NS = 15000000,
    PERSON_NS = 500000000,
    LONGEST_AHEAD = 4094 // of a line that nobody reads Linux keeps at least so much (n_tty.c)
};

struct prompt {
    struct shell *shell;
    struct term term;
    struct editor editor;
    struct history history;
    struct failures failures;
    struct asker *asker;
    struct hd_buf out;
    char banner[256];
    int ahead;      // bytes still to be read that were typed before the terminal was ours
    int ahead_line; // of these, what was read of the present line
    bool cut;       // such a line lost its end: Enter does not run it, until a person presses it
    int64_t key_at, key_after_ns; // when the last byte came, and how long after the one before
    bool editing;                 // the terminal is ours
    bool aside; // what was drawn is erased, since something else was to be written
    bool dirty; // the picture has changed
    int64_t drawn_at;
    int64_t ask_again_at;  // what devices there are; 0: it is known
    unsigned told_version; // of the text whose colours were asked for
    unsigned hint_version; // and signature
    size_t hint_cursor;
    bool commanding;    // a command for the debugger is typed, in the middle of a request
    bool offering;      // to restart the engine: y or n
    const char *remark; // on the last cell, to be shown below the next prompt; NULL: none
    volatile sig_atomic_t interrupts;  // of the running cell
    volatile int64_t interrupts_at[2]; // the last two
    int64_t interrupted_at;            // when a cell ended so
    int end_signal;
};

static const char tip[] =
    "Enter runs, Alt-Enter adds a line, Tab completes, Ctrl-R searches, F1: all keys";
static const char offer[] =
    "restart engine? y/n (definitions and variables stay)"; // the question fits on 20 columns
static const char leaving[] = "Ctrl-D leaves";
static const char was_cut[] = "the terminal cut a line at 4095 characters";

// ---- the banner ---------------------------------------------------------------------------------

static const char *vector_unit(void) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f")) return ", AVX-512";
    if (__builtin_cpu_supports("avx2")) return ", AVX2";
    return ", SSE2";
#else
    return "";
#endif
}

static void write_banner(struct prompt *p, const json_t *devices) {
    struct hd_buf text = {0};
    hd_buf_printf(&text, "Heddle %s", HD_VERSION);
    cpu_set_t set;
    int n = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    hd_buf_printf(&text, " · CPU %d core%s%s", n, n == 1 ? "" : "s", vector_unit());
    size_t i;
    const json_t *device;
    json_array_foreach(devices, i, device) hd_buf_printf(&text, " · %s", json_string_value(device));
    hd_buf_puts(&text, " · %help, ?name");
    snprintf(p->banner, sizeof p->banner, "%s", text.s);
    hd_buf_finish(&text);
}

// ---- create and destroy -------------------------------------------------------------------------

struct prompt *prompt_create(struct shell *shell) {
    struct prompt *p = hd_xcalloc(1, sizeof *p);
    p->shell = shell;
    if (!term_open(&p->term, shell->color_results) || term_signal_fd() < 0 ||
        !(p->asker = asker_create(shell->session))) {
        free(p);
        return NULL;
    }
    history_open(&p->history);
    editor_init(&p->editor, &p->history);
    write_banner(p, NULL);
    p->editor.banner = p->banner;
    p->editor.tip = p->history.visits > 0 && p->history.visits <= TIP_SESSIONS ? tip : NULL;
    shell->failures = &p->failures;
    asker_ask(p->asker, ASK_STATUS, "", 0, 0, 0);
    return p;
}

void prompt_destroy(struct prompt *p) {
    if (!p) return;
    p->shell->prompt = NULL;
    p->shell->failures = NULL;
    asker_destroy(p->asker);
    editor_finish(&p->editor);
    history_close(&p->history);
    failures_finish(&p->failures);
    hd_buf_finish(&p->out);
    free(p);
}

int prompt_end_signal(const struct prompt *p) { return p->end_signal; }

// ---- drawing ------------------------------------------------------------------------------------

static void flush(struct prompt *p) {
    if (p->out.len) term_write(&p->term, &p->out);
}

static void draw(struct prompt *p) {
    p->editor.theme = p->term.theme;
    editor_draw(&p->editor, &p->out);
    flush(p);
    p->dirty = p->aside = false;
    p->drawn_at = hd_now_ns();
}

static int bytes_waiting(struct prompt *p) {
    int n = 0;
    return ioctl(p->term.in, FIONREAD, &n) == 0 ? n : 0;
}

// Keys that come fast are all obeyed before the next picture, within limits.
static void draw_when_quiet(struct prompt *p) {
    if (!p->dirty) return;
    bool busy = p->editor.keys.used < p->editor.keys.in.len || bytes_waiting(p) > 0;
    if (!busy || hd_now_ns() - p->drawn_at > DRAW_NS) draw(p);
}

void prompt_step_aside(struct prompt *p) {
    if (!p->editing || p->aside) return;
    screen_erase(&p->editor.screen, &p->out);
    flush(p);
    p->aside = p->dirty = true;
}

// ---- taking and leaving the terminal ------------------------------------------------------------

// Puts the cursor at the start of a line whatever is on it: a mark that is overwritten at once, and
// blanks up to the edge, which reach the next line unless the cursor was in the first column.
static void to_fresh_line(struct prompt *p, bool typed_ahead) {
    struct shell *shell = p->shell;
    if (typed_ahead)
        hd_buf_printf(&p->out, "%*s\r", p->term.columns, "");
    else if (shell->mid_line[1] || shell->mid_line[2])
        hd_buf_puts(&p->out, "\r\n");
    else
        hd_buf_putc(
            &p->out,
            '\r'); // a program may have left the terminal in a mode where lines do not return
    shell->mid_line[1] = shell->mid_line[2] = false;
}

static void take_terminal(struct prompt *p) {
    term_watch_signals(true);
    term_measure(&p->term);
    p->editor.columns = p->term.columns;
    p->editor.rows = p->term.rows;
    term_signals(&p->end_signal);
    term_raw(&p->term);
    bool typed_ahead = (p->ahead = bytes_waiting(p)) > 0;
    hd_buf_puts(&p->out, "\033[m\033[?25h\033[?1l\033[?2004h");
    to_fresh_line(p, typed_ahead);
    if (typed_ahead) hd_buf_puts(&p->out, "\033[J");
    p->editing = true;
    p->aside = false;
    const char *kept;
    size_t len = term_typed_ahead(&kept);
    for (size_t i = 0; i < len; i++) keys_feed(&p->editor.keys, kept[i] ? &kept[i] : "\004", 1);
}

static void leave_terminal(struct prompt *p) {
    p->editor.final = true;
    editor_draw(&p->editor, &p->out);
    screen_leave(&p->editor.screen, &p->out);
    hd_buf_puts(&p->out, "\033[?2004l");
    flush(p);
    p->editor.final = false;
    p->editing = false;
    p->shell->mid_line[1] = p->shell->mid_line[2] = false;
    term_settle(&p->term, &p->editor.keys);
    hd_session_forget_interrupts(p->shell->session); // from here on Ctrl-C is for what runs next
    p->interrupts = 0;
    term_cooked(&p->term);
    term_watch_signals(false);
}

static void suspend(struct prompt *p) {
    leave_terminal(p);
    term_watch_signals(true);
    term_suspend(&p->term);
    take_terminal(p);
    p->dirty = true;
}

// ---- the editor that the user prefers -----------------------------------------------------------

static void edit_elsewhere(struct prompt *p) {
    struct hd_buf text = {0};
    hd_buf_add(&text, p->editor.text.s, p->editor.text.len);
    hd_buf_putc(&text, '\n');
    leave_terminal(p);
    if (edit_text(p->shell, &text) == EDIT_CHANGED) {
        p->editor.text.group++;
        editor_load(&p->editor, hd_buf_str(&text), text.len);
    }
    hd_buf_finish(&text);
    take_terminal(p);
    p->dirty = true;
}

// ---- answers ------------------------------------------------------------------------------------

static void take_answer(struct prompt *p, const struct answer *answer) {
    struct editor *e = &p->editor;
    p->dirty = true;
    switch (answer->kind) {
    case ASK_STATUS:
        write_banner(p, json_object_get(answer->reply, "devices"));
        if (json_is_true(json_object_get(answer->reply, "looking")) && p->editor.banner)
            p->ask_again_at = hd_now_ns() + LOOK_NS;
        break;
    case ASK_SIGNATURE:
        if (editor_wants_hint(e)) editor_hint(e, answer->reply, answer->cursor);
        break;
    case ASK_HIGHLIGHT:
        if (answer->version == e->text.version)
            paint_told(&e->paint, answer->reply, e->text.s, e->text.len, answer->version);
        break;
    default: break;
    }
}

static void take_answers(struct prompt *p) {
    struct answer answer;
    while (asker_take(p->asker, &answer)) {
        take_answer(p, &answer);
        json_decref(answer.reply);
    }
}

// A session in the middle of a request has its events taken elsewhere.
static int session_fd(const struct prompt *p) {
    return p->commanding ? -1 : hd_session_fd(p->shell->session);
}

// Waits for the answer to the question of this kind about this version, at most ms. False: it did
// not come in time.
static bool await_briefly(struct prompt *p, enum ask kind, unsigned version, int ms,
                          json_t **reply) {
    int64_t until = hd_now_ns() + (int64_t)ms * 1000000;
    *reply = NULL;
    for (;;) {
        struct answer answer;
        while (asker_take(p->asker, &answer)) {
            if (answer.kind == kind && answer.version == version) {
                *reply = answer.reply;
                return true;
            }
            take_answer(p, &answer);
            json_decref(answer.reply);
        }
        int left = (int)((until - hd_now_ns() + 999999) / 1000000);
        struct pollfd fds[] = {{asker_fd(p->asker), POLLIN, 0},
                               {term_signal_fd(), POLLIN, 0},
                               {session_fd(p), POLLIN, 0}};
        if (left <= 0) return false;
        if (poll(fds, HD_COUNT(fds), left) < 0 && errno != EINTR) return false;
        if (fds[1].revents || fds[2].revents) return false;
    }
}

static bool wants_colours(const struct prompt *p) {
    return p->told_version != p->editor.text.version && p->editor.text.len;
}

static bool wants_hint(const struct prompt *p) {
    const struct text *t = &p->editor.text;
    return editor_wants_hint(&p->editor) && !p->editor.search.on &&
           (p->hint_version != t->version || p->hint_cursor != t->cursor);
}

// Asks for colours and the signature when what they are about has changed, and no key has come for
// a moment: the answer for a large cell takes the engine some milliseconds, in which the terminal
// is to show the key. How long to wait still, in ms; -1: no question.
static int ask_about_text(struct prompt *p) {
    struct editor *e = &p->editor;
    const struct text *t = &e->text;
    if (!editor_wants_hint(e) || e->search.on) {
        if (e->hint) {
            editor_hint(e, NULL, 0);
            p->dirty = true;
        }
        p->hint_version = 0;
    }
    bool colours = wants_colours(p), hint = wants_hint(p);
    if (!colours && !hint) return -1;
    int64_t left = p->drawn_at + QUIET_NS - hd_now_ns();
    if (left > 0) return (int)(left / 1000000) + 1;
    if (colours) {
        asker_ask(p->asker, ASK_HIGHLIGHT, t->s, t->len, t->cursor, t->version);
        p->told_version = t->version;
    }
    if (hint) {
        asker_ask(p->asker, ASK_SIGNATURE, t->s, t->len, t->cursor, t->version);
        p->hint_version = t->version;
        p->hint_cursor = t->cursor;
    }
    return -1;
}

// The colours of a cell that is sent as soon as it is typed: it is drawn once more, and stays so.
static void last_colours(struct prompt *p) {
    const struct text *t = &p->editor.text;
    if (p->editor.paint.told_version == t->version || !asker_knows_engine(p->asker)) return;
    asker_ask(p->asker, ASK_HIGHLIGHT, t->s, t->len, t->cursor, t->version);
    json_t *reply;
    await_briefly(p, ASK_HIGHLIGHT, t->version, LOADING_MS, &reply);
    if (reply) paint_told(&p->editor.paint, reply, t->s, t->len, t->version);
    json_decref(reply);
}

// ---- keys ---------------------------------------------------------------------------------------

static void take_signals(struct prompt *p);
static bool take_events(struct prompt *p);

// Waits for the answer as long as it takes, while all but keys is dealt with; after a moment a
// message says so, and Ctrl-C (now a signal, since the keys before it are still unread) ends it.
// False: the key that asked is given up. *reply may be NULL all the same: there is no engine.
static bool await(struct prompt *p, enum ask kind, json_t **reply) {
    struct editor *e = &p->editor;
    unsigned version = e->text.version;
    int64_t begun = hd_now_ns();
    bool told = false, breaks = false, answered = false, gone = false;
    while (!answered && !gone && !p->end_signal && e->text.version == version) {
        int64_t waited = (hd_now_ns() - begun) / 1000000;
        if (!told && waited >= (asker_knows_engine(p->asker) ? ANSWER_MS : LOADING_MS)) {
            editor_say(e, asker_knows_engine(p->asker) ? "..." : "the engine is loading");
            p->dirty = told = true;
        }
        if (!breaks && waited >= BREAK_MS) term_break(&p->term, breaks = true);
        if (p->dirty && told) draw(p);
        answered = await_briefly(p, kind, version, LOADING_MS, reply);
        if (answered) break;
        take_signals(p);
        gone = !take_events(p);
    }
    if (breaks && p->term.raw) term_break(&p->term, false);
    if (told && e->text.version == version) editor_say(e, NULL);
    p->dirty |= told;
    return answered;
}

// An empty line was entered, and something is still open: the cell would go on for ever.
static void say_what_is_open(struct editor *e) {
    const struct text *t = &e->text;
    struct brackets b = scan_brackets(t->s, t->len);
    struct hd_buf line = {0};
    int number = 1;
    for (size_t i = 0; b.depth > 0 && i < b.innermost; i++) number += t->s[i] == '\n';
    if (b.inside)
        hd_buf_puts(&line, "a comment or a literal is not closed yet");
    else if (b.depth > 0)
        hd_buf_printf(&line, "the `%c` in line %d is not closed yet", t->s[b.innermost], number);
    if (line.len) hd_buf_puts(&line, "; Ctrl-C drops the cell");
    if (line.len) editor_say(e, hd_buf_str(&line));
    hd_buf_finish(&line);
}

static bool on_blank_line(const struct text *t) {
    for (size_t i = text_line_start(t, t->cursor); i < t->len && t->s[i] != '\n'; i++)
        if (t->s[i] != ' ' && t->s[i] != '\t') return false;
    return true;
}

// Whether Enter runs the cell. False in *decided: it does nothing.
static bool is_complete(struct prompt *p, bool *decided) {
    const struct text *t = &p->editor.text;
    struct hd_buf code = {0};
    hd_buf_add(&code, t->s, t->len);
    hd_buf_putc(&code, '\n');
    asker_ask(p->asker, ASK_COMPLETE_CHECK, code.s, code.len, 0, t->version);
    json_t *reply;
    *decided = await(p, ASK_COMPLETE_CHECK, &reply);
    const char *status = json_string_value(json_object_get(reply, "status"));
    bool complete =
        status ? strcmp(status, "incomplete") != 0 : *decided && scan_is_complete(code.s, code.len);
    json_decref(reply);
    hd_buf_finish(&code);
    return complete;
}

static void complete(struct prompt *p) {
    const struct text *t = &p->editor.text;
    asker_ask(p->asker, ASK_COMPLETE, t->s, t->len, t->cursor, t->version);
    json_t *reply;
    if (await(p, ASK_COMPLETE, &reply) && reply) editor_complete(&p->editor, reply);
    json_decref(reply);
}

// Whether the cell that Enter has just continued looks like one that was meant to end: outside of
// brackets after a name, a value or a `}`, or after anything once an empty line was entered.
static bool misses_semicolon(const struct text *t) {
    struct brackets b = scan_brackets(t->s, t->len);
    if (b.depth || b.inside || b.continued || !b.last || t->cursor != t->len || t->s[0] == '%')
        return false;
    size_t end = t->len;
    while (end > 0 && strchr(" \t\n", t->s[end - 1])) end--;
    size_t line = text_line_start(t, end);
    line += strspn(t->s + line, " \t");
    if (t->s[line] == '#' || b.last == ';') return false;
    const char *newline = strchr(t->s + end, '\n');
    if (newline && strchr(newline + 1, '\n')) return true;
    size_t word = end;
    while (word > 0 && isalpha((unsigned char)t->s[word - 1])) word--;
    bool keyword = (end - word == 4 && !memcmp(t->s + word, "else", 4)) ||
                   (end - word == 2 && !memcmp(t->s + word, "do", 2));
    return !keyword && (isalnum((unsigned char)b.last) || strchr("_\"']}", b.last));
}

static bool is_blank(const struct text *t) { return strspn(t->s, " \t\n") == t->len; }

static void list_keys(struct prompt *p) {
    struct hd_buf text = {0};
    editor_keys_help(&text);
    prompt_step_aside(p);
    hd_buf_add(&p->out, text.s, text.len);
    hd_buf_finish(&text);
    flush(p);
}

static void clear(struct prompt *p) {
    struct editor *e = &p->editor;
    bool soon = p->interrupted_at && hd_now_ns() - p->interrupted_at < TWO_SECONDS_MS * 1000000ll;
    p->interrupted_at = 0;
    p->cut = false;
    if (e->text.len) {
        e->text.group++;
        text_set(&e->text, "", 0);
        e->text.group++;
        e->walking = false;
    } else if (soon) {
        p->offering = true;
    } else {
        editor_say(e, leaving);
    }
}

static void clear_screen(struct prompt *p) {
    screen_erase(&p->editor.screen, &p->out);
    hd_buf_puts(&p->out, "\033[H\033[2J");
}

static void restart_engine(struct prompt *p) {
    editor_say(&p->editor, "restarting the engine ...");
    draw(p);
    bool ok = hd_session_restart(p->shell->session, true);
    editor_say(&p->editor,
               ok ? "a new engine has the definitions and variables of this session" : NULL);
    p->told_version = p->hint_version = 0;
    p->dirty = true;
}

// True: the key answered the question whether to restart the engine.
static bool answer_offer(struct prompt *p, const struct key *key) {
    p->offering = false;
    editor_say(&p->editor, NULL);
    if (key->code == 'y' || key->code == 'Y') {
        restart_engine(p);
        return true;
    }
    return key->code == 'n' || key->code == 'N' || key->code == KEY_ENTER ||
           key->code == KEY_ESCAPE || (key->code == 'c' && key->mods == MOD_CTRL);
}

enum step { STEP_GO_ON, STEP_RUN, STEP_EMPTY, STEP_LEAVE };

static enum step obey(struct prompt *p, const struct key *key) {
    struct editor *e = &p->editor;
    bool decided;
    p->dirty = true;
    if (key->code == KEY_REPLY) {
        if (term_take_reply(&p->term, hd_buf_str(&e->keys.reply)) && e->screen.ndrawn)
            prompt_step_aside(p);
        return STEP_GO_ON;
    }
    if (p->offering && answer_offer(p, key)) return STEP_GO_ON;
    switch (editor_key(e, key)) {
    case OUTCOME_ENTER: {
        if (is_blank(&e->text)) return STEP_EMPTY;
        if (p->cut && p->key_after_ns < PERSON_NS) { // nor is what came behind it run
            editor_newline(e);
            editor_say(e, was_cut);
            break;
        }
        p->cut = false;
        if (p->commanding || is_complete(p, &decided)) return STEP_RUN;
        if (!decided) return p->end_signal ? STEP_LEAVE : STEP_GO_ON;
        bool blank = on_blank_line(&e->text);
        editor_newline(e);
        if (blank) say_what_is_open(e);
        if (misses_semicolon(&e->text)) editor_say(e, "is a `;` missing? the cell goes on");
        break;
    }
    case OUTCOME_EOF: return STEP_LEAVE;
    case OUTCOME_CLEARED: clear(p); break;
    case OUTCOME_SUSPEND: suspend(p); break;
    case OUTCOME_EXTERNAL: edit_elsewhere(p); break;
    case OUTCOME_COMPLETE: complete(p); break;
    case OUTCOME_REDRAW: clear_screen(p); break;
    case OUTCOME_KEYS: list_keys(p); break;
    case OUTCOME_NONE: break;
    }
    if (p->offering) editor_say(e, offer);
    return STEP_GO_ON;
}

static enum step obey_all(struct prompt *p) {
    struct key key;
    while (keys_next(&p->editor.keys, &key)) {
        enum step step = obey(p, &key);
        if (step != STEP_GO_ON) return step;
    }
    return STEP_GO_ON;
}

static bool read_keys(struct prompt *p) {
    char piece[PIECE];
    ssize_t n = read(p->term.in, piece, p->editor.keys.pasting ? sizeof piece : 1);
    if (n < 0 && (errno == EINTR || errno == EAGAIN)) return true;
    if (n <= 0) {
        p->term.gone = n < 0;
        p->end_signal = SIGHUP; // Ctrl-D is a key; the signal may come later
        return false;
    }
    if (p->ahead > 0 && n == 1 && !*piece)
        *piece = 4; // Ctrl-D, as the terminal keeps it outside of raw mode
    int64_t now = hd_now_ns();
    p->key_after_ns = now - p->key_at;
    p->key_at = now;
    if (*piece == '\r' || *piece == '\n') {
        p->cut |= p->ahead_line >= LONGEST_AHEAD;
        p->ahead_line = 0;
    } else if (p->ahead > 0) {
        p->ahead_line += (int)n;
    }
    p->ahead -= (int)n;
    keys_feed(&p->editor.keys, piece, (size_t)n);
    return true;
}

// ---- everything else that happens ---------------------------------------------------------------

static void take_signals(struct prompt *p) {
    unsigned seen = term_signals(&p->end_signal);
    if (seen & SIGNAL_STOP)
        suspend(p);
    else if (seen & SIGNAL_CONTINUED) { // whoever stopped us may have changed the terminal
        term_raw(&p->term);
        hd_buf_puts(&p->out, "\033[?2004h\r\n");
        screen_leave(&p->editor.screen, &p->out);
        p->dirty = true;
    }
    if (seen & SIGNAL_RESIZE) { // also when the size is what it was: the terminal may have cut rows
                                // off meanwhile
        term_measure(&p->term);
        editor_resized(&p->editor, p->term.columns, p->term.rows, p->term.reflows, &p->out);
        p->dirty = true;
    }
    if (seen & SIGNAL_INTERRUPT) obey(p, &(struct key){.code = 'c', .mods = MOD_CTRL});
}

// False: there is no engine any more.
static bool take_events(struct prompt *p) {
    bool ok = hd_session_pump(p->shell->session);
    if (!p->aside) return ok;
    to_fresh_line(p, false);
    p->told_version = 0;
    return ok;
}

// Waits for something to happen and deals with it. ask_ms: when a question is to be asked, -1:
// none.
static enum step wait_for_more(struct prompt *p, int ask_ms) {
    struct keys *keys = &p->editor.keys;
    struct pollfd fds[] = {{p->term.in, POLLIN, 0},
                           {asker_fd(p->asker), POLLIN, 0},
                           {term_signal_fd(), POLLIN, 0},
                           {session_fd(p), POLLIN, 0}};
    int wait_ms = keys_patience(keys);
    bool begun = wait_ms >= 0;
    if (!begun) wait_ms = ask_ms >= 0 ? ask_ms : p->ask_again_at ? LOOK_NS / 1000000 : -1;
    if (p->end_signal) return STEP_LEAVE;
    int n = poll(fds, HD_COUNT(fds), wait_ms);
    if (n < 0) return errno == EINTR ? STEP_GO_ON : STEP_LEAVE;
    if (n == 0 && begun) keys_expire(keys);
    if (p->ask_again_at && hd_now_ns() >= p->ask_again_at) { // GPUs are still being looked for
        p->ask_again_at = 0;
        if (p->editor.banner) asker_ask(p->asker, ASK_STATUS, "", 0, 0, 0);
    }
    if (fds[2].revents) take_signals(p);
    if (p->end_signal) return STEP_LEAVE;
    if (fds[3].revents) take_events(p);
    if (fds[1].revents) take_answers(p);
    if (fds[0].revents && !read_keys(p)) return STEP_LEAVE;
    return STEP_GO_ON;
}

static void begin_cell(struct prompt *p) {
    struct editor *e = &p->editor;
    struct shell *shell = p->shell;
    history_refresh(&p->history);
    bool checks = hd_session_option(shell->session, "check");
    editor_start(e, p->commanding ? 0 : shell->count + 1, checks ? "checked" : NULL);
    size_t len = shell->next_input ? strlen(shell->next_input) : 0;
    while (len && shell->next_input[len - 1] == '\n') len--;
    if (len) editor_load(e, shell->next_input, len);
    free(shell->next_input);
    shell->next_input = NULL;
    p->told_version = p->hint_version = 0;
}

// What people expect of some cells that does not happen: `exit` does not leave, and a program's
// main only runs when it is called.
static const char *remark_on(const char *s) {
    bool leaves = !strncmp(s, "exit", 4) || !strncmp(s, "quit", 4);
    if (leaves && !isalnum((unsigned char)s[4]) && s[4] != '_') return leaving;
    return hd_session_main_remark(s);
}

void prompt_offer(struct prompt *p, const char *text) {
    free(p->editor.offer);
    p->editor.offer = hd_xstrdup(text);
}

enum input_end prompt_read(struct prompt *p, struct hd_buf *code) {
    struct editor *e = &p->editor;
    const char *trouble;
    begin_cell(p);
    take_terminal(p);
    if (p->offering)
        editor_say(e, offer);
    else if (p->remark)
        editor_say(e, p->remark);
    else if ((trouble = history_trouble(&p->history)))
        editor_say(e, trouble);
    draw(p);
    term_ask(&p->term);
    enum step step;
    while ((step = obey_all(p)) == STEP_GO_ON) {
        // An entry that has failed before shows where, as long as it is not changed.
        const struct pieces *failed =
            e->paint.errors.n ? NULL : failures_find(&p->failures, e->text.s, e->text.len);
        for (int i = 0; failed && i < failed->n; i++) HD_XPUSH(&e->paint.errors, failed->v[i]);
        draw_when_quiet(p);
        if ((step = wait_for_more(p, ask_about_text(p))) != STEP_GO_ON) break;
    }
    bool run = step == STEP_RUN;
    if (run) last_colours(p);
    p->remark = run && !p->commanding ? remark_on(e->text.s) : NULL;
    if (run) hd_buf_add(code, e->text.s, e->text.len);
    if (run) history_add(&p->history, e->text.s, e->text.len);
    e->text.cursor = e->text.len;
    e->paint.errors.n = 0;
    leave_terminal(p);
    e->banner = e->tip = NULL;
    if (run) {
        free(e->offer);
        e->offer = NULL;
    }
    return run ? INPUT_LINE : step == STEP_EMPTY ? INPUT_CLEARED : INPUT_EOF;
}

// A command for the debugger while a cell runs: a line, with history and completion; the session's
// own events wait.
enum input_end prompt_command(struct prompt *p, struct hd_buf *line) {
    p->commanding = true;
    enum input_end end = prompt_read(p, line);
    p->commanding = false;
    return end;
}

// A cell that was not typed here (%edit's) is shown as if it had been.
void prompt_show_cell(struct prompt *p, const char *s, size_t len) {
    begin_cell(p);
    editor_load(&p->editor, s, len);
    take_terminal(p);
    draw(p);
    history_add(&p->history, s, len);
    leave_terminal(p);
}

// ---- while a cell runs --------------------------------------------------------------------------

// In the signal handler.
void prompt_interrupted(struct prompt *p) {
    p->interrupts_at[0] = p->interrupts_at[1];
    p->interrupts_at[1] = hd_now_ns();
    p->interrupts++;
    term_run_interrupted();
    term_note_interrupt();
}

void prompt_run_begins(struct prompt *p) {
    p->offering = false;
    term_run_begins(&p->term);
}

void prompt_run_ended(struct prompt *p, enum hd_session_status status) {
    term_run_ended(&p->term);
    if (status != HD_SESSION_OK && p->remark != leaving) p->remark = NULL;
    p->interrupted_at = status == HD_SESSION_INTERRUPTED ? hd_now_ns() : 0;
    p->offering =
        p->interrupts > 1 && p->interrupts_at[1] - p->interrupts_at[0] < TWO_SECONDS_MS * 1000000ll;
}
