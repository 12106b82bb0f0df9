// Shared memory between two barriers: accesses that wait to be looked at.
//
// What lies on both sides of a barrier is ordered, so of shared memory only accesses of the same
// stretch can conflict, and only where one of them writes. A vector's accesses (lanes.c) are noted
// in a log, and of each line of 64 bytes is known which bytes this stretch has read and written. It
// is kept by *rows*: accesses of threads that each keep to an element of their own. `s[t] += s[t +
// d]` is two rows, each from an address and with a distance of its own; a byte that one row writes
// must not be another's. Reads that are no row, of one address or with gaps, are kept as `reads`.
//
// Accesses that leave it at that are noted and no more. Any other access has what the log has of
// its lines done first, as ever and in its order (log_open); from then on these lines go the long
// way. A barrier forgets the log. So the tiles of a matrix product cost some stores for each
// vector, and no verdict changes: accesses that are put off meet nobody.
//
// Writes of a vector to one place, accesses that are not in bounds, aligned or set, and launches
// with fences take the long way; when lanes of a warp meet, the log is done first.
#include "check/internal.h"

#include <stdlib.h>
#include <string.h>

#define LINE LINE_BYTES
#define MOST_LOGGED 2048
#define MOST_SEARCHED 128 // entries, for those of some lines
#define MOST_LINES 4096
#define MOST_ROWS 4

struct line {
    uint32_t stretch; // of which the rest tells
    bool in_shadow;   // and whatever comes
    uint8_t n;        // rows
    uint64_t reads;   // bytes, of no row
    struct row {
        uint64_t origin, stride; // of thread 0's element
        uint64_t reads, writes;  // bytes
    } row[MOST_ROWS];
};

struct log {
    struct logged v[MOST_LOGGED];
    uint32_t stretch; // the number of this one
    struct line lines[MOST_LINES];
    bool is_set[MOST_LINES]; // all of the line, since the block has begun
};

static inline struct line *line_of(struct log *log, uint64_t i) {
    struct line *line = &log->lines[i];
    if (line->stretch == log->stretch) return line;
    line->stretch = log->stretch;
    line->in_shadow = false;
    line->n = 0;
    line->reads = 0;
    return line;
}

static inline bool is_in_shadow(const struct log *log, uint64_t i) {
    return log->lines[i].stretch == log->stretch && log->lines[i].in_shadow;
}

// The row of an access; NULL: it is none that is known here.
static inline struct row *row_of(struct line *line, const struct logged *l) {
    uint64_t origin = l->from - (uint64_t)l->stride * l->first;
    for (int k = 0; k < line->n; k++)
        if (line->row[k].origin == origin && line->row[k].stride == (uint64_t)l->stride)
            return &line->row[k];
    return NULL;
}

static inline struct row *add_row(struct line *line, const struct logged *l) {
    struct row *row = &line->row[line->n++];
    *row = (struct row){.origin = l->from - (uint64_t)l->stride * l->first,
                        .stride = (uint64_t)l->stride};
    return row;
}

void log_begin(struct block_state *b) {
    if (b->log) memset(b->log->is_set, 0, sizeof b->log->is_set);
    log_forget(b);
}

void log_forget(struct block_state *b) {
    struct log *log = b->log;
    b->logged = 0;
    b->log_closed = !kept_launch.plain;
    if (!log) return;
    if (!++log->stretch) {
        memset(log->lines, 0, sizeof log->lines);
        log->stretch = 1;
    }
}

static uint64_t line_at(const struct block_state *b, uint64_t addr) {
    return (addr - b->shared_from / LINE * LINE) / LINE;
}

static bool has_log(struct block_state *b) {
    if (b->log) return true;
    if (line_at(b, b->shared_to) >= MOST_LINES) return false;
    b->log = calloc(1, sizeof *b->log);
    if (b->log) b->log->stretch = 1;
    return b->log;
}

static bool in_bounds(const struct block_state *b, const struct logged *l, uint64_t begin,
                      uint64_t end) {
    if (l->extent) return begin >= l->base && end - l->base <= l->extent;
    uint64_t dynamic = b->shared_to - kept_launch.dyn_shared;
    return l->base >= dynamic && begin >= dynamic && end <= b->shared_to;
}

// Whether all of [begin, end) has been set, which is in this line; remembered where the line is.
static bool is_set(struct log *log, uint64_t i, uint64_t begin, uint64_t end) {
    const struct page *page = page_find(begin);
    if (!page) return false;
    size_t at = begin & (PAGE_SIZE - 1), from = at / LINE * LINE;
    if (!page->unset || !page_any_unset(page, from, LINE)) return log->is_set[i] = true;
    return !page_any_unset(page, at, end - begin);
}

