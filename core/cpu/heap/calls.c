// malloc and its kin as user code and the libraries that it calls meet them.
//
// User code's calls, and those functions of the C library that return a block for the caller to
// free (strdup, getline, asprintf ...), give blocks of the store's heap (heap.c), which outlive the
// engine. What a library allocates for itself, a FILE above all, comes from the C library's heap
// and does not. The two kinds are told apart by address, so that each can be freed by whoever has
// it: user code frees what `open_memstream` made, a library frees or enlarges what user code gave
// to it. For the latter the executable's own free and realloc stand before the C library's.
//
//     char *line = NULL; getline(&line, &n, file);    the line lies in the store
//     sqlite3_free(malloc(8))                         libsqlite3 calls free, which is ours
#include "cpu/internal.h"

#include <errno.h>
#include <limits.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

#define IN_HEAP __attribute__((section("heddle_heap"), noinline))
// For interrupts and faults these count as the library's, see buffers.c.
#define AS_LIBRARY __attribute__((section("heddle_calls"), noinline))

#if !defined HD_ASAN && defined __GLIBC__
#define REPLACES_FREE
void __libc_free(void *block);
void *__libc_realloc(void *block, size_t size);
#define library_free __libc_free
#define library_realloc __libc_realloc
#else
#define library_free free
#define library_realloc realloc
#endif

// The engine's own ranges of addresses: variables (run/cell/store.c) and device memory
// (run/cudart/memory.c).
#define STORE_LOW 0x200000000000ull
#define STORE_SIZE (1ull << 38)
#define DEVICE_LOW HD_DEVICE_LOW
#define DEVICE_SIZE (1ull << 44)

static IN_HEAP void *no_memory(void) {
    errno = ENOMEM;
    return NULL;
}

// What cannot be a block of any heap, by where it is: free and realloc would bring the engine down.
static IN_HEAP void check_foreign(const void *block) {
    const char *what = NULL, *p = block;
    uintptr_t at = (uintptr_t)block;
    if (at - STORE_LOW < STORE_SIZE)
        what = "%p is the address of a variable: only what malloc or new gave is freed";
    else if (at - DEVICE_LOW < DEVICE_SIZE)
        what = "%p is device memory: cudaFree gives that back";
    else if (p >= hd_user_stack.low && p < hd_user_stack.high)
        what = "%p is the address of a local variable: only what malloc or new gave is freed";
    else if (at % 16 != 0)
        what = "%p is no block of malloc or new: an address inside of a block is not freed";
    if (!what) return;
    struct hd_fault fault = {0};
    hd_fault_say(&fault, 0, "invalid free", what, block);
    hd_guard_raise(&fault);
}

static IN_HEAP void *user_calloc(size_t n, size_t size) {
    size_t bytes;
    if (!hd_heap_size) return calloc(n, size);
    void *block = __builtin_mul_overflow(n, size, &bytes) ? NULL : hd_heap_get_zero(bytes);
    return block ? block : no_memory();
}

IN_HEAP void hd_free_foreign(void *block) {
    check_foreign(block);
    library_free(block);
}

static IN_HEAP void *user_realloc(void *block, size_t size) {
    if (!block) return hd_user_malloc(size);
    if (!hd_heap_contains(block)) {
        check_foreign(block);
        return library_realloc(block, size);
    }
    if (!size) { // as glibc does it
        hd_heap_put(block);
        return NULL;
    }
    void *to = hd_heap_resize(block, size);
    return to ? to : no_memory();
}

#ifdef REPLACES_FREE
__attribute__((visibility("default"))) IN_HEAP void free(void *block) {
    if (__builtin_expect(hd_heap_contains(block), false))
        hd_heap_put(block);
    else
        __libc_free(block);
}

__attribute__((visibility("default"))) IN_HEAP void *realloc(void *block, size_t size) {
    if (__builtin_expect(hd_heap_contains(block), false)) return user_realloc(block, size);
    return __libc_realloc(block, size);
}
#endif

static AS_LIBRARY void *user_reallocarray(void *block, size_t n, size_t size) {
    size_t bytes;
    return __builtin_mul_overflow(n, size, &bytes) ? no_memory() : user_realloc(block, bytes);
}

static IN_HEAP size_t user_usable_size(void *block) {
    if (!block) return 0;
    return hd_heap_contains(block) ? hd_heap_block_size(block) : malloc_usable_size(block);
}

static IN_HEAP void *user_memalign(size_t align, size_t size) {
    if (!align || (align & (align - 1))) {
        errno = EINVAL;
        return NULL;
    }
    if (!hd_heap_size) return aligned_alloc(align, size);
    void *block = hd_heap_get_aligned(size, align);
    return block ? block : no_memory();
}

static IN_HEAP int user_posix_memalign(void **out, size_t align, size_t size) {
    int kept = errno;
    if (align % sizeof(void *)) return EINVAL;
    void *block = user_memalign(align, size);
    int error = block ? 0 : errno;
    errno = kept;
    if (block) *out = block;
    return error;
}

static AS_LIBRARY void *user_valloc(size_t size) { return user_memalign(4096, size); }

static AS_LIBRARY void *user_pvalloc(size_t size) {
    return user_memalign(4096, HD_ROUND_UP(size, 4096));
}

