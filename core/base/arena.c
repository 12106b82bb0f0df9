// Arenas, vectors and the malloc family that never fails.
//
// An arena hands out zeroed memory from chunks of 1 to 256 KiB that are freed together. They grow
// with the arena, a quarter of what it has each time: thousands of small ones live in a session. A
// request larger than half of the current chunk size gets a chunk of its own, so that little of a
// chunk is wasted. Under the address sanitizer every request gets its own chunk: overruns are
// then found byte by byte.
//
//   struct hd_arena *arena = hd_arena_create();
//   struct point *p = HD_NEW(arena, struct point);
//   hd_arena_destroy(arena);
//
// Running out of memory ends the process with a message (the session client restores the engine).
#include "base/base.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ONE_CHUNK_EACH 0
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define ONE_CHUNK_EACH 0
#endif
#ifndef ONE_CHUNK_EACH
#define ONE_CHUNK_EACH 0
#endif

enum { ALIGN = 16, FIRST_CHUNK = 4096, LEAST_CHUNK = 1024, LAST_CHUNK = 256 * 1024 };

struct chunk {
    struct chunk *next;
    size_t size; // of the payload, for the curious in a debugger; also pads the header to ALIGN
};

struct hd_arena {
    struct chunk *chunks; // all of them, newest first
    char *at, *end;       // free part of the chunk in use
    size_t next_size;
    size_t bytes;
};

static void no_memory(size_t size) {
    fprintf(stderr, "heddle: out of memory (%zu more bytes were needed)\n", size);
    abort();
}

void *hd_xmalloc(size_t size) {
    void *p = malloc(size ? size : 1);
    if (!p) no_memory(size);
    return p;
}

void *hd_xcalloc(size_t count, size_t size) {
    void *p = calloc(count ? count : 1, size ? size : 1);
    if (!p) no_memory(count * size);
    return p;
}

void *hd_xrealloc(void *p, size_t size) {
    void *q = realloc(p, size ? size : 1);
    if (!q) no_memory(size);
    return q;
}

char *hd_xstrdup(const char *s) {
    size_t len = strlen(s);
    return memcpy(hd_xmalloc(len + 1), s, len + 1);
}

struct hd_arena *hd_arena_create(void) {
    struct hd_arena *arena = hd_xcalloc(1, sizeof *arena);
    arena->next_size = FIRST_CHUNK;
    return arena;
}

void hd_arena_destroy(struct hd_arena *arena) {
    if (!arena) return;
    for (struct chunk *chunk = arena->chunks, *next; chunk; chunk = next) {
        next = chunk->next;
        free(chunk);
    }
    free(arena);
}

size_t hd_arena_bytes(const struct hd_arena *arena) { return arena ? arena->bytes : 0; }

// All pages of a chunk that will be filled, in one call instead of a fault each.
static void populate(char *p, size_t size) {
#ifdef MADV_POPULATE_WRITE
    enum { PAGE = 4096 };
    uintptr_t from = HD_ROUND_UP((uintptr_t)p, (uintptr_t)PAGE);
    uintptr_t to = ((uintptr_t)p + size) & ~(uintptr_t)(PAGE - 1);
    if (to > from) madvise((void *)from, to - from, MADV_POPULATE_WRITE);
#endif
}

static char *new_chunk(struct hd_arena *arena, size_t size) {
    if (size > SIZE_MAX - sizeof(struct chunk)) no_memory(size);
    struct chunk *chunk = hd_xcalloc(1, sizeof *chunk + size);
    if (size == LAST_CHUNK) populate((char *)chunk, sizeof *chunk + size);
    chunk->size = size;
    chunk->next = arena->chunks;
    arena->chunks = chunk;
    return (char *)(chunk + 1);
}

void *hd_alloc(struct hd_arena *arena, size_t size) {
    if (size > SIZE_MAX / 2) no_memory(size);
    arena->bytes += size;
    if (ONE_CHUNK_EACH) return new_chunk(arena, size);
    size = HD_ROUND_UP(size ? size : 1, (size_t)ALIGN);
    if (size > (size_t)(arena->end - arena->at)) {
        if (size > arena->next_size / 2) return new_chunk(arena, size);
        arena->at = new_chunk(arena, arena->next_size);
        arena->end = arena->at + arena->next_size;
        size_t next = HD_ROUND_UP(arena->bytes / 4, (size_t)LEAST_CHUNK);
        arena->next_size = next < LAST_CHUNK ? next : LAST_CHUNK;
    }
    void *p = arena->at;
    arena->at += size;
    return p;
}

char *hd_strndup(struct hd_arena *arena, const char *s, size_t len) {
    char *copy = hd_alloc(arena, len + 1);
    if (len) memcpy(copy, s, len);
    return copy;
}

char *hd_strdup(struct hd_arena *arena, const char *s) { return hd_strndup(arena, s, strlen(s)); }

char *hd_vprintf(struct hd_arena *arena, const char *fmt, va_list args) {
    char small[256];
    va_list again;
    va_copy(again, args);
    int len = vsnprintf(small, sizeof small, fmt, args);
    char *text;
    if (len < 0) {
        text = hd_strdup(arena, fmt);
    } else if ((size_t)len < sizeof small) {
        text = hd_strndup(arena, small, (size_t)len);
    } else {
        text = hd_alloc(arena, (size_t)len + 1);
        vsnprintf(text, (size_t)len + 1, fmt, again);
    }
    va_end(again);
    return text;
}

char *hd_printf(struct hd_arena *arena, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    char *text = hd_vprintf(arena, fmt, args);
    va_end(args);
    return text;
}

static int grown_capacity(int cap, size_t item_size, int first) {
    if (cap > INT_MAX / 2 || (item_size && (size_t)cap * 2 > SIZE_MAX / 2 / item_size))
        no_memory((size_t)cap * item_size);
    return cap ? cap * 2 : first;
}

// Whether the last thing that was handed out, at p, grew where it is.
static bool extend(struct hd_arena *arena, char *p, size_t size, size_t bigger) {
    size = HD_ROUND_UP(size, (size_t)ALIGN);
    bigger = HD_ROUND_UP(bigger, (size_t)ALIGN);
    if (ONE_CHUNK_EACH || !p || p + size != arena->at) return false;
    if (bigger - size > (size_t)(arena->end - arena->at)) return false;
    arena->at = p + bigger;
    arena->bytes += bigger - size;
    return true;
}

// Most lists of a syntax tree have one or two items, and what an arena gave does not come back.
void *hd_vec_grow_arena(struct hd_arena *arena, void *v, int *cap, size_t item_size) {
    int bigger = grown_capacity(*cap, item_size, 2);
    size_t size = (size_t)*cap * item_size, wanted = (size_t)bigger * item_size;
    *cap = bigger;
    if (extend(arena, v, size, wanted)) return v;
    void *grown = hd_alloc(arena, wanted);
    if (size) memcpy(grown, v, size);
    return grown;
}

void *hd_vec_grow(void *v, int *cap, size_t item_size) {
    *cap = grown_capacity(*cap, item_size, 8);
    return hd_xrealloc(v, (size_t)*cap * item_size);
}
