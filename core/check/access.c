// An access against what others did: what conflicts.
//
// Two accesses conflict when they touch a common byte, come from different threads, at least one
// writes, nothing orders them, and they are not both atomics that reach each other. A cell keeps
// the last plain write and those plain reads since that no later one covers; pages with atomics
// keep atomic updates and loads the same way. An access is compared with all four, then recorded:
// it replaces what comes before it. So the first race of a location is found whatever the schedule
// is (FastTrack, PLDI 2009), without a vector of all threads per location: readers that nothing
// orders are kept as a word, then as a set of up to 8 warps, then as "many".
//
// In launches without fences no set is needed but for warp operations: what several threads of a
// block did is ordered by barriers alone (STATE_BLOCK), what several blocks did by nothing
// (STATE_MANY). With fences "many" says less than the truth: it conflicts unless the thread knows
// of many other blocks; a hand-over by fences and atomics is then taken for complete. It is the
// only place where a race can be missed for want of memory; none is ever made up.
//
// This is the way of one thread; lanes.c has that of many, which must come to the same.
//
// A volatile write is atomic if its thread has fenced before it (a flag that hands something over).
// Else it is a plain one, but for other volatile writes and for loops that wait for it: so
// warp-synchronous code without __syncwarp is a race, and `while (turn != me) {}` alone is none.
#include "check/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MANY_KNOWN (SET_ENTRIES + 1) // blocks that a thread must know of to come after "many"

static uint64_t all_accesses; // of blocks that have ended
static __thread struct {
    uint64_t accesses; // of this worker's block, numbered from `first`
    uint64_t first;
    // A write that was announced, of which is asked whether it changes the value: in a race of
    // writes, or over an own write that nothing has ordered since.
    uint64_t same_addr;
    uint32_t same_size; // 0: none
    uint8_t same_bytes[16];
    int same_finding; // index + 1; 0: an own write
    uint64_t end;     // of the access whose cells are looked at
} state;

uint64_t hd_check_accesses(void) { return all_accesses + state.accesses - state.first; }

void access_reset(void) {
    memset(&state, 0, sizeof state);
    all_accesses = 0;
}

void count_accesses(uint64_t n) { state.accesses += n; }

// What a worker has counted; the numbers of accesses of different workers differ.
uint64_t access_settle(void) {
    uint64_t settled = state.accesses - state.first;
    __atomic_fetch_add(&all_accesses, settled, __ATOMIC_RELAXED);
    static uint64_t workers;
    if (!(state.first >> 40))
        state.accesses = __atomic_add_fetch(&workers, 1, __ATOMIC_RELAXED) << 40;
    state.first = state.accesses;
    return settled;
}

// ---- summaries ----------------------------------------------------------------------------------

static bool same_thread(record a, record b) { return (a ^ b) >> 31 == 0; }

#define NOBODY 1024u // no thread of a block

// Several warps: all of the block, or whatever was handed over.
static bool block_ordered(uint32_t actor, uint32_t tick) {
    if (lane_ordered(actor, NOBODY, tick)) return true;
    return order_acquired() != 0 && actor != now.block->actor && lane_ordered(actor, 0, tick);
}

static bool is_block_ordered(const struct page *page, record s) {
    if (record_slot(s) != page->slot) return phase_before(page->phase[record_slot(s)], now.phase);
    return block_ordered(record_actor(s), record_tick(s));
}

static bool entry_ordered(const struct page *page, const struct set_entry *e) {
    uint32_t slot = record_slot(e->who), actor = record_actor(e->who), tick = record_tick(e->who);
    if (slot != page->slot) return phase_before(page->phase[slot], now.phase);
    if (!e->mask) return block_ordered(actor, tick);
    uint32_t first = record_thread(e->who) & ~31u;
    for (uint32_t rest = e->mask; rest; rest &= rest - 1)
        if (!lane_ordered(actor, first + (uint32_t)__builtin_ctz(rest), tick)) return false;
    return true;
}

static bool many_ordered(const struct page *page, record s) {
    if (record_slot(s) != page->slot) return phase_before(page->phase[record_slot(s)], now.phase);
    return order_acquired() >= MANY_KNOWN;
}

// Whether two atomics reach each other.
static bool reach(record a, record b) {
    if (record_state(a) == STATE_BLOCK) a &= ~(record)WORD_MASK;
    if (!((a | b) & BLOCK_SCOPE)) return true;
    return record_slot(a) == record_slot(b) && record_actor(a) == record_actor(b);
}

