// The picture of the cell being typed: banner, prompts, the text in its colours, and below it the
// search, the signature of the call being typed, a message, the menu. What keys do is in commands.c
// and recall.c.
//
// The editor knows no terminal and asks nobody: it is given keys, answers and sizes, and
// editor_draw appends to a buffer what has to be written. A cell that is longer than the screen is
// shown in part, and whole when it is drawn for the last time.
//
//   In [1]: __global__ void scale(float *x, float by) {
//      ...:     x[threadIdx.x] *= by;
//      ...: }|
#include "repl.h"

#include <stdlib.h>
#include <string.h>

enum { NARROW = 10, MENU_ROWS = 10 };

static void on_change(void *user, size_t at, size_t removed, size_t added) {
    struct editor *e = user;
    e->deleted = e->text.len && removed && !added;
    if (!e->text.len) e->pasted = false;
    paint_changed(&e->paint, at, removed, added);
}

void editor_init(struct editor *e, struct history *history) {
    *e = (struct editor){.history = history, .columns = 80, .rows = 24, .goal = -1};
    e->text.changed = on_change;
    e->text.user = e;
    e->menu.selected = -1;
    text_reset(&e->text);
}

void editor_finish(struct editor *e) {
    text_finish(&e->text);
    keys_finish(&e->keys);
    HD_FREE_VEC(&e->layout);
    screen_finish(&e->screen);
    paint_finish(&e->paint);
    menu_finish(&e->menu);
    kill_finish(&e->kills);
    free(e->offer);
    free(e->hint);
    free(e->message);
    hd_buf_finish(&e->draft);
    hd_buf_finish(&e->prefix);
    hd_buf_finish(&e->search.pattern);
    hd_buf_finish(&e->search.before);
}

void editor_start(struct editor *e, int count, const char *mode) {
    text_reset(&e->text);
    paint_reset(&e->paint);
    menu_close(&e->menu);
    editor_hint(e, NULL, 0);
    editor_say(e, NULL);
    int n = count ? snprintf(e->prompt, sizeof e->prompt, "In [%d]%s%s: ", count, mode ? " " : "",
                             mode ? mode : "")
                  : snprintf(e->prompt, sizeof e->prompt, "(debug) ");
    snprintf(e->more, sizeof e->more, "%*s", n, "...: ");
    e->history_at = e->history->list.n;
    e->search.on = e->ctrl_x = e->quoted = e->final = e->walking = e->pasted = false;
    e->soft.on = e->soft.was = false;
    e->top = 0;
    e->goal = -1;
    e->last = 0;
}

void editor_load(struct editor *e, const char *s, size_t len) {
    text_set(&e->text, s, len);
    e->text.group++;
}

void editor_say(struct editor *e, const char *text) {
    free(e->message);
    e->message = text ? hd_xstrdup(text) : NULL;
}

// ---- what the engine said -----------------------------------------------------------------------

void editor_hint(struct editor *e, const json_t *reply, size_t cursor) {
    const char *text = json_is_true(json_object_get(reply, "found"))
                           ? json_string_value(json_object_get(reply, "text"))
                           : NULL;
    free(e->hint);
    e->hint = text && *text ? hd_xstrdup(text) : NULL;
    if (e->hint) e->hint[strcspn(e->hint, "\n")] = 0;
    e->hint_at = cursor;
    e->hint_from = (size_t)json_integer_value(json_object_get(reply, "start"));
    e->hint_to = (size_t)json_integer_value(json_object_get(reply, "end"));
}

// Whether the cursor is among the arguments of a call or in a launch configuration, by a quick
// look.
bool editor_wants_hint(const struct editor *e) {
    const char *s = e->text.s;
    int depth = 0, angle = 0;
    size_t limit = e->text.cursor > 4000 ? e->text.cursor - 4000 : 0;
    for (size_t i = e->text.cursor; i > limit; i--) {
        char c = s[i - 1];
        if (c == '{' || c == '}' || (c == ';' && depth == 0)) return false;
        if (c == ')' || c == ']') depth++;
        if (c == '(' || c == '[') {
            if (depth == 0 && c == '(') return i > 1;
            if (depth > 0) depth--;
        }
        angle = c == '<' ? angle + 1 : 0;
        if (angle == 3 && depth == 0) return true;
    }
    return false;
}

// ---- rows ---------------------------------------------------------------------------------------

static void put_text(struct editor *e, const char *s, unsigned style) {
    screen_put(&e->screen, s, strlen(s), style);
}

// The number in `In [3]: ` stands out.
static void put_prompt(struct editor *e) {
    const char *p = e->prompt, *open = strchr(p, '['), *close = strchr(p, ']');
    if (!open) { // the debugger's
        put_text(e, p, CLASS_PROMPT);
        return;
    }
    screen_put(&e->screen, p, (size_t)(open + 1 - p), CLASS_PROMPT);
    screen_put(&e->screen, open + 1, (size_t)(close - open - 1), CLASS_PROMPT_NUMBER);
    put_text(e, close, CLASS_PROMPT);
}

