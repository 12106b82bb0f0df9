// Entered cells, kept between sessions in $XDG_STATE_HOME/heddle/history
// (~/.local/state/heddle/history): one line per cell, with newlines as \n and backslashes as \\.
// Beside it `sessions` counts how often Heddle was started.
//
// Several sessions may use the file at once. An entry is appended by one write under a lock, and
// what others have appended is read before each prompt; it goes before this session's own entries,
// so that the arrow keys first give what was typed here. When the file has grown too long its older
// half is dropped: a new file takes its name, which every session notices.
#include "repl.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LONGEST = 256 * 1024, MOST_BYTES = 8 << 20 };

// ---- the file -----------------------------------------------------------------------------------

char *history_folder(void) {
    struct hd_buf path = {0};
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    if (state && *state == '/')
        hd_buf_puts(&path, state);
    else if (home && *home)
        hd_buf_printf(&path, "%s/.local/state", home);
    else
        return NULL;
    hd_buf_puts(&path, "/heddle");
    for (char *slash = path.s + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = 0;
        mkdir(path.s, 0700);
        *slash = '/';
    }
    if (mkdir(path.s, 0700) == 0 || errno == EEXIST) return path.s;
    hd_buf_finish(&path);
    return NULL;
}

// Opens the file and locks it, again when it was replaced meanwhile.
static int open_locked(const char *path) {
    for (int attempt = 0; attempt < 8; attempt++) {
        int fd = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
        struct stat here, there;
        if (fd < 0) return -1;
        if (flock(fd, LOCK_EX) == 0 && fstat(fd, &here) == 0 && stat(path, &there) == 0 &&
            here.st_ino == there.st_ino)
            return fd;
        close(fd);
    }
    return -1;
}

static void escape(struct hd_buf *out, const char *s, size_t len) {
    for (size_t i = 0; i < len; i++) {
        if (s[i] == '\n')
            hd_buf_puts(out, "\\n");
        else if (s[i] == '\\')
            hd_buf_puts(out, "\\\\");
        else
            hd_buf_putc(out, s[i]);
    }
    hd_buf_putc(out, '\n');
}

static void unescape(struct hd_buf *out, const char *s, size_t len) {
    for (size_t i = 0; i < len; i++) {
        if (s[i] == '\\' && i + 1 < len) {
            i++;
            hd_buf_putc(out, s[i] == 'n' ? '\n' : s[i]);
        } else {
            hd_buf_putc(out, s[i]);
        }
    }
}

// ---- the list -----------------------------------------------------------------------------------

static bool equals(const struct entry *e, const char *s, size_t len) {
    return e->len == len && !memcmp(e->s, s, len);
}

static void insert(struct history *h, int at, const char *s, size_t len, bool ours) {
    if (at > 0 && equals(&h->list.v[at - 1], s, len)) return;
    struct entry e = {hd_xmalloc(len + 1), len, ours};
    memcpy(e.s, s, len);
    e.s[len] = 0;
    HD_XPUSH(&h->list, e);
    memmove(h->list.v + at + 1, h->list.v + at, sizeof *h->list.v * (size_t)(h->list.n - 1 - at));
    h->list.v[at] = e;
}

// Takes whole lines of s as entries of other sessions.
static size_t take_lines(struct history *h, const char *s, size_t len) {
    int at = h->list.n;
    while (at > 0 && h->list.v[at - 1].ours) at--;
    struct hd_buf text = {0};
    size_t used = 0;
    for (;;) {
        const char *newline = memchr(s + used, '\n', len - used);
        if (!newline) break;
        hd_buf_clear(&text);
        unescape(&text, s + used, (size_t)(newline - (s + used)));
        int n = h->list.n;
        if (text.len) insert(h, at, text.s, text.len, false);
        at += h->list.n - n;
        used = (size_t)(newline - s) + 1;
    }
    hd_buf_finish(&text);
    return used;
}

static void read_new(struct history *h, int fd) {
    struct stat st;
    if (fstat(fd, &st) != 0) return;
    if (h->inode &&
        h->inode != st.st_ino) { // it was shortened: what is in it is known but for its end
        h->inode = st.st_ino;
        h->read_to = st.st_size;
        return;
    }
    h->inode = st.st_ino;
    if (st.st_size <= h->read_to) return;
    size_t want = (size_t)(st.st_size - h->read_to), have = 0;
    char *s = hd_xmalloc(want);
    while (have < want) {
        ssize_t n = pread(fd, s + have, want - have, h->read_to + (off_t)have);
        if (n <= 0) break;
        have += (size_t)n;
    }
    h->read_to += (int64_t)take_lines(h, s, have);
    free(s);
}

// Keeps the newer half of a file that has become too long. The caller holds its lock.
static void shorten(struct history *h, int fd) {
    struct stat st;
    if (fstat(fd, &st) != 0 || st.st_size < MOST_BYTES) return;
    size_t half = MOST_BYTES / 2;
    char *s = hd_xmalloc(half);
    ssize_t n = pread(fd, s, half, st.st_size - (off_t)half);
    const char *start = n > 0 ? memchr(s, '\n', (size_t)n) : NULL;
    if (start) hd_file_write(h->path, start + 1, (size_t)(s + n - start - 1), 0600, HD_FILE_SYNC);
    free(s);
}

