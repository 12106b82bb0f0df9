// Memory as it was: of a launch, of the block that runs, and of moments in it.
//
// The first store of a launch to a page keeps the page as it was, and so does the first of each
// block (blocks run one after the other), and the first behind each snapshot:
//
//     block begins     snapshot 0      snapshot 1      now
//          | levels[0]      | levels[1]     | levels[2]
//
// What is kept in the last level, then in the one before, and so on, leads back to where a level
// begins. A snapshot (cpu/launch/snapshot.c) is what else there is of the block, so that it can go
// on from there. They are taken while it runs; of old ones fewer and fewer stay, so that their
// distances grow with their age, and to go back by n statements takes about n.
// HEDDLE_DEBUG_SNAPSHOTS=N: one every N statements, for tests.
#include "run/debug/debug.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { PAGE = 4096 };
#define MOST_KEPT (1ull << 30)  // bytes, of the session's values
#define EVERY (1u << 19)        // statements, from one snapshot to the next
#define MOST_PAGES (64u * 1024) // of the levels, for more snapshots to be taken
enum { MOST_SNAPSHOTS = 24 };

struct saved {
    uint64_t page; // 0: empty
    char *copy;
};
struct undo {
    struct saved *table; // open addressing
    size_t cap, n;
};
static struct undo launch, levels[MOST_SNAPSHOTS + 1];
static struct {
    struct hd_snapshot *snapshot;
    uint64_t count;
} snapshots[MOST_SNAPSHOTS];
static int nsnapshots;
static uint64_t next_snapshot;        // statement
static struct hd_snapshot *to_resume; // where the block that begins is to go on
static uint64_t last_page;            // is in the launch's and the last level

// ---- pages --------------------------------------------------------------------------------------

static void undo_clear(struct undo *u) {
    for (size_t i = 0; i < u->cap; i++) free(u->table[i].copy);
    if (u->cap > 1024) {
        free(u->table);
        u->table = NULL;
        u->cap = 0;
    } else if (u->cap) {
        memset(u->table, 0, u->cap * sizeof *u->table);
    }
    u->n = 0;
}

static struct saved *undo_find(struct undo *u, uint64_t page) {
    size_t i = (size_t)(page / PAGE * 0x9e3779b97f4a7c15ull >> 20) & (u->cap - 1);
    while (u->table[i].page && u->table[i].page != page) i = (i + 1) & (u->cap - 1);
    return &u->table[i];
}

static void undo_grow(struct undo *u) {
    struct undo old = *u;
    u->cap = old.cap ? old.cap * 2 : 64;
    u->table = hd_xcalloc(u->cap, sizeof *u->table);
    for (size_t i = 0; i < old.cap; i++)
        if (old.table[i].page) *undo_find(u, old.table[i].page) = old.table[i];
    free(old.table);
}

// Its place in the table; page 0: it is new.
static struct saved *undo_place(struct undo *u, uint64_t page) {
    if (u->n * 2 >= u->cap) undo_grow(u);
    return undo_find(u, page);
}

static void keep_page(struct undo *u, uint64_t page) {
    struct saved *s = undo_place(u, page);
    if (s->page) return;
    char *copy = hd_xmalloc(PAGE);
    if (!hd_guard_read((void *)(uintptr_t)page, copy, PAGE)) { // the store is a fault
        free(copy);
        return;
    }
    *s = (struct saved){page, copy};
    u->n++;
}

void dbg_undo_note(char *addr, uint64_t size) {
    uint64_t at = (uint64_t)(uintptr_t)addr, from = at / PAGE * PAGE;
    if (from == last_page && at + size <= from + PAGE) return;
    if (hd_cpu_on_stack(addr)) return;
    for (uint64_t page = from; page < at + size; page += PAGE) {
        keep_page(&levels[nsnapshots], page);
        keep_page(&launch, page);
        last_page = page;
    }
}

static void keep_part(char *at, uint64_t size) {
    for (uint64_t done = 0; done < size; done += PAGE)
        keep_page(&launch, (uint64_t)(uintptr_t)at + done);
}

static bool all_kept; // what is no page of the launch's was never written before it

bool dbg_undo_keep_all(void) { return all_kept = dbg_values_each(MOST_KEPT, keep_part); }

static void keep_changed(struct undo *u, const char *addr, uint64_t size) {
    uint64_t at = (uint64_t)(uintptr_t)addr;
    for (uint64_t i = 0; u->cap && i < size; i++) {
        struct saved *s = undo_find(u, (at + i) / PAGE * PAGE);
        if (s->page) s->copy[(at + i) % PAGE] = addr[i];
    }
}

