// Copies between host and device, as accesses and as what they were for.
//
// A copy is a stretch of work in its stream that reads one range and writes another, so kernels of
// other streams and, while it is not waited for, the host race with it. Copies from or to pageable
// host memory (malloc, variables) are complete when the call returns.
//
// What was copied to the device is remembered (`links`): when a kernel has changed it, nothing has
// copied it back by the end of the check, and the host has read its own copy since, the copy back
// was forgotten. A copy of as many bytes as the array has elements forgot `sizeof`, unless other
// copies take the rest.
#include "check/internal.h"

#include <stdio.h>
#include <string.h>

#define MOST_LINKS 64

struct link {
    uint64_t host, device, size;
    hd_loc loc;             // of the copy
    const char *kernel;     // that has written the device's copy; NULL: none has
    struct hd_party reader; // of the host's copy since; did NULL: none
    char element[160];
};
static struct {
    struct link v[MOST_LINKS];
    int n;
} links;
#define MOST_SHORT 16
static struct {
    struct short_copy {
        uint64_t to, from, size, total; // of both arrays
        struct hd_finding f;
    } v[MOST_SHORT];
    int n;
} shorts;
bool copies_stale; // a kernel has written to something that was copied

static enum hd_object_kind kind_at(uint64_t addr) {
    const struct hd_object *o = object_find(addr);
    return o ? o->kind : HD_OBJECT_OTHER;
}

static bool is_pageable(uint64_t addr) {
    enum hd_object_kind kind = kind_at(addr);
    return kind != HD_OBJECT_DEVICE && kind != HD_OBJECT_MANAGED && kind != HD_OBJECT_PINNED;
}

static void drop(int i) { links.v[i] = links.v[--links.n]; }

static void note(const struct hd_check_copy *c) {
    uint64_t to = (uint64_t)(uintptr_t)c->to, from = (uint64_t)(uintptr_t)c->from;
    for (int i = links.n - 1; i >= 0; i--) {
        const struct link *l = &links.v[i];
        if (overlap(from, c->size, l->device, l->size) || // on its way back, perhaps by detours
            overlap(to, c->size, l->device, l->size) || overlap(to, c->size, l->host, l->size) ||
            overlap(from, c->size, l->host, l->size))
            drop(i);
    }
    bool down = kind_at(to) == HD_OBJECT_DEVICE && kind_at(from) != HD_OBJECT_DEVICE;
    if (down && links.n < MOST_LINKS)
        links.v[links.n++] =
            (struct link){.host = from, .device = to, .size = c->size, .loc = c->loc};
}

// `size` bytes from the beginning of both, when one has that many elements.
static void look_at_size(const struct hd_check_copy *c) {
    struct hd_object to = {0}, from = {0};
    const struct hd_object *o = object_find((uint64_t)(uintptr_t)c->to);
    if (o) to = *o;
    if ((o = object_find((uint64_t)(uintptr_t)c->from))) from = *o;
    uint32_t element = local_object((uint64_t)(uintptr_t)c->to, &to);
    if (!element) element = local_object((uint64_t)(uintptr_t)c->from, &from);
    if (to.from != (uint64_t)(uintptr_t)c->to || from.from != (uint64_t)(uintptr_t)c->from ||
        to.size != from.size || !to.size || to.size % c->size)
        return;
    uint64_t ratio = to.size / c->size;
    const struct hd_type *t = to.type ? to.type : from.type;
    while (t && t->kind == HD_TY_ARRAY) t = t->base;
    if (t) element = (uint32_t)t->size;
    if (element ? ratio != element || ratio == 1 : ratio != 2 && ratio != 4 && ratio != 8) return;
    if (shorts.n == MOST_SHORT) return;
    struct short_copy *s = &shorts.v[shorts.n++];
    *s = (struct short_copy){.to = to.from, .from = from.from, .size = c->size, .total = to.size};
    snprintf(s->f.message, sizeof s->f.message,
             "%s copies %zu bytes, and both arrays have %llu: an element has %llu", c->api, c->size,
             (unsigned long long)to.size, (unsigned long long)ratio);
    snprintf(s->f.help, sizeof s->f.help,
             "sizes of copies are in bytes: %zu * sizeof(...), which is %llu", c->size,
             (unsigned long long)to.size);
    s->f.a = (struct hd_party){.loc = c->loc, .did = "copies"};
    object_name(&to, s->f.object, sizeof s->f.object);
}