// One of the accesses in s that conflicts with `me`; 0: none does. atomic: both are.
static record conflict_in(const struct page *page, record s, record me, bool atomic) {
    switch (record_state(s)) {
    case STATE_NONE: return 0;
    case STATE_ONE:
        if (same_thread(s, me) || (atomic && reach(s, me)) || is_ordered(page, s)) return 0;
        return s;
    case STATE_MANY:
        if ((atomic && reach(s, me)) || many_ordered(page, s)) return 0;
        return s;
    case STATE_BLOCK:
        if ((atomic && reach(s, me)) || is_block_ordered(page, s)) return 0;
        return s;
    case STATE_SET: break;
    }
    const struct set *set = set_at(s);
    for (int i = 0; i < set->n; i++) {
        const struct set_entry *e = &set->e[i];
        if ((atomic && reach(e->who, me)) || entry_ordered(page, e)) continue;
        if (!e->mask || record_slot(e->who) != page->slot) return e->who;
        uint32_t first = record_thread(e->who) & ~31u; // the lane that it is
        for (uint32_t rest = e->mask; rest; rest &= rest - 1) {
            uint32_t thread = first + (uint32_t)__builtin_ctz(rest);
            if (lane_ordered(record_actor(e->who), thread, record_tick(e->who))) continue;
            return (e->who & ~((uint64_t)1023 << 31)) | (uint64_t)thread << 31;
        }
    }
    return 0;
}

static uint32_t lane_bit(record r) { return 1u << (record_thread(r) & 31); }

static bool same_warp(record a, record b) { return (a ^ b) >> 36 == 0; }

static bool same_group(const struct set_entry *e, record me) { // its warp, at the same tick
    return e->mask && same_warp(e->who, me) && record_tick(e->who) == record_tick(me) &&
           !((e->who ^ me) & BLOCK_SCOPE);
}

// Makes room: the warps of one block become "several warps", if there is a block with three.
static bool merge_blocks(struct set *set) {
    for (int i = 0; i < set->n; i++) {
        int n = 0;
        for (int k = 0; k < set->n; k++) n += same_block(set->e[k].who, set->e[i].who);
        if (n < 3) continue;
        record who = set->e[i].who;
        int kept = 0;
        for (int k = 0; k < set->n; k++) {
            if (!same_block(set->e[k].who, who)) {
                set->e[kept++] = set->e[k];
                continue;
            }
            if (record_tick(set->e[k].who) > record_tick(who)) who = set->e[k].who;
        }
        set->e[kept++] = (struct set_entry){who, 0};
        set->n = kept;
        return true;
    }
    return false;
}

static void add_to_set(const struct page *page, record *s, record me, uint32_t lanes) {
    struct set *set = set_at(*s);
    for (int i = 0; i < set->n; i++) {
        struct set_entry *e = &set->e[i];
        if (same_group(e, me)) {
            e->mask |= lanes;
            return;
        }
        if (!e->mask && same_block(e->who, me) && record_tick(e->who) == record_tick(me)) return;
    }
    int kept = 0;
    for (int i = 0; i < set->n; i++)
        if (!entry_ordered(page, &set->e[i])) set->e[kept++] = set->e[i];
    set->n = kept;
    if (set->n == SET_ENTRIES && !merge_blocks(set)) {
        record example = set->e[0].who;
        set_free(*s);
        *s = (example & ~(uint64_t)STATE_MASK) | STATE_MANY;
        return;
    }
    if (set->n == 0 && !(lanes & (lanes - 1))) {
        set_free(*s);
        *s = me;
        return;
    }
    set->e[set->n++] = (struct set_entry){me, lanes};
}

// Without fences: how a word goes on when `me` comes to it. 0: a set is needed.
static record add_plain(const struct page *page, record s, record me) {
    if (me & BLOCK_SCOPE) return 0;
    if (record_state(s) == STATE_SET) return 0;
    if (record_state(s) == STATE_ONE && s & BLOCK_SCOPE) return 0;
    if (!s || (record_state(s) == STATE_ONE && same_thread(s, me))) return me;
    if (record_slot(s) != page->slot)
        return phase_before(page->phase[record_slot(s)], now.phase) ? me : 0;
    if (record_state(s) == STATE_MANY) return s;
    record base = me & ~(record)WORD_MASK;
    bool many = record_state(s) == STATE_BLOCK;
    if (many ? is_block_ordered(page, s) : is_ordered(page, s)) return me;
    if (!same_block(s, me)) return base | STATE_MANY;
    if (many) return record_tick(me) > record_tick(s) ? base | STATE_BLOCK : s;
    return now.warps && same_warp(s, me) ? 0 : base | STATE_BLOCK;
}

