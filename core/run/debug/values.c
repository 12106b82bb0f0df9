// Copies of the session's values: variables, heap blocks and device memory, which are parts of one
// file (the store). What was never written takes no room there, nor here.
//
// They are kept for two ends. A cell that is debugged has those that it began with, so that it can
// be run again from its beginning (host.c). And each input has them while they are few, for
// `%debug` after a fault, which runs the input again and must not see what the first run left:
//
//     before  when the input began      hist = {0, 0, 0}
//     after   when it failed            hist = {4, 1, 0}, at hist[7000000]
//     now     at %debug                 hist = {4, 1, 5}   the user tried something
//
// What differs between before and after is what the input changed. Where nobody has changed it
// since, it becomes what it was before: {0, 0, 5}. Variables and blocks of the heap that came or
// went since then are left alone, as is device memory when any block of it did.
#include "run/debug/debug.h"
#include "cpu/cpu.h"
#include "gpu/gpu.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_OF_INPUT (2ull << 20) // a copy takes less than a millisecond
enum { PARTS = 3, PIECE = 4096, MOST_TOUCHED = 10000, MOST_BLOCKS = 20000 };

// ---- all of them --------------------------------------------------------------------------------

static bool read_all(int fd, char *to, uint64_t size, uint64_t at) {
    while (size) {
        ssize_t n = pread(fd, to, size, (off_t)at);
        if (n <= 0 && errno != EINTR) return false;
        if (n > 0) to += n, at += (uint64_t)n, size -= (uint64_t)n;
    }
    return true;
}

static void write_all(int fd, const char *from, uint64_t size, uint64_t at) {
    while (size) {
        ssize_t n = pwrite(fd, from, size, (off_t)at);
        if (n <= 0 && errno != EINTR) return;
        if (n > 0) from += n, at += (uint64_t)n, size -= (uint64_t)n;
    }
}

// The next part of [at, end) that was written to. false: there is none.
static bool next_extent(int fd, uint64_t at, uint64_t end, struct dbg_extent *out) {
    off_t from = lseek(fd, (off_t)at, SEEK_DATA);
    if (from < 0 || (uint64_t)from >= end) return false;
    off_t to = lseek(fd, from, SEEK_HOLE);
    out->at = (uint64_t)from;
    out->size = (to < 0 || (uint64_t)to > end ? end : (uint64_t)to) - out->at;
    return true;
}

void dbg_values_drop(struct dbg_values *v) {
    for (int i = 0; i < v->extents.n; i++) free(v->extents.v[i].bytes);
    HD_FREE_VEC(&v->extents);
}

bool dbg_values_keep(struct dbg_values *v, uint64_t most) {
    struct hd_store_part parts[PARTS];
    struct dbg_extent e;
    uint64_t sum = 0;
    int fd;
    hd_store_values(parts, &fd);
    for (int i = 0; i < PARTS; i++) {
        uint64_t end = parts[i].at + parts[i].size;
        for (uint64_t at = parts[i].at; next_extent(fd, at, end, &e); at = e.at + e.size) {
            sum += e.size;
            e.bytes = sum > most ? NULL : malloc(e.size);
            if (!e.bytes || !read_all(fd, e.bytes, e.size, e.at)) {
                free(e.bytes);
                dbg_values_drop(v);
                return false;
            }
            if (i == 1) hd_heap_clear_free(e.bytes, e.at - parts[i].at, e.size);
            HD_XPUSH(&v->extents, e);
        }
    }
    return true;
}

bool dbg_values_each(uint64_t most, void (*f)(char *at, uint64_t size)) {
    struct hd_store_part parts[PARTS];
    struct dbg_extent e;
    int fd;
    hd_store_values(parts, &fd);
    for (int call = 0; call < 2; call++) { // to count them, to call
        uint64_t sum = 0;
        for (int i = 0; i < PARTS; i++) {
            uint64_t end = parts[i].at + parts[i].size;
            for (uint64_t at = parts[i].at; next_extent(fd, at, end, &e); at = e.at + e.size) {
                sum += e.size;
                if (call) f((char *)(uintptr_t)hd_store_address(i, e.at), e.size);
            }
        }
        if (sum > most) return false;
    }
    return true;
}

void dbg_values_restore(const struct dbg_values *v) {
    struct hd_store_part parts[PARTS];
    struct dbg_extent e;
    int fd;
    hd_store_values(parts, &fd);
    for (int i = 0; i < PARTS; i++) {
        uint64_t end = parts[i].at + parts[i].size;
        for (uint64_t at = parts[i].at; next_extent(fd, at, end, &e); at = e.at + e.size)
            fallocate(fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t)e.at, (off_t)e.size);
    }
    for (int i = 0; i < v->extents.n; i++) {
        const struct dbg_extent *s = &v->extents.v[i];
        write_all(fd, s->bytes, s->size, s->at);
    }
}

// ---- of the input that failed -------------------------------------------------------------------

typedef HD_VEC(struct hd_store_part) block_vec;

struct input {
    struct dbg_values before, after;
    int number;       // In[n]; 0: its values are not known
    int touched;      // how many variables had come or gone when it began
    uint64_t device;  // which blocks of device memory there were then
    block_vec blocks; // of the heap
};
static struct input running, failed;

static void add_block(void *user, uint64_t at, uint64_t size) {
    block_vec *blocks = user;
    struct hd_store_part block = {at, size};
    if (blocks->n <= MOST_BLOCKS) HD_XPUSH(blocks, block);
}

