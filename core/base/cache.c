// Caches on disk, below XDG_CACHE_HOME/heddle (~/.cache/heddle), one folder each.
//
// What is kept can be made again, and its key is a 128-bit hash of all that it was made from, so an
// entry never goes stale. Many processes may use a folder at once: a file is written under another
// name and renamed (file.c), and holds its own length and hash, so that a damaged one is taken for
// missing. A hit renews the file's time; when the folder has grown too large the oldest files go.
// Example: ~/.cache/heddle/ptx/3f9c...e1 starts with "heddle ptx 1 5312 9a1b...".
//
// A folder that belongs to another user, or that others may write to, is not used: machine code is
// read from it.
#include "base/base.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct hd_cache_key hd_cache_key(const void *data, size_t len, const char *options) {
    const char *text = data;
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

static bool is_ours(const char *path) {
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode) && st.st_uid == geteuid() &&
           (st.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

bool hd_cache_folder(const struct hd_cache *cache, char *path, size_t size) {
    const char *base = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (base && *base == '/')
        snprintf(path, size, "%s", base);
    else if (home && *home == '/')
        snprintf(path, size, "%s/.cache", home);
    else
        return false;
    const char *const parts[] = {"", "/heddle", "/", cache->name};
    size_t len = strlen(path);
    for (int i = 0; i < HD_COUNT(parts); i++) {
        if (len + strlen(parts[i]) + 1 > size) return false;
        len += (size_t)snprintf(path + len, size - len, "%s", parts[i]);
        if (mkdir(path, 0700) != 0 && errno != EEXIST) return false;
    }
    return is_ours(path);
}

static bool file_of(const struct hd_cache *cache, struct hd_cache_key key, char *path,
                    size_t size) {
    char dir[512];
    if (!hd_cache_folder(cache, dir, sizeof dir)) return false;
    int n = snprintf(path, size, "%s/%016llx%016llx", dir, (unsigned long long)key.a,
                     (unsigned long long)key.b);
    return n > 0 && (size_t)n < size;
}

static char *read_entry(const struct hd_cache *cache, const char *path, size_t *len) {
    char *text, *data = NULL, name[16];
    size_t size;
    if (!hd_read_file(path, &text, &size)) return NULL;
    unsigned long long bytes = 0, hash = 0;
    const char *line_end = memchr(text, '\n', size < 80 ? size : 80);
    size_t header = line_end ? (size_t)(line_end - text) + 1 : 0; // what follows may be blank too
    if (header && sscanf(text, "heddle %15s 1 %llu %llx", name, &bytes, &hash) == 3 &&
        !strcmp(name, cache->name) && size == header + bytes &&
        hd_hash(text + header, bytes) == hash) {
        data = hd_xmalloc(bytes + 1);
        memcpy(data, text + header, bytes);
        data[bytes] = 0;
    }
    free(text);
    if (!data) unlink(path);
    *len = bytes;
    return data;
}

char *hd_cache_read(const struct hd_cache *cache, struct hd_cache_key key, size_t *len) {
    char path[600];
    char *data = file_of(cache, key, path, sizeof path) ? read_entry(cache, path, len) : NULL;
    if (data) utimensat(AT_FDCWD, path, NULL, 0);
    return data;
}

struct entry {
    char name[40];
    int64_t time, size;
};
struct listing {
    HD_VEC(struct entry) all;
    int64_t total;
};

static int by_time(const void *a, const void *b) {
    int64_t x = ((const struct entry *)a)->time, y = ((const struct entry *)b)->time;
    return x < y ? -1 : x > y;
}

// What a folder holds; what processes that died have left there goes.
static void list(DIR *d, struct listing *found) {
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
        found->total += entry.size;
        HD_XPUSH(&found->all, entry);
    }
}

// Removes the oldest files until the rest takes three quarters of what is allowed; all of them
// where `most` is 0.
static void shrink(const struct hd_cache *cache, int64_t most) {
    char dir[512];
    DIR *d = hd_cache_folder(cache, dir, sizeof dir) ? opendir(dir) : NULL;
    if (!d) return;
    struct listing found = {0};
    list(d, &found);
    if (found.total > most && found.all.n) {
        qsort(found.all.v, (size_t)found.all.n, sizeof *found.all.v, by_time);
        for (int i = 0; i < found.all.n && found.total > most / 4 * 3; i++) {
            unlinkat(dirfd(d), found.all.v[i].name, 0);
            found.total -= found.all.v[i].size;
        }
    }
    HD_FREE_VEC(&found.all);
    closedir(d);
}

void hd_cache_write(struct hd_cache *cache, struct hd_cache_key key, const void *data, size_t len) {
    char path[600];
    if (!file_of(cache, key, path, sizeof path)) return;
    struct hd_buf text = {0};
    hd_buf_printf(&text, "heddle %s 1 %zu %llx\n", cache->name, len,
                  (unsigned long long)hd_hash(data, len));
    hd_buf_add(&text, data, len);
    hd_file_write(path, text.s, text.len, 0600, 0); // without it the thing is made again
    hd_buf_finish(&text);
    if (atomic_fetch_add(&cache->writes, 1) % 64 == 0) shrink(cache, cache->most_bytes);
}

void hd_cache_size(const struct hd_cache *cache, int *files, int64_t *bytes) {
    char dir[512];
    *files = 0;
    *bytes = 0;
    DIR *d = hd_cache_folder(cache, dir, sizeof dir) ? opendir(dir) : NULL;
    if (!d) return;
    struct listing found = {0};
    list(d, &found);
    *files = found.all.n;
    *bytes = found.total;
    HD_FREE_VEC(&found.all);
    closedir(d);
}

void hd_cache_clear(const struct hd_cache *cache) { shrink(cache, 0); }