static void add(const struct page *page, record *s, record me) {
    if (now.plain) {
        record next = add_plain(page, *s, me);
        if (next) {
            *s = next;
            return;
        }
    }
    switch (record_state(*s)) {
    case STATE_NONE: *s = me; return;
    case STATE_BLOCK: {
        if (is_block_ordered(page, *s)) {
            *s = me;
            return;
        }
        record who = (*s & ~(record)WORD_MASK) | STATE_ONE;
        *s = set_make();
        struct set *set = set_at(*s);
        set->e[set->n++] = (struct set_entry){who, 0};
        add_to_set(page, s, me, lane_bit(me));
        return;
    }
    case STATE_ONE: {
        if (same_thread(*s, me) || is_ordered(page, *s)) {
            *s = me;
            return;
        }
        record one = *s;
        *s = set_make();
        struct set *set = set_at(*s);
        set->e[set->n++] = (struct set_entry){one, lane_bit(one)};
        add_to_set(page, s, me, lane_bit(me));
        return;
    }
    case STATE_SET: add_to_set(page, s, me, lane_bit(me)); return;
    case STATE_MANY:
        if (record_slot(*s) != page->slot && many_ordered(page, *s)) *s = me;
        return;
    }
}

// The same for several lanes of the warp that `me` is of, which read at the same tick. false: it is
// to be done one by one.
bool add_group(const struct page *page, record *s, record me, uint32_t lanes) {
    if (!now.plain) return false;
    if (record_state(*s) == STATE_MANY) return record_slot(*s) == page->slot;
    record base = me & ~(record)WORD_MASK;
    if (record_state(*s) == STATE_SET) {
        add_to_set(page, s, me, lanes);
        return true;
    }
    bool block = record_state(*s) == STATE_BLOCK, gone = !*s;
    if (*s) {
        if (record_slot(*s) != page->slot)
            gone = phase_before(page->phase[record_slot(*s)], now.phase);
        else
            gone = block ? is_block_ordered(page, *s)
                         : (lane_bit(*s) & lanes && same_warp(*s, me)) || is_ordered(page, *s);
        if (!gone && record_slot(*s) != page->slot) return false;
    }
    if (gone && now.warps) {
        *s = set_make();
        struct set *set = set_at(*s);
        set->e[set->n++] = (struct set_entry){me, lanes};
    } else if (gone) {
        *s = base | STATE_BLOCK;
    } else if (!same_block(*s, me)) {
        *s = base | STATE_MANY;
    } else if (!block && now.warps && same_warp(*s, me)) {
        return false;
    } else if (!block || record_tick(me) > record_tick(*s)) {
        *s = base | STATE_BLOCK;
    }
    return true;
}

static void clear(record *s) {
    if (record_state(*s) == STATE_SET) set_free(*s);
    *s = 0;
}

// ---- races --------------------------------------------------------------------------------------

static bool writes(enum hd_check_op op) {
    return op != HD_CHECK_READ && op != HD_CHECK_ATOMIC_LOAD;
}

static bool is_atomic(enum hd_check_op op) { return op >= HD_CHECK_RMW; }

void settle_same(void) {
    if (!state.same_size) return;
    bool same = !memcmp((void *)(uintptr_t)state.same_addr, state.same_bytes, state.same_size);
    if (state.same_finding)
        finding_same(state.same_finding, same);
    else if (!same)
        mark_changed(state.same_addr);
    state.same_size = 0;
}

void mark_changed(uint64_t addr) {
    struct page *page = page_find(addr);
    if (!page) return;
    page_lock(page);
    page_open(page, addr & (PAGE_SIZE - 1), (addr & (PAGE_SIZE - 1)) + 1);
    record *words = page->words[LAST_WRITE];
    if (words) words[(addr & (PAGE_SIZE - 1)) >> page->shift] |= CHANGED_WRITE;
    page_unlock(page);
}

void ask_same(uint64_t addr, uint32_t size, int finding_number) {
    if (asks_of_lanes(addr, size, finding_number)) return;
    if (size > 16) return;
    state.same_addr = addr;
    state.same_size = size;
    state.same_finding = finding_number;
    memcpy(state.same_bytes, (void *)(uintptr_t)addr, size);
}

// Of the bytes of an access those from `addr` on, one of its cells.
static uint32_t left_of(uint64_t addr, uint64_t what) {
    uint64_t size = HD_WHAT_SIZE(what), left = state.end - addr;
    return (uint32_t)(left < size ? left : size);
}

static void race_locked(const struct page *page, uint64_t addr, uint64_t what, record other,
                        enum hd_check_op other_op, enum hd_check_op op);

static void race(const struct page *page, uint64_t addr, uint64_t what, record other,
                 enum hd_check_op other_op, enum hd_check_op op) {
    slow_lock();
    race_locked(page, addr, what, other, other_op, op);
    slow_unlock();
}

