// What keys do: the table of bindings and the commands in it. Emacs' names and habits, as in other
// shells.
//
// A command changes the text, and says by its outcome what the loop has to do (run, complete, leave
// ...). `last` tells the next command what this one was: kills in a row make one text, Alt-Y only
// follows a yank, letters in a row are undone as a word.
#include "repl.h"

#include <stdlib.h>
#include <string.h>

enum last { LAST_OTHER, LAST_INSERT, LAST_KILL, LAST_YANK, LAST_ARGUMENT, LAST_VERTICAL };

#define INDENT 4

// ---- moving -------------------------------------------------------------------------------------

static enum outcome go(struct editor *e, size_t to) {
    e->text.cursor = to;
    return OUTCOME_NONE;
}

// Takes what is suggested behind the text, or its first word. False: nothing is.
static bool take_suggestion(struct editor *e, bool word) {
    const char *rest;
    struct text *t = &e->text;
    size_t n = recall_rest(e, &rest), from = t->len;
    if (!n) return false;
    t->group++;
    text_insert(t, rest, n);
    if (word) {
        size_t end = text_word_end(t, from);
        text_replace(t, end, t->len - end, NULL, 0);
        e->deleted = false;
    }
    t->group++;
    return true;
}

static enum outcome left(struct editor *e) { return go(e, text_prev(&e->text, e->text.cursor)); }
static enum outcome right(struct editor *e) {
    if (take_suggestion(e, false)) return OUTCOME_NONE;
    return go(e, text_next(&e->text, e->text.cursor));
}
static enum outcome word_left(struct editor *e) {
    return go(e, text_word_start(&e->text, e->text.cursor));
}
static enum outcome word_right(struct editor *e) {
    if (take_suggestion(e, true)) return OUTCOME_NONE;
    return go(e, text_word_end(&e->text, e->text.cursor));
}
static enum outcome line_start(struct editor *e) {
    return go(e, text_line_start(&e->text, e->text.cursor));
}
static enum outcome line_end(struct editor *e) {
    if (take_suggestion(e, false)) return OUTCOME_NONE;
    return go(e, text_line_end(&e->text, e->text.cursor));
}
static enum outcome cell_start(struct editor *e) { return go(e, 0); }
static enum outcome cell_end(struct editor *e) { return go(e, e->text.len); }

static void lay_out(struct editor *e) {
    layout_text(&e->layout, e->text.s, e->text.len, e->columns, e->layout.indent);
}

static bool move_rows(struct editor *e, int by) {
    lay_out(e);
    int row = layout_row(&e->layout, e->text.cursor), to = row + by;
    if (to < 0 || to >= e->layout.n) return false;
    if (e->goal < 0) e->goal = layout_column(&e->layout, e->text.s, row, e->text.cursor);
    e->text.cursor = layout_offset(&e->layout, e->text.s, to, e->goal);
    e->now = LAST_VERTICAL;
    return true;
}

static enum outcome up(struct editor *e) {
    if (!move_rows(e, -1)) recall_move(e, -1, true);
    return OUTCOME_NONE;
}

static enum outcome down(struct editor *e) {
    if (!move_rows(e, 1)) recall_move(e, 1, true);
    return OUTCOME_NONE;
}

static enum outcome earlier(struct editor *e) {
    recall_move(e, -1, false);
    return OUTCOME_NONE;
}

static enum outcome later(struct editor *e) {
    recall_move(e, 1, false);
    return OUTCOME_NONE;
}

// ---- inserting ----------------------------------------------------------------------------------

static bool only_blanks_before(const struct text *t, size_t at) {
    for (size_t i = text_line_start(t, at); i < at; i++)
        if (t->s[i] != ' ' && t->s[i] != '\t') return false;
    return true;
}

static size_t indentation_of(const struct text *t, size_t at) {
    size_t start = text_line_start(t, at), end = start;
    while (t->s[end] == ' ' || t->s[end] == '\t') end++;
    return (size_t)text_columns(t->s + start, end - start);
}

