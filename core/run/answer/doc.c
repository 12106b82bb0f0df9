// What the program says of a definition: the comment directly above it, or behind it on its line.
//
//     /// Adds b to a, element by element.          // a mass in kilograms
//     __global__ void add(float *a, ...             float mass; // in kilograms
//
// All of `//`, `///`, `/* */` and `/** */` will do; no blank line may stand between. Doxygen's
// commands are said in words (`@param n how many` becomes `n: how many`). A comment that is a
// heading (`// ---- memory ----`) says nothing of what comes next. In prelude.cu a comment holds
// for all items below it up to the next blank line or comment.
#include "run/run.h"

#include <ctype.h>
#include <string.h>

enum { MOST_LINES = 40 }; // of help: what is longer is a chapter, and `??name` shows the source

struct lines { // of one comment, without its marks
    struct {
        const char *text;
        size_t len;
    } v[MOST_LINES];
    int n;
};

struct text {
    const char *s;
    size_t len;
};

static size_t line_start(const struct text *t, size_t at) {
    while (at > 0 && t->s[at - 1] != '\n') at--;
    return at;
}

static size_t line_end(const struct text *t, size_t at) {
    while (at < t->len && t->s[at] != '\n') at++;
    return at;
}

static bool is_blank(const struct text *t, size_t from, size_t to) {
    while (from < to && isspace((unsigned char)t->s[from])) from++;
    return from >= to;
}

static void add_line(struct lines *l, const char *text, size_t len) {
    while (len > 0 && isspace((unsigned char)text[len - 1])) len--;
    if ((l->n == 0 && len == 0) || l->n == MOST_LINES) return;
    l->v[l->n].text = text;
    l->v[l->n++].len = len;
}

// ---- finding it ---------------------------------------------------------------------------------

// `// text` in [from, to): the mark and one blank are left out.
static void add_line_comment(struct lines *l, const struct text *t, size_t from, size_t to) {
    from += 2;
    while (from < to && (t->s[from] == '/' || t->s[from] == '!')) from++;
    if (from < to && t->s[from] == '<') from++; // Doxygen's mark for what stands behind
    if (from < to && t->s[from] == ' ') from++;
    add_line(l, t->s + from, to - from);
}

// `/* text */` in [from, to): a star that opens a line is a mark too.
static void add_block_comment(struct lines *l, const struct text *t, size_t from, size_t to) {
    from += 2, to -= 2;
    while (from < to && (t->s[from] == '*' || t->s[from] == '!' || t->s[from] == '<')) from++;
    while (from < to) {
        size_t end = line_end(t, from) < to ? line_end(t, from) : to, at = from;
        while (at < end && isspace((unsigned char)t->s[at])) at++;
        if (at < end && t->s[at] == '*') at++;
        if (at < end && t->s[at] == ' ') at++;
        add_line(l, t->s + at, end > at ? end - at : 0);
        from = end + 1;
    }
}

static bool starts_with(const struct text *t, size_t at, const char *mark) {
    size_t n = strlen(mark);
    return t->len - at >= n && memcmp(t->s + at, mark, n) == 0;
}

// The comment whose last line is the one before the line that starts at `start`.
static bool read_above(struct lines *l, const struct text *t, size_t start, bool group) {
    size_t first = start; // of the `//` lines
    for (;;) {
        if (first == 0) break;
        size_t end = first - 1, from = line_start(t, end), at = from;
        while (at < end && isspace((unsigned char)t->s[at])) at++;
        if (at == end) break;
        if (starts_with(t, at, "//")) {
            first = from;
            continue;
        }
        size_t last = end;
        while (last > at && isspace((unsigned char)t->s[last - 1])) last--;
        if (first == start && last - from >= 2 && memcmp(t->s + last - 2, "*/", 2) == 0) {
            size_t open = last - 2;
            while (open > 0 && !starts_with(t, open - 1, "/*")) open--;
            if (open-- > 0 && is_blank(t, line_start(t, open), open))
                add_block_comment(l, t, open, last);
            return l->n > 0;
        }
        if (!group || first != start) break;
        start = first = from; // an item that the same comment is for
    }
    for (size_t at = first; at < start; at = line_end(t, at) + 1) {
        size_t end = line_end(t, at);
        while (at < end && isspace((unsigned char)t->s[at])) at++;
        add_line_comment(l, t, at, end);
    }
    return l->n > 0;
}

// The comment behind a definition that ends at `at`, on its line.
static bool read_behind(struct lines *l, const struct text *t, size_t at) {
    size_t end = line_end(t, at);
    while (at < end && (isspace((unsigned char)t->s[at]) || strchr(",;", t->s[at]))) at++;
    if (starts_with(t, at, "//"))
        add_line_comment(l, t, at, end);
    else if (starts_with(t, at, "/*")) {
        const char *close = memmem(t->s + at + 2, end - at - 2, "*/", 2);
        if (close && is_blank(t, (size_t)(close + 2 - t->s), end))
            add_block_comment(l, t, at, (size_t)(close + 2 - t->s));
    }
    return l->n > 0;
}

