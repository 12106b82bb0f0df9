// base: arenas, buffers, UTF-8, names and maps, sources, diagnostics, frames.
#include "base/base.h"
#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static void arena_memory_is_zero_and_aligned(void) {
    struct hd_arena *arena = hd_arena_create();
    size_t total = 0;
    for (size_t size = 0; size < 20000; size = size * 2 + 1) {
        char *p = hd_alloc(arena, size);
        CHECK(((uintptr_t)p & 15) == 0);
        for (size_t i = 0; i < size; i++) CHECK(p[i] == 0);
        memset(p, 0xAA, size);
        total += size;
    }
    CHECK(hd_arena_bytes(arena) == total);
    CHECK_TEXT(hd_printf(arena, "%d-%s", 7, "x"), "7-x");
    char *wide = hd_printf(arena, "%0500d", 1);
    CHECK(strlen(wide) == 500 && wide[499] == '1');
    CHECK_TEXT(hd_strndup(arena, "abcdef", 3), "abc");
    hd_arena_destroy(arena);
    hd_arena_destroy(NULL);
}

static void vectors_grow(void) {
    struct hd_arena *arena = hd_arena_create();
    HD_VEC(int) in_arena = {0};
    HD_VEC(int) on_heap = {0};
    for (int i = 0; i < 1000; i++) {
        HD_PUSH(arena, &in_arena, i);
        HD_XPUSH(&on_heap, i);
    }
    for (int i = 0; i < 1000; i++) CHECK(in_arena.v[i] == i && on_heap.v[i] == i);
    HD_FREE_VEC(&on_heap);
    CHECK(on_heap.v == NULL && on_heap.n == 0);
    hd_arena_destroy(arena);
}

// Two lists that take turns: what one was given must not be what the other grew into.
static void vectors_of_an_arena_keep_apart(void) {
    struct hd_arena *arena = hd_arena_create();
    HD_VEC(int) one = {0};
    HD_VEC(short) other = {0};
    for (int i = 0; i < 5000; i++) {
        HD_PUSH(arena, &one, i);
        char *between = i % 7 ? NULL : hd_alloc(arena, (size_t)i % 40);
        if (i % 3 == 0) HD_PUSH(arena, &other, (short)(i / 3));
        for (int k = 0; between && k < i % 40; k++) CHECK(!between[k]);
        if (between) memset(between, 0xff, (size_t)i % 40);
    }
    for (int i = 0; i < one.n; i++) CHECK(one.v[i] == i);
    for (int i = 0; i < other.n; i++) CHECK(other.v[i] == i);
    CHECK(one.n == 5000 && other.n == 1667);
    hd_arena_destroy(arena);
    struct hd_arena *both[2] = {hd_arena_create(), hd_arena_create()}; // chunks side by side
    HD_VEC(int) lists[2] = {{0}, {0}};
    for (int i = 0; i < 5000; i++)
        for (int k = 0; k < 2; k++) HD_PUSH(both[k], &lists[k], i * 2 + k);
    for (int i = 0; i < 5000; i++)
        for (int k = 0; k < 2; k++) CHECK(lists[k].v[i] == i * 2 + k);
    for (int k = 0; k < 2; k++) hd_arena_destroy(both[k]);
}

static void buffers_hold_text(void) {
    struct hd_buf buf = {0};
    CHECK_TEXT(hd_buf_str(&buf), "");
    hd_buf_puts(&buf, "a");
    hd_buf_putc(&buf, 'b');
    hd_buf_utf8(&buf, 0x20AC);
    hd_buf_printf(&buf, "%200d", 5);
    CHECK(buf.len == 2 + 3 + 200 && buf.s[buf.len] == 0 && buf.s[buf.len - 1] == '5');
    hd_buf_clear(&buf);
    CHECK_TEXT(hd_buf_str(&buf), "");
    hd_buf_finish(&buf);
}

