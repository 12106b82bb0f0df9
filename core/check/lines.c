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

#define INLINE static inline __attribute__((always_inline))
#define LAYERS 4
#define LINES (PAGE_SIZE / LINE_BYTES)
#define EVERY_FOURTH 0x1111111111111111ull

struct place {
    int32_t origin : 18;           // of thread 0's part, from the page's first byte
    uint32_t stride : 7, span : 7; // span: of a part, the bytes that accesses lie in
};
// A page has its lines' first layers side by side, and elsewhere what few lines need: what is
// stored for most lines is 24 bytes in one place.
struct layer {
    uint64_t bytes;
    record who; // as of thread 0
    struct place place;
    uint8_t n, reads; // of the line, in its first layer: layers; a bit for each that holds reads
};
struct compact_line {
    struct layer *first, *more;
};

static inline struct compact_line line_at(const struct page *page, size_t i) {
    return (struct compact_line){&page->layers[i],
                                 page->more_layers ? &page->more_layers[i * (LAYERS - 1)] : NULL};
}
static inline struct layer *layer_of(struct compact_line l, int k) {
    return k ? &l.more[k - 1] : l.first;
}

static record of_thread(record who, uint64_t thread) { return who + (thread << 31); }

// ---- as words -----------------------------------------------------------------------------------

static bool is_whole_cells(struct compact_line l) {
    for (int k = 0; k < l.first->n; k++) {
        const struct layer *layer = layer_of(l, k);
        if (layer->place.stride & 3 || layer->place.origin & 3) return false;
        if ((layer->bytes & EVERY_FOURTH) * 15 != layer->bytes) return false;
    }
    return true;
}

