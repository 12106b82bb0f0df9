// Values as text: what a C programmer would write to make them.
//
//     3   'a'   true   0.1   1.5 + 2i   RED   "text"   {.x = 1, .y = 2}   {1, 2, 3}   (float *)
//     0x300000000c00
//
// Everything is printed on one line if it fits the width; else structs get a line per member,
// matrices one per row with aligned columns, and long arrays are wrapped and cut in the middle.
// Memory that the program's pointers lead to may not be there: it is read through hd_guard_read.
// The amount printed is bounded by `budget`.
//
// Example: `float a[2][3] = {1, 2, 3};` prints
//     {{1.0, 2.0, 3.0},
//      {0.0, 0.0, 0.0}}
#include "run/display/container.h"
#include "run/display/printer.h"
#include "run/run.h"

#include <string.h>

enum {
    DEFAULT_WIDTH = 100,
    MAX_BUDGET = 4000, // scalars per value
    MAX_DEPTH = 12,
};

bool value_get(const struct printer *p, const void *data, void *out, size_t size) {
    if (!p->direct) return hd_guard_read(data, out, size);
    memcpy(out, data, size);
    return true;
}

// ---- records ------------------------------------------------------------------------------------

void value_spaces(struct hd_buf *out, int n) {
    for (int i = 0; i < n; i++) hd_buf_putc(out, ' ');
}

// The members; those of anonymous members are printed as if they were the record's own. *first:
// none was printed yet.
static void members(struct printer *p, struct hd_buf *out, const struct hd_record *record,
                    const char *data, bool plain, const char *separator, int indent, int depth,
                    bool is_part, bool *first) {
    for (int i = 0; i < record->nfields; i++) {
        const struct hd_field *f = &record->fields[i];
        if (f->is_virtual && is_part) continue; // the whole has it
        if (!f->name && !f->is_bits && f->type->kind == HD_TY_RECORD) {
            members(p, out, f->type->record, data + f->offset, plain, separator, indent, depth,
                    true, first);
            continue;
        }
        if (!f->name) continue;
        if (!*first) hd_buf_puts(out, separator);
        *first = false;
        size_t start = out->len;
        if (!plain) hd_buf_printf(out, ".%s = ", f->name);
        if (f->is_bits)
            value_bits(p, out, f, data);
        else if (f->type->kind == HD_TY_ARRAY && f->type->len <= 0)
            hd_buf_puts(out, "{...}");
        else
            value_text(p, out, f->type, data + f->offset, indent + (int)(out->len - start),
                       depth + 1);
    }
}

// float4, dim3: without the members' names.
bool value_is_plain(const struct hd_record *record) {
    return record->is_vector || (record->tag && strcmp(record->tag, "dim3") == 0);
}

static void record_value(struct printer *p, struct hd_buf *out, const struct hd_type *type,
                         const char *data, int indent, int depth) {
    const struct hd_record *record = type->record;
    bool plain = value_is_plain(record);
    if (!record->complete) {
        hd_buf_puts(out, "<incomplete type>");
        return;
    }
    bool first = true, was_one_line = p->one_line, in_array = p->in_array;
    p->in_array = false;
    size_t start = out->len;
    int budget = p->budget;
    p->one_line = true;
    hd_buf_putc(out, '{');
    members(p, out, record, data, plain, ", ", indent, depth, false, &first);
    hd_buf_putc(out, '}');
    p->one_line = was_one_line;
    p->in_array = in_array;
    if (was_one_line || plain || indent + (int)(out->len - start) <= p->width) return;
    out->len = start; // too wide: a line each
    out->s[start] = 0;
    p->budget = budget;
    struct hd_buf separator = {0};
    hd_buf_puts(&separator, ",\n");
    value_spaces(&separator, indent + 1);
    first = true;
    p->in_array = false;
    hd_buf_putc(out, '{');
    members(p, out, record, data, plain, hd_buf_str(&separator), indent + 1, depth, false, &first);
    hd_buf_putc(out, '}');
    p->in_array = in_array;
    hd_buf_finish(&separator);
}

// ---- arrays -------------------------------------------------------------------------------------

// ---- containers of C++'s library ----------------------------------------------------------------

static void pair_value(struct printer *p, struct hd_buf *out, const struct hd_type *type,
                       const char *data, const char *separator, int indent, int depth) {
    const struct hd_field *f = type->record->fields;
    size_t start = out->len;
    value_text(p, out, f[0].type, data + f[0].offset, indent, depth + 1);
    hd_buf_puts(out, separator);
    value_text(p, out, f[1].type, data + f[1].offset, indent + (int)(out->len - start), depth + 1);
}

