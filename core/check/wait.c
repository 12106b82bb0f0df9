// Threads that wait for what nobody does: deadlocks.
//
// A kernel with loops that wait (for a flag, a lock, a count) makes progress when one of its
// threads does something else than to look, once more, at a place that holds what it held. That is
// counted here, and cpu/block.c asks: with every thread in such a loop or at a barrier, and the
// number the same for seconds, nobody will go on. A loop that adds to a counter makes progress:
// each time it finds another value.
//
// What a thread has looked at last is kept in a table by thread and address; two that share an
// entry count as progress, so a deadlock may go untold, and none is made up.
#include "check/internal.h"

#include <string.h>

#define LOOKS 8192
static struct look {
    uint64_t who, addr, value;
} looks[LOOKS];
static uint64_t progress, last_what;

void wait_launch(void) {
    progress++;
    last_what = 0;
}

void wait_access(uint64_t addr, uint64_t what) {
    enum hd_check_op op = HD_WHAT_OP(what);
    uint32_t size = HD_WHAT_SIZE(what);
    bool looks_only = size <= 8 && (op >= HD_CHECK_RMW || what & HD_WHAT_VOLATILE) &&
                      op != HD_CHECK_WRITE && op != HD_CHECK_ATOMIC_STORE;
    if (!looks_only) {
        progress++;
        return;
    }
    uint64_t value = 0, who = (uint64_t)now.block->linear << 10 | now.thread;
    if (!hd_guard_read((void *)(uintptr_t)addr, &value, size)) return;
    struct look *l = &looks[(who * 0x9e3779b97f4a7c15ull ^ addr * 0xff51afd7ed558ccdull) >> 51];
    last_what = what;
    if (l->who == who && l->addr == addr && l->value == value) return;
    *l = (struct look){who, addr, value};
    progress++;
}

uint64_t hd_check_progress(hd_loc *loc, const char **name) {
    const struct hd_check_site *site = hd_check_site(HD_WHAT_SITE(last_what));
    *loc = site->range.from;
    *name = site->name;
    return progress;
}