static void insert_spaces(struct editor *e, size_t n) {
    static const char spaces[] = "                ";
    for (; n > 0; n -= n < 16 ? n : 16) text_insert(&e->text, spaces, n < 16 ? n : 16);
}

// A closing brace that is first on its line goes below the line that it closes.
static void dedent(struct editor *e) {
    struct text *t = &e->text;
    if (!only_blanks_before(t, t->cursor)) return;
    struct brackets b = scan_brackets(t->s, t->cursor);
    if (b.inside || b.depth == 0) return;
    size_t start = text_line_start(t, t->cursor), want = indentation_of(t, b.innermost);
    if (text_line_start(t, b.innermost) == start) return;
    text_replace(t, start, t->cursor - start, NULL, 0);
    insert_spaces(e, want);
}

// Blanks behind indentation that came by itself are typed over it: text with indentation of its own
// that a terminal pastes as if it were typed stands as it was. False: this one is to be inserted.
static bool type_over(struct editor *e, size_t columns) {
    if (!e->soft.was || e->text.cursor != e->soft.to || e->soft.at >= e->soft.to) return false;
    e->soft.at += columns - (e->soft.at - e->soft.from) % columns;
    if (e->soft.at > e->soft.to) e->soft.at = e->soft.to;
    e->soft.on = true;
    e->now = LAST_INSERT;
    return true;
}

// Something else comes: the indentation is what was typed, where that is less.
static void settle_indentation(struct editor *e) {
    struct text *t = &e->text;
    if (!e->soft.was || t->cursor != e->soft.to) return;
    if (e->soft.at == e->soft.from || e->soft.at >= e->soft.to) return;
    text_replace(t, e->soft.at, e->soft.to - e->soft.at, NULL, 0);
}

static void insert_key(struct editor *e, const struct key *key) {
    struct text *t = &e->text;
    if (key->code == ' ' && type_over(e, 1)) return;
    settle_indentation(e);
    bool blank = key->code == ' ', after_blank = t->cursor > 0 && t->s[t->cursor - 1] == ' ';
    if (e->last != LAST_INSERT || (!blank && after_blank)) t->group++;
    if (key->code == '}') dedent(e);
    text_insert(t, key->bytes, (size_t)key->nbytes);
    e->now = LAST_INSERT;
}

void editor_newline(struct editor *e) {
    struct text *t = &e->text;
    size_t indent = scan_indent(t->s, t->cursor);
    char next = t->s[t->cursor], before = t->cursor ? t->s[t->cursor - 1] : 0;
    bool between = (before == '{' && next == '}') || (before == '(' && next == ')');
    size_t outer = indentation_of(t, t->cursor), blanks = t->cursor;
    while (t->s[blanks] == ' ') blanks++; // what follows takes the new indentation
    if (indent > 200) indent = 200;
    t->group++;
    if (blanks > t->cursor && t->s[blanks] != '\n' && t->s[blanks])
        text_replace(t, t->cursor, blanks - t->cursor, NULL, 0);
    text_insert(t, "\n", 1);
    if (next == '}' && !between && indent >= INDENT) indent -= INDENT;
    e->soft.from = e->soft.at = t->cursor;
    insert_spaces(e, indent);
    e->soft.to = t->cursor;
    e->soft.on = indent > 0 && !between;
    if (between) {
        size_t here = t->cursor;
        text_insert(t, "\n", 1);
        insert_spaces(e, outer);
        t->cursor = here;
    }
    text_snap(t);
    t->group++;
}

static enum outcome newline(struct editor *e) {
    editor_newline(e);
    return OUTCOME_NONE;
}

static enum outcome enter(struct editor *e) { return OUTCOME_ENTER; }

static enum outcome tab(struct editor *e) {
    struct text *t = &e->text;
    if (!only_blanks_before(t, t->cursor)) return OUTCOME_COMPLETE;
    if (type_over(e, INDENT)) return OUTCOME_NONE;
    t->group++;
    size_t column = indentation_of(t, t->cursor);
    insert_spaces(e, INDENT - column % INDENT);
    return OUTCOME_NONE;
}