static int count_visit(const char *folder) {
    struct hd_buf path = {0};
    hd_buf_printf(&path, "%s/sessions", folder);
    int fd = open_locked(path.s), n = 0;
    if (fd < 0) {
        hd_buf_finish(&path);
        return 0;
    }
    char text[16] = "";
    if (pread(fd, text, sizeof text - 1, 0) >= 0) n = atoi(text);
    int len = snprintf(text, sizeof text, "%d\n", n + 1);
    if (n < 1000) hd_file_write(path.s, text, (size_t)len, 0600, 0);
    close(fd);
    hd_buf_finish(&path);
    return n + 1;
}

void history_open(struct history *h) {
    *h = (struct history){0};
    char *folder = history_folder();
    if (!folder) return;
    h->visits = count_visit(folder);
    struct hd_buf path = {0};
    hd_buf_printf(&path, "%s/history", folder);
    h->path = path.s;
    free(folder);
    int fd = open_locked(h->path);
    if (fd < 0) return;
    shorten(h, fd);
    close(fd);
    history_refresh(h);
}

void history_refresh(struct history *h) {
    int fd = h->path ? open(h->path, O_RDONLY | O_CLOEXEC) : -1;
    if (fd < 0) return;
    if (flock(fd, LOCK_SH) == 0) read_new(h, fd);
    close(fd);
}

static void note_trouble(struct history *h, int error) {
    if (!h->trouble[0])
        snprintf(h->trouble, sizeof h->trouble, "what you enter is not kept for later sessions: %s",
                 strerror(error));
}

const char *history_trouble(struct history *h) {
    if (!h->trouble[0] || h->told) return NULL;
    h->told = true;
    return h->trouble;
}

void history_add(struct history *h, const char *s, size_t len) {
    while (len && strchr(" \t\n", s[len - 1]) && s[len - 1]) len--;
    if (!len || *s == ' ' || *s == '\t') return;
    if (h->list.n && equals(&h->list.v[h->list.n - 1], s, len)) return;
    int fd = h->path && len <= LONGEST ? open_locked(h->path) : -1;
    if (fd < 0 && h->path && len <= LONGEST) note_trouble(h, errno);
    if (fd >= 0) {
        read_new(h, fd);
        struct hd_buf line = {0};
        struct stat st;
        // A line that a full disk cut short is ended first.
        char last = '\n';
        if (fstat(fd, &st) == 0 && st.st_size > 0 && pread(fd, &last, 1, st.st_size - 1) == 1 &&
            last != '\n')
            hd_buf_putc(&line, '\n');
        escape(&line, s, len);
        off_t end = fstat(fd, &st) == 0 ? st.st_size : 0;
        // What a full disk took is taken back, so that nobody reads half a cell as a whole one.
        if (!hd_write_all(fd, line.s, line.len)) {
            note_trouble(h, errno);
            if (ftruncate(fd, end) != 0) h->read_to = end;
        }
        if (fstat(fd, &st) == 0) h->read_to = st.st_size;
        hd_buf_finish(&line);
        close(fd);
    }
    insert(h, h->list.n, s, len, true);
}

int history_find(const struct history *h, int from, int step, const char *prefix, size_t len) {
    for (int i = from + step; i >= 0 && i < h->list.n; i += step)
        if (h->list.v[i].len >= len && !memcmp(h->list.v[i].s, prefix, len)) return i;
    return -1;
}

static bool has_upper(const char *s, size_t len) {
    for (size_t i = 0; i < len; i++)
        if (s[i] >= 'A' && s[i] <= 'Z') return true;
    return false;
}

// The last occurrence of a part in an entry. Without capitals, case does not matter.
static bool find_part(const struct entry *e, const char *part, size_t len, bool exact, size_t *at) {
    for (size_t i = e->len < len ? 0 : e->len - len + 1; i > 0; i--) {
        const char *s = e->s + i - 1;
        if (exact ? !memcmp(s, part, len) : !strncasecmp(s, part, len)) {
            *at = i - 1;
            return true;
        }
    }
    return false;
}

int history_search(const struct history *h, int from, int step, const char *part, size_t len,
                   size_t *at) {
    bool exact = has_upper(part, len);
    const struct entry *now = from >= 0 && from < h->list.n ? &h->list.v[from] : NULL;
    for (int i = from + step; i >= 0 && i < h->list.n; i += step) {
        const struct entry *e = &h->list.v[i];
        if (now && equals(e, now->s, now->len)) continue;
        if (find_part(e, part, len, exact, at)) return i;
    }
    return -1;
}

void history_close(struct history *h) {
    for (int i = 0; i < h->list.n; i++) free(h->list.v[i].s);
    HD_FREE_VEC(&h->list);
    free(h->path);
}