void dbg_undo_keep(const char *addr, uint64_t size) {
    keep_changed(&launch, addr, size);
    for (int i = 0; i <= nsnapshots; i++) keep_changed(&levels[i], addr, size);
}

static void empty_part(char *at, uint64_t size) {
    for (uint64_t done = 0; done < size; done += PAGE)
        if (!undo_find(&launch, (uint64_t)(uintptr_t)at + done)->page)
            madvise(at + done, PAGE, MADV_REMOVE);
}

static void restore(struct undo *u) {
    for (size_t i = 0; i < u->cap; i++)
        if (u->table[i].page) memcpy((void *)(uintptr_t)u->table[i].page, u->table[i].copy, PAGE);
}

// ---- snapshots ----------------------------------------------------------------------------------

static uint64_t every(void) {
    static uint64_t n;
    const char *said = n ? NULL : getenv("HEDDLE_DEBUG_SNAPSHOTS");
    if (!n) n = said && atoi(said) > 0 ? (uint64_t)atoi(said) : EVERY;
    return n;
}

// Those from there on; the levels behind them too.
static void drop_from(int from) {
    for (int i = from; i < nsnapshots; i++) {
        hd_snapshot_drop(snapshots[i].snapshot);
        undo_clear(&levels[i + 1]);
    }
    nsnapshots = from;
    last_page = 0;
}

// One in the middle: what is kept behind it is kept behind the one before.
static void merge(int at) {
    struct undo *to = &levels[at], *from = &levels[at + 1];
    for (size_t i = 0; i < from->cap; i++) {
        struct saved *s = &from->table[i];
        struct saved *there = s->page ? undo_place(to, s->page) : NULL;
        if (!there || there->page) continue;
        *there = *s;
        to->n++;
        s->copy = NULL;
    }
    undo_clear(from);
    hd_snapshot_drop(snapshots[at].snapshot);
    struct undo empty = *from;
    nsnapshots--;
    memmove(&snapshots[at], &snapshots[at + 1], sizeof *snapshots * (size_t)(nsnapshots - at));
    memmove(from, from + 1, sizeof *from * (size_t)(nsnapshots - at));
    levels[nsnapshots + 1] = empty;
}

// That one without which the gap is the least for its age.
static void drop_one(void) {
    int best = 0;
    double least = 0;
    for (int i = 0; i + 1 < nsnapshots; i++) {
        uint64_t before = i ? snapshots[i - 1].count : dbg.block_count;
        double age = (double)(dbg.count - snapshots[i + 1].count) + (double)every();
        double gap = (double)(snapshots[i + 1].count - before) / age;
        if (i && gap >= least) continue;
        best = i;
        least = gap;
    }
    merge(best);
}

uint64_t dbg_snapshot_due(void) { return dbg.launch ? next_snapshot : UINT64_MAX; }

bool dbg_snapshot(struct hd_thread *t) {
    next_snapshot = UINT64_MAX;
    size_t pages = 0;
    for (int i = 0; i <= nsnapshots; i++) pages += levels[i].n;
    if (pages > MOST_PAGES) return false;
    if (nsnapshots == MOST_SNAPSHOTS) drop_one();
    bool resumed;
    struct hd_snapshot *s = hd_snapshot_take(t, &resumed);
    if (s) next_snapshot = dbg.count + every();
    if (!s || resumed) return resumed;
    snapshots[nsnapshots].snapshot = s;
    snapshots[nsnapshots++].count = dbg.count;
    last_page = 0;
    return false;
}

struct hd_snapshot *dbg_resumes(void) {
    struct hd_snapshot *s = to_resume;
    to_resume = NULL;
    return s;
}

// ---- going there --------------------------------------------------------------------------------

void dbg_undo_begin(bool of_launch) {
    drop_from(0);
    undo_clear(&levels[0]);
    if (of_launch) undo_clear(&launch);
    if (of_launch) all_kept = false;
    next_snapshot = dbg.count + every();
    to_resume = NULL;
}

void dbg_undo_end(void) { dbg_undo_begin(true); }

void dbg_undo_launch(void) {
    if (all_kept && launch.cap) dbg_values_each(UINT64_MAX, empty_part);
    restore(&launch);
    last_page = 0;
}

uint64_t dbg_undo_block(uint64_t before) {
    int n = nsnapshots;
    while (n && (snapshots[n - 1].count > before || !hd_snapshot_fits(snapshots[n - 1].snapshot)))
        n--;
    for (int i = nsnapshots; i >= n; i--) restore(&levels[i]);
    last_page = 0;
    if (!n) return dbg.block_count;
    drop_from(n);
    undo_clear(&levels[n]);
    to_resume = snapshots[n - 1].snapshot;
    return snapshots[n - 1].count;
}