static enum outcome back_tab(struct editor *e) {
    struct text *t = &e->text;
    size_t start = text_line_start(t, t->cursor), n = 0;
    while (n < INDENT && t->s[start + n] == ' ') n++;
    if (!n) return OUTCOME_NONE;
    t->group++;
    size_t cursor = t->cursor > start + n ? t->cursor - n : start;
    text_replace(t, start, n, NULL, 0);
    t->cursor = cursor;
    return OUTCOME_NONE;
}

static enum outcome quote_next(struct editor *e) {
    e->quoted = true;
    return OUTCOME_NONE;
}

static void insert_quoted(struct editor *e, const struct key *key) {
    char c = (char)key->code;
    e->quoted = false;
    e->text.group++;
    if (key->code == KEY_TAB)
        c = '\t';
    else if (key->code == KEY_ENTER)
        c = '\n';
    else if (key->code == KEY_ESCAPE)
        c = 27;
    else if (key->mods == MOD_CTRL && key->code < 128)
        c = (char)(key->code & 31);
    else if (key->nbytes) {
        text_insert(&e->text, key->bytes, (size_t)key->nbytes);
        return;
    } else
        return;
    text_insert(&e->text, &c, 1);
}

static void paste(struct editor *e) {
    struct hd_buf *text = &e->keys.paste;
    e->text.group++;
    // A paste into an empty cell is a whole program: newlines around it are none of it.
    size_t len = text->len, from = 0;
    if (!e->text.len) {
        while (from < len && text->s[from] == '\n') from++;
        while (len > from && text->s[len - 1] == '\n') len--;
    }
    len -= from;
    size_t inputs = len ? paste_inputs(text->s + from, len) : 0;
    if (inputs) {
        text_insert(&e->text, text->s + from, inputs);
        e->pasted = true;
    }
    if (inputs < len) editor_say(e, "the inputs of a session: prompts and output are left out");
    e->text.group++;
}

// ---- deleting and killing -----------------------------------------------------------------------

static enum outcome cut(struct editor *e, size_t from, size_t to) {
    e->text.group++;
    text_replace(&e->text, from, to - from, NULL, 0);
    return OUTCOME_NONE;
}

static enum outcome backspace(struct editor *e) {
    struct text *t = &e->text;
    size_t from = text_prev(t, t->cursor), start = text_line_start(t, t->cursor);
    if (t->cursor > start && t->s[t->cursor - 1] == ' ' &&
        only_blanks_before(t, t->cursor)) { // to the last tab stop
        size_t column = t->cursor - start, to = (column - 1) / INDENT * INDENT;
        while (from > start + to && t->s[from - 1] == ' ') from--;
    }
    return cut(e, from, t->cursor);
}

static enum outcome delete_next(struct editor *e) {
    return cut(e, e->text.cursor, text_next(&e->text, e->text.cursor));
}

static enum outcome delete_or_leave(struct editor *e) {
    if (!e->text.len) return OUTCOME_EOF;
    return delete_next(e);
}

static enum outcome kill_range(struct editor *e, size_t from, size_t to, int side) {
    struct text *t = &e->text;
    if (from == to) { // neither begins a run of kills nor ends one
        e->now = e->last == LAST_KILL ? LAST_KILL : LAST_OTHER;
        return OUTCOME_NONE;
    }
    kill_add(&e->kills, t->s + from, to - from, e->last == LAST_KILL ? side : 0);
    cut(e, from, to);
    e->now = LAST_KILL;
    return OUTCOME_NONE;
}

static enum outcome kill_line(struct editor *e) {
    struct text *t = &e->text;
    size_t end = text_line_end(t, t->cursor);
    return kill_range(e, t->cursor, end == t->cursor && end < t->len ? end + 1 : end, 1);
}

static enum outcome kill_line_before(struct editor *e) {
    return kill_range(e, text_line_start(&e->text, e->text.cursor), e->text.cursor, -1);
}