static bool lanes_set(uint64_t mask, uint64_t from, int64_t stride, uint64_t size) {
    for (; mask; mask &= mask - 1) {
        uint64_t at = from + (uint64_t)stride * (uint64_t)__builtin_ctzll(mask);
        const struct page *page = page_find(at);
        size_t in_page = at & (PAGE_SIZE - 1);
        if (!page || in_page + size > PAGE_SIZE) return false;
        if (page->unset && page_any_unset(page, in_page, size)) return false;
    }
    return true;
}

static inline uint64_t bytes_in(const struct block_state *b, uint64_t i, uint64_t begin,
                                uint64_t end) { // of line i, those in [begin, end)
    uint64_t line = b->shared_from / LINE * LINE + i * LINE;
    uint64_t low = begin > line ? begin - line : 0, high = end < line + LINE ? end - line : LINE;
    return (high == LINE ? 0 : 1ull << high) - (1ull << low);
}

static void push(struct hd_block *block, const struct logged *l) {
    struct block_state *b = block->check;
    b->log->v[b->logged++] = *l;
}

static bool is_open(struct hd_block *block) {
    struct block_state *b = block->check;
    if (b->log_closed || b->uneven || b->sparse || !now.plain || !has_log(b)) return false;
    if (b->logged < MOST_LOGGED) return true;
    log_close(block);
    return false;
}

static bool may_read(const struct line *line, const struct row *row, uint64_t bytes) {
    if (line->in_shadow) return false;
    for (int k = 0; k < line->n; k++)
        if (&line->row[k] != row && line->row[k].writes & bytes) return false;
    return true;
}

// row: of the one that writes. NULL: a new one.
static bool may_write(const struct line *line, const struct row *row, uint64_t bytes) {
    if (line->in_shadow || line->reads & bytes) return false;
    if (row ? row->writes & bytes : line->n == MOST_ROWS) return false;
    for (int k = 0; k < line->n; k++)
        if (&line->row[k] != row && (line->row[k].reads | line->row[k].writes) & bytes)
            return false;
    return true;
}

// What a vector's access to [begin, end) comes to of each line. Where it leaves gaps in a line
// these count as well. Their number; 0: not known here.
#define MOST_PIECES 66
struct piece {
    uint64_t line, bytes, begin, end;
};
static struct piece piece_of(const struct block_state *b, uint64_t begin, uint64_t end) {
    uint64_t line = line_at(b, begin), at = b->shared_from / LINE * LINE + line * LINE;
    if (end > at + LINE) end = at + LINE;
    return (struct piece){line, bytes_in(b, line, begin, end), begin, end};
}

static int pieces_of(const struct block_state *b, const struct logged *l, uint64_t begin,
                     uint64_t end, struct piece *out) {
    int n = 0;
    uint64_t size = HD_WHAT_SIZE(l->what);
    if (l->stride < -LINE || l->stride > LINE) {
        if (size & (size - 1) || size > LINE) return 0;         // an element may be in two lines
        for (uint64_t rest = l->mask; rest; rest &= rest - 1) { // each lane in lines of its own
            uint64_t at = l->from + (uint64_t)l->stride * (uint64_t)__builtin_ctzll(rest);
            out[n++] = piece_of(b, at, at + size);
        }
        return n;
    }
    if (end - begin > (MOST_PIECES - 2) * LINE) return 0;
    for (; begin < end; begin = out[n - 1].end) out[n++] = piece_of(b, begin, end);
    return n;
}