// Variables of the session are brought to whoever uses them, after what was launched before.
static bool is_brought(const struct page *page, uint64_t addr, record other) {
    if (now.block && !phase_at(page->phase[record_slot(other)])->host) return false;
    const struct hd_object *o = object_find(addr);
    return o && (o->kind == HD_OBJECT_VARIABLE || o->kind == HD_OBJECT_ARRAY);
}

static void race_locked(const struct page *page, uint64_t addr, uint64_t what, record other,
                        enum hd_check_op other_op, enum hd_check_op op) {
    if (is_brought(page, addr, other)) return;
    uint32_t site = HD_WHAT_SITE(what), second = site_of_record(page, other);
    bool scope = is_atomic(op) && is_atomic(other_op);
    struct hd_finding *f = finding(scope ? HD_FINDING_SCOPE : HD_FINDING_RACE, site, second);
    uint32_t size = HD_WHAT_SIZE(what);
    uint64_t one = state.accesses << 6 | now.lane; // of a vector's accesses
    if (f->last_one == one) return;                // another byte of the same access
    f->last_one = one;
    f->times++;
    if (op == HD_CHECK_WRITE && other_op == HD_CHECK_WRITE &&
        (other & CHANGED_WRITE) != CHANGED_WRITE) {
        const struct hd_finding *all;
        hd_check_findings(&all);
        ask_same(addr, left_of(addr, what), (int)(f - all) + 1);
        turn_want();
    }
    if (f->count++) return;
    party_now(&f->a, site, op);
    party_record(&f->b, page, other, op_text(other_op));
    f->b.several =
        record_state(other) == STATE_BLOCK && same_thread(other, access_record(page, what));
    f->has_b = true;
    f->address = addr;
    const struct hd_object *o = object_find(addr);
    object_name(o, f->object, sizeof f->object);
    object_element(o, hd_check_site(site), addr, size, f->element, sizeof f->element);
}

// ---- an access ----------------------------------------------------------------------------------

static void describe_unset(struct hd_finding *f, uint64_t what, uint64_t addr);

static void unset_used(uint64_t what, uint64_t addr) {
    if (kept_launch.indirect && now.block)
        return; // code behind pointers is not checked: it may have set it
    slow_lock();
    struct hd_finding *f = finding(HD_FINDING_UNSET, HD_WHAT_SITE(what), 0);
    if (!f->count++) describe_unset(f, what, addr);
    slow_unlock();
}

static void describe_unset(struct hd_finding *f, uint64_t what, uint64_t addr) {
    party_now(&f->a, HD_WHAT_SITE(what), HD_WHAT_OP(what));
    f->address = addr;
    const struct hd_object *o = addr ? object_find(addr) : NULL;
    struct hd_object local = {0};
    object_name(o, f->object, sizeof f->object);
    if (!o && addr && !now.block && local_object(addr, &local)) o = &local;
    object_element(o, hd_check_site(HD_WHAT_SITE(what)), addr, HD_WHAT_SIZE(what), f->element,
                   sizeof f->element);
    snprintf(f->message, sizeof f->message, "use of memory that nobody has set");
}

void *hd_ck_unset(struct hd_thread *t, uint64_t what) {
    if (!hd_check_on) return NULL;
    if (t)
        enter_thread(t);
    else
        order_host();
    unset_used(what, 0);
    return NULL;
}

void report_unset(uint64_t what) { unset_used(what, 0); }

static record word_at(const struct page *page, int which, size_t i) {
    return page->words[which] ? page->words[which][i] : 0;
}