static void utf8_decodes_anything(void) {
    static const uint32_t points[] = {0,     'a',    0x7F,   0x80,    0x7FF,
                                      0x800, 0xFFFD, 0xFFFF, 0x10000, 0x10FFFF};
    for (int i = 0; i < HD_COUNT(points); i++) {
        char bytes[4];
        uint32_t back;
        int n = hd_utf8_encode(bytes, points[i]);
        CHECK(hd_utf8_decode(bytes, (size_t)n, &back) == n && back == points[i]);
        CHECK(hd_utf8_valid(bytes, (size_t)n));
    }
    static const char *const bad[] = {"\x80",         "\xC0\x80",         "\xE0\x80\x80",
                                      "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xFF",
                                      "\xC3",         "\xE2\x82",         "\xF0\x9F\x98"};
    for (int i = 0; i < HD_COUNT(bad); i++) {
        uint32_t c;
        CHECK(hd_utf8_decode(bad[i], strlen(bad[i]), &c) == 1 && c == 0xFFFD);
        CHECK(!hd_utf8_valid(bad[i], strlen(bad[i])));
    }
    CHECK(hd_utf8_count("a\xC3\xA4\xE2\x82\xAC", 6) == 3);
    CHECK(hd_utf8_width('a') == 1 && hd_utf8_width(0x4E2D) == 2 && hd_utf8_width(0x301) == 0);
    CHECK(hd_utf8_width(0x1F600) == 2);
}

static void *intern_many(void *arg) {
    const char **out = arg;
    for (int i = 0; i < 5000; i++) {
        char name[16];
        int n = snprintf(name, sizeof name, "name%d", i);
        out[i] = hd_intern(name, (size_t)n);
    }
    return NULL;
}

static void equal_names_are_one(void) {
    static const char *first[5000], *second[5000];
    pthread_t thread;
    pthread_create(&thread, NULL, intern_many, first);
    intern_many(second);
    pthread_join(thread, NULL);
    for (int i = 0; i < 5000; i++) CHECK(first[i] == second[i]);
    CHECK(hd_intern_str("x") != hd_intern_str("y"));
    CHECK(hd_intern("a\0b", 3) != hd_intern("a", 1));
}

static void maps_find_and_forget(void) {
    struct hd_map map = {0};
    static int values[2000];
    CHECK(hd_map_get(&map, hd_intern_str("k0")) == NULL);
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 2000; i++) {
            char name[16];
            snprintf(name, sizeof name, "k%d", i);
            hd_map_set(&map, hd_intern_str(name), &values[i]);
        }
        CHECK(map.n == 2000);
        int seen = 0;
        const char *key;
        void *value;
        for (int i = 0; (i = hd_map_next(&map, i, &key, &value)) > 0;) {
            CHECK(value == &values[atoi(key + 1)]);
            seen++;
        }
        CHECK(seen == 2000);
        for (int i = 0; (i = hd_map_next(&map, i, &key, NULL)) > 0;) hd_map_remove(&map, key);
        CHECK(map.n == 0 && hd_map_get(&map, hd_intern_str("k5")) == NULL);
    }
    for (int i = 0; i < 100000; i++) { // tombstones do not pile up
        char name[16];
        snprintf(name, sizeof name, "t%d", i % 1000);
        hd_map_set(&map, hd_intern_str(name), map.slots);
        hd_map_remove(&map, hd_intern_str(name));
    }
    CHECK(map.cap <= 8192);
    hd_map_finish(&map);
}

static void edit_distances(void) {
    CHECK(hd_edit_distance("blockDim", "blockDim", 2) == 0);
    CHECK(hd_edit_distance("blokcDim", "blockDim", 2) == 1);
    CHECK(hd_edit_distance("blokDim", "blockDim", 2) == 1);
    CHECK(hd_edit_distance("abc", "xyz", 2) == 3);
    CHECK(hd_edit_distance("", "ab", 2) == 2);
    CHECK(hd_edit_distance("short", "muchlongername", 3) == 4);
}

static void places_are_found(void) {
    struct hd_source *source = hd_source_add("In[1]", NULL, "int a;\r\n\tb\xC3\xA4 c;\n", 16);
    struct hd_place place;
    CHECK(hd_source_at(source->base) == source && hd_source_at(source->base + 16) == source);
    CHECK(hd_source_place(source->base + 4, &place) && place.line == 1 && place.column == 5 &&
          place.line_len == 6);
    CHECK(hd_source_place(source->base + 13, &place) && place.line == 2 && place.column == 5);
    CHECK(hd_source_place(source->base + 16, &place) && place.line == 3 && place.column == 1);
    CHECK(!hd_source_place(0, &place) && hd_source_at(0) == NULL);
    hd_loc at = source->base + 3;
    hd_source_release(source);
    CHECK(!hd_source_at(at) && !hd_source_place(at, &place));
}

static struct hd_diags diags;

// More text than there are locations goes through a session whose sources are released.
static void locations_are_used_again(void) {
    enum { LEN = 128 << 20 };
    char *text = hd_xcalloc(LEN, 1);
    for (int i = 0; i < 34; i++) {
        struct hd_source *source = hd_source_add("In[2]", NULL, text, LEN);
        CHECK(hd_source_at(source->base + LEN) == source);
        hd_source_release(source);
    }
    free(text);
}