// {key: value, ...}; of many the first ones.
static void tree_value(struct printer *p, struct hd_buf *out, struct container *c, int indent,
                       int depth) {
    uint64_t most = (uint64_t)p->whole, shown = 0;
    const struct hd_type *type = c->element;
    for (bool more = c->n > 0; more && shown < most && shown < c->n && p->budget > 0; shown++) {
        if (shown) hd_buf_puts(out, ", ");
        const char *data = container_element(c);
        if (c->kind == CONTAINER_MAP && type->kind == HD_TY_RECORD && type->record->nfields == 2)
            pair_value(p, out, type, data, ": ", indent, depth);
        else
            value_text(p, out, type, data, indent, depth + 1);
        more = shown + 1 < c->n && container_next(c);
    }
    if (shown < c->n) hd_buf_printf(out, ", ... (%llu in all)", (unsigned long long)c->n);
}

// {a, b, c}: a tuple is its first value and a tuple of the rest.
static void tuple_value(struct printer *p, struct hd_buf *out, const struct hd_type *type,
                        const char *data, int indent, int depth) {
    while (type->kind == HD_TY_RECORD && type->record->nfields == 2) {
        const struct hd_field *f = type->record->fields;
        value_text(p, out, f[0].type, data + f[0].offset, indent, depth + 1);
        data += f[1].offset;
        type = f[1].type;
        if (type->kind == HD_TY_RECORD && type->record->nfields == 2) hd_buf_puts(out, ", ");
    }
}

// The same of std::tuple, whose values lie in its bases.
static void parts_value(struct printer *p, struct hd_buf *out, const struct hd_type *type,
                        const char *data, int indent, int depth) {
    bool first = true;
    while (type) {
        const struct hd_record *r = type->record;
        const struct hd_field *base = NULL;
        for (int i = 0; i < r->nfields; i++) {
            const struct hd_field *f = &r->fields[i];
            if (f->is_base) base = f;
            if (!f->name || strcmp(f->name, "value") != 0) continue;
            if (!first) hd_buf_puts(out, ", ");
            first = false;
            value_text(p, out, f->type, data + f->offset, indent, depth + 1);
        }
        type = base ? base->type : NULL;
        data += base ? base->offset : 0;
    }
}

static bool container_value(struct printer *p, struct hd_buf *out, const struct hd_type *type,
                            const char *data, int indent, int depth) {
    struct container c;
    if (!container_of(type, data, &c)) return false;
    bool direct = p->direct, one_line = p->one_line;
    if (c.kind != CONTAINER_PAIR && c.kind != CONTAINER_TUPLE && c.kind != CONTAINER_PARTS)
        p->direct = false;
    if (c.kind == CONTAINER_SEQUENCE) {
        struct hd_type items = {.kind = HD_TY_ARRAY,
                                .base = (struct hd_type *)(uintptr_t)c.element,
                                .len = (int64_t)c.n,
                                .size = c.n * c.element->size,
                                .align = c.element->align};
        items.unqual = &items;
        value_text(p, out, &items, (const char *)c.at, indent, depth);
    } else if (c.kind == CONTAINER_ELEMENT) {
        value_text(p, out, c.element, (const char *)c.at, indent, depth);
    } else if (c.kind == CONTAINER_BITS) {
        char text[MAX_STRING];
        size_t n = c.n < sizeof text ? c.n : sizeof text;
        for (size_t i = 0; i < n; i++) {
            uint64_t bit = c.n - 1 - i, word = 0;
            if (!hd_guard_read((const char *)(c.at + bit / 64 * 8), &word, 8)) break;
            text[i] = word >> bit % 64 & 1 ? '1' : '0';
        }
        hd_buf_printf(out, "%.*s", (int)n, text);
        if (c.n > n) hd_buf_printf(out, "... (%llu bits)", (unsigned long long)c.n);
    } else if (c.kind == CONTAINER_NOTHING) {
        hd_buf_puts(out, "nullopt");
    } else if (c.kind == CONTAINER_STRING) {
        char text[MAX_STRING];
        size_t width = (size_t)c.element->size;
        size_t n = c.n < sizeof text / width ? c.n : sizeof text / width;
        if (n && !hd_guard_read((const char *)c.at, text, n * width)) n = 0;
        if (width == 1)
            value_string(out, text, n);
        else
            value_wide(out, c.element, text, n, '"');
        if (c.n > n) hd_buf_printf(out, "... (%llu characters)", (unsigned long long)c.n);
    } else {
        p->one_line = true;
        hd_buf_putc(out, '{');
        if (c.kind == CONTAINER_PAIR)
            pair_value(p, out, type, data, ", ", indent + 1, depth);
        else if (c.kind == CONTAINER_TUPLE)
            tuple_value(p, out, type, data, indent + 1, depth);
        else if (c.kind == CONTAINER_PARTS)
            parts_value(p, out, type, data, indent + 1, depth);
        else
            tree_value(p, out, &c, indent + 1, depth);
        hd_buf_putc(out, '}');
    }
    p->direct = direct;
    p->one_line = one_line;
    return true;
}