static void write_out(struct page *page, size_t i) {
    struct compact_line l = line_at(page, i);
    if (page->shift && !is_whole_cells(l)) page_split(page);
    size_t cell = (size_t)1 << page->shift;
    for (int k = 0; k < l.first->n; k++) {
        const struct layer *layer = layer_of(l, k);
        record *words = page_words(page, l.first->reads >> k & 1 ? LAST_READS : LAST_WRITE);
        for (size_t b = 0; words && b < LINE_BYTES; b += cell) {
            if (!(layer->bytes >> b & 1)) continue;
            size_t at = i * LINE_BYTES + b;
            uint64_t thread = (uint64_t)((int64_t)at - layer->place.origin) / layer->place.stride;
            words[at >> page->shift] = of_thread(layer->who, thread);
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
        struct compact_line l = line_at(page, i);
        for (int k = 0; k < l.first->n; k++) {
            const struct layer *layer = layer_of(l, k);
            uint64_t rest = l.first->reads >> k & 1 ? 0 : layer->bytes;
            for (; rest; rest &= rest - 1) {
                size_t at = i * LINE_BYTES + (size_t)__builtin_ctzll(rest);
                if (at < from || at >= to) continue;
                if (who) *who = layer->who;
                return page->from + at;
            }
        }
    }
    return 0;
}

// ---- an access ----------------------------------------------------------------------------------

static inline uint64_t low_bits(uint64_t n) { return n >= 64 ? ~0ull : (1ull << n) - 1; }

uint64_t lines_pattern(uint64_t stride, uint64_t size) {
    uint64_t bytes = 0;
    for (uint64_t at = 0; at < LINE_BYTES; at += stride) bytes |= low_bits(size) << at;
    return bytes;
}

// Whether what the layer and the vector have in common is each thread's own.
static inline bool is_own(const struct layer *layer, const struct side_by_side *v, record me,
                          int64_t origin) {
    struct place place = layer->place;
    int64_t off = origin - place.origin, low = off < 0 ? off : 0;
    int64_t high = off + (int64_t)v->size > place.span ? off + (int64_t)v->size : place.span;
    return same_block(layer->who, me) && place.stride == v->stride && high - low <= place.stride;
}

static inline uint64_t tick_of(record r) { return r >> 15 & MAX_TICK; }

// Whether the line stays compact, in `most` layers, when `bytes` of it are accessed.
static inline bool line_passes(struct compact_line l, int most, const struct side_by_side *v,
                               record me, int64_t origin, uint64_t bytes) {
    bool room = l.first->n < most;
    for (int k = 0; k < l.first->n; k++) {
        const struct layer *layer = layer_of(l, k);
        bool reads = l.first->reads >> k & 1, overlap = layer->bytes & bytes;
        if (!overlap && room) continue;
        bool own = is_own(layer, v, me, origin);
        if (overlap) {
            bool before = same_block(layer->who, me) && tick_of(layer->who) < v->base;
            if (!own && !before) return false;
            if (own && !reads && v->writes && tick_of(layer->who) == tick_of(me))
                return false; // its own write again: whether the value changes is to be seen
        }
        bool same = own && layer->who == me && reads == !v->writes;
        room |= same || ((reads || v->writes) && !(layer->bytes & ~bytes));
    }
    return room;
}

static inline void append(struct compact_line l, const struct side_by_side *v, record me,
                          int64_t origin, uint64_t bytes) {
    int k = l.first->n++;
    struct layer *layer = layer_of(l, k);
    layer->bytes = bytes;
    layer->who = me;
    layer->place = (struct place){(int32_t)origin, (uint32_t)v->stride, (uint32_t)v->size};
    l.first->reads = (uint8_t)((l.first->reads & ~(1u << k)) | (uint32_t)!v->writes << k);
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

static __attribute__((noinline)) void add_layer(struct compact_line l, const struct side_by_side *v,
                                                record me, int64_t origin, uint64_t bytes) {
    int n = 0, before = l.first->n;
    bool added = false;
    uint8_t all = 0;
    for (int k = 0; k < before; k++) {
        struct layer layer = *layer_of(l, k);
        bool reads = l.first->reads >> k & 1;
        if (layer.who == me && reads == !v->writes && is_own(&layer, v, me, origin)) {
            layer.bytes |= bytes;
            widen(&layer.place, v, origin);
            added = true;
        } else if (reads || v->writes) {
            layer.bytes &= ~bytes;
        }
        if (!layer.bytes) continue;
        all |= (uint8_t)(reads << n);
        struct layer *to = layer_of(l, n++);
        to->bytes = layer.bytes;
        to->who = layer.who;
        to->place = layer.place;
    }
    l.first->n = (uint8_t)n;
    l.first->reads = all;
    if (!added) append(l, v, me, origin, bytes);
}

static uint64_t *unset_of(const struct page *page, size_t i) {
    return (uint64_t *)(void *)(page->unset + i * LINE_BYTES / 8);
}

struct here { // what a vector does in one page
    record me;
    struct place place;
    size_t from, to; // lines
    uint64_t bytes[LINES];
    uint8_t layer[LINES]; // which one gets them: the first new one, or one of this site's; ANY: it
                          // is to be found out
};
#define ANY LAYERS

// The bytes of each line. Elements do not go beyond a line.
INLINE void find_bytes(const struct side_by_side *v, const struct page *page, struct here *h) {
    int64_t line = (int64_t)(page->from + h->from * LINE_BYTES), begin = (int64_t)v->begin - line,
            end = (int64_t)v->end - line;
    uint64_t first = begin > 0 ? (uint64_t)begin : 0; // of the bytes in the line
    if (v->stride == v->size) {
        for (size_t i = h->from; i < h->to; i++, first = 0, end -= LINE_BYTES)
            h->bytes[i] = ~0ull << first;
        h->bytes[h->to] = low_bits((uint64_t)end) & ~0ull << first;
        return;
    }
    uint32_t stride = (uint32_t)v->stride, rest = LINE_BYTES % stride;
    uint32_t next = (uint32_t)(begin < 0 ? -begin : begin) % stride; // element, of any line
    if (begin < 0 && next) next = stride - next;
    if (begin < 0) first = next;
    for (size_t i = h->from; i <= h->to; i++, end -= LINE_BYTES) {
        uint64_t range = low_bits(end > LINE_BYTES ? LINE_BYTES : (uint64_t)end);
        h->bytes[i] = first < LINE_BYTES ? v->pattern << first & range : 0;
        next = next < rest ? next + stride - rest : next - rest;
        first = next;
    }
}

INLINE void in_page(const struct side_by_side *v, struct page *page, struct here *h) {
    if (page->current != now.phase) page_enter(page);
    const struct block_state *b = now.block;
    uint32_t site = HD_WHAT_SITE(v->what) - now.info->first_site;
    if (site >= SITE_ELSEWHERE) site = SITE_ELSEWHERE;
    uint64_t end = page->from + PAGE_SIZE;
    h->me = make_record(page->slot, b->actor, 0, b->base, site, STATE_ONE);
    h->place =
        (struct place){(int32_t)(v->origin - page->from), (uint32_t)v->stride, (uint32_t)v->size};
    h->from = v->begin > page->from ? (v->begin - page->from) / LINE_BYTES : 0;
    h->to = (v->end < end ? v->end - 1 - page->from : PAGE_SIZE - 1) / LINE_BYTES;
    find_bytes(v, page, h);
}

static bool take_layers(struct layer **layers, size_t of_each) {
    if (!*layers) *layers = shadow_take(LINES * of_each * sizeof **layers);
    return *layers != NULL;
}

static inline bool is_same(struct place a, struct place b) {
    return !((a.origin ^ b.origin) | (int)(a.stride ^ b.stride) | (int)(a.span ^ b.span));
}

// Of a line of which nobody has come to these bytes: the layer that gets them. Most are so.
INLINE int new_to(struct compact_line l, int most, const struct side_by_side *v,
                  const struct here *h, uint64_t bytes) {
    int n = l.first->n, at = n < most ? n : ANY;
    for (int k = 0; k < n; k++) {
        const struct layer *layer = layer_of(l, k);
        if (layer->bytes & bytes) return ANY;
        if (layer->who != h->me || (l.first->reads >> k & 1) == v->writes) continue;
        if (!is_same(layer->place, h->place)) return ANY;
        at = k;
    }
    return at;
}

INLINE bool is_possible(const struct side_by_side *v, struct page *page, struct here *h) {
    if (page->in_words & lines_between(h->from, h->to)) return false;
    if (!take_layers(&page->layers, 1)) return false;
    for (size_t i = h->from; i <= h->to; i++) {
        uint64_t bytes = h->bytes[i];
        if (!bytes) continue;
        if (page->unset && !v->writes && *unset_of(page, i) & bytes) return false;
        h->layer[i] = 0;
        if (!(page->compact >> i & 1)) continue;
        struct compact_line l = line_at(page, i);
        int most = page->more_layers ? LAYERS : 1;
        h->layer[i] = (uint8_t)new_to(l, most, v, h, bytes);
        int64_t origin = h->place.origin;
        if (h->layer[i] != ANY || line_passes(l, most, v, h->me, origin, bytes)) continue;
        if (most == LAYERS || !take_layers(&page->more_layers, LAYERS - 1) ||
            !line_passes(line_at(page, i), LAYERS, v, h->me, origin, bytes))
            return false;
    }
    return true;
}

INLINE void enter(const struct side_by_side *v, struct page *page, const struct here *h) {
    for (size_t i = h->from; i <= h->to; i++) {
        uint64_t bytes = h->bytes[i], line = 1ull << i;
        if (!bytes) continue;
        struct compact_line l = line_at(page, i);
        if (!(page->compact & line)) l.first->n = 0;
        page->compact |= line;
        int k = h->layer[i];
        if (k == ANY)
            add_layer(l, v, h->me, h->place.origin, bytes);
        else if (k == l.first->n)
            append(l, v, h->me, h->place.origin, bytes);
        else
            layer_of(l, k)->bytes |= bytes;
        if (page->unset && v->writes) *unset_of(page, i) &= ~bytes;
    }
}

static bool two_pages(const struct side_by_side *v, struct page *page, struct page *second) {
    struct here h, h2;
    page_lock(page);
    in_page(v, page, &h);
    bool passes = is_possible(v, page, &h);
    if (passes) {
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

bool lines_pass(const struct side_by_side *v, struct page *page, struct page *second) {
    if (second) return two_pages(v, page, second);
    struct here h;
    page_lock(page);
    in_page(v, page, &h);
    bool passes = is_possible(v, page, &h);
    if (passes) enter(v, page, &h);
    page_unlock(page);
    return passes;
}
