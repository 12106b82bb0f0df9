// A quick look at C text, for what must be known at once: colours in the instant after a key,
// brackets, indentation, and whether a cell is complete when there is no engine to tell. What it
// says of names is provisional; the engine's lexer, which knows the session, has the last word.
//
// It understands comments, literals (raw strings too), numbers, directives, and lines that are
// magics. It never fails: whatever is open at the end reaches to the end.
#include "repl.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_OPEN = 1024 };

struct scan {
    const char *s;
    size_t len, at;
    struct pieces *out;                                    // or NULL
    void (*bracket)(struct scan *scan, char c, size_t at); // or NULL
    void *user;
    bool open; // a comment or literal reaches over the end
    bool line_start, directive, include;
    int depth;   // of brackets, for magics
    size_t last; // behind the last byte that is neither blank nor in a comment
};

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

static bool is_name_start(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' ||
           (unsigned char)c >= 0x80;
}

static bool is_one_of(char c, const char *set) { return c && strchr(set, c); }

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static void put(struct scan *scan, size_t from, size_t to, enum class class) {
    if (!scan->out || from == to || class == CLASS_PLAIN) return;
    struct piece piece = {from, to, class};
    HD_XPUSH(scan->out, piece);
}

static int compare_words(const void *a, const void *b) {
    return strcmp(a, *(const char *const *)b);
}

static enum class class_of_word(const char *s, size_t len) {
    static const char *const keywords[] = {"_Generic",
                                           "_Static_assert",
                                           "__constant__",
                                           "__device__",
                                           "__forceinline__",
                                           "__global__",
                                           "__host__",
                                           "__launch_bounds__",
                                           "__managed__",
                                           "__noinline__",
                                           "__restrict__",
                                           "__shared__",
                                           "alignas",
                                           "alignof",
                                           "asm",
                                           "break",
                                           "case",
                                           "class",
                                           "const",
                                           "const_cast",
                                           "constexpr",
                                           "continue",
                                           "decltype",
                                           "default",
                                           "delete",
                                           "do",
                                           "dynamic_cast",
                                           "else",
                                           "enum",
                                           "extern",
                                           "false",
                                           "for",
                                           "goto",
                                           "if",
                                           "inline",
                                           "namespace",
                                           "new",
                                           "nullptr",
                                           "operator",
                                           "register",
                                           "reinterpret_cast",
                                           "restrict",
                                           "return",
                                           "sizeof",
                                           "static",
                                           "static_assert",
                                           "static_cast",
                                           "struct",
                                           "switch",
                                           "template",
                                           "this",
                                           "true",
                                           "typedef",
                                           "typename",
                                           "typeof",
                                           "union",
                                           "using",
                                           "volatile",
                                           "while"};
    static const char *const types[] = {"_Bool", "_Complex", "auto", "bool", "char", "double",
                                        "float", "int", "long", "short", "signed", "unsigned",
                                        "void"};
    char word[32];
    if (len >= sizeof word) return CLASS_PLAIN;
    memcpy(word, s, len);
    word[len] = 0;
    if (bsearch(word, keywords, HD_COUNT(keywords), sizeof *keywords,
                compare_words)) return CLASS_KEYWORD;
    if (bsearch(word, types, HD_COUNT(types), sizeof *types, compare_words)) return CLASS_TYPE;
    return CLASS_PLAIN;
}

// The end of a literal that opens at `at`; it ends with its line at the latest.
static size_t quoted_end(struct scan *scan, size_t at) {
    char quote = scan->s[at++];
    for (; at < scan->len; at++) {
        char c = scan->s[at];
        if (c == '\\')
            at++;
        else if (c == quote)
            return at + 1;
        else if (c == '\n')
            return at;
    }
    scan->open = true;
    return scan->len;
}

// R"delimiter( ... )delimiter" whose quote is at `at`.
static size_t raw_end(struct scan *scan, size_t at) {
    const char *paren = memchr(scan->s + at, '(', scan->len - at);
    char closing[24];
    size_t n = paren ? (size_t)(paren - (scan->s + at)) - 1 : 99;
    if (n > 16) return quoted_end(scan, at);
    closing[0] = ')';
    memcpy(closing + 1, scan->s + at + 1, n);
    closing[n + 1] = '"';
    size_t from = at + n + 2;
    const char *end =
        from <= scan->len ? memmem(scan->s + from, scan->len - from, closing, n + 2) : NULL;
    if (end) return (size_t)(end - scan->s) + n + 2;
    scan->open = true;
    return scan->len;
}

