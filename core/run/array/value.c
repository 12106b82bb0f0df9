// Arrays in variables: letting go of them, showing them.
#include "run/array/array.h"

#include <string.h>

void hd_array_drop_variable(const struct hd_sym *sym) {
    struct hd_array **at = (struct hd_array **)sym->addr, *a = *at;
    *at = NULL;
    hd_array_release(a);
}

void hd_array_value(struct hd_buf *out, const void *data, const struct hd_array_print *how,
                    bool one_line) {
    struct hd_array *handle, a;
    if (!hd_guard_read(data, &handle, sizeof handle)) return;
    if (handle && (!hd_guard_read(handle, &a, sizeof a) || a.rank < 0 || a.rank > HD_ARRAY_RANK)) {
        hd_buf_puts(out, "<not readable>");
        return;
    }
    uint64_t bad;
    if (handle && a.memory && a.count &&
        !hd_guard_reach(a.memory, (size_t)a.count * a.size, false, &bad)) {
        hd_buf_puts(out, "<not readable>");
        return;
    }
    if (!one_line) {
        hd_array_text(out, handle ? &a : NULL, how);
        return;
    }
    struct hd_buf text = {0};
    struct hd_array_print brief = *how;
    brief.threshold = 4;
    brief.edge = 2;
    brief.width = 1000000;
    if (handle) hd_buf_printf(out, "%s ", hd_array_shape_text(&a));
    hd_array_text(&text, handle ? &a : NULL, &brief);
    bool space = false;
    for (const char *p = hd_buf_str(&text); *p; p++) { // on one line
        bool blank = *p == '\n' || *p == ' ';
        if (!blank || !space) hd_buf_putc(out, blank ? ' ' : *p);
        space = blank;
    }
    hd_buf_finish(&text);
}
