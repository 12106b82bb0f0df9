// System calls and stdio on memory that may be elsewhere (hd_guard_prepare): the kernel would
// answer EFAULT where an access by code is caught and the memory fetched. These functions stand
// before the C library's for everything in the process, shared libraries too, because the
// executable's names are found first.
//
// Most of them are rows of the table at the end: what the call is, and which of its arguments are
// read or written. Others that hand memory to the kernel are written out where a row cannot say it.
// A string's length is not known before it is there, but its first byte is enough: variables are
// fetched as a whole.
//
// Example: float v[1 << 20] was written by a kernel on the GPU; fwrite(v, 4, 1 << 20, file) fetches
// it, then writes.
#undef _FILE_OFFSET_BITS // these are the plain names; those that end in 64 are the same functions
                         // on this machine
#include "cpu/internal.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

// In a section of their own: for interrupts and faults they count as the library's, not as the
// engine's (hd_in_engine).
#define EXPORTED __attribute__((visibility("default"), section("heddle_calls"), noinline))

static void prepare(const void *p, size_t n, bool writes) {
    if (hd_guard_prepare) hd_guard_prepare(p, n, writes);
}

static void prepare_string(const char *s) {
    if (hd_guard_prepare && s) hd_guard_prepare(s, 1, false);
}

// of a buffer that the call writes to
static void prepare_length(const socklen_t *len, const void *p, bool writes) {
    if (!hd_guard_prepare || !len) return;
    hd_guard_prepare(len, sizeof *len, true);
    if (p) hd_guard_prepare(p, *len, writes);
}

static void prepare_vector(const struct iovec *v, int n, bool writes) {
    for (int i = 0; hd_guard_prepare && i < n; i++)
        hd_guard_prepare(v[i].iov_base, v[i].iov_len, writes);
}

