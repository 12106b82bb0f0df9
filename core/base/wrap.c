// Text of several words in lines of a terminal.
#include "base/base.h"

#include <string.h>

enum { LONGEST_CODE = 40 }; // that is not broken

static int width_of(const char *text, size_t len) {
    int width = 0;
    for (size_t at = 0; at < len;) {
        uint32_t c;
        at += (size_t)hd_utf8_decode(text + at, len - at, &c);
        width += hd_utf8_width(hd_utf8_visible(c));
    }
    return width;
}

// The length of what stays in one line: a word, or `code` of several words that is not too long.
static size_t word_length(const char *text) {
    size_t len = strcspn(text, " \n");
    const char *open = memchr(text, '`', len);
    if (!open || memchr(open + 1, '`', (size_t)(text + len - open - 1))) return len;
    const char *close = strpbrk(open + 1, "`\n");
    if (!close || *close != '`' || close - open > LONGEST_CODE) return len;
    return (size_t)(close - text) + strcspn(close, " \n");
}

int hd_buf_wrapped(struct hd_buf *out, const char *text, int column, int indent, int columns) {
    bool wraps = columns >= 2 * indent;
    while (*text) {
        size_t blanks = strspn(text, " "), len = word_length(text + blanks);
        int width = width_of(text + blanks, len);
        if (wraps && len && column + (int)blanks + width > columns && column > indent) {
            hd_buf_printf(out, "\n%*s", indent, "");
            column = indent;
        } else {
            hd_buf_printf(out, "%*s", (int)blanks, "");
            column += (int)blanks;
        }
        hd_buf_printf(out, "%.*s", (int)len, text + blanks);
        column += width;
        text += blanks + len;
        if (*text == '\n') {
            hd_buf_putc(out, *text++);
            column = 0;
        }
    }
    return column;
}
