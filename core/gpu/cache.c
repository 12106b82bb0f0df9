// The cache of compiled kernels for GPUs: in memory, and on disk (base/cache.c). The key is made of
// the text that the compiler would get, its version and its options.
#include "gpu/compile.h"

#include <stdlib.h>
#include <string.h>

#define SLOTS 64 // in memory

struct hd_cache hd_ptx_cache = {.name = "ptx", .most_bytes = 128ll << 20};

static struct slot {
    struct hd_cache_key key;
    char *ptx;
    size_t len;
    unsigned used;
} slots[SLOTS];
static unsigned tick;

static char *copy_of(const char *s, size_t len) {
    char *copy = hd_xmalloc(len + 1);
    memcpy(copy, s, len);
    copy[len] = 0;
    return copy;
}

static struct slot *find_slot(struct hd_cache_key key) {
    for (int i = 0; i < SLOTS; i++)
        if (slots[i].ptx && slots[i].key.a == key.a && slots[i].key.b == key.b) return &slots[i];
    return NULL;
}

static void remember(struct hd_cache_key key, const char *ptx, size_t len) {
    struct slot *oldest = &slots[0];
    for (int i = 0; i < SLOTS; i++)
        if (slots[i].used < oldest->used) oldest = &slots[i];
    free(oldest->ptx);
    *oldest = (struct slot){key, copy_of(ptx, len), len, ++tick};
}

char *hd_ptx_get(struct hd_cache_key key, size_t *len) {
    struct slot *slot = find_slot(key);
    if (slot) {
        slot->used = ++tick;
        *len = slot->len;
        return copy_of(slot->ptx, slot->len);
    }
    char *ptx = hd_cache_read(&hd_ptx_cache, key, len);
    if (ptx) remember(key, ptx, *len);
    return ptx;
}

void hd_ptx_put(struct hd_cache_key key, const char *ptx, size_t len) {
    remember(key, ptx, len);
    hd_cache_write(&hd_ptx_cache, key, ptx, len);
}