// Which blocks of device memory there are.
static uint64_t device_print(void) {
    struct hd_store_part table;
    struct dbg_extent e;
    uint64_t print = 0;
    int fd;
    char piece[PIECE];
    hd_store_device(&table, &fd);
    uint64_t end = table.at + table.size;
    for (uint64_t at = table.at; next_extent(fd, at, end, &e); at = e.at + e.size)
        for (uint64_t done = 0; done < e.size; done += PIECE) {
            uint64_t n = e.size - done < PIECE ? e.size - done : PIECE;
            if (read_all(fd, piece, n, e.at + done)) print = hd_hash(piece, n) + 31 * print;
        }
    return print;
}

static bool are_few(void) {
    struct hd_store_part parts[PARTS];
    struct stat st;
    int fd;
    hd_store_values(parts, &fd);
    return fstat(fd, &st) == 0 && (uint64_t)st.st_blocks * 512 <= 2 * MOST_OF_INPUT;
}

static void drop_input(struct input *input) {
    dbg_values_drop(&input->before);
    dbg_values_drop(&input->after);
    HD_FREE_VEC(&input->blocks);
    input->number = 0;
}

void dbg_values_input_begins(void) {
    const struct hd_store_part *touched;
    int n = hd_engine.count;
    if (running.number == n || failed.number == n) return; // a magic runs it in several parts
    drop_input(&running);
    if (hd_store_touched(&touched) > MOST_TOUCHED) drop_input(&failed);
    if (!failed.number) hd_store_touch(0);
    if (hd_gpu.expected || !are_few() || !dbg_values_keep(&running.before, MOST_OF_INPUT)) return;
    running.number = n;
    hd_heap_each(add_block, &running.blocks);
    running.device = device_print();
    if (!failed.number) hd_store_touch(MOST_TOUCHED);
    running.touched = hd_store_touched(&touched);
}

void hd_debug_input_ended(bool fails) {
    bool finding = dbg_found_input() == hd_engine.count;
    if (running.number != hd_engine.count || (!fails && !finding)) return;
    drop_input(&failed);
    if (dbg_values_keep(&running.after, MOST_OF_INPUT)) {
        failed = running;
        running = (struct input){.number = 0};
    }
}

// The n bytes that were at a place then.
static void piece_of(const struct dbg_values *v, uint64_t at, char *out, uint64_t n) {
    memset(out, 0, n);
    for (int i = 0; i < v->extents.n; i++) {
        const struct dbg_extent *e = &v->extents.v[i];
        uint64_t from = e->at > at ? e->at : at,
                 to = e->at + e->size < at + n ? e->at + e->size : at + n;
        if (from < to) memcpy(out + (from - at), e->bytes + (from - e->at), to - from);
    }
}

static void undo_piece(int fd, uint64_t at, const char *after, uint64_t n) {
    const struct hd_store_part *touched;
    char before[PIECE], now[PIECE];
    piece_of(&failed.before, at, before, n);
    if (memcmp(before, after, n) == 0 || !read_all(fd, now, n, at)) return;
    for (int i = hd_store_touched(&touched); i-- > failed.touched;) { // as if it had not changed
        const struct hd_store_part *t = &touched[i];
        uint64_t from = t->at > at ? t->at : at,
                 to = t->at + t->size < at + n ? t->at + t->size : at + n;
        if (from < to) memcpy(before + (from - at), after + (from - at), to - from);
    }
    for (uint64_t i = 0; i < n; i++)
        if (now[i] == after[i]) now[i] = before[i];
    write_all(fd, now, n, at);
}

static void undo_part(int fd, uint64_t at, uint64_t size) {
    for (int i = 0; i < failed.after.extents.n; i++) {
        const struct dbg_extent *e = &failed.after.extents.v[i];
        uint64_t from = e->at > at ? e->at : at,
                 to = e->at + e->size < at + size ? e->at + e->size : at + size;
        for (uint64_t n; from < to; from += n) {
            n = to - from < PIECE ? to - from : PIECE;
            undo_piece(fd, from, e->bytes + (from - e->at), n);
        }
    }
}

// Blocks that were there then and still are. false: some are gone, or they are too many.
static bool undo_blocks(int fd, uint64_t heap) {
    block_vec now = {0};
    hd_heap_each(add_block, &now);
    bool all = now.n <= MOST_BLOCKS && failed.blocks.n <= MOST_BLOCKS;
    for (int i = 0, k = 0; all && i < failed.blocks.n; i++) {
        const struct hd_store_part *b = &failed.blocks.v[i];
        while (k < now.n && now.v[k].at < b->at) k++;
        bool is_there = k < now.n && now.v[k].at == b->at && now.v[k].size == b->size;
        all = all && is_there;
        if (is_there) undo_part(fd, heap + b->at, b->size);
    }
    HD_FREE_VEC(&now);
    return all;
}

enum dbg_undone dbg_values_undo(int input) {
    const struct hd_store_part *touched;
    struct hd_store_part parts[PARTS];
    int fd;
    if (failed.number != input || hd_store_touched(&touched) > MOST_TOUCHED) return DBG_AS_NOW;
    hd_store_values(parts, &fd);
    undo_part(fd, parts[0].at, parts[0].size);
    bool heap = undo_blocks(fd, parts[1].at), device = failed.device == device_print();
    if (device) undo_part(fd, parts[2].at, parts[2].size);
    return heap && device ? DBG_AS_BEFORE : DBG_BLOCKS_AS_NOW;
}
