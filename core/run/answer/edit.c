// %edit: finds the text that is to be edited and hands it to the front-end, which opens the editor
// (the terminal is its) and runs the result as the next input.
//
//     %edit f     the text of f's definition, with the comment before it; all of its overloads
//     %edit 3     In[3]
//     %edit       the last input; -n: nothing
#include "run/run.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// Where the line that at is in starts.
static size_t line_start(const char *text, size_t at) {
    while (at > 0 && text[at - 1] != '\n') at--;
    return at;
}

static bool is_comment_line(const char *text, size_t from) {
    while (text[from] == ' ' || text[from] == '\t') from++;
    return text[from] == '/' && text[from + 1] == '/' && strncmp(text + from, "// %%", 5) != 0;
}

static void add_text(struct hd_buf *out, const struct hd_source *s, size_t from, size_t to) {
    size_t start = line_start(s->text, from);
    bool first_in_line = true;
    for (size_t i = start; i < from; i++) first_in_line &= s->text[i] == ' ' || s->text[i] == '\t';
    if (first_in_line)
        for (from = start; from > 0 && is_comment_line(s->text, line_start(s->text, from - 1));)
            from = line_start(s->text, from - 1);
    if (out->len) hd_buf_putc(out, '\n');
    hd_buf_add(out, s->text + from, to - from);
    hd_buf_putc(out, '\n');
}

// Of one definition; definitions that share an item (`int a, b;`) share its text. false: it has
// none.
static bool add_definition(struct hd_buf *out, const struct hd_def *def) {
    const struct hd_source *s = def->source;
    if (!s || !s->text || def->range.from < s->base || def->range.to <= def->range.from)
        return false;
    size_t from = def->range.from - s->base, to = def->range.to - s->base;
    if (to > s->len) return false;
    while (to < s->len && (s->text[to] == ' ' || s->text[to] == ';') && s->text[to - 1] != ';')
        to++;
    while (to > from && isspace((unsigned char)s->text[to - 1])) to--;
    add_text(out, s, from, to);
    return true;
}

// The #define with its continued lines.
static bool add_macro(struct hd_buf *out, const struct hd_macro *macro) {
    struct hd_source *s = macro->loc ? hd_source_at(macro->loc) : NULL;
    if (!s || s->system) return false;
    size_t at = macro->loc - s->base, to = at;
    while (to < s->len && (s->text[to] != '\n' || s->text[to - 1] == '\\')) to++;
    add_text(out, s, line_start(s->text, at), to);
    return true;
}

static bool find_name(struct hd_run *run, struct hd_buf *out, const char *name) {
    struct hd_def *def = hd_def_named(hd_engine.front, name);
    if (def && !def->system) {
        for (; def; def = def->next_overload) add_definition(out, def);
        if (out->len) return true;
    }
    const struct hd_macro *macro = hd_macro_find(hd_engine.front, hd_intern_str(name));
    if (macro && add_macro(out, macro)) return true;
    struct hd_buf about = {0};
    bool known = hd_describe(&about, name, 0);
    hd_buf_finish(&about);
    if (known)
        return hd_magic_fail(
            run,
            "`%s` was not defined in this session, so there is no text to edit; ?%s tells what it is",
            name, name);
    const char *near = hd_suggest(hd_engine.front, hd_intern_str(name));
    if (near) return hd_magic_fail(run, "nothing is known of `%s`; did you mean `%s`?", name, near);
    return hd_magic_fail(run, "nothing is known of `%s`; `%%edit -n` opens an empty input", name);
}

static bool is_edit(const char *code) {
    while (isspace((unsigned char)*code)) code++;
    return strncmp(code, "%edit", 5) == 0 && !isalnum((unsigned char)code[5]);
}

// In[n], or with n 0 the last input that was not %edit itself.
static bool find_input(struct hd_run *run, struct hd_buf *out, int n) {
    int last = hd_engine.inputs.n < hd_engine.count ? hd_engine.inputs.n : hd_engine.count - 1;
    if (n > last || n < 0 || (n && !hd_engine.inputs.v[n - 1]))
        return hd_magic_fail(
            run, last > 0 ? "there is no In[%d]; the last input is In[%d]" : "there is no In[%d]",
            n, last);
    if (n == 0) {
        n = last;
        while (n > 0 && (!hd_engine.inputs.v[n - 1] || is_edit(hd_engine.inputs.v[n - 1]))) n--;
    }
    if (n > 0) hd_buf_puts(out, hd_engine.inputs.v[n - 1]);
    if (out->len && out->s[out->len - 1] != '\n') hd_buf_putc(out, '\n');
    return true;
}

bool hd_edit(struct hd_run *run, const char *line) {
    char **args, *end = NULL;
    int n = hd_magic_args(line, &args);
    if (!hd_engine.options.can_edit)
        return hd_magic_fail(
            run, "%%edit needs a terminal: it opens the editor that VISUAL or EDITOR names");
    if (n > 1)
        return hd_magic_fail(run, "%%edit takes one name or the number of an input: %%edit NAME");
    struct hd_buf text = {0};
    bool found = true;
    long number = n ? strtol(args[0], &end, 10) : 0;
    if (n == 0)
        found = find_input(run, &text, 0);
    else if (end != args[0] && !*end && number > 0)
        found = find_input(run, &text, (int)(number < 1000000000 ? number : 0x7fffffff));
    else if (strcmp(args[0], "-n") != 0)
        found = find_name(run, &text, args[0]);
    if (found) {
        json_t *e = json_pack("{s:s}", "name", n ? args[0] : "");
        hd_set_code(e, hd_buf_str(&text), text.len);
        hd_event("edit", e);
    }
    hd_buf_finish(&text);
    return found;
}
