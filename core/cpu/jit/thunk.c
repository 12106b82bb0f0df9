// Thunks: addresses of functions whose code may change. `jmp *slot`, eight bytes each, so that a
// call by way of one costs next to nothing and is near to all compiled code.
//
// A page of them goes with a page of slots, entry by entry, so the distance from a thunk to its
// slot is the same in all of the page. Pages are never given back: what is freed is used again.
#include "cpu/internal.h"

#include <string.h>

enum { PAGE = 4096, EACH = 8, COUNT = PAGE / EACH };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct thunk_page {
    struct thunk_page *next;
    uint8_t *code;
    _Atomic(uint64_t) *slots;
} *pages;
static HD_VEC(uint64_t) free_thunks;

static bool add_page(void) {
    uint8_t *code, *slots;
    if (!hd_mem_pages(PAGE, &code, &slots)) return false;
    int32_t distance = (int32_t)(slots - code) - 6; // from the end of the jump
    for (int i = 0; i < COUNT; i++) {
        uint8_t *at = code + i * EACH;
        at[0] = 0xff, at[1] = 0x25;
        memcpy(at + 2, &distance, 4);
        at[6] = at[7] = 0xcc;
    }
    if (!hd_mem_seal(code, PAGE)) return false;
    struct thunk_page *page = hd_xcalloc(1, sizeof *page);
    *page = (struct thunk_page){pages, code, (void *)slots};
    pages = page;
    for (int i = COUNT - 1; i >= 0; i--)
        HD_XPUSH(&free_thunks, (uint64_t)(uintptr_t)(code + i * EACH));
    return true;
}

uint64_t hd_thunk_create(const void *target) {
    uint64_t thunk = 0;
    pthread_mutex_lock(&lock);
    if (free_thunks.n || add_page()) thunk = free_thunks.v[--free_thunks.n];
    pthread_mutex_unlock(&lock);
    if (thunk) hd_thunk_set(thunk, target);
    return thunk;
}

void hd_thunk_set(uint64_t thunk, const void *target) {
    pthread_mutex_lock(&lock);
    for (struct thunk_page *page = pages; page; page = page->next) {
        uint64_t at = thunk - (uint64_t)(uintptr_t)page->code;
        if (at < PAGE) atomic_store(&page->slots[at / EACH], (uint64_t)(uintptr_t)target);
    }
    pthread_mutex_unlock(&lock);
}

void hd_thunk_destroy(uint64_t thunk) {
    if (!thunk) return;
    pthread_mutex_lock(&lock);
    HD_XPUSH(&free_thunks, thunk);
    pthread_mutex_unlock(&lock);
}
