// Findings: one for each pair of places, with how often it happened and the first example.
#include "check/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
    HD_VEC(struct hd_check_site) sites; // [number - 1]; of all checked code so far
    struct hd_map places;               // of a place: its first site's number
    HD_VEC(struct hd_finding) all;
    HD_VEC(uint64_t) keys;
} found;

static const struct {
    const char *name, *page, *help;
} kinds[] = {
#define HD_FINDING(id, name, page, help) {name, page, help},
#include "check/findings.def"
};

const char *hd_finding_name(enum hd_finding_kind kind) { return kinds[kind].name; }
const char *hd_finding_page(enum hd_finding_kind kind) { return kinds[kind].page; }
const char *hd_finding_help(enum hd_finding_kind kind) { return kinds[kind].help; }

// ---- sites --------------------------------------------------------------------------------------

uint32_t hd_check_next_site(void) { return (uint32_t)found.sites.n + 1; }

static bool line_says(hd_loc loc, const char *words) {
    struct hd_place place;
    return hd_source_place(loc, &place) && place.line_text &&
           memmem(place.line_text, place.line_len, words, strlen(words));
}

// A kernel has several checked forms: their sites are the same places.
static uint32_t same_site(const struct hd_check_site *site) {
    uint64_t key[3] = {(uint64_t)site->range.from << 32 | site->range.to, site->loc,
                       (uint64_t)(uintptr_t)site->name};
    char text[64];
    snprintf(text, sizeof text, "%llx.%llx.%llx", (unsigned long long)key[0],
             (unsigned long long)key[1], (unsigned long long)key[2]);
    const char *name = hd_intern_str(text);
    uint32_t known = (uint32_t)(uintptr_t)hd_map_get(&found.places, name),
             own = hd_check_next_site();
    if (!known) hd_map_set(&found.places, name, (void *)(uintptr_t)own);
    return known ? known : own;
}

void hd_check_add_sites(const struct hd_gen_site *sites, int n) {
    for (int i = 0; i < n; i++) {
        struct hd_check_site site = {.range = sites[i].range,
                                     .loc = sites[i].loc,
                                     .name = sites[i].name,
                                     .plain_name = sites[i].plain_name,
                                     .bytes = sites[i].bytes,
                                     .writes = sites[i].writes,
                                     .looks = sites[i].looks};
        site.same_as = same_site(&site);
        site.silenced = line_says(site.range.from, "heddle: race-ok");
        HD_XPUSH(&found.sites, site);
    }
}

const struct hd_check_site *hd_check_site(uint32_t number) {
    static const struct hd_check_site none;
    return number && number <= (uint32_t)found.sites.n ? &found.sites.v[number - 1] : &none;
}

uint32_t site_of_record(const struct page *page, record r) {
    const struct phase *p = phase_at(page->phase[record_slot(r)]);
    if (record_site(r) == SITE_ELSEWHERE) return 0;
    return p->first_site + record_site(r);
}

// ---- findings -----------------------------------------------------------------------------------

struct hd_finding *finding(enum hd_finding_kind kind, uint32_t site, uint32_t other) {
    site = hd_check_site(site)->same_as;
    other = hd_check_site(other)->same_as;
    uint32_t low = site < other ? site : other, high = site < other ? other : site;
    uint64_t key = (uint64_t)kind << 56 | (uint64_t)low << 28 | high;
    for (int i = found.keys.n - 1; i >= 0; i--)
        if (found.keys.v[i] == key) return &found.all.v[i];
    struct hd_finding fresh = {.kind = kind};
    fresh.silenced = hd_check_site(site)->silenced || hd_check_site(other)->silenced;
    HD_XPUSH(&found.keys, key);
    HD_XPUSH(&found.all, fresh);
    return &found.all.v[found.all.n - 1];
}

struct hd_finding *hd_check_add(enum hd_finding_kind kind, const char *message, hd_loc loc,
                                const uint32_t block[3], const uint32_t thread[3], hd_loc other) {
    for (int i = 0; i < found.all.n; i++)
        if (found.all.v[i].kind == kind && !found.all.v[i].a.site && found.all.v[i].a.loc == loc) {
            found.all.v[i].count++;
            return &found.all.v[i];
        }
    struct hd_finding f = {.kind = kind, .count = 1};
    f.a = (struct hd_party){.loc = loc, .device = true, .did = "waits"};
    memcpy(f.a.block, block, sizeof f.a.block);
    memcpy(f.a.thread, thread, sizeof f.a.thread);
    f.b.loc = other;
    f.b.did = "waits";
    f.has_b = other != 0;
    f.from_fault = true;
    f.silenced = line_says(loc, "heddle: race-ok");
    snprintf(f.message, sizeof f.message, "%s", message);
    HD_XPUSH(&found.keys, ~0ull);
    HD_XPUSH(&found.all, f);
    return &found.all.v[found.all.n - 1];
}

int hd_check_findings(const struct hd_finding **out) {
    *out = found.all.v;
    return found.all.n;
}

void finding_same(int number, bool same) {
    slow_lock();
    if (number <= found.all.n) found.all.v[number - 1].same += same;
    slow_unlock();
}

void finding_reset(void) { found.all.n = found.keys.n = 0; }

const char *op_text(enum hd_check_op op) {
    static const char *const names[] = {"reads", "writes", "updates atomically", "reads", "writes"};
    return names[op];
}

void party_now(struct hd_party *p, uint32_t site, enum hd_check_op op) {
    *p = (struct hd_party){.site = site, .loc = hd_check_site(site)->loc, .did = op_text(op)};
    p->kernel = now.info->kernel;
    p->phase = now.phase;
    p->device = now.block != NULL;
    p->copy = now.info->copy;
    if (p->copy) p->loc = now.info->loc;
    if (!now.block) return;
    phase_block(now.info, now.block->actor, p->block);
    uint32_t x = now.info->block[0], y = now.info->block[1];
    p->thread[0] = now.thread % x;
    p->thread[1] = now.thread / x % y;
    p->thread[2] = now.thread / x / y;
}

void party_record(struct hd_party *p, const struct page *page, record r, const char *did) {
    const struct phase *phase = phase_at(page->phase[record_slot(r)]);
    *p = (struct hd_party){.site = site_of_record(page, r), .did = did, .kernel = phase->kernel};
    p->phase = page->phase[record_slot(r)];
    p->loc = hd_check_site(p->site)->loc;
    p->device = !phase->host && !phase->copy;
    p->copy = phase->copy;
    if (p->copy) p->loc = phase->loc;
    if (!p->device) return;
    phase_block(phase, record_actor(r), p->block);
    uint32_t x = phase->block[0], y = phase->block[1], thread = record_thread(r);
    p->thread[0] = thread % x;
    p->thread[1] = thread / x % y;
    p->thread[2] = thread / x / y;
}
