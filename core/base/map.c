// Names and maps from names.
//
// `hd_intern` keeps one copy of each name for the life of the process, so names compare by pointer
// and a map keyed by them hashes the pointer. The table is open-addressed with linear probing; one
// lock guards it. The maps themselves are not locked: each belongs to one thread at a time.
//
//   const char *name = hd_intern("blockDim", 8);
//   hd_map_set(&map, name, symbol);
//
// A removed entry leaves a tombstone (a key that no name has); rehashing drops them.
#include "base/base.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

uint64_t hd_hash(const void *data, size_t len) {
    const unsigned char *p = data;
    uint64_t h = 0x9E3779B97F4A7C15ull ^ (len * 0xD6E8FEB86659FD93ull);
    while (len >= 8) {
        uint64_t word;
        memcpy(&word, p, 8);
        h = (h ^ word) * 0xA0761D6478BD642Full;
        h ^= h >> 32;
        p += 8;
        len -= 8;
    }
    uint64_t tail = 0;
    if (len) memcpy(&tail, p, len);
    h = (h ^ tail) * 0xE7037ED1A0B428DBull;
    h ^= h >> 29;
    h *= 0x8EBC6AF09C88C6E3ull;
    return h ^ h >> 32;
}

// ---- interned names -----------------------------------------------------------------------------

struct name {
    uint32_t hash;
    uint32_t len;
    char s[];
};

static struct {
    pthread_mutex_t lock;
    struct hd_arena *arena;
    struct name **slots;
    size_t n, cap; // cap: a power of two
} names = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void grow_names(void) {
    size_t cap = names.cap ? names.cap * 2 : 4096;
    struct name **slots = hd_xcalloc(cap, sizeof(struct name *));
    for (size_t i = 0; i < names.cap; i++) {
        struct name *name = names.slots[i];
        if (!name) continue;
        size_t at = name->hash & (cap - 1);
        while (slots[at]) at = (at + 1) & (cap - 1);
        slots[at] = name;
    }
    free(names.slots);
    names.slots = slots;
    names.cap = cap;
}

const char *hd_intern(const char *s, size_t len) {
    uint32_t hash = (uint32_t)hd_hash(s, len);
    pthread_mutex_lock(&names.lock);
    if (!names.arena) names.arena = hd_arena_create();
    if (names.n * 2 >= names.cap) grow_names();
    size_t at = hash & (names.cap - 1);
    struct name *name;
    while ((name = names.slots[at])) {
        if (name->hash == hash && name->len == len && memcmp(name->s, s, len) == 0) break;
        at = (at + 1) & (names.cap - 1);
    }
    if (!name) {
        name = hd_alloc(names.arena, sizeof *name + len + 1);
        name->hash = hash;
        name->len = (uint32_t)len;
        if (len) memcpy(name->s, s, len);
        names.slots[at] = name;
        names.n++;
    }
    pthread_mutex_unlock(&names.lock);
    return name->s;
}

const char *hd_intern_str(const char *s) { return hd_intern(s, strlen(s)); }

// ---- maps ---------------------------------------------------------------------------------------

static const char tombstone[] = "";

static size_t pointer_hash(const char *key) {
    uint64_t h = (uint64_t)(uintptr_t)key * 0x9E3779B97F4A7C15ull;
    return (size_t)(h >> 20);
}

// The slot that holds key, or NULL.
static struct hd_map_slot *find_slot(const struct hd_map *map, const char *key) {
    if (!map->cap || !key) return NULL;
    size_t mask = (size_t)map->cap - 1;
    for (size_t at = pointer_hash(key) & mask;; at = (at + 1) & mask) {
        struct hd_map_slot *slot = &map->slots[at];
        if (slot->key == key) return slot;
        if (!slot->key) return NULL;
    }
}

void *hd_map_get(const struct hd_map *map, const char *key) {
    struct hd_map_slot *slot = find_slot(map, key);
    return slot ? slot->value : NULL;
}

static void rehash(struct hd_map *map) {
    struct hd_map bigger = {0};
    bigger.cap = 8;
    while (bigger.cap < map->n * 4) bigger.cap *= 2;
    bigger.slots = hd_xcalloc((size_t)bigger.cap, sizeof *bigger.slots);
    size_t mask = (size_t)bigger.cap - 1;
    for (int i = 0; i < map->cap; i++) {
        struct hd_map_slot *slot = &map->slots[i];
        if (!slot->key || slot->key == tombstone) continue;
        size_t at = pointer_hash(slot->key) & mask;
        while (bigger.slots[at].key) at = (at + 1) & mask;
        bigger.slots[at] = *slot;
        bigger.n++;
    }
    bigger.used = bigger.n;
    free(map->slots);
    *map = bigger;
}

void hd_map_set(struct hd_map *map, const char *key, void *value) {
    struct hd_map_slot *slot = find_slot(map, key);
    if (slot) {
        slot->value = value;
        return;
    }
    // At most three quarters used, so that a search always meets a free slot.
    if ((map->used + 1) * 4 > map->cap * 3) rehash(map);
    size_t mask = (size_t)map->cap - 1;
    size_t at = pointer_hash(key) & mask;
    while (map->slots[at].key && map->slots[at].key != tombstone) at = (at + 1) & mask;
    if (!map->slots[at].key) map->used++;
    map->n++;
    map->slots[at] = (struct hd_map_slot){key, value};
}

void hd_map_remove(struct hd_map *map, const char *key) {
    struct hd_map_slot *slot = find_slot(map, key);
    if (!slot) return;
    *slot = (struct hd_map_slot){tombstone, NULL};
    map->n--;
}

void hd_map_finish(struct hd_map *map) {
    free(map->slots);
    *map = (struct hd_map){0};
}

int hd_map_next(const struct hd_map *map, int i, const char **key, void **value) {
    for (; i < map->cap; i++) {
        const struct hd_map_slot *slot = &map->slots[i];
        if (!slot->key || slot->key == tombstone) continue;
        if (key) *key = slot->key;
        if (value) *value = slot->value;
        return i + 1;
    }
    return 0;
}