static void check_cell(struct page *page, size_t i, uint64_t addr, uint64_t what,
                       enum hd_check_op op, record me) {
    record write = word_at(page, LAST_WRITE, i), reads = word_at(page, LAST_READS, i);
    record updates = word_at(page, LAST_UPDATES, i), loads = word_at(page, LAST_LOADS, i), other;
    bool atomic = is_atomic(op);
    bool flags = (what & HD_WHAT_SPIN || (op == HD_CHECK_WRITE && what & HD_WHAT_VOLATILE)) &&
                 write & FLAG_WRITE;
    if (write && !flags && !same_thread(write, me) && !is_ordered(page, write))
        race(page, addr, what, write, HD_CHECK_WRITE, op);
    if (writes(op) && reads && (other = conflict_in(page, reads, me, false)))
        race(page, addr, what, other, HD_CHECK_READ, op);
    if (updates && (other = conflict_in(page, updates, me, atomic)))
        race(page, addr, what, other, HD_CHECK_RMW, op);
    if (loads && writes(op) && (other = conflict_in(page, loads, me, atomic)))
        race(page, addr, what, other, HD_CHECK_ATOMIC_LOAD, op);
    static const int kept_in[] = {[HD_CHECK_READ] = LAST_READS,
                                  [HD_CHECK_WRITE] = LAST_WRITE,
                                  [HD_CHECK_RMW] = LAST_UPDATES,
                                  [HD_CHECK_ATOMIC_LOAD] = LAST_LOADS,
                                  [HD_CHECK_ATOMIC_STORE] = LAST_UPDATES};
    if (op == HD_CHECK_ATOMIC_LOAD && what & HD_WHAT_SPIN) return;
    record *words = page_words(page, kept_in[op]);
    if (!words) return;
    if (op != HD_CHECK_READ) page_stir(page, addr & (PAGE_SIZE - 1), (addr & (PAGE_SIZE - 1)) + 1);
    if (op != HD_CHECK_WRITE) {
        add(page, &words[i], me);
        return;
    }
    for (int k = LAST_READS; k < WORDS; k++)
        if (page->words[k]) clear(&page->words[k][i]);
    if (!state.same_size && write && (write | CHANGED_WRITE) >> 15 == me >> 15) {
        ask_same(addr, left_of(addr, what), 0); // again by the same thread at the same tick
        me |= write & CHANGED_WRITE;
    }
    words[i] = me;
}

static uint32_t host_copied;

static uint32_t *copied_word(void) {
    return now.block ? &now.block->copied[now.lane] : &host_copied;
}

void *hd_ck_host_copied(void) { return &host_copied; }

// The bytes of one cell, from addr on. A copied read tells which are unset, and so does the write
// that follows it; other reads complain, once. Of what is larger than 32 bytes a bit stands for
// several (hd_copied_bytes), and for those of which none is set.
static void check_unset(struct page *page, uint64_t addr, uint64_t end, uint64_t what,
                        enum hd_check_op op) {
    uint64_t cell_end = (addr | ((1u << page->shift) - 1)) + 1, start = end - HD_WHAT_SIZE(what);
    if (cell_end > end) cell_end = end;
    bool bad = false;
    uint32_t *word = copied_word();
    uint64_t per_bit = hd_copied_bytes(HD_WHAT_SIZE(what));
    if (!page->unset) page_marks(page); // what comes is not set
    for (uint64_t at = addr; at < cell_end; at++) {
        uint8_t *bits = &page->unset[(at & (PAGE_SIZE - 1)) / 8], bit = (uint8_t)(1u << (at & 7));
        bool is = *bits & bit;
        if (what & HD_WHAT_PLAIN_COPY && at - start < HD_WHAT_SIZE(what)) {
            uint32_t copied = 1u << (at - start) / per_bit;
            if (op == HD_CHECK_READ && !((at - start) % per_bit))
                *word |= is ? copied : 0;
            else if (op == HD_CHECK_READ)
                *word &= is ? ~0u : ~copied;
            else
                *bits = (uint8_t)(*word & copied ? *bits | bit : *bits & ~bit);
            continue;
        }
        if (what & HD_WHAT_PLAIN_COPY && op == HD_CHECK_READ) continue;
        if (op == HD_CHECK_WRITE || op == HD_CHECK_ATOMIC_STORE || is) *bits &= (uint8_t)~bit;
        bad |= is && op != HD_CHECK_WRITE && op != HD_CHECK_ATOMIC_STORE;
    }
    if (now.block) now.block->copied_some = true;
    if (bad) unset_used(what, addr);
}

// A write of bytes that nobody has set, to a page of which all may have been.
static bool copies_unset(uint64_t what, enum hd_check_op op) {
    return op == HD_CHECK_WRITE && what & HD_WHAT_PLAIN_COPY && *copied_word();
}

record access_record(const struct page *page, uint64_t what) {
    enum hd_check_op op = HD_WHAT_OP(what);
    uint32_t site = HD_WHAT_SITE(what) - now.info->first_site, bits = STATE_ONE;
    if (site >= SITE_ELSEWHERE) site = SITE_ELSEWHERE;
    if (is_atomic(op) && HD_WHAT_SCOPE(what) == HD_SCOPE_BLOCK) bits |= BLOCK_SCOPE;
    if (op == HD_CHECK_WRITE && what & HD_WHAT_VOLATILE) bits |= FLAG_WRITE;
    uint32_t actor = now.block ? now.block->actor : 0;
    return make_record(page->slot, actor, now.thread, now.tick, site, bits);
}

