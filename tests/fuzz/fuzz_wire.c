// The Jupyter kernel's wire format: frames to a request, and a reply to it that decodes again.
//
// An input is one byte of flags and then frames, separated by form feeds. Bit 0: there is a key.
// Bit 1: the four parts are signed properly before they are given to the decoder, so that mutations
// get past the signature.
#include "fuzz.h"

#include "../../jupyter-kernel/wire.h"

#include <assert.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <stdio.h>
#include <stdlib.h>

enum { KEYED = 1, SIGNED = 2, MOST_FRAMES = 24, PARTS = 4 };

static const char key[] = "a key";
static struct wire *wires[2];

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    wires[0] = wire_create("", "hmac-sha256");
    wires[1] = wire_create(key, "hmac-sha256");
    struct wire *unknown = wire_create(key, "rot13");
    assert(!unknown);
    return wires[0] && wires[1] ? 0 : -1;
}

static struct frame copy_of(const char *data, size_t len) {
    struct frame frame = {hd_xmalloc(len + 1), len};
    if (len) memcpy(frame.data, data, len);
    frame.data[len] = 0;
    return frame;
}

static void sign(struct frame *signature, const struct frame *parts) {
    struct hd_buf all = {0};
    for (int i = 0; i < PARTS; i++) hd_buf_add(&all, parts[i].data, parts[i].len);
    unsigned char bytes[EVP_MAX_MD_SIZE];
    unsigned n = 0;
    HMAC(EVP_sha256(), key, (int)strlen(key), (const unsigned char *)hd_buf_str(&all), all.len,
         bytes, &n);
    char text[2 * EVP_MAX_MD_SIZE + 1];
    for (unsigned i = 0; i < n; i++) snprintf(text + 2 * i, 3, "%02x", bytes[i]);
    hd_buf_finish(&all);
    free(signature->data);
    *signature = copy_of(text, 2 * n);
}

static int split(const uint8_t *data, size_t size, struct frame *frames) {
    const char *at = (const char *)data, *end = at + size;
    for (int n = 0;;) {
        const char *stop =
            n + 1 < MOST_FRAMES && at < end ? memchr(at, '\f', (size_t)(end - at)) : NULL;
        frames[n++] = copy_of(at, (size_t)((stop ? stop : end) - at));
        if (!stop) return n;
        at = stop + 1;
    }
}

static void answer(struct wire *wire, struct request *request) {
    char *id = NULL;
    json_t *content = json_pack("{s:O}", "seen", request->content);
    struct packet *packet = wire_encode(wire, request, NULL, request, "some_reply", content, &id);
    assert(packet->n == request->nidentities + 2 + PARTS);
    enum wire_error error;
    struct request *again = wire_decode(wire, packet->frames, packet->n, &error);
    assert(again && error == WIRE_OK && !strcmp(again->id, id) &&
           again->nidentities == request->nidentities);
    request_unref(again);
    free(packet);
    free(id);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (!size) return 0;
    int flags = data[0];
    struct wire *wire = wires[flags & KEYED];
    struct frame *frames = hd_xcalloc(MOST_FRAMES, sizeof *frames);
    int n = split(data + 1, size - 1, frames), at = 0;
    while (at < n && strcmp(frames[at].data, "<IDS|MSG>")) at++;
    if (flags & SIGNED && n - at >= 2 + PARTS) sign(&frames[at + 1], &frames[at + 2]);
    enum wire_error error;
    struct request *request = wire_decode(wire, frames, n, &error);
    assert((request != NULL) == (error == WIRE_OK) && *wire_error_text(error));
    if (request) answer(wire, request);
    request_unref(request);
    return 0;
}
