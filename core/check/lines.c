// Lines that the threads of one block keep to, each to a part of its own.
//
// Most of what kernels write is written by neighbours side by side: thread t has the `stride` bytes
// from `origin + t * stride` on. Of a line of 64 bytes to which that applies only this is kept, in
// up to four layers: which bytes were accessed so, from where, at which tick.
//
//     out[3 * i] = r; out[3 * i + 1] = g; out[3 * i + 2] = b;    three layers, of every third byte
//     image[y * n + x] = i;  of blocks of 16 x 16, a byte each:  four layers, of 16 bytes
//
// It is a short form of the words (internal.h) and says the same: whoever comes to its own part is
// the thread that was there before, so nothing conflicts, and the layers change as words would.
// Whatever else comes has the line written out as words first (`page_open`), and it stays so until
// the page is cleared. A line is in one of three states: nothing is known of it, it is `compact`,
// or it is in words (`in_words`).
//
// Example: a warp's 32 floats are two lines, of which 2 * 32 bytes change instead of 256.
#include "check/internal.h"

#include <string.h>

#define LAYERS 4
#define LINES (PAGE_SIZE / LINE_BYTES)
#define EVERY_FOURTH 0x1111111111111111ull

struct place {
    int32_t origin : 18;           // of thread 0's part, from the page's first byte
    uint32_t stride : 7, span : 7; // span: of a part, the bytes that accesses lie in
};
struct compact_line {
    uint64_t bytes[LAYERS];
    record who[LAYERS]; // as of thread 0
    struct place place[LAYERS];
    uint8_t n, reads; // layers; a bit for each that holds reads
};

static record of_thread(record who, uint64_t thread) { return who + (thread << 31); }

// ---- as words -----------------------------------------------------------------------------------

static bool is_whole_cells(const struct compact_line *l) {
    for (int k = 0; k < l->n; k++) {
        if (l->place[k].stride & 3 || l->place[k].origin & 3) return false;
        if ((l->bytes[k] & EVERY_FOURTH) * 15 != l->bytes[k]) return false;
    }
    return true;
}

static void write_out(struct page *page, size_t i) {
    const struct compact_line *l = &page->lines[i];
    if (page->shift && !is_whole_cells(l)) page_split(page);
    size_t cell = (size_t)1 << page->shift;
    for (int k = 0; k < l->n; k++) {
        struct place place = l->place[k];
        record *words = page_words(page, l->reads >> k & 1 ? LAST_READS : LAST_WRITE);
        for (size_t b = 0; words && b < LINE_BYTES; b += cell) {
            if (!(l->bytes[k] >> b & 1)) continue;
            size_t at = i * LINE_BYTES + b;
            uint64_t thread = (uint64_t)((int64_t)at - place.origin) / place.stride;
            words[at >> page->shift] = of_thread(l->who[k], thread);
        }
    }
}

void lines_write_out(struct page *page, uint64_t lines) {
    for (lines &= page->compact; lines; lines &= lines - 1) {
        size_t i = (size_t)__builtin_ctzll(lines);
        page->compact &= ~(1ull << i);
        write_out(page, i);
    }
}

uint64_t lines_written(const struct page *page, uint64_t addr, uint64_t size, record *who) {
    size_t from = addr - page->from, to = from + size;
    uint64_t lines = page->compact & lines_between(from / LINE_BYTES, (to - 1) / LINE_BYTES);
    for (; lines; lines &= lines - 1) {
        size_t i = (size_t)__builtin_ctzll(lines);
        const struct compact_line *l = &page->lines[i];
        for (int k = 0; k < l->n; k++) {
            for (uint64_t rest = l->reads >> k & 1 ? 0 : l->bytes[k]; rest; rest &= rest - 1) {
                size_t at = i * LINE_BYTES + (size_t)__builtin_ctzll(rest);
                if (at < from || at >= to) continue;
                if (who) *who = l->who[k];
                return page->from + at;
            }
        }
    }
    return 0;
}

