// Shared memory between two barriers: accesses that wait to be looked at.
//
// What lies on both sides of a barrier is ordered, so of shared memory only accesses of the same
// stretch can conflict, and only where one of them writes. A vector's accesses (lanes.c) are noted
// in a log, and of each *cell* is known who has been there in this stretch: one thread, which has
// read or also written, or several that have read.
//
// Accesses that leave it at that are noted and no more. Any other access has what the log has of
// its lines done first, as ever and in its order (log_open); from then on these lines go the long
// way. A barrier forgets the log. So the tiles of a matrix product, or the exchanges of a sort,
// cost some stores for each vector, and no verdict changes: accesses that are put off meet nobody.
//
// A cell has 4 bytes, and one once a kernel has accessed something smaller.
//
// A block that accesses what the block before it did, in the same order, needs not even that
// (repeat.c).
//
// Writes of a vector to one place, second writes of a thread (whether the value changes must be
// asked at once), accesses that are not in bounds, aligned or set, and launches with fences take
// the long way; when lanes of a warp meet, the log is done first.
#include "check/log.h"

#include <stdlib.h>
#include <string.h>

#define LINE LINE_BYTES
#define MOST_LOGGED 2048
#define MOST_OFFSETS (16 * MOST_LOGGED)
#define MOST_SEARCHED 128 // entries, for those of some lines
#define MOST_LINES 4096

struct line {
    uint32_t stretch; // of which the rest tells
    bool in_shadow;   // and whatever comes
    bool noted;       // the log has something of it
};

// Of a cell: stretch | written | many | thread. Cells of other stretches are nobody's.
#define THREAD 1023u
#define MANY 1024u
#define WRITTEN 2048u
#define STRETCH_BITS 12
#define MOST_STRETCHES (1u << 20)

struct log {
    struct logged v[MOST_LOGGED];
    uint32_t offset[MOST_OFFSETS], noffsets; // of lanes at no equal distances
    uint32_t stretch;                        // the number of this one
    uint32_t phase;                          // of the launch
    uint8_t shift, next_shift;               // log2 of a cell's bytes; from the next barrier on
    struct line lines[MOST_LINES];
    bool is_set[MOST_LINES]; // all of the line, since the block has begun
    uint64_t nset;           // of is_set, those before it may be true
    uint32_t cells[MOST_LINES * LINE];
};

static inline struct line *line_of(struct log *log, uint64_t i) {
    struct line *line = &log->lines[i];
    if (line->stretch != log->stretch) *line = (struct line){.stretch = log->stretch};
    return line;
}

static inline bool is_in_shadow(const struct log *log, uint64_t i) {
    return log->lines[i].stretch == log->stretch && log->lines[i].in_shadow;
}

static void new_stretch(struct block_state *b);

bool log_begin(struct block_state *b) {
    struct log *log = b->log;
    b->expected = NULL; // a block before may not have come to its end
    b->records = false;
    if (log) {
        memset(log->is_set, 0, log->nset);
        log->nset = 0;
        if (log->phase != now.phase) log->next_shift = 2;
        log->phase = now.phase;
    }
    new_stretch(b);
    return repeat_begin(b);
}

void log_forget(struct block_state *b) {
    if (b->expected || b->records) repeat_barrier(b);
    new_stretch(b);
}

static void new_stretch(struct block_state *b) {
    struct log *log = b->log;
    b->logged = b->log_room = 0;
    b->log_closed = !kept_launch.plain;
    if (!log) return;
    if (kept_launch.plain && !b->uneven && !b->sparse) b->log_room = MOST_LOGGED;
    log->noffsets = 0;
    log->shift = log->next_shift;
    if (++log->stretch == MOST_STRETCHES) {
        memset(log->lines, 0, sizeof log->lines);
        memset(log->cells, 0, sizeof log->cells);
        log->stretch = 1;
    }
}

static inline uint64_t first_line(const struct block_state *b) {
    return b->shared_from / LINE * LINE;
}

static inline uint64_t line_at(const struct block_state *b, uint64_t addr) {
    return (addr - first_line(b)) / LINE;
}

static bool has_log(struct block_state *b) {
    if (b->log) return true;
    if (line_at(b, b->shared_to) >= MOST_LINES) return false;
    b->log = calloc(1, sizeof *b->log);
    if (!b->log) return false;
    b->log->stretch = 1;
    b->log->shift = b->log->next_shift = 2;
    b->log->phase = now.phase;
    return true;
}