static void check_cells(uint64_t addr, uint64_t size, uint64_t what) {
    enum hd_check_op op = HD_WHAT_OP(what);
    struct page *page = NULL;
    record me = 0;
    uint64_t end = state.end = addr + size;
    while (addr < end) {
        if (!page || !(addr & (PAGE_SIZE - 1))) {
            if (page) page_unlock(page);
            page = page_get(addr);
            if (!page) return;
            page_lock(page);
            if (page->current != now.phase) page_enter(page);
            uint64_t stop = end - addr < PAGE_SIZE ? addr % PAGE_SIZE + end - addr : PAGE_SIZE;
            page_open(page, addr % PAGE_SIZE, stop < PAGE_SIZE ? stop : PAGE_SIZE);
            if (page->shift && ((addr | (end & (PAGE_SIZE - 1))) & 3)) page_split(page);
            me = access_record(page, what);
        }
        if (page->unset || copies_unset(what, op)) check_unset(page, addr, end, what, op);
        size_t i = (addr & (PAGE_SIZE - 1)) >> page->shift;
        check_cell(page, i, addr, what, op, me);
        addr = (addr | ((1u << page->shift) - 1)) + 1;
    }
    if (page) page_unlock(page);
}

bool check_marks(uint64_t addr, uint64_t size, uint64_t what) {
    enum hd_check_op op = HD_WHAT_OP(what);
    for (uint64_t end = addr + size; addr < end;) {
        struct page *page = copies_unset(what, op) ? page_get(addr) : page_find(addr);
        uint64_t stop = (addr | (PAGE_SIZE - 1)) + 1, cell;
        if (stop > end) stop = end;
        if (!page || (!page->unset && !copies_unset(what, op))) {
            addr = stop;
            continue;
        }
        page_lock(page);
        for (; addr < stop; addr = cell) {
            cell = (addr | ((1u << page->shift) - 1)) + 1;
            check_unset(page, addr, end, what, op);
        }
        page_unlock(page);
    }
    return copies_unset(what, op);
}

// A copy's: bytes that nobody has set are copied as they are.
void mark_range(uint64_t addr, uint64_t size, enum hd_check_op op) {
    uint64_t what = 1ull << 24 | (uint64_t)op << 48, end = state.end = addr + size;
    while (addr < end) {
        struct page *page = page_get(addr);
        uint64_t stop = (addr | (PAGE_SIZE - 1)) + 1;
        if (!page) return;
        if (stop > end) stop = end;
        if (page->current != now.phase) page_enter(page);
        page_open(page, addr % PAGE_SIZE, addr % PAGE_SIZE + (stop - addr));
        if (page->shift && (addr | stop) & 3) page_split(page);
        record me = access_record(page, what);
        for (; addr < stop; addr += 1ull << page->shift)
            check_cell(page, (addr & (PAGE_SIZE - 1)) >> page->shift, addr, what, op, me);
    }
}

// ---- what checked code calls --------------------------------------------------------------------

static __thread char dummy[1 << 16]
    __attribute__((aligned(64))); // for accesses that must not happen

void *use_dummy(uint64_t size) {
    memset(dummy, 0, size < sizeof dummy ? size : sizeof dummy);
    return dummy;
}

static void describe(struct hd_finding *f, uint64_t what, uint64_t addr, const struct hd_object *o,
                     const char *message);

static void report(enum hd_finding_kind kind, uint64_t what, uint64_t addr,
                   const struct hd_object *o, const char *message) {
    slow_lock();
    struct hd_finding *f = finding(kind, HD_WHAT_SITE(what), 0);
    if (!f->count++) describe(f, what, addr, o, message);
    slow_unlock();
}

static void describe(struct hd_finding *f, uint64_t what, uint64_t addr, const struct hd_object *o,
                     const char *message) {
    if (!now.block) order_host();
    party_now(&f->a, HD_WHAT_SITE(what), HD_WHAT_OP(what));
    f->address = addr;
    f->size = o ? o->size : 0;
    f->below = o && addr < o->from;
    uint64_t bytes = HD_WHAT_SIZE(what) ? HD_WHAT_SIZE(what) : 1;
    f->wraps = o && !f->below && (addr - o->from) / bytes - (1ull << 31) < 1ull << 31;
    object_name(o, f->object, sizeof f->object);
    object_element(o, hd_check_site(HD_WHAT_SITE(what)), addr, HD_WHAT_SIZE(what), f->element,
                   sizeof f->element);
    snprintf(f->message, sizeof f->message, "%s", message);
}

static void *outside(uint64_t addr, uint64_t from, uint64_t total, uint64_t what, uint64_t size,
                     const struct hd_object *o) {
    char text[300], element[120];
    const struct hd_check_site *site = hd_check_site(HD_WHAT_SITE(what));
    const char *name = o && o->name ? o->name : site->name ? site->name : "the array";
    struct hd_object array = {.from = from, .size = total};
    object_element(o ? o : &array, site, addr, HD_WHAT_SIZE(what), element, sizeof element);
    long long first = (long long)(addr - from), last = first + (long long)size - 1;
    snprintf(text, sizeof text,
             "%s of `%s` is out of bounds: bytes %lld to %lld of `%s`, which has %llu",
             writes(HD_WHAT_OP(what)) ? "write" : "read", element, first, last, name,
             (unsigned long long)total);
    report(HD_FINDING_BOUNDS, what, addr, o ? o : &array, text);
    return use_dummy(size);
}