// ---- an access ----------------------------------------------------------------------------------

static inline uint64_t low_bits(uint64_t n) { return n >= 64 ? ~0ull : (1ull << n) - 1; }

// Of line `i` of the page, the bytes that the vector comes to. Elements do not go beyond a line.
static inline uint64_t bytes_of(const struct side_by_side *v, const struct page *page, size_t i) {
    int64_t line = (int64_t)(page->from + i * LINE_BYTES), begin = (int64_t)v->begin - line,
            end = (int64_t)v->end - line;
    uint64_t range = low_bits(end > LINE_BYTES ? LINE_BYTES : (uint64_t)end);
    if (v->stride == v->size) return begin > 0 ? range & ~low_bits((uint64_t)begin) : range;
    uint64_t first = (uint64_t)begin;
    if (begin < 0) { // the first element that begins in the line
        uint64_t over = (uint32_t)-begin % (uint32_t)v->stride;
        first = over ? v->stride - over : 0;
    }
    return first < LINE_BYTES ? v->pattern << first & range : 0;
}

uint64_t lines_pattern(uint64_t stride, uint64_t size) {
    uint64_t bytes = 0;
    for (uint64_t at = 0; at < LINE_BYTES; at += stride) bytes |= low_bits(size) << at;
    return bytes;
}

// Whether what the layer and the vector have in common is each thread's own.
static inline bool is_own(const struct compact_line *l, int k, const struct side_by_side *v,
                          record me, int64_t origin) {
    struct place place = l->place[k];
    int64_t off = origin - place.origin, low = off < 0 ? off : 0;
    int64_t high = off + (int64_t)v->size > place.span ? off + (int64_t)v->size : place.span;
    return same_block(l->who[k], me) && place.stride == v->stride && high - low <= place.stride;
}

static inline uint64_t tick_of(record r) { return r >> 15 & MAX_TICK; }

// Whether the line stays compact when `bytes` of it are accessed.
static bool line_passes(const struct compact_line *l, const struct side_by_side *v, record me,
                        int64_t origin, uint64_t bytes) {
    bool room = l->n < LAYERS;
    for (int k = 0; k < l->n; k++) {
        bool reads = l->reads >> k & 1, overlap = l->bytes[k] & bytes;
        if (!overlap && room) continue;
        bool own = is_own(l, k, v, me, origin);
        if (overlap) {
            bool before = same_block(l->who[k], me) && tick_of(l->who[k]) < v->base;
            if (!own && !before) return false;
            if (own && !reads && v->writes && tick_of(l->who[k]) == tick_of(me))
                return false; // its own write again: whether the value changes is to be seen
        }
        bool same = own && l->who[k] == me && reads == !v->writes;
        room |= same || ((reads || v->writes) && !(l->bytes[k] & ~bytes));
    }
    return room;
}

static void append(struct compact_line *l, const struct side_by_side *v, record me, int64_t origin,
                   uint64_t bytes) {
    l->bytes[l->n] = bytes;
    l->who[l->n] = me;
    l->place[l->n] = (struct place){(int32_t)origin, (uint32_t)v->stride, (uint32_t)v->size};
    l->reads = (uint8_t)((l->reads & ~(1u << l->n)) | (uint32_t)!v->writes << l->n);
    l->n++;
}

static void widen(struct place *place, const struct side_by_side *v, int64_t origin) {
    int64_t off = origin - place->origin;
    if (off < 0) {
        place->origin = (int32_t)origin;
        place->span = (uint32_t)(place->span - off);
        off = 0;
    }
    if (off + (int64_t)v->size > place->span) place->span = (uint32_t)(off + (int64_t)v->size);
}

