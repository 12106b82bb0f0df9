// Text that is being typed, as far as it can be understood without running it: its classes for
// colours, and the names that it declares. The arrays are the arena's.
#ifndef HD_FRONT_HIGHLIGHT_H
#define HD_FRONT_HIGHLIGHT_H

#include "front/front.h"

struct hd_span {
    uint32_t from, to;
    const char *class;
}; // byte offsets
// In order, without overlaps; what has no class is left out. Classes: keyword type function kernel
// builtin macro variable member unknown number string comment preprocessor magic.
int hd_highlight(struct hd_front *front, const char *text, size_t len, struct hd_arena *arena,
                 struct hd_span **out);
struct hd_text_name {
    const char *name, *class, *type; // type: as text, or NULL
    const char *after;               // what stands behind the name: "[4][2]", "(int n)", or ""
};
// The names that a text declares, in order; the last of a name counts.
int hd_text_names(struct hd_front *front, const char *text, size_t len, struct hd_arena *arena,
                  struct hd_text_name **out);

// A line that is a command, typed as code (editor/shell.c).
struct shell_command {
    const char *word; // where it begins in the line
    size_t len;
    const char *of;   // whose: "the system's shell", "the debugger"
    const char *help; // how that is done here; NULL: with `!` before it
};
bool front_shell_command(struct hd_front *front, const char *line, const char *end,
                         struct shell_command *found);

#endif