// In place of a prompt: how many rows are not shown above or below.
static void put_hidden(struct editor *e, const char *arrow, int n) {
    char number[24], text[48];
    int used = snprintf(number, sizeof number, "%d", n);
    int pad = e->layout.indent - used - 2;
    snprintf(text, sizeof text, "%*s%s%s ", pad > 0 ? pad : 0, "", arrow, pad >= 0 ? number : "");
    put_text(e, text, CLASS_DIM);
}

static void put_row_start(struct editor *e, int i, int from, int to) {
    const struct vrow *row = &e->layout.v[i];
    bool narrow = !e->layout.indent;
    if (narrow) return;
    bool shortened = e->layout.indent == 2;
    if (i == from && from > 0 && !shortened)
        put_hidden(e, "↑", from);
    else if (i == to - 1 && to < e->layout.n && !shortened)
        put_hidden(e, "↓", e->layout.n - to);
    else if (shortened)
        put_text(e, i == 0 ? "> " : row->first ? ". " : "  ", CLASS_PROMPT);
    else if (i == 0)
        put_prompt(e);
    else if (row->first)
        put_text(e, e->more, CLASS_PROMPT);
    else
        for (int k = 0; k < e->layout.indent; k++)
            screen_glyph(&e->screen, " ", 1, 1, false, CLASS_PLAIN);
}

struct marks { // what is marked in the text besides its colours
    size_t bracket[2];
    int nbrackets;
    bool clash;
    size_t match_from, match_to;
};

static struct marks find_marks(struct editor *e) {
    struct marks m = {0};
    const struct text *t = &e->text;
    if (e->search.on && !e->search.failed) {
        m.match_from = e->search.match;
        m.match_to = m.match_from + e->search.pattern.len;
    }
    if (e->final || e->search.on) return m;
    size_t at = t->cursor, partner;
    bool found = scan_partner(t->s, t->len, at, &partner);
    if (!found && at > 0) found = scan_partner(t->s, t->len, --at, &partner);
    // A bracket that was just opened has no partner yet: that is no clash.
    if (!found || (partner == at && strchr("([{", t->s[at]))) return m;
    m.bracket[m.nbrackets++] = at;
    m.clash = partner == at;
    if (!m.clash) m.bracket[m.nbrackets++] = partner;
    return m;
}

static unsigned style_at(struct editor *e, const struct marks *m, size_t at) {
    unsigned style = e->paint.classes[at];
    if (paint_is_error(&e->paint, at)) style |= STYLE_ERROR;
    if (at >= m->match_from && at < m->match_to) style |= STYLE_SELECTED;
    for (int i = 0; i < m->nbrackets; i++)
        if (m->bracket[i] == at) style |= m->clash ? STYLE_CLASH : STYLE_MATCH;
    return style;
}

static void put_grapheme(struct editor *e, size_t at, size_t next, int width, enum shape shape,
                         int column, unsigned style) {
    struct screen *screen = &e->screen;
    const char *s = e->text.s + at;
    if (shape == SHAPE_TAB) {
        for (int n = 4 - column % 4; n > 0; n--) screen_glyph(screen, " ", 1, 1, false, style);
    } else if (shape == SHAPE_CONTROL) {
        char shown[2] = {'^', (char)(*s ^ 64)};
        screen_glyph(screen, shown, 1, 1, false, CLASS_DIM);
        screen_glyph(screen, shown + 1, 1, 1, false, CLASS_DIM);
    } else if (shape == SHAPE_BAD) {
        screen_glyph(screen, "\xEF\xBF\xBD", 3, 1, false, CLASS_DIM);
    } else {
        screen_glyph(screen, s, next - at, width, shape == SHAPE_RICH, style);
    }
}

static void put_row(struct editor *e, const struct vrow *row, const struct marks *marks) {
    int column = 0;
    for (size_t at = row->from, next; at < row->to; at = next) {
        int width;
        enum shape shape;
        next = grapheme_at(e->text.s, row->to, at, &width, &shape);
        put_grapheme(e, at, next, width, shape, column, style_at(e, marks, at));
        column += shape == SHAPE_TAB ? 4 - column % 4 : width;
    }
}

// What is suggested, behind the text: cut at the edge, and as many lines of it as there is room
// for.
static void put_suggestion(struct editor *e, int room) {
    const char *rest;
    size_t n = recall_rest(e, &rest);
    for (size_t at = 0; at < n;) {
        const char *newline = memchr(rest + at, '\n', n - at);
        size_t end = newline ? (size_t)(newline - rest) : n;
        screen_put(&e->screen, rest + at, end - at, CLASS_DIM);
        at = end + 1;
        if (!newline || room-- <= 0) break;
        screen_newline(&e->screen);
        if (e->layout.indent > 2) put_text(e, e->more, CLASS_DIM);
    }
}

// ---- below the text -----------------------------------------------------------------------------