void value_text(struct printer *p, struct hd_buf *out, const struct hd_type *type, const char *data,
                int indent, int depth) {
    if (depth > MAX_DEPTH || p->budget <= 0) {
        hd_buf_puts(out, "...");
        return;
    }
    switch (type->kind) {
    case HD_TY_RECORD:
        if (!container_value(p, out, type, data, indent, depth))
            record_value(p, out, type, data, indent, depth);
        return;
    case HD_TY_ARRAY: {
        int items = p->items, whole = p->whole;
        if (!p->in_array) value_choose_items(p, type);
        bool in_array = p->in_array;
        p->in_array = true;
        value_array(p, out, type, data, indent, depth);
        p->in_array = in_array;
        p->items = items;
        p->whole = whole;
        return;
    }
    case HD_TY_VECTOR: value_vector(p, out, type, data, indent, depth); return;
    case HD_TY_NDARRAY: value_ndarray(p, out, type, data); return;
    case HD_TY_FUNC: {
        const char *name = value_function((uint64_t)data);
        hd_buf_puts(out, name ? name : "<function>");
        return;
    }
    case HD_TY_REF: {
        uint64_t target;
        bool direct = p->direct;
        if (!value_get(p, data, &target, 8)) break;
        p->direct = hd_store_contains(target);
        value_text(p, out, type->base, (const char *)target, indent, depth + 1);
        p->direct = direct;
        return;
    }
    case HD_TY_VOID:
    case HD_TY_AUTO:
    case HD_TY_TPARAM:
    case HD_TY_ERROR: hd_buf_puts(out, "<no value>"); return;
    default: {
        char bytes[32] __attribute__((aligned(16))) = {0};
        p->budget--;
        if (!value_get(p, data, bytes, type->size > 32 ? 32 : type->size)) break;
        value_scalar(p, out, type, bytes);
        return;
    }
    }
    hd_buf_puts(out, "<not readable>");
}

// ---- what others call ---------------------------------------------------------------------------

static void start(struct printer *p, const struct hd_value_options *options, const void *data) {
    static const struct hd_value_options defaults;
    if (!options) options = &defaults;
    *p = (struct printer){.options = options, .budget = MAX_BUDGET};
    p->width = options->width > 0 ? options->width : DEFAULT_WIDTH;
    p->items = options->items > 0 ? options->items : DEFAULT_ITEMS;
    if (p->items > 1000) p->items = 1000;
    p->whole = options->items > 0 ? 2 * p->items : SHOWN_WHOLE;
    if (p->items > DEFAULT_ITEMS) p->budget = 40000;
    p->direct = hd_store_contains((uint64_t)data);
}

void hd_value_print(struct hd_buf *out, const struct hd_type *type, const void *data,
                    const struct hd_value_options *options) {
    struct printer p;
    struct hd_buf text = {0}; // on its own, so that widths count from the value's first column
    start(&p, options, data);
    value_text(&p, &text, type, data, 0, 0);
    hd_buf_add(out, hd_buf_str(&text), text.len);
    hd_buf_finish(&text);
}

// Appends text that may take so many columns, cut if it is longer.
static void add_cut(struct hd_buf *out, const char *s, size_t len, int columns) {
    size_t at = 0;
    int used = 0;
    bool cut = (int)hd_utf8_count(s, len) > columns;
    while (at < len) {
        uint32_t code;
        int n = hd_utf8_decode(s + at, len - at, &code), wide = hd_utf8_width(code);
        if (cut && used + wide > columns - 3) break;
        hd_buf_add(out, s + at, (size_t)n);
        at += (size_t)n;
        used += wide;
    }
    if (cut) hd_buf_puts(out, "...");
}

static void start_summary(struct printer *p, const struct hd_value_options *options,
                          const void *data) {
    start(p, options, data);
    p->one_line = true;
    p->budget = 200;
}

void hd_value_member(struct hd_buf *out, const struct hd_field *field, const void *data,
                     int columns) {
    struct printer p;
    struct hd_buf text = {0};
    struct hd_value_options options = {.items = 3};
    start_summary(&p, &options, data);
    if (field->is_bits)
        value_bits(&p, &text, field, data);
    else
        value_text(&p, &text, field->type, (const char *)data + field->offset, 0, 1);
    add_cut(out, hd_buf_str(&text), text.len, columns);
    hd_buf_finish(&text);
}

void hd_value_summary(struct hd_buf *out, const struct hd_type *type, const void *data,
                      int columns) {
    struct printer p;
    struct hd_buf text = {0};
    struct hd_value_options options = {.items = 3};
    start_summary(&p, &options, data);
    value_text(&p, &text, type, data, 0, 0);
    add_cut(out, hd_buf_str(&text), text.len, columns);
    hd_buf_finish(&text);
}