static enum outcome kill_word(struct editor *e) {
    return kill_range(e, e->text.cursor, text_word_end(&e->text, e->text.cursor), 1);
}

static enum outcome kill_word_before(struct editor *e) {
    return kill_range(e, text_word_start(&e->text, e->text.cursor), e->text.cursor, -1);
}

static enum outcome kill_to_blank(struct editor *e) {
    return kill_range(e, text_blank_start(&e->text, e->text.cursor), e->text.cursor, -1);
}

static void put_killed(struct editor *e, size_t from, size_t to) {
    const struct hd_buf *item = kill_get(&e->kills, e->yank_back);
    if (!item) return;
    text_replace(&e->text, from, to - from, item->s, item->len);
    e->yank_from = from;
    e->yank_to = from + item->len;
    e->now = LAST_YANK;
}

static enum outcome yank(struct editor *e) {
    e->yank_back = 0;
    e->text.group++;
    put_killed(e, e->text.cursor, e->text.cursor);
    return OUTCOME_NONE;
}

static enum outcome yank_earlier(struct editor *e) {
    if (e->last != LAST_YANK) return OUTCOME_NONE;
    e->yank_back++;
    put_killed(e, e->yank_from, e->yank_to);
    return OUTCOME_NONE;
}

static enum outcome yank_argument(struct editor *e) {
    if (e->last != LAST_ARGUMENT) {
        e->arg_back = e->history->list.n;
        e->yank_from = e->yank_to = e->text.cursor;
        e->text.group++;
    }
    recall_argument(e);
    e->now = LAST_ARGUMENT;
    return OUTCOME_NONE;
}

// ---- changing -----------------------------------------------------------------------------------

static enum outcome undo(struct editor *e) {
    if (!text_undo(&e->text)) editor_say(e, "nothing to undo");
    return OUTCOME_NONE;
}

static enum outcome redo(struct editor *e) {
    if (!text_redo(&e->text)) editor_say(e, "nothing to redo");
    return OUTCOME_NONE;
}

static enum outcome transpose(struct editor *e) {
    struct text *t = &e->text;
    size_t mid = t->cursor;
    if (mid == t->len || t->s[mid] == '\n') mid = text_prev(t, mid);
    size_t from = text_prev(t, mid), to = text_next(t, mid);
    if (from == mid || mid == to || t->s[from] == '\n' || t->s[mid] == '\n') return OUTCOME_NONE;
    struct hd_buf both = {0};
    hd_buf_add(&both, t->s + mid, to - mid);
    hd_buf_add(&both, t->s + from, mid - from);
    t->group++;
    text_replace(t, from, to - from, both.s, both.len);
    hd_buf_finish(&both);
    return OUTCOME_NONE;
}

static char upper(char c) { return c >= 'a' && c <= 'z' ? (char)(c - 32) : c; }
static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c; }

static enum outcome change_word(struct editor *e, char (*first)(char), char (*others)(char)) {
    struct text *t = &e->text;
    size_t to = text_word_end(t, t->cursor), from = text_word_start(t, to);
    if (from < t->cursor) from = t->cursor;
    struct hd_buf word = {0};
    for (size_t i = from; i < to; i++) hd_buf_putc(&word, (i == from ? first : others)(t->s[i]));
    t->group++;
    text_replace(t, from, to - from, word.s, word.len);
    hd_buf_finish(&word);
    return OUTCOME_NONE;
}

static enum outcome upper_word(struct editor *e) { return change_word(e, upper, upper); }
static enum outcome lower_word(struct editor *e) { return change_word(e, lower, lower); }
static enum outcome capital_word(struct editor *e) { return change_word(e, upper, lower); }

// ---- the loop's business ------------------------------------------------------------------------

static enum outcome interrupt(struct editor *e) { return OUTCOME_CLEARED; }
static enum outcome suspend(struct editor *e) { return OUTCOME_SUSPEND; }
static enum outcome redraw(struct editor *e) { return OUTCOME_REDRAW; }
static enum outcome show_keys(struct editor *e) { return OUTCOME_KEYS; }