// The signature, its active parameter in bold, moved so that this one can be seen.
static void draw_hint(struct editor *e) {
    size_t len = strlen(e->hint), from = e->hint_from < len ? e->hint_from : len,
           to = e->hint_to < len ? e->hint_to : len;
    size_t start = 0;
    int room = e->columns - 2;
    if (text_columns(e->hint, len) > room && text_columns(e->hint, to > from ? to : from) > room) {
        start = from;
        while (start > 0 && text_columns(e->hint + start - 1, to - start + 1) < room - 6) start--;
        while (start < len && ((unsigned char)e->hint[start] & 0xC0) == 0x80) start++;
    }
    screen_newline(&e->screen);
    if (start) put_text(e, "…", CLASS_DIM);
    if (from < start) from = start;
    if (to < from) to = from;
    screen_put(&e->screen, e->hint + start, from - start, CLASS_DIM);
    screen_put(&e->screen, e->hint + from, to - from, CLASS_HINT | STYLE_STRONG);
    screen_put(&e->screen, e->hint + to, len - to, CLASS_DIM);
}

static void draw_search(struct editor *e) {
    screen_newline(&e->screen);
    put_text(e, e->search.failed ? "no such cell: " : "search: ", CLASS_DIM);
    put_text(e, hd_buf_str(&e->search.pattern), CLASS_HINT | STYLE_STRONG);
}

static int rows_below(const struct editor *e, bool with_tip) {
    if (e->final) return 0;
    return (e->search.on ? 1 : 0) + (e->hint ? 1 : 0) + (e->message ? 1 : 0) + (with_tip ? 1 : 0);
}

static int menu_rows(const struct editor *e, int free_rows) {
    if (!e->menu.open || e->final) return 0;
    int most = e->rows / 2 < MENU_ROWS ? e->rows / 2 : MENU_ROWS;
    if (most > free_rows) most = free_rows;
    return e->menu.nshown < most ? e->menu.nshown : most;
}

// ---- all of it ----------------------------------------------------------------------------------

static int prompt_columns(const struct editor *e) {
    int wide = (int)strlen(e->prompt);
    if (e->columns >= wide + NARROW) return wide;
    return e->columns >= 12 ? 2 : 0;
}

// Moves the window on the text so that the cursor's row is in it.
static void follow_cursor(struct editor *e, int row, int height) {
    if (row < e->top) e->top = row;
    if (row >= e->top + height) e->top = row - height + 1;
    if (e->top > e->layout.n - height) e->top = e->layout.n - height;
    if (e->top < 0) e->top = 0;
}

void editor_draw(struct editor *e, struct hd_buf *out) {
    const struct text *t = &e->text;
    layout_text(&e->layout, t->s, t->len, e->columns, prompt_columns(e));
    struct marks marks = find_marks(e);
    bool tip = e->tip && !t->len && !e->final && !e->message && !e->search.on && e->rows > 4;
    bool banner = e->banner && *e->banner;
    int below = rows_below(e, tip), height = e->rows - below - (banner ? 1 : 0);
    if (height < 1) height = 1;
    int menu = menu_rows(e, e->rows - below - 1);
    if (menu > 0 && height - menu < e->layout.n) height = height - menu > 1 ? height - menu : 1;
    if (e->layout.n > height && banner && !e->final) { // the banner makes room
        banner = false;
        if (e->rows - below - menu > height) height++;
    }
    if (e->final && e->layout.n >= e->rows) screen_erase(&e->screen, out);
    if (e->final) height = e->layout.n;
    int row = layout_row(&e->layout, t->cursor);
    follow_cursor(e, row, height);
    int end = e->top + height < e->layout.n ? e->top + height : e->layout.n;
    paint_text(&e->paint, t, e->layout.v[e->top].from, e->layout.v[end - 1].to);
    screen_begin(&e->screen, e->columns);
    e->screen.colorless = e->theme.depth == DEPTH_NONE;
    if (banner) {
        put_text(e, e->banner, CLASS_DIM);
        screen_newline(&e->screen);
    }
    for (int i = e->top; i < end; i++) {
        if (i > e->top) screen_newline(&e->screen);
        if (i == row) {
            e->screen.row = e->screen.nrows - 1;
            e->screen.col = e->layout.indent + layout_column(&e->layout, t->s, row, t->cursor);
        }
        put_row_start(e, i, e->top, end);
        put_row(e, &e->layout.v[i], &marks);
    }
    if (end == e->layout.n) put_suggestion(e, height - (end - e->top));
    if (tip) {
        screen_newline(&e->screen);
        put_text(e, e->tip, CLASS_DIM);
    }
    if (e->search.on) draw_search(e);
    if (e->hint && !e->final) draw_hint(e);
    if (e->message && !e->final) {
        screen_newline(&e->screen);
        put_text(e, e->message, CLASS_DIM);
    }
    if (menu) {
        int start = layout_row(&e->layout, e->menu.start);
        menu_draw(&e->menu, &e->screen,
                  e->layout.indent + layout_column(&e->layout, t->s, start, e->menu.start), menu);
    }
    if (e->screen.col >= e->columns) e->screen.col = e->columns - 1;
    screen_show(&e->screen, &e->theme, out);
}

void editor_resized(struct editor *e, int columns, int rows, bool reflows, struct hd_buf *out) {
    screen_resized(&e->screen, columns, rows, reflows, out);
    e->columns = columns;
    e->rows = rows;
    e->goal = -1;
}