// Arrays that are copied in parts.
static void see_rest(const struct hd_check_copy *c) {
    uint64_t to = (uint64_t)(uintptr_t)c->to, from = (uint64_t)(uintptr_t)c->from;
    for (int i = shorts.n - 1; i >= 0; i--) {
        const struct short_copy *s = &shorts.v[i];
        uint64_t rest = s->total - s->size;
        bool more = to - (s->to + s->size) < rest || to - (s->from + s->size) < rest ||
                    from - (s->to + s->size) < rest || from - (s->from + s->size) < rest;
        if (more) shorts.v[i] = shorts.v[--shorts.n];
    }
}

static void shorts_finish(void) {
    static const uint32_t none[3];
    for (int i = 0; i < shorts.n; i++) {
        const struct hd_finding *s = &shorts.v[i].f;
        struct hd_finding *f =
            hd_check_add(HD_FINDING_SHORT_COPY, s->message, s->a.loc, none, none, 0);
        f->from_fault = false;
        f->remark = true;
        f->a = s->a;
        memcpy(f->object, s->object, sizeof f->object);
        memcpy(f->help, s->help, sizeof f->help);
    }
    shorts.n = 0;
}

void hd_check_copy(const struct hd_check_copy *c) {
    if (!hd_check_on || !c->size) return;
    uint64_t to = (uint64_t)(uintptr_t)c->to, from = (uint64_t)(uintptr_t)c->from;
    settle_same();
    order_host();
    see_rest(c);
    if (c->from) look_at_size(c);
    if (c->from) note(c);
    bool async = c->async && !is_pageable(to) && (!c->from || !is_pageable(from));
    if (async || order_streams()) {
        order_copy(c);
        if (c->from) mark_range(from, c->size, HD_CHECK_READ);
        mark_range(to, c->size, HD_CHECK_WRITE);
        order_host();
    }
    if (!async && !is_pageable(to) && c->from && is_pageable(from)) async = false;
    if (!async) hd_check_sync(HD_SYNC_STREAM, c->stream, NULL);
}

static bool has_written(uint64_t from, uint64_t size) { // the launch that ends
    for (uint64_t at = from; at < from + size;) {
        struct page *page = page_touched(at);
        uint64_t end = (at | (PAGE_SIZE - 1)) + 1;
        if (end > from + size) end = from + size;
        if (page && page->current == now.phase && lines_written(page, at, end - at, NULL))
            return true;
        for (int w = LAST_WRITE; page && page->current == now.phase && w <= LAST_UPDATES; w++) {
            const record *words = page->words[w];
            if (w == LAST_READS || !words) continue;
            for (uint64_t i = at; i < end; i += 1ull << page->shift) {
                record r = words[(i & (PAGE_SIZE - 1)) >> page->shift];
                if (r && record_slot(r) == page->slot) return true;
            }
        }
        at = end;
    }
    return false;
}

void copies_launched(const char *kernel) {
    for (int i = 0; i < links.n; i++)
        if (!links.v[i].kernel && has_written(links.v[i].device, links.v[i].size)) {
            links.v[i].kernel = hd_intern_str(kernel);
            copies_stale = true;
        }
}

void copies_host(uint64_t addr, uint64_t size, uint64_t what) {
    for (int i = links.n - 1; i >= 0; i--) {
        struct link *l = &links.v[i];
        if (!l->kernel || !overlap(addr, size, l->host, l->size)) continue;
        if (HD_WHAT_OP(what) == HD_CHECK_WRITE) {
            drop(i);
        } else if (!l->reader.did) {
            party_now(&l->reader, HD_WHAT_SITE(what), HD_CHECK_READ);
            const struct hd_object *o = object_find(addr),
                                   local = {.from = l->host, .size = l->size};
            object_element(o ? o : &local, hd_check_site(HD_WHAT_SITE(what)), addr, (uint32_t)size,
                           l->element, sizeof l->element);
        }
    }
}

void copies_finish(void) {
    static const uint32_t none[3];
    for (int i = 0; i < links.n; i++) {
        const struct link *l = &links.v[i];
        if (!l->reader.did) continue;
        char message[400];
        snprintf(
            message, sizeof message,
            "the host reads `%s`, of which kernel `%s` has changed the device's copy; that was "
            "not copied back",
            l->element, l->kernel);
        struct hd_finding *f =
            hd_check_add(HD_FINDING_STALE, message, l->reader.loc, none, none, l->loc);
        f->from_fault = false;
        f->remark = true;
        f->a = l->reader;
        f->b.did = "copies";
        snprintf(f->element, sizeof f->element, "%s", l->element);
    }
    links.n = 0;
    copies_stale = false;
    shorts_finish();
}

// A host's array is gone. One that was read already stays to be told.
void copies_forget(uint64_t host, uint64_t size) {
    for (int i = links.n - 1; i >= 0; i--)
        if (!links.v[i].reader.did && overlap(host, size, links.v[i].host, links.v[i].size))
            drop(i);
}
