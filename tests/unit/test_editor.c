// The line editor without a terminal: keys from bytes, what commands do, and a model.
//
// The model test feeds random keys, pastes, answers and resizes, in random pieces, to an editor
// whose output goes to a small terminal emulator. After each step the text and cursor are compared
// with those of a simple model, and every line of the emulator, scrolled off or not, with what must
// be there: what stood above the prompt, the cells that were run, and the rows of the text at the
// present width. `test_editor STEPS SEED` runs longer.
#include "../../repl/repl.h"
#include "check.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

// ---- keys ---------------------------------------------------------------------------------------

struct spelled {
    const char *bytes;
    int code;
    unsigned mods;
};

static const struct spelled spellings[] = {
    {"a", 'a', 0},
    {"A", 'A', 0},
    {"\001", 'a', MOD_CTRL},
    {"\r", KEY_ENTER, 0},
    {"\n", KEY_ENTER, 0},
    {"\t", KEY_TAB, 0},
    {"\177", KEY_BACKSPACE, 0},
    {"\b", KEY_BACKSPACE, 0},
    {"\037", '_', MOD_CTRL},
    {"\033\r", KEY_ENTER, MOD_ALT},
    {"\033[13;3u", KEY_ENTER, MOD_ALT},
    {"\033[27;3;13~", KEY_ENTER, MOD_ALT},
    {"\033[27;5;105~", 'i', MOD_CTRL},
    {"\033[97;5u", 'a', MOD_CTRL},
    {"\033[A", KEY_UP, 0},
    {"\033OA", KEY_UP, 0},
    {"\033[1;5D", KEY_LEFT, MOD_CTRL},
    {"\033Od", KEY_LEFT, MOD_CTRL},
    {"\033[5D", KEY_LEFT, MOD_CTRL},
    {"\033\033[D", KEY_LEFT, MOD_ALT},
    {"\033[H", KEY_HOME, 0},
    {"\033[1~", KEY_HOME, 0},
    {"\033[7~", KEY_HOME, 0},
    {"\033OF", KEY_END, 0},
    {"\033[4~", KEY_END, 0},
    {"\033[3~", KEY_DELETE, 0},
    {"\033[3;5~", KEY_DELETE, MOD_CTRL},
    {"\033[3^", KEY_DELETE, MOD_CTRL},
    {"\033[Z", KEY_TAB, MOD_SHIFT},
    {"\033[5~", KEY_PAGE_UP, 0},
    {"\033b", 'b', MOD_ALT},
    {"\033.", '.', MOD_ALT},
    {"\033\177", KEY_BACKSPACE, MOD_ALT},
    {"\033OP", KEY_F1, 0},
    {"\033[11~", KEY_F1, 0},
    {"\033[[A", KEY_F1, 0},
    {"\303\244", 0xe4, 0},
    {"\346\227\245", 0x65e5, 0},
    {"\360\237\230\200", 0x1f600, 0},
    {"\033[127;5u", KEY_BACKSPACE, MOD_CTRL},
    {"\033[57414u", KEY_ENTER, 0},
    {"\033[65;2u", 'A', 0},
    {"\033[97;1:1u", 'a', 0},
};

static void keys_in_all_spellings(void) {
    for (int pieces = 0; pieces < 2; pieces++)
        for (int i = 0; i < HD_COUNT(spellings); i++) {
            struct keys keys = {0};
            struct key key = {0};
            const char *s = spellings[i].bytes;
            size_t n = strlen(s);
            bool early = false;
            if (!pieces) keys_feed(&keys, s, n);
            for (size_t k = 0; pieces && k < n; k++) {
                keys_feed(&keys, s + k, 1);
                if (k + 1 < n) early |= keys_next(&keys, &key);
            }
            bool came = keys_next(&keys, &key);
            bool right =
                came && !early && key.code == spellings[i].code && key.mods == spellings[i].mods;
            if (!right)
                printf("# %s (%d): code %x mods %x\n", s + 1, i, (unsigned)key.code, key.mods);
            CHECK(right);
            CHECK(!keys_next(&keys, &key));
            keys_finish(&keys);
        }
}

static void what_is_cut_short(void) {
    static const struct spelled cut[] = {{"\033", KEY_ESCAPE, 0},
                                         {"\033[", '[', MOD_ALT},
                                         {"\033O", 'o', MOD_ALT},
                                         {"\303", 0xFFFD, 0}};
    for (int i = 0; i < HD_COUNT(cut); i++) {
        struct keys keys = {0};
        struct key key = {0};
        keys_feed(&keys, cut[i].bytes, strlen(cut[i].bytes));
        CHECK(!keys_next(&keys, &key) && keys_patience(&keys) > 0);
        keys_expire(&keys);
        CHECK(keys_next(&keys, &key) && key.code == cut[i].code && key.mods == cut[i].mods);
        CHECK(keys_patience(&keys) < 0);
        keys_feed(&keys, "x", 1);
        CHECK(keys_next(&keys, &key) && key.code == 'x');
        keys_finish(&keys);
    }
}

static void pastes_and_replies(void) {
    struct keys keys = {0};
    struct key key;
    const char paste[] = "\033[200~a\r\nb\rc\n\033[x\033[201~z";
    for (size_t i = 0; i + 1 < sizeof paste; i++) {
        keys_feed(&keys, paste + i, 1);
        if (i + 3 < sizeof paste)
            CHECK(!keys_next(&keys, &key));
        else
            CHECK(keys_next(&keys, &key) && key.code == (i + 3 == sizeof paste ? KEY_PASTE : 'z'));
    }
    CHECK_TEXT(hd_buf_str(&keys.paste), "a\nb\nc\n\033[x");
    keys_feed(&keys, "\033]11;rgb:ffff/ffff/ffff\033\\q", 27);
    CHECK(keys_next(&keys, &key) && key.code == KEY_REPLY);
    CHECK_TEXT(hd_buf_str(&keys.reply), "\033]11;rgb:ffff/ffff/ffff\033\\");
    CHECK(keys_next(&keys, &key) && key.code == 'q');
    keys_finish(&keys);
}

// ---- commands -----------------------------------------------------------------------------------

static struct history no_history;

static void type(struct editor *e, const char *bytes) {
    struct key key;
    keys_feed(&e->keys, bytes, strlen(bytes));
    while (keys_next(&e->keys, &key))
        if (editor_key(e, &key) == OUTCOME_ENTER) editor_newline(e);
}

