// Writers of one cell on several workers, one after the other.
//
// Whether two threads that nothing orders write the same value is seen in memory: what is there
// before a store and after it. That says nothing while another worker is between the announcement
// of its own store and the store. So the first such pair that is met (`turn_want`) ends the
// concurrency of the launch: its worker waits, at the end of the announcement, when it holds no
// lock, until each of the others has come to its next announcement, where it waits for its turn, or
// to the end of its block. From then on blocks run one after the other. The verdict is that of one
// worker. Of two workers that meet their first pairs at the same moment one gets the turn; the
// other forgets its question and goes on to its store, which the first waits for before it looks.
#include "check/internal.h"

#include <sched.h>

static struct {
    int taken;   // by a block
    int running; // blocks that have begun, and do not wait here
} turns;
int turns_wanted;

void turn_launch(void) {
    turns_wanted = 0;
    turns.taken = turns.running = 0;
}

void turn_block_begins(void) {
    now.turn = now.turn_wanted = false;
    if (shadow_shared) __atomic_fetch_add(&turns.running, 1, __ATOMIC_ACQ_REL);
}

void turn_block_ends(void) {
    if (!shadow_shared) return;
    __atomic_fetch_sub(&turns.running, 1, __ATOMIC_ACQ_REL);
    if (now.turn) __atomic_store_n(&turns.taken, 0, __ATOMIC_RELEASE);
    now.turn = false;
}

void turn_wait(struct hd_block *block) {
    if (now.turn || !shadow_shared) return;
    __atomic_fetch_sub(&turns.running, 1, __ATOMIC_ACQ_REL);
    while (__atomic_exchange_n(&turns.taken, 1, __ATOMIC_ACQ_REL)) {
        if (hd_launch_stops(block)) break; // whoever has it may have ended in a fault
        sched_yield();
    }
    __atomic_fetch_add(&turns.running, 1, __ATOMIC_ACQ_REL);
    now.turn = true;
}

void turn_want(void) {
    if (shadow_shared && !now.turn) now.turn_wanted = true;
}

enum turn_answer turn_settles(struct hd_block *block) {
    if (!now.turn_wanted) return TURN_NOT_WANTED;
    now.turn_wanted = false;
    __atomic_store_n(&turns_wanted, 1, __ATOMIC_RELEASE);
    if (__atomic_exchange_n(&turns.taken, 1, __ATOMIC_ACQ_REL)) return TURN_IS_ANOTHERS;
    now.turn = true;
    while (__atomic_load_n(&turns.running, __ATOMIC_ACQUIRE) > 1 && !hd_launch_stops(block))
        sched_yield();
    return TURN_IS_OURS;
}