static bool in_bounds(const struct block_state *b, uint64_t base, uint64_t extent, uint64_t begin,
                      uint64_t end) {
    if (extent) return begin >= base && end - base <= extent;
    uint64_t dynamic = b->shared_to - kept_launch.dyn_shared;
    return base >= dynamic && begin >= dynamic && end <= b->shared_to;
}

static bool is_open(struct hd_block *block) {
    struct block_state *b = block->check;
    if (b->log_closed || b->uneven || b->sparse || !now.plain || !has_log(b)) return false;
    b->log_room = MOST_LOGGED;
    if (b->logged < MOST_LOGGED) return true;
    log_close(block);
    return false;
}

// ---- what is set --------------------------------------------------------------------------------

// Whether all of [begin, end) has been set, which is in this line; remembered where the line is.
static bool is_set(struct log *log, uint64_t i, uint64_t begin, uint64_t end) {
    if (log->is_set[i]) return true;
    const struct page *page = page_find(begin);
    if (!page) return false;
    size_t at = begin & (PAGE_SIZE - 1), from = at / LINE * LINE;
    if (page->unset && page_any_unset(page, from, LINE))
        return !page_any_unset(page, at, end - begin);
    if (log->nset <= i) log->nset = i + 1;
    return log->is_set[i] = true;
}

static void set_bytes(uint64_t begin, uint64_t end) { // they are in one page
    struct page *page = page_find(begin);
    size_t at = begin & (PAGE_SIZE - 1), n = end - begin;
    if (!page || !page->unset) return;
    if (at % 8 || n % 8) {
        for (; n; at++, n--) page->unset[at / 8] &= (uint8_t)~(1u << at % 8);
        return;
    }
    memset(page->unset + at / 8, 0, n / 8);
}

// ---- cells --------------------------------------------------------------------------------------
// What has been noted before an access turns out to be none for the log does no harm: it has
// happened.

#define ROW static inline __attribute__((always_inline))
ROW uint32_t cell_read(uint32_t w, uint32_t stretch, uint32_t thread, uint32_t *bad) {
    uint32_t other = (w & ~(WRITTEN | MANY | THREAD)) ^ stretch,
             me = (w ^ thread) & (MANY | THREAD);
    *bad |= other ? 0 : me ? w & WRITTEN : 0;
    return other ? stretch | thread : me ? w | MANY : w;
}

ROW uint32_t cell_written(uint32_t w, uint32_t stretch, uint32_t thread, uint32_t *bad) {
    uint32_t other = (w & ~(WRITTEN | MANY | THREAD)) ^ stretch;
    *bad |= other ? 0 : (w ^ thread) & (WRITTEN | MANY | THREAD);
    return stretch | WRITTEN | thread;
}

// n cells, 1 << per for each thread from `thread` on.
WIDE static bool read_row(uint32_t *cells, int n, int per, uint32_t stretch, uint32_t thread) {
    uint32_t bad = 0;
    for (int i = 0; i < n; i++)
        cells[i] = cell_read(cells[i], stretch, thread + ((uint32_t)i >> per), &bad);
    return !bad;
}

WIDE static bool write_row(uint32_t *cells, int n, int per, uint32_t stretch, uint32_t thread) {
    uint32_t bad = 0;
    for (int i = 0; i < n; i++)
        cells[i] = cell_written(cells[i], stretch, thread + ((uint32_t)i >> per), &bad);
    return !bad;
}

// The same eight at a time, a cell for each thread.
typedef uint32_t eight __attribute__((vector_size(32), aligned(4), may_alias));
static const eight up = {0, 1, 2, 3, 4, 5, 6, 7};

ROW bool read_eights(uint32_t *cells, int n, uint32_t stretch, uint32_t thread) {
    eight bad = {0};
    for (int i = 0; i < n; i += 8) {
        eight w = *(eight *)(cells + i), me = (thread + (uint32_t)i) + up;
        eight other = (eight)((w ^ stretch) > (WRITTEN | MANY | THREAD));
        eight apart = (eight)(((w ^ me) & (MANY | THREAD)) != 0);
        bad |= ~other & apart & w & WRITTEN;
        *(eight *)(cells + i) = (other & (stretch | me)) | (~other & (w | (apart & MANY)));
    }
    uint32_t any = 0;
    for (int k = 0; k < 8; k++) any |= bad[k];
    return !any;
}