// ---- functions that return a block --------------------------------------------------------------

static AS_LIBRARY void *copy_of(const void *data, size_t n) {
    void *block = hd_user_malloc(n);
    return block ? memcpy(block, data, n) : NULL;
}

// What the C library has just made becomes a block of ours.
static AS_LIBRARY char *ours(char *text) {
    char *copy = text ? copy_of(text, strlen(text) + 1) : NULL;
    int kept = errno;
    free(text);
    errno = kept;
    return copy;
}

static AS_LIBRARY char *user_strdup(const char *s) { return copy_of(s, strlen(s) + 1); }

static AS_LIBRARY char *user_strndup(const char *s, size_t most) {
    size_t n = strnlen(s, most);
    char *block = hd_user_malloc(n + 1);
    if (!block) return NULL;
    memcpy(block, s, n);
    block[n] = 0;
    return block;
}

static AS_LIBRARY wchar_t *user_wcsdup(const wchar_t *s) {
    return copy_of(s, (wcslen(s) + 1) * sizeof *s);
}

static AS_LIBRARY int user_vasprintf(char **out, const char *format, va_list args) {
    char *text = NULL;
    int n = vasprintf(&text, format, args);
    if (n < 0) return n;
    char *copy = copy_of(text, (size_t)n + 1);
    free(text);
    *out = copy;
    return copy ? n : -1;
}

static AS_LIBRARY int user_asprintf(char **out, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int n = user_vasprintf(out, format, args);
    va_end(args);
    return n;
}

static AS_LIBRARY int user_vasprintf_chk(char **out, int flag, const char *format, va_list args) {
    return user_vasprintf(out, format, args);
}

static AS_LIBRARY int user_asprintf_chk(char **out, int flag, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int n = user_vasprintf(out, format, args);
    va_end(args);
    return n;
}

static AS_LIBRARY ssize_t user_getdelim(char **line, size_t *room, int end, FILE *file) {
    if (!line || !room) {
        errno = EINVAL;
        return -1;
    }
    char *text = NULL;
    size_t size = 0;
    ssize_t n = getdelim(&text, &size, end, file);
    int kept = errno;
    size_t need = n < 0 ? 1 : (size_t)n + 1;
    if (!*line || *room < need) {
        size_t wanted = need < 120 ? 120 : need + need / 2;
        char *bigger = user_realloc(*line, wanted);
        if (bigger) {
            *line = bigger;
            *room = wanted;
        } else {
            n = -1;
            kept = ENOMEM;
        }
    }
    if (n >= 0) memcpy(*line, text, need);
    free(text);
    errno = kept;
    return n;
}

static AS_LIBRARY ssize_t user_getline(char **line, size_t *room, FILE *file) {
    return user_getdelim(line, room, '\n', file);
}

static AS_LIBRARY char *user_realpath(const char *path, char *out) {
    return out ? realpath(path, out) : ours(realpath(path, NULL));
}

static AS_LIBRARY char *user_canonicalize(const char *path) { return ours(realpath(path, NULL)); }

static AS_LIBRARY char *user_getcwd(char *out, size_t n) {
    return out ? getcwd(out, n) : ours(getcwd(NULL, n));
}

static AS_LIBRARY char *user_current_dir(void) { return ours(get_current_dir_name()); }

typedef void any_fn(void);

void *hd_heap_replacement(const char *name) {
    static const struct {
        const char *name;
        any_fn *fn;
    } table[] = {
        {"malloc", (any_fn *)hd_user_malloc},
        {"calloc", (any_fn *)user_calloc},
        {"realloc", (any_fn *)user_realloc},
        {"free", (any_fn *)hd_user_free},
        {"cfree", (any_fn *)hd_user_free},
        {"reallocarray", (any_fn *)user_reallocarray},
        {"malloc_usable_size", (any_fn *)user_usable_size},
        {"memalign", (any_fn *)user_memalign},
        {"aligned_alloc", (any_fn *)user_memalign},
        {"posix_memalign", (any_fn *)user_posix_memalign},
        {"valloc", (any_fn *)user_valloc},
        {"pvalloc", (any_fn *)user_pvalloc},
        {"strdup", (any_fn *)user_strdup},
        {"__strdup", (any_fn *)user_strdup},
        {"strndup", (any_fn *)user_strndup},
        {"__strndup", (any_fn *)user_strndup},
        {"wcsdup", (any_fn *)user_wcsdup},
        {"asprintf", (any_fn *)user_asprintf},
        {"vasprintf", (any_fn *)user_vasprintf},
        {"__asprintf_chk", (any_fn *)user_asprintf_chk},
        {"__vasprintf_chk", (any_fn *)user_vasprintf_chk},
        {"getline", (any_fn *)user_getline},
        {"getdelim", (any_fn *)user_getdelim},
        {"__getdelim", (any_fn *)user_getdelim},
        {"realpath", (any_fn *)user_realpath},
        {"canonicalize_file_name", (any_fn *)user_canonicalize},
        {"getcwd", (any_fn *)user_getcwd},
        {"get_current_dir_name", (any_fn *)user_current_dir},
    };
    for (int i = 0; i < HD_COUNT(table); i++)
        if (strcmp(table[i].name, name) == 0) return (void *)(uintptr_t)table[i].fn;
    return NULL;
}
