// gpu/cache.c and base/cache.c: what makes two kernels' keys different, and files that are damaged,
// or of another version, or left by a process that died. No compiler is needed for it.
#include "gpu/compile.h"
#include "check.h"

#include <dirent.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static bool same(struct hd_cache_key x, struct hd_cache_key y) { return x.a == y.a && x.b == y.b; }

static void keys_know_everything(void) {
    char text[1024], other[1024];
    memset(text, 'x', sizeof text);
    struct hd_cache_key key = hd_cache_key(text, sizeof text, "nvvm 2.0 -arch=compute_80 -ftz=1");
    CHECK(same(key, hd_cache_key(text, sizeof text, "nvvm 2.0 -arch=compute_80 -ftz=1")));
    CHECK(!same(key, hd_cache_key(text, sizeof text, "nvvm 2.0 -arch=compute_80 -ftz=0")));
    CHECK(!same(key, hd_cache_key(text, sizeof text, "nvvm 2.0 -arch=compute_90 -ftz=1")));
    CHECK(!same(key, hd_cache_key(text, sizeof text, "")));
    CHECK(!same(key, hd_cache_key(text, sizeof text - 1, "nvvm 2.0 -arch=compute_80 -ftz=1")));
    for (size_t at = 0; at < sizeof text; at += 100) { // wherever a byte differs
        memcpy(other, text, sizeof text);
        other[at] = 'y';
        struct hd_cache_key changed =
            hd_cache_key(other, sizeof other, "nvvm 2.0 -arch=compute_80 -ftz=1");
        CHECK(key.a != changed.a && key.b != changed.b);
    }
    // Blocks that change places; what ends the text and begins the options.
    memset(text, 'a', 256), memset(text + 256, 'b', 256);
    memset(other, 'b', 256), memset(other + 256, 'a', 256);
    CHECK(!same(hd_cache_key(text, 512, "o"), hd_cache_key(other, 512, "o")));
    CHECK(!same(hd_cache_key("text-O3", 7, ""), hd_cache_key("text", 4, "-O3")));
    // Each half tells options apart by itself.
    struct hd_cache_key fast = hd_cache_key("t", 1, "fast"), exact = hd_cache_key("t", 1, "exact");
    CHECK(fast.a != exact.a && fast.b != exact.b);
}

static char folder[64];

static int files(char *name, size_t size) {
    DIR *dir = opendir(folder);
    int n = 0;
    for (struct dirent *e; dir && (e = readdir(dir));) {
        if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, "..")) continue;
        n++;
        if (name) snprintf(name, size, "%s/%s", folder, e->d_name);
    }
    if (dir) closedir(dir);
    return n;
}

// The entries in memory hide those on disk: 64 others drive them out.
static void forget_memory(void) {
    setenv("XDG_CACHE_HOME", "relative, and so not used", 1);
    char *home = getenv("HOME"), kept[256];
    snprintf(kept, sizeof kept, "%s", home ? home : "/");
    setenv("HOME", "", 1);
    for (int i = 0; i < 64; i++) {
        char text[32];
        snprintf(text, sizeof text, "filler %d", i);
        hd_ptx_put(hd_cache_key(text, strlen(text), ""), "x", 1);
    }
    setenv("HOME", kept, 1);
}

static void entry_is(struct hd_cache_key key, const char *want) {
    size_t len = 99;
    char *got = hd_ptx_get(key, &len);
    CHECK(want ? got && len == strlen(want) && !strcmp(got, want) : !got);
    free(got);
}

static void files_are_checked(void) {
    char root[] = "/tmp/heddle-cache-XXXXXX", name[512] = "", *text;
    size_t len;
    CHECK(mkdtemp(root));
    snprintf(folder, sizeof folder, "%s/heddle/ptx", root);
    setenv("XDG_CACHE_HOME", root, 1);
    struct hd_cache_key key = hd_cache_key("kernel", 6, "-O3");
    entry_is(key, NULL);
    hd_ptx_put(key, ".version 8.0\nret;\n", 18);
    entry_is(key, ".version 8.0\nret;\n");
    entry_is(hd_cache_key("kernel", 6, "-O0"), NULL);
    CHECK(files(name, sizeof name) == 1);
    struct stat info;
    CHECK(stat(name, &info) == 0 && (info.st_mode & 0777) == 0600);
    forget_memory();
    setenv("XDG_CACHE_HOME", root, 1);
    entry_is(key, ".version 8.0\nret;\n"); // from the disk
    CHECK(hd_read_file(name, &text, &len));
    struct {
        size_t keep;
        long flip;
    } damages[] = {{len - 1, -1}, {10, -1}, {0, -1}, {len, (long)len - 2}, {len, 3}};
    for (int i = 0; i < HD_COUNT(damages); i++) {
        forget_memory();
        setenv("XDG_CACHE_HOME", root, 1);
        char *bad = hd_xmalloc(len);
        memcpy(bad, text, len);
        if (damages[i].flip >= 0) bad[damages[i].flip] ^= 4;
        CHECK(hd_file_write(name, bad, damages[i].keep, 0600, 0));
        free(bad);
        entry_is(key, NULL);
        CHECK(files(NULL, 0) == 0); // a damaged file goes
    }
    hd_ptx_put(key, "\n ptx", 5);
    forget_memory();
    setenv("XDG_CACHE_HOME", root, 1);
    entry_is(key, "\n ptx");
    free(text);
    CHECK(files(name, sizeof name) == 1 && unlink(name) == 0);
    CHECK(rmdir(folder) == 0);
    snprintf(name, sizeof name, "%s/heddle", root);
    CHECK(rmdir(name) == 0 && rmdir(root) == 0);
}

int main(void) {
    RUN(keys_know_everything);
    RUN(files_are_checked);
    return check_status();
}
