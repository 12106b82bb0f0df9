// Base64, as JSON carries pictures: the standard alphabet with padding, without line breaks.
//
//     hd_base64_add(&text, "\1\2\3\4", 4);             appends "AQIDBA=="
//     hd_base64_decode(&bytes, text.s, text.len);      appends the four bytes; false when the text
//     is not base64
#include "base/base.h"

#include <string.h>

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

void hd_base64_add(struct hd_buf *out, const void *data, size_t len) {
    const unsigned char *from = data;
    char piece[4096];
    size_t used = 0;
    for (size_t i = 0; i < len; i += 3) {
        uint32_t bits = (uint32_t)from[i] << 16;
        if (i + 1 < len) bits |= (uint32_t)from[i + 1] << 8;
        if (i + 2 < len) bits |= from[i + 2];
        piece[used++] = alphabet[bits >> 18];
        piece[used++] = alphabet[bits >> 12 & 63];
        piece[used++] = i + 1 < len ? alphabet[bits >> 6 & 63] : '=';
        piece[used++] = i + 2 < len ? alphabet[bits & 63] : '=';
        if (used == sizeof piece) {
            hd_buf_add(out, piece, used);
            used = 0;
        }
    }
    hd_buf_add(out, piece, used);
}

bool hd_base64_decode(struct hd_buf *out, const char *text, size_t len) {
    uint32_t bits = 0;
    int have = 0;
    while (len && text[len - 1] == '=') len--;
    for (size_t i = 0; i < len; i++) {
        const char *at = text[i] ? strchr(alphabet, text[i]) : NULL;
        if (!at) return false;
        bits = bits << 6 | (uint32_t)(at - alphabet);
        have += 6;
        if (have < 8) continue;
        have -= 8;
        hd_buf_putc(out, (char)(bits >> have));
    }
    return have < 6;
}
