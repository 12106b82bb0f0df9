// Threads that wait for what nobody does: deadlocks.
//
// A kernel with loops that wait (for a flag, a lock, a count) makes progress when one of its
// threads does something else than to look, once more, at a place that holds what it held. That is
// counted here, and cpu/launch/block.c asks: with every thread in such a loop or at a barrier, and
// the number the same for seconds, nobody will go on. A loop that adds to a counter makes progress:
// each time it finds another value. Of each thread the last places that it has looked at are kept;
// a loop that looks at more counts as progress, so a deadlock may go untold, and none is made up.
//
// To tell who waits for whom, it is kept who changed the atomics and
// volatile variables last. Whoever changed a place by a try to take a lock (HD_WHAT_TRIES) holds
// it, until anything else changes it:
//
//     deadlock: this thread waits for `b`, which thread (0,0,0) of block (1,0,0) took (line 7) and
//     keeps while it waits for `a`, which this thread took (line 4)
//
// Two locks that are taken in opposite order need not meet in this run: when a thread that holds
// one lock has waited for another, the pair is kept, and a pair the other way round, of another
// thread, is told. Pairs that a third lock or a barrier keeps apart are not, nor
// those of which one thread has told the other, by a flag or a count, that it is past its own
// (`struct tidings`).
#include "check/internal.h"

#include <stdio.h>
#include <string.h>

#define MOST_LOOKS 4 // of one thread, in one turn of its loop
static uint64_t progress;

#define MOST_HELD 4 // locks of one thread
struct held {
    uint64_t addr, what;
};
struct waiter {                      // a thread that has looked at something
    uint64_t who, addr, what, value; // addr 0: it does not wait
    struct look {
        uint64_t addr, value;
    } looks[MOST_LOOKS];
    int next; // of these, to be forgotten
    struct held held[MOST_HELD];
    int nheld;
};
struct change { // of a place that threads wait for, perhaps
    uint64_t who, what;
    uint64_t at; // of all changes the nth
    bool lock;   // it has been taken
};
#define MOST_TIDINGS 256
struct tidings { // `to` has seen, at change `seen`, what `from` had changed at `sent`: not a lock
    uint64_t from, to, sent, seen;
};
struct pair { // `second` was waited for by a thread that held `first`
    struct pair *next;
    uint64_t who, first, second, what;
    uint64_t at;   // changes until then
    uint32_t base; // the block's ticks at that time
    struct held held[MOST_HELD];
    int nheld;
};
static struct {
    struct hd_arena *arena;
    struct hd_map waiters, changes, pairs; // by who + 1; by address; by first ^ second
    uint64_t addr, what, who, value;       // a write that was announced; addr 0: none
    uint32_t size;
    uint32_t first_site, nsites;
    uint8_t *reached; // [site - first_site]: it has written
    uint64_t changed; // number of changes
    struct tidings tidings[MOST_TIDINGS];
    int ntidings;
} wait;

void wait_finish(void) {
    hd_map_finish(&wait.waiters);
    hd_map_finish(&wait.changes);
    hd_map_finish(&wait.pairs);
    if (wait.arena) hd_arena_destroy(wait.arena);
    memset(&wait, 0, sizeof wait);
}

void wait_launch(const struct hd_check_launch *launch) {
    progress++;
    wait_finish();
    if (!launch->waits) return;
    wait.arena = hd_arena_create();
    wait.first_site = launch->first_site;
    wait.nsites = hd_check_next_site() - launch->first_site;
    wait.reached = hd_alloc(wait.arena, wait.nsites + 1);
}

static const char *key_of(uint64_t number) { return (const char *)(uintptr_t)number; }

static struct waiter *waiter_of(uint64_t who) {
    struct waiter *w = hd_map_get(&wait.waiters, key_of(who + 1));
    if (w) return w;
    w = HD_NEW(wait.arena, struct waiter);
    w->who = who;
    hd_map_set(&wait.waiters, key_of(who + 1), w);
    return w;
}

static void say(char *out, size_t n, const char *fmt, ...) HD_PRINTF(3, 4);
static void say(char *out, size_t n, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    vsnprintf(out, n, fmt, args);
    va_end(args);
}
#define SAY(field, ...) say(field, sizeof(field), __VA_ARGS__)