static void scan_comment(struct scan *scan) {
    size_t from = scan->at;
    const char *s = scan->s;
    if (s[from + 1] == '/') {
        size_t at = from;
        while (at < scan->len && (s[at] != '\n' || s[at - 1] == '\\')) at++;
        scan->at = at;
    } else {
        const char *end =
            from + 2 <= scan->len ? memmem(s + from + 2, scan->len - from - 2, "*/", 2) : NULL;
        scan->open = !end;
        scan->at = end ? (size_t)(end - s) + 2 : scan->len;
    }
    put(scan, from, scan->at, CLASS_COMMENT);
}

static void scan_name(struct scan *scan) {
    size_t from = scan->at, at = from;
    while (at < scan->len && (is_name_start(scan->s[at]) || is_digit(scan->s[at]))) at++;
    scan->at = at;
    char last = scan->s[at - 1], next = at < scan->len ? scan->s[at] : 0;
    bool prefix = at - from <= 3 && is_one_of(scan->s[from], "LuU8R");
    if (next == '"' && prefix && last == 'R') {
        scan->at = raw_end(scan, at);
        put(scan, from, scan->at, CLASS_STRING);
    } else if ((next == '"' || next == '\'') && prefix) {
        scan->at = quoted_end(scan, at);
        put(scan, from, scan->at, CLASS_STRING);
    } else {
        enum class class = class_of_word(scan->s + from, at - from);
        // A plain name has its piece too: the engine may have said what it is.
        if (scan->out) {
            struct piece piece = {from, at, class};
            HD_XPUSH(scan->out, piece);
        }
    }
}

static void scan_number(struct scan *scan) {
    size_t from = scan->at, at = from;
    for (; at < scan->len; at++) {
        char c = scan->s[at];
        bool sign =
            (c == '+' || c == '-') && is_one_of(scan->s[at - (at > from)], "eEpP") && at > from;
        bool hex = from + 1 < scan->len && scan->s[from] == '0' && (scan->s[from + 1] | 32) == 'x';
        if (sign && hex && is_one_of(scan->s[at - 1], "eE")) sign = false;
        bool separator = c == '\'' && at + 1 < scan->len &&
                         (is_digit(scan->s[at + 1]) || is_name_start(scan->s[at + 1]));
        if (!is_digit(c) && !is_name_start(c) && c != '.' && !sign && !separator) break;
    }
    scan->at = at;
    put(scan, from, at, CLASS_NUMBER);
}

static void scan_directive(struct scan *scan) {
    size_t from = scan->at, at = from + 1;
    while (at < scan->len && is_space(scan->s[at])) at++;
    size_t word = at;
    while (at < scan->len && is_name_start(scan->s[at])) at++;
    scan->directive = true;
    scan->include = at - word >= 6 && !strncmp(scan->s + word, "includ", 6);
    scan->at = at;
    put(scan, from, at, CLASS_PREPROCESSOR);
}

static size_t line_end(const struct scan *scan, size_t at) {
    const char *end = memchr(scan->s + at, '\n', scan->len - at);
    return end ? (size_t)(end - scan->s) : scan->len;
}

// `%name`, `%%name`, `!command` and `?name` at the start of a line.
static bool scan_magic(struct scan *scan) {
    const char *s = scan->s;
    size_t at = scan->at, end = line_end(scan, at);
    char next = at + 1 < end ? s[at + 1] : 0;
    if (scan->depth > 0) return false;
    if (hd_is_shell_line(s + at, end - at)) {
        put(scan, at, end, CLASS_MAGIC);
        scan->at = end;
        return true;
    }
    if (s[at] == '%' && (is_name_start(next) || next == '%')) {
        scan->at++;
        if (next == '%') scan->at++;
        while (scan->at < end && is_name_start(s[scan->at])) scan->at++;
        put(scan, at, scan->at, CLASS_MAGIC);
        return true;
    }
    if (s[at] == '?') {
        put(scan, at, at + 1, CLASS_MAGIC);
        scan->at++;
        return true;
    }
    return false;
}

static void scan_all(struct scan *scan) {
    scan->line_start = true;
    while (scan->at < scan->len) {
        size_t at = scan->at;
        char c = scan->s[at], next = at + 1 < scan->len ? scan->s[at + 1] : 0;
        if (c == '\n') {
            if (at == 0 || scan->s[at - 1] != '\\') scan->directive = scan->include = false;
            scan->line_start = true;
            scan->at++;
            continue;
        }
        if (is_space(c)) {
            scan->at++;
            continue;
        }
        bool first = scan->line_start;
        scan->line_start = false;
        if (first && scan_magic(scan)) continue;
        if (c == '/' && (next == '/' || next == '*')) {
            scan_comment(scan);
            continue;
        }
        if (c == '#' && first) {
            scan_directive(scan);
        } else if (c == '<' && scan->include) {
            size_t end = line_end(scan, at);
            const char *close = memchr(scan->s + at, '>', end - at);
            scan->at = close ? (size_t)(close - scan->s) + 1 : end;
            put(scan, at, scan->at, CLASS_STRING);
        } else if (c == '"' || c == '\'') {
            scan->at = quoted_end(scan, at);
            put(scan, at, scan->at, CLASS_STRING);
        } else if (is_digit(c) || (c == '.' && is_digit(next))) {
            scan_number(scan);
        } else if (is_name_start(c)) {
            scan_name(scan);
        } else {
            if (is_one_of(c, "([{")) scan->depth++;
            if (is_one_of(c, ")]}") && scan->depth > 0) scan->depth--;
            if (scan->bracket && is_one_of(c, "()[]{}")) scan->bracket(scan, c, at);
            scan->at++;
        }
        scan->last = scan->at;
    }
}

