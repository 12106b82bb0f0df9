// System calls and stdio on memory that may be elsewhere (hd_guard_prepare): the kernel would answer EFAULT where an
// access by code is caught and the memory fetched. These functions stand before the C library's for everything in the
// process, shared libraries too, because the executable's names are found first.
//
// Example: float v[1 << 20] was written by a kernel on the GPU; fwrite(v, 4, 1 << 20, file) fetches it, then writes.
#include "cpu/internal.h"

#include <dlfcn.h>
#include <stdio.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

// In a section of their own: for interrupts and faults they count as the library's, not as the engine's (hd_in_engine).
#define EXPORTED __attribute__((visibility("default"), section("heddle_calls"), noinline))


static void prepare(const void *p, size_t n, bool writes) {
    if (hd_guard_prepare) hd_guard_prepare(p, n, writes);
}

static void prepare_vector(const struct iovec *v, int n, bool writes) {
    for (int i = 0; hd_guard_prepare && i < n; i++) hd_guard_prepare(v[i].iov_base, v[i].iov_len, writes);
}

// The C library's own, looked up once.
#define REAL(name)                                                                                                \
    REAL_AS(name, __typeof__(name))
#define REAL_AS(name, ...)                                                                                        \
    static __VA_ARGS__ *real;                                                                                     \
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

EXPORTED ssize_t recvfrom(int fd, void *p, size_t n, int flags, __SOCKADDR_ARG from, socklen_t *restrict len) {
    typedef ssize_t any_recvfrom(int, void *, size_t, int, void *, socklen_t *);
    REAL_AS(recvfrom, any_recvfrom);
    prepare(p, n, true);
    return real(fd, p, n, flags, from.__sockaddr__, len);
}

EXPORTED ssize_t sendto(int fd, const void *p, size_t n, int flags, __CONST_SOCKADDR_ARG to, socklen_t len) {
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
