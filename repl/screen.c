// The rows at the bottom of the output that belong to the editor. The editor describes them anew
// each time; only what differs from what is on the terminal is written.
//
// Nothing is known about the rows above, so all moves are relative to the first row of ours:
// `at_row` and `at_col` are where the terminal's cursor is. Rows never reach the last column, so
// that no terminal wraps a line on its own account. New rows at the bottom are made with a newline,
// which scrolls when it must.
//
//   screen_begin; screen_put ...; screen_newline; ...; row, col = cursor; screen_show
#include "repl.h"

#include <stdlib.h>
#include <string.h>

static struct row *add_row(struct screen *s) {
    if (s->nrows == s->cap_rows) {
        int cap = s->cap_rows ? s->cap_rows * 2 : 16;
        s->rows = hd_xrealloc(s->rows, sizeof *s->rows * (size_t)cap);
        memset(s->rows + s->cap_rows, 0, sizeof *s->rows * (size_t)(cap - s->cap_rows));
        s->cap_rows = cap;
    }
    struct row *row = &s->rows[s->nrows++];
    hd_buf_clear(&row->text);
    row->n = row->width = 0;
    return row;
}

void screen_begin(struct screen *s, int columns) {
    s->columns = columns;
    s->nrows = 0;
    s->row = s->col = 0;
    s->hide = false;
    add_row(s);
}

void screen_newline(struct screen *s) { add_row(s); }

void screen_glyph(struct screen *s, const char *bytes, size_t len, int width, bool rich,
                  unsigned style) {
    struct row *row = &s->rows[s->nrows - 1];
    if (s->colorless) style &= ~255u;
    if (row->width + width >= s->columns && row->width + width > 1) return;
    if (row->n == row->cap) {
        row->cap = row->cap ? row->cap * 2 : 128;
        row->glyphs = hd_xrealloc(row->glyphs, sizeof *row->glyphs * (size_t)row->cap);
    }
    row->glyphs[row->n++] = (struct glyph){(uint32_t)row->text.len, (uint32_t)len, (uint16_t)width,
                                           (uint16_t)style, rich};
    hd_buf_add(&row->text, bytes, len);
    row->width += width;
}

// Text that may be cut; where it is, the last column that there is shows that.
void screen_put(struct screen *s, const char *text, size_t len, unsigned style) {
    for (size_t at = 0; at < len;) {
        int width;
        enum shape shape;
        size_t next = grapheme_at(text, len, at, &width, &shape);
        if (s->rows[s->nrows - 1].width + width >= s->columns) return;
        if (shape == SHAPE_TAB || shape == SHAPE_CONTROL)
            screen_glyph(s, " ", 1, 1, false, style);
        else if (shape == SHAPE_BAD)
            screen_glyph(s, "\xEF\xBF\xBD", 3, 1, false, style);
        else
            screen_glyph(s, text + at, next - at, width, shape == SHAPE_RICH, style);
        at = next;
    }
}

// ---- to the terminal ----------------------------------------------------------------------------

static void go_to_row(struct screen *s, int row, struct hd_buf *out) {
    if (row < s->at_row) {
        hd_buf_printf(out, s->at_row - row == 1 ? "\033[A" : "\033[%dA", s->at_row - row);
        s->at_row = row;
    }
    int known = s->ndrawn > 0 ? s->ndrawn - 1 : 0;
    if (row > s->at_row && s->at_row < known) {
        int down = (row < known ? row : known) - s->at_row;
        hd_buf_printf(out, down == 1 ? "\033[B" : "\033[%dB", down);
        s->at_row += down;
    }
    while (row > s->at_row) {
        hd_buf_puts(out, "\r\n");
        s->at_row++;
        s->at_col = 0;
    }
}

static void go_to_col(struct screen *s, int col, struct hd_buf *out) {
    if (col == s->at_col) return;
    int by = col - s->at_col;
    if (col == 0)
        hd_buf_putc(out, '\r');
    else if (by == -1)
        hd_buf_putc(out, '\b');
    else
        hd_buf_printf(out, "\033[%dG", col + 1);
    s->at_col = col;
}

static bool same_glyph(const struct row *a, int i, const struct row *b, int j) {
    const struct glyph *x = &a->glyphs[i], *y = &b->glyphs[j];
    return x->len == y->len && x->style == y->style && x->width == y->width &&
           !memcmp(a->text.s + x->at, b->text.s + y->at, x->len);
}

static int width_of(const struct row *row, int n) {
    int width = 0;
    for (int i = 0; i < n; i++) width += row->glyphs[i].width;
    return width;
}

// Writes glyphs [from, to) of the row at their place.
static void write_glyphs(struct screen *s, const struct row *row, int from, int to,
                         const struct theme *theme, struct hd_buf *out) {
    unsigned style = 0;
    int col = width_of(row, from);
    go_to_col(s, col, out);
    for (int i = from; i < to; i++) {
        const struct glyph *g = &row->glyphs[i];
        if (g->style != style) theme_escape(theme, style = g->style, out);
        hd_buf_add(out, row->text.s + g->at, g->len);
        s->at_col += g->width;
        if (g->rich)
            hd_buf_printf(out, "\033[%dG", s->at_col + 1); // wherever the terminal thinks it is now
    }
    if (style) hd_buf_puts(out, "\033[m");
}