// What is in the text after these keys, with | at the cursor.
static void check_keys(const char *bytes, const char *want, const char *file, int line) {
    struct editor e;
    struct hd_buf got = {0}, out = {0};
    editor_init(&e, &no_history);
    editor_start(&e, 1, NULL);
    type(&e, bytes);
    editor_draw(&e, &out);
    hd_buf_add(&got, e.text.s, e.text.cursor);
    hd_buf_putc(&got, '|');
    hd_buf_add(&got, e.text.s + e.text.cursor, e.text.len - e.text.cursor);
    check_text(hd_buf_str(&got), want, file, line);
    hd_buf_finish(&got);
    hd_buf_finish(&out);
    editor_finish(&e);
}
#define KEYS(bytes, want) check_keys((bytes), (want), __FILE__, __LINE__)

static void moving_and_deleting(void) {
    KEYS("abc\002\002x", "ax|bc");
    KEYS("abc\001x\005y", "xabcy|");
    KEYS("foo bar_1(2)\033b\033b!", "foo !|bar_1(2)");
    KEYS("foo bar\001\033f.", "foo.| bar");
    KEYS("ab\nxyz\020.", "ab.|\nxyz");
    KEYS("abcd\nx\nabcd\033[A\033[A!", "abcd!|\nx\nabcd"); // the column is kept across a short line
    KEYS("e\314\201x\002\177", "|x");                      // a combining mark belongs to its letter
    KEYS("\346\227\245\346\234\254\002\004", "\346\227\245|");
    KEYS("    \177x", "x|");
    KEYS("a  b\001\006\004", "a| b");
    KEYS("ab\024", "ba|");
    KEYS("foo\001\033u", "FOO|");
}

static void killing_and_yanking(void) {
    KEYS("one two\027\031\031", "one twotwo|");
    KEYS("a b c\033\177\033\177\001\031", "b c|a "); // kills in a row make one
    KEYS("one\025two\025\031\033y", "one|");
    KEYS("abc\001\013\031\031", "abcabc|");
    KEYS("a\nb\033<\013\013\031", "a\n|b");
    KEYS("x(y z)\027", "x(y |");
}

static void undoing(void) {
    KEYS("foo bar\037", "foo |");
    KEYS("foo bar\037\037\033_", "foo |");
    KEYS("abc\025\037", "abc|");
    KEYS("abc\001\013xy\037\037", "|abc");
    KEYS("a\033[200~b\nc\033[201~\037", "a|");
}

static void indenting(void) {
    KEYS("if (x) {\ry;\r}", "if (x) {\n    y;\n}|");
    KEYS("f(1,\r2", "f(1,\n    2|");
    KEYS("{\r{\ra;\r}\r}", "{\n    {\n        a;\n    }\n}|");
    KEYS("f() {}\002\r", "f() {\n    |\n}");
    KEYS("a\033\rb", "a\nb|");
    KEYS("\tx", "    x|");
    KEYS("\t\t\033[Zx", "    x|");
    KEYS("char *s = \"{\"; x\r", "char *s = \"{\"; x\n|");
}

static void pasting(void) {
    KEYS("\033[200~int f() {\n\treturn 1;\n}\n\033[201~",
         "int f() {\n\treturn 1;\n}|"); // as it is, in one piece
    KEYS("\021\tx", "\tx|");
}

// A row that reaches to the edge and the wrapped rest of it.
#define FULL "In [10]: int a = 1111111111, b = 2222222222, c = 33333333333333"
#define WIDE "Out[9]: {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, ...}"

static void pasting_a_session(void) {
    static const char *const sessions[][2] = {
        {"In [1]: 1 + 1", "1 + 1"},
        {"In [1]: 1 + 1\nOut[1]: 2\n\nIn [2]: \"In [3]: x\"\nOut[2]: \"In [3]: x\"",
         "1 + 1\n\"In [3]: x\""},
        {"In [12]: int f(int x) {\n    ...:     return x;\n    ...:\n    ...: }\nwarning\nIn [13]:f(1)",
         "int f(int x) {\n    return x;\n\n}\nf(1)"},
        {FULL "\n         ;\n" WIDE, "int a = 1111111111, b = 2222222222, c = 33333333333333;"},
        {"In [1]: short\n        7 8 9\n" WIDE, "short"},
        {"In [1]:", ""},
        {"In []: x", "In []: x"},
        {"In [1] x", "In [1] x"},
        {"x\nIn [1]: y", "x\nIn [1]: y"},
        {"\n\nIn [1]: y\n\n", "y"},
    };
    for (int i = 0; i < HD_COUNT(sessions); i++) {
        struct editor e;
        editor_init(&e, &no_history);
        editor_start(&e, 1, NULL);
        type(&e, "\033[200~");
        type(&e, sessions[i][0]);
        type(&e, "\033[201~");
        CHECK_TEXT(e.text.s, sessions[i][1]);
        editor_finish(&e);
    }
}

// An interrupt from outside may clear the text under an open menu.
static void menu_over_a_cleared_text(void) {
    struct editor e;
    struct hd_buf out = {0};
    editor_init(&e, &no_history);
    editor_start(&e, 1, NULL);
    type(&e, "x = al");
    json_t *reply = json_pack("{s:[{s:s}, {s:s}], s:i}", "matches", "text", "alpha", "text", "alto",
                              "start", 4);
    editor_complete(&e, reply);
    CHECK(e.menu.open && e.menu.nshown == 2);
    type(&e, "\t");
    CHECK_TEXT(e.text.s, "x = alpha");
    text_set(&e.text, "", 0);
    type(&e, "\t\t");
    editor_draw(&e, &out);
    CHECK(e.text.cursor <= e.text.len);
    json_decref(reply);
    hd_buf_finish(&out);
    editor_finish(&e);
}

// ---- history ------------------------------------------------------------------------------------