static struct hd_range span(const struct hd_source *source, int from, int to) {
    return (struct hd_range){source->base + (hd_loc)from, source->base + (hd_loc)to};
}

static void check_rendering(const struct hd_diag *diag, int columns, const char *want) {
    struct hd_buf out = {0};
    hd_diag_render(&out, diag, false, columns);
    check_text(hd_buf_str(&out), want, __FILE__, __LINE__);
    CHECK(hd_utf8_valid(out.s, out.len));
    hd_buf_finish(&out);
}

static void start_diags(void) { diags = (struct hd_diags){.arena = hd_arena_create()}; }

static void diagnostics_point_at_the_source(void) {
    start_diags();
    static const char text[] = "int a;\n\tn = 3 + b;\n";
    struct hd_source *s = hd_source_add("In[3]", NULL, text, strlen(text));
    struct hd_diag *diag = hd_error(&diags, span(s, 8, 9), "`%s` is not declared", "n");
    hd_note(&diags, diag, span(s, 4, 5), "`a` is");
    hd_help(&diags, diag, "did you mean `a`?");
    check_rendering(diag, 0,
                    "In[3]:2:2: error: `n` is not declared\n"
                    "    2 |     n = 3 + b;\n"
                    "      |     ^\n"
                    "      = help: did you mean `a`?\n"
                    "In[3]:1:5: note: `a` is\n"
                    "    1 | int a;\n"
                    "      |     ^\n");
    diag = hd_warning(&diags, span(s, 12, 17), "double", "odd\nsum");
    diag->caret = s->base + 14;
    check_rendering(diag, 0,
                    "In[3]:2:8: warning: odd sum [double]\n"
                    "    2 |     n = 3 + b;\n"
                    "      |         ~~^~~\n");
    diag = hd_error(&diags, span(s, 0, 17), "all of it");
    diag->caret = s->base + 12;
    check_rendering(diag, 0,
                    "In[3]:2:6: error: all of it\n"
                    "    2 |     n = 3 + b;\n"
                    "      |     ~~~~^~~~~\n");
    check_rendering(hd_error(&diags, span(s, 19, 19), "the end"), 0,
                    "In[3]:3:1: error: the end\n"
                    "    3 |\n"
                    "      | ^\n");
    check_rendering(hd_error(&diags, (struct hd_range){0, 0}, "nowhere"), 0, "error: nowhere\n");
    struct hd_buf out = {0};
    hd_diag_render(&out, diags.first, true, 0);
    CHECK(strstr(out.s, "\033[1;31merror:\033[0m"));
    hd_buf_finish(&out);
    hd_source_release(s);
    check_rendering(diags.last, 0, "error: nowhere\n");
    check_rendering(diag, 0, "error: all of it\n");
    hd_arena_destroy(diags.arena);
}

static void odd_text_is_shown_safely(void) {
    start_diags();
    static const char text[] = "\xE4\xB8\xAD = \xFF\x1B[1m;\n";
    struct hd_source *s = hd_source_add("In[4]", NULL, text, strlen(text));
    check_rendering(hd_error(&diags, span(s, 6, 8), "stray `\x1B\xFF`"), 0,
                    "In[4]:1:5: error: stray `\xE2\x90\x9B\xEF\xBF\xBD`\n"
                    "    1 | \xE4\xB8\xAD = \xEF\xBF\xBD\xE2\x90\x9B[1m;\n"
                    "      |      ^~\n");
    hd_arena_destroy(diags.arena);
}

static void long_lines_are_cut(void) {
    start_diags();
    enum { LEN = 3000000 };
    char *text = malloc(LEN);
    for (int i = 0; i < LEN; i++) text[i] = (char)('a' + i % 26);
    struct hd_source *s = hd_source_add("In[5]", NULL, text, LEN);
    free(text);
    check_rendering(hd_error(&diags, span(s, 2600, 2603), "middle"), 48,
                    "In[5]:1:2601: error: middle\n"
                    "    1 | ...defghijklmnopqrstuvwxyzabcdefghijk...\n"
                    "      |                           ^~~\n");
    check_rendering(hd_error(&diags, span(s, 0, LEN), "all"), 48,
                    "In[5]:1:1: error: all\n"
                    "    1 | abcdefghijklmnopqrstuvwxyzabcdefghijk...\n"
                    "      | ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~\n");
    struct hd_buf out = {0};
    hd_diag_render(&out, hd_error(&diags, span(s, LEN, LEN), "end"), false, 48);
    CHECK(strstr(out.s, "| ..."));
    CHECK(out.len < 200 && strchr(out.s, '^'));
    hd_buf_finish(&out);
    hd_source_release(s);
    hd_arena_destroy(diags.arena);
}