void *hd_ck_outside(struct hd_thread *t, char *addr, char *base, uint64_t extent, uint64_t what) {
    if (!hd_check_on) return use_dummy(HD_WHAT_SIZE(what));
    if (t) enter_thread(t);
    return report_outside((uint64_t)(uintptr_t)addr, (uint64_t)(uintptr_t)base, extent, what);
}

void *report_outside(uint64_t addr, uint64_t from, uint64_t total, uint64_t what) {
    return outside(addr, from, total, what, HD_WHAT_SIZE(what), NULL);
}

// `extern __shared__` memory of a launch that gives none, or too little.
#define MOST_SHARED (1u << 20)
static bool is_behind_shared(uint64_t addr) {
    const struct block_state *b = now.block;
    return b && addr >= b->shared_to && addr - b->shared_to < MOST_SHARED;
}

static void report_no_shared(uint64_t addr, uint64_t what) {
    uint64_t from = now.block->shared_to - kept_launch.dyn_shared;
    char text[200];
    slow_lock();
    struct hd_finding *f = finding(HD_FINDING_BOUNDS, HD_WHAT_SITE(what), 0);
    if (!f->count++) {
        snprintf(text, sizeof text,
                 "%s at byte %llu of dynamic shared memory, of which the launch gives %zu bytes",
                 writes(HD_WHAT_OP(what)) ? "write" : "read", (unsigned long long)(addr - from),
                 kept_launch.dyn_shared);
        describe(f, what, addr, NULL, text);
        snprintf(f->help, sizeof f->help,
                 "its size in bytes comes third at the launch: `%s<<<grid, block, bytes>>>(...)`",
                 kept_launch.name);
    }
    slow_unlock();
}

static void *unknown(uint64_t addr, uint64_t what, uint64_t size) {
    char byte, text[200];
    bool there = hd_guard_read((void *)(uintptr_t)addr, &byte, 1);
    if (!there && is_behind_shared(addr)) {
        report_no_shared(addr, what);
        return use_dummy(size);
    }
    if (!now.block && there) return (void *)(uintptr_t)addr; // the host's own
    if (there) {
        report(HD_FINDING_HOST_POINTER, what, addr, NULL,
               "a kernel uses a pointer to memory of the host, which a GPU does not reach");
        return (void *)(uintptr_t)addr;
    }
    if (addr < 4096)
        snprintf(text, sizeof text, "%s through a null pointer%s",
                 writes(HD_WHAT_OP(what)) ? "write" : "read", addr ? " plus an offset" : "");
    else
        snprintf(text, sizeof text, "%s at 0x%llx, where there is no memory",
                 writes(HD_WHAT_OP(what)) ? "write" : "read", (unsigned long long)addr);
    report(HD_FINDING_WILD, what, addr, NULL, text);
    return use_dummy(size);
}

// Host code: it uses its own memory, what both may use, and nothing of the device's.
static void *host_access(uint64_t addr, uint64_t base, uint64_t extent, uint64_t what,
                         uint64_t size) {
    struct hd_object before;
    order_host();
    now.plain = true;
    now.warps = now.syncs = false;
    if (copies_stale) copies_host(addr, size, what);
    if (!extent && addr < base && host_block_before(base, &before)) base = addr; // from its end
    return check_access(addr, base, extent, what, size);
}

void report_host(enum hd_finding_kind kind, uint64_t what, uint64_t addr, const char *message) {
    order_host();
    report(kind, what, addr, object_find(addr), message);
}

static void *access_memory(struct hd_thread *t, uint64_t addr, uint64_t base, uint64_t extent,
                           uint64_t what, uint64_t size) {
    state.accesses++;
    if (state.same_size) settle_same();
    if (!t) return host_access(addr, base, extent, what, size);
    turn_enter(t->block);
    enter_thread(t);
    if (addr + size > now.block->shared_from && addr < now.block->shared_to) log_close(t->block);
    if (HD_WHAT_OP(what) == HD_CHECK_READ && what & HD_WHAT_PLAIN_COPY) *copied_word() = 0;
    now.block->copied_some = true;
    if (kept_launch.waits) wait_access(addr, what);
    count_touches(now.block, addr, HD_WHAT_OP(what), 1);
    trace_touch(addr, size, what);
    void *at;
    if (size != HD_WHAT_SIZE(what))
        at = check_access(addr, base, extent, what, size);
    else
        at = check_thread(addr, base, extent, what) ? (void *)(uintptr_t)addr : use_dummy(size);
    enum turn_answer turn = turn_settles(t->block);
    if (turn == TURN_IS_OURS && state.same_size)
        memcpy(state.same_bytes, (void *)(uintptr_t)state.same_addr, state.same_size);
    if (turn == TURN_IS_ANOTHERS && state.same_size) {
        if (state.same_finding) finding_same(state.same_finding, true); // nothing says otherwise
        state.same_size = 0;
    }
    return at;
}