static enum outcome search(struct editor *e) {
    recall_start_search(e);
    return OUTCOME_NONE;
}

static enum outcome cancel(struct editor *e) {
    return OUTCOME_NONE; // the menu is closed by then
}

static enum outcome prefix(struct editor *e) {
    e->ctrl_x = true;
    return OUTCOME_NONE;
}

// ---- bindings -----------------------------------------------------------------------------------

struct binding {
    int code;
    unsigned mods;
    enum outcome (*command)(struct editor *e);
    const char *keys, *help; // for the list of keys; NULL: another spelling of a row above
};

static const struct binding bindings[] = {
    {KEY_ENTER, 0, enter, "Enter, Alt-Enter",
     "run the cell, go on when it is incomplete; a new line"},
    {KEY_ENTER, MOD_ALT, newline, NULL, NULL},
    {KEY_ENTER, MOD_SHIFT, newline, NULL, NULL},
    {KEY_ENTER, MOD_CTRL, enter, NULL, NULL},
    {KEY_TAB, 0, tab, "Tab, Shift-Tab", "complete, go back in the menu; indent a line, less"},
    {KEY_TAB, MOD_SHIFT, back_tab, NULL, NULL},
    {KEY_LEFT, 0, left, NULL, NULL},
    {'b', MOD_CTRL, left, "Ctrl-B, Ctrl-F", "a character back, forward"},
    {'f', MOD_CTRL, right, NULL, NULL},
    {KEY_RIGHT, 0, right, "Right, Alt-F", "at the end: take the grey suggestion, a word of it"},
    {'b', MOD_ALT, word_left, "Alt-B, Alt-F", "a word back, forward (also Ctrl-Left, Ctrl-Right)"},
    {KEY_LEFT, MOD_CTRL, word_left, NULL, NULL},
    {KEY_LEFT, MOD_ALT, word_left, NULL, NULL},
    {'f', MOD_ALT, word_right, NULL, NULL},
    {KEY_RIGHT, MOD_CTRL, word_right, NULL, NULL},
    {KEY_RIGHT, MOD_ALT, word_right, NULL, NULL},
    {'a', MOD_CTRL, line_start, "Ctrl-A, Ctrl-E", "the line's start, end (also Home, End)"},
    {KEY_HOME, 0, line_start, NULL, NULL},
    {'e', MOD_CTRL, line_end, NULL, NULL},
    {KEY_END, 0, line_end, NULL, NULL},
    {'<', MOD_ALT, cell_start, "Alt-<, Alt->", "the cell's start, end (also Ctrl-Home, Ctrl-End)"},
    {KEY_HOME, MOD_CTRL, cell_start, NULL, NULL},
    {'>', MOD_ALT, cell_end, NULL, NULL},
    {KEY_END, MOD_CTRL, cell_end, NULL, NULL},
    {KEY_UP, 0, up, "Up, Down", "a row up, down; then cells before, after that begin so"},
    {'p', MOD_CTRL, up, NULL, NULL},
    {KEY_DOWN, 0, down, NULL, NULL},
    {'n', MOD_CTRL, down, NULL, NULL},
    {KEY_PAGE_UP, 0, earlier, "PageUp, PageDown", "the cell before, after (also Alt-P, Alt-N)"},
    {'p', MOD_ALT, earlier, NULL, NULL},
    {KEY_UP, MOD_ALT, earlier, NULL, NULL},
    {KEY_UP, MOD_CTRL, earlier, NULL, NULL},
    {KEY_PAGE_DOWN, 0, later, NULL, NULL},
    {'n', MOD_ALT, later, NULL, NULL},
    {KEY_DOWN, MOD_ALT, later, NULL, NULL},
    {KEY_DOWN, MOD_CTRL, later, NULL, NULL},
    {'r', MOD_CTRL, search, "Ctrl-R", "search earlier cells; again: older; Ctrl-S: newer"},
    {'.', MOD_ALT, yank_argument, "Alt-.", "the last argument of the cell before; again: older"},
    {KEY_BACKSPACE, 0, backspace, NULL, NULL},
    {'h', MOD_CTRL, backspace, NULL, NULL},
    {KEY_BACKSPACE, MOD_SHIFT, backspace, NULL, NULL},
    {KEY_DELETE, 0, delete_next, NULL, NULL},
    {'d', MOD_CTRL, delete_or_leave, "Ctrl-D", "delete a character; in an empty cell, leave"},
    {'k', MOD_CTRL, kill_line, "Ctrl-K, Ctrl-U", "kill to the line's end, start"},
    {'u', MOD_CTRL, kill_line_before, NULL, NULL},
    {'d', MOD_ALT, kill_word, "Alt-D, Alt-Backspace",
     "kill a word forward, back; Ctrl-W back to a blank"},
    {KEY_DELETE, MOD_CTRL, kill_word, NULL, NULL},
    {KEY_BACKSPACE, MOD_ALT, kill_word_before, NULL, NULL},
    {KEY_BACKSPACE, MOD_CTRL, kill_word_before, NULL, NULL},
    {'w', MOD_CTRL, kill_to_blank, NULL, NULL},
    {'y', MOD_CTRL, yank, "Ctrl-Y, Alt-Y", "insert what was killed; replace it by an older kill"},
    {'y', MOD_ALT, yank_earlier, NULL, NULL},
    {'_', MOD_CTRL, undo, "Ctrl-_, Alt-_", "undo, redo (also Ctrl-X Ctrl-U, Alt-/)"},
    {'/', MOD_CTRL, undo, NULL, NULL},
    {'z', MOD_CTRL | MOD_ALT, redo, NULL, NULL},
    {'_', MOD_ALT, redo, NULL, NULL},
    {'/', MOD_ALT, redo, NULL, NULL},
    {'t', MOD_CTRL, transpose, "Ctrl-T, Ctrl-Q",
     "swap two characters; insert the next key as it is"},
    {'u', MOD_ALT, upper_word, "Alt-U, Alt-L, Alt-C",
     "a word in capitals, in small letters, with a capital"},
    {'l', MOD_ALT, lower_word, NULL, NULL},
    {'c', MOD_ALT, capital_word, NULL, NULL},
    {'q', MOD_CTRL, quote_next, NULL, NULL},
    {'v', MOD_CTRL, quote_next, NULL, NULL},
    {'x', MOD_CTRL, prefix, "Ctrl-X Ctrl-E", "edit the cell in $EDITOR"},
    {'l', MOD_CTRL, redraw, "Ctrl-L, Ctrl-Z",
     "clear the screen; suspend Heddle (`fg` brings it back)"},
    {'c', MOD_CTRL, interrupt, "Ctrl-C", "clear the cell; while it runs, interrupt it"},
    {'z', MOD_CTRL, suspend, NULL, NULL},
    {'g', MOD_CTRL, cancel, NULL, NULL},
    {KEY_F1, 0, show_keys, NULL, NULL},
};