ROW bool write_eights(uint32_t *cells, int n, uint32_t stretch, uint32_t thread) {
    eight bad = {0};
    for (int i = 0; i < n; i += 8) {
        eight w = *(eight *)(cells + i), me = (thread + (uint32_t)i) + up;
        eight other = (eight)((w ^ stretch) > (WRITTEN | MANY | THREAD));
        bad |= ~other & (w ^ me) & (WRITTEN | MANY | THREAD);
        *(eight *)(cells + i) = stretch | WRITTEN | me;
    }
    uint32_t any = 0;
    for (int k = 0; k < 8; k++) any |= bad[k];
    return !any;
}

static bool read_by_many(uint32_t *cells, int n, uint32_t stretch) {
    uint32_t bad = 0;
    for (int i = 0; i < n; i++) {
        uint32_t other = (cells[i] & ~(WRITTEN | MANY | THREAD)) ^ stretch;
        bad |= other ? 0 : cells[i] & WRITTEN;
        cells[i] = other ? stretch | MANY : cells[i] | MANY;
    }
    return !bad;
}

// Bytes, in cells that are larger, are not for this stretch.
static inline bool in_cells(struct log *log, uint64_t addr, uint64_t size) {
    if (log->shift == 0 || !((addr | size) & 3)) return true;
    log->next_shift = 0;
    return false;
}

static inline uint32_t *cell_at(struct log *log, const struct block_state *b, uint64_t addr) {
    return &log->cells[(addr - first_line(b)) >> log->shift];
}

// ---- a vector's access --------------------------------------------------------------------------

// [begin, end) holds all that is accessed.
static void span(const struct lanes *l, uint64_t *begin, uint64_t *end) {
    int low = __builtin_ctzll(l->mask), high = 63 - __builtin_clzll(l->mask);
    uint64_t least = address(l, low), most = address(l, high);
    if (l->addrs) {
        for (uint64_t rest = l->mask; rest; rest &= rest - 1) {
            uint64_t at = l->addrs[__builtin_ctzll(rest)];
            if (at < least) least = at;
            if (at > most) most = at;
        }
    } else if (most < least) {
        uint64_t swap = least;
        least = most;
        most = swap;
    }
    *begin = least;
    *end = most + l->size;
}

static bool are_aligned(const struct lanes *l, uint64_t begin) {
    uint64_t bits = begin | (l->addrs ? 0 : (uint64_t)l->stride);
    for (uint64_t rest = l->addrs ? l->mask : 0; rest; rest &= rest - 1)
        bits |= l->addrs[__builtin_ctzll(rest)];
    return !(bits & (HD_WHAT_ALIGN(l->what) - 1));
}

// Neighbours, or one address: [begin, end) in one stretch of cells.
static bool note_row(struct log *log, const struct block_state *b, const struct lanes *l,
                     uint64_t begin, uint64_t end, bool writes) {
    uint64_t i = line_at(b, begin), last = line_at(b, end - 1);
    uint64_t cells = l->size >> log->shift;
    uint32_t thread = l->first + (uint32_t)__builtin_ctzll(l->mask);
    uint32_t stretch = log->stretch << STRETCH_BITS;
    for (; i <= last; i++) {
        struct line *line = line_of(log, i);
        if (line->in_shadow) return false;
        line->noted = true;
        uint64_t at = first_line(b) + i * LINE, to = at + LINE < end ? at + LINE : end;
        if (!writes && !is_set(log, i, at > begin ? at : begin, to)) return false;
    }
    int n = (int)((end - begin) >> log->shift), per = __builtin_ctzll(cells);
    uint32_t *row = cell_at(log, b, begin);
    if (writes) return write_row(row, n, per, stretch, thread);
    if (!l->stride && l->mask & (l->mask - 1)) return read_by_many(row, n, stretch);
    return read_row(row, n, per, stretch, thread);
}

static bool note_each(struct log *log, const struct block_state *b, const struct lanes *l,
                      bool writes) {
    uint64_t low = first_line(b), cells = l->size >> log->shift;
    uint32_t stretch = log->stretch << STRETCH_BITS, bad = 0;
    for (uint64_t rest = l->mask; rest; rest &= rest - 1) {
        int lane = __builtin_ctzll(rest);
        uint64_t at = address(l, lane), i = (at - low) / LINE, end = at + l->size;
        struct line *line = line_of(log, i);
        if ((end - 1 - low) / LINE != i || line->in_shadow) return false;
        if (!writes && !is_set(log, i, at, end)) return false;
        line->noted = true;
        uint32_t *cell = cell_at(log, b, at), thread = l->first + (uint32_t)lane;
        for (uint64_t k = 0; k < cells; k++)
            cell[k] = writes ? cell_written(cell[k], stretch, thread, &bad)
                             : cell_read(cell[k], stretch, thread, &bad);
    }
    return !bad;
}

