// Standard output and error for people who watch (`--line-output`): a line appears when it is
// complete, as on a terminal, and the two streams keep the order in which they were written to,
// although each has its own pipe.
//
// For that, whoever writes to one stream first waits until the client has emptied the other's pipe.
// It reads both with one thread and hands on what it read before it reads again, so what was
// written later is shown later. Only a change from one stream to the other takes time.
//
//   printf("one\n"); fprintf(stderr, "two\n"); printf("three\n");   // one, two, three
#include "run/run.h"

#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { YIELDS = 20, PAUSE_NS = 50000, MOST_PAUSES = 400 };

// The client takes text at once unless it is in trouble; then order is not worth more than 20 ms.
static void wait_until_taken(int fd) {
    struct stat stat;
    for (int i = 0; i < YIELDS + MOST_PAUSES; i++) {
        int held = 0;
        if (ioctl(fd, FIONREAD, &held) != 0 || held == 0) return;
        if (i == 0 && (fstat(fd, &stat) != 0 || !S_ISFIFO(stat.st_mode)))
            return; // user code has put a file there
        if (i < YIELDS)
            sched_yield();
        else
            nanosleep(&(struct timespec){0, PAUSE_NS}, NULL);
    }
}

static ssize_t write_to(int fd, const char *data, size_t len) {
    if (hd_events_beside) {
        hd_beside_output(fd, data, len);
        return (ssize_t)len;
    }
    wait_until_taken(fd == 1 ? 2 : 1);
    size_t done = 0;
    while (done < len) {
        ssize_t n = write(fd, data + done, len - done);
        if (n >= 0)
            done += (size_t)n;
        else if (errno == EAGAIN)
            poll(&(struct pollfd){.fd = fd, .events = POLLOUT}, 1, -1);
        else if (errno != EINTR)
            break;
    }
    return (ssize_t)done;
}

static ssize_t write_out(void *cookie, const char *data, size_t len) {
    return write_to(1, data, len);
}

static ssize_t write_err(void *cookie, const char *data, size_t len) {
    return write_to(2, data, len);
}

// The streams keep their descriptors' numbers in name (fileno, freopen), as `stdin` of input.c
// does.
static bool replace(FILE **stream, int fd, cookie_write_function_t *function, int mode) {
    FILE *file = fopencookie(NULL, "w", (cookie_io_functions_t){.write = function});
    if (!file) return false;
    setvbuf(file, NULL, mode, BUFSIZ);
    file->_fileno = fd;
    *stream = file;
    return true;
}

bool hd_streams_init(void) {
    struct stat out, err;
    if (fstat(1, &out) != 0 || fstat(2, &err) != 0) return false;
    if (out.st_dev == err.st_dev && out.st_ino == err.st_ino)
        return setvbuf(stdout, NULL, _IOLBF, BUFSIZ) == 0;
    return replace(&stdout, 1, write_out, _IOLBF) && replace(&stderr, 2, write_err, _IONBF);
}