// ---- locks --------------------------------------------------------------------------------------

static int held_at(const struct held *held, int n, uint64_t addr) {
    while (n-- > 0)
        if (held[n].addr == addr) return n;
    return -1;
}

static void person(uint64_t who, char out[64]) {
    const uint32_t *b = kept_launch.block, *g = kept_launch.grid;
    uint32_t t = (uint32_t)(who & 1023), k = (uint32_t)(who >> 10);
    snprintf(out, 64, "thread (%u,%u,%u) of block (%u,%u,%u)", t % b[0], t / b[0] % b[1],
             t / b[0] / b[1], k % g[0], k / g[0] % g[1], k / g[0] / g[1]);
}

static void set_party(struct hd_party *p, uint64_t who, uint32_t site, const char *did) {
    const uint32_t *b = kept_launch.block, *g = kept_launch.grid;
    uint32_t t = (uint32_t)(who & 1023), k = (uint32_t)(who >> 10);
    *p = (struct hd_party){.site = site,
                           .loc = hd_check_site(site)->loc,
                           .device = true,
                           .kernel = hd_intern_str(kept_launch.name),
                           .did = did,
                           .block = {k % g[0], k / g[0] % g[1], k / g[0] / g[1]},
                           .thread = {t % b[0], t / b[0] % b[1], t / b[0] / b[1]}};
}

static void name_at(uint64_t addr, uint64_t what, char out[96]) {
    object_element(object_find(addr), hd_check_site(HD_WHAT_SITE(what)), addr, HD_WHAT_SIZE(what),
                   out, 96);
}

static int line_at(hd_loc loc) {
    struct hd_place place;
    return hd_source_place(loc, &place) ? place.line : 0;
}

static int line_of(uint64_t what) { return line_at(hd_check_site(HD_WHAT_SITE(what))->range.from); }

static void report_order(const struct pair *p, const struct pair *other) {
    char a[96], b[96], them[64], own[64];
    struct hd_finding *f =
        finding(HD_FINDING_DEADLOCK, HD_WHAT_SITE(p->what), HD_WHAT_SITE(other->what));
    if (f->count++) return;
    name_at(p->first, p->what, a);
    name_at(p->second, p->what, b);
    person(p->who, own);
    person(other->who, them);
    set_party(&f->a, p->who, HD_WHAT_SITE(p->what), "waits");
    set_party(&f->b, other->who, HD_WHAT_SITE(other->what), "waits");
    f->has_b = true;
    f->address = p->second;
    SAY(f->element, "%s", b);
    object_name(object_find(p->second), f->object, sizeof f->object);
    SAY(f->message,
        "locks in opposite order: %s waits for `%s` while it holds `%s`, and %s waits for "
        "`%s` while it holds `%s`: when both do so at once, neither goes on",
        own, b, a, them, a, b);
    SAY(f->help, "take locks in the same order in all threads, that of the lower index first");
}

static void note_tidings(uint64_t who, const struct change *c) {
    if (!c || c->lock || c->who == who) return;
    for (int i = 0; i < wait.ntidings; i++) {
        const struct tidings *t = &wait.tidings[i];
        if (t->from == c->who && t->to == who && t->sent == c->at) return;
    }
    if (wait.ntidings < MOST_TIDINGS)
        wait.tidings[wait.ntidings++] = (struct tidings){c->who, who, c->at, wait.changed};
}

// Whether `later` has heard of what `earlier` did after its pair, over others perhaps. Tidings lie
// in the order in which they came.
static bool has_heard(const struct pair *later, const struct pair *earlier) {
    uint64_t knows[MOST_TIDINGS + 1] = {earlier->who}, since[MOST_TIDINGS + 1] = {earlier->at};
    int n = 1;
    for (int i = 0; i < wait.ntidings; i++) {
        const struct tidings *t = &wait.tidings[i];
        bool passes_on = false;
        for (int k = 0; k < n && !passes_on; k++)
            passes_on = knows[k] == t->from && since[k] < t->sent;
        if (!passes_on) continue;
        if (t->to == later->who) return true;
        knows[n] = t->to;
        since[n++] = t->seen;
    }
    return false;
}