static void set_row(struct log *log, const struct block_state *b, uint64_t begin, uint64_t end) {
    for (uint64_t i = line_at(b, begin); i <= line_at(b, end - 1); i++) {
        uint64_t at = first_line(b) + i * LINE, from = at > begin ? at : begin,
                 to = at + LINE < end ? at + LINE : end;
        if (log->is_set[i]) continue;
        set_bytes(from, to);
        if (to - from == LINE) is_set(log, i, from, to);
    }
}

static void set_each(const struct log *log, const struct block_state *b, const struct lanes *l) {
    for (uint64_t rest = l->mask; rest; rest &= rest - 1) {
        uint64_t at = address(l, __builtin_ctzll(rest));
        if (!log->is_set[line_at(b, at)]) set_bytes(at, at + l->size);
    }
}

static void push(struct block_state *b, const struct lanes *l, uint64_t base, uint64_t extent) {
    struct log *log = b->log;
    struct logged entry = log_entry(l, base, extent);
    if (l->addrs) {
        uint32_t n = 64 - (uint32_t)__builtin_clzll(l->mask);
        entry.offsets = log->noffsets + 1;
        for (uint32_t k = 0; k < n; k++)
            log->offset[log->noffsets + k] = (uint32_t)(l->addrs[k] - first_line(b));
        log->noffsets += n;
    }
    log->v[b->logged++] = entry;
}

// Neighbours, or one address.
static bool is_row(const struct lanes *l, uint64_t begin, uint64_t end) {
    uint64_t size = l->size, count = count_lanes(l->mask);
    return !l->addrs && !(size & (size - 1)) &&
           (end - begin == size ? !l->stride || count == 1
                                : l->stride == (int64_t)size && end - begin == count * size);
}

void log_set(struct block_state *b, const struct lanes *l) {
    uint64_t begin, end;
    if (HD_WHAT_OP(l->what) != HD_CHECK_WRITE) return;
    span(l, &begin, &end);
    if (is_row(l, begin, end))
        set_row(b->log, b, begin, end);
    else
        set_each(b->log, b, l);
}

bool log_enter(struct block_state *b, const struct lanes *l, uint64_t base, uint64_t extent) {
    bool writes = HD_WHAT_OP(l->what) == HD_CHECK_WRITE;
    uint64_t begin, end;
    span(l, &begin, &end);
    if (!(is_row(l, begin, end) ? note_row(b->log, b, l, begin, end, writes)
                                : note_each(b->log, b, l, writes)))
        return false;
    log_set(b, l);
    push(b, l, base, extent);
    return true;
}

static bool note(struct hd_block *block, const struct lanes *l, uint64_t base, uint64_t extent) {
    struct block_state *b = block->check;
    bool writes = HD_WHAT_OP(l->what) == HD_CHECK_WRITE;
    uint64_t begin, end, size = l->size;
    if (b->log_closed || l->what & HD_WHAT_VOLATILE || !size ||
        HD_WHAT_OP(l->what) > HD_CHECK_WRITE)
        return false;
    span(l, &begin, &end);
    if (begin < b->shared_from || end > b->shared_to || end <= begin || !are_aligned(l, begin))
        return false;
    now.block = b;
    if (!is_open(block) || !in_bounds(b, base ? base : address(l, 0), extent, begin, end))
        return false;
    struct log *log = b->log;
    if (l->addrs && log->noffsets + 64 > MOST_OFFSETS) {
        log_close(block);
        return false;
    }
    if (writes && l->what & HD_WHAT_PLAIN_COPY && any_copied(b, lanes_up_to(l->mask))) return false;
    if (!in_cells(log, begin | (l->addrs ? 0 : (uint64_t)l->stride), size)) return false;
    uint64_t count = count_lanes(l->mask);
    if (writes && count > 1 && !l->addrs && !l->stride) return false;
    if (!log_enter(b, l, base ? base : address(l, 0), extent)) return false;
    if (b->records) repeat_record(b, l, base ? base : address(l, 0), extent);
    if (writes) {
        if (l->what & HD_WHAT_PLAIN_COPY) b->copied_some = true; // for what it copies
        b->accesses += count;
        count_touches(b, begin, HD_CHECK_WRITE, count);
    } else {
        count_reads(b, l->mask, begin, l->what);
    }
    return true;
}

