// Values as HTML tables, beside their text: structs with a row per member, arrays of structs with a
// row per item and a column per member, arrays of one and two dimensions with their indices. Long
// ones are cut in the middle, as in text. Everything that comes from the program is escaped.
//
// Example: `struct { int id; float x; } v[2]` gives
//     <table><thead><tr><th></th><th>id</th><th>x</th></tr></thead><tbody><tr><th>0</th><td>1</td><td>2.0</td></tr>...
#include "run/display/display.h"

#include <string.h>

enum {
    CELL_COLUMNS = 40, // of text in a cell
    MOST_MEMBERS = 30, // a struct with more is shown as text alone
    SHOWN_ROWS = 10,   // at each end of a long array
    SHOWN_COLUMNS = 8,
    SHOWN_WHOLE = 2, // so many more than these are shown rather than cut
};

void hd_html_escape(struct hd_buf *out, const char *s, size_t len) {
    for (size_t i = 0; i < len; i++) {
        switch (s[i]) {
        case '<': hd_buf_puts(out, "&lt;"); break;
        case '>': hd_buf_puts(out, "&gt;"); break;
        case '&': hd_buf_puts(out, "&amp;"); break;
        case '"': hd_buf_puts(out, "&quot;"); break;
        case '$':
            hd_buf_puts(out, "&#36;");
            break; // a notebook would set what is between two of them as mathematics
        default: hd_buf_putc(out, s[i]);
        }
    }
}

static void put_escaped(struct hd_buf *out, const char *tag, const char *text) {
    hd_buf_printf(out, "<%s>", tag);
    hd_html_escape(out, text, strlen(text));
    hd_buf_printf(out, "</%s>", tag);
}

static void put_cell(struct hd_buf *out, const struct hd_type *type, const char *data) {
    struct hd_buf text = {0};
    hd_value_summary(&text, type, data, CELL_COLUMNS);
    put_escaped(out, "td", hd_buf_str(&text));
    hd_buf_finish(&text);
}

static void put_index(struct hd_buf *out, int64_t i) {
    hd_buf_printf(out, "<th>%lld</th>", (long long)i);
}

struct cut { // which items are shown: [0, head) and [tail, len)
    int64_t len, head, tail;
};

static struct cut cut_of(int64_t len, int most) {
    if (len <= 2 * most + SHOWN_WHOLE) return (struct cut){len, len, len};
    return (struct cut){len, most, len - most};
}

// The next shown index after i; *gap: items were left out before it.
static int64_t next_shown(const struct cut *c, int64_t i, bool *gap) {
    *gap = i + 1 == c->head && c->tail > c->head;
    return *gap ? c->tail : i + 1;
}

static void begin(struct hd_buf *out) { hd_buf_puts(out, "<table><thead><tr><th></th>"); }

static void end(struct hd_buf *out, const struct hd_type *type, bool is_cut) {
    hd_buf_puts(out, "</tbody></table>");
    if (!is_cut) return;
    struct hd_buf text = {0};
    hd_type_print(&text, hd_type_unqual((struct hd_type *)(uintptr_t)type), NULL, HD_LANG_CU);
    put_escaped(out, "p", hd_buf_str(&text));
    hd_buf_finish(&text);
}

// ---- structs ------------------------------------------------------------------------------------

static bool is_table_record(const struct hd_type *t) {
    return t->kind == HD_TY_RECORD && t->record->complete && !t->record->is_vector &&
           !t->record->is_union && t->record->nfields > 0 && t->record->nfields <= MOST_MEMBERS &&
           !(t->record->tag && strcmp(t->record->tag, "dim3") == 0);
}

static void member_cell(struct hd_buf *out, const struct hd_field *f, const char *data) {
    struct hd_buf text = {0};
    hd_value_member(&text, f, data, CELL_COLUMNS);
    put_escaped(out, "td", hd_buf_str(&text));
    hd_buf_finish(&text);
}

// An unnamed struct's members stand under its own name, "(unnamed)"; unnamed bit-fields are only
// padding.
static bool is_shown(const struct hd_field *f) { return f->name || !f->is_bits; }

static const char *name_of(const struct hd_field *f) { return f->name ? f->name : "(unnamed)"; }