void editor_keys_help(struct hd_buf *out) {
    for (int i = 0; i < HD_COUNT(bindings); i++)
        if (bindings[i].keys)
            hd_buf_printf(out, "  %-22s %s\n", bindings[i].keys, bindings[i].help);
}

// ---- the menu's keys ----------------------------------------------------------------------------

static void insert_match(struct editor *e) {
    struct menu *m = &e->menu;
    struct text *t = &e->text;
    if (m->start > t->cursor) return;
    const char *text =
        m->selected >= 0 ? m->matches.v[m->shown[m->selected]].text : hd_buf_str(&m->typed);
    size_t len = m->selected >= 0 ? strlen(text) : m->typed.len;
    text_replace(t, m->start, t->cursor - m->start, text, len);
}

void editor_complete(struct editor *e, const json_t *reply) {
    struct menu *m = &e->menu;
    struct text *t = &e->text;
    e->soft.on = false;
    menu_set(m, reply, t);
    if (!m->open) {
        editor_say(e, "nothing to complete here");
        return;
    }
    size_t common = menu_common(m), typed = t->cursor - m->start;
    if (m->loose && m->nshown > 1) common = 0; // what they share is not what was typed
    t->group++;
    if (common > typed || (m->loose && common)) {
        const char *text = m->matches.v[m->shown[0]].text;
        text_replace(t, m->start, typed, text, common);
        if (m->nshown > 1) menu_filter(m, text, common);
    }
    if (m->nshown == 1) menu_close(m);
    text_snap(t);
}