static bool keeps_apart(const struct pair *p, const struct pair *q) {
    if (has_heard(p, q)) return true;
    for (int i = 0; i < p->nheld; i++) { // a lock that both hold
        uint64_t addr = p->held[i].addr;
        if (addr != p->first && held_at(q->held, q->nheld, addr) >= 0) return true;
    }
    return p->who >> 10 == q->who >> 10 && p->base != q->base; // a barrier
}

static void note_pair(const struct waiter *w, uint64_t first, uint64_t second, uint64_t what) {
    const char *key = key_of(first ^ second);
    struct pair *list = hd_map_get(&wait.pairs, key);
    struct pair pair = {.who = w->who, .first = first, .second = second, .what = what};
    pair.base = now.block->base;
    pair.at = wait.changed;
    memcpy(pair.held, w->held, sizeof pair.held);
    pair.nheld = w->nheld;
    int same = 0;
    for (const struct pair *p = list; p; p = p->next) {
        if (p->first == first && p->second == second) same += 1 + (p->who == w->who);
        if (p->first != second || p->second != first || p->who == w->who) continue;
        if (keeps_apart(&pair, p)) continue;
        report_order(&pair, p);
        return;
    }
    if (same > 1) return;
    pair.next = list;
    struct pair *kept = HD_NEW(wait.arena, struct pair);
    *kept = pair;
    hd_map_set(&wait.pairs, key, kept);
}

static void taken(uint64_t who, uint64_t addr, uint64_t what) {
    struct waiter *w = waiter_of(who);
    if (w->nheld == MOST_HELD) return;
    for (int i = 0; i < w->nheld && what & HD_WHAT_IDLES; i++)
        if (w->held[i].addr != addr) note_pair(w, w->held[i].addr, addr, what);
    w->held[w->nheld++] = (struct held){addr, what};
}

static void given_back(uint64_t holder, uint64_t addr) {
    struct waiter *w = hd_map_get(&wait.waiters, key_of(holder + 1));
    int i = w ? held_at(w->held, w->nheld, addr) : -1;
    if (i >= 0) memmove(&w->held[i], &w->held[i + 1], (size_t)(--w->nheld - i) * sizeof *w->held);
}

// ---- what happens -------------------------------------------------------------------------------

// The write that was announced last has happened.
static void settle(void) {
    uint64_t addr = wait.addr, value = 0;
    wait.addr = 0;
    if (!addr || !hd_guard_read((void *)(uintptr_t)addr, &value, wait.size)) return;
    if (value == wait.value) return;
    struct change *c = hd_map_get(&wait.changes, key_of(addr));
    if (c && c->what & HD_WHAT_TRIES) given_back(c->who, addr);
    if (!c) hd_map_set(&wait.changes, key_of(addr), c = HD_NEW(wait.arena, struct change));
    bool lock = c->lock || wait.what & HD_WHAT_TRIES;
    *c = (struct change){wait.who, wait.what, ++wait.changed, lock};
    struct waiter *w = hd_map_get(&wait.waiters, key_of(wait.who + 1));
    if (w && w->addr == addr) w->addr = 0;
    if (wait.what & HD_WHAT_TRIES) taken(wait.who, addr, wait.what);
}

static void announce(uint64_t who, uint64_t addr, uint64_t what, uint64_t value) {
    wait.addr = addr;
    wait.what = what;
    wait.who = who;
    wait.value = value;
    wait.size = HD_WHAT_SIZE(what);
}

void wait_access(uint64_t addr, uint64_t what) {
    enum hd_check_op op = HD_WHAT_OP(what);
    uint32_t size = HD_WHAT_SIZE(what), site = HD_WHAT_SITE(what) - wait.first_site;
    uint64_t value = 0, who = (uint64_t)now.block->linear << 10 | now.thread;
    bool writes = op != HD_CHECK_READ && op != HD_CHECK_ATOMIC_LOAD;
    bool looks_only = size <= 8 &&
                      (op >= HD_CHECK_RMW || what & (HD_WHAT_VOLATILE | HD_WHAT_LOOKS)) &&
                      op != HD_CHECK_WRITE && op != HD_CHECK_ATOMIC_STORE;
    settle();
    if (writes && site < wait.nsites) wait.reached[site] = 1;
    bool kept =
        op >= HD_CHECK_RMW || what & HD_WHAT_VOLATILE || hd_map_get(&wait.changes, key_of(addr));
    bool there =
        size <= 8 && (looks_only || kept) && hd_guard_read((void *)(uintptr_t)addr, &value, size);
    if (there && writes && kept) announce(who, addr, what, value);
    if (!looks_only) {
        struct waiter *w = hd_map_get(&wait.waiters, key_of(who + 1));
        if (w) w->addr = 0;
        progress++;
        return;
    }
    if (!there) return;
    note_tidings(who, hd_map_get(&wait.changes, key_of(addr)));
    struct waiter *w = waiter_of(who);
    w->addr = addr;
    w->what = what;
    w->value = value;
    for (int i = 0; i < MOST_LOOKS; i++) {
        struct look *l = &w->looks[i];
        if (l->addr != addr) continue;
        progress += l->value != value;
        l->value = value;
        return;
    }
    w->looks[w->next++ % MOST_LOOKS] = (struct look){addr, value};
    progress++;
}