// Up and Down beyond either end change nothing, and what was being typed comes back.
static void history_has_two_ends(void) {
    static const struct {
        const char *keys, *want;
    } walks[] = {
        {"\033[A", "three"},
        {"\033[A\033[A\033[A", "one"},
        {"\033[A\033[A\033[A\033[A\033[A", "one"},
        {"\033[A\033[A\033[A\033[A\033[B", "two"},
        {"\033[A\033[A\033[A\033[A\033[B\033[B\033[B", ""},
        {"\033[B", ""},
        {"draft\001\033[A\033[A\033[A\033[A\033[B\033[B\033[B", "draft"},
        {"t\033[A\033[A\033[A", "two"},
        {"t\033[A\033[A\033[A\033[B\033[B\033[B", "t"},
        {"x\033[A", "x"},
    };
    struct history history = {0};
    static const char *const entries[] = {"one", "two", "three"};
    for (int i = 0; i < HD_COUNT(entries); i++)
        history_add(&history, entries[i], strlen(entries[i]));
    CHECK(history_find(&history, 3, -1, "", 0) == 2 && history_find(&history, 0, -1, "", 0) == -1);
    CHECK(history_find(&history, 1, -1, "one", 3) == 0 &&
          history_find(&history, 2, 1, "", 0) == -1);
    CHECK(history_find(&history, 3, -1, "two ", 4) == -1);
    size_t at = 9;
    CHECK(history_search(&history, 3, -1, "e", 1, &at) == 2 && at == 4);
    CHECK(history_search(&history, 2, -1, "e", 1, &at) == 0 && at == 2);
    CHECK(history_search(&history, 0, -1, "e", 1, &at) == -1);
    CHECK(history_search(&history, 3, -1, "T", 1, &at) == -1); // a capital letter is meant
    CHECK(history_search(&history, 3, -1, "THREE and more", 14, &at) == -1);
    for (int i = 0; i < HD_COUNT(walks); i++) {
        struct editor e;
        struct hd_buf out = {0};
        editor_init(&e, &history);
        editor_start(&e, 1, NULL);
        editor_draw(&e, &out);
        type(&e, walks[i].keys);
        CHECK_TEXT(e.text.len ? e.text.s : "", walks[i].want);
        hd_buf_finish(&out);
        editor_finish(&e);
    }
    history_close(&history);
}

static void file_is(const char *path, const char *want) {
    char *text = NULL;
    size_t len = 0;
    CHECK(hd_read_file(path, &text, &len));
    CHECK_TEXT(text, want);
    free(text);
}

// Two sessions and a full disk: the file has whole entries only, and each session sees the other's.
static void history_is_kept_whole(void) {
    char dir[] = "/tmp/heddle-test-XXXXXX", path[64], count[64];
    struct history a, b;
    CHECK(mkdtemp(dir));
    setenv("XDG_STATE_HOME", dir, 1);
    snprintf(path, sizeof path, "%s/heddle/history", dir);
    snprintf(count, sizeof count, "%s/heddle/sessions", dir);
    history_open(&a);
    history_open(&b);
    CHECK(a.visits == 1 && b.visits == 2);
    file_is(count, "2\n");
    history_add(&a, "int n;\nn = '\\n'", 15);
    history_add(&b, "b's\n\n", 5);
    history_add(&a, " kept out by its blank", 22);
    file_is(path, "int n;\\nn = '\\\\n'\nb's\n");
    history_refresh(&a);
    CHECK(a.list.n == 2 && !strcmp(a.list.v[0].s, "b's") && a.list.v[1].ours);
    CHECK(b.list.n == 2 && !strcmp(b.list.v[0].s, "int n;\nn = '\\n'"));
    CHECK(!history_trouble(&a));
    struct rlimit before, small;
    signal(SIGXFSZ, SIG_IGN);
    CHECK(getrlimit(RLIMIT_FSIZE, &before) == 0);
    small = before;
    small.rlim_cur = 30;
    CHECK(setrlimit(RLIMIT_FSIZE, &small) == 0);
    history_add(&a, "a cell that does not fit any more", 33);
    setrlimit(RLIMIT_FSIZE, &before);
    const char *trouble = history_trouble(&a);
    CHECK_TEXT(trouble, "what you enter is not kept for later sessions: File too large");
    CHECK(!history_trouble(&a)); // once
    file_is(path, "int n;\\nn = '\\\\n'\nb's\n");
    CHECK(a.list.n == 3 && a.list.v[2].ours); // here it is remembered
    history_add(&b, "fits", 4);
    file_is(path, "int n;\\nn = '\\\\n'\nb's\nfits\n");
    history_refresh(&a);
    CHECK(a.list.n == 4 && !strcmp(a.list.v[1].s, "fits"));
    history_close(&a);
    history_close(&b);
    CHECK(unlink(path) == 0 && unlink(count) == 0);
    snprintf(path, sizeof path, "%s/heddle", dir);
    CHECK(rmdir(path) == 0 && rmdir(dir) == 0);
    unsetenv("XDG_STATE_HOME");
}

// ---- layout and quick scan ----------------------------------------------------------------------

static void brackets_and_completeness(void) {
    static const struct {
        const char *text;
        bool complete;
    } cells[] = {
        {"1 + 1\n", true},          {"f(\n", false},     {"int f() {\n", false},
        {"int f() { }\n", true},    {"\"(\"\n", true},   {"/* (\n", false},
        {"// (\n", true},           {"x = \\\n", false}, {"%%time\nf();\n", false},
        {"%%time\nf();\n\n", true}, {"1 +\n", false},    {"i++\n", true},
        {"R\"(\n(\n", false},       {"'('\n", true},     {"#define A (\n", false},
        {"%timeit f()\n", true},
    };
    for (int i = 0; i < HD_COUNT(cells); i++) {
        bool complete = scan_is_complete(cells[i].text, strlen(cells[i].text));
        if (complete != cells[i].complete) printf("# %s", cells[i].text);
        CHECK(complete == cells[i].complete);
    }
    size_t partner;
    const char *text = "a(b[\")\"])c";
    CHECK(scan_partner(text, strlen(text), 1, &partner) && partner == 8);
    CHECK(scan_partner(text, strlen(text), 7, &partner) && partner == 3);
    CHECK(!scan_partner(text, strlen(text), 5, &partner)); // in a literal
    CHECK(!scan_partner(text, strlen(text), 0, &partner));
}

static void widths(void) {
    CHECK(text_columns("abc", 3) == 3);
    CHECK(text_columns("\346\227\245", 3) == 2);
    CHECK(text_columns("e\314\201", 3) == 1);
    CHECK(text_columns("\303\244", 2) == 1);
    CHECK(text_columns("\360\237\230\200", 4) == 2);
    CHECK(text_columns("\377", 1) == 1);
    CHECK(text_columns("\314\201", 2) == 1); // a mark on nothing is shown as something
}

