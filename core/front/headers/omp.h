// OpenMP's library. The directives are understood without it.
#ifndef __HEDDLE_OMP_H
#define __HEDDLE_OMP_H

typedef struct { unsigned __word, __owner, __depth; } omp_lock_t;
typedef omp_lock_t omp_nest_lock_t;
typedef enum omp_sched_t {
    omp_sched_static = 1, omp_sched_dynamic = 2, omp_sched_guided = 3, omp_sched_auto = 4
} omp_sched_t;

// The number of the calling thread in its team, from 0.
static inline int omp_get_thread_num(void) { return __heddle_omp_ask(0); }
// How many threads the team has; 1 outside of parallel regions.
static inline int omp_get_num_threads(void) { return __heddle_omp_ask(1); }
// How many threads the next region gets.
static inline int omp_get_max_threads(void) { return __heddle_omp_ask(2); }
// Whether a parallel region is around the call.
static inline int omp_in_parallel(void) { return __heddle_omp_ask(3); }
// How many cores there are to run on.
static inline int omp_get_num_procs(void) { return __heddle_omp_ask(4); }
// How many parallel regions are around the call.
static inline int omp_get_level(void) { return __heddle_omp_ask(5); }
// How many parallel regions of more than one thread are around the call.
static inline int omp_get_active_level(void) { return __heddle_omp_ask(3); }
// Sets how many threads the next regions get.
static inline void omp_set_num_threads(int n) { __heddle_omp_set_threads(n); }
// No effect: the number of threads is never changed by itself.
static inline void omp_set_dynamic(int on) { (void)on; }
static inline int omp_get_dynamic(void) { return 0; }
// No effect: regions inside of regions have one thread.
static inline void omp_set_nested(int on) { (void)on; }
static inline int omp_get_nested(void) { return 0; }
static inline void omp_set_max_active_levels(int n) { (void)n; }
static inline int omp_get_max_active_levels(void) { return 1; }
static inline int omp_get_thread_limit(void) { return 256; }
static inline int omp_in_final(void) { return 0; }
// How `schedule(runtime)` distributes; at first as OMP_SCHEDULE says.
static inline void omp_set_schedule(omp_sched_t kind, int chunk) { __heddle_omp_set_schedule((int)kind - 1, chunk); }
static inline void omp_get_schedule(omp_sched_t *kind, int *chunk)
{
    long size;
    *kind = (omp_sched_t)(__heddle_omp_schedule(&size) + 1);
    *chunk = (int)size;
}
static inline int omp_get_supported_active_levels(void) { return 1; }
static inline int omp_get_cancellation(void) { return 0; }
static inline int omp_get_max_task_priority(void) { return 0; }
// Directives for devices: all is the host, which is one team.
static inline int omp_get_num_devices(void) { return 0; }
static inline int omp_get_initial_device(void) { return 0; }
static inline int omp_get_default_device(void) { return 0; }
static inline void omp_set_default_device(int device) { (void)device; }
static inline int omp_is_initial_device(void) { return 1; }
static inline int omp_get_num_teams(void) { return 1; }
static inline int omp_get_team_num(void) { return 0; }
// Memory of a device is the host's.
static inline void *omp_target_alloc(unsigned long size, int device) { (void)device; return __builtin_malloc(size); }
static inline void omp_target_free(void *p, int device) { (void)device; __builtin_free(p); }
static inline int omp_target_is_present(const void *p, int device) { (void)p; (void)device; return 1; }
static inline int omp_target_memcpy(void *to, const void *from, unsigned long size, unsigned long to_offset,
                                    unsigned long from_offset, int to_device, int from_device)
{
    (void)to_device; (void)from_device;
    if (!to || !from) return 22;
    __builtin_memcpy((char *)to + to_offset, (const char *)from + from_offset, size);
    return 0;
}
// Seconds from some time on.
static inline double omp_get_wtime(void) { return (double)__heddle_omp_time() * 1e-9; }
// The seconds between two ticks of omp_get_wtime's clock.
static inline double omp_get_wtick(void) { return 1e-9; }

static inline void omp_init_lock(omp_lock_t *lock) { lock->__word = lock->__depth = 0; }
static inline void omp_destroy_lock(omp_lock_t *lock) { (void)lock; }
// Waits until the lock is free, and takes it.
static inline void omp_set_lock(omp_lock_t *lock) { __heddle_omp_take(&lock->__word); }
static inline void omp_unset_lock(omp_lock_t *lock) { __heddle_omp_give(&lock->__word); }
// Takes the lock if it is free; whether it was.
static inline int omp_test_lock(omp_lock_t *lock) { return __heddle_omp_try(&lock->__word); }
static inline void omp_init_nest_lock(omp_nest_lock_t *lock) { omp_init_lock(lock); }
static inline void omp_destroy_nest_lock(omp_nest_lock_t *lock) { (void)lock; }
static inline void omp_set_nest_lock(omp_nest_lock_t *lock)
{
    unsigned me = (unsigned)omp_get_thread_num() + 1;
    if (lock->__depth && lock->__owner == me) {
        lock->__depth++;
        return;
    }
    omp_set_lock(lock);
    lock->__owner = me;
    lock->__depth = 1;
}
// Takes the lock if it is free or the caller's; how often the caller has it then, 0: not at all.
static inline int omp_test_nest_lock(omp_nest_lock_t *lock)
{
    unsigned me = (unsigned)omp_get_thread_num() + 1;
    if (lock->__depth && lock->__owner == me) return (int)++lock->__depth;
    if (!omp_test_lock(lock)) return 0;
    lock->__owner = me;
    lock->__depth = 1;
    return 1;
}
static inline void omp_unset_nest_lock(omp_nest_lock_t *lock)
{
    if (--lock->__depth) return;
    lock->__owner = 0;
    omp_unset_lock(lock);
}

#endif
