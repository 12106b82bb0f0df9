// Messages as frames:
//
//   identity..., "<IDS|MSG>", signature, header, parent header, metadata, content, buffer...
//
// The signature is the hexadecimal HMAC of the four frames that follow it, over their bytes as they
// are. It is compared first in length, then in constant time. A message whose signature was seen
// before is a replay. Whoever gets NULL from wire_decode drops the message: a bad one is never
// answered.
//
// A request's header is kept as bytes, for it is the parent header of all that answers it, copied
// verbatim.
#include "wire.h"

#include "session/session.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

enum { PARTS = 4, MOST_SEEN = 1 << 16, MOST_SIGNATURE = 64 };

static const char delimiter[] = "<IDS|MSG>";

struct wire {
    EVP_MAC *mac;
    EVP_MAC_CTX *keyed; // copied for each message; NULL: no signatures
    char session[33];
    atomic_uint_fast64_t messages;
    pthread_mutex_t lock; // seen
    uint64_t *seen;       // the last MOST_SEEN signatures' first 64 bits, a ring ...
    int nseen, next;
    int32_t *buckets, *links; // ... with a hash table over it
};

// ---- signatures ---------------------------------------------------------------------------------

static void to_hex(char *out, const unsigned char *bytes, size_t n) {
    for (size_t i = 0; i < n; i++) {
        out[2 * i] = "0123456789abcdef"[bytes[i] >> 4];
        out[2 * i + 1] = "0123456789abcdef"[bytes[i] & 15];
    }
    out[2 * n] = 0;
}

// The hexadecimal signature of the four parts; its length, 0 without a key.
static size_t sign(const struct wire *wire, const struct frame *parts,
                   char out[2 * MOST_SIGNATURE + 1]) {
    out[0] = 0;
    if (!wire->keyed) return 0;
    unsigned char bytes[MOST_SIGNATURE];
    size_t n = 0;
    EVP_MAC_CTX *mac = EVP_MAC_CTX_dup(wire->keyed);
    bool ok = mac != NULL;
    for (int i = 0; ok && i < PARTS; i++)
        ok = EVP_MAC_update(mac, (const unsigned char *)parts[i].data, parts[i].len) == 1;
    ok = ok && EVP_MAC_final(mac, bytes, &n, sizeof bytes) == 1;
    EVP_MAC_CTX_free(mac);
    if (!ok) n = 0; // out of memory: what cannot be signed matches nothing
    to_hex(out, bytes, n);
    return 2 * n;
}

static bool signature_holds(const struct wire *wire, const struct frame *given,
                            const struct frame *parts) {
    if (!wire->keyed) return true;
    char expected[2 * MOST_SIGNATURE + 1];
    size_t len = sign(wire, parts, expected);
    return len > 0 && given->len == len && CRYPTO_memcmp(given->data, expected, len) == 0;
}

// The first 64 bits of a signature name it: it was just found to be authentic, so nobody can choose
// them.
static bool is_replayed(struct wire *wire, const struct frame *signature) {
    if (!wire->keyed || signature->len < 16) return false;
    char digits[17];
    memcpy(digits, signature->data, 16);
    digits[16] = 0;
    uint64_t name = strtoull(digits, NULL, 16);
    pthread_mutex_lock(&wire->lock);
    int32_t *bucket = &wire->buckets[name % MOST_SEEN];
    bool found = false;
    for (int32_t i = *bucket; i >= 0 && !found; i = wire->links[i]) found = wire->seen[i] == name;
    if (!found) {
        int32_t at = wire->next;
        wire->next = (wire->next + 1) % MOST_SEEN;
        if (wire->nseen == MOST_SEEN) { // the oldest makes room
            int32_t *link = &wire->buckets[wire->seen[at] % MOST_SEEN];
            while (*link != at) link = &wire->links[*link];
            *link = wire->links[at];
        } else {
            wire->nseen++;
        }
        wire->seen[at] = name;
        wire->links[at] = *bucket;
        *bucket = at;
    }
    pthread_mutex_unlock(&wire->lock);
    return found;
}

// ---- create and destroy -------------------------------------------------------------------------

static bool set_key(struct wire *wire, const char *key, const char *scheme) {
    if (strncmp(scheme, "hmac-", 5) != 0) return false;
    char digest[32];
    snprintf(digest, sizeof digest, "%s", scheme + 5);
    wire->mac = EVP_MAC_fetch(NULL, "HMAC", NULL);
    wire->keyed = wire->mac ? EVP_MAC_CTX_new(wire->mac) : NULL;
    OSSL_PARAM params[] = {OSSL_PARAM_construct_utf8_string("digest", digest, 0),
                           OSSL_PARAM_construct_end()};
    return wire->keyed &&
           EVP_MAC_init(wire->keyed, (const unsigned char *)key, strlen(key), params) == 1;
}

