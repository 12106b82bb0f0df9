// Growable text on the heap. A zeroed `struct hd_buf` is empty and owns nothing; once something was
// appended the text ends in a NUL that `len` does not count.
//
//   struct hd_buf out = {0};
//   hd_buf_printf(&out, "%d lines", n);
//   puts(hd_buf_str(&out));
//   hd_buf_finish(&out);
#include "base/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Room for `more` bytes and the NUL.
static char *reserve(struct hd_buf *buf, size_t more) {
    if (more > SIZE_MAX / 4 || buf->len > SIZE_MAX / 4)
        hd_xmalloc(SIZE_MAX / 2); // reports and ends
    size_t need = buf->len + more + 1;
    if (need > buf->cap) {
        size_t cap = buf->cap ? buf->cap * 2 : 64;
        buf->cap = cap < need ? need : cap;
        buf->s = hd_xrealloc(buf->s, buf->cap);
    }
    return buf->s + buf->len;
}

void hd_buf_add(struct hd_buf *buf, const char *s, size_t len) {
    char *at = reserve(buf, len);
    if (len) memcpy(at, s, len);
    at[len] = 0;
    buf->len += len;
}

void hd_buf_puts(struct hd_buf *buf, const char *s) { hd_buf_add(buf, s, strlen(s)); }

void hd_buf_putc(struct hd_buf *buf, char c) {
    char *at = reserve(buf, 1);
    at[0] = c;
    at[1] = 0;
    buf->len++;
}

void hd_buf_utf8(struct hd_buf *buf, uint32_t code_point) {
    char bytes[4];
    int n = hd_utf8_encode(bytes, code_point);
    hd_buf_add(buf, bytes, (size_t)n);
}

void hd_buf_vprintf(struct hd_buf *buf, const char *fmt, va_list args) {
    va_list again;
    va_copy(again, args);
    char *at = reserve(buf, 64);
    size_t room = buf->cap - buf->len;
    int len = vsnprintf(at, room, fmt, args);
    if (len < 0) {
        *at = 0;
    } else {
        if ((size_t)len >= room) {
            at = reserve(buf, (size_t)len);
            vsnprintf(at, (size_t)len + 1, fmt, again);
        }
        buf->len += (size_t)len;
    }
    va_end(again);
}

void hd_buf_printf(struct hd_buf *buf, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    hd_buf_vprintf(buf, fmt, args);
    va_end(args);
}

void hd_buf_clear(struct hd_buf *buf) {
    buf->len = 0;
    if (buf->s) buf->s[0] = 0;
}

void hd_buf_finish(struct hd_buf *buf) {
    free(buf->s);
    *buf = (struct hd_buf){0};
}

const char *hd_buf_str(struct hd_buf *buf) { return buf->s ? buf->s : ""; }
