// The manual (doc/manual) as `%help` shows it: a chapter by its name, a part of one by its heading.
//
// Front-ends that know Markdown get it as it is; others get text: paragraphs and items filled to
// the terminal's width, tables with aligned columns, examples indented, links as their words.
#include "run/run.h"

#include <ctype.h>
#include <string.h>

enum { COLUMNS = 12, MARGIN = 4 };

// ---- finding ------------------------------------------------------------------------------------

static size_t line_len(const char *s) { return strcspn(s, "\n"); }

static const char *next_line(const char *s) {
    size_t n = line_len(s);
    return s + n + (s[n] == '\n');
}

static bool is_fence(const char *line) { return !strncmp(line, "```", 3); }

// The depth of a heading, 0: none.
static int heading(const char *line) {
    int n = 0;
    while (line[n] == '#') n++;
    return line[n] == ' ' ? n : 0;
}

// "Exercises: %%judge" is found by any word of it, and by all of them.
static bool is_named(const char *line, const char *name) {
    size_t n = strlen(name), len = line_len(line);
    for (size_t i = (size_t)heading(line); i + n <= len; i++) {
        bool before = !isalnum((unsigned char)line[i - 1]),
             after = !isalnum((unsigned char)line[i + n]);
        if (before && after && !strncasecmp(line + i, name, n)) return true;
    }
    return false;
}

// The part under a heading, with its deeper ones.
static bool find_part(const char *text, const char *name, const char **from, const char **to) {
    bool inside = false;
    int depth = 0;
    for (const char *p = text; *p; p = next_line(p)) {
        if (is_fence(p)) inside = !inside;
        int h = inside ? 0 : heading(p);
        if (!h) continue;
        if (depth && h <= depth) {
            *to = p;
            return true;
        }
        if (!depth && is_named(p, name)) {
            *from = p;
            *to = p + strlen(p);
            depth = h;
        }
    }
    return depth > 0;
}

const char *hd_manual_find(const char *name) {
    for (int i = 0; i < hd_manual_count; i++)
        if (!strcasecmp(hd_manual[i].name, name)) return hd_manual[i].text;
    const char *from = NULL, *to = NULL;
    for (int i = 0; i < hd_manual_count; i++)
        if (find_part(hd_manual[i].text, name, &from, &to))
            return hd_strndup(hd_engine.arena, from, (size_t)(to - from));
    return NULL;
}

// ---- as text ------------------------------------------------------------------------------------

// A line's words without marks: `[a](b.md)` is a, `**a**` a.
static void add_plain(struct hd_buf *out, const char *s, size_t len) {
    for (size_t i = 0; i < len; i++) {
        const char *close = s[i] == '[' ? memchr(s + i, ']', len - i) : NULL;
        const char *end =
            close && close[1] == '(' ? memchr(close, ')', len - (size_t)(close - s)) : NULL;
        if (end) {
            hd_buf_add(out, s + i + 1, (size_t)(close - (s + i + 1)));
            i = (size_t)(end - s);
        } else if (s[i] == '*' && i + 1 < len && s[i + 1] == '*') {
            i++;
        } else {
            hd_buf_putc(out, s[i]);
        }
    }
}

// Words from column `at` on, filled to the width, further lines indented.
static void add_filled(struct hd_buf *out, const char *s, size_t len, int width, int indent,
                       int at) {
    for (size_t i = 0; i < len;) {
        size_t n = 0;
        while (i + n < len && !isspace((unsigned char)s[i + n])) n++;
        int cells = (int)hd_utf8_count(s + i, n);
        if (i > 0 && at + 1 + cells > width) {
            hd_buf_printf(out, "\n%*s", indent, "");
            at = indent;
        } else if (i > 0) {
            hd_buf_putc(out, ' ');
            at++;
        }
        hd_buf_add(out, s + i, n);
        at += cells;
        i += n;
        while (i < len && isspace((unsigned char)s[i])) i++;
    }
    hd_buf_putc(out, '\n');
}