// What mostly comes: neighbours, or reads of one address, in lines that are set.
WIDE static bool note_neighbours(struct block_state *b, uint32_t first, uint64_t mask,
                                 uint64_t from, int64_t stride, uint64_t base, uint64_t extent,
                                 uint64_t what) {
    struct log *log = b->log;
    uint64_t size = HD_WHAT_SIZE(what), low = (uint64_t)__builtin_ctzll(mask),
             n = 64 - (uint64_t)__builtin_clzll(mask) - low, lines = first_line(b);
    bool writes = HD_WHAT_OP(what) == HD_CHECK_WRITE, many = !stride && n > 1, all_set = true;
    uint64_t begin = from + low * (uint64_t)stride, end = begin + (stride ? n : 1) * size;
    if (b->logged >= b->log_room || log->shift != 2 || begin & (size - 1) ||
        (size != 4 && size != 8 && size != 16) || begin < b->shared_from || end > b->shared_to ||
        HD_WHAT_OP(what) > HD_CHECK_WRITE || what & HD_WHAT_VOLATILE || (writes && many) ||
        (stride && mask >> low != ~0ull >> (64 - n)) ||
        !in_bounds(b, base ? base : from, extent, begin, end))
        return false;
    for (uint64_t i = (begin - lines) / LINE; i <= (end - 1 - lines) / LINE; i++) {
        struct line *line = line_of(log, i);
        if (line->in_shadow || (!log->is_set[i] && !writes)) return false;
        line->noted = true;
        all_set &= log->is_set[i];
    }
    if (what & HD_WHAT_PLAIN_COPY) {
        if (b->copied_some && writes && any_copied(b, lanes_up_to(mask))) return false;
        if (!writes) clear_copied(b);
    }
    uint32_t *row = &log->cells[(begin - lines) / 4], stretch = log->stretch << STRETCH_BITS;
    uint32_t thread = first + (uint32_t)low;
    int cells = (int)((end - begin) / 4), per = size == 4 ? 0 : size == 8 ? 1 : 2;
    bool fits;
    if (many)
        fits = read_by_many(row, cells, stretch);
    else if (size != 4 || n % 8)
        fits = writes ? write_row(row, cells, per, stretch, thread)
                      : read_row(row, cells, per, stretch, thread);
    else if (writes)
        fits = write_eights(row, cells, stretch, thread);
    else
        fits = read_eights(row, cells, stretch, thread);
    if (!fits) return false;
    if (!all_set) set_row(log, b, begin, end);
    if (writes && what & HD_WHAT_PLAIN_COPY) b->copied_some = true; // for what it copies
    now.block = b;
    uint64_t count = many ? count_lanes(mask) : n;
    b->accesses += count;
    b->touched[writes ? 4 : 3] += count;
    log->v[b->logged++] = (struct logged){.mask = mask,
                                          .from = from,
                                          .base = base ? base : from,
                                          .extent = extent,
                                          .what = what,
                                          .stride = stride,
                                          .first = first};
    if (b->records) repeat_record_row(b, &log->v[b->logged - 1]);
    return true;
}

// Whether any of it is the block's shared memory.
static bool is_shared(const struct block_state *b, const struct lanes *l) {
    uint64_t begin, end;
    span(l, &begin, &end);
    return begin < b->shared_to && end > b->shared_from;
}

static bool note_or_spoil(struct hd_block *block, const struct lanes *l, uint64_t base,
                          uint64_t extent) {
    if (note(block, l, base, extent)) return true;
    if (block->check->records && is_shared(block->check, l)) repeat_spoil(block->check);
    return false;
}

bool log_affine(struct hd_block *block, uint32_t first, uint64_t mask, uint64_t from,
                int64_t stride, uint64_t base, uint64_t extent, uint64_t what) {
    struct block_state *b = block->check;
    if (b->log_closed || b->shared_to <= b->shared_from) return false;
    struct lanes l = {mask, from, HD_WHAT_SIZE(what), what, stride, NULL, first};
    if (b->expected) {
        if (repeat_is_expected(b, &l, base ? base : from, extent)) return true;
        if (!is_shared(b, &l)) return false;
        repeat_surprise(b);
    }
    if ((!stride || stride == (int64_t)HD_WHAT_SIZE(what)) &&
        note_neighbours(b, first, mask, from, stride, base, extent, what))
        return true;
    return note_or_spoil(block, &l, base, extent);
}

