// Files that are written whole or not at all: what people save, caches, connection files.
//
// The text goes to a new file beside the old one, which takes the old one's name once every byte
// is known to be there: whatever fails on the way (a full disk, a quota, a limit, the process's
// end) leaves the old file as it was. A symbolic link stays one, its target is replaced; the mode
// is the old file's. What is no regular file (/dev/full, a pipe) is written to as it is.
//
// A folder may not let us make a file in it, a file may be mounted over, belong to somebody else,
// or have several names, and yet may be written. Then it is written in place, after the system has
// reserved the room for it, so that only what is unlikely (an error of the device) can lose text.
//
// Example: hd_file_write("run.cu", text, len, 0666, 0) || fail(strerror(errno)).
#include "base/base.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { ATTEMPTS = 100, STALE_SECONDS = 3600 };
static const char prefix[] = ".heddle-";

bool hd_write_all(int fd, const void *data, size_t len) {
    const char *s = data;
    while (len) {
        ssize_t n = write(fd, s, len);
        if (n < 0 && errno == EINTR) continue;
        if (n == 0) errno = ENOSPC; // POSIX leaves it open what a device means by 0
        if (n <= 0) return false;
        s += n;
        len -= (size_t)n;
    }
    return true;
}

// Some file systems (NFS, quotas) tell only now that there was no room.
static bool close_checked(int fd, bool ok) {
    int why = errno;
    bool closed = close(fd) == 0 || errno == EINTR;
    if (!ok) errno = why;
    return ok && closed;
}

static bool write_as_it_is(const char *path, const void *data, size_t len) {
    int fd = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    return fd >= 0 && close_checked(fd, hd_write_all(fd, data, len));
}

static bool write_in_place(const char *path, const void *data, size_t len) {
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    struct stat old;
    if (fd < 0) return false;
    if (fstat(fd, &old) != 0) return close_checked(fd, false);
    int error = len ? posix_fallocate(fd, 0, (off_t)len) : 0;
    if (error) {
        if (ftruncate(fd, old.st_size) == 0) errno = error;
        return close_checked(fd, false);
    }
    bool ok = hd_write_all(fd, data, len) && ftruncate(fd, (off_t)len) == 0;
    return close_checked(fd, ok);
}

// A new file in the folder of `path`; its name goes to `beside`.
static int open_beside(const char *path, mode_t mode, struct hd_buf *beside) {
    static atomic_uint counter;
    const char *slash = strrchr(path, '/');
    for (int i = 0; i < ATTEMPTS; i++) {
        hd_buf_clear(beside);
        hd_buf_add(beside, path, slash ? (size_t)(slash + 1 - path) : 0);
        hd_buf_printf(beside, "%s%ld-%u", prefix, (long)getpid(), atomic_fetch_add(&counter, 1));
        int fd = open(beside->s, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (fd >= 0 || errno != EEXIST) return fd;
    }
    return -1;
}

static bool needs_its_place(int error) {
    return error == EACCES || error == EPERM || error == EROFS || error == EBUSY;
}

static bool replace(const char *path, const struct stat *old, const void *data, size_t len,
                    mode_t mode, unsigned flags) {
    struct hd_buf beside = {0};
    int fd = open_beside(path, mode, &beside);
    bool ok = fd >= 0;
    if (ok) {
        ok = (!old || (fchown(fd, old->st_uid, old->st_gid) == 0 &&
                       fchmod(fd, old->st_mode & 07777) == 0)) &&
             hd_write_all(fd, data, len) && (!(flags & HD_FILE_SYNC) || fsync(fd) == 0);
        ok = close_checked(fd, ok) && rename(beside.s, path) == 0;
        int why = errno;
        if (!ok) unlink(beside.s);
        errno = why;
    }
    hd_buf_finish(&beside);
    return ok || (old && needs_its_place(errno) && write_in_place(path, data, len));
}

bool hd_file_write(const char *path, const void *data, size_t len, mode_t mode, unsigned flags) {
    struct stat old;
    if (stat(path, &old) != 0) {
        if (errno != ENOENT) return false;
        if (lstat(path, &old) != 0) return replace(path, NULL, data, len, mode, flags);
        // A link that leads to nothing yet: an empty file is made where it leads.
        int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, mode);
        if (fd < 0 || fstat(fd, &old) != 0 || close(fd) != 0) return false;
    }
    if (!S_ISREG(old.st_mode)) return write_as_it_is(path, data, len);
    if (access(path, W_OK) != 0) return false; // a file that is protected stays as it is
    if (old.st_nlink > 1) return write_in_place(path, data, len);
    char *real = realpath(path, NULL);
    bool ok = real && replace(real, &old, data, len, mode, flags);
    int why = errno;
    free(real);
    errno = why;
    return ok;
}

bool hd_file_is_leftover(const char *name, const struct stat *info) {
    return strncmp(name, prefix, sizeof prefix - 1) == 0 &&
           time(NULL) - info->st_mtime > STALE_SECONDS;
}
