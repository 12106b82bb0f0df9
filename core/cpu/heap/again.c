// What code did that is run again: blocks, times and random numbers come as they came before.
//
// A debugger goes back in host code by running the cell again from its beginning
// (run/debug/host.c). Memory is put back as it was, but not what knows of it, so between
// hd_again_begin and hd_again_end
//
//     malloc  notes the block; run again, the n-th call gets the block that it got
//     free    only notes that the block is free: nobody else gets it
//
// and what says another thing each time, the clock and the kernel's random numbers, is noted, too.
// At the end the blocks that are not live go back to the heap. A program that gives back very much
// ends this (hd_again_possible).
//
//     char *p = malloc(8); free(p); p = malloc(8);     two blocks, and run again the same two
#include "cpu/internal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/time.h>
#include <time.h>

#define IN_HEAP __attribute__((section("heddle_heap"), noinline))
#define MOST_KEPT (1ull << 30) // bytes of blocks that are free and not given back

struct noted { // a block that was taken since the beginning
    void *block;
    size_t size, align;
    bool live;
};
static struct {
    bool on;
    HD_VEC(struct noted) taken;
    int next;
    struct hd_map number;  // of a block, index + 1
    struct hd_map freed;   // of those that were there before
    HD_VEC(void *) strays; // taken by a run that went another way
    struct hd_map others;  // taken while nothing is noted (hd_again_pause)
    uint64_t kept;
    HD_VEC(int64_t) values;
    int next_value;
} past;
__thread int hd_heap_told;

static void end_blocks(void);

bool hd_again_possible(void) { return past.on; }

void hd_again_begin(void) {
    past.on = true;
    hd_heap_tell(true);
}

void hd_again_rewind(void) {
    for (int i = 0; i < past.taken.n; i++) past.taken.v[i].live = false;
    past.next = past.next_value = 0;
    past.kept = 0;
    hd_map_finish(&past.freed);
}

void hd_again_end(void) {
    if (!past.on) return;
    past.on = false;
    end_blocks();
    HD_FREE_VEC(&past.values);
    past.next_value = 0;
}

void hd_again_pause(bool pause) {
    if (hd_heap_told) hd_heap_told = pause ? HD_HEAP_PAUSED : HD_HEAP_NOTES;
}

// ---- blocks -------------------------------------------------------------------------------------

static void end_blocks(void) {
    hd_heap_tell(false);
    for (int i = 0; i < past.taken.n; i++)
        if (!past.taken.v[i].live) hd_heap_put_quietly(past.taken.v[i].block);
    for (int i = 0; i < past.strays.n; i++) hd_heap_put_quietly(past.strays.v[i]);
    const char *block;
    void *value;
    for (int i = 0; (i = hd_map_next(&past.freed, i, &block, &value)) > 0;)
        hd_heap_put_quietly((void *)(uintptr_t)block);
    hd_map_finish(&past.freed);
    hd_map_finish(&past.number);
    hd_map_finish(&past.others);
    HD_FREE_VEC(&past.taken);
    HD_FREE_VEC(&past.strays);
    past.next = 0;
    past.kept = 0;
}

static IN_HEAP void *fresh(size_t size, size_t align) {
    int told = hd_heap_told;
    hd_heap_tell(false);
    void *block = align > 16 ? hd_heap_get_aligned(size, align) : hd_heap_get_zero(size);
    hd_heap_tell(true);
    hd_heap_told = told;
    return block;
}

IN_HEAP void *hd_again_get(size_t size, size_t align) {
    if (hd_heap_told == HD_HEAP_PAUSED) {
        void *other = fresh(size, align);
        if (other) hd_map_set(&past.others, other, other);
        return other;
    }
    struct noted *n = past.next < past.taken.n ? &past.taken.v[past.next] : NULL;
    if (n && n->size == size && n->align == align) {
        memset(n->block, 0, size);
        hd_heap_mark(n->block);
        n->live = true;
        past.next++;
        return n->block;
    }
    for (int i = past.next; i < past.taken.n; i++) { // it goes another way this time
        HD_XPUSH(&past.strays, past.taken.v[i].block);
        hd_map_remove(&past.number, past.taken.v[i].block);
    }
    past.taken.n = past.next;
    void *block = fresh(size, align);
    if (!block) return NULL;
    HD_XPUSH(&past.taken, ((struct noted){block, size, align, true}));
    hd_map_set(&past.number, block, (void *)(uintptr_t)++past.next);
    return block;
}