// Rows of a text with tabs: where each begins, and that every place is found again.
static void tabs_wrap(void) {
    static const struct {
        const char *text;
        int columns, indent, nrows;
        size_t from[4];
    } cases[] = {
        {"\tx", 10, 0, 1, {0}},
        {"12345678\tx", 10, 0, 2, {0, 8}}, // 9 columns: the tab does not fit behind 8
        {"1234567\tx", 10, 0, 1, {0}},     // it takes the 8th, x the 9th
        {"1234567\txy", 10, 0, 2, {0, 9}},
        {"\t\t\tx", 10, 0, 2, {0, 2}}, // two tabs are 8 columns, the third goes on
        {"\t\t\tx", 13, 0, 2, {0, 3}},
        {"\t\t\tx", 14, 0, 1, {0}},
        {"123456789\t12345x", 10, 0, 3, {0, 9, 15}}, // 3 columns there, 4 in its own row
        {"1234567\t", 10, 2, 2, {0, 7}},
        {"\t\t", 4, 0, 2, {0, 1}}, // wider than a row: one in each
        {"12\t\n\t3", 20, 4, 2, {0, 4}},
    };
    struct layout l = {0};
    for (int i = 0; i < HD_COUNT(cases); i++) {
        const char *s = cases[i].text;
        layout_text(&l, s, strlen(s), cases[i].columns, cases[i].indent);
        if (l.n != cases[i].nrows) printf("# case %d has %d rows\n", i, l.n);
        CHECK(l.n == cases[i].nrows);
        for (int k = 0; k < l.n && k < cases[i].nrows; k++) CHECK(l.v[k].from == cases[i].from[k]);
        for (size_t at = 0; at <= strlen(s); at++) {
            int row = layout_row(&l, at), column = layout_column(&l, s, row, at);
            CHECK(layout_offset(&l, s, row, column) == at);
        }
    }
    layout_text(&l, "1\t23\t4", 6, 80, 0);
    CHECK(layout_column(&l, "1\t23\t4", 0, 2) == 4 && layout_column(&l, "1\t23\t4", 0, 5) == 8);
    CHECK(layout_offset(&l, "1\t23\t4", 0, 3) == 1 && layout_offset(&l, "1\t23\t4", 0, 99) == 6);
    HD_FREE_VEC(&l);
}

// ---- a terminal ---------------------------------------------------------------------------------

enum { MOST_COLUMNS = 220 };

struct line {
    char cells[MOST_COLUMNS][16]; // "": the right half of a wide character
    bool wrapped;                 // it goes on in the next line
};

struct screen_model {
    HD_VEC(struct line *) lines; // with those that were scrolled off
    int top, columns, rows, row, col;
    bool hidden, overflowed, strange;
};

static struct line *new_line(void) {
    struct line *line = hd_xcalloc(1, sizeof *line);
    for (int i = 0; i < MOST_COLUMNS; i++) strcpy(line->cells[i], " ");
    return line;
}

static struct line *line_at(struct screen_model *s, int i) {
    while (s->lines.n <= i) HD_XPUSH(&s->lines, new_line());
    return s->lines.v[i];
}

static void erase_from(struct screen_model *s, int i, int col) {
    struct line *line = line_at(s, i);
    for (; col < MOST_COLUMNS; col++) strcpy(line->cells[col], " ");
    line->wrapped = false;
}

static void put_char(struct screen_model *s, const char *bytes, size_t n, uint32_t code) {
    int width = hd_utf8_width(code);
    struct line *line = line_at(s, s->top + s->row);
    if (width == 0) {
        int col = s->col - 1;
        if (col > 0 && !*line->cells[col]) col--;
        if (col >= 0 && strlen(line->cells[col]) + n < sizeof line->cells[col])
            strncat(line->cells[col], bytes, n);
        return;
    }
    if (s->col + width > s->columns) {
        s->overflowed = true; // the editor keeps clear of the last column
        return;
    }
    snprintf(line->cells[s->col], sizeof line->cells[0], "%.*s", (int)n, bytes);
    if (width == 2) line->cells[s->col + 1][0] = 0;
    s->col += width;
    if (s->col >= s->columns) s->overflowed = true;
}

static void feed_line(struct screen_model *s) {
    if (s->row + 1 < s->rows)
        s->row++;
    else
        s->top++;
    line_at(s, s->top + s->row);
}

static size_t obey_sequence(struct screen_model *s, const char *p, size_t n) {
    size_t at = 2;
    int value = 0;
    while (at < n && ((p[at] >= '0' && p[at] <= '?'))) {
        if (p[at] >= '0' && p[at] <= '9') value = value * 10 + p[at] - '0';
        at++;
    }
    int count = value ? value : 1;
    switch (p[at]) {
    case 'm': break;
    case 'A': s->row = s->row > count ? s->row - count : 0; break;
    case 'B': s->row = s->row + count < s->rows ? s->row + count : s->rows - 1; break;
    case 'G': s->col = count - 1 < s->columns ? count - 1 : s->columns - 1; break;
    case 'K': erase_from(s, s->top + s->row, s->col); break;
    case 'J':
        erase_from(s, s->top + s->row, s->col);
        for (int i = s->row + 1; i < s->rows; i++) erase_from(s, s->top + i, 0);
        break;
    case 'h': s->hidden = false; break;
    case 'l': s->hidden = true; break;
    default: s->strange = true;
    }
    return at + 1;
}

static void write_to(struct screen_model *s, const char *p, size_t n) {
    for (size_t i = 0; i < n;) {
        if (p[i] == 27) {
            i += obey_sequence(s, p + i, n - i);
        } else if (p[i] == '\r') {
            s->col = 0, i++;
        } else if (p[i] == '\n') {
            feed_line(s), i++;
        } else if (p[i] == '\b') {
            s->col -= s->col > 0, i++;
        } else if ((unsigned char)p[i] < 32) {
            s->strange = true, i++;
        } else {
            uint32_t code;
            size_t used = (size_t)hd_utf8_decode(p + i, n - i, &code);
            put_char(s, p + i, used, code);
            i += used;
        }
    }
}

static int used_columns(const struct line *line) {
    int n = MOST_COLUMNS;
    while (n > 0 && !strcmp(line->cells[n - 1], " ")) n--;
    return n;
}

