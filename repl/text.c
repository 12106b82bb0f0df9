// The text being edited: one array of bytes with a cursor at a grapheme's start, the steps to undo
// and redo, words and lines, graphemes and their widths, and the ring of killed texts.
//
// The bytes are whatever was typed or pasted, valid UTF-8 or not; nothing is ever changed to suit
// the display. Every change goes through text_replace, which notes how to take it back and tells
// `changed`. Edits with the same `group` are undone together; the editor begins a group per
// command.
#include "repl.h"

#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

struct edit {
    size_t at;
    char *removed, *added; // heap, or NULL when empty
    size_t nremoved, nadded;
    size_t cursor; // before it
    unsigned group;
};

// ---- graphemes ----------------------------------------------------------------------------------

// As terminals measure: most add up the widths of code points.
static int code_width(uint32_t c) {
    if (c < 0x300) return 1;
    int width = utf8proc_charwidth((utf8proc_int32_t)c);
    if (width) return width;
    switch (utf8proc_category((utf8proc_int32_t)c)) {
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_ME:
    case UTF8PROC_CATEGORY_CF: return 0;
    default: return (c >= 0x1160 && c <= 0x11FF) || (c >= 0xD7B0 && c <= 0xD7FF) ? 0 : 1;
    }
}

static bool is_bad(uint32_t c, int used) {
    return (c == 0xFFFD && used == 1) || (c >= 0x80 && c < 0xA0) || c == 0x2028 || c == 0x2029 ||
           (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
}

size_t grapheme_at(const char *s, size_t len, size_t at, int *width, enum shape *shape) {
    unsigned char c = (unsigned char)s[at];
    bool next_plain = at + 1 >= len || !((unsigned char)s[at + 1] & 0x80);
    *shape = SHAPE_PLAIN;
    *width = 1;
    if (c < 0x80 && (c < 32 || c == 127)) {
        *shape = c == '\t' ? SHAPE_TAB : SHAPE_CONTROL;
        *width = c == '\t' || c == '\n' ? 0 : 2;
        return at + 1;
    }
    if (c < 0x80 && next_plain) return at + 1;
    uint32_t code, next;
    int used = hd_utf8_decode(s + at, len - at, &code);
    size_t end = at + (size_t)used;
    if (is_bad(code, used)) {
        *shape = SHAPE_BAD;
        return end;
    }
    int columns = code_width(code), parts = 1;
    utf8proc_int32_t state = 0;
    while (end < len && (unsigned char)s[end] >= 0x80) {
        used = hd_utf8_decode(s + end, len - end, &next);
        if (is_bad(next, used)) break;
        if (utf8proc_grapheme_break_stateful((utf8proc_int32_t)code, (utf8proc_int32_t)next,
                                             &state))
            break;
        columns += code_width(next);
        code = next;
        end += (size_t)used;
        parts++;
    }
    if (columns == 0) {
        *shape = SHAPE_BAD; // nothing to be seen, yet it is there
        columns = 1;
    } else if (parts > 1 || code >= 0x1F000 || (code >= 0x2600 && code < 0x2800)) {
        *shape = SHAPE_RICH;
    }
    *width = columns;
    return end;
}

int text_columns(const char *s, size_t len) {
    int columns = 0;
    for (size_t at = 0; at < len;) {
        int width;
        enum shape shape;
        at = grapheme_at(s, len, at, &width, &shape);
        columns += width;
    }
    return columns;
}

size_t text_next(const struct text *t, size_t at) {
    int width;
    enum shape shape;
    return at < t->len ? grapheme_at(t->s, t->len, at, &width, &shape) : t->len;
}

size_t text_prev(const struct text *t, size_t at) {
    if (at == 0) return 0;
    size_t start = at - 1;
    if (!((unsigned char)t->s[start] & 0x80)) return start;
    // From a place that is a boundary for sure: after an ASCII character. Long runs are cut.
    while (start > 0 && (unsigned char)t->s[start] & 0x80 && at - start < 4096) start--;
    for (size_t next = start; next < at; next = text_next(t, next)) start = next;
    return start;
}

// An edit may have joined what is before the cursor with what is after it: then the cursor goes
// behind that.
void text_snap(struct text *t) {
    size_t at = t->cursor, start = at;
    if (at == 0 || at >= t->len || !((unsigned char)t->s[at] & 0x80)) return;
    do start--;
    while (start > 0 && (unsigned char)t->s[start] & 0x80 && at - start < 4096);
    while (start < at) start = text_next(t, start);
    t->cursor = start;
}

// ---- changes ------------------------------------------------------------------------------------

static void edit_free(struct edit *e) {
    free(e->removed);
    free(e->added);
}

static char *copy_of(const char *s, size_t len) {
    if (!len) return NULL;
    char *copy = hd_xmalloc(len);
    memcpy(copy, s, len);
    return copy;
}

static void reserve(struct text *t, size_t len) {
    if (len + 1 <= t->cap) return;
    t->cap = (len + 1) * 2;
    t->s = hd_xrealloc(t->s, t->cap);
}

static void apply(struct text *t, size_t at, size_t removed, const char *s, size_t len) {
    reserve(t, t->len - removed + len);
    memmove(t->s + at + len, t->s + at + removed, t->len - at - removed);
    if (len) memcpy(t->s + at, s, len);
    t->len += len - removed;
    t->s[t->len] = 0;
    t->version++;
    if (t->changed) t->changed(t->user, at, removed, len);
}

void text_replace(struct text *t, size_t at, size_t removed, const char *s, size_t len) {
    if (!removed && !len) return;
    while (t->edits.n > t->applied) edit_free(&t->edits.v[--t->edits.n]);
    struct edit *last = t->applied ? &t->edits.v[t->applied - 1] : NULL;
    if (last && last->group == t->group && !removed && !last->nremoved &&
        at == last->at + last->nadded) {
        last->added = hd_xrealloc(last->added, last->nadded + len); // typing goes on
        memcpy(last->added + last->nadded, s, len);
        last->nadded += len;
    } else {
        struct edit e = {at,
                         copy_of(t->s ? t->s + at : "", removed),
                         copy_of(s, len),
                         removed,
                         len,
                         t->cursor,
                         t->group};
        HD_XPUSH(&t->edits, e);
        t->applied = t->edits.n;
    }
    apply(t, at, removed, s, len);
    t->cursor = at + len;
}

void text_insert(struct text *t, const char *s, size_t len) {
    text_replace(t, t->cursor, 0, s, len);
}

void text_set(struct text *t, const char *s, size_t len) {
    if (t->len == len && (!len || !memcmp(t->s, s, len))) {
        t->cursor = len;
        return;
    }
    text_replace(t, 0, t->len, s, len);
}

void text_reset(struct text *t) {
    for (int i = 0; i < t->edits.n; i++) edit_free(&t->edits.v[i]);
    t->edits.n = t->applied = 0;
    reserve(t, 0);
    t->s[0] = 0;
    t->len = t->cursor = 0;
    t->version++;
    t->group++;
}

void text_finish(struct text *t) {
    for (int i = 0; i < t->edits.n; i++) edit_free(&t->edits.v[i]);
    HD_FREE_VEC(&t->edits);
    free(t->s);
    t->s = NULL;
}

bool text_undo(struct text *t) {
    if (!t->applied) return false;
    unsigned group = t->edits.v[t->applied - 1].group;
    while (t->applied && t->edits.v[t->applied - 1].group == group) {
        struct edit *e = &t->edits.v[--t->applied];
        apply(t, e->at, e->nadded, e->removed, e->nremoved);
        t->cursor = e->cursor;
    }
    t->group++;
    return true;
}

bool text_redo(struct text *t) {
    if (t->applied == t->edits.n) return false;
    unsigned group = t->edits.v[t->applied].group;
    while (t->applied < t->edits.n && t->edits.v[t->applied].group == group) {
        struct edit *e = &t->edits.v[t->applied++];
        apply(t, e->at, e->nremoved, e->added, e->nadded);
        t->cursor = e->at + e->nadded;
    }
    t->group++;
    return true;
}

// ---- lines and words ----------------------------------------------------------------------------

size_t text_line_start(const struct text *t, size_t at) {
    while (at > 0 && t->s[at - 1] != '\n') at--;
    return at;
}

size_t text_line_end(const struct text *t, size_t at) {
    const char *end = at < t->len ? memchr(t->s + at, '\n', t->len - at) : NULL;
    return end ? (size_t)(end - t->s) : t->len;
}

static bool in_word(const struct text *t, size_t at) {
    unsigned char c = (unsigned char)t->s[at];
    if (c < 0x80)
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
               c == '_';
    uint32_t code;
    hd_utf8_decode(t->s + at, t->len - at, &code);
    utf8proc_category_t category = utf8proc_category((utf8proc_int32_t)code);
    return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_NO;
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n'; }

size_t text_word_end(const struct text *t, size_t at) {
    while (at < t->len && !in_word(t, at)) at = text_next(t, at);
    while (at < t->len && in_word(t, at)) at = text_next(t, at);
    return at;
}

size_t text_word_start(const struct text *t, size_t at) {
    while (at > 0 && !in_word(t, text_prev(t, at))) at = text_prev(t, at);
    while (at > 0 && in_word(t, text_prev(t, at))) at = text_prev(t, at);
    return at;
}

size_t text_blank_start(const struct text *t, size_t at) {
    while (at > 0 && is_blank(t->s[at - 1])) at--;
    while (at > 0 && !is_blank(t->s[at - 1])) at = text_prev(t, at);
    return at;
}

// ---- killed texts -------------------------------------------------------------------------------

void kill_add(struct kill_ring *ring, const char *s, size_t len, int join) {
    if (!len) return;
    if (!join || !ring->n) {
        ring->newest = ring->n ? (ring->newest + 1) % HD_COUNT(ring->items) : 0;
        if (ring->n < HD_COUNT(ring->items)) ring->n++;
        hd_buf_clear(&ring->items[ring->newest]);
    }
    struct hd_buf *item = &ring->items[ring->newest];
    if (join >= 0 || !item->len) {
        hd_buf_add(item, s, len);
        return;
    }
    struct hd_buf both = {0};
    hd_buf_add(&both, s, len);
    hd_buf_add(&both, item->s, item->len);
    hd_buf_finish(item);
    *item = both;
}

const struct hd_buf *kill_get(const struct kill_ring *ring, int back) {
    if (!ring->n) return NULL;
    int i = (ring->newest - back % ring->n + ring->n) % ring->n;
    return &ring->items[i];
}

void kill_finish(struct kill_ring *ring) {
    for (int i = 0; i < HD_COUNT(ring->items); i++) hd_buf_finish(&ring->items[i]);
}