void scan_text(const char *s, size_t len, struct pieces *out) {
    struct scan scan = {.s = s, .len = len, .out = out};
    out->n = 0;
    scan_all(&scan);
}

// ---- brackets -----------------------------------------------------------------------------------

struct stack {
    size_t at[MOST_OPEN];
    int n;
    size_t wanted, partner; // scan_partner's
    bool found, clash, bad;
};

static char opening(char c) { return c == ')' ? '(' : c == ']' ? '[' : '{'; }

static void on_bracket(struct scan *scan, char c, size_t at) {
    struct stack *stack = scan->user;
    if (at == stack->wanted) stack->found = true;
    if (is_one_of(c, "([{")) {
        if (stack->n < MOST_OPEN) stack->at[stack->n] = at;
        stack->n++;
        return;
    }
    if (!stack->n) {
        stack->bad = true;
        return;
    }
    stack->n--;
    size_t partner = stack->n < MOST_OPEN ? stack->at[stack->n] : 0;
    if (scan->s[partner] != opening(c)) {
        stack->bad = true;
        return;
    }
    if (at == stack->wanted) stack->partner = partner;
    if (partner == stack->wanted) stack->partner = at;
}

struct brackets scan_brackets(const char *s, size_t len) {
    struct stack *stack = hd_xcalloc(1, sizeof *stack);
    struct scan scan = {.s = s, .len = len, .bracket = on_bracket, .user = stack};
    stack->wanted = (size_t)-1;
    scan_all(&scan);
    struct brackets result = {.depth = stack->n, .inside = scan.open};
    if (stack->n > 0)
        result.innermost = stack->at[stack->n <= MOST_OPEN ? stack->n - 1 : MOST_OPEN - 1];
    result.continued = len > 0 && s[len - 1] == '\\';
    result.last = scan.last ? s[scan.last - 1] : 0;
    result.before_last = scan.last > 1 ? s[scan.last - 2] : 0;
    free(stack);
    return result;
}

bool scan_partner(const char *s, size_t len, size_t at, size_t *partner) {
    if (at >= len || !is_one_of(s[at], "()[]{}")) return false;
    struct stack *stack = hd_xcalloc(1, sizeof *stack);
    struct scan scan = {.s = s, .len = len, .bracket = on_bracket, .user = stack};
    stack->wanted = stack->partner = at;
    scan_all(&scan);
    *partner = stack->partner;
    bool found = stack->found;
    free(stack);
    return found;
}

bool scan_is_complete(const char *s, size_t len) {
    size_t end = len, first = 0;
    while (end > 0 && (is_space(s[end - 1]) || s[end - 1] == '\n')) end--;
    while (first < len && (is_space(s[first]) || s[first] == '\n')) first++;
    if (first + 1 < end && s[first] == '%' &&
        s[first + 1] == '%') { // a cell magic ends with an empty line
        int newlines = 0;
        for (size_t i = end; i < len; i++) newlines += s[i] == '\n';
        return newlines >= 2;
    }
    struct brackets b = scan_brackets(s, end);
    if (b.depth > 0 || b.inside || b.continued) return false;
    // An expression that lacks its right side.
    if (is_one_of(b.last, ",+-*/=<&|^") && !is_one_of(s[first], "%!?#"))
        return (b.last == '+' || b.last == '-') && b.before_last == b.last;
    return true;
}

static size_t indentation(const char *s, size_t at) {
    size_t start = at, n = 0;
    while (start > 0 && s[start - 1] != '\n') start--;
    for (; s[start] == ' ' || s[start] == '\t'; start++)
        n = s[start] == '\t' ? n / 4 * 4 + 4 : n + 1;
    return n;
}

size_t scan_indent(const char *s, size_t at) {
    struct brackets b = scan_brackets(s, at);
    if (b.depth > 0) return indentation(s, b.innermost) + 4;
    if (b.inside) return 0;
    return indentation(s, at);
}
