// The text as rows of a given width. A line that is too long goes on in further rows; a wide
// character that does not fit goes to the next one. Tabs reach to the next multiple of four columns
// of their row.
//
// A row holds `width` columns at most; the cursor behind a full row's last character is in column
// `width`, which exists. An offset between two rows of a line belongs to the later one.
#include "repl.h"

#include <string.h>

enum { TAB = 4 };

static int columns_of(const char *s, size_t len, size_t at, int column, size_t *next) {
    int width;
    enum shape shape;
    *next = grapheme_at(s, len, at, &width, &shape);
    return shape == SHAPE_TAB ? TAB - column % TAB : width;
}

static struct vrow *add(struct layout *l, size_t from, bool first) {
    struct vrow row = {from, from, first, false};
    HD_XPUSH(l, row);
    return &l->v[l->n - 1];
}

static void layout_line(struct layout *l, const char *s, size_t from, size_t to) {
    struct vrow *row = add(l, from, true);
    int column = 0;
    for (size_t at = from, next; at < to; at = next) {
        int width = columns_of(s, to, at, column, &next);
        if (column && column + width > l->width) {
            row->to = at;
            row = add(l, at, false);
            column = 0;
            width = columns_of(s, to, at, column, &next);
        }
        column += width;
    }
    row->to = to;
    row->last = true;
}

void layout_text(struct layout *l, const char *s, size_t len, int columns, int indent) {
    l->n = 0;
    l->indent = indent;
    l->width = columns - indent - 1 > 0 ? columns - indent - 1 : 1;
    for (size_t at = 0;;) {
        const char *newline = at < len ? memchr(s + at, '\n', len - at) : NULL;
        size_t end = newline ? (size_t)(newline - s) : len;
        layout_line(l, s, at, end);
        if (!newline) return;
        at = end + 1;
    }
}

int layout_row(const struct layout *l, size_t at) {
    int low = 0, high = l->n - 1;
    while (low < high) {
        int mid = (low + high + 1) / 2;
        if (l->v[mid].from <= at)
            low = mid;
        else
            high = mid - 1;
    }
    return low;
}

int layout_column(const struct layout *l, const char *s, int row, size_t at) {
    const struct vrow *r = &l->v[row];
    int column = 0;
    for (size_t i = r->from, next; i < at && i < r->to; i = next) {
        int width = columns_of(s, r->to, i, column, &next);
        if (next > at) break; // inside of a grapheme
        column += width;
    }
    return column;
}

size_t layout_offset(const struct layout *l, const char *s, int row, int column) {
    const struct vrow *r = &l->v[row];
    int at_column = 0;
    size_t at = r->from, last = r->from;
    for (size_t next; at < r->to; at = next) {
        int width = columns_of(s, r->to, at, at_column, &next);
        if (at_column + width > column) return at;
        at_column += width;
        last = at;
    }
    return r->last ? r->to : last;
}