struct wire *wire_create(const char *key, const char *scheme) {
    struct wire *wire = hd_xcalloc(1, sizeof *wire);
    pthread_mutex_init(&wire->lock, NULL);
    unsigned char id[16];
    if (getrandom(id, sizeof id, 0) != sizeof id)
        memcpy(id, &(uint64_t[2]){(uint64_t)hd_now_ns(), 1}, sizeof id);
    to_hex(wire->session, id, sizeof id);
    if (!*key) return wire;
    if (!set_key(wire, key, scheme)) {
        wire_destroy(wire);
        return NULL;
    }
    wire->seen = hd_xcalloc(MOST_SEEN, sizeof *wire->seen);
    wire->links = hd_xmalloc(MOST_SEEN * sizeof *wire->links);
    wire->buckets = hd_xmalloc(MOST_SEEN * sizeof *wire->buckets);
    memset(wire->buckets, 0xFF, MOST_SEEN * sizeof *wire->buckets);
    return wire;
}

void wire_destroy(struct wire *wire) {
    if (!wire) return;
    EVP_MAC_CTX_free(wire->keyed);
    EVP_MAC_free(wire->mac);
    pthread_mutex_destroy(&wire->lock);
    free(wire->seen);
    free(wire->links);
    free(wire->buckets);
    free(wire);
}

const char *wire_session(const struct wire *wire) { return wire->session; }

const char *wire_error_text(enum wire_error error) {
    switch (error) {
    case WIRE_OK: return "it is fine";
    case WIRE_NO_DELIMITER: return "it has no <IDS|MSG>";
    case WIRE_TOO_SHORT: return "frames are missing";
    case WIRE_BAD_SIGNATURE: return "its signature is wrong";
    case WIRE_REPLAYED: return "it came before";
    case WIRE_BAD_JSON: return "its JSON is malformed";
    case WIRE_BAD_HEADER: return "its header is not one";
    }
    return "";
}

// ---- decoding -----------------------------------------------------------------------------------

void frames_destroy(struct frame *frames, int n) {
    for (int i = 0; i < n; i++) free(frames[i].data);
    free(frames);
}

// Half of a surrogate pair alone: `\ud83d` without the other half. JavaScript strings may hold one;
// Unicode has no such.
static bool is_escape(const char *s, size_t left, char low, char high) {
    return left >= 6 && s[0] == '\\' && s[1] == 'u' && (s[2] | 32) == 'd' && (s[3] | 32) >= low &&
           (s[3] | 32) <= high;
}

static json_t *parse(const char *text, size_t len) {
    return json_loadb(text, len, JSON_ALLOW_NUL, NULL);
}

// What strict JSON refuses and clients send all the same: lone surrogates and bytes that are not
// UTF-8 become U+FFFD.
static json_t *parse_leniently(const struct frame *frame) {
    json_t *json = parse(frame->data, frame->len);
    if (json) return json;
    struct hd_buf text = {0};
    for (size_t i = 0; i < frame->len;) {
        const char *at = frame->data + i;
        size_t left = frame->len - i;
        if (is_escape(at, left, '8', 'b') && is_escape(at + 6, left - 6, 'c', 'f')) {
            hd_buf_add(&text, at, 12);
            i += 12;
        } else if (is_escape(at, left, '8', 'f')) {
            hd_buf_puts(&text, "\\ufffd");
            i += 6;
        } else if (*at == '\\' && left > 1) {
            hd_buf_add(&text, at, 2);
            i += 2;
        } else {
            uint32_t c;
            i += (size_t)hd_utf8_decode(at, left, &c);
            hd_buf_utf8(&text, c);
        }
    }
    json = parse(hd_buf_str(&text), text.len);
    hd_buf_finish(&text);
    return json;
}

static enum wire_error read_parts(struct request *request, const struct frame *parts) {
    request->header = parse_leniently(&parts[0]);
    request->parent = parse_leniently(&parts[1]);
    request->metadata = parse_leniently(&parts[2]);
    size_t bytes = 0;
    for (struct frame *f = request->frames; f < request->frames + request->nframes; f++)
        bytes += f->len;
    if (bytes > WIRE_MOST) request->too_large = bytes;
    request->content = request->too_large ? json_object() : parse_leniently(&parts[3]);
    if (!json_is_object(request->header) || !json_is_object(request->content)) return WIRE_BAD_JSON;
    request->type = json_string_value(json_object_get(request->header, "msg_type"));
    request->id = json_string_value(json_object_get(request->header, "msg_id"));
    request->session = json_string_value(json_object_get(request->header, "session"));
    if (!request->session) request->session = "";
    return request->type && request->id ? WIRE_OK : WIRE_BAD_HEADER;
}

