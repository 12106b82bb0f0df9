// What the files share that print values: value.c, scalar.c, rows.c.
#ifndef HD_PRINTER_H
#define HD_PRINTER_H

#include "run/run.h"

enum {
    SHOWN_WHOLE = 32,  // arrays of up to so many items are not cut
    DEFAULT_ITEMS = 5, // else so many are shown at each end
    MAX_STRING = 400,
};

struct printer {
    const struct hd_value_options *options;
    int width, items;
    int whole; // arrays of up to so many items are not cut
    int budget;
    bool one_line; // no line breaks at all
    bool narrowed; // columns of a matrix were left out
    bool in_array; // how much of each dimension is shown was chosen
    bool direct;   // the object lies in the variable store: no need to ask whether it can be read
};

// value.c: any value. indent: the column where it begins.
void value_text(struct printer *p, struct hd_buf *out, const struct hd_type *type, const char *data,
                int indent, int depth);
bool value_get(const struct printer *p, const void *data, void *out, size_t size); // reads memory
void value_spaces(struct hd_buf *out, int n);
bool value_is_plain(const struct hd_record *record); // float4, dim3: without the members' names

// scalar.c
void value_scalar(struct printer *p, struct hd_buf *out, const struct hd_type *type,
                  const char *bytes); // that were read
void value_bits(struct printer *p, struct hd_buf *out, const struct hd_field *f, const char *data);
void value_string(struct hd_buf *out, const char *s, size_t len);
bool value_is_wide(const struct hd_type *t); // char16_t, char32_t or wchar_t
void value_wide(struct hd_buf *out, const struct hd_type *type, const char *s, size_t n,
                char quote);                  // characters of such a type
const char *value_function(uint64_t address); // the name of the function there, or NULL

// rows.c
void value_choose_items(struct printer *p, const struct hd_type *type); // how much is shown of it
void value_array(struct printer *p, struct hd_buf *out, const struct hd_type *type,
                 const char *data, int indent, int depth);
void value_vector(struct printer *p, struct hd_buf *out, const struct hd_type *type,
                  const char *data, int indent, int depth);
void value_ndarray(struct printer *p, struct hd_buf *out, const struct hd_type *type,
                   const char *data);

#endif
