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