struct row {
    const char *cell[COLUMNS];
    int n;
};

static struct row split(const char *line) {
    struct row row = {.n = 0};
    size_t len = line_len(line), from = 1;
    for (size_t i = 1; i < len && row.n < COLUMNS; i++) {
        if (line[i] != '|') continue;
        size_t a = from, b = i;
        while (a < b && line[a] == ' ') a++;
        while (b > a && line[b - 1] == ' ') b--;
        struct hd_buf cell = {0};
        add_plain(&cell, line + a, b - a);
        row.cell[row.n++] = hd_strndup(hd_engine.arena, hd_buf_str(&cell), cell.len);
        hd_buf_finish(&cell);
        from = i + 1;
    }
    return row;
}

static const char *add_table(struct hd_buf *out, const char *p, int width) {
    HD_VEC(struct row) rows = {0};
    int widths[COLUMNS] = {0};
    for (; *p == '|'; p = next_line(p)) {
        if (p[1] == '-') continue;
        struct row row = split(p);
        for (int i = 0; i < row.n; i++) {
            int cells = (int)hd_utf8_count(row.cell[i], strlen(row.cell[i]));
            if (cells > widths[i]) widths[i] = cells;
        }
        HD_XPUSH(&rows, row);
    }
    for (int r = 0; r < rows.n; r++) {
        int at = MARGIN;
        hd_buf_printf(out, "%*s", MARGIN, "");
        for (int i = 0; i < rows.v[r].n; i++) {
            const char *cell = rows.v[r].cell[i];
            if (i + 1 == rows.v[r].n) { // the last one is filled
                int indent = at > width / 2 ? MARGIN * 2 : at;
                add_filled(out, cell, strlen(cell), width, indent, at);
            } else {
                int cells = (int)hd_utf8_count(cell, strlen(cell));
                hd_buf_printf(out, "%s%*s", cell, widths[i] - cells + 2, "");
                at += widths[i] + 2;
            }
        }
    }
    HD_FREE_VEC(&rows);
    return p;
}

static const char *add_example(struct hd_buf *out, const char *p) {
    for (p = next_line(p); *p && !is_fence(p); p = next_line(p))
        hd_buf_printf(out, "%*s%.*s\n", line_len(p) ? MARGIN : 0, "", (int)line_len(p), p);
    return next_line(p);
}

// A paragraph or an item, which ends where something else begins.
static const char *add_paragraph(struct hd_buf *out, const char *p, int width) {
    struct hd_buf words = {0};
    bool item = p[0] == '-' && p[1] == ' ';
    for (bool first = true; *p && *p != '\n' && *p != '|' && !is_fence(p) && !heading(p);
         p = next_line(p), first = false) {
        if (!first && p[0] == '-' && p[1] == ' ') break;
        if (!first) hd_buf_putc(&words, ' ');
        add_plain(&words, p, line_len(p));
    }
    add_filled(out, hd_buf_str(&words), words.len, width, item ? 2 : 0, 0);
    hd_buf_finish(&words);
    return p;
}

void hd_manual_text(struct hd_buf *out, const char *markdown, int width) {
    if (width <= 0 || width > 110) width = 110;
    if (width < 30) width = 30;
    for (const char *p = markdown; *p;) {
        if (is_fence(p)) {
            p = add_example(out, p);
        } else if (*p == '|') {
            p = add_table(out, p, width);
        } else if (*p == '\n') {
            hd_buf_putc(out, '\n');
            p++;
        } else if (heading(p)) {
            int depth = heading(p);
            size_t n = line_len(p);
            add_plain(out, p + depth + 1, n - (size_t)depth - 1);
            hd_buf_putc(out, '\n');
            for (size_t i = (size_t)depth + 1; i < n; i++) hd_buf_putc(out, depth == 1 ? '=' : '-');
            hd_buf_putc(out, '\n');
            p = next_line(p);
        } else {
            p = add_paragraph(out, p, width);
        }
    }
}