static IN_HEAP _Noreturn void complain(const char *kind, const char *what, const void *block) {
    struct hd_fault fault = {0};
    hd_fault_say(&fault, 0, kind, what, block);
    hd_guard_raise(&fault);
}

IN_HEAP void hd_again_put(void *block) {
    if (hd_map_get(&past.others, block)) {
        hd_map_remove(&past.others, block);
        hd_heap_put_quietly(block);
        return;
    }
    size_t size = hd_heap_block_size(block), i = (size_t)(uintptr_t)hd_map_get(&past.number, block);
    if (!size) {
        hd_heap_put_quietly(block); // which says what it is
        return;
    }
    if (i ? !past.taken.v[i - 1].live : hd_map_get(&past.freed, block) != NULL)
        complain("double free", "the block at %p was freed before", block);
    if (i)
        past.taken.v[i - 1].live = false;
    else
        hd_map_set(&past.freed, block, block);
    if (!hd_heap_is_whole(block)) {
        hd_heap_mark(block);
        complain("heap overrun", "the code has written past the end of the block at %p", block);
    }
    past.kept += size;
    if (past.kept > MOST_KEPT) hd_again_end();
}

IN_HEAP void *hd_again_resize(void *block, size_t size) {
    size_t had = hd_heap_block_size(block), i = (size_t)(uintptr_t)hd_map_get(&past.number, block);
    if (!had || (i ? !past.taken.v[i - 1].live : hd_map_get(&past.freed, block) != NULL))
        complain("use after free", "`realloc` of the block at %p, which was freed before", block);
    void *to = hd_again_get(size, 0);
    if (!to) return NULL;
    memcpy(to, block, had < size ? had : size);
    if (past.on)
        hd_again_put(block);
    else
        hd_heap_put(block);
    return to;
}

// ---- what is different each time ----------------------------------------------------------------

int64_t hd_again_value(int64_t now) {
    if (!past.on || !hd_heap_told) return now;
    if (past.next_value < past.values.n) return past.values.v[past.next_value++];
    HD_XPUSH(&past.values, now);
    past.next_value++;
    return now;
}

static time_t user_time(time_t *out) {
    time_t now = (time_t)hd_again_value((int64_t)time(NULL));
    if (out) *out = now;
    return now;
}

static clock_t user_clock(void) { return (clock_t)hd_again_value((int64_t)clock()); }

static int user_clock_gettime(clockid_t id, struct timespec *out) {
    int error = clock_gettime(id, out);
    if (error) return error;
    out->tv_sec = (time_t)hd_again_value((int64_t)out->tv_sec);
    out->tv_nsec = (long)hd_again_value((int64_t)out->tv_nsec);
    return 0;
}

static int user_gettimeofday(struct timeval *out, void *zone) {
    int error = gettimeofday(out, zone);
    if (error || !out) return error;
    out->tv_sec = (time_t)hd_again_value((int64_t)out->tv_sec);
    out->tv_usec = (suseconds_t)hd_again_value((int64_t)out->tv_usec);
    return 0;
}

static void each_as_before(void *out, size_t size) {
    for (size_t i = 0; i < size; i += 8) {
        int64_t word = 0;
        size_t n = size - i < 8 ? size - i : 8;
        memcpy(&word, (char *)out + i, n);
        word = hd_again_value(word);
        memcpy((char *)out + i, &word, n);
    }
}

static ssize_t user_getrandom(void *out, size_t size, unsigned flags) {
    ssize_t n = getrandom(out, size, flags);
    if (n > 0) each_as_before(out, (size_t)n);
    return n;
}

static int user_getentropy(void *out, size_t size) {
    int error = getentropy(out, size);
    if (!error) each_as_before(out, size);
    return error;
}

typedef void any_fn(void);

void *hd_again_replacement(const char *name) {
    static const struct {
        const char *name;
        any_fn *fn;
    } table[] = {
        {"time", (any_fn *)user_time},
        {"clock", (any_fn *)user_clock},
        {"clock_gettime", (any_fn *)user_clock_gettime},
        {"gettimeofday", (any_fn *)user_gettimeofday},
        {"getrandom", (any_fn *)user_getrandom},
        {"getentropy", (any_fn *)user_getentropy},
    };
    for (int i = 0; i < HD_COUNT(table); i++)
        if (strcmp(table[i].name, name) == 0) return (void *)(uintptr_t)table[i].fn;
    return NULL;
}
