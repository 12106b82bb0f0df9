// Small things that every layer needs: the clock, whole files, and how far apart two names are.
#include "base/base.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

int64_t hd_now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

// A pipe has no size to ask for, so the file is read until it ends; a device that never ends is cut
// off.
bool hd_read_file(const char *path, char **text, size_t *len) {
    enum { LARGEST = 1 << 30 };
    int fd;
    do fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    while (fd < 0 && errno == EINTR);
    if (fd < 0) return false;
    struct stat info;
    size_t cap = 16384, used = 0;
    if (fstat(fd, &info) == 0 && info.st_size > 0 && info.st_size < LARGEST)
        cap = (size_t)info.st_size + 1;
    char *data = hd_xmalloc(cap + 1);
    for (;;) {
        ssize_t n = read(fd, data + used, cap - used);
        if (n < 0 && errno == EINTR) continue;
        if (n == 0) break;
        if (n > 0) used += (size_t)n;
        if (n > 0 && used > LARGEST) errno = EFBIG;
        if (n < 0 || used > LARGEST) {
            int why = errno;
            free(data);
            close(fd);
            errno = why;
            return false;
        }
        if (used == cap) data = hd_xrealloc(data, (cap *= 2) + 1);
    }
    close(fd);
    data[used] = 0;
    *text = data;
    *len = used;
    return true;
}

// Restricted Damerau-Levenshtein: insertions, deletions, replacements and swaps of neighbours, each
// of cost 1. Only three rows of the table are alive at a time. Names longer than a row are never
// near misses of anything.
int hd_edit_distance(const char *a, const char *b, int limit) {
    enum { LONGEST = 120 };
    int n = (int)strnlen(a, LONGEST + 1), m = (int)strnlen(b, LONGEST + 1);
    if (n > LONGEST || m > LONGEST || abs(n - m) > limit) return limit + 1;
    int rows[3][LONGEST + 1];
    int *before = rows[0], *above = rows[1], *row = rows[2];
    for (int j = 0; j <= m; j++) above[j] = before[j] = j;
    for (int i = 1; i <= n; i++) {
        int least = row[0] = i;
        for (int j = 1; j <= m; j++) {
            int best = above[j - 1] + (a[i - 1] != b[j - 1]);
            if (above[j] + 1 < best) best = above[j] + 1;
            if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
                before[j - 2] + 1 < best)
                best = before[j - 2] + 1;
            row[j] = best;
            if (best < least) least = best;
        }
        if (least > limit) return limit + 1;
        int *free_row = before;
        before = above;
        above = row;
        row = free_row;
    }
    return above[m] <= limit ? above[m] : limit + 1;
}