// The window gets another size. Where lines are wrapped anew, those that do not fit are split.
static void resize(struct screen_model *s, int columns, int rows, bool reflows) {
    HD_VEC(struct line *) lines = {0};
    int cursor = s->top + s->row, new_cursor = 0, last = s->top + s->rows;
    while (last > cursor + 1 && last > 0 && used_columns(line_at(s, last - 1)) == 0) last--;
    for (int i = 0; i < last; i++) {
        struct line *line = line_at(s, i);
        int used = used_columns(line), at = 0;
        if (i == cursor) new_cursor = lines.n;
        if (!reflows && i >= s->top)
            for (int k = columns; k < MOST_COLUMNS; k++) strcpy(line->cells[k], " ");
        while (reflows && used - at > columns) {
            int take = columns;
            if (!*line->cells[at + take]) take--; // a wide character is not split
            struct line *part = new_line();
            memcpy(part->cells, line->cells + at, sizeof part->cells[0] * (size_t)take);
            part->wrapped = true;
            HD_XPUSH(&lines, part);
            at += take;
            if (i == cursor && s->col >= at) new_cursor = lines.n;
        }
        if (at) {
            memmove(line->cells, line->cells + at,
                    sizeof line->cells[0] * (size_t)(MOST_COLUMNS - at));
            for (int k = MOST_COLUMNS - at; k < MOST_COLUMNS; k++) strcpy(line->cells[k], " ");
        }
        if (i == cursor) s->col -= s->col >= at ? at : 0;
        HD_XPUSH(&lines, line);
    }
    for (int i = last; i < s->lines.n; i++) free(s->lines.v[i]);
    HD_FREE_VEC(&s->lines);
    s->lines.v = lines.v, s->lines.n = lines.n, s->lines.cap = lines.cap;
    s->columns = columns;
    s->rows = rows;
    int top = lines.n > rows ? lines.n - rows : 0;
    if (top < s->top && s->top <= new_cursor) top = s->top; // nothing comes back from above
    if (top > new_cursor) top = new_cursor;                 // rows below the cursor go first
    if (new_cursor >= top + rows) top = new_cursor - rows + 1;
    while (s->lines.n > top + rows) free(s->lines.v[--s->lines.n]);
    s->top = top;
    s->row = new_cursor - top;
    if (s->col >= columns) s->col = columns - 1;
    line_at(s, s->top + rows - 1);
}

static void text_of_line(struct screen_model *s, int i, struct hd_buf *out) {
    struct line *line = line_at(s, i);
    hd_buf_clear(out);
    for (int k = 0, n = used_columns(line); k < n; k++) hd_buf_puts(out, line->cells[k]);
}

// ---- the model ----------------------------------------------------------------------------------

static unsigned long long random_state;

static int pick(int n) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (int)(random_state % (unsigned long long)n);
}

struct world {
    struct editor e;
    struct history history;
    struct screen_model screen;
    struct hd_buf text, out; // the model's text
    size_t cursor;
    bool sure; // text and cursor are the model's own work
    bool failed;
    int count, steps, what;
    HD_VEC(char *) above; // lines that must stand above the prompt
    int above_from;       // how many of the emulator's lines are not known
};

static bool is_mark(const char *s) { // the only combining character that is used here
    return (unsigned char)s[0] == 0xCC && (unsigned char)s[1] == 0x81;
}

static size_t model_next(const struct world *w, size_t at) {
    if (at >= w->text.len) return at;
    const char *s = w->text.s;
    bool control = (unsigned char)s[at] < 32;
    at++;
    while (at < w->text.len && ((unsigned char)s[at] & 0xC0) == 0x80) at++;
    while (!control && at < w->text.len && is_mark(s + at)) at += 2;
    return at;
}

static size_t model_prev(const struct world *w, size_t at) {
    size_t start = 0;
    for (size_t i = 0; i < at; i = model_next(w, i)) start = i;
    return start;
}

static void model_replace(struct world *w, size_t from, size_t to, const char *s, size_t len) {
    struct hd_buf text = {0};
    if (from) hd_buf_add(&text, w->text.s, from);
    hd_buf_add(&text, s, len);
    if (w->text.len > to) hd_buf_add(&text, w->text.s + to, w->text.len - to);
    hd_buf_puts(&text, "");
    hd_buf_finish(&w->text);
    w->text = text;
    w->cursor = from + len;
}

static void model_snap(struct world *w) { // never inside of a character
    size_t start = 0;
    while (start < w->cursor) start = model_next(w, start);
    w->cursor = start;
}

// Character by character: one may join what comes after it.
static void model_type(struct world *w, const char *s) {
    for (size_t n; *s; s += n) {
        n = 1;
        while (((unsigned char)s[n] & 0xC0) == 0x80) n++;
        model_replace(w, w->cursor, w->cursor, s, n);
        model_snap(w);
    }
}

static size_t model_line(const struct world *w, bool end) {
    size_t at = w->cursor;
    if (end)
        while (at < w->text.len && w->text.s[at] != '\n') at++;
    else
        while (at > 0 && w->text.s[at - 1] != '\n') at--;
    return at;
}

static int model_width(const char *s, size_t len) {
    uint32_t code;
    if ((unsigned char)*s < 32) return 2;
    hd_utf8_decode(s, len, &code);
    int width = hd_utf8_width(code);
    return width ? width : 1;
}

// The rows that the text must have, prompts included. *row: the cursor's.
static int model_rows(struct world *w, struct hd_buf *rows, int *row) {
    int n = 0, column = 0, indent = (int)strlen(w->e.prompt), width;
    bool shortened = w->e.columns < indent + 10;
    if (shortened) indent = w->e.columns >= 12 ? 2 : 0;
    width = w->e.columns - indent - 1;
    *row = 0;
    for (size_t at = 0, next;; at = next) {
        next = model_next(w, at);
        bool end = at == w->text.len, line_start = at == 0 || w->text.s[at - 1] == '\n',
             newline = !end && w->text.s[at] == '\n';
        bool tab = !end && w->text.s[at] == '\t';
        int wide = end || newline ? 0
                   : tab          ? 4 - column % 4
                                  : model_width(w->text.s + at, w->text.len - at);
        if (line_start || (!newline && !end && column > 0 && column + wide > width)) {
            hd_buf_clear(&rows[n]);
            if (!shortened)
                hd_buf_puts(&rows[n], n == 0 ? w->e.prompt : line_start ? w->e.more : "");
            else if (indent)
                hd_buf_puts(&rows[n], n == 0 ? "> " : line_start ? ". " : "  ");
            if (!line_start && !shortened)
                for (int k = 0; k < indent; k++) hd_buf_putc(&rows[n], ' ');
            n++;
            column = 0;
            if (tab) wide = 4;
        }
        if (at == w->cursor) *row = n - 1;
        if (end) return n;
        if (newline) continue;
        const char *s = w->text.s + at;
        if (tab) {
            for (int k = 0; k < wide; k++) hd_buf_putc(&rows[n - 1], ' ');
        } else if ((unsigned char)*s < 32) {
            hd_buf_putc(&rows[n - 1], '^');
            hd_buf_putc(&rows[n - 1], (char)(*s ^ 64));
        } else if (is_mark(s)) {
            hd_buf_puts(&rows[n - 1], "\xEF\xBF\xBD");
        } else {
            hd_buf_add(&rows[n - 1], s, next - at);
        }
        column += wide;
    }
}

