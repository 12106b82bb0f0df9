// Arrays as text: lists that are wrapped, matrices with aligned columns, Heddle's own arrays.
//
// Long ones are cut in the middle: of each dimension `items` are shown at either end, fewer where
// there is much. What was left out is told by the type behind the text.
#include "run/array/array.h"
#include "run/display/printer.h"
#include "run/run.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum {
    MANY_SCALARS = 1024, // an array of more is cut where a dimension has more than twice that
    DEEP_ITEMS = 3,      // at each end, of such an array of three dimensions or more
};

// Which items are shown: [0, head) and [tail, len); tail == head when all are.
static void shown_part(const struct printer *p, int64_t len, int64_t *head, int64_t *tail) {
    bool all = len <= p->whole;
    *head = all ? len : p->items;
    *tail = all ? len : len - p->items;
}

// Whether a type is shown as a row of plain numbers: their number, type and distance.
static bool is_row(const struct hd_type *type, int64_t *len, const struct hd_type **item) {
    if (type->kind == HD_TY_ARRAY || type->kind == HD_TY_VECTOR) {
        *len = type->len;
        *item = type->base;
        return type->len > 0 && (hd_type_is_arith(*item) || (*item)->kind == HD_TY_ENUM) &&
               (*item)->kind != HD_TY_CHAR;
    }
    if (type->kind != HD_TY_RECORD || !value_is_plain(type->record) || !type->record->complete)
        return false;
    const struct hd_record *record = type->record;
    for (int i = 0; i < record->nfields; i++)
        if (record->fields[i].is_bits || record->fields[i].type != record->fields[0].type)
            return false;
    *len = record->nfields;
    *item = record->nfields ? record->fields[0].type : NULL;
    return *item && hd_type_is_arith(*item) && (*item)->size * (uint64_t)*len <= type->size;
}

static bool is_matrix(const struct hd_type *type) {
    int64_t len;
    const struct hd_type *item;
    return type->kind == HD_TY_ARRAY && type->len > 0 && is_row(type->base, &len, &item);
}

static void char_array(struct printer *p, struct hd_buf *out, const struct hd_type *type,
                       const char *data) {
    char text[4096];
    size_t unit = type->base->size, len = (size_t)type->len * unit,
           shown = len > sizeof text ? sizeof text : len;
    if (!value_get(p, data, text, shown)) {
        hd_buf_puts(out, "<not readable>");
        return;
    }
    while (shown > 0 && text[shown - 1] == 0)
        shown--; // what zeros are left at the end is not worth showing
    if (value_is_wide(type->base))
        value_wide(out, type->base, text, (shown + unit - 1) / unit, '"');
    else
        value_string(out, text, shown);
    if (len > sizeof text) hd_buf_puts(out, "...");
}

// The items of an array that are shown, as texts; where the rest is left out stands "...".
struct items {
    struct hd_buf *text;
    int *width; // of a text in one line
    int n, widest, total;
    bool tall; // some text has several lines
};

static void items_add(struct items *items, struct hd_buf *text) {
    int width = (int)hd_utf8_count(hd_buf_str(text), text->len);
    items->tall |= memchr(text->s, '\n', text->len) != NULL;
    items->widest = width > items->widest ? width : items->widest;
    items->total += width + 2;
    items->width[items->n] = width;
    items->text[items->n++] = *text;
}

static void items_of(struct printer *p, struct items *items, const struct hd_type *type,
                     const char *data, int indent, int depth) {
    int64_t head, tail;
    shown_part(p, type->len, &head, &tail);
    size_t most = (size_t)(head + (type->len - tail) + 2);
    items->text = hd_xcalloc(most, sizeof *items->text);
    items->width = hd_xcalloc(most, sizeof *items->width);
    for (int64_t i = 0; i < type->len; i++) {
        struct hd_buf text = {0};
        if ((i == head && tail > head) || p->budget <= 0) {
            hd_buf_puts(&text, "...");
            items_add(items, &text);
            if (p->budget <= 0) return;
            text = (struct hd_buf){0};
            i = tail;
        }
        value_text(p, &text, type->base, data + (uint64_t)i * type->base->size, indent + 1,
                   depth + 1);
        hd_buf_str(&text);
        items_add(items, &text);
    }
}

