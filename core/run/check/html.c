// Findings for notebooks: each folds, and shows the lines of all its places with these marked.
//
//     > In[2]:3: error: race on `s[5]`: thread (6,0,0) reads it, thread (5,0,0) writes it, ...
//           2 |     s[threadIdx.x] = 1;
//           3 |     out[i] = s[i] + s[i - 1];
//       help: put `__syncthreads()` between the two
//
// Styles are of the few that a notebook which is not trusted keeps. Each background comes with a
// text colour, so that both themes can be read.
#include "run/display/display.h"

#include <string.h>

enum { MOST_PLACES = 8, AROUND = 1 }; // AROUND: lines before and behind one that is marked

struct mark {
    struct hd_place place;
    size_t from, to; // of the line, in bytes
    bool other;      // not where the finding is, but where a note is
};
static const struct {
    const char *line, *range;
} colours[] = {{"#fbe4e4", "#f0a3a3"}, {"#fcf3d9", "#f0cf78"}};

static bool mark_of(struct mark *m, const struct hd_diag *d) {
    if (!hd_source_place(d->caret ? d->caret : d->range.from, &m->place)) return false;
    hd_loc line = m->place.source->base + (hd_loc)(m->place.line_text - m->place.source->text);
    m->other = d->severity == HD_NOTE;
    m->from = m->place.line_offset;
    m->to = d->range.to > line + m->from ? d->range.to - line : m->from + 1;
    if (m->to > m->place.line_len) m->to = m->place.line_len;
    return true;
}

static void open_span(struct hd_buf *out, const char *tag, const char *background) {
    hd_buf_printf(out, "<%s style=\"background-color: %s; color: #111111\">", tag, background);
}

// The marks of one line are in order of their beginnings and do not overlap.
static void put_line(struct hd_buf *out, const struct mark *marks, int n, const char *text,
                     size_t len) {
    if (n) open_span(out, "span", colours[marks[0].other].line);
    size_t at = 0;
    for (int i = 0; i < n; i++) {
        if (marks[i].from < at || marks[i].to <= marks[i].from) continue;
        hd_html_escape(out, text + at, marks[i].from - at);
        open_span(out, "span", colours[marks[i].other].range);
        hd_html_escape(out, text + marks[i].from, marks[i].to - marks[i].from);
        hd_buf_puts(out, "</span>");
        at = marks[i].to;
    }
    hd_html_escape(out, text + at, len - at);
    if (n) hd_buf_puts(out, "</span>");
    hd_buf_putc(out, '\n');
}

static int order(const struct mark *a, const struct mark *b) {
    if (a->place.source != b->place.source) return a->other - b->other;
    if (a->place.line != b->place.line) return a->place.line - b->place.line;
    return a->from < b->from ? -1 : a->from > b->from;
}

// The lines [first, last] of a source, of which the n marked ones are among `marks`.
static void put_lines(struct hd_buf *out, const struct hd_source *source, int first, int last,
                      const struct mark *marks, int n) {
    const char *p = source->text, *end = p + source->len;
    for (int line = 1; p < end && line <= last; line++) {
        const char *stop = memchr(p, '\n', (size_t)(end - p));
        if (!stop) stop = end;
        int here = 0;
        while (here < n && marks[here].place.line == line) here++;
        if (line >= first) {
            hd_buf_printf(out, "%5d%s ", line, here ? "&gt;" : " ");
            put_line(out, marks, here, p, (size_t)(stop - p));
        }
        marks += here;
        n -= here;
        p = stop + 1;
    }
}

static void put_excerpts(struct hd_buf *out, struct mark *marks, int n) {
    for (int i = 1; i < n; i++) { // by insertion: there are few
        struct mark m = marks[i];
        int k = i;
        for (; k > 0 && order(&m, &marks[k - 1]) < 0; k--) marks[k] = marks[k - 1];
        marks[k] = m;
    }
    hd_buf_puts(out, "<pre>");
    for (int i = 0, next; i < n; i = next) {
        const struct hd_place *p = &marks[i].place;
        int last = p->line + AROUND;
        for (next = i + 1; next < n && marks[next].place.source == p->source &&
                           marks[next].place.line - AROUND <= last + 1;
             next++)
            last = marks[next].place.line + AROUND;
        bool same = i > 0 && marks[i - 1].place.source == p->source;
        hd_buf_puts(out, i == 0 ? "" : same ? "    ...\n" : "\n");
        if (!same) hd_html_escape(out, p->source->name, strlen(p->source->name));
        if (!same) hd_buf_putc(out, '\n');
        put_lines(out, p->source, p->line > AROUND ? p->line - AROUND : 1, last, marks + i,
                  next - i);
    }
    hd_buf_puts(out, "</pre>");
}

// What stands between two ` is code.
static void put_text(struct hd_buf *out, const char *text) {
    bool code = false;
    for (const char *end; *text; text = end + (*end == '`')) {
        end = text + strcspn(text, "`");
        hd_html_escape(out, text, (size_t)(end - text));
        if (!*end) break;
        hd_buf_puts(out, code ? "</code>" : "<code>");
        code = !code;
    }
    if (code) hd_buf_puts(out, "</code>");
}

void hd_finding_html(struct hd_buf *out, const struct hd_diag *d, bool open) {
    struct mark marks[MOST_PLACES];
    int n = mark_of(&marks[0], d);
    hd_buf_printf(out, "<details%s><summary>", open ? " open" : "");
    if (n) {
        put_text(out, marks[0].place.source->name);
        hd_buf_printf(out, ":%d: ", marks[0].place.line);
    }
    hd_buf_printf(out, "<strong>%s:</strong> ", d->severity == HD_ERROR ? "error" : "warning");
    put_text(out, d->message);
    hd_buf_puts(out, "</summary>");
    for (const struct hd_diag *note = d->notes; note && n < MOST_PLACES; note = note->next)
        n += mark_of(&marks[n], note);
    if (n) put_excerpts(out, marks, n);
    for (const struct hd_diag *note = d->notes; note; note = note->next) {
        struct hd_place place;
        hd_buf_puts(out, "<div>");
        if (hd_source_place(note->caret ? note->caret : note->range.from, &place)) {
            put_text(out, place.source->name);
            hd_buf_printf(out, ":%d: ", place.line);
        }
        put_text(out, note->message);
        hd_buf_puts(out, "</div>");
    }
    if (d->help) hd_buf_puts(out, "<div><em>help:</em> ");
    if (d->help) put_text(out, d->help);
    hd_buf_puts(out, d->help ? "</div></details>" : "</details>");
}