uint64_t hd_check_progress(void) { return progress; }

// ---- who waits for whom -------------------------------------------------------------------------

struct stuck { // the launch stands still
    struct hd_thread *any;
    struct waiter *first, *other; // in loops: the lowest; the lowest that waits for something else
    uint32_t loops, barriers, ended;
    struct hd_thread *barrier; // one that waits at one, of the first one's block if there is
};

static uint64_t who_is(const struct hd_thread *t) {
    const uint32_t *b = t->block->bid, *g = kept_launch.grid;
    return ((uint64_t)b[0] + (uint64_t)g[0] * (b[1] + (uint64_t)g[1] * b[2])) << 10 | t->linear;
}

static struct hd_thread *thread_of(struct hd_thread *any, uint64_t who) { // NULL: its block is gone
    struct hd_thread *t;
    for (int nth = 0; (t = hd_launch_thread(any, nth, 0)); nth++)
        if (who_is(t) >> 10 == who >> 10) return hd_launch_thread(any, nth, who & 1023);
    return NULL;
}

// The waiter's entry of a thread that is in a loop; NULL: it is not.
static struct waiter *waits_in_loop(struct hd_thread *t) {
    hd_loc at;
    if (!t || hd_thread_state(t, &at) != HD_THREAD_READY) return NULL;
    struct waiter *w = hd_map_get(&wait.waiters, key_of(who_is(t) + 1));
    return w && w->addr ? w : NULL;
}

static void look_around(struct stuck *s) {
    struct hd_thread *t;
    hd_loc at;
    for (int pass = 0; pass < 2; pass++) // the second needs to know the first one
        for (int nth = 0; hd_launch_thread(s->any, nth, 0); nth++)
            for (uint32_t i = 0; (t = hd_launch_thread(s->any, nth, i)); i++) {
                struct waiter *w = waits_in_loop(t);
                if (!pass) {
                    if (w && (!s->first || w->who < s->first->who)) s->first = w;
                    continue;
                }
                enum hd_thread_state state = hd_thread_state(t, &at);
                s->loops += state == HD_THREAD_READY;
                s->ended += state == HD_THREAD_ENDED;
                if (w && s->first && w->addr != s->first->addr &&
                    (!s->other || w->who < s->other->who))
                    s->other = w;
                if (state != HD_THREAD_WAITS) continue;
                s->barriers++;
                bool own = s->first && who_is(t) >> 10 == s->first->who >> 10;
                if (!s->barrier || (own && who_is(s->barrier) >> 10 != s->first->who >> 10))
                    s->barrier = t;
            }
}

static const struct change *taker_of(const struct waiter *w) { // of the lock that it waits for
    const struct change *c = hd_map_get(&wait.changes, key_of(w->addr));
    return c && w->what & HD_WHAT_TRIES && c->what & HD_WHAT_TRIES ? c : NULL;
}

// From lock to lock to where nobody goes on: the last who waits for one, or the lowest of those
// who wait for each other. *around: how many these are, 0: none.
static struct waiter *last_of(const struct stuck *s, struct waiter *w, int *around) {
    struct waiter *seen[64];
    int n = 0;
    *around = 0;
    while (n < HD_COUNT(seen)) {
        seen[n++] = w;
        const struct change *c = taker_of(w);
        struct waiter *next = c ? waits_in_loop(thread_of(s->any, c->who)) : NULL;
        if (!next || !taker_of(next)) return w;
        for (int i = 0; i < n; i++) {
            if (seen[i] != next) continue;
            *around = n - i;
            for (int k = i; k < n; k++)
                if (seen[k]->who < next->who) next = seen[k];
            return next;
        }
        w = next;
    }
    return w;
}

