// Diagnostics: recording them, and showing them with the source line, a caret and an underline.
//
// What is recorded is bounded: after `max_errors` errors the cell is unwound, and of warnings the
// first 100 are kept. A diagnostic that is not recorded (muted, repeated, from a system header,
// past the bound) is still handed to the caller, so that notes and help can be hung on it without a
// test. While `muted`, all of them share one scratch object and nothing is formatted.
//
//   struct hd_diag *diag = hd_error(diags, range, "`%s` is not declared", name);
//   hd_help(diags, diag, "did you mean `%s`?", near);
//
// Rendering never trusts the text: control characters and invalid UTF-8 come out as visible
// stand-ins of one column.
#include "base/base.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_ERRORS = 20,
    MAX_WARNINGS = 100,
    TAB = 4,
    GUTTER = 8,
    DEFAULT_COLUMNS = 100,
    LEAST_ROOM = 24,
    MESSAGE_INDENT = 4,
    HELP_INDENT = 14, // "      = help: "
    MAX_MESSAGE = 600
};

// ---- recording ----------------------------------------------------------------------------------

// A message that quotes something endless (a name of a megabyte) keeps its two ends.
static const char *shortened(struct hd_arena *arena, const char *text, size_t *len) {
    if (*len <= MAX_MESSAGE) return text;
    size_t keep = MAX_MESSAGE / 2, tail = *len - keep;
    while (keep > 0 && ((unsigned char)text[keep] & 0xC0) == 0x80) keep--;
    while (tail < *len && ((unsigned char)text[tail] & 0xC0) == 0x80) tail++;
    const char *cut = hd_printf(arena, "%.*s ... %s", (int)keep, text, text + tail);
    *len = strlen(cut);
    return cut;
}

static char *clean(struct hd_arena *arena, const char *text) {
    size_t len = strlen(text);
    text = shortened(arena, text, &len);
    bool plain = true;
    for (size_t i = 0; i < len && plain; i++) plain = text[i] >= 0x20 && text[i] < 0x7F;
    if (plain) return hd_strndup(arena, text, len);
    struct hd_buf buf = {0};
    for (size_t i = 0; i < len;) {
        uint32_t c;
        i += (size_t)hd_utf8_decode(text + i, len - i, &c);
        hd_buf_utf8(&buf, c == '\n' || c == '\t' ? ' ' : hd_utf8_visible(c));
    }
    char *copy = hd_strndup(arena, hd_buf_str(&buf), buf.len);
    hd_buf_finish(&buf);
    return copy;
}

static struct hd_diag *scratch(void) {
    static _Thread_local struct hd_diag unused;
    unused = (struct hd_diag){.message = ""};
    return &unused;
}

static struct hd_diag *new_diag(struct hd_diags *diags, enum hd_severity severity,
                                struct hd_range range, const char *fmt, va_list args) {
    struct hd_diag *diag = HD_NEW(diags->arena, struct hd_diag);
    diag->severity = severity;
    diag->range = range;
    diag->message = clean(diags->arena, hd_vprintf(diags->arena, fmt, args));
    return diag;
}

// Whether an equal one is there already; *same counts those of its severity.
static bool is_repeated(struct hd_diags *diags, const struct hd_diag *diag, int *same) {
    *same = 0;
    for (struct hd_diag *old = diags->first; old; old = old->next) {
        if (old->severity != diag->severity) continue;
        ++*same;
        if (old->range.from == diag->range.from && strcmp(old->message, diag->message) == 0)
            return true;
    }
    return false;
}

static void record(struct hd_diags *diags, struct hd_diag *diag) {
    if (diags->last)
        diags->last->next = diag;
    else
        diags->first = diag;
    diags->last = diag;
}

static void too_many(struct hd_diags *diags) {
    struct hd_diag *diag = HD_NEW(diags->arena, struct hd_diag);
    diag->severity = HD_NOTE;
    diag->message = "too many errors; the rest is not shown";
    record(diags, diag);
    hd_diags_abort(diags);
}

// The error past the last one is what unwinds, so that help can still be hung on the last. A cell
// whose errors are all the same one ends too, only later.
struct hd_diag *hd_error(struct hd_diags *diags, struct hd_range range, const char *fmt, ...) {
    diags->errors++;
    if (diags->muted) return scratch();
    va_list args;
    va_start(args, fmt);
    struct hd_diag *diag = new_diag(diags, HD_ERROR, range, fmt, args);
    va_end(args);
    int most = diags->max_errors ? diags->max_errors : MAX_ERRORS, recorded;
    bool repeated = is_repeated(diags, diag, &recorded);
    if ((!repeated && recorded >= most) || diags->errors >= 100 * most) {
        if (diags->unwind) too_many(diags);
        return diag;
    }
    if (!repeated) record(diags, diag);
    return diag;
}