enum { MOST_ROWS = 4000 };
static struct hd_buf rows[MOST_ROWS];

static void trim(struct hd_buf *s) {
    while (s->len && s->s[s->len - 1] == ' ') s->s[--s->len] = 0;
}

static bool check_line(struct world *w, int i, const char *want, const char *what) {
    struct hd_buf got = {0}, wanted = {0};
    hd_buf_puts(&wanted, want);
    trim(&wanted);
    text_of_line(&w->screen, i, &got);
    bool same = !strcmp(hd_buf_str(&got), hd_buf_str(&wanted));
    if (!same)
        printf("# step %d, %s: line %d is\n#   %s\n# instead of\n#   %s\n", w->steps, what, i,
               hd_buf_str(&got), hd_buf_str(&wanted));
    hd_buf_finish(&got);
    hd_buf_finish(&wanted);
    return same;
}

static size_t model_rest(struct world *w, const char **rest);

// Behind the last row stands what is suggested, cut at the edge. All but ASCII is not looked at.
static void add_rest(struct world *w, struct hd_buf *row) {
    const char *rest;
    size_t n = model_rest(w, &rest);
    int width = 0;
    for (size_t at = 0; at < row->len;) {
        uint32_t code;
        at += (size_t)hd_utf8_decode(row->s + at, row->len - at, &code);
        width += hd_utf8_width(code);
    }
    for (size_t i = 0; i < n && rest[i] != '\n'; i++) {
        uint32_t code;
        int used = hd_utf8_decode(rest + i, n - i, &code);
        int wide = (unsigned char)rest[i] < 32 ? 1 : hd_utf8_width(code);
        bool control = (unsigned char)rest[i] < 32;
        if (width + wide >= w->e.columns) return;
        hd_buf_add(row, control ? " " : rest + i, control ? 1 : (size_t)used);
        width += wide;
        i += (size_t)used - 1;
    }
}

static bool check_world(struct world *w) {
    struct editor *e = &w->e;
    bool ok = true;
    model_snap(w);
    if (w->sure &&
        (e->text.len != w->text.len || memcmp(e->text.s, hd_buf_str(&w->text), w->text.len) ||
         e->text.cursor != w->cursor)) {
        const char *got = e->text.s, *want = hd_buf_str(&w->text);
        size_t same = 0;
        while (got[same] && got[same] == want[same]) same++;
        printf(
            "# step %d: from %zu on the text is `%.20s`, cursor %zu, instead of `%.20s`, cursor %zu\n",
            w->steps, same, got + same, e->text.cursor, want + same, w->cursor);
        ok = false;
    }
    hd_buf_clear(&w->text);
    hd_buf_puts(&w->text, "");
    hd_buf_add(&w->text, e->text.s, e->text.len);
    w->cursor = e->text.cursor;
    int cursor_row, n = model_rows(w, rows, &cursor_row);
    int below = (e->search.on ? 1 : 0) + (e->hint ? 1 : 0) + (e->message ? 1 : 0);
    int block = w->screen.top + w->screen.row - e->screen.at_row, shown = e->screen.ndrawn - below;
    if (e->menu.open) shown = e->screen.at_row + 1; // the menu's rows are not looked at
    if (shown > n - e->top) shown = n - e->top;
    if (cursor_row < e->top || cursor_row - e->top != e->screen.at_row) {
        printf(
            "# step %d: the cursor's row is %d, the window begins at %d, the terminal's cursor is in %d\n",
            w->steps, cursor_row, e->top, e->screen.at_row);
        printf("# columns %d rows %d: text `%s` cursor %zu\n", e->columns, e->rows, e->text.s,
               e->text.cursor);
        ok = false;
    }
    if (!e->menu.open && shown < n && shown < w->screen.rows - below) {
        printf("# step %d: %d rows of %d are shown on %d\n", w->steps, shown, n, w->screen.rows);
        ok = false;
    }
    for (int i = 0; i < shown && ok; i++) {
        bool edge = (i == 0 && e->top > 0) ||
                    (i == shown - 1 &&
                     (e->top + shown < n || e->menu.open)); // their prompts tell of hidden rows
        if (e->top + i == n - 1) add_rest(w, &rows[n - 1]);
        if (!edge) ok = check_line(w, block + i, hd_buf_str(&rows[e->top + i]), "text");
    }
    if (!below && !e->menu.open)
        for (int i = block + e->screen.ndrawn; i < w->screen.top + w->screen.rows && ok; i++)
            ok = check_line(w, i, "", "below");
    int known = w->above.n;
    for (int i = 0; i < known && ok; i++)
        if (block - known + i >= w->above_from)
            ok = check_line(w, block - known + i, w->above.v[i], "above");
    if (w->screen.overflowed || w->screen.strange || w->screen.hidden) {
        printf("# step %d: overflowed %d strange %d hidden %d\n", w->steps, w->screen.overflowed,
               w->screen.strange, w->screen.hidden);
        ok = false;
    }
    w->sure = true;
    return ok && !w->failed;
}

static void flush_out(struct world *w) {
    if (w->out.len) write_to(&w->screen, w->out.s, w->out.len);
    hd_buf_clear(&w->out);
}

static void draw(struct world *w) {
    editor_draw(&w->e, &w->out);
    flush_out(w);
}

static void start_cell(struct world *w) {
    editor_start(&w->e, ++w->count, NULL);
    hd_buf_clear(&w->text);
    hd_buf_puts(&w->text, "");
    w->cursor = 0;
    draw(w);
}

