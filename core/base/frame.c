// Frames: a 4-byte little-endian length and that many bytes of JSON text. Used on the socket
// between a front-end and the engine. Either side may have made its descriptor non-blocking; both
// functions wait then.
//
//   json_t *request = hd_frame_read(fd);   // NULL: the other side is gone
//   hd_frame_write(fd, reply);
#include "base/base.h"

#include <errno.h>
#include <jansson.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

static void wait_for(int fd, short events) {
    struct pollfd ready = {.fd = fd, .events = events};
    poll(&ready, 1, -1);
}

// A socket whose other end is closed must not raise SIGPIPE in the front-end; a pipe (in tests) has
// no such flag.
static ssize_t put(int fd, const char *data, size_t len) {
    ssize_t n = send(fd, data, len, MSG_NOSIGNAL);
    if (n < 0 && errno == ENOTSOCK) n = write(fd, data, len);
    return n;
}

static bool write_all(int fd, const char *data, size_t len) {
    while (len) {
        ssize_t n = put(fd, data, len);
        if (n >= 0) {
            data += n;
            len -= (size_t)n;
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            wait_for(fd, POLLOUT);
        } else if (errno != EINTR) {
            return false;
        }
    }
    return true;
}

static bool read_all(int fd, char *data, size_t len) {
    while (len) {
        ssize_t n = read(fd, data, len);
        if (n > 0) {
            data += n;
            len -= (size_t)n;
        } else if (n == 0) {
            return false;
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            wait_for(fd, POLLIN);
        } else if (errno != EINTR) {
            return false;
        }
    }
    return true;
}

static int append(const char *data, size_t len, void *user) {
    hd_buf_add(user, data, len);
    return 0;
}

bool hd_frame_write(int fd, const struct json_t *json) {
    struct hd_buf buf = {0};
    hd_buf_add(&buf, "\0\0\0\0", 4);
    bool ok = json_dump_callback(json, append, &buf, JSON_COMPACT) == 0;
    size_t len = buf.len - 4;
    if (!ok || len > HD_FRAME_MAX) {
        hd_buf_finish(&buf);
        errno = EMSGSIZE;
        return false;
    }
    for (int i = 0; i < 4; i++) buf.s[i] = (char)(len >> (8 * i) & 0xFF);
    ok = write_all(fd, buf.s, buf.len);
    int why = errno;
    hd_buf_finish(&buf);
    errno = why;
    return ok;
}

struct json_t *hd_frame_read(int fd) {
    unsigned char head[4];
    if (!read_all(fd, (char *)head, 4)) return NULL;
    size_t len = head[0] | (size_t)head[1] << 8 | (size_t)head[2] << 16 | (size_t)head[3] << 24;
    if (len > HD_FRAME_MAX) return NULL;
    char *text = malloc(len + 1);
    if (!text) return NULL;
    json_t *json = read_all(fd, text, len) ? json_loadb(text, len, JSON_ALLOW_NUL, NULL) : NULL;
    free(text);
    return json;
}