struct hd_diag *hd_warning(struct hd_diags *diags, struct hd_range range, const char *flag,
                           const char *fmt, ...) {
    if (diags->muted) return scratch();
    struct hd_source *source = hd_source_at(range.from);
    if (source && source->system) return scratch();
    va_list args;
    va_start(args, fmt);
    struct hd_diag *diag = new_diag(diags, HD_WARNING, range, fmt, args);
    va_end(args);
    diag->flag = flag;
    int recorded;
    if (is_repeated(diags, diag, &recorded)) return diag;
    diags->warnings++;
    if (recorded < MAX_WARNINGS) record(diags, diag);
    return diag;
}

static void add_note(struct hd_diag *on, struct hd_diag *note) {
    struct hd_diag **at = &on->notes;
    while (*at) at = &(*at)->next;
    *at = note;
}

void hd_note(struct hd_diags *diags, struct hd_diag *on, struct hd_range range, const char *fmt,
             ...) {
    if (diags->muted || !on) return;
    va_list args;
    va_start(args, fmt);
    add_note(on, new_diag(diags, HD_NOTE, range, fmt, args));
    va_end(args);
}

void hd_help(struct hd_diags *diags, struct hd_diag *on, const char *fmt, ...) {
    if (diags->muted || !on) return;
    va_list args;
    va_start(args, fmt);
    struct hd_diag *help = new_diag(diags, HD_NOTE, (struct hd_range){0, 0}, fmt, args);
    va_end(args);
    if (on->help)
        add_note(on, help);
    else
        on->help = help->message;
}

bool hd_diags_stop(struct hd_diags *diags) {
    if (!diags->stop || !*diags->stop) return false;
    diags->errors++;
    return diags->stopped = true;
}

_Noreturn void hd_diags_abort(struct hd_diags *diags) {
    assert(diags->unwind && "an error unwinds outside of a cell");
    longjmp(*diags->unwind, 1);
}

bool hd_diags_protect(struct hd_diags *diags, void (*fn)(void *user), void *user) {
    jmp_buf here, *outer = diags->unwind;
    diags->unwind = &here;
    volatile bool ok = false;
    if (setjmp(here) == 0) {
        fn(user);
        ok = true;
    }
    diags->unwind = outer;
    return ok;
}

// ---- rendering ----------------------------------------------------------------------------------

struct style {
    const char *bold, *severity, *caret, *faint, *reset;
};

static struct style style_of(enum hd_severity severity, bool color) {
    static const char *const tints[] = {
        [HD_ERROR] = "\033[1;31m", [HD_WARNING] = "\033[1;35m", [HD_NOTE] = "\033[1;36m"};
    if (!color) return (struct style){"", "", "", "", ""};
    return (struct style){"\033[1m", tints[severity], "\033[1;32m", "\033[2m", "\033[0m"};
}

static const char *severity_name(enum hd_severity severity) {
    return severity == HD_ERROR ? "error" : severity == HD_WARNING ? "warning" : "note";
}

// The line to show and, as byte offsets in it, what to mark and what part of it to print.
struct excerpt {
    const char *text;
    size_t len;
    size_t caret, from, to; // from == to: the caret alone
    size_t first, last;     // printed part
};

static int columns_of(uint32_t c, int column) {
    return c == '\t' ? TAB - column % TAB : hd_utf8_width(hd_utf8_visible(c));
}

// How many columns text[at..] takes, as far as it is of interest: stops above `enough`.
static int measure(const char *text, size_t at, size_t end, int enough) {
    int column = 0;
    while (at < end && column <= enough) {
        uint32_t c;
        at += (size_t)hd_utf8_decode(text + at, end - at, &c);
        column += columns_of(c, column);
    }
    return column;
}

// The start of the code point before text[at].
static size_t step_back(const char *text, size_t at) {
    size_t start = at - 1;
    while (start > 0 && at - start < 4 && ((unsigned char)text[start] & 0xC0) == 0x80) start--;
    uint32_t c;
    return start + (size_t)hd_utf8_decode(text + start, at - start, &c) == at ? start : at - 1;
}

// Chooses the printed part: all of a line that fits, else a window with the caret in it, preferring
// the start of the line, and otherwise leaving a third of the room to what follows the caret. A cut
// end costs three columns.
static void cut(struct excerpt *x, int room) {
    x->first = 0;
    x->last = x->len;
    if (measure(x->text, 0, x->len, room) <= room) return;
    int before = room * 2 / 3;
    if (measure(x->text, 0, x->caret, before) > before) {
        x->first = x->caret;
        for (int used = 3; x->first > 0;) {
            size_t start = step_back(x->text, x->first);
            uint32_t c;
            hd_utf8_decode(x->text + start, x->first - start, &c);
            used += c == '\t' ? TAB : hd_utf8_width(hd_utf8_visible(c));
            if (used > before) break;
            x->first = start;
        }
        room -= 3;
    }
    if (measure(x->text, x->first, x->len, room) <= room) return;
    room -= 3;
    size_t at = x->first;
    for (int column = 0; at < x->len;) {
        uint32_t c;
        int n = hd_utf8_decode(x->text + at, x->len - at, &c);
        column += columns_of(c, column);
        if (column > room) break;
        at += (size_t)n;
    }
    x->last = at;
}

