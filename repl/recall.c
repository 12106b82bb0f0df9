// Earlier cells: walking through them with the arrow keys, searching with Ctrl-R, taking their last
// arguments with Alt-., and what they suggest: the rest of the newest one that begins with what is
// typed stands in grey behind it.
//
// Up in the first row goes to the last cell that begins with what is before the cursor, Down comes
// back; the text that was being typed waits at the end. A walk ends when its text is edited: then
// the next Up starts anew from that text.
#include "repl.h"

#include <string.h>

static void show_entry(struct editor *e, int at) {
    const struct entry *entry = &e->history->list.v[at];
    text_set(&e->text, entry->s, entry->len);
    e->history_at = at;
}

static bool is_shown(const struct editor *e, int at) {
    const struct entry *entry = &e->history->list.v[at];
    return entry->len == e->text.len && !memcmp(entry->s, e->text.s, entry->len);
}

static void begin_walk(struct editor *e, bool prefix) {
    hd_buf_clear(&e->draft);
    hd_buf_add(&e->draft, e->text.s, e->text.len);
    hd_buf_clear(&e->prefix);
    if (prefix) hd_buf_add(&e->prefix, e->text.s, e->text.cursor);
    e->history_at = e->history->list.n;
    e->walking = true;
}

void recall_move(struct editor *e, int step, bool prefix) {
    bool goes_on = e->walking && e->history_at < e->history->list.n && is_shown(e, e->history_at);
    if (!goes_on) {
        if (step > 0) return;
        begin_walk(e, prefix);
    }
    int at = e->history_at;
    do at = history_find(e->history, at, step, hd_buf_str(&e->prefix), e->prefix.len);
    while (at >= 0 && is_shown(e, at));
    if (at >= 0) {
        show_entry(e, at);
        return;
    }
    if (step < 0) return;
    text_set(&e->text, hd_buf_str(&e->draft), e->draft.len);
    e->history_at = e->history->list.n;
    e->walking = false;
}

// ---- suggestions --------------------------------------------------------------------------------

size_t recall_rest(const struct editor *e, const char **rest) {
    const struct text *t = &e->text;
    bool idle = !e->search.on && !e->menu.open && !e->final && !e->pasted && !e->deleted &&
                e->prompt[0] == 'I';
    if (idle && !t->len && e->offer && !e->walking && e->theme.depth != DEPTH_NONE) {
        *rest = e->offer;
        return strlen(e->offer);
    }
    if (!idle || !t->len || t->cursor != t->len || e->theme.depth == DEPTH_NONE) return 0;
    if (e->walking && e->history_at < e->history->list.n && is_shown(e, e->history_at)) return 0;
    size_t blanks = 0;
    while (blanks < t->len && (t->s[blanks] == ' ' || t->s[blanks] == '\n')) blanks++;
    if (blanks == t->len) return 0;
    for (int at = e->history->list.n;;) {
        at = history_find(e->history, at, -1, t->s, t->len);
        if (at < 0) return 0;
        const struct entry *entry = &e->history->list.v[at];
        if (entry->len == t->len) continue;
        *rest = entry->s + t->len;
        return entry->len - t->len;
    }
}

// ---- search -------------------------------------------------------------------------------------

void recall_start_search(struct editor *e) {
    history_refresh(e->history);
    e->search.on = true;
    e->search.failed = false;
    e->search.at = e->history->list.n;
    e->search.match = 0;
    hd_buf_clear(&e->search.pattern);
    hd_buf_clear(&e->search.before);
    hd_buf_add(&e->search.before, e->text.s, e->text.len);
    e->search.before_cursor = e->text.cursor;
}

static void find(struct editor *e, int from, int step) {
    struct hd_buf *pattern = &e->search.pattern;
    size_t match = 0;
    e->search.failed = false;
    if (!pattern->len) return;
    int at = history_search(e->history, from, step, pattern->s, pattern->len, &match);
    if (at < 0) {
        e->search.failed = true;
        return;
    }
    show_entry(e, at);
    e->search.at = at;
    e->search.match = e->text.cursor = match;
}

static void end_search(struct editor *e, bool keep) {
    e->search.on = false;
    e->text.group++;
    e->walking = false;
    if (keep) {
        e->text.cursor = e->text.len;
        return;
    }
    text_set(&e->text, hd_buf_str(&e->search.before), e->search.before.len);
    e->text.cursor = e->search.before_cursor;
    e->text.group++;
}

static void shorten(struct hd_buf *pattern) {
    while (pattern->len && ((unsigned char)pattern->s[pattern->len - 1] & 0xC0) == 0x80)
        pattern->len--;
    if (pattern->len) pattern->len--;
    if (pattern->s) pattern->s[pattern->len] = 0;
}

// OUTCOME_REDRAW: the search took the key. OUTCOME_NONE: the search has ended and the key is to be
// obeyed.
enum outcome recall_key(struct editor *e, const struct key *key) {
    struct hd_buf *pattern = &e->search.pattern;
    bool ctrl = key->mods == MOD_CTRL;
    if (key->nbytes && !key->mods && key->code >= 32) {
        hd_buf_add(pattern, key->bytes, (size_t)key->nbytes);
        find(e, e->search.at < e->history->list.n ? e->search.at + 1 : e->search.at, -1);
    } else if (key->code == KEY_PASTE) {
        hd_buf_add(pattern, hd_buf_str(&e->keys.paste), strcspn(hd_buf_str(&e->keys.paste), "\n"));
        find(e, e->history->list.n, -1);
    } else if (key->code == KEY_BACKSPACE) {
        shorten(pattern);
        find(e, e->history->list.n, -1);
    } else if ((ctrl && key->code == 'r') || (!key->mods && key->code == KEY_UP)) {
        find(e, e->search.at, -1);
    } else if ((ctrl && key->code == 's') || (!key->mods && key->code == KEY_DOWN)) {
        find(e, e->search.at, 1);
    } else if (ctrl && (key->code == 'g' || key->code == 'c')) {
        end_search(e, false);
    } else {
        bool found = !e->search.failed && e->search.at < e->history->list.n;
        end_search(e, found);
        bool accepts = key->code == KEY_ENTER || key->code == KEY_ESCAPE || key->code == KEY_TAB;
        if (!accepts) return OUTCOME_NONE;
    }
    return OUTCOME_REDRAW;
}

// ---- the last argument --------------------------------------------------------------------------

// The last name, number or literal of a cell.
static struct piece last_argument(const struct entry *entry) {
    struct pieces pieces = {0};
    struct piece found = {0};
    scan_text(entry->s, entry->len, &pieces);
    for (int i = pieces.n - 1; i >= 0 && found.to == 0; i--) {
        enum class class = pieces.v[i].class;
        if (class != CLASS_COMMENT && class != CLASS_KEYWORD && class != CLASS_PREPROCESSOR)
            found = pieces.v[i];
    }
    HD_FREE_VEC(&pieces);
    return found;
}

// Inserts the last argument of the newest cell; again, that of the one before in its place
// (yank_from, yank_to).
void recall_argument(struct editor *e) {
    for (int at = e->arg_back - 1; at >= 0; at--) {
        struct piece piece = last_argument(&e->history->list.v[at]);
        if (!piece.to) continue;
        size_t len = piece.to - piece.from;
        text_replace(&e->text, e->yank_from, e->yank_to - e->yank_from,
                     e->history->list.v[at].s + piece.from, len);
        e->yank_to = e->yank_from + len;
        e->arg_back = at;
        return;
    }
}
