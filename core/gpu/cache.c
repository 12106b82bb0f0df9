// The cache of compiled kernels: in memory, and on disk below XDG_CACHE_HOME/heddle/ptx
// (~/.cache/heddle/ptx).
//
// The key is a 128-bit hash of the text that the compiler would get, its version and its options,
// so an entry never goes stale. Many processes may use it at once: a file is written under another
// name and renamed (base/file.c), and holds its own length and hash, so that a damaged one is taken
// for missing.
// A hit renews the file's time; when the folder has grown too large the oldest files go. Example:
// ~/.cache/heddle/ptx/3f9c...e1 starts with "heddle ptx 1 5312 9a1b...".
#include "gpu/compile.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_BYTES (128ll << 20) // on disk
#define SLOTS 64                 // in memory

static struct slot {
    struct hd_cache_key key;
    char *ptx;
    size_t len;
    unsigned used;
} slots[SLOTS];
static unsigned tick;

struct hd_cache_key hd_cache_key(const char *text, size_t len, const char *options) {
    struct hd_cache_key key = {hd_hash(text, len), 0};
    struct hd_buf second = {
        0}; // another function of the same bytes: in blocks, each with its number and the options
    for (size_t at = 0; at < len || at == 0; at += 256) {
        uint64_t part[2] = {at * 0x9e3779b97f4a7c15u,
                            hd_hash(text + at, len - at < 256 ? len - at : 256)};
        hd_buf_add(&second, (const char *)part, sizeof part);
    }
    hd_buf_puts(&second, options);
    hd_buf_puts(&second, HD_VERSION);
    key.b = hd_hash(second.s, second.len);
    key.a ^= hd_hash(options, strlen(options)) * 31 + len;
    hd_buf_finish(&second);
    return key;
}

// ---- memory -------------------------------------------------------------------------------------

static char *copy_of(const char *s, size_t len) {
    char *copy = hd_xmalloc(len + 1);
    memcpy(copy, s, len);
    copy[len] = 0;
    return copy;
}

static struct slot *find_slot(struct hd_cache_key key) {
    for (int i = 0; i < SLOTS; i++)
        if (slots[i].ptx && slots[i].key.a == key.a && slots[i].key.b == key.b) return &slots[i];
    return NULL;
}

static void remember(struct hd_cache_key key, const char *ptx, size_t len) {
    struct slot *oldest = &slots[0];
    for (int i = 0; i < SLOTS; i++)
        if (slots[i].used < oldest->used) oldest = &slots[i];
    free(oldest->ptx);
    *oldest = (struct slot){key, copy_of(ptx, len), len, ++tick};
}

// ---- disk ---------------------------------------------------------------------------------------

static bool folder(char *path, size_t size) {
    const char *base = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (base && *base == '/')
        snprintf(path, size, "%s", base);
    else if (home && *home == '/')
        snprintf(path, size, "%s/.cache", home);
    else
        return false;
    static const char *const parts[] = {"", "/heddle", "/ptx"};
    size_t len = strlen(path);
    for (int i = 0; i < HD_COUNT(parts); i++) {
        if (len + strlen(parts[i]) + 1 > size) return false;
        len += (size_t)snprintf(path + len, size - len, "%s", parts[i]);
        if (mkdir(path, 0700) != 0 && errno != EEXIST) return false;
    }
    return true;
}

static bool file_of(struct hd_cache_key key, char *path, size_t size) {
    char dir[512];
    if (!folder(dir, sizeof dir)) return false;
    int n = snprintf(path, size, "%s/%016llx%016llx", dir, (unsigned long long)key.a,
                     (unsigned long long)key.b);
    return n > 0 && (size_t)n < size;
}

static char *read_entry(const char *path, size_t *len) {
    char *text;
    size_t size;
    if (!hd_read_file(path, &text, &size)) return NULL;
    unsigned long long bytes = 0, hash = 0;
    int header = 0;
    bool good = sscanf(text, "heddle ptx 1 %llu %llx\n%n", &bytes, &hash, &header) == 2 &&
                header > 0 && size == (size_t)header + bytes &&
                hd_hash(text + header, bytes) == hash;
    char *ptx = good ? copy_of(text + header, bytes) : NULL;
    free(text);
    if (!good) unlink(path);
    *len = bytes;
    return ptx;
}

struct entry {
    char name[40];
    int64_t time, size;
};

static int by_time(const void *a, const void *b) {
    int64_t x = ((const struct entry *)a)->time, y = ((const struct entry *)b)->time;
    return x < y ? -1 : x > y;
}

// Removes the oldest files until the rest takes three quarters of what is allowed.
static void shrink(void) {
    char dir[512];
    DIR *d = folder(dir, sizeof dir) ? opendir(dir) : NULL;
    if (!d) return;
    HD_VEC(struct entry) all = {0};
    int64_t total = 0;
    for (struct dirent *e; (e = readdir(d));) {
        struct stat st;
        struct entry entry = {0};
        if (strlen(e->d_name) >= sizeof entry.name || fstatat(dirfd(d), e->d_name, &st, 0) != 0)
            continue;
        if (hd_file_is_leftover(e->d_name, &st)) unlinkat(dirfd(d), e->d_name, 0);
        if (e->d_name[0] == '.') continue;
        memcpy(entry.name, e->d_name, strlen(e->d_name));
        entry.time = st.st_mtime;
        entry.size = st.st_size;
        total += entry.size;
        HD_XPUSH(&all, entry);
    }
    if (total > MOST_BYTES && all.n) {
        qsort(all.v, (size_t)all.n, sizeof *all.v, by_time);
        for (int i = 0; i < all.n && total > MOST_BYTES / 4 * 3; i++) {
            unlinkat(dirfd(d), all.v[i].name, 0);
            total -= all.v[i].size;
        }
    }
    HD_FREE_VEC(&all);
    closedir(d);
}

static void write_entry(const char *path, const char *ptx, size_t len) {
    struct hd_buf text = {0};
    hd_buf_printf(&text, "heddle ptx 1 %zu %llx\n", len, (unsigned long long)hd_hash(ptx, len));
    hd_buf_add(&text, ptx, len);
    hd_file_write(path, text.s, text.len, 0600, 0); // without it the kernel is compiled again
    hd_buf_finish(&text);
}

char *hd_cache_get(struct hd_cache_key key, size_t *len) {
    struct slot *slot = find_slot(key);
    if (slot) {
        slot->used = ++tick;
        *len = slot->len;
        return copy_of(slot->ptx, slot->len);
    }
    char path[600];
    char *ptx = file_of(key, path, sizeof path) ? read_entry(path, len) : NULL;
    if (!ptx) return NULL;
    utimensat(AT_FDCWD, path, NULL, 0);
    remember(key, ptx, *len);
    return ptx;
}

void hd_cache_put(struct hd_cache_key key, const char *ptx, size_t len) {
    static unsigned writes;
    remember(key, ptx, len);
    char path[600];
    if (!file_of(key, path, sizeof path)) return;
    write_entry(path, ptx, len);
    if (writes++ % 64 == 0) shrink();
}