// The cell is drawn whole; it and a line of output stand above the next prompt.
static void run_cell(struct world *w) {
    int unused;
    history_add(&w->history, w->e.text.s, w->e.text.len);
    w->e.text.cursor = w->e.text.len;
    hd_buf_clear(&w->text);
    hd_buf_add(&w->text, w->e.text.s, w->e.text.len);
    w->cursor = w->text.len;
    int n = model_rows(w, rows, &unused);
    for (int i = 0; i < n; i++) HD_XPUSH(&w->above, hd_xstrdup(hd_buf_str(&rows[i])));
    w->e.final = true;
    editor_draw(&w->e, &w->out);
    screen_leave(&w->e.screen, &w->out);
    w->e.final = false;
    hd_buf_puts(&w->out, "ok\r\n");
    flush_out(w);
    HD_XPUSH(&w->above, hd_xstrdup("ok"));
    start_cell(w);
}

static void feed_key(struct world *w, const char *bytes, size_t n) {
    struct key key;
    for (size_t at = 0; at < n;) {
        size_t piece = pick(3) ? n - at : 1 + (size_t)pick((int)(n - at));
        keys_feed(&w->e.keys, bytes + at, piece);
        at += piece;
        if (at == n && n == 1 && bytes[0] == 27) keys_expire(&w->e.keys);
        while (keys_next(&w->e.keys, &key)) {
            enum outcome outcome = editor_key(&w->e, &key);
            if (outcome == OUTCOME_CLEARED) text_set(&w->e.text, "", 0);
            if (outcome != OUTCOME_ENTER) continue;
            if (w->e.text.len && scan_is_complete(w->e.text.s, w->e.text.len))
                run_cell(w);
            else
                editor_newline(&w->e);
        }
    }
}

static bool is_plain(const struct world *w) {
    return !w->e.menu.open && !w->e.search.on && !w->e.ctrl_x && !w->e.quoted;
}

// What is suggested goes on from a text of the history, and nothing does for what was pasted.
static size_t model_rest(struct world *w, const char **rest) {
    size_t n = recall_rest(&w->e, rest);
    bool known = false;
    for (int i = 0; i < w->history.list.n && n; i++) {
        const struct entry *entry = &w->history.list.v[i];
        known = known || (entry->len == w->text.len + n && *rest == entry->s + w->text.len &&
                          !memcmp(entry->s, w->text.s, w->text.len));
    }
    if (n && (!known || w->cursor != w->text.len || w->e.pasted)) {
        printf("# step %d: `%.*s` is suggested\n", w->steps, (int)n, *rest);
        w->failed = true;
    }
    return n;
}

static void type_something(struct world *w) {
    static const char *const pieces[] = {"a",
                                         "b",
                                         "x",
                                         "(",
                                         ")",
                                         "{",
                                         " ",
                                         "1",
                                         ";",
                                         "\"",
                                         "\303\244",
                                         "\346\227\245",
                                         "\360\237\230\200",
                                         "\314\201",
                                         "_",
                                         "/",
                                         "*",
                                         "int ",
                                         "return f(x);",
                                         "while",
                                         "#",
                                         "<<<",
                                         "\342\224\202"};
    const char *s = pieces[pick(HD_COUNT(pieces))];
    bool plain = is_plain(w) && !w->e.soft.on; // blanks are typed over indentation
    feed_key(w, s, strlen(s));
    if (plain)
        model_type(w, s);
    else
        w->sure = false;
}

static void modelled_key(struct world *w) {
    static const char *const keys[] = {"\033[D", "\033[C", "\001",  "\005", "\004",
                                       "\013",   "\025",   "\033<", "\033>"};
    int which = pick(HD_COUNT(keys));
    bool plain = is_plain(w);
    const char *rest;
    size_t suggested = model_rest(w, &rest);
    if (which == 4 && !w->text.len) return;
    if (plain && suggested && (which == 1 || which == 3)) { // right, the line's end
        struct hd_buf text = {0};
        hd_buf_add(&text, rest, suggested);
        feed_key(w, keys[which], strlen(keys[which]));
        model_replace(w, w->cursor, w->cursor, text.s, text.len);
        hd_buf_finish(&text);
        return;
    }
    feed_key(w, keys[which], strlen(keys[which]));
    if (!plain) {
        w->sure = false;
        return;
    }
    switch (which) {
    case 0: w->cursor = model_prev(w, w->cursor); break;
    case 1: w->cursor = model_next(w, w->cursor); break;
    case 2: w->cursor = model_line(w, false); break;
    case 3: w->cursor = model_line(w, true); break;
    case 4: model_replace(w, w->cursor, model_next(w, w->cursor), "", 0); break;
    case 5: {
        size_t end = model_line(w, true);
        model_replace(w, w->cursor, end == w->cursor && end < w->text.len ? end + 1 : end, "", 0);
        break;
    }
    case 6: model_replace(w, model_line(w, false), w->cursor, "", 0); break;
    case 7: w->cursor = 0; break;
    case 8: w->cursor = w->text.len; break;
    }
}

static void any_key(struct world *w) {
    static const char *const keys[] = {
        "\r",     "\033\r",   "\t",    "\033[Z", "\033[A",    "\033[B",      "\033b",   "\033f",
        "\177",   "\033\177", "\033d", "\027",   "\031",      "\033y",       "\037",    "\033_",
        "\024",   "\033u",    "\033.", "\022",   "\023",      "\007",        "\003",    "\030",
        "\021",   "\033",     "}",     "\033p",  "\033n",     "\033[5~",     "\033[6~", "\033[H",
        "\033[F", "\033[3~",  "\020",  "\016",   "\033[1;5C", "\033[99;99~", "\033c",   "\000",
    };
    const char *s = keys[pick(HD_COUNT(keys))];
    feed_key(w, s, *s ? strlen(s) : 1);
    w->sure = false;
}

static void paste_something(struct world *w) {
    struct hd_buf text = {0};
    hd_buf_puts(&text, "\033[200~");
    for (int i = pick(40); i >= 0; i--) {
        for (int k = pick(60); k > 0; k--) hd_buf_putc(&text, "abc(){};=  x"[pick(12)]);
        hd_buf_puts(&text, pick(5) ? "\r" : "\346\227\245");
    }
    hd_buf_puts(&text, "\033[201~");
    feed_key(w, text.s, text.len);
    hd_buf_finish(&text);
    w->sure = false;
}