static bool is_heading(const struct lines *l) {
    if (l->n == 0 || l->v[0].len < 3) return false;
    const char *s = l->v[0].text;
    return s[0] == s[1] && s[1] == s[2] && !isalnum((unsigned char)s[0]);
}

// ---- saying it ----------------------------------------------------------------------------------

static const struct {
    const char *command, *before, *after;
    bool takes_name; // its first word is a name, which `after` follows
} commands[] = {
    {"brief", "", "", false},
    {"details", "", "", false},
    {"param[in]", "", ":", true},
    {"param[out]", "", " (result):", true},
    {"param[in,out]", "", ":", true},
    {"param", "", ":", true},
    {"tparam", "", ":", true},
    {"returns", "returns ", "", false},
    {"return", "returns ", "", false},
    {"note", "note: ", "", false},
    {"warning", "warning: ", "", false},
};

static void say_line(struct hd_buf *out, const char *s, size_t len) {
    for (int i = 0; len > 1 && (s[0] == '@' || s[0] == '\\') && i < HD_COUNT(commands); i++) {
        size_t n = strlen(commands[i].command);
        if (len - 1 < n || memcmp(s + 1, commands[i].command, n) != 0 ||
            (len - 1 > n && !isspace((unsigned char)s[1 + n])))
            continue;
        s += 1 + n, len -= 1 + n;
        while (len && isspace((unsigned char)*s)) s++, len--;
        hd_buf_puts(out, commands[i].before);
        size_t name = 0;
        while (commands[i].takes_name && name < len && !isspace((unsigned char)s[name])) name++;
        hd_buf_add(out, s, name);
        hd_buf_puts(out, commands[i].after);
        s += name, len -= name;
        break;
    }
    hd_buf_add(out, s, len);
}

static bool say(struct hd_buf *out, struct lines *l) {
    if (is_heading(l)) return false;
    while (l->n > 0 && l->v[l->n - 1].len == 0) l->n--;
    for (int i = 0; i < l->n; i++) {
        if (i) hd_buf_putc(out, '\n');
        say_line(out, l->v[i].text, l->v[i].len);
    }
    return l->n > 0;
}

// ---- for others ---------------------------------------------------------------------------------

// above: what stood in an input of its own before the text.
static bool doc_of(struct hd_buf *out, const struct text *t, size_t at, size_t end, bool group,
                   const char *above) {
    struct lines l = {.n = 0};
    if (read_behind(&l, t, end) && say(out, &l)) return true;
    size_t start = line_start(t, at);
    if (!is_blank(t, start, at) && t->s[start] != '#') return false;
    l.n = 0;
    struct text before = {above, above ? strlen(above) : 0};
    return (start == 0 && above ? read_above(&l, &before, before.len, false)
                                : read_above(&l, t, start, group)) &&
           say(out, &l);
}

bool hd_doc_of(struct hd_buf *out, const struct hd_source *source, hd_loc from, hd_loc to) {
    if (!source || !source->text || from < source->base || to < from ||
        to - source->base > source->len)
        return false;
    struct text t = {source->text, source->len};
    bool is_prelude = source->system && !source->path;
    return doc_of(out, &t, from - source->base, to - source->base, is_prelude, source->above);
}

bool hd_doc_of_name(struct hd_buf *out, const struct hd_source *source, struct hd_range name,
                    bool behind) {
    if (!source || !source->text || name.from < source->base ||
        name.to - source->base > source->len)
        return false;
    struct text t = {source->text, source->len};
    size_t end = name.to - source->base;
    while (end < t.len && !strchr(",;}\n", t.s[end]) && !starts_with(&t, end, "//") &&
           !starts_with(&t, end, "/*"))
        end++;
    struct lines l = {.n = 0};
    if (behind) return read_behind(&l, &t, end) && say(out, &l);
    return hd_doc_of(out, source, name.from, source->base + (hd_loc)end);
}

bool hd_doc_of_macro(struct hd_buf *out, const struct hd_macro *macro) {
    if (macro->loc) {
        hd_loc end = macro->loc + (hd_loc)strlen(macro->name);
        if (macro->nbody > 0) {
            const struct hd_token *last = &macro->body[macro->nbody - 1];
            end = last->loc + last->len;
        }
        return hd_doc_of(out, hd_source_at(macro->loc), macro->loc, end);
    }
    static const char *const files[] = {"heddle/predefined.h", "heddle/predefined_cu.h"};
    for (int i = 0; i < HD_COUNT(files); i++) {
        struct text t = {.s = hd_builtin_header(files[i], &t.len)};
        size_t n = strlen(macro->name), end;
        for (size_t at = 0; t.s && at < t.len; at = end + 1) {
            end = line_end(&t, at);
            size_t name = at + strlen("#define ");
            if (starts_with(&t, at, "#define ") && starts_with(&t, name, macro->name) &&
                !isalnum((unsigned char)t.s[name + n]) && t.s[name + n] != '_')
                return doc_of(out, &t, at, end, true, NULL);
        }
    }
    return false;
}