static int errors_made;

static void messages_go_on_below_between_words(void) {
    start_diags();
    static const char text[] = "n\n";
    struct hd_source *s = hd_source_add("In[6]", NULL, text, strlen(text));
    struct hd_diag *diag = hd_warning(&diags, span(s, 0, 1), "too-long",
                                      "a message of `two and more` words, 字字字字 too, and so on");
    hd_help(&diags, diag,
            "averyveryverylongwordthatdoesnotfit `std::max(a, b, c)` then the rest of it");
    check_rendering(diag, 40,
                    "In[6]:1:1: warning: a message of\n"
                    "    `two and more` words, 字字字字 too,\n"
                    "    and so on [too-long]\n"
                    "    1 | n\n"
                    "      | ^\n"
                    "      = help: averyveryverylongwordthatdoesnotfit\n"
                    "              `std::max(a, b, c)` then\n"
                    "              the rest of it\n");
    check_rendering(hd_error(&diags, span(s, 0, 1), "exactly as long as"), 37,
                    "In[6]:1:1: error: exactly as long as\n"
                    "    1 | n\n"
                    "      | ^\n");
    check_rendering(diags.last, 36,
                    "In[6]:1:1: error: exactly as long as\n"
                    "    1 | n\n"
                    "      | ^\n");
    check_rendering(diags.last, 35,
                    "In[6]:1:1: error: exactly as long\n"
                    "    as\n"
                    "    1 | n\n"
                    "      | ^\n");
    hd_source_release(s);
    hd_arena_destroy(diags.arena);
}

static void make_errors(void) {
    for (errors_made = 0;; errors_made++)
        hd_error(&diags, (struct hd_range){0, 0}, "number %d", errors_made);
}

static void many_errors_unwind(void) {
    start_diags();
    static jmp_buf unwind;
    diags.unwind = &unwind;
    if (setjmp(unwind) == 0) make_errors();
    CHECK(errors_made == 20 && diags.last->severity == HD_NOTE);
    hd_arena_destroy(diags.arena);
}

static void diagnostics_are_bounded(void) {
    start_diags();
    hd_error(&diags, (struct hd_range){0, 0}, "same");
    hd_error(&diags, (struct hd_range){0, 0}, "same");
    CHECK(diags.errors == 2 && diags.first == diags.last);
    diags.muted = true;
    struct hd_diag *diag = hd_error(&diags, (struct hd_range){0, 0}, "muted");
    hd_help(&diags, diag, "unseen");
    CHECK(diags.errors == 3 && diags.first == diags.last);
    diags.muted = false;
    for (int i = 0; i < 1000; i++) hd_warning(&diags, (struct hd_range){0, 0}, NULL, "w%d", i);
    int n = 0;
    for (diag = diags.first; diag; diag = diag->next) n++;
    CHECK(n == 101 && diags.warnings == 1000);
    hd_arena_destroy(diags.arena);
}

static void frames_travel(void) {
    int pair[2];
    CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
    json_t *sent = json_pack("{s:s#, s:[i,i]}", "text", "a\0b\n", 4, "list", 1, 2);
    CHECK(hd_frame_write(pair[0], sent));
    json_t *got = hd_frame_read(pair[1]);
    CHECK(got && json_equal(sent, got));
    json_decref(got);
    json_decref(sent);
    CHECK(write(pair[0], "\3\0\0\0{x}", 7) == 7);
    CHECK(hd_frame_read(pair[1]) == NULL);
    CHECK(write(pair[0], "\xFF\xFF\xFF\xFF", 4) == 4);
    CHECK(hd_frame_read(pair[1]) == NULL);
    close(pair[1]);
    sent = json_object();
    CHECK(!hd_frame_write(pair[0], sent) && errno == EPIPE); // and no SIGPIPE
    json_decref(sent);
    close(pair[0]);
}

static void files_are_read(void) {
    char *text;
    size_t len;
    CHECK(hd_read_file("/proc/self/stat", &text, &len) && len == strlen(text) && len > 10);
    free(text);
    CHECK(!hd_read_file("/nonexistent", &text, &len) && errno == ENOENT);
    CHECK(!hd_read_file("/", &text, &len) && errno == EISDIR);
    CHECK(hd_now_ns() > 0);
}

