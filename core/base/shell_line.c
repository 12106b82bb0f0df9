// Lines for the shell: `!ls *.cu`. What begins with `!` and goes on as a value of the language does
// is that value's negation: `!(x > 2)`, `!any(x)`, `!a.empty()`; `!=` begins nothing for a shell.
#include "base.h"

#include <ctype.h>

static bool is_word(char ch) { return isalnum((unsigned char)ch) || ch == '_'; }

bool hd_is_shell_line(const char *line, size_t len) {
    if (len < 2 || line[0] != '!' || line[1] == '=' || line[1] == '\n') return false;
    size_t at = 1;
    while (at < len && (is_word(line[at]) || line[at] == '.' || line[at] == ':')) at++;
    return at >= len || line[at] != '(';
}

// The end of `<...>` at `at`, which is balanced; `at`: it is not.
static size_t arguments_end(const char *line, size_t len, size_t at) {
    int open = 0;
    for (size_t i = at; i < len && line[i] != '\n'; i++) {
        open += line[i] == '<' || line[i] == '(' ? 1 : line[i] == '>' || line[i] == ')' ? -1 : 0;
        if (open <= 0) return line[i] == '>' ? i + 1 : at;
    }
    return at;
}

size_t hd_help_name(const char *line, size_t len) {
    size_t n = 0;
    for (;;) {
        if (n + 1 < len && line[n] == ':' && line[n + 1] == ':') n += 2;
        if (n >= len || !is_word(line[n]) || isdigit((unsigned char)line[n])) return 0;
        while (n < len && (is_word(line[n]) || line[n] == '$')) n++;
        if (n < len && line[n] == '<') n = arguments_end(line, len, n);
        if (n + 1 >= len || line[n] != ':' || line[n + 1] != ':') break;
    }
    size_t marks = len - n;
    return (marks == 1 || (marks == 2 && line[n + 1] == '?')) && line[n] == '?' ? n : 0;
}
