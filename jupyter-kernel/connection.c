// The connection file: where the sockets are and which key signs messages.
//
//   {"transport": "tcp", "ip": "127.0.0.1", "shell_port": 0, ..., "key": "4b1d...",
//   "signature_scheme": "hmac-sha256"}
//
// A port of 0 means any: it is chosen when the socket is bound, and the file is then replaced,
// readable for its owner alone. A file that does not exist is made with a new key, so that
// `heddle-kernel -f here.json` by hand gives something that `jupyter console --existing here.json`
// connects to. With transport "ipc", `ip` is a path and a port its suffix.
#include "kernel.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zmq.h>

static const char *const port_names[CHANNELS] = {"shell_port", "control_port", "iopub_port",
                                                 "stdin_port", "hb_port"};

static json_t *new_file(void) {
    unsigned char bytes[16] = {0};
    char key[33];
    if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes) return NULL;
    for (size_t i = 0; i < sizeof bytes; i++) snprintf(key + 2 * i, 3, "%02x", bytes[i]);
    return json_pack("{s:s, s:s, s:s, s:s}", "transport", "tcp", "ip", "127.0.0.1", "key", key,
                     "signature_scheme", "hmac-sha256");
}

static char *text_member(const json_t *file, const char *name, const char *otherwise) {
    const char *text = json_string_value(json_object_get(file, name));
    return hd_xstrdup(text ? text : otherwise);
}

bool connection_read(struct connection *connection, const char *path, struct hd_buf *why) {
    *connection = (struct connection){.path = hd_xstrdup(path)};
    json_error_t error;
    if (access(path, F_OK) != 0 && errno == ENOENT) {
        connection->file = new_file();
    } else {
        char *text = NULL;
        size_t len;
        if (!hd_read_file(path, &text, &len)) {
            hd_buf_printf(why, "cannot read the connection file `%s`: %s", path, strerror(errno));
            return false;
        }
        connection->file = json_loadb(text, len, 0, &error);
        free(text);
        if (!json_is_object(connection->file)) {
            hd_buf_printf(why, "the connection file `%s` is not a JSON object%s%s", path,
                          connection->file ? "" : ": ", connection->file ? "" : error.text);
            return false;
        }
    }
    connection->transport = text_member(connection->file, "transport", "tcp");
    connection->ip = text_member(connection->file, "ip", "127.0.0.1");
    connection->key = text_member(connection->file, "key", "");
    connection->scheme = text_member(connection->file, "signature_scheme", "hmac-sha256");
    for (int i = 0; i < CHANNELS; i++) {
        json_int_t port = json_integer_value(json_object_get(connection->file, port_names[i]));
        if (port < 0 || port > 65535) {
            hd_buf_printf(why, "`%s` in `%s` is not a port", port_names[i], path);
            return false;
        }
        connection->ports[i] = (int)port;
    }
    if (strcmp(connection->transport, "tcp") && strcmp(connection->transport, "ipc")) {
        hd_buf_printf(why, "unknown transport `%s` in `%s`; known are `tcp` and `ipc`",
                      connection->transport, path);
        return false;
    }
    return true;
}

static bool bind_ipc(struct connection *connection, int channel, void *socket) {
    char endpoint[512], path[480];
    int port = connection->ports[channel], from = port ? port : 1, to = port ? port : 65535;
    for (int i = from; i <= to; i++) {
        snprintf(path, sizeof path, "%s-%d", connection->ip, i);
        if (!port && access(path, F_OK) == 0) continue; // somebody's
        snprintf(endpoint, sizeof endpoint, "ipc://%s", path);
        if (zmq_bind(socket, endpoint) != 0) return false;
        chmod(path, 0600);
        connection->ports[channel] = i;
        return true;
    }
    errno = EADDRINUSE;
    return false;
}

static bool bind_tcp(struct connection *connection, int channel, void *socket) {
    char endpoint[256];
    bool v6 = strchr(connection->ip, ':') && connection->ip[0] != '[';
    if (strchr(connection->ip, ':')) zmq_setsockopt(socket, ZMQ_IPV6, &(int){1}, sizeof(int));
    int port = connection->ports[channel];
    char number[16] = "*";
    if (port) snprintf(number, sizeof number, "%d", port);
    snprintf(endpoint, sizeof endpoint, "tcp://%s%s%s:%s", v6 ? "[" : "", connection->ip,
             v6 ? "]" : "", number);
    if (zmq_bind(socket, endpoint) != 0) return false;
    if (port) return true;
    size_t size = sizeof endpoint;
    if (zmq_getsockopt(socket, ZMQ_LAST_ENDPOINT, endpoint, &size) != 0) return false;
    const char *colon = strrchr(endpoint, ':');
    connection->ports[channel] = colon ? atoi(colon + 1) : 0;
    return connection->ports[channel] > 0;
}

bool connection_bind(struct connection *connection, int channel, void *socket, struct hd_buf *why) {
    bool ipc = !strcmp(connection->transport, "ipc");
    connection->bound[channel] =
        ipc ? bind_ipc(connection, channel, socket) : bind_tcp(connection, channel, socket);
    if (connection->bound[channel]) return true;
    hd_buf_printf(why, "cannot listen at %s, %s %d: %s", connection->ip, port_names[channel],
                  connection->ports[channel], zmq_strerror(errno));
    return false;
}

void connection_unbind(struct connection *connection, int channel) {
    char path[480];
    if (!connection->transport || strcmp(connection->transport, "ipc") ||
        !connection->bound[channel])
        return;
    snprintf(path, sizeof path, "%s-%d", connection->ip, connection->ports[channel]);
    unlink(path); // ZeroMQ leaves it
}

// A reader never sees half of it. Nobody else may read the key, whoever made the file.
bool connection_write(const struct connection *connection, struct hd_buf *why) {
    bool changed = access(connection->path, F_OK) != 0;
    for (int i = 0; i < CHANNELS; i++) {
        json_int_t port = json_integer_value(json_object_get(connection->file, port_names[i]));
        changed |= port != connection->ports[i];
        json_object_set_new(connection->file, port_names[i], json_integer(connection->ports[i]));
    }
    if (!changed) return true;
    char *text = json_dumps(connection->file, JSON_INDENT(2));
    if (access(connection->path, F_OK) == 0) chmod(connection->path, 0600);
    bool ok = text && hd_file_write(connection->path, text, strlen(text), 0600, 0);
    if (!ok)
        hd_buf_printf(why, "cannot write the connection file `%s`: %s", connection->path,
                      strerror(errno));
    free(text);
    return ok;
}

void connection_finish(struct connection *connection) {
    free(connection->path);
    free(connection->transport);
    free(connection->ip);
    free(connection->key);
    free(connection->scheme);
    json_decref(connection->file);
    *connection = (struct connection){0};
}
