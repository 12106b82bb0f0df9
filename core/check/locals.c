// Locals of host code that the runtime API gets a pointer to: `int h[64]; cudaMemcpy(h, d, ...)`.
//
// They are no objects of their own: their code says how large they are (hd_ck_passes), reads and
// writes them through hd_ck_local where they are named and through hd_ck_access where a pointer
// leads to them, and tells when they begin and end to live (hd_ck_fresh). Which of their bytes
// nobody has set is kept where it is of all memory, in shadow.c, for the locals in this table and
// no other: marks on a stack must go when another variable comes to lie there.
#include "check/internal.h"

#include <string.h>

#define MOST_LOCALS 16
static struct local {
    uint64_t from, size;
    const char *name;
    uint32_t element;
    bool marked; // bytes of it may be marked as not set
} locals[MOST_LOCALS];
static int next_local;
static int nmarked;

static struct local *local_at(uint64_t addr) {
    for (int i = 0; i < MOST_LOCALS; i++)
        if (addr - locals[i].from < locals[i].size) return &locals[i];
    return NULL;
}

static void unmark(struct local *l) {
    if (!l->marked) return;
    shadow_poison(l->from, l->size, false);
    l->marked = false;
    nmarked--;
}

static void mark(struct local *l) {
    nmarked += !l->marked;
    l->marked = true;
}

static void drop(struct local *l) {
    unmark(l);
    l->size = 0;
}

uint32_t local_object(uint64_t addr, struct hd_object *out) {
    const struct local *l = out->size ? NULL : local_at(addr);
    if (!l) return 0;
    *out = (struct hd_object){.from = l->from, .size = l->size, .name = l->name};
    return l->element;
}

bool local_copied(uint64_t to, uint64_t from, uint64_t size) {
    struct local *l = local_at(to);
    if (!l) return hd_cpu_on_stack((void *)(uintptr_t)to);
    shadow_copy_unset(to, from, size);
    mark(l);
    return true;
}

void local_set(uint64_t addr) {
    for (int i = 0; i < MOST_LOCALS && nmarked; i++)
        if (!addr || addr - locals[i].from < locals[i].size) unmark(&locals[i]);
}

void local_access(uint64_t addr, uint64_t size, uint64_t what) {
    struct local *l = nmarked || HD_WHAT_OP(what) != HD_CHECK_READ ? local_at(addr) : NULL;
    if (l && check_marks(addr, size, what)) mark(l);
}

void locals_finish(void) {
    memset(locals, 0, sizeof locals);
    nmarked = 0;
}

// ---- what checked code calls --------------------------------------------------------------------

static struct local *take(uint64_t from, uint64_t size) {
    struct local *l = NULL;
    for (int i = 0; i < MOST_LOCALS; i++) {
        struct local *old = &locals[i];
        if (!overlap(old->from, old->size, from, size)) continue;
        if (old->from == from && old->size == size)
            l = old;
        else
            drop(old);
    }
    if (l) return l;
    l = &locals[next_local++ % MOST_LOCALS];
    drop(l);
    l->from = from;
    l->size = size;
    return l;
}

void *hd_ck_passes(char *base, uint64_t extent, uint64_t what) {
    if (!hd_check_on || !extent || !hd_cpu_on_stack(base)) return NULL;
    struct local *l = take((uint64_t)(uintptr_t)base, extent);
    l->name = hd_check_site(HD_WHAT_SITE(what))->name;
    l->element = HD_WHAT_SIZE(what);
    return NULL;
}

void *hd_ck_local(char *addr, uint64_t what) {
    if (!hd_check_on) return NULL;
    bool copied = what & HD_WHAT_PLAIN_COPY;
    if (copied && HD_WHAT_OP(what) == HD_CHECK_READ) *(uint32_t *)hd_ck_host_copied() = 0;
    if (!copies_stale && !nmarked && !copied) return NULL;
    order_host();
    if (copies_stale) copies_host((uint64_t)(uintptr_t)addr, HD_WHAT_SIZE(what), what);
    local_access((uint64_t)(uintptr_t)addr, HD_WHAT_SIZE(what), what);
    return NULL;
}

void *hd_ck_fresh(char *base, uint64_t extent, uint32_t unset) {
    uint64_t from = (uint64_t)(uintptr_t)base;
    if (!hd_check_on) return NULL;
    copies_forget(from, extent);
    for (int i = 0; i < MOST_LOCALS; i++)
        if (overlap(from, extent, locals[i].from, locals[i].size)) drop(&locals[i]);
    if (!unset || !extent) return NULL;
    mark(take(from, extent));
    shadow_poison(from, extent, true);
    return NULL;
}
