// LLVM's assembly text made readable for `%asm`.
//
// Kept: function labels, labels that something jumps to, instructions, constants. Dropped:
// directives that only an assembler needs, unwind and debug sections, labels nobody refers to. A
// line table's `.loc` becomes a comment with the source line, when it changes:
//
//     # In[3]:2  y[i] = a * x[i] + y[i];
//         vmovups zmm1, zmmword ptr [rdi + 4*rax]
#include "cpu/internal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

void hd_asm_tidy(const char *text, size_t len, struct hd_buf *out);

struct tidy {
    struct hd_buf *out;
    HD_VEC(uint32_t) files; // hd_source base by file number
    struct hd_map used;     // labels that instructions mention
    uint32_t file, line;    // last shown
    bool skipping;          // in a debug section
};

static bool starts(const char *s, size_t len, const char *prefix) {
    size_t n = strlen(prefix);
    return len >= n && memcmp(s, prefix, n) == 0;
}

static bool is_name(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '$';
}

// Local labels (".LBB0_2", ".LCPI0_0") that a line mentions.
static void note_labels(struct tidy *t, const char *s, size_t len) {
    for (size_t i = 0; i + 2 < len; i++) {
        if (s[i] != '.' || s[i + 1] != 'L' || (i && is_name(s[i - 1]))) continue;
        size_t n = i;
        while (n < len && is_name(s[n])) n++;
        if (n < len && s[n] == ':') return;
        hd_map_set(&t->used, hd_intern(s + i, n - i), t);
        i = n;
    }
}

static void note_file(struct tidy *t, const char *s, size_t len) {
    char *end;
    unsigned long number = strtoul(s + 5, &end, 10);
    const char *quote = NULL, *stop = s + len; // the last quoted text is the name
    for (const char *p = end; p < stop; p++) {
        if (*p != '"') continue;
        quote = p + 1;
        while (++p < stop && *p != '"') continue;
    }
    if (!quote || number > 10000) return;
    while (t->files.n <= (int)number) HD_XPUSH(&t->files, 0);
    t->files.v[number] = (uint32_t)strtoul(quote, NULL, 10);
}

static void show_source(struct tidy *t, const char *s) {
    char *end;
    unsigned long file = strtoul(s + 4, &end, 10), line = strtoul(end, &end, 10);
    if (!line || file >= (unsigned long)t->files.n || (file == t->file && line == t->line)) return;
    t->file = (uint32_t)file;
    t->line = (uint32_t)line;
    struct hd_place place;
    if (!t->files.v[file] || !hd_source_place(hd_place_loc(t->files.v[file], t->line, 0), &place))
        return;
    size_t skip = 0;
    while (skip < place.line_len && isspace((unsigned char)place.line_text[skip])) skip++;
    hd_buf_printf(t->out, "    # %s:%lu  %.*s\n", place.source->name, line,
                  (int)(place.line_len - skip), place.line_text + skip);
}

static bool is_data(const char *s, size_t len) {
    static const char *const kinds[] = {".byte",  ".short", ".long", ".quad",  ".value", ".ascii",
                                        ".asciz", ".zero",  ".octa", ".2byte", ".4byte", ".8byte"};
    for (int i = 0; i < HD_COUNT(kinds); i++)
        if (starts(s, len, kinds[i])) return true;
    return false;
}

static void directive(struct tidy *t, const char *s, size_t len) {
    if (starts(s, len, ".section"))
        t->skipping = memmem(s, len, ".debug", 6) || memmem(s, len, "note", 4);
    else if (starts(s, len, ".text"))
        t->skipping = false;
    else if (t->skipping)
        return;
    else if (starts(s, len, ".file"))
        note_file(t, s, len);
    else if (starts(s, len, ".loc\t") || starts(s, len, ".loc "))
        show_source(t, s);
    else if (is_data(s, len))
        hd_buf_printf(t->out, "    %.*s\n", (int)len, s);
}

static void add_instruction(struct hd_buf *out, const char *s, size_t len) {
    while (len && isspace((unsigned char)s[len - 1])) len--;
    hd_buf_puts(out, "    ");
    for (size_t i = 0; i < len; i++) hd_buf_putc(out, s[i] == '\t' ? ' ' : s[i]);
    hd_buf_putc(out, '\n');
}

static void add_line(struct tidy *t, const char *s, size_t len) {
    const char *end = s + len;
    while (s < end && (*s == '\t' || *s == ' ')) s++;
    len = (size_t)(end - s);
    if (!len || *s == '#') return;
    const char *colon = s;
    while (colon < end && is_name(*colon)) colon++;
    if (colon < end && *colon == ':' && colon > s) {
        if (t->skipping) return;
        bool local = starts(s, len, ".L");
        if (!local || hd_map_get(&t->used, hd_intern(s, (size_t)(colon - s))))
            hd_buf_printf(t->out, "%.*s:\n", (int)(colon - s), s);
    } else if (*s == '.') {
        directive(t, s, len);
    } else if (*s == '"') { // a name with unusual characters
        if (!t->skipping) hd_buf_printf(t->out, "%.*s\n", (int)len, s);
    } else if (!t->skipping) {
        add_instruction(t->out, s, len);
    }
}

void hd_asm_tidy(const char *text, size_t len, struct hd_buf *out) {
    struct tidy t = {.out = out, .file = UINT32_MAX};
    for (int pass = 0; pass < 2; pass++) {
        const char *end = text + len;
        for (const char *s = text, *next; s < end; s = next) {
            const char *newline = memchr(s, '\n', (size_t)(end - s));
            next = newline ? newline + 1 : end;
            size_t n = (size_t)((newline ? newline : end) - s);
            bool directive_line = n > 1 && s[0] == '\t' && s[1] == '.';
            if (pass)
                add_line(&t, s, n);
            else if (!directive_line || is_data(s + 1, n - 1))
                note_labels(&t, s, n);
        }
    }
    HD_FREE_VEC(&t.files);
    hd_map_finish(&t.used);
}