static void *on_stack(uint64_t addr, uint64_t size, uint64_t what) {
    if (!now.block) local_access(addr, size, what);
    return (void *)(uintptr_t)addr;
}

void *check_access(uint64_t addr, uint64_t base, uint64_t extent, uint64_t what, uint64_t size) {
    if (what & HD_WHAT_PLAIN_COPY && HD_WHAT_OP(what) == HD_CHECK_READ) *copied_word() = 0;
    if (extent) {
        if (addr - base > extent - size || extent < size)
            return outside(addr, base, extent, what, size, NULL);
        if (hd_cpu_on_stack((void *)(uintptr_t)addr)) return on_stack(addr, size, what);
    } else {
        const struct hd_object *o = object_find(base);
        if (!o && !now.block) local_access(addr, size, what); // perhaps of another thread
        if (!o) {
            if (now.block && hd_cpu_in_callers((void *)(uintptr_t)base, kept_frame))
                return unknown(addr, what, size); // a local of the host's
            if (hd_cpu_on_stack((void *)(uintptr_t)base)) return (void *)(uintptr_t)addr;
            o = object_find(addr); // base is an integer, or past the end of another object
            if (!o && hd_cpu_on_stack((void *)(uintptr_t)addr)) return (void *)(uintptr_t)addr;
            if (!o) return unknown(addr, what, size);
        }
        if (o->freed) {
            report(HD_FINDING_FREED, what, addr, o, "this memory has been freed");
            return use_dummy(size);
        }
        if (addr < o->from || addr + size > o->from + o->size || addr + size < addr)
            return outside(addr, o->from, o->size, what, size, o);
        if (o->kind == HD_OBJECT_OTHER) return (void *)(uintptr_t)addr;
        if (o->kind == HD_OBJECT_HOST && now.block) return unknown(addr, what, size);
        if (o->kind == HD_OBJECT_DEVICE && !now.block) {
            report(
                HD_FINDING_DEVICE_POINTER, what, addr, o,
                "host code uses a pointer to memory of the device, which the host does not reach");
            return (void *)(uintptr_t)addr;
        }
    }
    if (addr & (HD_WHAT_ALIGN(what) - 1)) {
        char text[160];
        snprintf(text, sizeof text,
                 "address 0x%llx is no multiple of %u, as an access of %u bytes needs",
                 (unsigned long long)addr, HD_WHAT_ALIGN(what), HD_WHAT_SIZE(what));
        report(HD_FINDING_MISALIGNED, what, addr, object_find(addr), text);
        return use_dummy(size);
    }
    enum hd_check_op op = HD_WHAT_OP(what);
    if (what & HD_WHAT_VOLATILE && op == HD_CHECK_READ)
        what |= (uint64_t)HD_CHECK_ATOMIC_LOAD << 48;
    if (what & HD_WHAT_VOLATILE && op == HD_CHECK_WRITE && order_has_fenced())
        what = (what & ~(7ull << 48)) | (uint64_t)HD_CHECK_ATOMIC_STORE << 48;
    op = HD_WHAT_OP(what);
    if (is_atomic(op) && now.block) {
        if (op != HD_CHECK_ATOMIC_STORE) order_acquire(addr);
        if (op != HD_CHECK_ATOMIC_LOAD) order_release(addr);
    }
    check_cells(addr, size, what);
    return (void *)(uintptr_t)addr;
}

void *hd_ck_access(struct hd_thread *t, char *addr, char *base, uint64_t extent, uint64_t what) {
    if (!hd_check_on) return addr;
    return access_memory(t, (uint64_t)(uintptr_t)addr, (uint64_t)(uintptr_t)base, extent, what,
                         HD_WHAT_SIZE(what));
}

void *hd_ck_range(struct hd_thread *t, char *addr, char *base, uint64_t extent, uint64_t what,
                  uint64_t size) {
    if (!hd_check_on || !size) return addr;
    return access_memory(t, (uint64_t)(uintptr_t)addr, (uint64_t)(uintptr_t)base, extent, what,
                         size);
}
