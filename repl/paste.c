// A session that is pasted with its prompts, from a page, a README or a terminal: the inputs are
// taken out of it.
//
//     In [1]: int f(int x) {
//        ...:     return x + 1;        becomes       int f(int x) {
//        ...: }                                          return x + 1;
//     In [2]: f(41)                                  }
//     Out[2]: 42                                     f(41)
#include "repl.h"

#include <ctype.h>
#include <string.h>

enum { NARROWEST_WRAP = 40 }; // a shorter row is taken for a line of its own

struct line {
    const char *s;
    size_t len;
};

static struct line line_at(const char *s, size_t len, size_t at) {
    const char *end = memchr(s + at, '\n', len - at);
    return (struct line){s + at, end ? (size_t)(end - s) - at : len - at};
}

// The length of `In [12]:` at the start of a line; 0: it is not there.
static size_t first_prompt(struct line line) {
    static const char start[] = "In [";
    size_t at = sizeof start - 1;
    if (line.len < at || memcmp(line.s, start, at) != 0) return 0;
    size_t digits = at;
    while (at < line.len && isdigit((unsigned char)line.s[at])) at++;
    return at > digits && at + 1 < line.len && line.s[at] == ']' && line.s[at + 1] == ':' ? at + 2
                                                                                          : 0;
}

static size_t blanks(struct line line) {
    size_t n = 0;
    while (n < line.len && line.s[n] == ' ') n++;
    return n;
}

// The same for the prompt of a further line, blanks and `...:`.
static size_t further_prompt(struct line line) {
    static const char dots[] = "...:";
    size_t at = blanks(line);
    return line.len >= at + 4 && !memcmp(line.s + at, dots, 4) ? at + 4 : 0;
}

static int longest_line(const char *s, size_t len) {
    int longest = 0;
    for (size_t at = 0; at < len;) {
        struct line line = line_at(s, len, at);
        int columns = text_columns(line.s, line.len);
        if (columns > longest) longest = columns;
        at += line.len + 1;
    }
    return longest;
}

size_t paste_inputs(char *s, size_t len) {
    if (!first_prompt(line_at(s, len, 0))) return len;
    size_t to = 0, indent = 0;
    int wrap = longest_line(s, len);
    if (wrap < NARROWEST_WRAP) wrap = NARROWEST_WRAP;
    bool full = false; // the row before belongs to an input and reaches to the edge: what is
                       // indented below it goes on with it
    for (size_t at = 0; at < len;) {
        struct line line = line_at(s, len, at);
        at += line.len + 1;
        size_t first = first_prompt(line), prompt = first ? first : further_prompt(line);
        bool goes_on = !prompt && full && line.len > indent && blanks(line) >= indent;
        full = (prompt || goes_on) &&
               text_columns(line.s, line.len) + 1 >= wrap; // a wide character leaves a column free
        if (!prompt && !goes_on) continue;                 // output
        if (first) indent = first + 1;
        if (goes_on)
            prompt = indent;
        else if (prompt < line.len && line.s[prompt] == ' ')
            prompt++;
        if (to && !goes_on) s[to++] = '\n';
        memmove(s + to, line.s + prompt, line.len - prompt);
        to += line.len - prompt;
    }
    return to;
}