struct request *wire_decode(struct wire *wire, struct frame *frames, int n,
                            enum wire_error *error) {
    struct request *request = hd_xcalloc(1, sizeof *request);
    *request = (struct request){.refs = 1, .frames = frames, .nframes = n};
    int at = 0;
    while (at < n && !(frames[at].len == sizeof delimiter - 1 &&
                       !memcmp(frames[at].data, delimiter, sizeof delimiter - 1)))
        at++;
    request->nidentities = at;
    if (at == n)
        *error = WIRE_NO_DELIMITER;
    else if (n - at < 2 + PARTS)
        *error = WIRE_TOO_SHORT;
    else if (!signature_holds(wire, &frames[at + 1], &frames[at + 2]))
        *error = WIRE_BAD_SIGNATURE;
    else if (is_replayed(wire, &frames[at + 1]))
        *error = WIRE_REPLAYED;
    else
        *error = read_parts(request, &frames[at + 2]);
    if (*error == WIRE_OK) return request;
    request_unref(request);
    return NULL;
}

struct request *request_ref(struct request *request) {
    if (request) __atomic_add_fetch(&request->refs, 1, __ATOMIC_RELAXED);
    return request;
}

void request_unref(struct request *request) {
    if (!request || __atomic_sub_fetch(&request->refs, 1, __ATOMIC_ACQ_REL) > 0) return;
    json_decref(request->header);
    json_decref(request->parent);
    json_decref(request->metadata);
    json_decref(request->content);
    frames_destroy(request->frames, request->nframes);
    free(request);
}

// ---- encoding -----------------------------------------------------------------------------------

static struct frame frame_of(const char *data, size_t len) {
    struct frame frame = {hd_xmalloc(len + 1), len};
    if (len) memcpy(frame.data, data, len);
    frame.data[len] = 0;
    return frame;
}

static struct frame frame_of_text(const char *text) { return frame_of(text, strlen(text)); }

static struct frame header_frame(struct wire *wire, const char *type, char **id) {
    struct timespec now;
    struct tm utc;
    char date[32], msg_id[64], text[512];
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &utc);
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S", &utc);
    snprintf(msg_id, sizeof msg_id, "%s_%llu", wire->session,
             (unsigned long long)atomic_fetch_add(&wire->messages, 1) + 1);
    int len = snprintf(
        text, sizeof text,
        "{\"msg_id\":\"%s\",\"msg_type\":\"%s\",\"username\":\"heddle\",\"session\":\"%s\","
        "\"date\":\"%s.%06ldZ\",\"version\":\"" PROTOCOL_VERSION "\"}",
        msg_id, type, wire->session, date, now.tv_nsec / 1000);
    if (id) *id = hd_xstrdup(msg_id);
    return frame_of(text, (size_t)len);
}

static int append(const char *data, size_t len, void *user) {
    hd_buf_add(user, data, len);
    return 0;
}

static struct frame content_frame(json_t *content) {
    struct hd_buf text = {0};
    json_dump_callback(content, append, &text, JSON_COMPACT);
    json_decref(content);
    return text.len ? (struct frame){text.s, text.len} : frame_of_text("{}");
}

struct packet *wire_encode(struct wire *wire, const struct request *to, const char *topic,
                           const struct request *parent, const char *type, json_t *content,
                           char **id) {
    return wire_encode_with(wire, to, topic, parent, type, content, NULL, id);
}

struct packet *wire_encode_with(struct wire *wire, const struct request *to, const char *topic,
                                const struct request *parent, const char *type, json_t *content,
                                json_t *metadata, char **id) {
    int first = to ? to->nidentities : 1;
    struct packet *packet = hd_xcalloc(1, sizeof *packet);
    packet->n = first + 2 + PARTS;
    packet->frames = hd_xcalloc((size_t)packet->n, sizeof *packet->frames);
    struct frame *frames = packet->frames;
    for (int i = 0; i < first; i++)
        frames[i] = to ? frame_of(to->frames[i].data, to->frames[i].len)
                       : frame_of_text(topic ? topic : "");
    const struct frame *header = parent ? &parent->frames[parent->nidentities + 2] : NULL;
    frames[first] = frame_of_text(delimiter);
    frames[first + 2] = header_frame(wire, type, id);
    frames[first + 3] = header ? frame_of(header->data, header->len) : frame_of_text("{}");
    frames[first + 4] = metadata ? content_frame(metadata) : frame_of_text("{}");
    frames[first + 5] = content_frame(content);
    char signature[2 * MOST_SIGNATURE + 1];
    size_t len = sign(wire, &frames[first + 2], signature);
    frames[first + 1] = frame_of(signature, len);
    return packet;
}

void packet_destroy(struct packet *packet) {
    if (!packet) return;
    frames_destroy(packet->frames, packet->n);
    free(packet);
}
