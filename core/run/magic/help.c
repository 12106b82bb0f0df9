// %magic, %help, %pinfo and what `?name` shows: text for a pager.
#include "run/magic/magic.h"

#include <string.h>

void magic_beside(const char *left, int at, const char *text) {
    int columns = hd_engine.options.columns, column = (int)strlen(left);
    struct hd_buf out = {0};
    if (columns && at > columns / 2) at = 4;
    hd_buf_puts(&out, left);
    if (column >= at)
        hd_buf_printf(&out, "\n%*s", at, "");
    else
        hd_buf_printf(&out, "%*s", at - column, "");
    hd_buf_wrapped(&out, text, at, at, columns ? columns - 1 : 0);
    hd_print("%s\n", hd_buf_str(&out));
    hd_buf_finish(&out);
}

bool hd_magic_magic(struct hd_run *run, const char *line, const char *body) {
    int columns = hd_engine.options.columns, at = columns == 0 || columns >= 120 ? 49
                                                  : columns >= 60                ? 25
                                                  : columns >= 30                ? 8
                                                                                 : 2;
    const char *name, *usage, *help;
    for (int i = 0; (name = hd_magic_name(i, &usage, &help)); i++)
        magic_beside(hd_printf(hd_engine.arena, "%%%s %s", name, usage), at, help);
    magic_beside("!command", at, "runs a shell command");
    magic_beside("?name or name?", at, "what is known of a name");
    return true;
}

void magic_page(const struct hd_buf *text) {
    if (hd_engine.socket < 0) {
        hd_print("%s", text->s);
        return;
    }
    hd_event("page", json_pack("{s:{s:s}, s:s}", "data", "text/plain", text->s, "text", text->s));
}

bool magic_describe(struct hd_run *run, const char *name, int detail) {
    struct hd_buf out = {0};
    if (!hd_describe(&out, name, detail)) {
        const char *near = hd_suggest(hd_engine.front, hd_intern_str(name));
        hd_buf_finish(&out);
        return hd_magic_fail(run, "nothing is known of `%s`%s%s%s", name,
                             near ? "; did you mean `" : "", near ? near : "", near ? "`?" : "");
    }
    magic_page(&out);
    hd_buf_finish(&out);
    return true;
}

// A chapter of the manual, a part of one, what a check's finding means, or what a name is.
bool hd_magic_help(struct hd_run *run, const char *line, const char *body) {
    const char *markdown = hd_manual_find(*line ? line : "README"), *finding = hd_check_page(line);
    if (!markdown && !finding) return magic_describe(run, line, 0);
    struct hd_buf text = {0};
    if (markdown)
        hd_manual_text(&text, markdown, hd_engine.options.columns);
    else
        hd_buf_puts(&text, finding);
    if (markdown && hd_engine.socket >= 0)
        hd_event("page", json_pack("{s:{s:s, s:s}, s:s}", "data", "text/plain", hd_buf_str(&text),
                                   "text/markdown", markdown, "text", hd_buf_str(&text)));
    else
        magic_page(&text);
    hd_buf_finish(&text);
    return true;
}

bool hd_magic_pinfo(struct hd_run *run, const char *line, const char *body) {
    return *line ? magic_describe(run, line, 0) : hd_magic_fail(run, "%%pinfo needs a name");
}

bool hd_magic_pinfo2(struct hd_run *run, const char *line, const char *body) {
    return *line ? magic_describe(run, line, 1) : hd_magic_fail(run, "%%pinfo2 needs a name");
}