struct words { // what is said
    char message[512], help[200], note[256];
    hd_loc at; // of the note
};

static void explain_lock(const struct stuck *s, const struct waiter *w, const struct change *c,
                         int around, struct words *out) {
    char lock[96], holder[64], second[96];
    name_at(w->addr, w->what, lock);
    person(c->who, holder);
    struct hd_thread *t = thread_of(s->any, c->who);
    const struct waiter *other = waits_in_loop(t);
    hd_loc at = 0, took = hd_check_site(HD_WHAT_SITE(c->what))->range.from;
    bool ended = !t || hd_thread_state(t, &at) == HD_THREAD_ENDED;
    out->at = took;
    SAY(out->note, "%s took `%s` here", holder, lock);
    SAY(out->help,
        "give the lock back, on every way out: `__threadfence(); atomicExch(&lock, 0);`");
    if (c->who == w->who) {
        SAY(out->message,
            "deadlock: this thread waits for `%s`, which it has taken itself (line %d) and not "
            "given back",
            lock, line_at(took));
        SAY(out->note, "it took `%s` here", lock);
        return;
    }
    if (ended) {
        SAY(out->message,
            "deadlock: this thread waits for `%s`, which %s took (line %d) and had not given back "
            "when it ended",
            lock, holder, line_at(took));
    } else if (around > 1 && other) {
        name_at(other->addr, other->what, second);
        const struct change *own = taker_of(other);
        char rest[64];
        SAY(rest, "which this thread took (line %d)", own ? line_of(own->what) : 0);
        if (around > 2) SAY(rest, "and so on: %d threads wait in a ring", around);
        SAY(out->message,
            "deadlock: this thread waits for `%s`, which %s took (line %d) and keeps while it waits "
            "for `%s`, %s",
            lock, holder, line_at(took), second, rest);
        out->at = hd_check_site(HD_WHAT_SITE(other->what))->range.from;
        SAY(out->note, "%s waits here for `%s`", holder, second);
        SAY(out->help,
            "take locks in the same order in all threads, that of the lower index first");
    } else if (other) {
        name_at(other->addr, other->what, second);
        SAY(out->message,
            "deadlock: this thread waits for `%s`, which %s took (line %d) and keeps while it waits "
            "for `%s` to change (line %d)",
            lock, holder, line_at(took), second, line_of(other->what));
        SAY(out->help, "give the lock back before waiting for something else");
    } else {
        bool same = who_is(t) >> 10 == w->who >> 10;
        SAY(out->message,
            "deadlock: this thread waits for `%s`, which %s took (line %d) and keeps while it %s "
            "(line %d)%s",
            lock, holder, line_at(took), hd_thread_waits(t), line_at(at),
            same ? ", for this thread too" : "");
        out->at = at;
        SAY(out->note, "%s %s, with the lock", holder, hd_thread_waits(t));
        SAY(out->help,
            "give the lock back before the barrier, or let one thread of the block take it for all");
    }
}

// A place of this kernel that would write what `what` reads, by its name, and was not come to.
static uint32_t unreached(uint64_t what) {
    const struct hd_check_site *own = hd_check_site(HD_WHAT_SITE(what));
    for (uint32_t i = 0; i < wait.nsites && own->name; i++) {
        const struct hd_check_site *site = hd_check_site(wait.first_site + i);
        if (site->writes && !wait.reached[i] && site->name == own->name) return wait.first_site + i;
    }
    return 0;
}