bool log_each(struct hd_block *block, uint32_t first, uint64_t mask, const uint64_t *addrs,
              uint64_t base, uint64_t extent, uint64_t what) {
    struct block_state *b = block->check;
    if (b->log_closed || b->shared_to <= b->shared_from) return false;
    struct lanes l = {mask, 0, HD_WHAT_SIZE(what), what, 0, addrs, first};
    if (b->expected) {
        if (repeat_is_expected(b, &l, base ? base : address(&l, 0), extent)) return true;
        if (!is_shared(b, &l)) return false;
        repeat_surprise(b);
    }
    return note_or_spoil(block, &l, base, extent);
}

// ---- doing what was put off ---------------------------------------------------------------------

// The lines of an entry.
static void lines_of(const struct block_state *b, const struct logged *e, uint64_t *low,
                     uint64_t *high) {
    uint64_t begin, end;
    struct lanes l = {e->mask, e->from, HD_WHAT_SIZE(e->what), e->what, e->stride, NULL, e->first};
    if (e->offsets) {
        const uint32_t *offset = b->log->offset + e->offsets - 1;
        begin = ~0ull;
        end = 0;
        for (uint64_t rest = e->mask; rest; rest &= rest - 1) {
            uint64_t at = first_line(b) + offset[__builtin_ctzll(rest)];
            if (at < begin) begin = at;
            if (at + l.size > end) end = at + l.size;
        }
    } else {
        span(&l, &begin, &end);
    }
    *low = line_at(b, begin);
    *high = line_at(b, end - 1);
}

static void replay(struct hd_block *block, const struct logged *e) {
    const struct block_state *b = block->check;
    uint64_t addrs[64];
    for (int k = 0; e->offsets && k < 64 && e->mask >> k; k++)
        addrs[k] = first_line(b) + b->log->offset[e->offsets - 1 + (uint32_t)k];
    lanes_again(block, e, e->offsets ? addrs : NULL);
}

static bool any_in_shadow(const struct log *log, uint64_t low, uint64_t high) {
    for (uint64_t i = low; i <= high; i++)
        if (is_in_shadow(log, i)) return true;
    return false;
}

// An access that takes the long way comes to [begin, end) of shared memory.
void log_open(struct hd_block *block, uint64_t begin, uint64_t end) {
    struct block_state *b = block->check;
    if (b->log_closed || b->replaying || !has_log(b)) return;
    if (b->expected) repeat_surprise(b);
    repeat_spoil(b);
    uint64_t low = line_at(b, begin), high = line_at(b, end - 1);
    bool known = false;
    for (uint64_t i = low; i <= high; i++) {
        struct line *line = line_of(b->log, i);
        known |= !line->in_shadow && line->noted;
        line->in_shadow = true;
        b->log->is_set[i] = false; // it may copy what is not set
    }
    if (!known) return;
    if (b->logged > MOST_SEARCHED) {
        log_close(block);
        return;
    }
    // A write that is done takes its other lines along, and they what is noted there.
    struct log *log = b->log;
    bool done[MOST_SEARCHED] = {false};
    for (bool more = true; more;) {
        more = false;
        for (uint32_t k = 0; k < b->logged; k++) {
            uint64_t from, to;
            if (done[k] || !log->v[k].mask) continue; // mask 0: it has been done
            lines_of(b, &log->v[k], &from, &to);
            if (!any_in_shadow(log, from, to)) continue;
            done[k] = true;
            if (HD_WHAT_OP(log->v[k].what) != HD_CHECK_WRITE) continue;
            for (uint64_t i = from; i <= to; i++) {
                more |= !is_in_shadow(log, i);
                line_of(log, i)->in_shadow = true;
            }
        }
    }
    b->replaying = true;
    for (uint32_t k = 0; k < b->logged; k++) {
        if (!done[k] || !log->v[k].mask) continue;
        replay(block, &log->v[k]);
        log->v[k].mask = 0;
    }
    b->replaying = false;
}

void log_end(struct hd_block *block) {
    struct block_state *b = block->check;
    if (b->expected) repeat_surprise(b);
    repeat_spoil(b);
    b->log_closed = true;
    b->log_room = 0;
    if (b->log) memset(b->log->is_set, 0, sizeof b->log->is_set); // what comes may copy unset bytes
    uint32_t n = b->logged;
    b->logged = 0;
    b->replaying = true;
    for (uint32_t i = 0; i < n; i++)
        if (b->log->v[i].mask) replay(block, &b->log->v[i]);
    b->replaying = false;
}