static void add_layer(struct compact_line *l, const struct side_by_side *v, record me,
                      int64_t origin, uint64_t bytes) {
    uint64_t seen = 0;
    bool new_site = l->n < LAYERS;
    for (int k = 0; k < l->n; k++) {
        seen |= l->bytes[k];
        new_site &= l->who[k] != me;
    }
    if (new_site && !(seen & bytes)) { // mostly
        append(l, v, me, origin, bytes);
        return;
    }
    int n = 0;
    bool added = false;
    uint8_t all = 0;
    for (int k = 0; k < l->n; k++) {
        bool reads = l->reads >> k & 1;
        if (l->who[k] == me && reads == !v->writes && is_own(l, k, v, me, origin)) {
            l->bytes[k] |= bytes;
            widen(&l->place[k], v, origin);
            added = true;
        } else if (reads || v->writes) {
            l->bytes[k] &= ~bytes;
        }
        if (!l->bytes[k]) continue;
        all |= (uint8_t)(reads << n);
        l->bytes[n] = l->bytes[k];
        l->who[n] = l->who[k];
        l->place[n++] = l->place[k];
    }
    l->n = (uint8_t)n;
    l->reads = all;
    if (!added) append(l, v, me, origin, bytes);
}

static uint64_t *unset_of(const struct page *page, size_t i) {
    return (uint64_t *)(void *)(page->unset + i * LINE_BYTES / 8);
}

struct here { // what a vector does in one page
    record me;
    int64_t origin;
    size_t from, to; // lines
    uint64_t bytes[LINES];
};

static inline void in_page(const struct side_by_side *v, struct page *page, struct here *h) {
    if (page->current != now.phase) page_enter(page);
    const struct block_state *b = now.block;
    uint32_t site = HD_WHAT_SITE(v->what) - now.info->first_site;
    if (site >= SITE_ELSEWHERE) site = SITE_ELSEWHERE;
    uint64_t end = page->from + PAGE_SIZE;
    h->me = make_record(page->slot, b->actor, 0, b->base, site, STATE_ONE);
    h->origin = (int64_t)(v->origin - page->from);
    h->from = v->begin > page->from ? (v->begin - page->from) / LINE_BYTES : 0;
    h->to = (v->end < end ? v->end - 1 - page->from : PAGE_SIZE - 1) / LINE_BYTES;
}

static inline bool is_possible(const struct side_by_side *v, struct page *page, struct here *h) {
    if (page->in_words & lines_between(h->from, h->to)) return false;
    if (!page->lines) page->lines = shadow_take(LINES * sizeof *page->lines);
    if (!page->lines) return false;
    for (size_t i = h->from; i <= h->to; i++) {
        uint64_t bytes = h->bytes[i] = bytes_of(v, page, i);
        if (!bytes) continue;
        if (page->unset && !v->writes && *unset_of(page, i) & bytes) return false;
        if (page->compact >> i & 1 && !line_passes(&page->lines[i], v, h->me, h->origin, bytes))
            return false;
    }
    return true;
}

static inline void enter(const struct side_by_side *v, struct page *page, const struct here *h) {
    for (size_t i = h->from; i <= h->to; i++) {
        uint64_t bytes = h->bytes[i];
        if (!bytes) continue;
        if (!(page->compact >> i & 1)) page->lines[i].n = 0;
        add_layer(&page->lines[i], v, h->me, h->origin, bytes);
        page->compact |= 1ull << i;
        if (page->unset && v->writes) *unset_of(page, i) &= ~bytes;
    }
}

bool lines_pass(const struct side_by_side *v, struct page *page, struct page *second) {
    struct here h, h2;
    page_lock(page);
    in_page(v, page, &h);
    bool passes = is_possible(v, page, &h);
    if (passes && second) {
        page_lock(second); // the higher one: nobody waits in a circle
        in_page(v, second, &h2);
        passes = is_possible(v, second, &h2);
        if (passes) enter(v, second, &h2);
        page_unlock(second);
    }
    if (passes) enter(v, page, &h);
    page_unlock(page);
    return passes;
}