static void add_line(struct hd_buf *out, struct hd_buf *marks, const struct excerpt *x) {
    int column = 0;
    if (x->first > 0) {
        hd_buf_puts(out, "...");
        hd_buf_puts(marks, "   ");
    }
    for (size_t at = x->first; at < x->last;) {
        uint32_t c;
        int n = hd_utf8_decode(x->text + at, x->last - at, &c);
        int width = columns_of(c, column);
        bool inside = at >= x->from && at < x->to;
        if (c == '\t')
            hd_buf_printf(out, "%*s", width, "");
        else
            hd_buf_utf8(out, hd_utf8_visible(c));
        // A location may point into the middle of an invalid or multi-byte sequence.
        bool here = x->caret >= at && x->caret < at + (size_t)n;
        for (int i = 0; i < width; i++)
            hd_buf_putc(marks, here && i == 0 ? '^' : inside && c != '\t' ? '~' : ' ');
        column += width;
        at += (size_t)n;
    }
    if (x->last < x->len)
        hd_buf_puts(out, "...");
    else if (x->caret >= x->len)
        hd_buf_putc(marks, '^');
    while (marks->len && marks->s[marks->len - 1] == ' ') marks->s[--marks->len] = 0;
}

static struct excerpt find_excerpt(const struct hd_place *place, struct hd_range range) {
    struct excerpt x = {
        .text = place->line_text, .len = place->line_len, .caret = place->line_offset};
    x.from = x.to = x.caret;
    hd_loc base = place->source->base,
           line = base + (hd_loc)(place->line_text - place->source->text);
    bool same_source =
        range.from >= base && range.to > range.from && range.to - base <= place->source->len + 1;
    if (!same_source) return x;
    x.from = range.from > line ? range.from - line : 0;
    x.to = range.to > line ? range.to - line : 0;
    if (x.to > x.len) x.to = x.len;
    if (range.from < line) // began on an earlier line: the indentation is not part of it
        while (x.from < x.to && (x.text[x.from] == ' ' || x.text[x.from] == '\t')) x.from++;
    if (x.from > x.to) x.from = x.to;
    return x;
}

static void render_excerpt(struct hd_buf *out, const struct hd_place *place, struct hd_range range,
                           const struct style *style, int columns) {
    struct excerpt x = find_excerpt(place, range);
    int room = (columns ? columns : DEFAULT_COLUMNS) - GUTTER;
    cut(&x, room < LEAST_ROOM ? LEAST_ROOM : room);
    struct hd_buf marks = {0};
    hd_buf_printf(out, "%s%5d |%s ", style->faint, place->line, style->reset);
    add_line(out, &marks, &x);
    while (out->s[out->len - 1] == ' ') out->s[--out->len] = 0;
    hd_buf_printf(out, "\n%s      |%s %s%s%s\n", style->faint, style->reset, style->caret,
                  hd_buf_str(&marks), style->reset);
    hd_buf_finish(&marks);
}

static void render_message(struct hd_buf *out, const struct hd_diag *diag,
                           const struct style *style, int column, int columns) {
    const char *severity = severity_name(diag->severity);
    hd_buf_printf(out, "%s%s:%s ", style->severity, severity, style->reset);
    hd_buf_puts(out, style->bold);
    column = hd_buf_wrapped(out, diag->message, column + (int)strlen(severity) + 2, MESSAGE_INDENT,
                            columns);
    hd_buf_puts(out, style->reset);
    if (diag->flag) {
        bool below = columns >= 2 * MESSAGE_INDENT &&
                     column + (int)strlen(" []") + (int)strlen(diag->flag) > columns;
        hd_buf_printf(out, "%s%*s", below ? "\n" : "", below ? MESSAGE_INDENT : 1, "");
        hd_buf_printf(out, "%s[%s]%s", style->faint, diag->flag, style->reset);
    }
    hd_buf_putc(out, '\n');
}

void hd_diag_render(struct hd_buf *out, const struct hd_diag *diag, bool color, int columns) {
    struct style style = style_of(diag->severity, color);
    hd_loc loc = diag->caret ? diag->caret : diag->range.from;
    struct hd_place place;
    if (hd_source_place(loc, &place)) {
        hd_buf_printf(out, "%s%s:%d:%d:%s ", style.bold, place.source->name, place.line,
                      place.column, style.reset);
        int column = snprintf(NULL, 0, "%s:%d:%d: ", place.source->name, place.line, place.column);
        render_message(out, diag, &style, column, columns);
        render_excerpt(out, &place, diag->range, &style, columns);
    } else {
        struct hd_source *source = hd_source_at(loc);
        if (source) hd_buf_printf(out, "%s%s:%s ", style.bold, source->name, style.reset);
        render_message(out, diag, &style, source ? (int)strlen(source->name) + 2 : 0, columns);
    }
    if (diag->help) {
        const char *tint = style_of(HD_NOTE, color).severity;
        hd_buf_printf(out, "      %s=%s %shelp:%s ", style.faint, style.reset, tint, style.reset);
        hd_buf_wrapped(out, diag->help, HELP_INDENT, HELP_INDENT, columns);
        hd_buf_putc(out, '\n');
    }
    for (const struct hd_diag *note = diag->notes; note; note = note->next)
        hd_diag_render(out, note, color, columns);
}