// The C library's own, looked up once.
#define REAL(name) REAL_AS(name, __typeof__(name))
#define REAL_AS(name, ...)    \
    static __VA_ARGS__ *real; \
    if (!real) real = (__VA_ARGS__ *)(uintptr_t)dlsym(RTLD_NEXT, #name)

EXPORTED ssize_t read(int fd, void *p, size_t n) {
    REAL(read);
    prepare(p, n, true);
    return real(fd, p, n);
}

EXPORTED ssize_t write(int fd, const void *p, size_t n) {
    REAL(write);
    prepare(p, n, false);
    return real(fd, p, n);
}

EXPORTED ssize_t pread(int fd, void *p, size_t n, off_t at) {
    REAL(pread);
    prepare(p, n, true);
    return real(fd, p, n, at);
}

EXPORTED ssize_t pwrite(int fd, const void *p, size_t n, off_t at) {
    REAL(pwrite);
    prepare(p, n, false);
    return real(fd, p, n, at);
}

EXPORTED ssize_t readv(int fd, const struct iovec *v, int n) {
    REAL(readv);
    prepare_vector(v, n, true);
    return real(fd, v, n);
}

EXPORTED ssize_t writev(int fd, const struct iovec *v, int n) {
    REAL(writev);
    prepare_vector(v, n, false);
    return real(fd, v, n);
}

EXPORTED ssize_t recv(int fd, void *p, size_t n, int flags) {
    REAL(recv);
    prepare(p, n, true);
    return real(fd, p, n, flags);
}

EXPORTED ssize_t send(int fd, const void *p, size_t n, int flags) {
    REAL(send);
    prepare(p, n, false);
    return real(fd, p, n, flags);
}

EXPORTED ssize_t recvfrom(int fd, void *p, size_t n, int flags, __SOCKADDR_ARG from,
                          socklen_t *restrict len) {
    typedef ssize_t any_recvfrom(int, void *, size_t, int, void *, socklen_t *);
    REAL_AS(recvfrom, any_recvfrom);
    prepare(p, n, true);
    return real(fd, p, n, flags, from.__sockaddr__, len);
}

EXPORTED ssize_t sendto(int fd, const void *p, size_t n, int flags, __CONST_SOCKADDR_ARG to,
                        socklen_t len) {
    typedef ssize_t any_sendto(int, const void *, size_t, int, const void *, socklen_t);
    REAL_AS(sendto, any_sendto);
    prepare(p, n, false);
    return real(fd, p, n, flags, to.__sockaddr__, len);
}

EXPORTED ssize_t getrandom(void *p, size_t n, unsigned flags) {
    REAL(getrandom);
    prepare(p, n, true);
    return real(p, n, flags);
}

EXPORTED size_t fread(void *p, size_t size, size_t n, FILE *file) {
    REAL(fread);
    prepare(p, size * n, true);
    return real(p, size, n, file);
}

EXPORTED size_t fwrite(const void *p, size_t size, size_t n, FILE *file) {
    REAL(fwrite);
    prepare(p, size * n, false);
    return real(p, size, n, file);
}

EXPORTED ssize_t recvmsg(int fd, struct msghdr *m, int flags) {
    REAL(recvmsg);
    prepare(m, sizeof *m, true);
    prepare(m->msg_name, m->msg_namelen, true);
    prepare(m->msg_control, m->msg_controllen, true);
    prepare(m->msg_iov, m->msg_iovlen * sizeof *m->msg_iov, false);
    prepare_vector(m->msg_iov, (int)m->msg_iovlen, true);
    return real(fd, m, flags);
}

EXPORTED ssize_t sendmsg(int fd, const struct msghdr *m, int flags) {
    REAL(sendmsg);
    prepare(m, sizeof *m, false);
    prepare(m->msg_name, m->msg_namelen, false);
    prepare(m->msg_control, m->msg_controllen, false);
    prepare(m->msg_iov, m->msg_iovlen * sizeof *m->msg_iov, false);
    prepare_vector(m->msg_iov, (int)m->msg_iovlen, false);
    return real(fd, m, flags);
}

// The size is part of the request's number, except for old ones, none of which needs more than 64
// bytes.
EXPORTED int ioctl(int fd, unsigned long request, ...) {
    REAL(ioctl);
    va_list args;
    va_start(args, request);
    void *p = va_arg(args, void *);
    va_end(args);
    size_t size = _IOC_SIZE(request);
    prepare(p, size ? size : 64, true);
    return real(fd, request, p);
}

EXPORTED int open(const char *path, int flags, ...) {
    REAL(open);
    va_list args;
    va_start(args, flags);
    mode_t mode = (flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(args, mode_t) : 0;
    va_end(args);
    prepare_string(path);
    return real(path, flags, mode);
}

EXPORTED int openat(int dir, const char *path, int flags, ...) {
    REAL(openat);
    va_list args;
    va_start(args, flags);
    mode_t mode = (flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(args, mode_t) : 0;
    va_end(args);
    prepare_string(path);
    return real(dir, path, flags, mode);
}

// Sockets' addresses are a union of pointers in the headers, so these types are written out.
#define ADDRESS_OUT(name, TYPE, PARAMETERS, ...)    \
    EXPORTED int name PARAMETERS {                  \
        typedef int any_##name TYPE;                \
        REAL_AS(name, any_##name);                  \
        prepare_length(len, to.__sockaddr__, true); \
        return real(__VA_ARGS__);                   \
    }
ADDRESS_OUT(accept, (int, void *, socklen_t *),
            (int fd, __SOCKADDR_ARG to, socklen_t *restrict len), fd, to.__sockaddr__, len)
ADDRESS_OUT(accept4, (int, void *, socklen_t *, int),
            (int fd, __SOCKADDR_ARG to, socklen_t *restrict len, int flags), fd, to.__sockaddr__,
            len, flags)
ADDRESS_OUT(getsockname, (int, void *, socklen_t *),
            (int fd, __SOCKADDR_ARG to, socklen_t *restrict len), fd, to.__sockaddr__, len)
ADDRESS_OUT(getpeername, (int, void *, socklen_t *),
            (int fd, __SOCKADDR_ARG to, socklen_t *restrict len), fd, to.__sockaddr__, len)
#define ADDRESS_IN(name)                                                \
    EXPORTED int name(int fd, __CONST_SOCKADDR_ARG to, socklen_t len) { \
        typedef int any_##name(int, const void *, socklen_t);           \
        REAL_AS(name, any_##name);                                      \
        prepare(to.__sockaddr__, len, false);                           \
        return real(fd, to.__sockaddr__, len);                          \
    }
ADDRESS_IN(bind)
ADDRESS_IN(connect)

// ---- the table: CALL(result, name, parameters, what is prepared, arguments) ---------------------

#define CALL(result, name, parameters, preparation, ...) \
    EXPORTED result name parameters {                    \
        REAL(name);                                      \
        if (hd_guard_prepare) preparation;               \
        return real(__VA_ARGS__);                        \
    }
#define IN(p, bytes) prepare(p, bytes, false)
#define OUT(p, bytes) prepare(p, bytes, true)
#define TEXT(s) prepare_string(s)

CALL(int, stat, (const char *restrict path, struct stat *restrict st),
     (TEXT(path), OUT(st, sizeof *st)), path, st)
CALL(int, lstat, (const char *restrict path, struct stat *restrict st),
     (TEXT(path), OUT(st, sizeof *st)), path, st)
CALL(int, fstat, (int fd, struct stat *st), OUT(st, sizeof *st), fd, st)
CALL(int, fstatat, (int dir, const char *restrict path, struct stat *restrict st, int flags),
     (TEXT(path), OUT(st, sizeof *st)), dir, path, st, flags)
CALL(int, statfs, (const char *path, struct statfs *st), (TEXT(path), OUT(st, sizeof *st)), path,
     st)
CALL(int, fstatfs, (int fd, struct statfs *st), OUT(st, sizeof *st), fd, st)
CALL(int, poll, (struct pollfd * v, nfds_t n, int ms), OUT(v, n * sizeof *v), v, n, ms)
CALL(int, ppoll, (struct pollfd * v, nfds_t n, const struct timespec *limit, const sigset_t *mask),
     (OUT(v, n * sizeof *v), IN(limit, sizeof *limit), IN(mask, sizeof *mask)), v, n, limit, mask)
CALL(int, select,
     (int n, fd_set *restrict in, fd_set *restrict out, fd_set *restrict odd,
      struct timeval *restrict limit),
     (OUT(in, sizeof *in), OUT(out, sizeof *out), OUT(odd, sizeof *odd), OUT(limit, sizeof *limit)),
     n, in, out, odd, limit)
CALL(int, epoll_ctl, (int fd, int op, int of, struct epoll_event *event), IN(event, sizeof *event),
     fd, op, of, event)
CALL(int, epoll_wait, (int fd, struct epoll_event *v, int n, int ms),
     OUT(v, (size_t)(n > 0 ? n : 0) * sizeof *v), fd, v, n, ms)
CALL(char *, getcwd, (char *p, size_t n), OUT(p, n), p, n)
CALL(ssize_t, readlink, (const char *restrict path, char *restrict p, size_t n),
     (TEXT(path), OUT(p, n)), path, p, n)
CALL(ssize_t, readlinkat, (int dir, const char *restrict path, char *restrict p, size_t n),
     (TEXT(path), OUT(p, n)), dir, path, p, n)
CALL(int, getsockopt, (int fd, int level, int name, void *restrict p, socklen_t *restrict len),
     prepare_length(len, p, true), fd, level, name, p, len)
CALL(int, setsockopt, (int fd, int level, int name, const void *p, socklen_t len), IN(p, len), fd,
     level, name, p, len)
CALL(int, pipe, (int fds[2]), OUT(fds, 2 * sizeof(int)), fds)
CALL(int, pipe2, (int fds[2], int flags), OUT(fds, 2 * sizeof(int)), fds, flags)
CALL(int, socketpair, (int domain, int type, int protocol, int fds[2]), OUT(fds, 2 * sizeof(int)),
     domain, type, protocol, fds)
CALL(ssize_t, preadv, (int fd, const struct iovec *v, int n, off_t at), prepare_vector(v, n, true),
     fd, v, n, at)
CALL(ssize_t, pwritev, (int fd, const struct iovec *v, int n, off_t at),
     prepare_vector(v, n, false), fd, v, n, at)
CALL(pid_t, waitpid, (pid_t pid, int *status, int flags), OUT(status, sizeof *status), pid, status,
     flags)
CALL(pid_t, wait, (int *status), OUT(status, sizeof *status), status)
CALL(int, nanosleep, (const struct timespec *length, struct timespec *rest),
     (IN(length, sizeof *length), OUT(rest, sizeof *rest)), length, rest)
CALL(int, clock_gettime, (clockid_t clock, struct timespec *now), OUT(now, sizeof *now), clock, now)
CALL(clock_t, times, (struct tms * now), OUT(now, sizeof *now), now)
CALL(int, sysinfo, (struct sysinfo * info), OUT(info, sizeof *info), info)
CALL(int, uname, (struct utsname * name), OUT(name, sizeof *name), name)
CALL(int, access, (const char *path, int mode), TEXT(path), path, mode)
CALL(int, unlink, (const char *path), TEXT(path), path)
CALL(int, rename, (const char *from, const char *to), (TEXT(from), TEXT(to)), from, to)
CALL(int, mkdir, (const char *path, mode_t mode), TEXT(path), path, mode)
CALL(int, rmdir, (const char *path), TEXT(path), path)
CALL(int, chdir, (const char *path), TEXT(path), path)
CALL(FILE *, fopen, (const char *restrict path, const char *restrict mode),
     (TEXT(path), TEXT(mode)), path, mode)

// What is compiled with _FILE_OFFSET_BITS=64 calls these.
#define SAME(name) \
    extern __typeof__(name) name##64 __attribute__((alias(#name), visibility("default")));
SAME(pread)
SAME(pwrite)
SAME(preadv)
SAME(pwritev)
SAME(open)
SAME(openat)
SAME(fopen)
#define SAME_STRUCT(name, TYPE) \
    extern int name##64 TYPE __attribute__((alias(#name), visibility("default")));
SAME_STRUCT(stat, (const char *restrict, struct stat64 *restrict))
SAME_STRUCT(lstat, (const char *restrict, struct stat64 *restrict))
SAME_STRUCT(fstat, (int, struct stat64 *))
SAME_STRUCT(fstatat, (int, const char *restrict, struct stat64 *restrict, int))
SAME_STRUCT(statfs, (const char *, struct statfs64 *))
SAME_STRUCT(fstatfs, (int, struct statfs64 *))