static void record_table(struct hd_buf *out, const struct hd_type *type, const char *data) {
    const struct hd_record *r = type->record;
    begin(out);
    struct hd_buf name = {0};
    hd_type_print(&name, hd_type_unqual((struct hd_type *)(uintptr_t)type), NULL, HD_LANG_CU);
    put_escaped(out, "th", hd_buf_str(&name));
    hd_buf_finish(&name);
    hd_buf_puts(out, "</tr></thead><tbody>");
    for (int i = 0; i < r->nfields; i++) {
        if (!is_shown(&r->fields[i])) continue;
        hd_buf_puts(out, "<tr>");
        put_escaped(out, "th", name_of(&r->fields[i]));
        member_cell(out, &r->fields[i], data);
        hd_buf_puts(out, "</tr>");
    }
    end(out, type, false);
}

static void record_array(struct hd_buf *out, const struct hd_type *type, const char *data) {
    const struct hd_record *r = type->base->record;
    struct cut rows = cut_of(type->len, SHOWN_ROWS);
    begin(out);
    for (int k = 0; k < r->nfields; k++)
        if (is_shown(&r->fields[k])) put_escaped(out, "th", name_of(&r->fields[k]));
    hd_buf_puts(out, "</tr></thead><tbody>");
    bool gap = false;
    for (int64_t i = 0; i < rows.len; i = next_shown(&rows, i, &gap)) {
        if (gap) hd_buf_puts(out, "<tr><th>⋮</th></tr>");
        hd_buf_puts(out, "<tr>");
        put_index(out, i);
        for (int k = 0; k < r->nfields; k++)
            if (is_shown(&r->fields[k]))
                member_cell(out, &r->fields[k], data + (uint64_t)i * type->base->size);
        hd_buf_puts(out, "</tr>");
    }
    end(out, type, rows.tail > rows.head);
}

// ---- numbers ------------------------------------------------------------------------------------

static bool is_cell(const struct hd_type *t) {
    return (hd_type_is_scalar(t) && t->kind != HD_TY_CHAR) ||
           (t->kind == HD_TY_RECORD && t->record->is_vector);
}

static void index_row(struct hd_buf *out, const struct cut *columns) {
    bool gap = false;
    begin(out);
    for (int64_t i = 0; i < columns->len; i = next_shown(columns, i, &gap)) {
        if (gap) hd_buf_puts(out, "<th>…</th>");
        put_index(out, i);
    }
    hd_buf_puts(out, "</tr></thead><tbody>");
}

static void number_row(struct hd_buf *out, const struct hd_type *row, const char *data,
                       const struct cut *columns) {
    bool gap = false;
    for (int64_t i = 0; i < columns->len; i = next_shown(columns, i, &gap)) {
        if (gap) hd_buf_puts(out, "<td>…</td>");
        put_cell(out, row->base, data + (uint64_t)i * row->base->size);
    }
    hd_buf_puts(out, "</tr>");
}

static void matrix(struct hd_buf *out, const struct hd_type *type, const char *data) {
    struct cut rows = cut_of(type->len, SHOWN_ROWS),
               columns = cut_of(type->base->len, SHOWN_COLUMNS);
    bool gap = false;
    index_row(out, &columns);
    for (int64_t i = 0; i < rows.len; i = next_shown(&rows, i, &gap)) {
        if (gap) hd_buf_puts(out, "<tr><th>⋮</th></tr>");
        hd_buf_puts(out, "<tr>");
        put_index(out, i);
        number_row(out, type->base, data + (uint64_t)i * type->base->size, &columns);
    }
    end(out, type, rows.tail > rows.head || columns.tail > columns.head);
}

static void list(struct hd_buf *out, const struct hd_type *type, const char *data) {
    struct cut columns = cut_of(type->len, SHOWN_COLUMNS);
    index_row(out, &columns);
    hd_buf_puts(out, "<tr><th></th>");
    number_row(out, type, data, &columns);
    end(out, type, columns.tail > columns.head);
}

bool hd_value_html(struct hd_buf *out, const struct hd_type *type, const void *data) {
    if (is_table_record(type)) {
        record_table(out, type, data);
        return true;
    }
    if (type->kind != HD_TY_ARRAY || type->len < 1 || type->vla_len) return false;
    const struct hd_type *item = type->base;
    if (is_table_record(item))
        record_array(out, type, data);
    else if (is_cell(item) && type->len > 1)
        list(out, type, data);
    else if (item->kind == HD_TY_ARRAY && item->len > 0 && !item->vla_len && is_cell(item->base))
        matrix(out, type, data);
    else
        return false;
    return true;
}
