// What is put right when user code has ended, and what it may not take away meanwhile.
//
// - The engine's own descriptors (its socket, the variable store): close, dup2 and their kin answer
//   EBADF, as if nothing were open there. So `for (fd = 3; fd < 1024; fd++) close(fd)` is as
//   harmless as in a program.
// - Descriptors 0 to 2: one that was closed is opened again as it was at the start. One that leads
//   elsewhere (dup2, freopen) stays, because that was asked for.
// - stdin, stdout, stderr: a stream that was closed or overwritten becomes again what it was at the
//   start.
// - Soft limits (setrlimit) hold until the cell ends; hard limits are not lowered, for they could
//   never be raised.
//
// Example: `close(1); printf("lost\n");` prints nothing; the next cell prints as ever.
#include "cpu/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { MOST_OWN = 8, FIRST_COPY = 240 };

static int own[MOST_OWN], nown;
static int copies[3] = {-1, -1, -1}; // of descriptors 0 to 2
struct stream {                      // glibc's struct _IO_FILE_plus
    FILE file;
    const void *vtable;
};
static struct stream *streams[3], untouched[3];
static struct rlimit limits[RLIM_NLIMITS];
static bool limit_changed[RLIM_NLIMITS];

void hd_guard_own_fd(int fd) {
    if (fd >= 0 && nown < MOST_OWN) own[nown++] = fd;
}

static bool is_own(int fd) {
    for (int i = 0; i < nown; i++)
        if (own[i] == fd) return true;
    return false;
}

void hd_repair_init(void) {
    for (int fd = 0; fd < 3; fd++) {
        copies[fd] = fcntl(fd, F_DUPFD_CLOEXEC, FIRST_COPY);
        hd_guard_own_fd(copies[fd]);
    }
    FILE *now[3] = {stdin, stdout, stderr};
    for (int i = 0; i < 3; i++) {
        streams[i] = (struct stream *)now[i];
        untouched[i] = *streams[i];
    }
}

static void repair_fds(void) {
    for (int fd = 0; fd < 3; fd++)
        if (copies[fd] >= 0 && fcntl(fd, F_GETFD) < 0) dup2(copies[fd], fd);
}

// glibc marks a live stream in the upper half of its flags.
static bool is_broken(FILE *file, int fd) {
    unsigned flags;
    if (!hd_guard_read(file, &flags, sizeof flags) || flags >> 16 != 0xfbad) return true;
    return file->_fileno != fd && (file->_fileno < 0 || fcntl(file->_fileno, F_GETFD) < 0);
}

static void repair_stream(FILE **file, int fd) {
    if (!is_broken(*file, fd)) return;
    if (is_broken(&streams[fd]->file, fd)) *streams[fd] = untouched[fd];
    *file = &streams[fd]->file;
}

void hd_repair(void) {
    if (hd_guard_forked) return;
    repair_fds();
    repair_stream(&stdin, 0);
    repair_stream(&stdout, 1);
    repair_stream(&stderr, 2);
    for (int i = 0; i < RLIM_NLIMITS; i++) {
        if (limit_changed[i]) setrlimit((__rlimit_resource_t)i, &limits[i]);
        limit_changed[i] = false;
    }
}

// ---- what user code calls instead ---------------------------------------------------------------

static int refuse(void) {
    errno = EBADF;
    return -1;
}

static int user_close(int fd) { return is_own(fd) && !hd_guard_forked ? refuse() : close(fd); }

static int user_dup2(int from, int to) {
    return is_own(from) || is_own(to) ? refuse() : dup2(from, to);
}

static int user_dup3(int from, int to, int flags) {
    return is_own(from) || is_own(to) ? refuse() : dup3(from, to, flags);
}

static int user_close_range(unsigned from, unsigned to, int flags) {
    int result = 0;
    for (unsigned at = from; at <= to;) { // the stretches between our own
        unsigned end = to;
        for (int i = 0; i < nown; i++)
            if ((unsigned)own[i] >= at && (unsigned)own[i] <= end) end = (unsigned)own[i] - 1;
        if (end >= at && close_range(at, end, flags) < 0) result = -1;
        if (end >= to) break;
        at = end + 2;
    }
    return result;
}

static void user_closefrom(int from) { user_close_range(from < 0 ? 0 : (unsigned)from, ~0u, 0); }

static int user_setrlimit(int resource, const struct rlimit *limit) {
    struct rlimit now;
    if (hd_guard_forked || resource < 0 || resource >= RLIM_NLIMITS || !limit ||
        getrlimit((__rlimit_resource_t)resource, &now) || limit->rlim_max > now.rlim_max)
        return setrlimit((__rlimit_resource_t)resource, limit);
    struct rlimit wanted = {.rlim_cur = limit->rlim_cur, .rlim_max = now.rlim_max};
    int result = setrlimit((__rlimit_resource_t)resource, &wanted);
    if (result == 0 && !limit_changed[resource] &&
        resource != RLIMIT_DATA) { // that one is the guard's
        limits[resource] = now;
        limit_changed[resource] = true;
    }
    return result;
}

typedef void any_fn(void);

void *hd_repair_replacement(const char *name) {
    static const struct {
        const char *name;
        any_fn *fn;
    } table[] = {
        {"close", (any_fn *)user_close},
        {"dup2", (any_fn *)user_dup2},
        {"dup3", (any_fn *)user_dup3},
        {"close_range", (any_fn *)user_close_range},
        {"closefrom", (any_fn *)user_closefrom},
        {"setrlimit", (any_fn *)user_setrlimit},
        {"setrlimit64", (any_fn *)user_setrlimit},
    };
    for (int i = 0; i < HD_COUNT(table); i++)
        if (strcmp(table[i].name, name) == 0) return (void *)(uintptr_t)table[i].fn;
    return NULL;
}
