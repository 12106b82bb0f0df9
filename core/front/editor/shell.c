// Commands of the system's shell that are typed as code: `gcc a.c`, `cd src`, `./a.out`; and those
// of the debugger where no statement is stopped: `next`, `thread 1,0,0 36,0,0`.
//
// A line is taken for one when it does not begin as code does: its first word names nothing, and is
// a command of this machine or of the list below; and what follows is no operator, so that `top =
// 3` stays a variable that was not declared. A single word counts when it is in the list alone:
// `head` is more often a list's than a command.
//
// Example: `nvcc -o a a.cu` is answered with: `%run a.cu` compiles and runs it.
#include "front/editor/highlight.h"
#include "front/parse/ast.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct {
    const char *word, *help; // NULL: `!` before it
    bool alone;              // meant where it stands alone, too
} commands[] = {
    {"cd", "`%cd` goes to another folder", true},
    {"pwd", "`%pwd` says where you are", true},
    {"export", "`%env NAME=value` sets a variable of the environment", false},
    {"setenv", "`%env NAME=value` sets a variable of the environment", false},
    {"source", "`%run FILE` runs a file of CUDA C++, `%env NAME=value` sets a variable", false},
    {"history", "`%history` lists what was typed", true},
    {"clear", "Ctrl-L clears the screen", true},
    {"cls", "Ctrl-L clears the screen", true},
    {"nvcc", "`%run FILE.cu` compiles and runs it at once; `!nvcc ...` calls the compiler", true},
    {"pip", "a C library comes with `%lib NAME`; `!pip ...` runs Python's installer", true},
    {"conda", "a C library comes with `%lib NAME`; `!conda ...` runs that", true},
    {"gdb", "`%debug` steps through a statement; `!gdb ...` cannot see the session", true},
    {"compute-sanitizer", "`%check` before a launch finds races and overruns", true},
    {"nsys", "`%timeit` times a launch, `%transfers` lists copies", true},
    {"ncu", "`%resources` and `%shapes` look at a kernel", true},
    {"ls", NULL, true},
    {"dir", NULL, true},
    {"make", NULL, true},
    {"cmake", NULL, true},
    {"gcc", NULL, true},
    {"g++", NULL, true},
    {"clang", NULL, true},
    {"git", NULL, true},
    {"bash", NULL, true},
    {"vim", NULL, true},
    {"nano", NULL, true},
    {"apt", NULL, true},
    {"sudo", NULL, true},
    {"htop", NULL, true},
    {"whoami", NULL, true},
    {"nvidia-smi", NULL, true},
    {"python", NULL, true},
    {"python3", NULL, true},
};

// What is typed at a stop (run/debug/commands.def), as far as it is no word of code.
static const char *const at_stops[] = {
    "step",    "next", "continue", "break",  "finish", "until", "back",  "reverse-continue",
    "locals",  "args", "threads",  "thread", "warp",   "block", "watch", "why",
    "display", "bt",   "up",       "down",
};

static bool is_at_stops(const char *word, size_t len) {
    for (int i = 0; i < HD_COUNT(at_stops); i++)
        if (strlen(at_stops[i]) == len && strncmp(at_stops[i], word, len) == 0) return true;
    return false;
}

static bool is_on_path(const char *word, size_t len) {
    const char *path = getenv("PATH");
    char file[4096];
    for (const char *at = path ? path : ""; *at;) {
        size_t n = strcspn(at, ":");
        if (n && n + len + 2 < sizeof file) {
            memcpy(file, at, n);
            file[n] = '/';
            memcpy(file + n + 1, word, len);
            file[n + 1 + len] = '\0';
            if (access(file, X_OK) == 0) return true;
        }
        at += n + (at[n] == ':');
    }
    return false;
}

// What may stand behind a command: a word, a path, an option. Not ` = 3`, ` - 1`, `(x)`.
static bool is_argument(const char *s, const char *end) {
    if (s == end || !isspace((unsigned char)*s)) return false;
    while (s < end && isspace((unsigned char)*s)) s++;
    if (s == end) return false;
    if (*s == '-') return s + 1 < end && (isalpha((unsigned char)s[1]) || s[1] == '-');
    return isalnum((unsigned char)*s) || strchr("_./~$\"'", *s);
}

bool front_shell_command(struct hd_front *front, const char *line, const char *end,
                         struct shell_command *found) {
    while (line < end && isspace((unsigned char)*line)) line++;
    const char *stop = line;
    while (stop < end && *stop != '\n') stop++;
    end = stop;
    while (end > line && isspace((unsigned char)end[-1])) end--;
    *found = (struct shell_command){line, 0, "the system's shell", NULL};
    if (end - line > 2 && (line[0] == '.' || line[0] == '~') && line[1] == '/' &&
        (isalpha((unsigned char)line[2]) || line[2] == '_')) { // ./a.out
        while (line + found->len < end && !isspace((unsigned char)line[found->len])) found->len++;
        return true;
    }
    size_t word = 0, len = 0;
    while (line + word < end && (isalnum((unsigned char)line[word]) || line[word] == '_')) word++;
    for (len = word; line + len < end &&
                     (isalnum((unsigned char)line[len]) || (len && strchr("_-+.", line[len])));)
        len++;
    if (!len || isdigit((unsigned char)*line) || strchr(";{},", end[-1])) return false;
    struct parse_inner inner;
    const char *name = hd_intern(line, word);
    if (parse_instead_of(name)) return false; // `import numpy` is Python's
    if (check_classify(front, NULL, name, false, HD_LANG_CU, &inner) != NAME_UNKNOWN) return false;
    found->len = len;
    bool alone = line + len == end, argument = is_argument(line + len, end);
    if ((alone || argument) && is_at_stops(line, len)) {
        found->of = "the debugger";
        found->help =
            "`%debug STATEMENT` stops in the first function of a statement: it is typed there";
        return true;
    }
    for (int i = 0; i < HD_COUNT(commands); i++) {
        if (strlen(commands[i].word) != len || strncmp(commands[i].word, line, len) != 0) continue;
        found->help = commands[i].help;
        return argument || (alone && commands[i].alone);
    }
    return argument && is_on_path(line, len);
}