// Each on its own line (per_line 1), or so many in a line, in columns; 0: as many as there is room
// for.
static void put_items(struct hd_buf *out, const struct printer *p, const struct items *items,
                      int indent, int per_line) {
    int column = indent + 1;
    for (int i = 0; i < items->n; i++) {
        bool breaks =
            i > 0 && (per_line ? i % per_line == 0 : column + 1 + items->width[i] + 1 > p->width);
        if (i > 0 && !breaks) hd_buf_putc(out, ' '), column++;
        if (breaks) {
            hd_buf_putc(out, '\n');
            value_spaces(out, indent + 1);
            column = indent + 1;
        }
        if (per_line > 1) value_spaces(out, items->widest - items->width[i]);
        hd_buf_add(out, hd_buf_str(&items->text[i]), items->text[i].len);
        if (i + 1 < items->n) hd_buf_putc(out, ',');
        column += items->width[i] + 1;
    }
}

static void list(struct printer *p, struct hd_buf *out, const struct hd_type *type,
                 const char *data, int indent, int depth) {
    const struct hd_type *item = type->base;
    bool nested =
        item->kind == HD_TY_ARRAY || item->kind == HD_TY_RECORD || item->kind == HD_TY_VECTOR;
    struct items items = {0};
    items_of(p, &items, type, data, indent, depth);
    int room = p->width - indent, columns = room / (items.widest + 2);
    bool even = hd_type_is_arith(item) && item->kind != HD_TY_ENUM && columns > 1 &&
                items.widest <= 2 * (items.total / items.n - 2) + 4;
    int per_line = items.n;
    if (p->one_line || (!items.tall && items.total <= room))
        per_line = 0;
    else if (nested || items.tall)
        per_line = 1;
    else if (even)
        per_line = columns;
    else
        per_line = 0;
    int width = p->width;
    if (p->one_line) p->width = INT_MAX;
    hd_buf_putc(out, '{');
    put_items(out, p, &items, indent, per_line);
    hd_buf_putc(out, '}');
    p->width = width;
    for (int i = 0; i < items.n; i++) hd_buf_finish(&items.text[i]);
    free(items.text);
    free(items.width);
}

// How many columns at the left and at the right are shown of a matrix that is too wide.
static void fit_columns(const struct printer *p, const int *widths, int64_t ncols, int indent,
                        int64_t *head, int64_t *tail, bool cut) {
    int room = p->width - indent - 3; // the braces, and a comma or brace after the row
    int used = cut ? 5 : 0;
    for (int64_t c = 0; c < ncols; c++) used += widths[c] + (c > 0 ? 2 : 0);
    if (used <= room) return;
    used = 5;
    int64_t left = 0, right = 0;
    while (left + right < ncols) {
        bool at_left = left <= right;
        int width = widths[at_left ? left : ncols - 1 - right] + 2;
        if (used + width - 2 > room && left > 0) break;
        used += width;
        if (at_left)
            left++;
        else
            right++;
    }
    *head = left;
    *tail = ncols - right;
}

// Rows under each other, columns aligned to the right; columns that have no room are left out in
// the middle.
static void matrix(struct printer *p, struct hd_buf *out, const struct hd_type *type,
                   const char *data, int indent) {
    const struct hd_type *row = type->base, *item;
    int64_t row_head, row_tail, head, tail, row_len;
    is_row(row, &row_len, &item);
    shown_part(p, type->len, &row_head, &row_tail);
    shown_part(p, row_len, &head, &tail);
    int64_t ncols = head + (row_len - tail), nrows = row_head + (type->len - row_tail);
    struct hd_buf *cells = hd_xcalloc((size_t)(nrows * ncols), sizeof *cells);
    int *widths = hd_xcalloc((size_t)ncols, sizeof *widths);
    for (int64_t r = 0; r < nrows; r++) {
        int64_t y = r < row_head ? r : row_tail + (r - row_head);
        for (int64_t c = 0; c < ncols; c++) {
            int64_t x = c < head ? c : tail + (c - head);
            struct hd_buf *cell = &cells[r * ncols + c];
            value_text(p, cell, item, data + (uint64_t)y * row->size + (uint64_t)x * item->size, 0,
                       1);
            int wide = (int)hd_utf8_count(hd_buf_str(cell), cell->len);
            if (wide > widths[c]) widths[c] = wide;
        }
    }
    int64_t left = head, right = head; // of the cells: those before and from
    fit_columns(p, widths, ncols, indent, &left, &right, tail > head);
    bool narrowed = right > left;
    p->narrowed |= narrowed;
    bool gap = narrowed || tail > head;
    hd_buf_putc(out, '{');
    for (int64_t r = 0; r < nrows; r++) {
        if (r > 0) {
            hd_buf_puts(out, ",\n");
            value_spaces(out, indent + 1);
        }
        if (r == row_head) {
            hd_buf_puts(out, "...,\n");
            value_spaces(out, indent + 1);
        }
        hd_buf_putc(out, '{');
        for (int64_t c = 0; c < ncols; c++) {
            struct hd_buf *cell = &cells[r * ncols + c];
            if (c == left && gap) hd_buf_puts(out, c > 0 ? ", ..." : "...");
            if (c < left || c >= right) {
                if (c > 0) hd_buf_puts(out, ", ");
                value_spaces(out, widths[c] - (int)hd_utf8_count(hd_buf_str(cell), cell->len));
                hd_buf_puts(out, hd_buf_str(cell));
            }
            hd_buf_finish(cell);
        }
        hd_buf_putc(out, '}');
    }
    hd_buf_putc(out, '}');
    free(cells);
    free(widths);
}