static void show_row(struct screen *s, int i, const struct row *old, const struct theme *theme,
                     struct hd_buf *out) {
    static const struct row none;
    const struct row *row = &s->rows[i];
    if (!old) old = &none;
    int from = 0, tail = 0;
    while (from < row->n && from < old->n && same_glyph(row, from, old, from)) from++;
    if (from == row->n && from == old->n) return;
    if (row->width == old->width)
        while (tail < row->n - from && tail < old->n - from &&
               same_glyph(row, row->n - 1 - tail, old, old->n - 1 - tail))
            tail++;
    while (tail > 0 && from + tail < row->n && row->glyphs[row->n - tail - 1].rich)
        tail--; // it may have covered more
    go_to_row(s, i, out);
    write_glyphs(s, row, from, row->n - tail, theme, out);
    if (row->width < old->width) {
        go_to_col(s, row->width, out);
        hd_buf_puts(out, "\033[K");
    }
}

static bool same_row(const struct row *a, const struct row *b) {
    if (a->n != b->n || a->text.len != b->text.len) return false;
    for (int i = 0; i < a->n; i++)
        if (!same_glyph(a, i, b, i)) return false;
    return true;
}

static void swap_rows(struct screen *s) {
    struct row *rows = s->rows;
    int cap = s->cap_rows;
    s->rows = s->drawn;
    s->cap_rows = s->cap_drawn;
    s->drawn = rows;
    s->cap_drawn = cap;
    s->ndrawn = s->nrows;
    s->nrows = 0;
}

void screen_show(struct screen *s, const struct theme *theme, struct hd_buf *out) {
    int changed = s->nrows != s->ndrawn;
    for (int i = 0; i < s->nrows && i < s->ndrawn && changed < 2; i++)
        changed += !same_row(&s->rows[i], &s->drawn[i]);
    bool hide = s->hide || changed > 1;
    if (hide && !s->hidden) hd_buf_puts(out, "\033[?25l");
    for (int i = 0; i < s->nrows; i++) {
        if (i >= s->ndrawn) go_to_row(s, i, out); // also when it is empty: it becomes ours
        show_row(s, i, i < s->ndrawn ? &s->drawn[i] : NULL, theme, out);
    }
    if (s->nrows < s->ndrawn) {
        go_to_row(s, s->nrows, out);
        go_to_col(s, 0, out);
        hd_buf_puts(out, "\033[J");
    }
    if (s->ndrawn < s->nrows) s->ndrawn = s->nrows;
    go_to_row(s, s->row, out);
    go_to_col(s, s->col, out);
    if (hide && !s->hide) hd_buf_puts(out, "\033[?25h");
    if (s->hidden && !hide) hd_buf_puts(out, "\033[?25h");
    s->hidden = s->hide;
    swap_rows(s);
}

static void forget(struct screen *s) {
    s->ndrawn = 0;
    s->at_row = s->at_col = 0;
}

void screen_erase(struct screen *s, struct hd_buf *out) {
    go_to_row(s, 0, out);
    hd_buf_putc(out, '\r');
    hd_buf_puts(out, "\033[J");
    if (s->hidden) hd_buf_puts(out, "\033[?25h");
    s->hidden = false;
    forget(s);
}

void screen_leave(struct screen *s, struct hd_buf *out) {
    if (s->ndrawn) {
        go_to_row(s, s->ndrawn - 1, out);
        hd_buf_puts(out, "\r\n");
    }
    if (s->hidden) hd_buf_puts(out, "\033[?25h");
    s->hidden = false;
    forget(s);
}

// How many rows further down column `col` of a row is once the terminal has wrapped it at
// `columns`.
static int rows_to_column(const struct row *row, int col, int columns) {
    int rows = 0, at = 0, used = 0;
    for (int i = 0; i < row->n; i++) {
        int width = row->glyphs[i].width;
        if (used + width > columns) {
            rows++;
            used = 0;
        }
        if (at >= col) break;
        used += width;
        at += width;
    }
    return rows;
}

// The terminal has another size; it may have wrapped our rows. Goes to where they begin now and
// clears them.
void screen_resized(struct screen *s, int columns, int rows, bool reflows, struct hd_buf *out) {
    int up = s->at_row;
    if (reflows && columns > 0) {
        up = s->at_row < s->ndrawn ? rows_to_column(&s->drawn[s->at_row], s->at_col, columns) : 0;
        for (int i = 0; i < s->at_row && i < s->ndrawn; i++)
            up += 1 + rows_to_column(&s->drawn[i], s->drawn[i].width, columns);
    }
    if (up > rows - 1) up = rows - 1;
    if (up > 0) hd_buf_printf(out, "\033[%dA", up);
    hd_buf_puts(out, "\r\033[J");
    forget(s);
}

void screen_finish(struct screen *s) {
    for (int k = 0; k < 2; k++) {
        struct row *rows = k ? s->drawn : s->rows;
        for (int i = 0; i < (k ? s->cap_drawn : s->cap_rows); i++) {
            hd_buf_finish(&rows[i].text);
            free(rows[i].glyphs);
        }
        free(rows);
    }
}