static bool is_word_key(const struct key *key) {
    int c = key->code;
    return !key->mods && key->nbytes &&
           (c == '_' || (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z') || c >= 128);
}

// True: the menu took the key.
static bool menu_key(struct editor *e, const struct key *key) {
    struct menu *m = &e->menu;
    bool ctrl = key->mods == MOD_CTRL, plain = !key->mods;
    int by = 0, page = 0;
    if ((plain && (key->code == KEY_TAB || key->code == KEY_DOWN)) || (ctrl && key->code == 'n'))
        by = 1;
    if ((key->mods == MOD_SHIFT && key->code == KEY_TAB) || (plain && key->code == KEY_UP) ||
        (ctrl && key->code == 'p'))
        by = -1;
    if (plain && key->code == KEY_PAGE_DOWN) by = 1, page = 8;
    if (plain && key->code == KEY_PAGE_UP) by = -1, page = 8;
    if (by) {
        menu_move(m, by, page);
        insert_match(e);
        return true;
    }
    bool clear = ctrl && key->code == 'c'; // clears the cell as well
    if ((plain && key->code == KEY_ESCAPE) || (ctrl && key->code == 'g') || clear) {
        m->selected = -1;
        insert_match(e);
        menu_close(m);
        return !clear;
    }
    bool chosen = m->selected >= 0;
    if (plain && key->code == KEY_ENTER && chosen) {
        menu_close(m);
        return true;
    }
    if (chosen || !is_word_key(key) || m->loose) {
        menu_close(m);
        return false;
    }
    insert_key(e, key); // the list gets shorter as one types
    if (!menu_filter(m, e->text.s + m->start, e->text.cursor - m->start)) menu_close(m);
    return true;
}

// ---- dispatch -----------------------------------------------------------------------------------

static enum outcome after_ctrl_x(struct editor *e, const struct key *key) {
    e->ctrl_x = false;
    if (key->mods == MOD_CTRL && key->code == 'e') return OUTCOME_EXTERNAL;
    if (key->mods == MOD_CTRL && key->code == 'u') return undo(e);
    if (key->mods == MOD_CTRL && key->code == 'c') return OUTCOME_EOF;
    return OUTCOME_NONE;
}

static enum outcome obey(struct editor *e, const struct key *key) {
    for (int i = 0; i < HD_COUNT(bindings); i++)
        if (bindings[i].code == key->code && bindings[i].mods == key->mods)
            return bindings[i].command(e);
    if (key->code == KEY_PASTE)
        paste(e);
    else if (key->nbytes && !(key->mods & (MOD_CTRL | MOD_ALT | MOD_SUPER)))
        insert_key(e, key);
    else
        e->now = e->last; // a key that means nothing changes nothing: kills around it are one text
    return OUTCOME_NONE;
}

enum outcome editor_key(struct editor *e, const struct key *key) {
    enum outcome outcome = OUTCOME_NONE;
    e->now = LAST_OTHER;
    e->soft.was = e->soft.on;
    e->soft.on = false;
    editor_say(e, NULL);
    if (e->quoted) {
        insert_quoted(e, key);
    } else if (e->search.on && recall_key(e, key) == OUTCOME_REDRAW) {
        e->goal = -1;
    } else if (e->menu.open && menu_key(e, key)) {
        e->goal = -1;
    } else if (e->ctrl_x) {
        outcome = after_ctrl_x(e, key);
    } else {
        outcome = obey(e, key);
    }
    text_snap(&e->text);
    e->last = e->now;
    if (e->last != LAST_VERTICAL) e->goal = -1;
    return outcome;
}