static bool is_cut(const struct printer *p, const struct hd_type *type) {
    for (; type->kind == HD_TY_ARRAY; type = type->base) {
        int64_t head, tail;
        shown_part(p, type->len, &head, &tail);
        if (tail > head && type->base->kind != HD_TY_CHAR) return true;
    }
    return false;
}

// A few float4, which fit a line: they are not shown as a matrix.
static bool is_short_list(const struct printer *p, const struct hd_type *type, int indent) {
    int64_t len;
    const struct hd_type *item;
    is_row(type->base, &len, &item);
    return type->base->kind != HD_TY_ARRAY && indent + 2 + type->len * (len * 6 + 2) <= p->width;
}

// How much is shown of each dimension, when the user has not said it: less of large arrays and of
// arrays of structs.
void value_choose_items(struct printer *p, const struct hd_type *type) {
    if (p->options->items > 0) return;
    int dimensions = 0;
    int64_t scalars = 1;
    const struct hd_type *item = type;
    for (; item->kind == HD_TY_ARRAY && item->len > 0; item = item->base) {
        dimensions++;
        scalars = scalars > MANY_SCALARS ? scalars : scalars * item->len;
    }
    bool many = scalars > MANY_SCALARS,
         records = item->kind == HD_TY_RECORD && !value_is_plain(item->record);
    p->items = many && dimensions > 2 ? DEEP_ITEMS : DEFAULT_ITEMS;
    p->whole = many || records ? 2 * p->items : SHOWN_WHOLE;
}

void value_array(struct printer *p, struct hd_buf *out, const struct hd_type *type,
                 const char *data, int indent, int depth) {
    if (type->vla_len || type->len < 0) {
        hd_buf_puts(out, "<array whose length is not known>");
        return;
    }
    if (type->len == 0)
        hd_buf_puts(out, "{}");
    else if (type->base->kind == HD_TY_CHAR || value_is_wide(type->base))
        char_array(p, out, type, data);
    else if (is_matrix(type) && !p->one_line && p->items <= 40 && !is_short_list(p, type, indent))
        matrix(p, out, type, data, indent);
    else
        list(p, out, type, data, indent, depth);
    if (depth > 0 || p->one_line || !(p->narrowed || is_cut(p, type))) return;
    struct hd_buf shape = {0};
    hd_type_print(&shape, hd_type_unqual((struct hd_type *)(uintptr_t)type), NULL, HD_LANG_CU);
    const char *newline = memrchr(out->s, '\n', out->len), *last = newline ? newline + 1 : out->s;
    size_t column = hd_utf8_count(last, (size_t)(out->s + out->len - last));
    bool fits = (int)(column + shape.len) + 5 <= p->width;
    hd_buf_printf(out, "%s// %s", fits ? "  " : "\n", hd_buf_str(&shape));
    hd_buf_finish(&shape);
}

void value_vector(struct printer *p, struct hd_buf *out, const struct hd_type *type,
                  const char *data, int indent, int depth) {
    hd_buf_putc(out, '{');
    for (int64_t i = 0; i < type->len; i++) {
        if (i) hd_buf_puts(out, ", ");
        value_text(p, out, type->base, data + (uint64_t)i * type->base->size, indent, depth + 1);
    }
    hd_buf_putc(out, '}');
}

struct element {
    struct printer *p;
    const struct hd_type *type;
};

static void element(void *user, struct hd_buf *out, const char *data) {
    const struct element *e = user;
    bool one_line = e->p->one_line;
    e->p->one_line = true;
    value_text(e->p, out, e->type, data, 0, 1);
    e->p->one_line = one_line;
}

void value_ndarray(struct printer *p, struct hd_buf *out, const struct hd_type *type,
                   const char *data) {
    struct element e = {p, type->base};
    struct hd_array_print how = {
        .digits = p->options->digits, .edge = p->options->items, .item = element, .user = &e};
    if (p->width < 75) how.width = p->width;
    hd_array_value(out, data, &how, p->one_line);
}