bool log_read(struct hd_block *block, uint32_t first, uint64_t mask, uint64_t from, int64_t stride,
              uint64_t base, uint64_t extent, uint64_t what) {
    struct block_state *b = block->check;
    uint64_t begin = from, end = from;
    if (b->log_closed || HD_WHAT_OP(what) != HD_CHECK_READ || what & HD_WHAT_VOLATILE) return false;
    if (stride) {
        begin += (uint64_t)stride * (uint64_t)__builtin_ctzll(mask);
        end += (uint64_t)stride * (63 - (uint64_t)__builtin_clzll(mask));
        if (end < begin) {
            uint64_t swap = begin;
            begin = end;
            end = swap;
        }
    }
    end += HD_WHAT_SIZE(what);
    if (begin < b->shared_from || end > b->shared_to || end <= begin) return false;
    if ((begin | (uint64_t)stride) & (HD_WHAT_ALIGN(what) - 1)) return false;
    now.block = b;
    struct logged l = {mask, from, base ? base : from, extent, what, stride, first};
    if (!is_open(block) || !in_bounds(b, &l, begin, end)) return false;
    struct log *log = b->log;
    struct piece pieces[MOST_PIECES];
    int n = pieces_of(b, &l, begin, end, pieces);
    bool apart = stride == (int64_t)HD_WHAT_SIZE(what); // each lane has its own
    bool keeps = stride >= (int64_t)HD_WHAT_SIZE(what);
    bool gaps = false; // nobody has set what may lie between the lanes
    if (!n) return false;
    for (int k = 0; k < n; k++) {
        const struct piece *p = &pieces[k];
        struct line *line = line_of(log, p->line);
        if (!may_read(line, keeps ? row_of(line, &l) : NULL, p->bytes)) return false;
        if (log->is_set[p->line] || is_set(log, p->line, p->begin, p->end)) continue;
        if (apart || !stride) return false;
        gaps = true;
    }
    if (gaps && !lanes_set(mask, from, stride, HD_WHAT_SIZE(what))) return false;
    for (int k = 0; k < n; k++) {
        struct line *line = line_of(log, pieces[k].line);
        struct row *row = keeps ? row_of(line, &l) : NULL;
        if (!row && apart && line->n < MOST_ROWS) row = add_row(line, &l);
        *(row ? &row->reads : &line->reads) |= pieces[k].bytes;
    }
    push(block, &l);
    count_reads(b, mask, begin, what);
    return true;
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

bool log_write(struct hd_block *block, uint32_t first, uint64_t mask, uint64_t from, int64_t stride,
               uint64_t base, uint64_t extent, uint64_t what) {
    struct block_state *b = block->check;
    uint64_t size = HD_WHAT_SIZE(what), low = (uint64_t)__builtin_ctzll(mask),
             last = 63 - (uint64_t)__builtin_clzll(mask);
    if (stride != (int64_t)size || last - low + 1 != (uint64_t)__builtin_popcountll(mask))
        return false;
    uint64_t begin = from + low * size, end = from + (last + 1) * size;
    if (begin < b->shared_from || end > b->shared_to || begin & (HD_WHAT_ALIGN(what) - 1))
        return false;
    struct logged l = {mask, from, base ? base : from, extent, what, stride, first};
    now.block = b;
    if (begin >> PAGE_BITS != (end - 1) >> PAGE_BITS || !is_open(block) ||
        !in_bounds(b, &l, begin, end))
        return false;
    if (what & HD_WHAT_PLAIN_COPY && any_copied(b)) return false;
    uint64_t low_line = line_at(b, begin), high_line = line_at(b, end - 1);
    for (uint64_t i = low_line; i <= high_line; i++) {
        struct line *line = line_of(b->log, i);
        if (!may_write(line, row_of(line, &l), bytes_in(b, i, begin, end))) return false;
    }
    for (uint64_t i = low_line; i <= high_line; i++) {
        struct line *line = line_of(b->log, i);
        struct row *row = row_of(line, &l);
        if (!row) row = add_row(line, &l);
        row->writes |= bytes_in(b, i, begin, end);
    }
    set_bytes(begin, end);
    if (what & HD_WHAT_PLAIN_COPY) b->copied_some = true; // for what it copies
    uint64_t count = (uint64_t)__builtin_popcountll(mask);
    b->accesses += count;
    count_touches(b, begin, HD_CHECK_WRITE, count);
    push(block, &l);
    return true;
}

// The lines of an entry.
static void lines_of(const struct block_state *b, const struct logged *l, uint64_t *low,
                     uint64_t *high) {
    uint64_t lane = (uint64_t)__builtin_ctzll(l->mask),
             last = 63 - (uint64_t)__builtin_clzll(l->mask);
    uint64_t begin = l->from + (uint64_t)l->stride * lane,
             end = l->from + (uint64_t)l->stride * last;
    if (end < begin) {
        uint64_t swap = begin;
        begin = end;
        end = swap;
    }
    *low = line_at(b, begin);
    *high = line_at(b, end + HD_WHAT_SIZE(l->what) - 1);
}

static void replay(struct hd_block *block, const struct logged *l) {
    lanes_again(block, l->first, l->mask, l->from, l->stride, l->base, l->extent, l->what);
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
    uint64_t low = line_at(b, begin), high = line_at(b, end - 1);
    bool known = false;
    for (uint64_t i = low; i <= high; i++) {
        struct line *line = line_of(b->log, i);
        known |= !line->in_shadow && (line->n || line->reads);
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
    b->log_closed = true;
    if (b->log) memset(b->log->is_set, 0, sizeof b->log->is_set); // what comes may copy unset bytes
    uint32_t n = b->logged;
    b->logged = 0;
    b->replaying = true;
    for (uint32_t i = 0; i < n; i++)
        if (b->log->v[i].mask) replay(block, &b->log->v[i]);
    b->replaying = false;
}