static void explain_value(const struct stuck *s, const struct waiter *w, struct words *out) {
    char name[96], second[96], them[64], rest[220] = "";
    name_at(w->addr, w->what, name);
    const struct change *c = hd_map_get(&wait.changes, key_of(w->addr));
    uint64_t left = hd_launch_left(s->any);
    uint32_t missing = unreached(w->what);
    bool own = s->barrier && who_is(s->barrier) >> 10 == w->who >> 10;
    hd_loc at = 0;
    if (s->barrier) hd_thread_state(s->barrier, &at);
    out->at = hd_check_site(missing)->range.from;
    if (missing)
        SAY(out->note, "no thread has come here, where `%s` is written",
            hd_check_site(missing)->name);
    SAY(out->help, "somebody must be able to make the condition true while the others wait");
    if (own) {
        SAY(rest,
            "%u thread%s wait%s meanwhile, the first at `__syncthreads` (line %d) for all of "
            "its block",
            s->barriers, s->barriers == 1 ? "" : "s", s->barriers == 1 ? "s" : "", line_at(at));
        if (missing && hd_check_site(missing)->range.from > at)
            SAY(out->help, "write `%s` (line %d) before that barrier, or wait for it behind it",
                hd_check_site(missing)->name, line_of(missing));
        if (!out->note[0]) {
            out->at = at;
            SAY(out->note, "%u threads wait here", s->barriers);
        }
    } else if (left) {
        SAY(rest,
            "%llu blocks have not begun: a block begins when another has ended, and all that "
            "have begun wait",
            (unsigned long long)left);
        SAY(out->help,
            "blocks must not wait for later ones: use two kernels, or "
            "cudaLaunchCooperativeKernel and `this_grid().sync()`, with no more blocks than fit");
    } else if (s->other) {
        name_at(s->other->addr, s->other->what, second);
        person(s->other->who, them);
        SAY(rest, "%s waits for `%s` (line %d)", them, second, line_of(s->other->what));
        out->at = hd_check_site(HD_WHAT_SITE(s->other->what))->range.from;
        SAY(out->note, "%s waits here for `%s`", them, second);
        SAY(out->help, "let one of the two write before it waits");
    } else {
        SAY(rest, "%s",
            s->loops > 1 ? "all others that are left wait for it too" : "all others have ended");
        const struct hd_object *o = object_find(w->addr);
        if (!c && o && (o->kind == HD_OBJECT_MANAGED || o->kind == HD_OBJECT_PINNED))
            SAY(out->help,
                "if the host is to write it while the kernel runs: a checked kernel runs "
                "to its end before the host goes on, so run this one without a check");
    }
    char last[160] = "nobody has written it";
    if (c) {
        person(c->who, them);
        SAY(last, "%s was the last to change it (line %d)", them, line_of(c->what));
    }
    SAY(out->message,
        "deadlock: this thread waits for `%s`, which holds %lld, to change; %s, and %s", name,
        (long long)(w->value << (64 - 8 * HD_WHAT_SIZE(w->what))) >>
            (64 - 8 * HD_WHAT_SIZE(w->what)),
        last, rest);
}

struct hd_thread *hd_check_deadlock(struct hd_thread *t, struct hd_fault *fault) {
    struct stuck s = {.any = t};
    struct words words = {0};
    settle();
    look_around(&s);
    fault->kind = "deadlock";
    if (!s.first) {
        SAY(fault->message, "deadlock: no thread goes on");
        return t;
    }
    int around;
    const struct waiter *w = last_of(&s, s.first, &around);
    const struct change *c = taker_of(w);
    if (c)
        explain_lock(&s, w, c, around, &words);
    else
        explain_value(&s, w, &words);
    struct hd_thread *culprit = thread_of(t, w->who);
    uint32_t site = HD_WHAT_SITE(w->what);
    fault->loc = hd_check_site(site)->range.from;
    SAY(fault->message, "%s", words.message);
    SAY(fault->help, "%s; ?deadlock tells more", words.help);
    SAY(fault->other_message, "%s", words.note);
    fault->other_loc = words.note[0] ? words.at : 0;
    slow_lock();
    struct hd_finding *f = hd_check_add(HD_FINDING_DEADLOCK, words.message, fault->loc,
                                        culprit->block->bid, culprit->tid, fault->other_loc);
    set_party(&f->a, w->who, site, "waits");
    if (c) set_party(&f->b, c->who, HD_WHAT_SITE(c->what), "took it");
    f->has_b = f->has_b || c;
    f->silenced = false; // it ends the launch
    SAY(f->help, "%s", words.help);
    name_at(w->addr, w->what, f->element);
    object_name(object_find(w->addr), f->object, sizeof f->object);
    slow_unlock();
    return culprit ? culprit : t;
}
