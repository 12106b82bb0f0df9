// The Jupyter wire format: frames to requests, messages to frames. No sockets here.
#ifndef HD_WIRE_H
#define HD_WIRE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#define PROTOCOL_VERSION "5.5"
#define WIRE_MOST (64l << 20) // bytes of a message

struct frame { // heap
    char *data;
    size_t len;
};

struct wire;

// A received message. Shared between threads by counting; nothing in it changes, and its JSON is
// only read.
struct request {
    int refs;             // atomic
    int channel;          // that it came on; set by the receiver
    struct frame *frames; // as received: identities, delimiter, signature, four parts, buffers
    int nframes, nidentities;
    json_t *header, *parent, *metadata, *content;
    const char *type, *id, *session; // in header
    bool from_script;                // set by the receiver: see requests.c
    size_t too_large; // its bytes, when they are more than WIRE_MOST: content is empty then
};

// A message to send: all its frames.
struct packet {
    struct frame *frames;
    int n;
};

enum wire_error {
    WIRE_OK,
    WIRE_NO_DELIMITER,
    WIRE_TOO_SHORT,
    WIRE_BAD_SIGNATURE,
    WIRE_REPLAYED,
    WIRE_BAD_JSON,
    WIRE_BAD_HEADER
};

// scheme: "hmac-sha256" and the like; an empty key means no signatures. NULL: the scheme is
// unknown.
struct wire *wire_create(const char *key, const char *scheme);
void wire_destroy(struct wire *wire);
const char *wire_session(const struct wire *wire); // unique in the world
const char *wire_error_text(enum wire_error error);
// Takes the frames in any case. NULL: *error says why.
struct request *wire_decode(struct wire *wire, struct frame *frames, int n, enum wire_error *error);
struct request *request_ref(struct request *request);
void request_unref(struct request *request); // NULL is fine
// `to`: whose identities come first (a reply), or NULL with `topic` (iopub). `parent`: whose header
// is the parent, or NULL. Steals content. *id (may be NULL) gets a copy of the msg_id.
struct packet *wire_encode(struct wire *wire, const struct request *to, const char *topic,
                           const struct request *parent, const char *type, json_t *content,
                           char **id);
// The same with metadata, which are stolen.
struct packet *wire_encode_with(struct wire *wire, const struct request *to, const char *topic,
                                const struct request *parent, const char *type, json_t *content,
                                json_t *metadata, char **id);
void packet_destroy(struct packet *packet);
void frames_destroy(struct frame *frames, int n);

#endif
