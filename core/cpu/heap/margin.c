// Margins: memory around objects that is nobody's, filled with a pattern. A pattern that is gone
// tells that something has run over an end, by less than what separates objects: beyond that are
// pages that fault.
//
// Variables, device memory (run/) and a block's shared arrays (launch.c) have them. They are looked
// at when a launch or a cell has ended, which costs less than a microsecond for most cells and
// nothing in kernels.
//
// Memory that a GPU would give as it is, with whatever was there before, is filled with another
// pattern, which is NaN in each type of floating point and far out of bounds as an index.
#include "cpu/internal.h"

#include <string.h>

#define MARGIN_BYTE 0x9d
#define UNSET_WORD 0x7ffa7ffa7ffa7ffaull // quiet NaN as double, float, half and bfloat16

void hd_margin_fill(uint64_t from, uint64_t to) {
    if (to > from) memset((void *)(uintptr_t)from, MARGIN_BYTE, to - from);
}

struct look {
    uint64_t from, to;
    struct hd_margin_hit *hit;
    bool any;
};

static void look(void *arg) {
    struct look *l = arg;
    const unsigned char *p = (const unsigned char *)(uintptr_t)l->from;
    size_t n = l->to > l->from ? l->to - l->from : 0, first = 0;
    for (uint64_t word; n - first >= sizeof word; first += sizeof word) {
        memcpy(&word, p + first, sizeof word);
        if (word != 0x0101010101010101ull * MARGIN_BYTE) break;
    }
    while (first < n && p[first] == MARGIN_BYTE) first++;
    if (first == n) return;
    while (p[n - 1] == MARGIN_BYTE) n--;
    *l->hit = (struct hd_margin_hit){l->from + first, l->from + n};
    l->any = true;
}

bool hd_margin_hit(uint64_t from, uint64_t to, struct hd_margin_hit *hit) {
    struct look l = {from, to, hit, false};
    return hd_guard_try(look, &l) && l.any; // user code may have unmapped it
}

void hd_fill_unset(void *to, size_t size) {
    uint64_t word = UNSET_WORD;
    char *p = to;
    for (; size >= sizeof word; p += sizeof word, size -= sizeof word)
        memcpy(p, &word, sizeof word);
    memcpy(p, &word, size);
}

bool hd_is_unset(const void *from, size_t size) {
    const char *p = from;
    if (size < sizeof(uint64_t)) return false;
    for (; size >= sizeof(uint64_t); p += sizeof(uint64_t), size -= sizeof(uint64_t)) {
        uint64_t word;
        memcpy(&word, p, sizeof word);
        if (word != UNSET_WORD) return false;
    }
    return true;
}

struct stretch {
    uint64_t from, to;
    size_t least;
    struct hd_margin_hit *out;
    bool any;
};

static bool holds_unset(uint64_t at) {
    uint32_t word;
    memcpy(&word, (const void *)(uintptr_t)at, sizeof word);
    return word == (uint32_t)UNSET_WORD;
}

static bool any_unset(uint64_t at) { // of the 64 bytes
    uint32_t words[16], any = 0;
    memcpy(words, (const void *)(uintptr_t)at, sizeof words);
    for (int i = 0; i < 16; i++) any |= words[i] == (uint32_t)UNSET_WORD;
    return any;
}

static void find_stretch(void *arg) {
    struct stretch *s = arg;
    for (uint64_t at = s->from; at + 4 <= s->to && !s->any; at += 4) {
        while (at + 64 <= s->to && !any_unset(at)) at += 64;
        if (at + 4 > s->to) return;
        if (!holds_unset(at)) continue;
        uint64_t end = at + 4;
        while (end + 4 <= s->to && holds_unset(end)) end += 4;
        *s->out = (struct hd_margin_hit){at, end};
        s->any = end - at >= s->least;
        at = end;
    }
}

bool hd_unset_stretch(uint64_t from, uint64_t to, size_t least, struct hd_margin_hit *stretch) {
    struct stretch s = {from, to, least, stretch, false};
    return hd_guard_try(find_stretch, &s) && s.any; // user code may have unmapped it
}