static void answer_something(struct world *w) {
    if (pick(2)) {
        json_t *matches = json_array();
        for (int i = pick(30); i > 0; i--)
            json_array_append_new(
                matches, json_pack("{s:s, s:s, s:s}", "text", i % 3 ? "alpha" : "beta_gamma",
                                   "kind", "function", "signature",
                                   "int f(int a, float b, struct very_long_name *c)"));
        json_t *reply = json_pack("{s:o, s:i}", "matches", matches, "start", (int)w->e.text.cursor);
        if (!w->e.search.on) editor_complete(&w->e, reply);
        json_decref(reply);
    } else {
        json_t *reply =
            json_pack("{s:b, s:s, s:i, s:i}", "found", pick(2), "text",
                      "void f(int a, float b, const char *c, size_t n)", "start", 14, "end", 21);
        editor_hint(&w->e, reply, w->e.text.cursor);
        json_decref(reply);
    }
    w->sure = false;
}

static void resize_world(struct world *w) {
    static const int widths[] = {20, 24, 33, 40, 61, 80, 100, 200},
                     heights[] = {3, 5, 8, 12, 24, 50};
    int columns = widths[pick(HD_COUNT(widths))], height = heights[pick(HD_COUNT(heights))];
    bool reflows = pick(2);
    resize(&w->screen, columns, height, reflows);
    editor_resized(&w->e, columns, height, reflows, &w->out);
    flush_out(w);
    // What scrolled off in the old width cannot be taken back: from here on only what comes is
    // checked.
    for (int i = 0; i < w->above.n; i++) free(w->above.v[i]);
    w->above.n = 0;
    w->above_from = w->screen.top + w->screen.row;
}

static void step(struct world *w) {
    int what = w->what = pick(100);
    if (what < 40)
        type_something(w);
    else if (what < 60)
        modelled_key(w);
    else if (what < 88)
        any_key(w);
    else if (what < 90)
        paste_something(w);
    else if (what < 94)
        answer_something(w);
    else if (what < 97)
        resize_world(w);
    else if (what < 98 && w->e.text.len > 3000)
        feed_key(w, "\003", 1), w->sure = false;
    if (w->e.text.len > 20000) {
        text_set(&w->e.text, "", 0);
        w->sure = false;
    }
}

static bool random_session(unsigned long long seed, int steps) {
    struct world w = {0};
    random_state = seed * 2654435761u + 88172645463325252ull;
    w.screen.columns = 80, w.screen.rows = 24;
    line_at(&w.screen, 23);
    editor_init(&w.e, &w.history);
    w.e.theme.depth = seed % 3 ? DEPTH_256 : DEPTH_NONE; // without colours nothing is suggested
    write_to(&w.screen, "one\r\ntwo\r\n", 10);
    HD_XPUSH(&w.above, hd_xstrdup("one"));
    HD_XPUSH(&w.above, hd_xstrdup("two"));
    start_cell(&w);
    w.sure = true;
    bool ok = true;
    for (w.steps = 0; w.steps < steps && ok; w.steps++) {
        step(&w);
        draw(&w);
        ok = check_world(&w);
    }
    while (text_undo(&w.e.text)) continue;
    if (w.e.text.len) ok = false, printf("# undoing everything leaves `%s`\n", w.e.text.s);
    if (!ok) {
        struct hd_buf line = {0};
        printf(
            "# seed %llu, %d columns, %d rows, what %d, cursor in %d of the text, %d of the screen\n",
            seed, w.e.columns, w.e.rows, w.what, w.e.screen.at_row, w.screen.row);
        for (int i = 0; i < w.screen.rows; i++) {
            text_of_line(&w.screen, w.screen.top + i, &line);
            printf("# | %s\n", hd_buf_str(&line));
        }
        hd_buf_finish(&line);
    }
    editor_finish(&w.e);
    history_close(&w.history);
    for (int i = 0; i < w.above.n; i++) free(w.above.v[i]);
    HD_FREE_VEC(&w.above);
    for (int i = 0; i < w.screen.lines.n; i++) free(w.screen.lines.v[i]);
    HD_FREE_VEC(&w.screen.lines);
    hd_buf_finish(&w.text);
    hd_buf_finish(&w.out);
    return ok;
}

static int model_sessions = 60, model_steps = 300;
static unsigned long long model_seed = 1;

static void editor_agrees_with_model(void) {
    for (int i = 0; i < model_sessions; i++) {
        bool ok = random_session(model_seed + (unsigned long long)i, model_steps);
        CHECK(ok);
        if (!ok) return;
    }
}

// ---- drawing as little as possible --------------------------------------------------------------

static void a_key_costs_few_bytes(void) {
    struct editor e;
    struct hd_buf out = {0}, text = {0};
    editor_init(&e, &no_history);
    editor_start(&e, 1, NULL);
    for (int i = 0; i < 200; i++)
        hd_buf_printf(&text, "%sint f%d(int a) { return a * %d + g(a); } // and a comment",
                      i ? "\n" : "", i, i);
    editor_load(&e, text.s, text.len);
    e.text.cursor = 30;
    editor_draw(&e, &out);
    hd_buf_clear(&out);
    type(&e, "x");
    editor_draw(&e, &out);
    CHECK(out.len < 200);
    hd_buf_clear(&out);
    editor_draw(&e, &out);
    CHECK(out.len == 0);
    hd_buf_finish(&out);
    hd_buf_finish(&text);
    editor_finish(&e);
}

int main(int argc, char **argv) {
    if (argc > 1) model_sessions = atoi(argv[1]) / model_steps + 1;
    if (argc > 2) model_seed = strtoull(argv[2], NULL, 10);
    RUN(keys_in_all_spellings);
    RUN(what_is_cut_short);
    RUN(pastes_and_replies);
    RUN(moving_and_deleting);
    RUN(history_has_two_ends);
    RUN(history_is_kept_whole);
    RUN(tabs_wrap);
    RUN(killing_and_yanking);
    RUN(undoing);
    RUN(indenting);
    RUN(pasting);
    RUN(pasting_a_session);
    RUN(menu_over_a_cleared_text);
    RUN(brackets_and_completeness);
    RUN(widths);
    RUN(a_key_costs_few_bytes);
    RUN(editor_agrees_with_model);
    for (int i = 0; i < MOST_ROWS; i++) hd_buf_finish(&rows[i]);
    return check_status();
}