static void text_is(const char *path, const char *want) {
    char *text = NULL;
    size_t len = 0;
    CHECK(hd_read_file(path, &text, &len));
    CHECK_TEXT(text, want);
    free(text);
}

static void files_are_written_whole_or_not_at_all(void) {
    char dir[] = "/tmp/heddle-test-XXXXXX", path[64], symbolic[64], huge[5000];
    CHECK(mkdtemp(dir));
    snprintf(path, sizeof path, "%s/file", dir);
    snprintf(symbolic, sizeof symbolic, "%s/link", dir);
    memset(huge, 'x', sizeof huge);
    CHECK(hd_file_write(path, "one", 3, 0640, HD_FILE_SYNC));
    text_is(path, "one");
    struct stat info;
    mode_t mask = umask(022);
    umask(mask);
    CHECK(stat(path, &info) == 0 && (info.st_mode & 0777) == (0640 & ~mask));
    CHECK(symlink("file", symbolic) == 0 && chmod(path, 0604) == 0);
    CHECK(hd_file_write(symbolic, "two, longer", 11, 0600, 0));
    text_is(path, "two, longer");
    CHECK(stat(path, &info) == 0 && (info.st_mode & 0777) == 0604);
    CHECK(lstat(symbolic, &info) == 0 && S_ISLNK(info.st_mode));
    CHECK(hd_file_write(path, "", 0, 0600, 0));
    text_is(path, "");
    CHECK(hd_file_write(path, "three", 5, 0600, 0));
    signal(SIGXFSZ, SIG_IGN);
    struct rlimit before, small = {4096, RLIM_INFINITY};
    CHECK(getrlimit(RLIMIT_FSIZE, &before) == 0);
    small.rlim_max = before.rlim_max;
    CHECK(setrlimit(RLIMIT_FSIZE, &small) == 0);
    CHECK(!hd_file_write(path, huge, sizeof huge, 0600, 0) && errno == EFBIG);
    setrlimit(RLIMIT_FSIZE, &before);
    text_is(path, "three");
    char other[64]; // a file with two names keeps them, and what it had if there is no room
    snprintf(other, sizeof other, "%s/other", dir);
    CHECK(link(path, other) == 0);
    CHECK(hd_file_write(path, "fourth", 6, 0600, 0));
    text_is(other, "fourth");
    CHECK(setrlimit(RLIMIT_FSIZE, &small) == 0);
    CHECK(!hd_file_write(other, huge, sizeof huge, 0600, 0) && errno == EFBIG);
    setrlimit(RLIMIT_FSIZE, &before);
    text_is(path, "fourth");
    CHECK(hd_file_write(other, "5", 1, 0600, 0));
    text_is(path, "5");
    CHECK(unlink(other) == 0);
    CHECK(!hd_file_write("/dev/full", "x", 1, 0600, 0) && errno == ENOSPC);
    CHECK(!hd_file_write(dir, "x", 1, 0600, 0) && errno == EISDIR);
    CHECK(!hd_file_write("/nonexistent/x", "x", 1, 0600, 0) && errno == ENOENT);
    // Nothing else is left there, and what a process that died left is known by its name and age.
    CHECK(unlink(path) == 0 && unlink(symbolic) == 0 && rmdir(dir) == 0);
    struct stat old = {.st_mtime = time(NULL) - 7200}, fresh = {.st_mtime = time(NULL) - 60};
    CHECK(hd_file_is_leftover(".heddle-12-3", &old) && !hd_file_is_leftover("heddle-12-3", &old));
    CHECK(!hd_file_is_leftover(".heddle-12-3", &fresh));
}

int main(void) {
    RUN(arena_memory_is_zero_and_aligned);
    RUN(vectors_grow);
    RUN(vectors_of_an_arena_keep_apart);
    RUN(buffers_hold_text);
    RUN(utf8_decodes_anything);
    RUN(equal_names_are_one);
    RUN(maps_find_and_forget);
    RUN(edit_distances);
    RUN(places_are_found);
    RUN(locations_are_used_again);
    RUN(diagnostics_point_at_the_source);
    RUN(odd_text_is_shown_safely);
    RUN(long_lines_are_cut);
    RUN(messages_go_on_below_between_words);
    RUN(many_errors_unwind);
    RUN(diagnostics_are_bounded);
    RUN(frames_travel);
    RUN(files_are_read);
    RUN(files_are_written_whole_or_not_at_all);
    return check_status();
}
